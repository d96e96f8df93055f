//! Marks over the ground: reachable cells, targets, areas of effect. Every kind has a fill or an
//! outline of its own shape, so that colour never carries the meaning alone.

mod pen;

use std::collections::{BTreeMap, BTreeSet};

use bevy::math::{Vec2, Vec4};

use bevy::prelude::Resource;

use self::pen::Pen;

use super::mesh::MeshData;
use super::palette::{Colours, MarkColours, Ramp, hex, mark_colours, side_hex, srgb};
use super::relief::{Relief, metres};
use grid::{Board, Cell, Dir, EdgeAt, FloorAt, Footing, Hm, Light};

/// The marks over the ground. Write through `ResMut` only when something differs: the mesh is
/// rebuilt whenever the resource is marked as changed.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// Cells reached with an ordinary move: filled, with a solid outline.
    pub reach: Vec<Cell>,
    /// Cells reached only by running: hatched, with a dashed outline.
    pub run: Vec<Cell>,
    /// Cells of a path in order: a ribbon with dots and an arrow head.
    pub path: Vec<Cell>,
    /// Waypoints of a path: a diamond.
    pub waypoints: Vec<Cell>,
    /// Cells of a path in which an enemy would strike: crossed bars.
    pub perils: Vec<Cell>,
    /// Targeted floors: a ring with four ticks.
    pub targets: Vec<FloorAt>,
    /// Floors that can be targeted, where they are too many for a ring each: a dashed outline.
    pub aimable: Vec<FloorAt>,
    /// Floors in an area of effect: cross-hatched, with a heavy outline.
    pub area: Vec<FloorAt>,
    /// Cells that enemies could strike: a field of small crosses.
    pub threat: Vec<Cell>,
    /// Floors that a readied act watches: wide stripes within a dashed outline.
    pub watched: Vec<FloorAt>,
    /// Cells that matter to an objective: dots along the border.
    pub zone: Vec<Cell>,
    /// Cells from which a unit can leave the board, each with the nearest side of the board: arrow
    /// heads.
    pub exits: Vec<(Cell, Dir)>,
    /// Cells with an item that can be picked up: a blade.
    pub lying: Vec<Cell>,
    /// Footprint of the selected piece, north-west cell and size: a ring with four wedges.
    pub selected: Option<(Cell, u8)>,
    /// Cells out of view: darkened, with a band along the border of the visible area.
    pub veil: Vec<Cell>,
    /// Floors beyond the range or the sight of an act: darkened like the veil.
    pub beyond: Vec<FloorAt>,
    /// Floors shaded by a lens, with a step of its ramp: filled, with a line where steps meet.
    pub shades: Vec<(FloorAt, u8)>,
    /// The ramp of the shaded cells.
    pub ramp: Ramp,
    /// True to draw movement as thin outlines only, because a lens is on.
    pub quiet: bool,
    /// The floor under the pointer: brackets in the corners.
    pub hover: Option<FloorAt>,
    /// Cells of zones with the look of their side: dots along the border in its colour.
    pub sided: Vec<(Cell, u8)>,
    /// Edges that an opening or a paste would take: an upright bar.
    pub bars: Vec<EdgeAt>,
    /// Cells of things and units of a paste: a ring.
    pub rings: Vec<Cell>,
    /// Absolute heights of the floors that marks of whole cells lie on, where a cell has several
    /// floors; elsewhere they lie on the ground.
    pub floors: BTreeMap<Cell, Hm>,
}

/// Height of the marks above the ground in metres; later kinds lie slightly higher.
const LIFT: f32 = 0.022;

/// Height of the surface that a unit stands on in a cell: a platform such as a bridge, otherwise
/// water or floor.
pub fn stand_height(board: &Board, relief: &Relief, cell: Cell) -> f32 {
    let ground = relief.surface(cell);
    match board.thing_in(cell) {
        Some((_, t)) if t.footing() == Footing::Platform => {
            ground.max(relief.floor(cell) + metres(t.height))
        }
        _ => ground,
    }
}

/// The mesh of an overlay, drawn with blending and unlit.
pub fn overlay(board: &Board, relief: &Relief, marks: &Overlay, colours: Colours) -> MeshData {
    let mark_colours = mark_colours(colours);
    let mut pen = Pen {
        mesh: MeshData::new(),
        board,
        relief,
        floors: &marks.floors,
        floor: None,
        lift: LIFT,
    };
    ground(&mut pen, marks, &mark_colours, colours);
    reach(&mut pen, marks, &mark_colours);
    aims(&mut pen, marks, &mark_colours);
    pen.mesh
}

/// What is out of view, lies about, and belongs to zones.
fn ground(pen: &mut Pen<'_>, marks: &Overlay, mark_colours: &MarkColours, colours: Colours) {
    let veil: BTreeSet<Cell> = marks.veil.iter().copied().collect();
    let darken = |pen: &mut Pen<'_>, cells: &BTreeSet<Cell>| {
        for c in cells {
            pen.fill(*c, ink(mark_colours.veil, 0.55));
        }
        pen.outline(cells, 0.12, ink(mark_colours.veil, 0.45), false);
    };
    darken(pen, &veil);
    // Cells out of view are already dark.
    let beyond = marks.beyond.iter().filter(|at| at.floor.is_some() || !veil.contains(&at.cell));
    for (floor, cells) in &by_floor(beyond) {
        pen.on(*floor, |pen| darken(pen, cells));
    }
    shade(pen, &marks.shades, marks.ramp);
    for (floor, cells) in &by_floor(&marks.watched) {
        pen.on(*floor, |pen| {
            for c in cells {
                pen.fill(*c, ink(mark_colours.area, 0.06));
                pen.hatch(*c, ink(mark_colours.area, 0.34), 1, false);
            }
            pen.outline(cells, 0.08, ink(mark_colours.area, 0.9), true);
        });
    }
    for c in &marks.zone {
        pen.dots(*c, ink(mark_colours.select, 0.9));
    }
    for (c, look) in &marks.sided {
        pen.dots(*c, ink(side_hex(colours, *look), 1.0));
    }
    for (c, side) in &marks.exits {
        pen.exit(*c, *side, ink(mark_colours.select, 0.75));
    }
    for c in &marks.lying {
        pen.lying(*c, ink(mark_colours.select, 1.0), ink(hex::DARK_CLOTH, 1.0));
    }
}

/// Where a unit can go.
fn reach(pen: &mut Pen<'_>, marks: &Overlay, mark_colours: &MarkColours) {
    let near: BTreeSet<Cell> = marks.reach.iter().copied().collect();
    let far: BTreeSet<Cell> = marks.run.iter().copied().filter(|c| !near.contains(c)).collect();
    if !marks.quiet {
        // Fills glow: at night they are fainter, so that the dark stays dark.
        let faint = if pen.board.ambient() == Light::Bright { 1.0 } else { 0.5 };
        for c in &near {
            pen.fill(*c, ink(mark_colours.reach, 0.26 * faint));
        }
        for c in &far {
            pen.fill(*c, ink(mark_colours.run, 0.10 * faint));
            pen.hatch(*c, ink(mark_colours.run, 0.42 * faint), 3, false);
        }
    }
    pen.lift += 0.006;
    let (width, strength) = if marks.quiet { (0.03, 0.5) } else { (0.07, 1.0) };
    pen.outline(&far, width, ink(mark_colours.run, 0.95 * strength), true);
    pen.outline(&near, width, ink(mark_colours.reach, strength), false);
    for c in &marks.threat {
        pen.crosses(*c, ink(mark_colours.threat, 0.85));
    }
}

/// What an act or a move is aimed at, and what it meets.
fn aims(pen: &mut Pen<'_>, marks: &Overlay, mark_colours: &MarkColours) {
    let area = by_floor(&marks.area);
    for (floor, cells) in &area {
        pen.on(*floor, |pen| {
            for c in cells {
                pen.fill(*c, ink(mark_colours.area, 0.24));
                pen.hatch(*c, ink(mark_colours.area, 0.40), 2, false);
                pen.hatch(*c, ink(mark_colours.area, 0.40), 2, true);
            }
        });
    }
    pen.lift += 0.006;
    for (floor, cells) in &area {
        pen.on(*floor, |pen| pen.outline(cells, 0.10, ink(mark_colours.area, 1.0), false));
    }
    pen.path(&marks.path, ink(mark_colours.path, 0.92));
    for c in &marks.waypoints {
        pen.diamond(*c, ink(mark_colours.path, 1.0));
    }
    for c in &marks.perils {
        pen.peril(*c, ink(mark_colours.threat, 1.0));
    }
    for (floor, cells) in &by_floor(&marks.aimable) {
        pen.on(*floor, |pen| pen.outline(cells, 0.06, ink(mark_colours.target, 0.9), true));
    }
    for at in &marks.targets {
        pen.on(at.floor, |pen| pen.target(at.cell, ink(mark_colours.target, 1.0)));
    }
    if let Some((cell, size)) = marks.selected {
        pen.selection(cell, size, ink(mark_colours.select, 1.0));
    }
    for at in &marks.bars {
        pen.bar(*at, ink(mark_colours.select, 0.7));
    }
    for c in &marks.rings {
        pen.ring(*c, Vec2::splat(0.5), 0.22, 0.32, 16, ink(mark_colours.select, 0.9));
    }
    pen.lift += 0.006;
    if let Some(at) = marks.hover {
        pen.on(at.floor, |pen| pen.brackets(at.cell, ink(mark_colours.hover, 0.95)));
    }
}

/// A colour with this opacity.
fn ink(hex: u32, alpha: f32) -> Vec4 {
    srgb(hex).extend(alpha)
}

/// The cells of floors by their height; those of the ground come first.
fn by_floor<'a>(
    floors: impl IntoIterator<Item = &'a FloorAt>,
) -> BTreeMap<Option<Hm>, BTreeSet<Cell>> {
    let mut found: BTreeMap<Option<Hm>, BTreeSet<Cell>> = BTreeMap::new();
    for at in floors {
        found.entry(at.floor).or_default().insert(at.cell);
    }
    found
}

/// Opacity of a lens's shades: the ground stays just visible.
const SHADE: f32 = 0.68;

/// Draws the cells of a lens.
fn shade(pen: &mut Pen<'_>, shades: &[(FloorAt, u8)], ramp: Ramp) {
    let mut steps: BTreeMap<(u8, Option<Hm>), BTreeSet<Cell>> = BTreeMap::new();
    for (at, step) in shades {
        steps.entry((*step, at.floor)).or_default().insert(at.cell);
    }
    for ((step, floor), cells) in &steps {
        let ink = srgb(ramp.colour(*step));
        pen.on(*floor, |pen| {
            for cell in cells {
                match ramp {
                    Ramp::Marked => {
                        pen.fill(*cell, ink.extend(0.14));
                        pen.hatch(*cell, ink.extend(0.42), 2, true);
                    }
                    _ => pen.fill(*cell, ink.extend(SHADE)),
                }
            }
            if ramp != Ramp::Marked {
                pen.lift += 0.002;
                pen.outline(cells, 0.03, Vec4::new(0.02, 0.015, 0.01, 0.55), false);
                pen.lift -= 0.002;
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Hm, Thing, ThingKind};

    fn overlay(board: &Board, relief: &Relief, marks: &Overlay) -> MeshData {
        super::overlay(board, relief, marks, Colours::Usual)
    }

    fn all(cells: &[Cell]) -> Overlay {
        Overlay {
            reach: cells.to_vec(),
            run: cells.iter().map(|c| c.offset(3, 0)).collect(),
            path: cells.to_vec(),
            waypoints: vec![cells[1]],
            perils: vec![cells[2]],
            targets: vec![cells[0].into()],
            aimable: cells.iter().map(|c| (*c).into()).collect(),
            area: cells.iter().map(|c| (*c).into()).collect(),
            threat: cells.to_vec(),
            zone: cells.to_vec(),
            exits: cells.iter().map(|c| (*c, Dir::W)).collect(),
            lying: cells.to_vec(),
            shades: cells.iter().map(|c| ((*c).into(), 3)).collect(),
            ramp: Ramp::Heat,
            quiet: false,
            veil: cells.to_vec(),
            beyond: cells.iter().map(|c| c.offset(0, 3).into()).collect(),
            watched: cells.iter().map(|c| (*c).into()).collect(),
            selected: Some((cells[0], 2)),
            hover: Some(cells[0].into()),
            sided: cells.iter().map(|c| (*c, 1)).collect(),
            bars: cells.iter().map(|c| EdgeAt::ground(*c, Dir::N)).collect(),
            rings: cells.to_vec(),
            floors: BTreeMap::new(),
        }
    }

    #[test]
    fn an_empty_overlay_draws_nothing() {
        let b = Board::new(4, 4);
        assert!(overlay(&b, &Relief::new(&b), &Overlay::default()).is_empty());
    }

    #[test]
    fn marks_are_valid_and_lie_just_above_the_ground() {
        let mut b = Board::new(8, 8);
        b.tile_mut(Cell::new(2, 1)).unwrap().elevation = Hm(3);
        let r = Relief::new(&b);
        let cells = [Cell::new(1, 1), Cell::new(2, 1), Cell::new(2, 2)];
        let m = overlay(&b, &r, &all(&cells));
        assert_eq!(m.fault(), None);
        let (lo, hi) = m.bounds().unwrap();
        assert!(lo.y > 0.0 && hi.y < 2.6, "{lo} {hi}");
        assert!(m.triangles() < 2000, "{}", m.triangles());
    }

    #[test]
    fn marks_lie_on_top_of_a_bridge() {
        let mut b = Board::new(3, 3);
        let cell = Cell::new(1, 1);
        b.add_thing(Thing { height: Hm(3), ..Thing::new(ThingKind::Bridge, cell) });
        let r = Relief::new(&b);
        assert!((stand_height(&b, &r, cell) - 1.5).abs() < 1e-6);
        assert!(stand_height(&b, &r, Cell::new(0, 0)).abs() < 1e-6);
    }

    #[test]
    fn marks_lie_on_the_floor_that_they_are_about() {
        let mut b = Board::new(3, 3);
        let cell = Cell::new(1, 1);
        let (material, climb) = (grid::Material::Wood, grid::Climb::Unmarked);
        assert!(b.add_deck(cell, grid::Deck { top: Hm(6), material, climb }));
        let r = Relief::new(&b);
        let low = Overlay { reach: vec![cell], ..Overlay::default() };
        let high = Overlay { floors: BTreeMap::from([(cell, Hm(6))]), ..low.clone() };
        let top = |marks: &Overlay| overlay(&b, &r, marks).bounds().unwrap().1.y;
        assert!((top(&high) - top(&low) - 3.0).abs() < 1e-4);
    }

    #[test]
    fn aims_shades_and_the_pointer_are_marked_on_their_own_floors() {
        let mut b = Board::new(3, 3);
        let cell = Cell::new(1, 1);
        let (material, climb) = (grid::Material::Wood, grid::Climb::Unmarked);
        assert!(b.add_deck(cell, grid::Deck { top: Hm(6), material, climb }));
        let r = Relief::new(&b);
        let (low, high) = (FloorAt::from(cell), FloorAt::new(cell, Hm(6)));
        type Kind = fn(FloorAt) -> Overlay;
        let kinds: [Kind; 7] = [
            |at| Overlay { watched: vec![at], ..Overlay::default() },
            |at| Overlay { aimable: vec![at], ..Overlay::default() },
            |at| Overlay { targets: vec![at], ..Overlay::default() },
            |at| Overlay { area: vec![at], ..Overlay::default() },
            |at| Overlay { beyond: vec![at], ..Overlay::default() },
            |at| Overlay { hover: Some(at), ..Overlay::default() },
            |at| Overlay { shades: vec![(at, 2)], ..Overlay::default() },
        ];
        for kind in kinds {
            let of = |at: FloorAt| {
                // Marks of the whole cell, such as a path, may lie on the other floor.
                let floors = BTreeMap::from([(cell, Hm(6))]);
                overlay(&b, &r, &Overlay { floors, ..kind(at) }).bounds().unwrap()
            };
            let ((from, to), (over, top)) = (of(low), of(high));
            assert!(from.y > 0.0 && to.y < 0.2, "{from} {to}");
            assert!(over.y > 3.0 && top.y < 3.2, "{over} {top}");
        }
        let both = Overlay { targets: vec![low, high], ..Overlay::default() };
        let one = Overlay { targets: vec![low], ..Overlay::default() };
        assert_eq!(overlay(&b, &r, &both).triangles(), 2 * overlay(&b, &r, &one).triangles());
    }

    #[test]
    fn waypoints_and_perils_have_shapes_of_their_own() {
        let b = Board::new(4, 4);
        let r = Relief::new(&b);
        let cells = vec![Cell::new(1, 1)];
        let waypoint = overlay(&b, &r, &Overlay { waypoints: cells.clone(), ..Overlay::default() });
        let peril = overlay(&b, &r, &Overlay { perils: cells, ..Overlay::default() });
        for mesh in [&waypoint, &peril] {
            assert_eq!(mesh.fault(), None);
            let (lo, hi) = mesh.bounds().unwrap();
            assert!(lo.x >= 0.9 && hi.x <= 2.1 && lo.z >= 0.9 && hi.z <= 2.1, "{lo} {hi}");
        }
        assert_ne!(waypoint.positions, peril.positions);
    }

    #[test]
    fn a_lens_reduces_movement_to_outlines() {
        let b = Board::new(4, 4);
        let r = Relief::new(&b);
        let cells = vec![Cell::new(1, 1)];
        let loud =
            Overlay { reach: cells.clone(), run: vec![Cell::new(2, 1)], ..Overlay::default() };
        let quiet = Overlay { quiet: true, ..loud.clone() };
        let (loud, quiet) = (overlay(&b, &r, &loud), overlay(&b, &r, &quiet));
        assert!(!quiet.is_empty() && quiet.triangles() < loud.triangles());
    }

    #[test]
    fn reach_and_run_differ_in_shape() {
        let b = Board::new(4, 4);
        let r = Relief::new(&b);
        let cells = vec![Cell::new(1, 1)];
        let reach = overlay(&b, &r, &Overlay { reach: cells.clone(), ..Overlay::default() });
        let run = overlay(&b, &r, &Overlay { run: cells, ..Overlay::default() });
        assert!(run.triangles() > reach.triangles() + 8);
    }
}
