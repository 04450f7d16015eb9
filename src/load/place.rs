//! Where the goals of a clause stand: the clause is read again from its file
//! when a message needs it.

use std::sync::Arc;

use super::wording::TABLED;
use crate::atom::{Atom, known};
use crate::diagnostic::Span;
use crate::engine::backtrace::{Asked, Frame};
use crate::engine::loading::LoadContext;
use crate::engine::machine::Machine;
use crate::error::Position;
use crate::host::OpenMode;
use crate::syntax::layout::{Layout, NodeKind};
use crate::syntax::reader::{
    ReadContext, ReadOptions, ReadTerm, VariableOccurrence, parse_text, read_term,
};
use crate::syntax::source::WholeText;
use crate::term::cell::{Cell, Functor};
use crate::term::view::Args;

/// Files beyond this size are not read again for a message.
const MAX_BYTES: usize = 64 << 20;

/// Texts of the host up to this size are kept for messages.
const MOST_KEPT: usize = 1 << 20;

/// A clause as it stands in its file.
pub struct SourceClause {
    /// The file.
    pub file: String,
    /// Its text from the line on where the clause starts.
    text: String,
    /// The number of that line.
    line: u32,
    /// The term.
    pub term: Cell,
    /// The places of its subterms.
    layout: Layout<Position>,
    /// Its named variables.
    pub variables: Vec<VariableOccurrence>,
    /// The goals of its body, in the order in which the compiler numbers them,
    /// from 1. Some numbers have no goal in the text.
    goals: Vec<Option<Subterm>>,
    /// Whether it is the goal of a query.
    is_query: bool,
}

/// The name that places in queries have in the place of that of a file.
pub const QUERY: &str = "query";

/// A subterm and its place.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Subterm {
    /// The term.
    pub term: Cell,
    /// The number of its node in the layout.
    pub node: u32,
}

impl Machine {
    /// The clause of a frame, if it can still be found in its file.
    pub fn source_clause(&mut self, frame: &Frame) -> Option<SourceClause> {
        let functor = frame.functor;
        self.clause_at(frame.file?, frame.line, |machine, read| {
            machine.defines(read.term, functor)
        })
    }

    /// The clause that starts at a place of a file.
    pub fn source_clause_at(&mut self, file: Atom, start: Position) -> Option<SourceClause> {
        self.clause_at(file, start.line, |_, read| {
            read.start.column == start.column
        })
    }

    /// The clause that starts in a line of a file and is the one wanted.
    fn clause_at(
        &mut self,
        file: Atom,
        line: u32,
        is_wanted: impl Fn(&Machine, &ReadTerm) -> bool,
    ) -> Option<SourceClause> {
        if self.has_changed(file) {
            return None;
        }
        let path = self.text(file).to_owned();
        let text = self.file_text(&path)?;
        let start = line_start(&text, line)?;
        let text = text[start..].to_owned();
        let read = self.read_wanted(&text, is_wanted)?;
        self.source_of(read, path, text, line)
    }

    /// Whether a file has changed since it was loaded.
    fn has_changed(&self, file: Atom) -> bool {
        let is_loading = |context: &LoadContext| {
            context.file == file || context.included.iter().any(|inner| inner.0 == file)
        };
        if self.loading.contexts.iter().any(is_loading) {
            return false;
        }
        let Some(loaded) = self.loading.files.get(&file) else {
            return false;
        };
        if loaded.text.is_some() {
            return false;
        }
        let info = self.host.info(self.text(file));
        info.map_or(true, |info| info.modified != loaded.modified)
    }

    /// Keeps the text that has been loaded under the name of a file, for messages.
    pub fn keep_text(&mut self, file: Atom, text: &str) {
        let files = Arc::make_mut(&mut self.loading.files);
        if let Some(loaded) = files.get_mut(&file) {
            loaded.text = (text.len() <= MOST_KEPT).then(|| text.into());
        }
    }

    /// The whole text of a file.
    pub fn file_text(&mut self, path: &str) -> Option<String> {
        let file = self.atoms.find(path);
        let kept = file.and_then(|file| self.loading.files.get(&file)?.text.as_deref());
        if let Some(text) = kept {
            return Some(text.to_owned());
        }
        let mut device = self.host.open(path, OpenMode::Read).ok()?;
        let mut bytes = Vec::new();
        let mut buffer = vec![0; 64 << 10];
        loop {
            match device.read(&mut buffer).ok()? {
                0 => return String::from_utf8(bytes).ok(),
                count => bytes.extend_from_slice(&buffer[..count]),
            }
            if bytes.len() > MAX_BYTES {
                return None;
            }
        }
    }

    /// The first wanted clause of those that start on the first line of `text`.
    fn read_wanted(
        &mut self,
        text: &str,
        is_wanted: impl Fn(&Machine, &ReadTerm) -> bool,
    ) -> Option<ReadTerm> {
        let mut source = WholeText::new(text);
        loop {
            let mut context = ReadContext {
                options: ReadOptions {
                    layout: true,
                    ..ReadOptions::default()
                },
                ..ReadContext::plain(&mut self.mem, &mut self.atoms, &self.ops, &self.flags)
            };
            let read = read_term(&mut source, &mut context).ok()??;
            if read.start.line > 1 {
                return None;
            }
            if is_wanted(self, &read) {
                return Some(read);
            }
        }
    }

    /// Whether a clause or grammar rule is one of `functor`.
    fn defines(&self, clause: Cell, functor: Functor) -> bool {
        let grammar = self.mem.match_struct(clause, known::DCG_ARROW, 2);
        let rule = self.mem.match_struct(clause, known::NECK, 2);
        let head = match grammar.or(rule) {
            Some(args) => args.get(&self.mem, 0),
            None => clause,
        };
        let Ok((_, head)) = self.strip_module(head, known::USER) else {
            return false;
        };
        let extra = if grammar.is_some() { 2 } else { 0 };
        let is_named = |own: Functor| {
            let tabled = || self.text(functor.name()).strip_suffix(TABLED);
            own.name() == functor.name() || tabled() == Some(self.text(own.name()))
        };
        self.mem
            .callable(head)
            .is_some_and(|(own, _)| own.arity() + extra == functor.arity() && is_named(own))
    }

    /// The goal of a query that has been asked.
    pub(super) fn source_query(&mut self, asked: &Asked) -> Option<SourceClause> {
        // What stands before it on its first line is not known.
        let text = " ".repeat(asked.start.column as usize) + &asked.text;
        let options = ReadOptions {
            layout: true,
            ..ReadOptions::default()
        };
        let mut context = ReadContext {
            options,
            ..ReadContext::plain(&mut self.mem, &mut self.atoms, &self.ops, &self.flags)
        };
        let read = parse_text(&text, &mut context).ok()?;
        let mut query = self.source_of(read, QUERY.to_owned(), text, asked.start.line)?;
        query.is_query = true;
        let root = query.root();
        let goal = match self.mem.match_struct(query.term, known::QUERY, 1) {
            Some(_) => query.argument(self, root, 0)?,
            None => root,
        };
        query.goals = GoalWalk::new(self, &query).run(goal);
        Some(query)
    }

    fn source_of(
        &self,
        read: ReadTerm,
        file: String,
        text: String,
        line: u32,
    ) -> Option<SourceClause> {
        let layout = read.layout?;
        let mut clause = SourceClause {
            file,
            text,
            line,
            term: read.term,
            layout,
            variables: read.variables,
            goals: Vec::new(),
            is_query: false,
        };
        if let Some(body) = clause.body(self) {
            clause.goals = GoalWalk::new(self, &clause).run(body);
        }
        Some(clause)
    }
}

impl SourceClause {
    /// The whole clause.
    pub fn root(&self) -> Subterm {
        Subterm {
            term: self.term,
            node: self.layout.root(),
        }
    }

    /// Whether a variable occurs in the head of the clause.
    pub fn is_in_head(&self, machine: &Machine, variable: Cell) -> bool {
        !self.is_query && machine.mem.occurs_in(variable, self.head(machine).term)
    }

    /// The head of the clause.
    pub fn head(&self, machine: &Machine) -> Subterm {
        let root = self.root();
        match self.is_rule(machine) {
            true => self.argument(machine, root, 0).unwrap_or(root),
            false => root,
        }
    }

    /// The body of the clause, if it has one.
    pub fn body(&self, machine: &Machine) -> Option<Subterm> {
        match self.is_rule(machine) {
            true => self.argument(machine, self.root(), 1),
            false => None,
        }
    }

    fn is_rule(&self, machine: &Machine) -> bool {
        [known::NECK, known::DCG_ARROW]
            .iter()
            .any(|&name| machine.mem.match_struct(self.term, name, 2).is_some())
    }

    /// Argument `index` of a compound, counted from 0.
    pub fn argument(&self, machine: &Machine, of: Subterm, index: usize) -> Option<Subterm> {
        let (_, args) = machine.mem.compound(of.term)?;
        let node = self.peeled(of.node);
        let children = self.layout.children(node);
        let is_plain = matches!(
            self.layout.node(node).kind,
            NodeKind::Compound { .. } | NodeKind::Brace
        );
        if !is_plain || children.len() != args.len() {
            return None;
        }
        Some(Subterm {
            term: machine.mem.deref(args.get(&machine.mem, index)),
            node: children[index],
        })
    }

    /// The node inside all parentheses.
    fn peeled(&self, mut node: u32) -> u32 {
        while let (NodeKind::Parentheses, [inner]) =
            (self.layout.node(node).kind, self.layout.children(node))
        {
            node = *inner;
        }
        node
    }

    /// The goal with this number.
    pub fn goal(&self, number: u32) -> Option<Subterm> {
        *self.goals.get((number as usize).checked_sub(1)?)?
    }

    /// The goals that stand in the text, in order.
    pub fn goals(&self) -> impl Iterator<Item = Subterm> + '_ {
        self.goals.iter().copied().flatten()
    }

    /// The goal that a frame is about.
    pub fn goal_of(&self, machine: &Machine, frame: &Frame) -> Option<Subterm> {
        let is_callee = |goal: &Subterm| match frame.callee {
            Some(callee) => machine.calls(goal.term, callee),
            None => true,
        };
        let numbered = frame.goal.and_then(|number| self.goal(number));
        numbered.filter(is_callee).or_else(|| {
            frame.callee?;
            self.goals().find(is_callee)
        })
    }

    /// The only goal that has a closure of `callee` as its argument, such as `succ` in
    /// `maplist(succ, Xs, Ys)`.
    pub fn closure_of(&self, machine: &Machine, callee: Functor) -> Option<Subterm> {
        let is_closure = |term: Cell| {
            let functor = machine.mem.callable(term).map(|(functor, _)| functor);
            functor.is_some_and(|f| f.name() == callee.name() && f.arity() < callee.arity())
        };
        let has_closure = |goal: &Subterm| {
            let arguments = machine.mem.compound(goal.term).map(|(_, args)| args);
            arguments.is_some_and(|args| {
                let mut args = args.iter(&machine.mem);
                args.any(|arg| is_closure(machine.mem.deref(arg)))
            })
        };
        let mut goals = self.goals().filter(has_closure);
        goals.next().filter(|_| goals.next().is_none())
    }

    /// Where a variable occurs first below `term`.
    pub fn occurrence(&self, machine: &Machine, term: Subterm, var: Cell) -> Option<Subterm> {
        self.find(machine, term, |at| machine.mem.deref(at.term) == var)
    }

    /// The first subterm of `term` that is the one wanted; those in lists are
    /// passed over.
    pub fn find(
        &self,
        machine: &Machine,
        term: Subterm,
        is_wanted: impl Fn(Subterm) -> bool,
    ) -> Option<Subterm> {
        self.subterms(machine, term).find(|&at| is_wanted(at))
    }

    /// A term and its subterms, but for those in lists.
    pub fn subterms<'s>(
        &'s self,
        machine: &'s Machine,
        term: Subterm,
    ) -> impl Iterator<Item = Subterm> + 's {
        let mut todo = vec![term];
        std::iter::from_fn(move || {
            let at = todo.pop()?;
            let args = machine.mem.compound(at.term).map(|(_, args)| args);
            let count = args.map_or(0, Args::len);
            todo.extend(
                (0..count)
                    .rev()
                    .filter_map(|index| self.argument(machine, at, index)),
            );
            Some(at)
        })
    }

    /// The place of a subterm, up to the end of its line.
    pub fn span(&self, subterm: Subterm) -> Span {
        let node = self.layout.node(subterm.node);
        self.span_between(node.start, node.end)
    }

    fn span_between(&self, start: Position, end: Position) -> Span {
        let line = self.text.lines().nth(start.line as usize - 1).unwrap_or("");
        let to = match end.line == start.line {
            true => end.column as usize,
            false => line.trim_end().chars().count(),
        };
        Span {
            file: self.file.clone(),
            start: Position {
                line: start.line + self.line - 1,
                ..start
            },
            length: to.saturating_sub(start.column as usize).max(1),
            text: Some(line.to_owned()),
        }
    }

    /// Whether one subterm stands inside another.
    pub fn contains(&self, outer: Subterm, inner: Subterm) -> bool {
        let (outer, inner) = (self.layout.node(outer.node), self.layout.node(inner.node));
        outer.start.byte <= inner.start.byte && inner.end.byte <= outer.end.byte
    }

    /// A subterm as it is written, if it stands on one line.
    pub fn written(&self, subterm: Subterm) -> Option<&str> {
        let node = self.layout.node(subterm.node);
        let text = &self.text[node.start.byte as usize..node.end.byte as usize];
        (node.start.line == node.end.line).then_some(text)
    }

    /// The name of a variable.
    pub fn name(&self, var: Cell) -> Option<&str> {
        let named = self.variables.iter().find(|named| named.cell == var);
        named.map(|named| &*named.name)
    }
}

impl Machine {
    /// Whether a goal in the text is a call of `callee`; a nonterminal has two
    /// arguments less.
    pub(super) fn calls(&self, goal: Cell, callee: Functor) -> bool {
        if self.mem.deref(goal).is_var() {
            return callee == Functor::new(known::CALL, 1);
        }
        let Some((functor, _)) = self.mem.callable(goal) else {
            return callee.name() == known::CALL;
        };
        functor.name() == callee.name()
            && (functor.arity() == callee.arity() || functor.arity() + 2 == callee.arity())
    }
}

/// Collects the goals of a body in the order of their numbers.
struct GoalWalk<'a> {
    machine: &'a Machine,
    clause: &'a SourceClause,
    found: Vec<Option<Subterm>>,
    todo: Vec<Option<Subterm>>,
}

impl GoalWalk<'_> {
    fn new<'a>(machine: &'a Machine, clause: &'a SourceClause) -> GoalWalk<'a> {
        GoalWalk {
            machine,
            clause,
            found: Vec::new(),
            todo: Vec::new(),
        }
    }

    fn run(mut self, body: Subterm) -> Vec<Option<Subterm>> {
        self.todo.push(Some(body));
        while let Some(next) = self.todo.pop() {
            match next {
                Some(goal) => self.goal(goal),
                None => self.found.push(None),
            }
        }
        self.found
    }

    /// One goal: it is numbered unless it is transparent, and what is in it comes next.
    fn goal(&mut self, goal: Subterm) {
        let name = self.machine.mem.callable(goal.term);
        let functor = name.map(|(functor, _)| (functor.name(), functor.arity()));
        match functor {
            Some((known::TRUE, 0)) => {}
            Some((known::COMMA, 2)) => self.inside(goal, &[0, 1], None),
            Some((known::COLON, 2)) => self.inside(goal, &[1], None),
            Some((known::SOFT_ARROW, 2)) => self.inside(goal, &[0, 1], None),
            Some((known::CURLY, 1)) => self.inside(goal, &[0], None),
            Some((known::ARROW, 2)) => {
                self.found.push(Some(goal));
                self.inside(goal, &[0, 1], Some(known::FAIL));
            }
            Some((known::SEMICOLON | known::BAR, 2)) => self.disjunction(goal),
            Some((known::NOT_PROVABLE, 1)) => {
                self.found.push(Some(goal));
                self.inside(goal, &[0], None);
            }
            Some((name @ (known::ONCE | known::IGNORE), 1)) if self.has_body(goal, 0) => {
                self.found.push(Some(goal));
                self.inside(goal, &[0], (name == known::ONCE).then_some(known::FAIL));
            }
            Some((known::FORALL, 2)) if self.has_body(goal, 0) && self.has_body(goal, 1) => {
                self.found.push(Some(goal));
                self.inside(goal, &[1], None);
                // The action stands in a negation of its own.
                self.todo.push(None);
                self.inside(goal, &[0], None);
            }
            Some((known::CALL, 1)) if self.has_body(goal, 0) => {
                self.inside(goal, &[0], None);
            }
            _ => self.found.push(Some(goal)),
        }
    }

    /// The arguments that are goals come next; `last` is a goal behind them that
    /// has no place in the text.
    fn inside(&mut self, goal: Subterm, indices: &[usize], last: Option<Atom>) {
        if last.is_some() {
            self.todo.push(None);
        }
        for &index in indices.iter().rev() {
            let inner = self.clause.argument(self.machine, goal, index);
            self.todo.extend(inner.map(Some));
        }
    }

    fn has_body(&self, goal: Subterm, index: usize) -> bool {
        let inner = self.clause.argument(self.machine, goal, index);
        inner.is_some_and(|inner| self.machine.mem.callable(inner.term).is_some())
    }

    fn disjunction(&mut self, goal: Subterm) {
        self.found.push(Some(goal));
        let (clause, machine) = (self.clause, self.machine);
        let Some(left) = clause.argument(machine, goal, 0) else {
            return;
        };
        let is_arrow = |subterm: Subterm| {
            [known::ARROW, known::SOFT_ARROW]
                .iter()
                .any(|&name| machine.mem.match_struct(subterm.term, name, 2).is_some())
        };
        if is_arrow(left) {
            self.todo
                .extend(clause.argument(machine, goal, 1).map(Some));
            return self.inside(left, &[0, 1], None);
        }
        let mut branches = vec![left];
        let mut rest = clause.argument(machine, goal, 1);
        while let Some(at) = rest {
            rest = None;
            let inner = machine.mem.match_struct(at.term, known::SEMICOLON, 2);
            match inner.and(clause.argument(machine, at, 0)) {
                Some(first) if !is_arrow(first) => {
                    branches.push(first);
                    rest = clause.argument(machine, at, 1);
                }
                _ => branches.push(at),
            }
        }
        self.todo.extend(branches.into_iter().rev().map(Some));
    }
}

/// Where the line with this number starts, counted from 1.
fn line_start(text: &str, line: u32) -> Option<usize> {
    match line {
        0 => None,
        1 => Some(0),
        _ => text
            .match_indices('\n')
            .nth(line as usize - 2)
            .map(|(at, _)| at + 1),
    }
}
