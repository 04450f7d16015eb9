//! What need not be said of variables, since it holds anyway.
//!
//! A propagator may hold for all values that are left, and a variable that nobody
//! knows may have a value whatever the others are: then what makes it is not said.

use super::expression::constant;
use super::names::Op;
use crate::fd::domain::Domain;
use crate::fd::int::{Bound, Int};
use crate::fd::logic::FUNCTIONS;
use crate::fd::prop::{NOT_POSTED, Prop, PropKind};
use crate::fd::store::{PropId, Solver, VarId};

/// So many values are tried.
const TRIED: u64 = 1024;

/// The propagators that say nothing of the variables of a network to those who know
/// only `roots`.
pub fn silent(s: &Solver, roots: &[VarId]) -> Vec<bool> {
    let mut silent = vec![false; s.props.len()];
    let (vars, _) = s.reachable(roots);
    let mut is_root = vec![false; s.vars.len()];
    for &var in roots {
        is_root[var as usize] = true;
    }
    for &var in &vars {
        for id in s.propagators(var) {
            silent[id as usize] = !s.is_active(id) || holds_for_all(s, &s.props[id as usize]);
        }
    }
    let mut todo: Vec<VarId> = vars
        .into_iter()
        .filter(|&var| !is_root[var as usize] && !s.is_fixed(var))
        .collect();
    while let Some(var) = todo.pop() {
        let mut ids = s.propagators(var);
        ids.retain(|&id| !silent[id as usize]);
        if ids.is_empty() || !is_result(s, var, &ids) {
            continue;
        }
        for id in ids {
            silent[id as usize] = true;
            let others = s.variables(id).into_iter();
            todo.extend(others.filter(|&var| !is_root[var as usize] && !s.is_fixed(var)));
        }
    }
    silent
}

/// Whether a variable has a value for all values that the others in these
/// propagators have.
fn is_result(s: &Solver, var: VarId, ids: &[PropId]) -> bool {
    use PropKind as K;
    let props: Vec<&Prop> = ids.iter().map(|&id| &s.props[id as usize]).collect();
    if props.iter().any(|prop| prop.posted != NOT_POSTED) {
        return false;
    }
    let once = |prop: &Prop| {
        let is_var = |&other: &VarId| other == var;
        let listed = (0..prop.len as usize).map(|index| s.item(prop, index));
        prop.x != var && prop.y != var && prop.z == var && !listed.into_iter().any(|v| is_var(&v))
    };
    let is_open_truth = || s.domain(var) == Domain::range(Bound::small(0), Bound::small(1));
    match *props {
        [prop] => match prop.kind {
            K::ReifiedSame | K::ReifiedApart | K::ReifiedValue | K::ReifiedOther | K::ReifiedIn => {
                once(prop) && is_open_truth()
            }
            K::ReifiedAtMost | K::ReifiedEqual | K::ReifiedDiffer => {
                let among = (0..prop.len as usize).any(|index| s.term(prop, index).1 == var);
                !among && is_open_truth()
            }
            K::Truth => once(prop) && is_open_truth(),
            K::Plus => s.domain(var) == Domain::all() && is_once_in_sum(s, var, prop),
            K::LinearEqual => s.domain(var) == Domain::all() && is_once_in_sum(s, var, prop),
            K::Quotient | K::FloorQuotient if s.is_fixed(prop.y) && !s.contains(prop.y, 0) => {
                once(prop) && s.domain(var) == Domain::all()
            }
            K::Times => once(prop) && s.domain(var) == Domain::all(),
            _ => false,
        },
        [one, other] => {
            matches!(
                (one.kind, other.kind),
                (K::OrderIf, K::OrderUnless) | (K::OrderUnless, K::OrderIf)
            ) && (one.x, one.y) == (other.y, other.x)
                && one.c == -other.c - 1
                && once(one)
                && once(other)
                && is_open_truth()
        }
        _ => false,
    }
}

fn is_once_in_sum(s: &Solver, var: VarId, prop: &Prop) -> bool {
    if prop.kind == PropKind::Plus {
        let places = [prop.x, prop.y, prop.z].into_iter();
        return places.filter(|&other| other == var).count() == 1;
    }
    let terms = (0..prop.len as usize).map(|index| s.term(prop, index));
    let own: Vec<i64> = terms
        .filter(|term| term.1 == var)
        .map(|term| term.0)
        .collect();
    matches!(*own, [1 | -1])
}

/// Whether a function has its known value for all arguments that are left.
fn holds_for_all(s: &Solver, prop: &Prop) -> bool {
    if !is_function(prop.kind) || prop.posted != NOT_POSTED {
        return false;
    }
    let Some(value) = s.value(prop.z) else {
        return false;
    };
    let (x, y) = (s.domain(prop.x), s.domain(prop.y));
    let sizes = [&x, &y].map(|domain| domain.size().and_then(|size| size.as_i64()));
    let [Some(width), Some(height)] = sizes else {
        return false;
    };
    let is_one = prop.x == prop.y;
    let height = if is_one { 1 } else { height };
    if (width as u64).saturating_mul(height as u64) > TRIED {
        return false;
    }
    let (Some(xs), Some(ys)) = (x.values(), y.values()) else {
        return false;
    };
    let ys: Vec<Int> = ys.collect();
    xs.into_iter().all(|x| match is_one {
        true => result(prop, &x, &x).as_ref() == Some(&value),
        false => ys
            .iter()
            .all(|y| result(prop, &x, y).as_ref() == Some(&value)),
    })
}

fn is_function(kind: PropKind) -> bool {
    use PropKind as K;
    matches!(
        kind,
        K::Times
            | K::Quotient
            | K::FloorQuotient
            | K::Modulo
            | K::Remainder
            | K::Power
            | K::Minimum
            | K::Maximum
            | K::Absolute
            | K::Function
    )
}

fn result(prop: &Prop, x: &Int, y: &Int) -> Option<Int> {
    use PropKind as K;
    match prop.kind {
        K::Times => Some(x.mul(y)),
        K::Quotient => constant(Op::Quotient, x, y),
        K::FloorQuotient => constant(Op::FloorQuotient, x, y),
        K::Modulo => constant(Op::Modulo, x, y),
        K::Remainder => constant(Op::Remainder, x, y),
        K::Power => constant(Op::Power, x, y),
        K::Minimum => constant(Op::Minimum, x, y),
        K::Maximum => constant(Op::Maximum, x, y),
        K::Absolute => Some(x.abs()),
        _ => FUNCTIONS[prop.c as usize].value(x, y),
    }
}
