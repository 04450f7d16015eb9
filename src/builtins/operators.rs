//! Operators and the conversion of characters (8.14.3 to 8.14.6).

use crate::atom::{Atom, known};
use crate::engine::machine::Machine;
use crate::engine::registry::{Row, Start};
use crate::error::{Ball, Outcome};
use crate::ops::{MAX_PRIORITY, OpType};
use crate::predicates;
use crate::term::cell::Cell;
use crate::term::view::View;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Makes Names, an atom or a list of atoms, operators of Priority and Type;
    /// with Priority 0 they are none any more.
    "op(+Priority, +Type, +Names) is det" => core once op;
    /// Name is an operator of Priority and Type.
    "current_op(?Priority, ?Type, ?Name) is nondet" => core many current_op;
    /// The character From, outside quotes, is read as To if the flag char_conversion is on.
    "char_conversion(+From, +To) is det" => core once char_conversion;
    /// The character From is read as To.
    "current_char_conversion(?From, ?To) is nondet" => core many current_char_conversion;
};

fn op(m: &mut Machine) -> Outcome {
    let priority = m.to_integer(m.arg(0))?;
    let specifier = m.atom_arg(1)?;
    let names = names_arg(m)?;
    let priority = priority.as_i64().unwrap_or(i64::MAX);
    if !(0..=i64::from(MAX_PRIORITY)).contains(&priority) {
        return Err(Ball::Domain(known::OPERATOR_PRIORITY, m.arg(0)));
    }
    let Some(op_type) = OpType::from_atom(specifier) else {
        return Err(Ball::Domain(known::OPERATOR_SPECIFIER, m.arg(1)));
    };
    for &name in &names {
        let checked = m.ops.check(priority, op_type.class(), name);
        checked.map_err(|error| error.ball(&mut m.mem))?;
    }
    for name in names {
        let added = m.ops.add(priority, op_type, name);
        added.map_err(|error| error.ball(&mut m.mem))?;
    }
    Ok(true)
}

/// The names in argument 2: an atom or a list of atoms, perhaps with a module.
fn names_arg(m: &mut Machine) -> Result<Vec<Atom>, Ball> {
    let mut cell = m.arg(2);
    while let Some(args) = m.mem.match_struct(cell, known::COLON, 2) {
        cell = m.mem.deref(args.get(&m.mem, 1));
    }
    match m.mem.view(cell) {
        View::Var(_) => Err(Ball::Instantiation),
        View::Atom(name) => Ok(vec![name]),
        View::List(..) => {
            let items = m.to_list(cell)?;
            items.into_iter().map(|item| item_name(m, item)).collect()
        }
        _ => Err(Ball::Type(known::LIST, cell)),
    }
}

fn item_name(m: &Machine, item: Cell) -> Result<Atom, Ball> {
    match m.mem.match_struct(item, known::COLON, 2) {
        Some(args) => m.to_atom(args.get(&m.mem, 1)),
        None => m.to_atom(item),
    }
}

fn current_op(m: &mut Machine) -> Result<Start, Ball> {
    let (priority, specifier) = (m.arg(0), m.arg(1));
    let level = m.mem.number(priority).and_then(|number| number.as_i64());
    let is_level = level.is_some_and(|level| (0..=i64::from(MAX_PRIORITY)).contains(&level));
    if !priority.is_var() && !is_level {
        return Err(Ball::Domain(known::OPERATOR_PRIORITY, priority));
    }
    let is_type = specifier.is_atom() && OpType::from_atom(specifier.atom_value()).is_some();
    if !specifier.is_var() && !is_type {
        return Err(Ball::Domain(known::OPERATOR_SPECIFIER, specifier));
    }
    let mut found = m.ops.all();
    if let Some(name) = m.to_optional_atom(m.arg(2))? {
        found.retain(|&(found, _)| found == name);
    }
    m.solutions(found, |m, &(name, def)| {
        Ok(m.unify_int(0, i64::from(def.priority))?
            && m.unify_atom(1, def.op_type.atom())?
            && m.unify_atom(2, name)?)
    })
}

fn char_conversion(m: &mut Machine) -> Outcome {
    let from = m.to_char(m.arg(0))?;
    let to = m.to_char(m.arg(1))?;
    if from == to {
        m.globals.conversions.remove(&from);
    } else {
        m.globals.conversions.insert(from, to);
    }
    Ok(true)
}

/// The last of the characters that an enumeration of all conversions covers
/// even if they stand for themselves.
const LAST_PLAIN: char = '\u{ff}';

fn current_char_conversion(m: &mut Machine) -> Result<Start, Ball> {
    let known = |index| match m.arg(index) {
        cell if cell.is_var() => Ok(None),
        cell => m.to_char(cell).map(Some),
    };
    let (from, to) = (known(0)?, known(1)?);
    let mut candidates: Vec<char> = match (from, to) {
        (Some(from), _) => vec![from],
        (None, Some(to)) => vec![to],
        (None, None) => ('\0'..=LAST_PLAIN).collect(),
    };
    if from.is_none() {
        candidates.extend(m.globals.conversions.keys());
        candidates.sort_unstable();
        candidates.dedup();
    }
    m.solutions(candidates, |m, &c| {
        let to = m.globals.conversions.get(&c).copied().unwrap_or(c);
        let (from, to) = (m.atoms.intern_char(c), m.atoms.intern_char(to));
        Ok(m.unify_atom(0, from)? && m.unify_atom(1, to)?)
    })
}
