//! Edits of decks.

use std::collections::BTreeSet;

use super::Recorder;
use crate::edit::EditError;
use crate::layers::Layer;
use crate::step::Step;
use grid::{Cell, EdgeAt, Hm, MAX_STOREYS};
use level::{DeckItem, Decks, ELEVATIONS, MAX_DECKS, decks_over};

impl Recorder<'_> {
    pub(super) fn decks(
        &mut self,
        decks: Vec<((Cell, Hm), Option<DeckItem>)>,
    ) -> Result<(), EditError> {
        self.unlocked(Layer::Decks)?;
        let mut done = Vec::new();
        for (place, deck) in decks {
            let (cell, top) = place;
            if deck.is_some() && !(ELEVATIONS.0..=ELEVATIONS.1).contains(&top) {
                let allowed = "tops at -50 to 100 m";
                return Err(EditError::Range { what: "a deck", allowed });
            }
            let old = self.level().decks.get(&place).copied();
            if old != deck && self.level().ground.contains(cell) {
                done.push((place, (old, deck)));
            }
        }
        let cells: BTreeSet<Cell> = done.iter().map(|((cell, _), _)| *cell).collect();
        // A hatch is removed with its deck.
        let gone = done.iter().filter(|(_, (_, new))| new.is_none());
        let hatches = gone.map(|((cell, top), _)| EdgeAt::hatch(*cell, *top));
        let hatches =
            hatches.filter_map(|at| Some((at, (Some(*self.level().edges.get(&at)?), None))));
        let hatches: Vec<_> = hatches.collect();
        if !hatches.is_empty() {
            self.step(Step::Edges(hatches));
        }
        if !done.is_empty() {
            self.step(Step::Decks(done));
        }
        let decks = &self.level().decks;
        if decks.len() > MAX_DECKS {
            return Err(EditError::TooMany { what: "cells of decks", most: MAX_DECKS });
        }
        if cells.iter().any(|cell| decks_over(decks, *cell).count() > MAX_STOREYS) {
            let what = "decks over one cell";
            return Err(EditError::TooMany { what, most: MAX_STOREYS });
        }
        Ok(())
    }

    /// Replaces all decks over cells with others over the same cells.
    pub(super) fn replace_decks(
        &mut self,
        cells: &BTreeSet<Cell>,
        new: &Decks,
    ) -> Result<(), EditError> {
        let old = self.level().decks.keys().filter(|place| cells.contains(&place.0));
        let gone = old.filter(|place| !new.contains_key(place)).map(|place| (*place, None));
        let laid = new.iter().map(|(place, deck)| (*place, Some(*deck)));
        self.decks(gone.chain(laid).collect())
    }
}
