//! Reading terms: the way in.

use super::build::Builder;
use super::conversion::Conversion;
use super::cursor::{Cursor, Failure, fault, fault_at};
use super::explain::{explain, has_glued_end, is_end_missing, leading_foreign_comment};
use super::fault::{Fault, FaultKind};
use super::layout::{Layout, NodeKind};
use super::lexeme::{Kind, Lexemes, TOKENS};
use super::number::{negated, number};
use super::parser::Parser;
use super::source::{START, TextSource, WholeText, advance, position_in};
use super::token::{Dialect, Token};
use super::variables::Variable;
use crate::atom::{AtomTable, known};
use crate::error::{Ball, Position, SyntaxError};
use crate::flags::{Flags, QuotedText};
use crate::number::Number;
use crate::number::long::Bell;
use crate::ops::Ops;
use crate::term::alarm::Alarm;
use crate::term::cell::Cell;
use crate::term::mem::Mem;

/// What reading needs and changes.
pub struct ReadContext<'c> {
    /// The heap that the term goes to.
    pub mem: &'c mut Mem,
    /// The atoms.
    pub atoms: &'c mut AtomTable,
    /// The operators.
    pub ops: &'c Ops,
    /// The flags.
    pub flags: &'c Flags,
    /// What `char_conversion/2` has set, for characters outside quotes.
    pub char_conversion: Option<&'c Conversion>,
    /// What is wanted.
    pub options: ReadOptions,
}

impl<'c> ReadContext<'c> {
    /// One for text as it stands, of which nothing but the term is wanted.
    pub fn plain(
        mem: &'c mut Mem,
        atoms: &'c mut AtomTable,
        ops: &'c Ops,
        flags: &'c Flags,
    ) -> ReadContext<'c> {
        ReadContext {
            mem,
            atoms,
            ops,
            flags,
            char_conversion: None,
            options: ReadOptions::default(),
        }
    }
}

/// What is wanted beside the term.
#[derive(Clone, Copy, Default, Debug)]
pub struct ReadOptions {
    /// The places of the subterms.
    pub layout: bool,
    /// The comments.
    pub comments: bool,
    /// What double-quoted text is, if the flag does not decide.
    pub double_quotes: Option<QuotedText>,
    /// What back-quoted text is, if the flag does not decide.
    pub back_quotes: Option<QuotedText>,
}

/// A term that was read.
#[derive(Debug)]
pub struct ReadTerm {
    /// The term.
    pub term: Cell,
    /// Its named variables, in order of first occurrence.
    pub variables: Vec<VariableOccurrence>,
    /// Where it starts.
    pub start: Position,
    /// Where it ends, behind its period.
    pub end: Position,
    /// Where its subterms are, if asked for.
    pub layout: Option<Layout<Position>>,
    /// The comments before and in it, if asked for.
    pub comments: Vec<Comment>,
}

/// A named variable of a term.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableOccurrence {
    /// Its name.
    pub name: Box<str>,
    /// The variable.
    pub cell: Cell,
    /// How often it occurs.
    pub count: u32,
    /// Where it occurs first.
    pub first: Position,
}

/// A comment.
#[derive(Clone, Debug, PartialEq)]
pub struct Comment {
    /// Where it starts.
    pub start: Position,
    /// Its text, with what opens and closes it.
    pub text: Box<str>,
}

/// Reads the next term of `source` and consumes it with its period. Nothing
/// at the end of the text. After a syntax error, the text is consumed through
/// the next period that ends a clause.
pub fn read_term(
    source: &mut dyn TextSource,
    context: &mut ReadContext,
) -> Result<Option<ReadTerm>, Ball> {
    read(source, context, false)
}

fn read(
    source: &mut dyn TextSource,
    context: &mut ReadContext,
    ends_with_text: bool,
) -> Result<Option<ReadTerm>, Ball> {
    let top = context.mem.h;
    let mut reading = Reading::new(source, context);
    reading.lexemes.ends_with_text = ends_with_text;
    match reading.run() {
        Ok(found) => Ok(found),
        Err(failure) => {
            let is_source = matches!(failure, Failure::Source(_));
            let ball = reading.recover(failure);
            if is_source {
                // An interrupt ends waiting with an error, instead of which it is raised.
                context.mem.alarm.rings();
            }
            // Nothing refers to what was built of the broken term.
            context.mem.h = top;
            Err(ball)
        }
    }
}

/// Reads the one term that `text` is; a period at its end is optional.
pub fn parse_text(text: &str, context: &mut ReadContext) -> Result<ReadTerm, Ball> {
    let mut source = WholeText::new(text);
    match read(&mut source, context, true)? {
        Some(read) if is_blank(source.rest()) => Ok(read),
        Some(read) => Err(rest_of_text(read.end)),
        None => {
            let fault = fault_at(FaultKind::EndOfFile, text.len(), text.len());
            Err(Ball::Syntax(Box::new(explain(&fault, text, START))))
        }
    }
}

/// Whether a text has nothing but white space and comments.
pub fn is_blank(text: &str) -> bool {
    let mut source = WholeText::new(text);
    let mut cursor = Cursor::new(&mut source);
    matches!(cursor.skip_layout(), Ok(false))
}

fn rest_of_text(at: Position) -> Ball {
    let mut error = explain(&fault_at(FaultKind::EndExpected, 0, 0), "", at);
    error.length = 1;
    Ball::Syntax(Box::new(error))
}

/// The number that `text` is, as `number_codes/2` reads it: white space and
/// comments may stand in front, and a minus sign.
pub fn parse_number(text: &str, flags: &Flags, bell: &dyn Bell) -> Result<Number, SyntaxError> {
    let settings = flags.settings();
    let dialect = Dialect::from(settings);
    let mut source = WholeText::new(text);
    let mut cursor = Cursor::new(&mut source);
    let found = scan_number(&mut cursor, dialect, bell);
    let error = |fault: &Fault| explain(fault, text, START);
    let end = cursor.offset();
    match found {
        Ok(value) if end == text.len() => Ok(value),
        Err(Failure::Syntax(fault)) => Err(error(&fault)),
        _ => Err(error(&fault_at(FaultKind::IllegalNumber, end, text.len()))),
    }
}

fn scan_number(cursor: &mut Cursor, dialect: Dialect, bell: &dyn Bell) -> Result<Number, Failure> {
    let start = cursor.offset();
    let illegal = |cursor: &Cursor| {
        let end = cursor.text().len();
        fault(FaultKind::IllegalNumber, start, end)
    };
    if !cursor.skip_layout()? {
        return illegal(cursor);
    }
    let rest = &cursor.text()[cursor.offset()..];
    let sign = match rest.as_bytes() {
        [b'+', digit, ..] if digit.is_ascii_digit() && !dialect.iso => 1,
        [b'-', ..] => 1,
        [b'\'', b'-', b'\'', ..] => 3,
        _ => 0,
    };
    let is_negative = sign > 0 && !rest.starts_with('+');
    cursor.move_to(cursor.offset() + sign);
    if sign > 0 && !cursor.skip_layout()? {
        return illegal(cursor);
    }
    let rest = &cursor.text()[cursor.offset()..];
    if !rest.starts_with(|c: char| c.is_ascii_digit()) {
        return illegal(cursor);
    }
    let Ok((after, numeral)) = number(rest, dialect) else {
        return illegal(cursor);
    };
    let (after, value) = (after.len(), numeral.value(bell));
    let value = value.map_err(|_| Failure::Stopped)?;
    cursor.move_to(cursor.text().len() - after);
    Ok(if is_negative { negated(value) } else { value })
}

/// One call of [`read_term`].
struct Reading<'s, 'c> {
    lexemes: Lexemes<'s, 'c>,
    ops: &'c Ops,
    options: ReadOptions,
    dialect: Dialect,
}

impl<'s, 'c: 's> Reading<'s, 'c> {
    fn new(source: &'s mut dyn TextSource, context: &'c mut ReadContext) -> Reading<'s, 'c> {
        let options = context.options;
        let mut settings = context.flags.settings();
        settings.double_quotes = options.double_quotes.unwrap_or(settings.double_quotes);
        settings.back_quotes = options.back_quotes.unwrap_or(settings.back_quotes);
        let mut cursor = Cursor::new(source);
        if options.comments {
            cursor.keep_comments();
        }
        if let Some(map) = context.char_conversion
            && settings.char_conversion
        {
            cursor.convert(map);
        }
        Reading {
            lexemes: Lexemes::new(cursor, context.mem, context.atoms, settings),
            ops: context.ops,
            options,
            dialect: Dialect::from(settings),
        }
    }

    fn run(&mut self) -> Result<Option<ReadTerm>, Failure> {
        if !self.options.comments {
            let found = self.lexemes.cursor.skip_layout();
            self.lexemes.cursor.consume_if(&found);
            if !found? {
                return Ok(None);
            }
        }
        let builder = Builder::new(self.options.layout);
        let first = self.lexemes.peek(0)?;
        if first.kind == Kind::EndOfFile {
            self.lexemes.cursor.consume();
            return Ok(None);
        }
        let start = first.start;
        let parser = Parser::new(&mut self.lexemes, self.ops, self.dialect.iso, builder);
        let (operand, builder) = parser.clause()?;
        Ok(Some(self.finish(operand.cell, start, builder)))
    }

    fn finish(&mut self, term: Cell, start: usize, builder: Builder) -> ReadTerm {
        let origin = self.lexemes.cursor.source().position();
        let comments = self.lexemes.cursor.take_comments();
        let variables = std::mem::take(&mut self.lexemes.variables).into_rows();
        let text = self.lexemes.cursor.text();
        let comments = comments.into_iter().map(|(from, to)| Comment {
            start: position_in(origin, text, from),
            text: text[from..to].into(),
        });
        let comments = comments.collect();
        let layout = builder
            .into_layout()
            .map(|layout| placed(layout, text, origin));
        let variables = occurrences(variables, text, origin);
        let start = position_in(origin, text, start);
        self.lexemes.cursor.consume();
        ReadTerm {
            term,
            variables,
            start,
            end: self.lexemes.cursor.source().position(),
            layout,
            comments,
        }
    }

    /// Moves behind the end of the broken clause; the error to raise.
    fn recover(&mut self, failure: Failure) -> Ball {
        let fault = match failure {
            Failure::Source(error) => return Ball::system(format!("cannot read: {error}")),
            Failure::Memory => {
                self.skip_clause();
                self.lexemes.cursor.consume();
                return Ball::Resource(known::MEMORY);
            }
            // The text is kept for the next attempt.
            Failure::Stopped => return Ball::Interrupt,
            Failure::Syntax(fault) => self.blame_quote(*fault),
        };
        self.skip_broken(&fault);
        if self.lexemes.mem.alarm.has_rung() {
            return Ball::Interrupt;
        }
        let origin = self.lexemes.cursor.source().position();
        let error = explain(&fault, self.lexemes.cursor.text(), origin);
        self.lexemes.cursor.consume();
        Ball::Syntax(Box::new(error))
    }

    /// A quoted item that runs over a line end is likely to be unclosed, and
    /// what follows it to be no fault of its own.
    fn blame_quote(&self, fault: Fault) -> Fault {
        let Some(start) = self.lexemes.multiline else {
            return fault;
        };
        if fault.start <= start {
            return fault;
        }
        let text = &self.lexemes.cursor.text()[start..];
        let quote = text.chars().next().unwrap_or('\'');
        fault_at(FaultKind::UnclosedQuote(quote), start, start + 1)
    }

    fn skip_broken(&mut self, fault: &Fault) {
        let cursor = &mut self.lexemes.cursor;
        if let Some(mark) = leading_foreign_comment(fault, cursor.text()) {
            let line = cursor.find("\n", mark);
            let end = line.ok().flatten().unwrap_or(cursor.text().len());
            return cursor.move_to(end);
        }
        if has_glued_end(fault, cursor.text()) {
            return cursor.move_to(fault.end);
        }
        if is_end_missing(fault, cursor.text()) {
            // What stands on the next line is likely to be a clause by itself.
            return cursor.move_to(fault.start);
        }
        match fault.kind {
            FaultKind::EndInQuoted(_) | FaultKind::UnclosedQuote(_) => {
                self.skip_line(fault.start);
            }
            FaultKind::EndInComment => {
                let end = self.lexemes.cursor.text().len();
                self.lexemes.cursor.move_to(end);
            }
            _ => self.skip_clause(),
        }
    }

    /// Goes on at the line after an unclosed quote. If the line looks like the
    /// end of a clause, the clause ends with it.
    fn skip_line(&mut self, start: usize) {
        let cursor = &mut self.lexemes.cursor;
        let end = match cursor.find("\n", start) {
            Ok(Some(end)) => end,
            _ => cursor.text().len(),
        };
        cursor.move_to(end);
        if !cursor.text()[start..end].trim_end().ends_with('.') {
            skip_to_end(cursor, self.dialect, &self.lexemes.mem.alarm);
        }
    }

    fn skip_clause(&mut self) {
        if !self.lexemes.has_met_end {
            let lexemes = &mut self.lexemes;
            skip_to_end(&mut lexemes.cursor, self.dialect, &lexemes.mem.alarm);
        }
    }
}

/// Moves behind the next period that ends a clause, or to the end of the text; nowhere in
/// particular if the alarm rings.
fn skip_to_end(cursor: &mut Cursor, dialect: Dialect, alarm: &Alarm) {
    for scanned in 1_u64.. {
        if scanned.is_multiple_of(TOKENS) && alarm.rings() {
            return;
        }
        match cursor.skip_layout() {
            Ok(true) => {}
            Ok(false) | Err(_) => {
                let end = cursor.text().len();
                return cursor.move_to(end);
            }
        }
        let at = cursor.offset();
        match cursor.token(dialect, |token| matches!(token, Token::End)) {
            Ok(true) => return,
            Ok(false) if !is_over_lines(&cursor.text()[at..cursor.offset()]) => {}
            _ => {
                let text = &cursor.text()[at..];
                let length = broken_length(text);
                let is_end = is_quote(text) && text[..length].trim_end().ends_with('.');
                cursor.move_to(at + length);
                if is_end {
                    return;
                }
            }
        }
    }
}

fn is_quote(text: &str) -> bool {
    text.starts_with(['\'', '"', '`'])
}

/// Whether a token is a quoted item that goes on over a line end, which in a broken
/// clause is likely to be one that is not closed.
fn is_over_lines(token: &str) -> bool {
    is_quote(token) && token.contains('\n')
}

/// The length of what `text` starts with, which is no token: a quoted item up
/// to its quote or the end of its line, or else one character.
fn broken_length(text: &str) -> usize {
    let mut chars = text.char_indices();
    let Some((_, first)) = chars.next() else {
        return 0;
    };
    if !matches!(first, '\'' | '"' | '`') {
        return first.len_utf8();
    }
    while let Some((at, c)) = chars.next() {
        match c {
            '\n' => return at,
            '\\' => {
                chars.next();
            }
            c if c == first => return at + 1,
            _ => {}
        }
    }
    text.len()
}

fn occurrences(
    variables: Vec<Variable>,
    text: &str,
    mut position: Position,
) -> Vec<VariableOccurrence> {
    let mut passed = 0;
    let rows = variables.into_iter().map(|variable| {
        advance(&mut position, &text[passed..variable.first]);
        passed = variable.first;
        VariableOccurrence {
            name: variable.name,
            cell: variable.cell,
            count: variable.count,
            first: position,
        }
    });
    rows.collect()
}

/// The layout with positions for offsets.
fn placed(layout: Layout<usize>, text: &str, origin: Position) -> Layout<Position> {
    let mut offsets = Vec::new();
    for node in layout.nodes() {
        offsets.extend([node.start, node.end]);
        if let NodeKind::Compound { start, end } = node.kind {
            offsets.extend([start, end]);
        }
    }
    offsets.sort_unstable();
    offsets.dedup();
    let (mut position, mut passed) = (origin, 0);
    let mut positions = Vec::with_capacity(offsets.len());
    for &offset in &offsets {
        advance(&mut position, &text[passed..offset]);
        passed = offset;
        positions.push(position);
    }
    layout.map(|offset| match offsets.binary_search(&offset) {
        Ok(index) => positions[index],
        Err(_) => origin,
    })
}
