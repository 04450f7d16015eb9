//! Permissions by rules that others write: they reach nothing, and have so many
//! steps, so much memory and so much time for each question. What the host knows are
//! tables, which no rules can change or replace.

use std::time::Duration;

use luminy::api::builder::Captured;
use luminy::api::engine::Engine;
use luminy::api::error::Error;
use luminy::api::limits::{Limit, Limits};
use luminy::api::values::Atom;
use luminy::params;

const GOOD: &str = "
may(User, read, Doc) :- owner(Doc, User).
may(User, read, Doc) :- shared(Doc, Group), member_of(User, Group).
may(User, write, Doc) :- owner(Doc, User).
";

/// Rules that try to do harm.
const BAD: [&str; 6] = [
    "may(_, _, _) :- shell('rm -rf /').",
    "may(_, _, _) :- open('/etc/passwd', read, _).",
    "may(_, _, _) :- catch(repeat, _, true), fail.",
    "may(U, A, D) :- may(U, A, [D|D]), atom(D).",
    "may(_, _, _) :- repeat, write(spam), fail.",
    "owner(plan, eve). may(User, write, Doc) :- owner(Doc, User).",
];

/// An engine with the rules of a tenant and the data of the host.
fn tenant(rules: &str) -> Result<Engine, Error> {
    let limits = Limits::none()
        .steps(100_000)
        .time(Duration::from_millis(500))
        .memory(16 << 20)
        .output(10_000);
    let mut engine = Engine::builder()
        .limits(limits)
        .output(Captured::new())
        .build();
    engine.add_table("owner/2", vec![(Atom("plan"), Atom("ann"))])?;
    engine.add_table("shared/2", vec![(Atom("plan"), Atom("staff"))])?;
    engine.add_table("member_of/2", vec![(Atom("bob"), Atom("staff"))])?;
    engine.load_str(rules)?;
    Ok(engine)
}

fn may(engine: &mut Engine, user: &str, action: &str, doc: &str) -> Result<bool, Error> {
    let params = params! { "U" => Atom(user), "A" => Atom(action), "D" => Atom(doc) };
    engine.query_with("may(U, A, D)", params)?.advance()
}

pub fn main() -> Result<(), Error> {
    let mut engine = tenant(GOOD)?;
    assert!(may(&mut engine, "ann", "write", "plan")?);
    assert!(may(&mut engine, "bob", "read", "plan")?);
    assert!(!may(&mut engine, "bob", "write", "plan")?);
    for rules in BAD {
        let asked = tenant(rules).and_then(|mut engine| {
            let answer = may(&mut engine, "eve", "write", "plan");
            assert!(engine.run_goal("true")?);
            answer
        });
        let error = asked.expect_err("it is stopped");
        println!("{rules} -- {error}");
        assert!(matches!(
            error,
            Error::Load(_)
                | Error::Exception(_)
                | Error::Exceeded(Limit::Steps(_) | Limit::Memory(_) | Limit::Output(_))
        ));
    }
    Ok(())
}
