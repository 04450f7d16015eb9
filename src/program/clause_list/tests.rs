use super::walk::Cursor;
use super::{ClauseList, END, Slot};
use crate::program::clause::{Clause, Key};
use crate::program::probe::Place;
use crate::program::visits::Pin;
use crate::term::cell::{Cell, Functor, Tag};
use crate::term::image::ImageView;

/// The number of the clauses that have a variable instead.
const OPEN: i64 = -1;

fn fact(number: i64) -> Clause {
    let argument = match number {
        OPEN => Cell::reference(0),
        _ => Cell::small(number),
    };
    let words = [Functor::new(crate::atom::known::DOT, 1).0, argument.0];
    let view = ImageView {
        words: &words,
        root: Cell::new(Tag::Str, 0),
        variables: u32::from(number == OPEN),
        shared: false,
    };
    Clause::new(view, None)
}

fn numbers(list: &ClauseList, generation: u64) -> Vec<i64> {
    let slots = list.visible(generation).into_iter();
    let number = |slot| Cell(list.clause(slot).each_word().nth(1).unwrap()).small_value();
    slots.map(number).collect()
}

fn found(list: &mut ClauseList, number: i64, generation: u64) -> Vec<u32> {
    let key = |_: Place| Key(Cell::small(number).0);
    let mut cursor = list.start(1, &key).unwrap_or_else(|| list.prepare(1, &key));
    let mut slots = Vec::new();
    let sought = ClauseList::sought(cursor, &key);
    list.find(&mut cursor, &sought, generation);
    while !cursor.is_at_end() {
        slots.push(list.take(&mut cursor, &sought, generation).0);
    }
    slots
}

#[test]
fn what_nobody_sees_is_dropped_and_its_slot_used_again() {
    let mut list = ClauseList::default();
    let slots: Vec<Slot> = (0..20)
        .map(|n| list.add(fact(n), n as u64 + 1, true))
        .collect();
    assert_eq!(found(&mut list, 7, 20), [7]);
    for &slot in &slots[..10] {
        assert!(list.erase(slot, 21));
    }
    list.sweep(vec![]);
    assert_eq!((list.live, list.erased, list.all().count()), (10, 0, 10));
    assert!(!list.is_alive(slots[3], 4) && list.is_alive(slots[12], 13));
    let again = list.add(fact(3), 22, false);
    assert!(again.0 < 10);
    assert_eq!(found(&mut list, 3, 22), [again.0]);
    assert_eq!(found(&mut list, 4, 22), []);
    assert_eq!(numbers(&list, 22)[..2], [3, 10]);
}

#[test]
fn what_an_older_goal_sees_stays_and_what_came_after_it_goes() {
    let mut list = ClauseList::default();
    let old: Vec<Slot> = (0..4)
        .map(|n| list.add(fact(n), 1 + n as u64, true))
        .collect();
    let young = list.add(fact(9), 10, true);
    let pin = list.pin(5);
    for slot in old.iter().copied().chain([young]) {
        list.erase(slot, 11);
    }
    list.sweep(vec![]);
    assert_eq!(numbers(&list, 5), [0, 1, 2, 3]);
    assert_eq!((list.all().count(), list.erased), (4, 4));
    drop(pin);
    list.sweep(vec![2]);
    assert_eq!(numbers(&list, 5), [0, 1]);
    list.sweep(vec![]);
    assert_eq!((list.all().count(), list.erased, list.head), (0, 0, END));
}

#[test]
fn random_changes_agree_with_a_plain_list() {
    let mut list = ClauseList::default();
    let mut plain: Vec<(i64, Slot)> = Vec::new();
    let (mut generation, mut state) = (1u64, 12345u64);
    for _ in 0..5000 {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let random = (state >> 33) as usize;
        generation += 1;
        if random % 5 < 3 {
            let number = (random / 5 % 50) as i64;
            let at_end = random.is_multiple_of(2);
            let slot = list.add(fact(number), generation, at_end);
            plain.insert(if at_end { plain.len() } else { 0 }, (number, slot));
        } else if !plain.is_empty() {
            let (_, slot) = plain.remove(random % plain.len());
            assert!(list.erase(slot, generation));
            if random % 3 < 2 {
                list.drop_erased(slot);
            }
        }
        if list.is_sweep_due(0) || random.is_multiple_of(100) {
            list.sweep(vec![]);
        }
        let number = (random % 50) as i64;
        let with_number = plain.iter().filter(|one| one.0 == number);
        let expected: Vec<u32> = with_number.map(|one| one.1.0).collect();
        assert_eq!(found(&mut list, number, generation), expected);
    }
    let expected: Vec<i64> = plain.iter().map(|one| one.0).collect();
    assert_eq!(numbers(&list, generation), expected);
}
/// A goal that goes through a list, and what it has to find still.
struct Walk {
    cursor: Cursor,
    key: Key,
    generation: u64,
    expected: std::vec::IntoIter<u64>,
    _pin: Pin,
}

#[test]
fn goals_find_what_was_there_when_they_started() {
    let mut list = ClauseList::default();
    // Numbers with births, which tell clauses apart, and slots.
    let mut plain: Vec<(i64, u64, Slot)> = Vec::new();
    let mut walks: Vec<Walk> = Vec::new();
    let (mut generation, mut state) = (1u64, 99u64);
    for round in 0..60_000u64 {
        let has_open = round > 30_000;
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        let random = (state >> 33) as usize;
        generation += 1;
        // Times of growth and times of decay, down to nothing.
        let grows = random % 5 < if round / 500 % 2 == 0 { 3 } else { 1 };
        match random / 5 % 4 {
            0 | 1 if grows => {
                let number = (random / 20 % 6) as i64 - i64::from(has_open);
                let at_end = (random / 120).is_multiple_of(2);
                let slot = list.add(fact(number), generation, at_end);
                let place = if at_end { plain.len() } else { 0 };
                plain.insert(place, (number, generation, slot));
            }
            0 | 1 if !plain.is_empty() => {
                let (_, birth, slot) = plain.remove(random / 20 % plain.len());
                assert!(list.erase(slot, generation));
                let sees = |walk: &Walk| walk.generation >= birth;
                if walks.iter().any(sees) || list.drop_erased(slot).is_none() {
                    list.pass_erased(slot);
                }
            }
            2 if walks.len() < 5 => {
                let number = (random / 20 % 7) as i64;
                let key = match number {
                    6 => Key::ANY,
                    _ => Key(Cell::small(number).0),
                };
                let is_one =
                    |one: &&(i64, u64, Slot)| number == 6 || one.0 == number || one.0 == OPEN;
                let expected: Vec<u64> = plain.iter().filter(is_one).map(|one| one.1).collect();
                let given = |_: Place| key;
                let cursor = list.start(1, &given);
                let mut cursor = cursor.unwrap_or_else(|| list.prepare(1, &given));
                let sought = ClauseList::sought(cursor, &given);
                list.find(&mut cursor, &sought, generation);
                walks.push(Walk {
                    cursor,
                    key,
                    generation,
                    expected: expected.into_iter(),
                    _pin: list.pin(generation),
                });
            }
            _ if !walks.is_empty() => {
                let at = random / 20 % walks.len();
                let walk = &mut walks[at];
                let found = (!walk.cursor.is_at_end()).then(|| {
                    let sought = ClauseList::sought(walk.cursor, &|_: Place| walk.key);
                    let slot = list.take(&mut walk.cursor, &sought, walk.generation);
                    list.birth(slot)
                });
                assert_eq!(found, walk.expected.next());
                if found.is_none() || random.is_multiple_of(11) {
                    walks.swap_remove(at);
                }
            }
            _ => {}
        }
        if list.is_sweep_due(0) {
            list.sweep(vec![]);
        }
    }
}
