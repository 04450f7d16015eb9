//! Constraints over integers, as predicates.
//!
//! The predicates of library(clpfd) are defined in Prolog by these, whose names
//! start with `$fd_`.

mod names;
mod expression;
mod simple;
mod relation;
mod reify;
mod domains;
pub mod fdset;
pub mod global;
pub mod label;
pub mod reflect;
mod implied;
mod goals;
mod sums;
pub mod residual;
pub mod user;

use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::Outcome;
use crate::predicates;
use expression::Poster;
use names::Op;

/// The rows of relations and domains.
pub const ROWS: &[Row] = predicates! {
    /// X and Y are equal.
    "'$fd_equal'(?X, ?Y) is semidet" => core once equal;
    /// X and Y differ.
    "'$fd_differ'(?X, ?Y) is semidet" => core once differ;
    /// X is less than Y.
    "'$fd_less'(?X, ?Y) is semidet" => core once less;
    /// X is at most Y.
    "'$fd_at_most'(?X, ?Y) is semidet" => core once at_most;
    /// X is in Domain.
    "'$fd_in'(?X, +Domain) is semidet" => core once in_domain;
    /// All of Xs are in Domain.
    "'$fd_ins'(?Xs, +Domain) is semidet" => once ins_domain;
    /// X is in the set Set.
    "'$fd_in_set'(?X, +Set) is semidet" => once in_set;
    /// Constraint holds.
    "'$fd_true'(?Constraint) is semidet" => once holds;
};

fn relation(m: &mut Machine, op: Op) -> Outcome {
    let (left, right) = (m.arg(0), m.arg(1));
    if let Some(outcome) = simple::post(m, op, left, right) {
        return outcome;
    }
    m.constrain(|m, s| Poster::new(m, s).relation(op, left, right))
}

fn equal(m: &mut Machine) -> Outcome {
    relation(m, Op::Equal)
}

fn differ(m: &mut Machine) -> Outcome {
    relation(m, Op::Differ)
}

fn less(m: &mut Machine) -> Outcome {
    relation(m, Op::Less)
}

fn at_most(m: &mut Machine) -> Outcome {
    relation(m, Op::AtMost)
}

fn in_domain(m: &mut Machine) -> Outcome {
    let (var, domain) = (m.arg(0), m.arg(1));
    m.constrain(|m, s| {
        let mut poster = Poster::new(m, s);
        let var = poster.item(var)?;
        if let Some((low, high)) = poster.small_range(domain) {
            return Ok(poster.s.keep_between(var, low, high)?);
        }
        let set = poster.domain(domain)?;
        Ok(poster.s.restrict(var, &set)?)
    })
}

fn ins_domain(m: &mut Machine) -> Outcome {
    let (vars, domain) = (m.arg(0), m.arg(1));
    m.constrain(|m, s| {
        let mut poster = Poster::new(m, s);
        if let Some((low, high)) = poster.small_range(domain)
            && let Some(count) = poster.m.list_length(vars)
        {
            let mut rest = poster.m.mem.deref(vars);
            for _ in 0..count {
                poster.look_at(1)?;
                let item = poster.m.mem.get(rest.offset());
                let var = poster.item(item)?;
                poster.s.keep_between(var, low, high)?;
                rest = poster.m.mem.deref(poster.m.mem.get(rest.offset() + 8));
            }
            return Ok(());
        }
        let vars = poster.list(vars)?;
        let set = poster.domain(domain)?;
        for var in vars {
            poster.look_at(set.ranges().len())?;
            poster.s.restrict(var, &set)?;
        }
        Ok(())
    })
}

fn in_set(m: &mut Machine) -> Outcome {
    let (var, set) = (m.arg(0), m.arg(1));
    m.constrain(|m, s| {
        let mut poster = Poster::new(m, s);
        let var = poster.item(var)?;
        let set = poster.fdset(set)?;
        Ok(poster.s.restrict(var, &set)?)
    })
}

fn holds(m: &mut Machine) -> Outcome {
    let constraint = m.arg(0);
    m.constrain(|m, s| Poster::new(m, s).truth(constraint))
}
