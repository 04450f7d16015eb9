//! Slips that can be told from a clause alone: what it says is possible, but
//! not likely to be meant.

use super::place::SourceClause;
use crate::atom::{Atom, known};
use crate::diagnostic::{Diagnostic, Severity, Span};
use crate::engine::machine::Machine;
use crate::syntax::reader::{ReadTerm, VariableOccurrence};
use crate::syntax::write_options::WriteOptions;
use crate::term::cell::{Cell, Functor};

/// A slip, and the subterm it is about.
struct Slip {
    diagnostic: Diagnostic,
    term: Cell,
}

fn warning(code: &'static str, message: String, help: String) -> Diagnostic {
    Diagnostic::new(Severity::Warning, code, message).help(help)
}

impl Machine {
    /// Warns about slips in a rule that was read.
    pub(super) fn check_slips(&mut self, read: &ReadTerm) {
        let Some(args) = self.mem.match_struct(read.term, known::NECK, 2) else {
            return self.check_fact(read);
        };
        let head = self.mem.deref(args.get(&self.mem, 0));
        let goals = self.flat_goals(args.get(&self.mem, 1));
        let mut slips = Vec::new();
        for (index, &goal) in goals.iter().enumerate() {
            slips.extend(self.never_holds(read, goal));
            slips.extend(self.compared_sum(goal));
            slips.extend(self.unbound_negation(read, head, &goals, index));
        }
        slips.extend(self.uncomputed(read, head, &goals));
        if slips.is_empty() {
            return;
        }
        let top = self.mem.heap_used();
        let clause = self.current_clause();
        for slip in slips {
            let mut diagnostic = slip.diagnostic;
            let clause = clause.as_ref();
            diagnostic.span = clause.and_then(|clause| self.slip_span(read, clause, slip.term));
            self.report_here(diagnostic);
        }
        self.mem.truncate(top);
    }

    /// What is likely not to be meant in a query with this goal.
    pub fn query_remarks(&self, read: &ReadTerm, goal: Cell) -> Vec<Diagnostic> {
        let mut remarks: Vec<Diagnostic> = marked_twice(read)
            .map(|variable| twice_marked(variable).at(query_span(variable)))
            .collect();
        let goals = self.flat_goals(goal);
        let nothing = Cell::atom(known::TRUE);
        for (index, &goal) in goals.iter().enumerate() {
            let slips = [
                self.never_holds(read, goal),
                self.compared_sum(goal),
                self.unbound_negation(read, nothing, &goals, index),
            ];
            let slips = slips.into_iter().flatten();
            remarks.extend(slips.map(|slip| slip.diagnostic));
        }
        remarks
    }

    /// The goals of a body, those of control constructs in their order.
    fn flat_goals(&self, body: Cell) -> Vec<Cell> {
        let constructs = [
            known::COMMA,
            known::SEMICOLON,
            known::ARROW,
            known::SOFT_ARROW,
        ];
        let mut goals = Vec::new();
        let mut todo = vec![body];
        while let Some(goal) = todo.pop() {
            let goal = self.mem.deref(goal);
            match self.mem.compound(goal) {
                Some((functor, args))
                    if functor.arity() == 2 && constructs.contains(&functor.name()) =>
                {
                    todo.extend(args.iter(&self.mem).rev());
                }
                _ => goals.push(goal),
            }
        }
        goals
    }

    /// `X is X + 1` and `X = X + 1`.
    fn never_holds(&self, read: &ReadTerm, goal: Cell) -> Option<Slip> {
        let (functor, args) = self.mem.compound(goal)?;
        if functor.arity() != 2 {
            return None;
        }
        let left = self.mem.deref(args.get(&self.mem, 0));
        let name = name_of(read, left)?;
        let right = self.mem.deref(args.get(&self.mem, 1));
        let message = match functor.name() {
            known::IS if self.is_step(right, left) => {
                format!("this never holds: `{name}` is one number and cannot be another")
            }
            known::EQUALS if self.is_expression_of(right, left) => {
                format!("`=` computes nothing, and `{name}` cannot be a part of itself")
            }
            _ => return None,
        };
        let help =
            format!("a variable never changes its value: take a new one, as in `{name}1 is ...`");
        Some(Slip {
            diagnostic: warning("W0301", message, help),
            term: goal,
        })
    }

    /// `X == 3 + 4`
    fn compared_sum(&self, goal: Cell) -> Option<Slip> {
        let (functor, args) = self.mem.compound(goal)?;
        let instead = match functor.name() {
            known::IDENTICAL => "=:=",
            known::NOT_IDENTICAL => "=\\=",
            _ => return None,
        };
        let mut sides = args.iter(&self.mem);
        let sum = sides
            .find(|&side| self.is_sum(side))
            .filter(|_| functor.arity() == 2)?;
        let (name, sum) = (self.text(functor.name()), self.shown(sum));
        Some(Slip {
            diagnostic: warning(
                "W0306",
                format!("`{name}` computes nothing: this compares with the term `{sum}`"),
                format!("`{instead}` compares the values of expressions"),
            ),
            term: goal,
        })
    }

    /// Whether a term is an arithmetic expression of numbers.
    fn is_sum(&self, term: Cell) -> bool {
        let Some((functor, args)) = self.mem.compound(term) else {
            return false;
        };
        let is_number = |arg: Cell| self.mem.number(self.mem.deref(arg)).is_some();
        functor.arity() == 2 && self.is_evaluable(functor) && args.iter(&self.mem).all(is_number)
    }

    /// Whether a term is the sum or difference of a variable and a number that
    /// is not zero.
    fn is_step(&self, term: Cell, variable: Cell) -> bool {
        let Some((functor, args)) = self.mem.compound(term) else {
            return false;
        };
        let is_sum = functor == Functor::new(known::PLUS, 2);
        if !is_sum && functor != Functor::new(known::MINUS, 2) {
            return false;
        }
        let one = self.mem.deref(args.get(&self.mem, 0));
        let other = self.mem.deref(args.get(&self.mem, 1));
        let is_other = |cell: Cell| cell.is_small() && cell.small_value() != 0;
        one == variable && is_other(other) || is_sum && other == variable && is_other(one)
    }

    /// Whether a term is an arithmetic expression with a variable in it.
    fn is_expression_of(&self, term: Cell, variable: Cell) -> bool {
        let functor = self.mem.compound(term).map(|(functor, _)| functor);
        functor.is_some_and(|functor| self.is_evaluable(functor))
            && self.mem.occurs_in(variable, term)
    }

    fn is_evaluable(&self, functor: Functor) -> bool {
        self.arith.evaluables.find_functor(functor).is_some()
    }

    /// `\+ p(X), q(X)`: the first goal does not ask for an `X` that the second gives.
    fn unbound_negation(
        &self,
        read: &ReadTerm,
        head: Cell,
        goals: &[Cell],
        index: usize,
    ) -> Option<Slip> {
        // `\+ \+ p(X)` asks whether there is one, and wants no value.
        let inner = self.negated(goals[index])?;
        if self.negated(inner).is_some() {
            return None;
        }
        let variables = self.mem.term_variables(goals[index]);
        let variable = variables.into_iter().find(|&variable| {
            let is_in = |goal: &Cell| self.mem.occurs_in(variable, *goal);
            let is_later = goals[index + 1..].iter().any(is_in);
            is_later && !is_in(&head) && !goals[..index].iter().any(is_in)
        })?;
        let name = name_of(read, variable)?;
        Some(Slip {
            diagnostic: warning(
                "W0304",
                format!("`{name}` has no value yet in this negation, and gets none from it"),
                format!("put the negation behind the goal that gives `{name}` a value"),
            ),
            term: goals[index],
        })
    }

    /// The goal that a negation negates.
    fn negated(&self, goal: Cell) -> Option<Cell> {
        let (functor, args) = self.mem.compound(goal)?;
        let name = functor.name();
        let is_negation =
            functor.arity() == 1 && (name == known::NOT_PROVABLE || self.text(name) == "not");
        is_negation.then(|| self.mem.deref(args.get(&self.mem, 0)))
    }

    /// Arithmetic in the head of a recursive clause, or in its recursive call.
    fn uncomputed(&self, read: &ReadTerm, head: Cell, goals: &[Cell]) -> Option<Slip> {
        let (functor, head_args) = self.mem.compound(head)?;
        let call = *goals.iter().find(|&&goal| {
            self.mem
                .compound(goal)
                .is_some_and(|(own, _)| own == functor)
        })?;
        let (_, call_args) = self.mem.compound(call)?;
        let pairs = head_args.iter(&self.mem).zip(call_args.iter(&self.mem));
        for (in_head, in_call) in pairs {
            let (in_head, in_call) = (self.mem.deref(in_head), self.mem.deref(in_call));
            if let Some(slip) = self.uncomputed_pair(read, in_call, in_head, "W0303") {
                return Some(slip);
            }
            if let Some(slip) = self.uncomputed_pair(read, in_head, in_call, "W0302") {
                return Some(slip);
            }
        }
        None
    }

    /// `N + 1` at a place where the other of head and call has `N`.
    fn uncomputed_pair(
        &self,
        read: &ReadTerm,
        sum: Cell,
        plain: Cell,
        code: &'static str,
    ) -> Option<Slip> {
        let (functor, args) = self.mem.compound(sum)?;
        let signs = [known::PLUS, known::MINUS];
        if functor.arity() != 2 || !signs.contains(&functor.name()) || !plain.is_var() {
            return None;
        }
        let is_step = self.mem.deref(args.get(&self.mem, 0)) == plain
            && self.mem.deref(args.get(&self.mem, 1)).is_small();
        let name = name_of(read, plain).filter(|_| is_step)?;
        let step = self.mem.deref(args.get(&self.mem, 1)).small_value();
        let sum_text = format!("{name} {} {step}", self.text(functor.name()));
        let help = match code {
            "W0302" => format!(
                "write a variable `{name}1` here, and `{name} is {name}1 {} {step}` in the body",
                if functor.name() == known::PLUS {
                    "-"
                } else {
                    "+"
                }
            ),
            _ => format!("write `{name}1 is {sum_text}` before the call, and `{name}1` in it"),
        };
        Some(Slip {
            diagnostic: warning(
                code,
                format!("`{sum_text}` is a term here: nothing computes it"),
                help,
            ),
            term: sum,
        })
    }

    /// `a : b.`, which looks like a rule.
    fn check_fact(&mut self, read: &ReadTerm) {
        let Some(args) = self.mem.match_struct(read.term, known::COLON, 2) else {
            return;
        };
        let module = self.mem.deref(args.get(&self.mem, 0));
        if !module.is_atom() || self.db.module(module.atom_value()).is_some() {
            return;
        }
        let name: Atom = module.atom_value();
        let fact = self.shown(args.get(&self.mem, 1));
        let diagnostic = warning(
            "W0305",
            format!("this adds `{fact}` to a module `{}`", self.text(name)),
            "a rule is written `Head :- Body`".to_owned(),
        );
        self.report_here(diagnostic);
    }

    /// The rule being handled, with its places, if its file can be read again.
    pub(super) fn current_clause(&mut self) -> Option<SourceClause> {
        let context = self.loading.contexts.last()?;
        let file = context.text_file();
        let start = context.term.start;
        self.source_clause_at(file, start)
    }

    /// The place of a subterm of the clause that was read, found by its form in
    /// the clause read again.
    fn slip_span(&self, read: &ReadTerm, clause: &SourceClause, term: Cell) -> Option<Span> {
        let wanted = self.named_text(&read.variables, term);
        let found = clause.find(self, clause.root(), |subterm| {
            self.mem.compound(subterm.term).is_some()
                && self.named_text(&clause.variables, subterm.term) == wanted
        });
        found.map(|subterm| clause.span(subterm))
    }

    pub(super) fn named_text(&self, variables: &[VariableOccurrence], term: Cell) -> String {
        let names = variables
            .iter()
            .map(|named| (named.cell, named.name.clone()));
        let options = WriteOptions {
            variable_names: names.collect(),
            ..WriteOptions::writeq()
        };
        self.written(term, &options)
    }
}

/// The variables that are marked as occurring once, and occur again.
pub(super) fn marked_twice(read: &ReadTerm) -> impl Iterator<Item = &VariableOccurrence> {
    read.variables.iter().filter(|variable| {
        let second = variable.name.chars().nth(1);
        let is_marked = variable.name.starts_with('_') && second.is_some_and(char::is_uppercase);
        is_marked && variable.count > 1
    })
}

/// The warning about such a variable.
pub(super) fn twice_marked(variable: &VariableOccurrence) -> Diagnostic {
    let name = &variable.name;
    let times = match variable.count {
        2 => "twice".to_owned(),
        count => format!("{count} times"),
    };
    warning(
        "W0204",
        format!("`{name}` is marked as occurring once, but occurs {times}"),
        format!("call it `{}`", &name[1..]),
    )
}

/// The place of a variable in a query.
fn query_span(variable: &VariableOccurrence) -> Span {
    Span {
        file: "query".to_owned(),
        start: variable.first,
        length: variable.name.chars().count(),
        text: None,
    }
}

/// The name of a variable of a term that was read.
fn name_of(read: &ReadTerm, variable: Cell) -> Option<&str> {
    let named = read.variables.iter().find(|named| named.cell == variable);
    named.map(|named| &*named.name)
}
