//! The evaluation of terms.

use super::context::{ArithContext, Task};
use super::evaluables::{Evaluable, apply, apply1, apply2};
use super::fault::Value;
use crate::atom::{Atom, AtomTable, known};
use crate::error::Ball;
use crate::number::Number;
use crate::term::cell::{BoxKind, Cell, Functor, Tag};
use crate::term::mem::Mem;

/// The work list length from which on an expression is checked for cycles.
const SUSPICIOUS_DEPTH: usize = 1 << 16;

/// The work list length above which its memory is given back.
const KEPT_LENGTH: usize = 1 << 12;

/// So much work is done between two looks at the alarm: shared parts of an expression are
/// evaluated where they stand, so that a small term may be a long expression.
const WORK: u64 = 1 << 15;

/// Evaluates terms of one heap.
pub struct Evaluator<'a> {
    pub(super) mem: &'a mut Mem,
    pub(super) atoms: &'a AtomTable,
    pub(super) cx: &'a mut ArithContext,
}

impl<'a> Evaluator<'a> {
    /// An evaluator of terms of `mem`, whose atoms are those of `atoms`.
    #[inline]
    pub fn new(mem: &'a mut Mem, atoms: &'a AtomTable, cx: &'a mut ArithContext) -> Evaluator<'a> {
        Evaluator { mem, atoms, cx }
    }

    /// The value of the expression `cell`.
    #[inline]
    pub fn eval(&mut self, cell: Cell) -> Result<Number, Ball> {
        let cell = self.mem.deref(cell);
        if cell.is_small() {
            return Ok(Number::Int(cell.small_value()));
        }
        if cell.tag() == Tag::Str {
            return self.eval_compound(cell);
        }
        self.eval_flat(cell)
    }

    /// The value of a term, dereferenced, that is not built from expressions.
    fn eval_flat(&mut self, cell: Cell) -> Result<Number, Ball> {
        match cell.tag() {
            Tag::Ref | Tag::Att => Err(Ball::Instantiation),
            Tag::Atm => self.eval_atom(cell.atom_value()),
            Tag::Lst => self.eval_list(cell),
            Tag::Box if self.mem.is_box(cell, BoxKind::Float) => Ok(self.float_of(cell)),
            Tag::Box if self.mem.is_box(cell, BoxKind::Str) => self.eval_string(cell),
            _ => match self.mem.number(cell) {
                Some(number) => Ok(number),
                None => Err(Ball::Type(known::EVALUABLE, cell)),
            },
        }
    }

    fn eval_atom(&mut self, atom: Atom) -> Result<Number, Ball> {
        match self.cx.evaluables.find(atom, 0) {
            Some(constant) => self.apply(constant, &[]),
            None => Err(Ball::NotEvaluable(atom, 0)),
        }
    }

    /// A list of one character or of its code is worth that code, unless the
    /// dialect is strict.
    fn eval_list(&mut self, cell: Cell) -> Result<Number, Ball> {
        let head = self.mem.deref(self.mem.get(cell.offset()));
        let tail = self.mem.deref(self.mem.get(cell.offset() + 8));
        if self.cx.flags.iso || tail != Cell::NIL {
            return Err(Ball::NotEvaluable(known::DOT, 2));
        }
        match head.tag() {
            Tag::Ref | Tag::Att => Err(Ball::Instantiation),
            Tag::Atm => single_char(self.atoms.text(head.atom_value()))
                .ok_or(Ball::Type(known::CHARACTER, head)),
            _ => match self.mem.number(head) {
                Some(number) if number.is_integer() => Ok(number),
                _ => Err(Ball::Type(known::CHARACTER, head)),
            },
        }
    }

    /// A string of one character is worth its code, unless the dialect is strict.
    fn eval_string(&mut self, cell: Cell) -> Result<Number, Ball> {
        if self.cx.flags.iso {
            return Err(Ball::Type(known::EVALUABLE, cell));
        }
        single_char(self.mem.string_text(cell)).ok_or(Ball::Type(known::CHARACTER, cell))
    }

    fn eval_compound(&mut self, cell: Cell) -> Result<Number, Ball> {
        let result = self.run(cell);
        let (tasks, operands) = (&mut self.cx.tasks, &mut self.cx.operands);
        tasks.clear();
        tasks.shrink_to(KEPT_LENGTH);
        operands.clear();
        operands.shrink_to(KEPT_LENGTH);
        result
    }

    /// Works off the task list: the operands of an evaluable come before it,
    /// from left to right.
    fn run(&mut self, root: Cell) -> Result<Number, Ball> {
        let mut limit = SUSPICIOUS_DEPTH;
        let mut work = 0;
        self.cx.tasks.push(Task::Evaluate(root));
        while let Some(task) = self.cx.tasks.pop() {
            match task {
                Task::Evaluate(cell) => self.evaluate(cell)?,
                Task::Apply(evaluable) => self.reduce(evaluable)?,
            }
            work += self.work_of_result();
            if work >= WORK {
                work = 0;
                if self.mem.alarm.rings() {
                    return Err(Ball::Interrupt);
                }
            }
            if self.cx.tasks.len() > limit {
                self.check_acyclic(root)?;
                limit = usize::MAX;
            }
        }
        Ok(self.pop_operand())
    }

    /// What the newest value may have cost: long numbers count by their words.
    #[inline]
    fn work_of_result(&self) -> u64 {
        match self.cx.operands.last() {
            Some(long @ (Number::Big(_) | Number::Rat(_))) => 1 + long.bit_length() / 64,
            _ => 1,
        }
    }

    fn evaluate(&mut self, cell: Cell) -> Result<(), Ball> {
        let cell = self.mem.deref(cell);
        if cell.tag() == Tag::Str {
            return self.open(cell);
        }
        let value = if cell.is_small() {
            Number::Int(cell.small_value())
        } else {
            self.eval_flat(cell)?
        };
        self.cx.operands.push(value);
        Ok(())
    }

    /// Turns a compound into tasks, unless its operands are plain numbers.
    fn open(&mut self, cell: Cell) -> Result<(), Ball> {
        let functor = Functor(self.mem.get(cell.offset()).0);
        let Some(evaluable) = self.cx.evaluables.find_functor(functor) else {
            return Err(Ball::NotEvaluable(functor.name(), functor.arity()));
        };
        if functor.arity() == 2
            && let Some(x) = self.small_or_float(cell.offset() + 8)
            && let Some(y) = self.small_or_float(cell.offset() + 16)
        {
            let value = apply2(self.cx, evaluable, &x, &y);
            return self.push_result(value);
        }
        let args = self.mem.args_of(cell);
        self.cx.tasks.push(Task::Apply(evaluable));
        for arg in args.iter(self.mem).rev() {
            self.cx.tasks.push(Task::Evaluate(arg));
        }
        Ok(())
    }

    /// The operand at a heap offset, if it is a number that needs no memory.
    #[inline]
    fn small_or_float(&self, offset: u64) -> Option<Number> {
        let cell = self.mem.deref(self.mem.get(offset));
        if cell.is_small() {
            return Some(Number::Int(cell.small_value()));
        }
        if self.mem.is_box(cell, BoxKind::Float) {
            return Some(self.float_of(cell));
        }
        None
    }

    /// The value of the boxed float `cell`.
    #[inline]
    fn float_of(&self, cell: Cell) -> Number {
        Number::Float(f64::from_bits(self.mem.box_word(cell, 0)))
    }

    /// Replaces the last operands by the value of `evaluable`.
    fn reduce(&mut self, evaluable: Evaluable) -> Result<(), Ball> {
        let last = self.pop_operand();
        let value = match evaluable.arity() {
            1 => apply1(self.cx, evaluable, &last),
            2 => {
                let first = self.pop_operand();
                apply2(self.cx, evaluable, &first, &last)
            }
            _ => {
                let second = self.pop_operand();
                let first = self.pop_operand();
                apply(self.cx, evaluable, &[first, second, last])
            }
        };
        self.push_result(value)
    }

    #[inline]
    fn pop_operand(&mut self) -> Number {
        let operand = self.cx.operands.pop();
        operand.expect("the operands of an evaluable are evaluated before it")
    }

    #[inline]
    fn push_result(&mut self, value: Value) -> Result<(), Ball> {
        match value {
            Ok(value) => {
                self.cx.operands.push(value);
                Ok(())
            }
            Err(fault) => Err(fault.into_ball(self.mem)),
        }
    }

    /// The value of `evaluable` for as many arguments as it has.
    #[inline]
    pub fn apply(&mut self, evaluable: Evaluable, args: &[Number]) -> Result<Number, Ball> {
        apply(self.cx, evaluable, args).map_err(|fault| fault.into_ball(self.mem))
    }

    #[cold]
    fn check_acyclic(&self, root: Cell) -> Result<(), Ball> {
        if self.mem.is_acyclic(root) {
            Ok(())
        } else {
            Err(Ball::Type(known::EVALUABLE, root))
        }
    }
}

fn single_char(text: &str) -> Option<Number> {
    let mut chars = text.chars();
    let first = chars.next()?;
    chars.next().is_none().then_some(Number::Int(first as i64))
}
