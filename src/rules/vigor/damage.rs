//! Damage rolls: dice by damage value and quality, Bonus Dice that burst, critical hits (VG-190 to
//! VG-201).

use rules::dice::{Die, Read, Throw, bursts_in};
use rules::oracle::{Oracle, Pause};
use rules::state::Unit;
use rules::{Key, Sum};

use super::armour::Impact;
use super::data::{BonusFrom, DamageType, Kinetic, Quality, Skill, Weapon};
use super::harm::Damage;
use super::numbers::Numbers;

/// A damage roll before it is made.
#[derive(Clone, Debug)]
pub struct DamageRoll<'a> {
    /// The source of the damage, as named in terms.
    pub name: &'a str,
    /// The damage value (VG-190).
    pub dice: i32,
    /// Its quality, which sets the die (VG-191).
    pub quality: Quality,
    /// The type.
    pub kind: DamageType,
    /// Kinetic kind; `None` for other types.
    pub kinetic: Option<Kinetic>,
    /// The source of the Bonus Dice.
    pub from: BonusFrom,
    /// The Bonus Dice.
    pub bonus: Vec<Die>,
}

/// The expected total of dice of some qualities and Bonus Dice, rounded down (VG-198).
pub fn expected_total(own: &[(i32, Quality)], bonus: &[Die]) -> i32 {
    let tenths = |die: &Die| {
        let sides = i32::from(die.sides);
        let plain = 5 * (sides + 1);
        if die.bursts { plain * sides / (sides - 1).max(1) } else { plain }
    };
    let dice = |(count, quality): &(i32, Quality)| count * tenths(&Die::d(quality.sides()));
    (own.iter().map(dice).sum::<i32>() + bonus.iter().map(tenths).sum::<i32>()) / 10
}

/// The result of a damage roll.
pub struct RolledDamage {
    /// The terms of the total.
    pub sum: Sum,
    /// True if a Bonus Die burst (VG-195).
    pub critical: bool,
}

impl Numbers<'_> {
    /// The number of Bonus Dice for damage from a source (VG-192, VG-193).
    pub fn damage_bonus(&self, from: BonusFrom) -> i32 {
        match from {
            BonusFrom::Strength => self.sheet.strength / self.content.rules.score_per_die,
            BonusFrom::Marksman => self.sheet.skill(Skill::Marksman),
            BonusFrom::Spellcraft => self.sheet.skill(Skill::Spellcraft),
        }
    }

    /// Damage value of a weapon as held: some are stronger in two hands (VG-190).
    pub fn damage_value(&self, weapon: &Weapon) -> i32 {
        let free = !self.holds_second() && !self.has_shield();
        i32::from(if free { weapon.dice.max(weapon.dice_in_two_hands) } else { weapon.dice })
    }

    /// The damage roll of a weapon while the other hand strikes as well.
    pub fn one_handed<'w>(&self, weapon: &'w Weapon, net: i32) -> DamageRoll<'w> {
        DamageRoll { dice: weapon.dice.into(), ..self.damage_roll(weapon, net) }
    }

    /// The damage roll of a weapon; `net` is the effect's Charges minus its Challenges.
    pub fn damage_roll<'w>(&self, weapon: &'w Weapon, net: i32) -> DamageRoll<'w> {
        DamageRoll {
            name: &weapon.name,
            dice: self.damage_value(weapon),
            quality: weapon.quality,
            kind: weapon.damage,
            kinetic: weapon.kinetic,
            from: weapon.bonus,
            bonus: self.dice(self.damage_bonus(weapon.bonus), net),
        }
    }
}

impl DamageRoll<'_> {
    /// The same roll against this target: lightning does more to metal (VG-253).
    #[must_use]
    pub fn against(self, target: &Numbers<'_>) -> Self {
        let more = self.kind == DamageType::Electrical && target.wears_metal();
        Self { dice: self.dice + i32::from(more), ..self }
    }

    /// All its dice, those of the damage value first.
    pub fn all_dice(&self) -> Vec<Die> {
        let own = usize::try_from(self.dice).unwrap_or_default();
        let mut dice = vec![Die::d(self.quality.sides()); own];
        dice.extend(&self.bonus);
        dice
    }

    /// The expected total, rounded down (VG-198).
    pub fn expected(&self) -> i32 {
        expected_total(&[(self.dice, self.quality)], &self.bonus)
    }

    /// Rolls the damage, distinguishing sums up to `most`. Asks whether a die burst only where it
    /// matters.
    ///
    /// # Errors
    /// [`Pause`] while dice are missing.
    pub fn roll(&self, most: i32, oracle: &mut Oracle<'_>) -> Result<RolledDamage, Pause> {
        self.rolled((1..=most).collect(), oracle)
    }

    /// Rolls for half the damage, rounded down, distinguishing halves up to `most`.
    ///
    /// # Errors
    /// [`Pause`] while dice are missing.
    pub fn roll_half(&self, most: i32, oracle: &mut Oracle<'_>) -> Result<RolledDamage, Pause> {
        let mut rolls = self.rolled((1..=most).map(|n| n.saturating_mul(2)).collect(), oracle)?;
        let total = rolls.sum.total();
        rolls.sum.push("half", -(total - total / 2), "VG-134");
        Ok(rolls)
    }

    fn rolled(&self, cuts: Vec<i32>, oracle: &mut Oracle<'_>) -> Result<RolledDamage, Pause> {
        let dice = self.all_dice();
        let asks = matches!(self.kind, DamageType::Cold | DamageType::Sonic);
        let read = match asks && !self.bonus.is_empty() {
            true => Read::SumAndBursts { cuts, most: 1 },
            false => Read::Sum(cuts),
        };
        let faces = oracle.roll(Throw { dice, read })?;
        let own = usize::try_from(self.dice).unwrap_or_default();
        let (plain, bonus) = faces.split_at(own.min(faces.len()));
        let of = |part: &[u16]| part.iter().map(|f| i32::from(*f)).sum::<i32>();
        let mut sum = Sum::new();
        sum.push(self.name.to_lowercase(), of(plain), "VG-190");
        sum.add(self.from.name(), of(bonus), self.from.rule());
        let bursts = bursts_in(&self.bonus, bonus);
        let critical = bursts > 0;
        Ok(RolledDamage { sum, critical })
    }

    /// This rolled damage, dealt by an attacker.
    pub fn damage<'k>(
        &self,
        (act, by): (&'k Key, &'k Unit),
        rolls: RolledDamage,
        shield: i32,
    ) -> Damage<'k> {
        let Self { kind, kinetic, quality, .. } = *self;
        Damage {
            by: Some(by),
            impact: Impact { kind, kinetic, quality, is_hazard: false, shield },
            armoured: true,
            critical: rolls.critical,
            area: false,
            ..Damage::hazard(act, rolls.sum, kind)
        }
    }
}
