//! Control: exceptions, all solutions, leaving (7.8, 8.10, 8.17).

use crate::builtins::args::stored;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::term::cell::Cell;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Raises Ball as an exception: control goes to the newest active `catch/3`
    /// whose catcher unifies with a copy of Ball.
    ///
    /// ?- catch(throw(oops), E, true).
    ///    E = oops.
    "throw(+Ball) is erroneous" => core once throw;
    /// Leaves Luminy with the exit status Status, without further ado.
    "'$halt'(+Status) is erroneous" => core once halt;
    /// Status is what `halt/0` leaves with.
    "'$halt_status'(-Status) is det" => core once halt_status;
    /// Starts to collect solutions; Id names the collection.
    "'$findall_start'(-Id) is det" => core once findall_start;
    /// Adds a copy of Term to the collection Id.
    "'$findall_add'(+Id, +Term) is det" => core once findall_add;
    /// Ends the collection Id; List is its terms in order, with Tail behind them.
    "'$findall_collect'(+Id, -List, ?Tail) is semidet" => core once findall_collect;
    /// Ends the collection Id; Count is the number of its terms.
    "'$findall_count'(+Id, -Count) is semidet" => core once findall_count;
    /// Checks that Term is a list, a partial list or a variable.
    "'$check_partial_list'(+Term) is det" => core once check_partial_list;
    /// Number is that of the newest choice point.
    "'$choice'(-Number) is det" => core once choice;
};

fn throw(m: &mut Machine) -> Outcome {
    let ball = m.arg(0);
    if ball.is_var() {
        return Err(Ball::Instantiation);
    }
    Err(Ball::Term(ball))
}

fn halt_status(m: &mut Machine) -> Outcome {
    let status = match m.loading.has_errors {
        true => i64::from(m.loading.error_status),
        false => 0,
    };
    m.unify_arg(0, Cell::small(status))
}

fn halt(m: &mut Machine) -> Outcome {
    let status = m.integer_arg(0)?;
    Err(Ball::Halt(status as i32))
}

fn findall_start(m: &mut Machine) -> Outcome {
    let id = m.start_collection();
    m.unify_size(0, id)
}

fn findall_add(m: &mut Machine) -> Outcome {
    let id = m.arg(0).small_value() as usize;
    m.collect_solution(id, m.term_arg(1))?;
    Ok(true)
}

fn findall_collect(m: &mut Machine) -> Outcome {
    let id = m.arg(0).small_value() as usize;
    let tail = stored(m.arg(2));
    let Some(list) = m.end_collection(id, tail)? else {
        return Ok(false);
    };
    // The collection is gone: this is not to be done again.
    let paused = m.mem.alarm.pause();
    let unified = m.unify_arg(1, list);
    m.mem.alarm.resume(paused);
    unified
}

fn findall_count(m: &mut Machine) -> Outcome {
    let id = m.arg(0).small_value() as usize;
    let count = m.count_collection(id);
    m.unify_size(1, count)
}

fn check_partial_list(m: &mut Machine) -> Outcome {
    m.check_list_or_partial(m.arg(0))?;
    Ok(true)
}

fn choice(m: &mut Machine) -> Outcome {
    let number = m.choice_number();
    m.unify_int(0, number)
}
