//! Cyclic terms: the compounds at which their cycles close.

use rustc_hash::FxHashMap;

use crate::term::cell::Cell;
use crate::term::mem::Mem;

/// The compounds of `term` that contain themselves and are met again below
/// themselves, in the order in which they are met.
pub fn cycle_entries(mem: &Mem, term: Cell) -> Vec<Cell> {
    // True while the compound is open.
    let mut states: FxHashMap<Cell, bool> = FxHashMap::default();
    let mut entries = Vec::new();
    let mut todo = vec![(mem.deref(term), false)];
    while let Some((cell, leaving)) = todo.pop() {
        if leaving {
            states.insert(cell, false);
            continue;
        }
        if !cell.is_compound() {
            continue;
        }
        match states.get(&cell) {
            Some(true) if !entries.contains(&cell) => entries.push(cell),
            Some(_) => {}
            None => {
                states.insert(cell, true);
                todo.push((cell, true));
                let args = mem.args_of(cell).iter(mem).rev();
                todo.extend(args.map(|arg| (mem.deref(arg), false)));
            }
        }
    }
    entries
}
