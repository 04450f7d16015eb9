//! The table of evaluables: a row for each name and arity.

use rustc_hash::FxHashMap;

use super::context::ArithContext;
use super::fault::{Fault, Value};
use super::{basic, bits, constants, division, float, power, rational, rounding};
use crate::atom::{Atom, AtomTable};
use crate::number::Number;
use crate::term::cell::Functor;

/// One evaluable, as its place in the table: what compiled code refers to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Evaluable(pub u16);

/// How an evaluable is computed.
#[derive(Clone, Copy)]
enum Function {
    Constant(fn(&mut ArithContext) -> Value),
    Unary(fn(&mut ArithContext, &Number) -> Value),
    Binary(fn(&mut ArithContext, &Number, &Number) -> Value),
    Ternary(fn(&mut ArithContext, &Number, &Number, &Number) -> Value),
    /// A function of a float, undefined where it gives NaN.
    Float(fn(f64) -> f64),
    /// A function of two floats, undefined where it gives NaN.
    Floats(fn(f64, f64) -> f64),
}

use Function::{Binary, Constant, Float, Floats, Ternary, Unary};

/// A row of the table.
struct Row {
    name: &'static str,
    function: Function,
    doc: &'static str,
}

const fn row(name: &'static str, function: Function, doc: &'static str) -> Row {
    Row {
        name,
        function,
        doc,
    }
}

static ROWS: &[Row] = &[
    // ISO 13211-1 clause 9 with Cor.2.
    row("+", Binary(basic::add), "The sum of X and Y."),
    row("-", Binary(basic::subtract), "The difference of X and Y."),
    row("*", Binary(basic::multiply), "The product of X and Y."),
    row(
        "/",
        Binary(division::divide),
        "The quotient of X and Y: an integer if both are and it is exact, else a float.",
    ),
    row(
        "//",
        Binary(division::quotient),
        "The quotient of integers, rounded towards zero.",
    ),
    row(
        "rem",
        Binary(division::remainder),
        "The remainder of X // Y, with the sign of X.",
    ),
    row(
        "div",
        Binary(division::floor_quotient),
        "The quotient of integers, rounded down.",
    ),
    row(
        "mod",
        Binary(division::modulo),
        "The remainder of X div Y, with the sign of Y.",
    ),
    row("-", Unary(basic::negate), "X with the other sign."),
    row("+", Unary(basic::plus), "X itself."),
    row("abs", Unary(basic::absolute), "X without its sign."),
    row(
        "sign",
        Unary(basic::sign),
        "-1, 0 or 1, as X is below, at or above zero; a float if X is one.",
    ),
    row(
        "min",
        Binary(basic::minimum),
        "The smaller of X and Y; the float if they are equal.",
    ),
    row(
        "max",
        Binary(basic::maximum),
        "The larger of X and Y; the float if they are equal.",
    ),
    row(
        "float",
        Unary(rounding::to_float),
        "The float nearest to X.",
    ),
    row(
        "float_integer_part",
        Unary(rounding::integer_part),
        "X without its fraction, of the same type.",
    ),
    row(
        "float_fractional_part",
        Unary(rounding::fractional_part),
        "The fraction of X, with its sign.",
    ),
    row(
        "truncate",
        Unary(rounding::truncate),
        "X rounded towards zero, an integer.",
    ),
    row(
        "round",
        Unary(rounding::round),
        "The integer nearest to X; of two, that away from zero.",
    ),
    row(
        "ceiling",
        Unary(rounding::ceiling),
        "X rounded up, an integer.",
    ),
    row(
        "floor",
        Unary(rounding::floor),
        "X rounded down, an integer.",
    ),
    row(
        "**",
        Binary(power::power),
        "X to the power of Y: an integer if both are and Y is not negative, else a float.",
    ),
    row(
        "^",
        Binary(power::integer_power),
        "X to the power of Y: an integer if both are, else a float.",
    ),
    row("sqrt", Float(f64::sqrt), "The square root of X."),
    row("exp", Float(f64::exp), "e to the power of X."),
    row(
        "log",
        Unary(float::natural_logarithm),
        "The natural logarithm of X.",
    ),
    row("sin", Float(f64::sin), "The sine of X, in radians."),
    row("cos", Float(f64::cos), "The cosine of X, in radians."),
    row("tan", Float(f64::tan), "The tangent of X, in radians."),
    row("asin", Float(f64::asin), "The arc sine of X."),
    row("acos", Float(f64::acos), "The arc cosine of X."),
    row("atan", Float(f64::atan), "The arc tangent of X."),
    row(
        "atan2",
        Binary(float::arc_tangent2),
        "The angle of the point (Y, X), with Y first; undefined at the origin.",
    ),
    row(
        "pi",
        Constant(constants::pi),
        "The ratio of a circle's circumference to its diameter.",
    ),
    row(
        ">>",
        Binary(bits::shift_right),
        "X shifted right by Y bits, rounding down.",
    ),
    row("<<", Binary(bits::shift_left), "X shifted left by Y bits."),
    row("/\\", Binary(bits::and), "The bits set in both X and Y."),
    row("\\/", Binary(bits::or), "The bits set in X or Y."),
    row(
        "\\",
        Unary(bits::complement),
        "The complement of the bits of X.",
    ),
    row(
        "xor",
        Binary(bits::exclusive_or),
        "The bits set in only one of X and Y.",
    ),
    // What the field has beside ISO.
    row(
        "e",
        Constant(constants::e),
        "The base of natural logarithms.",
    ),
    row("inf", Constant(constants::infinity), "Positive infinity."),
    row(
        "infinite",
        Constant(constants::infinity),
        "Positive infinity.",
    ),
    row(
        "nan",
        Constant(constants::not_a_number),
        "The float that is not a number.",
    ),
    row(
        "epsilon",
        Constant(constants::epsilon),
        "The distance from 1.0 to the next float.",
    ),
    row(
        "max_integer",
        Constant(constants::max_integer),
        "The largest integer of 64 bits.",
    ),
    row(
        "min_integer",
        Constant(constants::min_integer),
        "The smallest integer of 64 bits.",
    ),
    row(
        "max_tagged_integer",
        Constant(constants::max_tagged_integer),
        "The largest integer that needs no memory of its own.",
    ),
    row(
        "min_tagged_integer",
        Constant(constants::min_tagged_integer),
        "The smallest integer that needs no memory of its own.",
    ),
    row(
        "random",
        Constant(constants::random),
        "A random integer of 63 bits.",
    ),
    row(
        "random_float",
        Constant(constants::random_float),
        "A random float above 0 and below 1.",
    ),
    row(
        "random",
        Unary(float::random_below),
        "A random integer from 0 to X - 1.",
    ),
    row(
        "cputime",
        Constant(constants::cpu_time),
        "Seconds of processor time used, a float.",
    ),
    row(
        "realtime",
        Constant(constants::real_time),
        "Seconds since the start of 1970, an integer.",
    ),
    row("eval", Unary(basic::plus), "The value of the expression X."),
    row("succ", Unary(basic::successor), "The integer after X."),
    row("plus", Binary(basic::add), "The sum of X and Y."),
    row(
        "rdiv",
        Binary(division::rational_divide),
        "The exact quotient of X and Y.",
    ),
    row(
        "gcd",
        Binary(division::greatest_divisor),
        "The greatest common divisor of X and Y.",
    ),
    row(
        "lcm",
        Binary(division::least_multiple),
        "The least common multiple of X and Y.",
    ),
    row(
        "integer",
        Unary(rounding::round),
        "The integer nearest to X; of two, that away from zero.",
    ),
    row(
        "trunc",
        Unary(rounding::truncate),
        "X rounded towards zero, an integer.",
    ),
    row(
        "ceil",
        Unary(rounding::ceiling),
        "X rounded up, an integer.",
    ),
    row(
        "rational",
        Unary(rational::rational),
        "The exact value of X, an integer or a rational.",
    ),
    row(
        "rationalize",
        Unary(rational::rationalize),
        "The simplest rational that X is the nearest float to.",
    ),
    row(
        "numerator",
        Unary(rational::numerator),
        "The numerator of the rational X.",
    ),
    row(
        "denominator",
        Unary(rational::denominator),
        "The denominator of the rational X, which is positive.",
    ),
    row(
        "msb",
        Unary(bits::highest_bit),
        "The position of the highest bit set in X, which is positive.",
    ),
    row(
        "lsb",
        Unary(bits::lowest_bit),
        "The position of the lowest bit set in X, which is positive.",
    ),
    row(
        "popcount",
        Unary(bits::bit_count),
        "The number of bits set in X, which is not negative.",
    ),
    row(
        "getbit",
        Binary(bits::get_bit),
        "The bit of X at position Y, counted from 0.",
    ),
    row(
        "powm",
        Ternary(bits::power_modulo),
        "X to the power of Y, modulo Z.",
    ),
    row(
        "log2",
        Unary(float::binary_logarithm),
        "The logarithm of X to the base 2.",
    ),
    row(
        "log10",
        Unary(float::decimal_logarithm),
        "The logarithm of X to the base 10.",
    ),
    row(
        "log",
        Binary(float::logarithm_to_base),
        "The logarithm of Y to the base X.",
    ),
    row(
        "atan",
        Floats(f64::atan2),
        "The angle of the point (Y, X), with Y first.",
    ),
    row(
        "cot",
        Unary(float::cotangent),
        "The cotangent of X, in radians.",
    ),
    row(
        "acot",
        Unary(float::arc_cotangent),
        "The arc cotangent of X.",
    ),
    row("sinh", Float(f64::sinh), "The hyperbolic sine of X."),
    row("cosh", Float(f64::cosh), "The hyperbolic cosine of X."),
    row("tanh", Float(f64::tanh), "The hyperbolic tangent of X."),
    row(
        "asinh",
        Float(libm::asinh),
        "The inverse hyperbolic sine of X.",
    ),
    row(
        "acosh",
        Float(libm::acosh),
        "The inverse hyperbolic cosine of X.",
    ),
    row(
        "atanh",
        Float(libm::atanh),
        "The inverse hyperbolic tangent of X.",
    ),
    row("erf", Float(libm::erf), "The error function of X."),
    row(
        "erfc",
        Float(libm::erfc),
        "One minus the error function of X.",
    ),
    row(
        "lgamma",
        Float(libm::lgamma),
        "The logarithm of the gamma function of X.",
    ),
    row(
        "copysign",
        Binary(basic::copy_sign),
        "X with the sign of Y.",
    ),
    row(
        "nexttoward",
        Floats(libm::nextafter),
        "The float next to X in the direction of Y.",
    ),
];

impl Evaluable {
    fn row(self) -> &'static Row {
        &ROWS[usize::from(self.0)]
    }

    /// The name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The number of arguments.
    pub fn arity(self) -> usize {
        match self.row().function {
            Constant(_) => 0,
            Unary(_) | Float(_) => 1,
            Binary(_) | Floats(_) => 2,
            Ternary(_) => 3,
        }
    }

    /// What it is worth, in words: arguments are called X, Y and Z.
    pub fn doc(self) -> &'static str {
        self.row().doc
    }

    /// All evaluables, in the order of the table.
    pub fn all() -> impl Iterator<Item = Evaluable> {
        (0..ROWS.len() as u16).map(Evaluable)
    }
}

/// The evaluables by atom, for one atom table and its clones.
#[derive(Debug, Default)]
pub struct Evaluables {
    index: FxHashMap<Functor, Evaluable>,
}

impl Evaluables {
    /// Interns the names of all evaluables and indexes them.
    pub fn new(atoms: &mut AtomTable) -> Evaluables {
        let entry = |evaluable: Evaluable| {
            let name = atoms.intern(evaluable.name());
            (Functor::new(name, evaluable.arity()), evaluable)
        };
        Evaluables {
            index: Evaluable::all().map(entry).collect(),
        }
    }

    /// The evaluable with this name and arity.
    #[inline]
    pub fn find(&self, name: Atom, arity: usize) -> Option<Evaluable> {
        self.find_functor(Functor::new(name, arity))
    }

    /// The evaluable with this functor, which for a constant has arity 0.
    #[inline]
    pub fn find_functor(&self, functor: Functor) -> Option<Evaluable> {
        self.index.get(&functor).copied()
    }
}

/// The value of `evaluable` for as many arguments as it has.
pub fn apply(cx: &mut ArithContext, evaluable: Evaluable, args: &[Number]) -> Value {
    match (evaluable.row().function, args) {
        (Constant(function), []) => function(cx),
        (_, [x]) => apply1(cx, evaluable, x),
        (_, [x, y]) => apply2(cx, evaluable, x, y),
        (Ternary(function), [x, y, z]) => function(cx, x, y, z),
        _ => Err(Fault::UNDEFINED),
    }
}

/// The value of an evaluable of one argument.
#[inline]
pub fn apply1(cx: &mut ArithContext, evaluable: Evaluable, x: &Number) -> Value {
    match evaluable.row().function {
        Unary(function) => function(cx, x),
        Float(function) => {
            let value = function(cx.to_f64(x)?);
            cx.float(value)
        }
        _ => Err(Fault::UNDEFINED),
    }
}

/// The value of an evaluable of two arguments.
#[inline]
pub fn apply2(cx: &mut ArithContext, evaluable: Evaluable, x: &Number, y: &Number) -> Value {
    match evaluable.row().function {
        Binary(function) => function(cx, x, y),
        Floats(function) => {
            let value = function(cx.to_f64(x)?, cx.to_f64(y)?);
            cx.float(value)
        }
        _ => Err(Fault::UNDEFINED),
    }
}
