//! Calls of predicates that go through lists with a goal, such as `maplist/3`.
//!
//! If the goal is known, a predicate is made that goes through the lists itself and
//! calls the goal directly: `maplist(p(A), Xs, Ys)` becomes a call of
//!
//! ```text
//! aux([], [], _).
//! aux([X|Xs], [Y|Ys], A) :- p(A, X, Y), aux(Xs, Ys, A).
//! ```
//!
//! It is made once for each predicate, number of arguments and module. While goals are
//! observed nothing is replaced. Should users define `maplist/3` themselves later, the
//! clauses of what has been made give way to one that calls it.

use std::sync::Arc;

use super::Context;
use super::normal::MAX_PREDICATE_ARITY;
use crate::atom::{Atom, known};
use crate::program::clause::Clause;
use crate::program::predicate::{Definition, PredId};
use crate::term::cell::{Cell, Functor, Tag};
use crate::term::image::Image;

/// The most arguments that a goal may have beside the elements.
const MAX_GIVEN: usize = 8;

/// How a predicate goes through its lists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// `maplist/2` and more: the goal for the elements at each place.
    Map,
    /// `foldl/4` and more: with a value handed on.
    Fold,
    /// `include/3`: elements for which the goal holds.
    Include,
    /// `exclude/3`: elements for which it does not.
    Exclude,
}

impl Walk {
    /// The walk of a predicate, and through how many lists.
    fn of(functor: Functor) -> Option<(Walk, usize)> {
        match (functor.name(), functor.arity()) {
            (known::MAPLIST, arity @ 2..=8) => Some((Walk::Map, arity - 1)),
            (known::FOLDL, arity @ 4..=7) => Some((Walk::Fold, arity - 3)),
            (known::INCLUDE, 3) => Some((Walk::Include, 1)),
            (known::EXCLUDE, 3) => Some((Walk::Exclude, 1)),
            _ => None,
        }
    }

    /// The arguments that are added to the goal.
    fn added(self, lists: usize) -> usize {
        match self {
            Walk::Fold => lists + 2,
            _ => lists,
        }
    }
}

/// The predicate to call for a call of `functor` with `goal` as its first argument,
/// which has the functor `given`; nothing if there is no such predicate.
pub fn expanded(
    functor: Functor,
    given: Functor,
    module: Atom,
    context: &mut Context,
) -> Option<PredId> {
    let (walk, lists) = Walk::of(functor)?;
    let added = walk.added(lists);
    if context.db.is_observed()
        || given.arity() > MAX_GIVEN
        || given.arity() + functor.arity() > MAX_PREDICATE_ARITY
        || is_construct(given.name())
        || !is_from_library(functor, module, context)
    {
        return None;
    }
    let name = format!(
        "${}/{} {}/{}",
        context.atoms.text(functor.name()),
        functor.arity(),
        context.atoms.text(given.name()),
        given.arity() + added
    );
    let name = context.atoms.intern(&name);
    let own = Functor::new(name, functor.arity() - 1 + given.arity());
    let id = context.db.find_or_add(module, own);
    if !context.db.predicate(id).is_defined() {
        let maker = Maker {
            walk,
            lists,
            own,
            given,
            words: Vec::new(),
            variables: 0,
        };
        define(id, functor, maker, context);
    }
    context.db.is_stand_in(functor, id).then_some(id)
}

/// Names of goals that are not called as they stand.
fn is_construct(name: Atom) -> bool {
    [
        known::COMMA,
        known::SEMICOLON,
        known::BAR,
        known::ARROW,
        known::SOFT_ARROW,
        known::NOT_PROVABLE,
        known::COLON,
        known::CALL,
        known::CUT,
        known::SLASH,
        known::SHIFT_RIGHT,
        known::BIT_NOT,
        known::CARET,
        known::NIL,
        known::CURLY,
    ]
    .contains(&name)
}

/// Whether a call in `module` reaches the predicate of the library.
fn is_from_library(functor: Functor, module: Atom, context: &Context) -> bool {
    if module == known::APPLY {
        return false;
    }
    match context.db.resolve(module, functor) {
        Some(id) => context.db.predicate(id).module == known::APPLY,
        None => (context.library)(context.atoms, functor) == Some(known::APPLY),
    }
}

/// Gives the new predicate its clauses.
fn define(id: PredId, functor: Functor, mut maker: Maker, context: &mut Context) {
    context.db.redefine(id, Definition::Clauses);
    let traits = &mut context.db.predicate_mut(id).traits;
    (traits.system, traits.hidden, traits.defined) = (true, true, true);
    let clauses = [maker.empty(), maker.step()];
    for image in clauses {
        context.db.generation += 1;
        let generation = context.db.generation;
        let clause = Clause::new(image.view(), None);
        context.db.count_added(clause.fixed_size());
        let list = &mut context.db.predicate_mut(id).clauses;
        list.add(clause, generation, true);
    }
    let call = Arc::new(maker.call(functor));
    context.db.add_stand_in(functor, id, call);
}

/// Makes the clauses.
struct Maker {
    walk: Walk,
    lists: usize,
    own: Functor,
    given: Functor,
    words: Vec<u64>,
    variables: u64,
}

impl Maker {
    fn variable(&mut self) -> Cell {
        self.variables += 1;
        Cell::new(Tag::Ref, (self.variables - 1) << 3)
    }

    fn variables(&mut self, count: usize) -> Vec<Cell> {
        (0..count).map(|_| self.variable()).collect()
    }

    fn compound(&mut self, functor: Functor, args: &[Cell]) -> Cell {
        if args.is_empty() {
            return Cell::atom(functor.name());
        }
        let at = self.words.len() as u64 * 8;
        self.words.push(functor.0);
        self.words.extend(args.iter().map(|arg| arg.0));
        Cell::new(Tag::Str, at)
    }

    fn list(&mut self, head: Cell, tail: Cell) -> Cell {
        let at = self.words.len() as u64 * 8;
        self.words.extend([head.0, tail.0]);
        Cell::new(Tag::Lst, at)
    }

    fn lists(&mut self, heads: &[Cell], tails: &[Cell]) -> Vec<Cell> {
        let pairs = heads.iter().zip(tails);
        pairs.map(|(&head, &tail)| self.list(head, tail)).collect()
    }

    /// The image, in which the root, the last block that has been made, comes first.
    fn finished(&mut self, root: Cell) -> Image {
        let mut words = std::mem::take(&mut self.words);
        let moved = words.len() - (root.offset() / 8) as usize;
        if moved < words.len() {
            words.rotate_right(moved);
            let pointers = words
                .iter_mut()
                .filter(|word| matches!(Cell(**word).tag(), Tag::Lst | Tag::Str));
            pointers.for_each(|word| *word += 8 * moved as u64);
        }
        Image {
            words: words.into_boxed_slice(),
            root: Cell::new(root.tag(), 0),
            variables: std::mem::take(&mut self.variables) as u32,
            shared: false,
        }
    }

    /// The clause for empty lists.
    fn empty(&mut self) -> Image {
        let mut args = vec![Cell::NIL; self.lists];
        match self.walk {
            Walk::Map => {}
            Walk::Fold => {
                let value = self.variable();
                args.extend([value, value]);
            }
            Walk::Include | Walk::Exclude => args.push(Cell::NIL),
        }
        args.extend(self.variables(self.given.arity()));
        let head = self.compound(self.own, &args);
        self.finished(head)
    }

    /// The clause for lists with elements.
    fn step(&mut self) -> Image {
        let elements = self.variables(self.lists);
        let tails = self.variables(self.lists);
        let given = self.variables(self.given.arity());
        let mut goal_args = given.clone();
        goal_args.extend(&elements);
        let mut head_args = self.lists(&elements, &tails);
        let mut rest_args = tails;
        let mut results = None;
        match self.walk {
            Walk::Map => {}
            Walk::Fold => {
                let values = self.variables(3);
                goal_args.extend([values[0], values[1]]);
                head_args.extend([values[0], values[2]]);
                rest_args.extend([values[1], values[2]]);
            }
            Walk::Include | Walk::Exclude => {
                let (found, others) = (self.variable(), self.variable());
                head_args.push(found);
                rest_args.push(others);
                results = Some((elements[0], found, others));
            }
        }
        head_args.extend(&given);
        rest_args.extend(&given);
        let functor = Functor::new(self.given.name(), goal_args.len());
        let mut goal = self.compound(functor, &goal_args);
        if let Some(results) = results {
            goal = self.choice(goal, results);
        }
        let rest = self.compound(self.own, &rest_args);
        let body = self.compound(Functor::new(known::COMMA, 2), &[goal, rest]);
        let head = self.compound(self.own, &head_args);
        let clause = self.compound(Functor::new(known::NECK, 2), &[head, body]);
        self.finished(clause)
    }

    /// The clause that calls the predicate that it stands for.
    fn call(&mut self, functor: Functor) -> Image {
        let others = self.variables(functor.arity() - 1);
        let given = self.variables(self.given.arity());
        let head_args = [&others[..], &given].concat();
        let goal = self.compound(self.given, &given);
        let body_args = [&[goal][..], &others].concat();
        let body = self.compound(functor, &body_args);
        let head = self.compound(self.own, &head_args);
        let clause = self.compound(Functor::new(known::NECK, 2), &[head, body]);
        self.finished(clause)
    }

    /// `( Goal -> Found = [X|Others] ; Found = Others )`, or the other way round.
    fn choice(&mut self, goal: Cell, (element, found, others): (Cell, Cell, Cell)) -> Cell {
        let equals = Functor::new(known::EQUALS, 2);
        let longer = self.list(element, others);
        let with = self.compound(equals, &[found, longer]);
        let without = self.compound(equals, &[found, others]);
        let (then, otherwise) = match self.walk {
            Walk::Include => (with, without),
            _ => (without, with),
        };
        let condition = self.compound(Functor::new(known::ARROW, 2), &[goal, then]);
        self.compound(Functor::new(known::SEMICOLON, 2), &[condition, otherwise])
    }
}
