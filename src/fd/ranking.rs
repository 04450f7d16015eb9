//! The best of many variables, kept up to date by what has changed: a tournament, in
//! which a variable that has changed plays against its neighbours again.

use super::store::{Point, Solver, VarId};

/// Stands for no variable.
const NOBODY: u32 = u32::MAX;

/// A tournament of the open ones of some variables.
pub struct Ranking {
    /// The place of the first occurrence of each variable, by its number.
    places: Vec<u32>,
    /// How many places the leaves of the tree have.
    width: usize,
    /// The best place under each node; the children of node `n` are `2n` and `2n + 1`.
    winners: Vec<u32>,
    /// Places that may have changed.
    changed: Vec<u32>,
    /// Up to here the trail of variables has been looked at.
    seen: usize,
    /// How many matches the last update took.
    pub matches: u64,
}

impl Ranking {
    /// A tournament that has not been played yet.
    pub fn new(vars: &[VarId]) -> Ranking {
        let most = vars.iter().max().map_or(0, |&var| var as usize + 1);
        let mut places = vec![NOBODY; most];
        for (place, &var) in vars.iter().enumerate().rev() {
            places[var as usize] = place as u32;
        }
        let width = vars.len().next_power_of_two();
        Ranking {
            places,
            width,
            winners: Vec::new(),
            changed: Vec::new(),
            seen: 0,
            matches: 0,
        }
    }

    /// Notes that something has changed about a variable.
    pub fn note(&mut self, var: VarId) {
        let place = self.places.get(var as usize).copied();
        if let Some(place) = place.filter(|&place| place != NOBODY) {
            self.changed.push(place);
        }
    }

    /// Must be called before the solver goes back to a point.
    pub fn going_back(&mut self, solver: &Solver, point: &Point) {
        let end = point.trail_end();
        if end < self.seen {
            for var in solver.trailed_vars(end, self.seen) {
                self.note(var);
            }
            self.seen = end;
        }
    }

    /// The first of the best places of open variables; `beats` tells whether one variable
    /// is better than another one.
    pub fn best(
        &mut self,
        solver: &Solver,
        vars: &[VarId],
        mut beats: impl FnMut(VarId, VarId) -> bool,
    ) -> Option<VarId> {
        let now = solver.trail_end();
        for var in solver.trailed_vars(self.seen.min(now), now) {
            self.note(var);
        }
        self.seen = now;
        self.changed.sort_unstable();
        self.changed.dedup();
        self.matches = 0;
        let is_open = |place: u32| !solver.is_fixed(vars[place as usize]);
        if self.winners.is_empty() || 8 * self.changed.len() > vars.len() {
            self.changed.clear();
            self.play_all(vars, is_open, &mut beats);
        }
        while let Some(place) = self.changed.pop() {
            self.play(vars, place, is_open, &mut beats);
        }
        let winner = self.winners.get(1).copied().unwrap_or(NOBODY);
        vars.get(winner as usize).copied()
    }

    fn play_all(
        &mut self,
        vars: &[VarId],
        is_open: impl Fn(u32) -> bool,
        beats: &mut impl FnMut(VarId, VarId) -> bool,
    ) {
        self.winners.clear();
        self.winners.resize(2 * self.width, NOBODY);
        for place in 0..vars.len() as u32 {
            if is_open(place) {
                self.winners[self.width + place as usize] = place;
            }
        }
        for node in (1..self.width).rev() {
            self.winners[node] = self.winner_of(vars, node, beats);
        }
        self.matches += self.width as u64;
    }

    /// A place plays again, up to where it does not matter.
    fn play(
        &mut self,
        vars: &[VarId],
        place: u32,
        is_open: impl Fn(u32) -> bool,
        beats: &mut impl FnMut(VarId, VarId) -> bool,
    ) {
        let leaf = self.width + place as usize;
        self.winners[leaf] = if is_open(place) { place } else { NOBODY };
        let mut node = leaf / 2;
        while node > 0 {
            let before = self.winners[node];
            let winner = self.winner_of(vars, node, beats);
            self.winners[node] = winner;
            self.matches += 1;
            if winner == before && winner != place {
                return;
            }
            node /= 2;
        }
    }

    /// The better of the winners under a node, the left one of two equals.
    fn winner_of(
        &self,
        vars: &[VarId],
        node: usize,
        beats: &mut impl FnMut(VarId, VarId) -> bool,
    ) -> u32 {
        let (left, right) = (self.winners[2 * node], self.winners[2 * node + 1]);
        let is_right =
            left == NOBODY || right != NOBODY && beats(vars[right as usize], vars[left as usize]);
        if is_right { right } else { left }
    }
}
