//! Clauses.

use std::sync::{Arc, OnceLock};

use crate::atom::{Atom, known};
use crate::bytecode::code::Code;
use crate::term::cell::{BoxHeader, Cell, Functor, Tag};
use crate::term::image::Image;

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

impl ClauseSource {
    /// The file that its text stands in.
    pub fn place(&self) -> Option<Atom> {
        self.included.or(self.file)
    }
}

/// A clause of a user's predicate. It never changes once it is made.
#[derive(Debug)]
pub struct Clause {
    /// The clause as a term: `Head :- Body`, or `Head` for a fact.
    pub image: Image,
    /// The key of the first argument, [`Key::ANY`] for a variable or if there is none.
    pub key: Key,
    /// Where it stands.
    pub source: Option<Box<ClauseSource>>,
    /// The code, made when it is first needed.
    pub code: OnceLock<Arc<Code>>,
    /// The code for when other clauses follow one that starts with tests and a cut,
    /// made when it is first asked for.
    pub guard: OnceLock<Option<Arc<Code>>>,
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
    /// A clause from its image, which is checked to be one by the caller.
    pub fn new(image: Image, source: Option<Box<ClauseSource>>) -> Clause {
        let key = first_key(&image);
        Clause {
            image,
            key,
            source,
            code: OnceLock::new(),
            guard: OnceLock::new(),
        }
    }

    /// The code that has been made of it.
    pub fn codes(&self) -> impl Iterator<Item = &Arc<Code>> {
        let guard = self.guard.get().and_then(|guard| guard.as_ref());
        self.code.get().into_iter().chain(guard)
    }

    /// The head, as a cell of the image.
    pub fn head(&self) -> Cell {
        match neck(&self.image) {
            Some(at) => Cell(self.image.words[at + 1]),
            None => self.image.root,
        }
    }

    /// The body, as a cell of the image; nothing for a fact.
    pub fn body(&self) -> Option<Cell> {
        neck(&self.image).map(|at| Cell(self.image.words[at + 2]))
    }

    /// The words where the arguments of the head start, and their number.
    pub fn head_arguments(&self) -> (usize, usize) {
        let head = self.head();
        match head.tag() {
            Tag::Lst => ((head.offset() / 8) as usize, 2),
            Tag::Str => {
                let at = (head.offset() / 8) as usize;
                (at + 1, Functor(self.image.words[at]).arity())
            }
            _ => (0, 0),
        }
    }

    /// The bytes that this clause takes, its code not counted.
    pub fn size(&self) -> usize {
        size_of::<Clause>() + 8 * self.image.words.len()
    }
}

/// The index of the functor word of `:-/2` at the root.
fn neck(image: &Image) -> Option<usize> {
    let at = (image.root.offset() / 8) as usize;
    let is_rule = image.root.tag() == Tag::Str && image.words[at] == Functor::new(known::NECK, 2).0;
    is_rule.then_some(at)
}

fn first_key(image: &Image) -> Key {
    let head = match neck(image) {
        Some(at) => Cell(image.words[at + 1]),
        None => image.root,
    };
    let at = (head.offset() / 8) as usize;
    match head.tag() {
        Tag::Lst => image_key(image, Cell(image.words[at])),
        Tag::Str => image_key(image, Cell(image.words[at + 1])),
        _ => Key::ANY,
    }
}

/// The key of an argument in an image.
pub fn image_key(image: &Image, arg: Cell) -> Key {
    match arg.tag() {
        Tag::Atm | Tag::Int => Key(arg.0),
        Tag::Lst => Key::LIST,
        Tag::Str => Key(image.words[(arg.offset() / 8) as usize]),
        Tag::Box => {
            let at = (arg.offset() / 8) as usize;
            let words = BoxHeader(image.words[at]).words();
            Key::boxed(image.words[at..=at + words].iter().copied())
        }
        Tag::Ref | Tag::Att | Tag::Fun => Key::ANY,
    }
}
