//! The abilities of a combatant: weapon attacks, techniques, special actions.

use std::ops::Deref;

use rules::state::Unit;

use super::data::{Ability, Content, Effect, SheetKind, Weapon, WeaponAttack};
use super::numbers::Numbers;

/// The ability with this ID as the combatant would use it: a technique, a special action or an
/// attack of one of its weapons.
pub fn find<'a>(content: &'a Content, unit: &'a Unit, id: &str) -> Option<AbilityOf<'a>> {
    let numbers = Numbers::of(content, unit)?;
    let attacks = weapon_attacks(numbers).filter(|(_, attack)| attack.id == *id);
    let creature = numbers.sheet;
    let technique = creature.stats.abilities.iter().find(|own| **own == *id);
    let special = || {
        let action = content.special_actions.get(id)?;
        let open = creature.kind == SheetKind::Character && is_open_to(content, unit, action);
        open.then_some(AbilityOf::Common(action))
    };
    // Same result as searching `all`, without looking up every other ability.
    attacks
        .filter_map(|(weapon, attack)| as_ability(content, numbers, weapon, attack))
        .chain(technique.and_then(|id| content.abilities.get(id.as_str())).map(AbilityOf::Common))
        .next()
        .or_else(special)
}

/// The attacks of all its weapons, each with its weapon.
fn weapon_attacks<'a>(
    numbers: Numbers<'a>,
) -> impl Iterator<Item = (&'a Weapon, &'a WeaponAttack)> {
    numbers.weapons().flat_map(|weapon| weapon.attacks.iter().map(move |attack| (weapon, attack)))
}

/// An ability of a combatant.
pub enum AbilityOf<'a> {
    /// As in the content.
    Common(&'a Ability),
    /// With numbers of its user's body. Boxed, because ability lists are iterated often and nearly
    /// all entries are common ones.
    Own(Box<Ability>),
}

impl Deref for AbilityOf<'_> {
    type Target = Ability;

    fn deref(&self) -> &Ability {
        match self {
            Self::Common(ability) => ability,
            Self::Own(ability) => ability,
        }
    }
}

/// A weapon's attack as an ability of this combatant.
fn as_ability<'a>(
    content: &'a Content,
    numbers: Numbers<'a>,
    weapon: &'a Weapon,
    attack: &'a WeaponAttack,
) -> Option<AbilityOf<'a>> {
    let damage = numbers.weapon_damage(weapon, attack);
    if damage == attack.damage {
        content.weapon_attacks.get(attack.id.as_str()).map(AbilityOf::Common)
    } else {
        Some(AbilityOf::Own(Box::new(Ability::of_weapon(weapon, attack, damage))))
    }
}

/// Every ability of a combatant, in action bar order: weapon attacks, techniques, special actions,
/// and last the fist of a unit with a weapon (PR-145, PR-324, PR-355).
pub fn all<'a>(content: &'a Content, unit: &'a Unit) -> impl Iterator<Item = AbilityOf<'a>> {
    let numbers = Numbers::of(content, unit);
    let attacks = move |spare: bool| {
        numbers.into_iter().flat_map(move |numbers| {
            weapon_attacks(numbers)
                .filter(move |(weapon, _)| numbers.is_spare(weapon) == spare)
                .filter_map(move |(weapon, attack)| as_ability(content, numbers, weapon, attack))
        })
    };
    let creature = numbers.map(|n| n.sheet);
    let techniques = creature
        .into_iter()
        .flat_map(|c| &c.stats.abilities)
        .filter_map(|id| content.abilities.get(id.as_str()));
    let is_character = creature.is_some_and(|c| c.kind == SheetKind::Character);
    let special = content
        .special_actions
        .iter()
        .filter(move |a| is_character && is_open_to(content, unit, a));
    let others = techniques.chain(special).map(AbilityOf::Common);
    attacks(false).chain(others).chain(attacks(true))
}

/// True if a special action is worth listing: in a form, only ending the form (PR-325, PR-342);
/// dismissing minions, only for summoners (PR-374).
fn is_open_to(content: &Content, unit: &Unit, ability: &Ability) -> bool {
    let in_form = !unit.form.stored.is_empty();
    let reverts = ability.has(|e| matches!(e, Effect::Revert));
    if in_form || reverts {
        return in_form && reverts;
    }
    !ability.has(|e| matches!(e, Effect::Dismiss))
        || Numbers::of(content, unit).is_some_and(|n| {
            let own = n.sheet.stats.abilities.iter();
            own.filter_map(|id| content.abilities.get(id.as_str()))
                .any(|a| a.has(|e| matches!(e, Effect::Summon(_))))
        })
}
