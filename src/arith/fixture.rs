//! What the tests of arithmetic share: expressions in prefix form, `(+ 1 2)`.

use std::sync::Arc;

use super::context::{ArithContext, NoClock};
use super::eval::Evaluator;
use super::evaluables::Evaluables;
use crate::atom::AtomTable;
use crate::error::Ball;
use crate::number::Number;
use crate::number::long::Silent;
use crate::number::text::DigitCase;
use crate::term::cell::Cell;
use crate::term::mem::Mem;

/// An arithmetic of its own, with what it needs.
pub(super) struct Fixture {
    pub(super) mem: Mem,
    pub(super) atoms: AtomTable,
    pub(super) cx: ArithContext,
}

impl Fixture {
    pub(super) fn new() -> Fixture {
        let mut atoms = AtomTable::new();
        let evaluables = Arc::new(Evaluables::new(&mut atoms));
        Fixture {
            mem: Mem::new(1 << 30),
            atoms,
            cx: ArithContext::new(evaluables, Arc::new(NoClock)),
        }
    }

    pub(super) fn evaluator(&mut self) -> Evaluator<'_> {
        Evaluator::new(&mut self.mem, &self.atoms, &mut self.cx)
    }

    /// The term written in prefix form.
    pub(super) fn term(&mut self, text: &str) -> Cell {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut open: Vec<Vec<&str>> = Vec::new();
        let mut args: Vec<Vec<Cell>> = vec![Vec::new()];
        for token in spaced.split_whitespace() {
            match token {
                "(" => {
                    open.push(Vec::new());
                    args.push(Vec::new());
                }
                ")" => {
                    let (name, items) = (open.pop().unwrap(), args.pop().unwrap());
                    let name = self.atoms.intern(name[0]);
                    let cell = self.mem.new_struct(name, &items);
                    args.last_mut().unwrap().push(cell);
                }
                _ => match open.last_mut() {
                    Some(name) if name.is_empty() => name.push(token),
                    _ => {
                        let cell = self.token(token);
                        args.last_mut().unwrap().push(cell);
                    }
                },
            }
        }
        args[0][0]
    }

    fn token(&mut self, token: &str) -> Cell {
        if let Some(number) = Number::from_digits(token, 10) {
            return self.mem.new_number(&number);
        }
        if let Some(text) = token.strip_prefix('"') {
            return self.mem.new_string(text.trim_end_matches('"'));
        }
        if token == "_" {
            return self.mem.new_var();
        }
        match token.parse::<f64>() {
            Ok(value) if token.contains('.') => self.mem.new_float(value),
            _ => Cell::atom(self.atoms.intern(token)),
        }
    }

    /// What evaluation of the text gives, in words.
    pub(super) fn eval(&mut self, text: &str) -> String {
        let cell = self.term(text);
        match self.evaluator().eval(cell) {
            Ok(value) => show(&value),
            Err(ball) => self.show_ball(ball),
        }
    }

    fn show_ball(&self, ball: Ball) -> String {
        let culprit = |cell| match self.mem.number(cell) {
            Some(number) => show(&number),
            None => "term".to_string(),
        };
        match ball {
            Ball::Instantiation => "instantiation".into(),
            Ball::Evaluation(what) | Ball::Resource(what) => self.atoms.text(what).into(),
            Ball::Type(kind, cell) => format!("type({},{})", self.atoms.text(kind), culprit(cell)),
            Ball::Domain(kind, cell) => {
                format!("domain({},{})", self.atoms.text(kind), culprit(cell))
            }
            Ball::NotEvaluable(name, arity) => format!("{}/{arity}", self.atoms.text(name)),
            other => format!("{other:?}"),
        }
    }
}

/// A number as it is written in the tests.
pub(super) fn show(value: &Number) -> String {
    match value {
        Number::Float(value) => format!("{value:?}"),
        _ => value.digits(10, DigitCase::Lower, &Silent).unwrap(),
    }
}
