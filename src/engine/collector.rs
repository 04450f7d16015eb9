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

/// A chunk with so many words is full.
const CHUNK: usize = 32 * 1024;

/// The solutions of a `findall/3` in progress.
#[derive(Default, Debug)]
pub struct Collector {
    chunks: Vec<Vec<u64>>,
    len: usize,
    full_words: usize,
    /// What is demanded of the variables of some, by their positions.
    networks: Vec<(usize, Network)>,
    network_bytes: u64,
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
/// variables.
const KIND_SHIFT: u32 = 32;
const VARIABLES_SHIFT: u32 = 34;

/// So many variables fit in a header.
const MOST_VARIABLES: u32 = 1 << (64 - VARIABLES_SHIFT);

impl Collector {
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
        let words = self.full_words + self.chunks.last().map_or(0, Vec::len);
        8 * words as u64 + self.network_bytes
    }

    /// The terms in what is demanded of the variables of solutions.
    pub fn demanded(&self) -> impl Iterator<Item = &Image> {
        self.networks
            .iter()
            .flat_map(|(_, network)| network.images())
    }

    /// All words, headers and roots included.
    pub fn words(&self) -> impl Iterator<Item = u64> + '_ {
        self.chunks.iter().flatten().copied()
    }

    /// Adds a copy of a term, with the constraints on its variables.
    pub fn add(&mut self, m: &mut Machine, term: Cell) -> Result<(), Ball> {
        let mut network = None;
        let len = self.len;
        self.add_image(|chunk| {
            let (appended, demanded) = m.append_constrained(term, chunk)?;
            network = demanded;
            Ok((appended, m.mem.alarm.has_rung()))
        })?;
        if let Some(network) = network.filter(|_| self.len > len) {
            self.network_bytes += network.bytes();
            self.networks.push((len, network));
        }
        Ok(())
    }

    /// Adds what a function appends to a chunk, unless it says that nobody sees it.
    fn add_image(
        &mut self,
        append: impl FnOnce(&mut Vec<u64>) -> Result<(Appended, bool), Ball>,
    ) -> Result<(), Ball> {
        if self.chunks.last().is_none_or(|chunk| chunk.len() >= CHUNK) {
            self.full_words += self.chunks.last().map_or(0, Vec::len);
            let room = if self.chunks.is_empty() {
                0
            } else {
                CHUNK + CHUNK / 8
            };
            self.chunks.push(Vec::with_capacity(room));
        }
        let Some(chunk) = self.chunks.last_mut() else {
            return Ok(());
        };
        let header = chunk.len();
        chunk.push(0);
        let appended = match append(chunk) {
            Ok((appended, false)) => appended,
            Ok((_, true)) => {
                chunk.truncate(header);
                return Ok(());
            }
            Err(ball) => {
                chunk.truncate(header);
                return Err(ball);
            }
        };
        let count = (chunk.len() - header - 1) as u64;
        let kind = kind_of(appended);
        let variables = match kind {
            Kind::Other => 0,
            _ => u64::from(appended.variables),
        };
        chunk[header] = count | (kind as u64) << KIND_SHIFT | variables << VARIABLES_SHIFT;
        if kind == Kind::Other {
            chunk.extend([appended.root.0, u64::from(appended.variables)]);
        }
        self.len += 1;
        Ok(())
    }

    /// Builds the list of the solutions, with `tail` behind it.
    pub fn into_list(self, m: &mut Machine, tail: Cell) -> Result<Cell, Ball> {
        let mut list = Unfinished::new(tail);
        let mut networks = self.networks.iter().peekable();
        for chunk in self.chunks {
            let mut rest = &chunk[..];
            while let Some((words, appended, behind)) = split_item(rest) {
                let network = networks.next_if(|(at, _)| *at == list.len);
                let item = match network {
                    None => m.mem.build_from(words, appended.root, appended.variables)?,
                    Some((_, network)) => m.build_constrained(words, appended, Some(network))?,
                };
                list.add(item, &mut m.mem)?;
                rest = behind;
            }
            m.poll()?;
        }
        Ok(list.first)
    }
}

/// A list that grows at its end.
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

    /// Adds a term.
    fn add(&mut self, item: Cell, mem: &mut Mem) -> Result<(), MemoryFull> {
        mem.ensure(2)?;
        let cell = mem.new_list(item, self.tail);
        match self.end {
            Some(at) => mem.set(at, cell),
            None => self.first = cell,
        }
        self.end = Some(cell.offset() + 8);
        self.len += 1;
        Ok(())
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

/// The first image, as it was appended, and what is behind it.
fn split_item(words: &[u64]) -> Option<(&[u64], Appended, &[u64])> {
    let (&header, rest) = words.split_first()?;
    let (image, rest) = rest.split_at(header as u32 as usize);
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
            return Some((image, appended, &rest[2..]));
        }
    }
    Some((image, appended, rest))
}

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
            let pair = mem.new_list(Cell::small(number), Cell::NIL);
            let term = if number % 2 == 0 {
                pair
            } else {
                Cell::small(number)
            };
            let added = collector
                .add_image(|chunk| Ok((mem.append_image(term, Attributes::Keep, chunk), false)));
            added.expect("the term can be copied");
        }
        assert_eq!(collector.len() as i64, count);
        assert!(collector.bytes() > 8 * 2 * count as u64);
        let mut list = Unfinished::new(Cell::NIL);
        for chunk in &collector.chunks {
            let mut rest = &chunk[..];
            while let Some((words, appended, behind)) = split_item(rest) {
                let item = mem.build_from(words, appended.root, appended.variables);
                let added = item.and_then(|item| list.add(item, &mut mem));
                added.expect("the list fits");
                rest = behind;
            }
        }
        let mut at = list.first;
        for number in 0..count {
            let item = mem.get(at.offset());
            let found = match number % 2 {
                0 => mem.get(item.offset()),
                _ => item,
            };
            assert_eq!(found, Cell::small(number));
            at = mem.get(at.offset() + 8);
        }
        assert_eq!(at, Cell::NIL);
    }
}
