//! The slow paths of arithmetic and tests.

use super::machine::Machine;
use super::trace::blame;
use crate::arith::cells::Relation;
use crate::arith::eval::Evaluator;
use crate::arith::evaluables::Evaluable;
use crate::atom::known;
use crate::bytecode::instr::{Instr, Op, TypeTest};
use crate::error::{Ball, Outcome};
use crate::term::cell::{BoxHeader, BoxKind, Cell, Tag};

impl Machine {
    /// An evaluator of expressions of this machine's heap.
    pub fn evaluator(&mut self) -> Evaluator<'_> {
        Evaluator::new(&mut self.mem, &self.atoms, &mut self.arith)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn compare_slow(&mut self, relation: Relation, a: Cell, b: Cell) -> Outcome {
        self.running = blame::COMPARE + relation as u32;
        let result = self.evaluator().holds(relation, a, b);
        self.mem.ensure(0)?;
        result
    }

    #[cold]
    #[inline(never)]
    pub(super) fn eval_slow(&mut self, instr: Instr, cell: Cell) -> Result<Cell, Ball> {
        self.running = blame::of(instr);
        let result = self.evaluator().eval_cell(cell);
        self.mem.ensure(0)?;
        result
    }

    #[inline(never)]
    pub(super) fn arith1_slow(&mut self, instr: Instr, operand: Cell) -> Result<Cell, Ball> {
        self.running = blame::of(instr);
        let evaluable = Evaluable(instr.evaluable() as u16);
        let result = self.evaluator().apply1(evaluable, operand);
        self.mem.ensure(0)?;
        result
    }

    /// A binary operation whose operands are not both small, or whose result is
    /// not. `AddXI` has its integer where the others have the evaluable.
    #[cold]
    #[inline(never)]
    pub(super) fn arith2_slow(&mut self, instr: Instr, a: Cell, b: Cell) -> Result<Cell, Ball> {
        let evaluable = match instr.op {
            Op::AddXI => self
                .arith
                .evaluables
                .find(known::PLUS, 2)
                .expect("+/2 is evaluable"),
            _ => Evaluable(instr.evaluable() as u16),
        };
        self.running = blame::of(instr);
        let result = self.evaluator().apply2(evaluable, a, b);
        self.mem.ensure(0)?;
        result
    }

    /// The tagged result of a binary operation on small integers, where it is
    /// one and simple.
    #[inline(always)]
    pub(super) fn small2(&self, evaluable: u32, p: i64, q: i64) -> Option<i64> {
        let ops = &self.small_ops;
        let value = if evaluable == ops.quotient && q != 0 {
            p / q
        } else if evaluable == ops.modulo && q != 0 {
            p.rem_euclid(q) + if q < 0 && p.rem_euclid(q) != 0 { q } else { 0 }
        } else if evaluable == ops.remainder && q != 0 {
            p % q
        } else if evaluable == ops.and {
            p & q
        } else if evaluable == ops.or {
            p | q
        } else if evaluable == ops.right && (0..63).contains(&q) {
            p >> q
        } else if evaluable == ops.left && (0..60).contains(&q) && (p << q) >> q == p {
            p << q
        } else if evaluable == ops.minimum {
            p.min(q)
        } else if evaluable == ops.maximum {
            p.max(q)
        } else {
            return None;
        };
        Cell::try_small(value).map(|cell| cell.0 as i64)
    }

    /// Whether a dereferenced cell is of a type.
    #[inline(always)]
    pub(super) fn type_test(&self, test: u16, cell: Cell) -> bool {
        let tag = cell.tag();
        match test {
            0 => cell.is_var(),
            1 => !cell.is_var(),
            2 => tag == Tag::Atm,
            3 => tag == Tag::Int || self.is_boxed(cell, BoxKind::BigInt),
            6 => matches!(tag, Tag::Atm | Tag::Int | Tag::Box),
            7 => cell.is_compound(),
            8 => tag == Tag::Atm || cell.is_compound(),
            _ => self.rare_type_test(TypeTest::ALL[test as usize].0, cell),
        }
    }

    fn is_boxed(&self, cell: Cell, kind: BoxKind) -> bool {
        cell.tag() == Tag::Box && self.mem.box_header(cell).kind() == kind
    }

    fn rare_type_test(&self, test: TypeTest, cell: Cell) -> bool {
        match test {
            TypeTest::Float => self.is_boxed(cell, BoxKind::Float),
            TypeTest::Str => self.is_boxed(cell, BoxKind::Str),
            TypeTest::Number => {
                cell.is_small() || cell.tag() == Tag::Box && !self.is_boxed(cell, BoxKind::Str)
            }
            TypeTest::Rational => {
                cell.is_small()
                    || self.is_boxed(cell, BoxKind::BigInt)
                    || self.is_boxed(cell, BoxKind::Rational)
            }
            TypeTest::Attvar => cell.tag() == Tag::Att,
            _ => false,
        }
    }

    /// Unifies a register with a boxed value of the code.
    pub(super) fn get_box(&mut self, register: Cell, words: &[u64]) -> bool {
        let cell = self.mem.deref(register);
        if cell.is_var() {
            let at = self.mem.heap_used();
            for &word in words {
                self.mem.push(Cell(word));
            }
            self.mem.bind(cell, Cell::new(Tag::Box, at));
            return true;
        }
        cell.tag() == Tag::Box
            && self.mem.box_header(cell) == BoxHeader(words[0])
            && (1..words.len())
                .all(|index| self.mem.box_word(cell, index as u64 - 1) == words[index])
    }
}

/// The numbers of the evaluables that have a fast path on small integers.
#[derive(Clone, Copy)]
pub(super) struct SmallOps {
    quotient: u32,
    modulo: u32,
    remainder: u32,
    and: u32,
    or: u32,
    left: u32,
    right: u32,
    minimum: u32,
    maximum: u32,
}

impl SmallOps {
    pub(super) fn new(evaluables: &crate::arith::evaluables::Evaluables) -> SmallOps {
        let find = |name| {
            evaluables
                .find(name, 2)
                .map_or(u32::MAX, |evaluable| u32::from(evaluable.0))
        };
        SmallOps {
            quotient: find(known::DOUBLE_SLASH),
            modulo: find(known::MOD),
            remainder: find(known::REM),
            and: find(known::BIT_AND),
            or: find(known::BIT_OR),
            left: find(known::SHIFT_LEFT),
            right: find(known::SHIFT_RIGHT),
            minimum: find(known::MIN),
            maximum: find(known::MAX),
        }
    }
}
