//! The named variables of one clause.

use rustc_hash::FxHashMap;

use crate::term::cell::Cell;

/// A named variable of a clause.
#[derive(Clone, Debug, PartialEq)]
pub struct Variable {
    /// Its name.
    pub name: Box<str>,
    /// The variable.
    pub cell: Cell,
    /// How often it occurs.
    pub count: u32,
    /// The offset of its first occurrence.
    pub first: usize,
}

/// Up to this many variables are searched one by one.
const FEW: usize = 12;

/// The named variables met so far, in order of first occurrence.
#[derive(Default)]
pub struct Variables {
    rows: Vec<Variable>,
    /// Where each name is, once there are many.
    index: FxHashMap<Box<str>, usize>,
}

impl Variables {
    /// The variable `name`, one more time.
    pub fn meet(&mut self, name: &str) -> Option<Cell> {
        let row = if self.rows.len() <= FEW {
            self.rows.iter().position(|row| &*row.name == name)
        } else {
            self.index.get(name).copied()
        };
        let variable = &mut self.rows[row?];
        variable.count = variable.count.saturating_add(1);
        Some(variable.cell)
    }

    /// Adds a variable at its first occurrence.
    pub fn add(&mut self, name: &str, cell: Cell, first: usize) {
        let name: Box<str> = name.into();
        if self.rows.len() == FEW {
            let names = self.rows.iter().map(|row| row.name.clone());
            self.index = names.zip(0..).collect();
        }
        if self.rows.len() >= FEW {
            self.index.insert(name.clone(), self.rows.len());
        }
        self.rows.push(Variable {
            name,
            cell,
            count: 1,
            first,
        });
    }

    /// The variables, in order of first occurrence.
    pub fn into_rows(self) -> Vec<Variable> {
        self.rows
    }
}
