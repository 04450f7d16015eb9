//! The host of an engine that reaches only what it is granted.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use super::capabilities::{Capabilities, Devices, Sources};
use super::directories::{Directories, Place};
use crate::arith::context::{Clock, NoClock};
use crate::host::{
    Device, FileInfo, Host, Nothing, OpenMode, Reader, Standard, StdHost, without_dots,
};

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

/// A host that grants what the capabilities say.
pub(super) struct Confined {
    granted: Capabilities,
    process: StdHost,
    readable: Directories,
    writable: Directories,
    /// Where relative paths start.
    directory: PathBuf,
    devices: Devices,
    sources: Option<Sources>,
}

impl Confined {
    pub(super) fn new(
        granted: Capabilities,
        devices: Devices,
        sources: Option<Sources>,
    ) -> Confined {
        let readable = Directories::open(&granted.readable);
        let directory = readable.first().unwrap_or_else(|| PathBuf::from("/"));
        Confined {
            process: StdHost::in_directory(&directory),
            writable: Directories::open(&granted.writable),
            readable,
            directory,
            granted,
            devices,
            sources,
        }
    }

    fn path(&self, path: &str) -> PathBuf {
        without_dots(&self.directory.join(path))
    }

    fn readable(&self, path: &str) -> io::Result<Place<'_>> {
        self.readable.find(&self.path(path))
    }

    fn writable(&self, path: &str) -> io::Result<Place<'_>> {
        self.writable.find(&self.path(path))
    }

    /// The text of a source that the embedder gives.
    fn source(&self, path: &str) -> Option<String> {
        let sources = self.sources.as_ref()?;
        let directory = text(&self.directory);
        let relative = path.strip_prefix(&directory).unwrap_or(path);
        let relative = relative.trim_start_matches('/');
        sources(relative.strip_prefix("./").unwrap_or(relative))
    }

    /// The error for a path that may not be looked at: with sources of its own, an
    /// engine without files finds nothing there.
    fn unseen(&self, error: io::Error) -> io::Error {
        match self.sources.is_some() && self.readable.is_empty() {
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

    fn missing(&self, action: &str, kind: &str, name: &str) -> Option<&'static str> {
        let is_granted = match kind {
            "time" => self.granted.has_clock,
            "random_seed" => self.granted.has_seed,
            "environment_variable" => self.granted.has_environment,
            "shell_command" => self.granted.has_processes,
            _ => self.writable(name).is_ok(),
        };
        let needed = match kind {
            _ if is_granted => return None,
            "time" => "clock()",
            "random_seed" => "random_seed()",
            "environment_variable" => "environment()",
            "shell_command" => "processes()",
            "source_sink" | "file" | "directory" if action != "edit" => {
                match (action, self.readable(name)) {
                    ("open" | "access" | "list", Err(_)) => "read(DIRECTORY)",
                    _ => "read_write(DIRECTORY)",
                }
            }
            _ => return None,
        };
        Some(needed)
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
            return self.readable(path)?.open(mode);
        }
        self.writable(path)?.open(mode)
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
        let place = self.readable(path).map_err(|error| self.unseen(error))?;
        place.info()
    }

    fn delete_file(&mut self, path: &str) -> io::Result<()> {
        self.writable(path)?.delete_file()
    }

    fn rename(&mut self, from: &str, to: &str) -> io::Result<()> {
        self.writable(from)?.rename(&self.writable(to)?)
    }

    fn make_directory(&mut self, path: &str) -> io::Result<()> {
        self.writable(path)?.make_directory()
    }

    fn delete_directory(&mut self, path: &str) -> io::Result<()> {
        self.writable(path)?.delete_directory()
    }

    fn list_directory(&self, path: &str) -> io::Result<Vec<String>> {
        self.readable(path)?.list()
    }

    fn canonical(&self, path: &str) -> io::Result<String> {
        if self.source(path).is_some() {
            return self.absolute(path);
        }
        let place = self.readable(path).map_err(|error| self.unseen(error))?;
        Ok(text(&place.canonical()?))
    }

    fn absolute(&self, path: &str) -> io::Result<String> {
        match self.readable.is_empty() {
            true => Ok(path.to_owned()),
            false => Ok(text(&self.path(path))),
        }
    }

    fn current_directory(&self) -> io::Result<String> {
        granted(!self.readable.is_empty())?;
        Ok(text(&self.directory))
    }

    fn change_directory(&mut self, path: &str) -> io::Result<()> {
        if !self.readable(path)?.info()?.is_directory {
            return Err(io::Error::from(io::ErrorKind::NotFound));
        }
        self.directory = self.path(path);
        if self.granted.has_processes {
            self.process.change_directory(&text(&self.directory))?;
        }
        Ok(())
    }

    fn temporary_directory(&self) -> io::Result<String> {
        let path = self.process.temporary_directory()?;
        self.writable(&path)?;
        Ok(path)
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
