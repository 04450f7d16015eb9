//! What is written quoted reads back as the same term, whatever the operators;
//! and no text makes the reader fail in another way than by a syntax error.

use luminy::atom::AtomTable;
use luminy::error::Ball;
use luminy::flags::Flags;
use luminy::number::Number;
use luminy::ops::{OpType, Ops};
use luminy::syntax::reader::{ReadContext, ReadOptions, ReadTerm, parse_text, read_term};
use luminy::syntax::source::WholeText;
use luminy::syntax::write_options::{Spacing, WriteOptions};
use luminy::syntax::writer::{WriteContext, term_text};
use luminy::term::cell::Cell;
use luminy::term::mem::Mem;
use proptest::prelude::*;

/// A term before it is on a heap.
#[derive(Clone, Debug)]
enum Tree {
    Atom(String),
    Int(i64),
    Digits(String),
    Float(f64),
    Text(String),
    Variable(u8),
    Compound(String, Vec<Tree>),
    List(Vec<Tree>, Option<Box<Tree>>),
}

/// A definition of an operator, legal or not.
type OpRow = (i64, OpType, String);

/// Names that are prone to trouble, and a few that are not.
const NAMES: &[&str] = &[
    "-", "+", "\\", "=", "*", "^", ":-", ",", "|", ";", "!", "[]", "{}", ".", "..", "/*", "*/",
    "/", "a", "b", "f", "g", "mod", "is", "dynamic", "e", "e7", "x", "b3", "o9", "r3", "Inf", "_",
    "", "A b", "it's", "\\n", "a\nb", "\u{1}", "é", "É", "日本", "≤", "$VAR", "#", "0", "'", "\"",
    "`",
];

const TYPES: [OpType; 7] = [
    OpType::Xfx,
    OpType::Xfy,
    OpType::Yfx,
    OpType::Fy,
    OpType::Fx,
    OpType::Xf,
    OpType::Yf,
];

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        9 => prop::sample::select(NAMES).prop_map(str::to_owned),
        1 => any::<String>(),
    ]
}

fn leaf() -> impl Strategy<Value = Tree> {
    prop_oneof![
        4 => name().prop_map(Tree::Atom),
        2 => (-9i64..10).prop_map(Tree::Int),
        1 => any::<i64>().prop_map(Tree::Int),
        1 => "-?[1-9][0-9]{20,40}".prop_map(Tree::Digits),
        1 => any::<f64>().prop_map(Tree::Float),
        1 => name().prop_map(Tree::Text),
        2 => (0u8..3).prop_map(Tree::Variable),
    ]
}

fn tree() -> impl Strategy<Value = Tree> {
    leaf().prop_recursive(6, 40, 3, |inner| {
        prop_oneof![
            4 => (name(), prop::collection::vec(inner.clone(), 1..3))
                .prop_map(|(name, args)| Tree::Compound(name, args)),
            1 => (name(), prop::collection::vec(inner.clone(), 3..4))
                .prop_map(|(name, args)| Tree::Compound(name, args)),
            1 => (prop::collection::vec(inner.clone(), 1..3), prop::option::of(inner))
                .prop_map(|(items, tail)| Tree::List(items, tail.map(Box::new))),
        ]
    })
}

fn op_rows() -> impl Strategy<Value = Vec<OpRow>> {
    let priority = prop_oneof![
        Just(0),
        Just(200),
        Just(700),
        Just(999),
        Just(1000),
        Just(1100),
        Just(1200),
        0i64..1201
    ];
    let row = (priority, prop::sample::select(&TYPES[..]), name());
    prop::collection::vec(row, 0..12)
}

/// A heap with tables of one mode.
struct World {
    mem: Mem,
    atoms: AtomTable,
    ops: Ops,
    flags: Flags,
    is_iso: bool,
    variables: Vec<Cell>,
}

impl World {
    fn new(is_iso: bool, rows: &[OpRow]) -> World {
        let mut atoms = AtomTable::new();
        let (mut ops, flags) = if is_iso {
            (Ops::iso(&mut atoms), Flags::iso(&mut atoms))
        } else {
            (Ops::predefined(&mut atoms), Flags::new(&mut atoms))
        };
        for (priority, op_type, name) in rows {
            let atom = atoms.intern(name);
            let _ = ops.add(*priority, *op_type, atom);
        }
        let mut mem = Mem::new(1 << 30);
        let variables = (0..3).map(|_| mem.new_var()).collect();
        World {
            mem,
            atoms,
            ops,
            flags,
            is_iso,
            variables,
        }
    }

    fn build(&mut self, tree: &Tree) -> Cell {
        match tree {
            Tree::Atom(name) => Cell::atom(self.atoms.intern(name)),
            Tree::Int(value) => self.mem.new_number(&Number::Int(*value)),
            Tree::Digits(text) => {
                let number = Number::from_digits(text, 10).expect("a number");
                self.mem.new_number(&number)
            }
            Tree::Float(value) if self.is_iso && !value.is_finite() => self.mem.new_float(0.0),
            Tree::Float(value) if value.is_nan() => self.mem.new_float(f64::NAN.abs()),
            Tree::Float(value) => self.mem.new_float(*value),
            Tree::Text(text) if self.is_iso => Cell::atom(self.atoms.intern(text)),
            Tree::Text(text) => self.mem.new_string(text),
            Tree::Variable(number) => self.variables[*number as usize],
            Tree::Compound(name, args) => {
                let args: Vec<Cell> = args.iter().map(|arg| self.build(arg)).collect();
                let name = self.atoms.intern(name);
                self.mem.new_struct(name, &args)
            }
            Tree::List(items, tail) => {
                let items: Vec<Cell> = items.iter().map(|item| self.build(item)).collect();
                let tail = tail.as_ref().map_or(Cell::NIL, |tail| self.build(tail));
                self.mem.new_partial_list(&items, tail)
            }
        }
    }

    fn text(&self, term: Cell, options: &WriteOptions) -> String {
        let context = WriteContext {
            mem: &self.mem,
            atoms: &self.atoms,
            ops: &self.ops,
            flags: &self.flags,
        };
        term_text(context, term, options)
    }

    fn context(&mut self) -> ReadContext<'_> {
        ReadContext {
            mem: &mut self.mem,
            atoms: &mut self.atoms,
            ops: &self.ops,
            flags: &self.flags,
            char_conversion: None,
            options: ReadOptions {
                layout: true,
                ..ReadOptions::default()
            },
        }
    }

    fn read(&mut self, text: &str) -> Result<ReadTerm, Ball> {
        parse_text(text, &mut self.context())
    }

    /// Whether `text` reads as `term`, where a variable is named by its place.
    fn reads_as(&mut self, text: &str, term: Cell) -> Result<(), String> {
        let read = self.read(text).map_err(|ball| format!("{ball:?}"))?;
        for variable in &read.variables {
            let place: u64 = variable.name[1..].parse().map_err(|_| "a name")?;
            self.mem.unify(variable.cell, Cell::reference(place * 8));
        }
        if self.mem.identical(read.term, term) {
            return Ok(());
        }
        Err(self.text(read.term, &WriteOptions::canonical()))
    }
}

fn styles() -> Vec<WriteOptions> {
    let quoted = WriteOptions {
        quoted: true,
        ..WriteOptions::default()
    };
    vec![
        WriteOptions {
            spacing: Spacing::NextArgument,
            ..quoted.clone()
        },
        WriteOptions {
            dotlists: true,
            quote_non_ascii: true,
            ..quoted.clone()
        },
        WriteOptions {
            ignore_ops: true,
            ..quoted.clone()
        },
        WriteOptions::canonical(),
        quoted,
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_written_reads_back(is_iso: bool, rows in op_rows(), tree in tree()) {
        let mut world = World::new(is_iso, &rows);
        let term = world.build(&tree);
        for options in styles() {
            let text = world.text(term, &options);
            let outcome = world.reads_as(&text, term);
            prop_assert!(outcome.is_ok(), "{text} reads as {outcome:?}");
        }
    }

    #[test]
    fn any_text_reads_or_is_a_syntax_error(
        is_iso: bool,
        rows in op_rows(),
        words in prop::collection::vec(
            prop_oneof![
                4 => prop::sample::select(NAMES).prop_map(str::to_owned),
                4 => prop::sample::select(
                    &["(", ")", "[", "]", "{", "}", ",", "|", " ", "\n", ". ", "%", "0'", "X",
                      "1", "1.5", "0x1f", "'", "\"", "\\", "foo(", "1.0e", "- ", "/*", "*/"][..],
                )
                .prop_map(str::to_owned),
                1 => any::<String>(),
            ],
            0..20,
        ),
    ) {
        let mut world = World::new(is_iso, &rows);
        let text = words.concat();
        let mut source = WholeText::new(&text);
        loop {
            let before = source.rest().len();
            match read_term(&mut source, &mut world.context()) {
                Ok(None) => break,
                Ok(Some(_)) => {}
                Err(Ball::Syntax(error)) => {
                    prop_assert!(error.at.byte as usize <= text.len());
                }
                Err(other) => prop_assert!(false, "{other:?}"),
            }
            prop_assert!(source.rest().len() < before, "no progress in {text:?}");
        }
    }
}
