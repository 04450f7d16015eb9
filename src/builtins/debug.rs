//! Looking at what the machine makes of programs.

use crate::atom::known;
use crate::bytecode::listing::listing;
use crate::engine::machine::Machine;
use crate::engine::registry::Row;
use crate::error::Outcome;
use crate::predicates;

/// The rows of this section.
pub const ROWS: &[Row] = predicates! {
    /// Text is the code of the clauses of the predicate Indicator.
    "'$code_listing'(:Indicator, -Text) is semidet" => once code_listing;
    /// Collects garbage at the next call.
    "garbage_collect is det" => once garbage_collect;
    /// Frees the atoms that nothing refers to at the next call.
    "garbage_collect_atoms is det" => once garbage_collect_atoms;
    /// Collects garbage at every call, or no longer: a test of the collector.
    "'$stress_collector'(+On) is det" => once stress_collector;
    /// Count is how many times garbage has been collected.
    "'$collections'(-Count) is det" => once collections;
    /// Tells the observer that the body of a clause starts, by its number.
    "'$observed'(+Number) is det" => once observed;
};

fn garbage_collect(m: &mut Machine) -> Outcome {
    m.request_collection();
    Ok(true)
}

fn garbage_collect_atoms(m: &mut Machine) -> Outcome {
    m.request_atom_collection();
    Ok(true)
}

fn stress_collector(m: &mut Machine) -> Outcome {
    let on = m.to_bool(m.arg(0))?;
    m.stress_collector(on);
    Ok(true)
}

fn collections(m: &mut Machine) -> Outcome {
    let count = m.collections();
    m.unify_int(0, count as i64)
}

fn observed(m: &mut Machine) -> Outcome {
    let number = m.size_arg(0)?;
    m.observe_body(number)?;
    Ok(true)
}

fn code_listing(m: &mut Machine) -> Outcome {
    let (module, indicator) = m.strip_module(m.arg(0), known::USER)?;
    let functor = m.to_indicator(indicator)?;
    let Some(id) = m.db.resolve(module, functor) else {
        return Ok(false);
    };
    let mut text = String::new();
    for clause in m.clauses_of(id) {
        let code = m.with_compiler(module, |context| {
            crate::compile::clause_code(&clause, context)
        });
        if let Ok(code) = code {
            text.push_str(&listing(code.body()));
            text.push('\n');
        }
    }
    let text = m.new_string(&text)?;
    m.unify_arg(1, text)
}
