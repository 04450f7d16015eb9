//! Global variables: values that outlive the goals that made them.
//!
//! What `nb_setval/2` sets is kept as an image, off the heap. What `b_setval/2`
//! sets hangs from a cell of the heap that is older than all choice points, so that
//! backtracking restores it: as a tree of `att(Name, Value, More...)`, in which two bits
//! of a number made of the name choose the way at each node. There a long value that has
//! been built from its image is kept as well, for the next who asks for it.

use super::solutions::once;
use crate::atom::{Atom, known};
use crate::engine::machine::Machine;
use crate::engine::registry::{Row, Start};
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::term::cell::Cell;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Sets the global variable Name to a copy of Value for good.
    "nb_setval(+Name, +Value) is det" => core once nb_setval;
    /// Value is that of the global variable Name.
    "nb_getval(+Name, -Value) is semidet" => core once getval;
    /// Sets the global variable Name to Value until backtracking.
    "b_setval(+Name, +Value) is det" => once b_setval;
    /// Value is that of the global variable Name.
    "b_getval(+Name, -Value) is semidet" => once getval;
    /// The global variable Name has Value.
    "nb_current(?Name, ?Value) is nondet" => many nb_current;
    /// Old is the number that Key stands for, the value of the expression New from now on.
    "flag(+Key, -Old, +New) is semidet" => once flag;
    /// The global variable Name has no value from now on.
    "nb_delete(+Name) is det" => once nb_delete;
};

/// How many nodes a node of the tree of backtrackable variables leads to.
const WAYS: usize = 4;

/// The arguments of a node: name, value and what it leads to.
const NODE: usize = 2 + WAYS;

/// The offset of the value of a backtrackable variable, or of the place in the tree
/// where it would be.
enum Place {
    Value(u64),
    End(u64),
}

fn find(m: &Machine, name: Atom) -> Option<Place> {
    let mut at = m.globals.root;
    if at == 0 {
        return None;
    }
    // Numbers of atoms that are near to each other get different first bits.
    let mut bits = u64::from(name.index()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    while let Some(args) = m.mem.match_struct(m.mem.get(at), known::ATT, NODE) {
        if m.mem.deref(args.get(&m.mem, 0)) == Cell::atom(name) {
            return Some(Place::Value(args.offset(1)));
        }
        bits = bits.rotate_left(2);
        at = args.offset(2 + bits as usize % WAYS);
    }
    Some(Place::End(at))
}

/// Stands for a backtrackable value that is not set.
const UNSET: Cell = Cell::atom(known::EMPTY_VALUE);

fn nb_setval(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    let value = m.term_arg(1);
    let (image, network) = m.constrained_image(value)?;
    if m.mem.alarm.has_rung() {
        return Ok(false);
    }
    m.check_buffer(8 * image.words.len() as u64)?;
    m.globals.set(name, image, network);
    if let Some(Place::Value(at)) = find(m, name) {
        m.mem.set(at, UNSET);
    }
    Ok(true)
}

fn b_setval(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    let value = m.term_arg(1);
    m.set_backtrackable(name, value);
    Ok(true)
}

impl Machine {
    /// Sets a global variable until backtracking.
    pub fn set_backtrackable(&mut self, name: Atom, value: Cell) {
        match find(self, name) {
            Some(Place::Value(at)) => self.mem.assign(at, value),
            Some(Place::End(at)) => {
                let mut args = [Cell::NIL; NODE];
                args[..2].copy_from_slice(&[Cell::atom(name), value]);
                let added = self.mem.new_struct(known::ATT, &args);
                self.mem.assign(at, added);
            }
            None => {}
        }
    }

    /// The value of a global variable that was set until backtracking.
    pub fn backtrackable(&self, name: Atom) -> Option<Cell> {
        match find(self, name) {
            Some(Place::Value(at)) => Some(self.mem.get(at)).filter(|&value| self.is_own(value)),
            _ => None,
        }
    }

    /// Whether this is a backtrackable value and not that of an image.
    fn is_own(&self, value: Cell) -> bool {
        value != UNSET
            && self
                .mem
                .match_struct(value, known::CACHED_VALUE, 2)
                .is_none()
    }

    /// The value that has been built from the image that is in force.
    fn built_before(&self, name: Atom, value: Cell) -> Option<Cell> {
        let args = self.mem.match_struct(value, known::CACHED_VALUE, 2)?;
        let stamp = self.globals.stamp(name)?;
        (args.get(&self.mem, 1) == Cell::small(stamp)).then(|| args.get(&self.mem, 0))
    }
}

/// The value of a global variable, if it has one.
fn value(m: &mut Machine, name: Atom) -> Result<Option<Cell>, Ball> {
    if let Some(Place::Value(at)) = find(m, name) {
        let value = m.mem.get(at);
        if m.is_own(value) {
            return Ok(Some(value));
        }
        if let Some(built) = m.built_before(name, value) {
            return Ok(Some(built));
        }
    }
    let Some(image) = m.globals.values.get(&name).cloned() else {
        return Ok(None);
    };
    let network = m.globals.network(name);
    m.check_walk(8 * image.words.len())?;
    let built = m.build_with(&image, network.as_deref())?;
    if let Some(stamp) = m.globals.stamp(name).filter(|_| image.variables == 0) {
        m.mem.ensure(8)?;
        let args = [built, Cell::small(stamp)];
        let kept = m.mem.new_struct(known::CACHED_VALUE, &args);
        m.set_backtrackable(name, kept);
    }
    Ok(Some(built))
}

fn getval(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    match value(m, name)? {
        Some(value) => m.unify_arg(1, value),
        None => Err(m.existence_error("variable", Cell::atom(name))),
    }
}

fn nb_current(m: &mut Machine) -> Result<Start, Ball> {
    let names = match m.to_optional_atom(m.arg(0))? {
        Some(name) => {
            let found = value(m, name)?;
            return once(found.map_or(Ok(false), |value| m.unify_arg(1, value)));
        }
        None => names(m),
    };
    // They may be deleted while they are gone through.
    names.iter().for_each(|&name| m.atoms.keep(name));
    m.solutions(names, |m, &name| match value(m, name)? {
        Some(value) => Ok(m.unify_atom(0, name)? && m.unify_arg(1, value)?),
        None => Ok(false),
    })
}

/// The names of all global variables, in order of their atoms.
fn names(m: &Machine) -> Vec<Atom> {
    let mut names: Vec<Atom> = m.globals.values.keys().copied().collect();
    let mut places = vec![m.globals.root];
    places.retain(|&root| root != 0);
    while let Some(at) = places.pop() {
        if let Some(args) = m.mem.match_struct(m.mem.get(at), known::ATT, NODE) {
            names.push(m.mem.deref(args.get(&m.mem, 0)).atom_value());
            places.extend((2..NODE).map(|index| args.offset(index)));
        }
    }
    names.sort();
    names.dedup();
    names
}

fn nb_delete(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    m.globals.unset(name);
    if let Some(Place::Value(at)) = find(m, name) {
        m.mem.set(at, UNSET);
    }
    Ok(true)
}

fn flag(m: &mut Machine) -> Outcome {
    let key = m.atom_arg(0)?;
    let old = m.globals.counters.get(&key).cloned();
    let old = old.unwrap_or(crate::number::Number::ZERO);
    if !m.unify_number(1, &old)? {
        return Ok(false);
    }
    let new = m.eval(m.arg(2))?;
    m.globals.counters.insert(key, new);
    Ok(true)
}
