//! Solutions in the order of objectives: the best value of the first objective is
//! found by branch and bound; the solutions with it come in the order of the
//! other objectives; then the next best value.

use super::int::Int;
use super::queue::Progress;
use super::search::{Found, Objective, Search, Spec};
use super::store::{Change, Point, Solver, VarId};

/// An objective of a labeling.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The variable.
    pub var: VarId,
    /// Whether large values come first.
    pub maximise: bool,
    /// Whether only solutions with the best value are wanted.
    pub only_best: bool,
}

/// An objective whose best value is being enumerated.
struct Stage {
    point: Point,
    best: Int,
}

enum State {
    /// Look for the best value of the next objective, or for solutions.
    Descend,
    /// Propagate what has been said of an objective, then descend.
    Settle,
    /// The search for the best value goes on, from this point.
    Optimise(Box<Search>, Point),
    /// Solutions are being enumerated.
    Enumerate(Box<Search>),
    /// No solution is left under the newest stage.
    Ascend,
}

/// When a search begins anew.
#[derive(Clone, Copy, Debug)]
pub enum Restarts {
    /// After numbers of failures that follow Luby's sequence, times this.
    Luby(u64),
    /// After this many failures, and then after so many percent of the number before.
    Geometric(u64, u64),
}

impl Restarts {
    /// How many failures the run number `run`, from 1 on, may have.
    fn failures(self, run: u64) -> u64 {
        match self {
            Restarts::Luby(unit) => unit.saturating_mul(luby(run)),
            Restarts::Geometric(first, percent) => {
                let mut failures = first;
                for _ in 1..run.min(200) {
                    failures = failures.saturating_mul(percent.max(101)).div_ceil(100);
                }
                failures
            }
        }
    }
}

/// 1, 1, 2, 1, 1, 2, 4, and so on.
fn luby(run: u64) -> u64 {
    let (mut run, mut power) = (run.max(1), 1u64);
    loop {
        while 2 * power - 1 < run {
            power *= 2;
        }
        if 2 * power - 1 == run {
            return power;
        }
        run -= power - 1;
        power = 1;
    }
}

/// A labeling in progress.
pub struct Labeling {
    restarts: Option<(Restarts, u64, Point)>,
    spec: Spec,
    goals: Vec<Goal>,
    stages: Vec<Stage>,
    state: State,
    /// How many failures a search may have.
    failures: u64,
}

impl Labeling {
    /// A labeling that starts in the present state of the solver.
    pub fn new(spec: Spec, goals: Vec<Goal>) -> Labeling {
        Labeling {
            restarts: None,
            spec,
            goals,
            stages: Vec::new(),
            state: State::Descend,
            failures: u64::MAX,
        }
    }

    /// Whether there may be further solutions.
    pub fn is_open(&self) -> bool {
        match &self.state {
            State::Enumerate(search) => {
                let only_best = self.goals.iter().all(|goal| goal.only_best);
                search.is_open() || !(self.stages.is_empty() || only_best)
            }
            _ => true,
        }
    }

    /// Limits the failures of the enumeration, or, if there are objectives, of each
    /// search for something better.
    pub fn limit_failures(&mut self, failures: u64) {
        self.failures = failures;
        let mut search = Box::new(Search::new(self.spec.clone()));
        search.failures_left = failures;
        if self.goals.is_empty() {
            self.state = State::Enumerate(search);
        }
    }

    /// Makes the search for a first solution, or, if there are objectives, those for the
    /// best values begin anew now and then.
    pub fn restart(&mut self, solver: &mut Solver, restarts: Restarts) {
        if self.goals.is_empty() {
            self.limit_failures(restarts.failures(1));
        }
        self.restarts = Some((restarts, 1, solver.point()));
    }

    /// Begins anew if that is wanted; false if the search is over. The search for the best
    /// value of an objective knows what has to be better.
    fn begin_anew(&mut self, solver: &mut Solver) -> bool {
        let Some((restarts, run, start)) = &mut self.restarts else {
            return false;
        };
        let (search, point) = match &mut self.state {
            State::Enumerate(search) => (search, &*start),
            State::Optimise(search, before) => (search, &*before),
            _ => return false,
        };
        if !search.is_cut_off() {
            return false;
        }
        solver.clear_queue();
        solver.undo(point);
        *run += 1;
        search.restart(restarts.failures(*run));
        let objective = search.objective.as_ref();
        objective.is_none_or(|objective| objective.demand(solver).is_ok())
    }

    /// Gives up looking for something better than the best so far; false if
    /// nothing has been found yet.
    pub fn give_up(&mut self, solver: &mut Solver) -> bool {
        if matches!(self.state, State::Optimise(..)) {
            solver.clear_queue();
        }
        self.conclude(solver)
    }

    /// Takes the best so far of an objective for the best; false if nothing has been found.
    fn conclude(&mut self, solver: &mut Solver) -> bool {
        let State::Optimise(search, point) = &mut self.state else {
            return false;
        };
        let best = search.objective.take().and_then(|objective| objective.best);
        let point = *point;
        let found = best.is_some();
        self.optimum_known(solver, best, point);
        found
    }

    /// How many decisions the newest solution has taken.
    pub fn decisions(&self) -> usize {
        match &self.state {
            State::Enumerate(search) | State::Optimise(search, _) => search.decisions(),
            _ => 0,
        }
    }

    /// Looks for the next solution, with about so much work.
    pub fn run(&mut self, solver: &mut Solver, work: u64) -> Found {
        loop {
            match &mut self.state {
                State::Descend => self.descend(solver),
                State::Settle => match solver.propagate(work) {
                    Progress::Paused => {
                        solver.queue.effort = 0;
                        return Found::Paused;
                    }
                    Progress::Failed => self.state = State::Ascend,
                    Progress::Fixpoint => self.state = State::Descend,
                },
                State::Optimise(search, _) => match search.run(solver, work) {
                    Found::Paused => return Found::Paused,
                    Found::Solution => note_solution(solver, search),
                    Found::Exhausted => {
                        if !self.begin_anew(solver) {
                            self.conclude(solver);
                        }
                    }
                },
                State::Enumerate(search) => match search.run(solver, work) {
                    Found::Exhausted => {
                        if !self.begin_anew(solver) {
                            self.state = State::Ascend;
                        }
                    }
                    Found::Solution => {
                        // What is left of this tree holds all other solutions.
                        search.failures_left = match self.restarts {
                            Some(_) => u64::MAX,
                            None => search.failures_left,
                        };
                        return Found::Solution;
                    }
                    Found::Paused => return Found::Paused,
                },
                State::Ascend => {
                    if !self.ascend(solver) {
                        return Found::Exhausted;
                    }
                }
            }
        }
    }

    fn descend(&mut self, solver: &mut Solver) {
        let Some(goal) = self.goals.get(self.stages.len()) else {
            self.state = State::Enumerate(Box::new(Search::new(self.spec.clone())));
            return;
        };
        let mut spec = self.spec.clone();
        spec.vars.push(goal.var);
        let point = solver.point();
        let mut search = Search::new(spec);
        search.objective = Some(Objective {
            var: goal.var,
            maximise: goal.maximise,
            best: None,
        });
        search.failures_left = match &mut self.restarts {
            Some((restarts, run, _)) => {
                *run = 1;
                restarts.failures(1)
            }
            None => self.failures,
        };
        self.state = State::Optimise(Box::new(search), point);
    }

    fn optimum_known(&mut self, solver: &mut Solver, best: Option<Int>, point: Point) {
        solver.undo(&point);
        let (Some(best), Some(goal)) = (best, self.goals.get(self.stages.len())) else {
            self.state = State::Ascend;
            return;
        };
        let fixed = solver.fix_int(goal.var, &best);
        self.stages.push(Stage { point, best });
        self.settle(solver, fixed);
    }

    fn settle(&mut self, solver: &mut Solver, change: Change) {
        self.state = match change {
            Ok(()) => State::Settle,
            Err(_) => {
                solver.clear_queue();
                State::Ascend
            }
        };
    }

    /// Goes on to worse values of the newest objective that has some.
    fn ascend(&mut self, solver: &mut Solver) -> bool {
        let Some(stage) = self.stages.pop() else {
            return false;
        };
        solver.undo(&stage.point);
        let goal = self.goals[self.stages.len()];
        if goal.only_best {
            self.state = State::Ascend;
            return true;
        }
        let worse = Objective {
            var: goal.var,
            maximise: !goal.maximise,
            best: Some(stage.best),
        };
        let change = worse.demand(solver);
        self.settle(solver, change);
        true
    }
}

/// A solution of a search for the best value: it must get better.
fn note_solution(solver: &Solver, search: &mut Search) {
    if let Some(objective) = &mut search.objective {
        objective.best = solver.value(objective.var);
    }
}
