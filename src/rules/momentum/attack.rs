//! Attacks with weapons and Abilities: who can be struck, how the roll stands, and what a hit does
//! (MO-164 to MO-187, MO-213, MO-356).

use crate::grid::UnitId;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::ruleset::Variant;
use crate::rules::state::Unit;
use crate::rules::{Key, Refusal, Sum};

use super::abilities::{self, Touch};
use super::budget::Budget;
use super::cover::Cover;
use super::damage::{Blow, Ignores, Part};
use super::data::{
    Ability, Content, DamageType, DiceSum, Effect, FeatureEffect, Kind, Reach, StatusEffect, Trait,
    TypedDice, Weapon,
};
use super::manner::{self, Manner, check_power};
use super::numbers::{Numbers, half};
use super::position::Position;
use super::roll::{Leaning, Roll, damage_dice};
use super::sheet::VITALITY;
use super::ties;

const THROW: &str = "throw_";

/// The name of the act of throwing a weapon.
pub fn throw_act(weapon: &Weapon) -> Key {
    Key::new(&format!("{THROW}{}", weapon.id))
}

/// What an attack is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool<'a> {
    /// A weapon in hand or of the body.
    Weapon(&'a Weapon),
    /// A weapon that is thrown.
    Thrown(&'a Weapon),
    /// An Ability.
    Ability(&'a Ability),
}

/// An attack as one combatant would make it at this moment.
#[derive(Clone, Copy)]
pub struct Attack<'a> {
    /// The moment.
    pub position: Position<'a>,
    /// Who attacks.
    pub numbers: Numbers<'a>,
    /// With what.
    pub tool: Tool<'a>,
    /// In which way.
    pub manner: Manner<'a>,
}

impl<'a> Attack<'a> {
    /// Every attack with a weapon that a combatant has, in the order of the action bar.
    pub fn all(position: Position<'a>, unit: UnitId) -> Vec<Self> {
        let Some(numbers) = position.numbers(unit) else { return Vec::new() };
        let with = |tool| Self { position, numbers, tool, manner: Manner::default() };
        let weapons = numbers.weapons();
        let thrown = weapons.iter().filter(|w| w.thrown > 0).map(|w| with(Tool::Thrown(w)));
        weapons.iter().map(|w| with(Tool::Weapon(w))).chain(thrown).collect()
    }

    /// The attack of that name, with a weapon or an Ability.
    pub fn find(position: Position<'a>, unit: UnitId, act: &str) -> Option<Self> {
        let known = Self::all(position, unit).into_iter().find(|a| a.act() == *act);
        known.or_else(|| {
            let numbers = position.numbers(unit)?;
            let ability = abilities::find(&numbers, position.content, act)?;
            Self::with_ability(position, numbers, ability)
        })
    }

    /// The attack of an Ability, if it is one (MO-168).
    pub fn with_ability(
        position: Position<'a>,
        numbers: Numbers<'a>,
        ability: &'a Ability,
    ) -> Option<Self> {
        let attacks = matches!(ability.kind, Kind::Attack(_));
        let (tool, manner) = (Tool::Ability(ability), Manner::default());
        attacks.then_some(Self { position, numbers, tool, manner })
    }

    /// The same attack made in that way.
    #[must_use]
    pub const fn made(self, manner: Manner<'a>) -> Self {
        Self { manner, ..self }
    }

    /// Its name in commands.
    pub fn act(&self) -> Key {
        match self.tool {
            Tool::Weapon(weapon) => weapon.id.clone(),
            Tool::Thrown(weapon) => throw_act(weapon),
            Tool::Ability(ability) => ability.id.clone(),
        }
    }

    /// Its name as players read it.
    pub fn name(&self) -> String {
        let name = match self.tool {
            Tool::Weapon(weapon) => weapon.name.clone(),
            Tool::Thrown(weapon) => format!("Throw {}", weapon.name.to_lowercase()),
            Tool::Ability(ability) => ability.name.clone(),
        };
        match self.manner.maneuver {
            Some(maneuver) => format!("{name} with {}", maneuver.name),
            None => name,
        }
    }

    /// What it does, in a sentence.
    pub fn text(&self) -> &'a str {
        match self.tool {
            Tool::Weapon(weapon) | Tool::Thrown(weapon) => &weapon.text,
            Tool::Ability(ability) => &ability.text,
        }
    }

    /// What it is thrown away with, if it is.
    pub fn throws(&self) -> Option<&'a Key> {
        match self.tool {
            Tool::Thrown(weapon) => Some(&weapon.id),
            Tool::Weapon(_) | Tool::Ability(_) => None,
        }
    }

    /// How far it goes.
    pub const fn reach(&self) -> Reach {
        match self.tool {
            Tool::Weapon(weapon) => weapon.reach,
            Tool::Thrown(weapon) => Reach::Ranged(weapon.thrown),
            Tool::Ability(ability) => match ability.kind {
                Kind::Attack(reach) => reach,
                _ => Reach::Melee(0),
            },
        }
    }

    /// The Ability that is used or added, if one is.
    pub const fn power(&self) -> Option<&'a Ability> {
        match self.tool {
            Tool::Ability(ability) => Some(ability),
            _ => self.manner.maneuver,
        }
    }

    /// The content it comes from.
    pub const fn content(&self) -> &'a Content {
        self.position.content
    }

    /// WP that it takes (MO-353).
    pub fn power_cost(&self) -> i32 {
        self.power().map_or(0, |ability| manner::power_cost(ability, self.manner.steps))
    }

    /// The Ability that takes effect with a hit, if one does.
    pub fn touch(&self) -> Option<Touch<'a>> {
        let (position, numbers) = (self.position, self.numbers);
        let steps = self.manner.steps;
        self.power().map(|ability| Touch { position, numbers, ability, steps })
    }

    /// The other ways to make it, possible at the moment or not.
    pub fn variants(&self, cost: &str) -> Vec<Variant> {
        let numbers = &self.numbers;
        let points = format!("{cost}, ");
        let mut ways = manner::of_attacks(cost).to_vec();
        if let Tool::Ability(ability) = self.tool {
            let ap = format!("{} AP, ", ability.ap);
            ways.extend(manner::upcasts(numbers, ability, &ap));
            return ways;
        }
        for ability in abilities::all(numbers, self.position.content) {
            if self.suits(ability) {
                ways.extend(manner::maneuvers(numbers, ability, &points));
            }
        }
        ways
    }

    /// True for the bare hands of one who has another weapon.
    pub fn is_spare(&self) -> bool {
        let bare = matches!(self.tool, Tool::Weapon(w) if w.id == *super::sheet::UNARMED);
        bare && self.numbers.weapons().len() > 1
    }

    /// True for Maneuvers that go with this attack.
    fn suits(&self, maneuver: &Ability) -> bool {
        let melee = self.reach().is_melee();
        matches!(maneuver.kind, Kind::Maneuver { melee: only } if melee || !only)
    }

    /// Who attacks.
    pub const fn unit(&self) -> &'a Unit {
        self.numbers.unit()
    }

    /// AP that the next attack costs: none while one is paid for (MO-84, MO-85).
    pub fn price(&self) -> i32 {
        let content = self.position.content;
        if let Tool::Ability(ability) = self.tool {
            return ability.ap;
        }
        let stock = Budget::of(content, self.unit()).is_some_and(|b| b.attacks() > 0);
        if stock { 0 } else { content.rules.prices.attack }
    }

    /// Whether an attack is possible at all at the moment, whatever the target.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_use(&self) -> Result<(), Refusal> {
        let off = || Refusal::new("no_sheet", "it has no sheet", "MO-10");
        let budget = Budget::of(self.position.content, self.unit()).ok_or_else(off)?;
        budget.check_ap(self.price(), "MO-84")?;
        self.check_power()
    }

    /// Whether the power for what is used or added is there, and it goes together.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_power(&self) -> Result<(), Refusal> {
        let Manner { steps, maneuver, .. } = self.manner;
        if let Some(maneuver) = maneuver {
            let known = abilities::find(&self.numbers, self.position.content, maneuver.id.as_str());
            if known.is_none() || matches!(self.tool, Tool::Ability(_)) || !self.suits(maneuver) {
                let text = format!("{} cannot be added to this", maneuver.name);
                return Err(Refusal::new("no_such_variant", text, "MO-356"));
            }
        }
        match self.power() {
            Some(ability) => check_power(&self.numbers, ability, steps),
            None if steps > 0 => {
                Err(Refusal::new("no_such_variant", "only Abilities are upcast", "MO-354"))
            }
            None => Ok(()),
        }
    }

    /// Whether a combatant can be struck from here.
    ///
    /// # Errors
    /// Why not.
    pub fn check_target(&self, target: UnitId) -> Result<(), Refusal> {
        let (position, me) = (self.position, self.unit().id());
        if !position.is_target(target) {
            return Err(Refusal::new("no_target", "nothing there to strike", "MO-164"));
        }
        if target == me {
            return Err(Refusal::new("no_target", "nobody strikes itself", "MO-164"));
        }
        position.check_charm(me, target)?;
        if !matches!(self.tool, Tool::Ability(_)) {
            super::mind::check_rage(position, self.unit(), target)?;
        }
        match self.reach() {
            Reach::Melee(metres) if !position.within_melee(me, target, metres) => {
                let text = format!("out of reach: {metres} m");
                Err(Refusal::new("out_of_range", text, "MO-170"))
            }
            Reach::Ranged(metres) if position.shot(me, target) > u32::from(metres) => {
                let distance = position.shot(me, target);
                let text = format!("{distance} m away, {metres} m is the most");
                Err(Refusal::new("out_of_range", text, "MO-172"))
            }
            Reach::Ranged(_) if position.cover(me, target) == Cover::Full => {
                Err(Refusal::new("full_cover", "the target is in full cover", "MO-320"))
            }
            // The blind strike where they think somebody is, with disadvantage (MO-270).
            _ if !position.has_line(me, target)
                || (self.numbers.has_sight() && !position.sees(me, target)) =>
            {
                Err(Refusal::new("not_seen", "the target is not seen", "MO-164"))
            }
            _ => Ok(()),
        }
    }

    /// Everybody who can be struck from here.
    pub fn targets(&self) -> Vec<UnitId> {
        let units = self.position.ctx.state.units.iter().map(Unit::id);
        units.filter(|id| self.check_target(*id).is_ok()).collect()
    }

    /// The reasons for advantage and against it.
    fn leaning(&self, target: UnitId) -> Leaning {
        let mut lean = Leaning::default();
        let melee = self.reach().is_melee();
        for (status, effect) in self.numbers.effects() {
            if matches!(effect, StatusEffect::AttackDisadvantage) {
                lean.disadvantage(status.name.to_lowercase(), status.rule.as_str());
            }
        }
        let shooter = self.unit().id();
        if let Some(status) = self.position.dread(shooter) {
            lean.disadvantage(status.name.to_lowercase(), status.rule.as_str());
        }
        if !melee && let Some(enemy) = self.position.spoiler(shooter) {
            lean.disadvantage(format!("{} is too close", enemy.identity.name), "MO-173");
        }
        let Some(them) = self.position.numbers(target) else { return lean };
        if ties::mount(them.unit()) == Some(shooter) {
            lean.disadvantage("it is on its back", "MO-112");
        }
        for (status, effect) in them.effects() {
            let why = || format!("target: {}", status.name.to_lowercase());
            let rule = status.rule.as_str();
            match effect {
                StatusEffect::AttackersAdvantage => lean.advantage(why(), rule),
                StatusEffect::AttackersDisadvantage => lean.disadvantage(why(), rule),
                StatusEffect::MeleeAttackersAdvantage if melee => lean.advantage(why(), rule),
                StatusEffect::RangedAttackersDisadvantage if !melee => {
                    lean.disadvantage(why(), rule);
                }
                _ => {}
            }
        }
        lean
    }

    /// Evasion of a target against this attack: cover helps against missiles only (MO-171,
    /// MO-308).
    pub fn evasion(&self, target: UnitId) -> Sum {
        let mut sum = self.position.numbers(target).map_or_else(Sum::new, |n| n.evasion());
        if !self.reach().is_melee() {
            self.position.add_cover(&mut sum, self.unit().id(), target);
        }
        sum
    }

    /// How the roll stands.
    pub fn roll(&self, target: UnitId) -> Roll {
        let lean = self.leaning(target);
        let mut bonus = match self.tool {
            Tool::Weapon(weapon) | Tool::Thrown(weapon) => self.numbers.hit(weapon),
            Tool::Ability(_) => self.numbers.ability_hit(),
        };
        lean.explain(&mut bonus);
        Roll {
            bonus,
            kept: lean.kept(self.position.content.rules.advantage_mode),
            against: self.evasion(target),
            label: "Evasion",
        }
    }

    /// The creature that a miss meets instead: the one that the target has climbed on, whatever the
    /// attack, before one that stands in the way of a missile (MO-114, MO-316, MO-375).
    pub fn behind(&self, target: UnitId) -> Option<UnitId> {
        if let Some(mount) = self.climbed(target) {
            let own = mount == self.unit().id();
            let meets = !own || self.position.content.rules.climb_self_hit;
            return Some(mount).filter(|id| meets && self.position.is_target(*id));
        }
        if self.reach().is_melee() {
            return None;
        }
        self.position.screen(self.unit().id(), target).filter(|id| self.position.is_target(*id))
    }

    /// Whom a target has climbed on.
    pub fn climbed(&self, target: UnitId) -> Option<UnitId> {
        self.position.ctx.unit(target).and_then(ties::mount)
    }

    /// What the wielder adds to the damage dice of a weapon (MO-213).
    fn damage_bonus(&self, weapon: &Weapon) -> i32 {
        let adds = self.position.content.rules.weapon_damage_adds_primary;
        if adds { self.numbers.bonus(weapon.primary) } else { 0 }
    }

    /// What of the target's defence is ignored (MO-205 to MO-207).
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

    /// The dice of a hit by part: of the weapon or Ability itself, and of what is added. The flag
    /// says that the part belongs to a Maneuver.
    fn dice(&self) -> Vec<(TypedDice, bool)> {
        let steps = self.manner.steps;
        match self.tool {
            Tool::Ability(ability) => {
                abilities::damage(ability, steps, None).into_iter().map(|d| (d, false)).collect()
            }
            Tool::Weapon(weapon) | Tool::Thrown(weapon) => {
                let kind = weapon.damage.first().map(|d| d.of);
                let added = self.manner.maneuver.map(|m| abilities::damage(m, steps, kind));
                let added = added.unwrap_or_default().into_iter().map(|d| (d, true));
                weapon.damage.iter().map(|d| (*d, false)).chain(added).collect()
            }
        }
    }

    /// The flat parts of a hit: what the wielder adds, and what a critical hit adds to the weapon
    /// or Ability and to the Maneuver (MO-176 to MO-179, MO-213).
    fn flat(&self, sum: &mut Sum, added: bool, critical: bool) {
        let rules = &self.position.content.rules;
        let tier = |ability: &Ability| rules.critical_per_tier * i32::from(ability.tier);
        match self.tool {
            _ if added => {
                if let Some(maneuver) = self.manner.maneuver.filter(|_| critical) {
                    sum.add("critical hit", tier(maneuver), "MO-178");
                }
            }
            Tool::Weapon(weapon) | Tool::Thrown(weapon) => {
                sum.add(weapon.primary.label(), self.damage_bonus(weapon), "MO-213");
                if critical {
                    sum.add("critical hit", rules.critical_damage, "MO-176");
                }
            }
            Tool::Ability(ability) if critical => {
                sum.add("critical hit", rules.critical_damage + tier(ability), "MO-177");
            }
            Tool::Ability(_) => {}
        }
    }

    /// How many dice a non-lethal attack takes off: Holy damage spares the living anyway (MO-181,
    /// MO-182, MO-396).
    fn sparing_dice(&self, target: UnitId) -> u8 {
        match self.tool {
            Tool::Ability(ability) => {
                let living = self
                    .position
                    .numbers(target)
                    .is_some_and(|n| !n.creature().is(Trait::NotBiological));
                let holy = ability.damage.iter().all(|d| d.of == DamageType::Holy);
                if holy && living { 0 } else { 1 + ability.tier }
            }
            Tool::Weapon(_) | Tool::Thrown(_) => 1,
        }
    }

    /// The dice of a hit: steps 1 to 3 of MO-212.
    pub fn blow(
        &self,
        target: UnitId,
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
        let gentle = self.manner.gentle;
        if gentle && let Some(first) = parts.first_mut() {
            let dice = DiceSum { count: self.sparing_dice(target), sides: rules.nonlethal_die };
            let (_, less) = damage_dice(dice, oracle)?;
            let less = less.min(first.sum.total().max(0));
            first.sum.add("non-lethal", -less, "MO-181");
        }
        Ok(Blow { parts, ignores: self.ignores(), gentle })
    }
}

/// A hit with the mean of its dice, rounded down, before the target's defences: for estimates.
pub fn usual_blow(attack: &Attack<'_>, target: UnitId) -> Blow {
    let mut own = [false, false];
    let mut parts: Vec<Part> = Vec::new();
    for (typed, added) in attack.dice() {
        let mut sum = Sum::new();
        sum.push(typed.dice.to_string(), half(typed.dice.twice_mean()), "MO-213");
        if let Some(done) = own.get_mut(usize::from(added)).filter(|done| !**done) {
            *done = true;
            attack.flat(&mut sum, added, false);
        }
        parts.push(Part { kind: typed.of, sum });
    }
    let gentle = attack.manner.gentle;
    if gentle && let Some(first) = parts.first_mut() {
        let sides = attack.position.content.rules.nonlethal_die;
        let dice = DiceSum { count: attack.sparing_dice(target), sides };
        let less = half(dice.twice_mean()).min(first.sum.total().max(0));
        first.sum.add("non-lethal", -less, "MO-181");
    }
    Blow { parts, ignores: attack.ignores(), gentle }
}

/// The chance that the roll of an attack hits, in thousandths: for estimates.
pub fn chance(roll: &Roll) -> i32 {
    use super::roll::Kept;
    // A 1 always misses and a 20 always hits; all between by the number.
    let faces = (21 - roll.needs().clamp(2, 20)) * 50;
    match roll.kept {
        Kept::Only => faces,
        Kept::Higher => 1000 - (1000 - faces) * (1000 - faces) / 1000,
        Kept::Lower => faces * faces / 1000,
    }
}
