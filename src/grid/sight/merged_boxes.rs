//! Ground of one height as few large boxes instead of one for each cell.
//!
//! Boxes that touch and are alike stop the same lines as one box over all of them. And since no line
//! leaves a strip, a box may end anywhere outside of it.

use super::lattice::{CELL, DEEP, Point, Strip};
use super::obstacle::{Blocker, Obstacle};
use crate::grid::Material;

/// So many slabs are looked at for one to which more is joined: those that were begun last.
const RECENT: usize = 6;

/// Ground of one height in strips that follow one another.
#[derive(Clone, Copy)]
struct Slab {
    top: i32,
    /// The first strip and the last.
    strips: (i32, i32),
    /// The first cell across and the last.
    sides: (i32, i32),
    /// It goes to the ends of the strips: what is beyond does not matter.
    open: (bool, bool),
}

/// Collects the ground strip by strip.
#[derive(Default)]
pub(super) struct MergedBoxes {
    along_x: bool,
    /// The ground of the strip under way up to the cell before.
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

    /// Ends the ground of one height in a strip: joins it to what is alike in the strip before.
    pub fn end(&mut self, strip: &Strip) {
        self.along_x = strip.along_x;
        // No line passes lower than the floor.
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

    /// What was collected.
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
