//! Flags: the values that `set_prolog_flag/2` changes.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use crate::atom::{Atom, AtomTable, known};
use crate::error::Ball;
use crate::term::cell::Cell;
use crate::term::image::Image;
use crate::term::mem::Mem;

/// What quoted text that is no atom stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum QuotedText {
    /// A list of character codes.
    Codes,
    /// A list of characters.
    Chars,
    /// An atom.
    Atom,
    /// A string.
    String,
}

/// What unification does about cyclic terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OccursCheck {
    /// It makes them.
    False,
    /// It fails instead.
    True,
    /// It raises an error instead.
    Error,
}

/// What a call to an unknown procedure does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// It raises an existence error.
    Error,
    /// It fails.
    Fail,
    /// It prints a warning and fails.
    Warning,
}

/// The flags that the system itself reads often, as plain fields.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Strict mode: the standard's syntax and answers, without extensions.
    pub iso: bool,
    /// What double-quoted text is.
    pub double_quotes: QuotedText,
    /// What back-quoted text is, outside strict mode.
    pub back_quotes: QuotedText,
    /// Whether a backslash starts an escape in quoted text.
    pub character_escapes: bool,
    /// Whether `char_conversion/2` has an effect on reading.
    pub char_conversion: bool,
    /// What unification does about cyclic terms.
    pub occurs_check: OccursCheck,
    /// What a call to an unknown procedure does.
    pub unknown: Unknown,
}

/// The value of a flag.
#[derive(Clone, Debug, PartialEq)]
pub enum FlagValue {
    /// An atom.
    Atom(Atom),
    /// An integer.
    Int(i64),
    /// A float.
    Float(f64),
    /// A list of atoms.
    Atoms(Arc<[Atom]>),
    /// Any other term.
    Term(Arc<Image>),
}

impl FlagValue {
    /// Tells the atoms in it, or the term that it is.
    pub fn each_atom(&self, atom: &mut dyn FnMut(Atom), term: &mut dyn FnMut(&Image)) {
        match self {
            FlagValue::Atom(one) => atom(*one),
            FlagValue::Atoms(atoms) => atoms.iter().for_each(|&one| atom(one)),
            FlagValue::Term(image) => term(image),
            FlagValue::Int(_) | FlagValue::Float(_) => {}
        }
    }
}

/// What a flag may be set to.
#[derive(Clone, Debug, PartialEq)]
pub enum FlagType {
    /// One of these atoms.
    OneOf(Arc<[Atom]>),
    /// An atom.
    Atom,
    /// An integer.
    Integer,
    /// A float.
    Float,
    /// Anything.
    Any,
}

/// A flag: its value, what it may be, and who may change it.
#[derive(Clone, Debug, PartialEq)]
pub struct Flag {
    /// The value.
    pub value: FlagValue,
    /// What it may be set to.
    pub flag_type: FlagType,
    /// Whether only the system sets it.
    pub read_only: bool,
}

/// Why a flag cannot be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FlagError {
    /// There is no such flag.
    Unknown,
    /// Only the system sets it.
    ReadOnly,
    /// It cannot have this value.
    Value,
}

impl FlagError {
    /// The ISO error for setting `flag` to `value`.
    pub fn ball(self, mem: &mut Mem, flag: Atom, value: Cell) -> Ball {
        let name = Cell::atom(flag);
        match self {
            FlagError::Unknown => Ball::Domain(known::PROLOG_FLAG, name),
            FlagError::ReadOnly => Ball::Permission(known::MODIFY, known::FLAG, name),
            FlagError::Value => {
                let culprit = mem.new_struct(known::PLUS, &[name, value]);
                Ball::Domain(known::FLAG_VALUE, culprit)
            }
        }
    }
}

type Table = IndexMap<Atom, Flag, FxBuildHasher>;

/// All flags. A clone is cheap and independent of the original.
#[derive(Clone, Debug)]
pub struct Flags {
    table: Arc<Table>,
    settings: Settings,
}

impl Flags {
    /// The flags of the default mode.
    pub fn new(atoms: &mut AtomTable) -> Flags {
        let mut table = Table::default();
        for row in FLAGS {
            table.insert(atoms.intern(row.name), row.flag(atoms));
        }
        let settings = Settings::of(&table);
        Flags {
            table: Arc::new(table),
            settings,
        }
    }

    /// The flags of strict mode.
    pub fn iso(atoms: &mut AtomTable) -> Flags {
        let mut flags = Flags::new(atoms);
        flags.put(known::ISO, FlagValue::Atom(known::TRUE));
        flags.put(known::DOUBLE_QUOTES, FlagValue::Atom(known::CODES));
        flags
    }

    /// The flags that the system itself reads.
    #[inline]
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The flag of this name.
    pub fn get(&self, name: Atom) -> Option<&Flag> {
        self.table.get(&name)
    }

    /// Whether the flag is there and `true` or `on`.
    pub fn is_on(&self, name: Atom) -> bool {
        let value = self.get(name).map(|flag| &flag.value);
        matches!(value, Some(FlagValue::Atom(known::TRUE | known::ON)))
    }

    /// All flags in order of their creation.
    pub fn iter(&self) -> impl Iterator<Item = (Atom, &Flag)> {
        self.table.iter().map(|(&name, flag)| (name, flag))
    }

    /// Tells all atoms in names, types and values, and all values that are terms.
    pub fn each_atom(&self, atom: &mut dyn FnMut(Atom), term: &mut dyn FnMut(&Image)) {
        for (&name, flag) in self.table.iter() {
            atom(name);
            if let FlagType::OneOf(atoms) = &flag.flag_type {
                atoms.iter().for_each(|&one| atom(one));
            }
            flag.value.each_atom(atom, term);
        }
    }

    /// Sets a flag as `set_prolog_flag/2` does.
    pub fn set(&mut self, name: Atom, value: FlagValue) -> Result<(), FlagError> {
        let flag = self.get(name).ok_or(FlagError::Unknown)?;
        if flag.read_only {
            return Err(FlagError::ReadOnly);
        }
        if !flag.flag_type.allows(&value) {
            return Err(FlagError::Value);
        }
        self.put(name, value);
        Ok(())
    }

    /// Sets the value of a flag that exists, whoever may change it.
    pub fn put(&mut self, name: Atom, value: FlagValue) {
        if let Some(flag) = Arc::make_mut(&mut self.table).get_mut(&name) {
            flag.value = value;
            self.settings = Settings::of(&self.table);
        }
    }

    /// Adds a flag, or replaces one that is there.
    pub fn create(&mut self, name: Atom, flag: Flag) {
        Arc::make_mut(&mut self.table).insert(name, flag);
        self.settings = Settings::of(&self.table);
    }
}

impl FlagType {
    /// Whether a flag of this type may have the value.
    pub fn allows(&self, value: &FlagValue) -> bool {
        match (self, value) {
            (FlagType::OneOf(atoms), FlagValue::Atom(atom)) => atoms.contains(atom),
            (FlagType::Atom, FlagValue::Atom(_))
            | (FlagType::Integer, FlagValue::Int(_))
            | (FlagType::Float, FlagValue::Float(_))
            | (FlagType::Any, _) => true,
            _ => false,
        }
    }

    /// The type of a flag created with this value.
    pub fn of(value: &FlagValue) -> FlagType {
        match value {
            FlagValue::Atom(known::TRUE | known::FALSE) => {
                FlagType::OneOf(Arc::from([known::TRUE, known::FALSE]))
            }
            FlagValue::Atom(known::ON | known::OFF) => {
                FlagType::OneOf(Arc::from([known::ON, known::OFF]))
            }
            FlagValue::Atom(_) => FlagType::Atom,
            FlagValue::Int(_) => FlagType::Integer,
            FlagValue::Float(_) => FlagType::Float,
            _ => FlagType::Any,
        }
    }
}

impl Settings {
    fn of(table: &Table) -> Settings {
        let atom = |name| match table.get(&name).map(|flag| &flag.value) {
            Some(&FlagValue::Atom(atom)) => Some(atom),
            _ => None,
        };
        let is_on = |name| matches!(atom(name), Some(known::TRUE | known::ON));
        let quoted = |name| match atom(name) {
            Some(known::CODES) => QuotedText::Codes,
            Some(known::CHARS | known::SYMBOL_CHAR) => QuotedText::Chars,
            Some(known::ATOM) => QuotedText::Atom,
            _ => QuotedText::String,
        };
        Settings {
            iso: is_on(known::ISO),
            double_quotes: quoted(known::DOUBLE_QUOTES),
            back_quotes: quoted(known::BACK_QUOTES),
            character_escapes: is_on(known::CHARACTER_ESCAPES),
            char_conversion: is_on(known::CHAR_CONVERSION),
            occurs_check: match atom(known::OCCURS_CHECK) {
                Some(known::TRUE) => OccursCheck::True,
                Some(known::ERROR) => OccursCheck::Error,
                _ => OccursCheck::False,
            },
            unknown: match atom(known::UNKNOWN) {
                Some(known::FAIL) => Unknown::Fail,
                Some(known::WARNING) => Unknown::Warning,
                _ => Unknown::Error,
            },
        }
    }
}

/// A predefined flag.
struct Row {
    name: &'static str,
    initial: Initial,
    allowed: Allowed,
}

enum Initial {
    Atom(&'static str),
    Int(i64),
    None,
}

enum Allowed {
    /// Only the system sets it.
    ReadOnly,
    /// One of these atoms, written with blanks between.
    OneOf(&'static str),
    Atom,
    Integer,
    Any,
}

impl Row {
    fn flag(&self, atoms: &mut AtomTable) -> Flag {
        let value = match self.initial {
            Initial::Atom(text) => FlagValue::Atom(atoms.intern(text)),
            Initial::Int(value) => FlagValue::Int(value),
            Initial::None => FlagValue::Atoms(Arc::from([])),
        };
        let flag_type = match self.allowed {
            Allowed::ReadOnly | Allowed::Any => FlagType::Any,
            Allowed::OneOf(texts) => {
                FlagType::OneOf(texts.split(' ').map(|text| atoms.intern(text)).collect())
            }
            Allowed::Atom => FlagType::Atom,
            Allowed::Integer => FlagType::Integer,
        };
        Flag {
            value,
            flag_type,
            read_only: matches!(self.allowed, Allowed::ReadOnly),
        }
    }
}

const fn fixed(name: &'static str, initial: Initial) -> Row {
    Row {
        name,
        initial,
        allowed: Allowed::ReadOnly,
    }
}

const fn choice(name: &'static str, initial: &'static str, allowed: &'static str) -> Row {
    Row {
        name,
        initial: Initial::Atom(initial),
        allowed: Allowed::OneOf(allowed),
    }
}

const fn switch(name: &'static str, initial: &'static str) -> Row {
    choice(name, initial, "true false")
}

const fn number(name: &'static str, initial: i64) -> Row {
    Row {
        name,
        initial: Initial::Int(initial),
        allowed: Allowed::Integer,
    }
}

/// A flag that is an empty list at first.
const fn any(name: &'static str) -> Row {
    Row {
        name,
        initial: Initial::None,
        allowed: Allowed::Any,
    }
}

const FLAGS: &[Row] = &[
    fixed("bounded", Initial::Atom("false")),
    fixed("max_integer", Initial::Int(i64::MAX)),
    fixed("min_integer", Initial::Int(i64::MIN)),
    fixed(
        "max_tagged_integer",
        Initial::Int(crate::term::cell::MAX_SMALL),
    ),
    fixed(
        "min_tagged_integer",
        Initial::Int(crate::term::cell::MIN_SMALL),
    ),
    fixed("integer_rounding_function", Initial::Atom("toward_zero")),
    choice("char_conversion", "off", "on off"),
    choice("debug", "off", "on off true false"),
    fixed("max_arity", Initial::Atom("unbounded")),
    choice("unknown", "error", "error fail warning"),
    choice("double_quotes", "string", "codes chars atom string"),
    choice("back_quotes", "codes", "codes chars string symbol_char"),
    switch("iso", "false"),
    choice("occurs_check", "false", "false true error"),
    switch("character_escapes", "true"),
    fixed("dialect", Initial::Atom("luminy")),
    fixed("version", Initial::Int(version())),
    fixed("argv", Initial::None),
    choice("answer_stats", "off", "on off true false"),
    switch("generate_debug_info", "true"),
    switch("gc", "true"),
    choice("verbose", "normal", "normal silent"),
    choice("verbose_load", "silent", "full normal silent true false"),
    switch("verbose_autoload", "false"),
    choice(
        "autoload",
        "true",
        "true false explicit user user_or_explicit",
    ),
    switch("optimise", "false"),
    switch("last_call_optimisation", "true"),
    switch("prefer_rationals", "false"),
    choice(
        "rational_syntax",
        "compatibility",
        "compatibility natural iso",
    ),
    choice("float_overflow", "error", "error infinity"),
    choice("float_zero_div", "error", "error infinity"),
    choice("float_undefined", "error", "error nan"),
    switch("tty_control", "true"),
    switch("color_term", "true"),
    choice("encoding", "utf8", "utf8 text octet ascii iso_latin_1"),
    choice("stack_overflow", "error", "error"),
    choice("write_attributes", "ignore", "ignore dots write portray"),
    Row {
        name: "toplevel_prompt",
        initial: Initial::Atom("?- "),
        allowed: Allowed::Atom,
    },
    // What other systems have; it has no effect.
    number("stack_limit", 0),
    number("table_space", 0),
    number("history", 0),
    switch("toplevel_print_anon", "true"),
    switch("toplevel_print_factorized", "false"),
    number("toplevel_var_size", 1000),
    switch("verbose_file_search", "false"),
    switch("warn_override_implicit_import", "true"),
    switch("report_error", "true"),
    choice("toplevel_mode", "backtracking", "backtracking recursive"),
    choice("on_error", "print", "print halt status"),
    choice("on_warning", "print", "print halt status"),
    any("answer_write_options"),
    any("print_write_options"),
    any("debugger_write_options"),
    Row {
        name: "toplevel_print_depth",
        initial: Initial::Int(10),
        allowed: Allowed::Integer,
    },
];

/// The version of this package as one number: 10000 major, 100 minor, patch.
const fn version() -> i64 {
    const fn number(text: &str) -> i64 {
        let digits = text.as_bytes();
        let (mut value, mut index) = (0, 0);
        while index < digits.len() {
            value = 10 * value + (digits[index] - b'0') as i64;
            index += 1;
        }
        value
    }
    10_000 * number(env!("CARGO_PKG_VERSION_MAJOR"))
        + 100 * number(env!("CARGO_PKG_VERSION_MINOR"))
        + number(env!("CARGO_PKG_VERSION_PATCH"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_follows_the_standard() {
        let mut atoms = AtomTable::new();
        let mut flags = Flags::new(&mut atoms);
        let bounded = atoms.intern("bounded");
        let truth = FlagValue::Atom(known::TRUE);
        assert_eq!(flags.set(bounded, truth.clone()), Err(FlagError::ReadOnly));
        assert_eq!(
            flags.set(known::MOD, truth.clone()),
            Err(FlagError::Unknown)
        );
        assert_eq!(
            flags.set(known::DOUBLE_QUOTES, truth),
            Err(FlagError::Value)
        );
        let chars = FlagValue::Atom(known::CHARS);
        let before = flags.clone();
        assert_eq!(flags.set(known::DOUBLE_QUOTES, chars), Ok(()));
        assert_eq!(flags.settings().double_quotes, QuotedText::Chars);
        assert_eq!(before.settings().double_quotes, QuotedText::String);
    }

    #[test]
    fn strict_mode_reads_codes() {
        let flags = Flags::iso(&mut AtomTable::new());
        assert!(flags.settings().iso);
        assert_eq!(flags.settings().double_quotes, QuotedText::Codes);
    }
}
