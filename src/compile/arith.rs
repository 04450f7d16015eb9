//! Arithmetic in line.

use super::emit::{Emitter, Label, Owner, Place};
use super::normal::Compare;
use crate::arith::cells::Relation;
use crate::atom::{Atom, known};
use crate::bytecode::instr::{Op, SmallOp};
use crate::term::cell::{Cell, Functor, Tag};

/// How deeply an expression may be nested to be compiled; deeper ones are
/// evaluated as terms.
const MAX_DEPTH: usize = 60;

/// Where the value of a subexpression is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Operand {
    /// In a register, as a number if `evaluated`.
    X { register: u8, evaluated: bool },
    /// An integer of 32 bits.
    Immediate(i32),
}

/// Where in an expression the compiler is.
#[derive(Clone, Copy, Debug)]
enum Depth {
    /// At the last operation of an `is/2` with a new variable on its left, which
    /// wants its value in this register: nothing is read after it.
    Result(Option<u8>),
    /// The same, and the value goes to this register, which is kept for it.
    Into(u8),
    /// Elsewhere, so deep.
    Inner(usize),
}

impl Depth {
    fn level(self) -> usize {
        match self {
            Depth::Result(_) | Depth::Into(_) => 0,
            Depth::Inner(level) => level,
        }
    }

    fn inner(self) -> Depth {
        Depth::Inner(self.level() + 1)
    }
}

impl Emitter<'_> {
    /// `left is expression`.
    pub(super) fn is(&mut self, left: Cell, expression: Cell) {
        let variable = (left.tag() == Tag::Ref).then_some((left.0 >> 3) as usize);
        match variable.filter(|&var| !self.state.known[var]) {
            Some(var) => {
                let depth = match self.state.places[var] {
                    Place::X(own) => Depth::Into(own),
                    _ => Depth::Result(self.facts.vars[var].wanted),
                };
                let value = self.expression(expression, depth);
                let register = self.evaluated(value, depth);
                self.name_register(var, register);
                self.release(register);
            }
            None => {
                let value = self.expression(expression, Depth::Inner(0));
                let register = self.evaluated(value, Depth::Inner(0));
                self.get(left, register);
            }
        }
    }

    /// A comparison; jumps to `otherwise` if it does not hold.
    pub(super) fn comparison(
        &mut self,
        op: Compare,
        left: Cell,
        right: Cell,
        otherwise: Option<&mut Label>,
    ) {
        self.purpose = 1 + relation(op) as u32;
        let a = self.expression(left, Depth::Inner(0));
        let b = self.expression(right, Depth::Inner(0));
        self.purpose = 0;
        let short = |operand| match operand {
            Operand::Immediate(value) => i16::try_from(value).ok(),
            Operand::X { .. } => None,
        };
        let (op, operand, other) = match (a, b) {
            (_, Operand::Immediate(_)) if short(b).is_some() => (immediate_op(op), a, short(b)),
            (Operand::Immediate(_), _) if short(a).is_some() => (mirrored_op(op), b, short(a)),
            _ => (register_op(op), a, None),
        };
        let first = self.register_of(operand);
        match other {
            Some(value) => self.emit_jump(op, first, value as u16, otherwise),
            None => {
                let second = self.register_of(b);
                self.emit_jump(op, first, u16::from(second), otherwise);
                self.release(second);
            }
        }
        self.release(first);
    }

    /// What an instruction that computes has in the operand with its evaluable.
    fn marked(&self, evaluable: u32, op: SmallOp) -> u32 {
        debug_assert!(evaluable <= 0xffff);
        evaluable | self.purpose << 16 | (op as u32) << 20
    }

    /// The register of an operand, loaded if it is an integer.
    fn register_of(&mut self, operand: Operand) -> u8 {
        match operand {
            Operand::X { register, .. } => register,
            Operand::Immediate(value) => {
                let register = self.scratch();
                self.emit(Op::PutInt, register, 0, value as u32);
                register
            }
        }
    }

    /// An intermediate register with the value of an operand as a number.
    fn evaluated(&mut self, operand: Operand, depth: Depth) -> u8 {
        match operand {
            Operand::X {
                register,
                evaluated: true,
            } => register,
            Operand::X {
                register,
                evaluated: false,
            } => {
                let result = self.result(&[register], depth);
                self.emit(
                    Op::Eval,
                    result,
                    u16::from(register),
                    self.marked(0, SmallOp::Other),
                );
                self.note_place();
                result
            }
            Operand::Immediate(_) => self.register_of(operand),
        }
    }

    fn expression(&mut self, cell: Cell, depth: Depth) -> Operand {
        match cell.tag() {
            Tag::Int => match i32::try_from(cell.small_value()) {
                Ok(value) => return Operand::Immediate(value),
                Err(_) => return self.generic(cell),
            },
            Tag::Ref if self.state.known[(cell.0 >> 3) as usize] => {
                let register = self.value_register((cell.0 >> 3) as usize);
                return Operand::X {
                    register,
                    evaluated: false,
                };
            }
            Tag::Str if depth.level() < MAX_DEPTH => {}
            _ => return self.generic(cell),
        }
        let at = (cell.offset() / 8) as usize;
        let functor = Functor(self.terms[at]);
        let Some(evaluable) = (self.evaluable)(functor) else {
            return self.generic(cell);
        };
        match functor.arity() {
            1 => self.unary(functor.name(), evaluable, Cell(self.terms[at + 1]), depth),
            2 => {
                let (a, b) = (Cell(self.terms[at + 1]), Cell(self.terms[at + 2]));
                self.binary(functor, evaluable, a, b, depth)
            }
            _ => self.generic(cell),
        }
    }

    /// A term that is evaluated as it stands.
    fn generic(&mut self, cell: Cell) -> Operand {
        let register = self.scratch();
        self.put(cell, register);
        Operand::X {
            register,
            evaluated: false,
        }
    }

    fn unary(&mut self, name: Atom, evaluable: u32, arg: Cell, depth: Depth) -> Operand {
        let operand = self.expression(arg, depth.inner());
        let source = self.register_of(operand);
        let evaluable = self.marked(evaluable, small_op1(name));
        self.computed(Op::Arith1, &[source], u16::from(source), evaluable, depth)
    }

    /// The result of an instruction that computes, which reads these registers.
    fn computed(
        &mut self,
        op: Op,
        sources: &[u8],
        operands: u16,
        last: u32,
        depth: Depth,
    ) -> Operand {
        let register = self.result(sources, depth);
        match self.of_integers.take() {
            Some(mut otherwise) => {
                self.emit(of_integers(op), register, operands, last);
                self.emit_jump(Op::Jump, 0, 0, Some(&mut otherwise));
                self.of_integers = Some(otherwise);
            }
            None => _ = self.emit(op, register, operands, last),
        }
        self.note_place();
        Operand::X {
            register,
            evaluated: true,
        }
    }

    fn binary(
        &mut self,
        functor: Functor,
        evaluable: u32,
        a: Cell,
        b: Cell,
        depth: Depth,
    ) -> Operand {
        let left = self.expression(a, depth.inner());
        let right = self.expression(b, depth.inner());
        if let Some(result) = self.with_immediate(functor.name(), left, right, depth) {
            return result;
        }
        let op = small_op2(functor.name());
        let evaluable = self.marked(evaluable, op);
        if let (Operand::X { register: x, .. }, Operand::Immediate(value)) = (left, right)
            && let Ok(value) = i8::try_from(value)
            && op != SmallOp::Other
        {
            let operands = u16::from(x) | u16::from(value as u8) << 8;
            return self.computed(Op::Arith2XI, &[x], operands, evaluable, depth);
        }
        let (x, y) = (self.register_of(left), self.register_of(right));
        let operands = u16::from(x) | u16::from(y) << 8;
        let op = match functor.name() {
            known::PLUS => Op::AddXX,
            known::MINUS => Op::SubXX,
            known::STAR => Op::MulXX,
            _ => Op::Arith2,
        };
        self.computed(op, &[x, y], operands, evaluable, depth)
    }

    /// Sums, differences and products of something and an integer.
    fn with_immediate(
        &mut self,
        name: Atom,
        left: Operand,
        right: Operand,
        depth: Depth,
    ) -> Option<Operand> {
        let (op, source, value) = match (name, left, right) {
            (known::PLUS, Operand::X { register, .. }, Operand::Immediate(value))
            | (known::PLUS, Operand::Immediate(value), Operand::X { register, .. }) => {
                (Op::AddXI, register, value)
            }
            (known::MINUS, Operand::X { register, .. }, Operand::Immediate(value)) => {
                (Op::AddXI, register, value.checked_neg()?)
            }
            (known::STAR, Operand::X { register, .. }, Operand::Immediate(value))
            | (known::STAR, Operand::Immediate(value), Operand::X { register, .. }) => {
                (Op::MulXI, register, value)
            }
            _ => return None,
        };
        let operands = u16::from(source) | (self.purpose as u16) << 8;
        Some(self.computed(op, &[source], operands, value as u32, depth))
    }

    /// The register for a result: operands that are not needed any more are
    /// given back first, since they are read before the result is written.
    fn result(&mut self, operands: &[u8], depth: Depth) -> u8 {
        for &operand in operands {
            self.release(operand);
        }
        self.reserve(2);
        let wanted = match depth {
            Depth::Result(wanted) => wanted,
            Depth::Into(register) => return register,
            Depth::Inner(_) => return self.scratch(),
        };
        self.release_dead();
        let register = self.free_register(wanted);
        self.state.registers[register as usize] = Owner::Busy;
        register
    }
}

/// The operation that jumps where this one has something else than integers.
fn of_integers(op: Op) -> Op {
    match op {
        Op::AddXX => Op::AddXXElse,
        Op::AddXI => Op::AddXIElse,
        Op::SubXX => Op::SubXXElse,
        _ => unreachable!("only sums and differences are of integers"),
    }
}

/// The operation of a functor with two arguments on small integers.
fn small_op2(name: Atom) -> SmallOp {
    match name {
        known::SLASH => SmallOp::Division,
        known::DOUBLE_SLASH => SmallOp::Quotient,
        known::MOD => SmallOp::Modulo,
        known::REM => SmallOp::Remainder,
        known::BIT_AND => SmallOp::And,
        known::BIT_OR => SmallOp::Or,
        known::XOR => SmallOp::Xor,
        known::SHIFT_RIGHT => SmallOp::Right,
        known::SHIFT_LEFT => SmallOp::Left,
        known::MIN => SmallOp::Minimum,
        known::MAX => SmallOp::Maximum,
        _ => SmallOp::Other,
    }
}

/// The operation of a functor with one argument on small integers.
fn small_op1(name: Atom) -> SmallOp {
    match name {
        known::MINUS => SmallOp::Negation,
        known::ABS => SmallOp::Absolute,
        _ => SmallOp::Other,
    }
}

fn relation(op: Compare) -> Relation {
    match op {
        Compare::Eq => Relation::Equal,
        Compare::Ne => Relation::NotEqual,
        Compare::Lt => Relation::Less,
        Compare::Le => Relation::LessOrEqual,
        Compare::Gt => Relation::Greater,
        Compare::Ge => Relation::GreaterOrEqual,
    }
}

/// The operation with the integer on the left.
fn mirrored_op(op: Compare) -> Op {
    match op {
        Compare::Eq => Op::EqXI,
        Compare::Ne => Op::NeXI,
        Compare::Lt => Op::LtIX,
        Compare::Le => Op::LeIX,
        Compare::Gt => Op::GtIX,
        Compare::Ge => Op::GeIX,
    }
}

fn register_op(op: Compare) -> Op {
    match op {
        Compare::Eq => Op::EqXX,
        Compare::Ne => Op::NeXX,
        Compare::Lt => Op::LtXX,
        Compare::Le => Op::LeXX,
        Compare::Gt => Op::GtXX,
        Compare::Ge => Op::GeXX,
    }
}

fn immediate_op(op: Compare) -> Op {
    match op {
        Compare::Eq => Op::EqXI,
        Compare::Ne => Op::NeXI,
        Compare::Lt => Op::LtXI,
        Compare::Le => Op::LeXI,
        Compare::Gt => Op::GtXI,
        Compare::Ge => Op::GeXI,
    }
}
