//! The functors of constraints, by what they mean.

use crate::engine::machine::Machine;
use crate::fd::store::Solver;
use crate::term::cell::Functor;

/// What a functor means in a constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Op {
    Add,
    Subtract,
    Negate,
    Multiply,
    Quotient,
    FloorQuotient,
    Modulo,
    Remainder,
    Exact,
    Power,
    Minimum,
    Maximum,
    Absolute,
    And,
    Or,
    Xor,
    Left,
    Right,
    Msb,
    Lsb,
    Count,
    Complement,
    Var,
    Equal,
    Differ,
    Less,
    Greater,
    AtMost,
    AtLeast,
    In,
    InSet,
    Not,
    Conjunction,
    Disjunction,
    Exclusive,
    Implies,
    ImpliedBy,
    Equivalent,
    TuplesIn,
    Finite,
    Range,
    Braces,
}

const TABLE: &[(&str, usize, Op)] = &[
    ("+", 2, Op::Add),
    ("-", 2, Op::Subtract),
    ("-", 1, Op::Negate),
    ("*", 2, Op::Multiply),
    ("//", 2, Op::Quotient),
    ("div", 2, Op::FloorQuotient),
    ("rdiv", 2, Op::Exact),
    ("mod", 2, Op::Modulo),
    ("rem", 2, Op::Remainder),
    ("^", 2, Op::Power),
    ("min", 2, Op::Minimum),
    ("max", 2, Op::Maximum),
    ("abs", 1, Op::Absolute),
    ("/\\", 2, Op::And),
    ("\\/", 2, Op::Or),
    ("xor", 2, Op::Xor),
    ("<<", 2, Op::Left),
    (">>", 2, Op::Right),
    ("msb", 1, Op::Msb),
    ("lsb", 1, Op::Lsb),
    ("popcount", 1, Op::Count),
    ("\\", 1, Op::Complement),
    ("?", 1, Op::Var),
    ("#", 1, Op::Var),
    ("#=", 2, Op::Equal),
    ("#\\=", 2, Op::Differ),
    ("#<", 2, Op::Less),
    ("#>", 2, Op::Greater),
    ("#=<", 2, Op::AtMost),
    ("#>=", 2, Op::AtLeast),
    ("in", 2, Op::In),
    ("in_set", 2, Op::InSet),
    ("#\\", 1, Op::Not),
    ("#/\\", 2, Op::Conjunction),
    ("#\\/", 2, Op::Disjunction),
    ("#\\", 2, Op::Exclusive),
    ("#==>", 2, Op::Implies),
    ("#<==", 2, Op::ImpliedBy),
    ("#<==>", 2, Op::Equivalent),
    ("tuples_in", 2, Op::TuplesIn),
    ("finite_domain", 1, Op::Finite),
    ("..", 2, Op::Range),
    ("{}", 1, Op::Braces),
];

/// What a functor means, if anything.
#[inline]
pub fn meaning(m: &mut Machine, solver: &mut Solver, functor: Functor) -> Option<Op> {
    if solver.meanings.is_empty() {
        solver.meanings = table(m);
    }
    if functor.arity() > 2 {
        return None;
    }
    let row = *solver.meanings.get(place(functor))?;
    TABLE.get(usize::from(row).wrapping_sub(1)).map(|row| row.2)
}

/// Where the meaning of a functor of at most two arguments is in the table.
fn place(functor: Functor) -> usize {
    2 * functor.name().index() as usize + functor.arity() / 2
}

/// The rows of [`TABLE`], counted from 1, by functor.
fn table(m: &mut Machine) -> Vec<u8> {
    let mut meanings = Vec::new();
    for (row, &(name, arity, _)) in TABLE.iter().enumerate() {
        let at = place(Functor::new(m.atoms.intern(name), arity));
        if meanings.len() <= at {
            meanings.resize(at + 1, 0);
        }
        meanings[at] = row as u8 + 1;
    }
    meanings
}
