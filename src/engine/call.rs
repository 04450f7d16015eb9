//! Calls that are not direct: `call/N`, undefined and imported predicates,
//! goals that are control constructs.

use rustc_hash::FxHashMap;

use super::machine::{Flow, Machine};
use super::skeleton::Skeleton;
use super::trace::blame;
use crate::atom::{Atom, known};
use crate::bytecode::code::{Address, Code};
use crate::compile::normal::MAX_PREDICATE_ARITY;
use crate::compile::{self, CompileError, Context};
use crate::error::Ball;
use crate::flags::{OccursCheck, Unknown};
use crate::program::builtin::MetaArg;
use crate::program::database::Retired;
use crate::program::predicate::{Definition, PredId};
use crate::term::cell::{Cell, Functor, Tag};
use crate::term::image::Attributes;

/// The code of control constructs by module and shape.
pub(super) type GoalCode = FxHashMap<Atom, FxHashMap<Box<[u64]>, Code>>;

/// How many compiled control constructs are kept for the next call.
const MAX_GOAL_CODE: usize = 4096;

impl Machine {
    /// Goes on with a predicate whose arguments are in X.
    pub(super) fn go(&self, id: PredId) -> Flow {
        Flow::Go(self.db.entry(id))
    }

    /// The predicate `system:name/arity`.
    pub fn system_predicate(&mut self, name: &str, arity: usize) -> PredId {
        let functor = Functor::new(self.atoms.intern(name), arity);
        self.db.find_or_add(known::SYSTEM, functor)
    }

    /// `call/N`: X[0] is the goal, X[1..count] are further arguments.
    #[inline(never)]
    pub(super) fn call_n(&mut self, count: usize) -> Result<Flow, Ball> {
        self.running = blame::NOTHING;
        let (module, goal) = self.strip_module(self.x[0], known::USER)?;
        self.call_goal(module, goal, count - 1)
    }

    /// The module and the plain goal of a goal that may be qualified.
    pub fn strip_module(&self, goal: Cell, default: Atom) -> Result<(Atom, Cell), Ball> {
        let mut module = default;
        let mut goal = self.mem.deref(goal);
        let mut left = self.mem.heap_used() / 8;
        while let Some(args) = self.mem.match_struct(goal, known::COLON, 2) {
            left = left
                .checked_sub(1)
                .ok_or(Ball::Representation(known::CYCLIC_TERM))?;
            let qualifier = self.mem.deref(args.get(&self.mem, 0));
            if qualifier.is_var() {
                return Err(Ball::Instantiation);
            }
            if !qualifier.is_atom() {
                return Err(Ball::Type(known::MODULE, qualifier));
            }
            module = qualifier.atom_value();
            goal = self.mem.deref(args.get(&self.mem, 1));
        }
        Ok((module, goal))
    }

    fn call_goal(&mut self, module: Atom, goal: Cell, extra: usize) -> Result<Flow, Ball> {
        let functor = match goal.tag() {
            Tag::Ref | Tag::Att => return Err(Ball::Instantiation),
            Tag::Atm => Functor::new(goal.atom_value(), 0),
            Tag::Lst => Functor::LIST,
            Tag::Str => Functor(self.mem.get(goal.offset()).0),
            _ => return Err(Ball::Type(known::CALLABLE, goal)),
        };
        let arity = functor.arity() + extra;
        if arity > MAX_PREDICATE_ARITY {
            return Err(Ball::Representation(known::MAX_ARITY));
        }
        let full = Functor::new(functor.name(), arity);
        if is_control(full) {
            return self.call_control(module, goal, extra);
        }
        self.x.copy_within(1..1 + extra, functor.arity());
        if functor.arity() > 0 {
            let args = self.mem.args_of(goal);
            for index in 0..functor.arity() {
                self.x[index] = args.get(&self.mem, index);
            }
        }
        let id = self.cached_predicate(module, full);
        if module != known::USER {
            self.qualify_for_system(id, module)?;
        }
        self.b0 = self.b;
        Ok(self.go(id))
    }

    /// The predicate `module:functor`, if it is known.
    ///
    /// What was found last for a functor is looked at first: a predicate keeps its
    /// number, and says what it is called.
    pub fn find_predicate(&mut self, module: Atom, functor: Functor) -> Option<PredId> {
        let hash = functor.0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let place = (hash >> 56) as usize;
        let id = self.found[place];
        if (id.0 as usize) < self.db.len() {
            let predicate = self.db.predicate(id);
            if predicate.functor == functor && predicate.module == module {
                return Some(id);
            }
        }
        let id = self.db.find(module, functor)?;
        self.found[place] = id;
        Some(id)
    }

    /// The predicate `module:functor`, made undefined if it is new.
    pub fn find_or_add_predicate(&mut self, module: Atom, functor: Functor) -> PredId {
        match self.find_predicate(module, functor) {
            Some(id) => id,
            None => self.db.find_or_add(module, functor),
        }
    }

    /// The predicate `module:functor`, made known if it is new.
    fn cached_predicate(&mut self, module: Atom, functor: Functor) -> PredId {
        let hash =
            (functor.0 ^ u64::from(module.index()) << 20).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = (hash >> 56) as usize;
        let (known_module, known_functor, id) = self.call_cache[slot];
        if known_functor == functor.0 && known_module == u64::from(module.index()) {
            return PredId(id);
        }
        let id = match self.db.system_predicate(functor) {
            Some(id) if self.is_fixed(id) => id,
            _ => self.db.find_or_add(module, functor),
        };
        self.call_cache[slot] = (u64::from(module.index()), functor.0, id.0);
        id
    }

    fn is_fixed(&self, id: PredId) -> bool {
        let predicate = self.db.predicate(id);
        matches!(predicate.definition, Definition::Control) || predicate.traits.locked
    }

    /// A control construct is called as a predicate, its arguments in X.
    #[inline(never)]
    pub(super) fn call_construct(&mut self, name: u32, arity: usize) -> Result<Flow, Ball> {
        self.running = blame::NOTHING;
        let args = self.x;
        self.mem.ensure(4)?;
        self.x[0] = self.mem.new_struct(Atom::from_index(name), &args[..arity]);
        self.call_n(1)
    }

    /// Runs a control construct: it becomes the body of a clause whose head
    /// holds its variables.
    fn call_control(&mut self, module: Atom, goal: Cell, extra: usize) -> Result<Flow, Ball> {
        let goal = self.extended(goal, extra)?;
        if let Some(args) = self.mem.match_struct(goal, known::NOT_PROVABLE, 1) {
            self.check_goal(args.get(&self.mem, 0))?;
        }
        let mut skeleton = std::mem::take(&mut self.skeleton);
        let taken = self.take_apart(goal, &mut skeleton);
        let ready = taken.and_then(|()| self.goal_entry(module, goal, &mut skeleton));
        self.skeleton = skeleton;
        self.b0 = self.b;
        Ok(Flow::Go(ready?))
    }

    /// Makes the frame of a goal that has been taken apart, in X0; where its code starts.
    fn goal_entry(
        &mut self,
        module: Atom,
        goal: Cell,
        skeleton: &mut Skeleton,
    ) -> Result<Address, Ball> {
        let find = |codes: &GoalCode| Some(codes.get(&module)?.get(&*skeleton.key)?.clone());
        let known = find(&self.goal_code).or_else(|| find(&self.shared_goal_code));
        let entry = match known {
            Some(code) => code.entry(),
            None if !skeleton.is_general() => {
                let (rule, variables) = self.plain_rule(goal)?;
                skeleton.values = variables;
                let code = self.compile_goal(rule, module, goal)?;
                self.db.retired.push(Retired::Code(code.clone()));
                self.release_if_due();
                code.entry()
            }
            None => {
                let rule = self.skeleton_rule(skeleton)?;
                let code = self.compile_goal(rule, module, goal)?;
                self.keep_goal_code(module, skeleton.key.as_slice().into(), code.clone());
                code.entry()
            }
        };
        self.mem.ensure(skeleton.values.len() as u64 + 2)?;
        self.x[0] = self.mem.new_struct(known::VAR_FUNCTOR, &skeleton.values);
        Ok(entry)
    }

    /// The goal with X[1..=extra] as further arguments.
    fn extended(&mut self, goal: Cell, extra: usize) -> Result<Cell, Ball> {
        if extra == 0 {
            return Ok(goal);
        }
        let (functor, args) = self
            .mem
            .callable(goal)
            .ok_or(Ball::Type(known::CALLABLE, goal))?;
        let mut all: Vec<Cell> = args.map_or(Vec::new(), |args| args.iter(&self.mem).collect());
        all.extend_from_slice(&self.x[1..=extra]);
        self.mem.ensure(all.len() as u64 + 1)?;
        Ok(self.mem.new_struct(functor.name(), &all))
    }

    fn compile_goal(&mut self, rule: Cell, module: Atom, goal: Cell) -> Result<Code, Ball> {
        let image = self.mem.image(rule, Attributes::Drop);
        let compiled = self.with_compiler(module, |context| compile::compile(&image, context));
        compiled.map_err(|error| compile_ball(error, goal))
    }

    fn keep_goal_code(&mut self, module: Atom, key: Box<[u64]>, code: Code) {
        if self.goal_code.values().map(FxHashMap::len).sum::<usize>() >= MAX_GOAL_CODE {
            self.retire_goal_code();
        }
        self.goal_code.entry(module).or_default().insert(key, code);
    }

    /// Raises an error if a goal has a part that is none.
    fn check_goal(&self, goal: Cell) -> Result<(), Ball> {
        let goal = self.mem.deref(goal);
        let mut todo = vec![goal];
        while let Some(cell) = todo.pop() {
            let cell = self.mem.deref(cell);
            if cell.is_var() {
                continue;
            }
            let callable = self
                .mem
                .callable(cell)
                .ok_or(Ball::Type(known::CALLABLE, goal))?;
            if let (functor, Some(args)) = callable
                && functor.arity() == 2
                && is_control(functor)
            {
                todo.extend(args.iter(&self.mem));
            }
        }
        Ok(())
    }

    /// Forgets the compiled goals; those that are running are kept.
    fn retire_goal_code(&mut self) {
        let codes = std::mem::take(&mut self.goal_code);
        let codes = codes.into_values().flat_map(FxHashMap::into_values);
        self.db.retired.extend(codes.map(Retired::Code));
        self.release_if_due();
    }

    /// Sets whether unification refuses to make cyclic terms, in what is compiled
    /// from now on.
    pub fn set_occurs_check(&mut self, check: OccursCheck) {
        self.mem.occurs_is_error = check == OccursCheck::Error;
        let on = check != OccursCheck::False;
        if self.mem.occurs_check != on {
            self.mem.occurs_check = on;
            self.shapes.clear();
            let codes = std::mem::take(&mut self.goal_code);
            let shared = std::mem::take(&mut self.shared_goal_code);
            let shared = shared.values().flat_map(FxHashMap::values).cloned();
            let own = codes.into_values().flat_map(FxHashMap::into_values);
            self.db.retired.extend(own.chain(shared).map(Retired::Code));
        }
    }

    /// Runs the compiler with this machine's predicates and evaluables.
    pub fn with_compiler<T>(&mut self, module: Atom, work: impl FnOnce(&mut Context) -> T) -> T {
        let evaluables = self.arith.evaluables.clone();
        let evaluable = |functor: Functor| {
            let found = evaluables.find(functor.name(), functor.arity());
            found.map(|evaluable| u32::from(evaluable.0))
        };
        let libraries = &self.autoload_index;
        work(&mut Context {
            db: &mut self.db,
            atoms: &mut self.atoms,
            library: &|atoms, functor| libraries.get(atoms, functor),
            module,
            own: None,
            occurs_check: self.mem.occurs_check,
            evaluable: &evaluable,
        })
    }

    /// Links a static predicate at its first call.
    #[inline(never)]
    pub(super) fn link(&mut self, id: PredId) -> Result<Flow, Ball> {
        self.running = blame::NOTHING;
        let module = self.db.predicate(id).module;
        let linked = self.with_compiler(module, |context| compile::link(id, context));
        linked.map_err(|error| compile_ball(error, Cell::NIL))?;
        Ok(self.go(id))
    }

    /// A predicate without a definition is called.
    #[inline(never)]
    pub(super) fn undefined(&mut self, id: PredId) -> Result<Flow, Ball> {
        self.running = blame::NOTHING;
        let predicate = self.db.predicate(id);
        let (module, functor) = (predicate.module, predicate.functor);
        if predicate.is_defined() {
            return Ok(Flow::Fail);
        }
        // What the host protects is not looked for in the modules of others.
        let of_library = self.library_of(functor);
        if self.db.predicate(id).traits.sealed
            && let Some(library) = of_library
        {
            return self.autoload(library, module, functor);
        }
        if let Some(target) = self.db.resolve(module, functor) {
            self.db.redefine(id, Definition::Import(target));
            return Ok(self.go(id));
        }
        if let Some(library) = of_library {
            return self.autoload(library, module, functor);
        }
        if self.flags.settings().unknown != Unknown::Error {
            return Ok(Flow::Fail);
        }
        let mut culprit = self.indicator(functor);
        if module != known::USER && module != known::SYSTEM {
            culprit = self
                .mem
                .new_struct(known::COLON, &[Cell::atom(module), culprit]);
        }
        Err(Ball::Existence(known::PROCEDURE, culprit))
    }

    /// The library that is loaded when an undefined predicate is called. `main/0` of
    /// library(main) is for programs that define `main/1`.
    pub(super) fn library_of(&self, functor: Functor) -> Option<Atom> {
        let library = self.autoload_index.get(&self.atoms, functor)?;
        let is_main = functor.arity() == 0 && self.atoms.text(functor.name()) == "main";
        let of_arguments = Functor::new(functor.name(), 1);
        let is_wanted = !is_main || {
            let id = self.db.find(known::USER, of_arguments);
            id.is_some_and(|id| self.db.predicate(id).is_defined())
        };
        is_wanted.then_some(library)
    }

    /// Continues with `'$autoload'(Library, Module:Goal)`.
    fn autoload(&mut self, library: Atom, module: Atom, functor: Functor) -> Result<Flow, Ball> {
        let goal = self.goal_of(module, functor)?;
        self.x[0] = Cell::atom(library);
        self.x[1] = goal;
        let id = self.system_predicate("$autoload", 2);
        Ok(self.go(id))
    }

    /// The goal `Module:Functor(X...)` that is being called.
    pub(super) fn goal_of(&mut self, module: Atom, functor: Functor) -> Result<Cell, Ball> {
        let arity = functor.arity();
        self.mem.ensure(arity as u64 + 4)?;
        let args: Vec<Cell> = self.x[..arity].to_vec();
        let goal = self.mem.new_struct(functor.name(), &args);
        Ok(self
            .mem
            .new_struct(known::COLON, &[Cell::atom(module), goal]))
    }

    /// A call reaches a predicate of another module: its goals are passed with
    /// the module they come from.
    #[inline(never)]
    pub(super) fn call_import(&mut self, id: PredId, from: PredId) -> Result<Flow, Ball> {
        if self.db.passes_module(from, id)
            && let Some(meta) = self.db.predicate(id).meta.clone()
        {
            let module = self.db.predicate(from).module;
            self.qualify_arguments(&meta, module)?;
        }
        Ok(self.go(id))
    }

    /// Goals passed to a predicate of the system from another module than `user`
    /// are passed with their module.
    fn qualify_for_system(&mut self, id: PredId, module: Atom) -> Result<(), Ball> {
        let predicate = self.db.predicate(id);
        if predicate.module != known::SYSTEM || module == known::SYSTEM {
            return Ok(());
        }
        match predicate.meta.clone() {
            Some(meta) => self.qualify_arguments(&meta, module),
            None => Ok(()),
        }
    }

    fn qualify_arguments(&mut self, meta: &[MetaArg], module: Atom) -> Result<(), Ball> {
        self.mem.ensure(3 * meta.len() as u64)?;
        for (index, declared) in meta.iter().enumerate() {
            let arg = self.mem.deref(self.x[index]);
            if declared.is_qualified() && self.mem.match_struct(arg, known::COLON, 2).is_none() {
                self.x[index] = self
                    .mem
                    .new_struct(known::COLON, &[Cell::atom(module), self.x[index]]);
            }
        }
        Ok(())
    }
}

/// Whether goals of this functor are compiled rather than called.
fn is_control(functor: Functor) -> bool {
    match functor.arity() {
        0 => functor.name() == known::CUT,
        1 => [known::NOT_PROVABLE, known::CONTEXT_MODULE].contains(&functor.name()),
        2 => [
            known::COMMA,
            known::SEMICOLON,
            known::BAR,
            known::ARROW,
            known::SOFT_ARROW,
        ]
        .contains(&functor.name()),
        _ => false,
    }
}

/// The error for a goal or clause that cannot be compiled.
pub fn compile_ball(error: CompileError, culprit: Cell) -> Ball {
    match error {
        CompileError::NotCallable => Ball::Type(known::CALLABLE, culprit),
        CompileError::TooDeep => Ball::Representation(known::MAX_NESTING),
        CompileError::TooManyArguments => Ball::Representation(known::MAX_ARITY),
        CompileError::TooManyVariables => Ball::Representation(known::MAX_VARIABLES),
        CompileError::Cyclic => Ball::Representation(known::CYCLIC_TERM),
    }
}
