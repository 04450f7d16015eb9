//! The machine: registers, frames, the instruction loop, exceptions, wake-up.

#![allow(unsafe_code)]

pub mod globals;
pub mod machine;
pub mod registry;
