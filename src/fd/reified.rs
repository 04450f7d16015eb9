//! Truth values of relations between two variables, or of one and an integer.
//!
//! Most wake-ups of such propagators come to nothing. They are tested before they
//! are made to wait, which is cheaper than to queue and run them.

use super::int::Int;
use super::linear::Truth;
use super::prop::{Prop, PropKind};
use super::store::{Change, Conflict, Kind, PropId, Solver, Var};

/// Whether a propagator that tells the truth of a relation would do something, or has
/// nothing to do any more.
#[inline(always)]
pub fn matters(prop: &Prop, vars: &[Var]) -> bool {
    let (x, y) = (&vars[prop.x as usize], &vars[prop.y as usize]);
    let z = &vars[prop.z as usize];
    match prop.kind {
        PropKind::OrderIf | PropKind::OrderUnless => order_matters(prop, x, y, z),
        PropKind::ReifiedSame | PropKind::ReifiedApart => same_matters(prop, x, y, z),
        _ => {
            let is_value = match x.kind {
                Kind::Interval => prop.c >= x.min && prop.c <= x.max,
                Kind::Word => x.has_bit(prop.c),
                _ => false,
            };
            !is_value || x.min == x.max || z.min == z.max
        }
    }
}

#[inline(always)]
fn order_matters(prop: &Prop, x: &Var, y: &Var, z: &Var) -> bool {
    if !x.is_narrow() || !y.is_narrow() {
        return true;
    }
    if z.min != z.max {
        return x.min > y.max + prop.c;
    }
    if (z.min == 1) != (prop.kind == PropKind::OrderIf) {
        return false;
    }
    x.min - prop.c > y.min || y.max + prop.c < x.max || x.max <= y.min + prop.c
}

/// As [`matters`], of what tells whether `x #= y + c`.
#[inline(always)]
fn same_matters(prop: &Prop, x: &Var, y: &Var, z: &Var) -> bool {
    let (x_known, y_known) = (x.size == 1, y.size == 1);
    if z.min == z.max {
        // That they differ is of use only where one is known.
        let is_same = (z.min == 1) == (prop.kind == PropKind::ReifiedSame);
        return is_same || x_known || y_known || prop.x == prop.y;
    }
    x_known && y_known || prop.x == prop.y || may_be_apart(x, y, prop.c)
}

/// Whether `x` and `y + c` have no common value, or that takes more to find out.
#[inline]
fn may_be_apart(x: &Var, y: &Var, c: i64) -> bool {
    if !x.is_narrow() || !y.is_narrow() || x.min > y.max + c || x.max < y.min + c {
        return true;
    }
    match (x.kind, y.kind) {
        (Kind::Interval, Kind::Interval) => false,
        (Kind::Word, Kind::Word | Kind::Interval) => x.bits & image(y, c, x.base) == 0,
        (Kind::Interval, Kind::Word) => y.bits & image(x, -c, y.base) == 0,
        _ => true,
    }
}

/// The bits, from `base` on, of the values of a variable with `c` added.
#[inline]
fn image(var: &Var, c: i64, base: i64) -> u64 {
    if var.kind == Kind::Word {
        return match var.base + c - base {
            up @ 0..64 => var.bits << up,
            down @ -63..0 => var.bits >> -down,
            _ => 0,
        };
    }
    let (low, high) = (var.min + c - base, var.max + c - base);
    if low > 63 || high < 0 {
        return 0;
    }
    !0 << low.max(0) & !0 >> (63 - high.min(63))
}

impl Solver {
    /// `z` tells whether `x #= y + c`, or, if not `same`, whether not.
    pub fn reified_same(&mut self, id: PropId, prop: &Prop, same: bool) -> Change {
        match self.truth_of(prop.z).same_if(same) {
            Truth::Yes => self.offset(id, prop),
            Truth::No => self.apart(id, prop),
            Truth::Open => {
                let truth = self.are_same(prop).same_if(same);
                self.conclude(id, prop.z, truth)
            }
        }
    }

    /// Whether `x #= y + c`.
    fn are_same(&self, prop: &Prop) -> Truth {
        if prop.x == prop.y {
            return if prop.c == 0 { Truth::Yes } else { Truth::No };
        }
        let (x, y) = (self.var(prop.x), self.var(prop.y));
        if !may_be_apart(x, y, prop.c) {
            let both = x.is_fixed_small() && y.is_fixed_small();
            return if both { Truth::Yes } else { Truth::Open };
        }
        if x.is_narrow() && y.is_narrow() && (x.size == 1 || y.size == 1) {
            let (known, other, c) = match x.size {
                1 => (x, prop.y, -prop.c),
                _ => (y, prop.x, prop.c),
            };
            return match self.contains(other, known.min + c) {
                false => Truth::No,
                true if self.is_fixed(other) => Truth::Yes,
                true => Truth::Open,
            };
        }
        self.are_same_exactly(prop)
    }

    #[cold]
    fn are_same_exactly(&self, prop: &Prop) -> Truth {
        let c = Int::Small(prop.c);
        let (x, y) = (self.domain(prop.x), self.domain(prop.y).shifted(&c));
        match x.intersection(&y).is_empty() {
            true => Truth::No,
            false if x.value().is_some() && x == y => Truth::Yes,
            false => Truth::Open,
        }
    }

    /// `x #\= y + c`
    fn apart(&mut self, id: PropId, prop: &Prop) -> Change {
        if prop.x == prop.y {
            return if prop.c == 0 { Err(Conflict) } else { Ok(()) };
        }
        let (x, y) = (self.var(prop.x), self.var(prop.y));
        if x.is_fixed_small() {
            let value = x.min - prop.c;
            self.kill(id);
            return self.exclude(prop.y, value);
        }
        if y.is_fixed_small() {
            let value = y.min + prop.c;
            self.kill(id);
            return self.exclude(prop.x, value);
        }
        let c = Int::Small(prop.c);
        if let Some(value) = self.value(prop.x) {
            self.kill(id);
            return self.exclude_int(prop.y, &value.sub(&c));
        }
        match self.value(prop.y) {
            Some(value) => {
                self.kill(id);
                self.exclude_int(prop.x, &value.add(&c))
            }
            None => Ok(()),
        }
    }

    /// `z` tells whether `x` is `c`, or, if not `same`, whether not.
    pub fn reified_value(&mut self, id: PropId, prop: &Prop, same: bool) -> Change {
        match self.truth_of(prop.z).same_if(same) {
            Truth::Yes => {
                self.kill(id);
                self.fix(prop.x, prop.c)
            }
            Truth::No => {
                self.kill(id);
                self.exclude(prop.x, prop.c)
            }
            Truth::Open => {
                let truth = match self.contains(prop.x, prop.c) {
                    false => Truth::No,
                    true if self.is_fixed(prop.x) => Truth::Yes,
                    true => Truth::Open,
                };
                self.conclude(id, prop.z, truth.same_if(same))
            }
        }
    }
}
