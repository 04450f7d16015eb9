//! Copies of variables with all that is demanded of them.
//!
//! A network is taken out of a solver in any state, and can be put into it in
//! any later one. In it variables and propagators have numbers of their own.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;

use super::alias::has_terms;
use super::domain::Domain;
use super::entries::{Entry, LISTS};
use super::prop::{DEAD, NOT_POSTED, Posted, Prop, PropKind, WAITING};
use super::queue::CLASSES;
use super::store::{PropId, Solver, VarId};
use super::table::Table;
use crate::term::image::Image;

/// A variable of a network.
#[derive(Clone)]
struct Node {
    domain: Domain,
    degree: u16,
    /// The propagators that wait for each kind of event.
    watchers: [Vec<PropId>; CLASSES],
    entries: [Vec<Entry>; LISTS],
}

/// A propagator of a network, with its list, and what its constant stands for.
#[derive(Clone)]
struct Link {
    prop: Prop,
    words: Vec<u64>,
    state: u8,
    set: Option<Domain>,
    table: Option<std::sync::Arc<Table>>,
}

/// Variables and the propagators between them.
#[derive(Clone, Default)]
pub struct Network {
    nodes: Vec<Node>,
    links: Vec<Link>,
    posted: Vec<Posted>,
    /// The variables that were asked for.
    roots: Vec<VarId>,
}

impl std::fmt::Debug for Network {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Network of {} variables", self.nodes.len())
    }
}

impl Network {
    /// The terms of the posted constraints in it.
    pub fn images(&self) -> impl Iterator<Item = &Image> {
        self.posted.iter().map(|posted| &posted.image)
    }

    /// Roughly how many bytes it takes.
    pub fn bytes(&self) -> u64 {
        let words: usize = self.links.iter().map(|link| link.words.len()).sum();
        (self.nodes.len() * 200 + self.links.len() * 100 + words * 8) as u64
    }
}

/// The numbers in a network of what is in a solver.
#[derive(Default)]
struct Numbers {
    vars: FxHashMap<VarId, VarId>,
    props: FxHashMap<PropId, PropId>,
    posted: FxHashMap<u32, u32>,
}

impl Numbers {
    fn var(&self, id: VarId) -> VarId {
        self.vars.get(&id).copied().unwrap_or(0)
    }
}

/// The places of the variables in the words of a propagator.
fn var_words(prop: &Prop) -> impl Iterator<Item = usize> + use<> {
    let (first, step) = if has_terms(prop.kind) { (1, 2) } else { (0, 1) };
    (0..prop.len as usize).map(move |index| first + step * index)
}

impl Solver {
    /// Copies of some variables, linked by copies of the constraints on them and
    /// on all variables that these lead to.
    pub fn copy_variables(&mut self, vars: &[VarId]) -> Vec<VarId> {
        let network = self.network(vars);
        self.add_network(&network)
    }

    /// Some variables, with all that they lead to.
    pub fn network(&self, vars: &[VarId]) -> Network {
        let (all, props) = self.closure(vars);
        let mut numbers = Numbers::default();
        for (number, &var) in all.iter().enumerate() {
            numbers.vars.insert(var, number as VarId);
        }
        for (number, &id) in props.iter().enumerate() {
            numbers.props.insert(id, number as PropId);
        }
        let mut network = Network {
            roots: vars.iter().map(|&var| numbers.var(var)).collect(),
            ..Network::default()
        };
        for &id in &props {
            let link = self.link_of(id, &mut numbers, &mut network.posted);
            network.links.push(link);
        }
        let nodes = all.iter().map(|&var| self.node_of(var, &numbers));
        network.nodes = nodes.collect();
        network
    }

    /// The variables that some lead to, and the propagators between them. Known
    /// variables lead nowhere.
    fn closure(&self, vars: &[VarId]) -> (Vec<VarId>, Vec<PropId>) {
        let mut all: Vec<VarId> = Vec::new();
        let mut met = vec![false; self.vars.len()];
        let mut props: Vec<PropId> = Vec::new();
        let mut met_props = vec![false; self.props.len()];
        let mut todo = vars.to_vec();
        while let Some(var) = todo.pop() {
            if std::mem::replace(&mut met[var as usize], true) {
                continue;
            }
            all.push(var);
            if self.is_fixed(var) {
                continue;
            }
            let first = props.len();
            self.each_propagator(var, |id| {
                if !self.is_known_to_hold(id)
                    && !std::mem::replace(&mut met_props[id as usize], true)
                {
                    props.push(id);
                }
            });
            for &id in &props[first..] {
                self.each_variable(id, |var| todo.push(var));
            }
        }
        (all, props)
    }

    /// Whether a propagator holds whatever happens, as far as that is easily seen.
    fn is_known_to_hold(&self, id: PropId) -> bool {
        let is_order = self.props[id as usize].kind == PropKind::AtMost;
        self.is_dead(id) || is_order && !self.is_active(id)
    }

    fn link_of(&self, id: PropId, numbers: &mut Numbers, posted: &mut Vec<Posted>) -> Link {
        let mut prop: Prop = self.props[id as usize];
        let (start, count) = (prop.args as usize, self.argument_words(&prop));
        let mut words = self.words[start..start + count].to_vec();
        for at in var_words(&prop) {
            words[at] = u64::from(numbers.var(words[at] as VarId));
        }
        for var in [&mut prop.x, &mut prop.y, &mut prop.z] {
            *var = numbers.var(*var);
        }
        let has_set = matches!(
            prop.kind,
            PropKind::ReifiedIn
                | PropKind::Count
                | PropKind::Cardinality
                | PropKind::Priced
                | PropKind::Packing
        );
        let has_table = prop.kind == PropKind::Table;
        if prop.posted != NOT_POSTED {
            prop.posted = self.link_posted(prop.posted, numbers, posted);
        }
        Link {
            words,
            state: self.states[id as usize] & !(WAITING | DEAD),
            set: has_set.then(|| self.domains[prop.c as usize].clone()),
            table: has_table.then(|| self.tables[prop.c as usize].clone()),
            prop,
        }
    }

    /// How many words belong to a propagator.
    fn argument_words(&self, prop: &Prop) -> usize {
        let len = prop.len as usize;
        match prop.kind {
            kind if has_terms(kind) => 2 * len,
            PropKind::Distinct => 2 * len,
            PropKind::Sorting => len + len / 3,
            PropKind::Packing => 2 * len - self.values_named(prop),
            PropKind::Priced => {
                let values = self.values_named(prop);
                len + (len - 1 - values) * values
            }
            PropKind::Table => len + self.tables[prop.c as usize].words(),
            _ => len,
        }
    }

    /// How many values the domain has that a propagator names.
    fn values_named(&self, prop: &Prop) -> usize {
        let size = self.domains[prop.c as usize].size();
        size.and_then(|size| size.as_i64()).unwrap_or(0) as usize
    }

    /// A hash of all that is known and demanded: two states that tell apart
    /// nothing but what no propagator looks at have the same.
    pub fn state_hash(&self) -> u64 {
        let mut hasher = rustc_hash::FxHasher::default();
        for id in 0..self.vars.len() as VarId {
            let domain = self.domain(id);
            (
                domain.ranges(),
                self.degree(id),
                self.cells[id as usize] != 0,
            )
                .hash(&mut hasher);
            for class in 0..CLASSES {
                self.each_watcher(id, class, |prop| (class, prop).hash(&mut hasher));
            }
            for list in 0..LISTS {
                self.entries(id, list).hash(&mut hasher);
            }
        }
        for (id, prop) in self.props.iter().enumerate() {
            let Prop {
                x,
                y,
                z,
                c,
                len,
                posted,
                ..
            } = *prop;
            (prop.kind as u8, x, y, z, c, len, posted, self.states[id]).hash(&mut hasher);
            let count = match prop.kind {
                // The matching that it starts from may be any.
                PropKind::Distinct | PropKind::Sorting => prop.len as usize,
                _ => self.argument_words(prop),
            };
            let start = prop.args as usize;
            self.words[start..start + count].hash(&mut hasher);
        }
        (self.killed.len(), self.log.len(), self.synced).hash(&mut hasher);
        hasher.finish()
    }

    fn link_posted(&self, id: u32, numbers: &mut Numbers, posted: &mut Vec<Posted>) -> u32 {
        if let Some(&number) = numbers.posted.get(&id) {
            return number;
        }
        let old = &self.images[id as usize];
        let vars = old.vars.iter();
        posted.push(Posted {
            image: old.image.clone(),
            // A variable that the constraint does not demand anything of any more
            // stays what it is: unknown.
            vars: vars
                .map(|var| var.and_then(|var| numbers.vars.get(&var).copied()))
                .collect(),
        });
        let number = posted.len() as u32 - 1;
        numbers.posted.insert(id, number);
        number
    }

    fn node_of(&self, var: VarId, numbers: &Numbers) -> Node {
        let mut watchers: [Vec<PropId>; CLASSES] = Default::default();
        if self.is_fixed(var) {
            return Node {
                domain: self.domain(var),
                degree: 0,
                watchers,
                entries: Default::default(),
            };
        }
        for (class, ids) in watchers.iter_mut().enumerate() {
            self.each_watcher(var, class, |id| ids.extend(numbers.props.get(&id)));
        }
        let mut entries: [Vec<Entry>; LISTS] = Default::default();
        for (list, entries) in entries.iter_mut().enumerate() {
            self.each_entry(var, list, |(id, other, distance)| {
                if let Some(&id) = numbers.props.get(&id) {
                    entries.push((id, numbers.var(other), distance));
                }
            });
        }
        Node {
            domain: self.domain(var),
            degree: self.degree(var),
            watchers,
            entries,
        }
    }

    /// The variables that some lead to, themselves among them, and how many
    /// propagators there are between them.
    pub fn reachable(&self, vars: &[VarId]) -> (Vec<VarId>, usize) {
        let (vars, props) = self.closure(vars);
        (vars, props.len())
    }

    /// Forgets what is younger than the newest mark but some variables and what they lead
    /// to; their new numbers.
    pub fn rebuild(&mut self, vars: &[VarId]) -> Vec<VarId> {
        let network = self.network(vars);
        let Some(mark) = self.marks.last().copied() else {
            return vars.to_vec();
        };
        self.undo(&mark.point);
        self.shrink();
        let vars = self.add_network(&network);
        self.clear_queue();
        self.synced = self.log.len();
        self.settled_bytes = self.bytes();
        vars
    }

    /// Puts a network in, and returns its variables.
    pub fn add_network(&mut self, network: &Network) -> Vec<VarId> {
        let first_var = self.vars.len() as VarId;
        let first_prop = self.props.len() as PropId;
        let first_posted = self.images.len() as u32;
        for node in &network.nodes {
            if let Some(value) = node.domain.value() {
                self.new_constant(value);
                continue;
            }
            let id = self.new_var();
            let restricted = self.restrict(id, &node.domain);
            debug_assert!(restricted.is_ok());
        }
        for posted in &network.posted {
            let vars = posted.vars.iter();
            self.images.push(Posted {
                image: posted.image.clone(),
                vars: vars.map(|var| var.map(|var| var + first_var)).collect(),
            });
        }
        for link in &network.links {
            self.add_link(link, first_var, first_posted);
        }
        for (number, node) in network.nodes.iter().enumerate() {
            let id = first_var + number as VarId;
            for (class, props) in node.watchers.iter().enumerate() {
                for prop in props {
                    self.add_watcher(prop + first_prop, id, class);
                }
            }
            for (list, entries) in node.entries.iter().enumerate() {
                for &(prop, other, distance) in entries {
                    self.add_entry(id, list, (prop + first_prop, other + first_var, distance));
                }
            }
            self.links[id as usize].degree = node.degree;
        }
        let roots = network.roots.iter();
        roots.map(|&root| root + first_var).collect()
    }

    fn add_link(&mut self, link: &Link, first_var: VarId, first_posted: u32) {
        let mut prop = link.prop;
        let mut words = link.words.clone();
        for at in var_words(&prop) {
            words[at] += u64::from(first_var);
        }
        prop.args = self.new_words(words.into_iter()) as u32;
        for var in [&mut prop.x, &mut prop.y, &mut prop.z] {
            *var += first_var;
        }
        if prop.posted != NOT_POSTED {
            prop.posted += first_posted;
        }
        if let Some(set) = &link.set {
            self.domains.push(set.clone());
            prop.c = self.domains.len() as i64 - 1;
        }
        if let Some(table) = &link.table {
            self.tables.push(table.clone());
            prop.c = self.tables.len() as i64 - 1;
        }
        let id = self.push_prop(prop, 0);
        self.states[id as usize] = link.state;
    }
}
