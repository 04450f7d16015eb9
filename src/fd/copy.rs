//! Copies of variables with all that is demanded of them.

use rustc_hash::FxHashMap;

use super::alias::has_terms;
use super::prop::{NOT_POSTED, Posted, Prop, PropKind, WAITING};
use super::store::{PropId, Solver, Var, VarId};

/// What has been copied, and to where.
#[derive(Default)]
struct Copies {
    vars: FxHashMap<VarId, VarId>,
    props: FxHashMap<PropId, PropId>,
    posted: FxHashMap<u32, u32>,
}

impl Solver {
    /// Copies of some variables, linked by copies of the constraints on them and
    /// on all variables that these lead to.
    pub fn copy_variables(&mut self, vars: &[VarId]) -> Vec<VarId> {
        let (all, props) = self.closure(vars);
        let mut copies = Copies::default();
        for &var in &all {
            let copy = self.copy_variable(var);
            copies.vars.insert(var, copy);
        }
        for id in props {
            self.copy_prop(id, &mut copies);
        }
        for &var in &all {
            self.copy_watchers(var, &copies);
        }
        vars.iter()
            .map(|var| copies.vars.get(var).copied().unwrap_or(*var))
            .collect()
    }

    /// The open variables that some lead to, and the propagators between them.
    fn closure(&self, vars: &[VarId]) -> (Vec<VarId>, Vec<PropId>) {
        let mut all: Vec<VarId> = Vec::new();
        let mut met = vec![false; self.vars.len()];
        let mut props: Vec<PropId> = Vec::new();
        let mut met_props = vec![false; self.props.len()];
        let mut todo = vars.to_vec();
        while let Some(var) = todo.pop() {
            if self.is_fixed(var) || std::mem::replace(&mut met[var as usize], true) {
                continue;
            }
            all.push(var);
            for id in self.propagators(var) {
                if !self.is_dead(id) && !std::mem::replace(&mut met_props[id as usize], true) {
                    props.push(id);
                    todo.extend(self.variables(id));
                }
            }
        }
        (all, props)
    }

    fn copy_variable(&mut self, var: VarId) -> VarId {
        let domain = self.domain(var);
        let copy = self.new_var();
        let restricted = self.restrict(copy, &domain);
        debug_assert!(restricted.is_ok());
        copy
    }

    fn copy_prop(&mut self, id: PropId, copies: &mut Copies) {
        let mut prop: Prop = self.props[id as usize];
        for var in [&mut prop.x, &mut prop.y, &mut prop.z] {
            if let Some(&copy) = copies.vars.get(var) {
                *var = copy;
            }
        }
        let (start, count) = (prop.args as usize, self.argument_words(&prop));
        let mut words = self.words[start..start + count].to_vec();
        let (first, step) = if has_terms(prop.kind) { (1, 2) } else { (0, 1) };
        for index in 0..prop.len as usize {
            let word = &mut words[first + step * index];
            if let Some(&copy) = copies.vars.get(&(*word as VarId)) {
                *word = u64::from(copy);
            }
        }
        prop.args = self.new_words(words.into_iter()) as u32;
        if prop.posted != NOT_POSTED {
            prop.posted = self.copy_posted(prop.posted, copies);
        }
        let state = self.states[id as usize] & !WAITING;
        let copy = self.push_prop(prop, 0);
        self.states[copy as usize] = state;
        copies.props.insert(id, copy);
    }

    /// How many words belong to a propagator.
    fn argument_words(&self, prop: &Prop) -> usize {
        let len = prop.len as usize;
        match prop.kind {
            kind if has_terms(kind) => 2 * len,
            PropKind::Distinct => 2 * len,
            PropKind::Table => len + self.tables[prop.c as usize].words(),
            _ => len,
        }
    }

    fn copy_posted(&mut self, posted: u32, copies: &mut Copies) -> u32 {
        if let Some(&copy) = copies.posted.get(&posted) {
            return copy;
        }
        let old = &self.images[posted as usize];
        let vars = old.vars.iter();
        let copy = Posted {
            image: old.image.clone(),
            vars: vars
                .map(|var| var.map(|var| copies.vars.get(&var).copied().unwrap_or(var)))
                .collect(),
        };
        self.images.push(copy);
        let index = (self.images.len() - 1) as u32;
        copies.posted.insert(posted, index);
        index
    }

    fn copy_watchers(&mut self, var: VarId, copies: &Copies) {
        let Some(&copy) = copies.vars.get(&var) else {
            return;
        };
        let old: Var = *self.var(var);
        for class in 0..4 {
            let mut ids = Vec::new();
            self.each_watcher(var, class, |id| ids.push(id));
            for id in ids.into_iter().filter_map(|id| copies.props.get(&id)) {
                self.add_watcher(*id, copy, class);
            }
        }
        for (id, other, distance) in self.differs(var) {
            if let (Some(&id), Some(&other)) = (copies.props.get(&id), copies.vars.get(&other)) {
                self.add_entry(copy, (id, other, distance));
            }
        }
        self.vars[copy as usize].degree = old.degree;
    }
}
