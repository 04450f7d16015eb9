//! What can be told from the text of a query about what was meant by it.

use luminy::api::error::Error;

use crate::pieces::{Kind, Piece, pieces};

/// Whether a query is an equation of a variable and a sum of numbers.
pub fn is_unevaluated(asked: &str) -> bool {
    let is_visible = |piece: &&Piece| !matches!(piece.kind, Kind::Blank | Kind::Comment);
    let pieces = pieces(asked);
    let mut visible = pieces.iter().filter(is_visible);
    let mut next = || {
        visible
            .next()
            .map(|piece| (piece.kind, &asked[piece.range.clone()]))
    };
    let starts = matches!(next(), Some((Kind::Variable, _))) && next() == Some((Kind::Name, "="));
    let (mut operators, mut numbers) = (0, 0);
    while let Some((kind, text)) = next().filter(|_| starts) {
        match kind {
            Kind::Name if ["+", "-", "*", "/", "//", "mod", "**", "^"].contains(&text) => {
                operators += 1;
            }
            Kind::Number => numbers += 1,
            Kind::End => {}
            Kind::Punctuation if text == "(" || text == ")" => {}
            _ => return false,
        }
    }
    operators > 0 && numbers > 1
}

/// The error with the variable that arithmetic found without a value, where the
/// query leaves no doubt which one it is.
pub fn with_unbound(error: &Error, asked: &str) -> Option<Error> {
    let Error::Exception(exception) = error else {
        return None;
    };
    let diagnostic = &exception.diagnostic;
    if diagnostic.code != "E0302" || diagnostic.span.is_some() {
        return None;
    }
    let pieces = pieces(asked);
    let visible = pieces
        .iter()
        .filter(|p| !matches!(p.kind, Kind::Blank | Kind::Comment));
    let visible: Vec<(Kind, &str)> = visible.map(|p| (p.kind, &asked[p.range.clone()])).collect();
    let is_left = |at: usize| visible.get(at + 1).is_some_and(|&(_, text)| text == "is");
    let used = visible.iter().enumerate().filter(|&(at, _)| !is_left(at));
    let mut names: Vec<&str> = used
        .filter(|(_, (kind, _))| *kind == Kind::Variable)
        .map(|(_, &(_, name))| name)
        .collect();
    names.dedup();
    let [name] = names[..] else {
        return None;
    };
    let mut exception = exception.clone();
    exception.diagnostic.message = format!("`{name}` has no value yet, but one is needed here");
    Some(Error::Exception(exception))
}

/// The name and arity of the predicate that an error says does not exist.
pub fn unknown_predicate(error: &Error) -> Option<(String, i64)> {
    let Error::Exception(exception) = error else {
        return None;
    };
    let formal = exception.term.argument(0)?;
    let indicator = formal.argument(1)?;
    let name = indicator.argument(0)?.as_atom()?.to_owned();
    let arity = indicator.argument(1)?.as_i64()?;
    (formal.name() == Some("existence_error")).then_some((name, arity))
}

/// Whether a query is nothing but a call of this predicate without variables,
/// as a fact would be typed.
pub fn is_fact(asked: &str, name: &str, arity: i64) -> bool {
    let pieces = pieces(asked);
    let Some(inside) = asked
        .strip_prefix(name)
        .and_then(|rest| rest.strip_prefix('('))
        .and_then(|rest| rest.strip_suffix(")."))
    else {
        return false;
    };
    let has_variable = pieces.iter().any(|piece| piece.kind == Kind::Variable);
    !has_variable && commas(inside) == Some(arity - 1)
}

/// The commas outside of brackets in a text; nothing if its brackets do not match.
fn commas(text: &str) -> Option<i64> {
    let (mut depth, mut count) = (0, 0);
    for piece in pieces(text) {
        match &text[piece.range] {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" if depth == 0 => return None,
            ")" | "]" | "}" => depth -= 1,
            "," if depth == 0 => count += 1,
            _ => {}
        }
    }
    Some(count)
}
