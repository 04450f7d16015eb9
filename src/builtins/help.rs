//! Documentation: what the rows of builtins and the comments of libraries say.

use crate::atom::known;
use crate::builtins::ports::Port;
use crate::builtins::rows;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::library::{LIBRARIES, SYSTEM_LIBRARY, documentation};
use crate::load::nearest::close_name;
use crate::predicates;
use crate::program::predicate::{Definition, PredId, Predicate};
use crate::stream::stream::StreamType;
use crate::term::cell::Cell;
use crate::term::text::end_within;
use crate::term::view::View;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Says how to get help.
    "help is det" => once help;
    /// Shows the documentation of What: a name, Name/Arity or Name//Arity.
    "help(+What) is semidet" => once help_on;
    /// Lists what is documented with Text in its name or description.
    "apropos(+Text) is semidet" => once apropos;
};

/// Where the origin of a predicate is shown beside its head.
const ORIGIN_COLUMN: usize = 60;
/// Where the description is shown beside a name, unless the names are longer.
const SUMMARY_COLUMN: usize = 30;
/// The longest line of a list.
const LINE_WIDTH: usize = 100;

/// The documentation of one or several predicates.
struct Entry {
    heads: Vec<String>,
    text: String,
    library: Option<&'static str>,
}

/// All that is documented.
fn entries() -> Vec<Entry> {
    let rows = rows().into_iter().flatten();
    let builtins = rows.map(|row| Entry {
        heads: vec![row.head.to_owned()],
        text: row
            .doc
            .lines()
            .map(|line| line.strip_prefix(' ').unwrap_or(line))
            .fold(String::new(), |text, line| text + line + "\n"),
        library: None,
    });
    let libraries = LIBRARIES.iter().flat_map(|library| {
        let name = Some(library.name).filter(|&name| name != SYSTEM_LIBRARY);
        let found = documentation(library.comments).into_iter();
        found.map(move |(heads, text)| Entry {
            heads,
            text,
            library: name,
        })
    });
    let is_public = |entry: &Entry| !entry.heads.iter().all(|head| name(head).starts_with('$'));
    builtins.chain(libraries).filter(is_public).collect()
}

/// The name of a head such as `append(?Xs, ?Ys, ?Zs) is nondet`.
fn name(head: &str) -> &str {
    if let Some((quoted, _)) = head
        .strip_prefix('\'')
        .and_then(|rest| rest.split_once('\''))
    {
        return quoted;
    }
    match head.find('(') {
        Some(0) => head
            .trim_start_matches('(')
            .split(')')
            .next()
            .unwrap_or(head),
        Some(at) => &head[..at],
        None => before_determinism(head).trim_end_matches("//"),
    }
}

/// Whether a head is that of a grammar rule.
fn is_grammar(head: &str) -> bool {
    before_determinism(head).ends_with("//")
}

fn before_determinism(head: &str) -> &str {
    let at = head.rfind(" is ").unwrap_or(head.len());
    head[..at].trim_end()
}

/// The number of arguments of a head, as it is written.
fn arity(head: &str) -> usize {
    let head = before_determinism(head);
    let behind = head.find(name(head)).map_or(0, |at| at + name(head).len());
    let arguments = head[behind..].trim_start_matches('\'');
    let (mut depth, mut count) = (0, 0);
    for c in arguments.chars() {
        match c {
            '(' | '[' | '{' => {
                depth += 1;
                count = count.max(1);
            }
            ')' | ']' | '}' => depth -= 1,
            ',' if depth == 1 => count += 1,
            _ => {}
        }
    }
    count
}

/// What somebody asks about.
struct Topic {
    name: String,
    arity: Option<usize>,
    is_grammar: bool,
}

impl Topic {
    fn is_met_by(&self, head: &str) -> bool {
        let own = arity(head);
        let has_arity = match self.arity {
            None => true,
            Some(wanted) if self.is_grammar == is_grammar(head) => wanted == own,
            // A grammar rule is also a predicate with two more arguments.
            Some(wanted) => !self.is_grammar && is_grammar(head) && wanted == own + 2,
        };
        has_arity && name(head) == self.name
    }

    fn text(&self) -> String {
        match self.arity {
            Some(arity) if self.is_grammar => format!("{}//{arity}", self.name),
            Some(arity) => format!("{}/{arity}", self.name),
            None => self.name.clone(),
        }
    }
}

fn help(m: &mut Machine) -> Outcome {
    let mut text = "?- help(append/3).   the documentation of a predicate\n\
                    ?- apropos(sort).    what is documented about something\n\n"
        .to_owned();
    let title = "The libraries:";
    text += title;
    let mut column = title.len();
    for library in LIBRARIES.iter().filter(|l| l.name != SYSTEM_LIBRARY) {
        let is_full = column + library.name.len() >= LINE_WIDTH;
        text += if is_full { "\n  " } else { " " };
        column = library.name.len() + if is_full { 2 } else { column + 1 };
        text += library.name;
    }
    put(m, &(text + "\n"))
}

fn help_on(m: &mut Machine) -> Outcome {
    let topic = topic(m)?;
    let entries = entries();
    let found: Vec<&Entry> = entries
        .iter()
        .filter(|entry| entry.heads.iter().any(|head| topic.is_met_by(head)))
        .collect();
    let own = m.own_predicates(&topic);
    if found.is_empty() && own.is_empty() {
        let text = nothing(&topic, &entries);
        put(m, &text)?;
        return Ok(false);
    }
    let documented = found.into_iter().map(shown);
    let texts: Vec<String> = own.into_iter().chain(documented).collect();
    put(m, &(texts.join("\n") + "\n"))
}

impl Machine {
    /// What can be said about predicates that the program defines.
    fn own_predicates(&self, topic: &Topic) -> Vec<String> {
        let arity = topic
            .arity
            .map(|arity| arity + if topic.is_grammar { 2 } else { 0 });
        let is_met = |predicate: &Predicate| {
            self.text(predicate.functor.name()) == topic.name
                && arity.is_none_or(|arity| arity == predicate.functor.arity())
                && matches!(predicate.definition, Definition::Clauses)
                && !predicate.traits.system
                && predicate.is_defined()
        };
        let found = self
            .db
            .predicates()
            .filter(|(_, predicate)| is_met(predicate));
        let mut texts: Vec<(usize, String)> = found
            .map(|(id, predicate)| (predicate.functor.arity(), self.origin(id)))
            .collect();
        texts.sort();
        texts.into_iter().map(|(_, text)| text).collect()
    }

    /// Where a predicate of the program is defined.
    fn origin(&self, id: PredId) -> String {
        let predicate = self.db.predicate(id);
        let name = self.functor_text(predicate.functor);
        let clauses = match predicate.clauses.live {
            1 => "1 clause".to_owned(),
            count => format!("{count} clauses"),
        };
        let place = match self.first_clause(id) {
            Some(span) => {
                let path = self.short_text(&span.file);
                format!("is defined in {path}:{}", span.start.line)
            }
            None => "belongs to the program".to_owned(),
        };
        format!("{name} {place} ({clauses}). Type listing({name}) to see it.\n")
    }
}

fn put(m: &mut Machine, text: &str) -> Outcome {
    let port: Port = m.output_port(None, StreamType::Text)?;
    m.put_text(port, text)
}

fn topic(m: &mut Machine) -> Result<Topic, Ball> {
    let what = m.arg(0);
    for (operator, is_grammar) in [("/", false), ("//", true)] {
        if let Some(args) = m.match_compound(what, operator, 2) {
            let (name, arity) = (args.get(&m.mem, 0), args.get(&m.mem, 1));
            let name = m.to_atom(name)?;
            return Ok(Topic {
                name: start(m.text(name)),
                arity: Some(m.to_size(arity)?),
                is_grammar,
            });
        }
    }
    Ok(Topic {
        name: plain_text(m, what)?,
        arity: None,
        is_grammar: false,
    })
}

fn plain_text(m: &Machine, cell: Cell) -> Result<String, Ball> {
    match m.mem.view(cell) {
        View::Str(text) => Ok(start(text)),
        View::Atom(atom) => Ok(start(m.text(atom))),
        _ => Err(m.not_a(known::ATOM, cell)),
    }
}

/// Nothing is documented under longer names.
const MOST_BYTES: usize = 1000;

/// The text, or the start of a very long one.
fn start(text: &str) -> String {
    match end_within(text, MOST_BYTES) {
        end if end < text.len() => format!("{}...", &text[..end]),
        _ => text.to_owned(),
    }
}

/// The whole documentation, its text set in.
fn shown(entry: &Entry) -> String {
    let mut out = String::new();
    for head in &entry.heads {
        let origin = entry
            .library
            .map_or("built in".to_owned(), |l| format!("library({l})"));
        out += &format!("{head:<ORIGIN_COLUMN$}  {origin}\n");
    }
    out.push('\n');
    for line in entry.text.trim_end().lines() {
        match line.is_empty() {
            true => out.push('\n'),
            false => out += &format!("    {line}\n"),
        }
    }
    out
}

/// What to say about something that is not documented.
fn nothing(topic: &Topic, entries: &[Entry]) -> String {
    let heads = entries.iter().flat_map(|entry| &entry.heads);
    let mut near: Vec<String> = heads
        .filter(|head| close_name(&topic.name, name(head)) || name(head) == topic.name)
        .map(|head| indicator(head))
        .collect();
    // The first letter is seldom the wrong one.
    near.sort_by_key(|other| other.chars().next() != topic.name.chars().next());
    near.dedup();
    near.truncate(5);
    let hint = match near.is_empty() {
        true => format!("Try apropos({}).", topic.name),
        false => format!("Did you mean {}?", near.join(", ")),
    };
    format!("There is no documentation of {}. {hint}\n", topic.text())
}

fn indicator(head: &str) -> String {
    let slash = if is_grammar(head) { "//" } else { "/" };
    format!("{}{slash}{}", name(head), arity(head))
}

fn apropos(m: &mut Machine) -> Outcome {
    let word = plain_text(m, m.arg(0))?.to_lowercase();
    let mut by_name = Vec::new();
    let mut by_text = Vec::new();
    for entry in entries() {
        let summary = summary(&entry.text);
        for head in &entry.heads {
            let row = (indicator(head), summary.clone());
            if name(head).to_lowercase().contains(&word) {
                by_name.push(row);
            } else if summary.to_lowercase().contains(&word) {
                by_text.push(row);
            }
        }
    }
    if by_name.is_empty() && by_text.is_empty() {
        put(m, &format!("Nothing is documented about {word}.\n"))?;
        return Ok(false);
    }
    // The closer a name is to the word, the earlier it stands.
    by_name.sort_by_key(|(name, _)| (name.len(), name.clone()));
    by_text.sort();
    by_name.dedup();
    by_text.dedup();
    let width = by_name
        .iter()
        .chain(&by_text)
        .map(|(name, _)| name.len() + 2);
    let width = width.max().unwrap_or(0).min(SUMMARY_COLUMN);
    let lists = [by_name, by_text].map(|rows| {
        let lines = rows
            .iter()
            .map(|(name, summary)| list_row(name, summary, width));
        lines.collect::<String>()
    });
    let lists: Vec<&str> = lists
        .iter()
        .map(String::as_str)
        .filter(|list| !list.is_empty())
        .collect();
    put(m, &(lists.join("\n") + "\n"))
}

/// A name and its description, which goes on below itself if it is long.
fn list_row(name: &str, summary: &str, width: usize) -> String {
    let mut text = format!("{name:<width$}");
    if name.len() + 2 > width {
        text += &format!("\n{:width$}", "");
    }
    let mut column = width;
    for word in summary.split(' ') {
        let length = word.chars().count();
        if column > width && column + 1 + length > LINE_WIDTH {
            text += &format!("\n{:width$}", "");
            column = width;
        }
        if column > width {
            text.push(' ');
            column += 1;
        }
        text += word;
        column += length;
    }
    text + "\n"
}

/// The first sentence of a description, on one line.
fn summary(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or("");
    let line = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.find(". ") {
        Some(end) => line[..=end].to_owned(),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_have_names_and_arities() {
        for (head, wanted) in [
            ("append(?Xs, ?Ys, ?Zs) is nondet", "append/3"),
            ("halt is erroneous", "halt/0"),
            ("'$load_next'(-Term) is det", "$load_next/1"),
            ("must_be(+list(Type), @Term) is det", "must_be/2"),
            ("digits(-Codes)// is det", "digits//1"),
            ("eos// is det", "eos//0"),
        ] {
            assert_eq!(indicator(head), wanted, "{head}");
        }
    }

    #[test]
    fn every_entry_has_a_summary() {
        for entry in entries() {
            assert!(!summary(&entry.text).is_empty(), "{:?}", entry.heads);
        }
    }
}
