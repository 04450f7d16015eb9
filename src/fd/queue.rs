//! Events, and running propagators until nothing changes.

use super::domain::Domain;
use super::entries::{ABOVE, BELOW};
use super::int::Int;
use super::prop::{DEAD, KINDS, NOT_POSTED, Prop, PropKind, TESTED, WAITING};
use super::reified::matters;
use super::store::{Change, Conflict, Kind, Links, PropId, Solver, Var, VarId};

/// The variable has got a value.
pub const FIX: u8 = 1;
/// Its least value has risen.
pub const MIN: u8 = 2;
/// Its greatest value has fallen.
pub const MAX: u8 = 4;
/// Its domain has changed in any way.
pub const DOM: u8 = 8;

/// The number of classes of watchers, one for each kind of event, and one for those
/// that wait for both bounds.
pub const CLASSES: usize = 5;
/// The class of those that wait for both bounds.
const BOTH: usize = 4;
/// What each class of watchers waits for.
pub const EVENTS: [u8; CLASSES] = [FIX, MIN, MAX, DOM, MIN | MAX];

/// What a run of propagation has come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// Nothing changes any more.
    Fixpoint,
    /// A domain has been emptied.
    Failed,
    /// The work allowed is done, and there is more.
    Paused,
}

/// Propagators in the order of their coming.
#[derive(Default)]
struct Line {
    ids: Vec<PropId>,
    next: usize,
}

impl Line {
    #[inline(always)]
    fn pop(&mut self) -> Option<PropId> {
        let id = self.ids.get(self.next).copied();
        if id.is_some() {
            self.next += 1;
        } else {
            self.ids.clear();
            self.next = 0;
        }
        id
    }

    #[inline(always)]
    fn push(&mut self, id: PropId) {
        if self.ids.len() == self.ids.capacity() {
            self.make_room();
        }
        self.ids.push(id);
    }

    /// What has been taken makes room before the line grows.
    #[cold]
    fn make_room(&mut self) {
        self.ids.drain(..self.next);
        self.next = 0;
        self.ids.reserve(self.ids.len() + 16);
    }
}

/// After so many steps propagation is looked at.
const MANY_STEPS: u64 = 1024;

/// After so many steps along a chain other things are looked at.
const CHAIN: u64 = 64;

/// So many things that are looked at are one step of propagation.
pub const GRAINS: u64 = 16;

/// After so many things a long propagator asks whether it should end early.
const MUCH_EFFORT: u64 = 1 << 14;

/// Lists of at most this length are searched for repetitions item by item.
const FEW: u32 = 16;

/// Stands for no propagator.
const NOBODY: PropId = PropId::MAX;

/// What waits to be done.
#[derive(Default)]
pub struct Queue {
    /// How many of the variables in the log, which have got values, have been looked
    /// at.
    seen: usize,
    /// Variables whose bounds have moved and that have entries for that, how many of
    /// them have been looked at, and what has happened to each variable.
    moved: Vec<VarId>,
    seen_moved: usize,
    moves: Vec<u8>,
    /// Propagators by priority, and a bit for each priority that has some.
    waiting: [Line; 5],
    busy: u8,
    /// The propagator that is running and need not run again for what it
    /// changes, or `NOBODY`.
    running: PropId,
    /// The propagator that failed last.
    pub failed: Option<PropId>,
    /// How often propagation has gone on for [`MANY_STEPS`] since it began.
    steps: u64,
    /// Variables whose endless domains have been narrowed in this run.
    pub tightened: Vec<VarId>,
    /// Variables whose endless domains could have been narrowed further.
    pub refused: Vec<VarId>,
    /// The constraint that new propagators belong to.
    pub posting: u32,
    /// Variables that must be the same.
    pub same: Vec<(VarId, VarId)>,
    /// Whether these are noted: a search does not make variables one.
    pub unifies: bool,
    /// How many steps this run of propagation has made.
    done: u64,
    /// How many things have been looked at beside the steps of propagation.
    pub effort: u64,
    /// Whether the running propagator ends early.
    stopped: bool,
    /// Whether none ends early any more until nothing changes.
    persists: bool,
}

impl Queue {
    /// Forgets all that waits; the log has this length.
    fn clear(&mut self, states: &mut [u8], log: usize) {
        self.refused.clear();
        self.same.clear();
        self.seen = log;
        self.steps = 0;
        self.running = NOBODY;
        self.persists = false;
        for var in self.moved.drain(..) {
            self.moves[var as usize] = 0;
        }
        self.seen_moved = 0;
        while self.busy != 0 {
            let priority = self.busy.trailing_zeros() as usize;
            self.busy &= self.busy - 1;
            let queue = &mut self.waiting[priority];
            let waiting = queue.ids.drain(..).skip(std::mem::take(&mut queue.next));
            for id in waiting {
                if let Some(state) = states.get_mut(id as usize) {
                    *state &= !WAITING;
                }
            }
        }
    }

    /// The log has been cut off.
    #[inline]
    pub fn forget_log(&mut self, log: usize) {
        self.seen = self.seen.min(log);
    }

    /// Notes that bounds of a variable have moved.
    #[inline(always)]
    pub fn note_move(&mut self, var: VarId, event: u8) {
        if self.moves.len() <= var as usize {
            self.make_moves(var);
        }
        let moves = &mut self.moves[var as usize];
        if *moves == 0 {
            self.moved.push(var);
        }
        *moves |= event;
    }

    #[cold]
    fn make_moves(&mut self, var: VarId) {
        self.moves.resize(2 * (var as usize + 8), 0);
    }

    /// Makes a propagator wait because a bound has changed.
    #[inline(always)]
    fn wake(&mut self, states: &mut [u8], props: &[Prop], vars: &[Var], id: PropId) {
        let state = states[id as usize];
        if state & (WAITING | DEAD) == 0
            && (state & TESTED == 0 || matters(&props[id as usize], vars))
        {
            self.push(states, id);
        }
    }

    /// Makes a propagator wait, unless it does already or causes this itself.
    #[inline(always)]
    fn push(&mut self, states: &mut [u8], id: PropId) {
        let state = &mut states[id as usize];
        if *state & (WAITING | DEAD) == 0 && self.running != id {
            let priority = *state >> 2 & 7;
            *state |= WAITING;
            self.waiting[priority as usize].push(id);
            self.busy |= 1 << priority;
        }
    }
}

/// What has been done since the start.
#[derive(Clone, Debug)]
pub struct Counts {
    /// Runs of propagators, by kind.
    pub runs: [u64; KINDS],
    /// Changes of domains by propagators, by kind.
    pub changes: [u64; KINDS],
    /// Changes of domains.
    pub prunings: u64,
    /// Failures.
    pub failures: u64,
    /// Decisions of searches.
    pub nodes: u64,
    /// Solutions of searches.
    pub solutions: u64,
    /// The deepest search.
    pub depth: u64,
}

impl Default for Counts {
    fn default() -> Counts {
        Counts {
            runs: [0; KINDS],
            changes: [0; KINDS],
            prunings: 0,
            failures: 0,
            nodes: 0,
            solutions: 0,
            depth: 0,
        }
    }
}

impl Counts {
    /// Runs of all propagators.
    pub fn total(&self) -> u64 {
        self.runs.iter().sum()
    }
}

impl Solver {
    /// Forgets all that waits to be done.
    pub fn clear_queue(&mut self) {
        self.queue.clear(&mut self.states, self.log.len());
    }

    /// Whether nothing waits, and nothing is noted of what has happened.
    #[inline]
    pub fn is_settled(&self) -> bool {
        self.is_at_rest() && self.queue.tightened.is_empty() && self.queue.refused.is_empty()
    }

    /// Whether nothing waits.
    #[inline]
    pub fn is_at_rest(&self) -> bool {
        let queue = &self.queue;
        queue.seen == self.log.len() && queue.busy == 0 && queue.moved.is_empty()
    }

    /// Whether, besides, the heap has all values that are known.
    #[inline]
    pub fn is_carried_over(&self) -> bool {
        self.is_settled() && self.synced == self.log.len()
    }

    /// The constraint that new propagators belong to.
    pub fn begin_posting(&mut self, posted: u32) {
        self.queue.posting = posted;
    }

    /// New propagators belong to no constraint that has a term.
    pub fn end_posting(&mut self) {
        self.queue.posting = NOT_POSTED;
    }

    /// Makes a propagator wait for events of a variable.
    #[inline]
    pub fn watch(&mut self, id: PropId, var: VarId, events: u8) {
        if self.is_fixed(var) {
            return;
        }
        let own = self.touch_links(var);
        own.degree = own.degree.saturating_add(1);
        let mut left = events;
        if events & (MIN | MAX) == MIN | MAX {
            self.add_watcher(id, var, BOTH);
            left &= !(MIN | MAX);
        }
        while left != 0 {
            self.add_watcher(id, var, left.trailing_zeros() as usize);
            left &= left - 1;
        }
    }

    /// Lists of watchers are chunks: a header of next chunk, capacity and
    /// length, and two numbers in a word. The variable has been touched.
    #[inline]
    pub fn add_watcher(&mut self, id: PropId, var: VarId, class: usize) {
        let mut head = self.links[var as usize].watchers[class] as usize;
        // That of no chunk is 0: it has no room.
        let mut header = self.words[head];
        if header & 0xffff == header >> 16 & 0xffff {
            head = self.add_watcher_chunk(var, class, head);
            header = self.words[head];
        }
        let len = header & 0xffff;
        let at = head + 1 + len as usize / 2;
        // Beyond the length nothing is in use that would have to be kept.
        if len.is_multiple_of(2) {
            self.words[at] = u64::from(id);
        } else {
            self.set_word(at, self.words[at] & 0xffff_ffff | u64::from(id) << 32);
        }
        self.set_word(head, header + 1);
    }

    #[inline(never)]
    fn add_watcher_chunk(&mut self, var: VarId, class: usize, head: usize) -> usize {
        let capacity = match self.words[head] >> 16 & 0xffff {
            0 => 2,
            capacity => (2 * capacity + 2).min(254),
        };
        let chunk = self.new_equal_words(1 + capacity as usize / 2, 0);
        self.words[chunk] = (head as u64) << 32 | capacity << 16;
        self.links[var as usize].watchers[class] = chunk as u32;
        chunk
    }

    /// Calls `visit` with each watcher of one class.
    pub fn each_watcher(&self, var: VarId, class: usize, mut visit: impl FnMut(PropId)) {
        let mut chunk = self.links[var as usize].watchers[class] as usize;
        while chunk != 0 {
            let header = self.words[chunk];
            for index in 0..(header & 0xffff) as usize {
                visit((self.words[chunk + 1 + index / 2] >> (32 * (index % 2))) as u32);
            }
            chunk = (header >> 32) as usize;
        }
    }

    /// Lets endless domains that have been narrowed once be narrowed again; false
    /// if there are none.
    pub fn resume_refused(&mut self) -> bool {
        let refused = std::mem::take(&mut self.queue.refused);
        for &var in &refused {
            for id in self.propagators(var) {
                self.enqueue(id);
            }
        }
        !refused.is_empty()
    }

    /// Makes those run that wait for what has happened to a variable.
    #[inline]
    pub fn notify(&mut self, var: VarId, events: u8) {
        self.counts.prunings += 1;
        if events & FIX != 0 {
            self.log.push(var);
        }
        let Links {
            watchers, entries, ..
        } = self.links[var as usize];
        if events & MIN != 0 {
            if entries[ABOVE] != 0 {
                self.queue.note_move(var, MIN);
            }
            if watchers[1] != 0 {
                self.enqueue_all(watchers[1]);
            }
        }
        if events & MAX != 0 {
            if entries[BELOW] != 0 {
                self.queue.note_move(var, MAX);
            }
            if watchers[2] != 0 {
                self.enqueue_all(watchers[2]);
            }
        }
        if events & (MIN | MAX) != 0 && watchers[BOTH] != 0 {
            self.enqueue_all(watchers[BOTH]);
        }
        if watchers[3] != 0 {
            self.enqueue_all(watchers[3]);
        }
    }

    /// As [`Solver::notify`], of one bound of a variable that stays open; mostly for
    /// variables that only orders wait for. Whether these are there and have yet to be
    /// told.
    #[inline(always)]
    pub fn notify_end<const IS_LEAST: bool>(&mut self, var: VarId) -> bool {
        let (event, class, list) = match IS_LEAST {
            true => (MIN, 1, ABOVE),
            false => (MAX, 2, BELOW),
        };
        let links = &self.links[var as usize];
        if links.watchers[class] | links.watchers[3] | links.watchers[BOTH] != 0 {
            self.notify(var, event | DOM);
            return false;
        }
        self.counts.prunings += 1;
        links.entries[list] != 0
    }

    fn enqueue_all(&mut self, chunk: u32) {
        let mut chunk = chunk as usize;
        while chunk != 0 {
            let header = self.words[chunk];
            let mut left = (header & 0xffff) as usize;
            self.queue.effort += left as u64;
            let pairs = &self.words[chunk + 1..chunk + 1 + left.div_ceil(2)];
            for &pair in pairs {
                self.queue
                    .wake(&mut self.states, &self.props, &self.vars, pair as PropId);
                if left > 1 {
                    let id = (pair >> 32) as PropId;
                    self.queue
                        .wake(&mut self.states, &self.props, &self.vars, id);
                    left -= 2;
                }
            }
            chunk = (header >> 32) as usize;
        }
    }

    /// Makes a propagator run, unless it waits already or causes this itself.
    #[inline]
    pub fn enqueue(&mut self, id: PropId) {
        self.queue.push(&mut self.states, id);
    }

    /// Runs propagators until nothing changes, or for about `work` runs.
    pub fn propagate(&mut self, work: u64) -> Progress {
        let mut failed = false;
        self.queue.done = 0;
        let mut next_look = MANY_STEPS;
        loop {
            match self.step() {
                Ok(true) => {}
                Ok(false) => break,
                Err(Conflict) if std::mem::take(&mut self.queue.stopped) => {
                    // If nobody ends the whole, it comes to its end.
                    self.queue.persists = true;
                    return Progress::Paused;
                }
                Err(Conflict) => {
                    failed = true;
                    break;
                }
            }
            self.queue.done += 1;
            let done = self.queue.done;
            if done >= next_look {
                next_look += MANY_STEPS;
                if self.takes_long() {
                    failed = true;
                    break;
                }
            }
            if done + self.queue.effort / GRAINS >= work && !self.is_at_rest() {
                return Progress::Paused;
            }
        }
        self.queue.steps = 0;
        self.queue.persists = false;
        while let Some(var) = self.queue.tightened.pop() {
            if let Some(var) = self.vars.get_mut(var as usize) {
                var.tightened = 0;
            }
        }
        if failed {
            self.counts.failures += 1;
            self.clear_queue();
            return Progress::Failed;
        }
        Progress::Fixpoint
    }

    /// Whether nothing else waits before propagators run, so that a variable that has
    /// moved can be looked at without waiting; not for ever.
    #[inline(always)]
    pub fn follows_chain(&mut self) -> bool {
        let queue = &mut self.queue;
        queue.done += 1;
        queue.seen_moved == queue.moved.len()
            && queue.seen == self.log.len()
            && !queue.done.is_multiple_of(CHAIN)
    }

    /// Now and then in a long propagation, whether there is a contradiction
    /// that it would find in many small steps only.
    #[cold]
    fn takes_long(&mut self) -> bool {
        self.queue.steps += 1;
        let steps = MANY_STEPS * self.queue.steps;
        self.queue.steps.is_power_of_two()
            && steps > self.props.len() as u64 / 4
            && self.has_negative_cycle()
    }

    /// Does one thing that waits, if there is one.
    #[inline(always)]
    fn step(&mut self) -> Result<bool, Conflict> {
        if let Some(&var) = self.log.get(self.queue.seen) {
            self.queue.seen += 1;
            self.value_known(var)?;
            return Ok(true);
        }
        if let Some(&var) = self.queue.moved.get(self.queue.seen_moved) {
            self.queue.seen_moved += 1;
            let events = std::mem::take(&mut self.queue.moves[var as usize]);
            self.bounds_moved(var, events)?;
            return Ok(true);
        }
        if self.queue.seen_moved > 0 {
            self.queue.moved.clear();
            self.queue.seen_moved = 0;
        }
        if self.queue.busy == 0 {
            return Ok(false);
        }
        let priority = self.queue.busy.trailing_zeros() as usize;
        match self.queue.waiting[priority].pop() {
            None => self.queue.busy &= !(1 << priority),
            Some(id) => self.run_waiting(id)?,
        }
        Ok(true)
    }

    #[inline(always)]
    fn run_waiting(&mut self, id: PropId) -> Change {
        let state = &mut self.states[id as usize];
        *state &= !WAITING;
        if *state & DEAD != 0 {
            return Ok(());
        }
        let prop = self.props[id as usize];
        let before = self.counts.prunings;
        self.counts.runs[prop.kind as usize] += 1;
        self.queue.effort += u64::from(prop.len);
        let result = self.run(id, &prop);
        self.counts.changes[prop.kind as usize] += self.counts.prunings - before;
        self.queue.running = NOBODY;
        if result.is_err() {
            self.has_ended(id);
        }
        result
    }

    /// A propagator has found a contradiction or ended early.
    #[cold]
    fn has_ended(&mut self, id: PropId) {
        match self.queue.stopped {
            true => self.enqueue(id),
            false => self.queue.failed = Some(id),
        }
    }

    /// How many steps of propagation have been as much as what has been done beside
    /// them, which is forgotten.
    pub fn take_effort(&mut self) -> u64 {
        std::mem::take(&mut self.queue.effort) / GRAINS
    }

    /// Counts so many things that a propagator has looked at. If it should end early, to
    /// run again, the result is an error; what it has done so far must be right then.
    #[inline]
    pub fn look_at(&mut self, things: usize) -> Change {
        match self.is_overdue(things) && !self.queue.persists {
            true => {
                self.queue.stopped = true;
                Err(Conflict)
            }
            false => Ok(()),
        }
    }

    /// Counts so many things that have been looked at; whether all of it should end.
    #[inline]
    pub fn is_overdue(&mut self, things: usize) -> bool {
        let before = self.queue.effort;
        self.queue.effort += things as u64;
        before / MUCH_EFFORT != self.queue.effort / MUCH_EFFORT && self.alarm.is_due()
    }

    /// A propagator says that two variables are the same; when they are, it is not needed
    /// any more.
    pub fn make_same(&mut self, id: PropId, x: VarId, y: VarId) {
        if x == y {
            self.kill(id);
        } else if self.queue.unifies && !self.is_fixed(x) {
            self.queue.same.push((x, y));
        }
    }

    /// What the running propagator changes does not make it run again.
    #[inline]
    pub fn idempotent(&mut self, id: PropId) {
        self.queue.running = id;
    }

    /// What the running propagator changes makes it run again.
    pub fn runs_again(&mut self) {
        self.queue.running = NOBODY;
    }

    /// Makes an idempotent propagator run again if it has pruned since there were
    /// `before` prunings, and a variable stands in several places of its list: what
    /// it has done in one place matters in the others.
    pub fn repeat_if_shared(&mut self, id: PropId, prop: &Prop, before: u64) {
        if self.counts.prunings == before {
            return;
        }
        let mut vars: Vec<VarId> = (0..prop.len as usize)
            .map(|index| self.item(prop, index))
            .collect();
        vars.sort_unstable();
        if vars.windows(2).any(|pair| pair[0] == pair[1]) {
            self.queue.running = NOBODY;
            self.enqueue(id);
        }
    }

    /// Tells those that wait for the value of a variable.
    fn value_known(&mut self, var: VarId) -> Change {
        let before = self.counts.prunings;
        self.value_differs(var)?;
        self.counts.changes[PropKind::Differ as usize] += self.counts.prunings - before;
        let mut chunk = self.links[var as usize].watchers[0] as usize;
        while chunk != 0 {
            let header = self.words[chunk];
            for index in 0..(header & 0xffff) as usize {
                let id = (self.words[chunk + 1 + index / 2] >> (32 * (index % 2))) as u32;
                let prop = self.props[id as usize];
                let result = match prop.kind {
                    PropKind::AllDifferent => self.exclude_value(var, &prop),
                    _ => {
                        self.enqueue(id);
                        Ok(())
                    }
                };
                if result.is_err() {
                    self.queue.failed = Some(id);
                }
                result?;
            }
            chunk = (header >> 32) as usize;
        }
        Ok(())
    }

    /// Takes the value of `var` from the others in the list.
    fn exclude_value(&mut self, var: VarId, prop: &Prop) -> Change {
        self.counts.runs[PropKind::AllDifferent as usize] += 1;
        self.queue.effort += u64::from(prop.len);
        let before = self.counts.prunings;
        let known = self.vars[var as usize];
        if !known.is_fixed_small() {
            return self.exclude_large_value(var, prop);
        }
        let mut own = 0;
        for index in 0..prop.len as usize {
            let other = self.item(prop, index);
            if other == var {
                own += 1;
                continue;
            }
            let open = &self.vars[other as usize];
            if open.kind != Kind::Word {
                self.exclude(other, known.min)?;
            } else if open.has_bit(known.min) {
                self.remove_bit(other, 1 << (known.min - open.base))?;
            }
        }
        self.counts.changes[PropKind::AllDifferent as usize] += self.counts.prunings - before;
        if own > 1 { Err(Conflict) } else { Ok(()) }
    }

    #[cold]
    fn exclude_large_value(&mut self, var: VarId, prop: &Prop) -> Change {
        let Some(value) = self.value(var) else {
            return Ok(());
        };
        let mut own = 0;
        for index in 0..prop.len as usize {
            match self.item(prop, index) {
                other if other == var => own += 1,
                other => self.exclude_int(other, &value)?,
            }
        }
        if own > 1 { Err(Conflict) } else { Ok(()) }
    }

    /// The listed variables are different, checked from scratch.
    pub fn all_different(&mut self, prop: &Prop) -> Change {
        if prop.len > FEW {
            self.exclude_known(prop)?;
            return self.all_open_differ(prop);
        }
        for index in 0..prop.len as usize {
            let var = self.item(prop, index);
            if self.is_fixed(var) {
                self.exclude_value(var, prop)?;
            }
        }
        let is_repeated = |index: usize| {
            let var = self.item(prop, index);
            !self.is_fixed(var) && (0..index).any(|before| self.item(prop, before) == var)
        };
        match (1..prop.len as usize).any(is_repeated) {
            true => Err(Conflict),
            false => Ok(()),
        }
    }

    /// No value of a long list is in it twice, and none of an open variable is one.
    fn exclude_known(&mut self, prop: &Prop) -> Change {
        let mut open: Vec<VarId> = Vec::new();
        let mut known: Vec<Int> = Vec::new();
        for index in 0..prop.len as usize {
            let var = self.item(prop, index);
            match self.value(var) {
                Some(value) => known.push(value),
                None => open.push(var),
            }
        }
        self.look_at(known.len())?;
        known.sort_unstable();
        if known.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(Conflict);
        }
        if known.len() as u32 <= FEW {
            let mut pairs = open
                .iter()
                .flat_map(|&id| known.iter().map(move |v| (id, v)));
            return pairs.try_for_each(|(id, value)| self.exclude_int(id, value));
        }
        let others = Domain::from_values(known.into_iter()).complement();
        for id in open {
            self.look_at(others.ranges().len())?;
            self.restrict(id, &others)?;
        }
        Ok(())
    }

    /// No open variable is in a long list twice.
    fn all_open_differ(&self, prop: &Prop) -> Change {
        let open = (0..prop.len as usize).map(|index| self.item(prop, index));
        let mut open: Vec<VarId> = open.filter(|&var| !self.is_fixed(var)).collect();
        open.sort_unstable();
        match open.windows(2).any(|pair| pair[0] == pair[1]) {
            true => Err(Conflict),
            false => Ok(()),
        }
    }
}
