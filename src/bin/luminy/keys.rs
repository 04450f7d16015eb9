//! What to do after an answer: a key, or what comes next on a pipe.

use console::{Key, Term};
use luminy::engine::machine::Machine;
use luminy::stream::table::STDIN;

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
w               this answer in full  h ?       this help
";

/// Waits for a key on the terminal.
pub fn pressed() -> Action {
    let terminal = Term::stdout();
    loop {
        let Ok(key) = terminal.read_key_raw() else {
            return Action::Stop;
        };
        return match key {
            Key::Char(';' | ' ' | 'n' | 'r') | Key::Tab => Action::Next,
            Key::Char(digit @ '1'..='9') => Action::Several(digit as usize - '0' as usize),
            Key::Char('a') => Action::All,
            Key::Char('w' | 'f') => Action::Full,
            Key::Char('h' | '?') => Action::Help,
            Key::Enter | Key::CtrlC | Key::Escape => Action::Stop,
            Key::Char('.' | 'c' | 'q' | '\r' | '\n' | '\u{3}' | '\u{4}') => Action::Stop,
            _ => continue,
        };
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

/// Waits for a yes or a no.
pub fn confirmed() -> bool {
    let terminal = Term::stdout();
    loop {
        match terminal.read_key_raw() {
            Ok(Key::Char('y' | 'Y')) => return true,
            Ok(
                Key::Char('n' | 'N' | '\u{3}' | '\u{4}') | Key::Enter | Key::Escape | Key::CtrlC,
            )
            | Err(_) => return false,
            Ok(_) => {}
        }
    }
}
