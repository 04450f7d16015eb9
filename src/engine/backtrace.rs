//! Where an error came from.
//!
//! When a ball is thrown, the code addresses on the way to it are noted; they are
//! looked up only if somebody asks.

use std::hash::Hasher;
use std::sync::Arc;

use rustc_hash::FxHasher;

use super::frames::Field;
use super::machine::Machine;
use crate::atom::Atom;
use crate::bytecode::code::{Address, Code, decode};
use crate::bytecode::instr::{Instr, Op};
use crate::error::Position;
use crate::program::predicate::{PredId, Predicate};
use crate::term::cell::{Cell, Functor};
use crate::term::image::Image;

/// The most frames of a backtrace.
pub const MAX_FRAMES: usize = 40;

/// How many frames are looked at to find out what an endless recursion consists of.
const MAX_SAMPLE: usize = 1000;

/// How many frames are counted when the memory is full.
pub const MAX_COUNT: u64 = 1_000_000;

/// The longest cycle of goals that is recognised.
const MAX_CYCLE: usize = 50;

/// What was noted when a ball was thrown.
#[derive(Default)]
pub(super) struct Origin {
    /// A hash of the ball: when it is thrown again as it is, nothing is noted.
    ball: u64,
    /// The way to it, innermost first.
    addresses: Vec<Address>,
    /// The place among them of a last call that left the user's program.
    exit: Option<usize>,
    /// The argument of the builtin that is the culprit, counted from 1.
    argument: Option<usize>,
    /// What filled the memory, if that was the reason.
    growth: Option<Sample>,
}

impl Origin {
    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Origin::default();
    }
}

/// A last call from a user's clause to a predicate of the system or one that is
/// not defined. It leaves no frame, so it is noted where it was and what it goes
/// back to; it is running as long as that is on the way and only frames of the
/// system are before it.
pub(super) struct Exit {
    /// Behind the call.
    pub(super) place: Address,
    /// The environment that it goes back to.
    pub(super) environment: u64,
    /// The code that it goes back to.
    pub(super) continuation: Address,
}

impl Default for Exit {
    fn default() -> Exit {
        Exit {
            place: std::ptr::null(),
            environment: 0,
            continuation: std::ptr::null(),
        }
    }
}

/// A ball as it is thrown.
pub(super) struct Thrown<'a> {
    /// The ball.
    pub(super) ball: &'a Image,
    /// What an error is about.
    pub(super) culprit: Option<Cell>,
    /// The builtin that throws.
    pub(super) blamed: Option<Functor>,
    /// Whether the memory is full.
    pub(super) is_memory: bool,
}

/// What stood on the stacks when the memory was full.
struct Sample {
    frames: u64,
    choices: u64,
    heap: u64,
    addresses: Vec<Address>,
    /// Where the goals with clauses to be tried were called.
    callers: Vec<Address>,
}

/// A place in the program on the way to an error.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The predicate.
    pub module: Atom,
    /// Its name and arity.
    pub functor: Functor,
    /// Whether it belongs to the system.
    pub is_system: bool,
    /// The file of the clause, if it came from one.
    pub file: Option<Atom>,
    /// The line where the clause starts.
    pub line: u32,
    /// Which goal of the clause was running, counted in textual order from 1.
    pub goal: Option<u32>,
    /// The predicate that the goal calls, if it is known.
    pub callee: Option<Functor>,
}

/// The text of a query, for messages about it.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The text.
    pub text: Arc<str>,
    /// Where it starts.
    pub start: Position,
}

/// What filled the memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Growth {
    /// How many goals were waiting for a goal of theirs to end, up to [`MAX_COUNT`].
    pub frames: u64,
    /// How many goals had clauses that were still to be tried, up to [`MAX_COUNT`].
    pub choices: u64,
    /// The bytes of terms.
    pub heap: u64,
    /// The goals that came again and again, from the inside out: each was called
    /// by the next, the last one by the first.
    pub cycle: Vec<Frame>,
}

impl Machine {
    /// Notes where a ball is thrown, unless it is thrown again. `culprit` is what
    /// the running builtin of that name complains about.
    pub(super) fn note_origin(&mut self, thrown: Thrown, pc: Address) {
        let hash = hash_of(thrown.ball);
        if hash == self.origin.ball {
            return;
        }
        let mut addresses = std::mem::take(&mut self.origin.addresses);
        addresses.clear();
        addresses.reserve(MAX_FRAMES + 1);
        addresses.extend([pc, self.cp]);
        self.continuations(MAX_FRAMES, &mut addresses);
        let exit = self.exit_depth(MAX_FRAMES);
        if let Some(at) = exit {
            addresses.insert(at, self.exit.place);
        }
        self.origin = Origin {
            ball: hash,
            addresses,
            exit,
            argument: self.argument_of(&thrown),
            growth: thrown.is_memory.then(|| self.sample(pc)),
        };
    }

    /// The number of addresses before those that the noted exit goes back to.
    fn exit_depth(&self, most: usize) -> Option<usize> {
        let (mut environment, mut continuation) = (self.e, self.cp);
        for depth in 1..most {
            if continuation == self.exit.continuation && environment == self.exit.environment {
                return Some(depth);
            }
            if environment == 0 {
                break;
            }
            continuation = self.environment_word(environment + 8) as Address;
            environment = self.environment_word(environment);
        }
        None
    }

    /// Which argument of the blamed builtin is the culprit, counted from 1.
    fn argument_of(&self, thrown: &Thrown) -> Option<usize> {
        let culprit = self.mem.deref(thrown.culprit?);
        let arity = thrown.blamed?.arity();
        let mut args = self.args.iter().take(arity);
        let at = args.position(|&arg| self.mem.deref(arg) == culprit)?;
        Some(at + 1)
    }

    /// The continuations from the current environment outwards, up to `most`.
    fn continuations(&self, most: usize, addresses: &mut Vec<Address>) {
        let mut environment = self.e;
        while environment > 0 && addresses.len() < most {
            addresses.push(self.environment_word(environment + 8) as Address);
            environment = self.environment_word(environment);
        }
    }

    /// How many environments there are from the current one outwards.
    fn depth(&self) -> u64 {
        let mut environment = self.e;
        let mut count = 0;
        while environment > 0 && count < MAX_COUNT {
            count += 1;
            environment = self.environment_word(environment);
        }
        count
    }

    fn sample(&self, pc: Address) -> Sample {
        let mut addresses = vec![pc, self.cp];
        self.continuations(MAX_SAMPLE, &mut addresses);
        let mut callers = Vec::new();
        let mut choices = 0;
        let mut b = self.b;
        while b > 0 && choices < MAX_COUNT {
            if callers.len() < MAX_SAMPLE {
                callers.push(self.field(b, Field::Continuation) as Address);
            }
            choices += 1;
            b = self.field(b, Field::Previous);
        }
        Sample {
            frames: self.depth(),
            choices,
            heap: self.mem.heap_used(),
            addresses,
            callers,
        }
    }

    /// The way to the goal that is running, innermost first.
    pub fn running_frames(&self) -> Vec<Frame> {
        let mut addresses = vec![self.cp];
        self.continuations(MAX_FRAMES, &mut addresses);
        self.frames_at(&addresses).into_iter().flatten().collect()
    }

    /// Whether `ball` is the one that was thrown last, so that what is known of
    /// the last error is about it.
    pub fn is_last_ball(&self, ball: &Image) -> bool {
        self.origin.ball == hash_of(ball)
    }

    /// Forgets where the last error came from, after it has been told: the same
    /// error is news when it comes again.
    pub fn forget_origin(&mut self) {
        self.origin.ball = 0;
    }

    /// What to give [`Machine::keep_origin`] once the last error has been told.
    pub fn origin_mark(&self) -> u64 {
        self.origin.ball
    }

    /// Keeps where the last error came from although it has been told: it is about to
    /// be thrown again.
    pub fn keep_origin(&mut self, mark: u64) {
        self.origin.ball = mark;
    }

    /// The argument, counted from 1, that the last error complained about.
    pub fn blamed_argument(&self) -> Option<usize> {
        self.origin.argument
    }

    /// The way to the last error, innermost first. Frames that were reused by
    /// last calls are not there any more.
    pub fn last_backtrace(&self) -> Vec<Frame> {
        let origin = &self.origin;
        let mut found = self.frames_at(&origin.addresses);
        if let Some(exit) = origin.exit {
            let is_user = |frame: &Option<Frame>| frame.as_ref().is_some_and(|f| !f.is_system);
            if found[..exit].iter().any(is_user) {
                found[exit] = None;
            }
        }
        if let [Some(_), Some(_), ..] = found[..]
            && self.has_environment(origin.addresses[0])
        {
            // Where the last call of the running clause came back to.
            found[1] = None;
        }
        found.into_iter().flatten().collect()
    }

    /// Whether the clause that an address lies in has an environment there.
    fn has_environment(&self, address: Address) -> bool {
        let clauses = self.db.predicates().flat_map(|(_, predicate)| {
            let slots = predicate.clauses.visible(self.db.generation);
            let clauses = slots.into_iter();
            clauses.flat_map(|slot| predicate.clauses.clause(slot).codes())
        });
        let mut codes = clauses.filter(|code| code.contains(address));
        codes.next().is_some_and(|code| {
            let allocates = |&(at, instr): &(u32, Instr)| {
                instr.op == Op::Allocate && at < code.offset_of(address)
            };
            instructions(code).find(allocates).is_some()
        })
    }

    /// What filled the memory, if the last error was that.
    pub fn last_growth(&self) -> Option<Growth> {
        let sample = self.origin.growth.as_ref()?;
        let deep = sample.frames > MAX_SAMPLE as u64;
        let wide = !deep && sample.choices > MAX_SAMPLE as u64;
        let trail = match wide {
            true => &sample.callers,
            false => &sample.addresses,
        };
        let frames: Vec<Frame> = self.frames_at(trail).into_iter().flatten().collect();
        let cycle = match deep || wide {
            true => cycle_of(&frames),
            false => frames.into_iter().take(1).collect(),
        };
        Some(Growth {
            frames: sample.frames,
            choices: sample.choices,
            heap: sample.heap,
            cycle,
        })
    }

    /// The frames of those addresses that lie in clauses.
    fn frames_at(&self, addresses: &[Address]) -> Vec<Option<Frame>> {
        let mut frames: Vec<Option<Frame>> = vec![None; addresses.len()];
        let mut sorted: Vec<(Address, usize)> = addresses.iter().copied().zip(0..).collect();
        sorted.sort_unstable();
        for (_, predicate) in self.db.predicates() {
            self.frames_in(predicate, &sorted, &mut frames);
        }
        frames
    }

    /// Fills in the frames of the addresses that lie in the code of `predicate`.
    fn frames_in(
        &self,
        predicate: &Predicate,
        sorted: &[(Address, usize)],
        frames: &mut [Option<Frame>],
    ) {
        if let Some(linked) = &predicate.linked {
            for &(_, index) in within(sorted, &linked.code) {
                frames[index] = Some(plain_frame(predicate));
            }
        }
        for slot in predicate.clauses.visible(self.db.generation) {
            let clause = predicate.clauses.clause(slot);
            let codes = clause.codes().chain(self.observed_code_of(clause));
            let places = codes.flat_map(|code| {
                let places = within(sorted, code).iter();
                places.map(move |&(address, index)| (code, address, index))
            });
            for (code, address, index) in places {
                let offset = code.offset_of(address);
                let goal = code.places().find(|&(at, _)| at >= offset);
                frames[index] = Some(Frame {
                    file: clause.source().and_then(|source| source.place()),
                    line: clause.source().map_or(0, |source| source.line),
                    goal: goal.map(|(_, goal)| goal),
                    callee: goal.and_then(|(at, _)| self.callee(code, at)),
                    ..plain_frame(predicate)
                });
            }
        }
    }

    /// The predicate that is called by the instruction that ends before `offset`.
    fn callee(&self, code: &Code, offset: u32) -> Option<Functor> {
        let mut calls = instructions(code);
        let (_, instr) =
            calls.find(|&(at, instr)| at + 1 + instr.op.raw_words(instr) as u32 == offset)?;
        self.called_by(instr)
    }

    fn called_by(&self, instr: Instr) -> Option<Functor> {
        match instr.op {
            Op::Call
            | Op::Execute
            | Op::DeallocExecute
            | Op::ExecuteOwn
            | Op::DeallocExecuteOwn => Some(self.db.predicate(PredId(instr.c)).functor),
            Op::Builtin | Op::BuiltinWide => Some(self.builtin_name(instr.c)),
            _ => None,
        }
    }
}

/// The words of a ball by which it is known again, at most.
const MOST_HASHED: usize = 1 << 16;

fn hash_of(ball: &Image) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write_u64(ball.root.0);
    hasher.write_usize(ball.words.len());
    let start = ball.words.iter().take(MOST_HASHED);
    start.for_each(|&word| hasher.write_u64(word));
    hasher.finish() | 1
}

/// The instructions of a block, with their offsets.
fn instructions(code: &Code) -> impl Iterator<Item = (u32, Instr)> + '_ {
    let words = code.body();
    let mut at = 0;
    std::iter::from_fn(move || {
        let instr = decode(*words.get(at)?);
        let here = at as u32;
        at += 1 + instr.op.raw_words(instr);
        Some((here, instr))
    })
}

fn plain_frame(predicate: &Predicate) -> Frame {
    Frame {
        module: predicate.module,
        functor: predicate.functor,
        is_system: predicate.traits.system,
        file: predicate.file,
        line: 0,
        goal: None,
        callee: None,
    }
}

/// Those of the sorted addresses that lie in a block of code or just behind it.
fn within<'a>(sorted: &'a [(Address, usize)], code: &Code) -> &'a [(Address, usize)] {
    let start = code.entry();
    let end = start.wrapping_add(code.body().len());
    let from = sorted.partition_point(|&(address, _)| address < start);
    let to = sorted.partition_point(|&(address, _)| address <= end);
    &sorted[from..to]
}

/// The frames that come again and again in a long trail.
fn cycle_of(frames: &[Frame]) -> Vec<Frame> {
    // The innermost frames may be on their way into the cycle or out of it.
    let body = &frames[frames.len() / 4..];
    for period in 1..=MAX_CYCLE.min(body.len() / 4) {
        let pairs = body.iter().zip(&body[period..]);
        let equal = pairs.filter(|(one, other)| one == other).count();
        if equal * 10 >= (body.len() - period) * 9 {
            return body[..period].to_vec();
        }
    }
    let mut common: Vec<Frame> = Vec::new();
    for frame in body {
        let count = body.iter().filter(|other| *other == frame).count();
        if count * 20 >= body.len() && !common.contains(frame) {
            common.push(frame.clone());
        }
    }
    common
}
