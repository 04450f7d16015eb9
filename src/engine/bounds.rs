//! How much a query may use. What goes beyond ends the query, and the program
//! cannot catch it.

use std::time::{Duration, Instant};

use super::machine::Machine;
use crate::atom::known;
use crate::error::{Ball, Resource};
use crate::host::now;
use crate::term::alarm::{FEW_BYTES, time_for};

/// How many looks at signals there are between two looks at the clock.
const TICKS: u32 = 32;

/// The memory limit in bytes for each bit of the largest integers: multiplying long
/// ones takes much more than the product.
const BYTES_A_BIT: u64 = 4;

/// How often the bytes of a file name are looked at before there is a file.
const LOOKS_AT_NAMES: usize = 10;

/// The bytes of the smallest environment.
const SMALLEST_FRAME: u64 = 16;

/// What the running query may use.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// When the query ends.
    pub deadline: Option<Instant>,
    /// When the query pauses at its next call.
    pub pause_at: Option<Instant>,
    /// The steps that it was given, for messages: the machine counts them down.
    pub steps: Option<u64>,
    /// The time that it was given, for messages.
    pub time: Option<Duration>,
    /// The bytes that the engine may take; all that it may take if there is no bound.
    pub memory: Option<u64>,
    /// How many goals may wait for goals of theirs to end.
    pub depth: Option<u64>,
    /// How many bytes may be written.
    pub output: Option<u64>,
}

/// The state of keeping to the bounds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Watch {
    bounds: Bounds,
    /// Whether something has to be looked at beside the interrupt.
    is_on: bool,
    /// Whether the query pauses at its next look around.
    pauses_soon: bool,
    /// Looks at signals until the next look at the clock.
    ticks: u32,
    /// So much time is needed for what comes next.
    ahead: Duration,
    /// The size of the environments below which the depth is in bounds.
    shallow: u64,
    /// The memory limit of the engine, while another is in force.
    memory: Option<u64>,
    /// The largest integers of the engine, while others are in force.
    max_bits: u64,
    /// The bytes outside of the areas when the query started.
    outside: u64,
}

/// Whether a time has come.
fn is_over(end: Instant) -> bool {
    is_over_in(end, Duration::ZERO)
}

/// Whether a time will have come after so long.
fn is_over_in(end: Instant, ahead: Duration) -> bool {
    now().is_some_and(|now| now.checked_add(ahead).is_none_or(|then| then >= end))
}

impl Machine {
    /// Puts bounds in force. They stay until [`Machine::unbound`].
    pub fn bound(&mut self, bounds: Bounds) {
        self.unbound();
        let mut watch = Watch {
            bounds,
            is_on: bounds.deadline.is_some() || bounds.output.is_some(),
            ticks: 1,
            ..Watch::default()
        };
        if let Some(bytes) = bounds.memory {
            watch.memory = Some(self.mem.budget.limit);
            watch.max_bits = self.arith.max_bits;
            self.mem.budget.limit = bytes.min(self.mem.budget.limit);
            self.arith.max_bits = self.arith.max_bits.min(bytes / BYTES_A_BIT);
            // What is over the limit already is noticed at the first call.
            self.mem.hlim = 0;
        }
        watch.outside = self.bytes_outside();
        self.io.bound_output(bounds.output);
        self.watch = watch;
        self.set_alarm();
    }

    /// Ends the bounds.
    pub fn unbound(&mut self) {
        if let Some(limit) = self.watch.memory {
            self.mem.budget.limit = limit;
            self.arith.max_bits = self.watch.max_bits;
        }
        self.io.bound_output(None);
        self.watch = Watch::default();
        self.set_alarm();
    }

    /// The bounds in force.
    pub fn bounds(&self) -> &Bounds {
        &self.watch.bounds
    }

    /// Keeps how many steps and how much time the query was given, for messages.
    pub fn note_given(&mut self, steps: u64, time: Option<Duration>) {
        self.watch.bounds.steps = Some(steps);
        self.watch.bounds.time = time;
    }

    /// Sets when the query ends.
    pub fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.watch.bounds.deadline = deadline;
        self.watch.is_on = deadline.is_some() || self.watch.bounds.output.is_some();
        self.watch.ticks = TICKS;
        self.set_alarm();
    }

    /// Makes the query pause once the time has passed, or no longer.
    pub fn pause_after(&mut self, time: Option<Duration>) {
        let end = |time| now()?.checked_add(time);
        self.watch.bounds.pause_at = time.and_then(end);
        // Without a clock turns are as short as they can be.
        self.watch.pauses_soon = time.is_some() && now().is_none();
    }

    /// Whether the query is to pause now.
    pub(super) fn is_pause_due(&self) -> bool {
        let at = self.watch.bounds.pause_at;
        self.watch.pauses_soon || at.is_some_and(is_over)
    }

    /// Looks at signals and the clock, from time to time in loops that make no calls.
    #[inline]
    pub fn poll(&mut self) -> Result<(), Ball> {
        let undisturbed = std::mem::take(&mut self.undisturbed);
        let result = self.poll_at_call();
        self.undisturbed = undisturbed;
        result
    }

    /// Looks at signals and the clock where a call starts.
    #[inline]
    pub fn poll_at_call(&mut self) -> Result<(), Ball> {
        if self.signals.is_pending() {
            self.take_interrupt()?;
        }
        if !self.limits.is_empty() {
            self.check_limits()?;
        }
        if self.watch.is_on {
            return self.look();
        }
        Ok(())
    }

    #[cold]
    fn take_interrupt(&mut self) -> Result<(), Ball> {
        match !self.is_undisturbed() && self.signals.take_interrupt() {
            true => self.interrupted(),
            false => Ok(()),
        }
    }

    #[cold]
    fn look(&mut self) -> Result<(), Ball> {
        if self.io.is_output_exceeded() {
            return Err(Ball::Exceeded(Resource::Output));
        }
        self.watch.ticks -= 1;
        if self.watch.ticks > 0 {
            return Ok(());
        }
        self.watch.ticks = TICKS;
        match self.watch.bounds.deadline {
            Some(deadline) if is_over_in(deadline, self.watch.ahead) => {
                Err(Ball::Exceeded(Resource::Time))
            }
            _ => Ok(()),
        }
    }

    /// Looks at signals, limits and the clock, as they will be once there is what the
    /// alarm has rung before.
    pub(super) fn look_closely(&mut self) -> Result<(), Ball> {
        self.watch.ahead = self.mem.alarm.take_ahead();
        let looked = self.poll_now();
        self.watch.ahead = Duration::ZERO;
        looked
    }

    /// Looks at signals, limits and the clock, as they will be once so many bytes are
    /// made: for what cannot be done again, as the alarm demands.
    pub fn poll_before(&mut self, bytes: u64) -> Result<(), Ball> {
        if bytes < FEW_BYTES {
            return Ok(());
        }
        self.watch.ahead = time_for(bytes);
        let looked = self.poll_now();
        if looked.is_err() {
            self.mem.alarm.wait(self.watch.ahead);
        }
        self.watch.ahead = Duration::ZERO;
        looked
    }

    /// The seconds of the wall clock up to the end of what comes next.
    pub(super) fn seconds_ahead(&self) -> f64 {
        self.arith.clock.wall_seconds() + self.watch.ahead.as_secs_f64()
    }

    /// Makes long walks end when the time of the query or of a goal is over.
    pub(super) fn set_alarm(&mut self) {
        let goal = self.limits.nearest_time().and_then(|end| {
            let left = end - self.arith.clock.wall_seconds();
            let left = Duration::try_from_secs_f64(left.max(0.0)).ok()?;
            Instant::now().checked_add(left)
        });
        self.mem
            .alarm
            .set_deadline(match (self.watch.bounds.deadline, goal) {
                (Some(query), Some(goal)) => Some(query.min(goal)),
                (query, goal) => query.or(goal),
            });
    }

    /// Looks at everything that is bounded, between two chunks of steps.
    pub(super) fn look_around(&mut self) -> Result<(), Ball> {
        self.watch.ticks = 1;
        self.poll_at_call()?;
        self.check_depth()?;
        self.check_buffer(0)
    }

    /// The bytes that the memory limit leaves beyond what the areas take, and what
    /// the query has added beside them.
    pub fn room(&self) -> u64 {
        let added = self.bytes_outside().saturating_sub(self.watch.outside);
        let used = self.mem.budget.used.saturating_add(added);
        self.mem.budget.limit.saturating_sub(used)
    }

    /// Raises the resource error if a buffer of so many bytes is more than the
    /// memory limit leaves.
    pub fn check_buffer(&self, bytes: u64) -> Result<(), Ball> {
        let added = self.bytes_outside().saturating_sub(self.watch.outside);
        let used = self.mem.budget.used.saturating_add(added);
        match used.saturating_add(bytes) > self.mem.budget.limit {
            true => Err(Ball::Resource(known::MEMORY)),
            false => Ok(()),
        }
    }

    /// Makes the next look at signals one at the clock as well: what has made many
    /// bytes may have taken long.
    pub fn look_soon(&mut self) {
        self.watch.ticks = 1;
    }

    /// Raises the resource error if there is no memory for a text of so many bytes,
    /// which is there twice while it is made, or an error that nobody sees if there is
    /// no time for it.
    pub fn check_text(&self, bytes: u64) -> Result<(), Ball> {
        self.check_buffer(2 * bytes)?;
        self.check_walk(bytes as usize)
    }

    /// Raises an error that nobody sees if there is no time to look at so many bytes.
    #[inline]
    pub fn check_walk(&self, bytes: usize) -> Result<(), Ball> {
        match self.mem.alarm.rings_before(bytes as u64) {
            true => Err(Ball::Exceeded(Resource::Time)),
            false => Ok(()),
        }
    }

    /// Raises an error that nobody sees if there is no time to work on so long a file
    /// name, which is looked at many times.
    pub fn check_name(&self, name: &str) -> Result<(), Ball> {
        self.check_walk(LOOKS_AT_NAMES * name.len())
    }

    /// Looks at the memory after many bytes of new atoms.
    #[cold]
    #[inline(never)]
    pub fn check_atoms(&mut self) -> Result<(), Ball> {
        self.atoms.forget_fresh();
        self.look_soon();
        self.check_buffer(0)
    }

    /// Whether the query is to end, as [`Machine::poll_now`] will say: for loops that
    /// only look at the machine.
    pub fn is_stop_due(&self) -> bool {
        let deadline = self.watch.bounds.deadline;
        self.signals.is_pending() || deadline.is_some_and(is_over)
    }

    /// Looks at signals and the clock after a predicate of the host, which may have taken
    /// long, and lets the query pause at its next call.
    pub(super) fn look_after_host(&mut self) -> Result<(), Ball> {
        self.look_soon();
        if self.watch.bounds.pause_at.is_some() {
            self.shorten_chunk();
        }
        self.poll_at_call()
    }

    /// Looks at signals and the clock, the clock included.
    pub fn poll_now(&mut self) -> Result<(), Ball> {
        self.watch.ticks = 1;
        self.poll()
    }

    /// The bytes that the engine takes beside the areas, as far as they are counted.
    fn bytes_outside(&self) -> u64 {
        let collected = self.collectors.iter().map(|collector| collector.bytes());
        let collected: u64 = collected.sum();
        let solver = self.solver.as_ref().map_or(0, |solver| solver.bytes());
        self.db.bytes() + self.atoms.bytes() + self.globals.bytes + collected + solver
    }

    fn check_depth(&mut self) -> Result<(), Ball> {
        let Some(depth) = self.watch.bounds.depth else {
            return Ok(());
        };
        // So many waiting goals need at least so many bytes.
        let least = self.watch.shallow.max(depth.saturating_mul(SMALLEST_FRAME));
        if self.e < least {
            return Ok(());
        }
        let (mut e, mut found) = (self.e, 0);
        while e > 0 {
            found += 1;
            if found > depth {
                return Err(Ball::Exceeded(Resource::Depth));
            }
            e = self.environment_word(e);
        }
        self.watch.shallow = self.e + SMALLEST_FRAME * (depth - found + 1);
        Ok(())
    }

    /// The ball that a ball stands for: running out of memory that the query was
    /// given ends it.
    pub(super) fn bounded_ball(&self, ball: Ball) -> Ball {
        match ball {
            Ball::Resource(known::MEMORY) if self.watch.memory.is_some() => {
                Ball::Exceeded(Resource::Memory)
            }
            other => other,
        }
    }
}
