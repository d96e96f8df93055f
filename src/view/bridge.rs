//! Model of a bridge cell, fitted to its neighbours.

use std::f32::consts::FRAC_PI_2;

use bevy::math::Vec3;

use super::canvas::Scatter;
use super::mesh::MeshData;
use super::relief::{Relief, metres};
use super::shapes::{at, block_in, posed, turned};
use super::things::wood;
use grid::{Board, Dir, Thing, ThingKind};

/// Builds the deck of a bridge cell: planks across its direction, beams below, trestles down to the
/// floor, and rails on sides with no other deck or bank at the same height.
pub(super) fn bridge(board: &Board, relief: &Relief, thing: &Thing) -> MeshData {
    let mut m = MeshData::new();
    let mut s = Scatter::new(
        (thing.cell.x as u32).wrapping_mul(31) + (thing.cell.y as u32).wrapping_mul(977),
    );
    let deck = metres(thing.height);
    let level = relief.floor(thing.cell) + deck;
    let meets = |d: Dir| {
        let other = thing.cell.step(d);
        let more = board.thing_in(other).is_some_and(|(_, t)| {
            t.kind == ThingKind::Bridge
                && (relief.floor(other) + metres(t.height) - level).abs() < 0.6
        });
        more || (board.contains(other) && (relief.floor(other) - level).abs() < 0.6)
    };
    let [north, east, south, west] = Dir::SIDES.map(meets);
    // The bridge runs towards the neighbours that it joins. On a tie its quarter turn decides.
    let (along_x, along_z) = (u8::from(east) + u8::from(west), u8::from(north) + u8::from(south));
    let runs_x = if along_x == along_z { thing.turn.is_multiple_of(2) } else { along_x > along_z };
    let frame = turned(0.0, 0.0, 0.0, if runs_x { 0.0 } else { -FRAC_PI_2 });
    // In this frame the bridge runs along x; its sides are at -z and +z.
    let open = if runs_x { [!north, !south] } else { [!east, !west] };
    for i in 0..5 {
        let x = -0.4 + 0.2 * i as f32;
        let half = Vec3::new(
            0.094,
            0.032,
            0.497 + s.between(-0.006, 0.012) * f32::from(u8::from(open[0] || open[1])),
        );
        let place = frame
            * posed(
                x,
                deck - 0.032 - s.between(0.0, 0.008),
                0.0,
                s.between(-0.015, 0.015),
                0.0,
                s.between(-0.01, 0.01),
            );
        // Planks lie across the bridge, so their grain runs along z.
        block_in(
            &mut m,
            place * turned(0.0, 0.0, 0.0, FRAC_PI_2),
            Vec3::new(half.z, half.y, half.x),
            0.012,
            wood(s.between(0.75, 1.1)),
        );
    }
    for z in [-0.36, 0.36] {
        block_in(
            &mut m,
            frame * at(0.0, deck - 0.13, z),
            Vec3::new(0.5, 0.07, 0.05),
            0.0,
            wood(0.6),
        );
    }
    if deck > 0.6 {
        for z in [-0.36, 0.36] {
            block_in(
                &mut m,
                frame * at(0.0, deck / 2.0 - 0.1, z),
                Vec3::new(0.06, deck / 2.0 - 0.1, 0.06),
                0.012,
                wood(0.5),
            );
        }
    }
    for (k, side) in [(0, -1.0), (1, 1.0)] {
        if !open[k] {
            continue;
        }
        let z = 0.475 * side;
        for x in [-0.46, 0.46] {
            block_in(
                &mut m,
                frame * at(x, deck + 0.2, z),
                Vec3::new(0.036, 0.26, 0.03),
                0.01,
                wood(0.8),
            );
        }
        let sag = s.between(-0.015, 0.015);
        block_in(
            &mut m,
            frame * posed(0.0, deck + 0.40, z, 0.0, 0.0, sag),
            Vec3::new(0.5, 0.03, 0.026),
            0.008,
            wood(1.05),
        );
        block_in(
            &mut m,
            frame * posed(0.0, deck + 0.20, z, 0.0, 0.0, -sag),
            Vec3::new(0.5, 0.022, 0.018),
            0.006,
            wood(0.9),
        );
    }
    m
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Cell, Hm, Terrain};

    #[test]
    fn bridges_have_rails_only_on_open_sides() {
        let deck =
            |x: i16| Thing { height: Hm(3), ..Thing::new(ThingKind::Bridge, Cell::new(x, 1)) };
        let mut b = Board::new(5, 3);
        for y in 0..3 {
            for x in 1..4 {
                if let Some(tile) = b.tile_mut(Cell::new(x, y)) {
                    *tile = Terrain::Water.tile();
                    tile.elevation = Hm(-3);
                }
            }
        }
        for x in 1..4 {
            b.add_thing(deck(x));
        }
        let r = Relief::new(&b);
        let m = bridge(&b, &r, &deck(2));
        assert_eq!(m.fault(), None);
        let (_, hi) = m.bounds().unwrap();
        assert!(hi.y > 1.8, "rails rise above the deck: {hi}");
        let mut rails = m.positions.iter().filter(|p| p.y > 1.7);
        assert!(rails.all(|p| p.z.abs() > 0.4), "rails only on the long sides");
    }
}
