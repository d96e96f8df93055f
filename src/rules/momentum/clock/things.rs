//! Objects that act on their own (MO-48).

use crate::attack::Attack;
use crate::data::Trait;
use crate::position::Position;
use crate::step::{Step, Strike, TurnEnd};
use grid::UnitId;
use rules::command::Target;

/// The turn of objects with a behaviour: one attack on the nearest enemy in range (MO-48).
pub(super) fn turn_of(position: Position<'_>, members: &[UnitId]) -> Vec<Step> {
    let is_thing =
        |id: &&UnitId| position.numbers(**id).is_some_and(|n| n.creature().is(Trait::Object));
    let mut steps = Vec::new();
    for id in members.iter().filter(is_thing) {
        let attacks = Attack::all(position, *id).into_iter().filter(|a| !a.reach().is_melee());
        let aimed = attacks.filter_map(|attack| {
            let foes = attack.targets().into_iter();
            let foes = foes.filter(|f| position.ctx.state.are_foes(*id, *f));
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
