//! What sound passes through along a straight line.

use super::eye::{Eye, Samples};
use super::lattice::{Bundle, CELL, DEEP, Point, SKY, corridor, level};
use super::obstacle::{Line, Obstacle, Part, Sides};
use super::scene::{is_slight, matter, volume};
use crate::hiding::Blocker;
use crate::{Board, Cell, Hm, Material, Tile};

/// Water deeper than this is deep (PR-107).
const SHALLOW: Hm = Hm(2);

/// The straight path of sound between two ends, from middle to middle: centimetres of each
/// material, rounded up per cell. Symmetric.
///
/// Its effects are priced by the ruleset (PR-241 to PR-244).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SoundPath {
    /// Rock and masonry: solid ground, stone things and
    /// walls. Ground counts with its length along the line.
    pub stone_cm: u32,
    /// Wood.
    pub wood_cm: u32,
    /// Metal.
    pub metal_cm: u32,
    /// Glass.
    pub glass_cm: u32,
    /// Foliage.
    pub foliage_cm: u32,
    /// Water in cells more than 1 m deep; 0 unless an end is submerged (PR-246).
    pub deep_water_cm: u32,
    /// Water in other cells; 0 unless an end is submerged.
    pub shallow_water_cm: u32,
    /// Length in airless cells (VG-255).
    pub airless_cm: u32,
    /// Total length, to compare with the range of hearing (EV-87).
    pub length_cm: u32,
    /// Whether it runs through a volume that blocks
    /// sound, or an end is inside such a volume (PR-240).
    pub silenced: bool,
}

impl SoundPath {
    /// Centimetres of one material.
    pub const fn cm(&self, material: Material) -> u32 {
        match material {
            Material::Foliage => self.foliage_cm,
            Material::Wood => self.wood_cm,
            Material::Metal => self.metal_cm,
            Material::Stone => self.stone_cm,
            Material::Glass => self.glass_cm,
        }
    }

    fn add(&mut self, material: Material, cm: u32) {
        *match material {
            Material::Foliage => &mut self.foliage_cm,
            Material::Wood => &mut self.wood_cm,
            Material::Metal => &mut self.metal_cm,
            Material::Stone => &mut self.stone_cm,
            Material::Glass => &mut self.glass_cm,
        } += cm;
    }

    /// Orders paths by obstruction, for any ruleset.
    fn burden(&self) -> (bool, u32, u32, u32, u32) {
        let passable = self.wood_cm + self.metal_cm + self.glass_cm + self.shallow_water_cm;
        let through = passable + self.airless_cm;
        (self.silenced, self.stone_cm, self.deep_water_cm, through, self.foliage_cm)
    }
}

/// The straight path of sound between two ends; `None` if either is off the board.
///
/// Objects below the line are ignored (PR-245). An edge counts with its thickness, a thing with its
/// width, the ground and water with the length of the line inside; levers and the like do not count
/// in the cells of either end. A line that touches matter on one side only takes the less
/// obstructed side, so it does not pass between two rocks that touch.
pub fn sound_path<'a>(
    board: &Board,
    from: impl Into<Eye<'a>>,
    to: impl Into<Eye<'a>>,
) -> Option<SoundPath> {
    let (from, to) = (from.into(), to.into());
    let (a, b) = (Samples::on(board, from)?, Samples::on(board, to)?);
    let line = Line::new(a.middle, b.middle);
    let wet = is_submerged(board, &from) || is_submerged(board, &to);
    let silenced = is_silenced(board, &from) || is_silenced(board, &to);
    // One path for each side of the line: two, or four when it is vertical.
    let length_cm = length(&line, Part::START, Part::END);
    let mut paths = [SoundPath { silenced, length_cm, ..SoundPath::default() }; 4];
    let sides = if line.all == 0b1111 { 4 } else { 2 };
    let mut each = |met: Sides, change: &mut dyn FnMut(&mut SoundPath)| {
        for (i, path) in paths.iter_mut().enumerate() {
            if met & (1 << i) != 0 {
                change(path);
            }
        }
    };
    corridor(&Bundle::of(a.middle), &Bundle::of(b.middle), |cell, _| {
        let slight = board
            .thing_in(cell)
            .is_some_and(|(_, t)| is_slight(t) && (a.covers(cell) || b.covers(cell)));
        matter(board, cell, DEEP, |o| {
            let (Some((met, enter, leave)), Some(material)) = (line.stretch(&o), o.material) else {
                return;
            };
            if slight && matches!(o.id, Blocker::Thing(_)) {
                return;
            }
            let cm = thickness(board, &o).unwrap_or_else(|| length(&line, enter, leave));
            each(met, &mut |path| path.add(material, cm));
        });
        for v in board.volumes_in(cell).filter(|v| v.blocks_sound) {
            let met = volume(board, v, cell).map_or(0, |o| line.sides(&o));
            each(met, &mut |path| path.silenced = true);
        }
        if board.is_airless(cell)
            && let Some((met, enter, leave)) = line.stretch(&over_floor(cell, DEEP, SKY))
        {
            let cm = length(&line, enter, leave);
            each(met, &mut |path| path.airless_cm += cm);
        }
        let pool = board.tile(cell).filter(|t| wet && t.depth > Hm::ZERO && !t.is_solid());
        if let Some(tile) = pool
            && let Some((met, enter, leave)) = line.stretch(&water(cell, tile))
        {
            let cm = length(&line, enter, leave);
            each(met, &mut |path| {
                let deep = tile.depth > SHALLOW;
                *if deep { &mut path.deep_water_cm } else { &mut path.shallow_water_cm } += cm;
            });
        }
    });
    paths.into_iter().take(sides).min_by_key(SoundPath::burden)
}

/// The water of a cell, from the bed to the surface.
fn water(cell: Cell, tile: &Tile) -> Obstacle {
    over_floor(cell, level(tile.elevation), level(tile.surface()))
}

/// A penetrable box that fills a cell between two heights.
pub(super) fn over_floor(cell: Cell, low: i32, high: i32) -> Obstacle {
    Obstacle {
        low: Point { z: low, ..Point::within(cell, 0, 0, Hm::ZERO) },
        high: Point { z: high, ..Point::within(cell, CELL, CELL, Hm::ZERO) },
        soft: true,
        id: Blocker::Column(cell),
        material: None,
        shelter: false,
    }
}

/// Thickness in centimetres of matter that counts the
/// same in every direction; `None` for the ground.
fn thickness(board: &Board, o: &Obstacle) -> Option<u32> {
    match o.id {
        Blocker::Edge(at) => board.edge_at(at).map(|e| u32::from(e.kind.spec().thickness_cm)),
        // The width of the box, or the height of a deck or low crown if that is less.
        Blocker::Thing(_) => {
            let height = o.high.z.abs_diff(o.low.z).saturating_mul(25).div_ceil(4);
            Some(o.high.x.abs_diff(o.low.x).min(height))
        }
        Blocker::Column(_) | Blocker::Volume(_) => None,
    }
}

/// The length of a part of the line in whole centimetres, rounded up. At least 1, for matter that
/// is only touched on one side.
pub(super) fn length(line: &Line, enter: Part, leave: Part) -> u32 {
    // On the board, either one denominator is below 2^15 or the two are equal and below 2^22; the
    // squared length is below 2^53 quarter centimetres. So the products stay below 2^127.
    let (den, num) = if enter.den == leave.den {
        (enter.den, leave.num - enter.num)
    } else {
        (enter.den * leave.den, leave.num * enter.den - enter.num * leave.den)
    };
    let (num, den) = (u128::from(num.max(0).unsigned_abs()), u128::from(den.max(1).unsigned_abs()));
    let square = (u128::from(line.length_squared()) * num * num).div_ceil(16 * den * den);
    let root = square.isqrt();
    u32::try_from(root + u128::from(root * root < square)).unwrap_or(u32::MAX).max(1)
}

/// Whether an end is entirely under water.
fn is_submerged(board: &Board, eye: &Eye<'_>) -> bool {
    let under = |cell: Cell, top: Hm| {
        board.tile(cell).is_some_and(|t| t.depth > Hm::ZERO && top <= t.surface())
    };
    match eye {
        Eye::Body(b) => b.cells().all(|cell| under(cell, b.top())),
        Eye::At(cell, z) => under(*cell, *z),
    }
}

/// Whether any part of an end is in a volume that blocks sound.
fn is_silenced(board: &Board, eye: &Eye<'_>) -> bool {
    let hushed = |cell: Cell, feet: Hm| {
        board.volumes_in(cell).any(|v| {
            v.blocks_sound && board.tile(cell).is_some_and(|t| feet < t.surface() + v.height)
        })
    };
    match eye {
        Eye::Body(b) => b.cells().any(|cell| hushed(cell, b.feet)),
        Eye::At(cell, z) => hushed(*cell, *z),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_round_up() {
        let at = |x, y, z| Point { x, y, z };
        let part = |num, den| Part { num, den };
        // 3-4-5: half of 500 cm.
        let line = Line::new(at(0, 0, 0), at(300, 400, 0));
        assert_eq!(length(&line, part(0, 1), part(1, 1)), 500);
        assert_eq!(length(&line, part(1, 4), part(3, 4)), 250);
        assert_eq!(length(&line, part(0, 1), part(1, 3)), 167);
        // 100 cm across and 16 lattice units, 100 cm, up: 141.4.
        let line = Line::new(at(0, 0, 0), at(100, 0, 16));
        assert_eq!(length(&line, part(0, 1), part(1, 1)), 142);
    }
}
