//! Tests for integers in front of plain arithmetic, several together.
//!
//! Relations of constraint libraries become `( integer(X), integer(Y) -> X < Y ;
//! Constraint )`. Where such goals follow each other, their variables are tested
//! once: if all are integers, all the arithmetic is done, and otherwise each goal
//! runs as it stands.

use super::normal::{Conditional, Goal, GoalKind, Var};
use crate::atom::known;
use crate::bytecode::instr::TypeTest;
use crate::term::cell::{Cell, Functor, Tag};

/// So many goals are joined at most.
const MOST: usize = 8;

/// A goal of this kind.
struct Plain<'a> {
    tested: Vec<Var>,
    conditional: &'a Conditional,
}

/// The goals with those of this kind that follow each other joined. New variables
/// come from `new_var`.
pub fn joined(goals: Vec<Goal>, words: &[u64], mut new_var: impl FnMut() -> Var) -> Vec<Goal> {
    let mut result: Vec<Goal> = Vec::with_capacity(goals.len());
    let mut run: Vec<Goal> = Vec::new();
    for goal in goals {
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
        for var in tested {
            if !integers.contains(&var) {
                integers.push(var);
                let cell = Cell::new(Tag::Ref, (var as u64) << 3);
                tests.push(Goal::new(GoalKind::Type(TypeTest::Integer, cell)));
            }
        }
        for goal in &conditional.then {
            if let GoalKind::Is(left, _) = goal.kind {
                integers.push((left.0 >> 3) as usize);
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
    let is_short = |cell: Cell| match cell.tag() {
        Tag::Ref => true,
        Tag::Int => i16::try_from(cell.small_value()).is_ok(),
        _ => false,
    };
    match goal.kind {
        GoalKind::Compare(_, a, b) if is_short(a) && is_short(b) => Some([a, b]),
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
        GoalKind::Type(TypeTest::Integer, cell) => variable(cell),
        _ => None,
    };
    let tested: Option<Vec<Var>> = conditional.condition.iter().map(test).collect();
    let is_plain = |goal: &Goal| match goal.kind {
        GoalKind::Compare(_, left, right) => is_whole(words, left) && is_whole(words, right),
        GoalKind::Is(left, right) => variable(left).is_some() && is_whole(words, right),
        _ => false,
    };
    let is_simple = !conditional.soft && conditional.inner.is_none();
    let holds = is_simple && conditional.then.iter().all(is_plain) && !conditional.then.is_empty();
    holds.then_some(Plain {
        tested: tested?,
        conditional,
    })
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
