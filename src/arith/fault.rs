//! Why an evaluation has no value, before it becomes a ball.

use crate::atom::{Atom, known};
use crate::error::Ball;
use crate::number::Number;
use crate::number::convert::FloatOverflow;
use crate::number::long::Rung;
use crate::term::cell::Cell;
use crate::term::mem::Mem;

/// Why an operation on numbers has no value. Unlike a ball it needs no heap.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// `type_error(Type, Culprit)`
    Type(Atom, Number),
    /// `domain_error(Domain, Culprit)`
    Domain(Atom, Number),
    /// `evaluation_error(What)`
    Evaluation(Atom),
    /// `resource_error(Resource)`
    Resource(Atom),
    /// The alarm has rung.
    Interrupted,
}

/// The value of an operation on numbers.
pub type Value = Result<Number, Fault>;

impl Fault {
    /// `evaluation_error(undefined)`
    pub const UNDEFINED: Fault = Fault::Evaluation(known::UNDEFINED);
    /// `evaluation_error(zero_divisor)`
    pub const ZERO_DIVISOR: Fault = Fault::Evaluation(known::ZERO_DIVISOR);
    /// `evaluation_error(float_overflow)`
    pub const FLOAT_OVERFLOW: Fault = Fault::Evaluation(known::FLOAT_OVERFLOW);
    /// `resource_error(memory)`
    pub const MEMORY: Fault = Fault::Resource(known::MEMORY);

    /// `type_error(integer, Culprit)`
    #[cold]
    pub fn not_integer(culprit: &Number) -> Fault {
        Fault::Type(known::INTEGER, culprit.clone())
    }

    /// The ball, with its culprit on the heap.
    #[cold]
    pub fn into_ball(self, mem: &mut Mem) -> Ball {
        let with_culprit = |mem: &mut Mem, culprit: &Number, ball: fn(Atom, Cell) -> Ball, what| {
            match number_cell(mem, culprit) {
                Ok(cell) => ball(what, cell),
                Err(full) => full,
            }
        };
        match self {
            Fault::Type(kind, culprit) => with_culprit(mem, &culprit, Ball::Type, kind),
            Fault::Domain(domain, culprit) => with_culprit(mem, &culprit, Ball::Domain, domain),
            Fault::Evaluation(what) => Ball::Evaluation(what),
            Fault::Resource(what) => Ball::Resource(what),
            // Nobody sees it: the machine asks the alarm what it has rung for.
            Fault::Interrupted => Ball::Interrupt,
        }
    }
}

impl From<Rung> for Fault {
    #[cold]
    fn from(_: Rung) -> Fault {
        Fault::Interrupted
    }
}

impl From<FloatOverflow> for Fault {
    fn from(_: FloatOverflow) -> Fault {
        Fault::FLOAT_OVERFLOW
    }
}

/// Between results of more bits the alarm is asked, since there may be few calls
/// between many long operations.
const LONG: u64 = 1 << 14;

/// The term of a number, if the heap has room for it.
#[inline]
pub fn number_cell(mem: &mut Mem, number: &Number) -> Result<Cell, Ball> {
    match number {
        Number::Int(_) | Number::Float(_) => {}
        Number::Big(_) | Number::Rat(_) => {
            let bits = number.bit_length();
            if bits > LONG && mem.alarm.rings() {
                return Err(Ball::Interrupt);
            }
            mem.ensure(bits / 64 + 8)?;
        }
    }
    Ok(mem.new_number(number))
}
