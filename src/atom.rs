//! Interned names.
//!
//! An [`Atom`] is an index into an [`AtomTable`]. A table is a shared, frozen
//! base and an overlay of its own, so that cloning the table of a loaded
//! program costs no more than its overlay, and two engines never see each
//! other's atoms. The well-known atoms of [`known`] have the same index in
//! every table.

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// An interned name. Two atoms of one table are equal exactly if their texts are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Atom(u32);

impl Atom {
    /// The atom at `index` of its table.
    pub const fn from_index(index: u32) -> Atom {
        Atom(index)
    }

    /// The index of this atom in its table.
    pub const fn index(self) -> u32 {
        self.0
    }
}

/// The frozen, shared part of a table.
#[derive(Default, Debug)]
struct Names {
    texts: Vec<Arc<str>>,
    index: FxHashMap<Arc<str>, u32>,
}

impl Names {
    fn add(&mut self, text: &str, index: u32) -> Atom {
        let text: Arc<str> = Arc::from(text);
        self.texts.push(text.clone());
        self.index.insert(text, index);
        Atom(index)
    }
}

/// All atoms that one program or engine knows.
#[derive(Debug)]
pub struct AtomTable {
    base: Arc<Names>,
    overlay: Names,
}

impl Clone for AtomTable {
    fn clone(&self) -> AtomTable {
        AtomTable {
            base: self.base.clone(),
            overlay: Names {
                texts: self.overlay.texts.clone(),
                index: self.overlay.index.clone(),
            },
        }
    }
}

impl Default for AtomTable {
    fn default() -> AtomTable {
        AtomTable::new()
    }
}

impl AtomTable {
    /// A table that holds the well-known atoms and nothing else.
    pub fn new() -> AtomTable {
        let mut base = Names::default();
        for (index, text) in (0..).zip(known::TEXTS) {
            base.add(text, index);
        }
        AtomTable {
            base: Arc::new(base),
            overlay: Names::default(),
        }
    }

    /// The atom with this text, interned if it is new.
    pub fn intern(&mut self, text: &str) -> Atom {
        match self.find(text) {
            Some(atom) => atom,
            None => {
                let index = self.len() as u32;
                self.overlay.add(text, index)
            }
        }
    }

    /// The atom with this text, if it has been interned.
    pub fn find(&self, text: &str) -> Option<Atom> {
        let found = self.base.index.get(text);
        found
            .or_else(|| self.overlay.index.get(text))
            .map(|&i| Atom(i))
    }

    /// The one-character atom of `c`.
    pub fn intern_char(&mut self, c: char) -> Atom {
        self.intern(c.encode_utf8(&mut [0; 4]))
    }

    /// The text of `atom`.
    pub fn text(&self, atom: Atom) -> &str {
        let index = atom.0 as usize;
        let base = self.base.texts.len();
        if index < base {
            &self.base.texts[index]
        } else {
            &self.overlay.texts[index - base]
        }
    }

    /// The text of `atom`, shared.
    pub fn shared_text(&self, atom: Atom) -> Arc<str> {
        let index = atom.0 as usize;
        let base = self.base.texts.len();
        if index < base {
            self.base.texts[index].clone()
        } else {
            self.overlay.texts[index - base].clone()
        }
    }

    /// The texts of all atoms.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let all = self.base.texts.iter().chain(&self.overlay.texts);
        all.map(|text| &**text)
    }

    /// The number of atoms; their indices are the numbers below it.
    pub fn len(&self) -> usize {
        self.base.texts.len() + self.overlay.texts.len()
    }

    /// Never true: the well-known atoms are always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Moves the overlay into a new shared base, so that clones are cheap.
    pub fn freeze(&mut self) {
        if self.overlay.texts.is_empty() {
            return;
        }
        let mut base = Names {
            texts: self.base.texts.clone(),
            index: self.base.index.clone(),
        };
        for text in std::mem::take(&mut self.overlay).texts {
            let index = base.texts.len() as u32;
            base.add(&text, index);
        }
        self.base = Arc::new(base);
    }
}

/// Atoms that the system itself names, at the same index in every table.
pub mod known {
    use super::Atom;

    macro_rules! known_atoms {
        ($($name:ident = $text:literal,)*) => {
            #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
            enum Index { $($name),* }
            $(
                #[doc = concat!("The atom `", $text, "`.")]
                pub const $name: Atom = Atom(Index::$name as u32);
            )*
            /// The texts of the well-known atoms, by index.
            pub(super) const TEXTS: &[&str] = &[$($text),*];
        };
    }

    known_atoms! {
        NIL = "[]", CURLY = "{}", DOT = ".", COMMA = ",", BAR = "|", SEMICOLON = ";", CUT = "!",
        EMPTY = "", MINUS = "-", PLUS = "+", STAR = "*", SLASH = "/", DOUBLE_SLASH = "//",
        STAR_STAR = "**", CARET = "^", COLON = ":", NECK = ":-", QUERY = "?-", DCG_ARROW = "-->",
        ARROW = "->", SOFT_ARROW = "*->", NOT_PROVABLE = "\\+", EQUALS = "=", NOT_EQUALS = "\\=",
        IDENTICAL = "==", NOT_IDENTICAL = "\\==", UNIV = "=..", IS = "is", ARITH_EQ = "=:=",
        ARITH_NE = "=\\=", LESS = "<", LESS_EQ = "=<", GREATER = ">", GREATER_EQ = ">=",
        TERM_LESS = "@<", TERM_LESS_EQ = "@=<", TERM_GREATER = "@>", TERM_GREATER_EQ = "@>=",
        TRUE = "true", FALSE = "false", FAIL = "fail", CALL = "call", ERROR = "error",
        CATCH = "catch", THROW = "throw", FINDALL = "findall", USER = "user", SYSTEM = "system",
        END_OF_FILE = "end_of_file", VAR_FUNCTOR = "$VAR", STRING = "string", ATOM = "atom",
        CODES = "codes", CHARS = "chars", ON = "on", OFF = "off", WARNING = "warning",
        INSTANTIATION_ERROR = "instantiation_error", UNINSTANTIATION_ERROR = "uninstantiation_error",
        TYPE_ERROR = "type_error", DOMAIN_ERROR = "domain_error", EXISTENCE_ERROR = "existence_error",
        PERMISSION_ERROR = "permission_error", REPRESENTATION_ERROR = "representation_error",
        EVALUATION_ERROR = "evaluation_error", RESOURCE_ERROR = "resource_error",
        SYNTAX_ERROR = "syntax_error", SYSTEM_ERROR = "system_error", CONTEXT = "context",
        ATOMIC = "atomic", BYTE = "byte", CALLABLE = "callable", CHARACTER = "character",
        COMPOUND = "compound", EVALUABLE = "evaluable", IN_BYTE = "in_byte",
        IN_CHARACTER = "in_character", INTEGER = "integer", LIST = "list", NUMBER = "number",
        PAIR = "pair", PREDICATE_INDICATOR = "predicate_indicator", FLOAT = "float",
        VARIABLE = "variable", RATIONAL = "rational", BOOL = "bool", TEXT = "text",
        CHARACTER_CODE = "character_code", CHARACTER_CODE_LIST = "character_code_list",
        CLOSE_OPTION = "close_option", FLAG_VALUE = "flag_value", IO_MODE = "io_mode",
        NON_EMPTY_LIST = "non_empty_list", NOT_LESS_THAN_ZERO = "not_less_than_zero",
        NOT_LESS_THAN_ONE = "not_less_than_one",
        OPERATOR_PRIORITY = "operator_priority", OPERATOR_SPECIFIER = "operator_specifier",
        ORDER = "order", PROLOG_FLAG = "prolog_flag", READ_OPTION = "read_option",
        SOURCE_SINK = "source_sink", STREAM = "stream", STREAM_OPTION = "stream_option",
        STREAM_OR_ALIAS = "stream_or_alias", STREAM_POSITION = "stream_position",
        STREAM_PROPERTY = "stream_property", WRITE_OPTION = "write_option",
        PROCEDURE = "procedure", ACCESS = "access", CREATE = "create", INPUT = "input",
        MODIFY = "modify", OPEN = "open", OUTPUT = "output", REPOSITION = "reposition",
        BINARY_STREAM = "binary_stream", TEXT_STREAM = "text_stream", FLAG = "flag",
        OPERATOR = "operator", PAST_END_OF_STREAM = "past_end_of_stream",
        PRIVATE_PROCEDURE = "private_procedure", STATIC_PROCEDURE = "static_procedure",
        IN_CHARACTER_CODE = "in_character_code", MAX_ARITY = "max_arity",
        MAX_INTEGER = "max_integer", MIN_INTEGER = "min_integer",
        FLOAT_OVERFLOW = "float_overflow", INT_OVERFLOW = "int_overflow", UNDEFINED = "undefined",
        UNDERFLOW = "underflow", ZERO_DIVISOR = "zero_divisor", MEMORY = "memory",
        XFX = "xfx", XFY = "xfy", YFX = "yfx", FY = "fy", FX = "fx", XF = "xf", YF = "yf",
        MOD = "mod", REM = "rem", DIV = "div", RDIV = "rdiv", SHIFT_LEFT = "<<",
        SHIFT_RIGHT = ">>", BIT_AND = "/\\", BIT_OR = "\\/", BIT_NOT = "\\", XOR = "xor",
        ABS = "abs", SIGN = "sign", MIN = "min", MAX = "max",
        READ = "read", WRITE = "write", APPEND = "append", UPDATE = "update", ALIAS = "alias",
        TYPE = "type", BINARY = "binary", EOF_ACTION = "eof_action", EOF_CODE = "eof_code",
        RESET = "reset", FORCE = "force", USER_INPUT = "user_input", USER_OUTPUT = "user_output",
        USER_ERROR = "user_error", DYNAMIC = "dynamic", MULTIFILE = "multifile",
        DISCONTIGUOUS = "discontiguous", MODULE = "module", CLAUSE = "clause",
        INFINITE = "inf", INFINITY = "infinity", NAN = "nan", CYCLIC_TERM = "cyclic_term",
        ATT = "att", EMPTY_VALUE = "$unset", STREAM_HANDLE = "$stream",
        WAKEUP = "$wakeup", PRINT = "print", PORTRAY = "portray",
        PREDICATE = "predicate", GOAL = "goal", PHRASE = "phrase", ABORT = "$aborted",
        CONTEXT_MODULE = "context_module", VARIABLE_NAMES = "$variable_names", ONCE = "once", IGNORE = "ignore", FORALL = "forall", VAR = "var", NONVAR = "nonvar", ATTVAR = "attvar",
        ISO = "iso", DOUBLE_QUOTES = "double_quotes", BACK_QUOTES = "back_quotes",
        SYMBOL_CHAR = "symbol_char", CHARACTER_ESCAPES = "character_escapes",
        CHAR_CONVERSION = "char_conversion", OCCURS_CHECK = "occurs_check", UNKNOWN = "unknown",
        CYCLE_MARK = "@",
        UNWIND = "unwind", HALT = "halt", TIME = "time", STEPS = "steps",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_atoms_keep_their_index() {
        let mut table = AtomTable::new();
        assert_eq!(table.text(known::NIL), "[]");
        assert_eq!(table.intern("[]"), known::NIL);
        assert_eq!(table.text(known::STEPS), "steps");
    }

    #[test]
    fn a_clone_does_not_see_later_atoms() {
        let mut first = AtomTable::new();
        first.intern("shared");
        first.freeze();
        let mut second = first.clone();
        let a = first.intern("mine");
        assert_eq!(second.find("mine"), None);
        let b = second.intern("yours");
        assert_eq!(a, b);
        assert_eq!(second.text(b), "yours");
    }
}
