//! Files and the terms in them.

use std::sync::Arc;

use crate::atom::{Atom, known};
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::engine::loading::{LoadContext, TermSource};
use crate::engine::machine::Machine;
use crate::error::Ball;
use crate::host::OpenMode;
use crate::ops::Ops;
use crate::program::predicate::Definition;
use crate::stream::encoding::Encoding;
use crate::stream::input::Input;
use crate::stream::stream::{Stream, StreamId};
use crate::stream::table::StreamSource;
use crate::syntax::reader::{ReadContext, ReadTerm, read_term};
use crate::term::cell::{Cell, Functor};
use crate::term::packed::Pack;

/// The flags whose value ends with the file that sets it.
const FILE_FLAGS: [Atom; 2] = [known::DOUBLE_QUOTES, known::BACK_QUOTES];

impl Machine {
    /// Opens a source file for reading.
    pub fn open_source(&mut self, path: &str) -> Result<StreamId, Ball> {
        match self.host.open(path, OpenMode::Read) {
            Ok(device) => {
                let input = Input::new(device, Encoding::Utf8);
                Ok(self.io.add(Stream::reader(input)))
            }
            Err(error) => Err(self.source_error(path, &error)),
        }
    }

    fn source_error(&mut self, path: &str, error: &std::io::Error) -> Ball {
        let culprit = self.atom(path);
        match error.kind() {
            std::io::ErrorKind::NotFound => Ball::Existence(known::SOURCE_SINK, culprit),
            _ => Ball::Permission(known::OPEN, known::SOURCE_SINK, culprit),
        }
    }

    /// Starts to load what `stream` gives under the name `file`, for `caller`.
    pub fn begin_load(&mut self, file: Atom, stream: StreamId, caller: Atom) {
        self.push_context(file, stream, caller, None);
        self.skip_script_line(stream);
    }

    pub(super) fn push_context(
        &mut self,
        file: Atom,
        stream: StreamId,
        caller: Atom,
        pack: Option<Pack>,
    ) {
        let saved_flags = FILE_FLAGS
            .iter()
            .filter_map(|&flag| Some((flag, self.flags.get(flag)?.value.clone())))
            .collect();
        let operators = self.operators_module();
        let is_library = pack.is_some();
        let saved_ops = is_library.then(|| {
            self.enter_operators(known::USER);
            let predefined = Ops::predefined(&mut self.atoms);
            std::mem::replace(&mut self.ops, predefined)
        });
        self.enter_operators(caller);
        let outer = self.loading.contexts.last();
        let unwanted = outer.map_or(Default::default(), |outer| outer.unwanted);
        self.loading.contexts.push(LoadContext {
            file,
            stream,
            pack,
            part: None,
            module: caller,
            caller,
            header: None,
            is_library,
            seen: Default::default(),
            declared: Default::default(),
            imported: Default::default(),
            scattered: Default::default(),
            last: None,
            term: TermSource::default(),
            conditions: Vec::new(),
            initialization: Default::default(),
            saved_flags,
            saved_ops,
            operators,
            included: Vec::new(),
            started: false,
            unwanted,
            reports: Default::default(),
        });
    }

    /// Passes over `#!` at the start of a script.
    fn skip_script_line(&mut self, stream: StreamId) {
        let _ = self.io.reading(stream, |input| {
            while input.text().len() < 2 && !input.is_exhausted() {
                input.fill()?;
            }
            if input.text().starts_with("#!") {
                while input.peek_char()?.is_some_and(|c| c != '\n') {
                    input.next_char()?;
                }
            }
            Ok(())
        });
    }

    /// Ends the load begun last: clauses of predicates that the file does not
    /// define any more are removed.
    pub fn end_load(&mut self) {
        self.warn_undefined_exports();
        let Some(context) = self.loading.contexts.pop() else {
            return;
        };
        let _ = self.io.close(context.stream);
        for (_, stream) in context.included {
            let _ = self.io.close(stream);
        }
        if let Some(ops) = context.saved_ops {
            self.enter_operators(known::USER);
            self.ops = ops;
        }
        self.enter_operators(context.operators);
        for (flag, value) in context.saved_flags {
            self.flags.put(flag, value);
        }
        let path = self.text(context.file).to_owned();
        let modified = self.host.info(&path).map_or(0.0, |info| info.modified);
        let parent = self.loading.contexts.last().map(|outer| outer.file);
        let files = Arc::make_mut(&mut self.loading.files);
        let file = files.entry(context.file).or_default();
        let mut given = context.seen;
        given.extend(context.declared);
        let before = std::mem::replace(&mut file.predicates, given.clone());
        file.module = Some(context.module);
        file.modified = modified;
        file.parent = parent;
        file.loads += 1;
        file.reports = context.reports;
        file.text = None;
        for id in before {
            if !given.contains(&id) {
                self.remove_clauses_of(id, context.file);
            }
        }
        for condition in context.conditions {
            let message = "this `:- if` is not closed by `:- endif`";
            let diagnostic = Diagnostic::new(Severity::Error, "E0110", message);
            self.report(diagnostic.at(Span {
                file: path.clone(),
                start: condition.start,
                length: ":- if".len(),
                text: None,
            }));
        }
    }

    /// Removes the clauses of a predicate that a file has given it.
    pub fn remove_clauses_of(&mut self, id: crate::program::predicate::PredId, file: Atom) {
        let predicate = self.db.predicate(id);
        if self.db.is_sealed(id) {
            return;
        }
        let from_file = |clause: &crate::program::clause::Clause| {
            clause
                .source()
                .is_some_and(|source| source.file == Some(file))
        };
        let slots = predicate.clauses.visible(self.db.generation);
        let all = slots
            .iter()
            .all(|&slot| from_file(predicate.clauses.clause(slot)));
        if all {
            self.db.clear(id);
            if !self.db.predicate(id).traits.dynamic {
                self.db.predicate_mut(id).traits.defined = false;
                self.db.redefine(id, Definition::Undefined);
            }
            self.sweep_clauses(id);
            return;
        }
        let slots: Vec<_> = slots
            .into_iter()
            .filter(|&slot| from_file(predicate.clauses.clause(slot)))
            .collect();
        for slot in slots {
            self.erase_slot(id, slot);
        }
    }

    /// The context of the innermost load.
    pub fn load_context(&mut self) -> Option<&mut LoadContext> {
        self.loading.contexts.last_mut()
    }

    /// The module that directives and clauses belong to now.
    pub fn source_module(&self) -> Atom {
        self.loading
            .contexts
            .last()
            .map_or(known::USER, |context| context.module)
    }

    /// Reads from the file being loaded up to the next term that is not a
    /// plain clause, adding plain clauses on the way. `end_of_file` at the end.
    pub fn load_next(&mut self) -> Result<Cell, Ball> {
        loop {
            let top = self.mem.heap_used();
            let Some(term) = self.read_clause()? else {
                if self.end_include() {
                    continue;
                }
                return Ok(Cell::atom(known::END_OF_FILE));
            };
            if self.is_skipping() && !self.is_condition(term) {
                self.mem.truncate(top);
                continue;
            }
            if !self.is_plain_clause(term) {
                self.keep_names();
                return Ok(term);
            }
            let loaded = self.load_clause(term);
            self.forget_names();
            match loaded {
                Ok(()) => {}
                Err(
                    ball
                    @ (Ball::Interrupt | Ball::Exceeded(_) | Ball::Halt(_) | Ball::Resource(_)),
                ) => {
                    return Err(ball);
                }
                Err(ball) => self.report_ball(ball),
            }
            self.mem.truncate(top);
            self.poll_at_call()?;
        }
    }

    /// Reads the next term, passing over those with syntax errors after
    /// reporting them.
    fn read_clause(&mut self) -> Result<Option<Cell>, Ball> {
        loop {
            let Some(context) = self.loading.contexts.last() else {
                return Ok(None);
            };
            if context.included.is_empty() && context.pack.is_some() {
                return self.unpack_term();
            }
            let stream = context
                .included
                .last()
                .map_or(context.stream, |included| included.1);
            let read = self.read_source_term(stream);
            self.check_encoding(stream);
            match read {
                Ok(Some(read)) => {
                    self.note_term(&read);
                    return Ok(Some(read.term));
                }
                Ok(None) => return Ok(None),
                Err(Ball::Syntax(error)) => {
                    if !self.is_skipping() {
                        self.report_syntax_error(&error);
                    }
                }
                Err(ball) => return Err(ball),
            }
        }
    }

    /// Reports once that a file is not in the encoding it is read in.
    fn check_encoding(&mut self, stream: StreamId) {
        let input = self.io.get_mut(stream).and_then(Stream::input);
        let malformed = input.and_then(|input| input.malformed.as_mut().map(std::mem::take));
        let line = malformed.unwrap_or(0);
        let Some(context) = self.loading.contexts.last().filter(|_| line > 0) else {
            return;
        };
        let file = self.text(context.text_file());
        let message = format!("{file} is not UTF-8: line {line} has bytes that are no characters");
        self.report(Diagnostic::new(Severity::Error, "E0402", message));
    }

    fn read_source_term(&mut self, stream: StreamId) -> Result<Option<ReadTerm>, Ball> {
        self.mem.ensure(1024)?;
        let mut source = StreamSource::new(&mut self.io, stream);
        let mut context =
            ReadContext::plain(&mut self.mem, &mut self.atoms, &self.ops, &self.flags);
        read_term(&mut source, &mut context)
    }

    /// Keeps where the term is and how its variables are called, and warns about
    /// what is likely to be wrong in it.
    fn note_term(&mut self, read: &ReadTerm) {
        let names = read
            .variables
            .iter()
            .map(|variable| (self.atoms.intern(&variable.name), variable.cell))
            .collect();
        let term = TermSource {
            start: read.start,
            end: read.end,
            names,
        };
        if let Some(context) = self.loading.contexts.last_mut() {
            context.term = term;
            context.started = true;
        }
        if !self.is_skipping() && !self.is_loading_library() {
            self.warn_term(read);
        }
    }

    /// Forgets the names of the term just handled, whose cells are about to go.
    fn forget_names(&mut self) {
        if let Some(context) = self.loading.contexts.last_mut() {
            context.term.names.clear();
        }
    }

    /// Keeps the names of the variables of the term just read where the collector
    /// knows them, until backtracking.
    fn keep_names(&mut self) {
        let Some(context) = self.loading.contexts.last_mut() else {
            return;
        };
        let names = std::mem::take(&mut context.term.names);
        let cells: Vec<Cell> = names
            .into_iter()
            .map(|(name, cell)| {
                self.mem
                    .new_struct(known::EQUALS, &[Cell::atom(name), cell])
            })
            .collect();
        let list = self.mem.list(&cells);
        self.set_backtrackable(known::VARIABLE_NAMES, list);
    }

    /// The names of the variables of the term being loaded.
    pub fn load_names(&self) -> Vec<(Atom, Cell)> {
        let kept = self.backtrackable(known::VARIABLE_NAMES);
        let items = kept
            .and_then(|list| self.mem.list_items(list))
            .unwrap_or_default();
        let pair = |cell| {
            let args = self.mem.match_struct(cell, known::EQUALS, 2)?;
            let name = self.mem.deref(args.get(&self.mem, 0));
            Some((name.atom_value(), args.get(&self.mem, 1)))
        };
        let kept = items.into_iter().filter_map(pair);
        let context = self.loading.contexts.last();
        let fresh = context
            .into_iter()
            .flat_map(|context| context.term.names.iter().copied());
        fresh.chain(kept).collect()
    }

    /// Goes back to the file with the `include/1` whose text has ended.
    fn end_include(&mut self) -> bool {
        let included = self
            .loading
            .contexts
            .last_mut()
            .and_then(|context| context.included.pop());
        match included {
            Some((_, stream)) => {
                let _ = self.io.close(stream);
                true
            }
            None => false,
        }
    }

    /// Whether the text is passed over because of a condition.
    pub fn is_skipping(&self) -> bool {
        let context = self.loading.contexts.last();
        context.is_some_and(|context| context.conditions.iter().any(|condition| !condition.active))
    }

    /// Whether a term is a directive for conditional compilation.
    fn is_condition(&self, term: Cell) -> bool {
        let Some(args) = self.mem.match_struct(term, known::NECK, 1) else {
            return false;
        };
        let Some((functor, _)) = self.mem.callable(args.get(&self.mem, 0)) else {
            return false;
        };
        let name = self.text(functor.name());
        matches!(
            (name, functor.arity()),
            ("if" | "elif", 1) | ("else" | "endif", 0)
        )
    }

    /// Whether a term is added as it is: no directive, no grammar rule, and
    /// nobody wants to expand it.
    fn is_plain_clause(&self, term: Cell) -> bool {
        let Some((functor, args)) = self.mem.callable(term) else {
            return false;
        };
        let special = [
            Functor::new(known::NECK, 1),
            Functor::new(known::QUERY, 1),
            Functor::new(known::DCG_ARROW, 2),
            Functor::new(known::END_OF_FILE, 0),
            Functor::LIST,
            Functor::new(known::NIL, 0),
        ];
        if special.contains(&functor) || self.has_expansions() {
            return false;
        }
        let _ = args;
        true
    }

    /// Whether the program has hooks that rewrite clauses.
    pub fn has_expansions(&self) -> bool {
        self.expansion_hooks
            .iter()
            .any(|&id| self.db.predicate(id).clauses.live > 0)
    }
}
