//! Sets of integers: sorted ranges that do not touch, with exact bounds.

use super::int::{Bound, Int};

/// A set of integers as ranges from least to greatest.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Domain(Box<[(Bound, Bound)]>);

impl Domain {
    /// All integers.
    pub fn all() -> Domain {
        Domain::range(Bound::Inf, Bound::Sup)
    }

    /// The integers from `low` to `high`.
    pub fn range(low: Bound, high: Bound) -> Domain {
        if low <= high && low != Bound::Sup && high != Bound::Inf {
            Domain(Box::new([(low, high)]))
        } else {
            Domain::default()
        }
    }

    /// The set of one integer.
    pub fn single(value: Int) -> Domain {
        Domain::range(Bound::Fin(value.clone()), Bound::Fin(value))
    }

    /// The set of all integers of some ranges, in any order.
    pub fn from_ranges(mut ranges: Vec<(Bound, Bound)>) -> Domain {
        ranges.retain(|(low, high)| low <= high && *low != Bound::Sup && *high != Bound::Inf);
        ranges.sort();
        let mut joined: Vec<(Bound, Bound)> = Vec::with_capacity(ranges.len());
        for (low, high) in ranges {
            match joined.last_mut() {
                Some(last) if low <= last.1.plus(1) => {
                    if high > last.1 {
                        last.1 = high;
                    }
                }
                _ => joined.push((low, high)),
            }
        }
        Domain(joined.into())
    }

    /// The set of these integers.
    pub fn from_values(values: impl Iterator<Item = Int>) -> Domain {
        let ranges = values.map(|value| (Bound::Fin(value.clone()), Bound::Fin(value)));
        Domain::from_ranges(ranges.collect())
    }

    /// The ranges, from least to greatest.
    pub fn ranges(&self) -> &[(Bound, Bound)] {
        &self.0
    }

    /// Whether there is no integer in it.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The least integer, or `Inf`; `Sup` if there is none.
    pub fn min(&self) -> Bound {
        self.0.first().map_or(Bound::Sup, |range| range.0.clone())
    }

    /// The greatest integer, or `Sup`; `Inf` if there is none.
    pub fn max(&self) -> Bound {
        self.0.last().map_or(Bound::Inf, |range| range.1.clone())
    }

    /// The integer, if it is the only one.
    pub fn value(&self) -> Option<&Int> {
        match &*self.0 {
            [(Bound::Fin(low), Bound::Fin(high))] if low == high => Some(low),
            _ => None,
        }
    }

    /// The number of integers, if it is finite.
    pub fn size(&self) -> Option<Int> {
        let mut size = Int::ZERO;
        for (low, high) in &self.0 {
            let (low, high) = (low.finite()?, high.finite()?);
            size = size.add(&high.sub(low)).add(&Int::ONE);
        }
        Some(size)
    }

    /// Whether `value` is in it.
    pub fn contains(&self, value: &Int) -> bool {
        let value = Bound::Fin(value.clone());
        let at = self.0.partition_point(|(_, high)| *high < value);
        self.0.get(at).is_some_and(|(low, _)| *low <= value)
    }

    /// The integers in both.
    pub fn intersection(&self, other: &Domain) -> Domain {
        let (mut i, mut j) = (0, 0);
        let mut ranges = Vec::new();
        while let (Some(a), Some(b)) = (self.0.get(i), other.0.get(j)) {
            let low = (&a.0).max(&b.0);
            let high = (&a.1).min(&b.1);
            if low <= high {
                ranges.push((low.clone(), high.clone()));
            }
            if a.1 < b.1 {
                i += 1;
            } else {
                j += 1;
            }
        }
        Domain(ranges.into())
    }

    /// The integers in at least one.
    pub fn union(&self, other: &Domain) -> Domain {
        let both = self.0.iter().chain(other.0.iter());
        Domain::from_ranges(both.cloned().collect())
    }

    /// The integers that are not in it.
    pub fn complement(&self) -> Domain {
        let mut ranges = Vec::with_capacity(self.0.len() + 1);
        let mut low = Bound::Inf;
        for (from, to) in &self.0 {
            if *from != Bound::Inf {
                ranges.push((low, from.plus(-1)));
            }
            low = to.plus(1);
        }
        if low != Bound::Sup {
            ranges.push((low, Bound::Sup));
        }
        Domain(ranges.into())
    }

    /// The integers of this that are not in `other`.
    pub fn difference(&self, other: &Domain) -> Domain {
        self.intersection(&other.complement())
    }

    /// All integers, with `distance` added.
    pub fn shifted(&self, distance: &Int) -> Domain {
        let distance = Bound::Fin(distance.clone());
        let ranges = self.0.iter();
        Domain(
            ranges
                .map(|(low, high)| (low.add(&distance), high.add(&distance)))
                .collect(),
        )
    }

    /// All integers negated.
    pub fn negated(&self) -> Domain {
        let ranges = self.0.iter().rev();
        Domain(ranges.map(|(low, high)| (high.neg(), low.neg())).collect())
    }

    /// The integers in order, if they are finitely many.
    pub fn values(&self) -> Option<impl Iterator<Item = Int> + '_> {
        self.size()?;
        let pairs = self.0.iter().filter_map(|(low, high)| {
            let (Bound::Fin(low), Bound::Fin(high)) = (low, high) else {
                return None;
            };
            Some((low.clone(), high.clone()))
        });
        Some(pairs.flat_map(|(low, high)| {
            std::iter::successors(Some(low), move |value| {
                (*value < high).then(|| value.add(&Int::ONE))
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn domain(ranges: &[(i64, i64)]) -> Domain {
        let ranges = ranges.iter();
        Domain::from_ranges(
            ranges
                .map(|&(low, high)| (Bound::small(low), Bound::small(high)))
                .collect(),
        )
    }

    #[test]
    fn touching_ranges_are_joined() {
        assert_eq!(domain(&[(4, 6), (1, 3)]), domain(&[(1, 6)]));
        assert_eq!(domain(&[(5, 4)]), Domain::default());
    }

    #[test]
    fn a_complement_undoes_itself() {
        let holes = domain(&[(1, 3), (7, 9)]);
        assert_eq!(holes.complement().complement(), holes);
        assert_eq!(Domain::all().complement(), Domain::default());
        assert!(holes.intersection(&holes.complement()).is_empty());
        assert_eq!(holes.union(&holes.complement()), Domain::all());
    }
}
