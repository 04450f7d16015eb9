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
    /// The places, the best first.
    places: Vec<Assessed>,
    /// Those of which no index is made, since too many clauses have a variable there.
    open: Vec<Place>,
}

/// A place that clauses are told apart by.
#[derive(Clone, Copy, Debug)]
struct Assessed {
    place: Place,
    /// How many clauses a call can match that has there what one of them has, on average.
    left: usize,
    /// How many of these have a variable there.
    open: usize,
    /// How many different keys there are.
    keys: usize,
}

/// How a call finds its clauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Route {
    /// The index to use.
    pub basis: Option<Basis>,
    /// A place that sorts out further candidates.
    pub filter: Option<Place>,
    /// An index that may find fewer, if that one finds many.
    pub other: Option<Basis>,
}

/// From how many clauses left on another index, one on two places, or inside compounds,
/// is thought of.
pub const MANY: usize = 8;

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
            let whole = sample.assessed(place);
            if whole.left > MANY {
                let parts = place.parts().map(|part| sample.assessed(part));
                places.extend(parts.filter(|inner| inner.is_finer(whole)));
            }
            if whole.keys > 0 {
                places.push(whole);
            }
        }
        // Where there is little between them, the first argument comes first.
        places.sort_by_key(|one| (bucket(one.left), one.place.part().is_none(), one.place));
        Assessment {
            count,
            places,
            open: Vec::new(),
        }
    }

    /// Whether another one puts the same places in the same order.
    pub fn agrees(&self, other: &Assessment) -> bool {
        let order = |one: &Assessment| one.places.iter().map(|one| one.place).collect::<Vec<_>>();
        order(self) == order(other)
    }

    /// Takes a basis whose index does not pay out of the choice.
    pub fn forget(&mut self, basis: Basis) {
        let place = basis.with.unwrap_or(basis.place);
        self.places.retain(|other| other.place != place);
        self.open.push(place);
    }

    /// Whether the clauses have changed so much that their number alone shows it.
    pub fn is_stale(&self, live: usize) -> bool {
        live > 2 * self.count + MANY || 4 * live + MANY < self.count
    }

    /// The way to the clauses that a call with these keys can match. An index on a place
    /// where most clauses have the same is used only where calls are `choosy`.
    pub fn route(&self, key: &impl Fn(Place) -> Key, choosy: bool) -> Route {
        let is_given = |place: &Place| key(*place) != Key::ANY;
        let mut given = self.places.iter().filter(|one| is_given(&one.place));
        let first = given.next();
        let Some(&first) = first.filter(|first| choosy || first.left < self.count) else {
            let open = self.open.iter().copied().find(is_given);
            return Route {
                basis: None,
                filter: first.map(|first| first.place).or(open),
                other: None,
            };
        };
        let second = given.find(|other| other.place.argument() != first.place.argument());
        let with = second.filter(|second| self.are_better_together(first, **second));
        let second = second.map(|second| second.place);
        Route {
            basis: Some(Basis {
                place: first.place,
                with: with.map(|second| second.place),
            }),
            filter: second.or(self.open.iter().copied().find(is_given)),
            other: second
                .filter(|_| with.is_none())
                .map(|place| Basis { place, with: None }),
        }
    }

    /// Whether an index on two places leaves far fewer clauses than the first place alone:
    /// all are left that have a variable in either.
    fn are_better_together(&self, first: Assessed, second: Assessed) -> bool {
        first.left > MANY
            && second.left < self.count / 4
            && first.open.max(second.open) < first.left / 2
    }
}

impl Assessed {
    /// Whether this place, inside a compound, tells clauses apart much better than the whole
    /// argument.
    fn is_finer(&self, whole: Assessed) -> bool {
        2 * self.left <= whole.left || (self.keys > 2 * whole.keys && self.open <= whole.open)
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

    /// Assesses a place: of the clauses with a key there, as many have that of another one
    /// as pairs in the sample have the same.
    fn assessed(&self, place: Place) -> Assessed {
        let mut counts: FxHashMap<Key, u64> = FxHashMap::default();
        for clause in &self.clauses {
            *counts.entry(clause.key_at(place)).or_default() += 1;
        }
        let open = counts.remove(&Key::ANY).unwrap_or(0) as usize;
        let keyed = self.clauses.len() - open;
        let open = open * self.count / self.clauses.len().max(1);
        let same = counts
            .values()
            .map(|count| count * (count - 1))
            .sum::<u64>();
        let pairs = (keyed * keyed.saturating_sub(1)).max(1) as u64;
        let others = (self.count - open).saturating_sub(1) as u64 * same / pairs;
        Assessed {
            place,
            left: match counts.len() {
                0 => self.count,
                _ => open + 1 + others as usize,
            },
            open,
            keys: counts.len(),
        }
    }
}
