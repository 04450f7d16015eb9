//! Classes of characters.

use super::args::code_cell;
use super::solutions::{once, step};
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::{Next, Row, Start};
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::syntax::chars::{Class, class, is_alphanumeric, is_symbol};
use crate::term::alarm::Alarm;
use crate::term::cell::Cell;
use crate::term::text::Text;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// The character Char is of Type: `alpha`, `digit(Weight)`, `upper(Lower)` and so on.
    /// With `to_lower(C)`, Char is what C is in lower case, with `to_upper(C)` in upper case.
    "char_type(?Char, ?Type) is nondet" => many char_type;
    /// The character with Code is of Type, in which characters are codes too.
    "code_type(?Code, ?Type) is nondet" => many code_type;
};

/// How characters are given.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Char,
    Code,
}

/// What a type says beside its name.
enum Value {
    /// The type is a plain atom.
    None,
    /// A number.
    Weight(u32),
    /// A character.
    Char(char),
}

type Test = fn(char) -> Option<Value>;

fn plain(holds: bool) -> Option<Value> {
    holds.then_some(Value::None)
}

fn lower_of(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_lowercase();
    }
    let mut lower = c.to_lowercase();
    lower.next().filter(|_| lower.next().is_none()).unwrap_or(c)
}

fn upper_of(c: char) -> char {
    if c.is_ascii() {
        return c.to_ascii_uppercase();
    }
    let mut upper = c.to_uppercase();
    upper.next().filter(|_| upper.next().is_none()).unwrap_or(c)
}

/// A text with each letter in upper case, of which it has as many characters.
/// Nobody sees it once the alarm has rung.
pub fn upcase(text: &str, alarm: &Alarm) -> Text {
    if alarm.rings_before(text.len() as u64) {
        return Text::default();
    }
    if text.is_ascii() {
        return Text::from(text.to_ascii_uppercase());
    }
    until_alarm(text, alarm).map(upper_of).collect()
}

/// A text with each letter in lower case, of which it has as many characters.
/// Nobody sees it once the alarm has rung.
pub fn downcase(text: &str, alarm: &Alarm) -> Text {
    if alarm.rings_before(text.len() as u64) {
        return Text::default();
    }
    if text.is_ascii() {
        return Text::from(text.to_ascii_lowercase());
    }
    until_alarm(text, alarm).map(lower_of).collect()
}

/// The characters of a text, as many as come before the alarm rings.
fn until_alarm(text: &str, alarm: &Alarm) -> impl Iterator<Item = char> {
    let numbered = text.chars().zip(1..);
    let heard = numbered.take_while(|&(_, step)| !alarm.rings_at(step));
    heard.map(|(c, _)| c)
}

fn is_graph(c: char) -> bool {
    !c.is_whitespace() && !c.is_control()
}

/// The types by name and number of arguments.
const TYPES: &[(&str, usize, Test)] = &[
    ("alnum", 0, |c| plain(c.is_alphanumeric())),
    ("alpha", 0, |c| plain(c.is_alphanumeric() || c == '_')),
    ("csym", 0, |c| plain(c.is_alphanumeric() || c == '_')),
    ("csymf", 0, |c| plain(c.is_alphabetic() || c == '_')),
    ("ascii", 0, |c| plain(c.is_ascii())),
    ("white", 0, |c| plain(c == ' ' || c == '\t')),
    ("cntrl", 0, |c| plain(c.is_control())),
    ("space", 0, |c| plain(c.is_whitespace())),
    ("end_of_line", 0, |c| plain(('\n'..='\r').contains(&c))),
    ("lower", 0, |c| plain(c.is_lowercase())),
    ("upper", 0, |c| plain(c.is_uppercase())),
    ("punct", 0, |c| plain(is_graph(c) && !c.is_alphanumeric())),
    ("graph", 0, |c| plain(is_graph(c))),
    ("print", 0, |c| plain(is_graph(c) || c == ' ')),
    ("period", 0, |c| plain(matches!(c, '.' | '?' | '!'))),
    ("quote", 0, |c| plain(matches!(c, '\'' | '"' | '`'))),
    ("paren", 0, |c| {
        plain(matches!(c, '(' | ')' | '[' | ']' | '{' | '}'))
    }),
    ("newline", 0, |c| plain(c == '\n')),
    ("digit", 0, |c| plain(c.is_ascii_digit())),
    ("prolog_var_start", 0, |c| plain(class(c) == Class::Capital)),
    ("prolog_atom_start", 0, |c| plain(class(c) == Class::Small)),
    ("prolog_identifier_continue", 0, |c| {
        plain(is_alphanumeric(c))
    }),
    ("prolog_symbol", 0, |c| plain(is_symbol(c))),
    ("digit", 1, |c| c.to_digit(10).map(Value::Weight)),
    ("xdigit", 1, |c| c.to_digit(16).map(Value::Weight)),
    ("code", 1, |c| Some(Value::Weight(u32::from(c)))),
    ("lower", 1, |c| {
        c.is_lowercase().then(|| Value::Char(upper_of(c)))
    }),
    ("upper", 1, |c| {
        c.is_uppercase().then(|| Value::Char(lower_of(c)))
    }),
    // As in SWI-Prolog, the argument is what becomes the character in that case.
    ("to_lower", 1, |c| Some(Value::Char(upper_of(c)))),
    ("to_upper", 1, |c| Some(Value::Char(lower_of(c)))),
    ("paren", 1, |c| closing(c).map(Value::Char)),
];

/// The bracket that closes what `c` opens.
fn closing(c: char) -> Option<char> {
    match c {
        '(' => Some(')'),
        '[' => Some(']'),
        '{' => Some('}'),
        _ => None,
    }
}

/// The numbers in [`TYPES`] of the types that an argument may stand for, and
/// whether it may stand for the end of the input.
fn types_arg(m: &mut Machine) -> Result<Vec<usize>, Ball> {
    let cell = m.arg(1);
    if cell.is_var() {
        return Ok((0..TYPES.len()).collect());
    }
    m.check_callable(cell)?;
    let (functor, _) = m.mem.callable(cell).ok_or(Ball::Instantiation)?;
    let found = type_number(m.text(functor.name()), functor.arity());
    let is_end = cell == Cell::atom(known::END_OF_FILE);
    match found {
        Some(index) => Ok(vec![index]),
        None if is_end => Ok(Vec::new()),
        None => Err(m.domain_error("char_type", cell)),
    }
}

fn type_number(name: &str, arity: usize) -> Option<usize> {
    // Most names that are as long begin with another letter.
    let first = name.as_bytes().first();
    let is_near = |row: &(&str, usize, Test)| {
        row.1 == arity && row.0.len() == name.len() && row.0.as_bytes().first() == first
    };
    let mut rows = TYPES.iter().enumerate();
    let found = rows.find(|(_, row)| is_near(row) && row.0 == name);
    found.map(|(index, _)| index)
}

fn char_type(m: &mut Machine) -> Result<Start, Ball> {
    classify(m, Form::Char)
}

fn code_type(m: &mut Machine) -> Result<Start, Ball> {
    classify(m, Form::Code)
}

/// Argument 0; a string of one character stands for it.
fn char_arg(m: &mut Machine) -> Cell {
    let cell = m.arg(0);
    one_character(m, cell)
}

/// The character that a string of one stands for, or the cell itself.
fn one_character(m: &mut Machine, cell: Cell) -> Cell {
    if !m.is_string(cell) {
        return cell;
    }
    let mut text = m.mem.view_string(cell).chars();
    match (text.next(), text.next()) {
        (Some(c), None) => Cell::atom(m.atoms.intern_char(c)),
        _ => cell,
    }
}

/// Whether the character in argument 0 is of the type that argument 1 names,
/// if these are an atom or a code and an atom.
fn is_of_type(m: &mut Machine) -> Option<bool> {
    let (cell, name) = (char_arg(m), m.arg(1));
    if !name.is_atom() || cell.is_var() || cell == Cell::small(-1) {
        return None;
    }
    let index = type_number(m.text(name.atom_value()), 0)?;
    let c = m.to_char_or_code(cell).ok()?;
    Some(TYPES[index].2(c).is_some())
}

/// A character, the number of its type, and the argument of that, if both are given.
fn typed_char(m: &mut Machine) -> Option<(char, usize, Cell)> {
    let (functor, args) = m.mem.compound(m.arg(1))?;
    let index = type_number(m.text(functor.name()), functor.arity())?;
    let cell = char_arg(m);
    if cell.is_var() || cell == Cell::small(-1) || functor.arity() != 1 {
        return None;
    }
    let c = m.to_char_or_code(cell).ok()?;
    Some((c, index, args.get(&m.mem, 0)))
}

/// The other letter that a type of letters tells, if it is given.
fn given_letter(m: &mut Machine) -> Result<Option<(Letter, char)>, Ball> {
    let Some((functor, args)) = m.mem.compound(m.arg(1)) else {
        return Ok(None);
    };
    let letter = match (m.text(functor.name()), functor.arity()) {
        ("lower", 1) => Letter::Lower,
        ("upper", 1) => Letter::Upper,
        ("to_lower", 1) => Letter::ToLower,
        ("to_upper", 1) => Letter::ToUpper,
        _ => return Ok(None),
    };
    let value = m.mem.deref(args.get(&m.mem, 0));
    if value.is_var() {
        return Ok(None);
    }
    let value = one_character(m, value);
    Ok(Some((letter, m.to_char_or_code(value)?)))
}

/// The types that relate a letter to one of the other case.
#[derive(Clone, Copy)]
enum Letter {
    Lower,
    Upper,
    ToLower,
    ToUpper,
}

impl Letter {
    /// The character that is of this type with the letter `other`.
    fn of(self, other: char) -> Option<char> {
        let (lower, upper) = (lower_of(other), upper_of(other));
        match self {
            Letter::Lower => Some(lower).filter(|&c| c.is_lowercase() && upper_of(c) == other),
            Letter::Upper => Some(upper).filter(|&c| c.is_uppercase() && lower_of(c) == other),
            Letter::ToLower => Some(lower),
            Letter::ToUpper => Some(upper),
        }
    }

    /// Whether `c` is of this type with the letter `other`. A letter that is converted
    /// may be in its case already.
    fn relates(self, c: char, other: char) -> bool {
        match self {
            Letter::Lower => c.is_lowercase() && upper_of(c) == other,
            Letter::Upper => c.is_uppercase() && lower_of(c) == other,
            Letter::ToLower => c == other || upper_of(c) == other,
            Letter::ToUpper => c == other || lower_of(c) == other,
        }
    }
}

/// A character and another letter, which a type relates.
fn classify_letters(
    m: &mut Machine,
    (letter, other): (Letter, char),
    form: Form,
) -> Result<Start, Ball> {
    let cell = char_arg(m);
    if cell.is_var() {
        let found = letter.of(other).map(|c| char_cell(m, c, form));
        return once(found.map_or(Ok(false), |found| m.unify_arg(0, found)));
    }
    if cell == Cell::small(-1) || cell == Cell::atom(known::END_OF_FILE) {
        return Ok(Start::Fail);
    }
    let c = m.to_char_or_code(cell)?;
    once(Ok(letter.relates(c, other)))
}

fn classify(m: &mut Machine, form: Form) -> Result<Start, Ball> {
    if let Some(holds) = is_of_type(m) {
        return once(Ok(holds));
    }
    if let Some(letters) = given_letter(m)? {
        return classify_letters(m, letters, form);
    }
    if let Some((c, index, value)) = typed_char(m) {
        let value = match TYPES[index].2(c) {
            None | Some(Value::None) => return Ok(Start::Fail),
            Some(Value::Weight(weight)) => m.mem.unify(value, Cell::small(i64::from(weight))),
            Some(Value::Char(c)) => {
                let cell = char_cell(m, c, form);
                m.mem.unify(value, cell)
            }
        };
        return once(Ok(value));
    }
    let types = types_arg(m)?;
    let cell = char_arg(m);
    if cell == Cell::small(-1) || cell == Cell::atom(known::END_OF_FILE) {
        let is_end = m.unify_atom(1, known::END_OF_FILE)?;
        return Ok(if is_end { Start::Succeed } else { Start::Fail });
    }
    if cell.is_var() {
        return match types[..] {
            [index] if ASCII_ONLY.contains(&TYPES[index].0) => ascii_characters(m, index, form),
            _ => Ok(all_characters(types, form)),
        };
    }
    let c = m.to_char_or_code(cell)?;
    if let [index] = types[..] {
        return once(unify_type(m, c, index, form));
    }
    m.solutions(types, move |m, &index| unify_type(m, c, index, form))
}

fn unify_type(m: &mut Machine, c: char, index: usize, form: Form) -> Outcome {
    let (name, _, test) = TYPES[index];
    let value = match test(c) {
        None => return Ok(false),
        Some(Value::None) => return m.unify_text_atom(1, name),
        Some(Value::Weight(weight)) => Cell::small(i64::from(weight)),
        Some(Value::Char(c)) => char_cell(m, c, form),
    };
    let made = m.compound(name, &[value]);
    m.unify_arg(1, made)
}

fn char_cell(m: &mut Machine, c: char, form: Form) -> Cell {
    match form {
        Form::Char => Cell::atom(m.atoms.intern_char(c)),
        Form::Code => code_cell(c),
    }
}

/// The types that only characters of ASCII have.
const ASCII_ONLY: [&str; 9] = [
    "ascii",
    "white",
    "end_of_line",
    "period",
    "quote",
    "paren",
    "newline",
    "digit",
    "xdigit",
];

/// All characters of a type that only characters of ASCII have.
fn ascii_characters(m: &mut Machine, index: usize, form: Form) -> Result<Start, Ball> {
    let characters: Vec<char> = ('\0'..='\x7f').collect();
    m.solutions(characters, move |m, &c| {
        let cell = char_cell(m, c, form);
        Ok(unify_type(m, c, index, form)? && m.unify_arg(0, cell)?)
    })
}

/// All characters of some types, in order of their codes.
fn all_characters(types: Vec<usize>, form: Form) -> Start {
    let mut candidates = ('\0'..=char::MAX)
        .flat_map(move |c| types.clone().into_iter().map(move |index| (c, index)))
        .filter(|&(c, index)| TYPES[index].2(c).is_some())
        .peekable();
    Start::Choices(Box::new(move |m: &mut Machine| {
        let Some((c, index)) = candidates.next() else {
            return Ok(Some(Next::Fail));
        };
        if !unify_type(m, c, index, form)? {
            return Ok(step(false, candidates.peek().is_none()));
        }
        let cell = char_cell(m, c, form);
        let holds = m.unify_arg(0, cell)?;
        Ok(step(holds, candidates.peek().is_none()))
    }))
}
