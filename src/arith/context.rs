//! What evaluation depends on beside the expression: flags, limits, state.

use std::sync::Arc;

use dashu_base::BitTest;
use dashu_int::IBig;

use super::evaluables::Evaluables;
use super::fault::{Fault, Value};
use super::random::RandomState;
use crate::number::long::Bell;
use crate::number::{Number, Ratio};
use crate::term::alarm::Alarm;
use crate::term::cell::Cell;

/// The flags that change what expressions are worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ArithFlags {
    /// Strict ISO: the quotient of integers is always a float, and nothing but numbers and
    /// evaluables has a value.
    pub iso: bool,
    /// Integer division and negative powers that are not exact give rationals.
    pub prefer_rationals: bool,
    /// A float result that is too large is infinite, not an error.
    pub float_overflow_infinity: bool,
    /// Division by zero gives an infinite float, not an error.
    pub float_zero_div_infinity: bool,
    /// An undefined float result is NaN, not an error.
    pub float_undefined_nan: bool,
}

/// Where the time comes from; the library itself reads no clock.
pub trait Clock: Send + Sync {
    /// Seconds of processor time used so far.
    fn cpu_seconds(&self) -> f64;
    /// Seconds since the start of 1970.
    fn wall_seconds(&self) -> f64;
    /// Seconds since the engine was made.
    fn running_seconds(&self) -> f64 {
        0.0
    }
}

/// A clock that stands still.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn cpu_seconds(&self) -> f64 {
        0.0
    }

    fn wall_seconds(&self) -> f64 {
        0.0
    }
}

/// The bits an integer may have unless the host says otherwise: 16 MiB, which take
/// some ten seconds to divide.
pub const DEFAULT_MAX_BITS: u64 = 1 << 27;

/// The arithmetic of one engine.
#[derive(Clone)]
pub struct ArithContext {
    /// Which names are evaluable.
    pub evaluables: Arc<Evaluables>,
    /// The flags.
    pub flags: ArithFlags,
    /// The most bits an integer may have: a host with little memory lowers it.
    pub max_bits: u64,
    /// The state of the random numbers.
    pub random: RandomState,
    /// Where `cputime` and `realtime` come from.
    pub clock: Arc<dyn Clock>,
    /// What stops operations that take long.
    pub alarm: Arc<Alarm>,
    /// The work list of an evaluation, kept to save allocations.
    pub(super) tasks: Vec<Task>,
    /// The values of the operands met so far.
    pub(super) operands: Vec<Number>,
}

/// What an evaluation still has to do.
#[derive(Clone, Copy, Debug)]
pub(super) enum Task {
    /// Evaluate a term.
    Evaluate(Cell),
    /// Apply an evaluable to the operands evaluated last.
    Apply(super::evaluables::Evaluable),
}

impl ArithContext {
    /// A context with the default flags and limits.
    pub fn new(evaluables: Arc<Evaluables>, clock: Arc<dyn Clock>) -> ArithContext {
        ArithContext {
            evaluables,
            flags: ArithFlags::default(),
            max_bits: DEFAULT_MAX_BITS,
            random: RandomState::new(0),
            clock,
            alarm: Arc::default(),
            tasks: Vec::new(),
            operands: Vec::new(),
        }
    }

    /// What stops operations that take long.
    #[inline]
    pub fn bell(&self) -> &dyn Bell {
        &*self.alarm
    }

    /// The float `value` as a result: infinity and NaN are errors unless the
    /// flags allow them.
    #[inline]
    pub fn float(&self, value: f64) -> Value {
        if value.is_finite() {
            return Ok(Number::Float(value));
        }
        self.not_finite(value)
    }

    #[cold]
    fn not_finite(&self, value: f64) -> Value {
        if value.is_nan() {
            return self.undefined();
        }
        self.overflow(value)
    }

    /// The result of an operation that is undefined.
    #[cold]
    pub fn undefined(&self) -> Value {
        if self.flags.float_undefined_nan {
            Ok(Number::Float(f64::NAN))
        } else {
            Err(Fault::UNDEFINED)
        }
    }

    fn overflow(&self, infinity: f64) -> Value {
        if self.flags.float_overflow_infinity {
            Ok(Number::Float(infinity))
        } else {
            Err(Fault::FLOAT_OVERFLOW)
        }
    }

    /// The result of a float division by zero, infinite with this sign.
    #[cold]
    pub fn zero_division(&self, is_negative: bool) -> Value {
        match (self.flags.float_zero_div_infinity, is_negative) {
            (false, _) => Err(Fault::ZERO_DIVISOR),
            (true, false) => Ok(Number::Float(f64::INFINITY)),
            (true, true) => Ok(Number::Float(f64::NEG_INFINITY)),
        }
    }

    /// The float nearest to `number`.
    #[inline]
    pub fn to_f64(&self, number: &Number) -> Result<f64, Fault> {
        match number {
            Number::Int(value) => Ok(*value as f64),
            Number::Float(value) => Ok(*value),
            _ => self.exact_to_f64(number),
        }
    }

    fn exact_to_f64(&self, number: &Number) -> Result<f64, Fault> {
        match number.to_f64() {
            Err(_) if self.flags.float_overflow_infinity => {
                Ok(f64::INFINITY.copysign(if number.is_negative() { -1.0 } else { 1.0 }))
            }
            other => Ok(other?),
        }
    }

    /// The integer `value` as a result, unless it is too long.
    pub fn big(&self, value: IBig) -> Value {
        self.check_bits(value.bit_len() as u64)?;
        Ok(Number::from_big(value))
    }

    /// The rational `value` as a result, unless it is too long.
    pub fn rational(&self, value: Ratio) -> Value {
        self.check_bits(value.numerator().bit_len() as u64)?;
        self.check_bits(value.denominator().bit_len() as u64)?;
        Ok(Number::from_rational(value))
    }

    /// Refuses a result of `bits` bits if it is too long.
    #[inline]
    pub fn check_bits(&self, bits: u64) -> Result<(), Fault> {
        if bits <= self.max_bits {
            Ok(())
        } else {
            Err(Fault::MEMORY)
        }
    }

    /// Refuses an operation on rationals whose result may be too long.
    pub fn check_rationals(&self, a: &Number, b: &Number) -> Result<(), Fault> {
        self.check_bits(a.bit_length() + b.bit_length())
    }
}
