//! What assignments with counted values cost.
//!
//! A cheapest assignment is found from any one: as long as there is a cycle of changes
//! that makes it cheaper, these are made. A change moves a variable from one value to
//! another; where counters allow more or fewer variables for a value, a cycle may end and
//! begin there, at the sink. The shortest ways between values then tell what it
//! costs at least to give a variable another value.

use super::cardinality::Flow;
use super::prop::Prop;
use super::store::{Change, PropId, Solver};

/// Greater than what any assignment costs.
const ENDLESS: i64 = i64::MAX / 4;
/// With more values than this, only the bounds of the cost are found.
const MAX_VALUES: usize = 128;

/// What moving one variable from value to value costs at least, and which variable that
/// is. The last node is the sink.
struct Moves {
    nodes: usize,
    costs: Vec<i64>,
    movers: Vec<u32>,
}

impl Moves {
    fn offer(&mut self, from: usize, to: usize, cost: i64, mover: u32) {
        let at = from * self.nodes + to;
        if cost < self.costs[at] {
            self.costs[at] = cost;
            self.movers[at] = mover;
        }
    }

    fn cost(&self, from: usize, to: usize) -> i64 {
        self.costs[from * self.nodes + to]
    }

    /// A cycle of negative cost, if there is one, by the algorithm of Bellman and Ford.
    fn negative_cycle(&self) -> Option<Vec<usize>> {
        let mut distance = vec![0i64; self.nodes];
        let mut before = vec![usize::MAX; self.nodes];
        let mut last = usize::MAX;
        for _ in 0..self.nodes {
            last = usize::MAX;
            for from in 0..self.nodes {
                for to in 0..self.nodes {
                    let cost = self.cost(from, to);
                    if cost < ENDLESS && distance[from] + cost < distance[to] {
                        distance[to] = distance[from] + cost;
                        before[to] = from;
                        last = to;
                    }
                }
            }
            if last == usize::MAX {
                return None;
            }
        }
        for _ in 0..self.nodes {
            last = before[last];
        }
        let mut cycle = vec![last];
        let mut node = before[last];
        while node != last {
            cycle.push(node);
            node = before[node];
        }
        cycle.reverse();
        Some(cycle)
    }

    /// The costs of the shortest ways between all nodes.
    fn distances(mut self) -> Moves {
        for middle in 0..self.nodes {
            for from in 0..self.nodes {
                let first = self.cost(from, middle);
                if first >= ENDLESS {
                    continue;
                }
                for to in 0..self.nodes {
                    let second = self.cost(middle, to);
                    if second < ENDLESS {
                        self.offer(from, to, first + second, 0);
                    }
                }
            }
        }
        self
    }
}

impl Solver {
    /// As [`Solver::cardinality`], with the cost of all as the last variable of the list.
    /// The costs of the values for each variable follow the list.
    pub fn priced_cardinality(&mut self, id: PropId, prop: &Prop) -> Change {
        let counted = Prop {
            len: prop.len - 1,
            ..*prop
        };
        self.share_counts(&counted)?;
        let Some(mut flow) = self.load_flow(&counted) else {
            return Ok(());
        };
        self.fill_needs(&mut flow)?;
        self.place_all(&mut flow)?;
        for sign in [1, -1] {
            self.bound_price(prop, &mut flow, sign)?;
        }
        if flow.vars.iter().all(|&var| self.is_fixed(var)) {
            self.kill(id);
        }
        Ok(())
    }

    /// The cost, for the sign -1 the profit, is that of the cheapest assignment at least,
    /// and no variable has a value with which it must be more than it may be.
    fn bound_price(&mut self, prop: &Prop, flow: &mut Flow, sign: i64) -> Change {
        let moves = loop {
            self.look_at(4 * flow.values.len() * (flow.values.len() + flow.vars.len()))?;
            let moves = self.moves(prop, flow, sign);
            match moves.negative_cycle() {
                None => break moves,
                Some(cycle) => make_moves(flow, &moves, &cycle),
            }
        };
        let own =
            |solver: &Solver, var: usize, value: usize| sign * solver.price(prop, flow, var, value);
        let chosen = flow.chosen.iter().enumerate();
        let least: i64 = chosen
            .map(|(var, &value)| own(self, var, value as usize))
            .sum();
        let cost = self.item(prop, prop.len as usize - 1);
        match sign {
            1 => self.at_least(cost, least)?,
            _ => self.at_most(cost, -least)?,
        }
        if flow.values.len() > MAX_VALUES {
            return Ok(());
        }
        let cost = *self.var(cost);
        let most = if sign == 1 {
            cost.max
        } else {
            cost.min.saturating_neg()
        };
        let distances = moves.distances();
        for var in 0..flow.vars.len() {
            let now = flow.chosen[var] as usize;
            for value in 0..flow.values.len() {
                let (id, wanted) = (flow.vars[var], flow.values[value]);
                if value == now || !self.contains(id, wanted) {
                    continue;
                }
                let way = distances.cost(value, now);
                let more = own(self, var, value) - own(self, var, now);
                if way >= ENDLESS || least.saturating_add(more).saturating_add(way) > most {
                    self.exclude(id, wanted)?;
                }
            }
        }
        Ok(())
    }

    fn price(&self, prop: &Prop, flow: &Flow, var: usize, value: usize) -> i64 {
        let row = (prop.args + prop.len) as usize + var * flow.values.len();
        self.words[row + value] as i64
    }

    fn moves(&self, prop: &Prop, flow: &Flow, sign: i64) -> Moves {
        let nodes = flow.values.len() + 1;
        let mut moves = Moves {
            nodes,
            costs: vec![ENDLESS; nodes * nodes],
            movers: vec![0; nodes * nodes],
        };
        for (var, &from) in flow.chosen.iter().enumerate() {
            let from = from as usize;
            let now = self.price(prop, flow, var, from);
            for to in (0..flow.values.len()).filter(|&to| to != from) {
                if self.contains(flow.vars[var], flow.values[to]) {
                    let more = self.price(prop, flow, var, to) - now;
                    moves.offer(from, to, sign * more, var as u32);
                }
            }
        }
        for (value, &(least, most)) in flow.room.iter().enumerate() {
            let used = flow.used[value];
            if used > least {
                moves.offer(nodes - 1, value, 0, 0);
            }
            if used < most {
                moves.offer(value, nodes - 1, 0, 0);
            }
        }
        moves
    }
}

/// Moves the variables along a cycle.
fn make_moves(flow: &mut Flow, moves: &Moves, cycle: &[usize]) {
    let sink = moves.nodes - 1;
    for (at, &from) in cycle.iter().enumerate() {
        let to = cycle[(at + 1) % cycle.len()];
        if from != sink && to != sink {
            flow.give(moves.movers[from * moves.nodes + to], to as u32);
        }
    }
}
