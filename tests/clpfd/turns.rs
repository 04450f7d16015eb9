//! Constraints in queries that pause and go on, in threads, and under clauses that
//! change.

use std::time::Duration;

use luminy::api::engine::Engine;
use luminy::api::limits::Limits;
use luminy::api::program::Program;
use luminy::api::query::Step;

const RULES: &str = "
    :- use_module(library(clpfd)).
    :- dynamic small/1.
    small(X) :- X in 1..5, X #> 2, label([X]).
    pigeons(N) :- length(Xs, N), Holes is N - 1, Xs ins 1..Holes, apart(Xs), label(Xs).
    apart([]).
    apart([X|Xs]) :- maplist(#\\=(X), Xs), apart(Xs).
    queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs).
    safe([]).
    safe([Q|Qs]) :- safe(Qs, Q, 1), safe(Qs).
    safe([], _, _).
    safe([R|Qs], Q, D) :- Q #\\= R, abs(Q - R) #\\= D, D1 is D + 1, safe(Qs, Q, D1).
    boxes([], []).
    boxes([X|Xs], [box(X,2,0,1)|Bs]) :- boxes(Xs, Bs).
    many(0, _) :- !.
    many(N, X) :- Y #= X + N, Y #\\= 3 * N, N1 is N - 1, many(N1, X).
";

/// Something of each kind of propagator and search.
const GOALS: &[&str] = &[
    "[X,Y] ins 0..40, X * Y #= 36, X #> Y, label([X,Y]).",
    "[X,Y,Z] ins 0..12, X mod Y #= Z, X // 3 #= Y, label([X,Y,Z]).",
    "[X,Y] ins -3..3, X ^ 2 #= Z, Z rem 3 #= Y, label([X,Y]).",
    "[X,Y] ins 0..9, max(X, Y) #= 4, min(X, Y) + abs(X - Y) #> 3, labeling([down], [X,Y]).",
    "[X,Y] ins 0..9, X xor Y #= 5, X /\\ 3 #= 1, label([X,Y]).",
    "length(L, 5), L ins 1..5, all_distinct(L), L = [A,B|_], A #> B + 2, labeling([ffc], L).",
    "length(L, 5), L ins 1..5, all_different(L), sum(L, #=, 15), L = [5|_], labeling([min], L).",
    "queens(6, L), labeling([ff], L).",
    "pigeons(6).",
    "tuples_in([[X,Y],[Y,Z]], [[1,2],[2,3],[3,1],[2,4]]), label([X,Y,Z]).",
    "length(L, 4), circuit(L), label(L).",
    "[A,B,C] ins 0..6, serialized([A,B,C], [3,2,2]), label([A,B,C]).",
    "L = [A,B,C], L ins 0..4, cumulative([task(A,2,_,1,_),task(B,2,_,2,_),task(C,2,_,1,_)], [limit(2)]), label(L).",
    "L = [A,B,C], L ins 0..4, boxes(L, Bs), disjoint2(Bs), label(L).",
    "length(L, 5), automaton(L, [source(a),sink(b)], [arc(a,0,a),arc(a,1,b),arc(b,1,b),arc(b,0,a)]), label(L).",
    "length(L, 4), L ins 1..3, global_cardinality(L, [1-2,2-X,3-Y]), X #> Y, label([X,Y|L]).",
    "element(I, [3,1,4,1,5], X), X #> 2, label([I,X]).",
    "[A,B,C,D] ins 0..1, lex_chain([[A,B],[C,D]]), A + B #>= C, label([A,B,C,D]).",
    "length(L, 4), L ins 0..3, nvalue(2, L), count(3, L, #=, 2), label(L).",
    "L = [A,B,C], L ins 0..4, (A #< B) #<==> (B #< C), A #= C #\\/ B #= 4, label(L).",
    "[A,B,C] ins 0..6, 2*A + 3*B #= C + 4, labeling([max(A+B),bisect], [A,B,C]).",
    "[A,B,C] ins 0..9, A * B #= C, labeling([maximize(C - A),ff], [A,B,C]).",
    "L = [A,B], L ins 0..3, freeze(A, B #> A), dif(A, 1), label(L).",
    "[X,Y] ins 0..20000, 3*X #< 2*Y, 2*Y #< 3*X.",
    "X in 0..50, many(30, X), labeling([dom_w_deg], [X]).",
];

fn engine() -> Engine {
    let mut engine = Engine::new();
    engine.load_str(RULES).expect("it loads");
    engine
}

/// All answers, found by turns of so many steps, or in one go.
fn answers(engine: &mut Engine, goal: &str, turn: Option<u64>) -> Vec<String> {
    let mut query = engine.query(goal).expect("it is read");
    let mut answers = Vec::new();
    loop {
        match query.run_steps(turn.unwrap_or(u64::MAX)).expect(goal) {
            Step::Answer => answers.push(query.answer().expect("it is there").to_string()),
            Step::Paused => assert!(turn.is_some()),
            Step::Finished => return answers,
        }
    }
}

#[test]
fn turns_do_not_change_what_constraints_give() {
    let mut engine = engine();
    for goal in GOALS {
        let whole = answers(&mut engine, goal, None);
        for turn in [1, 7, 100] {
            assert_eq!(
                answers(&mut engine, goal, Some(turn)),
                whole,
                "{goal} {turn}"
            );
        }
    }
}

#[test]
fn limits_that_are_raised_do_not_change_what_constraints_give() {
    let mut engine = engine();
    for goal in GOALS {
        let whole = answers(&mut engine, goal, None);
        let query = engine.query(goal).expect("it is read");
        let mut query = query.limits(Limits::none().steps(20));
        let mut found = Vec::new();
        loop {
            match query.advance() {
                Ok(true) => found.push(query.answer().expect("it is there").to_string()),
                Ok(false) => break,
                Err(_) => query.add_steps(20),
            }
        }
        assert_eq!(found, whole, "{goal}");
    }
}

#[test]
fn short_turns_of_time_come_to_an_end() {
    let mut engine = engine();
    for goal in [
        "pigeons(8).",
        "[X,Y] ins 0..200000, 3*X #< 2*Y, 2*Y #< 3*X.",
    ] {
        let mut query = engine.query(goal).expect("it is read");
        while query.run_for(Duration::from_micros(100)).expect(goal) == Step::Paused {}
    }
}

#[test]
fn engines_of_one_program_solve_in_threads() {
    let mut engine = engine();
    let whole: Vec<_> = GOALS
        .iter()
        .map(|goal| answers(&mut engine, goal, None))
        .collect();
    let program = Program::builder().source("rules.pl", RULES).build();
    let program = program.expect("the rules are right");
    let solve = |shift: usize| {
        let (program, whole) = (program.clone(), whole.clone());
        std::thread::spawn(move || {
            let mut engine = program.engine();
            for round in 0..2 * GOALS.len() {
                let at = (round + shift) % GOALS.len();
                let turn = (round % 2 == 0).then_some(50);
                assert_eq!(answers(&mut engine, GOALS[at], turn), whole[at]);
            }
        })
    };
    let threads: Vec<_> = [0, 7, 13, 19].map(solve).into_iter().collect();
    for thread in threads {
        thread.join().expect("it comes to its end");
    }
}

#[test]
fn clauses_that_go_while_they_run_leave_constraints_alone() {
    let mut engine = engine();
    let goal = "findall(X, ( small(X), abolish(small/1) ), L).";
    assert_eq!(answers(&mut engine, goal, None), ["L = [3, 4, 5]"]);
    engine.load_str(RULES).expect("it loads again");
    let goal = "Y in 1..9, findall(X, ( small(X), X #< Y, retractall(small(_)) ), L), Y #> 8.";
    assert_eq!(
        answers(&mut engine, goal, Some(3)),
        ["Y = 9, L = [3, 4, 5]"]
    );
}

#[test]
fn networks_that_take_too_much_leave_the_engine_usable() {
    for goal in [
        "X in 0..100000000, many(100000000, X).",
        "length(L, 3000000), L ins 0..9, all_distinct(L).",
        "length(L, 2000), L ins 0..1000000, apart(L), fail.",
        "length(L, 300000), L ins 0..1, sum(L, #=, S), maplist([X,B]>>(X #= S #<==> B), L, _), fail.",
    ] {
        let mut engine = Engine::builder().memory(32 << 20).build();
        engine.load_str(RULES).expect("it loads");
        let mut query = engine.query(goal).expect("it is read");
        assert!(query.advance().is_err(), "{goal}");
        drop(query);
        assert_eq!(answers(&mut engine, GOALS[0], None).len(), 4, "{goal}");
    }
}
