//! Constraints as truth values.

use super::expression::is_constant;
use super::expression::{Poster, Sum};
use super::names::Op;
use super::relation::{Relation, holds, reduced, solutions};
use crate::engine::constraints::Refusal;
use crate::fd::domain::Domain;
use crate::fd::int::Int;
use crate::fd::prop::{ANY, Prop, PropKind};
use crate::fd::queue::FIX;
use crate::fd::store::{LIMIT, VarId};
use crate::term::cell::Cell;

/// What is known of a part of a reified constraint.
enum Part {
    /// A truth value.
    Var(VarId),
    /// The contrary of a truth value.
    Not(VarId),
    /// A variable is in a set.
    Member(VarId, Domain),
    /// A variable is a value, or is not.
    Value(VarId, i64, bool),
    /// The difference of two variables stands to an integer so.
    Difference(Relation, VarId, VarId, i64),
    /// Terms without a common divisor have a sum that stands to an integer so.
    Sum(Relation, Vec<(i64, VarId)>, i64),
}

impl Part {
    /// The contrary.
    fn negated(self) -> Part {
        match self {
            Part::Var(var) => Part::Not(var),
            Part::Not(var) => Part::Var(var),
            Part::Member(var, set) => Part::Member(var, set.complement()),
            Part::Value(var, value, equal) => Part::Value(var, value, !equal),
            Part::Difference(Relation::Equal, x, y, c) => {
                Part::Difference(Relation::Differ, x, y, c)
            }
            Part::Difference(Relation::Differ, x, y, c) => {
                Part::Difference(Relation::Equal, x, y, c)
            }
            Part::Difference(_, x, y, c) => Part::Difference(Relation::AtMost, y, x, -c - 1),
            Part::Sum(Relation::Equal, terms, c) => Part::Sum(Relation::Differ, terms, c),
            Part::Sum(Relation::Differ, terms, c) => Part::Sum(Relation::Equal, terms, c),
            Part::Sum(Relation::AtMost, mut terms, c) => {
                terms.iter_mut().for_each(|term| term.0 = -term.0);
                Part::Sum(Relation::AtMost, terms, -c - 1)
            }
        }
    }
}

impl Part {
    /// A relation of one variable as membership in a set.
    fn as_member(&self) -> Option<(VarId, Domain)> {
        match self {
            Part::Member(var, set) => Some((*var, set.clone())),
            Part::Value(var, value, equal) => {
                let set = Domain::single(Int::Small(*value));
                Some((*var, if *equal { set } else { set.complement() }))
            }
            _ => None,
        }
    }
}

enum Task {
    Read(Cell),
    Apply(Op),
}

/// The rows of a truth table for which `z` is `f(x, y)`.
fn table(f: impl Fn(bool, bool) -> bool) -> i64 {
    let mut mask = 0;
    for row in 0..8 {
        let (x, y, z) = (row & 4 != 0, row & 2 != 0, row & 1 != 0);
        if f(x, y) == z {
            mask |= 1 << row;
        }
    }
    mask
}

impl Poster<'_> {
    /// Posts a constraint made of constraints.
    pub fn truth(&mut self, cell: Cell) -> Result<(), Refusal> {
        if let Some((functor, args)) = self.m.mem.compound(cell)
            && self.meaning(functor) == Some(Op::Equivalent)
        {
            let (x, y) = (args.get(&self.m.mem, 0), args.get(&self.m.mem, 1));
            let (x, y) = (self.part(x)?, self.part(y)?);
            return match (x, y) {
                (part, Part::Var(z)) | (Part::Var(z), part) => self.assign(part, z),
                (part, Part::Not(z)) | (Part::Not(z), part) => self.assign(part.negated(), z),
                (x, y) => {
                    let z = self.decided(x);
                    self.assign(y, z)
                }
            };
        }
        let part = self.part(cell)?;
        self.hold(part)
    }

    /// A constraint holds.
    fn hold(&mut self, part: Part) -> Result<(), Refusal> {
        match part {
            Part::Var(var) => Ok(self.s.fix(var, 1)?),
            Part::Not(var) => Ok(self.s.fix(var, 0)?),
            Part::Member(var, set) => Ok(self.s.restrict(var, &set)?),
            Part::Value(var, value, true) => Ok(self.s.fix(var, value)?),
            Part::Value(var, value, false) => Ok(self.s.exclude(var, value)?),
            Part::Difference(Relation::Equal, x, y, 0) => self.same(x, y),
            Part::Difference(relation, x, y, c) => Ok(self.post_difference(relation, x, y, c)?),
            Part::Sum(relation, terms, c) => {
                let constant = Int::Small(-c);
                self.post_or_unify(relation, Sum { terms, constant })
            }
        }
    }

    /// `z` tells whether a constraint holds.
    fn assign(&mut self, part: Part, z: VarId) -> Result<(), Refusal> {
        match (self.s.value(z), part) {
            (Some(Int::Small(1)), part) => return self.hold(part),
            (Some(_), part) => return self.hold(part.negated()),
            (None, Part::Var(var)) if self.s.is_fixed(var) => {
                let value = self.s.min(var);
                self.s.at_least_bound(z, &value)?;
                self.s.at_most_bound(z, &value)?;
            }
            (None, Part::Var(var)) => return self.same(var, z),
            (None, Part::Not(var)) => self.connect_as(var, var, z, |x, _| !x),
            (None, Part::Member(var, set)) => self.membership_as(var, set, z),
            (None, Part::Value(var, value, equal)) => self.value_as(var, value, equal, z),
            (None, Part::Difference(relation, x, y, c)) => {
                self.difference_as(relation, x, y, c, z);
            }
            (None, Part::Sum(relation, terms, c)) => self.sum_as(relation, &terms, c, z),
        }
        Ok(())
    }

    fn part(&mut self, cell: Cell) -> Result<Part, Refusal> {
        let mut tasks = Vec::new();
        if let Some(part) = self.read_part(cell, &mut tasks)? {
            return Ok(part);
        }
        let mut parts: Vec<Part> = Vec::new();
        let mut left = self.m.mem.heap_used() / 8 + 64;
        while let Some(task) = tasks.pop() {
            match task {
                Task::Read(part) => {
                    left = left
                        .checked_sub(1)
                        .ok_or_else(|| self.not_reifiable(cell))?;
                    if let Some(part) = self.read_part(part, &mut tasks)? {
                        parts.push(part);
                    }
                }
                Task::Apply(op) => {
                    let part = self.combine(op, &mut parts);
                    parts.push(part);
                }
            }
        }
        parts.pop().ok_or_else(|| self.not_reifiable(cell))
    }

    fn not_reifiable(&mut self, cell: Cell) -> Refusal {
        let cell = self.m.mem.deref(cell);
        Refusal::Ball(self.m.domain_error("clpfd_reifiable_expression", cell))
    }

    fn read_part(&mut self, cell: Cell, tasks: &mut Vec<Task>) -> Result<Option<Part>, Refusal> {
        let cell = self.m.mem.deref(cell);
        if cell.is_var() {
            let var = self.integer_variable(cell)?;
            self.s.keep_between(var, 0, 1)?;
            return Ok(Some(Part::Var(var)));
        }
        if cell == Cell::small(0) || cell == Cell::small(1) {
            let value = Int::Small(cell.small_value());
            return Ok(Some(Part::Var(self.s.new_constant(&value))));
        }
        let Some((functor, args)) = self.m.mem.compound(cell) else {
            return Err(self.not_reifiable(cell));
        };
        let Some(op) = self.meaning(functor) else {
            return Err(self.not_reifiable(cell));
        };
        let first = args.get(&self.m.mem, 0);
        let last = args.get(&self.m.mem, args.len() - 1);
        match op {
            Op::Equal | Op::Differ | Op::Less | Op::Greater | Op::AtMost | Op::AtLeast => {
                self.reified_relation(op, first, last).map(Some)
            }
            Op::In => {
                let var = self.item(first)?;
                let set = self.domain(last)?;
                Ok(Some(Part::Member(var, set)))
            }
            Op::InSet => {
                let var = self.item(first)?;
                let set = self.fdset(last)?;
                Ok(Some(Part::Member(var, set)))
            }
            Op::Var => {
                self.plain(first)?;
                tasks.push(Task::Read(first));
                Ok(None)
            }
            Op::Finite => {
                let var = self.item(first)?;
                let finite = self.s.domain(var).size().is_some();
                let value = Int::Small(i64::from(finite));
                Ok(Some(Part::Var(self.s.new_constant(&value))))
            }
            Op::TuplesIn => self
                .reified_tuples(first, last)
                .map(|var| Some(Part::Var(var))),
            Op::Not => {
                tasks.push(Task::Apply(op));
                tasks.push(Task::Read(first));
                Ok(None)
            }
            Op::Conjunction
            | Op::Disjunction
            | Op::Exclusive
            | Op::Implies
            | Op::ImpliedBy
            | Op::Equivalent => {
                tasks.push(Task::Apply(op));
                tasks.push(Task::Read(last));
                tasks.push(Task::Read(first));
                Ok(None)
            }
            _ => Err(self.not_reifiable(cell)),
        }
    }

    fn combine(&mut self, op: Op, parts: &mut Vec<Part>) -> Part {
        let Some(last) = parts.pop() else {
            return Part::Var(self.s.new_constant(&Int::ZERO));
        };
        if op == Op::Not {
            return last.negated();
        }
        let first = match parts.pop() {
            Some(first) => first,
            None => return last,
        };
        if matches!(op, Op::Conjunction | Op::Disjunction | Op::Implies)
            && let (Some((x, a)), Some((y, b))) = (first.as_member(), last.as_member())
            && x == y
        {
            return match op {
                Op::Conjunction => Part::Member(x, a.intersection(&b)),
                Op::Disjunction => Part::Member(x, a.union(&b)),
                _ => Part::Member(x, a.complement().union(&b)),
            };
        }
        let (x, y) = (self.decided(first), self.decided(last));
        Part::Var(match op {
            Op::Conjunction => self.connect(x, y, |x, y| x && y),
            Op::Disjunction => self.connect(x, y, |x, y| x || y),
            Op::Exclusive => self.connect(x, y, |x, y| x != y),
            Op::Implies => self.connect(x, y, |x, y| !x || y),
            Op::ImpliedBy => self.connect(x, y, |x, y| x || !y),
            _ => self.connect(x, y, |x, y| x == y),
        })
    }

    /// A truth value that is a function of two others.
    pub fn connect(&mut self, x: VarId, y: VarId, f: impl Fn(bool, bool) -> bool) -> VarId {
        let z = self.s.new_interval(0, 1);
        self.connect_as(x, y, z, f);
        z
    }

    fn connect_as(&mut self, x: VarId, y: VarId, z: VarId, f: impl Fn(bool, bool) -> bool) {
        let prop = Prop::new(PropKind::Truth, x, y, z, table(f));
        self.s.add_ternary(prop, FIX);
    }

    /// The truth value of a part.
    fn decided(&mut self, part: Part) -> VarId {
        match part {
            Part::Var(var) => var,
            Part::Not(var) => self.connect(var, var, |x, _| !x),
            Part::Member(var, set) => self.membership(var, set),
            part => {
                let z = self.s.new_interval(0, 1);
                match part {
                    Part::Value(var, value, equal) => self.value_as(var, value, equal, z),
                    Part::Difference(relation, x, y, c) => {
                        self.difference_as(relation, x, y, c, z);
                    }
                    Part::Sum(relation, terms, c) => self.sum_as(relation, &terms, c, z),
                    _ => {}
                }
                z
            }
        }
    }

    /// A truth value that tells whether a variable is in a set.
    pub fn membership(&mut self, var: VarId, set: Domain) -> VarId {
        let z = self.s.new_interval(0, 1);
        self.membership_as(var, set, z);
        z
    }

    /// `z` tells whether a variable is a value, or whether it is not.
    fn value_as(&mut self, var: VarId, value: i64, equal: bool, z: VarId) {
        let kind = match equal {
            true => PropKind::ReifiedValue,
            false => PropKind::ReifiedOther,
        };
        self.s.add_reified(Prop::new(kind, var, var, z, value));
    }

    /// `z` tells how `x - y` stands to `c`.
    fn difference_as(&mut self, relation: Relation, x: VarId, y: VarId, c: i64, z: VarId) {
        let kind = match relation {
            Relation::Equal => PropKind::ReifiedSame,
            Relation::Differ => PropKind::ReifiedApart,
            Relation::AtMost => return self.s.add_reified_order(x, y, c, z),
        };
        self.s.add_reified(Prop::new(kind, x, y, z, c));
    }

    fn membership_as(&mut self, var: VarId, set: Domain, z: VarId) {
        if let Some(value) = set.value().and_then(is_constant) {
            return self.value_as(var, value, true, z);
        }
        self.s.domains.push(set);
        let index = self.s.domains.len() as i64 - 1;
        let prop = Prop::new(PropKind::ReifiedIn, var, var, z, index);
        let id = self.s.add(prop, 1);
        self.s.watch(id, var, ANY);
        self.s.watch(id, z, FIX);
    }

    /// The most frequent relations, of an open variable and another one or an integer.
    fn reified_simple(&mut self, op: Op, left: Cell, right: Cell) -> Result<Option<Part>, Refusal> {
        let Some((x, a)) = self.simple(left)? else {
            return Ok(None);
        };
        if self.s.is_fixed(x) {
            return Ok(None);
        }
        let value = self.m.mem.deref(right);
        if value.is_small() {
            let value = value.small_value().checked_sub(a);
            let value = value.filter(|value| value.unsigned_abs() <= LIMIT as u64);
            return Ok(match (op, value) {
                (Op::Equal, Some(value)) => Some(Part::Value(x, value, true)),
                (Op::Differ, Some(value)) => Some(Part::Value(x, value, false)),
                _ => None,
            });
        }
        let Some((y, b)) = self.simple(right)? else {
            return Ok(None);
        };
        if x == y || self.s.is_fixed(y) {
            return Ok(None);
        }
        // x + a stands to y + b.
        let c = b - a;
        Ok(Some(match op {
            Op::Equal => Part::Difference(Relation::Equal, x, y, c),
            Op::Differ => Part::Difference(Relation::Differ, x, y, c),
            Op::Less => Part::Difference(Relation::AtMost, x, y, c - 1),
            Op::AtMost => Part::Difference(Relation::AtMost, x, y, c),
            Op::Greater => Part::Difference(Relation::AtMost, y, x, -c - 1),
            _ => Part::Difference(Relation::AtMost, y, x, -c),
        }))
    }

    fn reified_relation(&mut self, op: Op, left: Cell, right: Cell) -> Result<Part, Refusal> {
        if let Some(part) = self.reified_simple(op, left, right)? {
            return Ok(part);
        }
        let outer = self.conditions.replace(Vec::new());
        let related = self.related(op, left, right);
        let conditions = std::mem::replace(&mut self.conditions, outer).unwrap_or_default();
        let (relation, sum) = related?;
        let part = match &*sum.terms {
            [] => {
                let value = i64::from(holds(relation, &sum.constant).is_ok());
                Part::Var(self.s.new_constant(&Int::Small(value)))
            }
            [(c, var)] => Part::Member(*var, solutions(relation, *c, &sum.constant)),
            _ => match reduced(relation, sum) {
                Ok(Some((terms, c))) => Part::Sum(relation, terms, c),
                decided => {
                    let value = Int::Small(i64::from(decided.is_ok()));
                    Part::Var(self.s.new_constant(&value))
                }
            },
        };
        if conditions.is_empty() {
            return Ok(part);
        }
        let mut truth = self.decided(part);
        for condition in conditions {
            truth = self.connect(truth, condition, |x, y| x && y);
        }
        Ok(Part::Var(truth))
    }

    /// `z` tells how a sum stands to `c`.
    fn sum_as(&mut self, relation: Relation, terms: &[(i64, VarId)], c: i64, z: VarId) {
        match *terms {
            [(1, x), (-1, y)] => return self.difference_as(relation, x, y, c, z),
            [(-1, y), (1, x)] if relation == Relation::AtMost => {
                return self.difference_as(relation, x, y, c, z);
            }
            [(-1, x), (1, y)] => return self.difference_as(relation, x, y, -c, z),
            _ => {}
        }
        let kind = match relation {
            Relation::Equal => PropKind::ReifiedEqual,
            Relation::Differ => PropKind::ReifiedDiffer,
            Relation::AtMost => PropKind::ReifiedAtMost,
        };
        let prop = Prop::new(kind, 0, 0, z, c);
        let id = self.s.add_linear(prop, terms, [true, true]);
        if relation != Relation::AtMost && terms.len() <= 2 {
            for &(_, var) in terms {
                self.s.watch(id, var, ANY);
            }
        }
        self.s.watch(id, z, FIX);
    }

    /// The truth value of `tuples_in(Tuples, Relation)`.
    fn reified_tuples(&mut self, tuples: Cell, relation: Cell) -> Result<VarId, Refusal> {
        let rows = self.rows(relation)?;
        let tuples = self.m.to_list(tuples)?;
        let mut all = self.s.new_constant(&Int::ONE);
        for tuple in tuples {
            let vars = self.list(tuple)?;
            let mut any = self.s.new_constant(&Int::ZERO);
            for row in rows.iter().filter(|row| row.len() == vars.len()) {
                let mut same = self.s.new_constant(&Int::ONE);
                for (&var, value) in vars.iter().zip(row) {
                    let equal = self.membership(var, Domain::single(value.clone()));
                    same = self.connect(same, equal, |x, y| x && y);
                }
                any = self.connect(any, same, |x, y| x || y);
            }
            all = self.connect(all, any, |x, y| x && y);
        }
        Ok(all)
    }

    /// A list of lists of integers.
    pub fn rows(&mut self, cell: Cell) -> Result<Vec<Vec<Int>>, Refusal> {
        let mut rows = Vec::new();
        for row in self.m.to_list(cell)? {
            let mut values = Vec::new();
            self.look_at(4)?;
            for item in self.m.to_list(row)? {
                let item = self.m.mem.deref(item);
                match self.m.integer_of(item) {
                    Some(value) => values.push(value),
                    None => {
                        let kind = crate::atom::known::INTEGER;
                        return Err(Refusal::Ball(self.m.not_a(kind, item)));
                    }
                }
            }
            rows.push(values);
        }
        Ok(rows)
    }
}
