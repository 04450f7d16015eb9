//! Term creation and decomposition (8.5), and changing terms in place.

use super::args::stored;
use super::solutions::{once, step};
use crate::atom::known;
use crate::engine::machine::Machine;
use crate::engine::registry::{Next, Row, Start};
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::term::cell::{BoxKind, Cell, Functor, MAX_ARITY, Tag};
use crate::term::image::Attributes;
use crate::term::inspect::Walk;
use crate::term::view::View;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Term is a compound Name/Arity, or the atomic term Name if Arity is 0.
    "functor(?Term, ?Name, ?Arity) is semidet" => core once functor;
    /// Arg is argument N of Term, counted from 1.
    "arg(?N, +Term, ?Arg) is nondet" => core many arg;
    /// As `arg/3` where N is known to be bound.
    "'$arg'(+N, +Term, ?Arg) is semidet" => core once known_arg;
    /// As `functor/3` where Term is known to be bound.
    "'$functor'(+Term, ?Name, ?Arity) is semidet" => core once functor;
    /// List is the name of Term followed by its arguments.
    "=..(?Term, ?List) is semidet" => core once univ;
    /// Name and Arity are those of the compound Compound.
    "compound_name_arity(?Compound, ?Name, ?Arity) is semidet" => once compound_name_arity;
    /// Name and Args are those of the compound Compound.
    "compound_name_arguments(?Compound, ?Name, ?Args) is semidet"
        => core once compound_name_arguments;
    /// Copy is Term with fresh variables, which have copies of their attributes.
    "copy_term(@Term, -Copy) is det" => core once copy_term;
    /// Copy is Term with fresh variables without attributes.
    "copy_term_nat(@Term, -Copy) is det" => once copy_term_nat;
    /// Copy is a copy of Term that shares nothing with it.
    "duplicate_term(@Term, -Copy) is det" => once duplicate_term;
    /// Makes Value the argument N of Term until backtracking.
    "setarg(+N, +Term, +Value) is semidet" => once setarg;
    /// Makes a copy of Value the argument N of Term for good.
    "nb_setarg(+N, +Term, +Value) is semidet" => once nb_setarg;
    /// Makes Value itself the argument N of Term for good.
    "nb_linkarg(+N, +Term, +Value) is semidet" => once nb_linkarg;
    /// Vars are the variables of Term in order of first occurrence.
    "term_variables(@Term, -Vars) is semidet" => core once term_variables;
    /// Vars are the variables of Term, followed by Tail.
    "term_variables(@Term, -Vars, ?Tail) is semidet" => once term_variables_tail;
    /// Vars are the attributed variables of Term, those in attributes included.
    "term_attvars(@Term, -Vars) is det" => once term_attvars;
    /// Binds the variables of Term to '$VAR'(N), for N from Start up to, not including, End.
    "numbervars(+Term, +Start, -End) is det" => once numbervars;
    /// Binds the variables of Term to '$VAR'(0), '$VAR'(1) and so on.
    "numbervars(+Term) is det" => once numbervars_from_zero;
    /// X and Y are the same: one variable, equal atomic terms, or one compound in memory.
    "same_term(@X, @Y) is semidet" => test same_term;
    /// Hash is an integer that identical ground terms share; unbound if Term is not ground.
    "term_hash(+Term, -Hash) is det" => once term_hash;
    /// Hash is an integer that terms share which are alike down to Depth and below Range.
    "term_hash(+Term, +Depth, +Range, -Hash) is det" => once term_hash_depth;
    /// Hash is an integer that variants of Term share.
    "variant_hash(+Term, -Hash) is det" => once variant_hash;
};

fn functor(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    if cell.is_var() {
        let made = new_by_functor(m)?;
        return m.unify_arg(0, made);
    }
    m.check_integer_or_var(m.arg(2))?;
    let (name, arity) = m.mem.name_and_arity(cell);
    Ok(m.unify_arg(1, name)? && m.unify_arg(2, arity)?)
}

fn new_by_functor(m: &mut Machine) -> Result<Cell, Ball> {
    let (name, arity) = (m.arg(1), m.arg(2));
    if name.is_var() || arity.is_var() {
        return Err(Ball::Instantiation);
    }
    m.to_integer(arity)?;
    if name.is_compound() {
        return Err(Ball::Type(known::ATOMIC, name));
    }
    match m.to_size(arity)? {
        0 => Ok(name),
        arity => new_compound(m, name, arity),
    }
}

fn new_compound(m: &mut Machine, name: Cell, arity: usize) -> Result<Cell, Ball> {
    let name = m.to_atom(name)?;
    if arity > MAX_ARITY {
        return Err(Ball::Representation(known::MAX_ARITY));
    }
    m.check_walk(16 * arity)?;
    m.mem.ensure(arity as u64 + 1)?;
    Ok(m.mem.new_frame(Functor::new(name, arity)))
}

fn arg(m: &mut Machine) -> Result<Start, Ball> {
    if !m.is_var_arg(0) {
        return once(known_arg(m));
    }
    if m.is_iso() {
        return Err(Ball::Instantiation);
    }
    let (_, args) = m.to_compound(m.arg(1))?;
    all_args(args.len())
}

fn known_arg(m: &mut Machine) -> Outcome {
    let number = m.arg(0);
    if let Some(arg) = m.mem.argument(number, m.arg(1)) {
        return m.unify_arg(2, arg);
    }
    if m.is_var_arg(1) {
        return Err(Ball::Instantiation);
    }
    m.check_integer_or_var(number)?;
    let (_, args) = m.to_compound(m.arg(1))?;
    match m.to_size(number)? {
        index if index == 0 || index > args.len() => Ok(false),
        index => {
            let arg = args.get(&m.mem, index - 1);
            m.unify_arg(2, arg)
        }
    }
}

fn all_args(arity: usize) -> Result<Start, Ball> {
    let mut index = 0;
    Ok(Start::Choices(Box::new(move |m: &mut Machine| {
        let Some((_, args)) = m.mem.compound(m.arg(1)) else {
            return Ok(Some(Next::Fail));
        };
        let arg = args.get(&m.mem, index);
        index += 1;
        let holds = m.unify_arg(2, arg)? && m.unify_size(0, index)?;
        Ok(step(holds, index == arity))
    })))
}

fn univ(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    if cell.is_var() {
        let made = new_by_list(m)?;
        return m.unify_arg(0, made);
    }
    m.check_list_or_partial(m.arg(1))?;
    let mut items = Vec::new();
    match m.mem.compound(cell) {
        Some((functor, args)) => {
            m.check_walk(8 * args.len())?;
            items.push(Cell::atom(functor.name()));
            items.extend(args.iter(&m.mem));
        }
        None => items.push(cell),
    }
    m.unify_list(1, &items)
}

fn new_by_list(m: &mut Machine) -> Result<Cell, Ball> {
    let list = m.arg(1);
    if list == Cell::NIL {
        return Err(Ball::Domain(known::NON_EMPTY_LIST, list));
    }
    let items = m.to_list(list)?;
    let Some((&name, args)) = items.split_first() else {
        return Err(m.not_a(known::LIST, list));
    };
    let name = m.mem.deref(name);
    if args.is_empty() {
        return match name {
            name if name.is_var() => Err(Ball::Instantiation),
            name if name.is_compound() => Err(Ball::Type(known::ATOMIC, name)),
            name => Ok(name),
        };
    }
    named_compound(m, name, args)
}

/// The compound of a name, which must be an atom, and arguments.
fn named_compound(m: &mut Machine, name: Cell, args: &[Cell]) -> Result<Cell, Ball> {
    let name = m.to_atom(name)?;
    if args.len() > MAX_ARITY {
        return Err(Ball::Representation(known::MAX_ARITY));
    }
    m.check_walk(8 * args.len())?;
    m.mem.ensure(args.len() as u64 + 1)?;
    Ok(m.mem.new_struct(name, args))
}

fn compound_name_arity(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    if cell.is_var() {
        let name = m.to_atom(m.arg(1))?;
        let arity = m.size_arg(2)?;
        if arity == 0 {
            return Err(m.type_error("compound", Cell::atom(name)));
        }
        let made = new_compound(m, Cell::atom(name), arity)?;
        return m.unify_arg(0, made);
    }
    let (functor, _) = m.to_compound(cell)?;
    Ok(m.unify_atom(1, functor.name())? && m.unify_size(2, functor.arity())?)
}

fn compound_name_arguments(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    if cell.is_var() {
        let name = m.arg(1);
        let args = m.list_arg(2)?;
        if args.is_empty() {
            return Err(m.not_a(known::COMPOUND, name));
        }
        let made = named_compound(m, name, &args)?;
        return m.unify_arg(0, made);
    }
    let (functor, args) = m.to_compound(cell)?;
    let args: Vec<Cell> = args.iter(&m.mem).collect();
    Ok(m.unify_atom(1, functor.name())? && m.unify_list(2, &args)?)
}

fn copy_term(m: &mut Machine) -> Outcome {
    let copy = m.copy_constrained(m.term_arg(0))?;
    m.unify_arg(1, copy)
}

fn copy_term_nat(m: &mut Machine) -> Outcome {
    let copy = m.mem.copy(m.term_arg(0), Attributes::Drop)?;
    m.unify_arg(1, copy)
}

fn duplicate_term(m: &mut Machine) -> Outcome {
    let copy = duplicate(m, m.term_arg(0))?;
    m.unify_arg(1, copy)
}

fn duplicate(m: &mut Machine, term: Cell) -> Result<Cell, Ball> {
    let mut words = Vec::new();
    let (appended, network) = m.append_constrained(term, &mut words)?;
    if m.mem.alarm.has_rung() {
        return Ok(Cell::NIL);
    }
    m.build_constrained(&words, appended, network.as_ref())
}

/// The heap offset of the argument that `setarg/3` and its kin change.
fn argument_offset(m: &mut Machine) -> Result<Option<u64>, Ball> {
    let index = m.size_arg(0)?;
    let (_, args) = m.to_compound(m.arg(1))?;
    let is_argument = (1..=args.len()).contains(&index);
    Ok(is_argument.then(|| args.offset(index - 1)))
}

fn setarg(m: &mut Machine) -> Outcome {
    let Some(at) = argument_offset(m)? else {
        return Ok(false);
    };
    let value = m.term_arg(2);
    m.mem.assign(at, value);
    Ok(true)
}

fn nb_setarg(m: &mut Machine) -> Outcome {
    let Some(at) = argument_offset(m)? else {
        return Ok(false);
    };
    // An unbound variable stays the same one.
    let value = match m.term_arg(2) {
        variable if m.mem.deref(variable).is_var() => variable,
        term => duplicate(m, term)?,
    };
    if m.mem.alarm.has_rung() {
        return Ok(false);
    }
    set_for_good(m, at, value);
    Ok(true)
}

fn nb_linkarg(m: &mut Machine) -> Outcome {
    let Some(at) = argument_offset(m)? else {
        return Ok(false);
    };
    let value = m.term_arg(2);
    set_for_good(m, at, value);
    Ok(true)
}

/// Replaces a cell so that backtracking restores neither it nor its value.
fn set_for_good(m: &mut Machine, at: u64, value: Cell) {
    m.mem.set(at, value);
    if !value.is_atom() && !value.is_small() {
        m.freeze_heap();
    }
}

fn term_variables(m: &mut Machine) -> Outcome {
    m.check_list_or_partial(m.arg(1))?;
    let variables = m.mem.term_variables(m.arg(0));
    m.unify_list(1, &variables)
}

fn term_variables_tail(m: &mut Machine) -> Outcome {
    let variables = m.mem.term_variables(m.arg(0));
    m.mem.ensure(2 * variables.len() as u64)?;
    let tail = m.term_arg(2);
    let list = m.mem.new_partial_list(&variables, tail);
    m.unify_arg(1, list)
}

fn term_attvars(m: &mut Machine) -> Outcome {
    let mut found = m.mem.term_attvars(m.arg(0));
    let mut met: rustc_hash::FxHashSet<Cell> = found.iter().copied().collect();
    // Attributes may hold further attributed variables.
    let mut next = 0;
    while next < found.len() {
        let attributes = m.mem.get(found[next].offset() + 8);
        for var in m.mem.term_attvars(attributes) {
            if met.insert(var) {
                found.push(var);
            }
        }
        next += 1;
    }
    m.unify_list(1, &found)
}

fn numbervars(m: &mut Machine) -> Outcome {
    let start = m.integer_arg(1)?;
    m.check_integer_or_var(m.arg(2))?;
    let end = bind_numbered(m, start)?;
    m.unify_int(2, end)
}

fn numbervars_from_zero(m: &mut Machine) -> Outcome {
    bind_numbered(m, 0)?;
    Ok(true)
}

fn bind_numbered(m: &mut Machine, start: i64) -> Result<i64, Ball> {
    let variables = m.mem.term_variables(m.arg(0));
    if m.mem.alarm.has_rung() {
        return Ok(start);
    }
    if let Some(&var) = variables
        .iter()
        .find(|&&var| m.mem.deref(var).tag() == Tag::Att)
    {
        return Err(m.type_error("free_of_attvar", var));
    }
    if start.checked_add(variables.len() as i64).is_none() {
        return Err(Ball::Representation(known::MAX_INTEGER));
    }
    m.mem.ensure(4 * variables.len() as u64)?;
    let mut number = start;
    for var in variables {
        let index = m.mem.new_number(&crate::number::Number::Int(number));
        let name = m.mem.new_struct(known::VAR_FUNCTOR, &[index]);
        m.mem.unify(var, name);
        number += 1;
    }
    Ok(number)
}

fn term_hash(m: &mut Machine) -> Outcome {
    if !m.mem.is_ground(m.arg(0)) {
        return Ok(true);
    }
    let hash = hash(m, m.arg(0), usize::MAX);
    m.unify_int(1, (hash & 0xff_ffff) as i64)
}

fn term_hash_depth(m: &mut Machine) -> Outcome {
    let depth = m.integer_arg(1)?;
    let range = m.integer_arg(2)?;
    if range < 1 {
        return Err(Ball::Domain(known::NOT_LESS_THAN_ONE, m.arg(2)));
    }
    let depth = usize::try_from(depth).unwrap_or(usize::MAX);
    if !is_ground_to(m, m.arg(0), depth) {
        return Ok(true);
    }
    let hash = hash(m, m.arg(0), depth);
    m.unify_int(3, (hash % range as u64) as i64)
}

fn variant_hash(m: &mut Machine) -> Outcome {
    let hash = hash(m, m.arg(0), usize::MAX);
    m.unify_int(1, (hash & 0xff_ffff_ffff) as i64)
}

fn is_ground_to(m: &Machine, term: Cell, depth: usize) -> bool {
    let mut todo = vec![(term, depth)];
    let mut steps = 0;
    while let Some((cell, depth)) = todo.pop() {
        steps += 1;
        if depth == 0 {
            continue;
        }
        if m.mem.alarm.rings_at(steps) {
            return false;
        }
        match m.mem.view(cell) {
            View::Var(_) => return false,
            View::List(head, tail) => todo.extend([(head, depth - 1), (tail, depth - 1)]),
            View::Struct(_, args) => todo.extend(args.iter(&m.mem).map(|arg| (arg, depth - 1))),
            _ => {}
        }
    }
    true
}

/// A hash of the shape of a term down to `depth`, the same in every engine.
/// Variables count by the order of their first occurrence.
fn hash(m: &Machine, term: Cell, depth: usize) -> u64 {
    if depth == usize::MAX {
        let mut walk = Walk::new(&m.mem, term);
        let mut hash = Fnv::default();
        while let Some(cell) = walk.next(&m.mem) {
            hash.node(m, cell);
        }
        return hash.state;
    }
    let mut todo = vec![(term, depth)];
    let mut hash = Fnv::default();
    let mut steps = 0;
    while let Some((cell, depth)) = todo.pop() {
        steps += 1;
        if m.mem.alarm.rings_at(steps) {
            break;
        }
        if depth > 0 {
            let cell = m.mem.deref(cell);
            hash.node(m, cell);
            if let Some((_, args)) = m.mem.compound(cell) {
                todo.extend(args.iter(&m.mem).rev().map(|arg| (arg, depth - 1)));
            }
        }
    }
    hash.state
}

/// The Fowler-Noll-Vo hash of a walk over a term.
struct Fnv {
    state: u64,
    variables: rustc_hash::FxHashMap<Cell, u64>,
}

impl Default for Fnv {
    fn default() -> Fnv {
        Fnv {
            state: 0xcbf2_9ce4_8422_2325,
            variables: rustc_hash::FxHashMap::default(),
        }
    }
}

impl Fnv {
    fn bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.state = (self.state ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
        self.state = (self.state ^ 0xff).rotate_left(13);
    }

    fn node(&mut self, m: &Machine, cell: Cell) {
        match cell.tag() {
            Tag::Atm => self.bytes(m.text(cell.atom_value()).as_bytes()),
            Tag::Int => self.bytes(&cell.small_value().to_le_bytes()),
            Tag::Box => {
                let is_string = m.mem.is_box(cell, BoxKind::Str);
                self.bytes(&[u8::from(is_string)]);
                self.bytes(m.mem.box_bytes(cell));
            }
            Tag::Ref | Tag::Att => {
                let next = self.variables.len() as u64;
                let number = *self.variables.entry(stored(cell)).or_insert(next);
                self.bytes(&number.to_le_bytes());
            }
            _ => {
                if let Some((functor, _)) = m.mem.compound(cell) {
                    self.bytes(m.text(functor.name()).as_bytes());
                    self.bytes(&(functor.arity() as u64).to_le_bytes());
                }
            }
        }
    }
}

fn same_term(m: &mut Machine) -> Outcome {
    let (x, y) = (m.arg(0), m.arg(1));
    Ok(x == y || (m.mem.compound(x).is_none() && m.compare_terms(x, y).is_eq()))
}
