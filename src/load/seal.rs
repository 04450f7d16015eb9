//! Predicates that the host has sealed: nothing that is loaded or run changes them.

use rustc_hash::{FxHashMap, FxHashSet};

use super::clause::HOOKS;
use crate::atom::{Atom, known};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::machine::Machine;
use crate::library::LIBRARIES;
use crate::program::predicate::{Definition, PredId, Predicate};
use crate::term::cell::{Cell, Functor, Tag};

impl Machine {
    /// Seals a predicate, which need not have clauses.
    pub fn seal(&mut self, module: Atom, functor: Functor) {
        let id = self.db.find_or_add(module, functor);
        self.db.predicate_mut(id).traits.sealed = true;
    }

    /// Seals all predicates that the program has, what it imports, and what its clauses
    /// call of libraries, the modules of the libraries, and the hooks that change what
    /// is loaded or asked later.
    pub fn seal_all(&mut self) {
        let is_own = |id: &PredId| {
            let predicate = self.db.predicate(*id);
            let is_systems = predicate.traits.system || predicate.module == known::SYSTEM;
            let is_wanted = match predicate.definition {
                Definition::Import(_) => true,
                _ if predicate.is_defined() => true,
                _ => {
                    let library = self.autoload_index.get(&self.atoms, predicate.functor);
                    library.is_some()
                }
            };
            !is_systems && is_wanted
        };
        let all = self.db.predicates().map(|(id, _)| id);
        let own: Vec<PredId> = all.filter(is_own).collect();
        for id in own {
            self.db.predicate_mut(id).traits.sealed = true;
        }
        for (name, arity) in HOOKS {
            let name = self.atoms.intern(name);
            self.seal(known::USER, Functor::new(name, arity));
        }
        let libraries: Vec<Atom> = LIBRARIES
            .iter()
            .map(|library| self.atoms.intern(library.name))
            .collect();
        self.db.seal_modules(libraries);
    }

    /// Makes the predicates of libraries known that clauses of the program name as
    /// goals or parts of goals, such as `foo` in `maplist(foo, Xs)`.
    pub fn mention_libraries(&mut self) {
        let mut by_name: FxHashMap<Atom, Vec<Functor>> = FxHashMap::default();
        for functor in self.autoload_index.named(&self.atoms) {
            by_name.entry(functor.name()).or_default().push(functor);
        }
        let is_own =
            |predicate: &Predicate| !predicate.traits.system && predicate.module != known::SYSTEM;
        let own = self.db.predicates().filter(|(_, p)| is_own(p));
        let own: Vec<(PredId, Atom)> = own.map(|(id, p)| (id, p.module)).collect();
        for (id, module) in own {
            for functor in self.named_in_bodies(id, &by_name) {
                self.db.find_or_add(module, functor);
            }
        }
    }

    /// The predicates among `known` that atoms and compound terms in the bodies of a
    /// predicate may come to call, with the arguments that `call/N` adds.
    fn named_in_bodies(
        &self,
        id: PredId,
        known: &FxHashMap<Atom, Vec<Functor>>,
    ) -> FxHashSet<Functor> {
        let mut found = FxHashSet::default();
        for clause in self.clauses_of(id) {
            for functor in named(&clause.to_image().words, clause.body()) {
                let libraries = known.get(&functor.name()).into_iter().flatten();
                found.extend(libraries.filter(|l| l.arity() >= functor.arity()));
            }
        }
        found
    }

    /// Reports that a file gives clauses to a sealed predicate.
    pub(super) fn refuse_sealed(&mut self, id: PredId) {
        let Some(context) = self.loading.contexts.last_mut() else {
            return;
        };
        if !context.scattered.insert(id) {
            return;
        }
        let functor = self.db.predicate(id).functor;
        let message = format!(
            "{} is protected by the host: a program cannot define it",
            self.functor_text(functor)
        );
        let mut diagnostic = Diagnostic::new(Severity::Error, "E0308", message);
        diagnostic.span = self.head_span(functor);
        diagnostic.help = Some("give the predicate another name".to_owned());
        self.report(diagnostic);
    }
}

/// The functors of the atoms and compound terms in a term of an image.
fn named(words: &[u64], term: Option<Cell>) -> Vec<Functor> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    let mut todo = Vec::from_iter(term);
    while let Some(cell) = todo.pop() {
        let at = match cell.tag() {
            Tag::Atm => {
                found.push(Functor::new(cell.atom_value(), 0));
                continue;
            }
            Tag::Str | Tag::Lst => (cell.offset() / 8) as usize,
            _ => continue,
        };
        if !seen.insert(at) {
            continue;
        }
        let args = match cell.tag() {
            Tag::Lst => at..at + 2,
            _ => {
                let functor = Functor(words[at]);
                found.push(functor);
                at + 1..at + 1 + functor.arity()
            }
        };
        todo.extend(words[args].iter().map(|&word| Cell(word)));
    }
    found
}
