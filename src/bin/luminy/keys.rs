//! What to do after an answer: a key, or what comes next on a pipe.

use console::{Key, Term};
use luminy::engine::machine::Machine;
use luminy::stream::table::STDIN;

use crate::editor::{Keys, LineEditor};

/// What to do after an answer that may not be the last one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Search for the next answer.
    Next,
    /// Search for so many more answers.
    Several(usize),
    /// Search for all answers.
    All,
    /// Look no further.
    Stop,
    /// Show the answer in full.
    Full,
    /// Say what can be done.
    Help,
}

/// What there is to press.
pub const HELP: &str = "\
; n space Tab   next answer          . Enter   no more answers
1 to 9          so many more         a         all answers
w p             this answer in full  h ?       this help
";

/// The keys that matter most, for those who see an answer for the first time.
const HINT: &str = "   (; next, Enter stop, h help)";

/// What a key asks for, if it asks for anything.
fn action(key: char) -> Option<Action> {
    Some(match key {
        ';' | ' ' | 'n' | 'r' | '\t' => Action::Next,
        '1'..='9' => Action::Several(key as usize - '0' as usize),
        'a' => Action::All,
        'w' | 'p' | 'f' => Action::Full,
        'h' | '?' => Action::Help,
        '.' | 'c' | 'q' | '\r' | '\n' | '\u{1b}' | '\u{3}' | '\u{4}' => Action::Stop,
        _ => return None,
    })
}

/// What stands behind the answer for a key.
fn echo(key: char) -> Option<&'static str> {
    Some(match action(key)? {
        Action::Next | Action::Several(_) | Action::All => ";",
        Action::Stop => ".",
        Action::Full | Action::Help => "",
    })
}

/// The keys behind an answer. A line that was typed ahead ends the query, for it was
/// typed by somebody who had not seen the answer.
const ANSWER_KEYS: Keys = Keys {
    echo,
    hint: HINT,
    is_key_ahead: |key| ";., ?".contains(key),
    line_echo: ".",
};

/// Shows `text` and waits behind it for a key, which is echoed.
pub fn pressed(editor: &mut LineEditor, text: &str) -> Action {
    let key = awaited(editor, text, ANSWER_KEYS);
    key.and_then(action).unwrap_or(Action::Stop)
}

fn awaited(editor: &mut LineEditor, text: &str, keys: Keys) -> Option<char> {
    match editor.is_plain() {
        false => editor.key(text, keys),
        true => plain_key(text, keys),
    }
}

/// Waits for a key on a terminal on which lines cannot be edited; another one is
/// answered by the hint.
fn plain_key(text: &str, keys: Keys) -> Option<char> {
    let terminal = Term::stdout();
    terminal.write_str(text).ok()?;
    loop {
        let key = match terminal.read_key_raw().ok()? {
            Key::Char(key) => key,
            Key::Tab => '\t',
            Key::Enter => '\n',
            Key::Escape => '\u{1b}',
            Key::CtrlC => '\u{3}',
            _ => continue,
        };
        if let Some(shown) = (keys.echo)(key) {
            terminal.write_line(shown).ok()?;
            return Some(key);
        }
        terminal.write_str(keys.hint).ok()?;
    }
}

/// What follows on a pipe: a semicolon, which no query starts with, asks for
/// the next answer.
pub fn piped(machine: &mut Machine) -> Action {
    let next = machine.io.reading(STDIN, |input| {
        while let Some(c) = input.peek_char()? {
            match c {
                ';' => {
                    input.next_char()?;
                    return Ok(Action::Next);
                }
                c if c.is_whitespace() => drop(input.next_char()?),
                _ => break,
            }
        }
        Ok(Action::Stop)
    });
    next.unwrap_or(Action::Stop)
}

/// Takes a line with a command, without its colon, off what comes on a pipe, if one
/// is next.
pub fn piped_command(machine: &mut Machine) -> Option<String> {
    let command = machine.io.reading(STDIN, |input| {
        while input.text().len() < 2 && input.fill()? {}
        let name = input.text().strip_prefix(':');
        if !name.is_some_and(|name| name.starts_with(|c: char| c.is_alphabetic() || c == '?')) {
            return Ok(None);
        }
        let mut line = String::new();
        while let Some(c) = input.next_char()?
            && c != '\n'
        {
            line.push(c);
        }
        Ok(Some(line[1..].to_owned()))
    });
    command.ok().flatten()
}

/// Asks a question and waits for a yes or a no.
pub fn confirmed(editor: &mut LineEditor, question: &str) -> bool {
    fn echo(key: char) -> Option<&'static str> {
        match key {
            'y' | 'Y' => Some("y"),
            'n' | 'N' | '\n' | '\r' | '\u{1b}' | '\u{3}' | '\u{4}' => Some("n"),
            _ => None,
        }
    }
    let keys = Keys {
        echo,
        hint: "",
        is_key_ahead: |key| "yYnN".contains(key),
        line_echo: "n",
    };
    let key = awaited(editor, question, keys);
    key.is_some_and(|key| key.eq_ignore_ascii_case(&'y'))
}
