//! Queries in progress.

use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

use super::answer::{Answer, Found, Shown};
use super::build::Heap;
use super::convert::FromTerm;
use super::error::Error;
use super::limits::{Limit, Limits};
use super::prepared::Prepared;
use super::row::{FromRow, Row, count_columns, counted, no_variable};
use super::shape::Detail;
use super::term::Term;
use crate::atom::known;
use crate::diagnostic::Diagnostic;
use crate::engine::backtrace::Asked;
use crate::engine::bounds::Bounds;
use crate::engine::machine::{Machine, Stop};
use crate::error::{Ball, Position};
use crate::host::now;
use crate::term::cell::{Cell, Functor};

/// A query: an iterator of answers, which are searched for one by one.
///
/// Dropping a query ends it: what it has bound is undone, and the cleanup goals
/// that it has left behind are run.
///
/// ```
/// # use luminy::api::engine::Engine;
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// let mut query = engine.query("between(1, inf, X), X mod 7 =:= 0")?;
/// let first = query.next().expect("there is an answer")?;
/// assert_eq!(first.to_string(), "X = 7");
/// assert!(!first.is_last());
/// # Ok(())
/// # }
/// ```
///
/// ```
/// # use luminy::api::engine::Engine;
/// use luminy::api::query::Query;
///
/// let mut engine = Engine::builder().build();
/// let mut query: Query<'_> = engine.query("member(X, [1, 2, 3])").unwrap();
/// assert!(query.advance().unwrap());
/// assert_eq!(query.get::<i64>("X").unwrap(), 1);
/// // What is left comes as an iterator.
/// assert_eq!(query.count(), 2);
/// ```
pub struct Query<'e> {
    machine: &'e mut Machine,
    names: Arc<[Box<str>]>,
    state: State,
    limits: Limits,
    /// Steps that are left, if they are limited.
    steps: Option<u64>,
    /// Time that is left, if it is limited.
    time: Option<Duration>,
    remarks: Vec<Diagnostic>,
    /// What it was read from.
    text: Option<Asked>,
    /// Whether the iterator has told that the steps are used up.
    has_told: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// It has not been started.
    Ready,
    /// The machine is at a solution.
    AtAnswer,
    /// The machine waits for more steps.
    Paused,
    /// There are no more answers.
    Ended,
}

/// Where a query has got to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// It has an answer.
    Answer,
    /// There are no more answers.
    Finished,
    /// It has used the steps or the time of this turn.
    Paused,
}

/// The steps that the cleanup goals of a query with limits have.
const CLEANUP_STEPS: u64 = 10_000;

/// The time that the cleanup goals of a query with limits have.
const CLEANUP_TIME: Duration = Duration::from_millis(100);

impl<'e> Query<'e> {
    /// The query `goal` with these variables, all built since the last reset of
    /// the machine.
    pub(super) fn new(
        machine: &'e mut Machine,
        goal: Cell,
        variables: Vec<(Box<str>, Cell)>,
        limits: Limits,
    ) -> Query<'e> {
        let (names, cells): (Vec<Box<str>>, Vec<Cell>) = variables.into_iter().unzip();
        let goal = answer_goal(machine, goal, &cells);
        let root = query_root(machine);
        machine.mem.set(root, goal);
        Query {
            machine,
            names: names.into(),
            state: State::Ready,
            steps: limits.steps,
            time: limits.time,
            limits,
            remarks: Vec::new(),
            text: None,
            has_told: false,
        }
    }

    /// The same query with these limits in place of the engine's. It has not
    /// searched for an answer yet.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// # use luminy::api::limits::Limits;
    /// let query = engine.query("repeat, fail").unwrap().limits(Limits::none().steps(1000));
    /// assert!(query.first::<()>().is_err());
    /// ```
    pub fn limits(mut self, limits: Limits) -> Query<'e> {
        self.steps = limits.steps;
        self.time = limits.time;
        self.limits = limits;
        self
    }

    /// Searches for the next answer; false if there is none.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let mut query = engine.query("member(X, [1, 2])").unwrap();
    /// let mut sum = 0;
    /// while query.advance().unwrap() {
    ///     sum += query.get::<i64>("X").unwrap();
    /// }
    /// assert_eq!(sum, 3);
    /// ```
    pub fn advance(&mut self) -> Result<bool, Error> {
        match self.run(u64::MAX, None)? {
            Step::Answer => Ok(true),
            Step::Finished => Ok(false),
            Step::Paused => Err(self.out_of_steps()),
        }
    }

    /// Searches for the next answer for at most so many steps.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::query::Step;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// let mut query = engine.query("between(1, inf, X), X > 1000")?;
    /// let mut turns = 1;
    /// while query.run_steps(100)? == Step::Paused {
    ///     turns += 1;
    /// }
    /// assert!(turns > 5);
    /// assert_eq!(query.get::<i64>("X")?, 1001);
    /// # Ok(())
    /// # }
    /// ```
    pub fn run_steps(&mut self, steps: u64) -> Result<Step, Error> {
        self.run(steps, None)
    }

    /// Searches for the next answer for about so long.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// # use luminy::api::query::Step;
    /// use std::time::Duration;
    /// let mut query = engine.query("repeat, fail").unwrap();
    /// assert_eq!(query.run_for(Duration::from_millis(1)).unwrap(), Step::Paused);
    /// ```
    pub fn run_for(&mut self, time: Duration) -> Result<Step, Error> {
        self.run(u64::MAX, Some(time))
    }

    /// Allows more steps to a query whose steps are limited.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::limits::Limits;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// let query = engine.query("between(1, inf, X), X > 1000")?;
    /// let mut query = query.limits(Limits::none().steps(100));
    /// let mut refills = 0;
    /// while query.advance().is_err() {
    ///     query.add_steps(100);
    ///     refills += 1;
    /// }
    /// assert!(refills > 5);
    /// assert_eq!(query.get::<i64>("X")?, 1001);
    /// # Ok(())
    /// # }
    /// ```
    pub fn add_steps(&mut self, steps: u64) {
        self.has_told = false;
        let more = |left: u64| left.saturating_add(steps);
        self.steps = self.steps.map(more);
        self.limits.steps = self.limits.steps.map(more);
    }

    /// What the query may use from now on, in place of the limits that it had: what it
    /// has used counts no more, but for memory that it still holds.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::limits::Limits;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// let query = engine.query("between(1, inf, X), X mod 1000 =:= 0")?;
    /// let mut query = query.limits(Limits::none().steps(100));
    /// assert!(query.advance().is_err());
    /// query.set_limits(Limits::none().memory(1 << 22));
    /// assert!(query.advance()?);
    /// query.set_limits(Limits::none().steps(10));
    /// assert!(query.advance().is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        (self.steps, self.time) = (limits.steps, limits.time);
        self.has_told = false;
        if matches!(self.state, State::AtAnswer | State::Paused) {
            self.machine.bound(self.bounds());
        }
    }

    /// Runs for a turn of so many steps and so much time.
    fn run(&mut self, steps: u64, time: Option<Duration>) -> Result<Step, Error> {
        let can_run = match self.state {
            State::Ready | State::Paused => true,
            State::AtAnswer => self.can_have_more(),
            State::Ended => false,
        };
        if !can_run {
            self.end();
            return Ok(Step::Finished);
        }
        let steps = self.steps.unwrap_or(u64::MAX).min(steps);
        if steps == 0 {
            return self.paused();
        }
        let stop = self.turn(steps, time);
        let _ = self.machine.io.flush_all();
        match stop {
            Stop::Solution => {
                self.state = State::AtAnswer;
                Ok(Step::Answer)
            }
            Stop::Failure => {
                self.end();
                Ok(Step::Finished)
            }
            Stop::Paused => {
                self.state = State::Paused;
                self.paused()
            }
            Stop::Error(uncaught) => {
                self.machine.asked = self.text.take();
                let error = Error::of(self.machine, uncaught);
                self.machine.asked = None;
                self.end();
                Err(error)
            }
        }
    }

    fn paused(&self) -> Result<Step, Error> {
        match self.steps {
            Some(0) => Err(self.out_of_steps()),
            _ => Ok(Step::Paused),
        }
    }

    fn out_of_steps(&self) -> Error {
        Error::Exceeded(Limit::Steps(self.limits.steps.unwrap_or(u64::MAX)))
    }

    fn turn(&mut self, steps: u64, time: Option<Duration>) -> Stop {
        if self.state == State::Ready {
            self.machine.bound(self.bounds());
        }
        let given = self.limits.steps.unwrap_or(steps);
        self.machine.note_given(given, self.limits.time);
        let start = self.time.and_then(|left| {
            let start = now()?;
            self.machine.set_deadline(start.checked_add(left));
            Some(start)
        });
        self.machine.pause_after(time);
        self.machine.allow_steps(steps);
        let before = self.machine.steps();
        let stop = self.proceed();
        let used = self.machine.steps() - before;
        if let Some(left) = &mut self.steps {
            *left = left.saturating_sub(used);
        }
        if let (Some(left), Some(start)) = (&mut self.time, start) {
            *left = left.saturating_sub(start.elapsed());
        }
        stop
    }

    fn proceed(&mut self) -> Stop {
        match self.state {
            State::Ready => {
                let goal = self.machine.mem.get(query_root(self.machine));
                let module = self.machine.loading.typein.unwrap_or(known::USER);
                self.machine.start(goal, module)
            }
            State::AtAnswer => self.machine.next_solution(),
            State::Paused => self.machine.resume_paused().unwrap_or(Stop::Failure),
            State::Ended => Stop::Failure,
        }
    }

    fn bounds(&self) -> Bounds {
        Bounds {
            deadline: None,
            pause_at: None,
            steps: None,
            time: None,
            memory: self.limits.memory,
            depth: self.limits.depth,
            output: self.limits.output,
        }
    }

    /// Whether this is a clause or a directive rather than a goal.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// assert!(engine.query("p :- q").unwrap().is_clause());
    /// assert!(!engine.query("p, q").unwrap().is_clause());
    /// ```
    pub fn is_clause(&self) -> bool {
        let mem = &self.machine.mem;
        let Some((_, args)) = mem.compound(mem.get(query_root(self.machine))) else {
            return false;
        };
        let functor = mem.compound(args.get(mem, 0)).map(|(functor, _)| functor);
        let clauses = [
            Functor::new(known::NECK, 2),
            Functor::new(known::DCG_ARROW, 2),
        ];
        functor.is_some_and(|functor| clauses.contains(&functor))
    }

    /// The same query, whose text and its place messages tell.
    pub(super) fn asked_by(mut self, text: impl Into<Arc<str>>, start: Position) -> Self {
        let text = text.into();
        self.text = Some(Asked { text, start });
        self
    }

    pub(super) fn with_remarks(mut self, remarks: Vec<Diagnostic>) -> Self {
        self.remarks = remarks;
        self
    }

    /// What is likely not to be meant in a query that was typed.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().input("member(X, [X, Y]).".as_bytes()).build();
    /// let query = engine.next_input_query().unwrap().unwrap();
    /// assert!(query.remarks().iter().all(|remark| !remark.message.is_empty()));
    /// ```
    pub fn remarks(&self) -> &[Diagnostic] {
        &self.remarks
    }

    /// Whether another answer may follow the one just found.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let mut query = engine.query("member(X, [1, 2])").unwrap();
    /// query.advance().unwrap();
    /// assert!(query.can_have_more());
    /// ```
    pub fn can_have_more(&self) -> bool {
        self.state == State::AtAnswer && self.machine.has_choices()
    }

    /// The query as it was read, to be asked again.
    pub(super) fn prepared(&self) -> Prepared {
        let mem = &self.machine.mem;
        let root = mem.get(query_root(self.machine));
        let (_, args) = mem.compound(root).expect("the goal has been built");
        let values = mem.compound(args.get(mem, 1));
        let cells: Vec<Cell> = values.map_or(Vec::new(), |(_, values)| values.iter(mem).collect());
        let heap = Heap {
            mem,
            atoms: &self.machine.atoms,
        };
        let named = |cell: Cell| {
            let at = cells.iter().position(|&known| mem.deref(known) == cell)?;
            Some(self.names[at].to_string())
        };
        Prepared {
            goal: Term::of(heap, args.get(mem, 0), &mut |cell| named(cell)),
            names: self.names.clone(),
            text: self.text.as_ref().map(|asked| asked.text.clone()),
        }
    }

    /// The machine that runs the query, for those who know it.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let mut query = engine.query("true").unwrap();
    /// assert!(query.machine().room() > 0);
    /// ```
    pub fn machine(&mut self) -> &mut Machine {
        self.machine
    }

    /// The names of the variables of the query.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let query = engine.query("p(X, Y, X)").unwrap();
    /// assert_eq!(query.variables().collect::<Vec<_>>(), ["X", "Y"]);
    /// ```
    pub fn variables(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(|name| &**name)
    }

    /// The values of the answer just found. They cannot be kept for longer than the
    /// query is at this answer:
    ///
    /// ```compile_fail
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().build();
    /// let mut query = engine.query("member(X, [1, 2])").unwrap();
    /// query.advance().unwrap();
    /// let row = query.row();
    /// query.advance().unwrap();
    /// row.unwrap().at(0);
    /// ```
    pub fn row(&self) -> Option<Row<'_>> {
        if self.state != State::AtAnswer {
            return None;
        }
        let mem = &self.machine.mem;
        let (_, args) = mem.compound(mem.get(query_root(self.machine)))?;
        Some(Row::new(self.machine, &self.names, args.get(mem, 1)))
    }

    /// The value of a variable in the answer just found.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let mut query = engine.query("X = 1.5").unwrap();
    /// query.advance().unwrap();
    /// assert_eq!(query.get::<f64>("X").unwrap(), 1.5);
    /// ```
    pub fn get<T: FromTerm>(&self, name: &str) -> Result<T, Error> {
        let row = self.row();
        let row = row.ok_or_else(|| Error::Usage("the query is at no answer".to_owned()))?;
        let value = row.value(name);
        let value = value.ok_or_else(|| no_variable(name))?;
        Ok(T::from_term(value).map_err(|mismatch| mismatch.of_variable(name))?)
    }

    /// The answer just found, as values.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let mut query = engine.query("X = f(Y)").unwrap();
    /// query.advance().unwrap();
    /// assert_eq!(query.answer().unwrap().to_string(), "X = f(Y)");
    /// ```
    pub fn answer(&mut self) -> Option<Answer> {
        let is_last = !self.can_have_more();
        let found = self.found()?;
        Some(Answer::of(self.machine, &found, is_last))
    }

    /// The answer just found, as text in which long terms are folded.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// use luminy::api::shape::Detail;
    ///
    /// let mut query = engine.query("numlist(1, 100, L)").unwrap();
    /// query.advance().unwrap();
    /// let shown = query.shown(Detail::of_depth(10)).unwrap();
    /// assert!(shown.is_folded && shown.to_string().len() < 100);
    /// ```
    pub fn shown(&mut self, detail: Detail) -> Option<Shown> {
        let found = self.found()?;
        Some(found.shown(self.machine, detail))
    }

    pub(super) fn found(&self) -> Option<Found> {
        if self.state != State::AtAnswer {
            return None;
        }
        let mem = &self.machine.mem;
        let (_, args) = mem.compound(mem.get(query_root(self.machine)))?;
        let values = mem.compound(args.get(mem, 1));
        let cells: Vec<Cell> = values.map_or(Vec::new(), |(_, values)| values.iter(mem).collect());
        Some(Found {
            variables: self.names.iter().cloned().zip(cells).collect(),
            goals: mem.list_items(args.get(mem, 2)).unwrap_or_default(),
        })
    }

    /// The remaining answers as Rust values.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// let rows = engine.query("member(Name-Age, [ann-31, bob-27])")?.rows::<(String, u8)>()?;
    /// let people: Vec<(String, u8)> = rows.collect::<Result<_, _>>()?;
    /// assert_eq!(people, [("ann".to_owned(), 31), ("bob".to_owned(), 27)]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn rows<T: FromRow>(self) -> Result<Rows<'e, T>, Error> {
        check_columns::<T>(&self.names)?;
        Ok(Rows {
            query: self,
            row: PhantomData,
        })
    }

    /// The first of the remaining answers as a Rust value; nothing if there is none.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// assert_eq!(engine.query("X = 1, Y = a").unwrap().first::<(i64, String)>().unwrap(),
    ///     Some((1, "a".to_owned())));
    /// ```
    pub fn first<T: FromRow>(self) -> Result<Option<T>, Error> {
        self.rows()?.next().transpose()
    }

    /// The values of one variable in all remaining answers.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let found: Vec<String> = engine.query("member(X, [a, b])").unwrap().column("X").unwrap();
    /// assert_eq!(found, ["a", "b"]);
    /// ```
    pub fn column<T: FromTerm>(&mut self, name: &str) -> Result<Vec<T>, Error> {
        if self.names.iter().all(|known| **known != *name) {
            return Err(no_variable(name));
        }
        let mut values = Vec::new();
        while self.advance()? {
            values.push(self.get(name)?);
        }
        Ok(values)
    }

    fn end(&mut self) {
        if self.state != State::Ended {
            let has_run = self.state != State::Ready;
            self.state = State::Ended;
            if has_run && !self.limits.are_none() {
                self.machine.allow_steps(CLEANUP_STEPS);
                let deadline = now().and_then(|now| now.checked_add(CLEANUP_TIME));
                self.machine.set_deadline(deadline);
            } else {
                self.machine.allow_steps(u64::MAX);
            }
            self.machine.pause_after(None);
            end_query(self.machine);
            self.machine.unbound();
        }
    }
}

/// The remaining answers of a query as Rust values.
///
/// ```
/// # use luminy::api::engine::Engine;
/// use luminy::api::query::Rows;
///
/// let mut engine = Engine::builder().build();
/// let rows: Rows<'_, (i64, String)> = engine.query("member(N-T, [1-a, 2-b])").unwrap().rows().unwrap();
/// let rows: Vec<(i64, String)> = rows.map(Result::unwrap).collect();
/// assert_eq!(rows[1], (2, "b".to_owned()));
/// ```
pub struct Rows<'e, T> {
    query: Query<'e>,
    row: PhantomData<T>,
}

impl<T: FromRow> Iterator for Rows<'_, T> {
    type Item = Result<T, Error>;

    fn next(&mut self) -> Option<Result<T, Error>> {
        match self.query.next_answer()? {
            Ok(()) => {
                let row = self.query.row()?;
                Some(T::from_row(row).map_err(Error::Mismatch))
            }
            Err(error) => Some(Err(error)),
        }
    }
}

impl Query<'_> {
    /// Searches for an answer as an iterator does, which ends behind an error.
    fn next_answer(&mut self) -> Option<Result<(), Error>> {
        if self.has_told {
            return None;
        }
        match self.advance() {
            Ok(true) => Some(Ok(())),
            Ok(false) => None,
            Err(error) => {
                self.has_told = true;
                Some(Err(error))
            }
        }
    }
}

impl Iterator for Query<'_> {
    type Item = Result<Answer, Error>;

    fn next(&mut self) -> Option<Result<Answer, Error>> {
        match self.next_answer()? {
            Ok(()) => self.answer().map(Ok),
            Err(error) => Some(Err(error)),
        }
    }
}

impl Drop for Query<'_> {
    fn drop(&mut self) {
        self.end();
    }
}

/// Refuses rows whose number of columns is not that of the variables, and those that
/// need a variable that the query does not have.
pub(super) fn check_columns<T: FromRow>(names: &[Box<str>]) -> Result<(), Error> {
    let found = count_columns(names);
    match T::COLUMNS {
        Some(wanted) if wanted != found => {
            let names: Vec<&str> = names
                .iter()
                .map(|name| &**name)
                .filter(|name| !name.starts_with('_'))
                .collect();
            Err(Error::Usage(format!(
                "a row of {} was asked for, but the query has {}{}{}",
                counted(wanted, "column"),
                counted(found, "variable"),
                if names.is_empty() { "" } else { ": " },
                names.join(", ")
            )))
        }
        _ => {
            let mut needed = T::VARIABLES.iter();
            match needed.find(|&&needed| names.iter().all(|name| **name != *needed)) {
                Some(absent) => Err(no_variable(absent)),
                None => Ok(()),
            }
        }
    }
}

/// The goal that finds an answer: it leaves the values of the variables in its
/// second argument and the goals still to be met in the third.
pub(super) fn answer_goal(machine: &mut Machine, goal: Cell, variables: &[Cell]) -> Cell {
    let goal = query_goal(machine, goal);
    let values = machine.compound("v", variables);
    let goals = machine.mem.new_var();
    machine.compound("$answer", &[goal, values, goals])
}

/// The goal of a query, which may be written as it stands in a transcript.
pub(super) fn query_goal(machine: &Machine, query: Cell) -> Cell {
    match machine.mem.match_struct(query, known::QUERY, 1) {
        Some(args) => args.get(&machine.mem, 0),
        None => query,
    }
}

/// Where the goal of the running query is kept: beside the cell that global
/// variables hang from, so that it is a root of the garbage collector.
fn query_root(machine: &Machine) -> u64 {
    machine.globals.root + 8
}

/// Ends the running query and runs the cleanup goals that it leaves behind.
pub(super) fn end_query(machine: &mut Machine) {
    let mut cleanups = machine.finish();
    while !cleanups.is_empty() {
        let list = machine.mem.list(&cleanups);
        let goal = machine.compound("$run_cleanups", &[list]);
        match machine.start(goal, known::USER) {
            Stop::Error(_) => machine.signals.clear(),
            // Cleanup goals that take too long are left alone.
            Stop::Paused => break,
            _ => {}
        }
        cleanups = machine.finish();
    }
    let _ = machine.io.flush_all();
    machine.reset();
}

/// The error for text that could not be read as a query.
pub(super) fn read_error(
    machine: &mut Machine,
    ball: Ball,
    text: Option<(&str, Position)>,
) -> Error {
    let error = Error::of_ball(machine, ball, text);
    machine.reset();
    error
}
