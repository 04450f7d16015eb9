//! Differences that go round in a circle.
//!
//! `X #< Y, Y #< X` moves bounds by one at a time, as often as there are values.
//! Where propagation takes long, the relations `x #=< y + c` are looked at as the
//! edges of a graph: a cycle of negative length is a contradiction.

use super::int::Bound;
use super::linear::Truth;
use super::prop::{Prop, PropKind};
use super::store::{PropId, Solver, VarId};

/// An edge: the first variable is at most the second plus a distance.
type Edge = (VarId, VarId, i64);

/// Longer sums are not looked at.
const FEW_TERMS: u32 = 4;

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
            PropKind::Minimum => edges.extend([(prop.z, x, 0), (prop.z, y, 0)]),
            PropKind::Maximum => edges.extend([(x, prop.z, 0), (y, prop.z, 0)]),
            PropKind::Absolute => edges.push((x, prop.z, 0)),
            PropKind::Modulo => {
                let ends = [(x, 0), (y, -1)].into_iter();
                let above = ends.filter(|&(var, _)| self.min(var) >= Bound::small(0));
                edges.extend(above.map(|(var, c)| (prop.z, var, c)));
            }
            PropKind::Plus => {
                let terms = [(1, x), (1, y), (-1, prop.z)];
                add_pairs(self, &terms, 0, edges);
                add_pairs(self, &terms.map(|(c, var)| (-c, var)), 0, edges);
            }
            PropKind::LinearAtMost if prop.len <= FEW_TERMS => {
                let terms: Vec<(i64, VarId)> = (0..prop.len as usize)
                    .map(|index| self.term(prop, index))
                    .collect();
                add_pairs(self, &terms, c, edges);
            }
            _ => {}
        }
    }
}

/// Adds what a sum of at most `c` says of two of its variables, with the others as small
/// as they can be.
fn add_pairs(solver: &Solver, terms: &[(i64, VarId)], c: i64, edges: &mut Vec<Edge>) {
    let least = |&(c, var): &(i64, VarId)| {
        let var = solver.var(var);
        let is_small = var.is_narrow() && c.unsigned_abs() <= 1;
        is_small.then_some(if c > 0 { var.min } else { -var.max })
    };
    for (at, &(a, x)) in terms.iter().enumerate().filter(|(_, term)| term.0 == 1) {
        for (other, &(b, y)) in terms.iter().enumerate().filter(|(_, term)| term.0 == -1) {
            debug_assert_eq!(a, -b);
            let rest = terms.iter().enumerate();
            let mut rest = rest.filter(|(index, _)| *index != at && *index != other);
            let room = rest.try_fold(c, |room, (_, term)| room.checked_sub(least(term)?));
            edges.extend(room.map(|room| (x, y, room)));
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
