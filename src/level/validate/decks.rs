//! Findings about decks.

use std::collections::BTreeMap;

use super::{Check, Subject};
use crate::walk::WalkableRegions;
use crate::{ELEVATIONS, MAX_DECKS};
use grid::{Board, Cell, Deck, Dir, Footing, Hm, MAX_STOREYS};

/// The room that most units need to stand.
const HEAD_ROOM: Hm = Hm::metres(2);

impl Check<'_> {
    /// Rejects decks that the board cannot have.
    pub(super) fn decks(&mut self) {
        let level = self.level;
        if level.decks.len() > MAX_DECKS {
            let message = format!("{} cells of decks; allowed: {MAX_DECKS}", level.decks.len());
            self.error(Subject::Field("decks"), message);
        }
        let mut storeys: BTreeMap<Cell, usize> = BTreeMap::new();
        for (cell, top) in level.decks.keys() {
            let subject = Subject::Deck(*cell, *top);
            let count = storeys.entry(*cell).or_default();
            *count += 1;
            let Some(tile) = level.ground.tile(*cell) else {
                self.error(subject, format!("the deck at {cell} is off the board"));
                continue;
            };
            if tile.is_solid() {
                self.error(subject, format!("the deck at {cell} is inside solid ground"));
            } else if !(ELEVATIONS.0..=ELEVATIONS.1).contains(top) {
                self.error(subject, format!("the deck at {cell} is too high or too low"));
            } else if *top - Deck::THICKNESS < tile.surface() {
                let message = format!(
                    "the deck at {cell} is {top} high; over ground or water at {} it must be at \
                     least half a metre higher",
                    tile.surface()
                );
                self.error(subject, message);
            } else if *count > MAX_STOREYS {
                let message = format!("cell {cell} has more than {MAX_STOREYS} decks");
                self.error(subject, message);
            }
        }
    }

    /// Warns about decks that no unit can stand on or reach.
    pub(super) fn deck_advice(&mut self, board: &Board, parts: &WalkableRegions) {
        let level = self.level;
        for (cell, deck) in board.decks() {
            let subject = || Subject::Deck(cell, deck.top);
            let above = board.decks_in(cell).iter().find(|other| other.top > deck.top);
            let clear = above.map(|other| other.underside() - deck.top);
            if let Some(clear) = clear.filter(|clear| *clear < HEAD_ROOM) {
                let message = format!("there is only {clear} of head room above this deck");
                self.warning(subject(), message);
            }
            let item = level.things.get(&cell);
            let blocks = item.filter(|item| item.footing() != Footing::Through(Default::default()));
            if let Some(item) = blocks
                && let Some(tile) = board.tile(cell)
                && tile.elevation + item.height > deck.underside()
            {
                let name = item.title();
                self.warning(subject(), format!("the {name} below sticks through this deck"));
            }
        }
        self.lost_decks(board, parts);
    }

    /// Warns once about each floor above the ground that nothing leads to.
    fn lost_decks(&mut self, board: &Board, parts: &WalkableRegions) {
        let mut told = std::collections::BTreeSet::new();
        let mut reached = std::collections::BTreeSet::new();
        for (cell, deck) in board.decks() {
            let Some(part) = parts.part_at(cell, deck.top) else { continue };
            let grounded = parts.is_grounded(part);
            let ladder = |c: Cell| {
                board.decks_in(c).iter().any(|d| d.top == deck.top && d.climb.is_marked())
            };
            let faces = |side: &Dir| {
                board.tile(cell.step(*side)).is_some_and(|tile| tile.climb.is_marked())
            };
            if grounded || ladder(cell) || Dir::SIDES.iter().any(faces) {
                reached.insert(part);
            }
        }
        for (cell, deck) in board.decks() {
            let Some(part) = parts.part_at(cell, deck.top) else { continue };
            if !reached.contains(&part) && told.insert(part) {
                let message =
                    "nothing leads up to this deck: no stairs, ladder or ground within 1 m";
                self.warning(Subject::Deck(cell, deck.top), message);
            }
        }
    }
}
