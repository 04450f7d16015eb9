//! Reading queries from a terminal: editing, history, completion, colours.

use std::borrow::Cow;
use std::env;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use luminy::engine::machine::Machine;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{
    Cmd, ColorMode, CompletionType, ConditionalEventHandler, Config, Context, Editor, Event,
    EventContext, EventHandler, Helper, KeyCode, KeyEvent, Modifiers, RepeatCount,
};

use crate::complete::{Vocabulary, candidates};
use crate::pieces::{Kind, is_complete, lacks_end, open_at_end, partner, pieces};

/// What a person has done at the prompt.
pub enum Input {
    /// Typed this text.
    Text(String),
    /// Dropped what was typed.
    Dropped,
    /// Left.
    End,
}

/// The line editor, with its history. Keys are read by it as well, since it may
/// hold some that were typed ahead.
pub struct LineEditor {
    editor: Editor<Assistant, FileHistory>,
    history: Option<PathBuf>,
    key: AwaitedKey,
    /// The start of a line that was typed ahead, where a key was waited for.
    begun: String,
    is_plain: bool,
    has_hinted: bool,
    /// How many times it is still said which keys there are.
    hints_left: usize,
}

/// How many times it is said which keys there are.
const KEY_HINTS: usize = 2;

/// What a key does: what is shown for it, or nothing if it does nothing.
pub type Echo = fn(char) -> Option<&'static str>;

/// The keys that are waited for.
#[derive(Clone, Copy)]
pub struct Keys {
    /// What is shown for them.
    pub echo: Echo,
    /// Which of them there are, in words; may be empty.
    pub hint: &'static str,
    /// Whether a key is one even if it was typed before anything was asked. Others begin
    /// a line.
    pub is_key_ahead: fn(char) -> bool,
    /// What is shown if there is a line instead.
    pub line_echo: &'static str,
}

/// The single key that is waited for, if one is.
type AwaitedKey = Arc<Mutex<Option<Awaited>>>;

struct Awaited {
    keys: Keys,
    is_hint_shown: bool,
    pressed: Option<char>,
    /// The start of a line instead, or all that has been pasted.
    begun: String,
    is_pasting: bool,
    /// How often the process had waited for something before.
    waits: Option<i64>,
}

impl Awaited {
    /// Takes a key; whether it ends the waiting.
    fn take(&mut self, key: char) -> bool {
        if self.is_pasting {
            self.begun.push(key);
            return false;
        }
        // What was typed ahead is there without being waited for.
        let is_ahead = self.waits.is_some() && self.waits == waits();
        if is_ahead && !key.is_control() && !(self.keys.is_key_ahead)(key) {
            self.begun.push(key);
            return true;
        }
        let is_key = (self.keys.echo)(key).is_some();
        self.is_hint_shown |= !is_key;
        self.pressed = Some(key).filter(|_| is_key);
        is_key
    }

    /// What stands behind the text at the end.
    fn shown(&self) -> Option<&'static str> {
        match self.begun.is_empty() {
            false => Some(self.keys.line_echo),
            true => (self.keys.echo)(self.pressed?),
        }
    }
}

/// How often this thread has waited for something, where that can be told.
#[cfg(target_os = "linux")]
fn waits() -> Option<i64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_THREAD).ok()?;
    Some(usage.voluntary_context_switches())
}

#[cfg(not(target_os = "linux"))]
fn waits() -> Option<i64> {
    None
}

/// Terminals that cannot be edited on, as the editor sees it.
const PLAIN_TERMINALS: [&str; 3] = ["dumb", "cons25", "emacs"];

/// How many queries are remembered.
const HISTORY_SIZE: usize = 2000;

impl LineEditor {
    /// An editor with the history of earlier runs; nothing without a terminal.
    pub fn new(has_colour: bool) -> Option<LineEditor> {
        let colours = match has_colour {
            true => ColorMode::Enabled,
            false => ColorMode::Disabled,
        };
        let config = Config::builder()
            .max_history_size(HISTORY_SIZE)
            .ok()?
            .history_ignore_dups(true)
            .ok()?
            .completion_type(CompletionType::List)
            .color_mode(colours)
            .build();
        let mut editor = Editor::with_config(config).ok()?;
        let key = AwaitedKey::default();
        editor.set_helper(Some(Assistant::new(has_colour, key.clone())));
        let handler = EventHandler::Conditional(Box::new(KeyHandler(key.clone())));
        editor.bind_sequence(Event::Any, handler);
        let history = history_path();
        if let Some(path) = &history {
            // There is no history yet at the first start.
            let _ = editor.load_history(path);
        }
        let terminal = env::var("TERM").unwrap_or_default();
        Some(LineEditor {
            editor,
            history,
            key,
            begun: String::new(),
            is_plain: PLAIN_TERMINALS.contains(&terminal.as_str()),
            has_hinted: false,
            hints_left: KEY_HINTS,
        })
    }

    /// Whether keys cannot be read by this editor.
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Waits behind a text for a key that has an echo, which is then shown.
    /// Nothing at the end of the input, and if a line was typed ahead, which is read
    /// next. The hint is shown at the first times only, and when another key is pressed.
    pub fn key(&mut self, text: &str, keys: Keys) -> Option<char> {
        let is_hint_shown = !keys.hint.is_empty() && self.hints_left > 0;
        self.hints_left -= usize::from(is_hint_shown);
        let awaited = Awaited {
            keys,
            is_hint_shown,
            pressed: None,
            begun: String::new(),
            is_pasting: false,
            waits: waits(),
        };
        *lock(&self.key) = Some(awaited);
        let line = self.editor.readline(text);
        let awaited = lock(&self.key).take()?;
        self.begun += awaited.begun.trim_end_matches('\n');
        line.ok().and(awaited.pressed)
    }

    /// Reads a line, which may have been begun already.
    fn read_line(&mut self, prompt: &str) -> Result<String, ReadlineError> {
        let begun = std::mem::take(&mut self.begun);
        match begun.is_empty() {
            true => self.editor.readline(prompt),
            false => self.editor.readline_with_initial(prompt, (&begun, "")),
        }
    }

    /// Reads lines until they make whole queries, or a command.
    pub fn read(&mut self, prompt: &str, machine: &Machine) -> Input {
        if let Some(assistant) = self.editor.helper_mut() {
            assistant.vocabulary.update(machine);
            assistant.before.clear();
        }
        let mut text = String::new();
        loop {
            let line = match text.is_empty() {
                true => self.read_line(prompt),
                false => self.read_line(&continuation(&text)),
            };
            match line {
                Ok(line) => text += &line,
                Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => {
                    return Input::Dropped;
                }
                Err(_) if text.trim().is_empty() => return Input::End,
                Err(_) => return Input::Dropped,
            }
            if text.trim_start().starts_with(':') && !text.trim_start().starts_with(":-") {
                break;
            }
            if is_complete(&text) {
                break;
            }
            text.push('\n');
            self.hint_end(&text);
            if let Some(assistant) = self.editor.helper_mut() {
                assistant.before.clone_from(&text);
            }
        }
        self.remember(text.trim());
        Input::Text(text)
    }

    /// Reads one line for a program, behind what stands before it.
    pub fn line(&mut self, before: &str) -> Input {
        if let Some(assistant) = self.editor.helper_mut() {
            assistant.before.clear();
        }
        match self.read_line(before) {
            Ok(line) => Input::Text(line),
            Err(ReadlineError::Interrupted | ReadlineError::Signal(_)) => Input::Dropped,
            Err(_) => Input::End,
        }
    }

    /// Says once what ends a query, if one could end here.
    fn hint_end(&mut self, text: &str) {
        if !self.has_hinted && lacks_end(text) {
            self.has_hinted = true;
            println!("% A query ends with a full stop: type `.` if this is all.");
        }
    }

    /// Adds a query to the history, and to its file at once, so that several
    /// sessions keep theirs.
    fn remember(&mut self, text: &str) {
        if text.is_empty() || !self.editor.add_history_entry(text).unwrap_or(false) {
            return;
        }
        let Some(path) = &self.history else {
            return;
        };
        let is_there = path
            .parent()
            .is_none_or(|parent| fs::create_dir_all(parent).is_ok());
        if !is_there || self.editor.append_history(path).is_err() {
            self.history = None;
        }
    }
}

/// The prompt for a further line: it shows what is open.
fn continuation(text: &str) -> String {
    match open_at_end(text) {
        Some(open) => format!("|  {open:<2}"),
        None => "|    ".to_owned(),
    }
}

/// The file of the history: in the directory for an application's data.
fn history_path() -> Option<PathBuf> {
    let directory = |name: &str| {
        let path = PathBuf::from(env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let data = directory("XDG_DATA_HOME")
        .or_else(|| directory("HOME").map(|home| home.join(".local/share")))
        .or_else(|| directory("LOCALAPPDATA"))?;
    Some(data.join("luminy").join("history"))
}

/// What helps while a line is edited.
struct Assistant {
    vocabulary: Vocabulary,
    /// The lines before the one that is edited.
    before: String,
    has_colour: bool,
    key: AwaitedKey,
}

impl Assistant {
    fn new(has_colour: bool, key: AwaitedKey) -> Assistant {
        Assistant {
            vocabulary: Vocabulary::default(),
            before: String::new(),
            has_colour,
            key,
        }
    }
}

/// What is awaited. Nothing that holds the lock can fail halfway.
fn lock(key: &AwaitedKey) -> std::sync::MutexGuard<'_, Option<Awaited>> {
    key.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the key that is waited for; lines are edited as usual.
struct KeyHandler(AwaitedKey);

impl ConditionalEventHandler for KeyHandler {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, _: &EventContext) -> Option<Cmd> {
        let mut awaited = lock(&self.0);
        let awaited = awaited.as_mut()?;
        let key = event.get(0)?;
        let is_done = match key.0 {
            KeyCode::BracketedPasteStart => {
                awaited.is_pasting = true;
                return Some(Cmd::Noop);
            }
            KeyCode::BracketedPasteEnd => {
                awaited.is_pasting = false;
                !awaited.begun.is_empty()
            }
            _ => match character(key) {
                Some(key) => awaited.take(key),
                None => return Some(Cmd::Noop),
            },
        };
        Some(match is_done {
            true => Cmd::AcceptOrInsertLine {
                accept_in_the_middle: true,
            },
            false => Cmd::Repaint,
        })
    }
}

/// A key as the character that it stands for.
fn character(key: &KeyEvent) -> Option<char> {
    match *key {
        KeyEvent(KeyCode::Enter, _) => Some('\n'),
        KeyEvent(KeyCode::Tab, _) => Some('\t'),
        KeyEvent(KeyCode::Esc, _) => Some('\u{1b}'),
        KeyEvent(KeyCode::Char(letter), Modifiers::CTRL) => match letter.to_ascii_lowercase() {
            'c' => Some('\u{3}'),
            'd' => Some('\u{4}'),
            'j' => Some('\n'),
            _ => None,
        },
        KeyEvent(KeyCode::Char(letter), Modifiers::NONE | Modifiers::SHIFT) => Some(letter),
        _ => None,
    }
}

impl Helper for Assistant {}

impl Validator for Assistant {
    /// Shows what stands for the key that was waited for.
    fn validate(&self, _: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        let awaited = lock(&self.key);
        let shown = awaited.as_ref().and_then(Awaited::shown);
        Ok(ValidationResult::Valid(shown.map(str::to_owned)))
    }
}

impl Hinter for Assistant {
    type Hint = String;

    /// What can be pressed, while a key is waited for.
    fn hint(&self, _: &str, _: usize, _: &Context<'_>) -> Option<String> {
        let awaited = lock(&self.key);
        let awaited = awaited.as_ref().filter(|awaited| awaited.is_hint_shown)?;
        (!awaited.keys.hint.is_empty()).then(|| awaited.keys.hint.to_owned())
    }
}

impl Completer for Assistant {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        position: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(candidates(&self.vocabulary, &self.before, line, position))
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, position: usize) -> Cow<'l, str> {
        if !self.has_colour {
            return Cow::Borrowed(line);
        }
        Cow::Owned(coloured(&self.before, line, position))
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        match self.has_colour {
            true => Cow::Owned(format!("\u{1b}[2m{hint}\u{1b}[0m")),
            false => Cow::Borrowed(hint),
        }
    }

    fn highlight_char(&self, _: &str, _: usize, _: CmdKind) -> bool {
        self.has_colour
    }
}

/// The line with colours; `before` is what stands on the lines before it.
fn coloured(before: &str, line: &str, position: usize) -> String {
    let text = format!("{before}{line}");
    let start = before.len();
    let pieces = pieces(&text);
    let cursor = start + position;
    let near = [cursor.checked_sub(1), Some(cursor)];
    let pair = near.into_iter().flatten().find_map(|at| {
        let other = partner(&text, &pieces, at)?;
        Some([at, other])
    });
    let mut out = String::new();
    for piece in &pieces {
        let range = piece.range.start.max(start)..piece.range.end;
        if range.is_empty() {
            continue;
        }
        let shown = &text[range.clone()];
        let is_paired = pair.is_some_and(|pair| pair.contains(&range.start));
        let style = if is_paired { "1;34" } else { style(piece.kind) };
        match style {
            "" => out += shown,
            style => out += &format!("\u{1b}[{style}m{shown}\u{1b}[0m"),
        }
    }
    out
}

/// The colour of a kind of piece, as a terminal's parameter.
fn style(kind: Kind) -> &'static str {
    match kind {
        Kind::Variable => "36",
        Kind::Number => "35",
        Kind::Quoted => "32",
        Kind::Comment | Kind::OpenComment => "2",
        Kind::OpenQuoted | Kind::Other => "31",
        Kind::Blank | Kind::Name | Kind::Punctuation | Kind::End => "",
    }
}
