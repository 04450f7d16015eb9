//! What an engine may reach outside of itself.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use crate::host::{Device, Reader, Writer};

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
    pub(super) readable: Vec<PathBuf>,
    pub(super) writable: Vec<PathBuf>,
    pub(super) has_clock: bool,
    pub(super) has_seed: bool,
    pub(super) has_environment: bool,
    pub(super) has_processes: bool,
}

impl Capabilities {
    /// Nothing at all: not a file, no clock, no environment, no process.
    pub fn none() -> Capabilities {
        Capabilities::default()
    }

    /// Files in a directory and below may be read. Relative paths start from the
    /// first directory that is granted. No path leads out of it: not by `..`, not by
    /// symbolic links, whoever makes them and when. (Links with absolute targets are
    /// not followed.) On systems without directories nothing is granted.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::capabilities::Capabilities;
    /// let read = Capabilities::none().read(env!("CARGO_MANIFEST_DIR"));
    /// let mut engine = Engine::builder().capabilities(read).build();
    /// assert!(engine.run_goal("exists_file('Cargo.toml')").unwrap());
    /// assert!(engine.run_goal("exists_file('/etc/passwd')").is_err());
    /// assert!(engine.run_goal("open('Cargo.toml', append, _)").is_err());
    /// ```
    pub fn read(mut self, directory: impl AsRef<Path>) -> Capabilities {
        self.readable.push(directory.as_ref().to_path_buf());
        self
    }

    /// Files in a directory and below may be read, made, changed and deleted.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::capabilities::Capabilities;
    /// let directory = std::env::temp_dir().join(format!("luminy-doc-{}", std::process::id()));
    /// std::fs::create_dir_all(&directory).unwrap();
    /// let granted = Capabilities::none().read_write(&directory);
    /// let mut engine = Engine::builder().capabilities(granted).build();
    /// let goal = "open('a.txt', write, S), write(S, hello), close(S)";
    /// assert!(engine.run_goal(goal).unwrap());
    /// assert_eq!(std::fs::read_to_string(directory.join("a.txt")).unwrap(), "hello");
    /// # std::fs::remove_dir_all(&directory).unwrap();
    /// ```
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
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::capabilities::Capabilities;
    /// let mut engine = Engine::builder().capabilities(Capabilities::none().random_seed()).build();
    /// assert!(engine.run_goal("set_random(seed(random))").unwrap());
    /// ```
    pub fn random_seed(mut self) -> Capabilities {
        self.has_seed = true;
        self
    }

    /// Environment variables and the arguments of the process may be read.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::capabilities::Capabilities;
    /// let mut engine = Engine::builder().capabilities(Capabilities::none().environment()).build();
    /// assert!(!engine.run_goal("getenv('NO_SUCH_VARIABLE', _)").unwrap());
    /// ```
    pub fn environment(mut self) -> Capabilities {
        self.has_environment = true;
        self
    }

    /// Commands may be run. They may do whatever the process may do.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::capabilities::Capabilities;
    /// let mut engine = Engine::builder().capabilities(Capabilities::none().processes()).build();
    /// assert!(engine.run_goal("shell('exit 3', 3)").unwrap());
    /// ```
    pub fn processes(mut self) -> Capabilities {
        self.has_processes = true;
        self
    }
}

/// Gives the text of a source by its name, if there is one.
///
/// ```
/// use luminy::api::capabilities::Sources;
///
/// let sources: Sources = Box::new(|name| (name == "a.pl").then(|| "a(1).".to_owned()));
/// assert_eq!(sources("a.pl").as_deref(), Some("a(1)."));
/// ```
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
