//! Tokens as the parser sees them: names interned, text and variables on the
//! heap.

use super::cursor::{Cursor, Failure, fault};
use super::fault::FaultKind;
use super::quoted::Quoted;
use super::token::{Dialect, Token};
use super::variables::Variables;
use crate::atom::{Atom, AtomTable};
use crate::flags::{QuotedText, Settings};
use crate::number::Number;
use crate::term::cell::Cell;
use crate::term::mem::Mem;

/// What a token is to the parser.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// An unquoted name.
    Name(Atom),
    /// A quoted name.
    QuotedName(Atom),
    /// A variable.
    Variable(Cell),
    /// A number without sign.
    Number(Cell),
    /// Quoted text that is a term by itself.
    Text(Cell),
    /// A bracket, a comma or a bar.
    Punctuation(u8),
    /// The period that ends the clause.
    End,
    /// The end of the text.
    EndOfFile,
}

/// A token with its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lexeme {
    /// What it is.
    pub kind: Kind,
    /// Where it starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Whether it is no bracket and an opening parenthesis follows at once.
    pub is_functional: bool,
}

/// How far ahead the parser looks to tell a prefix operator from an atom.
const LOOKAHEAD: usize = 3;

/// So many tokens are read between two looks at the alarm.
pub const TOKENS: u64 = 1 << 12;

/// The tokens of one clause.
pub struct Lexemes<'s, 'c> {
    /// The place in the text.
    pub cursor: Cursor<'s>,
    /// The heap that terms go to.
    pub mem: &'c mut Mem,
    /// The atoms.
    pub atoms: &'c mut AtomTable,
    /// The variables met.
    pub variables: Variables,
    /// The first quoted item that runs over a line end.
    pub multiline: Option<usize>,
    /// Whether the end of the clause has been met, though maybe not taken.
    pub has_met_end: bool,
    /// Where the newest token taken ends, and the one before it.
    pub taken: [usize; 2],
    /// Whether the end of the text ends the clause as well.
    pub ends_with_text: bool,
    settings: Settings,
    /// How many tokens have been seen.
    scanned: u64,
    /// Tokens seen but not taken, in order.
    ahead: [Option<Lexeme>; LOOKAHEAD],
}

impl<'s, 'c> Lexemes<'s, 'c> {
    /// The tokens from `cursor` on.
    pub fn new(
        cursor: Cursor<'s>,
        mem: &'c mut Mem,
        atoms: &'c mut AtomTable,
        settings: Settings,
    ) -> Lexemes<'s, 'c> {
        Lexemes {
            cursor,
            mem,
            atoms,
            variables: Variables::default(),
            multiline: None,
            has_met_end: false,
            taken: [0, 0],
            ends_with_text: false,
            settings,
            scanned: 0,
            ahead: [None; LOOKAHEAD],
        }
    }

    /// The next token, which is taken.
    #[inline]
    pub fn take(&mut self) -> Result<Lexeme, Failure> {
        let lexeme = match self.ahead[0] {
            Some(lexeme) => {
                self.ahead.rotate_left(1);
                self.ahead[LOOKAHEAD - 1] = None;
                lexeme
            }
            None => self.scan()?,
        };
        self.taken = [lexeme.end, self.taken[0]];
        Ok(lexeme)
    }

    /// The token `index` places ahead, which stays. No token before it is an
    /// end, so that reading never waits for text behind the clause.
    #[inline]
    pub fn peek(&mut self, index: usize) -> Result<Lexeme, Failure> {
        if let Some(lexeme) = self.ahead[index] {
            return Ok(lexeme);
        }
        if index > 0 {
            self.peek(index - 1)?;
        }
        let lexeme = self.scan()?;
        self.ahead[index] = Some(lexeme);
        Ok(lexeme)
    }

    /// Whether an opening parenthesis follows the newest token, which is taken,
    /// at once.
    pub fn is_functional(&mut self) -> Result<bool, Failure> {
        let end = self.cursor.offset();
        while self.cursor.text().len() == end {
            if !self.cursor.fill()? {
                break;
            }
        }
        Ok(self.cursor.text().as_bytes().get(end) == Some(&b'('))
    }

    #[inline]
    fn scan(&mut self) -> Result<Lexeme, Failure> {
        let found = self.cursor.skip_layout()?;
        let start = self.cursor.offset();
        if let Some(byte) = self.cursor.punctuation() {
            return Ok(Lexeme {
                kind: Kind::Punctuation(byte),
                start,
                end: start + 1,
                is_functional: false,
            });
        }
        if found {
            return self.scan_token(start);
        }
        let kind = if self.ends_with_text {
            Kind::End
        } else {
            Kind::EndOfFile
        };
        Ok(Lexeme {
            kind,
            start,
            end: start,
            is_functional: false,
        })
    }

    fn scan_token(&mut self, start: usize) -> Result<Lexeme, Failure> {
        let settings = self.settings;
        let mut maker = Maker {
            mem: self.mem,
            atoms: self.atoms,
            variables: &mut self.variables,
            multiline: &mut self.multiline,
            settings,
            start,
        };
        let dialect = Dialect::from(settings);
        let made = self.cursor.token(dialect, |token| maker.kind(token))?;
        let end = self.cursor.offset();
        let kind = match made {
            Ok(kind) => kind,
            Err(kind) => return fault(kind, start, end),
        };
        if self.mem.is_over_limit() {
            return Err(Failure::Memory);
        }
        self.scanned += 1;
        let is_due = self.scanned.is_multiple_of(TOKENS) && self.mem.alarm.rings();
        if is_due || self.mem.alarm.has_rung() {
            return Err(Failure::Stopped);
        }
        self.has_met_end |= kind == Kind::End;
        Ok(Lexeme {
            kind,
            start,
            end,
            is_functional: self.cursor.text().as_bytes().get(end) == Some(&b'('),
        })
    }
}

/// What turning a token into a lexeme needs.
struct Maker<'a> {
    mem: &'a mut Mem,
    atoms: &'a mut AtomTable,
    variables: &'a mut Variables,
    multiline: &'a mut Option<usize>,
    settings: Settings,
    start: usize,
}

impl Maker<'_> {
    fn kind(&mut self, token: Token) -> Result<Kind, FaultKind> {
        Ok(match token {
            Token::Name(text) => Kind::Name(self.atoms.intern_passing(text)),
            Token::QuotedName(item) => Kind::QuotedName(self.quoted_name(&item)),
            Token::Variable(name) => Kind::Variable(self.variable(name)),
            Token::Number(numeral) => {
                // What the alarm ends is not used.
                let number = numeral.value(&*self.mem.alarm).unwrap_or(Number::ZERO);
                Kind::Number(self.mem.new_number(&number))
            }
            Token::DoubleQuoted(item) => {
                self.note_newline(&item);
                Kind::Text(self.text(&item.text, self.settings.double_quotes))
            }
            Token::BackQuoted(_) if self.settings.iso => return Err(FaultKind::BackQuoted),
            Token::BackQuoted(item) => {
                self.note_newline(&item);
                Kind::Text(self.text(&item.text, self.settings.back_quotes))
            }
            Token::Punctuation(byte) => Kind::Punctuation(byte),
            Token::End => Kind::End,
        })
    }

    fn note_newline(&mut self, item: &Quoted) {
        if item.has_raw_newline {
            self.multiline.get_or_insert(self.start);
        }
    }

    fn quoted_name(&mut self, item: &Quoted) -> Atom {
        self.note_newline(item);
        self.atoms.intern_passing(&item.text)
    }

    fn variable(&mut self, name: &str) -> Cell {
        if name == "_" {
            return self.mem.new_var();
        }
        match self.variables.meet(name) {
            Some(cell) => cell,
            None => {
                let cell = self.mem.new_var();
                self.variables.add(name, cell, self.start);
                cell
            }
        }
    }

    fn text(&mut self, text: &str, what: QuotedText) -> Cell {
        text_term(self.mem, self.atoms, text, what)
    }
}

/// The term of quoted text under a value of the flag.
pub fn text_term(mem: &mut Mem, atoms: &mut AtomTable, text: &str, what: QuotedText) -> Cell {
    match what {
        QuotedText::String => mem.new_string(text),
        QuotedText::Atom => Cell::atom(atoms.intern_passing(text)),
        QuotedText::Codes => {
            let codes: Vec<Cell> = text.chars().map(|c| Cell::small(c as i64)).collect();
            mem.list(&codes)
        }
        QuotedText::Chars => {
            let chars = text.chars().map(|c| Cell::atom(atoms.intern_char(c)));
            let chars: Vec<Cell> = chars.collect();
            mem.list(&chars)
        }
    }
}
