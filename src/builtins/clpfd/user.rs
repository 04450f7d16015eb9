//! Propagators that are programs.
//!
//! Such a propagator has a variable that becomes 1 when the domain of a variable
//! that it waits for has changed. That wakes a goal, which gives it a new variable
//! and runs the program.

use super::expression::Poster;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::fd::prop::{ANY, Prop, PropKind};
use crate::fd::store::{PropId, Solver};
use crate::predicates;

/// The rows of propagators that are programs.
pub const ROWS: &[Row] = predicates! {
    /// Id is the number of a new propagator that makes Trigger 1.
    "'$fd_user'(?Trigger, -Id) is semidet" => once user;
    /// The propagator Id waits for changes of X.
    "'$fd_user_watch'(+Id, ?X) is semidet" => once watch;
    /// The propagator Id makes Trigger 1 from now on.
    "'$fd_user_arm'(+Id, ?Trigger) is semidet" => once arm;
    /// The propagator Id waits no more.
    "'$fd_user_kill'(+Id) is semidet" => once kill;
};

fn user(m: &mut Machine) -> Outcome {
    let trigger = m.arg(0);
    let mut number = 0;
    let posted = m.constrain(|m, s| {
        let mut poster = Poster::new(m, s);
        let trigger = poster.item(trigger)?;
        poster.s.keep_between(trigger, 0, 1)?;
        let prop = Prop::new(PropKind::User, trigger, trigger, trigger, 0);
        number = poster.s.push_prop(prop, 4);
        Ok(())
    })?;
    Ok(posted && m.unify_int(1, i64::from(number))?)
}

/// The number that argument 0 is, if it is that of a propagator that is a program.
fn known_id(m: &mut Machine, s: &Solver) -> Result<PropId, Ball> {
    let number = m.size_arg(0)?;
    match s.props.get(number) {
        Some(prop) if prop.kind == PropKind::User => Ok(number as PropId),
        _ => {
            let culprit = m.arg(0);
            Err(m.existence_error("propagator", culprit))
        }
    }
}

fn watch(m: &mut Machine) -> Outcome {
    let var = m.arg(1);
    m.constrain(|m, s| {
        let id = known_id(m, s)?;
        let var = Poster::new(m, s).item(var)?;
        s.watch(id, var, ANY);
        Ok(())
    })
}

fn arm(m: &mut Machine) -> Outcome {
    let trigger = m.arg(1);
    m.constrain(|m, s| {
        let id = known_id(m, s)?;
        let trigger = Poster::new(m, s).item(trigger)?;
        s.keep_between(trigger, 0, 1)?;
        s.touch_prop(id);
        s.props[id as usize].x = trigger;
        Ok(())
    })
}

fn kill(m: &mut Machine) -> Outcome {
    m.constrain(|m, s| {
        let id = known_id(m, s)?;
        s.kill(id);
        Ok(())
    })
}
