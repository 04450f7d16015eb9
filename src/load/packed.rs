//! Loading libraries, whose terms are packed.

use crate::atom::known;
use crate::engine::loading::TermSource;
use crate::engine::machine::Machine;
use crate::error::{Ball, Position};
use crate::flags::FlagValue;
use crate::library::Library;
use crate::program::clause::{Clause, ClauseSource};
use crate::stream::input::Input;
use crate::stream::stream::Stream;
use crate::term::cell::Cell;
use crate::term::packed::{Pack, PackedTerm};

impl Machine {
    /// Starts to load a library, whose operators and flags are not those of the program.
    pub fn begin_library(&mut self, library: &Library) {
        let name = format!("library({})", library.name);
        let file = self.atoms.intern(&name);
        let pack = Pack::new(library.pack, &mut self.atoms);
        let stream = Stream::reader(Input::from_text(String::new()));
        let stream = self.io.add(stream);
        self.push_context(file, stream, known::SYSTEM, Some(pack));
        self.flags
            .put(known::DOUBLE_QUOTES, FlagValue::Atom(known::CODES));
    }

    /// The next term of the library being loaded that is not a plain clause; plain
    /// clauses are added on the way.
    pub(super) fn unpack_term(&mut self) -> Result<Option<Cell>, Ball> {
        let Some(mut pack) = self.load_context().and_then(|context| context.pack.take()) else {
            return Ok(None);
        };
        let found = self.unpack_from(&mut pack);
        if let Some(context) = self.load_context() {
            context.pack = Some(pack);
        }
        found
    }

    fn unpack_from(&mut self, pack: &mut Pack) -> Result<Option<Cell>, Ball> {
        // Programs do not expand what libraries are made of.
        let adds_clauses = !self.is_skipping();
        while let Some(read) = pack.next_term() {
            if let Some(context) = self.load_context() {
                context.started = true;
                context.part = read.part;
                context.term = TermSource {
                    start: in_line(read.line),
                    end: in_line(read.end_line),
                    names: Vec::new(),
                };
            }
            if !(read.is_clause && adds_clauses) {
                return self.build_packed(&read).map(Some);
            }
            self.add_packed(read);
        }
        Ok(None)
    }

    /// Builds a term on the heap, as if it had been read.
    fn build_packed(&mut self, read: &PackedTerm) -> Result<Cell, Ball> {
        let image = read.image;
        let term = self
            .mem
            .build_from(image.words, image.root, image.variables)?;
        let variables = self.mem.built_variables().iter();
        let named = read.names.iter().zip(variables);
        let names = named.filter_map(|(&name, &variable)| Some((name?, variable)));
        let names = names.collect();
        if let Some(context) = self.load_context() {
            context.term.names = names;
        }
        Ok(term)
    }

    /// Adds a plain clause as it is.
    fn add_packed(&mut self, read: PackedTerm) {
        let file = self.loading.contexts.last().map(|context| context.file);
        let source = ClauseSource {
            file,
            included: read.part,
            line: read.line,
            end_line: read.end_line,
            names: read.names,
        };
        let clause = Clause::new(read.image, Some(source));
        let functor = clause.functor();
        self.place_clause(self.source_module(), functor, clause);
    }
}

/// The start of a line.
fn in_line(line: u32) -> Position {
    Position {
        line,
        ..Position::default()
    }
}
