//! Chance Attacks, and leaving melee (EV-58 to EV-66, EV-250 to EV-257).

use grid::{Body, Room, UnitId, shape};
use rules::estimate::{ActOutcome, Watch, WatchedSteps};
use rules::event::{Event, EventKind, Rolled};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::path_preview::Remark;
use rules::prompt::{Answer, Choice, Prompt};
use rules::roll::{Score, Test, Winner};
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Unit};
use rules::{Key, RuleId};

use super::conditions::{calmed, unfocus};
use super::data::{Content, Kind};
use super::movement::NextStep;
use super::names::{
    AP, BESIDE, BRAINWASHED, CHANCE, DISENGAGED, DRIVEN, ENRAGED, FLEEING, GRAPPLED, HELD, LEAVE,
    LEG, PANICKED, STRUCK_OUT, SURPRISED, TURN,
};
use super::numbers::{Arm, Numbers};
use super::step::{AttackMode, Chance, Leave, Outcome, Step, Strike};
use super::{aftershocks, attack, fate, harm, hiding, restraints, rolling};

/// The talent for a second Chance Attack between own turns (EV-254).
const SENTINEL: &str = "sentinel";
/// Condition data: the round of a Chance Attack.
const ROUND: &str = "round";

/// The weapon or Power with which a unit could make a Chance Attack on another now (EV-251, EV-253
/// to EV-257).
fn weapon_for<'a>(ctx: Ctx<'_>, me: Numbers<'a>, target: &Unit) -> Option<Arm<'a>> {
    let unit = me.unit;
    let barred = me.has(SURPRISED) || me.has(GRAPPLED) || me.ailments().next().is_some();
    let made = || unit.conditions.0.iter().filter(|c| c.id == *STRUCK_OUT);
    let since = made().filter(|c| c.data.get(TURN) == i64::from(unit.turn.number)).count();
    let round = i64::from(ctx.state.scene.clock.round);
    let same = made().any(|c| c.source == Some(target.id()) && c.data.get(ROUND) == round);
    let most = if me.can(SENTINEL) { 2 } else { 1 };
    let foes = ctx.state.are_foes(unit.id(), target.id());
    if barred || same || since >= most || !foes || !unit.is_active() || !target.is_active() {
        return None;
    }
    let engaged = !attack::engaged(ctx, unit).is_empty();
    let fits = |arm: &Arm<'_>| {
        let held = arm.slot.map_or(arm.attack.kind == Kind::Melee, |slot| HELD.contains(&slot));
        let shoots = engaged && arm.gives_opening();
        let single = arm.attack.area.is_none() && !arm.is_power();
        let loaded = me.ammo(*arm) != Some(0);
        let (kind, range) = (arm.attack.kind, arm.range());
        let near = attack::reaches(ctx, unit, (kind, range), target).is_ok();
        held && single && loaded && !shoots && near && !me.is_unfit(*arm)
    };
    let arms = me.arms().into_iter().filter(fits);
    // The strongest attack; of equal ones the first.
    let armed = |arm: &Arm<'_>| arm.slot.is_some() || me.sheet.natural.contains(&arm.attack.id);
    arms.rev().max_by_key(|arm| (armed(arm), arm.attack.kind == Kind::Melee, arm.attack.damage))
}

/// The Chance Attacks that these enemies could make on a unit, in turn order (EV-X8).
pub fn attacks_on(
    content: &Content,
    ctx: Ctx<'_>,
    foes: &[UnitId],
    target: &Unit,
    flees: bool,
) -> Vec<Step> {
    let order = ctx.state.scene.clock.slots.iter().flat_map(|slot| slot.members.iter().copied());
    let mut all: Vec<UnitId> = order.filter(|id| foes.contains(id)).collect();
    all.extend(foes.iter().filter(|id| !all.contains(id)).copied().collect::<Vec<_>>());
    let mut seen = Vec::new();
    all.retain(|id| {
        !seen.contains(id) && {
            seen.push(*id);
            true
        }
    });
    let can = |id: &UnitId| {
        let me = ctx.unit(*id).and_then(|unit| Numbers::of(content, unit));
        me.is_some_and(|me| weapon_for(ctx, me, target).is_some())
    };
    let target = target.id();
    all.into_iter().filter(can).map(|unit| Chance { unit, target, flees }.into()).collect()
}

/// The Chance Attacks on a unit that shoots these weapons beside enemies (EV-252).
pub fn provoked_by_shot(
    content: &Content,
    ctx: Ctx<'_>,
    unit: &Unit,
    arms: &[Arm<'_>],
) -> Vec<Step> {
    let opens = arms.iter().any(Arm::gives_opening);
    let foes = if opens { attack::engaged(ctx, unit) } else { Vec::new() };
    attacks_on(content, ctx, &foes, unit, false)
}

/// The places beside known enemies, which may strike at a unit that moves away from there; their
/// Chance Attacks are not secret (EV-251).
pub fn watches(content: &Content, ctx: Ctx<'_>, unit: UnitId) -> Vec<Watch> {
    let Some(mover) = ctx.unit(unit) else { return Vec::new() };
    let foes = attack::engaged(ctx, mover);
    let watch = |id: UnitId| {
        let expected = risk(content, ctx, (id, mover), true)?;
        let room = ctx.field.body(id).and_then(Body::room)?;
        // It avoids half of them by skill.
        let expected = ActOutcome { chance: expected.chance / 2, ..expected };
        let mut cells = shape::radius(ctx.field.board(), room, 1);
        cells.sort_unstable();
        Some(Watch {
            owner: id,
            what: Remark { text: "Chance Attack".to_owned(), rule: RuleId::of("EV-64") },
            cells,
            steps: WatchedSteps::Out,
            expected,
        })
    };
    let known = foes.into_iter().filter(|id| knows(ctx, mover, *id));
    known.filter_map(watch).collect()
}

/// The known enemies that a single step would leave, for path previews (EV-59).
pub fn set_off(content: &Content, ctx: Ctx<'_>, unit: UnitId, to: Room) -> Vec<Watch> {
    let Some(mover) = ctx.unit(unit) else { return Vec::new() };
    let left = left_by(ctx, mover, to);
    let mut watches = if left.is_empty() { Vec::new() } else { watches(content, ctx, unit) };
    watches.retain(|watch| left.contains(&watch.owner));
    watches
}

/// The rough effect of the Chance Attack that an enemy could make on a unit now.
pub fn risk(
    content: &Content,
    ctx: Ctx<'_>,
    (foe, target): (UnitId, &Unit),
    flees: bool,
) -> Option<ActOutcome> {
    let foe = ctx.unit(foe).and_then(|unit| Numbers::of(content, unit))?;
    let arm = weapon_for(ctx, foe, target)?;
    let way = AttackMode::Chance { flees, part: None, burst: false };
    let clash = attack::clash(content, ctx, (foe.unit, arm), (target, None, &way))?;
    let harm = harm::usual(content, foe, clash.target, arm, 2).max(0);
    Some(ActOutcome { chance: clash.thousandths(), harm, ..ActOutcome::none(target.id()) })
}

/// A unit may make a Chance Attack: its side decides.
///
/// # Errors
/// [`Pause`] while the answer is missing.
pub fn chance(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Chance,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let units = ctx.unit(step.unit).zip(ctx.unit(step.target));
    let Some((unit, target)) = units else { return nothing };
    let arm = Numbers::of(content, unit).and_then(|me| weapon_for(ctx, me, target));
    let Some(arm) = arm else { return nothing };
    let side = rolling::side_of(ctx, unit);
    let (own, other) = (&unit.identity.name, &target.identity.name);
    let text = format!("{own} can make a Chance Attack on {other}.");
    let mut prompt = Prompt::yes_no("react", side, Some(step.unit), text, true, "EV-250");
    // The attack may be a Burst or Called (EV-250).
    let bursts = arm.attack.burst > 0;
    prompt.choices.extend(bursts.then(|| Choice::new("burst", "Burst")));
    prompt.choices.extend(content.locations.iter().map(|place| Choice {
        id: place.id.clone(),
        label: format!("Called: {}", place.name.to_lowercase()),
        place: None,
        unit: None,
    }));
    let answer = oracle.ask(prompt.clone().about(Key::of(CHANCE)))?;
    let chosen = prompt.choices.get(usize::from(answer.0)).map(|choice| choice.id.clone());
    let chosen = chosen.unwrap_or_default();
    if chosen == *"no" {
        return nothing;
    }
    let part = content.locations.contains(chosen.as_str()).then(|| chosen.clone());
    let burst = chosen == *"burst";
    let round = i64::from(ctx.state.scene.clock.round);
    let made = Condition::new(Key::of(STRUCK_OUT), 0, Some(step.target), Expiry::Battle)
        .with(Key::of(TURN), i64::from(unit.turn.number))
        .with(Key::of(ROUND), round);
    let mut events = vec![events::afflicted(unit, made, None, "EV-254")];
    events.extend(hiding::strikes(ctx, unit));
    let way = AttackMode::Chance { flees: step.flees, part, burst };
    let strike = Strike { unit: step.unit, target: step.target, arm: arm.key(), way };
    // Bonds must be broken before it attacks (EV-409).
    let me = Numbers::of(content, unit);
    let strains = me.and_then(restraints::escape_step).into_iter().collect();
    Ok(Outcome::after(events, strains, Some(strike.into())))
}

/// Chance Attacks of earlier rounds and turns are forgotten (EV-254, EV-255).
pub fn forgotten(ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    let round = i64::from(ctx.state.scene.clock.round);
    let old =
        |c: &&Condition| c.id == *DISENGAGED || c.id == *STRUCK_OUT && c.data.get(ROUND) < round;
    let all = unit.conditions.0.iter().filter(old);
    all.map(|c| events::relieved_of(unit, c, "it is past", "EV-254")).collect()
}

/// The step that precedes a walk's next step, if it leaves enemies for which leaving is not settled
/// yet (EV-59, EV-60, EV-62).
pub fn leaving(ctx: Ctx<'_>, next: &NextStep<'_>) -> Option<Step> {
    let NextStep { unit, facts, leg } = next;
    leaving_for(ctx, unit, facts.to, leg.unwrap_or(unit.flags.get(LEG)))
}

/// Like [`leaving`], for a unit that moves directly to a room.
pub fn leaving_for(ctx: Ctx<'_>, unit: &Unit, to: Room, leg: i64) -> Option<Step> {
    // After paying, a unit is free of all enemies for this Move (EV-61).
    let settled = |foe: UnitId| {
        let mut all = unit.conditions.0.iter().filter(|c| c.id == *DISENGAGED);
        all.any(|c| c.source.is_none_or(|id| id == foe) && c.data.get(LEG) == leg)
    };
    let foes = left_by(ctx, unit, to).into_iter().filter(|id| !settled(*id));
    let foes: Vec<UnitId> = foes.collect();
    (!foes.is_empty()).then(|| Leave { unit: unit.id(), foes, leg, face: None }.into())
}

/// The adjacent enemies that a unit is no longer beside after moving to a room.
fn left_by(ctx: Ctx<'_>, unit: &Unit, to: Room) -> Vec<UnitId> {
    let Some(body) = ctx.field.body(unit.id()) else { return Vec::new() };
    let then = Body { feet: to.feet, at: to.cell.into(), ..body.clone() };
    let mut foes = attack::engaged(ctx, unit);
    foes.retain(|id| {
        ctx.field.body(*id).is_some_and(|foe| !ctx.field.adjacent(&then, foe, BESIDE))
    });
    foes
}

/// Records that leaving an enemy, or all enemies, is settled for this Move (EV-61, EV-62).
fn settled(unit: &Unit, foe: Option<UnitId>, leg: i64) -> Event {
    let condition = Condition::new(Key::of(DISENGAGED), 0, foe, Expiry::Battle);
    events::afflicted(unit, condition.with(Key::of(LEG), leg), None, "EV-62")
}

/// A unit leaves enemies: it pays, or tests its skill against theirs; enemies that win may strike
/// (EV-60 to EV-65).
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn leave(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Leave,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some(me) = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let unit = me.unit;
    let mark = me.best(ctx, &["acrobatics", "endurance", "fighting", "agility"]);
    let own = me.test("to get away", mark);
    let Some(counted) = step.face else {
        return begin_leaving(content, ctx, (step, me, own), oracle);
    };
    let score = own.score_of(counted);
    let mut events: Vec<Event> = unfocus(unit).collect();
    let mut strikers = Vec::new();
    let mut children: Vec<Step> = Vec::new();
    for foe in &step.foes {
        let Some(them) = ctx.unit(*foe).and_then(|unit| Numbers::of(content, unit)) else {
            continue;
        };
        let held = hold_back(ctx, (me, &score), them, oracle)?;
        events.extend(held.events);
        children.extend(held.routs);
        if !held.escapes {
            strikers.push(*foe);
        }
    }
    children.extend(attacks_on(content, ctx, &strikers, unit, true));
    events.extend(all_settled(unit, step));
    Ok(Outcome::after(events, children, None))
}

/// A unit pays to leave enemies, tests its skill, or flees from them (EV-60, EV-61, EV-64).
fn begin_leaving(
    content: &Content,
    ctx: Ctx<'_>,
    (step, me, mut own): (&Leave, Numbers<'_>, Test),
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let unit = me.unit;
    let flees = || {
        let strikes = attacks_on(content, ctx, &step.foes, unit, true);
        Outcome::after(all_settled(unit, step).collect(), strikes, None)
    };
    // A unit driven by fear or an ailment does not try to disengage (EV-64).
    let driven = unit.flags.get(DRIVEN) != 0;
    if driven || [FLEEING, ENRAGED, BRAINWASHED].iter().any(|id| me.has(id)) {
        return Ok(flees());
    }
    // Nor does one that knows of none of these enemies; asking would give them away (EV-80).
    if !step.foes.iter().any(|foe| knows(ctx, unit, *foe)) {
        return Ok(flees());
    }
    // The one action of an extra act is the Move itself (EV-328).
    let extra = ctx.state.scene.clock.extra_of(unit.id()).is_some();
    let ap = if extra { 0 } else { unit.pools.0.value(AP) };
    // Without action points there is nothing to choose.
    let choice = if ap > 0 { oracle.ask(question(ctx, unit))? } else { Answer(0) };
    match choice {
        Answer(1) => {
            let paid = events::pool(unit, AP, ap - 1, "it gets away", "EV-61");
            let events = paid.into_iter().chain([settled(unit, None, step.leg)]);
            return Ok(Outcome::done(events.collect()));
        }
        Answer(2) => return Ok(flees()),
        _ => {}
    }
    let rolls = rolling::roll(ctx, me, &mut own, oracle)?;
    let (faces, score, mut events) = (rolls.faces, rolls.score, rolls.events);
    events.extend(rolls.eased.then(|| fate::easier(unit)));
    events.push(events::tested(&own, ("disengage", unit, None), faces, "EV-60"));
    let next = Leave { face: Some(score.counted), ..step.clone() };
    Ok(Outcome::then(events, next.into()))
}

/// Records that leaving these enemies is settled for this Move (EV-62).
fn all_settled(unit: &Unit, step: &Leave) -> impl Iterator<Item = Event> {
    step.foes.iter().map(move |foe| settled(unit, Some(*foe), step.leg))
}

/// The result of an enemy's attempt to hold a unit back.
struct HoldBack {
    /// True if the unit gets away from it.
    escapes: bool,
    events: Vec<Event>,
    /// The steps of units that the result puts to flight.
    routs: Vec<Step>,
}

/// An enemy opposes the test with which a unit leaves it (EV-60, EV-65).
fn hold_back(
    ctx: Ctx<'_>,
    (me, score): (Numbers<'_>, &Score),
    them: Numbers<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<HoldBack, Pause> {
    let (unit, foe, rules) = (me.unit, them.unit.id(), &me.content.rules);
    // The source of its panic opposes even a failure, by option all do (EV-9, EV-383).
    let fears = unit.conditions.get(PANICKED).is_some_and(|c| c.source == Some(foe));
    let opposes = score.passed() || fears || rules.opposes_failures();
    if !opposes || them.stilled().is_some() {
        let escapes = score.passed();
        return Ok(HoldBack { escapes, events: Vec::new(), routs: Vec::new() });
    }
    let mut theirs = them.test("to hold it", them.best(ctx, &["fighting", "melee"]));
    let settle = rules.settle();
    let holds = |other: &Score| settle.winner(score, other) != Winner::Active;
    // The enemy's own result is recorded, so each one matters.
    let how = (&mut theirs, Test::throw);
    let rolls = rolling::roll_against(ctx, them, how, &holds, oracle)?;
    let (faces, answer, mut events) = (rolls.faces, rolls.score, rolls.events);
    let escapes = !holds(&answer);
    let own = aftershocks::routed(me, score, foe, &answer);
    let other = aftershocks::routed(them, &answer, unit.id(), score);
    events.extend(calmed((unit, them.unit), escapes, answer.passed()));
    // Holding a unit back is not a hit.
    let (who, target) = (Some(foe), Some(unit.id()));
    let held = Rolled { who, target, harmless: true, ..theirs.rolled("hold", faces) };
    events.push(Event::new(EventKind::Rolled(held), &["EV-60"]));
    events.extend(unfocus(them.unit));
    Ok(HoldBack { escapes, events, routs: own.into_iter().chain(other).collect() })
}

/// Whether a unit's side knows of an enemy beside it (EV-80).
fn knows(ctx: Ctx<'_>, unit: &Unit, foe: UnitId) -> bool {
    let seen = |foe: &Unit| {
        ctx.state.sees(rolling::side_of(ctx, unit), foe)
            && hiding::check_seen(ctx, unit, foe).is_ok()
    };
    ctx.unit(foe).is_some_and(seen)
}

/// Asks whether it tests its skill, pays, or does neither (EV-60, EV-61, EV-64).
fn question(ctx: Ctx<'_>, unit: &Unit) -> Prompt {
    let side = rolling::side_of(ctx, unit);
    let name = &unit.identity.name;
    let ways = [("test", "Test its skill"), ("pay", "Pay 1 AP"), ("flee", "Flee without trying")];
    let text = format!("{name} leaves melee.");
    let prompt = Prompt::yes_no("leave", side, Some(unit.id()), text, true, "EV-60");
    let choices = ways.map(|(id, label)| Choice::new(id, label)).to_vec();
    Prompt { choices, ..prompt }.about(Key::of(LEAVE))
}
