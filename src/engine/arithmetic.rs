//! The slow paths of arithmetic and tests.

use super::machine::Machine;
use super::trace::blame;
use crate::arith::cells::Relation;
use crate::arith::eval::Evaluator;
use crate::arith::evaluables::Evaluable;
use crate::atom::{Atom, known};
use crate::bytecode::instr::{Instr, Op, SmallOp, TypeTest};
use crate::error::{Ball, Outcome};
use crate::term::cell::{BoxHeader, BoxKind, Cell, Tag};

// The operations as instructions name them.
const QUOTIENT: u32 = SmallOp::Quotient as u32;
const MODULO: u32 = SmallOp::Modulo as u32;
const REMAINDER: u32 = SmallOp::Remainder as u32;
const AND: u32 = SmallOp::And as u32;
const OR: u32 = SmallOp::Or as u32;
const XOR: u32 = SmallOp::Xor as u32;
const RIGHT: u32 = SmallOp::Right as u32;
const LEFT: u32 = SmallOp::Left as u32;
const MINIMUM: u32 = SmallOp::Minimum as u32;
const MAXIMUM: u32 = SmallOp::Maximum as u32;
const NEGATION: u32 = SmallOp::Negation as u32;
const ABSOLUTE: u32 = SmallOp::Absolute as u32;

impl Machine {
    /// An evaluator of expressions of this machine's heap.
    pub fn evaluator(&mut self) -> Evaluator<'_> {
        Evaluator::new(&mut self.mem, &self.atoms, &mut self.arith)
    }

    /// What an evaluation gives, which the alarm may stop.
    #[inline(always)]
    fn evaluated<T>(
        &mut self,
        evaluate: impl FnMut(&mut Machine) -> Result<T, Ball>,
    ) -> Result<T, Ball> {
        let result = self.run_armed(evaluate);
        self.mem.ensure(0)?;
        result
    }

    #[inline(never)]
    pub(super) fn compare_slow(&mut self, relation: Relation, a: Cell, b: Cell) -> Outcome {
        if let Some(order) = self
            .float_operands(a, b)
            .and_then(|(x, y)| x.partial_cmp(&y))
        {
            return Ok(relation.holds(Some(order)));
        }
        if let (Some(x), Some(y)) = (self.mem.wide_integer(a), self.mem.wide_integer(b)) {
            return Ok(relation.holds(Some(x.cmp(&y))));
        }
        self.running = blame::COMPARE + relation as u32;
        self.evaluated(|m| m.evaluator().holds(relation, a, b))
    }

    #[cold]
    #[inline(never)]
    pub(super) fn eval_slow(&mut self, instr: Instr, cell: Cell) -> Result<Cell, Ball> {
        self.running = blame::of(instr);
        self.evaluated(|m| m.evaluator().eval_cell(cell))
    }

    #[inline(never)]
    pub(super) fn arith1_slow(&mut self, instr: Instr, operand: Cell) -> Result<Cell, Ball> {
        self.running = blame::of(instr);
        let evaluable = Evaluable(instr.evaluable() as u16);
        self.evaluated(|m| m.evaluator().apply1(evaluable, operand))
    }

    /// A binary operation whose operands are not both small, or whose result is
    /// not. `AddXI` and `MulXI` have their integer where the others have the evaluable.
    #[inline(never)]
    pub(super) fn arith2_slow(&mut self, instr: Instr, a: Cell, b: Cell) -> Result<Cell, Ball> {
        if let Some(value) = self.float_result(instr, a, b) {
            return Ok(value);
        }
        if let Some(value) = self.wide_result(instr, a, b) {
            return Ok(value);
        }
        let evaluable = match instr.op {
            Op::AddXI => self.known_evaluable(known::PLUS),
            Op::MulXI => self.known_evaluable(known::STAR),
            _ => Evaluable(instr.evaluable() as u16),
        };
        self.running = blame::of(instr);
        self.evaluated(|m| m.evaluator().apply2(evaluable, a, b))
    }

    fn known_evaluable(&self, name: Atom) -> Evaluable {
        let found = self.arith.evaluables.find(name, 2);
        found.expect("sums and products are evaluable")
    }

    /// The result of an operation on a float and a number, if it is an ordinary one.
    fn float_result(&mut self, instr: Instr, a: Cell, b: Cell) -> Option<Cell> {
        let (x, y) = self.float_operands(a, b)?;
        let value = match instr.op {
            Op::AddXX | Op::AddXI => x + y,
            Op::SubXX => x - y,
            Op::MulXX | Op::MulXI => x * y,
            _ if instr.small_op() == SmallOp::Division as u32 => x / y,
            _ => return None,
        };
        // The collector or an error takes care of a heap that is full.
        (value.is_normal() && self.mem.ensure(2).is_ok()).then(|| self.mem.new_float(value))
    }

    /// The result of an operation on integers, if all of them fit in 128 bits.
    fn wide_result(&mut self, instr: Instr, a: Cell, b: Cell) -> Option<Cell> {
        let (x, y) = (self.mem.wide_integer(a)?, self.mem.wide_integer(b)?);
        let value = match instr.op {
            Op::AddXX | Op::AddXI => x.checked_add(y)?,
            Op::SubXX => x.checked_sub(y)?,
            Op::MulXX | Op::MulXI => x.checked_mul(y)?,
            _ => match instr.small_op() {
                QUOTIENT => x.checked_div(y)?,
                MODULO => match x.checked_rem(y)? {
                    rest if rest != 0 && (rest ^ y) < 0 => rest + y,
                    rest => rest,
                },
                REMAINDER => x.checked_rem(y)?,
                AND => x & y,
                OR => x | y,
                XOR => x ^ y,
                RIGHT if (0..127).contains(&y) => x >> y,
                _ => return None,
            },
        };
        self.mem.ensure(3).ok()?;
        Some(self.mem.new_wide(value))
    }

    /// Two dereferenced cells as floats if one of them is one, and the other a float
    /// or a small integer that a float can hold.
    #[inline(always)]
    fn float_operands(&self, a: Cell, b: Cell) -> Option<(f64, f64)> {
        const EXACT: i64 = 1 << 53;
        let float = |cell: Cell| match cell.tag() {
            Tag::Box if self.mem.box_header(cell).kind() == BoxKind::Float => {
                Some(f64::from_bits(self.mem.box_word(cell, 0)))
            }
            Tag::Int if cell.small_value().abs() <= EXACT => Some(cell.small_value() as f64),
            _ => None,
        };
        let (x, y) = (float(a)?, float(b)?);
        (a.tag() == Tag::Box || b.tag() == Tag::Box).then_some((x, y))
    }

    /// The tagged result of a binary operation on small integers, where it is
    /// one and simple.
    #[inline(always)]
    pub(super) fn small2(op: u32, p: i64, q: i64) -> Option<i64> {
        let value = match op {
            QUOTIENT if q != 0 => p / q,
            MODULO if q != 0 => match p % q {
                rest if rest != 0 && (rest ^ q) < 0 => rest + q,
                rest => rest,
            },
            REMAINDER if q != 0 => p % q,
            AND => p & q,
            OR => p | q,
            XOR => p ^ q,
            RIGHT if (0..63).contains(&q) => p >> q,
            LEFT if (0..60).contains(&q) && (p << q) >> q == p => p << q,
            MINIMUM => p.min(q),
            MAXIMUM => p.max(q),
            _ => return None,
        };
        Cell::try_small(value).map(|cell| cell.0 as i64)
    }

    /// The result of an operation on one small integer, where it is one and simple.
    #[inline(always)]
    pub(super) fn small1(op: u32, p: i64) -> Option<Cell> {
        match op {
            NEGATION => Cell::try_small(-p),
            ABSOLUTE => Cell::try_small(p.abs()),
            _ => None,
        }
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
            12 => cell.is_var() || self.type_test(3, cell),
            _ => self.rare_type_test(TypeTest::ALL[test as usize].0, cell),
        }
    }

    /// Whether both cells, dereferenced, are integers.
    #[inline(always)]
    pub(super) fn are_integers(&self, a: Cell, b: Cell) -> bool {
        let is_integer = |cell| self.type_test(TypeTest::Integer as u16, cell);
        is_integer(a) && is_integer(b)
    }

    fn is_boxed(&self, cell: Cell, kind: BoxKind) -> bool {
        cell.tag() == Tag::Box && self.mem.box_header(cell).kind() == kind
    }

    #[inline(never)]
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
    #[inline(never)]
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

/// The tag of small integers, as a number.
const INT: i64 = Tag::Int as i64;

/// The sum of the cells of two small integers as a cell, if that is one of them.
#[inline(always)]
pub(super) fn small_sum(p: i64, q: i64) -> Option<i64> {
    (p - INT).checked_add(q)
}

/// The same where the second one is known.
#[inline(always)]
pub(super) fn small_sum_known(p: i64, q: i64) -> Option<i64> {
    p.checked_add(q - INT)
}

/// Their difference.
#[inline(always)]
pub(super) fn small_difference(p: i64, q: i64) -> Option<i64> {
    p.checked_sub(q - INT)
}

/// Their product.
#[inline(always)]
pub(super) fn small_product(p: i64, q: i64) -> Option<i64> {
    let product = (p >> 3).checked_mul(q - INT)?;
    product.checked_add(INT)
}
