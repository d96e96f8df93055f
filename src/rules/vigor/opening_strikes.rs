//! Strikes into openings: the weapons for them, and when they are worth their Vigor (VG-113,
//! VG-116).

use grid::UnitId;
use rules::dice::Chance;
use rules::state::Unit;

use super::attack::{self, AttackRoll};
use super::data::{Moment, Weapon};
use super::names::{BYSTANDER, VIGOR};
use super::numbers::Numbers;
use super::reactions;
use super::step::{AttackOptions, Occasion};

/// The ordinary attack of an opening (VG-116).
pub const ORDINARY_ATTACK: AttackOptions = AttackOptions::plain(Occasion::Opening);

/// The melee weapon with which a combatant could take an opening now; the one in hand comes first.
pub fn weapon<'a>(moment: Moment<'a>, unit: &'a Unit, from: UnitId) -> Option<&'a Weapon> {
    let Moment { content, ctx } = moment;
    let numbers = Numbers::of(content, unit)?;
    // A bystander does not act until it joins (VG-46).
    let able = reactions::may_react(ctx, &numbers)
        && !unit.conditions.has(BYSTANDER)
        && unit.pools.0.value(VIGOR) >= content.rules.opening_cost;
    let mut weapons = numbers.usable_weapons().filter(|_| able);
    weapons.find(|weapon| {
        let roll = attack::prepare(moment, unit, weapon, from, &ORDINARY_ATTACK);
        roll.is_ok_and(|roll| roll.melee)
    })
}

/// The strikes that enemies would probably make if a combatant gave an opening at its current
/// place.
pub fn expected<'a>(moment: Moment<'a>, opener: &'a Unit) -> Vec<AttackRoll<'a>> {
    let foes = moment.ctx.state.units.iter().filter(|foe| foe.side() != opener.side());
    let strike = |foe: &'a Unit| {
        let weapon = weapon(moment, foe, opener.id())?;
        let roll = attack::prepare(moment, foe, weapon, opener.id(), &ORDINARY_ATTACK).ok()?;
        is_wise(moment, foe, &roll).then_some(roll)
    };
    foes.filter_map(strike).collect()
}

/// Whether a strike into an opening is worth its Vigor.
pub fn is_wise(moment: Moment<'_>, unit: &Unit, roll: &AttackRoll<'_>) -> bool {
    let spare = unit.pools.0.value(VIGOR) >= moment.content.rules.opening_cost.saturating_mul(2);
    spare && roll.chance() >= Chance::new(2, 5)
}
