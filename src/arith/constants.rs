//! Evaluables without arguments.

use super::context::ArithContext;
use super::fault::Value;
use crate::number::Number;
use crate::term::cell::{MAX_SMALL, MIN_SMALL};

/// `pi`
pub fn pi(_: &mut ArithContext) -> Value {
    Ok(Number::Float(std::f64::consts::PI))
}

/// `e`
pub fn e(_: &mut ArithContext) -> Value {
    Ok(Number::Float(std::f64::consts::E))
}

/// `epsilon`: the distance from 1.0 to the next float.
pub fn epsilon(_: &mut ArithContext) -> Value {
    Ok(Number::Float(f64::EPSILON))
}

/// `inf` and `infinite`
pub fn infinity(_: &mut ArithContext) -> Value {
    Ok(Number::Float(f64::INFINITY))
}

/// `nan`
pub fn not_a_number(_: &mut ArithContext) -> Value {
    Ok(Number::Float(f64::NAN))
}

/// `max_integer`: the largest integer of 64 bits.
pub fn max_integer(_: &mut ArithContext) -> Value {
    Ok(Number::Int(i64::MAX))
}

/// `min_integer`: the smallest integer of 64 bits.
pub fn min_integer(_: &mut ArithContext) -> Value {
    Ok(Number::Int(i64::MIN))
}

/// `max_tagged_integer`: the largest integer that takes no memory of its own.
pub fn max_tagged_integer(_: &mut ArithContext) -> Value {
    Ok(Number::Int(MAX_SMALL))
}

/// `min_tagged_integer`: the smallest integer that takes no memory of its own.
pub fn min_tagged_integer(_: &mut ArithContext) -> Value {
    Ok(Number::Int(MIN_SMALL))
}

/// `random`: 63 random bits.
pub fn random(cx: &mut ArithContext) -> Value {
    Ok(Number::Int((cx.random.next_u64() >> 1) as i64))
}

/// `random_float`: above 0 and below 1.
pub fn random_float(cx: &mut ArithContext) -> Value {
    Ok(Number::Float(cx.random.float()))
}

/// `cputime`: seconds of processor time used.
pub fn cpu_time(cx: &mut ArithContext) -> Value {
    cx.float(cx.clock.cpu_seconds())
}

/// `realtime`: whole seconds since the start of 1970.
pub fn real_time(cx: &mut ArithContext) -> Value {
    Ok(Number::Int(cx.clock.wall_seconds() as i64))
}
