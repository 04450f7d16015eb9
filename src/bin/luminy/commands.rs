//! Commands of the prompt: they start with a colon, as no query does.

use std::env;
use std::process::Command;

use luminy::atom::known;
use luminy::flags::FlagValue;

use crate::help::COMMANDS;
use crate::repl::Prompt;
use crate::session::print;

/// What follows a command.
pub enum Next {
    /// The next prompt.
    Prompt,
    /// The end of the session.
    Leave,
    /// A query, to which the command comes down.
    Query(String),
}

/// Runs a command, given without its colon.
pub fn run(prompt: &mut Prompt, command: &str) -> Next {
    let command = command.trim().trim_end_matches('.');
    let (name, rest) = command
        .split_once(char::is_whitespace)
        .unwrap_or((command, ""));
    let rest = rest.trim();
    match name {
        "help" | "h" | "?" if rest.is_empty() => say(prompt, COMMANDS),
        "help" | "h" => Next::Query(format!("help({rest}).")),
        "quit" | "q" | "exit" => Next::Leave,
        "load" | "l" => Next::Query(format!("consult({}).", quoted(rest))),
        "reload" | "r" | "make" => Next::Query("make.".to_owned()),
        "list" => match rest {
            "" => Next::Query("listing.".to_owned()),
            _ => Next::Query(format!("listing({rest}).")),
        },
        "time" => Next::Query(format!("time(({rest})).")),
        "full" | "w" => full(prompt),
        "stats" => stats(prompt, rest),
        "set" => set(rest),
        "edit" | "e" => edit(prompt, rest),
        _ => say(
            prompt,
            &format!("There is no command :{name}. Type :help for help.\n"),
        ),
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

/// Edits a file, or again the one edited last, and loads it.
fn edit(prompt: &mut Prompt, file: &str) -> Next {
    let file = match (file, &prompt.edited) {
        ("", Some(file)) => file.clone(),
        ("", None) => return say(prompt, "Name a file: :edit FILE\n"),
        _ => file.to_owned(),
    };
    prompt.edited = Some(file.clone());
    let editor = ["VISUAL", "EDITOR"].iter().find_map(env::var_os);
    let editor = editor.unwrap_or_else(|| "vi".into());
    match Command::new(&editor).arg(&file).status() {
        Ok(_) => Next::Query(format!("consult({}).", quoted(&file))),
        Err(error) => {
            let editor = editor.to_string_lossy();
            say(prompt, &format!("{editor} cannot be started: {error}\n"))
        }
    }
}
