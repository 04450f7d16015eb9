//! What queries with a limit of memory take from the process at most, whatever
//! single predicate they call: the limit, and what finding out takes.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use luminy::api::engine::Engine;
use luminy::api::error::Error;
use luminy::api::limits::{Limit, Limits};

/// Counts what is taken and the most that was taken at a time.
struct Counting;

static TAKEN: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

fn take(bytes: usize) {
    let taken = TAKEN.fetch_add(bytes, Ordering::Relaxed) + bytes;
    MOST.fetch_max(taken, Ordering::Relaxed);
}

// SAFETY: all is done by the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        take(layout.size());
        // SAFETY: as the caller has it.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        TAKEN.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller has it.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Old and new may be there at the same time.
        take(size);
        TAKEN.fetch_sub(layout.size(), Ordering::Relaxed);
        // SAFETY: as the caller has it.
        unsafe { System.realloc(block, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// What the queries may use.
const LIMIT: u64 = 16 << 20;

/// Queries of which a single predicate wants more, or nearly so.
const GOALS: &[&str] = &[
    "length(L, 100000000)",
    "length(L, 900000)",
    "numlist(1, 10000000, L)",
    "functor(T, f, 100000000)",
    "functor(T, f, 1000000), T =.. L",
    "findall(X, between(1, inf, X), L)",
    "findall(f(X,X,X,X), repeat, L)",
    "findall(T, ( repeat, big(T) ), L)",
    "bagof(X, between(1, 10000000, X), L)",
    "aggregate_all(bag(X), between(1, 10000000, X), L)",
    "atom_of(6000000, A)",
    "atom_of(6000000, A), atom_codes(A, L)",
    "atom_of(6000000, A), atom_chars(A, L)",
    "atom_of(1500000, A), atom_string(A, S), string_concat(S, S, T), string_codes(T, L)",
    "atom_of(6000000, A), upcase_atom(A, B), atom_concat(A, B, C), atom_concat(C, C, D), atom_concat(D, D, E)",
    "atom_of(3000000, A), findall(B, sub_atom(A, B, _, 0, _), L)",
    "atom_of(3000000, A), findall(B, sub_atom(A, _, _, 0, B), L)",
    "atom_of(3000000, A), atomic_list_concat([A,A,A,A,A,A,A,A,A,A], B)",
    "atom_of(3000000, A), atomic_list_concat(Parts, x, A)",
    "atom_of(3000000, A), split_string(A, \"x\", \"\", Parts)",
    "atom_of(3000000, A), format(atom(B), '~w~w~w~w~w~w~w~w', [A,A,A,A,A,A,A,A])",
    "format(atom(A), '~*c', [100000000, 0'x])",
    "format(atom(A), '~`xt~100000000|', [])",
    "format(atom(A), '~t~w~100000000|', [x])",
    "with_output_to(string(S), tab(100000000))",
    "with_output_to(string(S), ( repeat, write(abcdefgh), fail ))",
    "X is 2 ** 100000000000",
    "X is 7 ** 40000000",
    "X is 1 << 100000000, Y is X * X",
    "X is 3 ** 20000000, number_codes(X, L)",
    "X is 3 ** 10000000, format(atom(A), '~d', [X])",
    "X is 7 ** (7 ** (7 ** 7))",
    "numlist(1, 200000, L), foldl([X,A,B]>>(B is A * (X + 1000000000)), L, 1, P)",
    "list(L), copy_term(L, A), copy_term(L-A, B), copy_term(A-B, C), copy_term(B-C, D)",
    "wide(T), copy_term(T, A), copy_term(T-A, B), copy_term(A-B, C)",
    "shared(20, T), copy_term(T, C), C = T",
    "shared(26, T), term_to_atom(T, A)",
    "shared(26, T), assertz(kept(T))",
    "shared(26, T), findall(T, member(_, [1]), L)",
    "shared(26, T), nb_setval(key, T)",
    "shared(26, T), print(T)",
    "shared(26, T), catch(throw(T), C, true)",
    "shared(26, T), term_variables(T, Vs)",
    "shared(26, T), T = U, ground(U)",
    "shared(26, T), shared(26, U), T == U",
    "list(L), msort(L, A), msort(L, B), msort(L, C), msort(L, D), msort(L, E), msort(L, F)",
    "list(L), sort(0, @>=, L, A), sort(0, @>=, L, B), sort(0, @>=, L, C), sort(0, @>=, L, D)",
    "list(L), append(L, L, A), append(A, A, B), append(B, B, C)",
    "numlist(1, 400000, L), msort(L, M)",
    "numlist(1, 400000, L), sort(0, @>=, L, M)",
    "numlist(1, 400000, L), length(L, N)",
    "numlist(1, 400000, L), list_to_set(L, M)",
    "numlist(1, 300000, L), maplist([X,X-1]>>true, L, M), keysort(M, K)",
    "numlist(1, 400000, L), assertz(kept(L))",
    "numlist(1, 400000, L), assertz(kept(L)), kept(M), assertz(kept(M-L))",
    "numlist(1, 400000, L), nb_setval(key, L), nb_getval(key, M), nb_setval(other, M)",
    "numlist(1, 400000, L), throw(L)",
    "numlist(1, 400000, L), catch(throw(L), M, true)",
    "numlist(1, 400000, L), term_to_atom(L, A), term_to_atom(T, A)",
    "numlist(1, 400000, L), term_string(S, L)",
    "numlist(1, 400000, L), format(atom(A), '~w', [L])",
    "numlist(1, 400000, L), atomic_list_concat(L, A), atom_codes(A, Cs)",
    "numlist(1, 400000, L), atom_to_term('[a]', T, B), sumlist(L, S)",
    "numlist(1, 400000, L), term_hash(L, H)",
    "length(L, 400000), term_variables(L, M)",
    "length(L, 400000), copy_term(L, M)",
    "length(L, 400000), numbervars(L, 0, E)",
    "length(L, 200000), maplist([X]>>freeze(X, true), L), copy_term(L, M, Gs)",
    "length(L, 200000), L ins 0..1, sum(L, #=, 5)",
    "length(L, 100000), L ins 0..1000000, all_different(L)",
    "X in 0..100000000, findall(X, indomain(X), L)",
    "deep(400000, T), copy_term(T, U), T = U, T == U",
    "deep(400000, T), assertz(kept(T))",
    "deep(400000, T), term_to_atom(T, A)",
    "repeat, gensym(a_very_long_name_of_an_atom_, X), assertz(kept(X)), fail",
    "between(1, inf, X), atom_number(A, X), fail",
    "between(1, inf, X), assertz(kept(X)), fail",
    "between(1, inf, X), atom_concat(name_, X, K), nb_setval(K, X), fail",
    "string_of(3000000, S), string_code_list(S, L)",
    "string_of(3000000, S), term_string(T, S)",
    "string_of(3000000, S), sformat_all(S)",
    "length(L, 300000), T =.. [f|L], copy_term(T, U), T = U",
    "phrase(endless, L)",
    "tab_text(S)",
    "read_term_from_atom('f(X,Y,Z)', T, []), numlist(1, 400000, L), subsumes_term(L, L)",
    "numlist(1, 300000, L), list_to_assoc_all(L, A)",
    "numlist(1, 300000, L), foldl([X,S0,S]>>S = [X|S0], L, [], R)",
    "string_chars_loop([a])",
];

const PROGRAM: &str = "
:- use_module(library(clpfd)).
:- dynamic(kept/1).
list(L) :- numlist(1, 100000, L).
wide(T) :- functor(T, f, 300000).
big(f(L, L)) :- numlist(1, 1000, L).
shared(0, x) :- !.
shared(N, f(T, T)) :- M is N - 1, shared(M, T).
deep(0, x) :- !.
deep(N, T) :- deep(N, x, T).
deep(0, T, T) :- !.
deep(N, T0, T) :- M is N - 1, deep(M, f(T0), T).
atom_of(N, A) :- format(atom(A), '~*c', [N, 0'x]).
string_of(N, S) :- format(string(S), '~*c', [N, 0'x]).
string_code_list(S, L) :- string_codes(S, L), string_codes(T, L), T == S.
sformat_all(S) :- format(string(A), '~s', [S]), string_concat(A, S, B), string_lower(B, C), string_upper(C, _).
endless --> [a], endless.
tab_text(S) :- with_output_to(string(S), tab(100000000)).
list_to_assoc_all(L, A) :- findall(X-X, member(X, L), Ps), list_to_assoc(Ps, A).
string_chars_loop(L) :- append(L, L, M), string_chars(S, M), string_length(S, _), string_chars_loop(M).
";

#[test]
fn single_predicates_keep_to_the_limit_of_memory() {
    let only = std::env::var("GOAL").ok();
    let mut engine = Engine::builder().build();
    engine.load_str(PROGRAM).expect("the program is right");
    let before = engine.snapshot();
    let mut faults = Vec::new();
    for goal in GOALS {
        if only.as_ref().is_some_and(|only| !goal.contains(only)) {
            continue;
        }
        engine.restore(&before);
        let (found, bytes, time) = measured(&mut engine, goal);
        let is_fine = matches!(
            found,
            Ok(_)
                | Err(Error::Exceeded(Limit::Memory(_) | Limit::Time(_)))
                | Err(Error::Exception(_))
        );
        let what = match &found {
            Ok(holds) => format!("{holds}"),
            Err(error) => error.to_string().chars().take(60).collect(),
        };
        let line = format!(
            "{:>8.1} MB {:>6} ms {what:<30} {goal}",
            bytes as f64 / 1e6,
            time.as_millis()
        );
        if only.is_some() || std::env::var("SHOW").is_ok() {
            println!("{line}");
        }
        if !is_fine || bytes as u64 > allowed(goal) {
            faults.push(line);
        }
        assert!(
            engine
                .run_goal("atom_length(abc, 3)")
                .expect("the engine goes on"),
            "{goal}"
        );
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The most bytes that a goal may take. A block that grows is there twice for a moment,
/// and what is thrown to the host becomes a term of its own.
fn allowed(goal: &str) -> u64 {
    match goal.contains("throw(L)") && !goal.contains("catch") || goal.contains("term_string(S, L)")
    {
        true => 8 * LIMIT,
        false => 4 * LIMIT,
    }
}

/// Runs a goal with the limit: what came of it, the most that it took, the time.
fn measured(engine: &mut Engine, goal: &str) -> (Result<bool, Error>, usize, Duration) {
    let limits = Limits::none()
        .memory(LIMIT)
        .time(Duration::from_secs(5))
        .output(1 << 20);
    let taken = TAKEN.load(Ordering::Relaxed);
    MOST.store(taken, Ordering::Relaxed);
    let start = Instant::now();
    let mut query = engine.query(goal).expect("well formed").limits(limits);
    let found = query.advance();
    drop(query);
    let most = MOST.load(Ordering::Relaxed) - taken;
    (found, most, start.elapsed())
}
