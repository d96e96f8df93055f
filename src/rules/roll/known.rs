//! A cache for the chances of tests and contests: the AI evaluates the same few again and again,
//! and their chances are exact fractions.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::Hash;
use std::thread::LocalKey;

use grid::Quick;

use super::count::{Compare, Count};
use super::result::Scale;
use crate::dice::Die;

/// Maximum number of dice of a cached test.
pub(super) const MAX_DICE: usize = 4;
/// Maximum number of cached answers of each kind per thread; a full cache is cleared.
const MAX_CACHED: usize = 4_000;

/// Everything that the chances of a test depend on, for tests without bands of results.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Shape {
    pub dice: [Option<Die>; MAX_DICE],
    pub count: Count,
    pub terms: i32,
    pub compare: Compare,
    pub mark: i32,
    pub bounds: Option<(i32, i32)>,
    pub scale: Option<Scale>,
}

/// Cached answers by question. Looked up only, never iterated, so hash order does not matter.
pub(super) type Memory<Q, A> = RefCell<HashMap<Q, A, Quick>>;

/// The cached answer to a question; computed by `find` if it is not cached or there is no question.
pub(super) fn recall<Q: Hash + Eq, A: Clone>(
    memory: &'static LocalKey<Memory<Q, A>>,
    question: Option<Q>,
    find: impl FnOnce() -> A,
) -> A {
    let Some(question) = question else { return find() };
    if let Some(known) = memory.with_borrow(|memory| memory.get(&question).cloned()) {
        return known;
    }
    // Not while the cache is borrowed: `find` may look up something else.
    let answer = find();
    memory.with_borrow_mut(|memory| {
        if memory.len() >= MAX_CACHED {
            memory.clear();
        }
        memory.insert(question, answer.clone());
    });
    answer
}
