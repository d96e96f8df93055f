//! Merges level ground into a few large boxes instead of one per cell.
//!
//! Touching boxes with equal properties block the same lines as a single box over them all. No line
//! leaves a strip, so a box may end anywhere outside it.

use super::lattice::{CELL, DEEP, Point, Strip};
use super::obstacle::Obstacle;
use crate::Material;
use crate::hiding::Blocker;

/// Number of most recent slabs that are tried for merging.
const RECENT: usize = 6;

/// Ground of one height across consecutive strips.
#[derive(Clone, Copy)]
struct Slab {
    top: i32,
    /// The first and last strip.
    strips: (i32, i32),
    /// The first and last cell across.
    sides: (i32, i32),
    /// Whether it extends to either end of the strips, so that whatever lies beyond does not
    /// matter.
    open: (bool, bool),
}

/// Collects the ground strip by strip.
#[derive(Default)]
pub(super) struct MergedBoxes {
    along_x: bool,
    /// The slab under construction in the current strip.
    begun: Option<Slab>,
    done: Vec<Slab>,
}

impl MergedBoxes {
    /// Adds the ground of the next cell of a strip.
    pub fn add(&mut self, strip: &Strip, side: i32, top: i32) {
        match &mut self.begun {
            Some(slab) if slab.top == top => slab.sides.1 = side,
            _ => {
                self.end(strip);
                let open = (side == *strip.sides.start(), false);
                let (strips, sides) = ((strip.at, strip.at), (side, side));
                self.begun = Some(Slab { top, strips, sides, open });
            }
        }
    }

    /// Ends the current slab and merges it with a matching slab of the previous strip.
    pub fn end(&mut self, strip: &Strip) {
        self.along_x = strip.along_x;
        // No line passes below the floor.
        let Some(mut slab) = self.begun.take().filter(|slab| slab.top > strip.floor) else {
            return;
        };
        slab.open.1 = slab.sides.1 == *strip.sides.end();
        let goes_on = |old: &&mut Slab| {
            old.strips.1 + 1 == strip.at
                && (old.top, old.open) == (slab.top, slab.open)
                && (slab.open.0 || old.sides.0 == slab.sides.0)
                && (slab.open.1 || old.sides.1 == slab.sides.1)
        };
        if let Some(old) = self.done.iter_mut().rev().take(RECENT).find(goes_on) {
            old.strips.1 = strip.at;
            old.sides.0 = old.sides.0.min(slab.sides.0);
            old.sides.1 = old.sides.1.max(slab.sides.1);
        } else {
            self.done.push(slab);
        }
    }

    /// The collected boxes.
    pub fn obstacles(&self) -> impl Iterator<Item = Obstacle> {
        self.done.iter().map(|slab| {
            let corner = |along: i32, across: i32, z: i32| {
                let (x, y) = if self.along_x { (along, across) } else { (across, along) };
                Point { x: x * CELL, y: y * CELL, z }
            };
            let low = corner(slab.strips.0, slab.sides.0, DEEP);
            Obstacle {
                low,
                high: corner(slab.strips.1 + 1, slab.sides.1 + 1, slab.top),
                soft: false,
                id: Blocker::Column(low.cell()),
                material: Some(Material::Stone),
                shelter: false,
            }
        })
    }
}
