//! What the host adds to a program: predicates in Rust, tables, facts.

use std::cmp::Ordering;
use std::sync::Arc;

use super::build::{Builder, Built};
use super::call::{Call, Raise, guarded};
use super::convert::IntoTerm;
use super::engine::{Engine, HOST_MODULE};
use super::error::Error;
use super::predicate::{Callable, Reply, reply_values};
use super::row::{IntoRow, counted};
use super::table::{Pattern, Table};
use crate::engine::machine::{MAX_BUILTIN_ARITY, Machine};
use crate::engine::registry::{Choices, Closure, Next, Start};
use crate::error::Ball;
use crate::program::clause::Clause;
use crate::program::predicate::{Definition, PredId};
use crate::term::cell::{Cell, Functor};
use crate::term::image::Attributes;

impl Engine {
    /// Adds a predicate in Rust: a function of plain types.
    ///
    /// `name` is `Name/Arity`. The function takes the first arguments, and what it
    /// returns ([`Reply`]) says whether the predicate is true or is unified with the
    /// remaining ones. An argument of another type raises `type_error`, one that is
    /// unbound `instantiation_error`, and a panic becomes `system_error`.
    ///
    /// A predicate in Rust that is there already is replaced. One of the system, or one
    /// that the program defines by clauses, is not: that is an error.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// engine.register("near/2", |x: i64, ys: Vec<i64>| ys.iter().any(|y| (x - y).abs() < 3))?;
    /// engine.register("halves/3", |x: i64| (x / 2, x - x / 2))?;
    /// engine.register("env_number/2", |text: String| text.parse::<i64>())?;
    /// assert!(engine.run_goal("near(5, [1, 7]), halves(7, 3, 4), env_number(\"12\", 12)")?);
    /// assert!(engine.run_goal("catch(near(a, []), error(type_error(integer, a), _), true)")?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn register<M, F>(&mut self, name: &str, function: F) -> Result<(), Error>
    where
        F: Callable<M>,
        F::Output: Reply,
    {
        let (functor, arity) = self.functor(name)?;
        let values = reply_values::<F::Output>(F::ARGUMENTS, arity);
        let values = values.ok_or_else(|| wrong_arity(name, arity, F::ARGUMENTS))?;
        let closure = move |machine: &mut Machine| {
            let holds = guarded(machine, |machine| {
                let mut call = Call::new(machine, arity);
                let reply = function.invoke(&mut call)?;
                reply.reply(&mut call, F::ARGUMENTS, values)
            })?;
            Ok(if holds { Start::Succeed } else { Start::Fail })
        };
        self.add_closure(name, functor, Arc::new(closure))
    }

    /// Adds a predicate in Rust with any number of solutions: a function that
    /// returns an iterator, which is asked for the next solution on backtracking
    /// and dropped when it is no longer needed.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// engine.register_iter("multiple/2", |n: u64| (1..).map(move |k| k * n))?;
    /// engine.register_iter("letter/2", |word: String| {
    ///     let letters: Vec<(char,)> = word.chars().map(|c| (c,)).collect();
    ///     letters
    /// })?;
    /// assert!(engine.run_goal("multiple(7, X), X > 30, !, X =:= 35")?);
    /// assert!(engine.run_goal("findall(C, letter(abc, C), [a, b, c])")?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn register_iter<M, F>(&mut self, name: &str, function: F) -> Result<(), Error>
    where
        F: Callable<M>,
        F::Output: IntoIterator,
        <F::Output as IntoIterator>::Item: Reply,
        <F::Output as IntoIterator>::IntoIter: Send + 'static,
    {
        type Item<M, F> = <<F as Callable<M>>::Output as IntoIterator>::Item;
        let (functor, arity) = self.functor(name)?;
        let values = reply_values::<Item<M, F>>(F::ARGUMENTS, arity);
        let values = values.ok_or_else(|| wrong_arity(name, arity, F::ARGUMENTS))?;
        let closure = move |machine: &mut Machine| {
            let solutions = guarded(machine, |machine| {
                let mut call = Call::new(machine, arity);
                Ok(function.invoke(&mut call)?.into_iter())
            })?;
            Ok(Start::Choices(Box::new(Solutions {
                solutions,
                arity,
                index: F::ARGUMENTS,
                values,
            })))
        };
        self.add_closure(name, functor, Arc::new(closure))
    }

    /// Adds a predicate in Rust that sees its call: arguments as terms, unification,
    /// exceptions, queries inside of the running one. The example is at [`Call`].
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().build();
    /// engine.register_call("same/2", |call| {
    ///     let first = call.arg(0).to_term();
    ///     Ok(call.unify(1, first))
    /// }).unwrap();
    /// assert!(engine.run_goal("same(f(a), X), X == f(a)").unwrap());
    /// ```
    pub fn register_call<F>(&mut self, name: &str, function: F) -> Result<(), Error>
    where
        F: Fn(&mut Call<'_>) -> Result<bool, Raise> + Send + Sync + 'static,
    {
        let (functor, arity) = self.functor(name)?;
        let closure = move |machine: &mut Machine| {
            let holds = guarded(machine, |machine| function(&mut Call::new(machine, arity)))?;
            Ok(if holds { Start::Succeed } else { Start::Fail })
        };
        self.add_closure(name, functor, Arc::new(closure))
    }

    /// Adds a predicate in Rust that sees its call and has any number of solutions.
    /// `function` returns what makes them one by one: `Ok(Some(true))` for a
    /// solution, `Ok(Some(false))` to be asked again, `Ok(None)` at the end.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// engine.register_choices("up_from/2", |call| {
    ///     let mut next: i64 = call.get(0)?;
    ///     Ok(move |call: &mut luminy::api::call::Call<'_>| {
    ///         next += 1;
    ///         Ok(Some(call.unify(1, next - 1)))
    ///     })
    /// })?;
    /// assert!(engine.run_goal("up_from(3, X), X * X > 50, !, X =:= 8")?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn register_choices<F, N>(&mut self, name: &str, function: F) -> Result<(), Error>
    where
        F: Fn(&mut Call<'_>) -> Result<N, Raise> + Send + Sync + 'static,
        N: FnMut(&mut Call<'_>) -> Result<Option<bool>, Raise> + Send + 'static,
    {
        let (functor, arity) = self.functor(name)?;
        let closure = move |machine: &mut Machine| {
            let mut next = guarded(machine, |machine| function(&mut Call::new(machine, arity)))?;
            let step = move |machine: &mut Machine| {
                let step = guarded(machine, |machine| next(&mut Call::new(machine, arity)))?;
                Ok(match step {
                    Some(true) => Some(Next::More),
                    Some(false) => None,
                    None => Some(Next::Fail),
                })
            };
            let choices: Box<dyn Choices> = Box::new(step);
            Ok(Start::Choices(choices))
        };
        self.add_closure(name, functor, Arc::new(closure))
    }

    /// Adds a predicate whose solutions are the rows of a Rust collection. The
    /// example is at [`Table`]. Unlike facts, it cannot be changed or replaced by what
    /// is loaded.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use std::collections::BTreeMap;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let ages = BTreeMap::from([("ann".to_owned(), 31), ("bob".to_owned(), 27)]);
    /// let mut engine = Engine::builder().build();
    /// engine.add_table("age/2", ages)?;
    /// assert!(engine.run_goal("age(\"bob\", 27), findall(A, age(_, A), [31, 27])")?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn add_table<T: Table>(&mut self, name: &str, table: T) -> Result<(), Error> {
        self.share_table(name, Arc::new(table))
    }

    /// The same for a collection that is shared.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// use std::collections::BTreeMap;
    /// use std::sync::Arc;
    ///
    /// let ages = Arc::new(BTreeMap::from([("ann".to_owned(), 31), ("bob".to_owned(), 27)]));
    /// for _ in 0..2 {
    ///     let mut engine = Engine::builder().build();
    ///     engine.share_table("age/2", ages.clone()).unwrap();
    ///     assert!(engine.run_goal("age(\"bob\", 27)").unwrap());
    /// }
    /// ```
    pub fn share_table<T: Table>(&mut self, name: &str, table: Arc<T>) -> Result<(), Error> {
        let (functor, arity) = self.functor(name)?;
        check_columns::<T::Row>(name, arity)?;
        let closure = move |machine: &mut Machine| {
            let rows = guarded(machine, |machine| {
                let call = Call::new(machine, arity);
                Ok(table.clone().scan(&Pattern::new(&call)))
            })?;
            Ok(Start::Choices(Box::new(TableChoices { rows })))
        };
        self.add_closure(name, functor, Arc::new(closure))
    }

    fn add_closure(
        &mut self,
        name: &str,
        functor: Functor,
        closure: Arc<Closure>,
    ) -> Result<(), Error> {
        self.machine.reset();
        if self.has_clauses(functor) {
            let message = format!("{name} is defined by clauses of the program");
            return Err(Error::Usage(message));
        }
        match self.machine.register_closure(functor, closure) {
            true => Ok(()),
            false => Err(Error::Usage(format!("{name} is a predicate of the system"))),
        }
    }

    /// Adds facts behind those that are there, one for each row; their number.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::values::Atom;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// engine.add_facts("edge/2", (0..1000).map(|n| (n, n + 1)))?;
    /// engine.add_facts("colour/2", [(1, Atom("red")), (2, Atom("blue"))])?;
    /// assert!(engine.run_goal("edge(41, X), X =:= 42, colour(2, blue)")?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn add_facts<R: IntoRow>(
        &mut self,
        name: &str,
        rows: impl IntoIterator<Item = R>,
    ) -> Result<usize, Error> {
        let (functor, arity) = self.functor(name)?;
        check_columns::<R>(name, arity)?;
        if self.machine.is_protected(functor) {
            return Err(self.taken(name, functor));
        }
        self.machine.reset();
        let id = self.fact_predicate(functor);
        let (mut count, mut built) = (0, Vec::new());
        for row in rows {
            let machine = &mut self.machine;
            let top = machine.mem.heap_used();
            built.clear();
            let mut to = Builder::heap(&mut machine.mem, &mut machine.atoms);
            row.into_row(&mut to, &mut built);
            let cells: Vec<Cell> = built.iter().map(|built| built.cell()).collect();
            let fact = machine.mem.new_struct(functor.name(), &cells);
            let image = machine.mem.image(fact, Attributes::Drop);
            machine.add_clause(id, Clause::new(image.view(), None), true);
            machine.mem.truncate(top);
            count += 1;
        }
        Ok(count)
    }

    /// Adds facts, each a term, behind those that are there; their number. What is
    /// no atom or compound is refused.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::term::Term;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// engine.add_terms(["likes(ann, tea)".parse::<Term>()?, Term::atom("ready")])?;
    /// assert!(engine.run_goal("ready, likes(ann, tea)")?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn add_terms<T: IntoTerm>(
        &mut self,
        facts: impl IntoIterator<Item = T>,
    ) -> Result<usize, Error> {
        self.machine.reset();
        let mut count = 0;
        for fact in facts {
            let machine = &mut self.machine;
            let top = machine.mem.heap_used();
            let mut to = Builder::heap(&mut machine.mem, &mut machine.atoms);
            let fact = fact.into_term(&mut to).cell();
            let functor = machine.head_functor(fact);
            let Some(functor) = functor.ok().filter(|&functor| functor != Functor::LIST) else {
                return Err(Error::Usage(format!(
                    "{} is no fact",
                    machine.quoted_text(fact)
                )));
            };
            if machine.is_protected(functor) {
                let name = machine.functor_text(functor);
                return Err(self.taken(&name, functor));
            }
            let id = self.fact_predicate(functor);
            let image = self.machine.mem.image(fact, Attributes::Drop);
            let clause = Clause::new(image.view(), None);
            self.machine.add_clause(id, clause, true);
            self.machine.mem.truncate(top);
            count += 1;
        }
        Ok(count)
    }

    /// Protects a predicate: what is loaded or run from now on can neither add clauses
    /// to it nor take away, replace or declare it. What tries meets
    /// `permission_error(modify, static_procedure, Name/Arity)`, or an error of loading.
    /// Predicates in Rust and tables are protected in any case.
    ///
    /// The predicate is one of `user`, or `Module:Name/Arity`, and need not exist: one
    /// that has no clauses cannot get any. The host may still add facts to it.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// engine.add_facts("owner/2", [("readme", "ann")])?;
    /// engine.protect("owner/2")?;
    /// assert!(engine.run_goal("assertz(owner(\"plan\", \"eve\"))").is_err());
    /// assert!(engine.load_str("owner(plan, eve).").is_err());
    /// assert_eq!(engine.query("owner(_, Who)")?.column::<String>("Who")?, ["ann"]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn protect(&mut self, name: &str) -> Result<(), Error> {
        let (module, name) = match name.split_once(':') {
            Some((module, name)) if !module.is_empty() && !name.starts_with('/') => {
                (self.machine.atoms.intern(module.trim()), name)
            }
            _ => (HOST_MODULE, name),
        };
        let (functor, _) = self.functor(name)?;
        self.machine.seal(module, functor);
        Ok(())
    }

    /// Protects, as [`Engine::protect`] does, all predicates that have been loaded or
    /// added so far, and the hooks by which rules change what is loaded or asked after
    /// them, such as `term_expansion/2` and `goal_expansion/2`. What these predicates call
    /// of libraries is loaded and protected with them, and no rules define anything in
    /// the modules of libraries any more.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// engine.load_source("base.pl", "admin(ann). may(U, _) :- admin(U).")?;
    /// engine.protect_all();
    /// engine.load_source("tenant.pl", "may_read(U) :- may(U, read).")?;
    /// assert!(engine.load_source("evil.pl", "admin(eve).").is_err());
    /// assert!(engine.run_goal("may_read(ann), \\+ may_read(eve)")?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn protect_all(&mut self) {
        self.machine.mention_libraries();
        // A library that cannot be loaded now is loaded at the first call: its
        // predicates are sealed all the same.
        let _ = self.load_needed_libraries();
        self.machine.seal_all();
    }

    /// Whether clauses define a predicate of `user`.
    fn has_clauses(&self, functor: Functor) -> bool {
        let id = self.machine.db.find(HOST_MODULE, functor);
        id.is_some_and(|id| {
            let predicate = self.machine.db.predicate(id);
            predicate.is_defined() && !matches!(predicate.definition, Definition::Import(_))
        })
    }

    /// The error for facts of a predicate that has none.
    fn taken(&self, name: &str, functor: Functor) -> Error {
        let whose = match self.machine.is_of_host(functor) {
            true => "in Rust",
            false => "of the system",
        };
        Error::Usage(format!("{name} is a predicate {whose}"))
    }

    /// The predicate of `user` that facts are added to.
    fn fact_predicate(&mut self, functor: Functor) -> PredId {
        let db = &mut self.machine.db;
        let id = db.find_or_add(HOST_MODULE, functor);
        if !matches!(db.predicate(id).definition, Definition::Clauses) {
            db.redefine(id, Definition::Clauses);
        }
        if !db.predicate(id).traits.defined {
            db.predicate_mut(id).traits.defined = true;
        }
        id
    }

    /// The functor of `Name/Arity`.
    fn functor(&mut self, name: &str) -> Result<(Functor, usize), Error> {
        let wrong = || Error::Usage(format!("{name} is not of the form Name/Arity"));
        let (plain, arity) = name.rsplit_once('/').ok_or_else(wrong)?;
        let arity: usize = arity.trim().parse().map_err(|_| wrong())?;
        if arity > MAX_BUILTIN_ARITY {
            let message = format!("{name} has more than {MAX_BUILTIN_ARITY} arguments");
            return Err(Error::Usage(message));
        }
        let atom = self.machine.atoms.intern(plain.trim());
        Ok((Functor::new(atom, arity), arity))
    }
}

/// The error for a function that takes so many arguments and does not fit the name.
fn wrong_arity(name: &str, arity: usize, takes: usize) -> Error {
    let has = counted(arity, "argument");
    Error::Usage(match arity.cmp(&takes) {
        Ordering::Less => format!("{name} has {has}, but its function takes {takes}"),
        Ordering::Equal => format!(
            "the function of {name} takes all its arguments and returns a value: return a bool, \
             or add an argument for the value"
        ),
        Ordering::Greater => format!(
            "{name} has {has}: its function takes {takes}, and what it returns does not fill \
             the other {}",
            arity - takes
        ),
    })
}

fn check_columns<R: IntoRow>(name: &str, arity: usize) -> Result<(), Error> {
    match R::COLUMNS == arity {
        true => Ok(()),
        false => {
            let columns = counted(R::COLUMNS, "column");
            let message = format!("{name} was given rows of {columns}");
            Err(Error::Usage(message))
        }
    }
}

/// The solutions of an iterator.
struct Solutions<I> {
    solutions: I,
    arity: usize,
    index: usize,
    values: usize,
}

impl<I> Choices for Solutions<I>
where
    I: Iterator + Send,
    I::Item: Reply,
{
    fn next(&mut self, machine: &mut Machine) -> Result<Option<Next>, Ball> {
        let (arity, index, values) = (self.arity, self.index, self.values);
        let solutions = &mut self.solutions;
        let holds = guarded(machine, |machine| match solutions.next() {
            Some(solution) => {
                let mut call = Call::new(machine, arity);
                solution.reply(&mut call, index, values).map(Some)
            }
            None => Ok(None),
        })?;
        Ok(next_of(holds, self.solutions.size_hint()))
    }
}

/// The rows of a table.
struct TableChoices<I> {
    rows: I,
}

impl<I> Choices for TableChoices<I>
where
    I: Iterator + Send,
    I::Item: IntoRow,
{
    fn next(&mut self, machine: &mut Machine) -> Result<Option<Next>, Ball> {
        let rows = &mut self.rows;
        let holds = guarded(machine, |machine| {
            let Some(row) = rows.next() else {
                return Ok(None);
            };
            let mut built: Vec<Built> = Vec::new();
            let mut to = Builder::heap(&mut machine.mem, &mut machine.atoms);
            row.into_row(&mut to, &mut built);
            let mut pairs = built.iter().enumerate();
            let holds = pairs.all(|(index, built)| {
                let argument = machine.arg(index);
                machine.mem.unify(argument, built.cell())
            });
            Ok(Some(holds))
        })?;
        Ok(next_of(holds, self.rows.size_hint()))
    }
}

/// What a step gave, where `left` bounds the number of further solutions.
fn next_of(holds: Option<bool>, left: (usize, Option<usize>)) -> Option<Next> {
    match holds {
        Some(true) if left.1 == Some(0) => Some(Next::Last),
        Some(true) => Some(Next::More),
        Some(false) => None,
        None => Some(Next::Fail),
    }
}
