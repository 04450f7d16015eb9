//! Schedules the talks of a conference: rooms, times, and what the speakers want, with
//! constraints over integers.

use luminy::api::engine::Engine;
use luminy::api::error::Error;
use luminy::api::limits::Limits;
use luminy::api::values::Atom;
use luminy::record;

const RULES: &str = "
:- use_module(library(clpfd)).

% Plan has slot(Talk, Time, Room) for each talk. Rooms are numbers; those that
% people like best come first.
plan(Plan) :-
    findall(talk(Talk, Speaker, Size), talk(Talk, Speaker, Size), Talks),
    maplist(slot, Talks, Plan),
    maplist(place, Plan, Places),
    all_distinct(Places),
    apart(Talks, Plan),
    starts(opening, Plan, first),
    starts(closing, Plan, last),
    maplist(time, Plan, Times),
    maplist(room, Plan, Rooms),
    sum(Rooms, #=, Comfort),
    append(Times, Rooms, Choices),
    once(labeling([ff, min(Comfort)], Choices)).

% Where and when a talk can be held by itself.
slot(talk(Talk, Speaker, Size), slot(Talk, Time, Room)) :-
    hours(First, Last),
    Time in First..Last,
    findall([N], ( room(N, _, Seats), Seats >= Size ), Large),
    tuples_in([[Room]], Large),
    findall(Hour, away(Speaker, Hour), Hours),
    maplist(#\\=(Time), Hours).

% No two talks are at one place at one time ...
place(slot(_, Time, Room), Place) :-
    Place #= 100 * Time + Room.

% ... and nobody speaks twice at one time.
apart(Talks, Plan) :-
    findall(Speaker, talk(_, Speaker, _), Speakers0),
    sort(Speakers0, Speakers),
    maplist(speaks_apart(Talks, Plan), Speakers).

speaks_apart(Talks, Plan, Speaker) :-
    foldl(time_of(Speaker), Talks, Plan, [], Times),
    all_distinct(Times).

time_of(Speaker, talk(_, Speaker, _), slot(_, Time, _), Times, [Time|Times]) :- !.
time_of(_, _, _, Times, Times).

starts(Talk, Plan, Place) :-
    memberchk(slot(Talk, Time, _), Plan),
    hours(First, Last),
    ( Place == first -> Time #= First ; Time #= Last ),
    maplist(around(Place, Talk, Time), Plan).

around(_, Talk, _, slot(Talk, _, _)) :- !.
around(first, _, First, slot(_, Time, _)) :- Time #> First.
around(last, _, Last, slot(_, Time, _)) :- Time #< Last.

time(slot(_, Time, _), Time).
room(slot(_, _, Room), Room).

hours(9, 12).
room(1, hall, 300).
room(2, cellar, 40).
";

record! {
    /// A talk with its place.
    struct Slot {
        time: i64 = "Time",
        room: String = "Room",
        talk: String = "Talk",
    }
}

pub fn main() -> Result<(), Error> {
    let mut engine = Engine::builder().build();
    let talks = [
        ("opening", "ann", 250),
        ("types", "bob", 100),
        ("garbage", "ann", 30),
        ("search", "carl", 35),
        ("closing", "carl", 200),
    ];
    let talks = talks.map(|(talk, speaker, size)| (Atom(talk), Atom(speaker), size));
    engine.add_facts("talk/3", talks)?;
    let away = [("bob", 10), ("carl", 10)].map(|(speaker, hour)| (Atom(speaker), hour));
    engine.add_facts("away/2", away)?;
    engine.load_str(RULES)?;
    let query =
        "plan(_Plan), msort(_Plan, _), member(slot(Talk, Time, _N), _Plan), room(_N, Room, _)";
    let query = engine
        .query(query)?
        .limits(Limits::none().steps(10_000_000));
    let mut slots: Vec<Slot> = query.rows()?.collect::<Result<_, _>>()?;
    slots.sort_by_key(|slot| (slot.time, slot.room.clone()));
    for Slot { time, room, talk } in slots {
        println!("{time:>2} {room:<8} {talk}");
    }
    // Without the speaker of the opening there is no plan, and that is found out quickly.
    engine.add_facts("away/2", [(Atom("ann"), 9)])?;
    assert!(!engine.exists("plan(_)")?);
    Ok(())
}
