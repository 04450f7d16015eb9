//! Plain arithmetic in line, with constraints behind the clause for what is no integer.

use super::analyse::push_arguments;
use super::emit::{AsideId, Emitter, Label, Place, State};
use super::normal::{Conditional, Goal, GoalKind, Var};
use super::plain::{is_plain, is_short_operand, only_conditional, short_operands, variable};
use crate::atom::known;
use crate::bytecode::instr::{Op, TypeTest};
use crate::term::cell::{Cell, Functor, Tag};

impl Emitter<'_> {
    /// Whether a goal is compiled by [`Emitter::plain`].
    pub(super) fn stands_in_line(&self, goal: &Goal) -> bool {
        self.has_asides() && is_plain(goal, &self.terms)
    }

    /// Plain arithmetic behind tests that nearly always hold.
    pub(super) fn plain(&mut self, goal: &Goal, conditional: &Conditional) {
        let start = self.state.clone();
        let new = self.introduced(goal);
        let (comparisons, rest) = leading(conditional);
        let mut found: Vec<Var> = comparisons.iter().flat_map(operands).collect();
        let sum = match comparisons {
            [] => self.sum(conditional, rest),
            _ => Vec::new(),
        };
        found.extend(&sum);
        let is_left = |test: &&Goal| tested(test).is_none_or(|var| !found.contains(&var));
        let tests = conditional.condition.iter().filter(is_left);
        let tests: Vec<Goal> = tests.cloned().collect();
        let mut otherwise = Label::default();
        self.tests(&tests, &mut otherwise);
        let mut not_integers = Label {
            not_integers: true,
            ..Label::default()
        };
        self.tests(comparisons, &mut not_integers);
        let mut merged = None;
        let sum_jumps = (!sum.is_empty()).then_some(&mut otherwise);
        self.in_line(goal, conditional, rest, sum_jumps);
        self.initialise_all(&new);
        self.join(&mut merged, false, &mut Label::default(), &start);
        let end = std::mem::replace(&mut self.state, start.clone());
        if not_integers.jumps.is_empty() && otherwise.jumps.is_empty() {
            self.state = end;
            return;
        }
        self.aside([otherwise, not_integers], |emitter| {
            emitter.end_guard();
            emitter.goals_and_woken(&conditional.otherwise);
            emitter.initialise_all(&new);
            emitter.join(&mut merged, false, &mut Label::default(), &start);
            emitter.settle(&new, &end);
        });
        self.state = end;
        self.take_over(merged, &start);
    }

    /// A condition of comparisons of integers, which jumps to `otherwise` where they do
    /// not hold. What has to be posted is tried with a choice point, elsewhere: that code
    /// ends where the condition has failed. Nothing if the condition is another one.
    pub(super) fn plain_condition(
        &mut self,
        conditional: &Conditional,
        otherwise: &mut Label,
    ) -> Option<AsideId> {
        let inner = only_conditional(&conditional.condition)?;
        let is_fit = inner.then.iter().all(is_comparison)
            && self.stands_in_line(&conditional.condition[0])
            && !conditional.soft
            && conditional.inner.is_none()
            && !self.guard;
        let vars: Vec<Var> = inner.condition.iter().filter_map(tested).collect();
        if !is_fit || !self.only_posts(&inner.otherwise, &vars) {
            return None;
        }
        self.initialise_all(&vars);
        let start = self.state.clone();
        let mut unknown = Label::default();
        self.tests(&inner.condition, &mut unknown);
        self.tests(&inner.then, otherwise);
        let end = std::mem::replace(&mut self.state, start);
        let posted = Conditional {
            condition: inner.otherwise.clone(),
            then: Vec::new(),
            otherwise: Vec::new(),
            ..*conditional
        };
        let mut used = 0;
        self.aside([unknown, Label::default()], |emitter| {
            let mut failed = Label::default();
            let (before, saved) = emitter.tried_condition(&posted, &mut failed);
            emitter.exit_aside();
            used = std::mem::replace(&mut emitter.state, before).used;
            emitter.bind_label(failed);
            emitter.else_start(Op::TrustElse, saved, None);
        });
        self.state = end;
        self.state.used = self.state.used.max(used);
        Some(self.newest_aside())
    }

    /// Whether goals are predicates in Rust on these variables alone, possibly where such
    /// comparisons stand in line.
    fn only_posts(&self, goals: &[Goal], vars: &[Var]) -> bool {
        goals.iter().all(|goal| match &goal.kind {
            GoalKind::Builtin(_, _, args) => {
                let mut todo = args.clone();
                while let Some(cell) = todo.pop() {
                    if variable(cell).is_some_and(|var| !vars.contains(&var)) {
                        return false;
                    }
                    push_arguments(&self.terms, cell, &mut todo);
                }
                true
            }
            GoalKind::If(conditional) => {
                conditional.then.iter().all(is_comparison)
                    && self.only_posts(&conditional.otherwise, vars)
            }
            _ => false,
        })
    }

    /// The variables of a sum or difference that comes first and can tell itself whether
    /// they are integers.
    fn sum(&self, conditional: &Conditional, rest: &[Goal]) -> Vec<Var> {
        let Some(&GoalKind::Is(left, expression)) = rest.first().map(|goal| &goal.kind) else {
            return Vec::new();
        };
        let vars = variable(left)
            .filter(|&var| !self.state.known[var])
            .and_then(|_| sum_of(&self.terms, expression))
            .unwrap_or_default();
        match vars.iter().all(|&var| is_tested(conditional, var)) {
            true => vars,
            false => Vec::new(),
        }
    }

    /// The arithmetic itself, whose sum at the start jumps if there is a label for it. What
    /// only the constraints need later is given up in it, since they are not posted any more.
    fn in_line(
        &mut self,
        goal: &Goal,
        conditional: &Conditional,
        mut rest: &[Goal],
        sum_jumps: Option<&mut Label>,
    ) {
        let first = conditional.otherwise.first();
        let after = first.map_or(goal.end + 1, |goal| goal.pos);
        let before: Vec<u32> = self.facts.vars.iter().map(|info| info.last).collect();
        for (var, last) in before.iter().enumerate() {
            if (after..=goal.end).contains(last) {
                self.facts.vars[var].last = self.facts.last_before(var, after);
            }
        }
        if let Some(label) = sum_jumps {
            self.of_integers = Some(std::mem::take(label));
            self.goals(&rest[..1], false);
            *label = self.of_integers.take().unwrap_or_default();
            rest = &rest[1..];
        }
        self.goals(rest, false);
        for (info, last) in self.facts.vars.iter_mut().zip(before) {
            info.last = last;
        }
    }

    fn initialise_all(&mut self, new: &[Var]) {
        for &var in new {
            self.initialise(var);
        }
    }

    /// Moves new variables to where they are at the end of the arithmetic.
    fn settle(&mut self, new: &[Var], end: &State) {
        let place = |&var: &Var| match (self.state.places[var], end.places[var]) {
            (Place::X(from), Place::X(to)) => Some((from, to)),
            _ => None,
        };
        let moves = new.iter().filter_map(place).collect();
        self.parallel_moves(moves);
    }
}

/// The comparison that the arithmetic starts with, if it can tell itself whether its
/// operands are integers, and what follows it. All other tests come before it: where one
/// of those fails, it must not have failed already.
fn leading(conditional: &Conditional) -> (&[Goal], &[Goal]) {
    let is_leading = |goal: &Goal| {
        short_operands(goal).is_some() && operands(goal).all(|var| is_tested(conditional, var))
    };
    let leads = conditional.then.first().is_some_and(is_leading);
    conditional.then.split_at(usize::from(leads))
}

fn is_comparison(goal: &Goal) -> bool {
    matches!(goal.kind, GoalKind::Compare(..))
}

/// The variables that a comparison of them compares.
fn operands(goal: &Goal) -> impl Iterator<Item = Var> {
    let operands = short_operands(goal).into_iter().flatten();
    operands.filter_map(variable)
}

/// The variables of a sum or difference of them and short integers.
fn sum_of(words: &[u64], expression: Cell) -> Option<Vec<Var>> {
    if expression.tag() != Tag::Str {
        return None;
    }
    let at = (expression.offset() / 8) as usize;
    let functor = Functor(words[at]);
    let is_sum = matches!(functor.name(), known::PLUS | known::MINUS) && functor.arity() == 2;
    let operands = [Cell(words[at + 1]), Cell(*words.get(at + 2)?)];
    let holds = is_sum && operands.into_iter().all(is_short_operand);
    holds.then(|| operands.into_iter().filter_map(variable).collect())
}

/// Whether the condition tests that a variable is an integer.
fn is_tested(conditional: &Conditional, var: Var) -> bool {
    let mut tests = conditional.condition.iter();
    tests.any(|goal| tested(goal) == Some(var))
}

/// The variable that a test for integers looks at.
fn tested(goal: &Goal) -> Option<Var> {
    match goal.kind {
        GoalKind::Type(TypeTest::Integer, cell) => variable(cell),
        _ => None,
    }
}
