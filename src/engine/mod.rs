//! The machine: registers, frames, the instruction loop, exceptions, wake-up.

#![allow(unsafe_code)]

mod arithmetic;
pub mod autoload;
pub mod backtrace;
pub mod base;
pub mod bounds;
mod builtin;
mod call;
mod catch;
pub mod clauses;
mod code;
mod collect;
pub mod collector;
pub mod constraints;
mod dynamic;
mod event;
mod frames;
pub mod globals;
mod handles;
pub mod limits;
pub mod loading;
pub mod machine;
mod bindings;
mod guard;
pub mod nested;
pub mod observe;
mod operands;
mod operators;
pub mod query;
pub mod registry;
mod run;
mod outcome;
mod skeleton;
mod template;
mod trace;
