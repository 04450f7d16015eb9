//! Observing how a program runs: for tracing, profiles, coverage, search trees.
//!
//! An [`Observer`] is told of the goals of the program: calls of what it defines,
//! what it imports from libraries, and what the host has added. It is not told of
//! goals of libraries, nor of control constructs and predicates of the system.
//!
//! Observed goals make the same solutions in the same order. They cost more: no last
//! call reuses the place of its clause, so a goal waits until all that its clause calls
//! has ended, and the start of a body counts as a step. Limits of steps, depth and memory
//! are therefore reached earlier than without an observer, though as repeatably as
//! without; leave room for that where both are used. An engine without an observer pays
//! nothing.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

use super::build::Heap;
use super::call::guarded;
use super::engine::Engine;
use super::refer::TermRef;
use crate::engine::machine::Machine;
pub use crate::engine::observe::Port;
use crate::engine::observe::PortEvent;
use crate::program::predicate::Predicate;

/// What is told of the goals of a program.
///
/// Functions of an [`Event`] are observers:
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::api::observe::{Event, Port};
/// use std::sync::mpsc;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// engine.load_str("path(X, Y) :- edge(X, Y). edge(a, b).")?;
/// let (told, events) = mpsc::channel();
/// engine.observe(move |event: &Event<'_>| {
///     let _ = told.send(format!("{} {:?} {}", event.depth(), event.port(), event.goal()));
/// });
/// engine.run_goal("path(a, B)")?;
/// engine.unobserve();
/// let events: Vec<String> = events.iter().collect();
/// assert_eq!(events, [
///     "1 Call path(a, _1)", "1 Clause path(a, _1)",
///     "2 Call edge(a, _1)", "2 Clause edge(a, b)", "2 Exit edge(a, b)",
///     "1 Exit path(a, b)",
/// ]);
/// # Ok(())
/// # }
/// ```
pub trait Observer: Send {
    /// Something has happened to a goal. A panic becomes a `system_error` in the
    /// program.
    fn event(&mut self, event: &Event<'_>);
}

impl<F: FnMut(&Event<'_>) + Send> Observer for F {
    fn event(&mut self, event: &Event<'_>) {
        self(event);
    }
}

/// Something that has happened to a goal.
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::api::observe::{ClausePlace, Event, Observer, Port, PredicateName};
/// use std::sync::{Arc, Mutex};
///
/// /// Keeps what is known of the events at some ports.
/// struct Notes(Arc<Mutex<Vec<String>>>);
///
/// impl Observer for Notes {
///     fn event(&mut self, event: &Event<'_>) {
///         let PredicateName { name, arity, .. } = event.predicate();
///         let note = match event.port() {
///             Port::Call => format!("call {} in {:?}", event.call(), event.parent()),
///             Port::Clause => match event.clause() {
///                 Some(ClausePlace { file, line, .. }) => format!("{name}/{arity} {file:?}:{line}"),
///                 None => return,
///             },
///             Port::Exit => format!("exit, last: {}", event.is_last()),
///             Port::Exception => format!("raised {}", event.exception().unwrap().to_term()),
///             _ => return,
///         };
///         self.0.lock().unwrap().push(note);
///     }
/// }
///
/// let mut engine = Engine::builder().build();
/// engine.load_source("a.pl", "p :- q.\nq.\nr :- throw(ball).").unwrap();
/// let notes = Arc::new(Mutex::new(Vec::new()));
/// engine.observe(Notes(notes.clone()));
/// engine.run_goal("p").unwrap();
/// engine.run_goal("r").unwrap_err();
/// assert_eq!(*notes.lock().unwrap(), [
///     "call 1 in None", "p/0 Some(\"a.pl\"):1",
///     "call 2 in Some(1)", "q/0 Some(\"a.pl\"):2", "exit, last: true", "exit, last: true",
///     "call 3 in None", "r/0 Some(\"a.pl\"):3", "raised ball",
/// ]);
/// ```
pub struct Event<'a> {
    machine: &'a Machine,
    event: &'a PortEvent,
}

impl<'a> Event<'a> {
    /// What has happened.
    pub fn port(&self) -> Port {
        self.event.port
    }

    /// The goal, with what is bound in it now.
    pub fn goal(&self) -> TermRef<'a> {
        self.term(self.event.goal)
    }

    fn term(&self, cell: crate::term::cell::Cell) -> TermRef<'a> {
        let heap = Heap {
            mem: &self.machine.mem,
            atoms: &self.machine.atoms,
        };
        TermRef::heap(heap, cell)
    }

    fn definition(&self) -> &'a Predicate {
        self.machine.db.predicate(self.event.predicate)
    }

    /// The predicate.
    pub fn predicate(&self) -> PredicateName<'a> {
        let predicate = self.definition();
        PredicateName {
            module: self.machine.text(predicate.module),
            name: self.machine.text(predicate.functor.name()),
            arity: predicate.functor.arity(),
        }
    }

    /// The number of the call: all that happens to one goal has the same.
    pub fn call(&self) -> u64 {
        self.event.call
    }

    /// The number of the call in whose clause the goal stands; none for a goal of the
    /// query.
    pub fn parent(&self) -> Option<u64> {
        Some(self.event.parent).filter(|&parent| parent > 0)
    }

    /// How many observed goals are running, this one included.
    pub fn depth(&self) -> u64 {
        self.event.depth
    }

    /// The clause whose body starts, at [`Port::Clause`].
    pub fn clause(&self) -> Option<ClausePlace<'a>> {
        let clause = self.event.clause.as_ref()?;
        let source = clause.source();
        let file = source.and_then(|source| source.place());
        Some(ClausePlace {
            file: file.map(|file| self.machine.text(file)),
            line: source.map_or(0, |source| source.line),
            number: self.clause_number()?,
        })
    }

    fn clause_number(&self) -> Option<usize> {
        let clause = self.event.clause.as_ref()?;
        let clauses = self.machine.clauses_of(self.event.predicate);
        let at = clauses
            .iter()
            .position(|other| other.number() == clause.number());
        Some(at.map_or(0, |at| at + 1))
    }

    /// The exception that leaves the goal, at [`Port::Exception`].
    pub fn exception(&self) -> Option<TermRef<'a>> {
        Some(self.term(self.event.ball?))
    }

    /// Whether the goal has succeeded for the last time, at [`Port::Exit`].
    pub fn is_last(&self) -> bool {
        self.event.is_last
    }
}

/// The name of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PredicateName<'a> {
    /// Its module.
    pub module: &'a str,
    /// Its name.
    pub name: &'a str,
    /// The number of its arguments.
    pub arity: usize,
}

impl fmt::Display for PredicateName<'_> {
    /// `module:name/arity`, without a module if it is `user`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.module != "user" {
            write!(f, "{}:", self.module)?;
        }
        write!(f, "{}/{}", self.name, self.arity)
    }
}

/// Where a clause stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClausePlace<'a> {
    /// Its file, or the name of the text it was loaded from; none if it was asserted.
    pub file: Option<&'a str>,
    /// The line where it starts, 0 if it was asserted.
    pub line: u32,
    /// Its place among the clauses of its predicate, counted from 1; 0 if it has
    /// been erased.
    pub number: usize,
}

impl Engine {
    /// Tells an observer of the goals of all queries from now on, in place of one
    /// that was there before.
    pub fn observe(&mut self, observer: impl Observer + 'static) {
        let mut observer = observer;
        self.machine.observe_goals(Box::new(move |machine, event| {
            guarded(machine, |machine| {
                observer.event(&Event { machine, event });
                Ok(())
            })
        }));
    }

    /// Ends observing and drops the observer.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::observe::Counts;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// engine.load_str("p.")?;
    /// let counts = Counts::new();
    /// engine.observe(counts.clone());
    /// engine.run_goal("p")?;
    /// engine.unobserve();
    /// engine.run_goal("p")?;
    /// assert_eq!(counts.predicates()["p/0"].calls, 1);
    /// # Ok(())
    /// # }
    /// ```
    pub fn unobserve(&mut self) {
        self.machine.unobserve_goals();
    }
}

/// An observer that writes a line for each event: depth, port, goal, and the place
/// of a clause.
///
/// ```
/// use luminy::api::builder::Captured;
/// use luminy::api::engine::Engine;
/// use luminy::api::observe::Tracer;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// engine.load_source("family.pl", "parent(tom, bob).\nparent(bob, ann).")?;
/// let lines = Captured::new();
/// engine.observe(Tracer::new(lines.clone()));
/// engine.run_goal("parent(bob, X)")?;
/// assert_eq!(lines.take(), "\
/// 1 call parent(bob, _1)
/// 1 clause parent(bob, ann) family.pl:2
/// 1 exit parent(bob, ann)
/// ");
/// # Ok(())
/// # }
/// ```
pub struct Tracer<W>(W);

impl<W: Write + Send> Tracer<W> {
    /// A tracer that writes there. What cannot be written is left out.
    pub fn new(output: W) -> Tracer<W> {
        Tracer(output)
    }
}

impl<W: Write + Send> Observer for Tracer<W> {
    fn event(&mut self, event: &Event<'_>) {
        let port = match event.port() {
            Port::Call => "call",
            Port::Clause => "clause",
            Port::Exit => "exit",
            Port::Redo => "redo",
            Port::Fail => "fail",
            Port::Exception => "exception",
        };
        let mut line = format!("{} {port} {}", event.depth(), event.goal());
        if let Some(clause) = event.clause() {
            match clause.file {
                Some(file) => line.push_str(&format!(" {file}:{}", clause.line)),
                None => line.push_str(&format!(" clause {}", clause.number)),
            }
        }
        if let Some(ball) = event.exception() {
            line.push_str(&format!(" {ball}"));
        }
        let _ = writeln!(self.0, "{line}");
    }
}

/// An observer that counts: a profile by predicates, and which clauses have been
/// entered. Clones share the counts.
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::api::observe::Counts;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// engine.load_source("len.pl", "len([], 0).\nlen([_|T], N) :-\n    len(T, M), N is M + 1.")?;
/// let counts = Counts::new();
/// engine.observe(counts.clone());
/// engine.run_goal("len([a, b, c], N)")?;
/// assert_eq!(counts.predicates()["len/2"].calls, 4);
/// assert_eq!(counts.clauses()[&("len.pl".to_owned(), 2)], 3);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Counts(Arc<Mutex<Counted>>);

#[derive(Debug, Default)]
struct Counted {
    predicates: BTreeMap<String, Goals>,
    clauses: BTreeMap<(String, u32), u64>,
}

/// What has happened to the goals of a predicate.
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::api::observe::{Counts, Goals};
///
/// let mut engine = Engine::builder().build();
/// engine.load_str("p(1). p(2).").unwrap();
/// let counts = Counts::new();
/// engine.observe(counts.clone());
/// assert!(!engine.run_goal("p(X), X > 2").unwrap());
/// let expected = Goals { calls: 1, exits: 2, redos: 1, fails: 0, exceptions: 0 };
/// assert_eq!(counts.predicates()["p/1"].exits, expected.exits);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Goals {
    /// How many have been called.
    pub calls: u64,
    /// How many solutions they have had.
    pub exits: u64,
    /// How often they have been asked for another solution.
    pub redos: u64,
    /// How many have failed.
    pub fails: u64,
    /// How many have ended in an exception.
    pub exceptions: u64,
}

impl Counts {
    /// An observer that has seen nothing yet.
    pub fn new() -> Counts {
        Counts::default()
    }

    fn with<T>(&self, work: impl FnOnce(&mut Counted) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The goals by predicate, as `module:name/arity` without `user:`.
    pub fn predicates(&self) -> BTreeMap<String, Goals> {
        self.with(|counted| counted.predicates.clone())
    }

    /// How often clauses of texts have been entered, by file and line.
    pub fn clauses(&self) -> BTreeMap<(String, u32), u64> {
        self.with(|counted| counted.clauses.clone())
    }
}

impl Observer for Counts {
    fn event(&mut self, event: &Event<'_>) {
        let name = event.predicate().to_string();
        let source = event
            .event
            .clause
            .as_ref()
            .and_then(|clause| clause.source());
        let place = source.and_then(|source| Some((source.place()?, source.line)));
        self.with(|counted| {
            let goals = counted.predicates.entry(name).or_default();
            match event.port() {
                Port::Call => goals.calls += 1,
                Port::Exit => goals.exits += 1,
                Port::Redo => goals.redos += 1,
                Port::Fail => goals.fails += 1,
                Port::Exception => goals.exceptions += 1,
                Port::Clause => {}
            }
            if let Some((file, line)) = place {
                let key = (event.machine.text(file).to_owned(), line);
                *counted.clauses.entry(key).or_default() += 1;
            }
        });
    }
}
