//! Clauses that differ in constants only.
//!
//! A program that asserts rules mostly asserts rules of few shapes, with other atoms and
//! integers each time. Code made for one of them serves the others, once their constants
//! stand where its own do. To find these places, a clause is compiled twice with constants
//! that occur nowhere else: where the code differs, it must do so by them alone.

use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::hash::Hasher;

use super::normal::is_conjunctive;
use super::{CompileError, Context, compile};
use crate::atom::{Atom, known};
use crate::bytecode::code::Code;
use crate::program::builtin::BuiltinKind;
use crate::program::clause::Clause;
use crate::term::cell::{BoxHeader, Cell, Functor, Tag};
use crate::term::image::Image;

/// Longer clauses are compiled one by one.
const MAX_WORDS: usize = 400;

/// So many shapes are kept, and so many more clauses that have been met once.
const MAX_SHAPES: usize = 1024;
const MAX_ONCE: usize = 16_384;

/// So many forms of a shape are kept: they differ in constants that code depends on.
const MAX_FORMS: usize = 4;

/// From here on there are atoms that no program has.
const NO_ATOMS: u32 = 0xf000_0000;

/// What stands in keys in the place of a constant: no clause has attributed variables.
const fn hole(kind: u64) -> u64 {
    kind << 3 | Tag::Att as u64
}

const ATOM: u64 = hole(0);
const SHORT: u64 = hole(1);
const LONG: u64 = hole(2);

/// The code of clauses by their shapes.
#[derive(Default)]
pub struct Shapes {
    known: FxHashMap<Box<[u64]>, Shape>,
    /// Hashes of keys that have been met once.
    once: FxHashSet<u64>,
    /// The changes of definitions that have been taken into account.
    overridings: u64,
    /// The key of the clause being looked up.
    key: Vec<u64>,
    /// Its constants, with where they stand in the term.
    constants: Vec<(u32, Cell)>,
}

#[derive(Default)]
struct Shape {
    forms: Vec<Form>,
    /// Whether there is no use in looking for further forms.
    is_full: bool,
}

/// Code for clauses that have some constants in common.
struct Form {
    /// These, by their number.
    common: Box<[(u32, Cell)]>,
    /// Where the others go.
    patches: Box<[Patch]>,
    code: Code,
}

/// A place of a constant in code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Patch {
    /// The word.
    at: u32,
    /// The number of the constant.
    constant: u32,
    part: Part,
}

/// How a constant stands in a word of code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// It is the word.
    Whole,
    /// Its value is the last operand.
    Last,
    /// The last operand is the integer with the other sign.
    Negated,
    /// It is the operand before.
    Middle,
}

const PARTS: [Part; 4] = [Part::Whole, Part::Last, Part::Negated, Part::Middle];

impl Part {
    /// The bits of a word that belong to the constant.
    fn mask(self) -> u64 {
        match self {
            Part::Whole => u64::MAX,
            Part::Last | Part::Negated => 0xffff_ffff << 32,
            Part::Middle => 0xffff << 16,
        }
    }

    /// These bits, for this constant.
    fn bits(self, constant: Cell) -> u64 {
        let value = match constant.tag() {
            Tag::Atm => u64::from(constant.atom_value().index()),
            _ => constant.small_value() as u64,
        };
        match self {
            Part::Whole => constant.0,
            Part::Last => value << 32,
            Part::Negated => value.wrapping_neg() << 32,
            Part::Middle => value << 16 & self.mask(),
        }
    }
}

impl Shapes {
    /// Forgets everything, as atoms and predicates may come to mean others.
    pub fn clear(&mut self) {
        self.known.clear();
        self.once.clear();
    }

    /// The code of a clause, made at its first use.
    pub fn clause_code(
        &mut self,
        clause: &Clause,
        context: &mut Context,
    ) -> Result<Code, CompileError> {
        let overridings = context.db.overridings();
        if self.overridings != overridings || self.known.len() > MAX_SHAPES {
            self.clear();
            self.overridings = overridings;
        }
        if !self.take_apart(clause, context.module) {
            return compile(&clause.to_image(), context);
        }
        if let Some(shape) = self.known.get(&self.key[..]) {
            if let Some(code) = shape.code(&self.constants, clause.source().is_none()) {
                return Ok(code);
            }
            if shape.is_full {
                return compile(&clause.to_image(), context);
            }
        } else if self.is_first() {
            return compile(&clause.to_image(), context);
        }
        self.add_form(clause, context)
    }

    /// Makes key and constants of a clause; whether it can have a shape.
    fn take_apart(&mut self, clause: &Clause, module: Atom) -> bool {
        let words = clause.words();
        if words.count() > MAX_WORDS || clause.is_shared() {
            return false;
        }
        self.key.clear();
        self.constants.clear();
        self.key
            .push(u64::from(module.index()) | u64::from(clause.variables()) << 32);
        let mut inside = 0;
        for (at, word) in clause.each_word().enumerate() {
            let cell = Cell(word);
            if inside > 0 {
                inside -= 1;
                self.key.push(word);
                continue;
            }
            if let Some(header) = BoxHeader::from_cell(cell) {
                inside = header.words();
            }
            let hole = hole_of(cell);
            if hole.is_some() {
                self.constants.push((at as u32, cell));
            }
            self.key.push(hole.unwrap_or(word));
        }
        true
    }

    /// Whether a clause of this key is met for the first time.
    fn is_first(&mut self) -> bool {
        if self.once.len() > MAX_ONCE {
            self.once.clear();
        }
        let mut hasher = FxHasher::default();
        self.key.iter().for_each(|&word| hasher.write_u64(word));
        self.once.insert(hasher.finish())
    }

    /// Compiles a clause, and notes how others like it are made from its code.
    fn add_form(&mut self, clause: &Clause, context: &mut Context) -> Result<Code, CompileError> {
        let image = clause.to_image();
        let code = compile(&image, context)?;
        let free = free_constants(&image, context);
        let form = self.form(&image, &free, context)?;
        let shape = self.known.entry(self.key.as_slice().into()).or_default();
        shape.is_full = form.is_none() || shape.forms.len() + 1 >= MAX_FORMS;
        shape.forms.extend(form);
        Ok(code)
    }

    /// A form of the shape of this clause, in which the constants at these words may differ.
    fn form(
        &self,
        image: &Image,
        free: &FxHashSet<u32>,
        context: &mut Context,
    ) -> Result<Option<Form>, CompileError> {
        let mut marked = |variant| {
            let mut image = image.clone();
            let mut constants = self.constants.clone();
            for (number, (at, cell)) in constants.iter_mut().enumerate() {
                if free.contains(at) {
                    *cell = marker(*cell, number, variant);
                    image.words[*at as usize] = cell.0;
                }
            }
            compile(&image, context).map(|code| (code, constants))
        };
        let (code, constants) = marked(0)?;
        let (other, changed) = marked(1)?;
        let Some(patches) = patches(&code, &other, &constants, &changed) else {
            return Ok(None);
        };
        let numbered = (0..).zip(&constants);
        let common = numbered.filter(|(_, (at, _))| !free.contains(at));
        let common = common.map(|(number, &(_, cell))| (number, cell)).collect();
        Ok(Some(Form {
            common,
            patches: patches.into(),
            code,
        }))
    }
}

impl Shape {
    /// The code of the clause that has these constants, if there is a form for it. Those
    /// whose place is known have code of their own, which tells it.
    fn code(&self, constants: &[(u32, Cell)], may_share: bool) -> Option<Code> {
        let is_fit = |form: &&Form| {
            let mut common = form.common.iter();
            common.all(|&(number, cell)| constants[number as usize].1 == cell)
        };
        let form = self.forms.iter().find(is_fit)?;
        if form.patches.is_empty() && may_share {
            return Some(form.code.clone());
        }
        Some(form.code.patched(|words| {
            for patch in &form.patches {
                let word = &mut words[patch.at as usize];
                let (_, constant) = constants[patch.constant as usize];
                *word = *word & !patch.part.mask() | patch.part.bits(constant);
            }
        }))
    }
}

/// What stands in a key for a constant, by how code can hold it.
fn hole_of(cell: Cell) -> Option<u64> {
    match cell.tag() {
        Tag::Atm if cell != Cell::NIL => Some(ATOM),
        Tag::Int => match cell.small_value() {
            value if i16::try_from(value).is_ok() => Some(SHORT),
            value if value > i64::from(i32::MIN) && value <= i64::from(i32::MAX) => Some(LONG),
            _ => None,
        },
        _ => None,
    }
}

/// A constant that occurs nowhere else, of the kind of this one.
fn marker(cell: Cell, number: usize, variant: u32) -> Cell {
    let number = 2 * number as u32 + variant;
    match hole_of(cell) {
        Some(ATOM) => Cell::atom(Atom::from_index(NO_ATOMS + number)),
        Some(SHORT) => Cell::small(i64::from(20_000 + number)),
        _ => Cell::small(i64::from(0x6000_0000 + number)),
    }
}

/// The places of constants, if two blocks of code differ by them alone.
fn patches(
    code: &Code,
    other: &Code,
    constants: &[(u32, Cell)],
    changed: &[(u32, Cell)],
) -> Option<Vec<Patch>> {
    if !code.is_laid_out_as(other) {
        return None;
    }
    let mut patches = Vec::new();
    for (at, (&word, &there)) in (0..).zip(code.words().iter().zip(other.words())) {
        if word != there {
            patches.push(patch(at, [word, there], constants, changed)?);
        }
    }
    Some(patches)
}

/// The constant by which two words differ.
fn patch(
    at: u32,
    words: [u64; 2],
    constants: &[(u32, Cell)],
    changed: &[(u32, Cell)],
) -> Option<Patch> {
    let numbered = (0..).zip(constants.iter().zip(changed));
    for (constant, (&(_, one), &(_, other))) in numbered.filter(|(_, (a, b))| a != b) {
        for part in PARTS {
            let is_part = words[0] & !part.mask() == words[1] & !part.mask()
                && words[0] & part.mask() == part.bits(one)
                && words[1] & part.mask() == part.bits(other);
            if is_part {
                return Some(Patch { at, constant, part });
            }
        }
    }
    None
}

/// The words of constants on which nothing but themselves depends in code.
fn free_constants(image: &Image, context: &Context) -> FxHashSet<u32> {
    let mut search = Search {
        words: &image.words,
        context,
        free: FxHashSet::default(),
    };
    search.data(1);
    search.body(2);
    search.free
}

/// Looks for constants that are nothing but data.
struct Search<'a, 'b> {
    words: &'a [u64],
    context: &'a Context<'b>,
    free: FxHashSet<u32>,
}

impl Search<'_, '_> {
    fn cell(&self, at: usize) -> Cell {
        Cell(self.words[at])
    }

    /// The functor of a compound and the word of its first argument.
    fn compound(&self, at: usize) -> Option<(Functor, usize)> {
        let first = (self.cell(at).offset() / 8) as usize;
        match self.cell(at).tag() {
            Tag::Lst => Some((Functor::LIST, first)),
            Tag::Str => Some((Functor(self.words[first]), first + 1)),
            _ => None,
        }
    }

    /// A term that is built or unified as it is; the head itself may be an atom.
    fn data(&mut self, at: usize) {
        let mut todo = vec![at];
        while let Some(at) = todo.pop() {
            match self.compound(at) {
                Some((functor, first)) => todo.extend(first..first + functor.arity()),
                None if at > 2 => self.constant(at),
                None => {}
            }
        }
    }

    fn constant(&mut self, at: usize) {
        if hole_of(self.cell(at)).is_some() {
            self.free.insert(at as u32);
        }
    }

    fn body(&mut self, at: usize) {
        let mut todo = vec![at];
        while let Some(at) = todo.pop() {
            let Some((functor, first)) = self.compound(at) else {
                continue;
            };
            let is_negation = functor == Functor::new(known::NOT_PROVABLE, 1);
            if is_conjunctive(functor) || is_negation {
                todo.extend(first..first + functor.arity());
            } else {
                self.goal(functor, first);
            }
        }
    }

    fn goal(&mut self, functor: Functor, first: usize) {
        let is_variable = |at| self.cell(at).tag() == Tag::Ref;
        match (functor.name(), functor.arity()) {
            (known::EQUALS, 2) if is_variable(first) => self.data(first + 1),
            (known::EQUALS, 2) if is_variable(first + 1) => self.data(first),
            (known::IS, 2) => self.expression(first + 1),
            (
                known::ARITH_EQ
                | known::ARITH_NE
                | known::LESS
                | known::LESS_EQ
                | known::GREATER
                | known::GREATER_EQ,
                2,
            ) => {
                self.expression(first);
                self.expression(first + 1);
            }
            _ if self.is_plain_call(functor) => {
                (first..first + functor.arity()).for_each(|at| self.data(at));
            }
            _ => {}
        }
    }

    /// Whether the arguments of a goal are passed as they are.
    fn is_plain_call(&self, functor: Functor) -> bool {
        let taken_apart = [
            (known::ARG, 3),
            (known::FUNCTOR, 3),
            (known::UNIV, 2),
            (known::EQUALS, 2),
        ];
        if taken_apart.contains(&(functor.name(), functor.arity())) {
            return false;
        }
        let db = &self.context.db;
        match (db.core_builtin(functor), db.system_predicate(functor)) {
            (Some(info), _) => {
                functor.arity() > 1 && info.kind != BuiltinKind::Many && info.meta.is_none()
            }
            (None, None) => {
                (self.context.library)(self.context.atoms, functor) != Some(known::APPLY)
            }
            (None, Some(_)) => false,
        }
    }

    /// Integers in sums, differences and products.
    fn expression(&mut self, at: usize) {
        let mut todo = vec![at];
        while let Some(at) = todo.pop() {
            if self.cell(at).tag() == Tag::Int {
                self.constant(at);
                continue;
            }
            if let Some((functor, first)) = self.compound(at)
                && functor.arity() == 2
                && [known::PLUS, known::MINUS, known::STAR].contains(&functor.name())
            {
                todo.extend([first, first + 1]);
            }
        }
    }
}
