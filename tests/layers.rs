//! The source keeps to the rules that a compiler does not check.
//!
//! `src/lib.rs` lists the modules from the bottom layer up, and a module uses
//! only modules listed before it. Nothing is imported with `*` or through the
//! crate root, files stay small, and `unsafe` stays where it is allowed.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

/// No source file is longer.
const MOST_LINES: usize = 900;

/// The instruction loop, which is one function, and its lines.
const LOOP: &str = "engine/run.rs";
const MOST_LINES_OF_LOOP: usize = 1000;

/// The modules that may contain `unsafe`.
const UNSAFE_MODULES: [&str; 4] = ["short", "term", "engine", "capi"];

/// The names of the modules in `src/lib.rs`, from the bottom layer up.
fn layers() -> Vec<String> {
    let text =
        fs::read_to_string(common::root().join("src/lib.rs")).expect("src/lib.rs can be read");
    text.lines()
        .map(str::trim)
        .filter_map(|line| {
            let line = line
                .strip_prefix("pub(crate) ")
                .or(line.strip_prefix("pub "))
                .unwrap_or(line);
            Some(line.strip_prefix("mod ")?.strip_suffix(';')?.to_string())
        })
        .collect()
}

/// A line of code: file, number counted from 1, and text without its comment.
struct Line {
    file: PathBuf,
    number: usize,
    code: String,
}

impl Line {
    fn report(&self, what: &str) -> String {
        format!(
            "{}:{}: {what}: {}",
            common::shown(&self.file),
            self.number,
            self.code.trim()
        )
    }
}

/// The lines of `file` before its unit tests.
fn lines(file: &Path) -> Vec<Line> {
    let text = fs::read_to_string(file).expect("a source file can be read");
    text.lines()
        .take_while(|line| line.trim() != "#[cfg(test)]")
        .enumerate()
        .map(|(index, line)| Line {
            file: file.to_path_buf(),
            number: index + 1,
            code: line.split("//").next().unwrap_or_default().to_string(),
        })
        .collect()
}

/// All source files but those that only unit tests use.
fn source_files() -> Vec<PathBuf> {
    let files = common::files(&common::root().join("src"), "rs");
    let tests: Vec<PathBuf> = files.iter().flat_map(|file| test_modules(file)).collect();
    files
        .into_iter()
        .filter(|file| !tests.contains(file))
        .collect()
}

/// The files of the modules that `file` declares for unit tests only.
fn test_modules(file: &Path) -> Vec<PathBuf> {
    let text = fs::read_to_string(file).expect("a source file can be read");
    let dir = file.parent().expect("a file is in a directory");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    lines
        .windows(2)
        .filter(|pair| pair[0] == "#[cfg(test)]")
        .filter_map(|pair| pair[1].strip_prefix("mod ")?.strip_suffix(';'))
        .map(|name| dir.join(format!("{name}.rs")))
        .collect()
}

/// The names of the macros that the library exports. They live in the crate root.
fn exported_macros() -> Vec<String> {
    let mut names = Vec::new();
    for file in source_files() {
        let text = fs::read_to_string(&file).expect("a source file can be read");
        let mut is_exported = false;
        for line in text.lines().map(str::trim) {
            match line.strip_prefix("macro_rules! ") {
                Some(name) if is_exported => names.push(identifier(name)),
                _ => {}
            }
            is_exported = line == "#[macro_export]";
        }
    }
    names
}

/// The files of the library with the module each belongs to.
fn library_files() -> Vec<(String, PathBuf)> {
    let src = common::root().join("src");
    source_files()
        .into_iter()
        .filter_map(|file| {
            let inside = file.strip_prefix(&src).expect("the file is below src");
            let first = inside.components().next()?.as_os_str().to_string_lossy();
            let module = first.trim_end_matches(".rs").to_string();
            (module != "lib" && module != "bin").then_some((module, file))
        })
        .collect()
}

/// The modules that a line names in paths `crate::module` or `crate::{a, b}`.
fn modules_used(code: &str) -> Vec<String> {
    let mut used = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        let before = code[..at].chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$') {
            continue;
        }
        let rest = &code[at + "crate::".len()..];
        match rest.strip_prefix('{') {
            Some(group) => used.extend(group_members(group)),
            None => used.push(identifier(rest)),
        }
    }
    used
}

fn identifier(text: &str) -> String {
    text.chars()
        .take_while(|c| c.is_alphanumeric() || *c == '_')
        .collect()
}

/// The first names in a group of imports, up to the end of the line.
fn group_members(group: &str) -> Vec<String> {
    let mut depth = 0;
    let mut members = Vec::new();
    let mut start = true;
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => start = true,
            _ if start && !c.is_whitespace() => {
                members.push(identifier(&group[at..]));
                start = false;
            }
            _ => {}
        }
    }
    members
}

fn assert_none(failures: Vec<String>) {
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn modules_use_only_lower_layers() {
    let layers = layers();
    assert!(!layers.is_empty(), "src/lib.rs lists its modules");
    let rank = |module: &str| layers.iter().position(|layer| layer == module);
    let macros = exported_macros();
    let mut failures = Vec::new();
    for (module, file) in library_files() {
        let Some(own) = rank(&module) else {
            failures.push(format!(
                "{}: not listed in src/lib.rs",
                common::shown(&file)
            ));
            continue;
        };
        for line in lines(&file) {
            for used in modules_used(&line.code) {
                match rank(&used) {
                    Some(other) if other <= own => {}
                    Some(_) => {
                        failures.push(line.report(&format!("{module} uses {used}, a higher layer")))
                    }
                    None if macros.contains(&used) => {}
                    None => failures.push(line.report("import through the crate root")),
                }
            }
        }
    }
    assert_none(failures);
}

#[test]
fn nothing_is_imported_with_a_star() {
    let mut failures = Vec::new();
    for file in source_files() {
        for line in lines(&file) {
            let code = line.code.trim();
            let imports = code.starts_with("use ") || code.starts_with("pub use ");
            if imports && (code.contains("::*") || code.contains("{*") || code.contains(", *")) {
                failures.push(line.report("import with *"));
            }
        }
    }
    assert_none(failures);
}

#[test]
fn files_are_small() {
    let mut failures = Vec::new();
    for file in common::files(&common::root().join("src"), "rs") {
        let text = fs::read_to_string(&file).expect("a source file can be read");
        let count = text.lines().count();
        let most = match file.ends_with(LOOP) {
            true => MOST_LINES_OF_LOOP,
            false => MOST_LINES,
        };
        if count > most {
            failures.push(format!("{}: {count} lines", common::shown(&file)));
        }
    }
    assert_none(failures);
}

#[test]
fn unsafe_stays_in_its_modules() {
    let mut failures = Vec::new();
    for (module, file) in library_files() {
        if UNSAFE_MODULES.contains(&module.as_str()) {
            continue;
        }
        for line in lines(&file) {
            let words = line.code.split(|c: char| !c.is_alphanumeric() && c != '_');
            if words.into_iter().any(|word| word == "unsafe") {
                failures.push(line.report("unsafe"));
            }
        }
    }
    assert_none(failures);
}

#[test]
fn names_are_found_in_imports() {
    assert_eq!(modules_used("use crate::term::Cell;"), ["term"]);
    assert_eq!(
        modules_used("use crate::{atom, term::{Cell, Mem}};"),
        ["atom", "term"]
    );
    assert_eq!(modules_used("fn f(x: crate::number::Int) {}"), ["number"]);
    assert_eq!(modules_used("$crate::atom::X"), [""; 0]);
}
