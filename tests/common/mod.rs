//! Runs the `luminy` binary for the test drivers.

// Each driver uses the part of this module that it needs.
#![allow(dead_code)]

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// What a run of the binary left behind.
#[derive(Debug)]
pub struct Run {
    /// The exit status; `None` if the process was killed.
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

/// A command line of the binary that is still to be run.
pub struct Luminy {
    command: Command,
    input: Vec<u8>,
    limit: Duration,
}

impl Luminy {
    /// The binary with arguments, an empty input and no colours.
    ///
    /// It is the one just built, or another build if `LUMINY` names one.
    pub fn new<S: AsRef<std::ffi::OsStr>>(args: impl IntoIterator<Item = S>) -> Luminy {
        let built = env!("CARGO_BIN_EXE_luminy").into();
        let mut command = Command::new(std::env::var_os("LUMINY").unwrap_or(built));
        command
            .args(args)
            .env("NO_COLOR", "1")
            .env_remove("LUMINY_INIT");
        Luminy {
            command,
            input: Vec::new(),
            limit: Duration::from_secs(240),
        }
    }

    pub fn dir(mut self, dir: &Path) -> Luminy {
        self.command.current_dir(dir);
        self
    }

    pub fn env(mut self, name: &str, value: &str) -> Luminy {
        self.command.env(name, value);
        self
    }

    pub fn input(mut self, input: impl Into<Vec<u8>>) -> Luminy {
        self.input = input.into();
        self
    }

    pub fn limit(mut self, limit: Duration) -> Luminy {
        self.limit = limit;
        self
    }

    /// Starts the process with its output going through pipes.
    pub fn spawn(mut self) -> Child {
        let mut child = self
            .command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let input = self.input;
        // A process that does not read its input closes the pipe; that is its right.
        thread::spawn(move || drop(stdin.write_all(&input)));
        child
    }

    /// Runs the process to its end, or kills it when its time is up.
    pub fn run(self) -> Run {
        let limit = self.limit;
        let mut child = self.spawn();
        let stdout = drain(child.stdout.take().expect("stdout is piped"));
        let stderr = drain(child.stderr.take().expect("stderr is piped"));
        let status = wait(&mut child, limit);
        Run {
            status,
            stdout: stdout.join().expect("the reader does not panic"),
            stderr: stderr.join().expect("the reader does not panic"),
        }
    }
}

fn drain(mut pipe: impl Read + Send + 'static) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        drop(pipe.read_to_end(&mut bytes));
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Waits for the end of `child`, at most for `limit`, and gives its exit status.
pub fn wait(child: &mut Child, limit: Duration) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the process can be waited for") {
            return status.code();
        }
        if start.elapsed() > limit {
            drop(child.kill());
            drop(child.wait());
            return None;
        }
        thread::sleep(Duration::from_millis(3));
    }
}

/// An empty directory that vanishes with the value.
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Scratch {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("luminy-{}-{number}", std::process::id()));
        fs::create_dir_all(&path).expect("a temporary directory can be made");
        Scratch(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file into the directory and gives its path.
    pub fn file(&self, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a temporary file can be written");
        path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(fs::remove_dir_all(&self.0));
    }
}

/// The root directory of the package.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All files below `dir` with extension `extension`, sorted.
pub fn files(dir: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![dir.to_path_buf()];
    while let Some(dir) = open.pop() {
        let entries = fs::read_dir(&dir).unwrap_or_else(|e| panic!("{}: {e}", dir.display()));
        for entry in entries {
            let path = entry.expect("the directory can be read").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|e| e == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// `path` as seen from the root of the package.
pub fn shown(path: &Path) -> String {
    path.strip_prefix(root())
        .unwrap_or(path)
        .display()
        .to_string()
}

/// Are the `*.expected` files to be rewritten?
pub fn is_update() -> bool {
    std::env::var_os("UPDATE").is_some_and(|v| v == "1")
}

/// Runs `main/0` of each program below `dir` that has an `*.expected` file, and
/// compares what it prints with that file. With `UPDATE=1` in the environment
/// the file is rewritten instead.
pub fn check_programs(dir: &Path) {
    let mut failures = Vec::new();
    let mut count = 0;
    for program in files(dir, "pl") {
        let expected = program.with_extension("expected");
        if !expected.exists() {
            continue;
        }
        count += 1;
        let scratch = Scratch::new();
        let args = [
            "-q".as_ref(),
            program.as_os_str(),
            "-g".as_ref(),
            "main".as_ref(),
            "-t".as_ref(),
            "halt".as_ref(),
        ];
        let run = Luminy::new(args).dir(scratch.path()).run();
        if is_update() {
            fs::write(&expected, &run.stdout).expect("the expected output can be written");
            continue;
        }
        let want = fs::read_to_string(&expected).expect("the expected output can be read");
        if let Some(failure) = difference(&want, &run) {
            failures.push(format!("{}: {failure}", shown(&program)));
        }
    }
    assert!(count > 0, "no programs below {}", dir.display());
    assert!(
        failures.is_empty(),
        "{} of {count} programs fail\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// Says where the output of `run` departs from `want`.
fn difference(want: &str, run: &Run) -> Option<String> {
    if run.stdout != want {
        let (mut wants, mut gots) = (want.lines(), run.stdout.lines());
        for line in 1.. {
            match (wants.next(), gots.next()) {
                (want, got) if want != got => {
                    let (want, got) = (want.unwrap_or("<end>"), got.unwrap_or("<end>"));
                    let stderr = excerpt(&run.stderr);
                    return Some(format!(
                        "line {line}\n  want {want}\n  got  {got}\n{stderr}"
                    ));
                }
                (None, None) => return Some("line ends differ".to_string()),
                _ => {}
            }
        }
    }
    if run.status != Some(0) || !run.stderr.is_empty() {
        return Some(format!("status {:?}\n{}", run.status, excerpt(&run.stderr)));
    }
    None
}

fn excerpt(text: &str) -> String {
    text.lines()
        .take(6)
        .map(|line| format!("  | {line}\n"))
        .collect()
}
