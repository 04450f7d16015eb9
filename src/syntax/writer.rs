//! Writing terms.

use std::fmt::{self, Write};

use rustc_hash::FxHashMap;

use super::cycles::cycle_entries;
use super::float::format_float;
use super::quote::{write_atom_quoted, write_quoted, write_quoted_part};
use super::spacing::Output;
use super::write_options::{AttributeStyle, Spacing, WriteOptions};
use crate::atom::{Atom, AtomTable, known};
use crate::flags::Flags;
use crate::number::Number;
use crate::number::long::Bell;
use crate::number::text::{self, DigitCase};
use crate::ops::{ARGUMENT_PRIORITY, MAX_PRIORITY, OpClass, OpDef, Ops};
use crate::term::cell::{Cell, Functor, Tag};
use crate::term::mem::Mem;
use crate::term::text::{Text, end_within};
use crate::term::view::{Args, View};

/// What a term is written in terms of.
#[derive(Clone, Copy)]
pub struct WriteContext<'a> {
    /// The heap that the term is on.
    pub mem: &'a Mem,
    /// The atoms.
    pub atoms: &'a AtomTable,
    /// The operators.
    pub ops: &'a Ops,
    /// The flags.
    pub flags: &'a Flags,
}

/// Asked for the text of each subterm before it is written.
pub type Portray<'a> = &'a mut dyn FnMut(Cell) -> Option<String>;

/// Writes `term`.
pub fn write_term<'w>(
    out: &'w mut dyn Write,
    context: WriteContext<'w>,
    term: Cell,
    options: &'w WriteOptions,
    portray: Option<Portray<'w>>,
) -> fmt::Result {
    let mut writer = Writer::new(out, context, options, portray);
    writer.start(term);
    writer.run()?;
    writer.finish()
}

/// The text of `term` as `write_term` makes it.
pub fn term_text(context: WriteContext, term: Cell, options: &WriteOptions) -> String {
    let mut text = String::new();
    // A string takes all text; what is missing once the alarm has rung is never seen.
    let written = write_term(&mut text, context, term, options, None);
    debug_assert!(written.is_ok() || context.mem.alarm.has_rung());
    text
}

/// What remains to be written, last first.
#[derive(Clone, Copy, Debug)]
enum Task {
    /// A term where terms of this priority at most stand without parentheses.
    Term(Cell, u16, usize),
    /// An operand: as a term, but an operator is put in parentheses.
    Operand(Cell, u16, usize),
    /// A term, put in parentheses directly behind its functor.
    Bracketed(Cell, usize),
    /// The cyclic term that this number names.
    Definition(usize),
    /// The arguments from this index on, and what closes them.
    Arguments(Args, usize, usize),
    /// The rest of a list behind an item.
    ListRest(Cell, usize),
    /// A bracket that starts a term.
    Open(char),
    /// Other punctuation.
    Close(char),
    /// A comma between arguments.
    Comma,
    /// An operator behind its left operand.
    Infix(Atom),
    Postfix(Atom),
    /// Text as it is.
    Text(&'static str),
}

/// So many bytes of a string are quoted between two looks at the alarm.
const PIECE: usize = 1 << 20;

/// Few terms leave more to do at once.
const ROOM: usize = 16;

struct Writer<'w> {
    output: Output<'w>,
    context: WriteContext<'w>,
    options: &'w WriteOptions,
    portray: Option<Portray<'w>>,
    is_iso: bool,
    todo: Vec<Task>,
    names: FxHashMap<Cell, &'w str>,
    /// The compounds that are written by name, if the term is cyclic.
    cycles: Vec<Cell>,
    /// The text of the token being made.
    token: String,
}

/// The name of a numbered variable: a letter, and from 26 on a number behind it.
pub fn letter_name(number: u64) -> String {
    let letter = char::from(b'A' + (number % 26) as u8);
    match number / 26 {
        0 => letter.to_string(),
        rest => format!("{letter}{rest}"),
    }
}

impl<'w> Writer<'w> {
    fn new(
        out: &'w mut dyn Write,
        context: WriteContext<'w>,
        options: &'w WriteOptions,
        portray: Option<Portray<'w>>,
    ) -> Writer<'w> {
        let mut names = FxHashMap::default();
        for (cell, name) in &options.variable_names {
            names.entry(context.mem.deref(*cell)).or_insert(&**name);
        }
        Writer {
            output: Output::new(out, options.last),
            context,
            options,
            portray,
            is_iso: context.flags.settings().iso,
            todo: Vec::with_capacity(ROOM),
            names,
            cycles: Vec::new(),
            token: String::new(),
        }
    }

    fn start(&mut self, term: Cell) {
        let mem = self.context.mem;
        if !mem.is_acyclic(term) && !mem.alarm.has_rung() {
            self.cycles = cycle_entries(self.context.mem, term);
        }
        if self.cycles.is_empty() {
            self.todo.push(Task::Term(term, self.options.priority, 1));
            return;
        }
        self.todo.push(Task::Text("])"));
        for number in (0..self.cycles.len()).rev() {
            self.todo.push(Task::Definition(number));
            if number > 0 {
                self.todo.push(Task::Comma);
            }
        }
        let opening = [Task::Text("["), Task::Comma];
        self.todo.extend(opening);
        self.todo.push(Task::Term(term, ARGUMENT_PRIORITY, 1));
        self.todo.push(Task::Text("@("));
    }

    fn finish(&mut self) -> fmt::Result {
        if self.options.fullstop {
            self.output.token(".")?;
            if !self.options.nl {
                self.output.punctuation(' ')?;
            }
        }
        if self.options.nl {
            self.output.punctuation('\n')?;
        }
        Ok(())
    }

    fn run(&mut self) -> fmt::Result {
        let mut steps = 1;
        while let Some(task) = self.todo.pop() {
            if self.context.mem.alarm.rings_at(steps) {
                return Err(fmt::Error);
            }
            steps += 1;
            match task {
                Task::Term(cell, priority, depth) => self.term(cell, priority, depth)?,
                Task::Operand(cell, priority, depth) => self.operand(cell, priority, depth)?,
                Task::Bracketed(cell, depth) => {
                    self.output.open_directly()?;
                    self.todo.push(Task::Close(')'));
                    self.todo.push(Task::Term(cell, MAX_PRIORITY, depth));
                }
                Task::Definition(number) => self.definition(number)?,
                Task::Arguments(args, index, depth) => self.argument(args, index, depth),
                Task::ListRest(rest, depth) => self.list_rest(rest, depth)?,
                Task::Open(c) => self.output.open(c)?,
                Task::Close(c) => self.output.punctuation(c)?,
                Task::Comma => self.comma()?,
                Task::Infix(atom) => self.infix(atom)?,
                Task::Postfix(atom) => {
                    let text = self.atom_text(atom)?;
                    self.output.token(&text)?;
                    self.token = text;
                }
                Task::Text(text) => self.output.raw(text)?,
            }
        }
        Ok(())
    }

    fn term(&mut self, cell: Cell, priority: u16, depth: usize) -> fmt::Result {
        let cell = self.context.mem.deref(cell);
        if let Some(number) = self.cycles.iter().position(|&entry| entry == cell) {
            return self.output.token(&format!("_S{}", number + 1));
        }
        self.unnamed(cell, priority, depth)
    }

    fn definition(&mut self, number: usize) -> fmt::Result {
        let name = format!("_S{}=", number + 1);
        self.output.raw(&name)?;
        self.unnamed(self.cycles[number], 699, 2)
    }

    fn unnamed(&mut self, cell: Cell, priority: u16, depth: usize) -> fmt::Result {
        if self.options.max_depth > 0 && depth > self.options.max_depth {
            return self.output.token("...");
        }
        if let Some(portray) = &mut self.portray
            && let Some(text) = portray(cell)
        {
            return self.output.token(&text);
        }
        match self.context.mem.view(cell) {
            View::Var(var) => self.variable(cell, var),
            View::Atom(atom) => self.atom(atom),
            View::Number(number) => self.number(&number),
            View::Str(text) => self.string(text),
            View::List(..) if !self.options.dotlists => self.list(cell, depth),
            View::List(..) => {
                let args = self.context.mem.args_of(cell);
                self.canonical(known::DOT, args, depth)
            }
            View::Struct(functor, args) => self.compound(functor, args, priority, depth),
        }
    }

    /// An operand of an operator. An atom that is an operator is put in
    /// parentheses (6.3.1.3).
    fn operand(&mut self, cell: Cell, priority: u16, depth: usize) -> fmt::Result {
        let cell = self.context.mem.deref(cell);
        if cell.is_atom() && self.context.ops.is_operator(cell.atom_value()) {
            self.output.open('(')?;
            self.atom(cell.atom_value())?;
            return self.output.punctuation(')');
        }
        self.term(cell, priority, depth)
    }

    fn variable(&mut self, cell: Cell, var: Cell) -> fmt::Result {
        match self.names.get(&cell) {
            Some(name) => self.output.token(name)?,
            None => self.output.token(&format!("_{}", var.offset() / 8))?,
        }
        if cell.tag() != Tag::Att {
            return Ok(());
        }
        match self.options.attributes {
            AttributeStyle::Ignore => Ok(()),
            AttributeStyle::Dots => self.output.raw("{...}"),
            AttributeStyle::Write => {
                let attributes = self.context.mem.get(cell.offset() + 8);
                self.todo.push(Task::Close('}'));
                self.todo.push(Task::Term(attributes, MAX_PRIORITY, 1));
                self.output.punctuation('{')
            }
        }
    }

    fn atom(&mut self, atom: Atom) -> fmt::Result {
        let text = self.atom_text(atom)?;
        self.output.token(&text)?;
        self.token = text;
        Ok(())
    }

    /// The text of an atom, in the buffer for tokens.
    fn atom_text(&mut self, atom: Atom) -> Result<String, fmt::Error> {
        let mut token = std::mem::take(&mut self.token);
        token.clear();
        let text = self.shortened(self.context.atoms.text(atom));
        if self.options.quoted {
            write_atom_quoted(&mut token, text, self.options.quote_style())?;
        } else {
            token.push_str(text);
        }
        Ok(token)
    }

    /// Whether only the first digits of a number are written.
    fn is_long(&self, number: &Number) -> bool {
        self.options.max_bits > 0 && number.bit_length() > self.options.max_bits
    }

    fn number(&mut self, number: &Number) -> fmt::Result {
        let mut token = std::mem::take(&mut self.token);
        token.clear();
        match number {
            Number::Int(value) => token.push_str(&Text::of_integer(*value)),
            Number::Float(value) => token.push_str(&format_float(*value)),
            Number::Big(value) if self.is_long(number) => {
                token.push_str(&text::leading_digits(value));
            }
            exact => {
                let bell: &dyn Bell = &*self.context.mem.alarm;
                token.extend(exact.digits(10, DigitCase::Lower, bell));
            }
        }
        self.output.token(&token)?;
        self.token = token;
        Ok(())
    }

    fn string(&mut self, text: &str) -> fmt::Result {
        let text = self.shortened(text);
        if !self.options.quoted {
            return self.output.token(text);
        }
        if text.len() > PIECE {
            return self.long_string(text);
        }
        let mut token = String::with_capacity(text.len() + 2);
        write_quoted(&mut token, text, '"', self.options.quote_style())?;
        self.output.token(&token)
    }

    /// Writes a quoted string piece by piece, so that its writing can end early.
    fn long_string(&mut self, text: &str) -> fmt::Result {
        let style = self.options.quote_style();
        self.output.token("\"")?;
        let (mut rest, mut token) = (text, String::new());
        while !rest.is_empty() {
            let (piece, more) = rest.split_at(end_within(rest, PIECE));
            token.clear();
            write_quoted_part(&mut token, piece, '"', style)?;
            self.output.raw(&token)?;
            if self.context.mem.alarm.rings() {
                return Err(fmt::Error);
            }
            rest = more;
        }
        self.output.raw("\"")
    }

    /// The part of a text that is written.
    fn shortened<'t>(&self, text: &'t str) -> &'t str {
        match self.options.max_text {
            0 => text,
            most => &text[..end_within(text, most)],
        }
    }

    fn comma(&mut self) -> fmt::Result {
        match self.options.spacing {
            Spacing::Standard => self.output.punctuation(','),
            Spacing::NextArgument => self.output.raw(", "),
        }
    }

    fn list(&mut self, cell: Cell, depth: usize) -> fmt::Result {
        let args = self.context.mem.args_of(cell);
        let head = args.get(self.context.mem, 0);
        let tail = args.get(self.context.mem, 1);
        self.todo.push(Task::ListRest(tail, depth + 1));
        self.todo
            .push(Task::Term(head, ARGUMENT_PRIORITY, depth + 1));
        self.output.open('[')
    }

    fn list_rest(&mut self, rest: Cell, depth: usize) -> fmt::Result {
        let rest = self.context.mem.deref(rest);
        if rest == Cell::NIL {
            return self.output.punctuation(']');
        }
        if rest.tag() == Tag::Lst && !self.cycles.contains(&rest) {
            if self.options.max_depth > 0 && depth >= self.options.max_depth {
                return self.output.raw("|...]");
            }
            let args = self.context.mem.args_of(rest);
            let head = args.get(self.context.mem, 0);
            let tail = args.get(self.context.mem, 1);
            self.todo.push(Task::ListRest(tail, depth + 1));
            self.todo
                .push(Task::Term(head, ARGUMENT_PRIORITY, depth + 1));
            return self.comma();
        }
        self.todo.push(Task::Close(']'));
        self.todo
            .push(Task::Term(rest, ARGUMENT_PRIORITY, depth + 1));
        self.output.punctuation('|')
    }

    fn compound(
        &mut self,
        functor: Functor,
        args: Args,
        priority: u16,
        depth: usize,
    ) -> fmt::Result {
        let name = functor.name();
        if self.options.numbervars
            && name == known::VAR_FUNCTOR
            && let Some(text) = self.numbered_variable(args)
        {
            return self.output.token(&text);
        }
        let has_braces = !self.options.ignore_ops || self.options.brace_terms;
        if name == known::CURLY && args.len() == 1 && has_braces {
            let inner = args.get(self.context.mem, 0);
            self.todo.push(Task::Close('}'));
            self.todo.push(Task::Term(inner, MAX_PRIORITY, depth + 1));
            return self.output.open('{');
        }
        match self.operator(functor) {
            Some(def) => self.operation(name, def, args, priority, depth),
            None => self.canonical(name, args, depth),
        }
    }

    fn numbered_variable(&self, args: Args) -> Option<String> {
        let number = self.context.mem.deref(args.get(self.context.mem, 0));
        if args.len() != 1 || !number.is_small() || number.small_value() < 0 {
            return None;
        }
        Some(letter_name(number.small_value() as u64))
    }

    /// The operator that a compound is written with.
    fn operator(&self, functor: Functor) -> Option<OpDef> {
        if self.options.ignore_ops {
            return None;
        }
        let defs = self.context.ops.get(functor.name());
        match functor.arity() {
            1 => defs.prefix.or(defs.postfix),
            2 => defs.infix,
            _ => None,
        }
    }

    fn canonical(&mut self, name: Atom, args: Args, depth: usize) -> fmt::Result {
        self.atom(name)?;
        self.output.open_directly()?;
        self.todo.push(Task::Arguments(args, 0, depth + 1));
        Ok(())
    }

    fn argument(&mut self, args: Args, index: usize, depth: usize) {
        if index + 1 < args.len() {
            self.todo.push(Task::Arguments(args, index + 1, depth));
            self.todo.push(Task::Comma);
        } else {
            self.todo.push(Task::Close(')'));
        }
        let argument = args.get(self.context.mem, index);
        self.todo
            .push(Task::Term(argument, ARGUMENT_PRIORITY, depth));
    }

    fn operation(
        &mut self,
        name: Atom,
        def: OpDef,
        args: Args,
        priority: u16,
        depth: usize,
    ) -> fmt::Result {
        if def.priority > priority {
            self.output.open('(')?;
            self.todo.push(Task::Close(')'));
        }
        let first = args.get(self.context.mem, 0);
        let left_max = self.left_max(def, first);
        match def.op_type.class() {
            OpClass::Prefix => return self.prefix(name, def, first, depth + 1),
            OpClass::Infix => {
                let second = args.get(self.context.mem, 1);
                let right = Task::Operand(second, def.right_max(), depth + 1);
                self.todo.push(right);
                self.todo.push(Task::Infix(name));
            }
            OpClass::Postfix => self.todo.push(Task::Postfix(name)),
        }
        self.todo.push(Task::Operand(first, left_max, depth + 1));
        Ok(())
    }

    /// The highest priority of a left operand. One that could take the
    /// operator into its own right operand is put in parentheses.
    fn left_max(&self, def: OpDef, left: Cell) -> u16 {
        if def.op_type.class() == OpClass::Prefix {
            return def.priority;
        }
        let max = def.left_max();
        let inner = self.context.mem.compound(left);
        let inner = inner.and_then(|(functor, _)| self.operator(functor));
        match inner {
            Some(inner)
                if inner.op_type.class() != OpClass::Postfix
                    && inner.right_max() >= def.priority =>
            {
                max.min(def.priority - 1)
            }
            _ => max,
        }
    }

    fn prefix(&mut self, name: Atom, def: OpDef, operand: Cell, depth: usize) -> fmt::Result {
        let text = self.atom_text(name)?;
        let is_numeral = name == known::MINUS && self.starts_with_digit(operand, def.right_max());
        if is_numeral && !self.is_iso {
            self.output.token(&text)?;
            self.todo.push(Task::Bracketed(operand, depth));
        } else {
            self.output.prefix_operator(&text)?;
            if is_numeral {
                self.todo.push(Task::Close(')'));
                self.todo.push(Task::Term(operand, MAX_PRIORITY, depth));
                self.todo.push(Task::Open('('));
            } else {
                self.todo
                    .push(Task::Operand(operand, def.right_max(), depth));
            }
        }
        self.token = text;
        Ok(())
    }

    /// Whether an operand of this priority would be written with a digit
    /// first, which a minus sign before it would make a negative numeral.
    fn starts_with_digit(&self, operand: Cell, mut priority: u16) -> bool {
        let mem = self.context.mem;
        let mut cell = mem.deref(operand);
        loop {
            if self.cycles.contains(&cell) {
                return false;
            }
            match mem.view(cell) {
                View::Number(Number::Float(value)) => {
                    return value.is_nan() || value.is_sign_positive();
                }
                View::Number(number) => return !number.is_negative(),
                View::Struct(functor, args) => match self.operator(functor) {
                    Some(def)
                        if def.op_type.class() != OpClass::Prefix && def.priority <= priority =>
                    {
                        let first = args.get(mem, 0);
                        priority = self.left_max(def, first);
                        cell = mem.deref(first);
                    }
                    _ => return false,
                },
                _ => return false,
            }
        }
    }

    fn infix(&mut self, name: Atom) -> fmt::Result {
        match name {
            known::COMMA => self.comma(),
            known::BAR => self.output.punctuation('|'),
            _ => {
                let text = self.atom_text(name)?;
                self.output.infix_operator(&text)?;
                self.token = text;
                Ok(())
            }
        }
    }
}
