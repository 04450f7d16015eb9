//! Balls as terms.

use super::machine::Machine;
use crate::atom::{Atom, known};
use crate::error::{Ball, SyntaxError};
use crate::term::cell::{Cell, Functor};

/// What ran last, instead of a builtin's number.
pub(super) mod blame {
    use crate::bytecode::instr::Instr;

    /// Nothing in particular.
    pub const NOTHING: u32 = u32::MAX;
    /// `is/2`
    pub const IS: u32 = u32::MAX - 1;
    /// A comparison, by the number of its relation below this.
    pub const COMPARE: u32 = u32::MAX - 10;

    /// What an instruction that computes does it for.
    pub fn of(instr: Instr) -> u32 {
        match instr.purpose() {
            0 => IS,
            purpose => COMPARE + purpose - 1,
        }
    }
}

impl Machine {
    /// The term of a ball.
    pub(super) fn ball_term(&mut self, ball: Ball) -> Cell {
        if let Ball::Term(term) = ball {
            return self.mem.deref(term);
        }
        let context = self.context(&ball);
        let formal = self.formal(ball);
        self.running = blame::NOTHING;
        self.mem.new_struct(known::ERROR, &[formal, context])
    }

    /// The formal part of an error.
    fn formal(&mut self, ball: Ball) -> Cell {
        let atom = Cell::atom;
        let mem = &mut self.mem;
        match ball {
            Ball::Instantiation => atom(known::INSTANTIATION_ERROR),
            Ball::Uninstantiation(culprit) => {
                mem.new_struct(known::UNINSTANTIATION_ERROR, &[culprit])
            }
            Ball::Type(kind, culprit) => mem.new_struct(known::TYPE_ERROR, &[atom(kind), culprit]),
            Ball::Domain(kind, culprit) => {
                mem.new_struct(known::DOMAIN_ERROR, &[atom(kind), culprit])
            }
            Ball::Existence(kind, culprit) => {
                mem.new_struct(known::EXISTENCE_ERROR, &[atom(kind), culprit])
            }
            Ball::Permission(action, kind, culprit) => mem.new_struct(
                known::PERMISSION_ERROR,
                &[atom(action), atom(kind), culprit],
            ),
            Ball::Representation(limit) => {
                mem.new_struct(known::REPRESENTATION_ERROR, &[atom(limit)])
            }
            Ball::Evaluation(what) => mem.new_struct(known::EVALUATION_ERROR, &[atom(what)]),
            Ball::Resource(what) => mem.new_struct(known::RESOURCE_ERROR, &[atom(what)]),
            Ball::NotEvaluable(name, arity) => {
                let culprit = self.indicator(Functor::new(name, arity));
                self.mem
                    .new_struct(known::TYPE_ERROR, &[atom(known::EVALUABLE), culprit])
            }
            Ball::Syntax(error) => self.compound_of_text(known::SYNTAX_ERROR, error.kind),
            Ball::System(message) => self.compound_of_text(known::SYSTEM_ERROR, &message),
            Ball::Term(term) => term,
            Ball::Halt(_) | Ball::Interrupt | Ball::Exceeded(_) => atom(known::ABORT),
        }
    }

    fn compound_of_text(&mut self, name: Atom, text: &str) -> Cell {
        let text = self.atom(text);
        self.mem.new_struct(name, &[text])
    }

    /// The second part of an error: `context(Predicate, Message)`, where the message
    /// is a variable or, for text that is no term, a list of `Key-Value` pairs.
    fn context(&mut self, ball: &Ball) -> Cell {
        let predicate = match self.blamed() {
            Some(functor) => {
                let indicator = self.indicator(functor);
                let system = Cell::atom(known::SYSTEM);
                self.mem.new_struct(known::COLON, &[system, indicator])
            }
            None => self.mem.new_var(),
        };
        let message = match ball {
            Ball::Syntax(error) => self.syntax_details(error),
            _ if predicate.is_var() => return predicate,
            _ => self.mem.new_var(),
        };
        self.mem.new_struct(known::CONTEXT, &[predicate, message])
    }

    fn syntax_details(&mut self, error: &SyntaxError) -> Cell {
        let message = self.mem.new_string(&error.message);
        let mut pairs = vec![self.pair("message", message)];
        if let Some(help) = &error.help {
            let help = self.mem.new_string(help);
            pairs.push(self.pair("help", help));
        }
        let at = error.at;
        let numbers = [
            ("line", i64::from(at.line)),
            ("column", i64::from(at.column)),
            ("char", at.char as i64),
            ("byte", at.byte as i64),
            ("length", error.length as i64),
        ];
        for (key, value) in numbers {
            pairs.push(self.pair(key, Cell::small(value)));
        }
        self.mem.list(&pairs)
    }

    /// The term `key-value`.
    fn pair(&mut self, key: &str, value: Cell) -> Cell {
        let key = self.atom(key);
        self.mem.new_struct(known::MINUS, &[key, value])
    }

    /// The builtin that is running.
    pub(super) fn blamed(&self) -> Option<Functor> {
        match self.running {
            blame::NOTHING => None,
            blame::IS => Some(Functor::new(known::IS, 2)),
            mark if mark >= blame::COMPARE => {
                let names = [
                    known::ARITH_EQ,
                    known::ARITH_NE,
                    known::LESS,
                    known::LESS_EQ,
                    known::GREATER,
                    known::GREATER_EQ,
                ];
                names
                    .get((mark - blame::COMPARE) as usize)
                    .map(|&name| Functor::new(name, 2))
            }
            // Builtins with a dollar do the work of others, whose names are not known here.
            id => Some(self.builtin_name(id))
                .filter(|functor| !self.text(functor.name()).starts_with('$')),
        }
    }
}
