//! What exists: predicates and their properties, modules (8.8).

use crate::atom::{Atom, known};
use crate::builtins::solutions::once;
use crate::engine::machine::Machine;
use crate::engine::registry::{Row, Start};
use crate::error::{Ball, Outcome};
use crate::predicates;
use crate::program::builtin::{BuiltinKind, MetaArg};
use crate::program::predicate::{Definition, PredId};
use crate::program::probe::Place;
use crate::term::cell::{Cell, Functor};

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Indicator is that of a predicate that the user has defined.
    "current_predicate(:Indicator) is nondet" => core many current_predicate;
    /// Head is that of a predicate with the name Name that is defined.
    "current_predicate(?Name, :Head) is nondet" => core many current_predicate_head;
    /// Property is a property of the predicate with the head Head.
    "'$predicate_property'(+Module, +Head, -Properties) is semidet" => core once predicate_properties;
    /// Predicates are those that Module defines, as `Name/Arity`.
    "'$module_predicates'(+Module, -Predicates) is semidet" => core once module_predicates;
    /// Module is a module.
    "current_module(?Module) is nondet" => many current_module;
    /// Names are the variable names of the clause that Reference refers to, by position
    /// in a copy of it; File and Line are where it was read.
    "'$clause_info'(+Reference, -Names, -File, -Line) is semidet" => core once clause_info;
    /// References are those of the clauses of Head's predicate in Module.
    "'$clause_references'(+Module, +Head, -References) is semidet" => core once clause_references;
    /// Module is where calls of Head from From end up.
    "'$resolve'(+From, +Head, -Module) is semidet" => core once resolve;
    /// Library is that which defines Head's predicate, and which is loaded at its first call.
    "'$autoload_library'(+Head, -Library) is semidet" => core once autoload_library;
    /// Parents are the modules that Module inherits from.
    "'$module_parents'(+Module, -Parents) is semidet" => core once module_parents;
    /// Module inherits from Parent.
    "'$add_parent'(+Module, +Parent) is det" => core once add_parent;
    /// Module has Parent as a parent no longer.
    "'$delete_parent'(+Module, +Parent) is semidet" => core once delete_parent;
    /// File is where Module was loaded from.
    "'$module_file'(+Module, -File) is semidet" => core once module_file;
};

/// Whether a predicate counts as the user's.
fn is_users(m: &Machine, id: PredId) -> bool {
    let predicate = m.db.predicate(id);
    !predicate.traits.system
        && matches!(predicate.definition, Definition::Clauses)
        && (predicate.clauses.live > 0 || !m.is_iso() && predicate.traits.dynamic)
}

/// The predicates that can be seen as defined from a module.
fn visible(m: &Machine, module: Atom) -> Vec<(Functor, PredId)> {
    let mut todo = vec![module];
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&name) = todo.get(at) {
        at += 1;
        let Some(module) = m.db.module(name) else {
            continue;
        };
        for (&functor, &id) in &module.predicates {
            let target = match m.db.predicate(id).definition {
                Definition::Import(target) => target,
                _ => id,
            };
            if is_users(m, target) && !found.iter().any(|&(other, _)| other == functor) {
                found.push((functor, target));
            }
        }
        for &parent in &module.parents {
            if !todo.contains(&parent) {
                todo.push(parent);
            }
        }
    }
    found
}

fn current_predicate(m: &mut Machine) -> Result<Start, Ball> {
    let (module, indicator) = qualified(m, 0)?;
    if let Some(functor) = m.complete_indicator(indicator)? {
        let found = defined(m, module, functor);
        return once(Ok(
            found.is_some_and(|id| is_users(m, id) || is_library(m, id))
        ));
    }
    let functors: Vec<Functor> = visible(m, module)
        .into_iter()
        .map(|(functor, _)| functor)
        .collect();
    m.solutions(functors, |m, &functor| {
        let (_, indicator) = qualified(m, 0)?;
        let cell = m.indicator(functor);
        Ok(m.mem.unify(indicator, cell))
    })
}

/// Whether a predicate comes from a library that has been loaded.
fn is_library(m: &Machine, id: PredId) -> bool {
    let predicate = m.db.predicate(id);
    !m.is_iso()
        && predicate.module != known::SYSTEM
        && matches!(predicate.definition, Definition::Clauses)
}

fn defined(m: &Machine, module: Atom, functor: Functor) -> Option<PredId> {
    m.db.resolve(module, functor)
}

/// The module and plain term of an argument.
fn qualified(m: &Machine, index: usize) -> Result<(Atom, Cell), Ball> {
    m.strip_module(m.arg(index), known::USER)
}

impl Machine {
    /// The functor of an indicator, if it is complete; an error if it is none.
    pub fn complete_indicator(&self, cell: Cell) -> Result<Option<Functor>, Ball> {
        if cell.is_var() {
            return Ok(None);
        }
        let refused = Ball::Type(known::PREDICATE_INDICATOR, cell);
        let Some(args) = self.mem.match_struct(cell, known::SLASH, 2) else {
            return Err(refused);
        };
        let name = self.mem.deref(args.get(&self.mem, 0));
        let arity = self.mem.deref(args.get(&self.mem, 1));
        if !(name.is_var() || name.is_atom()) || !(arity.is_var() || arity.is_small()) {
            return Err(refused);
        }
        if name.is_var() || arity.is_var() {
            return Ok(None);
        }
        let size = usize::try_from(arity.small_value()).map_err(|_| refused)?;
        Ok(Some(Functor::new(
            name.atom_value(),
            size.min(crate::term::cell::MAX_ARITY),
        )))
    }
}

fn current_predicate_head(m: &mut Machine) -> Result<Start, Ball> {
    let (module, head) = qualified(m, 1)?;
    if let Some((functor, _)) = m.mem.callable(head) {
        let found =
            defined(m, module, functor).is_some_and(|id| is_users(m, id) || is_library(m, id));
        return once(Ok(found && m.unify_atom(0, functor.name())?));
    }
    let functors: Vec<Functor> = visible(m, module)
        .into_iter()
        .map(|(functor, _)| functor)
        .collect();
    m.solutions(functors, |m, &functor| {
        let (_, head) = qualified(m, 1)?;
        let general = m.general_term(functor);
        Ok(m.unify_atom(0, functor.name())? && m.mem.unify(head, general))
    })
}

impl Machine {
    /// The most general term of a functor.
    pub fn general_term(&mut self, functor: Functor) -> Cell {
        match functor.arity() {
            0 => Cell::atom(functor.name()),
            _ => self.mem.new_frame(functor),
        }
    }
}

fn predicate_properties(m: &mut Machine) -> Outcome {
    let module = m.atom_arg(0)?;
    let functor = m.head_functor(m.arg(1))?;
    let local = m.db.find(module, functor);
    let local = local.filter(|&id| m.db.predicate(id).is_defined());
    let Some(id) = local.or_else(|| m.db.resolve(module, functor)) else {
        return Ok(false);
    };
    let mut properties = Vec::new();
    let id = match m.db.predicate(id).definition {
        Definition::Import(target) => target,
        _ => id,
    };
    if m.db.predicate(id).module != module && m.db.predicate(id).module != known::SYSTEM {
        let from = Cell::atom(m.db.predicate(id).module);
        properties.push(m.compound("imported_from", &[from]));
    }
    plain_properties(m, id, &mut properties);
    counted_properties(m, id, &mut properties);
    m.unify_list(2, &properties)
}

/// Libraries of predicates that count as built in: those of the language, which
/// a program that walks over another's goals has to call.
const LANGUAGE_LIBRARIES: [&str; 6] = [
    "attvar",
    "bags",
    "dcg_translation",
    "format",
    "freeze",
    "recorded",
];

/// Whether a predicate counts as built in.
fn is_built_in(m: &Machine, id: PredId) -> bool {
    let predicate = m.db.predicate(id);
    let is_builtin = matches!(
        predicate.definition,
        Definition::Builtin(_) | Definition::Control
    );
    is_builtin
        || predicate.module == known::SYSTEM
        || LANGUAGE_LIBRARIES.contains(&m.text(predicate.module))
}

fn plain_properties(m: &mut Machine, id: PredId, properties: &mut Vec<Cell>) {
    let predicate = m.db.predicate(id);
    let traits = predicate.traits;
    let is_foreign = matches!(
        predicate.definition,
        Definition::Builtin(_) | Definition::Control
    );
    let is_nondet = matches!(&predicate.definition, Definition::Builtin(info) if info.kind == BuiltinKind::Many);
    let names = [
        ("visible", true),
        ("defined", true),
        ("dynamic", traits.dynamic),
        ("static", !traits.dynamic),
        ("multifile", traits.multifile),
        ("discontiguous", traits.discontiguous),
        ("built_in", is_built_in(m, id)),
        ("foreign", is_foreign),
        ("system", traits.system),
        ("nodebug", traits.system),
        ("nondet", is_nondet),
        ("iso", false),
    ];
    for (name, _) in names.iter().filter(|(_, holds)| *holds) {
        properties.push(m.atom(name));
    }
    if exported(m, id) {
        properties.push(m.atom("exported"));
    }
}

fn exported(m: &Machine, id: PredId) -> bool {
    let predicate = m.db.predicate(id);
    m.db.module(predicate.module)
        .is_some_and(|module| module.exports.contains_key(&predicate.functor))
}

/// `indexed(Places)`: the arguments that calls have been led by, counted from 1. The
/// second argument of a compound in the first is `1/2`, two places together are a list.
fn indexed_property(m: &mut Machine, id: PredId, properties: &mut Vec<Cell>) {
    let bases = m.db.predicate(id).bases();
    if bases.is_empty() {
        return;
    }
    let mut cells = Vec::new();
    for basis in bases {
        let place = place_cell(m, basis.place);
        cells.push(match basis.with {
            Some(with) => {
                let with = place_cell(m, with);
                m.mem.list(&[place, with])
            }
            None => place,
        });
    }
    let places = m.mem.list(&cells);
    properties.push(m.compound("indexed", &[places]));
}

fn place_cell(m: &mut Machine, place: Place) -> Cell {
    let number = |index: usize| Cell::small(index as i64 + 1);
    let argument = number(place.argument());
    match place.part() {
        Some(part) => m.mem.new_struct(known::SLASH, &[argument, number(part)]),
        None => argument,
    }
}

fn counted_properties(m: &mut Machine, id: PredId, properties: &mut Vec<Cell>) {
    if matches!(m.db.predicate(id).definition, Definition::Clauses) {
        let clauses = m.clauses_of(id);
        let rules = clauses
            .iter()
            .filter(|clause| clause.body().is_some())
            .count();
        let size = m.db.predicate(id).bytes();
        let counts = [
            ("number_of_clauses", clauses.len()),
            ("number_of_rules", rules),
            ("size", size),
        ];
        for (name, count) in counts {
            properties.push(m.compound(name, &[Cell::small(count as i64)]));
        }
        indexed_property(m, id, properties);
        let source = clauses.first().and_then(|clause| clause.source());
        // The line is one of the file that is told, not of one that it includes.
        let source = source.filter(|source| source.included.is_none());
        if let Some(line) = source.map(|source| i64::from(source.line)) {
            properties.push(m.compound("line_count", &[Cell::small(line)]));
        }
    }
    if let Some(file) = m.db.predicate(id).file {
        properties.push(m.compound("file", &[Cell::atom(file)]));
    }
    if let Some(meta) = m.db.predicate(id).meta.clone() {
        let functor = m.db.predicate(id).functor;
        let args: Vec<Cell> = meta.iter().map(|&arg| meta_cell(m, arg)).collect();
        let head = m.mem.new_struct(functor.name(), &args);
        properties.push(m.compound("meta_predicate", &[head]));
        let transparent = m.atom("transparent");
        properties.push(transparent);
    }
}

fn meta_cell(m: &mut Machine, arg: MetaArg) -> Cell {
    match arg {
        MetaArg::Goal(count) => Cell::small(i64::from(count)),
        MetaArg::Existential => m.atom("^"),
        MetaArg::Grammar => m.atom("//"),
        MetaArg::Qualified => m.atom(":"),
        MetaArg::In => m.atom("+"),
        MetaArg::Out => m.atom("-"),
        MetaArg::Any => m.atom("?"),
    }
}

fn autoload_library(m: &mut Machine) -> Outcome {
    let functor = m.head_functor(m.arg(0))?;
    match m.autoload_index.get(&m.atoms, functor) {
        Some(library) => m.unify_atom(1, library),
        None => Ok(false),
    }
}

fn module_predicates(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    let Some(module) = m.db.module(name) else {
        return Ok(false);
    };
    let functors: Vec<Functor> = module
        .predicates
        .iter()
        .filter(|&(_, &id)| {
            let predicate = m.db.predicate(id);
            predicate.is_defined() && !matches!(predicate.definition, Definition::Import(_))
        })
        .map(|(&functor, _)| functor)
        .collect();
    let cells: Vec<Cell> = functors
        .into_iter()
        .map(|functor| m.indicator(functor))
        .collect();
    m.unify_list(1, &cells)
}

fn current_module(m: &mut Machine) -> Result<Start, Ball> {
    if m.arg(0).is_atom() {
        let found = m.db.module(m.arg(0).atom_value()).is_some();
        return once(Ok(found));
    }
    m.check_atom_or_var(m.arg(0))?;
    let names: Vec<Atom> = m.db.modules().map(|(name, _)| name).collect();
    m.solutions(names, |m, &name| m.unify_atom(0, name))
}

fn clause_info(m: &mut Machine) -> Outcome {
    let Some((id, slot)) = m.referenced(m.arg(0))? else {
        return Ok(false);
    };
    let clause = m.db.predicate(id).clauses.clause(slot).clone();
    let Some(source) = clause.source() else {
        return Ok(false);
    };
    let Some(file) = source.file else {
        return Ok(false);
    };
    // The image numbers its variables breadth first; people read left to right.
    let term = m.mem.build(&clause.to_image())?;
    let numbered = m.mem.built_variables().to_vec();
    let name_of = |var: Cell| {
        let number = numbered
            .iter()
            .position(|&other| m.mem.deref(other) == m.mem.deref(var));
        source.names.get(number?)
    };
    let names: Vec<Cell> = m
        .mem
        .term_variables(term)
        .into_iter()
        .map(|var| name_of(var).map_or(Cell::small(0), Cell::atom))
        .collect();
    Ok(m.unify_list(1, &names)?
        && m.unify_atom(2, file)?
        && m.unify_int(3, i64::from(source.line))?)
}

fn clause_references(m: &mut Machine) -> Outcome {
    let module = m.atom_arg(0)?;
    let functor = m.head_functor(m.arg(1))?;
    let Some(id) = m.readable_predicate(module, functor)? else {
        return Ok(false);
    };
    let slots = m.db.predicate(id).clauses.visible(m.db.generation);
    let references: Vec<Cell> = slots
        .into_iter()
        .map(|slot| m.reference_to(id, slot))
        .collect();
    m.unify_list(2, &references)
}

fn resolve(m: &mut Machine) -> Outcome {
    let module = m.atom_arg(0)?;
    let functor = m.head_functor(m.arg(1))?;
    match m.db.resolve(module, functor) {
        Some(id) => {
            let module = m.db.predicate(id).module;
            m.unify_atom(2, module)
        }
        None => Ok(false),
    }
}

fn module_parents(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    let Some(module) = m.db.module(name) else {
        return Ok(false);
    };
    let cells: Vec<Cell> = module
        .parents
        .iter()
        .map(|&parent| Cell::atom(parent))
        .collect();
    m.unify_list(1, &cells)
}

/// Refuses to change the parents of a module in which only libraries define predicates.
fn check_parents(m: &mut Machine, name: Atom) -> Result<(), Ball> {
    if !m.db.is_sealed_module(name) {
        return Ok(());
    }
    let kind = m.atoms.intern("module");
    Err(Ball::Permission(known::MODIFY, kind, Cell::atom(name)))
}

fn add_parent(m: &mut Machine) -> Outcome {
    let (name, parent) = (m.atom_arg(0)?, m.atom_arg(1)?);
    check_parents(m, name)?;
    let module = m.db.module_mut(name);
    if !module.parents.contains(&parent) {
        module.parents.insert(0, parent);
    }
    Ok(true)
}

fn delete_parent(m: &mut Machine) -> Outcome {
    let (name, parent) = (m.atom_arg(0)?, m.atom_arg(1)?);
    check_parents(m, name)?;
    let parents = &mut m.db.module_mut(name).parents;
    let at = parents.iter().position(|&other| other == parent);
    let at = at.map(|at| parents.remove(at));
    Ok(at.is_some())
}

fn module_file(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    match m.db.module(name).and_then(|module| module.file) {
        Some(file) => m.unify_atom(1, file),
        None => Ok(false),
    }
}
