//! Constraints over lists of variables.

use super::prop::Prop;
use super::store::{Change, PropId, Solver};

impl Solver {
    /// Runs a propagator over a list.
    pub fn run_global(&mut self, _id: PropId, _prop: &Prop) -> Change {
        Ok(())
    }
}
