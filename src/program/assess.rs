//! How well the places of heads tell the clauses of a list apart.

use rustc_hash::FxHashMap;

use super::clause::{Clause, Key};
use super::index::Basis;
use super::probe::Place;

/// For each place worth an index, how many clauses are left when it is given.
#[derive(Clone, Debug, Default)]
pub struct Assessment {
    /// The number of clauses assessed.
    pub count: usize,
    /// The places, the best first, with the clauses left on average.
    places: Vec<(Place, usize)>,
}

/// How a call finds its clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Route {
    /// The index to use.
    pub basis: Option<Basis>,
    /// A place that sorts out further candidates.
    pub filter: Option<Place>,
}

/// From how many clauses left on an index on two places, or inside compounds, is
/// thought of.
const MANY: usize = 8;

/// About so many clauses are looked at.
const SAMPLE: usize = 512;

impl Assessment {
    /// Assesses clauses of a predicate of so many arguments.
    pub fn new<'a>(
        clauses: impl Iterator<Item = &'a Clause>,
        count: usize,
        arity: usize,
    ) -> Assessment {
        let sample = Sample::of(clauses, count);
        let mut places = Vec::new();
        for place in Place::arguments(arity) {
            let whole = sample.left(place);
            if whole > MANY {
                let parts = place.parts().map(|part| (part, sample.left(part)));
                places.extend(parts.filter(|&(_, inner)| 2 * inner <= whole));
            }
            if whole < count {
                places.push((place, whole));
            }
        }
        // Where there is little between them, the first argument comes first.
        places.sort_by_key(|&(place, left)| (bucket(left), place.part().is_none(), place));
        Assessment { count, places }
    }

    /// Whether another one puts the same places in the same order.
    pub fn agrees(&self, other: &Assessment) -> bool {
        let order = |one: &Assessment| {
            one.places
                .iter()
                .map(|&(place, _)| place)
                .collect::<Vec<_>>()
        };
        order(self) == order(other)
    }

    /// Takes a basis whose index does not pay out of the choice.
    pub fn forget(&mut self, basis: Basis) {
        let place = basis.with.unwrap_or(basis.place);
        self.places.retain(|&(other, _)| other != place);
    }

    /// Whether the clauses have changed so much that their number alone shows it.
    pub fn is_stale(&self, live: usize) -> bool {
        live > 2 * self.count + MANY || 4 * live + MANY < self.count
    }

    /// The way to the clauses that a call with these keys can match.
    pub fn route(&self, key: &impl Fn(Place) -> Key) -> Route {
        let mut given = self
            .places
            .iter()
            .filter(|&&(place, _)| key(place) != Key::ANY);
        let Some(&(place, left)) = given.next() else {
            return Route {
                basis: None,
                filter: None,
            };
        };
        let second = given.find(|(other, _)| other.argument() != place.argument());
        let with = second
            .filter(|&&(_, other)| left > MANY && other < self.count / 4)
            .map(|&(other, _)| other);
        Route {
            basis: Some(Basis { place, with }),
            filter: second.map(|&(other, _)| other),
        }
    }
}

/// Numbers that do not differ much are in one bucket.
fn bucket(left: usize) -> u32 {
    left.max(2).ilog2()
}

/// Some of the clauses of a list, that stand for all.
struct Sample<'a> {
    clauses: Vec<&'a Clause>,
    /// The number of all.
    count: usize,
}

impl<'a> Sample<'a> {
    /// Takes about [`SAMPLE`] of so many clauses, scattered without a rhythm that the
    /// list might have as well; the same ones each time.
    fn of(clauses: impl Iterator<Item = &'a Clause>, count: usize) -> Sample<'a> {
        let share = (SAMPLE as u64).saturating_mul(u64::MAX / count.max(1) as u64);
        let mut number = 0_u64;
        let mut is_taken = || {
            number = number.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            count <= SAMPLE || number.rotate_left(32) < share
        };
        Sample {
            clauses: clauses.filter(|_| is_taken()).collect(),
            count,
        }
    }

    /// How many of all clauses can match a given key on average.
    fn left(&self, place: Place) -> usize {
        let mut keys: FxHashMap<Key, u32> = FxHashMap::default();
        let mut open = 0;
        for clause in &self.clauses {
            match clause.key_at(place) {
                Key::ANY => open += 1,
                key => *keys.entry(key).or_default() += 1,
            }
        }
        if keys.is_empty() {
            return self.count;
        }
        let once = keys.values().filter(|&&times| times == 1).count();
        let all_open = open * self.count / self.clauses.len();
        all_open + (self.count - all_open).div_ceil(self.scaled(keys.len(), once))
    }

    /// An estimate of the number of keys in all clauses, of so many in the sample, some of
    /// which are there but once: these stand for as many more as the root of the share.
    fn scaled(&self, keys: usize, once: usize) -> usize {
        let factor = (self.count as f64 / self.clauses.len() as f64).sqrt();
        (keys - once) + (once as f64 * factor) as usize
    }
}
