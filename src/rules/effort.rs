//! How much the rules have been asked to do: a measure of thinking that is the same on every machine.
//!
//! Each thread counts for itself. Only requests are counted, never whether an answer was cached, so
//! that equal requests always count the same.

use std::cell::Cell;

/// A step that was run.
pub const STEP: u32 = 4;
/// An act whose outcome was estimated.
pub const ESTIMATE: u32 = 8;

thread_local! {
    static SPENT: Cell<u64> = const { Cell::new(0) };
}

/// Adds to the effort of this thread.
#[inline]
pub fn add(effort: u32) {
    SPENT.with(|spent| spent.set(spent.get().wrapping_add(effort.into())));
}

/// The effort of this thread since some earlier reading of [`spent`].
pub fn since(earlier: u64) -> u64 {
    spent().wrapping_sub(earlier)
}

/// The effort of this thread so far.
pub fn spent() -> u64 {
    SPENT.with(Cell::get)
}
