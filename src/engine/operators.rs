//! Operators, which each module has of its own over those of `user`.

use super::machine::Machine;
use crate::atom::{Atom, known};
use crate::ops::{OpError, OpType, Ops};

impl Machine {
    /// Makes the operators of `module` those that reading and writing start from,
    /// and says whose they were.
    pub fn enter_operators(&mut self, module: Atom) -> Atom {
        let module = own_table(module);
        let before = std::mem::replace(&mut self.ops_module, module);
        if before == module {
            return before;
        }
        if before != known::USER {
            let own = self.ops.take_top();
            self.module_ops.insert(before, own);
        }
        if module != known::USER {
            let own = self.module_ops.remove(&module).unwrap_or_default();
            self.ops = own.over(&self.ops);
        }
        before
    }

    /// Whose operators are in force.
    pub fn operators_module(&self) -> Atom {
        self.ops_module
    }

    /// Defines, changes or removes an operator in `module`.
    pub fn add_operator(
        &mut self,
        module: Atom,
        priority: i64,
        op_type: OpType,
        name: Atom,
    ) -> Result<(), OpError> {
        let before = self.enter_operators(module);
        let added = self.ops.add(priority, op_type, name);
        self.enter_operators(before);
        added
    }

    /// The operators of `module` with those that it inherits.
    pub fn operators_of(&mut self, module: Atom) -> Ops {
        let before = self.enter_operators(module);
        let ops = self.ops.clone();
        self.enter_operators(before);
        ops
    }
}

/// The module whose table has the operators of `module`: those of `system` are
/// everybody's, as are those of `user`.
fn own_table(module: Atom) -> Atom {
    match module {
        known::SYSTEM => known::USER,
        other => other,
    }
}
