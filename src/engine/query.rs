//! Queries: starting, asking for the next solution, ending.

use super::backtrace::Exit;
use super::frames::Field;
use super::machine::{Machine, Pause, Stop, fixed};
use crate::atom::{Atom, known};
use crate::error::Ball;
use crate::term::cell::Cell;

impl Machine {
    /// Empties stacks and heap: no query is running. Terms of the heap are gone.
    pub fn reset(&mut self) {
        self.sides.clear();
        self.side_mark = 0;
        self.cleanups.clear();
        self.collectors.clear();
        self.mem.clear();
        self.solver = None;
        self.sweep_between_queries();
        let root = self.mem.new_list(Cell::NIL, Cell::NIL);
        self.globals.root = root.offset();
        self.e = 0;
        self.b = 0;
        self.et = 0;
        self.paused = None;
        self.clear_limits();
        self.is_counted = false;
        self.db.release_retired();
        self.cp = self.fixed.words.address(fixed::STOP);
        // Offset 0 is an environment without slots, so that no other has it.
        self.set_environment_word(0, 0);
        self.set_environment_word(8, self.cp as u64);
        self.et = 16;
        let exhausted = self.fixed.words.address(fixed::EXHAUSTED);
        self.push_choice(0, self.mem.h, 0, 16, exhausted);
        self.set_field(self.b, Field::Previous, 0);
        self.bottom = self.b;
        self.shrink_stacks();
    }

    /// Keeps what is on the heap now when queries end.
    pub fn keep_heap(&mut self) {
        let h = self.mem.h;
        self.set_field(self.bottom, Field::Heap, h);
        self.mem.hb = h;
    }

    /// Starts the query `goal` in a module, over whatever ran before. The goal
    /// has been built since the last [`Machine::reset`].
    pub fn start(&mut self, goal: Cell, module: Atom) -> Stop {
        self.mark_stack();
        self.b = self.bottom;
        self.et = self.field(self.b, Field::EnvironmentTop);
        self.e = 0;
        self.cp = self.fixed.words.address(fixed::STOP);
        self.mem.hb = self.mem.h;
        let (h, tr) = (self.mem.h, self.mem.tr);
        self.set_field(self.b, Field::Heap, h);
        self.set_field(self.b, Field::Trail, tr);
        self.b0 = self.b;
        self.origin.clear();
        self.exit = Exit::default();
        self.forget_observed();
        self.x[0] = self
            .mem
            .new_struct(known::COLON, &[Cell::atom(module), goal]);
        let id = self.system_predicate("$query", 1);
        let entry = self.db.entry(id);
        self.run(entry)
    }

    /// The next solution of the running query.
    pub fn next_solution(&mut self) -> Stop {
        self.mark_stack();
        let fail = self.fixed.words.address(fixed::FAIL);
        self.run(fail)
    }

    /// Goes on with a query that was paused.
    pub fn resume_paused(&mut self) -> Option<Stop> {
        self.mark_stack();
        if self.steps_left == 0 {
            match self.refill_steps() {
                Ok(true) => {}
                Ok(false) => return self.paused.map(|_| Stop::Paused),
                Err(ball) => {
                    self.paused = None;
                    return Some(self.ended_by(ball));
                }
            }
        }
        let start = match self.paused.take()? {
            Pause::Call(id) => self.db.entry(id),
            Pause::Redo => self.fixed.words.address(fixed::FAIL),
        };
        Some(self.run(start))
    }

    /// The end of a query for a ball that no program can catch.
    fn ended_by(&mut self, ball: Ball) -> Stop {
        let address = self.cp;
        match self.throw(ball, address) {
            Ok(recovery) => self.run(recovery),
            Err(stop) => stop,
        }
    }

    /// Whether the running query can have further solutions.
    pub fn has_choices(&self) -> bool {
        self.b > self.bottom
    }

    /// Ends the running query: its bindings are undone and its choice points
    /// dropped. Cleanup goals that it leaves behind are given back.
    pub fn finish(&mut self) -> Vec<Cell> {
        let bottom = self.bottom;
        self.cut_choices(bottom);
        std::mem::take(&mut self.cleanups)
    }

    /// Raises an error as a term, for those who run goals from outside.
    pub fn error_term(&mut self, ball: Ball) -> Cell {
        self.ball_term(ball)
    }
}
