//! Recursions that do not end.
//!
//! When the memory is full, the goals on the stacks tell what is to blame: the
//! same few of them again and again.

use super::nearest::listed;
use super::place::{SourceClause, Subterm};
use crate::atom::known;
use crate::diagnostic::{Diagnostic, Label};
use crate::engine::backtrace::{Frame, Growth, MAX_COUNT};
use crate::engine::machine::Machine;
use crate::number::text::grouped;
use crate::term::cell::{Cell, Functor};
use crate::term::view::View;

/// Fewer waiting goals than this are no deep recursion.
const DEEP: u64 = 10_000;

/// With more bytes of terms for each goal, it is the terms that fill the memory.
const MOST_BYTES: u64 = 4096;

impl Machine {
    /// Says what filled the memory, if that can be told.
    pub(super) fn explain_growth(&mut self, diagnostic: &mut Diagnostic) {
        let Some(growth) = self.last_growth() else {
            return;
        };
        let goals = growth.frames.max(growth.choices);
        let is_deep = goals > DEEP && growth.heap / goals < MOST_BYTES;
        let cycle: Vec<Frame> = growth
            .cycle
            .iter()
            .filter(|frame| !frame.is_system)
            .cloned()
            .collect();
        let Some(frame) = cycle.first() else {
            return;
        };
        if !is_deep && frame.callee != Some(frame.functor) {
            return;
        }
        diagnostic.code = "E0314";
        diagnostic.notes.clear();
        tell_size(&growth, diagnostic);
        if growth.frames <= DEEP && growth.choices > DEEP {
            return self.tell_choices(frame, diagnostic);
        }
        self.tell_cycle(&cycle, diagnostic);
        if let Some(clause) = self.source_clause(frame) {
            self.mark_recursion(&clause, frame, &cycle, diagnostic);
        }
    }

    /// A loop whose goals leave choice points behind.
    fn tell_choices(&mut self, frame: &Frame, diagnostic: &mut Diagnostic) {
        let name = self.functor_text(frame.functor);
        diagnostic.message =
            format!("the memory is full: {name} runs again and again, probably without end");
        let Some(clause) = self.source_clause(frame) else {
            return;
        };
        if let Some(goal) = clause.goal_of(self, frame) {
            diagnostic.span = Some(clause.span(goal));
            diagnostic.label = Some("each time, this leaves clauses to be tried".to_owned());
        }
    }

    fn tell_cycle(&mut self, cycle: &[Frame], diagnostic: &mut Diagnostic) {
        let mut names: Vec<String> = Vec::new();
        for frame in cycle.iter().rev() {
            let name = self.functor_text(frame.functor);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let subject = listed(&names, "and");
        diagnostic.message = match names.len() {
            1 => format!("the memory is full: {subject} calls itself, probably without end"),
            _ => format!("the memory is full: {subject} call each other, probably without end"),
        };
        if cycle.len() == 1 {
            return;
        }
        for frame in cycle.iter().rev() {
            let name = self.functor_text(frame.functor);
            let place = self.frame_place(frame);
            let callee = frame.callee.map(|callee| self.functor_text(callee));
            let calls = callee.map_or(String::new(), |callee| format!(" calls {callee}"));
            diagnostic.notes.push(format!("{name}{calls}{place}"));
        }
    }

    /// Marks the goal that closes the cycle, and says what may be missing.
    fn mark_recursion(
        &mut self,
        clause: &SourceClause,
        frame: &Frame,
        cycle: &[Frame],
        diagnostic: &mut Diagnostic,
    ) {
        let Some(goal) = clause.goal_of(self, frame) else {
            diagnostic.span = Some(clause.span(clause.head(self)));
            return;
        };
        diagnostic.span = Some(clause.span(goal));
        let is_direct = cycle.len() == 1 && frame.callee == Some(frame.functor);
        if !is_direct {
            diagnostic.label = Some("the cycle is closed here".to_owned());
            return;
        }
        let recursive = Recursion {
            clause,
            goal,
            head: clause.head(self),
        };
        self.advise(&recursive, frame.functor, diagnostic);
    }

    fn advise(&mut self, at: &Recursion, functor: Functor, diagnostic: &mut Diagnostic) {
        diagnostic.label = Some("the recursive call".to_owned());
        if self.mem.identical(at.head.term, at.goal.term) {
            diagnostic.label = Some("the same arguments as in the head".to_owned());
            diagnostic.help =
                Some("an argument must change, or the call never comes to an end".to_owned());
        } else if let Some(variable) = self.falling(at) {
            let name = at.clause.name(variable).unwrap_or("N").to_owned();
            diagnostic.help = Some(format!(
                "`{name}` becomes smaller without end: add a test such as `{name} > 0` before \
                 the recursive call"
            ));
        } else if let Some((index, label)) = self.growing(at) {
            diagnostic.labels.extend(label);
            diagnostic.help = Some(format!("argument {index} grows with every call"));
        } else if at.clause.goals().next() == Some(at.goal) && !self.has_smaller(at) {
            diagnostic.label = Some("left recursion: the first goal of the clause".to_owned());
            let name = self.functor_text(functor);
            diagnostic.help = Some(format!(
                "call another goal first, one that gives an argument of this call a value, \
                 or declare `:- table {name}.` before the clauses"
            ));
        } else if !self.has_end(functor) {
            let name = self.functor_text(functor);
            diagnostic.help = Some(format!(
                "no clause of {name} ends the recursion: add one for the last step"
            ));
        } else {
            diagnostic.help = Some(
                "check that an argument gets smaller with every call, and that a clause for \
                 the smallest comes first"
                    .to_owned(),
            );
        }
    }

    /// A variable of the head from which the recursive call gets a smaller number
    /// while nothing tests it.
    fn falling(&self, at: &Recursion) -> Option<Cell> {
        let before: Vec<Subterm> = at
            .clause
            .goals()
            .take_while(|&goal| goal != at.goal)
            .collect();
        let (_, args) = self.mem.compound(at.goal.term)?;
        let stepped = before.iter().find_map(|goal| {
            let is = self.mem.match_struct(goal.term, known::IS, 2)?;
            let result = self.mem.deref(is.get(&self.mem, 0));
            let is_passed = args
                .iter(&self.mem)
                .any(|arg| self.mem.deref(arg) == result);
            let minus = self
                .mem
                .match_struct(is.get(&self.mem, 1), known::MINUS, 2)?;
            let from = self.mem.deref(minus.get(&self.mem, 0));
            let is_head = self.mem.occurs_in(from, at.head.term);
            (is_passed && is_head && from.is_var()).then_some(from)
        })?;
        let is_test = |goal: &Subterm| {
            let functor = self
                .mem
                .compound(goal.term)
                .map(|(functor, _)| functor.name());
            functor.is_some_and(|name| name != known::IS) && self.mem.occurs_in(stepped, goal.term)
        };
        let is_tested = before.iter().any(is_test);
        (!is_tested).then_some(stepped)
    }

    /// Whether an argument of the call is a part of the same argument of the head.
    fn has_smaller(&self, at: &Recursion) -> bool {
        self.pairs(at)
            .into_iter()
            .any(|(_, head, goal)| head != goal && goal.is_var() && self.mem.occurs_in(goal, head))
    }

    /// The number of an argument of the call that contains that of the head.
    fn growing(&self, at: &Recursion) -> Option<(usize, Option<Label>)> {
        let mut pairs = self.pairs(at).into_iter();
        let (index, ..) = pairs.find(|&(_, head, goal)| {
            head != goal && head.is_var() && self.mem.occurs_in(head, goal)
        })?;
        let argument = at.clause.argument(self, at.goal, index);
        let label = argument.map(|argument| Label {
            span: at.clause.span(argument),
            message: "larger than in the head".to_owned(),
        });
        Some((index + 1, label))
    }

    /// The arguments of head and call, with their index.
    fn pairs(&self, at: &Recursion) -> Vec<(usize, Cell, Cell)> {
        let arguments = |term| {
            let args = self.mem.compound(term).map(|(_, args)| args);
            args.map_or(Vec::new(), |args| {
                args.iter(&self.mem)
                    .map(|arg| self.mem.deref(arg))
                    .collect()
            })
        };
        let (head, goal) = (arguments(at.head.term), arguments(at.goal.term));
        (0..)
            .zip(head.into_iter().zip(goal))
            .map(|(index, (head, goal))| (index, head, goal))
            .collect()
    }

    /// Whether a clause of the predicate does not call it.
    fn has_end(&mut self, functor: Functor) -> bool {
        let ids: Vec<_> = self
            .db
            .predicates()
            .filter(|(_, predicate)| predicate.functor == functor)
            .map(|(id, _)| id)
            .collect();
        let clauses = ids.into_iter().flat_map(|id| self.clauses_of(id));
        let images: Vec<_> = clauses.map(|clause| clause.to_image()).collect();
        images.into_iter().any(|image| {
            let Ok(term) = self.mem.build(&image) else {
                return true;
            };
            let Some(args) = self.mem.match_struct(term, known::NECK, 2) else {
                return true;
            };
            !self.mentions(args.get(&self.mem, 1), functor)
        })
    }

    /// Whether a compound or atom of this functor occurs in a term.
    fn mentions(&self, term: Cell, functor: Functor) -> bool {
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            match self.mem.view(term) {
                View::Struct(own, _) if own == functor => return true,
                View::Struct(_, args) => todo.extend(args.iter(&self.mem)),
                View::Atom(name) if functor == Functor::new(name, 0) => return true,
                _ => {}
            }
        }
        false
    }
}

/// A clause that calls its own predicate.
struct Recursion<'a> {
    clause: &'a SourceClause,
    goal: Subterm,
    head: Subterm,
}

fn tell_size(growth: &Growth, diagnostic: &mut Diagnostic) {
    if growth.frames > DEEP {
        diagnostic.notes.push(format!(
            "{} goals are waiting for the goals that they called",
            counted(growth.frames)
        ));
    }
    if growth.choices > DEEP {
        diagnostic.notes.push(format!(
            "{} goals have clauses that are still to be tried",
            counted(growth.choices)
        ));
    }
    if growth.frames <= DEEP && growth.choices <= DEEP {
        diagnostic.notes.push(format!(
            "the terms take {} megabytes",
            grouped(growth.heap >> 20)
        ));
    }
}

fn counted(number: u64) -> String {
    match number {
        MAX_COUNT.. => format!("more than {}", grouped(MAX_COUNT)),
        _ => grouped(number),
    }
}
