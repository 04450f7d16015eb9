//! Freeing atoms, and values of the host, that no term refers to any more.
//!
//! Either may stand in any word of the heap, the stacks and the registers, or of a
//! term off the heap. All that are in use are looked through without telling cells
//! from other words; a word that only looks like an atom keeps one for longer than
//! it had to be kept. What Rust code holds elsewhere is shown by those who hold it
//! (`each_atom`), or there for good ([`AtomTable::keep`]).
//!
//! [`AtomTable::keep`]: crate::atom::AtomTable::keep

use rustc_hash::FxHashSet;

use super::frames::Field;
use super::machine::Machine;
use crate::atom::{Atom, AtomTable, HostValue, Uses};
use crate::program::clause::Clause;
use crate::program::database::Retired;
use crate::term::cell::{Cell, Tag};
use crate::term::image::Image;

/// With fewer handles nothing is looked through while a query is running.
const FEW: usize = 1000;

/// While the collector is tested, atoms are freed at one of so many collections.
const STRESSED: u64 = 16;

/// The handle that a word is, if it is one.
fn handle(word: u64) -> Option<Atom> {
    let cell = Cell(word);
    let atom = Atom::from_index((word >> 3) as u32);
    (cell.tag() == Tag::Atm && word >> 35 == 0 && atom.is_handle()).then_some(atom)
}

/// The atoms and handles in use.
struct Used {
    handles: FxHashSet<Atom>,
    atoms: Uses,
    /// How many words have been looked at.
    words: u64,
}

impl Used {
    fn new(atoms: &AtomTable) -> Used {
        Used {
            handles: FxHashSet::default(),
            atoms: atoms.uses(),
            words: 0,
        }
    }

    fn note(&mut self, atom: Atom) {
        match atom.is_handle() {
            true => drop(self.handles.insert(atom)),
            false => self.atoms.note(atom.index()),
        }
    }

    #[inline]
    fn look_at(&mut self, word: u64) {
        const ATM: u64 = Tag::Atm as u64;
        const FUN: u64 = Tag::Fun as u64;
        match word & 7 {
            ATM if word >> 35 == 0 => self.note(Atom::from_index((word >> 3) as u32)),
            FUN => self.atoms.note((word >> 32) as u32),
            _ => {}
        }
    }

    fn look_through(&mut self, words: impl IntoIterator<Item = u64>) {
        let mut count = 0;
        for word in words {
            count += 1;
            self.look_at(word);
        }
        self.words += count;
    }

    fn look_at_image(&mut self, image: &Image) {
        self.look_through(image.words.iter().copied());
        self.look_at(image.root.0);
    }

    fn look_at_clause(&mut self, clause: &Clause) {
        self.look_through(clause.each_word());
        clause.atom().into_iter().for_each(|atom| self.note(atom));
        clause.source_atoms().for_each(|atom| self.note(atom));
    }

    /// What may be atoms, functors or cells in the words and operands of code.
    fn look_through_code(&mut self, words: &[u64]) {
        for &word in words {
            self.look_at(word);
            let operand = (word >> 32) as u32;
            self.atoms.note(operand);
            self.atoms.note(operand >> 3);
        }
        self.words += words.len() as u64;
    }
}

impl Machine {
    /// The term that stands for a value of the host.
    pub fn new_handle(&mut self, kind: &str, value: HostValue) -> Cell {
        Cell::atom(self.atoms.add_handle(kind, value))
    }

    /// Notes that a clause may hold handles.
    pub(super) fn note_handles(&mut self, clause: &Clause) {
        if !self.has_handle_clauses && self.atoms.handles() > 0 {
            self.has_handle_clauses = clause.each_word().any(|word| handle(word).is_some());
        }
    }

    /// Frees handles between queries.
    pub(super) fn sweep_between_queries(&mut self) {
        let handles = self.atoms.handles();
        if handles > 0 && (!self.has_handle_clauses || handles >= self.handle_threshold) {
            let mut used = Used::new(&self.atoms);
            self.look_off_stacks(&mut used);
            if self.has_handle_clauses {
                self.look_at_clauses(&mut used);
            }
            self.sweep_handles(&used);
        }
    }

    /// Frees atoms and handles at a collection, when nothing but live terms is on the
    /// heap. The first `live` X registers are in use, and of the environments the
    /// words at `slots`.
    pub(super) fn sweep_while_running(&mut self, live: usize, slots: impl Iterator<Item = u64>) {
        let handles = self.atoms.handles() >= self.handle_threshold.max(FEW);
        let atoms = self.is_atom_collection_due();
        if !handles && !atoms {
            return;
        }
        self.shapes.clear();
        let mut used = Used::new(&self.atoms);
        self.look_at_stacks(live, slots, &mut used);
        self.look_off_stacks(&mut used);
        if atoms || self.has_handle_clauses {
            self.look_at_clauses(&mut used);
        }
        if atoms {
            self.look_at_names(&mut used);
            self.atoms.sweep(&used.atoms, 8 * used.words);
            self.atom_collections += 1;
        }
        if handles {
            self.sweep_handles(&used);
        }
    }

    /// Whether atoms are to be freed at this collection. A predicate in Rust that
    /// asks a query may hold some.
    fn is_atom_collection_due(&self) -> bool {
        let tested = self.stress && self.collections.is_multiple_of(STRESSED);
        (tested || self.atoms.is_collection_due()) && self.nesting == 0
    }

    fn look_at_stacks(&self, live: usize, slots: impl Iterator<Item = u64>, used: &mut Used) {
        used.look_through(self.x[..live].iter().map(|cell| cell.0));
        let heap = (8..self.mem.h).step_by(8);
        used.look_through(heap.map(|at| self.mem.get(at).0));
        used.look_through(slots.map(|at| self.environment_word(at)));
        used.look_through(self.mem.trail_words());
        used.look_through(self.cleanups.iter().map(|cell| cell.0));
        used.look_through(self.mem.woken.iter().map(|&(_, value)| value.0));
        let mut b = self.b;
        while b > 0 {
            let arguments = 0..self.field(b, Field::Arguments) as usize;
            used.look_through(arguments.map(|index| self.choice_argument(b, index).0));
            b = self.field(b, Field::Previous);
        }
    }

    /// Terms off the heap, those of clauses apart.
    fn look_off_stacks(&self, used: &mut Used) {
        for image in self.globals.values.values() {
            used.look_at_image(image);
        }
        for image in self.globals.answers.values() {
            used.look_at_image(image);
        }
        for collector in &self.collectors {
            used.look_through(collector.words());
            collector
                .demanded()
                .for_each(|image| used.look_at_image(image));
        }
        self.globals
            .demanded()
            .for_each(|image| used.look_at_image(image));
        for image in self
            .solver
            .iter()
            .flat_map(|solver| solver.images.iter().map(|posted| &posted.image))
        {
            used.look_at_image(image);
        }
        if let Some(image) = &self.mem.occurs_found {
            used.look_at_image(image);
        }
    }

    fn look_at_clauses(&self, used: &mut Used) {
        for (clause, code) in self.watching.iter().flat_map(|watching| watching.clauses()) {
            used.look_at_clause(clause);
            used.look_through_code(code.body());
        }
        for predicate in self.db.changed_predicates() {
            for clause in predicate.clauses.all() {
                used.look_at_clause(clause);
            }
            for clause in predicate.linked.iter().flat_map(|linked| &linked.clauses) {
                used.look_at_clause(clause);
            }
        }
        for retired in &self.db.retired {
            match retired {
                Retired::Clause(clause) => used.look_at_clause(clause),
                Retired::Linked(linked) => {
                    linked
                        .clauses
                        .iter()
                        .for_each(|one| used.look_at_clause(one));
                }
                Retired::Code(code) => used.look_through_code(code.body()),
            }
        }
    }

    /// Atoms that are in no term: names of what there is.
    fn look_at_names(&self, used: &mut Used) {
        for (name, module) in self.db.modules() {
            used.note(name);
            module.each_atom(&mut |atom| used.note(atom));
        }
        for (_, predicate) in self.db.predicates() {
            used.note(predicate.module);
            used.note(predicate.functor.name());
            predicate.file.into_iter().for_each(|file| used.note(file));
        }
        for (&module, codes) in &self.goal_code {
            used.note(module);
            for (key, code) in codes {
                used.look_through(key.iter().copied());
                used.look_through_code(code.body());
            }
        }
        for (&module, ops) in &self.module_ops {
            used.note(module);
            ops.names().for_each(|name| used.note(name));
        }
        used.note(self.ops_module);
        self.ops.names().for_each(|name| used.note(name));
        self.io.alias_names().for_each(|name| used.note(name));
        let mut atoms = Vec::new();
        let mut atom = |atom| atoms.push(atom);
        let mut term = |image: &Image| used.look_at_image(image);
        self.flags.each_atom(&mut atom, &mut term);
        self.loading.each_atom(&mut atom, &mut term);
        self.globals.each_atom(&mut atom, &mut term);
        atoms.into_iter().for_each(|atom| used.note(atom));
    }

    fn sweep_handles(&mut self, used: &Used) {
        let dropped = self
            .atoms
            .sweep_handles(|atom| used.handles.contains(&atom));
        self.handle_threshold = 2 * self.atoms.handles();
        drop(dropped);
    }

    /// Makes the next call free the atoms that are not in use.
    pub fn request_atom_collection(&mut self) {
        self.atoms.request_collection();
        self.request_collection();
    }

    /// How many times atoms have been looked for that are not in use.
    pub fn atom_collections(&self) -> u64 {
        self.atom_collections
    }
}
