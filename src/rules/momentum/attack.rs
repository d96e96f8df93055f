//! Weapon attacks: who can be struck, how the roll stands, and what a hit does (MO-164 to MO-187,
//! MO-213).

mod guess;

use crate::grid::UnitId;
use crate::rules::command::Target;
use crate::rules::dice::Throw;
use crate::rules::event::{Degree, Event, Happening};
use crate::rules::object::Object;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Status, Unit};
use crate::rules::step::{Outcome, Step};
use crate::rules::{Key, Refusal, Sum};

use super::budget::{self, Budget};
use super::cinematic;
use super::cover::Cover;
use super::damage::{Blow, Ignores, Part};
use super::data::{Content, FeatureEffect, Reach, RedirectRoll, StatusEffect, Trait, Weapon};
use super::health;
use super::numbers::{Numbers, half};
use super::objects;
use super::position::Position;
use super::roll::{Leaning, Roll, damage_dice};
use super::sheet::{NM, VITALITY};

/// The step of one weapon attack.
pub const STRIKE: &str = "strike";
/// The variant of an attack that does not kill (MO-181).
pub const NONLETHAL: &str = "nonlethal";
/// The variant of an attack that misses on purpose (MO-166).
pub const MISS: &str = "miss";

const DECLARE: u16 = 0;
const ROLL: u16 = 1;
const DECIDE: u16 = 2;
const DAMAGE: u16 = 3;

const THROW: &str = "throw_";

/// The number of a step that was aimed by guess.
const GUESS: &str = "guess";

/// The name of the act of throwing a weapon.
pub fn throw_act(weapon: &Weapon) -> Key {
    Key::new(&format!("{THROW}{}", weapon.id))
}

/// A weapon as one combatant would attack with it at this moment.
#[derive(Clone, Copy)]
pub struct Attack<'a> {
    position: Position<'a>,
    /// Who attacks.
    pub numbers: Numbers<'a>,
    /// With what.
    pub weapon: &'a Weapon,
    thrown: bool,
    /// Aimed at a cell by guess (MO-125).
    guessed: bool,
}

impl<'a> Attack<'a> {
    /// Every attack that a combatant has, in the order of the action bar.
    pub fn all(position: Position<'a>, unit: UnitId) -> Vec<Self> {
        let Some(numbers) = position.numbers(unit) else { return Vec::new() };
        let with = |weapon, thrown| Self { position, numbers, weapon, thrown, guessed: false };
        let weapons = numbers.weapons();
        let thrown = weapons.iter().filter(|w| w.thrown > 0).map(|w| with(*w, true));
        weapons.iter().map(|w| with(*w, false)).chain(thrown).collect()
    }

    /// The attack of that name.
    pub fn find(position: Position<'a>, unit: UnitId, act: &str) -> Option<Self> {
        Self::all(position, unit).into_iter().find(|a| a.act() == *act)
    }

    /// The moment it is for.
    pub const fn position(&self) -> Position<'a> {
        self.position
    }

    /// Its name in commands.
    pub fn act(&self) -> Key {
        if self.thrown { throw_act(self.weapon) } else { self.weapon.id.clone() }
    }

    /// Its name as players read it.
    pub fn name(&self) -> String {
        let name = &self.weapon.name;
        if self.thrown { format!("Throw {}", name.to_lowercase()) } else { name.clone() }
    }

    /// How far it goes.
    pub const fn reach(&self) -> Reach {
        if self.thrown { Reach::Ranged(self.weapon.thrown) } else { self.weapon.reach }
    }

    const fn unit(&self) -> &'a Unit {
        self.numbers.unit()
    }

    /// AP that the next attack costs: none while one is paid for (MO-84, MO-85).
    pub fn price(&self) -> i32 {
        let content = self.position.content;
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
        budget.check_ap(self.price(), "MO-84")
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
        if !position.knows(me, target) {
            return Err(Refusal::new("not_seen", "the target is not seen", "MO-125"));
        }
        if target == me {
            return Err(Refusal::new("no_target", "nobody strikes itself", "MO-164"));
        }
        match self.reach() {
            Reach::Melee(metres) if !position.within_melee(me, target, metres) => {
                let text = format!("out of reach: {metres} m");
                Err(Refusal::new("out_of_range", text, "MO-170"))
            }
            Reach::Ranged(metres) if position.distance(me, target) > u32::from(metres) => {
                let distance = position.distance(me, target);
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
        if !melee && let Some(enemy) = self.position.spoiler(shooter) {
            lean.disadvantage(format!("{} is too close", enemy.identity.name), "MO-173");
        }
        if super::hiding::is_hidden(self.unit(), target) {
            lean.advantage("hidden", "MO-124");
        }
        if self.guessed {
            lean.disadvantage("a guess", "MO-125");
        }
        let Some(them) = self.position.numbers(target) else { return lean };
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
    fn evasion(&self, target: UnitId) -> Sum {
        let mut sum = self.position.numbers(target).map_or_else(Sum::new, |n| n.evasion());
        if !self.reach().is_melee() {
            self.position.add_cover(&mut sum, self.unit().id(), target);
        }
        sum
    }

    /// How the roll stands.
    pub fn roll(&self, target: UnitId) -> Roll {
        let lean = self.leaning(target);
        let mut bonus = self.numbers.hit(self.weapon);
        lean.explain(&mut bonus);
        Roll {
            bonus,
            kept: lean.kept(self.position.content.rules.advantage_mode),
            against: self.evasion(target),
            label: "Evasion",
        }
    }

    /// The creature that a miss meets instead (MO-316).
    fn behind(&self, target: UnitId) -> Option<UnitId> {
        if self.reach().is_melee() {
            return None;
        }
        self.position.screen(self.unit().id(), target).filter(|id| self.position.is_target(*id))
    }

    /// What the wielder adds to the damage dice (MO-213).
    pub fn damage_bonus(&self) -> i32 {
        let adds = self.position.content.rules.weapon_damage_adds_primary;
        if adds { self.numbers.bonus(self.weapon.primary) } else { 0 }
    }

    /// What of the target's defence is ignored.
    pub fn ignores(&self) -> Ignores {
        let vitality = self.unit().tracks.0.get(VITALITY);
        let weak = vitality.is_some_and(|m| m.value < half(m.max) + m.max.rem_euclid(2));
        if weak && self.numbers.creature().has(FeatureEffect::VengefulMark) {
            Ignores::All
        } else {
            Ignores::Nothing
        }
    }

    /// The dice of a hit: steps 1 to 3 of MO-212.
    fn blow(&self, critical: bool, gentle: bool, oracle: &mut Oracle<'_>) -> Result<Blow, Pause> {
        let rules = &self.position.content.rules;
        let mut parts = Vec::new();
        for (index, typed) in self.weapon.damage.iter().enumerate() {
            let (_, amount) = damage_dice(typed.dice, oracle)?;
            let mut sum = Sum::new();
            sum.push(typed.dice.to_string(), amount, "MO-213");
            if index == 0 {
                sum.add(self.weapon.primary.label(), self.damage_bonus(), "MO-213");
                if critical {
                    sum.add("critical hit", rules.critical_damage, "MO-176");
                }
            }
            parts.push(Part { kind: typed.of, sum });
        }
        if gentle && let Some(first) = parts.first_mut() {
            let less = oracle.roll_one(Throw::face(rules.nonlethal_die))?;
            let less = less.min(first.sum.total().max(0));
            first.sum.add("non-lethal", -less, "MO-181");
        }
        Ok(Blow { parts, ignores: self.ignores(), gentle })
    }
}

/// Runs one phase of an attack (MO-186).
///
/// # Errors
/// [`Pause`] while dice or decisions are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let position = Position { content, ctx };
    let Some(actor) = step.unit.and_then(|id| ctx.unit(id)) else { return nothing };
    let attack = Attack::find(position, actor.id(), step.act.as_str());
    let Some(attack) = attack else { return nothing };
    let attack = Attack { guessed: step.scratch.flag(GUESS), ..attack };
    let object = step.targets.first().and_then(|t| Object::of(*t));
    let Some(target) = step.target_unit() else {
        return match (step.phase, object) {
            (DECLARE, Some(_)) => Ok(declare(&attack, None, step)),
            (DECLARE, None) => Ok(guess::run(&attack, step)),
            (_, Some(object)) if actor.status == Status::Active => {
                // No attack roll, so no critical hit or miss (MO-165).
                let blow = attack.blow(false, false, oracle)?;
                let (act, by) = (attack.act(), actor.id());
                Ok(Outcome::done(objects::suffer(position, object, &blow, &act, by)))
            }
            _ => nothing,
        };
    };
    let thing = position.numbers(target).is_some_and(|n| n.creature().is(Trait::Object));
    match step.phase {
        DECLARE => Ok(declare(&attack, Some(target), step)),
        _ if actor.status != Status::Active || !position.is_target(target) => nothing,
        // Things are hit without a roll (MO-165).
        ROLL if thing => Ok(Outcome::then(Vec::new(), step.clone().phase(DAMAGE))),
        ROLL => roll(&attack, target, step, oracle),
        DECIDE => decide(&attack, target, step, oracle),
        DAMAGE => {
            let gentle = step.scratch.flag(NONLETHAL);
            let critical = step.scratch.flag("critical");
            let blow = attack.blow(critical, gentle, oracle)?;
            let Some(target) = ctx.unit(target) else { return nothing };
            let by = Some(actor.id());
            let rules = ["MO-212"];
            let cinematic::Saved { mut events, undone, then } =
                cinematic::offer(position, target, &blow, oracle)?;
            if !undone {
                if !position.knows(actor.id(), target.id()) {
                    events.extend(super::hiding::found(target, "MO-391"));
                }
                let act = attack.act();
                events.extend(health::strike(content, target, &blow, &act, by, &rules));
            }
            Ok(Outcome::after(events, then, None))
        }
        _ => nothing,
    }
}

fn declare(attack: &Attack<'_>, target: Option<UnitId>, step: &Step) -> Outcome {
    let (unit, act) = (attack.unit(), attack.act());
    let (name, price) = (attack.name(), attack.price());
    let mut events = vec![Event::new(
        Happening::Declared {
            act: act.clone(),
            name: name.clone(),
            unit: unit.id(),
            targets: target.into_iter().collect(),
            place: None,
        },
        &["MO-164"],
    )];
    if price > 0 {
        events.extend(budget::pay(unit, price, &name, "MO-84"));
        events.push(budget::bought(unit, &act, attacks_bought(&attack.numbers)));
    }
    events.push(budget::struck(unit, &act));
    Outcome::then(events, step.clone().phase(ROLL))
}

/// How many attacks one Attack action gives a combatant: a second one with the light weapon in
/// its other hand (MO-86).
pub fn attacks_bought(numbers: &Numbers<'_>) -> i32 {
    use super::data::WeaponTag::Light;
    let twin = numbers.creature().has(FeatureEffect::TwinGrip)
        && numbers.held(super::sheet::OFF).is_some_and(|w| w.is(Light));
    1 + i32::from(twin)
}

fn roll(
    attack: &Attack<'_>,
    target: UnitId,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let rules = &attack.position.content.rules;
    let actor = attack.unit();
    let roll = attack.roll(target);
    let needs = roll.needs();
    let mut cuts = vec![2, 20, needs];
    if let Some(other) = attack.behind(target) {
        cuts.push(attack.evasion(other).total() - roll.bonus.total());
    }
    let (faces, face) = roll.throw(cuts, oracle)?;
    let degree = degree(rules.nat20_always_hits, face, face >= needs);
    let total = face + roll.bonus.total();
    let rolled = roll.rolled("attack", actor.id(), Some(target), (faces, face), degree);
    let mut events = vec![Event::new(Happening::Rolled(rolled), &["MO-164"])];
    if face == 20 {
        let gain = rules.momentum.natural_20;
        let to = actor.pools.0.value(NM) + gain;
        events.extend(health::pool(actor, NM, to, "a natural 20", "MO-136"));
    }
    let next = step.clone().phase(DECIDE).with("face", face.into()).with("total", total.into());
    Ok(Outcome::then(events, next))
}

/// How an attack roll goes (MO-175, MO-180).
const fn degree(twenty_hits: bool, face: i32, reaches: bool) -> Degree {
    match face {
        1 => Degree::Fumble,
        20 if twenty_hits || reaches => Degree::Critical,
        _ if reaches => Degree::Success,
        _ => Degree::Failure,
    }
}

/// Hit or miss; a ranged miss behind a creature meets that creature (MO-316 to MO-318).
fn decide(
    attack: &Attack<'_>,
    target: UnitId,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let rules = &attack.position.content.rules;
    let face = i32::try_from(step.scratch.int("face")).unwrap_or_default();
    let total = i32::try_from(step.scratch.int("total")).unwrap_or_default();
    let evasion = attack.evasion(target).total();
    let degree = degree(rules.nat20_always_hits, face, total >= evasion);
    let chosen = step.scratch.flag(MISS);
    if degree.succeeded() && !chosen {
        let critical = degree == Degree::Critical;
        let next = step.clone().phase(DAMAGE).with("critical", critical.into());
        return Ok(Outcome::then(Vec::new(), next));
    }
    let over = Ok(Outcome::done(Vec::new()));
    let passed_on = face == 1 || chosen || step.scratch.flag("passed_on");
    let Some(other) = attack.behind(target).filter(|_| !passed_on) else { return over };
    let mut events = vec![Event::new(
        Happening::Redirected { act: attack.act(), from: target, to: other },
        &["MO-316"],
    )];
    let mut roll = attack.roll(other);
    let (faces, face) = match rules.redirect_roll {
        RedirectRoll::New => roll.throw(vec![2, 20, roll.needs()], oracle)?,
        RedirectRoll::Same => {
            // The roll counts as it was made: what leaned it then still does (MO-392).
            roll.bonus = attack.roll(target).bonus;
            (vec![u16::try_from(face).unwrap_or_default()], face)
        }
    };
    let hits = face > 1 && face + roll.bonus.total() >= roll.against.total();
    let degree = if hits { Degree::Success } else { Degree::Failure };
    let rolled = roll.rolled("passed_on", attack.unit().id(), Some(other), (faces, face), degree);
    events.push(Event::new(Happening::Rolled(rolled), &["MO-316"]));
    if !hits {
        return Ok(Outcome::done(events));
    }
    let mut next = step.clone().phase(DAMAGE).with("passed_on", 1).with("critical", 0);
    next.targets = vec![Target::Unit(other)];
    Ok(Outcome::then(events, next))
}

/// A hit with the mean of its dice, rounded down, before the target's defences: for estimates.
pub fn usual_blow(attack: &Attack<'_>) -> Blow {
    let parts = attack.weapon.damage.iter().enumerate().map(|(index, typed)| {
        let mut sum = Sum::new();
        sum.push(typed.dice.to_string(), half(typed.dice.twice_mean()), "MO-213");
        if index == 0 {
            sum.add(attack.weapon.primary.label(), attack.damage_bonus(), "MO-213");
        }
        Part { kind: typed.of, sum }
    });
    Blow { parts: parts.collect(), ignores: attack.ignores(), gentle: false }
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
