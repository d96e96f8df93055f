//! Making an attack, phase by phase: declare, roll, decide, redirect, and the effects of a hit
//! (MO-86, MO-164, MO-175, MO-180, MO-186, MO-316).

use crate::step::{Outcome, Push, Ran, Spot, Step, Strike, StrikePhase};
use grid::{Body, UnitId};
use rules::RuleId;
use rules::command::Target;
use rules::event::{Degree, Event, EventKind, MoveKind, Rolled};
use rules::kit::events;
use rules::object::Object;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::state::{Status, Unit};

use super::super::abilities;
use super::super::attachments;
use super::super::budget;
use super::super::choices;
use super::super::cinematic;
use super::super::data::RedirectRoll;
use super::super::decider;
use super::super::forced;
use super::super::health;
use super::super::hidden;
use super::super::mind;
use super::super::objects;
use super::super::position::Position;
use super::super::reflex;
use super::super::sheet::NM;
use super::super::variant_spec::CHOOSE;
use super::{Attack, Tool, attacks_bought, guess};

/// Runs one phase of an attack (MO-186).
///
/// # Errors
/// [`Pause`] while dice or decisions are missing.
pub fn run(position: Position<'_>, step: &Strike, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let nothing = Ok(Outcome::done(Vec::new()));
    let (Some(actor), Some(attack)) = (ctx.unit(step.unit), Attack::of(position, step)) else {
        return nothing;
    };
    let attack = Attack { guessed: step.guess, ..attack };
    let Some(target) = step.target() else {
        return match Object::of(step.at) {
            _ if step.phase == StrikePhase::Declare => begin(&attack, step, oracle),
            Some(object) if actor.status == Status::Active => {
                // No attack roll, so no critical hit or miss (MO-165).
                let blow = attack.blow(None, false, oracle)?;
                let (act, by) = (attack.act(), actor.id());
                let mut events = objects::suffer(position, object, &blow, &act, by);
                if let Some(touch) = attack.touch().filter(|_| !objects::breaks(&events)) {
                    events.extend(touch.on_object(object));
                }
                Ok(Outcome::done(events))
            }
            _ => nothing,
        };
    };
    let target = match step.phase {
        StrikePhase::Roll { guard: Some(guard) } => guard,
        _ => target,
    };
    let lasts = actor.status == Status::Active && position.is_target(target);
    match step.phase {
        StrikePhase::Declare => begin(&attack, step, oracle),
        StrikePhase::After { effect, lost } => {
            let Some(touch) = attack.touch() else { return nothing };
            // Further effects of a hit after damage, one at a time (MO-186).
            let Some(next) = touch.ability.effects.get(effect) else { return nothing };
            let events = touch.effect(next, target, lost, oracle)?;
            let phase = StrikePhase::After { effect: effect + 1, lost };
            Ok(Outcome::then(events, step.to(phase).into()))
        }
        _ if !lasts => nothing,
        StrikePhase::Roll { .. } => {
            if position.is_thing(target) {
                // Objects are hit without a roll (MO-165).
                let phase = StrikePhase::Damage { critical: false, collision: 0, from: None };
                return Ok(Outcome::then(Vec::new(), step.to(phase).into()));
            }
            let (events, phase) = roll(&attack, target, oracle)?;
            let next = Strike { at: Target::Unit(target), ..step.to(phase) };
            Ok(Outcome::then(events, next.into()))
        }
        StrikePhase::Decide { face, total, passed_on, parried } => {
            let thrown = Thrown { face, total, passed_on, parried };
            decide(&attack, target, step, thrown, oracle)
        }
        StrikePhase::Move { critical } => move_away(&attack, target, (step, critical), oracle),
        StrikePhase::Damage { critical, collision, from } => {
            let blow = attack.blow(Some(target), critical, oracle)?;
            let Some(target) = ctx.unit(target) else { return nothing };
            let by = Some(actor.id());
            let rules = ["MO-212"];
            let pushed = (collision, actor.id());
            let (blow, apart) = forced::join(position, target, blow, pushed, oracle)?;
            let blow = choices::lowered(position, actor.id(), target, blow, oracle)?;
            let cinematic::Saved { mut events, undone, mut then } =
                cinematic::offer(position, target, &blow, oracle)?;
            let mut next = None;
            if undone {
                // A Save also undoes the push that the attack caused.
                events.extend(from.map_or_else(Vec::new, |spot| put_back(position, target, spot)));
            } else {
                if !position.knows(actor.id(), target.id()) {
                    events.extend(hidden::found(target, "MO-391"));
                }
                let act = attack.act();
                let hits = health::strike(content, target, &blow, &act, by, &rules);
                let lost = health::lost(&hits, target.id());
                events.extend(hits);
                then.extend(apart);
                let after = StrikePhase::After { effect: 0, lost };
                next = attack.power().map(|_| step.to(after).into());
            }
            Ok(Outcome::after(events, then, next))
        }
    }
}

/// Declares an attack. Confusion draws its target from all creatures it could strike, whatever it
/// is aimed at (MO-279).
fn begin(attack: &Attack<'_>, step: &Strike, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let (position, unit, aimed) = (attack.position, attack.unit(), step.target());
    let (target, notes) = mind::by_chance(position, unit, aimed, || attack.targets(), oracle)?;
    if target.is_none() && Object::of(step.at).is_none() {
        return Ok(guess::run(attack, step));
    }
    Ok(declare(attack, target, step, notes))
}

/// The declaration of an attack, after these events.
pub(super) fn declare(
    attack: &Attack<'_>,
    target: Option<UnitId>,
    step: &Strike,
    mut events: Vec<Event>,
) -> Outcome {
    let (unit, act) = (attack.unit(), attack.act());
    let (name, price) = (attack.name(), attack.price());
    let targets = target.into_iter().collect();
    events.push(events::declared(unit, (act.clone(), &name), targets, &["MO-164"]));
    if !step.free {
        let weapon = !matches!(attack.tool, Tool::Ability(_));
        if price > 0 {
            events.extend(budget::pay(unit, price, &name, "MO-84"));
            if weapon {
                events.push(budget::bought(unit, &act, attacks_bought(&attack.numbers)));
            }
        }
        if weapon {
            events.push(budget::struck(unit, &act));
        }
    }
    if let Some(ability) = attack.power() {
        events.extend(abilities::pay_power(unit, ability, attack.variant.steps));
    }
    let mut next = step.to(StrikePhase::Roll { guard: None });
    if let Some(target) = target {
        next.at = Target::Unit(target);
    }
    Outcome::then(events, next.into())
}

/// Movement caused by a hit comes before its damage (MO-186).
fn move_away(
    attack: &Attack<'_>,
    target: UnitId,
    (step, critical): (&Strike, bool),
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let next = |from| Step::from(step.to(StrikePhase::Damage { critical, collision: 0, from }));
    let Some(touch) = attack.touch() else { return Ok(Outcome::then(Vec::new(), next(None))) };
    let (events, children) = touch.moves(target, oracle)?;
    if children.is_empty() {
        return Ok(Outcome::then(events, next(None)));
    }
    let room = attack.position.body(target).and_then(Body::room);
    let from = room.map(|room| Spot { cell: room.cell, feet: room.feet });
    let frame = attack.position.ctx.frame;
    let joins = |step: Step| match step {
        Step::Push(push) => Push { joins: Some(frame), ..push }.into(),
        step => step,
    };
    let children = children.into_iter().map(joins).collect();
    Ok(Outcome::after(events, children, Some(next(from))))
}

/// Puts the target of an undone attack back where it was before it was pushed, if there is room
/// (MO-424).
fn put_back(position: Position<'_>, unit: &Unit, from: Spot) -> Vec<Event> {
    let Some(room) = position.body(unit.id()).and_then(Body::room) else { return Vec::new() };
    let home = room.at(from.cell, from.feet);
    if home == room || position.ctx.field.fits(home, unit.id()).is_err() {
        return Vec::new();
    }
    let support = attachments::support_at(position.ctx, unit, home);
    let placed = (MoveKind::Placed, 0);
    let mut events = vec![events::moved(unit, (room, home), support, placed, &["MO-424"])];
    events.extend(attachments::carry(position.ctx, unit, room, home));
    events
}

fn roll(
    attack: &Attack<'_>,
    target: UnitId,
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<Event>, StrikePhase), Pause> {
    let rules = &attack.position.content.rules;
    let actor = attack.unit();
    let roll = attack.roll(target);
    let needs = roll.needs();
    let mut cuts = vec![2, 20];
    // A parry can turn a hit into a miss, so both totals matter.
    cuts.extend(reflex::parry_bonus(attack.position, target).map(|more| needs + more));
    for other in attack.redirect_targets(target) {
        let needs = attack.evasion(other).total() - roll.bonus.total();
        cuts.push(needs);
        cuts.extend(reflex::parry_bonus(attack.position, other).map(|more| needs + more));
    }
    let (faces, face) = roll.throw(&cuts, oracle)?;
    let degree = degree(rules.nat20_always_hits, face, face >= needs);
    let total = face + roll.bonus.total();
    // A 1 always misses; a 20 may always hit (MO-175).
    let least = Some(needs.clamp(2, rules.most_to_hit()));
    let rolled = roll.rolled("attack", actor.id(), Some(target), (faces, face), degree);
    let rolled = Rolled { needs: least, ..rolled };
    let mut events = vec![events::rolled(rolled, &["MO-164"])];
    events.extend(gain(attack, face));
    Ok((events, StrikePhase::Decide { face, total, passed_on: false, parried: 0 }))
}

/// Narrative Momentum for a natural 20 (MO-136).
fn gain(attack: &Attack<'_>, face: i32) -> Vec<Event> {
    if face != 20 {
        return Vec::new();
    }
    let actor = attack.unit();
    let to = actor.pools.0.value(NM) + attack.position.content.rules.momentum.natural_20;
    health::pool(actor, NM, to, "a natural 20", "MO-136")
}

/// The result of an attack roll.
#[derive(Clone, Copy)]
struct Thrown {
    face: i32,
    total: i32,
    passed_on: bool,
    parried: i32,
}

/// The outcome of an attack roll (MO-175, MO-180).
const fn degree(twenty_hits: bool, face: i32, reaches: bool) -> Degree {
    match face {
        1 => Degree::Fumble,
        20 if twenty_hits || reaches => Degree::Critical,
        _ if reaches => Degree::Success,
        _ => Degree::Failure,
    }
}

/// Asks whether to hit, if the attacker chose to see the roll first. A chosen miss is not passed on
/// (MO-166).
fn confirms_hit(
    attack: &Attack<'_>,
    target: UnitId,
    oracle: &mut Oracle<'_>,
) -> Result<bool, Pause> {
    if !attack.variant.chooses {
        return Ok(true);
    }
    let (state, unit) = (attack.position.ctx.state, attack.unit());
    let name = state.unit(target).map_or("", |u| u.identity.name.as_str());
    let text = format!("{} hits {name} with {}. Apply the hit?", unit.identity.name, attack.name());
    let side = decider::of(state, unit);
    let hits = state.are_foes(unit.id(), target);
    let prompt = Prompt::yes_no(CHOOSE, side, Some(unit.id()), text, hits, "MO-166");
    Ok(oracle.ask(prompt)? == Answer::YES)
}

/// Hit or miss. A ranged miss past a creature hits that creature instead (MO-316 to MO-318).
fn decide(
    attack: &Attack<'_>,
    target: UnitId,
    step: &Strike,
    Thrown { face, total, passed_on: once, parried }: Thrown,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let rules = &attack.position.content.rules;
    let evasion = attack.evasion(target).total() + parried;
    let degree = match degree(rules.nat20_always_hits && !once, face, total >= evasion) {
        // A redirected attack is never a critical hit (MO-318).
        Degree::Critical if once => Degree::Success,
        degree => degree,
    };
    let chosen = attack.variant.miss || step.misses;
    if degree.succeeded() && !chosen {
        if !confirms_hit(attack, target, oracle)? {
            return Ok(Outcome::done(Vec::new()));
        }
        let critical = degree == Degree::Critical;
        let next = step.to(StrikePhase::Move { critical });
        return Ok(Outcome::then(Vec::new(), next.into()));
    }
    let over = Ok(Outcome::done(Vec::new()));
    let is_final = face == 1 || chosen || (once && !rules.redirect_chain);
    let Some(other) = attack.redirect_target(target).filter(|_| !is_final) else { return over };
    let climbed = attack.mount_of(target).is_some();
    let rule = if climbed { "MO-114" } else { "MO-316" };
    let redirected = EventKind::Redirected { act: attack.act(), from: target, to: other };
    let mut events = vec![Event::new(redirected, &[rule])];
    let mut roll = attack.roll(other);
    // Against a mount the same roll always counts (MO-114).
    let again = if climbed { RedirectRoll::Same } else { rules.redirect_roll };
    let (faces, face) = match again {
        RedirectRoll::New => {
            let mut cuts = vec![2, 20];
            let parry = reflex::parry_bonus(attack.position, other);
            cuts.extend(parry.map(|more| roll.needs() + more));
            let further = attack.redirect_targets(other);
            cuts.extend(further.map(|next| attack.evasion(next).total() - roll.bonus.total()));
            roll.throw(&cuts, oracle)?
        }
        RedirectRoll::Same => {
            // The roll keeps the advantage or disadvantage it was made with (MO-392).
            roll.bonus = attack.roll(target).bonus;
            (vec![u16::try_from(face).unwrap_or_default()], face)
        }
    };
    let hits = face > 1 && face + roll.bonus.total() >= roll.against.total();
    let degree = match (hits, face) {
        (true, 20) => Degree::Critical,
        (true, _) => Degree::Success,
        (false, _) => Degree::Failure,
    };
    let rolled = roll.rolled("passed_on", attack.unit().id(), Some(other), (faces, face), degree);
    let mut rolled = Rolled { needs: Some(roll.needs().clamp(2, 21)), ..rolled };
    if degree == Degree::Critical {
        rolled.shift(Degree::Success, 0, "redirected", RuleId::of("MO-318"));
    }
    events.push(events::rolled(rolled, &[rule]));
    if matches!(again, RedirectRoll::New) {
        events.extend(gain(attack, face));
    }
    if !hits && !rules.redirect_chain {
        return Ok(Outcome::done(events));
    }
    // Resolved like any other: a hit may be parried or missed on purpose, a miss may be passed on.
    let total = face + roll.bonus.total();
    let next = step.to(StrikePhase::Decide { face, total, passed_on: true, parried: 0 });
    Ok(Outcome::then(events, Strike { at: Target::Unit(other), ..next }.into()))
}
