//! What is wrong with a text: the kinds of syntax errors.

use nom::error::{ErrorKind, ParseError};

/// A kind of syntax error. Offsets are bytes from the start of the clause.
#[derive(Clone, Debug, PartialEq)]
pub enum FaultKind {
    /// A character that starts no token.
    IllegalCharacter(char),
    /// A number that cannot be represented.
    IllegalNumber,
    /// `0'` with no character behind it.
    MissingCharacter,
    /// A backslash followed by something that is no escape.
    UndefinedEscape(char),
    /// A numeric escape without its closing backslash.
    UnclosedEscape,
    /// A numeric escape beyond the character set.
    IllegalCode,
    /// A raw line end or tab in a quoted item.
    RawControl(char),
    /// The text ends in a quoted item.
    EndInQuoted(char),
    /// The text ends in a block comment.
    EndInComment,
    /// The text ends in a clause; the opening bracket that waits, if any.
    EndOfFile(Option<(usize, char)>),
    /// The clause ends too early; the opening bracket that waits, if any.
    EndOfClause(Option<(usize, char)>),
    /// The text goes on after the term.
    EndExpected,
    /// A token that cannot start a term.
    CannotStart(String),
    /// A closing bracket that nothing opened, or that closes another bracket.
    Unbalanced(char, Option<(usize, char)>),
    /// Two terms side by side.
    OperatorExpected(String),
    /// Priorities that do not fit.
    OperatorClash(String),
    /// More than one term after the bar of a list.
    ListRest,
    /// Back-quoted text in strict mode.
    BackQuoted,
    /// An argument list after a variable or another term.
    NotCallable(String),
    /// An empty argument list.
    NoArguments,
    /// Too many arguments.
    TooManyArguments,
}

impl FaultKind {
    /// The name in the error term.
    pub fn name(&self) -> &'static str {
        match self {
            FaultKind::IllegalCharacter(_) => "illegal_character",
            FaultKind::IllegalNumber | FaultKind::MissingCharacter => "illegal_number",
            FaultKind::UndefinedEscape(_) => "undefined_char_escape",
            FaultKind::UnclosedEscape => "unclosed_char_escape",
            FaultKind::IllegalCode => "illegal_character_code",
            FaultKind::RawControl(_) => "illegal_quoted_character",
            FaultKind::EndInQuoted(_) => "end_of_file_in_quoted",
            FaultKind::EndInComment => "end_of_file_in_block_comment",
            FaultKind::EndOfFile(_) => "end_of_file",
            FaultKind::EndOfClause(_) => "end_of_clause",
            FaultKind::EndExpected => "end_of_clause_expected",
            FaultKind::CannotStart(_) | FaultKind::NoArguments => "cannot_start_term",
            FaultKind::Unbalanced(..) => "unbalanced_brackets",
            FaultKind::OperatorExpected(_) | FaultKind::NotCallable(_) => "operator_expected",
            FaultKind::OperatorClash(_) => "operator_clash",
            FaultKind::ListRest => "list_rest",
            FaultKind::BackQuoted => "back_quoted_text",
            FaultKind::TooManyArguments => "too_many_arguments",
        }
    }
}

/// A fault found by a token parser, before the text `rest`.
#[derive(Clone, Debug, PartialEq)]
pub struct TokenFault<'a> {
    /// What is wrong.
    pub kind: FaultKind,
    /// The text from the wrong character on.
    pub rest: &'a str,
}

impl<'a> ParseError<&'a str> for TokenFault<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> TokenFault<'a> {
        let found = rest.chars().next().unwrap_or(' ');
        TokenFault {
            kind: FaultKind::IllegalCharacter(found),
            rest,
        }
    }

    fn append(_: &'a str, _: ErrorKind, other: TokenFault<'a>) -> TokenFault<'a> {
        other
    }
}

/// The result of a token parser.
pub type Scan<'a, T> = nom::IResult<&'a str, T, TokenFault<'a>>;

/// Why a token parser stops.
pub type Stop<'a> = nom::Err<TokenFault<'a>>;

/// Stops scanning with a fault before `rest`.
pub fn fail<'a, T>(kind: FaultKind, rest: &'a str) -> Result<T, Stop<'a>> {
    Err(nom::Err::Failure(TokenFault { kind, rest }))
}

/// Stops scanning because the text ends within a token.
pub fn incomplete<'a, T>() -> Result<T, Stop<'a>> {
    Err(nom::Err::Incomplete(nom::Needed::Unknown))
}
