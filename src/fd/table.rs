//! Rows of values: the variables are one of the rows.
//!
//! A bit for each row says whether it is still possible. The rows with a value
//! in a column are known beforehand; a value without a possible row goes.

use rustc_hash::FxHashMap;

use super::domain::Domain;
use super::int::Int;
use super::prop::{ANY, Prop, PropKind};
use super::store::{Change, Conflict, PropId, Solver, VarId};

/// The rows with some value in some column.
enum Rows {
    /// Their numbers, if they are few.
    Few(Vec<u32>),
    /// A bit for each row of the table.
    Bits(Box<[u64]>),
}

impl Rows {
    /// Whether one of them is among these, which are given as bits.
    #[inline]
    fn meet(&self, possible: &[u64]) -> bool {
        match self {
            Rows::Few(rows) => rows
                .iter()
                .any(|&row| possible[row as usize / 64] >> (row % 64) & 1 == 1),
            Rows::Bits(bits) => bits.iter().zip(possible).any(|(a, b)| a & b != 0),
        }
    }

    /// Adds them to some that are given as bits.
    #[inline]
    fn add_to(&self, mask: &mut [u64]) {
        match self {
            Rows::Few(rows) => {
                for &row in rows {
                    mask[row as usize / 64] |= 1 << (row % 64);
                }
            }
            Rows::Bits(bits) => {
                for (word, bits) in mask.iter_mut().zip(bits) {
                    *word |= bits;
                }
            }
        }
    }

    /// What takes less room.
    fn compact(rows: Vec<u32>, words: usize) -> Rows {
        if rows.len() <= words {
            return Rows::Few(rows);
        }
        let mut bits = vec![0u64; words];
        Rows::Few(rows).add_to(&mut bits);
        Rows::Bits(bits.into())
    }

    /// How many words of a machine are looked at.
    fn cost(&self) -> usize {
        match self {
            Rows::Few(rows) => rows.len(),
            Rows::Bits(bits) => bits.len(),
        }
    }
}

/// The rows, by column and value.
#[derive(Default)]
pub struct Table {
    count: usize,
    columns: Vec<FxHashMap<i64, Rows>>,
    /// The values of each column.
    domains: Vec<Domain>,
}

impl Table {
    /// The table of some rows, all of one length.
    pub fn new(rows: &[Vec<i64>], width: usize) -> Table {
        let words = rows.len().div_ceil(64);
        let mut columns: Vec<FxHashMap<i64, Vec<u32>>> = Vec::new();
        columns.resize_with(width, FxHashMap::default);
        for (number, row) in rows.iter().enumerate() {
            for (column, &value) in columns.iter_mut().zip(row) {
                column.entry(value).or_default().push(number as u32);
            }
        }
        let values = |column: &FxHashMap<i64, Vec<u32>>| {
            Domain::from_values(column.keys().map(|&value| Int::Small(value)))
        };
        let domains = columns.iter().map(values).collect();
        let columns = columns.into_iter().map(|column| {
            let values = column.into_iter();
            values
                .map(|(value, rows)| (value, Rows::compact(rows, words)))
                .collect()
        });
        Table {
            count: rows.len(),
            columns: columns.collect(),
            domains,
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
        for (values, &var) in table.domains.iter().zip(vars) {
            self.restrict(var, values)?;
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
            self.look_at(self.var(var).size as usize)?;
            self.keep_if(var, |solver, value| {
                let possible = &solver.words[rows..rows + words];
                column.get(&value).is_some_and(|rows| rows.meet(possible))
            })?;
        }
        Ok(())
    }

    /// Drops the rows with values that variables no longer have.
    fn drop_rows(&mut self, prop: &Prop, table: &Table, rows: usize, words: usize) -> Change {
        let mut mask = std::mem::take(&mut self.scratch.rows);
        let mut columns = table.columns.iter().enumerate();
        let result = columns.try_for_each(|(index, column)| {
            let var = self.item(prop, index);
            if self.var(var).size == column.len() as u64 {
                // Nothing is gone of it.
                return Ok(());
            }
            mask.clear();
            mask.resize(words, 0);
            self.possible_rows(column, var, &mut mask)?;
            let mut left = false;
            for (at, word) in mask.iter().enumerate() {
                let old = self.words[rows + at];
                if old & word != old {
                    self.set_word(rows + at, old & word);
                }
                left |= old & word != 0;
            }
            if left { Ok(()) } else { Err(Conflict) }
        });
        self.scratch.rows = mask;
        result
    }

    /// Sets the bits of the rows that have a value of `var` in a column.
    fn possible_rows(
        &mut self,
        column: &FxHashMap<i64, Rows>,
        var: VarId,
        mask: &mut [u64],
    ) -> Change {
        let mut value = Some(self.var(var).min);
        while let Some(at) = value {
            value = self.next_value(var, at);
            if let Some(rows) = column.get(&at) {
                rows.add_to(mask);
                self.look_at(rows.cost())?;
            }
        }
        Ok(())
    }
}
