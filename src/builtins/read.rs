//! Term input (8.14) and reading terms from text.

use super::options::Choice;
use super::ports::Port;
use super::text::TextForm;
use crate::atom::{Atom, known};
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome, Position, Resource};
use crate::flags::QuotedText;
use crate::number::Number;
use crate::predicates;
use crate::stream::stream::StreamType;
use crate::stream::table::StreamSource;
use crate::syntax::layout::{Layout, NodeKind};
use crate::syntax::reader::{ReadContext, ReadOptions, ReadTerm, is_blank, parse_text, read_term};
use crate::syntax::source::START;
use crate::syntax::write_options::WriteOptions;
use crate::term::cell::Cell;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Reads the next term of the current input; `end_of_file` at the end.
    "read(-Term) is semidet" => core once read;
    /// Reads the next term of Stream; `end_of_file` at the end.
    "read(+Stream, -Term) is semidet" => core once read_from;
    /// Reads the next term of the current input as Options say.
    "read_term(-Term, +Options) is semidet" => core once read_with_options;
    /// Reads the next term of Stream as Options say.
    "read_term(+Stream, -Term, +Options) is semidet" => core once read_from_with_options;
    /// Term is the term whose text Atom is.
    "read_term_from_atom(+Atom, -Term, +Options) is semidet" => once read_term_from_atom;
    /// Atom is a text for Term.
    "term_to_atom(?Term, ?Atom) is semidet" => once term_to_atom;
    /// String is a text for Term.
    "term_string(?Term, ?String) is semidet" => once term_string;
    /// String is a text for Term, read or written as Options say.
    "term_string(?Term, ?String, +Options) is semidet" => once term_string_with_options;
    /// Term is the term whose text Atom is; Bindings are Name=Var for its variables.
    "atom_to_term(+Atom, -Term, -Bindings) is semidet" => once atom_to_term;
};

/// What is told about a term that is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Variables,
    VariableNames,
    Singletons,
    TermPosition,
    SubtermPositions,
    Comments,
}

/// What reading does after a syntax error.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OnError {
    Raise,
    Fail,
    ReadOn,
}

/// The options of `read_term/2`.
struct Request {
    told: Vec<(Told, Cell)>,
    options: ReadOptions,
    on_error: OnError,
    /// Whose operators are in force, unless those of the current module.
    module: Option<Atom>,
}

impl Request {
    fn new() -> Request {
        Request {
            told: Vec::new(),
            options: ReadOptions::default(),
            on_error: OnError::Raise,
            module: None,
        }
    }

    fn of(m: &Machine, choices: Vec<Choice>) -> Result<Request, Ball> {
        let mut request = Request::new();
        for choice in choices {
            request.add(m, choice)?;
        }
        Ok(request)
    }

    fn add(&mut self, m: &Machine, choice: Choice) -> Result<(), Ball> {
        let told = match m.text(choice.name) {
            "variables" => Told::Variables,
            "variable_names" => Told::VariableNames,
            "singletons" if choice.value == Cell::atom(known::WARNING) => return Ok(()),
            "singletons" => Told::Singletons,
            "term_position" => Told::TermPosition,
            "subterm_positions" => {
                self.options.layout = true;
                Told::SubtermPositions
            }
            "comments" => {
                self.options.comments = true;
                Told::Comments
            }
            "syntax_errors" => {
                self.on_error = on_error(m, choice)?;
                return Ok(());
            }
            "double_quotes" => {
                self.options.double_quotes = Some(quoted_text(m, choice)?);
                return Ok(());
            }
            "back_quotes" => {
                self.options.back_quotes = Some(quoted_text(m, choice)?);
                return Ok(());
            }
            "module" => {
                self.module = Some(choice.atom()?);
                return Ok(());
            }
            "cycles" | "dotlists" | "var_prefix" | "backquoted_string" | "term_to_dots" => {
                return Ok(());
            }
            _ if m.is_iso() => return Err(choice.refused_name()),
            _ => return Ok(()),
        };
        self.told.push((told, super::args::stored(choice.value)));
        Ok(())
    }
}

fn on_error(m: &Machine, choice: Choice) -> Result<OnError, Ball> {
    match m.text(choice.atom()?) {
        "error" => Ok(OnError::Raise),
        "fail" | "quiet" => Ok(OnError::Fail),
        "dec10" => Ok(OnError::ReadOn),
        _ => Err(choice.refused()),
    }
}

fn quoted_text(m: &Machine, choice: Choice) -> Result<QuotedText, Ball> {
    match m.text(choice.atom()?) {
        "codes" => Ok(QuotedText::Codes),
        "chars" | "symbol_char" => Ok(QuotedText::Chars),
        "atom" => Ok(QuotedText::Atom),
        "string" => Ok(QuotedText::String),
        _ => Err(choice.refused()),
    }
}

impl Machine {
    /// Reads a term of a port, or nothing at its end.
    fn read_port_term(
        &mut self,
        port: Port,
        options: ReadOptions,
    ) -> Result<Option<ReadTerm>, Ball> {
        let converts = self.flags.settings().char_conversion;
        let mut context = ReadContext {
            mem: &mut self.mem,
            atoms: &mut self.atoms,
            ops: &self.ops,
            flags: &self.flags,
            char_conversion: converts.then_some(&self.globals.conversions),
            options,
        };
        let mut source = StreamSource::new(&mut self.io, port.id);
        let found = read_term(&mut source, &mut context)?;
        drop(source);
        if found.is_none() {
            self.read_port(port, |input| {
                input.pass_end();
                Ok(())
            })?;
        }
        Ok(found)
    }

    /// The term that `text` is.
    pub fn parse(&mut self, text: &str, options: ReadOptions) -> Result<ReadTerm, Ball> {
        if self.mem.alarm.rings_before(2 * text.len() as u64) {
            // Nobody sees this one.
            return Err(Ball::Exceeded(Resource::Time));
        }
        let mut context = ReadContext {
            options,
            ..ReadContext::plain(&mut self.mem, &mut self.atoms, &self.ops, &self.flags)
        };
        parse_text(text, &mut context)
    }

    /// The term that `text` is, `end_of_file` if there is none in it.
    fn parse_or_end(&mut self, text: &str, options: ReadOptions) -> Result<ReadTerm, Ball> {
        match is_blank(text) {
            true => Ok(no_term(START, options.layout)),
            false => self.parse(text, options),
        }
    }

    /// The list of `Name=Var` for those variables that `is_wanted`.
    fn names_list(&mut self, read: &ReadTerm, is_wanted: impl Fn(u32) -> bool) -> Cell {
        let mut cells = Vec::new();
        for variable in &read.variables {
            if is_wanted(variable.count) {
                let name = self.atom(&variable.name);
                cells.push(self.mem.new_struct(known::EQUALS, &[name, variable.cell]));
            }
        }
        self.mem.list(&cells)
    }
}

fn read(m: &mut Machine) -> Outcome {
    let port = m.input_port(None, StreamType::Text)?;
    read_into(m, port, 0, Request::new())
}

fn read_from(m: &mut Machine) -> Outcome {
    let port = m.input_port(Some(0), StreamType::Text)?;
    read_into(m, port, 1, Request::new())
}

fn read_with_options(m: &mut Machine) -> Outcome {
    let options = m.options_arg(1, known::READ_OPTION)?;
    let port = m.input_port(None, StreamType::Text)?;
    let request = Request::of(m, options)?;
    read_into(m, port, 0, request)
}

fn read_from_with_options(m: &mut Machine) -> Outcome {
    if m.is_var_arg(0) {
        return Err(Ball::Instantiation);
    }
    let options = m.options_arg(2, known::READ_OPTION)?;
    let port = m.input_port(Some(0), StreamType::Text)?;
    let request = Request::of(m, options)?;
    read_into(m, port, 1, request)
}

fn read_into(m: &mut Machine, port: Port, target: usize, request: Request) -> Outcome {
    let module = request.module.unwrap_or_else(|| m.operators_module());
    let read = loop {
        let before = m.enter_operators(module);
        let read = m.read_port_term(port, request.options);
        m.enter_operators(before);
        match read {
            Err(Ball::Syntax(_)) if request.on_error == OnError::Fail => return Ok(false),
            Err(Ball::Syntax(_)) if request.on_error == OnError::ReadOn => {}
            other => break other?,
        }
    };
    let read = match read {
        Some(read) => read,
        None => end_of_file(m, port)?,
    };
    unify_read(m, target, &read, &request.told)
}

/// The end of a stream as a term that was read.
fn end_of_file(m: &mut Machine, port: Port) -> Result<ReadTerm, Ball> {
    let position = m.port_stream(port)?.position();
    Ok(no_term(position, true))
}

/// What is read at a place where there is no term.
fn no_term(at: Position, has_layout: bool) -> ReadTerm {
    let mut layout = Layout::default();
    layout.add(NodeKind::Primitive, at, at, &[]);
    ReadTerm {
        term: Cell::atom(known::END_OF_FILE),
        variables: Vec::new(),
        start: at,
        end: at,
        layout: has_layout.then_some(layout),
        comments: Vec::new(),
    }
}

fn unify_read(m: &mut Machine, target: usize, read: &ReadTerm, told: &[(Told, Cell)]) -> Outcome {
    // What is told comes before the term is unified, which may bind its variables.
    let mut values = Vec::new();
    for &(told, value) in told {
        values.push((value, told_value(m, read, told)?));
    }
    if !m.unify_arg(target, read.term)? {
        return Ok(false);
    }
    Ok(values
        .into_iter()
        .all(|(cell, value)| m.mem.unify(cell, value)))
}

fn told_value(m: &mut Machine, read: &ReadTerm, told: Told) -> Result<Cell, Ball> {
    Ok(match told {
        Told::Variables => {
            // What has been read is not read again.
            let paused = m.mem.alarm.pause();
            let variables = m.mem.term_variables(read.term);
            m.mem.alarm.resume(paused);
            m.mem.list(&variables)
        }
        Told::VariableNames => m.names_list(read, |_| true),
        Told::Singletons => m.names_list(read, |count| count == 1),
        Told::TermPosition => m.position_term(read.start),
        Told::SubtermPositions => match &read.layout {
            Some(layout) => layout_term(m, layout),
            None => Cell::NIL,
        },
        Told::Comments => comments_list(m, read)?,
    })
}

fn comments_list(m: &mut Machine, read: &ReadTerm) -> Result<Cell, Ball> {
    let mut cells = Vec::new();
    for comment in &read.comments {
        let at = m.position_term(comment.start);
        let text = m.new_string(&comment.text)?;
        cells.push(m.mem.new_struct(known::MINUS, &[at, text]));
    }
    Ok(m.mem.list(&cells))
}

/// The places of subterms as `subterm_positions` tells them: characters before
/// their start and end.
fn layout_term(m: &mut Machine, layout: &Layout<Position>) -> Cell {
    // Children have lower numbers than their parents.
    let mut terms: Vec<Cell> = Vec::with_capacity(layout.nodes().len());
    for number in 0..layout.nodes().len() as u32 {
        let children = layout.children(number);
        let children: Vec<Cell> = children
            .iter()
            .map(|&child| terms[child as usize])
            .collect();
        let term = node_term(m, layout, number, &children);
        terms.push(term);
    }
    terms.last().copied().unwrap_or(Cell::NIL)
}

fn node_term(m: &mut Machine, layout: &Layout<Position>, number: u32, children: &[Cell]) -> Cell {
    let node = layout.node(number);
    let place =
        |m: &mut Machine, position: Position| m.mem.new_number(&Number::from(position.char));
    let (from, to) = (place(m, node.start), place(m, node.end));
    let inner = children.first().copied().unwrap_or(Cell::NIL);
    match node.kind {
        NodeKind::Primitive => m.mem.new_struct(known::MINUS, &[from, to]),
        NodeKind::Text => m.compound("string_position", &[from, to]),
        NodeKind::Brace => m.compound("brace_term_position", &[from, to, inner]),
        NodeKind::Parentheses => m.compound("parentheses_term_position", &[from, to, inner]),
        NodeKind::Compound { start, end } => {
            let (start, end) = (place(m, start), place(m, end));
            let parts = m.mem.list(children);
            m.compound("term_position", &[from, to, start, end, parts])
        }
        NodeKind::List { has_tail } => {
            let (items, tail) = match children.split_last() {
                Some((&tail, items)) if has_tail => (items, tail),
                _ => (children, m.atom("none")),
            };
            let items = m.mem.list(items);
            m.compound("list_position", &[from, to, items, tail])
        }
    }
}

fn read_term_from_atom(m: &mut Machine) -> Outcome {
    let text = m.text_arg(0)?;
    read_from_text(m, &text, 1)
}

/// Reads a term from a text with the options in the third argument.
fn read_from_text(m: &mut Machine, text: &str, target: usize) -> Outcome {
    let options = m.options_arg(2, known::READ_OPTION)?;
    let request = Request::of(m, options)?;
    let module = request.module.unwrap_or_else(|| m.operators_module());
    let before = m.enter_operators(module);
    let read = m.parse_or_end(text, request.options);
    m.enter_operators(before);
    match read {
        Err(Ball::Syntax(_)) if request.on_error == OnError::Fail => Ok(false),
        read => unify_read(m, target, &read?, &request.told),
    }
}

fn term_to_atom(m: &mut Machine) -> Outcome {
    term_to_text(m, TextForm::Atom)
}

fn term_string(m: &mut Machine) -> Outcome {
    term_to_text(m, TextForm::String)
}

/// The options are those of reading; a term is written as without them.
fn term_string_with_options(m: &mut Machine) -> Outcome {
    match m.optional_text_arg(1)? {
        Some(text) => read_from_text(m, &text, 0),
        None => term_string(m),
    }
}

/// Relates a term and its text. A text that is known is read, so that the
/// relation holds for all texts of a term.
fn term_to_text(m: &mut Machine, form: TextForm) -> Outcome {
    if let Some(text) = m.optional_text_arg(1)? {
        let read = m.parse_or_end(&text, ReadOptions::default())?;
        return m.unify_arg(0, read.term);
    }
    if m.is_var_arg(0) {
        return Err(Ball::Instantiation);
    }
    let text = m.write_text(m.arg(0), &WriteOptions::writeq())?;
    m.unify_text(1, &text, form)
}

fn atom_to_term(m: &mut Machine) -> Outcome {
    let text = m.text_arg(0)?;
    let read = m.parse_or_end(&text, ReadOptions::default())?;
    let names = m.names_list(&read, |_| true);
    Ok(m.unify_arg(1, read.term)? && m.unify_arg(2, names)?)
}
