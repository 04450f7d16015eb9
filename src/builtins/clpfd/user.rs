//! Propagators that are programs.
//!
//! Such a propagator has a variable that becomes 1 when the domain of a variable
//! that it waits for has changed. That wakes a goal, which gives it a new variable
//! and runs the program.

use super::expression::Poster;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::Outcome;
use crate::fd::prop::{ANY, Prop, PropKind};
use crate::fd::store::PropId;
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

fn id_arg(m: &Machine) -> Result<PropId, crate::error::Ball> {
    m.size_arg(0).map(|id| id as PropId)
}

fn watch(m: &mut Machine) -> Outcome {
    let (id, var) = (id_arg(m)?, m.arg(1));
    m.constrain(|m, s| {
        let var = Poster::new(m, s).item(var)?;
        s.watch(id, var, ANY);
        Ok(())
    })
}

fn arm(m: &mut Machine) -> Outcome {
    let (id, trigger) = (id_arg(m)?, m.arg(1));
    m.constrain(|m, s| {
        let trigger = Poster::new(m, s).item(trigger)?;
        s.keep_between(trigger, 0, 1)?;
        s.touch_prop(id);
        s.props[id as usize].x = trigger;
        Ok(())
    })
}

fn kill(m: &mut Machine) -> Outcome {
    let id = id_arg(m)?;
    m.constrain(|_, s| {
        s.kill(id);
        Ok(())
    })
}
