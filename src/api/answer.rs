//! Answers: what a query has found, as values and as text.

use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use super::build::Heap;
use super::convert::FromTerm;
use super::error::Error;
use super::row::no_variable;
use super::shape::{Detail, Shaper, occurrences};
use super::term::Term;
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::syntax::write_options::{Spacing, WriteOptions};
use crate::syntax::writer::letter_name;
use crate::term::cell::Cell;

/// What a query has found, independent of its engine.
///
/// ```
/// # use luminy::api::engine::Engine;
/// # let mut engine = Engine::builder().build();
/// let answer = engine.query_once("X = f(Y), dif(Y, a)").unwrap().unwrap();
/// assert_eq!(answer.to_string(), "X = f(Y), dif(Y, a)");
/// let shown = answer.shown();
/// assert_eq!(shown.bindings, ["X = f(Y)"]);
/// assert_eq!(shown.parts().collect::<Vec<_>>(), ["X = f(Y)", "dif(Y, a)"]);
/// assert!(!shown.is_folded);
/// ```
#[derive(Clone, Debug)]
pub struct Answer {
    values: Vec<(Box<str>, Term)>,
    goals: Vec<Term>,
    shown: Shown,
    is_last: bool,
}

/// An answer as text, in parts that together are a query for it.
///
/// ```
/// use luminy::api::answer::Shown;
///
/// let shown = Shown { bindings: vec!["X = 1".to_owned()], ..Shown::default() };
/// assert_eq!(shown.to_string(), "X = 1");
/// assert_eq!(Shown::default().to_string(), "true");
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shown {
    /// The values of variables, such as `X = 1` or `X = Y, Y = f(_A)`.
    pub bindings: Vec<String>,
    /// The goals that are still to be met by values of the variables.
    pub goals: Vec<String>,
    /// Whether something was left out, so that the text does not read back.
    pub is_folded: bool,
}

impl Answer {
    /// The value of a variable of the query.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let answer = engine.query_once("X = f(a)").unwrap().unwrap();
    /// assert_eq!(answer.value("X").unwrap().to_string(), "f(a)");
    /// ```
    pub fn value(&self, name: &str) -> Option<&Term> {
        let found = self.values.iter().find(|(known, _)| &**known == name);
        found.map(|(_, term)| term)
    }

    /// The value of a variable as a Rust value.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let answer = engine.query_once("X = [1, 2]").unwrap().unwrap();
    /// assert_eq!(answer.get::<Vec<i64>>("X").unwrap(), [1, 2]);
    /// assert!(answer.get::<i64>("Y").is_err());
    /// ```
    pub fn get<T: FromTerm>(&self, name: &str) -> Result<T, Error> {
        let value = self.value(name).ok_or_else(|| no_variable(name))?;
        let read = T::from_term(value.view());
        Ok(read.map_err(|mismatch| mismatch.of_variable(name))?)
    }

    /// The variables of the query in order of their appearance, with their values.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let answer = engine.query_once("X = 1, Y = 2").unwrap().unwrap();
    /// assert_eq!(answer.values().map(|(name, _)| name).collect::<Vec<_>>(), ["X", "Y"]);
    /// ```
    pub fn values(&self) -> impl Iterator<Item = (&str, &Term)> {
        self.values.iter().map(|(name, term)| (&**name, term))
    }

    /// The goals that are still to be met, as text.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let answer = engine.query_once("dif(X, a)").unwrap().unwrap();
    /// assert_eq!(answer.residual_goals(), ["dif(X, a)"]);
    /// ```
    pub fn residual_goals(&self) -> &[String] {
        &self.shown.goals
    }

    /// The answer as text, in parts.
    pub fn shown(&self) -> &Shown {
        &self.shown
    }

    /// Whether it is certain that no other answer follows.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let lasts = engine.query("member(X, [1, 2])").unwrap().map(|answer| answer.unwrap().is_last());
    /// assert_eq!(lasts.collect::<Vec<_>>(), [false, true]);
    /// ```
    pub fn is_last(&self) -> bool {
        self.is_last
    }

    /// The goals that are still to be met, as terms. A variable has the same name
    /// wherever it occurs in the answer.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # let mut engine = Engine::builder().build();
    /// let answer = engine.query_once("dif(X, a)").unwrap().unwrap();
    /// assert_eq!(answer.goals()[0].name(), Some("dif"));
    /// ```
    pub fn goals(&self) -> &[Term] {
        &self.goals
    }

    pub(super) fn of(machine: &mut Machine, found: &Found, is_last: bool) -> Answer {
        let heap = Heap {
            mem: &machine.mem,
            atoms: &machine.atoms,
        };
        let mut names: FxHashMap<Cell, String> = FxHashMap::default();
        for (name, cell) in found.variables.iter().rev() {
            names.insert(heap.mem.deref(*cell), name.to_string());
        }
        let mut fresh = 0;
        let mut name = |cell: Cell| {
            let known = names.entry(cell).or_insert_with(|| {
                fresh += 1;
                format!("_{fresh}")
            });
            Some(known.clone())
        };
        let values = found.variables.iter();
        let values = values
            .map(|(variable, cell)| (variable.clone(), Term::of(heap, *cell, &mut name)))
            .collect();
        let goals = found.goals.iter();
        let goals = goals.map(|&goal| Term::of(heap, goal, &mut name)).collect();
        Answer {
            values,
            goals,
            shown: found.shown(machine, Detail::NONE),
            is_last,
        }
    }
}

impl Shown {
    /// The parts in order.
    pub fn parts(&self) -> impl Iterator<Item = &str> {
        self.bindings.iter().chain(&self.goals).map(String::as_str)
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts: Vec<&str> = self.parts().collect();
        match parts.as_slice() {
            [] => f.write_str("true"),
            parts => f.write_str(&parts.join(", ")),
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.shown.fmt(f)
    }
}

/// What a query has found, on the heap of its machine.
pub(super) struct Found {
    /// The variables of the query.
    pub variables: Vec<(Box<str>, Cell)>,
    /// The goals still to be met.
    pub goals: Vec<Cell>,
}

/// Variables that have the same value.
struct Group<'a> {
    names: Vec<&'a str>,
    value: Cell,
}

impl Group<'_> {
    /// The last of the names: `X = Y, Y = 1` says that both are 1.
    fn name(&self) -> &str {
        self.names.last().copied().unwrap_or_default()
    }
}

impl Found {
    /// The answer as text.
    pub(super) fn shown(&self, machine: &mut Machine, detail: Detail) -> Shown {
        let top = machine.mem.h;
        let groups = self.groups(machine);
        let mut shaper = Shaper::new(detail);
        let values: Vec<(Box<str>, Cell)> = groups
            .iter()
            .map(|group| (group.name().into(), group.value))
            .collect();
        for &(_, value) in &values {
            shaper.name_parts(&mut machine.mem, value, &values);
        }
        for &goal in &self.goals {
            shaper.name_parts(&mut machine.mem, goal, &values);
        }
        let mut rows: Vec<(Vec<&str>, Cell)> = Vec::new();
        for group in &groups {
            if group.value.is_var() {
                shaper.names.push((group.value, group.name().into()));
                rows.push((group.names.clone(), group.value));
            } else {
                let value = shaper.shape(&mut machine.mem, group.value);
                rows.push((group.names.clone(), value));
            }
        }
        let mut definitions = Vec::new();
        for (name, value) in shaper.definitions.clone() {
            definitions.push((name, shaper.shape(&mut machine.mem, value)));
        }
        rows.extend(
            definitions
                .iter()
                .map(|(name, value)| (vec![&**name], *value)),
        );
        shaper.silent_module = Some(known::USER);
        let mut goals = Vec::new();
        for &goal in &self.goals {
            goals.push(shaper.shape(&mut machine.mem, goal));
        }
        let shown = self.texts(machine, shaper, &rows, &goals);
        machine.mem.truncate(top);
        shown
    }

    fn texts(
        &self,
        machine: &Machine,
        shaper: Shaper,
        rows: &[(Vec<&str>, Cell)],
        goals: &[Cell],
    ) -> Shown {
        let bound = rows.iter().map(|row| row.1).filter(|cell| !cell.is_var());
        let terms: Vec<Cell> = bound.chain(goals.iter().copied()).collect();
        let mut options = WriteOptions {
            quoted: true,
            spacing: Spacing::NextArgument,
            priority: 699,
            variable_names: shaper.names,
            ..WriteOptions::default()
        };
        self.name_fresh(machine, &terms, &mut options.variable_names);
        let bindings = rows.iter().filter_map(|(names, value)| {
            let mut chain: Vec<String> = names
                .windows(2)
                .map(|pair| format!("{} = {}", pair[0], pair[1]))
                .collect();
            if !value.is_var() || shaper.marks.contains(value) {
                let name = names.last().copied().unwrap_or_default();
                chain.push(format!("{name} = {}", machine.written(*value, &options)));
            }
            (!chain.is_empty()).then(|| chain.join(", "))
        });
        let bindings = bindings.collect();
        options.priority = 999;
        let goals = goals.iter().map(|&goal| machine.written(goal, &options));
        Shown {
            bindings,
            goals: goals.collect(),
            is_folded: shaper.is_folded,
        }
    }

    /// Names for the variables that are not the query's: `_` if they are written
    /// once, else `_A`, `_B` and so on.
    fn name_fresh(&self, machine: &Machine, terms: &[Cell], names: &mut Vec<(Cell, Box<str>)>) {
        let mut number = 0;
        let known: FxHashSet<Cell> = names
            .iter()
            .map(|&(named, _)| machine.mem.deref(named))
            .collect();
        for (var, is_repeated) in occurrences(&machine.mem, terms) {
            if known.contains(&var) {
                continue;
            }
            if !is_repeated {
                names.push((var, "_".into()));
                continue;
            }
            let mut name = fresh_name(number);
            while self.variables.iter().any(|(known, _)| **known == *name) {
                number += 1;
                name = fresh_name(number);
            }
            number += 1;
            names.push((var, name.into()));
        }
    }

    /// The variables of the query, those with the same value together.
    fn groups(&self, machine: &Machine) -> Vec<Group<'_>> {
        let mut groups: Vec<Group> = Vec::new();
        for (name, cell) in &self.variables {
            let value = machine.mem.deref(*cell);
            let same = groups
                .iter_mut()
                .find(|group| machine.mem.identical(group.value, value));
            match same {
                Some(group) => group.names.push(name),
                None => groups.push(Group {
                    names: vec![name],
                    value,
                }),
            }
        }
        groups
    }
}

fn fresh_name(number: usize) -> String {
    format!("_{}", letter_name(number as u64))
}
