//! Queries from standard input, answers as lines of JSON: `luminy --json`.

use std::io::Write;

use luminy::api::error::Error;

use crate::session::Session;

/// Answers all queries of standard input; the exit status.
///
/// Each answer is a line, and so is each error. A query without answers gives
/// `{"status":"false"}`.
pub fn run(session: &mut Session) -> u8 {
    let mut out = std::io::stdout();
    loop {
        let query = match session.engine.next_input_query() {
            Ok(Some(query)) => query,
            Ok(None) => return 0,
            Err(error) => {
                if print(&mut out, &error.to_json()).is_err() {
                    return 1;
                }
                continue;
            }
        };
        let mut is_answered = false;
        for answer in query {
            let line = match &answer {
                Ok(answer) => answer.to_json(),
                Err(Error::Halt(status)) => return *status as u8,
                Err(error) => error.to_json(),
            };
            is_answered = true;
            if print(&mut out, &line).is_err() {
                return 1;
            }
            if answer.is_ok_and(|answer| answer.is_last()) {
                break;
            }
        }
        if !is_answered && print(&mut out, "{\"status\":\"false\"}").is_err() {
            return 1;
        }
    }
}

fn print(out: &mut impl Write, line: &str) -> std::io::Result<()> {
    writeln!(out, "{line}")?;
    out.flush()
}
