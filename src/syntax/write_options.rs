//! What `write_term/2` can be asked for.

use super::quote::QuoteStyle;
use crate::atom::Atom;
use crate::ops::MAX_PRIORITY;
use crate::term::cell::Cell;

/// How commas are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Spacing {
    /// By nothing.
    #[default]
    Standard,
    /// By a blank.
    NextArgument,
}

/// How attributed variables are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AttributeStyle {
    /// As plain variables.
    #[default]
    Ignore,
    /// With `{...}` behind them.
    Dots,
    /// With their attributes in braces behind them.
    Write,
}

/// The options of `write_term/2`.
#[derive(Clone, Debug)]
pub struct WriteOptions {
    /// Quote atoms and strings so that they read back.
    pub quoted: bool,
    /// Write operators as functors.
    pub ignore_ops: bool,
    /// Write `'$VAR'(N)` as a variable name.
    pub numbervars: bool,
    /// Write subterms nested deeper, and items further on, as `...`; 0 for none.
    pub max_depth: usize,
    /// Write the first digits only of integers of more bits; 0 for all of them.
    pub max_bits: u64,
    /// Write the first bytes only of longer atoms and strings; 0 for all of them.
    pub max_text: usize,
    /// The names of variables; the first one of a variable counts.
    pub variable_names: Vec<(Cell, Box<str>)>,
    /// How commas are followed.
    pub spacing: Spacing,
    /// How attributed variables are written.
    pub attributes: AttributeStyle,
    /// The highest priority that is written without parentheses.
    pub priority: u16,
    /// Write a period behind the term.
    pub fullstop: bool,
    /// Write a line end behind the term.
    pub nl: bool,
    /// Write lists as terms of the functor `'.'/2`.
    pub dotlists: bool,
    /// Write `{}(X)` in braces even if operators are ignored.
    pub brace_terms: bool,
    /// Escape control characters in quoted text.
    pub character_escapes: bool,
    /// Quote and escape characters beyond ASCII.
    pub quote_non_ascii: bool,
    /// The module whose operators are used, if not those of the current one.
    pub module: Option<Atom>,
    /// The character on the output before the term, if it could run together
    /// with it.
    pub last: Option<char>,
}

impl Default for WriteOptions {
    fn default() -> WriteOptions {
        WriteOptions {
            quoted: false,
            ignore_ops: false,
            numbervars: false,
            max_depth: 0,
            max_bits: 0,
            max_text: 0,
            variable_names: Vec::new(),
            spacing: Spacing::Standard,
            attributes: AttributeStyle::Ignore,
            priority: MAX_PRIORITY,
            fullstop: false,
            nl: false,
            dotlists: false,
            brace_terms: false,
            character_escapes: true,
            quote_non_ascii: false,
            module: None,
            last: None,
        }
    }
}

impl WriteOptions {
    /// The options of `write/1`.
    pub fn write() -> WriteOptions {
        WriteOptions {
            numbervars: true,
            ..WriteOptions::default()
        }
    }

    /// The options of `writeq/1`.
    pub fn writeq() -> WriteOptions {
        WriteOptions {
            quoted: true,
            ..WriteOptions::write()
        }
    }

    /// The options of `write_canonical/1`.
    pub fn canonical() -> WriteOptions {
        WriteOptions {
            quoted: true,
            ignore_ops: true,
            ..WriteOptions::default()
        }
    }

    /// How quoted text is written.
    pub fn quote_style(&self) -> QuoteStyle {
        QuoteStyle {
            escapes: self.character_escapes,
            ascii_only: self.quote_non_ascii,
        }
    }
}
