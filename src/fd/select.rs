//! Which variable is decided next.

use super::ranking::Ranking;
use super::store::{Point, PropId, Solver, VarId};

/// How the next variable is chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strategy {
    /// The first.
    Leftmost,
    /// One with the fewest values.
    FirstFail,
    /// One with the fewest values, of these one with the most propagators.
    MostConstrained,
    /// One with the least value.
    Smallest,
    /// One with the greatest value.
    Largest,
    /// One with the most values.
    AntiFirstFail,
    /// One with the most propagators.
    Occurrence,
    /// One with the largest gap between its two least values.
    MaxRegret,
    /// One with few values and propagators that have often failed.
    WeightedDegree,
    /// One whose decisions have left the least of the domains of all.
    Impact,
    /// One that has few values and has often been narrowed of late.
    Activity,
    /// Any.
    Random,
}

/// Of more variables than this, those are looked at that have changed.
const MANY: usize = 512;

/// How much less a change counts than one after the next decision.
const DECAY: f64 = 0.99;
/// Activities beyond this are scaled down.
const MOST_ACTIVE: f64 = 1e100;

/// Chooses variables, and remembers what it has learnt.
pub struct Selector {
    strategy: Strategy,
    /// How often each propagator has failed.
    weights: Vec<u64>,
    /// What has been learnt of each variable, and from how many decisions.
    scores: Vec<f64>,
    tries: Vec<u32>,
    /// How much a change counts now.
    step: f64,
    seed: u64,
    /// The order of many variables, once it is needed.
    ranking: Option<Ranking>,
    /// Whether the newest variable has been chosen by it.
    is_ranked: bool,
}

impl Selector {
    /// A selector by a strategy.
    pub fn new(strategy: Strategy, seed: u64) -> Selector {
        Selector {
            strategy,
            weights: Vec::new(),
            scores: Vec::new(),
            tries: Vec::new(),
            step: 1.0,
            seed: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
            ranking: None,
            is_ranked: false,
        }
    }

    /// A random number.
    pub fn random(&mut self) -> u64 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 7;
        self.seed ^= self.seed << 17;
        self.seed >> 11
    }

    /// Notes which propagator has failed.
    pub fn failed(&mut self, solver: &mut Solver) {
        let failed = solver.queue.failed.take();
        if let (Strategy::WeightedDegree, Some(id)) = (self.strategy, failed) {
            let id = id as usize;
            if self.weights.len() <= id {
                self.weights.resize(id + 1, 1);
            }
            self.weights[id] += 1;
            if let Some(ranking) = &mut self.ranking {
                solver.each_variable(id as PropId, |var| ranking.note(var));
            }
        }
    }

    /// How many things have been looked at to choose a variable of so many.
    #[inline]
    pub fn effort(&self, solver: &Solver, chosen: VarId, count: usize) -> u64 {
        if self.is_ranked {
            return self.ranking.as_ref().map_or(0, |ranking| ranking.matches);
        }
        let is_quick = match self.strategy {
            Strategy::Leftmost => true,
            // The first one with two values is taken.
            Strategy::FirstFail => solver.var(chosen).size == 2,
            _ => false,
        };
        if is_quick { 0 } else { count as u64 }
    }

    /// Whether something is learnt from each decision.
    pub fn learns(&self) -> bool {
        matches!(self.strategy, Strategy::Impact | Strategy::Activity)
    }

    /// Notes what a decision about a variable has changed since a point.
    pub fn learn(&mut self, solver: &Solver, var: VarId, point: &Point, failed: bool) {
        if self.scores.len() < solver.vars.len() {
            self.scores.resize(solver.vars.len(), 0.0);
            self.tries.resize(solver.vars.len(), 0);
        }
        if self.strategy == Strategy::Impact {
            let left = solver.changed_since(point).map(|(id, old)| {
                let (size, old) = (solver.var(id).size as f64, old as f64);
                size / old.max(1.0)
            });
            let impact = 1.0 - if failed { 0.0 } else { left.product() };
            let tries = &mut self.tries[var as usize];
            *tries += 1;
            let score = &mut self.scores[var as usize];
            *score += (impact - *score) / f64::from(*tries);
            return;
        }
        self.step /= DECAY;
        for (id, _) in solver.changed_since(point) {
            self.scores[id as usize] += self.step;
        }
        if self.step > MOST_ACTIVE {
            self.scores
                .iter_mut()
                .for_each(|score| *score /= MOST_ACTIVE);
            self.step /= MOST_ACTIVE;
        }
    }

    /// The variable with the least of these numbers.
    fn least_number(
        &self,
        solver: &Solver,
        vars: &[VarId],
        number: impl Fn(usize, f64) -> f64,
    ) -> Option<VarId> {
        let (mut best, mut least) = (None, f64::INFINITY);
        for &var in vars.iter().filter(|&&var| !solver.is_fixed(var)) {
            let found = number(var as usize, solver.var(var).size as f64);
            if found < least || best.is_none() {
                (best, least) = (Some(var), found);
            }
        }
        best
    }

    /// Must be called before the solver goes back to a point.
    #[inline]
    pub fn going_back(&mut self, solver: &Solver, point: &Point) {
        if let Some(ranking) = &mut self.ranking {
            ranking.going_back(solver, point);
        }
    }

    /// Must be called when the solver has gone back otherwise.
    pub fn restart(&mut self) {
        self.ranking = None;
    }

    /// The next of the variables that is not fixed; all before `first` are.
    pub fn select(&mut self, solver: &Solver, vars: &[VarId], first: usize) -> Option<VarId> {
        let open = vars.get(first..).unwrap_or(&[]);
        self.is_ranked = open.len() > MANY && self.can_rank();
        match self.is_ranked {
            true => self.best_ranked(solver, vars),
            false => self.select_one(solver, open),
        }
    }

    /// Whether which variable is better depends on the two alone.
    fn can_rank(&self) -> bool {
        !matches!(
            self.strategy,
            Strategy::Leftmost | Strategy::Impact | Strategy::Activity | Strategy::Random
        )
    }

    fn best_ranked(&mut self, solver: &Solver, vars: &[VarId]) -> Option<VarId> {
        let mut ranking = self.ranking.take();
        let ranked = ranking.get_or_insert_with(|| Ranking::new(vars));
        let strategy = self.strategy;
        let best = ranked.best(solver, vars, |a, b| match strategy {
            Strategy::WeightedDegree => self.score(solver, a) < self.score(solver, b),
            _ => is_better(strategy, solver, a, b),
        });
        self.ranking = ranking;
        best
    }

    fn select_one(&mut self, solver: &Solver, vars: &[VarId]) -> Option<VarId> {
        match self.strategy {
            Strategy::Leftmost => vars.first().copied(),
            Strategy::FirstFail => first_fail(solver, vars),
            Strategy::WeightedDegree => self.weighted(solver, vars),
            // What has not been tried comes first, and of that what has few values.
            Strategy::Impact => self.least_number(solver, vars, |var, size| {
                match self.tries.get(var).is_some_and(|&tries| tries > 0) {
                    true => -self.scores[var],
                    false => -2.0 - 1.0 / size,
                }
            }),
            Strategy::Activity => self.least_number(solver, vars, |var, size| {
                let score = self.scores.get(var).copied().unwrap_or(0.0);
                size / (1.0 + score / self.step)
            }),
            Strategy::Random => {
                let open = vars.iter().filter(|&&var| !solver.is_fixed(var));
                let open: Vec<VarId> = open.copied().collect();
                let at = self.random() as usize % open.len().max(1);
                open.get(at).copied()
            }
            strategy => {
                let open = vars.iter().copied().filter(|&var| !solver.is_fixed(var));
                open.reduce(|best, var| match is_better(strategy, solver, var, best) {
                    true => var,
                    false => best,
                })
            }
        }
    }

    /// The least number of values for each failure of its propagators.
    fn weighted(&self, solver: &Solver, vars: &[VarId]) -> Option<VarId> {
        let mut best = None;
        let mut least = f64::INFINITY;
        for &var in vars {
            if solver.is_fixed(var) {
                continue;
            }
            let score = self.score(solver, var);
            if score < least {
                least = score;
                best = Some(var);
            }
        }
        best
    }

    fn score(&self, solver: &Solver, var: VarId) -> f64 {
        let mut weight = 1;
        let add = |id: PropId| weight += self.weights.get(id as usize).copied().unwrap_or(1);
        solver.each_propagator(var, add);
        solver.var(var).size as f64 / weight as f64
    }
}

/// Whether the first of two open variables is strictly better than the second one.
#[inline]
fn is_better(strategy: Strategy, solver: &Solver, a: VarId, b: VarId) -> bool {
    let (size_a, size_b) = (solver.var(a).size, solver.var(b).size);
    match strategy {
        Strategy::FirstFail => size_a < size_b,
        Strategy::MostConstrained => {
            size_a < size_b || size_a == size_b && solver.degree(a) > solver.degree(b)
        }
        Strategy::Smallest => solver.min(a) < solver.min(b),
        Strategy::Largest => solver.max(a) > solver.max(b),
        Strategy::AntiFirstFail => size_a > size_b,
        Strategy::Occurrence => solver.degree(a) > solver.degree(b),
        _ => regret(solver, a) > regret(solver, b),
    }
}

fn first_fail(solver: &Solver, vars: &[VarId]) -> Option<VarId> {
    let mut best = None;
    let mut least = u64::MAX;
    for &var in vars {
        let size = solver.var(var).size;
        if size < least && size > 1 {
            best = Some(var);
            least = size;
            if size == 2 {
                break;
            }
        }
    }
    best.or_else(|| vars.iter().copied().find(|&var| !solver.is_fixed(var)))
}

fn regret(solver: &Solver, var: VarId) -> i64 {
    let least = solver.var(var).min;
    solver.next_value(var, least).map_or(0, |next| next - least)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A walk of random decisions and ways back, in which both ways to choose agree.
    fn walk(strategy: Strategy) {
        let mut solver = Solver::new();
        let mut chance = Selector::new(Strategy::Random, 7);
        let vars: Vec<VarId> = (0..700)
            .map(|_| solver.new_interval(0, (chance.random() % 9) as i64))
            .collect();
        let mut selector = Selector::new(strategy, 1);
        let mut points = Vec::new();
        for _ in 0..600 {
            let ranked = selector.best_ranked(&solver, &vars);
            assert_eq!(ranked, selector.select_one(&solver, &vars));
            points.push(solver.point());
            for _ in 0..1 + chance.random() % 4 {
                let var = vars[chance.random() as usize % vars.len()];
                let value = (chance.random() % 9) as i64;
                // Where a domain would be emptied nothing changes.
                let _ = match chance.random() % 3 {
                    0 => solver.exclude(var, value),
                    1 => solver.at_least(var, value),
                    _ => solver.at_most(var, value),
                };
            }
            solver.clear_queue();
            if chance.random().is_multiple_of(4) {
                let at = chance.random() as usize % points.len();
                selector.going_back(&solver, &points[at]);
                solver.undo(&points[at]);
                points.truncate(at);
            }
        }
    }

    #[test]
    fn many_variables_are_chosen_as_few_are() {
        for strategy in [
            Strategy::FirstFail,
            Strategy::MostConstrained,
            Strategy::Smallest,
            Strategy::Largest,
            Strategy::AntiFirstFail,
            Strategy::Occurrence,
            Strategy::MaxRegret,
            Strategy::WeightedDegree,
        ] {
            walk(strategy);
        }
    }
}
