//! Relations between sums as terms: known variables are part of the constant, each
//! variable occurs once, and no common divisor is left.

use super::expression::MANY_TERMS;
use super::goals::Goals;
use crate::fd::int::Int;
use crate::fd::prop::{Prop, PropKind};
use crate::fd::store::VarId;
use crate::term::cell::Cell;

/// How a sum stands to a constant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Stands {
    /// It is the same.
    Equal,
    /// It is another one.
    Differs,
    /// It is at most that.
    AtMost,
}

impl Stands {
    fn name(self) -> &'static str {
        match self {
            Stands::Equal => "#=",
            Stands::Differs => "#\\=",
            Stands::AtMost => "#=<",
        }
    }
}

/// A sum of open variables, each once, and what it is compared with.
pub struct Related {
    /// Coefficients and variables.
    pub terms: Vec<(Int, VarId)>,
    /// The constant.
    pub rest: Int,
}

impl Related {
    fn negated(mut self) -> Related {
        for term in &mut self.terms {
            term.0 = term.0.neg();
        }
        self.rest = self.rest.neg();
        self
    }

    /// The coefficients, if they are so small.
    fn factors(&self) -> Vec<i64> {
        let factors = self.terms.iter();
        factors.map(|term| term.0.as_i64().unwrap_or(0)).collect()
    }

    /// Divides by what all coefficients have in common.
    fn reduce(&mut self, stands: Stands) {
        let divisor = self.terms.iter().fold(Int::ZERO, |a, term| gcd(a, &term.0));
        if divisor == Int::ZERO || divisor == Int::ONE {
            return;
        }
        if stands != Stands::AtMost && self.rest.rem(&divisor) != Int::ZERO {
            return;
        }
        for term in &mut self.terms {
            term.0 = term.0.div_trunc(&divisor);
        }
        self.rest = self.rest.div_floor(&divisor);
    }
}

fn gcd(mut a: Int, b: &Int) -> Int {
    let mut b = b.abs();
    while b != Int::ZERO {
        let rest = a.rem(&b);
        a = b;
        b = rest;
    }
    a.abs()
}

impl Goals<'_> {
    /// The terms of a propagator that is about a sum.
    pub fn related_of(&self, prop: &Prop) -> Related {
        let list = || {
            let terms = (0..prop.len as usize).map(|index| self.s.term(prop, index));
            terms.collect::<Vec<_>>()
        };
        match prop.kind {
            PropKind::Plus => self.gathered(&[(1, prop.x), (1, prop.y), (-1, prop.z)], 0),
            PropKind::LinearEqual
            | PropKind::LinearAtMost
            | PropKind::LinearDiffer
            | PropKind::ReifiedAtMost
            | PropKind::ReifiedEqual
            | PropKind::ReifiedDiffer => self.gathered(&list(), prop.c),
            _ => self.gathered(&[(1, prop.x), (-1, prop.y)], prop.c),
        }
    }

    /// A sum and what it is compared with, without known variables.
    pub fn gathered(&self, terms: &[(i64, VarId)], rest: i64) -> Related {
        let terms = terms.iter().map(|&(c, var)| (Int::Small(c), var));
        self.gathered_from(terms.collect(), Int::Small(rest))
    }

    fn gathered_from(&self, terms: Vec<(Int, VarId)>, mut rest: Int) -> Related {
        let mut open: Vec<(Int, VarId)> = Vec::new();
        let mut places = rustc_hash::FxHashMap::default();
        let is_long = terms.len() > MANY_TERMS;
        for (c, var) in terms {
            if let Some(value) = self.s.value(var) {
                rest = rest.sub(&c.mul(&value));
                continue;
            }
            let place = match is_long {
                true => *places.entry(var).or_insert(open.len()),
                false => open
                    .iter()
                    .position(|term| term.1 == var)
                    .unwrap_or(open.len()),
            };
            match open.get_mut(place) {
                Some(term) => term.0 = term.0.add(&c),
                None => open.push((c, var)),
            }
        }
        open.retain(|term| term.0 != Int::ZERO);
        Related { terms: open, rest }
    }

    /// A known factor times a variable is another one.
    pub fn gathered_product(&self, prop: &Prop) -> Option<Related> {
        let (factor, var) = match (self.s.value(prop.x), self.s.value(prop.y)) {
            (Some(factor), _) => (factor, prop.y),
            (_, Some(factor)) => (factor, prop.x),
            _ => return None,
        };
        let terms = vec![(factor, var), (Int::Small(-1), prop.z)];
        Some(self.gathered_from(terms, Int::ZERO))
    }

    /// Adds a relation, unless its sum has one variable at most: then the domain of
    /// that says it.
    pub fn add_related(&mut self, stands: Stands, related: Related) {
        if related.terms.len() > 1 {
            let goal = self.relation(stands, related);
            self.goals.push(goal);
        }
    }

    /// The contrary of a relation.
    pub fn contrary(&mut self, stands: Stands, related: Related) -> (Stands, Related) {
        match stands {
            Stands::Equal => (Stands::Differs, related),
            Stands::Differs => (Stands::Equal, related),
            Stands::AtMost => {
                let mut contrary = related.negated();
                contrary.rest = contrary.rest.sub(&Int::ONE);
                (Stands::AtMost, contrary)
            }
        }
    }

    /// A relation as a term.
    pub fn relation(&mut self, stands: Stands, mut related: Related) -> Cell {
        related.reduce(stands);
        match *related.factors() {
            [_] => self.relation_of_one(stands, related),
            [1, -1] => {
                let (x, y) = (related.terms[0].1, related.terms[1].1);
                self.relation_of_two(stands, x, y, related.rest)
            }
            [-1, 1] if stands == Stands::AtMost => {
                let (x, y) = (related.terms[1].1, related.terms[0].1);
                self.relation_of_two(stands, x, y, related.rest)
            }
            [-1, 1] => {
                let (x, y) = (related.terms[1].1, related.terms[0].1);
                self.relation_of_two(stands, x, y, related.rest.neg())
            }
            _ => self.relation_of_many(stands, related),
        }
    }

    /// `x - y` stands to `rest`.
    fn relation_of_two(&mut self, stands: Stands, x: VarId, y: VarId, rest: Int) -> Cell {
        let (x, y) = (self.operand(x), self.operand(y));
        let is_negative = rest.signum() < 0;
        let (left, right) = match stands {
            Stands::AtMost if rest == Int::ZERO => return self.m.compound("#>=", &[y, x]),
            Stands::AtMost if self.is_reified && is_negative => {
                let x = self.plus(x, rest.neg());
                return self.m.compound("#>=", &[y, x]);
            }
            Stands::AtMost => (x, self.plus(y, rest)),
            Stands::Equal if is_negative => (self.plus(x, rest.neg()), y),
            Stands::Equal => (self.plus(y, rest), x),
            Stands::Differs if is_negative => (y, self.plus(x, rest.neg())),
            Stands::Differs => (x, self.plus(y, rest)),
        };
        self.m.compound(stands.name(), &[left, right])
    }

    fn relation_of_one(&mut self, stands: Stands, related: Related) -> Cell {
        let (factor, var) = related.terms[0].clone();
        let x = self.operand(var);
        let divisor = factor.abs();
        let is_negative = factor.signum() < 0;
        let rest = related.rest;
        if stands == Stands::AtMost {
            let bound = rest.div_floor(&divisor);
            let (name, bound) = match is_negative {
                true => ("#>=", bound.neg()),
                false => ("#=<", bound),
            };
            let bound = self.integer(&bound);
            return self.m.compound(name, &[x, bound]);
        }
        let rest = if is_negative { rest.neg() } else { rest };
        let (left, right) = match rest.rem(&divisor) == Int::ZERO {
            true => (x, rest.div_trunc(&divisor)),
            false => (self.multiple(&divisor, x), rest),
        };
        let right = self.integer(&right);
        self.m.compound(stands.name(), &[left, right])
    }

    /// Positive terms are on the left, negative ones on the right, and the constant
    /// is where it is positive.
    fn relation_of_many(&mut self, stands: Stands, mut related: Related) -> Cell {
        let positive = |related: &Related| {
            let terms = related.terms.iter();
            terms.filter(|term| term.0.signum() > 0).count()
        };
        let is_sum = related.terms.len() == 3
            && related.rest == Int::ZERO
            && related.terms.iter().all(|term| term.0.abs() == Int::ONE);
        let mut name = stands.name();
        let turns =
            positive(&related) == 0 || positive(&related) == 1 && is_sum && stands == Stands::Equal;
        if turns && (stands != Stands::AtMost || positive(&related) == 0) {
            related = related.negated();
            if stands == Stands::AtMost {
                name = "#>=";
            }
        }
        let (left, right): (Vec<_>, Vec<_>) = related
            .terms
            .into_iter()
            .partition(|term| term.0.signum() > 0);
        let mut left = self.side(&left);
        let rest = related.rest;
        let right = match right.is_empty() {
            true => self.integer(&rest),
            false if rest.signum() < 0 => {
                left = self.plus(left, rest.neg());
                self.side(&right)
            }
            false => {
                let right = self.side(&right);
                self.plus(right, rest)
            }
        };
        self.m.compound(name, &[left, right])
    }

    fn side(&mut self, terms: &[(Int, VarId)]) -> Cell {
        let mut sum: Option<Cell> = None;
        for (factor, var) in terms {
            let var = self.operand(*var);
            let term = self.multiple(&factor.abs(), var);
            sum = Some(match sum {
                None => term,
                Some(sum) => self.m.compound("+", &[sum, term]),
            });
        }
        match sum {
            Some(sum) => sum,
            None => self.int(0),
        }
    }

    fn multiple(&mut self, factor: &Int, var: Cell) -> Cell {
        if *factor == Int::ONE {
            return var;
        }
        let factor = self.integer(factor);
        self.m.compound("*", &[factor, var])
    }

    fn plus(&mut self, sum: Cell, rest: Int) -> Cell {
        if rest == Int::ZERO {
            return sum;
        }
        let rest = self.integer(&rest);
        self.m.compound("+", &[sum, rest])
    }
}
