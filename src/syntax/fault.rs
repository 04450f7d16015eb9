//! What is wrong with a text: the kinds of syntax errors.

use nom::error::{ErrorKind, ParseError};

/// A kind of syntax error.
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
    /// A raw control character in a quoted item.
    RawControl(char),
    /// A quoted item that is not closed on its line.
    UnclosedQuote(char),
    /// The text ends in a quoted item.
    EndInQuoted(char),
    /// The text ends in a block comment.
    EndInComment,
    /// The text ends in a clause.
    EndOfFile,
    /// The clause ends where a term is due.
    EndOfClause,
    /// The clause ends in brackets.
    EndInBrackets,
    /// The text goes on after the term.
    EndExpected,
    /// A token that cannot start a term.
    CannotStart,
    /// A closing bracket that nothing opened, or that closes another bracket.
    Unbalanced,
    /// Two terms side by side.
    OperatorExpected,
    /// An operator whose priority does not fit.
    OperatorClash,
    /// A term whose priority is too high for its place.
    PriorityClash,
    /// An operator as an operand, without parentheses, in strict mode.
    BareOperator,
    /// More than one term after the bar of a list.
    ListRest,
    /// Back-quoted text in strict mode.
    BackQuoted,
    /// An argument list after a variable.
    VariableFunctor,
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
            FaultKind::UnclosedQuote(_) => "unclosed_quote",
            FaultKind::EndInQuoted(_) => "end_of_file_in_quoted",
            FaultKind::EndInComment => "end_of_file_in_block_comment",
            FaultKind::EndOfFile => "end_of_file",
            FaultKind::EndOfClause | FaultKind::EndInBrackets => "end_of_clause",
            FaultKind::EndExpected => "end_of_clause_expected",
            FaultKind::CannotStart | FaultKind::NoArguments => "cannot_start_term",
            FaultKind::Unbalanced => "unbalanced_brackets",
            FaultKind::OperatorExpected | FaultKind::VariableFunctor => "operator_expected",
            FaultKind::OperatorClash | FaultKind::PriorityClash | FaultKind::BareOperator => {
                "operator_clash"
            }
            FaultKind::ListRest => "list_rest",
            FaultKind::BackQuoted => "back_quoted_text",
            FaultKind::TooManyArguments => "too_many_arguments",
        }
    }
}

/// An opening bracket: where it stands, and which it is.
pub type Opener = (usize, char);

/// A syntax error in the text of a clause; offsets are bytes from its start.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where the wrong text starts.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// Where the token before it ends.
    pub after: usize,
    /// The innermost bracket that is open.
    pub opener: Option<Opener>,
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
