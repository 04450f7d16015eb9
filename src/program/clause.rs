//! Clauses.

use crate::atom::{Atom, known};
use crate::bytecode::code::{Code, Extent};
use crate::term::block::{Block, OnceBlock};
use crate::term::cell::{BoxHeader, Cell, Functor, Tag};
use crate::term::halves::{Halves, Words, halved_len, write_halves};
use crate::term::image::{Image, ImageView};

/// Where a clause was read, and how its variables were called.
#[derive(Debug, Default)]
pub struct ClauseSource {
    /// The file, if it was read from one.
    pub file: Option<Atom>,
    /// The file that its text stands in, if the other includes it.
    pub included: Option<Atom>,
    /// The line of its first token, counted from 1.
    pub line: u32,
    /// The line of its end.
    pub end_line: u32,
    /// The names of its variables, by their number in the image.
    pub names: Vec<Option<Atom>>,
}

/// A clause of a user's predicate. It never changes once it is made; a clone is
/// the same clause.
#[derive(Clone, Debug)]
pub struct Clause(Block<Header>);

/// What a clause is beside the words of its term.
#[derive(Debug)]
struct Header {
    /// The number of variables, [`SHARED`] and [`RULE`].
    variables: u32,
    /// For a rule how many words it has; for a fact the term itself, if it is an atom:
    /// otherwise it starts at the first word.
    root: u32,
    /// The file that it was read from, or [`NONE`].
    file: Atom,
    /// The line there, [`PLACED`] and [`NAMED`].
    line: u32,
    /// The code, made when it is first needed.
    code: OnceBlock<Extent>,
    /// The code for when other clauses follow one that starts with tests and a cut,
    /// made when it is first asked for.
    guard: OnceBlock<Extent>,
}

/// No atom.
const NONE: Atom = Atom::from_index(u32::MAX);

/// A bit beside the number of variables: blocks of the term are shared.
const SHARED: u32 = 1 << 31;

/// A further bit there: the term is `Head :- Body`, and its words are kept as halves.
const RULE: u32 = 1 << 30;

/// A bit beside the line: behind the words of the term stands a word with the line of
/// the end, and the atom of the file that is included or [`NONE`].
const PLACED: u32 = 1 << 31;

/// A further bit there: then come the names of the variables, two to a word, [`NONE`]
/// for one without.
const NAMED: u32 = 1 << 30;

/// Lines beyond this one are not told apart.
const LAST_LINE: u32 = NAMED - 1;

/// Where a clause was read, as [`ClauseSource`] has it.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// The file, if it was read from one.
    pub file: Option<Atom>,
    /// The file that its text stands in, if the other includes it.
    pub included: Option<Atom>,
    /// The line of its first token, counted from 1.
    pub line: u32,
    /// The line of its end.
    pub end_line: u32,
    /// The names of its variables.
    pub names: VariableNames<'a>,
}

/// The words of the term of a clause.
#[derive(Clone, Copy, Debug)]
pub enum ClauseWords<'a> {
    /// Those of a fact.
    Fact(&'a [u64]),
    /// Those of a rule.
    Rule(Halves<'a>),
}

impl ClauseWords<'_> {
    /// How many there are.
    #[inline(always)]
    pub fn count(self) -> usize {
        match self {
            ClauseWords::Fact(words) => words.count(),
            ClauseWords::Rule(words) => words.count(),
        }
    }
}

/// The names of the variables of a clause.
#[derive(Clone, Copy, Debug)]
pub struct VariableNames<'a>(&'a [u64]);

impl<'a> VariableNames<'a> {
    /// The name of a variable, by its number in the image.
    pub fn get(self, number: usize) -> Option<Atom> {
        let pair = self.0.get(number / 2)?;
        name_in(pair >> (32 * (number % 2)))
    }

    /// The names that there are.
    pub fn iter(self) -> impl Iterator<Item = Atom> + 'a {
        let names = self.0.iter().flat_map(|&pair| [pair, pair >> 32]);
        names.filter_map(name_in)
    }
}

/// The name in the low half of a word.
fn name_in(word: u64) -> Option<Atom> {
    let name = Atom::from_index(word as u32);
    (name != NONE).then_some(name)
}

/// Two atoms in a word.
fn pair(low: Atom, high: Atom) -> u64 {
    u64::from(low.index()) | u64::from(high.index()) << 32
}

impl ClauseSource {
    /// What is kept of it behind the words of a term with so many variables, and the bits
    /// that say so.
    fn packed(&self, variables: u32) -> (Vec<u64>, u32) {
        let has_names = self.names.iter().any(Option::is_some);
        if self.included.is_none() && self.end_line == self.line && !has_names {
            return (Vec::new(), 0);
        }
        let included = self.included.unwrap_or(NONE);
        let place = pair(Atom::from_index(self.end_line), included);
        if !has_names {
            return (vec![place], PLACED);
        }
        let name = |number| self.names.get(number).copied().flatten().unwrap_or(NONE);
        let pairs = (0..variables as usize).step_by(2);
        let names = pairs.map(|number| pair(name(number), name(number + 1)));
        let words = std::iter::once(place).chain(names).collect();
        (words, PLACED | NAMED)
    }
}

impl Source<'_> {
    /// The file that its text stands in.
    pub fn place(&self) -> Option<Atom> {
        self.included.or(self.file)
    }
}

/// What first-argument indexing knows of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Key(pub u64);

impl Key {
    /// Matches everything.
    pub const ANY: Key = Key(0);
    /// Any boxed value, where their contents are not looked at.
    pub const BOXED: Key = Key(Tag::Box as u64);
    /// A list cell.
    pub const LIST: Key = Key(Tag::Lst as u64);

    /// The key of a boxed value, from its words.
    pub fn boxed(words: impl Iterator<Item = u64>) -> Key {
        let mixed = words.fold(0, |hash: u64, word| {
            (hash.rotate_left(5) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        });
        Key(mixed & !7 | Tag::Box as u64)
    }

    /// The key without the contents of boxed values.
    pub fn coarse(self) -> Key {
        match self.0 & 7 {
            tag if tag == Tag::Box as u64 => Key::BOXED,
            _ => self,
        }
    }

    /// Whether arguments with these keys can be equal.
    #[inline(always)]
    pub fn matches(self, other: Key) -> bool {
        self == other || self == Key::ANY || other == Key::ANY
    }
}

impl Clause {
    /// A clause from its image, which is checked to be one by the caller, and starts
    /// with the block of its root.
    pub fn new(image: ImageView<'_>, source: Option<ClauseSource>) -> Clause {
        debug_assert!(image.root.is_atom() || image.root.offset() == 0);
        let source = source.unwrap_or_default();
        let (behind, bits) = source.packed(image.variables);
        let is_rule = neck(image.words);
        let shared = if image.shared { SHARED } else { 0 };
        let header = Header {
            variables: image.variables | shared | if is_rule { RULE } else { 0 },
            root: match image.root.is_atom() {
                _ if is_rule => image.words.len() as u32,
                true => image.root.atom_value().index(),
                false => NONE.index(),
            },
            file: source.file.unwrap_or(NONE),
            line: source.line.min(LAST_LINE) | bits,
            code: OnceBlock::new(),
            guard: OnceBlock::new(),
        };
        if !is_rule {
            return Clause(Block::joined(header, image.words, &behind));
        }
        let len = halved_len(image.words);
        Clause(Block::filled(header, len + behind.len(), |room| {
            write_halves(image.words, &mut room[..len]);
            room[len..].copy_from_slice(&behind);
        }))
    }

    /// A copy of the term: `Head :- Body`, or `Head` for a fact.
    pub fn to_image(&self) -> Image {
        let header = self.0.header();
        Image {
            words: match self.words() {
                ClauseWords::Fact(words) => words.into(),
                ClauseWords::Rule(words) => words.words(0, words.count()).collect(),
            },
            root: match header.root {
                _ if self.is_rule() => Cell::new(Tag::Str, 0),
                root if root == NONE.index() => root_of(self.parts().0),
                atom => Cell::atom(Atom::from_index(atom)),
            },
            variables: self.variables(),
            shared: self.is_shared(),
        }
    }

    /// A number that tells it from other clauses while it is there.
    pub fn number(&self) -> usize {
        std::ptr::from_ref(self.0.header()).addr()
    }

    /// The words of its term.
    #[inline(always)]
    pub fn words(&self) -> ClauseWords<'_> {
        let words = self.parts().0;
        match self.is_rule() {
            true => {
                let count = self.0.header().root as usize;
                let whole = &words[count.div_ceil(2)..];
                ClauseWords::Rule(Halves::new(self.0.halves(count), whole))
            }
            false => ClauseWords::Fact(words),
        }
    }

    /// The words of its term, with those behind them for a fact, and its head.
    #[inline(always)]
    pub fn opened(&self) -> (ClauseWords<'_>, Cell) {
        let (root, all) = (self.0.header().root, self.0.words());
        if self.is_rule() {
            let whole = &all[(root as usize).div_ceil(2)..];
            let words = Halves::new(self.0.halves(root as usize), whole);
            return (ClauseWords::Rule(words), Cell(words.word(1)));
        }
        let head = match root {
            root if root == NONE.index() => root_of(all),
            atom => Cell::atom(Atom::from_index(atom)),
        };
        (ClauseWords::Fact(all), head)
    }

    /// The words of its term, one after the other.
    pub fn each_word(&self) -> impl Iterator<Item = u64> {
        let (fact, rule) = match self.words() {
            ClauseWords::Fact(words) => (words, Halves::default()),
            ClauseWords::Rule(words) => (&[][..], words),
        };
        let fact = fact.words(0, fact.count());
        fact.chain(rule.words(0, rule.count()))
    }

    /// The atom that it is, if it is a fact without arguments.
    pub fn atom(&self) -> Option<Atom> {
        let root = self.0.header().root;
        (!self.is_rule() && root != NONE.index()).then(|| Atom::from_index(root))
    }

    /// Whether blocks of its term are shared.
    #[inline(always)]
    pub fn is_shared(&self) -> bool {
        self.0.header().variables & SHARED != 0
    }

    /// Whether it has a body.
    #[inline(always)]
    pub fn is_rule(&self) -> bool {
        self.0.header().variables & RULE != 0
    }

    /// The words that hold its term, and those behind them.
    #[inline(always)]
    fn parts(&self) -> (&[u64], &[u64]) {
        let all = self.0.words();
        let line = self.0.header().line;
        let names = match line & NAMED {
            0 => 0,
            _ => self.variables().div_ceil(2) as usize,
        };
        let place = usize::from(line & PLACED != 0);
        all.split_at(all.len() - place - names)
    }

    /// The number of variables in it.
    #[inline(always)]
    pub fn variables(&self) -> u32 {
        self.0.header().variables & !(SHARED | RULE)
    }

    /// Where it stands, if that is known.
    pub fn source(&self) -> Option<Source<'_>> {
        let header = self.0.header();
        let line = header.line & LAST_LINE;
        if line == 0 && header.file == NONE {
            return None;
        }
        let (place, names) = match self.parts().1 {
            [place, names @ ..] => (*place, names),
            [] => (pair(Atom::from_index(line), NONE), &[][..]),
        };
        Some(Source {
            file: (header.file != NONE).then_some(header.file),
            included: name_in(place >> 32),
            line,
            end_line: place as u32,
            names: VariableNames(names),
        })
    }

    /// Its code, once it has been made.
    #[inline(always)]
    pub fn code(&self) -> Option<&Code> {
        self.0.header().code.get().flatten()
    }

    /// Keeps the code that has been made of it.
    pub fn set_code(&self, code: Code) {
        self.0.header().code.set(Some(code));
    }

    /// Its code for when other clauses follow, once it has been asked for.
    pub fn guard(&self) -> Option<Option<&Code>> {
        self.0.header().guard.get()
    }

    /// Keeps the code for when other clauses follow.
    pub fn set_guard(&self, code: Option<Code>) {
        self.0.header().guard.set(code);
    }

    /// The code that has been made of it.
    pub fn codes(&self) -> impl Iterator<Item = &Code> {
        self.code().into_iter().chain(self.guard().flatten())
    }

    /// The head, as a cell of the image.
    #[inline(always)]
    pub fn head(&self) -> Cell {
        self.opened().1
    }

    /// The body, as a cell of the image; nothing for a fact.
    #[inline(always)]
    pub fn body(&self) -> Option<Cell> {
        match self.words() {
            ClauseWords::Rule(words) => Some(Cell(words.word(2))),
            ClauseWords::Fact(_) => None,
        }
    }

    /// The functor of the head.
    pub fn functor(&self) -> Functor {
        match self.words() {
            ClauseWords::Rule(words) => functor_of(words, self.head()),
            ClauseWords::Fact(words) => functor_of(words, self.head()),
        }
    }

    /// The words where the arguments of the head start, and their number.
    #[inline]
    pub fn head_arguments(&self) -> (usize, usize) {
        match self.words() {
            ClauseWords::Rule(words) => arguments_of(words, self.head()),
            ClauseWords::Fact(words) => arguments_of(words, self.head()),
        }
    }

    /// The bytes that this clause takes, with the code that has been made of it.
    pub fn size(&self) -> usize {
        self.fixed_size() + self.codes().map(Block::bytes).sum::<usize>()
    }

    /// The bytes that this clause takes, its code not counted.
    pub fn fixed_size(&self) -> usize {
        self.0.bytes()
    }

    /// The atoms in it that its term does not show: names of files and variables.
    pub fn source_atoms(&self) -> impl Iterator<Item = Atom> {
        let source = self.source();
        let files = source.map_or([None; 2], |source| [source.file, source.included]);
        let names = source.map(|source| source.names.iter());
        files
            .into_iter()
            .flatten()
            .chain(names.into_iter().flatten())
    }
}

/// The root of an image that starts with the block of the root.
fn root_of(words: &[u64]) -> Cell {
    match Cell(words[0]).tag() {
        Tag::Fun => Cell::new(Tag::Str, 0),
        _ => Cell::new(Tag::Lst, 0),
    }
}

/// Whether the words are those of a term `Head :- Body`.
#[inline(always)]
fn neck(words: &[u64]) -> bool {
    words.first() == Some(&Functor::new(known::NECK, 2).0)
}

fn functor_of(words: impl Words, head: Cell) -> Functor {
    match head.tag() {
        Tag::Lst => Functor::LIST,
        Tag::Str => Functor(words.word((head.offset() / 8) as usize)),
        _ => Functor::new(head.atom_value(), 0),
    }
}

/// The words where the arguments of a head start, and their number.
#[inline(always)]
pub fn arguments_of(words: impl Words, head: Cell) -> (usize, usize) {
    let at = (head.offset() / 8) as usize;
    match head.tag() {
        Tag::Lst => (at, 2),
        Tag::Str => (at + 1, Functor(words.word(at)).arity()),
        _ => (0, 0),
    }
}

/// The key of an argument in an image.
pub fn word_key(words: impl Words, arg: Cell) -> Key {
    match arg.tag() {
        Tag::Atm | Tag::Int => Key(arg.0),
        Tag::Lst => Key::LIST,
        Tag::Str => Key(words.word((arg.offset() / 8) as usize)),
        Tag::Box => {
            let at = (arg.offset() / 8) as usize;
            let count = BoxHeader(words.word(at)).words();
            Key::boxed((at..=at + count).map(|at| words.word(at)))
        }
        Tag::Ref | Tag::Att | Tag::Fun => Key::ANY,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fact with three variables as arguments.
    fn fact(source: Option<ClauseSource>) -> Clause {
        let words = [
            Functor::new(known::LIST, 3).0,
            Cell::reference(0).0,
            Cell::reference(8).0,
            Cell::reference(16).0,
        ];
        let image = ImageView {
            words: &words,
            root: Cell::new(Tag::Str, 0),
            variables: 3,
            shared: false,
        };
        let clause = Clause::new(image, source);
        assert!(clause.each_word().eq(words));
        assert_eq!((clause.variables(), clause.head_arguments()), (3, (1, 3)));
        clause
    }

    fn source(names: Vec<Option<Atom>>, end_line: u32) -> ClauseSource {
        ClauseSource {
            file: Some(known::USER),
            included: None,
            line: 7,
            end_line,
            names,
        }
    }

    #[test]
    fn what_is_known_of_a_place_stands_behind_the_words() {
        assert!(fact(None).source().is_none());
        let plain = fact(Some(source(vec![None; 3], 7)));
        let place = plain.source().unwrap();
        assert_eq!((place.line, place.end_line, place.included), (7, 7, None));
        assert_eq!(plain.fixed_size(), fact(None).fixed_size());

        let long = fact(Some(source(Vec::new(), 9)));
        let place = long.source().unwrap();
        assert_eq!((place.file, place.line), (Some(known::USER), 7));
        assert_eq!((place.end_line, place.names.get(0)), (9, None));

        let mut named = source(vec![None, Some(known::TRUE), Some(known::FAIL)], 7);
        named.included = Some(known::SYSTEM);
        let named = fact(Some(named));
        let place = named.source().unwrap();
        assert_eq!((place.line, place.end_line), (7, 7));
        assert_eq!(place.place(), Some(known::SYSTEM));
        let names = [0, 1, 2, 3].map(|number| place.names.get(number));
        assert_eq!(names, [None, Some(known::TRUE), Some(known::FAIL), None]);
        assert_eq!(named.source_atoms().count(), 4);
    }
}
