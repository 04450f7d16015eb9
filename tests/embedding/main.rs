//! The embedding interface, by the requirements of those who embed.

mod callbacks;
mod capabilities;
mod errors;
mod limits;
mod numbers;
mod observers;
mod predicates;
mod protection;
mod programs;
mod requirements;
#[cfg(feature = "serde")]
mod serde;
mod tables;
mod stress;
mod terms;
mod wording;

use luminy::api::engine::Engine;

/// An engine that reaches nothing.
fn engine() -> Engine {
    Engine::builder().build()
}

/// The answers of a query as text.
fn answers(engine: &mut Engine, query: &str) -> Vec<String> {
    let found = engine.query(query).expect("the query is well formed");
    found
        .map(|answer| answer.expect("an answer").to_string())
        .collect()
}
