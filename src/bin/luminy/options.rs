//! The arguments of the command line.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use luminy::api::limits::Limits;

use crate::amounts;

/// An embeddable Prolog: runs programs, and answers queries at a prompt.
#[derive(Parser, Debug)]
#[command(name = "luminy", version, args_override_self = false)]
struct Arguments {
    /// Files to load.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// Run GOAL once after loading; may be given several times.
    #[arg(short = 'g', value_name = "GOAL", allow_hyphen_values = true)]
    goals: Vec<String>,
    /// Run GOAL at the end instead of the prompt; `halt` leaves.
    #[arg(short = 't', value_name = "GOAL", allow_hyphen_values = true)]
    toplevel: Option<String>,
    /// Run GOAL once after loading, then leave.
    #[arg(short = 'e', value_name = "GOAL", allow_hyphen_values = true)]
    evaluate: Vec<String>,
    /// Load FILE; may be given several times.
    #[arg(short = 's', value_name = "FILE")]
    scripts: Vec<String>,
    /// Load FILE, but do not run the main goal that it sets.
    #[arg(short = 'l', value_name = "FILE")]
    libraries: Vec<String>,
    /// Load FILE instead of the file with your own settings; `none` for none.
    #[arg(short = 'f', value_name = "FILE")]
    start: Option<String>,
    /// Say what an error or warning means, such as E0301.
    #[arg(long, value_name = "CODE")]
    explain: Option<String>,
    /// Keep strictly to ISO Prolog.
    #[arg(long)]
    iso: bool,
    /// Let the program reach nothing but its terminal, and read files in the
    /// directory of the first FILE, or the working directory.
    #[arg(long)]
    sandbox: bool,
    /// Read queries from standard input and print answers, errors, and what the program
    /// writes as JSON, a line each.
    #[arg(long)]
    json: bool,
    /// With --json, give at most N answers of each query.
    #[arg(long, value_name = "N", requires = "json", value_parser = amounts::positive)]
    max_answers: Option<u64>,
    /// Stop each query and each file that takes longer, such as 2, 0.5 (seconds) or 100ms.
    #[arg(long, value_name = "TIME", value_parser = amounts::time)]
    time_limit: Option<Duration>,
    /// Stop each query and each file after so many inferences, such as 50k or 2M.
    #[arg(long, value_name = "N", alias = "inference-limit", value_parser = amounts::count)]
    step_limit: Option<u64>,
    /// Stop each query and each file that needs more memory, such as 64M or 1G.
    #[arg(long, value_name = "BYTES", value_parser = amounts::bytes)]
    memory_limit: Option<u64>,
    /// Print no greeting.
    #[arg(short, long)]
    quiet: bool,
    /// Arguments for the program, in the flag `argv`.
    #[arg(last = true, value_name = "ARGS")]
    arguments: Vec<String>,
}

/// What the command line asks for.
#[derive(Debug)]
pub struct Options {
    /// Files to load.
    pub files: Vec<String>,
    /// Goals to run after loading.
    pub goals: Vec<String>,
    /// Goals to run after these, before leaving.
    pub evaluate: Vec<String>,
    /// The goal to run instead of the prompt.
    pub toplevel: Option<String>,
    /// The file to load instead of that with a person's own settings.
    pub start: Option<String>,
    /// Whether main goals that files set are run.
    pub runs_main: bool,
    /// The code of a message to be explained.
    pub explain: Option<String>,
    /// Whether to keep strictly to the standard.
    pub iso: bool,
    /// Whether the program may reach nothing.
    pub sandbox: bool,
    /// Whether to answer queries in JSON.
    pub json: bool,
    /// The most answers of a query in JSON.
    pub max_answers: Option<u64>,
    /// What each query may use.
    pub limits: LimitOptions,
    /// Whether to print no greeting.
    pub quiet: bool,
    /// Arguments for the program.
    pub arguments: Vec<String>,
}

/// What each query may use.
#[derive(Clone, Copy, Default, Debug)]
pub struct LimitOptions {
    /// The time.
    pub time: Option<Duration>,
    /// The steps.
    pub steps: Option<u64>,
    /// The bytes of memory.
    pub memory: Option<u64>,
}

impl LimitOptions {
    /// The same for the engine.
    pub fn limits(self) -> Limits {
        let mut limits = Limits::none();
        if let Some(time) = self.time {
            limits = limits.time(time);
        }
        if let Some(steps) = self.steps {
            limits = limits.steps(steps);
        }
        if let Some(bytes) = self.memory {
            limits = limits.memory(bytes);
        }
        limits
    }
}

/// A command line that cannot be followed, or one that only asks for help.
pub struct Refusal(clap::Error);

impl Refusal {
    /// Prints the help or the error.
    pub fn print_and_exit(self) -> ExitCode {
        let _ = self.0.print();
        ExitCode::from(self.0.exit_code() as u8)
    }
}

/// The options that take the next argument.
const WITH_VALUE: [&str; 12] = [
    "-g",
    "-t",
    "-e",
    "-s",
    "-l",
    "-f",
    "--explain",
    "--max-answers",
    "--time-limit",
    "--step-limit",
    "--inference-limit",
    "--memory-limit",
];

/// The options that stand alone.
const FLAGS: [&str; 9] = [
    "--iso",
    "--sandbox",
    "--json",
    "-q",
    "--quiet",
    "-h",
    "--help",
    "-V",
    "--version",
];

/// The ends of the names of Prolog files.
const EXTENSIONS: [&str; 4] = ["pl", "pro", "prolog", "plt"];

impl Options {
    /// What the arguments of the process ask for.
    pub fn from_command_line() -> Result<Options, Refusal> {
        let mut arguments: Vec<OsString> = std::env::args_os().collect();
        if let Some(at) = program_arguments(&arguments) {
            arguments.insert(at, "--".into());
        }
        let mut parsed = Arguments::try_parse_from(arguments).map_err(Refusal)?;
        if let ([word], [code]) = (&parsed.files[..], &parsed.arguments[..])
            && word == "explain"
            && !is_file(word)
        {
            parsed.explain = Some(code.clone());
        }
        let files = [parsed.scripts, parsed.libraries.clone(), parsed.files];
        Ok(Options {
            files: files.concat(),
            start: parsed.start,
            runs_main: parsed.libraries.is_empty(),
            explain: parsed.explain,
            goals: parsed.goals,
            evaluate: parsed.evaluate,
            toplevel: parsed.toplevel,
            iso: parsed.iso,
            sandbox: parsed.sandbox,
            json: parsed.json,
            max_answers: parsed.max_answers,
            limits: LimitOptions {
                time: parsed.time_limit,
                steps: parsed.step_limit,
                memory: parsed.memory_limit,
            },
            quiet: parsed.quiet,
            arguments: parsed.arguments,
        })
    }
}

/// Where the arguments for the program start: behind a script, which is a file
/// that starts with `#!`; else behind the first file, at the first one that is
/// neither an option of ours nor a Prolog file.
fn program_arguments(arguments: &[OsString]) -> Option<usize> {
    let (mut at, mut files) = (1, 0);
    loop {
        let text = arguments.get(at)?.to_str()?;
        if text == "--" {
            return None;
        } else if WITH_VALUE.contains(&text) {
            at += 2;
        } else if text.starts_with('-') {
            let name = text.split('=').next().unwrap_or(text);
            if files > 0 && !FLAGS.contains(&text) && !WITH_VALUE.contains(&name) {
                return Some(at);
            }
            at += 1;
        } else if files == 0 && is_script(Path::new(text)) {
            let is_marked = arguments.get(at + 1).is_some_and(|next| next == "--");
            return (!is_marked).then_some(at + 1);
        } else if files > 0 && !is_file(text) {
            return Some(at);
        } else {
            (at, files) = (at + 1, files + 1);
        }
    }
}

fn is_script(path: &Path) -> bool {
    let mut start = [0; 2];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == *b"#!"
}

/// Whether an argument exists as a file or is called like a Prolog file.
fn is_file(name: &str) -> bool {
    let path = Path::new(name);
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| EXTENSIONS.contains(&extension))
        || path.exists()
        || EXTENSIONS
            .iter()
            .any(|extension| Path::new(&format!("{name}.{extension}")).exists())
}
