//! Writing code: words, labels, registers, the environment.

use super::Context;
use super::analyse::{Facts, number};
use super::goals::is_inline;
use super::guard::GuardEnd;
use super::normal::{Goal, NormalClause, Var};
use crate::atom::known;
use crate::bytecode::code::{Code, GoalPlace, Tested, decode};
use crate::bytecode::instr::{Instr, Op, WIDE_SLOTS};
use crate::program::builtin::BuiltinId;
use crate::program::predicate::PredId;
use crate::term::cell::{Cell, Functor, Tag};
use crate::term::mem::MARGIN;

/// Where a variable is on the current path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// It has no value yet, and no place reserved.
    Nowhere,
    /// In an X register.
    X(u8),
    /// In the environment.
    Y(u16),
}

/// Who uses an X register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// Nobody.
    Free,
    /// A variable.
    Var(Var),
    /// An argument of the head not yet unified, or an intermediate value.
    Busy,
}

/// What is true at a point of the code; saved and restored around branches.
#[derive(Clone, Debug)]
pub struct State {
    pub(super) places: Vec<Place>,
    /// Whether the variable has a value.
    pub(super) known: Vec<bool>,
    pub(super) registers: Vec<Owner>,
    /// Whether the environment has been made.
    pub(super) allocated: bool,
    /// Heap words used since the last check.
    pub(super) used: u64,
}

impl State {
    /// Whether a variable has a place but no value.
    pub(super) fn is_reserved(&self, var: Var) -> bool {
        self.places[var] != Place::Nowhere && !self.known[var]
    }
}

/// A position in the code that jumps refer to.
#[derive(Default, Debug)]
pub struct Label {
    /// The jumps to it, by the index of their word.
    pub(super) jumps: Vec<usize>,
    /// Whether comparisons jump to it only with others than integers.
    pub(super) not_integers: bool,
}

/// The heap words that code may use between two checks: half of the margin.
const UNCHECKED: u64 = MARGIN / 16;

/// The size of the environments whose map is one word.
const MAPPED_SLOTS: usize = 63;

/// Variables are in lower registers only, of which bit maps can speak.
pub(super) const MAPPED_REGISTERS: u8 = 64;

/// The slots of the environment in use at a place.
pub struct SlotMap {
    is_wide: bool,
    words: Vec<u64>,
}

impl SlotMap {
    /// The word of the instruction that the map belongs to.
    pub(super) fn word(&self) -> u64 {
        if self.is_wide {
            WIDE_SLOTS
        } else {
            self.words[0]
        }
    }

    /// The words that stand before the instruction.
    pub(super) fn wide_words(&self) -> &[u64] {
        if self.is_wide { &self.words } else { &[] }
    }
}

/// Writes the code of one clause.
pub struct Emitter<'a> {
    pub(super) words: Vec<u64>,
    /// The last instruction, if no jump arrives behind it.
    last: Option<usize>,
    pub(super) facts: Facts,
    /// The words of the terms.
    pub(super) terms: Vec<u64>,
    pub(super) head: Vec<Cell>,
    pub(super) kept: Vec<(usize, Var)>,
    pub(super) body: Vec<Goal>,
    pub(super) level: Var,
    /// Predicates whose last calls are noted for messages.
    pub(super) exits: Vec<PredId>,
    pub(super) state: State,
    /// The predicate of the clause.
    pub(super) own: Option<PredId>,
    pub(super) evaluable: &'a dyn Fn(Functor) -> Option<u32>,
    /// The number of `arg/3` for a known number of the argument.
    pub(super) known_arg: Option<BuiltinId>,
    /// The number of `functor/3` for a term that is bound.
    pub(super) known_functor: Option<BuiltinId>,
    /// Whether compounds are built before they are unified, which checks them.
    pub(super) occurs_check: bool,
    /// Whether what is being compiled is a guard, which leaves arguments where they are.
    pub(super) guard: bool,
    /// How many goals belong to a guard that ends without a cut.
    tests: Option<usize>,
    /// The comparison that arithmetic is compiled for, as [`Instr::purpose`] has it.
    pub(super) purpose: u32,
    /// The jump of the next sum or difference, if its operands may be no integers.
    pub(super) of_integers: Option<Label>,
    /// The goal being compiled.
    pub(super) pos: u32,
    places: Vec<GoalPlace>,
    /// Code that will stand behind the clause.
    asides: Vec<Aside>,
    /// Whether such code is being written.
    is_aside: bool,
    /// Its jumps back so far.
    aside_exits: Vec<usize>,
}

/// Code that stands behind the clause, by number.
#[derive(Clone, Copy, Debug)]
pub struct AsideId(usize);

/// Code that is rarely needed and out of the way.
struct Aside {
    words: Vec<u64>,
    places: Vec<GoalPlace>,
    /// The jumps to it.
    jumps: [Label; 2],
    /// Its jumps to the place at which it was written, by the index of their word.
    exits: Vec<usize>,
    /// That place.
    exit: usize,
    /// Where it goes on at its end: there, or elsewhere.
    back: usize,
}

impl<'a> Emitter<'a> {
    /// An emitter for an analysed clause.
    pub fn new(clause: NormalClause, facts: Facts, context: &Context<'a>) -> Emitter<'a> {
        let NormalClause {
            words,
            head,
            kept,
            mut body,
            variables,
            level,
            exits,
        } = clause;
        number(&mut body, &mut 0);
        let known = |name| {
            let builtin = context.db.core_builtin(Functor::new(name, 3));
            builtin.map(|info| info.id)
        };
        Emitter {
            words: Vec::new(),
            last: None,
            facts,
            terms: words,
            head,
            kept,
            body,
            level,
            exits,
            own: context.own,
            state: State {
                places: vec![Place::Nowhere; variables],
                known: vec![false; variables],
                registers: vec![Owner::Free; 256],
                allocated: false,
                used: 0,
            },
            evaluable: context.evaluable,
            known_arg: known(known::KNOWN_ARG),
            known_functor: known(known::KNOWN_FUNCTOR),
            occurs_check: context.occurs_check,
            guard: false,
            tests: None,
            purpose: 0,
            of_integers: None,
            pos: 0,
            places: Vec::new(),
            asides: Vec::new(),
            is_aside: false,
            aside_exits: Vec::new(),
        }
    }

    /// Writes the clause, whose tests let so much through.
    pub fn clause(mut self, tested: &[Tested]) -> Code {
        let body = std::mem::take(&mut self.body);
        self.head_arguments();
        if body.first().is_some_and(is_inline) && self.head_may_bind() {
            self.wake_check();
        }
        let tests = self.tests.unwrap_or(0);
        if let Some(tests) = self.tests {
            self.goals_and_woken(&body[..tests]);
            self.emit(Op::GuardTry, 0, 0, 0);
            self.guard = false;
        }
        self.goals(&body[tests..], true);
        for aside in std::mem::take(&mut self.asides) {
            self.place_aside(aside);
        }
        Code::annotated(&self.words, &self.places, tested)
    }

    /// Writes code that is reached by jumps only and goes on at this place; it will
    /// stand behind the clause.
    pub(super) fn aside(&mut self, jumps: [Label; 2], write: impl FnOnce(&mut Self)) {
        let words = std::mem::take(&mut self.words);
        let places = std::mem::take(&mut self.places);
        self.last = None;
        self.is_aside = true;
        write(self);
        self.is_aside = false;
        self.last = None;
        let aside = Aside {
            words: std::mem::replace(&mut self.words, words),
            places: std::mem::replace(&mut self.places, places),
            jumps,
            exits: std::mem::take(&mut self.aside_exits),
            exit: self.words.len(),
            back: self.words.len(),
        };
        self.asides.push(aside);
    }

    /// Jumps from such code to the place at which it is written.
    pub(super) fn exit_aside(&mut self) {
        let at = self.emit(Op::Jump, 0, 0, 0);
        self.aside_exits.push(at);
    }

    /// Makes the end of such code go on here.
    pub(super) fn end_aside(&mut self, aside: AsideId) {
        self.asides[aside.0].back = self.words.len();
    }

    /// The newest such code.
    pub(super) fn newest_aside(&self) -> AsideId {
        AsideId(self.asides.len() - 1)
    }

    /// Whether code can be written that stands elsewhere.
    pub(super) fn has_asides(&self) -> bool {
        !self.is_aside
    }

    fn place_aside(&mut self, aside: Aside) {
        let start = self.words.len() as u32;
        for label in aside.jumps {
            self.bind_label(label);
        }
        let places = aside.places.iter();
        self.places
            .extend(places.map(|&(at, goal)| (at + start, goal)));
        self.words.extend(aside.words);
        let jump = |from: usize, to: usize| {
            let distance = to as i64 - from as i64 - 1;
            Instr::new(Op::Jump, 0, 0, distance as i32 as u32).word()
        };
        for at in aside.exits {
            let at = start as usize + at;
            self.words[at] = jump(at, aside.exit);
        }
        self.words.push(jump(self.words.len(), aside.back));
        self.last = None;
    }

    /// Writes the clause so that its arguments stay in place up to the end of its
    /// guard.
    pub fn guarded(mut self, guard: GuardEnd, tested: &[Tested]) -> Code {
        self.guard = true;
        self.tests = match guard {
            GuardEnd::Cut => None,
            GuardEnd::Goals(tests) => Some(tests),
        };
        self.clause(tested)
    }

    /// Whether unification with the head can bind a variable of the caller.
    fn head_may_bind(&self) -> bool {
        let mut seen = vec![false; self.facts.vars.len()];
        self.head.iter().any(|arg| {
            arg.tag() != Tag::Ref || std::mem::replace(&mut seen[(arg.0 >> 3) as usize], true)
        })
    }

    // Words.

    pub(super) fn emit(&mut self, op: Op, a: u8, b: u16, c: u32) -> usize {
        let instr = Instr::new(op, a, b, c);
        if let Some(at) = self.last.filter(|&at| at + 1 == self.words.len())
            && let Some(joined) = decode(self.words[at]).joined(instr)
        {
            self.words[at] = joined.word();
            return at;
        }
        self.words.push(instr.word());
        self.last = Some(self.words.len() - 1);
        self.words.len() - 1
    }

    pub(super) fn emit_raw(&mut self, word: u64) {
        self.words.push(word);
    }

    /// Notes that the code to come uses `words` of heap, and checks for room if
    /// it may be needed.
    pub(super) fn reserve(&mut self, words: u64) {
        self.state.used += words;
        if self.state.used > UNCHECKED {
            self.emit(
                Op::EnsureHeap,
                0,
                0,
                u32::try_from(words).unwrap_or(u32::MAX),
            );
            self.state.used = 0;
        }
    }

    /// Writes a jumping instruction to `label`; to backtracking without one.
    pub(super) fn emit_jump(&mut self, op: Op, a: u8, b: u16, label: Option<&mut Label>) {
        let at = self.emit(op, a, b, 0);
        if let Some(label) = label {
            label.jumps.push(at);
        }
    }

    /// Makes the jumps to `label` arrive here.
    pub(super) fn bind_label(&mut self, label: Label) {
        let here = self.words.len();
        self.last = None;
        for at in label.jumps {
            let distance = (here - at - 1) as u32;
            debug_assert!(distance > 0, "a jump of no distance would mean failure");
            let jump = match label.not_integers {
                true => distance.wrapping_neg(),
                false => distance,
            };
            self.words[at] = (self.words[at] & 0xffff_ffff) | u64::from(jump) << 32;
        }
    }

    /// Writes a call of `goal` with what is needed of the environment behind it.
    pub(super) fn emit_call(&mut self, predicate: u32, goal: u32) {
        let size = self.trimmed(goal);
        let slots = self.slot_map(goal, size);
        self.emit_wide(&slots);
        self.emit(Op::Call, 0, size, predicate);
        self.emit_raw(slots.word());
        self.places.push((self.words.len() as u32, goal));
        self.state.used = 0;
    }

    /// The slots that hold values needed after `goal`, of the first `size`.
    pub(super) fn slot_map(&self, goal: u32, size: u16) -> SlotMap {
        let mut words = vec![0; usize::from(size).div_ceil(64).max(1)];
        let vars = self
            .facts
            .vars
            .iter()
            .zip(&self.facts.slots)
            .zip(&self.state.known);
        let slots = vars
            .filter(|((info, _), known)| **known && info.last > goal)
            .filter_map(|((_, slot), _)| *slot);
        for slot in slots {
            debug_assert!(
                slot < size,
                "the environment is trimmed behind what is needed"
            );
            words[usize::from(slot / 64)] |= 1 << (slot % 64);
        }
        SlotMap {
            is_wide: usize::from(size) > MAPPED_SLOTS,
            words,
        }
    }

    /// Writes a map that does not fit into the word of its instruction before it.
    pub(super) fn emit_wide(&mut self, slots: &SlotMap) {
        if slots.is_wide {
            self.emit(Op::Slots, 0, 0, slots.words.len() as u32);
            self.words.extend(&slots.words);
        }
    }

    /// How many slots of the environment are needed after `goal`.
    fn trimmed(&self, goal: u32) -> u16 {
        let vars = self.facts.vars.iter().zip(&self.facts.slots);
        vars.filter(|(info, _)| info.last > goal)
            .filter_map(|(_, slot)| slot.map(|slot| slot + 1))
            .max()
            .unwrap_or(0)
    }

    /// Notes the source place of the instruction just written.
    pub(super) fn note_place(&mut self) {
        self.places.push((self.words.len() as u32, self.pos));
    }

    // Registers.

    /// A free X register, `wanted` if it is free.
    pub(super) fn free_register(&mut self, wanted: Option<u8>) -> u8 {
        if let Some(register) = wanted
            && self.state.registers[register as usize] == Owner::Free
            && !(self.guard && usize::from(register) < self.head.len())
        {
            return register;
        }
        let start = self.head.len();
        let above = (start..250).find(|&r| self.state.registers[r] == Owner::Free);
        let below = || {
            (0..if self.guard { 0 } else { start })
                .find(|&r| self.state.registers[r] == Owner::Free)
        };
        above
            .or_else(below)
            .expect("clauses with many variables keep them in the environment") as u8
    }

    /// A register for an intermediate value.
    pub(super) fn scratch(&mut self) -> u8 {
        let wanted = self.facts.crowded.then(|| {
            let mut registers = MAPPED_REGISTERS..250;
            registers.find(|&r| self.state.registers[r as usize] == Owner::Free)
        });
        let register = self.free_register(wanted.flatten());
        self.state.registers[register as usize] = Owner::Busy;
        register
    }

    /// Gives an intermediate register back; one of a variable stays with it.
    pub(super) fn release(&mut self, register: u8) {
        let owner = &mut self.state.registers[register as usize];
        if *owner == Owner::Busy {
            *owner = Owner::Free;
        }
    }

    /// Gives back the registers of variables that are not needed after this goal.
    pub(super) fn release_dead(&mut self) {
        for owner in &mut self.state.registers {
            if let Owner::Var(var) = *owner
                && self.facts.vars[var].last <= self.pos
            {
                *owner = Owner::Free;
            }
        }
    }

    /// Chooses the place of a variable that gets its value now.
    pub(super) fn new_place(&mut self, var: Var) -> Place {
        self.state.known[var] = true;
        if self.state.places[var] != Place::Nowhere {
            return self.state.places[var];
        }
        let place = match self.facts.slots[var] {
            Some(slot) if self.state.allocated => Place::Y(slot),
            _ => {
                let register = self.free_register(self.facts.vars[var].wanted);
                self.state.registers[register as usize] = Owner::Var(var);
                Place::X(register)
            }
        };
        self.state.places[var] = place;
        place
    }

    /// Whether the variable occurs nowhere else.
    pub(super) fn is_void(&self, var: Var) -> bool {
        self.facts.vars[var].count == 1
    }

    /// A register that holds the value of a known variable. One that was loaded
    /// from the environment is intermediate and must be released.
    pub(super) fn value_register(&mut self, var: Var) -> u8 {
        match self.state.places[var] {
            Place::X(register) => register,
            Place::Y(slot) => {
                let register = self.scratch();
                self.emit(Op::MoveYX, register, slot, 0);
                register
            }
            Place::Nowhere => unreachable!("a known variable has a place"),
        }
    }

    // The environment.

    /// Makes the environment, if there is none, and moves permanent variables into it.
    pub(super) fn ensure_environment(&mut self) {
        if self.state.allocated {
            return;
        }
        self.state.allocated = true;
        self.emit(Op::Allocate, 0, 0, u32::from(self.facts.frame));
        if self.facts.vars[self.level].count > 0 {
            let slot =
                self.facts.slots[self.level].expect("a level used after a call is permanent");
            self.emit(Op::GetLevel, 0, slot, 0);
            self.state.known[self.level] = true;
            self.state.places[self.level] = Place::Y(slot);
        }
        for register in 0..=255u8 {
            let Owner::Var(var) = self.state.registers[register as usize] else {
                continue;
            };
            let Some(slot) = self.facts.slots[var] else {
                continue;
            };
            if self.state.known[var] {
                self.emit(Op::MoveXY, register, slot, 0);
            }
            self.state.places[var] = Place::Y(slot);
            self.state.registers[register as usize] = Owner::Free;
        }
    }

    /// Gives a variable that has none a fresh value.
    pub(super) fn initialise(&mut self, var: Var) {
        if self.state.known[var] {
            return;
        }
        match self.new_place(var) {
            Place::X(register) => self.emit(Op::PutVarX, register, 0, 0),
            Place::Y(slot) => self.emit(Op::PutVarY, 0, slot, 0),
            Place::Nowhere => unreachable!("a place was just chosen"),
        };
        self.reserve(1);
    }

    /// Reserves places for variables that get their first value inside a
    /// construct and are used behind it, so that all branches agree.
    pub(super) fn reserve_places(&mut self, goal: &Goal) {
        for var in self.introduced(goal) {
            if self.state.places[var] == Place::Nowhere {
                self.new_place(var);
                self.state.known[var] = false;
            }
        }
    }

    /// The variables without a value that occur inside `goal` and again behind it.
    /// They need not occur first there: another branch may stand before it, or a
    /// goal that has been compiled to nothing.
    pub(super) fn introduced(&self, goal: &Goal) -> Vec<Var> {
        let inside = |&var: &Var| {
            !self.state.known[var]
                && self.facts.vars[var].last > goal.end
                && self.facts.occurs_in(var, goal.pos..=goal.end)
        };
        (0..self.facts.vars.len()).filter(inside).collect()
    }
}
