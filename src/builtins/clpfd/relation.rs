//! Relations between sums, in the simplest propagator for each.

use super::expression::{MANY_TERMS, Poster, Sum, is_constant};
use super::names::Op;
use super::simple::{Side, side};
use crate::engine::constraints::Refusal;
use crate::fd::domain::Domain;
use crate::fd::int::{Bound, Int};
use crate::fd::prop::{BOUNDS, Prop, PropKind};
use crate::fd::store::{Change, Conflict, NO_MAX, NO_MIN, VarId};
use crate::term::cell::Cell;

/// How a sum stands to 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// It is 0.
    Equal,
    /// It is not.
    Differ,
    /// It is at most 0.
    AtMost,
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

impl Poster<'_> {
    /// Posts a relation between two expressions.
    pub fn relation(&mut self, op: Op, left: Cell, right: Cell) -> Result<(), Refusal> {
        if self.relation_simple(op, left, right)? {
            return Ok(());
        }
        let (relation, sum) = self.related(op, left, right)?;
        self.post_or_unify(relation, sum)
    }

    /// Posts a relation of a sum to 0; two variables that are equal become one.
    pub fn post_or_unify(&mut self, relation: Relation, sum: Sum) -> Result<(), Refusal> {
        if relation == Relation::Equal
            && let ([(a, x), (b, y)], true) = (&*sum.terms, sum.constant == Int::ZERO)
            && *a == -*b
            && a.abs() == 1
        {
            return self.same(*x, *y);
        }
        self.post(relation, sum)?;
        Ok(())
    }

    /// The sum, and how it stands to 0, that say the same as a relation.
    pub fn related(&mut self, op: Op, left: Cell, right: Cell) -> Result<(Relation, Sum), Refusal> {
        let mut sum = self.sum(left)?;
        if !matches!(op, Op::AtLeast | Op::Greater) {
            self.collect(&mut sum, right, -1)?;
            return Ok(self.settled(op, sum));
        }
        sum = self.scaled(sum, &Int::Small(-1));
        let count = sum.terms.len();
        self.collect(&mut sum, right, 1)?;
        sum.terms.rotate_left(count);
        Ok(self.settled(op, sum))
    }

    /// As [`Poster::related`], of sums.
    pub fn related_sums(&mut self, op: Op, left: Sum, right: Sum) -> (Relation, Sum) {
        let (mut sum, other) = match op {
            Op::AtLeast | Op::Greater => (right, left),
            _ => (left, right),
        };
        sum.add(self.scaled(other, &Int::Small(-1)));
        self.settled(op, sum)
    }

    /// How a difference stands to 0, and the difference itself with its terms
    /// merged and a constant that propagators can hold.
    fn settled(&mut self, op: Op, mut sum: Sum) -> (Relation, Sum) {
        let relation = match op {
            Op::Equal => Relation::Equal,
            Op::Differ => Relation::Differ,
            _ => Relation::AtMost,
        };
        if matches!(op, Op::Less | Op::Greater) {
            sum.constant = sum.constant.add(&Int::ONE);
        }
        sum.merge();
        self.hold_constant(&mut sum);
        (relation, sum)
    }

    /// Makes a constant that propagators cannot hold a variable.
    fn hold_constant(&mut self, sum: &mut Sum) {
        if sum.terms.len() > 1 && is_constant(&sum.constant).is_none() {
            let rest = self.s.new_constant(&sum.constant);
            sum.terms.push((1, rest));
            sum.constant = Int::ZERO;
        }
    }

    /// Makes two variables one, on the heap if both are there.
    pub fn same(&mut self, x: VarId, y: VarId) -> Result<(), Refusal> {
        let (placed_x, placed_y) = (self.s.cells[x as usize], self.s.cells[y as usize]);
        if placed_x != 0 && placed_y != 0 {
            let (a, b) = (self.m.domain_term(self.s, x), self.m.domain_term(self.s, y));
            self.m.mem.unify(a, b);
            return Ok(());
        }
        // One of them is the value of an expression, of which nobody else knows.
        let (gone, kept) = if placed_x == 0 { (x, y) } else { (y, x) };
        Ok(self.s.alias(gone, kept)?)
    }

    /// A sum is 0.
    pub fn equal(&mut self, sum: Sum) {
        let posted = self.post(Relation::Equal, sum);
        debug_assert!(posted.is_ok());
    }

    /// A sum stands to 0 as `relation` says.
    pub fn post(&mut self, relation: Relation, mut sum: Sum) -> Change {
        self.hold_constant(&mut sum);
        match &*sum.terms {
            [] => return holds(relation, &sum.constant),
            [(c, var)] => return self.post_single(relation, *c, *var, &sum.constant),
            _ => {}
        }
        let Some((terms, c)) = reduced(relation, sum)? else {
            return Ok(());
        };
        match *terms {
            [(1, x), (-1, y)] => return self.post_difference(relation, x, y, c),
            [(-1, y), (1, x)] if relation == Relation::AtMost => {
                return self.post_difference(relation, x, y, c);
            }
            [(-1, x), (1, y)] => return self.post_difference(relation, x, y, -c),
            _ => {
                if relation == Relation::Equal {
                    self.keep_residues(&terms, c)?;
                }
                if relation == Relation::Equal && c == 0 && terms.len() == 3 {
                    self.post_three(&terms);
                } else {
                    self.post_linear(relation, &terms, c);
                }
            }
        }
        self.s.scratch.keep_terms(terms);
        Ok(())
    }

    /// `c * var + rest` stands to 0 as the relation says.
    fn post_single(&mut self, relation: Relation, c: i64, var: VarId, rest: &Int) -> Change {
        let Some(wanted) = is_constant(rest).map(|rest| -rest) else {
            return self.s.restrict(var, &solutions(relation, c, rest));
        };
        let quotient = wanted.div_euclid(c);
        match relation {
            Relation::AtMost if c > 0 => self.s.keep_between(var, NO_MIN, quotient),
            // The Euclidean quotient by a negative number is rounded up.
            Relation::AtMost => self.s.keep_between(var, quotient, NO_MAX),
            Relation::Equal if wanted % c == 0 => self.s.fix(var, quotient),
            Relation::Equal => Err(Conflict),
            Relation::Differ if wanted % c == 0 => self.s.exclude(var, quotient),
            Relation::Differ => Ok(()),
        }
    }

    /// `x - y` stands to `c` as the relation says.
    pub fn post_difference(&mut self, relation: Relation, x: VarId, y: VarId, c: i64) -> Change {
        match relation {
            Relation::Equal => self.s.add_offset(x, y, c),
            Relation::Differ => self.s.add_differ(x, y, c),
            Relation::AtMost => self.s.add_order(x, y, c),
        }
    }

    /// A variable or an integer, with a small integer added or not.
    pub fn simple(&mut self, cell: Cell) -> Result<Option<(VarId, i64)>, Refusal> {
        Ok(match side(self.m, cell) {
            Some(Side::Known(x, distance)) => Some((x, distance)),
            Some(Side::New(new, distance)) => Some((self.integer_variable(new)?, distance)),
            _ => None,
        })
    }

    /// Posts the most frequent relations, of two open variables; false if this is
    /// another one.
    fn relation_simple(&mut self, op: Op, left: Cell, right: Cell) -> Result<bool, Refusal> {
        let Some((x, a)) = self.simple(left)? else {
            return Ok(false);
        };
        let Some((y, b)) = self.simple(right)? else {
            return Ok(false);
        };
        let c = b - a;
        if x == y || self.s.is_fixed(x) || self.s.is_fixed(y) {
            return Ok(false);
        }
        let (relation, c) = match op {
            Op::Differ => (Relation::Differ, c),
            Op::AtMost => (Relation::AtMost, c),
            Op::Less => (Relation::AtMost, c - 1),
            Op::Equal if c != 0 => (Relation::Equal, c),
            _ => return Ok(false),
        };
        self.post_difference(relation, x, y, c)?;
        Ok(true)
    }

    /// Three terms have the sum 0.
    fn post_three(&mut self, terms: &[(i64, VarId)]) {
        if terms.iter().any(|(c, _)| c.abs() != 1) {
            return self.post_linear(Relation::Equal, terms, 0);
        }
        let [x, y, z] = match *terms {
            [(a, x), (b, y), (c, z)] if a == b && a != c => [x, y, z],
            [(a, x), (b, z), (c, y)] if a == c && a != b => [x, y, z],
            [(a, z), (b, x), (c, y)] if b == c && a != b => [x, y, z],
            _ => return self.post_linear(Relation::Equal, terms, 0),
        };
        // Which of the two comes first is a matter of how it is shown.
        let is_sum = terms.iter().filter(|(c, _)| *c == 1).count() == 2;
        let (x, y) = if is_sum { (x, y) } else { (y, x) };
        self.s
            .add_ternary(Prop::new(PropKind::Plus, x, y, z, 0), BOUNDS);
    }

    /// Where all coefficients but one have a common divisor, the term of that one
    /// has a known residue by it.
    fn keep_residues(&mut self, terms: &[(i64, VarId)], c: i64) -> Change {
        let units = terms.iter().filter(|(c, _)| c.abs() == 1);
        if units.take(2).count() == 2 || terms.len() > MANY_TERMS {
            return Ok(());
        }
        for (index, &(factor, var)) in terms.iter().enumerate() {
            let others = terms.iter().enumerate().filter(|(at, _)| *at != index);
            let divisor = others.fold(0, |divisor, (_, term)| gcd(divisor, term.0));
            if divisor > 1 {
                self.s.keep_residue(var, factor, c, divisor)?;
            }
        }
        Ok(())
    }

    fn post_linear(&mut self, relation: Relation, terms: &[(i64, VarId)], c: i64) {
        let kind = match relation {
            Relation::Equal => PropKind::LinearEqual,
            Relation::Differ => PropKind::LinearDiffer,
            Relation::AtMost => PropKind::LinearAtMost,
        };
        let sides = match relation {
            Relation::Equal => [true, true],
            Relation::Differ => [false, false],
            Relation::AtMost => [true, false],
        };
        self.s.add_linear(Prop::new(kind, 0, 0, 0, c), terms, sides);
    }
}

/// Whether a constant stands to 0 as the relation says.
pub fn holds(relation: Relation, constant: &Int) -> Change {
    let holds = match relation {
        Relation::Equal => *constant == Int::ZERO,
        Relation::Differ => *constant != Int::ZERO,
        Relation::AtMost => *constant <= Int::ZERO,
    };
    if holds { Ok(()) } else { Err(Conflict) }
}

/// The values of a variable for which `c * variable + rest` stands to 0 as the
/// relation says.
pub fn solutions(relation: Relation, c: i64, rest: &Int) -> Domain {
    let divisor = Int::Small(c);
    let wanted = rest.neg();
    match relation {
        Relation::AtMost if c > 0 => {
            Domain::range(Bound::Inf, Bound::Fin(wanted.div_floor(&divisor)))
        }
        Relation::AtMost => Domain::range(Bound::Fin(wanted.div_ceil(&divisor)), Bound::Sup),
        _ => {
            let set = if wanted.rem(&divisor) == Int::ZERO {
                Domain::single(wanted.div_trunc(&divisor))
            } else {
                Domain::default()
            };
            if relation == Relation::Equal {
                set
            } else {
                set.complement()
            }
        }
    }
}

/// The terms, divided by their common divisor, and the constant on the other
/// side; nothing if the relation holds anyway.
#[allow(clippy::type_complexity)]
pub fn reduced(relation: Relation, sum: Sum) -> Result<Option<(Vec<(i64, VarId)>, i64)>, Conflict> {
    let rest = is_constant(&sum.constant).map_or(0, |rest| -rest);
    let mut terms = sum.terms;
    let mut divisor = 0;
    for &(c, _) in &terms {
        divisor = gcd(divisor, c);
        if divisor == 1 {
            return Ok(Some((terms, rest)));
        }
    }
    if divisor == 0 {
        return Ok(Some((terms, rest)));
    }
    for (c, _) in &mut terms {
        *c /= divisor;
    }
    if relation == Relation::AtMost {
        return Ok(Some((terms, rest.div_euclid(divisor))));
    }
    if rest % divisor == 0 {
        return Ok(Some((terms, rest / divisor)));
    }
    match relation {
        Relation::Equal => Err(Conflict),
        _ => Ok(None),
    }
}
