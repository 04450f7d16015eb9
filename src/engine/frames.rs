//! Environments and choice points.
//!
//! An environment is `[previous, continuation, Y...]` and is referred to by its
//! byte offset. A choice point is its arguments and then the fields of
//! [`Field`], and is referred to by the offset of its end. How much of an
//! environment is in use stands in the call before its continuation.

use super::backtrace::Exit;
use super::machine::Machine;
use crate::bytecode::code::Address;
use crate::error::Ball;
use crate::term::cell::Cell;

/// A field of a choice point: its distance from the end, in bytes.
#[derive(Clone, Copy)]
#[repr(u64)]
pub enum Field {
    /// Where to go on after a failure.
    Alternative = 8,
    /// Heap top.
    Heap = 16,
    /// Trail top.
    Trail = 24,
    /// Environment.
    Environment = 32,
    /// Continuation.
    Continuation = 40,
    /// End of the environments to be kept.
    EnvironmentTop = 48,
    /// Previous choice point.
    Previous = 56,
    /// Choice point to cut to.
    CutBarrier = 64,
    /// Number of arguments.
    Arguments = 72,
}

/// The positions of the bits that are set in a map.
pub(super) fn set_bits(mut map: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = map.trailing_zeros();
        map &= map.wrapping_sub(1);
        (bit < 64).then_some(bit as usize)
    })
}

/// The size of a choice point without arguments.
pub const FIXED: u64 = 72;

/// So many arguments are saved and restored at once.
const QUICK: usize = 4;

/// These arguments.
type Quick = [Cell; QUICK];

impl Machine {
    /// The address of a field of the choice point that ends at `b`.
    #[inline(always)]
    fn field_address(&self, b: u64, field: Field) -> *mut u64 {
        debug_assert!(b >= FIXED);
        let base: *mut u8 = self.choices.base().cast();
        base.wrapping_add((b - field as u64) as usize).cast()
    }

    /// A field of the choice point that ends at `b`.
    #[inline(always)]
    pub(super) fn field(&self, b: u64, field: Field) -> u64 {
        // SAFETY: `b` is the end of a choice point, whose fields lie below it.
        unsafe { *self.field_address(b, field) }
    }

    /// Changes a field of the choice point that ends at `b`.
    #[inline(always)]
    pub(super) fn set_field(&mut self, b: u64, field: Field, value: u64) {
        // SAFETY: as in `field`.
        unsafe { *self.field_address(b, field) = value }
    }

    /// The address of the arguments of the choice point that ends at `b`.
    #[inline(always)]
    fn arguments_address(&self, b: u64) -> *mut u64 {
        let count = self.field(b, Field::Arguments);
        let base: *mut u8 = self.choices.base().cast();
        base.wrapping_add((b - FIXED - 8 * count) as usize).cast()
    }

    /// Argument `index` of the choice point that ends at `b`.
    pub(super) fn choice_argument(&self, b: u64, index: usize) -> Cell {
        debug_assert!((index as u64) < self.field(b, Field::Arguments));
        // SAFETY: the choice point has that many arguments.
        unsafe { Cell(*self.arguments_address(b).add(index)) }
    }

    /// Changes argument `index` of the choice point that ends at `b`.
    pub(super) fn set_choice_argument(&mut self, b: u64, index: usize, value: Cell) {
        debug_assert!((index as u64) < self.field(b, Field::Arguments));
        // SAFETY: as in `choice_argument`.
        unsafe { *self.arguments_address(b).add(index) = value.0 }
    }

    /// X[0..count] := the arguments of the newest choice point, of which it has
    /// `saved`. A few registers above them change as well.
    #[inline(always)]
    pub(super) fn restore_arguments(&mut self, count: usize, saved: usize) {
        debug_assert!(saved as u64 == self.field(self.b, Field::Arguments) && count <= saved);
        let base: *mut u8 = self.choices.base().cast();
        let start = self.b - FIXED - 8 * saved as u64;
        let from: *const Cell = base.wrapping_add(start as usize).cast();
        // SAFETY: the choice point has that many arguments, and more words behind them.
        unsafe {
            self.x
                .as_mut_ptr()
                .cast::<Quick>()
                .write(from.cast::<Quick>().read());
            for index in QUICK..count {
                self.x[index] = *from.add(index);
            }
        }
    }

    /// The end of the environments in use when `e` is the current one and
    /// `size` slots of it are needed.
    #[inline(always)]
    pub(super) fn environment_top(&self, e: u64, size: u64) -> u64 {
        (e + 16 + 8 * size).max(self.et)
    }

    /// The end of the environments at the start of a clause: the current one is
    /// the caller's, and the call before the continuation tells its size. (Between
    /// the two stands the map of its slots.)
    #[inline(always)]
    pub(super) fn top_at_entry(&self, e: u64) -> u64 {
        // SAFETY: every continuation stands behind a word that is a call.
        let size = unsafe { (*self.cp.sub(2)).b };
        self.environment_top(e, u64::from(size))
    }

    /// Pushes a choice point that saves X[0..count].
    #[inline(always)]
    pub(super) fn push_choice(
        &mut self,
        count: usize,
        h: u64,
        e: u64,
        top: u64,
        alternative: Address,
    ) {
        let start = self.choice_start(count);
        let arguments: *mut Cell = start.cast();
        // SAFETY: the area was grown to hold the choice point, whose fields, written
        // later, take more than a few words.
        unsafe {
            arguments
                .cast::<Quick>()
                .write(self.x.as_ptr().cast::<Quick>().read());
            for index in QUICK..count {
                *arguments.add(index) = self.x[index];
            }
        }
        self.fill_choice(start, count, h, e, top, alternative);
    }

    /// Pushes a choice point that saves the X registers in a bit map.
    #[inline(always)]
    pub(super) fn push_choice_saving(
        &mut self,
        registers: u64,
        h: u64,
        e: u64,
        top: u64,
        alternative: Address,
    ) {
        let count = registers.count_ones() as usize;
        let start = self.choice_start(count);
        for (index, register) in set_bits(registers).enumerate() {
            // SAFETY: the area was grown to hold the choice point.
            unsafe { *start.add(index) = self.x[register].0 };
        }
        self.fill_choice(start, count, h, e, top, alternative);
    }

    /// Where a new choice point of so many arguments starts.
    #[inline(always)]
    fn choice_start(&mut self, count: usize) -> *mut u64 {
        let end = self.b + FIXED + 8 * count as u64;
        if end > self.choices.bytes() {
            self.grow_choices(end);
        }
        let base: *mut u8 = self.choices.base().cast();
        base.wrapping_add(self.b as usize).cast()
    }

    /// Writes the fields of a new choice point behind its arguments.
    #[inline(always)]
    fn fill_choice(
        &mut self,
        start: *mut u64,
        count: usize,
        h: u64,
        e: u64,
        top: u64,
        alternative: Address,
    ) {
        let previous = self.b;
        let end = start.wrapping_add(count).wrapping_byte_add(FIXED as usize);
        let fields = [
            (Field::Arguments, count as u64),
            (Field::CutBarrier, self.b0),
            (Field::Previous, previous),
            (Field::EnvironmentTop, top),
            (Field::Continuation, self.cp as u64),
            (Field::Environment, e),
            (Field::Trail, self.mem.tr),
            (Field::Heap, h),
            (Field::Alternative, alternative as u64),
        ];
        for (field, value) in fields {
            // SAFETY: the choice point lies within the area.
            unsafe { *end.wrapping_byte_sub(field as usize) = value };
        }
        self.b = previous + FIXED + 8 * count as u64;
        self.mem.hb = h;
        self.et = top;
    }

    /// Restores the X registers that the newest choice point has saved.
    pub(super) fn restore_registers(&mut self, registers: u64) {
        for (index, register) in set_bits(registers).enumerate() {
            self.x[register] = self.choice_argument(self.b, index);
        }
    }

    /// Drops the choice points above the one that ends at `b`.
    #[inline(always)]
    pub(super) fn cut_choices(&mut self, b: u64) {
        if b < self.b {
            let trail = self.field(self.b, Field::Trail);
            self.b = b;
            self.mem.hb = self.field(b, Field::Heap);
            self.et = self.field(b, Field::EnvironmentTop);
            if self.mem.tr > trail {
                self.tidy_trail(trail);
            }
            if b < self.side_mark {
                self.cut_sides(b);
            }
        }
    }

    /// Drops the newest choice point, which has no side entry any more.
    #[inline(always)]
    pub(super) fn pop_choice(&mut self) {
        let previous = self.field(self.b, Field::Previous);
        self.b = previous;
        self.mem.hb = self.field(previous, Field::Heap);
        self.et = self.field(previous, Field::EnvironmentTop);
    }

    #[cold]
    #[inline(never)]
    fn grow_choices(&mut self, needed: u64) {
        let grown = self.choices.grow_at_all(needed, &mut self.mem.budget);
        grown.expect("the host has memory for one more choice point");
        self.check_limit();
    }

    /// Makes the next call raise the resource error if the areas have grown too large.
    fn check_limit(&mut self) {
        if self.mem.is_over_limit() {
            self.mem.hlim = 0;
        }
    }

    /// The cell of the environments at byte offset `at`.
    #[inline(always)]
    pub(super) fn environment_word(&self, at: u64) -> u64 {
        debug_assert!(at < self.environments.bytes());
        let base: *mut u8 = self.environments.base().cast();
        // SAFETY: offsets of environments and their slots lie within the area.
        unsafe { *base.add(at as usize).cast::<u64>() }
    }

    /// Changes the word of the environments at byte offset `at`.
    #[inline(always)]
    pub(super) fn set_environment_word(&mut self, at: u64, word: u64) {
        debug_assert!(at < self.environments.bytes());
        let base: *mut u8 = self.environments.base().cast();
        // SAFETY: as in `environment_word`.
        unsafe { *base.add(at as usize).cast::<u64>() = word }
    }

    /// Makes room for an environment of `slots` slots at byte offset `at`.
    #[inline(always)]
    pub(super) fn ensure_environment(&mut self, at: u64, slots: u64) {
        let end = at + 16 + 8 * slots;
        if end > self.environments.bytes() {
            self.grow_environments(end);
        }
    }

    #[cold]
    #[inline(never)]
    fn grow_environments(&mut self, needed: u64) {
        let grown = self.environments.grow_at_all(needed, &mut self.mem.budget);
        grown.expect("the host has memory for one more environment");
        self.check_limit();
    }

    /// Pushes an environment for code of the machine itself: its slots, and the
    /// continuation that it returns to. It becomes the current one.
    pub(super) fn push_environment(&mut self, top: u64, slots: &[Cell]) {
        self.ensure_environment(top, slots.len() as u64);
        self.set_environment_word(top, self.e);
        self.set_environment_word(top + 8, self.cp as u64);
        for (index, slot) in slots.iter().enumerate() {
            self.set_environment_word(top + 16 + 8 * index as u64, slot.0);
        }
        self.e = top;
    }

    /// Slot `index` of the current environment.
    pub(super) fn slot(&self, index: u64) -> Cell {
        Cell(self.environment_word(self.e + 16 + 8 * index))
    }

    /// Drops the current environment.
    pub(super) fn pop_environment(&mut self) {
        self.cp = self.environment_word(self.e + 8) as Address;
        self.e = self.environment_word(self.e);
    }

    /// Keeps all of the heap on backtracking, since something older than it
    /// has been made to refer to it.
    pub fn freeze_heap(&mut self) {
        let h = self.mem.h;
        let mut b = self.b;
        while b > 0 && self.field(b, Field::Heap) < h {
            self.set_field(b, Field::Heap, h);
            b = self.field(b, Field::Previous);
        }
        self.mem.hb = h;
    }

    /// A number that tells the newest choice point from others.
    pub fn choice_number(&self) -> i64 {
        self.b as i64
    }

    /// Fails if the areas have grown past the memory limit.
    pub(super) fn within_limit(&mut self) -> Result<(), Ball> {
        if self.mem.is_over_limit() {
            self.shrink_stacks();
            if self.mem.is_over_limit() {
                return Err(Ball::Resource(crate::atom::known::MEMORY));
            }
        }
        Ok(())
    }

    /// The bytes that environments and choice points take.
    pub fn environments_used(&self) -> u64 {
        self.et.max(self.e) + self.b
    }

    /// Gives unused memory of the stacks back.
    pub(super) fn shrink_stacks(&mut self) {
        // The current environment may reach as far as an environment can.
        let used = self.et.max(self.e) + 16 + 8 * u64::from(u16::MAX);
        if self.environments.bytes() > 4 * used {
            self.environments.shrink(2 * used, &mut self.mem.budget);
        }
        let used = (self.b + 1024).max(16 * 1024);
        if self.choices.bytes() > 4 * used {
            self.choices.shrink(2 * used, &mut self.mem.budget);
        }
        self.mem.shrink();
    }

    /// Notes the last call that comes next, which leaves the user's program. `e` is
    /// the environment, that of the clause if it has one.
    #[inline(always)]
    pub(super) fn note_exit(&mut self, has_environment: bool, place: Address, e: *mut u64) {
        let own = (e as u64).wrapping_sub(self.environments.base() as u64);
        let (environment, continuation) = match has_environment {
            false => (own, self.cp),
            // SAFETY: an environment starts with these two words.
            true => unsafe { (*e, *e.add(1) as Address) },
        };
        self.exit = Exit {
            place,
            environment,
            continuation,
        };
    }
}
