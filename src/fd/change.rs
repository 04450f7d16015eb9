//! Narrowing domains.

use super::domain::Domain;
use super::int::{Bound, Int};
use super::queue::{DOM, FIX, MAX, MIN};
use super::store::{Change, Conflict, Kind, LIMIT, NO_MAX, NO_MIN, Solver, VarId, interval_size};

/// Domains of at most this width are kept as bits once they have holes.
const MAX_BITS: i64 = 4096;

/// Making an integer of so many bits takes about as long as looking at one thing.
const BITS_A_THING: u64 = 1 << 6;

/// So many things can be looked at while this bound is made.
fn effort_of(bound: &Bound) -> u64 {
    bound
        .finite()
        .map_or(0, |value| value.bits() / BITS_A_THING)
}

impl Solver {
    /// The variable is at least `value`.
    #[inline]
    pub fn at_least(&mut self, id: VarId, value: i64) -> Change {
        let var = &mut self.vars[id as usize];
        if var.kind != Kind::Interval || !var.is_narrow() {
            return self.at_least_holed(id, value);
        }
        if value <= var.min {
            return Ok(());
        }
        if value > var.max {
            return Err(Conflict);
        }
        self.touch(id);
        let var = &mut self.vars[id as usize];
        var.min = value;
        var.size = (var.max - value) as u64 + 1;
        let fixed = var.is_fixed_small();
        self.notify(id, if fixed { MIN | DOM | FIX } else { MIN | DOM });
        Ok(())
    }

    fn at_least_holed(&mut self, id: VarId, value: i64) -> Change {
        let var = &self.vars[id as usize];
        if value <= var.min && var.kind != Kind::General {
            return Ok(());
        }
        if value > var.max && var.kind != Kind::General {
            return Err(Conflict);
        }
        match var.kind {
            Kind::Word => self.keep_bits(id, !0 << (value - var.base)),
            Kind::Bits => {
                let next = self.bit_from(var, value);
                let gone = self.count_bits(id, var.min, next - 1);
                self.touch(id);
                let var = &mut self.vars[id as usize];
                var.min = next;
                var.size -= gone;
                let fixed = var.is_fixed_small();
                self.notify(id, if fixed { MIN | DOM | FIX } else { MIN | DOM });
                Ok(())
            }
            _ => self.at_least_slow(id, &Bound::small(value)),
        }
    }

    /// The variable is at most `value`.
    #[inline]
    pub fn at_most(&mut self, id: VarId, value: i64) -> Change {
        let var = &mut self.vars[id as usize];
        if var.kind != Kind::Interval || !var.is_narrow() {
            return self.at_most_holed(id, value);
        }
        if value >= var.max {
            return Ok(());
        }
        if value < var.min {
            return Err(Conflict);
        }
        self.touch(id);
        let var = &mut self.vars[id as usize];
        var.max = value;
        var.size = (value - var.min) as u64 + 1;
        let fixed = var.is_fixed_small();
        self.notify(id, if fixed { MAX | DOM | FIX } else { MAX | DOM });
        Ok(())
    }

    fn at_most_holed(&mut self, id: VarId, value: i64) -> Change {
        let var = &self.vars[id as usize];
        if value >= var.max && var.kind != Kind::General {
            return Ok(());
        }
        if value < var.min && var.kind != Kind::General {
            return Err(Conflict);
        }
        match var.kind {
            Kind::Word => self.keep_bits(id, !0 >> (63 - (value - var.base))),
            Kind::Bits => {
                let next = self.bit_to(var, value);
                let gone = self.count_bits(id, next + 1, var.max);
                self.touch(id);
                let var = &mut self.vars[id as usize];
                var.max = next;
                var.size -= gone;
                let fixed = var.is_fixed_small();
                self.notify(id, if fixed { MAX | DOM | FIX } else { MAX | DOM });
                Ok(())
            }
            _ => self.at_most_slow(id, &Bound::small(value)),
        }
    }

    /// Keeps those values of a domain in one word that have bits in `mask`.
    #[inline]
    pub fn keep_bits(&mut self, id: VarId, mask: u64) -> Change {
        let var = &self.vars[id as usize];
        let bits = var.bits & mask;
        if bits == var.bits {
            return Ok(());
        }
        if bits == 0 {
            return Err(Conflict);
        }
        self.touch(id);
        let var = &mut self.vars[id as usize];
        let min = var.base + i64::from(bits.trailing_zeros());
        let max = var.base + 63 - i64::from(bits.leading_zeros());
        let events = DOM
            | if min == var.min { 0 } else { MIN }
            | if max == var.max { 0 } else { MAX }
            | if min == max { FIX } else { 0 };
        var.bits = bits;
        var.min = min;
        var.max = max;
        var.size = u64::from(bits.count_ones());
        self.notify(id, events);
        Ok(())
    }

    /// Removes the value of a bit from a domain in one word that has it.
    #[inline]
    pub fn remove_bit(&mut self, id: VarId, bit: u64) -> Change {
        let bits = self.vars[id as usize].bits & !bit;
        if bits == 0 {
            return Err(Conflict);
        }
        self.touch(id);
        let var = &mut self.vars[id as usize];
        var.bits = bits;
        var.size -= 1;
        let mut events = DOM;
        if bit > bits {
            var.max = var.base + 63 - i64::from(bits.leading_zeros());
            events |= MAX;
        } else if bits & (bit - 1) == 0 {
            var.min = var.base + i64::from(bits.trailing_zeros());
            events |= MIN;
        }
        if var.size == 1 {
            events |= FIX;
        }
        self.notify(id, events);
        Ok(())
    }

    /// The number of values with bits between two values.
    #[inline]
    fn count_bits(&self, id: VarId, low: i64, high: i64) -> u64 {
        if low > high {
            return 0;
        }
        let var = self.var(id);
        let (first, last) = ((low - var.base) as usize, (high - var.base) as usize);
        let word = |at: usize| self.words[var.store as usize + at];
        let from = !0u64 << (first % 64);
        let to = !0u64 >> (63 - last % 64);
        if first / 64 == last / 64 {
            return u64::from((word(first / 64) & from & to).count_ones());
        }
        let inner = (first / 64 + 1..last / 64).map(|at| word(at).count_ones());
        let ends = (word(first / 64) & from).count_ones() + (word(last / 64) & to).count_ones();
        u64::from(ends + inner.sum::<u32>())
    }

    /// The variable is not `value`.
    #[inline]
    pub fn exclude(&mut self, id: VarId, value: i64) -> Change {
        let var = &self.vars[id as usize];
        if var.kind == Kind::Word {
            if var.has_bit(value) {
                return self.remove_bit(id, 1 << (value - var.base));
            }
            return Ok(());
        }
        if var.kind == Kind::General {
            return self.exclude_slow(id, &Int::Small(value));
        }
        if value <= var.min {
            if value < var.min {
                return Ok(());
            }
            return self.at_least(id, value + 1);
        }
        if value >= var.max {
            if value > var.max {
                return Ok(());
            }
            return self.at_most(id, value - 1);
        }
        if var.kind == Kind::Interval {
            if !var.is_narrow() || var.max - var.min >= MAX_BITS {
                return self.exclude_slow(id, &Int::Small(value));
            }
            if var.max - var.min < 64 {
                self.make_word(id);
                let bit = 1 << (value - self.var(id).base);
                return self.remove_bit(id, bit);
            }
            self.make_bits(id);
        }
        let var = &self.vars[id as usize];
        let index = (value - var.base) as usize;
        let at = var.store as usize + index / 64;
        let word = self.words[at];
        let bit = 1 << (index % 64);
        if word & bit == 0 {
            return Ok(());
        }
        self.set_word(at, word & !bit);
        self.touch(id);
        self.vars[id as usize].size -= 1;
        self.notify(id, DOM);
        Ok(())
    }

    /// Keeps the interval as one word from now on.
    fn make_word(&mut self, id: VarId) {
        self.touch(id);
        let var = &mut self.vars[id as usize];
        var.base = var.min;
        var.bits = !0 >> (63 - (var.max - var.min));
        var.kind = Kind::Word;
    }

    /// Keeps the interval as bits from now on.
    fn make_bits(&mut self, id: VarId) {
        let var = self.vars[id as usize];
        let count = (var.max - var.min) as usize / 64 + 1;
        let store = self.new_equal_words(count, !0) as u32;
        self.touch(id);
        let var = &mut self.vars[id as usize];
        var.base = var.min;
        var.store = store;
        var.kind = Kind::Bits;
    }

    /// The variable is `value`.
    #[inline]
    pub fn fix(&mut self, id: VarId, value: i64) -> Change {
        let var = &self.vars[id as usize];
        if var.min == value && var.max == value {
            return Ok(());
        }
        if var.kind == Kind::General || value.unsigned_abs() > LIMIT as u64 {
            return self.restrict(id, &Domain::single(Int::Small(value)));
        }
        if !self.contains(id, value) {
            return Err(Conflict);
        }
        if var.kind == Kind::Word {
            let bit = 1 << (value - var.base);
            return self.keep_bits(id, bit);
        }
        let events = FIX
            | DOM
            | if value == var.min { 0 } else { MIN }
            | if value == var.max { 0 } else { MAX };
        self.touch(id);
        let var = &mut self.vars[id as usize];
        var.min = value;
        var.max = value;
        var.size = 1;
        self.notify(id, events);
        Ok(())
    }

    /// The variable is an integer of any size.
    pub fn fix_int(&mut self, id: VarId, value: &Int) -> Change {
        match value {
            Int::Small(small) => self.fix(id, *small),
            Int::Big(_) => {
                self.queue.effort += value.bits() / BITS_A_THING;
                self.restrict(id, &Domain::single(value.clone()))
            }
        }
    }

    /// The variable is at least a bound of any size.
    pub fn at_least_bound(&mut self, id: VarId, bound: &Bound) -> Change {
        match bound {
            Bound::Inf => Ok(()),
            Bound::Sup => Err(Conflict),
            Bound::Fin(Int::Small(value)) if value.unsigned_abs() <= LIMIT as u64 => {
                self.at_least(id, *value)
            }
            _ => self.at_least_slow(id, bound),
        }
    }

    /// The variable is at most a bound of any size.
    pub fn at_most_bound(&mut self, id: VarId, bound: &Bound) -> Change {
        match bound {
            Bound::Sup => Ok(()),
            Bound::Inf => Err(Conflict),
            Bound::Fin(Int::Small(value)) if value.unsigned_abs() <= LIMIT as u64 => {
                self.at_most(id, *value)
            }
            _ => self.at_most_slow(id, bound),
        }
    }

    /// A domain without end may not be narrowed step by step for ever: what is
    /// already a bound moves at most once in a run of propagation.
    fn may_tighten(&mut self, id: VarId, old: &Bound, side: u8) -> bool {
        if old.finite().is_none() || self.var(id).size != u64::MAX {
            return true;
        }
        if self.min(id).finite().is_some() && self.max(id).finite().is_some() {
            return true;
        }
        if self.vars[id as usize].tightened & side != 0 {
            self.queue.refused.push(id);
            return false;
        }
        self.vars[id as usize].tightened |= side;
        self.queue.tightened.push(id);
        true
    }

    fn at_least_slow(&mut self, id: VarId, bound: &Bound) -> Change {
        self.queue.effort += effort_of(bound);
        let var = &self.vars[id as usize];
        if var.kind == Kind::Interval
            && var.min == NO_MIN
            && let Some(value) = in_range(bound)
        {
            return self.keep_between(id, value, NO_MAX);
        }
        let old = self.min(id);
        if *bound <= old {
            return Ok(());
        }
        if *bound > self.max(id) {
            return Err(Conflict);
        }
        if !self.may_tighten(id, &old, MIN) {
            return Ok(());
        }
        self.restrict(id, &Domain::range(bound.clone(), Bound::Sup))
    }

    fn at_most_slow(&mut self, id: VarId, bound: &Bound) -> Change {
        self.queue.effort += effort_of(bound);
        let var = &self.vars[id as usize];
        if var.kind == Kind::Interval
            && var.max == NO_MAX
            && let Some(value) = in_range(bound)
        {
            return self.keep_between(id, NO_MIN, value);
        }
        let old = self.max(id);
        if *bound >= old {
            return Ok(());
        }
        if *bound < self.min(id) {
            return Err(Conflict);
        }
        if !self.may_tighten(id, &old, MAX) {
            return Ok(());
        }
        self.restrict(id, &Domain::range(Bound::Inf, bound.clone()))
    }

    #[cold]
    fn exclude_slow(&mut self, id: VarId, value: &Int) -> Change {
        let domain = self.domain(id);
        self.queue.effort += domain.ranges().len() as u64;
        if !domain.contains(value) {
            return Ok(());
        }
        self.replace(id, domain.difference(&Domain::single(value.clone())))
    }

    /// The variable is not an integer of any size.
    pub fn exclude_int(&mut self, id: VarId, value: &Int) -> Change {
        match value {
            Int::Small(small) => self.exclude(id, *small),
            Int::Big(_) => self.exclude_slow(id, value),
        }
    }

    /// The variable is between two machine integers in range, [`NO_MIN`] and
    /// [`NO_MAX`] standing for no bound, however endless its domain is.
    pub fn keep_between(&mut self, id: VarId, low: i64, high: i64) -> Change {
        let var = &self.vars[id as usize];
        match var.kind {
            Kind::Interval => {
                let (old_min, old_max) = (var.min, var.max);
                let (min, max) = (old_min.max(low), old_max.min(high));
                if min > max {
                    return Err(Conflict);
                }
                let events = if min == old_min { 0 } else { MIN | DOM }
                    | if max == old_max { 0 } else { MAX | DOM }
                    | if min == max { FIX } else { 0 };
                if events & DOM == 0 {
                    return Ok(());
                }
                self.touch(id);
                let var = &mut self.vars[id as usize];
                (var.min, var.max) = (min, max);
                var.size = interval_size(min, max);
                self.notify(id, events);
                Ok(())
            }
            Kind::General => {
                let end = |value: i64, none: i64, bound: Bound| match value == none {
                    true => bound,
                    false => Bound::small(value),
                };
                let low = end(low, NO_MIN, Bound::Inf);
                let high = end(high, NO_MAX, Bound::Sup);
                self.restrict_slow(id, &Domain::range(low, high))
            }
            _ => {
                self.at_least(id, low)?;
                self.at_most(id, high)
            }
        }
    }

    /// The variable is in a set.
    pub fn restrict(&mut self, id: VarId, set: &Domain) -> Change {
        if let [(low, high)] = set.ranges()
            && let Some(low) = end_in_range(low, NO_MIN)
            && let Some(high) = end_in_range(high, NO_MAX)
        {
            return self.keep_between(id, low, high);
        }
        self.restrict_slow(id, set)
    }

    fn restrict_slow(&mut self, id: VarId, set: &Domain) -> Change {
        let domain = self.domain(id);
        self.queue.effort += (domain.ranges().len() + set.ranges().len()) as u64;
        let common = domain.intersection(set);
        if common == domain {
            return Ok(());
        }
        self.replace(id, common)
    }

    /// The variable is not between two values.
    pub fn exclude_range(&mut self, id: VarId, low: &Bound, high: &Bound) -> Change {
        if low > high || *high < self.min(id) || *low > self.max(id) {
            return Ok(());
        }
        let range = Domain::range(low.clone(), high.clone());
        self.restrict(id, &range.complement())
    }

    /// Keeps of a domain with bounds in range the values of which this is true.
    pub fn keep_if(&mut self, id: VarId, is_kept: impl Fn(&Solver, i64) -> bool) -> Change {
        let var = self.var(id);
        if var.kind == Kind::General || var.size > MAX_BITS as u64 {
            return self.keep_if_in_ranges(id, is_kept);
        }
        let mut value = Some(var.min);
        while let Some(at) = value {
            value = self.next_value(id, at);
            if !is_kept(self, at) {
                self.exclude(id, at)?;
            }
        }
        Ok(())
    }

    /// The same, in one change.
    #[cold]
    fn keep_if_in_ranges(&mut self, id: VarId, is_kept: impl Fn(&Solver, i64) -> bool) -> Change {
        let mut ranges: Vec<(i64, i64)> = Vec::new();
        let (mut value, mut count) = (Some(self.var(id).min), 0);
        while let Some(at) = value {
            self.look_at(1)?;
            value = self.next_value(id, at);
            if !is_kept(self, at) {
                continue;
            }
            count += 1;
            match ranges.last_mut() {
                Some(last) if last.1 == at - 1 => last.1 = at,
                _ => ranges.push((at, at)),
            }
        }
        if count == self.var(id).size {
            return Ok(());
        }
        let bounds = |(low, high)| (Bound::small(low), Bound::small(high));
        let kept = Domain::from_ranges(ranges.into_iter().map(bounds).collect());
        self.replace(id, kept)
    }

    /// Gives the variable a smaller domain.
    pub fn replace(&mut self, id: VarId, domain: Domain) -> Change {
        if domain.is_empty() {
            return Err(Conflict);
        }
        let (old_min, old_max) = (self.min(id), self.max(id));
        self.touch(id);
        self.write_domain(id, &domain);
        let mut events = DOM;
        if domain.min() != old_min {
            events |= MIN;
        }
        if domain.max() != old_max {
            events |= MAX;
        }
        if self.is_fixed(id) {
            events |= FIX;
        }
        self.notify(id, events);
        Ok(())
    }

    /// Keeps a domain in the best form for it. The variable has been touched.
    fn write_domain(&mut self, id: VarId, domain: &Domain) {
        let (low, high) = (domain.min(), domain.max());
        let min = in_range(&low);
        let max = in_range(&high);
        let ends_fit =
            (min.is_some() || low == Bound::Inf) && (max.is_some() || high == Bound::Sup);
        let (min, max) = (min.unwrap_or(NO_MIN), max.unwrap_or(NO_MAX));
        if ends_fit && domain.ranges().len() == 1 {
            let var = &mut self.vars[id as usize];
            (var.min, var.max, var.kind) = (min, max, Kind::Interval);
            var.size = interval_size(min, max);
            return;
        }
        if min != NO_MIN && max != NO_MAX && max - min < MAX_BITS {
            return self.write_bits(id, domain, min, max);
        }
        let size = domain.size().and_then(|size| size.as_i64());
        let old = self.var(id);
        let instead = (old.kind == Kind::General).then_some(old.store);
        let store = self.keep_domain(domain.clone(), instead);
        let var = &mut self.vars[id as usize];
        let exact = ends_fit;
        var.min = if exact { min } else { NO_MIN };
        var.max = if exact { max } else { NO_MAX };
        var.kind = Kind::General;
        var.store = store;
        var.size = size.map_or(u64::MAX, |size| size as u64);
    }

    fn write_bits(&mut self, id: VarId, domain: &Domain, min: i64, max: i64) {
        let mut words = vec![0u64; (max - min) as usize / 64 + 1];
        let mut size = 0;
        for (low, high) in domain.ranges() {
            let (Some(low), Some(high)) = (in_range(low), in_range(high)) else {
                continue;
            };
            for index in (low - min) as usize..=(high - min) as usize {
                words[index / 64] |= 1 << (index % 64);
                size += 1;
            }
        }
        if let [bits] = *words {
            let var = &mut self.vars[id as usize];
            (var.min, var.max, var.base) = (min, max, min);
            (var.size, var.bits, var.kind) = (size, bits, Kind::Word);
            return;
        }
        let store = self.new_words(words.into_iter()) as u32;
        let var = &mut self.vars[id as usize];
        (var.min, var.max, var.base) = (min, max, min);
        (var.size, var.store, var.kind) = (size, store, Kind::Bits);
    }
}

/// A bound that is a machine integer in range, or, if it is none, `none`.
fn end_in_range(bound: &Bound, none: i64) -> Option<i64> {
    match bound {
        Bound::Fin(_) => in_range(bound),
        _ => Some(none),
    }
}

fn in_range(bound: &Bound) -> Option<i64> {
    match bound {
        Bound::Fin(Int::Small(value)) if value.unsigned_abs() <= LIMIT as u64 => Some(*value),
        _ => None,
    }
}
