//! Carrying out attacks: both sides roll, a hit takes effect, and staggering earns a One More
//! (EV-123, EV-149 to EV-156, EV-325 to EV-329).

use grid::UnitId;
use rules::Key;
use rules::event::Event;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Status};

use super::attack_events::{apart, declare, forgets, roll_events, shot, sparks};
use super::conditions::{calmed, unfocus, unfocus_attack};
use super::data::{BurstExtra, Content};
use super::extra_acts::{earn, finished, protectors, staggerable};
use super::names::{BURSTING, FLURRY, FROM, HELD};
use super::numbers::{Arm, Numbers};
use super::step::{Assault, AttackMode, Land, Outcome, Step, Strike};
use super::{attack, chance, hands, restraints, rolling, volley};

/// Attacks one after the other.
pub fn assault(content: &Content, ctx: Ctx<'_>, step: &Assault) -> Outcome {
    let Some(me) = ctx.unit(step.unit).and_then(|u| Numbers::of(content, u)) else {
        return Outcome::done(Vec::new());
    };
    let several = matches!(step.way, AttackMode::All { .. });
    let Some(staggerable) = &step.staggerable else {
        return opens(content, ctx, (step, me), several);
    };
    // The strike that a bow provokes, or the spark of a shocked target, may have stopped it
    // (EV-360).
    let able = me.unit.is_active() && me.stilled().is_none();
    let Some(((arm, target), rest)) = step.left.split_first().filter(|_| able) else {
        let mut events = earn(ctx, me.unit, staggerable);
        // One action earns one extra act at most, even if part of it is still to come (EV-327).
        if volley::is_earned(&events) {
            let parts = [BURSTING, FLURRY].into_iter();
            let open = parts.filter_map(|id| me.unit.conditions.get(id));
            events.extend(open.map(|c| volley::has_earned(me.unit, c)));
        }
        events.extend(finished(ctx, me.unit));
        return Outcome::done(events);
    };
    if restraints::is_restrained(me) {
        return Outcome::done(Vec::new());
    }
    // An attack with all weapons is harder, and harder still with weapons not in the main hand.
    let off = HELD.iter().skip(1).any(|slot| *arm == **slot);
    let way = if several { AttackMode::All { off } } else { step.way.clone() };
    let (unit, target, arm) = (step.unit, *target, arm.clone());
    let next = Assault { left: rest.to_vec(), ..step.clone() };
    let strike = Strike { unit, target, arm, way };
    Outcome::after(Vec::new(), vec![strike.into()], Some(next.into()))
}

/// Declares an attack; enemies may strike before a bow is shot beside them (EV-252).
fn opens(
    content: &Content,
    ctx: Ctx<'_>,
    (step, me): (&Assault, Numbers<'_>),
    several: bool,
) -> Outcome {
    let targets: Vec<UnitId> = step.left.iter().map(|(_, target)| *target).collect();
    let arms: Vec<Arm<'_>> = step.left.iter().filter_map(|(key, _)| me.arm(key)).collect();
    let flurry = me.unit.conditions.get(FLURRY).filter(|_| several);
    // Part of this action may have earned its extra act already (EV-327).
    let staggerable = if flurry.is_some_and(volley::earned) {
        Vec::new()
    } else {
        staggerable(ctx, me.unit, targets.iter().copied(), step.way.bursts())
    };
    let mut children = chance::provoked_by_shot(content, ctx, me.unit, &arms);
    let next = Assault { staggerable: Some(staggerable), ..step.clone() }.into();
    if let Some(flurry) = flurry {
        // One more blow of an attack that is already paid for (EV-29).
        return Outcome::after(flurries(me, flurry.data.get(FROM) + 1), children, Some(next));
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
    children.extend(restraints::escape_step(me));
    Outcome::after(events, children, Some(next))
}

/// The weapons from this index on are still to strike in an attack with everything (EV-29, EV-173).
fn flurries(me: Numbers<'_>, from: i64) -> Vec<Event> {
    let all = i64::try_from(me.equipped().len()).unwrap_or(0);
    if from >= all {
        let over = events::relieved(me.unit, FLURRY, "all have struck", "EV-173");
        return over.into_iter().collect();
    }
    let left = i32::try_from(all - from).unwrap_or(0);
    let begun = me.unit.conditions.get(FLURRY).cloned();
    let new = || Condition::new(Key::of(FLURRY), left, None, Expiry::Battle);
    let flurry = Condition { size: left, ..begun.unwrap_or_else(new) };
    vec![events::gained(me.unit, flurry.with(Key::of(FROM), from), "EV-173")]
}

/// One attack on one target: both sides roll, and a hit takes effect.
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
    // Confused units also strike friends (EV-376).
    let reaches = |arm: &Arm<'_>| {
        let how = (arm.attack.kind, arm.range());
        let there = !matches!(target.status, Status::Dead | Status::Gone);
        there && attack::reaches(ctx, actor, how, target).is_ok()
    };
    let me = Numbers::of(content, actor).filter(|me| !restraints::is_restrained(*me));
    let Some(me) = me else { return nothing };
    let Some(arm) = arm.filter(reaches) else { return nothing };
    let clash = attack::clash(content, ctx, (actor, arm), (target, None, &step.way));
    let Some(mut clash) = clash else { return nothing };
    let apart = apart(content, me, arm);
    let plain = clash.own.against.total();
    let (own, answer, before) = rolling::clash(ctx, me, &mut clash, &apart, oracle)?;
    let eased = me.eased() + clash.own.against.total() - plain;
    let face = u16::try_from(clash.face(&own)).unwrap_or(100);
    let (margin, rolls) = clash.settled(actor.id(), ("attack", "evade"), (own, &answer));
    // An attack that cannot miss cannot jam (EV-151).
    let spends = if margin.is_some() { face.min(fumble(content) - 1) } else { face };
    let mut events: Vec<Event> = before;
    events.extend(shot(content, me, arm, (spends, step.way.bursts())));
    let rolled = if rolls.len() > 1 { Some(target) } else { None };
    events.extend(roll_events(content, me, arm, margin, rolls));
    events.extend(unfocus_attack(actor));
    events.extend(rolled.into_iter().flat_map(unfocus));
    events.extend(calmed((actor, target), margin.is_some(), clash.target_passes(&answer)));
    let spark = sparks(ctx, (actor, arm), target);
    let mut children: Vec<Step> = Vec::new();
    if let Some(margin) = margin {
        let critical = i32::from(face) <= me.keen(arm);
        let part = step.way.part().cloned();
        let past = matches!(step.way, AttackMode::Called { past: true, .. });
        let shield = protectors(ctx, target).next().filter(|_| !past);
        events.extend(shield.map(|(_, c)| events::relieved_of(target, c, "used", "EV-191")));
        let unit = shield.map_or_else(|| target.id(), |(id, _)| id);
        let (by, key) = (actor.id(), step.arm.clone());
        let land = Land { unit, by, arm: key, margin, critical, part, extra: 0 };
        let extra = match content.rules.burst_extra {
            BurstExtra::Margin => margin,
            BurstExtra::OwnDos => clash.own.score_of(face.into()).degrees,
        };
        children.push(if step.way.bursts() {
            let how = (target.id(), &step.way, (face, eased));
            volley::begin(content, ctx, (me, arm), how, (land, extra))
        } else {
            land.into()
        });
    }
    children.extend(hands::use_costs(me, arm.hand(), margin.is_none()));
    let holds = margin.is_none() && clash.target_passes(&answer);
    children.extend(hands::parry_costs(&clash, rolled.is_some(), !holds));
    children.extend(spark);
    Ok(match children.pop() {
        None => Outcome::done(events),
        Some(last) => Outcome::after(events, children, Some(last)),
    })
}

fn fumble(content: &Content) -> u16 {
    u16::try_from(content.rules.fumble).unwrap_or(u16::MAX)
}
