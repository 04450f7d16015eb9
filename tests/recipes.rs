//! The examples of the cookbook run, and print what stands beside them.

#[path = "../examples/hello.rs"]
mod hello;
#[path = "../examples/rules_engine.rs"]
mod rules_engine;
#[path = "../examples/game_ai.rs"]
mod game_ai;
#[path = "../examples/config_check.rs"]
mod config_check;
#[path = "../examples/scheduling.rs"]
mod scheduling;
#[path = "../examples/permissions.rs"]
mod permissions;
#[path = "../examples/server.rs"]
mod server;

use std::path::Path;
use std::process::Command;

/// Says in a process of its own which example is to run.
const VARIABLE: &str = "LUMINY_RECIPE";

/// Runs an example in a process of its own and compares what it prints with the file
/// beside it.
fn check(name: &str, main: fn() -> Result<(), luminy::api::error::Error>) {
    if std::env::var(VARIABLE).as_deref() == Ok(name) {
        return main().expect("the example runs");
    }
    let own = std::env::current_exe().expect("a test runs");
    let test = format!("{name}_runs");
    let output = Command::new(own)
        .args([
            "--exact",
            &test,
            "--nocapture",
            "--test-threads=1",
            "--format=terse",
        ])
        .env(VARIABLE, name)
        .output()
        .expect("the test can be run again");
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{text}");
    let ours = |line: &&str| !["", "."].contains(line) && !line.starts_with("running ");
    let lines = text.lines().filter(ours);
    let lines = lines.take_while(|line| !line.contains("test result:"));
    let printed: String = lines.map(|line| format!("{line}\n")).collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("examples/{name}.expected"));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &printed).expect("the file can be written");
    }
    let expected = std::fs::read_to_string(&path).expect("what it prints is known");
    assert_eq!(printed, expected, "{name}");
}

macro_rules! recipes {
    ($($name:ident $test:ident)*) => {$(
        #[test]
        fn $test() {
            check(stringify!($name), || $name::main().map(drop));
        }
    )*};
}

recipes! {
    hello hello_runs
    rules_engine rules_engine_runs
    game_ai game_ai_runs
    config_check config_check_runs
    scheduling scheduling_runs
    permissions permissions_runs
    server server_runs
}
