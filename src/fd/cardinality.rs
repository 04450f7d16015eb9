//! How often values occur, by a flow: every value that is in no solution of the
//! constraint alone goes.
//!
//! Each variable takes one value, and each value has room for so many variables
//! as its counter allows. An assignment that gives each value what it needs is
//! found by augmenting paths. In the graph of what could be changed in it (a
//! variable could take a value, a value could give up a variable, another one
//! could have more or fewer) a variable can take a value if and only if both are
//! in one strong component.

use super::prop::Prop;
use super::store::{Change, Conflict, PropId, Solver, VarId};

/// With more values of all variables together, only known ones are counted.
const MAX_SIZES: u64 = 1 << 22;
/// With more edges than this only the counters are looked at.
const MAX_EDGES: usize = 1 << 16;
const NONE: u32 = u32::MAX;

/// The flow network: variables, then values, then the sink.
pub struct Flow {
    /// The variables.
    pub vars: Vec<VarId>,
    /// The values, in ascending order.
    pub values: Vec<i64>,
    /// How often each may occur.
    pub room: Vec<(usize, usize)>,
    /// The value of each variable, by its place.
    pub chosen: Vec<u32>,
    /// How often each value is used.
    pub used: Vec<usize>,
    /// Who takes each value.
    takers: Vec<Vec<u32>>,
}

impl Flow {
    /// Gives a variable a value instead of the one that it has.
    pub fn give(&mut self, var: u32, value: u32) {
        let old = std::mem::replace(&mut self.chosen[var as usize], value);
        if old != NONE {
            self.used[old as usize] -= 1;
            self.takers[old as usize].retain(|&taker| taker != var);
        }
        self.used[value as usize] += 1;
        self.takers[value as usize].push(var);
    }

    fn sink(&self) -> u32 {
        (self.vars.len() + self.values.len()) as u32
    }
}

impl Solver {
    /// The first half of the list takes the values number `c`; how often each
    /// occurs, the second half says.
    pub fn cardinality(&mut self, id: PropId, prop: &Prop) -> Change {
        self.idempotent(id);
        let before = self.counts.prunings;
        self.narrow_counted(prop)?;
        self.repeat_if_shared(id, prop, before);
        Ok(())
    }

    fn narrow_counted(&mut self, prop: &Prop) -> Change {
        self.share_counts(prop)?;
        let Some(mut flow) = self.load_flow(prop) else {
            return self.count_values(prop);
        };
        self.look_at(4 * flow.vars.len() * flow.values.len())?;
        self.fill_needs(&mut flow)?;
        self.place_all(&mut flow)?;
        let components = self.flow_components(&flow);
        let count = flow.vars.len();
        for index in 0..count {
            let id = flow.vars[index];
            if self.is_fixed(id) {
                continue;
            }
            for value in 0..flow.values.len() as u32 {
                let own = flow.chosen[index] == value;
                if !own && components[index] != components[count + value as usize] {
                    self.exclude(id, flow.values[value as usize])?;
                }
            }
        }
        Ok(())
    }

    /// Each counter is between how many variables have the value and how many can have
    /// it; what only one of these ends leaves is done.
    fn count_values(&mut self, prop: &Prop) -> Change {
        // What it does to one variable matters for the others.
        self.runs_again();
        let set = self.domains[prop.c as usize].clone();
        let Some(values) = set.values() else {
            return Ok(());
        };
        let values: Vec<i64> = values.filter_map(|value| value.as_i64()).collect();
        let is_interval = set.ranges().len() == 1;
        let place = |value: i64| match is_interval {
            true => Some((value - values[0]) as usize),
            false => values.binary_search(&value).ok(),
        };
        let count = prop.len as usize - values.len();
        let (mut sure, mut possible) = (vec![0i64; values.len()], vec![0i64; values.len()]);
        let sizes = (0..count).map(|index| self.var(self.item(prop, index)).size);
        let is_long = sizes.fold(0u64, u64::saturating_add) > MAX_SIZES;
        for index in 0..count {
            let id = self.item(prop, index);
            if is_long && !self.is_fixed(id) {
                continue;
            }
            self.look_at(1 + self.var(id).size as usize)?;
            let mut value = Some(self.var(id).min);
            while let Some(at) = value {
                value = self.next_value(id, at);
                if let Some(place) = place(at) {
                    possible[place] += 1;
                }
            }
            if self.is_fixed(id)
                && let Some(place) = place(self.var(id).min)
            {
                sure[place] += 1;
            }
        }
        for place in 0..values.len() {
            let counter = self.item(prop, count + place);
            self.at_least(counter, sure[place])?;
            if !is_long {
                self.at_most(counter, possible[place])?;
            }
        }
        // The values that no other variable may have, and those that all that can must have.
        let (mut full, mut is_any_needed) = (vec![false; values.len()], false);
        for place in 0..values.len() {
            let counter = *self.var(self.item(prop, count + place));
            full[place] = counter.max == sure[place];
            let is_needed = counter.min == possible[place] && possible[place] > sure[place];
            is_any_needed |= is_needed;
            possible[place] = i64::from(is_needed);
        }
        for index in 0..count {
            let id = self.item(prop, index);
            if self.is_fixed(id) || is_long {
                continue;
            }
            let is_open = |_: &Solver, value| place(value).is_some_and(|place| !full[place]);
            self.keep_if(id, is_open)?;
            let mut value = Some(self.var(id).min).filter(|_| is_any_needed);
            while let Some(at) = value {
                value = self.next_value(id, at);
                if place(at).is_some_and(|place| possible[place] > 0) {
                    self.fix(id, at)?;
                    value = None;
                }
            }
        }
        Ok(())
    }

    /// The counters add up to the number of variables.
    pub fn share_counts(&mut self, prop: &Prop) -> Change {
        let values = self.domains[prop.c as usize].size();
        let values = values.and_then(|size| size.as_i64()).unwrap_or(0);
        let count = i64::from(prop.len) - values;
        let (mut least, mut most) = (0, 0);
        for index in count..i64::from(prop.len) {
            let counter = self.item(prop, index as usize);
            self.at_least(counter, 0)?;
            self.at_most(counter, count)?;
            let counter = self.var(counter);
            least += counter.min;
            most += counter.max;
        }
        for index in count..i64::from(prop.len) {
            let id = self.item(prop, index as usize);
            let counter = *self.var(id);
            self.at_least(id, count - (most - counter.max))?;
            self.at_most(id, count - (least - counter.min))?;
        }
        Ok(())
    }

    /// The network without an assignment; none if some bound is not known.
    pub fn load_flow(&self, prop: &Prop) -> Option<Flow> {
        let values: Vec<i64> = self.domains[prop.c as usize]
            .values()?
            .map(|value| value.as_i64())
            .collect::<Option<_>>()?;
        let count = (prop.len as usize).checked_sub(values.len())?;
        if count * values.len() > MAX_EDGES {
            return None;
        }
        let vars: Vec<VarId> = (0..count).map(|index| self.item(prop, index)).collect();
        let mut room = Vec::with_capacity(values.len());
        for index in count..prop.len as usize {
            let counter = self.var(self.item(prop, index));
            if !counter.is_narrow() {
                return None;
            }
            room.push((counter.min.max(0) as usize, counter.max.max(0) as usize));
        }
        Some(Flow {
            chosen: vec![NONE; count],
            used: vec![0; values.len()],
            takers: vec![Vec::new(); values.len()],
            vars,
            values,
            room,
        })
    }

    /// Gives each value the variables that it needs.
    pub fn fill_needs(&self, flow: &mut Flow) -> Change {
        for value in 0..flow.values.len() as u32 {
            while flow.used[value as usize] < flow.room[value as usize].0 {
                if !self.attract(flow, value) {
                    return Err(Conflict);
                }
            }
        }
        Ok(())
    }

    /// Gives a value one variable more: one without a value, or one of another
    /// value, which gets a substitute or needs none.
    fn attract(&self, flow: &mut Flow, start: u32) -> bool {
        // For each variable reached, the value that wants it, and for each value
        // reached, the variable that it has to give up.
        let mut wanted = vec![NONE; flow.vars.len()];
        let mut lost = vec![NONE; flow.values.len()];
        let mut queue = vec![start];
        let mut next = 0;
        while let Some(&value) = queue.get(next) {
            next += 1;
            for index in 0..flow.vars.len() {
                let takes = self.contains(flow.vars[index], flow.values[value as usize]);
                let old = flow.chosen[index];
                if wanted[index] != NONE || !takes || old == value {
                    continue;
                }
                wanted[index] = value;
                if old == NONE || flow.used[old as usize] > flow.room[old as usize].0 {
                    let (mut var, mut value) = (index as u32, value);
                    while value != start {
                        flow.give(var, value);
                        var = lost[value as usize];
                        value = wanted[var as usize];
                    }
                    flow.give(var, value);
                    return true;
                }
                if old != start && lost[old as usize] == NONE {
                    lost[old as usize] = index as u32;
                    queue.push(old);
                }
            }
        }
        false
    }

    /// Gives each variable without a value one that has room.
    pub fn place_all(&self, flow: &mut Flow) -> Change {
        for var in 0..flow.vars.len() as u32 {
            if flow.chosen[var as usize] == NONE && !self.push_in(flow, var) {
                return Err(Conflict);
            }
        }
        Ok(())
    }

    fn push_in(&self, flow: &mut Flow, start: u32) -> bool {
        // For each value reached, the variable that would take it.
        let mut asker = vec![NONE; flow.values.len()];
        let mut queue = vec![start];
        let mut next = 0;
        while let Some(&var) = queue.get(next) {
            next += 1;
            for value in 0..flow.values.len() {
                let takes = self.contains(flow.vars[var as usize], flow.values[value]);
                if !takes || asker[value] != NONE {
                    continue;
                }
                asker[value] = var;
                if flow.used[value] < flow.room[value].1 {
                    let mut value = value as u32;
                    loop {
                        let var = asker[value as usize];
                        let old = flow.chosen[var as usize];
                        flow.give(var, value);
                        if var == start {
                            return true;
                        }
                        value = old;
                    }
                }
                queue.extend(&flow.takers[value]);
            }
        }
        false
    }

    /// The strong components of the graph of possible changes.
    fn flow_components(&self, flow: &Flow) -> Vec<u32> {
        let (vars, values) = (flow.vars.len() as u32, flow.values.len() as u32);
        let sink = flow.sink();
        let mut edges: Vec<Vec<u32>> = vec![Vec::new(); sink as usize + 1];
        for var in 0..vars {
            for value in 0..values {
                let takes = self.contains(flow.vars[var as usize], flow.values[value as usize]);
                if flow.chosen[var as usize] == value {
                    edges[(vars + value) as usize].push(var);
                } else if takes {
                    edges[var as usize].push(vars + value);
                }
            }
        }
        for value in 0..values {
            let (least, most) = flow.room[value as usize];
            let used = flow.used[value as usize];
            if used < most {
                edges[(vars + value) as usize].push(sink);
            }
            if used > least {
                edges[sink as usize].push(vars + value);
            }
        }
        strong_components(&edges)
    }
}

/// The number of the strong component of each node, by Tarjan's algorithm.
pub fn strong_components(edges: &[Vec<u32>]) -> Vec<u32> {
    let count = edges.len();
    let (mut number, mut low) = (vec![0u32; count], vec![0u32; count]);
    let mut component = vec![0u32; count];
    let (mut stack, mut counter, mut components) = (Vec::new(), 0, 0);
    for start in 0..count {
        if number[start] != 0 {
            continue;
        }
        let mut path: Vec<(usize, usize)> = vec![(start, 0)];
        while let Some(&(node, next)) = path.last() {
            if next == 0 {
                counter += 1;
                (number[node], low[node]) = (counter, counter);
                stack.push(node);
            }
            if let Some(&to) = edges[node].get(next) {
                if let Some(top) = path.last_mut() {
                    top.1 += 1;
                }
                let to = to as usize;
                if number[to] == 0 {
                    path.push((to, 0));
                } else if component[to] == 0 {
                    low[node] = low[node].min(number[to]);
                }
                continue;
            }
            path.pop();
            if let Some(&(parent, _)) = path.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == number[node] {
                components += 1;
                while let Some(member) = stack.pop() {
                    component[member] = components;
                    if member == node {
                        break;
                    }
                }
            }
        }
    }
    component
}
