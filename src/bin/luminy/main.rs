//! The command line.

use luminy::api::engine::Engine;
use luminy::host::StdHost;

fn main() {
    let mut engine = Engine::new(Box::new(StdHost::new()));
    let machine = engine.machine();
    machine.reporter = Some(Box::new(|d| eprintln!("{d:?}")));
    let args: Vec<String> = std::env::args().skip(1).collect();
    for arg in args {
        let text = arg;
        let read = {
            let mut cx = luminy::syntax::reader::ReadContext {
                mem: &mut machine.mem,
                atoms: &mut machine.atoms,
                ops: &machine.ops,
                flags: &machine.flags,
                char_conversion: None,
                options: Default::default(),
            };
            luminy::syntax::reader::parse_text(&text, &mut cx)
        };
        let goal = match read {
            Ok(read) => read.term,
            Err(e) => {
                eprintln!("{e:?}");
                continue;
            }
        };
        let stop = machine.start(goal, luminy::atom::known::USER);
        let _ = machine.io.flush_all();
        match stop {
            luminy::engine::machine::Stop::Error(luminy::engine::machine::Uncaught::Term(ball)) => {
                let t = machine.mem.build(&ball).unwrap();
                eprintln!("error: {}", machine.quoted_text(t));
            }
            stop => eprintln!("{stop:?}"),
        }
        machine.finish();
        machine.reset();
    }
}
