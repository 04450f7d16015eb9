//! The operator-precedence parser, on explicit stacks.

use super::build::{Builder, Operand, Span};
use super::cursor::{Failure, fault};
use super::fault::FaultKind;
use super::lexeme::{Kind, Lexeme, Lexemes};
use super::number::negated;
use crate::atom::{Atom, known};
use crate::ops::{ARGUMENT_PRIORITY, MAX_PRIORITY, OpDef, OpDefs, Ops};
use crate::term::cell::{Cell, MAX_ARITY};

/// What is being read up to a closing token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum BracketKind {
    Clause,
    Parentheses,
    Braces,
    List,
    Tail,
    Arguments(Atom),
}

/// A bracket that is open, or the clause itself.
#[derive(Clone, Copy, Debug)]
struct Bracket {
    kind: BracketKind,
    /// The functor of arguments, else the opening token.
    opening: Span,
    /// Where its items start in the builder.
    items: usize,
    /// Where its operations start.
    operations: usize,
}

/// An operator that waits for its right operand.
#[derive(Clone, Copy, Debug)]
struct Operation {
    name: Atom,
    def: OpDef,
    span: Span,
    /// The left operand of an infix operator.
    left: Option<Operand>,
}

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
        Parser {
            lexemes,
            ops,
            iso,
            brackets: vec![clause],
            operations: Vec::new(),
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
                return fault(
                    FaultKind::NotCallable(self.source_text(span)),
                    span.start,
                    span.end,
                );
            }
            Kind::Variable(cell) => self.builder.primitive(cell, span),
            Kind::Number(number) => {
                let cell = self.lexemes.mem.new_number(&number);
                self.builder.primitive(cell, span)
            }
            Kind::Text(cell) => self.builder.text(cell, span),
            Kind::Punctuation(byte) => return self.open(byte, span),
            Kind::End => return fault(FaultKind::EndOfClause(self.opener()), span.start, span.end),
            Kind::EndOfFile => return self.end_of_file(),
        };
        Ok(Some(operand))
    }

    fn open(&mut self, byte: u8, span: Span) -> Result<Option<Operand>, Failure> {
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
            return self.name(atom, span, closing.is_functional);
        }
        self.push_bracket(kind, span);
        Ok(None)
    }

    fn push_bracket(&mut self, kind: BracketKind, opening: Span) {
        self.brackets.push(Bracket {
            kind,
            opening,
            items: self.builder.item_count(),
            operations: self.operations.len(),
        });
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
        let defs = self.ops.get(atom);
        if let Some(def) = defs.prefix
            && self.is_prefix_operator()?
        {
            if def.priority > self.max() {
                return self.clash(atom, span);
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
        if self.iso && defs.is_operator() && atom != known::COMMA && atom != known::BAR {
            // 6.3.1.3: an operator as an operand needs parentheses.
            operand.priority = MAX_PRIORITY + 1;
            operand.is_bare_operator = true;
        }
        Ok(Some(operand))
    }

    /// 6.3.1.2: a minus sign before a numeral makes a negative numeral, also
    /// with layout between.
    fn negative_numeral(&mut self, minus: Span) -> Result<Option<Operand>, Failure> {
        if !matches!(self.lexemes.peek(0)?.kind, Kind::Number(_)) {
            return Ok(None);
        }
        let lexeme = self.lexemes.take()?;
        let span = minus.to(span(&lexeme));
        let Kind::Number(number) = lexeme.kind else {
            return Ok(None);
        };
        let cell = self.lexemes.mem.new_number(&negated(number));
        Ok(Some(self.builder.primitive(cell, span)))
    }

    /// Whether a prefix operator before the next token has an operand there,
    /// rather than being an atom. An operator that can stand only between
    /// terms is taken as one if a term follows it.
    fn is_prefix_operator(&mut self) -> Result<bool, Failure> {
        let next = self.lexemes.peek(0)?.clone();
        match operator_name(&next) {
            Some(atom) if !next.is_functional => {
                let defs = self.ops.get(atom);
                if defs.prefix.is_some() || !defs.takes_left() {
                    return Ok(true);
                }
                Ok(!self.starts_term(1)?)
            }
            _ => Ok(starts_operand(&next)),
        }
    }

    /// Whether the token `index` places ahead starts a term, and is not an
    /// operator between terms.
    fn starts_term(&mut self, index: usize) -> Result<bool, Failure> {
        let lexeme = self.lexemes.peek(index)?;
        if lexeme.is_functional {
            return Ok(starts_operand(lexeme));
        }
        match operator_name(lexeme) {
            Some(atom) => {
                let defs = self.ops.get(atom);
                Ok(defs.prefix.is_some() || !defs.takes_left())
            }
            None => Ok(starts_operand(lexeme)),
        }
    }

    /// Takes what follows an operand, up to where another operand is due.
    fn follow(&mut self, mut operand: Operand) -> Result<Follower, Failure> {
        loop {
            let name = match after_operand(self.lexemes.peek(0)?) {
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
                Next::EndOfFile => return self.end_of_file(),
                Next::Term => return self.operator_expected(operand),
            };
            match self.operator(name, operand)? {
                None => return Ok(Follower::Operand),
                Some(postfix) => operand = postfix,
            }
        }
    }

    /// Takes the next token, `name`, as an infix or postfix operator after
    /// `operand`; the operation if it is a postfix one.
    fn operator(&mut self, name: Atom, operand: Operand) -> Result<Option<Operand>, Failure> {
        let defs = self.ops.get(name);
        let Some((def, is_infix)) = self.left_operator(defs)? else {
            return self.operator_expected(operand);
        };
        let span = span(&self.lexemes.take()?);
        let left = self.fit_left(operand, name, def, span)?;
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
                if starts_operand(self.lexemes.peek(1)?) {
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
        name: Atom,
        def: OpDef,
        span: Span,
    ) -> Result<Operand, Failure> {
        while def.priority > self.max() || operand.priority > def.left_max() {
            if self.operations.len() == self.bracket().operations {
                return self.clash(name, span);
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
            return self.clash(name, span);
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
    fn reduce_all(&mut self, mut operand: Operand) -> Result<Operand, Failure> {
        while self.operations.len() > self.bracket().operations {
            operand = self.reduce(operand)?;
        }
        if operand.priority > self.max() && !operand.is_bare_operator {
            let Span { start, end } = operand.span;
            return fault(FaultKind::OperatorClash(String::new()), start, end);
        }
        Ok(operand)
    }

    /// Takes a comma, bar or closing bracket; the bracketed term, if that is
    /// complete.
    fn separate(&mut self, operand: Operand, byte: u8) -> Result<Option<Operand>, Failure> {
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
            (BracketKind::Tail, b',' | b'|') => {
                let span = self.next_span()?;
                fault(FaultKind::ListRest, span.start, span.end)
            }
            _ => {
                let span = self.next_span()?;
                let kind = FaultKind::Unbalanced(byte as char, self.opener());
                fault(kind, span.start, span.end)
            }
        }
    }

    fn close(&mut self, operand: Operand, bracket: Bracket) -> Result<Operand, Failure> {
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
                    return fault(FaultKind::TooManyArguments, whole.start, whole.end);
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

    fn end(&mut self, operand: Operand) -> Result<Operand, Failure> {
        if self.bracket().kind != BracketKind::Clause {
            let span = self.next_span()?;
            return fault(FaultKind::EndOfClause(self.opener()), span.start, span.end);
        }
        self.lexemes.take()?;
        self.reduce_all(operand)
    }

    fn end_of_file<T>(&mut self) -> Result<T, Failure> {
        let end = self.lexemes.cursor.text().len();
        fault(FaultKind::EndOfFile(self.opener()), end, end)
    }

    fn bracket(&self) -> &Bracket {
        self.brackets.last().expect("the clause stays open")
    }

    fn bracket_mut(&mut self) -> &mut Bracket {
        self.brackets.last_mut().expect("the clause stays open")
    }

    fn separates_at_commas(&self) -> bool {
        matches!(
            self.bracket().kind,
            BracketKind::Arguments(_) | BracketKind::List | BracketKind::Tail
        )
    }

    fn separates_at_bars(&self) -> bool {
        matches!(self.bracket().kind, BracketKind::List | BracketKind::Tail)
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

    fn next_span(&mut self) -> Result<Span, Failure> {
        self.lexemes.peek(0).map(span)
    }

    /// The innermost bracket that waits to be closed.
    fn opener(&self) -> Option<(usize, char)> {
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

    fn source_text(&self, span: Span) -> String {
        self.lexemes.cursor.text()[span.start..span.end].to_owned()
    }

    fn cannot_start<T>(&self, byte: u8, span: Span) -> Result<T, Failure> {
        let kind = match (byte, self.bracket().kind) {
            (b')', BracketKind::Arguments(_)) if self.has_just_opened() => FaultKind::NoArguments,
            _ => FaultKind::CannotStart((byte as char).to_string()),
        };
        fault(kind, span.start, span.end)
    }

    fn has_just_opened(&self) -> bool {
        let bracket = self.bracket();
        bracket.items == self.builder.item_count() && bracket.operations == self.operations.len()
    }

    fn operator_expected<T>(&mut self, _before: Operand) -> Result<T, Failure> {
        let span = self.next_span()?;
        let found = self.source_text(span);
        fault(FaultKind::OperatorExpected(found), span.start, span.end)
    }

    fn clash<T>(&self, name: Atom, span: Span) -> Result<T, Failure> {
        let name = self.lexemes.atoms.text(name).to_owned();
        fault(FaultKind::OperatorClash(name), span.start, span.end)
    }
}

fn span(lexeme: &Lexeme) -> Span {
    Span {
        start: lexeme.start,
        end: lexeme.end,
    }
}

/// The atom of a token that may be an operator.
fn operator_name(lexeme: &Lexeme) -> Option<Atom> {
    match lexeme.kind {
        Kind::Name(atom) | Kind::QuotedName(atom) => Some(atom),
        _ => None,
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

/// Whether a token can be the first of an operand.
fn starts_operand(lexeme: &Lexeme) -> bool {
    match lexeme.kind {
        Kind::Punctuation(byte) => matches!(byte, b'(' | b'[' | b'{'),
        Kind::End | Kind::EndOfFile => false,
        _ => true,
    }
}
