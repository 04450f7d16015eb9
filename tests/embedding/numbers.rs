//! Numbers so long that one operation takes a while.

use std::thread;
use std::time::{Duration, Instant};

use luminy::api::error::Error;
use luminy::api::limits::{Limit, Limits};

use super::engine;

/// Goals that spend all of their time in single operations on long numbers.
const LONG: [&str; 18] = [
    "repeat, _ is 7 ** (7 ** 8), fail",
    "_ is 7 ** (7 ** 9)",
    "A is 3 ** 3_000_000, repeat, _ is A * (A + 1), fail",
    "A is 3 ** 3_000_000, B is 7 ** 500_000, repeat, _ is A // B, fail",
    "A is 3 ** 3_000_000, B is 7 ** 500_000, repeat, _ is -A mod B, fail",
    "A is 3 ** 3_000_000, B is 7 ** 500_000, repeat, _ is gcd(A, B), fail",
    "A is 3 ** 3_000_000, B is 7 ** 500_000, repeat, _ is A rdiv B, fail",
    "A is 1 rdiv 3 ** 1_000_000, B is 1 rdiv 7 ** 1_000_000, repeat, _ is A + B, fail",
    "A is 3 ** 3_000_000, repeat, nth_integer_root_and_remainder(3, A, _, _), fail",
    "A is 3 ** 3_000_000, repeat, nth_integer_root_and_remainder(2, A, _, _), fail",
    "A is 3 ** 1_000_000, B is 7 ** 500_000, repeat, _ is powm(3, A, B), fail",
    "A is 3 ** 1_000_000, repeat, _ is powm(3, A, 1_000_003), fail",
    "A is 3 ** 3_000_000, repeat, atom_length(A, _), fail",
    "A is 3 ** 3_000_000, repeat, format(atom(_), '~D', [A]), fail",
    "length(L, 3_000_000), maplist(=(0'7), L), repeat, number_codes(_, L), fail",
    "length(L, 3_000_000), maplist(=(0'7), L), atom_codes(A, L),
        repeat, term_to_atom(_, A), fail",
    "A is 3 ** 20_000, repeat, _ is A * A, fail",
    "A is 3 ** 3_000_000, repeat, catch(throw(A), _, true), fail",
];

#[test]
fn interrupts_stop_operations_on_long_numbers() {
    let mut engine = engine();
    let mut slowest = Duration::ZERO;
    for goal in LONG {
        let handle = engine.interrupt_handle();
        let watchdog = thread::spawn(move || {
            thread::sleep(Duration::from_millis(200));
            handle.interrupt();
            Instant::now()
        });
        let found = engine.run_goal(goal);
        let asked = watchdog.join().expect("nothing panics");
        assert!(
            matches!(found, Err(Error::Interrupted)),
            "{goal}: {found:?}"
        );
        slowest = slowest.max(asked.elapsed());
        assert!(engine.run_goal("X = 1, X =:= 1").expect("it goes on"));
    }
    // Far more than it takes, for machines that have much else to do.
    eprintln!("{slowest:?}");
    assert!(slowest < Duration::from_secs(2), "{slowest:?}");
}

#[test]
fn the_time_limit_stops_operations_on_long_numbers() {
    let mut engine = engine();
    for goal in LONG.into_iter().step_by(3) {
        let limits = Limits::none().time(Duration::from_millis(200));
        let start = Instant::now();
        let found = engine
            .query(goal)
            .expect("well formed")
            .limits(limits)
            .first::<()>();
        let exceeded = matches!(found, Err(Error::Exceeded(Limit::Time(_))));
        assert!(exceeded, "{goal}: {found:?}");
        assert!(start.elapsed() < Duration::from_secs(4), "{goal}");
    }
}

#[test]
fn an_uncaught_ball_may_be_a_long_number() {
    let mut engine = engine();
    assert!(
        engine
            .run_goal("A is 3 ** 3_000_000, nb_setval(a, A)")
            .expect("it runs")
    );
    let start = Instant::now();
    let thrown = engine.run_goal("nb_getval(a, A), throw(A)");
    eprintln!("{:?}", start.elapsed());
    assert!(matches!(thrown, Err(Error::Exception { .. })), "{thrown:?}");
}
