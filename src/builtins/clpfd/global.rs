//! Constraints over lists.

use super::expression::{Poster, Sum};
use super::names::Op;
use super::relation::Relation;
use crate::engine::constraints::Refusal;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::Outcome;
use crate::fd::int::Int;
use crate::fd::prop::{ANY, Posted, Prop, PropKind};
use crate::fd::queue::FIX;
use crate::fd::store::VarId;
use crate::predicates;
use crate::term::cell::Cell;
use crate::term::image::Attributes;

/// The rows of constraints over lists.
pub const ROWS: &[Row] = predicates! {
    /// Xs have different values.
    "'$fd_all_different'(?Xs) is semidet" => once all_different;
    /// Xs have different values, as is seen from all of them together.
    "'$fd_all_distinct'(?Xs) is semidet" => once all_distinct;
    /// The sum of Xs, each times its coefficient, stands to Expr as Relation says.
    "'$fd_scalar_product'(+Coefficients, ?Xs, +Relation, ?Expr) is semidet" => once scalar_product;
};

impl Poster<'_> {
    /// Propagators posted from here on belong to the constraint `goal`.
    pub fn begin(&mut self, goal: Cell) {
        let image = self.m.mem.image(goal, Attributes::Drop);
        let copied = self.m.mem.copied_variables().to_vec();
        let vars: Vec<VarId> = copied
            .into_iter()
            .map(|var| self.m.domain_variable(self.s, var))
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
