//! Sums: bounds of each term follow from the bounds of the others.

use super::int::{Bound, Int};
use super::prop::Prop;
use super::store::{Change, Conflict, Kind, PropId, Solver, VarId};
use super::wide::Wide;

/// What is known of the sum of some terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// The relation holds.
    Yes,
    /// It does not.
    No,
    /// Neither is certain.
    Open,
}

impl Truth {
    /// This, or the contrary.
    pub fn same_if(self, same: bool) -> Truth {
        match self {
            Truth::Yes if !same => Truth::No,
            Truth::No if !same => Truth::Yes,
            truth => truth,
        }
    }
}

/// The most terms, and the greatest magnitudes, with which a sum and the
/// constant that it is compared with are far from the ends of 64 bits.
const SHORT: u32 = 512;
const SMALL: i64 = 1 << 31;
const SMALL_COEFFICIENT: u64 = 1 << 20;

/// Sums of at most so many terms are narrowed with their ends at hand.
const FEW: usize = 8;

/// Domains of more values are not compared value by value.
pub const MATCHED: u64 = 256;

/// How the sum stands to the constant.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    Equal,
    AtMost,
    /// The sum is greater than the constant.
    Above,
}

/// How much a sum may rise above its least value, and fall below its greatest.
struct Slack {
    room: i64,
    fall: i64,
}

impl Slack {
    #[inline(always)]
    fn new(relation: Relation, c: i64, least: i64, greatest: i64) -> Result<Slack, Conflict> {
        let (room, fall) = match relation {
            Relation::Equal => (c - least, greatest - c),
            Relation::AtMost => (c - least, i64::MAX),
            Relation::Above => (i64::MAX, greatest - c - 1),
        };
        let slack = Slack { room, fall };
        if slack.least() < 0 {
            Err(Conflict)
        } else {
            Ok(slack)
        }
    }

    #[inline(always)]
    fn least(&self) -> i64 {
        self.room.min(self.fall)
    }
}

impl Solver {
    /// The sum of the listed terms is `c`.
    pub fn linear_equal(&mut self, id: PropId, prop: &Prop) -> Change {
        self.idempotent(id);
        self.narrow_sum(prop, Relation::Equal)?;
        if prop.len == 2 {
            return self.match_holes(prop);
        }
        if self.queue.unifies {
            return self.match_open_pair(prop);
        }
        Ok(())
    }

    /// Outside of searches, where only two terms of more are open, their holes are
    /// matched too.
    fn match_open_pair(&mut self, prop: &Prop) -> Change {
        let (mut rest, mut open) = (i128::from(prop.c), [(0, 0); 2]);
        let mut count = 0;
        for index in 0..prop.len as usize {
            let (factor, id) = self.term(prop, index);
            let var = self.var(id);
            if var.is_fixed_small() {
                rest -= i128::from(factor) * i128::from(var.min);
                continue;
            }
            if count == 2 || !var.is_narrow() || var.size > MATCHED {
                return Ok(());
            }
            open[count] = (factor, id);
            count += 1;
        }
        let [(a, x), (b, y)] = open;
        if count < 2 || x == y {
            return Ok(());
        }
        let image = |a: i64, b: i64, value: i64| {
            let rest = rest - i128::from(a) * i128::from(value);
            let quotient = i64::try_from(rest / i128::from(b)).ok();
            quotient.filter(|_| rest % i128::from(b) == 0)
        };
        self.match_values(x, y, |value| image(a, b, value))?;
        self.match_values(y, x, |value| image(b, a, value))
    }

    /// Of two variables whose sum or difference is known, the holes in the domain
    /// of one make holes in that of the other.
    fn match_holes(&mut self, prop: &Prop) -> Change {
        let ((a, x), (b, y)) = (self.term(prop, 0), self.term(prop, 1));
        let is_plain = |solver: &Solver, id| {
            let var = solver.var(id);
            var.is_narrow() && var.size <= MATCHED
        };
        if !is_plain(self, x) || !is_plain(self, y) {
            return Ok(());
        }
        if a.abs() == 1 && b.abs() == 1 {
            self.match_values(x, y, |value| Some(b * (prop.c - a * value)))?;
            return self.match_values(y, x, |value| Some(a * (prop.c - b * value)));
        }
        // A value without an integer on the other side has no image.
        let image = |a: i64, b: i64, value: i64| {
            let rest = i128::from(prop.c) - i128::from(a) * i128::from(value);
            let quotient = i64::try_from(rest / i128::from(b)).ok();
            quotient.filter(|_| rest % i128::from(b) == 0)
        };
        self.match_values(x, y, |value| image(a, b, value))?;
        self.match_values(y, x, |value| image(b, a, value))
    }

    /// Takes from `x` what has no image in `y`.
    pub fn match_values(
        &mut self,
        x: VarId,
        y: VarId,
        image: impl Fn(i64) -> Option<i64>,
    ) -> Change {
        if self.var(y).kind == Kind::Interval {
            return Ok(());
        }
        self.keep_if(x, |solver, at| {
            image(at).is_some_and(|value| solver.contains(y, value))
        })
    }

    /// Keeps of a small domain the values of which `factor` times has the residue of
    /// `c` by a divisor.
    pub fn keep_residue(&mut self, id: VarId, factor: i64, c: i64, divisor: i64) -> Change {
        let var = self.var(id);
        if !var.is_narrow() || var.size > MATCHED {
            return Ok(());
        }
        let residue = |value: i64| i128::from(factor) * i128::from(value) - i128::from(c);
        let mut value = Some(var.min);
        while let Some(at) = value {
            value = self.next_value(id, at);
            if residue(at) % i128::from(divisor) != 0 {
                self.exclude(id, at)?;
            }
        }
        Ok(())
    }

    /// The sum of the listed terms is at most `c`.
    pub fn linear_at_most(&mut self, id: PropId, prop: &Prop) -> Change {
        self.idempotent(id);
        self.narrow_sum(prop, Relation::AtMost)?;
        if self.sum_at_most(prop) == Truth::Yes {
            self.kill(id);
        }
        Ok(())
    }

    fn narrow_sum(&mut self, prop: &Prop, relation: Relation) -> Change {
        if prop.len as usize <= FEW && self.narrow_few(prop, relation)? {
            return Ok(());
        }
        while let Some((least, greatest)) = self.small_sum_bounds(prop) {
            if !self.narrow_terms(prop, relation, least, greatest)? {
                return Ok(());
            }
            self.look_at(prop.len as usize)?;
        }
        while let Some((least, greatest)) = self.sum_bounds(prop) {
            if !self.narrow_terms(prop, relation, least, greatest)? {
                return Ok(());
            }
            self.look_at(prop.len as usize)?;
        }
        self.narrow_sum_exactly(prop, relation)
    }

    /// Narrows a few terms until nothing changes; false if their sum can be large.
    #[inline]
    fn narrow_few(&mut self, prop: &Prop, relation: Relation) -> Result<bool, Conflict> {
        let len = prop.len as usize;
        let mut ends = [(0i64, 0i64); FEW];
        let (mut least, mut greatest) = (0, 0);
        for (index, end) in ends[..len].iter_mut().enumerate() {
            let (c, id) = self.term(prop, index);
            let var = self.var(id);
            if var.min < -SMALL || var.max > SMALL || c.unsigned_abs() > SMALL_COEFFICIENT {
                return Ok(false);
            }
            *end = i64::ends(c, var.min, var.max);
            least += end.0;
            greatest += end.1;
        }
        let mut slack = Slack::new(relation, prop.c, least, greatest)?;
        let (mut index, mut settled) = (0, 0);
        while settled < len {
            let (low, high) = ends[index];
            settled += 1;
            if high - low > slack.least() {
                let (c, id) = self.term(prop, index);
                if high - low > slack.room {
                    self.limit_term(id, c, low + slack.room, true)?;
                }
                if high - low > slack.fall {
                    self.limit_term(id, c, high - slack.fall, false)?;
                }
                if relation == Relation::Equal {
                    ends[index] = self.term_ends::<i64>(c, id);
                    slack.room -= ends[index].0 - low;
                    slack.fall -= high - ends[index].1;
                    if slack.least() < 0 {
                        return Err(Conflict);
                    }
                    settled = 1;
                }
            }
            index = if index + 1 == len { 0 } else { index + 1 };
        }
        Ok(true)
    }

    /// The least and the greatest sum, if no sum of the terms can be large.
    #[inline]
    fn small_sum_bounds(&self, prop: &Prop) -> Option<(i64, i64)> {
        let from = prop.args as usize;
        if prop.len > SHORT {
            return None;
        }
        let (mut least, mut greatest) = (0, 0);
        for term in self.words[from..from + 2 * prop.len as usize].chunks_exact(2) {
            let (c, var) = (term[0] as i64, self.var(term[1] as VarId));
            if var.min < -SMALL || var.max > SMALL || c.unsigned_abs() > SMALL_COEFFICIENT {
                return None;
            }
            let (low, high) = i64::ends(c, var.min, var.max);
            least += low;
            greatest += high;
        }
        Some((least, greatest))
    }

    /// The least and the greatest sum, if all bounds are machine integers.
    fn sum_bounds(&self, prop: &Prop) -> Option<(i128, i128)> {
        if let Some((least, greatest)) = self.small_sum_bounds(prop) {
            return Some((least.into(), greatest.into()));
        }
        let (mut least, mut greatest) = (0i128, 0i128);
        for index in 0..prop.len as usize {
            let (c, var) = self.term(prop, index);
            let var = self.var(var);
            if !var.is_narrow() {
                return None;
            }
            let (low, high) = i128::ends(c, var.min, var.max);
            least += low;
            greatest += high;
        }
        Some((least, greatest))
    }

    /// Narrows each variable once; whether anything changed.
    fn narrow_terms<W: Wide>(
        &mut self,
        prop: &Prop,
        relation: Relation,
        least: W,
        greatest: W,
    ) -> Result<bool, Conflict> {
        let bound = W::from(prop.c);
        // How much the sum may rise above its least value, and fall below its greatest.
        let mut room = match relation {
            Relation::Above => W::MAX,
            _ => bound - least,
        };
        let mut fall = match relation {
            Relation::Equal => greatest - bound,
            Relation::AtMost => W::MAX,
            Relation::Above => greatest - bound - W::ONE,
        };
        if room < W::ZERO || fall < W::ZERO {
            return Err(Conflict);
        }
        let mut changed = false;
        for index in 0..prop.len as usize {
            let (c, id) = self.term(prop, index);
            let (low, mut high) = self.term_ends::<W>(c, id);
            if high - low > room {
                self.limit_term(id, c, low + room, true)?;
                if relation == Relation::Equal {
                    let new_high = self.term_ends::<W>(c, id).1;
                    fall = fall - (high - new_high);
                    high = new_high;
                    changed = true;
                }
            }
            if high - low > fall {
                self.limit_term(id, c, high - fall, false)?;
                if relation == Relation::Equal {
                    room = room - (self.term_ends::<W>(c, id).0 - low);
                    changed = true;
                }
            }
            if room < W::ZERO || fall < W::ZERO {
                return Err(Conflict);
            }
        }
        Ok(changed)
    }

    #[inline(always)]
    fn term_ends<W: Wide>(&self, c: i64, id: VarId) -> (W, W) {
        let var = self.var(id);
        W::ends(c, var.min, var.max)
    }

    /// A term is at most (`above`) or at least `limit`, which lies between its ends.
    fn limit_term<W: Wide>(&mut self, id: VarId, c: i64, limit: W, above: bool) -> Change {
        if (c > 0) == above {
            self.at_most(id, limit.floor_div(c))
        } else {
            self.at_least(id, limit.ceil_div(c))
        }
    }

    // The same for bounds of any size, or none.

    fn narrow_sum_exactly(&mut self, prop: &Prop, relation: Relation) -> Change {
        let c = Int::Small(prop.c);
        if relation != Relation::Above {
            self.limit_terms(prop, &c, true)?;
        }
        match relation {
            Relation::AtMost => Ok(()),
            Relation::Equal => self.limit_terms(prop, &c, false),
            Relation::Above => self.limit_terms(prop, &c.add(&Int::ONE), false),
        }
    }

    /// The sum is at most (`above`) or at least `limit`.
    fn limit_terms(&mut self, prop: &Prop, limit: &Int, above: bool) -> Change {
        let mut sum = Int::ZERO;
        let mut endless = None;
        for index in 0..prop.len as usize {
            match self.exact_end(prop, index, above) {
                Bound::Fin(value) => sum = sum.add(&value),
                _ if endless.is_some() => return Ok(()),
                _ => endless = Some(index),
            }
        }
        let room = limit.sub(&sum);
        if let Some(index) = endless {
            return self.limit_exactly(prop, index, &room, above);
        }
        if room != Int::ZERO && (room.signum() < 0) == above {
            return Err(Conflict);
        }
        for index in 0..prop.len as usize {
            if let Bound::Fin(own) = self.exact_end(prop, index, above) {
                self.limit_exactly(prop, index, &room.add(&own), above)?;
            }
        }
        Ok(())
    }

    /// The least (`least`) or greatest value of a term.
    fn exact_end(&self, prop: &Prop, index: usize, least: bool) -> Bound {
        let (c, id) = self.term(prop, index);
        let end = if (c > 0) == least {
            self.min(id)
        } else {
            self.max(id)
        };
        end.mul(&Bound::small(c))
    }

    fn limit_exactly(&mut self, prop: &Prop, index: usize, limit: &Int, above: bool) -> Change {
        let (c, id) = self.term(prop, index);
        let c = Int::Small(c);
        if (c.signum() > 0) == above {
            self.at_most_bound(id, &Bound::Fin(limit.div_floor(&c)))
        } else {
            self.at_least_bound(id, &Bound::Fin(limit.div_ceil(&c)))
        }
    }

    // What is known of a sum.

    /// The least and greatest values of the sum of the listed terms.
    pub fn sum_range(&self, prop: &Prop) -> (Bound, Bound) {
        if let Some((least, greatest)) = self.sum_bounds(prop) {
            return (
                Bound::Fin(Int::from_i128(least)),
                Bound::Fin(Int::from_i128(greatest)),
            );
        }
        let (mut least, mut greatest) = (Bound::small(0), Bound::small(0));
        for index in 0..prop.len as usize {
            least = least.add(&self.exact_end(prop, index, true));
            greatest = greatest.add(&self.exact_end(prop, index, false));
        }
        (least, greatest)
    }

    /// Whether the sum is at most `c`.
    pub fn sum_at_most(&self, prop: &Prop) -> Truth {
        if let Some((least, greatest)) = self.sum_bounds(prop) {
            return decided(greatest <= i128::from(prop.c), least > i128::from(prop.c));
        }
        let c = Bound::small(prop.c);
        let (least, greatest) = self.sum_range(prop);
        decided(greatest <= c, least > c)
    }

    /// Whether the sum is `c`.
    pub fn sum_equal(&self, prop: &Prop) -> Truth {
        if let Some((least, greatest)) = self.sum_bounds(prop) {
            let c = i128::from(prop.c);
            let fixed = least == c && greatest == c;
            return match decided(fixed, least > c || greatest < c) {
                Truth::Open => self.sum_has_hole(prop),
                decided => decided,
            };
        }
        let c = Bound::small(prop.c);
        let (least, greatest) = self.sum_range(prop);
        decided(least == c && greatest == c, least > c || greatest < c)
    }

    /// Whether the only open term cannot make the sum `c`, or two terms of the
    /// same variable cannot differ.
    fn sum_has_hole(&self, prop: &Prop) -> Truth {
        let mut rest = i128::from(prop.c);
        let mut open = None;
        for index in 0..prop.len as usize {
            let (c, id) = self.term(prop, index);
            let var = self.var(id);
            if var.is_fixed_small() {
                rest -= i128::from(c) * i128::from(var.min);
            } else if open.is_some() {
                return self.same_variable(prop);
            } else {
                open = Some((c, id));
            }
        }
        let Some((c, id)) = open else {
            return Truth::Open;
        };
        let c = i128::from(c);
        let value = i64::try_from(rest / c);
        let possible = rest % c == 0 && value.is_ok_and(|value| self.contains(id, value));
        if possible { Truth::Open } else { Truth::No }
    }

    /// Of `x - y`, whether both are one variable, or have no common value.
    fn same_variable(&self, prop: &Prop) -> Truth {
        if prop.len != 2 {
            return Truth::Open;
        }
        let ((a, x), (b, y)) = (self.term(prop, 0), self.term(prop, 1));
        if x == y && a == -b {
            return decided(prop.c == 0, prop.c != 0);
        }
        Truth::Open
    }

    /// The sum of the listed terms is not `c`: the last open variable is narrowed.
    pub fn linear_differ(&mut self, id: PropId, prop: &Prop) -> Change {
        let mut rest = Int::Small(prop.c);
        let mut open = None;
        for index in 0..prop.len as usize {
            let (c, var) = self.term(prop, index);
            match self.value(var) {
                Some(value) => rest = rest.sub(&value.mul(&Int::Small(c))),
                None if open.is_some() => {
                    return match self.same_variable(prop) {
                        Truth::Yes => Err(Conflict),
                        _ => Ok(()),
                    };
                }
                None => open = Some((Int::Small(c), var)),
            }
        }
        self.kill(id);
        match open {
            None if rest == Int::ZERO => Err(Conflict),
            None => Ok(()),
            Some((c, var)) if rest.rem(&c) == Int::ZERO => {
                self.exclude_int(var, &rest.div_trunc(&c))
            }
            Some(_) => Ok(()),
        }
    }

    /// `z` tells whether the sum is at most `c`.
    pub fn reified_at_most(&mut self, id: PropId, prop: &Prop) -> Change {
        match self.truth_of(prop.z) {
            Truth::Yes => {
                self.idempotent(id);
                self.narrow_sum(prop, Relation::AtMost)
            }
            Truth::No => {
                self.idempotent(id);
                self.narrow_sum(prop, Relation::Above)
            }
            Truth::Open => {
                let truth = self.sum_at_most(prop);
                self.conclude(id, prop.z, truth)
            }
        }
    }

    /// `z` tells whether the sum is `c`, or, if not `equal`, is not.
    pub fn reified_equal(&mut self, id: PropId, prop: &Prop, equal: bool) -> Change {
        match self.truth_of(prop.z).same_if(equal) {
            Truth::Yes => self.linear_equal(id, prop),
            Truth::No => self.linear_differ(id, prop),
            Truth::Open => {
                let truth = self.sum_equal(prop).same_if(equal);
                self.conclude(id, prop.z, truth)
            }
        }
    }

    /// What a variable for a truth value says.
    #[inline]
    pub fn truth_of(&self, id: VarId) -> Truth {
        let var = self.var(id);
        match (var.min, var.max) {
            (1, 1) => Truth::Yes,
            (0, 0) => Truth::No,
            _ => Truth::Open,
        }
    }

    /// A reified relation is decided: it need not be looked at again.
    pub fn conclude(&mut self, id: PropId, z: VarId, truth: Truth) -> Change {
        let value = match truth {
            Truth::Open => return Ok(()),
            Truth::Yes => 1,
            Truth::No => 0,
        };
        self.kill(id);
        self.fix(z, value)
    }
}

fn decided(yes: bool, no: bool) -> Truth {
    if yes {
        Truth::Yes
    } else if no {
        Truth::No
    } else {
        Truth::Open
    }
}
