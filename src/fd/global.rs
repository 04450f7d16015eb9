//! Constraints over lists of variables: which function runs which.

use super::prop::{Prop, PropKind};
use super::store::{Change, PropId, Solver};

impl Solver {
    /// Runs a propagator over a list.
    pub fn run_global(&mut self, id: PropId, prop: &Prop) -> Change {
        match prop.kind {
            PropKind::Element => self.element(prop),
            PropKind::Table => self.table(id, prop),
            PropKind::Circuit => self.circuit(prop),
            PropKind::Lexicographic => self.lexicographic(id, prop),
            PropKind::Cumulative => self.cumulative(prop),
            PropKind::Disjoint => self.disjoint(id, prop),
            PropKind::Boxes => self.boxes(prop),
            PropKind::Count => self.count(id, prop),
            PropKind::Cardinality => self.cardinality(id, prop),
            PropKind::Priced => self.priced_cardinality(id, prop),
            PropKind::Values => self.values(prop),
            PropKind::Sorting => self.sorting(prop),
            PropKind::Packing => self.bin_packing(prop),
            PropKind::Inverse => self.inverse(prop),
            PropKind::User => self.fix(prop.x, 1),
            _ => Ok(()),
        }
    }
}
