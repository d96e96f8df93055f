//! Units as round bases: the ring shows the side, the symbol the role, the notch the facing.

use std::f32::consts::TAU;

use tiny_skia::PathBuilder;

use grid::{Board, Cell, SupportKind, footprint};
use level::{SideColour, SideColours};
use rules::state::{Posture, State, Status, Unit};

use super::brush::{Brush, Spot, Tint, wedge};
use super::colours::{self, FACE, FACE_DOWN, HARM, INK, Pattern};

/// Maximum number of altitude ticks, one per metre.
const MOST_TICKS: i32 = 10;

/// Draws all units on the board, prone units first.
pub fn draw(brush: &mut Brush, state: &State, colours: SideColours) {
    let present = |able: bool| {
        let units = state.units.iter().filter(|u| u.status.is_present());
        units.filter(move |u| u.is_active() == able)
    };
    for unit in present(false).chain(present(true)) {
        let Some(cell) = unit.placement.at.cell() else { continue };
        let size = f32::from(unit.form.size.max(1));
        let middle = (f32::from(cell.x) + size / 2.0, f32::from(cell.y) + size / 2.0);
        let altitude = altitude(&state.scene.board, unit, cell);
        token(brush, (unit, colours.of(unit.side())), middle, size, altitude);
    }
}

/// The middle and the radius of each unit on the board, in cells.
pub fn places(state: &State) -> Vec<(Spot, f32)> {
    let present = state.units.iter().filter(|unit| unit.status.is_present());
    let place = |unit: &Unit| {
        let (cell, size) = (unit.placement.at.cell()?, f32::from(unit.form.size.max(1)));
        Some(((f32::from(cell.x) + size / 2.0, f32::from(cell.y) + size / 2.0), 0.5 * size))
    };
    present.filter_map(place).collect()
}

/// Height in metres above the highest floor under a flyer; 0 for all other units.
fn altitude(board: &Board, unit: &Unit, cell: Cell) -> i32 {
    if unit.placement.support != SupportKind::Flight {
        return 0;
    }
    let under = footprint(Some(cell), unit.form.size).filter_map(|c| board.tile(c));
    let decks = footprint(Some(cell), unit.form.size).flat_map(|c| board.decks_in(c));
    let decks = decks.map(|deck| deck.top).filter(|top| *top <= unit.placement.feet);
    let highest = under.map(|t| t.surface()).chain(decks).max().unwrap_or_default();
    (unit.placement.feet - highest).metres_ceil().max(0)
}

/// A base without a symbol, large enough to be recognized in a small picture.
pub fn mark(brush: &mut Brush, cell: Cell, size: u8, colour: SideColour) {
    let size = f32::from(size.max(1));
    let middle = (f32::from(cell.x) + size / 2.0, f32::from(cell.y) + size / 2.0);
    brush.placed(middle, 0.0, 0.62 * size, |brush| {
        brush.disc((0.0, 0.0), 1.12, INK);
        base(brush, colour);
        brush.disc((0.0, 0.0), 0.4, FACE);
    });
}

fn token(
    brush: &mut Brush,
    (unit, colour): (&Unit, SideColour),
    middle: Spot,
    size: f32,
    altitude: i32,
) {
    let lift = 0.06 + 0.05 * altitude.min(MOST_TICKS) as f32;
    let alive = unit.status != Status::Dead;
    let scale = if alive { 0.45 * size } else { 0.36 * size };
    brush.placed((middle.0 + lift, middle.1 + lift), 0.0, scale, |brush| {
        brush.disc((0.0, 0.0), 1.06, Tint(INK, 0.4));
    });
    brush.placed(middle, 0.0, scale, |brush| {
        if unit.is_active() {
            let turn = f32::from(unit.placement.facing as u8) * 45.0;
            brush.placed((0.0, 0.0), turn, 1.0, |brush| {
                brush.area(&[(-0.46, -0.86), (0.0, -1.38), (0.46, -0.86)], INK);
                brush.area(&[(-0.3, -0.86), (0.0, -1.22), (0.3, -0.86)], FACE);
            });
        }
        base(brush, colour);
        let face = if unit.is_active() { FACE } else { FACE_DOWN };
        brush.disc((0.0, 0.0), 0.72, INK);
        brush.disc((0.0, 0.0), 0.67, face);
        let lies = unit.placement.posture == Posture::Prone || !unit.is_active();
        let turn = if lies { 90.0 } else { 0.0 };
        brush.placed((0.0, 0.0), turn, 0.5, |brush| sign(brush, unit.identity.role.as_str()));
        match unit.status {
            Status::Active if lies => {
                brush.line(&[(-0.5, 0.52), (0.5, 0.52)], 0.1, HARM);
            }
            Status::Active => {}
            Status::Down => brush.line(&[(-0.7, 0.7), (0.7, -0.7)], 0.18, HARM),
            Status::Dead => {
                brush.line(&[(-0.7, 0.7), (0.7, -0.7)], 0.2, HARM);
                brush.line(&[(-0.7, -0.7), (0.7, 0.7)], 0.2, HARM);
            }
            Status::Surrendered | Status::Gone => {
                brush.line(&[(-0.3, 0.6), (-0.3, -0.6)], 0.12, INK);
                brush.area(&[(-0.3, -0.6), (0.5, -0.4), (-0.3, -0.1)], 0xffffff);
            }
        }
        for tick in 0..altitude.min(MOST_TICKS) {
            let y = 0.8 - tick as f32 * 0.2;
            brush.line(&[(1.12, y), (1.36, y)], 0.12, INK);
            brush.line(&[(1.12, y), (1.36, y)], 0.07, 0xffffff);
        }
        if altitude > 0 {
            brush.line(
                &[(1.12, 0.95), (1.12, 0.75 - 0.2 * altitude.min(MOST_TICKS) as f32)],
                0.06,
                INK,
            );
        }
    });
}

/// Disc of a side with its pattern on the ring, radius 1.
pub fn base(brush: &mut Brush, colour: SideColour) {
    let (main, second, pattern) = colours::side(colour);
    brush.disc((0.0, 0.0), 1.05, INK);
    brush.disc((0.0, 0.0), 0.97, main);
    let mut piece = |radii: (f32, f32), part: u8, of: u8| {
        let angle = |n: u8| f32::from(n) * TAU / f32::from(of);
        brush.area(&wedge((0.0, 0.0), radii, (angle(part), angle(part + 1))), second);
    };
    match pattern {
        Pattern::Plain => {}
        Pattern::Stripes => (0..8).for_each(|i| piece((0.72, 0.97), 2 * i, 16)),
        Pattern::Checks => (0..10).for_each(|i| {
            piece((0.72, 0.845), 2 * i, 20);
            piece((0.845, 0.97), 2 * i + 1, 20);
        }),
        Pattern::Dots => {
            for i in 0..10u8 {
                let angle = f32::from(i) * TAU / 10.0;
                brush.disc((0.85 * angle.sin(), -0.85 * angle.cos()), 0.085, second);
            }
        }
    }
}

/// Symbol of a role, within 1 of the centre.
fn sign(brush: &mut Brush, role: &str) {
    match role {
        "knight" => {
            let mut shield = PathBuilder::new();
            shield.move_to(-0.8, -0.9);
            shield.line_to(0.8, -0.9);
            shield.line_to(0.8, -0.1);
            shield.quad_to(0.75, 0.7, 0.0, 1.05);
            shield.quad_to(-0.75, 0.7, -0.8, -0.1);
            shield.close();
            brush.fill(shield.finish(), INK);
            brush.line(&[(0.0, -0.6), (0.0, 0.6)], 0.2, FACE);
            brush.line(&[(-0.5, -0.25), (0.5, -0.25)], 0.2, FACE);
        }
        "archer" => {
            let mut bow = PathBuilder::new();
            bow.move_to(-0.3, -1.0);
            bow.quad_to(0.95, -0.55, 0.75, 0.0);
            bow.quad_to(0.95, 0.55, -0.3, 1.0);
            brush.stroke(bow.finish(), 0.24, 0.0, INK);
            brush.line(&[(-0.3, -1.0), (-0.3, 1.0)], 0.09, INK);
            brush.line(&[(-0.95, 0.0), (0.8, 0.0)], 0.16, INK);
            brush.area(&[(0.7, -0.3), (1.15, 0.0), (0.7, 0.3)], INK);
        }
        "mage" => {
            let star = |i: u8| {
                let angle = f32::from(i) * TAU / 16.0;
                let radius = [1.1, 0.35, 0.65, 0.35][usize::from(i % 4)];
                (radius * angle.sin(), -radius * angle.cos())
            };
            brush.area(&(0..16).map(star).collect::<Vec<_>>(), INK);
        }
        "healer" => {
            brush.block((-0.28, -0.95), 0.56, 1.9, INK);
            brush.block((-0.95, -0.28), 1.9, 0.56, INK);
        }
        "scout" => {
            brush.area(
                &[(0.0, -1.1), (0.24, -0.75), (0.24, 0.3), (-0.24, 0.3), (-0.24, -0.75)],
                INK,
            );
            brush.line(&[(-0.55, 0.4), (0.55, 0.4)], 0.24, INK);
            brush.line(&[(0.0, 0.4), (0.0, 1.0)], 0.24, INK);
        }
        "brute" => {
            brush.line(&[(0.0, -0.5), (0.0, 1.0)], 0.26, INK);
            brush.block((-0.75, -0.95), 1.5, 0.8, INK);
        }
        "captain" => {
            let crown = [
                (-0.95, 0.7),
                (-0.95, -0.6),
                (-0.45, 0.0),
                (0.0, -0.85),
                (0.45, 0.0),
                (0.95, -0.6),
                (0.95, 0.7),
            ];
            brush.area(&crown, INK);
            brush.line(&[(-0.7, 0.42), (0.7, 0.42)], 0.12, FACE);
        }
        "beast" => {
            for x in [-0.6, 0.0, 0.6] {
                let claw = [(x - 0.22, -0.9), (x + 0.22, -0.9), (x + 0.1, 0.3), (x - 0.25, 1.0)];
                brush.area(&claw, INK);
            }
        }
        _ => brush.disc((0.0, 0.0), 0.45, INK),
    }
}
