//! Attacks as they are carried out: both roll, a hit takes effect, and whoever was staggered by it
//! earns a One More (EV-123, EV-149 to EV-156, EV-325 to EV-329).

use crate::grid::{Cell, UnitId};
use crate::rules::Key;
use crate::rules::event::{Degree, Event, EventKind, Rolled, SlotChange};
use crate::rules::kit::events;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Carrier, Condition, Expiry, Extra, Slot, Status, Unit};

use super::attack;
use super::budget;
use super::chance;
use super::conditions::{
    AMNESIAC, CULTIVATED, EDGED, FATED, FLEEING, FLURRY, FOCUSED, PANICKED, PROTECTED, SHOCKED,
    STAGGERED,
};
use super::data::{Content, Keyword, Kind};
use super::numbers::{AMMO, Arm, HELD, Numbers, ONE_MORE};
use super::rows::BESIDE;
use super::step::{Assault, AttackMode, Land, Outcome, Step, Strike, Suffer, Woe};
use super::{bonds, delaying, rolling, volley};

/// An attack is declared and paid. In an extra act it may come again (EV-30, EV-32).
pub fn declare(
    ctx: Ctx<'_>,
    actor: &Unit,
    arms: &[Arm<'_>],
    ap: i32,
    (targets, cell): (Vec<UnitId>, Option<Cell>),
) -> Vec<Event> {
    let Some(first) = arms.first().map(|arm| arm.attack) else { return Vec::new() };
    let (act, name) = match arms {
        [_] => (first.id.clone(), first.name.as_str()),
        _ => (Key::of(ALL_WEAPONS), "All weapons"),
    };
    // The amnesiac lose the action, not the Spirit (EV-373).
    let power = arms.iter().any(Arm::is_power);
    let lost = power && actor.conditions.has(AMNESIAC);
    let (spirit, exertion) = if lost { (0, 0) } else { (first.spirit, first.exertion) };
    let price = budget::Price { ap, spirit, exertion, keyword: Some(Keyword::Attack) };
    budget::declare(ctx, actor, (act, name), &price, (targets, cell.map(Into::into)), "EV-165")
}

/// A Power that the amnesiac do not remember comes to nothing (EV-373).
pub fn forgets(me: Numbers<'_>, arms: &[Arm<'_>]) -> Option<Event> {
    let power = arms.iter().any(Arm::is_power);
    let text = || format!("{} does not remember how.", me.unit.identity.name);
    (power && me.has(AMNESIAC)).then(|| events::note(me.unit, text(), "EV-373"))
}

/// The act of attacking with everything held (EV-173).
pub const ALL_WEAPONS: &str = "all_weapons";

/// Attacks one after the other.
pub fn assault(content: &Content, ctx: Ctx<'_>, step: &Assault) -> Outcome {
    let Some(me) = ctx.unit(step.unit).and_then(|u| Numbers::of(content, u)) else {
        return Outcome::done(Vec::new());
    };
    let several = matches!(step.way, AttackMode::All { .. });
    let Some(stands) = &step.fresh else {
        return opens(content, ctx, (step, me), several);
    };
    let Some(((arm, target), rest)) = step.left.split_first() else {
        return Outcome::done(earn(ctx, me.unit, stands));
    };
    if bonds::holds(me) {
        return Outcome::done(Vec::new());
    }
    // All weapons at once are harder, those in other hands than the main one more so.
    let off = HELD.iter().skip(1).any(|slot| *arm == **slot);
    let way = if several { AttackMode::All { off } } else { step.way.clone() };
    let (unit, target, arm) = (step.unit, *target, arm.clone());
    let next = Assault { left: rest.to_vec(), ..step.clone() };
    let strike = Strike { unit, target, arm, way };
    Outcome::after(Vec::new(), vec![strike.into()], Some(next.into()))
}

/// An attack is declared; enemies may strike before a bow is shot beside them (EV-252).
fn opens(
    content: &Content,
    ctx: Ctx<'_>,
    (step, me): (&Assault, Numbers<'_>),
    several: bool,
) -> Outcome {
    let targets: Vec<UnitId> = step.left.iter().map(|(_, target)| *target).collect();
    let arms: Vec<Arm<'_>> = step.left.iter().filter_map(|(key, _)| me.arm(key)).collect();
    let stands = fresh(ctx, me.unit, targets.iter().copied(), step.way.bursts());
    let shoots = |arm: &Arm<'_>| arm.attack.kind == Kind::Launched && !arm.attack.pistol;
    let opened = arms.iter().any(shoots).then(|| attack::engaged(ctx, me.unit));
    let mut children = chance::by(content, ctx, &opened.unwrap_or_default(), me.unit, false);
    let next = Assault { fresh: Some(stands), ..step.clone() }.into();
    if several && let Some(flurry) = me.unit.conditions.get(FLURRY) {
        // One more blow of an attack that is paid (EV-29).
        return Outcome::after(
            flurries(me, flurry.data.get(volley::FROM) + 1),
            children,
            Some(next),
        );
    }
    let ap = if several { 2 } else { arms.first().map_or(1, |arm| arm.attack.ap) };
    let mut events = declare(ctx, me.unit, &arms, ap, (targets, None));
    if let Some(note) = forgets(me, &arms) {
        events.push(note);
        return Outcome::done(events);
    }
    if several {
        events.extend(flurries(me, i64::try_from(step.left.len()).unwrap_or(0)));
    }
    children.extend(bonds::strains(me));
    Outcome::after(events, children, Some(next))
}

/// The weapons from this one on are still to strike in an attack with everything (EV-29, EV-173).
fn flurries(me: Numbers<'_>, from: i64) -> Vec<Event> {
    let all = i64::try_from(me.equipped().len()).unwrap_or(0);
    if from >= all {
        let over = events::relieved(me.unit, FLURRY, "all have struck", "EV-173");
        return over.into_iter().collect();
    }
    let left = i32::try_from(all - from).unwrap_or(0);
    let flurry = Condition::new(Key::of(FLURRY), left, None, Expiry::Battle);
    vec![events::gained(me.unit, flurry.with(Key::of(volley::FROM), from), "EV-173")]
}

/// One More for an act that staggered any number of enemies (EV-325 to EV-329).
pub fn earn(ctx: Ctx<'_>, actor: &Unit, fresh: &[UnitId]) -> Vec<Event> {
    let staggered = |id: &UnitId| ctx.unit(*id).is_some_and(|u| u.conditions.has(STAGGERED));
    let earned = actor.is_active() && fresh.iter().any(staggered);
    if !earned {
        return Vec::new();
    }
    let clock = &ctx.state.scene.clock;
    if !clock.active.is_empty() && !clock.active.contains(&actor.id()) {
        // Out of order it is played at once (EV-332).
        let value = clock.running().and_then(|at| clock.slots.get(at)).map_or(0, |s| s.value);
        let extra = Slot::act(actor.id(), value, Extra::earned(Key::of(ONE_MORE)));
        return delaying::breaks_in(ctx.state, extra, "EV-332");
    }
    let Some(running) = clock.running() else { return Vec::new() };
    let value = clock.slots.get(running).map_or(0, |slot| slot.value);
    // The chain goes on with whoever has earned it (EV-339), but what it earned was passed by nobody.
    let mut chain = clock.extra_of(actor.id()).map(|extra| extra.chain.clone()).unwrap_or_default();
    if !chain.is_empty() {
        chain.push(actor.id());
    }
    let extra = Extra { chain, ..Extra::earned(Key::of(ONE_MORE)) };
    let insert = SlotChange::Insert(clock.behind(running), Slot::act(actor.id(), value, extra));
    vec![Event::new(EventKind::Slot(insert), &["EV-325"])]
}

/// What a roll costs a weapon: a shot, or all of them for a launched one that fumbles (EV-125,
/// EV-150).
pub fn shot(
    content: &Content,
    me: Numbers<'_>,
    arm: Arm<'_>,
    (face, bursts): (u16, bool),
) -> Option<Event> {
    let (actor, left) = (me.unit, me.ammo(arm)?);
    let launched = arm.attack.kind == Kind::Launched;
    let jams = is_fumble(content, face) && launched;
    let (to, why, rule) = if jams {
        (0, "it jams", "EV-150")
    } else if bursts && launched && content.rules.burst_empties {
        (0, "the Burst empties it", "EV-147")
    } else {
        (left - 1, arm.attack.name.as_str(), "EV-125")
    };
    let on = Carrier::Item(Key::of(arm.slot?));
    EventKind::wear(actor, &on, AMMO, to.max(0), why).map(|what| Event::new(what, &[rule]))
}

pub fn is_fumble(content: &Content, face: u16) -> bool {
    i32::from(face) >= content.rules.fumble
}

/// The counts at which the results of an attack differ beside those of its test.
pub fn apart(content: &Content, me: Numbers<'_>, arm: Arm<'_>) -> Vec<i32> {
    let jams = (arm.attack.kind == Kind::Launched).then_some(content.rules.fumble);
    std::iter::once(me.keen(arm) + 1).chain(jams).collect()
}

/// Tells of the rolls of an attack that won by a margin or did not.
pub fn told(
    content: &Content,
    me: Numbers<'_>,
    arm: Arm<'_>,
    margin: Option<i32>,
    rolls: Vec<Rolled>,
) -> Vec<Event> {
    let keen = me.keen(arm);
    let tell = |(at, mut roll): (usize, Rolled)| {
        let face = u16::try_from(roll.count.of(&roll.faces)).unwrap_or(0);
        if at == 0 && margin.is_none() && is_fumble(content, face) {
            roll.degree = Degree::Fumble;
        } else if at == 0 && margin.is_some() && i32::from(face) <= keen {
            roll.degree = Degree::Critical;
        }
        Event::new(EventKind::Rolled(roll), &[if at == 0 { "EV-127" } else { "EV-128" }])
    };
    rolls.into_iter().enumerate().map(tell).collect()
}

/// One attack on one target: both roll, and a hit takes effect.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn strike(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Strike,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some((actor, target)) = ctx.unit(step.unit).zip(ctx.unit(step.target)) else {
        return nothing;
    };
    let arm = Numbers::of(content, actor).and_then(|numbers| numbers.arm(&step.arm));
    // The confused strike friends as well (EV-376).
    let reaches = |arm: &Arm<'_>| {
        let how = (arm.attack.kind, arm.range());
        let there = !matches!(target.status, Status::Dead | Status::Gone);
        there && attack::reaches(ctx, actor, how, target).is_ok()
    };
    let Some(me) = Numbers::of(content, actor) else { return nothing };
    let Some(arm) = arm.filter(reaches) else { return nothing };
    let clash = attack::clash(content, ctx, (actor, arm), (target, None, &step.way));
    let Some(clash) = clash else { return nothing };
    let (own, answer, before) = rolling::clash(ctx, me, &clash, &apart(content, me, arm), oracle)?;
    let face = u16::try_from(clash.face(&own)).unwrap_or(100);
    let (margin, rolls) = clash.settled(actor.id(), ("attack", "evade"), (own, &answer));
    // What cannot miss does not jam (EV-151).
    let spends = if margin.is_some() { face.min(fumble(content) - 1) } else { face };
    let mut events: Vec<Event> = before;
    events.extend(shot(content, me, arm, (spends, step.way.bursts())));
    let rolled = if rolls.len() > 1 { Some(target) } else { None };
    events.extend(told(content, me, arm, margin, rolls));
    events.extend([Some(actor), rolled].into_iter().flatten().flat_map(unfocus));
    events.extend(events::relieved(actor, EDGED, "used", "EV-215"));
    events.extend(calmed((actor, target), margin.is_some(), clash.stands(&answer)));
    // Whoever strikes the shocked hand to hand may share it, whether it hits or not (EV-370).
    let shocks = arm.attack.kind == Kind::Melee && target.conditions.has(SHOCKED);
    let spark = shocks && ctx.state.are_foes(actor.id(), target.id());
    let sparks = Suffer { unit: actor.id(), woe: Woe::Sparks };
    let spark = spark.then_some(Step::Suffer(sparks));
    let mut children: Vec<Step> = Vec::new();
    if let Some(margin) = margin {
        let critical = i32::from(face) <= me.keen(arm);
        let part = step.way.part().cloned();
        let past = matches!(step.way, AttackMode::Called { past: true, .. });
        let shield = protector(ctx, target).filter(|_| !past);
        let used = shield.and_then(|_| events::relieved(target, PROTECTED, "used", "EV-191"));
        events.extend(used);
        let unit = shield.unwrap_or_else(|| target.id());
        let (by, key) = (actor.id(), step.arm.clone());
        let land = Land { unit, by, arm: key, margin, critical, part, extra: 0 };
        children.push(if step.way.bursts() {
            volley::begin(content, ctx, (me, arm), (&step.way, face), land)
        } else {
            land.into()
        });
    }
    children.extend(bonds::uses(me, arm.slot, (arm.attack.hands, margin.is_none())));
    children.extend(bonds::parries(&clash, rolled.is_some(), margin.is_some()));
    children.extend(spark);
    Ok(match children.pop() {
        None => Outcome::done(events),
        Some(last) => Outcome::after(events, children, Some(last)),
    })
}

fn fumble(content: &Content) -> u16 {
    u16::try_from(content.rules.fumble).unwrap_or(u16::MAX)
}

/// Who takes the next blow for a unit: it has to stand beside it and be able to (EV-191).
pub fn protector(ctx: Ctx<'_>, target: &Unit) -> Option<UnitId> {
    let id = target.conditions.get(PROTECTED)?.source?;
    let shield = ctx.unit(id).filter(|unit| unit.is_active())?;
    let (own, other) = ctx.field.body(shield.id()).zip(ctx.field.body(target.id()))?;
    ctx.field.adjacent(own, other, BESIDE).then_some(id)
}

/// Who wins a test against what it panics at is calm again (EV-384).
pub fn calmed((actor, target): (&Unit, &Unit), won: bool, stands: bool) -> Vec<Event> {
    let (winner, other) = if won { (actor, target) } else { (target, actor) };
    let panic = winner.conditions.get(PANICKED).filter(|_| won || stands);
    let over = panic.is_some_and(|panic| panic.source == Some(other.id()));
    let ends = [PANICKED, FLEEING].into_iter().filter(|_| over);
    let ended =
        ends.filter_map(|id| events::relieved(winner, id, "it has won against it", "EV-384"));
    ended.collect()
}

/// Focus, Fate and the words of a friend are gone with the next test (EV-197, EV-202, EV-348).
pub fn unfocus(unit: &Unit) -> impl Iterator<Item = Event> + use<> {
    let all = [(FOCUSED, "EV-202"), (FATED, "EV-348"), (CULTIVATED, "EV-197")];
    let gone = all.map(|(id, rule)| events::relieved(unit, id, "used", rule));
    gone.into_iter().flatten()
}

/// Enemies that a unit may still stagger (EV-325, EV-330): these, or with an attack that spreads
/// everybody.
pub fn fresh(
    ctx: Ctx<'_>,
    actor: &Unit,
    all: impl Iterator<Item = UnitId>,
    spreads: bool,
) -> Vec<UnitId> {
    // Of one that is protected, whoever protects it (EV-X37).
    let shielded = |id: UnitId| ctx.unit(id).and_then(|u| protector(ctx, u));
    let mut ids: Vec<UnitId> = all.flat_map(|id| [Some(id), shielded(id)]).flatten().collect();
    if spreads {
        ids.extend(ctx.state.units.iter().map(Unit::id));
    }
    ids.sort_unstable();
    ids.dedup();
    ids.retain(|id| {
        let stands = ctx.unit(*id).is_some_and(|u| !u.conditions.has(STAGGERED));
        stands && ctx.state.are_foes(actor.id(), *id)
    });
    ids
}
