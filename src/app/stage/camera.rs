//! Which input the camera accepts, and what it is asked to show.

use bevy::ecs::prelude::*;
use bevy::ecs::system::SystemParam;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::math::{Vec2, Vec3};
use bevy::state::state::State as InState;
use bevy::window::{PrimaryWindow, Window};
use bevy_egui::egui::Rect;

use grid::{Cell, UnitId};
use rules::{Key, Target};
use settings::Motion;
use ui::board::{BoardArea, Show};
use ui::editor::dialogs::EditorDialogs;
use ui::interaction::Mode;
use ui::{Panels, Pause, Screen, Selection};
use view::{CameraInput, CameraKeys, CameraRig, Diorama, Mini};

use super::figures::MiniEntities;

/// Lets the camera follow the mouse over the board, and the keys unless the player is typing.
pub(super) fn accept_input(
    (screen, pause): (Res<InState<Screen>>, Res<InState<Pause>>),
    area: Res<BoardArea>,
    papers: Res<EditorDialogs>,
    motion: Res<Motion>,
    mut input: ResMut<CameraInput>,
) {
    let on_board = *screen.get() != Screen::Menu && *pause.get() == Pause::Running;
    // The board waits while the editor shows a dialog.
    let asked = *screen.get() == Screen::Editor && papers.is_open();
    let wanted = CameraInput {
        pointer: on_board && !asked && area.has_pointer,
        keys: on_board && !asked && !area.typing,
        reduced_motion: motion.reduced,
        north_up: *screen.get() == Screen::Editor,
        ..*input
    };
    input.set_if_neq(wanted);
}

/// The figures on the board, and the free part of the window.
#[derive(SystemParam)]
pub(super) struct Scenery<'w, 's> {
    cast: Res<'w, MiniEntities>,
    minis: Query<'w, 's, &'static Mini>,
    diorama: Res<'w, Diorama>,
    area: Res<'w, BoardArea>,
    window: Query<'w, 's, &'static Window, With<PrimaryWindow>>,
}

/// Space between the framed figures and the panels, in points.
const ROUND_FIGURES: f32 = 12.0;

/// Share of the free width and height to keep between the acting unit and the panels on each side,
/// so that its surroundings are in view as well.
const AROUND_ACTOR: f32 = 0.2;

/// Maximum factor by which the camera moves away to show all targets of an act.
const FURTHER_FOR_TARGETS: f32 = 1.6;

impl Scenery<'_, '_> {
    fn mini(&self, id: UnitId) -> Option<&Mini> {
        self.minis.get(*self.cast.0.get(&id)?).ok()
    }

    /// Foot and head of each unit that has a figure.
    fn figures(&self, units: &[UnitId]) -> Vec<Vec3> {
        let minis = units.iter().filter_map(|id| self.mini(*id));
        let ends = minis.map(|mini| (mini.foot(), mini.pick_body(0).height));
        ends.flat_map(|(foot, height)| [foot, foot + height * Vec3::Y]).collect()
    }

    /// The middle of a cell's ground.
    fn ground(&self, cell: Cell) -> Option<Vec3> {
        let (x, z) = (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5);
        Some(Vec3::new(x, self.diorama.relief()?.surface(cell), z))
    }

    /// True if a point lies in the free part of the window.
    fn shows(&self, rig: CameraRig, point: Vec3) -> bool {
        let Ok(window) = self.window.single() else { return true };
        let at = rig.in_window(point, Vec2::new(window.width(), window.height()));
        at.is_some_and(|at| self.area.free.contains((at.x, at.y).into()))
    }

    /// The point to look at for a figure with this foot, with as much of the board as possible.
    fn with_board(&self, rig: CameraRig, foot: Vec3, figure: &[Vec3]) -> Vec3 {
        let Some(board) = self.diorama.board() else { return foot };
        let middle = Vec3::new(f32::from(board.width()), 0.0, f32::from(board.height())) / 2.0;
        towards(middle, foot, |focus| {
            let rig = CameraRig { focus: Vec3::new(focus.x, rig.focus.y, focus.z), ..rig };
            figure.iter().all(|point| self.shows_well(rig, *point))
        })
    }

    /// True if a point lies in the free part of the window, away from its edges.
    fn shows_well(&self, rig: CameraRig, point: Vec3) -> bool {
        let Ok(window) = self.window.single() else { return true };
        let free = self.area.free;
        let free = free.shrink2(free.size() * AROUND_ACTOR);
        let at = rig.in_window(point, Vec2::new(window.width(), window.height()));
        at.is_some_and(|at| free.contains((at.x, at.y).into()))
    }

    /// The rig from which all points are visible and not covered by panels.
    fn framing(&self, rig: CameraRig, points: &[Vec3]) -> CameraRig {
        let Ok(window) = self.window.single() else { return rig };
        let free = self.area.free.shrink(ROUND_FIGURES);
        let part = (Vec2::new(free.min.x, free.min.y), Vec2::new(free.max.x, free.max.y));
        rig.framing(points, part, Vec2::new(window.width(), window.height()))
    }
}

/// The first point from the middle of the board towards a figure that `seen` accepts, otherwise the
/// figure.
fn towards(middle: Vec3, figure: Vec3, seen: impl Fn(Vec3) -> bool) -> Vec3 {
    let steps = [0.25, 0.4, 0.55, 0.7, 0.85].map(|part| middle.lerp(figure, part));
    steps.into_iter().find(|focus| seen(*focus)).unwrap_or(figure)
}

/// The camera distance after zooming out to show both sides of an attack. The camera returns in the
/// next turn, unless the player has changed the distance since.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AttackZoom {
    from: f32,
    to: f32,
}

impl AttackZoom {
    /// True if the camera is still at that distance.
    fn is_at(self, distance: f32) -> bool {
        (self.to - distance).abs() < 0.01
    }
}

/// Centres the requested point without turning the view, brings two figures into view, or looks
/// from above.
pub(super) fn look(
    mut shows: MessageReader<Show>,
    scenery: Scenery,
    mut attack_zoom: Local<Option<AttackZoom>>,
    mut rig: ResMut<CameraRig>,
) {
    let Some(show) = shows.read().last() else { return };
    let mut frame = |rig: &mut ResMut<CameraRig>, points: &[Vec3]| {
        let moved = scenery.framing(**rig, points);
        if moved.distance > rig.distance {
            let before = attack_zoom.filter(|back| back.is_at(rig.distance));
            let from = before.map_or(rig.distance, |back| back.from);
            *attack_zoom = Some(AttackZoom { from, to: moved.distance });
        }
        rig.set_if_neq(moved);
        None
    };
    let focus = match show {
        Show::Unit(id) => scenery.mini(*id).map(Mini::foot),
        Show::Cell(cell) => scenery.ground(*cell),
        Show::Turn(id) => {
            let back = attack_zoom.take().filter(|back| back.is_at(rig.distance));
            let near = CameraRig { distance: back.map_or(rig.distance, |back| back.from), ..*rig };
            rig.set_if_neq(near);
            let figure = scenery.figures(&[*id]);
            let hidden = figure.iter().any(|point| !scenery.shows(*rig, *point));
            let foot = scenery.mini(*id).map(Mini::foot).filter(|_| hidden);
            foot.map(|foot| scenery.with_board(*rig, foot, &figure))
        }
        Show::Both(one, other) => frame(&mut rig, &scenery.figures(&[*one, *other])),
        Show::Aimed(unit, cell) => {
            let mut points = scenery.figures(&[*unit]);
            points.extend(scenery.ground(*cell));
            frame(&mut rig, &points)
        }
        Show::Targets(unit, targets) => {
            let far = rig.distance * FURTHER_FOR_TARGETS;
            let shown = (1..=targets.len()).rev().find_map(|most| {
                let near = targets.iter().take(most).copied();
                let points = scenery.figures(&[*unit].into_iter().chain(near).collect::<Vec<_>>());
                (scenery.framing(*rig, &points).distance <= far).then_some(points)
            });
            shown.and_then(|points| frame(&mut rig, &points))
        }
        Show::FromAbove => {
            let moved = rig.top_down();
            rig.set_if_neq(moved);
            None
        }
    };
    if let Some(focus) = focus {
        rig.focus = Vec3::new(focus.x, rig.focus.y, focus.z);
    }
}

/// Brings the player's acting unit into view where no turn has begun on screen: at the start of a
/// battle, in a loaded one, after a change of seats.
pub(super) fn frame_acting_unit(
    selection: Res<Selection>,
    scenery: Scenery,
    mut greeted: Local<Option<UnitId>>,
    mut show: MessageWriter<Show>,
) {
    let actor = selection.options.actor.filter(|_| scenery.area.free.is_positive());
    if *greeted == actor || actor.is_some_and(|id| scenery.mini(id).is_none()) {
        return;
    }
    *greeted = actor;
    show.write_batch(actor.map(Show::Turn));
}

/// Once, when the player begins to aim an act, brings its possible targets into the free part of
/// the window, if a panel covers one of them or it is out of view.
pub(super) fn frame_targets(
    selection: Res<Selection>,
    scenery: Scenery,
    rig: Res<CameraRig>,
    mut sought: Local<Option<(UnitId, Key)>>,
    mut show: MessageWriter<Show>,
) {
    let act = match &selection.hand.mode {
        Mode::Aiming { act, .. } => Some(act),
        _ => None,
    };
    let Some((unit, act)) = selection.options.actor.zip(act) else {
        *sought = None;
        return;
    };
    let Some(all) = selection.options.targets.get(act).filter(|_| scenery.area.free.is_positive())
    else {
        return;
    };
    let now = Some((unit, act.clone()));
    if *sought == now {
        return;
    }
    *sought = now;
    let Some(from) = scenery.mini(unit).map(Mini::foot) else { return };
    let mut near: Vec<(f32, UnitId)> = Vec::new();
    for target in all {
        let (Target::Unit(id) | Target::Part(id, _)) = target else { continue };
        let known = near.iter().any(|(_, other)| other == id);
        if *id != unit
            && !known
            && let Some(mini) = scenery.mini(*id)
        {
            near.push((mini.foot().distance(from), *id));
        }
    }
    near.sort_by(|one, other| one.0.total_cmp(&other.0));
    let targets: Vec<UnitId> = near.into_iter().map(|(_, id)| id).collect();
    if scenery.figures(&targets).iter().any(|point| !scenery.shows(*rig, *point)) {
        show.write(Show::Targets(unit, targets));
    }
}

/// The question that the camera was last moved for, and the free part of the window then.
type FramedQuestion = (Vec<UnitId>, Vec<Cell>, String, Rect);

/// Brings the subject of a question into the free part of the window, once. After that the player
/// controls the view.
pub(super) fn frame_question(
    panels: Res<Panels>,
    scenery: Scenery,
    mut attended: Local<Option<FramedQuestion>>,
    mut rig: ResMut<CameraRig>,
) {
    let free = scenery.area.free;
    let Some(prompt) = panels.prompt.as_ref().filter(|_| free.is_positive()) else {
        *attended = None;
        return;
    };
    let now = (prompt.units.clone(), prompt.cells.clone(), prompt.text.clone(), free);
    if attended.as_ref() == Some(&now) {
        return;
    }
    *attended = Some(now);
    let mut points = scenery.figures(&prompt.units);
    points.extend(prompt.cells.iter().filter_map(|cell| scenery.ground(*cell)));
    let moved = scenery.framing(*rig, &points);
    rig.set_if_neq(moved);
}

/// Aspect ratio, width by height, that the default view of a board assumes, without panels.
const USUAL_SHAPE: f32 = 16.0 / 9.0;

/// Factor by which to increase the camera distance when panels leave only a part of the window
/// free. Takes the width and height of both.
fn further(window: (f32, f32), free: (f32, f32)) -> f32 {
    let tall = window.1 / free.1.max(1.0);
    // The visible height depends only on the distance, so the width scales with the window's
    // height.
    let wide = USUAL_SHAPE * window.1 / free.0.max(1.0);
    wide.max(tall).clamp(1.0, 4.0)
}

/// How close the editor looks before the board is framed, as a part of the usual distance.
const CLOSE: f32 = 0.4;

/// The corners of a board of this many columns and rows, at this height.
fn corners_of((columns, rows): (u16, u16), y: f32) -> [Vec3; 4] {
    let (w, h) = (f32::from(columns), f32::from(rows));
    [(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)].map(|(x, z)| Vec3::new(x, y, z))
}

/// What the camera was last fitted to.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Fitted {
    /// Columns and rows of the board.
    size: Option<(u16, u16)>,
    /// The part of the window that shows the whole board, if the board is only a backdrop.
    framed: Option<Rect>,
    /// The editor has just been opened from there, and its panels were not laid out yet.
    is_early: bool,
}

/// Moves the camera back when a board is shown or the player asks for the whole board, because
/// panels cover a part of the window. Behind the menu and beside a result the whole board is
/// framed; in an editor opened from there too, once more when its panels are laid out.
pub(super) fn fit(
    keys: Res<ButtonInput<KeyCode>>,
    window: Query<&Window, With<PrimaryWindow>>,
    (screen, area): (Res<InState<Screen>>, Res<BoardArea>),
    diorama: Res<Diorama>,
    (input, bound): (Res<CameraInput>, Res<CameraKeys>),
    mut fitted: Local<Fitted>,
    mut rig: ResMut<CameraRig>,
) {
    let size = diorama.board().map(|board| (board.width(), board.height()));
    let free = area.rect;
    let Some(window) = window.single().ok().filter(|_| free.width() > 1.0) else { return };
    let asked = input.keys && keys.any_just_pressed(bound.whole_board.iter().copied());
    let screen = *screen.get();
    let framed = matches!(screen, Screen::Menu | Screen::Result).then_some(free);
    let left = fitted.framed.is_some() && framed.is_none();
    let is_early = left && screen == Screen::Editor;
    let before = std::mem::replace(&mut *fitted, Fitted { size, framed, is_early });
    if *fitted == before && !asked {
        return;
    }
    let window = Vec2::new(window.width(), window.height());
    let by = further(window.into(), (free.width(), free.height()));
    let home = size.map(|(columns, rows)| {
        CameraRig::over_board(f32::from(columns), f32::from(rows), rig.focus.y)
    });
    if let Some(home) = home.filter(|_| screen == Screen::Editor) {
        // As large as fits between the panels.
        let room = free.shrink(ROUND_FIGURES);
        let part = (Vec2::new(room.min.x, room.min.y), Vec2::new(room.max.x, room.max.y));
        let near = CameraRig { focus: home.focus, distance: home.distance * CLOSE, ..*rig };
        *rig = near.framing(&corners_of(size.unwrap_or_default(), rig.focus.y), part, window);
        return;
    }
    match (home, framed) {
        (Some(home), Some(_)) => {
            // The middle of the free part differs from the middle of the window.
            let off = Vec2::new(free.center().x, free.center().y) - window / 2.0;
            let whole = CameraRig { focus: home.focus, distance: home.distance * by, ..*rig };
            *rig = whole.shifted(off, window.y);
        }
        (Some(home), None) if left => *rig = CameraRig { distance: home.distance * by, ..home },
        _ => rig.distance *= by,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use grid::{Dir, Hm};
    use rules::ruleset::Aim;

    /// Unit 1 in view, unit 2 far away.
    fn two_units(near: CameraRig) -> World {
        let mut world = World::new();
        world.insert_resource(CameraRig { focus: Vec3::new(2.5, 0.0, 2.5), ..near });
        world.init_resource::<Messages<Show>>();
        world.init_resource::<Diorama>();
        let free = Rect::from_min_max((200.0, 100.0).into(), (1000.0, 600.0).into());
        world.insert_resource(BoardArea { free, ..BoardArea::default() });
        world
            .spawn((Window { resolution: (1280, 720).into(), ..Window::default() }, PrimaryWindow));
        let mut cast = MiniEntities::default();
        for (id, x) in [(1, 2), (2, 40)] {
            let at = Cell::new(x, 2);
            let mini = Mini::new(Key::of("scout"), 0, 1, at, Hm::ZERO, Dir::S);
            cast.0.insert(UnitId(id), world.spawn(mini).id());
        }
        world.insert_resource(cast);
        world
    }

    #[test]
    fn the_acting_unit_is_brought_into_view_once_also_if_no_turn_begins() {
        let mut world = two_units(CameraRig::over_board(8.0, 8.0, 0.0));
        let mut selection = Selection::default();
        selection.options.actor = Some(UnitId(2));
        world.insert_resource(selection);
        let frame_acting_unit = world.register_system(frame_acting_unit);
        let mut asked = || -> Vec<Show> {
            world.run_system(frame_acting_unit).unwrap();
            world.resource_mut::<Messages<Show>>().drain().collect()
        };
        assert!(matches!(asked()[..], [Show::Turn(UnitId(2))]));
        assert!(asked().is_empty(), "then the view belongs to the player");
    }

    #[test]
    fn the_targets_of_an_act_are_brought_into_view_when_it_is_chosen() {
        let near = CameraRig::over_board(8.0, 8.0, 0.0);
        let mut world = two_units(near);
        let (act, aim) = (Key::of("bow"), Aim::Unit);
        let mut selection = Selection::default();
        selection.options.actor = Some(UnitId(1));
        let targets = [2, 1, 2].map(|id| Target::Unit(UnitId(id)));
        selection.options.targets.insert(act.clone(), targets.to_vec());
        world.insert_resource(selection);
        let frame = world.register_system(frame_targets);
        let asked = |world: &mut World, chosen: bool| -> Vec<Show> {
            let mode = Mode::Aiming { act: act.clone(), aim, target: None };
            let mode = if chosen { mode } else { Mode::Idle };
            world.resource_mut::<Selection>().hand.mode = mode;
            world.run_system(frame).unwrap();
            world.resource_mut::<Messages<Show>>().drain().collect()
        };
        assert!(asked(&mut world, false).is_empty());
        let wanted = Show::Targets(UnitId(1), vec![UnitId(2)]);
        let shown = asked(&mut world, true);
        assert!(matches!(shown.as_slice(), [one] if *one == wanted), "{shown:?}");
        assert!(asked(&mut world, true).is_empty(), "then the view belongs to the player");
        // Too far away to be shown together: the view stays.
        let look = world.register_system(look);
        world.write_message(wanted.clone());
        world.run_system(look).unwrap();
        assert_eq!(
            *world.resource::<CameraRig>(),
            CameraRig { focus: Vec3::new(2.5, 0.0, 2.5), ..near }
        );
        let wide = CameraRig { distance: near.distance * 4.0, ..near };
        world.insert_resource(wide);
        world.write_message(wanted);
        world.run_system(look).unwrap();
        assert_ne!(*world.resource::<CameraRig>(), wide, "both fit into the free part");
        asked(&mut world, false);
        assert!(asked(&mut world, true).is_empty(), "all are in view");
    }

    #[test]
    fn the_camera_steps_back_for_an_attack_and_comes_closer_in_the_next_turn() {
        let near = CameraRig::over_board(8.0, 8.0, 0.0);
        let mut world = two_units(near);
        let look = world.register_system(look);
        let mut show = |show: Show| {
            world.write_message(show);
            world.run_system(look).unwrap();
            *world.resource::<CameraRig>()
        };
        let both = show(Show::Both(UnitId(1), UnitId(2)));
        assert!(both.distance > near.distance * 1.5, "{both:?}");
        let turn = show(Show::Turn(UnitId(2)));
        assert!((turn.distance - near.distance).abs() < 1e-3, "{turn:?}");
        assert!((turn.focus.x - 40.5).abs() < 0.1, "the unit is out of view: {turn:?}");
        let again = show(Show::Turn(UnitId(2)));
        assert_eq!(again, turn, "nothing moves for a unit in view");
    }

    #[test]
    fn a_unit_at_the_edge_of_the_board_is_shown_with_the_board() {
        let (middle, unit) = (Vec3::new(22.0, 0.0, 12.0), Vec3::new(42.5, 0.0, 1.5));
        let rig = CameraRig::over_board(20.0, 12.0, 0.0);
        let seen = |focus| {
            let at = CameraRig { focus, ..rig }.in_window(unit, Vec2::new(1280.0, 720.0));
            at.is_some_and(|at| (300.0..900.0).contains(&at.x) && (200.0..500.0).contains(&at.y))
        };
        assert!(!seen(middle) && seen(unit));
        let focus = towards(middle, unit, seen);
        assert!(seen(focus) && focus.distance(unit) > 3.0, "{focus}");
        assert_eq!(towards(middle, unit, |_| false), unit);
    }

    #[test]
    fn an_editor_opened_from_the_menu_is_framed_again_when_its_panels_are_there() {
        let mut world = two_units(CameraRig::over_board(8.0, 8.0, 0.0));
        world.init_resource::<ButtonInput<KeyCode>>();
        world.init_resource::<CameraInput>();
        world.init_resource::<CameraKeys>();
        let fit = world.register_system(fit);
        let mut moves = |screen: Screen, free: f32| {
            let before = *world.resource::<CameraRig>();
            world.insert_resource(InState::new(screen));
            let rect = Rect::from_min_max((0.0, 0.0).into(), (free, 360.0).into());
            world.insert_resource(BoardArea { rect, ..BoardArea::default() });
            world.run_system(fit).unwrap();
            *world.resource::<CameraRig>() != before
        };
        assert!(moves(Screen::Menu, 900.0));
        assert!(moves(Screen::Editor, 900.0), "the menu's panels are gone");
        assert!(moves(Screen::Editor, 700.0), "the editor's are there");
        assert!(!moves(Screen::Editor, 600.0), "then the view belongs to the player");
        assert!(!moves(Screen::Battle, 600.0) && !moves(Screen::Editor, 700.0), "a trial battle");
    }

    #[test]
    fn the_camera_is_further_away_when_less_of_the_window_is_free() {
        let near = |a: f32, b: f32| assert!((a - b).abs() < 1e-3, "{a} {b}");
        near(further((1600.0, 900.0), (1600.0, 900.0)), 1.0);
        near(further((1600.0, 900.0), (800.0, 720.0)), 2.0);
        near(further((1600.0, 900.0), (1600.0, 600.0)), 1.5);
        // A square window shows less from side to side.
        near(further((900.0, 900.0), (900.0, 900.0)), 16.0 / 9.0);
        near(further((3200.0, 900.0), (1600.0, 900.0)), 1.0);
        near(further((100.0, 900.0), (0.0, 0.0)), 4.0);
    }
}
