//! What the board marks: the start zone, the chosen unit and where it would stand.

use bevy::ecs::prelude::*;

use battle::BattleState;
use grid::{Board, Cell, FloorAt, Hm};

use crate::board::Marks;

use super::model::Deploying;

/// Updates the marks.
pub(super) fn mark(
    deploying: Option<Res<Deploying>>,
    state: Option<Res<BattleState>>,
    mut marks: ResMut<Marks>,
) {
    let Some((deploying, state)) = deploying.zip(state) else { return };
    marks.set_if_neq(marks_of(&deploying, &state.0.scene.board));
}

fn marks_of(deploying: &Deploying, board: &Board) -> Marks {
    let Some(side) = deploying.side().filter(|_| !deploying.covered) else {
        return Marks { covered: true, ..Marks::default() };
    };
    let zone = deploying.units.zone(side).map(|cell| (cell, Hm::ZERO, 0));
    Marks {
        actor: deploying.chosen,
        reach: zone.collect(),
        focus: deploying.aim().map(|at| FloorAt { floor: at.deck(board), ..at }),
        ghost: deploying.aim().and_then(|at| ghost(deploying, at)),
        ..Marks::default()
    }
}

/// Where the held unit would stand at a cell, if it may.
fn ghost(deploying: &Deploying, at: FloorAt) -> Option<(Cell, Hm)> {
    let held = deploying.held()?;
    let mut trial = deploying.units.clone();
    trial.put(held, at).ok()?;
    trial.unit(held).map(|unit| (at.cell, unit.placement.feet))
}
