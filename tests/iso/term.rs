//! Terms as the driver writes them and as the case table has them.

use std::collections::HashMap;
use std::iter::Peekable;
use std::str::{Chars, SplitAsciiWhitespace};

/// A term, without the sharing of its parts.
#[derive(Debug, Clone, PartialEq)]
pub enum Term {
    /// `_` in the table: any term.
    Any,
    Variable(u32),
    /// The digits, since integers are unbounded.
    Integer(String),
    Float(f64),
    Atom(String),
    Text(String),
    Compound(String, Vec<Term>),
    /// Cut off, or of a kind that the driver cannot show.
    Other,
}

const CONS: &str = ".";

impl Term {
    pub fn atom(name: &str) -> Term {
        Term::Atom(name.to_string())
    }

    /// The elements of a list; what follows them is ignored.
    pub fn elements(&self) -> Vec<&Term> {
        let mut elements = Vec::new();
        let mut rest = self;
        while let Term::Compound(name, args) = rest {
            let [first, tail] = args.as_slice() else {
                break;
            };
            if name != CONS && name != "[|]" {
                break;
            }
            elements.push(first);
            rest = tail;
        }
        elements
    }

    /// The only argument of a compound with this name.
    pub fn argument_of(&self, functor: &str) -> Option<&Term> {
        match self {
            Term::Compound(name, args) if name == functor && args.len() == 1 => args.first(),
            _ => None,
        }
    }

    /// Name and value of a binding `Name = Value`.
    pub fn binding(&self) -> Option<(&str, &Term)> {
        match self {
            Term::Compound(name, args) if name == "=" => match args.as_slice() {
                [Term::Atom(variable), value] => Some((variable, value)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Does `actual` have the form `wanted`, with its variables renamed one to one?
pub fn matches(wanted: &Term, actual: &Term, names: &mut Renaming) -> bool {
    match (wanted, actual) {
        (Term::Any, _) => true,
        (Term::Variable(x), Term::Variable(y)) => names.pair(*x, *y),
        (Term::Float(x), Term::Float(y)) => x.to_bits() == y.to_bits() || x.is_nan() && y.is_nan(),
        (Term::Compound(f, xs), Term::Compound(g, ys)) => {
            is_same_functor(f, g)
                && xs.len() == ys.len()
                && xs.iter().zip(ys).all(|(x, y)| matches(x, y, names))
        }
        (Term::Other, _) => false,
        (wanted, actual) => wanted == actual,
    }
}

fn is_same_functor(f: &str, g: &str) -> bool {
    f == g || f == CONS && g == "[|]"
}

/// Which variable of the table stands for which variable of an answer.
#[derive(Default)]
pub struct Renaming {
    there: HashMap<u32, u32>,
    back: HashMap<u32, u32>,
}

impl Renaming {
    fn pair(&mut self, x: u32, y: u32) -> bool {
        *self.there.entry(x).or_insert(y) == y && *self.back.entry(y).or_insert(x) == x
    }
}

/// Reads the prefix notation of the driver.
pub fn from_driver(text: &str) -> Option<Term> {
    prefix(&mut text.split_ascii_whitespace())
}

fn prefix(words: &mut SplitAsciiWhitespace) -> Option<Term> {
    Some(match words.next()? {
        "v" => Term::Variable(words.next()?.parse().ok()?),
        "i" => Term::Integer(words.next()?.to_string()),
        "f" => Term::Float(float(words.next()?)?),
        "a" => Term::Atom(codes(words)),
        "s" => Term::Text(codes(words)),
        "c" => {
            let arity: usize = words.next()?.parse().ok()?;
            let name = codes(words);
            let args = (0..arity).map(|_| prefix(words)).collect::<Option<_>>()?;
            Term::Compound(name, args)
        }
        _ => Term::Other,
    })
}

/// Text written as `97.98.`; the empty text has no word at all.
fn codes(words: &mut SplitAsciiWhitespace) -> String {
    let ahead = words.clone().next();
    match ahead.filter(|word| word.ends_with('.')) {
        Some(word) => {
            words.next();
            word.split('.')
                .filter_map(|code| char::from_u32(code.parse().ok()?))
                .collect()
        }
        None => String::new(),
    }
}

fn float(text: &str) -> Option<f64> {
    let text = text.replace("Inf", "inf").replace("NaN", "nan");
    if text.contains("nan") {
        return Some(f64::NAN);
    }
    if text.contains("inf") {
        return Some(if text.starts_with('-') {
            f64::NEG_INFINITY
        } else {
            f64::INFINITY
        });
    }
    text.parse().ok()
}

/// Reads terms in the functional notation of the table.
pub struct Parser<'a> {
    text: &'a str,
    chars: Peekable<Chars<'a>>,
}

impl<'a> Parser<'a> {
    pub fn new(text: &'a str) -> Parser<'a> {
        Parser {
            text,
            chars: text.chars().peekable(),
        }
    }

    fn fail(&self, what: &str) -> ! {
        panic!("{what} in the expected outcome {}", self.text)
    }

    fn peek(&mut self) -> Option<char> {
        while self.chars.peek() == Some(&' ') {
            self.chars.next();
        }
        self.chars.peek().copied()
    }

    fn is_next(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        if found {
            self.chars.next();
        }
        found
    }

    fn expect(&mut self, wanted: char) {
        if !self.is_next(wanted) {
            self.fail(&format!("no {wanted}"));
        }
    }

    fn while_chars(&mut self, is_part: impl Fn(char) -> bool) -> String {
        let mut text = String::new();
        while let Some(c) = self.chars.next_if(|c| is_part(*c)) {
            text.push(c);
        }
        text
    }

    /// `[[X=T,..],..]`: the answers, each a list of variables and values.
    pub fn answers(&mut self) -> Vec<Vec<(String, Term)>> {
        let mut answers = Vec::new();
        self.expect('[');
        while self.is_next('[') {
            let mut bindings = Vec::new();
            while !self.is_next(']') {
                self.peek();
                let name = self.while_chars(|c| c.is_alphanumeric() || c == '_');
                self.expect('=');
                bindings.push((name, self.term()));
                self.is_next(',');
            }
            answers.push(bindings);
            self.is_next(',');
        }
        self.expect(']');
        answers
    }

    pub fn term(&mut self) -> Term {
        match self.peek() {
            Some('[') => self.list(),
            Some('\'') => {
                let name = self.quoted();
                self.application(name)
            }
            Some('_') => self.variable(),
            Some(c) if c.is_ascii_digit() => self.number(String::new()),
            Some('-') => self.minus(),
            Some(c) if c.is_lowercase() || c == '$' => {
                let name = self.while_chars(|c| c.is_alphanumeric() || c == '_' || c == '$');
                self.application(name)
            }
            Some(c) if SYMBOLS.contains(c) => {
                let name = self.while_chars(|c| SYMBOLS.contains(c));
                self.application(name)
            }
            Some(c) if "!;|{".contains(c) => {
                self.chars.next();
                let name = if c == '{' && self.is_next('}') {
                    "{}".to_string()
                } else {
                    c.to_string()
                };
                self.application(name)
            }
            _ => self.fail("no term"),
        }
    }

    fn list(&mut self) -> Term {
        self.expect('[');
        if self.is_next(']') {
            return self.application("[]".to_string());
        }
        let mut elements = vec![self.term()];
        while self.is_next(',') {
            elements.push(self.term());
        }
        let tail = if self.is_next('|') {
            self.term()
        } else {
            Term::atom("[]")
        };
        self.expect(']');
        let cell = |tail, first| Term::Compound(CONS.to_string(), vec![first, tail]);
        elements.into_iter().rev().fold(tail, cell)
    }

    fn variable(&mut self) -> Term {
        self.chars.next();
        let digits = self.while_chars(|c| c.is_ascii_digit());
        if digits.is_empty() {
            return Term::Any;
        }
        digits.parse().map_or(Term::Any, Term::Variable)
    }

    /// A negative number, or a name of symbol characters.
    fn minus(&mut self) -> Term {
        let name = self.while_chars(|c| SYMBOLS.contains(c));
        let is_number = name == "-" && self.chars.peek().is_some_and(|c| c.is_ascii_digit());
        if is_number {
            self.number(name)
        } else {
            self.application(name)
        }
    }

    fn number(&mut self, sign: String) -> Term {
        let mut text = sign + &self.while_chars(|c| c.is_ascii_digit());
        let mut ahead = self.chars.clone();
        let is_float =
            ahead.next() == Some('.') && ahead.next().is_some_and(|c| c.is_ascii_digit());
        if !is_float {
            return Term::Integer(text);
        }
        text += &self.while_chars(|c| c.is_ascii_digit() || c == '.');
        let mut ahead = self.chars.clone();
        let is_exponent = ahead.next().is_some_and(|c| c == 'e' || c == 'E')
            && ahead
                .next()
                .is_some_and(|c| c.is_ascii_digit() || c == '-' || c == '+');
        if is_exponent {
            text += &self.while_chars(|c| c.is_ascii_digit() || "eE+-".contains(c));
        }
        match float(&text) {
            Some(value) => Term::Float(value),
            None => self.fail("bad float"),
        }
    }

    fn quoted(&mut self) -> String {
        self.chars.next();
        let mut name = String::new();
        loop {
            match self.chars.next() {
                Some('\'') if self.chars.peek() == Some(&'\'') => {
                    self.chars.next();
                    name.push('\'');
                }
                Some('\'') => return name,
                Some('\\') => name.push(self.escape()),
                Some(c) => name.push(super::plain(c)),
                None => self.fail("open quote"),
            }
        }
    }

    fn escape(&mut self) -> char {
        match self.chars.next() {
            Some('n') => '\n',
            Some('t') => '\t',
            Some('r') => '\r',
            Some('a') => '\x07',
            Some('b') => '\x08',
            Some('f') => '\x0c',
            Some('v') => '\x0b',
            Some('x') => {
                let digits = self.while_chars(|c| c.is_ascii_hexdigit());
                self.expect('\\');
                match u32::from_str_radix(&digits, 16)
                    .ok()
                    .and_then(char::from_u32)
                {
                    Some(c) => c,
                    None => self.fail("bad escape"),
                }
            }
            Some(c) => c,
            None => self.fail("open escape"),
        }
    }

    /// An atom, or a compound if arguments follow.
    fn application(&mut self, name: String) -> Term {
        if self.chars.next_if_eq(&'(').is_none() {
            return Term::Atom(name);
        }
        let mut args = vec![self.term()];
        while self.is_next(',') {
            args.push(self.term());
        }
        self.expect(')');
        Term::Compound(name, args)
    }
}

const SYMBOLS: &str = "-+*/\\^<>=~:.?@#&$";
