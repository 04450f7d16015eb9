//! The operands of the running instruction.

use crate::bytecode::code::Address;
use crate::bytecode::instr::Op;

/// The instruction whose operands the loop reads, each where it is used: a load from
/// the code is cheaper than a word that is kept over the jump to the instruction.
///
/// The address must be one of a whole instruction, as the compiler has made it.
#[derive(Clone, Copy)]
pub(super) struct Operands(pub(super) Address);

impl Operands {
    /// [`Instr::a`](crate::bytecode::instr::Instr::a).
    #[inline(always)]
    pub(super) fn a(self) -> u8 {
        // SAFETY: the address is one of an instruction.
        unsafe { (*self.0).a }
    }

    /// Whether the instruction does this with X[a].
    #[inline(always)]
    pub(super) fn is(self, op: Op, a: u8) -> bool {
        let start = u16::from_le_bytes([op as u8, a]);
        // SAFETY: an instruction starts with these two bytes.
        unsafe { self.0.cast::<u16>().read() == u16::from_le(start) }
    }

    /// [`Instr::b`](crate::bytecode::instr::Instr::b).
    #[inline(always)]
    pub(super) fn b(self) -> u16 {
        // SAFETY: the address is one of an instruction.
        unsafe { (*self.0).b }
    }

    /// [`Instr::c`](crate::bytecode::instr::Instr::c).
    #[inline(always)]
    pub(super) fn c(self) -> u32 {
        // SAFETY: the address is one of an instruction.
        unsafe { (*self.0).c }
    }

    /// [`Instr::signed`](crate::bytecode::instr::Instr::signed).
    #[inline(always)]
    pub(super) fn signed(self) -> i32 {
        self.c() as i32
    }

    /// [`Instr::small_op`](crate::bytecode::instr::Instr::small_op).
    #[inline(always)]
    pub(super) fn small_op(self) -> u32 {
        self.c() >> 20
    }

    /// The low half of `b`: the second X register.
    #[inline(always)]
    pub(super) fn b_low(self) -> u8 {
        self.b() as u8
    }

    /// The high half of `b`: the third X register.
    #[inline(always)]
    pub(super) fn b_high(self) -> u8 {
        (self.b() >> 8) as u8
    }

    /// The operands of the second of two instructions in one.
    #[inline(always)]
    pub(super) fn second(self) -> (u8, u16) {
        (self.c() as u8, (self.c() >> 8) as u16)
    }
}
