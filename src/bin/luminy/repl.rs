//! The prompt.

use luminy::api::error::Error;

use crate::answers::{Style, show};
use crate::options::Options;
use crate::session::Session;

/// Answers queries until there are no more; the exit status.
pub fn run(session: &mut Session, _options: &Options) -> u8 {
    run_piped(session)
}

/// Answers the queries on standard input.
fn run_piped(session: &mut Session) -> u8 {
    let style = Style {
        is_interactive: false,
        has_colour: session.has_colour,
    };
    loop {
        let result = match session.engine.next_input_query() {
            Ok(Some(query)) => show(query, style),
            Ok(None) => return 0,
            Err(error) => Err(error),
        };
        if let Err(error) = result
            && let Some(status) = report(session, &error)
        {
            return status;
        }
    }
}

fn report(session: &mut Session, error: &Error) -> Option<u8> {
    session.report_error(error)
}
