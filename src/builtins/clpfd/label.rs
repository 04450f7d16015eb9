//! Labeling: one choice point for a whole search.

use crate::engine::constraints::WORK;
use crate::engine::machine::Machine;
use crate::engine::registry::{Choices, Next, Row, Start};
use crate::error::{Ball, Outcome};
use crate::fd::optimise::{Goal, Labeling, Restarts};
use crate::fd::search::{Branching, Found, Order, Spec};
use crate::fd::select::Strategy;
use crate::fd::store::{Point, Solver, VarId};
use crate::predicates;
use crate::term::cell::Cell;

/// The rows of labeling.
pub const ROWS: &[Row] = predicates! {
    /// Gives Variables values as `spec(Strategy, Order, Branching, Goals, Seed,
    /// Failures, Restarts, Milliseconds, Discrepancies, Decisions)` says. Found is `true` at a solution,
    /// `time_out` if there was no time for more; else the search has been
    /// interrupted and goes on after backtracking.
    "'$fd_label'(+Spec, +Variables, -Found) is nondet" => many label;
    /// Next is the variable of Variables to be labeled next by Strategy, and Rest
    /// the others.
    "'$fd_select'(+Strategy, +Variables, -Next) is semidet" => once select;
    /// All of Variables are integers or have finite domains.
    "'$fd_finite'(+Variables) is det" => core once finite;
    /// Bound holds those of Variables that take part in a constraint that does not
    /// hold whatever happens.
    "'$fd_bound'(+Variables, -Bound) is det" => once bound;
    /// Some of Variables has attributes beside its domain.
    "'$fd_attributed'(+Variables) is semidet" => once attributed;
};

fn strategy(name: &str) -> Option<Strategy> {
    Some(match name {
        "leftmost" => Strategy::Leftmost,
        "ff" => Strategy::FirstFail,
        "ffc" | "most_constrained" => Strategy::MostConstrained,
        "min" => Strategy::Smallest,
        "max" => Strategy::Largest,
        "anti_first_fail" => Strategy::AntiFirstFail,
        "occurrence" => Strategy::Occurrence,
        "max_regret" => Strategy::MaxRegret,
        "dom_w_deg" => Strategy::WeightedDegree,
        "impact" => Strategy::Impact,
        "activity" => Strategy::Activity,
        "random" => Strategy::Random,
        _ => return None,
    })
}

fn order(name: &str) -> Order {
    match name {
        "down" => Order::Down,
        "middle" => Order::Middle,
        "saved" => Order::Saved,
        "random" => Order::Random,
        _ => Order::Up,
    }
}

fn branching(name: &str) -> Branching {
    match name {
        "enum" => Branching::Enumerate,
        "bisect" => Branching::Bisect,
        _ => Branching::Step,
    }
}

/// The variables of a list, without its integers.
fn variables(m: &Machine, cell: Cell) -> Result<Vec<VarId>, Ball> {
    let mut vars = Vec::new();
    for item in m.to_list(cell)? {
        if let Some(var) = m.known_domain_variable(item) {
            vars.push(var);
        } else if m.mem.deref(item).is_var() {
            return Err(Ball::Instantiation);
        }
    }
    Ok(vars)
}

/// When the search begins anew, and when it ends, in seconds.
fn limits_arg(m: &mut Machine) -> Result<(Option<Restarts>, Option<f64>), Ball> {
    let (_, args) = m.to_compound(m.arg(0))?;
    let arg = |m: &Machine, index: usize| m.mem.deref(args.get(&m.mem, index));
    let number = |m: &Machine, cell| m.to_i64(cell).map(|value| value.max(1) as u64);
    let restarts = arg(m, 6);
    let restarts = if let Some(parts) = m.match_compound(restarts, "luby", 1) {
        Some(Restarts::Luby(number(m, parts.get(&m.mem, 0))?))
    } else if let Some(parts) = m.match_compound(restarts, "geometric", 2) {
        let first = number(m, parts.get(&m.mem, 0))?;
        Some(Restarts::Geometric(first, number(m, parts.get(&m.mem, 1))?))
    } else {
        None
    };
    let time = m.to_i64(arg(m, 7))?;
    let now = m.host.clock().wall_seconds();
    Ok((restarts, (time >= 0).then(|| now + time as f64 / 1000.0)))
}

fn spec_arg(m: &mut Machine) -> Result<(Spec, Vec<Goal>, u64), Ball> {
    let (_, args) = m.to_compound(m.arg(0))?;
    let arg = |m: &Machine, index: usize| args.get(&m.mem, index);
    let word = |m: &Machine, index| -> Result<String, Ball> {
        let atom = m.to_atom(args.get(&m.mem, index))?;
        Ok(m.text(atom).to_owned())
    };
    let name = word(m, 0)?;
    let Some(strategy) = strategy(&name) else {
        return Err(m.domain_error("labeling_option", arg(m, 0)));
    };
    let spec = Spec {
        vars: variables(m, m.arg(1))?,
        strategy,
        order: order(&word(m, 1)?),
        branching: branching(&word(m, 2)?),
        seed: m.to_i64(arg(m, 4))? as u64,
        discrepancies: u32::try_from(m.to_i64(arg(m, 8))?).unwrap_or(u32::MAX),
    };
    let mut goals = Vec::new();
    for goal in m.to_list(arg(m, 3))? {
        let (_, parts) = m.to_compound(goal)?;
        let Some(var) = m.known_domain_variable(parts.get(&m.mem, 1)) else {
            continue;
        };
        let direction = m.to_atom(parts.get(&m.mem, 0))?;
        let direction = m.text(direction);
        goals.push(Goal {
            var,
            maximise: direction.starts_with("max"),
            only_best: direction.ends_with("imize"),
        });
    }
    let failures = m.to_i64(arg(m, 5))?;
    let failures = if failures < 0 {
        u64::MAX
    } else {
        failures as u64
    };
    Ok((spec, goals, failures))
}

/// A labeling and where its values start in the log of the solver.
struct Label {
    labeling: Labeling,
    restarts: Option<Restarts>,
    deadline: Option<f64>,
    late: bool,
    /// Whether the last step has ended within the search.
    paused: bool,
    start: Option<Point>,
}

fn label(m: &mut Machine) -> Result<Start, Ball> {
    let (spec, goals, failures) = spec_arg(m)?;
    if spec.vars.is_empty() && goals.is_empty() {
        let truth = m.atom("true");
        return Ok(if m.unify_arg(2, truth)? {
            Start::Succeed
        } else {
            Start::Fail
        });
    }
    let mut labeling = Labeling::new(spec, goals);
    if failures != u64::MAX {
        labeling.limit_failures(failures);
    }
    let (restarts, deadline) = limits_arg(m)?;
    Ok(Start::Choices(Box::new(Label {
        labeling,
        restarts,
        deadline,
        late: false,
        paused: false,
        start: None,
    })))
}

impl Choices for Label {
    fn next(&mut self, m: &mut Machine) -> Result<Option<Next>, Ball> {
        let mut solver = m.take_searched_solver();
        if self.start.is_none() {
            m.protect_choice(&mut solver);
            self.start = Some(solver.point());
            if let Some(restarts) = self.restarts {
                self.labeling.restart(&mut solver, restarts);
            }
        }
        let next = self.step(m, &mut solver);
        solver.is_searching = matches!(next, Ok(Some(Next::More)) if self.paused);
        m.put_solver(solver);
        next
    }
}

impl Label {
    fn step(&mut self, m: &mut Machine, solver: &mut Solver) -> Result<Option<Next>, Ball> {
        self.paused = false;
        match self.labeling.run(solver, WORK) {
            Found::Exhausted => Ok(Some(Next::Fail)),
            Found::Paused => {
                m.poll_now()?;
                m.count_work(solver)?;
                if self.is_late(m) && !self.labeling.give_up(solver) {
                    return self.end_without_solution(m, solver);
                }
                self.paused = true;
                let found = m.atom("paused");
                m.unify_arg(2, found)?;
                Ok(Some(Next::More))
            }
            Found::Solution => {
                let open = self.labeling.is_open();
                if open {
                    m.mark_solver(solver);
                }
                let found = m.atom(if self.late { "time_out" } else { "true" });
                let holds = m.unify_arg(2, found)?
                    && unify_decisions(m, self.labeling.decisions())?
                    && m.write_values(solver)?;
                Ok(crate::builtins::solutions::step(holds, !open))
            }
        }
    }
}

/// Tells how many decisions a solution has taken, if that is asked for.
fn unify_decisions(m: &mut Machine, decisions: usize) -> Outcome {
    let (_, args) = m.to_compound(m.arg(0))?;
    let asked = args.get(&m.mem, 9);
    let count = Cell::small(decisions as i64);
    Ok(m.mem.deref(asked) == Cell::NIL || m.mem.unify(asked, count))
}

impl Label {
    /// Whether the time is over, which is found once.
    fn is_late(&mut self, m: &Machine) -> bool {
        let now = m.host.clock().wall_seconds();
        let is_late = self.deadline.is_some_and(|deadline| now > deadline);
        if is_late {
            self.deadline = None;
            self.late = true;
        }
        is_late
    }

    fn end_without_solution(
        &mut self,
        m: &mut Machine,
        solver: &mut Solver,
    ) -> Result<Option<Next>, Ball> {
        solver.clear_queue();
        if let Some(start) = &self.start {
            solver.undo(start);
        }
        let found = m.atom("time_out");
        let holds = m.unify_arg(2, found)?;
        Ok(Some(if holds { Next::Last } else { Next::Fail }))
    }
}

fn select(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    let name = m.text(name).to_owned();
    let strategy = strategy(&name).unwrap_or(Strategy::Leftmost);
    let vars = variables(m, m.arg(1))?;
    let mut solver = m.take_solver();
    let mut selector = crate::fd::select::Selector::new(strategy, 1);
    let open: Vec<VarId> = vars
        .into_iter()
        .filter(|&var| !solver.is_fixed(var))
        .collect();
    let found = selector.select(&solver, &open, 0);
    let term = found.map(|var| m.domain_term(&mut solver, var));
    m.put_solver(solver);
    match term {
        Some(term) => m.unify_arg(2, term),
        None => Ok(false),
    }
}

fn finite(m: &mut Machine) -> Outcome {
    let items = m.list_arg(0)?;
    let solver = m.take_solver();
    let checked = items.iter().try_for_each(|&item| {
        let item = m.mem.deref(item);
        if let Some(var) = m.known_domain_variable(item) {
            let is_finite = solver.var(var).size != u64::MAX || solver.domain(var).size().is_some();
            return is_finite.then_some(()).ok_or(Ball::Instantiation);
        }
        match m.integer_of(item) {
            Some(_) => Ok(()),
            None => Err(m.not_a(crate::atom::known::INTEGER, item)),
        }
    });
    m.put_solver(solver);
    checked.map(|()| true)
}

fn bound(m: &mut Machine) -> Outcome {
    let items = m.list_arg(0)?;
    let solver = m.take_solver();
    let is_bound = |&item: &Cell| {
        let var = m.known_domain_variable(item);
        var.is_some_and(|var| {
            !solver.is_fixed(var)
                && solver
                    .propagators(var)
                    .iter()
                    .any(|&id| solver.is_active(id))
        })
    };
    let bound: Vec<Cell> = items.iter().copied().filter(is_bound).collect();
    m.put_solver(solver);
    m.unify_list(1, &bound)
}

fn attributed(m: &mut Machine) -> Outcome {
    for item in m.list_arg(0)? {
        let attributes = m.attributes_of(item);
        if attributes.is_some_and(|attributes| m.mem.deref(attributes) != Cell::NIL) {
            return Ok(true);
        }
    }
    Ok(false)
}
