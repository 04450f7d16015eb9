//! Differences that go round in a circle.
//!
//! `X #< Y, Y #< X` moves bounds by one at a time, as often as there are values.
//! Where propagation takes long, the relations `x #=< y + c` are looked at as the
//! edges of a graph: a cycle of negative length is a contradiction.

use super::linear::Truth;
use super::prop::{Prop, PropKind};
use super::store::{PropId, Solver, VarId};

/// An edge: the first variable is at most the second plus a distance.
type Edge = (VarId, VarId, i64);

/// Rounds of improvements after which the search for a cycle is given up.
const MAX_ROUNDS: usize = 256;
const NONE: u32 = u32::MAX;

impl Solver {
    /// Whether differences of variables contradict each other.
    pub fn has_negative_cycle(&mut self) -> bool {
        let edges = self.difference_edges();
        let mut distance = vec![0i64; self.vars.len()];
        let mut reason = vec![NONE; self.vars.len()];
        let rounds = MAX_ROUNDS.min(edges.len() + 1);
        for round in 1..=rounds {
            // A cycle of reasons stays one in later rounds.
            let looks = round.is_power_of_two() || round == rounds;
            if self.is_overdue(edges.len()) {
                return false;
            }
            let mut improved = false;
            for (index, &(x, y, c)) in edges.iter().enumerate() {
                let through = distance[y as usize].saturating_add(c);
                if through < distance[x as usize] {
                    distance[x as usize] = through;
                    reason[x as usize] = index as u32;
                    improved = true;
                }
            }
            if !improved {
                return false;
            }
            if looks && closes(&edges, &reason) {
                return true;
            }
        }
        false
    }

    fn difference_edges(&self) -> Vec<Edge> {
        let mut edges = Vec::new();
        for (id, prop) in self.props.iter().enumerate() {
            if !self.is_dead(id as PropId) {
                self.add_edges(prop, &mut edges);
            }
        }
        edges
    }

    fn add_edges(&self, prop: &Prop, edges: &mut Vec<Edge>) {
        let Prop { x, y, c, .. } = *prop;
        match prop.kind {
            PropKind::AtMost => edges.push((x, y, c)),
            PropKind::Offset => edges.extend([(x, y, c), (y, x, -c)]),
            PropKind::OrderIf if self.truth_of(prop.z) == Truth::Yes => edges.push((x, y, c)),
            PropKind::OrderUnless if self.truth_of(prop.z) == Truth::No => edges.push((x, y, c)),
            _ => {}
        }
    }
}

/// Whether reasons lead from a variable back to it.
fn closes(edges: &[Edge], reason: &[u32]) -> bool {
    // Each variable is marked with the walk that has come by.
    let mut walks = vec![NONE; reason.len()];
    for start in 0..reason.len() {
        let mut at = start;
        while walks[at] == NONE {
            walks[at] = start as u32;
            match edges.get(reason[at] as usize) {
                Some(edge) => at = edge.1 as usize,
                None => break,
            }
        }
        let ended = reason[at] == NONE;
        if walks[at] == start as u32 && !ended {
            return true;
        }
    }
    false
}
