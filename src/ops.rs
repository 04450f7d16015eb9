//! Operators: their types, the predefined tables, and layered lookup.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::atom::{Atom, AtomTable, known};
use crate::error::Ball;
use crate::term::cell::Cell;
use crate::term::mem::Mem;

/// The highest priority of an operator and of a term.
pub const MAX_PRIORITY: u16 = 1200;

/// The priority of an argument and of a list element.
pub const ARGUMENT_PRIORITY: u16 = 999;

/// How an operator stands to its operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpType {
    /// Infix, not associative.
    Xfx,
    /// Infix, right-associative.
    Xfy,
    /// Infix, left-associative.
    Yfx,
    /// Prefix, associative.
    Fy,
    /// Prefix, not associative.
    Fx,
    /// Postfix, not associative.
    Xf,
    /// Postfix, associative.
    Yf,
}

/// Where an operator stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpClass {
    /// Before its operand.
    Prefix,
    /// Between its operands.
    Infix,
    /// After its operand.
    Postfix,
}

const TYPES: [(OpType, Atom); 7] = [
    (OpType::Xfx, known::XFX),
    (OpType::Xfy, known::XFY),
    (OpType::Yfx, known::YFX),
    (OpType::Fy, known::FY),
    (OpType::Fx, known::FX),
    (OpType::Xf, known::XF),
    (OpType::Yf, known::YF),
];

impl OpType {
    /// The type named by an operator specifier.
    pub fn from_atom(atom: Atom) -> Option<OpType> {
        let row = TYPES.iter().find(|&&(_, name)| name == atom)?;
        Some(row.0)
    }

    /// The operator specifier of this type.
    pub fn atom(self) -> Atom {
        TYPES[self as usize].1
    }

    /// Where operators of this type stand.
    pub fn class(self) -> OpClass {
        match self {
            OpType::Xfx | OpType::Xfy | OpType::Yfx => OpClass::Infix,
            OpType::Fy | OpType::Fx => OpClass::Prefix,
            OpType::Xf | OpType::Yf => OpClass::Postfix,
        }
    }
}

/// An operator's priority and type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpDef {
    /// The priority, 1 to 1200; in a layer, 0 hides the definition below it.
    pub priority: u16,
    /// The type.
    pub op_type: OpType,
}

impl OpDef {
    /// The highest priority of the left operand of an infix or postfix operator.
    #[inline]
    pub fn left_max(self) -> u16 {
        match self.op_type {
            OpType::Yfx | OpType::Yf => self.priority,
            _ => self.priority - 1,
        }
    }

    /// The highest priority of the right operand of an infix or prefix operator.
    #[inline]
    pub fn right_max(self) -> u16 {
        match self.op_type {
            OpType::Xfy | OpType::Fy => self.priority,
            _ => self.priority - 1,
        }
    }
}

/// What one atom is as an operator, for each class.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct OpDefs {
    /// As a prefix operator.
    pub prefix: Option<OpDef>,
    /// As an infix operator.
    pub infix: Option<OpDef>,
    /// As a postfix operator.
    pub postfix: Option<OpDef>,
}

impl OpDefs {
    /// The slot of a class.
    fn slot(&mut self, class: OpClass) -> &mut Option<OpDef> {
        match class {
            OpClass::Prefix => &mut self.prefix,
            OpClass::Infix => &mut self.infix,
            OpClass::Postfix => &mut self.postfix,
        }
    }

    /// Whether there is any definition.
    #[inline]
    pub fn is_operator(self) -> bool {
        self.prefix.is_some() || self.infix.is_some() || self.postfix.is_some()
    }

    /// Whether there is an infix or postfix definition.
    #[inline]
    pub fn takes_left(self) -> bool {
        self.infix.is_some() || self.postfix.is_some()
    }

    fn or(self, below: OpDefs) -> OpDefs {
        OpDefs {
            prefix: self.prefix.or(below.prefix),
            infix: self.infix.or(below.infix),
            postfix: self.postfix.or(below.postfix),
        }
    }

    fn visible(self) -> OpDefs {
        let seen = |def: Option<OpDef>| def.filter(|def| def.priority > 0);
        OpDefs {
            prefix: seen(self.prefix),
            infix: seen(self.infix),
            postfix: seen(self.postfix),
        }
    }
}

/// Why an operator cannot be defined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpError {
    /// The priority is not between 0 and 1200.
    Priority(i64),
    /// The comma cannot be changed.
    Comma,
    /// This atom cannot be an operator of this kind.
    Create(Atom),
}

impl OpError {
    /// The ISO error.
    pub fn ball(self, mem: &mut Mem) -> Ball {
        match self {
            OpError::Priority(priority) => {
                let culprit = mem.new_number(&crate::number::Number::Int(priority));
                Ball::Domain(known::OPERATOR_PRIORITY, culprit)
            }
            OpError::Comma => {
                Ball::Permission(known::MODIFY, known::OPERATOR, Cell::atom(known::COMMA))
            }
            OpError::Create(atom) => {
                Ball::Permission(known::CREATE, known::OPERATOR, Cell::atom(atom))
            }
        }
    }
}

type Layer = IndexMap<Atom, OpDefs, FxBuildHasher>;

/// An operator table: its own layer over those it inherits from.
///
/// Layers are shared, so a clone is cheap and independent of the original.
#[derive(Clone, Debug)]
pub struct Ops {
    /// The topmost layer first; never empty.
    layers: Vec<Arc<Layer>>,
}

impl Default for Ops {
    fn default() -> Ops {
        Ops::empty()
    }
}

impl Ops {
    /// A table of one empty layer.
    pub fn empty() -> Ops {
        Ops {
            layers: vec![Arc::default()],
        }
    }

    /// The table of one layer with the predefined operators of the default mode.
    pub fn predefined(atoms: &mut AtomTable) -> Ops {
        let mut ops = Ops::iso(atoms);
        ops.define(EXTENSIONS, atoms);
        ops
    }

    /// The table of one layer with the operators of the standard.
    pub fn iso(atoms: &mut AtomTable) -> Ops {
        let mut ops = Ops::empty();
        ops.define(STANDARD, atoms);
        ops
    }

    fn define(&mut self, rows: &[Row], atoms: &mut AtomTable) {
        for &(priority, op_type, names) in rows {
            for name in names.split(' ') {
                self.put(atoms.intern(name), OpDef { priority, op_type });
            }
        }
    }

    /// This table's layers over those of `below`.
    pub fn over(&self, below: &Ops) -> Ops {
        let layers = self.layers.iter().chain(&below.layers);
        Ops {
            layers: layers.cloned().collect(),
        }
    }

    /// Takes the topmost layer off: a table of this layer alone.
    pub fn take_top(&mut self) -> Ops {
        let top = self.layers.remove(0);
        if self.layers.is_empty() {
            self.layers.push(Arc::default());
        }
        Ops { layers: vec![top] }
    }

    /// What `atom` is as an operator.
    #[inline]
    pub fn get(&self, atom: Atom) -> OpDefs {
        let mut defs = OpDefs::default();
        for layer in &self.layers {
            if let Some(&found) = layer.get(&atom) {
                defs = defs.or(found);
            }
        }
        defs.visible()
    }

    /// Whether `atom` is an operator of any class.
    pub fn is_operator(&self, atom: Atom) -> bool {
        self.get(atom).is_operator()
    }

    /// Defines, changes or (with priority 0) removes an operator in the
    /// topmost layer, under the rules of `op/3`.
    pub fn add(&mut self, priority: i64, op_type: OpType, atom: Atom) -> Result<(), OpError> {
        let priority = self.check(priority, op_type.class(), atom)?;
        self.put(atom, OpDef { priority, op_type });
        Ok(())
    }

    /// Checks one definition without making it; the priority if it is legal.
    pub fn check(&self, priority: i64, class: OpClass, atom: Atom) -> Result<u16, OpError> {
        let legal = u16::try_from(priority).ok().filter(|&p| p <= MAX_PRIORITY);
        let level = legal.ok_or(OpError::Priority(priority))?;
        match atom {
            known::COMMA => return Err(OpError::Comma),
            known::NIL | known::CURLY => return Err(OpError::Create(atom)),
            known::BAR if class != OpClass::Infix || (1..=1000).contains(&level) => {
                return Err(OpError::Create(atom));
            }
            _ => {}
        }
        let defs = self.get(atom);
        let clashes = match class {
            OpClass::Prefix => false,
            OpClass::Infix => defs.postfix.is_some(),
            OpClass::Postfix => defs.infix.is_some(),
        };
        if clashes && level > 0 {
            return Err(OpError::Create(atom));
        }
        Ok(level)
    }

    fn put(&mut self, atom: Atom, def: OpDef) {
        let layer = Arc::make_mut(&mut self.layers[0]);
        let defs = layer.entry(atom).or_default();
        *defs.slot(def.op_type.class()) = Some(def);
    }

    /// The names in all layers.
    pub fn names(&self) -> impl Iterator<Item = Atom> {
        self.layers.iter().flat_map(|layer| layer.keys().copied())
    }

    /// All operators in force, those of lower layers first.
    pub fn all(&self) -> Vec<(Atom, OpDef)> {
        let mut names = IndexMap::<Atom, (), FxBuildHasher>::default();
        for layer in self.layers.iter().rev() {
            names.extend(layer.keys().map(|&name| (name, ())));
        }
        names.keys().flat_map(|&name| self.of(name)).collect()
    }

    /// The definitions of one operator.
    pub fn of(&self, name: Atom) -> Vec<(Atom, OpDef)> {
        let defs = self.get(name);
        let classes = [defs.prefix, defs.infix, defs.postfix];
        let found = classes.into_iter().flatten().map(|def| (name, def));
        found.collect()
    }

    /// The definitions of the topmost layer alone, removals included.
    pub fn own(&self) -> Vec<(Atom, OpDef)> {
        let rows = self.layers[0].iter().flat_map(|(&name, defs)| {
            let classes = [defs.prefix, defs.infix, defs.postfix];
            classes.into_iter().flatten().map(move |def| (name, def))
        });
        rows.collect()
    }
}

type Row = (u16, OpType, &'static str);

/// Table 7 of the standard with its corrigenda, the bar of the grammar-rule
/// specification and the colon of the module part.
const STANDARD: &[Row] = &[
    (1200, OpType::Xfx, ":- -->"),
    (1200, OpType::Fx, ":- ?-"),
    (1105, OpType::Xfy, "|"),
    (1100, OpType::Xfy, ";"),
    (1050, OpType::Xfy, "->"),
    (1000, OpType::Xfy, ","),
    (900, OpType::Fy, "\\+"),
    (
        700,
        OpType::Xfx,
        "= \\= == \\== @< @=< @> @>= =.. is =:= =\\= < =< > >=",
    ),
    (600, OpType::Xfy, ":"),
    (500, OpType::Yfx, "+ - /\\ \\/"),
    (400, OpType::Yfx, "* / // rem mod div << >>"),
    (200, OpType::Xfx, "**"),
    (200, OpType::Xfy, "^"),
    (200, OpType::Fy, "- \\ +"),
];

/// What the default mode predefines beyond the standard.
const EXTENSIONS: &[Row] = &[
    (1200, OpType::Xfx, "=>"),
    (
        1150,
        OpType::Fx,
        "discontiguous dynamic initialization meta_predicate module_transparent multifile public \
         table thread_initialization thread_local volatile",
    ),
    (1050, OpType::Xfy, "*->"),
    (800, OpType::Xfx, ":="),
    (700, OpType::Xfx, ":< =@= >:< \\=@= as"),
    (400, OpType::Yfx, "rdiv xor"),
    (1, OpType::Fx, "$"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_op_hold() {
        let mut atoms = AtomTable::new();
        let mut ops = Ops::predefined(&mut atoms);
        let name = atoms.intern("name");
        let add = |ops: &mut Ops, p, t, a| ops.add(p, t, a);
        assert_eq!(
            add(&mut ops, 1201, OpType::Xfx, name),
            Err(OpError::Priority(1201))
        );
        assert_eq!(
            add(&mut ops, 0, OpType::Xfy, known::COMMA),
            Err(OpError::Comma)
        );
        for atom in [known::NIL, known::CURLY] {
            assert_eq!(
                add(&mut ops, 700, OpType::Xfx, atom),
                Err(OpError::Create(atom))
            );
        }
        let bar = Err(OpError::Create(known::BAR));
        assert_eq!(add(&mut ops, 1000, OpType::Xfy, known::BAR), bar);
        assert_eq!(add(&mut ops, 1100, OpType::Fy, known::BAR), bar);
        assert_eq!(add(&mut ops, 0, OpType::Xfy, known::BAR), Ok(()));
        assert_eq!(add(&mut ops, 30, OpType::Xfx, name), Ok(()));
        assert_eq!(
            add(&mut ops, 40, OpType::Xf, name),
            Err(OpError::Create(name))
        );
        assert_eq!(add(&mut ops, 40, OpType::Fy, name), Ok(()));
    }

    #[test]
    fn a_layer_hides_what_is_below() {
        let mut atoms = AtomTable::new();
        let system = Ops::predefined(&mut atoms);
        let mut user = Ops::empty().over(&system);
        user.add(0, OpType::Xfx, known::IS)
            .expect("a legal definition");
        assert!(!user.is_operator(known::IS));
        assert!(system.is_operator(known::IS));
        assert!(user.all().iter().all(|&(name, _)| name != known::IS));
    }
}
