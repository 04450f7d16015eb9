//! Who goes through the clauses of a list, and what they met.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// A count that is kept while a list is only looked at.
#[derive(Debug, Default)]
pub(super) struct Tally(AtomicUsize);

impl Tally {
    /// Counts some more. What engines that share a list count at the same time may be lost.
    pub(super) fn add(&self, count: usize) {
        self.0
            .store(self.value().saturating_add(count), Ordering::Relaxed);
    }

    pub(super) fn value(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Clone for Tally {
    fn clone(&self) -> Tally {
        Tally(AtomicUsize::new(self.value()))
    }
}

/// A generation that is noted while a list is only looked at.
#[derive(Debug, Default)]
pub(super) struct Walked(AtomicU64);

impl Walked {
    pub(super) fn until(generation: u64) -> Walked {
        Walked(AtomicU64::new(generation))
    }

    #[inline(always)]
    pub(super) fn note(&self, generation: u64) {
        if self.0.load(Ordering::Relaxed) < generation {
            self.0.store(generation, Ordering::Relaxed);
        }
    }

    pub(super) fn value(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Clone for Walked {
    /// That of a list of its own: generations of others mean nothing there.
    fn clone(&self) -> Walked {
        Walked(AtomicU64::new(u64::MAX))
    }
}

/// Tells that somebody goes through a clause list as of some generation.
#[derive(Debug)]
pub struct Pin(#[allow(dead_code, reason = "held to be counted")] Arc<u64>);

/// The pins of a list.
#[derive(Debug, Default)]
pub(super) struct Pins {
    all: Vec<Arc<u64>>,
    /// From how many on those are dropped that nobody holds.
    limit: usize,
}

impl Clone for Pins {
    /// Those of a list of its own, which nobody is going through yet.
    fn clone(&self) -> Pins {
        Pins::default()
    }
}

impl Pins {
    pub(super) fn add(&mut self, generation: u64) -> Pin {
        if self.all.len() >= self.limit {
            self.tidy();
            self.limit = 2 * self.all.len() + 8;
        }
        let pin = Arc::new(generation);
        self.all.push(pin.clone());
        Pin(pin)
    }

    fn tidy(&mut self) {
        self.all.retain(|pin| Arc::strong_count(pin) > 1);
    }

    /// The generations of those that somebody holds.
    pub(super) fn generations(&mut self) -> impl Iterator<Item = u64> {
        self.tidy();
        self.all.iter().map(|pin| **pin)
    }

    /// Whether nobody holds a pin, as far as that is found out fast.
    pub(super) fn are_gone(&mut self) -> bool {
        while self
            .all
            .last()
            .is_some_and(|pin| Arc::strong_count(pin) == 1)
        {
            self.all.pop();
        }
        self.all.is_empty()
    }
}
