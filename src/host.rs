//! Everything outside the engine, behind one trait.
//!
//! Only [`StdHost`] touches the file system, the environment, the clock and the
//! standard streams. An embedder gives an engine another [`Host`], or [`NullHost`],
//! which denies everything.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, Write};
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::arith::context::{Clock, NoClock};

/// A source or sink of bytes. What a device cannot do is an error.
pub trait Device: Send {
    /// Reads some bytes; 0 is the end.
    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        Err(denied())
    }

    /// Writes all bytes.
    fn write(&mut self, _bytes: &[u8]) -> io::Result<()> {
        Err(denied())
    }

    /// Hands on what has been written.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Moves to a place; the offset from the start.
    fn seek(&mut self, _to: SeekFrom) -> io::Result<u64> {
        Err(denied())
    }

    /// Whether [`Device::seek`] works.
    fn is_seekable(&self) -> bool {
        false
    }

    /// Whether a person sits at the other end.
    fn is_terminal(&self) -> bool {
        false
    }
}

/// Any reader as a device.
pub struct Reader<R>(pub R);

impl<R: Read + Send> Device for Reader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

/// Any writer as a device.
pub struct Writer<W>(pub W);

impl<W: Write + Send> Device for Writer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// How a file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpenMode {
    /// To read it.
    Read,
    /// To write it anew.
    Write,
    /// To write behind its end.
    Append,
    /// To write over it from the start.
    Update,
}

/// One of the streams that a process begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standard {
    /// Standard input.
    Input,
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// What is known of a file.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FileInfo {
    /// Whether it is a directory.
    pub is_directory: bool,
    /// Its size in bytes.
    pub size: u64,
    /// Seconds from 1970 to its last change.
    pub modified: f64,
    /// Whether it must not be written.
    pub read_only: bool,
}

/// The world outside an engine. Every method denies unless it is defined.
pub trait Host: Send {
    /// The clock that arithmetic and `get_time/1` read.
    fn clock(&self) -> Arc<dyn Clock>;

    /// Whether the clock may be read.
    fn has_clock(&self) -> bool {
        false
    }

    /// Seconds east of Greenwich of local time.
    fn utc_offset(&self) -> i64 {
        0
    }

    /// What would have to be granted, as the embedder writes it, where an action on an
    /// object of this kind is denied. The name is that of the object.
    fn missing(&self, _action: &str, _kind: &str, _name: &str) -> Option<&'static str> {
        None
    }

    /// Waits.
    fn sleep(&self, _time: Duration) -> io::Result<()> {
        Err(denied())
    }

    /// A number that differs from run to run.
    fn random_seed(&self) -> io::Result<u64> {
        Err(denied())
    }

    /// The command line's arguments, the program's name first.
    fn arguments(&self) -> Vec<String> {
        Vec::new()
    }

    /// A standard stream.
    fn standard(&mut self, which: Standard) -> Box<dyn Device>;

    /// Opens a file.
    fn open(&mut self, _path: &str, _mode: OpenMode) -> io::Result<Box<dyn Device>> {
        Err(denied())
    }

    /// What is known of a file.
    fn info(&self, _path: &str) -> io::Result<FileInfo> {
        Err(denied())
    }

    /// Deletes a file.
    fn delete_file(&mut self, _path: &str) -> io::Result<()> {
        Err(denied())
    }

    /// Renames a file or directory.
    fn rename(&mut self, _from: &str, _to: &str) -> io::Result<()> {
        Err(denied())
    }

    /// Makes a directory.
    fn make_directory(&mut self, _path: &str) -> io::Result<()> {
        Err(denied())
    }

    /// Deletes an empty directory.
    fn delete_directory(&mut self, _path: &str) -> io::Result<()> {
        Err(denied())
    }

    /// The names in a directory, `.` and `..` included.
    fn list_directory(&self, _path: &str) -> io::Result<Vec<String>> {
        Err(denied())
    }

    /// The absolute path without links, `.` and `..`; the file exists.
    fn canonical(&self, _path: &str) -> io::Result<String> {
        Err(denied())
    }

    /// The absolute path without `.` and `..`; the file need not exist.
    fn absolute(&self, path: &str) -> io::Result<String> {
        Ok(path.to_owned())
    }

    /// The directory that relative paths start from.
    fn current_directory(&self) -> io::Result<String> {
        Err(denied())
    }

    /// Changes the directory that relative paths start from.
    fn change_directory(&mut self, _path: &str) -> io::Result<()> {
        Err(denied())
    }

    /// A directory for temporary files.
    fn temporary_directory(&self) -> io::Result<String> {
        Err(denied())
    }

    /// The value of an environment variable.
    fn variable(&self, _name: &str) -> io::Result<Option<String>> {
        Err(denied())
    }

    /// Sets an environment variable, or takes it away.
    fn set_variable(&mut self, _name: &str, _value: Option<&str>) -> io::Result<()> {
        Err(denied())
    }

    /// Runs a command and waits; its exit status.
    fn shell(&mut self, _command: &str) -> io::Result<i32> {
        Err(denied())
    }
}

fn denied() -> io::Error {
    io::Error::from(io::ErrorKind::PermissionDenied)
}

/// A device that is empty to read from and swallows what is written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nothing;

impl Device for Nothing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Ok(0)
    }

    fn write(&mut self, _: &[u8]) -> io::Result<()> {
        Ok(())
    }
}

/// A host that denies everything. Its standard streams are empty.
#[derive(Clone, Copy, Debug, Default)]
pub struct NullHost;

impl Host for NullHost {
    fn clock(&self) -> Arc<dyn Clock> {
        Arc::new(NoClock)
    }

    fn standard(&mut self, _: Standard) -> Box<dyn Device> {
        Box::new(Nothing)
    }
}

/// The process that the engine runs in.
///
/// The working directory and changes of the environment belong to the host
/// value, not to the process, so that two engines do not disturb each other.
pub struct StdHost {
    clock: Arc<StdClock>,
    directory: PathBuf,
    variables: BTreeMap<String, Option<String>>,
}

impl Default for StdHost {
    fn default() -> StdHost {
        StdHost::new()
    }
}

impl StdHost {
    /// A host in the process's working directory.
    pub fn new() -> StdHost {
        StdHost {
            clock: Arc::new(StdClock { start: now() }),
            directory: std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/")),
            variables: BTreeMap::new(),
        }
    }

    /// A host in another directory.
    pub fn in_directory(directory: &Path) -> StdHost {
        let mut host = StdHost::new();
        host.directory = host.directory.join(directory);
        host.directory = fs::canonicalize(&host.directory).unwrap_or(without_dots(&host.directory));
        host
    }

    fn path(&self, path: &str) -> PathBuf {
        self.directory.join(path)
    }
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// `path` without `.` and `..`, as far as its text tells.
pub fn without_dots(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}

impl Host for StdHost {
    fn clock(&self) -> Arc<dyn Clock> {
        self.clock.clone()
    }

    fn has_clock(&self) -> bool {
        true
    }

    fn sleep(&self, time: Duration) -> io::Result<()> {
        if IS_TIMELESS {
            return Err(denied());
        }
        std::thread::sleep(time);
        Ok(())
    }

    fn random_seed(&self) -> io::Result<u64> {
        if IS_TIMELESS {
            return Err(denied());
        }
        let nanos = since_1970().as_nanos() as u64;
        Ok(nanos.rotate_left(32) ^ u64::from(std::process::id()))
    }

    fn arguments(&self) -> Vec<String> {
        let arguments = std::env::args_os();
        arguments
            .map(|argument| argument.to_string_lossy().into_owned())
            .collect()
    }

    fn standard(&mut self, which: Standard) -> Box<dyn Device> {
        match which {
            Standard::Input => Box::new(StandardInput),
            Standard::Output => Box::new(StandardOutput(io::stdout())),
            Standard::Error => Box::new(StandardOutput(io::stderr())),
        }
    }

    fn open(&mut self, path: &str, mode: OpenMode) -> io::Result<Box<dyn Device>> {
        let path = self.path(path);
        if mode == OpenMode::Read && path.is_dir() {
            return Err(denied());
        }
        let mut options = fs::OpenOptions::new();
        match mode {
            OpenMode::Read => options.read(true),
            OpenMode::Write => options.write(true).create(true).truncate(true),
            OpenMode::Append => options.append(true).create(true),
            OpenMode::Update => options.write(true).create(true).truncate(false),
        };
        let file = options.open(path)?;
        Ok(file_device(file))
    }

    fn info(&self, path: &str) -> io::Result<FileInfo> {
        let info = fs::metadata(self.path(path))?;
        let modified = info.modified().ok();
        let since = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Ok(FileInfo {
            is_directory: info.is_dir(),
            size: info.len(),
            modified: since.map_or(0.0, |time| time.as_secs_f64()),
            read_only: info.permissions().readonly(),
        })
    }

    fn delete_file(&mut self, path: &str) -> io::Result<()> {
        fs::remove_file(self.path(path))
    }

    fn rename(&mut self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.path(from), self.path(to))
    }

    fn make_directory(&mut self, path: &str) -> io::Result<()> {
        fs::create_dir(self.path(path))
    }

    fn delete_directory(&mut self, path: &str) -> io::Result<()> {
        fs::remove_dir(self.path(path))
    }

    fn list_directory(&self, path: &str) -> io::Result<Vec<String>> {
        let mut names = vec![".".to_owned(), "..".to_owned()];
        for entry in fs::read_dir(self.path(path))? {
            names.push(entry?.file_name().to_string_lossy().into_owned());
        }
        names.sort();
        Ok(names)
    }

    fn canonical(&self, path: &str) -> io::Result<String> {
        Ok(text(&fs::canonicalize(self.path(path))?))
    }

    fn absolute(&self, path: &str) -> io::Result<String> {
        Ok(text(&without_dots(&self.path(path))))
    }

    fn current_directory(&self) -> io::Result<String> {
        Ok(text(&self.directory))
    }

    fn change_directory(&mut self, path: &str) -> io::Result<()> {
        let path = without_dots(&self.path(path));
        if !fs::metadata(&path)?.is_dir() {
            return Err(io::Error::from(io::ErrorKind::NotFound));
        }
        self.directory = path;
        Ok(())
    }

    fn temporary_directory(&self) -> io::Result<String> {
        match cfg!(any(unix, windows)) {
            true => Ok(text(&std::env::temp_dir())),
            false => Err(denied()),
        }
    }

    fn variable(&self, name: &str) -> io::Result<Option<String>> {
        if let Some(value) = self.variables.get(name) {
            return Ok(value.clone());
        }
        if name.is_empty() || name.contains(['=', '\0']) {
            return Ok(None);
        }
        let value = std::env::var_os(name);
        Ok(value.map(|value| value.to_string_lossy().into_owned()))
    }

    fn set_variable(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        if name.is_empty() || name.contains(['=', '\0']) {
            return Err(io::Error::from(io::ErrorKind::InvalidInput));
        }
        let value = value.map(str::to_owned);
        self.variables.insert(name.to_owned(), value);
        Ok(())
    }

    fn shell(&mut self, command: &str) -> io::Result<i32> {
        let mut process = if cfg!(windows) {
            let mut process = Command::new("cmd");
            process.arg("/C");
            process
        } else {
            let mut process = Command::new("sh");
            process.arg("-c");
            process
        };
        process.arg(command).current_dir(&self.directory);
        for (name, value) in &self.variables {
            match value {
                Some(value) => process.env(name, value),
                None => process.env_remove(name),
            };
        }
        // A process that a signal ended has no code.
        Ok(process.status()?.code().unwrap_or(255))
    }
}

/// Whether the system has no clock: asking would end the process.
const IS_TIMELESS: bool = cfg!(all(target_family = "wasm", target_os = "unknown"));

/// The time that passes, where the system tells it.
pub fn now() -> Option<Instant> {
    (!IS_TIMELESS).then(Instant::now)
}

/// The time since 1970, as far as the system tells it.
fn since_1970() -> Duration {
    match IS_TIMELESS {
        true => Duration::ZERO,
        false => SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .unwrap_or_default(),
    }
}

/// The clock of the process.
struct StdClock {
    start: Option<Instant>,
}

impl Clock for StdClock {
    fn cpu_seconds(&self) -> f64 {
        thread_cpu_seconds().unwrap_or_else(|| self.running_seconds())
    }

    fn wall_seconds(&self) -> f64 {
        since_1970().as_secs_f64()
    }

    fn running_seconds(&self) -> f64 {
        self.start
            .map_or(0.0, |start| start.elapsed().as_secs_f64())
    }
}

/// The processor time of this thread where the system tells it in a file.
fn thread_cpu_seconds() -> Option<f64> {
    if !cfg!(target_os = "linux") {
        return None;
    }
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos: u64 = text.split(' ').next()?.parse().ok()?;
    Some(nanos as f64 / 1e9)
}

/// An open file as a device.
pub fn file_device(file: fs::File) -> Box<dyn Device> {
    let is_regular = file.metadata().is_ok_and(|info| info.is_file());
    Box::new(FileDevice { file, is_regular })
}

struct FileDevice {
    file: fs::File,
    is_regular: bool,
}

impl Device for FileDevice {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.file.read(buffer)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }

    fn is_seekable(&self) -> bool {
        self.is_regular
    }

    fn is_terminal(&self) -> bool {
        self.file.is_terminal()
    }
}

struct StandardInput;

impl Device for StandardInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        io::stdin().read(buffer)
    }

    fn is_terminal(&self) -> bool {
        io::stdin().is_terminal()
    }
}

struct StandardOutput<W>(W);

impl<W: Write + IsTerminal + Send> Device for StandardOutput<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.write_all(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }

    fn is_terminal(&self) -> bool {
        self.0.is_terminal()
    }
}
