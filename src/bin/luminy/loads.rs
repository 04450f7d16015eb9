//! Saying which files a query has loaded.

use luminy::atom::Atom;
use luminy::engine::machine::Machine;
use luminy::load::wording::TABLED;
use luminy::program::predicate::PredId;

use crate::session::print;

/// How many files are named one by one.
const MOST_NAMED: usize = 5;

/// Watches which files are loaded while queries run.
#[derive(Default)]
pub struct Loads {
    is_on: bool,
    has_any: bool,
    /// Whether it is said that nothing has been loaded.
    says_none: bool,
    /// How often each file had been loaded when it was looked at last.
    counts: Vec<(Atom, u32)>,
}

impl Loads {
    /// Watches from here on. A query that is to load what has changed says so too if
    /// that is nothing.
    pub fn watch(machine: &Machine, asked: &str) -> Loads {
        Loads {
            is_on: true,
            has_any: false,
            says_none: asked.trim() == "make.",
            counts: counts(machine),
        }
    }

    /// Says nothing at all.
    pub fn silent() -> Loads {
        Loads::default()
    }

    /// Says what has been loaded since files were looked at last.
    pub fn announce(&mut self, machine: &mut Machine) {
        if !self.is_on {
            return;
        }
        let counts = counts(machine);
        let is_loaded = |entry: &&(Atom, u32)| !self.counts.contains(entry);
        let loaded: Vec<Atom> = counts
            .iter()
            .filter(is_loaded)
            .map(|&(file, _)| file)
            .collect();
        self.counts = counts;
        for &file in loaded.iter().take(MOST_NAMED) {
            let text = summary(machine, file);
            print(machine, &text);
        }
        if loaded.len() > MOST_NAMED {
            let rest = loaded.len() - MOST_NAMED;
            print(machine, &format!("% ... and {rest} more files\n"));
        }
        self.has_any |= !loaded.is_empty();
        if self.says_none && !self.has_any {
            print(machine, "% No file has changed since it was loaded.\n");
        }
    }
}

fn counts(machine: &Machine) -> Vec<(Atom, u32)> {
    let files = machine.loading.files.iter();
    let own = files.filter(|(file, _)| !machine.text(**file).starts_with("library("));
    own.map(|(file, loaded)| (*file, loaded.loads)).collect()
}

/// What a file has given.
fn summary(machine: &Machine, file: Atom) -> String {
    let loaded = &machine.loading.files[&file];
    // A tabled predicate is one that has no clauses of its own but another one's.
    let is_inner = |id: &&PredId| {
        let name = machine.db.predicate(**id).functor.name();
        machine.text(name).ends_with(TABLED)
    };
    let tabled = loaded.predicates.iter().filter(is_inner).count();
    let predicates = loaded.predicates.len() - tabled;
    let clauses: usize = loaded
        .predicates
        .iter()
        .map(|&id| machine.db.predicate(id).clauses.live)
        .sum();
    let clauses = clauses - tabled.min(clauses);
    let mut parts = vec![counted(predicates, "predicate"), counted(clauses, "clause")];
    let reported = [
        (loaded.reports.errors, "error"),
        (loaded.reports.warnings, "warning"),
    ];
    let any = reported.into_iter().filter(|&(count, _)| count > 0);
    parts.extend(any.map(|(count, what)| counted(count, what)));
    let path = machine.short_path(file);
    format!("% Loaded {path}: {}.\n", parts.join(", "))
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
