//! Live symmetry: edits are mirrored to their images.

use std::collections::BTreeSet;

use super::edit::Edit;
use super::transform::{EdgeAt, GridTransform, Size};
use grid::{Cell, Edge};
use level::{Item, Unit};

/// Active symmetries, in any combination.
///
/// A place and its images take the first value painted on any of them, so the result is always
/// symmetrical. Diagonals and quarter turns need a square level and are ignored otherwise. A thing
/// on an axis is its own image and keeps its direction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// Mirror west and east.
    pub west_east: bool,
    /// Mirror north and south.
    pub north_south: bool,
    /// Mirror along the diagonal from north-west to south-east.
    pub diagonal: bool,
    /// Mirror along the diagonal from north-east to south-west.
    pub antidiagonal: bool,
    /// Rotate by a half turn.
    pub half: bool,
    /// Rotate by a quarter turn, giving four copies.
    pub quarter: bool,
    /// Images of units belong to the next side, so that all sides get the same.
    pub other_sides: bool,
}

impl Symmetry {
    /// No symmetry.
    pub const NONE: Self = Self {
        west_east: false,
        north_south: false,
        diagonal: false,
        antidiagonal: false,
        half: false,
        quarter: false,
        other_sides: false,
    };

    /// All transforms that map a level of that size onto itself, the identity first.
    pub fn transforms(&self, size: Size) -> Vec<GridTransform> {
        let square = size.0 == size.1;
        let wanted = [
            (self.west_east, GridTransform::WEST_EAST),
            (self.north_south, GridTransform::NORTH_SOUTH),
            (self.half, GridTransform::HALF),
            (self.diagonal && square, GridTransform::DIAGONAL),
            (self.antidiagonal && square, GridTransform::ANTIDIAGONAL),
            (self.quarter && square, GridTransform::CLOCKWISE),
        ];
        // Compose the transforms until no new one results.
        let mut found = vec![GridTransform::NONE];
        let mut next = 0;
        while let Some(transform) = found.get(next).copied() {
            for (_, other) in wanted.iter().filter(|(on, _)| *on) {
                let both = transform.then(*other);
                if !found.contains(&both) {
                    found.push(both);
                }
            }
            next += 1;
        }
        found
    }

    /// The cells and all their images, each once.
    pub fn cells(&self, size: Size, cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
        let transforms = self.transforms(size);
        let mut seen = BTreeSet::new();
        let mut all = Vec::new();
        for cell in cells {
            for image in transforms.iter().map(|transform| transform.cell(size, cell)) {
                if seen.insert(image) {
                    all.push(image);
                }
            }
        }
        all
    }

    /// The edit with its images: ground, things, decks, walls, zone cells and new units are
    /// mirrored; other edits are returned unchanged. `sides` is the number of sides of the level.
    pub fn spread(&self, edit: Edit, size: Size, sides: usize) -> Vec<Edit> {
        let transforms = self.transforms(size);
        if transforms.len() == 1 {
            return vec![edit];
        }
        let edit = match edit {
            Edit::Ground(cells) => {
                Edit::Ground(images(&transforms, cells, |s, c| s.cell(size, c), |_, patch| patch))
            }
            Edit::Things(cells) => {
                let turned = |s: GridTransform, item: Option<Item>| item.map(|item| s.item(&item));
                Edit::Things(images(&transforms, cells, |s, c| s.cell(size, c), turned))
            }
            Edit::Decks(decks) => {
                let place = |s: GridTransform, (c, top): (Cell, grid::Hm)| (s.cell(size, c), top);
                Edit::Decks(images(&transforms, decks, place, |_, deck| deck))
            }
            Edit::Edges(edges) => {
                let place = |s: GridTransform, at: EdgeAt| s.edge(size, at);
                Edit::Edges(images(&transforms, edges, place, |_, edge: Option<Edge>| edge))
            }
            Edit::ZoneCells { zone, cells, inside } => {
                Edit::ZoneCells { zone, cells: self.cells(size, cells), inside }
            }
            Edit::AddUnit { side, unit } => {
                return self.units(&transforms, size, sides, (side, unit));
            }
            other => other,
        };
        vec![edit]
    }

    fn units(
        &self,
        transforms: &[GridTransform],
        size: Size,
        sides: usize,
        unit: (usize, Unit),
    ) -> Vec<Edit> {
        let (side, unit) = unit;
        let mut taken = BTreeSet::new();
        let mut edits = Vec::new();
        for transform in transforms {
            let mut image = transform.unit(size, &unit);
            if !taken.insert(image.at) {
                continue;
            }
            let nth = edits.len();
            if nth > 0 {
                image.name = None;
            }
            let of = if self.other_sides && sides > 0 { (side + nth) % sides } else { side };
            edits.push(Edit::AddUnit { side: of, unit: image });
        }
        edits
    }
}

/// The values for places and all their images. The first value for a place or one of its images
/// applies to all of them.
fn images<P: Copy + Ord, V: Clone>(
    transforms: &[GridTransform],
    list: Vec<(P, V)>,
    place: impl Fn(GridTransform, P) -> P,
    turned: impl Fn(GridTransform, V) -> V,
) -> Vec<(P, V)> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::with_capacity(list.len() * transforms.len());
    for (at, value) in list {
        if seen.contains(&at) {
            continue;
        }
        for transform in transforms {
            let image = place(*transform, at);
            if seen.insert(image) {
                all.push((image, turned(*transform, value.clone())));
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_are_composed() {
        let count = |s: Symmetry, size| s.transforms(size).len();
        let none = Symmetry::NONE;
        assert_eq!(count(none, (8, 8)), 1);
        assert_eq!(count(Symmetry { west_east: true, north_south: true, ..none }, (8, 6)), 4);
        assert_eq!(count(Symmetry { quarter: true, ..none }, (8, 8)), 4);
        assert_eq!(count(Symmetry { quarter: true, half: true, ..none }, (8, 6)), 2);
        assert_eq!(count(Symmetry { diagonal: true, west_east: true, ..none }, (8, 8)), 8);
    }

    #[test]
    fn images_of_a_cell_are_listed_once() {
        let symmetry = Symmetry { west_east: true, ..Symmetry::NONE };
        let cells = symmetry.cells((5, 5), [Cell::new(2, 1), Cell::new(0, 0), Cell::new(4, 0)]);
        assert_eq!(cells, [Cell::new(2, 1), Cell::new(0, 0), Cell::new(4, 0)]);
    }
}
