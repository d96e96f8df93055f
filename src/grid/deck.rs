//! Decks: floors above the ground. Bodies stand on them and walk under them.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use super::board::Board;
use super::cell::Cell;
use super::matter::{Edge, Material};
use super::room::Room;
use super::terrain::Climb;
use super::things::Footing;
use super::units::Hm;

/// Maximum number of decks over one cell.
pub const MAX_STOREYS: usize = 8;

/// One cell of a floor above the ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Deck {
    /// Absolute height of its top.
    pub top: Hm,
    /// Its material.
    pub material: Material,
    /// How its sides are climbed, from the floor below it up to its top: a ladder.
    pub climb: Climb,
}

impl Deck {
    /// Thickness of every deck.
    pub const THICKNESS: Hm = Hm(1);

    /// Absolute height of its underside.
    pub const fn underside(&self) -> Hm {
        Hm(self.top.0.saturating_sub(Self::THICKNESS.0))
    }
}

/// The decks of a board: those over each cell, from the bottom up.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Decks(BTreeMap<Cell, Vec<Deck>>);

impl Decks {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Hash for Decks {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Boards without decks keep the hash from before there were decks.
        if !self.0.is_empty() {
            self.0.hash(state);
        }
    }
}

/// A hatch and the piece of deck that it forms while closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct Hatch {
    /// The deck.
    pub deck: Deck,
    /// Whether it is open, and locked.
    pub leaf: Edge,
}

/// The hatches of a board, by cell and height of the top of their deck.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(super) struct Hatches(pub BTreeMap<(Cell, Hm), Hatch>);

impl Hatches {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Removes those over a cell.
    pub fn remove_over(&mut self, cell: Cell) {
        self.0.retain(|(c, _), _| *c != cell);
    }

    /// Removes those for which `gone` returns true for the top of their deck.
    pub fn remove_at(&mut self, gone: impl Fn(Hm) -> bool) {
        self.0.retain(|(_, top), _| !gone(*top));
    }
}

impl Hash for Hatches {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // Boards without hatches keep the hash from before there were hatches.
        if !self.0.is_empty() {
            self.0.hash(state);
        }
    }
}

impl Board {
    /// The decks over a cell, from the bottom up.
    #[inline]
    pub fn decks_in(&self, c: Cell) -> &[Deck] {
        if self.decks.0.is_empty() {
            return &[];
        }
        self.decks.0.get(&c).map(Vec::as_slice).unwrap_or_default()
    }

    /// Whether the board has any deck.
    #[inline]
    pub fn has_decks(&self) -> bool {
        !self.decks.0.is_empty()
    }

    /// Every deck with its cell, column by column.
    pub fn decks(&self) -> impl Iterator<Item = (Cell, Deck)> + '_ {
        self.decks.0.iter().flat_map(|(cell, list)| list.iter().map(|deck| (*cell, *deck)))
    }

    /// Adds a deck. Returns false, without a change, off the board, in solid cells, where one of
    /// the same height is, and where there are [`MAX_STOREYS`] already.
    pub fn add_deck(&mut self, c: Cell, deck: Deck) -> bool {
        if self.is_solid(c) {
            return false;
        }
        let list = self.decks_in(c);
        if list.len() >= MAX_STOREYS || list.iter().any(|d| d.top == deck.top) {
            return false;
        }
        self.clear_cache();
        let list = self.decks.0.entry(c).or_default();
        list.push(deck);
        list.sort_unstable();
        true
    }

    /// Whether all decks are where [`Self::add_deck`] could have put them, as far as that does not
    /// depend on their heights; a file may say otherwise.
    pub fn has_valid_decks(&self) -> bool {
        self.decks.0.iter().all(|(cell, list)| {
            let count = (1..=MAX_STOREYS).contains(&list.len());
            count && !self.is_solid(*cell) && list.is_sorted_by(|a, b| a.top < b.top)
        })
    }

    /// Removes the decks over a cell, with their hatches.
    pub fn remove_decks(&mut self, c: Cell) {
        self.clear_cache();
        self.decks.0.remove(&c);
        self.hatches.remove_over(c);
    }

    /// Removes one deck over a cell.
    pub(super) fn take_deck(&mut self, c: Cell, top: Hm) {
        self.clear_cache();
        let Some(list) = self.decks.0.get_mut(&c) else { return };
        list.retain(|deck| deck.top != top);
        if list.is_empty() {
            self.decks.0.remove(&c);
        }
    }

    /// Removes the decks for whose top `gone` returns true, with their hatches.
    pub(super) fn remove_decks_at(&mut self, gone: impl Fn(Hm) -> bool) {
        self.clear_cache();
        for list in self.decks.0.values_mut() {
            list.retain(|deck| !gone(deck.top));
        }
        self.decks.0.retain(|_, list| !list.is_empty());
        self.hatches.remove_at(gone);
    }

    /// Absolute height at which the feet of a body rest on the floor of a cell nearest to a height
    /// (ties go to the lower): on the ground (see [`Self::footing`]) or on a deck. Head room is not
    /// considered.
    pub fn footing_near(&self, c: Cell, height: Hm, near: Hm) -> Option<Hm> {
        let ground = self.footing(c, height);
        let decks = self.decks_in(c);
        if decks.is_empty() {
            return ground;
        }
        let least = self.matter_top(c, height);
        let floors = decks.iter().map(|d| d.top).filter(|top| *top > least);
        let away = |top: &Hm| i64::from(top.0).abs_diff(near.0.into());
        ground.into_iter().chain(floors).min_by_key(|top| (away(top), *top))
    }

    /// Absolute height of the highest deck over a cell that is not above the feet of a room and is
    /// above what stands on the ground there.
    pub(super) fn deck_below(&self, c: Cell, room: Room) -> Option<Hm> {
        let decks = self.decks_in(c);
        let deck = decks.iter().rev().find(|deck| deck.top <= room.feet)?;
        (deck.top > self.matter_top(c, room.height)).then_some(deck.top)
    }

    /// Absolute height of the top of what stands or floats on the ground of a cell.
    pub(super) fn matter_top(&self, c: Cell, height: Hm) -> Hm {
        let Some(tile) = self.tile(c) else { return Hm::ZERO };
        let thing = match self.thing_in(c).map(|(_, t)| (t.footing(), t.height)) {
            Some((Footing::Blocks | Footing::Platform, top)) => tile.elevation + top,
            Some((Footing::Through(_), _)) | None => tile.elevation,
        };
        thing.max(tile.footing(height))
    }

    /// Whether a column, or a deck over it, may be climbed regardless of its height.
    pub(super) fn is_climbable(&self, c: Cell) -> bool {
        self.tile(c).is_some_and(|tile| tile.climb.is_marked())
            || self.decks_in(c).iter().any(|deck| deck.climb.is_marked())
    }
}

#[cfg(test)]
mod tests;
