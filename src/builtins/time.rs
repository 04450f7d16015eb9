//! Clocks and statistics.

use std::time::Duration;

use crate::engine::limits::Bound;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::number::Number;
use crate::predicates;
use crate::term::cell::Cell;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Time is the number of seconds since the start of 1970, a float.
    "get_time(-Time) is det" => once get_time;
    /// Waits for as many seconds as Seconds says.
    "sleep(+Seconds) is det" => once sleep;
    /// Value is what Key says of the system: `runtime`, `walltime`, `inferences` and so on.
    "statistics(+Key, -Value) is semidet" => once statistics;
    /// Lets limits and interrupts wait for so many calls at least; before, they did
    /// up to the count of calls Before.
    "'$undisturbed'(+Calls, -Before) is det" => once undisturbed;
    /// Lets limits and interrupts wait up to a count of calls.
    "'$disturbed'(+Until) is det" => once disturbed;
    /// Sets a limit to what the calls from here on may take: Amount of Kind, which is
    /// `calls` or `seconds`. Id is its number.
    "'$limit'(+Kind, +Amount, -Id) is det" => once limit;
    /// Takes away the limit Id and those set after it; Left is what was left of it.
    "'$unlimit'(+Id, -Left) is semidet" => once unlimit;
};

fn get_time(m: &mut Machine) -> Outcome {
    if !m.host.has_clock() {
        return Err(no_clock(m));
    }
    let now = m.arith.clock.wall_seconds();
    m.unify_number(0, &Number::Float(now))
}

/// The error for a clock that the host does not grant.
fn no_clock(m: &mut Machine) -> Ball {
    let culprit = m.atom("clock");
    m.permission_error("access", "time", culprit)
}

/// Sleeps so that an interrupt or the end of a time limit is noticed soon; false if
/// the host does not sleep.
fn sleep_in_naps(m: &mut Machine, time: Duration) -> Outcome {
    let mut left = time;
    while !left.is_zero() {
        let nap = left.min(Duration::from_millis(10));
        if m.host.sleep(nap).is_err() {
            return Ok(false);
        }
        left -= nap;
        m.poll()?;
    }
    Ok(true)
}

fn sleep(m: &mut Machine) -> Outcome {
    let seconds = m.to_float(m.arg(0))?;
    let Ok(time) = Duration::try_from_secs_f64(seconds.max(0.0)) else {
        return Ok(true);
    };
    // What has been written must be seen before the wait.
    let is_flushed = m.io.flush_all().is_ok();
    if is_flushed && sleep_in_naps(m, time)? {
        return Ok(true);
    }
    Err(no_clock(m))
}

fn undisturbed(m: &mut Machine) -> Outcome {
    let calls = m.size_arg(0)?;
    let before = m.undisturbed;
    m.undisturbed = before.max(m.inferences() + calls as u64);
    m.unify_int(1, before as i64)
}

fn disturbed(m: &mut Machine) -> Outcome {
    m.undisturbed = m.size_arg(0)? as u64;
    Ok(true)
}

fn limit(m: &mut Machine) -> Outcome {
    let kind = m.atom_arg(0)?;
    let bound = match m.text(kind) {
        "seconds" => Bound::Time(m.arith.clock.wall_seconds() + m.to_float(m.arg(1))?),
        _ => Bound::Calls(m.steps().saturating_add(m.size_arg(1)? as u64)),
    };
    let id = m.set_limit(bound);
    m.unify_int(2, id as i64)
}

fn unlimit(m: &mut Machine) -> Outcome {
    let id = m.size_arg(0)? as u64;
    match m.drop_limit(id) {
        Some(Bound::Calls(left)) => m.unify_number(1, &Number::from(left)),
        Some(Bound::Time(left)) => m.unify_number(1, &Number::Float(left)),
        None => Ok(false),
    }
}

/// A value that statistics tell.
enum Figure {
    /// A number.
    One(Number),
    /// A time in all, and since the last question.
    Time(f64),
    /// Several sizes and counts, such as bytes in use and free ones.
    Sizes(Vec<u64>),
}

fn figure(m: &Machine, key: &str) -> Option<Figure> {
    let clock = &m.arith.clock;
    let left = m.mem.budget.limit.saturating_sub(m.mem.budget.used);
    let count = |value: u64| Figure::One(Number::from(value));
    let seconds = |value: f64| Figure::One(Number::Float(value));
    let stack = m.environments_used();
    Some(match key {
        "runtime" | "process_runtime" | "system_time" => Figure::Time(1000.0 * clock.cpu_seconds()),
        "walltime" => Figure::Time(1000.0 * clock.running_seconds()),
        "real_time" => Figure::Time(clock.wall_seconds()),
        "cputime" | "process_cputime" | "thread_cputime" => seconds(clock.cpu_seconds()),
        "epoch" | "process_epoch" => seconds(clock.wall_seconds() - clock.running_seconds()),
        "inferences" => count(m.inferences()),
        "backtracks" => count(m.backtracks),
        "stack" | "globalused" | "global" => count(m.mem.heap_used()),
        "trailused" | "trail" => count(m.mem.trail_used()),
        "atoms" => count(m.atoms.len() as u64),
        "atom_space" => count(m.atoms.bytes()),
        "agc" => count(m.atom_collections()),
        "agc_gained" => count(m.atoms.freed()),
        "collections" | "garbage_collection_count" => count(m.collections()),
        "garbage_collection" => {
            let (bytes, time) = m.gained();
            Figure::Sizes(vec![m.collections(), bytes, (1000.0 * time) as u64])
        }
        "predicates" => count(m.db.len() as u64),
        "clauses" => {
            let predicates = m.db.predicates();
            count(predicates.map(|(_, all)| all.clauses.live as u64).sum())
        }
        "modules" => count(m.db.modules().count() as u64),
        "heapused" => count(m.mem.budget.used),
        "local" | "localused" => count(stack),
        "memory" | "core" | "program" => Figure::Sizes(vec![m.mem.budget.used, left]),
        "stacks" => Figure::Sizes(vec![m.mem.heap_used(), stack]),
        "global_stack" => Figure::Sizes(vec![m.mem.heap_used(), left]),
        "local_stack" => Figure::Sizes(vec![stack, left]),
        "trail_stack" => Figure::Sizes(vec![m.mem.trail_used(), left]),
        "stack_limit" => count(m.mem.budget.limit),
        "threads" | "engines" => count(1),
        _ => return None,
    })
}

fn statistics(m: &mut Machine) -> Outcome {
    let key = m.atom_arg(0)?;
    let Some(figure) = figure(m, m.text(key)) else {
        return Err(m.domain_error("statistics_key", Cell::atom(key)));
    };
    match figure {
        Figure::One(number) => m.unify_number(1, &number),
        Figure::Time(now) => {
            let last = m.globals.questions.insert(key, now as i64);
            let pair = [now as i64, now as i64 - last.unwrap_or(0)];
            unify_numbers(m, pair.map(Number::from))
        }
        Figure::Sizes(sizes) => unify_numbers(m, sizes.into_iter().map(Number::from)),
    }
}

fn unify_numbers(m: &mut Machine, numbers: impl IntoIterator<Item = Number>) -> Outcome {
    let numbers = numbers.into_iter();
    let cells: Vec<Cell> = numbers.map(|number| m.mem.new_number(&number)).collect();
    m.unify_list(1, &cells)
}
