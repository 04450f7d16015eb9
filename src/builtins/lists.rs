//! Walks over lists and trees for the libraries of lists, ordered sets and associations.

use super::args::stored;
use super::sort::may_unify;
use super::text::Source;
use crate::atom::{Atom, known};
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::term::cell::{Cell, Tag};
use crate::term::text::Text;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Rest is List without its first Count elements, or as many as it has: Left of Count
    /// remain then.
    "'$skip_elements'(+Count, +List, -Left, -Rest) is det" => core once skip_elements;
    /// Kept are the elements at the front of List that cannot unify with Element, with Tail
    /// behind them; Candidates is the rest of List from the first element that may do so and
    /// is no constant.
    "'$unlike'(?Element, +List, -Kept, -Tail, -Candidates) is det" => core once unlike;
    /// Element is identical to one of List, which is in the standard order.
    "'$in_ordered'(+Element, +List) is semidet" => core once in_ordered;
    /// Extreme is the first element of List that none comes before in the standard order, if
    /// Order is `<`, or the last one behind that none comes, if Order is `>`.
    "'$extreme'(+Order, +List, -Extreme) is semidet" => core once extreme;
    /// Value is that of Key in Tree, whose nodes are `t(Key, Value, _, Left, Right)`.
    "'$tree_value'(+Tree, +Key, -Value) is semidet" => core once tree_value;
    /// Flat are the elements of the nested list Nested.
    "'$flatten'(+Nested, -Flat) is det" => core once flatten;
    /// Symbol is the atom of Base and the next number for Base.
    "'$gensym'(+Base, -Symbol) is det" => core once gensym;
    /// The next number for the text of Base is 1.
    "'$reset_gensym'(+Base) is det" => core once reset_gensym;
    /// The next number for each text is 1.
    "'$reset_gensym' is det" => core once reset_all_gensym;
};

fn skip_elements(m: &mut Machine) -> Outcome {
    let count = m.size_arg(0)?;
    let (mut left, mut list) = (count, m.arg(1));
    while left > 0 && list.tag() == Tag::Lst {
        list = m.mem.deref(m.mem.get(list.offset() + 8));
        left -= 1;
        // An index may go round a cyclic list for long.
        if left % (1 << 20) == 0 {
            m.poll()?;
        }
    }
    Ok(m.unify_size(2, left)? && m.unify_arg(3, stored(list))?)
}

fn unlike(m: &mut Machine) -> Outcome {
    let element = m.arg(0);
    let mut list = m.arg(1);
    let mut kept = Vec::new();
    // A cyclic list has at most so many items that differ.
    let mut left = m.mem.heap_used() / 8 + 1;
    while list.tag() == Tag::Lst && left > 0 && !m.mem.alarm.rings_at(left) {
        let item = m.mem.get(list.offset());
        if may_unify(m, element, item) {
            if !(element.is_atom() || element.is_small()) || m.mem.deref(item) != element {
                break;
            }
            list = m.mem.deref(m.mem.get(list.offset() + 8));
            left -= 1;
            continue;
        }
        kept.push(stored(m.mem.deref(item)));
        list = m.mem.deref(m.mem.get(list.offset() + 8));
        left -= 1;
    }
    m.mem.ensure(2 * kept.len() as u64)?;
    let tail = m.mem.new_var();
    let kept = m.mem.new_partial_list(&kept, tail);
    Ok(m.unify_arg(2, kept)? && m.unify_arg(3, tail)? && m.unify_arg(4, stored(list))?)
}

fn in_ordered(m: &mut Machine) -> Outcome {
    let element = m.arg(0);
    let mut list = m.arg(1);
    let mut left = m.mem.heap_used() / 8 + 1;
    while list.tag() == Tag::Lst && left > 0 && !m.mem.alarm.rings_at(left) {
        match m.compare_terms(element, m.mem.get(list.offset())) {
            std::cmp::Ordering::Less => return Ok(false),
            std::cmp::Ordering::Equal => return Ok(true),
            std::cmp::Ordering::Greater => {}
        }
        list = m.mem.deref(m.mem.get(list.offset() + 8));
        left -= 1;
    }
    Ok(false)
}

fn extreme(m: &mut Machine) -> Outcome {
    let wanted = match m.arg(0) == Cell::atom(known::GREATER) {
        true => std::cmp::Ordering::Greater,
        false => std::cmp::Ordering::Less,
    };
    let items = m.list_arg(1)?;
    let Some((&first, rest)) = items.split_first() else {
        return Ok(false);
    };
    let mut best = first;
    for (&item, step) in rest.iter().zip(1..) {
        if m.mem.alarm.rings_at(step) {
            return Ok(false);
        }
        if m.compare_terms(item, best) == wanted {
            best = item;
        }
    }
    m.unify_arg(2, best)
}

fn tree_value(m: &mut Machine) -> Outcome {
    let (mut tree, key) = (m.arg(0), m.arg(1));
    let node = m.atoms.intern("t");
    let mut left = m.mem.heap_used() / 8 + 1;
    while let Some(args) = m.mem.match_struct(tree, node, 5)
        && left > 0
    {
        let next = match m.compare_terms(key, args.get(&m.mem, 0)) {
            std::cmp::Ordering::Less => 3,
            std::cmp::Ordering::Greater => 4,
            std::cmp::Ordering::Equal => {
                let value = args.get(&m.mem, 1);
                return m.unify_arg(2, value);
            }
        };
        tree = m.mem.deref(args.get(&m.mem, next));
        left -= 1;
    }
    Ok(false)
}

fn flatten(m: &mut Machine) -> Outcome {
    let mut flat: Vec<Cell> = Vec::new();
    let mut todo = vec![m.arg(0)];
    let mut steps: u64 = 0;
    while let Some(cell) = todo.pop() {
        let cell = m.mem.deref(cell);
        if cell.tag() == Tag::Lst {
            todo.push(m.mem.get(cell.offset() + 8));
            todo.push(m.mem.get(cell.offset()));
        } else if cell != Cell::NIL {
            flat.push(stored(cell));
        }
        steps += 1;
        if steps.is_multiple_of(1 << 16) {
            m.poll()?;
            m.check_buffer(8 * (flat.len() + todo.len()) as u64)?;
        }
    }
    m.unify_list(1, &flat)
}

fn gensym(m: &mut Machine) -> Outcome {
    let base = gensym_base(m)?;
    m.check_text(m.text(base).len() as u64)?;
    let number = m.globals.symbols.entry(base).or_insert(0);
    *number += 1;
    let mut name = Text::from(m.atoms.text(base));
    name.push_str(&number.to_string());
    m.unify_text_atom(1, &name)
}

/// The atom with the text of the first argument, on which names of new atoms are based.
fn gensym_base(m: &mut Machine) -> Result<Atom, Ball> {
    match m.to_atomic_source(m.arg(0), known::ATOMIC)? {
        Source::Atom(base) => Ok(base),
        base => {
            let text = base.into_text(m);
            m.check_walk(2 * text.len())?;
            Ok(m.atoms.intern(&text))
        }
    }
}

fn reset_gensym(m: &mut Machine) -> Outcome {
    let base = gensym_base(m)?;
    m.globals.symbols.remove(&base);
    Ok(true)
}

fn reset_all_gensym(m: &mut Machine) -> Outcome {
    m.globals.symbols.clear();
    Ok(true)
}
