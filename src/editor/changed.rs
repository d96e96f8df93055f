//! What an edit changed, so that whoever shows the level builds only that anew.

use std::collections::BTreeSet;

use super::transform::EdgeAt;
use crate::grid::Cell;

/// What came to be different. Lists may name a place twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Another size or another level altogether: everything is to be built anew.
    pub all: bool,
    /// Cells with other ground.
    pub ground: Vec<Cell>,
    /// Cells in which a thing appeared, changed or went.
    pub things: Vec<Cell>,
    /// Edges with other walls or doors.
    pub edges: Vec<EdgeAt>,
    /// Regions, their names, or which of them are exits.
    pub zones: bool,
    /// Sides or units.
    pub sides: bool,
    /// Goals.
    pub goals: bool,
    /// Texts, light, air, picture.
    pub facts: bool,
}

impl Changed {
    /// True if nothing changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds what changed afterwards.
    pub fn add(&mut self, later: Self) {
        self.all |= later.all;
        self.ground.extend(later.ground);
        self.things.extend(later.things);
        self.edges.extend(later.edges);
        self.zones |= later.zones;
        self.sides |= later.sides;
        self.goals |= later.goals;
        self.facts |= later.facts;
    }

    /// Every cell that looks different: ground, things, and both cells beside an edge, of which one
    /// may lie off the board.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let beside = self.edges.iter().flat_map(|(cell, side)| [*cell, cell.step(*side)]);
        self.ground.iter().chain(&self.things).copied().chain(beside)
    }

    /// The square chunks of so many cells a side that hold cells that look different, by column and
    /// row of chunks. With `margin`, cells so near a chunk count for it too: a mesh may depend on
    /// the neighbours of its cells. Chunks off the board may be among them.
    pub fn chunks(&self, side: u8, margin: u8) -> BTreeSet<(i16, i16)> {
        let (side, margin) = (i16::from(side.max(1)), i16::from(margin));
        let chunk = |v: i16| v.div_euclid(side);
        let mut chunks = BTreeSet::new();
        let mut last = None;
        for c in self.cells() {
            let (left, top) =
                (chunk(c.x.saturating_sub(margin)), chunk(c.y.saturating_sub(margin)));
            let right = chunk(c.x.saturating_add(margin));
            let bottom = chunk(c.y.saturating_add(margin));
            // Neighbouring cells mostly lie in the same chunks.
            if last.replace((left, top, right, bottom)) != Some((left, top, right, bottom)) {
                chunks.extend((left..=right).flat_map(|x| (top..=bottom).map(move |y| (x, y))));
            }
        }
        chunks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Dir;

    #[test]
    fn chunks_are_those_of_the_cells_and_their_neighbours() {
        let mut changed = Changed { ground: vec![Cell::new(15, 3)], ..Changed::default() };
        assert_eq!(changed.chunks(16, 0), [(0, 0)].into());
        assert_eq!(changed.chunks(16, 1), [(0, 0), (1, 0)].into());
        changed.edges.push((Cell::new(0, 16), Dir::N));
        assert_eq!(changed.chunks(16, 0), [(0, 0), (0, 1)].into());
    }
}
