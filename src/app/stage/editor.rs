//! Shows the editor's draft on the board, with the same board, miniatures and marks as in a battle.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bevy::app::{App, Plugin, PostUpdate, Update};
use bevy::camera::Camera;
use bevy::ecs::prelude::*;
use bevy::input::ButtonState;
use bevy::input::mouse::MouseButton;
use bevy::math::{Vec2, Vec3};
use bevy::state::condition::in_state;
use bevy::state::state::{OnEnter, OnExit};
use bevy::state::state_scoped::DespawnOnExit;
use bevy::transform::components::GlobalTransform;
use bevy::window::{PrimaryWindow, Window, WindowEvent};

use editor::{Draft, Layer, LayerSet, Spot, UnitAt, Where, cells_of, unit_at};
use grid::{Board, Cell, Deck, Edge, EdgeAt, FloorAt, Hm, Terrain, Tile};
use level::{Build, Daylight, Side, Unit};
use ui::board::{Annotations, BoardArea, LensTexts, Tone, label_lines};
use ui::editor::state::{EditorState, Storeys};
use ui::editor::tools::{Kind, ToolExt};
use ui::editor::{LeftButton, Pointed, PointedFigure, Pointing};
use ui::egui::{Pos2, Rect};
use ui::{Screen, UiSet};
use view::pick::{PickBody, Scenery, pick};
use view::relief::{Relief, metres};
use view::{
    BoardCamera, BuildBoard, CellNow, Diorama, EditBoard, Mini, OpenDecks, Overlay, RoofView,
    ViewSystems, WallCut, stand_height,
};

use super::figures::MiniEntities;
use super::labels::{self, Written};
use super::marks::nearest_sides;

/// Shows the draft of the editor.
pub(super) struct EditorStage;

/// Miniatures of the draft's units.
#[derive(Resource, Clone, Debug, Default)]
struct Figures(BTreeMap<UnitAt, Entity>);

impl Plugin for EditorStage {
    fn build(&self, app: &mut App) {
        app.init_resource::<Figures>()
            .add_systems(OnEnter(Screen::Editor), enter)
            .add_systems(OnExit(Screen::Editor), leave)
            .add_systems(
                Update,
                (
                    point.after(labels::turn).before(UiSet::Read),
                    (board, figures, lay).chain().after(UiSet::Computer).before(ViewSystems::Build),
                )
                    .run_if(in_state(Screen::Editor)),
            )
            .add_systems(
                PostUpdate,
                (numbers, names).run_if(in_state(Screen::Editor)).in_set(labels::Placing),
            );
    }
}

/// Replaces the figures of a battle with those of the draft.
fn enter(
    mut cast: ResMut<MiniEntities>,
    editor: Option<ResMut<EditorState>>,
    mut overlay: ResMut<Overlay>,
    mut commands: Commands,
) {
    for entity in std::mem::take(&mut cast.0).into_values() {
        commands.entity(entity).despawn();
    }
    overlay.set_if_neq(Overlay::default());
    if let Some(mut editor) = editor {
        editor.show_all();
    }
}

fn leave(
    mut figures: ResMut<Figures>,
    mut diorama: ResMut<Diorama>,
    (mut overlay, mut answers): (ResMut<Overlay>, ResMut<LensTexts>),
    mut roofs: ResMut<RoofView>,
    mut notes: ResMut<Annotations>,
) {
    figures.0.clear();
    diorama.cut = WallCut::Full;
    roofs.set_if_neq(RoofView::Usual);
    overlay.set_if_neq(Overlay::default());
    answers.set_if_neq(LensTexts::default());
    notes.set_if_neq(Annotations::default());
}

/// Tracks the ground under the pointer, and the figure in front of it, now and where the left button
/// was pressed or released. Figures do not hide the ground from painting.
fn point(
    window: Query<&Window, With<PrimaryWindow>>,
    camera: Query<(&Camera, &GlobalTransform), With<BoardCamera>>,
    (diorama, open): (Res<Diorama>, Res<OpenDecks>),
    (figures, minis): (Res<Figures>, Query<&Mini>),
    (mut pointing, mut figure): (ResMut<Pointing>, ResMut<PointedFigure>),
    (mut events, mut moved_to): (MessageReader<WindowEvent>, Local<Option<Vec2>>),
    mut left: ResMut<LeftButton>,
) {
    let met = |at: Vec2, bodies: &[PickBody]| {
        let (camera, place) = camera.single().ok()?;
        let ray = camera.viewport_to_world(place, at).ok()?;
        let (board, relief) = (diorama.board()?, diorama.relief()?);
        let scenery = Scenery { board, relief, cut: diorama.cut, open: &open.0 };
        pick(scenery, bodies, ray.origin, *ray.direction)
    };
    let bodies = figures.0.values().zip(0..);
    let bodies = bodies.filter_map(|(entity, id)| Some(minis.get(*entity).ok()?.pick_body(id)));
    let bodies: Vec<PickBody> = bodies.collect();
    let of = |id: u32| figures.0.keys().nth(usize::try_from(id).ok()?).copied();
    let under = |at: Vec2| Pointed {
        spot: met(at, &[]).map(|met| spot_in(met.cell, met.point)),
        figure: met(at, &bodies).and_then(|met| met.body).and_then(of),
    };
    let (pressed, released) = left_button(&mut events, &mut moved_to);
    let found = LeftButton { pressed: pressed.map(under), released: released.map(under) };
    left.set_if_neq(found);
    let now = window.single().ok().and_then(Window::cursor_position);
    let now = now.map(under).unwrap_or_default();
    pointing.set_if_neq(Pointing(now.spot));
    figure.set_if_neq(PointedFigure(now.figure));
}

/// Where the left button was first pressed and last released since the last frame. `moved_to` is
/// where the pointer was last.
fn left_button(
    events: &mut MessageReader<WindowEvent>,
    moved_to: &mut Option<Vec2>,
) -> (Option<Vec2>, Option<Vec2>) {
    let (mut pressed, mut released) = (None, None);
    for event in events.read() {
        match event {
            WindowEvent::CursorMoved(moved) => *moved_to = Some(moved.position),
            WindowEvent::MouseButtonInput(input) if input.button == MouseButton::Left => {
                match input.state {
                    ButtonState::Pressed => pressed = pressed.or(*moved_to),
                    ButtonState::Released => released = *moved_to,
                }
            }
            _ => {}
        }
    }
    (pressed, released)
}

/// The point hit, clamped to its cell: walls are hit on their near side.
fn spot_in(cell: Cell, point: Vec3) -> Spot {
    let within = |v: f32, cell: i16| {
        let from = i32::from(cell) * 100;
        ((v * 100.0).floor() as i32).clamp(from, from + 99)
    };
    Spot { x: within(point.x, cell.x), y: within(point.z, cell.y) }
}

/// Updates the board where the draft has changed.
fn board(
    editor: ResMut<EditorState>,
    (mut diorama, mut roofs): (ResMut<Diorama>, ResMut<RoofView>),
    mut build: MessageWriter<BuildBoard>,
    mut edits: MessageWriter<EditBoard>,
) {
    let cut = if editor.low_walls { WallCut::Cut } else { WallCut::Full };
    if diorama.cut != cut {
        diorama.cut = cut;
    }
    roofs.set_if_neq(match editor.palette.kind {
        Kind::Ceiling => RoofView::SeeThrough,
        _ if editor.roofs => RoofView::Usual,
        _ => RoofView::Hidden,
    });
    if !editor.has_changes() {
        return;
    }
    let mut editor = editor;
    let changed = editor.take_changes();
    // Light and weather affect every cell; so do lamps when it is not day.
    let lamps = !changed.things.is_empty() && editor.level().light != Daylight::Day;
    let on_table = diorama.board();
    let storeys = !changed.decks.is_empty() || changed.edges.iter().any(|at| at.floor.is_some());
    let whole = changed.all || changed.facts || storeys || lamps;
    match on_table.filter(|_| !whole) {
        None => {
            build.write(BuildBoard(Arc::new(shown(&editor.draft, editor.storeys))));
        }
        Some(on_table) => {
            let cells: BTreeSet<Cell> = changed.cells().collect();
            if !cells.is_empty() {
                edits.write(edit_of(&editor.draft, on_table, cells));
            }
        }
    }
}

/// Changes to the shown board where these cells of a draft differ.
fn edit_of(draft: &Draft, on_table: &Board, cells: BTreeSet<Cell>) -> EditBoard {
    let (board, hidden) = (draft.board(), draft.layers.hidden);
    let thing = |board: &Board, cell| board.thing_in(cell).map(|(_, thing)| thing.clone());
    let other = |cell: &Cell| thing(board, *cell) != thing(on_table, *cell);
    let others = !hidden.has(Layer::Things) && cells.iter().any(other);
    let things = others.then(|| board.things().map(|(_, thing)| thing.clone()).collect());
    let now = |cell: Cell| {
        let CellNow { tile, north, west, .. } = CellNow::on(board, cell);
        let edge = |edge: Option<Edge>| edge.filter(|_| !hidden.has(Layer::Edges));
        let tile = tile.map(|tile| shown_tile(tile, hidden));
        CellNow { cell, tile, north: edge(north), west: edge(west) }
    };
    EditBoard { changed: cells.into_iter().map(now).collect(), things }
}

/// A tile without hidden layers.
fn shown_tile(tile: Tile, hidden: LayerSet) -> Tile {
    let mut shown = tile;
    if hidden.has(Layer::Terrain) {
        shown = Tile { elevation: tile.elevation, exit: tile.exit, ..Terrain::Path.tile() };
    }
    if hidden.has(Layer::Heights) {
        shown.elevation = Hm::ZERO;
    }
    shown
}

/// The board of a draft without its hidden layers and storeys.
fn shown(draft: &Draft, storeys: Storeys) -> Board {
    let mut board = draft.board().clone();
    let hidden = draft.layers.hidden;
    if hidden.has(Layer::Things) {
        let things: Vec<_> = board.things().map(|(id, _)| id).collect();
        for id in things {
            board.remove_thing(id);
        }
    }
    let kept = |at: &EdgeAt| at.floor.is_none_or(|floor| storeys.has(floor));
    let edges = board.edges().map(|(at, _)| at);
    let edges: Vec<EdgeAt> = edges.filter(|at| hidden.has(Layer::Edges) || !kept(at)).collect();
    for at in edges {
        board.set_edge_at(at, None);
    }
    let decks: BTreeSet<Cell> = board.decks().map(|(cell, _)| cell).collect();
    for cell in decks {
        let all = board.decks_in(cell).to_vec();
        let kept = |top: Hm| storeys.has(top) && !hidden.has(Layer::Decks);
        if !all.iter().all(|deck| kept(deck.top)) {
            let open = board.open_hatches().filter(|(c, _)| *c == cell).map(|(_, deck)| deck);
            let all: Vec<Deck> = all.into_iter().chain(open).collect();
            let hatches: Vec<_> = board.hatches().filter(|(at, _)| at.cell == cell).collect();
            board.remove_decks(cell);
            for deck in all.into_iter().filter(|deck| kept(deck.top)) {
                board.add_deck(cell, deck);
            }
            for (at, edge) in hatches {
                board.set_edge_at(at, Some(edge));
            }
        }
    }
    if hidden.has(Layer::Terrain) || hidden.has(Layer::Heights) {
        let cells: Vec<Cell> = board.cells().collect();
        for cell in cells {
            if let Some(tile) = board.tile_mut(cell) {
                *tile = shown_tile(*tile, hidden);
            }
        }
    }
    board
}

/// Keeps a figure for each unit of the draft.
fn figures(
    editor: Res<EditorState>,
    diorama: Res<Diorama>,
    mut last: Local<Option<(u64, bool, Storeys)>>,
    mut figures: ResMut<Figures>,
    mut minis: Query<&mut Mini>,
    mut commands: Commands,
) {
    let hidden = editor.draft.layers.hidden.has(Layer::Units);
    let now = (editor.version(), hidden, editor.storeys);
    if *last == Some(now) && !diorama.is_changed() && (hidden || !figures.0.is_empty()) {
        return;
    }
    *last = Some(now);
    let sides = editor.level().sides.iter().enumerate();
    let units = sides.flat_map(|(side, list)| {
        let units = list.units.iter().enumerate();
        units.map(move |(unit, what)| (UnitAt { side, unit }, what))
    });
    let wanted: BTreeMap<UnitAt, Mini> = units
        .filter(|_| !hidden)
        .map(|(at, unit)| (at, unit, figure(editor.draft.board(), at.side, unit)))
        .filter(|(_, unit, mini)| {
            // Units on a deck that is not drawn are not drawn either.
            let flies = mini.altitude != Hm::ZERO || unit.altitude == Hm::ZERO;
            flies || editor.storeys.has(mini.feet)
        })
        .map(|(at, _, mini)| (at, mini))
        .collect();
    figures.0.retain(|at, entity| {
        let stays = wanted.contains_key(at);
        if !stays {
            commands.entity(*entity).despawn();
        }
        stays
    });
    for (at, want) in wanted {
        match figures.0.get(&at).copied() {
            Some(entity) => {
                if let Ok(mut mini) = minis.get_mut(entity) {
                    mini.set_if_neq(want);
                }
            }
            None => {
                figures.0.insert(at, commands.spawn((want, DespawnOnExit(Screen::Editor))).id());
            }
        }
    }
}

/// Figure of a unit at its starting position.
pub(super) fn figure(board: &Board, side: usize, unit: &Unit) -> Mini {
    let build = Build::usual(unit.role);
    let cells = cells_of(unit).filter_map(|cell| board.footing(cell, build.height));
    let ground =
        cells.max().unwrap_or_else(|| board.tile(unit.at).map_or(Hm::ZERO, |tile| tile.surface()));
    let side = u8::try_from(side).unwrap_or(u8::MAX);
    let feet = ground + unit.altitude;
    let key = unit.role.key();
    let mut mini = Mini::new(key, side, build.size, unit.at, feet, unit.facing);
    let on_deck = cells_of(unit).flat_map(|cell| board.decks_in(cell)).any(|deck| deck.top == feet);
    mini.altitude = if on_deck { Hm::ZERO } else { unit.altitude };
    mini
}

/// Marks the tool's cells, the selection, zones and places.
fn lay(
    editor: Res<EditorState>,
    pointing: Res<Pointing>,
    area: Res<BoardArea>,
    mut last: Local<Option<Option<Spot>>>,
    mut overlay: ResMut<Overlay>,
) {
    let spot = pointing.0.filter(|_| area.has_pointer || editor.is_pressed());
    if last.replace(spot) != Some(spot) || editor.is_changed() {
        overlay.set_if_neq(overlay_of(&editor, spot));
    }
}

fn overlay_of(editor: &EditorState, spot: Option<Spot>) -> Overlay {
    let level = editor.level();
    let zones = !editor.draft.layers.hidden.has(Layer::Zones);
    let mut sided: Vec<(Cell, u8)> = Vec::new();
    let mut cells: BTreeSet<Cell> = BTreeSet::new();
    for (name, zone) in level.regions.iter().filter(|_| zones) {
        let of = |side: &&Side| [&side.start, &side.hidden].contains(&&Some(name.clone()));
        match level.sides.iter().find(of) {
            Some(side) => sided.extend(zone.iter().map(|c| (*c, side.colour.look()))),
            None => cells.extend(zone),
        }
    }
    let (bars, rings) = ghost(editor, spot);
    let chosen = editor.palette.zone.as_ref().filter(|_| zones);
    let chosen = chosen.and_then(|name| level.regions.get(name));
    let painting = editor.palette.kind.mode() == ui::editor::tools::Mode::Zones;
    let unit = editor.chosen.and_then(|at| unit_at(level, at));
    let guarded = unit.and_then(|unit| level.regions.get(unit.conduct.region()?));
    let shaded = chosen.filter(|_| painting).or(guarded);
    let stops = unit.into_iter().flat_map(|unit| unit.conduct.stops().iter().copied());
    let marked = editor.mark.as_ref().map(|mark| marked(editor, mark)).unwrap_or_default();
    Overlay {
        // Cells off the board are not painted.
        reach: editor.outline(spot).into_iter().filter(|c| level.ground.contains(*c)).collect(),
        run: editor.selection.iter().copied().collect(),
        zone: cells.into_iter().collect(),
        shades: shaded.into_iter().flatten().map(|c| ((*c).into(), 2)).collect(),
        exits: if zones { nearest_sides(editor.draft.board()) } else { Vec::new() },
        targets: marked.into_iter().map(FloorAt::from).collect(),
        waypoints: editor.points.iter().map(|point| point.cell()).chain(stops).collect(),
        selected: unit.map(|unit| (unit.at, Build::usual(unit.role).size)),
        hover: spot.map(|spot| spot.cell().into()),
        sided,
        bars,
        rings,
        ..Overlay::default()
    }
}

/// The edges that an opening or the attached content would change, and the cells of the things and
/// units that come with it.
fn ghost(editor: &EditorState, spot: Option<Spot>) -> (Vec<EdgeAt>, Vec<Cell>) {
    let ground = &editor.level().ground;
    let bars = editor.edges_at(spot).into_iter();
    let on_board = |at: &EdgeAt| at.cells().iter().any(|c| ground.contains(*c));
    let bars = bars.filter(on_board).collect();
    let rings = editor.holders_at(spot).into_iter().filter(|c| ground.contains(*c)).collect();
    (bars, rings)
}

/// Cells of a highlighted place.
fn marked(editor: &EditorState, place: &Where) -> Vec<Cell> {
    match place {
        Where::Cell(cell) => vec![*cell],
        Where::Edge(at) => at.cells().to_vec(),
        Where::Unit(at) => {
            unit_at(editor.level(), *at).map(cells_of).into_iter().flatten().collect()
        }
        Where::Zone(name) => {
            editor.level().regions.get(name).into_iter().flatten().copied().collect()
        }
    }
}

/// Minimum width of a cell on screen that leaves room for its height, in points.
const ROOM: f32 = 26.0;

/// Number of cells that share one number, so that numbers are legible: 1, 2, 4 or 8.
fn spread(camera: &Camera, place: &GlobalTransform, board: &Board, relief: &Relief) -> u8 {
    let middle = Cell::new(board.width() as i16 / 2, board.height() as i16 / 2);
    let at = |cell: Cell| {
        let (x, z) = (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5);
        camera.world_to_viewport(place, Vec3::new(x, stand_height(board, relief, middle), z)).ok()
    };
    let ends = at(middle).zip(at(middle.offset(1, 0)));
    let width = ends.map_or(ROOM, |(a, b)| a.distance(b));
    [1, 2, 4].into_iter().find(|step| width * f32::from(*step) >= ROOM).unwrap_or(8)
}

/// Shows heights over the cells.
fn numbers(
    (editor, area): (Res<EditorState>, Res<BoardArea>),
    diorama: Res<Diorama>,
    camera: Query<(&Camera, Ref<GlobalTransform>), With<BoardCamera>>,
    mut last: Local<Option<Rect>>,
    mut answers: ResMut<LensTexts>,
) {
    let Ok((camera, place)) = camera.single() else { return };
    let same = last.replace(area.rect) == Some(area.rect) && !place.is_changed();
    if same && !editor.is_changed() && !diorama.is_changed() {
        return;
    }
    let mut found = LensTexts::default();
    if let Some((board, relief)) = diorama.board().zip(diorama.relief()).filter(|_| editor.numbers)
    {
        let apart = spread(camera, &place, board, relief);
        let shown = |cell: &Cell| {
            let step = i16::from(apart);
            cell.x.rem_euclid(step) == step / 2 && cell.y.rem_euclid(step) == step / 2
        };
        let heights = board.cells().filter(shown).filter_map(|cell| {
            let half = board.tile(cell)?.elevation.0;
            let sign = if half < 0 { "-" } else { "" };
            let (whole, rest) = (half.unsigned_abs() / 2, half % 2 != 0);
            let text = format!("{sign}{whole}{}", if rest { ".5" } else { "" });
            Some(Written { cell, free: apart, text })
        });
        found = labels::written((board, relief), (camera, &place), area.rect, heights);
    }
    answers.set_if_neq(found);
}

/// Shows the names of zones and of named units.
fn names(
    (editor, area): (Res<EditorState>, Res<BoardArea>),
    diorama: Res<Diorama>,
    camera: Query<(&Camera, Ref<GlobalTransform>), With<BoardCamera>>,
    pointing: Res<Pointing>,
    mut last: Local<Option<Rect>>,
    mut notes: ResMut<Annotations>,
) {
    let Ok((camera, place)) = camera.single() else { return };
    let same = last.replace(area.rect) == Some(area.rect) && !place.is_changed();
    let moved = pointing.is_changed() && !editor.level().labels.is_empty();
    if same && !editor.is_changed() && !diorama.is_changed() && !moved {
        return;
    }
    let Some((board, relief)) = diorama.board().zip(diorama.relief()) else { return };
    let level = editor.level();
    let hidden = editor.draft.layers.hidden;
    let mut found = Annotations::default();
    let under = pointing.0.map(|spot| spot.cell());
    let mut write = |(cell, rise): (Cell, Hm), below: bool, lines: Vec<(Tone, String)>| {
        let (x, z) = (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5);
        let middle = Vec3::new(x, stand_height(board, relief, cell) + metres(rise), z);
        let at = camera.world_to_viewport(&place, middle).ok().map(|at| Pos2::new(at.x, at.y));
        if let Some(at) = at.filter(|at| area.rect.contains(*at)) {
            found.tags.push((at, below, lines));
        }
    };
    if !hidden.has(Layer::Zones) {
        for (cell, label) in &level.labels {
            let pointed = editor.label == Some(*cell) || under == Some(*cell);
            write((*cell, Hm::ZERO), false, label_lines(label, pointed));
        }
        for (name, cells) in &level.regions {
            if let Some(cell) = cells.iter().nth(cells.len() / 2) {
                write((*cell, Hm::ZERO), false, vec![(Tone::Name, name.clone())]);
            }
        }
    }
    if !hidden.has(Layer::Units) {
        for unit in level.sides.iter().flat_map(|side| &side.units) {
            if let Some(name) = &unit.name {
                write((unit.at, unit.altitude), true, vec![(Tone::Plain, name.clone())]);
            }
        }
    }
    notes.set_if_neq(found);
}

#[cfg(test)]
mod tests {
    use bevy::ecs::system::RunSystemOnce;
    use bevy::input::mouse::MouseButtonInput;
    use bevy::window::CursorMoved;

    use super::*;
    use editor::Edit;
    use grid::{Dir, EdgeKind, ThingKind};
    use level::{Item, Level};
    use view::changed_chunks;

    #[test]
    fn a_spot_stays_in_the_cell_that_was_hit() {
        let cell = Cell::new(3, 1);
        assert_eq!(spot_in(cell, Vec3::new(3.25, 0.0, 1.5)), Spot { x: 325, y: 150 });
        assert_eq!(spot_in(cell, Vec3::new(2.999, 0.0, 2.001)), Spot { x: 300, y: 199 });
    }

    #[test]
    fn hidden_layers_are_not_shown() {
        let mut draft = Draft::new(Level::blank("Hidden", 8, 8, Terrain::Sand));
        let item = Item::new(ThingKind::Crate);
        let at = Cell::new(2, 2);
        for edit in [
            Edit::Things(vec![(at, Some(item))]),
            Edit::Edges(vec![((at, Dir::N).into(), Some(Edge::new(EdgeKind::Wall)))]),
            Edit::Ground(vec![(at, editor::Patch::height(Hm(4)))]),
        ] {
            draft.apply(edit).unwrap();
        }
        assert_eq!(&shown(&draft, Storeys::All), draft.board());
        for layer in [Layer::Things, Layer::Edges, Layer::Terrain, Layer::Heights] {
            draft.layers.hidden.set(layer, true);
        }
        let board = shown(&draft, Storeys::All);
        assert_eq!((board.things().count(), board.edges().count()), (0, 0));
        let tile = board.tile(at).unwrap();
        assert_eq!((tile.terrain, tile.elevation), (Terrain::Path, Hm::ZERO));
    }

    #[test]
    fn storeys_above_the_chosen_one_are_not_shown() {
        let mut draft = Draft::new(Level::blank("Storeys", 8, 8, Terrain::Sand));
        let (at, deck) = (Cell::new(2, 2), Some(level::DeckItem::USUAL));
        draft.apply(Edit::Decks(vec![((at, Hm(6)), deck), ((at, Hm(12)), deck)])).unwrap();
        let tops = |draft: &Draft, storeys| {
            shown(draft, storeys).decks_in(at).iter().map(|deck| deck.top).collect::<Vec<_>>()
        };
        assert_eq!(tops(&draft, Storeys::All), [Hm(6), Hm(12)]);
        assert_eq!(tops(&draft, Storeys::UpTo(Hm(6))), [Hm(6)]);
        assert_eq!(tops(&draft, Storeys::Ground), []);
        draft.layers.hidden.set(Layer::Decks, true);
        assert_eq!(tops(&draft, Storeys::All), []);
    }

    #[test]
    fn an_edited_board_equals_a_freshly_shown_board() {
        let item = Item::new(ThingKind::Crate);
        let wall = Some(Edge::new(EdgeKind::Wall));
        let (a, b) = (Cell::new(2, 2), Cell::new(7, 7));
        let edits = || {
            [
                Edit::Things(vec![(a, Some(item.clone())), (b, Some(item.clone()))]),
                Edit::Edges(
                    [(a, Dir::N), (b, Dir::E), (b, Dir::S)].map(|at| (at.into(), wall)).to_vec(),
                ),
                Edit::Ground(vec![(a, editor::Patch::terrain(Terrain::Solid.tile()))]),
                Edit::Ground(vec![(b, editor::Patch::height(Hm(4)))]),
            ]
        };
        let layers = [Layer::Things, Layer::Edges, Layer::Terrain, Layer::Heights].map(Some);
        for hidden in layers.into_iter().chain([None]) {
            let mut draft = Draft::new(Level::blank("Mended", 8, 8, Terrain::Sand));
            if let Some(layer) = hidden {
                draft.layers.hidden.set(layer, true);
            }
            let mut on_table = shown(&draft, Storeys::All);
            for edit in edits() {
                let changed = draft.apply(edit).unwrap();
                edit_of(&draft, &on_table, changed.cells().collect()).carry_out(&mut on_table);
                let differ = changed_chunks(Some(&on_table), &shown(&draft, Storeys::All));
                assert_eq!(differ, [], "{hidden:?}");
            }
        }
    }

    /// With a slow frame the pointer moves on between the press and the next look at it.
    #[test]
    fn the_button_counts_where_it_went_down_and_up() {
        let mut world = World::new();
        world.init_resource::<Messages<WindowEvent>>();
        let window = Entity::PLACEHOLDER;
        let moved = |x: f32| {
            WindowEvent::CursorMoved(CursorMoved {
                window,
                position: Vec2::new(x, 0.0),
                delta: None,
            })
        };
        let left = |state| {
            let button = MouseButton::Left;
            WindowEvent::MouseButtonInput(MouseButtonInput { button, state, window })
        };
        let (down, up) = (left(ButtonState::Pressed), left(ButtonState::Released));
        for event in [moved(1.0), down, moved(2.0), moved(3.0), up, moved(4.0)] {
            world.write_message(event);
        }
        let read = |mut events: MessageReader<WindowEvent>, mut at: Local<Option<Vec2>>| {
            (left_button(&mut events, &mut at), *at)
        };
        let found = world.run_system_once(read).unwrap();
        let at = |x: f32| Some(Vec2::new(x, 0.0));
        assert_eq!(found, ((at(1.0), at(3.0)), at(4.0)));
    }
}
