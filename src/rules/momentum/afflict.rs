//! Status Effects, Buffs and Debuffs: immunity, and the Defense Roll that may end one later (MO-259
//! to MO-265).

use crate::step::{Outcome, Quench, Step};
use grid::{Body, SupportKind, UnitId};
use rules::Key;
use rules::event::{Degree, Event, EventKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, SlotState, Unit};

use super::data::{Affliction, Content, DamageType, Response, Stat, StatusKind, Trait};
use super::defense;
use super::health;
use super::numbers::Numbers;
use super::position::Position;

/// The source of a condition and how it ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cause {
    /// The unit that caused it.
    pub by: Option<UnitId>,
    /// The Defense Roll that may end it at the end of a turn: Stat and DR Power (MO-265).
    pub repeat: Option<(Stat, i32)>,
    /// When it ends on its own.
    pub expiry: Expiry,
}

/// Why a combatant is immune to a condition, if it is (MO-260, MO-264).
fn immune(content: &Content, unit: &Unit, which: Affliction) -> Option<(String, &'static str)> {
    let numbers = Numbers::of(content, unit)?;
    let status = content.status(which);
    let object = numbers.creature().is(Trait::Object);
    let elemental = status.kind == StatusKind::Elemental;
    if object && status.kind.is_status() && !elemental && which != Affliction::Restrained {
        return Some((format!("{} is a thing", unit.identity.name), "MO-260"));
    }
    let immune_to = |kind: DamageType| numbers.response(kind) == Some(Response::Immune);
    let kind = status.element.filter(|kind| immune_to(*kind))?;
    Some((format!("{} is immune to {kind}", unit.identity.name), "MO-264"))
}

/// Gives a combatant a condition, or notes why it is immune.
pub fn apply(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    which: Affliction,
    cause: &Cause,
) -> Vec<Event> {
    apply_with(content, ctx, unit, (which, 0), cause)
}

/// Like [`apply`], for conditions with a number.
pub fn apply_with(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    (which, size): (Affliction, i32),
    cause: &Cause,
) -> Vec<Event> {
    if let Some((text, rule)) = immune(content, unit, which) {
        return vec![events::note(unit, text, rule)];
    }
    let rule = rules::RuleId::new(content.status(which).rule.as_str());
    let usual =
        || health::afflict_with(unit, which, size, cause.by, cause.expiry.clone(), "MO-263");
    let mut events = of_the_later_end(ctx, unit, (which, size), cause).unwrap_or_else(usual);
    for event in &mut events {
        event.rules.push(rule.clone());
    }
    if !events.is_empty() && content.status(which).kind.is_status() {
        events.extend(remember(unit, (which, cause.by), cause.repeat));
    }
    events
}

/// Sort key for a duration counted in slots of the turn order: the rounds from now, and the index
/// in the order. `None` for other durations.
pub fn slot_end(ctx: Ctx<'_>, expiry: &Expiry) -> Option<(u16, usize)> {
    let Expiry::Slots { of, left } = expiry else { return None };
    let slots = &ctx.state.scene.clock.slots;
    let place = slots.iter().position(|slot| slot.members.contains(of))?;
    // A slot that has come up this round counts from the next round on, even if held.
    let passed = slots.get(place).is_some_and(|slot| slot.state != SlotState::Waiting);
    Some((left.saturating_add(u16::from(passed)), place))
}

/// Replaces the unit's existing condition if both end with slots of the turn order: the later end
/// counts, regardless of the source (MO-433). `None` in other cases.
fn of_the_later_end(
    ctx: Ctx<'_>,
    unit: &Unit,
    (which, size): (Affliction, i32),
    cause: &Cause,
) -> Option<Vec<Event>> {
    let id = which.key();
    let same = |c: &Condition| {
        c.id == id
            && (c.source == cause.by || !which.names_its_source())
            && (c.size == size || which != Affliction::Warded)
    };
    let known = unit.conditions.0.iter().position(same)?;
    let old = slot_end(ctx, &unit.conditions.0.get(known)?.expiry)?;
    let new = slot_end(ctx, &cause.expiry)?;
    let condition = Condition::new(id, size, cause.by, cause.expiry.clone());
    let replaced = || events::afflicted(unit, condition, Some(known), "MO-433");
    Some((new > old).then(replaced).into_iter().collect())
}

/// The flags of the Defense Roll that may end a condition: the index of its Stat, counted from 1,
/// and the DR Power. `of` is the source if there are several conditions with the same name
/// (MO-440).
fn flags(which: Affliction, of: Option<UnitId>) -> [Key; 2] {
    let of = of.map_or_else(String::new, |source| format!("_{}", source.0));
    ["stat", "power"].map(|what| Key::new(&format!("repeat_{what}_{}{of}", which.key())))
}

/// Records which Defense Roll may end a condition. Conditions with the same name have separate
/// records.
fn remember(
    unit: &Unit,
    (which, by): (Affliction, Option<UnitId>),
    repeat: Option<(Stat, i32)>,
) -> Vec<Event> {
    let number = |stat: Stat| Stat::ALL.iter().zip(1..).find(|(s, _)| **s == stat);
    let to = repeat.map_or([0, 0], |(stat, power)| {
        [number(stat).map_or(0, |(_, number)| number), i64::from(power)]
    });
    let own = by.filter(|_| which.names_its_source());
    let other = |c: &Condition| c.id == which.key() && c.source != by;
    let among = own.is_some() && unit.conditions.0.iter().any(other);
    let change = |id: Key, to: i64| {
        let from = unit.flags.get(id.as_str());
        let what = EventKind::Flag { unit: Some(unit.id()), id, from, to };
        (from != to).then(|| Event::new(what, &["MO-265"]))
    };
    let kept = flags(which, own.filter(|_| among)).into_iter().zip(to);
    // The only condition with its name needs no flags by source.
    let cleared = own.filter(|_| !among).map(|source| flags(which, Some(source)));
    let cleared = cleared.into_iter().flatten().map(|id| (id, 0));
    kept.chain(cleared).filter_map(|(id, to)| change(id, to)).collect()
}

fn remembered(unit: &Unit, which: Affliction, by: Option<UnitId>) -> Option<(Stat, i32)> {
    let read = |of| {
        let [stat, power] = flags(which, of).map(|id| unit.flags.get(id.as_str()));
        let stat = usize::try_from(stat).ok()?.checked_sub(1)?;
        Some((*Stat::ALL.get(stat)?, i32::try_from(power).ok()?))
    };
    by.and_then(|source| read(Some(source))).or_else(|| read(None))
}

/// Converts the flag of version 2 saves: a single number, 16 times the DR Power plus the index of
/// the Stat.
pub fn revive(unit: &mut Unit) {
    for which in Affliction::ALL {
        let old = Key::new(&format!("repeat_{}", which.key()));
        let both = unit.flags.get(old.as_str());
        if both != 0 {
            let [stat, power] = flags(*which, None);
            unit.flags.set(old, 0);
            unit.flags.set(stat, both % 16);
            unit.flags.set(power, both / 16);
        }
    }
}

/// A combatant's conditions that a Defense Roll may end at the end of its turn.
pub fn repeated<'a>(
    content: &'a Content,
    unit: &'a Unit,
) -> impl Iterator<Item = (&'a Condition, Affliction, (Stat, i32))> {
    unit.conditions.0.iter().filter_map(|condition| {
        let which = Affliction::from_key(condition.id.as_str())?;
        let lasts_rounds = matches!(condition.expiry, Expiry::Slots { .. });
        let repeats = content.rules.status_repeat_dr
            && lasts_rounds
            && content.status(which).kind.is_status();
        repeats.then_some((condition, which, remembered(unit, which, condition.source)?))
    })
}

/// The Defense Roll against a condition at the end of a turn (MO-265).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn repeat(
    position: Position<'_>,
    unit: &Unit,
    (condition, which, (stat, power)): (&Condition, Affliction, (Stat, i32)),
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let name = position.content.status(which).name.to_lowercase();
    let power = (name.as_str(), power);
    let (degree, mut events) = defense::roll(position, unit, stat, power, None, oracle)?;
    if degree == Degree::Success {
        events.push(events::relieved_of(unit, condition, "shaken off", "MO-265"));
        events.extend(remember(unit, (which, condition.source), None));
    }
    Ok(events)
}

/// Burning units that are in water (MO-283).
pub fn settle(ctx: Ctx<'_>) -> Vec<Step> {
    let burning = Affliction::Burning.key();
    let wet = |unit: &&Unit| {
        unit.status.is_present() && unit.conditions.has(burning.as_str()) && is_in_water(ctx, unit)
    };
    ctx.state.units.iter().filter(wet).map(|u| Quench { unit: u.id() }.into()).collect()
}

/// True for units that swim, wade or lie in water, however shallow.
fn is_in_water(ctx: Ctx<'_>, unit: &Unit) -> bool {
    let under = |body: &Body| {
        let mut tiles = body.cells().filter_map(|cell| ctx.field.board().tile(cell));
        tiles.any(|tile| body.feet < tile.surface())
    };
    let is_carried = unit.placement.support == SupportKind::Body;
    !is_carried && ctx.field.body(unit.id()).is_some_and(under)
}

/// Ends the Burning of a unit.
pub fn quench(unit: &Unit, why: &str) -> Vec<Event> {
    let burning = Affliction::Burning.key();
    let list = unit.conditions.0.iter().filter(|c| c.id == burning);
    list.map(|c| events::relieved_of(unit, c, why, "MO-283")).collect()
}

/// Water puts out the fire.
pub fn run(ctx: Ctx<'_>, step: &Quench) -> Outcome {
    let unit = ctx.unit(step.unit);
    Outcome::done(unit.map_or_else(Vec::new, |unit| quench(unit, "in water")))
}
