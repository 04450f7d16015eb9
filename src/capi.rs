//! The interface for C: `include/luminy.h` says what each function does.
//!
//! No panic leaves a function, and pointers that are NULL do no harm. What C must
//! keep to stands in the header; each `SAFETY` below relies on that alone.

#![allow(unsafe_code)]

use std::ffi::{CStr, CString, c_char, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::api::engine::{Engine, InterruptHandle};
use crate::api::error::Error;
use crate::api::limits::{Limit, Limits};
use crate::api::query::{Query, Step};

const ERROR: c_int = -1;
const NONE: c_int = 0;
const ANSWER: c_int = 1;
const PAUSED: c_int = 2;

/// An engine with its query.
pub struct CEngine {
    /// The query, which borrows the engine: it is dropped first.
    query: Option<Query<'static>>,
    engine: *mut Engine,
    /// What searching comes to without a query: `ERROR` behind an error of the last one.
    failed: c_int,
    text: CString,
    json: CString,
    error: CString,
    error_json: CString,
}

impl Drop for CEngine {
    fn drop(&mut self) {
        self.query = None;
        // SAFETY: the pointer came from a box, and nothing borrows the engine now.
        drop(unsafe { Box::from_raw(self.engine) });
    }
}

impl CEngine {
    fn new() -> CEngine {
        CEngine {
            query: None,
            failed: NONE,
            engine: Box::into_raw(Box::new(Engine::builder().build())),
            text: CString::default(),
            json: CString::default(),
            error: CString::default(),
            error_json: CString::default(),
        }
    }

    /// The engine, once its query has ended.
    fn engine(&mut self) -> &mut Engine {
        self.end();
        // SAFETY: the pointer came from a box, and nothing borrows the engine now.
        unsafe { &mut *self.engine }
    }

    fn fail(&mut self, error: &Error) -> c_int {
        self.error = c_text(&error.to_string());
        self.error_json = c_text(&error.to_json());
        ERROR
    }

    fn load(&mut self, name: &str, text: &str) -> c_int {
        match self.engine().load_source(name, text) {
            Ok(()) => ANSWER,
            Err(error) => self.fail(&error),
        }
    }

    fn start(&mut self, text: &str) -> c_int {
        self.end();
        // SAFETY: the engine stays where it is, and is not used before the query has
        // ended: it is reached through `engine` alone, which ends the query.
        let engine: &'static mut Engine = unsafe { &mut *self.engine };
        match engine.query(text) {
            Ok(query) => {
                self.query = Some(query);
                ANSWER
            }
            Err(error) => {
                self.failed = ERROR;
                self.fail(&error)
            }
        }
    }

    fn next(&mut self) -> c_int {
        self.forget_answer();
        let Some(query) = &mut self.query else {
            return self.failed;
        };
        let found = query.run_steps(u64::MAX);
        match found {
            Ok(Step::Answer) => {
                let answer = query.answer();
                self.text = c_text(&answer.as_ref().map(ToString::to_string).unwrap_or_default());
                self.json = c_text(&answer.map(|answer| answer.to_json()).unwrap_or_default());
                ANSWER
            }
            Ok(Step::Finished) => {
                self.query = None;
                NONE
            }
            Ok(Step::Paused) => PAUSED,
            Err(Error::Exceeded(Limit::Steps(_))) => PAUSED,
            Err(error) => {
                self.query = None;
                self.failed = ERROR;
                self.fail(&error)
            }
        }
    }

    /// Ends the query; there is no answer and no failed search from here on.
    fn end(&mut self) {
        self.query = None;
        self.failed = NONE;
        self.forget_answer();
    }

    fn forget_answer(&mut self) {
        self.text = CString::default();
        self.json = CString::default();
    }
}

/// Text for C; it ends at a zero byte in it.
fn c_text(text: &str) -> CString {
    let text = text.split('\0').next().unwrap_or_default();
    CString::new(text).unwrap_or_default()
}

/// Text from C; what is no UTF-8 in it is replaced.
///
/// # Safety
/// The pointer is NULL or points to text that ends with a zero byte.
unsafe fn text<'a>(pointer: *const c_char) -> std::borrow::Cow<'a, str> {
    if pointer.is_null() {
        return "".into();
    }
    // SAFETY: the caller says so.
    unsafe { CStr::from_ptr(pointer) }.to_string_lossy()
}

/// Does something with an engine; `otherwise` if there is none or it panics.
///
/// # Safety
/// The pointer is NULL or comes from `luminy_new`, and no other thread uses it.
unsafe fn with<T>(engine: *mut CEngine, otherwise: T, work: impl FnOnce(&mut CEngine) -> T) -> T {
    // SAFETY: the caller says so.
    let Some(engine) = (unsafe { engine.as_mut() }) else {
        return otherwise;
    };
    catch_unwind(AssertUnwindSafe(|| work(engine))).unwrap_or(otherwise)
}

/// The version of the interface.
#[unsafe(no_mangle)]
pub extern "C" fn luminy_interface() -> u32 {
    1
}

/// A new engine.
#[unsafe(no_mangle)]
pub extern "C" fn luminy_new() -> *mut CEngine {
    let engine = catch_unwind(|| Box::into_raw(Box::new(CEngine::new())));
    engine.unwrap_or(std::ptr::null_mut())
}

/// Frees an engine.
///
/// # Safety
/// The pointer is NULL or comes from `luminy_new` and is not used any more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn luminy_free(engine: *mut CEngine) {
    if !engine.is_null() {
        // SAFETY: the caller says so.
        let engine = unsafe { Box::from_raw(engine) };
        let _ = catch_unwind(AssertUnwindSafe(|| drop(engine)));
    }
}

/// Limits what queries may use.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn luminy_limit(
    engine: *mut CEngine,
    steps: u64,
    milliseconds: u64,
    bytes: u64,
) {
    let mut limits = Limits::none();
    if steps > 0 {
        limits = limits.steps(steps);
    }
    if milliseconds > 0 {
        limits = limits.time(Duration::from_millis(milliseconds));
    }
    if bytes > 0 {
        limits = limits.memory(bytes);
    }
    // SAFETY: the caller keeps to the header.
    unsafe { with(engine, (), |engine| engine.engine().set_limits(limits)) }
}

/// Loads text.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn luminy_load(
    engine: *mut CEngine,
    name: *const c_char,
    source: *const c_char,
) -> c_int {
    // SAFETY: the caller keeps to the header.
    unsafe {
        let (name, source) = (text(name), text(source));
        with(engine, ERROR, |engine| engine.load(&name, &source))
    }
}

/// Starts a query.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn luminy_query(engine: *mut CEngine, query: *const c_char) -> c_int {
    // SAFETY: the caller keeps to the header.
    unsafe {
        let query = text(query);
        with(engine, ERROR, |engine| engine.start(&query))
    }
}

/// Searches for the next answer.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn luminy_next(engine: *mut CEngine) -> c_int {
    // SAFETY: the caller keeps to the header.
    unsafe { with(engine, ERROR, CEngine::next) }
}

/// Allows more steps.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn luminy_add_steps(engine: *mut CEngine, steps: u64) {
    // SAFETY: the caller keeps to the header.
    unsafe {
        with(engine, (), |engine| {
            if let Some(query) = &mut engine.query {
                query.add_steps(steps);
            }
        });
    }
}

/// Ends the query.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn luminy_end(engine: *mut CEngine) {
    // SAFETY: the caller keeps to the header.
    unsafe { with(engine, (), CEngine::end) }
}

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident $field:ident;)*) => {$(
        $(#[$doc])*
        ///
        /// # Safety
        /// As the header says.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(engine: *mut CEngine) -> *const c_char {
            // SAFETY: the caller keeps to the header.
            unsafe { with(engine, c"".as_ptr(), |engine| engine.$field.as_ptr()) }
        }
    )*};
}

texts! {
    /// The answer as text.
    luminy_text text;
    /// The answer as JSON.
    luminy_json json;
    /// The last error as text.
    luminy_error error;
    /// The last error as JSON.
    luminy_error_json error_json;
}

/// What interrupts the queries of an engine.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn luminy_interrupter_new(engine: *mut CEngine) -> *mut InterruptHandle {
    let new = |engine: &mut CEngine| Box::into_raw(Box::new(engine.engine().interrupt_handle()));
    // SAFETY: the caller keeps to the header.
    unsafe { with(engine, std::ptr::null_mut(), new) }
}

/// Interrupts the query of an engine.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn luminy_interrupt(interrupter: *const InterruptHandle) {
    // SAFETY: the pointer is NULL or comes from `luminy_interrupter_new`; the handle
    // may be shared between threads.
    if let Some(interrupter) = unsafe { interrupter.as_ref() } {
        interrupter.interrupt();
    }
}

/// Frees what interrupts.
///
/// # Safety
/// As the header says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn luminy_interrupter_free(interrupter: *mut InterruptHandle) {
    if !interrupter.is_null() {
        // SAFETY: the pointer comes from `luminy_interrupter_new` and is not used any more.
        drop(unsafe { Box::from_raw(interrupter) });
    }
}
