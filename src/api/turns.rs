//! Queries that take turns with other tasks of an asynchronous program.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use super::error::Error;
use super::query::{Query, Step};

/// The steps of a turn unless told otherwise: some tenths of a millisecond.
pub const DEFAULT_STEPS: u64 = 4096;

/// Searches for the next answer of a query, a turn of steps each time it is polled.
///
/// It needs no runtime: between two turns it asks to be polled again. When it is
/// dropped, the query is where it was and can be asked again.
///
/// ```
/// # use luminy::api::engine::Engine;
/// use luminy::api::turns::Search;
/// use std::future::Future;
/// use std::pin::pin;
/// use std::task::{Context, Poll, Waker};
///
/// let mut engine = Engine::builder().build();
/// let mut query = engine.query("between(1, 1000, X), X > 900").unwrap();
/// let search: Search<'_, '_> = query.search_in_turns(100);
/// let mut search = pin!(search);
/// let mut context = Context::from_waker(Waker::noop());
/// assert!(search.as_mut().poll(&mut context).is_pending());
/// let found = loop {
///     if let Poll::Ready(found) = search.as_mut().poll(&mut context) {
///         break found;
///     }
/// };
/// assert!(found.unwrap());
/// ```
pub struct Search<'q, 'e> {
    query: &'q mut Query<'e>,
    steps: u64,
}

impl<'e> Query<'e> {
    /// Searches for the next answer without holding up other tasks; false if there
    /// is none.
    ///
    /// ```
    /// use luminy::api::engine::Engine;
    /// use std::future::Future;
    /// use std::pin::pin;
    /// use std::task::{Context, Poll, Waker};
    ///
    /// # fn main() -> Result<(), luminy::api::error::Error> {
    /// let mut engine = Engine::builder().build();
    /// let mut query = engine.query("between(1, inf, X), X > 100000")?;
    /// let mut turns = 0;
    /// {
    ///     let mut search = pin!(query.search());
    ///     let mut context = Context::from_waker(Waker::noop());
    ///     while search.as_mut().poll(&mut context).is_pending() {
    ///         turns += 1;
    ///     }
    /// }
    /// assert!(turns > 10);
    /// assert_eq!(query.get::<i64>("X")?, 100_001);
    /// # Ok(())
    /// # }
    /// ```
    pub fn search(&mut self) -> Search<'_, 'e> {
        self.search_in_turns(DEFAULT_STEPS)
    }

    /// The same in turns of so many steps, at least one.
    pub fn search_in_turns(&mut self, steps: u64) -> Search<'_, 'e> {
        let steps = steps.max(1);
        Search { query: self, steps }
    }
}

impl Future for Search<'_, '_> {
    type Output = Result<bool, Error>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<bool, Error>> {
        let steps = self.steps;
        match self.query.run_steps(steps) {
            Ok(Step::Answer) => Poll::Ready(Ok(true)),
            Ok(Step::Finished) => Poll::Ready(Ok(false)),
            Ok(Step::Paused) => {
                context.waker().wake_by_ref();
                Poll::Pending
            }
            Err(error) => Poll::Ready(Err(error)),
        }
    }
}

const fn assert_send<T: Send>() {}
const _: () = assert_send::<Search<'static, 'static>>();
