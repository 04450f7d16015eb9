//! Completion: what the word before the cursor may become.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use luminy::engine::machine::Machine;

use crate::pieces::{Kind, Piece, pieces};

/// The names that a word may become.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// What the names were taken from, as far as changes of it show.
    state: State,
    predicates: BTreeSet<String>,
    atoms: BTreeSet<String>,
    flags: BTreeSet<String>,
}

/// Counts of what an engine knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct State {
    atoms: usize,
    predicates: usize,
    generation: u64,
}

/// An engine may have very many atoms, most of them made by programs.
const MOST_ATOMS: usize = 50_000;

impl Vocabulary {
    /// Takes the names anew if the engine knows others by now.
    pub fn update(&mut self, machine: &Machine) {
        let state = State {
            atoms: machine.atoms.len(),
            predicates: machine.db.len(),
            generation: machine.db.generation,
        };
        if state != self.state {
            *self = Vocabulary::of(machine, state);
        }
    }

    fn of(machine: &Machine, state: State) -> Vocabulary {
        let functors = machine
            .db
            .predicates()
            .filter(|(_, predicate)| predicate.is_defined());
        let defined = functors.map(|(_, predicate)| machine.text(predicate.functor.name()));
        let all = defined.chain(machine.autoload_index.names());
        Vocabulary {
            state,
            predicates: words(all),
            atoms: words(machine.atoms.texts().take(MOST_ATOMS)),
            flags: words(machine.flags.iter().map(|(name, _)| machine.text(name))),
        }
    }
}

/// The texts that are plain words, without internal names.
fn words<'a>(texts: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let is_word = |text: &&str| {
        text.starts_with(char::is_lowercase)
            && text.chars().all(|c| c.is_alphanumeric() || c == '_')
    };
    texts.filter(is_word).map(str::to_owned).collect()
}

/// Where the word before `position` starts, and what it may become. `before` is
/// what stands on the lines before.
pub fn candidates(
    vocabulary: &Vocabulary,
    before: &str,
    line: &str,
    position: usize,
) -> (usize, Vec<String>) {
    let typed = &line[..position];
    if typed.starts_with(':') && !typed.starts_with(":-") {
        return command_candidates(typed);
    }
    let text = format!("{before}{typed}");
    let pieces = pieces(&text);
    let Some(last) = pieces.last() else {
        return (position, Vec::new());
    };
    let word = &text[last.range.clone()];
    let start = last.range.start.saturating_sub(before.len());
    match last.kind {
        Kind::OpenQuoted => {
            let (quote, path) = word.split_at(1);
            (start + 1, closed(files(path), quote))
        }
        Kind::Variable => (start, starting(variables(before, line, word), word)),
        Kind::Name => {
            let found = names(vocabulary, &text, &pieces, word);
            (start, found)
        }
        _ => (position, Vec::new()),
    }
}

/// The commands of the prompt.
const COMMANDS: [&str; 15] = [
    ":abort",
    ":add",
    ":bt",
    ":continue",
    ":edit",
    ":explain",
    ":full",
    ":help",
    ":list",
    ":load",
    ":quit",
    ":reload",
    ":set",
    ":stats",
    ":time",
];

fn command_candidates(typed: &str) -> (usize, Vec<String>) {
    match typed.rfind(' ') {
        Some(at) => (at + 1, files(&typed[at + 1..])),
        None => (
            0,
            starting(COMMANDS.map(str::to_owned).into_iter().collect(), typed),
        ),
    }
}

fn starting(names: BTreeSet<String>, word: &str) -> Vec<String> {
    names
        .into_iter()
        .filter(|name| name.starts_with(word))
        .collect()
}

/// The variables of a query, but not the word that is being typed.
fn variables(before: &str, line: &str, word: &str) -> BTreeSet<String> {
    let text = format!("{before}{line}");
    let found = pieces(&text)
        .into_iter()
        .filter(|piece| piece.kind == Kind::Variable);
    let names = found.map(|piece| text[piece.range].to_owned());
    names.filter(|name| name != word).collect()
}

/// Predicates, or flags where one is expected, or atoms if there is nothing better.
fn names(vocabulary: &Vocabulary, text: &str, pieces: &[Piece], word: &str) -> Vec<String> {
    let mut behind = pieces
        .iter()
        .rev()
        .skip(1)
        .map(|piece| &text[piece.range.clone()]);
    let is_flag = behind.next() == Some("(")
        && behind
            .next()
            .is_some_and(|name| name.ends_with("_prolog_flag"));
    let matching = |names: &BTreeSet<String>| -> Vec<String> {
        let from = names.range(word.to_owned()..);
        from.take_while(|name| name.starts_with(word))
            .cloned()
            .collect()
    };
    if is_flag {
        return matching(&vocabulary.flags);
    }
    match matching(&vocabulary.predicates) {
        found if found.is_empty() => matching(&vocabulary.atoms),
        found => found,
    }
}

/// If a single file is left, it is followed by its quote.
fn closed(mut files: Vec<String>, quote: &str) -> Vec<String> {
    if let [file] = &mut files[..]
        && !file.ends_with('/')
    {
        file.push_str(quote);
    }
    files
}

/// The files whose paths start with `path`; directories end in a slash.
fn files(path: &str) -> Vec<String> {
    let (directory, name) = match path.rfind('/') {
        Some(at) => path.split_at(at + 1),
        None => ("", path),
    };
    let place = if directory.is_empty() { "." } else { directory };
    let Ok(entries) = fs::read_dir(Path::new(place)) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    for entry in entries.flatten() {
        let Ok(file) = entry.file_name().into_string() else {
            continue;
        };
        let is_hidden = file.starts_with('.') && !name.starts_with('.');
        if file.starts_with(name) && !is_hidden {
            let slash = if entry.path().is_dir() { "/" } else { "" };
            found.push(format!("{directory}{file}{slash}"));
        }
    }
    found.sort();
    found
}
