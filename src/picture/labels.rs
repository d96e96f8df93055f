//! The labels and pins that a level shows to players.

use std::collections::BTreeMap;

use super::brush::{Brush, Spot, Tint};
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

/// Height of the band behind the words.
const BAND: f32 = CAPITAL + 0.28;

/// Draws the labels over everything else: text in the middle of its cell, beside its pin or
/// otherwise near by, where it covers none of the units. Units are given by middle and radius.
pub fn draw(brush: &mut Brush, labels: &BTreeMap<Cell, Label>, units: &[(Spot, f32)]) {
    for (cell, label) in labels.iter().filter(|(_, label)| !label.private) {
        let (x, y) = corner(*cell);
        let middle = (x + 0.5, y + 0.5);
        let wide = letters::width(&label.text, CAPITAL) + 0.28;
        let (left, top) = place(middle, wide, label.pin, units);
        // A dark band keeps the words legible on any ground.
        brush.block((left, top), wide, BAND, Tint(INK, 0.62));
        let words = (left + 0.14, top + 0.14);
        letters::write(brush, &label.text, words, CAPITAL, Tint(WORDS, 1.0));
        if label.pin {
            let (x, y) = middle;
            brush.area(&[(x - 0.2, y - 0.06), (x, y + 0.34), (x + 0.2, y - 0.06)], INK);
            for (radius, tint) in [(0.24, INK), (0.18, HEAD), (0.07, WORDS)] {
                brush.disc((x, y - 0.12), radius, tint);
            }
        }
    }
}

/// The corner of a label's band: the first place that covers no unit, otherwise the usual one.
fn place((x, y): Spot, wide: f32, pin: bool, units: &[(Spot, f32)]) -> Spot {
    let (level, centred) = (y - BAND / 2.0, x - wide / 2.0);
    let (right, left) = ((x + 0.26, level), (x - 0.26 - wide, level));
    let near = |far: f32| [(centred, level - far), (centred, level + far)];
    let [above, below] = near(1.0);
    let usual =
        if pin { [right, left, above, below] } else { [(centred, level), above, below, left] };
    let [first, ..] = usual;
    let covers = |corner: Spot| {
        units.iter().any(|((ux, uy), radius)| {
            let nearest =
                (ux.clamp(corner.0, corner.0 + wide), uy.clamp(corner.1, corner.1 + BAND));
            (nearest.0 - ux).hypot(nearest.1 - uy) < *radius
        })
    };
    usual.into_iter().find(|corner| !covers(*corner)).unwrap_or(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_cover_no_units() {
        let pinned = |units: &[(Spot, f32)]| place((5.5, 5.5), 4.0, true, units);
        let usual = pinned(&[]);
        assert!(usual.0 > 5.5 && usual.1 < 5.5);
        let far = pinned(&[((12.5, 5.5), 0.5)]);
        assert!((far.0 - usual.0).abs() < 1e-6, "{far:?}");
        let left = pinned(&[((7.5, 5.5), 0.5)]);
        assert!(left.0 + 4.0 < 5.5 && (left.1 - usual.1).abs() < 1e-6, "{left:?}");
        let above = pinned(&[((7.5, 5.5), 0.5), ((3.5, 5.5), 0.5)]);
        assert!(above.1 + BAND < 5.5, "{above:?}");
    }
}
