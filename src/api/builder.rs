//! What a new engine is to be like.

use std::io::{Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use super::boot::{alone, system};
use super::capabilities::{Capabilities, Devices, Sources};
use super::confined::Confined;
use super::engine::Engine;
use super::limits::Limits;
use super::program::Program;
use crate::atom::known;
use crate::builtins::flags::arith_flags;
use crate::engine::machine::Machine;
use crate::flags::FlagValue;
use crate::host::{Host, Standard, StdHost};
use crate::ops::Ops;

/// The memory that an engine may use unless told otherwise, in bytes.
pub const DEFAULT_MEMORY: u64 = 1 << 30;

/// What a new engine is to be like.
///
/// ```
/// use luminy::api::builder::Captured;
/// use luminy::api::engine::Engine;
///
/// # fn main() -> Result<(), luminy::api::error::Error> {
/// let output = Captured::new();
/// let mut engine = Engine::builder()
///     .memory(64 << 20)
///     .flag("double_quotes", "codes")
///     .input("hello. ".as_bytes())
///     .output(output.clone())
///     .build();
/// assert!(engine.run_goal("read(X), write(X-\"!\")")?);
/// assert_eq!(output.take(), "hello-[33]");
/// # Ok(())
/// # }
/// ```
pub struct EngineBuilder {
    program: Option<Program>,
    host: Option<Box<dyn Host>>,
    capabilities: Capabilities,
    devices: Devices,
    sources: Option<Sources>,
    memory: u64,
    limits: Limits,
    is_alone: bool,
    is_iso: bool,
    flags: Vec<(String, String)>,
    arguments: Option<Vec<String>>,
}

impl EngineBuilder {
    pub(super) fn new(program: Option<Program>) -> EngineBuilder {
        EngineBuilder {
            program,
            host: None,
            capabilities: Capabilities::none(),
            devices: Devices::default(),
            sources: None,
            memory: DEFAULT_MEMORY,
            limits: Limits::none(),
            is_alone: false,
            is_iso: false,
            flags: Vec::new(),
            arguments: None,
        }
    }

    /// The world outside the engine, call by call, in place of the capabilities,
    /// streams and sources that this builder is given.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// use luminy::host::NullHost;
    ///
    /// let mut engine = Engine::builder().host(Box::new(NullHost)).build();
    /// assert!(engine.run_goal("get_time(_)").is_err());
    /// ```
    pub fn host(mut self, host: Box<dyn Host>) -> EngineBuilder {
        self.host = Some(host);
        self
    }

    /// What the engine may reach outside of itself; nothing unless it is granted.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// use luminy::api::capabilities::Capabilities;
    ///
    /// let mut engine = Engine::builder().capabilities(Capabilities::none().clock()).build();
    /// assert!(engine.run_goal("get_time(T), T > 0").unwrap());
    /// ```
    pub fn capabilities(mut self, capabilities: Capabilities) -> EngineBuilder {
        self.capabilities = capabilities;
        self
    }

    /// Standard input. Without one it is empty.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().input("p(1). ".as_bytes()).build();
    /// assert!(engine.run_goal("read(p(1))").unwrap());
    /// ```
    pub fn input(mut self, input: impl Read + Send + 'static) -> EngineBuilder {
        self.devices.set_input(input);
        self
    }

    /// Standard output. Without one, what is written vanishes.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::builder::Captured;
    /// let output = Captured::new();
    /// let mut engine = Engine::builder().output(output.clone()).build();
    /// engine.run_goal("write(hello)").unwrap();
    /// assert_eq!(output.take(), "hello");
    /// ```
    pub fn output(mut self, output: impl Write + Send + 'static) -> EngineBuilder {
        self.devices.set_output(output);
        self
    }

    /// Standard error. Without one, what is written vanishes.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::builder::Captured;
    /// let messages = Captured::new();
    /// let mut engine = Engine::builder().error_output(messages.clone()).build();
    /// engine.run_goal("write(user_error, careful)").unwrap();
    /// assert_eq!(messages.take(), "careful");
    /// ```
    pub fn error_output(mut self, output: impl Write + Send + 'static) -> EngineBuilder {
        self.devices.set_error(output);
        self
    }

    /// The standard streams of the process.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().process_streams().build();
    /// assert!(engine.run_goal("current_output(S), stream_property(S, mode(append))").unwrap());
    /// ```
    pub fn process_streams(mut self) -> EngineBuilder {
        let mut process = StdHost::new();
        self.devices.input = Some(process.standard(Standard::Input));
        self.devices.output = Some(process.standard(Standard::Output));
        self.devices.error = Some(process.standard(Standard::Error));
        self
    }

    /// Where the texts of programs come from, by their names, before files are
    /// looked for.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder()
    ///     .sources(|name| match name {
    ///         "colours.pl" => Some(":- module(colours, [colour/1]). colour(red).".to_owned()),
    ///         _ => None,
    ///     })
    ///     .build();
    /// engine.load_str(":- use_module(colours). warm(X) :- colour(X).")?;
    /// assert!(engine.run_goal("warm(red)")?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn sources(
        mut self,
        sources: impl Fn(&str) -> Option<String> + Send + 'static,
    ) -> EngineBuilder {
        self.sources = Some(Box::new(sources));
        self
    }

    /// The most bytes of memory that the engine may use.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().memory(4 << 20).build();
    /// assert!(engine.run_goal("length(L, 10000000)").is_err());
    /// assert!(engine.run_goal("length(L, 10)").unwrap());
    /// ```
    pub fn memory(mut self, bytes: u64) -> EngineBuilder {
        self.memory = bytes;
        self
    }

    /// What each query may use unless it is given limits of its own.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// # use luminy::api::limits::Limits;
    /// let mut engine = Engine::builder().limits(Limits::none().steps(1000)).build();
    /// assert!(engine.run_goal("repeat, fail").is_err());
    /// ```
    pub fn limits(mut self, limits: Limits) -> EngineBuilder {
        self.limits = limits;
        self
    }

    /// Makes the engine by itself, without what the engines of a process share. A
    /// process that makes only one starts a little faster. (An engine of a program
    /// always shares it.)
    pub fn alone(mut self) -> EngineBuilder {
        self.is_alone = true;
        self
    }

    /// Whether the engine keeps strictly to the standard.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().iso(true).build();
    /// assert!(engine.run_goal("\"a\" == [0'a]").unwrap());
    /// ```
    pub fn iso(mut self, is_iso: bool) -> EngineBuilder {
        self.is_iso = is_iso;
        self
    }

    /// The value of a flag: an atom. Flags that are not known are left alone.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().flag("unknown", "fail").build();
    /// assert!(!engine.run_goal("nowhere").unwrap());
    /// ```
    pub fn flag(mut self, name: &str, value: &str) -> EngineBuilder {
        self.flags.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The value of the flag `argv`: the arguments meant for the program.
    ///
    /// ```
    /// # use luminy::api::engine::Engine;
    /// let mut engine = Engine::builder().arguments(vec!["x".to_owned()]).build();
    /// assert!(engine.run_goal("current_prolog_flag(argv, [x])").unwrap());
    /// ```
    pub fn arguments(mut self, arguments: Vec<String>) -> EngineBuilder {
        self.arguments = Some(arguments);
        self
    }

    /// The engine.
    pub fn build(self) -> Engine {
        let host = self.host.unwrap_or_else(|| {
            Box::new(Confined::new(self.capabilities, self.devices, self.sources))
        });
        let mut machine = match &self.program {
            Some(program) => Machine::over(program.base(), self.memory, host),
            None if self.is_alone => alone(self.memory, host),
            None => Machine::over(system(), self.memory, host),
        };
        if self.is_iso {
            set_iso(&mut machine);
        }
        for (name, value) in &self.flags {
            let (name, value) = (machine.atoms.intern(name), machine.atom(value));
            // A value that a flag cannot have changes nothing.
            let _ = machine.set_flag(name, value);
        }
        if let Some(arguments) = &self.arguments {
            set_arguments(&mut machine, arguments);
        }
        Engine::over(machine, self.limits)
    }
}

fn set_iso(machine: &mut Machine) {
    machine.flags.put(known::ISO, FlagValue::Atom(known::TRUE));
    machine
        .flags
        .put(known::DOUBLE_QUOTES, FlagValue::Atom(known::CODES));
    machine.ops = Ops::iso(&mut machine.atoms);
    machine.arith.flags = arith_flags(&machine.flags, &machine.atoms);
}

fn set_arguments(machine: &mut Machine, arguments: &[String]) {
    let arguments = arguments.iter();
    let arguments = arguments.map(|text| machine.atoms.intern(text)).collect();
    let name = machine.atoms.intern("argv");
    machine.flags.put(name, FlagValue::Atoms(arguments));
}

/// An output that keeps what is written to it. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Captured(Arc<Mutex<Vec<u8>>>);

impl Captured {
    /// An output to which nothing has been written.
    pub fn new() -> Captured {
        Captured::default()
    }

    /// Takes what has been written so far, as text.
    pub fn take(&self) -> String {
        let mut bytes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes = std::mem::take(&mut *bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

impl Write for Captured {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
