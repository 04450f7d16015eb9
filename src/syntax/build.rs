//! Terms under construction: operands on their stack, with their places.

use super::layout::{Layout, NodeKind};
use crate::atom::{Atom, known};
use crate::term::area::MemoryFull;
use crate::term::cell::Cell;
use crate::term::mem::Mem;

/// From where to where a token or a term stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The offset of its first byte.
    pub start: usize,
    /// The offset behind its last byte.
    pub end: usize,
}

impl Span {
    /// From the start of `self` to the end of `last`.
    pub fn to(self, last: Span) -> Span {
        Span {
            start: self.start,
            end: last.end,
        }
    }
}

/// A term that may become an operand.
#[derive(Clone, Copy, Debug)]
pub struct Operand {
    /// The term.
    pub cell: Cell,
    /// Its priority.
    pub priority: u16,
    /// Whether it is an atom that is an operator, without parentheses.
    pub is_bare_operator: bool,
    /// Where it stands.
    pub span: Span,
    /// The number of its node in the layout, if one is kept.
    node: u32,
}

/// Few brackets hold more items.
const ROOM: usize = 16;

/// Builds terms from operands.
#[derive(Default)]
pub struct Builder {
    /// The arguments and items of the brackets that are open.
    items: Vec<Cell>,
    /// Their nodes, if a layout is kept.
    nodes: Vec<u32>,
    layout: Option<Layout<usize>>,
}

impl Builder {
    /// A builder that keeps a layout if asked.
    pub fn new(keeps_layout: bool) -> Builder {
        Builder {
            items: Vec::with_capacity(ROOM),
            layout: keeps_layout.then(Layout::default),
            ..Builder::default()
        }
    }

    /// The layout, if it is kept.
    pub fn into_layout(self) -> Option<Layout<usize>> {
        self.layout
    }

    /// The number of items of open brackets.
    pub fn item_count(&self) -> usize {
        self.items.len()
    }

    /// Adds an argument or item to the innermost bracket.
    #[inline]
    pub fn push(&mut self, operand: Operand) {
        self.items.push(operand.cell);
        if self.layout.is_some() {
            self.nodes.push(operand.node);
        }
    }

    /// A term of one token.
    #[inline]
    pub fn primitive(&mut self, cell: Cell, span: Span) -> Operand {
        self.operand(cell, 0, span, NodeKind::Primitive, &[])
    }

    /// Quoted text that is no atom.
    pub fn text(&mut self, cell: Cell, span: Span) -> Operand {
        self.operand(cell, 0, span, NodeKind::Text, &[])
    }

    /// A term in parentheses.
    pub fn parenthesised(&mut self, inner: Operand, span: Span) -> Operand {
        self.operand(inner.cell, 0, span, NodeKind::Parentheses, &[inner.node])
    }

    /// A term in braces.
    pub fn braced(
        &mut self,
        mem: &mut Mem,
        inner: Operand,
        span: Span,
    ) -> Result<Operand, MemoryFull> {
        mem.ensure(2)?;
        let cell = mem.new_struct(known::CURLY, &[inner.cell]);
        Ok(self.operand(cell, 0, span, NodeKind::Brace, &[inner.node]))
    }

    /// The compound of the items from `base` on.
    pub fn compound(
        &mut self,
        mem: &mut Mem,
        name: Atom,
        base: usize,
        functor: Span,
        span: Span,
    ) -> Result<Operand, MemoryFull> {
        mem.ensure((self.items.len() - base + 1) as u64)?;
        let cell = mem.new_struct(name, &self.items[base..]);
        self.items.truncate(base);
        let kind = NodeKind::Compound {
            start: functor.start,
            end: functor.end,
        };
        Ok(self.finish(cell, kind, base, span))
    }

    /// The list of the items from `base` on, with this tail or a proper one.
    pub fn list(
        &mut self,
        mem: &mut Mem,
        tail: Option<Operand>,
        base: usize,
        span: Span,
    ) -> Result<Operand, MemoryFull> {
        mem.ensure(2 * (self.items.len() - base) as u64)?;
        let end = tail.map_or(Cell::NIL, |tail| tail.cell);
        let cell = mem.new_partial_list(&self.items[base..], end);
        self.items.truncate(base);
        if self.layout.is_some() {
            self.nodes.extend(tail.map(|tail| tail.node));
        }
        let has_tail = tail.is_some();
        Ok(self.finish(cell, NodeKind::List { has_tail }, base, span))
    }

    /// An operator with its operands.
    pub fn operation(
        &mut self,
        mem: &mut Mem,
        (name, priority): (Atom, u16),
        functor: Span,
        operands: &[Operand],
    ) -> Result<Operand, MemoryFull> {
        mem.ensure(3)?;
        let (first, last) = (operands[0], operands[operands.len() - 1]);
        let start = functor.start.min(first.span.start);
        let end = functor.end.max(last.span.end);
        let kind = NodeKind::Compound {
            start: functor.start,
            end: functor.end,
        };
        let cell = match *operands {
            [only] => mem.new_struct(name, &[only.cell]),
            _ => mem.new_struct(name, &[first.cell, last.cell]),
        };
        let nodes = [first.node, last.node];
        let nodes = &nodes[..operands.len().min(2)];
        Ok(self.operand(cell, priority, Span { start, end }, kind, nodes))
    }

    fn finish(&mut self, cell: Cell, kind: NodeKind<usize>, base: usize, span: Span) -> Operand {
        let node = match &mut self.layout {
            None => 0,
            Some(layout) => {
                let node = layout.add(kind, span.start, span.end, &self.nodes[base..]);
                self.nodes.truncate(base);
                node
            }
        };
        Operand {
            cell,
            priority: 0,
            is_bare_operator: false,
            span,
            node,
        }
    }

    #[inline]
    fn operand(
        &mut self,
        cell: Cell,
        priority: u16,
        span: Span,
        kind: NodeKind<usize>,
        children: &[u32],
    ) -> Operand {
        let node = match &mut self.layout {
            None => 0,
            Some(layout) => layout.add(kind, span.start, span.end, children),
        };
        Operand {
            cell,
            priority,
            is_bare_operator: false,
            span,
            node,
        }
    }
}
