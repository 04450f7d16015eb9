//! Values of earlier answers in queries: `$X` stands for what X was in the last answer
//! in which it had a value.

use super::query::Query;
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::error::Ball;
use crate::syntax::reader::ReadTerm;
use crate::term::cell::{Cell, Functor, Tag};

impl Query<'_> {
    /// Remembers the values of the answer just found, for later queries.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().input("X = 20. Y is $X + 1.".as_bytes()).build();
    /// let mut query = engine.next_input_query().unwrap().unwrap();
    /// query.advance().unwrap();
    /// query.keep_values();
    /// drop(query);
    /// let mut query = engine.next_input_query().unwrap().unwrap();
    /// query.advance().unwrap();
    /// assert_eq!(query.get::<i64>("Y").unwrap(), 21);
    /// ```
    pub fn keep_values(&mut self) {
        let Some(found) = self.found() else {
            return;
        };
        let machine = self.machine();
        for (name, cell) in found.variables {
            let is_bound = !machine.mem.deref(cell).is_var();
            if is_bound && !name.starts_with('_') {
                let image = machine.image(cell);
                machine.globals.answers.insert(name, image);
            }
        }
    }
}

/// A term just read, in which values stand for `$X`.
pub(super) fn recalled(m: &mut Machine, mut read: ReadTerm) -> Result<ReadTerm, Ball> {
    let places = places(m, &read);
    for (place, name) in places {
        let Some(image) = m.globals.answers.get(&name).cloned() else {
            let culprit = m.atom(&format!("${name}"));
            let parts = [Cell::atom(known::VARIABLE), culprit];
            let formal = m.mem.new_struct(known::EXISTENCE_ERROR, &parts);
            let context = m.mem.new_var();
            // No goal has been called that could be blamed.
            return Err(Ball::Term(
                m.mem.new_struct(known::ERROR, &[formal, context]),
            ));
        };
        let value = m.build(&image)?;
        match place {
            Some(at) => m.mem.set(at, value),
            None => read.term = value,
        }
    }
    forget_unused(m, &mut read);
    Ok(read)
}

/// Where `$X` stands in a term: the offset of the cell, or none for the whole term, and
/// the name of the variable.
fn places(m: &mut Machine, read: &ReadTerm) -> Vec<(Option<u64>, Box<str>)> {
    let dollar = Functor::new(m.atoms.intern("$"), 1);
    let mut found = Vec::new();
    let mut todo = vec![(None, read.term)];
    while let Some((place, cell)) = todo.pop() {
        let cell = m.mem.deref(cell);
        if cell.tag() == Tag::Lst {
            for at in [cell.offset(), cell.offset() + 8] {
                todo.push((Some(at), m.mem.get(at)));
            }
        } else if let Some((functor, args)) = m.mem.compound(cell) {
            let first = m.mem.deref(args.get(&m.mem, 0));
            let named = read.variables.iter().find(|v| m.mem.deref(v.cell) == first);
            if let Some(named) = named.filter(|_| functor == dollar) {
                found.push((place, named.name.clone()));
                continue;
            }
            for index in 0..args.len() {
                let at = args.offset(index);
                todo.push((Some(at), m.mem.get(at)));
            }
        }
    }
    found
}

/// Drops the variables that values have taken the place of.
fn forget_unused(m: &Machine, read: &mut ReadTerm) {
    if m.globals.answers.is_empty() {
        return;
    }
    let used = m.mem.term_variables(read.term);
    read.variables.retain(|variable| {
        used.iter()
            .any(|&cell| m.mem.deref(cell) == m.mem.deref(variable.cell))
    });
}
