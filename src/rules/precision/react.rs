//! Reactions: carrying out a prepared action when it is triggered (PR-75 to PR-83).

use crate::step::{self, Act, How, Outcome, React};
use grid::UnitId;
use rules::Key;
use rules::command::Target;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Ctx;
use rules::state::{Armed, Posture, Status, Unit};

use super::abilities;
use super::data::{Ability, ConditionEffect, Content, Effect, PreparedPay, Trigger};
use super::energy;
use super::flags::UNLOADED;
use super::numbers::Numbers;
use super::position::Position;
use super::prepared::{self, OWN_SIDE};
use super::repertoire;
use super::sheet::ENERGY;
use super::strike::Strike;

/// Key of the question to the owner of a prepared action.
pub const REACT: &str = "react";

/// Asks the owner and carries out the prepared action, if still possible (PR-76, PR-80, PR-81).
///
/// # Errors
/// [`Pause`] while the owner has not answered.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &React,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let armed = ctx.state.scene.armed.iter().find(|armed| armed.id == step.armed);
    let Some(armed) = armed else { return nothing };
    let (Some(owner), Some(target)) = (ctx.unit(armed.owner), ctx.unit(step.target)) else {
        return nothing;
    };
    let Some(ability) = repertoire::find(content, owner, armed.act.as_str()) else {
        return nothing;
    };
    let position = Position { content, ctx };
    if let Some(why) = is_lost(position, owner, &ability) {
        return Ok(Outcome::done(vec![prepared::over(ctx.state, armed, why, "PR-80")]));
    }
    if !can_answer(position, owner, target, &ability) || is_needless(ctx, step, target, &ability) {
        return nothing;
    }
    if oracle.ask(question(position, owner, target, &ability, step))? != Answer::YES {
        let passed = events::chose(owner.side(), Some(owner.id()), (REACT, "no"), "PR-76");
        let passed = prepared::secret(ctx.state, armed, passed);
        let events = if oracle.was_ordered() { Vec::new() } else { vec![passed] };
        return Ok(Outcome::done(events));
    }
    Ok(carry_out(position, owner, target, &ability, armed, step))
}

/// The reason why a prepared action can no longer be carried out, if any (PR-80, PR-81).
fn is_lost(position: Position<'_>, owner: &Unit, ability: &Ability) -> Option<&'static str> {
    let numbers = Numbers::of(position.content, owner)?;
    if owner.status != Status::Active {
        return Some("its owner is out of the fight");
    }
    let unable = numbers
        .has(|e| matches!(e, ConditionEffect::NoActionBlock | ConditionEffect::NoRapidOrPrepared));
    if unable {
        return Some("its owner is stunned or dazed");
    }
    if owner.placement.posture == Posture::Prone && !abilities::is_basic_attack(&numbers, ability) {
        return Some("its owner is prone");
    }
    let strike = Strike::new(position, owner.id(), ability)?;
    let fits =
        ability.needs.iter().all(|n| abilities::check_need(position, owner, &strike, n).is_ok());
    if !fits {
        return Some("its weapon is no longer in hand");
    }
    let reload = strike.weapon_attack().is_some_and(|a| a.reload);
    if ability.is_weapon_attack() && reload && owner.flags.get(UNLOADED) != 0 {
        return Some("its weapon is not loaded");
    }
    let short = position.content.rules.prepared_pay == PreparedPay::OnUse
        && energy::cost(&strike) > owner.pools.0.value(ENERGY);
    short.then_some("not enough energy")
}

/// True if the target is valid now. A unit that moved may be out of range by now; sight is still
/// required (PR-73), and everything is checked as after the step (PR-83).
fn can_answer(position: Position<'_>, owner: &Unit, target: &Unit, ability: &Ability) -> bool {
    if target.status != Status::Active && !guards(ability) {
        return false;
    }
    let moved = ability.prepared.is_some_and(|p| answers_moves(p.trigger));
    let unseen = moved && position.content.rules.waive_sight;
    match abilities::check_aim(position, owner, ability, &[Target::Unit(target.id())]) {
        Ok(_) => true,
        Err(refusal) => match refusal.code.as_str() {
            "out_of_reach" | "out_of_range" => {
                moved && (unseen || position.sees(owner.id(), target.id()))
            }
            "out_of_sight" => unseen,
            _ => false,
        },
    }
}

/// True for prepared actions that help the unit under attack.
fn guards(ability: &Ability) -> bool {
    ability.effects.iter().any(|e| matches!(e, Effect::AddResistance(_)))
}

const fn answers_moves(trigger: Trigger) -> bool {
    matches!(trigger, Trigger::MovesIntoOutWithin(_) | Trigger::MovesInto(_))
}

/// True if the ability it answers has already failed, or its target is already guarded.
fn is_needless(ctx: Ctx<'_>, step: &React, target: &Unit, ability: &Ability) -> bool {
    let Some(answered) = step::act_of(ctx, step.frame) else { return false };
    ability.effects.iter().any(|effect| match effect {
        Effect::Counter => answered.countered,
        Effect::AddResistance(_) => answered.countered || answered.guarded(target.id()) != 0,
        _ => false,
    })
}

/// The question to the owner: its prepared action, and the event as its side saw it.
fn question(
    position: Position<'_>,
    owner: &Unit,
    target: &Unit,
    ability: &Ability,
    step: &React,
) -> Prompt {
    let ctx = position.ctx;
    let name = |id: UnitId| position.name_for(owner.side(), id);
    let used = step.cause.as_ref().and_then(|cause| {
        let by = ctx.unit(cause.by)?;
        let used = repertoire::find(position.content, by, cause.ability.as_str())?;
        Some((name(cause.by), used.name.clone()))
    });
    let guards = guards(ability);
    let what = match used {
        Some((by, used)) if guards => format!("{by} uses {used} on {}.", name(target.id())),
        Some((by, used)) => format!("{by} uses {used}."),
        None => format!("{} has moved.", name(target.id())),
    };
    let how = if guards { "for" } else { "against" };
    let text =
        format!("{what} {}: {} {how} {}?", owner.identity.name, ability.name, name(target.id()));
    let friend = !guards && owner.side() == target.side();
    let about = if friend { Key::of(OWN_SIDE) } else { ability.id.clone() };
    Prompt::yes_no(REACT, owner.side(), Some(owner.id()), text, !friend, "PR-76").about(about)
}

/// Spends the prepared action and carries it out (PR-75).
fn carry_out(
    position: Position<'_>,
    owner: &Unit,
    target: &Unit,
    ability: &Ability,
    armed: &Armed,
    step: &React,
) -> Outcome {
    let mut events = vec![events::disarmed(armed.id, armed.uses <= 1, "carried out", "PR-75")];
    let guard = ability.effects.iter().find_map(|effect| match effect {
        Effect::AddResistance(n) => Some(*n),
        _ => None,
    });
    let Some(guard) = guard else {
        let (targets, how) = (vec![Target::Unit(target.id())], How::Answering(step.frame));
        let act = Act::new(owner.id(), ability.id.clone(), targets, how);
        return Outcome::after(events, vec![act.into()], None);
    };
    let act = (&ability.id, ability.name.as_str());
    events.push(events::declared(owner, act, vec![target.id()], "PR-68"));
    let cost = Strike::new(position, owner.id(), ability).map_or(0, |s| energy::cost(&s));
    if position.content.rules.prepared_pay == PreparedPay::OnUse {
        events.extend(energy::pay(owner, cost, &ability.name, "PR-77"));
    }
    let by = i8::try_from(guard).unwrap_or_default();
    let mut outcome = Outcome::done(events);
    outcome.amended = step::amend(position.ctx, step.frame, |act| act.guard(target.id(), by));
    outcome
}
