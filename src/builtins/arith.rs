//! Evaluation and comparison by value (8.6, 8.7), and relations on integers.

use crate::arith::basic::{add, subtract, successor};
use crate::arith::cells::Relation;
use crate::arith::division::divmod as divide;
use crate::arith::eval::Evaluator;
use crate::arith::fault::{Fault, Value};
use crate::arith::root::root_and_remainder;
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::{Next, Row, Start};
use crate::error::{Ball, Outcome};
use crate::number::Number;
use crate::predicates;
use crate::term::cell::Cell;

use super::solutions::{once, step};

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Value is what the expression Expression is worth.
    "is(?Value, +Expression) is semidet" => core once is;
    /// The values of two expressions are equal.
    "=:=(+X, +Y) is semidet" => core test equal;
    /// The values of two expressions differ.
    "=\\=(+X, +Y) is semidet" => core test not_equal;
    /// The value of X is less than that of Y.
    "<(+X, +Y) is semidet" => core test less;
    /// The value of X is not greater than that of Y.
    "=<(+X, +Y) is semidet" => core test less_or_equal;
    /// The value of X is greater than that of Y.
    ">(+X, +Y) is semidet" => core test greater;
    /// The value of X is not less than that of Y.
    ">=(+X, +Y) is semidet" => core test greater_or_equal;
    /// X is an integer from Low to High; High may be `inf`.
    "between(+Low, +High, ?X) is nondet" => many between;
    /// Y is X + 1, and X is not negative.
    "succ(?X, ?Y) is semidet" => once succ;
    /// Z is X + Y; at most one is unbound.
    "plus(?X, ?Y, ?Z) is semidet" => once plus;
    /// Quotient and Remainder are those of Dividend and Divisor, as `div` and `mod`.
    "divmod(+Dividend, +Divisor, -Quotient, -Remainder) is semidet" => once divmod;
    /// I is Root ** N + Remainder, where Root is the integer nearest to the root towards 0.
    "nth_integer_root_and_remainder(+N, +I, -Root, -Remainder) is semidet" => once nth_root;
    /// X is a random integer from Low to High.
    "random_between(+Low, +High, -X) is semidet" => once random_between;
    /// X is a random float between 0 and 1.
    "random(-X) is semidet" => once random;
    /// Begins the random numbers anew from `seed(Seed)`; Seed may be `random`.
    "set_random(+Option) is det" => once set_random;
    /// Arithmetic knows a function with the name and number of arguments of Term.
    "'$is_evaluable'(+Term) is semidet" => once is_evaluable;
};

impl Machine {
    /// The value of the expression `cell`.
    pub fn eval(&mut self, cell: Cell) -> Result<Number, Ball> {
        Evaluator::new(&mut self.mem, &self.atoms, &mut self.arith).eval(cell)
    }

    fn settled<T>(&mut self, result: Result<T, Fault>) -> Result<T, Ball> {
        result.map_err(|fault| fault.into_ball(&mut self.mem))
    }

    fn holds(&mut self, relation: Relation) -> Outcome {
        let (x, y) = (self.arg(0), self.arg(1));
        Evaluator::new(&mut self.mem, &self.atoms, &mut self.arith).holds(relation, x, y)
    }
}

fn is(m: &mut Machine) -> Outcome {
    let expression = m.arg(1);
    let value = Evaluator::new(&mut m.mem, &m.atoms, &mut m.arith).eval_cell(expression)?;
    m.unify_arg(0, value)
}

fn equal(m: &mut Machine) -> Outcome {
    m.holds(Relation::Equal)
}

fn not_equal(m: &mut Machine) -> Outcome {
    m.holds(Relation::NotEqual)
}

fn less(m: &mut Machine) -> Outcome {
    m.holds(Relation::Less)
}

fn less_or_equal(m: &mut Machine) -> Outcome {
    m.holds(Relation::LessOrEqual)
}

fn greater(m: &mut Machine) -> Outcome {
    m.holds(Relation::Greater)
}

fn greater_or_equal(m: &mut Machine) -> Outcome {
    m.holds(Relation::GreaterOrEqual)
}

/// The upper bound of `between/3`; none if there is no bound.
fn high_arg(m: &Machine) -> Result<Option<Number>, Ball> {
    match m.arg(1) {
        cell if cell == Cell::atom(known::INFINITE) => Ok(None),
        cell if cell.is_atom() && m.text(cell.atom_value()) == "infinite" => Ok(None),
        cell => m.to_integer(cell).map(Some),
    }
}

fn is_less(a: &Number, b: &Number) -> bool {
    Relation::Less.holds(Number::compare_values(a, b))
}

fn between(m: &mut Machine) -> Result<Start, Ball> {
    let low = m.to_integer(m.arg(0))?;
    let high = high_arg(m)?;
    if !m.is_var_arg(2) {
        let x = m.to_integer(m.arg(2))?;
        let is_above = high.is_some_and(|high| is_less(&high, &x));
        return once(Ok(!is_less(&x, &low) && !is_above));
    }
    match high {
        Some(high) if is_less(&high, &low) => Ok(Start::Fail),
        Some(high) if high == low => once(m.unify_number(2, &low)),
        Some(Number::Int(high)) if low.as_i64().is_some() => {
            let low = low.as_i64().unwrap_or(high);
            Ok(small_integers(low, high))
        }
        high => Ok(integers(low, high)),
    }
}

fn small_integers(low: i64, high: i64) -> Start {
    let mut next = low;
    Start::Choices(Box::new(move |m: &mut Machine| {
        let holds = m.unify_int(2, next)?;
        let is_last = next == high;
        next = next.wrapping_add(1);
        Ok(step(holds, is_last))
    }))
}

fn integers(low: Number, high: Option<Number>) -> Start {
    let mut next = low;
    Start::Choices(Box::new(move |m: &mut Machine| {
        let holds = m.unify_number(2, &next)?;
        let is_last = high.as_ref() == Some(&next);
        let after = successor(&mut m.arith, &next);
        next = m.settled(after)?;
        Ok::<Option<Next>, Ball>(step(holds, is_last))
    }))
}

/// The integer in argument `index`, which must not be negative, if it is bound.
fn natural_arg(m: &Machine, index: usize) -> Result<Option<Number>, Ball> {
    let cell = m.arg(index);
    if cell.is_var() {
        return Ok(None);
    }
    match m.to_integer(cell)? {
        number if number.is_negative() => Err(Ball::Domain(known::NOT_LESS_THAN_ZERO, cell)),
        number => Ok(Some(number)),
    }
}

fn succ(m: &mut Machine) -> Outcome {
    let (x, y) = (m.arg(0), m.arg(1));
    if x.is_small() && x.small_value() >= 0 && y.is_var() {
        return m.unify_int(1, x.small_value() + 1);
    }
    if y.is_small() && y.small_value() > 0 && x.is_var() {
        return m.unify_int(0, y.small_value() - 1);
    }
    match (natural_arg(m, 0)?, natural_arg(m, 1)?) {
        (Some(x), _) => {
            let y = successor(&mut m.arith, &x);
            let y = m.settled(y)?;
            m.unify_number(1, &y)
        }
        (None, Some(y)) if y.is_zero() => Ok(false),
        (None, Some(y)) => {
            let x = subtract(&mut m.arith, &y, &Number::ONE);
            let x = m.settled(x)?;
            m.unify_number(0, &x)
        }
        (None, None) => Err(Ball::Instantiation),
    }
}

fn plus(m: &mut Machine) -> Outcome {
    let known = |index: usize| match m.arg(index) {
        cell if cell.is_var() => Ok(None),
        cell => m.to_integer(cell).map(Some),
    };
    let (target, value): (usize, Value) = match (known(0)?, known(1)?, known(2)?) {
        (Some(x), Some(y), _) => (2, add(&mut m.arith, &x, &y)),
        (Some(x), None, Some(z)) => (1, subtract(&mut m.arith, &z, &x)),
        (None, Some(y), Some(z)) => (0, subtract(&mut m.arith, &z, &y)),
        _ => return Err(Ball::Instantiation),
    };
    let value = m.settled(value)?;
    m.unify_number(target, &value)
}

fn divmod(m: &mut Machine) -> Outcome {
    let dividend = m.to_integer(m.arg(0))?;
    let divisor = m.to_integer(m.arg(1))?;
    let parts = divide(&mut m.arith, &dividend, &divisor);
    let (quotient, remainder) = m.settled(parts)?;
    Ok(m.unify_number(2, &quotient)? && m.unify_number(3, &remainder)?)
}

fn nth_root(m: &mut Machine) -> Outcome {
    let index = m.to_integer(m.arg(0))?;
    let value = m.to_integer(m.arg(1))?;
    let parts = root_and_remainder(&m.arith, &index, &value);
    let (root, remainder) = m.settled(parts)?;
    Ok(m.unify_number(2, &root)? && m.unify_number(3, &remainder)?)
}

fn random_between(m: &mut Machine) -> Outcome {
    let low = m.to_integer(m.arg(0))?;
    let high = m.to_integer(m.arg(1))?;
    if is_less(&high, &low) {
        return Ok(false);
    }
    let (Some(low), Some(high)) = (low.as_big(), high.as_big()) else {
        return Ok(false);
    };
    let size = &*high - &*low + dashu_int::IBig::ONE;
    let bound = size.into_parts().1;
    let offset = m.arith.random.below_natural(&bound);
    let value = Number::from_big(&*low + dashu_int::IBig::from(offset));
    m.unify_number(2, &value)
}

fn random(m: &mut Machine) -> Outcome {
    let value = m.arith.random.float();
    m.unify_number(0, &Number::Float(value))
}

fn set_random(m: &mut Machine) -> Outcome {
    let option = m.arg(0);
    let Some(args) = m.match_compound(option, "seed", 1) else {
        return Err(match option.is_var() {
            true => Ball::Instantiation,
            false => m.domain_error("set_random_option", option),
        });
    };
    let seed = m.mem.deref(args.get(&m.mem, 0));
    let seed = if seed.is_atom() && m.text(seed.atom_value()) == "random" {
        let found = m.host.random_seed();
        found.map_err(|_| m.permission_error("access", "random_seed", seed))?
    } else {
        m.to_i64(seed)? as u64
    };
    m.arith.random = crate::arith::random::RandomState::new(seed);
    Ok(true)
}

fn is_evaluable(m: &mut Machine) -> Outcome {
    let functor = m.head_functor(m.arg(0))?;
    Ok(m.arith.evaluables.find_functor(functor).is_some())
}
