//! Building terms, on the heap of an engine or owned.

use rustc_hash::FxHashMap;

use super::refer::TermRef;
use super::term::{LIST_CELL, Node, Nodes, Term, TermKind};
use crate::atom::{AtomTable, HostValue};
use crate::number::Number;
use crate::term::cell::{Cell, Functor, MAX_ARITY};
use crate::term::mem::Mem;

/// A heap and the names of what is on it.
#[derive(Clone, Copy)]
pub(super) struct Heap<'a> {
    pub(super) mem: &'a Mem,
    pub(super) atoms: &'a AtomTable,
}

/// A heap to build on.
pub(super) struct HeapMut<'a> {
    pub(super) mem: &'a mut Mem,
    pub(super) atoms: &'a mut AtomTable,
}

/// Builds terms: what [`IntoTerm`](super::convert::IntoTerm) writes to.
///
/// Parts are built first. What has been built is named by a [`Built`], which is
/// good for this builder only.
///
/// ```
/// use luminy::api::build::{Builder, Built};
/// use luminy::api::convert::{IntoTerm, to_term};
///
/// struct Point { x: i64, y: i64 }
///
/// impl IntoTerm for Point {
///     fn into_term(self, to: &mut Builder<'_>) -> Built {
///         let (x, y) = (to.integer(self.x), to.integer(self.y));
///         to.compound("point", &[x, y])
///     }
/// }
///
/// assert_eq!(to_term(Point { x: 1, y: -2 }).to_string(), "point(1, -2)");
/// ```
pub struct Builder<'a>(Target<'a>);

enum Target<'a> {
    Heap(HeapMut<'a>),
    Owned(&'a mut Nodes),
}

/// What a builder has built.
///
/// ```
/// use luminy::api::build::{Builder, Built};
/// use luminy::api::convert::{IntoTerm, to_term};
/// use luminy::api::term::Term;
/// use luminy::number::Number;
///
/// /// A list of one term of each kind.
/// struct Kinds;
///
/// impl IntoTerm for Kinds {
///     fn into_term(self, to: &mut Builder<'_>) -> Built {
///         let half = to.number(&Number::Float(0.5));
///         let items = [to.atom("a"), to.string("s"), to.integer(1), half, to.term(&Term::atom("t"))];
///         let (list, variable) = (to.list(&items), to.variable());
///         to.compound("kinds", &[list, variable])
///     }
/// }
///
/// let term = to_term(Kinds);
/// assert_eq!(term.argument(0).unwrap().to_string(), "[a, \"s\", 1, 0.5, t]");
/// assert!(term.argument(1).unwrap().is_variable());
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Built(u64);

impl Built {
    pub(super) fn cell(self) -> Cell {
        Cell(self.0)
    }

    pub(super) fn node(self) -> u32 {
        self.0 as u32
    }
}

impl<'a> Builder<'a> {
    pub(super) fn heap(mem: &'a mut Mem, atoms: &'a mut AtomTable) -> Builder<'a> {
        Builder(Target::Heap(HeapMut { mem, atoms }))
    }

    pub(super) fn owned(nodes: &'a mut Nodes) -> Builder<'a> {
        Builder(Target::Owned(nodes))
    }

    fn push(
        &mut self,
        cell: impl FnOnce(&mut HeapMut) -> Cell,
        node: impl FnOnce() -> Node,
    ) -> Built {
        Built(match &mut self.0 {
            Target::Heap(heap) => cell(heap).0,
            Target::Owned(nodes) => u64::from(nodes.push(node())),
        })
    }

    /// An atom.
    pub fn atom(&mut self, name: &str) -> Built {
        self.push(
            |heap| Cell::atom(heap.atoms.intern_passing(name)),
            || Node::Atom(name.into()),
        )
    }

    /// A string.
    pub fn string(&mut self, text: &str) -> Built {
        self.push(|heap| heap.mem.new_string(text), || Node::Text(text.into()))
    }

    /// An integer.
    pub fn integer(&mut self, value: i64) -> Built {
        match &mut self.0 {
            Target::Heap(heap) => match Cell::try_small(value) {
                Some(cell) => Built(cell.0),
                None => Built(heap.mem.new_number(&Number::Int(value)).0),
            },
            Target::Owned(nodes) => Built(u64::from(nodes.push(Node::Number(Number::Int(value))))),
        }
    }

    /// A number of any kind.
    pub fn number(&mut self, value: &Number) -> Built {
        self.push(
            |heap| heap.mem.new_number(value),
            || Node::Number(value.clone()),
        )
    }

    /// A variable that occurs nowhere else.
    pub fn variable(&mut self) -> Built {
        match &mut self.0 {
            Target::Heap(heap) => Built(heap.mem.new_var().0),
            Target::Owned(nodes) => {
                let name = format!("_V{}", nodes.nodes.len());
                Built(u64::from(nodes.push(Node::Variable(name.into()))))
            }
        }
    }

    /// A compound; an atom if there are no arguments.
    ///
    /// # Panics
    /// Panics if there are more arguments than a compound can have.
    pub fn compound(&mut self, name: &str, arguments: &[Built]) -> Built {
        assert!(arguments.len() <= MAX_ARITY, "too many arguments");
        match &mut self.0 {
            Target::Heap(heap) => {
                let cells: Vec<Cell> = arguments.iter().map(|built| built.cell()).collect();
                Built(new_compound(heap, name, &cells).0)
            }
            Target::Owned(nodes) => {
                let arguments: Vec<u32> = arguments.iter().map(|built| built.node()).collect();
                Built(u64::from(nodes.compound(name, &arguments)))
            }
        }
    }

    /// The list of these items.
    pub fn list(&mut self, items: &[Built]) -> Built {
        match &mut self.0 {
            Target::Heap(heap) => {
                let cells: Vec<Cell> = items.iter().map(|built| built.cell()).collect();
                Built(heap.mem.list(&cells).0)
            }
            Target::Owned(nodes) => {
                let mut rest = nodes.push(Node::Atom("[]".into()));
                for item in items.iter().rev() {
                    rest = nodes.compound(LIST_CELL, &[item.node(), rest]);
                }
                Built(u64::from(rest))
            }
        }
    }

    /// A term as it is. Its variables are new ones.
    pub fn term(&mut self, term: &Term) -> Built {
        match &mut self.0 {
            Target::Heap(heap) => Built(put(heap, term.view()).0),
            Target::Owned(nodes) => Built(u64::from(nodes.term(term))),
        }
    }

    /// A value of the host, whose type is called `kind` where it is written.
    pub(super) fn host_value(&mut self, kind: &str, value: HostValue) -> Built {
        match &mut self.0 {
            Target::Heap(heap) => Built(Cell::atom(heap.atoms.add_handle(kind, value)).0),
            Target::Owned(nodes) => {
                let text = format!("<{kind}>");
                Built(u64::from(nodes.push(Node::Opaque(text.into(), value))))
            }
        }
    }
}

fn new_compound(heap: &mut HeapMut, name: &str, arguments: &[Cell]) -> Cell {
    if name == LIST_CELL && arguments.len() == 2 {
        return heap.mem.new_list(arguments[0], arguments[1]);
    }
    let name = heap.atoms.intern_passing(name);
    heap.mem.new_struct(name, arguments)
}

/// Copies an owned term to a heap.
pub(super) fn put(heap: &mut HeapMut, term: TermRef<'_>) -> Cell {
    put_named(heap, term, &mut FxHashMap::default())
}

/// The same; the variables in `names` are those of these names.
pub(super) fn put_named(
    heap: &mut HeapMut,
    term: TermRef<'_>,
    names: &mut FxHashMap<String, Cell>,
) -> Cell {
    let mut putter = Putter {
        known: FxHashMap::default(),
        names,
        todo: Vec::new(),
    };
    let root = putter.put(heap, term);
    while let Some((term, cell)) = putter.todo.pop() {
        for (index, argument) in term.arguments().enumerate() {
            let at = heap.mem.args_of(cell).offset(index);
            let value = putter.put(heap, argument);
            heap.mem.set(at, value);
        }
    }
    root
}

/// What is known of a term while it is copied to a heap.
struct Putter<'n, 't> {
    /// The cells of the compounds met.
    known: FxHashMap<(usize, u64), Cell>,
    /// The variables by their names.
    names: &'n mut FxHashMap<String, Cell>,
    /// Compounds whose arguments are still to be copied.
    todo: Vec<(TermRef<'t>, Cell)>,
}

impl<'t> Putter<'_, 't> {
    fn put(&mut self, heap: &mut HeapMut, term: TermRef<'t>) -> Cell {
        match term.kind() {
            TermKind::Variable => self.variable(heap, term.owned_name().unwrap_or_default()),
            TermKind::Atom(name) => Cell::atom(heap.atoms.intern_passing(name)),
            TermKind::Number(number) => heap.mem.new_number(&number),
            TermKind::Text(text) => heap.mem.new_string(text),
            TermKind::Opaque(text) => Cell::atom(match term.host_value() {
                Some(value) => heap.atoms.add_handle(kind_of(text), value.clone()),
                None => heap.atoms.intern_passing(text),
            }),
            TermKind::Compound(name, arity) => match self.known.get(&term.identity()) {
                Some(&cell) => cell,
                None => self.compound(heap, term, name, arity),
            },
        }
    }

    fn variable(&mut self, heap: &mut HeapMut, name: &str) -> Cell {
        if name == "_" {
            return heap.mem.new_var();
        }
        if let Some(&cell) = self.names.get(name) {
            return cell;
        }
        let cell = heap.mem.new_var();
        self.names.insert(name.to_owned(), cell);
        cell
    }

    /// A compound whose arguments are still to be copied.
    fn compound(
        &mut self,
        heap: &mut HeapMut,
        term: TermRef<'t>,
        name: &str,
        arity: usize,
    ) -> Cell {
        let functor = match name {
            LIST_CELL if arity == 2 => Functor::LIST,
            name => Functor::new(heap.atoms.intern_passing(name), arity),
        };
        let cell = heap.mem.new_frame(functor);
        self.known.insert(term.identity(), cell);
        self.todo.push((term, cell));
        cell
    }
}

/// The name of the type in the text of a value of the host.
fn kind_of(text: &str) -> &str {
    let inner = text.trim_start_matches('<').trim_end_matches('>');
    inner.split(' ').next().unwrap_or(inner)
}
