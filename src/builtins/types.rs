//! Type testing (8.3).

use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::Outcome;
use crate::number::Number;
use crate::predicates;
use crate::term::cell::{Cell, Tag};
use crate::term::view::View;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Term is an unbound variable.
    "var(@Term) is semidet" => core test var;
    /// Term is bound.
    "nonvar(@Term) is semidet" => core test nonvar;
    /// Term is an atom.
    "atom(@Term) is semidet" => core test atom;
    /// Term is a number.
    "number(@Term) is semidet" => core test number;
    /// Term is bound and no compound.
    "atomic(@Term) is semidet" => core test atomic;
    /// Term is a compound.
    "compound(@Term) is semidet" => core test compound;
    /// Term is an integer.
    "integer(@Term) is semidet" => core test integer;
    /// Term is a float.
    "float(@Term) is semidet" => core test float;
    /// Term is an integer or a rational number.
    "rational(@Term) is semidet" => test rational;
    /// Term is the rational number Numerator/Denominator, in lowest terms.
    "rational(@Term, -Numerator, -Denominator) is semidet" => once rational_parts;
    /// Term is an atom or a compound.
    "callable(@Term) is semidet" => core test callable;
    /// Term has no variables.
    "ground(@Term) is semidet" => core test ground;
    /// Term is a string.
    "string(@Term) is semidet" => test string;
    /// Term is a proper list.
    "is_list(@Term) is semidet" => test is_list;
    /// Term is a dict: never, since there are none here.
    "is_dict(@Term) is semidet" => test is_dict;
    /// Term is a dict with Tag: never, since there are none here.
    "is_dict(@Term, ?Tag) is semidet" => test is_dict;
    /// Term is a stream handle or alias of an open stream.
    "is_stream(@Term) is semidet" => test is_stream;
    /// Term is a blob of the type Type: a stream, or an atom, whose type is `text`.
    "blob(@Term, ?Type) is semidet" => once blob;
    /// Term is a finite tree.
    "acyclic_term(@Term) is semidet" => core test acyclic_term;
    /// Term contains itself.
    "cyclic_term(@Term) is semidet" => test cyclic_term;
    /// Term is of Type, one of the types of must_be/2 that are atoms.
    "'$has_type'(@Type, @Term) is semidet" => core test has_type;
    /// Term is an attributed variable.
    "attvar(@Term) is semidet" => test attvar;
};

fn has_type(m: &mut Machine) -> Outcome {
    let (kind, cell) = (m.arg(0), m.arg(1));
    if !kind.is_atom() {
        return Ok(false);
    }
    let sign = |m: &Machine| match m.mem.number(cell) {
        Some(number) if number.is_integer() => Some(number.is_negative()),
        _ => None,
    };
    let is_zero = cell == Cell::small(0);
    Ok(match m.text(kind.atom_value()) {
        "integer" => sign(m).is_some(),
        "nonneg" => sign(m) == Some(false),
        "positive_integer" => sign(m) == Some(false) && !is_zero,
        "atom" => cell.is_atom(),
        "atomic" => !cell.is_var() && !cell.is_compound(),
        "callable" => cell.is_atom() || cell.is_compound(),
        "compound" => cell.is_compound(),
        "nonvar" => !cell.is_var(),
        "var" => cell.is_var(),
        "number" => m.mem.number(cell).is_some(),
        "string" => m.is_string(cell),
        "boolean" | "bool" => cell == Cell::atom(known::TRUE) || cell == Cell::atom(known::FALSE),
        "list" | "proper_list" => m.mem.skip_list(cell).1 == Cell::NIL,
        _ => false,
    })
}

fn var(m: &mut Machine) -> Outcome {
    Ok(m.arg(0).is_var())
}

fn nonvar(m: &mut Machine) -> Outcome {
    Ok(!m.arg(0).is_var())
}

fn atom(m: &mut Machine) -> Outcome {
    Ok(m.arg(0).is_atom())
}

fn number(m: &mut Machine) -> Outcome {
    Ok(m.mem.number(m.arg(0)).is_some())
}

fn atomic(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    Ok(!cell.is_var() && !cell.is_compound())
}

fn compound(m: &mut Machine) -> Outcome {
    Ok(m.arg(0).is_compound())
}

fn integer(m: &mut Machine) -> Outcome {
    let number = m.mem.number(m.arg(0));
    Ok(number.is_some_and(|number| number.is_integer()))
}

fn float(m: &mut Machine) -> Outcome {
    let number = m.mem.number(m.arg(0));
    Ok(number.is_some_and(|number| number.is_float()))
}

fn rational(m: &mut Machine) -> Outcome {
    let number = m.mem.number(m.arg(0));
    Ok(number.is_some_and(|number| number.is_exact()))
}

fn rational_parts(m: &mut Machine) -> Outcome {
    let (numerator, denominator) = match m.mem.number(m.arg(0)) {
        Some(Number::Rat(value)) => (
            Number::from_big(value.numerator().clone()),
            Number::from_natural(value.denominator().clone()),
        ),
        Some(number) if number.is_integer() => (number, Number::ONE),
        _ => return Ok(false),
    };
    Ok(m.unify_number(1, &numerator)? && m.unify_number(2, &denominator)?)
}

fn callable(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    Ok(cell.is_atom() || cell.is_compound())
}

fn ground(m: &mut Machine) -> Outcome {
    Ok(m.mem.is_ground(m.arg(0)))
}

fn string(m: &mut Machine) -> Outcome {
    Ok(m.is_string(m.arg(0)))
}

fn is_list(m: &mut Machine) -> Outcome {
    Ok(m.mem.skip_list(m.arg(0)).1 == Cell::NIL)
}

fn is_dict(_: &mut Machine) -> Outcome {
    Ok(false)
}

fn is_stream(m: &mut Machine) -> Outcome {
    Ok(m.to_stream(m.arg(0)).is_ok())
}

fn blob(m: &mut Machine) -> Outcome {
    let kind = match m.view_arg(0) {
        View::Atom(_) => "text",
        View::Struct(..) if m.handle_number(m.arg(0)).is_some() => "stream",
        _ => return Ok(false),
    };
    m.unify_text_atom(1, kind)
}

fn acyclic_term(m: &mut Machine) -> Outcome {
    Ok(m.mem.is_acyclic(m.arg(0)))
}

fn cyclic_term(m: &mut Machine) -> Outcome {
    Ok(!m.mem.is_acyclic(m.arg(0)))
}

fn attvar(m: &mut Machine) -> Outcome {
    Ok(m.arg(0).tag() == Tag::Att)
}
