//! Control: exceptions, all solutions, leaving (7.8, 8.10, 8.17).

use crate::builtins::args::stored;
use crate::engine::machine::{Collector, Machine};
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

fn halt(m: &mut Machine) -> Outcome {
    let status = m.integer_arg(0)?;
    Err(Ball::Halt(status as i32))
}

fn findall_start(m: &mut Machine) -> Outcome {
    let id = m.collectors.len() as i64;
    m.collectors.push(Collector::default());
    m.unify_int(0, id)
}

fn findall_add(m: &mut Machine) -> Outcome {
    let id = m.arg(0).small_value() as usize;
    // Collections above this one were left by an exception.
    m.collectors.truncate(id + 1);
    let term = m.term_arg(1);
    let Some(mut collector) = m.collectors.pop() else {
        return Ok(false);
    };
    let start = collector.words.len();
    let (appended, network) = match m.append_constrained(term, &mut collector.words) {
        Ok(constrained) => constrained,
        Err(ball) => {
            collector.words.truncate(start);
            m.collectors.push(collector);
            return Err(ball);
        }
    };
    if !m.mem.alarm.has_rung() {
        if let Some(network) = network {
            collector.network_bytes += network.bytes();
            collector.networks.push((collector.items.len(), network));
        }
        collector.items.push((start, appended));
    }
    m.collectors.push(collector);
    m.check_buffer(0)?;
    Ok(true)
}

fn findall_collect(m: &mut Machine) -> Outcome {
    let id = m.arg(0).small_value() as usize;
    m.collectors.truncate(id + 1);
    let Some(collector) = m.collectors.pop() else {
        return Ok(false);
    };
    let tail = stored(m.arg(2));
    m.mem.ensure(2 * collector.items.len() as u64)?;
    let atoms = std::iter::repeat_n(Cell::NIL, collector.items.len());
    let list = m.mem.new_list_of(atoms, tail);
    let mut at = list.offset();
    let mut networks = collector.networks.iter().peekable();
    for (index, &(start, appended)) in collector.items.iter().enumerate() {
        let end = collector
            .items
            .get(index + 1)
            .map_or(collector.words.len(), |item| item.0);
        let words = &collector.words[start..end];
        let network = networks
            .next_if(|(at, _)| *at == index)
            .map(|(_, network)| network);
        if !appended.root.is_atom() && !appended.root.is_small() {
            let item = m.build_constrained(words, appended, network)?;
            m.mem.set(at, item);
        } else {
            m.mem.set(at, appended.root);
        }
        at += 16;
        if index % POLLED == POLLED - 1 {
            m.poll()?;
        }
    }
    // The collection is gone: this is not to be done again.
    let paused = m.mem.alarm.pause();
    let unified = m.unify_arg(1, list);
    m.mem.alarm.resume(paused);
    unified
}

/// So many terms are built between two looks at signals.
const POLLED: usize = 1 << 12;

fn findall_count(m: &mut Machine) -> Outcome {
    let id = m.arg(0).small_value() as usize;
    m.collectors.truncate(id + 1);
    let count = m
        .collectors
        .pop()
        .map_or(0, |collector| collector.items.len());
    m.unify_int(1, count as i64)
}

fn check_partial_list(m: &mut Machine) -> Outcome {
    m.check_list_or_partial(m.arg(0))?;
    Ok(true)
}

fn choice(m: &mut Machine) -> Outcome {
    let number = m.choice_number();
    m.unify_int(0, number)
}
