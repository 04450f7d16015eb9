//! Makes the table of the Prolog libraries that are embedded in the library.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=lib");
    println!("cargo::rerun-if-changed=build.rs");
    let mut names: Vec<String> = fs::read_dir("lib")
        .expect("the folder lib is part of the package")
        .map(|entry| {
            entry
                .expect("lib can be listed")
                .file_name()
                .into_string()
                .expect("names are ASCII")
        })
        .filter(|name| name.ends_with(".pl"))
        .collect();
    names.sort();
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let out = Path::new(&out);
    let mut table = String::from(
        "/// The libraries: name, text, exports.\npub const LIBRARIES: &[Library] = &[\n",
    );
    for name in &names {
        let stem = name.strip_suffix(".pl").expect("only .pl files are listed");
        let text = text(stem);
        let path = out.join(name);
        fs::write(&path, &text).expect("OUT_DIR can be written");
        let exports = exports(&text);
        let _ = writeln!(
            table,
            "    Library {{ name: {stem:?}, text: include_str!({path:?}), exports: &{exports:?} }},"
        );
    }
    table.push_str("];\n");
    fs::write(out.join("libraries.rs"), table).expect("OUT_DIR can be written");
}

/// The text of a library: its file, followed by those of its folder, if it has one.
fn text(stem: &str) -> String {
    let read = |path: &Path| fs::read_to_string(path).expect("a library is UTF-8");
    let mut text = read(&Path::new("lib").join(format!("{stem}.pl")));
    let Ok(parts) = fs::read_dir(Path::new("lib").join(stem)) else {
        return text;
    };
    let mut parts: Vec<_> = parts
        .map(|entry| entry.expect("lib can be listed").path())
        .collect();
    parts.sort();
    for part in parts {
        text.push('\n');
        text.push_str(&read(&part));
    }
    text
}

/// The predicates in the export list of a module, without operators.
fn exports(text: &str) -> Vec<(String, usize)> {
    let Some(start) = text.find(":- module(") else {
        return Vec::new();
    };
    let header = &text[start..];
    let Some(open) = header.find('[') else {
        return Vec::new();
    };
    let end = header.find("]).").unwrap_or(header.len());
    let list: String = header[open + 1..end]
        .lines()
        .map(|line| line.split('%').next().unwrap_or(""))
        .collect::<Vec<_>>()
        .join(" ");
    items(&list)
        .iter()
        .filter_map(|item| export(item))
        .collect()
}

/// The items of a list, split at commas outside brackets and quotes.
fn items(list: &str) -> Vec<String> {
    let (mut items, mut item, mut depth, mut quoted) = (Vec::new(), String::new(), 0, false);
    for c in list.chars() {
        match c {
            '\'' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth -= 1,
            ',' if !quoted && depth == 0 => {
                items.push(std::mem::take(&mut item));
                continue;
            }
            _ => {}
        }
        item.push(c);
    }
    items.push(item);
    items
}

fn export(item: &str) -> Option<(String, usize)> {
    let item = item.trim();
    if item.starts_with("op(") {
        return None;
    }
    let at = item.rfind('/')?;
    let name = item[..at].trim_end_matches('/').trim();
    let extra = if item[..at].ends_with('/') { 2 } else { 0 };
    let arity: usize = item[at + 1..].trim().parse().ok()?;
    let name = name.trim_matches(|c| c == '(' || c == ')' || c == ' ');
    let name = name
        .strip_prefix('\'')
        .and_then(|rest| rest.strip_suffix('\''))
        .unwrap_or(name);
    Some((name.to_owned(), arity + extra))
}
