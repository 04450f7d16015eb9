//! Clauses.

use std::sync::{Arc, OnceLock};

use crate::atom::{Atom, known};
use crate::bytecode::code::Code;
use crate::term::block::Block;
use crate::term::cell::{BoxHeader, Cell, Functor, Tag};
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
    /// The number of variables, and [`SHARED`].
    variables: u32,
    /// The term itself, if it is an atom; otherwise it starts at the first word.
    atom: Atom,
    /// The file that it was read from, or [`NONE`].
    file: Atom,
    /// The line there.
    line: u32,
    /// What few clauses have.
    extra: OnceLock<Box<Extra>>,
}

/// No atom.
const NONE: Atom = Atom::from_index(u32::MAX);

/// A bit beside the number of variables: blocks of the term are shared.
const SHARED: u32 = 1 << 31;

/// What facts of one line do not have.
#[derive(Debug, Default)]
struct Extra {
    /// Where it stands.
    source: Option<ClauseSource>,
    /// The code, made when it is first needed.
    code: OnceLock<Arc<Code>>,
    /// The code for when other clauses follow one that starts with tests and a cut,
    /// made when it is first asked for.
    guard: OnceLock<Option<Arc<Code>>>,
}

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
    /// The names of its variables, by their number in the image.
    pub names: &'a [Option<Atom>],
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
        let is_plain = |source: &ClauseSource| {
            source.included.is_none()
                && source.end_line == source.line
                && source.names.iter().all(Option::is_none)
        };
        let shared = if image.shared { SHARED } else { 0 };
        let mut header = Header {
            variables: image.variables | shared,
            atom: match image.root.is_atom() {
                true => image.root.atom_value(),
                false => NONE,
            },
            file: NONE,
            line: 0,
            extra: OnceLock::new(),
        };
        match source {
            Some(source) if is_plain(&source) => {
                header.file = source.file.unwrap_or(NONE);
                header.line = source.line;
            }
            Some(source) => {
                let extra = Extra {
                    source: Some(source),
                    ..Extra::default()
                };
                header.extra = OnceLock::from(Box::new(extra));
            }
            None => {}
        }
        Clause(Block::new(header, image.words))
    }

    /// The clause as a term: `Head :- Body`, or `Head` for a fact.
    #[inline(always)]
    pub fn image(&self) -> ImageView<'_> {
        let header = self.0.header();
        ImageView {
            words: self.0.words(),
            root: match header.atom {
                NONE => root_of(self.0.words()),
                atom => Cell::atom(atom),
            },
            variables: self.variables(),
            shared: header.variables & SHARED != 0,
        }
    }

    /// A copy of the image.
    pub fn to_image(&self) -> Image {
        let image = self.image();
        Image {
            words: image.words.into(),
            root: image.root,
            variables: image.variables,
            shared: image.shared,
        }
    }

    /// A number that tells it from other clauses while it is there.
    pub fn number(&self) -> usize {
        std::ptr::from_ref(self.0.header()).addr()
    }

    /// The words of its term.
    #[inline(always)]
    pub fn words(&self) -> &[u64] {
        self.0.words()
    }

    /// The number of variables in it.
    #[inline(always)]
    pub fn variables(&self) -> u32 {
        self.0.header().variables & !SHARED
    }

    /// The key of the first argument, [`Key::ANY`] for a variable or if there is none.
    pub fn first_key(&self) -> Key {
        match self.head_arguments() {
            (start, count) if count > 0 => word_key(self.words(), Cell(self.words()[start])),
            _ => Key::ANY,
        }
    }

    /// Where it stands, if that is known.
    pub fn source(&self) -> Option<Source<'_>> {
        let header = self.0.header();
        if header.line > 0 || header.file != NONE {
            return Some(Source {
                file: (header.file != NONE).then_some(header.file),
                included: None,
                line: header.line,
                end_line: header.line,
                names: &[],
            });
        }
        let source = header.extra.get()?.source.as_ref()?;
        Some(Source {
            file: source.file,
            included: source.included,
            line: source.line,
            end_line: source.end_line,
            names: &source.names,
        })
    }

    fn extra(&self) -> &Extra {
        self.0.header().extra.get_or_init(Box::default)
    }

    /// Its code, once it has been made.
    pub fn code(&self) -> Option<&Arc<Code>> {
        self.0.header().extra.get()?.code.get()
    }

    /// Keeps the code that has been made of it.
    pub fn set_code(&self, code: Arc<Code>) -> &Arc<Code> {
        self.extra().code.get_or_init(|| code)
    }

    /// Its code for when other clauses follow, once it has been asked for.
    pub fn guard(&self) -> Option<&Option<Arc<Code>>> {
        self.0.header().extra.get()?.guard.get()
    }

    /// Keeps the code for when other clauses follow.
    pub fn set_guard(&self, code: Option<Arc<Code>>) -> &Option<Arc<Code>> {
        self.extra().guard.get_or_init(|| code)
    }

    /// The code that has been made of it.
    pub fn codes(&self) -> impl Iterator<Item = &Arc<Code>> {
        let guard = self.guard().and_then(|guard| guard.as_ref());
        self.code().into_iter().chain(guard)
    }

    /// The head, as a cell of the image.
    pub fn head(&self) -> Cell {
        match neck(self.words()) {
            true => Cell(self.words()[1]),
            false => self.image().root,
        }
    }

    /// The body, as a cell of the image; nothing for a fact.
    #[inline(always)]
    pub fn body(&self) -> Option<Cell> {
        neck(self.words()).then(|| Cell(self.words()[2]))
    }

    /// The functor of the head.
    pub fn functor(&self) -> Functor {
        let head = self.head();
        match head.tag() {
            Tag::Lst => Functor::LIST,
            Tag::Str => Functor(self.words()[(head.offset() / 8) as usize]),
            _ => Functor::new(head.atom_value(), 0),
        }
    }

    /// The words where the arguments of the head start, and their number.
    #[inline]
    pub fn head_arguments(&self) -> (usize, usize) {
        let head = self.head();
        match head.tag() {
            Tag::Lst => ((head.offset() / 8) as usize, 2),
            Tag::Str => {
                let at = (head.offset() / 8) as usize;
                (at + 1, Functor(self.words()[at]).arity())
            }
            _ => (0, 0),
        }
    }

    /// The bytes that this clause takes, with the code that has been made of it.
    pub fn size(&self) -> usize {
        let extra = self
            .0
            .header()
            .extra
            .get()
            .map_or(0, |_| size_of::<Extra>());
        let codes = self.codes().map(|code| code.bytes()).sum::<usize>();
        self.fixed_size() + extra + codes
    }

    /// The bytes that this clause takes, its code not counted.
    pub fn fixed_size(&self) -> usize {
        let names = self.source().map_or(0, |source| source.names.len());
        self.0.bytes() + names * size_of::<Option<Atom>>()
    }

    /// The atoms in it that its term does not show: names of files and variables.
    pub fn source_atoms(&self) -> impl Iterator<Item = Atom> {
        let source = self.source();
        let names = source.map_or(&[][..], |source| source.names);
        let files = source.map_or([None; 2], |source| [source.file, source.included]);
        files.into_iter().chain(names.iter().copied()).flatten()
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

/// The key of an argument in an image.
pub fn word_key(words: &[u64], arg: Cell) -> Key {
    match arg.tag() {
        Tag::Atm | Tag::Int => Key(arg.0),
        Tag::Lst => Key::LIST,
        Tag::Str => Key(words[(arg.offset() / 8) as usize]),
        Tag::Box => {
            let at = (arg.offset() / 8) as usize;
            let count = BoxHeader(words[at]).words();
            Key::boxed(words[at..=at + count].iter().copied())
        }
        Tag::Ref | Tag::Att | Tag::Fun => Key::ANY,
    }
}
