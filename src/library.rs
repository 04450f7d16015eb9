//! The Prolog libraries, embedded.

use crate::atom::AtomTable;
use crate::engine::autoload::{Autoload, Export};

/// An embedded library.
#[derive(Clone, Copy, Debug)]
pub struct Library {
    /// Its name; the file is `lib/NAME.pl`.
    pub name: &'static str,
    /// Its terms, packed.
    pub pack: &'static [u8],
    /// The comments that document its predicates.
    pub comments: &'static str,
    /// The predicates that it exports, by name and arity.
    pub exports: &'static [(&'static str, usize)],
}

include!(concat!(env!("OUT_DIR"), "/libraries.rs"));

/// The library that is loaded when an engine starts.
pub const SYSTEM_LIBRARY: &str = "system";

/// Names under which other systems have the predicates of a library.
const SYNONYMS: &[(&str, &str)] = &[
    ("avl", "assoc"),
    ("between", "lists"),
    ("charsio", "gnu"),
    ("codesio", "gnu"),
    ("edit", "inspection"),
    ("filesex", "files"),
    ("make", "inspection"),
    ("pio", "pure_input"),
    ("prolog_stack", "inspection"),
    ("samsort", "lists"),
    ("sort", "inspection"),
    ("statistics", "timing"),
    ("time", "limits"),
    ("timeout", "limits"),
    ("tty", "inspection"),
    ("types", "error"),
    ("unix", "shell"),
];

/// The library of this name; `dcg/basics` is in the file `dcg_basics`.
pub fn find(name: &str) -> Option<&'static Library> {
    let synonym = SYNONYMS.iter().find(|synonym| synonym.0 == name);
    let file = synonym.map_or(name, |synonym| synonym.1).replace('/', "_");
    LIBRARIES.iter().find(|library| library.name == file)
}

/// Which library defines a predicate.
pub fn autoload_index(atoms: &mut AtomTable) -> Autoload {
    let names = LIBRARIES.iter().map(|library| atoms.intern(library.name));
    Autoload::new(EXPORTS, names.collect())
}

/// The documentation in the comments of a library: heads, and what is said of
/// them.
///
/// A comment starts with lines `%!  head is determinism.`, and goes on up to the
/// next line that is no comment.
pub fn documentation(text: &str) -> Vec<(Vec<String>, String)> {
    let mut found: Vec<(Vec<String>, String)> = Vec::new();
    let mut is_inside = false;
    for line in text.lines() {
        if let Some(head) = line.strip_prefix("%!") {
            let head = head.trim().trim_end_matches('.').to_owned();
            match found
                .last_mut()
                .filter(|(_, text)| is_inside && text.is_empty())
            {
                Some((heads, _)) => heads.push(head),
                None => found.push((vec![head], String::new())),
            }
            is_inside = true;
        } else if let Some(line) = line.strip_prefix('%').filter(|_| is_inside) {
            let line = line.strip_prefix("   ").unwrap_or(line.trim_start());
            if let Some((_, text)) = found.last_mut()
                && !(text.is_empty() && line.is_empty())
            {
                text.push_str(line);
                text.push('\n');
            }
        } else {
            is_inside = false;
        }
    }
    found
}
