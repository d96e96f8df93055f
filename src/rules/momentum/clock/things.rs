//! Things in the turn order: those that act on their own, and those that burn (MO-48, MO-444).

use crate::attack::Attack;
use crate::marks::{self, FIRST_OF_LAST};
use crate::party;
use crate::position::Position;
use crate::step::{Step, Strike, TurnEnd};
use grid::UnitId;
use rules::command::Target;
use rules::state::State;

/// The turn of objects with a behaviour: one attack on the nearest enemy in range (MO-48).
pub(super) fn turn_of(position: Position<'_>, members: &[UnitId]) -> Vec<Step> {
    let mut steps = Vec::new();
    for id in members.iter().filter(|id| position.is_thing(**id)) {
        let attacks = Attack::all(position, *id).into_iter().filter(|a| !a.reach().is_melee());
        let aimed = attacks.filter_map(|attack| {
            let foes = attack.targets().into_iter();
            let foes = foes.filter(|f| party::are_enemies(position.ctx.state, *id, *f));
            let active = foes.filter(|f| position.ctx.unit(*f).is_some_and(|u| u.is_active()));
            active.min_by_key(|f| (position.distance(*id, *f), *f)).map(|f| (attack, f))
        });
        if let Some((attack, foe)) = aimed.into_iter().next() {
            steps.push(Strike::new(*id, attack.arms(), Target::Unit(foe)).into());
        }
        steps.push(TurnEnd::new(*id).into());
    }
    steps
}

/// True if things without a turn burn now, before this slot: their Initiative of 0 comes before
/// creatures forced last (MO-48, MO-53, MO-444).
pub(super) fn burn_before(state: &State, slot: usize) -> bool {
    let first = marks::slot_of(state, FIRST_OF_LAST);
    first.is_some_and(|first| slot >= first) && !marks::have_burned(state)
}
