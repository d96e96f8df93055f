//! Strikes: ACC against DOD on one d100, then the damage (TU-36 to TU-53, TU-162 to TU-172).

use crate::grid::{
    Body, Diagonals, Hm, Light, UnitId, are_opposite, distance, hidden_shares, sees,
};
use crate::rules::event::{Degree, Event, EventKind};
use crate::rules::kit::events;
use crate::rules::kit::harm::Harm;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::roll::{Band, Test};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Deed, Status, Unit};
use crate::rules::{Key, Refusal, Sum};

use super::data::{Content, CritThreshold, Trait, Weapon};
use super::harm;
use super::numbers::{ATTACKS, DRAW, FISTS, MAIN, Numbers, SIDE, STRIKE};
use super::shield;
use super::step::{Blow, Outcome, Strike};

/// Largest difference in height at which a reach of 1 m still touches (TU-38).
const BESIDE: Hm = Hm::metres(1);

/// Metres of sight in the dark, and of shots at prone targets without a penalty (TU-155, TU-167).
const NEAR: u32 = 2;

/// A strike before its roll.
pub struct Roll<'a> {
    /// The target.
    pub target: Numbers<'a>,
    /// The weapon.
    pub weapon: &'a Weapon,
    /// ACC in this situation.
    pub acc: Sum,
    /// DOD of the target in this situation.
    pub dod: Sum,
    /// Raw damage (TU-53).
    pub raw: Sum,
    place: Place,
}

/// Checks that a combatant can use a weapon now, regardless of the target.
///
/// # Errors
/// The reason why it cannot.
pub fn check_weapon(numbers: &Numbers<'_>, (slot, weapon): (&str, &Weapon)) -> Result<(), Refusal> {
    let armed = weapon.id != *FISTS;
    if armed && weapon.rank > numbers.wields() {
        return Err(Refusal::new("too_heavy", "its rank is too high to wield it", "TU-22"));
    }
    if armed && numbers.suffers(Trait::Unarmed) {
        return Err(Refusal::new("no_weapons", "it cannot use weapons", "TU-253"));
    }
    let lost = numbers.lost(true);
    if weapon.hands > 1 && lost > 0 || armed && lost > 1 {
        return Err(Refusal::new("no_hands", "it has lost an arm that this takes", "TU-255"));
    }
    let drawn = numbers.unit.turn.deeds.iter().any(|deed| deed.class == *DRAW);
    if slot == SIDE && drawn {
        return Err(Refusal::new("drawn", "it has changed weapons in this Turn", "TU-35"));
    }
    Ok(())
}

/// A strike of one combatant at another, if it is possible where they stand. `secondary` is true
/// unless it is the main strike of the Turn.
///
/// # Errors
/// The reason why it is not possible.
pub fn prepare<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    by: (&'a Unit, &'a Weapon),
    target: UnitId,
    secondary: bool,
) -> Result<Roll<'a>, Refusal> {
    let no_target = || Refusal::new("no_target", "there is no one to strike", "TU-38");
    let roll = suppose(content, ctx, by, target, secondary).ok_or_else(no_target)?;
    roll.place.check()?;
    Ok(roll)
}

/// Like [`prepare`] without the check of range and sight, for estimates before a move.
pub fn suppose<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    (actor, weapon): (&'a Unit, &'a Weapon),
    target: UnitId,
    secondary: bool,
) -> Option<Roll<'a>> {
    let there = |u: &&Unit| !matches!(u.status, Status::Dead | Status::Gone);
    let target = ctx.unit(target).filter(|u| u.id() != actor.id()).filter(there)?;
    let (numbers, target) = (Numbers::of(content, actor)?, Numbers::of(content, target)?);
    let bodies = (ctx.field.body(actor.id())?, ctx.field.body(target.unit.id())?);
    let place = Place::of(content, ctx, weapon, bodies);
    let (mut acc, mut dod) = (numbers.acc(), target.dod());
    place.tell(content, &target, (&mut acc, &mut dod));
    let mut raw = numbers.natural_damage(weapon.id == *FISTS);
    raw.add(weapon.name.to_lowercase(), weapon.damage, "TU-53");
    if secondary {
        // Rounded up (TU-4).
        raw.push("not the main strike", -(raw.total() / 2), "TU-47");
    }
    Some(Roll { target, weapon, acc, dod, raw, place })
}

/// The relative position of two combatants for a strike.
struct Place {
    melee: bool,
    metres: u32,
    seen: bool,
    dark: bool,
    /// Hundredths of the target hidden by hard cover, and by foliage.
    hidden: (u32, u32),
    dim: bool,
    above: bool,
    flanks: bool,
    gets_there: bool,
}

impl Place {
    /// Measures the position.
    fn of(content: &Content, ctx: Ctx<'_>, weapon: &Weapon, (me, them): (&Body, &Body)) -> Self {
        let (board, rules) = (ctx.field.board(), &content.rules);
        let metres = distance(me, them, Diagonals::One).unwrap_or(u32::MAX);
        let seen = sees(board, me, them);
        let reach = u32::from(weapon.reach);
        let limit = BESIDE + Hm::metres(i32::from(weapon.reach));
        let beside = ctx.field.adjacent(me, them, limit);
        let level = (me.feet - them.feet).abs() < limit;
        let melee = reach > 0 && (beside || reach > 1 && metres <= reach && level && seen);
        let light = them.cells().map(|cell| board.light(cell)).max().unwrap_or_default();
        // Between adjacent units only obstacles on their common edge give cover (TU-166).
        let open = beside && ctx.field.adjacent_unless(me, them, limit, |_| true);
        let (hard, soft) = hidden_shares(board, me, them);
        let share = |part: u32, whole: u32| (100 * part).checked_div(whole).unwrap_or_default();
        let hidden = (share(hard.part, hard.whole), share(soft.part, soft.whole));
        let opposite = |other: &&Body| {
            other.side == me.side
                && other.id != me.id
                && other.threatens
                && ctx.field.adjacent(other, them, BESIDE + BESIDE)
                && are_opposite(them, me, other)
        };
        Self {
            melee: melee || weapon.range == 0,
            metres,
            seen: seen || melee,
            dark: light == Light::Dark,
            hidden: if melee && open { (0, 0) } else { hidden },
            dim: light != Light::Bright,
            above: me.feet - them.feet >= rules.high_ground,
            flanks: melee && beside && ctx.field.bodies().iter().any(|b| opposite(&b)),
            gets_there: melee || metres <= u32::from(weapon.range),
        }
    }

    /// Checks range and sight (TU-38, TU-164, TU-167).
    fn check(&self) -> Result<(), Refusal> {
        if !self.seen {
            return Err(Refusal::new("no_sight", "it is not in view", "TU-164"));
        }
        if !self.gets_there {
            return Err(Refusal::new("out_of_range", "it is out of range", "TU-38"));
        }
        if self.dark && self.metres > NEAR {
            return Err(Refusal::new("unseen", "it is too dark to see it there", "TU-167"));
        }
        Ok(())
    }

    /// Applies the position to ACC and DOD.
    fn tell(&self, content: &Content, target: &Numbers<'_>, (acc, dod): (&mut Sum, &mut Sum)) {
        let rules = &content.rules;
        if target.lies() && target.unit.status == Status::Active {
            match (self.melee, self.metres <= NEAR) {
                (true, _) => dod.add("prone", rules.prone_melee_dod, "TU-155"),
                (false, false) => dod.add("prone", rules.prone_ranged_dod, "TU-155"),
                (false, true) => {}
            }
        }
        if rules.position_mods {
            match self.hidden {
                (75.., _) => dod.add("most of it covered", rules.cover_most, "TU-163"),
                (50.., _) => dod.add("half covered", rules.cover_half, "TU-163"),
                (_, 50..) => dod.add("behind foliage", rules.cover_half, "TU-165"),
                _ => {}
            }
            for (holds, label, value, rule) in [
                (self.dim, "dim light", rules.dim_acc, "TU-167"),
                (self.above, "from above", rules.height_acc, "TU-169"),
                (self.flanks, "an ally opposite", rules.flank_acc, "TU-170"),
            ] {
                acc.add(label, if holds { value } else { 0 }, rule);
            }
        }
        for sum in [acc, dod] {
            sum.add("not below 0", -sum.total().min(0), "TU-7");
        }
    }
}

impl Roll<'_> {
    /// The bands of the d100: misses at the bottom, criticals at the top (TU-39 to TU-46). `dod` is
    /// that of the original target of a shielded strike; the lower DOD counts (TU-209).
    pub fn test(&self, content: &Content, dod: Option<i32>) -> Test {
        let rules = &content.rules;
        let mut against = self.acc.clone();
        for term in self.dod.terms() {
            against.push_term(crate::rules::Term { value: -term.value, ..term.clone() });
        }
        let lower = dod.map_or(0, |dod| (self.dod.total() - dod).max(0));
        against.add("the lower DOD of the two", lower, "TU-209");
        let ahead = against.total();
        let missed = (-ahead * rules.miss_per_point).clamp(0, 100);
        let chance = rules.crit_per_point * ahead.max(0);
        let from = match rules.crit_threshold {
            _ if chance == 0 => 101,
            CritThreshold::TextLiteral => 100 - chance,
            CritThreshold::ExactPercent => 101 - chance,
        };
        let from = from.max(missed + 1);
        let bands = [
            ("miss", (1, missed), Degree::Failure, "TU-40"),
            ("hit", (missed + 1, from - 1), Degree::Success, "TU-41"),
            ("critical hit", (from, 100), Degree::Critical, "TU-42"),
        ];
        let bands = bands.into_iter().filter(|(_, (from, to), ..)| from <= to);
        let bands = bands.map(|(name, range, degree, rule)| Band::new(name, range, degree, rule));
        Test::of(100, Sum::new(), "ACC over DOD", against).in_bands(bands.collect())
    }

    /// The damage after defences (TU-109 to TU-116).
    pub fn damage(&self, content: &Content, critical: bool) -> Sum {
        let rules = &content.rules;
        let mut sum = self.raw.clone();
        let less = |sum: &mut Sum, label: &str, defence: i32, least: i32, rule| {
            let stopped = defence.min((sum.total() - least).max(0));
            sum.add(label, -stopped, rule);
        };
        let natural = self.target.natural_defence();
        less(&mut sum, "natural defence", natural, rules.min_after_natural, "TU-110");
        if self.weapon.bypasses_armour {
            sum.push("goes past armour", 0, "TU-115");
        } else {
            let further = self.target.further_defence();
            less(&mut sum, "armour", further, rules.min_after_armour, "TU-111");
        }
        if critical {
            sum.add("critical: doubled", sum.total(), "TU-114");
        }
        sum
    }
}

/// Runs one stage of a strike.
///
/// # Errors
/// [`Pause`] while dice or a decision are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Strike,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let over = || Ok(Outcome::done(Vec::new()));
    let Some(actor) = ctx.unit(step.unit) else { return over() };
    let Some(numbers) = Numbers::of(content, actor) else { return over() };
    let Some((slot, weapon)) = numbers.weapon(step.weapon.as_str()) else { return over() };
    let next = |blow| Strike { blow, ..step.clone() }.into();
    if step.blow == Blow::Declare {
        let events = declare(&numbers, (slot, weapon), step);
        return Ok(Outcome::then(events, next(Blow::Shield)));
    }
    // A target that is now out of reach is not struck (TU-195).
    let secondary = numbers.strikes().0 != step.main;
    let roll = prepare(content, ctx, (actor, weapon), step.target, secondary);
    let Ok(roll) = roll else { return over() };
    match step.blow {
        Blow::Declare | Blow::Shield => {
            let (events, shielder) = shield::offer(content, ctx, (actor, &roll), oracle)?;
            let Some(target) = shielder else {
                return Ok(Outcome::then(events, next(Blow::Roll)));
            };
            let instead = super::step::Shielded { unit: step.target, dod: roll.dod.total() };
            let blow = Blow::Roll;
            let step = Strike { target, shielded: Some(instead), blow, ..step.clone() };
            Ok(Outcome::then(events, step.into()))
        }
        Blow::Roll => {
            let test = roll.test(content, step.shielded.as_ref().map(|other| other.dod));
            let (faces, score) = test.roll(oracle)?;
            let rolled = events::tested(&test, (STRIKE, actor, Some(step.target)), faces, "TU-39");
            Ok(if score.passed() {
                let critical = score.degree == Degree::Critical;
                Outcome::then(vec![rolled], next(Blow::Harm { critical }))
            } else {
                Outcome::done(vec![rolled])
            })
        }
        Blow::Harm { critical } => {
            let sum = roll.damage(content, critical);
            let harm = Harm { act: &weapon.id, by: Some(actor), sum };
            Ok(Outcome::done(harm::deal(content, &roll.target, harm, oracle)?))
        }
    }
}

/// Declares the strike and pays an Attack for it (TU-36), drawing a weapon at the belt (TU-35).
fn declare(numbers: &Numbers<'_>, (slot, weapon): (&str, &Weapon), step: &Strike) -> Vec<Event> {
    let unit = numbers.unit;
    let mut events = Vec::new();
    if slot == SIDE {
        let held = unit.gear.0.get(MAIN).cloned().unwrap_or_default();
        let deed = Deed { class: Key::of(DRAW), act: weapon.id.clone(), amount: 0 };
        events.push(Event::new(EventKind::gear(unit, MAIN, &weapon.id), &["TU-35"]));
        events.push(Event::new(EventKind::gear(unit, SIDE, &held), &["TU-35"]));
        events.push(events::deed(unit, deed, None, "TU-35"));
    }
    let act = (weapon.id.clone(), weapon.name.as_str());
    events.push(events::declared(unit, act, vec![step.target], &["TU-36"]));
    let left = unit.pools.0.value(ATTACKS) - 1;
    events.extend(events::pool(unit, ATTACKS, left, &weapon.name, "TU-36"));
    let deed = Deed { class: Key::of(STRIKE), act: weapon.id.clone(), amount: step.main };
    events.push(events::deed(unit, deed, None, "TU-48"));
    events
}
