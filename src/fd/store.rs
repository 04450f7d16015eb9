//! The state of the solver and how it is undone.
//!
//! All that changes lies in variables, words and propagators. The first change
//! of one of them in an epoch puts its old value on a trail; an epoch starts
//! with every point to which one can go back. What has been made since a point
//! is cut off the ends of the vectors.

use std::sync::Arc;

use super::domain::Domain;
use super::int::{Bound, Int};
use super::prop::Prop;
use super::queue::CLASSES;
use crate::term::alarm::Alarm;

/// The number of a variable.
pub type VarId = u32;
/// The number of a propagator.
pub type PropId = u32;

/// Stands for no bound, in the bounds of a variable that are machine integers.
pub const NO_MIN: i64 = i64::MIN;
/// As [`NO_MIN`].
pub const NO_MAX: i64 = i64::MAX;
/// Integers of at most this magnitude are bounds as machine integers.
pub const LIMIT: i64 = 1 << 61;

/// A state of fewer bytes is not searched for what is superfluous.
const MIN_REBUILD: u64 = 1 << 20;

/// A domain has been emptied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// Whether a change is possible.
pub type Change = Result<(), Conflict>;

/// How the domain of a variable is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// All integers between the bounds.
    Interval,
    /// A bit for each of 64 integers from `base` on, in `bits`.
    Word,
    /// A bit for each integer from `base` on, in words from `store` on.
    Bits,
    /// `Solver::domains[store]`; the bounds are exact only where it fits.
    General,
}

/// A variable.
#[derive(Clone, Copy, Debug)]
pub struct Var {
    /// The least value; `NO_MIN` if there is none or it is out of range.
    pub min: i64,
    /// The greatest value; `NO_MAX` if there is none or it is out of range.
    pub max: i64,
    /// The number of values; `u64::MAX` if they are very many.
    pub size: u64,
    /// The value of the first bit.
    pub base: i64,
    /// The values, from `base` on, if there are few.
    pub bits: u64,
    /// Where the domain is.
    pub store: u32,
    /// The epoch of the last trail entry.
    pub stamp: u32,
    /// How the domain is kept.
    pub kind: Kind,
    /// What the last run without fixpoint has tightened of an endless domain.
    pub tightened: u8,
}

impl Var {
    /// Whether the variable has a value that is a machine integer.
    #[inline(always)]
    pub fn is_fixed_small(&self) -> bool {
        self.min == self.max
    }

    /// Whether a value has a bit in `bits`.
    #[inline(always)]
    pub fn has_bit(&self, value: i64) -> bool {
        let index = value.wrapping_sub(self.base) as u64;
        index < 64 && self.bits >> index & 1 == 1
    }

    /// The least value with a distance added, [`NO_MIN`] staying what it is, if
    /// that is in range.
    #[inline]
    pub fn shifted_min(&self, distance: i64) -> Option<i64> {
        if self.min == NO_MIN {
            return Some(NO_MIN);
        }
        let shifted = self.min.checked_add(distance)?;
        (shifted.unsigned_abs() <= LIMIT as u64).then_some(shifted)
    }

    /// As [`Var::shifted_min`], of the greatest value.
    #[inline]
    pub fn shifted_max(&self, distance: i64) -> Option<i64> {
        if self.max == NO_MAX {
            return Some(NO_MAX);
        }
        let shifted = self.max.checked_add(distance)?;
        (shifted.unsigned_abs() <= LIMIT as u64).then_some(shifted)
    }

    /// Whether both bounds are machine integers.
    #[inline(always)]
    pub fn is_narrow(&self) -> bool {
        self.min != NO_MIN && self.max != NO_MAX
    }
}

/// What waits for a variable.
#[derive(Clone, Copy, Debug)]
pub struct Links {
    /// The first chunks of the propagators that wait for each kind of event.
    pub watchers: [u32; CLASSES],
    /// The first chunks of the entries of each kind (see `entries`).
    pub entries: [u32; 3],
    /// The epoch of the last trail entry.
    pub stamp: u32,
    /// The number of propagators.
    pub degree: u16,
}

/// A state to go back to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Point {
    var_trail: usize,
    link_trail: usize,
    word_trail: usize,
    prop_trail: usize,
    vars: usize,
    props: usize,
    words: usize,
    domains: usize,
    images: usize,
    tables: usize,
    log: usize,
    placed: usize,
    killed: usize,
}

impl Point {
    /// Whether there was no variable yet.
    pub fn is_before_all(&self) -> bool {
        self.vars == 0
    }

    /// Where the trail of variables ends.
    pub fn trail_end(&self) -> usize {
        self.var_trail
    }
}

/// A point on the trail of the machine.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    /// The state.
    pub point: Point,
    /// Where its entry stands on the trail.
    pub trail: u64,
    /// How much of the log was on the heap.
    pub synced: usize,
}

/// The solver.
#[derive(Default)]
pub struct Solver {
    /// The variables.
    pub vars: Vec<Var>,
    /// What waits for the variables.
    pub links: Vec<Links>,
    /// Where the variables are on the heap; 0 if they are not.
    pub cells: Vec<u64>,
    /// The propagators.
    pub props: Vec<Prop>,
    /// The states of the propagators.
    pub states: Vec<u8>,
    /// The propagators that hold whatever happens, in the order of becoming so.
    pub killed: Vec<PropId>,
    /// Bits of domains, lists of watchers, arguments of propagators.
    pub words: Vec<u64>,
    stamps: Vec<u32>,
    /// Domains that are neither intervals nor bits.
    pub domains: Vec<Domain>,
    /// Tables of rows.
    pub tables: Vec<std::sync::Arc<super::table::Table>>,
    /// Terms that stand for posted constraints, by number.
    pub images: Vec<super::prop::Posted>,
    /// The variables in the order in which they were fixed.
    pub log: Vec<VarId>,
    /// How much of the log has been carried over to the heap.
    pub synced: usize,
    /// What functors mean in constraints, by a number that the machine gives them.
    pub meanings: Vec<u8>,
    /// Points on the machine's trail.
    pub marks: Vec<Mark>,
    /// Whether a search that is not at a solution will go on from here.
    pub is_searching: bool,
    /// How many bytes the state took when it held nothing superfluous.
    pub settled_bytes: u64,
    var_trail: Vec<(VarId, Var)>,
    link_trail: Vec<(VarId, Links)>,
    word_trail: Vec<(u32, u32, u64)>,
    prop_trail: Vec<(PropId, Prop)>,
    /// Variables that have got a place on the heap after they were made.
    placed: Vec<VarId>,
    epoch: u32,
    newest_epoch: u32,
    /// The domains from here on are of this epoch.
    fresh_domains: usize,
    /// Propagators that wait to run.
    pub queue: super::queue::Queue,
    /// What has been done.
    pub counts: super::queue::Counts,
    /// The scratch space of propagators.
    pub scratch: super::prop::Scratch,
    /// What ends long work early.
    pub alarm: Arc<Alarm>,
}

impl Solver {
    /// A solver without variables.
    pub fn new() -> Solver {
        let mut solver = Solver::default();
        solver.clear_queue();
        // Chunk 0 is none.
        solver.new_words(std::iter::once(0));
        solver.end_posting();
        solver
    }

    // Going back.

    /// The present state, to which one can go back from now on.
    pub fn point(&mut self) -> Point {
        let point = Point {
            var_trail: self.var_trail.len(),
            link_trail: self.link_trail.len(),
            word_trail: self.word_trail.len(),
            prop_trail: self.prop_trail.len(),
            vars: self.vars.len(),
            props: self.props.len(),
            words: self.words.len(),
            domains: self.domains.len(),
            images: self.images.len(),
            tables: self.tables.len(),
            log: self.log.len(),
            placed: self.placed.len(),
            killed: self.killed.len(),
        };
        self.newest_epoch += 1;
        self.epoch = self.newest_epoch;
        self.fresh_domains = self.domains.len();
        point
    }

    /// Goes back to a point, which may be used again.
    pub fn undo(&mut self, point: &Point) {
        while self.var_trail.len() > point.var_trail {
            if let Some((id, var)) = self.var_trail.pop() {
                self.vars[id as usize] = Var {
                    tightened: 0,
                    ..var
                };
            }
        }
        while self.link_trail.len() > point.link_trail {
            if let Some((id, links)) = self.link_trail.pop() {
                self.links[id as usize] = links;
            }
        }
        while self.word_trail.len() > point.word_trail {
            if let Some((at, stamp, word)) = self.word_trail.pop() {
                self.words[at as usize] = word;
                self.stamps[at as usize] = stamp;
            }
        }
        while self.prop_trail.len() > point.prop_trail {
            if let Some((id, prop)) = self.prop_trail.pop() {
                self.props[id as usize] = prop;
            }
        }
        while self.placed.len() > point.placed {
            if let Some(id) = self.placed.pop() {
                self.cells[id as usize] = 0;
            }
        }
        self.vars.truncate(point.vars);
        self.links.truncate(point.vars);
        self.cells.truncate(point.vars);
        while self.killed.len() > point.killed {
            if let Some(id) = self.killed.pop() {
                self.states[id as usize] &= !super::prop::DEAD;
            }
        }
        self.props.truncate(point.props);
        self.states.truncate(point.props);
        self.words.truncate(point.words);
        self.stamps.truncate(point.words);
        self.domains.truncate(point.domains);
        self.fresh_domains = point.domains;
        self.images.truncate(point.images);
        self.tables.truncate(point.tables);
        self.log.truncate(point.log);
        self.queue.forget_log(point.log);
        self.newest_epoch += 1;
        self.epoch = self.newest_epoch;
        if self.newest_epoch > u32::MAX - 8 {
            self.forget_epochs();
        }
    }

    /// Starts to count epochs anew. Trailing once too often is harmless.
    #[cold]
    fn forget_epochs(&mut self) {
        for var in &mut self.vars {
            var.stamp = 0;
        }
        for (_, var) in &mut self.var_trail {
            var.stamp = 0;
        }
        for links in &mut self.links {
            links.stamp = 0;
        }
        for (_, links) in &mut self.link_trail {
            links.stamp = 0;
        }
        self.stamps.fill(0);
        for entry in &mut self.word_trail {
            entry.1 = 0;
        }
        self.newest_epoch = 1;
        self.epoch = 1;
    }

    /// Goes back to mark `index` of the machine's trail.
    pub fn undo_to_mark(&mut self, index: usize) {
        let Some(mark) = self.marks.get(index).copied() else {
            return;
        };
        self.clear_queue();
        self.is_searching = false;
        self.undo(&mark.point);
        self.synced = mark.synced;
        self.marks.truncate(index);
    }

    /// The variables that have been changed since a point and are older, and how many
    /// values they had.
    pub fn changed_since(&self, point: &Point) -> impl Iterator<Item = (VarId, u64)> {
        let entries = self.var_trail.get(point.var_trail..).unwrap_or(&[]);
        entries.iter().map(|(id, old)| (*id, old.size))
    }

    /// Where the trail of variables ends.
    pub fn trail_end(&self) -> usize {
        self.var_trail.len()
    }

    /// The variables on a part of their trail, some perhaps several times.
    pub fn trailed_vars(&self, from: usize, to: usize) -> impl Iterator<Item = VarId> {
        let entries = self.var_trail.get(from..to).unwrap_or(&[]);
        entries.iter().map(|entry| entry.0)
    }

    // Changing what is trailed.

    /// Must be called before a variable is changed.
    #[inline(always)]
    pub fn touch(&mut self, id: VarId) {
        if self.vars[id as usize].stamp != self.epoch {
            self.trail_var(id);
        }
    }

    fn trail_var(&mut self, id: VarId) {
        let var = &mut self.vars[id as usize];
        self.var_trail.push((id, *var));
        var.stamp = self.epoch;
    }

    /// Must be called before what waits for a variable is changed.
    #[inline(always)]
    pub fn touch_links(&mut self, id: VarId) -> &mut Links {
        let links = &mut self.links[id as usize];
        if links.stamp != self.epoch {
            self.link_trail.push((id, *links));
            links.stamp = self.epoch;
        }
        links
    }

    /// Changes a word.
    #[inline(always)]
    pub fn set_word(&mut self, at: usize, word: u64) {
        if self.stamps[at] != self.epoch {
            self.word_trail
                .push((at as u32, self.stamps[at], self.words[at]));
            self.stamps[at] = self.epoch;
        }
        self.words[at] = word;
    }

    /// Must be called before a propagator is changed.
    pub fn touch_prop(&mut self, id: PropId) {
        self.prop_trail.push((id, self.props[id as usize]));
    }

    /// New words, which vanish with the present point.
    pub fn new_words(&mut self, words: impl Iterator<Item = u64>) -> usize {
        let at = self.words.len();
        self.words.extend(words);
        self.stamps.resize(self.words.len(), self.epoch);
        at
    }

    /// New words for coefficients and variables.
    pub fn new_terms(&mut self, terms: &[(i64, VarId)]) -> usize {
        let at = self.new_equal_words(2 * terms.len(), 0);
        let words = self.words[at..].chunks_exact_mut(2);
        for (pair, &(c, var)) in words.zip(terms) {
            pair.copy_from_slice(&[c as u64, u64::from(var)]);
        }
        at
    }

    /// So many new words, all `word`.
    #[inline]
    pub fn new_equal_words(&mut self, count: usize, word: u64) -> usize {
        let at = self.words.len();
        self.words.resize(at + count, word);
        self.stamps.resize(at + count, self.epoch);
        at
    }

    /// Keeps a domain that is neither an interval nor bits. Its place, given the place
    /// of the one that it is in the stead of, if any.
    pub fn keep_domain(&mut self, domain: Domain, instead: Option<u32>) -> u32 {
        match instead.filter(|&at| at as usize >= self.fresh_domains) {
            Some(at) => {
                self.domains[at as usize] = domain;
                at
            }
            None => {
                self.domains.push(domain);
                (self.domains.len() - 1) as u32
            }
        }
    }

    // Variables.

    /// A new variable without bounds.
    pub fn new_var(&mut self) -> VarId {
        self.new_interval(NO_MIN, NO_MAX)
    }

    /// A new variable between bounds in range.
    pub fn new_interval(&mut self, min: i64, max: i64) -> VarId {
        debug_assert!(min <= max);
        let id = self.vars.len() as VarId;
        self.vars.push(Var {
            min,
            max,
            size: interval_size(min, max),
            base: 0,
            bits: 0,
            store: 0,
            stamp: self.epoch,
            kind: Kind::Interval,
            tightened: 0,
        });
        self.links.push(Links {
            watchers: [0; CLASSES],
            entries: [0; 3],
            stamp: self.epoch,
            degree: 0,
        });
        self.cells.push(0);
        id
    }

    /// A new variable that is fixed.
    pub fn new_constant(&mut self, value: &Int) -> VarId {
        match value {
            Int::Small(small) if small.unsigned_abs() <= LIMIT as u64 => {
                self.new_interval(*small, *small)
            }
            _ => {
                let id = self.new_var();
                self.domains.push(Domain::single(value.clone()));
                let store = (self.domains.len() - 1) as u32;
                let var = &mut self.vars[id as usize];
                var.kind = Kind::General;
                var.store = store;
                var.size = 1;
                id
            }
        }
    }

    /// Gives a variable a place on the heap, until backtracking.
    pub fn set_cell(&mut self, id: VarId, at: u64) {
        self.cells[id as usize] = at;
        self.placed.push(id);
    }

    /// The variable.
    #[inline(always)]
    pub fn var(&self, id: VarId) -> &Var {
        &self.vars[id as usize]
    }

    /// Whether the variable has a value.
    #[inline(always)]
    pub fn is_fixed(&self, id: VarId) -> bool {
        self.var(id).size == 1
    }

    /// The least value, exactly.
    pub fn min(&self, id: VarId) -> Bound {
        let var = self.var(id);
        match var.kind {
            Kind::General => self.domains[var.store as usize].min(),
            _ if var.min == NO_MIN => Bound::Inf,
            _ => Bound::small(var.min),
        }
    }

    /// The greatest value, exactly.
    pub fn max(&self, id: VarId) -> Bound {
        let var = self.var(id);
        match var.kind {
            Kind::General => self.domains[var.store as usize].max(),
            _ if var.max == NO_MAX => Bound::Sup,
            _ => Bound::small(var.max),
        }
    }

    /// The value of a fixed variable.
    pub fn value(&self, id: VarId) -> Option<Int> {
        let var = self.var(id);
        if var.size != 1 {
            return None;
        }
        match self.min(id) {
            Bound::Fin(value) => Some(value),
            _ => None,
        }
    }

    /// Whether `value` is in the domain.
    #[inline]
    pub fn contains(&self, id: VarId, value: i64) -> bool {
        let var = self.var(id);
        match var.kind {
            Kind::Interval => value >= var.min && value <= var.max,
            Kind::Word => var.has_bit(value),
            Kind::Bits => value >= var.min && value <= var.max && self.bit(var, value),
            Kind::General => self.domains[var.store as usize].contains(&Int::Small(value)),
        }
    }

    /// The bit of a value between the bounds.
    #[inline(always)]
    pub fn bit(&self, var: &Var, value: i64) -> bool {
        let index = (value - var.base) as usize;
        self.words[var.store as usize + index / 64] >> (index % 64) & 1 == 1
    }

    /// The domain as a set.
    pub fn domain(&self, id: VarId) -> Domain {
        let var = self.var(id);
        match var.kind {
            Kind::Interval => Domain::range(self.min(id), self.max(id)),
            Kind::General => self.domains[var.store as usize].clone(),
            Kind::Word | Kind::Bits => {
                let mut ranges = Vec::new();
                let mut value = Some(var.min);
                while let Some(low) = value {
                    let mut high = low;
                    while high < var.max && self.contains(id, high + 1) {
                        high += 1;
                    }
                    ranges.push((Bound::small(low), Bound::small(high)));
                    value = self.next_value(id, high);
                }
                Domain::from_ranges(ranges)
            }
        }
    }

    /// The least value above `value` in a domain with bounds in range.
    #[inline]
    pub fn next_value(&self, id: VarId, value: i64) -> Option<i64> {
        let var = self.var(id);
        if value >= var.max {
            return None;
        }
        if value < var.min {
            return Some(var.min);
        }
        match var.kind {
            Kind::Interval => Some(value + 1),
            Kind::Word => {
                let rest = var.bits & (!0 << (value + 1 - var.base));
                Some(var.base + i64::from(rest.trailing_zeros()))
            }
            Kind::Bits => Some(self.bit_from(var, value + 1)),
            Kind::General => {
                let wanted = Bound::small(value + 1);
                let ranges = self.domains[var.store as usize].ranges();
                let range = ranges.get(ranges.partition_point(|(_, high)| *high < wanted))?;
                match range.0.clone().max(wanted) {
                    Bound::Fin(Int::Small(next)) => Some(next),
                    _ => None,
                }
            }
        }
    }

    /// The greatest value below `value` in a domain with bounds in range.
    pub fn previous_value(&self, id: VarId, value: i64) -> Option<i64> {
        let var = self.var(id);
        if value <= var.min {
            return None;
        }
        if value > var.max {
            return Some(var.max);
        }
        match var.kind {
            Kind::Interval => Some(value - 1),
            Kind::Word => {
                let rest = var.bits & (!0 >> (63 - (value - 1 - var.base)));
                Some(var.base + 63 - i64::from(rest.leading_zeros()))
            }
            Kind::Bits => Some(self.bit_to(var, value - 1)),
            Kind::General => {
                let wanted = Bound::small(value - 1);
                let ranges = self.domains[var.store as usize].ranges();
                let before = ranges.partition_point(|(low, _)| *low <= wanted);
                let range = ranges.get(before.checked_sub(1)?)?;
                match range.1.clone().min(wanted) {
                    Bound::Fin(Int::Small(previous)) => Some(previous),
                    _ => None,
                }
            }
        }
    }

    /// The first value with a bit from `value` on; there is one.
    #[inline]
    pub fn bit_from(&self, var: &Var, value: i64) -> i64 {
        let index = (value - var.base) as usize;
        let mut at = index / 64;
        let mut word = self.words[var.store as usize + at] & (!0 << (index % 64));
        while word == 0 {
            at += 1;
            word = self.words[var.store as usize + at];
        }
        var.base + (64 * at) as i64 + i64::from(word.trailing_zeros())
    }

    /// The last value with a bit up to `value`; there is one.
    #[inline]
    pub fn bit_to(&self, var: &Var, value: i64) -> i64 {
        let index = (value - var.base) as usize;
        let mut at = index / 64;
        let mut word = self.words[var.store as usize + at] & (!0 >> (63 - index % 64));
        while word == 0 {
            at -= 1;
            word = self.words[var.store as usize + at];
        }
        var.base + (64 * at) as i64 + 63 - i64::from(word.leading_zeros())
    }

    /// Whether all of the state is younger than the only mark and has become so
    /// large that what is superfluous should be looked for.
    pub fn should_rebuild(&self) -> bool {
        let newest = self.marks.last();
        newest.is_some_and(|mark| self.is_apart(&mark.point))
            && !self.is_searching
            && self.synced == self.log.len()
            && self.is_at_rest()
            && self.bytes() > 2 * self.settled_bytes + MIN_REBUILD
    }

    /// Whether what is younger than a point and what is older do not know each other.
    fn is_apart(&self, point: &Point) -> bool {
        if point.is_before_all() && point.props == 0 {
            return true;
        }
        let killed = &self.killed[point.killed..];
        self.var_trail.len() == point.var_trail
            && self.link_trail.len() == point.link_trail
            && self.word_trail.len() == point.word_trail
            && self.prop_trail.len() == point.prop_trail
            && self.placed.len() == point.placed
            && killed.iter().all(|&id| id as usize >= point.props)
    }

    /// The number of variables that are older than the newest state to go back to.
    pub fn settled_vars(&self) -> usize {
        self.marks.last().map_or(0, |mark| mark.point.vars)
    }

    /// Whether so few variables and propagators are in use that the rest should go.
    /// If not, nothing is looked for until the state has grown as much again.
    pub fn is_mostly_superfluous(&mut self, vars: usize, props: usize) -> bool {
        let point = self
            .marks
            .last()
            .map_or(Point::default(), |mark| mark.point);
        let young = self.vars.len() + self.props.len() - point.vars - point.props;
        let is_so = 4 * (vars + props) < 3 * young;
        if !is_so {
            self.settled_bytes = self.bytes();
        }
        is_so
    }

    /// Gives memory back that is far more than what is in use.
    pub fn shrink(&mut self) {
        let room = self.vars.len() + MIN_REBUILD as usize / 256;
        self.vars.shrink_to(room);
        self.links.shrink_to(room);
        self.link_trail.shrink_to(room);
        self.cells.shrink_to(room);
        self.props.shrink_to(room);
        self.states.shrink_to(room);
        self.killed.shrink_to(room);
        self.log.shrink_to(room);
        self.domains.shrink_to(room);
        self.prop_trail.shrink_to(room);
        self.var_trail.shrink_to(room);
        self.words.shrink_to(4 * room);
        self.stamps.shrink_to(4 * room);
        self.word_trail.shrink_to(room);
    }

    /// Roughly how many bytes the state takes.
    pub fn bytes(&self) -> u64 {
        (self.vars.len() * 104 + self.props.len() * 48 + self.words.len() * 12) as u64
            + (self.log.len() * 4 + self.domains.len() * 64) as u64
            + (self.var_trail.len() * 64 + self.word_trail.len() * 16) as u64
            + self.link_trail.len() as u64 * 40
    }
}

/// The number of integers between two bounds.
pub fn interval_size(min: i64, max: i64) -> u64 {
    if min == NO_MIN || max == NO_MAX {
        u64::MAX
    } else {
        (max - min) as u64 + 1
    }
}
