//! Cells: the 64-bit words that terms are made of.
//!
//! The low three bits are the tag. The payload of a pointer is a byte offset
//! into the heap, so a heap can move, grow and be copied as it is.

use crate::atom::Atom;

/// What a cell is, by its low three bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Tag {
    /// A reference to a cell; an unbound variable refers to itself.
    Ref = 0,
    /// A list cell: head and tail stand at the offset.
    Lst = 1,
    /// A compound: its functor cell stands at the offset, its arguments after it.
    Str = 2,
    /// An atom.
    Atm = 3,
    /// An integer of 61 bits.
    Int = 4,
    /// A functor, or the header of a boxed value; never an argument.
    Fun = 5,
    /// A boxed value: its header stands at the offset, its words after it.
    Box = 6,
    /// An attributed variable: this cell itself, its attributes, its domain slot.
    Att = 7,
}

/// The smallest integer that fits in a cell.
pub const MIN_SMALL: i64 = -(1 << 60);
/// The largest integer that fits in a cell.
pub const MAX_SMALL: i64 = (1 << 60) - 1;

/// One word of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Cell(pub u64);

impl Cell {
    /// The atom `[]`.
    pub const NIL: Cell = Cell::atom(crate::atom::known::NIL);

    /// The cell with this tag and heap offset.
    #[inline(always)]
    pub const fn new(tag: Tag, offset: u64) -> Cell {
        Cell(offset | tag as u64)
    }

    /// The cell of an atom.
    #[inline(always)]
    pub const fn atom(atom: Atom) -> Cell {
        Cell(((atom.index() as u64) << 3) | Tag::Atm as u64)
    }

    /// The cell of an integer that is known to fit in 61 bits.
    #[inline(always)]
    pub const fn small(value: i64) -> Cell {
        Cell(((value as u64) << 3) | Tag::Int as u64)
    }

    /// The cell of `value`, if it fits in 61 bits.
    #[inline(always)]
    pub fn try_small(value: i64) -> Option<Cell> {
        (MIN_SMALL..=MAX_SMALL)
            .contains(&value)
            .then_some(Cell::small(value))
    }

    /// The reference to the cell at `offset`.
    #[inline(always)]
    pub const fn reference(offset: u64) -> Cell {
        Cell(offset)
    }

    /// The tag of this cell.
    #[inline(always)]
    pub const fn tag(self) -> Tag {
        // SAFETY: there is a tag for each value of three bits. A `match` instead makes the
        // compiler jump by tables where the loop of the machine is to compare.
        unsafe { std::mem::transmute((self.0 & 7) as u8) }
    }

    /// The heap offset of a pointer cell.
    #[inline(always)]
    pub const fn offset(self) -> u64 {
        self.0 & !7
    }

    /// The value of an integer cell.
    #[inline(always)]
    pub const fn small_value(self) -> i64 {
        (self.0 as i64) >> 3
    }

    /// The atom of an atom cell.
    #[inline(always)]
    pub const fn atom_value(self) -> Atom {
        Atom::from_index((self.0 >> 3) as u32)
    }

    /// Whether this is an atom cell.
    #[inline(always)]
    pub const fn is_atom(self) -> bool {
        self.0 & 7 == Tag::Atm as u64
    }

    /// Whether this is an integer cell.
    #[inline(always)]
    pub const fn is_small(self) -> bool {
        self.0 & 7 == Tag::Int as u64
    }

    /// Whether this is a variable, plain or attributed, once dereferenced.
    #[inline(always)]
    pub const fn is_var(self) -> bool {
        self.0 & 7 == Tag::Ref as u64 || self.0 & 7 == Tag::Att as u64
    }

    /// Whether this is a compound term, once dereferenced.
    #[inline(always)]
    pub const fn is_compound(self) -> bool {
        self.0 & 7 == Tag::Lst as u64 || self.0 & 7 == Tag::Str as u64
    }
}

/// The largest arity of a compound term.
pub const MAX_ARITY: usize = (1 << 28) - 1;

/// A name and an arity, in the form of the cell that heads a compound.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Functor(pub u64);

impl Functor {
    /// The functor of list cells, `'.'/2`.
    pub const LIST: Functor = Functor::new(crate::atom::known::DOT, 2);

    /// The functor with this name and arity, which is at most [`MAX_ARITY`].
    pub const fn new(name: Atom, arity: usize) -> Functor {
        Functor(((name.index() as u64) << 32) | ((arity as u64) << 4) | Tag::Fun as u64)
    }

    /// The name.
    #[inline(always)]
    pub const fn name(self) -> Atom {
        Atom::from_index((self.0 >> 32) as u32)
    }

    /// The arity.
    #[inline(always)]
    pub const fn arity(self) -> usize {
        ((self.0 >> 4) & MAX_ARITY as u64) as usize
    }

    /// The cell that heads a compound of this functor.
    #[inline(always)]
    pub const fn cell(self) -> Cell {
        Cell(self.0)
    }
}

/// What a boxed value holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum BoxKind {
    /// A float: one word of IEEE bits.
    Float = 0,
    /// An integer outside 61 bits: little-endian magnitude; the sign is in the header.
    BigInt = 1,
    /// A rational: one word with the number of numerator words, numerator, denominator.
    Rational = 2,
    /// A string in UTF-8.
    Str = 3,
    /// Reserved for copying: the number of a variable met before.
    Mark = 15,
}

/// The header of a boxed value: kind, number of words, and a little extra.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct BoxHeader(pub u64);

const BOXED: u64 = 8;

/// The extra bit of strings with characters beyond ASCII.
pub const WIDE: u64 = 8;

impl BoxHeader {
    /// The header of a value of `words` words; `extra` has 24 bits.
    #[inline(always)]
    pub const fn new(kind: BoxKind, words: usize, extra: u64) -> BoxHeader {
        BoxHeader(
            (extra << 40)
                | ((words as u64 & 0xffff_ffff) << 8)
                | ((kind as u64) << 4)
                | BOXED
                | Tag::Fun as u64,
        )
    }

    /// The header in `cell`, if it is one and not a functor.
    #[inline(always)]
    pub const fn from_cell(cell: Cell) -> Option<BoxHeader> {
        if cell.0 & 15 == (BOXED | Tag::Fun as u64) {
            Some(BoxHeader(cell.0))
        } else {
            None
        }
    }

    /// The kind of the value.
    pub const fn kind(self) -> BoxKind {
        match (self.0 >> 4) & 15 {
            0 => BoxKind::Float,
            1 => BoxKind::BigInt,
            2 => BoxKind::Rational,
            3 => BoxKind::Str,
            _ => BoxKind::Mark,
        }
    }

    /// The number of words after the header.
    #[inline(always)]
    pub const fn words(self) -> usize {
        ((self.0 >> 8) & 0xffff_ffff) as usize
    }

    /// The extra bits: padding bytes of a string, and whether it has characters beyond
    /// ASCII ([`WIDE`]); 1 for a negative number.
    #[inline(always)]
    pub const fn extra(self) -> u64 {
        self.0 >> 40
    }
}
