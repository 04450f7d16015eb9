//! Limits that a program sets to its own goals: of calls and of time.

use super::machine::Machine;
use crate::error::Ball;

/// What a goal may take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Bound {
    /// Calls and looks for further solutions: the count of all of them at which the goal
    /// must have ended.
    Calls(u64),
    /// Time: the reading of the wall clock, in seconds.
    Time(f64),
}

/// The limit of a goal that is running.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// The number by which it is taken away.
    pub id: u64,
    /// What it is.
    pub bound: Bound,
}

/// Limits that are in force, the outer ones first.
#[derive(Debug, Default)]
pub struct Limits {
    list: Vec<Limit>,
    last_id: u64,
}

impl Limits {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The reading of the wall clock at which the first limit of time is reached.
    pub(super) fn nearest_time(&self) -> Option<f64> {
        let times = self.list.iter().filter_map(|limit| match limit.bound {
            Bound::Time(end) => Some(end),
            Bound::Calls(_) => None,
        });
        times.min_by(f64::total_cmp)
    }
}

/// Predicates between the set-up of something and what guarantees its cleanup, and
/// between the end of that and the cleanup.
const UNDISTURBED: [(&str, usize); 16] = [
    ("$must_be_callable", 1),
    ("$call_cleanup", 2),
    ("$events_then", 2),
    ("$events", 1),
    ("$event", 1),
    ("$recover", 2),
    ("$run_cleanups", 1),
    ("$run_cleanup", 1),
    ("$undisturbed", 2),
    ("$disturbed", 1),
    ("catch", 3),
    ("call", 1),
    ("$release", 2),
    ("$unlimit", 2),
    // What limits themselves call before they are taken away.
    ("ignore", 1),
    ("arg", 3),
];

impl Machine {
    /// Whether limits and interrupts wait, since a cleanup would be lost.
    #[cold]
    pub(super) fn is_undisturbed(&self) -> bool {
        self.inferences() < self.undisturbed || self.leads_to_cleanup()
    }

    /// Whether a predicate is called that limits and interrupts do not come before.
    #[cold]
    pub(super) fn leads_to_cleanup(&self) -> bool {
        let functor = match self.called {
            Some(id) => Some(self.db.predicate(id).functor),
            None => self.builtin_names.get(self.running as usize).copied(),
        };
        let what = functor.map(|functor| (self.atoms.text(functor.name()), functor.arity()));
        // A cleanup that waits would be forgotten.
        !self.cleanups.is_empty() || what.is_some_and(|what| UNDISTURBED.contains(&what))
    }

    /// Sets a limit; its number.
    pub fn set_limit(&mut self, bound: Bound) -> u64 {
        self.limits.last_id += 1;
        let id = self.limits.last_id;
        self.limits.list.push(Limit { id, bound });
        self.restart_chunk();
        self.set_alarm();
        id
    }

    /// Takes a limit away, and those inside of it; what was left of it.
    pub fn drop_limit(&mut self, id: u64) -> Option<Bound> {
        let at = self.limits.list.iter().position(|limit| limit.id == id)?;
        let bound = self.limits.list[at].bound;
        self.limits.list.truncate(at);
        self.restart_chunk();
        self.set_alarm();
        Some(match bound {
            Bound::Calls(end) => Bound::Calls(end.saturating_sub(self.steps())),
            Bound::Time(end) => Bound::Time(end - self.arith.clock.wall_seconds()),
        })
    }

    /// Takes all limits away: no goal is running.
    pub(super) fn clear_limits(&mut self) {
        self.limits.list.clear();
        self.set_alarm();
    }

    /// How many calls may be made until the nearest limit.
    pub(super) fn steps_to_limit(&self) -> u64 {
        let made = self.steps();
        let left = |limit: &Limit| match limit.bound {
            Bound::Calls(end) => Some(end.saturating_sub(made).max(1)),
            Bound::Time(_) => None,
        };
        let nearest = self.limits.list.iter().filter_map(left).min();
        nearest.unwrap_or(u64::MAX)
    }

    /// The ball of the outermost limit that has been reached, which is gone then.
    #[cold]
    pub(super) fn check_limits(&mut self) -> Result<(), Ball> {
        let made = self.steps();
        let now = self.seconds_ahead();
        let is_reached = |limit: &Limit| match limit.bound {
            Bound::Calls(end) => made >= end,
            Bound::Time(end) => now >= end,
        };
        let Some(at) = self.limits.list.iter().position(is_reached) else {
            return Ok(());
        };
        if self.is_undisturbed() {
            return Ok(());
        }
        let limit = self.limits.list[at];
        self.limits.list.truncate(at);
        self.set_alarm();
        let name = match limit.bound {
            Bound::Calls(_) => "inference_limit_exceeded",
            Bound::Time(_) => "time_limit_exceeded",
        };
        let id = self.mem.new_number(&limit.id.into());
        Err(Ball::Term(self.compound(name, &[id])))
    }
}
