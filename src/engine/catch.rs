//! Exceptions and cleanup.
//!
//! `catch/3` makes an environment and a choice point. A ball goes to the newest
//! choice point of a catch whose environment is still in the chain of
//! continuations: one that has been left is not, even if its goal left choice
//! points. Nothing of this costs anything while nothing is thrown.

use super::backtrace::Thrown;
use super::frames::Field;
use super::machine::{Flow, Machine, Side, Stop, Uncaught, fixed};
use super::trace::blame;
use crate::atom::known;
use crate::bytecode::code::Address;
use crate::error::Ball;
use crate::fd::copy::Network;
use crate::term::cell::{Cell, Functor};
use crate::term::image::{Attributes, Image};

/// Copying a ball of more words takes long.
const LONG_BALL: usize = 1 << 16;

/// The end that a ball stands for which no catch is for.
fn uncatchable(ball: &Ball) -> Option<Uncaught> {
    match ball {
        Ball::Halt(status) => Some(Uncaught::Halt(*status)),
        Ball::Interrupt => Some(Uncaught::Interrupt),
        Ball::Exceeded(what) => Some(Uncaught::Exceeded(*what)),
        _ => None,
    }
}

impl Machine {
    /// `catch(X0, X1, X2)`.
    #[inline(never)]
    pub(super) fn enter_catch(&mut self) -> Result<Flow, Ball> {
        self.enter_guarded(3, fixed::CATCH_FAIL);
        self.cp = self.fixed.words.address(fixed::CATCH_EXIT);
        self.b0 = self.b;
        self.call_n(1)
    }

    /// Makes an environment with the new choice point in its only slot.
    fn enter_guarded(&mut self, arguments: usize, alternative: usize) {
        let top = self.top_at_entry(self.e);
        self.push_environment(top, &[Cell::small(0)]);
        let alternative = self.fixed.words.address(alternative);
        let kept = self.environment_top(self.e, 1);
        self.push_choice(arguments, self.mem.h, self.e, kept, alternative);
        self.set_environment_word(self.e + 16, Cell::small(self.b as i64).0);
    }

    /// The goal of a catch has succeeded: without choice points of its own, that
    /// of the catch goes as well.
    #[inline(never)]
    pub(super) fn exit_catch(&mut self) {
        if self.slot(0).small_value() as u64 == self.b {
            self.pop_choice();
        }
        self.pop_environment();
    }

    /// `'$call_cleanup'(Goal, Cleanup)`: X0 is the goal, X1 the cleanup.
    #[inline(never)]
    pub(super) fn enter_cleanup(&mut self) -> Result<Flow, Ball> {
        let goal = self.x[0];
        self.x[0] = self.x[1];
        self.enter_guarded(1, fixed::CLEANUP_FAIL);
        self.push_side(Side {
            b: self.b,
            choices: None,
            builtin: blame::NOTHING,
        });
        self.x[0] = goal;
        self.cp = self.fixed.words.address(fixed::CLEANUP_EXIT);
        self.b0 = self.b;
        self.call_n(1)
    }

    /// The goal has succeeded; if it has no further solution, the cleanup runs.
    #[inline(never)]
    pub(super) fn exit_cleanup(&mut self) -> Result<Flow, Ball> {
        let own = self.slot(0).small_value() as u64;
        self.pop_environment();
        if own != self.b {
            return self.return_event();
        }
        let cleanup = self.choice_argument(own, 0);
        self.pop_side();
        self.pop_choice();
        self.run_cleanup(cleanup)
    }

    /// The goal has failed: the cleanup runs, then failure goes on.
    #[inline(never)]
    pub(super) fn fail_cleanup(&mut self) -> Result<Flow, Ball> {
        let cleanup = self.choice_argument(self.b, 0);
        self.pop_side();
        // The environment of the cleanup goal is the one before the guarded goal's.
        self.pop_environment();
        self.pop_choice();
        self.cp = self.fixed.words.address(fixed::FAIL);
        let size = self.field(self.b, Field::EnvironmentTop);
        debug_assert!(size <= self.et);
        self.x[0] = cleanup;
        let id = self.system_predicate("$cleanup_then_fail", 1);
        self.b0 = self.b;
        Ok(self.go(id))
    }

    fn run_cleanup(&mut self, cleanup: Cell) -> Result<Flow, Ball> {
        self.x[0] = cleanup;
        let id = self.system_predicate("$run_cleanup", 1);
        self.b0 = self.b;
        Ok(self.go(id))
    }

    /// Unwinds to the catch whose catcher unifies with the ball, and gives the
    /// address of its recovery; or ends the query.
    pub(super) fn throw(&mut self, ball: Ball, pc: Address) -> Result<Address, Stop> {
        self.mem.woken.clear();
        self.drop_guard();
        if ball == Ball::Resource(known::MEMORY) {
            // Whatever the host has refused is told herewith.
            self.mem.budget.refused = false;
        }
        let ball = self.bounded_ball(ball);
        if let Some(end) = uncatchable(&ball) {
            return Err(Stop::Error(end));
        }
        let is_memory = ball == Ball::Resource(known::MEMORY);
        let culprit = ball.culprit();
        // What is evaluated in line leaves its arguments elsewhere.
        let builtin = (self.running as usize) < self.functions.len();
        let blamed = self.blamed().filter(|_| builtin);
        let term = self.ball_term(ball);
        let image = match self.ball_image(term) {
            Ok(image) => image,
            // The time of the query or of a goal is over before the ball is copied.
            Err(ball) => return self.throw(ball, pc),
        };
        let constrained = self.constrained_ball(term, is_memory);
        let thrown = Thrown {
            ball: &image,
            culprit,
            blamed,
            is_memory,
        };
        self.note_origin(thrown, pc);
        let mut cleanups = Vec::new();
        let mut environment = self.e;
        let ball = match &constrained {
            Some((whole, network)) => (whole, Some(network)),
            None => (&image, None),
        };
        while let Some(catch) = self.next_catch(&mut environment) {
            self.observe_exceptions(&image, environment);
            self.collect_cleanups(catch, &mut cleanups);
            self.drop_collections(catch);
            if let Some(recovery) = self.enter_recovery(catch, ball, &mut cleanups) {
                if is_memory {
                    self.shrink_store();
                    self.shrink_stacks();
                }
                return Ok(recovery);
            }
        }
        self.observe_exceptions(&image, 0);
        Err(Stop::Error(Uncaught::Term(image)))
    }

    /// The image of a ball, or what ends the query or a goal in the meantime, or would
    /// while the ball is built for the catch.
    fn ball_image(&mut self, term: Cell) -> Result<Image, Ball> {
        let image = self.run_armed(|m| Ok(m.mem.image_or_stop(term, Attributes::Keep)))?;
        if image.words.len() > LONG_BALL {
            self.poll_before(8 * image.words.len() as u64)?;
        }
        Ok(image)
    }

    /// The image of a ball that has variables with domains, and what is demanded of
    /// them.
    fn constrained_ball(&mut self, term: Cell, is_memory: bool) -> Option<(Image, Network)> {
        if self.solver.is_none() || is_memory {
            return None;
        }
        let (image, network) = self.constrained_image(term).ok()?;
        network.map(|network| (image, network))
    }

    /// The newest choice point of a catch that is active, `environment` being
    /// the start of the chain of environments.
    fn next_catch(&self, environment: &mut u64) -> Option<u64> {
        let mark = self.fixed.words.address(fixed::CATCH_FAIL) as u64;
        let mut b = self.b;
        while b > 0 {
            if self.field(b, Field::Alternative) == mark {
                let own = self.field(b, Field::Environment);
                while *environment > own {
                    *environment = self.environment_word(*environment);
                }
                if *environment == own {
                    return Some(b);
                }
            }
            b = self.field(b, Field::Previous);
        }
        None
    }

    /// Takes the sides above the choice point of a catch; their cleanups are kept
    /// off the heap.
    fn collect_cleanups(&mut self, catch: u64, cleanups: &mut Vec<Image>) {
        while self.side_mark > catch {
            let side = self.pop_side();
            if side.choices.is_none() {
                let cleanup = self.choice_argument(side.b, 0);
                cleanups.push(self.mem.image(cleanup, Attributes::Keep));
            }
        }
    }

    /// Restores the state before the catch, and starts its recovery if its
    /// catcher unifies with the ball. Otherwise the choice point is dropped.
    fn enter_recovery(
        &mut self,
        catch: u64,
        (ball, network): (&Image, Option<&Network>),
        cleanups: &mut Vec<Image>,
    ) -> Option<Address> {
        self.cut_choices(catch);
        self.cleanups.clear();
        self.mem.undo_to(self.field(catch, Field::Trail));
        self.mem.h = self.field(catch, Field::Heap);
        self.e = self.field(catch, Field::Environment);
        let (catcher, recovery) = (
            self.choice_argument(catch, 1),
            self.choice_argument(catch, 2),
        );
        self.pop_choice();
        self.pop_environment();
        let mark = self.mem.tr;
        let h = self.mem.h;
        // Bindings of the catcher are to be undone if it does not unify.
        let hb = std::mem::replace(&mut self.mem.hb, h);
        let term = self.build_with(ball, network);
        let term = term.unwrap_or(Cell::atom(known::MEMORY));
        let caught = self.mem.unify(catcher, term);
        self.mem.hb = hb;
        if !caught {
            self.mem.undo_to(mark);
            self.mem.h = h;
            return None;
        }
        self.start_recovery(recovery, cleanups).ok()
    }

    fn start_recovery(
        &mut self,
        recovery: Cell,
        cleanups: &mut Vec<Image>,
    ) -> Result<Address, Ball> {
        self.b0 = self.b;
        self.x[0] = recovery;
        let call = Functor::new(known::CALL, 1);
        let id = if cleanups.is_empty()
            && let Some(call) = self.db.system_predicate(call)
        {
            call
        } else {
            let goals: Vec<Cell> = cleanups
                .drain(..)
                .map(|image| self.mem.build(&image))
                .collect::<Result<_, _>>()?;
            self.x[1] = self.mem.list(&goals);
            self.system_predicate("$recover", 2)
        };
        Ok(self.db.entry(id))
    }

    /// Makes the choice point that was pushed at `level` fail when it is reached.
    #[inline(never)]
    pub(super) fn soft_cut(&mut self, level: u64) {
        let mut b = self.b;
        while self.field(b, Field::Previous) > level {
            b = self.field(b, Field::Previous);
        }
        if b == self.b {
            self.pop_choice();
        } else {
            let fail = self.fixed.words.address(fixed::TRUST_FAIL);
            self.set_field(b, Field::Alternative, fail as u64);
        }
    }
}
