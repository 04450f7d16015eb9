//! Calls of predicates in Rust, as their functions see them.

use std::any::{Any, TypeId};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::build::{Builder, Heap};
use super::convert::{FromTerm, IntoTerm, Mismatch};
use super::error::{Error, HOST_ERROR, HostError};
use super::params::Params;
use super::predicate::State;
use super::query::{answer_goal, check_columns};
use super::refer::TermRef;
use super::row::{FromRow, Row, no_variable};
use super::term::Term;
use crate::atom::known;
use crate::engine::machine::{Machine, Stop, Uncaught};
use crate::engine::nested::Nested;
use crate::error::{Ball, Resource};
use crate::stream::stream::Stream;
use crate::syntax::reader::ReadOptions;
use crate::syntax::source::START;
use crate::term::cell::Cell;

/// Why a predicate in Rust raises an exception.
///
/// Any error type of Rust becomes one with `?`, travels through Prolog as
/// `error(host_error(Handle, Message), _)`, and comes out as
/// [`Error::host_error`](super::error::Error::host_error).
///
/// ```
/// use luminy::api::call::Raise;
/// use luminy::api::engine::Engine;
/// use luminy::api::term::Term;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// engine.register("fails/1", |how: String| -> Result<bool, Raise> {
///     let culprit = Term::atom(&how);
///     Err(match how.as_str() {
///         "ball" => Raise::term(culprit),
///         "formal" => Raise::error(culprit),
///         "unbound" => Raise::instantiation_error(),
///         "type" => Raise::type_error("colour", culprit),
///         "domain" => Raise::domain_error("warm_colour", culprit),
///         "missing" => Raise::existence_error("colour", culprit),
///         _ => Raise::permission_error("mix", "colour", culprit),
///     })
/// })?;
/// for (how, ball) in [
///     ("ball", "ball"),
///     ("formal", "error(formal, _)"),
///     ("unbound", "error(instantiation_error, _)"),
///     ("type", "error(type_error(colour, type), _)"),
///     ("domain", "error(domain_error(warm_colour, domain), _)"),
///     ("missing", "error(existence_error(colour, missing), _)"),
///     ("other", "error(permission_error(mix, colour, other), _)"),
/// ] {
///     assert!(engine.run_goal(&format!("catch(fails({how}), {ball}, true)"))?);
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Raise(Reason);

#[derive(Debug)]
enum Reason {
    /// Any term.
    Ball(Term),
    /// `error(Formal, _)`.
    Formal(Term),
    /// An argument, counted from 0, or another term is not of the Rust type wanted.
    Mismatch(Mismatch, Option<usize>),
    /// An error of the host.
    Host(HostError),
    /// What ends queries and cannot be caught.
    Final(Ball),
}

impl Raise {
    /// An exception of any term.
    pub fn term(ball: Term) -> Raise {
        Raise(Reason::Ball(ball))
    }

    /// `error(Formal, _)`
    pub fn error(formal: Term) -> Raise {
        Raise(Reason::Formal(formal))
    }

    /// `instantiation_error`
    pub fn instantiation_error() -> Raise {
        Raise::error(Term::atom("instantiation_error"))
    }

    /// `type_error(Type, Culprit)`
    pub fn type_error(kind: &str, culprit: Term) -> Raise {
        Raise::error(Term::compound("type_error", [Term::atom(kind), culprit]))
    }

    /// `domain_error(Domain, Culprit)`
    pub fn domain_error(domain: &str, culprit: Term) -> Raise {
        Raise::error(Term::compound(
            "domain_error",
            [Term::atom(domain), culprit],
        ))
    }

    /// `existence_error(Kind, Culprit)`
    pub fn existence_error(kind: &str, culprit: Term) -> Raise {
        Raise::error(Term::compound(
            "existence_error",
            [Term::atom(kind), culprit],
        ))
    }

    /// `permission_error(Action, Kind, Culprit)`
    pub fn permission_error(action: &str, kind: &str, culprit: Term) -> Raise {
        let arguments = [Term::atom(action), Term::atom(kind), culprit];
        Raise::error(Term::compound("permission_error", arguments))
    }

    /// The error for an argument of another type.
    fn mismatch(mismatch: Mismatch, index: Option<usize>) -> Raise {
        match mismatch.found().is_variable() {
            true => Raise::instantiation_error(),
            false => Raise(Reason::Mismatch(mismatch, index)),
        }
    }

    /// What goes on in the outer query after an error of an inner one.
    fn again(error: &Error) -> Raise {
        Raise(match error {
            Error::Exception(exception) => Reason::Ball(exception.term.clone()),
            Error::Halt(status) => Reason::Final(Ball::Halt(*status)),
            Error::Interrupted => Reason::Final(Ball::Interrupt),
            Error::Exceeded(limit) => Reason::Final(Ball::Exceeded(limit.resource())),
            other => Reason::Host(HostError(Arc::new(other.clone()))),
        })
    }

    pub(super) fn into_ball(self, machine: &mut Machine) -> Ball {
        match self.0 {
            Reason::Ball(term) => Ball::Term(put(machine, &term)),
            Reason::Formal(formal) => {
                let formal = put(machine, &formal);
                let context = machine.mem.new_var();
                Ball::Term(machine.mem.new_struct(known::ERROR, &[formal, context]))
            }
            Reason::Mismatch(mismatch, index) => mismatch_ball(machine, &mismatch, index),
            Reason::Host(error) => {
                let message = machine.mem.new_string(&error.0.to_string());
                let handle = machine.new_handle("error", Arc::new(error));
                let formal = machine.compound(HOST_ERROR, &[handle, message]);
                let context = machine.mem.new_var();
                Ball::Term(machine.mem.new_struct(known::ERROR, &[formal, context]))
            }
            Reason::Final(ball) => ball,
        }
    }
}

impl<E: std::error::Error + Send + Sync + 'static> From<E> for Raise {
    fn from(error: E) -> Raise {
        let any: &dyn Any = &error;
        if let Some(mismatch) = any.downcast_ref::<Mismatch>() {
            return Raise::mismatch(mismatch.clone(), None);
        }
        match any.downcast_ref::<Error>() {
            Some(error) => Raise::again(error),
            None => Raise(Reason::Host(HostError(Arc::new(error)))),
        }
    }
}

/// `error(type_error(Type, Found), context(Predicate, Details))`, where the details tell
/// what was expected and of which argument.
fn mismatch_ball(machine: &mut Machine, mismatch: &Mismatch, index: Option<usize>) -> Ball {
    let kind = machine.atom(mismatch.kind());
    let found = put(machine, mismatch.found());
    let formal = machine.compound("type_error", &[kind, found]);
    let expected = machine.atom(mismatch.expected());
    let key = machine.atom("expected");
    let mut details = vec![machine.mem.new_struct(known::MINUS, &[key, expected])];
    if let Some(index) = index {
        let key = machine.atom("argument");
        let number = Cell::small(index as i64 + 1);
        details.push(machine.mem.new_struct(known::MINUS, &[key, number]));
    }
    let details = machine.mem.list(&details);
    let predicate = match machine.running_builtin() {
        Some(functor) => machine.indicator(functor),
        None => machine.mem.new_var(),
    };
    let context = machine
        .mem
        .new_struct(known::CONTEXT, &[predicate, details]);
    Ball::Term(machine.mem.new_struct(known::ERROR, &[formal, context]))
}

fn put(machine: &mut Machine, term: &Term) -> Cell {
    let mut to = Builder::heap(&mut machine.mem, &mut machine.atoms);
    to.term(term).cell()
}

/// A call of a predicate in Rust: its arguments, and the engine that runs it.
///
/// ```
/// use luminy::api::engine::Engine;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// engine.register_call("swap/2", |call| {
///     let [a, b] = call.arg(0).matches("-").map(|pair| pair.map(|part| part.to_term()))
///         .ok_or_else(|| luminy::api::call::Raise::type_error("pair", call.arg(0).to_term()))?;
///     Ok(call.unify(1, (b, a)))
/// })?;
/// assert!(engine.run_goal("swap(1-x, x-1)")?);
/// assert!(engine.run_goal("catch(swap(7, _), error(type_error(pair, 7), _), true)")?);
/// # Ok(())
/// # }
/// ```
///
/// What else a call can do:
///
/// ```
/// use luminy::api::builder::Captured;
/// use luminy::api::engine::Engine;
/// use luminy::params;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let output = Captured::new();
/// let mut engine = Engine::builder().output(output.clone()).build();
/// engine.load_str("colour(red). colour(blue).")?;
/// engine.set_state(7_u64);
/// engine.register_call("report/2", |call| {
///     assert_eq!(call.arity(), 2);
///     // A function that takes long asks whether it is to end.
///     call.check()?;
///     let goal = call.arg(0).to_term();
///     if !call.holds(&goal)? {
///         return Ok(false);
///     }
///     let mut solutions = 0;
///     let mut inner = call.query_goal(&goal)?;
///     while inner.advance()? {
///         solutions += 1;
///     }
///     drop(inner);
///     let colours: Vec<(String,)> = call.all("colour(C)", params! {})?;
///     let number = *call.state::<u64>()?;
///     call.write(&format!("{solutions} of {} for {number}", colours.len()))?;
///     Ok(call.unify(1, solutions))
/// })?;
/// assert!(engine.run_goal("report(colour(_), 2)")?);
/// assert_eq!(output.take(), "2 of 2 for 7");
/// # Ok(())
/// # }
/// ```
pub struct Call<'m> {
    machine: &'m mut Machine,
    arity: usize,
}

impl<'m> Call<'m> {
    pub(super) fn new(machine: &'m mut Machine, arity: usize) -> Call<'m> {
        Call { machine, arity }
    }

    /// The number of arguments.
    pub fn arity(&self) -> usize {
        self.arity
    }

    /// The argument at `index`, counted from 0.
    ///
    /// # Panics
    /// Panics if there are not so many arguments. The caller sees a `system_error`.
    pub fn arg(&self, index: usize) -> TermRef<'_> {
        assert!(
            index < self.arity,
            "the predicate has {} arguments",
            self.arity
        );
        let heap = Heap {
            mem: &self.machine.mem,
            atoms: &self.machine.atoms,
        };
        TermRef::heap(heap, self.machine.arg(index))
    }

    /// The argument at `index` as a Rust value.
    #[inline]
    pub fn get<T: FromTerm>(&self, index: usize) -> Result<T, Raise> {
        let value = T::from_term(self.arg(index));
        value.map_err(|mismatch| Raise::mismatch(mismatch, Some(index)))
    }

    /// Unifies the argument at `index` with a value; false if they do not unify.
    pub fn unify(&mut self, index: usize, value: impl IntoTerm) -> bool {
        assert!(
            index < self.arity,
            "the predicate has {} arguments",
            self.arity
        );
        let mut to = Builder::heap(&mut self.machine.mem, &mut self.machine.atoms);
        let cell = value.into_term(&mut to).cell();
        let argument = self.machine.arg(index);
        self.machine.mem.unify(argument, cell)
    }

    /// The value of this type that the engine has been given.
    pub fn state<T: Any + Send + Sync>(&self) -> Result<State<T>, Raise> {
        let value = self.machine.host_values.get(&TypeId::of::<Arc<T>>());
        let value = value.and_then(|value| value.downcast_ref::<Arc<T>>());
        let value = value.ok_or_else(|| {
            let name = Term::atom(std::any::type_name::<T>());
            Raise::existence_error("host_state", name)
        })?;
        Ok(State::new(value.clone()))
    }

    /// Raises what ends the query if it has been interrupted or has used its time.
    /// Functions that take long call it from time to time.
    pub fn check(&mut self) -> Result<(), Raise> {
        let polled = self.machine.poll();
        polled.map_err(|ball| {
            self.machine.due = Some(ball.clone());
            Raise(Reason::Final(ball))
        })
    }

    /// Writes text to the current output.
    pub fn write(&mut self, text: &str) -> Result<(), Raise> {
        let id = self.machine.io.current_output;
        let output = self.machine.io.get_mut(id).and_then(Stream::output);
        match output {
            Some(output) => Ok(output.put_str(text)?),
            None => Ok(()),
        }
    }

    /// Asks a query inside of the running one. What it binds is undone when it ends.
    ///
    /// ```
    /// use luminy::api::engine::Engine;
    /// use luminy::params;
    ///
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// engine.load_str("price(tea, 3). price(cake, 5).")?;
    /// engine.register_call("total/2", |call| {
    ///     let goods: Vec<luminy::api::term::Term> = call.get(0)?;
    ///     let mut total = 0;
    ///     for item in goods {
    ///         let mut inner = call.query("price(Item, P)", params! { "Item" => item })?;
    ///         while inner.advance()? {
    ///             total += inner.get::<i64>("P")?;
    ///         }
    ///     }
    ///     Ok(call.unify(1, total))
    /// })?;
    /// assert!(engine.run_goal("total([tea, cake, tea], 11)")?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn query(&mut self, text: &str, params: Params) -> Result<Inner<'_>, Raise> {
        params.check()?;
        let inner = self.begin()?;
        inner.with_text(text, &params)
    }

    /// Asks a goal that is a term, such as an argument of this call. Its variables
    /// are new ones.
    pub fn query_goal(&mut self, goal: &Term) -> Result<Inner<'_>, Raise> {
        let mut inner = self.begin()?;
        let goal = put(inner.machine, goal);
        inner.goal = answer_goal(inner.machine, goal, &[]);
        Ok(inner)
    }

    /// Whether a goal has a solution.
    pub fn holds(&mut self, goal: &Term) -> Result<bool, Raise> {
        self.query_goal(goal)?.advance()
    }

    /// All answers of a query.
    pub fn all<T: FromRow>(&mut self, text: &str, params: Params) -> Result<Vec<T>, Raise> {
        let mut inner = self.query(text, params)?;
        check_columns::<T>(&inner.names)?;
        let mut rows = Vec::new();
        while inner.advance()? {
            let row = inner.row().map(T::from_row);
            rows.extend(row.transpose()?);
        }
        Ok(rows)
    }

    fn begin(&mut self) -> Result<Inner<'_>, Raise> {
        let nested = self.machine.begin_nested(self.arity);
        let nested = nested.map_err(|ball| self.raised(ball))?;
        Ok(Inner {
            machine: self.machine,
            nested: Some(nested),
            goal: Cell::NIL,
            names: Vec::new(),
            state: Progress::Ready,
        })
    }

    fn raised(&mut self, ball: Ball) -> Raise {
        let error = Error::of_ball(self.machine, ball, None);
        Raise::again(&error)
    }
}

/// A query that a predicate in Rust asks while another query runs.
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::params;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// engine.register_call("last_pair/1", |call| {
///     let mut pairs = call.query("member(K-V, [a-1, b-2])", params! {})?;
///     let mut last = None;
///     while pairs.advance()? {
///         let row = pairs.row().expect("it is at an answer");
///         last = Some((row.get::<String>("K")?, pairs.get::<i64>("V")?));
///     }
///     drop(pairs);
///     Ok(last == Some(("b".to_owned(), 2)) && call.unify(0, "b"))
/// })?;
/// assert!(engine.run_goal("last_pair(\"b\")")?);
/// # Ok(())
/// # }
/// ```
pub struct Inner<'c> {
    machine: &'c mut Machine,
    nested: Option<Nested>,
    goal: Cell,
    names: Vec<Box<str>>,
    state: Progress,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Progress {
    Ready,
    AtAnswer,
    Ended,
}

impl<'c> Inner<'c> {
    fn with_text(mut self, text: &str, params: &Params) -> Result<Inner<'c>, Raise> {
        let machine = &mut *self.machine;
        let read = match machine.parse(text, ReadOptions::default()) {
            Ok(read) => read,
            Err(ball) => {
                let error = Error::of_ball(machine, ball, Some((text, START)));
                return Err(Raise::from(error));
            }
        };
        let mut variables = Vec::new();
        for variable in read.variables {
            match params.get(&variable.name) {
                Some(value) => {
                    let value = put(machine, value);
                    machine.mem.unify(variable.cell, value);
                }
                None => variables.push((variable.name, variable.cell)),
            }
        }
        let (names, cells): (Vec<Box<str>>, Vec<Cell>) = variables.into_iter().unzip();
        self.goal = answer_goal(machine, read.term, &cells);
        self.names = names;
        Ok(self)
    }

    /// Searches for the next answer; false if there is none.
    pub fn advance(&mut self) -> Result<bool, Raise> {
        let Some(nested) = &self.nested else {
            return Ok(false);
        };
        let stop = match self.state {
            Progress::Ready => self.machine.start_nested(nested, self.goal, known::USER),
            Progress::AtAnswer if self.machine.has_choices() => self.machine.next_solution(),
            _ => Stop::Failure,
        };
        let uncaught = match stop {
            Stop::Solution => {
                self.state = Progress::AtAnswer;
                return Ok(true);
            }
            Stop::Failure => {
                self.state = Progress::Ended;
                return Ok(false);
            }
            // The functions in between cannot be left and entered again.
            Stop::Paused => Uncaught::Exceeded(Resource::Steps),
            Stop::Error(uncaught) => uncaught,
        };
        self.machine.due = match uncaught {
            Uncaught::Interrupt => Some(Ball::Interrupt),
            Uncaught::Exceeded(what) => Some(Ball::Exceeded(what)),
            _ => None,
        };
        self.state = Progress::Ended;
        let origin = self.machine.origin_mark();
        let error = Error::of(self.machine, uncaught);
        self.machine.keep_origin(origin);
        Err(Raise::again(&error))
    }

    /// The values of the answer just found.
    pub fn row(&self) -> Option<Row<'_>> {
        let nested = self.nested.as_ref()?;
        if self.state != Progress::AtAnswer {
            return None;
        }
        let mem = &self.machine.mem;
        let (_, args) = mem.compound(self.machine.nested_goal(nested))?;
        Some(Row::new(self.machine, &self.names, args.get(mem, 1)))
    }

    /// The value of a variable in the answer just found.
    pub fn get<T: FromTerm>(&self, name: &str) -> Result<T, Raise> {
        let value = self.row().and_then(|row| row.value(name));
        let value = value.ok_or_else(|| no_variable(name))?;
        Ok(T::from_term(value).map_err(|mismatch| mismatch.of_variable(name))?)
    }
}

impl Drop for Inner<'_> {
    fn drop(&mut self) {
        if let Some(nested) = self.nested.take() {
            self.machine.end_nested(nested);
        }
    }
}

/// Runs a function of the host; a panic becomes a system error. A limit that has been
/// reached meanwhile, or an interrupt, ends the query in any case.
pub(super) fn guarded<T>(
    machine: &mut Machine,
    work: impl FnOnce(&mut Machine) -> Result<T, Raise>,
) -> Result<T, Ball> {
    let result = catch_unwind(AssertUnwindSafe(|| work(machine)));
    if let Some(due) = machine.due.take() {
        return Err(due);
    }
    match result {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(raise)) => Err(raise.into_ball(machine)),
        Err(panic) => {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            let text = text.unwrap_or_else(|| "a value that is no text".to_owned());
            Err(Ball::system(format!(
                "a predicate in Rust panicked: {text}"
            )))
        }
    }
}
