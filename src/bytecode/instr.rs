//! The instructions of the machine.
//!
//! An instruction is one word: an operation and three operands of 8, 16 and 32
//! bits. Some are followed by raw words: a constant that does not fit, a code
//! address, a template. X registers are operands of 8 bits, Y slots (of the
//! current environment) of 16 bits, jumps are relative to the next word.

#![allow(rustdoc::broken_intra_doc_links, reason = "X[a] names a register")]

/// A bit map of slots that stands for all of them.
pub const ALL_SLOTS: u64 = u64::MAX;

/// The map of an environment with too many slots for one word: the words of the
/// [`Op::Slots`] before the instruction are the map.
pub const WIDE_SLOTS: u64 = 1 << 63;

/// One instruction word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(8))]
pub struct Instr {
    /// The operation.
    pub op: Op,
    /// Mostly an X register.
    pub a: u8,
    /// Mostly a Y slot, a second and third X register, or a count.
    pub b: u16,
    /// An atom, an integer, a predicate, a jump.
    pub c: u32,
}

impl Instr {
    /// The instruction with these operands.
    pub const fn new(op: Op, a: u8, b: u16, c: u32) -> Instr {
        Instr { op, a, b, c }
    }

    /// The instruction as a word of code.
    pub const fn word(self) -> u64 {
        (self.op as u64) | (self.a as u64) << 8 | (self.b as u64) << 16 | (self.c as u64) << 32
    }

    /// The operand `c` as a signed number.
    #[inline(always)]
    pub const fn signed(self) -> i32 {
        self.c as i32
    }

    /// What an instruction that computes does it for: 0 is `is/2`, other numbers
    /// are one more than that of a comparison.
    pub const fn purpose(self) -> u32 {
        match self.op {
            Op::AddXI | Op::MulXI => self.b_high() as u32,
            _ => (self.c >> 16) & 15,
        }
    }

    /// The operation of an instruction that computes.
    #[inline(always)]
    pub const fn small_op(self) -> u32 {
        self.c >> 20
    }

    /// The evaluable of an instruction that computes.
    #[inline(always)]
    pub const fn evaluable(self) -> u32 {
        self.c & 0xffff
    }

    /// This instruction and `next` as one, if there is an operation for both.
    pub fn joined(self, next: Instr) -> Option<Instr> {
        let second = u32::from(next.a) | u32::from(next.b) << 8;
        let op = match (self.op, next.op) {
            (Op::MoveXX, Op::MoveXX) => Op::MoveXX2,
            (Op::MoveXY, Op::MoveXY) => Op::MoveXY2,
            (Op::MoveYX, Op::MoveYX) => Op::MoveYX2,
            (Op::UnifyVarX, Op::UnifyVarX) => {
                return Some(Instr::new(Op::UnifyVarX2, self.a, u16::from(next.a), 0));
            }
            _ => return None,
        };
        Some(Instr::new(op, self.a, self.b, second))
    }

    /// The high half of `b`: the third X register.
    #[inline(always)]
    pub const fn b_high(self) -> usize {
        (self.b >> 8) as usize
    }
}

macro_rules! operations {
    ($($(#[$doc:meta])* $name:ident $raw:tt,)*) => {
        /// What an instruction does. `+1` in a description means that one raw word follows.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Op { $($(#[$doc])* $name,)* }

        impl Op {
            /// All operations, by number.
            pub const ALL: &[Op] = &[$(Op::$name),*];
            /// The name of the operation.
            pub const fn name(self) -> &'static str {
                match self { $(Op::$name => stringify!($name)),* }
            }
            /// How many raw words follow the instruction.
            pub const fn raw_words(self, instr: Instr) -> usize {
                match self { $(Op::$name => operations!(@raw $raw, instr)),* }
            }
        }
    };
    (@raw c, $instr:expr) => { $instr.c as usize };
    (@raw b, $instr:expr) => { $instr.b as usize };
    (@raw $n:literal, $instr:expr) => { $n };
}

operations! {
    // Control.
    /// Backtrack.
    Fail 0,
    /// Make an environment of at most c slots.
    Allocate 0,
    /// Drop the environment.
    Deallocate 0,
    /// +1 Call predicate c; b slots of the environment are still needed. The raw word
    /// is a bit map of those in use, [`ALL_SLOTS`] or [`WIDE_SLOTS`].
    Call 1,
    /// The c raw words are the map of slots for the instruction behind them.
    Slots c,
    /// Continue with predicate c.
    Execute 0,
    /// The same for the clause's own predicate.
    ExecuteOwn 0,
    /// The next instruction is a last call that leaves the user's program: note the
    /// place for messages; a tells whether there is an environment.
    Note 0,
    /// Deallocate, then Execute.
    DeallocExecute 0,
    /// `Deallocate`, then `ExecuteOwn`.
    DeallocExecuteOwn 0,
    /// Return.
    Proceed 0,
    /// Deallocate, then Proceed.
    DeallocProceed 0,
    /// Jump by c.
    Jump 0,
    /// The query has succeeded.
    Stop 0,
    /// The query has failed for good.
    Exhausted 0,

    // Choice points.
    /// +1 Push a choice point of a arguments, whose alternative is the next instruction; jump to the address.
    Try 1,
    /// +1 Restore the arguments; the alternative is the next instruction; jump to the address.
    Retry 1,
    /// +1 Restore the arguments and drop the choice point; jump to the address.
    Trust 1,
    /// +1 Push a choice point whose alternative is at c; a tells whether there is an
    /// environment, b its size. The raw word is a bit map of the X registers to save.
    TryElse 1,
    /// +2 Set the alternative to c; the raw words are as those of `TrustElse`.
    RetryElse 2,
    /// +2 Restore the X registers of the first raw word and drop the choice point. The
    /// second raw word is a bit map of the slots in use, if a is not 0.
    TrustElse 2,
    /// +3 Jump to the first address; until `GuardCut`, a failure goes on at the third
    /// one. If a choice point is needed before, it saves a arguments, and its
    /// alternative is the second address.
    TryGuard 3,
    /// Cut to the choice point that was newest when the predicate was called.
    NeckCut 0,
    /// As `NeckCut`; ends what `TryGuard` has begun.
    GuardCut 0,
    /// Make the choice point that `TryGuard` has put off.
    GuardTry 0,
    /// Y[b] := the choice point that was newest when the predicate was called.
    GetLevel 0,
    /// Y[b] := the newest choice point.
    SaveLevelY 0,
    /// X[a] := the newest choice point.
    SaveLevelX 0,
    /// Cut to the choice point in Y[b].
    CutY 0,
    /// Cut to the choice point in X[a].
    CutX 0,
    /// Disable the choice point above the one in Y[b] without dropping those above it.
    SoftCutY 0,
    /// The same with the level in X[a].
    SoftCutX 0,
    /// +3 Wake the goals of bound variables; the raw words are a bit map of the X registers in use, and what stands before a continuation: a call and the map of its slots.
    WakeCheck 3,
    /// The same with b raw words, since the map of slots is long.
    WakeCheckWide b,
    /// Make room for c words on the heap.
    EnsureHeap 0,

    // Head unification.
    /// Unify X[a] with X[b].
    GetValueX 0,
    /// Unify X[a] with Y[b].
    GetValueY 0,
    /// Unify X[a] with the atom c.
    GetAtom 0,
    /// Unify X[a] with the integer c.
    GetInt 0,
    /// +1 Unify X[a] with the cell that follows.
    GetConst 1,
    /// Unify X[a] with the boxed value whose c words follow, header first.
    GetBox c,
    /// Unify X[a] with a list, whose arguments follow.
    GetList 0,
    /// +1 Unify X[a] with a compound of the functor that follows.
    GetStruct 1,
    /// +1 GetStruct a; UnifyVarX b-low; UnifyVarX b-high.
    GetStructVarVar 1,
    /// GetList a; UnifyVarX b-low; UnifyVarX b-high.
    GetListVarVar 0,
    /// GetList a; UnifyValueX b-low; UnifyVarX b-high.
    GetListValueVar 0,

    // Arguments of a compound, read or written.
    /// X[a] := the argument, a new variable in write mode.
    UnifyVarX 0,
    /// UnifyVarX a; UnifyVarX b.
    UnifyVarX2 0,
    /// Y[b] := the argument.
    UnifyVarY 0,
    /// Unify the argument with X[a].
    UnifyValueX 0,
    /// Unify the argument with Y[b].
    UnifyValueY 0,
    /// Skip c arguments.
    UnifyVoid 0,
    /// Unify the argument with the atom c.
    UnifyAtom 0,
    /// Unify the argument with the integer c.
    UnifyInt 0,
    /// +1 Unify the argument with the cell that follows.
    UnifyConst 1,
    /// Unify the last argument with a list and go on with its arguments.
    UnifyTailList 0,
    /// +1 Unify the last argument with a compound and go on with its arguments.
    UnifyTailStruct 1,

    // Loading registers.
    /// X[b] := X[a].
    MoveXX 0,
    /// Y[b] := X[a].
    MoveXY 0,
    /// X[a] := Y[b].
    MoveYX 0,
    /// MoveXX a, b; then another, as [`Instr::joined`] has it.
    MoveXX2 0,
    /// MoveXY a, b; then another, as [`Instr::joined`] has it.
    MoveXY2 0,
    /// MoveYX a, b; then another, as [`Instr::joined`] has it.
    MoveYX2 0,
    /// X[a] := a new variable.
    PutVarX 0,
    /// Y[b] := a new variable.
    PutVarY 0,
    /// X[a] := Y[b] := a new variable.
    PutVarXY 0,
    /// X[a] := the atom c.
    PutAtom 0,
    /// X[a] := the integer c.
    PutInt 0,
    /// +1 X[a] := the cell that follows.
    PutConst 1,
    /// X[a] := a list of X[b-low] and X[b-high].
    PutListXX 0,
    /// X[a] := a list cell, whose two arguments follow.
    PutList 0,
    /// +1 X[a] := a compound, whose arguments follow.
    PutStruct 1,
    /// Write X[a].
    SetX 0,
    /// Write Y[b].
    SetY 0,
    /// Write a new variable and put it in X[a].
    SetVarX 0,
    /// Write a new variable and put it in Y[b].
    SetVarY 0,
    /// Write c new variables.
    SetVoid 0,
    /// Write the atom c.
    SetAtom 0,
    /// Write the integer c.
    SetInt 0,
    /// +1 Write the cell that follows.
    SetConst 1,
    /// X[a] := the term built from the template of b cells that follows (c words).
    Template c,

    // Arithmetic.
    // Those that compute have in their last operand a mark of the comparison, or
    // of `is/2`, that they belong to; see [`Instr::purpose`].
    /// X[a] := the value of X[b].
    Eval 0,
    /// X[a] := X[b-low] + X[b-high].
    AddXX 0,
    /// X[a] := X[b-low] + c; the mark is b-high.
    AddXI 0,
    /// X[a] := X[b-low] - X[b-high].
    SubXX 0,
    /// +1 As `AddXX`, but the jump that follows is taken if not both are integers.
    AddXXElse 1,
    /// +1 As `AddXI`, but the jump that follows is taken if X[b-low] is no integer.
    AddXIElse 1,
    /// +1 As `SubXX`, but the jump that follows is taken if not both are integers.
    SubXXElse 1,
    /// X[a] := X[b-low] * X[b-high].
    MulXX 0,
    /// X[a] := X[b-low] * c; the mark is b-high.
    MulXI 0,
    /// X[a] := evaluable c of X[b].
    Arith1 0,
    /// X[a] := evaluable c of X[b-low] and X[b-high].
    Arith2 0,
    /// X[a] := evaluable c of X[b-low] and the integer b-high.
    Arith2XI 0,
    /// X[a] =:= X[b], else jump by c; 0 is failure here and below. A comparison with a
    /// negative c fails as well, but jumps by -c if not both are integers.
    EqXX 0,
    /// X[a] =\= X[b], else jump.
    NeXX 0,
    /// X[a] < X[b], else jump.
    LtXX 0,
    /// X[a] =< X[b], else jump.
    LeXX 0,
    /// X[a] > X[b], else jump.
    GtXX 0,
    /// X[a] >= X[b], else jump.
    GeXX 0,
    /// X[a] =:= the integer b, else jump.
    EqXI 0,
    /// X[a] =\= the integer b, else jump.
    NeXI 0,
    /// X[a] < the integer b, else jump.
    LtXI 0,
    /// X[a] =< the integer b, else jump.
    LeXI 0,
    /// X[a] > the integer b, else jump.
    GtXI 0,
    /// X[a] >= the integer b, else jump.
    GeXI 0,
    /// The integer b < X[a], else jump.
    LtIX 0,
    /// The integer b =< X[a], else jump.
    LeIX 0,
    /// The integer b > X[a], else jump.
    GtIX 0,
    /// The integer b >= X[a], else jump.
    GeIX 0,

    // Tests.
    /// X[a] is of type b, else jump by c.
    TypeTest 0,
    /// X[a] == X[b], else jump by c.
    SameXX 0,
    /// X[a] \== X[b], else jump by c.
    NotSameXX 0,

    // Predicates in Rust.
    /// X[b-high] := argument X[a] of X[b-low], if that is one; otherwise builtin c says.
    Arg 0,
    /// X[b-low] and X[b-high] := name and arity of X[a], which is bound.
    Functor 0,
    /// +1 Run builtin c on a X registers, named by the bytes of the raw word.
    Builtin 1,
    /// Run builtin c on a X registers, whose names are in the b raw words.
    BuiltinWide b,
    /// Run builtin c on X[0..a].
    BuiltinArgs 0,
    /// Run the nondeterministic builtin c on X[0..a].
    Nondet 0,
    /// Ask the newest choice point's builtin for its next solution.
    NondetRetry 0,

    // Entries of predicates.
    /// Predicate c has no clauses and is not known to exist.
    Undefined 0,
    /// Link the static predicate c, then run it.
    Link 0,
    /// Run the dynamic predicate c.
    Dynamic 0,
    /// Try the next clause of a dynamic predicate.
    DynamicRetry 0,
    /// Predicate c of another module; a tells whether arguments must be qualified.
    Import 0,
    /// +8 Switch on the type of X[a]; the raw words are where to go, by tag.
    Switch 8,
    /// Switch on the atom or integer in X[a]; the b raw words are cells, each with the
    /// address to go to, and at the end the address for all others.
    SwitchValue b,
    /// The same for the functor of the compound in X[a].
    SwitchFunctor b,
    /// +1 Switch on the atom or integer in X[a] by the table at the address.
    SwitchManyValues 1,
    /// +1 Switch on the functor of the compound in X[a] by the table at the address.
    SwitchManyFunctors 1,

    // Control predicates.
    /// call/N with a arguments in the module named by the atom c.
    CallN 0,
    /// The control construct named by the atom c with a arguments is called.
    Construct 0,
    /// Enter catch/3.
    CatchEnter 0,
    /// Leave the goal of catch/3.
    CatchExit 0,
    /// The choice point of catch/3 is reached: nothing was thrown.
    CatchFail 0,
    /// Enter a goal whose cleanup is in Y[b].
    CleanupEnter 0,
    /// Leave a goal with cleanup.
    CleanupExit 0,
    /// The goal with cleanup has failed.
    CleanupFail 0,
    /// Go on after goals have been woken.
    Resume 0,
    /// Drop the choice point and fail: a disabled alternative.
    TrustFail 0,
    /// Port a of an observed goal; at its call c is the predicate.
    Observe 0,
}

/// An operation on small integers that the loop does itself: a number above the
/// evaluable and the mark of the instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum SmallOp {
    /// None of these.
    Other,
    /// `/`, of floats only
    Division,
    /// `//`
    Quotient,
    /// `mod`
    Modulo,
    /// `rem`
    Remainder,
    /// `/\`
    And,
    /// `\/`
    Or,
    /// `xor`
    Xor,
    /// `>>`
    Right,
    /// `<<`
    Left,
    /// `min`
    Minimum,
    /// `max`
    Maximum,
    /// `-` with one operand
    Negation,
    /// `abs`
    Absolute,
}

/// A type that [`Op::TypeTest`] tests for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u16)]
pub enum TypeTest {
    /// `var/1`
    Var,
    /// `nonvar/1`
    Nonvar,
    /// `atom/1`
    Atom,
    /// `integer/1`
    Integer,
    /// `float/1`
    Float,
    /// `number/1`
    Number,
    /// `atomic/1`
    Atomic,
    /// `compound/1`
    Compound,
    /// `callable/1`
    Callable,
    /// `string/1`
    Str,
    /// `rational/1`
    Rational,
    /// `attvar/1`
    Attvar,
    /// A variable or an integer.
    VarOrInteger,
}

impl TypeTest {
    /// The tests by number.
    pub const ALL: [(TypeTest, &'static str); 13] = [
        (TypeTest::Var, "var"),
        (TypeTest::Nonvar, "nonvar"),
        (TypeTest::Atom, "atom"),
        (TypeTest::Integer, "integer"),
        (TypeTest::Float, "float"),
        (TypeTest::Number, "number"),
        (TypeTest::Atomic, "atomic"),
        (TypeTest::Compound, "compound"),
        (TypeTest::Callable, "callable"),
        (TypeTest::Str, "string"),
        (TypeTest::Rational, "rational"),
        (TypeTest::Attvar, "attvar"),
        (TypeTest::VarOrInteger, "$var_or_integer"),
    ];
}
