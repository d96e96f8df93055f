//! What the board marks: the start zone, the chosen unit and where it would stand.

use bevy::ecs::prelude::*;

use battle::BattleState;
use grid::{Cell, FloorAt, Hm};

use crate::board::Marks;

use super::model::Deploying;

/// Updates the marks.
pub(super) fn mark(
    deploying: Option<Res<Deploying>>,
    state: Option<Res<BattleState>>,
    mut marks: ResMut<Marks>,
) {
    let Some(deploying) = deploying.filter(|_| state.is_some()) else { return };
    marks.set_if_neq(marks_of(&deploying));
}

fn marks_of(deploying: &Deploying) -> Marks {
    let Some(side) = deploying.side().filter(|_| !deploying.covered) else {
        return Marks { covered: true, ..Marks::default() };
    };
    let zone = deploying.units.zone(side).map(|cell| (cell, Hm::ZERO, 0));
    Marks {
        actor: deploying.chosen,
        reach: zone.collect(),
        focus: deploying.focus.map(FloorAt::from),
        ghost: deploying.focus.and_then(|cell| ghost(deploying, cell)),
        ..Marks::default()
    }
}

/// Where the held unit would stand at a cell, if it may.
fn ghost(deploying: &Deploying, cell: Cell) -> Option<(Cell, Hm)> {
    let held = deploying.held()?;
    let mut trial = deploying.units.clone();
    trial.put(held, cell).ok()?;
    trial.unit(held).map(|unit| (cell, unit.placement.feet))
}
