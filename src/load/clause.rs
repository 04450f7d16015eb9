//! Adding the clauses of a file.

use crate::atom::{Atom, known};
use crate::engine::machine::Machine;
use crate::error::Ball;
use crate::program::builtin::MetaArg;
use crate::program::clause::{Clause, ClauseSource};
use crate::program::predicate::{Definition, PredId};
use crate::term::cell::{Cell, Functor};

/// Predicates of `user` that the system asks and that programs change as they
/// run: dynamic and multifile from their first clause on.
pub(super) const HOOKS: [(&str, usize); 12] = [
    ("exception", 3),
    ("expand_answer", 2),
    ("expand_query", 4),
    ("file_search_path", 2),
    ("goal_expansion", 2),
    ("goal_expansion", 4),
    ("library_directory", 1),
    ("message_hook", 3),
    ("portray", 1),
    ("prolog_load_file", 2),
    ("term_expansion", 2),
    ("term_expansion", 4),
];

impl Machine {
    /// Adds a clause read from the file being loaded.
    pub fn load_clause(&mut self, term: Cell) -> Result<(), Ball> {
        let module = self.source_module();
        let split = self.split_clause(term, module)?;
        let functor = self.head_functor(split.head)?;
        if self.is_protected(functor) && !self.is_loading_library() {
            self.refuse_clause(functor);
            return Ok(());
        }
        if self.is_matching_rule(split.head) {
            self.refuse_matching_rule(functor);
            return Ok(());
        }
        let clause = self.new_clause(&split, |m| Some(m.clause_source()))?;
        self.place_clause(split.module, functor, clause);
        Ok(())
    }

    /// Adds a clause of the file being loaded to its predicate.
    pub(super) fn place_clause(&mut self, module: Atom, functor: Functor, clause: Clause) {
        let id = self.db.find_or_add(module, functor);
        if self.db.is_sealed(id) && !self.is_loading_library() {
            return self.refuse_sealed(id);
        }
        if let Some(from) = self.imported_by_name(id) {
            return self.refuse_imported(functor, from);
        }
        self.prepare_predicate(id);
        self.add_clause(id, clause, true);
    }

    /// Whether what is being loaded is a library.
    pub fn is_loading_library(&self) -> bool {
        self.loading
            .contexts
            .last()
            .is_some_and(|context| context.is_library)
    }

    fn clause_source(&mut self) -> ClauseSource {
        let names = self.load_names();
        let Some(context) = self.loading.contexts.last() else {
            return ClauseSource::default();
        };
        let name_of = |var: &Cell| {
            let named = names
                .iter()
                .find(|&&(_, cell)| self.mem.deref(cell) == *var);
            named.map(|&(name, _)| name)
        };
        ClauseSource {
            file: Some(context.file),
            included: context.part(),
            line: context.term.start.line,
            end_line: context.term.end.line,
            names: self.mem.copied_variables().iter().map(name_of).collect(),
        }
    }

    /// Before a clause from the file being loaded: at the first one for its
    /// predicate, those of an earlier load go.
    fn prepare_predicate(&mut self, id: PredId) {
        let Some(context) = self.loading.contexts.last_mut() else {
            return;
        };
        let (file, is_library) = (context.file, context.is_library);
        let is_first = context.seen.insert(id);
        let follows = context.last.replace(id) == Some(id);
        if is_first {
            self.begin_definition(id, file, is_library);
        } else if !follows && !self.db.predicate(id).traits.multifile {
            self.warn_scattered(id);
        }
    }

    /// Where a predicate comes from that the file being loaded has imported by name.
    fn imported_by_name(&self, id: PredId) -> Option<PredId> {
        let context = self.loading.contexts.last()?;
        let from = *context.imported.get(&id)?;
        let is_imported = matches!(self.db.predicate(id).definition, Definition::Import(_));
        is_imported.then_some(from)
    }

    fn begin_definition(&mut self, id: PredId, file: Atom, is_library: bool) {
        self.open_hook(id);
        if let Definition::Import(from) = self.db.predicate(id).definition {
            self.warn_hidden(id, from);
        }
        let predicate = self.db.predicate(id);
        let traits = predicate.traits;
        match predicate.definition {
            Definition::Clauses if predicate.clauses.live > 0 => {
                let other = self.other_file(id, file).filter(|_| !traits.multifile);
                if let Some(other) = other {
                    self.warn_redefined(id, other);
                    self.db.clear(id);
                } else if traits.multifile || traits.dynamic {
                    self.remove_clauses_of(id, file);
                } else {
                    self.db.clear(id);
                }
            }
            Definition::Clauses => {}
            _ => self.db.redefine(id, Definition::Clauses),
        }
        self.sweep_clauses(id);
        let predicate = self.db.predicate_mut(id);
        if !matches!(predicate.definition, Definition::Clauses) {
            predicate.definition = Definition::Clauses;
        }
        predicate.file = Some(file);
        predicate.traits.defined = true;
        if is_library {
            predicate.traits.system = true;
            predicate.traits.locked = predicate.module == known::SYSTEM;
        }
    }

    /// Another file that has given a predicate its clauses.
    fn other_file(&self, id: PredId, file: Atom) -> Option<Atom> {
        let mut sources = self
            .clauses_of(id)
            .into_iter()
            .filter_map(|clause| clause.source()?.file);
        sources.find(|&other| other != file)
    }

    /// Lets a program change a predicate as it runs, and several files define it,
    /// if it is a hook.
    fn open_hook(&mut self, id: PredId) {
        let predicate = self.db.predicate(id);
        let (name, arity) = (predicate.functor.name(), predicate.functor.arity());
        if predicate.module == known::USER && HOOKS.contains(&(self.text(name), arity)) {
            self.make_dynamic(id);
            self.db.predicate_mut(id).traits.multifile = true;
        }
    }

    /// Declares a property of a predicate, given by its indicator.
    pub fn declare(&mut self, module: Atom, functor: Functor, property: &str) -> Result<(), Ball> {
        if self.is_protected(functor) && !self.is_loading_library() {
            let culprit = self.indicator(functor);
            return Err(Ball::Permission(
                known::MODIFY,
                known::STATIC_PROCEDURE,
                culprit,
            ));
        }
        let id = self.db.find_or_add(module, functor);
        if !self.is_loading_library() {
            self.check_definable(id)?;
        }
        if matches!(self.db.predicate(id).definition, Definition::Import(_)) {
            self.db.redefine(id, Definition::Undefined);
        }
        let file = self
            .loading
            .contexts
            .last_mut()
            .filter(|context| !context.seen.contains(&id))
            .map(|context| (context.file, context.declared.insert(id)));
        if let Some((file, true)) = file {
            self.remove_clauses_of(id, file);
            let predicate = self.db.predicate_mut(id);
            if predicate.clauses.live == 0 {
                predicate.file = Some(file);
            }
        }
        let traits = &mut self.db.predicate_mut(id).traits;
        traits.defined = true;
        match property {
            "dynamic" => self.make_dynamic(id),
            "multifile" => traits.multifile = true,
            "discontiguous" => traits.discontiguous = true,
            "system" => traits.system = true,
            "locked" => traits.locked = true,
            "static" => {
                traits.dynamic = false;
                self.db.redefine(id, Definition::Clauses);
            }
            _ => {}
        }
        if matches!(self.db.predicate(id).definition, Definition::Undefined) {
            self.db.redefine(id, Definition::Clauses);
        }
        self.open_hook(id);
        Ok(())
    }

    /// Declares the arguments of a predicate by a head with a mode for each.
    pub fn declare_meta(&mut self, module: Atom, head: Cell) -> Result<(), Ball> {
        let functor = self.head_functor(head)?;
        let mut meta = Vec::new();
        if let Some((_, args)) = self.mem.compound(head) {
            for index in 0..args.len() {
                let arg = self.mem.deref(args.get(&self.mem, index));
                meta.push(self.meta_argument(arg)?);
            }
        }
        let id = self.db.find_or_add(module, functor);
        if !self.is_loading_library() {
            self.check_definable(id)?;
        }
        self.db.set_meta(id, meta.into());
        Ok(())
    }

    fn meta_argument(&self, arg: Cell) -> Result<MetaArg, Ball> {
        if arg.is_small() {
            return Ok(MetaArg::Goal(arg.small_value().clamp(0, 9) as u8));
        }
        let name = match arg.is_atom() {
            true => self.text(arg.atom_value()),
            false if arg.is_var() => return Err(Ball::Instantiation),
            false => return Err(Ball::Type(known::ATOM, arg)),
        };
        Ok(match name {
            ":" => MetaArg::Qualified,
            "^" => MetaArg::Existential,
            "//" => MetaArg::Grammar,
            "+" => MetaArg::In,
            "-" => MetaArg::Out,
            _ => MetaArg::Any,
        })
    }
}
