//! The Prolog libraries: every predicate that they offer is documented, and their files
//! are short.

mod common;

use std::collections::BTreeSet;
use std::fs;

use luminy::api::engine::Engine;
use luminy::library::{LIBRARIES, Library, SYSTEM_LIBRARY, documentation};

/// The files of the libraries are no longer.
const MOST_LINES: usize = 600;

/// A predicate by its name and arity.
type Indicator = (String, usize);

/// The predicate of a head such as `append(?Xs, ?Ys, ?Zs) is nondet`.
fn indicator(head: &str) -> Indicator {
    let head = head.rfind(" is ").map_or(head, |at| &head[..at]);
    let (head, extra) = match head.strip_suffix("//") {
        Some(head) => (head, 2),
        None => (head, 0),
    };
    let open = head.char_indices().skip(1).find(|&(_, c)| c == '(');
    let (name, arguments) = head.split_at(open.map_or(head.len(), |(at, _)| at));
    let mut depth = 0;
    let mut arity = usize::from(!arguments.is_empty());
    for c in arguments.chars() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 1 => arity += 1,
            _ => {}
        }
    }
    (name.trim_matches('\'').to_owned(), arity + extra)
}

fn documented(library: &Library) -> BTreeSet<Indicator> {
    let found = documentation(library.comments);
    let heads = found.iter().flat_map(|(heads, _)| heads);
    heads.map(|head| indicator(head)).collect()
}

fn assert_none(failures: Vec<String>) {
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn exported_predicates_are_documented() {
    let mut failures = Vec::new();
    for library in LIBRARIES {
        let documented = documented(library);
        for &(name, arity) in library.exports {
            let is_internal = name.starts_with('$');
            if !is_internal && !documented.contains(&(name.to_owned(), arity)) {
                failures.push(format!("library({}): {name}/{arity}", library.name));
            }
        }
    }
    assert_none(failures);
}

#[test]
fn predicates_of_the_system_library_are_documented() {
    let library = LIBRARIES
        .iter()
        .find(|library| library.name == SYSTEM_LIBRARY);
    let documented = documented(library.expect("the system library is there"));
    let mut engine = Engine::builder().build();
    let own = "'$module_predicates'(system, All), member(Name/Arity, All),
               functor(Head, Name, Arity), Head \\= [_|_],
               predicate_property(system:Head, file('library(system)')),
               \\+ sub_atom(Name, 0, _, _, $)";
    let mut found = engine.query(own).expect("the query is right");
    let mut failures = Vec::new();
    while found.advance().expect("the query raises no error") {
        let name = found.get::<String>("Name").expect("an atom");
        let arity = found.get::<i64>("Arity").expect("an integer");
        if !documented.contains(&(name.clone(), arity as usize)) {
            failures.push(format!("{name}/{arity}"));
        }
    }
    assert_none(failures);
}

#[test]
fn documentation_tells_determinism() {
    let kinds = ["det", "semidet", "nondet", "multi", "failure", "erroneous"];
    let mut failures = Vec::new();
    for library in LIBRARIES {
        for head in documentation(library.comments)
            .iter()
            .flat_map(|(heads, _)| heads)
        {
            let kind = head.rsplit_once(" is ").map(|(_, kind)| kind);
            if !kind.is_some_and(|kind| kinds.contains(&kind)) {
                failures.push(format!("library({}): {head}", library.name));
            }
        }
    }
    assert_none(failures);
}

#[test]
fn files_are_small() {
    let files = common::files(&common::root().join("lib"), "pl");
    let lines = |file: &_| fs::read_to_string(file).map_or(0, |text| text.lines().count());
    let long = files.iter().filter(|file| lines(file) > MOST_LINES);
    assert_none(long.map(|file| common::shown(file)).collect());
}

#[test]
#[cfg(feature = "clpfd")]
fn libraries_are_listed_in_the_documentation() {
    let page = fs::read_to_string("docs/libraries.md").expect("there is the page");
    let row = |line: &str| Some(line.strip_prefix("| `")?.split('`').next()?.to_owned());
    let listed: Vec<String> = page.lines().filter_map(row).collect();
    let names = LIBRARIES.iter().map(|library| library.name.to_owned());
    let names: BTreeSet<String> = names.filter(|name| name != SYSTEM_LIBRARY).collect();
    assert_eq!(listed.iter().cloned().collect::<BTreeSet<_>>(), names);
    assert_eq!(listed.len(), names.len());
}
