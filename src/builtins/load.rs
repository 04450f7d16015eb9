//! What `lib/system.pl` needs for loading files, and modules.

use crate::atom::known;
use crate::builtins::args::stored;
use crate::diagnostic::{Diagnostic, Severity};
use crate::engine::loading::{Condition, LoadContext, TermSource};
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::{Ball, Outcome};
use crate::library;
use crate::predicates;
use crate::program::predicate::{Definition, PredId};
use crate::term::cell::{Cell, Functor};
use crate::term::image::Attributes;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Opens the source file Path and starts to load it for Module.
    "'$load_start'(+Path, +Module) is det" => core once load_start;
    /// Starts to load the embedded library Name.
    "'$load_library_start'(+Name) is semidet" => core once load_library_start;
    /// The library Name is being loaded.
    "'$is_loading_library'(+Name) is semidet" => core once is_loading_library;
    /// Starts to load the open stream Stream under the name Path for Module.
    "'$load_stream_start'(+Stream, +Path, +Module) is det" => core once load_stream_start;
    /// Reads and adds plain clauses; Term is the next term that is none.
    "'$load_next'(-Term) is det" => core once load_next;
    /// Adds Clause to the program, as part of the file being loaded.
    "'$load_clause'(+Clause) is det" => core once load_clause;
    /// Ends the load that was started last.
    "'$load_end' is det" => core once load_end;
    /// Goal is the next goal that the loaded file wants to run.
    "'$next_initialization'(-Goal) is semidet" => core once next_initialization;
    /// Goal is to be run when the file has been loaded.
    "'$add_initialization'(+Goal) is det" => core once add_initialization;
    /// Goal is to be run when the program starts.
    "'$set_main'(+Goal) is det" => core once set_main;
    /// Goals are the goals to be run when the program starts.
    "'$main_goals'(-Goals) is det" => core once main_goals;
    /// Term is `Module:Plain`, or Plain in the module of the caller.
    "strip_module(:Term, -Module, -Plain) is det" => once strip_module;
    /// Module is the module that clauses and directives belong to.
    "'$source_module'(-Module) is det" => core once source_module;
    /// Clauses and directives belong to Module from now on.
    "'$set_source_module'(+Module) is det" => core once set_source_module;
    /// Queries at the prompt belong to Module from now on.
    "module(+Module) is det" => once set_typein_module;
    /// Makes Module the module of the file being loaded, with an empty export list.
    "'$begin_module'(+Module) is det" => core once begin_module;
    /// Module exports Name/Arity.
    "'$export'(+Module, +Name, +Arity) is det" => core once export;
    /// Indicators are what Module exports.
    "'$exports'(+Module, -Indicators) is semidet" => core once exports;
    /// A call of Name/Arity in Into means that of From.
    "'$import'(+From, +Into, +Name, +Arity, +As) is det" => core once import;
    /// Warns if From does not export Name/Arity, which Into wants of it.
    "'$check_export'(+From, +Into, +Name, +Arity) is det" => core once check_export;
    /// Name/Arity of From has been imported into Into by its name.
    "'$imported_by_name'(+From, +Into, +Name, +Arity) is det" => core once imported_by_name;
    /// Module is the module of the loaded file Path.
    "'$file_module'(+Path, -Module) is semidet" => core once file_module;
    /// Path has been loaded and not changed since.
    "'$is_current'(+Path) is semidet" => core once is_current;
    /// Paths are the files that have been loaded.
    "'$loaded_files'(-Paths) is det" => core once loaded_files;
    /// Name is an embedded library; Module is its module.
    "'$library_module'(+Name, -Module) is semidet" => core once library_module;
    /// Gives the predicate Module:Name/Arity a property.
    "'$declare'(+Property, +Module, +Name, +Arity) is det" => core once declare;
    /// Declares the meta arguments of a predicate of Module.
    "'$meta_predicate'(+Module, +Head) is det" => core once meta_predicate;
    /// Makes the predicates Name/Arity of the system ones that users cannot define.
    "'$lock'(+Name, +Arity) is det" => core once lock;
    /// Opens an `:- if`: Active tells whether its text is read.
    "'$condition_if'(+Active) is det" => core once condition_if;
    /// The text of the innermost `:- if` is passed over.
    "'$is_skipping' is semidet" => core once is_skipping;
    /// An `:- elif` or `:- else`; Wanted tells whether its condition is to be tried.
    "'$condition_else'(-Wanted) is semidet" => core once condition_else;
    /// Sets whether the text of the innermost branch is read.
    "'$condition_set'(+Active) is det" => core once condition_set;
    /// Closes an `:- if`.
    "'$condition_end' is semidet" => core once condition_end;
    /// Reads Path in place of the directive.
    "'$include'(+Path) is det" => core once include;
    /// Reports the ball of an uncaught exception; Kind says where it came from.
    "'$report_ball'(+Kind, +Ball) is det" => core once report_ball;
    /// Reports a warning about the directive Goal.
    "'$report_directive'(+Goal) is det" => core once report_directive;
    /// Name is the file being loaded, Line the line of its current term.
    "'$load_place'(-File, -Line, -Stream) is semidet" => core once load_place;
    /// Position is where the term being loaded starts.
    "'$load_position'(-Position) is semidet" => core once load_position;
    /// Whether the file being loaded wants the warnings called Style: IsWanted.
    "'$want_warnings'(+Style, +IsWanted) is det" => core once want_warnings;
    /// Names are the variable names of the term being loaded.
    "'$load_names'(-Names) is semidet" => core once load_names;
};

fn load_start(m: &mut Machine) -> Outcome {
    let path = m.atom_arg(0)?;
    let module = m.atom_arg(1)?;
    let text = m.text(path).to_owned();
    let stream = m.open_source(&text)?;
    m.begin_load(path, stream, module);
    Ok(true)
}

fn load_library_start(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    let Some(found) = library::find(m.text(name)) else {
        return Ok(false);
    };
    m.begin_library(found);
    Ok(true)
}

fn is_loading_library(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    let file = format!("library({})", m.text(name));
    let mut contexts = m.loading.contexts.iter();
    Ok(contexts.any(|context| context.is_library && m.text(context.file) == file))
}

fn load_stream_start(m: &mut Machine) -> Outcome {
    let stream = m.to_stream(m.arg(0))?;
    let path = m.atom_arg(1)?;
    let module = m.atom_arg(2)?;
    m.begin_load(path, stream, module);
    Ok(true)
}

fn load_next(m: &mut Machine) -> Outcome {
    let term = m.load_next()?;
    m.unify_arg(0, term)
}

fn load_clause(m: &mut Machine) -> Outcome {
    let term = m.arg(0);
    m.load_clause(term)?;
    Ok(true)
}

fn load_end(m: &mut Machine) -> Outcome {
    m.end_load();
    Ok(true)
}

fn next_initialization(m: &mut Machine) -> Outcome {
    let Some(context) = m.load_context() else {
        return Ok(false);
    };
    let Some((goal, term)) = context.initialization.pop_front() else {
        return Ok(false);
    };
    context.term = term;
    let goal = m.build(&goal)?;
    m.unify_arg(0, goal)
}

fn unify_images(m: &mut Machine, images: &[crate::term::image::Image]) -> Outcome {
    let cells = images
        .iter()
        .map(|image| m.build(image))
        .collect::<Result<Vec<Cell>, Ball>>()?;
    m.unify_list(0, &cells)
}

fn add_initialization(m: &mut Machine) -> Outcome {
    let goal = m.arg(0);
    let image = m.image(goal);
    if let Some(context) = m.load_context() {
        let place = TermSource {
            names: Vec::new(),
            ..context.term.clone()
        };
        context.initialization.push_back((image, place));
    }
    Ok(true)
}

fn set_main(m: &mut Machine) -> Outcome {
    let goal = m.arg(0);
    let image = m.image(goal);
    m.loading.main = vec![image];
    Ok(true)
}

fn main_goals(m: &mut Machine) -> Outcome {
    let goals = std::mem::take(&mut m.loading.main);
    unify_images(m, &goals)
}

fn source_module(m: &mut Machine) -> Outcome {
    let module = m.source_module();
    m.unify_atom(0, module)
}

fn set_source_module(m: &mut Machine) -> Outcome {
    let module = m.atom_arg(0)?;
    m.db.module_mut(module);
    if let Some(context) = m.load_context() {
        context.module = module;
        m.enter_operators(module);
    }
    Ok(true)
}

fn set_typein_module(m: &mut Machine) -> Outcome {
    let module = m.atom_arg(0)?;
    m.db.module_mut(module);
    m.loading.typein = Some(module);
    Ok(true)
}

fn begin_module(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    if m.db.is_sealed_module(name) && !m.is_loading_library() {
        let kind = m.atoms.intern("module");
        return Err(Ball::Permission(known::MODIFY, kind, Cell::atom(name)));
    }
    let header = m.term_span();
    let context = m.load_context().map(|context| {
        context.module = name;
        context.header = header;
        (context.file, context.is_library)
    });
    let module = m.db.module_mut(name);
    if let Some((file, is_library)) = context {
        module.file = Some(file);
        if is_library && name != known::SYSTEM {
            module.parents = vec![known::SYSTEM];
        }
    }
    module.exports.clear();
    module.operators.clear();
    m.enter_operators(name);
    Ok(true)
}

fn functor_args(m: &Machine, name: usize, arity: usize) -> Result<Functor, Ball> {
    let arity = m.size_arg(arity)?;
    if arity > crate::compile::normal::MAX_PREDICATE_ARITY {
        return Err(Ball::Representation(known::MAX_ARITY));
    }
    Ok(Functor::new(m.atom_arg(name)?, arity))
}

fn export(m: &mut Machine) -> Outcome {
    let module = m.atom_arg(0)?;
    let functor = functor_args(m, 1, 2)?;
    m.db.module_mut(module).exports.insert(functor, ());
    Ok(true)
}

fn exports(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    let Some(module) = m.db.module(name) else {
        return Ok(false);
    };
    let exports: Vec<Functor> = module.exports.keys().copied().collect();
    let cells: Vec<Cell> = exports
        .into_iter()
        .map(|functor| m.indicator(functor))
        .collect();
    m.unify_list(1, &cells)
}

fn check_export(m: &mut Machine) -> Outcome {
    let (from, into) = (m.atom_arg(0)?, m.atom_arg(1)?);
    let functor = functor_args(m, 2, 3)?;
    let exports = m.db.module(from).map(|module| &module.exports);
    let is_exported = exports.is_some_and(|exports| exports.contains_key(&functor));
    // What another library or the system has is found without an import.
    let is_known = m.autoload_index.get(&m.atoms, functor).is_some()
        || m.db.resolve(known::SYSTEM, functor).is_some();
    if from != into && !is_exported && !is_known {
        m.warn_unexported(from, functor);
    }
    Ok(true)
}

fn import(m: &mut Machine) -> Outcome {
    let (from, into) = (m.atom_arg(0)?, m.atom_arg(1)?);
    let functor = functor_args(m, 2, 3)?;
    let local = Functor::new(m.atom_arg(4)?, functor.arity());
    if from == into {
        return Ok(true);
    }
    let target = m.db.find_or_add(from, functor);
    let target = match m.db.predicate(target).definition {
        Definition::Import(further) => further,
        _ => target,
    };
    // What a library does not define itself, such as a builtin, is there anyway.
    if !m.db.predicate(target).is_defined() && m.db.resolve(into, local).is_some() {
        return Ok(true);
    }
    let id = m.db.find_or_add(into, local);
    // A definition of the importing module's own stands.
    let own = refuses_import(m, id, target)
        || matches!(m.db.predicate(id).definition, Definition::Clauses)
            && m.db.predicate(id).is_defined();
    if let Definition::Import(other) = m.db.predicate(id).definition
        && other != target
        && !m.db.predicate(other).traits.system
        && m.db.predicate(other).is_defined()
        && !own
    {
        m.warn_imported(id, other, target);
        return Ok(true);
    }
    if !own && id != target {
        m.db.redefine(id, Definition::Import(target));
    }
    Ok(true)
}

/// Whether a predicate is sealed, and it is not a library that now comes to define it.
fn refuses_import(m: &Machine, id: PredId, target: PredId) -> bool {
    let is_bound = !matches!(m.db.predicate(id).definition, Definition::Undefined);
    let is_library = m.db.is_sealed_module(m.db.predicate(target).module);
    m.db.is_sealed(id) && (is_bound || !is_library)
}

fn imported_by_name(m: &mut Machine) -> Outcome {
    let (from, into) = (m.atom_arg(0)?, m.atom_arg(1)?);
    let functor = functor_args(m, 2, 3)?;
    let id = m.db.find_or_add(into, functor);
    let wanted = m.db.find_or_add(from, functor);
    match m.db.predicate(id).definition {
        Definition::Import(target) if target != wanted && m.db.is_sealed(id) => {
            m.refuse_import(id, wanted);
        }
        Definition::Import(target) => {
            if let Some(context) = m.load_context() {
                context.imported.insert(id, target);
            }
        }
        Definition::Clauses if from != into => {
            let target = m.db.find_or_add(from, functor);
            let is_users = !m.db.predicate(id).traits.system;
            if is_users && m.db.predicate(id).is_defined() && m.db.predicate(target).is_defined() {
                m.refuse_import(id, target);
            }
        }
        _ => {}
    }
    Ok(true)
}

fn file_module(m: &mut Machine) -> Outcome {
    let path = m.atom_arg(0)?;
    let loaded = m.loading.files.get(&path).and_then(|file| file.module);
    // Files may ask for each other: what one exports can be imported before it is there.
    let mut contexts = m.loading.contexts.iter().rev();
    let is_it = |context: &&LoadContext| context.file == path && !context.is_library;
    let module = loaded.or_else(|| contexts.find(is_it).map(|context| context.module));
    match module {
        Some(module) => m.unify_atom(1, module),
        None => Ok(false),
    }
}

fn is_current(m: &mut Machine) -> Outcome {
    let path = m.atom_arg(0)?;
    let Some(loaded) = m.loading.files.get(&path).map(|file| file.modified) else {
        return Ok(false);
    };
    let now = m.host.info(m.text(path)).map(|info| info.modified);
    Ok(now.is_ok_and(|now| now <= loaded))
}

fn loaded_files(m: &mut Machine) -> Outcome {
    let paths: Vec<Cell> = m
        .loading
        .files
        .keys()
        .map(|&path| Cell::atom(path))
        .collect();
    m.unify_list(0, &paths)
}

fn library_module(m: &mut Machine) -> Outcome {
    let name = m.atom_arg(0)?;
    match library::find(m.text(name)) {
        Some(found) => m.unify_text_atom(1, found.name),
        None => Ok(false),
    }
}

fn declare(m: &mut Machine) -> Outcome {
    let property = m.atom_arg(0)?;
    let module = m.atom_arg(1)?;
    let functor = functor_args(m, 2, 3)?;
    let property = m.text(property).to_owned();
    m.declare(module, functor, &property)?;
    Ok(true)
}

fn meta_predicate(m: &mut Machine) -> Outcome {
    let module = m.atom_arg(0)?;
    let head = m.arg(1);
    m.declare_meta(module, head)?;
    Ok(true)
}

fn lock(m: &mut Machine) -> Outcome {
    let functor = functor_args(m, 0, 1)?;
    let id = m.db.find_or_add(known::SYSTEM, functor);
    m.db.lock(id);
    Ok(true)
}

fn condition_if(m: &mut Machine) -> Outcome {
    let active = m.to_bool(m.arg(0))?;
    let skipping = m.is_skipping();
    if let Some(context) = m.load_context() {
        context.conditions.push(Condition {
            active,
            done: active || skipping,
            start: context.term.start,
        });
    }
    Ok(true)
}

fn is_skipping(m: &mut Machine) -> Outcome {
    Ok(m.is_skipping())
}

fn condition_else(m: &mut Machine) -> Outcome {
    let condition = m
        .load_context()
        .and_then(|context| context.conditions.last_mut());
    let Some(condition) = condition else {
        return Ok(false);
    };
    let wanted = !condition.done;
    condition.active = false;
    let wanted = if wanted { known::TRUE } else { known::FALSE };
    m.unify_atom(0, wanted)
}

fn condition_set(m: &mut Machine) -> Outcome {
    let active = m.to_bool(m.arg(0))?;
    if let Some(condition) = m
        .load_context()
        .and_then(|context| context.conditions.last_mut())
    {
        condition.active = active;
        condition.done |= active;
    }
    Ok(true)
}

fn condition_end(m: &mut Machine) -> Outcome {
    Ok(m.load_context()
        .is_some_and(|context| context.conditions.pop().is_some()))
}

fn include(m: &mut Machine) -> Outcome {
    let path = m.atom_arg(0)?;
    let text = m.text(path).to_owned();
    let stream = m.open_source(&text)?;
    if let Some(context) = m.load_context() {
        context.included.push((path, stream));
    }
    Ok(true)
}

fn report_ball(m: &mut Machine) -> Outcome {
    let ball = m.arg(1);
    let image = m.mem.image_or_stop(ball, Attributes::Keep);
    if m.mem.alarm.has_rung() {
        return Ok(false);
    }
    let mut diagnostic = m.explain(&image);
    if m.text(m.atom_arg(0)?) == "directive" {
        m.note_directive(&mut diagnostic);
    }
    m.report_here(diagnostic);
    Ok(true)
}

fn report_directive(m: &mut Machine) -> Outcome {
    let goal = stored(m.arg(0));
    let text = m.shown(goal);
    let diagnostic = Diagnostic::new(
        Severity::Warning,
        "W0210",
        format!("the directive `{text}` failed"),
    );
    m.report_here(diagnostic);
    Ok(true)
}

fn load_place(m: &mut Machine) -> Outcome {
    let Some(context) = m.load_context() else {
        return Ok(false);
    };
    let (file, line, stream) = (context.file, context.term.start.line, context.stream);
    let stream = m.stream_term(stream);
    Ok(m.unify_atom(0, file)? && m.unify_int(1, i64::from(line))? && m.unify_arg(2, stream)?)
}

fn load_position(m: &mut Machine) -> Outcome {
    let Some(context) = m.load_context() else {
        return Ok(false);
    };
    let start = context.term.start;
    let position = m.position_term(start);
    m.unify_arg(0, position)
}

fn want_warnings(m: &mut Machine) -> Outcome {
    let style = m.atom_arg(0)?;
    let is_unwanted = m.atom_arg(1)? == known::FALSE;
    let style = m.text(style).to_owned();
    if let Some(context) = m.load_context() {
        match style.as_str() {
            "singleton" => context.unwanted.singleton = is_unwanted,
            "discontiguous" => context.unwanted.discontiguous = is_unwanted,
            _ => {}
        }
    }
    Ok(true)
}

fn load_names(m: &mut Machine) -> Outcome {
    if m.load_context().is_none() {
        return Ok(false);
    }
    let names = m.load_names();
    let cells: Vec<Cell> = names
        .into_iter()
        .map(|(name, cell)| m.mem.new_struct(known::EQUALS, &[Cell::atom(name), cell]))
        .collect();
    m.unify_list(0, &cells)
}

fn strip_module(m: &mut Machine) -> Outcome {
    let mut module = known::USER;
    let mut plain = m.arg(0);
    while let Some(args) = m.mem.match_struct(plain, known::COLON, 2) {
        let qualifier = m.mem.deref(args.get(&m.mem, 0));
        if !qualifier.is_atom() {
            break;
        }
        module = qualifier.atom_value();
        plain = m.mem.deref(args.get(&m.mem, 1));
    }
    Ok(m.unify_atom(1, module)? && m.unify_arg(2, stored(plain))?)
}
