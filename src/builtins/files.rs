//! Files, directories, the environment.

use std::io;

use super::options::Choice;
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::number::Number;
use crate::predicates;
use crate::term::cell::Cell;
use crate::term::text::Text;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// File is a file, and no directory.
    "exists_file(+File) is semidet" => once exists_file;
    /// Directory is a directory.
    "exists_directory(+Directory) is semidet" => once exists_directory;
    /// Deletes File.
    "delete_file(+File) is det" => once delete_file;
    /// Renames Old to New.
    "rename_file(+Old, +New) is det" => once rename_file;
    /// Makes Directory.
    "make_directory(+Directory) is det" => once make_directory;
    /// Deletes Directory, which is empty.
    "delete_directory(+Directory) is det" => once delete_directory;
    /// Names are the names in Directory.
    "directory_files(+Directory, -Names) is semidet" => once directory_files;
    /// Old is the working directory, New from now on.
    "working_directory(-Old, +New) is semidet" => once working_directory;
    /// Makes Directory the working directory.
    "chdir(+Directory) is det" => once chdir;
    /// Size is that of File in bytes.
    "size_file(+File, -Size) is semidet" => once size_file;
    /// Time is that of the last change of File, in seconds since 1970.
    "time_file(+File, -Time) is semidet" => once time_file;
    /// File can be accessed as Mode says: `read`, `write`, `append`, `exist`, `none`.
    "access_file(+File, +Mode) is semidet" => once access_file;
    /// Two names stand for one file.
    "same_file(+File, +Other) is semidet" => once same_file;
    /// Absolute is the name of File from the root.
    "absolute_file_name(+File, -Absolute) is semidet" => once absolute_file_name;
    /// As absolute_file_name/3, of a File that is text.
    "'$absolute_file_name'(+File, -Absolute, +Options) is semidet"
        => once absolute_file_name_options;
    /// File is a name from the root.
    "is_absolute_file_name(+File) is semidet" => once is_absolute_file_name;
    /// Base is the part of File behind its directory.
    "file_base_name(+File, -Base) is semidet" => once file_base_name;
    /// Directory is the part of File before its last name.
    "file_directory_name(+File, -Directory) is semidet" => once file_directory_name;
    /// Name is Base with Extension behind a period.
    "file_name_extension(?Base, ?Extension, ?Name) is semidet" => once file_name_extension;
    /// File is the name Name in Directory.
    "directory_file_path(+Directory, +Name, -File) is semidet" => once directory_file_path;
    /// File is the name of a temporary file that does not exist.
    "tmp_file(+Base, -File) is semidet" => once tmp_file;
    /// Value is that of the environment variable Name.
    "getenv(+Name, -Value) is semidet" => once getenv;
    /// Sets the environment variable Name to Value.
    "setenv(+Name, +Value) is det" => once setenv;
    /// Takes the environment variable Name away.
    "unsetenv(+Name) is det" => once unsetenv;
    /// Runs Command in a shell, which must end with status 0.
    "shell(+Command) is semidet" => once shell;
    /// Runs Command in a shell; Status is its exit status.
    "shell(+Command, -Status) is semidet" => once shell_status;
};

impl Machine {
    /// The text of the file name in argument `index`.
    fn path_arg(&mut self, index: usize) -> Result<Text, Ball> {
        let name = self.text_arg(index)?;
        self.check_name(&name)?;
        Ok(name)
    }

    /// The error for something the host did not do to `object`, an argument.
    #[cold]
    fn host_error(&mut self, error: &io::Error, action: &str, object: &str, index: usize) -> Ball {
        let culprit = self.term_arg(index);
        match error.kind() {
            io::ErrorKind::NotFound => self.existence_error(object, culprit),
            _ => self.permission_error(action, object, culprit),
        }
    }

    /// The value of what the host was asked for, or the error.
    fn granted<T>(
        &mut self,
        result: io::Result<T>,
        action: &str,
        object: &str,
        index: usize,
    ) -> Result<T, Ball> {
        result.map_err(|error| self.host_error(&error, action, object, index))
    }
}

/// Whether a file is a directory; nothing if there is no such file.
fn is_directory(m: &mut Machine, index: usize, object: &str) -> Result<Option<bool>, Ball> {
    let path = m.path_arg(index)?;
    match m.host.info(&path) {
        Ok(info) => Ok(Some(info.is_directory)),
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            Err(m.host_error(&error, "access", object, index))
        }
        Err(_) => Ok(None),
    }
}

fn exists_file(m: &mut Machine) -> Outcome {
    Ok(is_directory(m, 0, "file")? == Some(false))
}

fn exists_directory(m: &mut Machine) -> Outcome {
    Ok(is_directory(m, 0, "directory")? == Some(true))
}

fn delete_file(m: &mut Machine) -> Outcome {
    let path = m.path_arg(0)?;
    let result = m.host.delete_file(&path);
    m.granted(result, "delete", "file", 0).map(|()| true)
}

fn rename_file(m: &mut Machine) -> Outcome {
    let (old, new) = (m.path_arg(0)?, m.path_arg(1)?);
    let result = m.host.rename(&old, &new);
    m.granted(result, "rename", "file", 0).map(|()| true)
}

fn make_directory(m: &mut Machine) -> Outcome {
    let path = m.path_arg(0)?;
    let result = m.host.make_directory(&path);
    m.granted(result, "create", "directory", 0).map(|()| true)
}

fn delete_directory(m: &mut Machine) -> Outcome {
    let path = m.path_arg(0)?;
    let result = m.host.delete_directory(&path);
    m.granted(result, "delete", "directory", 0).map(|()| true)
}

fn directory_files(m: &mut Machine) -> Outcome {
    let path = m.path_arg(0)?;
    let result = m.host.list_directory(&path);
    let names = m.granted(result, "list", "directory", 0)?;
    let cells: Vec<Cell> = names.iter().map(|name| m.atom(name)).collect();
    m.unify_list(1, &cells)
}

/// The name of a directory, with a slash at its end.
fn with_slash(mut path: String) -> String {
    if !path.ends_with('/') {
        path.push('/');
    }
    path
}

fn working_directory(m: &mut Machine) -> Outcome {
    let here = m.host.current_directory();
    // The argument that would name the directory is usually unbound.
    let here = here.map_err(|_| {
        let culprit = m.atom(".");
        m.permission_error("access", "directory", culprit)
    });
    let old = with_slash(here?);
    if !m.unify_text_atom(0, &old)? {
        return Ok(false);
    }
    // The two arguments may be one variable: then nothing changes.
    let new = m.path_arg(1)?;
    if *new == old {
        return Ok(true);
    }
    let result = m.host.change_directory(&new);
    m.granted(result, "access", "directory", 1).map(|()| true)
}

fn chdir(m: &mut Machine) -> Outcome {
    let path = m.path_arg(0)?;
    let result = m.host.change_directory(&path);
    m.granted(result, "access", "directory", 0).map(|()| true)
}

fn size_file(m: &mut Machine) -> Outcome {
    let path = m.path_arg(0)?;
    let result = m.host.info(&path);
    let info = m.granted(result, "access", "file", 0)?;
    m.unify_number(1, &Number::from(info.size))
}

fn time_file(m: &mut Machine) -> Outcome {
    let path = m.path_arg(0)?;
    let result = m.host.info(&path);
    let info = m.granted(result, "access", "file", 0)?;
    m.unify_number(1, &Number::Float(info.modified))
}

fn access_file(m: &mut Machine) -> Outcome {
    let mode = m.atom_arg(1)?;
    let path = m.path_arg(0)?;
    let info = m.host.info(&path);
    match m.text(mode) {
        "none" => Ok(true),
        "exist" | "read" | "execute" => Ok(info.is_ok()),
        "write" | "append" => match info {
            Ok(info) => Ok(!info.read_only),
            Err(_) => {
                let directory = directory_name(&path).to_owned();
                Ok(m.host.info(&directory).is_ok_and(|info| info.is_directory))
            }
        },
        _ => Err(Ball::Domain(known::IO_MODE, Cell::atom(mode))),
    }
}

fn same_file(m: &mut Machine) -> Outcome {
    let (file, other) = (m.path_arg(0)?, m.path_arg(1)?);
    if *file == *other {
        return Ok(true);
    }
    let names = (m.host.canonical(&file), m.host.canonical(&other));
    Ok(matches!(names, (Ok(a), Ok(b)) if a == b))
}

fn absolute_file_name(m: &mut Machine) -> Outcome {
    let path = m.path_arg(0)?;
    let result = m.host.absolute(&path);
    let absolute = m.granted(result, "access", "file", 0)?;
    m.unify_text_atom(1, &absolute)
}

/// What is known of a file that is looked for.
struct Search {
    extensions: Vec<String>,
    access: Option<Access>,
    is_directory: bool,
    relative_to: Option<String>,
    fails: bool,
}

/// What must be possible with a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Access {
    Exist,
    Write,
}

impl Search {
    fn of_options(m: &mut Machine, index: usize) -> Result<Search, Ball> {
        let mut search = Search {
            extensions: vec![String::new()],
            access: None,
            is_directory: false,
            relative_to: None,
            fails: false,
        };
        let domain = m.atoms.intern("file_name_option");
        for option in m.options_arg(index, domain)? {
            search.add(m, option)?;
        }
        Ok(search)
    }

    fn add(&mut self, m: &mut Machine, option: Choice) -> Result<(), Ball> {
        match m.text(option.name) {
            "extensions" => {
                let items = m.to_list(option.value)?;
                let texts = items.into_iter().map(|item| m.to_text(item));
                let texts = texts.map(|text| text.map(|text| (*text).to_owned()));
                self.extensions = texts.collect::<Result<_, Ball>>()?;
            }
            "file_type" => match m.text(option.atom()?) {
                "prolog" | "source" => self.extensions = vec!["pl".to_owned(), String::new()],
                "directory" => self.is_directory = true,
                _ => {}
            },
            "access" => {
                self.access = match m.text(option.atom()?) {
                    "none" => None,
                    "write" | "append" => Some(Access::Write),
                    _ => Some(Access::Exist),
                }
            }
            "relative_to" => self.relative_to = Some((*m.to_text(option.value)?).to_owned()),
            "file_errors" => self.fails = m.text(option.atom()?) == "fail",
            _ => {}
        }
        Ok(())
    }

    fn admits(&self, m: &Machine, path: &str) -> bool {
        let info = m.host.info(path).ok();
        let is_right = |is_directory| is_directory == self.is_directory;
        match (self.access, info) {
            (_, Some(info)) => {
                is_right(info.is_directory)
                    && (self.access != Some(Access::Write) || !info.read_only)
            }
            (Some(Access::Exist), None) => false,
            (Some(Access::Write), None) => m
                .host
                .info(directory_name(path))
                .is_ok_and(|info| info.is_directory),
            (None, None) => !self.is_directory,
        }
    }
}

fn absolute_file_name_options(m: &mut Machine) -> Outcome {
    let path = m.path_arg(0)?;
    let search = Search::of_options(m, 2)?;
    let base = match &search.relative_to {
        Some(directory) if !path.starts_with('/') => with_slash(directory.clone()) + &path,
        _ => (*path).to_owned(),
    };
    let result = m.host.absolute(&base);
    let absolute = m.granted(result, "access", "file", 0)?;
    for extension in &search.extensions {
        let extension = extension.strip_prefix('.').unwrap_or(extension);
        let has_it = split_extension(&absolute).is_some_and(|(_, found)| found == extension);
        let candidate = match extension.is_empty() || has_it {
            true => absolute.clone(),
            false => format!("{absolute}.{extension}"),
        };
        if search.admits(m, &candidate) {
            return m.unify_text_atom(1, &candidate);
        }
    }
    if search.access.is_none() && !search.is_directory {
        return m.unify_text_atom(1, &absolute);
    }
    if search.fails {
        return Ok(false);
    }
    Err(Ball::Existence(known::SOURCE_SINK, m.term_arg(0)))
}

fn is_absolute_file_name(m: &mut Machine) -> Outcome {
    Ok(m.path_arg(0)?.starts_with('/'))
}

/// The last name of a path.
fn base_name(path: &str) -> &str {
    let path = trimmed(path);
    match path.rfind('/') {
        Some(at) if path.len() > 1 => &path[at + 1..],
        _ => path,
    }
}

/// A path without slashes at its end, unless it is the root.
fn trimmed(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    if trimmed.is_empty() && !path.is_empty() {
        "/"
    } else {
        trimmed
    }
}

/// A path without its last name.
fn directory_name(path: &str) -> &str {
    let trimmed = trimmed(path);
    match trimmed.rfind('/') {
        Some(0) => "/",
        Some(at) => &trimmed[..at],
        None => ".",
    }
}

fn file_base_name(m: &mut Machine) -> Outcome {
    let path = m.path_arg(0)?;
    m.unify_text_atom(1, base_name(&path))
}

fn file_directory_name(m: &mut Machine) -> Outcome {
    let path = m.path_arg(0)?;
    m.unify_text_atom(1, directory_name(&path))
}

/// A name split at the period of its extension.
fn split_extension(name: &str) -> Option<(&str, &str)> {
    let at = name.rfind('.')?;
    let is_hidden = at == 0 || name[..at].ends_with('/');
    (!is_hidden && !name[at..].contains('/')).then(|| (&name[..at], &name[at + 1..]))
}

fn file_name_extension(m: &mut Machine) -> Outcome {
    if !m.is_var_arg(2) {
        let name = m.path_arg(2)?;
        if let Some(wanted) = m.optional_text_arg(1)? {
            let wanted = wanted.strip_prefix('.').unwrap_or(&wanted);
            return match split_extension(&name) {
                Some((base, extension)) if extension == wanted => m.unify_text_atom(0, base),
                None if wanted.is_empty() => m.unify_text_atom(0, &name),
                _ => Ok(false),
            };
        }
        let (base, extension) = split_extension(&name).unwrap_or((&name, ""));
        return Ok(m.unify_text_atom(1, extension)? && m.unify_text_atom(0, base)?);
    }
    let (base, extension) = (m.path_arg(0)?, m.text_arg(1)?);
    let extension = extension.strip_prefix('.').unwrap_or(&extension);
    let has_it = split_extension(&base).is_some_and(|(_, found)| found == extension);
    if extension.is_empty() || has_it {
        return m.unify_text_atom(2, &base);
    }
    m.unify_text_atom(2, &format!("{}.{}", &*base, extension))
}

fn directory_file_path(m: &mut Machine) -> Outcome {
    let (directory, name) = (m.path_arg(0)?, m.path_arg(1)?);
    if name.starts_with('/') || *directory == *"." {
        return m.unify_text_atom(2, &name);
    }
    let path = with_slash((*directory).to_owned()) + &name;
    m.unify_text_atom(2, &path)
}

fn tmp_file(m: &mut Machine) -> Outcome {
    let base = m.text_arg(0)?;
    let directory = match m.host.temporary_directory() {
        Ok(directory) => with_slash(directory),
        Err(_) => {
            let culprit = m.term_arg(0);
            return Err(m.permission_error("create", "file", culprit));
        }
    };
    loop {
        let number = m.host.random_seed().unwrap_or_default() ^ m.arith.random.next_u64();
        let path = format!("{directory}luminy_{}_{number:x}", &*base);
        if m.host.info(&path).is_err() {
            return m.unify_text_atom(1, &path);
        }
    }
}

fn getenv(m: &mut Machine) -> Outcome {
    let name = m.text_arg(0)?;
    let result = m.host.variable(&name);
    match m.granted(result, "access", "environment_variable", 0)? {
        Some(value) => m.unify_text_atom(1, &value),
        None => Ok(false),
    }
}

fn setenv(m: &mut Machine) -> Outcome {
    let (name, value) = (m.text_arg(0)?, m.text_arg(1)?);
    let result = m.host.set_variable(&name, Some(&value));
    m.granted(result, "modify", "environment_variable", 0)
        .map(|()| true)
}

fn unsetenv(m: &mut Machine) -> Outcome {
    let name = m.text_arg(0)?;
    let result = m.host.set_variable(&name, None);
    m.granted(result, "modify", "environment_variable", 0)
        .map(|()| true)
}

fn run(m: &mut Machine) -> Result<i32, Ball> {
    let command = m.text_arg(0)?;
    // What was written before must appear before what the command writes.
    let flushed = m.io.flush_all();
    let result = flushed.and_then(|()| m.host.shell(&command));
    m.granted(result, "execute", "shell_command", 0)
}

fn shell(m: &mut Machine) -> Outcome {
    Ok(run(m)? == 0)
}

fn shell_status(m: &mut Machine) -> Outcome {
    let status = run(m)?;
    m.unify_int(1, i64::from(status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_apart() {
        assert_eq!(
            (directory_name("/a/b/c.pl"), base_name("/a/b/c.pl")),
            ("/a/b", "c.pl")
        );
        assert_eq!((directory_name("/a/b/"), base_name("/a/b/")), ("/a", "b"));
        assert_eq!((directory_name("a"), base_name("a")), (".", "a"));
        assert_eq!((directory_name("/"), base_name("/")), ("/", "/"));
        assert_eq!(split_extension("a.b/c.pl"), Some(("a.b/c", "pl")));
        assert_eq!(split_extension("a.b/c"), None);
        assert_eq!(split_extension(".profile"), None);
    }
}
