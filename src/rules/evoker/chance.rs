//! Chance Attacks, and leaving melee (EV-58 to EV-66, EV-250 to EV-257).

use crate::grid::{Body, Room, UnitId};
use crate::rules::Key;
use crate::rules::event::Event;
use crate::rules::kit::events;
use crate::rules::kit::walk::{MovementRules, Walk};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::prompt::{Answer, Choice, Prompt};
use crate::rules::roll::{Contest, Winner};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Condition, Expiry, Unit};

use super::attack;
use super::conditions::{DISENGAGED, GRAPPLED, RUNNING, STRUCK_OUT, SURPRISED};
use super::data::{Content, Kind};
use super::numbers::{AP, Arm, HELD, Numbers};
use super::rows::BESIDE;
use super::step::{AttackMode, Chance, Leave, Outcome, Step, Strike};
use super::strike::unfocus;

/// What standing orders call Chance Attacks.
pub const CHANCE: &str = "chance_attack";
/// What standing orders call the way of leaving melee.
pub const LEAVE: &str = "disengage";
/// What one talent allows (EV-254).
const SENTINEL: &str = "sentinel";
/// The turn and round of a Chance Attack.
const TURN: &str = "turn";
const ROUND: &str = "round";

/// With what a unit could make a Chance Attack on another now (EV-251, EV-253 to EV-257).
fn with<'a>(ctx: Ctx<'_>, me: Numbers<'a>, target: &Unit) -> Option<Arm<'a>> {
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
        let shoots = arm.attack.kind == Kind::Launched && engaged && !arm.attack.pistol;
        let single = arm.attack.blast.is_none() && arm.attack.kind != Kind::Magic;
        let loaded = me.ammo(*arm) != Some(0);
        let (kind, range) = (arm.attack.kind, arm.attack.range);
        let near = attack::reaches(ctx, unit, (kind, range), target).is_ok();
        held && single && loaded && !shoots && near
    };
    let arms = me.arms().into_iter().filter(fits);
    // The hardest blow, the first of equals.
    arms.rev().max_by_key(|arm| (arm.attack.kind == Kind::Melee, arm.attack.damage))
}

/// The Chance Attacks that these enemies could make on a unit, in the order of their turns (EV-X8).
pub fn by(
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
        me.is_some_and(|me| with(ctx, me, target).is_some())
    };
    let target = target.id();
    all.into_iter().filter(can).map(|unit| Chance { unit, target, flees }.into()).collect()
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
    let arm = Numbers::of(content, unit).and_then(|me| with(ctx, me, target));
    let Some(arm) = arm else { return nothing };
    let side = ctx.state.commander(step.unit).unwrap_or(unit.side());
    let (own, other) = (&unit.identity.name, &target.identity.name);
    let text = format!("{own} can make a Chance Attack on {other}.");
    let prompt = Prompt::yes_no("react", side, Some(step.unit), text, true, "EV-250");
    if oracle.ask(prompt.about(Key::of(CHANCE)))? != Answer::YES {
        return nothing;
    }
    let round = i64::from(ctx.state.scene.clock.round);
    let made = Condition::new(Key::of(STRUCK_OUT), 0, Some(step.target), Expiry::Battle)
        .with(Key::of(TURN), i64::from(unit.turn.number))
        .with(Key::of(ROUND), round);
    let events = vec![events::afflicted(unit, made, None, "EV-254")];
    let way = AttackMode::Chance { flees: step.flees };
    let strike = Strike { unit: step.unit, target: step.target, arm: arm.key(), way };
    Ok(Outcome::then(events, strike.into()))
}

/// Chance Attacks of earlier rounds and turns no longer count (EV-254, EV-255).
pub fn forgotten(ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    let round = i64::from(ctx.state.scene.clock.round);
    let old =
        |c: &&Condition| c.id == *DISENGAGED || c.id == *STRUCK_OUT && c.data.get(ROUND) < round;
    let all = unit.conditions.0.iter().filter(old);
    all.map(|c| events::relieved_of(unit, c, "it is past", "EV-254")).collect()
}

/// The step that comes before the next one of a walk, if that leaves enemies with whom this has not
/// been settled (EV-59, EV-60, EV-62).
pub fn leaving(content: &Content, ctx: Ctx<'_>, walk: &Walk) -> Option<Step> {
    let unit = ctx.unit(walk.unit).filter(|unit| unit.is_active())?;
    let room = ctx.field.body(unit.id())?.room()?;
    let next = content.at(ctx).as_move(unit, room, *walk.path.first()?)?;
    let facts = ctx.field.step_from(unit.id(), room, next).ok()?;
    leaving_for(ctx, unit, facts.to)
}

/// The same for a unit that goes to a room at once.
pub fn leaving_for(ctx: Ctx<'_>, unit: &Unit, to: Room) -> Option<Step> {
    let body = ctx.field.body(unit.id())?;
    let runs = unit.conditions.get(RUNNING).map_or(0, |c| c.size);
    let settled = |foe: UnitId| {
        let all = unit.conditions.0.iter().filter(|c| c.id == *DISENGAGED);
        all.into_iter().any(|c| c.source == Some(foe) && c.size == runs)
    };
    let then = Body { feet: to.feet, at: to.cell.into(), ..body.clone() };
    let left = |id: &UnitId| {
        ctx.field.body(*id).is_some_and(|foe| !ctx.field.adjacent(&then, foe, BESIDE))
    };
    let foes = attack::engaged(ctx, unit).into_iter().filter(|id| left(id) && !settled(*id));
    let foes: Vec<UnitId> = foes.collect();
    (!foes.is_empty()).then(|| Leave { unit: unit.id(), foes, face: None }.into())
}

/// It is settled that a unit leaves an enemy in this Move (EV-62).
fn settled(unit: &Unit, foe: UnitId) -> Event {
    let runs = unit.conditions.get(RUNNING).map_or(0, |c| c.size);
    let condition = Condition::new(Key::of(DISENGAGED), runs, Some(foe), Expiry::Battle);
    events::afflicted(unit, condition, None, "EV-62")
}

/// A unit leaves enemies: it pays, or tests its skill against theirs; those that it does not beat
/// may strike (EV-60 to EV-65).
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
    let all = |events: Vec<Event>| {
        let settle = step.foes.iter().map(|foe| settled(unit, *foe));
        events.into_iter().chain(settle).collect::<Vec<Event>>()
    };
    let mark = me.best(ctx, &["acrobatics", "endurance", "fighting", "agility"]);
    let own = me.test("to get away", mark);
    let Some(counted) = step.face else {
        let ap = unit.pools.0.value(AP);
        if ap > 0 && oracle.ask(question(ctx, unit))? == Answer(1) {
            let paid = events::pool(unit, AP, ap - 1, "it gets away", "EV-61");
            return Ok(Outcome::done(all(paid.into_iter().collect())));
        }
        let (faces, score) = own.roll(oracle)?;
        let mut events = vec![events::tested(&own, ("disengage", unit, None), faces, "EV-60")];
        events.extend(unfocus(unit));
        return Ok(Outcome::then(
            events,
            Leave { face: Some(score.counted), ..step.clone() }.into(),
        ));
    };
    let score = own.score_of(counted);
    let (mut events, mut strikers) = (Vec::new(), Vec::new());
    for foe in &step.foes {
        let Some(them) = ctx.unit(*foe).and_then(|unit| Numbers::of(content, unit)) else {
            continue;
        };
        let mut beaten = score.passed();
        if score.passed() && them.stilled().is_none() {
            let theirs = them.test("to hold it", them.best(ctx, &["fighting", "melee"]));
            let settle = content.rules.settle();
            let contest = Contest { active: &own, passive: &theirs, settle };
            let faces = oracle.roll(contest.answer(&score))?;
            beaten = settle.winner(&score, &theirs.score(&faces)) == Winner::Active;
            let told = ("hold", them.unit, Some(unit.id()));
            events.push(events::tested(&theirs, told, faces, "EV-60"));
        }
        if !beaten {
            strikers.push(*foe);
        }
    }
    let chances = by(content, ctx, &strikers, unit, true);
    Ok(Outcome::after(all(events), chances, None))
}

/// Whether it tests its skill or pays (EV-60, EV-61).
fn question(ctx: Ctx<'_>, unit: &Unit) -> Prompt {
    let side = ctx.state.commander(unit.id()).unwrap_or(unit.side());
    let name = &unit.identity.name;
    let ways = [("test", "Test its skill"), ("pay", "Pay 1 AP")];
    let text = format!("{name} leaves melee.");
    let prompt = Prompt::yes_no("leave", side, Some(unit.id()), text, true, "EV-60");
    let choices = ways.map(|(id, label)| Choice::new(id, label)).to_vec();
    Prompt { choices, ..prompt }.about(Key::of(LEAVE))
}
