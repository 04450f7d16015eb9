//! Terms packed into bytes, to be read again without tokens and operators.
//!
//! The libraries are packed when the crate is built. A pack holds its atoms once, then
//! terms in the order of their text, each with its lines and the names of its
//! variables. A term is written breadth first, in the order of its image, so that
//! pointers need not be written.

use std::collections::VecDeque;
use std::ops::Range;

use super::cell::{BoxHeader, Cell, Functor, Tag};
use super::image::ImageView;
use super::mem::Mem;
use crate::atom::{Atom, AtomTable, known};

/// What comes next in a pack.
const END: u64 = 0;
const PART: u64 = 1;
const TERM: u64 = 2;
const CLAUSE: u64 = 3;

/// The form of a cell, in the low three bits of its number.
const ATOM: u64 = 0;
const SMALL: u64 = 1;
const VARIABLE: u64 = 2;
const LIST: u64 = 3;
const STRUCT: u64 = 4;
const BOXED: u64 = 5;

/// A term of a pack.
#[derive(Debug)]
pub struct PackedTerm<'p> {
    /// Its image.
    pub image: ImageView<'p>,
    /// Whether it is a clause whose image is the one it is kept as: its predicate is not
    /// given with a module, and its body has no variables as goals.
    pub is_clause: bool,
    /// The name of the part of the text that it stands in, if the text has parts.
    pub part: Option<Atom>,
    /// The line of its first token in that part, counted from 1.
    pub line: u32,
    /// The line of its end.
    pub end_line: u32,
    /// The names of its variables, by their number.
    pub names: Vec<Option<Atom>>,
}

/// A pack that is being read.
#[derive(Debug)]
pub struct Pack {
    input: Input,
    atoms: Vec<Atom>,
    part: Option<Atom>,
    line: u32,
    /// The words of the last term.
    words: Vec<u64>,
}

/// Bytes that are being read. They were written by [`Packer`], so that they are whole.
#[derive(Debug)]
struct Input(&'static [u8]);

impl Input {
    /// The next number: seven bits in each byte, the lowest first.
    #[inline]
    fn number(&mut self) -> u64 {
        let (mut value, mut shift) = (0, 0);
        while let [byte, rest @ ..] = self.0 {
            self.0 = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                break;
            }
            shift += 7;
        }
        value
    }

    fn text(&mut self) -> &'static str {
        let length = self.number() as usize;
        let (text, rest) = self.0.split_at(length.min(self.0.len()));
        self.0 = rest;
        str::from_utf8(text).unwrap_or("")
    }
}

impl Pack {
    /// Starts to read a pack.
    pub fn new(bytes: &'static [u8], atoms: &mut AtomTable) -> Pack {
        let mut input = Input(bytes);
        let count = input.number();
        let atoms = (0..count).map(|_| atoms.intern_passing(input.text()));
        Pack {
            atoms: atoms.collect(),
            input,
            part: None,
            line: 0,
            words: Vec::new(),
        }
    }

    /// The atoms that its terms are made of.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> {
        self.atoms.iter().copied()
    }

    /// The next term, if there is one.
    pub fn next_term(&mut self) -> Option<PackedTerm<'_>> {
        loop {
            match self.input.number() {
                PART => {
                    self.part = Some(self.atom());
                    self.line = 0;
                }
                END => return None,
                form => return Some(self.term(form == CLAUSE)),
            }
        }
    }

    fn term(&mut self, is_clause: bool) -> PackedTerm<'_> {
        let line = self.line + self.input.number() as u32;
        let end_line = line + self.input.number() as u32;
        self.line = end_line;
        let variables = self.input.number();
        let name = |pack: &mut Pack| {
            let number = pack.input.number().checked_sub(1)?;
            Some(pack.numbered_atom(number))
        };
        let names = (0..variables).map(|_| name(self)).collect();
        let root = self.blocks();
        PackedTerm {
            image: ImageView {
                words: &self.words,
                root,
                variables: variables as u32,
                shared: false,
            },
            is_clause,
            part: self.part,
            line,
            end_line,
            names,
        }
    }

    /// Makes the words of a term, which are the list of what is still to be read as
    /// well; the root.
    fn blocks(&mut self) -> Cell {
        self.words.clear();
        let root = self.cell();
        let mut scan = 0;
        while scan < self.words.len() {
            let word = Cell(self.words[scan]);
            match word.tag() {
                Tag::Fun => scan += BoxHeader::from_cell(word).map_or(0, BoxHeader::words),
                _ => {
                    let cell = self.cell();
                    self.words[scan] = cell.0;
                }
            }
            scan += 1;
        }
        root
    }

    /// The next cell. Its block, if it has one, is appended, with nothing in its
    /// arguments.
    #[inline]
    fn cell(&mut self) -> Cell {
        let number = self.input.number();
        let value = number >> 3;
        let at = self.words.len() as u64 * 8;
        match number & 7 {
            ATOM => Cell::atom(self.numbered_atom(value)),
            SMALL => Cell::small((value >> 1) as i64 ^ -((value & 1) as i64)),
            VARIABLE => Cell::reference(value << 3),
            LIST => {
                self.words.extend([Cell::NIL.0; 2]);
                Cell::new(Tag::Lst, at)
            }
            STRUCT => {
                let name = self.numbered_atom(value);
                let arity = self.input.number() as usize;
                self.words.push(Functor::new(name, arity).0);
                self.words.resize(self.words.len() + arity, Cell::NIL.0);
                Cell::new(Tag::Str, at)
            }
            _ => {
                for _ in 0..=value {
                    let word = self.input.number();
                    self.words.push(word);
                }
                Cell::new(Tag::Box, at)
            }
        }
    }

    fn atom(&mut self) -> Atom {
        let number = self.input.number();
        self.numbered_atom(number)
    }

    /// The atom of a number: well-known ones come first.
    #[inline]
    fn numbered_atom(&self, number: u64) -> Atom {
        match number.checked_sub(known::COUNT as u64) {
            Some(own) => self.atoms[own as usize],
            None => Atom::from_index(number as u32),
        }
    }
}

/// Packs terms.
#[derive(Default)]
pub struct Packer {
    /// The atoms that are not well known, in order of their numbers.
    atoms: Vec<Atom>,
    terms: Vec<u8>,
    line: u32,
}

impl Packer {
    /// Begins a part of the text: lines count from 1 again.
    pub fn part(&mut self, name: Atom) {
        self.number(PART);
        self.atom(name);
        self.line = 0;
    }

    /// Adds a term without attributed variables, with the lines where it starts and ends
    /// and its named variables.
    pub fn term(&mut self, mem: &Mem, term: Cell, lines: (u32, u32), names: &[(Atom, Cell)]) {
        let form = if is_clause(mem, term) { CLAUSE } else { TERM };
        self.number(form);
        self.number(u64::from(lines.0 - self.line));
        self.number(u64::from(lines.1 - lines.0));
        self.line = lines.1;
        let mut variables = Vec::new();
        let head = self.terms.len();
        self.blocks(mem, term, &mut variables);
        let cells = self.terms.split_off(head);
        self.number(variables.len() as u64);
        for variable in variables {
            let name = names.iter().find(|&&(_, var)| mem.deref(var) == variable);
            let number = name.map_or(0, |&(name, _)| self.number_of(name) + 1);
            self.number(number);
        }
        self.terms.extend(cells);
    }

    /// The pack of all that has been added.
    pub fn finish(mut self, table: &AtomTable) -> Vec<u8> {
        self.number(END);
        let mut pack = Vec::new();
        push_number(&mut pack, self.atoms.len() as u64);
        for &atom in &self.atoms {
            let text = table.text(atom);
            push_number(&mut pack, text.len() as u64);
            pack.extend(text.as_bytes());
        }
        pack.extend(self.terms);
        pack
    }

    /// Writes a term breadth first.
    fn blocks(&mut self, mem: &Mem, term: Cell, variables: &mut Vec<Cell>) {
        let mut blocks = VecDeque::from_iter(self.cell(mem, term, variables));
        while let Some(arguments) = blocks.pop_front() {
            for at in arguments {
                blocks.extend(self.cell(mem, mem.get(8 * at), variables));
            }
        }
    }

    /// Writes a cell; where the arguments of its block are, counted in words.
    fn cell(&mut self, mem: &Mem, cell: Cell, variables: &mut Vec<Cell>) -> Option<Range<u64>> {
        let cell = mem.deref(cell);
        let at = cell.offset() / 8;
        match cell.tag() {
            Tag::Lst => {
                self.number(LIST);
                return Some(at..at + 2);
            }
            Tag::Str => {
                let functor = Functor(mem.get(8 * at).0);
                let arity = functor.arity() as u64;
                let name = self.number_of(functor.name());
                self.number(name << 3 | STRUCT);
                self.number(arity);
                return Some(at + 1..at + 1 + arity);
            }
            Tag::Box => {
                let words = mem.box_header(cell).words() as u64;
                self.number(words << 3 | BOXED);
                for index in 0..=words {
                    self.number(mem.get(8 * (at + index)).0);
                }
            }
            Tag::Atm => {
                let number = self.number_of(cell.atom_value());
                self.number(number << 3 | ATOM);
            }
            Tag::Int => {
                let value = cell.small_value();
                let zigzag = (value << 1 ^ value >> 63) as u64;
                self.number(zigzag << 3 | SMALL);
            }
            Tag::Ref | Tag::Att | Tag::Fun => {
                let known = variables.iter().position(|&var| var == cell);
                let number = known.unwrap_or(variables.len()) as u64;
                if known.is_none() {
                    variables.push(cell);
                }
                self.number(number << 3 | VARIABLE);
            }
        }
        None
    }

    fn atom(&mut self, atom: Atom) {
        let number = self.number_of(atom);
        self.number(number);
    }

    fn number_of(&mut self, atom: Atom) -> u64 {
        if (atom.index() as usize) < known::COUNT {
            return u64::from(atom.index());
        }
        let known = self.atoms.iter().position(|&other| other == atom);
        let place = known.unwrap_or(self.atoms.len());
        if known.is_none() {
            self.atoms.push(atom);
        }
        (known::COUNT + place) as u64
    }

    fn number(&mut self, value: u64) {
        push_number(&mut self.terms, value);
    }
}

/// Whether a term is a clause that needs no changes: see [`PackedTerm::is_clause`].
fn is_clause(mem: &Mem, term: Cell) -> bool {
    let qualified = Functor::new(known::COLON, 2);
    let is_head = |head| matches!(mem.callable(head), Some((functor, _)) if functor != qualified);
    if let Some(args) = mem.match_struct(term, known::NECK, 2) {
        return is_head(args.get(mem, 0)) && is_body(mem, args.get(mem, 1));
    }
    let others = [
        Functor::new(known::NECK, 1),
        Functor::new(known::QUERY, 1),
        Functor::new(known::DCG_ARROW, 2),
        Functor::new(known::END_OF_FILE, 0),
        Functor::new(known::NIL, 0),
        Functor::LIST,
    ];
    let functor = mem.callable(term).map(|found| found.0);
    is_head(term) && functor.is_some_and(|functor| !others.contains(&functor))
}

/// Whether a term is a body without variables as goals that is not just `true`.
fn is_body(mem: &Mem, body: Cell) -> bool {
    let constructs = [
        known::COMMA,
        known::SEMICOLON,
        known::ARROW,
        known::SOFT_ARROW,
    ];
    let mut todo = vec![body];
    while let Some(goal) = todo.pop() {
        let parts = constructs.map(|name| mem.match_struct(goal, name, 2));
        match parts.into_iter().flatten().next() {
            Some(args) => todo.extend([args.get(mem, 0), args.get(mem, 1)]),
            None if mem.callable(goal).is_none() => return false,
            None => {}
        }
    }
    mem.deref(body) != Cell::atom(known::TRUE)
}

fn push_number(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pack_builds_the_same_terms_again() {
        let mut atoms = AtomTable::new();
        let mut mem = Mem::new(1 << 30);
        let (x, y) = (mem.new_var(), mem.new_var());
        let own = atoms.intern("an atom of its own");
        let text = mem.new_string("a string of more than eight bytes, \u{e9}");
        let float = mem.new_float(-1.5);
        let numbers = [0, -1, 1 << 59, -(1 << 60)].map(Cell::small);
        let numbers = mem.list(&numbers);
        let inner = mem.new_struct(own, &[x, text, float, numbers, y, x]);
        let first = mem.new_struct(known::NECK, &[inner, Cell::atom(own)]);
        let mut packer = Packer::default();
        packer.term(&mem, first, (3, 5), &[(own, x)]);
        packer.part(known::USER);
        packer.term(&mem, x, (1, 1), &[]);
        packer.term(&mem, Cell::NIL, (2, 2), &[]);
        let bytes: &'static [u8] = packer.finish(&atoms).leak();

        let mut pack = Pack::new(bytes, &mut atoms);
        let read = pack.next_term().unwrap();
        assert!(read.is_clause);
        assert_eq!((read.line, read.end_line), (3, 5));
        assert_eq!(read.names, [Some(own), None]);
        let built = mem.build_from(read.image.words, read.image.root, 2);
        assert!(mem.unify(built.unwrap(), first));
        let read = pack.next_term().unwrap();
        assert_eq!((read.line, read.image.variables), (1, 1));
        assert!(!read.is_clause && read.image.root.is_var());
        let read = pack.next_term().unwrap();
        assert_eq!((read.image.root, read.line), (Cell::NIL, 2));
        assert_eq!(read.part, Some(known::USER));
        assert!(pack.next_term().is_none());
    }

    #[test]
    fn atoms_are_found_by_their_texts() {
        let mut atoms = AtomTable::new();
        let mut mem = Mem::new(1 << 30);
        let own = atoms.intern("an atom of its own");
        let mut packer = Packer::default();
        packer.term(&mem, Cell::atom(own), (1, 1), &[]);
        let bytes: &'static [u8] = packer.finish(&atoms).leak();
        let mut other = AtomTable::new();
        other.intern("one that moves the others");
        let read = Pack::new(bytes, &mut other).next_term().unwrap().image.root;
        assert_ne!(read, Cell::atom(own));
        assert_eq!(other.text(read.atom_value()), "an atom of its own");
        mem.clear();
    }
}
