//! Names that are close to one that does not exist.

use rustc_hash::FxHashSet;

use crate::arith::evaluables::Evaluable;
use crate::atom::{Atom, known};
use crate::engine::machine::Machine;
use crate::library::{LIBRARIES, SYSTEM_LIBRARY};
use crate::program::module::Module;
use crate::program::predicate::Definition;
use crate::syntax::chars::is_symbol;
use crate::syntax::hints::foreign_operator;
use crate::term::cell::{Cell, Functor};

/// The most names that are suggested.
const MAX_NAMES: usize = 3;

impl Machine {
    /// A hint for a call of a predicate that `module` does not know.
    pub fn nearest_predicate(&mut self, module: Atom, functor: Functor) -> Option<String> {
        if let Some(hint) = self.elsewhere(module, functor) {
            return Some(hint);
        }
        if let Some(hint) = self.unexported(module, functor) {
            return Some(hint);
        }
        if let Some(what) = missing_part(self.text(functor.name())) {
            return Some(format!("{what} not there yet"));
        }
        if let Some(hint) = self.other_arities(module, functor) {
            return Some(hint);
        }
        let visible = self.visible(module);
        let name = self.text(functor.name()).to_owned();
        let mut found: Vec<(usize, bool, Functor)> = visible
            .into_iter()
            .filter(|&other| other != functor)
            .filter_map(|other| {
                let distance = distance(&name, self.text(other.name()))?;
                let differs = other.arity() != functor.arity();
                (!differs || distance == 1).then_some((distance, differs, other))
            })
            .collect();
        found.sort_by_key(|&(distance, differs, _)| (differs, distance));
        let first = *found.first()?;
        found.retain(|&(distance, differs, _)| distance == first.0 && differs == first.1);
        found.truncate(MAX_NAMES);
        let names: Vec<String> = found
            .into_iter()
            .map(|(_, _, functor)| self.functor_text(functor))
            .collect();
        Some(format!("did you mean {}?", listed(&names, "or")))
    }

    /// A module that exports the predicate.
    fn elsewhere(&mut self, module: Atom, functor: Functor) -> Option<String> {
        let mut owners = self.db.modules().filter(|&(name, _)| name != module);
        let (owner, _) = owners.find(|(_, owner)| owner.exports.contains_key(&functor))?;
        let owner = self.text(owner).to_owned();
        let name = self.functor_text(functor);
        Some(format!(
            "the module {owner} exports {name}: import it with `use_module/2`"
        ))
    }

    /// A module of the program that exports the predicate without clauses for it, or has
    /// it without exporting it.
    fn unexported(&self, module: Atom, functor: Functor) -> Option<String> {
        let name = self.functor_text(functor);
        let is_exported = |module: Atom| {
            let module = self.db.module(module);
            module.is_some_and(|module| module.exports.contains_key(&functor))
        };
        if is_exported(module) {
            let module = self.text(module);
            return Some(format!(
                "the module {module} exports {name}, but does not define it"
            ));
        }
        let is_owner = |&(owner, found): &(Atom, &Module)| {
            let file = found.file.map_or("", |file| self.text(file));
            let id = found.predicates.get(&functor);
            let is_there = id.is_some_and(|&id| {
                let predicate = self.db.predicate(id);
                matches!(predicate.definition, Definition::Clauses) && predicate.is_defined()
            });
            let is_own = ![module, known::USER, known::SYSTEM].contains(&owner);
            is_there && is_own && !file.starts_with("library(")
        };
        let (owner, _) = self.db.modules().find(is_owner)?;
        let owner = self.text(owner);
        Some(format!(
            "the module {owner} has {name}, but does not export it: add it to the list of `module/2`"
        ))
    }

    /// A hint for the import of something that a module does not export.
    pub(super) fn nearest_export(&mut self, module: Atom, functor: Functor) -> Option<String> {
        let exports = &self.db.module(module)?.exports;
        let mut exports: Vec<Functor> = exports.keys().copied().collect();
        exports.sort_by_key(|export| export.arity());
        let same: Vec<String> = exports
            .iter()
            .filter(|export| export.name() == functor.name())
            .map(|&export| self.functor_text(export))
            .collect();
        if !same.is_empty() {
            return Some(format!("it exports {}", listed(&same, "and")));
        }
        let name = self.text(functor.name());
        let near = |export: &Functor| Some((distance(name, self.text(export.name()))?, *export));
        let mut found: Vec<(usize, Functor)> = exports.iter().filter_map(near).collect();
        found.sort_by_key(|&(distance, export)| (export.arity() != functor.arity(), distance));
        let first = *found.first()?;
        let is_as_near = |&(distance, export): &(usize, Functor)| {
            distance == first.0
                && (export.arity() == functor.arity()) == (first.1.arity() == functor.arity())
        };
        found.retain(is_as_near);
        found.truncate(MAX_NAMES);
        let names: Vec<String> = found
            .into_iter()
            .map(|(_, export)| self.functor_text(export))
            .collect();
        Some(format!("did you mean {}?", listed(&names, "or")))
    }

    /// A hint for a call of something that is no predicate by itself.
    pub(super) fn misused_operator(&self, functor: Functor) -> Option<String> {
        if self.arith.evaluables.find_functor(functor).is_some() {
            return Some("an expression is computed by `is/2`, as in `X is 1 + 2`".to_owned());
        }
        match (functor.name(), functor.arity()) {
            (known::NECK | known::DCG_ARROW, 2) => Some(
                "this is a clause: put it into a file, or enter clauses after `?- [user].`"
                    .to_owned(),
            ),
            (known::NECK | known::QUERY, 1) => {
                Some("leave the `:-` out: what is entered here is a goal already".to_owned())
            }
            (name, 1 | 2) => {
                let text = self.text(name);
                let is_symbolic = text.chars().all(is_symbol);
                foreign_operator(text)
                    .filter(|_| is_symbolic)
                    .map(str::to_owned)
            }
            _ => None,
        }
    }

    fn other_arities(&mut self, module: Atom, functor: Functor) -> Option<String> {
        let visible = self.visible(module);
        let mut arities: Vec<usize> = visible
            .into_iter()
            .filter(|other| other.name() == functor.name() && *other != functor)
            .map(Functor::arity)
            .collect();
        if arities.is_empty() {
            return None;
        }
        arities.sort_unstable();
        arities.dedup();
        let names: Vec<String> = arities
            .iter()
            .map(|&arity| self.functor_text(Functor::new(functor.name(), arity)))
            .collect();
        let counts: Vec<String> = arities.iter().map(usize::to_string).collect();
        let verb = if names.len() == 1 { "exists" } else { "exist" };
        Some(format!(
            "{} {verb}: {} takes {}, this call has {}",
            listed(&names, "and"),
            self.quoted_text(Cell::atom(functor.name())),
            counted(&listed(&counts, "or")),
            functor.arity()
        ))
    }

    /// The predicates that can be called from a module, without internal ones.
    fn visible(&mut self, module: Atom) -> FxHashSet<Functor> {
        let exported = self.autoload_index.functors(&mut self.atoms);
        let mut found: FxHashSet<Functor> = exported.into_iter().collect();
        let mut names = vec![module];
        let parents = self.db.module(module).map(|module| module.parents.clone());
        names.extend(parents.unwrap_or_default());
        names.extend([known::USER, known::SYSTEM]);
        for name in names {
            let Some(module) = self.db.module(name) else {
                continue;
            };
            for (&functor, &id) in &module.predicates {
                let predicate = self.db.predicate(id);
                if predicate.is_defined() && !self.text(functor.name()).starts_with('$') {
                    found.insert(functor);
                }
            }
        }
        found
    }

    /// A hint for a function that arithmetic does not know.
    pub(super) fn nearest_evaluable(&mut self, functor: Functor) -> Option<String> {
        let name = self.text(functor.name()).to_owned();
        let near = Evaluable::all()
            .filter(|known| known.arity() == functor.arity())
            .filter_map(|known| Some((distance(&name, known.name())?, known)))
            .min_by_key(|&(distance, _)| distance);
        if let Some((_, known)) = near {
            return Some(format!("did you mean {}/{}?", known.name(), known.arity()));
        }
        let result = Functor::new(functor.name(), functor.arity() + 1);
        let is_predicate = self.visible(known::USER).contains(&result);
        is_predicate.then(|| {
            let text = self.functor_text(result);
            format!("{text} is a predicate: call it as a goal of its own, before this one")
        })
    }
}

/// The predicates of other systems that belong to parts which are missing here.
const MISSING: &[(&str, &[&str])] = &[
    (
        "this part of tabling is",
        &["untable", "abolish_table_subgoals", "undefined"],
    ),
    (
        "the tracer is",
        &[
            "trace", "tracing", "spy", "gtrace", "tspy", "gspy", "tdebug",
        ],
    ),
    (
        "threads are",
        &[
            "thread_create",
            "thread_join",
            "thread_exit",
            "thread_detach",
            "thread_send_message",
            "thread_get_message",
            "thread_peek_message",
            "thread_create_in_pool",
            "message_queue_create",
            "message_queue_destroy",
            "first_solution",
            "concurrent",
        ],
    ),
    (
        "sockets are",
        &[
            "tcp_socket",
            "tcp_connect",
            "tcp_listen",
            "tcp_accept",
            "tcp_bind",
            "udp_socket",
        ],
    ),
];

/// The part that a predicate of this name belongs to, if it is not there.
fn missing_part(name: &str) -> Option<&'static str> {
    let row = MISSING.iter().find(|(_, names)| names.contains(&name));
    row.map(|&(what, _)| what)
}

fn counted(numbers: &str) -> String {
    match numbers {
        "1" => "1 argument".to_owned(),
        _ => format!("{numbers} arguments"),
    }
}

/// `a`, `a or b`, `a, b or c`.
pub fn listed(names: &[String], last: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

/// Longer names, in bytes, are not compared: nobody has typed them, and it would take
/// long.
const LONGEST_NAME: usize = 256;

/// Whether two names are likely to be spellings of one.
pub fn close_name(one: &str, other: &str) -> bool {
    if one.len().max(other.len()) > LONGEST_NAME {
        return false;
    }
    distance(&one.to_lowercase(), &other.to_lowercase()).is_some()
}

/// The library whose name is closest to this one.
pub(super) fn nearest_library(name: &str) -> Option<&'static str> {
    let names = LIBRARIES.iter().map(|library| library.name);
    let own = names.filter(|&known| known != SYSTEM_LIBRARY);
    let near = own.filter_map(|known| Some((distance(name, known)?, known)));
    near.min_by_key(|&(distance, _)| distance)
        .map(|(_, known)| known)
}

/// How many characters must be changed, added, removed or exchanged to get from
/// one name to another; nothing if they are not close.
fn distance(one: &str, other: &str) -> Option<usize> {
    if one.len().max(other.len()) > LONGEST_NAME {
        return None;
    }
    let (a, b): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let longest = a.len().max(b.len());
    let allowed = match longest {
        0..=3 => return None,
        4..=5 => 1,
        6..=8 => 2,
        _ => 3,
    };
    if a.len().abs_diff(b.len()) > allowed {
        return None;
    }
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    Some(rows[a.len()][b.len()]).filter(|&found| found <= allowed)
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn close_names_are_found() {
        assert_eq!(distance("lenght", "length"), Some(1));
        assert_eq!(distance("memebr", "member"), Some(1));
        assert_eq!(distance("ab", "ac"), None);
        let long = "a".repeat(1 << 20);
        assert_eq!(distance(&long, &long), None);
    }
}
