//! What of a clause is tried before a choice point is made.
//!
//! If other clauses follow, a clause is compiled once more: its head and the tests
//! and unifications that its body starts with leave the argument registers alone, so
//! that the next clause can be tried without a choice point if they fail. Behind
//! them stands a cut, or the choice point is made.

use super::analyse::push_arguments;
use super::normal::{CutScope, Goal, GoalKind, NormalClause, Var};
use super::plain::is_plain;
use crate::bytecode::instr::TypeTest;
use crate::program::clause::Key;
use crate::term::cell::{Cell, Tag};

/// Longer clauses are not compiled twice for their guard, unless it ends with a cut.
const MAX_WORDS: usize = 400;

/// Where the guard of a clause ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GuardEnd {
    /// At a cut.
    Cut,
    /// Behind so many goals.
    Goals(usize),
}

/// The guard of a clause, if there is something in it that can fail.
pub fn guard(clause: &NormalClause) -> Option<GuardEnd> {
    let is_simple = |goal: &&Goal| {
        is_plain(goal, &clause.words)
            || matches!(
                goal.kind,
                GoalKind::Compare(..)
                    | GoalKind::Type(..)
                    | GoalKind::Same(..)
                    | GoalKind::Unify(..)
                    | GoalKind::Is(..)
            )
    };
    let goals = clause.body.iter().take_while(is_simple).count();
    if let Some(after) = clause.body.get(goals)
        && matches!(after.kind, GoalKind::Cut(CutScope::Clause))
    {
        return Some(GuardEnd::Cut);
    }
    let is_test = |goal: &Goal| !matches!(goal.kind, GoalKind::Unify(..) | GoalKind::Is(..));
    let fails = clause.body[..goals].iter().any(is_test) || head_may_fail(clause);
    (fails && clause.words.len() <= MAX_WORDS).then_some(GuardEnd::Goals(goals))
}

/// Whether a call that an index on one argument has led here can fail to unify with
/// the head.
fn head_may_fail(clause: &NormalClause) -> bool {
    let mut seen: Vec<Var> = Vec::new();
    let mut is_first = true;
    for &arg in &clause.head {
        if arg.tag() == Tag::Ref {
            let var = (arg.0 >> 3) as usize;
            if seen.contains(&var) {
                return true;
            }
            seen.push(var);
            continue;
        }
        if !std::mem::replace(&mut is_first, false) {
            return true;
        }
        let mut parts = Vec::new();
        push_arguments(&clause.words, arg, &mut parts);
        for part in parts {
            let var = (part.0 >> 3) as usize;
            if part.tag() != Tag::Ref || seen.contains(&var) {
                return true;
            }
            seen.push(var);
        }
    }
    false
}

/// For arguments of the head that are variables: which types of value the type tests
/// at the start of the body let through, as a bit map of tags.
pub fn tested_tags(clause: &NormalClause) -> Vec<(u8, u8)> {
    let mut tested = Vec::new();
    for goal in &clause.body {
        let GoalKind::Type(test, arg) = goal.kind else {
            break;
        };
        let arguments = clause.head.iter().enumerate();
        let named = arguments.filter(|&(_, &head)| arg.tag() == Tag::Ref && head == arg);
        tested.extend(named.map(|(index, _)| (index as u8, tags(test))));
    }
    tested
}

/// The types of value of which some pass a test. A variable that is tested for
/// a value may have got it from the head.
fn tags(test: TypeTest) -> u8 {
    let bits = |tags: &[Tag]| tags.iter().fold(0, |map, &tag| map | 1 << tag as u8);
    let variable = bits(&[Tag::Ref, Tag::Att]);
    match test {
        TypeTest::Var | TypeTest::Attvar => variable,
        TypeTest::Nonvar => u8::MAX,
        TypeTest::Atom => variable | bits(&[Tag::Atm]),
        TypeTest::Integer | TypeTest::VarOrInteger | TypeTest::Number | TypeTest::Rational => {
            variable | bits(&[Tag::Int, Tag::Box])
        }
        TypeTest::Float | TypeTest::Str => variable | bits(&[Tag::Box]),
        TypeTest::Atomic => variable | bits(&[Tag::Atm, Tag::Int, Tag::Box]),
        TypeTest::Compound => variable | bits(&[Tag::Lst, Tag::Str]),
        TypeTest::Callable => variable | bits(&[Tag::Atm, Tag::Lst, Tag::Str]),
    }
}

/// The tag of the values that have a key.
pub fn tag_of(key: Key) -> Tag {
    match key {
        Key::LIST => Tag::Lst,
        Key::BOXED => Tag::Box,
        key if Cell(key.0).tag() == Tag::Fun => Tag::Str,
        key => Cell(key.0).tag(),
    }
}
