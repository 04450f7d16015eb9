//! Items in bins: how much is in each bin, and what can still go there.

use super::prop::Prop;
use super::store::{Change, Conflict, Solver};

/// Sums of at most so many items times bits are looked at one by one.
const MAX_SUMS: i64 = 1 << 20;

/// The items that may still go into a bin, and how much must and may be added.
struct Room {
    items: Vec<(usize, i64)>,
    least: i64,
    most: i64,
}

impl Solver {
    /// The items of the list, which lie in bins of the domain number `c`, have the
    /// sizes that follow the list; the loads of the bins follow the items.
    pub fn bin_packing(&mut self, prop: &Prop) -> Change {
        let set = self.domains[prop.c as usize].clone();
        let Some(names) = set.values() else {
            return Ok(());
        };
        let names: Vec<i64> = names.filter_map(|name| name.as_i64()).collect();
        let count = prop.len as usize - names.len();
        let start = (prop.args + prop.len) as usize;
        let sizes: Vec<i64> = self.words[start..start + count]
            .iter()
            .map(|&size| size as i64)
            .collect();
        self.share_loads(prop, count, sizes.iter().sum())?;
        for (bin, &name) in names.iter().enumerate() {
            self.look_at(count)?;
            self.fill_bin(prop, &sizes, count + bin, name)?;
        }
        self.fit_bins(prop, &sizes, &names)
    }

    /// The loads add up to what all items need.
    fn share_loads(&mut self, prop: &Prop, count: usize, total: i64) -> Change {
        let (mut least, mut most) = (0i128, 0i128);
        for index in count..prop.len as usize {
            let load = self.item(prop, index);
            self.at_least(load, 0)?;
            self.at_most(load, total)?;
            let load = self.var(load);
            least += i128::from(load.min);
            most += i128::from(load.max);
        }
        let total = i128::from(total);
        for index in count..prop.len as usize {
            let id = self.item(prop, index);
            let load = *self.var(id);
            let low = total - (most - i128::from(load.max));
            let high = total - (least - i128::from(load.min));
            if low > i128::from(load.max) || high < i128::from(load.min) {
                return Err(Conflict);
            }
            self.at_least(id, low.max(i128::from(load.min)) as i64)?;
            self.at_most(id, high.min(i128::from(load.max)) as i64)?;
        }
        Ok(())
    }

    /// What is and what can be in the bin `name`, and its load at `place` of the list.
    fn fill_bin(&mut self, prop: &Prop, sizes: &[i64], place: usize, name: i64) -> Change {
        let load = self.item(prop, place);
        let (mut packed, mut items) = (0, Vec::new());
        for (index, &size) in sizes.iter().enumerate().filter(|item| *item.1 > 0) {
            let bin = self.item(prop, index);
            if self.contains(bin, name) {
                match self.is_fixed(bin) {
                    true => packed += size,
                    false => items.push((index, size)),
                }
            }
        }
        self.at_least(load, packed)?;
        let most = self.var(load).max - packed;
        let (fitting, large): (Vec<_>, Vec<_>) = items.into_iter().partition(|item| item.1 <= most);
        for (index, _) in large {
            self.exclude(self.item(prop, index), name)?;
        }
        let rest: i64 = fitting.iter().map(|item| item.1).sum();
        self.at_most(load, packed + rest)?;
        let room = Room {
            items: fitting,
            least: (self.var(load).min - packed).max(0),
            most: most.min(rest),
        };
        if (room.items.len() as i64 + 1) * (room.most / 64 + 1) <= MAX_SUMS {
            self.look_at(4 * (room.items.len() + 1) * (room.most / 64 + 1) as usize)?;
            self.reach_load(prop, &room, place, packed, name)
        } else {
            let needed = room.items.iter().filter(|item| rest - item.1 < room.least);
            needed.into_iter().try_for_each(|&(index, _)| {
                let bin = self.item(prop, index);
                self.fix(bin, name)
            })
        }
    }

    /// Which sums of items are a load, and which items are in all or in none of these.
    fn reach_load(
        &mut self,
        prop: &Prop,
        room: &Room,
        place: usize,
        packed: i64,
        name: i64,
    ) -> Change {
        let (before, after) = sums(room);
        let count = room.items.len();
        let reached = both(&before[count], &after[count]);
        let (Some(least), Some(most)) = (first_bit(&reached), last_bit(&reached)) else {
            return Err(Conflict);
        };
        let load = self.item(prop, place);
        self.at_least(load, packed + least)?;
        self.at_most(load, packed + most)?;
        for (at, &(index, size)) in room.items.iter().enumerate() {
            let bin = self.item(prop, index);
            let inside = both(&raised(&before[at], size), &after[at + 1]);
            if inside.iter().all(|&word| word == 0) {
                self.exclude(bin, name)?;
            } else if both(&before[at], &after[at + 1])
                .iter()
                .all(|&word| word == 0)
            {
                self.fix(bin, name)?;
            }
        }
        Ok(())
    }

    /// There are enough bins: items of more than half a bin, and what the others need
    /// beyond the room that these leave.
    fn fit_bins(&mut self, prop: &Prop, sizes: &[i64], names: &[i64]) -> Change {
        let count = sizes.len();
        let limits: Vec<i64> = (count..prop.len as usize)
            .map(|index| self.var(self.item(prop, index)).max)
            .collect();
        let Some(capacity) = limits.iter().copied().max().filter(|&most| most > 0) else {
            return Ok(());
        };
        // What is packed, and what a bin lacks of the capacity, is one item.
        let mut items: Vec<i64> = limits.iter().map(|most| capacity - most).collect();
        for (index, &size) in sizes.iter().enumerate() {
            match self.value(self.item(prop, index)).and_then(|v| v.as_i64()) {
                None => items.push(size),
                Some(name) => match names.binary_search(&name) {
                    Ok(bin) => items[bin] += size,
                    Err(_) => return Err(Conflict),
                },
            }
        }
        items.retain(|&size| size > 0);
        match bins_needed(&items, capacity) > names.len() as i128 {
            true => Err(Conflict),
            false => Ok(()),
        }
    }
}

/// At least so many bins hold these items.
fn bins_needed(items: &[i64], capacity: i64) -> i128 {
    let wide = |size: i64| 2 * i128::from(size);
    let mut least = vec![0];
    least.extend(items.iter().filter(|&&size| size <= capacity / 2));
    least.sort_unstable();
    least.dedup();
    let capacity = i128::from(capacity);
    let needed = |least: i64| {
        let (mut alone, mut half, mut room, mut small) = (0, 0, 0, 0);
        for &size in items {
            if i128::from(size) > capacity - i128::from(least) {
                alone += 1;
            } else if wide(size) > capacity {
                half += 1;
                room += capacity - i128::from(size);
            } else if size >= least {
                small += i128::from(size);
            }
        }
        let rest: i128 = (small - room).max(0);
        alone + half + (rest + capacity - 1) / capacity
    };
    least.into_iter().take(64).map(needed).max().unwrap_or(0)
}

/// For each number of items, the sums that the first so many can have, and those from
/// which the others can reach the load.
fn sums(room: &Room) -> (Vec<Vec<u64>>, Vec<Vec<u64>>) {
    let words = room.most as usize / 64 + 1;
    let mut before = vec![vec![0u64; words]];
    before[0][0] = 1;
    for &(_, size) in &room.items {
        let last = &before[before.len() - 1];
        before.push(either(last, &raised(last, size)));
    }
    let mut target = vec![0u64; words];
    for sum in room.least..=room.most {
        target[sum as usize / 64] |= 1 << (sum % 64);
    }
    let mut after = vec![target];
    for &(_, size) in room.items.iter().rev() {
        let last = &after[after.len() - 1];
        after.push(either(last, &lowered(last, size)));
    }
    after.reverse();
    (before, after)
}

fn both(one: &[u64], other: &[u64]) -> Vec<u64> {
    one.iter().zip(other).map(|(a, b)| a & b).collect()
}

fn either(one: &[u64], other: &[u64]) -> Vec<u64> {
    one.iter().zip(other).map(|(a, b)| a | b).collect()
}

/// All members of a set of bits raised by `distance`, without those that leave it.
fn raised(bits: &[u64], distance: i64) -> Vec<u64> {
    let (words, shift) = (distance as usize / 64, distance % 64);
    let word = |at: usize| match at.checked_sub(words) {
        None => 0,
        Some(0) => bits[0] << shift,
        Some(at) if shift == 0 => bits[at],
        Some(at) => bits[at] << shift | bits[at - 1] >> (64 - shift),
    };
    (0..bits.len()).map(word).collect()
}

/// All members lowered, without those below zero.
fn lowered(bits: &[u64], distance: i64) -> Vec<u64> {
    let (words, shift) = (distance as usize / 64, distance % 64);
    let part = |at: usize| bits.get(at).copied().unwrap_or(0);
    let word = |at: usize| match shift {
        0 => part(at + words),
        _ => part(at + words) >> shift | part(at + words + 1) << (64 - shift),
    };
    (0..bits.len()).map(word).collect()
}

fn first_bit(bits: &[u64]) -> Option<i64> {
    let at = bits.iter().position(|&word| word != 0)?;
    Some(64 * at as i64 + i64::from(bits[at].trailing_zeros()))
}

fn last_bit(bits: &[u64]) -> Option<i64> {
    let at = bits.iter().rposition(|&word| word != 0)?;
    Some(64 * at as i64 + 63 - i64::from(bits[at].leading_zeros()))
}
