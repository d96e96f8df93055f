//! What a combatant can do: its abilities, how they are aimed, and when they are refused.

use std::borrow::Cow;

use crate::rules::Key;
use crate::rules::state::Unit;

use super::data::{Ability, Aim, Content, SheetKind, Timing};
use super::{budget, effects, numbers, position, posture, prepared, resolve, sheet, strike};
use numbers::Numbers;

mod aim;
mod area;
mod offers;
mod targets;
mod usable;

pub use aim::{check_aim, check_point, suits};
pub use area::{affected, cells, shape_cells};
pub use offers::offers;
pub use targets::targets;
pub use usable::{check_need, check_use};

/// The act of getting up (PR-251).
pub const STAND_UP: &str = "stand_up";
/// The act of lying down (PR-249).
pub const GO_PRONE: &str = "go_prone";

/// The ability of that name as this combatant would use it: a technique or special action, or an
/// attack of one of its weapons.
pub fn find<'a>(content: &'a Content, unit: &'a Unit, id: &str) -> Option<Cow<'a, Ability>> {
    all(content, unit).find(|a| a.id == *id)
}

/// Every ability that a combatant has, in the order of the action bar: the attacks of its weapons,
/// its techniques, and the special actions (PR-145, PR-324, PR-355). Those that this version does
/// not carry out are left out.
pub fn all<'a>(content: &'a Content, unit: &'a Unit) -> impl Iterator<Item = Cow<'a, Ability>> {
    let numbers = Numbers::of(content, unit);
    let attacks = numbers.into_iter().flat_map(|n| n.weapons()).flat_map(move |weapon| {
        let own = weapon.attacks.iter().filter(|a| !a.thrown);
        own.filter_map(move |attack| {
            let damage = numbers.map_or(attack.damage, |n| n.weapon_damage(weapon, attack));
            if damage == attack.damage {
                content.weapon_attacks.get(attack.id.as_str()).map(Cow::Borrowed)
            } else {
                Some(Cow::Owned(Ability::of_weapon(weapon, attack, damage)))
            }
        })
    });
    let creature = numbers.map(|n| n.creature());
    let techniques = creature
        .into_iter()
        .flat_map(|c| &c.stats.abilities)
        .filter_map(|id| content.abilities.get(id.as_str()));
    let is_character = creature.is_some_and(|c| c.kind == SheetKind::Character);
    let special = content.special_actions.iter().filter(move |_| is_character);
    attacks
        .chain(techniques.chain(special).map(Cow::Borrowed))
        .filter(|ability| is_carried_out(ability))
}

/// True for abilities that this version carries out from declaration to effect.
fn is_carried_out(ability: &Ability) -> bool {
    if ability.timing == Timing::Prepared {
        return prepared::is_carried_out(ability);
    }
    ability.movement.is_none()
        && ability.prepared.is_none()
        && ability.timing != Timing::InMovement
        && !matches!(ability.aim, Aim::Square(_) | Aim::Fixture(_) | Aim::Step)
        && ability.effects.iter().all(effects::is_carried_out)
}
