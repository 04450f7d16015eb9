//! Arithmetic from cells to cells: what the machine calls when operands are
//! not small integers.

use std::cmp::Ordering;

use super::eval::Evaluator;
use super::evaluables::{Evaluable, apply1, apply2};
use super::fault::number_cell;
use crate::error::{Ball, Outcome};
use crate::number::Number;
use crate::term::cell::{BoxKind, Cell, Tag};

/// A comparison of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// `=:=`
    Equal,
    /// `=\=`
    NotEqual,
    /// `<`
    Less,
    /// `=<`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Relation {
    /// Whether two values of this order are in the relation. What has no order,
    /// because it is NaN, is only unequal.
    #[inline]
    pub fn holds(self, order: Option<Ordering>) -> bool {
        match self {
            Relation::Equal => order == Some(Ordering::Equal),
            Relation::NotEqual => order != Some(Ordering::Equal),
            Relation::Less => order == Some(Ordering::Less),
            Relation::LessOrEqual => order.is_some_and(Ordering::is_le),
            Relation::Greater => order == Some(Ordering::Greater),
            Relation::GreaterOrEqual => order.is_some_and(Ordering::is_ge),
        }
    }
}

impl Evaluator<'_> {
    /// The value of the expression `cell`, as a term.
    pub fn eval_cell(&mut self, cell: Cell) -> Result<Cell, Ball> {
        let cell = self.mem.deref(cell);
        // A number is its own value and need not be copied.
        let is_number = cell.tag() == Tag::Box && !self.mem.is_box(cell, BoxKind::Str);
        if cell.is_small() || is_number {
            return Ok(cell);
        }
        let value = self.eval(cell)?;
        number_cell(self.mem, &value)
    }

    /// The value of `evaluable` for the value of the expression `x`, as a term.
    pub fn apply1(&mut self, evaluable: Evaluable, x: Cell) -> Result<Cell, Ball> {
        let x = self.eval(x)?;
        match apply1(self.cx, evaluable, &x) {
            Ok(value) => number_cell(self.mem, &value),
            Err(fault) => Err(fault.into_ball(self.mem)),
        }
    }

    /// The value of `evaluable` for the values of two expressions, as a term.
    pub fn apply2(&mut self, evaluable: Evaluable, x: Cell, y: Cell) -> Result<Cell, Ball> {
        let x = self.eval(x)?;
        let y = self.eval(y)?;
        match apply2(self.cx, evaluable, &x, &y) {
            Ok(value) => number_cell(self.mem, &value),
            Err(fault) => Err(fault.into_ball(self.mem)),
        }
    }

    /// The value of `evaluable` for the values of as many expressions as it
    /// takes, as a term.
    pub fn apply_cells(&mut self, evaluable: Evaluable, args: &[Cell]) -> Result<Cell, Ball> {
        let mut values = [Number::ZERO; 3];
        for (value, &arg) in values.iter_mut().zip(args) {
            *value = self.eval(arg)?;
        }
        let value = self.apply(evaluable, &values[..args.len().min(3)])?;
        number_cell(self.mem, &value)
    }

    /// The order of the values of two expressions; none if one is NaN.
    #[inline]
    pub fn compare(&mut self, a: Cell, b: Cell) -> Result<Option<Ordering>, Ball> {
        let a = self.eval(a)?;
        let b = self.eval(b)?;
        Ok(Number::compare_values(&a, &b))
    }

    /// Whether the values of two expressions are in a relation.
    #[inline]
    pub fn holds(&mut self, relation: Relation, a: Cell, b: Cell) -> Outcome {
        Ok(relation.holds(self.compare(a, b)?))
    }
}
