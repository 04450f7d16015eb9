//! Changing predicates: splitting, checking, adding and erasing clauses.

use super::machine::Machine;
use crate::atom::{Atom, known};
use crate::compile::normal::is_conjunctive;
use crate::error::Ball;
use crate::program::builtin::Protection;
use crate::program::clause::{Clause, ClauseSource};
use crate::program::clause_list::Slot;
use crate::program::predicate::{Definition, PredId};
use crate::term::cell::{Cell, Functor, Tag};
use crate::term::image::{Attributes, Image, ImageView};

/// A clause as it was given: the module, head and body.
pub struct SplitClause {
    /// Where the predicate belongs.
    pub module: Atom,
    /// The head.
    pub head: Cell,
    /// The body.
    pub body: Option<Cell>,
    /// The module of the body, if it is not that of the head.
    pub body_module: Atom,
}

/// The buffer for facts is kept if it has no more words than this.
const FACT_WORDS: usize = 1 << 16;

/// How many words a clause may grow to by what it shares.
const MAX_TREE: usize = 1 << 22;

impl Machine {
    /// The clauses that a predicate has now.
    pub fn clauses_of(&self, id: PredId) -> Vec<Clause> {
        let clauses = &self.db.predicate(id).clauses;
        let slots = clauses.visible(self.db.generation);
        slots
            .iter()
            .map(|&slot| clauses.clause(slot).clone())
            .collect()
    }

    /// Module, head and body of a clause, in its possible forms.
    pub fn split_clause(&self, clause: Cell, module: Atom) -> Result<SplitClause, Ball> {
        let (module, clause) = self.strip_module(clause, module)?;
        let Some(args) = self.mem.match_struct(clause, known::NECK, 2) else {
            return Ok(SplitClause {
                module,
                head: clause,
                body: None,
                body_module: module,
            });
        };
        let (head_module, head) = self.strip_module(args.get(&self.mem, 0), module)?;
        let body = args.get(&self.mem, 1);
        Ok(SplitClause {
            module: head_module,
            head,
            body: Some(body),
            body_module: module,
        })
    }

    /// The functor of a head.
    pub fn head_functor(&self, head: Cell) -> Result<Functor, Ball> {
        if head.is_var() {
            return Err(Ball::Instantiation);
        }
        let callable = self
            .mem
            .callable(head)
            .ok_or(Ball::Type(known::CALLABLE, head))?;
        Ok(callable.0)
    }

    /// Refuses to change predicates of the system and static ones.
    pub fn check_modifiable(&mut self, module: Atom, functor: Functor) -> Result<(), Ball> {
        let denied = match self.find_predicate(module, functor) {
            Some(id) => {
                let predicate = self.db.predicate(id);
                predicate.traits.system
                    || predicate.traits.sealed
                    || (self.db.is_sealed_module(module) && !predicate.traits.dynamic)
                    || (predicate.is_defined()
                        && !predicate.traits.dynamic
                        && !matches!(predicate.definition, Definition::Import(_)))
            }
            None => self.db.is_sealed_module(module),
        };
        if denied || self.is_protected(functor) {
            let culprit = self.indicator(functor);
            return Err(Ball::Permission(
                known::MODIFY,
                known::STATIC_PROCEDURE,
                culprit,
            ));
        }
        Ok(())
    }

    /// Refuses to change a predicate that the host has sealed.
    pub fn check_unsealed(&mut self, id: PredId) -> Result<(), Ball> {
        match self.db.predicate(id).traits.sealed {
            true => self.deny(id),
            false => Ok(()),
        }
    }

    /// Refuses to define a predicate that the host has sealed, alone or with its module.
    pub fn check_definable(&mut self, id: PredId) -> Result<(), Ball> {
        match self.db.is_sealed(id) {
            true => self.deny(id),
            false => Ok(()),
        }
    }

    fn deny(&mut self, id: PredId) -> Result<(), Ball> {
        let predicate = self.db.predicate(id);
        let culprit = self.indicator(predicate.functor);
        Err(Ball::Permission(
            known::MODIFY,
            known::STATIC_PROCEDURE,
            culprit,
        ))
    }

    /// Whether a user may not define this predicate.
    pub fn is_protected(&self, functor: Functor) -> bool {
        let Some(id) = self.db.system_predicate(functor) else {
            // All that library(bags) defines is in the standard.
            let library = self.autoload_index.get(&self.atoms, functor);
            return library.is_some_and(|library| self.atoms.text(library) == "bags");
        };
        match &self.db.predicate(id).definition {
            Definition::Builtin(info) => info.protection == Protection::Core,
            Definition::Control => true,
            _ => self.db.predicate(id).traits.locked,
        }
    }

    /// The clause that has been given. Where it stands is asked of `source` when the
    /// term has just been copied.
    pub fn new_clause(
        &mut self,
        split: &SplitClause,
        source: impl FnOnce(&mut Machine) -> Option<ClauseSource>,
    ) -> Result<Clause, Ball> {
        let body = split.body.map(|body| self.mem.deref(body));
        let Some(body) = body.filter(|&body| body != Cell::atom(known::TRUE)) else {
            return self.new_fact(split.head, source);
        };
        let mut words = std::mem::take(&mut self.fact_words);
        words.clear();
        let variables = self.rule_words(split, body, &mut words);
        let rule = variables.map(|variables| {
            let view = ImageView {
                words: &words,
                root: Cell::new(Tag::Str, 0),
                variables,
                shared: false,
            };
            Clause::new(view, source(self))
        });
        if words.capacity() <= FACT_WORDS {
            self.fact_words = words;
        }
        rule
    }

    /// The fact that has been given, as [`Machine::new_clause`] makes it.
    fn new_fact(
        &mut self,
        head: Cell,
        source: impl FnOnce(&mut Machine) -> Option<ClauseSource>,
    ) -> Result<Clause, Ball> {
        let mut words = std::mem::take(&mut self.fact_words);
        words.clear();
        let image = self.mem.append_image(head, Attributes::Drop, &mut words);
        if self.mem.alarm.has_rung() {
            // Nobody sees this one.
            return Err(Ball::Resource(known::MEMORY));
        }
        let fact = if image.shared {
            let image = self.unshared_image(head)?;
            let source = source(self);
            Clause::new(image.view(), source)
        } else {
            let source = source(self);
            let view = ImageView {
                words: &words,
                root: image.root,
                variables: image.variables,
                shared: false,
            };
            Clause::new(view, source)
        };
        if words.capacity() <= FACT_WORDS {
            self.fact_words = words;
        }
        Ok(fact)
    }

    /// Appends the words of a rule, with variables as goals wrapped in `call/1`; the
    /// number of its variables.
    fn rule_words(
        &mut self,
        split: &SplitClause,
        body: Cell,
        words: &mut Vec<u64>,
    ) -> Result<u32, Ball> {
        let mut body = body;
        if split.body_module != split.module {
            body = self
                .mem
                .new_struct(known::COLON, &[Cell::atom(split.body_module), plain(body)]);
        }
        let rule = self
            .mem
            .new_struct(known::NECK, &[plain(split.head), plain(body)]);
        let mut appended = self.mem.append_image(rule, Attributes::Drop, words);
        if self.mem.alarm.has_rung() {
            // Nobody sees this one.
            return Err(Ball::Resource(known::MEMORY));
        }
        if appended.shared {
            let image = self.unshared_image(rule)?;
            if image.shared {
                return Err(match self.mem.is_acyclic(rule) {
                    true => Ball::Resource(known::MEMORY),
                    false => Ball::Representation(known::CYCLIC_TERM),
                });
            }
            (appended.root, appended.variables) = (image.root, image.variables);
            *words = image.words.into_vec();
        }
        let at = (appended.root.offset() / 8) as usize + 2;
        match wrap_variables(words, at) {
            true => Ok(appended.variables),
            false => Err(Ball::Type(known::CALLABLE, body)),
        }
    }

    /// The image of a clause, without sharing if it is not too large for that:
    /// only such a one can be compiled.
    fn unshared_image(&mut self, clause: Cell) -> Result<Image, Ball> {
        let mut image = self.mem.image_or_stop(clause, Attributes::Drop);
        if image.shared && self.mem.is_acyclic(clause) {
            let room = usize::try_from(self.room() / 16).unwrap_or(MAX_TREE);
            let most = MAX_TREE.min(room.max(image.words.len()));
            let tree = self.mem.tree_image(clause, Attributes::Drop, most);
            image = tree.unwrap_or(image);
        }
        match self.mem.alarm.has_rung() {
            // Nobody sees this one.
            true => Err(Ball::Resource(known::MEMORY)),
            false => Ok(image),
        }
    }

    /// Adds a clause to a predicate.
    pub fn add_clause(&mut self, id: PredId, clause: Clause, at_end: bool) -> Slot {
        self.db.generation += 1;
        let generation = self.db.generation;
        self.note_handles(&clause);
        self.db.count_added(clause.fixed_size());
        let predicate = self.db.predicate(id);
        if predicate.linked.is_some() {
            self.db.set_linked(id, None);
            self.release_if_due();
        }
        if self.db.predicate(id).clauses.is_spent() {
            self.sweep_spent(id);
        }
        let clauses = &mut self.db.predicate_mut(id).clauses;
        clauses.add(clause, generation, at_end)
    }

    /// Makes a predicate dynamic, if it is not.
    pub fn make_dynamic(&mut self, id: PredId) {
        let predicate = self.db.predicate(id);
        if !predicate.traits.dynamic {
            self.db.predicate_mut(id).traits.dynamic = true;
            self.db.redefine(id, Definition::Clauses);
        }
    }

    /// Erases a clause; false if that has been done already. Only whoever has pinned
    /// the list can use the slots of other erased clauses after this.
    pub fn erase_slot(&mut self, id: PredId, slot: Slot) -> bool {
        self.db.generation += 1;
        let generation = self.db.generation;
        if self.db.predicate(id).linked.is_some() {
            self.db.set_linked(id, None);
        }
        let clauses = &mut self.db.predicate_mut(id).clauses;
        let size = clauses.clause(slot).fixed_size();
        let erased = clauses.erase(slot, generation);
        if erased {
            self.db.count_erased(size);
            self.drop_clause(id, slot);
        }
        erased
    }
}

/// A dereferenced cell as it may stand in a term.
pub(super) fn plain(cell: Cell) -> Cell {
    match cell.tag() {
        Tag::Att => Cell::reference(cell.offset()),
        _ => cell,
    }
}

/// Turns variables that stand as goals in the body at word `at` into `call/1`. False if
/// the body contains something that is no goal.
fn wrap_variables(words: &mut Vec<u64>, at: usize) -> bool {
    let mut todo = vec![at];
    while let Some(at) = todo.pop() {
        let cell = Cell(words[at]);
        match cell.tag() {
            Tag::Ref => {
                let call = words.len() as u64 * 8;
                words.extend([Functor::new(known::CALL, 1).0, cell.0]);
                words[at] = Cell::new(Tag::Str, call).0;
            }
            Tag::Str => {
                let start = (cell.offset() / 8) as usize;
                if is_conjunctive(Functor(words[start])) {
                    todo.extend([start + 1, start + 2]);
                }
            }
            Tag::Atm | Tag::Lst => {}
            _ => return false,
        }
    }
    true
}
