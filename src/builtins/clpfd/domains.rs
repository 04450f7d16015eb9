//! Domains as terms: `1..5 \/ 7`.

use super::expression::Poster;
use super::names::Op;
use crate::atom::Atom;
use crate::engine::constraints::Refusal;
use crate::engine::machine::Machine;
use crate::error::Ball;
use crate::fd::domain::Domain;
use crate::fd::int::Bound;
use crate::fd::store::LIMIT;
use crate::term::cell::Cell;

/// A set while it is read: its ranges in any order, which are put in order only where
/// that is needed.
#[derive(Default)]
struct Ranges(Vec<(Bound, Bound)>);

impl Ranges {
    fn of(set: Domain) -> Ranges {
        Ranges(set.ranges().to_vec())
    }

    fn set(self) -> Domain {
        Domain::from_ranges(self.0)
    }

    /// Adds the smaller set to the larger one, so that long unions take no longer than
    /// they have to, however they are nested.
    fn union(mut self, mut other: Ranges) -> Ranges {
        if self.0.len() < other.0.len() {
            std::mem::swap(&mut self, &mut other);
        }
        self.0.append(&mut other.0);
        self
    }
}

enum Task {
    Read(Cell),
    Union,
    Intersection,
    Complement,
}

impl Poster<'_> {
    /// The bounds of `L..U`, if they are machine integers in range.
    pub fn small_range(&mut self, cell: Cell) -> Option<(i64, i64)> {
        let (functor, args) = self.m.mem.compound(cell)?;
        if self.meaning(functor) != Some(Op::Range) {
            return None;
        }
        let end = |index| {
            let end = self.m.mem.deref(args.get(&self.m.mem, index));
            let value = end.is_small().then(|| end.small_value());
            value.filter(|value| value.unsigned_abs() <= LIMIT as u64)
        };
        Some((end(0)?, end(1)?))
    }

    /// The set that a domain term stands for.
    pub fn domain(&mut self, cell: Cell) -> Result<Domain, Refusal> {
        let mut tasks = vec![Task::Read(cell)];
        let mut sets: Vec<Ranges> = Vec::new();
        let mut left = self.m.mem.heap_used() / 8 + 64;
        while let Some(task) = tasks.pop() {
            left = left.checked_sub(1).ok_or_else(|| self.not_domain(cell))?;
            self.look_at(4)?;
            let set = match task {
                Task::Read(part) => match self.read_domain(part, cell, &mut tasks)? {
                    Some(set) => Ranges::of(set),
                    None => continue,
                },
                Task::Complement => {
                    let set = sets.pop().unwrap_or_default();
                    self.look_at(set.0.len())?;
                    Ranges::of(set.set().complement())
                }
                Task::Union => {
                    let last = sets.pop().unwrap_or_default();
                    sets.pop().unwrap_or_default().union(last)
                }
                Task::Intersection => {
                    let last = sets.pop().unwrap_or_default().set();
                    let set = sets.pop().unwrap_or_default().set();
                    self.look_at(set.ranges().len() + last.ranges().len())?;
                    Ranges::of(set.intersection(&last))
                }
            };
            sets.push(set);
        }
        let whole = sets.pop().ok_or_else(|| self.not_domain(cell))?;
        Ok(whole.set())
    }

    fn not_domain(&mut self, whole: Cell) -> Refusal {
        let whole = self.m.mem.deref(whole);
        Refusal::Ball(self.m.domain_error("clpfd_domain", whole))
    }

    fn read_domain(
        &mut self,
        part: Cell,
        whole: Cell,
        tasks: &mut Vec<Task>,
    ) -> Result<Option<Domain>, Refusal> {
        let part = self.m.mem.deref(part);
        if part.is_var() {
            return Err(Refusal::Ball(Ball::Instantiation));
        }
        if let Some(value) = self.integer(part) {
            return Ok(Some(Domain::single(value)));
        }
        let Some((functor, args)) = self.m.mem.compound(part) else {
            return Err(self.not_domain(whole));
        };
        let arg = |poster: &Poster, index| args.get(&poster.m.mem, index);
        match self.meaning(functor) {
            Some(Op::Range) => {
                let (low, high) = (arg(self, 0), arg(self, 1));
                Ok(Some(self.domain_range(low, high, whole)?))
            }
            Some(Op::Or) => {
                tasks.push(Task::Union);
                tasks.push(Task::Read(arg(self, 1)));
                tasks.push(Task::Read(arg(self, 0)));
                Ok(None)
            }
            Some(Op::And) => {
                tasks.push(Task::Intersection);
                tasks.push(Task::Read(arg(self, 1)));
                tasks.push(Task::Read(arg(self, 0)));
                Ok(None)
            }
            Some(Op::Complement) => {
                tasks.push(Task::Complement);
                tasks.push(Task::Read(arg(self, 0)));
                Ok(None)
            }
            Some(Op::Braces) => {
                let inner = arg(self, 0);
                self.domain_set(inner, whole).map(Some)
            }
            _ => Err(self.not_domain(whole)),
        }
    }

    fn domain_range(&mut self, low: Cell, high: Cell, whole: Cell) -> Result<Domain, Refusal> {
        let (low, high) = (self.bound(low)?, self.bound(high)?);
        match (low, high) {
            (Some(Bound::Sup), _) | (_, Some(Bound::Inf)) => Err(self.not_domain(whole)),
            (Some(low), Some(high)) => Ok(Domain::range(low, high)),
            _ => Err(self.not_domain(whole)),
        }
    }

    /// The bound that a term is.
    fn bound(&mut self, cell: Cell) -> Result<Option<Bound>, Refusal> {
        let cell = self.m.mem.deref(cell);
        if cell.is_var() {
            return Err(Refusal::Ball(Ball::Instantiation));
        }
        if let Some(value) = self.integer(cell) {
            return Ok(Some(Bound::Fin(value)));
        }
        Ok(
            match cell.is_atom().then(|| self.m.text(cell.atom_value())) {
                Some("inf") => Some(Bound::Inf),
                Some("sup") => Some(Bound::Sup),
                _ => None,
            },
        )
    }

    /// `{A, B, ...}`
    fn domain_set(&mut self, inner: Cell, whole: Cell) -> Result<Domain, Refusal> {
        let mut values = Vec::new();
        let mut rest = inner;
        let mut left = self.m.mem.heap_used() / 8 + 64;
        loop {
            left = left.checked_sub(1).ok_or_else(|| self.not_domain(whole))?;
            self.look_at(1)?;
            let item = match self.m.mem.match_struct(rest, crate::atom::known::COMMA, 2) {
                Some(args) => {
                    rest = args.get(&self.m.mem, 1);
                    args.get(&self.m.mem, 0)
                }
                None => rest,
            };
            match self.m.integer_of(item) {
                Some(value) => values.push(value),
                None if self.m.mem.deref(item).is_var() => return Err(Ball::Instantiation.into()),
                None => return Err(self.not_domain(whole)),
            }
            if item == rest {
                return Ok(Domain::from_values(values.into_iter()));
            }
        }
    }
}

/// The term of a bound.
pub fn bound_term(m: &mut Machine, bound: &Bound) -> Cell {
    match bound {
        Bound::Inf => m.atom("inf"),
        Bound::Sup => m.atom("sup"),
        Bound::Fin(value) => m.mem.new_number(&value.to_number()),
    }
}

/// The term of a domain; single integers stand for themselves, unless they are all.
pub fn domain_term(m: &mut Machine, domain: &Domain) -> Cell {
    let dots = m.atoms.intern("..");
    let union = m.atoms.intern("\\/");
    let alone = domain.ranges().len() == 1;
    let mut term: Option<Cell> = None;
    for (step, (low, high)) in domain.ranges().iter().enumerate() {
        if m.mem.alarm.rings_at(step as u64) {
            break;
        }
        let range = range_term(m, dots, low, high, alone);
        term = Some(match term {
            None => range,
            Some(before) => m.mem.new_struct(union, &[before, range]),
        });
    }
    term.unwrap_or_else(|| {
        let one = [Cell::small(1), Cell::small(0)];
        m.mem.new_struct(dots, &one)
    })
}

fn range_term(m: &mut Machine, dots: Atom, low: &Bound, high: &Bound, alone: bool) -> Cell {
    let from = bound_term(m, low);
    if low == high && !alone {
        return from;
    }
    let to = bound_term(m, high);
    m.mem.new_struct(dots, &[from, to])
}
