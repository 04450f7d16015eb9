//! What happens at Ctrl-C while a query runs: the prompt is back at once, and
//! the query waits until something else is asked.

use std::sync::{Arc, Mutex, PoisonError};

use luminy::api::engine::InterruptHandle;
use luminy::engine::machine::Machine;

use crate::answers::Meter;
use crate::editor::Input;
use crate::keyboard::Keyboard;
use crate::session::{end_line, flush, print, print_error};

/// What can be done with a query that was interrupted.
const COMMANDS: &str = "\
:continue        go on with the interrupted query
:bt              the calls that led to its current goal
:stats           what it has taken so far
:abort           end it; anything else that is asked ends it as well
";

/// What the prompt and the hook for interrupts share.
#[derive(Clone, Default)]
pub struct Pause(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// What the running query has taken since it was asked.
    meter: Option<Meter>,
    /// What was asked instead of going on.
    next: Option<String>,
    /// Whether the interrupt has been told.
    is_told: bool,
}

impl Pause {
    /// A query starts.
    pub fn start(&self, meter: Meter) {
        self.with(|state| {
            state.meter = Some(meter);
            state.is_told = false;
        });
    }

    /// What was asked instead of going on with the query before.
    pub fn take_next(&self) -> Option<String> {
        self.with(|state| state.next.take())
    }

    /// Tells an interrupt that nothing can go on after, unless it has been told.
    pub fn tell(&self, machine: &mut Machine) {
        if !self.with(|state| state.is_told) {
            let counts = self.counts(machine);
            // The terminal has shown the key.
            print_error(machine, &format!("\n% Interrupted after {counts}\n\n"));
        }
    }

    fn counts(&self, machine: &Machine) -> String {
        self.with(|state| match &state.meter {
            Some(meter) => meter.text(machine),
            None => "no time".to_owned(),
        })
    }

    /// Installs the hook that asks what is to become of an interrupted query.
    pub fn install(&self, machine: &mut Machine, handle: InterruptHandle, keyboard: Keyboard) {
        let pause = self.clone();
        machine.on_interrupt = Some(Box::new(move |machine| {
            let goes_on = pause.ask(machine, &keyboard);
            handle.clear();
            goes_on
        }));
    }

    /// Shows where the query is, and then the prompt; whether it is to go on.
    fn ask(&self, machine: &mut Machine, keyboard: &Keyboard) -> bool {
        self.with(|state| state.is_told = true);
        let place = goal_text(machine).map_or(String::new(), |goal| format!(", in {goal}"));
        let counts = self.counts(machine);
        let search = search_text(machine);
        let text = format!(
            "\n% Interrupted after {counts}{place}\n{search}% :continue goes on, :help says more\n\n"
        );
        end_line(machine);
        print_error(machine, &text);
        loop {
            flush(machine);
            let text = match keyboard.edit(|editor| editor.read("?- ", machine)) {
                Input::Dropped => continue,
                Input::End => return false,
                Input::Text(text) => text,
            };
            match text.trim().trim_end_matches('.') {
                "" => {}
                ":continue" | ":c" => return true,
                ":abort" | ":a" => return false,
                ":bt" => calls(machine),
                ":stats" => {
                    let counts = self.counts(machine);
                    print(machine, &format!("% {counts}\n\n"));
                }
                ":help" | ":h" | ":?" => print(machine, &format!("{COMMANDS}\n")),
                _ => {
                    self.with(|state| state.next = Some(text));
                    return false;
                }
            }
        }
    }

    fn with<T>(&self, use_state: impl FnOnce(&mut State) -> T) -> T {
        use_state(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// How far labeling has come, if there has been any.
fn search_text(machine: &Machine) -> String {
    match machine.solver_counts() {
        Some(counts) if counts.nodes > 0 => format!(
            "% Labeling: {} nodes, {} failures, {} solutions so far\n",
            counts.nodes, counts.failures, counts.solutions
        ),
        _ => String::new(),
    }
}

/// The goal that the machine is at.
fn goal_text(machine: &mut Machine) -> Option<String> {
    let top = machine.mem.heap_used();
    let goal = machine.interrupted_goal();
    let text = goal.map(|goal| machine.shown(goal));
    machine.mem.truncate(top);
    let text = text.map(|text| {
        text.strip_prefix("user:")
            .map_or(text.clone(), str::to_owned)
    });
    let is_known = |text: &String| !text.contains("system:") && !text.starts_with('$');
    text.filter(is_known).or_else(|| {
        let mut frames = machine.running_frames().into_iter();
        let own = frames.find(|frame| !frame.is_system);
        let functor = own.map(|frame| frame.functor);
        let functor = functor.or_else(|| machine.running_builtin())?;
        Some(machine.functor_text(functor))
    })
}

/// Shows the calls that led to the current goal.
fn calls(machine: &mut Machine) {
    let frames = machine.running_frames();
    let own: Vec<_> = frames
        .into_iter()
        .filter(|frame| !frame.is_system)
        .collect();
    let calls = machine.describe_calls(&own);
    let text = match calls.is_empty() {
        true => "% no call of the program is waiting for another to end\n".to_owned(),
        false => calls.iter().map(|call| format!("% {call}\n")).collect(),
    };
    print(machine, &(text + "\n"));
}
