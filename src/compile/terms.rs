//! Building terms, and loading arguments.

use super::analyse::box_words;
use super::emit::{Emitter, Owner, Place};
use crate::bytecode::instr::Op;
use crate::term::cell::{BoxHeader, Cell, Functor, Tag};

/// What stands in a template in place of a variable, by the low bits of the payload.
pub mod slot {
    /// The value of an X register.
    pub const X: u64 = 0;
    /// The value of a Y slot.
    pub const Y: u64 = 1;
    /// A new variable that occurs once.
    pub const VOID: u64 = 2;
    /// A new variable that is put in an X register.
    pub const NEW_X: u64 = 3;
    /// A new variable that is put in a Y slot.
    pub const NEW_Y: u64 = 4;
}

/// The largest integer that stands in an instruction.
fn immediate(cell: Cell) -> Option<u32> {
    i32::try_from(cell.small_value())
        .ok()
        .map(|value| value as u32)
}

impl Emitter<'_> {
    /// X[register] := the term `cell`.
    pub(super) fn put(&mut self, cell: Cell, register: u8) {
        match cell.tag() {
            Tag::Ref => self.put_variable((cell.0 >> 3) as usize, register),
            Tag::Atm => {
                self.emit(Op::PutAtom, register, 0, (cell.0 >> 3) as u32);
            }
            Tag::Int => self.put_integer(cell, register),
            Tag::Lst | Tag::Str | Tag::Box => self.build(cell, register),
            Tag::Fun | Tag::Att => unreachable!("clauses hold neither headers nor attributes"),
        }
    }

    fn put_integer(&mut self, cell: Cell, register: u8) {
        match immediate(cell) {
            Some(value) => {
                self.emit(Op::PutInt, register, 0, value);
            }
            None => {
                self.emit(Op::PutConst, register, 0, 0);
                self.emit_raw(cell.0);
            }
        }
    }

    fn put_variable(&mut self, var: usize, register: u8) {
        if self.state.known[var] {
            match self.state.places[var] {
                Place::X(from) if from == register => {}
                Place::X(from) => {
                    self.emit(Op::MoveXX, from, u16::from(register), 0);
                }
                Place::Y(slot) => {
                    self.emit(Op::MoveYX, register, slot, 0);
                }
                Place::Nowhere => unreachable!("a known variable has a place"),
            }
            return;
        }
        self.reserve(1);
        if self.is_void(var) {
            self.emit(Op::PutVarX, register, 0, 0);
            return;
        }
        match self.new_place(var) {
            Place::Y(slot) => {
                self.emit(Op::PutVarXY, register, slot, 0);
            }
            Place::X(own) => {
                self.emit(Op::PutVarX, own, 0, 0);
                if own != register {
                    self.emit(Op::MoveXX, own, u16::from(register), 0);
                }
            }
            Place::Nowhere => unreachable!("a place was just chosen"),
        }
    }

    /// X[register] := a register's worth of the compound or boxed value `cell`.
    fn build(&mut self, cell: Cell, register: u8) {
        if self.is_flat(cell) {
            return self.build_flat(cell, register);
        }
        let template = self.template(cell);
        self.reserve(template.len() as u64);
        self.emit(
            Op::Template,
            register,
            cell.tag() as u16,
            template.len() as u32,
        );
        self.words.extend(template);
    }

    fn arguments(&self, cell: Cell) -> Vec<Cell> {
        let mut args = Vec::new();
        super::analyse::push_arguments(&self.terms, cell, &mut args);
        args.reverse();
        args
    }

    fn is_flat(&self, cell: Cell) -> bool {
        cell.tag() != Tag::Box
            && self
                .arguments(cell)
                .iter()
                .all(|arg| matches!(arg.tag(), Tag::Ref | Tag::Atm | Tag::Int))
    }

    fn build_flat(&mut self, cell: Cell, register: u8) {
        let args = self.arguments(cell);
        self.reserve(args.len() as u64 + 1);
        if cell.tag() == Tag::Lst {
            if let (Some(head), Some(tail)) = (self.x_value(args[0]), self.x_value(args[1])) {
                self.emit(
                    Op::PutListXX,
                    register,
                    u16::from(head) | u16::from(tail) << 8,
                    0,
                );
                return;
            }
            self.emit(Op::PutList, register, 0, 0);
        } else {
            self.emit(Op::PutStruct, register, 0, 0);
            self.emit_raw(self.terms[(cell.offset() / 8) as usize]);
        }
        for arg in args {
            self.set_argument(arg);
        }
    }

    /// The X register that a term is in already.
    fn x_value(&self, cell: Cell) -> Option<u8> {
        if cell.tag() != Tag::Ref {
            return None;
        }
        let var = (cell.0 >> 3) as usize;
        match self.state.places[var] {
            Place::X(register) if self.state.known[var] => Some(register),
            _ => None,
        }
    }

    fn set_argument(&mut self, arg: Cell) {
        match arg.tag() {
            Tag::Atm => {
                self.emit(Op::SetAtom, 0, 0, (arg.0 >> 3) as u32);
            }
            Tag::Int => match immediate(arg) {
                Some(value) => {
                    self.emit(Op::SetInt, 0, 0, value);
                }
                None => {
                    self.emit(Op::SetConst, 0, 0, 0);
                    self.emit_raw(arg.0);
                }
            },
            _ => self.set_variable((arg.0 >> 3) as usize),
        }
    }

    fn set_variable(&mut self, var: usize) {
        let known = self.state.known[var];
        if !known && self.is_void(var) {
            self.emit(Op::SetVoid, 0, 0, 1);
            return;
        }
        let place = if known {
            self.state.places[var]
        } else {
            self.new_place(var)
        };
        match (place, known) {
            (Place::X(register), true) => self.emit(Op::SetX, register, 0, 0),
            (Place::X(register), false) => self.emit(Op::SetVarX, register, 0, 0),
            (Place::Y(slot), true) => self.emit(Op::SetY, 0, slot, 0),
            (Place::Y(slot), false) => self.emit(Op::SetVarY, 0, slot, 0),
            (Place::Nowhere, _) => unreachable!("a place was just chosen"),
        };
    }

    /// The words of a term, breadth first, with slots for its variables.
    fn template(&mut self, cell: Cell) -> Vec<u64> {
        let mut template = Vec::new();
        self.append_block(cell, &mut template);
        let mut scan = 0;
        while scan < template.len() {
            let word = Cell(template[scan]);
            if let Some(header) = BoxHeader::from_cell(word) {
                scan += 1 + header.words();
                continue;
            }
            template[scan] = match word.tag() {
                Tag::Ref => self.template_slot((word.0 >> 3) as usize),
                Tag::Lst | Tag::Str | Tag::Box => {
                    let at = template.len() as u64 * 8;
                    self.append_block(word, &mut template);
                    Cell::new(word.tag(), at).0
                }
                _ => word.0,
            };
            scan += 1;
        }
        template
    }

    fn append_block(&self, cell: Cell, template: &mut Vec<u64>) {
        let at = (cell.offset() / 8) as usize;
        match cell.tag() {
            Tag::Lst => template.extend_from_slice(&self.terms[at..at + 2]),
            Tag::Box => template.extend_from_slice(box_words(&self.terms, cell)),
            _ => {
                let arity = Functor(self.terms[at]).arity();
                template.extend_from_slice(&self.terms[at..=at + arity]);
            }
        }
    }

    fn template_slot(&mut self, var: usize) -> u64 {
        let known = self.state.known[var];
        let (kind, index) = if !known && self.is_void(var) {
            (slot::VOID, 0)
        } else {
            let place = if known {
                self.state.places[var]
            } else {
                self.new_place(var)
            };
            match (place, known) {
                (Place::X(register), true) => (slot::X, u64::from(register)),
                (Place::X(register), false) => (slot::NEW_X, u64::from(register)),
                (Place::Y(index), true) => (slot::Y, u64::from(index)),
                (Place::Y(index), false) => (slot::NEW_Y, u64::from(index)),
                (Place::Nowhere, _) => unreachable!("a place was just chosen"),
            }
        };
        (index << 6) | (kind << 3) | Tag::Ref as u64
    }

    // Arguments of calls.

    /// X[0..n] := the arguments. All X registers are lost afterwards.
    pub(super) fn load_arguments(&mut self, args: &[Cell]) {
        let mut moves: Vec<(u8, u8)> = Vec::new();
        let mut late: Vec<(Cell, u8)> = Vec::new();
        for (index, &arg) in args.iter().enumerate() {
            let target = index as u8;
            match arg.tag() {
                Tag::Lst | Tag::Str | Tag::Box => moves.extend(self.build_argument(arg, target)),
                _ => late.push((arg, target)),
            }
        }
        let mut rest = Vec::new();
        for (arg, target) in late {
            match self.x_value(arg) {
                Some(from) => moves.push((from, target)),
                None => rest.push((arg, target)),
            }
        }
        self.parallel_moves(moves);
        self.load_rest(&rest);
        self.state.registers.fill(Owner::Free);
        for var in 0..self.state.places.len() {
            if matches!(self.state.places[var], Place::X(_)) {
                self.state.places[var] = Place::Nowhere;
            }
        }
    }

    /// Builds a compound argument in its register if that is free, else elsewhere.
    fn build_argument(&mut self, arg: Cell, target: u8) -> Option<(u8, u8)> {
        let register = self.free_register(Some(target));
        self.state.registers[register as usize] = Owner::Busy;
        self.put(arg, register);
        (register != target).then_some((register, target))
    }

    /// Emits moves that happen all at once.
    pub(super) fn parallel_moves(&mut self, mut moves: Vec<(u8, u8)>) {
        moves.retain(|&(from, to)| from != to);
        while !moves.is_empty() {
            let ready = moves
                .iter()
                .position(|&(_, to)| moves.iter().all(|&(from, _)| from != to));
            match ready {
                Some(index) => {
                    let (from, to) = moves.remove(index);
                    self.emit(Op::MoveXX, from, u16::from(to), 0);
                }
                None => {
                    // A cycle: one of its values waits in the last register, which no
                    // argument or variable is ever given.
                    let waiting = moves[0].0;
                    self.emit(Op::MoveXX, waiting, 255, 0);
                    for (from, _) in &mut moves {
                        if *from == waiting {
                            *from = 255;
                        }
                    }
                }
            }
        }
    }

    /// Loads what is in no register: constants, slots, new variables. Their
    /// targets hold nothing that is still needed.
    fn load_rest(&mut self, rest: &[(Cell, u8)]) {
        for &(arg, target) in rest {
            if arg.tag() != Tag::Ref {
                self.put(arg, target);
                continue;
            }
            let var = (arg.0 >> 3) as usize;
            let has_slot = self.state.allocated && self.facts.slots[var].is_some();
            if !self.state.known[var] && !self.is_void(var) && !has_slot {
                // A temporary that occurs several times among the arguments.
                self.reserve(1);
                self.emit(Op::PutVarX, target, 0, 0);
                self.state.known[var] = true;
                self.state.places[var] = Place::X(target);
            } else {
                self.put_variable(var, target);
            }
        }
    }
}
