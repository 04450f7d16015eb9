//! Residual goals in the making, and variables and numbers in them.

use crate::engine::machine::Machine;
use crate::fd::int::Int;
use crate::fd::store::{Solver, VarId};
use crate::term::cell::Cell;

/// The goals so far, and what has been expressed.
pub struct Goals<'a> {
    /// The machine whose terms they are.
    pub m: &'a mut Machine,
    /// The solver.
    pub s: &'a mut Solver,
    /// The goals.
    pub goals: Vec<Cell>,
    /// Goals that can be called only after the domains of their variables.
    pub(super) last: Vec<Cell>,
    pub(super) vars: Vec<VarId>,
    pub(super) seen_vars: Vec<bool>,
    pub(super) seen_props: Vec<bool>,
    pub(super) seen_posted: Vec<u32>,
    /// Whether variables in expressions are marked as integers.
    pub(super) monotonic: bool,
    /// The variables whose goals are asked for, and the propagators that say nothing of
    /// them.
    pub(super) roots: Vec<VarId>,
    pub(super) silent: Vec<bool>,
    /// Whether a relation is about to be the condition of a truth value.
    pub is_reified: bool,
}

impl Goals<'_> {
    /// A variable or its value as a term.
    pub fn var(&mut self, var: VarId) -> Cell {
        self.m.domain_term(self.s, var)
    }

    /// A variable or a value in an expression.
    pub fn operand(&mut self, var: VarId) -> Cell {
        let cell = self.var(var);
        if self.monotonic && cell.is_var() {
            return self.m.compound("#", &[cell]);
        }
        cell
    }

    /// An integer as a term.
    pub fn integer(&mut self, value: &Int) -> Cell {
        self.m.mem.new_number(&value.to_number())
    }

    /// A small integer as a term.
    pub fn int(&mut self, value: i64) -> Cell {
        self.integer(&Int::Small(value))
    }
}
