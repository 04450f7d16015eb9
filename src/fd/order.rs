//! Orders of two variables, `x #=< y + c`: what the bounds of one demand of the other
//! are entries in their lists (see `entries`).

use super::entries::{ABOVE, BELOW};
use super::int::Bound;
use super::prop::{Prop, PropKind};
use super::queue::{MAX, MIN};
use super::store::{Change, Conflict, Kind, PropId, Solver, VarId};

impl Solver {
    /// Adds `x #=< y + c`.
    pub fn add_order(&mut self, x: VarId, y: VarId, c: i64) -> Change {
        if x == y {
            return if c >= 0 { Ok(()) } else { Err(Conflict) };
        }
        let mut prop = Prop::new(PropKind::AtMost, x, y, 0, c);
        self.order(&prop)?;
        let (lower, upper) = (self.var(x), self.var(y));
        if lower.is_narrow() && upper.is_narrow() && lower.max <= upper.min + c {
            return Ok(());
        }
        prop.posted = self.queue.posting;
        let id = self.push_prop(prop, 1);
        self.add_entry(x, ABOVE, (id, y, -c));
        self.add_entry(y, BELOW, (id, x, c));
        Ok(())
    }

    /// `x #=< y + c`
    pub fn order(&mut self, prop: &Prop) -> Change {
        if prop.x == prop.y {
            return if prop.c >= 0 { Ok(()) } else { Err(Conflict) };
        }
        let (x, y) = (self.var(prop.x), self.var(prop.y));
        if x.is_narrow() && y.is_narrow() {
            let low = x.min - prop.c;
            self.at_most(prop.x, y.max + prop.c)?;
            return self.at_least(prop.y, low);
        }
        let high = self.max(prop.y).plus(prop.c);
        self.at_most_bound(prop.x, &high)?;
        let low = self.min(prop.x).plus(-prop.c);
        self.at_least_bound(prop.y, &low)
    }

    /// Tells those that are not less, or not greater, of new bounds of a variable.
    #[inline]
    pub fn bounds_moved(&mut self, var: VarId, events: u8) -> Change {
        let before = self.counts.prunings;
        if events & MIN != 0 {
            self.end_moved::<true>(var)?;
        }
        if events & MAX != 0 {
            self.end_moved::<false>(var)?;
        }
        self.counts.changes[PropKind::AtMost as usize] += self.counts.prunings - before;
        Ok(())
    }

    /// The new least value of a variable, or its greatest one, moves those of others;
    /// along a chain of comparisons, that of one other after the other.
    fn end_moved<const IS_LEAST: bool>(&mut self, var: VarId) -> Change {
        let mut moved = var;
        while let Some(next) = self.move_others::<IS_LEAST>(moved)? {
            if !self.follows_chain() {
                self.queue.note_move(next, if IS_LEAST { MIN } else { MAX });
                break;
            }
            moved = next;
        }
        Ok(())
    }

    /// Moves the ends of the variables in a list of `var`. The last one that has moved,
    /// if others wait for that.
    #[inline(always)]
    fn move_others<const IS_LEAST: bool>(&mut self, var: VarId) -> Result<Option<VarId>, Conflict> {
        let moved = self.var(var);
        if !moved.is_narrow() {
            return self.move_others_exactly(var, IS_LEAST).map(|()| None);
        }
        let (list, end) = match IS_LEAST {
            true => (ABOVE, moved.min),
            false => (BELOW, moved.max),
        };
        let mut last = None;
        let mut chunk = self.links[var as usize].entries[list] as usize;
        while chunk != 0 {
            let header = self.words[chunk];
            let behind = chunk + 1 + 2 * (header & 0xffff) as usize;
            self.counts.runs[PropKind::AtMost as usize] += header & 0xffff;
            let mut at = chunk + 1;
            while let Some(&[entry, distance]) =
                self.words.get(at..behind).and_then(|s| s.first_chunk())
            {
                at += 2;
                let bound = end + distance as i64;
                match self.move_end::<IS_LEAST>(entry as VarId, bound) {
                    Ok(false) => {}
                    Ok(true) => {
                        let event = if IS_LEAST { MIN } else { MAX };
                        if let Some(before) = last.replace(entry as VarId) {
                            self.queue.note_move(before, event);
                        }
                    }
                    Err(conflict) => {
                        self.queue.failed = Some((entry >> 32) as PropId);
                        return Err(conflict);
                    }
                }
            }
            chunk = (header >> 32) as usize;
        }
        Ok(last)
    }

    /// Moves the bound of a variable, mostly of an interval that stays open and for which
    /// only orders wait. Whether they have yet to be told.
    #[inline(always)]
    fn move_end<const IS_LEAST: bool>(&mut self, id: VarId, bound: i64) -> Result<bool, Conflict> {
        let var = &self.vars[id as usize];
        // A bound out of range never holds by this.
        let holds = match IS_LEAST {
            true => var.min >= bound,
            false => var.max <= bound,
        };
        if holds {
            return Ok(false);
        }
        let is_plain = var.kind == Kind::Interval && var.is_narrow();
        if !is_plain || bound <= var.min || bound >= var.max {
            match IS_LEAST {
                true => self.at_least(id, bound)?,
                false => self.at_most(id, bound)?,
            }
            return Ok(false);
        }
        self.touch(id);
        let var = &mut self.vars[id as usize];
        match IS_LEAST {
            true => var.min = bound,
            false => var.max = bound,
        }
        var.size = (var.max - var.min) as u64 + 1;
        Ok(self.notify_end::<IS_LEAST>(id))
    }

    /// As [`Solver::move_others`], of bounds of any size.
    #[cold]
    fn move_others_exactly(&mut self, var: VarId, is_least: bool) -> Change {
        let (list, end) = match is_least {
            true => (ABOVE, self.min(var)),
            false => (BELOW, self.max(var)),
        };
        if matches!(end, Bound::Inf | Bound::Sup) {
            return Ok(());
        }
        for (_, other, distance) in self.entries(var, list) {
            let end = end.plus(distance);
            match is_least {
                true => self.at_least_bound(other, &end)?,
                false => self.at_most_bound(other, &end)?,
            }
        }
        Ok(())
    }

    /// Moves the orders of a variable to the one that it has become.
    pub fn alias_orders(&mut self, gone: VarId, kept: VarId) -> Change {
        for (list, opposite) in [(ABOVE, BELOW), (BELOW, ABOVE)] {
            for (id, other, distance) in self.entries(gone, list) {
                self.rename_ends(id, gone, kept);
                if other == kept || other == gone {
                    if self.props[id as usize].c < 0 {
                        return Err(Conflict);
                    }
                    self.kill(id);
                    continue;
                }
                self.add_entry(kept, list, (id, other, distance));
                self.redirect(other, opposite, id, kept);
                self.enqueue(id);
            }
        }
        Ok(())
    }
}
