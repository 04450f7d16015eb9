//! Serves queries from many threads: one program, an engine for each request.

use std::sync::mpsc::channel;
use std::thread;

use luminy::api::error::Error;
use luminy::api::program::Program;
use luminy::params;

const RULES: &str = "
reachable(From, To) :- reach([From], [From], To).

reach([At|_], _, At).
reach([At|Open], Seen, To) :-
    findall(Next, ( edge(At, Next), \\+ memberchk(Next, Seen) ), Found),
    sort(Found, New),
    append(Seen, New, Seen1),
    append(Open, New, Open1),
    reach(Open1, Seen1, To).
";

pub fn main() -> Result<(), Error> {
    let edges = (0..300_i64).flat_map(|n| [(n, (n * 7 + 1) % 300), (n, (n + 2) % 300)]);
    let program = Program::builder()
        .facts("edge/2", edges)
        .source("graph.pl", RULES)
        .build()?;
    let question = program.engine().prepare("reachable(From, To)")?;
    let (answers, received) = channel();
    thread::scope(|scope| {
        for worker in 0..4_i64 {
            let (program, question, answers) = (program.clone(), question.clone(), answers.clone());
            scope.spawn(move || {
                for request in 0..25 {
                    let mut engine = program.engine();
                    let params = params! { "From" => worker * 25 + request, "To" => 17 };
                    let query = engine.query_prepared(&question, params);
                    let found = query.and_then(|mut query| query.advance());
                    answers.send(found).expect("the main thread listens");
                }
            });
        }
    });
    drop(answers);
    let mut count = 0;
    for answer in received {
        assert!(answer?);
        count += 1;
    }
    println!("{count} requests answered");
    assert_eq!(count, 100);
    Ok(())
}
