//! What engines share: a loaded program, frozen.
//!
//! A machine that starts over a base copies none of it. What it changes becomes
//! its own, so that neither the base nor another machine over it sees a change.
//! All clauses of a base are compiled: a clause keeps its code, and code made by
//! one machine would refer to predicates that another does not have.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::autoload::Autoload;
use super::call::GoalCode;
use super::globals::Globals;
use super::loading::{LoadedFile, Loading};
use super::machine::{FixedCode, Machine};
use super::registry::{Closure, Function};
use crate::arith::context::{ArithContext, NoClock};
use crate::arith::evaluables::Evaluables;
use crate::atom::{Atom, AtomTable, known};
use crate::compile;
use crate::flags::Flags;
use crate::ops::Ops;
use crate::program::database::Database;
use crate::program::predicate::{Definition, PredId};
use crate::term::cell::Functor;
use crate::term::image::Image;

/// The frozen state that machines start from.
#[derive(Clone)]
pub struct Base {
    pub(super) db: Database,
    pub(super) atoms: AtomTable,
    pub(super) flags: Flags,
    pub(super) ops: Ops,
    pub(super) ops_module: Atom,
    pub(super) module_ops: FxHashMap<Atom, Ops>,
    pub(super) functions: Arc<[Function]>,
    pub(super) closures: Arc<Vec<Arc<Closure>>>,
    pub(super) builtin_names: Arc<Vec<Functor>>,
    pub(super) fixed: FixedCode,
    pub(super) autoload_index: Autoload,
    pub(super) expansion_hooks: Vec<PredId>,
    pub(super) files: Arc<IndexMap<Atom, LoadedFile, FxBuildHasher>>,
    pub(super) main: Vec<Image>,
    pub(super) globals: Globals,
    pub(super) goal_code: Arc<GoalCode>,
    pub(super) arith: ArithContext,
    pub(super) occurs_check: bool,
    pub(super) occurs_is_error: bool,
}

const fn assert_shareable<T: Send + Sync>() {}
const _: () = assert_shareable::<Base>();

impl Base {
    /// A base without any predicates.
    pub(super) fn bare() -> Base {
        let mut atoms = AtomTable::new();
        let flags = Flags::new(&mut atoms);
        let ops = Ops::predefined(&mut atoms);
        let evaluables = Arc::new(Evaluables::new(&mut atoms));
        Base {
            db: Database::new(),
            flags,
            ops,
            ops_module: known::USER,
            module_ops: FxHashMap::default(),
            functions: Arc::new([]),
            closures: Arc::default(),
            builtin_names: Arc::default(),
            fixed: FixedCode::new(),
            autoload_index: Autoload::default(),
            expansion_hooks: Vec::new(),
            files: Arc::default(),
            main: Vec::new(),
            globals: Globals::default(),
            goal_code: Arc::default(),
            arith: ArithContext::new(evaluables, Arc::new(NoClock)),
            occurs_check: false,
            occurs_is_error: false,
            atoms,
        }
    }

    /// The atoms.
    pub fn atoms(&self) -> &AtomTable {
        &self.atoms
    }

    /// The flags.
    pub fn flags(&self) -> &Flags {
        &self.flags
    }

    /// The operators of the module `user`.
    pub fn ops(&self) -> &Ops {
        &self.ops
    }

    /// Predicates and modules.
    pub fn database(&self) -> &Database {
        &self.db
    }
}

impl Machine {
    /// Makes what is loaded now into a base. No query is running.
    pub fn freeze(&mut self) -> Base {
        self.reset();
        self.complete();
        self.db.release_retired();
        self.atoms.freeze();
        self.db.freeze();
        let mut arith = self.arith.clone();
        arith.clock = Arc::new(NoClock);
        let mut goal_code = GoalCode::clone(&self.shared_goal_code);
        for (&module, codes) in &self.goal_code {
            let known = goal_code.entry(module).or_default();
            known.extend(codes.iter().map(|(key, code)| (key.clone(), code.clone())));
        }
        Base {
            db: self.db.unobserved(),
            atoms: self.atoms.clone(),
            flags: self.flags.clone(),
            ops: self.ops.clone(),
            ops_module: self.ops_module,
            module_ops: self.module_ops.clone(),
            functions: self.functions.clone(),
            closures: self.closures.clone(),
            builtin_names: self.builtin_names.clone(),
            fixed: self.fixed.clone(),
            autoload_index: self.autoload_index.clone(),
            expansion_hooks: self.expansion_hooks.clone(),
            files: self.loading.files.clone(),
            main: self.loading.main.clone(),
            globals: self.globals.clone(),
            goal_code: Arc::new(goal_code),
            arith,
            occurs_check: self.mem.occurs_check,
            occurs_is_error: self.mem.occurs_is_error,
        }
    }

    /// Goes back to what was loaded when `base` was frozen. No query is running.
    pub fn restore(&mut self, base: &Base) {
        self.reset();
        self.db = base.db.clone();
        self.flags = base.flags.clone();
        self.ops = base.ops.clone();
        self.ops_module = base.ops_module;
        self.module_ops = base.module_ops.clone();
        self.functions = base.functions.clone();
        self.closures = base.closures.clone();
        self.builtin_names = base.builtin_names.clone();
        self.expansion_hooks = base.expansion_hooks.clone();
        self.loading = Loading {
            files: base.files.clone(),
            main: base.main.clone(),
            ..Loading::default()
        };
        let root = self.globals.root;
        self.globals = base.globals.clone();
        self.globals.root = root;
        self.goal_code.clear();
        self.shapes.clear();
        self.shared_goal_code = base.goal_code.clone();
        self.call_cache.fill((0, 0, 0));
        self.arith.flags = base.arith.flags;
        self.mem.occurs_check = base.occurs_check;
        self.mem.occurs_is_error = base.occurs_is_error;
        self.observe_entries();
    }

    /// The predicates that are called, are not defined and are in a library: where
    /// they are called, and the library.
    pub fn needed_libraries(&mut self) -> Vec<(Atom, Functor, Atom)> {
        self.complete();
        let undefined = self.db.predicates().filter(|(_, predicate)| {
            matches!(predicate.definition, Definition::Undefined) && !predicate.is_defined()
        });
        let needed = undefined.filter_map(|(_, predicate)| {
            let library = self.library_of(predicate.functor)?;
            Some((predicate.module, predicate.functor, library))
        });
        needed.collect()
    }

    /// Compiles and indexes what would be at the first call, and imports what
    /// is defined elsewhere.
    fn complete(&mut self) {
        // Compiling makes predicates known that are called.
        let mut number = 0;
        while number < self.db.len() {
            self.settle_predicate(PredId(number as u32));
            number += 1;
        }
    }

    fn settle_predicate(&mut self, id: PredId) {
        let predicate = self.db.predicate(id);
        let (module, functor) = (predicate.module, predicate.functor);
        match predicate.definition {
            Definition::Clauses if predicate.traits.dynamic => self.settle_clauses(id),
            Definition::Clauses if predicate.linked.is_none() => {
                // What cannot be compiled raises its error when it is called.
                let _ = self.with_compiler(module, |context| compile::link(id, context));
                // It is not the last clause any more when others are added.
                let last = self.clauses_of(id).pop();
                if let Some(last) = last.filter(|last| last.body().is_some()) {
                    let _ =
                        self.with_compiler(module, |context| compile::guard_code(&last, context));
                }
                self.settle_list(id);
            }
            Definition::Undefined if !predicate.is_defined() => {
                if let Some(target) = self.db.resolve(module, functor) {
                    self.db.redefine(id, Definition::Import(target));
                }
            }
            _ => {}
        }
    }

    /// Compiles the clauses of a dynamic predicate.
    fn settle_clauses(&mut self, id: PredId) {
        let module = self.db.predicate(id).module;
        for clause in self.clauses_of(id) {
            if clause.body().is_some() {
                let _ =
                    self.with_compiler(module, |context| compile::clause_code(&clause, context));
            }
        }
        self.settle_list(id);
    }

    /// Makes the indexes that calls of a long list of clauses are likely to ask for.
    fn settle_list(&mut self, id: PredId) {
        let predicate = self.db.predicate(id);
        let arity = predicate.functor.arity();
        if predicate.clauses.is_long() && !predicate.clauses.is_prepared() {
            self.db.predicate_mut(id).clauses.prepare_likely(arity);
        }
    }
}
