//! The examples of the cookbook run, and what they say of themselves holds.

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

#[test]
fn hello_runs() {
    hello::main().expect("the example runs");
}

#[test]
fn rules_engine_runs() {
    rules_engine::main().expect("the example runs");
}

#[test]
fn game_ai_runs() {
    game_ai::main().expect("the example runs");
}

#[test]
fn config_check_runs() {
    config_check::main().expect("the example runs");
}

#[test]
fn scheduling_runs() {
    scheduling::main().expect("the example runs");
}

#[test]
fn permissions_runs() {
    permissions::main().expect("the example runs");
}

#[test]
fn server_runs() {
    server::main().expect("the example runs");
}
