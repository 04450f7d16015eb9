//! Whether long walks over terms should end early.
//!
//! A predicate in Rust may be at one term for long. While it runs the alarm is armed:
//! walks look at it from time to time, and end with any result once it rings. The
//! predicate then fails or returns nonsense, which nobody sees: the machine finds the
//! alarm stopped, and raises what it rang for or runs the predicate again. So what
//! changes anything beside terms must ask before whether the alarm has rung.
//!
//! Walks that instructions make are not stopped. Those that are long are noted, and the
//! machine looks at the clock at its next call, rather than after many calls.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::number::long::Bell;

/// So many steps of a walk are made between two looks.
pub const STEPS: u64 = 1 << 15;

/// The clock is not looked at before fewer bytes are made.
pub const FEW_BYTES: u64 = 1 << 20;

/// Fewer bytes are made even if the time is over in the meantime: nobody minds so short
/// a delay.
const BRIEF_BYTES: u64 = 1 << 25;

/// So many bytes are made in a nanosecond, more or less: texts are copied faster, lists
/// are made more slowly.
const BYTES_A_NANOSECOND: u64 = 1;

/// How long making so many bytes takes, if that is worth a thought.
pub fn time_for(bytes: u64) -> Duration {
    match bytes < BRIEF_BYTES {
        true => Duration::ZERO,
        false => Duration::from_nanos(bytes / BYTES_A_NANOSECOND),
    }
}

/// How long a wait for the end of the time goes on before interrupts are looked at.
const NAP: Duration = Duration::from_millis(1);

const IDLE: u8 = 0;
const ARMED: u8 = 1;
const RUNG: u8 = 2;

/// What ends long walks: an interrupt or a deadline.
///
/// The parts of a machine share it. It is used by one thread at a time, whose engine
/// may move to another one; only the interrupt is set from elsewhere.
#[derive(Debug, Default)]
pub struct Alarm {
    state: AtomicU8,
    /// Set by other threads.
    interrupt: Arc<AtomicBool>,
    /// Whether there is a deadline.
    is_timed: AtomicBool,
    /// Whether it may be deaf.
    is_muted: AtomicBool,
    /// Whether a long walk was made that it could not end.
    has_walked: AtomicBool,
    times: Mutex<Times>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Times {
    /// When the time is over.
    deadline: Option<Instant>,
    /// Until when nothing rings, since what rang before was not to end.
    deaf_until: Option<Instant>,
    /// When it rang last and nothing came of it.
    last: Option<Instant>,
    /// How long before the deadline it has rung.
    ahead: Duration,
}

/// The state of an alarm that has been paused.
pub(crate) struct Paused(u8);

impl Alarm {
    /// An alarm that this interrupt sets off.
    pub(crate) fn new(interrupt: Arc<AtomicBool>) -> Alarm {
        Alarm {
            interrupt,
            ..Alarm::default()
        }
    }

    fn state(&self) -> u8 {
        self.state.load(Ordering::Relaxed)
    }

    fn set_state(&self, state: u8) {
        self.state.store(state, Ordering::Relaxed);
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the walk should end.
    pub fn rings(&self) -> bool {
        match self.state() {
            RUNG => true,
            ARMED if self.is_due() => {
                self.set_state(RUNG);
                true
            }
            IDLE => {
                self.has_walked.store(true, Ordering::Relaxed);
                false
            }
            _ => false,
        }
    }

    /// Whether a long walk was made while the alarm was not armed.
    #[inline(always)]
    pub(crate) fn has_walked(&self) -> bool {
        self.has_walked.load(Ordering::Relaxed)
    }

    /// Whether a long walk was made while the alarm was not armed, which is forgotten.
    #[inline(always)]
    pub(crate) fn take_walked(&self) -> bool {
        self.has_walked() && self.has_walked.swap(false, Ordering::Relaxed)
    }

    /// Whether the walk should end, asked in each step of a long one.
    #[inline(always)]
    pub fn rings_at(&self, step: u64) -> bool {
        step.is_multiple_of(STEPS) && self.rings()
    }

    /// Whether there is no time left to make so many bytes, which cannot be stopped in
    /// the middle.
    #[inline]
    pub fn rings_before(&self, bytes: u64) -> bool {
        match bytes < FEW_BYTES {
            true => self.has_rung(),
            false => self.rings() || self.foresees(bytes),
        }
    }

    #[cold]
    fn foresees(&self, bytes: u64) -> bool {
        let needed = time_for(bytes);
        let is_timed = self.is_timed.load(Ordering::Relaxed);
        if self.state() != ARMED || !is_timed || needed.is_zero() {
            return false;
        }
        let (now, times) = (Instant::now(), *self.times());
        let is_deaf = times.deaf_until.is_some_and(|end| now < end);
        let is_late = match (times.deadline, now.checked_add(needed)) {
            _ if is_deaf => false,
            (Some(deadline), Some(end)) => end >= deadline,
            (deadline, _) => deadline.is_some(),
        };
        if is_late {
            self.wait(needed);
            self.times().ahead = needed;
            self.set_state(RUNG);
        }
        is_late
    }

    /// Waits until the time is over, if that is soon: what there is no time for is not
    /// begun, but nothing ends before its time. An interrupt ends this.
    pub(crate) fn wait(&self, at_most: Duration) {
        let deadline = self.times().deadline;
        while !self.interrupt.load(Ordering::Relaxed)
            && let Some(left) = deadline.and_then(|end| end.checked_duration_since(Instant::now()))
            && !left.is_zero()
            && left <= at_most
        {
            sleep(left.min(NAP));
        }
    }

    /// How long before the deadline it has rung, which is forgotten.
    pub(crate) fn take_ahead(&self) -> Duration {
        std::mem::take(&mut self.times().ahead)
    }

    /// Whether it has rung.
    #[inline(always)]
    pub fn has_rung(&self) -> bool {
        self.state() == RUNG
    }

    /// Whether an armed alarm would ring now: for work that is done in pieces.
    pub fn is_due(&self) -> bool {
        let is_timed = self.is_timed.load(Ordering::Relaxed);
        if !self.interrupt.load(Ordering::Relaxed) && !is_timed {
            return false;
        }
        let is_muted = self.is_muted.load(Ordering::Relaxed);
        if !is_timed && !is_muted {
            return true;
        }
        let (now, times) = (Instant::now(), *self.times());
        if times.deaf_until.is_some_and(|end| now < end) {
            return false;
        }
        self.interrupt.load(Ordering::Relaxed) || times.deadline.is_some_and(|end| now >= end)
    }

    /// Sets when the time is over.
    pub(crate) fn set_deadline(&self, deadline: Option<Instant>) {
        if deadline.is_some() || self.is_timed.load(Ordering::Relaxed) {
            self.times().deadline = deadline;
            self.is_timed.store(deadline.is_some(), Ordering::Relaxed);
        }
    }

    /// Walks end early from now on.
    #[inline(always)]
    pub(crate) fn arm(&self) {
        self.set_state(ARMED);
    }

    /// Walks do not end early from now on; whether one has.
    #[inline(always)]
    pub(crate) fn disarm(&self) -> bool {
        let has_rung = self.has_rung();
        self.set_state(IDLE);
        has_rung
    }

    /// Makes what runs again after the alarm has rung for nothing run at least twice as
    /// long before it is stopped again, so that it comes to its end.
    pub(crate) fn mute(&self, now: Option<Instant>) {
        let Some(now) = now else {
            return;
        };
        let mut times = self.times();
        let ran = times.last.map_or(Duration::ZERO, |last| now - last);
        times.deaf_until = now.checked_add((2 * ran).max(Duration::from_millis(1)));
        times.last = Some(now);
        self.is_muted.store(true, Ordering::Relaxed);
    }

    /// Ends what [`Alarm::mute`] has begun: what was stopped is done.
    pub(crate) fn unmute(&self) {
        let mut times = self.times();
        times.deaf_until = None;
        times.last = None;
        self.is_muted.store(false, Ordering::Relaxed);
    }

    /// Walks that follow are made to their end until [`Alarm::resume`].
    pub(crate) fn pause(&self) -> Paused {
        let paused = Paused(self.state());
        self.set_state(IDLE);
        paused
    }

    /// Goes on as before [`Alarm::pause`].
    pub(crate) fn resume(&self, paused: Paused) {
        self.set_state(paused.0);
    }
}

impl Bell for Alarm {
    fn rings(&self) -> bool {
        Alarm::rings(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alarm_rings_only_while_it_is_armed() {
        let interrupt = Arc::new(AtomicBool::new(true));
        let alarm = Alarm::new(interrupt);
        assert!(!alarm.rings());
        assert!(alarm.take_walked() && !alarm.take_walked());
        alarm.arm();
        assert!(!alarm.rings_at(STEPS + 1));
        assert!(alarm.rings_at(2 * STEPS));
        assert!(alarm.disarm());
        assert!(!alarm.rings());
    }

    #[test]
    fn a_deadline_rings_once_it_is_over() {
        let alarm = Alarm::default();
        alarm.arm();
        alarm.set_deadline(Instant::now().checked_add(Duration::from_secs(3600)));
        assert!(!alarm.rings());
        alarm.set_deadline(Some(Instant::now()));
        assert!(alarm.rings() && alarm.has_rung());
    }

    #[test]
    fn an_alarm_rings_before_what_takes_longer_than_there_is_time() {
        let alarm = Alarm::default();
        alarm.arm();
        let end = Instant::now() + Duration::from_millis(50);
        alarm.set_deadline(Some(end));
        assert!(!alarm.rings_before(1 << 20));
        assert!(alarm.rings_before(1 << 40) && alarm.has_rung());
        // It rings no earlier for that.
        assert!(Instant::now() >= end);
        assert!(alarm.take_ahead() > Duration::from_secs(1000));
        assert_eq!(alarm.take_ahead(), Duration::ZERO);
        // What was stopped for nothing comes to its end.
        alarm.mute(Some(Instant::now()));
        alarm.arm();
        assert!(!alarm.rings_before(1 << 40));
    }

    #[test]
    fn an_alarm_that_rang_for_nothing_is_deaf_for_longer_each_time() {
        let alarm = Alarm::new(Arc::new(AtomicBool::new(true)));
        alarm.arm();
        let start = Instant::now();
        alarm.mute(Some(start));
        let later = start + Duration::from_secs(60);
        alarm.mute(Some(later));
        assert!(!alarm.rings());
        assert_eq!(
            alarm.times().deaf_until,
            Some(later + Duration::from_secs(120))
        );
        alarm.unmute();
        assert!(alarm.rings());
    }
}
