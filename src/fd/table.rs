//! Rows of values: the variables are one of the rows.
//!
//! A bit for each row says whether it is still possible. The rows with a value
//! in a column are known beforehand; a value without a possible row goes.

use rustc_hash::FxHashMap;

use super::domain::Domain;
use super::int::Int;
use super::prop::{ANY, Prop, PropKind};
use super::store::{Change, Conflict, PropId, Solver, VarId};

/// The rows, by column and value.
#[derive(Default)]
pub struct Table {
    count: usize,
    columns: Vec<FxHashMap<i64, Box<[u64]>>>,
}

impl Table {
    /// The table of some rows, all of one length.
    pub fn new(rows: &[Vec<i64>], width: usize) -> Table {
        let words = rows.len().div_ceil(64);
        let mut columns: Vec<FxHashMap<i64, Box<[u64]>>> = Vec::new();
        columns.resize_with(width, FxHashMap::default);
        for (number, row) in rows.iter().enumerate() {
            for (column, &value) in columns.iter_mut().zip(row) {
                let bits = column.entry(value).or_insert_with(|| vec![0; words].into());
                bits[number / 64] |= 1 << (number % 64);
            }
        }
        Table {
            count: rows.len(),
            columns,
        }
    }
}

impl Table {
    /// The number of words with a bit for each row.
    pub fn words(&self) -> usize {
        self.count.div_ceil(64)
    }
}

impl Solver {
    /// The variables are a row of a table.
    pub fn add_table(&mut self, table: std::sync::Arc<Table>, vars: &[VarId]) -> Change {
        if table.count == 0 {
            return Err(Conflict);
        }
        for (column, &var) in table.columns.iter().zip(vars) {
            let values = column.keys().map(|&value| Int::Small(value));
            self.restrict(var, &Domain::from_values(values))?;
        }
        let words = table.count.div_ceil(64);
        let last = match table.count % 64 {
            0 => !0,
            rest => (1u64 << rest) - 1,
        };
        let mut prop = Prop::new(PropKind::Table, 0, 0, 0, self.tables.len() as i64);
        self.tables.push(table);
        let items = vars.iter().map(|&var| u64::from(var));
        let rows = std::iter::repeat_n(!0, words - 1).chain([last]);
        prop.args = self.new_words(items.chain(rows)) as u32;
        prop.len = vars.len() as u32;
        let id = self.add(prop, 3);
        for &var in vars {
            self.watch(id, var, ANY);
        }
        Ok(())
    }

    /// Narrows the variables of a row.
    pub fn table(&mut self, id: PropId, prop: &Prop) -> Change {
        self.idempotent(id);
        let before = self.counts.prunings;
        self.narrow_row(prop)?;
        self.repeat_if_shared(id, prop, before);
        Ok(())
    }

    fn narrow_row(&mut self, prop: &Prop) -> Change {
        let table = self.tables[prop.c as usize].clone();
        let words = table.count.div_ceil(64);
        let rows = (prop.args + prop.len) as usize;
        self.drop_rows(prop, &table, rows, words)?;
        for (index, column) in table.columns.iter().enumerate() {
            let var = self.item(prop, index);
            if self.is_fixed(var) {
                continue;
            }
            let mut value = Some(self.var(var).min);
            while let Some(at) = value {
                value = self.next_value(var, at);
                let supported = column.get(&at).is_some_and(|bits| {
                    let possible = &self.words[rows..rows + words];
                    bits.iter().zip(possible).any(|(a, b)| a & b != 0)
                });
                if !supported {
                    self.exclude(var, at)?;
                }
            }
        }
        Ok(())
    }

    /// Drops the rows with values that variables no longer have.
    fn drop_rows(&mut self, prop: &Prop, table: &Table, rows: usize, words: usize) -> Change {
        let mut mask = std::mem::take(&mut self.scratch.rows);
        let mut left = true;
        for (index, column) in table.columns.iter().enumerate() {
            mask.clear();
            mask.resize(words, 0);
            let var = self.item(prop, index);
            let mut value = Some(self.var(var).min);
            while let Some(at) = value {
                value = self.next_value(var, at);
                if let Some(bits) = column.get(&at) {
                    for (word, bits) in mask.iter_mut().zip(bits) {
                        *word |= bits;
                    }
                }
            }
            left = false;
            for (at, word) in mask.iter().enumerate() {
                let old = self.words[rows + at];
                if old & word != old {
                    self.set_word(rows + at, old & word);
                }
                left |= old & word != 0;
            }
            if !left {
                break;
            }
        }
        self.scratch.rows = mask;
        if left { Ok(()) } else { Err(Conflict) }
    }
}
