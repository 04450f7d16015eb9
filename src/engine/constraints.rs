//! The constraint solver beside the heap.
//!
//! A variable with a domain is an attributed variable whose third word is its
//! number in the solver, plus one. The solver changes in builtins only, and
//! before its first change after a choice point a state of it is marked on the
//! trail: undoing the trail past a mark notes that the solver has to follow,
//! which it does before it is used again. Programs without constraints pay
//! nothing for this.

use super::frames::Field;
use super::machine::Machine;
use crate::atom::known;
use crate::error::{Ball, Outcome};
use crate::fd::copy::Network;
use crate::fd::int::Int;
use crate::fd::queue::{Counts, Progress};
use crate::fd::store::{Conflict, Mark, Solver, VarId};
use crate::flags::FlagValue;
use crate::number::Number;
use crate::term::cell::{Cell, Tag};
use crate::term::collect::Marks;
use crate::term::image::{Appended, Attributes, Image};

/// How many propagators run between two looks at signals.
pub const WORK: u64 = 4096;

/// The bytes of the solver from which on the memory is looked at after each posting.
const LARGE: u64 = 1 << 20;

/// Why a constraint is not posted.
pub enum Refusal {
    /// It has no solution.
    Conflict,
    /// It is none.
    Ball(Ball),
}

impl From<Conflict> for Refusal {
    fn from(_: Conflict) -> Refusal {
        Refusal::Conflict
    }
}

impl From<Ball> for Refusal {
    fn from(ball: Ball) -> Refusal {
        Refusal::Ball(ball)
    }
}

impl Machine {
    /// Brings the solver to the state that the trail has been undone to.
    #[inline]
    pub(super) fn follow_store(&mut self) {
        if self.mem.store_undone != u64::MAX {
            self.undo_store();
        }
    }

    #[inline(never)]
    fn undo_store(&mut self) {
        let index = std::mem::replace(&mut self.mem.store_undone, u64::MAX);
        if let Some(solver) = &mut self.solver {
            solver.undo_to_mark(index as usize);
        }
    }

    /// Gives memory back that the solver took before the trail was undone.
    pub(super) fn shrink_store(&mut self) {
        self.follow_store();
        if let Some(solver) = &mut self.solver {
            solver.shrink();
        }
    }

    /// Takes the solver, to be put back; it may be changed.
    #[inline]
    pub fn take_solver(&mut self) -> Box<Solver> {
        self.follow_store();
        let mut solver = self.take_or_make_solver();
        let newest = self.field(self.b, Field::Trail);
        if solver.marks.last().is_none_or(|mark| mark.trail < newest) {
            self.mark_solver(&mut solver);
        }
        solver
    }

    /// What the solver has done, if there is one.
    pub fn solver_counts(&self) -> Option<&Counts> {
        self.solver.as_ref().map(|solver| &solver.counts)
    }

    /// Takes the solver for a search whose choice point has been protected.
    pub fn take_searched_solver(&mut self) -> Box<Solver> {
        self.follow_store();
        self.take_or_make_solver()
    }

    #[inline]
    fn take_or_make_solver(&mut self) -> Box<Solver> {
        match self.solver.take() {
            Some(solver) => solver,
            None => self.make_solver(),
        }
    }

    #[cold]
    fn make_solver(&self) -> Box<Solver> {
        let mut solver = Box::new(Solver::new());
        solver.alarm = self.mem.alarm.clone();
        solver
    }

    /// Raises an error if long work on constraints should end, after so many of the
    /// things that it has to look at.
    #[inline]
    pub fn look_at(&mut self, solver: &mut Solver, things: usize) -> Result<(), Ball> {
        match solver.is_overdue(things) {
            true => self.poll_now(),
            false => Ok(()),
        }
    }

    /// Puts the solver back.
    #[inline]
    pub fn put_solver(&mut self, solver: Box<Solver>) {
        self.solver = Some(solver);
    }

    /// Marks the present state of the solver on the trail.
    pub fn mark_solver(&mut self, solver: &mut Solver) {
        let trail = self.mem.mark_store(solver.marks.len());
        let point = solver.point();
        solver.marks.push(Mark {
            point,
            trail,
            synced: solver.synced,
        });
    }

    /// Marks the solver so that backtracking to the newest choice point keeps
    /// what is done from here on, and only backtracking past it undoes that.
    pub fn protect_choice(&mut self, solver: &mut Solver) {
        self.mark_solver(solver);
        self.set_field(self.b, Field::Trail, self.mem.tr);
    }

    /// Runs `work` on the solver and then propagates.
    pub fn constrain(
        &mut self,
        work: impl FnOnce(&mut Machine, &mut Solver) -> Result<(), Refusal>,
    ) -> Outcome {
        let mut solver = self.take_solver();
        // What is posted is posted whole, unless an error is raised in the middle.
        let paused = self.mem.alarm.pause();
        let outcome = self.constrain_with(&mut solver, work);
        self.mem.alarm.resume(paused);
        if !matches!(outcome, Ok(true)) {
            solver.clear_queue();
            solver.end_posting();
        }
        self.put_solver(solver);
        outcome
    }

    fn constrain_with(
        &mut self,
        solver: &mut Solver,
        work: impl FnOnce(&mut Machine, &mut Solver) -> Result<(), Refusal>,
    ) -> Outcome {
        if !self.mem.woken.is_empty() && !self.read_woken(solver)? {
            return Ok(false);
        }
        match work(self, solver) {
            Ok(()) => {}
            Err(Refusal::Conflict) => return Ok(false),
            Err(Refusal::Ball(ball)) => return Err(ball),
        }
        // Posting may have unified variables.
        if !self.mem.woken.is_empty() && !self.read_woken(solver)? {
            return Ok(false);
        }
        if solver.is_carried_over() {
            return Ok(true);
        }
        self.settle(solver)
    }

    /// As [`Machine::settle`], for what has been posted whole.
    pub fn settle_whole(&mut self, solver: &mut Solver) -> Outcome {
        let paused = self.mem.alarm.pause();
        let outcome = self.settle(solver);
        self.mem.alarm.resume(paused);
        if !matches!(outcome, Ok(true)) {
            solver.clear_queue();
        }
        outcome
    }

    /// Propagates, and gives the heap the values that are known by then.
    pub fn settle(&mut self, solver: &mut Solver) -> Outcome {
        // Nothing posts constraints then, and the solver is left out of the program.
        if !cfg!(feature = "clpfd") {
            return Ok(true);
        }
        solver.queue.effort = 0;
        loop {
            solver.queue.unifies = true;
            let progress = solver.propagate(WORK);
            solver.queue.unifies = false;
            match progress {
                Progress::Fixpoint if !solver.queue.same.is_empty() => {
                    if !self.make_same(solver)? {
                        return Ok(false);
                    }
                }
                Progress::Fixpoint if solver.queue.refused.is_empty() => break,
                Progress::Fixpoint if self.propagates_fully() => {
                    self.poll_now()?;
                    solver.resume_refused();
                }
                Progress::Fixpoint => {
                    solver.queue.refused.clear();
                    break;
                }
                Progress::Failed => return Ok(false),
                Progress::Paused => {
                    solver.queue.effort = 0;
                    self.poll_now()?;
                    self.count_work(solver)?;
                    // That two variables are one may end what goes on for long.
                    if !self.make_same(solver)? {
                        return Ok(false);
                    }
                }
            }
        }
        // One call may post very much.
        let bytes = solver.bytes();
        if bytes > LARGE {
            self.check_buffer(bytes)?;
        }
        self.write_values(solver)
    }

    /// Makes variables one of which propagators have found that they are the same. False
    /// if they cannot be.
    fn make_same(&mut self, solver: &mut Solver) -> Outcome {
        while let Some((x, y)) = solver.queue.same.pop() {
            let is_placed = |id: VarId| solver.cells[id as usize] != 0;
            if is_placed(x) && is_placed(y) {
                let (a, b) = (self.domain_term(solver, x), self.domain_term(solver, y));
                if !self.mem.unify(a, b) || !self.read_woken(solver)? {
                    return Ok(false);
                }
                continue;
            }
            // One of them is the value of an expression, of which nobody else knows.
            let (gone, kept) = if is_placed(x) { (y, x) } else { (x, y) };
            if solver.alias(gone, kept).is_err() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether endless domains are narrowed as long as that is possible.
    fn propagates_fully(&self) -> bool {
        let flag = self.flags.get(known::CLPFD_PROPAGATION);
        flag.is_some_and(|flag| match &flag.value {
            FlagValue::Atom(value) => self.text(*value) == "full",
            _ => false,
        })
    }

    /// Counts a portion of work of the solver as calls, and looks at the memory.
    pub fn count_work(&mut self, solver: &Solver) -> Result<(), Ball> {
        self.steps_left = self.steps_left.saturating_sub(WORK / 8).max(1);
        self.check_buffer(solver.bytes())
    }

    /// Binds the variables on the heap whose values have become known.
    pub fn write_values(&mut self, solver: &mut Solver) -> Outcome {
        while let Some(&id) = solver.log.get(solver.synced) {
            solver.synced += 1;
            let at = solver.cells[id as usize];
            if at == 0 {
                continue;
            }
            let Some(value) = solver.value(id) else {
                continue;
            };
            let cell = self.mem.deref(Cell::reference(at));
            let value = self.mem.new_number(&value.to_number());
            if cell.tag() != Tag::Att {
                // It has been bound, and this has yet to be read.
                if !self.mem.unify(cell, value) {
                    return Ok(false);
                }
                continue;
            }
            let at = cell.offset();
            if self.mem.deref(self.mem.get(at + 8)) == Cell::NIL {
                self.mem.bind_domain(at, value);
            } else {
                self.mem.bind_attributed(at, value);
            }
        }
        Ok(true)
    }

    /// Tells the solver of variables with domains that have been bound.
    fn read_woken(&mut self, solver: &mut Solver) -> Outcome {
        let mut index = 0;
        while index < self.mem.woken.len() {
            let (at, value) = self.mem.woken[index];
            let slot = self.mem.get(at + 16);
            if slot == Cell::small(0) {
                index += 1;
                continue;
            }
            let id = (slot.small_value() - 1) as VarId;
            if !self.read_binding(solver, id, value)? {
                return Ok(false);
            }
            if self.mem.deref(self.mem.get(at + 8)) == Cell::NIL {
                self.mem.woken.remove(index);
            } else {
                index += 1;
            }
        }
        Ok(true)
    }

    fn read_binding(&mut self, solver: &mut Solver, id: VarId, value: Cell) -> Outcome {
        let value = self.mem.deref(value);
        if value.is_var() {
            if value.tag() == Tag::Att && self.mem.get(value.offset() + 16) == Cell::small(0) {
                // The variable that is left takes over the domain.
                let number = Cell::small(i64::from(id) + 1);
                self.mem.assign(value.offset() + 16, number);
                return Ok(true);
            }
            let kept = self.domain_variable(solver, value);
            return Ok(solver.alias(id, kept).is_ok());
        }
        match self.mem.number(value).as_ref().and_then(Int::from_number) {
            Some(number) => Ok(solver.fix_int(id, &number).is_ok()),
            None => Err(Ball::Type(known::INTEGER, value)),
        }
    }

    /// Propagates what has been bound since the last event. False if a constraint fails.
    pub(super) fn wake_constraints(&mut self) -> Outcome {
        if self.solver.is_none() || self.mem.woken.is_empty() {
            return Ok(true);
        }
        self.constrain(|_, _| Ok(()))
    }

    /// The number in the solver of a variable on the heap, which gets a domain
    /// if it has none.
    pub fn domain_variable(&mut self, solver: &mut Solver, var: Cell) -> VarId {
        let var = self.mem.deref(var);
        let id = solver.vars.len() as VarId;
        let number = Cell::small(i64::from(id) + 1);
        let at = match var.tag() {
            Tag::Att => {
                let slot = self.mem.get(var.offset() + 16);
                if slot != Cell::small(0) {
                    return (slot.small_value() - 1) as VarId;
                }
                self.mem.assign(var.offset() + 16, number);
                var.offset()
            }
            _ => {
                let made = self.mem.new_attributed();
                // What is new vanishes on backtracking.
                self.mem.set(made.offset() + 16, number);
                self.mem.bind(var, made);
                made.offset()
            }
        };
        solver.new_var();
        solver.cells[id as usize] = at;
        id
    }

    /// The number of a variable that has a domain.
    #[inline]
    pub fn known_domain_variable(&self, var: Cell) -> Option<VarId> {
        let var = self.mem.deref(var);
        if var.tag() != Tag::Att {
            return None;
        }
        let slot = self.mem.get(var.offset() + 16);
        (slot != Cell::small(0)).then(|| (slot.small_value() - 1) as VarId)
    }

    /// The variable or value on the heap of a variable of the solver; one that
    /// exists in the solver only gets a place on the heap.
    pub fn domain_term(&mut self, solver: &mut Solver, id: VarId) -> Cell {
        if let Some(value) = solver.value(id) {
            return self.mem.new_number(&value.to_number());
        }
        let at = solver.cells[id as usize];
        if at != 0 {
            let cell = self.mem.deref(Cell::reference(at));
            return match cell.is_var() {
                true => Cell::reference(cell.offset()),
                false => cell,
            };
        }
        let made = self.mem.new_attributed();
        let number = Cell::small(i64::from(id) + 1);
        self.mem.set(made.offset() + 16, number);
        // Backtracking may take the heap cell away and keep the variable: the
        // solver notes it as a change of its own.
        solver.set_cell(id, made.offset());
        made
    }

    /// A copy of a term; variables with domains are copied with them and with
    /// the constraints between them.
    pub fn copy_constrained(&mut self, term: Cell) -> Result<Cell, Ball> {
        if self.solver.is_none() {
            return Ok(self.mem.copy(term, Attributes::Keep)?);
        }
        let attributed = self.mem.term_attvars(term);
        let (mut cells, mut vars) = (Vec::new(), Vec::new());
        for var in attributed {
            if let Some(id) = self.known_domain_variable(var) {
                cells.push(Cell::reference(var.offset()));
                vars.push(id);
            }
        }
        if vars.is_empty() || self.mem.alarm.has_rung() {
            return Ok(self.mem.copy(term, Attributes::Keep)?);
        }
        // Domains are copied with the whole term or not at all.
        let paused = self.mem.alarm.pause();
        let mut solver = self.take_solver();
        let copies = solver.copy_variables(&vars);
        self.mem.ensure(2 * cells.len() as u64 + 2)?;
        let whole = self.mem.new_partial_list(&cells, term);
        let copied = self.mem.copy(whole, Attributes::Keep);
        let result = copied.map(|copied| self.give_domains(&mut solver, copied, &copies));
        self.put_solver(solver);
        self.mem.alarm.resume(paused);
        Ok(result?)
    }

    /// Appends the image of a term to a buffer. If its variables have domains, the
    /// image is that of a list of these with the term behind them, and comes with
    /// what is demanded of them.
    pub fn append_constrained(
        &mut self,
        term: Cell,
        words: &mut Vec<u64>,
    ) -> Result<(Appended, Option<Network>), Ball> {
        let start = words.len();
        let appended = self.mem.append_image(term, Attributes::Keep, words);
        let Some((whole, network)) = self.demands_of_copied(term)? else {
            return Ok((appended, None));
        };
        words.truncate(start);
        let appended = self.mem.append_image(whole, Attributes::Keep, words);
        Ok((appended, Some(network)))
    }

    /// If what has just been copied has variables with domains, a list of these with
    /// the term behind them, and what is demanded of them.
    fn demands_of_copied(&mut self, term: Cell) -> Result<Option<(Cell, Network)>, Ball> {
        if self.solver.is_none() || self.mem.alarm.has_rung() {
            return Ok(None);
        }
        let (mut cells, mut ids) = (Vec::new(), Vec::new());
        for &var in self.mem.copied_variables() {
            if let Some(id) = self.known_domain_variable(var) {
                cells.push(Cell::reference(var.offset()));
                ids.push(id);
            }
        }
        if ids.is_empty() {
            return Ok(None);
        }
        let solver = self.take_solver();
        let network = solver.network(&ids);
        self.put_solver(solver);
        self.mem.ensure(2 * cells.len() as u64 + 2)?;
        Ok(Some((self.mem.new_partial_list(&cells, term), network)))
    }

    /// The image of a term, as [`Machine::append_constrained`] makes it.
    pub fn constrained_image(&mut self, term: Cell) -> Result<(Image, Option<Network>), Ball> {
        let image = self.mem.image_or_stop(term, Attributes::Keep);
        match self.demands_of_copied(term)? {
            Some((whole, network)) => {
                let image = self.mem.image_or_stop(whole, Attributes::Keep);
                Ok((image, Some(network)))
            }
            None => Ok((image, None)),
        }
    }

    /// The term that [`Machine::constrained_image`] made an image of.
    pub fn build_with(&mut self, image: &Image, network: Option<&Network>) -> Result<Cell, Ball> {
        let built = self.mem.build(image)?;
        Ok(self.constrain_built(built, network))
    }

    /// The term that [`Machine::append_constrained`] made an image of.
    pub fn build_constrained(
        &mut self,
        words: &[u64],
        appended: Appended,
        network: Option<&Network>,
    ) -> Result<Cell, Ball> {
        let built = self
            .mem
            .build_from(words, appended.root, appended.variables)?;
        Ok(self.constrain_built(built, network))
    }

    fn constrain_built(&mut self, built: Cell, network: Option<&Network>) -> Cell {
        let Some(network) = network else {
            return built;
        };
        let mut solver = self.take_solver();
        let ids = solver.add_network(network);
        let term = self.give_domains(&mut solver, built, &ids);
        self.put_solver(solver);
        term
    }

    /// Gives the variables at the front of a list the domains of `ids`. The rest
    /// of the list.
    fn give_domains(&mut self, solver: &mut Solver, list: Cell, ids: &[VarId]) -> Cell {
        let mut rest = list;
        for &id in ids {
            let at = self.mem.deref(rest).offset();
            let var = self.mem.deref(self.mem.get(at));
            let place = match var.tag() {
                Tag::Att => var.offset(),
                _ => {
                    let made = self.mem.new_attributed();
                    self.mem.bind(var, made);
                    made.offset()
                }
            };
            self.mem.assign(place + 16, Cell::small(i64::from(id) + 1));
            solver.cells[id as usize] = place;
            rest = self.mem.get(at + 8);
        }
        rest
    }

    /// The integer that a term is.
    pub fn integer_of(&self, cell: Cell) -> Option<Int> {
        let number: Option<Number> = self.mem.number(cell);
        number.as_ref().and_then(Int::from_number)
    }

    // Garbage collection.

    /// Marks the variables of the solver that are on the heap. Those that nothing
    /// leads to any more are dropped with all their constraints, where the solver
    /// need not go back to a state in which they were.
    pub(super) fn mark_constrained(&mut self, marks: &mut Marks) {
        let Some(mut solver) = self.solver.take() else {
            return;
        };
        let is_due = solver.should_rebuild() && self.mem.woken.is_empty();
        let live = is_due.then(|| self.mark_reachable(&solver, marks));
        let live = live.filter(|(vars, props)| solver.is_mostly_superfluous(vars.len(), *props));
        if let Some((live, _)) = live {
            let places: Vec<u64> = live.iter().map(|&id| solver.cells[id as usize]).collect();
            let ids = solver.rebuild(&live);
            for (&id, at) in ids.iter().zip(places) {
                solver.cells[id as usize] = at;
                let number = Cell::small(i64::from(id) + 1);
                self.mem.set(at + 16, number);
            }
        } else {
            for &at in solver.cells.iter().filter(|&&at| at != 0) {
                marks.mark_attributed(&self.mem, at);
            }
        }
        self.solver = Some(solver);
    }

    /// Marks the variables that marked ones lead to; all that are on the heap, and how
    /// many propagators are between them.
    fn mark_reachable(&self, solver: &Solver, marks: &mut Marks) -> (Vec<VarId>, usize) {
        let is_open = |id: VarId| {
            let at = solver.cells[id as usize];
            at != 0 && !solver.is_fixed(id) && self.mem.get(at) == Cell::new(Tag::Att, at)
        };
        let mut known = vec![false; solver.cells.len()];
        let (mut live, mut props) = (Vec::new(), 0);
        // What is older than the newest state to go back to stays.
        let settled = solver.settled_vars();
        known[..settled].fill(true);
        for &at in solver.cells[..settled].iter().filter(|&&at| at != 0) {
            marks.mark_attributed(&self.mem, at);
        }
        loop {
            let all = 0..known.len() as VarId;
            let fresh = all.filter(|&id| {
                let is_new = !known[id as usize] && is_open(id);
                is_new && marks.is_marked(solver.cells[id as usize])
            });
            let fresh: Vec<VarId> = fresh.collect();
            if fresh.is_empty() {
                return (live, props);
            }
            let (reached, between) = solver.reachable(&fresh);
            props += between;
            for id in reached {
                if !std::mem::replace(&mut known[id as usize], true) && is_open(id) {
                    marks.mark_attributed(&self.mem, solver.cells[id as usize]);
                    live.push(id);
                }
            }
        }
    }

    /// Keeps of the states of the solver on the trail those that are given by their
    /// numbers.
    pub(super) fn keep_store_marks(&mut self, kept: &[usize]) {
        if let Some(solver) = &mut self.solver {
            let marks = kept
                .iter()
                .filter_map(|&index| solver.marks.get(index).copied());
            solver.marks = marks.collect();
        }
    }

    pub(super) fn move_constrained(&mut self, to: impl Fn(u64) -> u64) {
        if let Some(solver) = &mut self.solver {
            for at in solver.cells.iter_mut().filter(|at| **at != 0) {
                *at = to(*at);
            }
        }
    }

    pub(super) fn move_store_marks(&mut self) {
        if self.solver.is_none() {
            return;
        }
        let places = self.mem.store_marks();
        if let Some(solver) = &mut self.solver {
            for (index, at) in places {
                if let Some(mark) = solver.marks.get_mut(index) {
                    mark.trail = at;
                }
            }
        }
    }
}
