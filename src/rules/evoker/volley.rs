//! The extra wounds of a Burst: their number, and their targets (EV-140 to EV-146).

use grid::{UnitId, sees};
use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::roll::{Test, Winner};
use rules::ruleset::{Ctx, Forecast};
use rules::state::{Condition, Expiry, Unit};
use rules::{Key, Refusal, Sum};

use super::attack::{self, OpposedTests};
use super::attack_events::sparks;
use super::conditions::{calmed, unfocus};
use super::data::Content;
use super::extra_acts::{earn, protectors, staggerable};
use super::names::{AP, BURSTING, FROM, METRES, SPREAD};
use super::numbers::{Arm, Numbers};
use super::step::{AttackMode, Deal, Land, Outcome, Plan, Step, Volley};
use super::{hands, rolling};

/// Condition data: the result of the attack roll.
const FACE: &str = "face";
/// Condition data: the part of the attack roll's bonuses that was used up.
const EASED: &str = "eased";
/// Condition data: the number to hit the first target.
const MARK: &str = "mark";
/// Condition data: it has earned an extra act.
const EARNED: &str = "earned";

/// Condition data: this target has had its share of a Burst.
fn had(id: UnitId) -> Key {
    Key::new(&format!("had_{}", id.0))
}

/// The step that distributes the extra wounds of a hit; the hit itself if no other unit is
/// eligible.
pub fn begin(
    content: &Content,
    ctx: Ctx<'_>,
    (me, arm): (Numbers<'_>, Arm<'_>),
    (first, way, (face, eased)): (UnitId, &AttackMode, (u16, i32)),
    (land, extra): (Land, i32),
) -> Step {
    let left = extra.min(arm.attack.burst).max(0);
    // A unit that took the hit for the first target already has its share (EV-191).
    let able = || eligible(content, ctx, (me.unit, arm), (first, way));
    if left == 0 || able().iter().all(|id| *id == land.unit) {
        return Land { extra: left, ..land }.into();
    }
    let (unit, arm) = (me.unit.id(), land.arm.clone());
    let deal = Deal::Allot { land, left, others: Vec::new() };
    Volley { unit, target: first, arm, way: way.clone(), face, eased, deal }.into()
}

/// Other enemies in range that are at most as hard to hit as the first target (EV-143).
fn eligible(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, arm): (&Unit, Arm<'_>),
    (first, way): (UnitId, &AttackMode),
) -> Vec<UnitId> {
    let mark = |id| mark_at(content, ctx, (actor, arm), (id, way));
    let Some(most) = mark(first) else { return Vec::new() };
    as_easy(content, ctx, (actor, arm), (first, way), most)
}

/// The number to hit a unit with this attack.
fn mark_at(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, arm): (&Unit, Arm<'_>),
    (id, way): (UnitId, &AttackMode),
) -> Option<i32> {
    let clash = clash_at(content, ctx, (actor, arm), (id, way))?;
    Some(clash.own.against.total())
}

/// The two tests of this attack on a unit.
fn clash_at<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    (actor, arm): (&Unit, Arm<'_>),
    (id, way): (UnitId, &AttackMode),
) -> Option<OpposedTests<'a>> {
    attack::clash(content, ctx, (actor, arm), (ctx.unit(id)?, None, way))
}

/// Other enemies in view and range that are hit with at least this number.
fn as_easy(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, arm): (&Unit, Arm<'_>),
    (first, way): (UnitId, &AttackMode),
    most: i32,
) -> Vec<UnitId> {
    let known = |id: &UnitId| {
        let bodies = ctx.field.body(actor.id()).zip(ctx.field.body(*id));
        *id != first
            && attack::check(ctx, actor, arm, *id).is_ok()
            && bodies.is_some_and(|(a, b)| sees(ctx.field.board(), a, b))
    };
    let easy = |id: &UnitId| {
        mark_at(content, ctx, (actor, arm), (*id, way)).is_some_and(|mark| mark >= most)
    };
    let all = ctx.state.units.iter().map(Unit::id).filter(known).filter(easy);
    all.collect()
}

/// Distributes extra wounds one by one, or a further target evades its own (EV-143, EV-144).
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn volley(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Volley,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(actor) = ctx.unit(step.unit) else { return nothing };
    let Some(me) = Numbers::of(content, actor) else { return nothing };
    let Some(arm) = me.arm(&step.arm) else { return nothing };
    match &step.deal {
        Deal::Allot { land, left, others } => {
            allot(content, ctx, (step, me, arm), (land, *left, others), oracle)
        }
        Deal::Further(wounds) => {
            let (events, then) = further(content, ctx, (step, me, arm), *wounds, oracle)?;
            Ok(Outcome::after(events, then, None))
        }
        Deal::Spread(wounds) => {
            let earned = actor.conditions.get(BURSTING).is_some_and(earned);
            let staggerable = staggerable(ctx, actor, std::iter::once(step.target), false);
            let (mut events, then) = further(content, ctx, (step, me, arm), *wounds, oracle)?;
            events.extend(used(actor, step.target, *wounds));
            // One action earns one extra act at most (EV-327).
            let staggerable = if earned { Vec::new() } else { staggerable };
            let over = Volley { deal: Deal::Over(staggerable), ..step.clone() }.into();
            Ok(Outcome::after(events, then, Some(over)))
        }
        Deal::Over(staggerable) => {
            let mut events = earn(ctx, actor, staggerable);
            let more = actor.conditions.get(BURSTING).filter(|_| is_earned(&events));
            events.extend(more.map(|c| has_earned(actor, c)));
            Ok(Outcome::done(events))
        }
    }
}

/// Whether these events grant an extra act.
pub fn is_earned(events: &[Event]) -> bool {
    events.iter().any(|event| matches!(event.what, EventKind::Slot(_)))
}

/// Records that an attack of which part is still to come has earned an extra act (EV-327).
pub fn has_earned(unit: &Unit, rest: &Condition) -> Event {
    events::gained(unit, rest.clone().with(Key::of(EARNED), 1), "EV-327")
}

/// Whether an attack of which part is still to come has earned an extra act (EV-327).
pub fn earned(rest: &Condition) -> bool {
    rest.data.get(EARNED) != 0
}

/// Assigns the next extra wound, or keeps the rest for later (EV-143, EV-146).
fn allot(
    content: &Content,
    ctx: Ctx<'_>,
    (step, me, arm): (&Volley, Numbers<'_>, Arm<'_>),
    (land, left, others): (&Land, i32, &[(UnitId, i32)]),
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let actor = me.unit;
    let mut able = eligible(content, ctx, (actor, arm), (step.target, &step.way));
    able.retain(|id| *id != land.unit);
    let ends = |extra: i32, events: Vec<Event>, others: &[(UnitId, i32)]| {
        let first = Land { extra, ..land.clone() }.into();
        let more = others.iter().map(|(target, wounds)| {
            let deal = Deal::Further(*wounds);
            Volley { target: *target, deal, ..step.clone() }.into()
        });
        Outcome::after(events, std::iter::once(first).chain(more).collect(), None)
    };
    let kept = land.extra;
    if left == 0 || able.is_empty() {
        return Ok(ends(kept + left, Vec::new(), others));
    }
    let name = |id: UnitId| ctx.unit(id).map_or_else(String::new, |u| u.identity.name.clone());
    let mut choices = vec![Choice::new("here", format!("{} (first target)", name(step.target)))];
    choices.extend(able.iter().map(|id| Choice {
        id: Key::new(&format!("unit_{}", id.0)),
        label: name(*id),
        place: None,
        unit: Some(*id),
    }));
    let walks = actor.pools.0.value(METRES) > 0
        && ctx.state.scene.clock.active.contains(&actor.id())
        && matches!(step.way, AttackMode::Burst);
    choices.extend(walks.then(|| Choice::new("later", "Walk first")));
    let side = rolling::side_of(ctx, actor);
    let text = match left {
        1 => "Who gets the last extra wound?".to_owned(),
        _ => format!("Who gets the next of {left} extra wounds?"),
    };
    let prompt = Prompt::yes_no("burst", side, Some(actor.id()), text, true, "EV-143");
    let answer = oracle.ask(Prompt { choices, ..prompt }.about(Key::of(SPREAD)))?;
    let chosen = usize::from(answer.0);
    if chosen > able.len() {
        // The rest is distributed after a few steps (EV-146).
        let at = me.arms().iter().position(|own| own.key() == step.arm).unwrap_or(0);
        let mark = mark_at(content, ctx, (actor, arm), (step.target, &step.way));
        let mut bursting =
            Condition::new(Key::of(BURSTING), left, Some(step.target), Expiry::Battle)
                .with(Key::of(FROM), i64::try_from(at).unwrap_or(0))
                .with(Key::of(AP), actor.pools.0.value(AP).into())
                .with(Key::of(FACE), step.face.into())
                .with(Key::of(EASED), step.eased.into())
                .with(Key::of(MARK), mark.unwrap_or(0).into());
        for (id, _) in others {
            bursting = bursting.with(had(*id), 1);
        }
        return Ok(ends(kept, vec![events::gained(actor, bursting, "EV-146")], others));
    }
    let (mut land, mut others) = (land.clone(), others.to_vec());
    match chosen.checked_sub(1).and_then(|at| able.get(at)) {
        None => land.extra += 1,
        Some(id) => match others.iter_mut().find(|(known, _)| known == id) {
            Some((_, wounds)) => *wounds += 1,
            None => others.push((*id, 1)),
        },
    }
    let deal = Deal::Allot { land, left: left - 1, others };
    Ok(Outcome::then(Vec::new(), Volley { deal, ..step.clone() }.into()))
}

/// A further target evades the same roll; a hit is an ordinary one, plus one wound for each after
/// the first (EV-144).
fn further(
    content: &Content,
    ctx: Ctx<'_>,
    (step, me, arm): (&Volley, Numbers<'_>, Arm<'_>),
    wounds: i32,
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<Event>, Vec<Step>), Pause> {
    let actor = (me.unit, arm);
    let clash = clash_at(content, ctx, actor, (step.target, &step.way));
    let Some(mut clash) = clash else { return Ok((Vec::new(), Vec::new())) };
    // The original roll, with all its bonuses.
    clash.own.against.add("as it was rolled", step.eased, "EV-144");
    let own = clash.own.score(&[step.face]);
    let (answer, mut events) = rolling::evaded(ctx, &mut clash, &own, oracle)?;
    let names = ("attack", "evade");
    let (margin, rolls) = clash.settled(me.unit.id(), names, (vec![step.face], &answer));
    let evaded = rolls.into_iter().skip(1).map(EventKind::Rolled);
    events.extend(evaded.map(|what| Event::new(what, &["EV-144"])));
    let rolled = !answer.is_empty();
    events.extend(unfocus(clash.target.unit).filter(|_| rolled));
    let both = (me.unit, clash.target.unit);
    events.extend(calmed(both, margin.is_some(), clash.target_passes(&answer)));
    let mut then: Vec<Step> = hands::parry_costs(&clash, rolled, margin.is_some());
    then.extend(sparks(ctx, actor, clash.target.unit));
    let Some(margin) = margin else { return Ok((events, then)) };
    let critical = i32::from(step.face) <= me.keen(arm);
    let target = clash.target.unit;
    let shield = protectors(ctx, target).next();
    events.extend(shield.map(|(_, c)| events::relieved_of(target, c, "used", "EV-191")));
    let unit = shield.map_or(step.target, |(id, _)| id);
    let (by, arm) = (me.unit.id(), step.arm.clone());
    let land = Land { unit, by, arm, margin, critical, part: None, extra: wounds - 1 };
    then.insert(0, land.into());
    Ok((events, then))
}

/// The next extra wound of a Burst goes to an enemy after a few steps (EV-146).
///
/// # Errors
/// Why it cannot.
pub fn spread(
    content: &Content,
    ctx: Ctx<'_>,
    (actor, arm): (&Unit, Arm<'_>),
    (target, wounds): (UnitId, i32),
) -> Result<Plan, Refusal> {
    let left = actor.conditions.get(BURSTING);
    let none = || Refusal::new("no_burst", "no extra wound is left", "EV-146");
    let left = left.ok_or_else(none)?;
    let first = left.source.unwrap_or_default();
    let mark = i32::try_from(left.data.get(MARK)).unwrap_or(0);
    let able = as_easy(content, ctx, (actor, arm), (first, &AttackMode::Burst), mark);
    if !able.contains(&target) {
        let text = "it is harder to hit than the first target";
        return Err(Refusal::new("harder", text, "EV-143"));
    }
    // It evades only once, however many wounds it gets (EV-144).
    if left.data.get(had(target).as_str()) != 0 {
        return Err(Refusal::new("had_it", "it already has its share", "EV-144"));
    }
    let wounds = wounds.clamp(1, left.size.max(1));
    let (face, eased) = rolled(left);
    let (unit, arm, way) = (actor.id(), arm.key(), AttackMode::Burst);
    Ok(Plan::of(Volley { unit, target, arm, way, face, eased, deal: Deal::Spread(wounds) }))
}

/// The forecast of a further target's evasion of the roll already made (EV-144).
pub fn forecast(
    content: &Content,
    ctx: Ctx<'_>,
    actor: (&Unit, Arm<'_>),
    target: UnitId,
) -> Option<Forecast> {
    let left = actor.0.conditions.get(BURSTING)?;
    let (face, eased) = rolled(left);
    let mut clash = clash_at(content, ctx, actor, (target, &AttackMode::Burst))?;
    clash.own.against.add("as it was rolled", eased, "EV-144");
    let own = clash.own.score(&[face]);
    let contested = own.passed() || !clash.ways.is_empty() && clash.is_contested(&own);
    let theirs = clash.theirs.unwrap_or_else(|| clash.target.test("to evade", Sum::new()));
    let settle = clash.settle;
    let holds = |n: &i32| settle.winner(&own, &theirs.score_of(*n)) != Winner::Active;
    // Without a right to evade, only a miss spares it.
    let evades = if clash.ways.is_empty() { 0 } else { (1..=100).rev().find(holds).unwrap_or(0) };
    let most = if contested { evades } else { 100 };
    let mut against = Sum::new();
    against.push("evades up to", most, "EV-144");
    let label = "its evasion".to_owned();
    let test = Test { label, against, bounds: None, scale: None, ..theirs };
    Some(Forecast::new(target, test.above()))
}

/// The result of the attack roll of a Burst, and the part of its bonuses that was used up.
fn rolled(left: &Condition) -> (u16, i32) {
    let face = u16::try_from(left.data.get(FACE)).unwrap_or(100);
    (face, i32::try_from(left.data.get(EASED)).unwrap_or(0))
}

/// Extra wounds of a Burst are assigned to a further target.
fn used(unit: &Unit, target: UnitId, wounds: i32) -> Option<Event> {
    let left = unit.conditions.get(BURSTING)?;
    if left.size <= wounds {
        return events::relieved(unit, BURSTING, "no extra wounds are left", "EV-146");
    }
    let fewer = Condition { size: left.size - wounds, ..left.clone() };
    Some(events::gained(unit, fewer.with(had(target), 1), "EV-146"))
}
