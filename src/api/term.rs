//! Terms that belong to no engine.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::engine::machine::Machine;
use crate::number::Number;
use crate::term::cell::Cell;
use crate::term::view::View;

/// A term, owned and independent of the engine it came from.
///
/// A clone shares the nodes. Terms may be nested as deep as memory allows, and
/// may be cyclic.
///
/// ```
/// # use luminy::api::engine::Engine;
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let mut engine = Engine::builder().build();
/// let answer = engine.query("X = point(3, [a, b])")?.next().expect("it has an answer")?;
/// let point = answer.value("X").expect("X is a variable of the query");
/// assert_eq!(point.name(), Some("point"));
/// assert_eq!(point.argument(0).and_then(|x| x.as_i64()), Some(3));
/// assert_eq!(point.argument(1).and_then(|list| list.items()).map(|items| items.len()), Some(2));
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Term {
    nodes: Arc<Nodes>,
    root: u32,
}

#[derive(Debug, Default)]
struct Nodes {
    nodes: Vec<Node>,
    /// The arguments of all compounds, one after the other.
    arguments: Vec<u32>,
}

#[derive(Debug)]
enum Node {
    Variable(Arc<str>),
    Atom(Arc<str>),
    Number(Number),
    Text(Arc<str>),
    Compound(Arc<str>, Range<usize>),
}

/// What a term is.
#[derive(Clone, Debug, PartialEq)]
pub enum TermKind<'a> {
    /// A variable without value; its name.
    Variable(&'a str),
    /// An atom.
    Atom(&'a str),
    /// A number of any kind.
    Number(&'a Number),
    /// A string.
    Text(&'a str),
    /// A compound: its name and the number of its arguments. List cells are
    /// named `[|]` and have two.
    Compound(&'a str, usize),
}

/// The name of list cells.
const LIST_CELL: &str = "[|]";

impl Term {
    /// The term on the heap of `machine`. Variables are called what `name` says,
    /// or `_` and a number.
    pub(super) fn of(
        machine: &Machine,
        cell: Cell,
        name: &mut dyn FnMut(Cell) -> Option<String>,
    ) -> Term {
        Builder {
            machine,
            nodes: Nodes::default(),
            known: FxHashMap::default(),
            todo: Vec::new(),
            fresh: 0,
        }
        .run(cell, name)
    }

    fn at(&self, root: u32) -> Term {
        Term {
            nodes: self.nodes.clone(),
            root,
        }
    }

    fn node(&self) -> &Node {
        &self.nodes.nodes[self.root as usize]
    }

    /// What the term is.
    pub fn kind(&self) -> TermKind<'_> {
        match self.node() {
            Node::Variable(name) => TermKind::Variable(name),
            Node::Atom(name) => TermKind::Atom(name),
            Node::Number(number) => TermKind::Number(number),
            Node::Text(text) => TermKind::Text(text),
            Node::Compound(name, arguments) => TermKind::Compound(name, arguments.len()),
        }
    }

    /// Whether the term is a variable.
    pub fn is_variable(&self) -> bool {
        matches!(self.node(), Node::Variable(_))
    }

    /// The text of an atom.
    pub fn as_atom(&self) -> Option<&str> {
        match self.node() {
            Node::Atom(name) => Some(name),
            _ => None,
        }
    }

    /// The text of a string.
    pub fn as_text(&self) -> Option<&str> {
        match self.node() {
            Node::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A number.
    pub fn as_number(&self) -> Option<&Number> {
        match self.node() {
            Node::Number(number) => Some(number),
            _ => None,
        }
    }

    /// An integer that fits.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number()?.as_i64()
    }

    /// A float.
    pub fn as_f64(&self) -> Option<f64> {
        match self.as_number()? {
            Number::Float(value) => Some(*value),
            _ => None,
        }
    }

    /// The name of an atom or compound.
    pub fn name(&self) -> Option<&str> {
        match self.node() {
            Node::Atom(name) | Node::Compound(name, _) => Some(name),
            _ => None,
        }
    }

    /// The number of arguments; 0 for all that is no compound.
    pub fn arity(&self) -> usize {
        match self.node() {
            Node::Compound(_, arguments) => arguments.len(),
            _ => 0,
        }
    }

    /// An argument of a compound, counted from 0.
    pub fn argument(&self, index: usize) -> Option<Term> {
        match self.node() {
            Node::Compound(_, arguments) => {
                let at = arguments.clone().nth(index)?;
                Some(self.at(self.nodes.arguments[at]))
            }
            _ => None,
        }
    }

    /// The items of a list that ends; nothing for other terms.
    pub fn items(&self) -> Option<Vec<Term>> {
        let mut items = Vec::new();
        let mut rest = self.root;
        loop {
            match &self.nodes.nodes[rest as usize] {
                Node::Atom(name) if &**name == "[]" => return Some(items),
                // A list that is cyclic has more items than there are nodes.
                Node::Compound(name, arguments)
                    if &**name == LIST_CELL && items.len() <= self.nodes.nodes.len() =>
                {
                    items.push(self.at(self.nodes.arguments[arguments.start]));
                    rest = self.nodes.arguments[arguments.start + 1];
                }
                _ => return None,
            }
        }
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            TermKind::Compound(name, arity) => write!(f, "Term({name}/{arity})"),
            other => write!(f, "Term({other:?})"),
        }
    }
}

struct Builder<'m> {
    machine: &'m Machine,
    nodes: Nodes,
    /// The nodes of variables and compounds met, by cell.
    known: FxHashMap<Cell, u32>,
    /// Compounds whose arguments are still to be made.
    todo: Vec<(Cell, u32)>,
    fresh: usize,
}

impl Builder<'_> {
    fn run(mut self, cell: Cell, name: &mut dyn FnMut(Cell) -> Option<String>) -> Term {
        let root = self.node(cell, name);
        while let Some((cell, node)) = self.todo.pop() {
            let mem = &self.machine.mem;
            let start = self.nodes.arguments.len();
            let cells: Vec<Cell> = mem.args_of(cell).iter(mem).collect();
            self.nodes.arguments.resize(start + cells.len(), 0);
            for (index, cell) in cells.into_iter().enumerate() {
                self.nodes.arguments[start + index] = self.node(cell, name);
            }
            if let Node::Compound(_, arguments) = &mut self.nodes.nodes[node as usize] {
                *arguments = start..self.nodes.arguments.len();
            }
        }
        Term {
            nodes: Arc::new(self.nodes),
            root,
        }
    }

    fn push(&mut self, node: Node) -> u32 {
        self.nodes.nodes.push(node);
        (self.nodes.nodes.len() - 1) as u32
    }

    /// The node of a cell; one that is met again is shared.
    fn node(&mut self, cell: Cell, name: &mut dyn FnMut(Cell) -> Option<String>) -> u32 {
        let machine = self.machine;
        let cell = machine.mem.deref(cell);
        if let Some(&known) = self.known.get(&cell) {
            return known;
        }
        let node = match machine.mem.view(cell) {
            View::Var(_) => {
                self.fresh += 1;
                let text = name(cell).unwrap_or_else(|| format!("_{}", self.fresh));
                Node::Variable(text.into())
            }
            View::Atom(atom) => return self.push(Node::Atom(machine.atoms.shared_text(atom))),
            View::Number(number) => return self.push(Node::Number(number)),
            View::Str(text) => return self.push(Node::Text(text.into())),
            View::List(..) => Node::Compound(LIST_CELL.into(), 0..0),
            View::Struct(functor, _) => {
                Node::Compound(machine.atoms.shared_text(functor.name()), 0..0)
            }
        };
        let is_compound = matches!(node, Node::Compound(..));
        let number = self.push(node);
        self.known.insert(cell, number);
        if is_compound {
            self.todo.push((cell, number));
        }
        number
    }
}
