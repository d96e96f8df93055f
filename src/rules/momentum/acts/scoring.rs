//! Estimated value of Abilities for the AI, from the same rolls and damage as resolution.

use rules::estimate::ActOutcome;
use rules::state::Unit;

use super::super::abilities::{self, Cast, Touch};
use super::super::cover::Origin;
use super::super::damage::{self, Blow, Part};
use super::super::data::{Affliction, Effect, Kind, Stat, StatusKind};
use super::super::defense;
use super::super::numbers::half;
use super::super::roll::Kept;
use super::super::sheet::{TEMPORARY, VITALITY};

/// Chance that a Defense Roll fails, in thousandths.
fn fails(touch: &Touch<'_>, target: &Unit, stat: Stat) -> i32 {
    let power = ("DR Power", touch.numbers.power());
    let from = Some(Origin::Unit(touch.numbers.unit().id()));
    let roll = defense::build_roll(touch.position, target, stat, power, from, None);
    roll.map_or(1000, |roll| {
        // Natural 1s and 20s are ignored here.
        let faces = (21 - roll.needs().clamp(1, 21)) * 50;
        let saves = match roll.kept {
            Kept::Only => faces,
            Kept::Higher => 1000 - (1000 - faces) * (1000 - faces) / 1000,
            Kept::Lower => faces * faces / 1000,
        };
        1000 - saves
    })
}

/// How much a condition hinders, as a number of disadvantages.
const fn weight(what: Affliction) -> i32 {
    match what {
        Affliction::Stunned | Affliction::Dominated | Affliction::Transformed => 4,
        Affliction::Restrained | Affliction::Blinded | Affliction::Confused => 2,
        Affliction::Frightened | Affliction::Charmed | Affliction::Burning => 2,
        _ => 1,
    }
}

/// Number of disadvantages that an Ability gives a target besides damage, weighted by the chance
/// that it takes effect. Conditions the target already has are not counted.
pub fn hindrance(touch: &Touch<'_>, target: &Unit, chance: i32) -> i32 {
    let each = touch.ability.effects.iter().map(|effect| match effect {
        Effect::Afflict { what, unless, .. } => {
            let harmful = !matches!(touch.position.content.status(*what).kind, StatusKind::Buff);
            let known = target.conditions.has(what.key().as_str());
            let keeps = unless.map_or(1000, |stat| fails(touch, target, stat));
            if harmful && !known { weight(*what) * keeps * chance / 1000 } else { 0 }
        }
        Effect::Push { unless, .. } => {
            unless.map_or(1000, |stat| fails(touch, target, stat)) * chance / 2000
        }
        Effect::Snatch if !target.gear.0.is_empty() => 2 * chance,
        Effect::Displace(_) => chance / 2,
        _ => 0,
    });
    (each.sum::<i32>() + 500) / 1000
}

/// Estimate of a harmful Ability against one Defense Roll.
pub fn resisted(cast: &Cast<'_>, target: &Unit) -> ActOutcome {
    let none = ActOutcome::none(target.id());
    let Kind::Defense { stat, half: halves } = cast.ability.kind else { return none };
    let touch = cast.touch();
    let failed = fails(&touch, target, stat);
    let harm = |saved: bool| {
        let dice = abilities::damage(cast.ability, cast.steps, None);
        let parts = dice.into_iter().map(|typed| {
            let mean = half(typed.dice.twice_mean());
            let amount = if saved { half(mean) } else { mean };
            Part::new(typed.of, typed.dice.to_string(), amount, "MO-228")
        });
        let blow = Blow::plain(parts.collect());
        let numbers = cast.position.numbers(target.id());
        numbers.map_or(0, |n| damage::resolve(cast.position.content, &blow, &n).total)
    };
    if halves {
        let mean = (failed * harm(false) + (1000 - failed) * harm(true)) / 1000;
        return ActOutcome { harm: mean, hinders: hindrance(&touch, target, failed), ..none };
    }
    ActOutcome {
        chance: failed,
        harm: harm(false),
        hinders: hindrance(&touch, target, 1000),
        ..none
    }
}

/// Value of help to its recipient.
pub fn helped(cast: &Cast<'_>, target: &Unit) -> ActOutcome {
    let none = ActOutcome::none(target.id());
    let mut expected = none;
    let bonus = cast.numbers.bonus(cast.numbers.creature().primary);
    let track = |id: &str| target.tracks.0.get(id).map_or((0, 0), |m| (m.value, m.max));
    for effect in &cast.ability.effects {
        match effect {
            Effect::Heal(dice) => {
                let (now, most) = track(VITALITY);
                let dice = cast.touch().dice(*dice);
                expected.mends += (half(dice.twice_mean()) + bonus).min(most - now).max(0);
            }
            Effect::Revive(dice) => {
                let dice = cast.touch().dice(*dice);
                expected.mends += 1 + half(dice.twice_mean()) - track(VITALITY).0.min(0);
            }
            Effect::Shield(n) => {
                expected.mends += (n - track(TEMPORARY).0).max(0) / 2;
            }
            Effect::Cleanse(_) => {
                let content = cast.position.content;
                let ends = target.conditions.0.iter().any(|c| {
                    let which = Affliction::from_key(c.id.as_str());
                    which.is_some_and(|w| content.status(w).kind.is_status())
                });
                expected.helps += if ends { 2 } else { 0 };
            }
            Effect::Relieve(what) => {
                expected.helps += i32::from(target.conditions.has(what.key().as_str()));
            }
            Effect::Afflict { what, .. } => {
                expected.helps += i32::from(!target.conditions.has(what.key().as_str()));
            }
            _ => {}
        }
    }
    expected
}
