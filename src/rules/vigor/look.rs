//! How acts look and sound. The rules ignore it.

use rules::Key;
use rules::look::{Force, Look, Style};

use super::data::{Content, DamageType, Form, Spell, Weapon};
use super::names::PLACED_CHARGE;

/// The look of the act with this name.
pub fn look(content: &Content, act: &Key) -> Look {
    if let Some(spell) = content.spells.get(act.as_str()) {
        return Look::new(Style::Cast, force_of(spell));
    }
    if *act == *PLACED_CHARGE {
        return Look::new(Style::Cast, Force::Fire);
    }
    let technique = content.techniques.get(act.as_str());
    let weapon =
        content.weapons.get(act.as_str()).or_else(|| content.derived_weapons.get(act.as_str()));
    match (technique, weapon) {
        (_, Some(weapon)) => Look::new(style_of(weapon), Force::Body),
        (Some(_), None) => Look::new(Style::Blow, Force::Body),
        (None, None) => Look::default(),
    }
}

const fn style_of(weapon: &Weapon) -> Style {
    if weapon.is_ranged() { Style::Shot } else { Style::Blow }
}

fn force_of(spell: &Spell) -> Force {
    if spell.restores.is_some() {
        return Force::Life;
    }
    match (spell.form, spell.damage) {
        (Form::Will(_), _) => Force::Mind,
        (Form::Boon(_), _) => Force::Light,
        (_, DamageType::Thermal) => Force::Fire,
        (_, DamageType::Cold) => Force::Cold,
        (_, DamageType::Electrical) => Force::Shock,
        (_, DamageType::Toxic | DamageType::Chemical) => Force::Venom,
        (_, DamageType::Lucent | DamageType::Radiation) => Force::Light,
        (_, DamageType::Umbral | DamageType::Entropic) => Force::Dark,
        (_, DamageType::Kinetic | DamageType::Sonic) => Force::Body,
        (_, DamageType::Crystal | DamageType::Aetheric) => Force::Magic,
    }
}
