//! Which variable is decided next.

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
        }
    }

    /// How many things have been looked at to choose a variable of so many.
    #[inline]
    pub fn effort(&self, solver: &Solver, chosen: VarId, count: usize) -> u64 {
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

    /// The next of the variables that is not fixed.
    pub fn select(&mut self, solver: &Solver, vars: &[VarId]) -> Option<VarId> {
        match self.strategy {
            Strategy::Leftmost => vars.first().copied(),
            Strategy::FirstFail => first_fail(solver, vars),
            Strategy::MostConstrained => least_by(solver, vars, |var| {
                (solver.var(var).size, u16::MAX - solver.degree(var))
            }),
            Strategy::Smallest => least_by(solver, vars, |var| solver.min(var)),
            Strategy::Largest => least_by(solver, vars, |var| solver.max(var).neg()),
            Strategy::AntiFirstFail => {
                least_by(solver, vars, |var| u64::MAX - solver.var(var).size)
            }
            Strategy::Occurrence => least_by(solver, vars, |var| u16::MAX - solver.degree(var)),
            Strategy::MaxRegret => least_by(solver, vars, |var| -regret(solver, var)),
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
            let mut weight = 1;
            let add = |id: PropId| weight += self.weights.get(id as usize).copied().unwrap_or(1);
            solver.each_propagator(var, add);
            let score = solver.var(var).size as f64 / weight as f64;
            if score < least {
                least = score;
                best = Some(var);
            }
        }
        best
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

fn least_by<K: Ord>(solver: &Solver, vars: &[VarId], key: impl Fn(VarId) -> K) -> Option<VarId> {
    let open = vars.iter().copied().filter(|&var| !solver.is_fixed(var));
    open.min_by_key(|&var| key(var))
}

fn regret(solver: &Solver, var: VarId) -> i64 {
    let least = solver.var(var).min;
    solver.next_value(var, least).map_or(0, |next| next - least)
}
