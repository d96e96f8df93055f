//! Whether an ability can be used right now, whatever its target.

use grid::SupportKind;
use rules::Refusal;
use rules::state::{Posture, Unit};

use crate::budget::Budget;
use crate::data::{
    Ability, Affliction, Aim, ConditionEffect, Delivery, Effect, Grip, Need, SheetKind, Tag, Timing,
};
use crate::effects;
use crate::energy;
use crate::flags::{DRAUGHTS, FLASKS, FORCED, UNLOADED};
use crate::grip;
use crate::interact;
use crate::numbers::{FIST, Numbers};
use crate::position::Position;
use crate::sheet::{ENERGY, MAIN, OFF, STOWED};
use crate::square;
use crate::strike::Strike;

/// Checks whether a combatant can use an ability right now, whatever the target.
///
/// # Errors
/// The first reason it cannot.
pub fn check_use(strike: &Strike<'_>, unit: &Unit) -> Result<(), Refusal> {
    Budget::of(&unit.turn).check_part(strike.ability.timing)?;
    check_strike(strike, unit)
}

/// True if [`check_use`] succeeds; builds no message.
pub fn is_usable(strike: &Strike<'_>, unit: &Unit) -> bool {
    let fits = Budget::of(&unit.turn).check_part(strike.ability.timing).is_ok();
    fits && check_strike(strike, unit).is_ok()
}

/// All requirements apart from the budget of the turn.
fn check_strike(strike: &Strike<'_>, unit: &Unit) -> Result<(), Refusal> {
    let Strike { position, ability, numbers, .. } = *strike;
    let moves = ability.timing == Timing::InMovement;
    if !moves && numbers.has(|e| matches!(e, ConditionEffect::NoActionBlock)) {
        return Err(Refusal::new("stunned", "stunned: no action block this turn", "PR-67"));
    }
    let rapid = matches!(ability.timing, Timing::Rapid | Timing::Prepared);
    if rapid && numbers.has(|e| matches!(e, ConditionEffect::NoRapidOrPrepared)) {
        return Err(Refusal::new("dazed", "dazed: no rapid or prepared action", "PR-67"));
    }
    if unit.placement.posture == Posture::Prone && !ability.is(Tag::Basic) {
        let text = "while prone, only the basic weapon attack is possible";
        return Err(Refusal::new("prone", text, "PR-262"));
    }
    if unit.placement.posture == Posture::Prone {
        let main = strike.main.and_then(|w| w.basic());
        let prepared = ability.timing == Timing::Prepared && is_basic_attack(&numbers, ability);
        if !prepared && main.is_none_or(|basic| basic.id != ability.id) {
            let text = "while prone, only the basic weapon attack is possible";
            return Err(Refusal::new("prone", text, "PR-262"));
        }
    }
    let energy = unit.pools.0.value(ENERGY);
    let cost = energy::cost(strike);
    if cost > energy {
        let text = format!("{cost} energy needed, {energy} left");
        return Err(Refusal::new("no_energy", text, "PR-348"));
    }
    for need in &ability.needs {
        check_need(position, unit, strike, need)?;
    }
    let reload = strike.weapon_attack().is_some_and(|a| a.reload);
    if ability.is_weapon_attack() && reload && unit.flags.get(UNLOADED) != 0 {
        return Err(Refusal::new("unloaded", "the weapon has to be reloaded", "PR-366"));
    }
    if let Aim::Square(_) = ability.aim {
        square::check_use(position, unit, ability)?;
    }
    Ok(())
}

/// True for abilities that count as the basic attack of the weapon in the main hand, which prone
/// creatures may use as well (PR-81, PR-262).
pub fn is_basic_attack(numbers: &Numbers<'_>, ability: &Ability) -> bool {
    let basic = numbers.main_weapon().and_then(|w| w.basic());
    ability.is(Tag::Basic) && basic.is_some_and(|basic| basic.delivery == ability.delivery)
}

/// Checks one requirement of the ability against its user.
///
/// # Errors
/// What is missing.
pub fn check_need(
    position: Position<'_>,
    unit: &Unit,
    strike: &Strike<'_>,
    need: &Need,
) -> Result<(), Refusal> {
    let numbers = &strike.numbers;
    let main = strike.main;
    let has = |slot: &str| unit.gear.0.contains_key(slot);
    let projectile = || main.and_then(|w| w.attack(Delivery::Projectile)).is_some();
    let (met, text) = match need {
        Need::MeleeWeapon => {
            (main.is_some_and(|w| w.is_melee() && w.id != *FIST), "a melee weapon in hand")
        }
        Need::Weapon => (main.is_some_and(|w| w.id != *FIST), "a weapon in hand"),
        Need::ProjectileWeapon => (projectile(), "a weapon that shoots"),
        Need::WeaponTypes(types) => {
            (main.is_some_and(|w| types.contains(&w.weapon_type)), "another type of weapon in hand")
        }
        Need::Shield => {
            (numbers.held(OFF).is_some_and(|w| w.grip == Grip::OffHand), "a shield in the off hand")
        }
        Need::TwoWeapons => (
            numbers.held(MAIN).is_some()
                && numbers.held(OFF).is_some_and(|w| w.is_melee() && w.basic().is_some()),
            "a weapon in each hand, with a melee one in the off hand",
        ),
        Need::FreeHand => (grip::has_hand_for_more(position, numbers), "a free hand"),
        Need::Hands => (numbers.has_hands(), "hands"),
        Need::OnGround => (
            matches!(unit.placement.support, SupportKind::Ground | SupportKind::Thing),
            "to stand on the ground",
        ),
        Need::AltitudeAtLeast(h) => (
            unit.placement.support == SupportKind::Flight
                && effects::altitude(position, unit.id()) >= *h,
            "to fly higher",
        ),
        Need::Beast => (numbers.sheet.kind == SheetKind::Beast, "to be a beast"),
        Need::Sheet(kind) => (unit.form.sheet.kind == *kind, "another body"),
        Need::NotHeld => (!unit.conditions.has(Affliction::Held.key().as_str()), "not to be held"),
        Need::Held => (unit.conditions.has(Affliction::Held.key().as_str()), "to be held"),
        Need::Transformed => {
            (!unit.form.stored.is_empty() && unit.flags.get(FORCED) == 0, "a form taken by choice")
        }
        Need::Draught => (unit.flags.get(DRAUGHTS) > 0, "a draught"),
        Need::Flask => (unit.flags.get(FLASKS) > 0, "a flask"),
        Need::Unloaded => (
            unit.flags.get(UNLOADED) != 0
                && main.is_some_and(|w| w.attacks.iter().any(|attack| attack.reload)),
            "an unloaded weapon in hand",
        ),
        Need::TargetFlying
        | Need::TargetProne
        | Need::TargetUnconscious
        | Need::TargetHelplessOrWilling
        | Need::TargetFighting
        | Need::TargetLargerAtMost(_) => (true, ""),
    };
    if !met {
        let text = format!("{} needs {text}", strike.ability.name);
        return Err(Refusal::new("needs", text, "PR-139"));
    }
    if strike.ability.has(|e| matches!(e, Effect::SwapHands))
        && !(has(STOWED) || interact::changes_hands(numbers))
    {
        return Err(Refusal::new("needs", "there is nothing stowed", "PR-365"));
    }
    Ok(())
}
