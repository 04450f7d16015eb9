//! Term output (8.14).

use std::fmt;

use rustc_hash::FxHashMap;

use super::options::Choice;
use super::ports::Port;
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::ops::MAX_PRIORITY;
use crate::predicates;
use crate::stream::stream::StreamType;
use crate::syntax::quote::write_atom_quoted;
use crate::syntax::write_options::{AttributeStyle, Spacing, WriteOptions};
use crate::syntax::writer::{self, WriteContext, letter_name};
use crate::term::cell::{Cell, Functor, Tag};
use crate::term::inspect::Walk;
use crate::term::text::Text;
use crate::term::view::View;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Writes Term to the current output.
    "write(@Term) is det" => core once write;
    /// Writes Term to Stream.
    "write(+Stream, @Term) is det" => core once write_to;
    /// Writes Term to the current output so that it reads back.
    "writeq(@Term) is det" => core once writeq;
    /// Writes Term to Stream so that it reads back.
    "writeq(+Stream, @Term) is det" => core once writeq_to;
    /// Writes Term to the current output so that it reads back with any operators.
    "write_canonical(@Term) is det" => core once write_canonical;
    /// Writes Term to Stream so that it reads back with any operators.
    "write_canonical(+Stream, @Term) is det" => core once write_canonical_to;
    /// Writes Term to the current output as Options say, unless they ask for portray/1 and
    /// users have defined it: then nothing is written, and Portray is true.
    "'$write_term'(@Term, +Options, -Portray) is det" => core once write_term;
    /// Writes Term to Stream as Options say, under the same condition.
    "'$write_term'(+Stream, @Term, +Options, -Portray) is det" => core once write_term_to;
    /// Writes Term to Stream as Options say, with the texts of Portrayed, pairs of a subterm and
    /// a string, in the place of subterms.
    "'$write_portrayed'(+Stream, @Term, +Options, +Portrayed) is det" => once write_portrayed;
    /// Writes Term and a line end to the current output.
    "writeln(@Term) is det" => once writeln;
    /// Writes Term and a line end to Stream.
    "writeln(+Stream, @Term) is det" => once writeln_to;
    /// Length is the number of characters that write_term/2 makes of Term; it
    /// fails if that is more than the option `max_length` allows.
    "write_length(@Term, -Length, +Options) is semidet" => once write_length;
};

impl Machine {
    /// The text of a term as `options` say.
    pub fn written(&self, term: Cell, options: &WriteOptions) -> String {
        writer::term_text(self.write_context(), term, options)
    }

    /// The same, unless the text takes more memory or time than the query has.
    pub fn write_text(&mut self, term: Cell, options: &WriteOptions) -> Result<String, Ball> {
        loop {
            let mut sink = Sink::new(self);
            let written = writer::write_term(&mut sink, self.write_context(), term, options, None);
            let (text, is_full) = (sink.text, sink.is_full);
            match written {
                Ok(()) => return Ok(text),
                Err(_) if is_full => return Err(Ball::Resource(known::MEMORY)),
                // Nobody sees this one.
                Err(_) if self.mem.alarm.has_rung() => return Ok(text),
                // The host may say that the query is to go on.
                Err(_) => self.poll_now()?,
            }
        }
    }

    /// The text of a term that reads back, cut off where it gets too long to be shown.
    pub fn shown_text(&self, term: Cell) -> String {
        let mut sink = Sink::new(self);
        sink.most = MOST_SHOWN;
        let options = WriteOptions {
            max_bits: MOST_SHOWN as u64,
            max_text: MOST_SHOWN,
            ..WriteOptions::writeq()
        };
        match writer::write_term(&mut sink, self.write_context(), term, &options, None) {
            Ok(()) => sink.text,
            Err(_) => sink.text + "...",
        }
    }

    /// What terms are written in terms of.
    pub fn write_context(&self) -> WriteContext<'_> {
        WriteContext {
            mem: &self.mem,
            atoms: &self.atoms,
            ops: &self.ops,
            flags: &self.flags,
        }
    }

    /// Whether users have defined how terms are shown: `portray/1`.
    pub fn has_portray(&self) -> bool {
        let id = self.db.find(known::USER, Functor::new(known::PORTRAY, 1));
        let generation = self.db.generation;
        id.is_some_and(|id| {
            let clauses = &self.db.predicate(id).clauses;
            !clauses.visible(generation).is_empty()
        })
    }

    /// The options of `write_canonical/1`, with names for the variables of `term`:
    /// `_` for one that occurs once, letters for the others.
    pub fn canonical_options(&self, term: Cell) -> WriteOptions {
        let mut counts: FxHashMap<Cell, usize> = FxHashMap::default();
        let mut walk = Walk::new(&self.mem, term);
        while let Some(cell) = walk.next(&self.mem) {
            if cell.is_var() {
                *counts.entry(Cell::reference(cell.offset())).or_default() += 1;
            }
        }
        let mut letters = 0;
        let name = |var: Cell| {
            if counts.get(&var) == Some(&1) {
                return (var, "_".into());
            }
            letters += 1;
            (var, letter_name(letters - 1).into())
        };
        let variables = self.mem.term_variables(term);
        WriteOptions {
            variable_names: variables.into_iter().map(name).collect(),
            ..WriteOptions::canonical()
        }
    }

    /// The text of a term that reads back.
    pub fn quoted_text(&self, term: Cell) -> String {
        self.written(term, &WriteOptions::writeq())
    }
}

/// The bytes of a text that is shown, at most.
const MOST_SHOWN: usize = 1 << 20;

/// Most texts take no more bytes.
const ROOM: usize = 64;

/// The bytes of text between two looks at the clock.
const LOOK_AFTER: usize = 1 << 16;

/// Takes text as long as the query may go on.
struct Sink<'m> {
    text: String,
    /// The most bytes of text.
    most: usize,
    /// Whether there was more.
    is_full: bool,
    /// The length of the text at which the clock is looked at.
    next_look: usize,
    machine: &'m Machine,
}

impl<'m> Sink<'m> {
    fn new(machine: &'m Machine) -> Sink<'m> {
        Sink {
            text: String::with_capacity(ROOM),
            // A string that grows is there twice.
            most: usize::try_from(machine.room() / 2).unwrap_or(usize::MAX),
            is_full: false,
            next_look: LOOK_AFTER,
            machine,
        }
    }

    #[cold]
    fn look(&mut self) -> fmt::Result {
        self.next_look = self.text.len() + LOOK_AFTER;
        self.is_full = self.text.len() > self.most;
        let machine = self.machine;
        match self.is_full || machine.mem.alarm.rings() || machine.is_stop_due() {
            true => Err(fmt::Error),
            false => Ok(()),
        }
    }
}

impl fmt::Write for Sink<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.text.push_str(text);
        match self.text.len() > self.next_look {
            true => self.look(),
            false => Ok(()),
        }
    }
}

/// Writes the term in argument `index`.
fn emit(m: &mut Machine, stream: Option<usize>, index: usize, options: &WriteOptions) -> Outcome {
    let port = m.output_port(stream, StreamType::Text)?;
    emit_to(m, port, index, options)
}

fn emit_to(m: &mut Machine, port: Port, index: usize, options: &WriteOptions) -> Outcome {
    let term = m.arg(index);
    if !options.fullstop
        && !options.nl
        && options.last.is_none()
        && let Some(text) = atomic_text(m, term, options)
    {
        return m.put_text(port, &text);
    }
    let module = options.module.unwrap_or_else(|| m.operators_module());
    let before = m.enter_operators(module);
    let text = m.write_text(term, options);
    m.enter_operators(before);
    m.put_text(port, &text?)
}

/// The text of an atom or a small integer, with nothing before and behind it.
pub fn atomic_text(m: &Machine, term: Cell, options: &WriteOptions) -> Option<Text> {
    let term = m.mem.deref(term);
    match term.tag() {
        Tag::Int => Some(Text::of_integer(term.small_value())),
        Tag::Atm if options.quoted => {
            let mut text = Text::default();
            let written =
                write_atom_quoted(&mut text, m.text(term.atom_value()), options.quote_style());
            written.is_ok().then_some(text)
        }
        Tag::Atm => Some(Text::from(m.text(term.atom_value()))),
        _ => None,
    }
}

fn write(m: &mut Machine) -> Outcome {
    emit(m, None, 0, &WriteOptions::write())
}

fn write_to(m: &mut Machine) -> Outcome {
    emit(m, Some(0), 1, &WriteOptions::write())
}

fn writeq(m: &mut Machine) -> Outcome {
    emit(m, None, 0, &WriteOptions::writeq())
}

fn writeq_to(m: &mut Machine) -> Outcome {
    emit(m, Some(0), 1, &WriteOptions::writeq())
}

fn write_canonical(m: &mut Machine) -> Outcome {
    let options = m.canonical_options(m.arg(0));
    emit(m, None, 0, &options)
}

fn write_canonical_to(m: &mut Machine) -> Outcome {
    let options = m.canonical_options(m.arg(1));
    emit(m, Some(0), 1, &options)
}

fn with_line_end() -> WriteOptions {
    WriteOptions {
        nl: true,
        ..WriteOptions::write()
    }
}

fn writeln(m: &mut Machine) -> Outcome {
    emit(m, None, 0, &with_line_end())
}

fn writeln_to(m: &mut Machine) -> Outcome {
    emit(m, Some(0), 1, &with_line_end())
}

/// Whether users have defined how terms are shown, and the options ask for it.
pub fn wants_portray(m: &Machine, list: Cell) -> Result<bool, Ball> {
    let mut wanted = false;
    for choice in m.to_options(list, known::WRITE_OPTION)? {
        if choice.name == known::PORTRAY || m.text(choice.name) == "portrayed" {
            wanted = choice.bool()?;
        }
    }
    Ok(wanted && m.has_portray())
}

fn write_term(m: &mut Machine) -> Outcome {
    write_unless_portrayed(m, None, 0)
}

fn write_term_to(m: &mut Machine) -> Outcome {
    if m.is_var_arg(0) {
        return Err(Ball::Instantiation);
    }
    write_unless_portrayed(m, Some(0), 1)
}

fn write_unless_portrayed(m: &mut Machine, stream: Option<usize>, term: usize) -> Outcome {
    let list = m.arg(term + 1);
    let options = write_options(m, list)?;
    let is_portrayed = wants_portray(m, list)?;
    if !is_portrayed {
        emit(m, stream, term, &options)?;
    }
    let told = if is_portrayed {
        known::TRUE
    } else {
        known::FALSE
    };
    m.unify_atom(term + 2, told)
}

fn write_portrayed(m: &mut Machine) -> Outcome {
    let port = m.output_port(Some(0), StreamType::Text)?;
    let options = write_options(m, m.arg(2))?;
    let mut texts = FxHashMap::default();
    for pair in m.list_arg(3)? {
        let (subterm, text) = m.to_pair(pair)?;
        let text = (*m.to_text(text)?).to_owned();
        texts.insert(m.mem.deref(subterm), text);
    }
    let mem = &m.mem;
    let mut portray = |cell: Cell| texts.get(&mem.deref(cell)).cloned();
    let mut text = String::new();
    let context = m.write_context();
    let written = writer::write_term(&mut text, context, m.arg(1), &options, Some(&mut portray));
    written.map_err(|_| Ball::system("a string takes all text"))?;
    m.put_text(port, &text)
}

fn write_length(m: &mut Machine) -> Outcome {
    let mut most = usize::MAX;
    let mut options = WriteOptions::default();
    for choice in m.options_arg(2, known::WRITE_OPTION)? {
        if m.text(choice.name) == "max_length" {
            most = m.to_size(choice.value)?;
        } else {
            add_option(m, &mut options, choice)?;
        }
    }
    let length = m.write_text(m.arg(0), &options)?.chars().count();
    Ok(length <= most && m.unify_size(1, length)?)
}

/// The options in a list.
pub fn write_options(m: &Machine, list: Cell) -> Result<WriteOptions, Ball> {
    let mut options = WriteOptions::default();
    for choice in m.to_options(list, known::WRITE_OPTION)? {
        add_option(m, &mut options, choice)?;
    }
    Ok(options)
}

/// The options that are on or off.
fn switch<'o>(options: &'o mut WriteOptions, name: &str) -> Option<&'o mut bool> {
    Some(match name {
        "quoted" => &mut options.quoted,
        "ignore_ops" => &mut options.ignore_ops,
        "numbervars" => &mut options.numbervars,
        "fullstop" => &mut options.fullstop,
        "nl" => &mut options.nl,
        "dotlists" => &mut options.dotlists,
        "brace_terms" => &mut options.brace_terms,
        "character_escapes" => &mut options.character_escapes,
        "quote_non_ascii" => &mut options.quote_non_ascii,
        _ => return None,
    })
}

/// Options of other systems that change nothing here.
const IGNORED: [&str; 10] = [
    "portray",
    "portrayed",
    "cycles",
    "partial",
    "no_lists",
    "character_escapes_unicode",
    "back_quotes",
    "portray_goal",
    "blobs",
    "portray_text",
];

fn add_option(m: &Machine, options: &mut WriteOptions, choice: Choice) -> Result<(), Ball> {
    let name = m.text(choice.name);
    if choice.value.is_var() {
        return Err(choice.refused());
    }
    if let Some(switch) = switch(options, name) {
        *switch = choice.bool()?;
        return Ok(());
    }
    match name {
        "variable_names" => options.variable_names = variable_names(m, choice)?,
        "max_depth" => {
            let depth = choice.integer()?;
            options.max_depth = usize::try_from(depth).map_err(|_| choice.refused())?;
        }
        "priority" => {
            let priority = u16::try_from(choice.integer()?).ok();
            let legal = priority.filter(|&priority| priority <= MAX_PRIORITY);
            options.priority = legal.ok_or_else(|| choice.refused())?;
        }
        "module" => options.module = Some(choice.atom()?),
        "spacing" => options.spacing = spacing(m, choice)?,
        "attributes" => options.attributes = attribute_style(m, choice)?,
        name if m.is_iso() && !IGNORED.contains(&name) => return Err(choice.refused_name()),
        _ => {}
    }
    Ok(())
}

fn spacing(m: &Machine, choice: Choice) -> Result<Spacing, Ball> {
    match m.text(choice.atom()?) {
        "standard" => Ok(Spacing::Standard),
        "next_argument" => Ok(Spacing::NextArgument),
        _ => Err(choice.refused()),
    }
}

fn attribute_style(m: &Machine, choice: Choice) -> Result<AttributeStyle, Ball> {
    match m.text(choice.atom()?) {
        "ignore" | "portray" => Ok(AttributeStyle::Ignore),
        "dots" => Ok(AttributeStyle::Dots),
        "write" => Ok(AttributeStyle::Write),
        _ => Err(choice.refused()),
    }
}

/// The value of the option `variable_names`: a list of `Name=Var`.
fn variable_names(m: &Machine, choice: Choice) -> Result<Vec<(Cell, Box<str>)>, Ball> {
    let (count, tail) = m.mem.skip_list(choice.value);
    if tail.is_var() {
        return Err(Ball::Instantiation);
    }
    if tail != Cell::NIL {
        return Err(choice.refused());
    }
    let mut names = Vec::new();
    for item in m.mem.list_prefix(choice.value, count) {
        if m.mem.deref(item).is_var() {
            return Err(Ball::Instantiation);
        }
        let args = m.mem.match_struct(item, known::EQUALS, 2);
        let args = args.ok_or_else(|| choice.refused())?;
        match m.mem.view(args.get(&m.mem, 0)) {
            View::Var(_) => return Err(Ball::Instantiation),
            View::Atom(name) => {
                let var = m.mem.deref(args.get(&m.mem, 1));
                if var.is_var() {
                    names.push((var, m.text(name).into()));
                }
            }
            _ => return Err(choice.refused()),
        }
    }
    Ok(names)
}
