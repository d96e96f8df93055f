//! The value of acts to the AI: rough chances and amounts, computed from the rules' own numbers.

use grid::UnitId;
use rules::Sum;
use rules::estimate::ActOutcome;
use rules::roll::Test;
use rules::state::{Status, Unit};

use super::armour;
use super::attack::AttackRoll;
use super::contact;
use super::damage;
use super::data::{
    Ability, BonusFrom, DamageType, Form, IncapacitatedHit, Kinetic, Moment, Quality, Restores,
    Rider, Spell, TimedCondition, Weapon, WeaponKind,
};
use super::names::{DURABILITY, HEALTH, TITAN_SKIN, UNCONSCIOUS};
use super::numbers::Numbers;
use super::opening_strikes;
use super::placed_charges;
use super::powers;
use super::reactions;
use super::resist;
use super::rulings::Circumstance;
use super::spread::{ONE, Spread};

/// Attack totals are distinguished up to this far above the required one. Damage totals are
/// distinguished up to twice the points that the target has left, within [`DISTINGUISHED_DAMAGE`].
const DISTINGUISHED_ABOVE: i32 = 40;
const DISTINGUISHED_DAMAGE: (i32, i32) = (120, 1_000);
/// Sample damage for measuring protection.
const SAMPLE: i32 = 1_000;
/// Maximum value of a change to a number to beat.
const MAX_NUMBER: i32 = 300;
/// Maximum harm that is counted.
const MAX_HARM: i32 = 1_000_000;
/// Value of sleep, in disadvantages: two lost turns, and the risk of death during them.
const SLEEP_VALUE: i32 = 4;
const DEADLY_SLEEP_VALUE: i32 = 10;

/// Converts parts of [`ONE`] to thousandths.
fn thousandths(parts: u64) -> i32 {
    i32::try_from((parts * 1000 + ONE / 2) / ONE).unwrap_or(1000)
}

/// The points that a combatant's body has left.
fn left(unit: &Unit) -> i32 {
    unit.tracks.0.value(DURABILITY).saturating_add(unit.tracks.0.value(HEALTH))
}

/// A target's protection against damage: body, cover and armour.
struct DamageReduction {
    /// The part of [`SAMPLE`] that the body lets through.
    factor: i32,
    cover: i32,
    rank: i32,
}

impl DamageReduction {
    fn of(
        target: &Numbers<'_>,
        roll: &damage::DamageRoll<'_>,
        by_weapon: bool,
        cover: i32,
    ) -> Self {
        let mut sum = Sum::new();
        sum.push("sample", SAMPLE, "VG-198");
        target.adjust_for_body(roll.kind, roll.quality, by_weapon, &mut sum);
        let factor = sum.total();
        let mut sum = Sum::new();
        sum.push("sample", SAMPLE, "VG-198");
        let impact = armour::Impact {
            kind: roll.kind,
            kinetic: roll.kinetic,
            quality: roll.quality,
            is_hazard: false,
            shield: 0,
        };
        if roll.kind != DamageType::Toxic {
            armour::reduce(target, impact, &mut sum);
        }
        Self { factor, cover: cover.max(0), rank: SAMPLE - sum.total() }
    }

    /// The part of this damage that reaches the body.
    fn through(&self, rolled: i32) -> i32 {
        let met = rolled.saturating_mul(self.factor) / SAMPLE;
        met.saturating_sub(self.cover).saturating_sub(self.rank).max(0)
    }
}

/// The effect of a blow that hits.
#[derive(Clone, Copy, Debug, Default)]
struct Harm {
    /// The mean loss of body points.
    mean: i32,
    /// The chance that it puts the target out of the fight, in thousandths.
    fells: i32,
}

/// The effect of damage on a target with this many points left, after its body, cover and armour.
fn harm(target: &Numbers<'_>, roll: &damage::DamageRoll<'_>, by_weapon: bool, cover: i32) -> Harm {
    let way = DamageReduction::of(target, roll, by_weapon, cover);
    let whole = left(target.unit);
    let past = roll.kind == DamageType::Toxic;
    let enough = match past {
        _ if target.is_helpless() => 1,
        true => target.unit.tracks.0.value(HEALTH),
        false => whole,
    };
    let (mut sum, mut felled) = (0_u64, 0_u64);
    let (low, high) = DISTINGUISHED_DAMAGE;
    let most = usize::try_from(whole.saturating_mul(2).clamp(low, high)).unwrap_or_default();
    for (rolled, parts) in Spread::of(&roll.all_dice(), most).totals() {
        let harm = way.through(rolled);
        let fells = harm >= enough.max(1);
        felled += if fells { parts } else { 0 };
        let taken = if fells { whole } else { harm.min(whole) };
        sum += parts * u64::try_from(taken.clamp(0, MAX_HARM)).unwrap_or_default();
    }
    let mean = i32::try_from((sum + ONE / 2) / ONE).unwrap_or_default();
    // Armour wears down by what it stops.
    let mean = mean.max(i32::from(way.factor > 0));
    Harm { mean, fells: thousandths(felled) }
}

/// The chance that an attack hits, in parts of [`ONE`]. Half of what a Dodge avoids still counts,
/// because the target will miss the Vigor later. Dodges with hardly any chance are not used.
fn hit_chance(moment: Moment<'_>, roll: &AttackRoll<'_>) -> u64 {
    let needed = roll.test.against.total().saturating_sub(roll.test.terms.total());
    let most =
        usize::try_from(needed.clamp(0, MAX_NUMBER) + DISTINGUISHED_ABOVE).unwrap_or_default();
    let defenses = reactions::defense_dice(moment, roll);
    let defenses: Vec<Spread> = defenses.iter().map(|dice| Spread::of(dice, most)).collect();
    let hit = |(total, parts): (i32, u64)| {
        let dodged = defenses.iter().map(|dice| dice.above(total)).max().unwrap_or_default();
        let dodged = if 5 * dodged >= ONE { dodged } else { 0 };
        parts * (2 * ONE - dodged) / (2 * ONE)
    };
    let totals = Spread::of(&roll.test.dice, most);
    totals.totals().filter(|(total, _)| *total > needed).map(hit).sum()
}

/// Rates an attack: the chance of a hit despite a Dodge, and the damage that gets through.
pub fn attack(moment: Moment<'_>, roll: &AttackRoll<'_>) -> ActOutcome {
    let content = moment.content;
    let none = ActOutcome::none(roll.target.id());
    let Some(theirs) = Numbers::of(content, roll.target) else { return none };
    let damage = roll.damage(content).against(&theirs);
    let by_weapon = roll.weapon.kind != WeaponKind::Spell;
    let rank = roll.cover.stop(roll.weapon.damage).map_or(0, |stop| stop.rank);
    let harm = harm(&theirs, &damage, by_weapon, rank);
    let hinders = match roll.weapon.rider {
        Some(Rider::Topple(_) | Rider::Slow { .. }) => 1,
        Some(Rider::Pin(_)) => 3,
        Some(Rider::Venom(_) | Rider::KnockBack(_)) | None => 0,
    };
    let chance = thousandths(hit_chance(moment, roll));
    let hinders = if harm.mean > 0 { hinders } else { 0 };
    ActOutcome { chance, harm: harm.mean, fells: Some(harm.fells), hinders, ..none }
}

/// The expected strikes against a combatant that gives an opening at its current place.
pub fn openings(moment: Moment<'_>, opener: &Unit) -> Vec<ActOutcome> {
    let strikes = opening_strikes::expected(moment, opener);
    strikes.iter().map(|roll| attack(moment, roll)).collect()
}

/// Rates a later attack, ignoring current positions.
pub fn later_attack(me: &Numbers<'_>, weapon: &Weapon, theirs: &Numbers<'_>) -> ActOutcome {
    let tally = me.on_attacks(theirs.unit.id());
    let mut test = Test::of(20, Sum::new(), "Guard", theirs.guard()).above();
    test.dice.extend(me.bonus_dice(me.effective_score(weapon.ability), tally.on_action()));
    let damage = me.damage_roll(weapon, tally.on_effect(me.content));
    let harm = harm(theirs, &damage, weapon.kind != WeaponKind::Spell, 0);
    let needed = theirs.guard().total();
    let most = usize::try_from(needed.clamp(0, MAX_NUMBER) + 1).unwrap_or_default();
    let chance = thousandths(Spread::of(&test.dice, most).above(needed));
    let none = ActOutcome::none(theirs.unit.id());
    ActOutcome { chance, harm: harm.mean, fells: Some(harm.fells), ..none }
}

/// The chance that a combatant fails to resist a number, in thousandths.
fn fails(target: &Numbers<'_>, check: Ability, against: i32) -> i32 {
    let most = usize::try_from(against.clamp(0, MAX_NUMBER) + 1).unwrap_or_default();
    let dice = resist::test(target, check, against).dice;
    1000 - thousandths(Spread::of(&dice, most).above(against))
}

/// The chance that a combatant fails to resist a spell, in thousandths.
fn unresisted(
    (me, spell): (&Numbers<'_>, &Spell),
    target: &Numbers<'_>,
    check: Ability,
    chance: bool,
) -> i32 {
    let (cast, _) = powers::cast(me, spell, chance, Circumstance::default());
    let most = usize::try_from(2 * DISTINGUISHED_ABOVE).unwrap_or_default();
    let theirs = Spread::of(&resist::test(target, check, 0).dice, most);
    let fails = |(total, parts): (i32, u64)| parts * (ONE - theirs.above(total)) / ONE;
    thousandths(Spread::of(&cast.dice, most).totals().map(fails).sum())
}

/// The effect on one target of a spell that needs no attack roll.
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
    if let Some(mends) = spell.restores {
        let dice = i32::from(spell.dice);
        let healing = damage::expected_total(&[(dice, spell.quality)], &me.dice(spellcraft, 0));
        let track = match mends {
            Restores::Durability => DURABILITY,
            Restores::Health => HEALTH,
        };
        let missing = unit.tracks.0.get(track).map_or(0, |meter| meter.max - meter.value);
        let wakes = unit.status == Status::Down && mends == Restores::Health;
        let ends = i32::from(theirs.is_wounded() && mends == Restores::Durability);
        let mends = if unit.status == Status::Down && !wakes { 0 } else { healing.min(missing) };
        return Some(ActOutcome { mends, helps: ends, ..none });
    }
    if let Form::Boon(_) = spell.form {
        return Some(boon(moment, spell, &theirs));
    }
    let fails = spell.check.map_or(1000, |check| unresisted((me, spell), &theirs, check, chance));
    if spell.dice == 0 {
        let known = spell.condition.as_ref();
        let has = known.is_some_and(|lasting| unit.conditions.has(lasting.id.as_str()));
        let hinders = match known {
            Some(lasting) if lasting.id == *UNCONSCIOUS => sleep_value(moment, me, &theirs),
            _ => 1,
        };
        return Some(ActOutcome { chance: fails, hinders: if has { 0 } else { hinders }, ..none });
    }
    let roll = damage::DamageRoll {
        name: &spell.name,
        dice: spell.dice.into(),
        quality: spell.quality,
        kind: spell.damage,
        kinetic: None,
        from: BonusFrom::Spellcraft,
        bonus: me.dice(spellcraft, i32::from(chance)),
    };
    let roll = roll.against(&theirs);
    let harm = harm(&theirs, &roll, false, 0);
    // A target that resists takes half.
    let (mean, fells) = (harm.mean * (1000 + fails) / 2000, harm.fells * fails / 1000);
    Some(ActOutcome { harm: mean, fells: Some(fells), ..none })
}

/// The value of sleep: a blow kills the sleeper if an enemy can strike it in time (VG-58).
fn sleep_value(moment: Moment<'_>, me: &Numbers<'_>, sleeper: &Numbers<'_>) -> i32 {
    let Moment { content, ctx } = moment;
    let Some(there) = ctx.field.body(sleeper.unit.id()) else { return SLEEP_VALUE };
    let kills = content.rules.incapacitated_hit == IncapacitatedHit::Kill;
    let own = |unit: &&Unit| unit.side() == me.unit.side() && unit.is_active();
    let strikes = |unit: &Unit| {
        let distance = ctx
            .field
            .body(unit.id())
            .map_or(i32::MAX, |body| contact::squares_between(body, there));
        let numbers = Numbers::of(content, unit).filter(|n| !n.is_helpless() && !n.is_winded());
        numbers.is_some_and(|n| {
            let spells =
                n.sheet.spells.iter().filter_map(|id| content.derived_weapons.get(id.as_str()));
            let weapons = n.usable_weapons().chain(spells);
            let far = weapons.map(|w| w.farthest(&content.rules).max(n.reach(w))).max();
            distance <= far.unwrap_or_default().saturating_add(n.squares())
        })
    };
    let strikes = kills && ctx.state.units.iter().filter(own).any(strikes);
    if strikes { DEADLY_SLEEP_VALUE } else { SLEEP_VALUE }
}

/// The value of a spell for an ally.
fn boon(moment: Moment<'_>, spell: &Spell, on: &Numbers<'_>) -> ActOutcome {
    let none = ActOutcome::none(on.unit.id());
    let has = |lasting: &TimedCondition| on.unit.conditions.has(lasting.id.as_str());
    if spell.condition.as_ref().is_some_and(has) {
        return none;
    }
    match &spell.condition {
        Some(lasting) if lasting.id == *TITAN_SKIN => {
            ActOutcome { adds: titan_skin_value(moment, on, lasting.rounds.into()), ..none }
        }
        _ => ActOutcome { helps: 1, ..none },
    }
}

/// The value of immunity to ordinary weapons for some rounds: the blows of the surrounding enemies,
/// one each per round.
fn titan_skin_value(moment: Moment<'_>, on: &Numbers<'_>, rounds: i32) -> i32 {
    let Moment { content, ctx } = moment;
    let Some(body) = ctx.field.body(on.unit.id()) else { return 0 };
    let full = on.unit.tracks.0.iter().map(|meter| meter.max).fold(1, i32::saturating_add);
    let blow = |foe: &Unit| {
        let near =
            ctx.field.body(foe.id()).is_some_and(|it| contact::squares_between(it, body) <= 2);
        let numbers = Numbers::of(content, foe).filter(|n| near && !n.is_helpless())?;
        let weapon = numbers.usable_weapons().next().filter(|w| w.quality < Quality::Heroic)?;
        let blow = later_attack(&numbers, weapon, on);
        Some(blow.chance.saturating_mul(blow.harm) / full)
    };
    let foes = ctx.state.units.iter().filter(|u| u.is_active() && u.side() != on.unit.side());
    let lost: i32 = foes.filter_map(blow).fold(0, i32::saturating_add);
    // Doubled, because only half of an ally's gain in strength counts.
    lost.saturating_mul(rounds).saturating_mul(2).min(1000)
}

/// The effect of a detonated charge on one unit in its blast (VG-84).
pub fn blast(theirs: &Numbers<'_>) -> ActOutcome {
    let roll = damage::DamageRoll {
        name: "charge",
        dice: 3,
        quality: Quality::Ordinary,
        kind: DamageType::Thermal,
        kinetic: None,
        from: BonusFrom::Spellcraft,
        bonus: Vec::new(),
    };
    let fails = fails(theirs, Ability::Speed, placed_charges::BLAST_NUMBER);
    let harm = harm(theirs, &roll, false, 0);
    let (mean, fells) = (harm.mean * (1000 + fails) / 2000, harm.fells * fails / 1000);
    ActOutcome { harm: mean, fells: Some(fells), ..ActOutcome::none(theirs.unit.id()) }
}

/// The effect of a tail sweep on one adjacent unit.
pub fn sweep(
    me: &Numbers<'_>,
    theirs: Numbers<'_>,
    check: Ability,
    against: i32,
) -> Option<ActOutcome> {
    let chance = fails(&theirs, check, against);
    let roll = damage::DamageRoll {
        name: "sweep",
        dice: 1,
        quality: Quality::Ordinary,
        kind: DamageType::Kinetic,
        kinetic: Some(Kinetic::Impact),
        from: BonusFrom::Strength,
        bonus: me.dice(me.damage_bonus(BonusFrom::Strength), 0),
    };
    let harm = harm(&theirs, &roll, false, 0);
    let none = ActOutcome::none(theirs.unit.id());
    Some(ActOutcome { chance, harm: harm.mean, fells: Some(harm.fells), hinders: 1, ..none })
}
