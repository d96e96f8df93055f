//! The current numbers of a combatant, with their terms.

use rules::kit::numbers::numbers;
use rules::state::{Condition, Status, Unit};
use rules::{Key, Lower, Tally, Total};

use super::data::{
    Affliction, Amount, Condition as ConditionData, ConditionEffect, Content, Grip, HalfRounding,
    Kind, Resistance, SheetKind, Weapon, WeaponAttack,
};
use super::sheet::{Creature, MAIN, OFF};

/// The weapon of an unarmed combatant.
pub const FIST: &str = "fist";

/// Upper limit of speed in squares, whatever conditions add: path searches rely on it.
const FASTEST: i32 = 999;

/// True while alive and conscious, including after a surrender (PR-383).
pub const fn is_awake(unit: &Unit) -> bool {
    matches!(unit.status, Status::Active | Status::Surrendered)
}

numbers!(
    /// A combatant with the content its numbers come from.
    Numbers of Content, Creature
);

impl<'a> Numbers<'a> {
    /// Half the level, rounded down (PR-5). Not rounding would give the same results (PR-6).
    pub const fn half_level(&self) -> i32 {
        match self.content.rules.half_rounding {
            HalfRounding::Floor | HalfRounding::Exact => self.sheet.stats.level.div_euclid(2),
        }
    }

    /// The weapon in a hand; `None` while gear is merged into a form (PR-343).
    pub fn held(&self, slot: &str) -> Option<&'a Weapon> {
        if self.sheet.merged {
            return None;
        }
        self.unit.gear.0.get(slot).and_then(|item| self.content.weapons.get(item.as_str()))
    }

    /// The weapon that counts as being in the main hand: the held one, otherwise the first natural
    /// one, otherwise bare hands (PR-11).
    pub fn main_weapon(&self) -> Option<&'a Weapon> {
        let natural = || {
            let first = self.sheet.stats.natural.first();
            first.and_then(|n| self.content.weapons.get(n.weapon.as_str()))
        };
        let held = self.unit.gear.0.get(MAIN).filter(|_| !self.sheet.merged);
        let held = held.and_then(|item| self.content.weapons.find(item, self.sheet.main_at));
        held.or_else(natural).or_else(|| self.content.weapons.get(FIST))
    }

    /// Every weapon that it can attack with, each once: the one that counts as being in the main
    /// hand, the off-hand one while the main hand is empty (PR-145), and natural ones. The fist
    /// comes last for bodies with hands, whatever they hold.
    pub fn weapons(&self) -> impl Iterator<Item = &'a Weapon> + use<'a> {
        let (content, natural) = (self.content, &self.sheet.stats.natural);
        let main = self.main_weapon();
        let off = self.held(OFF).filter(|_| self.held(MAIN).is_none());
        let is_new = move |i: usize, id: &Key| {
            let before = natural.iter().take(i).all(|known| known.weapon != *id);
            before && main.is_none_or(|main| main.id != *id)
        };
        let others = natural.iter().enumerate().filter(move |(i, n)| is_new(*i, &n.weapon));
        let others = others.filter_map(move |(_, n)| content.weapons.get(n.weapon.as_str()));
        let is_fist = |weapon: &&Weapon| weapon.id == *FIST;
        let fist = main.filter(is_fist).or_else(|| {
            let own = self.has_hands().then(|| content.weapons.get(FIST)).flatten();
            own.filter(|fist| natural.iter().all(|n| n.weapon != fist.id))
        });
        let armed = main.filter(|weapon| !is_fist(weapon)).into_iter().chain(off);
        armed.chain(others).chain(fist)
    }

    /// True for the fist of a unit with another weapon in its main hand.
    pub fn is_spare(&self, weapon: &Weapon) -> bool {
        weapon.id == *FIST && self.main_weapon().is_some_and(|main| main.id != weapon.id)
    }

    /// True for bodies that can hold things and punch.
    pub fn has_hands(&self) -> bool {
        self.sheet.kind == SheetKind::Character && !self.sheet.merged
    }

    /// The number of empty hands, for grips or anything else that takes a hand (PR-361, PR-452).
    pub fn free_hands(&self) -> usize {
        let both = self.held(MAIN).is_some_and(|weapon| weapon.grip == Grip::TwoHanded);
        if !self.has_hands() || both {
            return 0;
        }
        [MAIN, OFF].into_iter().filter(|slot| !self.unit.gear.0.contains_key(*slot)).count()
    }

    /// Action damage of a weapon's attack: a body may override it for natural weapons.
    pub fn weapon_damage(&self, weapon: &Weapon, attack: &WeaponAttack) -> i32 {
        let own = self.sheet.stats.natural.iter().find(|n| n.weapon == weapon.id);
        own.and_then(|n| n.damage).unwrap_or(attack.damage)
    }

    /// True if it can flank an adjacent enemy: a melee weapon in the main hand (PR-210), conscious,
    /// and no condition that prevents it (PR-211).
    pub fn is_armed(&self) -> bool {
        self.main_weapon().is_some_and(|w| w.flanks)
    }

    /// True if it is in the fight and no condition prevents flanking (PR-211).
    pub fn threatens(&self) -> bool {
        self.unit.status == Status::Active
            && !self.has(|effect| matches!(effect, ConditionEffect::NoFlanking))
    }

    /// Its conditions with their data.
    pub fn afflictions(
        &self,
    ) -> impl Iterator<Item = (&'a Condition, &'a ConditionData)> + use<'a> {
        let content = self.content;
        self.unit.conditions.0.iter().filter_map(move |c| {
            let which = Affliction::from_key(c.id.as_str())?;
            Some((c, content.condition(which)))
        })
    }

    /// True if any of its conditions has such an effect.
    pub fn has(&self, test: impl Fn(&ConditionEffect) -> bool) -> bool {
        self.afflictions().any(|(_, data)| data.effects.iter().any(&test))
    }

    /// Adds the terms its conditions give to one number.
    fn add_conditions<T: Tally>(
        &self,
        sum: &mut T,
        rule: &'static str,
        pick: impl Fn(&Condition, &ConditionEffect) -> Option<Amount>,
    ) {
        for (i, (condition, data)) in self.afflictions().enumerate() {
            // The same condition from several owners counts once (PR-293).
            if self.afflictions().take(i).any(|(before, _)| before.id == condition.id) {
                continue;
            }
            for effect in &data.effects {
                if let Some(amount) = pick(condition, effect) {
                    sum.add(Lower(&data.name), amount.at(condition.size), rule);
                }
            }
        }
    }

    /// Movement speed in squares (PR-88, PR-90).
    pub fn speed(&self) -> i32 {
        self.slowed(self.sheet.stats.speed)
    }

    /// Flight speed in squares (PR-118, PR-131); `None` if it cannot fly at the moment.
    pub fn fly(&self) -> Option<i32> {
        let grounded = self.has(|e| matches!(e, ConditionEffect::NoFlight));
        self.sheet.stats.fly.filter(|_| !grounded).map(|fly| self.slowed(fly))
    }

    fn slowed(&self, speed: i32) -> i32 {
        if self.has(|e| matches!(e, ConditionEffect::SpeedZero)) {
            return 0;
        }
        let mut sum = Total::default();
        self.add_conditions(&mut sum, "PR-88", |_, e| match e {
            ConditionEffect::Speed(n) => Some(*n),
            _ => None,
        });
        speed.saturating_add(sum.total()).clamp(0, FASTEST)
    }

    /// Cost of standing up or lying down: half of the base speed (PR-249, PR-252, PR-254).
    pub const fn posture_cost(&self) -> i32 {
        let base = self.sheet.stats.base_speed;
        match self.content.rules.prone_cost_rounding {
            super::data::CostRounding::Ceil => base.div_euclid(2) + base.rem_euclid(2),
            super::data::CostRounding::Floor => base.div_euclid(2),
        }
    }

    /// The initiative value (PR-38, PR-49).
    pub fn initiative(&self, ambushed: bool) -> i32 {
        let mut sum = Total::default();
        sum.push("sheet", self.sheet.stats.initiative, "PR-38");
        self.add_conditions(&mut sum, "PR-27", |_, e| match e {
            ConditionEffect::Initiative(n) => Some(*n),
            _ => None,
        });
        if ambushed {
            sum.add("ambushed", self.content.rules.ambush_initiative, "PR-298");
        }
        sum.total()
    }

    /// Terms its conditions add to its precision rolls.
    pub fn precision_conditions<T: Tally>(&self) -> T {
        let mut sum = T::default();
        self.add_conditions(&mut sum, "PR-14", |_, e| match e {
            ConditionEffect::Precision(n) => Some(*n),
            _ => None,
        });
        sum
    }

    /// Terms its conditions add to precision rolls against it.
    pub fn attackers_precision<T: Tally>(&self) -> T {
        let mut sum = T::default();
        self.add_conditions(&mut sum, "PR-14", |_, e| match e {
            ConditionEffect::AttackersPrecision(n) => Some(*n),
            _ => None,
        });
        sum
    }

    /// A resistance against `attacker`, without terms that depend on position (PR-22).
    pub fn resistance<T: Tally>(&self, which: Resistance, attacker: Option<&Unit>) -> T {
        let mut sum = T::default();
        sum.push("sheet", self.sheet.stats.resistances.of(which), "PR-22");
        self.add_gear(&mut sum, which);
        self.add_conditions(&mut sum, "PR-14", |condition, e| match e {
            ConditionEffect::Resistance(r, n) if *r == which => Some(*n),
            ConditionEffect::ResistanceToOwner(r, n)
                if *r == which
                    && condition.source.is_some()
                    && condition.source == attacker.map(Unit::id) =>
            {
                Some(*n)
            }
            _ => None,
        });
        sum
    }

    /// The sheet includes its starting gear: dropped gear takes its share away, new gear adds its
    /// own, and an unconscious creature cannot use a shield (PR-23).
    fn add_gear<T: Tally>(&self, sum: &mut T, which: Resistance) {
        let (awake, merged) = (is_awake(self.unit), self.sheet.merged);
        for (slot, counted) in [(MAIN, &self.sheet.counted_main), (OFF, &self.sheet.counted_off)] {
            let item = self.unit.gear.0.get(slot).filter(|_| awake && !merged);
            if item.map_or("", Key::as_str) == counted.as_str() {
                continue;
            }
            let part = |w: Option<&Weapon>| w.map_or(0, |w| w.resistances.of(which));
            let now = if awake { self.held(slot) } else { None };
            let then = self.content.weapons.get(counted.as_str());
            let change = part(now) - part(then);
            sum.add(Lower(now.or(then).map_or("", |w| w.name.as_str())), change, "PR-23");
        }
    }

    /// The armor of a kind (PR-164, PR-168).
    pub fn armor<T: Tally>(&self, kind: Kind) -> T {
        let mut sum = T::default();
        let label = match kind {
            Kind::Physical => "physical armor",
            Kind::Magical => "magical armor",
        };
        sum.push(label, self.sheet.stats.armor.of(kind), "PR-164");
        self.add_conditions(&mut sum, "PR-168", |_, e| match e {
            ConditionEffect::Armor(k, n) if *k == kind => Some(*n),
            _ => None,
        });
        sum
    }

    /// The potency of a kind (PR-160); conditions cannot lower it below 0.
    pub fn potency(&self, kind: Kind) -> i32 {
        let mut sum = Total::default();
        sum.push("sheet", self.sheet.stats.potency.of(kind), "PR-160");
        self.add_conditions(&mut sum, "PR-160", |_, e| match e {
            ConditionEffect::Potency(n) => Some(*n),
            _ => None,
        });
        sum.total().max(0)
    }

    /// Terms its conditions add to the damage of its weapon attacks (PR-163).
    pub fn weapon_bonus<T: Tally>(&self) -> T {
        let mut sum = T::default();
        self.add_conditions(&mut sum, "PR-163", |_, e| match e {
            ConditionEffect::WeaponDamage(n) => Some(*n),
            _ => None,
        });
        sum
    }

    /// True if it can see at all (PR-183, PR-247).
    pub fn has_sight(&self) -> bool {
        is_awake(self.unit) && !self.has(|e| matches!(e, ConditionEffect::NoSight))
    }

    /// True if it can hear at all (PR-183, PR-247).
    pub fn has_hearing(&self) -> bool {
        is_awake(self.unit) && !self.has(|e| matches!(e, ConditionEffect::NoHearing))
    }
}
