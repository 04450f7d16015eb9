//! Predicates that the host has sealed: nothing that is loaded or run changes them.

use super::clause::HOOKS;
use crate::atom::{Atom, known};
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::machine::Machine;
use crate::program::predicate::{Definition, PredId};
use crate::term::cell::Functor;

impl Machine {
    /// Seals a predicate, which need not have clauses.
    pub fn seal(&mut self, module: Atom, functor: Functor) {
        let id = self.db.find_or_add(module, functor);
        self.db.predicate_mut(id).traits.sealed = true;
    }

    /// Seals all predicates that the program has, and the hooks that change what is
    /// loaded or asked later.
    pub fn seal_all(&mut self) {
        let is_own = |id: &PredId| {
            let predicate = self.db.predicate(*id);
            let is_imported = matches!(predicate.definition, Definition::Import(_));
            let is_systems = predicate.traits.system || predicate.module == known::SYSTEM;
            !is_systems && predicate.is_defined() && !is_imported
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
