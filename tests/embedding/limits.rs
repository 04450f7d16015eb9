//! Limits, interrupts, resumption.

use std::thread;
use std::time::{Duration, Instant};

use luminy::api::engine::Engine;
use luminy::api::error::Error;
use luminy::api::limits::{Limit, Limits};
use luminy::api::query::Step;
use luminy::error::Resource;
use luminy::params;

use super::engine;

/// What ends a goal with these limits.
fn exceeded(engine: &mut Engine, goal: &str, limits: Limits) -> Resource {
    let query = engine.query(goal).expect("well formed").limits(limits);
    let outcome = query.first::<()>();
    match outcome {
        Err(Error::Exceeded(limit)) => limit.resource(),
        other => panic!("{goal}: {other:?}"),
    }
}

fn usable(engine: &mut Engine) {
    assert!(
        engine
            .run_goal("numlist(1, 1000, L), sum_list(L, 500500)")
            .expect("the engine goes on")
    );
}

#[test]
fn steps_stop_a_loop_at_the_same_point_every_time() {
    let counted = |limit| {
        let mut engine = engine();
        engine
            .load_str(":- dynamic n/1. n(0). run :- retract(n(X)), Y is X + 1, assertz(n(Y)), run.")
            .expect("it loads");
        assert_eq!(
            exceeded(&mut engine, "run", Limits::none().steps(limit)),
            Resource::Steps
        );
        usable(&mut engine);
        let mut query = engine.query("n(X)").expect("well formed");
        match query.advance().expect("it runs") {
            true => query.get::<i64>("X").expect("an integer"),
            // It was between two clauses.
            false => -1,
        }
    };
    for limit in [1, 2, 100, 5000, 12345] {
        assert_eq!(counted(limit), counted(limit), "{limit}");
    }
    assert!(counted(20_000) > counted(10_000));
}

#[test]
fn no_limit_can_be_caught() {
    let mut engine = engine();
    engine
        .load_str(
            "loop :- catch(loop1, _, true), loop. loop1 :- loop1.
         deep(N) :- M is N + 1, deep(M), atom(N).
         big(L) :- big([L, L, L, L|L]).
         talk :- write(hello), talk.",
        )
        .expect("it loads");
    let caught = |goal: &str| format!("catch(catch(({goal}), _, true), _, true)");
    let none = Limits::none();
    let cases = [
        ("loop", none.steps(100_000), Resource::Steps),
        ("loop", none.time(Duration::from_millis(30)), Resource::Time),
        ("deep(0)", none.depth(10_000), Resource::Depth),
        ("big([])", none.memory(1 << 20), Resource::Memory),
        ("talk", none.output(1000), Resource::Output),
        ("repeat, write(x), fail", none.output(10), Resource::Output),
    ];
    for (goal, limits, expected) in cases {
        assert_eq!(
            exceeded(&mut engine, &caught(goal), limits),
            expected,
            "{goal}"
        );
        usable(&mut engine);
    }
}

#[test]
fn limits_of_zero_are_limits() {
    let mut engine = engine();
    let none = Limits::none();
    assert_eq!(
        exceeded(&mut engine, "true", none.steps(0)),
        Resource::Steps
    );
    assert_eq!(
        exceeded(&mut engine, "true", none.memory(0)),
        Resource::Memory
    );
    assert_eq!(
        exceeded(&mut engine, "repeat, fail", none.time(Duration::ZERO)),
        Resource::Time
    );
    assert_eq!(
        exceeded(&mut engine, "write(a), repeat, fail", none.output(0)),
        Resource::Output
    );
    usable(&mut engine);
}

#[test]
fn what_is_within_the_limits_runs() {
    let mut engine = engine();
    let limits = Limits::none()
        .steps(100_000)
        .time(Duration::from_secs(20))
        .memory(64 << 20)
        .depth(5000)
        .output(100);
    let query = engine.query("numlist(1, 1000, L), sum_list(L, S), write(S)");
    let sum = query
        .expect("well formed")
        .limits(limits)
        .rows::<(Vec<i64>, i64)>();
    let sum = sum
        .expect("two columns")
        .next()
        .expect("an answer")
        .expect("it runs");
    assert_eq!(sum.1, 500_500);
}

#[test]
fn the_database_and_atoms_count_as_memory() {
    let mut engine = engine();
    engine
        .load_str(
            ":- dynamic f/1. fill(N) :- assertz(f(N)), M is N + 1, fill(M).
         name(N, As) :- atom_concat(some_long_name_, N, A), M is N + 1, name(M, [A|As]).
         set(N) :- numlist(1, 1000, L), atom_number(A, N), nb_setval(A, L), M is N + 1, set(M).",
        )
        .expect("it loads");
    let limits = Limits::none().memory(8 << 20);
    for goal in ["fill(0)", "name(0, [])", "findall(X, repeat, _)", "set(0)"] {
        assert_eq!(
            exceeded(&mut engine, goal, limits),
            Resource::Memory,
            "{goal}"
        );
        usable(&mut engine);
    }
}

#[test]
fn a_query_goes_on_where_it_stopped() {
    let mut engine = engine();
    let query = engine
        .query("between(1, inf, X), X mod 1000 =:= 0")
        .expect("well formed");
    let mut query = query.limits(Limits::none().steps(500));
    let mut found = Vec::new();
    let mut refills = 0;
    while found.len() < 3 {
        match query.advance() {
            Ok(true) => found.push(query.get::<i64>("X").expect("an integer")),
            Ok(false) => panic!("it does not end"),
            Err(Error::Exceeded(Limit::Steps(_))) => {
                query.add_steps(500);
                refills += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert_eq!(found, [1000, 2000, 3000]);
    assert!(refills > 5);
}

#[test]
fn an_iterator_ends_behind_a_limit() {
    let mut engine = engine();
    let query = engine.query("between(1, inf, X)").expect("well formed");
    let query = query.limits(Limits::none().steps(100));
    let results: Vec<bool> = query.map(|answer| answer.is_ok()).collect();
    assert_eq!(results.iter().filter(|&&is_ok| !is_ok).count(), 1);
    assert_eq!(results.last(), Some(&false));
}

#[test]
fn turns_are_short() {
    let mut engine = engine();
    let mut query = engine.query("repeat, fail").expect("well formed");
    for _ in 0..5 {
        let start = Instant::now();
        assert_eq!(
            query.run_for(Duration::from_millis(2)).expect("it runs"),
            Step::Paused
        );
        assert!(start.elapsed() < Duration::from_millis(1000));
    }
    assert_eq!(query.run_steps(1000).expect("it runs"), Step::Paused);
    drop(query);
    usable(&mut engine);
}

#[test]
fn turns_come_to_the_same_answers() {
    let mut engine = engine();
    engine
        .load_str(
            "queens(N, Qs) :- numlist(1, N, Ns), permutation(Ns, Qs), safe(Qs).
        safe([]). safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
        no_attack(_, [], _).
        no_attack(Q, [R|Rs], D) :- Q =\\= R + D, Q =\\= R - D, E is D + 1, no_attack(Q, Rs, E).",
        )
        .expect("it loads");
    let whole: Vec<Vec<i64>> = engine
        .query("queens(6, Qs)")
        .expect("well formed")
        .column("Qs")
        .expect("lists");
    let mut query = engine.query("queens(6, Qs)").expect("well formed");
    let mut parts: Vec<Vec<i64>> = Vec::new();
    loop {
        match query.run_steps(77).expect("it runs") {
            Step::Answer => parts.push(query.get("Qs").expect("a list")),
            Step::Paused => {}
            Step::Finished => break,
        }
    }
    assert_eq!(parts, whole);
    assert_eq!(whole.len(), 4);
}

#[test]
fn cleanup_goals_of_a_limited_query_are_limited() {
    let mut engine = engine();
    let goal = "setup_call_cleanup(true, (repeat, fail), (repeat, fail))";
    let limits = Limits::none().steps(10_000);
    assert_eq!(exceeded(&mut engine, goal, limits), Resource::Steps);
    usable(&mut engine);
    let query = engine
        .query("setup_call_cleanup(true, member(X, [1, 2]), (repeat, fail))")
        .expect("well formed");
    let mut query = query.limits(limits);
    assert!(query.advance().expect("an answer"));
    drop(query);
    usable(&mut engine);
}

#[test]
fn loading_keeps_to_the_limits_of_the_engine() {
    let mut engine = Engine::builder()
        .limits(Limits::none().steps(100_000))
        .build();
    let loaded = engine.load_str("p(1). :- repeat, fail. p(2).");
    assert!(
        matches!(loaded, Err(Error::Exceeded(Limit::Steps(_)))),
        "{loaded:?}"
    );
    engine.load_str("p(3).").expect("it loads");
    assert!(engine.run_goal("p(3), \\+ p(1)").expect("it runs"));
}

#[test]
fn interrupts_come_through_quickly() {
    let mut engine = engine();
    let goals = [
        "repeat, fail",
        "findall(X, between(1, inf, X), _)",
        "numlist(1, 3000000, L), msort(L, _), fail ; repeat, fail",
    ];
    for goal in goals {
        let handle = engine.interrupt_handle();
        let watchdog = thread::spawn(move || {
            thread::sleep(Duration::from_millis(30));
            handle.interrupt();
            Instant::now()
        });
        assert!(
            matches!(engine.run_goal(goal), Err(Error::Interrupted)),
            "{goal}"
        );
        let asked = watchdog.join().expect("nothing panics");
        assert!(
            asked.elapsed() < Duration::from_secs(5),
            "{goal}: {:?}",
            asked.elapsed()
        );
        usable(&mut engine);
    }
}

#[test]
fn endless_work_inside_builtins_has_limits() {
    let mut engine = engine();
    let limits = Limits::none()
        .memory(16 << 20)
        .time(Duration::from_secs(10));
    for goal in [
        "X is 2 ** 100000000000",
        "length(L, 100000000)",
        "numlist(1, 10000000, L)",
    ] {
        let query = engine.query(goal).expect("well formed").limits(limits);
        assert!(query.first::<()>().is_err(), "{goal}");
        usable(&mut engine);
    }
}

#[test]
fn long_expressions_and_terms_of_many_tokens_keep_to_the_time() {
    let mut engine = engine();
    let many: Vec<String> = (0..400_000).map(|number| format!("_{number}")).collect();
    let text = format!("[{}]", many.join(","));
    for goal in [
        "length(L, 60), foldl([_, A, A + A]>>true, L, 1, T), _ is T",
        "length(L, 60), foldl([_, A, A + A]>>true, L, 1, T), T > 0",
        "numlist(1, 200000, L), foldl([X, A, A * X]>>true, L, 1, T), _ is T",
        "repeat, term_string(_, Text), fail",
    ] {
        let limits = Limits::none().time(Duration::from_millis(100));
        let query = match goal.contains("Text") {
            true => engine.query_with(goal, params! { "Text" => text.as_str() }),
            false => engine.query(goal),
        };
        let found = query.expect("well formed").limits(limits).first::<()>();
        assert!(
            matches!(found, Err(Error::Exceeded(Limit::Time(_)))),
            "{goal}"
        );
        usable(&mut engine);
    }
}

/// What follows a mistake is passed over as far as the end of the clause.
#[test]
fn a_long_broken_clause_keeps_to_the_time() {
    let mut engine = engine();
    let text = "a b ".repeat(5_000_000);
    let goal = "open_string(Text, S), read(S, _)";
    let query = engine.query_with(goal, params! { "Text" => text.as_str() });
    let limits = Limits::none().time(Duration::from_millis(100));
    let found = query.expect("well formed").limits(limits).first::<()>();
    assert!(matches!(found, Err(Error::Exceeded(Limit::Time(_)))));
    usable(&mut engine);
    let short = "open_string(\"a b. c.\", S), catch(read(S, _), error(syntax_error(_), _), true), \
                 read(S, c)";
    assert!(engine.exists(short).expect("it runs"));
}

/// Instructions that unify long terms count as many calls: the clock is looked at soon.
#[test]
fn long_unifications_in_a_loop_keep_to_the_time() {
    for walk in ["L = M", "\\+ L \\== M", "\\+ \\+ L = N"] {
        let mut engine = engine();
        engine
            .run_goal("nb_setval(rounds, 0)")
            .expect("it is right");
        let goal = format!(
            "numlist(1, 1000000, L), numlist(1, 1000000, M), length(N, 1000000),
             repeat, {walk}, nb_getval(rounds, R), S is R + 1, nb_setval(rounds, S), fail"
        );
        let mut query = engine.query(&goal).expect("well formed");
        query.set_limits(Limits::none().time(Duration::from_millis(500)));
        assert!(matches!(query.advance(), Err(Error::Exceeded(_))), "{walk}");
        drop(query);
        let mut query = engine.query("nb_getval(rounds, R)").expect("well formed");
        assert!(query.advance().expect("it runs"));
        let rounds = query.get::<i64>("R").expect("an integer");
        assert!((0..300).contains(&rounds), "{walk}: {rounds}");
    }
}

#[test]
fn a_library_is_whole_wherever_a_query_ends() {
    // Each number of steps ends the query elsewhere in the load of the library.
    for steps in (1..20_000).step_by(997) {
        let mut engine = engine();
        let goal = "foldl([X, A, B]>>(B is A + X), [1, 2, 3], 0, S), assoc_to_list(t, L)";
        let limits = Limits::none().steps(steps);
        let found = engine
            .query(goal)
            .expect("well formed")
            .limits(limits)
            .first::<()>();
        assert!(
            matches!(found, Ok(Some(())) | Err(Error::Exceeded(Limit::Steps(_)))),
            "{steps}: {found:?}"
        );
        for goal in [
            goal,
            "list_to_assoc([a-1], T), get_assoc(a, T, V), V == 1",
            "put_assoc(a, t, 1, _)",
        ] {
            assert!(engine.run_goal(goal).expect("it runs"), "{steps}: {goal}");
        }
        assert!(engine.take_diagnostics().is_empty());
    }
}

#[test]
fn limits_of_the_program_do_not_take_the_place_of_a_cleanup() {
    let mut engine = engine();
    engine
        .load_str(":- dynamic(done/1). tidy(N) :- tidied(N). tidied(N) :- assertz(done(N)). loop :- loop.")
        .expect("it loads");
    for limit in 1..60 {
        let goal = format!(
            "retractall(done(_)), nb_setval(started, no),
             call_with_inference_limit(
                 setup_call_cleanup(nb_setval(started, yes), loop, tidy(1)), {limit}, _),
             nb_getval(started, S), ( S == yes -> done(1) ; true )"
        );
        assert!(engine.run_goal(&goal).expect("it runs"), "{limit}");
        let ended = format!(
            "retractall(done(_)), nb_setval(started, no),
             call_with_inference_limit(
                 ( setup_call_cleanup(nb_setval(started, yes), true, tidy(1)), loop ), {limit}, _),
             nb_getval(started, S), ( S == yes -> done(1) ; true )"
        );
        assert!(engine.run_goal(&ended).expect("it runs"), "{limit}");
    }
}

#[test]
fn builtins_over_long_texts_and_terms_keep_to_the_time() {
    let mut engine = engine();
    engine
        .load_str(
            "doubled(atom, X, Y) :- atom_concat(X, X, Y).
             doubled(string, X, Y) :- string_concat(X, X, Y).
             doubled(list, X, Y) :- append(X, X, Y).
             doubled(joined, X, Y) :- atomic_list_concat([X, X], Y).
             doubled(formatted, X, Y) :- format(atom(Y), \"~w~w\", [X, X]).
             doubled(codes, X, Y) :- atom_codes(X, L0), append(L0, L0, L), atom_codes(Y, L).
             doubled(upper, X, Y) :- atom_concat(X, X, Z), upcase_atom(Z, Y).
             doubled(part, X, Y) :- atom_concat(X, X, Z), sub_atom(Z, 1, _, 0, Y).
             doubled(written, X, f(X, X)) :- write(f(X, X)).
             doubled(told, X, Y) :- term_to_atom(f(X, X), Y).
             doubled(functor, X, Y) :- functor(_, f, X), Y is 2 * X.
             doubled(blanks, X, Y) :- tab(X), Y is 2 * X.
             doubled(collected, X, Y) :- string_concat(X, X, Y), findall(Y, true, _).
             double(Kind, X) :- doubled(Kind, X, Y), double(Kind, Y).",
        )
        .expect("it is right");
    let limits = Limits::none().time(Duration::from_millis(100));
    for goal in [
        "double(atom, abc)",
        "double(string, \"abc\")",
        "double(list, [a])",
        "double(joined, abc)",
        "double(formatted, abc)",
        "double(codes, abc)",
        "double(upper, abc)",
        "double(part, abc)",
        "double(written, abc)",
        "double(told, abc)",
        "double(functor, 1)",
        "double(blanks, 1)",
        "double(collected, \"abc\")",
        "tab(4294967296)",
        "with_output_to(string(_), tab(4294967296))",
        "repeat, format(\"~*c\", [16777216, 0'x]), fail",
    ] {
        let start = Instant::now();
        let result = engine
            .query(goal)
            .expect("it is right")
            .limits(limits)
            .advance();
        let took = start.elapsed();
        let is_stopped = matches!(
            result,
            Err(Error::Exceeded(Limit::Time(_)) | Error::Exception(_))
        );
        assert!(is_stopped, "{goal}: {result:?}");
        // Machines that run tests are busy with others.
        assert!(took < Duration::from_secs(4), "{goal}: {took:?}");
        usable(&mut engine);
    }
}

#[test]
fn a_time_limit_of_the_program_stops_before_what_takes_too_long() {
    let mut engine = Engine::builder()
        .capabilities(luminy::api::capabilities::Capabilities::none().clock())
        .build();
    engine
        .load_str("double(X) :- string_concat(X, X, Y), double(Y).")
        .expect("it is right");
    let goal = "catch(call_with_time_limit(0.1, double(\"abc\")), time_limit_exceeded, true)";
    assert!(engine.run_goal(goal).expect("it is caught"));
    usable(&mut engine);
}

#[test]
fn long_texts_balls_and_numbers_that_are_used_again_and_again_keep_to_the_time() {
    let mut engine = engine();
    engine
        .load_str(
            "doubled(0, X, X) :- !.
             doubled(N, X, Z) :- string_concat(X, X, Y), M is N-1, doubled(M, Y, Z).
             text(S) :- doubled(20, \"abcdefgh\", S0), string_concat(S0, \"ü\", S).
             again(G) :- repeat, ignore(call(G)), fail.",
        )
        .expect("it is right");
    for (start, goal) in [
        ("text(S)", "again(sub_string(S, _, _, 0, \"ü\"))"),
        ("text(S)", "again(sub_string(S, 8000000, 5, _, _))"),
        ("text(S)", "string_concat(_, _, S), fail"),
        ("text(S)", "gensym(S, _), fail"),
        ("text(S)", "again(sub_atom_icasechk(S, _, zz))"),
        ("text(S)", "again(format_time(atom(_), S, 0))"),
        (
            "nb_setval(v, x), text(S), nb_setval(v, S)",
            "again(nb_getval(v, _))",
        ),
        ("numlist(1, 2000000, L)", "again(catch(throw(L), _, true))"),
        (
            "numlist(1, 2000000, L)",
            "again(catch(atom_length(L, _), _, true))",
        ),
        (
            "numlist(1, 2000000, L)",
            "again(compound_name_arguments(_, f, L))",
        ),
        ("numlist(1, 2000000, L)", "again(sort(0, @>=, L, _))"),
        (
            "numlist(1, 2000000, L)",
            "repeat, length(K, 2000000), K = [a|_], fail",
        ),
    ] {
        let whole = format!("{start}, ( true ; {goal} )");
        let mut query = engine.query(&whole).expect("it is right");
        assert!(query.advance().expect("it starts"), "{whole}");
        query.set_limits(Limits::none().time(Duration::from_millis(100)));
        let start = Instant::now();
        let result = query.advance();
        let took = start.elapsed();
        assert!(
            matches!(result, Err(Error::Exceeded(Limit::Time(_))) | Ok(false)),
            "{goal}: {result:?}"
        );
        // Machines that run tests are busy with others.
        assert!(took < Duration::from_secs(4), "{goal}: {took:?}");
        drop(query);
        usable(&mut engine);
    }
}

#[test]
#[cfg(feature = "clpfd")]
fn constraints_on_long_integers_keep_to_the_time() {
    let mut engine = engine();
    engine.load_library("clpfd").expect("it is there");
    for goal in [
        "A is 3**1000000, repeat, X #= A*A, X < 0",
        "A is 3**1000000, B is 7**100000, repeat, A #= B*_, fail",
        "A is 3**1000000, repeat, A #= X*X, X < 0, fail",
        "X in 1..100000000, X mod 99999989 #= 5, X mod 7 #= 3, label([X])",
    ] {
        let start = Instant::now();
        let query = engine.query(goal).expect("it is right");
        let query = query.limits(Limits::none().time(Duration::from_millis(100)));
        let result = query.first::<()>();
        let took = start.elapsed();
        assert!(
            matches!(result, Err(Error::Exceeded(Limit::Time(_)))),
            "{goal}: {result:?}"
        );
        assert!(took < Duration::from_secs(4), "{goal}: {took:?}");
        usable(&mut engine);
    }
}

/// The clock is looked at after each call of a predicate of the host.
#[test]
fn predicates_of_the_host_that_take_long_are_ended_between_calls() {
    let mut engine = engine();
    engine
        .register("slow/0", || thread::sleep(Duration::from_millis(20)))
        .expect("it is new");
    let mut query = engine
        .query("between(1, 100, _), slow, fail")
        .expect("well formed");
    let turn = query.run_for(Duration::from_millis(50));
    assert!(matches!(turn, Ok(Step::Paused)), "{turn:?}");
    drop(query);
    let limits = Limits::none().time(Duration::from_millis(50));
    for goal in [
        "slow, slow, slow, slow",
        "between(1, 100, _), slow, fail",
        "slow, slow, slow, X = 1",
    ] {
        assert_eq!(
            exceeded(&mut engine, goal, limits),
            Resource::Time,
            "{goal}"
        );
    }
}

/// Each solution of an iterator of the host is such a call, also while none of them fits.
#[test]
fn iterators_of_the_host_that_take_long_are_ended_between_solutions() {
    let mut engine = engine();
    let slow = |count: u64| (0..count).inspect(|_| thread::sleep(Duration::from_millis(20)));
    engine.register_iter("slow/2", slow).expect("it is new");
    for goal in [
        "slow(100, _), fail",
        "slow(100, 99)",
        "slow(100, none)",
        "slow(100, X), X > 98",
        "forall(slow(100, X), X >= 0)",
        "findall(X, slow(100, X), Xs)",
        "between(1, 100, X), slow(1, _), fail",
    ] {
        let mut query = engine.query(goal).expect("well formed");
        let start = Instant::now();
        let turn = query.run_for(Duration::from_millis(50));
        assert!(matches!(turn, Ok(Step::Paused)), "{goal}: {turn:?}");
        assert!(start.elapsed() < Duration::from_millis(500), "{goal}");
        drop(query);
        let limits = Limits::none().time(Duration::from_millis(50));
        let start = Instant::now();
        let stopped = exceeded(&mut engine, goal, limits);
        assert_eq!(stopped, Resource::Time, "{goal}");
        assert!(start.elapsed() < Duration::from_millis(500), "{goal}");
    }
    // A turn that has ended goes on where it was.
    let mut query = engine.query("slow(6, X), X >= 5").expect("well formed");
    let mut turns = 0;
    while query.run_for(Duration::from_millis(30)).expect("it runs") == Step::Paused {
        turns += 1;
    }
    assert!((2..=6).contains(&turns), "{turns}");
    assert_eq!(query.get::<u64>("X").expect("it is bound"), 5);
}

/// What a collection has taken is given back when an exception leaves it.
#[test]
fn the_memory_of_solutions_is_free_after_an_error() {
    let mut engine = engine();
    engine.load_str(":- dynamic seen/1.").expect("it loads");
    for collect in ["findall(_, repeat, _)", "aggregate_all(bag(x), repeat, _)"] {
        let goal = format!(
            "catch({collect}, error(resource_error(memory), _), assertz(seen(1))),
             nb_setval(key, 1), numlist(1, 10, _), seen(_)"
        );
        assert!(engine.run_goal(&goal).expect("it is caught"), "{collect}");
    }
}
