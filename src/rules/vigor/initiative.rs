//! The order of the encounter, rolled once: ambush, Over Watch, units that join later (VG-41 to VG-55).

use std::cmp::Reverse;

use crate::grid::{Body, Dir, SideId, bearing};
use crate::rules::Key;
use crate::rules::Sum;
use crate::rules::dice::{Die, Read, Throw};
use crate::rules::event::{Degree, Event, Rolled};
use crate::rules::kit::{events, turns};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::roll::Test;
use crate::rules::ruleset::Ctx;
use crate::rules::start::Start;
use crate::rules::state::{Condition, Expiry, Flags, Slot, Unit};

use super::data::{Moment, Talent};
use super::facing;
use super::numbers::Numbers;
use super::sight;

/// The condition of the surprised (VG-48).
pub const AMBUSHED: &str = "ambushed";
/// The condition of units that lay in wait (VG-49).
pub const AMBUSHER: &str = "ambusher";
/// The flag of a watched direction: its number from 1 (VG-52).
const WATCH: &str = "watch";
/// The flag of one that begins the battle hidden (VG-152).
const HIDDEN: &str = "hidden";
/// The flag of one that begins the battle surprised (VG-47).
const SURPRISED: &str = "surprised";
/// Totals of initiative above it are too rare to matter.
const HIGHEST: i32 = 60;

/// What a level says of how a combatant begins, as flags.
pub fn flags(start: &Start) -> Flags {
    let mut flags = Flags::default();
    let watch = start.watch.and_then(|dir| Dir::ALL.iter().position(|d| *d == dir));
    let number = watch.and_then(|at| i64::try_from(at + 1).ok()).unwrap_or_default();
    flags.set(Key::of(WATCH), number);
    flags.set(Key::of(HIDDEN), i64::from(start.hidden));
    flags.set(Key::of(SURPRISED), i64::from(start.surprised));
    flags
}

/// The direction that a combatant watches.
fn watched(unit: &Unit) -> Option<Dir> {
    let at = usize::try_from(unit.flags.get(WATCH)).ok()?.checked_sub(1)?;
    Dir::ALL.get(at).copied()
}

/// Whether the nearest enemy is in the sector that a combatant watches; nothing if it watches none
/// (VG-52 to VG-54).
fn watches_well(ctx: Ctx<'_>, unit: &Unit) -> Option<bool> {
    let facing = watched(unit)?;
    let body = ctx.field.body(unit.id())?;
    let body = Body { facing, ..body.clone() };
    let foes = ctx.state.units.iter().filter(|u| u.side() != unit.side() && u.is_active());
    let foes = foes.filter_map(|foe| ctx.field.body(foe.id()));
    let nearest = foes.min_by_key(|foe| (super::attack::metres(&body, foe), foe.id))?;
    Some(bearing(&body, nearest).is_some_and(|bearing| bearing.is_watched()))
}

/// Whether a combatant notices another before the battle.
fn spots(ctx: Ctx<'_>, viewer: &Unit, other: &Unit) -> bool {
    let bodies = ctx.field.body(viewer.id()).zip(ctx.field.body(other.id()));
    other.flags.get(HIDDEN) == 0
        && !facing::is_behind(ctx, other.id(), viewer.id())
        && bodies.is_some_and(|(from, to)| sight::in_sight(ctx, from, to))
}

/// Those of other sides who lie in wait.
fn ambushers<'a>(ctx: Ctx<'a>, side: SideId) -> impl Iterator<Item = &'a Unit> {
    let waits = move |unit: &&Unit| {
        let own = ctx.state.scene.sides.get(usize::from(unit.side().0));
        unit.side() != side && unit.is_active() && own.is_some_and(|own| own.ambush)
    };
    ctx.state.units.iter().filter(waits)
}

/// Whether a side suspects nothing of the units that lie in wait for it (VG-47).
fn suspects_nothing(ctx: Ctx<'_>, side: SideId) -> bool {
    let spotted = |other: &Unit| {
        ctx.state.of_side(side).filter(|u| u.is_active()).any(|viewer| spots(ctx, viewer, other))
    };
    ambushers(ctx, side).next().is_some() && !ambushers(ctx, side).any(spotted)
}

/// Who is surprised, who lay in wait, and who is unknown to whom, before the first round (VG-47 to
/// VG-49, VG-54, VG-152, VG-372).
pub fn ambush(ctx: Ctx<'_>) -> Vec<Event> {
    let mut all = Vec::new();
    let until = || Expiry::Until(Key::of("first_turn"));
    let sides = (0u8..).map(SideId).take(ctx.state.scene.sides.len());
    let fooled: Vec<SideId> = sides.filter(|side| suspects_nothing(ctx, *side)).collect();
    for unit in ctx.state.units.iter().filter(|u| u.is_active()) {
        let watch = watches_well(ctx, unit);
        let caught = fooled.contains(&unit.side()) || unit.flags.get(SURPRISED) != 0;
        let (ambushed, rule) = match watch {
            Some(well) => (!well, "VG-54"),
            None => (caught, "VG-48"),
        };
        if ambushed {
            let condition = Condition::new(Key::of(AMBUSHED), 0, None, until());
            all.push(events::gained(unit, condition, rule));
        }
        let waits = fooled.iter().any(|side| {
            *side != unit.side() && ambushers(ctx, *side).any(|other| other.id() == unit.id())
        });
        if waits {
            let condition = Condition::new(Key::of(AMBUSHER), 0, None, until());
            all.push(events::gained(unit, condition, "VG-49"));
        }
        if waits || unit.flags.get(HIDDEN) != 0 {
            all.extend(facing::conceal(ctx, unit, "VG-152"));
        }
    }
    all
}

/// Rolls initiative for units that come in, and puts them into the order (VG-41 to VG-45).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn placed(
    moment: Moment<'_>,
    fresh: &[&Unit],
    (mut slots, first): (Vec<Slot>, bool),
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<Vec<Slot>, Pause> {
    let Moment { content, ctx } = moment;
    let speed = |unit: Option<&Unit>| {
        unit.and_then(|u| Numbers::of(content, u)).map_or(0, |n| n.sheet.speed)
    };
    let mut rolled: Vec<(i32, i32, &Unit)> = Vec::new();
    for unit in fresh {
        rolled.push((rolls(moment, unit, first, oracle, events)?, speed(Some(unit)), unit));
    }
    rolled.sort_by_key(|(value, speed, unit)| (Reverse(*value), Reverse(*speed), unit.id()));
    let mut order: Vec<(i32, i32, &Unit)> = Vec::new();
    for tied in rolled.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        order.extend(untied(tied, oracle, events)?);
    }
    for (value, swift, unit) in order {
        let key = |slot: &Slot| {
            let id = slot.members.first().copied().unwrap_or_default();
            let other = ctx.unit(id).or_else(|| fresh.iter().find(|u| u.id() == id).copied());
            (slot.value, speed(other))
        };
        let before = slots.iter().take_while(|slot| key(slot) >= (value, swift)).count();
        slots.insert(before, Slot::turn(vec![unit.id()], value));
    }
    Ok(slots)
}

/// One combatant rolls: the d20, and a Bonus Die for a talent or for having watched the right sector
/// (VG-42, VG-53, VG-55).
fn rolls(
    moment: Moment<'_>,
    unit: &Unit,
    first: bool,
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<i32, Pause> {
    let Some(numbers) = Numbers::of(moment.content, unit) else { return Ok(0) };
    let talent = numbers.sheet.has(Talent::QuickStart);
    let watch = first && watches_well(moment.ctx, unit) == Some(true);
    let dice = numbers.dice(i32::from(talent) + i32::from(watch), 0);
    if dice.is_empty() {
        return turns::place(unit, (20, Sum::new()), ("initiative", "VG-41"), oracle, events);
    }
    let mut test = Test { dice: vec![Die::d(20)], ..Test::default() };
    test.dice.extend(dice);
    let throw = Throw { dice: test.dice.clone(), read: Read::Sums { from: 1, to: HIGHEST } };
    let rolled = test.rolled("initiative", oracle.roll(throw)?);
    let (who, degree, total) = (Some(unit.id()), Degree::Success, rolled.total);
    let rolled = Rolled { who, degree, against: None, needs: None, ..rolled };
    let rules: &[&'static str] = match (talent, watch) {
        (true, true) => &["VG-41", "VG-42", "VG-53"],
        (true, false) => &["VG-41", "VG-42"],
        _ => &["VG-41", "VG-53"],
    };
    events.push(events::rolled(rolled, rules));
    Ok(total)
}

/// Those with the same total and the same Speed roll another d20 (VG-44); who is still tied then
/// goes by number.
fn untied<'a>(
    tied: &[(i32, i32, &'a Unit)],
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<Vec<(i32, i32, &'a Unit)>, Pause> {
    if tied.len() < 2 {
        return Ok(tied.to_vec());
    }
    let mut all: Vec<(i32, (i32, i32, &'a Unit))> = Vec::new();
    for entry in tied {
        let rule = ("order_tie", "VG-44");
        let face = turns::place(entry.2, (20, Sum::new()), rule, oracle, events)?;
        all.push((face, *entry));
    }
    all.sort_by_key(|(face, entry)| (Reverse(*face), entry.2.id()));
    Ok(all.into_iter().map(|(_, entry)| entry).collect())
}

/// The actions of a turn: one for the ambushed, one more for units that lay in wait, in their first
/// turn (VG-48, VG-49, VG-374).
pub fn actions(numbers: &Numbers<'_>) -> i32 {
    let usual = numbers.sheet.actions;
    let conditions = &numbers.unit.conditions;
    match (conditions.has(AMBUSHED), conditions.has(AMBUSHER)) {
        (true, _) => usual.min(1),
        (false, true) => usual + 1,
        (false, false) => usual,
    }
}

/// With the end of the first turn the surprise is over (VG-51).
pub fn over(unit: &Unit) -> Vec<Event> {
    let ends = |id| events::relieved(unit, id, "its first turn is over", "VG-51");
    [AMBUSHED, AMBUSHER].into_iter().filter_map(ends).collect()
}
