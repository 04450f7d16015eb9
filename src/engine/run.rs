//! The instruction loop.
//!
//! The loop keeps in locals only what nearly every instruction needs: the
//! program counter, the heap top, the structure pointer, the environment and
//! the heap base. Everything else is in the machine. What is slow is in cold
//! functions of the machine, around which the locals are written back and
//! read again.

use super::arithmetic::{small_difference, small_product, small_sum, small_sum_known};
use super::frames::Field;
use super::guard::Guard;
use super::machine::{Machine, Stop};
use super::operands::Operands;
use super::outcome::Step;
use crate::arith::cells::Relation;
use crate::bytecode::code::Address;
use crate::bytecode::instr::{Instr, Op};
use crate::program::predicate::{KeySwitch, PredId};
use crate::term::cell::{Cell, Tag};

const INT: u64 = Tag::Int as u64;

impl Machine {
    /// Runs from `pc` until a solution, failure, an error or an event for the host.
    pub(super) fn run(&mut self, start: Address) -> Stop {
        let m = self;
        let mut pc = start;
        let mut h = m.mem.h;
        let mut s: u64 = 0;
        let mut base: *mut u8 = m.mem.base();
        let mut e: *mut u64 = m.environment_address();

        // SAFETY of the unsafe blocks below: `pc` runs over code made by the
        // compiler, whose operands are in range: X registers are bytes and index
        // an array of 256, Y slots lie within the environment, offsets come from
        // cells of the heap, and the heap has room for what the code between two
        // checks writes.
        macro_rules! cell {
            ($at:expr) => {
                *base.add($at as usize).cast::<u64>()
            };
        }
        macro_rules! x {
            ($i:expr) => {
                *m.x.get_unchecked_mut($i as usize)
            };
        }
        macro_rules! y {
            ($i:expr) => {
                *e.add(2 + $i as usize)
            };
        }
        macro_rules! deref {
            ($cell:expr) => {{
                let mut cell: Cell = $cell;
                while cell.tag() == Tag::Ref {
                    let next = Cell(cell!(cell.0));
                    if next == cell {
                        break;
                    }
                    cell = next;
                }
                cell
            }};
        }
        macro_rules! save {
            () => {
                m.mem.h = h;
                m.e = (e as u64).wrapping_sub(m.environments.base() as u64);
            };
        }
        macro_rules! load {
            () => {
                h = m.mem.h;
                base = m.mem.base();
                e = m.environment_address();
            };
        }
        macro_rules! fail {
            () => {{
                let b = m.b;
                m.backtracks += 1;
                if m.guard.is_on() {
                    h = m.guard.heap;
                    pc = m.leave_guard();
                    continue;
                }
                m.undo_to(m.field(b, Field::Trail));
                h = m.field(b, Field::Heap);
                m.cp = m.field(b, Field::Continuation) as Address;
                e = m
                    .environments
                    .base()
                    .byte_add(m.field(b, Field::Environment) as usize);
                pc = m.field(b, Field::Alternative) as Address;
                continue;
            }};
        }
        macro_rules! fail_unless {
            ($condition:expr) => {
                if !$condition {
                    fail!();
                }
            };
        }
        // Goes on where the machine says, which is newer than the locals.
        macro_rules! go {
            ($next:expr) => {{
                let next: Address = $next;
                if next.is_null() {
                    return m.stopped();
                }
                load!();
                pc = next;
                continue;
            }};
        }
        macro_rules! stop {
            ($stop:expr) => {{
                save!();
                return $stop;
            }};
        }
        macro_rules! raise {
            () => {
                go!(m.raise(pc.add(1)))
            };
        }
        macro_rules! flow {
            ($result:expr) => {{
                save!();
                let result = $result;
                go!(m.next_address(result, pc.add(1)))
            }};
        }
        // Goes on elsewhere than behind the instruction.
        macro_rules! jump {
            ($next:expr) => {{
                pc = $next;
                continue;
            }};
        }
        macro_rules! bind {
            ($var:expr, $value:expr) => {{
                let var: Cell = $var;
                let value: Cell = $value;
                if var.tag() == Tag::Ref {
                    cell!(var.0) = value.0;
                    if var.0 < m.mem.hb {
                        m.trail_variable(var.0);
                    }
                } else {
                    m.bind_attributed(var.offset(), value);
                }
            }};
        }
        macro_rules! unify {
            ($a:expr, $b:expr) => {{
                let (a, b) = (deref!($a), deref!($b));
                if a != b {
                    if a.tag() == Tag::Ref && !b.is_var() && !m.mem.occurs_check {
                        bind!(a, b);
                    } else if b.tag() == Tag::Ref && !a.is_var() && !m.mem.occurs_check {
                        bind!(b, a);
                    } else {
                        fail_unless!(m.unify_step(a, b, h));
                    }
                }
            }};
        }
        macro_rules! push {
            ($word:expr) => {{
                cell!(h) = $word;
                h += 8;
            }};
        }
        macro_rules! new_y {
            ($i:expr) => {{
                y!($i) = h;
                push!(h);
            }};
        }
        macro_rules! new_cells {
            ($count:expr) => {
                for _ in 0..$count {
                    push!(h);
                }
            };
        }
        macro_rules! raw {
            () => {{
                pc = pc.add(1);
                *pc.cast::<u64>()
            }};
        }
        macro_rules! switch {
            () => {{
                let cell = deref!(x!(Operands(pc).a()));
                // The frequent tags are told apart by branches, which the processor
                // guesses, so that it need not wait for the cell to know where to go.
                let to = pc.add(1).cast::<u64>();
                if cell.tag() == Tag::Lst {
                    let next = Operands(*to.add(Tag::Lst as usize) as Address);
                    if next.is(Op::GetListVarVar, Operands(pc).a()) {
                        let at = cell.offset();
                        x!(next.b_low()) = Cell(cell!(at));
                        x!(next.b_high()) = Cell(cell!(at + 8));
                        jump!(next.0.add(1));
                    }
                    jump!(next.0);
                }
                // Looking at bits keeps the compiler from making a table of the branches.
                if cell.0 & 4 != 0 {
                    if cell.tag() == Tag::Int {
                        jump!(*to.add(Tag::Int as usize) as Address);
                    }
                } else if cell.0 & 1 != 0 {
                    jump!(*to.add(Tag::Atm as usize) as Address);
                } else if cell.0 & 2 != 0 {
                    jump!(*to.add(Tag::Str as usize) as Address);
                }
                jump!(*to.add(cell.tag() as usize) as Address);
            }};
        }
        // Goes on at a clause for compounds of the functor that X[a] is known to have.
        macro_rules! enter_struct {
            ($next:expr, $a:expr, $cell:expr) => {{
                let next = Operands($next as Address);
                if next.is(Op::GetStruct, $a) {
                    s = $cell.offset() + 8;
                    jump!(next.0.add(2));
                }
                if next.is(Op::GetStructVarVar, $a) {
                    let at = $cell.offset();
                    x!(next.b_low()) = Cell(cell!(at + 8));
                    x!(next.b_high()) = Cell(cell!(at + 16));
                    jump!(next.0.add(2));
                }
                jump!(next.0);
            }};
        }
        macro_rules! search {
            ($instr:expr, $value:expr, |$next:ident| $found:expr) => {{
                let value: u64 = $value;
                let mut at = pc.add(1).cast::<u64>();
                let other = at.add($instr.b() as usize - 1);
                while *at != value && at != other {
                    at = at.add(2);
                }
                if at == other {
                    jump!(*at as Address);
                }
                let $next = *at.add(1) as Address;
                $found
            }};
        }
        macro_rules! call {
            ($id:ident, $entry:expr) => {{
                m.b0 = m.b;
                m.steps_left = m.steps_left.wrapping_sub(1);
                if h > m.mem.hlim || m.steps_left == 0 {
                    flow!(m.call_event(PredId($id)));
                }
                pc = $entry;
                if (*pc).op == Op::Switch {
                    switch!();
                }
                continue;
            }};
        }
        macro_rules! execute {
            ($instr:expr) => {{
                let id: u32 = $instr.c();
                call!(id, (*m.db.entries.table().add(id as usize)).address());
            }};
        }
        macro_rules! execute_own {
            ($instr:expr) => {{
                let id: u32 = $instr.c();
                call!(id, m.db.entries.of_loop(id));
            }};
        }
        macro_rules! proceed {
            () => {{
                if h > m.mem.hlim {
                    pc = m.cp.sub(1);
                    flow!(m.return_event());
                }
                jump!(m.cp);
            }};
        }
        macro_rules! deallocate {
            () => {{
                m.cp = *e.add(1) as Address;
                e = m.environments.base().byte_add(*e as usize);
            }};
        }
        macro_rules! get_constant {
            ($register:expr, $value:expr) => {{
                let cell = deref!(x!($register));
                let value = Cell($value);
                if cell != value {
                    if cell.is_var() {
                        bind!(cell, value);
                    } else {
                        fail!();
                    }
                }
            }};
        }
        macro_rules! unify_constant {
            ($value:expr) => {{
                let value = Cell($value);
                if s == 0 {
                    push!(value.0);
                } else {
                    let cell = deref!(Cell(cell!(s)));
                    s += 8;
                    if cell != value {
                        if cell.is_var() {
                            bind!(cell, value);
                        } else {
                            fail!();
                        }
                    }
                }
            }};
        }
        // The arguments of a list cell or compound come next, which a variable becomes.
        macro_rules! open_list {
            ($cell:expr) => {{
                let cell = deref!($cell);
                if cell.tag() == Tag::Lst {
                    s = cell.offset();
                } else if cell.is_var() {
                    bind!(cell, Cell::new(Tag::Lst, h));
                    s = 0;
                } else {
                    fail!();
                }
            }};
        }
        macro_rules! open_struct {
            ($cell:expr, $functor:expr) => {{
                let cell = deref!($cell);
                if cell.tag() == Tag::Str {
                    fail_unless!(cell!(cell.offset()) == $functor);
                    s = cell.offset() + 8;
                } else if cell.is_var() {
                    bind!(cell, Cell::new(Tag::Str, h));
                    push!($functor);
                    s = 0;
                } else {
                    fail!();
                }
            }};
        }
        macro_rules! wake_check {
            ($raw:expr) => {{
                let at = pc;
                pc = pc.add($raw as usize);
                if m.mem.hlim == 0 {
                    flow!(m.wake_in_line(*at, at.add(1), pc.add(1)));
                }
            }};
        }
        // Otherwise jumps, or fails if there is nowhere to jump to.
        macro_rules! go_on_if {
            ($instr:expr, $holds:expr) => {
                if !$holds {
                    if $instr.signed() <= 0 {
                        fail!();
                    }
                    pc = pc.offset($instr.signed() as isize);
                }
            };
        }
        macro_rules! compare {
            ($instr:expr, $first:expr, $second:expr, $relation:ident, $op:tt) => {{
                let a = deref!($first);
                let b = deref!($second);
                let holds = if a.0 & b.0 & 7 == INT && (a.0 | b.0) & 7 == INT {
                    (a.0 as i64) $op (b.0 as i64)
                } else {
                    save!();
                    let step = m.comparison_step(Relation::$relation, a, b, $instr.signed());
                    load!();
                    match step {
                        Step::Yes => true,
                        Step::No => false,
                        Step::Raised => raise!(),
                        Step::Aside => jump!(pc.offset(1 - $instr.signed() as isize)),
                    }
                };
                go_on_if!($instr, holds);
            }};
        }
        // Sets X[a] to what the machine computes.
        macro_rules! evaluate {
            ($instr:expr, $step:expr) => {{
                save!();
                let value = $step;
                load!();
                match value {
                    Some(value) => x!($instr.a()) = value,
                    None => raise!(),
                }
            }};
        }
        macro_rules! small_result {
            ($a:ident, $b:ident, $fast:expr) => {
                if $a.is_small() && $b.is_small() {
                    $fast($a.0 as i64, $b.0 as i64)
                } else {
                    None
                }
            };
        }
        macro_rules! arithmetic {
            ($instr:expr, $first:expr, $second:expr, $fast:expr) => {{
                let a = deref!($first);
                let b = deref!($second);
                match small_result!(a, b, $fast) {
                    Some(value) => x!($instr.a()) = Cell(value as u64),
                    None => evaluate!($instr, m.arith2_step(*pc, a, b)),
                }
            }};
        }

        // The same for integers, with a jump behind it for others.
        macro_rules! integer_arithmetic {
            ($instr:expr, $op:ident, $second:expr, $fast:expr) => {{
                let a = deref!(x!($instr.b_low()));
                let b = deref!($second);
                if let Some(value) = small_result!(a, b, $fast) {
                    x!($instr.a()) = Cell(value as u64);
                    pc = pc.add(1);
                } else if m.are_integers(a, b) {
                    let instr = Instr { op: Op::$op, ..*pc };
                    evaluate!($instr, m.arith2_step(instr, a, b));
                    pc = pc.add(1);
                }
            }};
        }
        macro_rules! immediate {
            ($instr:expr) => {
                Cell::small(i64::from($instr.b() as i16))
            };
        }
        macro_rules! builtin {
            ($instr:expr, $done:expr) => {{
                save!();
                let step = m.builtin_step($instr.c());
                load!();
                match step {
                    Step::Yes => $done,
                    Step::No => fail!(),
                    Step::Raised | Step::Aside => raise!(),
                }
            }};
        }

        loop {
            // SAFETY: see above.
            unsafe {
                let i = Operands(pc);
                match (*pc).op {
                    Op::Fail => fail!(),
                    Op::Allocate => {
                        let from = (e as u64).wrapping_sub(m.environments.base() as u64);
                        let top = m.top_at_entry(from);
                        m.ensure_environment(top, u64::from(i.c()));
                        e = m.environments.base().byte_add(top as usize);
                        *e = from;
                        *e.add(1) = m.cp as u64;
                    }
                    Op::Deallocate => deallocate!(),
                    Op::Call => {
                        m.cp = pc.add(2);
                        execute!(i);
                    }
                    Op::Slots => pc = pc.add(i.c() as usize),
                    Op::Execute => execute!(i),
                    Op::ExecuteOwn => execute_own!(i),
                    Op::Note => m.note_exit(i.a() != 0, pc.add(1), e),
                    Op::DeallocExecute => {
                        deallocate!();
                        execute!(i);
                    }
                    Op::DeallocExecuteOwn => {
                        deallocate!();
                        execute_own!(i);
                    }
                    Op::Proceed => proceed!(),
                    Op::DeallocProceed => {
                        deallocate!();
                        proceed!();
                    }
                    Op::Jump => pc = pc.offset(i.signed() as isize),
                    Op::Stop => stop!(Stop::Solution),
                    Op::Exhausted => stop!(Stop::Failure),

                    // Choice points.
                    Op::Try => {
                        let target = raw!() as Address;
                        let from = (e as u64).wrapping_sub(m.environments.base() as u64);
                        let top = m.top_at_entry(from);
                        m.push_choice(i.a() as usize, h, from, top, pc.add(1));
                        jump!(target);
                    }
                    Op::Retry => {
                        let target = raw!() as Address;
                        m.restore_arguments(usize::from(i.a()), usize::from(i.a()));
                        let b = m.b;
                        m.b0 = m.field(b, Field::CutBarrier);
                        m.set_field(b, Field::Alternative, pc.add(1) as u64);
                        jump!(target);
                    }
                    Op::Trust => {
                        let target = raw!() as Address;
                        m.restore_arguments(usize::from(i.a()), usize::from(i.a()));
                        m.b0 = m.field(m.b, Field::CutBarrier);
                        m.pop_choice();
                        jump!(target);
                    }
                    Op::TryElse => {
                        let from = (e as u64).wrapping_sub(m.environments.base() as u64);
                        let top = match i.a() {
                            0 => m.top_at_entry(from),
                            _ => m.environment_top(from, u64::from(i.b())),
                        };
                        let registers = raw!();
                        let alternative = pc.offset(i.signed() as isize);
                        m.push_choice_saving(registers, h, from, top, alternative);
                    }
                    Op::RetryElse => {
                        let b = m.b;
                        m.b0 = m.field(b, Field::CutBarrier);
                        let alternative = pc.offset(i.signed() as isize + 1);
                        m.set_field(b, Field::Alternative, alternative as u64);
                        pc = pc.add(2);
                    }
                    Op::TrustElse => {
                        m.b0 = m.field(m.b, Field::CutBarrier);
                        let registers = raw!();
                        if registers != 0 {
                            m.restore_registers(registers);
                        }
                        m.pop_choice();
                        pc = pc.add(1);
                    }
                    Op::TryGuard => {
                        let target = raw!() as Address;
                        m.guard = Guard {
                            at: pc.add(1),
                            heap: h,
                            trail: m.mem.tr,
                        };
                        m.mem.hb = h;
                        jump!(target);
                    }
                    Op::NeckCut => m.cut_choices(m.b0),
                    Op::GuardCut => {
                        if !m.guard.is_on() {
                            m.cut_choices(m.b0);
                        } else {
                            m.pass_guard();
                        }
                    }
                    Op::GuardTry => {
                        let from = (e as u64).wrapping_sub(m.environments.base() as u64);
                        m.keep_guard(from);
                    }
                    Op::GetLevel => y!(i.b()) = Cell::small(m.b0 as i64).0,
                    Op::SaveLevelY => y!(i.b()) = Cell::small(m.b as i64).0,
                    Op::SaveLevelX => x!(i.a()) = Cell::small(m.b as i64),
                    Op::CutY => m.cut_choices(Cell(y!(i.b())).small_value() as u64),
                    Op::CutX => {
                        let level = x!(i.a()).small_value() as u64;
                        m.cut_choices(level);
                    }
                    Op::SoftCutY => m.soft_cut(Cell(y!(i.b())).small_value() as u64),
                    Op::SoftCutX => {
                        let level = x!(i.a()).small_value() as u64;
                        m.soft_cut(level);
                    }
                    Op::WakeCheck => wake_check!(3),
                    Op::WakeCheckWide => wake_check!(i.b()),
                    Op::EnsureHeap => {
                        m.mem.h = h;
                        let has_room = m.room_step(u64::from(i.c()));
                        base = m.mem.base();
                        if !has_room {
                            raise!();
                        }
                    }

                    // Head unification.
                    Op::GetValueX => unify!(x!(i.a()), x!(i.b())),
                    Op::GetValueY => unify!(x!(i.a()), Cell(y!(i.b()))),
                    Op::GetAtom => get_constant!(i.a(), u64::from(i.c()) << 3 | Tag::Atm as u64),
                    Op::GetInt => get_constant!(i.a(), Cell::small(i64::from(i.signed())).0),
                    Op::GetConst => {
                        let value = raw!();
                        get_constant!(i.a(), value);
                    }
                    Op::GetBox => {
                        let words = pc.add(1).cast::<u64>();
                        let words = std::slice::from_raw_parts(words, i.c() as usize);
                        pc = pc.add(i.c() as usize);
                        m.mem.h = h;
                        let register = x!(i.a());
                        fail_unless!(m.get_box(register, words));
                        h = m.mem.h;
                        base = m.mem.base();
                    }
                    Op::GetList => open_list!(x!(i.a())),
                    Op::GetStruct => {
                        let functor = raw!();
                        open_struct!(x!(i.a()), functor);
                    }
                    Op::GetStructVarVar => {
                        let functor = raw!();
                        let cell = deref!(x!(i.a()));
                        if cell.tag() == Tag::Str {
                            let at = cell.offset();
                            fail_unless!(cell!(at) == functor);
                            x!(i.b_low()) = Cell(cell!(at + 8));
                            x!(i.b_high()) = Cell(cell!(at + 16));
                        } else if cell.is_var() {
                            bind!(cell, Cell::new(Tag::Str, h));
                            cell!(h) = functor;
                            cell!(h + 8) = h + 8;
                            cell!(h + 16) = h + 16;
                            x!(i.b_low()) = Cell(h + 8);
                            x!(i.b_high()) = Cell(h + 16);
                            h += 24;
                        } else {
                            fail!();
                        }
                    }
                    Op::GetListVarVar => {
                        let cell = deref!(x!(i.a()));
                        if cell.tag() == Tag::Lst {
                            let at = cell.offset();
                            x!(i.b_low()) = Cell(cell!(at));
                            x!(i.b_high()) = Cell(cell!(at + 8));
                        } else if cell.is_var() {
                            bind!(cell, Cell::new(Tag::Lst, h));
                            cell!(h) = h;
                            cell!(h + 8) = h + 8;
                            x!(i.b_low()) = Cell(h);
                            x!(i.b_high()) = Cell(h + 8);
                            h += 16;
                        } else {
                            fail!();
                        }
                    }
                    Op::GetListValueVar => {
                        let cell = deref!(x!(i.a()));
                        if cell.tag() == Tag::Lst {
                            let at = cell.offset();
                            unify!(x!(i.b_low()), Cell(cell!(at)));
                            x!(i.b_high()) = Cell(cell!(at + 8));
                        } else if cell.is_var() {
                            bind!(cell, Cell::new(Tag::Lst, h));
                            cell!(h) = x!(i.b_low()).0;
                            cell!(h + 8) = h + 8;
                            x!(i.b_high()) = Cell(h + 8);
                            h += 16;
                        } else {
                            fail!();
                        }
                    }

                    // Arguments of a compound.
                    Op::UnifyVarX => {
                        if s == 0 {
                            x!(i.a()) = Cell(h);
                            push!(h);
                        } else {
                            x!(i.a()) = Cell(cell!(s));
                            s += 8;
                        }
                    }
                    Op::UnifyVarX2 => {
                        if s == 0 {
                            x!(i.a()) = Cell(h);
                            x!(i.b()) = Cell(h + 8);
                            cell!(h) = h;
                            cell!(h + 8) = h + 8;
                            h += 16;
                        } else {
                            x!(i.a()) = Cell(cell!(s));
                            x!(i.b()) = Cell(cell!(s + 8));
                            s += 16;
                        }
                    }
                    Op::UnifyVarY => {
                        if s == 0 {
                            new_y!(i.b());
                        } else {
                            y!(i.b()) = cell!(s);
                            s += 8;
                        }
                    }
                    Op::UnifyValueX => {
                        if s == 0 {
                            push!(x!(i.a()).0);
                        } else {
                            let at = s;
                            s += 8;
                            unify!(x!(i.a()), Cell(cell!(at)));
                        }
                    }
                    Op::UnifyValueY => {
                        if s == 0 {
                            push!(y!(i.b()));
                        } else {
                            let at = s;
                            s += 8;
                            unify!(Cell(y!(i.b())), Cell(cell!(at)));
                        }
                    }
                    Op::UnifyVoid => {
                        if s == 0 {
                            new_cells!(i.c());
                        } else {
                            s += 8 * u64::from(i.c());
                        }
                    }
                    Op::UnifyAtom => unify_constant!(u64::from(i.c()) << 3 | Tag::Atm as u64),
                    Op::UnifyInt => unify_constant!(Cell::small(i64::from(i.signed())).0),
                    Op::UnifyConst => {
                        let value = raw!();
                        unify_constant!(value);
                    }
                    Op::UnifyTailList => {
                        if s == 0 {
                            let at = h + 8;
                            push!(Cell::new(Tag::Lst, at).0);
                        } else {
                            open_list!(Cell(cell!(s)));
                        }
                    }
                    Op::UnifyTailStruct => {
                        let functor = raw!();
                        if s == 0 {
                            let at = h + 8;
                            push!(Cell::new(Tag::Str, at).0);
                            push!(functor);
                        } else {
                            open_struct!(Cell(cell!(s)), functor);
                        }
                    }

                    // Loading registers.
                    Op::MoveXX => x!(i.b()) = x!(i.a()),
                    Op::MoveXY => y!(i.b()) = x!(i.a()).0,
                    Op::MoveYX => x!(i.a()) = Cell(y!(i.b())),
                    Op::MoveXX2 => {
                        let (a, b) = i.second();
                        x!(i.b()) = x!(i.a());
                        x!(b) = x!(a);
                    }
                    Op::MoveXY2 => {
                        let (a, b) = i.second();
                        y!(i.b()) = x!(i.a()).0;
                        y!(b) = x!(a).0;
                    }
                    Op::MoveYX2 => {
                        let (a, b) = i.second();
                        x!(i.a()) = Cell(y!(i.b()));
                        x!(a) = Cell(y!(b));
                    }
                    Op::PutVarX | Op::SetVarX => {
                        x!(i.a()) = Cell(h);
                        push!(h);
                    }
                    Op::PutVarY | Op::SetVarY => new_y!(i.b()),
                    Op::PutVarXY => {
                        x!(i.a()) = Cell(h);
                        y!(i.b()) = h;
                        push!(h);
                    }
                    Op::PutAtom => x!(i.a()) = Cell(u64::from(i.c()) << 3 | Tag::Atm as u64),
                    Op::PutInt => x!(i.a()) = Cell::small(i64::from(i.signed())),
                    Op::PutConst => x!(i.a()) = Cell(raw!()),
                    Op::PutListXX => {
                        cell!(h) = x!(i.b_low()).0;
                        cell!(h + 8) = x!(i.b_high()).0;
                        x!(i.a()) = Cell::new(Tag::Lst, h);
                        h += 16;
                    }
                    Op::PutList => x!(i.a()) = Cell::new(Tag::Lst, h),
                    Op::PutStruct => {
                        let functor = raw!();
                        x!(i.a()) = Cell::new(Tag::Str, h);
                        push!(functor);
                    }
                    Op::SetX => push!(x!(i.a()).0),
                    Op::SetY => push!(y!(i.b())),
                    Op::SetVoid => new_cells!(i.c()),
                    Op::SetAtom => push!(u64::from(i.c()) << 3 | Tag::Atm as u64),
                    Op::SetInt => push!(Cell::small(i64::from(i.signed())).0),
                    Op::SetConst => {
                        let value = raw!();
                        push!(value);
                    }
                    Op::Template => {
                        let start = h;
                        let at = pc.add(1);
                        pc = pc.add(i.c() as usize);
                        h = m.build_template(at, pc.add(1), h, e);
                        x!(i.a()) = Cell(start | u64::from(i.b()));
                    }

                    Op::Eval => {
                        let cell = deref!(x!(i.b()));
                        if cell.is_small() {
                            x!(i.a()) = cell;
                        } else {
                            evaluate!(i, m.eval_step(*pc, cell));
                        }
                    }
                    Op::AddXX => arithmetic!(i, x!(i.b_low()), x!(i.b_high()), small_sum),
                    Op::AddXI => {
                        let immediate = Cell::small(i64::from(i.signed()));
                        arithmetic!(i, x!(i.b_low()), immediate, small_sum_known)
                    }
                    Op::SubXX => arithmetic!(i, x!(i.b_low()), x!(i.b_high()), small_difference),
                    Op::AddXXElse => integer_arithmetic!(i, AddXX, x!(i.b_high()), small_sum),
                    Op::AddXIElse => {
                        let immediate = Cell::small(i64::from(i.signed()));
                        integer_arithmetic!(i, AddXI, immediate, small_sum_known)
                    }
                    Op::SubXXElse => {
                        integer_arithmetic!(i, SubXX, x!(i.b_high()), small_difference)
                    }
                    Op::MulXX => arithmetic!(i, x!(i.b_low()), x!(i.b_high()), small_product),
                    Op::MulXI => {
                        let immediate = Cell::small(i64::from(i.signed()));
                        arithmetic!(i, x!(i.b_low()), immediate, small_product)
                    }
                    Op::Arith1 => {
                        let operand = deref!(x!(i.b()));
                        let fast = match operand.is_small() {
                            true => Machine::small1(i.small_op(), operand.small_value()),
                            false => None,
                        };
                        if let Some(value) = fast {
                            x!(i.a()) = value;
                        } else {
                            evaluate!(i, m.arith1_step(*pc, operand));
                        }
                    }
                    Op::Arith2 => {
                        arithmetic!(i, x!(i.b_low()), x!(i.b_high()), |p: i64, q: i64| {
                            Machine::small2(i.small_op(), p >> 3, q >> 3)
                        })
                    }
                    Op::Arith2XI => {
                        let immediate = Cell::small(i64::from(i.b_high() as i8));
                        arithmetic!(i, x!(i.b_low()), immediate, |p: i64, q: i64| {
                            Machine::small2(i.small_op(), p >> 3, q >> 3)
                        })
                    }
                    Op::EqXX => compare!(i, x!(i.a()), x!(i.b()), Equal, ==),
                    Op::NeXX => compare!(i, x!(i.a()), x!(i.b()), NotEqual, !=),
                    Op::LtXX => compare!(i, x!(i.a()), x!(i.b()), Less, <),
                    Op::LeXX => compare!(i, x!(i.a()), x!(i.b()), LessOrEqual, <=),
                    Op::GtXX => compare!(i, x!(i.a()), x!(i.b()), Greater, >),
                    Op::GeXX => compare!(i, x!(i.a()), x!(i.b()), GreaterOrEqual, >=),
                    Op::EqXI => compare!(i, x!(i.a()), immediate!(i), Equal, ==),
                    Op::NeXI => compare!(i, x!(i.a()), immediate!(i), NotEqual, !=),
                    Op::LtXI => compare!(i, x!(i.a()), immediate!(i), Less, <),
                    Op::LeXI => compare!(i, x!(i.a()), immediate!(i), LessOrEqual, <=),
                    Op::GtXI => compare!(i, x!(i.a()), immediate!(i), Greater, >),
                    Op::GeXI => compare!(i, x!(i.a()), immediate!(i), GreaterOrEqual, >=),
                    Op::LtIX => compare!(i, immediate!(i), x!(i.a()), Less, <),
                    Op::LeIX => compare!(i, immediate!(i), x!(i.a()), LessOrEqual, <=),
                    Op::GtIX => compare!(i, immediate!(i), x!(i.a()), Greater, >),
                    Op::GeIX => compare!(i, immediate!(i), x!(i.a()), GreaterOrEqual, >=),

                    Op::TypeTest => {
                        let cell = deref!(x!(i.a()));
                        go_on_if!(i, m.type_test(i.b(), cell));
                    }
                    Op::SameXX => {
                        let (a, b) = (x!(i.a()), x!(i.b()));
                        go_on_if!(i, m.identical_step(a, b, h));
                    }
                    Op::NotSameXX => {
                        let (a, b) = (x!(i.a()), x!(i.b()));
                        go_on_if!(i, !m.identical_step(a, b, h));
                    }

                    // Predicates in Rust.
                    Op::Arg => {
                        let (index, term) = (deref!(x!(i.a())), deref!(x!(i.b_low())));
                        if let Some(value) = m.mem.argument(index, term) {
                            x!(i.b_high()) = value;
                        } else {
                            save!();
                            m.prepare_arg(index, term);
                            h = m.mem.h;
                            builtin!(i, x!(i.b_high()) = m.args[2]);
                        }
                    }
                    Op::Functor => {
                        let (name, arity) = m.mem.name_and_arity(deref!(x!(i.a())));
                        x!(i.b_low()) = name;
                        x!(i.b_high()) = arity;
                    }
                    Op::Builtin => {
                        let registers = raw!();
                        for index in 0..i.a() as usize {
                            m.args[index] = x!((registers >> (8 * index)) & 255);
                        }
                        builtin!(i, {});
                    }
                    Op::BuiltinWide => {
                        for index in 0..i.a() as usize {
                            let registers = *pc.add(1 + index / 8).cast::<u64>();
                            m.args[index] = x!((registers >> (8 * (index % 8))) & 255);
                        }
                        pc = pc.add(i.b() as usize);
                        builtin!(i, {});
                    }
                    Op::BuiltinArgs => {
                        for index in 0..i.a() as usize {
                            m.args[index] = x!(index);
                        }
                        builtin!(i, proceed!());
                    }
                    Op::Nondet => flow!(m.start_nondet(i.c(), i.a() as usize)),
                    Op::NondetRetry => flow!(m.retry_nondet()),

                    Op::Undefined => flow!(m.undefined(PredId(i.c()))),
                    Op::Link => flow!(m.link(PredId(i.c()))),
                    Op::Dynamic => flow!(m.call_dynamic(PredId(i.c()), i.a() as usize)),
                    Op::DynamicRetry => flow!(m.retry_dynamic()),
                    Op::Import => {
                        let from = PredId((*pc.add(1)).c);
                        flow!(m.call_import(PredId(i.c()), from))
                    }
                    Op::Switch => switch!(),
                    Op::SwitchValue => {
                        search!(i, deref!(x!(i.a())).0, |next| jump!(next))
                    }
                    Op::SwitchFunctor => {
                        let cell = deref!(x!(i.a()));
                        search!(i, cell!(cell.offset()), |next| enter_struct!(
                            next,
                            i.a(),
                            cell
                        ))
                    }
                    Op::SwitchManyValues => {
                        let table = &*(raw!() as *const KeySwitch);
                        jump!(table.entry(deref!(x!(i.a())).0).address());
                    }
                    Op::SwitchManyFunctors => {
                        let table = &*(raw!() as *const KeySwitch);
                        let cell = deref!(x!(i.a()));
                        jump!(table.entry(cell!(cell.offset())).address());
                    }

                    Op::CallN => flow!(m.call_n(i.a() as usize)),
                    Op::Construct => flow!(m.call_construct(i.c(), i.a() as usize)),
                    Op::CatchEnter => flow!(m.enter_catch()),
                    Op::CatchExit => {
                        save!();
                        m.exit_catch();
                        load!();
                        proceed!();
                    }
                    Op::CatchFail | Op::TrustFail => {
                        m.pop_choice();
                        fail!();
                    }
                    Op::CleanupEnter => flow!(m.enter_cleanup()),
                    Op::CleanupExit => flow!(m.exit_cleanup()),
                    Op::CleanupFail => flow!(m.fail_cleanup()),
                    Op::Resume => flow!(m.resume()),
                    Op::Observe => flow!(m.observe(i.a(), PredId(i.c()))),
                }
                pc = pc.add(1);
            }
        }
    }
}
