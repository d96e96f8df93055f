//! A cache of throw results: a battle asks for the same few throws again and again.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use grid::Quick;

use super::Throw;
use super::branches::Branches;

/// Maximum number of cached throws per thread; a full cache is cleared.
const MAX_CACHED: usize = 2_000;
/// Maximum number of results of a cached throw.
const MAX_WAYS: usize = 1_000;

thread_local! {
    /// For lookup only, never iterated, so its order does not matter.
    static KNOWN: RefCell<HashMap<Throw, Rc<Branches>, Quick>> = RefCell::default();
}

impl Throw {
    /// Like [`Self::branches`], cached per thread.
    pub fn known_branches(&self) -> Rc<Branches> {
        if let Some(known) = KNOWN.with_borrow(|known| known.get(self).cloned()) {
            return known;
        }
        let found = Rc::new(self.branches());
        if found.ways.len() <= MAX_WAYS {
            KNOWN.with_borrow_mut(|known| {
                if known.len() >= MAX_CACHED {
                    known.clear();
                }
                known.insert(self.clone(), Rc::clone(&found));
            });
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Die, Read};

    /// More throws than the cache holds, each asked for twice.
    #[test]
    fn remembered_results_are_those_of_the_throw() {
        for cut in 2..2_300 {
            let (dice, read) = (vec![Die::d(6), Die::bursting(8)], Read::Sum(vec![3, cut % 90]));
            let read = if cut % 90 > 3 { read } else { Read::Sum(vec![cut]) };
            let throw = Throw { dice, read };
            let first = throw.known_branches();
            assert_eq!(first, throw.known_branches());
            assert!(cut > 200 || *first == throw.branches(), "{throw:?}");
        }
        assert!(KNOWN.with_borrow(HashMap::len) <= MAX_CACHED);
    }
}
