//! Constraints over lists.

use std::sync::Arc;

use super::expression::{Poster, Sum, is_constant};
use super::names::Op;
use super::relation::Relation;
use crate::engine::constraints::Refusal;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::fd::int::{Bound, Int};
use crate::fd::prop::{ANY, BOUNDS, Posted, Prop, PropKind};
use crate::fd::queue::FIX;
use crate::fd::store::VarId;
use crate::fd::table::Table;
use crate::predicates;
use crate::term::cell::{Cell, Tag};
use crate::term::image::Attributes;

/// The rows of constraints over lists.
pub const ROWS: &[Row] = predicates! {
    /// Xs have different values.
    "'$fd_all_different'(?Xs) is semidet" => once all_different;
    /// Xs have different values, as is seen from all of them together.
    "'$fd_all_distinct'(?Xs) is semidet" => once all_distinct;
    /// The sum of Xs, each times its coefficient, stands to Expr as Relation says.
    "'$fd_scalar_product'(+Coefficients, ?Xs, +Relation, ?Expr) is semidet" => once scalar_product;
    /// The constraint of this Kind (`element`, `inverse`, `circuit`, `lexicographic`,
    /// `cumulative`, `disjoint`, `boxes`, `count`, `counts`, `cardinality`, `priced`, `values`, `order`, `sorting`,
    /// `packing`) holds for Xs, X and Z. Goal is what users call it.
    "'$fd_list'(+Kind, ?Xs, ?X, ?Z, +Goal) is semidet" => once list_constraint;
    /// Each of Tuples is one of Rows.
    "'$fd_tuples_in'(?Tuples, +Rows, +Goal) is semidet" => once tuples_in;
    /// Posts the terms `tuples(Tuples, Rows)`, `element(List, Index, Value)` and
    /// `equal(X, Y)` of the list Parts as what Goal, which is shown for them all, demands.
    "'$fd_jointly'(?Parts, +Goal) is semidet" => once jointly;
};

impl Poster<'_> {
    /// Propagators posted from here on belong to the constraint `goal`.
    pub fn begin(&mut self, goal: Cell) {
        let image = self.m.mem.image(goal, Attributes::Drop);
        let copied = self.m.mem.copied_variables().to_vec();
        let vars = copied
            .into_iter()
            .map(|var| self.m.known_domain_variable(var))
            .collect();
        self.s.images.push(Posted { image, vars });
        let index = self.s.images.len() - 1;
        self.s.begin_posting(index as u32);
    }

    /// Ends what [`Poster::begin`] began.
    pub fn end(&mut self) {
        self.s.end_posting();
    }
}

fn all_different(m: &mut Machine) -> Outcome {
    let list = m.arg(0);
    m.constrain(|m, s| {
        let mut poster = Poster::new(m, s);
        let vars = poster.list(list)?;
        let prop = Prop::new(PropKind::AllDifferent, 0, 0, 0, 0);
        poster.s.add_listed(prop, &vars, FIX, 1);
        Ok(())
    })
}

fn all_distinct(m: &mut Machine) -> Outcome {
    let list = m.arg(0);
    m.constrain(|m, s| {
        let mut poster = Poster::new(m, s);
        let vars = poster.list(list)?;
        poster.distinct(&vars, Some(list));
        Ok(())
    })
}

impl Poster<'_> {
    /// The variables are different, by values and by matching.
    pub fn distinct(&mut self, vars: &[VarId], list: Option<Cell>) {
        if let Some(list) = list {
            let goal = self.m.compound("all_distinct", &[list]);
            self.begin(goal);
        }
        let prop = Prop::new(PropKind::AllDifferent, 0, 0, 0, 0);
        self.s.add_listed(prop, vars, FIX, 1);
        let mut prop = Prop::new(PropKind::Distinct, 0, 0, 0, 0);
        // The matching is kept behind the variables.
        let words = vars.iter().map(|&var| u64::from(var));
        let hints = vars.iter().map(|_| i64::MIN as u64);
        prop.args = self.s.new_words(words.chain(hints)) as u32;
        prop.len = vars.len() as u32;
        let id = self.s.add(prop, 4);
        for &var in vars {
            self.s.watch(id, var, ANY);
        }
        if list.is_some() {
            self.end();
        }
    }
}

fn scalar_product(m: &mut Machine) -> Outcome {
    let (factors, list) = (m.list_arg(0)?, m.arg(1));
    let (relation, value) = (m.arg(2), m.arg(3));
    let factors: Vec<Int> = factors
        .into_iter()
        .filter_map(|factor| m.integer_of(factor))
        .collect();
    let name = m.to_atom(relation)?;
    let op = match m.text(name) {
        "#=" => Op::Equal,
        "#\\=" => Op::Differ,
        "#<" => Op::Less,
        "#>" => Op::Greater,
        "#=<" => Op::AtMost,
        _ => Op::AtLeast,
    };
    m.constrain(|m, s| {
        let mut poster = Poster::new(m, s);
        let vars = poster.list(list)?;
        if vars.len() != factors.len() {
            return Err(Refusal::Conflict);
        }
        let mut sum = Sum::default();
        for (factor, var) in factors.iter().zip(vars) {
            let term = match poster.s.value(var) {
                Some(value) => Sum::integer(value.mul(factor)),
                None => poster.scaled(Sum::variable(var), factor),
            };
            sum = sum.plus(term);
        }
        let value = poster.sum(value)?;
        poster.compare(op, sum, value)
    })
}

impl Poster<'_> {
    /// Posts a relation between two sums.
    pub fn compare(&mut self, op: Op, left: Sum, right: Sum) -> Result<(), Refusal> {
        let (relation, sum) = self.related_sums(op, left, right);
        debug_assert!(relation != Relation::Differ || op == Op::Differ);
        self.post_or_unify(relation, sum)
    }
}

/// A constraint on a list, by its name.
fn list_constraint(m: &mut Machine) -> Outcome {
    let kind = m.atom_arg(0)?;
    let kind = m.text(kind).to_owned();
    let args = [m.arg(1), m.arg(2), m.arg(3)];
    let goal = m.term_arg(4);
    m.constrain(|m, s| {
        let mut poster = Poster::new(m, s);
        for arg in args {
            // All variables have domains before the goal is noted.
            match poster.m.mem.deref(arg) {
                var if var.is_var() => {
                    poster.item(var)?;
                }
                list if list.tag() == Tag::Lst => {
                    poster.list(list)?;
                }
                _ => {}
            }
        }
        if goal.is_compound() {
            poster.begin(goal);
        }
        let posted = poster.post_list(&kind, args);
        poster.end();
        posted
    })
}

impl Poster<'_> {
    fn post_list(&mut self, kind: &str, [list, x, z]: [Cell; 3]) -> Result<(), Refusal> {
        let vars = self.list(list)?;
        if kind == "counts" {
            return self.post_counts(&vars, x, z);
        }
        if let ("order", [x, y]) = (kind, &*vars) {
            let z = self.item(z)?;
            self.s
                .add_ternary(Prop::new(PropKind::Order, *x, *y, z, 0), ANY);
            return Ok(());
        }
        let (kind, events, priority) = match kind {
            "element" => (PropKind::Element, ANY, 2),
            "inverse" => (PropKind::Inverse, ANY, 3),
            "circuit" => (PropKind::Circuit, ANY, 3),
            "lexicographic" => (PropKind::Lexicographic, BOUNDS, 2),
            "cumulative" => (PropKind::Cumulative, BOUNDS, 3),
            "disjoint" => (PropKind::Disjoint, BOUNDS, 3),
            "sorting" => (PropKind::Sorting, ANY, 3),
            "packing" => (PropKind::Packing, ANY, 3),
            "boxes" => (PropKind::Boxes, BOUNDS, 3),
            "count" => (PropKind::Count, ANY, 2),
            "priced" => (PropKind::Priced, ANY, 4),
            "cardinality" => (PropKind::Cardinality, ANY, 4),
            _ => (PropKind::Values, FIX, 2),
        };
        match kind {
            PropKind::Circuit => self.distinct(&vars, None),
            PropKind::Cumulative => self.check_times(&vars)?,
            _ => {}
        }
        let mut prop = Prop::new(kind, 0, 0, 0, 0);
        match kind {
            PropKind::Count | PropKind::Cardinality | PropKind::Priced | PropKind::Packing => {
                let set = self.domain(x)?;
                self.s.domains.push(set);
                prop.c = self.s.domains.len() as i64 - 1;
            }
            PropKind::Lexicographic => {
                prop.c = i64::from(self.item(x).is_ok_and(|x| self.s.contains(x, 1)));
            }
            PropKind::Element => prop.x = self.item(x)?,
            _ => {}
        }
        let has_result = matches!(
            kind,
            PropKind::Element | PropKind::Cumulative | PropKind::Count | PropKind::Values
        );
        if has_result {
            prop.z = self.item(z)?;
        }
        let more = match kind {
            PropKind::Sorting => vec![u64::MAX; vars.len() / 3],
            PropKind::Packing | PropKind::Priced => self.sizes(z)?,
            _ => Vec::new(),
        };
        let id = self
            .s
            .add_listed_before(prop, &vars, &more, events, priority);
        if has_result {
            let events = if kind == PropKind::Element {
                ANY
            } else {
                BOUNDS
            };
            self.s.watch(id, prop.z, events);
        }
        if kind == PropKind::Element {
            self.s.watch(id, prop.x, ANY);
        }
        Ok(())
    }
}

impl Poster<'_> {
    /// Each of the integers `keys` is the value of as many variables as its counter says.
    fn post_counts(&mut self, vars: &[VarId], keys: Cell, counters: Cell) -> Result<(), Refusal> {
        let counters = self.list(counters)?;
        for (key, counter) in self.m.to_list(keys)?.into_iter().zip(counters) {
            self.look_at(vars.len())?;
            let key = self.domain(key)?;
            self.s.domains.push(key);
            let last = self.s.domains.len() as i64 - 1;
            let prop = Prop::new(PropKind::Count, 0, 0, counter, last);
            let id = self.s.add_listed(prop, vars, ANY, 2);
            self.s.watch(id, counter, BOUNDS);
        }
        Ok(())
    }

    /// The arguments of a compound, integers whose magnitudes have a small sum.
    fn sizes(&mut self, sizes: Cell) -> Result<Vec<u64>, Refusal> {
        let sizes = self.m.mem.deref(sizes);
        let mut all = Vec::new();
        let mut left = u64::MAX >> 8;
        if let Some((_, args)) = self.m.mem.compound(sizes) {
            for index in 0..args.len() {
                let size = args.get(&self.m.mem, index);
                let size = self.m.integer_of(size).and_then(|size| size.as_i64());
                let size = size.filter(|&size| size.unsigned_abs() <= left);
                let size = size.ok_or(Ball::Representation(crate::atom::known::MAX_INTEGER))?;
                left -= size.unsigned_abs();
                all.push(size as u64);
            }
        }
        Ok(all)
    }

    /// Times and needs are so small that sums of them are machine integers.
    fn check_times(&mut self, vars: &[VarId]) -> Result<(), Refusal> {
        let fits = |bound: &Bound| match bound {
            Bound::Fin(value) => value
                .as_i64()
                .is_some_and(|value| value.unsigned_abs() <= 1 << 48),
            _ => true,
        };
        for &var in vars {
            let (low, high) = self.s.range(var);
            if !fits(&low) || !fits(&high) {
                return Err(Ball::Representation(crate::atom::known::MAX_INTEGER).into());
            }
        }
        Ok(())
    }
}

fn tuples_in(m: &mut Machine) -> Outcome {
    let (tuples, rows, goal) = (m.arg(0), m.arg(1), m.term_arg(2));
    m.constrain(|m, s| {
        let mut poster = Poster::new(m, s);
        for tuple in poster.m.to_list(tuples)? {
            poster.list(tuple)?;
        }
        if goal.is_compound() {
            poster.begin(goal);
        }
        let posted = poster.post_tuples(tuples, rows);
        poster.end();
        posted
    })
}

/// Constraints that belong to one goal.
fn jointly(m: &mut Machine) -> Outcome {
    let (parts, goal) = (m.arg(0), m.term_arg(1));
    let variables = m.mem.term_variables(parts);
    m.constrain(|m, s| {
        let mut poster = Poster::new(m, s);
        // All variables have domains before the goal is noted.
        for var in variables {
            poster.item(var)?;
        }
        poster.begin(goal);
        let posted = poster.post_parts(parts);
        poster.end();
        posted
    })
}

impl Poster<'_> {
    fn post_parts(&mut self, parts: Cell) -> Result<(), Refusal> {
        for part in self.m.to_list(parts)? {
            let (functor, args) = self.m.to_compound(part)?;
            let arg = |m: &Machine, index| args.get(&m.mem, index);
            let (first, second) = (arg(self.m, 0), arg(self.m, 1));
            match self.m.text(functor.name()) {
                "element" => {
                    let value = arg(self.m, 2);
                    self.post_list("element", [first, second, value])?;
                }
                "tuples" => self.post_tuples(first, second)?,
                _ => self.relation(Op::Equal, first, second)?,
            }
        }
        Ok(())
    }

    /// Each of the lists `tuples` is one of `rows`.
    fn post_tuples(&mut self, tuples: Cell, rows: Cell) -> Result<(), Refusal> {
        let rows = self.rows(rows)?;
        let mut tables: Vec<(usize, Arc<Table>)> = Vec::new();
        for tuple in self.m.to_list(tuples)? {
            let vars = self.list(tuple)?;
            self.look_at(rows.len())?;
            if has_repetition(&vars) {
                let rows = same_where_repeated(&rows, &vars);
                let table = Arc::new(table(&rows, vars.len())?);
                self.s.add_table(table, &vars)?;
                continue;
            }
            let table = match tables.iter().find(|(width, _)| *width == vars.len()) {
                Some((_, table)) => table.clone(),
                None => {
                    let table = Arc::new(table(&rows, vars.len())?);
                    tables.push((vars.len(), table.clone()));
                    table
                }
            };
            self.s.add_table(table, &vars)?;
        }
        Ok(())
    }
}

fn has_repetition(vars: &[VarId]) -> bool {
    (1..vars.len()).any(|at| vars[..at].contains(&vars[at]))
}

/// The rows in which a variable that stands in several places has one value.
fn same_where_repeated(rows: &[Vec<Int>], vars: &[VarId]) -> Vec<Vec<Int>> {
    let first = |var: &VarId| vars.iter().position(|other| other == var).unwrap_or(0);
    let fits = |row: &&Vec<Int>| {
        let places = vars.iter().enumerate();
        row.len() == vars.len()
            && places
                .into_iter()
                .all(|(at, var)| row[at] == row[first(var)])
    };
    rows.iter().filter(fits).cloned().collect()
}

/// The table of the rows of one length.
fn table(rows: &[Vec<Int>], width: usize) -> Result<Table, Refusal> {
    let mut fitting: Vec<Vec<i64>> = Vec::new();
    for row in rows.iter().filter(|row| row.len() == width) {
        let row: Option<Vec<i64>> = row.iter().map(is_constant).collect();
        let row = row.ok_or(Ball::Representation(crate::atom::known::MAX_INTEGER))?;
        fitting.push(row);
    }
    Ok(Table::new(&fitting, width))
}
