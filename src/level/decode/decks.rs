//! Reads decks.

use super::Decoder;
use super::ground::climb_name;
use crate::model::{DeckItem, Decks};
use crate::reader::Fields;
use crate::validate::Subject;
use crate::{ELEVATIONS, MAX_DECKS};
use grid::{Climb, Material};

impl Decoder {
    pub(super) fn decks(&mut self, fields: &Fields<'_, '_>) -> Decks {
        let mut decks = Decks::new();
        let Some(node) = fields.get("decks") else { return decks };
        for node in self.reader.list(node, "`decks`", MAX_DECKS) {
            let names = ["at", "top", "material", "climbable"];
            let Some(fields) = self.reader.fields(node, "a deck", &names) else { continue };
            let Some(at) = self.reader.need(&fields, "at") else { continue };
            let cells = self.reader.places(at, "a deck");
            let top = self.reader.need(&fields, "top").and_then(|node| {
                self.reader.height(node, "top of a deck", ELEVATIONS.0..=ELEVATIONS.1)
            });
            let material = fields.get("material").map_or(Some(DeckItem::USUAL.material), |node| {
                self.reader.word(node, "material", &DeckItem::MATERIALS, Material::name)
            });
            let climb = fields.get("climbable").map_or(Some(DeckItem::USUAL.climb), |node| {
                self.reader.word(node, "`climbable`", &Climb::ALL, climb_name)
            });
            let (Some(top), Some(material), Some(climb)) = (top, material, climb) else { continue };
            for (cell, at) in cells {
                if decks.len() >= MAX_DECKS {
                    self.reader.wrong(at, format!("more than {MAX_DECKS} cells of decks"));
                    return decks;
                }
                if decks.contains_key(&(cell, top)) {
                    let message = format!("cell {cell} already has a deck at {top}");
                    self.reader.wrong(at, message);
                    continue;
                }
                decks.insert((cell, top), DeckItem { material, climb });
                self.marks.set(Subject::Deck(cell, top), at);
            }
        }
        decks
    }
}
