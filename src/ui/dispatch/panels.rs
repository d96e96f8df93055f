//! Changes what the window shows of the battle.

use bevy::ecs::prelude::*;

use crate::board::Show;
use crate::intent::{Panel, Tool};
use crate::links;
use crate::notices::{change, notify};
use crate::panels::Panels;
use crate::selection::Selection;
use crate::tips;

use super::input;

pub(super) fn carry_out(world: &mut World, panel: Panel) {
    match panel {
        Panel::Toggle(tool) => toggle(world, tool),
        Panel::Fold(fold) => change(world, |panels: &mut Panels| panels.folds.turn(fold)),
        Panel::ReadLog => change(world, |panels: &mut Panels| {
            (panels.folds.log, panels.folds.all) = (true, false);
            panels.log.asked = panels.log.asked.wrapping_add(1);
        }),
        Panel::Bookkeeping => change(world, |panels: &mut Panels| panels.log.bookkeeping ^= true),
        Panel::Recap(step) => input::recap(world, step),
        Panel::Lens(lens) => change(world, |selection: &mut Selection| {
            selection.lens = Some(lens).filter(|_| selection.lens != Some(lens));
        }),
        Panel::FromAbove => {
            world.write_message(Show::FromAbove);
        }
        Panel::Point(unit) => links::point(world, unit),
        Panel::CloseTip { read } => tips::close(world, read),
    }
}

/// Opens a tool panel, or closes it if it is open.
fn toggle(world: &mut World, tool: Tool) {
    notify(world, None);
    change(world, |selection: &mut Selection| {
        selection.open = Some(tool).filter(|_| selection.open != Some(tool));
    });
}
