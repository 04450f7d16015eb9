//! What is known of variables.

use super::domains::{bound_term, domain_term};
use super::fdset::set_term;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::fd::domain::Domain;
use crate::fd::int::Bound;
use crate::fd::prop::KIND_NAMES;
use crate::predicates;
use crate::term::cell::Cell;

/// The rows of reflection.
pub const ROWS: &[Row] = predicates! {
    /// Var is a variable with a domain.
    "fd_var(@Var) is semidet" => once fd_var;
    /// Inf is the least value of X, or `inf`.
    "fd_inf(@X, -Inf) is det" => once fd_inf;
    /// Sup is the greatest value of X, or `sup`.
    "fd_sup(@X, -Sup) is det" => once fd_sup;
    /// Size is the number of values of X, or `sup`.
    "fd_size(@X, -Size) is det" => once fd_size;
    /// Domain is the domain of X.
    "fd_dom(@X, -Domain) is det" => once fd_dom;
    /// Degree is the number of constraints on X.
    "fd_degree(@X, -Degree) is det" => once fd_degree;
    /// Set is the domain of X as a set.
    "fd_set(@X, -Set) is det" => once fd_set;
    /// Hash stands for the state of the solver: a test of backtracking.
    "'$fd_hash'(-Hash) is det" => once hash;
    /// Counts are numbers of what the solver has done since its start, and Kinds
    /// holds terms kind(Name, Runs, Changes) for the kinds of propagators that ran.
    "'$fd_counts'(-Counts, -Kinds) is det" => once counts;
};

fn fd_var(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    Ok(m.known_domain_variable(cell).is_some())
}

/// The domain of argument 0.
fn domain_arg(m: &mut Machine) -> Result<Domain, Ball> {
    let cell = m.arg(0);
    if let Some(id) = m.known_domain_variable(cell) {
        let solver = m.take_solver();
        let domain = solver.domain(id);
        m.put_solver(solver);
        return Ok(domain);
    }
    if cell.is_var() {
        return Ok(Domain::all());
    }
    match m.integer_of(cell) {
        Some(value) => Ok(Domain::single(value)),
        None => Err(Ball::Type(crate::atom::known::INTEGER, cell)),
    }
}

fn fd_inf(m: &mut Machine) -> Outcome {
    let bound = domain_arg(m)?.min();
    let term = bound_term(m, &bound);
    m.unify_arg(1, term)
}

fn fd_sup(m: &mut Machine) -> Outcome {
    let bound = domain_arg(m)?.max();
    let term = bound_term(m, &bound);
    m.unify_arg(1, term)
}

fn fd_size(m: &mut Machine) -> Outcome {
    let bound = domain_arg(m)?.size().map_or(Bound::Sup, Bound::Fin);
    let term = bound_term(m, &bound);
    m.unify_arg(1, term)
}

fn fd_dom(m: &mut Machine) -> Outcome {
    let domain = domain_arg(m)?;
    let term = domain_term(m, &domain);
    m.unify_arg(1, term)
}

fn fd_set(m: &mut Machine) -> Outcome {
    let domain = domain_arg(m)?;
    let term = set_term(m, &domain);
    m.unify_arg(1, term)
}

fn fd_degree(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    let Some(id) = m.known_domain_variable(cell) else {
        domain_arg(m)?;
        return m.unify_int(1, 0);
    };
    let solver = m.take_solver();
    let ids = solver.propagators(id);
    let alive = ids.iter().filter(|&&id| solver.is_active(id));
    let degree = alive.count();
    m.put_solver(solver);
    m.unify_size(1, degree)
}

fn hash(m: &mut Machine) -> Outcome {
    let solver = m.take_solver();
    let hash = solver.state_hash() >> 8;
    m.put_solver(solver);
    m.unify_int(0, hash as i64)
}

fn counts(m: &mut Machine) -> Outcome {
    let solver = m.take_solver();
    let counts = solver.counts.clone();
    let constraints = solver.props.len() as u64;
    m.put_solver(solver);
    let numbers = [
        counts.nodes,
        counts.failures,
        counts.total(),
        counts.prunings,
        counts.solutions,
        counts.depth,
        constraints,
    ];
    let cells: Vec<Cell> = numbers
        .iter()
        .map(|&number| Cell::small(number as i64))
        .collect();
    let term = m.compound("counts", &cells);
    let mut kinds = Vec::new();
    for (kind, name) in KIND_NAMES.iter().enumerate() {
        let (runs, changes) = (counts.runs[kind], counts.changes[kind]);
        if runs > 0 {
            let name = m.atom(name);
            let numbers = [runs, changes].map(|number| Cell::small(number as i64));
            kinds.push(m.compound("kind", &[name, numbers[0], numbers[1]]));
        }
    }
    Ok(m.unify_arg(0, term)? && m.unify_list(1, &kinds)?)
}
