//! Goals and control constructs.

use super::emit::{Emitter, Label, Owner, Place, State};
use super::normal::{Conditional, CutScope, Goal, GoalKind, Var, breaks};
use crate::bytecode::instr::Op;
use crate::program::builtin::{BuiltinId, BuiltinKind};
use crate::term::cell::{Cell, Tag};

/// What is true at the end of all branches of a construct so far.
pub(super) struct Merged {
    /// The variables that have a value.
    known: Vec<bool>,
    /// The most heap words used since the last check.
    used: u64,
}

impl Emitter<'_> {
    /// A conjunction; `tail` if nothing of the clause follows it.
    pub(super) fn goals(&mut self, goals: &[Goal], tail: bool) {
        for (index, goal) in goals.iter().enumerate() {
            let last = index + 1 == goals.len();
            self.pos = goal.pos;
            if tail && last && ends_itself(goal) && !self.stands_in_line(goal) {
                self.last_goal(goal);
                return;
            }
            self.goal(goal);
            if !last && self.may_wake(goal) && is_inline(&goals[index + 1]) {
                self.wake_check();
            }
        }
        if tail {
            self.proceed();
        }
    }

    /// Goals, and those that the last of them wakes.
    pub(super) fn goals_and_woken(&mut self, goals: &[Goal]) {
        self.goals(goals, false);
        if goals.last().is_some_and(|goal| self.may_wake(goal)) {
            self.wake_check();
        }
    }

    fn proceed(&mut self) {
        let op = if self.state.allocated {
            Op::DeallocProceed
        } else {
            Op::Proceed
        };
        self.emit(op, 0, 0, 0);
    }

    /// The last goal of a clause, which goes on elsewhere.
    fn last_goal(&mut self, goal: &Goal) {
        match &goal.kind {
            GoalKind::Call(predicate, args) => {
                self.load_arguments(args);
                if self.exits.contains(predicate) {
                    self.emit(Op::Note, u8::from(self.state.allocated), 0, 0);
                }
                let op = match (self.state.allocated, self.own == Some(*predicate)) {
                    (false, false) => Op::Execute,
                    (false, true) => Op::ExecuteOwn,
                    (true, false) => Op::DeallocExecute,
                    (true, true) => Op::DeallocExecuteOwn,
                };
                self.emit(op, 0, 0, predicate.0);
                self.note_place();
            }
            GoalKind::Fail => {
                self.emit(Op::Fail, 0, 0, 0);
            }
            GoalKind::Or(branches) => self.disjunction(branches, true),
            GoalKind::If(conditional) => self.conditional(goal, conditional, true),
            _ => unreachable!("other goals go on behind themselves"),
        }
    }

    /// A goal with more behind it.
    fn goal(&mut self, goal: &Goal) {
        match &goal.kind {
            GoalKind::Call(predicate, args) => {
                self.ensure_environment();
                self.load_arguments(args);
                self.emit_call(predicate.0, goal.pos);
                return;
            }
            GoalKind::Cut(scope) => self.cut(*scope),
            GoalKind::Fail => {
                self.emit(Op::Fail, 0, 0, 0);
            }
            GoalKind::Builtin(id, _, args) => self.builtin(*id, args),
            GoalKind::Unify(a, b) => self.unify(*a, *b),
            GoalKind::Is(a, b) => self.is(*a, *b),
            GoalKind::Compare(..) | GoalKind::Type(..) | GoalKind::Same(..) => {
                self.test(goal, None)
            }
            GoalKind::Or(branches) => {
                self.prepare(goal);
                self.disjunction(branches, false);
            }
            GoalKind::If(conditional) if self.stands_in_line(goal) => {
                self.plain(goal, conditional);
            }
            GoalKind::If(conditional) => {
                self.prepare(goal);
                self.conditional(goal, conditional, false);
            }
            GoalKind::Not(inner, level, cut) => self.negation(goal, inner, *level, *cut, None),
        }
        self.pos = goal.end;
        self.release_dead();
    }

    /// Before a construct with branches that join behind it.
    fn prepare(&mut self, goal: &Goal) {
        if goal.breaks {
            self.ensure_environment();
        }
        self.reserve_places(goal);
    }

    pub(super) fn wake_check(&mut self) {
        let map = self.register_map();
        let allocated = u8::from(self.state.allocated);
        let frame = self.facts.frame;
        let slots = self.slot_map(self.pos, frame);
        let raw = 3 + slots.wide_words().len() as u16;
        let op = match raw {
            3 => Op::WakeCheck,
            _ => Op::WakeCheckWide,
        };
        self.emit(op, allocated, raw, u32::from(frame));
        self.emit_raw(map);
        // What follows is a continuation, which tells the slots that it needs.
        self.words.extend(slots.wide_words());
        self.emit(Op::Call, 0, frame, 0);
        self.emit_raw(slots.word());
    }

    /// The X registers that hold values of variables.
    fn register_map(&self) -> u64 {
        let owners = self.state.registers.iter().enumerate();
        owners.fold(0, |map, (register, owner)| match owner {
            Owner::Var(var) if self.state.known[*var] => {
                debug_assert!(
                    register < 64,
                    "clauses with many variables keep them elsewhere"
                );
                map | 1 << register
            }
            _ => map,
        })
    }

    fn cut(&mut self, scope: CutScope) {
        if std::mem::take(&mut self.guard) {
            self.emit(Op::GuardCut, 0, 0, 0);
            return;
        }
        let level = match scope {
            CutScope::Clause
                if self.facts.vars[self.level].count == 0 || !self.state.known[self.level] =>
            {
                self.emit(Op::NeckCut, 0, 0, 0);
                return;
            }
            CutScope::Clause => self.level,
            CutScope::Local(level) => level,
        };
        self.cut_to(level);
    }

    pub(super) fn cut_to(&mut self, level: Var) {
        match self.state.places[level] {
            Place::X(register) => self.emit(Op::CutX, register, 0, 0),
            Place::Y(slot) => self.emit(Op::CutY, 0, slot, 0),
            Place::Nowhere => unreachable!("a level has been saved"),
        };
    }

    pub(super) fn save_level(&mut self, level: Var) {
        match self.new_place(level) {
            Place::X(register) => self.emit(Op::SaveLevelX, register, 0, 0),
            Place::Y(slot) => self.emit(Op::SaveLevelY, 0, slot, 0),
            Place::Nowhere => unreachable!("a place was just chosen"),
        };
    }

    // Inline goals.

    fn builtin(&mut self, id: BuiltinId, args: &[Cell]) {
        if Some(id) == self.known_arg {
            return self.known_argument(id, args);
        }
        if Some(id) == self.known_functor {
            return self.known_functor(args);
        }
        let registers: Vec<u8> = args
            .iter()
            .map(|&arg| self.argument_register(arg))
            .collect();
        let count = registers.len() as u8;
        if registers.len() <= 8 {
            let mut bytes = [0; 8];
            bytes[..registers.len()].copy_from_slice(&registers);
            self.emit(Op::Builtin, count, 0, id.0);
            self.emit_raw(u64::from_le_bytes(bytes));
        } else {
            let words: Vec<u64> = registers.chunks(8).map(word_of).collect();
            self.emit(Op::BuiltinWide, count, words.len() as u16, id.0);
            self.words.extend(words);
        }
        self.note_place();
        registers
            .iter()
            .for_each(|&register| self.release(register));
    }

    /// `arg/3` with a known number.
    fn known_argument(&mut self, id: BuiltinId, args: &[Cell]) {
        let (number, term) = (
            self.argument_register(args[0]),
            self.argument_register(args[1]),
        );
        self.release(number);
        self.release(term);
        let value = self.scratch();
        let operands = u16::from(term) | u16::from(value) << 8;
        self.reserve(1);
        self.emit(Op::Arg, number, operands, id.0);
        self.note_place();
        self.get(args[2], value);
    }

    /// `functor/3` for a term that is bound.
    fn known_functor(&mut self, args: &[Cell]) {
        let term = self.argument_register(args[0]);
        self.release(term);
        let (name, arity) = (self.scratch(), self.scratch());
        let operands = u16::from(name) | u16::from(arity) << 8;
        self.emit(Op::Functor, term, operands, 0);
        self.get(args[1], name);
        self.get(args[2], arity);
    }

    /// A register that holds an argument of a goal in line.
    fn argument_register(&mut self, arg: Cell) -> u8 {
        if arg.tag() == Tag::Ref {
            let var = (arg.0 >> 3) as usize;
            if !self.is_void(var) {
                self.initialise(var);
                return self.value_register(var);
            }
        }
        let register = self.scratch();
        self.put(arg, register);
        register
    }

    fn unify(&mut self, a: Cell, b: Cell) {
        let variable = |cell: Cell| (cell.tag() == Tag::Ref).then_some((cell.0 >> 3) as usize);
        match (variable(a), variable(b)) {
            (Some(x), _) if !self.state.known[x] => self.assign(x, b),
            (_, Some(y)) if !self.state.known[y] => self.assign(y, a),
            (Some(x), _) => self.unify_known(x, b),
            (_, Some(y)) => self.unify_known(y, a),
            (None, None) => self.unify_terms(a, b),
        }
    }

    /// Unifies a variable that has a value with a term.
    fn unify_known(&mut self, var: Var, term: Cell) {
        let register = self.value_register(var);
        if term.tag() == Tag::Ref || !occurs(&self.terms, var, term) {
            return self.get(term, register);
        }
        // Unified as a whole, so that the occurs check can refuse it.
        let built = self.scratch();
        self.put(term, built);
        self.emit(Op::GetValueX, register, u16::from(built), 0);
        self.release(built);
        self.release(register);
    }

    fn unify_terms(&mut self, a: Cell, b: Cell) {
        let atomic = |cell: Cell| matches!(cell.tag(), Tag::Atm | Tag::Int);
        if atomic(a) && atomic(b) {
            if a != b {
                self.emit(Op::Fail, 0, 0, 0);
            }
            return;
        }
        let register = self.scratch();
        self.put(a, register);
        self.get(b, register);
    }

    /// Unifies a variable without a value with a term.
    fn assign(&mut self, var: Var, term: Cell) {
        if self.is_void(var) {
            return;
        }
        if occurs(&self.terms, var, term) {
            self.initialise(var);
            if term.tag() != Tag::Ref {
                self.unify_known(var, term);
            }
            return;
        }
        if term.tag() == Tag::Ref {
            self.initialise((term.0 >> 3) as usize);
            let register = self.value_register((term.0 >> 3) as usize);
            self.name_register(var, register);
            self.release(register);
            return;
        }
        let register = self.scratch();
        self.put(term, register);
        self.name_register(var, register);
        self.release(register);
    }

    /// A test; jumps to `otherwise` if it fails.
    pub(super) fn test(&mut self, goal: &Goal, otherwise: Option<&mut Label>) {
        match &goal.kind {
            GoalKind::Compare(op, a, b) => {
                self.comparison(*op, *a, *b, otherwise);
                self.note_place();
            }
            GoalKind::Type(test, arg) => {
                let register = self.argument_register(*arg);
                self.emit_jump(Op::TypeTest, register, *test as u16, otherwise);
                self.release(register);
            }
            GoalKind::Same(same, a, b) => {
                let (x, y) = (self.argument_register(*a), self.argument_register(*b));
                let op = if *same { Op::SameXX } else { Op::NotSameXX };
                self.emit_jump(op, x, u16::from(y), otherwise);
                self.release(x);
                self.release(y);
            }
            GoalKind::Fail => self.emit_jump(
                if otherwise.is_some() {
                    Op::Jump
                } else {
                    Op::Fail
                },
                0,
                0,
                otherwise,
            ),
            GoalKind::Is(a, b) => self.is(*a, *b),
            GoalKind::Not(inner, level, cut) => self.negation(goal, inner, *level, *cut, otherwise),
            _ => unreachable!("only tests are compiled as tests"),
        }
    }

    /// Whether goals are tests that need no choice point.
    fn are_tests(&self, goals: &[Goal]) -> bool {
        goals.iter().all(|goal| match &goal.kind {
            GoalKind::Compare(..) | GoalKind::Type(..) | GoalKind::Same(..) | GoalKind::Fail => {
                true
            }
            GoalKind::Is(left, _) => {
                let var = (left.0 >> 3) as usize;
                left.tag() == Tag::Ref
                    && !self.state.known[var]
                    && self.facts.vars[var].first == goal.pos
            }
            GoalKind::Not(inner, _, None) => self.are_tests(inner),
            _ => false,
        })
    }

    pub(super) fn tests(&mut self, goals: &[Goal], otherwise: &mut Label) {
        for goal in goals {
            self.pos = goal.pos;
            self.test(goal, Some(otherwise));
        }
    }

    // Constructs.

    fn negation(
        &mut self,
        goal: &Goal,
        inner: &[Goal],
        level: Var,
        cut: Option<Var>,
        otherwise: Option<&mut Label>,
    ) {
        if goal.breaks {
            self.ensure_environment();
        }
        for var in self.introduced(goal) {
            if var != level {
                self.initialise(var);
            }
        }
        let mut holds = Label::default();
        if self.are_tests(inner) && cut.is_none() {
            let before = self.state.clone();
            self.tests(inner, &mut holds);
            self.pos = goal.end;
            self.state = before;
            let op = if otherwise.is_some() {
                Op::Jump
            } else {
                Op::Fail
            };
            self.emit_jump(op, 0, 0, otherwise);
            self.bind_label(holds);
            return;
        }
        self.save_level(level);
        let before = self.state.clone();
        let saved = self.try_else(!goal.breaks, &mut holds);
        if let Some(cut) = cut {
            self.save_level(cut);
        }
        self.goals_and_woken(inner);
        self.pos = goal.end;
        self.cut_to(level);
        if goal.breaks {
            // What the cut leaves to clean up is still there.
            self.wake_check();
        }
        let op = if otherwise.is_some() {
            Op::Jump
        } else {
            Op::Fail
        };
        self.emit_jump(op, 0, 0, otherwise);
        self.bind_label(holds);
        self.state = before;
        self.else_start(Op::TrustElse, saved, None);
        self.lose_registers(goal.breaks);
    }

    /// X registers are lost behind goals that call.
    fn lose_registers(&mut self, lost: bool) {
        if lost {
            for register in 0..=255u8 {
                if let Owner::Var(var) = self.state.registers[register as usize] {
                    self.state.registers[register as usize] = Owner::Free;
                    self.state.places[var] = Place::Nowhere;
                }
            }
        }
    }

    /// Pushes a choice point. X registers are saved if the goals tried first leave
    /// them to the alternative.
    pub(super) fn try_else(&mut self, saves: bool, label: &mut Label) -> u64 {
        let map = if saves { self.register_map() } else { 0 };
        let frame = self.facts.frame;
        self.emit_jump(
            Op::TryElse,
            u8::from(self.state.allocated),
            frame,
            Some(label),
        );
        self.emit_raw(map);
        map
    }

    /// Starts an alternative: the last one, or one with another at `next`.
    pub(super) fn else_start(&mut self, op: Op, registers: u64, next: Option<&mut Label>) {
        let allocated = u8::from(self.state.allocated);
        let frame = self.facts.frame;
        // What is known at the start of the alternative and needed in it or behind it.
        let slots = self.slot_map(self.pos, frame);
        self.emit_wide(&slots);
        self.emit_jump(op, allocated, frame, next);
        self.emit_raw(registers);
        self.emit_raw(slots.word());
    }

    fn disjunction(&mut self, branches: &[Vec<Goal>], tail: bool) {
        if self.facts.frame > 0 {
            self.ensure_environment();
        }
        let start = self.state.clone();
        let mut end = Label::default();
        let mut next = Label::default();
        self.try_else(false, &mut next);
        let mut merged = None;
        for (index, branch) in branches.iter().enumerate() {
            if index > 0 {
                let here = std::mem::take(&mut next);
                self.bind_label(here);
                self.state = start.clone();
                self.lose_registers(true);
                if index + 1 < branches.len() {
                    self.else_start(Op::RetryElse, 0, Some(&mut next));
                } else {
                    self.else_start(Op::TrustElse, 0, None);
                }
            }
            self.goals(branch, tail);
            if !tail {
                self.join(&mut merged, index + 1 < branches.len(), &mut end, &start);
            }
        }
        if !tail {
            self.bind_end(end);
            self.lose_registers(true);
            self.take_over(merged, &start);
        }
    }

    /// At the end of a branch: variables that another branch has given a value
    /// and that are needed later get one here as well.
    pub(super) fn join(
        &mut self,
        merged: &mut Option<Merged>,
        more: bool,
        end: &mut Label,
        start: &State,
    ) {
        for var in 0..self.facts.vars.len() {
            if start.is_reserved(var) {
                self.initialise(var);
            }
        }
        let merged = merged.get_or_insert_with(|| Merged {
            known: self.state.known.clone(),
            used: 0,
        });
        for (known, here) in merged.known.iter_mut().zip(&self.state.known) {
            *known &= here;
        }
        merged.used = merged.used.max(self.state.used);
        if more {
            self.emit_jump(Op::Jump, 0, 0, Some(end));
        }
    }

    /// Behind a construct: what is true at the end of each branch.
    pub(super) fn take_over(&mut self, merged: Option<Merged>, start: &State) {
        if let Some(merged) = merged {
            self.state.known = merged.known;
            self.state.used = merged.used;
        }
        // Variables of the last branch alone have no place behind it.
        for var in 0..self.facts.vars.len() {
            if self.state.known[var] || self.state.places[var] == start.places[var] {
                continue;
            }
            if let Place::X(register) = self.state.places[var]
                && self.state.registers[register as usize] == Owner::Var(var)
            {
                self.state.registers[register as usize] = Owner::Free;
            }
            self.state.places[var] = start.places[var];
        }
    }

    fn bind_end(&mut self, end: Label) {
        // The last branch arrives without a jump, possibly with no code at all.
        let here = self.words.len();
        if end.jumps.iter().any(|&at| at + 1 == here) {
            self.emit(Op::EnsureHeap, 0, 0, 0);
        }
        self.bind_label(end);
    }

    /// Makes the choice point that a guard does without, before other clauses can
    /// be left to nothing but backtracking.
    pub(super) fn end_guard(&mut self) {
        if self.guard {
            self.emit(Op::GuardTry, 0, 0, 0);
        }
    }

    fn conditional(&mut self, goal: &Goal, conditional: &Conditional, tail: bool) {
        let start = self.state.clone();
        let mut otherwise = Label::default();
        let tests = !conditional.soft
            && conditional.inner.is_none()
            && self.are_tests(&conditional.condition);
        let aside = match tests {
            true => None,
            false => self.plain_condition(conditional, &mut otherwise),
        };
        let (at_else, saved) = if tests {
            self.tests(&conditional.condition, &mut otherwise);
            (start.clone(), 0)
        } else if aside.is_some() {
            (start.clone(), 0)
        } else {
            self.tried_condition(conditional, &mut otherwise)
        };
        let mut merged = None;
        let mut end = Label::default();
        self.goals(&conditional.then, tail);
        if !tail {
            self.join(&mut merged, true, &mut end, &start);
        }
        if !otherwise.jumps.is_empty() {
            self.bind_label(otherwise);
            self.state = at_else;
            if tests {
                self.end_guard();
            } else if let Some(aside) = aside {
                self.end_aside(aside);
            } else {
                self.else_start(Op::TrustElse, saved, None);
                self.lose_registers(breaks(&conditional.condition));
            }
            self.goals(&conditional.otherwise, tail);
            if !tail {
                self.join(&mut merged, false, &mut end, &start);
            }
        }
        if !tail {
            self.bind_end(end);
            self.lose_registers(goal.breaks);
            self.take_over(merged, &start);
        }
    }

    /// A condition that needs a choice point; gives the state at its failure and the
    /// registers that are restored there.
    pub(super) fn tried_condition(
        &mut self,
        conditional: &Conditional,
        otherwise: &mut Label,
    ) -> (State, u64) {
        if breaks(&conditional.condition) {
            self.ensure_environment();
        }
        self.save_level(conditional.level);
        let before = self.state.clone();
        let saved = self.try_else(!breaks(&conditional.condition), otherwise);
        if let Some(inner) = conditional.inner {
            self.save_level(inner);
        }
        self.goals_and_woken(&conditional.condition);
        match (conditional.soft, self.state.places[conditional.level]) {
            (false, _) => self.cut_to(conditional.level),
            (true, Place::Y(slot)) => {
                self.emit(Op::SoftCutY, 0, slot, 0);
            }
            (true, Place::X(register)) => {
                self.emit(Op::SoftCutX, register, 0, 0);
            }
            (true, Place::Nowhere) => unreachable!("the level has been saved"),
        }
        if breaks(&conditional.condition) && conditional.then.first().is_none_or(is_inline) {
            self.wake_check();
        }
        (before, saved)
    }

    /// Whether a goal can wake others without a check of its own: by a binding,
    /// or by cutting goals with a cleanup.
    pub(super) fn may_wake(&self, goal: &Goal) -> bool {
        let last = |goals: &[Goal]| goals.last().is_some_and(|goal| self.may_wake(goal));
        match &goal.kind {
            GoalKind::Unify(..) | GoalKind::Builtin(_, BuiltinKind::Once, _) => true,
            // A new variable on the left is given its value without unification.
            GoalKind::Is(left, _) => {
                left.tag() == Tag::Ref && self.facts.vars[(left.0 >> 3) as usize].first < goal.pos
            }
            GoalKind::Cut(_) => self.state.known[self.level],
            GoalKind::If(conditional) if self.stands_in_line(goal) => last(&conditional.then),
            GoalKind::If(conditional) => last(&conditional.then) || last(&conditional.otherwise),
            GoalKind::Or(branches) => branches.iter().any(|branch| last(branch)),
            _ => false,
        }
    }
}

fn word_of(registers: &[u8]) -> u64 {
    let mut bytes = [0; 8];
    bytes[..registers.len()].copy_from_slice(registers);
    u64::from_le_bytes(bytes)
}

/// Whether the code of a goal, at the end of a clause, leaves the clause.
fn ends_itself(goal: &Goal) -> bool {
    matches!(
        goal.kind,
        GoalKind::Call(..) | GoalKind::Fail | GoalKind::Or(_) | GoalKind::If(_)
    )
}

/// Whether a goal runs without the check that calls make.
pub(super) fn is_inline(goal: &Goal) -> bool {
    !matches!(goal.kind, GoalKind::Call(..) | GoalKind::Unify(..))
}

fn occurs(words: &[u64], var: Var, term: Cell) -> bool {
    let mut todo = vec![term];
    while let Some(cell) = todo.pop() {
        if cell.tag() == Tag::Ref {
            if (cell.0 >> 3) as usize == var {
                return true;
            }
        } else {
            super::analyse::push_arguments(words, cell, &mut todo);
        }
    }
    false
}
