//! The machine: registers, frames, the instruction loop, exceptions, wake-up.

#![allow(unsafe_code)]

mod arithmetic;
mod builtin;
mod call;
mod catch;
mod dynamic;
mod event;
mod frames;
pub mod globals;
pub mod machine;
pub mod query;
pub mod registry;
mod run;
mod trace;
