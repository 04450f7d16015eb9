//! Tests for integers in front of plain arithmetic, several together.
//!
//! Relations of constraint libraries become `( integer(X), integer(Y) -> X < Y ;
//! Constraint )`. Where such goals follow each other, their variables are tested
//! once: if all are integers, all the arithmetic is done, and otherwise each goal
//! runs as it stands. A result that may have a value already is unified with it.

use super::normal::{Compare, Conditional, Goal, GoalKind, Var};
use crate::atom::known;
use crate::bytecode::instr::TypeTest;
use crate::term::cell::{Cell, Functor, Tag};

/// So many goals are joined at most.
const MOST: usize = 8;

/// A goal of this kind.
struct Plain<'a> {
    tested: Vec<(TypeTest, Var)>,
    conditional: &'a Conditional,
}

/// The goals with those of this kind that follow each other joined. New variables
/// come from `new_var`.
pub fn joined(goals: Vec<Goal>, words: &[u64], mut new_var: impl FnMut() -> Var) -> Vec<Goal> {
    let mut result: Vec<Goal> = Vec::with_capacity(goals.len());
    let mut run: Vec<Goal> = Vec::new();
    for goal in goals {
        let goal = with_result(goal, words, &mut new_var);
        let is_plain = plain(&goal, words).is_some();
        if !is_plain || run.len() == MOST {
            finish(&mut run, &mut result, words, &mut new_var);
        }
        match is_plain {
            true => run.push(goal),
            false => result.push(goal),
        }
    }
    finish(&mut run, &mut result, words, &mut new_var);
    result
}

/// Moves the goals of a run to the result, joined if there are several.
fn finish(
    run: &mut Vec<Goal>,
    result: &mut Vec<Goal>,
    words: &[u64],
    new_var: &mut impl FnMut() -> Var,
) {
    if run.len() < 2 {
        result.append(run);
        return;
    }
    let mut tests: Vec<Goal> = Vec::new();
    let mut then: Vec<Goal> = Vec::new();
    let mut integers: Vec<Var> = Vec::new();
    for goal in run.iter() {
        let Some(Plain {
            tested,
            conditional,
        }) = plain(goal, words)
        else {
            continue;
        };
        for (test, var) in tested {
            if !integers.contains(&var) {
                tests.push(Goal::new(GoalKind::Type(test, cell_of(var))));
            }
            if test == TypeTest::Integer {
                integers.push(var);
            }
        }
        for goal in &conditional.then {
            if let GoalKind::Is(left, _) | GoalKind::Unify(left, _) = goal.kind {
                integers.extend(variable(left));
            }
            then.push(goal.clone());
        }
    }
    result.push(Goal::new(GoalKind::If(Box::new(Conditional {
        condition: tests,
        then,
        otherwise: std::mem::take(run),
        level: new_var(),
        inner: None,
        soft: false,
    }))));
}

/// The operands of a comparison of variables and short integers.
pub fn short_operands(goal: &Goal) -> Option<[Cell; 2]> {
    match goal.kind {
        GoalKind::Compare(_, a, b) if is_short_operand(a) && is_short_operand(b) => Some([a, b]),
        _ => None,
    }
}

/// Whether a term is a variable, or an integer that an instruction has room for.
pub fn is_short_operand(cell: Cell) -> bool {
    match cell.tag() {
        Tag::Ref => true,
        Tag::Int => i16::try_from(cell.small_value()).is_ok(),
        _ => false,
    }
}

/// What stands behind the tests for integers in
/// `( var(R) -> R is E ; integer(R) -> R =:= E ; Constraint )` as `T is E, R = T`, if
/// that is what the goal does.
fn with_result(mut goal: Goal, words: &[u64], new_var: &mut impl FnMut() -> Var) -> Goal {
    if let GoalKind::If(conditional) = &mut goal.kind
        && let Some((result, expression)) = result_of(conditional, words)
    {
        let value = cell_of(new_var());
        let test = GoalKind::Type(TypeTest::VarOrInteger, result);
        conditional.condition.push(Goal::new(test));
        conditional.then = vec![
            Goal::new(GoalKind::Is(value, expression)),
            Goal::new(GoalKind::Unify(result, value)),
        ];
    }
    goal
}

/// The `R` and `E` of such a goal.
fn result_of(conditional: &Conditional, words: &[u64]) -> Option<(Cell, Cell)> {
    let is_test = |goal: &Goal, test| match goal.kind {
        GoalKind::Type(kind, cell) if kind == test => variable(cell).map(|_| cell),
        _ => None,
    };
    let inner = only_conditional(&conditional.then)?;
    let ([test], [is]) = (&inner.condition[..], &inner.then[..]) else {
        return None;
    };
    let result = is_test(test, TypeTest::Var)?;
    let last = only_conditional(&inner.otherwise)?;
    let ([test], [compare]) = (&last.condition[..], &last.then[..]) else {
        return None;
    };
    match (&is.kind, &compare.kind) {
        (&GoalKind::Is(left, expression), &GoalKind::Compare(Compare::Eq, again, compared))
            if left == result
                && again == result
                && is_test(test, TypeTest::Integer) == Some(result)
                && is_whole(words, expression)
                && are_same(words, expression, compared)
                && are_same_goals(words, &last.otherwise, &conditional.otherwise) =>
        {
            Some((result, expression))
        }
        _ => None,
    }
}

/// The if-then-else that these goals are.
pub fn only_conditional(goals: &[Goal]) -> Option<&Conditional> {
    match goals {
        [
            Goal {
                kind: GoalKind::If(conditional),
                ..
            },
        ] => Some(conditional),
        _ => None,
    }
}

/// Whether a goal is plain arithmetic behind tests for integers, with something else
/// in the place of it that calls nothing.
pub fn is_plain(goal: &Goal, words: &[u64]) -> bool {
    !goal.breaks && plain(goal, words).is_some()
}

fn plain<'a>(goal: &'a Goal, words: &[u64]) -> Option<Plain<'a>> {
    let GoalKind::If(conditional) = &goal.kind else {
        return None;
    };
    let test = |goal: &Goal| match goal.kind {
        GoalKind::Type(test @ (TypeTest::Integer | TypeTest::VarOrInteger), cell) => {
            variable(cell).map(|var| (test, var))
        }
        _ => None,
    };
    let tested: Option<Vec<(TypeTest, Var)>> = conditional.condition.iter().map(test).collect();
    let is_result = |var| {
        let tests = conditional.condition.iter();
        let mut tests = tests.filter_map(test);
        tests.any(|tested| tested == (TypeTest::VarOrInteger, var))
    };
    let is_plain = |goal: &Goal| match goal.kind {
        GoalKind::Compare(_, left, right) => is_whole(words, left) && is_whole(words, right),
        GoalKind::Is(left, right) => variable(left).is_some() && is_whole(words, right),
        GoalKind::Unify(left, right) => {
            variable(left).is_some_and(is_result) && variable(right).is_some()
        }
        _ => false,
    };
    let is_simple = !conditional.soft && conditional.inner.is_none();
    let holds = is_simple && conditional.then.iter().all(is_plain) && !conditional.then.is_empty();
    holds.then_some(Plain {
        tested: tested?,
        conditional,
    })
}

/// Whether these are one goal in Rust each, and the same.
fn are_same_goals(words: &[u64], a: &[Goal], b: &[Goal]) -> bool {
    let ([a], [b]) = (a, b) else {
        return false;
    };
    match (&a.kind, &b.kind) {
        (GoalKind::Builtin(a, _, these), GoalKind::Builtin(b, _, those)) => {
            let mut pairs = these.iter().zip(those);
            a == b && pairs.all(|(&x, &y)| are_same(words, x, y))
        }
        _ => false,
    }
}

/// Whether two terms of the clause are the same.
fn are_same(words: &[u64], a: Cell, b: Cell) -> bool {
    let mut todo = vec![(a, b)];
    while let Some((a, b)) = todo.pop() {
        if a.tag() != Tag::Str || b.tag() != Tag::Str {
            if a != b {
                return false;
            }
            continue;
        }
        let (x, y) = ((a.offset() / 8) as usize, (b.offset() / 8) as usize);
        if words[x] != words[y] {
            return false;
        }
        let arguments = 1..=Functor(words[x]).arity();
        todo.extend(arguments.map(|index| (Cell(words[x + index]), Cell(words[y + index]))));
    }
    true
}

fn cell_of(var: Var) -> Cell {
    Cell::new(Tag::Ref, (var as u64) << 3)
}

pub fn variable(cell: Cell) -> Option<Var> {
    (cell.tag() == Tag::Ref).then_some((cell.0 >> 3) as usize)
}

/// Whether the value of an expression is an integer if those of its variables are,
/// and it always has one.
fn is_whole(words: &[u64], expression: Cell) -> bool {
    let mut todo = vec![expression];
    while let Some(cell) = todo.pop() {
        match cell.tag() {
            Tag::Ref | Tag::Int => {}
            Tag::Str => {
                let at = (cell.offset() / 8) as usize;
                let functor = Functor(words[at]);
                let is_known = matches!(
                    (functor.name(), functor.arity()),
                    (
                        known::PLUS | known::MINUS | known::STAR | known::MIN | known::MAX,
                        2
                    ) | (known::MINUS | known::ABS, 1)
                );
                if !is_known {
                    return false;
                }
                todo.extend((1..=functor.arity()).map(|index| Cell(words[at + index])));
            }
            _ => return false,
        }
    }
    true
}
