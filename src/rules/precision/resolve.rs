//! Carrying out an ability: declare and pay, then resolve target by target (PR-139).

use crate::step::{Act, ActPhase, How, MoveNow, Outcome, Step, amend};
use grid::UnitId;
use rules::Key;
use rules::command::Target;
use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::object::Object;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Ctx;
use rules::state::{Status, Unit};

use super::abilities;
use super::budget;
use super::data::{Content, Delivery, Effect, Need, PreparedPay};
use super::effects;
use super::energy;
use super::flags::{DRAUGHTS, FLASKS, UNLOADED};
use super::form;
use super::health;
use super::interact;
use super::objects;
use super::position::Position;
use super::repertoire;
use super::rulings;
use super::square;
use super::strike::{Roll, Strike};

/// Key of the question whether a target is willing, and of standing orders about it.
pub const WILLING: &str = "willing";

/// Runs one phase of an ability.
///
/// # Errors
/// [`Pause`] while dice or decisions are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Act,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(actor) = ctx.unit(step.unit) else { return nothing };
    let Some(ability) = repertoire::find(content, actor, step.ability.as_str()) else {
        return nothing;
    };
    let position = Position { content, ctx };
    let Some(strike) = Strike::new(position, actor.id(), &ability) else { return nothing };
    match step.phase {
        ActPhase::Declare => Ok(declare(&strike, actor, step)),
        ActPhase::Targets { .. } if step.countered => {
            let countered = events::cancelled(actor, &ability.id, "countered", "PR-444");
            Ok(Outcome::done(vec![countered]))
        }
        ActPhase::Targets { next } => {
            // A unit that is felled stops attacking, but an area continues without its caster, who
            // may be inside it (PR-152).
            let goes_on = actor.status == Status::Active || strike.delivery() != Delivery::Melee;
            match step.units().nth(next).filter(|_| goes_on) {
                Some(target) => next_target(&strike, actor, target, step, oracle),
                None => {
                    let place = Act { phase: ActPhase::Place, ..step.clone() };
                    Ok(Outcome::then(Vec::new(), place.into()))
                }
            }
        }
        ActPhase::Place => {
            let place = step.place();
            let covered = abilities::cells(position, actor.id(), &ability, place);
            let cells = abilities::filled(position, &ability, place, covered);
            let number = ctx.state.scene.next_number;
            let floor = place.and_then(|at| at.floor()?.deck(ctx.field.board()));
            let mut events = effects::on_place(actor, &ability, (&cells, floor), number);
            events.extend(square::appear(position, actor, &ability, place));
            if strike.weapon_attack().is_some_and(|a| a.reload) && ability.is_weapon_attack() {
                events.extend(events::flag(actor, UNLOADED, 1, &[]));
            }
            let objects = step.targets.iter().filter_map(|t| Object::of(*t));
            for object in objects.filter(|_| actor.status == Status::Active) {
                events.extend(objects::strike(&strike, actor, object));
            }
            events.extend(interact::after_throw(&strike, actor, &step.targets));
            Ok(Outcome::done(events))
        }
    }
}

/// Resolves one target and its consequences, then continues with the next.
fn next_target(
    strike: &Strike<'_>,
    actor: &Unit,
    target: UnitId,
    step: &Act,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let (ctx, ability) = (strike.position.ctx, strike.ability);
    let events = match ctx.unit(target) {
        Some(target) => on_one(strike, actor, target, step, oracle)?,
        None => Vec::new(),
    };
    let countered = succeeded(&events) && ability.has(|e| matches!(e, Effect::Counter));
    let willing = events.iter().all(|e| !matches!(e.what, EventKind::Rolled(_)));
    let mut follows = if willing || succeeded(&events) {
        form::follows(ability, actor, target, !willing)
    } else {
        Vec::new()
    };
    follows.extend(ability.effects.iter().filter_map(|effect| match effect {
        Effect::Move(squares) => Some(Step::from(MoveNow { unit: target, points: *squares })),
        _ => None,
    }));
    let mut resume = step.clone();
    if let ActPhase::Targets { next } = &mut resume.phase {
        *next += 1;
    }
    let mut outcome = Outcome::after(events, follows, Some(resume.into()));
    if let How::Answering(frame) = step.how
        && countered
    {
        outcome.amended = amend(ctx, frame, |act| act.countered = true);
    }
    Ok(outcome)
}

/// True if a roll among the events succeeded.
fn succeeded(events: &[Event]) -> bool {
    events.iter().any(|e| matches!(&e.what, EventKind::Rolled(r) if r.degree.succeeded()))
}

/// True if prepared actions are paid when they are set (PR-77).
fn house_pays_on_set(strike: &Strike<'_>) -> bool {
    strike.position.content.rules.prepared_pay == PreparedPay::OnSet
}

/// User and target of an ability whose roll was just resolved, hit or miss.
pub fn just_resolved(step: &Act, events: &[Event]) -> Option<(UnitId, UnitId)> {
    let ActPhase::Targets { next } = step.phase else { return None };
    let target = step.units().nth(next)?;
    (!events.is_empty()).then_some((step.unit, target))
}

fn declare(strike: &Strike<'_>, actor: &Unit, step: &Act) -> Outcome {
    let ability = strike.ability;
    // Only its owner's side learns where a remote eye or ear appears.
    let is_secret = ability.has(|e| matches!(e, Effect::RemoteSense { .. }));
    let place = step.place().filter(|_| !is_secret).and_then(|target| match target {
        Target::Place(place) => Some(place),
        Target::Floor(at) => Some(at.cell.into()),
        _ => None,
    });
    let (act, at) = ((&ability.id, ability.name.as_str()), (step.units().collect(), place));
    let mut events = vec![events::declared_at(actor, act, at, "PR-139")];
    if step.how == How::Chosen {
        events.push(budget::acted(actor, ability.timing, &ability.id));
    }
    let paid = match step.how {
        How::Chosen => false,
        How::Rushed => true,
        How::Answering(_) => house_pays_on_set(strike),
    };
    if !paid {
        events.extend(energy::pay(actor, energy::cost(strike), &ability.name, "PR-150"));
    }
    // Used up whether it hits or helps, or not (PR-373, PR-456).
    for (need, count) in [(Need::Draught, DRAUGHTS), (Need::Flask, FLASKS)] {
        if ability.needs.contains(&need) {
            events.extend(events::flag(actor, count, actor.flags.get(count) - 1, &[]));
        }
    }
    let phase = ActPhase::Targets { next: 0 };
    Outcome::then(events, Act { phase, ..step.clone() }.into())
}

/// Resolves one target: willing or rolled against, then damage, healing and effects.
fn on_one(
    strike: &Strike<'_>,
    actor: &Unit,
    target: &Unit,
    step: &Act,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    if !target.status.is_present() || target.status == Status::Dead {
        return Ok(Vec::new());
    }
    let mut events = Vec::new();
    let rolled = match strike.roll(target.id()) {
        Some(roll) if !is_willing(strike, actor, target, oracle)? => {
            let roll = if strike.hits_anyway(target) { roll } else { shielded(roll, target, step) };
            let (success, event) = roll_die(actor, target, roll, oracle)?;
            events.push(event);
            success
        }
        _ => true,
    };
    if !rolled {
        return Ok(events);
    }
    let ability = strike.ability;
    if ability.is_damaging() {
        let packets = strike.damage(target.id());
        let total = packets.iter().map(|p| p.amount).sum();
        events.push(events::hit(target, &ability.id, Some(actor.id()), packets, "PR-158"));
        events.extend(health::lose(target, total, &ability.name.to_lowercase(), &["PR-157"]));
    }
    if let Some(healing) = &ability.healing {
        let potency = healing.potency.kind(None).map_or(0, |kind| strike.numbers.potency(kind));
        let amount = healing.base + potency;
        let why = match potency {
            0 => format!("{}, {amount}", ability.name.to_lowercase()),
            _ => {
                let name = ability.name.to_lowercase();
                format!("{name}, {} {potency:+} potency = {amount}", healing.base)
            }
        };
        events.extend(health::heal(target, amount, &why, &["PR-176"]));
    }
    for effect in &ability.effects {
        let hurt = effects::as_hurt(target, &events);
        let more = effects::on_target(strike.position, actor, &hurt, effect, oracle)?;
        events.extend(more);
    }
    Ok(events)
}

/// The roll against a guarded target.
fn shielded(mut roll: Roll, target: &Unit, step: &Act) -> Roll {
    let by = step.guarded(target.id());
    if by != 0 {
        roll.against.push("guarded by an ally", by, "PR-68");
        // Guarding never makes a roll easier: a face that fails without it fails with it (PR-4).
        let needs = roll.against.total() - roll.bonus.total();
        roll.needs = needs.clamp(1, 10).max(roll.needs);
    }
    roll
}

/// True if the target is willing: to helpful abilities of its own side without asking; to other
/// harmless ones if its player agrees. Damaging ones do not ask (PR-15 to PR-17, PR-460).
fn is_willing(
    strike: &Strike<'_>,
    actor: &Unit,
    target: &Unit,
    oracle: &mut Oracle<'_>,
) -> Result<bool, Pause> {
    if strike.is_willing(target.id()) {
        return Ok(true);
    }
    if rulings::willing(strike.position.ctx.state, actor.id(), target.id()).is_some() {
        return Ok(false);
    }
    let own_side = actor.side() == target.side();
    let can_say = target.status == Status::Active && !strike.ability.is_damaging();
    if !own_side || !can_say {
        return Ok(false);
    }
    let text = format!(
        "{} uses {} on {}. Is {} willing?",
        actor.identity.name, strike.ability.name, target.identity.name, target.identity.name
    );
    let prompt = Prompt::yes_no(WILLING, target.side(), Some(target.id()), text, false, "PR-16");
    Ok(oracle.ask(prompt.about(Key::of(WILLING)))? == Answer::YES)
}

fn roll_die(
    actor: &Unit,
    target: &Unit,
    roll: Roll,
    oracle: &mut Oracle<'_>,
) -> Result<(bool, Event), Pause> {
    let test = roll.test();
    let (faces, score) = test.roll(oracle)?;
    let roll = ("precision", actor, Some(target.id()));
    Ok((score.passed(), events::tested(&test, roll, faces, &["PR-1", "PR-2", "PR-3"])))
}
