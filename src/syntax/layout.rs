//! Where the subterms of a term stand in its text.

/// What stands at a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NodeKind<P> {
    /// An atom, a number or a variable.
    Primitive,
    /// Quoted text that is no atom.
    Text,
    /// A compound, with the place of its functor; the children are the arguments.
    Compound {
        /// Where the functor starts.
        start: P,
        /// Where it ends.
        end: P,
    },
    /// A list; the children are its items, and the tail if it has one.
    List {
        /// Whether the last child is the tail.
        has_tail: bool,
    },
    /// A term in braces, the only child.
    Brace,
    /// A term in parentheses, the only child.
    Parentheses,
}

/// The place of one subterm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node<P> {
    /// What stands there.
    pub kind: NodeKind<P>,
    /// Where it starts.
    pub start: P,
    /// Where it ends.
    pub end: P,
    first_child: usize,
    children: usize,
}

/// The places of all subterms of a term. Nodes are numbered; those of the
/// children are lower than that of their parent.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout<P> {
    nodes: Vec<Node<P>>,
    children: Vec<u32>,
}

impl<P> Default for Layout<P> {
    fn default() -> Layout<P> {
        Layout {
            nodes: Vec::new(),
            children: Vec::new(),
        }
    }
}

impl<P: Copy> Layout<P> {
    /// The number of the whole term's node.
    pub fn root(&self) -> u32 {
        self.nodes.len().saturating_sub(1) as u32
    }

    /// The node with this number.
    pub fn node(&self, number: u32) -> Node<P> {
        self.nodes[number as usize]
    }

    /// The numbers of the children of a node.
    pub fn children(&self, number: u32) -> &[u32] {
        let node = self.node(number);
        &self.children[node.first_child..node.first_child + node.children]
    }

    /// Adds a node, which becomes the root.
    pub fn add(&mut self, kind: NodeKind<P>, start: P, end: P, children: &[u32]) -> u32 {
        let first_child = self.children.len();
        self.children.extend_from_slice(children);
        self.nodes.push(Node {
            kind,
            start,
            end,
            first_child,
            children: children.len(),
        });
        self.root()
    }

    /// The layout with every place replaced by what `map` makes of it.
    pub fn map<Q: Copy>(self, mut map: impl FnMut(P) -> Q) -> Layout<Q> {
        let nodes = self.nodes.into_iter().map(|node| Node {
            kind: match node.kind {
                NodeKind::Primitive => NodeKind::Primitive,
                NodeKind::Text => NodeKind::Text,
                NodeKind::List { has_tail } => NodeKind::List { has_tail },
                NodeKind::Brace => NodeKind::Brace,
                NodeKind::Parentheses => NodeKind::Parentheses,
                NodeKind::Compound { start, end } => NodeKind::Compound {
                    start: map(start),
                    end: map(end),
                },
            },
            start: map(node.start),
            end: map(node.end),
            first_child: node.first_child,
            children: node.children,
        });
        Layout {
            nodes: nodes.collect(),
            children: self.children,
        }
    }

    /// The nodes, children before their parents.
    pub fn nodes(&self) -> &[Node<P>] {
        &self.nodes
    }
}
