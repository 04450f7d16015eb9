//! A game's AI that thinks for at most a millisecond a frame.
//!
//! The world is a table: rules see the state of the game without copying it.
//! Where a search is not done within its frame, it goes on in the next one.

use std::sync::Arc;
use std::time::Duration;

use luminy::api::engine::Engine;
use luminy::api::error::Error;
use luminy::api::query::Step;
use luminy::api::table::{Pattern, Table, TableRows};
use luminy::api::values::Atom;

const MIND: &str = "
% The way to the treasure with the fewest steps, by breadth.
way(Way) :-
    unit(hero, X-Y),
    unit(treasure, Goal),
    search([[X-Y]], [X-Y], Goal, Reversed),
    reverse(Reversed, Way).

search([[At|Path]|_], _, At, [At|Path]) :- !.
search([[At|Path]|Paths], Seen, Goal, Way) :-
    findall([Next, At|Path], ( step(At, Next), \\+ memberchk(Next, Seen) ), New),
    findall(Next, member([Next|_], New), Nexts),
    append(Seen, Nexts, Seen1),
    append(Paths, New, Paths1),
    search(Paths1, Seen1, Goal, Way).

step(X-Y, X1-Y1) :-
    member(DX-DY, [1-0, 0-1, -1-0, 0 - -1]),
    X1 is X + DX, Y1 is Y + DY,
    free(X1, Y1).
";

/// The map of the game.
struct World {
    rows: Vec<&'static str>,
}

impl World {
    fn at(&self, x: usize, y: usize) -> Option<char> {
        self.rows.get(y)?.chars().nth(x)
    }

    fn find(&self, wanted: char) -> Option<(i64, i64)> {
        self.rows.iter().enumerate().find_map(|(y, row)| {
            let x = row.chars().position(|c| c == wanted)?;
            Some((x as i64, y as i64))
        })
    }
}

/// `unit(Name, X-Y)`
struct Units(Arc<World>);

impl Table for Units {
    type Row = (Atom<&'static str>, (i64, i64));

    fn scan(self: Arc<Self>, _: &Pattern<'_>) -> TableRows<Self::Row> {
        let units = [("hero", 'h'), ("treasure", 't')];
        Box::new(units.into_iter().filter_map(move |(name, mark)| {
            let place = self.0.find(mark)?;
            Some((Atom(name), place))
        }))
    }
}

pub fn main() -> Result<(), Error> {
    let rows = vec!["h..#....", ".#.#.##.", ".#...#..", ".####.#.", "......#t"];
    let world = Arc::new(World { rows });
    let mut engine = Engine::builder().build();
    engine.share_table("unit/2", Arc::new(Units(world.clone())))?;
    let map = world.clone();
    engine.register("free/2", move |x: i64, y: i64| {
        let place = usize::try_from(x).ok().zip(usize::try_from(y).ok());
        place.is_some_and(|(x, y)| map.at(x, y).is_some_and(|c| c != '#'))
    })?;
    engine.load_str(MIND)?;

    let mut thought = engine.query("way(Way)")?;
    let mut frames = 1;
    let way: Option<Vec<(i64, i64)>> = loop {
        match thought.run_for(Duration::from_millis(1))? {
            Step::Answer => break Some(thought.get("Way")?),
            Step::Finished => break None,
            // The frame is over: draw, and think on.
            Step::Paused => frames += 1,
        }
    };
    let way = way.expect("there is a way");
    println!("{} steps to go", way.len() - 1);
    assert!(frames >= 1);
    assert_eq!(way.len(), 16);
    Ok(())
}
