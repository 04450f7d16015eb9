//! Syntax errors in words.

use super::chars::{is_alphanumeric, is_layout, is_symbol};
use super::fault::{Fault, FaultKind};
use super::hints::{
    bare_call, comment_mark, foreign_operator, foreign_token, foreign_word, split_operator,
};
use super::source::position_in;
use crate::error::{Position, SyntaxError};

/// The error that a fault in `text`, which starts at `start`, is reported as.
pub fn explain(fault: &Fault, text: &str, start: Position) -> SyntaxError {
    let explained = Clause { fault, text }.explain();
    SyntaxError {
        kind: explained.kind.unwrap_or(fault.kind.name()),
        message: explained.message,
        help: explained.help,
        at: position_in(start, text, explained.start),
        length: text[explained.start..explained.end].chars().count().max(1),
    }
}

/// Where a clause starts with a comment of another language, if that is what
/// is wrong: the end of the comment's mark.
pub fn leading_foreign_comment(fault: &Fault, text: &str) -> Option<usize> {
    let (start, end) = Clause { fault, text }.foreign_comment()?;
    let is_leading = text[..start].chars().all(is_layout);
    (is_leading && fault.kind == FaultKind::OperatorExpected).then_some(end)
}

/// Whether a clause lacks its period, and the next one starts at the fault.
pub fn is_end_missing(fault: &Fault, text: &str) -> bool {
    let clause = Clause { fault, text };
    fault.kind == FaultKind::OperatorExpected
        && fault.opener.is_none()
        && clause.starts_line()
        && clause.before().ends_with('\n')
}

/// Whether the token of the fault has taken the period that was to end the clause
/// into a name.
pub fn has_glued_end(fault: &Fault, text: &str) -> bool {
    let clause = Clause { fault, text };
    fault.kind == FaultKind::OperatorExpected
        && clause.glued_end() == Some((fault.start, fault.end))
}

/// An error in words, with the text that it marks.
struct Explained {
    /// The name, if it is not that of the fault.
    kind: Option<&'static str>,
    message: String,
    help: Option<String>,
    start: usize,
    end: usize,
}

impl Explained {
    fn help(mut self, help: impl Into<String>) -> Explained {
        self.help = Some(help.into());
        self
    }

    fn at(mut self, start: usize, end: usize) -> Explained {
        self.start = start;
        self.end = end;
        self
    }

    fn named(mut self, kind: &'static str) -> Explained {
        self.kind = Some(kind);
        self
    }
}

/// A clause with its fault.
struct Clause<'a> {
    fault: &'a Fault,
    text: &'a str,
}

impl<'a> Clause<'a> {
    fn explain(&self) -> Explained {
        match self.fault.kind {
            FaultKind::OperatorExpected => self.operator_expected(),
            FaultKind::OperatorClash => self.operator_clash(),
            FaultKind::CannotStart => self.cannot_start(),
            FaultKind::Unbalanced => self.unbalanced(),
            FaultKind::EndOfClause => self.end_of_clause(),
            FaultKind::EndInBrackets => self.unclosed("the clause ends before"),
            FaultKind::EndOfFile => self.end_of_file(),
            FaultKind::UnclosedQuote(quote) | FaultKind::EndInQuoted(quote) => {
                self.unclosed_quote(quote)
            }
            _ => self.term(),
        }
    }

    /// The text that the fault marks.
    fn marked(&self) -> &'a str {
        &self.text[self.fault.start..self.fault.end]
    }

    /// The text up to the fault.
    fn before(&self) -> &'a str {
        &self.text[..self.fault.start]
    }

    /// The text from the fault on.
    fn rest(&self) -> &'a str {
        &self.text[self.fault.start..]
    }

    fn say(&self, message: impl Into<String>) -> Explained {
        Explained {
            kind: None,
            message: message.into(),
            help: None,
            start: self.fault.start,
            end: self.fault.end,
        }
    }

    /// The faults of single tokens.
    fn token(&self) -> Explained {
        match self.fault.kind {
            FaultKind::IllegalCharacter(c) => self.say(format!("`{c}` starts no term")),
            FaultKind::MissingCharacter => self
                .say("a character must follow `0'`")
                .help("write `0'\\n` for the line end and `0'''` for the quote"),
            FaultKind::UndefinedEscape(c) => self
                .say(format!("`\\{c}` is no escape"))
                .help("write `\\\\` for a backslash"),
            FaultKind::UnclosedEscape => self
                .say("a character code ends with a backslash")
                .help("write it like `\\x41\\`"),
            FaultKind::IllegalCode => self.say("no character has this code"),
            FaultKind::RawControl(_) => self
                .say("a control character cannot stand in quoted text")
                .help("write `\\t` for a tab"),
            FaultKind::EndInComment => self
                .say("this comment is not closed")
                .help("close it with `*/`"),
            FaultKind::BackQuoted => self.say("back-quoted text is no term in strict mode"),
            _ => self.number(),
        }
    }

    /// A number that cannot be represented.
    fn number(&self) -> Explained {
        let digits = |c: char| c.is_ascii_digit() || "._".contains(c);
        let behind = self.rest().trim_start_matches('-');
        match behind.trim_start_matches(digits).chars().next() {
            Some('e' | 'E') => self
                .say("this is too large for a floating-point number")
                .help("the largest is about 1.8e308; integers, as in `10**400`, have no bounds"),
            Some('r') => self.say("the denominator of a rational number is not 0"),
            _ => self.say("this is no number that can be read"),
        }
    }

    /// The faults of terms that need no look at the text around them.
    fn term(&self) -> Explained {
        let marked = self.marked();
        match self.fault.kind {
            FaultKind::EndExpected => self.say("there is more text behind the term"),
            FaultKind::PriorityClash => self
                .say("the operators of this term do not fit here")
                .help("put the term in parentheses"),
            FaultKind::BareOperator => self
                .say(format!("the operator `{marked}` is no operand by itself"))
                .help(format!("write `({marked})` for the atom")),
            FaultKind::ListRest => self
                .say("one term may follow the bar of a list, then `]`")
                .help("put all items before the bar: `[A,B|Rest]`"),
            FaultKind::VariableFunctor => self
                .say(format!("the variable `{marked}` cannot be a functor"))
                .help(self.variable_functor_help()),
            FaultKind::NoArguments => self
                .say("a term with parentheses has an argument at least")
                .help("leave the parentheses out"),
            FaultKind::TooManyArguments => self.say("this term has too many arguments"),
            _ => self.token(),
        }
    }

    fn variable_functor_help(&self) -> String {
        let lower = self.marked().trim_start_matches('_').to_lowercase();
        format!(
            "names start with a small letter, as in `{lower}(`; to call a goal that is a value, \
             write `call({}, ...)`",
            self.marked()
        )
    }

    fn operator_expected(&self) -> Explained {
        let marked = self.marked();
        if let Some(explained) = self.period_in_name() {
            return explained;
        }
        if self.starts_line() {
            return self.missing_end();
        }
        if let Some((start, end)) = self.foreign_comment() {
            let mark = &self.text[start..end];
            return self
                .say(format!("`{mark}` starts no comment"))
                .at(start, end)
                .help("comments start with `%`, or stand between `/*` and `*/`");
        }
        if let Some(explained) = self.split_operator() {
            return explained;
        }
        if let Some(help) = foreign_operator(self.rest()) {
            return self.say(self.unexpected()).help(help);
        }
        if let Some(explained) = self.comma_before_or().or_else(|| self.quote_inside()) {
            return explained;
        }
        let name = trailing_name(&self.text[..self.fault.after]);
        let words = [bare_call(name), foreign_word(name), foreign_word(marked)];
        if let Some(help) = words.into_iter().flatten().next() {
            return self.say(self.unexpected()).help(help);
        }
        if marked == "(" && self.fault.after < self.fault.start && !name.is_empty() {
            return self
                .say(format!("no blank may stand between `{name}` and its `(`"))
                .at(self.fault.after, self.fault.start)
                .help(format!("write `{name}(`"));
        }
        if let Some(behind) = self.rest().strip_prefix('.')
            && behind.starts_with(is_alphanumeric)
            && !name.is_empty()
        {
            let behind = &behind[..behind.find(|c| !is_alphanumeric(c)).unwrap_or(behind.len())];
            return self
                .say("a period ends a clause only before white space")
                .help(format!(
                    "a name with a period in it stands in quotes: `'{name}.{behind}'`"
                ));
        }
        if marked.starts_with('.') {
            return self
                .say("a period ends a clause only before white space")
                .help("put a blank or a new line behind it, or remove it");
        }
        let explained = self.say(self.unexpected());
        if self.text[..self.fault.after].ends_with([')', ']', '}'])
            || self.has_body()
            || self.fault.opener.is_some()
        {
            explained.help("is a comma missing before it?")
        } else if name.starts_with(|c: char| c.is_ascii_digit()) && marked.starts_with('_') {
            let digits = format!("{name}{marked}").replace('_', "");
            explained.help(format!("digits are not grouped here: write `{digits}`"))
        } else if name.starts_with(char::is_lowercase) && marked.starts_with(is_alphanumeric) {
            explained.help(format!(
                "arguments stand in parentheses, as in `{name}({marked})`"
            ))
        } else {
            explained
        }
    }

    /// `X = < Y`, `X \ = Y`: an operator with a blank in it, or one of another language
    /// that was read as two, before the fault or at it.
    fn split_operator(&self) -> Option<Explained> {
        let before = &self.text[..self.fault.after];
        let last = before.len() - trailing_symbols(before).len();
        let gap = before[..last].trim_end_matches(' ');
        let first = gap.len() - trailing_symbols(gap).len();
        let marks = [
            (first, gap.len(), last, before.len()),
            self.split_at_fault(),
        ];
        marks.into_iter().find_map(|(start, middle, behind, end)| {
            let (one, other) = (&self.text[start..middle], &self.text[behind..end]);
            let help = match one.is_empty() || middle == behind {
                true if other.len() < 2 => return None,
                true => foreign_token(other)?.to_owned(),
                false if other.is_empty() => return None,
                false => split_operator(&format!("{one}{other}"))?,
            };
            let start = if one.is_empty() { behind } else { start };
            let shown = &self.text[start..end];
            let message = format!("`{shown}` is no operator");
            Some(self.say(message).at(start, end).help(help))
        })
    }

    /// Where the symbols at the fault start and end, and those behind a blank.
    fn split_at_fault(&self) -> (usize, usize, usize, usize) {
        let start = self.fault.start;
        let middle = start + leading_symbols(self.rest()).len();
        let rest = self.text[middle..].trim_start_matches(' ');
        let behind = self.text.len() - rest.len();
        (start, middle, behind, behind + leading_symbols(rest).len())
    }

    /// `a, ; b`: the semicolon was taken for an atom.
    fn comma_before_or(&self) -> Option<Explained> {
        let before = self.text[..self.fault.after].strip_suffix(';')?;
        let before = before.trim_end().strip_suffix(',')?;
        let comma = before.len();
        let explained = self
            .say("a goal was expected after this comma")
            .at(comma, comma + 1);
        Some(explained.help("remove the comma before the `;`"))
    }

    /// `'it's'`: a quote inside of quotes.
    fn quote_inside(&self) -> Option<Explained> {
        let before = &self.text[..self.fault.after];
        let quote = before.chars().next_back()?;
        let is_close =
            self.fault.after == self.fault.start && self.marked().starts_with(is_alphanumeric);
        if !is_close || !matches!(quote, '\'' | '"' | '`') {
            return None;
        }
        let explained = self
            .say("the quoted item ends here, and more text follows")
            .at(self.last_character(), self.fault.after);
        Some(explained.help(format!(
            "a quote inside of quotes is written twice, as in `{quote}it{quote}{quote}s{quote}`"
        )))
    }

    /// A comment mark of another language at the fault or just before it, with
    /// white space in front.
    fn foreign_comment(&self) -> Option<(usize, usize)> {
        let before = &self.text[..self.fault.after];
        let starts = [self.fault.start, before.trim_end_matches(is_symbol).len()];
        let marks = starts.into_iter().filter_map(|start| {
            let mark = comment_mark(&self.text[start..])?;
            let is_apart = self.text[..start].chars().next_back().is_none_or(is_layout);
            is_apart.then_some((start, start + mark.len()))
        });
        marks.into_iter().next()
    }

    fn unexpected(&self) -> String {
        let marked = self.marked();
        format!("an operator or the end of the term was expected before `{marked}`")
    }

    /// The fault is the first token of its line: what ends too late is on a
    /// line before.
    fn missing_end(&self) -> Explained {
        let is_indented = !self.before().ends_with('\n');
        if let Some(explained) = self.end_in_comment(is_indented) {
            return explained;
        }
        if is_indented && (self.has_body() || self.fault.opener.is_some()) {
            return self
                .say("an operator or a comma was expected at the end of this line")
                .at(self.last_character(), self.fault.after)
                .help("add a comma here if the next line is the next goal");
        }
        if self.fault.opener.is_some() {
            return self.unclosed("a new clause starts before");
        }
        self.say("clause does not end")
            .named("end_of_clause_expected")
            .at(self.last_character(), self.fault.after)
            .help("add a period here; the next line starts a new clause")
    }

    fn period_in_name(&self) -> Option<Explained> {
        let (start, end) = self.glued_end()?;
        let name = &self.text[start..end];
        let explained = self
            .say(format!(
                "`{name}` is one name: no period ends the clause here"
            ))
            .at(start, end);
        Some(explained.help("put a blank before the period"))
    }

    /// A name of graphic characters at the end of its line that ends with a period,
    /// which was likely to end the clause.
    fn glued_end(&self) -> Option<(usize, usize)> {
        let is_glued = |start: usize, end: usize| {
            let name = &self.text[start..end];
            let behind = self.text[end..].chars().next();
            name.len() > 1
                && name.ends_with('.')
                && name.chars().all(is_symbol)
                && behind.is_none_or(|c| c == '\n' || c == '\r')
        };
        let (start, end, after) = (self.fault.start, self.fault.end, self.fault.after);
        let before = self.text[..after].trim_end_matches(is_symbol).len();
        let places = [(start, end), (before, after)];
        places
            .into_iter()
            .find(|&(start, end)| is_glued(start, end))
    }

    /// The period is part of a comment. `is_within` if the clause goes on behind it,
    /// so that only what looks like an operand is no comment.
    fn end_in_comment(&self, is_within: bool) -> Option<Explained> {
        let between = &self.text[self.fault.after..];
        let line = between.lines().next()?;
        let comment = line.trim_start().strip_prefix('%')?.trim_end();
        let start = self.fault.after + line.find('%')?;
        let is_operand = comment
            .trim_start()
            .starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase() || c == '(');
        let follows_operand =
            self.text[..self.fault.after].ends_with(|c| is_alphanumeric(c) || c == ')');
        let is_remainder = is_operand && follows_operand && self.before().contains(" is ");
        if !comment.ends_with('.') || (is_within && !is_remainder) {
            return None;
        }
        let explained = self
            .say("clause does not end: its period is in the comment that starts here")
            .named("end_of_clause_expected")
            .at(start, start + 1);
        Some(explained.help(match is_remainder {
            true => "`%` starts a comment; the remainder of a division is computed by `mod`, as in `X mod 3`",
            false => "put the period before the comment",
        }))
    }

    /// Where the last character before the fault starts.
    fn last_character(&self) -> usize {
        let before = &self.text[..self.fault.after];
        let length = before.chars().next_back().map_or(0, char::len_utf8);
        before.len() - length
    }

    /// Whether the fault is the first token of its line, but not of the clause.
    fn starts_line(&self) -> bool {
        let between = &self.text[self.fault.after..self.fault.start];
        let line = self.before().rsplit('\n').next().unwrap_or("");
        between.contains('\n') && line.chars().all(is_layout)
    }

    fn has_body(&self) -> bool {
        let before = self.before();
        before.contains(":-") || before.contains("-->") || before.contains("?-")
    }

    fn operator_clash(&self) -> Explained {
        let marked = self.marked();
        let explained = self.say(format!(
            "the operator `{marked}` does not fit here: its priority is too high, or that of a \
             term beside it"
        ));
        if let Some(help) = foreign_operator(self.rest()) {
            return explained.help(help);
        }
        match marked {
            ":-" | "-->" if self.has_body() => explained
                .help("does the clause before end with a comma or nothing instead of a period?"),
            _ => explained.help("use parentheses to say what belongs together"),
        }
    }

    fn cannot_start(&self) -> Explained {
        let marked = self.marked();
        let before = self.text[..self.fault.after].chars().next_back();
        let explained = self.say(format!("a term was expected before `{marked}`"));
        match (before, marked) {
            (Some('|'), "|") => explained
                .at(self.fault.start - 1, self.fault.end)
                .help("`or` is written `;`"),
            (Some(','), ")" | "]" | "}") => explained.help("remove the comma before it"),
            (Some(','), ",") => explained.help("remove one of the commas"),
            (_, "," | "|") => explained.help(format!("write `'{marked}'` for the atom")),
            _ => explained,
        }
    }

    fn unbalanced(&self) -> Explained {
        let marked = self.marked();
        match self.fault.opener {
            None => self
                .say(format!("nothing opens this `{marked}`"))
                .help("remove it, or add the bracket that it closes"),
            Some((start, opener)) => self
                .say(format!("`{opener}` is not closed before this `{marked}`"))
                .help(format!(
                    "`{}` must come first, to close the `{opener}` {}",
                    closing(opener),
                    self.distance(start)
                )),
        }
    }

    /// Where an earlier place is, seen from the fault.
    fn distance(&self, earlier: usize) -> String {
        let between = &self.text[earlier..self.fault.start];
        match between.matches('\n').count() {
            0 => format!("{} characters before", between.chars().count()),
            1 => "one line before".to_owned(),
            lines => format!("{lines} lines before"),
        }
    }

    /// The innermost bracket is not closed before the end.
    fn unclosed(&self, what_comes: &str) -> Explained {
        let Some((start, opener)) = self.fault.opener else {
            return self.say("clause does not end");
        };
        self.say(format!(
            "`{opener}` is not closed: {what_comes} its `{}`",
            closing(opener)
        ))
        .at(start, start + 1)
        .help(format!("add the `{}` that is missing", closing(opener)))
    }

    fn end_of_clause(&self) -> Explained {
        if self.fault.opener.is_some() {
            return self.unclosed("the clause ends before");
        }
        let before = &self.text[..self.fault.after];
        if before.ends_with(',') {
            return self
                .say("a goal was expected after this comma")
                .at(self.fault.after - 1, self.fault.after)
                .help("remove the comma before the period");
        }
        if before.is_empty() {
            return self.say("a term was expected before this period");
        }
        self.say("the clause ends where a term was expected")
    }

    fn end_of_file(&self) -> Explained {
        if self.fault.opener.is_some() {
            return self.unclosed("the text ends before");
        }
        if let Some(explained) = self.end_in_comment(false).or_else(|| self.period_in_name()) {
            return explained;
        }
        self.say("clause does not end: the text ends before its period")
            .at(self.last_character(), self.fault.after)
            .help("add a period here")
    }

    fn unclosed_quote(&self, quote: char) -> Explained {
        let what = match quote {
            '"' => "text",
            _ => "name",
        };
        let line_end = self.rest().find('\n').is_some();
        let place = if line_end { " on its line" } else { "" };
        self.say(format!(
            "the quoted {what} that starts here is not closed{place}"
        ))
        .help(format!(
            "close it with `{quote}`; inside, write `\\{quote}` for the quote and `\\n` for \
                 a line end"
        ))
    }
}

fn closing(opener: char) -> char {
    match opener {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}

/// The characters of operators that `text` ends with.
fn trailing_symbols(text: &str) -> &str {
    &text[text.trim_end_matches(is_operator_character).len()..]
}

/// The characters of operators that `text` starts with.
fn leading_symbols(text: &str) -> &str {
    &text[..text.len() - text.trim_start_matches(is_operator_character).len()]
}

fn is_operator_character(c: char) -> bool {
    is_symbol(c) || c == '!'
}

/// The name that `text` ends with.
fn trailing_name(text: &str) -> &str {
    let start = text.trim_end_matches(is_alphanumeric).len();
    &text[start..]
}
