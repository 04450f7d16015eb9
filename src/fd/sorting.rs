//! Lists and what they are when sorted, and where each element goes.
//!
//! Elements and places of the sorted list are the two sides of a graph: an element
//! can be at a place if both have a value in common and the permutation allows it.
//! Every edge that is in no perfect matching goes. What greedy matchings that look at
//! bounds only give each place are bounds of its value.

use super::cardinality::strong_components;
use super::domain::Domain;
use super::int::Bound;
use super::prop::Prop;
use super::store::{Change, Conflict, Solver};

const NOBODY: u32 = u32::MAX;

/// Elements, and the places where they can be.
struct Placing {
    count: usize,
    /// Where each element can be, row by row.
    allowed: Vec<bool>,
    /// The place of each element, and the element at each place.
    place: Vec<u32>,
    element: Vec<u32>,
}

impl Placing {
    fn allows(&self, element: usize, place: usize) -> bool {
        self.allowed[element * self.count + place]
    }

    fn put(&mut self, element: u32, place: u32) {
        self.place[element as usize] = place;
        self.element[place as usize] = element;
    }

    /// Finds a place for an element by a breadth-first search.
    fn augment(&mut self, start: u32) -> bool {
        let mut asker = vec![NOBODY; self.count];
        let mut queue = vec![start];
        let mut next = 0;
        while let Some(&element) = queue.get(next) {
            next += 1;
            for place in 0..self.count {
                if asker[place] != NOBODY || !self.allows(element as usize, place) {
                    continue;
                }
                asker[place] = element;
                match self.element[place] {
                    NOBODY => {
                        self.shift(&asker, start, place as u32);
                        return true;
                    }
                    owner => queue.push(owner),
                }
            }
        }
        false
    }

    /// Moves each asker on a path from `start` to where it asked for.
    fn shift(&mut self, asker: &[u32], start: u32, mut place: u32) {
        loop {
            let element = asker[place as usize];
            let old = self.place[element as usize];
            self.put(element, place);
            if element == start {
                return;
            }
            place = old;
        }
    }

    /// Elements that could change their places among themselves have the same number.
    fn components(&self) -> Vec<u32> {
        let edges: Vec<Vec<u32>> = (0..self.count)
            .map(|element| {
                let places = (0..self.count).filter(|&place| self.allows(element, place));
                places.map(|place| self.element[place]).collect()
            })
            .collect();
        strong_components(&edges)
    }
}

impl Solver {
    /// The last third of the list is the first third sorted; the middle says where each
    /// element is in it.
    pub fn sorting(&mut self, prop: &Prop) -> Change {
        let count = prop.len as usize / 3;
        for index in 0..count {
            let place = self.item(prop, count + index);
            self.at_least(place, 1)?;
            self.at_most(place, count as i64)?;
        }
        self.keep_ascending(prop, count)?;
        self.bound_from_above(prop, count)?;
        self.bound_from_below(prop, count)?;
        self.match_places(prop, count)
    }

    /// No value is above the next one.
    fn keep_ascending(&mut self, prop: &Prop, count: usize) -> Change {
        for index in 1..count {
            let low = self.min(self.item(prop, 2 * count + index - 1));
            self.at_least_bound(self.item(prop, 2 * count + index), &low)?;
        }
        for index in (1..count).rev() {
            let high = self.max(self.item(prop, 2 * count + index));
            self.at_most_bound(self.item(prop, 2 * count + index - 1), &high)?;
        }
        Ok(())
    }

    /// Each place in turn takes, of the elements that may be as small, the one that
    /// cannot wait longest.
    fn bound_from_above(&mut self, prop: &Prop, count: usize) -> Change {
        let mut open: Vec<(Bound, Bound)> = self.bounds_of_elements(prop, count);
        for place in 0..count {
            let result = self.item(prop, 2 * count + place);
            let limit = self.max(result);
            self.look_at(open.len())?;
            let (at, high) = open
                .iter()
                .enumerate()
                .filter(|(_, (low, _))| *low <= limit)
                .map(|(at, (_, high))| (at, high.clone()))
                .min_by(|one, other| one.1.cmp(&other.1))
                .ok_or(Conflict)?;
            open.swap_remove(at);
            self.at_most_bound(result, &high)?;
        }
        Ok(())
    }

    /// The same from the last place down.
    fn bound_from_below(&mut self, prop: &Prop, count: usize) -> Change {
        let mut open: Vec<(Bound, Bound)> = self.bounds_of_elements(prop, count);
        for place in (0..count).rev() {
            let result = self.item(prop, 2 * count + place);
            let limit = self.min(result);
            self.look_at(open.len())?;
            let (at, low) = open
                .iter()
                .enumerate()
                .filter(|(_, (_, high))| *high >= limit)
                .map(|(at, (low, _))| (at, low.clone()))
                .max_by(|one, other| one.1.cmp(&other.1))
                .ok_or(Conflict)?;
            open.swap_remove(at);
            self.at_least_bound(result, &low)?;
        }
        Ok(())
    }

    fn bounds_of_elements(&self, prop: &Prop, count: usize) -> Vec<(Bound, Bound)> {
        (0..count)
            .map(|index| self.item(prop, index))
            .map(|var| (self.min(var), self.max(var)))
            .collect()
    }

    fn match_places(&mut self, prop: &Prop, count: usize) -> Change {
        let domains: Vec<Domain> = (0..count)
            .chain(2 * count..3 * count)
            .map(|index| self.domain(self.item(prop, index)))
            .collect();
        let (elements, results) = domains.split_at(count);
        let mut placing = self.load_placing(prop, elements, results)?;
        for element in 0..count {
            if placing.place[element] == NOBODY {
                self.look_at(4 * count)?;
                if !placing.augment(element as u32) {
                    return Err(Conflict);
                }
            }
        }
        self.look_at(count * count)?;
        let hints = (prop.args + prop.len) as usize;
        for (element, &place) in placing.place.iter().enumerate() {
            // Where the next run starts, which may be any state.
            self.words[hints + element] = u64::from(place);
        }
        let components = placing.components();
        for element in 0..count {
            for place in 0..count {
                let owner = placing.element[place] as usize;
                if placing.allows(element, place) && components[owner] != components[element] {
                    placing.allowed[element * count + place] = false;
                }
            }
        }
        self.prune_places(prop, &placing)?;
        self.prune_values(prop, &placing, elements, results)
    }

    /// The graph, with what is left of the last matching.
    fn load_placing(
        &mut self,
        prop: &Prop,
        elements: &[Domain],
        results: &[Domain],
    ) -> Result<Placing, Conflict> {
        let count = elements.len();
        let mut placing = Placing {
            count,
            allowed: Vec::with_capacity(count * count),
            place: vec![NOBODY; count],
            element: vec![NOBODY; count],
        };
        for (index, element) in elements.iter().enumerate() {
            self.look_at(count * element.ranges().len())?;
            let var = self.item(prop, count + index);
            for (place, result) in results.iter().enumerate() {
                placing
                    .allowed
                    .push(self.contains(var, place as i64 + 1) && meet(element, result));
            }
            let hint = self.words[(prop.args + prop.len) as usize + index] as usize;
            if hint < count && placing.allows(index, hint) && placing.element[hint] == NOBODY {
                placing.put(index as u32, hint as u32);
            }
        }
        Ok(placing)
    }

    fn prune_places(&mut self, prop: &Prop, placing: &Placing) -> Change {
        let count = placing.count;
        for element in 0..count {
            let var = self.item(prop, count + element);
            self.look_at(count)?;
            for place in (0..count).filter(|&place| !placing.allows(element, place)) {
                self.exclude(var, place as i64 + 1)?;
            }
        }
        Ok(())
    }

    /// An element has a value of one of its places, and a place one of its elements.
    fn prune_values(
        &mut self,
        prop: &Prop,
        placing: &Placing,
        elements: &[Domain],
        results: &[Domain],
    ) -> Change {
        let count = placing.count;
        for index in 0..count {
            let places = (0..count).filter(|&place| placing.allows(index, place));
            let union = union(places.map(|place| &results[place]));
            self.restrict(self.item(prop, index), &union)?;
            self.look_at(4 * (count + union.ranges().len()))?;
            let users = (0..count).filter(|&element| placing.allows(element, index));
            let union = self::union(users.map(|element| &elements[element]));
            self.restrict(self.item(prop, 2 * count + index), &union)?;
        }
        Ok(())
    }
}

/// Whether two sets have an integer in common.
fn meet(one: &Domain, other: &Domain) -> bool {
    match (one.ranges(), other.ranges()) {
        ([one], [other]) => one.0 <= other.1 && other.0 <= one.1,
        _ => !one.intersection(other).is_empty(),
    }
}

fn union<'a>(sets: impl Iterator<Item = &'a Domain>) -> Domain {
    Domain::from_ranges(sets.flat_map(|set| set.ranges().iter().cloned()).collect())
}
