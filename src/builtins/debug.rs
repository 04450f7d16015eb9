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
};

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
            text.push_str(&listing(code.words()));
            text.push('\n');
        }
    }
    let text = m.new_string(&text)?;
    m.unify_arg(1, text)
}
