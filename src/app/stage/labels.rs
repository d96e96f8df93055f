//! Positions the marker over the active unit and names over all units while the player asks for
//! them, and tracks the rotation of the view.

use std::f32::consts::FRAC_PI_2;

use bevy::camera::Camera;
use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::math::Vec3;
use bevy::transform::components::{GlobalTransform, Transform};

use battle::Record;
use grid::{Board, Cell, SideId, UnitId};
use level::Level;
use settings::{Action, KeyMap};
use ui::Panels;
use ui::board::{
    Annotations, BoardArea, BoardLabels, Labels, LensText, LensTexts, Marks, Pointed, Spot,
    ViewRotation, label_lines,
};
use ui::egui::{Pos2, Rect};
use ui::lens::{LensModel, RegionLabel};
use view::relief::{Relief, metres};
use view::{BoardCamera, CameraRig, Diorama, Mini, stand_height};

use super::figures::MiniEntities;

/// Positions panel text over the board in the window: after the camera has moved and before the
/// panels are drawn.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Placing;

/// Height of names above heads, in metres.
const OVER_HEAD: f32 = 0.15;

/// Positions the names and the marker.
pub(super) fn place(
    (keys, bound): (Res<ButtonInput<KeyCode>>, Res<KeyMap>),
    camera: Query<(&Camera, &GlobalTransform), With<BoardCamera>>,
    cast: Res<MiniEntities>,
    minis: Query<(&Mini, &Transform)>,
    (marks, area): (Res<Marks>, Res<BoardArea>),
    mut labels: ResMut<Labels>,
) {
    let Ok((camera, place)) = camera.single() else { return };
    let room = area.rect.shrink(LABEL_ROOM);
    let over = |id: UnitId, entity: Entity| {
        let (mini, at) = minis.get(entity).ok()?;
        let head = at.translation + Vec3::Y * (mini.pick_body(id.0).height + OVER_HEAD);
        let at = camera.world_to_viewport(place, head).ok()?;
        let at = Pos2::new(at.x, at.y);
        // Whole at the edge of the window, and nothing for heads outside it.
        let whole = area.rect.contains(at) && room.is_positive();
        whole.then(|| (mini.side, at.clamp(room.min, room.max)))
    };
    let active = marks.actor.filter(|_| !marks.covered);
    let active = active.and_then(|id| {
        let (side, at) = over(id, *cast.0.get(&id)?)?;
        Some((id, SideId(side), at))
    });
    let codes = bound.keys(Action::Names).iter().map(|chord| chord.code);
    let names = if keys.any_pressed(codes) {
        let all = cast.0.iter();
        all.filter_map(|(id, entity)| Some((*id, over(*id, *entity)?.1))).collect()
    } else {
        Vec::new()
    };
    labels.set_if_neq(Labels { names, active });
}

/// Room for a label over a head, in logical pixels.
const LABEL_ROOM: f32 = 40.0;

/// Height of lines of sight above the feet, in metres.
const EYES: f32 = 1.2;

/// Positions the answers of a lens.
pub(super) fn answer(
    panels: Res<Panels>,
    area: Res<BoardArea>,
    diorama: Res<Diorama>,
    camera: Query<(&Camera, Ref<GlobalTransform>), With<BoardCamera>>,
    mut regions: Local<Vec<RegionLabel>>,
    mut answers: ResMut<LensTexts>,
) {
    let Ok((camera, place)) = camera.single() else { return };
    if !panels.is_changed() && !place.is_changed() && !area.is_changed() {
        return;
    }
    if panels.is_changed() {
        *regions = panels.lens.as_ref().map(LensModel::regions).unwrap_or_default();
    }
    let found = diorama.board().zip(diorama.relief()).map(|ground| {
        let texts = regions.iter().map(|region| Written {
            cell: region.cell,
            free: region.free,
            text: region.text.clone(),
        });
        written(ground, (camera, &place), area.rect, texts)
    });
    answers.set_if_neq(found.unwrap_or_default());
}

/// A word over a cell.
pub(super) struct Written {
    /// The cell.
    pub cell: Cell,
    /// Edge length of the square of cells around it that the word refers to.
    pub free: u8,
    /// The word.
    pub text: String,
}

/// Positions words over cells.
pub(super) fn written(
    (board, relief): (&Board, &Relief),
    (camera, place): (&Camera, &GlobalTransform),
    area: Rect,
    texts: impl Iterator<Item = Written>,
) -> LensTexts {
    let mut found = LensTexts::default();
    let at = |cell: Cell| {
        let (x, z) = (f32::from(cell.x) + 0.5, f32::from(cell.y) + 0.5);
        let middle = Vec3::new(x, stand_height(board, relief, cell), z);
        let at = camera.world_to_viewport(place, middle).ok()?;
        Some(Pos2::new(at.x, at.y))
    };
    for Written { cell, free, text } in texts {
        let Some(middle) = at(cell).filter(|middle| area.contains(*middle)) else { continue };
        let Some((a, b)) = at(cell.offset(1, 0)).zip(at(cell.offset(0, 1))) else { continue };
        let (a, b) = ((a - middle).abs(), (b - middle).abs());
        found.texts.push(LensText { at: middle, room: (a + b) * f32::from(free), text });
    }
    found
}

/// Positions the short words next to cells and the lines of sight.
pub(super) fn annotate(
    marks: Res<Marks>,
    area: Res<BoardArea>,
    (diorama, labels): (Res<Diorama>, Res<BoardLabels>),
    pointed: Res<Pointed>,
    camera: Query<(&Camera, Ref<GlobalTransform>), With<BoardCamera>>,
    mut notes: ResMut<Annotations>,
) {
    let Ok((camera, place)) = camera.single() else { return };
    let moved = !labels.0.is_empty() && (pointed.is_changed() || labels.is_changed());
    if !marks.is_changed() && !place.is_changed() && !area.is_changed() && !moved {
        return;
    }
    let mut found = Annotations::default();
    if let Some((board, relief)) = diorama.board().zip(diorama.relief()).filter(|_| !marks.covered)
    {
        let at = |spot: Spot, over: f32| {
            let half = f32::from(spot.size.max(1)) / 2.0;
            let (x, z) = (f32::from(spot.cell.x) + half, f32::from(spot.cell.y) + half);
            let height = spot.height.map(metres);
            let y = height.unwrap_or_else(|| stand_height(board, relief, spot.cell)) + over;
            let at = camera.world_to_viewport(&place, Vec3::new(x, y, z)).ok()?;
            Some(Pos2::new(at.x, at.y))
        };
        for (cell, label) in &labels.0 {
            let spot = Spot { cell: *cell, size: 1, height: None };
            let spot = at(spot, 0.0).filter(|spot| area.rect.contains(*spot));
            let lines = label_lines(label, pointed.cell == Some(*cell));
            found.tags.extend(spot.map(|spot| (spot, false, lines)));
        }
        for tag in &marks.tags {
            let spot = at(tag.at, 0.0).filter(|spot| area.rect.contains(*spot));
            found.tags.extend(spot.map(|spot| (spot, tag.below, tag.lines.clone())));
        }
        for thread in &marks.threads {
            let ends = at(thread.from, EYES).zip(at(thread.to, EYES));
            found.threads.extend(ends.map(|(from, to)| (from, to, thread.sees)));
        }
    }
    notes.set_if_neq(found);
}

/// Takes the labels from the level of the battle's record.
pub(super) fn fetch(
    record: Option<Res<Record>>,
    mut last: Local<String>,
    mut labels: ResMut<BoardLabels>,
) {
    let Some(record) = record else {
        last.clear();
        labels.set_if_neq(BoardLabels::default());
        return;
    };
    if !record.is_changed() || record.level == *last {
        return;
    }
    last.clone_from(&record.level);
    let level = Level::parse("level", &record.level);
    labels.set_if_neq(level.map(|level| BoardLabels::of(&level)).unwrap_or_default());
}

/// Tracks the nearest quarter turn of the view.
pub(super) fn turn(rig: Res<CameraRig>, mut turned: ResMut<ViewRotation>) {
    turned.set_if_neq(ViewRotation(quarters(rig.yaw)));
}

/// Quarter turns in an angle, rounded, from 0 to 3.
fn quarters(yaw: f32) -> u8 {
    (yaw / FRAC_PI_2).round().rem_euclid(4.0) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_rounded_to_quarters() {
        assert_eq!(quarters(0.42), 0);
        assert_eq!(quarters(1.5), 1);
        assert_eq!(quarters(6.2), 0, "almost all the way round");
        assert_eq!(quarters(-1.6), 3);
    }
}
