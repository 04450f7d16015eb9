//! Runs the ISO conformance cases of `cases.tsv` through `luminy --iso`.
//!
//! A line of the table has an id, an area, a split, the text of the case, the
//! outcomes expected of it, and remarks, separated by tabs. In texts `␤` is a
//! newline and `␉` a tab, and a final `␥` says that no newline follows. Cases of
//! area `prog` are whole programs, of which the output between `<<` and `>>`
//! and the exit status count; all others are run by `driver.pl`.
//!
//! Cases that change no global state share a process. After a crash or a hang a
//! new process goes on with the next case.

#[path = "../common/mod.rs"]
mod common;
mod outcome;
mod term;

use common::{Luminy, Scratch, wait};
use outcome::{Kind, Outcome};
use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::{Duration, Instant};

/// So many cases must pass.
const FLOOR: usize = 725;

/// A case that takes longer hangs.
const PATIENCE: Duration = Duration::from_secs(6);

/// The number of cases that share a process.
const BATCH: usize = 40;

/// Goals that change the state of the process.
const TRACES: [&str; 24] = [
    "op(",
    "set_prolog_flag",
    "assert",
    "retract",
    "abolish",
    "char_conversion",
    "halt",
    "set_input",
    "set_output",
    "open(",
    "close(",
    "consult",
    "dynamic",
    "set_stream_position",
    "initialization",
    "get_",
    "peek_",
    "put_",
    "read",
    "nb_",
    "b_setval",
    "stream",
    "current_op",
    "current_output",
];

struct Case {
    id: String,
    is_program: bool,
    text: String,
    expected: String,
}

impl Case {
    fn needs_own_process(&self) -> bool {
        self.is_program || TRACES.iter().any(|trace| self.text.contains(trace))
    }

    fn mode(&self) -> &'static str {
        if self.expected.contains("answers(") {
            "all"
        } else {
            "once"
        }
    }
}

fn cases() -> Vec<Case> {
    let path = common::root().join("tests/iso/cases.tsv");
    let table = fs::read_to_string(path).expect("the table of cases can be read");
    table
        .lines()
        .skip(1)
        .filter(|line| !line.is_empty())
        .map(|line| {
            let mut fields = line.split('\t');
            let mut field = || {
                fields
                    .next()
                    .expect("a case has all its fields")
                    .to_string()
            };
            let (id, area, _, text, expected) = (field(), field(), field(), field(), field());
            Case {
                id,
                is_program: area == "prog",
                text,
                expected,
            }
        })
        .collect()
}

/// The character that a symbol in the table stands for.
fn plain(c: char) -> char {
    match c {
        '\u{2424}' => '\n',
        '\u{2409}' => '\t',
        c => c,
    }
}

/// Text of the table with its symbols replaced.
fn decoded(text: &str) -> String {
    text.chars().map(plain).collect()
}

/// The text of a case, which ends with a newline unless the table says otherwise.
fn case_text(text: &str) -> String {
    match text.strip_suffix('\u{2425}') {
        Some(text) => decoded(text),
        None => decoded(text) + "\n",
    }
}

#[test]
fn iso_cases_pass() {
    let cases = cases();
    let outcomes = run_all(&cases);
    let mut failures = Vec::new();
    for case in &cases {
        let outcome = outcomes.get(&case.id).expect("every case has an outcome");
        if !outcome.is_one_of(&case.expected) {
            failures.push(format!(
                "{}  {}\n    want {}\n    got  {outcome}",
                case.id, case.text, case.expected
            ));
        }
    }
    let passed = cases.len() - failures.len();
    println!(
        "{passed} of {} cases pass\n{}",
        cases.len(),
        failures.join("\n")
    );
    assert!(
        passed >= FLOOR,
        "only {passed} of {} cases pass, not {FLOOR}",
        cases.len()
    );
}

/// Runs all cases, several processes at a time.
fn run_all(cases: &[Case]) -> HashMap<String, Outcome> {
    let (own, shared): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|c| c.needs_own_process());
    let mut jobs: Vec<Vec<&Case>> = own.into_iter().map(|case| vec![case]).collect();
    jobs.extend(shared.chunks(BATCH).map(<[_]>::to_vec));
    let jobs = Mutex::new(jobs);
    let outcomes = Mutex::new(HashMap::new());
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let job = jobs.lock().expect("no worker panics").pop();
                    let Some(job) = job else { break };
                    let done = run_job(&job);
                    outcomes.lock().expect("no worker panics").extend(done);
                }
            });
        }
    });
    outcomes.into_inner().expect("no worker panics")
}

fn run_job(job: &[&Case]) -> HashMap<String, Outcome> {
    let mut outcomes = HashMap::new();
    if let [case] = job
        && case.is_program
    {
        outcomes.insert(case.id.clone(), run_program(case));
        return outcomes;
    }
    let mut rest = job.to_vec();
    while let Some(first) = rest.first() {
        let (done, started, why) = run_batch(&rest);
        let stopped = rest
            .iter()
            .find(|c| Some(&c.id) == started.as_ref())
            .unwrap_or(first);
        if done.len() < rest.len() {
            let broken = Outcome {
                kind: Kind::Broken(why),
                output: String::new(),
            };
            outcomes.insert(stopped.id.clone(), broken);
        }
        outcomes.extend(done);
        rest.retain(|case| !outcomes.contains_key(&case.id));
    }
    outcomes
}

/// Runs a whole program.
fn run_program(case: &Case) -> Outcome {
    let scratch = Scratch::new();
    let mut parts = case.text.split("===file ");
    let main = parts
        .next()
        .unwrap_or_default()
        .trim_end_matches('\u{2424}');
    let program = scratch.file("prog.pl", case_text(main));
    for part in parts {
        let (name, text) = part.split_once("===").expect("a side file has a name");
        let text = text
            .trim_start_matches('\u{2424}')
            .trim_end_matches('\u{2424}');
        scratch.file(name, case_text(text));
    }
    let args = [
        "--iso".as_ref(),
        program.as_os_str(),
        "-g".as_ref(),
        "true".as_ref(),
    ];
    let run = Luminy::new(args)
        .dir(scratch.path())
        .limit(2 * PATIENCE)
        .run();
    let output = marked(&run.stdout);
    let kind = match run.status {
        None => Kind::Broken("no end in time, or killed".to_string()),
        status if case.expected.contains("exit(") => Kind::Exit(status),
        Some(_) => Kind::Succeeds,
    };
    Outcome { kind, output }
}

/// The text between `<<` and `>>`.
fn marked(text: &str) -> String {
    let mut pieces = text.split("<<").skip(1);
    let mut marked = String::new();
    for piece in &mut pieces {
        marked += piece.split_once(">>").map_or("", |(inside, _)| inside);
    }
    marked
}

/// Runs cases in one process. Gives their outcomes, the case in which the process
/// ended too early, if any, and how it ended.
fn run_batch(batch: &[&Case]) -> (HashMap<String, Outcome>, Option<String>, String) {
    let scratch = Scratch::new();
    let results = scratch.file("results", "");
    let mut program = format!("results('{}').\n", results.display());
    for case in batch {
        let input = scratch.file(&format!("{}.txt", case.id), case_text(&case.text));
        let output = output_file(scratch.path(), &case.id);
        let mode = case.mode();
        program += &format!(
            "tcase({}, '{}', '{output}', {mode}).\n",
            case.id,
            input.display()
        );
    }
    program += include_str!("driver.pl");
    let driver = scratch.file("driver.pl", program);
    let args = [
        "--iso".as_ref(),
        driver.as_os_str(),
        "-g".as_ref(),
        "main".as_ref(),
    ];
    let mut child = Luminy::new(args).dir(scratch.path()).spawn();
    let (mut size, mut last) = (0, Instant::now());
    let why = loop {
        if let Some(status) = child.try_wait().expect("the process can be waited for") {
            break format!("the process ended: {status}");
        }
        let now = fs::metadata(&results).map_or(0, |m| m.len());
        if now > size {
            (size, last) = (now, Instant::now());
        }
        if last.elapsed() > PATIENCE {
            wait(&mut child, Duration::ZERO);
            break "no answer in time".to_string();
        }
        thread::sleep(Duration::from_millis(3));
    };
    let (outcomes, started) = read_results(&scratch, &results);
    (outcomes, started, why)
}

fn output_file(dir: &Path, id: &str) -> String {
    dir.join(format!("{id}.out")).display().to_string()
}

/// The outcomes written down, and the case that has started but not ended.
fn read_results(scratch: &Scratch, results: &Path) -> (HashMap<String, Outcome>, Option<String>) {
    let text = fs::read(results).expect("the results can be read");
    let mut outcomes = HashMap::new();
    let mut started = None;
    for line in String::from_utf8_lossy(&text).lines() {
        let mut words = line.splitn(3, ' ');
        match (words.next(), words.next(), words.next()) {
            (Some("start"), Some(id), _) => started = Some(id.to_string()),
            (Some("result"), Some(id), Some(rest)) => {
                let output = fs::read(output_file(scratch.path(), id)).unwrap_or_default();
                let output = String::from_utf8_lossy(&output).into_owned();
                let kind = match term::from_driver(rest) {
                    Some(term) => Kind::from_driver(&term),
                    None => Kind::Broken(rest.to_string()),
                };
                outcomes.insert(id.to_string(), Outcome { kind, output });
                started = None;
            }
            _ => {}
        }
    }
    (outcomes, started)
}
