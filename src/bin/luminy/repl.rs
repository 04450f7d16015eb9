//! The prompt.

use std::env;
use std::path::PathBuf;
use std::time::Instant;

use luminy::api::error::Error;
use luminy::flags::FlagValue;

use crate::answers::{Style, show};
use crate::commands::{self, Next};
use crate::editor::{Input, LineEditor};
use crate::keys;
use crate::options::Options;
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
    };
    loop {
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
}

fn run_prompt(session: &mut Session, mut editor: LineEditor) -> u8 {
    let mut prompt = Prompt {
        session,
        full_answer: None,
        edited: None,
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
            };
        }
        self.ask(text)
    }

    /// Answers all queries in `text`; a status if it is time to leave.
    pub fn ask(&mut self, text: &str) -> Option<u8> {
        let style = Style {
            is_interactive: true,
            has_colour: self.session.has_colour,
        };
        let mut rest = text;
        while !rest.trim().is_empty() {
            let handle = self.session.engine.interrupt_handle();
            handle.clear();
            let start = Instant::now();
            let before = rest;
            let (is_clause, shown) = match self.session.engine.next_query(&mut rest) {
                Ok(Some(query)) if query.is_clause() => (true, Ok(None)),
                Ok(Some(query)) => (false, show(query, style)),
                Ok(None) => return None,
                Err(error) => (false, Err(error)),
            };
            let result = match is_clause {
                true => self.offer(&before[..before.len() - rest.len()]),
                false => shown.map(|full| self.full_answer = full),
            };
            if let Err(Error::Syntax(_)) = result {
                rest = "";
            }
            match result {
                Ok(()) => {}
                Err(Error::Interrupted) => self.say_interrupted(start),
                Err(error) => {
                    end_line(self.session.engine.machine());
                    if let Some(status) = self.session.report_error(&error) {
                        return Some(status);
                    }
                }
            }
        }
        None
    }

    fn say_interrupted(&mut self, start: Instant) {
        let seconds = start.elapsed().as_secs_f64();
        let machine = self.session.engine.machine();
        // The terminal has shown the key.
        print_error(
            machine,
            &format!("\n% Interrupted after {seconds:.2} s\n\n"),
        );
    }

    /// A clause is no query. Offers to add it to the program.
    fn offer(&mut self, clause: &str) -> Result<(), Error> {
        let machine = self.session.engine.machine();
        let question = "This is a clause, not a query. Add it to the program? (y/n) ";
        print(machine, question);
        flush(machine);
        let is_wanted = keys::confirmed();
        print(machine, if is_wanted { "y\n\n" } else { "n\n\n" });
        if is_wanted {
            self.session.engine.add_clause(clause)?;
        }
        Ok(())
    }
}
