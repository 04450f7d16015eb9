//! The most frequent relations of all, between variables that mostly have domains
//! already, posted in a few steps. Whatever else is left to `relation`.

use super::expression::{MINUS, PLUS, is_monotonic};
use super::names::Op;
use crate::engine::machine::Machine;
use crate::error::Outcome;
use crate::fd::store::{Change, Conflict, Solver, VarId};
use crate::term::cell::{Cell, Tag};

/// A side of a relation.
#[derive(Clone, Copy)]
pub enum Side {
    /// A variable that has a domain, with an integer added.
    Known(VarId, i64),
    /// A variable that has none yet, with an integer added.
    New(Cell, i64),
    /// The sum of two variables.
    Sum(VarId, VarId),
    /// The difference of two variables.
    Difference(VarId, VarId),
}

/// What is to be posted.
enum Post {
    /// `x #\= y + c`
    Differ(VarId, VarId, i64),
    /// `x #=< y + c`
    AtMost(VarId, VarId, i64),
    /// `x #= y + c`
    Offset(VarId, VarId, i64),
    /// `x + y #= z`
    Plus(VarId, VarId, VarId),
}

/// Posts a relation if it is a frequent one; nothing has changed if it is not.
#[inline]
pub fn post(m: &mut Machine, op: Op, left: Cell, right: Cell) -> Option<Outcome> {
    if !m.mem.woken.is_empty() {
        return None;
    }
    let (left, right) = (side(m, left)?, side(m, right)?);
    let mut solver = m.take_solver();
    let post = meant(m, &mut solver, op, left, right);
    let outcome = post.map(|post| match add(&mut solver, post) {
        Ok(()) if solver.is_carried_over() => Ok(true),
        Ok(()) => m.settle_whole(&mut solver),
        Err(Conflict) => {
            solver.clear_queue();
            Ok(false)
        }
    });
    m.put_solver(solver);
    outcome
}

/// What a term is as a side of a relation, if it is a simple one.
#[inline]
pub fn side(m: &Machine, cell: Cell) -> Option<Side> {
    let cell = m.mem.deref(cell);
    if cell.tag() != Tag::Str {
        return variable(m, cell, 0);
    }
    let functor = m.mem.get(cell.offset());
    let is_plus = functor == PLUS.cell();
    if !is_plus && functor != MINUS.cell() {
        return None;
    }
    let first = m.mem.deref(m.mem.get(cell.offset() + 8));
    let second = m.mem.deref(m.mem.get(cell.offset() + 16));
    if second.is_small() {
        let distance = second.small_value();
        return variable(m, first, if is_plus { distance } else { -distance });
    }
    let (x, y) = (number_of(m, first)?, number_of(m, second)?);
    Some(match is_plus {
        true => Side::Sum(x, y),
        false => Side::Difference(x, y),
    })
}

#[inline(always)]
fn variable(m: &Machine, cell: Cell, distance: i64) -> Option<Side> {
    match number_of(m, cell) {
        Some(id) => Some(Side::Known(id, distance)),
        None if cell.is_var() => Some(Side::New(cell, distance)),
        None => None,
    }
}

/// The number of a variable with a domain, which is not bound.
#[inline(always)]
fn number_of(m: &Machine, cell: Cell) -> Option<VarId> {
    if cell.tag() != Tag::Att {
        return None;
    }
    let slot = m.mem.get(cell.offset() + 16);
    (slot != Cell::small(0)).then(|| (slot.small_value() - 1) as VarId)
}

/// What to post, if the relation is a frequent one of different open variables. A new
/// variable gets a domain then.
#[inline]
fn meant(m: &mut Machine, s: &mut Solver, op: Op, left: Side, right: Side) -> Option<Post> {
    if let (Side::Known(x, a), Side::Known(y, b)) = (left, right) {
        let c = b - a;
        if x == y || s.is_fixed(x) || s.is_fixed(y) {
            return None;
        }
        return match op {
            Op::Differ => Some(Post::Differ(x, y, c)),
            Op::AtMost => Some(Post::AtMost(x, y, c)),
            Op::Less => Some(Post::AtMost(x, y, c - 1)),
            Op::Equal if c != 0 => Some(Post::Offset(x, y, c)),
            _ => None,
        };
    }
    if op != Op::Equal {
        return None;
    }
    match (left, right) {
        (Side::Known(x, a), Side::New(new, b)) if a != b && !s.is_fixed(x) => {
            Some(Post::Offset(x, made(m, s, new)?, b - a))
        }
        (Side::New(new, a), Side::Known(y, b)) if a != b && !s.is_fixed(y) => {
            Some(Post::Offset(made(m, s, new)?, y, b - a))
        }
        // In which order the two stand matters only for how the constraint is shown.
        (Side::Sum(x, y), z) => sum(m, s, [x, y], z).map(|z| Post::Plus(x, y, z)),
        (z, Side::Sum(x, y)) => sum(m, s, [x, y], z).map(|z| Post::Plus(y, x, z)),
        (Side::Difference(x, y), z) | (z, Side::Difference(x, y)) => {
            sum(m, s, [x, y], z).map(|z| Post::Plus(z, y, x))
        }
        _ => None,
    }
}

/// The variable beside two others, if all are different and open.
#[inline]
fn sum(m: &mut Machine, s: &mut Solver, two: [VarId; 2], third: Side) -> Option<VarId> {
    let [x, y] = two;
    if x == y || s.is_fixed(x) || s.is_fixed(y) {
        return None;
    }
    match third {
        Side::Known(z, 0) if z != x && z != y && !s.is_fixed(z) => Some(z),
        Side::New(new, 0) => made(m, s, new),
        _ => None,
    }
}

/// The number that a variable without domain gets, unless it would have to be marked as
/// an integer.
#[inline]
fn made(m: &mut Machine, s: &mut Solver, new: Cell) -> Option<VarId> {
    match is_monotonic(m) {
        true => None,
        false => Some(m.domain_variable(s, new)),
    }
}

#[inline]
fn add(s: &mut Solver, post: Post) -> Change {
    match post {
        Post::Differ(x, y, c) => s.add_differ(x, y, c),
        Post::AtMost(x, y, c) => s.add_order(x, y, c),
        Post::Offset(x, y, c) => s.add_offset(x, y, c),
        Post::Plus(x, y, z) => s.add_plus(x, y, z),
    }
}
