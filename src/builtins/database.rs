//! Clauses: creation, destruction, retrieval (8.8, 8.9).

use crate::atom::{Atom, known};
use crate::builtins::solutions::{once, step};
use crate::engine::clauses::SplitClause;
use crate::engine::machine::Machine;
use crate::engine::registry::{Next, Row, Start};
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::program::clause::{ClauseWords, arguments_of};
use crate::program::clause_list::walk::{Cursor, Sought};
use crate::program::clause_list::{ClauseList, Slot};
use crate::program::predicate::{Definition, PredId};
use crate::program::probe::given_keys;
use crate::program::visits::Pin;
use crate::term::cell::{Cell, Functor};
use crate::term::halves::Words;
use crate::term::mem::Mem;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Adds Clause as the first clause of its predicate, which is made dynamic
    /// if it does not exist.
    "asserta(:Clause) is det" => core once asserta;
    /// Adds Clause as the last clause of its predicate, which is made dynamic
    /// if it does not exist.
    "assertz(:Clause) is det" => core once assertz;
    /// As assertz/1, but a static predicate of the program gets a clause as well.
    "'$extend'(+Clause) is det" => core once extend;
    /// Records Term under Key as the last one if Last is true, else as the first. Fails
    /// if something is demanded of its variables.
    "'$record'(+Key, +Term, +Last) is semidet" => core once record;
    /// As `'$record'/3`; Reference refers to what is recorded.
    "'$record'(+Key, +Term, +Last, -Reference) is semidet" => core once record_reference;
    /// The same as `assertz/1`.
    "assert(:Clause) is det" => once assertz;
    /// Adds Clause as the first clause; Reference refers to it.
    "asserta(:Clause, -Reference) is det" => once asserta_reference;
    /// Adds Clause as the last clause; Reference refers to it.
    "assertz(:Clause, -Reference) is det" => once assertz_reference;
    /// The same as `assertz/2`.
    "assert(:Clause, -Reference) is det" => once assertz_reference;
    /// Removes the first clause that unifies with Clause, and on backtracking the next ones.
    "retract(:Clause) is nondet" => core many retract;
    /// Removes all clauses whose head unifies with Head.
    "retractall(:Head) is det" => core once retractall;
    /// Removes the predicate Indicator with all its clauses.
    "abolish(:Indicator) is det" => core once abolish;
    /// The clause `Head :- Body` exists; a fact has the body `true`.
    "clause(:Head, ?Body) is nondet" => core many clause;
    /// The clause that Reference refers to is `Head :- Body`.
    "clause(:Head, ?Body, ?Reference) is nondet" => many clause_reference;
    /// Removes the clause that Reference refers to.
    "erase(+Reference) is det" => once erase;
};

fn asserta(m: &mut Machine) -> Outcome {
    m.assert_arg(false).map(|_| true)
}

fn assertz(m: &mut Machine) -> Outcome {
    m.assert_arg(true).map(|_| true)
}

fn extend(m: &mut Machine) -> Outcome {
    let split = m.split_clause(m.arg(0), known::USER)?;
    let functor = m.head_functor(split.head)?;
    match m.own_static(split.module, functor) {
        Some(id) => {
            let clause = m.new_clause(&split, |_| None)?;
            m.add_clause(id, clause, true);
        }
        None => drop(m.assert_arg(true)?),
    }
    Ok(true)
}

/// Adds a fact `record(Key, Term, [])` to library(recorded), with only name and arity of
/// a compound key.
fn record(m: &mut Machine) -> Outcome {
    Ok(m.record_args()?.is_some())
}

/// As `record`, with a reference to the fact.
fn record_reference(m: &mut Machine) -> Outcome {
    if !m.arg(3).is_var() {
        return Err(Ball::Uninstantiation(m.arg(3)));
    }
    let Some((id, slot)) = m.record_args()? else {
        return Ok(false);
    };
    let reference = m.reference_to(id, slot);
    m.unify_arg(3, reference)
}

fn asserta_reference(m: &mut Machine) -> Outcome {
    assert_reference(m, false)
}

fn assertz_reference(m: &mut Machine) -> Outcome {
    assert_reference(m, true)
}

fn assert_reference(m: &mut Machine, at_end: bool) -> Outcome {
    if !m.arg(1).is_var() {
        return Err(Ball::Uninstantiation(m.arg(1)));
    }
    let (id, slot) = m.assert_arg(at_end)?;
    let reference = m.reference_to(id, slot);
    m.unify_arg(1, reference)
}

impl Machine {
    fn assert_arg(&mut self, at_end: bool) -> Result<(PredId, Slot), Ball> {
        let split = self.split_clause(self.arg(0), known::USER)?;
        self.assert_split(&split, at_end)
    }

    fn record_args(&mut self) -> Result<Option<(PredId, Slot)>, Ball> {
        let (key, term, last) = (self.arg(0), self.term_arg(1), self.arg(2));
        if key.is_var() {
            return Err(Ball::Instantiation);
        }
        if !self.mem.term_attvars(term).is_empty() {
            return Ok(None);
        }
        let plain = match self.mem.compound(key) {
            Some((functor, _)) => self.mem.new_frame(functor),
            None => key,
        };
        let split = SplitClause {
            module: known::RECORDED,
            head: self
                .mem
                .new_struct(known::RECORD, &[plain, term, Cell::NIL]),
            body: None,
            body_module: known::RECORDED,
        };
        self.assert_split(&split, last == Cell::atom(known::TRUE))
            .map(Some)
    }

    fn assert_split(&mut self, split: &SplitClause, at_end: bool) -> Result<(PredId, Slot), Ball> {
        let functor = self.head_functor(split.head)?;
        let id = self.find_or_add_predicate(split.module, functor);
        if !self.is_own_dynamic(id) {
            self.check_modifiable(split.module, functor)?;
        }
        let clause = self.new_clause(split, |_| None)?;
        self.check_buffer(8 * clause.words().count() as u64)?;
        self.make_dynamic(id);
        let slot = self.add_clause(id, clause, at_end);
        Ok((id, slot))
    }

    /// Whether a predicate is a dynamic one of the program, which anybody may change.
    fn is_own_dynamic(&self, id: PredId) -> bool {
        let predicate = self.db.predicate(id);
        let traits = predicate.traits;
        traits.dynamic
            && !traits.system
            && !traits.locked
            && !traits.sealed
            && matches!(predicate.definition, Definition::Clauses)
    }

    /// A static predicate that the program has given clauses.
    fn own_static(&self, module: Atom, functor: Functor) -> Option<PredId> {
        let id = self.db.find(module, functor)?;
        let predicate = self.db.predicate(id);
        let is_static = matches!(predicate.definition, Definition::Clauses)
            && predicate.is_defined()
            && !predicate.traits.dynamic;
        let traits = predicate.traits;
        let is_own = !traits.system && !self.db.is_sealed(id) && !self.is_protected(functor);
        (is_static && is_own).then_some(id)
    }

    /// A term that refers to a clause: its predicate and slot, and the generation that
    /// has added it, since slots are used again.
    pub fn reference_to(&mut self, id: PredId, slot: Slot) -> Cell {
        let birth = self.db.predicate(id).clauses.birth(slot);
        let args = [i64::from(id.0), i64::from(slot.0), birth as i64];
        self.compound("$clause", &args.map(Cell::small))
    }

    /// The predicate and slot of a referenced clause, unless it has been erased.
    pub fn referenced(&mut self, reference: Cell) -> Result<Option<(PredId, Slot)>, Ball> {
        if reference.is_var() {
            return Err(Ball::Instantiation);
        }
        let args = self.match_compound(reference, "$clause", 3);
        let part = |index| {
            let cell = self.mem.deref(args?.get(&self.mem, index));
            cell.is_small().then(|| cell.small_value())
        };
        let (Some(id), Some(slot), Some(birth)) = (part(0), part(1), part(2)) else {
            return Err(self.type_error("db_reference", reference));
        };
        let (Ok(id), Ok(slot)) = (u32::try_from(id), u32::try_from(slot)) else {
            return Ok(None);
        };
        let (id, slot) = (PredId(id), Slot(slot));
        let exists = (id.0 as usize) < self.db.len()
            && self.db.predicate(id).clauses.is_alive(slot, birth as u64);
        Ok(exists.then_some((id, slot)))
    }

    /// A term without the modules before it; one that is unbound becomes `module`.
    fn unqualified(&mut self, term: Cell, module: Atom) -> Cell {
        let mut plain = term;
        while let Some(args) = self.mem.match_struct(plain, known::COLON, 2) {
            let qualifier = self.mem.deref(args.get(&self.mem, 0));
            if qualifier.is_var() {
                self.mem.unify(qualifier, Cell::atom(module));
            }
            plain = args.get(&self.mem, 1);
        }
        plain
    }

    /// Erases a clause if it unifies with a head and a body; also one that has been erased
    /// since `retract/1` was called is a solution, as 8.9.3.1 asks for.
    fn retract_clause(&mut self, id: PredId, slot: Slot, (head, body): (Cell, Cell)) -> Outcome {
        let unifies = self.unify_clause(id, slot, head, body)?;
        if unifies {
            self.erase_slot(id, slot);
        }
        Ok(unifies)
    }

    /// Unifies head and body with a clause; nothing is undone on failure.
    fn unify_clause(&mut self, id: PredId, slot: Slot, head: Cell, body: Cell) -> Outcome {
        if self.mem.alarm.has_rung() {
            // An earlier clause has not been compared to its end.
            return Ok(false);
        }
        let clause = self.db.predicate(id).clauses.clause(slot);
        let (words, own) = clause.opened();
        self.mem
            .ensure(words.count() as u64 + u64::from(clause.variables()) + 8)?;
        let (mem, table) = (&mut self.mem, &mut self.fact_table);
        table.clear();
        table.resize(clause.variables() as usize, Cell(0));
        Ok(match words {
            ClauseWords::Fact(words) => {
                mem.unify(body, Cell::atom(known::TRUE))
                    && unify_heads(mem, words, own, head, table)
            }
            ClauseWords::Rule(words) => {
                let part = Cell(words.word(2));
                unify_heads(mem, words, own, head, table)
                    && mem.unify_part(words, part, body, table)
            }
        })
    }
}

/// Unifies the arguments of the head of a clause with those of another head.
#[inline(always)]
fn unify_heads(
    mem: &mut Mem,
    words: impl Words,
    own: Cell,
    head: Cell,
    table: &mut [Cell],
) -> bool {
    let (start, count) = arguments_of(words, own);
    if count == 0 {
        return true;
    }
    let args = mem.args_of(head);
    (0..count).all(|index| {
        let arg = args.get(mem, index);
        let part = Cell(words.word(start + index));
        mem.unify_part(words, part, arg, table)
    })
}

/// A walk over the clauses of a predicate that can match a head. Between its steps
/// it stands on the next of them.
struct Candidates {
    id: PredId,
    cursor: Cursor,
    /// What the head has where the clauses are compared with it, which is the same
    /// whenever the walk goes on.
    sought: Sought,
    generation: u64,
    /// Says that the clauses of its generation are looked at, if it goes on beyond one.
    _pin: Option<Pin>,
}

/// How many clauses there are to come.
enum Count {
    None,
    One(Slot),
    More,
}

impl Candidates {
    fn new(m: &mut Machine, id: PredId, head: Cell) -> Candidates {
        let generation = m.db.generation;
        let args = m.mem.compound(head).map(|(_, args)| args);
        let key = given_keys(&m.mem, |index| Some(args?.get(&m.mem, index)));
        let predicate = m.db.predicate(id);
        let arity = predicate.functor.arity();
        let mut cursor = match predicate.clauses.start(arity, &key) {
            Some(cursor) => cursor,
            None => m.db.predicate_mut(id).clauses.prepare(arity, &key),
        };
        let sought = ClauseList::sought(cursor, &key);
        let clauses = &m.db.predicate(id).clauses;
        clauses.find(&mut cursor, &sought, generation);
        Candidates {
            id,
            cursor,
            sought,
            generation,
            _pin: None,
        }
    }

    /// The walk, for as long as it is kept.
    fn kept(mut self, m: &mut Machine) -> Candidates {
        // The list is made this engine's own, so that the pin stays with it.
        let clauses = &mut m.db.predicate_mut(self.id).clauses;
        self._pin = Some(clauses.pin(self.generation));
        self
    }

    /// How many clauses the head can match; the walk stays where it is if it goes on.
    fn count(&mut self, m: &Machine) -> Count {
        let start = self.cursor;
        match self.next(m) {
            None => Count::None,
            Some(slot) if self.is_done() => Count::One(slot),
            Some(_) => {
                self.cursor = start;
                Count::More
            }
        }
    }

    /// The next clause that the head can match.
    fn next(&mut self, m: &Machine) -> Option<Slot> {
        if self.is_done() {
            return None;
        }
        let clauses = &m.db.predicate(self.id).clauses;
        Some(clauses.take(&mut self.cursor, &self.sought, self.generation))
    }

    /// Whether there is no further clause that the head can match.
    fn is_done(&self) -> bool {
        self.cursor.is_at_end()
    }
}

/// The head and body that a builtin's argument asks for.
fn wanted(m: &mut Machine) -> Result<(Atom, Cell, Cell), Ball> {
    let split = m.split_clause(m.arg(0), known::USER)?;
    let body = split.body.unwrap_or(Cell::atom(known::TRUE));
    Ok((split.module, split.head, body))
}

fn retract(m: &mut Machine) -> Result<Start, Ball> {
    let (module, head, body) = wanted(m)?;
    let functor = m.head_functor(head)?;
    let Some(id) = m.find_predicate(module, functor) else {
        m.check_modifiable(module, functor)?;
        return Ok(Start::Fail);
    };
    if !m.is_own_dynamic(id) {
        m.check_modifiable(module, functor)?;
    }
    let mut candidates = Candidates::new(m, id, head);
    match candidates.count(m) {
        Count::None => return Ok(Start::Fail),
        Count::One(slot) => return once(m.retract_clause(id, slot, (head, body))),
        Count::More => {}
    }
    let mut candidates = candidates.kept(m);
    Ok(Start::Choices(Box::new(move |m: &mut Machine| {
        let (_, head, body) = wanted(m)?;
        let Some(slot) = candidates.next(m) else {
            return Ok(Some(Next::Fail));
        };
        let done = candidates.is_done();
        let holds = m.retract_clause(candidates.id, slot, (head, body))?;
        Ok(step(holds, done))
    })))
}

fn retractall(m: &mut Machine) -> Outcome {
    let (module, head) = m.strip_module(m.arg(0), known::USER)?;
    let functor = m.head_functor(head)?;
    m.check_modifiable(module, functor)?;
    let id = m.find_or_add_predicate(module, functor);
    m.make_dynamic(id);
    let mut candidates = Candidates::new(m, id, head).kept(m);
    while let Some(slot) = candidates.next(m) {
        let matches = functor.arity() == 0 || {
            let body = m.mem.new_var();
            m.would(|m| m.unify_clause(id, slot, head, body))?
        };
        if matches {
            m.erase_slot(id, slot);
        }
    }
    drop(candidates);
    m.sweep_clauses(id);
    Ok(true)
}

fn abolish(m: &mut Machine) -> Outcome {
    let (module, indicator) = m.strip_module(m.arg(0), known::USER)?;
    let functor = m.to_indicator(indicator)?;
    if m.is_protected(functor)
        || (m.is_iso()
            && m.db.find(module, functor).is_some_and(|id| {
                let predicate = m.db.predicate(id);
                predicate.is_defined() && !predicate.traits.dynamic
            }))
    {
        let culprit = m.indicator(functor);
        return Err(Ball::Permission(
            known::MODIFY,
            known::STATIC_PROCEDURE,
            culprit,
        ));
    }
    if let Some(id) = m.db.find(module, functor) {
        m.check_definable(id)?;
        m.db.clear(id);
        m.db.predicate_mut(id).traits = Default::default();
        m.db.redefine(id, Definition::Undefined);
        m.sweep_clauses(id);
    }
    Ok(true)
}

impl Machine {
    /// The functor of a complete predicate indicator.
    pub fn to_indicator(&self, cell: Cell) -> Result<Functor, Ball> {
        let cell = self.mem.deref(cell);
        if cell.is_var() {
            return Err(Ball::Instantiation);
        }
        let Some(args) = self.mem.match_struct(cell, known::SLASH, 2) else {
            return Err(Ball::Type(known::PREDICATE_INDICATOR, cell));
        };
        let name = self.mem.deref(args.get(&self.mem, 0));
        let arity = self.mem.deref(args.get(&self.mem, 1));
        if name.is_var() || arity.is_var() {
            return Err(Ball::Instantiation);
        }
        let name = self.to_atom(name)?;
        let size = self.to_i64(arity)?;
        if size < 0 {
            return Err(Ball::Domain(known::NOT_LESS_THAN_ZERO, arity));
        }
        if size as usize > crate::compile::normal::MAX_PREDICATE_ARITY {
            return Err(Ball::Representation(known::MAX_ARITY));
        }
        Ok(Functor::new(name, size as usize))
    }
}

fn clause(m: &mut Machine) -> Result<Start, Ball> {
    let (module, head) = m.strip_module(m.arg(0), known::USER)?;
    let functor = m.head_functor(head)?;
    let body = m.arg(1);
    if !body.is_var() {
        m.check_callable(body)?;
    }
    let Some(id) = m.readable_predicate(module, functor)? else {
        return Ok(Start::Fail);
    };
    let mut candidates = Candidates::new(m, id, head);
    match candidates.count(m) {
        Count::None => return Ok(Start::Fail),
        Count::One(slot) => {
            let body = m.term_arg(1);
            return once(m.unify_clause(id, slot, head, body));
        }
        Count::More => {}
    }
    let mut candidates = candidates.kept(m);
    Ok(Start::Choices(Box::new(move |m: &mut Machine| {
        let (_, head) = m.strip_module(m.arg(0), known::USER)?;
        let Some(slot) = candidates.next(m) else {
            return Ok(Some(Next::Fail));
        };
        let done = candidates.is_done();
        let body = m.term_arg(1);
        let holds = m.unify_clause(id, slot, head, body)?;
        Ok(step(holds, done))
    })))
}

impl Machine {
    /// The predicate whose clauses may be looked at, if it exists.
    pub fn readable_predicate(
        &mut self,
        module: Atom,
        functor: Functor,
    ) -> Result<Option<PredId>, Ball> {
        let found = self.find_predicate(module, functor);
        if let Some(id) = found.filter(|&id| self.is_own_dynamic(id)) {
            return Ok(Some(id));
        }
        let id = found
            .filter(|&id| self.db.predicate(id).is_defined())
            .or_else(|| self.db.resolve(module, functor));
        let id = id.map(|id| match self.db.predicate(id).definition {
            Definition::Import(target) => target,
            _ => id,
        });
        let private = match id {
            Some(id) => {
                let predicate = self.db.predicate(id);
                let iso = self.is_iso() && !predicate.traits.dynamic;
                !matches!(
                    predicate.definition,
                    Definition::Clauses | Definition::Undefined
                ) || predicate.traits.system && predicate.traits.locked
                    || iso && predicate.is_defined()
            }
            None => self.is_protected(functor),
        };
        if private {
            let culprit = self.indicator(functor);
            return Err(Ball::Permission(
                known::ACCESS,
                known::PRIVATE_PROCEDURE,
                culprit,
            ));
        }
        Ok(id)
    }
}

fn clause_reference(m: &mut Machine) -> Result<Start, Ball> {
    let reference = m.arg(2);
    if !reference.is_var() {
        let Some((id, slot)) = m.referenced(reference)? else {
            return Ok(Start::Fail);
        };
        let (module, functor) = (m.db.predicate(id).module, m.db.predicate(id).functor);
        let wanted = m.unqualified(m.arg(0), module);
        let head = if functor.arity() == 0 {
            Cell::atom(functor.name())
        } else {
            m.mem.new_frame(functor)
        };
        let body = m.term_arg(1);
        let holds = m.mem.unify(wanted, head) && m.unify_clause(id, slot, head, body)?;
        return Ok(if holds { Start::Succeed } else { Start::Fail });
    }
    let (module, head) = m.strip_module(m.arg(0), known::USER)?;
    let functor = m.head_functor(head)?;
    let Some(id) = m.readable_predicate(module, functor)? else {
        return Ok(Start::Fail);
    };
    let mut candidates = Candidates::new(m, id, head).kept(m);
    Ok(Start::Choices(Box::new(move |m: &mut Machine| {
        let (_, head) = m.strip_module(m.arg(0), known::USER)?;
        let Some(slot) = candidates.next(m) else {
            return Ok(Some(Next::Fail));
        };
        let done = candidates.is_done();
        let body = m.term_arg(1);
        let holds = m.unify_clause(id, slot, head, body)?;
        let reference = m.reference_to(candidates.id, slot);
        let holds = holds && m.unify_arg(2, reference)?;
        Ok(step(holds, done))
    })))
}

fn erase(m: &mut Machine) -> Outcome {
    let reference = m.arg(0);
    match m.referenced(reference)? {
        Some((id, slot)) => {
            m.check_unsealed(id)?;
            Ok(m.erase_slot(id, slot))
        }
        None => Err(m.existence_error("db_reference", reference)),
    }
}
