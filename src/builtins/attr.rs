//! Attributed variables.
//!
//! The attributes of a variable are `att(Module, Value, More)` or `[]`.

use super::args::stored;
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::term::cell::{Cell, Tag};

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Gives the variable Var the attribute Value of Module, until backtracking.
    "put_attr(+Var, +Module, +Value) is det" => once put_attr;
    /// Value is the attribute of Module that the variable Var has.
    "get_attr(@Var, +Module, -Value) is semidet" => once get_attr;
    /// Takes the attribute of Module from the variable Var, until backtracking.
    "del_attr(+Var, +Module) is det" => once del_attr;
    /// Attributes are all attributes of Var: `att(Module, Value, More)` or `[]`.
    "get_attrs(@Var, -Attributes) is semidet" => once get_attrs;
    /// Gives the variable Var all attributes of Attributes and no others.
    "put_attrs(+Var, +Attributes) is det" => once put_attrs;
    /// Takes all attributes from the variable Var, until backtracking.
    "del_attrs(+Var) is det" => once del_attrs;
};

/// Where the attributes of an attributed variable stand.
fn slot(var: Cell) -> u64 {
    var.offset() + 8
}

/// The variable in argument 0, which gets an attribute block if it has none.
fn attributed_arg(m: &mut Machine) -> Result<Cell, Ball> {
    let var = m.arg(0);
    match var.tag() {
        Tag::Att => Ok(var),
        Tag::Ref => {
            let made = m.mem.new_attributed();
            m.mem.bind(var, made);
            Ok(made)
        }
        _ => Err(Ball::Uninstantiation(var)),
    }
}

/// The offset of the value of `module`, or of the end of the attributes.
enum Place {
    Value(u64),
    End(u64),
}

fn find(m: &Machine, var: Cell, module: Cell) -> Place {
    let mut at = slot(var);
    while let Some(args) = m.mem.match_struct(m.mem.get(at), known::ATT, 3) {
        if m.mem.deref(args.get(&m.mem, 0)) == module {
            return Place::Value(args.offset(1));
        }
        at = args.offset(2);
    }
    Place::End(at)
}

fn put_attr(m: &mut Machine) -> Outcome {
    let module = Cell::atom(m.atom_arg(1)?);
    let var = attributed_arg(m)?;
    let value = m.term_arg(2);
    match find(m, var, module) {
        Place::Value(at) => m.mem.assign(at, value),
        Place::End(at) => {
            let added = m.mem.new_struct(known::ATT, &[module, value, Cell::NIL]);
            m.mem.assign(at, added);
        }
    }
    Ok(true)
}

fn get_attr(m: &mut Machine) -> Outcome {
    let module = Cell::atom(m.atom_arg(1)?);
    let var = m.arg(0);
    if var.tag() != Tag::Att {
        return Ok(false);
    }
    match find(m, var, module) {
        Place::Value(at) => m.unify_arg(2, m.mem.get(at)),
        Place::End(_) => Ok(false),
    }
}

fn del_attr(m: &mut Machine) -> Outcome {
    let module = Cell::atom(m.atom_arg(1)?);
    let var = m.arg(0);
    if var.tag() != Tag::Att {
        return Ok(true);
    }
    let mut at = slot(var);
    while let Some(args) = m.mem.match_struct(m.mem.get(at), known::ATT, 3) {
        if m.mem.deref(args.get(&m.mem, 0)) == module {
            let rest = stored(m.mem.deref(args.get(&m.mem, 2)));
            m.mem.assign(at, rest);
            become_plain_if_bare(m, var);
            break;
        }
        at = args.offset(2);
    }
    Ok(true)
}

fn get_attrs(m: &mut Machine) -> Outcome {
    let var = m.arg(0);
    if var.tag() != Tag::Att {
        return Ok(false);
    }
    m.unify_arg(1, m.mem.get(slot(var)))
}

fn put_attrs(m: &mut Machine) -> Outcome {
    let attributes = m.term_arg(1);
    let var = attributed_arg(m)?;
    m.mem.assign(slot(var), attributes);
    become_plain_if_bare(m, var);
    Ok(true)
}

fn del_attrs(m: &mut Machine) -> Outcome {
    let var = m.arg(0);
    if var.tag() == Tag::Att {
        m.mem.assign(slot(var), Cell::NIL);
        become_plain_if_bare(m, var);
    }
    Ok(true)
}

/// Makes a variable without attributes and without domain a plain one, until
/// backtracking.
fn become_plain_if_bare(m: &mut Machine, var: Cell) {
    let has_attributes = m.mem.deref(m.mem.get(slot(var))) != Cell::NIL;
    let has_domain = m.mem.get(var.offset() + 16) != Cell::small(0);
    if !has_attributes && !has_domain {
        let plain = m.mem.new_var();
        m.mem.assign(var.offset(), plain);
    }
}
