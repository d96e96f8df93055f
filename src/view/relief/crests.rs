//! Upper bounds on the height of matter in parts of the board. Queries above these bounds skip the
//! step-by-step tests for shade and shadows.

use std::collections::BTreeSet;

use super::{NONE, RASTER, Relief, whole};
use grid::Cell;

/// Edge length, in cells, of the squares with a known highest matter.
const BLOCK: i32 = 4;
/// Range in cells around a cell: shade comes from no further away.
const NEAR: i32 = 2;
/// Reach of shadows towards the sun, in metres east and south; see [`Relief::sunlight`].
const SUNWARD: (f32, f32) = (-6.2, 3.3);

/// Highest matter of cells and of squares of cells.
#[derive(Clone, Debug)]
pub(super) struct Crests {
    /// Per cell, without walls.
    tops: Vec<f32>,
    /// Per cell, including the [`NEAR`] cells around it, without walls.
    pub around: Vec<f32>,
    /// Per square of [`BLOCK`] cells a side, including the walls on its north and west borders.
    peaks: Vec<f32>,
}

impl Crests {
    /// Bounds of an empty board.
    pub fn flat(width: i32, height: i32) -> Self {
        let cells = vec![NONE; (width * height) as usize];
        let peaks = vec![NONE; (blocks(width) * blocks(height)) as usize];
        Self { tops: cells.clone(), around: cells, peaks }
    }

    /// Disables skipping: assumes infinitely high matter everywhere.
    #[cfg(test)]
    pub fn never(&mut self) {
        self.around.fill(f32::MAX);
        self.peaks.fill(f32::MAX);
    }
}

/// Number of [`BLOCK`]-sized squares that cover `cells` cells.
const fn blocks(cells: i32) -> i32 {
    (cells + BLOCK - 1) / BLOCK
}

impl Relief {
    /// Updates the bounds in and around changed cells.
    pub(super) fn take_crests(&mut self, cells: &[Cell]) {
        // A thing may extend into its neighbours, and a wall belongs to the cell behind it.
        for (x, y) in self.near(cells, 1) {
            self.crests.tops[(y * self.width + x) as usize] = self.highest_in(x, y);
        }
        let mut squares = BTreeSet::new();
        for (x, y) in self.near(cells, NEAR + 1) {
            squares.insert((y / BLOCK, x / BLOCK));
            let (left, right) = ((x - NEAR).max(0), (x + NEAR).min(self.width - 1));
            let rows = (y - NEAR).max(0)..=(y + NEAR).min(self.height - 1);
            let row = |y: i32| {
                let at = y * self.width;
                self.crests.tops[(at + left) as usize..=(at + right) as usize].iter().copied()
            };
            self.crests.around[(y * self.width + x) as usize] =
                rows.flat_map(row).fold(NONE, f32::max);
        }
        for (square_y, square_x) in squares {
            let mut peak = NONE;
            for y in square_y * BLOCK..((square_y + 1) * BLOCK).min(self.height) {
                for x in square_x * BLOCK..((square_x + 1) * BLOCK).min(self.width) {
                    let wall = (y * (self.width + 1) + x) as usize;
                    let top = self.crests.tops[(y * self.width + x) as usize];
                    peak = peak.max(top).max(self.north[wall]).max(self.west[wall]);
                }
            }
            self.crests.peaks[(square_y * blocks(self.width) + square_x) as usize] = peak;
        }
    }

    /// Cells of the board within `by` cells of any of these, each once.
    fn near(&self, cells: &[Cell], by: i32) -> Vec<(i32, i32)> {
        let mut is_near = vec![false; self.floors.len()];
        for c in cells {
            let (x, y) = (i32::from(c.x), i32::from(c.y));
            let (left, right) = ((x - by).max(0), (x + by).min(self.width - 1));
            for y in (y - by).max(0)..=(y + by).min(self.height - 1) {
                for x in left..=right {
                    is_near[(y * self.width + x) as usize] = true;
                }
            }
        }
        let numbered = (0..).zip(is_near).filter(|(_, near)| *near);
        numbered.map(|(i, _): (i32, bool)| (i % self.width, i / self.width)).collect()
    }

    /// Highest matter of a cell on the board, without walls.
    fn highest_in(&self, x: i32, y: i32) -> f32 {
        let rows = y * RASTER..(y + 1) * RASTER;
        let row = |fz: i32| {
            let from = (fz * self.width * RASTER + x * RASTER) as usize;
            self.things[from..from + RASTER as usize].iter().copied()
        };
        rows.flat_map(row).fold(self.floors[(y * self.width + x) as usize], f32::max)
    }

    /// Upper bound on the height of matter that could cast a shadow on a point of the ground plane.
    pub(super) fn peak_sunward(&self, x: f32, z: f32) -> f32 {
        // One extra cell on each side, for borders and for walls that belong to the cell behind.
        let west = (whole(x + SUNWARD.0) - 1).max(0) / BLOCK;
        let east = (whole(x) + 1).min(self.width - 1) / BLOCK;
        let north = (whole(z) - 1).max(0) / BLOCK;
        let south = (whole(z + SUNWARD.1) + 1).min(self.height - 1) / BLOCK;
        let mut peak = self.base;
        for block_y in north..=south {
            for block_x in west..=east {
                peak =
                    peak.max(self.crests.peaks[(block_y * blocks(self.width) + block_x) as usize]);
            }
        }
        // Walls on the southern and eastern borders belong to no cell of the board.
        if east * BLOCK + BLOCK >= self.width || south * BLOCK + BLOCK >= self.height {
            return f32::MAX;
        }
        peak
    }
}
