//! What acts are worth to the opponent: rough chances and amounts, from the numbers of the rules
//! themselves.

use num_traits::ToPrimitive;

use grid::UnitId;
use rules::Sum;
use rules::dice::Chance;
use rules::estimate::ActOutcome;
use rules::roll::Test;
use rules::state::{Status, Unit};

use super::armour;
use super::attack::Roll;
use super::charges;
use super::damage;
use super::data::{
    Ability, BonusFrom, DamageType, Form, Kinetic, Lasting, Mends, Moment, Quality, Rider, Spell,
    Weapon, WeaponKind,
};
use super::names::{DURABILITY, HEALTH, UNCONSCIOUS};
use super::numbers::Numbers;
use super::reactions;
use super::resist;

/// An attack that hits comes this far above what it needs, on the whole.
const USUAL_EXCESS: i32 = 5;

fn thousandths(chance: Chance) -> i32 {
    (chance * 1000).to_integer().to_i32().unwrap_or_default()
}

/// What is left of the body of a combatant.
fn left(unit: &Unit) -> i32 {
    unit.tracks.0.value(DURABILITY).saturating_add(unit.tracks.0.value(HEALTH))
}

/// What usual damage comes to on a target, after its body, cover and armour.
fn through(target: &Numbers<'_>, roll: &damage::Roll<'_>, by_weapon: bool, cover: i32) -> i32 {
    let mut sum = Sum::new();
    sum.push("usual", roll.usual(), "VG-198");
    target.meet(roll.kind, roll.quality, by_weapon, &mut sum);
    sum.add("cover", -cover.min(sum.total()).max(0), "VG-306");
    let before = sum.total();
    let impact =
        armour::Impact { kind: roll.kind, kinetic: roll.kinetic, quality: roll.quality, shield: 0 };
    if roll.kind != DamageType::Toxic {
        armour::reduce(target, impact, &mut sum);
    }
    // What armour stops wears it off, and some rolls are higher.
    sum.total().max(i32::from(before > 0))
}

/// An attack as it is rolled: the chance of a hit past a Dodge, and what gets through.
pub fn attack(moment: Moment<'_>, roll: &Roll<'_>) -> ActOutcome {
    let content = moment.content;
    let none = ActOutcome::none(roll.target.id());
    let Some(theirs) = Numbers::of(content, roll.target) else { return none };
    let damage = roll.damage(content).against(&theirs);
    let by_weapon = roll.weapon.kind != WeaponKind::Spell;
    let cover = roll.cover.rank(&content.rules);
    let amount = through(&theirs, &damage, by_weapon, cover);
    let hits = roll.chance();
    // A Dodge takes breath that its owner misses later: half of what it avoids is gained all the same.
    let total = roll.test.against.total().saturating_add(USUAL_EXCESS);
    let dodged = reactions::best_chance(moment, roll, total).map_or(0, thousandths);
    let chance = thousandths(hits) * (2000 - dodged) / 2000;
    let helpless = theirs.is_helpless() && amount > 0;
    let harm = if helpless { left(roll.target).max(amount) } else { amount };
    let hinders = match roll.weapon.rider {
        Some(Rider::Topple(_) | Rider::Slow { .. }) => 1,
        Some(Rider::Pin(_)) => 3,
        Some(Rider::Venom(_) | Rider::KnockBack(_)) | None => 0,
    };
    ActOutcome { chance, harm, hinders: if amount > 0 { hinders } else { 0 }, ..none }
}

/// An attack that may come later, wherever the two are then.
pub fn later(me: &Numbers<'_>, weapon: &Weapon, theirs: &Numbers<'_>) -> ActOutcome {
    let tally = me.on_attacks(theirs.unit.id());
    let mut test = Test::of(20, Sum::new(), "Guard", theirs.guard()).above();
    test.dice.extend(me.bonus_dice(me.in_force(weapon.ability), tally.on_action()));
    let damage = me.damage_roll(weapon, tally.on_effect(me.content));
    let harm = through(theirs, &damage, weapon.kind != WeaponKind::Spell, 0);
    ActOutcome { chance: thousandths(test.chance()), harm, ..ActOutcome::none(theirs.unit.id()) }
}

/// The chance that a combatant does not resist, in thousandths.
fn fails(target: &Numbers<'_>, check: Ability, against: i32) -> i32 {
    1000 - thousandths(resist::test(target, check, against).chance())
}

/// A spell that is not aimed, on one of those it reaches.
pub fn spell(
    moment: Moment<'_>,
    (me, spell): (&Numbers<'_>, &Spell),
    on: UnitId,
    chance: bool,
) -> Option<ActOutcome> {
    let unit = moment.ctx.unit(on)?;
    let theirs = Numbers::of(moment.content, unit)?;
    let none = ActOutcome::none(on);
    let spellcraft = me.damage_bonus(BonusFrom::Spellcraft);
    if let Some(mends) = spell.mends {
        let dice = i32::from(spell.dice);
        let usual = damage::usual_of(&[(dice, spell.quality)], &me.dice(spellcraft, 0));
        let track = match mends {
            Mends::Durability => DURABILITY,
            Mends::Health => HEALTH,
        };
        let missing = unit.tracks.0.get(track).map_or(0, |meter| meter.max - meter.value);
        let wakes = unit.status == Status::Down && mends == Mends::Health;
        let ends = i32::from(theirs.is_wounded() && mends == Mends::Durability);
        let mends = if unit.status == Status::Down && !wakes { 0 } else { usual.min(missing) };
        return Some(ActOutcome { mends, helps: ends, ..none });
    }
    if let Form::Boon(_) = spell.form {
        let has = |lasting: &Lasting| unit.conditions.has(lasting.id.as_str());
        let there = spell.condition.as_ref().is_some_and(has);
        return Some(ActOutcome { helps: i32::from(!there), ..none });
    }
    let steps = i32::from(chance);
    // A d20 and the Bonus Dice of Soul, on the whole.
    let soul = me.bonus_dice(me.score(Ability::Soul), -steps);
    let total = damage::usual_of(&[], &soul).saturating_add(10);
    let fails = spell.check.map_or(1000, |check| fails(&theirs, check, total));
    if spell.dice == 0 {
        let known = spell.condition.as_ref();
        let has = known.is_some_and(|lasting| unit.conditions.has(lasting.id.as_str()));
        let hinders = match known {
            Some(lasting) if lasting.id == *UNCONSCIOUS => 4,
            _ => 1,
        };
        return Some(ActOutcome { chance: fails, hinders: if has { 0 } else { hinders }, ..none });
    }
    let roll = damage::Roll {
        name: &spell.name,
        dice: spell.dice.into(),
        quality: spell.quality,
        kind: spell.damage,
        kinetic: None,
        from: BonusFrom::Spellcraft,
        bonus: me.dice(spellcraft, steps),
    };
    let harm = through(&theirs, &roll.against(&theirs), false, 0);
    // Whoever resists suffers half.
    Some(ActOutcome { harm: harm * (1000 + fails) / 2000, ..none })
}

/// A charge that goes off, on one of those it catches (VG-84).
pub fn blast(theirs: &Numbers<'_>) -> ActOutcome {
    let roll = damage::Roll {
        name: "charge",
        dice: 3,
        quality: Quality::Ordinary,
        kind: DamageType::Thermal,
        kinetic: None,
        from: BonusFrom::Spellcraft,
        bonus: Vec::new(),
    };
    let fails = fails(theirs, Ability::Speed, charges::BLAST_NUMBER);
    let harm = through(theirs, &roll, false, 0) * (1000 + fails) / 2000;
    ActOutcome { harm, ..ActOutcome::none(theirs.unit.id()) }
}

/// The sweep of a tail on one of those beside it.
pub fn sweep(
    me: &Numbers<'_>,
    theirs: Numbers<'_>,
    check: Ability,
    against: i32,
) -> Option<ActOutcome> {
    let chance = fails(&theirs, check, against);
    let roll = damage::Roll {
        name: "sweep",
        dice: 1,
        quality: Quality::Ordinary,
        kind: DamageType::Kinetic,
        kinetic: Some(Kinetic::Impact),
        from: BonusFrom::Strength,
        bonus: me.dice(me.damage_bonus(BonusFrom::Strength), 0),
    };
    let harm = through(&theirs, &roll, false, 0);
    Some(ActOutcome { chance, harm, hinders: 1, ..ActOutcome::none(theirs.unit.id()) })
}
