//! Brackets: opening them, their items, closing them.

use super::super::build::{Operand, Span};
use super::super::cursor::Failure;
use super::super::fault::{FaultKind, Opener};
use super::super::lexeme::Kind;
use super::{Parser, span};
use crate::atom::{Atom, known};
use crate::term::cell::MAX_ARITY;

/// What is being read up to a closing token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum BracketKind {
    Clause,
    Parentheses,
    Braces,
    List,
    Tail,
    Arguments(Atom),
}

/// A bracket that is open, or the clause itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bracket {
    pub kind: BracketKind,
    /// The functor of arguments, else the opening token.
    pub opening: Span,
    /// Where its items start in the builder.
    pub items: usize,
    /// Where its operations start.
    pub operations: usize,
}

impl Parser<'_, '_, '_> {
    pub(super) fn open(&mut self, byte: u8, span: Span) -> Result<Option<Operand>, Failure> {
        let (kind, empty) = match byte {
            b'(' => (BracketKind::Parentheses, None),
            b'[' => (BracketKind::List, Some((b']', known::NIL))),
            b'{' => (BracketKind::Braces, Some((b'}', known::CURLY))),
            _ => return self.cannot_start(byte, span),
        };
        if let Some((closing, atom)) = empty
            && self.lexemes.peek(0)?.kind == Kind::Punctuation(closing)
        {
            let closing = self.lexemes.take()?;
            let span = span.to(self::span(&closing));
            let is_functional = self.lexemes.is_functional()?;
            return self.name(atom, span, is_functional);
        }
        self.push_bracket(kind, span);
        Ok(None)
    }

    pub(super) fn push_bracket(&mut self, kind: BracketKind, opening: Span) {
        self.brackets.push(Bracket {
            kind,
            opening,
            items: self.builder.item_count(),
            operations: self.operations.len(),
        });
    }

    /// Takes a comma, bar or closing bracket; the bracketed term, if that is
    /// complete.
    pub(super) fn separate(
        &mut self,
        operand: Operand,
        byte: u8,
    ) -> Result<Option<Operand>, Failure> {
        let bracket = *self.bracket();
        match (bracket.kind, byte) {
            (BracketKind::Arguments(_) | BracketKind::List, b',') => {
                self.lexemes.take()?;
                let item = self.reduce_all(operand)?;
                self.builder.push(item);
                Ok(None)
            }
            (BracketKind::List, b'|') => {
                self.lexemes.take()?;
                let item = self.reduce_all(operand)?;
                self.builder.push(item);
                self.bracket_mut().kind = BracketKind::Tail;
                Ok(None)
            }
            (BracketKind::Arguments(_) | BracketKind::Parentheses, b')')
            | (BracketKind::List | BracketKind::Tail, b']')
            | (BracketKind::Braces, b'}') => self.close(operand, bracket).map(Some),
            (BracketKind::Tail, b',' | b'|') => self.fault_here(FaultKind::ListRest),
            _ => self.fault_here(FaultKind::Unbalanced),
        }
    }

    pub(super) fn close(&mut self, operand: Operand, bracket: Bracket) -> Result<Operand, Failure> {
        let closing = span(&self.lexemes.take()?);
        let last = self.reduce_all(operand)?;
        let whole = bracket.opening.to(closing);
        self.brackets.pop();
        let items = bracket.items;
        let mem = &mut *self.lexemes.mem;
        Ok(match bracket.kind {
            BracketKind::Arguments(name) => {
                self.builder.push(last);
                if self.builder.item_count() - items > MAX_ARITY {
                    return self.fault(FaultKind::TooManyArguments, whole);
                }
                let builder = &mut self.builder;
                builder.compound(mem, name, items, bracket.opening, whole)?
            }
            BracketKind::List => {
                self.builder.push(last);
                self.builder.list(mem, None, items, whole)?
            }
            BracketKind::Tail => self.builder.list(mem, Some(last), items, whole)?,
            BracketKind::Braces => self.builder.braced(mem, last, whole)?,
            BracketKind::Parentheses | BracketKind::Clause => {
                self.builder.parenthesised(last, whole)
            }
        })
    }

    pub(super) fn end(&mut self, operand: Operand) -> Result<Operand, Failure> {
        if self.bracket().kind != BracketKind::Clause {
            return self.fault_here(FaultKind::EndInBrackets);
        }
        self.lexemes.take()?;
        self.reduce_all(operand)
    }

    pub(super) fn bracket(&self) -> &Bracket {
        self.brackets.last().expect("the clause stays open")
    }

    pub(super) fn bracket_mut(&mut self) -> &mut Bracket {
        self.brackets.last_mut().expect("the clause stays open")
    }

    pub(super) fn separates_at_commas(&self) -> bool {
        matches!(
            self.bracket().kind,
            BracketKind::Arguments(_) | BracketKind::List | BracketKind::Tail
        )
    }

    pub(super) fn separates_at_bars(&self) -> bool {
        matches!(self.bracket().kind, BracketKind::List | BracketKind::Tail)
    }

    /// The innermost bracket that waits to be closed.
    pub(super) fn opener(&self) -> Option<Opener> {
        let bracket = self.bracket();
        let (at, c) = match bracket.kind {
            BracketKind::Clause => return None,
            BracketKind::Parentheses => (bracket.opening.start, '('),
            BracketKind::Arguments(_) => (bracket.opening.end, '('),
            BracketKind::Braces => (bracket.opening.start, '{'),
            BracketKind::List | BracketKind::Tail => (bracket.opening.start, '['),
        };
        Some((at, c))
    }

    pub(super) fn has_just_opened(&self) -> bool {
        let bracket = self.bracket();
        bracket.items == self.builder.item_count() && bracket.operations == self.operations.len()
    }
}
