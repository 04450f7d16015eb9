//! What an engine knows of files: those loaded, and those being loaded.

use std::collections::VecDeque;
use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::atom::Atom;
use crate::diagnostic::Span;
use crate::error::Position;
use crate::flags::FlagValue;
use crate::ops::Ops;
use crate::program::predicate::PredId;
use crate::stream::stream::StreamId;
use crate::term::cell::Cell;
use crate::term::image::Image;
use crate::term::packed::Pack;

/// All that is known of files.
#[derive(Default)]
pub struct Loading {
    /// The module that queries at the prompt belong to, if it is not `user`.
    pub typein: Option<Atom>,
    /// The files being loaded, innermost last.
    pub contexts: Vec<LoadContext>,
    /// The files that have been loaded.
    pub files: Arc<IndexMap<Atom, LoadedFile, FxBuildHasher>>,
    /// Goals to run when everything given on the command line has been loaded.
    pub main: Vec<Image>,
    /// Whether an error has been reported about a file being loaded.
    pub has_errors: bool,
    /// What `halt/0` leaves with in that case.
    pub error_status: u8,
}

impl Loading {
    /// Tells all atoms in what is known of files, and all terms that are to be called.
    pub fn each_atom(&self, atom: &mut dyn FnMut(Atom), term: &mut dyn FnMut(&Image)) {
        self.typein.into_iter().for_each(&mut *atom);
        for (&name, file) in self.files.iter() {
            let others = [file.module, file.parent].into_iter().flatten();
            others.chain([name]).for_each(&mut *atom);
        }
        self.main.iter().for_each(&mut *term);
        for context in &self.contexts {
            context.each_atom(atom, term);
        }
    }
}

impl LoadContext {
    /// The file that the text being read stands in, if another one includes it.
    pub fn part(&self) -> Option<Atom> {
        let included = self.included.last().map(|included| included.0);
        included.or(self.part)
    }

    /// The file that the text being read stands in.
    pub fn text_file(&self) -> Atom {
        self.part().unwrap_or(self.file)
    }

    fn each_atom(&self, atom: &mut dyn FnMut(Atom), term: &mut dyn FnMut(&Image)) {
        for one in [self.file, self.module, self.caller, self.operators] {
            atom(one);
        }
        self.included.iter().for_each(|&(file, _)| atom(file));
        let packed = self.pack.iter().flat_map(Pack::atoms);
        packed.for_each(&mut *atom);
        let ops = self.saved_ops.iter().flat_map(Ops::names);
        ops.for_each(&mut *atom);
        for (name, value) in &self.saved_flags {
            atom(*name);
            value.each_atom(atom, term);
        }
        let queued = self.initialization.iter();
        for source in queued.clone().map(|(_, source)| source).chain([&self.term]) {
            source.names.iter().for_each(|&(name, _)| atom(name));
        }
        queued.for_each(|(goal, _)| term(goal));
    }
}

/// A file that has been loaded.
#[derive(Clone, Debug, Default)]
pub struct LoadedFile {
    /// The module it defines, or into which it was loaded.
    pub module: Option<Atom>,
    /// When it was changed last, in seconds, as of loading.
    pub modified: f64,
    /// The predicates it has clauses for.
    pub predicates: IndexSet<PredId, FxBuildHasher>,
    /// The file that loaded it.
    pub parent: Option<Atom>,
    /// How many times it has been loaded.
    pub loads: u32,
    /// What was reported the last time.
    pub reports: Reports,
    /// Its text, if the host has given it under this name and it is not long.
    pub text: Option<Arc<str>>,
}

/// How much has been reported about a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reports {
    /// The errors.
    pub errors: usize,
    /// The warnings.
    pub warnings: usize,
}

/// Warnings that `style_check/1` has switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Unwanted {
    /// About variables that occur once, or more often than their names say.
    pub singleton: bool,
    /// About clauses that do not stand together.
    pub discontiguous: bool,
}

/// A file being loaded.
pub struct LoadContext {
    /// Its path.
    pub file: Atom,
    /// Where it is read from; a stream without text if it is packed.
    pub stream: StreamId,
    /// Its terms, if it is a library, which are packed.
    pub pack: Option<Pack>,
    /// The part of the library that the term being handled stands in, if it has parts.
    pub part: Option<Atom>,
    /// The module that its clauses belong to.
    pub module: Atom,
    /// The module that asked for it.
    pub caller: Atom,
    /// Where its module is declared.
    pub header: Option<Span>,
    /// Whether it belongs to the system: its predicates are the system's.
    pub is_library: bool,
    /// The predicates for which a clause has been met.
    pub seen: IndexSet<PredId, FxBuildHasher>,
    /// The predicates that a directive has declared.
    pub declared: FxHashSet<PredId>,
    /// The predicates that the file has imported by name, and where they are defined.
    pub imported: FxHashMap<PredId, PredId>,
    /// The predicates for which the warning about scattered clauses was given.
    pub scattered: FxHashSet<PredId>,
    /// The predicate of the clause before.
    pub last: Option<PredId>,
    /// The term being handled.
    pub term: TermSource,
    /// The `:- if` constructs that are open.
    pub conditions: Vec<Condition>,
    /// Goals to run when the file has been loaded, and where they stand.
    pub initialization: VecDeque<(Image, TermSource)>,
    /// Flags to restore at the end.
    pub saved_flags: Vec<(Atom, FlagValue)>,
    /// Operators to restore at the end, after a library.
    pub saved_ops: Option<Ops>,
    /// The module whose operators were in force before.
    pub operators: Atom,
    /// Files whose text is being read in place of an `include/1`, outermost first.
    pub included: Vec<(Atom, StreamId)>,
    /// Whether something has been read.
    pub started: bool,
    /// The warnings that the file does not want.
    pub unwanted: Unwanted,
    /// What has been reported while it is loaded.
    pub reports: Reports,
}

/// Where a term was read, and the names of its variables.
#[derive(Clone, Debug, Default)]
pub struct TermSource {
    /// Where it starts.
    pub start: Position,
    /// Where it ends.
    pub end: Position,
    /// The names of its variables.
    pub names: Vec<(Atom, Cell)>,
}

/// An open `:- if`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Whether the text is to be read now.
    pub active: bool,
    /// Whether a branch has been read, or the whole construct is passed over.
    pub done: bool,
    /// Where it stands.
    pub start: Position,
}
