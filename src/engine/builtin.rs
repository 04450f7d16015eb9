//! Predicates in Rust: registration, running, further solutions.

use crate::atom::known;
use std::sync::Arc;

use super::frames::Field;
use super::machine::{Flow, MAX_BUILTIN_ARITY, Machine, Side, fixed};
use super::registry::{Choices, Closure, Function, Next, Row, Start};
use crate::bytecode::instr::Op;
use crate::error::{Ball, Outcome};
use crate::host::now;
use crate::program::builtin::{BuiltinId, BuiltinInfo, BuiltinKind, MetaArg, Protection};
use crate::program::predicate::Definition;
use crate::term::cell::{Cell, Functor};

impl Machine {
    /// Adds rows to the predicates of `system`.
    pub fn register(&mut self, tables: &[&'static [Row]]) {
        let mut functions = self.functions.to_vec();
        let mut names = self.builtin_names.to_vec();
        self.db
            .reserve(tables.iter().map(|table| table.len()).sum());
        for row in tables.iter().flat_map(|table| table.iter()) {
            debug_assert!(row.arity() <= MAX_BUILTIN_ARITY);
            let functor = Functor::new(self.atoms.intern(row.name()), row.arity());
            let info = BuiltinInfo {
                id: BuiltinId(functions.len() as u32),
                kind: match row.function {
                    Function::Once(_) => BuiltinKind::Once,
                    Function::Test(_) => BuiltinKind::Test,
                    Function::Many(_) | Function::Closure(_) => BuiltinKind::Many,
                },
                protection: row.protection,
                meta: meta_arguments(row),
            };
            functions.push(row.function);
            names.push(match functor.name() {
                known::KNOWN_ARG => Functor::new(known::ARG, 3),
                known::KNOWN_FUNCTOR => Functor::new(known::FUNCTOR, 3),
                _ => functor,
            });
            self.db.add_builtin(functor, info);
        }
        self.functions = functions.into();
        self.builtin_names = Arc::new(names);
    }

    /// Adds a predicate of the host to those of `system`, or replaces one that the
    /// host has added before; false if the name is taken by another predicate.
    pub fn register_closure(&mut self, functor: Functor, closure: Arc<Closure>) -> bool {
        if let Some(number) = self.closure_number(functor) {
            Arc::make_mut(&mut self.closures)[number] = closure;
            return true;
        }
        if self.is_protected(functor) || self.db.system_predicate(functor).is_some() {
            return false;
        }
        let number = self.closures.len() as u32;
        Arc::make_mut(&mut self.closures).push(closure);
        let mut functions = self.functions.to_vec();
        let info = BuiltinInfo {
            id: BuiltinId(functions.len() as u32),
            kind: BuiltinKind::Many,
            protection: Protection::Core,
            meta: None,
        };
        functions.push(Function::Closure(number));
        self.functions = functions.into();
        Arc::make_mut(&mut self.builtin_names).push(functor);
        self.db.add_builtin(functor, info);
        self.observe_entries();
        true
    }

    /// Whether the host has added the predicate of this name.
    pub fn is_of_host(&self, functor: Functor) -> bool {
        self.closure_number(functor).is_some()
    }

    /// The number of the predicate that the host has added under this name.
    fn closure_number(&self, functor: Functor) -> Option<usize> {
        let id = self.db.system_predicate(functor)?;
        let Definition::Builtin(info) = &self.db.predicate(id).definition else {
            return None;
        };
        match self.functions[info.id.0 as usize] {
            Function::Closure(number) => Some(number as usize),
            _ => None,
        }
    }

    /// The name of the builtin with this number.
    pub(super) fn builtin_name(&self, id: u32) -> Functor {
        self.builtin_names[id as usize]
    }

    /// Runs a deterministic builtin on [`Machine::arg`].
    #[inline(always)]
    pub(super) fn run_builtin(&mut self, id: u32) -> Outcome {
        self.running = id;
        // Between two polls there may be few calls but many slow builtins.
        self.poll_at_call()?;
        let function = match self.functions[id as usize] {
            Function::Once(function) | Function::Test(function) => function,
            Function::Many(_) | Function::Closure(_) => {
                unreachable!("nondeterministic builtins are not run in line")
            }
        };
        self.mem.alarm.arm();
        let mut result = function(self);
        if self.mem.alarm.disarm() {
            result = self.run_again(function);
        }
        self.mem.ensure(0)?;
        if self.atoms.has_many_fresh() {
            self.check_atoms()?;
        }
        result
    }

    /// Raises what the alarm rang for; if nothing comes of it, the predicate that was
    /// stopped runs again.
    #[cold]
    #[inline(never)]
    fn rung(&mut self) -> Result<(), Ball> {
        self.look_closely()?;
        // The clock of the program's limits may not be as far yet.
        self.set_alarm();
        self.mem.alarm.mute(now());
        Ok(())
    }

    /// Runs again what the alarm has stopped, until it comes to its end.
    #[cold]
    #[inline(never)]
    fn run_again<T>(
        &mut self,
        mut run: impl FnMut(&mut Machine) -> Result<T, Ball>,
    ) -> Result<T, Ball> {
        loop {
            if let Err(ball) = self.rung() {
                self.mem.alarm.unmute();
                return Err(ball);
            }
            // Without a clock nobody else could stop it in the meantime.
            if now().is_some() {
                self.mem.alarm.arm();
            }
            let result = run(self);
            if !self.mem.alarm.disarm() {
                self.mem.alarm.unmute();
                return result;
            }
        }
    }

    /// Makes ready for `arg/3` with a known number, a term and a new variable.
    #[cold]
    pub(super) fn prepare_arg(&mut self, number: Cell, term: Cell) {
        self.args[..3].copy_from_slice(&[number, term, self.mem.new_var()]);
    }

    /// Starts a nondeterministic builtin on X[0..arity].
    #[inline(never)]
    pub(super) fn start_nondet(&mut self, id: u32, arity: usize) -> Result<Flow, Ball> {
        debug_assert!(arity <= MAX_BUILTIN_ARITY);
        // All of them at once are quicker than as many as there are.
        self.args.copy_from_slice(&self.x[..MAX_BUILTIN_ARITY]);
        self.running = id;
        let start = match self.functions[id as usize] {
            Function::Many(function) => self.run_armed(function),
            Function::Closure(number) => {
                let closure = self.closures[number as usize].clone();
                let start = closure(self);
                self.look_after_host()?;
                start
            }
            _ => unreachable!("deterministic builtins are not started"),
        };
        self.mem.ensure(0)?;
        if self.atoms.has_many_fresh() {
            self.check_atoms()?;
        }
        // What is looked at in place is not moved first.
        match &start {
            Ok(Start::Fail) => return Ok(Flow::Fail),
            Ok(Start::Succeed) if self.mem.h <= self.mem.hlim => return Ok(Flow::Go(self.cp)),
            _ => {}
        }
        match start? {
            Start::Fail => Ok(Flow::Fail),
            Start::Succeed => self.return_event(),
            Start::Choices(choices) if self.is_cut_next() => self.first_solution(arity, choices),
            Start::Choices(choices) => {
                self.push_choices(arity, self.mem.h, choices);
                self.step_nondet()
            }
        }
    }

    /// Pushes a choice point for further solutions of the builtin that is running.
    fn push_choices(&mut self, arity: usize, h: u64, choices: Box<dyn Choices>) {
        let top = self.top_at_entry(self.e);
        let retry = self.fixed.words.address(fixed::NONDET_RETRY);
        self.push_choice(arity, h, self.e, top, retry);
        self.push_side(Side {
            b: self.b,
            choices: Some(choices),
            builtin: self.running,
        });
    }

    /// Whether the goal that is running stands before a cut of all that it leaves.
    fn is_cut_next(&self) -> bool {
        // SAFETY: a continuation is an instruction of code that is in use.
        unsafe { (*self.cp).op == Op::CutY }
    }

    /// Takes the first solution of a builtin that is cut behind it: without a choice
    /// point, unless goals are to be woken first, for which it may not be the right one.
    fn first_solution(
        &mut self,
        arity: usize,
        mut choices: Box<dyn Choices>,
    ) -> Result<Flow, Ball> {
        let (h, trail) = (self.mem.h, self.mem.tr);
        let hb = std::mem::replace(&mut self.mem.hb, h);
        let next = choices.next(self);
        self.mem.hb = hb;
        self.mem.ensure(0)?;
        match next? {
            Some(Next::Fail) => return Ok(Flow::Fail),
            Some(Next::More) if self.mem.h > self.mem.hlim => {
                self.push_choices(arity, h, choices);
                self.set_field(self.b, Field::Trail, trail);
                return self.return_event();
            }
            Some(_) => {}
            None => {
                self.mem.undo_to(trail);
                self.mem.h = h;
                self.push_choices(arity, h, choices);
                return match self.may_redo()? {
                    true => self.step_nondet(),
                    false => Ok(Flow::Pause),
                };
            }
        }
        if self.mem.tr > trail {
            self.mem.tidy_trail(trail);
        }
        self.return_event()
    }

    /// Counts one more try of a builtin; false if no more are allowed now.
    fn may_redo(&mut self) -> Result<bool, Ball> {
        self.poll_now()?;
        self.count_redo()
    }

    /// Runs what the alarm may stop, to its end or to an error.
    #[inline]
    pub(super) fn run_armed<T>(
        &mut self,
        mut run: impl FnMut(&mut Machine) -> Result<T, Ball>,
    ) -> Result<T, Ball> {
        self.mem.alarm.arm();
        let result = run(self);
        match self.mem.alarm.disarm() {
            true => self.run_again(run),
            false => result,
        }
    }

    /// The next solution of the builtin of the newest choice point.
    #[inline(never)]
    pub(super) fn retry_nondet(&mut self) -> Result<Flow, Ball> {
        self.b0 = self.field(self.b, Field::CutBarrier);
        self.poll_at_call()?;
        if !self.count_redo()? {
            return Ok(Flow::Pause);
        }
        self.step_nondet()
    }

    fn step_nondet(&mut self) -> Result<Flow, Ball> {
        let b = self.b;
        let arity = self.field(b, Field::Arguments) as usize;
        loop {
            for index in 0..arity {
                self.args[index] = self.choice_argument(b, index);
            }
            let side = self.sides.last_mut();
            let (builtin, mut choices) = side
                .and_then(|side| Some((side.builtin, side.choices.take()?)))
                .expect("the newest side is a builtin's");
            self.running = builtin;
            let next = choices.next(self);
            debug_assert_eq!(self.b, b);
            if let Some(side) = self.sides.last_mut() {
                side.choices = Some(choices);
            }
            self.mem.ensure(0)?;
            if self.atoms.has_many_fresh() {
                self.check_atoms()?;
            }
            if matches!(self.functions[builtin as usize], Function::Closure(_)) {
                self.look_after_host()?;
            }
            match next? {
                Some(next @ (Next::More | Next::Last)) => {
                    if next == Next::Last {
                        self.pop_side();
                        self.pop_choice();
                    }
                    return match self.mem.h <= self.mem.hlim {
                        true => Ok(Flow::Go(self.cp)),
                        false => self.return_event(),
                    };
                }
                Some(Next::Fail) => {
                    self.pop_side();
                    self.mem.undo_to(self.field(b, Field::Trail));
                    self.pop_choice();
                    return Ok(Flow::Fail);
                }
                None => {
                    self.mem.undo_to(self.field(b, Field::Trail));
                    self.mem.h = self.field(b, Field::Heap);
                    if !self.may_redo()? {
                        return Ok(Flow::Pause);
                    }
                }
            }
        }
    }

    pub(super) fn push_side(&mut self, side: Side) {
        self.side_mark = side.b;
        self.sides.push(side);
    }

    pub(super) fn pop_side(&mut self) -> Side {
        let side = self
            .sides
            .pop()
            .expect("a choice point with a side is on the stack");
        self.side_mark = self.sides.last().map_or(0, |side| side.b);
        side
    }

    /// Ends what belongs to choice points above `b`; cleanup goals run at the next call.
    #[cold]
    #[inline(never)]
    pub(super) fn cut_sides(&mut self, b: u64) {
        while self.side_mark > b {
            let side = self.pop_side();
            if side.choices.is_none() {
                let cleanup = self.choice_argument(side.b, 0);
                self.cleanups.push(cleanup);
                self.mem.hlim = 0;
            }
        }
    }
}

/// The meta arguments of a head's declarations, if there are any.
fn meta_arguments(row: &Row) -> Option<Arc<[MetaArg]>> {
    let meta = || row.arguments().map(meta_argument);
    let is_meta = row.is_meta() && meta().any(MetaArg::is_qualified);
    is_meta.then(|| meta().collect())
}

fn meta_argument(argument: &str) -> MetaArg {
    match argument.as_bytes().first() {
        Some(digit @ b'0'..=b'9') => MetaArg::Goal(digit - b'0'),
        Some(b':') => MetaArg::Qualified,
        Some(b'^') => MetaArg::Existential,
        Some(b'/') => MetaArg::Grammar,
        Some(b'+') => MetaArg::In,
        Some(b'-') => MetaArg::Out,
        _ => MetaArg::Any,
    }
}
