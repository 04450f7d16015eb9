//! Character classes.

/// What a character can start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// White space.
    Layout,
    /// A letter that starts a name.
    Small,
    /// A letter or underscore that starts a variable.
    Capital,
    /// A decimal digit.
    Digit,
    /// A character of graphic names.
    Symbol,
    /// A character that is a name by itself.
    Solo,
    /// A bracket, a comma or a bar.
    Punctuation,
    /// A quotation mark.
    Quote,
    /// The percent sign.
    Percent,
    /// A character that no token starts with.
    Other,
}

/// The class of `c`.
#[inline]
pub fn class(c: char) -> Class {
    match ASCII.get(c as usize) {
        Some(&class) => class,
        None => wide_class(c),
    }
}

const ASCII: [Class; 128] = {
    let mut table = [Class::Other; 128];
    let mut code = 0;
    while code < 128 {
        table[code] = ascii_class(code as u8);
        code += 1;
    }
    table
};

const fn ascii_class(byte: u8) -> Class {
    match byte {
        b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => Class::Layout,
        b'a'..=b'z' => Class::Small,
        b'A'..=b'Z' | b'_' => Class::Capital,
        b'0'..=b'9' => Class::Digit,
        b'#' | b'$' | b'&' | b'*' | b'+' | b'-' | b'.' | b'/' | b':' | b'<' | b'=' | b'>'
        | b'?' | b'@' | b'^' | b'~' | b'\\' => Class::Symbol,
        b'!' | b';' => Class::Solo,
        b'(' | b')' | b'[' | b']' | b'{' | b'}' | b',' | b'|' => Class::Punctuation,
        b'\'' | b'"' | b'`' => Class::Quote,
        b'%' => Class::Percent,
        _ => Class::Other,
    }
}

fn wide_class(c: char) -> Class {
    if unicode_ident::is_xid_start(c) {
        if c.is_uppercase() {
            Class::Capital
        } else {
            Class::Small
        }
    } else if c.is_whitespace() || c == '\u{feff}' {
        Class::Layout
    } else if c.is_control() || unicode_ident::is_xid_continue(c) {
        Class::Other
    } else {
        Class::Symbol
    }
}

/// Whether `c` is white space.
#[inline]
pub fn is_layout(c: char) -> bool {
    class(c) == Class::Layout
}

/// Whether `c` continues a name or a variable.
#[inline]
pub fn is_alphanumeric(c: char) -> bool {
    match class(c) {
        Class::Small | Class::Capital | Class::Digit => true,
        Class::Other => !c.is_ascii() && unicode_ident::is_xid_continue(c),
        _ => false,
    }
}

/// Whether `c` continues a graphic name.
#[inline]
pub fn is_symbol(c: char) -> bool {
    class(c) == Class::Symbol
}
