//! Different values by matching: every value that is in no solution of the
//! constraint alone goes.
//!
//! A maximum matching gives each open variable a value of its own. A variable
//! has an edge to the one whose value it could take, and to a sink if it could
//! take a value that nobody has; the sink has edges to all variables. A variable
//! can take another's value if and only if both are in one strong component.

use super::domain::Domain;
use super::int::Bound;
use super::prop::{Prop, PropKind};
use super::store::{Change, Conflict, PropId, Solver, VarId};

/// Wider unions of domains are left to the elimination of known values.
const MAX_WIDTH: i64 = 1 << 16;
const NOBODY: u32 = u32::MAX;

/// Buffers of the matching and the components.
#[derive(Default)]
pub struct Graph {
    vars: Vec<VarId>,
    /// The positions of the open variables in the list of the propagator.
    places: Vec<u32>,
    /// The value of each open variable.
    values: Vec<i64>,
    /// Who has a value, by its distance from the least.
    owner: Vec<u32>,
    least: i64,
    /// Whether a bound is no machine integer in range.
    is_far: bool,
    /// Search state by value: the round in which it was seen, and who asked.
    seen: Vec<u32>,
    parent: Vec<u32>,
    round: u32,
    queue: Vec<u32>,
    /// Numbers of Tarjan's algorithm by variable; the sink comes last.
    number: Vec<u32>,
    low: Vec<u32>,
    component: Vec<u32>,
    stack: Vec<u32>,
    /// Variables being visited, and the last value that has been looked at.
    path: Vec<(u32, i64)>,
}

impl Graph {
    fn slot(&self, value: i64) -> usize {
        (value - self.least) as usize
    }
}

impl Solver {
    /// The open ones of the listed variables have different values.
    pub fn distinct(&mut self, id: PropId, prop: &Prop) -> Change {
        self.idempotent(id);
        let mut graph = std::mem::take(&mut self.scratch.graph);
        let result = self.distinct_with(prop, &mut graph);
        self.scratch.graph = graph;
        result
    }

    fn distinct_with(&mut self, prop: &Prop, graph: &mut Graph) -> Change {
        if !self.load_graph(prop, graph) {
            return match graph.is_far {
                true => self.distinct_from_afar(prop, graph),
                false => Ok(()),
            };
        }
        self.keep_matching(prop, graph);
        for start in 0..graph.vars.len() {
            if graph.values[start] == i64::MIN && !self.augment(graph, start as u32)? {
                return Err(Conflict);
            }
        }
        for (index, &place) in graph.places.iter().enumerate() {
            // A hint for the next run, which is right or wrong in any state.
            self.words[(prop.args + prop.len + place) as usize] = graph.values[index] as u64;
        }
        self.find_components(graph)?;
        self.prune_edges(graph)
    }

    /// The same for values out of range that lie close together: another solver looks
    /// at their distances from the least.
    #[cold]
    fn distinct_from_afar(&mut self, prop: &Prop, graph: &mut Graph) -> Change {
        let items = (0..prop.len as usize).map(|index| self.item(prop, index));
        let open: Vec<VarId> = items.filter(|&id| !self.is_fixed(id)).collect();
        let domains: Vec<Domain> = open.iter().map(|&id| self.domain(id)).collect();
        let (Some(Bound::Fin(least)), Some(greatest)) = (
            domains.iter().map(Domain::min).min(),
            domains.iter().map(Domain::max).max(),
        ) else {
            return Ok(());
        };
        let distance = least.neg();
        if greatest.add(&Bound::Fin(distance.clone())) >= Bound::small(MAX_WIDTH) {
            return Ok(());
        }
        let mut near = Solver::new();
        let mut vars = Vec::with_capacity(open.len());
        for domain in &domains {
            let var = near.new_var();
            near.restrict(var, &domain.shifted(&distance))?;
            vars.push(u64::from(var));
        }
        let mut words = vars.clone();
        words.resize(2 * vars.len(), i64::MIN as u64);
        let mut listed = Prop::new(PropKind::Distinct, 0, 0, 0, 0);
        listed.args = near.new_words(words.into_iter()) as u32;
        listed.len = vars.len() as u32;
        near.distinct_with(&listed, graph)?;
        for (&id, &var) in open.iter().zip(&vars) {
            let narrowed = near.domain(var as VarId).shifted(&least);
            self.restrict(id, &narrowed)?;
        }
        Ok(())
    }

    /// Takes the open variables; false if there is nothing to do for them.
    fn load_graph(&self, prop: &Prop, graph: &mut Graph) -> bool {
        graph.vars.clear();
        graph.places.clear();
        graph.is_far = false;
        let (mut low, mut high) = (i64::MAX, i64::MIN);
        for index in 0..prop.len as usize {
            let id = self.item(prop, index);
            let var = self.var(id);
            if var.is_fixed_small() {
                continue;
            }
            if !var.is_narrow() {
                graph.is_far = true;
                return false;
            }
            low = low.min(var.min);
            high = high.max(var.max);
            graph.vars.push(id);
            graph.places.push(index as u32);
        }
        if graph.vars.is_empty() || high - low >= MAX_WIDTH {
            return false;
        }
        let width = (high - low) as usize + 1;
        graph.least = low;
        graph.owner.clear();
        graph.owner.resize(width, NOBODY);
        if graph.seen.len() < width {
            graph.seen.resize(width, 0);
            graph.parent.resize(width, 0);
        }
        if graph.round > u32::MAX / 2 {
            graph.seen.fill(0);
            graph.round = 0;
        }
        true
    }

    /// Keeps of the last matching what still is one.
    fn keep_matching(&self, prop: &Prop, graph: &mut Graph) {
        graph.values.clear();
        for index in 0..graph.vars.len() {
            let hint = self.words[(prop.args + prop.len + graph.places[index]) as usize] as i64;
            let mut value = i64::MIN;
            if self.contains(graph.vars[index], hint) {
                let slot = graph.slot(hint);
                if graph.owner[slot] == NOBODY {
                    graph.owner[slot] = index as u32;
                    value = hint;
                }
            }
            graph.values.push(value);
        }
    }

    /// Finds a value for a variable by a breadth-first search.
    fn augment(&mut self, graph: &mut Graph, start: u32) -> Result<bool, Conflict> {
        graph.round += 1;
        graph.queue.clear();
        graph.queue.push(start);
        let mut next = 0;
        while next < graph.queue.len() {
            let index = graph.queue[next];
            next += 1;
            let id = graph.vars[index as usize];
            // The first one finds a value at once, mostly.
            if next > 1 {
                self.look_at(self.var(id).size as usize)?;
            }
            let mut value = Some(self.var(id).min);
            while let Some(wanted) = value {
                let slot = graph.slot(wanted);
                if graph.seen[slot] != graph.round {
                    graph.seen[slot] = graph.round;
                    graph.parent[slot] = index;
                    if graph.owner[slot] == NOBODY {
                        self.shift(graph, wanted, start);
                        return Ok(true);
                    }
                    graph.queue.push(graph.owner[slot]);
                }
                value = self.next_value(id, wanted);
            }
        }
        Ok(false)
    }

    /// Gives values along the path that ends with a free value.
    fn shift(&self, graph: &mut Graph, free: i64, start: u32) {
        let mut value = free;
        loop {
            let slot = graph.slot(value);
            let index = graph.parent[slot];
            graph.owner[slot] = index;
            let old = std::mem::replace(&mut graph.values[index as usize], value);
            if index == start {
                return;
            }
            value = old;
        }
    }

    /// Tarjan's algorithm, without recursion.
    fn find_components(&mut self, graph: &mut Graph) -> Change {
        let count = graph.vars.len() + 1;
        for numbers in [&mut graph.number, &mut graph.low, &mut graph.component] {
            numbers.clear();
            numbers.resize(count, 0);
        }
        graph.stack.clear();
        let (mut counter, mut components) = (0, 0);
        for start in 0..count as u32 {
            if graph.number[start as usize] == 0 {
                self.visit(graph, start, &mut counter, &mut components)?;
            }
        }
        Ok(())
    }

    fn visit(
        &mut self,
        graph: &mut Graph,
        start: u32,
        counter: &mut u32,
        components: &mut u32,
    ) -> Change {
        graph.path.clear();
        enter(graph, start, counter);
        while let Some(&(node, last)) = graph.path.last() {
            match self.next_edge(graph, node, last) {
                Some((next, at)) => {
                    if let Some(top) = graph.path.last_mut() {
                        top.1 = at;
                    }
                    if graph.number[next as usize] == 0 {
                        let id = graph.vars.get(next as usize);
                        let edges = id.map_or(graph.vars.len(), |&id| self.var(id).size as usize);
                        self.look_at(edges)?;
                        enter(graph, next, counter);
                    } else if graph.component[next as usize] == 0 {
                        let number = graph.number[next as usize];
                        let low = &mut graph.low[node as usize];
                        *low = (*low).min(number);
                    }
                }
                None => leave(graph, node, components),
            }
        }
        Ok(())
    }

    /// The next edge of a node after the one looked at last.
    #[inline]
    fn next_edge(&self, graph: &Graph, node: u32, last: i64) -> Option<(u32, i64)> {
        let sink = graph.vars.len() as u32;
        if node == sink {
            let next = last + 1;
            return (next < i64::from(sink)).then_some((next as u32, next));
        }
        let id = graph.vars[node as usize];
        let mut value = self.next_value(id, last);
        while let Some(wanted) = value {
            match graph.owner[graph.slot(wanted)] {
                NOBODY => return Some((sink, wanted)),
                owner if owner != node => return Some((owner, wanted)),
                _ => value = self.next_value(id, wanted),
            }
        }
        None
    }

    /// Takes from each variable the values that no solution gives it.
    fn prune_edges(&mut self, graph: &Graph) -> Change {
        for index in 0..graph.vars.len() {
            let id = graph.vars[index];
            let own = graph.component[index];
            self.look_at(self.var(id).size as usize)?;
            self.keep_if(id, |_, value| {
                let owner = graph.owner[graph.slot(value)];
                owner == NOBODY || graph.component[owner as usize] == own
            })?;
        }
        Ok(())
    }
}

fn enter(graph: &mut Graph, node: u32, counter: &mut u32) {
    *counter += 1;
    graph.number[node as usize] = *counter;
    graph.low[node as usize] = *counter;
    graph.stack.push(node);
    let sink = graph.vars.len() as u32;
    graph
        .path
        .push((node, if node == sink { -1 } else { i64::MIN }));
}

fn leave(graph: &mut Graph, node: u32, components: &mut u32) {
    let low = graph.low[node as usize];
    if low == graph.number[node as usize] {
        *components += 1;
        while let Some(member) = graph.stack.pop() {
            graph.component[member as usize] = *components;
            if member == node {
                break;
            }
        }
    }
    graph.path.pop();
    if let Some(&(parent, _)) = graph.path.last() {
        let parent = &mut graph.low[parent as usize];
        *parent = (*parent).min(low);
    }
}
