//! Showing the answers of a query.

use std::time::Instant;

use luminy::api::answer::Shown;
use luminy::api::error::Error;
use luminy::api::query::Query;
use luminy::api::shape::Limits;
use luminy::engine::machine::Machine;
use luminy::flags::FlagValue;

use crate::keys::{Action, HELP, piped, pressed};
use crate::session::{end_line, flush, print};

/// How answers are shown.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether somebody can press keys.
    pub is_interactive: bool,
    /// Whether output may be coloured.
    pub has_colour: bool,
    /// Whether counts stand behind each answer even if the flag is off.
    pub has_counts: bool,
}

/// Shows the answers of a query as long as they are wanted. The last one is
/// given back in full if it was not shown so.
pub fn show(mut query: Query, style: Style) -> Result<Option<String>, Error> {
    let mut wanted = 1;
    loop {
        let mut meter = Meter::start(query.machine());
        meter.is_on |= style.has_counts;
        let has_answer = query.advance()?;
        let machine = query.machine();
        meter.stop(machine);
        end_line(machine);
        if !has_answer {
            print(machine, "false.\n");
            meter.print(machine);
            print(machine, "\n");
            flush(machine);
            return Ok(None);
        }
        wanted -= 1;
        let limits = Limits::of_depth(print_depth(machine));
        query.keep_values();
        let shown = query.shown(limits).unwrap_or_default();
        let behind = if query.can_have_more() { " " } else { "" };
        print(query.machine(), &(text(&shown, style) + behind));
        if !query.can_have_more() {
            let machine = query.machine();
            print(machine, ".\n");
            meter.print(machine);
            print(machine, "\n");
            flush(machine);
            let is_folded = shown.is_folded;
            return Ok(is_folded.then(|| full_text(&mut query)));
        }
        let is_wanted = wanted > 0 || {
            let more = ask(&mut query, style, shown);
            wanted = more.unwrap_or(0);
            more.is_some()
        };
        let machine = query.machine();
        if is_wanted {
            print(machine, ";\n");
            meter.print(machine);
        } else {
            print(machine, ".\n");
            meter.print(machine);
            print(machine, "\n");
        }
        flush(machine);
        if !is_wanted {
            return Ok(None);
        }
    }
}

/// How many more answers are wanted; none if the query is to end.
fn ask(query: &mut Query, style: Style, mut shown: Shown) -> Option<usize> {
    loop {
        flush(query.machine());
        let action = match style.is_interactive {
            true => pressed(),
            false => piped(query.machine()),
        };
        let machine = query.machine();
        match action {
            Action::Next => return Some(1),
            Action::Several(count) => return Some(count),
            Action::All => return Some(usize::MAX),
            Action::Stop => return None,
            Action::Help => print(machine, &format!("\n{HELP}")),
            Action::Full => {
                shown = query.shown(Limits::NONE)?;
                print(query.machine(), "\n");
            }
        }
        let text = text(&shown, style) + " ";
        print(query.machine(), &text);
    }
}

fn full_text(query: &mut Query) -> String {
    let shown = query.shown(Limits::NONE).unwrap_or_default();
    format!("{}.\n", lines(&shown))
}

fn lines(shown: &Shown) -> String {
    let parts: Vec<&str> = shown.parts().collect();
    match parts.as_slice() {
        [] => "true".to_owned(),
        parts => parts.join(",\n"),
    }
}

/// The text of an answer, with the marks of what was left out set off.
fn text(shown: &Shown, style: Style) -> String {
    let text = lines(shown);
    if !style.has_colour || !shown.is_folded {
        return text;
    }
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find("... ") {
        let end = rest[at..]
            .find(" more")
            .map_or(rest.len(), |end| at + end + 5);
        out += &format!("{}\u{1b}[2m{}\u{1b}[0m", &rest[..at], &rest[at..end]);
        rest = &rest[end..];
    }
    out + rest
}

/// The value of the flag that says how much of a term is shown.
fn print_depth(machine: &Machine) -> usize {
    let flag = machine.atoms.find("toplevel_print_depth");
    match flag
        .and_then(|flag| machine.flags.get(flag))
        .map(|flag| &flag.value)
    {
        Some(FlagValue::Int(depth)) => usize::try_from(*depth).unwrap_or(0),
        _ => 10,
    }
}

/// Counts what it takes to find an answer, if the flag `answer_stats` is on.
pub struct Meter {
    is_on: bool,
    start: Instant,
    inferences: u64,
    backtracks: u64,
    /// What it took, once the answer is there: people read at their leisure.
    result: Option<String>,
}

impl Meter {
    /// Counts from here on.
    pub fn start(machine: &Machine) -> Meter {
        let flag = machine.atoms.find("answer_stats");
        Meter {
            is_on: flag.is_some_and(|flag| machine.flags.is_on(flag)),
            start: Instant::now(),
            inferences: machine.inferences(),
            backtracks: machine.backtracks,
            result: None,
        }
    }

    /// What it has taken so far.
    pub fn text(&self, machine: &Machine) -> String {
        let time = self.start.elapsed().as_secs_f64() * 1000.0;
        let inferences = grouped(machine.inferences() - self.inferences);
        let backtracks = grouped(machine.backtracks - self.backtracks);
        format!("{inferences} inferences, {backtracks} backtracks, {time:.1} ms")
    }

    /// Counts no further.
    fn stop(&mut self, machine: &Machine) {
        self.result = Some(self.text(machine));
    }

    fn print(&self, machine: &mut Machine) {
        if self.is_on {
            let text = self.result.clone().unwrap_or_else(|| self.text(machine));
            print(machine, &format!("% {text}\n"));
        }
    }
}

/// A number with a blank between groups of three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}
