//! Directories out of which no path leads: each is a handle, and what lies in it is
//! reached from there, whatever others make of the names on the way meanwhile.

use std::io;
use std::path::{Path, PathBuf};

use crate::host::{Device, FileInfo, OpenMode};

/// Granted directories.
pub(super) struct Directories(Vec<Directory>);

/// A granted directory.
struct Directory {
    /// Its absolute path as it was given.
    path: PathBuf,
    /// Its path without links.
    real: PathBuf,
    handle: handle::Directory,
}

/// A path in a granted directory.
pub(super) struct Place<'d> {
    directory: &'d Directory,
    rest: PathBuf,
}

fn denied() -> io::Error {
    io::Error::from(io::ErrorKind::PermissionDenied)
}

impl Directories {
    /// Those of the directories that are there.
    pub(super) fn open(paths: &[PathBuf]) -> Directories {
        let open = |path: &PathBuf| {
            let real = path.canonicalize().ok()?;
            Some(Directory {
                path: std::path::absolute(path).ok()?,
                handle: handle::Directory::open(&real).ok()?,
                real,
            })
        };
        Directories(paths.iter().filter_map(open).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The path of the first one.
    pub(super) fn first(&self) -> Option<PathBuf> {
        Some(self.0.first()?.real.clone())
    }

    /// The directory that an absolute path without `..` starts with.
    pub(super) fn find(&self, path: &Path) -> io::Result<Place<'_>> {
        for directory in &self.0 {
            let names = [&directory.real, &directory.path];
            if let Some(rest) = names
                .into_iter()
                .find_map(|name| path.strip_prefix(name).ok())
            {
                let rest = rest.to_path_buf();
                return Ok(Place { directory, rest });
            }
        }
        Err(denied())
    }
}

impl Place<'_> {
    /// The path from the directory; the directory itself is `.`.
    fn rest(&self) -> &Path {
        match self.rest.as_os_str().is_empty() {
            true => Path::new("."),
            false => &self.rest,
        }
    }

    pub(super) fn open(&self, mode: OpenMode) -> io::Result<Box<dyn Device>> {
        self.directory.handle.open_file(self.rest(), mode)
    }

    pub(super) fn info(&self) -> io::Result<FileInfo> {
        self.directory.handle.info(self.rest())
    }

    pub(super) fn list(&self) -> io::Result<Vec<String>> {
        let mut names = self.directory.handle.list(self.rest())?;
        names.extend([".".to_owned(), "..".to_owned()]);
        names.sort();
        Ok(names)
    }

    /// The path without links.
    pub(super) fn canonical(&self) -> io::Result<PathBuf> {
        let rest = self.directory.handle.canonical(self.rest())?;
        let path = self.directory.real.join(rest);
        Ok(path.components().collect())
    }

    pub(super) fn delete_file(&self) -> io::Result<()> {
        self.directory.handle.delete_file(self.rest())
    }

    pub(super) fn rename(&self, to: &Place<'_>) -> io::Result<()> {
        let (from, new) = (&self.directory.handle, &to.directory.handle);
        from.rename(self.rest(), new, to.rest())
    }

    pub(super) fn make_directory(&self) -> io::Result<()> {
        self.directory.handle.make_directory(self.rest())
    }

    pub(super) fn delete_directory(&self) -> io::Result<()> {
        self.directory.handle.delete_directory(self.rest())
    }
}

/// The handles of systems that have directories.
#[cfg(any(unix, windows))]
mod handle {
    use std::io;
    use std::path::{Path, PathBuf};
    use std::time::UNIX_EPOCH;

    use cap_std::ambient_authority;
    use cap_std::fs::{Dir, OpenOptions};

    use super::denied;
    use crate::host::{Device, FileInfo, OpenMode, file_device};

    pub(super) struct Directory(Dir);

    impl Directory {
        pub(super) fn open(path: &Path) -> io::Result<Directory> {
            Ok(Directory(Dir::open_ambient_dir(path, ambient_authority())?))
        }

        pub(super) fn open_file(&self, path: &Path, mode: OpenMode) -> io::Result<Box<dyn Device>> {
            let mut options = OpenOptions::new();
            match mode {
                OpenMode::Read => options.read(true),
                OpenMode::Write => options.write(true).create(true).truncate(true),
                OpenMode::Append => options.append(true).create(true),
                OpenMode::Update => options.write(true).create(true).truncate(false),
            };
            let file = self.0.open_with(path, &options)?.into_std();
            if file.metadata()?.is_dir() {
                return Err(denied());
            }
            Ok(file_device(file))
        }

        pub(super) fn info(&self, path: &Path) -> io::Result<FileInfo> {
            let info = self.0.metadata(path)?;
            let modified = info.modified().ok().map(|time| time.into_std());
            let since = modified.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            Ok(FileInfo {
                is_directory: info.is_dir(),
                size: info.len(),
                modified: since.map_or(0.0, |time| time.as_secs_f64()),
                read_only: info.permissions().readonly(),
            })
        }

        pub(super) fn list(&self, path: &Path) -> io::Result<Vec<String>> {
            let entries = self.0.read_dir(path)?;
            let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
            names.collect()
        }

        pub(super) fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
            self.0.canonicalize(path)
        }

        pub(super) fn delete_file(&self, path: &Path) -> io::Result<()> {
            self.0.remove_file(path)
        }

        pub(super) fn rename(&self, from: &Path, new: &Directory, to: &Path) -> io::Result<()> {
            self.0.rename(from, &new.0, to)
        }

        pub(super) fn make_directory(&self, path: &Path) -> io::Result<()> {
            self.0.create_dir(path)
        }

        pub(super) fn delete_directory(&self, path: &Path) -> io::Result<()> {
            self.0.remove_dir(path)
        }
    }
}

/// Where there are no directories, none can be opened.
#[cfg(not(any(unix, windows)))]
mod handle {
    use std::io;
    use std::path::{Path, PathBuf};

    use super::denied;
    use crate::host::{Device, FileInfo, OpenMode};

    pub(super) struct Directory;

    impl Directory {
        pub(super) fn open(_: &Path) -> io::Result<Directory> {
            Err(denied())
        }

        pub(super) fn open_file(&self, _: &Path, _: OpenMode) -> io::Result<Box<dyn Device>> {
            Err(denied())
        }

        pub(super) fn info(&self, _: &Path) -> io::Result<FileInfo> {
            Err(denied())
        }

        pub(super) fn list(&self, _: &Path) -> io::Result<Vec<String>> {
            Err(denied())
        }

        pub(super) fn canonical(&self, _: &Path) -> io::Result<PathBuf> {
            Err(denied())
        }

        pub(super) fn delete_file(&self, _: &Path) -> io::Result<()> {
            Err(denied())
        }

        pub(super) fn rename(&self, _: &Path, _: &Directory, _: &Path) -> io::Result<()> {
            Err(denied())
        }

        pub(super) fn make_directory(&self, _: &Path) -> io::Result<()> {
            Err(denied())
        }

        pub(super) fn delete_directory(&self, _: &Path) -> io::Result<()> {
            Err(denied())
        }
    }
}
