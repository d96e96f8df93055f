//! Attacks with weapons and Abilities: valid targets, the roll, and the effects of a hit (MO-164 to
//! MO-187, MO-213, MO-356).

mod against;
mod guess;
mod hit;
pub mod object;
pub mod strike;

use grid::UnitId;
use rules::parameter::Parameter;
use rules::ruleset::Variant;
use rules::state::Unit;
use rules::{Key, Refusal, Values};

use super::abilities::{self, Touch};
use super::budget::Budget;
use super::cover::Cover;
use super::data::{Ability, Content, DamageType, FeatureEffect, Kind, Reach, Weapon, WeaponTag};
use super::names::{self, Arms, ITEM, THROW};
use super::numbers::Numbers;
use super::position::Position;
use super::sheet::{MAIN, OFF};
use super::step::Strike;
use super::variants::{self, ChosenVariant, check_power};

pub use hit::usual_blow;

/// The weapon or Ability of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool<'a> {
    /// A weapon in hand or of the body.
    Weapon(&'a Weapon),
    /// A weapon that is thrown.
    Thrown(&'a Weapon),
    /// An Ability.
    Ability(&'a Ability),
}

/// An attack as a combatant would make it now.
#[derive(Clone, Copy)]
pub struct Attack<'a> {
    position: Position<'a>,
    /// An attack as a combatant would make it now: attacker, weapon and variant.
    pub numbers: Numbers<'a>,
    /// What it attacks with.
    pub tool: Tool<'a>,
    /// The variant: Maneuver, upcasting and intent.
    pub variant: ChosenVariant<'a>,
    /// True if it is aimed at a cell on a guess (MO-125).
    guessed: bool,
}

impl<'a> Attack<'a> {
    /// A combatant's weapon attacks, in action bar order.
    pub fn all(position: Position<'a>, unit: UnitId) -> Vec<Self> {
        let Some(numbers) = position.numbers(unit) else { return Vec::new() };
        let with = |tool| Self {
            position,
            numbers,
            tool,
            variant: ChosenVariant::default(),
            guessed: false,
        };
        let weapons = numbers.weapons();
        let thrown = weapons.iter().filter(|w| w.thrown > 0).map(|w| with(Tool::Thrown(w)));
        weapons.iter().map(|w| with(Tool::Weapon(w))).chain(thrown).collect()
    }

    /// The attack that a command names, with a weapon or an Ability, in the variant of its
    /// parameters. Without an item, the first weapon that can be thrown is thrown.
    pub fn find(position: Position<'a>, unit: UnitId, act: &str, with: &Values) -> Option<Self> {
        let variant = ChosenVariant::chosen(position.content, "", with).unwrap_or_default();
        let attack = if act == THROW {
            let mut thrown = Self::all(position, unit).into_iter().filter(|a| a.throws().is_some());
            match with.name(ITEM) {
                Some(item) => thrown.find(|a| a.throws() == Some(item)),
                None => thrown.next(),
            }
        } else {
            Self::with(position, unit, &Arms::Own(Key::new(act)))
        };
        attack.map(|attack| attack.with_variant(variant))
    }

    /// The attack of a step.
    pub fn of(position: Position<'a>, step: &Strike) -> Option<Self> {
        let variant = ChosenVariant::of(position.content, &step.way).unwrap_or_default();
        Self::with(position, step.unit, &step.arms).map(|attack| attack.with_variant(variant))
    }

    /// The attack with these arms.
    pub fn with(position: Position<'a>, unit: UnitId, arms: &Arms) -> Option<Self> {
        let known = Self::all(position, unit).into_iter().find(|a| a.arms() == *arms);
        known.or_else(|| {
            let Arms::Own(id) = arms else { return None };
            let numbers = position.numbers(unit)?;
            let ability = abilities::find(&numbers, position.content, id.as_str())?;
            Self::with_ability(position, numbers, ability)
        })
    }

    /// The attack of an Ability, if it is an attack (MO-168).
    pub fn with_ability(
        position: Position<'a>,
        numbers: Numbers<'a>,
        ability: &'a Ability,
    ) -> Option<Self> {
        let attacks = matches!(ability.kind, Kind::Attack(_));
        let (tool, variant) = (Tool::Ability(ability), ChosenVariant::default());
        attacks.then_some(Self { position, numbers, tool, variant, guessed: false })
    }

    /// The same attack in another variant.
    #[must_use]
    pub const fn with_variant(self, variant: ChosenVariant<'a>) -> Self {
        Self { variant, ..self }
    }

    /// The position it was built for.
    pub const fn position(&self) -> Position<'a> {
        self.position
    }

    /// Its weapon or Ability, as stored in a step.
    pub fn arms(&self) -> Arms {
        match self.tool {
            Tool::Weapon(weapon) => Arms::Own(weapon.id.clone()),
            Tool::Thrown(weapon) => Arms::Thrown(weapon.id.clone()),
            Tool::Ability(ability) => Arms::Own(ability.id.clone()),
        }
    }

    /// Its name in a turn's history and in events.
    pub fn act(&self) -> Key {
        self.arms().name()
    }

    /// The parameter values that identify it in commands.
    pub fn values(&self) -> Values {
        let item = self.throws().map_or_else(Values::none, names::with_item);
        item.or(self.variant.spec().values())
    }

    /// Its display name.
    pub fn name(&self) -> String {
        let name = match self.tool {
            Tool::Weapon(weapon) => weapon.name.clone(),
            Tool::Thrown(weapon) => format!("Throw {}", weapon.name.to_lowercase()),
            Tool::Ability(ability) => ability.name.clone(),
        };
        match self.variant.maneuver {
            Some(maneuver) => format!("{name} with {}", maneuver.name),
            None => name,
        }
    }

    /// One sentence on what it does.
    pub fn text(&self) -> &'a str {
        match self.tool {
            Tool::Weapon(weapon) | Tool::Thrown(weapon) => &weapon.text,
            Tool::Ability(ability) => &ability.text,
        }
    }

    /// The weapon that leaves the hand, if it is thrown.
    pub fn throws(&self) -> Option<&'a Key> {
        match self.tool {
            Tool::Thrown(weapon) => Some(&weapon.id),
            Tool::Weapon(_) | Tool::Ability(_) => None,
        }
    }

    /// Its reach or range.
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

    /// The Ability it uses or adds, if any.
    const fn power(&self) -> Option<&'a Ability> {
        match self.tool {
            Tool::Ability(ability) => Some(ability),
            _ => self.variant.maneuver,
        }
    }

    /// The content it comes from.
    pub const fn content(&self) -> &'a Content {
        self.position.content
    }

    /// Its cost in WP (MO-353).
    pub fn power_cost(&self) -> i32 {
        self.power().map_or(0, |ability| variants::power_cost(ability, self.variant.steps))
    }

    /// The Ability that takes effect on a hit, if any.
    pub fn touch(&self) -> Option<Touch<'a>> {
        let (position, numbers) = (self.position, self.numbers);
        let steps = self.variant.steps;
        self.power().map(|ability| Touch { position, numbers, ability, steps })
    }

    /// Its variants for intent, apart from its parameters.
    pub fn variants(&self, cost: &str) -> Vec<Variant> {
        let mut ways = variants::of_attacks(cost).to_vec();
        if self.is_holy() {
            ways.push(variants::lethal(cost));
        }
        ways
    }

    /// The weapon to throw, the Maneuver to add, and by how much to upcast (MO-354, MO-356).
    pub fn parameters(&self) -> Vec<Parameter> {
        let numbers = &self.numbers;
        let mut all = Vec::new();
        if let Tool::Thrown(weapon) = self.tool {
            let thrown = numbers.weapons().into_iter().filter(|w| w.thrown > 0);
            all.push(names::items(&weapon.id, thrown.map(|w| (w.id.clone(), w.name.clone()))));
        }
        if !matches!(self.tool, Tool::Ability(_)) {
            let suiting = self.maneuvers();
            all.extend(variants::maneuver_parameter(numbers, suiting));
        }
        all.extend(self.power().and_then(|power| variants::upcast_parameter(numbers, power)));
        all
    }

    /// The Maneuvers that can be added to it.
    fn maneuvers(&self) -> impl Iterator<Item = &'a Ability> {
        let all = abilities::all(&self.numbers, self.position.content);
        let melee = self.reach().is_melee();
        all.filter(move |ability| suits(ability, melee))
    }

    /// The affordable variants with more effect: Maneuvers and upcasting.
    pub fn stronger(&self) -> Vec<Self> {
        let up =
            |steps, maneuver| self.with_variant(ChosenVariant { steps, maneuver, ..self.variant });
        let mut all = Vec::new();
        match self.tool {
            Tool::Ability(ability) => {
                let steps = 1..=variants::most_steps(&self.numbers, ability);
                all.extend(steps.map(|steps| up(steps, None)));
            }
            Tool::Weapon(_) | Tool::Thrown(_) => {
                for maneuver in self.maneuvers() {
                    let steps = 0..=variants::most_steps(&self.numbers, maneuver);
                    all.extend(steps.map(|steps| up(steps, Some(maneuver))));
                }
            }
        }
        all.retain(|attack| attack.check_power().is_ok());
        all
    }

    /// True if part of its damage is Holy.
    fn is_holy(&self) -> bool {
        self.dice().iter().any(|(typed, _)| typed.of == DamageType::Holy)
    }

    /// True for the bare hands of a unit that has another weapon.
    pub fn is_spare(&self) -> bool {
        let bare = matches!(self.tool, Tool::Weapon(w) if w.id == *super::sheet::UNARMED);
        bare && self.numbers.weapons().len() > 1
    }

    const fn unit(&self) -> &'a Unit {
        self.numbers.unit()
    }

    /// AP for the next attack: none while one is already paid for (MO-84, MO-85).
    pub fn price(&self) -> i32 {
        let content = self.position.content;
        if let Tool::Ability(ability) = self.tool {
            return ability.ap;
        }
        let budget = Budget::of(content, self.unit());
        let stock = budget.is_some_and(|b| b.attacks() > 0 && self.is_due(&b));
        if stock { 0 } else { content.rules.prices.attack }
    }

    /// True unless every attack already paid for has used this weapon. When one cost buys two
    /// attacks, each hand makes one (MO-86).
    fn is_due(&self, budget: &Budget<'_>) -> bool {
        let numbers = &self.numbers;
        let (main, off) = (numbers.held(MAIN), numbers.held(OFF));
        let alike = main.is_some() && main.map(|w| &w.id) == off.map(|w| &w.id);
        if !numbers.creature().has(FeatureEffect::TwinGrip) || alike {
            return true;
        }
        let in_off = |act: &Key| match (Arms::from_name(act.as_str()), off) {
            (Arms::Own(id) | Arms::Thrown(id), Some(weapon)) => id == weapon.id,
            // A weapon no longer in hand was thrown.
            (arms, None) => matches!(arms, Arms::Thrown(_)),
        };
        let own = in_off(&self.act());
        budget.strikes().filter(|act| in_off(act) == own).count() < budget.purchases()
    }

    /// Whether the attack is possible now, whatever the target.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_use(&self) -> Result<(), Refusal> {
        let budget = Budget::needed(self.position.content, self.unit())?;
        budget.check_ap(self.price(), "MO-84")?;
        self.check_power()
    }

    /// Whether the unit has enough WP and the combined options fit together.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_power(&self) -> Result<(), Refusal> {
        let ChosenVariant { steps, maneuver, deadly, .. } = self.variant;
        if deadly && !self.is_holy() {
            let text = "only Holy damage can be made lethal";
            return Err(Refusal::new("no_such_variant", text, "MO-239"));
        }
        if let Some(maneuver) = maneuver {
            let known = abilities::find(&self.numbers, self.position.content, maneuver.id.as_str());
            let suits = suits(maneuver, self.reach().is_melee());
            if known.is_none() || matches!(self.tool, Tool::Ability(_)) || !suits {
                let text = format!("{} cannot be added to this attack", maneuver.name);
                return Err(Refusal::new("no_such_variant", text, "MO-356"));
            }
        }
        match self.power() {
            Some(ability) => check_power(&self.numbers, ability, steps),
            None if steps > 0 => {
                Err(Refusal::new("no_such_variant", "only Abilities can be upcast", "MO-354"))
            }
            None => Ok(()),
        }
    }

    /// Whether a combatant can be attacked from here.
    ///
    /// # Errors
    /// Why not.
    pub fn check_target(&self, target: UnitId) -> Result<(), Refusal> {
        let (position, me) = (self.position, self.unit().id());
        if !position.is_target(target) {
            return Err(Refusal::new("no_target", "no valid target there", "MO-164"));
        }
        if !position.knows(me, target) {
            return Err(Refusal::new("not_seen", "the target is not visible", "MO-125"));
        }
        if target == me {
            return Err(Refusal::new("no_target", "it cannot attack itself", "MO-164"));
        }
        position.check_charm(me, target)?;
        if !matches!(self.tool, Tool::Ability(_)) {
            super::mind::check_rage(position, self.unit(), Some(target))?;
        }
        match self.reach() {
            Reach::Melee(metres) if !position.within_melee(me, target, metres) => {
                let text = format!("out of reach ({metres} m)");
                Err(Refusal::new("out_of_range", text, "MO-170"))
            }
            Reach::Ranged(metres) if position.shot(me, target) > u32::from(metres) => {
                let distance = position.shot(me, target);
                let text = format!("{distance} m away; range {metres} m");
                Err(Refusal::new("out_of_range", text, "MO-172"))
            }
            Reach::Ranged(_) if position.cover(me, target) == Cover::Full => {
                Err(Refusal::new("full_cover", "the target has full cover", "MO-320"))
            }
            _ if !position.can_aim_at(me, target) => {
                Err(Refusal::new("not_seen", "the target is not visible", "MO-164"))
            }
            _ => Ok(()),
        }
    }

    /// The combatants that can be attacked from here.
    pub fn targets(&self) -> Vec<UnitId> {
        self.each_target().collect()
    }

    /// Whether any combatant can be attacked from here.
    pub fn has_target(&self) -> bool {
        self.each_target().next().is_some()
    }

    fn each_target(&self) -> impl Iterator<Item = UnitId> {
        let units = self.position.ctx.state.units.iter().map(Unit::id);
        // Range first, because it is the cheapest check.
        units.filter(|id| self.is_in_range(*id) && self.check_target(*id).is_ok())
    }

    /// Whether a combatant is in range.
    fn is_in_range(&self, target: UnitId) -> bool {
        let (position, me) = (self.position, self.unit().id());
        match self.reach() {
            Reach::Melee(metres) => position.within_melee(me, target, metres),
            Reach::Ranged(metres) => position.shot(me, target) <= u32::from(metres),
        }
    }
}

/// True for Maneuvers that can be added to attacks of this kind.
fn suits(maneuver: &Ability, melee: bool) -> bool {
    matches!(maneuver.kind, Kind::Maneuver { melee: only } if melee || !only)
}

/// Number of attacks per Attack action: two if one hand holds a light weapon and the other attacks
/// as well, in any order (MO-86).
pub fn attacks_bought(numbers: &Numbers<'_>) -> i32 {
    let light = |weapon: &Weapon| weapon.is(WeaponTag::Light);
    let (main, off) = (numbers.held(MAIN), numbers.held(OFF));
    let pair = off.is_some_and(|off| light(off) || main.is_some_and(light));
    1 + i32::from(pair && numbers.creature().has(FeatureEffect::TwinGrip))
}
