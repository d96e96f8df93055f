//! The visual effects of attacks and Abilities.

use rules::Key;
use rules::look::{Force, Look, Style};

use super::data::{Ability, Content, DamageType, Effect, Kind, Reach, TypedDice, Weapon};
use super::names::Arms;

/// The look of the act with this name.
pub fn look(content: &Content, act: &Key) -> Look {
    if let Some(weapon) = content.weapons.get(act.as_str()) {
        return armed(weapon);
    }
    if let Some(ability) = content.abilities.get(act.as_str()) {
        return magic(ability);
    }
    let thrown = match Arms::from_name(act.as_str()) {
        Arms::Thrown(id) => content.weapons.get(id.as_str()).is_some_and(|w| w.thrown > 0),
        Arms::Own(_) => false,
    };
    if thrown { Look::new(Style::Throw, Force::Body) } else { Look::default() }
}

fn armed(weapon: &Weapon) -> Look {
    let force = force(&weapon.damage).unwrap_or_default();
    let style = match weapon.reach {
        Reach::Melee(_) => Style::Blow,
        Reach::Ranged(_) if force == Force::Body => Style::Shot,
        Reach::Ranged(_) => Style::Cast,
    };
    Look::new(style, force)
}

fn magic(ability: &Ability) -> Look {
    let heals = |e: &Effect| matches!(e, Effect::Heal(_) | Effect::Revive(_) | Effect::Cleanse(_));
    let usual = match ability.kind {
        _ if ability.effects.iter().any(heals) => Force::Life,
        Kind::Maneuver { .. } => Force::Body,
        _ if ability.is_harmful() => Force::Magic,
        _ => Force::Light,
    };
    let force = force(&ability.damage).unwrap_or(usual);
    let style = match ability.kind {
        Kind::Attack(Reach::Melee(_)) | Kind::Maneuver { .. } => Style::Blow,
        Kind::Attack(Reach::Ranged(_)) | Kind::Defense { .. } | Kind::Automatic => Style::Cast,
    };
    Look::new(style, force)
}

/// The visual force of some damage: that of its first type.
fn force(damage: &[TypedDice]) -> Option<Force> {
    damage.first().map(|dice| match dice.of {
        DamageType::Physical => Force::Body,
        DamageType::Chemical | DamageType::Poison => Force::Venom,
        DamageType::Cold => Force::Cold,
        DamageType::Heat => Force::Fire,
        DamageType::Shock => Force::Shock,
        DamageType::Curse => Force::Dark,
        DamageType::Holy => Force::Light,
        DamageType::Psychic => Force::Mind,
        DamageType::Spirit | DamageType::Reality => Force::Magic,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weapons_have_fitting_looks() {
        let content = Content::built_in();
        let look = |act: &str| look(content, &Key::new(act));
        assert_eq!(look("longsword"), Look::new(Style::Blow, Force::Body));
        assert_eq!(look("longbow"), Look::new(Style::Shot, Force::Body));
        assert_eq!(look("throw_dagger"), Look::new(Style::Throw, Force::Body));
        assert_eq!(look("ward_bolt"), Look::new(Style::Cast, Force::Magic));
        assert_eq!(look("no_such_attack"), Look::default());
    }
}
