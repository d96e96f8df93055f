//! The damage of an attack: dice, bonuses, and what a non-lethal attack leaves out (MO-176 to
//! MO-182, MO-205 to MO-207, MO-213).

use grid::UnitId;
use rules::Sum;
use rules::oracle::{Oracle, Pause};

use super::super::abilities;
use super::super::damage::{Blow, Ignores, Part};
use super::super::data::{DamageType, DiceSum, Effect, FeatureEffect, Trait, TypedDice, Weapon};
use super::super::numbers::half;
use super::super::roll::damage_dice;
use super::super::sheet::VITALITY;
use super::super::variants::ChosenVariant;
use super::{Attack, Tool};

impl Attack<'_> {
    /// The wielder's bonus to a weapon's damage dice (MO-213).
    fn damage_bonus(&self, weapon: &Weapon) -> i32 {
        let adds = self.position.content.rules.weapon_damage_adds_primary;
        if adds { self.numbers.bonus(weapon.primary) } else { 0 }
    }

    /// How much of the target's defence it ignores (MO-205 to MO-207).
    pub fn ignores(&self) -> Ignores {
        let vitality = self.unit().tracks.0.get(VITALITY);
        let weak = vitality.is_some_and(|m| m.value < half(m.max) + m.max.rem_euclid(2));
        if weak && self.numbers.creature().has(FeatureEffect::VengefulMark) {
            return Ignores::All;
        }
        let pierces = self.power().into_iter().flat_map(|a| &a.effects).find_map(|e| match e {
            Effect::Pierce(n) => Some(*n),
            _ => None,
        });
        pierces.map_or(Ignores::Nothing, Ignores::UpTo)
    }

    /// The damage dice of a hit, part by part. The flag marks parts that belong to a Maneuver.
    pub(super) fn dice(&self) -> Vec<(TypedDice, bool)> {
        let steps = self.variant.steps;
        match self.tool {
            Tool::Ability(ability) => {
                abilities::damage(ability, steps, None).into_iter().map(|d| (d, false)).collect()
            }
            Tool::Weapon(weapon) | Tool::Thrown(weapon) => {
                let kind = weapon.damage.first().map(|d| d.of);
                let added = self.variant.maneuver.map(|m| abilities::damage(m, steps, kind));
                let added = added.unwrap_or_default().into_iter().map(|d| (d, true));
                weapon.damage.iter().map(|d| (*d, false)).chain(added).collect()
            }
        }
    }

    /// The flat bonuses of a hit: from the wielder, and for a critical hit those of the weapon or
    /// Ability and of the Maneuver (MO-176 to MO-179, MO-213).
    fn flat(&self, sum: &mut Sum, added: bool, critical: bool) {
        let rules = &self.position.content.rules;
        let of_tier = |tier: u8| rules.critical_per_tier * i32::from(tier);
        if added {
            if let Some(maneuver) = self.variant.maneuver.filter(|_| critical) {
                sum.add("critical hit", of_tier(maneuver.tier), "MO-178");
            }
            return;
        }
        if let Tool::Weapon(weapon) | Tool::Thrown(weapon) = self.tool {
            sum.add(weapon.primary.label(), self.damage_bonus(weapon), "MO-213");
        }
        if critical {
            let tier = self.tier();
            let rule = if tier > 0 { "MO-177" } else { "MO-176" };
            sum.add("critical hit", rules.critical_damage + of_tier(tier), rule);
        }
    }

    /// The Tier of the Ability that attacks; 0 for a plain weapon (MO-177).
    const fn tier(&self) -> u8 {
        match self.tool {
            Tool::Ability(ability) => ability.tier,
            Tool::Weapon(weapon) | Tool::Thrown(weapon) => weapon.tier,
        }
    }

    /// Number of dice that a non-lethal attack leaves out. Holy damage does not kill the living
    /// anyway (MO-181, MO-182, MO-396).
    fn sparing_dice(&self, target: Option<UnitId>) -> u8 {
        match self.tool {
            Tool::Ability(ability) => {
                let living = target
                    .and_then(|id| self.position.numbers(id))
                    .is_some_and(|n| !n.creature().is(Trait::NotBiological));
                let holy = ability.damage.iter().all(|d| d.of == DamageType::Holy);
                if holy && living { 0 } else { 1 + ability.tier }
            }
            Tool::Weapon(_) | Tool::Thrown(_) => 1 + self.tier(),
        }
    }

    /// Rolls the damage of a hit: steps 1 to 3 of MO-212.
    pub(super) fn blow(
        &self,
        target: Option<UnitId>,
        critical: bool,
        oracle: &mut Oracle<'_>,
    ) -> Result<Blow, Pause> {
        let rules = &self.position.content.rules;
        let mut parts: Vec<Part> = Vec::new();
        let mut own = [false, false];
        for (typed, added) in self.dice() {
            let (_, amount) = damage_dice(typed.dice, oracle)?;
            let mut sum = Sum::new();
            sum.push(typed.dice.to_string(), amount, if added { "MO-356" } else { "MO-213" });
            if let Some(done) = own.get_mut(usize::from(added)).filter(|done| !**done) {
                *done = true;
                self.flat(&mut sum, added, critical);
            }
            parts.push(Part { kind: typed.of, sum });
        }
        let ChosenVariant { gentle, deadly, .. } = self.variant;
        if gentle {
            let dice = DiceSum { count: self.sparing_dice(target), sides: rules.nonlethal_die };
            let (_, less) = damage_dice(dice, oracle)?;
            self.spare(&mut parts, less);
        }
        Ok(Blow { ignores: self.ignores(), gentle, deadly, ..Blow::plain(parts) })
    }

    /// Subtracts the dice of a non-lethal attack, part by part. A Maneuver's dice are not reduced
    /// (MO-181).
    fn spare(&self, parts: &mut [Part], mut less: i32) {
        for (part, (_, added)) in parts.iter_mut().zip(self.dice()) {
            let off = less.min(part.sum.total().max(0));
            if !added {
                part.sum.add("non-lethal", -off, "MO-181");
                less -= off;
            }
        }
    }
}

/// A hit with average dice, rounded down, before defences; for estimates.
pub fn usual_blow(attack: &Attack<'_>, target: UnitId) -> Blow {
    let mut own = [false, false];
    let mut parts: Vec<Part> = Vec::new();
    for (typed, added) in attack.dice() {
        let mut part = Part::usual(typed, "MO-213");
        if let Some(done) = own.get_mut(usize::from(added)).filter(|done| !**done) {
            *done = true;
            attack.flat(&mut part.sum, added, false);
        }
        parts.push(part);
    }
    let ChosenVariant { gentle, deadly, .. } = attack.variant;
    if gentle {
        let sides = attack.position.content.rules.nonlethal_die;
        let dice = DiceSum { count: attack.sparing_dice(Some(target)), sides };
        attack.spare(&mut parts, half(dice.twice_mean()));
    }
    Blow { ignores: attack.ignores(), gentle, deadly, ..Blow::plain(parts) }
}
