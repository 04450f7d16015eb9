//! Commands of the prompt: they start with a colon, as no query does.

use std::env;
use std::path::Path;
use std::process::Command;

use luminy::atom::known;
use luminy::diagnostic::{Diagnostic, Severity};
use luminy::engine::machine::Machine;
use luminy::flags::FlagValue;

use crate::help::{COMMANDS, help_line};
use crate::manual::{explanation, unknown_code};
use crate::repl::Prompt;
use crate::session::{Session, print};

/// What follows a command.
pub enum Next {
    /// The next prompt.
    Prompt,
    /// The end of the session.
    Leave,
    /// A query, to which the command comes down.
    Query(String),
    /// A query behind whose answers stands what they have taken.
    Timed(String),
    /// A query that shows what it does, so that its success need not be told.
    Told(String),
}

/// Runs a command, given without its colon.
pub fn run(prompt: &mut Prompt, command: &str) -> Next {
    let command = command.trim().trim_end_matches('.');
    let (name, rest) = command
        .split_once(char::is_whitespace)
        .unwrap_or((command, ""));
    let rest = rest.trim();
    match full_name(name) {
        "help" if rest.is_empty() => say(prompt, COMMANDS),
        "help" => match command_help(rest) {
            Some(line) => say(prompt, &format!("{line}\n")),
            None => Next::Query(format!("help({rest}).")),
        },
        "quit" => Next::Leave,
        "load" => Next::Told(format!("consult({}).", quoted(rest))),
        "reload" => Next::Told("make.".to_owned()),
        "list" => match rest {
            "" => Next::Query("listing.".to_owned()),
            _ => Next::Query(format!("listing({rest}).")),
        },
        "bt" => backtrace(prompt),
        "explain" => explain(prompt, rest),
        "continue" | "abort" => say(prompt, "No query has been interrupted.\n"),
        "time" if rest.is_empty() => say(prompt, "Say what to run: :time GOAL\n"),
        "time" => Next::Timed(format!("{rest}.")),
        "add" => add(prompt, rest),
        "full" => full(prompt),
        "stats" => stats(prompt, rest),
        "set" => set(rest),
        "edit" => edit(prompt, rest),
        _ => say(
            prompt,
            &format!("There is no command :{name}. Type :help for help.\n"),
        ),
    }
}

/// Runs a command that comes on a pipe, given without its colon; whether it ends the
/// session. Those that concern the prompt itself are refused.
pub fn run_piped(session: &mut Session, command: &str) -> bool {
    let command = command.trim().trim_end_matches('.');
    let (name, rest) = command
        .split_once(char::is_whitespace)
        .unwrap_or((command, ""));
    let text = match full_name(name) {
        "help" => COMMANDS.to_owned(),
        "explain" => explanation(rest).unwrap_or_else(|| unknown_code(rest) + "\n"),
        "quit" => return true,
        _ => {
            session.report(refused(name));
            return false;
        }
    };
    print(session.engine.machine(), &format!("{text}\n"));
    false
}

/// The name of a command that has shorter ones, or other ones, as well.
fn full_name(name: &str) -> &str {
    match name {
        "h" | "?" => "help",
        "q" | "exit" => "quit",
        "l" => "load",
        "r" | "make" => "reload",
        "backtrace" => "bt",
        "w" => "full",
        "e" => "edit",
        name => name,
    }
}

/// What is said about a command that does nothing on a pipe.
fn refused(name: &str) -> Diagnostic {
    let error = |message: String| Diagnostic::new(Severity::Error, "", message);
    if usage(full_name(name)).is_some() || ["continue", "abort"].contains(&name) {
        return error(format!(
            "the command :{name} is only for the prompt in a terminal"
        ));
    }
    error(format!("there is no command :{name}")).help(":help lists the commands")
}

/// How the command of this name is used, if there is one.
pub fn usage(name: &str) -> Option<&'static str> {
    let name = match name {
        "exit" | "bye" => "quit",
        name => name,
    };
    help_line(name)
}

/// The line of `:help` on a command, which is given with its colon if its name is
/// that of a predicate as well.
fn command_help(asked: &str) -> Option<&'static str> {
    match asked.strip_prefix(':') {
        Some(name) => help_line(name),
        None if ["stats", "bt", "full", "quit"].contains(&asked) => help_line(asked),
        None => None,
    }
}

fn say(prompt: &mut Prompt, text: &str) -> Next {
    print(prompt.session.engine.machine(), &format!("{text}\n"));
    Next::Prompt
}

/// A path as an atom.
fn quoted(path: &str) -> String {
    let path = path.trim_matches(['\'', '"']);
    format!("'{}'", path.replace('\\', "\\\\").replace('\'', "\\'"))
}

/// Adds a clause, or the last query that may have been meant as one.
fn add(prompt: &mut Prompt, clause: &str) -> Next {
    let clause = match clause {
        "" => prompt.fact.take(),
        _ => Some(format!("{clause}.")),
    };
    match clause {
        Some(clause) => {
            prompt.add(&clause);
            Next::Prompt
        }
        None => say(prompt, "Say what to add: :add CLAUSE\n"),
    }
}

/// Shows the calls that led to the last error.
fn backtrace(prompt: &mut Prompt) -> Next {
    let calls = prompt.session.last_calls();
    let text = match calls.is_empty() {
        true => "There is no error of the program whose calls could be shown.\n".to_owned(),
        false => calls.iter().map(|call| format!("{call}\n")).collect(),
    };
    say(prompt, &text)
}

fn explain(prompt: &mut Prompt, code: &str) -> Next {
    match explanation(code) {
        Some(text) => say(prompt, &text),
        None if code.is_empty() => say(prompt, "Name a code: :explain E0301\n"),
        None => say(prompt, &format!("{}\n", unknown_code(code))),
    }
}

fn full(prompt: &mut Prompt) -> Next {
    let text = prompt.full_answer.clone();
    say(
        prompt,
        text.as_deref()
            .unwrap_or("The last answer was shown in full.\n"),
    )
}

fn stats(prompt: &mut Prompt, wanted: &str) -> Next {
    let machine = prompt.session.engine.machine();
    let flag = machine.atoms.intern("answer_stats");
    let is_on = match wanted {
        "on" => true,
        "off" => false,
        _ => !machine.flags.is_on(flag),
    };
    let value = if is_on { known::ON } else { known::OFF };
    machine.flags.put(flag, FlagValue::Atom(value));
    let text = if is_on { "on" } else { "off" };
    say(prompt, &format!("Counts behind each answer: {text}\n"))
}

fn set(rest: &str) -> Next {
    match rest.split_once(char::is_whitespace) {
        Some((flag, value)) => Next::Query(format!("set_prolog_flag({flag}, {value}).")),
        None if rest.is_empty() => {
            let goal = "forall(current_prolog_flag(F, V), (writeq(F = V), nl)).";
            Next::Query(goal.to_owned())
        }
        None => Next::Query(format!("current_prolog_flag({rest}, Value).")),
    }
}

/// The file of the program that was loaded first.
fn loaded_first(machine: &Machine) -> Option<String> {
    let mut files = machine.loading.files.keys().map(|&file| machine.text(file));
    files
        .find(|file| Path::new(file).is_file())
        .map(|file| machine.short_text(file))
}

/// Edits a file, by default the one edited last or else that loaded first, and loads it.
fn edit(prompt: &mut Prompt, file: &str) -> Next {
    let file = match (file, &prompt.edited) {
        ("", Some(file)) => file.clone(),
        ("", None) => match loaded_first(prompt.session.engine.machine()) {
            Some(file) => file,
            None => return say(prompt, "Name a file: :edit FILE\n"),
        },
        _ => file.to_owned(),
    };
    prompt.edited = Some(file.clone());
    let editor = ["VISUAL", "EDITOR"].iter().find_map(env::var_os);
    let editor = editor.unwrap_or_else(|| "vi".into());
    match Command::new(&editor).arg(&file).status() {
        Ok(_) => Next::Told(format!("consult({}).", quoted(&file))),
        Err(error) => {
            let editor = editor.to_string_lossy();
            say(prompt, &format!("{editor} cannot be started: {error}\n"))
        }
    }
}
