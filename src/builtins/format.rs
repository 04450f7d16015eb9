//! Formatted output.
//!
//! `format/2` runs here as a whole, unless its text has `~@`, or `~p` while
//! `portray/1` is defined: goals cannot be called from here. Then the goals are
//! given back, `lib/format.pl` runs them, and comes again with their output.

use super::columns::Columns;
use super::format_number::{exponential, fixed, general, integer, separated};
use super::ports::Port;
use super::write::{atomic_text, wants_portray, write_options};
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::number::Number;
use crate::number::text::DigitCase;
use crate::predicates;
use crate::stream::stream::StreamType;
use crate::syntax::write_options::WriteOptions;
use crate::term::cell::Cell;
use crate::term::text::Text;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Writes Arguments to the current output as Format says. If that takes goals, nothing is
    /// written and Goals are those.
    "'$format'(+Format, +Arguments, -Goals) is semidet" => once format;
    /// Writes Arguments to Sink as Format says. If that takes goals, nothing is written and Goals
    /// are those.
    "'$format'(+Sink, +Format, +Arguments, -Goals) is semidet" => once format_to;
    /// Writes Arguments to Sink as Format says, where Outputs are what its goals have written.
    "'$format_with'(+Sink, +Format, +Arguments, +Outputs) is semidet" => once format_with;
};

/// The bytes of text between two looks at memory and time.
const LOOK_AFTER: usize = 1 << 16;

/// Where formatted text goes.
enum Target {
    Port(Port),
    Sink(Cell),
}

fn format(m: &mut Machine) -> Outcome {
    let port = m.output_port(None, StreamType::Text)?;
    run_or_give_goals(m, Target::Port(port), 0)
}

fn format_to(m: &mut Machine) -> Outcome {
    let target = target_arg(m)?;
    run_or_give_goals(m, target, 1)
}

/// The target in argument 0: a stream or a sink.
fn target_arg(m: &mut Machine) -> Result<Target, Ball> {
    let cell = m.arg(0);
    if cell.is_compound() && m.handle_number(cell).is_none() {
        m.to_sink(cell)?;
        return Ok(Target::Sink(cell));
    }
    m.output_port(Some(0), StreamType::Text).map(Target::Port)
}

fn run_or_give_goals(m: &mut Machine, target: Target, first: usize) -> Outcome {
    let request = Request::of_args(m, first)?;
    if request.may_need_goals(m) {
        let goals = request.goals(m)?;
        if !goals.is_empty() {
            return m.unify_list(first + 2, &goals);
        }
    }
    let holds = request.run(m, target, Vec::new())?;
    Ok(holds && m.unify_arg(first + 2, Cell::NIL)?)
}

fn format_with(m: &mut Machine) -> Outcome {
    let target = target_arg(m)?;
    let request = Request::of_args(m, 1)?;
    let outputs = m.list_arg(3)?;
    let texts = outputs.into_iter().map(|output| m.to_text(output));
    let texts = texts.collect::<Result<Vec<Text>, Ball>>()?;
    request.run(m, target, texts)
}

/// A format with its arguments.
struct Request {
    format: Text,
    arguments: Vec<Cell>,
    /// The module that goals among the arguments belong to.
    module: Option<Cell>,
}

/// A directive: its numeric argument, if it has one, and its letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Directive {
    number: Option<usize>,
    letter: char,
}

/// What comes next in a format.
enum Piece<'f> {
    Text(&'f str),
    Directive(Directive),
}

impl Request {
    fn of_args(m: &mut Machine, first: usize) -> Result<Request, Ball> {
        let format = m.text_arg(first)?;
        let mut arguments = m.arg(first + 1);
        let mut module = None;
        while let Some(args) = m.mem.match_struct(arguments, known::COLON, 2) {
            module = Some(args.get(&m.mem, 0));
            arguments = m.mem.deref(args.get(&m.mem, 1));
        }
        let arguments = match m.mem.list_items(arguments) {
            Some(items) => items,
            None => vec![super::args::stored(arguments)],
        };
        Ok(Request {
            format,
            arguments,
            module,
        })
    }

    /// Whether the format may have a directive that calls a goal.
    fn may_need_goals(&self, m: &Machine) -> bool {
        self.format.contains('@') || (self.format.contains(['p', 'W']) && m.has_portray())
    }

    /// The goals whose output the format needs.
    fn goals(&self, m: &mut Machine) -> Result<Vec<Cell>, Ball> {
        let mut cursor = Cursor::new(self);
        let mut goals = Vec::new();
        while let Some(piece) = cursor.next(m)? {
            let Piece::Directive(directive) = piece else {
                continue;
            };
            match directive.letter {
                '@' => {
                    let goal = cursor.argument(m)?;
                    goals.push(match self.module {
                        Some(module) => m.mem.new_struct(known::COLON, &[module, goal]),
                        None => goal,
                    });
                }
                'p' if m.has_portray() => {
                    let term = cursor.argument(m)?;
                    goals.push(m.mem.new_struct(known::PRINT, &[term]));
                }
                'W' => {
                    let term = cursor.argument(m)?;
                    let options = cursor.argument(m)?;
                    if wants_portray(m, options)? {
                        goals.push(m.compound("write_term", &[term, options]));
                    }
                }
                letter if takes_argument(letter) => {
                    cursor.argument(m)?;
                }
                _ => {}
            }
        }
        Ok(goals)
    }

    /// Writes what the format says.
    fn run(&self, m: &mut Machine, target: Target, outputs: Vec<Text>) -> Outcome {
        let column = match target {
            Target::Port(port) => m.port_stream(port)?.position().column,
            Target::Sink(_) => 0,
        };
        let mut columns = Columns::new(column as usize);
        let done = self.fill(m, &mut columns, outputs);
        let text = columns.take();
        match target {
            // What precedes an error is written.
            Target::Port(port) => m.put_text(port, &text).and(done).map(|()| true),
            Target::Sink(sink) => {
                done?;
                m.deliver(sink, &text)
            }
        }
    }

    fn fill(&self, m: &mut Machine, out: &mut Columns, outputs: Vec<Text>) -> Result<(), Ball> {
        let mut cursor = Cursor::new(self);
        let mut outputs = outputs.into_iter();
        let mut next_look = LOOK_AFTER;
        while let Some(piece) = cursor.next(m)? {
            match piece {
                Piece::Text(text) => {
                    if text.len() > LOOK_AFTER {
                        m.check_text(text.len() as u64)?;
                    }
                    out.push(text);
                }
                Piece::Directive(directive) => {
                    apply(m, directive, &mut cursor, &mut outputs, out)?;
                }
            }
            if out.bytes() > next_look {
                m.check_text(out.bytes() as u64)?;
                next_look = out.bytes() + LOOK_AFTER;
            }
        }
        if cursor.arguments.len() > 0 {
            return Err(format_error(m, "too many arguments"));
        }
        Ok(())
    }
}

fn takes_argument(letter: char) -> bool {
    "wpqadDIsefgcrRikW@".contains(letter)
}

/// A walk over a format and its arguments.
struct Cursor<'f> {
    rest: &'f str,
    arguments: std::slice::Iter<'f, Cell>,
}

impl<'f> Cursor<'f> {
    fn new(request: &'f Request) -> Cursor<'f> {
        Cursor {
            rest: &request.format,
            arguments: request.arguments.iter(),
        }
    }

    /// The next text or directive.
    fn next(&mut self, m: &mut Machine) -> Result<Option<Piece<'f>>, Ball> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        if let Some(rest) = self.rest.strip_prefix('~') {
            self.rest = rest;
            return self.directive(m).map(|found| Some(Piece::Directive(found)));
        }
        let end = self.rest.find('~').unwrap_or(self.rest.len());
        let (text, rest) = self.rest.split_at(end);
        self.rest = rest;
        Ok(Some(Piece::Text(text)))
    }

    /// The directive whose tilde has been passed.
    fn directive(&mut self, m: &mut Machine) -> Result<Directive, Ball> {
        let number = self.number(m)?;
        // A colon asks for the conventions of the language, which are plain.
        self.rest = self.rest.strip_prefix(':').unwrap_or(self.rest);
        match self.take_char() {
            Some(letter) => Ok(Directive { number, letter }),
            None => Err(format_error(m, "truncated format specification")),
        }
    }

    fn take_char(&mut self) -> Option<char> {
        let c = self.rest.chars().next()?;
        self.rest = &self.rest[c.len_utf8()..];
        Some(c)
    }

    /// The numeric argument: digits, the code of a character after a back
    /// quote, or an argument for a star.
    fn number(&mut self, m: &mut Machine) -> Result<Option<usize>, Ball> {
        if let Some(rest) = self.rest.strip_prefix('`') {
            self.rest = rest;
            return Ok(self.take_char().map(|c| u32::from(c) as usize));
        }
        if let Some(rest) = self.rest.strip_prefix('*') {
            self.rest = rest;
            let argument = self.argument(m)?;
            return m.to_size(argument).map(Some);
        }
        let is_digit = |c: char| c.is_ascii_digit();
        let end = self.rest.find(|c| !is_digit(c)).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        self.rest = rest;
        match digits {
            "" => Ok(None),
            digits => match digits.parse() {
                Ok(number) => Ok(Some(number)),
                Err(_) => Err(format_error(m, "column or argument too large")),
            },
        }
    }

    /// The next argument.
    fn argument(&mut self, m: &mut Machine) -> Result<Cell, Ball> {
        match self.arguments.next() {
            Some(&cell) => Ok(cell),
            None => Err(format_error(m, "not enough arguments")),
        }
    }
}

/// `error(format(Message), _)`
#[cold]
fn format_error(m: &mut Machine, message: &str) -> Ball {
    let message = m.atom(message);
    let formal = m.compound("format", &[message]);
    error_term(m, formal)
}

/// `error(format_argument_type(Letter, Culprit), _)`
#[cold]
fn argument_error(m: &mut Machine, letter: char, culprit: Cell) -> Ball {
    if m.mem.deref(culprit).is_var() {
        return Ball::Instantiation;
    }
    let letter = Cell::atom(m.atoms.intern_char(letter));
    let formal = m.compound("format_argument_type", &[letter, culprit]);
    error_term(m, formal)
}

fn error_term(m: &mut Machine, formal: Cell) -> Ball {
    let context = m.mem.new_var();
    Ball::Term(m.mem.new_struct(known::ERROR, &[formal, context]))
}

/// The column that `~+` stops at if it has no argument.
const DEFAULT_WIDTH: usize = 8;

/// The most characters that one directive makes by its numeric argument.
const MAX_COUNT: usize = 1 << 24;

/// Carries out a directive.
fn apply(
    m: &mut Machine,
    directive: Directive,
    cursor: &mut Cursor,
    outputs: &mut impl Iterator<Item = Text>,
    out: &mut Columns,
) -> Result<(), Ball> {
    let Directive { number, letter } = directive;
    if number.is_some_and(|number| number > MAX_COUNT) {
        return Err(Ball::Resource(known::MEMORY));
    }
    match letter {
        '~' => out.push("~"),
        'n' => out.end_lines(number.unwrap_or(1)),
        't' => out.fill_with(fill_char(number)),
        '|' => out.stop_at(number),
        '+' => out.stop_after(number.unwrap_or(DEFAULT_WIDTH)),
        letter if !takes_argument(letter) => {
            let culprit = Cell::atom(m.atoms.intern_char(letter));
            return Err(m.existence_error("format_character", culprit));
        }
        letter => {
            let argument = cursor.argument(m)?;
            let (calls_goal, options) = match letter {
                'W' => {
                    let options = cursor.argument(m)?;
                    (wants_portray(m, options)?, Some(options))
                }
                'p' => (m.has_portray(), None),
                letter => (letter == '@', None),
            };
            match (calls_goal.then(|| outputs.next()).flatten(), options) {
                (Some(output), _) => out.push(&output),
                (None, Some(options)) => {
                    let options = write_options(m, options)?;
                    out.push(&m.write_text(argument, &options)?);
                }
                (None, None) => convert(m, directive, argument, out)?,
            }
        }
    }
    Ok(())
}

fn fill_char(number: Option<usize>) -> char {
    let code = number.and_then(|number| u32::try_from(number).ok());
    code.and_then(char::from_u32).unwrap_or(' ')
}

/// Appends the text of a term.
fn push_written(
    m: &mut Machine,
    term: Cell,
    options: &WriteOptions,
    out: &mut Columns,
) -> Result<(), Ball> {
    match atomic_text(m, term, options) {
        Some(text) => out.push(&text),
        None => out.push(&m.write_text(term, options)?),
    }
    Ok(())
}

/// Writes one argument as its directive says.
fn convert(
    m: &mut Machine,
    Directive { number, letter }: Directive,
    argument: Cell,
    out: &mut Columns,
) -> Result<(), Ball> {
    match letter {
        'w' => push_written(m, argument, &WriteOptions::write(), out)?,
        'q' | 'p' => push_written(m, argument, &WriteOptions::writeq(), out)?,
        'k' => {
            let options = m.canonical_options(argument);
            out.push(&m.write_text(argument, &options)?);
        }
        'a' => match m.atomic_text(argument) {
            Some(text) => out.push(&text),
            None => return Err(argument_error(m, letter, argument)),
        },
        's' if m.mem.number(argument).is_some() => {
            return Err(argument_error(m, letter, argument));
        }
        's' => out.push(&m.to_text(argument)?),
        'c' => {
            let c = m.to_code(argument);
            let c = c.map_err(|_| argument_error(m, letter, argument))?;
            out.repeat(c, number.unwrap_or(1));
        }
        'd' if number.is_none() && m.mem.deref(argument).is_small() => {
            out.push(&Text::of_integer(m.mem.deref(argument).small_value()));
        }
        'd' | 'D' => {
            let value = integer_value(m, letter, argument)?;
            let digits = value
                .digits(10, DigitCase::Lower, &*m.mem.alarm)
                .unwrap_or_default();
            out.push(&integer(&digits, number.unwrap_or(0), letter == 'D'));
        }
        'I' => {
            let value = integer_value(m, letter, argument)?;
            let digits = value.digits(10, DigitCase::Lower, &*m.mem.alarm);
            let size = number.unwrap_or(3).max(1);
            out.push(&separated(&digits.unwrap_or_default(), size, '_'));
        }
        'r' | 'R' => out.push(&radix(m, letter, number, argument)?),
        'e' | 'f' | 'g' => out.push(&float(m, letter, number.unwrap_or(6), argument)?),
        _ => {}
    }
    Ok(())
}

/// The value of an argument that must be an integer.
fn integer_value(m: &mut Machine, letter: char, argument: Cell) -> Result<Number, Ball> {
    match m.eval(argument)? {
        value if value.is_integer() => Ok(value),
        _ => Err(argument_error(m, letter, argument)),
    }
}

fn radix(
    m: &mut Machine,
    letter: char,
    number: Option<usize>,
    argument: Cell,
) -> Result<String, Ball> {
    let base = match number.map(u8::try_from) {
        Some(Ok(base @ 2..=36)) => base,
        Some(_) => return Err(format_error(m, "radix must be between 2 and 36")),
        None => 8,
    };
    let case = match letter {
        'r' => DigitCase::Lower,
        _ => DigitCase::Upper,
    };
    let value = integer_value(m, letter, argument)?;
    Ok(value.digits(base, case, &*m.mem.alarm).unwrap_or_default())
}

fn float(m: &mut Machine, letter: char, digits: usize, argument: Cell) -> Result<String, Ball> {
    let value = m.eval(argument)?;
    if letter == 'f' {
        return Ok(fixed(&value, digits, &*m.mem.alarm).unwrap_or_default());
    }
    let overflow = |_| Ball::Evaluation(known::FLOAT_OVERFLOW);
    let value = value.to_f64().map_err(overflow)?;
    Ok(match letter {
        'e' => exponential(value, digits),
        _ => general(value, digits),
    })
}
