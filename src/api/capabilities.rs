//! What an engine may reach outside of itself.

use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::arith::context::{Clock, NoClock};
use crate::host::{Device, FileInfo, Host, Nothing, OpenMode, Reader, Standard, StdHost, Writer};

/// What an engine may reach outside of itself: nothing, unless it is granted.
/// What is not granted raises a `permission_error`.
///
/// ```
/// use luminy::api::capabilities::Capabilities;
/// use luminy::api::engine::Engine;
///
/// let mut engine = Engine::builder().build();
/// assert!(engine.run_goal("shell('true')").is_err());
/// assert!(engine.run_goal("get_time(_)").is_err());
///
/// let mut engine = Engine::builder().capabilities(Capabilities::none().clock()).build();
/// assert!(engine.run_goal("get_time(_)").is_ok());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Capabilities {
    readable: Vec<PathBuf>,
    writable: Vec<PathBuf>,
    has_clock: bool,
    has_seed: bool,
    has_environment: bool,
    has_processes: bool,
}

impl Capabilities {
    /// Nothing at all: not a file, no clock, no environment, no process.
    pub fn none() -> Capabilities {
        Capabilities::default()
    }

    /// Files in a directory and below may be read. Relative paths start from the
    /// first directory that is granted. Symbolic links do not lead out of it.
    pub fn read(mut self, directory: impl AsRef<Path>) -> Capabilities {
        self.readable.push(directory.as_ref().to_path_buf());
        self
    }

    /// Files in a directory and below may be read, made, changed and deleted.
    pub fn read_write(mut self, directory: impl AsRef<Path>) -> Capabilities {
        self.writable.push(directory.as_ref().to_path_buf());
        self.read(directory)
    }

    /// The clock may be read and waited for.
    pub fn clock(mut self) -> Capabilities {
        self.has_clock = true;
        self
    }

    /// Random numbers may start from something that differs from run to run.
    pub fn random_seed(mut self) -> Capabilities {
        self.has_seed = true;
        self
    }

    /// Environment variables and the arguments of the process may be read.
    pub fn environment(mut self) -> Capabilities {
        self.has_environment = true;
        self
    }

    /// Commands may be run. They may do whatever the process may do.
    pub fn processes(mut self) -> Capabilities {
        self.has_processes = true;
        self
    }
}

/// Gives the text of a source by its name, if there is one.
pub type Sources = Box<dyn Fn(&str) -> Option<String> + Send>;

/// The streams that an engine begins with.
#[derive(Default)]
pub(super) struct Devices {
    pub(super) input: Option<Box<dyn Device>>,
    pub(super) output: Option<Box<dyn Device>>,
    pub(super) error: Option<Box<dyn Device>>,
}

impl Devices {
    pub(super) fn set_input(&mut self, input: impl Read + Send + 'static) {
        self.input = Some(Box::new(Reader(input)));
    }

    pub(super) fn set_output(&mut self, output: impl Write + Send + 'static) {
        self.output = Some(Box::new(Writer(output)));
    }

    pub(super) fn set_error(&mut self, output: impl Write + Send + 'static) {
        self.error = Some(Box::new(Writer(output)));
    }
}

/// A host that grants what the capabilities say.
pub(super) struct Confined {
    granted: Capabilities,
    process: StdHost,
    devices: Devices,
    sources: Option<Sources>,
}

impl Confined {
    pub(super) fn new(
        granted: Capabilities,
        devices: Devices,
        sources: Option<Sources>,
    ) -> Confined {
        let process = match granted.readable.first() {
            Some(directory) => StdHost::in_directory(directory),
            None => StdHost::in_directory(Path::new("/")),
        };
        let real = |paths: &[PathBuf]| -> Vec<PathBuf> {
            let paths = paths.iter().filter_map(|path| path.canonicalize().ok());
            paths.collect()
        };
        Confined {
            granted: Capabilities {
                readable: real(&granted.readable),
                writable: real(&granted.writable),
                ..granted
            },
            process,
            devices,
            sources,
        }
    }

    /// The real path of a file, which need not exist, if it is in one of these directories.
    fn within(&self, path: &str, directories: &[PathBuf]) -> io::Result<String> {
        if directories.is_empty() {
            return Err(denied());
        }
        let path = PathBuf::from(self.process.absolute(path)?);
        let real = match path.canonicalize() {
            Ok(real) => real,
            Err(_) => match (path.parent(), path.file_name()) {
                // A link that leads nowhere could be made to lead outside.
                _ if path.is_symlink() => return Err(denied()),
                (Some(parent), Some(name)) => match parent.canonicalize() {
                    Ok(parent) => parent.join(name),
                    Err(_) => path.clone(),
                },
                _ => return Err(denied()),
            },
        };
        if !directories
            .iter()
            .any(|directory| real.starts_with(directory))
        {
            return Err(denied());
        }
        Ok(real.to_string_lossy().into_owned())
    }

    fn readable(&self, path: &str) -> io::Result<String> {
        self.within(path, &self.granted.readable)
    }

    fn writable(&self, path: &str) -> io::Result<String> {
        self.within(path, &self.granted.writable)
    }

    /// The text of a source that the embedder gives.
    fn source(&self, path: &str) -> Option<String> {
        let sources = self.sources.as_ref()?;
        let relative = match self.process.current_directory() {
            Ok(directory) => path.strip_prefix(&directory).unwrap_or(path),
            Err(_) => path,
        };
        let relative = relative.trim_start_matches('/');
        sources(relative.strip_prefix("./").unwrap_or(relative))
    }

    /// The error for a path that may not be looked at: with sources of its own, an
    /// engine without files finds nothing there.
    fn unseen(&self, error: io::Error) -> io::Error {
        match self.sources.is_some() && self.granted.readable.is_empty() {
            true => io::Error::from(io::ErrorKind::NotFound),
            false => error,
        }
    }
}

fn denied() -> io::Error {
    io::Error::from(io::ErrorKind::PermissionDenied)
}

fn granted(is_granted: bool) -> io::Result<()> {
    if is_granted { Ok(()) } else { Err(denied()) }
}

impl Host for Confined {
    fn clock(&self) -> Arc<dyn Clock> {
        match self.granted.has_clock {
            true => self.process.clock(),
            false => Arc::new(NoClock),
        }
    }

    fn has_clock(&self) -> bool {
        self.granted.has_clock
    }

    fn sleep(&self, time: Duration) -> io::Result<()> {
        granted(self.granted.has_clock)?;
        self.process.sleep(time)
    }

    fn random_seed(&self) -> io::Result<u64> {
        granted(self.granted.has_seed)?;
        self.process.random_seed()
    }

    fn arguments(&self) -> Vec<String> {
        match self.granted.has_environment {
            true => self.process.arguments(),
            false => Vec::new(),
        }
    }

    fn standard(&mut self, which: Standard) -> Box<dyn Device> {
        let device = match which {
            Standard::Input => self.devices.input.take(),
            Standard::Output => self.devices.output.take(),
            Standard::Error => self.devices.error.take(),
        };
        device.unwrap_or_else(|| Box::new(Nothing))
    }

    fn open(&mut self, path: &str, mode: OpenMode) -> io::Result<Box<dyn Device>> {
        if mode == OpenMode::Read {
            if let Some(text) = self.source(path) {
                return Ok(Box::new(Reader(io::Cursor::new(text.into_bytes()))));
            }
            let path = self.readable(path)?;
            return self.process.open(&path, mode);
        }
        let path = self.writable(path)?;
        self.process.open(&path, mode)
    }

    fn info(&self, path: &str) -> io::Result<FileInfo> {
        if let Some(text) = self.source(path) {
            return Ok(FileInfo {
                is_directory: false,
                size: text.len() as u64,
                modified: 0.0,
                read_only: true,
            });
        }
        let path = self.readable(path).map_err(|error| self.unseen(error))?;
        self.process.info(&path)
    }

    fn delete_file(&mut self, path: &str) -> io::Result<()> {
        // What is deleted is the link, not what it leads to.
        let path = self.entry(path)?;
        self.process.delete_file(&path)
    }

    fn rename(&mut self, from: &str, to: &str) -> io::Result<()> {
        let (from, to) = (self.entry(from)?, self.entry(to)?);
        self.process.rename(&from, &to)
    }

    fn make_directory(&mut self, path: &str) -> io::Result<()> {
        let path = self.writable(path)?;
        self.process.make_directory(&path)
    }

    fn delete_directory(&mut self, path: &str) -> io::Result<()> {
        let path = self.writable(path)?;
        self.process.delete_directory(&path)
    }

    fn list_directory(&self, path: &str) -> io::Result<Vec<String>> {
        self.process.list_directory(&self.readable(path)?)
    }

    fn canonical(&self, path: &str) -> io::Result<String> {
        if self.source(path).is_some() {
            return self.absolute(path);
        }
        let path = self.readable(path).map_err(|error| self.unseen(error))?;
        self.process.canonical(&path)
    }

    fn absolute(&self, path: &str) -> io::Result<String> {
        match self.granted.readable.is_empty() {
            true => Ok(path.to_owned()),
            false => self.process.absolute(path),
        }
    }

    fn current_directory(&self) -> io::Result<String> {
        granted(!self.granted.readable.is_empty())?;
        self.process.current_directory()
    }

    fn change_directory(&mut self, path: &str) -> io::Result<()> {
        let path = self.readable(path)?;
        self.process.change_directory(&path)
    }

    fn temporary_directory(&self) -> io::Result<String> {
        let path = self.process.temporary_directory()?;
        self.writable(&path)
    }

    fn variable(&self, name: &str) -> io::Result<Option<String>> {
        granted(self.granted.has_environment)?;
        self.process.variable(name)
    }

    fn set_variable(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        granted(self.granted.has_environment)?;
        self.process.set_variable(name, value)
    }

    fn shell(&mut self, command: &str) -> io::Result<i32> {
        granted(self.granted.has_processes)?;
        self.process.shell(command)
    }
}

impl Confined {
    /// The path of an entry of a directory that may be changed.
    fn entry(&self, path: &str) -> io::Result<String> {
        let path = PathBuf::from(self.process.absolute(path)?);
        let (Some(parent), Some(name)) = (path.parent(), path.file_name()) else {
            return Err(denied());
        };
        let parent = self.writable(&parent.to_string_lossy())?;
        Ok(Path::new(&parent).join(name).to_string_lossy().into_owned())
    }
}
