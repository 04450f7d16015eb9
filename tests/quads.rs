//! Runs the queries in `tests/quads` with the runner `tests/quads.pl`.
//!
//! A file runs in one process. When that crashes or hangs in a query, the query
//! has failed, and a new process goes on with the next one.

mod common;

use common::{Luminy, Scratch};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// A query that says nothing for so long hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A file whose queries end so many processes is given up.
const MOST_CRASHES: usize = 10;

#[test]
fn queries_have_their_answers() {
    let filter = std::env::var("QUADS").unwrap_or_default();
    let files: Vec<_> = common::files(&common::root().join("tests/quads"), "quads")
        .into_iter()
        .filter(|file| common::shown(file).contains(&filter))
        .collect();
    let mut count = 0;
    let mut failures = Vec::new();
    for file in &files {
        let lines = query_lines(file);
        count += lines.len();
        failures.extend(failing_queries(file, &lines));
    }
    assert!(count > 0, "no queries found");
    assert!(
        failures.is_empty(),
        "{} of {count} queries fail\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// The line of each query, counted from 1.
fn query_lines(file: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(file).expect("the file can be read");
    text.lines()
        .enumerate()
        .filter(|(_, line)| line.starts_with("?- "))
        .map(|(index, line)| (index + 1, line.to_string()))
        .collect()
}

/// One message for each query of `file` that fails.
fn failing_queries(file: &Path, lines: &[(usize, String)]) -> Vec<String> {
    let mut failures = Vec::new();
    let mut first = 1;
    let mut crashes = 0;
    let mut fail = |number: usize, why: &str| {
        let (line, query) = lines.get(number - 1).cloned().unwrap_or_default();
        failures.push(format!(
            "{}:{line}: {query}\n    {why}",
            common::shown(file)
        ));
    };
    while first <= lines.len() {
        let (stopped_in, why) = run_from(file, first, &mut fail);
        match stopped_in {
            Some(number) => {
                fail(number, &why);
                crashes += 1;
                if crashes == MOST_CRASHES {
                    (number + 1..=lines.len()).for_each(|number| fail(number, "not run"));
                    break;
                }
                first = number + 1;
            }
            None => break,
        }
    }
    failures
}

/// Runs the queries from number `first` on. Gives the query that ended the
/// process too early, if any, and how.
fn run_from(
    file: &Path,
    first: usize,
    fail: &mut dyn FnMut(usize, &str),
) -> (Option<usize>, String) {
    let scratch = Scratch::new();
    let runner = common::root().join("tests/quads.pl");
    let first_text = first.to_string();
    let args = [
        runner.as_os_str(),
        "-g".as_ref(),
        "main".as_ref(),
        "-t".as_ref(),
        "halt".as_ref(),
        "--".as_ref(),
        file.as_os_str(),
        first_text.as_ref(),
    ];
    let mut child = Luminy::new(args).dir(scratch.path()).spawn();
    let lines = lines_of(child.stdout.take().expect("stdout is piped"));
    let errors = lines_of(child.stderr.take().expect("stderr is piped"));
    let mut current = first;
    let mut why = "the process ended";
    loop {
        match lines.recv_timeout(PATIENCE) {
            Ok(line) => match parse(&line) {
                Some(("begin", number, _)) => current = number,
                Some(("fail", number, got)) => fail(number, got),
                Some(("end", ..)) => {
                    common::wait(&mut child, PATIENCE);
                    return (None, String::new());
                }
                _ => {}
            },
            Err(mpsc::RecvTimeoutError::Timeout) => {
                why = "no answer in time";
                break;
            }
            Err(mpsc::RecvTimeoutError::Disconnected) => break,
        }
    }
    let status = common::wait(&mut child, Duration::ZERO);
    let last_error = errors.try_iter().last().unwrap_or_default();
    (
        Some(current),
        format!("{why} with status {status:?} {last_error}"),
    )
}

/// Splits `KIND NUMBER REST`; only `end` has no number.
fn parse(line: &str) -> Option<(&str, usize, &str)> {
    if line == "end" {
        return Some((line, 0, ""));
    }
    let (kind, rest) = line.split_once(' ')?;
    let (number, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    Some((kind, number.parse().ok()?, rest))
}

fn lines_of(pipe: impl std::io::Read + Send + 'static) -> mpsc::Receiver<String> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut reader = BufReader::new(pipe);
        let mut bytes = Vec::new();
        while reader.read_until(b'\n', &mut bytes).is_ok_and(|n| n > 0) {
            let line = String::from_utf8_lossy(&bytes).trim_end().to_string();
            if sender.send(line).is_err() {
                return;
            }
            bytes.clear();
        }
    });
    receiver
}
