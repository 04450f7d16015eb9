//! What is typed at the terminal: queries, the keys behind answers, and what programs
//! read all come from one line editor, so that lines typed ahead reach whoever reads next.

use std::io::{self, Write, stdout};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use console::{Term, measure_text_width};
use luminy::host::Device;

use crate::editor::{Input, LineEditor};

/// The keyboard and the text that came from it. All clones are the same one.
#[derive(Clone)]
pub struct Keyboard {
    typed: Arc<Mutex<Typed>>,
    line: OpenLine,
    /// Whether a person is being waited for, so that no query runs.
    is_waiting: Arc<AtomicBool>,
}

struct Typed {
    editor: LineEditor,
    /// What came together with the query that runs, and stands behind it.
    ahead: String,
    /// How long people have been waited for.
    waited: Duration,
}

impl Keyboard {
    /// The keyboard behind an editor, and what tells that a person is being waited for.
    pub fn new(editor: LineEditor, is_waiting: Arc<AtomicBool>) -> Keyboard {
        let typed = Typed {
            editor,
            ahead: String::new(),
            waited: Duration::ZERO,
        };
        Keyboard {
            typed: Arc::new(Mutex::new(typed)),
            line: OpenLine::default(),
            is_waiting,
        }
    }

    /// Waits for a person who uses the editor. An interrupt that comes then is no query's.
    pub fn edit<T>(&self, use_editor: impl FnOnce(&mut LineEditor) -> T) -> T {
        let start = Instant::now();
        let mut typed = self.lock();
        self.is_waiting.store(true, Ordering::Relaxed);
        let result = use_editor(&mut typed.editor);
        self.is_waiting.store(false, Ordering::Relaxed);
        typed.waited += start.elapsed();
        result
    }

    /// How long people have been waited for at the prompt and behind answers.
    pub fn waited(&self) -> Duration {
        self.lock().waited
    }

    /// Puts text in front of what is read next. An empty rest of a line is nobody's.
    pub fn put_ahead(&self, text: &str) {
        let text = match text.split_once('\n') {
            Some((first, behind)) if first.trim().is_empty() => behind,
            _ => text,
        };
        self.lock().ahead.insert_str(0, text);
    }

    /// Takes all text that stands ahead.
    pub fn take_ahead(&self) -> String {
        std::mem::take(&mut self.lock().ahead)
    }

    /// Takes a semicolon off the text ahead: it asks for the next answer.
    pub fn take_semicolon(&self) -> bool {
        let ahead = &mut self.lock().ahead;
        match ahead.trim_start().strip_prefix(';') {
            Some(behind) => {
                *ahead = behind.to_owned();
                true
            }
            None => false,
        }
    }

    /// The next line for a program, with its end: from the text ahead, which is shown as
    /// if it were typed here, or from the person.
    pub fn line(&self) -> Line {
        let mut typed = self.lock();
        if !typed.ahead.trim().is_empty() {
            let end = typed
                .ahead
                .find('\n')
                .map_or(typed.ahead.len(), |at| at + 1);
            let mut line: String = typed.ahead.drain(..end).collect();
            if !line.ends_with('\n') {
                line.push('\n');
            }
            // A terminal that cannot be written to shows nothing.
            let _ = stdout().write_all(line.as_bytes());
            self.line.clear();
            return Line::Text(line);
        }
        if typed.editor.is_plain() {
            return Line::Unedited;
        }
        let prompt = self.line.last_row();
        let input = typed.editor.line(&prompt);
        self.line.clear();
        match input {
            Input::Text(line) => Line::Text(line + "\n"),
            Input::Dropped => Line::Interrupted,
            Input::End => Line::End,
        }
    }

    /// The terminal as a device to write to, so that the editor can leave what stands on
    /// a line before the text that is edited.
    pub fn screen(&self) -> Box<dyn Device> {
        Box::new(Screen(self.line.clone()))
    }

    fn lock(&self) -> MutexGuard<'_, Typed> {
        self.typed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a program gets that reads a line.
pub enum Line {
    /// This text.
    Text(String),
    /// The end of the input.
    End,
    /// Nothing: the key for interrupts was pressed.
    Interrupted,
    /// Nothing from the editor, since lines cannot be edited on this terminal.
    Unedited,
}

/// What has been written since the last end of a line.
#[derive(Clone, Default)]
struct OpenLine(Arc<Mutex<Vec<u8>>>);

/// How much of an open line is kept: more than any row of a terminal.
const MOST_OPEN: usize = 2048;

impl OpenLine {
    fn clear(&self) {
        self.lock().clear();
    }

    fn write(&self, bytes: &[u8]) {
        let mut line = self.lock();
        let is_end = |&byte: &u8| byte == b'\n' || byte == b'\r';
        if let Some(end) = bytes.iter().rposition(is_end) {
            line.clear();
            line.extend_from_slice(&bytes[end + 1..]);
        } else {
            line.extend_from_slice(bytes);
        }
        let surplus = line.len().saturating_sub(MOST_OPEN);
        line.drain(..surplus);
    }

    /// The part that stands on the row of the cursor.
    fn last_row(&self) -> String {
        let line = String::from_utf8_lossy(&self.lock()).into_owned();
        let columns = usize::from(Term::stdout().size().1).max(1);
        let mut surplus = measure_text_width(&line) / columns * columns;
        let mut row = line.as_str();
        while surplus > 0
            && let Some(first) = row.chars().next()
        {
            let rest = &row[first.len_utf8()..];
            surplus = surplus.saturating_sub(measure_text_width(row) - measure_text_width(rest));
            row = rest;
        }
        row.to_owned()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Screen(OpenLine);

impl Device for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write(bytes);
        stdout().write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        stdout().flush()
    }

    fn is_terminal(&self) -> bool {
        true
    }
}
