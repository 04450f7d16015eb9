//! Whatever the embedding interface offers is shown in an example of its documentation.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// What has no example of its own, by file and name, and why.
const EXEMPT: [(&str, &str, &str); 6] = [
    ("builder.rs", "alone", "for the tests of the library itself"),
    (
        "shape.rs",
        "Shaper",
        "for front ends that show terms, which know the machine",
    ),
    ("shape.rs", "new", "a part of Shaper"),
    ("shape.rs", "name_parts", "a part of Shaper"),
    ("shape.rs", "shape", "a part of Shaper"),
    ("shape.rs", "occurrences", "a part of Shaper"),
];

/// The files of the interface: its public modules, what adds functions to their types,
/// and the diagnostics.
fn files() -> Vec<PathBuf> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let entries = fs::read_dir(source.join("api")).expect("the interface is there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| {
            !["boot.rs", "mod.rs"]
                .iter()
                .any(|name| path.ends_with(name))
        })
        .collect();
    files.push(source.join("diagnostic.rs"));
    files
}

/// An item of a file, and whether its own documentation has an example.
struct Item {
    name: String,
    is_method: bool,
    has_example: bool,
}

/// The public items of a file, and the lines of all examples in it.
fn read(path: &Path) -> (Vec<Item>, Vec<String>) {
    let text = fs::read_to_string(path).expect("a source is text");
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let (mut items, mut examples) = (Vec::new(), Vec::new());
    let (mut is_inside, mut has_example) = (false, false);
    for line in text.lines() {
        let code = line.trim_start();
        let comment = code.strip_prefix("///").or(code.strip_prefix("//!"));
        if let Some(comment) = comment {
            if comment.trim_start().starts_with("```") {
                is_inside = !is_inside;
                has_example = true;
            } else if is_inside {
                examples.push(comment.to_owned());
            }
            continue;
        }
        if code.starts_with("#[") || code.starts_with(")]") {
            continue;
        }
        if let Some(name) = public_name(code) {
            items.push(Item {
                name: name.to_owned(),
                is_method: line.starts_with(' ') && code.contains("fn "),
                has_example,
            });
        }
        // The lines of a long attribute are no items.
        has_example &= code.starts_with("message =") || code.starts_with("note =");
    }
    (items, examples)
}

/// The name of the public item that a line starts.
fn public_name(code: &str) -> Option<&str> {
    let mut rest = code.strip_prefix("pub ")?;
    for word in ["const ", "async ", "unsafe "] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let kinds = ["fn ", "struct ", "enum ", "trait ", "type "];
    let name = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    Some(&name[..name.find(|c| !is_part(c)).unwrap_or(name.len())])
}

/// Whether an example uses an item.
fn is_used(item: &Item, examples: &[String]) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    examples.iter().any(|line| {
        line.match_indices(&item.name).any(|(at, _)| {
            let (before, after) = (&line[..at], &line[at + item.name.len()..]);
            let is_whole = !before.ends_with(is_part) && !after.starts_with(is_part);
            let is_called = before.ends_with(['.', ':']) && after.starts_with(['(', ':']);
            is_whole && (is_called || !item.is_method)
        })
    })
}

#[test]
fn all_of_the_interface_is_shown_in_examples() {
    let mut missing: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut exempt: Vec<_> = EXEMPT.iter().map(|entry| (entry.0, entry.1)).collect();
    for path in files() {
        let file = path.file_name().and_then(|name| name.to_str());
        let file = file.expect("names are text").to_owned();
        let (items, examples) = read(&path);
        for item in items {
            let exemption = exempt
                .iter()
                .position(|&entry| entry == (&*file, &*item.name));
            if let Some(at) = exemption {
                exempt.remove(at);
            } else if !item.has_example && !is_used(&item, &examples) {
                missing.entry(file.clone()).or_default().push(item.name);
            }
        }
    }
    assert!(missing.is_empty(), "without an example: {missing:?}");
    assert!(exempt.is_empty(), "these need no exemption: {exempt:?}");
}
