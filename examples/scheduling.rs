//! Schedules the talks of a conference: rooms, times, and what the speakers want.

use luminy::api::engine::Engine;
use luminy::api::error::Error;
use luminy::api::limits::Limits;
use luminy::api::values::Atom;

const RULES: &str = "
% Slots holds a slot Time-Room for each of Talks, in order.
schedule([], _, []).
schedule([Talk|Talks], Taken, [slot(Talk, Time, Room)|Slots]) :-
    talk(Talk, Speaker, Size),
    time(Time),
    room(Room, Seats),
    Seats >= Size,
    \\+ member(slot(_, Time, Room), Taken),
    \\+ ( member(slot(Other, Time, _), Taken), talk(Other, Speaker, _) ),
    \\+ away(Speaker, Time),
    schedule(Talks, [slot(Talk, Time, Room)|Taken], Slots).

plan(Slots) :-
    findall(Size-Talk, talk(Talk, _, Size), Sized),
    sort(0, @>=, Sized, Large),
    findall(Talk, member(_-Talk, Large), Talks),
    schedule(Talks, [], Slots).

time(9). time(10). time(11).
room(hall, 300). room(cellar, 40).
";

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
    engine.add_facts(
        "away/2",
        [(Atom("bob"), 9), (Atom("carl"), 9), (Atom("ann"), 10)],
    )?;
    engine.load_str(RULES)?;
    let query = engine.query("plan(Plan), member(slot(Talk, Time, Room), Plan)")?;
    let query = query.limits(Limits::none().steps(1_000_000));
    for row in query.rows::<(luminy::api::term::Term, String, i64, String)>()? {
        let (_, talk, time, room) = row?;
        println!("{time:>2} {room:<8} {talk}");
    }
    assert!(engine.exists("plan(P), length(P, 5)")?);
    Ok(())
}
