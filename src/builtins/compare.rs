//! Unification and comparison of terms (8.2, 8.4).

use std::cmp::Ordering;

use rustc_hash::{FxHashMap, FxHashSet};

use super::args::stored;
use crate::atom::{Atom, known};
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::term::cell::{Cell, Tag};
use crate::term::compare::{Comparison, NumberOrder};
use crate::term::mem::Mem;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// X and Y are one term.
    "=(?X, ?Y) is semidet" => core once unify;
    /// X and Y are one finite term.
    "unify_with_occurs_check(?X, ?Y) is semidet" => core once unify_with_occurs_check;
    /// General becomes Specific if variables of General alone are bound.
    "subsumes_term(@General, @Specific) is semidet" => core test subsumes_term;
    /// X and Y can become one term by the bindings Unifier, a list of Var=Value.
    "unifiable(@X, @Y, -Unifier) is semidet" => once unifiable;
    /// X and Y are the same term, or cannot become the same.
    "?=(@X, @Y) is semidet" => test decided;
    /// X and Y are identical, variables included.
    "==(@X, @Y) is semidet" => core test identical;
    /// X and Y are not identical.
    "\\==(@X, @Y) is semidet" => core test not_identical;
    /// X is before Y in the standard order.
    "@<(@X, @Y) is semidet" => core test before;
    /// X is before Y in the standard order, or identical to it.
    "@=<(@X, @Y) is semidet" => core test not_after;
    /// X is after Y in the standard order.
    "@>(@X, @Y) is semidet" => core test after;
    /// X is after Y in the standard order, or identical to it.
    "@>=(@X, @Y) is semidet" => core test not_before;
    /// Order is `<`, `=` or `>`, as X stands to Y in the standard order.
    "compare(?Order, @X, @Y) is semidet" => core once compare;
    /// X and Y are the same but for the names of variables.
    "=@=(@X, @Y) is semidet" => test variant;
    /// X and Y are not the same but for the names of variables.
    "\\=@=(@X, @Y) is semidet" => test not_variant;
};

impl Machine {
    /// The standard order of two terms.
    pub fn compare_terms(&self, a: Cell, b: Cell) -> Ordering {
        self.comparison().compare(a, b)
    }

    /// The standard order.
    pub fn comparison(&self) -> Comparison<'_> {
        Comparison::new(&self.mem, &self.atoms, NumberOrder::ByType)
    }

    fn order_of_args(&self) -> Ordering {
        self.compare_terms(self.arg(0), self.arg(1))
    }
}

fn unify(m: &mut Machine) -> Outcome {
    m.unify_arg(0, m.arg(1))
}

fn unify_with_occurs_check(m: &mut Machine) -> Outcome {
    let (x, y) = (m.arg(0), m.arg(1));
    Ok(m.mem.unify_with_occurs_check(x, y))
}

fn subsumes_term(m: &mut Machine) -> Outcome {
    m.would(|m| {
        let (general, specific) = (m.arg(0), m.arg(1));
        let variables = m.mem.term_variables(specific);
        // A binding that closed a cycle would be one of these variables, unless the
        // specific term is cyclic itself.
        if !m.mem.unify(general, specific) {
            return Ok(false);
        }
        if variables.is_empty() {
            return Ok(true);
        }
        // The variables of the specific term must still be different ones.
        let mut met = FxHashSet::default();
        let mut cells = variables.iter().map(|&var| m.mem.deref(var));
        Ok(cells.all(|cell| cell.is_var() && met.insert(cell)))
    })
}

fn unifiable(m: &mut Machine) -> Outcome {
    let (x, y) = (m.arg(0), m.arg(1));
    let mut bound = Vec::new();
    let unified = m.would(|m| {
        let mark = m.mem.trail_used();
        let unified = m.mem.unify(x, y);
        bound = m.mem.bound_since(mark).collect();
        Ok(unified)
    })?;
    if !unified {
        return Ok(false);
    }
    m.mem.ensure(5 * bound.len() as u64 + 8)?;
    if x.is_var() && y.is_var() && x != y {
        // As given, whichever of the two would be bound.
        let equation = m.mem.new_struct(known::EQUALS, &[stored(x), stored(y)]);
        return m.unify_list(2, &[equation]);
    }
    let equations = bound.into_iter().map(|(var, value)| {
        let args = [stored(var), value];
        m.mem.new_struct(known::EQUALS, &args)
    });
    let equations: Vec<Cell> = equations.collect();
    m.unify_list(2, &equations)
}

fn decided(m: &mut Machine) -> Outcome {
    Ok(m.mem.identical(m.arg(0), m.arg(1)) || !m.would(unify)?)
}

fn identical(m: &mut Machine) -> Outcome {
    Ok(m.mem.identical(m.arg(0), m.arg(1)))
}

fn not_identical(m: &mut Machine) -> Outcome {
    Ok(!m.mem.identical(m.arg(0), m.arg(1)))
}

fn before(m: &mut Machine) -> Outcome {
    Ok(m.order_of_args() == Ordering::Less)
}

fn not_after(m: &mut Machine) -> Outcome {
    Ok(m.order_of_args() != Ordering::Greater)
}

fn after(m: &mut Machine) -> Outcome {
    Ok(m.order_of_args() == Ordering::Greater)
}

fn not_before(m: &mut Machine) -> Outcome {
    Ok(m.order_of_args() != Ordering::Less)
}

fn compare(m: &mut Machine) -> Outcome {
    let order = m.to_optional_atom(m.arg(0))?;
    if order.is_some_and(|order| !is_order(order)) {
        return Err(Ball::Domain(known::ORDER, m.arg(0)));
    }
    let found = match m.compare_terms(m.arg(1), m.arg(2)) {
        Ordering::Less => known::LESS,
        Ordering::Equal => known::EQUALS,
        Ordering::Greater => known::GREATER,
    };
    m.unify_atom(0, found)
}

fn is_order(atom: Atom) -> bool {
    matches!(atom, known::LESS | known::EQUALS | known::GREATER)
}

fn variant(m: &mut Machine) -> Outcome {
    Ok(is_variant(&m.mem, m.arg(0), m.arg(1)))
}

fn not_variant(m: &mut Machine) -> Outcome {
    variant(m).map(|is_variant| !is_variant)
}

/// Whether two terms are the same but for the names of variables.
pub fn is_variant(mem: &Mem, a: Cell, b: Cell) -> bool {
    let mut there = FxHashMap::default();
    let mut back = FxHashMap::default();
    let mut steps = mem.heap_used() / 8 + 64;
    let mut met = FxHashSet::default();
    let mut todo = vec![(a, b)];
    while let Some((a, b)) = todo.pop() {
        let (a, b) = (mem.deref(a), mem.deref(b));
        if a.is_var() && b.is_var() {
            if *there.entry(a).or_insert(b) != b || *back.entry(b).or_insert(a) != a {
                return false;
            }
            continue;
        }
        match (mem.compound(a), mem.compound(b)) {
            (Some((f, xs)), Some((g, ys))) if f == g => {
                if mem.alarm.rings_at(steps) {
                    return false;
                }
                if steps > 0 {
                    steps -= 1;
                } else if !met.insert((a, b)) {
                    continue;
                }
                todo.extend(xs.iter(mem).zip(ys.iter(mem)));
                let first = todo.len() - xs.len();
                todo[first..].reverse();
            }
            (None, None) if a.tag() != Tag::Ref && mem.identical(a, b) => {}
            _ => return false,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variants_map_variables_one_to_one() {
        let mut mem = Mem::new(1 << 20);
        let (x, y) = (mem.new_var(), mem.new_var());
        let xy = mem.new_struct(known::PLUS, &[x, y]);
        let yx = mem.new_struct(known::PLUS, &[y, x]);
        let xx = mem.new_struct(known::PLUS, &[x, x]);
        assert!(is_variant(&mem, xy, yx));
        assert!(!is_variant(&mem, xy, xx));
        assert!(!is_variant(&mem, xx, xy));
    }
}
