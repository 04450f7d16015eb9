//! Calls of lambda expressions.

use super::args::stored;
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::term::cell::{Cell, Tag};
use crate::term::image::Attributes;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Call is the goal that `Parameters>>Goal` is with Arguments, a list; it shares with
    /// its context only what it says it shares. Fails unless Parameters are a list with as
    /// many items at most, perhaps with the variables shared before it.
    "'$lambda_call'(+Parameters, +Goal, +Arguments, -Call) is semidet" => once lambda_call;
};

fn lambda_call(m: &mut Machine) -> Outcome {
    let shared = match m.mem.match_struct(m.arg(0), known::SLASH, 2) {
        Some(args) => match shared_arg(m, args.get(&m.mem, 0)) {
            Some(shared) => Some((shared, args.get(&m.mem, 1))),
            None => return Ok(false),
        },
        None => None,
    };
    let list = shared.map_or(m.arg(0), |(_, list)| m.mem.deref(list));
    let (parameters, end) = m.mem.skip_list(list);
    let (given, _) = m.mem.skip_list(m.arg(2));
    if end != Cell::NIL || parameters > given {
        return Ok(false);
    }
    let (parameters, goal) = fresh(m, list, shared.map(|(shared, _)| shared))?;
    bind(m, parameters, goal)
}

/// What stands before a slash, if it is variables in braces.
fn shared_arg(m: &Machine, cell: Cell) -> Option<Cell> {
    let cell = m.mem.deref(cell);
    let is_shared =
        cell == Cell::atom(known::CURLY) || m.mem.match_struct(cell, known::CURLY, 1).is_some();
    is_shared.then_some(cell)
}

/// Copies of the parameters and the goal, in which the variables of `shared` are those
/// of the context.
fn fresh(m: &mut Machine, list: Cell, shared: Option<Cell>) -> Result<(Cell, Cell), Ball> {
    m.mem.ensure(4)?;
    let goal = m.term_arg(1);
    let pair = m.mem.new_list(list, goal);
    let whole = m.mem.new_list(shared.unwrap_or(Cell::NIL), pair);
    let copy = m.mem.copy(whole, Attributes::Drop)?;
    if m.mem.alarm.has_rung() {
        // Nobody sees these.
        return Ok((Cell::NIL, Cell::NIL));
    }
    if let Some(shared) = shared {
        let copied = m.mem.get(copy.offset());
        m.mem.unify(copied, shared);
    }
    let pair = m.mem.deref(m.mem.get(copy.offset() + 8));
    Ok((
        m.mem.deref(m.mem.get(pair.offset())),
        m.mem.get(pair.offset() + 8),
    ))
}

/// Unifies the parameters with the arguments, and passes the further ones to the goal.
fn bind(m: &mut Machine, parameters: Cell, goal: Cell) -> Outcome {
    let (mut parameters, mut arguments) = (parameters, m.arg(2));
    while parameters.tag() == Tag::Lst {
        let parameter = m.mem.get(parameters.offset());
        let argument = m.mem.get(arguments.offset());
        if !m.mem.unify(parameter, argument) {
            return m.unify_atom(3, known::FAIL);
        }
        parameters = m.mem.deref(m.mem.get(parameters.offset() + 8));
        arguments = m.mem.deref(m.mem.get(arguments.offset() + 8));
    }
    if arguments == Cell::NIL {
        return m.unify_arg(3, stored(m.mem.deref(goal)));
    }
    let mut call = vec![goal];
    while arguments.tag() == Tag::Lst {
        call.push(m.mem.get(arguments.offset()));
        arguments = m.mem.deref(m.mem.get(arguments.offset() + 8));
    }
    m.mem.ensure(call.len() as u64 + 1)?;
    let call = m.mem.new_struct(known::CALL, &call);
    m.unify_arg(3, call)
}
