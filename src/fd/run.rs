//! From the kind of a propagator to what it does.

use super::prop::{Prop, PropKind};
use super::store::{Change, PropId, Solver};

impl Solver {
    /// Runs a propagator.
    #[inline]
    pub fn run(&mut self, id: PropId, prop: &Prop) -> Change {
        use PropKind::*;
        match prop.kind {
            Differ => self.differ(prop),
            AllDifferent => self.all_different(prop),
            Distinct => self.distinct(id, prop),
            Offset => self.offset(id, prop),
            AtMost => self.at_most_offset(id, prop),
            Plus => self.plus(id, prop),
            LinearEqual => self.linear_equal(id, prop),
            LinearAtMost => self.linear_at_most(id, prop),
            LinearDiffer => self.linear_differ(id, prop),
            Times => self.times(id, prop),
            Quotient => self.quotient(prop),
            FloorQuotient => self.floor_quotient(prop),
            Modulo => self.modulo(prop),
            Remainder => self.remainder(prop),
            Power => self.power(prop),
            Minimum => self.minimum(prop),
            Maximum => self.maximum(prop),
            Absolute => self.absolute(id, prop),
            Function => self.function(id, prop),
            ReifiedAtMost => self.reified_at_most(id, prop),
            ReifiedEqual => self.reified_equal(id, prop, true),
            ReifiedDiffer => self.reified_equal(id, prop, false),
            ReifiedIn => self.reified_in(id, prop),
            Truth => self.truth(id, prop),
            Defined => self.defined(id, prop),
            Order => self.order(prop),
            _ => self.run_global(id, prop),
        }
    }
}
