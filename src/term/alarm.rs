//! Whether long walks over terms should end early.
//!
//! A predicate in Rust may be at one term for long. While it runs the alarm is armed:
//! walks look at it from time to time, and end with any result once it rings. The
//! predicate then fails or returns nonsense, which nobody sees: the machine finds the
//! alarm stopped, and raises what it rang for or runs the predicate again. So what
//! changes anything beside terms must ask before whether the alarm has rung.

use std::cell::Cell as Slot;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

/// So many steps of a walk are made between two looks.
pub const STEPS: u64 = 1 << 15;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Idle,
    Armed,
    Rung,
}

/// What ends long walks: an interrupt or a deadline.
#[derive(Debug)]
pub struct Alarm {
    state: Slot<State>,
    /// Set by other threads.
    pub(crate) interrupt: Arc<AtomicBool>,
    /// When the time is over.
    pub(crate) deadline: Option<Instant>,
}

/// The state of an alarm that has been paused.
pub(crate) struct Paused(State);

impl Default for Alarm {
    fn default() -> Alarm {
        Alarm {
            state: Slot::new(State::Idle),
            interrupt: Arc::default(),
            deadline: None,
        }
    }
}

impl Alarm {
    /// Whether the walk should end.
    pub fn rings(&self) -> bool {
        match self.state.get() {
            State::Idle => false,
            State::Rung => true,
            State::Armed => {
                self.is_due() && {
                    self.state.set(State::Rung);
                    true
                }
            }
        }
    }

    /// Whether the walk should end, asked in each step of a long one.
    #[inline(always)]
    pub fn rings_at(&self, step: u64) -> bool {
        step.is_multiple_of(STEPS) && self.rings()
    }

    /// Whether it has rung.
    #[inline(always)]
    pub fn has_rung(&self) -> bool {
        self.state.get() == State::Rung
    }

    fn is_due(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
            || self.deadline.is_some_and(|at| Instant::now() >= at)
    }

    /// Walks end early from now on.
    #[inline(always)]
    pub(crate) fn arm(&self) {
        self.state.set(State::Armed);
    }

    /// Walks do not end early from now on; whether one has.
    #[inline(always)]
    pub(crate) fn disarm(&self) -> bool {
        self.state.replace(State::Idle) == State::Rung
    }

    /// Walks that follow are made to their end until [`Alarm::resume`].
    pub(crate) fn pause(&self) -> Paused {
        Paused(self.state.replace(State::Idle))
    }

    /// Goes on as before [`Alarm::pause`].
    pub(crate) fn resume(&self, paused: Paused) {
        self.state.set(paused.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_rings_only_while_it_is_armed() {
        let alarm = Alarm::default();
        alarm.interrupt.store(true, Ordering::Relaxed);
        assert!(!alarm.rings());
        alarm.arm();
        assert!(!alarm.rings_at(STEPS + 1));
        assert!(alarm.rings_at(2 * STEPS));
        assert!(alarm.disarm());
        assert!(!alarm.rings());
    }

    #[test]
    fn a_deadline_rings_once_it_is_over() {
        let mut alarm = Alarm::default();
        alarm.arm();
        alarm.deadline = Instant::now().checked_add(std::time::Duration::from_secs(3600));
        assert!(!alarm.rings());
        alarm.deadline = Some(Instant::now());
        assert!(alarm.rings() && alarm.has_rung());
    }
}
