//! Rounds and turns: initiative and the effects at the start and end of a turn (TU-23 to TU-34).

use std::cmp::Reverse;

use grid::{Body, UnitId};
use rules::Flow;
use rules::event::{Event, EventKind, Ticking};
use rules::kit::book::Rounds;
use rules::kit::events;
use rules::kit::turns;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::{Ctx, Next};
use rules::state::{Condition, Expiry, Slot, SlotKind, Status, Unit};
use rules::{Sum, goals, start, story};

use super::ailments::{self, Counts, LAST_LEVEL, STABILISED, Strain};
use super::data::{Ailment, CapScope, Content, GuardEnds, Initiative, Mark, Rank, Trait};
use super::harm;
use super::injury::{MINOR_NOW, WORSE_NOW, weak_willed};
use super::mind::ElementEffect;
use super::numbers::{
    ATTACKS, BLEED_OUT, DETERMINATION, DETERMINED, FATIGUED, GUARDING, HP, INITIATIVE, Numbers,
    OUT, REACTION, RP,
};
use super::prepared;
use super::reflex;
use super::step::{Dawn, Drop, Exhausted, Outcome, RoundEnd, RoundStart, Step, TurnEnd, TurnStart};
use super::surprise;
use super::tending;

impl Rounds for Content {
    /// The battle ends as soon as only one side is left.
    fn next(&self, ctx: Ctx<'_>) -> Next<Step> {
        if let Some(verdict) = goals::verdict(ctx.state, false) {
            return Next::Over(verdict);
        }
        let turn = |unit| TurnStart { unit, dawn: Dawn::Ends }.into();
        turns::next(ctx.state, RoundStart, turn, RoundEnd)
    }
}

/// Begins a round: arriving units roll initiative (TU-34) and all Reactions are restored
/// (TU-184).
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn round_start(
    content: &Content,
    ctx: Ctx<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let clock = &ctx.state.scene.clock;
    let round = clock.round + 1;
    let mut events = Vec::new();
    let mut slots = turns::again(clock);
    // Dead units have left the order (TU-282); their effects still end at their slot (TU-33).
    for slot in &mut slots {
        if !slot.members.iter().any(|id| ctx.unit(*id).is_some_and(is_there)) {
            slot.kind = SlotKind::Mark;
        }
    }
    slots.retain(|slot| {
        slot.kind != SlotKind::Mark || slot.members.iter().any(|id| lasts(ctx, *id))
    });
    // Units that start the battle helpless have a slot in the order too (TU-23, TU-270).
    let able = |u: &&Unit| matches!(u.status, Status::Active | Status::Down);
    // Reinforcements have a slot from now on (TU-34).
    let begins = |u: &&Unit| clock.round == 0 || story::is_fresh(ctx.state, u);
    let present = ctx.state.units.iter().filter(|u| begins(u) && able(u));
    let joining: Vec<&Unit> = start::due(ctx.state, round).collect();
    events.extend(joining.iter().map(|unit| start::join((*unit).clone(), &["TU-34"])));
    let fresh = present.chain(joining);
    let (called, fresh): (Vec<&Unit>, Vec<&Unit>) = fresh.partition(|unit| has_caller(ctx, unit));
    let hidden = match clock.round {
        0 => surprise::watch(content, ctx, oracle, &mut events)?,
        _ => surprise::Hidden::default(),
    };
    let mut order: Vec<_> = slots.iter().map(|slot| placed(content, ctx, slot)).collect();
    for (unit, place) in
        initiative(content, (fresh.as_slice(), order.as_mut_slice()), oracle, &mut events)?
    {
        let ahead = order.iter().rposition(|other| other.is_some_and(|(_, other)| other >= place));
        let ahead = ahead.map_or(0, |at| at + 1);
        // Summoned units stay right behind their caller (TU-34).
        let at = ahead + order.iter().skip(ahead).take_while(|other| other.is_none()).count();
        let ((value, ..), _) = place;
        slots.insert(at, Slot::turn(vec![unit.id()], value));
        order.insert(at, Some((unit, place)));
    }
    surprise::open(content, ctx, (&hidden, &mut slots), oracle)?;
    // Units called before the battle act right after their caller (TU-34).
    for unit in called {
        let caller = |slot: &Slot| unit.identity.maker.is_some_and(|id| slot.members.contains(&id));
        let at = slots.iter().position(caller).map_or(slots.len(), |at| at + 1);
        let value = slots.iter().take(at).next_back().map_or(0, |slot| slot.value);
        slots.insert(at, Slot::turn(vec![unit.id()], value));
    }
    for unit in &ctx.state.units {
        events.extend(events::pool(unit, REACTION, 1, "a new round", "TU-184"));
        let counts = [MINOR_NOW, WORSE_NOW].into_iter();
        events.extend(counts.filter_map(|id| events::flag(unit, id, 0, "TU-222")));
        events.extend(weak_willed(content, unit));
    }
    events.push(Event::new(EventKind::Slots(slots), &["TU-25"]));
    events.push(turns::phase(round, turns::TURNS, &["TU-23"]));
    Ok(Outcome::done(events))
}

/// Whether an effect lasts until a slot of this unit.
fn lasts(ctx: Ctx<'_>, unit: UnitId) -> bool {
    let counts = |c: &Condition| match c.expiry {
        Expiry::Slots { of, .. } | Expiry::TurnEnds { of, .. } => of == unit,
        _ => false,
    };
    ctx.state.units.iter().any(|u| is_there(u) && u.conditions.0.iter().any(counts))
}

/// Whether the caller of a unit is still there.
fn has_caller(ctx: Ctx<'_>, unit: &Unit) -> bool {
    unit.identity.maker.and_then(|id| ctx.unit(id)).is_some_and(is_there)
}

const fn is_there(unit: &Unit) -> bool {
    !matches!(unit.status, Status::Dead | Status::Gone)
}

/// A place in the turn order: initiative, AGI and DOD, then the d10 among those tied (TU-26).
type Place = ((i32, Rank, i32), i32);

fn place(numbers: &Numbers<'_>, value: i32) -> Place {
    ((value, numbers.sheet.agi, numbers.dod().total()), 0)
}

/// The unit that acts in a slot, and its place without the d10; `None` for the slot of a summoned
/// unit, which depends on that of its caller (TU-34).
fn placed<'a>(content: &Content, ctx: Ctx<'a>, slot: &Slot) -> Option<(&'a Unit, Place)> {
    let unit = ctx.unit(*slot.members.first()?).filter(|unit| unit.identity.maker.is_none())?;
    Some((unit, place(&Numbers::of(content, unit)?, slot.value)))
}

/// Initiative of each new unit: d10 + AGI (TU-25). Units tied on initiative, AGI and DOD roll a
/// d10, those already in the order as well. Sorted from first to last, winners of the d10 first
/// (TU-26).
fn initiative<'a>(
    content: &Content,
    (units, order): (&[&'a Unit], &mut [Option<(&'a Unit, Place)>]),
    oracle: &mut Oracle<'_>,
    events: &mut Vec<Event>,
) -> Result<Vec<(&'a Unit, Place)>, Pause> {
    let mut d10 =
        |unit: &Unit, terms: Sum, told| turns::place(unit, (10, terms), told, oracle, events);
    let mut places = Vec::new();
    for unit in units {
        let Some(numbers) = Numbers::of(content, unit) else { continue };
        let mut terms = Sum::new();
        let bonus = i32::try_from(unit.flags.get(INITIATIVE)).unwrap_or_default();
        terms.push("Agility", numbers.sheet.agi.value(), "TU-25");
        terms.add("a head start", bonus, "TU-25");
        let value = match content.rules.initiative {
            // Helpless units do not roll.
            Initiative::Roll if !unit.is_active() => terms.total(),
            Initiative::Roll => d10(unit, terms, ("initiative", "TU-25"))?,
            Initiative::Fixed => terms.total(),
            Initiative::Referee => bonus,
        };
        places.push((*unit, place(&numbers, value)));
    }
    let new = places.iter().filter(|(unit, _)| unit.is_active());
    let new: Vec<_> = new.map(|(_, (key, _))| *key).collect();
    let both = order.iter_mut().flatten().chain(&mut places);
    let able: Vec<_> = both.filter(|(unit, _)| unit.is_active()).collect();
    let keys: Vec<_> = able.iter().map(|(_, (key, _))| *key).collect();
    for (unit, (key, tie)) in able {
        // Those in the order already are not tied among each other.
        if new.contains(key) && keys.iter().filter(|other| *other == key).count() > 1 {
            *tie = d10(unit, Sum::new(), ("initiative_tie", "TU-26"))?;
        }
    }
    places.sort_by_key(|(unit, place)| (Reverse(*place), unit.id()));
    Ok(places)
}

/// Runs one part of the start of a turn (TU-28).
///
/// # Errors
/// [`Pause`] while a die is missing.
pub fn turn_start(
    content: &Content,
    ctx: Ctx<'_>,
    step: &TurnStart,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = || Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit) else { return nothing() };
    let Some(numbers) = Numbers::of(content, unit) else { return nothing() };
    let next = |dawn| TurnStart { dawn, ..step.clone() }.into();
    if matches!(unit.status, Status::Dead | Status::Gone) {
        let gone = step.dawn == Dawn::Ends;
        return Ok(if gone { passes(content, ctx, unit) } else { Outcome::done(Vec::new()) });
    }
    // The Turn of a unit that is down passes, but harm at its start still applies (TU-270, TU-271).
    let acts = unit.is_active();
    Ok(match step.dawn {
        Dawn::Ends if !acts => {
            Outcome { flow: Flow::Then(next(Dawn::Clocks)), ..passes(content, ctx, unit) }
        }
        Dawn::Ends => {
            let mut events = turns::begin(ctx, unit.id(), "TU-30");
            events.extend(uncounted(content, ctx));
            events.extend(prepared::kept_no_longer(ctx));
            // Countdowns come before anything else changes the lists of conditions.
            events.extend(ailments::tick(content, ctx, unit.id(), Counts::Slots));
            events.extend(unguarded(content, unit));
            events.extend(prepared::lapse(ctx.state, unit));
            Outcome::then(events, next(Dawn::Clocks))
        }
        Dawn::Clocks => {
            let mut events = clocks(content, unit);
            if !acts {
                events.extend(bleeds_out(unit));
            }
            Outcome::then(events, next(Dawn::Blood { nth: 0 }))
        }
        Dawn::Blood { nth } => match losses(&numbers).into_iter().nth(nth) {
            Some(loss) => {
                Outcome::then(taken(content, &numbers, &loss), next(Dawn::Blood { nth: nth + 1 }))
            }
            None => Outcome::then(drained(&numbers), next(Dawn::Ground)),
        },
        Dawn::Ground => {
            let room = ctx.field.body(unit.id()).and_then(Body::room);
            let ground = room.and_then(|room| ctx.field.ground(room, unit.id()).ok());
            let harmed = ground.map(|g| harm::by_ground(content, unit, &g, oracle)).transpose()?;
            Outcome::then(harmed.unwrap_or_default(), next(Dawn::Budget))
        }
        // Charges taken from a Turn that is missed are gone with it (TU-190).
        Dawn::Budget if !acts => Outcome::done(reflex::settled(unit).collect()),
        Dawn::Budget => {
            let attacks = numbers.attacks();
            let attacks = events::pool(unit, ATTACKS, attacks, "its Turn begins", "TU-30");
            Outcome::done(attacks.into_iter().chain(reflex::begins(&numbers)).collect())
        }
    })
}

/// A unit's slot in the order passes without a Turn: effects that end there end (TU-33).
fn passes(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Outcome {
    let mut over: Vec<Event> = turns::pass_over(ctx, unit.id(), "TU-269").into_iter().collect();
    over.extend(uncounted(content, ctx));
    over.extend(prepared::kept_no_longer(ctx));
    over.extend(ailments::tick(content, ctx, unit.id(), Counts::Both));
    over.extend(unguarded(content, unit));
    over.extend(prepared::lapse(ctx.state, unit));
    // A missed Turn breaks the row of Turns spent on a patient (TU-285).
    over.extend(tending::at_turn_end(content, ctx, unit));
    Outcome::done(over)
}

/// Guard ends when a Turn begins, unless it lasts to the end of the round (TU-142).
fn unguarded(content: &Content, unit: &Unit) -> Option<Event> {
    let ends = content.rules.guard_ends == GuardEnds::OwnTurnStart;
    ends.then(|| events::relieved(unit, GUARDING, "its Turn begins", "TU-142")).flatten()
}

/// Resets the injury counts for a new Turn (TU-222).
fn uncounted(content: &Content, ctx: Ctx<'_>) -> Vec<Event> {
    if content.rules.injury_cap_scope == CapScope::Round {
        return Vec::new();
    }
    let flags = |unit: &'_ Unit| {
        let counts = [MINOR_NOW, WORSE_NOW];
        counts.map(|id| events::flag(unit, id, 0, "TU-222"))
    };
    ctx.state.units.iter().flat_map(flags).flatten().collect()
}

/// A unit that is down at 0 HP loses one Turn of its bleed-out clock at each of its slots (TU-270).
fn bleeds_out(unit: &Unit) -> Vec<Event> {
    let safe = unit.conditions.has(STABILISED);
    if unit.status != Status::Down || unit.tracks.0.value(HP) > 0 || safe {
        return Vec::new();
    }
    let left = unit.tracks.0.value(BLEED_OUT) - 1;
    let clock = events::track(unit, BLEED_OUT, left, "bleeding out", "TU-270");
    let dies = (left <= 0).then(|| events::status(unit, Status::Dead, "bled to death", "TU-270"));
    clock.into_iter().chain(dies).collect()
}

/// A loss of HP at the start of a Turn.
struct Loss {
    /// HP lost; negative if HP are restored.
    hp: i32,
    /// Its cause.
    why: String,
    /// Its rule.
    rule: &'static str,
}

/// The losses from bleeding, poison and fire, one after the other; no defence applies and no injury
/// follows (TU-119, TU-227, TU-231, TU-298, TU-308).
fn losses(numbers: &Numbers<'_>) -> Vec<Loss> {
    let bleeds = numbers.bleeds();
    let blood = Loss { hp: bleeds, why: "bleeding".to_owned(), rule: "TU-231" };
    let mut all: Vec<Loss> = (bleeds > 0).then_some(blood).into_iter().collect();
    for (_, ailment) in numbers.ailments().filter(|(_, ailment)| ailment.blood > 0) {
        let taking = ailment.element.map(|element| numbers.takes(element));
        let hp = match taking {
            Some(ElementEffect::Immune) => 0,
            Some(ElementEffect::Absorbs) => -ailment.blood,
            Some(taking) => numbers.factored(taking, ailment.blood),
            None => ailment.blood,
        };
        let why = ailment.name.to_lowercase();
        all.push(Loss { hp, why, rule: if is_fire(ailment) { "TU-308" } else { "TU-298" } });
    }
    all
}

fn is_fire(ailment: &Ailment) -> bool {
    ailment.marks.contains(&Mark::Flames)
}

/// Applies one such loss; it reopens the wounds of a stabilised patient (TU-291).
fn taken(content: &Content, numbers: &Numbers<'_>, loss: &Loss) -> Vec<Event> {
    if loss.hp <= 0 {
        return harm::heal(content, numbers, loss.hp.saturating_neg(), &loss.why, "TU-112");
    }
    let mut all = harm::lose(content, numbers, loss.hp, &loss.why, loss.rule);
    all.extend(ailments::reopened(numbers, Strain::Damage, &loss.why));
    all
}

/// RP lost to injuries (TU-236).
fn drained(numbers: &Numbers<'_>) -> Vec<Event> {
    let left = numbers.unit.pools.0.value(RP).saturating_sub(numbers.drains());
    events::pool(numbers.unit, RP, left, "an injury", "TU-236").into_iter().collect()
}

/// Counts down conditions that end by themselves: a gaping wound and damaged lungs reduce HP to 0,
/// a coma causes unconsciousness (TU-257, TU-260, TU-261, TU-335, TU-365).
fn clocks(content: &Content, unit: &Unit) -> Vec<Event> {
    let mut events = Vec::new();
    let mut ends = Vec::new();
    for (at, condition) in unit.conditions.0.iter().enumerate() {
        let Expiry::Slots { of, left } = condition.expiry else { continue };
        if of != unit.id() || left == 0 || !ailments::is_clock(content, condition) {
            continue;
        }
        let injury = content.injuries.get(condition.id.as_str());
        let has = |mark: Trait| injury.is_some_and(|injury| injury.marks.contains(&mark));
        let what = Ticking::Condition(unit.id(), at);
        let expiry = Expiry::Slots { of, left: left - 1 };
        events.push(events::ticked(what, expiry, "TU-28"));
        if left > 1 {
            continue;
        }
        let hp = unit.tracks.0.value(HP).min(0);
        if has(Trait::Coma) && unit.is_active() {
            ends.extend(harm::knocked_out(unit, "a coma", "TU-260"));
        } else if has(Trait::Coma) {
            ends.extend(events::flag(unit, OUT, 1, "TU-260"));
        } else if has(Trait::Gaping) {
            ends.extend(events::track(unit, HP, hp, "a gaping wound", "TU-257"));
            if unit.is_active() {
                ends.extend(harm::succumb(unit, "a gaping wound", "TU-257"));
            }
        } else {
            ends.extend(events::track(unit, HP, hp, "no breath is left", "TU-300"));
        }
    }
    events.into_iter().chain(ends).collect()
}

/// Ends a turn and counts off a Determination Turn (TU-29, TU-275).
pub fn turn_end(content: &Content, ctx: Ctx<'_>, step: &TurnEnd) -> Outcome {
    let why = step.forced.then(|| "it can no longer act".to_owned());
    let mut events = turns::end(ctx, step.unit, why, "TU-30");
    // First, before anything else changes the lists of conditions.
    events.extend(ailments::tick(content, ctx, step.unit, Counts::Ends));
    events.extend(
        ctx.unit(step.unit).map_or_else(Vec::new, |unit| tending::at_turn_end(content, ctx, unit)),
    );
    let determined = |u: &&Unit| u.is_active() && u.conditions.has(DETERMINED);
    if let Some(unit) = ctx.unit(step.unit).filter(determined) {
        let left = unit.pools.0.value(DETERMINATION) - 1;
        events.extend(events::pool(unit, DETERMINATION, left, "a Determination Turn", "TU-29"));
        if left <= 0 {
            events.extend(harm::succumb(unit, "no Determination Turns are left", "TU-275"));
        }
    }
    Outcome::done(events)
}

/// Ends the round; goals may end the battle with it.
pub fn round_end(content: &Content, ctx: Ctx<'_>) -> Outcome {
    let verdict = goals::verdict(ctx.state, true);
    let mut events = goals::tally(ctx.state);
    if content.rules.guard_ends == GuardEnds::RoundEnd {
        let lowers = |unit| events::relieved(unit, GUARDING, "the round is over", "TU-142");
        events.extend(ctx.state.units.iter().filter_map(lowers));
    }
    events.push(turns::phase(ctx.state.scene.clock.round, turns::OVER, &["TU-23"]));
    events.extend(verdict.map(|v| Event::new(EventKind::Over(v), &["TU-23"])));
    Outcome::done(events)
}

/// Automatic consequences: units at 0 HP choose whether to fight on, actions triggered by the
/// referee are offered, and turns of units that can no longer act end.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let at_zero =
        |u: &&Unit| u.is_active() && u.tracks.0.value(HP) <= 0 && !u.conditions.has(DETERMINED);
    let drops: Vec<Step> =
        ctx.state.units.iter().filter(at_zero).map(|u| Drop { unit: u.id() }.into()).collect();
    if !drops.is_empty() {
        return drops;
    }
    let weary = |u: &&Unit| {
        u.is_active() && u.conditions.get(FATIGUED).is_some_and(|c| c.size >= LAST_LEVEL)
    };
    let exhausted = ctx.state.units.iter().filter(weary);
    let exhausted: Vec<Step> = exhausted.map(|u| Exhausted { unit: u.id() }.into()).collect();
    if !exhausted.is_empty() {
        return exhausted;
    }
    let judged = prepared::judged(content, ctx);
    if !judged.is_empty() {
        return judged;
    }
    let unable: Option<UnitId> = turns::unable(ctx.state);
    unable.map(|unit| TurnEnd { unit, forced: true }.into()).into_iter().collect()
}
