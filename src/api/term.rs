//! Terms that belong to no engine.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::build::Heap;
use super::refer::TermRef;
use crate::atom::HostValue;
use crate::number::Number;
use crate::term::cell::Cell;
use crate::term::text::end_within;
use crate::term::view::View;

/// A term, owned and independent of any engine.
///
/// A clone shares the nodes, and so does a term that is put into another one.
/// Terms may be nested as deep as memory allows, and those that come from an
/// engine may be cyclic.
///
/// ```
/// use luminy::api::term::Term;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let point: Term = "point(3, [a, 'b c'|T])".parse()?;
/// assert_eq!(point.name(), Some("point"));
/// assert_eq!(point.argument(0).and_then(|x| x.as_i64()), Some(3));
/// assert_eq!(point.to_string(), "point(3, [a, 'b c'|T])");
///
/// let built = Term::compound("edge", [Term::atom("oslo"), Term::from(7)]);
/// assert_eq!(built, "edge(oslo, 7)".parse()?);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Term {
    pub(super) nodes: Arc<Nodes>,
    pub(super) root: u32,
}

/// The nodes of a term.
#[derive(Default)]
pub(super) struct Nodes {
    pub(super) nodes: Vec<Node>,
    /// The arguments of all compounds, one after the other.
    pub(super) arguments: Vec<u32>,
}

/// A part of a term.
#[derive(Clone)]
pub(super) enum Node {
    Variable(Arc<str>),
    Atom(Arc<str>),
    Number(Number),
    Text(Arc<str>),
    Compound(Arc<str>, Range<usize>),
    Opaque(Arc<str>, HostValue),
    /// A term with nodes of its own.
    Link(Term),
}

/// What a term is.
#[derive(Clone, Debug, PartialEq)]
pub enum TermKind<'a> {
    /// A variable without value.
    Variable,
    /// An atom.
    Atom(&'a str),
    /// A number of any kind.
    Number(Number),
    /// A string.
    Text(&'a str),
    /// A compound: its name and the number of its arguments. List cells are
    /// named `.` and have two.
    Compound(&'a str, usize),
    /// A value of the host; how it is written.
    Opaque(&'a str),
}

/// The name of list cells.
pub(super) const LIST_CELL: &str = ".";

/// Terms with more nodes are shared rather than copied when they become part of
/// another one.
const COPIED: usize = 32;

impl Nodes {
    pub(super) fn push(&mut self, node: Node) -> u32 {
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    /// A compound of nodes; an atom if there are no arguments.
    pub(super) fn compound(&mut self, name: &str, arguments: &[u32]) -> u32 {
        if arguments.is_empty() {
            return self.push(Node::Atom(name.into()));
        }
        let start = self.arguments.len();
        self.arguments.extend_from_slice(arguments);
        self.push(Node::Compound(name.into(), start..self.arguments.len()))
    }

    /// A term as a part of this one.
    pub(super) fn term(&mut self, term: &Term) -> u32 {
        if term.nodes.nodes.len() > COPIED {
            return self.push(Node::Link(term.clone()));
        }
        let (shift, base) = (self.nodes.len() as u32, self.arguments.len());
        self.arguments
            .extend(term.nodes.arguments.iter().map(|at| at + shift));
        self.nodes
            .extend(term.nodes.nodes.iter().cloned().map(|node| match node {
                Node::Compound(name, range) => {
                    Node::Compound(name, range.start + base..range.end + base)
                }
                other => other,
            }));
        term.root + shift
    }

    pub(super) fn finish(self, root: u32) -> Term {
        match &self.nodes[root as usize] {
            Node::Link(term) => term.clone(),
            _ => Term {
                nodes: Arc::new(self),
                root,
            },
        }
    }
}

impl Drop for Nodes {
    /// Terms linked in a long chain are dropped one after the other.
    fn drop(&mut self) {
        let mut todo: Vec<Arc<Nodes>> = take_links(&mut self.nodes);
        while let Some(nodes) = todo.pop() {
            if let Some(mut nodes) = Arc::into_inner(nodes) {
                todo.extend(take_links(&mut nodes.nodes));
            }
        }
    }
}

fn take_links(nodes: &mut Vec<Node>) -> Vec<Arc<Nodes>> {
    let links = nodes.drain(..).filter_map(|node| match node {
        Node::Link(term) => Some(term.nodes),
        _ => None,
    });
    links.collect()
}

impl Term {
    fn single(node: Node) -> Term {
        let mut nodes = Nodes::default();
        let root = nodes.push(node);
        nodes.finish(root)
    }

    /// An atom.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!(Term::atom("two words").to_string(), "'two words'");
    /// ```
    pub fn atom(name: &str) -> Term {
        Term::single(Node::Atom(name.into()))
    }

    /// A string.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!(Term::string("text").to_string(), "\"text\"");
    /// ```
    pub fn string(text: &str) -> Term {
        Term::single(Node::Text(text.into()))
    }

    /// A variable. Those of one name in a term are one variable, but for `_`, each of
    /// which is another one.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert!(Term::variable("X").is_variable());
    /// ```
    pub fn variable(name: &str) -> Term {
        Term::single(Node::Variable(name.into()))
    }

    /// A compound; an atom if there are no arguments.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// let sum = Term::compound("+", [Term::from(1), Term::variable("X")]);
    /// assert_eq!(sum.to_string(), "1+X");
    /// ```
    pub fn compound(name: &str, arguments: impl IntoIterator<Item = Term>) -> Term {
        let mut nodes = Nodes::default();
        let arguments: Vec<u32> = arguments
            .into_iter()
            .map(|term| nodes.term(&term))
            .collect();
        let root = nodes.compound(name, &arguments);
        nodes.finish(root)
    }

    /// A list.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!(Term::list((1..=3).map(Term::from)).to_string(), "[1, 2, 3]");
    /// ```
    pub fn list(items: impl IntoIterator<Item = Term>) -> Term {
        let mut nodes = Nodes::default();
        let items: Vec<u32> = items.into_iter().map(|term| nodes.term(&term)).collect();
        let mut rest = nodes.push(Node::Atom("[]".into()));
        for item in items.into_iter().rev() {
            rest = nodes.compound(LIST_CELL, &[item, rest]);
        }
        nodes.finish(rest)
    }

    /// A list with a tail.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// let open = Term::partial_list([Term::from(1)], Term::variable("T"));
    /// assert_eq!(open.to_string(), "[1|T]");
    /// ```
    pub fn partial_list(items: impl IntoIterator<Item = Term>, tail: Term) -> Term {
        let mut nodes = Nodes::default();
        let items: Vec<u32> = items.into_iter().map(|term| nodes.term(&term)).collect();
        let mut rest = nodes.term(&tail);
        for item in items.into_iter().rev() {
            rest = nodes.compound(LIST_CELL, &[item, rest]);
        }
        nodes.finish(rest)
    }

    /// The variable or atom of a name, which is a variable if it starts with a capital
    /// letter or `_`.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert!(Term::of_name("Size").is_variable());
    /// assert_eq!(Term::of_name("size").as_atom(), Some("size"));
    /// ```
    pub fn of_name(name: &str) -> Term {
        match name.starts_with(|c: char| c == '_' || c.is_uppercase()) {
            true => Term::variable(name),
            false => Term::atom(name),
        }
    }

    /// The term on the heap. Variables are called what `name` says, or `_` and a number.
    pub(super) fn of(
        heap: Heap<'_>,
        cell: Cell,
        name: &mut dyn FnMut(Cell) -> Option<String>,
    ) -> Term {
        Copier::new(heap, usize::MAX).run(cell, name)
    }

    /// The same with atoms `...` in the place of compounds once there are so many
    /// subterms.
    pub(super) fn of_within(heap: Heap<'_>, cell: Cell, most: usize) -> Term {
        Copier::new(heap, most).run(cell, &mut |_| None)
    }

    /// The term to look at without owning it.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// let term: Term = "f(x, Y)".parse().unwrap();
    /// assert!(term.view().argument(1).unwrap().is_variable());
    /// ```
    pub fn view(&self) -> TermRef<'_> {
        TermRef::owned(&self.nodes, self.root)
    }

    /// What the term is.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// use luminy::api::term::TermKind;
    /// assert_eq!(Term::atom("a").kind(), TermKind::Atom("a"));
    /// ```
    pub fn kind(&self) -> TermKind<'_> {
        self.view().kind()
    }

    /// Whether the term is a variable.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert!(Term::variable("X").is_variable());
    /// ```
    pub fn is_variable(&self) -> bool {
        self.view().is_variable()
    }

    /// The name of a variable.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!(Term::variable("X").variable_name(), Some("X"));
    /// ```
    pub fn variable_name(&self) -> Option<&str> {
        match &self.nodes.nodes[self.root as usize] {
            Node::Variable(name) => Some(name),
            _ => None,
        }
    }

    /// The text of an atom.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!(Term::atom("a").as_atom(), Some("a"));
    /// assert_eq!(Term::string("a").as_atom(), None);
    /// ```
    pub fn as_atom(&self) -> Option<&str> {
        self.view().as_atom()
    }

    /// The text of a string.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!(Term::string("a").as_text(), Some("a"));
    /// ```
    pub fn as_text(&self) -> Option<&str> {
        self.view().as_text()
    }

    /// A number.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert!(Term::from(7).as_number().is_some());
    /// ```
    pub fn as_number(&self) -> Option<Number> {
        self.view().as_number()
    }

    /// An integer that fits.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!(Term::from(7).as_i64(), Some(7));
    /// ```
    pub fn as_i64(&self) -> Option<i64> {
        self.view().as_i64()
    }

    /// A float.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!("0.5".parse::<Term>().unwrap().as_f64(), Some(0.5));
    /// ```
    pub fn as_f64(&self) -> Option<f64> {
        self.view().as_f64()
    }

    /// The name of an atom or compound.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!("f(x)".parse::<Term>().unwrap().name(), Some("f"));
    /// ```
    pub fn name(&self) -> Option<&str> {
        self.view().name()
    }

    /// The number of arguments; 0 for all that is no compound.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!("f(x, y)".parse::<Term>().unwrap().arity(), 2);
    /// ```
    pub fn arity(&self) -> usize {
        self.view().arity()
    }

    /// An argument of a compound, counted from 0.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// let term: Term = "f(x, y)".parse().unwrap();
    /// assert_eq!(term.argument(1), Some(Term::atom("y")));
    /// ```
    pub fn argument(&self, index: usize) -> Option<Term> {
        match &self.nodes.nodes[self.root as usize] {
            Node::Compound(_, arguments) if index < arguments.len() => {
                Some(self.at(self.nodes.arguments[arguments.start + index]))
            }
            _ => None,
        }
    }

    fn at(&self, root: u32) -> Term {
        match &self.nodes.nodes[root as usize] {
            Node::Link(term) => term.clone(),
            _ => Term {
                nodes: self.nodes.clone(),
                root,
            },
        }
    }

    /// The items of a list that ends; nothing for other terms.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// let list: Term = "[1, 2]".parse().unwrap();
    /// assert_eq!(list.items().unwrap().len(), 2);
    /// ```
    pub fn items(&self) -> Option<Vec<Term>> {
        let items = self.view().items()?;
        Some(items.into_iter().map(|item| item.to_term()).collect())
    }
}

impl From<&Term> for Term {
    fn from(term: &Term) -> Term {
        term.clone()
    }
}

macro_rules! from_number {
    ($($type:ty),*) => {$(
        impl From<$type> for Term {
            fn from(value: $type) -> Term {
                Term::single(Node::Number(Number::from(value)))
            }
        }
    )*};
}

from_number!(i64, u64, f64, Number);

impl From<i32> for Term {
    fn from(value: i32) -> Term {
        Term::from(i64::from(value))
    }
}

impl PartialEq for Term {
    /// Whether both are written alike, names of variables included. (Cyclic terms
    /// are equal if nothing tells them apart.)
    fn eq(&self, other: &Term) -> bool {
        let mut seen = FxHashSet::default();
        let mut todo = vec![(self.view(), other.view())];
        while let Some((one, other)) = todo.pop() {
            if one.is_compound() && !seen.insert((one.identity(), other.identity())) {
                continue;
            }
            if one.arity() != other.arity() || !one.has_same_root(other) {
                return false;
            }
            todo.extend(one.arguments().zip(other.arguments()));
        }
        true
    }
}

impl fmt::Debug for Term {
    /// `Term(point(1, X))`, cut off if it is long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.to_string();
        match text.char_indices().nth(MOST_SHOWN) {
            Some((at, _)) => write!(f, "Term({}...)", &text[..at]),
            None => write!(f, "Term({text})"),
        }
    }
}

/// So many characters of a term are shown for debugging.
const MOST_SHOWN: usize = 1000;

/// Copies a term off the heap.
struct Copier<'h> {
    heap: Heap<'h>,
    nodes: Nodes,
    /// The nodes of variables and compounds met, by cell.
    known: FxHashMap<Cell, u32>,
    /// Compounds whose arguments are still to be made.
    todo: Vec<(Cell, u32)>,
    fresh: usize,
    /// The most nodes for compounds.
    most: usize,
}

/// The bytes of a string in a term that is cut off.
const MOST_BYTES: usize = 1 << 20;

/// What is left out.
const ELLIPSIS: &str = "...";

impl Copier<'_> {
    fn new(heap: Heap<'_>, most: usize) -> Copier<'_> {
        Copier {
            heap,
            nodes: Nodes::default(),
            known: FxHashMap::default(),
            todo: Vec::new(),
            fresh: 0,
            most,
        }
    }

    fn run(mut self, cell: Cell, name: &mut dyn FnMut(Cell) -> Option<String>) -> Term {
        let root = self.node(cell, name);
        while let Some((cell, node)) = self.todo.pop() {
            let mem = self.heap.mem;
            let start = self.nodes.arguments.len();
            let args = mem.args_of(cell);
            self.nodes.arguments.resize(start + args.len(), 0);
            for index in 0..args.len() {
                self.nodes.arguments[start + index] = self.node(args.get(mem, index), name);
            }
            if let Node::Compound(_, arguments) = &mut self.nodes.nodes[node as usize] {
                *arguments = start..self.nodes.arguments.len();
            }
        }
        self.nodes.finish(root)
    }

    /// The node of a cell; one that is met again is shared.
    fn node(&mut self, cell: Cell, name: &mut dyn FnMut(Cell) -> Option<String>) -> u32 {
        let Heap { mem, atoms } = self.heap;
        let cell = mem.deref(cell);
        if let Some(&known) = self.known.get(&cell) {
            return known;
        }
        let node = match mem.view(cell) {
            View::Var(_) => {
                self.fresh += 1;
                let text = name(cell).unwrap_or_else(|| format!("_{}", self.fresh));
                Node::Variable(text.into())
            }
            View::Atom(atom) => {
                let text = atoms.shared_text(atom);
                let value = atoms.handle(atom).cloned();
                return self.nodes.push(match value {
                    Some(value) => Node::Opaque(text, value),
                    None => Node::Atom(text),
                });
            }
            View::Number(number) => return self.nodes.push(Node::Number(number)),
            View::Str(text) if self.most < usize::MAX => {
                return self
                    .nodes
                    .push(Node::Text(text[..end_within(text, MOST_BYTES)].into()));
            }
            View::Str(text) => return self.nodes.push(Node::Text(text.into())),
            View::List(..) | View::Struct(..) if self.nodes.nodes.len() >= self.most => {
                Node::Atom(ELLIPSIS.into())
            }
            View::List(..) => Node::Compound(LIST_CELL.into(), 0..0),
            View::Struct(functor, _) => Node::Compound(atoms.shared_text(functor.name()), 0..0),
        };
        let is_compound = matches!(node, Node::Compound(..));
        let number = self.nodes.push(node);
        self.known.insert(cell, number);
        if is_compound {
            self.todo.push((cell, number));
        }
        number
    }
}
