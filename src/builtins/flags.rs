//! Flags (8.17).

use std::sync::Arc;

use crate::arith::context::ArithFlags;
use crate::atom::{Atom, AtomTable, known};
use crate::engine::machine::Machine;
use crate::engine::registry::{Row, Start};
use crate::error::{Ball, Outcome};
use crate::flags::{Flag, FlagType, FlagValue, Flags};
use crate::number::Number;
use crate::predicates;
use crate::term::cell::Cell;
use crate::term::image::Attributes;
use crate::term::view::View;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Sets Flag to Value.
    "set_prolog_flag(+Flag, +Value) is det" => core once set_prolog_flag;
    /// Flag has Value.
    "current_prolog_flag(?Flag, ?Value) is nondet" => core many current_prolog_flag;
    /// Makes Flag, or sets it; Options are `access(read_only)`, `type(Type)`, `keep(true)`.
    "create_prolog_flag(+Flag, +Value, +Options) is det" => once create_prolog_flag;
};

/// The flags that evaluation depends on.
pub fn arith_flags(flags: &Flags, atoms: &AtomTable) -> ArithFlags {
    let is = |name: &str, value: &str| {
        let flag = atoms.find(name).and_then(|name| flags.get(name));
        match flag.map(|flag| &flag.value) {
            Some(&FlagValue::Atom(atom)) => atoms.text(atom) == value,
            _ => false,
        }
    };
    ArithFlags {
        iso: flags.settings().iso,
        prefer_rationals: is("prefer_rationals", "true"),
        float_overflow_infinity: is("float_overflow", "infinity"),
        float_zero_div_infinity: is("float_zero_div", "infinity"),
        float_undefined_nan: is("float_undefined", "nan"),
    }
}

impl Machine {
    /// Sets a flag as `set_prolog_flag/2` does.
    pub fn set_flag(&mut self, name: Atom, value: Cell) -> Outcome {
        let set = self.flag_value(value)?;
        match self.flags.set(name, set) {
            Ok(()) => {
                self.arith.flags = arith_flags(&self.flags, &self.atoms);
                self.set_occurs_check(self.flags.settings().occurs_check);
            }
            Err(error) => return Err(error.ball(&mut self.mem, name, value)),
        }
        Ok(true)
    }

    /// The flag value that a term is.
    fn flag_value(&mut self, cell: Cell) -> Result<FlagValue, Ball> {
        Ok(match self.mem.view(cell) {
            View::Atom(atom) => FlagValue::Atom(atom),
            View::Number(Number::Int(value)) => FlagValue::Int(value),
            View::Number(Number::Float(value)) => FlagValue::Float(value),
            _ => {
                let image = self.mem.image_or_stop(cell, Attributes::Drop);
                // Of anything, if the alarm has rung.
                self.check_walk(0)?;
                FlagValue::Term(Arc::new(image))
            }
        })
    }

    /// The term of a flag value.
    fn flag_term(&mut self, value: &FlagValue) -> Result<Cell, Ball> {
        Ok(match value {
            FlagValue::Atom(atom) => Cell::atom(*atom),
            FlagValue::Int(value) => self.mem.new_number(&Number::Int(*value)),
            FlagValue::Float(value) => self.mem.new_float(*value),
            FlagValue::Atoms(atoms) => {
                let cells: Vec<Cell> = atoms.iter().map(|&atom| Cell::atom(atom)).collect();
                self.mem.list(&cells)
            }
            FlagValue::Term(image) => self.build(image)?,
        })
    }
}

fn set_prolog_flag(m: &mut Machine) -> Outcome {
    let value = m.term_arg(1);
    if m.is_var_arg(0) || m.is_var_arg(1) {
        return Err(Ball::Instantiation);
    }
    let name = m.atom_arg(0)?;
    m.set_flag(name, value)
}

fn current_prolog_flag(m: &mut Machine) -> Result<Start, Ball> {
    let names = match m.to_optional_atom(m.arg(0))? {
        Some(name) => vec![name],
        None => m.flags.iter().map(|(name, _)| name).collect(),
    };
    m.solutions(names, |m, &name| {
        let Some(value) = m.flags.get(name).map(|flag| flag.value.clone()) else {
            return Ok(false);
        };
        let value = m.flag_term(&value)?;
        Ok(m.unify_atom(0, name)? && m.unify_arg(1, value)?)
    })
}

fn create_prolog_flag(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    if m.is_var_arg(1) {
        return Err(Ball::Instantiation);
    }
    let value = m.flag_value(m.arg(1))?;
    let mut flag = Flag {
        flag_type: FlagType::of(&value),
        value,
        read_only: false,
    };
    for option in m.options_arg(2, known::PROLOG_FLAG)? {
        match (m.text(option.name), m.text(option.atom()?)) {
            ("access", "read_only") => flag.read_only = true,
            ("access", "read_write") => flag.read_only = false,
            ("keep", "true") if m.flags.get(name).is_some() => return Ok(true),
            ("keep", "true" | "false") => {}
            ("type", kind) => flag.flag_type = named_type(kind).ok_or_else(|| option.refused())?,
            _ => return Err(option.refused_name()),
        }
    }
    m.flags.create(name, flag);
    Ok(true)
}

fn named_type(name: &str) -> Option<FlagType> {
    match name {
        "boolean" => Some(FlagType::OneOf(Arc::from([known::TRUE, known::FALSE]))),
        "atom" => Some(FlagType::Atom),
        "integer" => Some(FlagType::Integer),
        "float" => Some(FlagType::Float),
        "term" => Some(FlagType::Any),
        _ => None,
    }
}
