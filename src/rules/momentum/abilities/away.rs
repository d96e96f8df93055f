//! Escaping with an Ability that moves its user, when no destination is named.

use std::cmp::Reverse;

use grid::{Body, Cell, Hm, shape};
use rules::Refusal;
use rules::command::Target;

use super::super::data::{Aim, Effect};
use super::ability::Cast;
use super::aim::check_aim;

/// The variant that takes the user as far from enemies as possible.
pub const AWAY: &str = "away";

impl Cast<'_> {
    /// True for Abilities that move their user.
    pub fn travels(&self) -> bool {
        self.ability.effects.contains(&Effect::Travel)
    }

    /// Where an escape ends: the destination farthest from the nearest enemy that the user knows
    /// of; of equal ones the nearest to the user (MO-349).
    ///
    /// # Errors
    /// If no destination is farther from enemies than the current place.
    pub fn check_away(&self) -> Result<Cell, Refusal> {
        let refuse = || Refusal::new("no_place", "no place is farther from enemies", "MO-349");
        let (position, me) = (self.position, self.unit().id());
        let room = position.body(me).and_then(Body::room).ok_or_else(refuse)?;
        let Aim::Spot(metres) = self.ability.aim else { return Err(refuse()) };
        let state = position.ctx.state;
        let feared = state
            .units
            .iter()
            .filter(|u| u.is_active() && state.are_foes(me, u.id()) && position.knows(me, u.id()));
        let feared: Vec<Cell> =
            feared.filter_map(|u| position.body(u.id()).and_then(Body::anchor)).collect();
        let nearest = |cell: Cell| feared.iter().map(|foe| cell.chebyshev(*foe)).min().unwrap_or(0);
        let board = position.ctx.field.board();
        let mut cells = shape::radius(board, room, self.range(metres));
        cells.retain(|cell| nearest(*cell) > nearest(room.cell));
        cells.sort_by_key(|cell| {
            (Reverse(nearest(*cell)), cell.chebyshev(room.cell), cell.y, cell.x)
        });
        // Skips cells that hurt or drown.
        let dry = |cell: &Cell| {
            let volumes = board.volumes_in(*cell).any(|v| v.damaging.is_some());
            let tile = board.tile(*cell);
            !volumes && tile.is_some_and(|t| t.depth == Hm::ZERO && t.damaging.is_none())
        };
        let fits = |cell: &Cell| check_aim(self, &[Target::Place((*cell).into())]).is_ok();
        cells.into_iter().filter(dry).find(fits).ok_or_else(refuse)
    }
}
