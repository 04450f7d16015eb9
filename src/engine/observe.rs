//! Observed goals: an observer is told when goals of the program are called, which
//! clauses they enter, and how they end.
//!
//! While there is an observer, the entries of the program's predicates lead to
//! [`Op::Observe`](crate::bytecode::instr::Op::Observe). A call makes an environment,
//! which holds the goal and is where the goal returns to, and a choice point, which
//! is reached when the goal fails. Clauses are tried one by one as those of dynamic
//! predicates are, from code of their own that tells when the body starts. Without
//! an observer nothing of this exists.

use rustc_hash::FxHashMap;

use super::call::compile_ball;
use super::machine::{Flow, Machine, fixed};
use super::registry::Function;
use super::trace::blame;
use crate::atom::known;
use crate::bytecode::code::Code;
use crate::compile;
use crate::error::Ball;
use crate::program::clause::Clause;
use crate::program::clause_list::Slot;
use crate::program::predicate::{Definition, PredId};
use crate::term::cell::Cell;
use crate::term::image::{Attributes, Image};

/// The instruction's marks for what has happened; a call is 0.
pub(super) const EXIT: u8 = 1;
pub(super) const FAIL: u8 = 2;
pub(super) const REDO: u8 = 3;
pub(super) const RETRY: u8 = 4;

/// The slots of the environment of an observed goal.
pub(super) const SLOTS: u16 = 6;
const GOAL: u64 = 0;
const PREDICATE: u64 = 1;
const NUMBER: u64 = 2;
const DEPTH: u64 = 3;
const PARENT: u64 = 4;
const CHOICE: u64 = 5;

/// How many clauses keep their observed code from query to query.
const MAX_CODES: usize = 10_000;

/// What happens to a goal.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Port {
    /// It is called.
    Call,
    /// The head of a clause has been unified with it, and the body starts.
    Clause,
    /// It has succeeded.
    Exit,
    /// It is asked for another solution.
    Redo,
    /// It has no, or no further, solution.
    Fail,
    /// An exception leaves it.
    Exception,
}

/// Something that has happened to a goal. Terms lie on the heap.
pub struct PortEvent {
    /// What it is.
    pub port: Port,
    /// The predicate.
    pub predicate: PredId,
    /// The goal as it is now, without its module.
    pub goal: Cell,
    /// The number of the call, counted from 1.
    pub call: u64,
    /// The call whose clause the goal stands in; 0 for a goal of the query.
    pub parent: u64,
    /// How many observed goals are running, this one included.
    pub depth: u64,
    /// The clause, at [`Port::Clause`].
    pub clause: Option<Clause>,
    /// The exception, at [`Port::Exception`].
    pub ball: Option<Cell>,
    /// Whether the goal has left no choice points, at [`Port::Exit`].
    pub is_last: bool,
}

/// What is told of goals. It may look at the machine, but runs nothing on it.
pub type PortHook = Box<dyn FnMut(&mut Machine, &PortEvent) -> Result<(), Ball> + Send>;

/// The state of observing.
pub(super) struct Watching {
    /// Away while it is being told something.
    hook: Option<PortHook>,
    /// The environment of the innermost observed goal, 0 for none.
    current: u64,
    /// That of the goal that asks the running query, if it is a nested one.
    floor: u64,
    /// The calls so far.
    calls: u64,
    /// The clauses that have code of their own for being observed.
    clauses: Vec<(Clause, Code)>,
    /// Their numbers, by those of the clauses.
    numbers: FxHashMap<usize, usize>,
}

impl Watching {
    /// The clauses that observing keeps.
    pub(super) fn clauses(&self) -> impl Iterator<Item = (&Clause, &Code)> {
        self.clauses.iter().map(|(clause, code)| (clause, code))
    }
}

impl Machine {
    /// Tells a function of the program's goals from now on. No query is running.
    pub fn observe_goals(&mut self, hook: PortHook) {
        self.watching = Some(Box::new(Watching {
            hook: Some(hook),
            current: 0,
            floor: 0,
            calls: 0,
            clauses: Vec::new(),
            numbers: FxHashMap::default(),
        }));
        self.observe_entries();
    }

    /// Sends calls to the observer if there is one, after predicates have changed
    /// behind its back.
    pub(super) fn observe_entries(&mut self) {
        if self.watching.is_none() {
            return;
        }
        let functions = self.functions.iter().zip(self.builtin_names.iter());
        let of_host = functions.filter(|(function, _)| matches!(function, Function::Closure(_)));
        let of_host = of_host.filter_map(|(_, &name)| self.db.system_predicate(name));
        let of_host = of_host.collect();
        self.db.observe(of_host);
    }

    /// Tells nobody of goals any more. No query is running.
    pub fn unobserve_goals(&mut self) {
        if self.watching.take().is_some() {
            self.db.unobserve();
        }
    }

    /// Forgets the goals of an earlier query.
    pub(super) fn forget_observed(&mut self) {
        let Some(watching) = &mut self.watching else {
            return;
        };
        watching.current = watching.floor;
        if self.nesting == 0 {
            watching.current = 0;
            watching.floor = 0;
            if watching.clauses.len() > MAX_CODES {
                watching.clauses.clear();
                watching.numbers.clear();
            }
        }
    }

    /// Notes that the goals of a nested query follow; what to come back to.
    pub(super) fn enter_observed_query(&mut self) -> (u64, u64) {
        let Some(watching) = &mut self.watching else {
            return (0, 0);
        };
        let outer = (watching.current, watching.floor);
        watching.floor = watching.current;
        outer
    }

    /// Comes back from a nested query.
    pub(super) fn leave_observed_query(&mut self, outer: (u64, u64)) {
        if let Some(watching) = &mut self.watching {
            (watching.current, watching.floor) = outer;
        }
    }

    /// Runs the instruction.
    #[inline(never)]
    pub(super) fn observe(&mut self, mark: u8, id: PredId) -> Result<Flow, Ball> {
        match mark {
            EXIT => self.observe_exit(),
            FAIL => self.observe_fail(),
            REDO => self.observe_redo(),
            RETRY => self.observe_retry(),
            _ => self.observe_call(id),
        }
    }

    fn observe_call(&mut self, id: PredId) -> Result<Flow, Ball> {
        let predicate = self.db.predicate(id);
        let (functor, arity) = (predicate.functor, predicate.functor.arity());
        let is_elsewhere = !predicate.is_defined() && self.is_found_elsewhere(id);
        let has_clauses = matches!(predicate.definition, Definition::Clauses);
        let Some(watching) = &mut self.watching else {
            return Ok(Flow::Go(self.db.own_entry(id).address()));
        };
        if is_elsewhere {
            // The goal is called again once it is imported.
            return Ok(Flow::Go(self.db.own_entry(id).address()));
        }
        watching.calls += 1;
        let (number, parent) = (watching.calls, watching.current);
        self.mem.ensure(arity as u64 + 1)?;
        let args = self.x;
        let goal = self.mem.new_struct(functor.name(), &args[..arity]);
        self.push_observed(goal, id, number, parent);
        self.tell(Port::Call, self.e, None, None)?;
        self.b0 = self.b;
        if !has_clauses {
            return Ok(Flow::Go(self.db.own_entry(id).address()));
        }
        match self.first_matching(id, arity, fixed::OBSERVE_RETRY) {
            Some(slot) => self.enter_observed(id, slot),
            None => Ok(Flow::Fail),
        }
    }

    /// Whether a predicate that is not defined in its module is defined in another one
    /// that it takes it from, or in a library.
    fn is_found_elsewhere(&self, id: PredId) -> bool {
        let predicate = self.db.predicate(id);
        let (module, functor) = (predicate.module, predicate.functor);
        self.autoload_index.get(&self.atoms, functor).is_some()
            || self.db.resolve(module, functor).is_some()
    }

    /// Pushes the environment and the choice point of an observed goal.
    fn push_observed(&mut self, goal: Cell, id: PredId, number: u64, parent: u64) {
        let depth = match parent {
            0 => 1,
            _ => self.observed_slot(parent, DEPTH) + 1,
        };
        let top = self.top_at_entry(self.e);
        let numbers = [u64::from(id.0), number, depth, parent, 0];
        let mut slots = [goal; SLOTS as usize];
        for (slot, number) in slots[1..].iter_mut().zip(numbers) {
            *slot = Cell::small(number as i64);
        }
        self.push_environment(top, &slots);
        self.cp = self.fixed.words.address(fixed::OBSERVE_EXIT);
        self.push_observed_choice(fixed::OBSERVE_FAIL);
        let choice = Cell::small(self.b as i64);
        self.set_environment_word(self.e + 16 + 8 * CHOICE, choice.0);
        self.set_innermost(self.e);
    }

    /// Pushes a choice point that goes on in the current environment, that of an
    /// observed goal, whose end is the continuation.
    fn push_observed_choice(&mut self, alternative: usize) {
        let kept = self.environment_top(self.e, u64::from(SLOTS));
        let alternative = self.fixed.words.address(alternative);
        self.push_choice(0, self.mem.h, self.e, kept, alternative);
    }

    fn observed_slot(&self, environment: u64, slot: u64) -> u64 {
        Cell(self.environment_word(environment + 16 + 8 * slot)).small_value() as u64
    }

    fn set_innermost(&mut self, environment: u64) {
        if let Some(watching) = &mut self.watching {
            watching.current = environment;
        }
    }

    fn observe_exit(&mut self) -> Result<Flow, Ball> {
        let own = self.e;
        let is_last = self.observed_slot(own, CHOICE) == self.b;
        if is_last {
            self.pop_choice();
        }
        self.set_innermost(self.observed_slot(own, PARENT));
        self.tell_exit(own, is_last)?;
        if !is_last {
            self.cp = self.fixed.words.address(fixed::OBSERVE_EXIT);
            self.push_observed_choice(fixed::OBSERVE_REDO);
        }
        self.pop_environment();
        self.return_event()
    }

    fn observe_redo(&mut self) -> Result<Flow, Ball> {
        self.pop_choice();
        self.set_innermost(self.e);
        self.tell(Port::Redo, self.e, None, None)?;
        Ok(Flow::Fail)
    }

    fn observe_fail(&mut self) -> Result<Flow, Ball> {
        self.pop_choice();
        self.set_innermost(self.observed_slot(self.e, PARENT));
        self.tell(Port::Fail, self.e, None, None)?;
        Ok(Flow::Fail)
    }

    fn observe_retry(&mut self) -> Result<Flow, Ball> {
        self.set_innermost(self.e);
        let (id, slot) = self.next_clause();
        self.enter_observed(id, slot)
    }

    fn enter_observed(&mut self, id: PredId, slot: Slot) -> Result<Flow, Ball> {
        let clause = self.db.predicate(id).clauses.clause(slot).clone();
        if !clause.is_rule() {
            if !self.unify_head(&clause)? {
                return Ok(Flow::Fail);
            }
            self.tell(Port::Clause, self.e, Some(clause), None)?;
            return self.return_event();
        }
        let code = self.observed_code(id, &clause)?;
        Ok(Flow::Go(code.entry()))
    }

    /// The code of a clause that tells when its body starts.
    fn observed_code(&mut self, id: PredId, clause: &Clause) -> Result<Code, Ball> {
        if let Some(code) = self.observed_code_of(clause) {
            return Ok(code.clone());
        }
        let number = self.watching.as_ref().map_or(0, |w| w.clauses.len());
        let image = self.observed_image(clause, number)?;
        let module = self.db.predicate(id).module;
        let compiled = self.with_compiler(module, |context| compile::compile(&image, context));
        let code = compiled.map_err(|error| {
            self.running = blame::NOTHING;
            compile_ball(error, Cell::NIL)
        })?;
        // The goals are counted as in the text.
        let places = code.places().filter(|&(_, goal)| goal > 1);
        let places: Vec<_> = places.map(|(at, goal)| (at, goal - 1)).collect();
        let code = Code::annotated(code.body(), &places, &[]);
        if let Some(watching) = &mut self.watching {
            watching.clauses.push((clause.clone(), code.clone()));
            watching.numbers.insert(clause.number(), number);
        }
        Ok(code)
    }

    /// `Head :- '$observed'(Number), Body`
    fn observed_image(&mut self, clause: &Clause, number: usize) -> Result<Image, Ball> {
        let h = self.mem.h;
        let rule = self.mem.build(&clause.to_image())?;
        self.mem.ensure(16)?;
        let (_, args) = self.mem.compound(rule).ok_or(Ball::Instantiation)?;
        let (head, body) = (args.get(&self.mem, 0), args.get(&self.mem, 1));
        let told = self.compound("$observed", &[Cell::small(number as i64)]);
        let system = Cell::atom(known::SYSTEM);
        let told = self.mem.new_struct(known::COLON, &[system, told]);
        let body = self.mem.new_struct(known::COMMA, &[told, body]);
        let rule = self.mem.new_struct(known::NECK, &[head, body]);
        let image = self.mem.image(rule, Attributes::Drop);
        self.mem.h = h;
        Ok(image)
    }

    /// The observed code of a clause, if it has been made.
    pub(super) fn observed_code_of(&self, clause: &Clause) -> Option<&Code> {
        let watching = self.watching.as_ref()?;
        let number = watching.numbers.get(&clause.number())?;
        Some(&watching.clauses[*number].1)
    }

    /// The body of the clause with this number starts.
    pub fn observe_body(&mut self, number: usize) -> Result<(), Ball> {
        let Some(watching) = &self.watching else {
            return Ok(());
        };
        let clause = watching
            .clauses
            .get(number)
            .map(|(clause, _)| clause.clone());
        match watching.current {
            0 => Ok(()),
            environment => self.tell(Port::Clause, environment, clause, None),
        }
    }

    /// Tells that an exception leaves the observed goals inside of an environment.
    pub(super) fn observe_exceptions(&mut self, ball: &Image, environment: u64) {
        let Some(watching) = &self.watching else {
            return;
        };
        let end = watching.floor.max(environment);
        while let Some(watching) = &self.watching
            && watching.current > end
        {
            let own = watching.current;
            self.set_innermost(self.observed_slot(own, PARENT));
            let ball = self.mem.build(ball).ok();
            // An exception is under way already.
            let _ = self.tell(Port::Exception, own, None, ball);
        }
    }

    fn tell_exit(&mut self, environment: u64, is_last: bool) -> Result<(), Ball> {
        let event = PortEvent {
            is_last,
            ..self.port_event(Port::Exit, environment)
        };
        self.tell_event(&event)
    }

    fn tell(
        &mut self,
        port: Port,
        environment: u64,
        clause: Option<Clause>,
        ball: Option<Cell>,
    ) -> Result<(), Ball> {
        let event = PortEvent {
            clause,
            ball,
            ..self.port_event(port, environment)
        };
        self.tell_event(&event)
    }

    fn port_event(&self, port: Port, environment: u64) -> PortEvent {
        let parent = self.observed_slot(environment, PARENT);
        PortEvent {
            port,
            predicate: PredId(self.observed_slot(environment, PREDICATE) as u32),
            goal: Cell(self.environment_word(environment + 16 + 8 * GOAL)),
            call: self.observed_slot(environment, NUMBER),
            parent: match parent {
                0 => 0,
                _ => self.observed_slot(parent, NUMBER),
            },
            depth: self.observed_slot(environment, DEPTH),
            clause: None,
            ball: None,
            is_last: false,
        }
    }

    fn tell_event(&mut self, event: &PortEvent) -> Result<(), Ball> {
        let Some(mut hook) = self.watching.as_mut().and_then(|w| w.hook.take()) else {
            return Ok(());
        };
        let told = hook(self, event);
        if let Some(watching) = &mut self.watching {
            watching.hook = Some(hook);
        }
        told
    }
}
