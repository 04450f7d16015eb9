//! The solutions that `findall/3` has found so far, off the heap.
//!
//! They are images, each behind a header, in chunks that are given back one by one
//! while the list is built on the heap.

use super::machine::Machine;
use crate::error::Ball;
use crate::fd::copy::Network;
use crate::term::area::MemoryFull;
use crate::term::cell::{Cell, Tag};
use crate::term::image::{Appended, Image};
use crate::term::mem::Mem;
use crate::term::pages;

/// A chunk with so many words is full.
const CHUNK: usize = 32 * 1024;

/// Chunks beyond so many words of others are at least this long, for large pages.
const LONG_CHUNK: usize = 512 * 1024;

/// The memory of longer chunks is not kept.
const SPARE: usize = 4 * 1024;

/// The memory is looked at each time that so many words have been added.
const LOOK_AFTER: usize = 4 * 1024;

/// The solutions of a `findall/3` in progress.
#[derive(Default, Debug)]
pub struct Collector {
    /// Full chunks.
    chunks: Vec<Vec<u64>>,
    /// The chunk that solutions are added to.
    last: Vec<u64>,
    len: usize,
    full_words: usize,
    /// What is demanded of the variables of some, by their positions.
    networks: Vec<(usize, Network)>,
    network_bytes: u64,
    /// The newest choice point when it began.
    choice: u64,
}

/// What the header of an image says of its root: a compound that starts at the first
/// word, or anything else, which has two more words: root and number of variables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Struct = 0,
    List = 1,
    Other = 2,
}

/// A header is the number of words, 32 bits, the kind, 2 bits, and the number of
/// variables, behind a tag that no atomic solution has. These stand without a header.
const COUNT_SHIFT: u32 = 3;
const KIND_SHIFT: u32 = 35;
const VARIABLES_SHIFT: u32 = 37;

/// So many variables fit in a header.
const MOST_VARIABLES: u32 = 1 << (64 - VARIABLES_SHIFT);

impl Collector {
    /// No solutions, in memory that was used before.
    fn within(mut last: Vec<u64>) -> Collector {
        last.clear();
        Collector {
            last,
            ..Collector::default()
        }
    }

    /// The number of solutions.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are no solutions.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> u64 {
        8 * (self.full_words + self.last.len()) as u64 + self.network_bytes
    }

    /// The terms in what is demanded of the variables of solutions.
    pub fn demanded(&self) -> impl Iterator<Item = &Image> {
        self.networks
            .iter()
            .flat_map(|(_, network)| network.images())
    }

    /// All words, headers and roots included.
    pub fn words(&self) -> impl Iterator<Item = u64> + '_ {
        let chunks = self.chunks.iter().chain([&self.last]);
        chunks.flatten().copied()
    }

    /// Begins another chunk if the last one is full.
    #[inline]
    fn make_room(&mut self) {
        if self.last.len() >= CHUNK && self.last.len() >= self.chunk_length() {
            self.add_chunk();
        }
    }

    /// The words after which the last chunk is full.
    fn chunk_length(&self) -> usize {
        match self.full_words < LONG_CHUNK {
            true => CHUNK,
            false => LONG_CHUNK.max(self.full_words / 4),
        }
    }

    #[cold]
    #[inline(never)]
    fn add_chunk(&mut self) {
        self.full_words += self.last.len();
        let length = self.chunk_length();
        let chunk = pages::vector(length + CHUNK / 8);
        self.chunks.push(std::mem::replace(&mut self.last, chunk));
    }

    /// Adds an atom or a small integer.
    #[inline]
    fn add_atomic(&mut self, cell: Cell) {
        self.make_room();
        self.last.push(cell.0);
        self.len += 1;
    }

    /// Adds what has been appended to the last chunk behind a word for the header.
    fn finish(&mut self, header: usize, appended: Appended) {
        let count = (self.last.len() - header - 1) as u64;
        let kind = kind_of(appended);
        let variables = match kind {
            Kind::Other => 0,
            _ => u64::from(appended.variables),
        };
        self.last[header] =
            count << COUNT_SHIFT | (kind as u64) << KIND_SHIFT | variables << VARIABLES_SHIFT;
        if kind == Kind::Other {
            self.last
                .extend([appended.root.0, u64::from(appended.variables)]);
        }
        self.len += 1;
    }

    /// Builds the list of the solutions, with `tail` behind it.
    fn build(&mut self, m: &mut Machine, tail: Cell) -> Result<Cell, Ball> {
        let mut list = Unfinished::new(tail);
        let mut networks = self.networks.iter().peekable();
        let last = std::mem::take(&mut self.last);
        let chunks = std::mem::take(&mut self.chunks);
        for chunk in chunks.into_iter().chain([last]) {
            let mut rest = &chunk[..];
            while let Some((item, behind)) = split_item(rest) {
                let at = list.add(&mut m.mem)?;
                let item = match item {
                    Item::Atomic(cell) => cell,
                    Item::Image(words, appended) => {
                        if words.len() > LOOK_AFTER {
                            m.poll_now()?;
                        }
                        match networks.next_if(|(at, _)| *at + 1 == list.len) {
                            None => m.mem.build_from(words, appended.root, appended.variables)?,
                            Some((_, network)) => {
                                m.build_constrained(words, appended, Some(network))?
                            }
                        }
                    }
                };
                m.mem.set(at, item);
                rest = behind;
            }
            m.poll_now()?;
            self.last = chunk;
        }
        Ok(list.first)
    }
}

impl Machine {
    /// Starts to collect solutions; the number of the collection.
    pub fn start_collection(&mut self) -> usize {
        let mut collector = Collector::within(std::mem::take(&mut self.spare_chunk));
        collector.choice = self.b;
        self.collectors.push(collector);
        self.collectors.len() - 1
    }

    /// Drops the collections that have begun behind a choice point, when an exception
    /// leaves them.
    pub(super) fn drop_collections(&mut self, choice: u64) {
        while let Some(last) = self.collectors.last()
            && last.choice >= choice
        {
            self.collectors.pop();
        }
    }

    /// The collection of this number; those above it were left by an exception.
    #[inline]
    fn collection(&mut self, id: usize) -> Option<&mut Collector> {
        if self.collectors.len() > id + 1 {
            self.collectors.truncate(id + 1);
        }
        self.collectors.last_mut()
    }

    /// Adds a copy of a term to a collection, with the constraints on its variables.
    pub fn collect_solution(&mut self, id: usize, term: Cell) -> Result<(), Ball> {
        let Some(collector) = self.collection(id) else {
            return Ok(());
        };
        let before = collector.last.len();
        if term.is_atom() || term.is_small() {
            collector.add_atomic(term);
        } else {
            collector.make_room();
            let mut words = std::mem::take(&mut collector.last);
            let added = self.add_image(&mut words, term);
            let Some(collector) = self.collectors.last_mut() else {
                return Ok(());
            };
            collector.last = words;
            if let Some((header, appended, network)) = added? {
                if let Some(network) = network {
                    collector.network_bytes += network.bytes();
                    collector.networks.push((collector.len, network));
                }
                collector.finish(header, appended);
            }
        }
        let after = self.collection(id).map_or(0, |found| found.last.len());
        match before / LOOK_AFTER == after / LOOK_AFTER {
            true => Ok(()),
            false => {
                self.look_soon();
                self.check_buffer(0)
            }
        }
    }

    /// Appends an image behind a word for its header, unless nobody sees it: where the
    /// header is, the image, and what is demanded of its variables.
    fn add_image(
        &mut self,
        words: &mut Vec<u64>,
        term: Cell,
    ) -> Result<Option<(usize, Appended, Option<Network>)>, Ball> {
        let header = words.len();
        words.push(0);
        match self.append_constrained(term, words) {
            Ok((appended, network)) if !self.mem.alarm.has_rung() => {
                Ok(Some((header, appended, network)))
            }
            outcome => {
                words.truncate(header);
                outcome.map(|_| None)
            }
        }
    }

    /// Ends a collection: how many solutions there are.
    pub fn count_collection(&mut self, id: usize) -> usize {
        let count = self.collection(id).map_or(0, |collector| collector.len());
        if let Some(collector) = self.collectors.pop() {
            self.keep_chunk(collector.last);
        }
        count
    }

    /// Ends a collection: the list of its solutions, with `tail` behind it.
    pub fn end_collection(&mut self, id: usize, tail: Cell) -> Result<Option<Cell>, Ball> {
        self.collection(id);
        let Some(mut collector) = self.collectors.pop() else {
            return Ok(None);
        };
        let old = self.mem.heap_used();
        let list = collector.build(self, tail)?;
        self.mem.keep_new(old);
        self.keep_chunk(collector.last);
        Ok(Some(list))
    }

    fn keep_chunk(&mut self, chunk: Vec<u64>) {
        if chunk.capacity() <= SPARE {
            self.spare_chunk = chunk;
        }
    }
}

/// A list that grows at its end: the next cell follows what the last one holds.
struct Unfinished {
    first: Cell,
    tail: Cell,
    /// Where the last cell has its tail.
    end: Option<u64>,
    len: usize,
}

impl Unfinished {
    fn new(tail: Cell) -> Unfinished {
        Unfinished {
            first: tail,
            tail,
            end: None,
            len: 0,
        }
    }

    /// Adds a cell; where its item has to be put.
    #[inline]
    fn add(&mut self, mem: &mut Mem) -> Result<u64, MemoryFull> {
        mem.ensure(2)?;
        let cell = mem.new_list(Cell::NIL, self.tail);
        match self.end {
            Some(at) => mem.set(at, cell),
            None => self.first = cell,
        }
        self.end = Some(cell.offset() + 8);
        self.len += 1;
        Ok(cell.offset())
    }
}

fn kind_of(appended: Appended) -> Kind {
    let is_plain = appended.root.offset() == 0 && appended.variables < MOST_VARIABLES;
    match appended.root.tag() {
        Tag::Str if is_plain => Kind::Struct,
        Tag::Lst if is_plain => Kind::List,
        _ => Kind::Other,
    }
}

/// A solution in a chunk.
enum Item<'a> {
    Atomic(Cell),
    Image(&'a [u64], Appended),
}

/// The first solution, and what is behind it.
#[inline]
fn split_item(words: &[u64]) -> Option<(Item<'_>, &[u64])> {
    let (&header, rest) = words.split_first()?;
    if header & 7 != 0 {
        return Some((Item::Atomic(Cell(header)), rest));
    }
    let (image, rest) = rest.split_at((header >> COUNT_SHIFT) as u32 as usize);
    let mut appended = Appended {
        root: Cell::new(Tag::Str, 0),
        variables: (header >> VARIABLES_SHIFT) as u32,
        shared: true,
    };
    match header >> KIND_SHIFT & 3 {
        kind if kind == Kind::Struct as u64 => {}
        kind if kind == Kind::List as u64 => appended.root = Cell::new(Tag::Lst, 0),
        _ => {
            (appended.root, appended.variables) = (Cell(rest[0]), rest[1] as u32);
            return Some((Item::Image(image, appended), &rest[2..]));
        }
    }
    Some((Item::Image(image, appended), rest))
}

/// The tag of a header is that of variables.
const _: () = assert!(Tag::Ref as u64 == 0);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::image::Attributes;

    #[test]
    fn what_was_added_comes_back_in_order() {
        let mut mem = Mem::new(64 << 20);
        let mut collector = Collector::default();
        let count = 3 * CHUNK as i64;
        for number in 0..count {
            if number % 2 == 1 {
                collector.add_atomic(Cell::small(number));
                continue;
            }
            let pair = mem.new_list(Cell::small(number), Cell::NIL);
            collector.make_room();
            let header = collector.last.len();
            collector.last.push(0);
            let appended = mem.append_image(pair, Attributes::Keep, &mut collector.last);
            collector.finish(header, appended);
        }
        assert_eq!(collector.len() as i64, count);
        assert_eq!(collector.bytes(), 8 * 2 * count as u64);
        let mut found = 0;
        let chunks = collector.chunks.iter().chain([&collector.last]);
        for chunk in chunks {
            let mut rest = &chunk[..];
            while let Some((item, behind)) = split_item(rest) {
                let number = match item {
                    Item::Atomic(cell) => cell,
                    Item::Image(words, appended) => {
                        let item = mem.build_from(words, appended.root, appended.variables);
                        mem.get(item.expect("the term fits").offset())
                    }
                };
                assert_eq!(number, Cell::small(found));
                found += 1;
                rest = behind;
            }
        }
        assert_eq!(found, count);
    }
}
