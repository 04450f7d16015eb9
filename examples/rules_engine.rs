//! A rules engine whose rules are replaced while it runs.
//!
//! Prices are data of the host, discounts are rules. New rules are loaded as a
//! whole or not at all, and requests go on with the old ones meanwhile.

use std::sync::{Arc, RwLock};

use luminy::api::error::Error;
use luminy::api::prepared::Prepared;
use luminy::api::program::Program;
use luminy::api::values::Atom;
use luminy::params;

const RULES: &str = "
discount(Customer, Total, 10) :- gold(Customer), Total >= 100.
discount(_, Total, 5) :- Total >= 200.
best_discount(Customer, Total, Best) :-
    aggregate_all(max(D), discount(Customer, Total, D), Best), !.
best_discount(_, _, 0).
";

const NEW_RULES: &str = "
discount(Customer, _, 25) :- gold(Customer).
best_discount(Customer, Total, Best) :-
    aggregate_all(max(D), discount(Customer, Total, D), Best), !.
best_discount(_, _, 0).
";

const BROKEN_RULES: &str = "discount(Customer, _, 99) :- gold(Customer";

/// The rules in force. A program is shared: taking it is a step.
struct Rules {
    program: RwLock<Program>,
    question: Prepared,
}

impl Rules {
    fn compile(text: &str) -> Result<Program, Error> {
        Program::builder()
            .facts("gold/1", [(Atom("ann"),), (Atom("carl"),)])
            .source("discounts.pl", text)
            .build()
    }

    fn new(text: &str) -> Result<Rules, Error> {
        let program = Rules::compile(text)?;
        let question = program
            .engine()
            .prepare("best_discount(Customer, Total, Best)")?;
        let program = RwLock::new(program);
        Ok(Rules { program, question })
    }

    /// New rules take the place of the old ones, unless there is an error in them.
    fn replace(&self, text: &str) -> Result<(), Error> {
        let program = Rules::compile(text)?;
        *self.program.write().expect("no thread panics") = program;
        Ok(())
    }

    fn discount(&self, customer: &str, total: i64) -> Result<i64, Error> {
        let program = self.program.read().expect("no thread panics").clone();
        let mut engine = program.engine();
        let params = params! { "Customer" => Atom(customer), "Total" => total };
        let found = engine
            .query_prepared(&self.question, params)?
            .first::<(i64,)>()?;
        Ok(found.map_or(0, |(discount,)| discount))
    }
}

pub fn main() -> Result<(), Error> {
    let rules = Arc::new(Rules::new(RULES)?);
    assert_eq!(rules.discount("ann", 150)?, 10);
    assert_eq!(rules.discount("bob", 250)?, 5);
    let error = rules.replace(BROKEN_RULES).expect_err("it does not parse");
    println!("kept the old rules: {error}");
    assert_eq!(rules.discount("ann", 150)?, 10);
    rules.replace(NEW_RULES)?;
    assert_eq!(rules.discount("ann", 20)?, 25);
    println!("ann saves {} percent", rules.discount("ann", 20)?);
    Ok(())
}
