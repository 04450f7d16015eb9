//! Goals that are control constructs, apart from the data in them.
//!
//! A control construct that is called becomes the body of a clause. Its goals
//! differ from call to call mostly in their arguments, so these are passed in a
//! frame, like variables: code compiled once then serves many calls, and large
//! terms are not copied into code.

use rustc_hash::FxHashSet;

use super::machine::Machine;
use crate::atom::known;
use crate::error::Ball;
use crate::term::cell::{Cell, Functor, Tag};

/// A goal with more parameters takes only its variables as parameters: more do
/// not fit into an environment.
const MOST_PARAMETERS: usize = 10_000;

/// A goal as a clause `call('$VAR'(Parameter...)) :- Goal`, and the frame of
/// what the parameters stand for.
pub(super) struct Skeleton {
    pub rule: Cell,
    pub frame: Cell,
}

/// What stands at a place of the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Goal,
    Expression,
    Argument,
}

/// A place to be filled: the term there, where its copy goes, and its role.
#[derive(Clone, Copy, Debug)]
struct Place {
    term: Cell,
    slot: u64,
    role: Role,
}

/// A skeleton in the making.
#[derive(Default)]
struct Plan {
    todo: Vec<Place>,
    parameters: Vec<Cell>,
    values: Vec<Cell>,
    variables: FxHashSet<Cell>,
}

impl Machine {
    /// The skeleton of a goal.
    pub(super) fn skeleton(&mut self, goal: Cell) -> Result<Skeleton, Ball> {
        self.mem.ensure(8)?;
        let rule = self.mem.new_frame(Functor::new(known::NECK, 2));
        let body = rule.offset() + 16;
        let mut plan = Plan::default();
        plan.todo.push(Place {
            term: goal,
            slot: body,
            role: Role::Goal,
        });
        // A goal with more parts than the heap has cells is cyclic, or as good as that.
        let mut left = self.mem.heap_used() / 8 + 64;
        while let Some(place) = plan.todo.pop() {
            left = left.checked_sub(1).ok_or_else(|| self.endless_goal(goal))?;
            self.fill(place, &mut plan)?;
        }
        if plan.parameters.len() > MOST_PARAMETERS {
            return self.plain_skeleton(rule, goal);
        }
        self.complete(rule, &plan.parameters, &plan.values)
    }

    /// The skeleton whose parameters are the variables of the goal.
    fn plain_skeleton(&mut self, rule: Cell, goal: Cell) -> Result<Skeleton, Ball> {
        let variables = self.mem.term_variables(goal);
        self.mem.set(rule.offset() + 16, goal);
        self.complete(rule, &variables, &variables)
    }

    /// The error for a goal that has more parts than the heap.
    fn endless_goal(&self, goal: Cell) -> Ball {
        match self.mem.is_acyclic(goal) {
            true => Ball::Resource(known::MEMORY),
            false => Ball::Representation(known::CYCLIC_TERM),
        }
    }

    fn complete(
        &mut self,
        rule: Cell,
        parameters: &[Cell],
        values: &[Cell],
    ) -> Result<Skeleton, Ball> {
        self.mem.ensure(2 * parameters.len() as u64 + 8)?;
        let named = self.mem.new_struct(known::VAR_FUNCTOR, parameters);
        let head = self.mem.new_struct(known::CALL, &[named]);
        self.mem.set(rule.offset() + 8, head);
        let frame = self.mem.new_struct(known::VAR_FUNCTOR, values);
        Ok(Skeleton { rule, frame })
    }

    fn fill(&mut self, place: Place, plan: &mut Plan) -> Result<(), Ball> {
        let Place { term, slot, role } = place;
        let term = self.mem.deref(term);
        if term.is_var() {
            let var = Cell::reference(term.offset());
            self.mem.set(slot, var);
            plan.add_variable(var);
            return Ok(());
        }
        match role {
            Role::Goal if term.is_compound() => self.fill_goal(term, slot, plan),
            Role::Expression if term.tag() == Tag::Str => {
                self.fill_struct(term, slot, |_| Role::Expression, plan)
            }
            Role::Goal => {
                self.mem.set(slot, term);
                Ok(())
            }
            Role::Expression if term.is_atom() => {
                self.mem.set(slot, term);
                Ok(())
            }
            Role::Expression | Role::Argument => {
                let parameter = Cell::reference(slot);
                self.mem.set(slot, parameter);
                plan.parameters.push(parameter);
                plan.values.push(term);
                Ok(())
            }
        }
    }

    fn fill_goal(&mut self, goal: Cell, slot: u64, plan: &mut Plan) -> Result<(), Ball> {
        let Some((functor, args)) = self.mem.compound(goal) else {
            self.mem.set(slot, goal);
            return Ok(());
        };
        if functor == Functor::new(known::COLON, 2) {
            let module = self.mem.deref(args.get(&self.mem, 0));
            let inner = self.mem.deref(args.get(&self.mem, 1));
            let known = module.is_atom() && (inner.is_atom() || inner.is_compound());
            let role = if known { Role::Goal } else { Role::Argument };
            return self.fill_struct(goal, slot, |_| role, plan);
        }
        if holds_goals(functor) {
            return self.fill_struct(goal, slot, |_| Role::Goal, plan);
        }
        let first_expression = first_expression(functor);
        let role = |index| match index >= first_expression {
            true => Role::Expression,
            false => Role::Argument,
        };
        self.fill_struct(goal, slot, role, plan)
    }

    /// Copies the functor, and leaves the arguments to be filled.
    fn fill_struct(
        &mut self,
        term: Cell,
        slot: u64,
        role: impl Fn(usize) -> Role,
        plan: &mut Plan,
    ) -> Result<(), Ball> {
        let Some((functor, args)) = self.mem.compound(term) else {
            return Ok(());
        };
        self.mem.ensure(functor.arity() as u64 + 2)?;
        let copy = match functor == Functor::LIST {
            true => self.mem.new_list(Cell::NIL, Cell::NIL),
            false => self.mem.new_frame(functor),
        };
        self.mem.set(slot, copy);
        let places = self.mem.args_of(copy);
        for index in (0..functor.arity()).rev() {
            plan.todo.push(Place {
                term: args.get(&self.mem, index),
                slot: places.offset(index),
                role: role(index),
            });
        }
        Ok(())
    }
}

impl Plan {
    fn add_variable(&mut self, var: Cell) {
        if self.variables.insert(var) {
            self.parameters.push(var);
            self.values.push(var);
        }
    }
}

/// Whether the arguments are goals that are compiled in place.
fn holds_goals(functor: Functor) -> bool {
    match functor.arity() {
        1 => {
            [known::NOT_PROVABLE, known::ONCE, known::IGNORE, known::CALL].contains(&functor.name())
        }
        2 => [
            known::COMMA,
            known::SEMICOLON,
            known::BAR,
            known::ARROW,
            known::SOFT_ARROW,
            known::FORALL,
        ]
        .contains(&functor.name()),
        _ => false,
    }
}

/// From which argument on a goal's arguments are arithmetic expressions.
fn first_expression(functor: Functor) -> usize {
    let compares = [
        known::ARITH_EQ,
        known::ARITH_NE,
        known::LESS,
        known::LESS_EQ,
        known::GREATER,
        known::GREATER_EQ,
    ];
    match functor.arity() {
        2 if functor.name() == known::IS => 1,
        2 if compares.contains(&functor.name()) => 0,
        _ => usize::MAX,
    }
}
