//! The command line.

use luminy::api::engine::Engine;
use luminy::engine::machine::{Stop, Uncaught};
use luminy::host::StdHost;

fn main() {
    let mut engine = Engine::new(Box::new(StdHost::new()));
    let machine = engine.machine();
    machine.reporter = Some(Box::new(|d| eprintln!("{d:?}")));
    let mut args = std::env::args().skip(1).peekable();
    let mut goals = Vec::new();
    let mut files = Vec::new();
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "--iso" => {
                machine.flags = luminy::flags::Flags::iso(&mut machine.atoms);
                machine.ops = luminy::ops::Ops::iso(&mut machine.atoms);
                machine.arith.flags.iso = true;
            }
            "-g" => goals.push(args.next().unwrap_or_default()),
            file => files.push(format!("consult('{file}')")),
        }
    }
    for text in files.into_iter().chain(goals) {
        let mut cx = luminy::syntax::reader::ReadContext {
            mem: &mut machine.mem,
            atoms: &mut machine.atoms,
            ops: &machine.ops,
            flags: &machine.flags,
            char_conversion: None,
            options: Default::default(),
        };
        let goal = match luminy::syntax::reader::parse_text(&text, &mut cx) {
            Ok(read) => read.term,
            Err(e) => {
                eprintln!("{e:?}");
                continue;
            }
        };
        let stop = machine.start(goal, luminy::atom::known::USER);
        let _ = machine.io.flush_all();
        match stop {
            Stop::Error(Uncaught::Term(ball)) => {
                let t = machine
                    .mem
                    .build(&ball)
                    .unwrap_or(luminy::term::cell::Cell::NIL);
                eprintln!("error: {}", machine.quoted_text(t));
            }
            Stop::Error(Uncaught::Halt(status)) => std::process::exit(status),
            Stop::Solution => {}
            stop => eprintln!("{stop:?}"),
        }
        machine.finish();
        machine.reset();
    }
}
