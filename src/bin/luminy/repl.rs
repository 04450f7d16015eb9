//! The prompt.

use std::env;
use std::path::PathBuf;

use luminy::api::error::Error;
use luminy::flags::FlagValue;

use crate::answers::{Asker, Meter, Style, show};
use crate::commands::{self, Next};
use crate::editor::{Input, LineEditor};
use crate::interrupt::Pause;
use crate::keyboard::Keyboard;
use crate::keys::{Action, confirmed, piped, piped_command};
use crate::loads::Loads;
use crate::options::Options;
use crate::remarks::{is_fact, is_unevaluated, unknown_predicate, with_unbound};
use crate::session::{Session, end_line, flush, print, print_error};
use crate::terminal::take_back;

/// Answers queries until there are no more; the exit status, which is `status` if
/// nobody sits at the prompt.
pub fn run(session: &mut Session, options: &Options, status: u8) -> u8 {
    let editor = match session.is_interactive {
        true => LineEditor::new(session.has_colour),
        false => None,
    };
    let Some(editor) = editor else {
        return run_piped(session, status);
    };
    session.engine.machine().loading.error_status = 0;
    let keyboard = Keyboard::new(editor, session.is_waiting.clone());
    session.enter_prompt(&keyboard);
    end_line(session.engine.machine());
    if !options.quiet {
        let version = env!("CARGO_PKG_VERSION");
        let greeting =
            format!("Luminy {version}. Type :help for help, :quit or Ctrl-D to leave.\n\n");
        print(session.engine.machine(), &greeting);
    }
    if options.start.is_none()
        && let Some(path) = start_file()
        && let Err(error) = session.engine.consult_file(&path)
        && let Some(status) = session.report_error(&error)
    {
        return status;
    }
    run_prompt(session, keyboard)
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
fn run_piped(session: &mut Session, status: u8) -> u8 {
    let style = Style {
        is_whole: !session.has_terminal,
        has_colour: false,
        has_counts: false,
        hides_success: false,
        hints_full: false,
    };
    loop {
        // More semicolons than there were answers.
        while piped(session.engine.machine()) == Action::Next {}
        if let Some(command) = piped_command(session.engine.machine()) {
            if commands::run_piped(session, &command) {
                return status;
            }
            continue;
        }
        let result = match session.engine.next_input_query() {
            Ok(Some(query)) => show(query, style, Asker::Pipe, &mut Loads::silent()).map(drop),
            Ok(None) => return status,
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
    /// How answers are shown.
    manner: Manner,
    /// Whether it has been said how to see a folded answer in full.
    has_hinted: bool,
    /// What becomes of a query that is interrupted.
    pause: Pause,
    /// Where lines and keys come from.
    keyboard: Keyboard,
}

fn run_prompt(session: &mut Session, keyboard: Keyboard) -> u8 {
    let pause = Pause::default();
    let handle = session.engine.interrupt_handle();
    pause.install(session.engine.machine(), handle, keyboard.clone());
    let mut prompt = Prompt {
        session,
        full_answer: None,
        edited: None,
        fact: None,
        manner: Manner::Usual,
        has_hinted: false,
        pause,
        keyboard,
    };
    loop {
        if let Some(text) = prompt.pause.take_next() {
            match prompt.take(&text) {
                Some(status) => return status,
                None => continue,
            }
        }
        // An interrupt that came when the query was over is nobody's.
        prompt.session.engine.interrupt_handle().clear();
        let machine = prompt.session.engine.machine();
        end_line(machine);
        flush(machine);
        let text = prompt_text(machine);
        match prompt.keyboard.edit(|editor| editor.read(&text, machine)) {
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
                Next::Timed(query) => self.ask_in(Manner::Timed, &query),
                Next::Told(query) => self.ask_in(Manner::Told, &query),
            };
        }
        self.ask(text)
    }

    /// Answers the queries of a command; a status if it is time to leave.
    fn ask_in(&mut self, manner: Manner, query: &str) -> Option<u8> {
        self.manner = manner;
        let status = self.ask(query);
        self.manner = Manner::Usual;
        status
    }

    /// Answers all queries in `text`; a status if it is time to leave.
    pub fn ask(&mut self, text: &str) -> Option<u8> {
        self.keyboard.put_ahead(text);
        loop {
            // More semicolons than there were answers.
            while self.keyboard.take_semicolon() {}
            let text = self.keyboard.take_ahead();
            let mut rest = text.as_str();
            if rest.trim().is_empty() {
                return None;
            }
            let result = self.ask_first(&mut rest);
            if let Some(unread) = take_back(self.session.engine.machine()) {
                self.keyboard.put_ahead(&unread);
            }
            let asked = text[..text.len() - rest.len()].trim();
            match result {
                Ok(Asked::Goal) => {}
                Ok(Asked::Clause) => self.offer(asked),
                Err(error) => {
                    if let Some(status) = self.report(&error, asked) {
                        return Some(status);
                    }
                    if matches!(error, Error::Syntax(_) | Error::Interrupted) {
                        self.keyboard.take_ahead();
                        return None;
                    }
                }
            }
        }
    }

    /// Answers the first query in `text`, which is cut off it. The rest is what the
    /// query reads, or the queries after it.
    fn ask_first(&mut self, text: &mut &str) -> Result<Asked, Error> {
        let style = Style {
            is_whole: !self.session.has_terminal,
            has_colour: self.session.has_colour,
            has_counts: self.manner == Manner::Timed,
            hides_success: self.manner == Manner::Told,
            hints_full: !self.has_hinted,
        };
        let engine = &mut self.session.engine;
        engine.interrupt_handle().clear();
        self.pause
            .start(Meter::start(engine.machine(), Some(&self.keyboard)));
        let whole = *text;
        let query = engine.next_query(text);
        self.keyboard.put_ahead(text);
        let query = match query? {
            Some(query) if query.is_clause() => return Ok(Asked::Clause),
            Some(query) => query,
            None => return Ok(Asked::Goal),
        };
        let asked = &whole[..whole.len() - text.len()];
        let mut query = query;
        let mut loads = Loads::watch(query.machine(), asked);
        for mut remark in query.remarks().to_vec() {
            remark.add_line(asked);
            query.machine().report(remark);
        }
        let asker = Asker::Person(&self.keyboard);
        self.full_answer = show(query, style, asker, &mut loads)?;
        self.has_hinted |= self.full_answer.is_some();
        if is_unevaluated(asked) {
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
            self.pause.tell(machine);
            return None;
        }
        let named = with_unbound(error, asked);
        let status = self.session.report_error(named.as_ref().unwrap_or(error));
        if status.is_none()
            && let Some(hint) = self.hint_unknown(error, asked)
        {
            print_error(self.session.engine.machine(), &(hint + "\n"));
            return None;
        }
        self.session.end_message();
        status
    }

    /// What a query of an unknown predicate may have been meant as: a command of
    /// the prompt, or a fact. A name that exists with
    /// other arguments is a slip.
    fn hint_unknown(&mut self, error: &Error, asked: &str) -> Option<String> {
        let (name, arity) = unknown_predicate(error)?;
        if asked.starts_with(&name)
            && let Some(usage) = commands::usage(&name)
        {
            let words: Vec<&str> = usage.split_whitespace().collect();
            let usage = words.join(" ");
            return Some(format!("% There is a command of the prompt: {usage}\n"));
        }
        let helps = error.diagnostics().iter().filter_map(|d| d.help.as_ref());
        let exists = helps
            .into_iter()
            .any(|help| !help.starts_with("did you mean"));
        if exists || !is_fact(asked, &name, arity) {
            return None;
        }
        self.fact = Some(asked.to_owned());
        Some("% Type :add to make this a fact of the program.\n".to_owned())
    }

    /// A clause is no query. Offers to add it to the program.
    fn offer(&mut self, clause: &str) {
        flush(self.session.engine.machine());
        let question = "This is a clause, not a query. Add it to the program? (y/n) ";
        let is_wanted = self.keyboard.edit(|editor| confirmed(editor, question));
        print(self.session.engine.machine(), "\n");
        if is_wanted {
            self.add(clause);
        }
    }

    /// Adds a clause to the program, and says so.
    pub fn add(&mut self, clause: &str) {
        if let Err(error) = self.session.engine.add_clause(clause) {
            self.session.report_error(&error);
            return self.session.end_message();
        }
        let clause = clause.trim();
        let text = match clause.contains('\n') {
            true => "% Added the clause.\n\n".to_owned(),
            false => format!("% Added: {clause}\n\n"),
        };
        print(self.session.engine.machine(), &text);
    }
}

/// How answers are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Manner {
    Usual,
    /// With counts, even if the flag is off.
    Timed,
    /// Without those that only say that the query holds.
    Told,
}

/// What a query turned out to be.
enum Asked {
    Goal,
    Clause,
}
