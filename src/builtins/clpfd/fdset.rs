//! Sets of integers as ground terms: `empty`, `from_to(Low, High)`, and
//! `split(Hole, Left, Right)`, with bounds `inf`, `n(N)` and `sup`.

use super::expression::Poster;
use crate::atom::Atom;
use crate::engine::constraints::Refusal;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::fd::domain::Domain;
use crate::fd::int::{Bound, Int};
use crate::predicates;
use crate::term::cell::Cell;

/// The rows of sets.
pub const ROWS: &[Row] = predicates! {
    /// Set is a set of integers.
    "is_fdset(@Set) is semidet" => test is_fdset;
    /// Ranges are the ranges `Low..High` of Set.
    "'$fdset_ranges'(+Set, -Ranges) is det" => once ranges;
    /// Set is the set of the integers in Ranges, a list of terms `Low..High`.
    "'$ranges_fdset'(+Ranges, -Set) is det" => once from_ranges;
    /// Set is `union`, `intersection` or `difference` of A and B.
    "'$fdset_combined'(+How, +A, +B, -Set) is det" => once combined;
    /// Value is in Set.
    "'$fdset_has'(+Set, +Value) is semidet" => once has;
};

fn is_fdset(m: &mut Machine) -> Outcome {
    Ok(set_of(m, m.arg(0)).is_some())
}

fn set_arg(m: &mut Machine, index: usize) -> Result<Domain, Ball> {
    let cell = m.arg(index);
    match set_of(m, cell) {
        Some(set) => Ok(set),
        None if cell.is_var() => Err(Ball::Instantiation),
        None => Err(m.type_error("fdset", cell)),
    }
}

fn ranges(m: &mut Machine) -> Outcome {
    let set = set_arg(m, 0)?;
    let mut items = Vec::new();
    let dots = m.atoms.intern("..");
    for (step, (low, high)) in set.ranges().iter().enumerate() {
        if m.mem.alarm.rings_at(step as u64) {
            break;
        }
        let bounds = [
            super::domains::bound_term(m, low),
            super::domains::bound_term(m, high),
        ];
        items.push(m.mem.new_struct(dots, &bounds));
    }
    m.unify_list(1, &items)
}

fn from_ranges(m: &mut Machine) -> Outcome {
    let mut ranges = Vec::new();
    for (step, item) in m.list_arg(0)?.into_iter().enumerate() {
        if m.mem.alarm.rings_at(step as u64) {
            break;
        }
        let (_, args) = m.to_compound(item)?;
        let mut bound = |index| -> Result<Bound, Ball> {
            let cell = m.mem.deref(args.get(&m.mem, index));
            match m.integer_of(cell) {
                Some(value) => Ok(Bound::Fin(value)),
                None if cell == m.atom("inf") => Ok(Bound::Inf),
                None if cell == m.atom("sup") => Ok(Bound::Sup),
                None => Err(m.not_a(crate::atom::known::INTEGER, cell)),
            }
        };
        ranges.push((bound(0)?, bound(1)?));
    }
    let term = set_term(m, &Domain::from_ranges(ranges));
    m.unify_arg(1, term)
}

fn combined(m: &mut Machine) -> Outcome {
    let how = m.atom_arg(0)?;
    let (a, b) = (set_arg(m, 1)?, set_arg(m, 2)?);
    let set = match m.text(how) {
        "union" => a.union(&b),
        "intersection" => a.intersection(&b),
        _ => a.difference(&b),
    };
    let term = set_term(m, &set);
    m.unify_arg(3, term)
}

fn has(m: &mut Machine) -> Outcome {
    let set = set_arg(m, 0)?;
    let value = m.integer_of(m.arg(1));
    Ok(value.is_some_and(|value| set.contains(&value)))
}

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

/// What the terms of sets are made of.
struct Names {
    from_to: Atom,
    split: Atom,
    number: Atom,
    empty: Atom,
    least: Atom,
    greatest: Atom,
}

impl Names {
    fn new(m: &mut Machine) -> Names {
        Names {
            from_to: m.atoms.intern("from_to"),
            split: m.atoms.intern("split"),
            number: m.atoms.intern("n"),
            empty: m.atoms.intern("empty"),
            least: m.atoms.intern("inf"),
            greatest: m.atoms.intern("sup"),
        }
    }
}

/// The set of a term, if it is one.
pub fn set_of(m: &mut Machine, cell: Cell) -> Option<Domain> {
    let names = Names::new(m);
    let mut ranges = Vec::new();
    let mut todo = vec![cell];
    let (mut left, mut step) = (m.mem.heap_used() / 8 + 64, 0);
    while let Some(part) = todo.pop() {
        left = left.checked_sub(1)?;
        step += 1;
        if m.mem.alarm.rings_at(step) {
            return None;
        }
        let part = m.mem.deref(part);
        if let Some(args) = m.mem.match_struct(part, names.from_to, 2) {
            let low = bound_of(m, &names, args.get(&m.mem, 0))?;
            let high = bound_of(m, &names, args.get(&m.mem, 1))?;
            ranges.push((low, high));
        } else if let Some(args) = m.mem.match_struct(part, names.split, 3) {
            todo.push(args.get(&m.mem, 2));
            todo.push(args.get(&m.mem, 1));
        } else if part != Cell::atom(names.empty) {
            return None;
        }
    }
    Some(Domain::from_ranges(ranges))
}

fn bound_of(m: &Machine, names: &Names, cell: Cell) -> Option<Bound> {
    let cell = m.mem.deref(cell);
    if let Some(args) = m.mem.match_struct(cell, names.number, 1) {
        return m.integer_of(args.get(&m.mem, 0)).map(Bound::Fin);
    }
    if cell == Cell::atom(names.least) {
        Some(Bound::Inf)
    } else {
        (cell == Cell::atom(names.greatest)).then_some(Bound::Sup)
    }
}

fn bound_term(m: &mut Machine, names: &Names, bound: &Bound) -> Cell {
    match bound {
        Bound::Inf => Cell::atom(names.least),
        Bound::Sup => Cell::atom(names.greatest),
        Bound::Fin(value) => {
            let number = m.mem.new_number(&value.to_number());
            m.mem.new_struct(names.number, &[number])
        }
    }
}

/// The term of a set.
pub fn set_term(m: &mut Machine, set: &Domain) -> Cell {
    let names = Names::new(m);
    let ranges = set.ranges();
    // Parts are joined in pairs, so that the tree is shallow.
    let mut parts: Vec<(Cell, &Bound, &Bound)> = Vec::new();
    for (step, (low, high)) in ranges.iter().enumerate() {
        if m.mem.alarm.rings_at(step as u64) {
            break;
        }
        let from = bound_term(m, &names, low);
        let to = bound_term(m, &names, high);
        parts.push((m.mem.new_struct(names.from_to, &[from, to]), low, high));
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
                    let term = m.mem.new_struct(names.split, &[hole, *left, *right]);
                    joined.push((term, *low, *high));
                }
                rest => joined.extend_from_slice(rest),
            }
        }
        parts = joined;
    }
    match parts.first() {
        Some(whole) => whole.0,
        None => Cell::atom(names.empty),
    }
}
