//! The manual of messages.

use console::Term;

/// Longer lines are hard to read, shorter ones hardly hold a word.
const MOST_COLUMNS: usize = 100;
const FEWEST_COLUMNS: usize = 20;

/// The text of the manual.
const MANUAL: &str = include_str!("../../../docs/messages.md");

/// What is said about a code that no message has.
pub fn unknown_code(code: &str) -> String {
    format!("No error or warning has the code {}.", code.trim())
}

/// What the manual says about a code, such as `E0301`.
pub fn explanation(code: &str) -> Option<String> {
    let code = code.trim().to_uppercase();
    let start = format!("**{code}** ");
    let paragraph = MANUAL
        .split("\n\n")
        .find(|paragraph| paragraph.starts_with(&start))?;
    let text = format!("{code}: {}", &paragraph[start.len()..]);
    Some(wrapped(&text, line_width()))
}

/// The width of the terminal, as far as lines of that length can be read.
fn line_width() -> usize {
    let size = Term::stdout().size_checked();
    size.map_or(MOST_COLUMNS, |(_, columns)| usize::from(columns))
        .clamp(FEWEST_COLUMNS, MOST_COLUMNS)
}

/// The words of a text on lines of at most `width` characters.
fn wrapped(text: &str, width: usize) -> String {
    let mut lines = String::new();
    let mut column = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if column > 0 && column + 1 + length > width {
            lines.push('\n');
            column = 0;
        } else if column > 0 {
            lines.push(' ');
            column += 1;
        }
        lines += word;
        column += length;
    }
    lines + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_put_on_lines() {
        assert_eq!(wrapped("one two\nthree  four", 9), "one two\nthree\nfour\n");
        assert_eq!(wrapped("incomprehensible a", 4), "incomprehensible\na\n");
    }
}
