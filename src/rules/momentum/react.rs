//! Reactions for RP: Parry, Guard Ally, Snap Strike (MO-35 to MO-37, MO-361 to MO-363).

use crate::step::{Outcome, Ran, React, Step, Strike, StrikePhase, amend_strike, of};
use grid::{Body, Room, SideId, UnitId, shape};
use rules::Key;
use rules::command::Target;
use rules::estimate::{ActOutcome, Watch, WatchedSteps};
use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::oracle::Oracle;
use rules::path_preview::Remark;
use rules::prompt::{Answer, Prompt};
use rules::ruleset::{Ctx, Entry};
use rules::state::{Status, Unit};

use super::attachments;
use super::attack::{Attack, usual_blow};
use super::damage;
use super::data::{Content, Feature, FeatureEffect};
use super::decider;
use super::health::pool;
use super::position::Position;
use super::reflex::{self, ready};
use super::roll::chance;
use super::sheet::{RP, VITALITY};

/// Prompt kind: whether to react.
pub const REACT: &str = "react";
/// Sorts the steps of reacting units by Initiative (MO-362).
fn in_order(ctx: Ctx<'_>, mut steps: Vec<Step>) -> Vec<Step> {
    steps.sort_by_key(|step| decider::rank(ctx.state, step.unit().unwrap_or_default()));
    steps
}

fn reaction(ctx: Ctx<'_>, unit: &Unit, feature: &Feature, against: UnitId) -> Step {
    let (unit, feature) = (unit.id(), feature.id.clone());
    React { unit, feature, other: against, answers: ctx.frame }.into()
}

/// The reactions available after an event of an attack (MO-361).
pub fn window(content: &Content, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step> {
    let Step::Strike(step) = step else { return Vec::new() };
    let position = Position { content, ctx };
    let Some(actor) = ctx.unit(step.unit) else { return Vec::new() };
    let mut steps = Vec::new();
    for event in events {
        match &event.what {
            EventKind::Declared { unit, targets, .. } if *unit == actor.id() => {
                let Some(target) = targets.first().and_then(|id| ctx.unit(*id)) else { continue };
                steps.extend(guards(position, actor, target));
            }
            EventKind::Rolled(rolled)
                if matches!(rolled.purpose.as_str(), "attack" | "passed_on")
                    && rolled.who == Some(actor.id()) =>
            {
                let face = rolled.total - rolled.terms.iter().map(|t| t.value).sum::<i32>();
                let target = rolled.target.and_then(|id| ctx.unit(id));
                // For a guard, a natural 20 has to reach Evasion like any other roll.
                let sure = rolled.purpose == *"attack" && face == 20;
                let thrown = (face, rolled.total, sure && content.rules.nat20_always_hits);
                steps.extend(target.and_then(|t| parry(position, t, step, thrown)));
            }
            _ => {}
        }
    }
    in_order(ctx, steps)
}

/// Units of the side of the target, within 1 m of it, that may take its place against any attacker.
fn guards(position: Position<'_>, actor: &Unit, target: &Unit) -> Vec<Step> {
    let ctx = position.ctx;
    let near = |u: &&Unit| {
        u.side() == target.side()
            && u.id() != target.id()
            && u.id() != actor.id()
            && position.is_adjacent(u.id(), target.id())
    };
    let all = ctx.state.units.iter().filter(near).filter_map(|unit| {
        let feature = ready(position, unit, |e| e == FeatureEffect::GuardAlly)?;
        Some(reaction(ctx, unit, feature, target.id()))
    });
    all.collect()
}

/// The target's Parry, if it would turn this hit into a miss; otherwise there is no question.
fn parry(
    position: Position<'_>,
    target: &Unit,
    step: &Strike,
    (face, total, sure): (i32, i32, bool),
) -> Option<Step> {
    let feature = ready(position, target, |e| matches!(e, FeatureEffect::Parry(_)))?;
    let FeatureEffect::Parry(more) = feature.effect else { return None };
    let attack = Attack::of(position, step)?;
    let evasion = attack.evasion(target.id()).total();
    let turns = (evasion..evasion + more).contains(&total) && face > 1 && !sure;
    let wanted = reflex::is_armed(position.content, target) && turns && !attack.variant.miss;
    wanted.then(|| reaction(position.ctx, target, feature, step.unit))
}

/// The strikes against a unit that is about to leave enemies' reach by its own movement (MO-378).
pub fn leaving(content: &Content, ctx: Ctx<'_>, mover: &Unit, to: Room) -> Vec<Step> {
    let position = Position { content, ctx };
    let mut steps = Vec::new();
    // Creatures that the mover drags along stay within its reach.
    let left =
        |u: &&Unit| ctx.state.are_foes(u.id(), mover.id()) && !attachments::holds(mover, u.id());
    for unit in ctx.state.units.iter().filter(left) {
        let Some(feature) = ready(position, unit, |e| e == FeatureEffect::SnapStrike) else {
            continue;
        };
        let Some(body) = ctx.field.body(mover.id()) else { continue };
        if blow(position, unit.id(), mover.id()).is_none() {
            continue;
        }
        let field = ctx.field.with_body(body.moved(to.cell, to.feet));
        let after = Position { content, ctx: Ctx { field: &field, ..ctx } };
        // A step into the dark within reach does not leave it.
        let reach = after.numbers(unit.id()).map_or(0, |n| n.melee_reach());
        if !after.within_melee(unit.id(), mover.id(), reach) {
            steps.push(reaction(ctx, unit, feature, mover.id()));
        }
    }
    in_order(ctx, steps)
}

/// The strongest melee weapon attack that reaches the target.
fn blow<'a>(position: Position<'a>, unit: UnitId, target: UnitId) -> Option<Attack<'a>> {
    let all = Attack::all(position, unit).into_iter();
    let reaching = all.filter(|a| a.reach().is_melee() && a.check_target(target).is_ok());
    let worth =
        |a: &Attack<'_>| -> i32 { usual_blow(a, target).parts.iter().map(|p| p.sum.total()).sum() };
    reaching.fold(None, |best: Option<Attack<'a>>, next| match best {
        Some(best) if worth(&best) >= worth(&next) => Some(best),
        _ => Some(next),
    })
}

/// Asks about a reaction and carries it out; it can itself be reacted to (MO-362, MO-363).
///
/// # Errors
/// [`Pause`](rules::oracle::Pause) while a decision is missing.
pub fn run(position: Position<'_>, step: &React, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let feature = ready(position, unit, |e| {
        content.features.get(step.feature.as_str()).is_some_and(|f| f.effect == e)
    });
    let (Some(feature), Some(other)) = (feature, ctx.unit(step.other)) else { return nothing };
    let (text, wise) = match feature.effect {
        FeatureEffect::Parry(_) => {
            (format!("{} hits {}.", other.identity.name, unit.identity.name), true)
        }
        FeatureEffect::GuardAlly => {
            let answered = ctx.state.queue.frame(step.answers).and_then(of);
            let Some(Step::Strike(attack)) = answered else { return nothing };
            if matches!(attack.phase, StrikePhase::Roll { guard: Some(_) }) {
                return nothing;
            }
            let wise = is_wise(position, attack, unit.id(), other.id());
            (format!("{} is attacked.", other.identity.name), wise)
        }
        _ if other.status != Status::Active => return nothing,
        _ => (format!("{} leaves the reach of {}.", other.identity.name, unit.identity.name), true),
    };
    let side = decider::of(ctx.state, unit);
    let text = format!("{text} {}: {} ({} RP)?", unit.identity.name, feature.name, feature.rp);
    let prompt = Prompt::yes_no(REACT, side, Some(unit.id()), text, wise, "MO-361");
    if oracle.ask(prompt.about(feature.id.clone()))? != Answer::YES {
        if oracle.was_ordered() {
            return nothing;
        }
        let chose = events::chose(side, Some(unit.id()), (REACT, "no"), "MO-361");
        let own = Event { seen_by: Some(vec![side]), ..chose };
        return Ok(Outcome::done(vec![own]));
    }
    Ok(carry_out(position, unit, other, feature, step))
}

fn carry_out(
    position: Position<'_>,
    unit: &Unit,
    other: &Unit,
    feature: &Feature,
    step: &React,
) -> Outcome {
    let left = unit.pools.0.value(RP) - feature.rp;
    let act = (feature.id.clone(), feature.name.as_str());
    let mut events = vec![events::declared(unit, act, vec![other.id()], &["MO-361"])];
    events.extend(pool(unit, RP, left, &feature.name, "MO-35"));
    match feature.effect {
        FeatureEffect::Parry(more) => {
            let mut outcome = Outcome::done(events);
            outcome.amended = amend_strike(position.ctx, step.answers, |strike| {
                if let StrikePhase::Decide { parried, .. } = &mut strike.phase {
                    *parried = more;
                }
            });
            outcome
        }
        FeatureEffect::GuardAlly => {
            let what =
                EventKind::Redirected { act: feature.id.clone(), from: other.id(), to: unit.id() };
            events.push(Event::new(what, &["MO-361"]));
            let mut outcome = Outcome::done(events);
            outcome.amended = amend_strike(position.ctx, step.answers, |strike| {
                if let StrikePhase::Roll { guard } = &mut strike.phase {
                    *guard = Some(unit.id());
                }
            });
            outcome
        }
        _ => match blow(position, unit.id(), other.id()) {
            Some(attack) => {
                let at = Target::Unit(other.id());
                let strike = Strike { free: true, ..Strike::new(unit.id(), attack.arms(), at) };
                Outcome::after(events, vec![strike.into()], None)
            }
            None => Outcome::done(events),
        },
    }
}

/// Expected cost of an attack to a target, in thousandths of its remaining Vitality.
fn share(position: Position<'_>, attack: &Attack<'_>, target: UnitId) -> i32 {
    let (Some(numbers), Some(unit)) = (position.numbers(target), position.ctx.unit(target)) else {
        return 0;
    };
    let wound = damage::resolve(position.content, &usual_blow(attack, target), &numbers);
    let left = unit.tracks.0.value(VITALITY).max(1);
    chance(&attack.roll(target)) * wound.total.min(left) / left
}

/// True if the attack would cost the guard less than its original target.
fn is_wise(position: Position<'_>, step: &Strike, guard: UnitId, target: UnitId) -> bool {
    Attack::of(position, step)
        .is_some_and(|a| share(position, &a, guard) < share(position, &a, target))
}

/// Strikes that a single step would provoke by leaving an enemy's reach, for path previews.
pub fn set_off(content: &Content, ctx: Ctx<'_>, mover: UnitId, to: Room) -> Vec<Watch> {
    let Some(unit) = ctx.unit(mover) else { return Vec::new() };
    let struck: Vec<UnitId> =
        leaving(content, ctx, unit, to).iter().filter_map(Step::unit).collect();
    let mut watches = if struck.is_empty() { Vec::new() } else { watches(content, ctx, mover) };
    watches.retain(|watch| struck.contains(&watch.owner));
    watches
}

/// Areas that provoke a strike when the mover leaves them, for path previews.
pub fn watches(content: &Content, ctx: Ctx<'_>, mover: UnitId) -> Vec<Watch> {
    let position = Position { content, ctx };
    let foes = ctx.state.units.iter().filter(|u| ctx.state.are_foes(u.id(), mover));
    let all = foes.filter_map(|unit| {
        let feature = ready(position, unit, |e| e == FeatureEffect::SnapStrike)?;
        let attack = blow(position, unit.id(), mover)?;
        let room = ctx.field.body(unit.id()).and_then(Body::room)?;
        let reach = position.numbers(unit.id())?.melee_reach();
        let mut cells = shape::radius(ctx.field.board(), room, reach.max(1));
        cells.sort_unstable();
        let numbers = position.numbers(mover)?;
        let harm = damage::resolve(content, &usual_blow(&attack, mover), &numbers).total;
        let chance = chance(&attack.roll(mover));
        let expected = ActOutcome { chance, harm, ..ActOutcome::none(mover) };
        let what = Remark::new(feature.name.clone(), "MO-378");
        Some(Watch { owner: unit.id(), what, cells, steps: WatchedSteps::Out, expected })
    });
    all.collect()
}

/// The reactions granted by features of any unit.
pub fn all(content: &Content) -> impl Iterator<Item = Key> {
    content.features.iter().filter(|feature| feature.rp > 0).map(|feature| feature.id.clone())
}

/// The reactions for which a side may give standing orders.
pub fn askable(content: &Content, ctx: Ctx<'_>, side: SideId) -> Vec<Entry> {
    let position = Position { content, ctx };
    let has = |feature: &&Feature| {
        feature.rp > 0
            && ctx.state.of_side(side).any(|u| {
                let numbers = position.numbers(u.id());
                numbers.is_some_and(|n| n.creature().entry.features.contains(&feature.id))
            })
    };
    let entry =
        |f: &Feature| Entry { id: f.id.clone(), name: f.name.clone(), text: f.text.clone() };
    content.features.iter().filter(has).map(entry).collect()
}
