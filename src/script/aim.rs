//! Moves the pointer to places on the board.

use std::collections::VecDeque;

use bevy::ecs::prelude::*;
use bevy::math::{Vec2, Vec3};

use editor::Spot as Place;
use grid::Cell;
use ui::board::{BoardArea, Pointed, Show};
use ui::editor::Pointing;
use ui::{Screen, Selection};
use view::Diorama;

use super::drive::screen;
use super::error::StepError;
use super::input::Input;

/// Frames to wait until the board has picked the place under the pointer.
const SETTLE: u32 = 3;

/// An attempt to point at a place on the board.
pub(super) struct Aim {
    place: Place,
    /// Any point of the cell will do.
    anywhere: bool,
    /// Remaining offsets from the place to try, in metres. Upward ones are for units whose feet are
    /// hidden.
    offsets: VecDeque<Vec3>,
    /// All of them, to try again once the camera shows the cell.
    all: VecDeque<Vec3>,
    /// Frames until picking is checked; `None` before the first attempt.
    settle: Option<u32>,
    /// The camera was asked to show the cell.
    shown: bool,
    then: Vec<Input>,
}

impl Aim {
    /// Points at any point of a cell, then performs `then`.
    pub(super) fn at_cell(cell: Cell, then: Vec<Input>) -> Self {
        let offsets = VecDeque::from([
            Vec3::ZERO,
            Vec3::Y,
            Vec3::Z * 0.3,
            Vec3::X * 0.3,
            Vec3::X * -0.3,
            Vec3::Z * -0.3,
            Vec3::Y * 1.5,
        ]);
        let place = Place::middle_of(cell);
        let all = offsets.clone();
        Self { place, anywhere: true, offsets, all, settle: None, shown: false, then }
    }

    /// Points at a point, in centimetres from the north-western corner, then performs `then`.
    pub(super) fn at_point(x: i32, y: i32, then: Vec<Input>) -> Self {
        let offsets = VecDeque::from([Vec3::ZERO, Vec3::Z * 0.1, Vec3::X * 0.1]);
        let (place, all) = (Place { x, y }, offsets.clone());
        Self { place, anywhere: false, offsets, all, settle: None, shown: false, then }
    }

    /// Tries the next offset until the board picks the place, then queues `then`. Returns the
    /// attempt if it is not finished.
    pub(super) fn go_on(
        mut self,
        world: &mut World,
        inputs: &mut VecDeque<Input>,
    ) -> Result<Option<Self>, StepError> {
        match self.settle {
            Some(0) if is_pointed(world, &self) => {
                inputs.extend(self.then);
                return Ok(None);
            }
            Some(0) | None => {}
            Some(left) => {
                self.settle = Some(left - 1);
                return Ok(Some(self));
            }
        }
        let Some(offset) = self.offsets.front().copied() else {
            if self.shown {
                return Err(StepError::Hidden(self.place.cell()));
            }
            // A panel may cover it: a player would move the view.
            self.show(world, inputs);
            self.offsets = self.all.clone();
            return Ok(Some(self));
        };
        let at = project(world, self.place, offset)?;
        let area = world.get_resource::<BoardArea>().map(|a| a.rect);
        let inside = |at: Vec2| area.is_some_and(|a| a.contains((at.x, at.y).into()));
        match at.filter(|at| inside(*at)) {
            Some(at) => {
                self.offsets.pop_front();
                self.settle = Some(SETTLE);
                inputs.push_back(Input::Point(at));
            }
            None if self.shown => return Err(StepError::OutOfView(self.place.cell())),
            None => self.show(world, inputs),
        }
        Ok(Some(self))
    }

    /// Asks the camera to show the cell, which may take some frames.
    fn show(&mut self, world: &mut World, inputs: &mut VecDeque<Input>) {
        world.write_message(Show::Cell(self.place.cell()));
        self.shown = true;
        self.settle = None;
        inputs.extend(std::iter::repeat_n(Input::Rest, 40));
    }
}

/// Tolerance for points on the board, in centimetres.
const NEAR: i32 = 25;

fn is_pointed(world: &World, aim: &Aim) -> bool {
    let cell = aim.place.cell();
    if screen(world) == Screen::Editor {
        let spot = world.get_resource::<Pointing>().and_then(|pointing| pointing.0);
        return spot.is_some_and(|spot| {
            let off = (spot.x - aim.place.x).abs().max((spot.y - aim.place.y).abs());
            if aim.anywhere { spot.cell() == cell } else { off <= NEAR }
        });
    }
    if !world.get_resource::<BoardArea>().is_some_and(|area| area.has_pointer) {
        return false;
    }
    let pointed = world.get_resource::<Pointed>().copied().unwrap_or_default();
    let body = world.get_resource::<Selection>().and_then(|t| t.options.bodies.get(&cell).copied());
    match pointed.unit {
        Some(unit) => body == Some(unit) || (body.is_none() && pointed.cell == Some(cell)),
        None => pointed.cell == Some(cell),
    }
}

/// Window position of a place on the board; `None` if it is behind the camera. In the editor, a
/// place is on the highest deck that is drawn there.
fn project(world: &mut World, place: Place, offset: Vec3) -> Result<Option<Vec2>, StepError> {
    use bevy::camera::{Camera, Camera3d};
    use bevy::transform::components::GlobalTransform;

    let board = world.get_resource::<Diorama>().and_then(Diorama::board);
    let board = board.ok_or(StepError::NoBoard)?;
    let cell = place.cell();
    let tile = board.tile(cell).ok_or(StepError::NoCell(cell))?;
    let decks = if screen(world) == Screen::Editor { board.decks_in(cell) } else { &[] };
    let floor = decks.last().map_or(tile.surface(), |deck| deck.top.max(tile.surface()));
    let height = floor.0 as f32 * 0.5;
    let point = Vec3::new(place.x as f32 / 100.0, height, place.y as f32 / 100.0);
    let mut cameras = world.query_filtered::<(&Camera, &GlobalTransform), With<Camera3d>>();
    let camera = cameras.iter(world).next();
    let (camera, transform) = camera.ok_or(StepError::NoCamera)?;
    Ok(camera.world_to_viewport(transform, point + offset).ok())
}
