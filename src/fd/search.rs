//! Search: a depth-first walk that keeps its open decisions itself, so that it
//! can stop at a solution, or anywhere, and go on later.

use rustc_hash::FxHashMap;

use super::int::{Bound, Int};
use super::queue::Progress;
use super::select::{Selector, Strategy};
use super::store::{Change, Conflict, Point, Solver, VarId};

/// The order of the values of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// From the least.
    Up,
    /// From the greatest.
    Down,
    /// From the middle.
    Middle,
    /// From the value that the variable has had last.
    Saved,
    /// At random.
    Random,
}

/// How a variable's domain is divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Branching {
    /// One value, or any other variable and value.
    Step,
    /// One value after the other.
    Enumerate,
    /// In halves.
    Bisect,
}

/// What to search for and how.
#[derive(Clone, Debug)]
pub struct Spec {
    /// The variables to give values to.
    pub vars: Vec<VarId>,
    /// Which of them is next.
    pub strategy: Strategy,
    /// Which of its values is first.
    pub order: Order,
    /// What is decided.
    pub branching: Branching,
    /// The seed of random choices.
    pub seed: u64,
    /// How many decisions on the way to a solution may be others than the first.
    pub discrepancies: u32,
}

/// What a search has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found {
    /// All variables have values.
    Solution,
    /// There is no further solution.
    Exhausted,
    /// The work allowed is done.
    Paused,
}

#[derive(Clone, Debug)]
enum Decision {
    /// This value; then others.
    Step(i64),
    /// This value; then the next one.
    Enumerate(i64),
    /// The lower half up to this value; then the upper one. Or the other way round.
    Bisect(i64),
    /// A value out of the range of machine integers; then others.
    Large(Int),
}

struct Level {
    point: Point,
    var: VarId,
    first: u32,
    decision: Decision,
    /// How many decisions before were others than the first.
    others: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Propagate,
    Branch,
    Backtrack,
}

/// A search in progress.
pub struct Search {
    spec: Spec,
    selector: Selector,
    levels: Vec<Level>,
    /// All variables before this one are fixed.
    first: u32,
    state: State,
    /// How many decisions on the way are others than the first.
    others: u32,
    /// Whether the newest decision has not been propagated yet.
    is_fresh: bool,
    /// The values that variables have had last.
    saved: FxHashMap<VarId, i64>,
    /// An objective whose value must get better than the best so far.
    pub objective: Option<Objective>,
    /// Failures that are still allowed.
    pub failures_left: u64,
}

/// The variable to be made small or large.
#[derive(Clone, Debug)]
pub struct Objective {
    /// The variable.
    pub var: VarId,
    /// Whether it is to be large.
    pub maximise: bool,
    /// The best value so far.
    pub best: Option<Int>,
}

impl Objective {
    /// Demands a better value than the best so far.
    pub fn demand(&self, solver: &mut Solver) -> Change {
        match &self.best {
            None => Ok(()),
            Some(best) if self.maximise => {
                solver.at_least_bound(self.var, &Bound::Fin(best.add(&Int::ONE)))
            }
            Some(best) => solver.at_most_bound(self.var, &Bound::Fin(best.sub(&Int::ONE))),
        }
    }
}

impl Search {
    /// A search that starts in the present state of the solver.
    pub fn new(spec: Spec) -> Search {
        Search {
            selector: Selector::new(spec.strategy, spec.seed),
            spec,
            levels: Vec::new(),
            first: 0,
            others: 0,
            is_fresh: false,
            saved: FxHashMap::default(),
            state: State::Propagate,
            objective: None,
            failures_left: u64::MAX,
        }
    }

    /// Begins anew in the present state of the solver, with what has been learnt
    /// of the propagators, for so many failures.
    pub fn restart(&mut self, failures: u64) {
        self.levels.clear();
        self.selector.restart();
        self.first = 0;
        self.others = 0;
        self.is_fresh = false;
        self.state = State::Propagate;
        self.failures_left = failures;
    }

    /// Whether the failures allowed are used up before the search is done.
    pub fn is_cut_off(&self) -> bool {
        self.failures_left == 0 && !self.levels.is_empty()
    }

    /// Whether there may be more solutions.
    pub fn is_open(&self) -> bool {
        !self.levels.is_empty()
    }

    /// Looks for the next solution, with about so much work.
    pub fn run(&mut self, solver: &mut Solver, work: u64) -> Found {
        let mut work = work;
        loop {
            match self.state {
                State::Propagate => {
                    let before = solver.counts.prunings;
                    match solver.propagate(work) {
                        Progress::Fixpoint => {
                            self.learn(solver, false);
                            self.state = State::Branch;
                        }
                        Progress::Failed => self.failed(solver),
                        Progress::Paused => {
                            solver.queue.effort = 0;
                            return Found::Paused;
                        }
                    }
                    let effort = solver.take_effort();
                    let done = 1 + (solver.counts.prunings - before) / 2 + effort;
                    work = work.saturating_sub(done);
                }
                State::Branch => {
                    if work == 0 {
                        return Found::Paused;
                    }
                    if self.branch(solver) {
                        continue;
                    }
                    self.state = State::Backtrack;
                    solver.counts.solutions += 1;
                    return Found::Solution;
                }
                State::Backtrack => {
                    if self.failures_left == 0 || !self.backtrack(solver) {
                        return Found::Exhausted;
                    }
                }
            }
        }
    }

    /// Notes what has come of the newest decision.
    #[inline]
    fn learn(&mut self, solver: &Solver, failed: bool) {
        if std::mem::replace(&mut self.is_fresh, false)
            && self.selector.learns()
            && let Some(level) = self.levels.last()
        {
            self.selector.learn(solver, level.var, &level.point, failed);
        }
    }

    /// Keeps the values that the variables decided have now.
    fn save(&mut self, solver: &Solver) {
        for level in &self.levels {
            let var = solver.var(level.var);
            if var.is_fixed_small() {
                self.saved.insert(level.var, var.min);
            }
        }
    }

    /// How many decisions there are on the way.
    pub fn decisions(&self) -> usize {
        self.levels.len() + self.others as usize
    }

    fn failed(&mut self, solver: &mut Solver) {
        if self.spec.order == Order::Saved {
            self.save(solver);
        }
        self.learn(solver, true);
        self.selector.failed(solver);
        self.failures_left = self.failures_left.saturating_sub(1);
        self.state = State::Backtrack;
    }

    /// Decides something about an open variable; false if there is none.
    fn branch(&mut self, solver: &mut Solver) -> bool {
        while let Some(&var) = self.spec.vars.get(self.first as usize) {
            if !solver.is_fixed(var) {
                break;
            }
            self.first += 1;
        }
        let first = self.first as usize;
        let Some(var) = self.selector.select(solver, &self.spec.vars, first) else {
            return false;
        };
        let open = self.spec.vars.len() - first;
        solver.queue.effort += self.selector.effort(solver, var, open);
        solver.counts.nodes += 1;
        let decision = self.decide(solver, var);
        let point = solver.point();
        let applied = self.apply(solver, var, &decision);
        self.levels.push(Level {
            point,
            var,
            first: self.first,
            decision,
            others: self.others,
        });
        solver.counts.depth = solver.counts.depth.max(self.levels.len() as u64);
        self.is_fresh = true;
        match applied {
            Ok(()) => self.state = State::Propagate,
            Err(Conflict) => {
                solver.clear_queue();
                self.state = State::Backtrack;
            }
        }
        true
    }

    fn decide(&mut self, solver: &Solver, id: VarId) -> Decision {
        let var = solver.var(id);
        if !var.is_narrow() {
            let end = match self.spec.order {
                Order::Down => solver.max(id),
                _ => solver.min(id),
            };
            return Decision::Large(end.finite().cloned().unwrap_or(Int::ZERO));
        }
        if self.spec.branching == Branching::Bisect {
            return Decision::Bisect((var.min + var.max).div_euclid(2));
        }
        let value = match self.spec.order {
            Order::Up => var.min,
            Order::Down => var.max,
            Order::Saved => {
                let saved = self.saved.get(&id).copied();
                let saved = saved.filter(|&value| solver.contains(id, value));
                saved.unwrap_or(var.min)
            }
            Order::Middle => nearest(solver, id, (var.min + var.max).div_euclid(2)),
            Order::Random => {
                let width = (var.max - var.min) as u64 + 1;
                nearest(
                    solver,
                    id,
                    var.min + (self.selector.random() % width) as i64,
                )
            }
        };
        match (self.spec.branching, self.spec.order) {
            (Branching::Enumerate, Order::Up | Order::Down) => Decision::Enumerate(value),
            _ => Decision::Step(value),
        }
    }

    fn apply(&self, solver: &mut Solver, var: VarId, decision: &Decision) -> Change {
        match decision {
            Decision::Step(value) | Decision::Enumerate(value) => solver.fix(var, *value),
            Decision::Bisect(middle) if self.spec.order == Order::Down => {
                solver.at_least(var, middle + 1)
            }
            Decision::Bisect(middle) => solver.at_most(var, *middle),
            Decision::Large(value) => solver.fix_int(var, value),
        }
    }

    /// Takes the other way at the newest open decision; false if there is none.
    fn backtrack(&mut self, solver: &mut Solver) -> bool {
        let Some(level) = self.levels.pop() else {
            return false;
        };
        self.selector.going_back(solver, &level.point);
        solver.undo(&level.point);
        self.first = level.first;
        self.others = level.others + 1;
        if self.others > self.spec.discrepancies {
            return true;
        }
        let turned = self.turn(solver, level);
        let better = match &self.objective {
            Some(objective) if turned.is_ok() => objective.demand(solver),
            _ => turned,
        };
        match better {
            Ok(()) => self.state = State::Propagate,
            Err(Conflict) => {
                solver.clear_queue();
                self.state = State::Backtrack;
            }
        }
        true
    }

    fn turn(&mut self, solver: &mut Solver, level: Level) -> Change {
        let var = level.var;
        match &level.decision {
            Decision::Step(value) => solver.exclude(var, *value),
            Decision::Large(value) => solver.exclude_int(var, value),
            Decision::Bisect(middle) if self.spec.order == Order::Down => {
                solver.at_most(var, *middle)
            }
            Decision::Bisect(middle) => solver.at_least(var, middle + 1),
            Decision::Enumerate(value) => {
                let down = self.spec.order == Order::Down;
                let next = |value| match down {
                    true => solver.previous_value(var, value),
                    false => solver.next_value(var, value),
                };
                let Some(value) = next(*value) else {
                    return Err(Conflict);
                };
                if next(value).is_some() {
                    solver.counts.nodes += 1;
                    let point = solver.point();
                    let decision = Decision::Enumerate(value);
                    self.levels.push(Level {
                        point,
                        decision,
                        others: self.others,
                        ..level
                    });
                }
                solver.fix(var, value)
            }
        }
    }
}

/// The value of the domain that is nearest to `wanted`, the lower of two.
fn nearest(solver: &Solver, id: VarId, wanted: i64) -> i64 {
    if solver.contains(id, wanted) {
        return wanted;
    }
    let below = solver.previous_value(id, wanted);
    let above = solver.next_value(id, wanted);
    match (below, above) {
        (Some(below), Some(above)) if wanted - below <= above - wanted => below,
        (_, Some(above)) => above,
        (Some(below), None) => below,
        (None, None) => wanted,
    }
}
