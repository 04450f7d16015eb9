//! The machine: registers, frames, the instruction loop, exceptions, wake-up.

#![allow(unsafe_code)]

mod arithmetic;
pub mod backtrace;
pub mod base;
mod builtin;
mod call;
mod catch;
pub mod clauses;
mod collect;
pub mod constraints;
mod dynamic;
mod event;
mod frames;
pub mod globals;
pub mod limits;
pub mod loading;
pub mod machine;
mod guard;
mod operators;
pub mod query;
pub mod registry;
mod run;
mod skeleton;
mod trace;
