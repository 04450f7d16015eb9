//! Looking at terms, wherever they are.

use std::fmt;

use super::build::Heap;
use super::term::{LIST_CELL, Node, Nodes, Term, TermKind};
use crate::atom::HostValue;
use crate::number::Number;
use crate::term::cell::{Cell, Tag};
use crate::term::view::View;

/// A term to look at: on the heap of an engine, or an owned one.
///
/// This is what [`FromTerm`](super::convert::FromTerm) reads. It copies nothing.
///
/// ```
/// use luminy::api::refer::TermRef;
/// use luminy::api::term::Term;
///
/// /// The sum of all integers in a term.
/// fn sum(term: TermRef<'_>) -> i64 {
///     term.as_i64().unwrap_or(0) + term.arguments().map(sum).sum::<i64>()
/// }
///
/// let term: Term = "f(1, g(2), [3, 4])".parse().unwrap();
/// assert_eq!(sum(term.view()), 10);
/// let list = term.view().argument(2).unwrap();
/// assert_eq!(list.items().unwrap().len(), 2);
/// let (head, tail) = list.list_cell().unwrap();
/// assert_eq!(head.as_i64(), Some(3));
/// assert!(!tail.is_nil());
/// ```
#[derive(Clone, Copy)]
pub struct TermRef<'a>(Place<'a>);

#[derive(Clone, Copy)]
enum Place<'a> {
    Heap(Heap<'a>, Cell),
    Owned(&'a Nodes, u32),
}

impl<'a> TermRef<'a> {
    /// The term on a heap.
    pub(super) fn heap(heap: Heap<'a>, cell: Cell) -> TermRef<'a> {
        TermRef(Place::Heap(heap, heap.mem.deref(cell)))
    }

    /// The owned term with this root.
    pub(super) fn owned(nodes: &'a Nodes, root: u32) -> TermRef<'a> {
        let (mut nodes, mut root) = (nodes, root);
        while let Node::Link(term) = &nodes.nodes[root as usize] {
            (nodes, root) = (&term.nodes, term.root);
        }
        TermRef(Place::Owned(nodes, root))
    }

    fn node(nodes: &'a Nodes, root: u32) -> &'a Node {
        &nodes.nodes[root as usize]
    }

    /// What the term is.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// use luminy::api::term::TermKind;
    /// assert_eq!(Term::atom("a").view().kind(), TermKind::Atom("a"));
    /// ```
    pub fn kind(self) -> TermKind<'a> {
        match self.0 {
            Place::Heap(heap, cell) => match heap.mem.view(cell) {
                View::Var(_) => TermKind::Variable,
                View::Atom(atom) if atom.is_handle() => TermKind::Opaque(heap.atoms.text(atom)),
                View::Atom(atom) => TermKind::Atom(heap.atoms.text(atom)),
                View::Number(number) => TermKind::Number(number),
                View::Str(text) => TermKind::Text(text),
                View::List(..) => TermKind::Compound(LIST_CELL, 2),
                View::Struct(functor, args) => {
                    TermKind::Compound(heap.atoms.text(functor.name()), args.len())
                }
            },
            Place::Owned(nodes, root) => match Self::node(nodes, root) {
                Node::Variable(_) => TermKind::Variable,
                Node::Atom(name) => TermKind::Atom(name),
                Node::Number(number) => TermKind::Number(number.clone()),
                Node::Text(text) => TermKind::Text(text),
                Node::Compound(name, arguments) => TermKind::Compound(name, arguments.len()),
                Node::Opaque(text, _) => TermKind::Opaque(text),
                Node::Link(_) => unreachable!("links are followed before"),
            },
        }
    }

    /// Whether the term is a variable.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert!(Term::variable("X").view().is_variable());
    /// ```
    pub fn is_variable(self) -> bool {
        match self.0 {
            Place::Heap(_, cell) => cell.is_var(),
            Place::Owned(nodes, root) => matches!(Self::node(nodes, root), Node::Variable(_)),
        }
    }

    /// Whether the term is compound, a list cell included.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert!("f(x)".parse::<Term>().unwrap().view().is_compound());
    /// ```
    pub fn is_compound(self) -> bool {
        match self.0 {
            Place::Heap(_, cell) => cell.is_compound(),
            Place::Owned(nodes, root) => matches!(Self::node(nodes, root), Node::Compound(..)),
        }
    }

    /// The text of an atom.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!(Term::atom("a").view().as_atom(), Some("a"));
    /// ```
    pub fn as_atom(self) -> Option<&'a str> {
        match self.kind() {
            TermKind::Atom(name) => Some(name),
            _ => None,
        }
    }

    /// The text of a string.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!(Term::string("a").view().as_text(), Some("a"));
    /// ```
    pub fn as_text(self) -> Option<&'a str> {
        match self.kind() {
            TermKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A number.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert!(Term::from(7).view().as_number().is_some());
    /// ```
    pub fn as_number(self) -> Option<Number> {
        match self.kind() {
            TermKind::Number(number) => Some(number),
            _ => None,
        }
    }

    /// An integer that fits.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!(Term::from(7).view().as_i64(), Some(7));
    /// ```
    #[inline]
    pub fn as_i64(self) -> Option<i64> {
        if let Place::Heap(_, cell) = self.0
            && cell.is_small()
        {
            return Some(cell.small_value());
        }
        self.as_number()?.as_i64()
    }

    /// A float.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!("0.5".parse::<Term>().unwrap().view().as_f64(), Some(0.5));
    /// ```
    pub fn as_f64(self) -> Option<f64> {
        match self.as_number()? {
            Number::Float(value) => Some(value),
            _ => None,
        }
    }

    /// A value of the host.
    pub(super) fn host_value(self) -> Option<&'a HostValue> {
        match self.0 {
            Place::Heap(heap, cell) if cell.is_atom() => heap.atoms.handle(cell.atom_value()),
            Place::Owned(nodes, root) => match Self::node(nodes, root) {
                Node::Opaque(_, value) => Some(value),
                _ => None,
            },
            Place::Heap(..) => None,
        }
    }

    /// The name of the variable that an owned term is.
    pub(super) fn owned_name(self) -> Option<&'a str> {
        match self.0 {
            Place::Owned(nodes, root) => match Self::node(nodes, root) {
                Node::Variable(name) => Some(name),
                _ => None,
            },
            Place::Heap(..) => None,
        }
    }

    /// The name of an atom or compound.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!("f(x)".parse::<Term>().unwrap().view().name(), Some("f"));
    /// ```
    pub fn name(self) -> Option<&'a str> {
        match self.kind() {
            TermKind::Atom(name) | TermKind::Compound(name, _) => Some(name),
            _ => None,
        }
    }

    /// The number of arguments; 0 for all that is no compound.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// assert_eq!("f(x, y)".parse::<Term>().unwrap().view().arity(), 2);
    /// ```
    pub fn arity(self) -> usize {
        match self.0 {
            Place::Heap(heap, cell) => heap.mem.compound(cell).map_or(0, |(_, args)| args.len()),
            Place::Owned(nodes, root) => match Self::node(nodes, root) {
                Node::Compound(_, arguments) => arguments.len(),
                _ => 0,
            },
        }
    }

    /// An argument of a compound, counted from 0.
    pub fn argument(self, index: usize) -> Option<TermRef<'a>> {
        match self.0 {
            Place::Heap(heap, cell) => {
                let (_, args) = heap.mem.compound(cell)?;
                (index < args.len()).then(|| TermRef::heap(heap, args.get(heap.mem, index)))
            }
            Place::Owned(nodes, root) => match Self::node(nodes, root) {
                Node::Compound(_, arguments) if index < arguments.len() => {
                    let root = nodes.arguments[arguments.start + index];
                    Some(TermRef::owned(nodes, root))
                }
                _ => None,
            },
        }
    }

    /// The arguments of a compound.
    pub fn arguments(self) -> impl Iterator<Item = TermRef<'a>> {
        (0..self.arity()).filter_map(move |index| self.argument(index))
    }

    /// The arguments if this is a compound `name/arity`.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// let pair: Term = "a-1".parse().unwrap();
    /// let [key, value] = pair.view().matches("-").unwrap();
    /// assert_eq!((key.as_atom(), value.as_i64()), (Some("a"), Some(1)));
    /// ```
    pub fn matches<const N: usize>(self, name: &str) -> Option<[TermRef<'a>; N]> {
        if self.kind() != TermKind::Compound(name, N) {
            return None;
        }
        let mut arguments = self.arguments();
        Some(std::array::from_fn(|_| {
            arguments.next().expect("the arity has been compared")
        }))
    }

    /// The head and tail of a list cell.
    pub fn list_cell(self) -> Option<(TermRef<'a>, TermRef<'a>)> {
        match self.0 {
            Place::Heap(heap, cell) if cell.tag() == Tag::Lst => {
                let args = heap.mem.args_of(cell);
                let part = |index| TermRef::heap(heap, args.get(heap.mem, index));
                Some((part(0), part(1)))
            }
            Place::Heap(..) => None,
            Place::Owned(nodes, root) => match Self::node(nodes, root) {
                Node::Compound(name, arguments) if &**name == LIST_CELL && arguments.len() == 2 => {
                    Some((self.argument(0)?, self.argument(1)?))
                }
                _ => None,
            },
        }
    }

    /// Whether this is the empty list.
    pub fn is_nil(self) -> bool {
        match self.0 {
            Place::Heap(_, cell) => cell == Cell::NIL,
            Place::Owned(nodes, root) => {
                matches!(Self::node(nodes, root), Node::Atom(name) if &**name == "[]")
            }
        }
    }

    /// The items of a list that ends; nothing for other terms.
    pub fn items(self) -> Option<Vec<TermRef<'a>>> {
        let mut items = Vec::new();
        let mut rest = self;
        // A cell met again, looked for at growing distances, shows a cyclic list.
        let (mut mark, mut power) = (self.identity(), 1);
        while let Some((head, tail)) = rest.list_cell() {
            items.push(head);
            rest = tail;
            if rest.identity() == mark {
                return None;
            }
            if items.len() == power {
                (mark, power) = (rest.identity(), 2 * power);
            }
        }
        rest.is_nil().then_some(items)
    }

    /// What tells this term from others of the same heap or nodes.
    pub(super) fn identity(self) -> (usize, u64) {
        match self.0 {
            Place::Heap(_, cell) => (0, cell.0),
            Place::Owned(nodes, root) => (std::ptr::from_ref(nodes) as usize, u64::from(root)),
        }
    }

    /// Whether two terms have the same root, their arguments apart.
    pub(super) fn has_same_root(self, other: TermRef<'_>) -> bool {
        match (self.0, other.0) {
            (Place::Owned(one, at), Place::Owned(other, index)) => {
                match (Self::node(one, at), TermRef::node(other, index)) {
                    (Node::Variable(one), Node::Variable(other)) => one == other,
                    (Node::Opaque(_, one), Node::Opaque(_, other)) => std::ptr::addr_eq(
                        std::sync::Arc::as_ptr(one),
                        std::sync::Arc::as_ptr(other),
                    ),
                    _ => self.kind() == other_kind(other, index),
                }
            }
            _ => self.kind() == other.kind(),
        }
    }

    /// The same term, owned.
    ///
    /// ```
    /// # use luminy::api::term::Term;
    /// let term: Term = "f(x)".parse().unwrap();
    /// assert_eq!(term.view().to_term(), term);
    /// ```
    pub fn to_term(self) -> Term {
        match self.0 {
            Place::Heap(heap, cell) => Term::of(heap, cell, &mut |_| None),
            Place::Owned(nodes, root) => {
                // Only what hangs from the root is copied.
                let mut copy = Nodes::default();
                let mut known = rustc_hash::FxHashMap::default();
                let root = copy_owned(TermRef::owned(nodes, root), &mut copy, &mut known);
                copy.finish(root)
            }
        }
    }
}

fn other_kind(nodes: &Nodes, root: u32) -> TermKind<'_> {
    TermRef::owned(nodes, root).kind()
}

/// Copies an owned term into other nodes.
fn copy_owned(
    term: TermRef<'_>,
    copy: &mut Nodes,
    known: &mut rustc_hash::FxHashMap<(usize, u64), u32>,
) -> u32 {
    let root = copy_node(term, copy);
    known.insert(term.identity(), root);
    let mut todo = vec![(term, root)];
    while let Some((term, at)) = todo.pop() {
        let start = copy.arguments.len();
        let arity = term.arity();
        copy.arguments.resize(start + arity, 0);
        for (index, argument) in term.arguments().enumerate() {
            let id = argument.identity();
            let node = *known.entry(id).or_insert_with(|| {
                let node = copy_node(argument, copy);
                if argument.is_compound() {
                    todo.push((argument, node));
                }
                node
            });
            copy.arguments[start + index] = node;
        }
        if let Node::Compound(_, range) = &mut copy.nodes[at as usize] {
            *range = start..start + arity;
        }
    }
    root
}

fn copy_node(term: TermRef<'_>, copy: &mut Nodes) -> u32 {
    match term.0 {
        Place::Owned(nodes, root) => copy.push(TermRef::node(nodes, root).clone()),
        Place::Heap(..) => unreachable!("only owned terms are copied"),
    }
}

impl fmt::Display for TermRef<'_> {
    /// Writes the term as an owned one is written.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_term(), f)
    }
}

impl fmt::Debug for TermRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_term(), f)
    }
}
