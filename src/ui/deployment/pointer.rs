//! Turns mouse input over the board into requests to place units.

use bevy::ecs::prelude::*;
use bevy::input::ButtonInput;
use bevy::input::mouse::MouseButton;
use bevy::math::Vec2;
use bevy::window::{PrimaryWindow, Window};

use crate::board::{BoardArea, Pointed};
use crate::intent::{Deploy, Intent};
use crate::pointer::STILL;
use grid::FloorAt;

use super::model::Deploying;

/// Where the buttons went down over the board.
#[derive(Default)]
pub(super) struct Presses {
    left: Option<Vec2>,
    right: Option<Vec2>,
}

/// Reads the floor under the pointer, clicks, and drags that begin at a unit of the side at the
/// table.
pub(super) fn read_pointer(
    buttons: Res<ButtonInput<MouseButton>>,
    window: Query<&Window, With<PrimaryWindow>>,
    (pointed, area): (Res<Pointed>, Res<BoardArea>),
    deploying: Option<ResMut<Deploying>>,
    mut presses: Local<Presses>,
    mut floors: Local<Option<FloorAt>>,
    mut actions: MessageWriter<Intent>,
) {
    let Some(mut deploying) = deploying else { return };
    let mut ask = |input| {
        actions.write(Intent::Deploy(input));
    };
    // The figure under the pointer counts, unless a held unit is put on the ground behind it.
    let figure = pointed.unit.filter(|id| Some(*id) != deploying.held());
    let body = figure.and_then(|id| deploying.units.unit(id)?.placement.at.cell());
    let cell = body.or(pointed.cell).filter(|_| area.has_pointer);
    let floor = cell.map(|cell| {
        let below = pointed.unit.and_then(|id| deploying.units.floor_under(id, cell));
        below.unwrap_or_else(|| deploying.units.floor(cell, pointed.floor))
    });
    if *floors != floor {
        *floors = floor;
        deploying.floor = floor;
        ask(Deploy::Hover(cell));
    }
    let Some(at) = window.single().ok().and_then(Window::cursor_position) else { return };
    let still = |from: Vec2| from.distance(at) < STILL;
    if buttons.just_pressed(MouseButton::Left) {
        presses.left = area.has_pointer.then_some(at);
        let own = deploying.side().zip(floor);
        let own = own.and_then(|(side, at)| deploying.units.unit_at(side, at));
        if let Some(own) = own.filter(|_| deploying.held().is_none()) {
            ask(Deploy::Choose(own));
            // Released where it was pressed, the unit stays held.
            return;
        }
    }
    if buttons.just_pressed(MouseButton::Right) {
        presses.right = area.has_pointer.then_some(at);
    }
    if buttons.just_released(MouseButton::Left)
        && let (Some(from), Some(cell)) = (presses.left.take(), cell)
    {
        let picked = deploying.held().and_then(|id| {
            let cell = deploying.units.unit(id)?.placement.at.cell()?;
            deploying.units.floor_under(id, cell)
        });
        // The keyboard may have moved the cursor since.
        deploying.floor = floor;
        match still(from) {
            true if picked == floor => {}
            true => ask(Deploy::Click(cell)),
            false => ask(Deploy::Drop(cell)),
        }
    }
    if buttons.just_released(MouseButton::Right) && presses.right.take().is_some_and(still) {
        ask(Deploy::Cancel);
    }
}
