//! The order of the encounter, rolled once: ambush, Over Watch, late arrivals (VG-41 to VG-55).

use std::cmp::Reverse;

use grid::{Body, Dir, SideId, UnitId, bearing};
use rules::dice::{Die, Read, Throw};
use rules::event::{Degree, Event, Rolled, SlotChange};
use rules::kit::{events, turns};
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::roll::Test;
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Slot, SlotState, Unit};
use rules::{Key, Sum, story};

use super::contact::squares_between;
use super::data::{Content, Moment, OverwatchBonus, Talent};
use super::facing;
use super::names::{
    AMBUSHED, AMBUSHER, BYSTANDER, HIDDEN, INITIATIVE, JOIN, SURPRISED, WATCH, WATCH_DIE,
    WATCH_WITH,
};
use super::numbers::Numbers;
use super::sight;
use super::step::{Join, Outcome};

/// Highest initiative total that is distinguished; higher ones are too rare to matter.
const HIGHEST_TOTAL: i32 = 60;

/// The direction that a combatant watches.
fn watched_direction(unit: &Unit) -> Option<Dir> {
    let at = usize::try_from(unit.flags.get(WATCH)).ok()?.checked_sub(1)?;
    Dir::ALL.get(at).copied()
}

/// Whether a combatant takes part in the fight; bystanders do not (VG-46).
pub fn takes_part(unit: &Unit) -> bool {
    unit.is_active() && !unit.conditions.has(BYSTANDER)
}

/// Whether the nearest enemy that takes part is in the sector that a combatant watches; `None` if
/// it watches none (VG-52 to VG-54).
fn watches_nearest_foe(ctx: Ctx<'_>, unit: &Unit) -> Option<bool> {
    let facing = watched_direction(unit)?;
    let body = ctx.field.body(unit.id())?;
    let body = Body { facing, ..body.clone() };
    let foes = ctx.state.units.iter().filter(|u| u.side() != unit.side() && takes_part(u));
    let foes = foes.filter_map(|foe| ctx.field.body(foe.id()));
    let nearest = foes.min_by_key(|foe| (squares_between(&body, foe), foe.id))?;
    Some(bearing(&body, nearest).is_some_and(|bearing| bearing.is_watched()))
}

/// Whether a combatant spots another before the battle; a sleeper sees nothing.
fn spots(moment: Moment<'_>, viewer: &Unit, other: &Unit) -> bool {
    other.flags.get(HIDDEN) == 0
        && !facing::is_behind(moment.ctx, other.id(), viewer.id())
        && sight::perceives(moment, viewer.id(), other.id())
}

/// Whether a side ambushes: the level says so, or one of its units has readied an act (VG-47,
/// VG-342).
fn may_ambush(ctx: Ctx<'_>, side: SideId) -> bool {
    let ready = |unit: &Unit| takes_part(unit) && unit.flags.get(WATCH_WITH) != 0;
    ambushes(ctx, side) || ctx.state.of_side(side).any(ready)
}

fn ambushes(ctx: Ctx<'_>, side: SideId) -> bool {
    ctx.state.scene.sides.get(usize::from(side.0)).is_some_and(|side| side.ambush)
}

/// Whether a side does not expect an ambush: it sees none of the ambushers, to which bystanders do
/// not belong (VG-47).
fn suspects_nothing(moment: Moment<'_>, side: SideId) -> bool {
    let ctx = moment.ctx;
    let waits =
        |unit: &&Unit| unit.side() != side && takes_part(unit) && may_ambush(ctx, unit.side());
    let spotted = |other: &Unit| {
        let mut viewers = ctx.state.of_side(side).filter(|u| u.is_active());
        viewers.any(|viewer| spots(moment, viewer, other))
    };
    let mut waiting = ctx.state.units.iter().filter(waits).peekable();
    waiting.peek().is_some() && !waiting.any(spotted)
}

/// Applies surprise, ambush and concealment before the first round (VG-47 to VG-49, VG-54, VG-152,
/// VG-372).
pub fn begin_ambushes(moment: Moment<'_>) -> Vec<Event> {
    let ctx = moment.ctx;
    let mut all = Vec::new();
    let until = || Expiry::Until(Key::of("first_turn"));
    let sides = (0u8..).map(SideId).take(ctx.state.scene.sides.len());
    let fooled: Vec<SideId> = sides.filter(|side| suspects_nothing(moment, *side)).collect();
    for unit in ctx.state.units.iter().filter(|u| u.is_active()) {
        let watch = watches_nearest_foe(ctx, unit);
        let caught = fooled.contains(&unit.side()) || unit.flags.get(SURPRISED) != 0;
        let (ambushed, rule) = match watch {
            Some(well) => (!well, "VG-54"),
            None => (caught, "VG-48"),
        };
        if ambushed {
            let condition = Condition::new(Key::of(AMBUSHED), 0, None, until());
            all.push(events::gained(unit, condition, rule));
        }
        let waits = takes_part(unit)
            && fooled.iter().any(|side| *side != unit.side())
            && (ambushes(ctx, unit.side()) || unit.flags.get(WATCH_WITH) != 0);
        if waits {
            let condition = Condition::new(Key::of(AMBUSHER), 0, None, until());
            all.push(events::gained(unit, condition, "VG-49"));
        }
        if unit.flags.get(HIDDEN) != 0 {
            all.extend(facing::conceal(ctx, unit, "VG-152"));
        } else if waits {
            // Sides that have seen it know of it.
            all.extend(facing::conceal_from(ctx, unit, fooled.iter().copied(), "VG-152"));
        }
    }
    all
}

/// A slot on its way into the order.
struct OrderEntry<'a> {
    slot: Slot,
    /// Its combatant.
    unit: Option<&'a Unit>,
    speed: i32,
    /// True if it is not in the order yet.
    fresh: bool,
}

impl<'a> OrderEntry<'a> {
    fn of(content: &Content, slot: Slot, unit: Option<&'a Unit>, fresh: bool) -> Self {
        let numbers = unit.and_then(|unit| Numbers::of(content, unit));
        Self { slot, unit, speed: numbers.map_or(0, |n| n.sheet.speed), fresh }
    }

    /// What it is sorted by: the total, then Speed (VG-44).
    const fn key(&self) -> (i32, i32) {
        (self.slot.value, self.speed)
    }
}

/// Rolls initiative for units that enter, and inserts them into the order (VG-41 to VG-45).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn roll_and_insert(
    moment: Moment<'_>,
    fresh: &[&Unit],
    (slots, first): (Vec<Slot>, bool),
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<Vec<Slot>, Pause> {
    let mut rolled: Vec<(i32, &Unit)> = Vec::new();
    for &unit in fresh {
        rolled.push((roll_initiative(moment, unit, first, oracle, events)?, unit));
    }
    rolled.sort_by_key(|(_, unit)| unit.id());
    insert_by_total(moment, slots, rolled, oracle, events)
}

/// The order with newcomers, given with their totals (VG-43, VG-44).
fn insert_by_total(
    moment: Moment<'_>,
    slots: Vec<Slot>,
    newcomers: Vec<(i32, &Unit)>,
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<Vec<Slot>, Pause> {
    let Moment { content, ctx } = moment;
    let known = slots.into_iter().map(|slot| {
        let unit = slot.members.first().and_then(|id| ctx.unit(*id));
        OrderEntry::of(content, slot, unit, false)
    });
    let fresh = newcomers.into_iter().map(|(value, unit)| {
        OrderEntry::of(content, Slot::turn(vec![unit.id()], value), Some(unit), true)
    });
    let mut all: Vec<OrderEntry<'_>> = known.chain(fresh).collect();
    all.sort_by_key(|entry| Reverse(entry.key()));
    let mut order = Vec::new();
    for tied in all.chunk_by(|a, b| a.key() == b.key()) {
        order.extend(break_ties(tied, oracle, events)?);
    }
    Ok(order)
}

/// Rolls initiative for one combatant: the d20, situational modifiers, and Bonus Dice for a talent,
/// for a score by option, and for having watched the right sector (VG-42, VG-53, VG-55).
fn roll_initiative(
    moment: Moment<'_>,
    unit: &Unit,
    first: bool,
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<i32, Pause> {
    let rules = &moment.content.rules;
    let Some(numbers) = Numbers::of(moment.content, unit) else { return Ok(0) };
    let talent = numbers.sheet.has(Talent::QuickStart);
    let watch = first && watches_nearest_foe(moment.ctx, unit) == Some(true);
    let ability = rules.initiative_ability.score();
    let ability = ability.map_or(0, |score| numbers.effective_score(score) / rules.score_per_die);
    let dice = numbers.dice(ability + i32::from(talent) + i32::from(watch), 0);
    let mut terms = Sum::new();
    let situation = i32::try_from(unit.flags.get(INITIATIVE)).unwrap_or_default();
    terms.add("situation", situation, "VG-42");
    if dice.is_empty() {
        return turns::place(unit, (20, terms), ("initiative", "VG-41"), oracle, events);
    }
    let mut test = Test { dice: vec![Die::d(20)], terms, ..Test::default() };
    test.dice.extend(dice);
    let throw = Throw { dice: test.dice.clone(), read: Read::Sums { from: 1, to: HIGHEST_TOTAL } };
    let faces = oracle.roll(throw)?;
    let last = faces.last().copied().unwrap_or_default();
    let rolled = test.rolled("initiative", faces);
    let (who, degree, total) = (Some(unit.id()), Degree::Success, rolled.total);
    let rolled = Rolled { who, degree, against: None, needs: None, ..rolled };
    let rules_behind: &[&'static str] = match (talent, watch) {
        (true, true) => &["VG-41", "VG-42", "VG-53"],
        (false, true) => &["VG-41", "VG-53"],
        _ => &["VG-41", "VG-42"],
    };
    events.push(events::rolled(rolled, rules_behind));
    if watch && rules.overwatch_bonus == OverwatchBonus::FirstRoundOnly {
        events.extend(events::flag(unit, WATCH_DIE, last.into(), "VG-53"));
    }
    Ok(total)
}

/// The order of a later round: by option, the first round's bonus for a watched direction is gone
/// (VG-53).
pub fn without_watch_dice(
    content: &Content,
    ctx: Ctx<'_>,
    mut slots: Vec<Slot>,
) -> (Vec<Slot>, Vec<Event>) {
    let mut events = Vec::new();
    for slot in &mut slots {
        let unit = slot.members.first().and_then(|id| ctx.unit(*id));
        let Some(unit) = unit.filter(|unit| unit.flags.get(WATCH_DIE) != 0) else { continue };
        let die = i32::try_from(unit.flags.get(WATCH_DIE)).unwrap_or_default();
        slot.value = slot.value.saturating_sub(die);
        events.extend(events::flag(unit, WATCH_DIE, 0, "VG-53"));
    }
    let speed = |slot: &Slot| {
        let unit = slot.members.first().and_then(|id| ctx.unit(*id));
        unit.and_then(|u| Numbers::of(content, u)).map_or(0, |n| n.sheet.speed)
    };
    if !events.is_empty() {
        slots.sort_by_key(|slot| (Reverse(slot.value), Reverse(speed(slot))));
    }
    (slots, events)
}

/// Gives a combatant a slot in the order, from the next count on (VG-45, VG-46). Bystanders are
/// asked whether they want to act.
///
/// # Errors
/// [`Pause`] while a die or the answer is missing.
pub fn join(moment: Moment<'_>, step: &Join, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let ctx = moment.ctx;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit).filter(|unit| is_out_of_order(ctx, unit)) else {
        return nothing;
    };
    if step.asks {
        let hurt = unit.tracks.0.iter().any(|meter| meter.value < meter.max);
        let side = ctx.state.commander(unit.id()).unwrap_or(unit.side());
        let text = format!("Does {} join the fight?", unit.identity.name);
        let prompt = Prompt::yes_no("join", side, Some(unit.id()), text, hurt, "VG-46");
        if oracle.ask(prompt.about(Key::of(JOIN)))? != Answer::YES {
            return nothing;
        }
    }
    let mut all: Vec<Event> = Vec::new();
    all.extend(events::relieved(unit, BYSTANDER, "it joins the fight", "VG-46"));
    let value = roll_initiative(moment, unit, false, oracle, &mut all)?;
    let slots = ctx.state.scene.clock.slots.clone();
    let order = insert_by_total(moment, slots, vec![(value, unit)], oracle, &mut all)?;
    let own = |slot: &Slot| slot.members.contains(&unit.id());
    let at = order.iter().position(own).unwrap_or_default();
    // A count that has passed comes up only in the next round.
    let passed = order.iter().skip(at + 1).any(|slot| slot.state != SlotState::Waiting);
    let state = if passed { SlotState::Done } else { SlotState::Waiting };
    let slot = Slot { state, ..Slot::turn(vec![unit.id()], value) };
    all.push(events::slot(SlotChange::Insert(at, slot), "VG-45"));
    Ok(Outcome::done(all))
}

/// The place of a combatant in the order of turns, the last for those without a slot.
pub fn place_in_order(ctx: Ctx<'_>, unit: UnitId) -> usize {
    let mut slots = ctx.state.scene.clock.slots.iter();
    slots.position(|slot| slot.members.contains(&unit)).unwrap_or(usize::MAX)
}

/// Whether a combatant on the board has no slot in the order.
fn is_out_of_order(ctx: Ctx<'_>, unit: &Unit) -> bool {
    let slots = &ctx.state.scene.clock.slots;
    unit.is_active() && !slots.iter().any(|slot| slot.members.contains(&unit.id()))
}

/// The next unit to join the order without being asked: it stood by, or was in Shock when the
/// battle began. Reinforcements wait for the next round.
pub fn settle(ctx: Ctx<'_>) -> Option<Join> {
    let clock = &ctx.state.scene.clock;
    let willing =
        |unit: &Unit| !unit.conditions.has(BYSTANDER) && !story::is_fresh(ctx.state, unit);
    let unplaced = |unit: &&Unit| is_out_of_order(ctx, unit) && willing(unit);
    let runs = clock.phase == *turns::TURNS && !clock.slots.is_empty();
    let unit = ctx.state.units.iter().find(unplaced).filter(|_| runs)?;
    Some(Join { unit: unit.id(), asks: false })
}

/// The bystanders; they are asked each round, and when hit, whether they want to act.
pub fn bystanders<'a>(ctx: Ctx<'a>) -> impl Iterator<Item = &'a Unit> {
    let stands = |unit: &&Unit| unit.is_active() && unit.conditions.has(BYSTANDER);
    ctx.state.units.iter().filter(stands)
}

/// Combatants with the same total and the same Speed as a newcomer roll another d20, like the
/// newcomer (VG-44). Those in the order keep it among themselves: their dice count from the highest
/// to the lowest. Remaining ties are resolved by number.
fn break_ties(
    tied: &[OrderEntry<'_>],
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<Vec<Slot>, Pause> {
    let slots = tied.iter().map(|entry| entry.slot.clone());
    if tied.len() < 2 || !tied.iter().any(|entry| entry.fresh) {
        return Ok(slots.collect());
    }
    let (mut known, mut fresh) = (Vec::new(), Vec::new());
    for entry in tied {
        let rule = ("order_tie", "VG-44");
        let face = match entry.unit.filter(|unit| unit.is_active()) {
            Some(unit) => turns::place(unit, (20, Sum::new()), rule, oracle, events)?,
            None => 0,
        };
        if entry.fresh { fresh.push(face) } else { known.push(face) }
    }
    known.sort_by_key(|face| Reverse(*face));
    let faces = known.into_iter().chain(fresh);
    let mut all: Vec<(i32, Slot)> = faces.zip(slots).collect();
    all.sort_by_key(|(face, _)| Reverse(*face));
    Ok(all.into_iter().map(|(_, slot)| slot).collect())
}

/// Actions in the first turn: one for ambushed units, an extra one for ambushers (VG-48, VG-49,
/// VG-374).
pub fn turn_actions(numbers: &Numbers<'_>) -> i32 {
    let usual = numbers.sheet.actions_per_turn();
    let conditions = &numbers.unit.conditions;
    match (conditions.has(AMBUSHED), conditions.has(AMBUSHER)) {
        (true, _) => usual.min(1),
        (false, true) => usual + 1,
        (false, false) => usual,
    }
}

/// Ends surprise after the first turn, and with the first round for those without a turn in it
/// (VG-51).
pub fn end_surprise(unit: &Unit) -> Vec<Event> {
    let ends = |id| events::relieved(unit, id, "the surprise is over", "VG-51");
    [AMBUSHED, AMBUSHER].into_iter().filter_map(ends).collect()
}
