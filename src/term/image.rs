//! Images: terms off the heap.
//!
//! An image is a term in words of its own, position independent: pointers are
//! offsets into the image, and a `REF` cell is the number of a variable. Clauses,
//! findall results, exceptions and global variables are kept as images. Both
//! directions are one linear pass.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::area::MemoryFull;
use super::cell::{BoxHeader, BoxKind, Cell, Functor, Tag};
use super::halves::Words;
use super::mem::Mem;

/// A term in words of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Image {
    /// The blocks of the term.
    pub words: Box<[u64]>,
    /// The term itself, its pointers counting from the first word.
    pub root: Cell,
    /// The number of variables; they are numbered in order of their copying.
    pub variables: u32,
    /// Whether several pointers may lead to one block, as in a cyclic term.
    pub shared: bool,
}

impl Image {
    fn new(words: Box<[u64]>, appended: Appended) -> Image {
        Image {
            words,
            root: appended.root,
            variables: appended.variables,
            shared: appended.shared,
        }
    }
}

/// A look at an image, wherever its words are.
#[derive(Clone, Copy, Debug)]
pub struct ImageView<'a> {
    /// The blocks of the term.
    pub words: &'a [u64],
    /// The term itself.
    pub root: Cell,
    /// The number of variables.
    pub variables: u32,
    /// Whether several pointers may lead to one block.
    pub shared: bool,
}

impl Image {
    /// The image itself or, if it has more words than that, one of its outer parts,
    /// with `other` in the place of those that are left out.
    pub fn outer(&self, most: usize, other: Cell) -> Cow<'_, Image> {
        if self.words.len() <= most {
            return Cow::Borrowed(self);
        }
        let (words, mut at) = (&*self.words, 0);
        // Parts that start before the limit are whole.
        let mut end = most.max(end_of_block(words, self.root).unwrap_or(0));
        let mut kept = Vec::with_capacity(end);
        while at < end {
            let cell = Cell(words[at]);
            match end_of_block(words, cell) {
                Some(_) if cell.offset() / 8 >= most as u64 => kept.push(other.0),
                Some(inner) => {
                    end = end.max(inner);
                    kept.push(cell.0);
                }
                None => {
                    let raw = BoxHeader::from_cell(cell).map_or(0, BoxHeader::words);
                    kept.extend_from_slice(&words[at..=at + raw]);
                    at += raw;
                }
            }
            at += 1;
        }
        Cow::Owned(Image {
            words: kept.into(),
            ..*self
        })
    }

    /// The image with the cells that are given for others in their place, which must
    /// lead nowhere: atoms and functors.
    pub fn with_cells(&self, mut other: impl FnMut(Cell) -> Option<Cell>) -> Cow<'_, Image> {
        let mut changed: Option<Image> = None;
        let mut at = 0;
        while at < self.words.len() {
            let cell = Cell(self.words[at]);
            if let Some(header) = BoxHeader::from_cell(cell) {
                at += header.words();
            } else if let Some(other) = other(cell) {
                changed.get_or_insert_with(|| self.clone()).words[at] = other.0;
            }
            at += 1;
        }
        if let Some(root) = other(self.root) {
            changed.get_or_insert_with(|| self.clone()).root = root;
        }
        changed.map_or(Cow::Borrowed(self), Cow::Owned)
    }

    /// A look at this image.
    pub fn view(&self) -> ImageView<'_> {
        ImageView {
            words: &self.words,
            root: self.root,
            variables: self.variables,
            shared: self.shared,
        }
    }
}

/// What becomes of attributed variables in a copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Attributes {
    /// They are copied with their attributes.
    Keep,
    /// They become plain variables.
    Drop,
}

/// The position and count of an image appended to a buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Appended {
    /// The term; its pointers count from the start of the appended words.
    pub root: Cell,
    /// The number of variables.
    pub variables: u32,
    /// Whether several pointers may lead to one block.
    pub shared: bool,
}

impl Appended {
    /// What is appended if the alarm rings.
    const NOTHING: Appended = Appended {
        root: Cell::NIL,
        variables: 0,
        shared: false,
    };
}

/// How many words the block has that a cell of an image leads to, if it does.
#[inline(always)]
fn block_len(words: impl Words, part: Cell) -> Option<usize> {
    let at = (part.offset() / 8) as usize;
    match part.tag() {
        Tag::Lst => Some(2),
        Tag::Str => Some(1 + Functor(words.word(at)).arity()),
        Tag::Box => Some(1 + BoxHeader(words.word(at)).words()),
        _ => None,
    }
}

/// Where the block ends that a cell of an image leads to, if it does.
fn end_of_block(words: &[u64], part: Cell) -> Option<usize> {
    let count = match part.tag() {
        Tag::Att => Some(ATTRIBUTED),
        _ => block_len(words, part),
    };
    count.map(|count| (part.offset() / 8) as usize + count)
}

/// The words of an attributed variable.
const ATTRIBUTED: usize = 3;

/// Bit 3 of a mark's extra field tells a plain variable from an attributed block.
const MARK_PLAIN: u64 = 0;
const MARK_BLOCK: u64 = 1;

fn mark(kind: u64, number: u64) -> Cell {
    Cell(BoxHeader::new(BoxKind::Mark, number as usize, kind).0)
}

impl Mem {
    /// The image of `term`.
    pub fn image(&mut self, term: Cell, attributes: Attributes) -> Image {
        let paused = self.alarm.pause();
        let image = self.image_or_stop(term, attributes);
        self.alarm.resume(paused);
        image
    }

    /// The image of `term`, or of anything if the alarm rings.
    pub fn image_or_stop(&mut self, term: Cell, attributes: Attributes) -> Image {
        let mut words = self.take_words();
        let appended = self.append_image(term, attributes, &mut words);
        Image::new(self.boxed_words(words), appended)
    }

    /// The words of an image, copied if there are few of them: the list is used again.
    fn boxed_words(&mut self, words: Vec<u64>) -> Box<[u64]> {
        if words.capacity() > KEPT_WORDS {
            return words.into_boxed_slice();
        }
        let boxed = words[..].into();
        self.image_words = words;
        boxed
    }

    /// An empty list of words for an image.
    fn take_words(&mut self) -> Vec<u64> {
        let mut words = std::mem::take(&mut self.image_words);
        words.clear();
        words
    }

    /// Keeps a list of words for the next image, unless it is long.
    fn keep_words(&mut self, words: Vec<u64>) {
        if words.capacity() <= KEPT_WORDS {
            self.image_words = words;
        }
    }

    /// The image of a finite term in which each block is met once, unless it
    /// would have more than `limit` words.
    pub fn tree_image(
        &mut self,
        term: Cell,
        attributes: Attributes,
        limit: usize,
    ) -> Option<Image> {
        let mut words = self.take_words();
        let copier = Copier::new(self, attributes, &mut words, 0, limit);
        let Some(appended) = copier.run(term) else {
            self.keep_words(words);
            return None;
        };
        Some(Image::new(self.boxed_words(words), appended))
    }

    /// Appends the image of `term` to `words`, or nothing if the alarm rings.
    pub fn append_image(
        &mut self,
        term: Cell,
        attributes: Attributes,
        words: &mut Vec<u64>,
    ) -> Appended {
        if let Some(appended) = self.append_small(term, words) {
            return appended;
        }
        let start = words.len();
        let limit = start + (self.h / 8) as usize + 64;
        let plain = Copier::new(self, attributes, words, start, limit).run(term);
        plain.unwrap_or_else(|| {
            words.truncate(start);
            if self.alarm.has_rung() {
                return Appended::NOTHING;
            }
            let mut copier = Copier::new(self, attributes, words, start, usize::MAX);
            copier.shared = Some(FxHashMap::default());
            copier.run(term).unwrap_or(Appended::NOTHING)
        })
    }

    /// Appends the image of a small term, in which each block is met once, without
    /// attributed variables and but few others.
    #[inline]
    fn append_small(&mut self, term: Cell, words: &mut Vec<u64>) -> Option<Appended> {
        let mut small = Small {
            mem: self,
            words: [0; SMALL],
            len: 0,
            variables: [Cell(0); FEW_VARIABLES],
            count: 0,
        };
        let root = small.copy(term)?;
        words.extend_from_slice(&small.words[..small.len]);
        let Small {
            variables, count, ..
        } = small;
        self.copied.clear();
        self.copied.extend_from_slice(&variables[..count]);
        Some(Appended {
            root,
            variables: count as u32,
            shared: false,
        })
    }

    /// The variables of the term that was copied last, by their number in its image.
    pub fn copied_variables(&self) -> &[Cell] {
        &self.copied
    }

    /// The variables of the term that was built last, by their number in its image.
    pub fn built_variables(&self) -> &[Cell] {
        &self.decoded
    }

    /// Builds the term of an image on the heap.
    pub fn build(&mut self, image: &Image) -> Result<Cell, MemoryFull> {
        self.build_from(&image.words, image.root, image.variables)
    }

    /// Builds the term of an image given by its parts on the heap.
    pub fn build_from(
        &mut self,
        words: &[u64],
        root: Cell,
        variables: u32,
    ) -> Result<Cell, MemoryFull> {
        self.ensure(words.len() as u64 + variables as u64 + 2)?;
        let mut table = std::mem::take(&mut self.decoded);
        table.clear();
        table.resize(variables as usize, Cell(0));
        let base = self.h;
        let mut raw = 0;
        let mut at = base;
        for &word in words {
            // There is room for all of them.
            let cell = match Cell(word).tag() {
                _ if raw > 0 => {
                    raw -= 1;
                    Cell(word)
                }
                Tag::Atm | Tag::Int => Cell(word),
                Tag::Fun => {
                    raw = BoxHeader::from_cell(Cell(word)).map_or(0, BoxHeader::words);
                    Cell(word)
                }
                _ => relocated(Cell(word), at, base, &mut table),
            };
            self.set(at, cell);
            at += 8;
        }
        self.h = at;
        let root = match root.tag() {
            Tag::Ref => self.new_var(),
            Tag::Att => Cell::reference(root.offset() + base),
            _ => relocated(root, at, base, &mut table),
        };
        self.decoded = table;
        Ok(root)
    }

    /// Unifies the part `part` of an image, without attributed variables, with
    /// a term. `table` holds the values of the image's variables, 0 where there
    /// is none yet.
    pub(crate) fn unify_image(
        &mut self,
        words: impl Words,
        part: Cell,
        cell: Cell,
        table: &mut [Cell],
    ) -> bool {
        let mut todo = std::mem::take(&mut self.parts);
        let unified = self.unify_parts(words, (part, cell), table, &mut todo);
        todo.clear();
        self.parts = todo;
        unified
    }

    fn unify_parts(
        &mut self,
        words: impl Words,
        pair: (Cell, Cell),
        table: &mut [Cell],
        todo: &mut Vec<(Cell, Cell)>,
    ) -> bool {
        let mut next = Some(pair);
        // Without sharing each word is met once.
        let mut steps = words.count() + 1;
        while let Some((part, cell)) = next {
            let cell = self.deref(cell);
            if steps == 0 {
                let built = self.build_part(words, part, table);
                if !self.unify(built, cell) {
                    return false;
                }
                next = todo.pop();
                continue;
            }
            steps -= 1;
            let unified = match self.unify_simple(part, cell, table) {
                Some(unified) => unified,
                None if part.tag() == Tag::Ref => self.unify(table[(part.0 >> 3) as usize], cell),
                None if cell.is_var() => {
                    let built = self.build_part(words, part, table);
                    self.unify(cell, built)
                }
                None => self.match_block(words, part, cell, todo),
            };
            if !unified {
                return false;
            }
            next = todo.pop();
        }
        true
    }

    /// Compares a block of an image with a block of the heap; their arguments
    /// are left to be unified in `todo`.
    fn match_block(
        &mut self,
        words: impl Words,
        part: Cell,
        cell: Cell,
        todo: &mut Vec<(Cell, Cell)>,
    ) -> bool {
        if part.tag() != cell.tag() {
            return false;
        }
        let at = (part.offset() / 8) as usize;
        let (first, offset, count) = match part.tag() {
            Tag::Lst => (at, cell.offset(), 2),
            Tag::Str if self.get(cell.offset()).0 == words.word(at) => {
                (at + 1, cell.offset() + 8, Functor(words.word(at)).arity())
            }
            Tag::Box => {
                let header = self.box_header(cell);
                let same =
                    |i: usize| self.get(cell.offset() + 8 * i as u64).0 == words.word(at + i);
                return header.0 == words.word(at) && (0..=header.words()).all(same);
            }
            _ => return false,
        };
        for index in (0..count).rev() {
            todo.push((
                Cell(words.word(first + index)),
                self.get(offset + 8 * index as u64),
            ));
        }
        true
    }

    /// Builds a part of an image on the heap.
    pub(crate) fn build_part(&mut self, words: impl Words, part: Cell, table: &mut [Cell]) -> Cell {
        let top = self.h;
        if let Some(built) = self.copy_part(words, part, table, None) {
            return built;
        }
        // The image shares blocks or is cyclic: each is built once.
        for value in table.iter_mut() {
            if value.tag() == Tag::Ref && value.offset() >= top {
                *value = Cell(0);
            }
        }
        self.h = top;
        let mut built = FxHashMap::default();
        self.copy_part(words, part, table, Some(&mut built))
            .expect("a copy that keeps sharing has no limit")
    }

    /// Builds a part of an image: blocks are copied raw and their cells relocated
    /// behind, the heap itself being the work list. Without `built`, which holds
    /// the blocks built already, it gives up when it has made more than the image has.
    fn copy_part(
        &mut self,
        words: impl Words,
        part: Cell,
        table: &mut [Cell],
        mut built: Option<&mut FxHashMap<Cell, Cell>>,
    ) -> Option<Cell> {
        let Some(count) = block_len(words, part) else {
            return Some(self.part_value(part, table));
        };
        let mut scan = self.push_block(words, part, count);
        let root = Cell::new(part.tag(), scan);
        if let Some(built) = &mut built {
            built.insert(part, root);
        }
        let limit = self.h + 8 * words.count() as u64;
        while scan < self.h {
            let cell = self.get(scan);
            let at = scan;
            scan += 8;
            if cell.tag() == Tag::Ref {
                let slot = &mut table[(cell.0 >> 3) as usize];
                if slot.0 == 0 {
                    *slot = Cell::reference(at);
                }
                let value = *slot;
                self.set(at, value);
                continue;
            }
            let Some(count) = block_len(words, cell) else {
                if let Some(header) = BoxHeader::from_cell(cell) {
                    scan += 8 * header.words() as u64;
                }
                continue;
            };
            if let Some(&known) = built.as_ref().and_then(|built| built.get(&cell)) {
                self.set(at, known);
                continue;
            }
            let copy = Cell::new(cell.tag(), self.push_block(words, cell, count));
            self.set(at, copy);
            match &mut built {
                Some(built) => {
                    built.insert(cell, copy);
                }
                None if self.h > limit => return None,
                None => {}
            }
        }
        Some(root)
    }

    /// Pushes a raw block of an image of so many words; its offset.
    #[inline(always)]
    fn push_block(&mut self, words: impl Words, part: Cell, count: usize) -> u64 {
        let offset = self.room_for(count as u64);
        let block = words.words((part.offset() / 8) as usize, count);
        for (to, word) in (offset..).step_by(8).zip(block) {
            self.set(to, Cell(word));
        }
        offset
    }

    fn part_value(&mut self, part: Cell, table: &mut [Cell]) -> Cell {
        if part.tag() != Tag::Ref {
            return part;
        }
        if table[(part.0 >> 3) as usize].0 == 0 {
            table[(part.0 >> 3) as usize] = self.new_var();
        }
        table[(part.0 >> 3) as usize]
    }

    /// A copy of `term` with fresh variables.
    pub fn copy(&mut self, term: Cell, attributes: Attributes) -> Result<Cell, MemoryFull> {
        let cell = self.deref(term);
        if !cell.is_var() && !cell.is_compound() {
            return Ok(cell);
        }
        if cell.is_compound()
            && let Some(copy) = self.copy_small(cell)?
        {
            return Ok(copy);
        }
        let mut words = self.take_words();
        let Appended {
            root, variables, ..
        } = self.append_image(cell, attributes, &mut words);
        if self.alarm.rings() {
            self.keep_words(words);
            return Ok(Cell::NIL);
        }
        let copy = match variables == 0 && cell.is_compound() && !has_attributed(&words) {
            true => Ok(cell),
            false => self.build_from(&words, root, variables),
        };
        self.keep_words(words);
        copy
    }
}

/// The heap cell of an image cell that is put at `place`.
#[inline(always)]
fn relocated(cell: Cell, place: u64, base: u64, table: &mut [Cell]) -> Cell {
    match cell.tag() {
        Tag::Lst | Tag::Str | Tag::Box => Cell(cell.0 + base),
        Tag::Ref => {
            let slot = &mut table[(cell.0 >> 3) as usize];
            if slot.0 == 0 {
                *slot = Cell::reference(place);
            }
            *slot
        }
        Tag::Att => {
            let at = cell.offset() + base;
            if at == place {
                Cell::new(Tag::Att, at)
            } else {
                Cell::reference(at)
            }
        }
        _ => cell,
    }
}

fn has_attributed(words: &[u64]) -> bool {
    let mut at = 0;
    while at < words.len() {
        let cell = Cell(words[at]);
        if cell.tag() == Tag::Att {
            return true;
        }
        at += 1 + BoxHeader::from_cell(cell).map_or(0, BoxHeader::words);
    }
    false
}

/// No longer lists of words are kept for the next image.
const KEPT_WORDS: usize = 1 << 12;

/// A term of so many words, with so many variables, is small.
const SMALL: usize = 32;
const FEW_VARIABLES: usize = 8;

/// The breadth-first copy of a small term: nothing on the heap is marked.
struct Small<'a> {
    mem: &'a Mem,
    words: [u64; SMALL],
    len: usize,
    variables: [Cell; FEW_VARIABLES],
    count: usize,
}

impl Small<'_> {
    /// Copies `term`; nothing if it is not small.
    #[inline]
    fn copy(&mut self, term: Cell) -> Option<Cell> {
        let root = self.transfer(term)?;
        let mut scan = 0;
        while scan < self.len {
            let cell = Cell(self.words[scan]);
            match cell.tag() {
                Tag::Atm | Tag::Int => {}
                Tag::Fun => scan += BoxHeader::from_cell(cell).map_or(0, BoxHeader::words),
                _ => self.words[scan] = self.transfer(cell)?.0,
            }
            scan += 1;
        }
        Some(root)
    }

    #[inline]
    fn transfer(&mut self, cell: Cell) -> Option<Cell> {
        let cell = self.mem.deref(cell);
        match cell.tag() {
            Tag::Atm | Tag::Int => Some(cell),
            Tag::Ref => self.variable(cell),
            Tag::Lst => self.block(cell, 2),
            Tag::Str => {
                let arity = Functor(self.mem.get(cell.offset()).0).arity();
                self.block(cell, 1 + arity)
            }
            Tag::Box => {
                let words = self.mem.box_header(cell).words();
                self.block(cell, 1 + words)
            }
            Tag::Att | Tag::Fun => None,
        }
    }

    #[inline]
    fn variable(&mut self, var: Cell) -> Option<Cell> {
        let mut number = 0;
        while number < self.count && self.variables[number] != var {
            number += 1;
        }
        if number == self.count {
            *self.variables.get_mut(number)? = var;
            self.count += 1;
        }
        Some(Cell::reference((number as u64) << 3))
    }

    #[inline]
    fn block(&mut self, cell: Cell, count: usize) -> Option<Cell> {
        let copied = Cell::new(cell.tag(), 8 * self.len as u64);
        let place = self.words.get_mut(self.len..self.len.checked_add(count)?)?;
        for (word, at) in place.iter_mut().zip((cell.offset()..).step_by(8)) {
            *word = self.mem.get(at).0;
        }
        self.len += count;
        Some(copied)
    }
}

/// One breadth-first copy from the heap into an image.
struct Copier<'a> {
    mem: &'a mut Mem,
    words: &'a mut Vec<u64>,
    start: usize,
    limit: usize,
    attributes: Attributes,
    variables: u32,
    /// Variables overwritten by marks, to be restored.
    marked: Vec<Cell>,
    /// Blocks already copied, if sharing is kept.
    shared: Option<FxHashMap<Cell, Cell>>,
}

impl<'a> Copier<'a> {
    fn new(
        mem: &'a mut Mem,
        attributes: Attributes,
        words: &'a mut Vec<u64>,
        start: usize,
        limit: usize,
    ) -> Copier<'a> {
        let mut marked = std::mem::take(&mut mem.copied);
        marked.clear();
        Copier {
            mem,
            words,
            start,
            limit,
            attributes,
            variables: 0,
            marked,
            shared: None,
        }
    }

    /// Copies `term`, or gives up at the limit.
    fn run(mut self, term: Cell) -> Option<Appended> {
        let root = self.transfer(term);
        let mut scan = self.start;
        let mut steps = 1;
        while scan < self.words.len() && self.words.len() <= self.limit {
            if self.mem.alarm.rings_at(steps) {
                break;
            }
            steps += 1;
            let cell = Cell(self.words[scan]);
            match cell.tag() {
                Tag::Atm | Tag::Int => {}
                Tag::Fun => match BoxHeader::from_cell(cell) {
                    // The cell of a variable that was met elsewhere before.
                    Some(header) if header.kind() == BoxKind::Mark => {
                        self.words[scan] = marked_cell(cell).0;
                    }
                    Some(header) => scan += header.words(),
                    None => {}
                },
                Tag::Att if self.is_own_block(cell, scan) => {}
                _ => self.words[scan] = self.transfer(cell).0,
            }
            scan += 1;
        }
        for &var in &self.marked {
            self.mem.set(var.offset(), var);
        }
        self.mem.copied = std::mem::take(&mut self.marked);
        let is_whole = self.words.len() <= self.limit && !self.mem.alarm.has_rung();
        is_whole.then_some(Appended {
            root,
            variables: self.variables,
            shared: self.shared.is_some(),
        })
    }

    /// Whether the word at `scan` is the first of an attributed block, which
    /// is written in its final form when the block is made.
    fn is_own_block(&self, cell: Cell, scan: usize) -> bool {
        cell.tag() == Tag::Att && cell.offset() == ((scan - self.start) * 8) as u64
    }

    /// The image cell of a heap cell, whose block, if any, is appended raw.
    fn transfer(&mut self, cell: Cell) -> Cell {
        let cell = self.mem.deref(cell);
        match cell.tag() {
            Tag::Ref => self.variable(cell),
            Tag::Att if self.attributes == Attributes::Drop || self.is_bare(cell) => {
                self.variable(cell)
            }
            Tag::Att => self.attributed(cell),
            Tag::Fun => marked_cell(cell),
            Tag::Lst => self.block(cell, 2),
            Tag::Str => {
                let arity = Functor(self.mem.get(cell.offset()).0).arity();
                self.block(cell, 1 + arity)
            }
            Tag::Box => {
                let words = self.mem.box_header(cell).words();
                match self.mem.alarm.rings_before(8 * words as u64) {
                    true => Cell::NIL,
                    false => self.block(cell, 1 + words),
                }
            }
            Tag::Atm | Tag::Int => cell,
        }
    }

    /// Whether an attributed variable has no attributes (but a domain).
    fn is_bare(&self, var: Cell) -> bool {
        self.mem.deref(self.mem.get(var.offset() + 8)) == Cell::NIL
    }

    fn here(&self) -> u64 {
        ((self.words.len() - self.start) * 8) as u64
    }

    fn variable(&mut self, var: Cell) -> Cell {
        let number = self.variables;
        self.variables += 1;
        self.mem.set(var.offset(), mark(MARK_PLAIN, number as u64));
        self.marked.push(var);
        Cell::reference(u64::from(number) << 3)
    }

    fn attributed(&mut self, var: Cell) -> Cell {
        let at = self.here();
        self.words.push(Cell::new(Tag::Att, at).0);
        self.words.push(self.mem.get(var.offset() + 8).0);
        self.words.push(Cell::small(0).0);
        self.mem.set(var.offset(), mark(MARK_BLOCK, at / 8));
        self.marked.push(var);
        Cell::new(Tag::Att, at)
    }

    fn block(&mut self, cell: Cell, words: usize) -> Cell {
        if let Some(copied) = self.shared.as_ref().and_then(|shared| shared.get(&cell)) {
            return *copied;
        }
        let copied = Cell::new(cell.tag(), self.here());
        let block = self.mem.words_at(cell.offset(), words);
        self.words.extend(block.iter().copied());
        if let Some(shared) = &mut self.shared {
            shared.insert(cell, copied);
        }
        copied
    }
}

/// The image cell of a variable that has been overwritten by a mark.
fn marked_cell(cell: Cell) -> Cell {
    let header = BoxHeader(cell.0);
    debug_assert_eq!(header.kind(), BoxKind::Mark);
    let number = header.words() as u64;
    if header.extra() == MARK_BLOCK {
        Cell::new(Tag::Att, number * 8)
    } else {
        Cell::reference(number << 3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::atom::known;

    #[test]
    fn an_image_builds_the_same_term_again() {
        let mut mem = Mem::new(1 << 30);
        let x = mem.new_var();
        let float = mem.new_float(1.5);
        let inner = mem.new_struct(known::SLASH, &[x, Cell::small(3)]);
        let list = mem.list(&[inner, float, x]);
        let term = mem.new_struct(known::NECK, &[list]);
        let image = mem.image(term, Attributes::Keep);
        assert_eq!(image.variables, 1);
        let copy = mem.build(&image).unwrap();
        assert!(mem.unify(term, copy));
        assert!(mem.identical(term, copy));
    }

    #[test]
    fn outer_parts_of_long_images_are_images() {
        let mut mem = Mem::new(1 << 30);
        let text = mem.new_string("a text that takes a few words");
        let items: Vec<Cell> = (0..100)
            .map(|number| {
                let var = mem.new_var();
                mem.new_struct(known::SLASH, &[Cell::small(number), var, text])
            })
            .collect();
        let list = mem.list(&items);
        let image = mem.image(list, Attributes::Keep);
        let other = Cell::atom(known::MINUS);
        assert_eq!(*image.outer(image.words.len(), other), image);
        for most in 1..image.words.len() {
            let outer = image.outer(most, other);
            assert!(outer.words.len() < most + 5);
            let built = mem.build(&outer).unwrap();
            let (count, tail) = mem.skip_list(built);
            assert!(count > 0 && (tail == other || tail == Cell::NIL));
            let first = mem.deref(mem.get(built.offset()));
            assert!(first == other || mem.match_struct(first, known::SLASH, 3).is_some());
        }
        let items: Vec<Cell> = (0..100).map(Cell::small).collect();
        let wide = mem.new_struct(known::SLASH, &items);
        let image = mem.image(wide, Attributes::Keep);
        assert_eq!(image.outer(1, other).words, image.words);
    }
}
