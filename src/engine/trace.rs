//! Balls as terms, and where an error came from.

use super::frames::Field;
use super::machine::Machine;
use crate::atom::{Atom, known};
use crate::bytecode::code::Address;
use crate::error::{Ball, SyntaxError};
use crate::term::cell::{Cell, Functor};

/// The most frames of a backtrace.
const MAX_FRAMES: usize = 40;

/// What ran last, instead of a builtin's number.
pub(super) mod blame {
    /// Nothing in particular.
    pub const NOTHING: u32 = u32::MAX;
    /// `is/2`
    pub const IS: u32 = u32::MAX - 1;
    /// A comparison, by the number of its relation below this.
    pub const COMPARE: u32 = u32::MAX - 10;
}

/// A place in the program on the way to an error.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The predicate.
    pub module: Atom,
    /// Its name and arity.
    pub functor: Functor,
    /// The file of the clause, if it came from one.
    pub file: Option<Atom>,
    /// The line where the clause starts.
    pub line: u32,
    /// Which goal of the clause was running, counted in textual order.
    pub goal: Option<u32>,
}

impl Machine {
    /// The term of a ball. For an error the way to it is noted.
    pub(super) fn ball_term(&mut self, ball: Ball, pc: Address) -> Cell {
        if let Ball::Term(term) = ball {
            let term = self.mem.deref(term);
            if self.is_fresh_error(term) {
                self.note_backtrace(pc);
            }
            return term;
        }
        self.note_backtrace(pc);
        let context = self.context(&ball);
        let formal = self.formal(ball);
        self.running = blame::NOTHING;
        self.mem.new_struct(known::ERROR, &[formal, context])
    }

    /// Whether a term is an error that has not been thrown before.
    fn is_fresh_error(&self, term: Cell) -> bool {
        let args = self.mem.match_struct(term, known::ERROR, 2);
        args.is_some_and(|args| self.mem.deref(args.get(&self.mem, 1)).is_var())
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
            Ball::Halt(_) | Ball::Interrupt => atom(known::ABORT),
        }
    }

    fn compound_of_text(&mut self, name: Atom, text: &str) -> Cell {
        let text = self.atom(text);
        self.mem.new_struct(name, &[text])
    }

    /// The second part of an error: a list of `Key-Value` pairs.
    fn context(&mut self, ball: &Ball) -> Cell {
        let mut pairs = Vec::new();
        if let Some(functor) = self.blamed() {
            let indicator = self.indicator(functor);
            pairs.push(self.pair("predicate", indicator));
        }
        if let Ball::Syntax(error) = ball {
            self.syntax_context(error, &mut pairs);
        }
        if pairs.is_empty() {
            return self.mem.new_var();
        }
        self.mem.list(&pairs)
    }

    fn syntax_context(&mut self, error: &SyntaxError, pairs: &mut Vec<Cell>) {
        let message = self.mem.new_string(&error.message);
        pairs.push(self.pair("message", message));
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
    }

    /// The term `key-value`.
    fn pair(&mut self, key: &str, value: Cell) -> Cell {
        let key = self.atom(key);
        self.mem.new_struct(known::MINUS, &[key, value])
    }

    fn blamed(&self) -> Option<Functor> {
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

    /// Notes the addresses from `pc` outwards.
    fn note_backtrace(&mut self, pc: Address) {
        self.backtrace.clear();
        self.backtrace.push(pc);
        self.backtrace.push(self.cp);
        let mut environment = self.e;
        while environment > 0 && self.backtrace.len() < MAX_FRAMES {
            self.backtrace
                .push(self.environment_word(environment + 8) as Address);
            environment = self.environment_word(environment);
        }
    }

    /// The way to the last error, innermost first. Frames that were reused by
    /// last calls are not there any more.
    pub fn last_backtrace(&self) -> Vec<Frame> {
        let mut frames: Vec<Frame> = Vec::new();
        for &address in &self.backtrace {
            if let Some(frame) = self.frame_at(address)
                && frames.last() != Some(&frame)
            {
                frames.push(frame);
            }
        }
        frames
    }

    /// The clause that an address lies in.
    fn frame_at(&self, address: Address) -> Option<Frame> {
        for (_, predicate) in self.db.predicates() {
            for slot in predicate.clauses.visible(self.db.generation) {
                let clause = &predicate.clauses.get(slot).clause;
                let Some(code) = clause.code.get() else {
                    continue;
                };
                if !code.contains(address) {
                    continue;
                }
                let offset = code.offset_of(address);
                let goal = code.places.iter().find(|&&(at, _)| at >= offset);
                return Some(Frame {
                    module: predicate.module,
                    functor: predicate.functor,
                    file: clause.source.as_ref().and_then(|source| source.file),
                    line: clause.source.as_ref().map_or(0, |source| source.line),
                    goal: goal.map(|&(_, goal)| goal),
                });
            }
        }
        None
    }

    /// All code addresses in frames and registers, sorted.
    pub(super) fn frame_addresses(&self) -> Vec<u64> {
        let mut addresses = vec![self.cp as u64];
        self.environment_addresses(self.e, &mut addresses);
        let mut b = self.b;
        while b > 0 {
            addresses.push(self.field(b, Field::Alternative));
            addresses.push(self.field(b, Field::Continuation));
            self.environment_addresses(self.field(b, Field::Environment), &mut addresses);
            b = self.field(b, Field::Previous);
        }
        addresses.sort_unstable();
        addresses.dedup();
        addresses
    }

    fn environment_addresses(&self, mut environment: u64, addresses: &mut Vec<u64>) {
        while environment > 0 {
            addresses.push(self.environment_word(environment + 8));
            environment = self.environment_word(environment);
        }
    }
}
