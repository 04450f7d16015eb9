//! The goals that express what is demanded of variables.

use super::domains::domain_term;
use super::expression::is_monotonic;
use super::goals::Goals;
use super::implied::silent;
use super::sums::Stands;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::fd::domain::Domain;
use crate::fd::int::{Bound, Int};
use crate::fd::logic::{FUNCTIONS, Function};
use crate::fd::prop::{NOT_POSTED, Prop, PropKind};
use crate::fd::store::{PropId, VarId};
use crate::predicates;
use crate::term::cell::Cell;

/// The rows of residual goals.
pub const ROWS: &[Row] = predicates! {
    /// Goals express the domains of the variables in the list Variables and the
    /// constraints on them.
    "'$fd_goals'(+Variables, -Goals) is det" => once goals;
};

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
        silent: silent(&solver, &vars),
        roots: vars.clone(),
        is_reified: false,
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
            let alive = props.iter().any(|&id| !self.silent[id as usize]);
            let domain = self.s.domain(var);
            if self.is_order_number(var, &props) || self.is_within(var, &props) {
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

    /// Whether a variable is part of one posted constraint only, whose term says what
    /// is demanded of it without naming it.
    fn is_within(&self, var: VarId, props: &[PropId]) -> bool {
        let loud = props.iter().filter(|&&id| !self.silent[id as usize]);
        let mut posted = loud.map(|&id| self.s.props[id as usize].posted);
        let Some(first) = posted.next().filter(|&first| first != NOT_POSTED) else {
            return false;
        };
        let named = &self.s.images[first as usize].vars;
        posted.all(|other| other == first)
            && !self.roots.contains(&var)
            && !named.contains(&Some(var))
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

    /// Adds the goal of a propagator, unless it has been added or says nothing.
    fn express(&mut self, id: PropId) -> Result<(), Ball> {
        if self.silent[id as usize] || std::mem::replace(&mut self.seen_props[id as usize], true) {
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
            K::Offset | K::Plus | K::LinearEqual => self.express_sum(Stands::Equal, prop),
            K::AtMost | K::LinearAtMost => self.express_sum(Stands::AtMost, prop),
            K::Differ | K::LinearDiffer => self.express_sum(Stands::Differs, prop),
            K::AllDifferent => self.express_list("all_different", prop),
            K::Distinct => self.express_list("all_distinct", prop),
            K::Times => self.express_product(prop),
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
            K::ReifiedAtMost => self.express_reified(Stands::AtMost, prop),
            K::ReifiedEqual | K::ReifiedSame => self.express_reified(Stands::Equal, prop),
            K::ReifiedDiffer | K::ReifiedApart => self.express_reified(Stands::Differs, prop),
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

    fn express_sum(&mut self, stands: Stands, prop: &Prop) {
        let related = self.related_of(prop);
        self.add_related(stands, related);
    }

    /// A product, which is a power of a variable, or a sum with a known factor.
    fn express_product(&mut self, prop: &Prop) {
        if let Some(related) = self.gathered_product(prop) {
            return self.add_related(Stands::Equal, related);
        }
        if prop.x == prop.y {
            let (x, two) = (self.operand(prop.x), self.int(2));
            return self.express_value("^", &[x, two], prop.z);
        }
        self.express_binary("*", prop);
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

    fn add_value(&mut self, value: Cell, z: VarId) {
        let z = self.operand(z);
        self.add("#=", &[z, value]);
    }

    /// A minimum or maximum, with its bounds.
    fn express_end(&mut self, name: &str, prop: &Prop) {
        let (x, y, z) = (
            self.operand(prop.x),
            self.operand(prop.y),
            self.operand(prop.z),
        );
        self.express_bound(name, prop.x, prop.z);
        let value = self.m.compound(name, &[x, y]);
        self.add("#=", &[z, value]);
        self.express_bound(name, prop.y, prop.z);
    }

    /// A maximum is not less than an argument, unless that is seen from the domains.
    fn express_bound(&mut self, name: &str, x: VarId, z: VarId) {
        let (least, most) = if name == "max" { (z, x) } else { (x, z) };
        if least == most || self.s.min(least) >= self.s.max(most) {
            return;
        }
        if self.s.is_fixed(x) || self.s.is_fixed(z) {
            return;
        }
        let order = [self.operand(least), self.operand(most)];
        self.add("#>=", &order);
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
            let value = self.m.compound(name, &[x]);
            self.add_value(value, prop.z);
        } else {
            let (x, y) = (self.operand(prop.x), self.operand(prop.y));
            let value = self.m.compound(name, &[x, y]);
            self.add_value(value, prop.z);
        }
    }

    fn express_reified(&mut self, stands: Stands, prop: &Prop) {
        let related = self.related_of(prop);
        let value = self.s.value(prop.z);
        if value == Some(Int::ONE) {
            return self.add_related(stands, related);
        }
        if value.is_some() {
            let (stands, related) = self.contrary(stands, related);
            return self.add_related(stands, related);
        }
        self.is_reified = true;
        let relation = match related.terms.is_empty() {
            true => self.int(1),
            false => self.relation(stands, related),
        };
        self.is_reified = false;
        let z = self.operand(prop.z);
        self.add("#<==>", &[relation, z]);
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
        if value.is_some() {
            return self.express_sum(Stands::AtMost, prop);
        }
        self.express_reified(Stands::AtMost, prop);
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
