//! The prompt.

use std::env;
use std::path::PathBuf;

use luminy::api::error::Error;
use luminy::flags::FlagValue;

use crate::answers::{Meter, Style, show};
use crate::commands::{self, Next};
use crate::editor::{Input, LineEditor};
use crate::keys::{Action, confirmed, piped};
use crate::options::Options;
use crate::pieces::{Kind, Piece, pieces};
use crate::session::{Session, end_line, flush, print, print_error};

/// Answers queries until there are no more; the exit status.
pub fn run(session: &mut Session, options: &Options) -> u8 {
    let editor = match session.is_interactive {
        true => LineEditor::new(session.has_colour),
        false => None,
    };
    let Some(editor) = editor else {
        return run_piped(session);
    };
    session.enter_prompt();
    if !options.quiet {
        let version = env!("CARGO_PKG_VERSION");
        let greeting =
            format!("Luminy {version}. Type :help for help, :quit or Ctrl-D to leave.\n\n");
        print(session.engine.machine(), &greeting);
    }
    if let Some(path) = start_file()
        && let Err(error) = session.engine.consult_file(&path)
        && let Some(status) = session.report_error(&error)
    {
        return status;
    }
    run_prompt(session, editor)
}

/// The file of a person's own settings, if there is one.
fn start_file() -> Option<String> {
    let directory = match env::var_os("XDG_CONFIG_HOME") {
        Some(directory) => PathBuf::from(directory),
        None => PathBuf::from(env::var_os("HOME")?).join(".config"),
    };
    let path = directory.join("luminy").join("init.pl");
    path.is_file().then(|| path.to_str().map(str::to_owned))?
}

/// Answers the queries on standard input.
fn run_piped(session: &mut Session) -> u8 {
    let style = Style {
        is_interactive: false,
        has_colour: false,
        has_counts: false,
    };
    loop {
        // More semicolons than there were answers.
        while piped(session.engine.machine()) == Action::Next {}
        let result = match session.engine.next_input_query() {
            Ok(Some(query)) => show(query, style).map(drop),
            Ok(None) => return 0,
            Err(error) => Err(error),
        };
        if let Err(error) = result
            && let Some(status) = session.report_error(&error)
        {
            return status;
        }
    }
}

/// A prompt in use.
pub struct Prompt<'s> {
    /// The session.
    pub session: &'s mut Session,
    /// The last answer in full, if it was not shown so.
    pub full_answer: Option<String>,
    /// The file that was edited last.
    pub edited: Option<String>,
    /// The last query that looks like a fact to be added to the program.
    pub fact: Option<String>,
    /// Whether counts stand behind answers even if the flag is off.
    is_timed: bool,
    /// What the last query has taken since it was asked.
    meter: Meter,
}

fn run_prompt(session: &mut Session, mut editor: LineEditor) -> u8 {
    let meter = Meter::start(session.engine.machine());
    let mut prompt = Prompt {
        session,
        full_answer: None,
        edited: None,
        fact: None,
        is_timed: false,
        meter,
    };
    loop {
        let machine = prompt.session.engine.machine();
        end_line(machine);
        flush(machine);
        let text = prompt_text(machine);
        match editor.read(&text, machine) {
            Input::Dropped => {}
            Input::End => {
                print(prompt.session.engine.machine(), "\n");
                return 0;
            }
            Input::Text(text) => {
                if let Some(status) = prompt.take(&text) {
                    return status;
                }
            }
        }
    }
}

fn prompt_text(machine: &luminy::engine::machine::Machine) -> String {
    let flag = machine.atoms.find("toplevel_prompt");
    match flag
        .and_then(|flag| machine.flags.get(flag))
        .map(|flag| &flag.value)
    {
        Some(&FlagValue::Atom(text)) => machine.text(text).to_owned(),
        _ => "?- ".to_owned(),
    }
}

impl Prompt<'_> {
    /// Does what was typed; a status if it is time to leave.
    fn take(&mut self, text: &str) -> Option<u8> {
        let typed = text.trim();
        if let Some(command) = typed
            .strip_prefix(':')
            .filter(|rest| !rest.starts_with('-'))
        {
            return match commands::run(self, command) {
                Next::Prompt => None,
                Next::Leave => Some(0),
                Next::Query(query) => self.ask(&query),
                Next::Timed(query) => {
                    self.is_timed = true;
                    let status = self.ask(&query);
                    self.is_timed = false;
                    status
                }
            };
        }
        self.ask(text)
    }

    /// Answers all queries in `text`; a status if it is time to leave.
    pub fn ask(&mut self, text: &str) -> Option<u8> {
        let mut rest = text;
        while !rest.trim().is_empty() {
            let before = rest;
            let result = self.ask_first(&mut rest);
            let asked = before[..before.len() - rest.len()].trim();
            match result {
                Ok(Asked::Goal) => {}
                Ok(Asked::Clause) => self.offer(asked),
                Err(error) => {
                    if let Some(status) = self.report(&error, asked) {
                        return Some(status);
                    }
                    if matches!(error, Error::Syntax(_)) {
                        break;
                    }
                }
            }
        }
        None
    }

    /// Answers the first query in `text`, which is cut off it.
    fn ask_first(&mut self, text: &mut &str) -> Result<Asked, Error> {
        let style = Style {
            is_interactive: true,
            has_colour: self.session.has_colour,
            has_counts: self.is_timed,
        };
        let engine = &mut self.session.engine;
        engine.interrupt_handle().clear();
        self.meter = Meter::start(engine.machine());
        let whole = *text;
        match engine.next_query(text)? {
            Some(query) if query.is_clause() => return Ok(Asked::Clause),
            Some(query) => self.full_answer = show(query, style)?,
            None => return Ok(Asked::Goal),
        }
        if is_unevaluated(&whole[..whole.len() - text.len()]) {
            let note = "% Not evaluated: = does not compute, `is` does.\n\n";
            print(self.session.engine.machine(), note);
        }
        Ok(Asked::Goal)
    }

    /// Reports an error; a status if it is time to leave.
    fn report(&mut self, error: &Error, asked: &str) -> Option<u8> {
        let is_interrupted = self.session.engine.interrupt_handle().is_pending()
            || matches!(error, Error::Interrupted);
        let machine = self.session.engine.machine();
        end_line(machine);
        if is_interrupted && !matches!(error, Error::Halt(_)) {
            let counts = self.meter.text(machine);
            // The terminal has shown the key.
            print_error(machine, &format!("\n% Interrupted after {counts}\n\n"));
            return None;
        }
        let status = self.session.report_error(error);
        if status.is_none() && is_unknown_fact(error, asked) {
            self.fact = Some(asked.to_owned());
            let hint = "% Type :add to make this a fact of the program.\n";
            print_error(self.session.engine.machine(), hint);
        }
        print_error(self.session.engine.machine(), "\n");
        status
    }

    /// A clause is no query. Offers to add it to the program.
    fn offer(&mut self, clause: &str) {
        let machine = self.session.engine.machine();
        let question = "This is a clause, not a query. Add it to the program? (y/n) ";
        print(machine, question);
        flush(machine);
        let is_wanted = confirmed();
        print(machine, if is_wanted { "y\n\n" } else { "n\n\n" });
        if is_wanted {
            self.add(clause);
        }
    }

    /// Adds a clause to the program.
    pub fn add(&mut self, clause: &str) {
        if let Err(error) = self.session.engine.add_clause(clause) {
            self.session.report_error(&error);
        }
    }
}

/// What a query turned out to be.
enum Asked {
    Goal,
    Clause,
}

/// Whether a query is an equation of a variable and a sum of numbers.
fn is_unevaluated(asked: &str) -> bool {
    let is_visible = |piece: &&Piece| !matches!(piece.kind, Kind::Blank | Kind::Comment);
    let pieces = pieces(asked);
    let mut visible = pieces.iter().filter(is_visible);
    let mut next = || {
        visible
            .next()
            .map(|piece| (piece.kind, &asked[piece.range.clone()]))
    };
    let starts = matches!(next(), Some((Kind::Variable, _))) && next() == Some((Kind::Name, "="));
    let (mut operators, mut numbers) = (0, 0);
    while let Some((kind, text)) = next().filter(|_| starts) {
        match kind {
            Kind::Name if ["+", "-", "*", "/", "//", "mod", "**", "^"].contains(&text) => {
                operators += 1;
            }
            Kind::Number => numbers += 1,
            Kind::End => {}
            Kind::Punctuation if text == "(" || text == ")" => {}
            _ => return false,
        }
    }
    operators > 0 && numbers > 1
}

/// Whether an error says that there is no such predicate, and the query is
/// nothing but a call of it without variables.
fn is_unknown_fact(error: &Error, asked: &str) -> bool {
    let Error::Exception(exception) = error else {
        return false;
    };
    let formal = exception.term.argument(0);
    let is_unknown = formal.is_some_and(|formal| {
        formal.name() == Some("existence_error")
            && formal
                .argument(1)
                .and_then(|indicator| indicator.argument(0))
                .and_then(|name| name.as_atom().map(str::to_owned))
                .is_some_and(|name| asked.starts_with(&format!("{name}(")))
    });
    let is_ground = pieces(asked)
        .iter()
        .all(|piece| piece.kind != Kind::Variable);
    is_unknown && is_ground && asked.ends_with(").")
}
