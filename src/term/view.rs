//! A safe, typed look at a term.

use dashu_int::{IBig, Sign, UBig};

use super::cell::{BoxHeader, BoxKind, Cell, Functor, Tag};
use super::mem::Mem;
use crate::atom::Atom;
use crate::number::{Number, Ratio};

/// What a term is, one level deep.
#[derive(Debug, PartialEq)]
pub enum View<'a> {
    /// An unbound variable; the cell refers to it.
    Var(Cell),
    /// An atom.
    Atom(Atom),
    /// A number of any kind.
    Number(Number),
    /// A string.
    Str(&'a str),
    /// A list cell: head and tail.
    List(Cell, Cell),
    /// Another compound: its functor, and where its arguments start.
    Struct(Functor, Args),
}

/// The arguments of a compound, by position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Args {
    first: u64,
    len: usize,
}

impl Args {
    /// The number of arguments.
    #[inline]
    pub fn len(self) -> usize {
        self.len
    }

    /// Never true for a compound.
    pub fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The heap offset of argument `index`, counted from 0.
    #[inline]
    pub fn offset(self, index: usize) -> u64 {
        debug_assert!(index < self.len);
        self.first + 8 * index as u64
    }

    /// Argument `index`, counted from 0, as it stands.
    #[inline]
    pub fn get(self, mem: &Mem, index: usize) -> Cell {
        mem.get(self.offset(index))
    }

    /// The arguments as they stand.
    pub fn iter(self, mem: &Mem) -> impl DoubleEndedIterator<Item = Cell> + '_ {
        (0..self.len).map(move |index| self.get(mem, index))
    }
}

impl Mem {
    /// Looks at the term `cell`, dereferenced first.
    pub fn view(&self, cell: Cell) -> View<'_> {
        let cell = self.deref(cell);
        match cell.tag() {
            Tag::Ref | Tag::Att => View::Var(Cell::reference(cell.offset())),
            Tag::Atm => View::Atom(cell.atom_value()),
            Tag::Int => View::Number(Number::Int(cell.small_value())),
            Tag::Lst => {
                let at = cell.offset();
                View::List(self.get(at), self.get(at + 8))
            }
            Tag::Box if self.box_header(cell).kind() == BoxKind::Str => {
                View::Str(self.string_text(cell))
            }
            Tag::Box => View::Number(self.boxed_number(cell)),
            Tag::Str | Tag::Fun => {
                let functor = Functor(self.get(cell.offset()).0);
                View::Struct(functor, self.args_of(cell))
            }
        }
    }

    /// The arguments of a compound, list cells included. `cell` is dereferenced.
    #[inline]
    pub fn args_of(&self, cell: Cell) -> Args {
        match cell.tag() {
            Tag::Lst => Args {
                first: cell.offset(),
                len: 2,
            },
            _ => Args {
                first: cell.offset() + 8,
                len: Functor(self.get(cell.offset()).0).arity(),
            },
        }
    }

    /// The functor and arguments of a compound, list cells included.
    #[inline]
    pub fn compound(&self, cell: Cell) -> Option<(Functor, Args)> {
        let cell = self.deref(cell);
        match cell.tag() {
            Tag::Lst => Some((Functor::LIST, self.args_of(cell))),
            Tag::Str => Some((Functor(self.get(cell.offset()).0), self.args_of(cell))),
            _ => None,
        }
    }

    /// The name and arguments of an atom or compound.
    pub fn callable(&self, cell: Cell) -> Option<(Functor, Option<Args>)> {
        let cell = self.deref(cell);
        if cell.is_atom() {
            return Some((Functor::new(cell.atom_value(), 0), None));
        }
        self.compound(cell)
            .map(|(functor, args)| (functor, Some(args)))
    }

    /// The arguments of a compound with this name and arity.
    #[inline]
    pub fn match_struct(&self, cell: Cell, name: Atom, arity: usize) -> Option<Args> {
        let (functor, args) = self.compound(cell)?;
        (functor == Functor::new(name, arity)).then_some(args)
    }

    /// The number that `cell` is, if it is one.
    pub fn number(&self, cell: Cell) -> Option<Number> {
        let cell = self.deref(cell);
        match cell.tag() {
            Tag::Int => Some(Number::Int(cell.small_value())),
            Tag::Box if self.box_header(cell).kind() != BoxKind::Str => {
                Some(self.boxed_number(cell))
            }
            _ => None,
        }
    }

    /// Whether `cell`, dereferenced, is a boxed value of this kind.
    pub fn is_box(&self, cell: Cell, kind: BoxKind) -> bool {
        cell.tag() == Tag::Box && self.box_header(cell).kind() == kind
    }

    fn boxed_number(&self, cell: Cell) -> Number {
        let header = self.box_header(cell);
        let sign = if header.extra() == 1 {
            Sign::Negative
        } else {
            Sign::Positive
        };
        let bytes = self.box_bytes(cell);
        match header.kind() {
            BoxKind::Float => Number::Float(f64::from_bits(self.box_word(cell, 0))),
            BoxKind::BigInt => Number::from_big(IBig::from_parts(sign, self.magnitude(cell))),
            _ => {
                let split = 8 + 8 * self.box_word(cell, 0) as usize;
                let numerator = UBig::from_le_bytes(&bytes[8..split]);
                let denominator = UBig::from_le_bytes(&bytes[split..]);
                Number::Rat(Box::new(Ratio::from_parts(
                    IBig::from_parts(sign, numerator),
                    denominator,
                )))
            }
        }
    }

    /// The magnitude of a big integer.
    fn magnitude(&self, cell: Cell) -> UBig {
        match self.box_header(cell).words() {
            1 => UBig::from(self.box_word(cell, 0)),
            2 => {
                let (low, high) = (self.box_word(cell, 0), self.box_word(cell, 1));
                UBig::from(u128::from(high) << 64 | u128::from(low))
            }
            #[cfg(target_pointer_width = "64")]
            words => UBig::from_words(self.words_at(cell.offset() + 8, words)),
            #[cfg(not(target_pointer_width = "64"))]
            _ => UBig::from_le_bytes(self.box_bytes(cell)),
        }
    }

    /// The integer that `cell`, dereferenced, is, if it fits in 128 bits.
    #[inline]
    pub(crate) fn wide_integer(&self, cell: Cell) -> Option<i128> {
        if cell.is_small() {
            return Some(i128::from(cell.small_value()));
        }
        if !self.is_box(cell, BoxKind::BigInt) {
            return None;
        }
        let header = self.box_header(cell);
        let magnitude = match header.words() {
            1 => i128::from(self.box_word(cell, 0)),
            2 => {
                let high = i64::try_from(self.box_word(cell, 1)).ok()?;
                i128::from(high) << 64 | i128::from(self.box_word(cell, 0))
            }
            _ => return None,
        };
        Some(match header.extra() {
            1 => -magnitude,
            _ => magnitude,
        })
    }

    /// The term of an integer of 128 bits.
    #[inline]
    pub(crate) fn new_wide(&mut self, value: i128) -> Cell {
        if let Some(cell) = i64::try_from(value).ok().and_then(Cell::try_small) {
            return cell;
        }
        let magnitude = value.unsigned_abs();
        let words = [magnitude as u64, (magnitude >> 64) as u64];
        let count = if words[1] == 0 { 1 } else { 2 };
        let header = BoxHeader::new(BoxKind::BigInt, count, u64::from(value < 0));
        let at = self.push(Cell(header.0));
        for &word in &words[..count] {
            self.push(Cell(word));
        }
        Cell::new(Tag::Box, at)
    }

    /// The term of a number.
    pub fn new_number(&mut self, number: &Number) -> Cell {
        match number {
            Number::Int(value) => self.new_integer(*value),
            Number::Float(value) => self.new_float(*value),
            Number::Big(value) => self.new_big(value),
            Number::Rat(value) => self.new_rational(value),
        }
    }

    /// The term of an integer.
    #[inline]
    pub fn new_integer(&mut self, value: i64) -> Cell {
        match Cell::try_small(value) {
            Some(cell) => cell,
            None => self.new_big(&IBig::from(value)),
        }
    }

    #[allow(
        clippy::useless_conversion,
        reason = "words have 32 bits on some targets"
    )]
    fn new_big(&mut self, value: &IBig) -> Cell {
        if let Some(cell) = i64::try_from(value).ok().and_then(Cell::try_small) {
            return cell;
        }
        let (sign, words) = value.as_sign_words();
        let in_one = 8 / size_of_val(&words[0]);
        let count = words.len().div_ceil(in_one);
        let header = BoxHeader::new(BoxKind::BigInt, count, (sign == Sign::Negative) as u64);
        let at = self.push(Cell(header.0));
        for chunk in words.chunks(in_one) {
            let bits = 64 / in_one as u32;
            let word = (0..).zip(chunk);
            let word = word.fold(0, |all, (place, &part)| {
                all | u64::from(part) << (place * bits)
            });
            self.push(Cell(word));
        }
        Cell::new(Tag::Box, at)
    }

    fn new_rational(&mut self, value: &Ratio) -> Cell {
        if value.denominator().is_one() {
            return self.new_big(value.numerator());
        }
        let negative = value.numerator().sign() == Sign::Negative;
        let numerator = value.numerator().clone().into_parts().1.to_le_bytes();
        let denominator = value.denominator().to_le_bytes();
        let numerator_words = numerator.len().div_ceil(8);
        let mut bytes = (numerator_words as u64).to_le_bytes().to_vec();
        bytes.extend_from_slice(&numerator);
        bytes.resize(8 + 8 * numerator_words, 0);
        bytes.extend_from_slice(&denominator);
        let words = bytes.len().div_ceil(8);
        self.new_box(
            BoxHeader::new(BoxKind::Rational, words, negative as u64),
            &bytes,
        )
    }
}
