//! Transcripts of the REPL reading from a pipe.
//!
//! A transcript has lines that start with `?- `, which are the input, and the
//! lines printed in answer to them. Empty lines do not count. Lines that start
//! with `%` are remarks.

mod common;

use common::Luminy;
use std::fs;

#[test]
fn transcripts_are_reproduced() {
    let mut failures = Vec::new();
    for file in common::files(&common::root().join("tests/repl"), "transcript") {
        let text = fs::read_to_string(&file).expect("the transcript can be read");
        let (input, want) = parts(&text);
        let run = Luminy::new(["-q"]).input(input).run();
        let got: Vec<&str> = run
            .stdout
            .lines()
            .filter(|line| !line.trim().is_empty())
            .collect();
        if got != want || run.status != Some(0) {
            let place = want
                .iter()
                .zip(&got)
                .take_while(|(want, got)| want == got)
                .count();
            failures.push(format!(
                "{}: answer line {}\n  want {:?}\n  got  {:?}\n{}",
                common::shown(&file),
                place + 1,
                want.get(place),
                got.get(place),
                run.stderr
            ));
        }
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// The input of a transcript, and the lines that answer it.
fn parts(text: &str) -> (String, Vec<&str>) {
    let mut input = String::new();
    let mut answers = Vec::new();
    for line in text
        .lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('%'))
    {
        match line.strip_prefix("?- ") {
            Some(query) => input += &format!("{query}\n"),
            None => answers.push(line),
        }
    }
    (input, answers)
}
