//! The operator-precedence parser, on explicit stacks.

mod brackets;
mod operators;

use self::brackets::{Bracket, BracketKind};
use self::operators::Operation;
use super::build::{Builder, Operand, Span};
use super::cursor::Failure;
use super::fault::{Fault, FaultKind};
use super::lexeme::{Kind, Lexeme, Lexemes};
use super::number::negated;
use crate::atom::{Atom, known};
use crate::ops::{ARGUMENT_PRIORITY, MAX_PRIORITY, Ops};
use crate::term::cell::Cell;

/// What follows an operand.
enum Follower {
    /// Another operand.
    Operand,
    /// Nothing: the clause is complete.
    Nothing(Operand),
}

/// What a token is after an operand.
enum Next {
    /// A name that may be an operator.
    Name(Atom),
    /// A comma, a bar, or a closing bracket.
    Separator(u8),
    End,
    EndOfFile,
    /// What only starts a term.
    Term,
}

/// Few clauses are nested deeper.
const ROOM: usize = 8;

/// The parser of one clause.
pub struct Parser<'p, 's, 'c> {
    lexemes: &'p mut Lexemes<'s, 'c>,
    ops: &'p Ops,
    iso: bool,
    /// Never empty: the first is the clause.
    brackets: Vec<Bracket>,
    operations: Vec<Operation>,
    builder: Builder,
}

impl<'p, 's, 'c> Parser<'p, 's, 'c> {
    /// A parser of the clause that starts at the next token.
    pub fn new(
        lexemes: &'p mut Lexemes<'s, 'c>,
        ops: &'p Ops,
        iso: bool,
        builder: Builder,
    ) -> Parser<'p, 's, 'c> {
        let clause = Bracket {
            kind: BracketKind::Clause,
            opening: Span { start: 0, end: 0 },
            items: 0,
            operations: 0,
        };
        let mut brackets = Vec::with_capacity(ROOM);
        brackets.push(clause);
        Parser {
            lexemes,
            ops,
            iso,
            brackets,
            operations: Vec::with_capacity(ROOM),
            builder,
        }
    }

    /// Reads the clause and its end.
    pub fn clause(mut self) -> Result<(Operand, Builder), Failure> {
        loop {
            let operand = self.operand()?;
            if let Follower::Nothing(term) = self.follow(operand)? {
                return Ok((term, self.builder));
            }
        }
    }

    /// Reads up to the end of an operand, opening brackets on the way.
    fn operand(&mut self) -> Result<Operand, Failure> {
        loop {
            let lexeme = self.lexemes.take()?;
            if let Some(operand) = self.begin(lexeme)? {
                return Ok(operand);
            }
        }
    }

    /// Takes a token where an operand is due; the operand, if that is all of it.
    fn begin(&mut self, lexeme: Lexeme) -> Result<Option<Operand>, Failure> {
        let span = span(&lexeme);
        let operand = match lexeme.kind {
            Kind::Name(atom) | Kind::QuotedName(atom) => {
                return self.name(atom, span, lexeme.is_functional);
            }
            Kind::Variable(_) if lexeme.is_functional => {
                return self.fault(FaultKind::VariableFunctor, span);
            }
            Kind::Variable(cell) | Kind::Number(cell) => self.builder.primitive(cell, span),
            Kind::Text(cell) => self.builder.text(cell, span),
            Kind::Punctuation(byte) => return self.open(byte, span),
            Kind::End => return self.fault(FaultKind::EndOfClause, span),
            Kind::EndOfFile => return self.fault(FaultKind::EndOfFile, span),
        };
        Ok(Some(operand))
    }

    /// A name where an operand is due.
    fn name(
        &mut self,
        atom: Atom,
        span: Span,
        is_functional: bool,
    ) -> Result<Option<Operand>, Failure> {
        if is_functional {
            self.lexemes.take()?;
            self.push_bracket(BracketKind::Arguments(atom), span);
            return Ok(None);
        }
        if atom == known::MINUS
            && let Some(operand) = self.negative_numeral(span)?
        {
            return Ok(Some(operand));
        }
        let defs = self.atom_defs(atom);
        if let Some(def) = defs.prefix
            && self.is_prefix_operator()?
        {
            if def.priority > self.max() {
                return self.fault(FaultKind::OperatorClash, span);
            }
            self.operations.push(Operation {
                name: atom,
                def,
                span,
                left: None,
            });
            return Ok(None);
        }
        let mut operand = self.builder.primitive(Cell::atom(atom), span);
        if self.iso && defs.is_operator() {
            // 6.3.1.3: an operator as an operand needs parentheses.
            operand.priority = MAX_PRIORITY + 1;
            operand.is_bare_operator = true;
        }
        Ok(Some(operand))
    }

    /// 6.3.1.2: a minus sign before a numeral makes a negative numeral, also
    /// with layout between.
    fn negative_numeral(&mut self, minus: Span) -> Result<Option<Operand>, Failure> {
        let next = self.lexemes.peek(0)?;
        let Kind::Number(cell) = next.kind else {
            return Ok(None);
        };
        self.lexemes.take()?;
        let mem = &mut *self.lexemes.mem;
        let number = mem.number(cell).expect("the token is a number");
        let cell = mem.new_number(&negated(number));
        Ok(Some(self.builder.primitive(cell, minus.to(span(&next)))))
    }

    /// Takes what follows an operand, up to where another operand is due.
    fn follow(&mut self, mut operand: Operand) -> Result<Follower, Failure> {
        loop {
            let name = match after_operand(&self.lexemes.peek(0)?) {
                Next::Name(atom) => atom,
                Next::Separator(b',') if !self.separates_at_commas() => known::COMMA,
                Next::Separator(b'|') if !self.separates_at_bars() => known::BAR,
                Next::Separator(byte) => {
                    match self.separate(operand, byte)? {
                        None => return Ok(Follower::Operand),
                        Some(closed) => operand = closed,
                    }
                    continue;
                }
                Next::End => return self.end(operand).map(Follower::Nothing),
                Next::EndOfFile => return self.fault_here(FaultKind::EndOfFile),
                Next::Term => return self.fault_here(FaultKind::OperatorExpected),
            };
            match self.operator(name, operand)? {
                None => return Ok(Follower::Operand),
                Some(postfix) => operand = postfix,
            }
        }
    }

    /// The highest priority that a term may have here.
    fn max(&self) -> u16 {
        let bracket = self.bracket();
        if self.operations.len() > bracket.operations
            && let Some(operation) = self.operations.last()
        {
            return operation.def.right_max();
        }
        match bracket.kind {
            BracketKind::Clause | BracketKind::Parentheses | BracketKind::Braces => {
                MAX_PRIORITY + 1
            }
            _ if self.iso => ARGUMENT_PRIORITY,
            _ => MAX_PRIORITY,
        }
    }

    fn cannot_start<T>(&self, byte: u8, span: Span) -> Result<T, Failure> {
        let kind = match (byte, self.bracket().kind) {
            (b')', BracketKind::Arguments(_)) if self.has_just_opened() => FaultKind::NoArguments,
            (b')' | b']' | b'}', BracketKind::Clause) => FaultKind::Unbalanced,
            _ => FaultKind::CannotStart,
        };
        self.fault(kind, span)
    }

    /// A fault at the next token.
    fn fault_here<T>(&mut self, kind: FaultKind) -> Result<T, Failure> {
        let span = span(&self.lexemes.peek(0)?);
        self.fault(kind, span)
    }

    fn fault<T>(&self, kind: FaultKind, span: Span) -> Result<T, Failure> {
        let [taken, before] = self.lexemes.taken;
        Err(Failure::Syntax(Box::new(Fault {
            kind,
            start: span.start,
            end: span.end,
            after: if taken <= span.start { taken } else { before },
            opener: self.opener(),
        })))
    }
}

fn span(lexeme: &Lexeme) -> Span {
    Span {
        start: lexeme.start,
        end: lexeme.end,
    }
}

/// A quoted comma or bar is no operator.
fn after_operand(lexeme: &Lexeme) -> Next {
    match lexeme.kind {
        Kind::QuotedName(known::COMMA | known::BAR) => Next::Term,
        Kind::Name(atom) | Kind::QuotedName(atom) => Next::Name(atom),
        Kind::Punctuation(b'(' | b'[' | b'{') => Next::Term,
        Kind::Punctuation(byte) => Next::Separator(byte),
        Kind::End => Next::End,
        Kind::EndOfFile => Next::EndOfFile,
        _ => Next::Term,
    }
}
