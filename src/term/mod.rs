//! Terms: cells, the heap and the trail, and the algorithms on them.
//!
//! All algorithms work without native recursion and terminate on cyclic terms.

#![allow(unsafe_code)]

pub mod alarm;
pub mod area;
pub mod block;
pub mod cell;
pub(crate) mod collect;
pub mod compare;
pub(crate) mod copy;
pub mod halves;
pub mod image;
pub mod inspect;
pub mod mem;
pub mod packed;
#[cfg_attr(not(all(target_os = "linux", not(miri))), path = "no_pages.rs")]
pub(crate) mod pages;
pub(crate) mod part;
pub mod stack;
pub mod text;
pub mod unify;
pub mod view;
