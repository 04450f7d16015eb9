//! What the command line asks for, in order: files, goals, and then a goal,
//! the program's main goal, or the prompt.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::atomic::Ordering;

use luminy::api::error::Error;
use luminy::atom::known;
use luminy::diagnostic::{Diagnostic, Severity};
use luminy::syntax::reader::ReadOptions;
use luminy::term::cell::Cell;

use crate::json;
use crate::manual::explanation;
use crate::options::Options;
use crate::repl;
use crate::session::{FAILURE, FAULT, Session, print};

/// Runs what the options ask for; the exit status.
pub fn run(session: &mut Session, options: &Options) -> u8 {
    match run_all(session, options) {
        Ok(status) | Err(status) => status,
    }
}

/// `Err` is a status to leave with before all is done.
fn run_all(session: &mut Session, options: &Options) -> Result<u8, u8> {
    if let Some(code) = &options.explain {
        return explain(session, code);
    }
    session.engine.machine().loading.error_status = FAULT;
    if let Some(file) = options.start.as_ref().filter(|file| *file != "none") {
        load(session, file, options)?;
    }
    for file in &options.files {
        load(session, file, options)?;
    }
    let has_errors = session.engine.machine().loading.has_errors;
    let is_bad = has_errors || session.has_bad_file.load(Ordering::Relaxed);
    let status = if is_bad { FAULT } else { 0 };
    // A file that cannot be read has not begun to be loaded.
    session.engine.machine().loading.has_errors = is_bad;
    for goal in options.goals.iter().chain(&options.evaluate) {
        run_goal(session, goal)?;
    }
    if options.runs_main
        && !options.json
        && let Some(end) = run_main(session)
    {
        return end.map(|end| end.max(status));
    }
    if let Some(goal) = options.toplevel.as_ref().filter(|goal| *goal != "prolog") {
        run_goal(session, goal)?;
        return Ok(status);
    }
    if !options.evaluate.is_empty() {
        return Ok(status);
    }
    if options.json {
        return Ok(json::run(session, options.max_answers).max(status));
    }
    Ok(repl::run(session, options, status))
}

/// Prints what the manual says about the code of a message.
fn explain(session: &mut Session, code: &str) -> Result<u8, u8> {
    match explanation(code) {
        Some(text) => {
            print(session.engine.machine(), &text);
            Ok(0)
        }
        None => {
            let message = format!("no error or warning has the code {code}");
            session.report(Diagnostic::new(Severity::Error, "", message));
            Err(FAULT)
        }
    }
}

/// Loads a file; `Err` is a status to leave with.
fn load(session: &mut Session, file: &str, options: &Options) -> Result<(), u8> {
    if let Some(problem) = unreadable(file) {
        let message = format!("cannot load {file}: {problem}");
        session.report(Diagnostic::new(Severity::Error, "E0401", message));
        return Ok(());
    }
    // In a sandbox, relative paths start from the directory that may be read.
    let path = match options.sandbox {
        true => std::path::absolute(file).unwrap_or_else(|_| file.into()),
        false => file.into(),
    };
    match session.engine.consult_file(&path.to_string_lossy()) {
        Ok(_) => Ok(()),
        Err(error) => {
            if matches!(error, Error::Exceeded(_)) {
                // The rest of the file is missing.
                session.has_bad_file.store(true, Ordering::Relaxed);
                let message = error.to_string();
                let message = message.replacen("the query", &format!("loading {file}"), 1);
                session.report_exceeded(message);
                return Ok(());
            }
            session.report_error(&error).map_or(Ok(()), Err)
        }
    }
}

/// Why a file cannot be read as a program, if it is there and cannot.
fn unreadable(file: &str) -> Option<&'static str> {
    let path = Path::new(file);
    let candidates = ["", ".pl", ".pro", ".prolog"];
    let found = candidates
        .iter()
        .map(|extension| format!("{file}{extension}"))
        .find(|name| Path::new(name).is_file());
    let Some(found) = found else {
        return Some(if path.is_dir() {
            "it is a directory"
        } else if path.exists() {
            return None;
        } else {
            "there is no such file"
        });
    };
    let text = std::fs::File::open(found).map(std::io::BufReader::new);
    match text {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {
            Some("you are not allowed to read it")
        }
        Err(_) => Some("it cannot be read"),
        Ok(_) => None,
    }
}

/// Runs the main goal of the program, if it has one, which must succeed.
fn run_main(session: &mut Session) -> Option<Result<u8, u8>> {
    let goal = session.engine.machine().loading.main.last().cloned()?;
    let result = session.engine.run_main();
    Some(match outcome(session, result) {
        Err(status) => Err(status),
        Ok(Some(false)) => {
            let machine = session.engine.machine();
            let term = machine.build(&goal).unwrap_or(Cell::atom(known::FAIL));
            let plain = machine.strip_module(term, known::USER);
            let text = machine.shown(plain.map_or(term, |(_, plain)| plain));
            Err(failed(session, term, &text))
        }
        Ok(_) => Ok(0),
    })
}

/// Runs a goal that must succeed.
fn run_goal(session: &mut Session, goal: &str) -> Result<(), u8> {
    let result = session.engine.run_goal(goal);
    match outcome(session, result.map(Some))? {
        Some(false) => {
            let machine = session.engine.machine();
            let read = machine.parse(goal, ReadOptions::default());
            let term = read.map_or(Cell::atom(known::FAIL), |read| read.term);
            Err(failed(session, term, goal))
        }
        _ => Ok(()),
    }
}

/// The outcome of a goal, or the status to leave with.
fn outcome(session: &mut Session, result: Result<Option<bool>, Error>) -> Result<Option<bool>, u8> {
    result.map_err(|error| session.report_error(&error).unwrap_or(FAULT))
}

/// Says that a goal of the command line has failed.
fn failed(session: &mut Session, goal: Cell, text: &str) -> u8 {
    let diagnostic = session.engine.machine().failed_goal(goal, text);
    session.report(diagnostic);
    FAILURE
}
