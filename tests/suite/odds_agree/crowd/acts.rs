//! Resolution of the most expensive acts: rolls, damage, wounds.

use highground::grid::UnitId;
use highground::rules::dice::{Die, Read, Scale, Throw, bursts_in};
use highground::rules::event::{Degree, Rolled};
use highground::rules::oracle::{Oracle, Pause};
use highground::rules::state::Status;
use highground::rules::{Ctx, Event, EventKind, Key, Outcome};

use super::{Crowd, Task};

/// VG: Guard of all units, and the highest total that odds distinguish.
const GUARD: i32 = 16;
const FOLLOWED: i32 = 110;
/// VG-205: damage that armour stops per hit, and its durability.
const ARMOUR: i32 = 5;
/// EV: target numbers of attack and evasion, and the damage of a weapon with Strength.
const ATTACK: i32 = 70;
const EVADE: i32 = 40;
const DAMAGE: i32 = 8;
/// EV: toughness, and the armour of each location: head, arms, body, legs (EV-131).
const TOUGHNESS: i32 = 4;
const LOCATIONS: [(i32, i32); 6] = [(1, 3), (11, 2), (21, 2), (31, 5), (61, 3), (81, 3)];

fn event(what: EventKind) -> Event {
    Event::new(what, &[])
}

fn rolled(who: UnitId, target: Option<UnitId>, throw: (&[Die], &[u16]), success: bool) -> Event {
    let (dice, faces) = throw;
    event(EventKind::Rolled(Rolled {
        who: Some(who),
        purpose: Key::of("roll"),
        target,
        dice: dice.to_vec(),
        faces: faces.to_vec(),
        total: sum(faces),
        degree: if success { Degree::Success } else { Degree::Failure },
        ..Rolled::default()
    }))
}

fn sum(faces: &[u16]) -> i32 {
    faces.iter().copied().map(i32::from).sum()
}

fn hit(by: UnitId, target: UnitId, total: i32) -> Event {
    let (act, packets) = (Key::of("act"), Vec::new());
    event(EventKind::Hit { act, by: Some(by), target, packets, total })
}

fn value(ctx: Ctx<'_>, unit: UnitId, id: &str) -> i32 {
    ctx.unit(unit).map_or(0, |u| u.tracks.0.value(id))
}

/// Reduces a track.
fn loses(ctx: Ctx<'_>, unit: UnitId, id: &'static str, points: i32) -> Option<Event> {
    let from = value(ctx, unit, id);
    let (id, to, why) = (Key::of(id), from - points, String::new());
    (points != 0).then(|| event(EventKind::Track { unit, id, from, to, why }))
}

/// Degrees of a test (EV-5); `None` if it fails.
fn degrees(target: i32, face: i32) -> Option<i32> {
    (face <= target).then(|| (target - face).div_euclid(10))
}

/// Faces of a d100 at which the degrees of a test change, from low to high, with their degrees.
fn bands(target: i32) -> Vec<(i32, i32)> {
    let starts = (1..=target).filter(|face| (target - face) % 10 == 9 || *face == 1);
    starts.filter_map(|face| Some((face, degrees(target, face)?))).collect()
}

/// EV-7 to EV-13 as a single throw: twice the margin of a hit, plus one when the evasion fails. A
/// critical hit (EV-156) is far above all others, and a miss far below.
fn opposed() -> Read {
    let mut left: Vec<(i32, i32)> = bands(ATTACK).iter().map(|(f, d)| (*f, 2 * d)).collect();
    left.push((11, 2 * degrees(ATTACK, 11).unwrap_or(0)));
    left.sort_unstable();
    left.dedup();
    left.iter_mut().filter(|(face, _)| *face <= 10).for_each(|(_, score)| *score += 1_000);
    left.push((ATTACK + 1, -1_000));
    let mut right: Vec<(i32, i32)> = bands(EVADE).iter().map(|(f, d)| (*f, 2 * d)).collect();
    right.push((EVADE + 1, -1));
    let margins = (0..10).map(|margin| 2 * margin);
    let hits = [1].into_iter().chain(margins.clone().skip(1));
    let criticals = margins.clone().map(|margin| 1_000 + margin);
    Read::Opposed {
        first: 1,
        left: Scale::Steps { below: -1_000, from: left },
        right: Scale::Steps { below: -1, from: right },
        cuts: hits.chain(criticals).collect(),
        alone: None,
    }
}

impl Crowd {
    pub(super) fn attack(
        by: UnitId,
        target: UnitId,
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome<Task>, Pause> {
        let dice = vec![Die::d(20), Die::bursting(10), Die::bursting(10)];
        let read = Read::Sums { from: GUARD + 1, to: FOLLOWED };
        let faces = oracle.roll(Throw { dice: dice.clone(), read })?;
        let total = sum(&faces);
        let events = vec![rolled(by, Some(target), (&dice, &faces), total > GUARD)];
        if total <= GUARD {
            return Ok(Outcome::done(events));
        }
        Ok(Outcome::then(events, Task::Dodge { by, target, total }))
    }

    pub(super) fn dodge(
        (by, target, total): (UnitId, UnitId, i32),
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome<Task>, Pause> {
        let dice = vec![Die::d(20), Die::bursting(10), Die::bursting(10)];
        let faces = oracle.roll(Throw { dice: dice.clone(), read: Read::Sum(vec![total + 1]) })?;
        let avoided = sum(&faces) > total;
        let events = vec![rolled(target, None, (&dice, &faces), avoided)];
        if avoided {
            return Ok(Outcome::done(events));
        }
        Ok(Outcome::then(events, Task::Damage { by, target }))
    }

    /// VG-195, VG-205, VG-221: a burst wears the armour by one more. Remaining damage goes first to
    /// Durability and then to Health.
    pub(super) fn damage(
        ctx: Ctx<'_>,
        by: UnitId,
        target: UnitId,
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome<Task>, Pause> {
        let dice = vec![Die::d(8), Die::d(8), Die::bursting(10), Die::bursting(10)];
        let (durability, health) = (value(ctx, target, "durability"), value(ctx, target, "health"));
        // Everything above the lethal amount is equivalent.
        let last = ARMOUR + durability + health;
        let read = Read::SumAndBursts { cuts: (2..=last.max(2)).collect(), most: 1 };
        let faces = oracle.roll(Throw { dice: dice.clone(), read })?;
        let total = sum(&faces).min(last);
        let stopped = total.min(if value(ctx, target, "armour") > 0 { ARMOUR } else { 0 });
        let more = i32::from(bursts_in(&dice, &faces) > 0);
        let worn = (stopped + more).min(value(ctx, target, "armour"));
        let through = total - stopped;
        let mut events = vec![hit(by, target, through)];
        events.extend(loses(ctx, target, "armour", worn));
        events.extend(loses(ctx, target, "durability", through.min(durability)));
        let wounds = (through - durability).clamp(0, health);
        events.extend(loses(ctx, target, "health", wounds));
        events.extend(falls(ctx, target, health - wounds));
        Ok(Outcome::done(events))
    }

    /// VG-134: one total; odds distinguish its values, because each target resists them.
    pub(super) fn breath(
        by: UnitId,
        targets: Vec<UnitId>,
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome<Task>, Pause> {
        let dice = vec![Die::d(20), Die::bursting(10), Die::bursting(10)];
        let read = Read::Sums { from: 1, to: FOLLOWED };
        let faces = oracle.roll(Throw { dice: dice.clone(), read })?;
        let total = sum(&faces);
        let all = targets.into_iter().map(|target| Task::Resist { by, target, total });
        Ok(Outcome::after(vec![rolled(by, None, (&dice, &faces), true)], all.collect(), None))
    }

    pub(super) fn resist(
        (by, target, total): (UnitId, UnitId, i32),
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome<Task>, Pause> {
        let dice = vec![Die::d(20), Die::bursting(10)];
        let faces = oracle.roll(Throw { dice: dice.clone(), read: Read::Sum(vec![total + 1]) })?;
        let half = sum(&faces) > total;
        let events = vec![rolled(target, None, (&dice, &faces), half)];
        Ok(Outcome::then(events, Task::Burn { by, target, half }))
    }

    /// VG-134: targets that resist suffer half, rounded down. Fire bypasses armour.
    pub(super) fn burn(
        ctx: Ctx<'_>,
        (by, target): (UnitId, UnitId),
        half: bool,
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome<Task>, Pause> {
        let dice = vec![Die::d(8), Die::d(8), Die::d(8), Die::bursting(10)];
        let (durability, health) = (value(ctx, target, "durability"), value(ctx, target, "health"));
        let (last, part) = (durability + health, if half { 2 } else { 1 });
        let cuts = (1..=last).map(|n| n * part).collect();
        let faces = oracle.roll(Throw { dice, read: Read::Sum(cuts) })?;
        let harm = (sum(&faces) / part).min(last);
        let mut events = vec![hit(by, target, harm)];
        events.extend(loses(ctx, target, "durability", harm.min(durability)));
        let wounds = (harm - durability).max(0);
        events.extend(loses(ctx, target, "health", wounds));
        events.extend(falls(ctx, target, health - wounds));
        Ok(Outcome::done(events))
    }

    /// EV-123: one weapon after the other.
    pub(super) fn volley(
        (by, target, left): (UnitId, UnitId, u8),
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome<Task>, Pause> {
        let Some(more) = left.checked_sub(1) else { return Ok(Outcome::done(Vec::new())) };
        let dice = [Die::d(100), Die::d(100)];
        let faces = oracle.roll(Throw { dice: dice.to_vec(), read: opposed() })?;
        let shown = |i: usize| faces.get(i).copied().map_or(100, i32::from);
        let (attack, evasion) = (degrees(ATTACK, shown(0)), degrees(EVADE, shown(1)));
        let margin = attack.and_then(|own| match evasion {
            Some(other) => (own > other).then_some(own - other),
            None => Some(own),
        });
        let mut events = vec![rolled(by, Some(target), (&dice, &faces), margin.is_some())];
        let next = Task::Volley { by, target, left: more };
        let Some(margin) = margin else {
            return Ok(Outcome::then(events, next));
        };
        events.push(hit(by, target, margin));
        let locate = Task::Locate { by, target, margin, critical: shown(0) <= 10 };
        Ok(Outcome::after(events, vec![locate], Some(next)))
    }

    /// EV-131 to EV-135, EV-263 to EV-267: hit location and number of wounds.
    pub(super) fn locate(
        ctx: Ctx<'_>,
        (target, margin, critical): (UnitId, i32, bool),
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome<Task>, Pause> {
        let (at, roll) = location(target, oracle)?;
        let armour = LOCATIONS.get(at).map_or(0, |(_, armour)| *armour);
        let over = DAMAGE + margin - TOUGHNESS - armour;
        if over <= 0 {
            return Ok(Outcome::done(vec![roll]));
        }
        let wounds = 1 + i32::from(over >= 5) + i32::from(at == 0) + i32::from(critical);
        let mut events = vec![roll];
        events.extend(wounded(ctx, target, wounds, at));
        Ok(Outcome::done(events))
    }

    pub(super) fn blast(
        by: UnitId,
        targets: Vec<UnitId>,
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome<Task>, Pause> {
        let mut cuts: Vec<i32> = bands(ATTACK).iter().map(|(face, _)| *face).collect();
        cuts.push(ATTACK + 1);
        let faces = oracle.roll(Throw { dice: vec![Die::d(100)], read: Read::Sum(cuts) })?;
        let attack = degrees(ATTACK, sum(&faces));
        let events = vec![rolled(by, None, (&[Die::d(100)], &faces), attack.is_some())];
        Ok(match attack {
            None => Outcome::done(events),
            Some(degrees) => Outcome::then(events, Task::Evade { by, left: targets, degrees }),
        })
    }

    /// EV-14, EV-137: each target evades the single attack separately.
    pub(super) fn evade(
        (by, left, attack): (UnitId, &[UnitId], i32),
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome<Task>, Pause> {
        let Some((target, rest)) = left.split_first() else {
            return Ok(Outcome::done(Vec::new()));
        };
        let next = Task::Evade { by, left: rest.to_vec(), degrees: attack };
        // More degrees than the attack has evade it; all failures are equivalent.
        let mut cuts: Vec<i32> =
            bands(EVADE).iter().filter(|b| b.1 < attack).map(|b| b.0).collect();
        cuts.push(EVADE + 1);
        let faces = oracle.roll(Throw { dice: vec![Die::d(100)], read: Read::Sum(cuts) })?;
        let evasion = degrees(EVADE, sum(&faces));
        let avoided = evasion.is_some_and(|other| other >= attack);
        let mut events = vec![rolled(*target, None, (&[Die::d(100)], &faces), avoided)];
        if avoided {
            return Ok(Outcome::then(events, next));
        }
        let margin = attack - evasion.unwrap_or(0);
        events.push(hit(by, *target, margin));
        let locate = Task::Locate { by, target: *target, margin, critical: false };
        Ok(Outcome::after(events, vec![locate], Some(next)))
    }

    /// EV-342, EV-343: the best roll of a joint attack counts.
    pub(super) fn together(
        (left, best, targets): (&[UnitId], i32, &[UnitId]),
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome<Task>, Pause> {
        let targets = targets.to_vec();
        let Some((who, rest)) = left.split_first() else {
            let wounds = 4 + best.min(8);
            return Ok(Outcome::then(Vec::new(), Task::Overrun { left: targets, wounds }));
        };
        let mut cuts: Vec<i32> = bands(ATTACK).iter().map(|(face, _)| *face).collect();
        cuts.push(ATTACK + 1);
        let faces = oracle.roll(Throw { dice: vec![Die::d(100)], read: Read::Sum(cuts) })?;
        let own = degrees(ATTACK, sum(&faces));
        let events = vec![rolled(*who, None, (&[Die::d(100)], &faces), own.is_some())];
        let best = best.max(own.unwrap_or(0));
        Ok(Outcome::then(events, Task::Together { left: rest.to_vec(), best, targets }))
    }

    pub(super) fn overrun(
        ctx: Ctx<'_>,
        left: &[UnitId],
        wounds: i32,
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome<Task>, Pause> {
        let Some((target, rest)) = left.split_first() else {
            return Ok(Outcome::done(Vec::new()));
        };
        let (at, roll) = location(*target, oracle)?;
        let mut events = vec![roll];
        events.extend(wounded(ctx, *target, wounds, at));
        Ok(Outcome::then(events, Task::Overrun { left: rest.to_vec(), wounds }))
    }
}

/// Hit location (EV-131), by its index in the list.
fn location(target: UnitId, oracle: &mut Oracle<'_>) -> Result<(usize, Event), Pause> {
    let read = Read::Sum(LOCATIONS.iter().map(|(face, _)| *face).collect());
    let faces = oracle.roll(Throw { dice: vec![Die::d(100)], read })?;
    let at = LOCATIONS.iter().rposition(|(face, _)| *face <= sum(&faces)).unwrap_or(0);
    Ok((at, rolled(target, None, (&[Die::d(100)], &faces), true)))
}

/// EV-258 to EV-262, EV-291: wounds go to the light track, then to the heavy track, where each
/// leaves an injury at the location; the last wound takes the unit out of the fight.
fn wounded(ctx: Ctx<'_>, target: UnitId, wounds: i32, at: usize) -> Vec<Event> {
    let (light, heavy) = (value(ctx, target, "light"), value(ctx, target, "heavy"));
    let first = wounds.min(light);
    let second = (wounds - first).min(heavy);
    let third = (wounds - first - second).min(value(ctx, target, "health"));
    let mut events = Vec::new();
    events.extend(loses(ctx, target, "light", first));
    events.extend(loses(ctx, target, "heavy", second));
    if second > 0 {
        let id =
            Key::of(["head", "left_arm", "right_arm", "body", "left_leg", "right_leg"][at % 6]);
        let from = ctx.unit(target).map_or(0, |u| u.flags.get(id.as_str()));
        let to = i64::from(heavy - second) + 1;
        events.push(event(EventKind::Flag { unit: Some(target), id, from, to }));
    }
    events.extend(loses(ctx, target, "health", third));
    events.extend(falls(ctx, target, value(ctx, target, "health") - third));
    events
}

/// A unit with nothing left is out of the fight.
fn falls(ctx: Ctx<'_>, unit: UnitId, left: i32) -> Option<Event> {
    let from = ctx.unit(unit)?.status;
    let (to, why) = (Status::Down, String::new());
    (left <= 0 && from != to).then(|| event(EventKind::Status { unit, from, to, why }))
}
