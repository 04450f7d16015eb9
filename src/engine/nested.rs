//! Queries that a predicate in Rust asks while a query is running.
//!
//! A choice point at the bottom of the inner query keeps what the outer one
//! needs: its arguments, environment and continuation. The inner query runs in
//! an instruction loop of its own and leaves nothing on the heap.

use super::frames::Field;
use super::machine::{Machine, Stop, fixed};
use crate::atom::{Atom, known};
use crate::bytecode::code::Address;
use crate::error::Ball;
use crate::term::cell::Cell;

/// How deep queries may be nested.
pub const MAX_NESTED: u32 = 100;

/// How many bytes of the host's stack nested queries and the functions between them
/// may take: a query inside of others starts below it. In builds that are not
/// optimised a level takes very much. The main thread of Windows has one megabyte.
const MOST_STACK: usize = if cfg!(windows) { 512 << 10 } else { 1 << 20 };

/// The steps that the cleanup goals of a nested query have after the last one.
const CLEANUP_STEPS: u64 = 10_000;

/// What has to be restored when a nested query ends.
pub struct Nested {
    e: u64,
    cp: Address,
    b0: u64,
    bottom: u64,
    running: u32,
    arguments: usize,
    /// Innermost observed goals.
    observed: (u64, u64),
}

impl Machine {
    /// Makes room for a nested query while a predicate of `arguments` arguments
    /// runs. Its goal is built after this.
    pub fn begin_nested(&mut self, arguments: usize) -> Result<Nested, Ball> {
        if let Some(ball) = &self.due {
            return Err(ball.clone());
        }
        let used = stack_address().abs_diff(self.stack_base);
        if self.nesting >= MAX_NESTED || used > MOST_STACK {
            return Err(Ball::Resource(self.atoms.intern("nested_queries")));
        }
        if self.mem.alarm.has_rung() {
            // Nobody sees this one.
            return Err(Ball::Resource(known::MEMORY));
        }
        // The predicate that asks goes on without the alarm.
        self.mem.alarm.disarm();
        self.nesting += 1;
        let nested = Nested {
            e: self.e,
            cp: self.cp,
            b0: self.b0,
            bottom: self.bottom,
            running: self.running,
            arguments,
            observed: self.enter_observed_query(),
        };
        self.x[..arguments].copy_from_slice(&self.args[..arguments]);
        // The last argument is for the goal.
        self.x[arguments] = Cell::NIL;
        let top = self.top_at_entry(self.e);
        let exhausted = self.fixed.words.address(fixed::EXHAUSTED);
        self.push_choice(arguments + 1, self.mem.h, self.e, top, exhausted);
        self.bottom = self.b;
        Ok(nested)
    }

    /// Starts the goal of a nested query.
    pub fn start_nested(&mut self, nested: &Nested, goal: Cell, module: Atom) -> Stop {
        let bottom = self.bottom;
        self.set_choice_argument(bottom, nested.arguments, goal);
        self.start(goal, module)
    }

    /// The goal of a nested query, as its solution has left it.
    pub fn nested_goal(&self, nested: &Nested) -> Cell {
        self.choice_argument(self.bottom, nested.arguments)
    }

    /// Ends a nested query: what it has bound is undone.
    pub fn end_nested(&mut self, nested: Nested) {
        self.run_nested_cleanups();
        let b = self.bottom;
        self.mem.undo_to(self.field(b, Field::Trail));
        self.mem.h = self.field(b, Field::Heap);
        self.mem.woken.clear();
        for index in 0..nested.arguments {
            let argument = self.choice_argument(b, index);
            self.args[index] = argument;
            self.x[index] = argument;
        }
        self.pop_choice();
        self.e = nested.e;
        self.cp = nested.cp;
        self.b0 = nested.b0;
        self.bottom = nested.bottom;
        self.running = nested.running;
        self.leave_observed_query(nested.observed);
        self.paused = None;
        self.is_counted = false;
        self.nesting -= 1;
    }

    /// Runs the cleanup goals that a nested query leaves behind, and sees to it that the
    /// next call is looked at if the steps are used up.
    fn run_nested_cleanups(&mut self) {
        let due = self.due.take();
        let is_used_up = self.steps_left == 0;
        let mut cleanups = self.finish();
        if is_used_up && !cleanups.is_empty() {
            self.allow_steps(CLEANUP_STEPS);
        }
        while !cleanups.is_empty() {
            let list = self.mem.list(&cleanups);
            let goal = self.compound("$run_cleanups", &[list]);
            let stop = self.start(goal, known::USER);
            cleanups = self.finish();
            if matches!(stop, Stop::Paused) {
                // Cleanup goals that take too long are left alone.
                break;
            }
        }
        if is_used_up {
            self.allow_steps(0);
        }
        if self.steps_left == 0 {
            self.restart_chunk();
        }
        self.due = due;
    }

    /// Remembers where the host's stack is when the outermost query runs.
    pub(super) fn mark_stack(&mut self) {
        if self.nesting == 0 {
            self.stack_base = stack_address();
        }
    }

    /// How many queries are running inside of others.
    pub fn nesting(&self) -> u32 {
        self.nesting
    }
}

/// About where the host's stack is.
#[inline(never)]
fn stack_address() -> usize {
    let here = 0_u8;
    std::hint::black_box(&raw const here).addr()
}
