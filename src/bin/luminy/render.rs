//! Diagnostics as text for the terminal, with the source lines that they are about.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;

use annotate_snippets::{
    Annotation, AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet,
};
use luminy::diagnostic::{Diagnostic, Severity, Span};

/// Turns diagnostics into text. Keeps the files it has read, so that many
/// diagnostics about one file read it once; [`Painter::forget`] drops them.
pub struct Painter {
    renderer: Renderer,
    files: HashMap<String, Option<String>>,
}

impl Painter {
    /// A painter that uses colours or not.
    pub fn new(coloured: bool) -> Painter {
        let renderer = match coloured {
            true => Renderer::styled(),
            false => Renderer::plain(),
        };
        Painter {
            renderer,
            files: HashMap::new(),
        }
    }

    /// Reads files anew from now on, since they may have changed.
    pub fn forget(&mut self) {
        self.files.clear();
    }

    /// The text of a diagnostic, with a line end.
    pub fn paint(&mut self, diagnostic: &Diagnostic) -> String {
        let excerpts = self.excerpts(diagnostic);
        let mut title = level(diagnostic.severity).primary_title(diagnostic.message.as_str());
        if !diagnostic.code.is_empty() {
            title = title.id(diagnostic.code);
        }
        let mut elements: Vec<Element> = excerpts.iter().map(Excerpt::element).collect();
        for note in &diagnostic.notes {
            elements.push(Level::NOTE.message(note.as_str()).into());
        }
        if let Some(help) = &diagnostic.help {
            elements.push(Level::HELP.message(help.as_str()).into());
        }
        let group = match elements.is_empty() {
            true => Group::with_title(title),
            false => title.elements(elements),
        };
        let mut text = self.renderer.render(&[group]);
        if excerpts.is_empty() {
            text = without_bar(&text);
        }
        text.push('\n');
        text
    }

    /// The excerpts of the source that a diagnostic marks, its own place first.
    fn excerpts(&mut self, diagnostic: &Diagnostic) -> Vec<Excerpt> {
        let Some(span) = &diagnostic.span else {
            return Vec::new();
        };
        let own = Mark::new(AnnotationKind::Primary, span, diagnostic.label.clone());
        let mut excerpts = vec![Excerpt::new(&span.file, vec![own])];
        for label in &diagnostic.labels {
            let mark = Mark::new(
                AnnotationKind::Context,
                &label.span,
                Some(label.message.clone()),
            );
            let same_file = excerpts.iter_mut().find(|e| e.file == label.span.file);
            match same_file {
                Some(excerpt) => excerpt.marks.push(mark),
                None => excerpts.push(Excerpt::new(&label.span.file, vec![mark])),
            }
        }
        for excerpt in &mut excerpts {
            let text = self.file(&excerpt.file);
            excerpt.cut_out(text);
        }
        excerpts
    }

    fn file(&mut self, path: &str) -> Option<&str> {
        let read = || std::fs::read_to_string(path).ok();
        let text = self.files.entry(path.to_owned()).or_insert_with(read);
        text.as_deref()
    }
}

/// Without the line that joins source lines with notes, where there are none.
fn without_bar(text: &str) -> String {
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| visible(line).trim() != "|")
        .collect();
    lines.join("\n")
}

/// A line without the codes of its colours.
fn visible(line: &str) -> String {
    let mut pieces = line.split('\x1b');
    let first = pieces.next().unwrap_or("");
    let rest = pieces.map(|piece| piece.split_once('m').map_or(piece, |(_, text)| text));
    std::iter::once(first).chain(rest).collect()
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Note => Level::NOTE,
        Severity::Warning => Level::WARNING,
        Severity::Error => Level::ERROR,
    }
}

/// A path as it is short: relative to the directory where we are, if it lies below.
fn shown_path(path: &str) -> String {
    let here = std::env::current_dir().ok();
    let below = here.and_then(|here| Path::new(path).strip_prefix(here).ok().map(Path::to_owned));
    below.map_or(path.to_owned(), |below| below.display().to_string())
}

/// Something to be marked.
struct Mark {
    kind: AnnotationKind,
    span: Span,
    label: Option<String>,
    /// Its bytes in the excerpt.
    range: Range<usize>,
}

impl Mark {
    fn new(kind: AnnotationKind, span: &Span, label: Option<String>) -> Mark {
        Mark {
            kind,
            span: span.clone(),
            label,
            range: 0..0,
        }
    }

    fn annotation(&self) -> Annotation<'_> {
        let annotation = self.kind.span(self.range.clone());
        match &self.label {
            Some(label) => annotation.label(label.as_str()),
            None => annotation,
        }
    }
}

/// Lines of a file with marks in them.
struct Excerpt {
    file: String,
    /// The file as it is shown.
    path: String,
    marks: Vec<Mark>,
    first_line: usize,
    /// The lines, if they are known.
    text: Option<String>,
}

impl Excerpt {
    fn new(file: &str, marks: Vec<Mark>) -> Excerpt {
        Excerpt {
            file: file.to_owned(),
            path: shown_path(file),
            marks,
            first_line: 1,
            text: None,
        }
    }

    /// Takes the lines from the first mark to the last out of the file, or the
    /// line that came with the diagnostic.
    fn cut_out(&mut self, file: Option<&str>) {
        let lines = self.marks.iter().map(|mark| mark.span.start.line as usize);
        let first = lines.clone().min().unwrap_or(1).max(1);
        let last = lines.max().unwrap_or(1);
        let text = match (file, &self.marks[0].span.text) {
            (_, Some(line)) if first == last => line.clone(),
            (Some(text), _) => lines_of(text, first, last).to_owned(),
            _ => return,
        };
        for mark in &mut self.marks {
            match byte_range(&text, first, &mark.span) {
                Some(range) => mark.range = range,
                None => return,
            }
        }
        self.first_line = first;
        self.text = Some(shortened(text, &mut self.marks));
    }

    fn element(&self) -> Element<'_> {
        match &self.text {
            Some(text) => Snippet::source(text.as_str())
                .path(self.path.as_str())
                .line_start(self.first_line)
                .annotations(self.marks.iter().map(Mark::annotation))
                .into(),
            None => {
                let start = self.marks[0].span.start;
                Origin::path(self.path.as_str())
                    .line(start.line as usize)
                    .char_column(start.column as usize + 1)
                    .into()
            }
        }
    }
}

/// A line with more characters is shortened between its marks. Where it goes on
/// behind them, the renderer cuts it.
const LONG_LINE: usize = 140;

/// How many characters are kept beside a mark.
const KEPT: usize = 20;

/// What stands for the text that is left out.
const GAP: &str = "...";

/// The text of an excerpt without long stretches between marks on one line. What is
/// before the primary mark stays, since its column is counted in this text.
fn shortened(text: String, marks: &mut [Mark]) -> String {
    let mut ranges: Vec<(Range<usize>, bool)> = marks
        .iter()
        .map(|mark| (mark.range.clone(), mark.kind == AnnotationKind::Primary))
        .collect();
    ranges.sort_by_key(|(range, _)| range.start);
    let mut out = String::new();
    let mut passed = 0;
    // From where on in the old text it has moved to the left, and how far.
    let mut moves = vec![(0, 0)];
    let mut line = 0;
    for (index, pair) in ranges.windows(2).enumerate() {
        let (before, behind) = (&pair[0].0, &pair[1].0);
        line = text[..before.end].rfind('\n').map_or(line, |at| at + 1);
        let is_first = !ranges[index + 1..]
            .iter()
            .any(|(_, is_primary)| *is_primary);
        let cut = stretch(&text, before.end, behind.start);
        if is_first
            && is_long(&text[line..])
            && let Some(cut) = cut
        {
            out += &text[passed..cut.start];
            out += GAP;
            passed = cut.end;
            moves.push((cut.end, cut.end - out.len()));
        }
    }
    out += &text[passed..];
    for mark in marks {
        let moved = moves
            .iter()
            .rev()
            .find(|&&(from, _)| from <= mark.range.start);
        let by = moved.map_or(0, |&(_, by)| by);
        mark.range = mark.range.start - by..mark.range.end - by;
    }
    out
}

fn is_long(text: &str) -> bool {
    let line = text.lines().next().unwrap_or("");
    line.chars().count() > LONG_LINE
}

/// What can be left out between two places on one line, if it is worth it.
fn stretch(text: &str, from: usize, to: usize) -> Option<Range<usize>> {
    let between = text
        .get(from..to)
        .filter(|between| !between.contains('\n'))?;
    let count = between.chars().count();
    if count < 3 * KEPT {
        return None;
    }
    let place = |index: usize| between.char_indices().nth(index).map(|(at, _)| from + at);
    Some(place(KEPT)?..place(count - KEPT)?)
}

/// The lines from `first` to `last` of a text, counted from 1.
fn lines_of(text: &str, first: usize, last: usize) -> &str {
    let start = line_offset(text, first - 1).unwrap_or(text.len());
    let end = line_offset(text, last).unwrap_or(text.len());
    &text[start..end]
}

/// Where the line after `count` others starts.
fn line_offset(text: &str, count: usize) -> Option<usize> {
    match count {
        0 => Some(0),
        _ => text
            .match_indices('\n')
            .nth(count - 1)
            .map(|(at, _)| at + 1),
    }
}

/// The bytes of a place in an excerpt whose first line has this number. A place
/// ends with its line.
fn byte_range(text: &str, first_line: usize, span: &Span) -> Option<Range<usize>> {
    let line = (span.start.line as usize).checked_sub(first_line)?;
    let start = line_offset(text, line)?;
    let rest = text[start..].lines().next().unwrap_or("");
    let offset = |column: usize| rest.char_indices().nth(column).map_or(rest.len(), |c| c.0);
    let column = span.start.column as usize;
    let (from, to) = (offset(column), offset(column + span.length.max(1)));
    Some(start + from..start + to.max(from))
}
