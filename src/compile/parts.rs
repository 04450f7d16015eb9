//! Goals that take terms apart or put them together: `arg/3`, `functor/3`, `=..`.
//!
//! Where name and arguments stand in the clause, they are unifications. Where the
//! goal needs to know whether a variable is bound, it is tested first.

use super::normal::{Conditional, Goal, GoalKind, Normaliser};
use crate::atom::{Atom, known};
use crate::bytecode::instr::TypeTest;
use crate::term::cell::{Cell, Functor, Tag};

/// The most arguments of a term that is written out in the place of its functor.
const WRITTEN: i64 = 8;

impl Normaliser<'_, '_> {
    /// What is done for one of these goals.
    pub(super) fn taken_apart(
        &mut self,
        functor: Functor,
        args: &[Cell],
        module: Atom,
    ) -> Option<GoalKind> {
        let kind = match (functor.name(), functor.arity()) {
            (known::ARG, 3) => Self::argument,
            (known::FUNCTOR, 3) => Self::functor_of,
            (known::UNIV, 2) => Self::univ,
            _ => return None,
        };
        if self.is_redefined(functor, module) {
            return None;
        }
        kind(self, args, module)
    }

    /// `arg/3`, as far as its first argument is bound when it is called.
    fn argument(&mut self, args: &[Cell], module: Atom) -> Option<GoalKind> {
        let known = self.core(Functor::new(known::KNOWN_ARG, 3), args)?;
        if self.is_bound(args[0]) {
            return Some(known);
        }
        if self.is_new(args[0]) {
            return None;
        }
        let otherwise = self.call(Functor::new(known::ARG, 3), args.to_vec(), module);
        Some(self.tested(TypeTest::Integer, args[0], known, otherwise))
    }

    /// `functor/3` of a term, or one that makes a term of a known functor.
    fn functor_of(&mut self, args: &[Cell], _: Atom) -> Option<GoalKind> {
        let [term, name, arity] = *args else {
            return None;
        };
        if name.is_atom() && arity.is_small() && (0..=WRITTEN).contains(&arity.small_value()) {
            let functor = Functor::new(name.atom_value(), arity.small_value() as usize);
            let args: Vec<Cell> = (0..functor.arity()).map(|_| self.new_cell()).collect();
            return Some(GoalKind::Unify(term, self.made(functor, &args)?));
        }
        if self.is_new(term) || !(self.is_new(arity) || arity.is_small()) {
            return None;
        }
        let known = self.core(Functor::new(known::KNOWN_FUNCTOR, 3), args)?;
        if self.is_bound(term) {
            return Some(known);
        }
        let otherwise = self.core(Functor::new(known::FUNCTOR, 3), args)?;
        Some(self.tested(TypeTest::Nonvar, term, known, otherwise))
    }

    /// `=..` with a list of known length that starts with an atom.
    fn univ(&mut self, args: &[Cell], _: Atom) -> Option<GoalKind> {
        let (mut elements, mut rest) = (Vec::new(), args[1]);
        while rest.tag() == Tag::Lst {
            let [first, tail] = self.arguments(rest)[..] else {
                return None;
            };
            elements.push(first);
            rest = tail;
        }
        let (name, elements) = elements.split_first()?;
        if rest != Cell::NIL || !name.is_atom() {
            return None;
        }
        let functor = Functor::new(name.atom_value(), elements.len());
        Some(GoalKind::Unify(args[0], self.made(functor, elements)?))
    }

    /// A term of the clause with these arguments, unless it is a list.
    fn made(&mut self, functor: Functor, args: &[Cell]) -> Option<Cell> {
        match functor.arity() {
            0 => Some(Cell::atom(functor.name())),
            _ => (functor != Functor::LIST).then(|| self.new_struct(functor, args)),
        }
    }

    /// `( Test(Term) -> Known ; Otherwise )`
    fn tested(
        &mut self,
        test: TypeTest,
        term: Cell,
        known: GoalKind,
        otherwise: GoalKind,
    ) -> GoalKind {
        GoalKind::If(Box::new(Conditional {
            condition: vec![Goal::new(GoalKind::Type(test, term))],
            then: vec![Goal::new(known)],
            otherwise: vec![Goal::new(otherwise)],
            level: self.new_var(),
            inner: None,
            soft: false,
        }))
    }

    fn new_cell(&mut self) -> Cell {
        Cell::new(Tag::Ref, (self.new_var() as u64) << 3)
    }

    /// Whether a term is a variable that does not occur before the goal.
    pub(super) fn is_new(&self, term: Cell) -> bool {
        term.tag() == Tag::Ref && !self.seen.contains(&((term.0 >> 3) as usize))
    }
}
