//! The smallest program that embeds Luminy.

use luminy::api::engine::Engine;
use luminy::api::error::Error;

pub fn main() -> Result<(), Error> {
    let mut engine = Engine::builder().build();
    engine.load_str("greeting(hello). greeting(bonjour).")?;
    let greetings: Vec<String> = engine.query("greeting(G)")?.column("G")?;
    println!("{}", greetings.join(", "));
    assert_eq!(greetings, ["hello", "bonjour"]);
    Ok(())
}
