//! What the action bar offers of Abilities, with the ways to use them.

use crate::rules::Key;
use crate::rules::ruleset::{self, Offer, Variant};

use super::super::attack::Attack;
use super::super::data::{Ability, Aim, Kind};
use super::super::manner::{self, power_cost};
use super::super::numbers::Numbers;
use super::super::position::Position;
use super::ability::{Cast, all};

/// How an Ability is aimed, as lists and the window ask.
pub const fn aim_of(ability: &Ability) -> ruleset::Aim {
    match (ability.kind, ability.aim) {
        (Kind::Attack(_) | Kind::Maneuver { .. }, _)
        | (_, Aim::One { .. } | Aim::Fallen { .. }) => ruleset::Aim::Unit,
        (_, Aim::Own | Aim::Around { .. }) => ruleset::Aim::Own,
        (_, Aim::Square { .. } | Aim::Line(_) | Aim::Cone(_) | Aim::Spot(_)) => ruleset::Aim::Cell,
    }
}

/// The ways to use an Ability that is no attack.
pub fn variants(numbers: &Numbers<'_>, ability: &Ability) -> Vec<Variant> {
    manner::upcasts(numbers, ability, &format!("{} AP, ", ability.ap))
}

/// The Abilities of a combatant, as attacks or otherwise.
pub fn offers(position: Position<'_>, unit: crate::grid::UnitId) -> Vec<Offer> {
    let Some(numbers) = position.numbers(unit) else { return Vec::new() };
    let own = all(&numbers, position.content).filter(|a| !a.is_maneuver());
    own.map(|ability| {
        let cost = format!("{} AP, {} WP", ability.ap, power_cost(ability, 0));
        let (refused, variants) = match Attack::with_ability(position, numbers, ability) {
            Some(attack) => (attack.check_use().err(), attack.variants(&cost)),
            None => {
                let cast = Cast { position, numbers, ability, steps: 0 };
                (cast.check_use().err(), variants(&numbers, ability))
            }
        };
        Offer {
            act: ability.id.clone(),
            name: ability.name.clone(),
            text: ability.text.clone(),
            cost,
            aim: aim_of(ability),
            group: Key::of("ability"),
            refused,
            variants,
            parameters: Vec::new(),
        }
    })
    .collect()
}
