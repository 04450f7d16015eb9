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
    /// Makes Names, an atom or a list of atoms, operators of Priority and Type in the module
    /// being loaded, or in `user`, or in the module that qualifies them; with Priority 0 they
    /// are none any more. Operators of `user` are everybody's.
    "op(+Priority, +Type, +Names) is det" => core once op;
    /// Name is an operator of Priority and Type.
    "current_op(?Priority, ?Type, ?Name) is nondet" => core many current_op;
    /// Module exports the operator Name of Priority and Type.
    "'$export_operator'(+Module, +Priority, +Type, +Name) is det" => core once export_operator;
    /// Operators are those that Module exports, as terms `op(Priority, Type, Name)`.
    "'$exported_operators'(+Module, -Operators) is semidet" => core once exported_operators;
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
    for &(module, name) in &names {
        let checked = m
            .operators_of(module)
            .check(priority, op_type.class(), name);
        checked.map_err(|error| error.ball(&mut m.mem))?;
    }
    for (module, name) in names {
        let added = m.add_operator(module, priority, op_type, name);
        added.map_err(|error| error.ball(&mut m.mem))?;
    }
    Ok(true)
}

/// The names in argument 2, an atom or a list of atoms, each perhaps with a module.
fn names_arg(m: &mut Machine) -> Result<Vec<(Atom, Atom)>, Ball> {
    let (module, cell) = m.strip_module(m.arg(2), m.operators_module())?;
    match m.mem.view(cell) {
        View::Var(_) => Err(Ball::Instantiation),
        View::Atom(name) => Ok(vec![(module, name)]),
        View::List(..) => {
            let items = m.to_list(cell)?;
            let name = |item| {
                let (module, name) = m.strip_module(item, module)?;
                Ok((module, m.to_atom(name)?))
            };
            items.into_iter().map(name).collect()
        }
        _ => Err(Ball::Type(known::LIST, cell)),
    }
}

fn export_operator(m: &mut Machine) -> Outcome {
    let module = m.atom_arg(0)?;
    let operator = (m.integer_arg(1)?, m.atom_arg(2)?, m.atom_arg(3)?);
    let exported = &mut m.db.module_mut(module).operators;
    if !exported.contains(&operator) {
        exported.push(operator);
    }
    Ok(true)
}

fn exported_operators(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    let Some(module) = m.db.module(name) else {
        return Ok(false);
    };
    let op = m.atoms.intern("op");
    let cells: Vec<Cell> = module
        .operators
        .iter()
        .map(|&(priority, op_type, name)| {
            let args = [Cell::small(priority), Cell::atom(op_type), Cell::atom(name)];
            m.mem.new_struct(op, &args)
        })
        .collect();
    m.unify_list(1, &cells)
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
    let (module, wanted) = m.strip_module(m.arg(2), m.operators_module())?;
    let operators = m.operators_of(module);
    let found = match m.to_optional_atom(wanted)? {
        Some(name) => operators.of(name),
        None => operators.all(),
    };
    // They may be taken away while they are gone through.
    found.iter().for_each(|&(name, _)| m.atoms.keep(name));
    m.solutions(found, |m, &(name, def)| {
        let (_, wanted) = m.strip_module(m.arg(2), known::USER)?;
        Ok(m.unify_int(0, i64::from(def.priority))?
            && m.unify_atom(1, def.op_type.atom())?
            && m.mem.unify(wanted, Cell::atom(name)))
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
