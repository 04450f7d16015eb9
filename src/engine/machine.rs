//! The state of an engine's machine, as builtins see it.

use std::any::{Any, TypeId};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustc_hash::FxHashMap;

use super::autoload::Autoload;
use super::backtrace::{Asked, Exit, Origin};
use super::base::Base;
use super::bounds::Watch;
use super::call::GoalCode;
use super::collector::Collector;
use super::globals::Globals;
use super::guard::Guard;
use super::limits::Limits;
use super::loading::Loading;
use super::observe::{self, Watching};
use super::registry::{Choices, Closure, Function, Row};
use super::skeleton::Skeleton;
use crate::arith::context::ArithContext;
use crate::atom::{Atom, AtomTable, known};
use crate::bytecode::code::{Address, Code};
use crate::bytecode::instr::{ALL_SLOTS, Instr, Op};
use crate::compile::shape::Shapes;
use crate::diagnostic::{Diagnostic, Reporter};
use crate::error::{Ball, Outcome, Resource};
use crate::fd::store::Solver;
use crate::flags::Flags;
use crate::host::Host;
use crate::number::Number;
use crate::ops::Ops;
use crate::program::database::Database;
use crate::program::predicate::PredId;
use crate::stream::table::Streams;
use crate::term::alarm::Alarm;
use crate::term::area::Area;
use crate::term::cell::{Cell, Functor, Tag};
use crate::term::image::{Attributes, Image};
use crate::term::mem::Mem;
use crate::term::view::{Args, View};

/// The most arguments that a builtin can have.
pub const MAX_BUILTIN_ARITY: usize = 12;

/// Where the machine goes on after a cold function.
pub(super) enum Flow {
    /// At this address.
    Go(Address),
    /// At the newest choice point.
    Fail,
    /// Nowhere until the host resumes it.
    Pause,
}

/// Where a paused query goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Pause {
    /// With a call, whose arguments are in X.
    Call(PredId),
    /// At the newest choice point.
    Redo,
}

/// Why the instruction loop ended.
#[derive(Debug)]
pub enum Stop {
    /// The query has succeeded; the machine can be asked for its next solution.
    Solution,
    /// There is no further solution.
    Failure,
    /// An exception that nothing caught, or another reason not to go on.
    Error(Uncaught),
    /// The steps allowed are used up; the machine can be resumed.
    Paused,
}

/// A ball that nothing caught.
#[derive(Debug)]
pub enum Uncaught {
    /// A term, off the heap.
    Term(Image),
    /// `halt/1`.
    Halt(i32),
    /// The host's interrupt.
    Interrupt,
    /// The query has used what it was given.
    Exceeded(Resource),
}

/// Something that belongs to a choice point and ends with it.
pub(super) struct Side {
    /// The end of the choice point.
    pub(super) b: u64,
    /// The solutions of a builtin, or nothing for a goal with cleanup, whose
    /// cleanup is the first argument of the choice point.
    pub(super) choices: Option<Box<dyn Choices>>,
    /// The number of the builtin, which errors of its further solutions name.
    pub(super) builtin: u32,
}

/// What decides at an interrupt whether the running query goes on. It may look at
/// the machine, but starts no query on it.
pub type InterruptHook = Box<dyn FnMut(&mut Machine) -> bool + Send>;

/// What the host asks of a running engine, from any thread.
#[derive(Debug, Default)]
pub struct Signals {
    interrupt: Arc<AtomicBool>,
}

impl Signals {
    /// Asks the engine to stop the running query.
    pub fn interrupt(&self) {
        self.interrupt.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn take_interrupt(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed) && self.interrupt.swap(false, Ordering::Relaxed)
    }

    /// Whether an interrupt waits to be noticed.
    pub fn is_pending(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Forgets an interrupt that nothing has noticed yet.
    pub fn clear(&self) {
        self.interrupt.store(false, Ordering::Relaxed);
    }
}

/// An engine's machine.
#[repr(C)]
pub struct Machine {
    /// X registers, which hold the arguments at a call.
    pub(super) x: [Cell; 256],
    /// Where to go on when the clause is done.
    pub(super) cp: Address,
    /// The environment, while the loop is not running.
    pub(super) e: u64,
    /// The newest choice point.
    pub(super) b: u64,
    /// The choice point to which a cut in the running clause cuts.
    pub(super) b0: u64,
    /// The end of the environments that choice points keep.
    pub(super) et: u64,
    /// The clause whose head and tests are tried without a choice point.
    pub(super) guard: Guard,
    /// The newest choice point with something at its side.
    pub(super) side_mark: u64,
    /// Calls until the next look at limits and signals.
    pub(super) steps_left: u64,
    /// The heap and the trail.
    pub mem: Mem,
    /// Predicates and modules.
    pub db: Database,
    pub(super) environments: Area,
    pub(super) choices: Area,
    /// The arguments of the builtin that is running.
    pub(super) args: [Cell; MAX_BUILTIN_ARITY],
    /// The functions of the builtins, by number.
    pub(super) functions: Arc<[Function]>,
    /// The predicates that the host has added.
    pub(super) closures: Arc<Vec<Arc<Closure>>>,
    /// Values of the host, one of each type.
    pub host_values: FxHashMap<TypeId, Box<dyn Any + Send>>,
    /// The names of the builtins, by number.
    pub(super) builtin_names: Arc<Vec<Functor>>,
    /// The builtin that ran last.
    pub(super) running: u32,
    pub(super) sides: Vec<Side>,
    /// Cleanup goals to run at the next call.
    pub(super) cleanups: Vec<Cell>,
    /// Code of the machine itself.
    pub(super) fixed: FixedCode,
    /// The choice point at the bottom, which ends a query that has failed.
    pub(super) bottom: u64,
    /// How many pieces of retired code there may be before those not running are
    /// dropped.
    pub(super) retired_limit: usize,
    /// The values of the variables of a fact or clause being unified.
    pub fact_table: Vec<Cell>,
    /// The words of a fact being made.
    pub(super) fact_words: Vec<u64>,
    /// Which library defines a predicate.
    pub autoload_index: Autoload,
    /// Files.
    pub loading: Loading,
    /// The hooks that rewrite clauses when files are loaded.
    pub expansion_hooks: Vec<PredId>,
    /// Where warnings and errors go.
    pub reporter: Option<Reporter>,
    /// Warnings and errors, if they go nowhere.
    pub diagnostics: Vec<Diagnostic>,
    /// The control construct that is being called.
    pub(super) skeleton: Skeleton,
    /// Code of goals that are control constructs, by their keys.
    pub(super) goal_code: GoalCode,
    /// The same of the base.
    pub(super) shared_goal_code: Arc<GoalCode>,
    /// Code of clauses of dynamic predicates, by their shapes.
    pub(super) shapes: Box<Shapes>,
    /// Predicates by module and functor, for `call/N`.
    pub(super) call_cache: Box<[(u64, u64, u32)]>,
    /// Predicates that were found by their names.
    pub(super) found: Box<[PredId]>,
    /// Calls made before the current chunk of steps, and the size of the chunk.
    pub(super) steps_done: u64,
    pub(super) steps_chunk: u64,
    /// Calls that are still allowed beyond the current chunk.
    pub(super) steps_allowed: u64,
    /// Limits that goals have set.
    pub(super) limits: Limits,
    /// Up to which count of calls limits and interrupts wait, as while a cleanup starts.
    pub undisturbed: u64,
    /// What the running query may use.
    pub(super) watch: Watch,
    /// Whether clauses may hold handles.
    pub(super) has_handle_clauses: bool,
    /// The number of handles from which on those not in use are looked for.
    pub(super) handle_threshold: usize,
    /// How many queries are running inside of others.
    pub(super) nesting: u32,
    /// Where the host's stack was when the outermost of them was started.
    pub(super) stack_base: usize,
    /// What has ended a query inside of a predicate of the host, to be raised again when
    /// that predicate returns, whatever it has made of it.
    pub due: Option<Ball>,
    /// A ball that the instruction loop is about to raise.
    pub(super) pending: Option<Ball>,
    /// Why the instruction loop ends.
    pub(super) stop: Option<Stop>,
    /// How a paused query is resumed.
    pub(super) paused: Option<Pause>,
    /// Whether the next look for another solution has been counted before a pause.
    pub(super) is_counted: bool,
    /// Looks for other solutions that have been counted as steps.
    pub(super) redos: u64,
    /// How many times garbage has been collected.
    pub(super) collections: u64,
    /// The bytes that this has gained, and the seconds that it took.
    pub(super) gained: (u64, f64),
    /// How many times atoms have been freed.
    pub(super) atom_collections: u64,
    /// Whether garbage is collected at every call, as a test.
    pub(super) stress: bool,
    /// Backtracks since the start, for statistics.
    pub backtracks: u64,
    /// Where the last ball came from.
    pub(super) origin: Origin,
    /// The text of the query whose error is about to be told.
    pub asked: Option<Asked>,
    /// The newest last call that left the user's program.
    pub(super) exit: Exit,
    /// What the host asks, shared with other threads.
    pub signals: Arc<Signals>,
    /// Decides at an interrupt whether the query goes on.
    pub on_interrupt: Option<InterruptHook>,
    /// The predicate that is about to be called, while signals are looked at.
    pub(super) called: Option<PredId>,
    /// The names.
    pub atoms: AtomTable,
    /// The flags.
    pub flags: Flags,
    /// The operators that reading and writing start from: those of the current
    /// module, unless it is `user`, over those of `user`.
    pub ops: Ops,
    /// The module whose operators these are.
    pub(super) ops_module: Atom,
    /// The operators that the other modules add.
    pub(super) module_ops: FxHashMap<Atom, Ops>,
    /// The streams.
    pub io: Streams,
    /// The world outside.
    pub host: Box<dyn Host>,
    /// The global variables.
    pub globals: Globals,
    /// The constraint solver, once there are constraints.
    pub(super) solver: Option<Box<Solver>>,
    /// Arithmetic: evaluables, flags, random numbers.
    pub arith: ArithContext,
    /// Solutions of `findall/3` in progress.
    pub(super) collectors: Vec<Collector>,
    /// The memory of a chunk of a collection that has ended, for the next one.
    pub(super) spare_chunk: Vec<u64>,
    /// Who is told of the goals of the program, if anybody.
    pub(super) watching: Option<Box<Watching>>,
}

// SAFETY: the raw pointers of a machine point into blocks of code that it holds
// itself, and nothing else writes to them.
unsafe impl Send for Machine {}

/// Blocks of code that the machine itself needs.
#[derive(Clone)]
pub(super) struct FixedCode {
    pub(super) words: Code,
    /// A call and `Resume` for each size of the environment between them.
    pub(super) resume: Code,
}

/// Offsets into the words of [`FixedCode`].
pub(super) mod fixed {
    pub const STOP: usize = 2;
    pub const EXHAUSTED: usize = 3;
    pub const CATCH_EXIT: usize = 6;
    pub const CATCH_FAIL: usize = 7;
    pub const CLEANUP_EXIT: usize = 10;
    pub const CLEANUP_FAIL: usize = 11;
    pub const NONDET_RETRY: usize = 12;
    pub const DYNAMIC_RETRY: usize = 13;
    pub const TRUST_FAIL: usize = 14;
    pub const FAIL: usize = 17;
    pub const OBSERVE_EXIT: usize = 20;
    pub const OBSERVE_FAIL: usize = 21;
    pub const OBSERVE_REDO: usize = 22;
    pub const OBSERVE_RETRY: usize = 23;
}

impl FixedCode {
    pub(super) fn new() -> FixedCode {
        let call = |size| [Instr::new(Op::Call, 0, size, 0).word(), ALL_SLOTS];
        let one = |op| Instr::new(op, 0, 0, 0).word();
        let mut words = call(0).to_vec();
        words.extend([one(Op::Stop), one(Op::Exhausted)]);
        words.extend(call(1));
        words.extend([one(Op::CatchExit), one(Op::CatchFail)]);
        words.extend(call(1));
        words.extend([one(Op::CleanupExit), one(Op::CleanupFail)]);
        words.extend([
            one(Op::NondetRetry),
            one(Op::DynamicRetry),
            one(Op::TrustFail),
        ]);
        words.extend(call(0));
        words.push(one(Op::Fail));
        words.extend(call(observe::SLOTS));
        let observe = |port| Instr::new(Op::Observe, port, 0, 0).word();
        words.extend([observe::EXIT, observe::FAIL, observe::REDO, observe::RETRY].map(observe));
        let resume = |size| {
            let [call, slots] = call(size);
            [call, slots, one(Op::Resume)]
        };
        FixedCode {
            words: Code::plain(&words),
            resume: Code::plain(&(0..300).flat_map(resume).collect::<Vec<u64>>()),
        }
    }

    /// The continuation for an environment of `size` slots that ends in `Resume`.
    pub(super) fn resume_at(&self, size: usize) -> Address {
        self.resume.address(3 * size + 2)
    }
}

/// The initial size of the stacks.
const INITIAL_WORDS: usize = 2 * 1024;

impl Machine {
    /// A machine that knows the names and builtins of `rows`.
    pub fn new(rows: &[&'static [Row]], memory: u64, host: Box<dyn Host>) -> Machine {
        let mut machine = Machine::over(&Base::bare(), memory, host);
        machine.register(rows);
        machine
    }

    /// A machine that starts with what is in `base`.
    pub fn over(base: &Base, memory: u64, mut host: Box<dyn Host>) -> Machine {
        let io = Streams::new(&mut *host);
        let signals = Arc::<Signals>::default();
        let mut mem = Mem::new(memory);
        mem.alarm = Arc::new(Alarm::new(signals.interrupt.clone()));
        mem.occurs_check = base.occurs_check;
        mem.occurs_is_error = base.occurs_is_error;
        let environments = Area::new(INITIAL_WORDS, &mut mem.budget);
        let choices = Area::new(INITIAL_WORDS, &mut mem.budget);
        let mut arith = base.arith.clone();
        arith.clock = host.clock();
        arith.alarm = mem.alarm.clone();
        let loading = Loading {
            files: base.files.clone(),
            main: base.main.clone(),
            ..Loading::default()
        };
        let mut machine = Machine {
            x: [Cell::NIL; 256],
            cp: base.fixed.words.address(fixed::STOP),
            e: 0,
            b: 0,
            b0: 0,
            et: 0,
            guard: Guard::NONE,
            side_mark: 0,
            steps_left: u64::MAX,
            mem,
            db: base.db.clone(),
            environments,
            choices,
            args: [Cell::NIL; MAX_BUILTIN_ARITY],
            functions: base.functions.clone(),
            closures: base.closures.clone(),
            host_values: FxHashMap::default(),
            builtin_names: base.builtin_names.clone(),
            running: 0,
            sides: Vec::new(),
            cleanups: Vec::new(),
            fixed: base.fixed.clone(),
            bottom: 0,
            retired_limit: super::code::FEW_RETIRED,
            fact_table: Vec::new(),
            fact_words: Vec::new(),
            autoload_index: base.autoload_index.clone(),
            loading,
            expansion_hooks: base.expansion_hooks.clone(),
            reporter: None,
            diagnostics: Vec::new(),
            skeleton: Skeleton::default(),
            goal_code: GoalCode::default(),
            shared_goal_code: base.goal_code.clone(),
            shapes: Box::default(),
            call_cache: vec![(0, 0, 0); 256].into_boxed_slice(),
            found: vec![PredId(u32::MAX); 256].into_boxed_slice(),
            steps_done: 0,
            steps_chunk: 0,
            steps_allowed: u64::MAX,
            limits: Limits::default(),
            undisturbed: 0,
            watch: Watch::default(),
            has_handle_clauses: base.atoms.handles() > 0,
            handle_threshold: 0,
            nesting: 0,
            stack_base: 0,
            due: None,
            pending: None,
            stop: None,
            paused: None,
            on_interrupt: None,
            called: None,
            is_counted: false,
            redos: 0,
            collections: 0,
            gained: (0, 0.0),
            atom_collections: 0,
            stress: false,
            backtracks: 0,
            origin: Origin::default(),
            asked: None,
            exit: Exit::default(),
            signals,
            atoms: base.atoms.clone(),
            flags: base.flags.clone(),
            ops: base.ops.clone(),
            ops_module: base.ops_module,
            module_ops: base.module_ops.clone(),
            io,
            host,
            globals: base.globals.clone(),
            arith,
            solver: None,
            collectors: Vec::new(),
            spare_chunk: Vec::new(),
            watching: None,
        };
        machine.reset();
        machine
    }

    /// The address of the current environment.
    #[inline(always)]
    pub(super) fn environment_address(&self) -> *mut u64 {
        self.environments.base().wrapping_byte_add(self.e as usize)
    }

    /// Calls made since the engine was made.
    pub fn inferences(&self) -> u64 {
        self.steps().saturating_sub(self.redos)
    }

    /// Steps taken since the engine was made: calls, and looks for further solutions
    /// of predicates in Rust.
    pub fn steps(&self) -> u64 {
        self.steps_done + (self.steps_chunk - self.steps_left.min(self.steps_chunk))
    }

    // Arguments and unification.

    /// Argument `index` of the running builtin, counted from 0, dereferenced.
    #[inline]
    pub fn arg(&self, index: usize) -> Cell {
        self.mem.deref(self.args[index])
    }

    /// A look at argument `index`.
    pub fn view_arg(&self, index: usize) -> View<'_> {
        self.mem.view(self.args[index])
    }

    /// Unifies argument `index` with a term; once the alarm has rung that may be a
    /// wrong one, and nothing is bound.
    #[inline]
    pub fn unify_arg(&mut self, index: usize, cell: Cell) -> Outcome {
        let arg = self.arg(index);
        if arg.tag() == Tag::Ref
            && !(cell.is_var() || cell.is_compound() && self.mem.occurs_check)
            && !self.mem.alarm.has_rung()
        {
            self.mem.bind_plain(arg.offset(), cell);
            return Ok(true);
        }
        Ok(!self.mem.alarm.has_rung() && self.mem.unify(self.args[index], cell))
    }

    /// Unifies argument `index` with an atom.
    pub fn unify_atom(&mut self, index: usize, atom: Atom) -> Outcome {
        self.unify_arg(index, Cell::atom(atom))
    }

    /// Unifies argument `index` with an integer.
    pub fn unify_int(&mut self, index: usize, value: i64) -> Outcome {
        let cell = self.mem.new_integer(value);
        self.unify_arg(index, cell)
    }

    /// Unifies argument `index` with a number.
    pub fn unify_number(&mut self, index: usize, value: &Number) -> Outcome {
        let cell = self.mem.new_number(value);
        self.unify_arg(index, cell)
    }

    /// Unifies argument `index` with the atom of this text.
    pub fn unify_text_atom(&mut self, index: usize, text: &str) -> Outcome {
        let atom = self.atoms.intern_passing(text);
        self.unify_atom(index, atom)
    }

    /// Unifies argument `index` with the proper list of these items.
    pub fn unify_list(&mut self, index: usize, items: &[Cell]) -> Outcome {
        self.check_walk(16 * items.len())?;
        self.mem.ensure(2 * items.len() as u64)?;
        let list = self.mem.list(items);
        self.unify_arg(index, list)
    }

    // Terms.

    /// The atom of this text, as a term.
    pub fn atom(&mut self, text: &str) -> Cell {
        Cell::atom(self.atoms.intern_passing(text))
    }

    /// The compound `name(args...)`, or the atom if there are none.
    pub fn compound(&mut self, name: &str, args: &[Cell]) -> Cell {
        let name = self.atoms.intern(name);
        self.mem.new_struct(name, args)
    }

    /// The term `Name/Arity`.
    pub fn indicator(&mut self, functor: Functor) -> Cell {
        let args = [
            Cell::atom(functor.name()),
            Cell::small(functor.arity() as i64),
        ];
        self.mem.new_struct(known::SLASH, &args)
    }

    /// The arguments of `cell` if it is a compound `name/arity`.
    pub fn match_compound(&self, cell: Cell, name: &str, arity: usize) -> Option<Args> {
        let name = self.atoms.find(name)?;
        self.mem.match_struct(cell, name, arity)
    }

    /// The text of an atom.
    pub fn text(&self, atom: Atom) -> &str {
        self.atoms.text(atom)
    }

    /// The image of a term, with its attributes.
    pub fn image(&mut self, cell: Cell) -> Image {
        self.mem.image(cell, Attributes::Keep)
    }

    /// The term of an image.
    pub fn build(&mut self, image: &Image) -> Result<Cell, Ball> {
        Ok(self.mem.build(image)?)
    }
}
