//! Between the instruction loop and its cold functions.
//!
//! Balls and reasons to stop are kept in the machine, so that the loop only sees
//! addresses and small values: what it would have to move around costs registers
//! in each of its instructions.

use super::machine::{Flow, Machine, Stop, fixed};
use crate::arith::cells::Relation;
use crate::bytecode::code::Address;
use crate::bytecode::instr::Instr;
use crate::error::{Ball, Outcome};
use crate::term::cell::Cell;

/// How a function has ended whose ball is kept in the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Step {
    Yes,
    No,
    Raised,
    /// What the instruction does not decide: it goes on elsewhere.
    Aside,
}

impl Machine {
    /// Where to go on; null if the loop ends.
    #[inline(never)]
    pub(super) fn next_address(&mut self, result: Result<Flow, Ball>, pc: Address) -> Address {
        match result {
            Ok(Flow::Go(next)) => next,
            Ok(Flow::Fail) => self.fixed.words.address(fixed::FAIL),
            Ok(Flow::Pause) => self.end_with(Stop::Paused),
            Err(ball) => self.throw_to(ball, pc),
        }
    }

    /// Raises the ball that is kept, and says where to go on; null if the loop ends.
    #[cold]
    #[inline(never)]
    pub(super) fn raise(&mut self, pc: Address) -> Address {
        let ball = self.pending.take();
        self.throw_to(ball.expect("a ball is kept when one is raised"), pc)
    }

    fn throw_to(&mut self, ball: Ball, pc: Address) -> Address {
        match self.throw(ball, pc) {
            Ok(next) => next,
            Err(stop) => self.end_with(stop),
        }
    }

    fn end_with(&mut self, stop: Stop) -> Address {
        self.stop = Some(stop);
        std::ptr::null()
    }

    /// Why the loop ends.
    #[cold]
    #[inline(never)]
    pub(super) fn stopped(&mut self) -> Stop {
        self.stop.take().expect("the loop ends with a reason")
    }

    fn kept_outcome(&mut self, outcome: Outcome) -> Step {
        match outcome {
            Ok(true) => Step::Yes,
            Ok(false) => Step::No,
            Err(ball) => {
                self.pending = Some(ball);
                Step::Raised
            }
        }
    }

    fn kept_value(&mut self, result: Result<Cell, Ball>) -> Option<Cell> {
        result.map_err(|ball| self.pending = Some(ball)).ok()
    }

    /// Runs the builtin `id` on the arguments in place.
    #[inline(never)]
    pub(super) fn builtin_step(&mut self, id: u32) -> Step {
        let outcome = self.run_builtin(id);
        self.kept_outcome(outcome)
    }

    /// Compares numbers that are not both small integers; the jump of the instruction
    /// is negative if others than integers are not compared.
    #[inline(never)]
    pub(super) fn comparison_step(
        &mut self,
        relation: Relation,
        a: Cell,
        b: Cell,
        jump: i32,
    ) -> Step {
        if jump < 0 && !self.are_integers(a, b) {
            return Step::Aside;
        }
        let outcome = self.compare_slow(relation, a, b);
        self.kept_outcome(outcome)
    }

    /// The value of an expression.
    #[cold]
    #[inline(never)]
    pub(super) fn eval_step(&mut self, instr: Instr, cell: Cell) -> Option<Cell> {
        let result = self.eval_slow(instr, cell);
        self.kept_value(result)
    }

    /// The value of an operation with one operand.
    #[inline(never)]
    pub(super) fn arith1_step(&mut self, instr: Instr, operand: Cell) -> Option<Cell> {
        let result = self.arith1_slow(instr, operand);
        self.kept_value(result)
    }

    /// The value of an operation with two operands.
    #[inline(never)]
    pub(super) fn arith2_step(&mut self, instr: Instr, a: Cell, b: Cell) -> Option<Cell> {
        let result = self.arith2_slow(instr, a, b);
        self.kept_value(result)
    }

    /// Makes room for so many words; false if there is none.
    #[inline(never)]
    pub(super) fn room_step(&mut self, words: u64) -> bool {
        let result = self.mem.ensure(words).map_err(Ball::from);
        result.map_err(|ball| self.pending = Some(ball)).is_ok()
    }
}
