//! Cache of expensive facts about a board that stay valid until it changes.

use std::any::Any;
use std::collections::{HashMap, VecDeque};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::{Arc, Mutex, OnceLock};

use xxhash_rust::xxh3::Xxh3;

use super::air::Weather;
use super::board::Board;
use super::cell::{Cell, Dir};
use super::edge_at::EdgeAt;
use super::hiding::{Hidden, Hiding};
use super::matter::{Edge, Passage, VolumeId};
use super::quick::Quick;
use super::rise::Rise;
use super::units::Hm;

/// Maximum number of cached answers of one kind; when full, the cache is cleared.
const MAX_PAIRS: usize = 20_000;

/// Maximum number of tables, and of other modules' answers, kept per board; the oldest are dropped
/// first.
const MAX_RECENT: usize = 16;

/// One end of a line of sight, reduced to what the line depends on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SightEnd {
    /// The north-west cell.
    pub cell: Cell,
    /// Edge length of the footprint; 0 for a bare point.
    pub size: u8,
    /// Height of the feet or of the point.
    pub feet: Hm,
    /// Height of the body.
    pub height: Hm,
}

/// Cached answers for ordered pairs of ends. Never iterated, so hash order does not matter.
pub(super) struct Pairs<T>(Mutex<HashMap<(SightEnd, SightEnd), T, Quick>>);

impl<T> Default for Pairs<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> Pairs<T> {
    /// The cached answer; computed by `find` if missing.
    pub fn get(&self, ends: (SightEnd, SightEnd), find: impl FnOnce() -> T) -> T {
        let known = self.0.lock().ok().and_then(|map| map.get(&ends).cloned());
        known.unwrap_or_else(|| {
            let found = find();
            if let Ok(mut map) = self.0.lock() {
                if map.len() >= MAX_PAIRS {
                    map.clear();
                }
                map.insert(ends, found.clone());
            }
            found
        })
    }
}

/// The latest answers to questions of any type, oldest first.
#[derive(Default)]
pub(super) struct RecentAnswers(Mutex<VecDeque<Box<dyn Any + Send>>>);

impl RecentAnswers {
    /// The kept answer to an equal question; computed by `find` if missing.
    pub fn get<Q, A>(&self, question: Q, find: impl FnOnce(&Q) -> A) -> A
    where
        Q: PartialEq + Send + 'static,
        A: Clone + Send + 'static,
    {
        let known = self.0.lock().ok().and_then(|kept| {
            let mut pairs = kept.iter().rev().filter_map(|pair| pair.downcast_ref::<(Q, A)>());
            pairs.find(|(known, _)| *known == question).map(|(_, answer)| answer.clone())
        });
        known.unwrap_or_else(|| {
            let answer = find(&question);
            if let Ok(mut kept) = self.0.lock() {
                if kept.len() >= MAX_RECENT {
                    kept.pop_front();
                }
                kept.push_back(Box::new((question, answer.clone())));
            }
            answer
        })
    }
}

/// All cached facts about one board.
#[derive(Default)]
pub(super) struct BoardCache {
    /// Whether one end sees the other; the lesser end comes first.
    pub sights: Pairs<bool>,
    /// How much of the second end is hidden from the first:
    /// part and whole for hard cover, then for soft.
    pub shares: Pairs<[u32; 4]>,
    /// The same with what hides it.
    pub hidden: Pairs<Hidden>,
    /// Everything that hides the second end from the first, each by itself.
    pub obstructions: Pairs<Arc<[Hiding]>>,
    /// What impairs sight from the first end to the second: lengths, weather, haze volumes. `None`
    /// off the board.
    pub air: Pairs<Option<([u32; 6], Weather, Vec<VolumeId>)>>,
    /// Whether the first end sees the second through bars.
    pub barred: Pairs<bool>,
    /// How high matter reaches in each cell, in board order; for sight.
    pub rises: OnceLock<Box<[Rise]>>,
    /// Tables of the board, keyed by what else they depend on.
    pub tables: RecentAnswers,
    /// Answers to questions of other modules.
    answers: RecentAnswers,
    digest: OnceLock<Xxh3>,
    /// Whether a cell is next to a column that may be climbed, in board order; empty if there are
    /// no such columns.
    faces: OnceLock<Box<[bool]>>,
    leaves: OnceLock<bool>,
    bars: OnceLock<bool>,
}

/// The cache of one board. A clone starts empty, and comparison ignores it.
#[derive(Default)]
pub(super) struct Memo(OnceLock<Box<BoardCache>>);

impl Memo {
    /// The cached facts.
    pub fn cache(&self) -> &BoardCache {
        self.0.get_or_init(Box::default)
    }

    /// Clears the cache before the board changes.
    pub fn clear(&mut self) {
        self.0.take();
    }
}

impl Clone for Memo {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl fmt::Debug for Memo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memo")
    }
}

impl PartialEq for Memo {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Memo {}

impl Hash for Memo {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl Board {
    /// Whether a column next to a cell may be climbed regardless of its height.
    pub(super) fn is_next_to_face(&self, cell: Cell) -> bool {
        let next =
            |cell: Cell| Dir::SIDES.into_iter().any(|side| self.is_climbable(cell.step(side)));
        let faces = self.cache().faces.get_or_init(|| {
            let any = self.cells().any(|cell| self.is_climbable(cell));
            if any { self.cells().map(next).collect() } else { Box::default() }
        });
        !faces.is_empty()
            && self.index(cell).map_or_else(|| next(cell), |slot| faces.get(slot) == Some(&true))
    }

    /// Whether the board has any leaf that has to be opened to get past.
    pub fn has_shut_leaves(&self) -> bool {
        let is_shut = |(_, edge): (EdgeAt, Edge)| edge.passage() == Passage::Shut;
        *self.cache().leaves.get_or_init(|| self.edges().any(is_shut))
    }

    /// Whether the board has any bars that can be seen through.
    pub(super) fn has_bars(&self) -> bool {
        *self.cache().bars.get_or_init(|| self.edges().any(|(_, edge)| edge.bars().is_some()))
    }

    /// The answer to a question about this board: cached, or else computed by `find`. The board
    /// keeps the latest answers until it changes. `question` must hold everything else that the
    /// answer depends on.
    pub fn recall<Q, A>(&self, question: Q, find: impl FnOnce(&Q) -> A) -> A
    where
        Q: PartialEq + Send + 'static,
        A: Clone + Send + 'static,
    {
        self.cache().answers.get(question, find)
    }

    /// Hash (XXH3, 64 bit) of the serialised board followed by `rest`. The board's part is cached
    /// until the board changes.
    pub fn digest_with(&self, rest: &[u8]) -> u64 {
        let digest = self.cache().digest.get_or_init(|| {
            // Serialising plain structs into memory cannot fail;
            // an empty buffer would still give a stable number.
            let bytes = postcard::to_allocvec(self).unwrap_or_default();
            let mut digest = Xxh3::new();
            digest.update(&bytes);
            digest
        });
        let mut digest = digest.clone();
        digest.update(rest);
        digest.digest()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Board, Body, Cell, Dir, Edge, EdgeKind, hidden_shares, sees};

    /// Every kind of change clears the cache.
    #[test]
    fn changes_clear_the_cache() {
        let (a, b) = (Cell::new(0, 0), Cell::new(4, 0));
        let man = |cell| Body { at: cell, ..crate::samples::man(1, 0, 0) };
        let (from, to) = (man(a.into()), man(b.into()));
        let mut board = Board::new(5, 1);
        let facts = |board: &Board| {
            let fresh = board.clone();
            assert_eq!(sees(board, &from, &to), sees(&fresh, &from, &to));
            assert_eq!(hidden_shares(board, &from, &to), hidden_shares(&fresh, &from, &to));
            assert_eq!(board.digest_with(b"rest"), fresh.digest_with(b"rest"));
            (sees(board, &from, &to), board.digest_with(b"rest"))
        };
        let open = facts(&board);
        assert!(open.0);
        board.set_edge(Cell::new(2, 0), Dir::W, Some(Edge::new(EdgeKind::Wall)));
        let walled = facts(&board);
        assert!(!walled.0 && walled.1 != open.1);
        board.set_edge(Cell::new(2, 0), Dir::W, None);
        assert_eq!(facts(&board), open);
        if let Some(tile) = board.tile_mut(Cell::new(3, 0)) {
            tile.elevation = crate::Hm(20);
        }
        assert!(!facts(&board).0);
    }

    #[test]
    fn answers_are_recalled_until_the_board_changes() {
        let mut board = Board::new(3, 2);
        let asked = std::cell::Cell::new(0);
        let ask = |board: &Board, question: u32| {
            board.recall(question, |n| {
                asked.set(asked.get() + 1);
                n + 1
            })
        };
        assert_eq!((ask(&board, 4), ask(&board, 4), asked.get()), (5, 5, 1));
        assert_eq!((ask(&board, 5), ask(&board, 4), asked.get()), (6, 5, 2));
        for question in 10..40 {
            ask(&board, question);
        }
        assert_eq!(asked.get(), 32);
        assert_eq!((ask(&board, 39), asked.get()), (40, 32));
        assert_eq!((ask(&board, 4), asked.get()), (5, 33), "the oldest answers are dropped");
        board.set_ambient(crate::Light::Dim);
        assert_eq!((ask(&board, 39), asked.get()), (40, 34));
    }

    #[test]
    fn the_digest_equals_that_of_the_concatenated_bytes() {
        let board = Board::new(3, 2);
        let mut bytes = postcard::to_allocvec(&board).expect("plain data");
        bytes.extend_from_slice(b"and more");
        assert_eq!(board.digest_with(b"and more"), xxhash_rust::xxh3::xxh3_64(&bytes));
    }
}
