//! Showing the answers of a query.

use std::time::{Duration, Instant};

use luminy::api::answer::Shown;
use luminy::api::error::Error;
use luminy::api::query::Query;
use luminy::api::shape::Detail;
use luminy::engine::machine::Machine;
use luminy::flags::FlagValue;
use luminy::number::text::grouped;

use crate::keyboard::Keyboard;
use crate::keys::{Action, HELP, piped, pressed};
use crate::loads::Loads;
use crate::session::{end_line, flush, print};

/// How answers are shown.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Whether long answers are shown whole: a program reads them.
    pub is_whole: bool,
    /// Whether output may be coloured.
    pub has_colour: bool,
    /// Whether counts stand behind each answer even if the flag is off.
    pub has_counts: bool,
    /// Whether an answer that only says that the query holds is left out.
    pub hides_success: bool,
    /// Whether it is worth saying how to see a folded answer in full.
    pub hints_full: bool,
}

/// Who decides how many answers are wanted.
pub enum Asker<'a> {
    /// Semicolons on standard input.
    Pipe,
    /// A person. What was typed behind the query counts first.
    Person(&'a Keyboard),
}

/// What is shown of an answer when somebody asks for all of it.
const FULL: Detail = Detail {
    items: 50_000,
    shown: 50_000,
    subterms: 500_000,
    digits: usize::MAX,
};

/// Shows the answers of a query as long as they are wanted. The last one is
/// given back in full if it was not shown so.
pub fn show(
    mut query: Query,
    style: Style,
    mut asker: Asker,
    loads: &mut Loads,
) -> Result<Option<String>, Error> {
    let mut wanted = 1;
    let keyboard = match asker {
        Asker::Person(keyboard) => Some(keyboard),
        Asker::Pipe => None,
    };
    loop {
        let mut meter = Meter::start(query.machine(), keyboard);
        meter.is_on |= style.has_counts;
        let has_answer = query.advance()?;
        let machine = query.machine();
        meter.stop(machine);
        end_line(machine);
        loads.announce(machine);
        if !has_answer {
            print(machine, "false.\n");
            meter.print(machine);
            print(machine, "\n");
            flush(machine);
            return Ok(None);
        }
        wanted -= 1;
        query.keep_values();
        let mut answer = AnswerText::of(&mut query, style);
        if query.can_have_more() {
            let more = match wanted {
                0 => ask(&mut query, &mut answer, &mut asker),
                _ => {
                    print(query.machine(), &format!("{} ;\n", answer.text));
                    Some(wanted)
                }
            };
            if let Some(more) = more {
                wanted = more;
                meter.print(query.machine());
                flush(query.machine());
                continue;
            }
        } else if !(style.hides_success && answer.text == "true") {
            print(query.machine(), &format!("{}.\n", answer.text));
        }
        return Ok(finish(&mut query, &meter, &answer));
    }
}

/// Ends the last answer; it is given back in full if it was not shown so.
fn finish(query: &mut Query, meter: &Meter, answer: &AnswerText) -> Option<String> {
    let full = answer.is_folded.then(|| {
        let shown = query.shown(FULL).unwrap_or_default();
        format!("{}.\n", lines(&shown))
    });
    let machine = query.machine();
    meter.print(machine);
    if full.is_some() && answer.style.hints_full {
        print(machine, "% Type :full to see the whole answer.\n");
    }
    print(machine, "\n");
    flush(machine);
    full
}

/// An answer as it is shown.
struct AnswerText {
    text: String,
    is_folded: bool,
    style: Style,
}

impl AnswerText {
    fn of(query: &mut Query, style: Style) -> AnswerText {
        let limits = match style.is_whole {
            true => Detail::NONE,
            false => Detail::of_depth(print_depth(query.machine())),
        };
        AnswerText::within(query, style, limits)
    }

    fn within(query: &mut Query, style: Style, limits: Detail) -> AnswerText {
        let shown = query.shown(limits).unwrap_or_default();
        AnswerText {
            text: text(&shown, style),
            is_folded: shown.is_folded,
            style,
        }
    }
}

/// Shows an answer and asks how many more are wanted; none if the query is to end.
fn ask(query: &mut Query, answer: &mut AnswerText, asker: &mut Asker) -> Option<usize> {
    loop {
        let action = match asker {
            Asker::Pipe => ask_pipe(query.machine(), &answer.text),
            Asker::Person(keyboard) => ask_person(query.machine(), &answer.text, keyboard),
        };
        match action {
            Action::Next => return Some(1),
            Action::Several(count) => return Some(count),
            Action::All => return Some(usize::MAX),
            Action::Stop => return None,
            Action::Help => print(query.machine(), HELP),
            Action::Full => *answer = AnswerText::within(query, answer.style, FULL),
        }
    }
}

fn ask_pipe(machine: &mut Machine, text: &str) -> Action {
    print(machine, text);
    flush(machine);
    let action = piped(machine);
    print(
        machine,
        if action == Action::Next {
            " ;\n"
        } else {
            " .\n"
        },
    );
    action
}

fn ask_person(machine: &mut Machine, text: &str, keyboard: &Keyboard) -> Action {
    if keyboard.take_semicolon() {
        print(machine, &format!("{text} ;\n"));
        return Action::Next;
    }
    // The editor shows the last line, behind which the key is echoed.
    let (before, last) = match text.rfind('\n') {
        Some(at) => text.split_at(at + 1),
        None => ("", text),
    };
    print(machine, before);
    flush(machine);
    keyboard.edit(|editor| pressed(editor, &format!("{last} ")))
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
    /// What people are waited for at, and how long they had been at the start.
    waits: Option<(Keyboard, Duration)>,
    inferences: u64,
    backtracks: u64,
    /// What it took, once the answer is there: people read at their leisure.
    result: Option<String>,
}

impl Meter {
    /// Counts from here on.
    pub fn start(machine: &Machine, keyboard: Option<&Keyboard>) -> Meter {
        let flag = machine.atoms.find("answer_stats");
        Meter {
            is_on: flag.is_some_and(|flag| machine.flags.is_on(flag)),
            start: Instant::now(),
            waits: keyboard.map(|keyboard| (keyboard.clone(), keyboard.waited())),
            inferences: machine.inferences(),
            backtracks: machine.backtracks,
            result: None,
        }
    }

    /// What it has taken so far.
    pub fn text(&self, machine: &Machine) -> String {
        let waits = self.waits.as_ref();
        let waited = waits.map(|(keyboard, before)| keyboard.waited().saturating_sub(*before));
        let time = self
            .start
            .elapsed()
            .saturating_sub(waited.unwrap_or_default());
        let time = time.as_secs_f64() * 1000.0;
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
