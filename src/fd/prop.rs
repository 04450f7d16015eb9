//! Propagators: what they are, and how they are attached to variables.

use super::entries::LISTS;
use super::queue::{CLASSES, DOM, FIX, MAX, MIN};
use super::reified::matters;
use super::store::{PropId, Solver, VarId};
use crate::term::image::Image;

/// What a propagator demands of its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum PropKind {
    /// `x #\= y + c`
    Differ,
    /// The listed variables have different values.
    AllDifferent,
    /// The same, by matching (see `distinct`).
    Distinct,
    /// `x #= y + c`
    Offset,
    /// `x #=< y + c`
    AtMost,
    /// `x + y #= z`
    Plus,
    /// The listed terms have the sum `c`.
    LinearEqual,
    /// The listed terms have a sum of at most `c`.
    LinearAtMost,
    /// The listed terms have another sum than `c`.
    LinearDiffer,
    /// `x * y #= z`
    Times,
    /// `x // y #= z`
    Quotient,
    /// `x div y #= z`
    FloorQuotient,
    /// `x mod y #= z`
    Modulo,
    /// `x rem y #= z`
    Remainder,
    /// `x ^ y #= z`
    Power,
    /// `min(x, y) #= z`
    Minimum,
    /// `max(x, y) #= z`
    Maximum,
    /// `abs(x) #= z`
    Absolute,
    /// A function of integers, number `c`, of `x` and `y`, is `z`; see `bits`.
    Function,
    /// If `z` is 1, `x #=< y + c`. Its twin [`PropKind::OrderUnless`] says the rest
    /// of what a reified order says.
    OrderIf,
    /// If `z` is 0, `x #=< y + c`.
    OrderUnless,
    /// `z` tells whether the listed terms have a sum of at most `c`.
    ReifiedAtMost,
    /// `z` tells whether the listed terms have the sum `c`.
    ReifiedEqual,
    /// `z` tells whether the listed terms have another sum than `c`.
    ReifiedDiffer,
    /// `z` tells whether `x #= y + c`.
    ReifiedSame,
    /// `z` tells whether `x #\= y + c`.
    ReifiedApart,
    /// `z` tells whether `x` is `c`; `y` is `x`.
    ReifiedValue,
    /// `z` tells whether `x` is not `c`; `y` is `x`.
    ReifiedOther,
    /// `z` tells whether `x` is in the domain number `c`.
    ReifiedIn,
    /// The truth table `c` holds for `x`, `y`, `z`.
    Truth,
    /// If `z` is 1, `x` is `y`; if it is 0, `x` is 1.
    Defined,
    /// The item `x` of the list is `z`.
    Element,
    /// The listed variables are a row of table `c`.
    Table,
    /// The values of the listed variables occur as often as counters say.
    Cardinality,
    /// The same, with the cost of the values as the last variable.
    Priced,
    /// The listed variables are successors on one circuit.
    Circuit,
    /// The first listed half is before the second in lexicographic order.
    Lexicographic,
    /// Tasks fit into a limit.
    Cumulative,
    /// Two tasks do not overlap.
    Disjoint,
    /// Rectangles do not overlap.
    Boxes,
    /// `z` tells how `x` compares with `y`: 1 if less, 2 if equal, 3 if greater.
    Order,
    /// The number of listed variables with values in domain `args` is `z`.
    Count,
    /// The number of different values of the listed variables is `z`.
    Values,
    /// The listed variables are inverse to each other, half by half.
    Inverse,
    /// The last third of the list is the first third sorted, as the middle says.
    Sorting,
    /// Items of known sizes lie in bins, which have loads.
    Packing,
    /// A program is told of changes of the listed variables: `x` becomes 1.
    User,
}

/// The number of kinds.
pub const KINDS: usize = PropKind::User as usize + 1;

/// What the kinds are called in statistics.
pub const KIND_NAMES: [&str; KINDS] = [
    "differ",
    "all_different",
    "all_distinct",
    "offset",
    "at_most",
    "plus",
    "linear_equal",
    "linear_at_most",
    "linear_differ",
    "times",
    "quotient",
    "floor_quotient",
    "modulo",
    "remainder",
    "power",
    "minimum",
    "maximum",
    "absolute",
    "function",
    "order_if",
    "order_unless",
    "reified_at_most",
    "reified_equal",
    "reified_differ",
    "reified_same",
    "reified_apart",
    "reified_value",
    "reified_other",
    "reified_in",
    "truth",
    "defined",
    "element",
    "table",
    "cardinality",
    "priced_cardinality",
    "circuit",
    "lexicographic",
    "cumulative",
    "disjoint",
    "boxes",
    "order",
    "count",
    "values",
    "inverse",
    "sorting",
    "bin_packing",
    "user",
];

/// The state of a propagator that waits to run; three bits above this and the
/// next one are its priority.
pub const WAITING: u8 = 1;
/// The state of a propagator that need not run any more.
pub const DEAD: u8 = 2;

/// The state of a propagator that is tested before it is made to wait.
pub const TESTED: u8 = 1 << 5;

/// Stands for no posted constraint.
pub const NOT_POSTED: u32 = u32::MAX;

/// A propagator.
#[derive(Clone, Copy, Debug)]
pub struct Prop {
    /// What it demands.
    pub kind: PropKind,
    /// The first variable.
    pub x: VarId,
    /// The second variable.
    pub y: VarId,
    /// The result.
    pub z: VarId,
    /// The constant.
    pub c: i64,
    /// Where its list is in the words.
    pub args: u32,
    /// The length of its list.
    pub len: u32,
    /// The constraint that it belongs to.
    pub posted: u32,
}

impl Prop {
    /// A propagator without a list.
    pub fn new(kind: PropKind, x: VarId, y: VarId, z: VarId, c: i64) -> Prop {
        Prop {
            kind,
            x,
            y,
            z,
            c,
            args: 0,
            len: 0,
            posted: NOT_POSTED,
        }
    }
}

/// A posted constraint as a term, and the variables of the term.
#[derive(Clone)]
pub struct Posted {
    /// The term.
    pub image: Image,
    /// Its variables by their numbers in the image, if they have domains.
    pub vars: Vec<Option<VarId>>,
}

/// Buffers that propagators use and leave.
#[derive(Default)]
pub struct Scratch {
    /// Bits of rows.
    pub rows: Vec<u64>,
    /// Matching and components.
    pub graph: super::distinct::Graph,
    /// Empty lists of terms that have room.
    pub terms: Vec<Vec<(i64, VarId)>>,
}

impl Scratch {
    /// Keeps a list of terms that is not in use any more for the next sum.
    pub fn keep_terms(&mut self, mut terms: Vec<(i64, VarId)>) {
        if self.terms.len() < 4 && terms.capacity() <= 64 {
            terms.clear();
            self.terms.push(terms);
        }
    }
}

impl Solver {
    /// The variable `index` of the list of a propagator.
    #[inline(always)]
    pub fn item(&self, prop: &Prop, index: usize) -> VarId {
        self.words[prop.args as usize + index] as VarId
    }

    /// The coefficient and the variable of term `index` of a propagator.
    #[inline(always)]
    pub fn term(&self, prop: &Prop, index: usize) -> (i64, VarId) {
        let at = prop.args as usize + 2 * index;
        (self.words[at] as i64, self.words[at + 1] as VarId)
    }

    /// Adds a propagator that is to run.
    pub fn add(&mut self, mut prop: Prop, priority: u8) -> PropId {
        prop.posted = self.queue.posting;
        let id = self.push_prop(prop, priority);
        self.enqueue(id);
        id
    }

    /// Adds a propagator of three variables.
    pub fn add_ternary(&mut self, prop: Prop, events: u8) -> PropId {
        let id = self.add(prop, 1);
        let Prop { x, y, z, .. } = prop;
        self.watch(id, x, events);
        if y != x {
            self.watch(id, y, events);
        }
        if z != x && z != y {
            self.watch(id, z, events);
        }
        id
    }

    /// Adds a propagator of two variables, `x` and `y`.
    pub fn add_binary(&mut self, prop: Prop, events: [u8; 2]) -> PropId {
        let id = self.add(prop, 1);
        self.watch(id, prop.x, events[0]);
        self.watch(id, prop.y, events[1]);
        id
    }

    /// Adds propagators for `z` to tell whether `x #=< y + c`.
    pub fn add_reified_order(&mut self, x: VarId, y: VarId, c: i64, z: VarId) {
        let kinds = [
            Prop::new(PropKind::OrderIf, x, y, z, c),
            // The contrary is `y #=< x - c - 1`.
            Prop::new(PropKind::OrderUnless, y, x, z, -c - 1),
        ];
        for prop in kinds {
            let id = self.add_binary(prop, [MIN, MAX]);
            self.states[id as usize] |= TESTED;
            self.watch(id, z, FIX);
        }
    }

    /// Adds a propagator for `z` to tell something of `x` and `y`, which may be one
    /// variable. It is tested before it is made to wait.
    pub fn add_reified(&mut self, prop: Prop) {
        let mut prop = prop;
        prop.posted = self.queue.posting;
        let id = self.push_prop(prop, 1);
        self.states[id as usize] |= TESTED;
        if matters(&prop, &self.vars) {
            self.enqueue(id);
        }
        self.watch(id, prop.x, ANY);
        if prop.y != prop.x {
            self.watch(id, prop.y, ANY);
        }
        self.watch(id, prop.z, FIX);
    }

    /// Adds a propagator with a list of variables.
    pub fn add_listed(&mut self, prop: Prop, vars: &[VarId], events: u8, priority: u8) -> PropId {
        self.add_listed_before(prop, vars, &[], events, priority)
    }

    /// The same, with more words behind the variables.
    pub fn add_listed_before(
        &mut self,
        mut prop: Prop,
        vars: &[VarId],
        more: &[u64],
        events: u8,
        priority: u8,
    ) -> PropId {
        let words = vars.iter().map(|&var| u64::from(var));
        prop.args = self.new_words(words.chain(more.iter().copied())) as u32;
        prop.len = vars.len() as u32;
        let id = self.add(prop, priority);
        for &var in vars {
            self.watch(id, var, events);
        }
        id
    }

    /// Adds a propagator with a list of terms; `sides` tells whether the least
    /// and the greatest sums matter.
    pub fn add_linear(
        &mut self,
        mut prop: Prop,
        terms: &[(i64, VarId)],
        sides: [bool; 2],
    ) -> PropId {
        prop.args = self.new_terms(terms) as u32;
        prop.len = terms.len() as u32;
        let id = self.add(prop, if terms.len() > 3 { 2 } else { 1 });
        let is_equal = matches!(prop.kind, PropKind::LinearEqual | PropKind::ReifiedEqual);
        let sees_holes = is_equal && terms.len() == 2;
        for &(c, var) in terms {
            if sees_holes {
                self.watch(id, var, ANY);
                continue;
            }
            let [least, greatest] = if c > 0 { sides } else { [sides[1], sides[0]] };
            let events = if least { MIN } else { 0 } | if greatest { MAX } else { 0 };
            self.watch(id, var, if events == 0 { FIX } else { events });
        }
        id
    }

    /// The propagator holds whatever happens, until backtracking.
    pub fn kill(&mut self, id: PropId) {
        if self.states[id as usize] & DEAD == 0 {
            self.states[id as usize] |= DEAD;
            self.killed.push(id);
        }
    }

    /// Whether a propagator holds whatever happens.
    pub fn is_dead(&self, id: PropId) -> bool {
        self.states[id as usize] & DEAD != 0
    }

    /// Whether a propagator may still do something.
    pub fn is_active(&self, id: PropId) -> bool {
        let prop = &self.props[id as usize];
        if self.is_dead(id) {
            return false;
        }
        match prop.kind {
            PropKind::Differ => {
                let known = self.is_fixed(prop.x) || self.is_fixed(prop.y);
                !known && !self.never_equal(prop)
            }
            PropKind::AtMost => {
                let (x, y) = (self.var(prop.x), self.var(prop.y));
                !(x.is_narrow() && y.is_narrow() && x.max <= y.min + prop.c)
            }
            PropKind::AllDifferent | PropKind::Distinct => {
                let items = (0..prop.len as usize).map(|index| self.item(prop, index));
                items.filter(|&var| !self.is_fixed(var)).nth(1).is_some()
            }
            _ => true,
        }
    }

    /// Whether the domains of what must differ have become disjoint.
    fn never_equal(&self, prop: &Prop) -> bool {
        let (x, y) = (self.var(prop.x), self.var(prop.y));
        if !x.is_narrow() || !y.is_narrow() {
            return false;
        }
        if x.max < y.min + prop.c || y.max + prop.c < x.min {
            return true;
        }
        let mut value = Some(x.min);
        while let Some(at) = value.filter(|_| x.size <= 256) {
            if self.contains(prop.y, at - prop.c) {
                return false;
            }
            value = self.next_value(prop.x, at);
        }
        x.size <= 256
    }

    /// Adds a propagator with its state: a priority, small numbers first.
    pub fn push_prop(&mut self, prop: Prop, priority: u8) -> PropId {
        self.props.push(prop);
        self.states.push(priority << 2);
        (self.props.len() - 1) as PropId
    }

    /// Calls `visit` with each propagator that waits for a variable, perhaps more
    /// than once.
    pub fn each_propagator(&self, var: VarId, mut visit: impl FnMut(PropId)) {
        for class in 0..CLASSES {
            self.each_watcher(var, class, &mut visit);
        }
        for list in 0..LISTS {
            self.each_entry(var, list, |(id, _, _)| visit(id));
        }
    }

    /// How many propagators wait for a variable.
    pub fn degree(&self, var: VarId) -> u16 {
        self.links[var as usize].degree
    }

    /// The propagators that wait for a variable.
    pub fn propagators(&self, var: VarId) -> Vec<PropId> {
        let mut ids = Vec::new();
        self.each_propagator(var, |id| ids.push(id));
        ids.sort_unstable();
        ids.dedup();
        ids
    }

    /// The variables of a propagator.
    pub fn variables(&self, id: PropId) -> Vec<VarId> {
        let mut vars = Vec::new();
        self.each_variable(id, |var| vars.push(var));
        vars
    }

    /// Calls `visit` with the variables of a propagator.
    pub fn each_variable(&self, id: PropId, mut visit: impl FnMut(VarId)) {
        use PropKind as K;
        let prop = &self.props[id as usize];
        let len = prop.len as usize;
        match prop.kind {
            K::LinearEqual
            | K::LinearAtMost
            | K::LinearDiffer
            | K::ReifiedAtMost
            | K::ReifiedEqual
            | K::ReifiedDiffer => (0..len).for_each(|index| visit(self.term(prop, index).1)),
            _ => (0..len).for_each(|index| visit(self.item(prop, index))),
        }
        let [x, y, z] = match prop.kind {
            K::Differ | K::Offset | K::AtMost => [Some(prop.x), Some(prop.y), None],
            K::Absolute | K::ReifiedIn => [Some(prop.x), None, Some(prop.z)],
            K::ReifiedAtMost
            | K::ReifiedEqual
            | K::ReifiedDiffer
            | K::Count
            | K::Values
            | K::Cumulative => [None, None, Some(prop.z)],
            K::LinearEqual
            | K::LinearAtMost
            | K::LinearDiffer
            | K::AllDifferent
            | K::Distinct
            | K::Table
            | K::Cardinality
            | K::Priced
            | K::Circuit
            | K::Lexicographic
            | K::Inverse
            | K::Sorting
            | K::Packing
            | K::Boxes
            | K::Disjoint => [None; 3],
            K::User => [Some(prop.x), None, None],
            K::Element => [Some(prop.x), None, Some(prop.z)],
            _ => [Some(prop.x), Some(prop.y), Some(prop.z)],
        };
        [x, y, z].into_iter().flatten().for_each(visit);
    }
}

/// Events of both bounds.
pub const BOUNDS: u8 = MIN | MAX;
/// Events of all kinds.
pub const ANY: u8 = DOM;
