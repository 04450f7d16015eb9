//! Matching registers against terms: heads, and `=` in bodies.

use super::analyse::{box_words, push_arguments};
use super::emit::{Emitter, MAPPED_REGISTERS, Owner, Place};
use crate::bytecode::instr::Op;
use crate::term::cell::{Cell, Functor, Tag};

/// The register for values that nothing needs; the compiler uses those below 250.
const UNUSED: u8 = 255;

/// How many compound arguments may wait in registers for their turn.
const MAX_WAITING: usize = 24;

impl Emitter<'_> {
    /// Unifies the argument registers with the head.
    pub(super) fn head_arguments(&mut self) {
        let head = std::mem::take(&mut self.head);
        self.state.registers[..head.len()].fill(Owner::Busy);
        if self.facts.big {
            self.ensure_environment();
        }
        // Variables first: they take their registers over, and the others
        // know what is known. What can bind something goes from left to right,
        // as goals are woken in that order.
        let mut rest = Vec::new();
        for (index, &arg) in head.iter().enumerate() {
            let register = index as u8;
            match arg.tag() {
                Tag::Ref if !self.state.known[(arg.0 >> 3) as usize] => {
                    self.head_variable((arg.0 >> 3) as usize, register);
                }
                _ => rest.push((arg, register)),
            }
        }
        self.head = head;
        for (arg, register) in rest {
            match arg.tag() {
                Tag::Ref => self.head_variable((arg.0 >> 3) as usize, register),
                _ => {
                    self.keep(register);
                    self.get(arg, register);
                }
            }
        }
        self.release_dead();
    }

    /// Gives an argument that the body needs as a whole to the variable that stands for it.
    fn keep(&mut self, register: u8) {
        let mut kept = self.kept.iter();
        let Some(&(_, var)) = kept.find(|(index, _)| *index == usize::from(register)) else {
            return;
        };
        self.state.known[var] = true;
        match self.facts.slots[var] {
            Some(slot) if self.state.allocated => {
                self.state.places[var] = Place::Y(slot);
                self.emit(Op::MoveXY, register, slot, 0);
            }
            _ => {
                self.state.registers[register as usize] = Owner::Var(var);
                self.state.places[var] = Place::X(register);
            }
        }
    }

    fn head_variable(&mut self, var: usize, register: u8) {
        let owner = &mut self.state.registers[register as usize];
        if self.facts.vars[var].count == 1 {
            *owner = Owner::Free;
            return;
        }
        if self.state.known[var] {
            *owner = Owner::Free;
            self.get_variable(var, register);
            return;
        }
        self.state.known[var] = true;
        match self.facts.slots[var] {
            Some(slot) if self.state.allocated => {
                *owner = Owner::Free;
                self.state.places[var] = Place::Y(slot);
                self.emit(Op::MoveXY, register, slot, 0);
            }
            _ => {
                *owner = Owner::Var(var);
                self.state.places[var] = Place::X(register);
            }
        }
    }

    /// Unifies X[register] with `cell`. An intermediate register is released.
    pub(super) fn get(&mut self, cell: Cell, register: u8) {
        match cell.tag() {
            Tag::Ref => {
                let var = (cell.0 >> 3) as usize;
                if self.state.known[var] {
                    self.get_variable(var, register);
                } else {
                    self.name_register(var, register);
                }
            }
            Tag::Atm => {
                self.emit(Op::GetAtom, register, 0, (cell.0 >> 3) as u32);
            }
            Tag::Int => self.get_integer(cell, register),
            Tag::Box => self.get_box(cell, register),
            Tag::Lst | Tag::Str => return self.get_compound(cell, register),
            Tag::Fun | Tag::Att => unreachable!("clauses hold neither headers nor attributes"),
        }
        self.release(register);
    }

    fn get_integer(&mut self, cell: Cell, register: u8) {
        match i32::try_from(cell.small_value()) {
            Ok(value) => {
                self.emit(Op::GetInt, register, 0, value as u32);
            }
            Err(_) => {
                self.emit(Op::GetConst, register, 0, 0);
                self.emit_raw(cell.0);
            }
        }
    }

    fn get_box(&mut self, cell: Cell, register: u8) {
        let words = box_words(&self.terms, cell).to_vec();
        self.reserve(words.len() as u64);
        self.emit(Op::GetBox, register, 0, words.len() as u32);
        self.words.extend(words);
    }

    fn get_variable(&mut self, var: usize, register: u8) {
        match self.state.places[var] {
            Place::X(own) if own == register => 0,
            Place::X(own) => self.emit(Op::GetValueX, register, u16::from(own), 0),
            Place::Y(slot) => self.emit(Op::GetValueY, register, slot, 0),
            Place::Nowhere => unreachable!("a known variable has a place"),
        };
    }

    /// Gives a variable the value in X[register].
    pub(super) fn name_register(&mut self, var: usize, register: u8) {
        if self.is_void(var) {
            return;
        }
        if self.state.places[var] == Place::Nowhere
            && register < MAPPED_REGISTERS
            && self.state.registers[register as usize] == Owner::Busy
            && !(self.state.allocated && self.facts.slots[var].is_some())
        {
            self.state.registers[register as usize] = Owner::Var(var);
            self.state.places[var] = Place::X(register);
            self.state.known[var] = true;
            return;
        }
        match self.new_place(var) {
            Place::X(own) if own == register => 0,
            Place::X(own) => self.emit(Op::MoveXX, register, u16::from(own), 0),
            Place::Y(slot) => self.emit(Op::MoveXY, register, slot, 0),
            Place::Nowhere => unreachable!("a place was just chosen"),
        };
    }

    /// Unifies X[register] with a compound, level by level.
    fn get_compound(&mut self, cell: Cell, register: u8) {
        let mut waiting = vec![(cell, register)];
        let mut next = 0;
        while next < waiting.len() {
            let (cell, register) = waiting[next];
            next += 1;
            match cell.tag() {
                Tag::Box => {
                    self.get_box(cell, register);
                    self.release(register);
                }
                _ if self.occurs_check || self.is_wide(cell, waiting.len() - next) => {
                    self.get_built(cell, register)
                }
                _ => self.get_level(cell, register, &mut waiting),
            }
        }
    }

    /// Whether too many arguments of a chain would have to wait in registers.
    fn is_wide(&self, cell: Cell, waiting: usize) -> bool {
        let mut count = waiting;
        let mut chain = Some(cell);
        while let Some(cell) = chain.take() {
            let args = self.chain_arguments(cell);
            let last = args.len() - 1;
            for (index, arg) in args.iter().enumerate() {
                match arg.tag() {
                    Tag::Lst | Tag::Str if index == last => chain = Some(*arg),
                    Tag::Lst | Tag::Str | Tag::Box => count += 1,
                    _ => {}
                }
            }
        }
        count > MAX_WAITING
    }

    fn chain_arguments(&self, cell: Cell) -> Vec<Cell> {
        let mut args = Vec::new();
        push_arguments(&self.terms, cell, &mut args);
        args.reverse();
        args
    }

    /// Unifies X[register] with a term that is built first.
    fn get_built(&mut self, cell: Cell, register: u8) {
        let built = self.scratch();
        self.put(cell, built);
        self.emit(Op::GetValueX, register, u16::from(built), 0);
        self.release(built);
        self.release(register);
    }

    /// One level of a compound, and the levels of its last arguments.
    fn get_level(&mut self, cell: Cell, register: u8, waiting: &mut Vec<(Cell, u8)>) {
        if self.get_fused(cell, register) {
            return;
        }
        self.open(Op::GetList, Op::GetStruct, cell, register);
        self.release(register);
        let mut chain = Some(cell);
        while let Some(cell) = chain.take() {
            let args = self.chain_arguments(cell);
            let last = args.len() - 1;
            self.reserve(args.len() as u64 + 1);
            let mut void = 0;
            for (index, &arg) in args.iter().enumerate() {
                if self.is_unused(arg) {
                    void += 1;
                    continue;
                }
                self.flush_void(&mut void);
                match arg.tag() {
                    Tag::Lst | Tag::Str if index == last => {
                        self.open(Op::UnifyTailList, Op::UnifyTailStruct, arg, 0);
                        chain = Some(arg);
                    }
                    Tag::Lst | Tag::Str | Tag::Box => {
                        let own = self.scratch();
                        self.emit(Op::UnifyVarX, own, 0, 0);
                        waiting.push((arg, own));
                    }
                    _ => self.unify_simple(arg),
                }
            }
            self.flush_void(&mut void);
        }
    }

    fn open(&mut self, list: Op, compound: Op, cell: Cell, register: u8) {
        if cell.tag() == Tag::Lst {
            self.emit(list, register, 0, 0);
        } else {
            self.emit(compound, register, 0, 0);
            self.emit_raw(self.terms[(cell.offset() / 8) as usize]);
            debug_assert!(Functor(self.terms[(cell.offset() / 8) as usize]).arity() > 0);
        }
    }

    fn is_unused(&self, arg: Cell) -> bool {
        arg.tag() == Tag::Ref && self.is_void((arg.0 >> 3) as usize)
    }

    fn flush_void(&mut self, void: &mut u32) {
        if *void > 0 {
            self.emit(Op::UnifyVoid, 0, 0, *void);
            *void = 0;
        }
    }

    fn unify_simple(&mut self, arg: Cell) {
        match arg.tag() {
            Tag::Atm => {
                self.emit(Op::UnifyAtom, 0, 0, (arg.0 >> 3) as u32);
            }
            Tag::Int => match i32::try_from(arg.small_value()) {
                Ok(value) => {
                    self.emit(Op::UnifyInt, 0, 0, value as u32);
                }
                Err(_) => {
                    self.emit(Op::UnifyConst, 0, 0, 0);
                    self.emit_raw(arg.0);
                }
            },
            _ => self.unify_variable((arg.0 >> 3) as usize),
        }
    }

    fn unify_variable(&mut self, var: usize) {
        let known = self.state.known[var];
        let place = if known {
            self.state.places[var]
        } else {
            self.new_place(var)
        };
        match (place, known) {
            (Place::X(register), true) => self.emit(Op::UnifyValueX, register, 0, 0),
            (Place::X(register), false) => self.emit(Op::UnifyVarX, register, 0, 0),
            (Place::Y(slot), true) => self.emit(Op::UnifyValueY, 0, slot, 0),
            (Place::Y(slot), false) => self.emit(Op::UnifyVarY, 0, slot, 0),
            (Place::Nowhere, _) => unreachable!("a place was just chosen"),
        };
    }

    /// The common forms `[X|Xs]`, and compounds of two new variables, in one
    /// instruction.
    fn get_fused(&mut self, cell: Cell, register: u8) -> bool {
        let args = self.chain_arguments(cell);
        let var = |arg: Cell| (arg.tag() == Tag::Ref).then_some((arg.0 >> 3) as usize);
        let &[first, second] = &args[..] else {
            return false;
        };
        let (Some(first), Some(second)) = (var(first), var(second)) else {
            return false;
        };
        if first == second || !self.goes_to_x(second) {
            return false;
        }
        let is_list = cell.tag() == Tag::Lst;
        let (op, known) = match self.state.places[first] {
            Place::X(own) if is_list && self.state.known[first] => (Op::GetListValueVar, Some(own)),
            _ if !self.goes_to_x(first) => return false,
            _ if is_list => (Op::GetListVarVar, None),
            _ => (Op::GetStructVarVar, None),
        };
        self.reserve(if is_list { 2 } else { 3 });
        self.release(register);
        let first = known.unwrap_or_else(|| self.new_register(first));
        let second = self.new_register(second);
        self.emit(op, register, u16::from(first) | u16::from(second) << 8, 0);
        if !is_list {
            self.emit_raw(self.terms[(cell.offset() / 8) as usize]);
        }
        true
    }

    /// Whether a variable gets its first value now, in an X register if it needs it.
    fn goes_to_x(&self, var: usize) -> bool {
        let in_y = self.state.allocated && self.facts.slots[var].is_some();
        !self.state.known[var] && (self.is_void(var) || !in_y)
    }

    /// The X register for a new variable, [`UNUSED`] if nothing needs its value.
    fn new_register(&mut self, var: usize) -> u8 {
        if self.is_void(var) {
            return UNUSED;
        }
        match self.new_place(var) {
            Place::X(register) => register,
            place => unreachable!("{place:?} is no X register"),
        }
    }
}
