//! Sets of integers as ground terms: `empty`, `from_to(Low, High)`, and
//! `split(Hole, Left, Right)`, with bounds `inf`, `n(N)` and `sup`.

use super::expression::Poster;
use crate::engine::constraints::Refusal;
use crate::engine::machine::Machine;
use crate::fd::domain::Domain;
use crate::fd::int::{Bound, Int};
use crate::term::cell::Cell;

impl Poster<'_> {
    /// The set that a term stands for.
    pub fn fdset(&mut self, cell: Cell) -> Result<Domain, Refusal> {
        match set_of(self.m, cell) {
            Some(set) => Ok(set),
            None => {
                let cell = self.m.mem.deref(cell);
                if cell.is_var() {
                    return Err(Refusal::Ball(crate::error::Ball::Instantiation));
                }
                Err(Refusal::Ball(self.m.type_error("fdset", cell)))
            }
        }
    }
}

/// The set of a term, if it is one.
pub fn set_of(m: &Machine, cell: Cell) -> Option<Domain> {
    let mut ranges = Vec::new();
    let mut todo = vec![cell];
    let mut left = m.mem.heap_used() / 8 + 64;
    while let Some(part) = todo.pop() {
        left = left.checked_sub(1)?;
        let part = m.mem.deref(part);
        if let Some(args) = m.match_compound(part, "from_to", 2) {
            let low = bound_of(m, args.get(&m.mem, 0))?;
            let high = bound_of(m, args.get(&m.mem, 1))?;
            ranges.push((low, high));
        } else if let Some(args) = m.match_compound(part, "split", 3) {
            todo.push(args.get(&m.mem, 1));
            todo.push(args.get(&m.mem, 2));
        } else if !(part.is_atom() && m.text(part.atom_value()) == "empty") {
            return None;
        }
    }
    Some(Domain::from_ranges(ranges))
}

fn bound_of(m: &Machine, cell: Cell) -> Option<Bound> {
    let cell = m.mem.deref(cell);
    if let Some(args) = m.match_compound(cell, "n", 1) {
        return m.integer_of(args.get(&m.mem, 0)).map(Bound::Fin);
    }
    match cell.is_atom().then(|| m.text(cell.atom_value()))? {
        "inf" => Some(Bound::Inf),
        "sup" => Some(Bound::Sup),
        _ => None,
    }
}

fn bound_term(m: &mut Machine, bound: &Bound) -> Cell {
    match bound {
        Bound::Inf => m.atom("inf"),
        Bound::Sup => m.atom("sup"),
        Bound::Fin(value) => {
            let number = m.mem.new_number(&value.to_number());
            m.compound("n", &[number])
        }
    }
}

/// The term of a set.
pub fn set_term(m: &mut Machine, set: &Domain) -> Cell {
    let ranges = set.ranges();
    if ranges.is_empty() {
        return m.atom("empty");
    }
    // Parts are joined in pairs, so that the tree is shallow.
    let mut parts: Vec<(Cell, &Bound, &Bound)> = Vec::new();
    for (low, high) in ranges {
        let from = bound_term(m, low);
        let to = bound_term(m, high);
        parts.push((m.compound("from_to", &[from, to]), low, high));
    }
    while parts.len() > 1 {
        let mut joined = Vec::with_capacity(parts.len() / 2 + 1);
        for pair in parts.chunks(2) {
            match pair {
                [(left, low, end), (right, _, high)] => {
                    let hole = match end.plus(1) {
                        Bound::Fin(value) => value,
                        _ => Int::ZERO,
                    };
                    let hole = m.mem.new_number(&hole.to_number());
                    let term = m.compound("split", &[hole, *left, *right]);
                    joined.push((term, *low, *high));
                }
                rest => joined.extend_from_slice(rest),
            }
        }
        parts = joined;
    }
    parts[0].0
}
