//! Interned names.
//!
//! An [`Atom`] is an index into an [`AtomTable`]. A table is a shared, frozen
//! base and an overlay of its own, so that cloning the table of a loaded
//! program costs no more than its overlay, and two engines never see each
//! other's atoms. The well-known atoms of [`known`] have the same index in
//! every table.

mod names;

use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use self::names::{Filter, Name, Names, Wanted};

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

    /// Whether this atom stands for a value of the host.
    pub const fn is_handle(self) -> bool {
        self.0 >= FIRST_HANDLE
    }
}

/// The index of the first atom that stands for a value of the host.
const FIRST_HANDLE: u32 = 1 << 31;

/// A value of the host.
pub type HostValue = Arc<dyn Any + Send + Sync>;

/// The values of the host that atoms stand for. No text denotes such an atom;
/// it is there as long as something refers to it.
#[derive(Clone, Default)]
struct Handles {
    values: Vec<Option<(Arc<str>, HostValue)>>,
    free: Vec<u32>,
    /// Where the handle of a value is, by the address of the value.
    by_address: FxHashMap<usize, u32>,
    /// How many values have been added: each has a number of its own in its text.
    added: u64,
}

impl fmt::Debug for Handles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Handles({})", self.values.len() - self.free.len())
    }
}

impl Handles {
    fn add(&mut self, kind: &str, value: HostValue) -> Atom {
        let address = Arc::as_ptr(&value).cast::<()>().addr();
        if let Some(&at) = self.by_address.get(&address) {
            return Atom(FIRST_HANDLE + at);
        }
        self.added += 1;
        let entry = Some((format!("<{kind} {}>", self.added).into(), value));
        let at = match self.free.pop() {
            Some(at) => {
                self.values[at as usize] = entry;
                at
            }
            None => {
                self.values.push(entry);
                self.values.len() as u32 - 1
            }
        };
        self.by_address.insert(address, at);
        Atom(FIRST_HANDLE + at)
    }

    fn get(&self, atom: Atom) -> Option<&(Arc<str>, HostValue)> {
        let at = atom.0.checked_sub(FIRST_HANDLE)?;
        self.values.get(at as usize)?.as_ref()
    }

    fn text(&self, atom: Atom) -> &str {
        self.get(atom).map_or("<freed>", |(text, _)| text)
    }
}

/// About what an atom takes beside its text.
const ATOM_BYTES: usize = 56;

/// Atoms are not looked for that nothing refers to before so many bytes have been
/// made of them.
const FEW_BYTES: u64 = 1 << 20;

/// The atoms of an overlay that are in use.
pub struct Uses {
    /// The index of its first atom.
    first: u32,
    bits: Vec<u64>,
}

impl Uses {
    /// Notes that the atom with this index, if there is one, is in use.
    #[inline(always)]
    pub fn note(&mut self, index: u32) {
        if let Some(place) = index.checked_sub(self.first)
            && let Some(chunk) = self.bits.get_mut(place as usize / 64)
        {
            *chunk |= 1 << (place % 64);
        }
    }
}

/// After so many bytes of new atoms the memory is looked at.
const MANY_FRESH: u64 = 1 << 18;

/// All atoms that one program or engine knows.
#[derive(Clone, Debug)]
pub struct AtomTable {
    base: Arc<Names>,
    /// Of the base.
    filter: Arc<Filter>,
    overlay: Names,
    /// The atoms of the ASCII characters, which text is made of most often.
    ascii: [Atom; 128],
    /// The bytes of these by the indices of the atoms, which are small; [`NO_CHAR`] for
    /// the others.
    ascii_bytes: Arc<[u8]>,
    /// The places in the overlay of atoms that are there for good, a bit for each.
    kept: Vec<u64>,
    /// The places in the overlay that are free.
    free: Vec<u32>,
    /// Whether free places are used again; if not, what refers to them is noticed.
    is_reusing: bool,
    /// The bytes of the texts of the overlay.
    bytes: u64,
    /// How many of them are new since somebody looked.
    fresh: u64,
    /// The bytes at which it is worth looking for atoms that nothing refers to.
    due: u64,
    /// How many atoms have been freed.
    freed: u64,
    /// Values of the host that atoms stand for.
    handles: Handles,
}

/// No byte of ASCII.
const NO_CHAR: u8 = u8::MAX;

fn ascii_bytes(atoms: &[Atom; 128]) -> Arc<[u8]> {
    let last = atoms.iter().map(|atom| atom.0).max().unwrap_or(0);
    let mut bytes = vec![NO_CHAR; last as usize + 1];
    for (byte, atom) in (0..).zip(atoms) {
        bytes[atom.0 as usize] = byte;
    }
    bytes.into()
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
        for &text in known::TEXTS {
            base.find_or_add(text);
        }
        let ascii = std::array::from_fn(|code| {
            let text = char::from(code as u8).encode_utf8(&mut [0; 4]).to_owned();
            Atom(base.find_or_add(&text))
        });
        AtomTable {
            filter: Arc::new(Filter::of(&base)),
            base: Arc::new(base),
            overlay: Names::default(),
            ascii_bytes: ascii_bytes(&ascii),
            ascii,
            kept: Vec::new(),
            free: Vec::new(),
            is_reusing: true,
            bytes: 0,
            fresh: 0,
            due: FEW_BYTES,
            freed: 0,
            handles: Handles::default(),
        }
    }

    /// The bytes that the atoms take which this table has made itself.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether so many atoms are new that the memory should be looked at.
    #[inline(always)]
    pub fn has_many_fresh(&self) -> bool {
        self.fresh > MANY_FRESH
    }

    /// Notes that the memory has been looked at.
    pub fn forget_fresh(&mut self) {
        self.fresh = 0;
    }

    /// The atom with this text, interned if it is new, and there for good.
    pub fn intern(&mut self, text: &str) -> Atom {
        let atom = self.intern_passing(text);
        self.keep(atom);
        atom
    }

    /// The atom with this text, interned if it is new, and there as long as a term
    /// or the program refers to it. Rust code that holds on to it beyond a call of
    /// a predicate must [`AtomTable::keep`] it, unless the machine shows it to the
    /// collector.
    #[inline]
    pub fn intern_passing(&mut self, text: &str) -> Atom {
        let wanted = Wanted::new(text);
        let hash = wanted.hash();
        match self.find_hashed(&wanted, hash) {
            Some(atom) => atom,
            None => self.add(wanted, hash),
        }
    }

    fn add(&mut self, wanted: Wanted<'_>, hash: u32) -> Atom {
        let bytes = (wanted.len() + ATOM_BYTES) as u64;
        self.bytes += bytes;
        self.fresh += bytes;
        let free = match self.is_reusing {
            true => self.free.pop(),
            false => None,
        };
        let place = self.overlay.add(wanted.to_name(), hash, free);
        Atom(self.base.names.len() as u32 + place)
    }

    /// Makes an atom one that is there for good.
    #[inline]
    pub fn keep(&mut self, atom: Atom) {
        let Some(place) = atom.0.checked_sub(self.base.names.len() as u32) else {
            return;
        };
        if atom.is_handle() {
            return;
        }
        let chunk = place as usize / 64;
        if chunk >= self.kept.len() {
            self.kept.resize(chunk + 1, 0);
        }
        self.kept[chunk] |= 1 << (place % 64);
    }

    /// Whether so many atoms have been made that a collection pays.
    #[inline]
    pub fn is_collection_due(&self) -> bool {
        self.bytes >= self.due
    }

    /// Makes a collection due.
    pub fn request_collection(&mut self) {
        self.due = 0;
    }

    /// How many atoms have been freed.
    pub fn freed(&self) -> u64 {
        self.freed
    }

    /// Sets whether the places of freed atoms are used again.
    pub fn reuse(&mut self, on: bool) {
        self.is_reusing = on;
    }

    /// No atom is in use, except those that are there for good.
    pub fn uses(&self) -> Uses {
        let mut bits = self.kept.clone();
        bits.resize(self.overlay.names.len().div_ceil(64), 0);
        Uses {
            first: self.base.names.len() as u32,
            bits,
        }
    }

    /// Frees the atoms that are not in use. A further collection is due when so many
    /// bytes of atoms have been made as are left, and at least `pause` bytes.
    pub fn sweep(&mut self, uses: &Uses, pause: u64) {
        let mut freed = 0;
        let chunks = self.overlay.names.chunks_mut(64).zip(&uses.bits);
        for (at, (chunk, &used)) in chunks.enumerate() {
            if used == u64::MAX {
                continue;
            }
            for (place, name) in chunk.iter_mut().enumerate() {
                if used >> place & 1 == 0
                    && let Some(text) = name.text()
                {
                    self.bytes -= (text.len() + ATOM_BYTES) as u64;
                    freed += 1;
                    self.free.push((64 * at + place) as u32);
                    *name = Name::Free;
                }
            }
        }
        let Names { names, places } = &mut self.overlay;
        let count = places.len - freed;
        if freed > 0 {
            places.retain(count, |place| names[place as usize].text().is_some());
        }
        self.freed += freed as u64;
        self.due = self.bytes + self.bytes.max(pause).max(FEW_BYTES);
    }

    /// The atom with this text, if it has been interned.
    pub fn find(&self, text: &str) -> Option<Atom> {
        let wanted = Wanted::new(text);
        self.find_hashed(&wanted, wanted.hash())
    }

    #[inline]
    fn find_hashed(&self, wanted: &Wanted<'_>, hash: u32) -> Option<Atom> {
        if self.filter.may_have(hash)
            && let Some(place) = self.base.find(wanted, hash)
        {
            return Some(Atom(place));
        }
        let place = self.overlay.find(wanted, hash)?;
        Some(Atom(self.base.names.len() as u32 + place))
    }

    /// The atom of a part of the text of `atom`, given by its bytes.
    pub fn intern_part(&mut self, atom: Atom, part: Range<usize>) -> Atom {
        let text = &self.text(atom)[part];
        let wanted = Wanted::new(text);
        let hash = wanted.hash();
        match (self.find_hashed(&wanted, hash), wanted) {
            (Some(found), _) => found,
            (None, Wanted::Short(text)) => self.add(Wanted::Short(text), hash),
            (None, Wanted::Long(text)) => {
                let text = text.to_owned();
                self.add(Wanted::Long(&text), hash)
            }
        }
    }

    /// The one-character atom of a byte of ASCII.
    #[inline]
    pub fn ascii_atom(&self, byte: u8) -> Atom {
        self.ascii[usize::from(byte & 0x7f)]
    }

    /// The byte of ASCII whose one-character atom this is.
    #[inline]
    pub fn ascii_byte(&self, atom: Atom) -> Option<u8> {
        let byte = self.ascii_bytes.get(atom.0 as usize);
        byte.copied().filter(|&byte| byte != NO_CHAR)
    }

    /// Whether all characters in the text of `atom` are ASCII.
    #[inline]
    pub fn is_ascii(&self, atom: Atom) -> bool {
        let index = atom.0 as usize;
        let base = self.base.names.len();
        if index < base {
            self.base.is_ascii(index)
        } else if atom.is_handle() {
            self.handles.text(atom).is_ascii()
        } else {
            self.overlay.is_ascii(index - base)
        }
    }

    /// The one-character atom of `c`.
    #[inline]
    pub fn intern_char(&mut self, c: char) -> Atom {
        match self.ascii.get(c as usize) {
            Some(&atom) => atom,
            None => self.intern(c.encode_utf8(&mut [0; 4])),
        }
    }

    /// The text of `atom`.
    #[inline]
    pub fn text(&self, atom: Atom) -> &str {
        let index = atom.0 as usize;
        let base = self.base.names.len();
        if index < base {
            self.base.text(index)
        } else if atom.is_handle() {
            self.handles.text(atom)
        } else {
            self.overlay.text(index - base)
        }
    }

    /// The text of `atom`, shared.
    pub fn shared_text(&self, atom: Atom) -> Arc<str> {
        let index = atom.0 as usize;
        let base = self.base.names.len();
        let name = match index < base {
            true => self.base.names.get(index),
            false => self.overlay.names.get(index - base),
        };
        match name {
            Some(Name::Long { text, .. }) => text.clone(),
            _ => Arc::from(self.text(atom)),
        }
    }

    /// An atom that stands for a value of the host, whose type is called `kind`.
    pub fn add_handle(&mut self, kind: &str, value: HostValue) -> Atom {
        self.handles.add(kind, value)
    }

    /// The value of the host that an atom stands for.
    pub fn handle(&self, atom: Atom) -> Option<&HostValue> {
        self.handles.get(atom).map(|(_, value)| value)
    }

    /// The number of values of the host that atoms stand for.
    pub fn handles(&self) -> usize {
        self.handles.values.len() - self.handles.free.len()
    }

    /// Forgets the values of the host whose atoms `is_used` does not know; gives
    /// them back, since dropping them runs code of the host.
    pub fn sweep_handles(&mut self, is_used: impl Fn(Atom) -> bool) -> Vec<HostValue> {
        let mut dropped = Vec::new();
        for (at, slot) in (0..).zip(&mut self.handles.values) {
            if slot.is_some() && !is_used(Atom(FIRST_HANDLE + at)) {
                let Some((_, value)) = slot.take() else {
                    continue;
                };
                let address = Arc::as_ptr(&value).cast::<()>().addr();
                self.handles.by_address.remove(&address);
                self.handles.free.push(at);
                dropped.push(value);
            }
        }
        dropped
    }

    /// The texts of all atoms.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let all = self.base.names.iter().chain(&self.overlay.names);
        all.filter_map(Name::text)
    }

    /// The number of atoms.
    pub fn len(&self) -> usize {
        self.base.places.len + self.overlay.places.len
    }

    /// Never true: the well-known atoms are always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Moves the overlay into a new shared base, so that clones are cheap.
    pub fn freeze(&mut self) {
        if self.overlay.names.is_empty() {
            return;
        }
        let mut base = (*self.base).clone();
        for name in std::mem::take(&mut self.overlay).names {
            match name.text().map(|text| Wanted::new(text).hash()) {
                Some(hash) => drop(base.add(name, hash, None)),
                // The atoms behind it keep their indices.
                None => base.names.push(Name::Free),
            }
        }
        self.filter = Arc::new(Filter::of(&base));
        self.base = Arc::new(base);
        self.kept.clear();
        self.free.clear();
        self.due = self.bytes + FEW_BYTES;
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
            /// How many well-known atoms there are.
            pub const COUNT: usize = TEXTS.len();
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
        IN_CHARACTER_CODE = "in_character_code", MAX_ARITY = "max_arity", MAX_VARIABLES = "max_variables",
        MAX_NESTING = "max_nesting",
        MAX_INTEGER = "max_integer", MIN_INTEGER = "min_integer",
        FLOAT_OVERFLOW = "float_overflow", INT_OVERFLOW = "int_overflow", UNDEFINED = "undefined",
        UNDERFLOW = "underflow", ZERO_DIVISOR = "zero_divisor", MEMORY = "memory",
        XFX = "xfx", XFY = "xfy", YFX = "yfx", FY = "fy", FX = "fx", XF = "xf", YF = "yf",
        ARG = "arg", KNOWN_ARG = "$arg", FUNCTOR = "functor", KNOWN_FUNCTOR = "$functor", MOD = "mod", REM = "rem", DIV = "div", RDIV = "rdiv", SHIFT_LEFT = "<<",
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
        CONTEXT_MODULE = "context_module", MAPLIST = "maplist", FOLDL = "foldl", INCLUDE = "include",
        EXCLUDE = "exclude", APPLY = "apply", RECORD = "record", RECORDED = "recorded", VARIABLE_NAMES = "$variable_names", ONCE = "once", IGNORE = "ignore", FORALL = "forall", VAR = "var", NONVAR = "nonvar", ATTVAR = "attvar",
        ISO = "iso", DOUBLE_QUOTES = "double_quotes", BACK_QUOTES = "back_quotes",
        SYMBOL_CHAR = "symbol_char", CHARACTER_ESCAPES = "character_escapes",
        CLPFD_MONOTONIC = "clpfd_monotonic", CLPFD_PROPAGATION = "clpfd_propagation",
        CHAR_CONVERSION = "char_conversion", OCCURS_CHECK = "occurs_check", UNKNOWN = "unknown",
        CYCLE_MARK = "@",
        CACHED_VALUE = "$cached", UNWIND = "unwind", HALT = "halt", TIME = "time", STEPS = "steps",
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
        for code in 0..128 {
            let atom = table.ascii_atom(code);
            assert_eq!(table.text(atom), char::from(code).to_string());
            assert_eq!(table.ascii_byte(atom), Some(code));
            assert_eq!(table.intern_char(char::from(code)), atom);
        }
        assert_eq!(table.ascii_byte(known::STEPS), None);
        let later = table.intern("later");
        assert_eq!(table.ascii_byte(later), None);
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

    #[test]
    fn atoms_not_in_use_are_freed_and_their_places_used_again() {
        let mut table = AtomTable::new();
        let kept = table.intern("kept");
        let passing = table.intern_passing("passing");
        let used = table.intern_passing("used");
        let mut uses = table.uses();
        uses.note(used.index());
        uses.note(u32::MAX);
        table.sweep(&uses, 0);
        assert_eq!(table.find("passing"), None);
        assert_eq!((table.find("kept"), table.text(used)), (Some(kept), "used"));
        assert_eq!(table.freed(), 1);
        assert_eq!(table.intern_passing("other"), passing);
        assert_eq!(table.intern("used"), used);
        let uses = table.uses();
        table.sweep(&uses, 0);
        assert_eq!(
            (table.find("other"), table.find("used")),
            (None, Some(used))
        );
    }

    #[test]
    fn freezing_leaves_atoms_where_they_are() {
        let mut table = AtomTable::new();
        table.intern_passing("gone");
        let kept = table.intern("kept");
        let uses = table.uses();
        table.sweep(&uses, 0);
        let count = table.len();
        table.freeze();
        assert_eq!((table.find("kept"), table.len()), (Some(kept), count));
        let later = table.intern_passing("later");
        let uses = table.uses();
        table.sweep(&uses, 0);
        assert_eq!(table.find("kept"), Some(kept));
        assert_ne!(later, kept);
        assert_eq!(table.find("later"), None);
    }

    #[test]
    fn names_that_differ_little_have_different_hashes() {
        for prefix in [
            "",
            "n",
            "item_",
            "a_rather_long_name_",
            "a_name_much_longer_than_that_",
        ] {
            let hashes =
                (0..100_000).map(|number| Wanted::new(&format!("{prefix}{number}")).hash());
            let mut hashes: Vec<u32> = hashes.collect();
            hashes.sort_unstable();
            hashes.dedup();
            assert!(hashes.len() > 99_990, "{prefix}: {}", hashes.len());
        }
    }
}
