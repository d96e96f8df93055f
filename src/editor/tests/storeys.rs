//! Walls, doors and windows of upper storeys.

use crate::{
    Clipboard, Draft, EdgeAt, Edit, EditError, GridTransform, Layer, LayerSet, Laying, Patch, Spot,
    Symmetry, Tool, ToolController,
};
use grid::{Cell, Dir, Edge, EdgeKind, Hm, Terrain};
use level::{DeckItem, Level};

const FIRST: Hm = Hm(6);

/// A level with decks at 3 m over a square of four by three cells.
fn house() -> Draft {
    let mut draft = Draft::new(Level::blank("House", 16, 12, Terrain::Grass));
    let cells = (2..6).flat_map(|x| (2..5).map(move |y| Cell::new(x, y)));
    let decks = cells.map(|cell| ((cell, FIRST), Some(DeckItem::USUAL))).collect();
    draft.apply(Edit::Decks(decks)).unwrap();
    draft
}

/// A stroke from one cell to another on a floor.
fn stroke(draft: &mut Draft, tool: Tool, floor: Option<Hm>, path: [(i16, i16); 2]) {
    let mut controller = ToolController::new(tool);
    controller.floor = floor;
    let [from, to] = path.map(|(x, y)| Spot::middle_of(Cell::new(x, y)));
    controller.press(draft, from).unwrap();
    controller.drag(draft, to).unwrap();
    controller.release(draft);
}

fn room(draft: &mut Draft, floor: Option<Hm>) {
    stroke(draft, Tool::Room(Edge::new(EdgeKind::Wall)), floor, [(2, 2), (5, 4)]);
}

fn at(x: i16, y: i16, side: Dir, floor: i32) -> EdgeAt {
    EdgeAt { cell: Cell::new(x, y), side, floor: Some(Hm(floor)) }
}

/// Number of walls and doors on a floor.
fn count(draft: &Draft, floor: Option<Hm>) -> usize {
    draft.level().edges.keys().filter(|at| at.floor == floor).count()
}

#[test]
fn rooms_doors_and_gaps_are_drawn_on_the_chosen_floor() {
    let mut draft = house();
    room(&mut draft, None);
    room(&mut draft, Some(FIRST));
    assert_eq!((count(&draft, None), count(&draft, Some(FIRST))), (14, 14));
    let window = Edge::new(EdgeKind::Window);
    let mut controller = ToolController::new(Tool::Door(Some(window)));
    controller.floor = Some(FIRST);
    controller.press(&mut draft, Spot { x: 350, y: 205 }).unwrap();
    controller.release(&mut draft);
    let north = at(3, 2, Dir::N, 6);
    assert_eq!(draft.level().edges.get(&north), Some(&window));
    let below = EdgeAt::ground(north.cell, north.side);
    assert_eq!(draft.level().edges.get(&below), Some(&Edge::new(EdgeKind::Wall)));
    assert_eq!(draft.board().edge_at(north), Some(window));
    let mut gap = ToolController::new(Tool::Wall(None));
    gap.floor = Some(FIRST);
    gap.press(&mut draft, Spot { x: 200, y: 200 }).unwrap();
    gap.drag(&mut draft, Spot { x: 600, y: 200 }).unwrap();
    gap.release(&mut draft);
    assert_eq!((count(&draft, None), count(&draft, Some(FIRST))), (14, 10));
    for wanted in [14, 14, 0] {
        assert!(draft.undo().is_some());
        assert_eq!(count(&draft, Some(FIRST)), wanted);
        assert_eq!(draft.board(), &draft.level().board());
    }
    assert!(draft.redo().is_some());
    assert_eq!(count(&draft, Some(FIRST)), 14);
}

#[test]
fn a_floor_no_higher_than_the_ground_is_the_ground() {
    let mut draft = house();
    let hill = (2..6).map(|x| (Cell::new(x, 3), Patch::height(Hm(8)))).collect();
    draft.apply(Edit::Ground(hill)).unwrap();
    let fence = Some(Edge::new(EdgeKind::Fence));
    draft.apply(Edit::Edges(vec![(at(3, 3, Dir::N, 6), fence)])).unwrap();
    draft.apply(Edit::Edges(vec![(at(3, 5, Dir::N, 6), fence)])).unwrap();
    let places: Vec<EdgeAt> = draft.level().edges.keys().copied().collect();
    assert_eq!(places, [EdgeAt::ground(Cell::new(3, 3), Dir::N), at(3, 5, Dir::N, 6)]);
}

#[test]
fn strokes_on_a_floor_are_mirrored() {
    let mut draft = house();
    let mut controller = ToolController::new(Tool::Wall(Some(Edge::new(EdgeKind::LowWall))));
    controller.floor = Some(FIRST);
    controller.symmetry = Symmetry { west_east: true, ..Symmetry::NONE };
    controller.press(&mut draft, Spot { x: 200, y: 200 }).unwrap();
    controller.drag(&mut draft, Spot { x: 200, y: 300 }).unwrap();
    controller.release(&mut draft);
    let places: Vec<EdgeAt> = draft.level().edges.keys().copied().collect();
    assert_eq!(places, [at(2, 2, Dir::W, 6), at(14, 2, Dir::W, 6)]);
}

#[test]
fn all_storeys_are_copied_turned_and_laid_at_the_height_of_the_ground() {
    let mut draft = house();
    room(&mut draft, None);
    room(&mut draft, Some(FIRST));
    let cells = (2..6).flat_map(|x| (2..5).map(move |y| Cell::new(x, y))).collect();
    let clip = Clipboard::copy(draft.level(), &cells, LayerSet::ALL).unwrap();
    let upper = |clip: &Clipboard| {
        let taken = clip.edges.iter().filter(|(_, edge)| edge.is_some());
        taken.filter_map(|(at, _)| at.floor).collect::<Vec<Hm>>()
    };
    assert_eq!(upper(&clip), [FIRST; 14]);
    let part = Clipboard::of_part(&clip.to_part("House").unwrap()).unwrap();
    assert_eq!(part.edges, clip.edges);
    assert_eq!(upper(&clip.turned(GridTransform::ALL[1])).len(), 14);
    let hill = (7..12).flat_map(|x| (5..10).map(move |y| (Cell::new(x, y), Patch::height(Hm(4)))));
    draft.apply(Edit::Ground(hill.collect())).unwrap();
    let corner = Cell::new(7, 6);
    // Existing matter between the cells is replaced on every storey.
    let old = at(8, 7, Dir::W, 20);
    draft.apply(Edit::Edges(vec![(old, Some(Edge::new(EdgeKind::Fence)))])).unwrap();
    let fitted = clip.fitted(draft.level(), corner, Laying::default());
    draft.apply(Edit::Paste { clip: fitted, at: corner }).unwrap();
    assert_eq!((count(&draft, Some(FIRST)), count(&draft, Some(Hm(10)))), (14, 14));
    assert_eq!(draft.level().edges.get(&old), None);
    assert_eq!(draft.board(), &draft.level().board());
    let cells = clip.cells_at(corner).collect();
    let layers = LayerSet::of([Layer::Edges]);
    draft.apply(Edit::Clear { cells, layers, fill: None }).unwrap();
    assert_eq!((draft.level().edges.len(), count(&draft, Some(Hm(10)))), (28, 0));
}

#[test]
fn too_many_floors_and_floors_out_of_range_are_refused() {
    let mut draft = house();
    let wall = Some(Edge::new(EdgeKind::Wall));
    let before = draft.level().clone();
    let tower = (1..=9).map(|n| (at(3, 2, Dir::N, 6 * n), wall)).collect();
    let found = draft.apply(Edit::Edges(tower));
    assert!(matches!(found, Err(EditError::TooMany { most: 8, .. })), "{found:?}");
    for floor in [201, i32::MAX] {
        let found = draft.apply(Edit::Edges(vec![(at(3, 2, Dir::N, floor), wall)]));
        assert!(matches!(found, Err(EditError::Range { .. })), "{found:?}");
    }
    assert_eq!((draft.level(), draft.board()), (&before, &before.board()));
}

#[test]
fn hatches_are_put_into_decks_and_go_with_them() {
    let mut draft = house();
    let hatch = Edge { open: true, ..Edge::new(EdgeKind::Hatch) };
    let place = EdgeAt::hatch(Cell::new(3, 3), FIRST);
    stroke(&mut draft, Tool::Door(Some(hatch)), None, [(3, 3), (3, 3)]);
    assert_eq!(draft.level().edges.get(&place), Some(&hatch));
    assert!(draft.board().decks_in(place.cell).is_empty());
    assert_eq!(draft.board(), &draft.level().board());
    // Not on the grass, and not on another floor.
    stroke(&mut draft, Tool::Door(Some(hatch)), None, [(9, 9), (9, 9)]);
    stroke(&mut draft, Tool::Door(Some(hatch)), Some(Hm(12)), [(4, 4), (4, 4)]);
    assert_eq!(draft.level().edges.len(), 1);
    // Copied, turned, and laid a metre higher with its deck.
    let cells = (2..6).flat_map(|x| (2..5).map(move |y| Cell::new(x, y))).collect();
    let clip = Clipboard::copy(draft.level(), &cells, LayerSet::ALL).unwrap();
    let turned = clip.turned(GridTransform::ALL[1]);
    let hatches = |clip: &Clipboard| clip.edges.keys().filter(|at| at.is_hatch()).count();
    assert_eq!((hatches(&clip), hatches(&turned)), (1, 1));
    draft.apply(Edit::Paste { clip: turned, at: Cell::new(8, 6) }).unwrap();
    assert_eq!(draft.level().edges.keys().filter(|at| at.is_hatch()).count(), 2);
    assert_eq!(draft.board(), &draft.level().board());
    // The tool that removes walls takes it away, and removing the deck too.
    stroke(&mut draft, Tool::Wall(None), Some(FIRST), [(3, 3), (3, 3)]);
    assert_eq!(
        (draft.level().edges.get(&place), draft.board().decks_in(place.cell).len()),
        (None, 1)
    );
    assert!(draft.undo().is_some());
    draft.apply(Edit::Decks(vec![((place.cell, FIRST), None)])).unwrap();
    assert_eq!(draft.level().edges.get(&place), None);
    assert_eq!(draft.board(), &draft.level().board());
    assert!(draft.undo().is_some());
    assert_eq!(draft.level().edges.get(&place), Some(&hatch));
    assert_eq!(draft.board(), &draft.level().board());
}

#[test]
fn secret_doors_are_drawn_kept_and_undone() {
    let mut draft = house();
    room(&mut draft, None);
    let secret = Edge { secret: true, ..Edge::new(EdgeKind::Door) };
    let hatch = Edge { secret: true, ..Edge::new(EdgeKind::Hatch) };
    let place = EdgeAt::ground(Cell::new(3, 2), Dir::N);
    draft.apply(Edit::Edges(vec![(place, Some(secret))])).unwrap();
    stroke(&mut draft, Tool::Door(Some(hatch)), None, [(3, 3), (3, 3)]);
    let all = |level: &Level| level.edges.values().filter(|edge| edge.secret).count();
    assert_eq!((all(draft.level()), draft.board().edge_at(place)), (2, Some(secret)));
    assert_eq!(draft.board(), &draft.level().board());
    let text = draft.level().to_text();
    assert_eq!(Level::parse("house.ron", &text).as_ref(), Ok(draft.level()));
    // Copied, kept as a part, turned and laid down.
    let cells = (2..6).flat_map(|x| (2..5).map(move |y| Cell::new(x, y))).collect();
    let clip = Clipboard::copy(draft.level(), &cells, LayerSet::ALL).unwrap();
    let part = Clipboard::of_part(&clip.to_part("House").unwrap()).unwrap();
    assert_eq!(part.edges, clip.edges);
    for transform in GridTransform::ALL {
        let at = Cell::new(8, 6);
        draft.apply(Edit::Paste { clip: part.turned(transform), at }).unwrap();
        assert_eq!(all(draft.level()), 4, "{transform:?}");
        assert!(draft.undo().is_some());
    }
    // Open leaves and edges without a leaf are not secret.
    for edge in [Edge { open: true, ..secret }, Edge { secret: true, ..Edge::new(EdgeKind::Wall) }]
    {
        draft.apply(Edit::Edges(vec![(place, Some(edge))])).unwrap();
        assert_eq!(all(draft.level()), 1, "{edge:?}");
        assert!(draft.undo().is_some());
    }
    assert!(draft.undo().is_some() && draft.undo().is_some());
    assert_eq!(all(draft.level()), 0);
}
