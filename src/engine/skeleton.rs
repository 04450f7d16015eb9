//! Goals that are control constructs, apart from the data in them.
//!
//! A control construct that is called becomes the body of a clause. Its goals
//! differ from call to call mostly in their arguments, so these are passed in a
//! frame, like variables: code compiled once then serves many calls, and large
//! terms are not copied into code.

use super::machine::Machine;
use crate::atom::known;
use crate::error::Ball;
use crate::term::cell::{Cell, Functor, Tag};

/// A goal with more parameters takes only its variables as parameters: more do
/// not fit into an environment.
const MOST_PARAMETERS: usize = 10_000;

/// From how many parameters on a variable is not looked for among those before.
const MANY_PARAMETERS: usize = 200;

/// So many operations of expressions are compiled; the rest, as that of a cyclic
/// expression, is evaluated as terms.
const MOST_OPERATIONS: usize = 1_000;

/// What stands at a place of the goal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Goal,
    Expression,
    Argument,
}

/// A goal taken apart.
#[derive(Debug, Default)]
pub(super) struct Skeleton {
    /// The goal in preorder: functors and atoms as they are, the parameter with
    /// number N as a reference to N. Goals of one key have one code.
    pub key: Vec<u64>,
    /// What the parameters stand for.
    pub values: Vec<Cell>,
    /// Whether a number or a string stands where a goal should: the key only tells where
    /// it is on the heap.
    has_box: bool,
    todo: Vec<(Cell, Role)>,
}

impl Skeleton {
    /// Whether code is made of the key, to be used again.
    pub fn is_general(&self) -> bool {
        self.values.len() <= MOST_PARAMETERS && !self.has_box
    }

    fn add_parameter(&mut self, value: Cell) {
        self.refer_to(self.values.len());
        self.values.push(value);
    }

    fn add_variable(&mut self, var: Cell) {
        let before = &self.values[..self.values.len().min(MANY_PARAMETERS)];
        match before.iter().position(|&value| value == var) {
            Some(number) => self.refer_to(number),
            None => self.add_parameter(var),
        }
    }

    fn refer_to(&mut self, number: usize) {
        self.key.push(Cell::reference(8 * number as u64).0);
    }
}

impl Machine {
    /// Takes a goal apart.
    pub(super) fn take_apart(&mut self, goal: Cell, skeleton: &mut Skeleton) -> Result<(), Ball> {
        skeleton.key.clear();
        skeleton.values.clear();
        skeleton.has_box = false;
        skeleton.todo.clear();
        skeleton.todo.push((goal, Role::Goal));
        // A body with more goals than the heap has cells is cyclic, or as good as that.
        let mut left = self.mem.heap_used() / 8 + 64;
        let mut operations = 0;
        while let Some((term, role)) = skeleton.todo.pop() {
            if role == Role::Goal {
                left = left.checked_sub(1).ok_or_else(|| self.endless_goal(goal))?;
            }
            let term = self.mem.deref(term);
            if term.is_var() {
                skeleton.add_variable(Cell::reference(term.offset()));
                continue;
            }
            match role {
                Role::Goal if term.is_compound() => self.take_goal(term, skeleton),
                Role::Expression if term.tag() == Tag::Str && operations < MOST_OPERATIONS => {
                    operations += 1;
                    self.take_compound(term, skeleton, |_| Role::Expression);
                }
                Role::Goal => {
                    skeleton.has_box |= term.tag() == Tag::Box;
                    skeleton.key.push(term.0);
                }
                Role::Expression if term.is_atom() => skeleton.key.push(term.0),
                Role::Expression | Role::Argument => skeleton.add_parameter(term),
            }
        }
        Ok(())
    }

    /// The error for a goal that has more parts than the heap.
    #[cold]
    fn endless_goal(&self, goal: Cell) -> Ball {
        match self.mem.is_acyclic(goal) {
            true => Ball::Resource(known::MEMORY),
            false => Ball::Representation(known::CYCLIC_TERM),
        }
    }

    fn take_goal(&self, goal: Cell, skeleton: &mut Skeleton) {
        let Some((functor, args)) = self.mem.compound(goal) else {
            return;
        };
        if functor == Functor::new(known::COLON, 2) {
            let module = self.mem.deref(args.get(&self.mem, 0));
            let inner = self.mem.deref(args.get(&self.mem, 1));
            let known = module.is_atom() && (inner.is_atom() || inner.is_compound());
            let role = if known { Role::Goal } else { Role::Argument };
            self.take_compound(goal, skeleton, |_| role);
        } else if holds_goals(functor) {
            self.take_compound(goal, skeleton, |_| Role::Goal);
        } else {
            let first = first_expression(functor);
            self.take_compound(goal, skeleton, |index| match index >= first {
                true => Role::Expression,
                false => Role::Argument,
            });
        }
    }

    fn take_compound(&self, term: Cell, skeleton: &mut Skeleton, role: impl Fn(usize) -> Role) {
        if let Some((functor, args)) = self.mem.compound(term) {
            skeleton.key.push(functor.0);
            for index in (0..functor.arity()).rev() {
                skeleton
                    .todo
                    .push((args.get(&self.mem, index), role(index)));
            }
        }
    }

    /// The clause `call('$VAR'(Parameter...)) :- Goal` that a key stands for.
    pub(super) fn skeleton_rule(&mut self, skeleton: &Skeleton) -> Result<Cell, Ball> {
        let count = skeleton.values.len();
        self.mem.ensure(count as u64 + 8)?;
        let parameters = match count {
            0 => Cell::atom(known::VAR_FUNCTOR),
            _ => self.mem.new_frame(Functor::new(known::VAR_FUNCTOR, count)),
        };
        let head = self.mem.new_struct(known::CALL, &[parameters]);
        let rule = self.mem.new_struct(known::NECK, &[head, Cell::NIL]);
        let mut slots = vec![rule.offset() + 16];
        for &word in &skeleton.key {
            let Some(slot) = slots.pop() else { break };
            let cell = Cell(word);
            match cell.tag() {
                Tag::Ref => {
                    let place = parameters.offset() + 8 + cell.offset();
                    self.mem.set(slot, Cell::reference(place));
                }
                Tag::Fun => {
                    let copy = self.blank(Functor(word))?;
                    self.mem.set(slot, copy);
                    let args = self.mem.args_of(copy);
                    slots.extend((0..args.len()).rev().map(|index| args.offset(index)));
                }
                _ => self.mem.set(slot, cell),
            }
        }
        Ok(rule)
    }

    fn blank(&mut self, functor: Functor) -> Result<Cell, Ball> {
        self.mem.ensure(functor.arity() as u64 + 2)?;
        Ok(match functor == Functor::LIST {
            true => self.mem.new_list(Cell::NIL, Cell::NIL),
            false => self.mem.new_frame(functor),
        })
    }

    /// The clause for a goal whose parameters are its variables, and these.
    pub(super) fn plain_rule(&mut self, goal: Cell) -> Result<(Cell, Vec<Cell>), Ball> {
        let variables = self.mem.term_variables(goal);
        self.mem.ensure(variables.len() as u64 + 8)?;
        let parameters = self.mem.new_struct(known::VAR_FUNCTOR, &variables);
        let head = self.mem.new_struct(known::CALL, &[parameters]);
        Ok((self.mem.new_struct(known::NECK, &[head, goal]), variables))
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
