//! Elevations that depend on others: smoothing and ramps.

use super::edit::{Edit, Patch};
use super::shape::{Brush, line};
use grid::{Cell, Hm};
use level::Level;

/// The mean elevation of a cell and its eight neighbours, rounded to half metres. Cells off the
/// board and solid ones are ignored.
pub(super) fn smooth(level: &Level, cell: Cell) -> Option<Hm> {
    let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| cell.offset(dx, dy)));
    let tiles = around.filter_map(|c| level.ground.tile(c));
    let heights: Vec<i32> = tiles.filter(|t| !t.is_solid()).map(|t| t.elevation.0).collect();
    let count = i32::try_from(heights.len()).ok().filter(|n| *n > 0)?;
    let sum: i32 = heights.iter().sum();
    Some(Hm((2 * sum + count).div_euclid(2 * count)))
}

/// A ramp between two cells, as wide as a brush: floors rise or fall evenly from the first cell's
/// elevation to the second's. Nothing behind its ends changes.
pub fn ramp(level: &Level, from: Cell, to: Cell, width: u8) -> Edit {
    let height = |c: Cell| level.ground.tile(c).map(|t| t.elevation);
    let (Some(low), Some(high)) = (height(from), height(to)) else {
        return Edit::Ground(Vec::new());
    };
    let (dx, dy) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let length = dx * dx + dy * dy;
    let brush = Brush { size: width, round: false };
    let cells = brush.along(&line(from, to)).into_iter().filter_map(|cell| {
        // Position of the cell along the ramp, projected onto its axis.
        let along = i64::from(cell.x - from.x) * dx + i64::from(cell.y - from.y) * dy;
        if !(0..=length).contains(&along) {
            return None;
        }
        let rise = i64::from((high - low).0) * along * 2 + length;
        let rise = rise.checked_div_euclid(2 * length).unwrap_or_default();
        Some((cell, Patch::height(low + Hm(i32::try_from(rise).unwrap_or_default()))))
    });
    Edit::Ground(cells.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draft;
    use grid::Terrain;

    fn heights(draft: &Draft, y: i16) -> Vec<i32> {
        let ground = &draft.level().ground;
        (0..ground.width() as i16)
            .filter_map(|x| ground.tile(Cell::new(x, y)))
            .map(|t| t.elevation.0)
            .collect()
    }

    #[test]
    fn a_ramp_rises_evenly() {
        let mut draft = Draft::new(Level::blank("Ramp", 8, 5, Terrain::Grass));
        draft.apply(Edit::Ground(vec![(Cell::new(6, 2), Patch::height(Hm(6)))])).unwrap();
        let edit = ramp(draft.level(), Cell::new(0, 2), Cell::new(6, 2), 3);
        draft.apply(edit).unwrap();
        for y in 1..=3 {
            assert_eq!(heights(&draft, y).get(..7), Some(&[0, 1, 2, 3, 4, 5, 6][..]));
        }
        assert_eq!(heights(&draft, 0), [0; 8]);
    }

    #[test]
    fn a_ramp_leaves_what_lies_behind_its_ends_alone() {
        let mut draft = Draft::new(Level::blank("Ramp", 9, 5, Terrain::Grass));
        let moat = (0..5).map(|y| (Cell::new(1, y), Patch::height(Hm(-4))));
        draft.apply(Edit::Ground(moat.collect())).unwrap();
        draft.apply(Edit::Ground(vec![(Cell::new(6, 2), Patch::height(Hm(4)))])).unwrap();
        let edit = ramp(draft.level(), Cell::new(2, 2), Cell::new(6, 2), 5);
        draft.apply(edit).unwrap();
        for y in 0..5 {
            assert_eq!(heights(&draft, y), [0, -4, 0, 1, 2, 3, 4, 0, 0]);
        }
    }

    #[test]
    fn smoothing_takes_the_mean() {
        let mut draft = Draft::new(Level::blank("Smooth", 5, 5, Terrain::Grass));
        draft.apply(Edit::Ground(vec![(Cell::new(2, 2), Patch::height(Hm(9)))])).unwrap();
        assert_eq!(smooth(draft.level(), Cell::new(2, 2)), Some(Hm(1)));
        assert_eq!(smooth(draft.level(), Cell::new(0, 0)), Some(Hm(0)));
    }
}
