//! The floor that an aim refers to where cells have several: for marks on the board, and for
//! effects.

use grid::{Board, Cell, FloorAt, Hm, UnitId};
use rules::Target;
use rules::state::State;

/// A target of an act, with its floor. Where an act can also be aimed at the ground below decks by
/// its height, a cell alone refers to its floor nearest in height to the actor.
pub fn meant(state: &State, actor: Option<UnitId>, listed: &[Target], target: Target) -> Target {
    let board = &state.scene.board;
    match target {
        Target::Floor(at) => FloorAt { cell: at.cell, floor: at.deck(board) }.into(),
        Target::Place(_) => {
            let at = target.cell().filter(|cell| !board.decks_in(*cell).is_empty());
            let ground = |cell: &Cell| {
                let surface = board.tile(*cell).map(|tile| tile.surface());
                surface.is_some_and(|surface| {
                    listed.contains(&Target::Floor(FloorAt::new(*cell, surface)))
                })
            };
            let feet = actor.and_then(|id| state.unit(id)).map(|unit| unit.placement.feet);
            match at.filter(ground).zip(feet) {
                Some((cell, feet)) => nearest(board, cell, feet).into(),
                None => target,
            }
        }
        Target::Unit(_)
        | Target::Part(..)
        | Target::Thing(_)
        | Target::Edge(_)
        | Target::Direction(_) => target,
    }
}

/// The standing floor of a cell that is nearest to a height.
pub fn nearest(board: &Board, cell: Cell, height: Hm) -> FloorAt {
    let feet = board.footing_near(cell, Hm::ZERO, height);
    feet.map_or(cell.into(), |feet| board.floor_below(cell, feet))
}

/// The absolute height of the deck that an act is aimed at: the targeted floor's, or that below the
/// targeted unit; for acts around the actor, that below the actor. `None` for the ground.
pub fn height(state: &State, actor: UnitId, target: Option<Target>) -> Option<Hm> {
    let below = |id: UnitId| {
        let placement = &state.unit(id)?.placement;
        state.scene.board.floor_below(placement.at.cell()?, placement.feet).floor
    };
    match target {
        Some(Target::Floor(at)) => at.deck(&state.scene.board),
        Some(Target::Place(_) | Target::Thing(_)) => None,
        Some(Target::Edge(at)) => at.floor,
        Some(Target::Unit(id) | Target::Part(id, _)) => below(id),
        Some(Target::Direction(_)) | None => below(actor),
    }
}

/// Cells of an area on a floor of this height: the deck where there is one, elsewhere the ground.
pub fn on(board: &Board, cells: impl Iterator<Item = Cell>, floor: Option<Hm>) -> Vec<FloorAt> {
    let on_floor = |cell| FloorAt { cell, floor: FloorAt { cell, floor }.deck(board) };
    cells.map(on_floor).collect()
}
