//! How well the places of heads tell the clauses of a list apart.

use rustc_hash::FxHashSet;

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

/// No more clauses than this are looked at.
const SAMPLE: usize = 20_000;

impl Assessment {
    /// Assesses clauses of a predicate of so many arguments.
    pub fn new(clauses: &[&Clause], arity: usize) -> Assessment {
        let sample = &clauses[..clauses.len().min(SAMPLE)];
        let mut places = Vec::new();
        for place in Place::arguments(arity) {
            let whole = left(sample, place);
            if whole > MANY {
                let parts = place.parts().map(|part| (part, left(sample, part)));
                places.extend(parts.filter(|&(_, inner)| 2 * inner <= whole));
            }
            if whole < sample.len() {
                places.push((place, whole));
            }
        }
        // Where there is little between them, the first argument comes first.
        places.sort_by_key(|&(place, left)| (bucket(left), place.part().is_none(), place));
        Assessment {
            count: clauses.len(),
            places,
        }
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
            .filter(|&&(_, other)| left > MANY && other < self.count.min(SAMPLE) / 4)
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

/// How many of the clauses can match a given key on average.
fn left(clauses: &[&Clause], place: Place) -> usize {
    let mut keys = FxHashSet::default();
    let mut open = 0;
    for clause in clauses {
        match clause.key_at(place) {
            Key::ANY => open += 1,
            key => {
                keys.insert(key);
            }
        }
    }
    match keys.len() {
        0 => clauses.len(),
        count => open + (clauses.len() - open).div_ceil(count),
    }
}
