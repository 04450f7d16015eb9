//! Clause bodies as trees of goals.

use super::expand::expanded;
use super::plain::joined;
use super::reuse::reuse_arguments;
use super::{CompileError, Context};
use crate::atom::{Atom, known};
use crate::bytecode::instr::TypeTest;
use crate::program::builtin::{BuiltinId, BuiltinKind, MetaArg, Protection};
use crate::program::predicate::{Definition, PredId};
use crate::term::cell::{Cell, Functor, Tag};
use crate::term::image::Image;
use rustc_hash::FxHashSet;

/// A variable of the clause: those of the image first, then those that hold cut levels.
pub type Var = usize;

/// How deeply control constructs are nested in one piece of code: what is inside them is
/// called as a goal.
const MAX_DEPTH: usize = 500;

/// The most arguments of a predicate: the registers above them are for
/// intermediate values.
pub const MAX_PREDICATE_ARITY: usize = 220;

/// A clause ready for analysis.
#[derive(Debug)]
pub struct NormalClause {
    /// The words of the image, and of terms made by normalisation.
    pub words: Vec<u64>,
    /// The arguments of the head.
    pub head: Vec<Cell>,
    /// Arguments of the head that variables stand for in the body.
    pub kept: Vec<(usize, Var)>,
    /// The body.
    pub body: Vec<Goal>,
    /// The number of variables, levels included.
    pub variables: usize,
    /// Holds the level to which a cut in the body cuts, if one follows a call.
    pub level: Var,
    /// Predicates that are called and do not belong to the user's program: those
    /// of the system, and those that are not defined yet.
    pub exits: Vec<PredId>,
}

/// An arithmetic comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    /// `=:=`
    Eq,
    /// `=\=`
    Ne,
    /// `<`
    Lt,
    /// `=<`
    Le,
    /// `>`
    Gt,
    /// `>=`
    Ge,
}

/// A goal and where it stands in the clause.
#[derive(Clone, Debug)]
pub struct Goal {
    /// What it does.
    pub kind: GoalKind,
    /// Its number in textual order, given by the analysis.
    pub pos: u32,
    /// The number of the last goal inside it.
    pub end: u32,
    /// Whether X registers are lost when it has run.
    pub breaks: bool,
}

/// What a goal does.
#[derive(Clone, Debug)]
pub enum GoalKind {
    /// `!`
    Cut(CutScope),
    /// `fail`
    Fail,
    /// A call of a predicate.
    Call(PredId, Vec<Cell>),
    /// A deterministic predicate in Rust.
    Builtin(BuiltinId, BuiltinKind, Vec<Cell>),
    /// `=`
    Unify(Cell, Cell),
    /// `is`
    Is(Cell, Cell),
    /// `=:=` and the like.
    Compare(Compare, Cell, Cell),
    /// `var` and the like.
    Type(TypeTest, Cell),
    /// `==`, or `\==` if false.
    Same(bool, Cell, Cell),
    /// A disjunction.
    Or(Vec<Vec<Goal>>),
    /// If-then-else.
    If(Box<Conditional>),
    /// Negation; the level to cut to when the goal succeeds.
    Not(Vec<Goal>, Var, Option<Var>),
}

/// What a cut cuts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CutScope {
    /// The clause.
    Clause,
    /// A condition or negation, whose level is in this variable.
    Local(Var),
}

/// An if-then-else.
#[derive(Clone, Debug)]
pub struct Conditional {
    /// The condition.
    pub condition: Vec<Goal>,
    /// What follows if it holds.
    pub then: Vec<Goal>,
    /// What is done otherwise.
    pub otherwise: Vec<Goal>,
    /// Holds the level before the condition.
    pub level: Var,
    /// Holds the level to which a cut in the condition cuts, if there is one.
    pub inner: Option<Var>,
    /// Whether the condition may have further solutions (`*->`).
    pub soft: bool,
}

/// Checks that `body` consists of goals, before anything is executed.
fn check(words: &[u64], body: Cell) -> Result<(), CompileError> {
    let mut todo = vec![body];
    while let Some(cell) = todo.pop() {
        match cell.tag() {
            Tag::Ref | Tag::Att | Tag::Atm | Tag::Lst => {}
            Tag::Str => {
                let at = (cell.offset() / 8) as usize;
                let functor = Functor(words[at]);
                if is_conjunctive(functor) {
                    todo.extend((1..=functor.arity()).rev().map(|i| Cell(words[at + i])));
                }
            }
            _ => return Err(CompileError::NotCallable),
        }
    }
    Ok(())
}

/// Whether the arguments of a construct in a body are goals of the clause itself.
pub fn is_conjunctive(functor: Functor) -> bool {
    [
        known::COMMA,
        known::SEMICOLON,
        known::ARROW,
        known::SOFT_ARROW,
    ]
    .iter()
    .any(|&name| functor == Functor::new(name, 2))
}

/// The tree of goals of a clause.
pub fn normalise(image: &Image, context: &mut Context) -> Result<NormalClause, CompileError> {
    let words = image.words.to_vec();
    let (head, body) = split(image);
    let variables = image.variables as usize;
    let mut normaliser = Normaliser {
        words,
        context,
        variables: variables + 1,
        depth: 0,
        exits: Vec::new(),
        bound: Vec::new(),
        seen: FxHashSet::default(),
    };
    normaliser.note_seen(head);
    let is_goal = normaliser.functor(head) == Functor::new(known::CALL, 1);
    let head = normaliser.arguments(head);
    if head.len() > MAX_PREDICATE_ARITY {
        return Err(CompileError::TooManyArguments);
    }
    let module = normaliser.context.module;
    let body = match body {
        Some(body) => {
            check(&normaliser.words, body)?;
            normaliser.goals(body, module, CutScope::Clause)?
        }
        None => Vec::new(),
    };
    let mut clause = NormalClause {
        words: normaliser.words,
        head,
        kept: Vec::new(),
        body,
        variables: normaliser.variables,
        level: variables,
        // A goal that is run as a clause is no place in a program.
        exits: match is_goal {
            true => Vec::new(),
            false => normaliser.exits,
        },
    };
    reuse_arguments(&mut clause);
    Ok(clause)
}

fn split(image: &Image) -> (Cell, Option<Cell>) {
    let at = (image.root.offset() / 8) as usize;
    if image.root.tag() == Tag::Str && image.words[at] == Functor::new(known::NECK, 2).0 {
        (Cell(image.words[at + 1]), Some(Cell(image.words[at + 2])))
    } else {
        (image.root, None)
    }
}

pub(super) struct Normaliser<'a, 'b> {
    words: Vec<u64>,
    context: &'a mut Context<'b>,
    variables: usize,
    depth: usize,
    exits: Vec<PredId>,
    /// The variables that are certainly bound when the next goal is called.
    bound: Vec<Var>,
    /// The variables that occur before the goal.
    pub(super) seen: FxHashSet<Var>,
}

impl Normaliser<'_, '_> {
    pub(super) fn new_var(&mut self) -> Var {
        self.variables += 1;
        self.variables - 1
    }

    pub(super) fn functor(&self, cell: Cell) -> Functor {
        match cell.tag() {
            Tag::Lst => Functor::LIST,
            Tag::Str => Functor(self.words[(cell.offset() / 8) as usize]),
            _ => Functor::new(cell.atom_value(), 0),
        }
    }

    pub(super) fn arguments(&self, cell: Cell) -> Vec<Cell> {
        let at = (cell.offset() / 8) as usize;
        match cell.tag() {
            Tag::Lst => vec![Cell(self.words[at]), Cell(self.words[at + 1])],
            Tag::Str => {
                let arity = Functor(self.words[at]).arity();
                self.words[at + 1..=at + arity]
                    .iter()
                    .map(|&word| Cell(word))
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn new_struct(&mut self, functor: Functor, args: &[Cell]) -> Cell {
        let at = self.words.len() as u64 * 8;
        self.words.push(functor.0);
        self.words.extend(args.iter().map(|arg| arg.0));
        Cell::new(Tag::Str, at)
    }

    /// The goals of a conjunction.
    fn goals(
        &mut self,
        body: Cell,
        module: Atom,
        scope: CutScope,
    ) -> Result<Vec<Goal>, CompileError> {
        if self.depth >= MAX_DEPTH {
            return match body.tag() == Tag::Ref || !self.has_cut(body) {
                true => Ok(vec![self.meta_call(body, module)]),
                false => Err(CompileError::TooDeep),
            };
        }
        self.depth += 1;
        let mut goals = Vec::new();
        let mut todo = vec![(body, module)];
        while let Some((cell, module)) = todo.pop() {
            if cell.tag() == Tag::Str && self.functor(cell) == Functor::new(known::COMMA, 2) {
                let args = self.arguments(cell);
                todo.push((args[1], module));
                todo.push((args[0], module));
            } else if let Some((module, goal)) = self.qualified(cell) {
                todo.push((goal, module));
            } else {
                self.goal(cell, module, scope, &mut goals)?;
                self.note_seen(cell);
            }
        }
        self.depth -= 1;
        let Normaliser {
            words, variables, ..
        } = self;
        Ok(joined(goals, words, || {
            *variables += 1;
            *variables - 1
        }))
    }

    /// `Module:Goal` with both known and the goal callable.
    fn qualified(&self, cell: Cell) -> Option<(Atom, Cell)> {
        if cell.tag() != Tag::Str || self.functor(cell) != Functor::new(known::COLON, 2) {
            return None;
        }
        let args = self.arguments(cell);
        let callable = matches!(args[1].tag(), Tag::Atm | Tag::Str | Tag::Lst);
        (args[0].is_atom() && callable).then(|| (args[0].atom_value(), args[1]))
    }

    fn goal(
        &mut self,
        cell: Cell,
        module: Atom,
        scope: CutScope,
        goals: &mut Vec<Goal>,
    ) -> Result<(), CompileError> {
        match cell.tag() {
            Tag::Ref => {
                let goal = self.meta_call(cell, module);
                goals.push(goal);
                return Ok(());
            }
            Tag::Atm | Tag::Str | Tag::Lst => {}
            _ => return Err(CompileError::NotCallable),
        }
        let functor = self.functor(cell);
        let args = self.arguments(cell);
        if let Some(goal) = self.control(functor, &args, module, scope)? {
            goals.extend(goal);
            return Ok(());
        }
        if args.len() > MAX_PREDICATE_ARITY {
            return Err(CompileError::TooManyArguments);
        }
        if functor == Functor::new(known::CONTEXT_MODULE, 1) {
            let kind = GoalKind::Unify(args[0], Cell::atom(module));
            goals.push(Goal::new(kind));
            return Ok(());
        }
        if let Some(kind) = self.taken_apart(functor, &args, module) {
            self.note_bound(&kind);
            goals.push(Goal::new(kind));
            return Ok(());
        }
        if let Some(kind) = self.through_lists(functor, &args, module) {
            goals.push(Goal::new(kind));
            return Ok(());
        }
        let kind = match self.inline(functor, &args) {
            Some(kind) if !self.is_redefined(functor, module) => kind,
            _ => self.call(functor, args, module),
        };
        self.note_bound(&kind);
        goals.push(Goal::new(kind));
        Ok(())
    }

    /// A call of a predicate that goes through lists, as one of a predicate made for it.
    fn through_lists(&mut self, functor: Functor, args: &[Cell], module: Atom) -> Option<GoalKind> {
        let (&goal, lists) = args.split_first()?;
        if !matches!(goal.tag(), Tag::Atm | Tag::Str) {
            return None;
        }
        let id = expanded(functor, self.functor(goal), module, self.context)?;
        let mut args = lists.to_vec();
        args.extend(self.arguments(goal));
        Some(GoalKind::Call(id, args))
    }

    /// Notes what a goal that has succeeded has bound or found bound.
    fn note_bound(&mut self, kind: &GoalKind) {
        match kind {
            GoalKind::Is(a, b) | GoalKind::Compare(_, a, b) => {
                self.note_variables(*a);
                self.note_variables(*b);
            }
            GoalKind::Unify(a, b) if a.tag() == Tag::Ref && b.tag() != Tag::Ref => {
                self.note_variables(*a);
            }
            GoalKind::Type(test, a)
                if !matches!(
                    test,
                    TypeTest::Var | TypeTest::Attvar | TypeTest::VarOrInteger
                ) =>
            {
                self.note_variables(*a);
            }
            _ => {}
        }
    }

    /// Notes that the variables of an expression are bound.
    fn note_variables(&mut self, expression: Cell) {
        let mut todo = vec![expression];
        while let Some(cell) = todo.pop() {
            match cell.tag() {
                Tag::Ref => self.bound.push((cell.0 >> 3) as usize),
                _ => todo.extend(self.arguments(cell)),
            }
        }
    }

    /// Whether a term is certainly no variable when the next goal is called.
    pub(super) fn is_bound(&self, cell: Cell) -> bool {
        cell.tag() != Tag::Ref || self.bound.contains(&((cell.0 >> 3) as usize))
    }

    fn meta_call(&mut self, goal: Cell, module: Atom) -> Goal {
        let args = vec![self.with_module(goal, module)];
        let call = Functor::new(known::CALL, 1);
        let id = self.context.db.find_or_add(known::SYSTEM, call);
        Goal::new(GoalKind::Call(id, args))
    }

    /// Control constructs; nothing if `functor` is none.
    fn control(
        &mut self,
        functor: Functor,
        args: &[Cell],
        module: Atom,
        scope: CutScope,
    ) -> Result<Option<Vec<Goal>>, CompileError> {
        let one = |kind| Ok(Some(vec![Goal::new(kind)]));
        match (functor.name(), functor.arity()) {
            (known::TRUE, 0) => Ok(Some(Vec::new())),
            (known::FAIL | known::FALSE, 0) => one(GoalKind::Fail),
            (known::CUT, 0) => one(GoalKind::Cut(scope)),
            (known::SEMICOLON | known::BAR, 2) => self.disjunction(args, module, scope).map(Some),
            (known::ARROW, 2) => {
                let goal = self.conditional(args, None, module, scope, false)?;
                Ok(Some(vec![goal]))
            }
            (known::SOFT_ARROW, 2) if self.has_cut(args[0]) => {
                let goal = self.conditional(args, None, module, scope, true)?;
                Ok(Some(vec![goal]))
            }
            (known::SOFT_ARROW, 2) => {
                let mut goals = self.goals(args[0], module, scope)?;
                goals.extend(self.goals(args[1], module, scope)?);
                Ok(Some(goals))
            }
            (known::NOT_PROVABLE, 1) if args[0].tag() == Tag::Ref || self.is_body(args[0]) => {
                let level = self.new_var();
                let before = self.bound.len();
                let (goals, inner) = self.condition(args[0], module)?;
                self.bound.truncate(before);
                one(GoalKind::Not(goals, level, inner))
            }
            (known::NOT_EQUALS, 2) => {
                let level = self.new_var();
                let unify = Goal::new(GoalKind::Unify(args[0], args[1]));
                one(GoalKind::Not(vec![unify], level, None))
            }
            (known::ONCE | known::IGNORE, 1)
                if self.is_body(args[0]) && !self.is_redefined(functor, module) =>
            {
                let otherwise = match functor.name() {
                    known::ONCE => None,
                    _ => Some(Cell::atom(known::TRUE)),
                };
                let arrow = [args[0], Cell::atom(known::TRUE)];
                let goal = self.conditional(&arrow, otherwise, module, scope, false)?;
                Ok(Some(vec![goal]))
            }
            (known::FORALL, 2)
                if self.is_body(args[0])
                    && self.is_body(args[1])
                    && !self.is_redefined(functor, module) =>
            {
                let not = self.new_struct(Functor::new(known::NOT_PROVABLE, 1), &args[1..]);
                let both = self.new_struct(Functor::new(known::COMMA, 2), &[args[0], not]);
                let level = self.new_var();
                let before = self.bound.len();
                let (goals, inner) = self.condition(both, module)?;
                self.bound.truncate(before);
                one(GoalKind::Not(goals, level, inner))
            }
            (known::CALL, 1) if args[0].tag() != Tag::Ref => {
                // A known goal: its cuts are local, the rest is as if it stood here.
                if !self.is_body(args[0]) || self.has_cut(args[0]) {
                    return Ok(None);
                }
                self.goals(args[0], module, scope).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether a cell is known to be a goal.
    fn is_body(&self, cell: Cell) -> bool {
        matches!(cell.tag(), Tag::Atm | Tag::Str | Tag::Lst) && check(&self.words, cell).is_ok()
    }

    /// The goals of a condition or negation, and the level of its cuts if it has any.
    fn condition(
        &mut self,
        cell: Cell,
        module: Atom,
    ) -> Result<(Vec<Goal>, Option<Var>), CompileError> {
        if !self.has_cut(cell) {
            return Ok((self.goals(cell, module, CutScope::Clause)?, None));
        }
        let inner = self.new_var();
        let goals = self.goals(cell, module, CutScope::Local(inner))?;
        Ok((goals, Some(inner)))
    }

    /// Whether a cut stands in `cell` where it would cut its surroundings.
    fn has_cut(&self, cell: Cell) -> bool {
        let mut todo = vec![cell];
        while let Some(cell) = todo.pop() {
            if cell == Cell::atom(known::CUT) {
                return true;
            }
            if cell.tag() == Tag::Str {
                let functor = self.functor(cell);
                if is_conjunctive(functor) || functor == Functor::new(known::BAR, 2) {
                    todo.extend(self.arguments(cell));
                } else if functor == Functor::new(known::COLON, 2) {
                    todo.push(self.arguments(cell)[1]);
                }
            }
        }
        false
    }

    fn disjunction(
        &mut self,
        args: &[Cell],
        module: Atom,
        scope: CutScope,
    ) -> Result<Vec<Goal>, CompileError> {
        let left = args[0];
        if left.tag() == Tag::Str {
            let functor = self.functor(left);
            if functor == Functor::new(known::ARROW, 2) {
                let inner = self.arguments(left);
                if self.is_test_of_new(inner[0], module) {
                    return self.goals(inner[1], module, scope);
                }
            }
            let soft = functor == Functor::new(known::SOFT_ARROW, 2);
            if soft || functor == Functor::new(known::ARROW, 2) {
                let inner = self.arguments(left);
                let goal = self.conditional(&inner, Some(args[1]), module, scope, soft)?;
                return Ok(vec![goal]);
            }
        }
        let before = self.bound.len();
        let mut branches = vec![self.goals(left, module, scope)?];
        self.bound.truncate(before);
        let mut rest = args[1];
        while rest.tag() == Tag::Str && self.functor(rest) == Functor::new(known::SEMICOLON, 2) {
            let inner = self.arguments(rest);
            if inner[0].tag() == Tag::Str {
                let functor = self.functor(inner[0]);
                let arrow = [known::ARROW, known::SOFT_ARROW];
                if functor.arity() == 2 && arrow.contains(&functor.name()) {
                    break;
                }
            }
            branches.push(self.goals(inner[0], module, scope)?);
            self.bound.truncate(before);
            rest = inner[1];
        }
        branches.push(self.goals(rest, module, scope)?);
        self.bound.truncate(before);
        Ok(vec![Goal::new(GoalKind::Or(branches))])
    }

    /// Whether a goal tests that a variable has no value that occurs here first.
    fn is_test_of_new(&self, cell: Cell, module: Atom) -> bool {
        let var = Functor::new(known::VAR, 1);
        if cell.tag() != Tag::Str || self.functor(cell) != var || self.is_redefined(var, module) {
            return false;
        }
        self.is_new(self.arguments(cell)[0])
    }

    /// Notes the variables that occur in a term.
    fn note_seen(&mut self, cell: Cell) {
        let mut todo = vec![cell];
        while let Some(cell) = todo.pop() {
            match cell.tag() {
                Tag::Ref => _ = self.seen.insert((cell.0 >> 3) as usize),
                _ => todo.extend(self.arguments(cell)),
            }
        }
    }

    fn conditional(
        &mut self,
        args: &[Cell],
        otherwise: Option<Cell>,
        module: Atom,
        scope: CutScope,
        soft: bool,
    ) -> Result<Goal, CompileError> {
        let level = self.new_var();
        let before = self.bound.len();
        let (condition, inner) = self.condition(args[0], module)?;
        let then = self.goals(args[1], module, scope)?;
        self.bound.truncate(before);
        let otherwise = match otherwise {
            Some(cell) => self.goals(cell, module, scope)?,
            None => vec![Goal::new(GoalKind::Fail)],
        };
        self.bound.truncate(before);
        Ok(Goal::new(GoalKind::If(Box::new(Conditional {
            condition,
            then,
            otherwise,
            level,
            inner,
            soft,
        }))))
    }

    /// Goals that become instructions of their own.
    fn inline(&self, functor: Functor, args: &[Cell]) -> Option<GoalKind> {
        if functor.arity() == 2 {
            let (a, b) = (args[0], args[1]);
            return Some(match functor.name() {
                known::EQUALS => GoalKind::Unify(a, b),
                known::IS => GoalKind::Is(a, b),
                known::ARITH_EQ => GoalKind::Compare(Compare::Eq, a, b),
                known::ARITH_NE => GoalKind::Compare(Compare::Ne, a, b),
                known::LESS => GoalKind::Compare(Compare::Lt, a, b),
                known::LESS_EQ => GoalKind::Compare(Compare::Le, a, b),
                known::GREATER => GoalKind::Compare(Compare::Gt, a, b),
                known::GREATER_EQ => GoalKind::Compare(Compare::Ge, a, b),
                known::IDENTICAL => GoalKind::Same(true, a, b),
                known::NOT_IDENTICAL => GoalKind::Same(false, a, b),
                _ => return self.core(functor, args),
            });
        }
        if functor.arity() == 1 {
            let test = type_test(functor.name());
            if let Some(test) = test {
                return Some(GoalKind::Type(test, args[0]));
            }
        }
        self.core(functor, args)
    }

    pub(super) fn core(&self, functor: Functor, args: &[Cell]) -> Option<GoalKind> {
        let info = self.context.db.core_builtin(functor)?;
        if info.kind == BuiltinKind::Many || info.meta.is_some() {
            return None;
        }
        Some(GoalKind::Builtin(info.id, info.kind, args.to_vec()))
    }

    pub(super) fn call(&mut self, functor: Functor, mut args: Vec<Cell>, module: Atom) -> GoalKind {
        let system = self.context.db.system_predicate(functor);
        if let Some(id) = system.filter(|_| !self.is_redefined(functor, module)) {
            if module != known::USER
                && module != known::SYSTEM
                && let Some(meta) = self.context.db.predicate(id).meta.clone()
            {
                self.qualify(&mut args, &meta, module);
            }
            if self.is_fixed(id) {
                self.note_exit(id, Some(id), module);
                return GoalKind::Call(id, args);
            }
        }
        let id = self.context.db.find_or_add(module, functor);
        let reached = self.context.db.resolve(module, functor);
        self.note_exit(id, reached, module);
        GoalKind::Call(id, args)
    }

    /// Whether a module has a predicate of its own instead of the system's.
    pub(super) fn is_redefined(&self, functor: Functor, module: Atom) -> bool {
        let db = &self.context.db;
        let Some(id) = db.find(module, functor).filter(|_| module != known::SYSTEM) else {
            return false;
        };
        match db.predicate(id).definition {
            Definition::Import(target) => db.predicate(target).module != known::SYSTEM,
            _ => db.predicate(id).is_defined(),
        }
    }

    /// Notes that a call of `id` by a user's clause leaves the user's program:
    /// it reaches a definition of the system, or none.
    fn note_exit(&mut self, id: PredId, reached: Option<PredId>, module: Atom) {
        let is_system = |id| self.context.db.predicate(id).traits.system;
        if reached.is_none_or(is_system) && !self.is_library(module) {
            self.exits.push(id);
        }
    }

    /// Whether a module belongs to the system.
    fn is_library(&self, module: Atom) -> bool {
        let parents = self
            .context
            .db
            .module(module)
            .map(|module| &module.parents[..]);
        module == known::SYSTEM || parents == Some(&[known::SYSTEM]) && module != known::USER
    }

    /// Whether the definition of a system predicate cannot be overridden.
    fn is_fixed(&self, id: PredId) -> bool {
        let predicate = self.context.db.predicate(id);
        match &predicate.definition {
            Definition::Control => true,
            Definition::Builtin(info) => info.protection == Protection::Core,
            _ => predicate.traits.locked,
        }
    }

    fn qualify(&mut self, args: &mut [Cell], meta: &[MetaArg], module: Atom) {
        for (arg, declared) in args.iter_mut().zip(meta) {
            if declared.is_qualified() {
                *arg = self.with_module(*arg, module);
            }
        }
    }

    /// The goal with its module, unless that is the default or stands there already.
    fn with_module(&mut self, goal: Cell, module: Atom) -> Cell {
        let colon = Functor::new(known::COLON, 2);
        let has_one = goal.tag() == Tag::Str && self.functor(goal) == colon;
        if module == known::USER || has_one {
            return goal;
        }
        self.new_struct(colon, &[Cell::atom(module), goal])
    }
}

impl Goal {
    pub(super) fn new(kind: GoalKind) -> Goal {
        let breaks = match &kind {
            GoalKind::Call(..) | GoalKind::Or(_) => true,
            GoalKind::If(conditional) => {
                let parts = [
                    &conditional.condition,
                    &conditional.then,
                    &conditional.otherwise,
                ];
                parts.iter().any(|goals| breaks(goals))
            }
            GoalKind::Not(goals, ..) => breaks(goals),
            _ => false,
        };
        Goal {
            kind,
            pos: 0,
            end: 0,
            breaks,
        }
    }
}

/// Whether X registers are lost when these goals have run.
pub fn breaks(goals: &[Goal]) -> bool {
    goals.iter().any(|goal| goal.breaks)
}

fn type_test(name: Atom) -> Option<TypeTest> {
    // Atoms of type tests that are not well-known to the atom table are found by
    // the builtin rows instead.
    match name {
        known::VAR => Some(TypeTest::Var),
        known::NONVAR => Some(TypeTest::Nonvar),
        known::ATOM => Some(TypeTest::Atom),
        known::INTEGER => Some(TypeTest::Integer),
        known::FLOAT => Some(TypeTest::Float),
        known::NUMBER => Some(TypeTest::Number),
        known::ATOMIC => Some(TypeTest::Atomic),
        known::COMPOUND => Some(TypeTest::Compound),
        known::CALLABLE => Some(TypeTest::Callable),
        known::STRING => Some(TypeTest::Str),
        known::ATTVAR => Some(TypeTest::Attvar),
        _ => None,
    }
}
