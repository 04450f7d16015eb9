//! Operators: priorities and associativity.

use super::super::build::{Operand, Span};
use super::super::cursor::Failure;
use super::super::fault::FaultKind;
use super::super::lexeme::{Kind, Lexeme};
use super::{Parser, span};
use crate::atom::{Atom, known};
use crate::ops::{OpDef, OpDefs};

/// An operator that waits for its right operand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation {
    pub name: Atom,
    pub def: OpDef,
    pub span: Span,
    /// The left operand of an infix operator.
    pub left: Option<Operand>,
}

impl Parser<'_, '_, '_> {
    /// Whether a prefix operator before the next token has an operand there,
    /// rather than being an atom. An operator that can stand only between
    /// terms is taken as one if a term follows it.
    pub(super) fn is_prefix_operator(&mut self) -> Result<bool, Failure> {
        if self.starts_term(0)? {
            return Ok(true);
        }
        let is_name = operator_name(&self.lexemes.peek(0)?).is_some();
        Ok(is_name && !self.starts_term(1)?)
    }

    /// Whether the token `index` places ahead starts a term, and is not an
    /// operator that only stands between terms or behind one.
    fn starts_term(&mut self, index: usize) -> Result<bool, Failure> {
        let lexeme = self.lexemes.peek(index)?;
        let Some(atom) = operator_name(&lexeme) else {
            return Ok(starts_operand(&lexeme));
        };
        if lexeme.is_functional {
            return Ok(true);
        }
        let defs = self.atom_defs(atom);
        if defs.prefix.is_some() || !defs.takes_left() {
            return Ok(true);
        }
        let is_minus = atom == known::MINUS;
        Ok(is_minus && matches!(self.lexemes.peek(index + 1)?.kind, Kind::Number(_)))
    }

    /// What an atom is as an operator. A comma or a bar is one only as a
    /// token, not as a quoted atom.
    pub(super) fn atom_defs(&self, atom: Atom) -> OpDefs {
        match atom {
            known::COMMA | known::BAR => OpDefs::default(),
            _ => self.ops.get(atom),
        }
    }

    /// Takes the next token, `name`, as an infix or postfix operator after
    /// `operand`; the operation if it is a postfix one.
    pub(super) fn operator(
        &mut self,
        name: Atom,
        operand: Operand,
    ) -> Result<Option<Operand>, Failure> {
        let defs = self.ops.get(name);
        let Some((def, is_infix)) = self.left_operator(defs)? else {
            return self.fault_here(FaultKind::OperatorExpected);
        };
        let span = span(&self.lexemes.take()?);
        let left = self.fit_left(operand, def, span)?;
        if is_infix {
            self.operations.push(Operation {
                name,
                def,
                span,
                left: Some(left),
            });
            return Ok(None);
        }
        let operator = (name, def.priority);
        let mem = &mut *self.lexemes.mem;
        Ok(Some(self.builder.operation(
            mem,
            operator,
            span,
            &[left],
        )?))
    }

    /// The definition that the next token has after an operand, and whether
    /// it is infix.
    fn left_operator(&mut self, defs: OpDefs) -> Result<Option<(OpDef, bool)>, Failure> {
        Ok(match (defs.infix, defs.postfix) {
            (Some(infix), Some(postfix)) => {
                if starts_operand(&self.lexemes.peek(1)?) {
                    Some((infix, true))
                } else {
                    Some((postfix, false))
                }
            }
            (Some(infix), None) => Some((infix, true)),
            (None, Some(postfix)) => Some((postfix, false)),
            (None, None) => None,
        })
    }

    /// Completes waiting operations until `operand` fits to the left of an
    /// operator and the operation fits where it stands.
    fn fit_left(
        &mut self,
        mut operand: Operand,
        def: OpDef,
        span: Span,
    ) -> Result<Operand, Failure> {
        while def.priority > self.max() || operand.priority > def.left_max() {
            if self.operations.len() == self.bracket().operations {
                return self.clash(operand, span);
            }
            operand = self.reduce(operand)?;
        }
        Ok(operand)
    }

    /// Completes the newest operation with its right operand.
    fn reduce(&mut self, right: Operand) -> Result<Operand, Failure> {
        let Some(operation) = self.operations.pop() else {
            return Ok(right);
        };
        let Operation {
            name,
            def,
            span,
            left,
        } = operation;
        if right.priority > def.right_max() {
            return self.clash(right, span);
        }
        let operator = (name, def.priority);
        let mem = &mut *self.lexemes.mem;
        let term = match left {
            Some(left) => self
                .builder
                .operation(mem, operator, span, &[left, right])?,
            None => self.builder.operation(mem, operator, span, &[right])?,
        };
        Ok(term)
    }

    /// Completes all operations of the innermost bracket.
    pub(super) fn reduce_all(&mut self, mut operand: Operand) -> Result<Operand, Failure> {
        while self.operations.len() > self.bracket().operations {
            operand = self.reduce(operand)?;
        }
        if operand.priority > self.max() && !operand.is_bare_operator {
            return self.fault(FaultKind::PriorityClash, operand.span);
        }
        Ok(operand)
    }

    /// An operator that does not fit an operand, or the other way round.
    fn clash<T>(&self, operand: Operand, operator: Span) -> Result<T, Failure> {
        if operand.is_bare_operator {
            return self.fault(FaultKind::BareOperator, operand.span);
        }
        self.fault(FaultKind::OperatorClash, operator)
    }
}

/// The atom of a token that may be an operator.
fn operator_name(lexeme: &Lexeme) -> Option<Atom> {
    match lexeme.kind {
        Kind::Name(atom) | Kind::QuotedName(atom) => Some(atom),
        _ => None,
    }
}

/// Whether a token can be the first of an operand.
pub(super) fn starts_operand(lexeme: &Lexeme) -> bool {
    match lexeme.kind {
        Kind::Punctuation(byte) => matches!(byte, b'(' | b'[' | b'{'),
        Kind::End | Kind::EndOfFile => false,
        _ => true,
    }
}
