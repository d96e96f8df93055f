//! Visual effects of abilities.

use rules::Key;
use rules::look::{Force, Look, Style};
use rules::state::Unit;

use super::data::{
    Ability, Affliction, Content, Counts, Delivery, Effect, Need, Packet, Tag, WeaponAttack,
};
use super::numbers::Numbers;
use super::repertoire;

/// How an act looks when this combatant uses it.
pub fn look(content: &Content, unit: &Unit, act: &Key) -> Look {
    let thrown = |attack: &WeaponAttack| attack.thrown && attack.id == *act;
    if content.weapons.iter().any(|weapon| weapon.attacks.iter().any(thrown)) {
        return Look::new(Style::Throw, Force::Body);
    }
    let own = repertoire::find(content, unit, act.as_str());
    own.as_deref().or_else(|| content.ability(act.as_str())).map_or_else(Look::default, |ability| {
        let force = force(ability);
        Look::new(style(content, unit, ability, force), force)
    })
}

fn style(content: &Content, unit: &Unit, ability: &Ability, force: Force) -> Style {
    let from_afar = ability.needs.contains(&Need::ProjectileWeapon);
    match ability.delivery {
        Delivery::Melee => Style::Blow,
        Delivery::Projectile if force == Force::Body || from_afar => Style::Shot,
        Delivery::Projectile => Style::Cast,
        Delivery::AsWeapon => {
            let numbers = Numbers::of(content, unit);
            let weapon = numbers.as_ref().and_then(Numbers::main_weapon);
            match weapon.and_then(|weapon| weapon.basic()).map(|attack| attack.delivery) {
                Some(Delivery::Projectile) => Style::Shot,
                _ if from_afar => Style::Shot,
                _ => Style::Blow,
            }
        }
        Delivery::Direct if ability.needs.contains(&Need::Flask) => Style::Throw,
        Delivery::Direct if force != Force::Body => Style::Cast,
        Delivery::Direct if ability.is_damaging() => Style::Blow,
        Delivery::Direct => Style::Plain,
    }
}

fn force(ability: &Ability) -> Force {
    let gives = |wanted: &[Affliction]| {
        ability.has(|e| matches!(e, Effect::Condition { id, .. } if wanted.contains(id)))
    };
    if ability.healing.is_some() || gives(&[Affliction::Regrowth]) {
        Force::Life
    } else if gives(&[Affliction::Burning])
        || ability.has(|e| matches!(e, Effect::BurningGround { .. }))
    {
        Force::Fire
    } else if gives(&[Affliction::Poisoned]) {
        Force::Venom
    } else if !ability.is(Tag::Magic) {
        // The sparks of a staff are neither a technique nor an arrow.
        let magical = |packet: &Packet| packet.potency == Counts::Magical;
        if ability.damage.first().is_some_and(magical) { Force::Magic } else { Force::Body }
    } else if ability.is(Tag::Helpful) {
        Force::Light
    } else if gives(&[Affliction::Charmed, Affliction::Shaken]) {
        Force::Mind
    } else {
        Force::Magic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The force follows from healing and conditions first, then from tags and damage.
    #[test]
    fn abilities_look_like_what_they_do() {
        let content = Content::built_in();
        let force_of = |id: &str| force(content.ability(id).unwrap());
        assert_eq!(force_of("fire_lance"), Force::Fire);
        assert_eq!(force_of("cinder_burst"), Force::Fire);
        assert_eq!(force_of("mend"), Force::Life);
        assert_eq!(force_of("glass_ward"), Force::Light);
        assert_eq!(force_of("quake_ring"), Force::Magic);
        assert_eq!(force_of("shield_bash"), Force::Body);
    }
}
