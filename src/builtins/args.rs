//! Checks of arguments: a term is what is wanted, or the ISO error says what
//! it is instead.

use super::text::Source;
use crate::atom::{Atom, known};
use crate::engine::machine::Machine;
use crate::error::{Ball, Outcome};
use crate::number::Number;
use crate::term::cell::{BoxKind, Cell, Functor, Tag};
use crate::term::text::Text;
use crate::term::view::Args;

impl Machine {
    /// Whether strict mode is on.
    #[inline]
    pub fn is_iso(&self) -> bool {
        self.flags.settings().iso
    }

    /// Whether argument `index` is unbound.
    pub fn is_var_arg(&self, index: usize) -> bool {
        self.arg(index).is_var()
    }

    // Errors whose words are no well-known atoms.

    /// `type_error(kind, culprit)`
    #[cold]
    pub fn type_error(&mut self, kind: &str, culprit: Cell) -> Ball {
        Ball::Type(self.atoms.intern(kind), culprit)
    }

    /// `domain_error(domain, culprit)`
    #[cold]
    pub fn domain_error(&mut self, domain: &str, culprit: Cell) -> Ball {
        Ball::Domain(self.atoms.intern(domain), culprit)
    }

    /// `existence_error(object, culprit)`
    #[cold]
    pub fn existence_error(&mut self, object: &str, culprit: Cell) -> Ball {
        Ball::Existence(self.atoms.intern(object), culprit)
    }

    /// `permission_error(action, object, culprit)`
    #[cold]
    pub fn permission_error(&mut self, action: &str, object: &str, culprit: Cell) -> Ball {
        let action = self.atoms.intern(action);
        Ball::Permission(action, self.atoms.intern(object), culprit)
    }

    /// `instantiation_error` for a variable, else `type_error(kind, cell)`.
    #[cold]
    pub fn not_a(&self, kind: Atom, cell: Cell) -> Ball {
        let cell = self.mem.deref(cell);
        if cell.is_var() {
            Ball::Instantiation
        } else {
            Ball::Type(kind, cell)
        }
    }

    // Terms as values.

    /// The atom that `cell` is.
    #[inline]
    pub fn to_atom(&self, cell: Cell) -> Result<Atom, Ball> {
        match self.mem.deref(cell) {
            cell if cell.is_atom() => Ok(cell.atom_value()),
            cell => Err(self.not_a(known::ATOM, cell)),
        }
    }

    /// The atom that `cell` is, if it is bound.
    pub fn to_optional_atom(&self, cell: Cell) -> Result<Option<Atom>, Ball> {
        match self.mem.deref(cell) {
            cell if cell.is_var() => Ok(None),
            cell => self.to_atom(cell).map(Some),
        }
    }

    /// The number that `cell` is.
    pub fn to_number(&self, cell: Cell) -> Result<Number, Ball> {
        let number = self.mem.number(cell);
        number.ok_or_else(|| self.not_a(known::NUMBER, cell))
    }

    /// The integer that `cell` is.
    pub fn to_integer(&self, cell: Cell) -> Result<Number, Ball> {
        match self.mem.number(cell) {
            Some(number @ (Number::Int(_) | Number::Big(_))) => Ok(number),
            _ => Err(self.not_a(known::INTEGER, cell)),
        }
    }

    /// The integer that `cell` is, which must fit in 64 bits.
    #[inline]
    pub fn to_i64(&self, cell: Cell) -> Result<i64, Ball> {
        match self.mem.deref(cell) {
            cell if cell.is_small() => Ok(cell.small_value()),
            cell => self.to_large_i64(cell),
        }
    }

    fn to_large_i64(&self, cell: Cell) -> Result<i64, Ball> {
        match self.to_integer(cell)? {
            Number::Int(value) => Ok(value),
            Number::Big(value) if *value < dashu_int::IBig::ZERO => {
                Err(Ball::Representation(known::MIN_INTEGER))
            }
            _ => Err(Ball::Representation(known::MAX_INTEGER)),
        }
    }

    /// The size that `cell` is: an integer that is not negative. One that is
    /// too large for any size is the largest.
    #[inline]
    pub fn to_size(&self, cell: Cell) -> Result<usize, Ball> {
        match self.mem.deref(cell) {
            cell if cell.is_small() && cell.small_value() >= 0 => Ok(cell.small_value() as usize),
            cell => self.to_unusual_size(cell),
        }
    }

    #[cold]
    fn to_unusual_size(&self, cell: Cell) -> Result<usize, Ball> {
        match self.to_integer(cell)? {
            Number::Int(value) if value < 0 => Err(Ball::Domain(
                known::NOT_LESS_THAN_ZERO,
                self.mem.deref(cell),
            )),
            Number::Int(value) => Ok(usize::try_from(value).unwrap_or(usize::MAX)),
            Number::Big(value) if *value < dashu_int::IBig::ZERO => Err(Ball::Domain(
                known::NOT_LESS_THAN_ZERO,
                self.mem.deref(cell),
            )),
            _ => Ok(usize::MAX),
        }
    }

    /// The size that `cell` is, if it is bound.
    #[inline]
    pub fn to_optional_size(&self, cell: Cell) -> Result<Option<usize>, Ball> {
        match self.mem.deref(cell) {
            cell if cell.is_var() => Ok(None),
            cell => self.to_size(cell).map(Some),
        }
    }

    /// The float that `cell` is, integers included.
    pub fn to_float(&self, cell: Cell) -> Result<f64, Ball> {
        let value = self.to_number(cell)?.to_f64();
        value.map_err(|_| Ball::Evaluation(known::FLOAT_OVERFLOW))
    }

    /// The truth value that `cell` is.
    pub fn to_bool(&self, cell: Cell) -> Result<bool, Ball> {
        match self.mem.deref(cell) {
            cell if cell == Cell::atom(known::TRUE) || cell == Cell::atom(known::ON) => Ok(true),
            cell if cell == Cell::atom(known::FALSE) || cell == Cell::atom(known::OFF) => Ok(false),
            cell => Err(self.not_a(known::BOOL, cell)),
        }
    }

    /// The items of the list that `cell` is.
    pub fn to_list(&self, cell: Cell) -> Result<Vec<Cell>, Ball> {
        let (count, tail) = self.mem.skip_list(cell);
        if tail == Cell::NIL {
            Ok(self.mem.list_prefix(cell, count))
        } else if tail.is_var() {
            Err(Ball::Instantiation)
        } else {
            Err(Ball::Type(known::LIST, self.mem.deref(cell)))
        }
    }

    /// The length of a list, if it has an end.
    pub fn list_length(&self, cell: Cell) -> Option<usize> {
        let (count, tail) = self.mem.skip_list(cell);
        (tail == Cell::NIL).then_some(count)
    }

    /// The character that `cell` is: a one-character atom.
    pub fn to_char(&self, cell: Cell) -> Result<char, Ball> {
        let cell = self.mem.deref(cell);
        self.char_of(cell)
            .ok_or_else(|| self.not_a(known::CHARACTER, cell))
    }

    /// The character of a one-character atom.
    #[inline]
    pub fn char_of(&self, cell: Cell) -> Option<char> {
        let cell = self.mem.deref(cell);
        if !cell.is_atom() {
            return None;
        }
        let atom = cell.atom_value();
        match self.atoms.ascii_byte(atom) {
            Some(byte) => Some(char::from(byte)),
            None => only_char(self.text(atom)),
        }
    }

    /// The character whose code `cell` is.
    #[inline]
    pub fn to_code(&self, cell: Cell) -> Result<char, Ball> {
        let cell = self.mem.deref(cell);
        if let Tag::Int = cell.tag()
            && let Ok(code) = u32::try_from(cell.small_value())
            && let Some(c) = char::from_u32(code)
        {
            return Ok(c);
        }
        self.to_unusual_code(cell)
    }

    #[cold]
    fn to_unusual_code(&self, cell: Cell) -> Result<char, Ball> {
        let code = self.to_integer(cell)?.as_i64();
        code.and_then(|code| u32::try_from(code).ok())
            .and_then(char::from_u32)
            .ok_or(Ball::Representation(known::CHARACTER_CODE))
    }

    /// The character that `cell` is as an atom or as a code, if it is one.
    pub fn char_or_code(&self, cell: Cell) -> Option<char> {
        let cell = self.mem.deref(cell);
        match cell.is_small() {
            true => char::from_u32(u32::try_from(cell.small_value()).ok()?),
            false => self.char_of(cell),
        }
    }

    /// The character that `cell` is, as an atom or as a code.
    pub fn to_char_or_code(&self, cell: Cell) -> Result<char, Ball> {
        match self.mem.number(cell) {
            Some(number) if number.is_integer() => self.to_code(cell),
            _ => self.to_char(cell),
        }
    }

    /// Checks that `cell` is an atom or a compound.
    pub fn check_callable(&self, cell: Cell) -> Result<(), Ball> {
        match self.mem.callable(cell) {
            Some(_) => Ok(()),
            None => Err(self.not_a(known::CALLABLE, cell)),
        }
    }

    /// Checks that `cell` is a variable or a list, perhaps a partial one.
    pub fn check_list_or_partial(&self, cell: Cell) -> Result<(), Ball> {
        let (_, tail) = self.mem.skip_list(cell);
        if tail == Cell::NIL || tail.is_var() {
            Ok(())
        } else {
            Err(Ball::Type(known::LIST, self.mem.deref(cell)))
        }
    }

    /// Checks that `cell` is a variable or an atom.
    pub fn check_atom_or_var(&self, cell: Cell) -> Result<(), Ball> {
        self.to_optional_atom(cell).map(|_| ())
    }

    /// Checks that `cell` is a variable or an integer.
    pub fn check_integer_or_var(&self, cell: Cell) -> Result<(), Ball> {
        if self.mem.deref(cell).is_var() {
            return Ok(());
        }
        self.to_integer(cell).map(|_| ())
    }

    /// The functor and arguments of the compound that `cell` is.
    pub fn to_compound(&self, cell: Cell) -> Result<(Functor, Args), Ball> {
        let found = self.mem.compound(cell);
        found.ok_or_else(|| self.not_a(known::COMPOUND, cell))
    }

    /// `Key` and `Value` of the term `Key-Value`.
    pub fn to_pair(&self, cell: Cell) -> Result<(Cell, Cell), Ball> {
        match self.mem.match_struct(cell, known::MINUS, 2) {
            Some(args) => Ok((args.get(&self.mem, 0), args.get(&self.mem, 1))),
            None => Err(self.not_a(known::PAIR, cell)),
        }
    }

    // The same for arguments.

    /// Argument `index` as it may stand in a term.
    pub fn term_arg(&self, index: usize) -> Cell {
        stored(self.arg(index))
    }

    /// The atom that argument `index` is.
    pub fn atom_arg(&self, index: usize) -> Result<Atom, Ball> {
        self.to_atom(self.arg(index))
    }

    /// The integer that argument `index` is, which must fit in 64 bits.
    pub fn integer_arg(&self, index: usize) -> Result<i64, Ball> {
        self.to_i64(self.arg(index))
    }

    /// The size that argument `index` is.
    pub fn size_arg(&self, index: usize) -> Result<usize, Ball> {
        self.to_size(self.arg(index))
    }

    /// The size that argument `index` is, if it is bound.
    pub fn optional_size_arg(&self, index: usize) -> Result<Option<usize>, Ball> {
        self.to_optional_size(self.arg(index))
    }

    /// The items of the list that argument `index` is.
    pub fn list_arg(&self, index: usize) -> Result<Vec<Cell>, Ball> {
        self.to_list(self.arg(index))
    }

    /// The text that argument `index` is: atomic, or a list of codes or characters.
    pub fn text_arg(&self, index: usize) -> Result<Text, Ball> {
        self.to_text(self.arg(index))
    }

    /// Where the text of the atom, string or number is that argument `index` is.
    pub fn atomic_source_arg(&self, index: usize) -> Result<Source, Ball> {
        self.to_atomic_source(self.arg(index), known::ATOMIC)
    }

    /// Where the text is that argument `index` is: atomic, or a list of codes or
    /// characters, of which `[]` is the empty one.
    pub fn source_arg(&self, index: usize) -> Result<Source, Ball> {
        self.to_source(self.arg(index))
    }

    // Results.

    /// Unifies argument `index` with a string.
    pub fn unify_string(&mut self, index: usize, text: &str) -> Outcome {
        let string = self.new_string(text)?;
        self.unify_arg(index, string)
    }

    /// A string on the heap.
    pub fn new_string(&mut self, text: &str) -> Result<Cell, Ball> {
        self.mem.ensure(text.len() as u64 / 8 + 2)?;
        Ok(self.mem.new_string(text))
    }

    /// The list of the codes of `text`, with `tail` behind it.
    pub fn code_list(&mut self, text: &str, tail: Cell) -> Result<Cell, Ball> {
        Ok(self.mem.new_code_list(text, tail)?)
    }

    /// The list of the characters of `text`, with `tail` behind it.
    pub fn char_list(&mut self, text: &str, tail: Cell) -> Result<Cell, Ball> {
        self.mem.ensure(2 * text.len() as u64)?;
        let atoms = &mut self.atoms;
        let chars = text.chars().map(|c| Cell::atom(atoms.intern_char(c)));
        Ok(self.mem.new_list_of(chars, tail))
    }

    /// Whether `cell` is a string.
    #[inline]
    pub fn is_string(&self, cell: Cell) -> bool {
        let cell = self.mem.deref(cell);
        cell.tag() == Tag::Box && self.mem.is_box(cell, BoxKind::Str)
    }

    /// The size `size` as a term.
    #[inline]
    pub fn size_cell(&mut self, size: usize) -> Cell {
        self.mem
            .new_integer(i64::try_from(size).unwrap_or(i64::MAX))
    }

    /// Unifies argument `index` with a size.
    #[inline]
    pub fn unify_size(&mut self, index: usize, size: usize) -> Outcome {
        let cell = self.size_cell(size);
        self.unify_arg(index, cell)
    }
}

/// The character that a text is.
fn only_char(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

/// `cell`, which is dereferenced, as it may stand in a term: an attributed
/// variable is referred to.
pub fn stored(cell: Cell) -> Cell {
    if cell.is_var() {
        Cell::reference(cell.offset())
    } else {
        cell
    }
}

/// The code of `c` as a term.
pub fn code_cell(c: char) -> Cell {
    Cell::small(i64::from(u32::from(c)))
}
