//! What an edit changed, so that a view of the level rebuilds only that.

use std::collections::BTreeSet;

use super::transform::EdgeAt;
use grid::Cell;

/// The changed parts of a level. Lists may contain duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// The size or the whole level changed: rebuild everything.
    pub all: bool,
    /// Cells with changed ground.
    pub ground: Vec<Cell>,
    /// Cells in which a thing was added, changed or removed.
    pub things: Vec<Cell>,
    /// Cells with changed decks.
    pub decks: Vec<Cell>,
    /// Edges with changed walls or doors.
    pub edges: Vec<EdgeAt>,
    /// Zones, their names, or which of them are exits.
    pub zones: bool,
    /// Sides or units.
    pub sides: bool,
    /// Goals or events.
    pub goals: bool,
    /// Texts, light, air or picture.
    pub facts: bool,
}

impl Changed {
    /// True if nothing changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds later changes.
    pub fn add(&mut self, later: Self) {
        self.all |= later.all;
        self.ground.extend(later.ground);
        self.things.extend(later.things);
        self.decks.extend(later.decks);
        self.edges.extend(later.edges);
        self.zones |= later.zones;
        self.sides |= later.sides;
        self.goals |= later.goals;
        self.facts |= later.facts;
    }

    /// All cells that look different: changed ground, things and decks, and both cells next to a
    /// changed edge. One of those may lie off the board.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let adjacent = self.edges.iter().flat_map(|at| at.cells());
        self.ground.iter().chain(&self.things).chain(&self.decks).copied().chain(adjacent)
    }

    /// The square chunks with cells that look different, by column and row of chunks. A chunk is
    /// `side` cells wide. Cells within `margin` cells of a chunk count for it too, because a mesh
    /// may depend on neighbouring cells. Some chunks may lie off the board.
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
            // Neighbouring cells are mostly in the same chunks.
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
    use grid::Dir;

    #[test]
    fn chunks_cover_changed_cells_and_their_neighbours() {
        let mut changed = Changed { ground: vec![Cell::new(15, 3)], ..Changed::default() };
        assert_eq!(changed.chunks(16, 0), [(0, 0)].into());
        assert_eq!(changed.chunks(16, 1), [(0, 0), (1, 0)].into());
        changed.edges.push((Cell::new(0, 16), Dir::N).into());
        assert_eq!(changed.chunks(16, 0), [(0, 0), (0, 1)].into());
    }
}
