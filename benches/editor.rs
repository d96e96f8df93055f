//! Speed of the editor's core on the largest level, 256 x 256 cells: a stroke of the widest brush,
//! filling the entire level and undoing it, and reading a level with all the checks before play.

use divan::{Bencher, black_box};

use highground::editor::{
    Brush, Draft, Edit, HeightPaint, Land, Layer, LayerSet, Paint, Recipe, Scenery, Shape, Spot,
    Symmetry, Tool, ToolController,
};
use highground::grid::{Cell, Hm, Terrain};
use highground::level::{Build, Level};

fn main() {
    divan::main();
}

fn level() -> Level {
    let land = Land { hills: 6, river: true, ruins: 20, forest: 10 };
    let scenery = Scenery::Land(land);
    Recipe { name: "Large".to_owned(), width: 256, height: 256, seed: 1, units: 4, scenery }.build()
}

fn hand(shape: Shape, paint: Paint) -> ToolController {
    ToolController::new(Tool::Paint { shape, paint })
}

const WIDE: Shape = Shape::Free(Brush { size: 9, round: false });

/// Pressing the pointer with the widest brush: 81 cells.
#[divan::bench]
fn brush(bencher: Bencher<'_, '_>) {
    let mut draft = Draft::new(level());
    let mut turn = 0;
    bencher.bench_local(|| {
        turn += 1;
        let paint = Paint::Terrain(if turn % 2 == 0 { Terrain::Mud } else { Terrain::Snow }.tile());
        let mut hand = hand(WIDE, paint);
        let changed = hand.press(&mut draft, Spot::middle_of(Cell::new(60, 60)));
        hand.release(&mut draft);
        black_box(changed.is_ok())
    });
}

/// The same, with heights and all eight symmetric images.
#[divan::bench]
fn raise_with_eight_images(bencher: Bencher<'_, '_>) {
    let mut draft = Draft::new(level());
    let mut turn = 0;
    bencher.bench_local(|| {
        turn += 1;
        let by = if turn % 2 == 0 { 1 } else { -1 };
        let mut hand = hand(WIDE, Paint::Height(HeightPaint::Raise(Hm(by))));
        hand.symmetry = Symmetry { quarter: true, west_east: true, ..Symmetry::NONE };
        let changed = hand.press(&mut draft, Spot::middle_of(Cell::new(60, 60)));
        hand.release(&mut draft);
        black_box(changed.is_ok())
    });
}

/// Undoing a fill of the entire level.
#[divan::bench]
fn undo_of_a_fill(bencher: Bencher<'_, '_>) {
    let mut filled = Draft::new(Level::blank("Flat", 256, 256, Terrain::Grass));
    let mut hand = hand(Shape::Fill, Paint::Terrain(Terrain::Sand.tile()));
    let done = hand.press(&mut filled, Spot::middle_of(Cell::new(3, 3)));
    assert!(done.is_ok() && hand.release(&mut filled));
    bencher.with_inputs(|| filled.clone()).bench_local_values(|mut draft| {
        black_box(draft.undo());
        draft
    });
}

/// The fill itself.
#[divan::bench]
fn fill(bencher: Bencher<'_, '_>) {
    let flat = Draft::new(Level::blank("Flat", 256, 256, Terrain::Grass));
    bencher.with_inputs(|| flat.clone()).bench_local_values(|mut draft| {
        let mut hand = hand(Shape::Fill, Paint::Terrain(Terrain::Sand.tile()));
        black_box(hand.press(&mut draft, Spot::middle_of(Cell::new(3, 3))).is_ok());
        draft
    });
}

/// Reading and validating a file as before play.
#[divan::bench]
fn read_and_validate(bencher: Bencher<'_, '_>) {
    let text = level().to_text();
    bencher.bench_local(|| black_box(Level::parse("large", &text).is_ok()));
}

/// All checks that the editor runs during editing.
#[divan::bench]
fn inspect(bencher: Bencher<'_, '_>) {
    let draft = Draft::new(level());
    bencher.bench_local(|| black_box(draft.check(Build::usual).len()));
}

/// Writing the level.
#[divan::bench]
fn write(bencher: Bencher<'_, '_>) {
    let level = level();
    bencher.bench_local(|| black_box(level.to_text().len()));
}

/// Clearing the entire level except its locked ground, and undoing it.
#[divan::bench]
fn clear_and_undo(bencher: Bencher<'_, '_>) {
    let mut draft = Draft::new(level());
    draft.layers.locked = LayerSet::of([Layer::Terrain, Layer::Heights]);
    let cells: Vec<Cell> = draft.level().ground.cells().collect();
    bencher.bench_local(|| {
        let edit = Edit::Clear { cells: cells.clone(), layers: LayerSet::ALL, fill: None };
        black_box(draft.apply(edit).is_ok());
        draft.undo()
    });
}
