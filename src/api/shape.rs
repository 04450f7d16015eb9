//! The shape in which a term is shown: finite, and not too large.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::atom::{Atom, known};
use crate::builtins::args::stored;
use crate::syntax::cycles::cycle_entries;
use crate::term::cell::{Cell, Tag};
use crate::term::mem::Mem;
use crate::term::view::View;

/// How much is shown of a term.
///
/// ```
/// use luminy::api::shape::Detail;
///
/// assert_eq!(Detail::of_depth(10).shown, 10);
/// assert_eq!(Detail::of_depth(0).shown, Detail::NONE.shown);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Detail {
    /// Lists with more items are folded.
    pub items: usize,
    /// How many items of a folded list are shown.
    pub shown: usize,
    /// How many subterms are shown of a term, the outer ones first.
    pub subterms: usize,
    /// Integers with more digits are folded: a tenth of these is shown.
    pub digits: usize,
}

impl Detail {
    /// Everything is shown.
    pub const NONE: Detail = Detail {
        items: usize::MAX,
        shown: usize::MAX,
        subterms: usize::MAX,
        digits: usize::MAX,
    };

    /// What is shown for a value of the flag `toplevel_print_depth`; 0 is none.
    pub fn of_depth(depth: usize) -> Detail {
        match depth {
            0 => Detail::NONE,
            depth => Detail {
                items: depth.saturating_mul(2),
                shown: depth,
                subterms: depth.saturating_mul(100),
                digits: depth.saturating_mul(100),
            },
        }
    }

    fn are_none(self) -> bool {
        self.subterms == usize::MAX
    }
}

/// A term may have so many compounds, shared ones counted each time, before
/// shared ones get names.
const MOST_SUBTERMS: u64 = 1 << 22;

/// Copies terms into the shape in which they are shown.
///
/// What is left out, and subterms that are shown elsewhere, become variables
/// whose names say so.
pub struct Shaper {
    detail: Detail,
    /// The names of variables, those of the copies included.
    pub names: Vec<(Cell, Box<str>)>,
    /// The variables that stand for subterms shown elsewhere.
    named: FxHashMap<Cell, Cell>,
    /// Subterms that are to be shown under a name of their own.
    pub definitions: Vec<(Box<str>, Cell)>,
    /// Whether something has been left out.
    pub is_folded: bool,
    /// The variables that stand for what has been left out.
    pub marks: Vec<Cell>,
    /// A qualification that goes without saying.
    pub silent_module: Option<Atom>,
}

impl Shaper {
    /// A shaper that shows so much.
    pub fn new(detail: Detail) -> Shaper {
        Shaper {
            detail,
            names: Vec::new(),
            named: FxHashMap::default(),
            definitions: Vec::new(),
            is_folded: false,
            marks: Vec::new(),
            silent_module: None,
        }
    }

    /// Gives names to the subterms of `term` without which it could not be shown.
    /// `values` are terms that are shown under a name anyway.
    pub fn name_parts(&mut self, mem: &mut Mem, term: Cell, values: &[(Box<str>, Cell)]) {
        let parts = if !mem.is_acyclic(term) {
            cycle_entries(mem, term)
        } else if self.detail.are_none() && is_large(mem, term) {
            shared_compounds(mem, term)
        } else {
            return;
        };
        for part in parts {
            if self.named.contains_key(&part) {
                continue;
            }
            let var = mem.new_var();
            let value = values.iter().find(|(_, value)| mem.deref(*value) == part);
            let name: Box<str> = match value {
                Some((name, _)) => name.clone(),
                None => {
                    let name: Box<str> = format!("_S{}", self.definitions.len() + 1).into();
                    self.definitions.push((name.clone(), part));
                    name
                }
            };
            self.names.push((var, name));
            self.named.insert(part, var);
        }
    }

    /// The shape of `term`. Inside it, what has a name is shown by its name.
    pub fn shape(&mut self, mem: &mut Mem, term: Cell) -> Cell {
        let needs_copy =
            !self.detail.are_none() || !self.named.is_empty() || self.silent_module.is_some();
        if !needs_copy {
            return term;
        }
        let root = mem.new_var();
        let mut left = self.detail.subterms;
        let mut todo = VecDeque::from([(term, root.offset(), true)]);
        while let Some((cell, at, is_root)) = todo.pop_front() {
            let cell = self.unqualified(mem, cell);
            let value = match self.named.get(&cell) {
                Some(&var) if !is_root => var,
                _ if cell.tag() == Tag::Box => self.atomic(mem, cell),
                _ if !cell.is_compound() => stored(cell),
                _ if left == 0 => self.left_out(mem, "... more"),
                _ if cell.tag() == Tag::Lst => self.list(mem, cell, &mut todo),
                _ => compound(mem, cell, &mut todo),
            };
            left = left.saturating_sub(1);
            mem.set(at, value);
        }
        mem.deref(root)
    }

    fn unqualified(&self, mem: &Mem, cell: Cell) -> Cell {
        let mut cell = mem.deref(cell);
        let Some(module) = self.silent_module else {
            return cell;
        };
        while let Some(args) = mem.match_struct(cell, known::COLON, 2) {
            if mem.deref(args.get(mem, 0)) != Cell::atom(module) {
                break;
            }
            cell = mem.deref(args.get(mem, 1));
        }
        cell
    }

    fn left_out(&mut self, mem: &mut Mem, mark: &str) -> Cell {
        self.is_folded = true;
        let var = mem.new_var();
        self.names.push((var, mark.into()));
        self.marks.push(var);
        var
    }

    /// A number or string: the first digits of a long integer.
    fn atomic(&mut self, mem: &mut Mem, cell: Cell) -> Cell {
        /// The binary digits of a decimal one, at least.
        const BITS: u64 = 3;
        let View::Number(number) = mem.view(cell) else {
            return stored(cell);
        };
        let most = self.detail.digits;
        let integer = number.as_big().filter(|_| number.is_integer());
        let Some(integer) = integer.filter(|_| number.bit_length() / BITS > most as u64) else {
            return stored(cell);
        };
        let text = integer.to_string();
        let sign = usize::from(number.is_negative());
        match text.len() - sign {
            count if count > most => {
                let first = most / 10;
                let mark = format!("{}... {} more", &text[..sign + first], count - first);
                self.left_out(mem, &mark)
            }
            _ => stored(cell),
        }
    }

    /// A list that starts at `cell`; its items are left to be made.
    fn list(&mut self, mem: &mut Mem, cell: Cell, todo: &mut VecDeque<Task>) -> Cell {
        let mut items = Vec::new();
        let mut rest = cell;
        while rest.tag() == Tag::Lst
            && items.len() < self.detail.items
            && (items.is_empty() || !self.named.contains_key(&rest))
        {
            let args = mem.args_of(rest);
            items.push(args.get(mem, 0));
            rest = mem.deref(args.get(mem, 1));
        }
        let mut mark = None;
        if rest.tag() == Tag::Lst && !self.named.contains_key(&rest) {
            let (more, tail) = mem.skip_list(rest);
            let hidden = items.len() - self.detail.shown + more;
            items.truncate(self.detail.shown);
            mark = Some(self.left_out(mem, &format!("... {hidden} more")));
            rest = mem.deref(tail);
        }
        let count = items.len() + usize::from(mark.is_some());
        let cells = vec![Cell::NIL; count];
        let list = mem.new_partial_list(&cells, Cell::NIL);
        let first = list.offset();
        for (index, item) in items.into_iter().enumerate() {
            todo.push_back((item, first + 16 * index as u64, false));
        }
        if let Some(mark) = mark {
            mem.set(first + 16 * (count - 1) as u64, mark);
        }
        if rest != Cell::NIL {
            todo.push_back((rest, first + 16 * (count - 1) as u64 + 8, false));
        }
        list
    }
}

/// A term whose copy goes to a place, and whether it is the whole term.
type Task = (Cell, u64, bool);

fn compound(mem: &mut Mem, cell: Cell, todo: &mut VecDeque<Task>) -> Cell {
    let Some((functor, args)) = mem.compound(cell) else {
        return cell;
    };
    if args.is_empty() {
        return cell;
    }
    let frame = mem.new_frame(functor);
    let copies = mem.args_of(frame);
    for index in 0..args.len() {
        todo.push_back((args.get(mem, index), copies.offset(index), false));
    }
    frame
}

/// Whether there are more than [`MOST_SUBTERMS`] compounds in `term`, shared
/// ones counted each time. `term` is acyclic.
fn is_large(mem: &Mem, term: Cell) -> bool {
    let mut todo = vec![term];
    let mut left = MOST_SUBTERMS;
    while let Some(cell) = todo.pop() {
        let cell = mem.deref(cell);
        if cell.is_compound() {
            if left == 0 {
                return true;
            }
            left -= 1;
            todo.extend(mem.args_of(cell).iter(mem));
        }
    }
    false
}

/// The compounds that occur more than once in `term`.
fn shared_compounds(mem: &Mem, term: Cell) -> Vec<Cell> {
    let mut seen = FxHashSet::default();
    let mut shared = Vec::new();
    let mut is_shared = FxHashSet::default();
    let mut todo = vec![mem.deref(term)];
    while let Some(cell) = todo.pop() {
        if !cell.is_compound() {
            continue;
        }
        if seen.insert(cell) {
            todo.extend(mem.args_of(cell).iter(mem).map(|arg| mem.deref(arg)));
        } else if is_shared.insert(cell) {
            shared.push(cell);
        }
    }
    shared
}

/// The variables of `terms` in order of first occurrence, and whether each is
/// written more than once.
pub fn occurrences(mem: &Mem, terms: &[Cell]) -> Vec<(Cell, bool)> {
    let mut found: Vec<(Cell, bool)> = Vec::new();
    let mut places: FxHashMap<Cell, usize> = FxHashMap::default();
    let mut entered: FxHashSet<Cell> = FxHashSet::default();
    let mut again = Vec::new();
    let mut todo: Vec<Cell> = Vec::new();
    for &term in terms.iter().filter(|&&term| !mem.is_ground(term)) {
        todo.push(mem.deref(term));
        while let Some(cell) = todo.pop() {
            if cell.is_var() {
                let place = *places.entry(cell).or_insert(found.len());
                match found.get_mut(place) {
                    Some(known) => known.1 = true,
                    None => found.push((cell, false)),
                }
            } else if cell.is_compound() {
                if entered.insert(cell) {
                    let args = mem.args_of(cell).iter(mem).rev();
                    todo.extend(args.map(|arg| mem.deref(arg)));
                } else {
                    again.push(cell);
                }
            }
        }
    }
    for cell in again {
        for var in mem.term_variables(cell) {
            if let Some(&place) = places.get(&mem.deref(var)) {
                found[place].1 = true;
            }
        }
    }
    found
}
