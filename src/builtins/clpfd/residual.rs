//! The goals that express what is demanded of variables.

use super::domains::domain_term;
use super::expression::is_monotonic;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::fd::domain::Domain;
use crate::fd::int::{Bound, Int};
use crate::fd::logic::{FUNCTIONS, Function};
use crate::fd::prop::{NOT_POSTED, Prop, PropKind};
use crate::fd::store::{PropId, Solver, VarId};
use crate::predicates;
use crate::term::cell::Cell;

/// The rows of residual goals.
pub const ROWS: &[Row] = predicates! {
    /// Goals express the domains of the variables in the list Variables and the
    /// constraints on them.
    "'$fd_goals'(+Variables, -Goals) is det" => once goals;
};

/// The goals so far, and what has been expressed.
struct Goals<'a> {
    m: &'a mut Machine,
    s: &'a mut Solver,
    goals: Vec<Cell>,
    /// Goals that can be called only after the domains of their variables.
    last: Vec<Cell>,
    vars: Vec<VarId>,
    seen_vars: Vec<bool>,
    seen_props: Vec<bool>,
    seen_posted: Vec<u32>,
    /// Whether variables in expressions are marked as integers.
    monotonic: bool,
}

fn goals(m: &mut Machine) -> Outcome {
    let vars = m.list_arg(0)?;
    let vars: Vec<VarId> = vars
        .into_iter()
        .filter_map(|var| m.known_domain_variable(var))
        .collect();
    if vars.is_empty() {
        return m.unify_arg(1, Cell::NIL);
    }
    let mut solver = m.take_solver();
    let mut goals = Goals {
        seen_vars: vec![false; solver.vars.len()],
        seen_props: vec![false; solver.props.len()],
        seen_posted: Vec::new(),
        monotonic: is_monotonic(m),
        m,
        s: &mut solver,
        goals: Vec::new(),
        last: Vec::new(),
        vars: Vec::new(),
    };
    let result = goals.collect(vars);
    let list = goals.goals;
    m.put_solver(solver);
    result?;
    m.unify_list(1, &list)
}

impl Goals<'_> {
    /// The goals of variables, and of all that are linked with them.
    fn collect(&mut self, vars: Vec<VarId>) -> Result<(), Ball> {
        for var in vars {
            self.reach(var);
        }
        let mut next = 0;
        while next < self.vars.len() {
            let var = self.vars[next];
            next += 1;
            self.m.poll()?;
            self.m.mem.ensure(256)?;
            let props = self.s.propagators(var);
            let alive = props.iter().any(|&id| self.s.is_active(id));
            let domain = self.s.domain(var);
            if self.is_order_number(var, &props) {
                continue;
            }
            if domain != Domain::all() || !alive {
                let x = self.m.domain_term(self.s, var);
                let set = domain_term(self.m, &domain);
                self.add("in", &[x, set]);
            }
            for id in props {
                self.express(id)?;
            }
        }
        self.goals.append(&mut self.last);
        Ok(())
    }

    /// Whether a variable stands for the order of two others, about which their
    /// attributes speak.
    fn is_order_number(&self, var: VarId, props: &[PropId]) -> bool {
        let orders = |&id: &PropId| {
            let prop = &self.s.props[id as usize];
            prop.kind == PropKind::Order && prop.z == var
        };
        !props.is_empty() && props.iter().all(orders)
    }

    fn reach(&mut self, var: VarId) {
        if !self.s.is_fixed(var) && !std::mem::replace(&mut self.seen_vars[var as usize], true) {
            self.vars.push(var);
        }
    }

    /// Adds `Name(Args...)`.
    fn add(&mut self, name: &str, args: &[Cell]) {
        let goal = self.m.compound(name, args);
        self.goals.push(goal);
    }

    fn var(&mut self, var: VarId) -> Cell {
        self.m.domain_term(self.s, var)
    }

    /// A variable or a value in an expression.
    fn operand(&mut self, var: VarId) -> Cell {
        let cell = self.var(var);
        if self.monotonic && cell.is_var() {
            return self.m.compound("#", &[cell]);
        }
        cell
    }

    fn int(&mut self, value: i64) -> Cell {
        self.m.mem.new_number(&Int::Small(value).to_number())
    }

    /// Adds the goal of a propagator, unless it has been added or says nothing.
    fn express(&mut self, id: PropId) -> Result<(), Ball> {
        if !self.s.is_active(id) || std::mem::replace(&mut self.seen_props[id as usize], true) {
            return Ok(());
        }
        let prop = self.s.props[id as usize];
        if prop.kind == PropKind::User {
            return Ok(());
        }
        for var in self.s.variables(id) {
            self.reach(var);
        }
        if prop.posted == NOT_POSTED {
            self.express_kind(&prop);
            return Ok(());
        }
        if !self.seen_posted.contains(&prop.posted) {
            self.seen_posted.push(prop.posted);
            let goal = self.posted_term(prop.posted)?;
            // What is posted in several steps is shown once.
            let m = &self.m.mem;
            let goals = match prop.kind {
                PropKind::Cumulative | PropKind::Disjoint => &mut self.last,
                _ => &mut self.goals,
            };
            if !goals.iter().any(|&seen| m.identical(seen, goal)) {
                goals.push(goal);
            }
        }
        Ok(())
    }

    /// The term of a posted constraint with the present values of its variables.
    fn posted_term(&mut self, posted: u32) -> Result<Cell, Ball> {
        let posted = &self.s.images[posted as usize];
        let vars = posted.vars.clone();
        let term = self.m.mem.build(&posted.image)?;
        let built = self.m.mem.built_variables().to_vec();
        for (fresh, var) in built.into_iter().zip(vars) {
            if let Some(var) = var {
                self.reach(var);
                let value = self.var(var);
                self.m.mem.unify(fresh, value);
            }
        }
        Ok(term)
    }

    fn express_kind(&mut self, prop: &Prop) {
        use PropKind as K;
        match prop.kind {
            K::Differ | K::Offset | K::AtMost => self.express_difference(prop),
            K::AllDifferent => self.express_list("all_different", prop),
            K::Distinct => self.express_list("all_distinct", prop),
            K::Plus => {
                let (x, y) = (self.operand(prop.x), self.operand(prop.y));
                self.express_value("+", &[x, y], prop.z);
            }
            K::LinearEqual => self.express_sum("#=", prop),
            K::LinearAtMost => self.express_sum("#=<", prop),
            K::LinearDiffer => self.express_sum("#\\=", prop),
            K::Times => self.express_binary("*", prop),
            K::Quotient => self.express_binary("//", prop),
            K::FloorQuotient => self.express_binary("div", prop),
            K::Modulo => self.express_binary("mod", prop),
            K::Remainder => self.express_binary("rem", prop),
            K::Power => self.express_binary("^", prop),
            K::Minimum => self.express_end("min", prop),
            K::Maximum => self.express_end("max", prop),
            K::Absolute => {
                let (x, z) = (self.operand(prop.x), self.operand(prop.z));
                let value = self.m.compound("abs", &[x]);
                self.add("#=", &[z, value]);
            }
            K::Function => self.express_function(prop),
            K::OrderIf | K::OrderUnless => self.express_reified_order(prop),
            K::ReifiedAtMost => self.express_reified("#=<", "#>", prop),
            K::ReifiedEqual => self.express_reified("#=", "#\\=", prop),
            K::ReifiedDiffer => self.express_reified("#\\=", "#=", prop),
            K::ReifiedSame | K::ReifiedApart => self.express_reified_difference(prop),
            K::ReifiedValue => {
                let set = Domain::single(Int::Small(prop.c));
                self.express_membership(prop, &set);
            }
            K::ReifiedOther => {
                let set = Domain::single(Int::Small(prop.c)).complement();
                self.express_membership(prop, &set);
            }
            K::ReifiedIn => {
                let set = self.s.domains[prop.c as usize].clone();
                self.express_membership(prop, &set);
            }
            K::Truth => self.express_truth(prop),
            K::Defined => self.express_defined(prop),
            _ => {}
        }
    }

    fn express_difference(&mut self, prop: &Prop) {
        let (x, y) = (self.operand(prop.x), self.operand(prop.y));
        let c = prop.c;
        let sum = |goals: &mut Self, var: Cell, c: i64| match c {
            0 => var,
            _ => {
                let c = goals.int(c);
                goals.m.compound("+", &[var, c])
            }
        };
        match prop.kind {
            PropKind::Differ if c < 0 => {
                let x = sum(self, x, -c);
                self.add("#\\=", &[y, x]);
            }
            PropKind::Differ => {
                let y = sum(self, y, c);
                self.add("#\\=", &[x, y]);
            }
            PropKind::Offset if c < 0 => {
                let x = sum(self, x, -c);
                self.add("#=", &[x, y]);
            }
            PropKind::Offset => {
                let y = sum(self, y, c);
                self.add("#=", &[y, x]);
            }
            _ if c == 0 => self.add("#>=", &[y, x]),
            _ => {
                let y = sum(self, y, c);
                self.add("#=<", &[x, y]);
            }
        }
    }

    fn express_list(&mut self, name: &str, prop: &Prop) {
        let count = prop.len as usize;
        let items: Vec<VarId> = (0..count).map(|index| self.s.item(prop, index)).collect();
        let items: Vec<Cell> = items.into_iter().map(|var| self.var(var)).collect();
        let list = self.m.mem.list(&items);
        self.add(name, &[list]);
    }

    /// `f(Args...) #= z`
    fn express_value(&mut self, name: &str, args: &[Cell], z: VarId) {
        let value = self.m.compound(name, args);
        let z = self.operand(z);
        self.add("#=", &[value, z]);
    }

    fn express_binary(&mut self, name: &str, prop: &Prop) {
        let (x, y) = (self.operand(prop.x), self.operand(prop.y));
        self.express_value(name, &[x, y], prop.z);
    }

    /// A minimum or maximum, with its bounds.
    fn express_end(&mut self, name: &str, prop: &Prop) {
        let (x, y, z) = (
            self.operand(prop.x),
            self.operand(prop.y),
            self.operand(prop.z),
        );
        let order = |var: Cell| if name == "max" { [z, var] } else { [var, z] };
        self.add("#>=", &order(x));
        let value = self.m.compound(name, &[x, y]);
        self.add("#=", &[z, value]);
        self.add("#>=", &order(y));
    }

    fn express_function(&mut self, prop: &Prop) {
        let (name, unary) = match FUNCTIONS[prop.c as usize] {
            Function::And => ("/\\", false),
            Function::Or => ("\\/", false),
            Function::Xor => ("xor", false),
            Function::Left => ("<<", false),
            Function::Right => (">>", false),
            Function::Msb => ("msb", true),
            Function::Lsb => ("lsb", true),
            Function::Count => ("popcount", true),
            Function::Not => ("\\", true),
        };
        if unary {
            let x = self.operand(prop.x);
            self.express_value(name, &[x], prop.z);
        } else {
            self.express_binary(name, prop);
        }
    }

    /// Both sides of a relation between the terms of a propagator and its constant.
    fn sides(&mut self, prop: &Prop) -> (Cell, Cell) {
        let mut terms: Vec<(i64, VarId)> = Vec::new();
        for index in 0..prop.len as usize {
            terms.push(self.s.term(prop, index));
        }
        let mut c = prop.c;
        let may_turn = !matches!(prop.kind, PropKind::LinearAtMost | PropKind::ReifiedAtMost);
        if may_turn && terms.iter().all(|&(k, _)| k < 0) {
            terms.iter_mut().for_each(|term| term.0 = -term.0);
            c = -c;
        }
        self.sides_of(terms, c)
    }

    fn sides_of(&mut self, terms: Vec<(i64, VarId)>, c: i64) -> (Cell, Cell) {
        let (left, right): (Vec<_>, Vec<_>) = terms.into_iter().partition(|&(k, _)| k > 0);
        let left_rest = if c < 0 { -c } else { 0 };
        let right_rest = if c > 0 { c } else { 0 };
        (self.side(&left, left_rest), self.side(&right, right_rest))
    }

    fn side(&mut self, terms: &[(i64, VarId)], rest: i64) -> Cell {
        let mut sum: Option<Cell> = None;
        for &(k, var) in terms {
            let var = self.operand(var);
            let term = match k.abs() {
                1 => var,
                k => {
                    let k = self.int(k);
                    self.m.compound("*", &[k, var])
                }
            };
            sum = Some(match sum {
                None => term,
                Some(sum) => self.m.compound("+", &[sum, term]),
            });
        }
        let Some(sum) = sum else {
            return self.int(rest);
        };
        if rest == 0 {
            return sum;
        }
        let rest = self.int(rest);
        self.m.compound("+", &[sum, rest])
    }

    fn express_sum(&mut self, name: &str, prop: &Prop) {
        let (left, right) = self.sides(prop);
        self.add(name, &[left, right]);
    }

    fn express_reified(&mut self, name: &str, negated: &str, prop: &Prop) {
        let (left, right) = self.sides(prop);
        match self.s.value(prop.z) {
            Some(Int::Small(1)) => self.add(name, &[left, right]),
            Some(_) => self.add(negated, &[left, right]),
            None => {
                let relation = self.m.compound(name, &[left, right]);
                let z = self.operand(prop.z);
                self.add("#<==>", &[relation, z]);
            }
        }
    }

    fn express_reified_order(&mut self, prop: &Prop) {
        let value = self.s.value(prop.z);
        let decides = i64::from(prop.kind == PropKind::OrderIf);
        if value.is_none() && decides == 0
            || value.as_ref().is_some_and(|v| *v != Int::Small(decides))
        {
            // The twin says it.
            return;
        }
        let (x, y, z) = (
            self.operand(prop.x),
            self.operand(prop.y),
            self.operand(prop.z),
        );
        // It reads better with a distance that is not negative.
        let (name, distance, [left, right]) = match prop.c {
            c if c < 0 => ("#>=", -c, [y, x]),
            c => ("#=<", c, [x, y]),
        };
        let right = match distance {
            0 => right,
            _ => {
                let distance = self.int(distance);
                self.m.compound("+", &[right, distance])
            }
        };
        let relation = self.m.compound(name, &[left, right]);
        if value.is_some() {
            self.goals.push(relation);
        } else {
            self.add("#<==>", &[relation, z]);
        }
    }

    /// `x #= y + c #<==> z`
    fn express_reified_difference(&mut self, prop: &Prop) {
        let terms = [(1, prop.x), (-1, prop.y)];
        let is_same = prop.kind == PropKind::ReifiedSame;
        let (left, right) = self.sides_of(terms.to_vec(), prop.c);
        let same = match self.s.value(prop.z) {
            Some(value) => (value == Int::ONE) == is_same,
            None => is_same,
        };
        let name = if same { "#=" } else { "#\\=" };
        if self.s.is_fixed(prop.z) {
            return self.add(name, &[left, right]);
        }
        let relation = self.m.compound(name, &[left, right]);
        let z = self.operand(prop.z);
        self.add("#<==>", &[relation, z]);
    }

    fn express_membership(&mut self, prop: &Prop, set: &Domain) {
        let x = self.operand(prop.x);
        let relation = self.membership(x, set);
        let z = self.operand(prop.z);
        self.add("#<==>", &[relation, z]);
    }

    fn membership(&mut self, x: Cell, set: &Domain) -> Cell {
        let outside = set.complement();
        let (name, value) = match (set.min(), set.max()) {
            _ if set.value().is_some() => ("#=", set.value().cloned()),
            _ if outside.value().is_some() => ("#\\=", outside.value().cloned()),
            (Bound::Fin(low), Bound::Sup) if set.ranges().len() == 1 => ("#>=", Some(low)),
            (Bound::Inf, Bound::Fin(high)) if set.ranges().len() == 1 => ("#=<", Some(high)),
            _ => ("in", None),
        };
        match value {
            Some(value) => {
                let value = self.m.mem.new_number(&value.to_number());
                self.m.compound(name, &[x, value])
            }
            None => {
                let set = domain_term(self.m, set);
                self.m.compound("in", &[x, set])
            }
        }
    }

    fn express_truth(&mut self, prop: &Prop) {
        let (x, y, z) = (
            self.operand(prop.x),
            self.operand(prop.y),
            self.operand(prop.z),
        );
        let name = match prop.c {
            TRUTH_AND => "#/\\",
            TRUTH_OR => "#\\/",
            TRUTH_XOR => "#\\",
            TRUTH_IMPLIES => "#==>",
            TRUTH_IMPLIED => "#<==",
            TRUTH_SAME => "#<==>",
            _ => {
                let not = self.m.compound("#\\", &[x]);
                return self.add("#<==>", &[not, z]);
            }
        };
        let connected = self.m.compound(name, &[x, y]);
        if prop.c == TRUTH_IMPLIES && self.s.value(prop.z) == Some(Int::ONE) {
            self.goals.push(connected);
        } else {
            self.add("#<==>", &[connected, z]);
        }
    }

    fn express_defined(&mut self, prop: &Prop) {
        let (x, y, z) = (
            self.operand(prop.x),
            self.operand(prop.y),
            self.operand(prop.z),
        );
        let one = self.int(1);
        let same = self.m.compound("#=", &[x, y]);
        self.add("#==>", &[z, same]);
        let is_one = self.m.compound("#=", &[x, one]);
        let not = self.m.compound("#\\", &[z]);
        self.add("#==>", &[not, is_one]);
    }
}

/// Truth tables, row `4 * x + 2 * y + z` in bit order.
const TRUTH_AND: i64 = 0b1001_0101;
const TRUTH_OR: i64 = 0b1010_1001;
const TRUTH_XOR: i64 = 0b0110_1001;
const TRUTH_IMPLIES: i64 = 0b1001_1010;
const TRUTH_IMPLIED: i64 = 0b1010_0110;
const TRUTH_SAME: i64 = 0b1001_0110;
