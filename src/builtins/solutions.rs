//! The solutions of nondeterministic predicates.

use crate::engine::machine::Machine;
use crate::engine::registry::{Choices, Next, Start};
use crate::error::{Ball, Outcome};

/// Solutions that are all known: each item is one, once it is unified.
struct Items<T, F> {
    items: std::vec::IntoIter<T>,
    unify: F,
}

impl<T, F> Choices for Items<T, F>
where
    T: Send,
    F: FnMut(&mut Machine, &T) -> Outcome + Send,
{
    fn next(&mut self, machine: &mut Machine) -> Result<Option<Next>, Ball> {
        let Some(item) = self.items.next() else {
            return Ok(Some(Next::Fail));
        };
        let holds = (self.unify)(machine, &item)?;
        let is_last = self.items.as_slice().is_empty();
        Ok(match (holds, is_last) {
            (true, true) => Some(Next::Last),
            (true, false) => Some(Next::More),
            (false, true) => Some(Next::Fail),
            (false, false) => None,
        })
    }
}

/// What one step of an endless or long enumeration gave, by whether its
/// unification holds and whether there are further candidates.
pub fn step(holds: bool, is_last: bool) -> Option<Next> {
    match (holds, is_last) {
        (true, true) => Some(Next::Last),
        (true, false) => Some(Next::More),
        (false, true) => Some(Next::Fail),
        (false, false) => None,
    }
}

impl Machine {
    /// Runs `attempt` and takes back what it has bound.
    pub fn would(&mut self, attempt: impl FnOnce(&mut Machine) -> Outcome) -> Outcome {
        let (mark, top) = (self.mem.tr, self.mem.h);
        let hb = std::mem::replace(&mut self.mem.hb, top);
        let outcome = attempt(self);
        self.mem.undo_to(mark);
        self.mem.hb = hb;
        if outcome.is_ok() {
            self.mem.h = top;
        }
        outcome
    }

    /// The solutions that arise from those of `items` which unify. All others
    /// are sorted out at once, so that the last solution leaves no choice point.
    pub fn solutions<T, F>(&mut self, items: Vec<T>, mut unify: F) -> Result<Start, Ball>
    where
        T: Send + 'static,
        F: FnMut(&mut Machine, &T) -> Outcome + Send + 'static,
    {
        let mut matching = Vec::new();
        for item in items {
            if self.would(|m| unify(m, &item))? {
                matching.push(item);
            }
        }
        match matching.len() {
            0 => Ok(Start::Fail),
            1 => {
                let holds = unify(self, &matching[0])?;
                Ok(if holds { Start::Succeed } else { Start::Fail })
            }
            _ => Ok(Start::Choices(Box::new(Items {
                items: matching.into_iter(),
                unify,
            }))),
        }
    }
}

/// The start of a predicate that turned out to be deterministic.
pub fn once(outcome: Outcome) -> Result<Start, Ball> {
    Ok(if outcome? {
        Start::Succeed
    } else {
        Start::Fail
    })
}
