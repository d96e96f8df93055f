//! Hatches: doors in decks. A closed hatch is part of its deck; an open one is a hole in it.

use super::board::Board;
use super::body::Body;
use super::cell::{Cell, Dir};
use super::deck::{Deck, Hatch};
use super::edge_at::EdgeAt;
use super::matter::{Edge, EdgeKind};
use super::units::Hm;

/// The side that names places of hatches. No other matter has a diagonal side.
const LID: Dir = Dir::NW;

/// Hands reach the underside of a hatch that is at most this far above the head.
const OVERHEAD: Hm = Hm::metres(1);

impl EdgeAt {
    /// The place of the hatch in the deck with its top at a height over a cell.
    pub const fn hatch(cell: Cell, top: Hm) -> Self {
        Self { cell, side: LID, floor: Some(top) }
    }

    /// Whether it is the place of a hatch: in a cell, not between two.
    pub const fn is_hatch(self) -> bool {
        self.side.is_diagonal() && self.floor.is_some()
    }
}

impl Board {
    /// The hatch at a place.
    pub(super) fn hatch_at(&self, at: EdgeAt) -> Option<Edge> {
        self.hatches.0.get(&(at.cell, at.floor?)).map(|hatch| hatch.leaf)
    }

    /// Every hatch with its place, by cell and height.
    pub fn hatches(&self) -> impl Iterator<Item = (EdgeAt, Edge)> + '_ {
        self.hatches.0.iter().map(|((cell, top), hatch)| (EdgeAt::hatch(*cell, *top), hatch.leaf))
    }

    /// The decks of hatches that stand open, with their cells: holes for now.
    pub fn open_hatches(&self) -> impl Iterator<Item = (Cell, Deck)> + '_ {
        let open = self.hatches.0.iter().filter(|(_, hatch)| hatch.leaf.open);
        open.map(|((cell, _), hatch)| (*cell, hatch.deck))
    }

    /// Makes a deck a hatch, opens or closes one, or makes it an ordinary deck again. Returns
    /// false, without a change, where there is no deck of that height.
    pub(super) fn set_hatch(&mut self, at: EdgeAt, leaf: Option<Edge>) -> bool {
        let Some(top) = at.floor else { return false };
        let place = (at.cell, top);
        let plain = self.decks_in(at.cell).iter().find(|deck| deck.top == top).copied();
        let known = self.hatches.0.get(&place).map(|hatch| hatch.deck);
        let Some(deck) = known.or(plain) else { return false };
        if leaf.is_some_and(|leaf| leaf.kind != EdgeKind::Hatch) {
            return false;
        }
        self.clear_cache();
        match leaf {
            Some(leaf) => self.hatches.0.insert(place, Hatch { deck, leaf }),
            None => self.hatches.0.remove(&place),
        };
        let open = leaf.is_some_and(|leaf| leaf.open);
        match (open, plain) {
            (true, Some(_)) => self.take_deck(at.cell, top),
            (false, None) => {
                self.add_deck(at.cell, deck);
            }
            (true, None) | (false, Some(_)) => {}
        }
        true
    }

    /// Whether all hatches are where [`Self::set_edge_at`] could have put them; a file may say
    /// otherwise.
    pub fn has_valid_hatches(&self) -> bool {
        let on_edge = |(at, edge): (EdgeAt, Edge)| at.is_hatch() || edge.kind != EdgeKind::Hatch;
        self.hatches.0.iter().all(|((cell, top), hatch)| {
            let laid = self.decks_in(*cell).contains(&hatch.deck);
            let free = self.decks_in(*cell).iter().all(|deck| deck.top != *top);
            let fits = if hatch.leaf.open { free } else { laid };
            let is_hatch = hatch.leaf.kind == EdgeKind::Hatch && hatch.deck.top == *top;
            is_hatch && fits && !self.is_solid(*cell)
        }) && self.edges().all(on_edge)
    }

    /// Whether a body reaches a hatch by hand: from its deck beside or on it, or from below with
    /// its head near the underside. `limit` is the height difference up to which floors count as
    /// one.
    pub fn reaches_hatch(&self, body: &Body, at: EdgeAt, limit: Hm) -> bool {
        let Some(top) = at.floor else { return false };
        let own = body.cells().any(|cell| cell == at.cell);
        let beside = || {
            Dir::SIDES.into_iter().any(|side| {
                let (next, heights) = (at.cell.step(side), (body.feet, body.top()));
                let mut between = self.edges_before(at.cell, side, heights);
                body.cells().any(|cell| cell == next)
                    && !between.any(|(_, edge)| edge.stops_reach())
            })
        };
        let level = (body.feet - top).abs() < limit;
        let gap = (top - Deck::THICKNESS) - body.top();
        let below = body.feet < top && gap <= OVERHEAD;
        level && (own || beside()) || own && below
    }

    /// Whether a body is where the leaf of a hatch would close.
    pub fn is_in_hatch(&self, body: &Body, at: EdgeAt) -> bool {
        let Some(top) = at.floor else { return false };
        let own = body.cells().any(|cell| cell == at.cell);
        own && body.feet < top && body.top() > top - Deck::THICKNESS
    }
}

#[cfg(test)]
mod tests;
