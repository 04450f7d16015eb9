//! Two variables that have become one.
//!
//! Wherever the first occurs in a propagator, the second takes its place, and
//! all propagators of both run again. The first keeps its number, as a variable
//! without propagators that no domain matters for any more.

use super::prop::PropKind;
use super::queue::{CLASSES, EVENTS};
use super::store::{Change, PropId, Solver, VarId};

impl Solver {
    /// Makes `gone` the same as `kept`.
    pub fn alias(&mut self, gone: VarId, kept: VarId) -> Change {
        if gone == kept {
            return Ok(());
        }
        let domain = self.domain(gone);
        self.restrict(kept, &domain)?;
        for id in self.propagators(kept) {
            self.enqueue(id);
        }
        for (class, events) in EVENTS.into_iter().enumerate() {
            let mut ids: Vec<PropId> = Vec::new();
            self.each_watcher(gone, class, |id| ids.push(id));
            for id in ids {
                self.substitute(id, gone, kept);
                if !self.is_fixed(kept) {
                    self.watch(id, kept, events);
                }
                self.recheck(id);
            }
        }
        self.alias_differs(gone, kept)?;
        self.alias_orders(gone, kept)?;
        let gone = self.touch_links(gone);
        gone.watchers = [0; CLASSES];
        gone.entries = [0; 3];
        Ok(())
    }

    /// Runs a propagator again, also one that only waits for values.
    fn recheck(&mut self, id: PropId) {
        self.enqueue(id);
    }

    /// Replaces a variable in a propagator.
    fn substitute(&mut self, id: PropId, gone: VarId, kept: VarId) {
        self.touch_prop(id);
        let prop = &mut self.props[id as usize];
        for var in [&mut prop.x, &mut prop.y, &mut prop.z] {
            if *var == gone {
                *var = kept;
            }
        }
        let prop = *prop;
        if has_terms(prop.kind) {
            return self.substitute_term(id, gone, kept);
        }
        for index in 0..prop.len as usize {
            let at = prop.args as usize + index;
            if self.words[at] == u64::from(gone) {
                self.set_word(at, u64::from(kept));
            }
        }
    }

    /// Replaces a variable in a sum, and adds up the terms of the variable in its place.
    fn substitute_term(&mut self, id: PropId, gone: VarId, kept: VarId) {
        let mut terms: Vec<(i64, VarId)> = Vec::new();
        let prop = self.props[id as usize];
        for index in 0..prop.len as usize {
            let (c, var) = self.term(&prop, index);
            let var = if var == gone { kept } else { var };
            match terms.iter_mut().find(|term| term.1 == var) {
                Some(term) => term.0 += c,
                None => terms.push((c, var)),
            }
        }
        terms.retain(|term| term.0 != 0);
        for (index, &(c, var)) in terms.iter().enumerate() {
            let at = prop.args as usize + 2 * index;
            self.set_word(at, c as u64);
            self.set_word(at + 1, u64::from(var));
        }
        self.props[id as usize].len = terms.len() as u32;
    }
}

/// Whether the list of a propagator holds coefficients.
pub fn has_terms(kind: PropKind) -> bool {
    use PropKind as K;
    matches!(
        kind,
        K::LinearEqual
            | K::LinearAtMost
            | K::LinearDiffer
            | K::ReifiedAtMost
            | K::ReifiedEqual
            | K::ReifiedDiffer
    )
}
