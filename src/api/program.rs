//! Programs: loaded once, shared by many engines.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use super::builder::EngineBuilder;
use super::engine::Engine;
use super::error::Error;
use super::predicate::{Callable, Reply};
use super::row::IntoRow;
use super::table::Table;
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::base::Base;

/// A program that has been loaded: clauses, flags, operators, and predicates in Rust.
///
/// It never changes, and any number of engines in any number of threads run it.
/// What an engine adds or erases is its own. Starting an engine copies nothing of
/// the program.
///
/// ```
/// use luminy::api::program::Program;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let program = Program::builder()
///     .source("family.pl", "parent(tom, bob). parent(bob, ann).")
///     .build()?;
/// std::thread::scope(|scope| {
///     for _ in 0..4 {
///         scope.spawn(|| {
///             let mut engine = program.engine();
///             assert!(engine.run_goal("parent(tom, X), parent(X, ann)").unwrap());
///         });
///     }
/// });
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Program {
    base: Arc<Base>,
}

const fn assert_shareable<T: Send + Sync>() {}
const _: () = assert_shareable::<Program>();

impl Program {
    /// What a program is to consist of.
    pub fn builder() -> ProgramBuilder {
        ProgramBuilder::over(Engine::builder().build())
    }

    pub(super) fn of(base: Base) -> Program {
        Program {
            base: Arc::new(base),
        }
    }

    pub(super) fn base(&self) -> &Base {
        &self.base
    }

    /// A new engine that runs this program and reaches nothing outside.
    pub fn engine(&self) -> Engine {
        self.engine_builder().build()
    }

    /// What a new engine that runs this program is to be like.
    ///
    /// ```
    /// # use luminy::api::program::Program;
    /// use luminy::api::limits::Limits;
    ///
    /// let program = Program::builder().source("p.pl", "p :- p.").build().unwrap();
    /// let mut engine = program.engine_builder().limits(Limits::none().steps(1000)).build();
    /// assert!(engine.run_goal("p").is_err());
    /// ```
    pub fn engine_builder(&self) -> EngineBuilder {
        EngineBuilder::new(Some(self.clone()))
    }
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Program({} predicates)", self.base.database().len())
    }
}

/// What a program is to consist of.
///
/// Errors are kept until [`ProgramBuilder::build`].
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::api::program::ProgramBuilder;
/// use std::collections::HashMap;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let program = ProgramBuilder::over(Engine::builder().build())
///     .source("rules.pl", "cheap(X) :- price(X, P), limit(L), P =< L.")
///     .facts("limit/1", [(3,)])
///     .table("price/2", HashMap::from([("tea".to_owned(), 3), ("cake".to_owned(), 5)]))
///     .predicate("doubled/2", |x: i64| 2 * x)
///     .iterator("upto/2", |n: i64| 1..=n)
///     .library("lists")
///     .build()?;
/// let goal = "cheap(\"tea\"), \\+ cheap(\"cake\"), doubled(2, 4), upto(3, 2), sum_list([1, 2], 3)";
/// assert!(program.engine().run_goal(goal)?);
/// # Ok(())
/// # }
/// ```
pub struct ProgramBuilder {
    engine: Engine,
    diagnostics: Vec<Diagnostic>,
    /// Errors that are no diagnostics.
    errors: Vec<Error>,
}

impl ProgramBuilder {
    /// A program that starts from what an engine has loaded. The engine may have
    /// been given capabilities to load files.
    pub fn over(engine: Engine) -> ProgramBuilder {
        ProgramBuilder {
            engine,
            diagnostics: Vec::new(),
            errors: Vec::new(),
        }
    }

    fn with(mut self, work: impl FnOnce(&mut Engine) -> Result<(), Error>) -> ProgramBuilder {
        match work(&mut self.engine) {
            Ok(()) => {}
            Err(Error::Load(diagnostics)) => self.diagnostics.extend(diagnostics),
            Err(error) => self.errors.push(error),
        }
        self
    }

    /// Loads text as if it were a file called `name`.
    pub fn source(self, name: &str, text: &str) -> ProgramBuilder {
        self.with(|engine| engine.consult_text(name, text))
    }

    /// Loads a file. It is read by this process, whatever the engines may reach.
    ///
    /// ```
    /// # use luminy::api::program::Program;
    /// let path = std::env::temp_dir().join(format!("luminy-file-{}.pl", std::process::id()));
    /// std::fs::write(&path, "p(1).").unwrap();
    /// let program = Program::builder().file(&path).build().unwrap();
    /// assert!(program.engine().run_goal("p(1)").unwrap());
    /// assert!(Program::builder().file("no/such/file.pl").build().is_err());
    /// # std::fs::remove_file(&path).unwrap();
    /// ```
    pub fn file(self, path: impl AsRef<Path>) -> ProgramBuilder {
        let path = path.as_ref();
        let name = path.to_string_lossy().into_owned();
        match std::fs::read_to_string(path) {
            Ok(text) => self.source(&name, &text),
            Err(error) => self.with(|_| Err(Error::Usage(format!("cannot read {name}: {error}")))),
        }
    }

    /// Loads a library, so that engines need not load it when they first call it.
    pub fn library(self, name: &str) -> ProgramBuilder {
        self.with(|engine| engine.load_library(name))
    }

    /// Adds facts, one for each row.
    pub fn facts<R: IntoRow>(
        self,
        name: &str,
        rows: impl IntoIterator<Item = R>,
    ) -> ProgramBuilder {
        self.with(|engine| engine.add_facts(name, rows).map(drop))
    }

    /// Adds a predicate in Rust; see [`Engine::register`].
    pub fn predicate<M, F>(self, name: &str, function: F) -> ProgramBuilder
    where
        F: Callable<M>,
        F::Output: Reply,
    {
        self.with(|engine| engine.register(name, function))
    }

    /// Adds a predicate in Rust with any number of solutions; see [`Engine::register_iter`].
    pub fn iterator<M, F>(self, name: &str, function: F) -> ProgramBuilder
    where
        F: Callable<M>,
        F::Output: IntoIterator,
        <F::Output as IntoIterator>::Item: Reply,
        <F::Output as IntoIterator>::IntoIter: Send + 'static,
    {
        self.with(|engine| engine.register_iter(name, function))
    }

    /// Adds a predicate whose solutions are the rows of a Rust collection.
    pub fn table<T: Table>(self, name: &str, table: T) -> ProgramBuilder {
        self.with(|engine| engine.add_table(name, table))
    }

    /// Protects what has been added so far; see [`Engine::protect_all`].
    ///
    /// ```
    /// # use luminy::api::program::Program;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let program = Program::builder()
    ///     .facts("admin/1", [("ann",)])
    ///     .protect_all()
    ///     .source("tenant.pl", "may(U) :- admin(U).")
    ///     .build()?;
    /// assert!(program.engine().run_goal("retract(admin(_))").is_err());
    /// # Ok(())
    /// # }
    /// ```
    pub fn protect_all(self) -> ProgramBuilder {
        self.with(|engine| {
            engine.protect_all();
            Ok(())
        })
    }

    /// Does anything else to the engine that the program is made from.
    ///
    /// ```
    /// # use luminy::api::program::Program;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let program = Program::builder()
    ///     .configure(|engine| engine.run_goal("set_prolog_flag(double_quotes, atom)").map(drop))
    ///     .build()?;
    /// assert!(program.engine().run_goal("atom(\"text\")")?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn configure(self, work: impl FnOnce(&mut Engine) -> Result<(), Error>) -> ProgramBuilder {
        self.with(work)
    }

    /// The program, or all that is wrong with it.
    ///
    /// ```
    /// # use luminy::api::program::Program;
    /// let built = Program::builder().source("a.pl", "x(").file("no/such/file.pl").build();
    /// let message = built.unwrap_err().to_string();
    /// assert!(message.contains("a.pl:1:") && message.contains("no/such/file.pl"), "{message}");
    /// ```
    pub fn build(mut self) -> Result<Program, Error> {
        self.diagnostics.extend(self.engine.take_diagnostics());
        let is_error = |d: &Diagnostic| d.severity == Severity::Error;
        let has_errors = self.diagnostics.iter().any(is_error);
        if self.errors.len() == 1 && !has_errors {
            return Err(self.errors.remove(0));
        }
        for error in &self.errors {
            match error.diagnostics() {
                [] => {
                    let plain = Diagnostic::new(Severity::Error, "", error.to_string());
                    self.diagnostics.push(plain);
                }
                found => self.diagnostics.extend_from_slice(found),
            }
        }
        if has_errors || !self.errors.is_empty() {
            return Err(Error::Load(self.diagnostics));
        }
        self.engine.load_needed_libraries()?;
        Ok(self.engine.to_program())
    }
}
