//! Predicates in Rust: functions of plain types, and how they reply.

use std::any::Any;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Deref;
use std::sync::Arc;

use dashu_int::IBig;
use dashu_ratio::RBig;

use super::call::{Call, Raise};
use super::convert::{FromTerm, IntoTerm};
use super::term::Term;
use super::values::{Atom, Opaque};
use crate::number::Number;

/// A value that a function in Rust takes from a call: an argument read as a type
/// that is [`FromTerm`], or [`State`].
///
/// ```
/// use luminy::api::call::{Call, Raise};
/// use luminy::api::engine::Engine;
/// use luminy::api::predicate::FromCall;
///
/// /// Takes two arguments as one point.
/// struct Point(f64, f64);
///
/// impl FromCall for Point {
///     const ARGUMENTS: usize = 2;
///
///     fn from_call(call: &Call<'_>, index: usize) -> Result<Point, Raise> {
///         Ok(Point(call.get(index)?, call.get(index + 1)?))
///     }
/// }
///
/// let mut engine = Engine::builder().build();
/// engine.register("distance/5", |a: Point, b: Point| (a.0 - b.0).hypot(a.1 - b.1)).unwrap();
/// assert!(engine.run_goal("distance(0, 0, 3, 4, 5.0)").unwrap());
/// ```
pub trait FromCall: Sized {
    /// How many arguments it takes.
    const ARGUMENTS: usize;

    /// Takes it, from the argument at `index` on.
    fn from_call(call: &Call<'_>, index: usize) -> Result<Self, Raise>;
}

impl<T: FromTerm> FromCall for T {
    const ARGUMENTS: usize = 1;

    #[inline]
    fn from_call(call: &Call<'_>, index: usize) -> Result<T, Raise> {
        call.get(index)
    }
}

/// A value of the host that the engine has been given with
/// [`Engine::set_state`](super::engine::Engine::set_state).
///
/// ```
/// use luminy::api::engine::Engine;
/// use luminy::api::predicate::State;
///
/// struct Clock { hour: i64 }
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// engine.register("hour/1", |clock: State<Clock>| clock.hour)?;
/// engine.set_state(Clock { hour: 9 });
/// assert!(engine.run_goal("hour(9)")?);
/// # Ok(())
/// # }
/// ```
pub struct State<T>(Arc<T>);

impl<T> State<T> {
    pub(super) fn new(value: Arc<T>) -> State<T> {
        State(value)
    }

    /// The value, shared.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::predicate::State;
    /// let mut engine = Engine::builder().build();
    /// engine.set_state(7_i64);
    /// engine.register("seven/1", |seven: State<i64>| *seven.into_inner()).unwrap();
    /// assert!(engine.run_goal("seven(7)").unwrap());
    /// ```
    pub fn into_inner(self) -> Arc<T> {
        self.0
    }
}

impl<T> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Any + Send + Sync> FromCall for State<T> {
    const ARGUMENTS: usize = 0;

    fn from_call(call: &Call<'_>, _: usize) -> Result<State<T>, Raise> {
        call.state()
    }
}

/// A function in Rust that can be a predicate. `M` tells the compiler its arguments.
///
/// ```
/// use luminy::api::predicate::{Callable, Reply};
/// use luminy::api::program::{Program, ProgramBuilder};
///
/// /// Adds one function under two names.
/// fn twice<M, F>(program: ProgramBuilder, names: [&str; 2], function: F) -> ProgramBuilder
/// where
///     F: Callable<M> + Clone,
///     F::Output: Reply,
/// {
///     program.predicate(names[0], function.clone()).predicate(names[1], function)
/// }
///
/// let program = twice(Program::builder(), ["next/2", "succ_of/2"], |x: i64| x + 1);
/// assert!(program.build().unwrap().engine().run_goal("next(1, 2), succ_of(2, 3)").unwrap());
/// ```
pub trait Callable<M>: Send + Sync + 'static {
    /// What it returns.
    type Output;

    /// How many arguments of the predicate it takes.
    const ARGUMENTS: usize;

    /// Calls it.
    fn invoke(&self, call: &mut Call<'_>) -> Result<Self::Output, Raise>;
}

macro_rules! functions {
    ($(($($type:ident)*))*) => {$(
        impl<Function, Output, $($type: FromCall),*> Callable<($($type,)*)> for Function
        where
            Function: Fn($($type),*) -> Output + Send + Sync + 'static,
        {
            type Output = Output;
            const ARGUMENTS: usize = 0 $(+ $type::ARGUMENTS)*;

            #[allow(non_snake_case, unused_mut, unused_variables, unused_assignments)]
            fn invoke(&self, call: &mut Call<'_>) -> Result<Output, Raise> {
                let mut index = 0;
                $(
                    let $type = $type::from_call(call, index)?;
                    index += $type::ARGUMENTS;
                )*
                Ok(self($($type),*))
            }
        }
    )*};
}

functions! {
    ()
    (A)
    (A B)
    (A B C)
    (A B C D)
    (A B C D E)
    (A B C D E F)
    (A B C D E F G)
    (A B C D E F G H)
}

/// What a predicate in Rust may return.
///
/// `bool` says whether it is true, and `()` that it is. Any other value is unified
/// with the argument behind those that the function takes; a tuple may fill as
/// many arguments as it has parts. `Option` fails if it is `None`, and `Result`
/// raises its error.
///
/// ```
/// use luminy::api::call::Raise;
/// use luminy::api::engine::Engine;
/// use luminy::api::term::Term;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// engine.register("even/1", |x: i64| x % 2 == 0)?;
/// engine.register("half/2", |x: i64| (x % 2 == 0).then_some(x / 2))?;
/// engine.register("split/3", |x: i64| (x / 10, x % 10))?;
/// engine.register("root/2", |x: f64| -> Result<f64, Raise> {
///     match x < 0.0 {
///         true => Err(Raise::domain_error("natural", Term::from(x))),
///         false => Ok(x.sqrt()),
///     }
/// })?;
/// assert!(engine.run_goal("even(4), half(4, 2), \\+ half(3, _), split(42, 4, 2)")?);
/// assert!(engine.run_goal("root(9, 3.0), catch(root(-1, _), error(domain_error(_, _), _), true)")?);
/// # Ok(())
/// # }
/// ```
pub trait Reply: Sized {
    /// How many arguments it fills at most.
    const VALUES: usize;

    /// Whether it can fill no argument at all.
    const MAY_BE_TEST: bool = false;

    /// Replies by filling `values` arguments from the one at `index` on.
    fn reply(self, call: &mut Call<'_>, index: usize, values: usize) -> Result<bool, Raise>;
}

impl Reply for () {
    const VALUES: usize = 0;
    const MAY_BE_TEST: bool = true;

    fn reply(self, _: &mut Call<'_>, _: usize, _: usize) -> Result<bool, Raise> {
        Ok(true)
    }
}

impl Reply for bool {
    const VALUES: usize = 1;
    const MAY_BE_TEST: bool = true;

    fn reply(self, call: &mut Call<'_>, index: usize, values: usize) -> Result<bool, Raise> {
        match values {
            0 => Ok(self),
            _ => Ok(call.unify(index, self)),
        }
    }
}

impl<R: Reply> Reply for Option<R> {
    const VALUES: usize = R::VALUES;
    const MAY_BE_TEST: bool = R::MAY_BE_TEST;

    fn reply(self, call: &mut Call<'_>, index: usize, values: usize) -> Result<bool, Raise> {
        match self {
            Some(reply) => reply.reply(call, index, values),
            None => Ok(false),
        }
    }
}

impl<R: Reply, E: Into<Raise>> Reply for Result<R, E> {
    const VALUES: usize = R::VALUES;
    const MAY_BE_TEST: bool = R::MAY_BE_TEST;

    fn reply(self, call: &mut Call<'_>, index: usize, values: usize) -> Result<bool, Raise> {
        self.map_err(E::into)?.reply(call, index, values)
    }
}

/// Any value as a reply, for types of your own.
///
/// ```
/// use luminy::api::build::{Builder, Built};
/// use luminy::api::convert::IntoTerm;
/// use luminy::api::engine::Engine;
/// use luminy::api::predicate::Value;
///
/// struct Colour(&'static str);
///
/// impl IntoTerm for Colour {
///     fn into_term(self, to: &mut Builder<'_>) -> Built {
///         to.atom(self.0)
///     }
/// }
///
/// let mut engine = Engine::builder().build();
/// engine.register("sky/1", || Value(Colour("blue"))).unwrap();
/// assert!(engine.run_goal("sky(blue)").unwrap());
/// ```
pub struct Value<T>(pub T);

macro_rules! values {
    ($([$($generic:tt)*] $type:ty;)*) => {$(
        impl<$($generic)*> Reply for $type {
            const VALUES: usize = 1;

            fn reply(self, call: &mut Call<'_>, index: usize, _: usize) -> Result<bool, Raise> {
                Ok(call.unify(index, self))
            }
        }
    )*};
}

values! {
    [] i8; [] i16; [] i32; [] i64; [] i128; [] isize;
    [] u8; [] u16; [] u32; [] u64; [] u128; [] usize;
    [] f32; [] f64; [] IBig; [] RBig; [] Number;
    [] char; [] String; [] &'static str; [] Term;
    [T: AsRef<str>] Atom<T>;
    [T: Any + Send + Sync] Opaque<T>;
    [T: IntoTerm] Vec<T>;
    [T: IntoTerm, S] HashSet<T, S>;
    [T: IntoTerm] BTreeSet<T>;
    [K: IntoTerm, V: IntoTerm, S] HashMap<K, V, S>;
    [K: IntoTerm, V: IntoTerm] BTreeMap<K, V>;
}

impl<T: IntoTerm> Reply for Value<T> {
    const VALUES: usize = 1;

    fn reply(self, call: &mut Call<'_>, index: usize, _: usize) -> Result<bool, Raise> {
        Ok(call.unify(index, self.0))
    }
}

macro_rules! tuples {
    ($(($($type:ident $index:tt),*))*) => {$(
        impl<$($type: IntoTerm),*> Reply for ($($type,)*) {
            const VALUES: usize = [$($index),*].len();

            fn reply(self, call: &mut Call<'_>, index: usize, values: usize) -> Result<bool, Raise> {
                if values != Self::VALUES {
                    return Ok(call.unify(index, self));
                }
                Ok(true $(&& call.unify(index + $index, self.$index))*)
            }
        }
    )*};
}

tuples! {
    (A 0, B 1)
    (A 0, B 1, C 2)
    (A 0, B 1, C 2, D 3)
    (A 0, B 1, C 2, D 3, E 4)
    (A 0, B 1, C 2, D 3, E 4, F 5)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6)
    (A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7)
}

impl<A: IntoTerm> Reply for (A,) {
    const VALUES: usize = 1;

    fn reply(self, call: &mut Call<'_>, index: usize, _: usize) -> Result<bool, Raise> {
        Ok(call.unify(index, self.0))
    }
}

/// How many arguments a reply is to fill, if the arity allows it.
pub(super) fn reply_values<R: Reply>(arguments: usize, arity: usize) -> Option<usize> {
    let values = arity.checked_sub(arguments)?;
    let fits = match values {
        0 => R::MAY_BE_TEST,
        1 => R::VALUES > 0,
        many => many == R::VALUES,
    };
    fits.then_some(values)
}
