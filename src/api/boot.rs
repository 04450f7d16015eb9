//! What an engine begins with: control constructs and the system library.

use std::sync::OnceLock;

use crate::atom::known;
use crate::builtins;
use crate::bytecode::instr::{Instr, Op};
use crate::engine::base::Base;
use crate::engine::machine::Machine;
use crate::error::Ball;
use crate::host::{Host, NullHost};
use crate::library;
use crate::program::builtin::MetaArg;
use crate::term::cell::{Cell, Functor};

/// What every engine begins with. It is made when it is first asked for and never
/// changes, so that all engines of the process can share it.
pub fn system() -> &'static Base {
    static SYSTEM: OnceLock<Base> = OnceLock::new();
    SYSTEM.get_or_init(|| alone(u64::MAX, Box::new(NullHost)).freeze())
}

/// A machine that begins with the same and shares it with no other.
pub fn alone(memory: u64, host: Box<dyn Host>) -> Machine {
    let mut machine = Machine::new(&builtins::rows(), memory, host);
    boot(&mut machine);
    machine
}

/// Makes a bare machine one that loads files and runs goals.
fn boot(machine: &mut Machine) {
    add_control(machine);
    machine.autoload_index = library::autoload_index(&mut machine.atoms);
    load_system(machine);
}

/// The most arguments of `call/N`; 8 are asked for (8.15.4).
const MOST_CALLED: usize = 16;

fn add_control(machine: &mut Machine) {
    for arity in 1..=MOST_CALLED {
        let functor = Functor::new(known::CALL, arity);
        let mut meta = vec![MetaArg::Any; arity];
        meta[0] = MetaArg::Goal(arity as u8 - 1);
        let instr = Instr::new(Op::CallN, arity as u8, 0, 0);
        machine.db.add_control(functor, instr, Some(meta.into()));
    }
    let goal = MetaArg::Goal(0);
    let catch = Functor::new(known::CATCH, 3);
    let meta = vec![goal, MetaArg::Any, goal];
    machine.db.add_control(
        catch,
        Instr::new(Op::CatchEnter, 3, 0, 0),
        Some(meta.into()),
    );
    let cleanup = Functor::new(machine.atoms.intern("$call_cleanup"), 2);
    let instr = Instr::new(Op::CleanupEnter, 2, 0, 0);
    machine
        .db
        .add_control(cleanup, instr, Some(vec![goal, goal].into()));
    add_constructs(machine);
}

/// Control constructs are predicates too, for those who ask; calls of them
/// are compiled.
fn add_constructs(machine: &mut Machine) {
    let goal = MetaArg::Goal(0);
    let names = [
        known::COMMA,
        known::SEMICOLON,
        known::ARROW,
        known::SOFT_ARROW,
        known::BAR,
    ];
    for name in names {
        let instr = Instr::new(Op::Construct, 2, 0, name.index());
        machine
            .db
            .add_control(Functor::new(name, 2), instr, Some(vec![goal, goal].into()));
    }
    for (name, arity) in [(known::CUT, 0), (known::COLON, 2), (known::NOT_PROVABLE, 1)] {
        let instr = Instr::new(Op::Construct, arity as u8, 0, name.index());
        machine
            .db
            .add_control(Functor::new(name, arity), instr, None);
    }
    for (name, op) in [
        (known::TRUE, Op::Proceed),
        (known::FAIL, Op::Fail),
        (known::FALSE, Op::Fail),
    ] {
        machine
            .db
            .add_control(Functor::new(name, 0), Instr::new(op, 0, 0, 0), None);
    }
}

/// Loads `lib/system.pl`, whose loader is not there yet. Nor is what its directives
/// call, which would take longer to compile than they take: they are obeyed here.
fn load_system(machine: &mut Machine) {
    let library = library::find(library::SYSTEM_LIBRARY).expect("the system library is embedded");
    machine.begin_library(library);
    let mut directives = Vec::new();
    loop {
        let term = machine.load_next();
        let term = term.unwrap_or_else(|ball| panic!("lib/system.pl: {ball:?}"));
        if term == Cell::atom(known::END_OF_FILE) {
            break;
        }
        let args = machine.mem.match_struct(term, known::NECK, 1);
        let args = args.expect("other terms of lib/system.pl are clauses");
        let goal = args.get(&machine.mem, 0);
        directives.push(machine.image(goal));
    }
    for directive in directives {
        let goal = machine.mem.build(&directive);
        let goal = goal.expect("a new engine has memory");
        if let Err(ball) = obey(machine, goal) {
            panic!(
                "lib/system.pl: {} raised {ball:?}",
                machine.quoted_text(goal)
            );
        }
        machine.reset();
    }
    machine.end_load();
    let hooks = [
        (known::USER, "term_expansion", 2),
        (known::USER, "goal_expansion", 2),
        (known::USER, "term_expansion", 4),
        (known::SYSTEM, "$library_expansion", 2),
        (known::SYSTEM, "$tabled", 4),
    ];
    machine.expansion_hooks = hooks
        .iter()
        .map(|&(module, name, arity)| {
            let functor = Functor::new(machine.atoms.intern(name), arity);
            machine.db.find_or_add(module, functor)
        })
        .collect();
}

/// Obeys a directive of `lib/system.pl`: declarations, joined by commas.
fn obey(machine: &mut Machine, directive: Cell) -> Result<(), Ball> {
    for goal in conjuncts(machine, directive) {
        let (functor, args) = machine.mem.compound(goal).expect("a directive is compound");
        let name = machine.text(functor.name()).to_owned();
        let args: Vec<Cell> = (0..args.len())
            .map(|index| machine.mem.deref(args.get(&machine.mem, index)))
            .collect();
        match (name.as_str(), args.as_slice()) {
            ("meta_predicate", &[heads]) => {
                for head in conjuncts(machine, heads) {
                    machine.declare_meta(known::SYSTEM, head)?;
                }
            }
            ("dynamic" | "multifile", &[indicator]) => {
                let (module, indicator) = machine.strip_module(indicator, known::SYSTEM)?;
                let functor = indicated(machine, indicator);
                machine.declare(module, functor, &name)?;
            }
            ("$lock", &[name, arity]) => {
                let functor = Functor::new(name.atom_value(), arity.small_value() as usize);
                let id = machine.db.find_or_add(known::SYSTEM, functor);
                machine.db.lock(id);
            }
            _ => panic!("no such directive is known at the start"),
        }
    }
    Ok(())
}

/// The terms that are joined by commas in a term.
fn conjuncts(machine: &Machine, mut term: Cell) -> Vec<Cell> {
    let mut found = Vec::new();
    while let Some(args) = machine.mem.match_struct(term, known::COMMA, 2) {
        found.push(machine.mem.deref(args.get(&machine.mem, 0)));
        term = machine.mem.deref(args.get(&machine.mem, 1));
    }
    found.push(term);
    found
}

/// The functor that `Name/Arity` stands for.
fn indicated(machine: &Machine, indicator: Cell) -> Functor {
    let args = machine.mem.match_struct(indicator, known::SLASH, 2);
    let args = args.expect("a declaration names a predicate");
    let part = |index| machine.mem.deref(args.get(&machine.mem, index));
    Functor::new(part(0).atom_value(), part(1).small_value() as usize)
}
