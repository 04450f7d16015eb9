//! Sorting (8.4.3, 8.4.4) and the length of lists.

use std::cmp::{Ordering, Reverse};

use super::args::stored;
use super::solutions::once;
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::{Next, Row, Start};
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::term::cell::{Cell, Tag};
use crate::term::pages;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Sorted holds the items of List in the standard order, without duplicates.
    "sort(+List, -Sorted) is semidet" => core once sort;
    /// Sorted holds the items of List in the standard order.
    "msort(+List, -Sorted) is semidet" => once msort;
    /// Sorted holds the items of List ordered by argument Key (0: the whole item) as Order
    /// says: `@<`, `@>` (without duplicates), `@=<` or `@>=` (with them).
    "sort(+Key, +Order, +List, -Sorted) is semidet" => once sort_by_key;
    /// Sorted holds the pairs of Pairs ordered by key; pairs of one key stay in order.
    "keysort(+Pairs, -Sorted) is semidet" => core once keysort;
    /// Length is the number of items of List.
    "length(?List, ?Length) is nondet" => core many length;
    /// Length is the number of items of the list before Tail, which is no list cell.
    "'$skip_list'(-Length, @List, -Tail) is det" => once skip_list;
    /// Candidates is List from the first item on that may unify with Element, or the
    /// variable that ends List.
    "'$candidates'(?Element, +List, -Candidates) is semidet" => core once candidates;
    /// Set holds the first of all identical items of List, in order.
    "'$list_to_set'(+List, -Set) is semidet" => once list_to_set;
};

fn candidates(m: &mut Machine) -> Outcome {
    let element = m.arg(0);
    let mut list = m.arg(1);
    // A cyclic list has at most so many items that differ.
    let mut left = m.mem.heap_used() / 8 + 1;
    while list.tag() == Tag::Lst && left > 0 && !m.mem.alarm.rings_at(left) {
        if may_unify(m, element, m.mem.get(list.offset())) {
            return m.unify_arg(2, list);
        }
        list = m.mem.deref(m.mem.get(list.offset() + 8));
        left -= 1;
    }
    if list.is_var() {
        return m.unify_arg(2, stored(list));
    }
    match list == Cell::NIL || left == 0 {
        true => Ok(false),
        false => Err(Ball::Type(known::LIST, list)),
    }
}

/// Whether two terms do not differ in their functor or in an argument that is
/// atomic or a compound of another functor.
pub(super) fn may_unify(m: &Machine, a: Cell, b: Cell) -> bool {
    let (a, b) = (m.mem.deref(a), m.mem.deref(b));
    if !a.is_compound() || !b.is_compound() {
        return is_like(m, a, b);
    }
    let (Some((f, xs)), Some((g, ys))) = (m.mem.compound(a), m.mem.compound(b)) else {
        return true;
    };
    f == g && (0..f.arity()).all(|i| is_like(m, xs.get(&m.mem, i), ys.get(&m.mem, i)))
}

/// Whether one of two terms is a variable, or they are equal or of one functor.
fn is_like(m: &Machine, a: Cell, b: Cell) -> bool {
    let (a, b) = (m.mem.deref(a), m.mem.deref(b));
    if a == b || a.is_var() || b.is_var() {
        return true;
    }
    match (m.mem.compound(a), m.mem.compound(b)) {
        (Some((f, _)), Some((g, _))) => f == g,
        (None, None) if a.tag() == Tag::Box && b.tag() == Tag::Box => m.mem.same_box(a, b),
        _ => false,
    }
}

/// So many items are sorted without a second list.
const FEW: usize = 12;

/// Sorts in a stable manner. Unlike the sort of the standard library this may
/// be given an order that is none, as that of cyclic terms can be.
pub fn merge_sort<T: Copy>(items: &mut Vec<T>, is_after: impl Fn(&T, &T) -> bool) {
    if items.len() <= FEW {
        return insertion_sort(items, &is_after);
    }
    let mut runs = runs(items, &is_after);
    if runs.len() <= 2 {
        return;
    }
    let mut other = pages::vector(items.len());
    let mut merged = Vec::with_capacity(runs.len());
    while runs.len() > 2 {
        merged.clear();
        merged.push(0);
        other.clear();
        for pair in runs.windows(3).step_by(2) {
            merge(
                &items[pair[0]..pair[1]],
                &items[pair[1]..pair[2]],
                &is_after,
                &mut other,
            );
            merged.push(other.len());
        }
        if other.len() < items.len() {
            other.extend_from_slice(&items[other.len()..]);
            merged.push(other.len());
        }
        std::mem::swap(items, &mut other);
        std::mem::swap(&mut runs, &mut merged);
    }
}

fn insertion_sort<T: Copy>(items: &mut [T], is_after: &impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let item = items[end];
        let mut at = end;
        while at > 0 && is_after(&items[at - 1], &item) {
            items[at] = items[at - 1];
            at -= 1;
        }
        items[at] = item;
    }
}

/// The bounds of the ascending runs that `items` consists of.
fn runs<T>(items: &[T], is_after: &impl Fn(&T, &T) -> bool) -> Vec<usize> {
    let ends = (1..items.len()).filter(|&i| is_after(&items[i - 1], &items[i]));
    let mut bounds: Vec<usize> = std::iter::once(0).chain(ends).collect();
    bounds.push(items.len());
    bounds
}

fn merge<T: Copy>(
    mut left: &[T],
    mut right: &[T],
    is_after: &impl Fn(&T, &T) -> bool,
    out: &mut Vec<T>,
) {
    while let (Some((l, lefts)), Some((r, rights))) = (left.split_first(), right.split_first()) {
        if is_after(l, r) {
            out.push(*r);
            right = rights;
        } else {
            out.push(*l);
            left = lefts;
        }
    }
    out.extend_from_slice(left);
    out.extend_from_slice(right);
}

/// Items with what they are sorted by.
type Keyed = Vec<(Cell, Cell)>;

fn sort_keyed(m: &Machine, keyed: &mut Keyed, is_descending: bool) {
    let wrong = if is_descending {
        Ordering::Less
    } else {
        Ordering::Greater
    };
    sort_cells(m, keyed, wrong)
}

/// So many items are sorted between two looks at signals.
const BLOCK: usize = 1 << 14;

/// Sorts by the standard order of the first parts, of which none is `wrong` to
/// the next one in the end. Long sorts can be interrupted.
fn sort_cells<T: Copy>(m: &Machine, items: &mut Vec<(Cell, T)>, wrong: Ordering) {
    for item in items.iter_mut() {
        item.0 = m.mem.deref(item.0);
    }
    if items.len() > FEW && items.iter().all(|item| item.0.is_small()) {
        // Integers have an order that the standard library may rely on.
        for block in items.chunks_mut(BLOCK) {
            match wrong {
                Ordering::Less => block.sort_by_key(|item| Reverse(item.0.small_value())),
                _ => block.sort_by_key(|item| item.0.small_value()),
            }
            if m.mem.alarm.rings() {
                return;
            }
        }
    }
    if items.len() > FEW
        && items.iter().all(|item| item.0.is_atom())
        && !sort_atoms(m, items, wrong)
    {
        return;
    }
    let comparison = m.comparison();
    let steps = std::cell::Cell::new(1);
    merge_sort(items, |a, b| {
        // Once the alarm has rung all that matters is to come to an end.
        steps.set(steps.get() + 1);
        if m.mem.alarm.has_rung() || m.mem.alarm.rings_at(steps.get()) {
            return false;
        }
        comparison.compare(a.0, b.0) == wrong
    });
}

/// Sorts items with atoms as keys in blocks; false once the alarm has rung.
fn sort_atoms<T: Copy>(m: &Machine, items: &mut [(Cell, T)], wrong: Ordering) -> bool {
    let text = |cell: Cell| m.text(cell.atom_value()).as_bytes();
    let mut keyed = Vec::with_capacity(items.len().min(BLOCK));
    for block in items.chunks_mut(BLOCK) {
        keyed.clear();
        // Most texts differ in their first bytes.
        keyed.extend(block.iter().map(|&item| (first_bytes(text(item.0)), item)));
        keyed.sort_by(|(p, a), (q, b)| {
            let order = p.cmp(q).then_with(|| text(a.0).cmp(text(b.0)));
            match wrong {
                Ordering::Less => order.reverse(),
                _ => order,
            }
        });
        for (place, &(_, item)) in block.iter_mut().zip(&keyed) {
            *place = item;
        }
        if m.mem.alarm.rings() {
            return false;
        }
    }
    true
}

/// The first eight bytes of a text as a number in whose order they are.
fn first_bytes(text: &[u8]) -> u64 {
    let mut first = [0; 8];
    let len = text.len().min(8);
    first[..len].copy_from_slice(&text[..len]);
    u64::from_be_bytes(first)
}

/// Unifies argument `index` with the list of the items, those with the same key as
/// the one before left out if wanted.
fn unify_items(m: &mut Machine, index: usize, mut keyed: Keyed, is_set: bool) -> Outcome {
    if is_set {
        drop_repeated(m, &mut keyed);
    }
    m.check_walk(16 * keyed.len())?;
    m.mem.ensure(2 * keyed.len() as u64)?;
    let items = keyed.iter().map(|&(_, item)| item);
    let old = m.mem.heap_used();
    let list = m.mem.new_list_of(items, Cell::NIL);
    m.mem.keep_new(old);
    m.unify_arg(index, list)
}

/// Leaves out items with the same key as the one before.
fn drop_repeated<T>(m: &Machine, keyed: &mut Vec<(Cell, T)>) {
    let (comparison, mut steps) = (m.comparison(), 0);
    keyed.dedup_by(|b, a| {
        steps += 1;
        let has_rung = m.mem.alarm.has_rung() || m.mem.alarm.rings_at(steps);
        has_rung || comparison.compare(a.0, b.0) == Ordering::Equal
    });
}

/// The items of the list in argument `index`, each with its key.
fn keyed_arg(
    m: &mut Machine,
    index: usize,
    mut key: impl FnMut(&mut Machine, Cell) -> Result<Cell, Ball>,
) -> Result<Keyed, Ball> {
    let list = m.arg(index);
    let (count, tail) = m.mem.skip_list(list);
    if tail != Cell::NIL {
        // Raises the error.
        m.to_list(list)?;
    }
    m.check_walk(16 * count)?;
    let mut keyed = pages::vector(count);
    let mut cell = list;
    for index in 1..=count {
        if m.mem.alarm.rings_at(index as u64) {
            break;
        }
        let item = m.mem.get(cell.offset());
        keyed.push((key(m, item)?, item));
        cell = m.mem.deref(m.mem.get(cell.offset() + 8));
    }
    Ok(keyed)
}

fn sort(m: &mut Machine) -> Outcome {
    sort_list(m, true)
}

fn msort(m: &mut Machine) -> Outcome {
    sort_list(m, false)
}

fn sort_list(m: &mut Machine, is_set: bool) -> Outcome {
    let mut keyed = keyed_arg(m, 0, |_, item| Ok(item))?;
    m.check_list_or_partial(m.arg(1))?;
    sort_keyed(m, &mut keyed, false);
    unify_items(m, 1, keyed, is_set)
}

fn sort_by_key(m: &mut Machine) -> Outcome {
    let key = m.size_arg(0)?;
    let order = m.atom_arg(1)?;
    let (is_descending, is_set) = match order {
        known::TERM_LESS => (false, true),
        known::TERM_LESS_EQ => (false, false),
        known::TERM_GREATER => (true, true),
        known::TERM_GREATER_EQ => (true, false),
        _ => return Err(Ball::Domain(known::ORDER, m.arg(1))),
    };
    let mut keyed = keyed_arg(m, 2, |m, item| key_of(m, key, item))?;
    sort_keyed(m, &mut keyed, is_descending);
    unify_items(m, 3, keyed, is_set)
}

fn key_of(m: &mut Machine, key: usize, item: Cell) -> Result<Cell, Ball> {
    if key == 0 {
        return Ok(item);
    }
    let (_, args) = m.to_compound(item)?;
    if key > args.len() {
        let culprit = stored(m.mem.deref(item));
        let (argument, number) = (m.atom("argument"), Cell::small(key as i64));
        let formal = m.compound("existence_error", &[argument, number, culprit]);
        let context = m.mem.new_var();
        return Err(Ball::Term(
            m.mem.new_struct(known::ERROR, &[formal, context]),
        ));
    }
    Ok(args.get(&m.mem, key - 1))
}

fn keysort(m: &mut Machine) -> Outcome {
    let mut keyed = keyed_arg(m, 0, |m, item| Ok(m.to_pair(item)?.0))?;
    check_pairs_or_partial(m)?;
    sort_keyed(m, &mut keyed, false);
    unify_items(m, 1, keyed, false)
}

/// The second argument of `keysort/2` may be a list of pairs with gaps.
fn check_pairs_or_partial(m: &Machine) -> Result<(), Ball> {
    let list = m.arg(1);
    if list.is_var() {
        return Ok(());
    }
    m.check_list_or_partial(list)?;
    let (count, _) = m.mem.skip_list(list);
    for item in m.mem.list_prefix(list, count) {
        if !m.mem.deref(item).is_var() {
            m.to_pair(item)?;
        }
    }
    Ok(())
}

fn length(m: &mut Machine) -> Result<Start, Ball> {
    let (count, tail) = m.mem.skip_list(m.arg(0));
    let wanted = m.optional_size_arg(1)?;
    if tail == Cell::NIL {
        return once(m.unify_size(1, count));
    }
    if !tail.is_var() {
        return Err(Ball::Type(known::LIST, m.arg(0)));
    }
    if let Some(wanted) = wanted {
        if wanted < count {
            return Ok(Start::Fail);
        }
        extend(m, tail, wanted - count)?;
        return Ok(Start::Succeed);
    }
    if tail == m.arg(1) {
        // No list is as long as itself.
        return Ok(Start::Fail);
    }
    let mut more = 0;
    Ok(Start::Choices(Box::new(move |m: &mut Machine| {
        let (_, tail) = m.mem.skip_list(m.arg(0));
        extend(m, tail, more)?;
        let length = count + more;
        more += 1;
        m.unify_size(1, length).map(|_| Some(Next::More))
    })))
}

/// Closes a partial list with `count` fresh variables.
fn extend(m: &mut Machine, tail: Cell, count: usize) -> Result<(), Ball> {
    m.mem.ensure(2 * (count as u64).min(1 << 58))?;
    let mut left = count;
    let mut end = tail;
    while left > 0 && !m.mem.alarm.rings() {
        let some = left.min(POLLED);
        let first = m.mem.new_open_list(some);
        m.mem.unify(end, first);
        end = Cell::reference(m.mem.heap_used() - 8);
        left -= some;
    }
    if left == 0 {
        m.mem.unify(end, Cell::NIL);
    }
    Ok(())
}

/// So many variables are made between two looks at the alarm.
const POLLED: usize = 1 << 14;

fn skip_list(m: &mut Machine) -> Outcome {
    let (count, tail) = m.mem.skip_list(m.arg(1));
    Ok(m.unify_size(0, count)? && m.unify_arg(2, stored(tail))?)
}

fn list_to_set(m: &mut Machine) -> Outcome {
    let items = m.list_arg(0)?;
    let mut keyed: Vec<(Cell, usize)> = items.iter().copied().zip(0..).collect();
    sort_cells(m, &mut keyed, Ordering::Greater);
    // Among identical items the first stands first, since sorting is stable.
    drop_repeated(m, &mut keyed);
    m.check_walk(24 * keyed.len())?;
    let mut kept: Vec<usize> = keyed.into_iter().map(|(_, index)| index).collect();
    kept.sort_unstable();
    let set: Vec<Cell> = kept.into_iter().map(|index| items[index]).collect();
    m.unify_list(1, &set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_is_stable() {
        let mut items = vec![(3, 'a'), (1, 'b'), (3, 'c'), (2, 'd'), (1, 'e')];
        merge_sort(&mut items, |a, b| a.0 > b.0);
        assert_eq!(items, [(1, 'b'), (1, 'e'), (2, 'd'), (3, 'a'), (3, 'c')]);
    }

    #[test]
    fn sorting_survives_what_is_no_order() {
        let mut items: Vec<u32> = (0..1000).map(|i| i * 7919 % 1000).collect();
        merge_sort(&mut items, |a, b| (a + b) % 3 == 0);
        assert_eq!(items.len(), 1000);
        merge_sort(&mut items, |a, b| a > b);
        assert!(items.is_sorted());
    }
}
