//! Arithmetic expressions in constraints: sums of terms, with variables for what
//! is not linear.

use super::names::{Op, meaning};
use crate::atom::known;
use crate::engine::constraints::Refusal;
use crate::engine::machine::Machine;
use crate::error::Ball;
use crate::fd::domain::Domain;
use crate::fd::int::{Bound, Int};
use crate::fd::logic::Function;
use crate::fd::prop::{ANY, BOUNDS, Prop, PropKind};
use crate::fd::store::{LIMIT, Solver, VarId};
use crate::term::cell::{Cell, Functor, Tag};
use crate::term::view::View;

/// Coefficients beyond this become variables.
const MAX_COEFFICIENT: i64 = 1 << 40;

/// Working on integers of more bits takes long.
const MANY_BITS: u64 = 1 << 16;

/// More terms than this are merged by hashing.
pub const MANY_TERMS: usize = 16;

/// After so many parts of an expression the others are counted.
const MANY_PARTS: u32 = 4096;

/// A sum of terms and a constant.
#[derive(Clone, Debug, Default)]
pub struct Sum {
    /// Coefficients, none of them 0, and variables.
    pub terms: Vec<(i64, VarId)>,
    /// The constant.
    pub constant: Int,
}

impl Sum {
    /// The sum that is one integer.
    pub fn integer(value: Int) -> Sum {
        Sum {
            terms: Vec::new(),
            constant: value,
        }
    }

    /// The sum that is one variable.
    pub fn variable(var: VarId) -> Sum {
        Sum {
            terms: vec![(1, var)],
            constant: Int::ZERO,
        }
    }

    /// The value of a sum without variables.
    pub fn value(&self) -> Option<Int> {
        self.terms.is_empty().then(|| self.constant.clone())
    }

    /// The sum of two.
    pub fn plus(mut self, other: Sum) -> Sum {
        self.add(other);
        self
    }

    /// Adds another sum.
    pub fn add(&mut self, other: Sum) {
        self.constant = self.constant.add(&other.constant);
        if self.terms.is_empty() {
            self.terms = other.terms;
        } else {
            self.terms.extend(other.terms);
        }
    }

    /// Adds so many times an integer.
    #[inline]
    fn add_integer(&mut self, value: &Int, factor: i64) {
        if let (Int::Small(rest), Int::Small(value)) = (&self.constant, value)
            && let Some(term) = value.checked_mul(factor)
            && let Some(rest) = rest.checked_add(term)
        {
            self.constant = Int::Small(rest);
            return;
        }
        self.constant = self.constant.add(&value.mul(&Int::Small(factor)));
    }

    fn times(mut self, factor: i64) -> Option<Sum> {
        for (c, _) in &mut self.terms {
            *c = c
                .checked_mul(factor)
                .filter(|c| c.unsigned_abs() <= MAX_COEFFICIENT as u64)?;
        }
        self.constant = self.constant.mul(&Int::Small(factor));
        if factor == 0 {
            self.terms.clear();
        }
        Some(self)
    }

    /// Adds up the terms of each variable, in the order of their first occurrences.
    pub fn merge(&mut self) {
        if self.terms.len() > MANY_TERMS {
            self.merge_many();
        } else {
            let mut count = 0;
            for index in 0..self.terms.len() {
                let (c, var) = self.terms[index];
                let seen = self.terms[..count].iter().position(|term| term.1 == var);
                match seen {
                    Some(at) => self.terms[at].0 += c,
                    None => {
                        self.terms[count] = (c, var);
                        count += 1;
                    }
                }
            }
            self.terms.truncate(count);
        }
        self.terms.retain(|&(c, _)| c != 0);
    }

    fn merge_many(&mut self) {
        let mut merged: Vec<(i64, VarId)> = Vec::with_capacity(self.terms.len());
        let mut places = rustc_hash::FxHashMap::default();
        for &(c, var) in &self.terms {
            let at = *places.entry(var).or_insert(merged.len());
            match merged.get_mut(at) {
                Some(term) => term.0 += c,
                None => merged.push((c, var)),
            }
        }
        self.terms = merged;
    }
}

/// Turns terms into constraints.
pub struct Poster<'a> {
    /// The machine whose terms they are.
    pub m: &'a mut Machine,
    /// The solver.
    pub s: &'a mut Solver,
    /// Truth values of the conditions under which expressions are defined, where
    /// an undefined one makes a relation false and does not fail.
    pub conditions: Option<Vec<VarId>>,
    /// Whether variables must have domains or be marked as integers, once asked for.
    monotonic: Option<bool>,
}

/// The sum and the difference of two expressions, and their product.
pub const PLUS: Functor = Functor::new(known::PLUS, 2);
/// As [`PLUS`].
pub const MINUS: Functor = Functor::new(known::MINUS, 2);
const STAR: Functor = Functor::new(known::STAR, 2);

/// Parts of an expression, and how many times each of them is added.
enum Parts {
    /// One part.
    Multiple((Cell, i64)),
    /// Two parts.
    Two((Cell, i64), (Cell, i64)),
}

enum Task {
    /// Add so many times an expression to the newest sum.
    Read(Cell, i64),
    /// Begin the sum of an argument.
    Begin,
    /// Add so many times a function of the newest sums to the one before them.
    Apply(Op, i64),
}

impl<'a> Poster<'a> {
    /// A poster of constraints that must hold.
    pub fn new(m: &'a mut Machine, s: &'a mut Solver) -> Poster<'a> {
        Poster {
            m,
            s,
            conditions: None,
            monotonic: None,
        }
    }

    /// What the functor of a compound means.
    pub fn meaning(&mut self, functor: Functor) -> Option<Op> {
        meaning(self.m, self.s, functor)
    }

    /// The integer that a term is.
    pub fn integer(&mut self, cell: Cell) -> Option<Int> {
        let value = self.m.integer_of(cell)?;
        if value.bits() > MANY_BITS {
            // What is done with it may take long.
            self.m.look_soon();
        }
        Some(value)
    }

    /// The sum that an expression stands for.
    pub fn sum(&mut self, cell: Cell) -> Result<Sum, Refusal> {
        let mut sum = Sum {
            terms: self.s.scratch.terms.pop().unwrap_or_default(),
            constant: Int::ZERO,
        };
        self.collect(&mut sum, cell, 1)?;
        Ok(sum)
    }

    /// Adds so many times an expression to a sum.
    pub fn collect(&mut self, sum: &mut Sum, cell: Cell, factor: i64) -> Result<(), Refusal> {
        let mut pending = [(cell, factor); MANY_TERMS];
        let mut count = 1;
        // A cyclic expression has no end, which is seen by the other way.
        let mut left = MANY_PARTS;
        while count > 0 {
            let (part, factor) = pending[count - 1];
            let part = self.m.mem.deref(part);
            match self.parts(part, factor).filter(|_| left > 0) {
                None if self.collect_leaf(sum, part, factor)? => count -= 1,
                Some(Parts::Multiple(multiple)) => pending[count - 1] = multiple,
                Some(Parts::Two(first, second)) if count < MANY_TERMS => {
                    // The first part is on top.
                    pending[count - 1] = second;
                    pending[count] = first;
                    count += 1;
                }
                _ => return self.collect_all(sum, cell, &pending[..count]),
            }
            left = left.saturating_sub(1);
        }
        Ok(())
    }

    /// What a sum, a difference or a product with a small integer is made of.
    #[inline(always)]
    fn parts(&self, cell: Cell, factor: i64) -> Option<Parts> {
        if cell.tag() != Tag::Str {
            return None;
        }
        let mem = &self.m.mem;
        let functor = mem.get(cell.offset());
        let (first, second) = (mem.get(cell.offset() + 8), mem.get(cell.offset() + 16));
        if functor == PLUS.cell() {
            return Some(Parts::Two((first, factor), (second, factor)));
        }
        if functor == MINUS.cell() {
            return Some(Parts::Two((first, factor), (second, -factor)));
        }
        if functor != STAR.cell() {
            return None;
        }
        let multiple = match self.multiple(first, factor) {
            Some(multiple) => (second, multiple),
            None => (first, self.multiple(second, factor)?),
        };
        Some(Parts::Multiple(multiple))
    }

    /// Adds parts of any kind, the last ones first, of an expression.
    fn collect_all(
        &mut self,
        sum: &mut Sum,
        cell: Cell,
        pending: &[(Cell, i64)],
    ) -> Result<(), Refusal> {
        let parts = pending.iter();
        let mut tasks: Vec<Task> = parts.map(|&(part, by)| Task::Read(part, by)).collect();
        let mut sums: Vec<Sum> = Vec::new();
        // A finite expression has no more parts than there are cells.
        let mut left = self.m.mem.heap_used() / 8 + 64;
        while let Some(task) = tasks.pop() {
            self.look_at(1)?;
            match task {
                Task::Read(part, factor) => {
                    let newest = sums.last_mut().unwrap_or(sum);
                    if !self.collect_leaf(newest, part, factor)? {
                        left = left
                            .checked_sub(1)
                            .ok_or_else(|| self.not_expression(cell))?;
                        self.read(part, factor, &mut tasks)?;
                    }
                }
                Task::Begin => sums.push(Sum::default()),
                Task::Apply(op, factor) => {
                    let value = self.apply(op, &mut sums)?;
                    let value = self.scaled(value, &Int::Small(factor));
                    sums.last_mut().unwrap_or(sum).add(value);
                }
            }
        }
        Ok(())
    }

    /// Adds so many times a variable or an integer; false if it is neither.
    #[inline]
    fn collect_leaf(&mut self, sum: &mut Sum, cell: Cell, factor: i64) -> Result<bool, Refusal> {
        let cell = self.m.mem.deref(cell);
        if cell.is_var() {
            let id = self.integer_variable(cell)?;
            let var = self.s.var(id);
            if var.is_fixed_small() {
                sum.add_integer(&Int::Small(var.min), factor);
            } else if let Some(value) = self.s.value(id) {
                sum.add_integer(&value, factor);
            } else if factor != 0 {
                sum.terms.push((factor, id));
            }
            return Ok(true);
        }
        if cell.is_small() {
            sum.add_integer(&Int::Small(cell.small_value()), factor);
            return Ok(true);
        }
        match self.integer(cell) {
            Some(value) => {
                sum.add_integer(&value, factor);
                Ok(true)
            }
            None => Ok(false),
        }
    }

    /// A variable that stands where it must be known to be an integer.
    #[inline]
    pub fn integer_variable(&mut self, cell: Cell) -> Result<VarId, Refusal> {
        match self.m.known_domain_variable(cell) {
            Some(id) => Ok(id),
            None if self.is_monotonic() => Err(Refusal::Ball(Ball::Instantiation)),
            None => Ok(self.m.domain_variable(self.s, cell)),
        }
    }

    fn is_monotonic(&mut self) -> bool {
        let is_on = self.monotonic.unwrap_or_else(|| is_monotonic(self.m));
        self.monotonic = Some(is_on);
        is_on
    }

    fn not_expression(&mut self, cell: Cell) -> Refusal {
        let cell = self.m.mem.deref(cell);
        Refusal::Ball(self.m.domain_error("clpfd_expression", cell))
    }

    fn read(&mut self, cell: Cell, factor: i64, tasks: &mut Vec<Task>) -> Result<(), Refusal> {
        let Some((functor, args)) = self.m.mem.compound(cell) else {
            return Err(self.not_expression(cell));
        };
        let op = self
            .meaning(functor)
            .filter(|op| *op as u8 <= Op::Var as u8);
        let Some(op) = op else {
            return Err(self.not_expression(cell));
        };
        let first = args.get(&self.m.mem, 0);
        if functor.arity() == 1 {
            match op {
                Op::Negate => tasks.push(Task::Read(first, -factor)),
                Op::Var => tasks.push(Task::Read(self.plain(first)?, factor)),
                _ => tasks.extend([Task::Apply(op, factor), Task::Read(first, 1), Task::Begin]),
            }
            return Ok(());
        }
        let second = args.get(&self.m.mem, 1);
        match op {
            Op::Add => tasks.extend([Task::Read(second, factor), Task::Read(first, factor)]),
            Op::Subtract => tasks.extend([Task::Read(second, -factor), Task::Read(first, factor)]),
            _ => match self.read_multiple(op, first, second, factor) {
                Some(task) => tasks.push(task),
                None => tasks.extend([
                    Task::Apply(op, factor),
                    Task::Read(second, 1),
                    Task::Begin,
                    Task::Read(first, 1),
                    Task::Begin,
                ]),
            },
        }
        Ok(())
    }

    /// The argument of `?` and `#`.
    pub fn plain(&mut self, cell: Cell) -> Result<Cell, Refusal> {
        let cell = self.m.mem.deref(cell);
        if cell.is_var() {
            self.m.domain_variable(self.s, cell);
        } else if self.m.integer_of(cell).is_none() {
            return Err(Refusal::Ball(self.m.type_error("integer", cell)));
        }
        Ok(self.m.mem.deref(cell))
    }

    /// What is left to read of a product of a small integer and anything.
    fn read_multiple(&self, op: Op, first: Cell, second: Cell, factor: i64) -> Option<Task> {
        if !matches!(op, Op::Multiply) {
            return None;
        }
        let by = |number, other| Some(Task::Read(other, self.multiple(number, factor)?));
        by(first, second).or_else(|| by(second, first))
    }

    /// So many times a small integer, if that can be a coefficient.
    fn multiple(&self, cell: Cell, factor: i64) -> Option<i64> {
        let cell = self.m.mem.deref(cell);
        let product = cell.is_small().then(|| cell.small_value())?;
        let product = product.checked_mul(factor)?;
        (product.unsigned_abs() <= MAX_COEFFICIENT as u64).then_some(product)
    }

    /// The value of a function of the newest sums, which are taken.
    fn apply(&mut self, op: Op, sums: &mut Vec<Sum>) -> Result<Sum, Refusal> {
        let mut next = || sums.pop().unwrap_or_default();
        let last = next();
        match op {
            Op::Multiply => Ok(self.product(next(), last)),
            Op::Absolute | Op::Msb | Op::Lsb | Op::Count | Op::Complement => self.unary(op, last),
            _ => self.binary(op, next(), last),
        }
    }

    /// A multiple of a sum.
    pub fn scaled(&mut self, sum: Sum, factor: &Int) -> Sum {
        if *factor == Int::ONE {
            return sum;
        }
        if let Some(value) = sum.value() {
            return Sum::integer(value.mul(factor));
        }
        if let Some(factor) = factor.as_i64()
            && let Some(scaled) = sum.clone().times(factor)
        {
            return scaled;
        }
        let factor = self.s.new_constant(factor);
        let var = self.variable(sum);
        Sum::variable(self.times(factor, var))
    }

    fn product(&mut self, a: Sum, b: Sum) -> Sum {
        match (a.value(), b.value()) {
            (Some(a), _) => self.scaled(b, &a),
            (_, Some(b)) => self.scaled(a, &b),
            _ => {
                let (x, y) = (self.variable(a), self.variable(b));
                if x == y {
                    let two = self.s.new_constant(&Int::Small(2));
                    return Sum::variable(self.ternary(PropKind::Power, x, two, ANY));
                }
                Sum::variable(self.times(x, y))
            }
        }
    }

    fn times(&mut self, x: VarId, y: VarId) -> VarId {
        let z = self.s.new_var();
        let id = self.s.add(Prop::new(PropKind::Times, x, y, z, 0), 1);
        self.s.watch(id, x, BOUNDS);
        self.s.watch(id, y, BOUNDS);
        // A product that is not 0 has no factor 0.
        self.s.watch(id, z, ANY);
        z
    }

    /// A new variable for the value of a propagator of two arguments.
    fn ternary(&mut self, kind: PropKind, x: VarId, y: VarId, events: u8) -> VarId {
        let z = self.s.new_var();
        self.s.add_ternary(Prop::new(kind, x, y, z, 0), events);
        z
    }

    fn unary(&mut self, op: Op, sum: Sum) -> Result<Sum, Refusal> {
        if op == Op::Absolute {
            if let Some(value) = sum.value() {
                return Ok(Sum::integer(value.abs()));
            }
            let x = self.variable(sum);
            let z = self.s.new_var();
            let prop = Prop::new(PropKind::Absolute, x, x, z, 0);
            let id = self.s.add(prop, 1);
            self.s.watch(id, x, ANY);
            self.s.watch(id, z, ANY);
            return Ok(Sum::variable(z));
        }
        let function = match op {
            Op::Msb => Function::Msb,
            Op::Lsb => Function::Lsb,
            Op::Count => Function::Count,
            _ => {
                // The complement of x is -1 - x.
                let negated = self.scaled(sum, &Int::Small(-1));
                return Ok(negated.plus(Sum::integer(Int::Small(-1))));
            }
        };
        let least = i64::from(function != Function::Count);
        if let Some(value) = sum.value() {
            if value < Int::Small(least) && self.conditions.is_none() {
                return Err(self.too_small(&value, least));
            }
            return self.computed(function.value(&value, &value));
        }
        let mut x = self.variable(sum);
        if self.conditions.is_some() {
            let defined = Domain::range(Bound::small(least), Bound::Sup);
            if self.s.min(x) < Bound::small(least) {
                let condition = self.membership(x, defined.clone());
                x = self.guarded(x, condition, &defined);
            }
        }
        Ok(Sum::variable(self.function(function, x, x)))
    }

    /// The argument of a function of bits is known and too small, an error as it is in
    /// arithmetic.
    fn too_small(&mut self, value: &Int, least: i64) -> Refusal {
        let valid = match least {
            0 => "not_less_than_zero",
            _ => "not_less_than_one",
        };
        let culprit = self.m.mem.new_number(&value.to_number());
        self.m.domain_error(valid, culprit).into()
    }

    fn computed(&mut self, value: Option<Int>) -> Result<Sum, Refusal> {
        match value {
            Some(value) => Ok(Sum::integer(value)),
            None => {
                self.undefined()?;
                Ok(Sum::integer(Int::ONE))
            }
        }
    }

    /// An expression has no value.
    fn undefined(&mut self) -> Result<(), Refusal> {
        match &mut self.conditions {
            None => Err(Refusal::Conflict),
            Some(conditions) => {
                conditions.push(self.s.new_constant(&Int::ZERO));
                Ok(())
            }
        }
    }

    fn function(&mut self, function: Function, x: VarId, y: VarId) -> VarId {
        let z = self.s.new_var();
        let prop = Prop::new(PropKind::Function, x, y, z, function as i64);
        self.s.add_ternary(prop, ANY);
        z
    }

    fn binary(&mut self, op: Op, a: Sum, b: Sum) -> Result<Sum, Refusal> {
        if let (Some(x), Some(y)) = (a.value(), b.value()) {
            return self.computed(constant(op, &x, &y));
        }
        if let Some(same) = neutral(op, &a, &b) {
            return Ok(same);
        }
        if let Some(power) = power_of_shift(op, &b) {
            if op == Op::Left {
                return Ok(self.scaled(a, &power));
            }
            let (x, y) = (self.variable(a), self.s.new_constant(&power));
            return Ok(Sum::variable(self.ternary(
                PropKind::FloorQuotient,
                x,
                y,
                ANY,
            )));
        }
        let (x, mut y) = (self.variable(a), self.variable(b));
        let kind = match op {
            Op::Quotient => PropKind::Quotient,
            Op::FloorQuotient => PropKind::FloorQuotient,
            Op::Modulo => PropKind::Modulo,
            Op::Remainder => PropKind::Remainder,
            Op::Exact => return self.exact_quotient(x, y),
            Op::Power => PropKind::Power,
            Op::Minimum => PropKind::Minimum,
            Op::Maximum => PropKind::Maximum,
            Op::And => return Ok(Sum::variable(self.function(Function::And, x, y))),
            Op::Or => return Ok(Sum::variable(self.function(Function::Or, x, y))),
            Op::Xor => return Ok(Sum::variable(self.function(Function::Xor, x, y))),
            Op::Left => return Ok(Sum::variable(self.function(Function::Left, x, y))),
            _ => return Ok(Sum::variable(self.function(Function::Right, x, y))),
        };
        let divides = matches!(
            op,
            Op::Quotient | Op::FloorQuotient | Op::Modulo | Op::Remainder
        );
        if divides && self.conditions.is_some() && self.s.contains(y, 0) {
            y = self.defined_divisor(y);
        }
        if op == Op::Power && self.conditions.is_some() && self.s.min(y) < Bound::small(0) {
            y = self.defined_exponent(x, y);
        }
        let events = match op {
            Op::Minimum | Op::Maximum => BOUNDS,
            _ => ANY,
        };
        Ok(Sum::variable(self.ternary(kind, x, y, events)))
    }

    /// The quotient that is an integer: where there is none the expression is undefined.
    fn exact_quotient(&mut self, x: VarId, y: VarId) -> Result<Sum, Refusal> {
        if self.conditions.is_none() {
            self.s.exclude(y, 0)?;
            let z = self.s.new_var();
            let id = self.s.add(Prop::new(PropKind::Times, z, y, x, 0), 1);
            self.s.watch(id, z, BOUNDS);
            self.s.watch(id, y, BOUNDS);
            self.s.watch(id, x, ANY);
            return Ok(Sum::variable(z));
        }
        let y = match self.s.contains(y, 0) {
            true => self.defined_divisor(y),
            false => y,
        };
        let rest = self.ternary(PropKind::Remainder, x, y, ANY);
        let divides = self.membership(rest, Domain::single(Int::ZERO));
        if let Some(conditions) = &mut self.conditions {
            conditions.push(divides);
        }
        Ok(Sum::variable(self.ternary(PropKind::Quotient, x, y, ANY)))
    }

    /// A divisor that is the given one unless that is 0.
    fn defined_divisor(&mut self, y: VarId) -> VarId {
        let nonzero = Domain::single(Int::ZERO).complement();
        let condition = self.membership(y, nonzero.clone());
        self.guarded(y, condition, &nonzero)
    }

    /// A variable in `set` that is `var` if the condition holds, and else 1; the
    /// relation around it is false then.
    fn guarded(&mut self, var: VarId, condition: VarId, set: &Domain) -> VarId {
        let guarded = self.s.new_var();
        let restricted = self.s.restrict(guarded, set);
        debug_assert!(restricted.is_ok());
        let prop = Prop::new(PropKind::Defined, guarded, var, condition, 0);
        self.s.add_ternary(prop, ANY);
        if let Some(conditions) = &mut self.conditions {
            conditions.push(condition);
        }
        guarded
    }

    /// An exponent for which the power is an integer.
    fn defined_exponent(&mut self, x: VarId, y: VarId) -> VarId {
        let natural = self.membership(y, Domain::range(Bound::small(0), Bound::Sup));
        let units = Domain::from_values([-1, 1].into_iter().map(Int::Small));
        let unit = self.membership(x, units);
        let condition = self.connect(natural, unit, |a, b| a || b);
        self.guarded(y, condition, &Domain::all())
    }

    /// A variable that is the sum.
    pub fn variable(&mut self, sum: Sum) -> VarId {
        let mut sum = sum;
        sum.merge();
        if let Some(value) = sum.value() {
            return self.s.new_constant(&value);
        }
        if let ([(1, var)], true) = (&*sum.terms, sum.constant == Int::ZERO) {
            return *var;
        }
        let var = self.s.new_var();
        let mut whole = sum;
        whole.terms.push((-1, var));
        self.equal(whole);
        var
    }

    /// The elements of a list of variables and integers, as variables.
    pub fn list(&mut self, cell: Cell) -> Result<Vec<VarId>, Refusal> {
        let items = self.m.to_list(cell)?;
        let items = items.into_iter().map(|item| {
            self.look_at(1)?;
            self.item(item)
        });
        items.collect()
    }

    /// Raises an error if posting should end, after so many of the things that it has to
    /// look at.
    #[inline]
    pub fn look_at(&mut self, things: usize) -> Result<(), Refusal> {
        Ok(self.m.look_at(self.s, things)?)
    }

    /// A variable or an integer, as a variable.
    pub fn item(&mut self, cell: Cell) -> Result<VarId, Refusal> {
        let cell = self.m.mem.deref(cell);
        if let View::Var(var) = self.m.mem.view(cell) {
            return Ok(self.m.domain_variable(self.s, var));
        }
        match self.integer(cell) {
            Some(value) => Ok(self.s.new_constant(&value)),
            None => Err(Refusal::Ball(self.m.type_error("integer", cell))),
        }
    }
}

/// The operand that a function of bits gives back, if the other one changes nothing.
fn neutral(op: Op, a: &Sum, b: &Sum) -> Option<Sum> {
    let is = |sum: &Sum, value: Int| sum.terms.is_empty() && sum.constant == value;
    match op {
        Op::Left | Op::Right | Op::Or | Op::Xor if is(b, Int::ZERO) => Some(a.clone()),
        Op::Or | Op::Xor if is(a, Int::ZERO) => Some(b.clone()),
        Op::And if is(b, Int::Small(-1)) => Some(a.clone()),
        Op::And if is(a, Int::Small(-1)) => Some(b.clone()),
        _ => None,
    }
}

/// By what a number is multiplied or divided that is shifted so far.
fn power_of_shift(op: Op, by: &Sum) -> Option<Int> {
    if !matches!(op, Op::Left | Op::Right) {
        return None;
    }
    match by.value()?.as_i64()? {
        by @ 0..=30 => Some(Int::Small(1 << by)),
        _ => None,
    }
}

/// Whether the flag `clpfd_monotonic` is on.
pub fn is_monotonic(m: &Machine) -> bool {
    m.flags.is_on(crate::atom::known::CLPFD_MONOTONIC)
}

/// The value of a function of constants, if there is one.
pub fn constant(op: Op, x: &Int, y: &Int) -> Option<Int> {
    let zero = *y == Int::ZERO;
    match op {
        Op::Quotient if !zero => Some(x.div_trunc(y)),
        Op::FloorQuotient if !zero => Some(x.div_floor(y)),
        Op::Modulo if !zero => Some(x.modulo(y)),
        Op::Remainder if !zero => Some(x.rem(y)),
        Op::Exact if !zero && x.rem(y) == Int::ZERO => Some(x.div_trunc(y)),
        Op::Power => crate::fd::arith::power(x, y),
        Op::Minimum => Some(x.clone().min(y.clone())),
        Op::Maximum => Some(x.clone().max(y.clone())),
        Op::And => Function::And.value(x, y),
        Op::Or => Function::Or.value(x, y),
        Op::Xor => Function::Xor.value(x, y),
        Op::Left => Function::Left.value(x, y),
        Op::Right => Function::Right.value(x, y),
        _ => None,
    }
}

/// Whether an integer can be a constant of a propagator.
pub fn is_constant(value: &Int) -> Option<i64> {
    value
        .as_i64()
        .filter(|value| value.unsigned_abs() <= LIMIT as u64)
}
