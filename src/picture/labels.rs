//! The labels and pins that a level shows to players.

use std::collections::BTreeMap;

use super::brush::{Brush, Tint};
use super::colours::INK;
use super::ground::corner;
use super::letters;
use grid::Cell;
use level::Label;

/// Height of a capital in cells.
const CAPITAL: f32 = 0.44;

/// Colour of the words.
const WORDS: u32 = 0xfff8e2;

/// Colour of the head of a pin.
const HEAD: u32 = 0xd2452f;

/// Draws the labels over everything else: words in the middle of their cell, or beside their pin.
pub fn draw(brush: &mut Brush, labels: &BTreeMap<Cell, Label>) {
    for (cell, label) in labels.iter().filter(|(_, label)| !label.private) {
        let (x, y) = corner(*cell);
        let middle = (x + 0.5, y + 0.5);
        let wide = letters::width(&label.text, CAPITAL);
        let left = if label.pin { middle.0 + 0.4 } else { middle.0 - wide / 2.0 };
        let top = middle.1 - CAPITAL / 2.0;
        // A dark band keeps the words legible on any ground.
        let band = (left - 0.14, top - 0.14);
        brush.block(band, wide + 0.28, CAPITAL + 0.28, Tint(INK, 0.62));
        letters::write(brush, &label.text, (left, top), CAPITAL, Tint(WORDS, 1.0));
        if label.pin {
            let (x, y) = middle;
            brush.area(&[(x - 0.2, y - 0.06), (x, y + 0.34), (x + 0.2, y - 0.06)], INK);
            for (radius, tint) in [(0.24, INK), (0.18, HEAD), (0.07, WORDS)] {
                brush.disc((x, y - 0.12), radius, tint);
            }
        }
    }
}
