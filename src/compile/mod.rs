//! From clauses to code.
//!
//! A clause comes as an image. `normal` turns its body into a tree of goals,
//! `analyse` finds out where each variable lives, `emit` and its
//! companions write the code, and `link` joins the clauses of a static
//! predicate behind an index.

pub mod normal;
mod analyse;
mod arith;
mod emit;
mod expand;
mod goals;
mod guard;
mod link;
mod parts;
mod plain;
mod reuse;
pub mod shape;
pub mod terms;
mod unify;
mod whole;

use crate::atom::{Atom, AtomTable};
use crate::bytecode::code::Code;
use crate::program::clause::Clause;
use crate::program::database::Database;
use crate::program::predicate::PredId;
use crate::term::cell::Functor;
use crate::term::image::Image;

/// Why a clause cannot be compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompileError {
    /// The body contains something that is no goal.
    NotCallable,
    /// A cut is nested too deeply in control constructs.
    TooDeep,
    /// A predicate has too many arguments.
    TooManyArguments,
    /// More variables are needed over calls than an environment has slots for.
    TooManyVariables,
    /// The term is no tree.
    Cyclic,
}

/// What the compiler must know beside the clause.
pub struct Context<'a> {
    /// Where predicates are looked up, and made known when they are called.
    pub db: &'a mut Database,
    /// The names.
    pub atoms: &'a mut AtomTable,
    /// The library that would be loaded for a predicate without a definition.
    pub library: &'a dyn Fn(&AtomTable, Functor) -> Option<Atom>,
    /// The module that goals without one belong to.
    pub module: Atom,
    /// The predicate whose clauses are compiled, if they are those of one.
    pub own: Option<PredId>,
    /// Whether unification must not make cyclic terms.
    pub occurs_check: bool,
    /// The number of the evaluable functor, if it is one.
    pub evaluable: &'a dyn Fn(Functor) -> Option<u32>,
}

/// Compiles one clause.
pub fn compile(image: &Image, context: &mut Context) -> Result<Code, CompileError> {
    if image.shared {
        return Err(CompileError::Cyclic);
    }
    let clause = normal::normalise(image, context)?;
    let facts = analyse::analyse(&clause)?;
    let tested = guard::tested_tags(&clause);
    Ok(emit::Emitter::new(clause, facts, context).clause(&tested))
}

/// The code of a clause, made at its first use.
pub fn clause_code(clause: &Clause, context: &mut Context) -> Result<Code, CompileError> {
    if let Some(code) = clause.code() {
        return Ok(code.clone());
    }
    let code = compile(&clause.to_image(), context)?;
    clause.set_code(code.clone());
    Ok(code)
}

/// The code of a clause with a guard, for when others follow it, made at its first
/// use; nothing for other clauses.
pub fn guard_code(clause: &Clause, context: &mut Context) -> Result<Option<Code>, CompileError> {
    if let Some(code) = clause.guard() {
        return Ok(code.cloned());
    }
    let code = compile_guarded(&clause.to_image(), context)?;
    clause.set_guard(code.clone());
    Ok(code)
}

fn compile_guarded(image: &Image, context: &mut Context) -> Result<Option<Code>, CompileError> {
    let clause = normal::normalise(image, context)?;
    let Some(end) = guard::guard(&clause) else {
        return Ok(None);
    };
    let facts = analyse::analyse(&clause)?;
    if facts.big || facts.crowded {
        return Ok(None);
    }
    let tested = guard::tested_tags(&clause);
    let emitter = emit::Emitter::new(clause, facts, context);
    Ok(Some(emitter.guarded(end, &tested)))
}

/// Links the clauses of a static predicate.
pub fn link(id: PredId, context: &mut Context) -> Result<(), CompileError> {
    link::link(id, context)
}
