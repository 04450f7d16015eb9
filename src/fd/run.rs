//! From the kind of a propagator to what it does.

use super::linear::Truth;
use super::prop::{Prop, PropKind};
use super::store::{Change, PropId, Solver};

impl Solver {
    /// Runs a propagator.
    #[inline]
    pub fn run(&mut self, id: PropId, prop: &Prop) -> Change {
        use PropKind as K;
        match prop.kind {
            // It acts where a value becomes known.
            K::Differ => Ok(()),
            K::AllDifferent => self.all_different(prop),
            K::Distinct => self.distinct(id, prop),
            K::Offset => self.offset(id, prop),
            K::AtMost => self.order(prop),
            K::Plus => self.plus(id, prop),
            K::LinearEqual => self.linear_equal(id, prop),
            K::LinearAtMost => self.linear_at_most(id, prop),
            K::LinearDiffer => self.linear_differ(id, prop),
            K::Times => self.times(id, prop),
            K::Quotient | K::FloorQuotient | K::Modulo | K::Remainder | K::Power => {
                self.function_of_two(id, prop)
            }
            K::Function => self.function(id, prop),
            K::Minimum => self.minimum(id, prop),
            K::Maximum => self.maximum(id, prop),
            K::Absolute => self.absolute(id, prop),
            K::OrderIf => self.order_if(id, prop, Truth::Yes),
            K::OrderUnless => self.order_if(id, prop, Truth::No),
            K::ReifiedAtMost => self.reified_at_most(id, prop),
            K::ReifiedEqual => self.reified_equal(id, prop, true),
            K::ReifiedDiffer => self.reified_equal(id, prop, false),
            K::ReifiedSame => self.reified_same(id, prop, true),
            K::ReifiedApart => self.reified_same(id, prop, false),
            K::ReifiedValue => self.reified_value(id, prop, true),
            K::ReifiedOther => self.reified_value(id, prop, false),
            K::ReifiedIn => self.reified_in(id, prop),
            K::Truth => self.truth(id, prop),
            K::Defined => self.defined(id, prop),
            K::Order => self.three_way(prop),
            _ => self.run_global(id, prop),
        }
    }
    fn function_of_two(&mut self, id: PropId, prop: &Prop) -> Change {
        use PropKind as K;
        match prop.kind {
            K::Quotient => self.quotient(id, prop)?,
            K::FloorQuotient => self.floor_quotient(id, prop)?,
            K::Modulo => self.modulo(id, prop)?,
            K::Remainder => self.remainder(id, prop)?,
            _ => self.power(id, prop)?,
        }
        self.keep_supported(prop)
    }
}
