//! Tests of each tool, driven by a pointer.

use std::collections::BTreeMap;

use crate::{
    Brush, Draft, Edit, EditError, Fact, GridTransform, HeightPaint, Layer, LayerSet, Marks, Paint,
    Patch, Scatter, Shape, Spot, Symmetry, Tool, ToolController,
};
use grid::{
    Atmosphere, Cell, Climb, Dir, Edge, EdgeKind, Finish, Haze, Hm, Light, Material, Terrain,
    ThingKind, Tile, Weather, WeatherKind,
};
use level::{Item, Level, Role, Unit};

fn draft() -> Draft {
    Draft::new(Level::blank("Tools", 16, 12, Terrain::Grass))
}

fn spot(x: i16, y: i16) -> Spot {
    Spot::middle_of(Cell::new(x, y))
}

/// A stroke through these cells.
fn stroke(controller: &mut ToolController, draft: &mut Draft, path: &[(i16, i16)]) {
    let mut path = path.iter();
    let first = path.next().unwrap();
    controller.press(draft, spot(first.0, first.1)).unwrap();
    for (x, y) in path {
        controller.drag(draft, spot(*x, *y)).unwrap();
    }
    controller.release(draft);
}

fn paint(draft: &mut Draft, shape: Shape, value: Paint, path: &[(i16, i16)]) {
    stroke(&mut ToolController::new(Tool::Paint { shape, paint: value }), draft, path);
}

fn free(size: u8) -> Shape {
    Shape::Free(Brush { size, round: false })
}

fn count(draft: &Draft, holds: impl Fn(Tile) -> bool) -> usize {
    let ground = &draft.level().ground;
    ground.cells().filter_map(|c| ground.tile(c)).filter(|t| holds(*t)).count()
}

fn is(terrain: Terrain) -> impl Fn(Tile) -> bool {
    move |tile| tile.terrain == terrain
}

fn height(draft: &Draft, x: i16, y: i16) -> i32 {
    draft.level().ground.tile(Cell::new(x, y)).unwrap().elevation.0
}

#[test]
fn a_brush_stroke_is_one_history_entry() {
    let mut draft = draft();
    let mud = Paint::Terrain(Terrain::Mud.tile());
    paint(&mut draft, free(3), mud, &[(2, 2), (6, 2), (6, 2)]);
    assert_eq!(count(&draft, is(Terrain::Mud)), 7 * 3);
    assert_eq!(draft.history().labels().collect::<Vec<_>>(), ["Paint mud"]);
    let changed = draft.undo().unwrap();
    assert_eq!(changed.ground.len(), 21);
    assert_eq!(count(&draft, is(Terrain::Mud)), 0);
}

#[test]
fn changed_cells_are_reported() {
    let mut draft = draft();
    let mut controller = ToolController::new(Tool::Paint {
        shape: free(9),
        paint: Paint::Terrain(Terrain::Mud.tile()),
    });
    assert_eq!(controller.outline(draft.level(), spot(5, 5)).len(), 81);
    let changed = controller.press(&mut draft, spot(5, 5)).unwrap();
    assert_eq!(changed.ground.len(), 81);
    let changed = controller.drag(&mut draft, spot(6, 5)).unwrap();
    assert_eq!(changed.ground.len(), 9);
    assert_eq!(controller.drag(&mut draft, spot(6, 5)).unwrap().ground.len(), 0);
    let back = controller.cancel(&mut draft);
    assert_eq!((back.ground.len(), draft.history().done()), (90, 0));
    assert!(!draft.is_changed());
}

#[test]
fn shapes_are_redrawn_as_the_pointer_moves() {
    let value = || Paint::Terrain(Terrain::Sand.tile());
    for (shape, wanted) in [
        (Shape::Line(Brush::FINE), 6),
        (Shape::Rectangle { filled: true }, 24),
        (Shape::Rectangle { filled: false }, 16),
        (Shape::Ellipse { filled: true }, 20),
    ] {
        let mut draft = draft();
        paint(&mut draft, shape, value(), &[(2, 2), (14, 11), (7, 5)]);
        assert_eq!(count(&draft, is(Terrain::Sand)), wanted, "{shape:?}");
        assert_eq!(draft.history().done(), 1);
    }
}

#[test]
fn fill_stops_at_other_ground_but_replace_does_not() {
    let mut draft = draft();
    paint(&mut draft, free(1), Paint::Terrain(Terrain::Rock.tile()), &[(8, 0), (8, 11)]);
    paint(&mut draft, Shape::Fill, Paint::Terrain(Terrain::Snow.tile()), &[(2, 2)]);
    assert_eq!(count(&draft, is(Terrain::Snow)), 8 * 12);
    draft.undo();
    paint(&mut draft, Shape::Same, Paint::Terrain(Terrain::Snow.tile()), &[(2, 2)]);
    assert_eq!(count(&draft, is(Terrain::Snow)), 15 * 12);
}

#[test]
fn terrain_and_heights_are_painted_separately() {
    let mut draft = draft();
    let raised = Tile { elevation: Hm(4), ..Terrain::Rock.tile() };
    paint(&mut draft, free(1), Paint::Tile(raised), &[(1, 1)]);
    paint(&mut draft, free(1), Paint::Terrain(Terrain::Mud.tile()), &[(1, 1)]);
    assert_eq!(
        draft.level().ground.tile(Cell::new(1, 1)).map(|t| (t.terrain, t.elevation)),
        Some((Terrain::Mud, Hm(4)))
    );
    // A locked layer has the same effect on paint that sets both.
    draft.layers.locked = LayerSet::of([Layer::Heights]);
    paint(&mut draft, free(1), Paint::Tile(raised), &[(2, 2)]);
    assert_eq!(height(&draft, 2, 2), 0);
    assert_eq!(count(&draft, is(Terrain::Rock)), 1);
    let mut controller = ToolController::new(Tool::Paint {
        shape: free(1),
        paint: Paint::Height(HeightPaint::Flatten),
    });
    let refused = controller.press(&mut draft, spot(1, 1));
    assert_eq!(refused, Err(EditError::Locked(Layer::Heights)));
    assert!(!controller.is_pressed() && !draft.is_open());
}

#[test]
fn heights_are_set_raised_lowered_flattened_and_smoothed() {
    let mut draft = draft();
    let value = Paint::Height;
    paint(&mut draft, free(3), value(HeightPaint::Set(Hm(6))), &[(4, 4)]);
    // Passing the same cells repeatedly in one stroke raises them once.
    paint(&mut draft, free(1), value(HeightPaint::Raise(Hm(1))), &[(4, 4), (5, 4), (4, 4)]);
    assert_eq!((height(&draft, 4, 4), height(&draft, 5, 4)), (7, 7));
    paint(&mut draft, free(1), value(HeightPaint::Raise(Hm(-2))), &[(4, 4)]);
    assert_eq!(height(&draft, 4, 4), 5);
    paint(&mut draft, free(1), value(HeightPaint::Flatten), &[(4, 4), (9, 4)]);
    assert_eq!((height(&draft, 5, 4), height(&draft, 9, 4)), (5, 5));
    let before = height(&draft, 4, 3);
    paint(&mut draft, free(5), value(HeightPaint::Smooth), &[(4, 4)]);
    assert!(height(&draft, 4, 3) < before && height(&draft, 2, 3) > 0);
    // Heights are clamped to the allowed range.
    paint(&mut draft, free(1), value(HeightPaint::Set(Hm(999))), &[(0, 0)]);
    assert_eq!(height(&draft, 0, 0), 200);
}

#[test]
fn a_ramp_is_a_tool_too() {
    let mut draft = draft();
    paint(&mut draft, free(1), Paint::Height(HeightPaint::Set(Hm(4))), &[(9, 5)]);
    stroke(
        &mut ToolController::new(Tool::Ramp { width: 1 }),
        &mut draft,
        &[(1, 5), (3, 9), (9, 5)],
    );
    let found: Vec<i32> = (1..=9).map(|x| height(&draft, x, 5)).collect();
    assert_eq!(found, [0, 1, 1, 2, 2, 3, 3, 4, 4]);
    assert_eq!(height(&draft, 3, 9), 0);
}

#[test]
fn water_is_dug_filled_and_bridged() {
    let mut draft = draft();
    let tile = |draft: &Draft, x, y| draft.level().ground.tile(Cell::new(x, y)).unwrap();
    let before = tile(&draft, 3, 3);
    let water = Paint::Surface(Terrain::Water.tile());
    paint(&mut draft, Shape::Line(Brush { size: 3, round: false }), water, &[(3, 1), (3, 8)]);
    let wet = tile(&draft, 3, 3);
    assert_eq!((wet.surface(), wet.depth), (before.elevation, Hm(4)));
    let stone = Finish { material: Some(Material::Stone), ..Finish::USUAL };
    // From bank to bank; only cells over water get a bridge.
    paint(&mut draft, Shape::Line(Brush::FINE), Paint::Deck(stone), &[(1, 4), (6, 4)]);
    let decks: Vec<_> = draft.level().things.values().map(|item| item.height).collect();
    assert_eq!(decks, [Hm(4); 3]);
    assert!(draft.level().things.values().all(|item| item.finish == stone));
    paint(&mut draft, free(1), Paint::Surface(Terrain::Grass.tile()), &[(3, 3)]);
    assert_eq!(tile(&draft, 3, 3), before);
}

#[test]
fn hollows_are_flooded_to_a_level() {
    let mut draft = draft();
    paint(
        &mut draft,
        Shape::Rectangle { filled: true },
        Paint::Height(HeightPaint::Set(Hm(-4))),
        &[(2, 2), (5, 5)],
    );
    paint(
        &mut draft,
        Shape::Rectangle { filled: true },
        Paint::Height(HeightPaint::Set(Hm(-2))),
        &[(6, 2), (6, 5)],
    );
    paint(&mut draft, Shape::Fill, Paint::FloodTo(Hm(-1)), &[(3, 3)]);
    assert_eq!(count(&draft, |t| t.terrain == Terrain::Water && t.depth == Hm(3)), 16);
    assert_eq!(count(&draft, |t| t.terrain == Terrain::Shallows && t.depth == Hm(1)), 4);
    paint(&mut draft, free(1), Paint::Depth(Hm(0)), &[(3, 3)]);
    assert_eq!(draft.level().ground.tile(Cell::new(3, 3)).unwrap().depth, Hm::ZERO);
    paint(&mut draft, free(1), Paint::Ceiling(Some(Hm(6))), &[(0, 0)]);
    paint(&mut draft, free(1), Paint::Light(Light::Dark), &[(0, 0)]);
    let tile = draft.level().ground.tile(Cell::new(0, 0)).unwrap();
    assert_eq!(
        (tile.ceiling, tile.light, tile.terrain),
        (Some(Hm(6)), Light::Dark, Terrain::Grass)
    );
}

#[test]
fn marks_are_mirrored_and_unset_marks_stay_unchanged() {
    let mut draft = draft();
    let draw = |draft: &mut Draft, shape: Shape, marks: Marks, at: (i16, i16)| {
        let mut controller = ToolController::new(Tool::Paint { shape, paint: Paint::Marks(marks) });
        controller.symmetry = Symmetry { west_east: true, ..Symmetry::NONE };
        stroke(&mut controller, draft, &[at]);
    };
    let climb = Marks { climb: Some(Climb::Hard), haze: Some(Haze::Heavy), ..Marks::NONE };
    draw(&mut draft, free(1), climb, (1, 1));
    let air = Marks { airless: Some(true), rough_water: Some(true), ..Marks::NONE };
    draw(&mut draft, free(1), air, (1, 1));
    let marked = |tile: Tile| {
        (tile.climb, tile.haze) == (Climb::Hard, Haze::Heavy) && tile.airless && tile.rough_water
    };
    assert_eq!(count(&draft, marked), 2);
    assert!(draft.board().is_airless(Cell::new(14, 1)), "the board of the draft follows");
    draft.undo();
    assert_eq!((count(&draft, marked), count(&draft, |t| t.climb == Climb::Hard)), (0, 2));
    draft.redo();
    let clear = Marks { climb: Some(Climb::Unmarked), ..Marks::NONE };
    draw(&mut draft, Shape::Same, clear, (14, 1));
    assert_eq!(count(&draft, |t| t.climb.is_marked()), 0);
    assert_eq!(count(&draft, |t| t.airless), 2);
}

#[test]
fn weather_is_undone_and_survives_turning_and_resizing() {
    let mut draft = draft();
    let weather = Weather::new(WeatherKind::Snow, Haze::Blinding);
    let air = Atmosphere { weather, airless: true, miasma: 4 };
    draft.apply(Edit::Fact(Fact::Atmosphere(air))).unwrap();
    let fill = Terrain::Grass.tile();
    draft.apply(Edit::Turn(GridTransform::CLOCKWISE)).unwrap();
    draft.apply(Edit::Resize { west: 2, north: 0, east: 0, south: 1, fill }).unwrap();
    assert_eq!((draft.level().atmosphere, draft.board().atmosphere()), (air, air));
    for _ in 0..3 {
        draft.undo();
    }
    assert_eq!(draft.board().atmosphere(), Atmosphere::default());
    draft.redo();
    assert_eq!(draft.board().atmosphere(), air);
    let thick = Fact::Atmosphere(Atmosphere { miasma: 21, ..air });
    assert!(matches!(draft.apply(Edit::Fact(thick)), Err(EditError::Range { .. })));
}

#[test]
fn decks_are_turned_and_cropped_with_the_level() {
    let mut level = draft().level().clone();
    let (planks, top) = (level::DeckItem::USUAL, Hm(6));
    let (width, height) = (level.ground.width() as i16, level.ground.height() as i16);
    for cell in [Cell::new(0, 0), Cell::new(3, 1)] {
        level.decks.insert((cell, top), planks);
    }
    let mut draft = draft();
    draft.apply(Edit::Import(Box::new(level))).unwrap();
    let cells = |draft: &Draft| draft.level().decks.keys().map(|(c, _)| *c).collect::<Vec<_>>();
    draft.apply(Edit::Turn(GridTransform::CLOCKWISE)).unwrap();
    assert_eq!(cells(&draft), [Cell::new(height - 2, 3), Cell::new(height - 1, 0)]);
    draft.undo();
    let fill = Terrain::Grass.tile();
    draft.apply(Edit::Resize { west: -1, north: 1, east: 0, south: 0, fill }).unwrap();
    assert_eq!(cells(&draft), [Cell::new(2, 2)]);
    assert_eq!(draft.board().decks_in(Cell::new(2, 2)), [planks.deck(top)]);
    assert_eq!(draft.level().ground.width() as i16, width - 1);
}

#[test]
fn decks_are_laid_over_lower_ground_mirrored_and_removed() {
    let mut draft = draft();
    let high = Patch::height(Hm(6));
    draft.apply(Edit::Ground(vec![(Cell::new(2, 1), high)])).unwrap();
    let planks = level::DeckItem::USUAL;
    let paint = Paint::Floor { top: Hm(6), deck: Some(planks) };
    let shape = Shape::Rectangle { filled: true };
    let mut lay = ToolController::new(Tool::Paint { shape, paint });
    lay.symmetry = Symmetry { west_east: true, ..Symmetry::NONE };
    stroke(&mut lay, &mut draft, &[(1, 1), (3, 1)]);
    let cells = |draft: &Draft| draft.level().decks.keys().map(|(c, _)| c.x).collect::<Vec<_>>();
    assert_eq!(cells(&draft), [1, 3, 12, 14], "none where the ground is as high");
    assert_eq!(draft.board().decks_in(Cell::new(14, 1)), [planks.deck(Hm(6))]);
    let fill = Tool::Paint { shape: Shape::Fill, paint: Paint::Floor { top: Hm(6), deck: None } };
    stroke(&mut ToolController::new(fill), &mut draft, &[(14, 1)]);
    assert_eq!(cells(&draft), [1, 3, 12], "connected ones");
    assert_eq!(draft.history().undo_label(), Some("Remove deck at 3 m"));
    draft.undo();
    assert_eq!(cells(&draft).len(), 4);
    assert_eq!(draft.board(), &draft.level().board());
    let solid = Patch::terrain(Terrain::Solid.tile());
    draft.apply(Edit::Ground(vec![(Cell::new(1, 1), solid)])).unwrap();
    assert_eq!(draft.board(), &draft.level().board());
    let too_high = Edit::Decks(vec![((Cell::new(5, 5), Hm(201)), Some(planks))]);
    assert!(matches!(draft.apply(too_high), Err(EditError::Range { .. })));
    let tower = (1..=9).map(|n| ((Cell::new(5, 5), Hm(n * 6)), Some(planks))).collect();
    assert!(matches!(draft.apply(Edit::Decks(tower)), Err(EditError::TooMany { most: 8, .. })));
}

#[test]
fn decks_are_copied_with_their_height_over_the_ground() {
    let mut draft = draft();
    let (planks, cell) = (level::DeckItem::USUAL, Cell::new(2, 2));
    draft.apply(Edit::Decks(vec![((cell, Hm(6)), Some(planks))])).unwrap();
    let hill = (7..10).map(|x| (Cell::new(x, 5), Patch::height(Hm(4)))).collect();
    draft.apply(Edit::Ground(hill)).unwrap();
    let old = (Cell::new(8, 5), Hm(20));
    draft.apply(Edit::Decks(vec![(old, Some(planks))])).unwrap();
    let copied = [cell, Cell::new(3, 2)].into();
    let clip = crate::Clipboard::copy(draft.level(), &copied, LayerSet::ALL).unwrap();
    let at = Cell::new(7, 5);
    let clip = clip.fitted(draft.level(), at, crate::Laying::default());
    assert_eq!(
        crate::Clipboard::of_part(&clip.to_part("Deck").unwrap()).unwrap().decks,
        clip.decks
    );
    draft.apply(Edit::Paste { clip, at }).unwrap();
    let decks: Vec<_> = draft.level().decks.keys().copied().collect();
    assert_eq!(decks, [(cell, Hm(6)), (at, Hm(10))], "the old one is replaced");
    let cells = vec![at];
    draft.apply(Edit::Clear { cells, layers: LayerSet::ALL, fill: None }).unwrap();
    assert_eq!(draft.level().decks.len(), 1);
}

#[test]
fn things_are_scattered_by_seed_and_density() {
    let crates = Item::new(ThingKind::Crate);
    let scatter = |density, seed| {
        let mut draft = draft();
        let value = Paint::Scatter(Scatter { items: vec![crates.clone()], density, seed });
        paint(&mut draft, Shape::Rectangle { filled: true }, value, &[(0, 0), (15, 11)]);
        draft.level().things.clone()
    };
    assert_eq!(scatter(30, 1), scatter(30, 1));
    assert_ne!(scatter(30, 1), scatter(30, 2));
    assert!((30..90).contains(&scatter(30, 1).len()), "{}", scatter(30, 1).len());
    assert_eq!(scatter(100, 1).len(), 16 * 12);
    let mut draft = draft();
    paint(&mut draft, free(2), Paint::Thing(crates), &[(5, 5)]);
    assert_eq!(draft.level().things.len(), 4);
    paint(&mut draft, free(1), Paint::NoThing, &[(5, 5)]);
    assert_eq!(draft.level().things.len(), 3);
}

#[test]
fn walls_are_drawn_along_edges_and_doors_replace_them() {
    let mut draft = draft();
    let wall = Edge::new(EdgeKind::Wall);
    let mut controller = ToolController::new(Tool::Wall(Some(wall)));
    controller.press(&mut draft, Spot { x: 210, y: 190 }).unwrap();
    controller.drag(&mut draft, Spot { x: 510, y: 210 }).unwrap();
    controller.drag(&mut draft, Spot { x: 490, y: 420 }).unwrap();
    assert!(controller.release(&mut draft));
    assert_eq!(draft.level().edges.len(), 5);
    assert_eq!(draft.level().edges.get(&(Cell::new(5, 3), Dir::W).into()), Some(&wall));
    let mut controller = ToolController::new(Tool::Door(Some(Edge::new(EdgeKind::Door))));
    controller.press(&mut draft, Spot { x: 350, y: 205 }).unwrap();
    controller.release(&mut draft);
    assert_eq!(draft.level().edges[&(Cell::new(3, 2), Dir::N).into()].kind, EdgeKind::Door);
    stroke(&mut ToolController::new(Tool::Room(wall)), &mut draft, &[(8, 8), (12, 11), (10, 9)]);
    assert_eq!(draft.level().edges.len(), 5 + 10);
    let mut controller = ToolController::new(Tool::Wall(None));
    controller.press(&mut draft, Spot { x: 200, y: 200 }).unwrap();
    controller.drag(&mut draft, Spot { x: 500, y: 200 }).unwrap();
    controller.release(&mut draft);
    assert_eq!(draft.level().edges.len(), 2 + 10);
}

#[test]
fn units_face_where_the_pointer_is_released() {
    let mut draft = draft();
    let unit = Unit {
        role: Role::Archer,
        at: Cell::default(),
        facing: Dir::N,
        altitude: Hm::ZERO,
        name: Some("Ann".to_owned()),
        overrides: BTreeMap::new(),
        start: Default::default(),
        conduct: Default::default(),
        conditions: Default::default(),
        gear: Default::default(),
    };
    let mut controller = ToolController::new(Tool::Unit { side: 0, unit: Box::new(unit) });
    controller.symmetry = Symmetry { half: true, other_sides: true, ..Symmetry::NONE };
    stroke(&mut controller, &mut draft, &[(3, 3), (3, 5), (6, 3)]);
    let sides = &draft.level().sides;
    let found = |n: usize| sides[n].units.iter().map(|u| (u.at, u.facing, u.name.as_deref()));
    assert_eq!(found(0).collect::<Vec<_>>(), [(Cell::new(3, 3), Dir::E, Some("Ann"))]);
    assert_eq!(found(1).collect::<Vec<_>>(), [(Cell::new(12, 8), Dir::W, None)]);
    assert_eq!(
        controller.press(&mut draft, spot(99, 3)),
        Err(EditError::OffBoard(Cell::new(99, 3)))
    );
}

#[test]
fn zones_are_painted() {
    let mut draft = draft();
    draft.apply(Edit::AddZone("ford".to_owned())).unwrap();
    let value = |inside| Paint::Zone { name: "ford".to_owned(), inside };
    paint(&mut draft, free(3), value(true), &[(4, 4), (6, 4)]);
    paint(&mut draft, free(1), value(false), &[(5, 4)]);
    assert_eq!(draft.level().regions["ford"].len(), 14);
}

#[test]
fn strokes_are_mirrored() {
    let mut draft = draft();
    let mut controller = ToolController::new(Tool::Paint {
        shape: free(3),
        paint: Paint::Height(HeightPaint::Raise(Hm(2))),
    });
    controller.symmetry = Symmetry { west_east: true, ..Symmetry::NONE };
    // Across the middle, so that the brush meets its own image.
    stroke(&mut controller, &mut draft, &[(6, 4), (7, 4)]);
    for (x, wanted) in [(4, 0), (5, 2), (7, 2), (8, 2), (10, 2), (11, 0)] {
        assert_eq!(height(&draft, x, 4), wanted, "{x}");
    }
}

#[test]
fn a_full_palette_drops_unused_entries_and_then_refuses() {
    let natures = |n: usize| Tile {
        slippery: (n % 99) as u8,
        light: if n < 99 { Light::Bright } else { Light::Dark },
        airless: n >= 198,
        ..Terrain::Rock.tile()
    };
    let mut draft = Draft::new(Level::blank("Kinds", 16, 16, Terrain::Grass));
    let cells: Vec<Cell> = draft.level().ground.cells().collect();
    let kinds = |from: usize, to: usize| {
        let patches = cells.iter().zip(from..to).map(|(c, n)| (*c, Patch::terrain(natures(n))));
        Edit::Ground(patches.collect())
    };
    let before = draft.level().to_text();
    assert_eq!(draft.apply(kinds(0, 256)), Err(EditError::PaletteFull));
    assert_eq!(draft.level().to_text(), before);
    draft.apply(kinds(0, 120)).unwrap();
    draft.apply(kinds(120, 240)).unwrap();
    draft.go_to(0);
    assert_eq!(draft.level().to_text(), before);
}
