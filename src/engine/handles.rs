//! Freeing the values of the host that no term refers to any more.
//!
//! A handle is an atom, so it may stand in any word of the heap, the stacks and
//! the registers, or of a term off the heap. All that are in use are looked
//! through without telling cells from other words; a word that only looks like a
//! handle keeps a value for longer than it had to be kept.

use rustc_hash::FxHashSet;

use super::frames::Field;
use super::machine::Machine;
use crate::atom::{Atom, HostValue};
use crate::term::cell::{Cell, Tag};
use crate::term::image::Image;

/// With fewer handles nothing is looked through while a query is running.
const FEW: usize = 1000;

/// The handle that a word is, if it is one.
fn handle(word: u64) -> Option<Atom> {
    let cell = Cell(word);
    let atom = Atom::from_index((word >> 3) as u32);
    (cell.tag() == Tag::Atm && word >> 35 == 0 && atom.is_handle()).then_some(atom)
}

/// The handles in use.
#[derive(Default)]
struct Used(FxHashSet<Atom>);

impl Used {
    fn look_through(&mut self, words: &[u64]) {
        self.0.extend(words.iter().filter_map(|&word| handle(word)));
    }

    fn look_at(&mut self, image: &Image) {
        self.look_through(&image.words);
        self.0.extend(handle(image.root.0));
    }
}

impl Machine {
    /// The term that stands for a value of the host.
    pub fn new_handle(&mut self, kind: &str, value: HostValue) -> Cell {
        Cell::atom(self.atoms.add_handle(kind, value))
    }

    /// Notes that a clause may hold handles.
    pub(super) fn note_handles(&mut self, image: &Image) {
        if !self.has_handle_clauses && self.atoms.handles() > 0 {
            self.has_handle_clauses = image.words.iter().any(|&word| handle(word).is_some());
        }
    }

    /// Frees handles between queries.
    pub(super) fn sweep_between_queries(&mut self) {
        let handles = self.atoms.handles();
        if handles > 0 && (!self.has_handle_clauses || handles >= self.handle_threshold) {
            self.sweep(Used::default());
        }
    }

    /// Frees handles at a collection, when nothing but live terms is on the heap.
    /// The first `live` X registers are in use, and of the environments the words
    /// at `slots`.
    pub(super) fn sweep_while_running(&mut self, live: usize, slots: impl Iterator<Item = u64>) {
        if self.atoms.handles() < self.handle_threshold.max(FEW) {
            return;
        }
        let mut used = Used::default();
        used.0
            .extend(self.x[..live].iter().filter_map(|cell| handle(cell.0)));
        let heap = (8..self.mem.h).step_by(8);
        used.0
            .extend(heap.filter_map(|at| handle(self.mem.get(at).0)));
        used.0
            .extend(slots.filter_map(|at| handle(self.environment_word(at))));
        used.0.extend(self.mem.trail_words().filter_map(handle));
        let mut b = self.b;
        while b > 0 {
            let arguments = 0..self.field(b, Field::Arguments) as usize;
            used.0
                .extend(arguments.filter_map(|index| handle(self.choice_argument(b, index).0)));
            b = self.field(b, Field::Previous);
        }
        self.sweep(used);
    }

    fn sweep(&mut self, mut used: Used) {
        if self.has_handle_clauses {
            for (_, predicate) in self.db.predicates() {
                for clause in predicate.clauses.all() {
                    used.look_through(clause.words());
                }
            }
        }
        for image in self.globals.values.values() {
            used.look_at(image);
        }
        for image in self.globals.answers.values() {
            used.look_at(image);
        }
        for collector in &self.collectors {
            used.look_through(&collector.words);
            used.0.extend(
                collector
                    .items
                    .iter()
                    .filter_map(|(_, item)| handle(item.root.0)),
            );
        }
        let dropped = self.atoms.sweep_handles(|atom| used.0.contains(&atom));
        self.handle_threshold = 2 * self.atoms.handles();
        drop(dropped);
    }
}
