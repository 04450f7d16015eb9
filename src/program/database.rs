//! All modules and predicates of a program or engine.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::builtin::{BuiltinInfo, BuiltinKind, MetaArg, Protection};
use super::chunks::Chunks;
use super::clause::Clause;
use super::entries::Entries;
use super::module::Module;
use super::predicate::{Definition, Linked, PredId, Predicate, stub};
use crate::atom::{Atom, known};
use crate::bytecode::code::{Address, Code, Entry};
use crate::bytecode::instr::{Instr, Op};
use crate::term::cell::Functor;
use crate::term::image::Image;

/// A predicate made for calls of another one, and the clause that calls that.
type StandIn = (PredId, Arc<Image>);

/// Modules and predicates. Clones share what neither changes.
#[derive(Clone, Debug)]
pub struct Database {
    predicates: Chunks<Arc<Predicate>>,
    /// The predicates as they were when the database was frozen.
    shared: Arc<Chunks<Arc<Predicate>>>,
    /// Where calls of each predicate go.
    pub entries: Entries,
    /// The predicates that are imported, by what they stand for.
    importers: Arc<FxHashMap<PredId, Vec<PredId>>>,
    modules: Arc<IndexMap<Atom, Arc<Module>, FxBuildHasher>>,
    /// The predicates that the compiler has made for calls of another one, by the
    /// functor of that, each with the clause that calls it after all.
    stand_ins: Arc<FxHashMap<Functor, Vec<StandIn>>>,
    /// Builtins and control predicates by functor, for the compiler.
    system: Arc<FxHashMap<Functor, PredId>>,
    /// Counts changes of clauses; a goal sees the clauses of its own generation.
    pub generation: u64,
    /// Code that running goals may still use.
    pub retired: Vec<Retired>,
    /// The bytes of the clauses that have been added and not erased.
    bytes: u64,
    /// Where calls of observed predicates go, if goals are observed.
    observed: Option<Box<Observed>>,
    /// How often a predicate that the system has as well has got another definition.
    overridings: u64,
    /// The modules in which only libraries define predicates.
    sealed_modules: Arc<FxHashSet<Atom>>,
}

/// The predicates whose goals are observed.
#[derive(Clone, Debug)]
struct Observed {
    /// The code that their calls reach, by predicate.
    stubs: FxHashMap<PredId, Code>,
    /// The predicates that the host has added.
    of_host: FxHashSet<PredId>,
}

/// Something whose code may still be running.
#[derive(Clone, Debug)]
pub enum Retired {
    /// The code of a static predicate that has changed.
    Linked(Arc<Linked>),
    /// A clause that has been taken out of its list.
    Clause(Clause),
    /// The code of a goal, or what ran when a predicate was called.
    Code(Code),
}

impl Retired {
    /// The blocks of code that it keeps.
    pub fn codes(&self) -> Vec<&Code> {
        match self {
            Retired::Linked(linked) => {
                let clauses = linked.clauses.iter().flat_map(Clause::codes);
                std::iter::once(&linked.code).chain(clauses).collect()
            }
            Retired::Clause(clause) => clause.codes().collect(),
            Retired::Code(code) => vec![code],
        }
    }
}

impl Default for Database {
    fn default() -> Database {
        Database::new()
    }
}

impl Database {
    /// A database with the modules `system` and `user` and no predicates.
    pub fn new() -> Database {
        let mut modules: IndexMap<Atom, Arc<Module>, FxBuildHasher> = IndexMap::default();
        modules.insert(known::SYSTEM, Arc::default());
        let user = Module {
            parents: vec![known::SYSTEM],
            ..Module::default()
        };
        modules.insert(known::USER, Arc::new(user));
        Database {
            predicates: Chunks::default(),
            shared: Arc::default(),
            entries: Entries::default(),
            importers: Arc::default(),
            modules: Arc::new(modules),
            stand_ins: Arc::default(),
            system: Arc::default(),
            generation: 1,
            retired: Vec::new(),
            bytes: 0,
            observed: None,
            overridings: 0,
            sealed_modules: Arc::default(),
        }
    }

    // Modules.

    /// Lets nothing but libraries define predicates in these modules.
    pub fn seal_modules(&mut self, names: impl IntoIterator<Item = Atom>) {
        Arc::make_mut(&mut self.sealed_modules).extend(names);
    }

    /// Whether only libraries define predicates in the module.
    pub fn is_sealed_module(&self, name: Atom) -> bool {
        self.sealed_modules.contains(&name)
    }

    /// Whether the host has sealed the predicate, or the module that it belongs to.
    pub fn is_sealed(&self, id: PredId) -> bool {
        let predicate = self.predicate(id);
        predicate.traits.sealed || self.is_sealed_module(predicate.module)
    }

    /// The module of this name.
    pub fn module(&self, name: Atom) -> Option<&Module> {
        self.modules.get(&name).map(|module| &**module)
    }

    /// The module of this name, made with parent `user` if it is new.
    pub fn module_mut(&mut self, name: Atom) -> &mut Module {
        let modules = Arc::make_mut(&mut self.modules);
        let module = modules.entry(name).or_insert_with(|| {
            Arc::new(Module {
                parents: vec![known::USER],
                ..Module::default()
            })
        });
        Arc::make_mut(module)
    }

    /// The modules in order of creation.
    pub fn modules(&self) -> impl Iterator<Item = (Atom, &Module)> {
        self.modules.iter().map(|(&name, module)| (name, &**module))
    }

    // Predicates.

    /// The predicate with this number.
    #[inline(always)]
    pub fn predicate(&self, id: PredId) -> &Predicate {
        self.predicates.get(id.0 as usize)
    }

    /// The predicate with this number, to change it.
    pub fn predicate_mut(&mut self, id: PredId) -> &mut Predicate {
        Arc::make_mut(self.predicates.get_mut(id.0 as usize))
    }

    /// The number of predicates.
    pub fn len(&self) -> usize {
        self.predicates.len()
    }

    /// Whether there are no predicates at all.
    pub fn is_empty(&self) -> bool {
        self.predicates.is_empty()
    }

    /// All predicates with their numbers.
    pub fn predicates(&self) -> impl Iterator<Item = (PredId, &Predicate)> {
        (0..)
            .map(PredId)
            .zip(self.predicates.iter().map(|predicate| &**predicate))
    }

    /// Notes what all share that start from a clone.
    pub fn freeze(&mut self) {
        self.shared = Arc::new(self.predicates.clone());
    }

    /// The predicates that are not the same as when the database was frozen, and
    /// some others.
    pub fn changed_predicates(&self) -> impl Iterator<Item = &Predicate> {
        let changed = self.predicates.changed(&self.shared);
        changed.map(|predicate| &**predicate)
    }

    /// The predicate `module:functor`, if it has been mentioned.
    pub fn find(&self, module: Atom, functor: Functor) -> Option<PredId> {
        self.module(module)?.predicates.get(&functor).copied()
    }

    /// The predicate `module:functor`, made undefined if it is new.
    pub fn find_or_add(&mut self, module: Atom, functor: Functor) -> PredId {
        if let Some(id) = self.find(module, functor) {
            return id;
        }
        let arity = functor.arity().min(255) as u8;
        let id = self.next_id();
        let instr = Instr::new(Op::Undefined, arity, 0, id.0);
        self.push(Predicate::new(id, module, functor, instr))
    }

    fn next_id(&self) -> PredId {
        PredId(self.predicates.len() as u32)
    }

    /// Adds a predicate that is not there, with the next number.
    fn push(&mut self, predicate: Predicate) -> PredId {
        let id = self.next_id();
        self.entries.push(Entry::new(predicate.stub.entry()));
        let module = self.module_mut(predicate.module);
        module.predicates.insert(predicate.functor, id);
        self.predicates.push(Arc::new(predicate));
        if self.observed.is_some() {
            self.refresh_observed(id);
        }
        id
    }

    /// Makes room for so many predicates of `system`.
    pub fn reserve(&mut self, count: usize) {
        self.entries.reserve(count);
        let module = self.module_mut(known::SYSTEM);
        module.predicates.reserve(count);
        Arc::make_mut(&mut self.system).reserve(count);
    }

    /// The definition that a call of `functor` in `module` reaches: its own,
    /// an imported one, or that of a parent module. One that imports what is to be
    /// found, which is not defined, does not define it.
    pub fn resolve(&self, module: Atom, functor: Functor) -> Option<PredId> {
        let own = self.find(module, functor);
        let mut todo = vec![module];
        let mut at = 0;
        while let Some(&name) = todo.get(at) {
            at += 1;
            if let Some(id) = self.find(name, functor) {
                let predicate = self.predicate(id);
                match predicate.definition {
                    Definition::Import(target) if Some(target) == own => {}
                    Definition::Import(target) => return Some(target),
                    _ if predicate.is_defined() => return Some(id),
                    _ => {}
                }
            }
            let parents = self.module(name).map_or(&[][..], |module| &module.parents);
            for &parent in parents {
                if !todo.contains(&parent) {
                    todo.push(parent);
                }
            }
            if parents.is_empty() && !todo.contains(&known::SYSTEM) {
                todo.push(known::SYSTEM);
            }
        }
        None
    }

    /// The builtin or control predicate of `system` with this functor.
    pub fn system_predicate(&self, functor: Functor) -> Option<PredId> {
        self.system.get(&functor).copied()
    }

    /// The core builtin that `functor` means in `module`, if the module may not
    /// or does not define it otherwise.
    pub fn core_builtin(&self, functor: Functor) -> Option<&BuiltinInfo> {
        let id = self.system_predicate(functor)?;
        match &self.predicate(id).definition {
            Definition::Builtin(info) if info.protection == Protection::Core => Some(info),
            _ => None,
        }
    }

    /// Defines `system:functor` as a builtin.
    pub fn add_builtin(&mut self, functor: Functor, info: BuiltinInfo) -> PredId {
        let op = match info.kind {
            BuiltinKind::Many => Op::Nondet,
            _ => Op::BuiltinArgs,
        };
        let instr = Instr::new(op, functor.arity() as u8, 0, info.id.0);
        let meta = info.meta.clone();
        self.add_system(functor, Definition::Builtin(info), instr, meta)
    }

    /// Defines `system:functor` as a control predicate whose code is `instr`.
    pub fn add_control(
        &mut self,
        functor: Functor,
        instr: Instr,
        meta: Option<Arc<[MetaArg]>>,
    ) -> PredId {
        self.add_system(functor, Definition::Control, instr, meta)
    }

    fn add_system(
        &mut self,
        functor: Functor,
        definition: Definition,
        instr: Instr,
        meta: Option<Arc<[MetaArg]>>,
    ) -> PredId {
        let known = self.find(known::SYSTEM, functor);
        let id = known.unwrap_or(self.next_id());
        let mut predicate = Predicate::new(id, known::SYSTEM, functor, instr);
        predicate.definition = definition;
        predicate.meta = meta;
        predicate.traits.system = true;
        predicate.traits.defined = true;
        match known {
            Some(_) => {
                *self.predicate_mut(id) = predicate;
                self.refresh(id);
            }
            None => {
                self.push(predicate);
            }
        }
        self.overridings += 1;
        Arc::make_mut(&mut self.system).insert(functor, id);
        id
    }

    /// Makes a predicate of `system` one that users may not define.
    pub fn lock(&mut self, id: PredId) {
        let predicate = self.predicate_mut(id);
        predicate.traits.locked = true;
        predicate.traits.system = true;
        let functor = predicate.functor;
        self.overridings += 1;
        Arc::make_mut(&mut self.system).insert(functor, id);
    }

    // Definitions by clauses.

    /// The bytes of the clauses that have been added and not erased.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Counts a clause that has been added.
    pub fn count_added(&mut self, bytes: usize) {
        self.bytes += bytes as u64;
    }

    /// Counts a clause that has been erased.
    pub fn count_erased(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes as u64);
    }

    /// The address where calls of a predicate go.
    #[inline(always)]
    pub fn entry(&self, id: PredId) -> Address {
        self.entries.get(id).address()
    }

    fn refresh(&mut self, id: PredId) {
        self.refresh_entry(id);
        let importers = self.importers.clone();
        for &importer in importers.get(&id).into_iter().flatten() {
            self.refresh_entry(importer);
        }
    }

    fn refresh_entry(&mut self, id: PredId) {
        self.entries.set(id, self.own_entry(id));
        if self.observed.is_some() {
            self.refresh_observed(id);
        }
    }

    /// Where calls of a predicate go, whether it is observed or not. Those of an
    /// imported one go where it is defined, unless arguments have to be told the
    /// module first.
    pub fn own_entry(&self, id: PredId) -> Entry {
        let predicate = self.predicates.get(id.0 as usize);
        match (&predicate.linked, &predicate.definition) {
            (Some(linked), _) => linked.entry,
            (None, Definition::Import(target)) if self.is_reached_directly(id, *target) => {
                self.own_entry(*target)
            }
            _ => Entry::new(predicate.stub.entry()),
        }
    }

    fn is_reached_directly(&self, from: PredId, target: PredId) -> bool {
        let is_import = matches!(self.predicate(target).definition, Definition::Import(_));
        !is_import && !self.passes_module(from, target)
    }

    /// Whether a call of `target` that comes through `from` passes goals with the
    /// module they come from.
    pub fn passes_module(&self, from: PredId, target: PredId) -> bool {
        let (from, target) = (self.predicate(from), self.predicate(target));
        let is_plain = target.module == known::SYSTEM && from.module == known::USER;
        let is_qualified = |meta: &Arc<[MetaArg]>| meta.iter().any(|arg| arg.is_qualified());
        !is_plain && target.meta.as_ref().is_some_and(is_qualified)
    }

    /// Declares which arguments of a predicate are goals.
    pub fn set_meta(&mut self, id: PredId, meta: Arc<[MetaArg]>) {
        self.predicate_mut(id).meta = Some(meta);
        self.refresh(id);
    }

    #[cold]
    fn refresh_observed(&mut self, id: PredId) {
        let reached = match self.predicate(id).definition {
            Definition::Import(target) if self.is_reached_directly(id, target) => target,
            _ => id,
        };
        if let Some(seen) = [id, reached].into_iter().find(|&id| self.is_observable(id)) {
            let entry = self.observed_entry(seen);
            self.entries.set(id, entry);
        }
    }

    // Observed predicates.

    /// Sends calls of the program's predicates, and of those that the host has added,
    /// by way of an observer.
    pub fn observe(&mut self, of_host: FxHashSet<PredId>) {
        let stubs = FxHashMap::default();
        self.observed = Some(Box::new(Observed { stubs, of_host }));
        self.refresh_all();
    }

    /// Whether there is an observer.
    pub fn is_observed(&self) -> bool {
        self.observed.is_some()
    }

    /// Sends no calls by way of an observer any more.
    pub fn unobserve(&mut self) {
        if self.observed.take().is_some() {
            self.refresh_all();
        }
    }

    fn refresh_all(&mut self) {
        (0..self.predicates.len() as u32).for_each(|number| self.refresh(PredId(number)));
    }

    /// The same predicates and modules for those who have no observer.
    pub fn unobserved(&self) -> Database {
        let mut copy = self.clone();
        copy.unobserve();
        copy
    }

    /// Whether the goals of a predicate are the program's: the program defines it,
    /// imports it from a library, calls it without a definition, or has it from the host.
    fn is_observable(&self, id: PredId) -> bool {
        if self
            .observed
            .as_ref()
            .is_some_and(|o| o.of_host.contains(&id))
        {
            return true;
        }
        let predicate = self.predicate(id);
        let parents = self.module(predicate.module).map(|m| &m.parents[..]);
        let is_library = predicate.module != known::USER && parents == Some(&[known::SYSTEM]);
        if predicate.traits.system || predicate.module == known::SYSTEM || is_library {
            return false;
        }
        match predicate.definition {
            Definition::Clauses | Definition::Undefined => true,
            // One of another module of the program is observed there.
            Definition::Import(target) => {
                let target = self.predicate(target);
                target.traits.system && target.module != known::SYSTEM
            }
            Definition::Builtin(_) | Definition::Control => false,
        }
    }

    fn observed_entry(&mut self, id: PredId) -> Entry {
        let Some(observed) = &mut self.observed else {
            return self.own_entry(id);
        };
        let make = || stub(Instr::new(Op::Observe, 0, 0, id.0), id);
        Entry::new(observed.stubs.entry(id).or_insert_with(make).entry())
    }

    /// Sends calls of a static predicate to its linked code, or to be linked again.
    pub fn set_linked(&mut self, id: PredId, linked: Option<Arc<Linked>>) {
        if self.predicate(id).linked.is_some() {
            self.retire(id);
        }
        let predicate = self.predicate_mut(id);
        if linked.is_some() {
            predicate.clauses.fit();
        }
        predicate.linked = linked;
        self.refresh(id);
    }

    /// Changes whenever code that has been made may differ from what would be made now,
    /// since a predicate of the name of one of the system has got another definition.
    pub fn overridings(&self) -> u64 {
        self.overridings
    }

    /// Gives a predicate a new definition; what ran before goes on running.
    pub fn redefine(&mut self, id: PredId, definition: Definition) {
        self.retire(id);
        let predicate = self.predicate_mut(id);
        let arity = predicate.functor.arity().min(255) as u8;
        let (op, a, c) = match &definition {
            Definition::Clauses if predicate.traits.dynamic => (Op::Dynamic, arity, id.0),
            Definition::Clauses => (Op::Link, arity, id.0),
            Definition::Import(target) => (Op::Import, arity, target.0),
            _ => (Op::Undefined, arity, id.0),
        };
        predicate.linked = None;
        let functor = predicate.functor;
        let home = match definition {
            Definition::Undefined => None,
            Definition::Import(target) => Some(self.predicate(target).module),
            _ => Some(predicate.module),
        };
        if home.is_some_and(|home| home != known::APPLY) {
            self.withdraw_stand_ins(functor);
        }
        if self.system_predicate(functor).is_some() {
            self.overridings += 1;
        }
        let predicate = self.predicate_mut(id);
        let target = match definition {
            Definition::Import(target) => Some(target),
            _ => None,
        };
        predicate.definition = definition;
        predicate.stub = stub(Instr::new(op, a, 0, c), id);
        if let Some(target) = target {
            let importers = Arc::make_mut(&mut self.importers);
            let known = importers.entry(target).or_default();
            if !known.contains(&id) {
                known.push(id);
            }
        }
        self.refresh(id);
    }

    /// Notes that `id` is called where a program calls `functor`; `clause` does that.
    pub fn add_stand_in(&mut self, functor: Functor, id: PredId, clause: Arc<Image>) {
        let stand_ins = Arc::make_mut(&mut self.stand_ins);
        stand_ins.entry(functor).or_default().push((id, clause));
    }

    /// Whether `id` still does itself what calls of `functor` do.
    pub fn is_stand_in(&self, functor: Functor, id: PredId) -> bool {
        let mut known = self.stand_ins.get(&functor).into_iter().flatten();
        known.any(|&(known, _)| known == id)
    }

    /// Lets the predicates made for calls of `functor` call it after all, since from
    /// now on it is something else in some module.
    fn withdraw_stand_ins(&mut self, functor: Functor) {
        if !self.stand_ins.contains_key(&functor) {
            return;
        }
        let known = Arc::make_mut(&mut self.stand_ins).remove(&functor);
        for (id, image) in known.into_iter().flatten() {
            self.clear(id);
            // Others over the same base have a clause of their own, since the code of
            // a clause knows predicates by number.
            let clause = Clause::new(image.view(), None);
            self.count_added(clause.fixed_size());
            let generation = self.generation;
            self.predicate_mut(id).clauses.add(clause, generation, true);
        }
    }

    /// Erases all clauses of a predicate at once, as when its file is loaded again.
    /// Goals that go through them find those that were there.
    pub fn clear(&mut self, id: PredId) {
        self.retire(id);
        self.generation += 1;
        let generation = self.generation;
        let predicate = self.predicate_mut(id);
        predicate.clauses.erase_all(generation);
        predicate.linked = None;
        self.refresh(id);
    }

    /// Keeps the code of a predicate that is about to change.
    pub fn retire(&mut self, id: PredId) {
        let predicate = self.predicates.get(id.0 as usize);
        let linked = predicate.linked.clone().map(Retired::Linked);
        let stub = Retired::Code(predicate.stub.clone());
        self.retired.extend(linked.into_iter().chain([stub]));
    }

    /// Keeps the code of a clause that has been taken out of its list.
    pub fn retire_clause(&mut self, clause: Clause) {
        self.retired.push(Retired::Clause(clause));
    }

    /// Drops retired code. Only while no goal is running.
    pub fn release_retired(&mut self) {
        self.retired.clear();
    }
}
