//! What the owner of a prepared action does when its moment has come (PR-75 to PR-83).

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::command::Target;
use crate::rules::event::{Event, Happening};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::precision::step::{Datum, FrameId, Outcome, Step, amend, of};
use crate::rules::prompt::{Answer, Prompt};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Armed, Posture, Status, Unit};

use super::abilities;
use super::data::{Ability, ConditionEffect, Content, Effect, PreparedPay, Tag, Trigger};
use super::effects;
use super::numbers::Numbers;
use super::position::Position;
use super::prepared;
use super::resolve;
use super::sheet::ENERGY;
use super::strike::Strike;

/// The step in which the owner of a prepared action may answer its trigger.
pub const REACT: &str = "react";
/// In that step: the number of the prepared action.
pub const ARMED: &str = "armed";
/// In that step, and in the ability it leads to: the step that is answered.
pub const FRAME: &str = "frame";
/// In that step: the ability that set it off, where it was one.
pub const CAUSE: &str = "cause";
/// In that step: who used that ability.
pub const CAUSED_BY: &str = "caused_by";
/// The mark of an ability that is carried out as a reaction: it may be paid already.
pub const AS_REACTION: &str = "as_reaction";
/// The word to an ability under way that it fails (PR-444).
pub const COUNTERED: &str = "countered";
/// What standing orders about prepared actions against the own side go by.
pub const OWN_SIDE: &str = "own_side";

/// The word to an ability under way that this target of it is guarded: how much better it resists.
pub fn guarded(target: UnitId) -> Key {
    Key::new(&format!("guarded_{}", target.0))
}

/// Asks the owner and carries the prepared action out, if it still can be (PR-76, PR-80, PR-81).
///
/// # Errors
/// [`Pause`] while the owner has not answered.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let id = u32::try_from(step.scratch.int(ARMED)).unwrap_or(u32::MAX);
    let Some(armed) = ctx.state.scene.armed.iter().find(|a| a.id == id) else { return nothing };
    let Some(owner) = ctx.unit(armed.owner) else { return nothing };
    let Some(target) = step.target_unit().and_then(|t| ctx.unit(t)) else { return nothing };
    let Some(ability) = abilities::find(content, owner, armed.act.as_str()) else {
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
        let what = Happening::Chose {
            side: owner.side(),
            unit: Some(owner.id()),
            prompt: Key::of(REACT),
            answer: Key::of("no"),
        };
        let passed = prepared::secret(ctx.state, armed, Event::new(what, &["PR-76"]));
        let events = if oracle.was_ordered() { Vec::new() } else { vec![passed] };
        return Ok(Outcome::done(events));
    }
    Ok(carry_out(position, owner, target, &ability, armed, step))
}

/// Why a prepared action can no longer be carried out at all, if so (PR-80, PR-81).
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
    if owner.placement.posture == Posture::Prone && !is_basic_attack(&numbers, ability) {
        return Some("its owner lies on the ground");
    }
    let strike = Strike::new(position, owner.id(), ability)?;
    let fits =
        ability.needs.iter().all(|n| abilities::check_need(position, owner, &strike, n).is_ok());
    if !fits {
        return Some("its weapon is no longer in hand");
    }
    let reload = strike.weapon_attack().is_some_and(|a| a.reload);
    if ability.is_weapon_attack() && reload && owner.flags.get(effects::UNLOADED) != 0 {
        return Some("its weapon is not loaded");
    }
    let short = position.content.rules.prepared_pay == PreparedPay::OnUse
        && resolve::energy_cost(&strike) > owner.pools.0.value(ENERGY);
    short.then_some("there is not enough energy")
}

/// True for abilities that are carried out as the basic attack of the weapon in the main hand, so
/// that those who lie have them too (PR-81, PR-262).
pub fn is_basic_attack(numbers: &Numbers<'_>, ability: &Ability) -> bool {
    let basic = numbers.main_weapon().and_then(|w| w.basic());
    ability.is(Tag::Basic) && basic.is_some_and(|basic| basic.delivery == ability.delivery)
}

/// True if the target may be chosen now. One who has moved may be out of range by now; sight is
/// still needed (PR-73), and all is as after the step (PR-83).
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

/// True for prepared actions that help the one who is attacked.
fn guards(ability: &Ability) -> bool {
    ability.effects.iter().any(|e| matches!(e, Effect::AddResistance(_)))
}

const fn answers_moves(trigger: Trigger) -> bool {
    matches!(trigger, Trigger::MovesIntoOutWithin(_) | Trigger::MovesInto(_))
}

/// True if the ability that is answered has failed already, or its target is guarded already.
fn is_needless(ctx: Ctx<'_>, step: &Step, target: &Unit, ability: &Ability) -> bool {
    let answered = ctx.state.queue.frame(frame(step)).and_then(of);
    let Some(told) = answered.map(|step| &step.scratch) else { return false };
    ability.effects.iter().any(|effect| match effect {
        Effect::Counter => told.flag(COUNTERED),
        Effect::AddResistance(_) => told.flag(guarded(target.id()).as_str()),
        _ => false,
    })
}

fn frame(step: &Step) -> FrameId {
    FrameId(u64::try_from(step.scratch.int(FRAME)).unwrap_or_default())
}

/// The question to the owner: its own prepared action, and what its side has seen happen.
fn question(
    position: Position<'_>,
    owner: &Unit,
    target: &Unit,
    ability: &Ability,
    step: &Step,
) -> Prompt {
    let ctx = position.ctx;
    let name = |id: UnitId| position.name_for(owner.side(), id);
    let by = step.scratch.units(CAUSED_BY).first().copied();
    let used = by.and_then(|id| ctx.unit(id)).and_then(|u| {
        let used = abilities::find(position.content, u, step.scratch.name(CAUSE).as_str())?;
        Some(used.name.clone())
    });
    let guards = guards(ability);
    let what = match (by, used) {
        (Some(by), Some(used)) if guards => {
            format!("{} uses {used} on {}.", name(by), name(target.id()))
        }
        (Some(by), Some(used)) => format!("{} uses {used}.", name(by)),
        _ => format!("{} has moved.", name(target.id())),
    };
    let how = if guards { "for" } else { "against" };
    let text =
        format!("{what} {}: {} {how} {}?", owner.identity.name, ability.name, name(target.id()));
    let friend = !guards && owner.side() == target.side();
    let about = if friend { Key::of(OWN_SIDE) } else { ability.id.clone() };
    Prompt::yes_no(REACT, owner.side(), Some(owner.id()), text, !friend, "PR-76").about(about)
}

/// The prepared action is spent and carried out (PR-75).
fn carry_out(
    position: Position<'_>,
    owner: &Unit,
    target: &Unit,
    ability: &Ability,
    armed: &Armed,
    step: &Step,
) -> Outcome {
    let (gone, why) = (armed.uses <= 1, "carried out".to_owned());
    let mut events = vec![Event::new(Happening::Disarmed { id: armed.id, gone, why }, &["PR-75"])];
    let guard = ability.effects.iter().find_map(|effect| match effect {
        Effect::AddResistance(n) => Some(*n),
        _ => None,
    });
    let Some(guard) = guard else {
        let act = Step::new(resolve::ACT)
            .of(owner.id())
            .act(ability.id.clone())
            .at(Target::Unit(target.id()))
            .with(AS_REACTION, 1)
            .with(FRAME, step.scratch.int(FRAME));
        return Outcome::after(events, vec![act], None);
    };
    events.push(Event::new(
        Happening::Declared {
            act: ability.id.clone(),
            name: ability.name.clone(),
            unit: owner.id(),
            targets: vec![target.id()],
            place: None,
        },
        &["PR-68"],
    ));
    let cost = Strike::new(position, owner.id(), ability).map_or(0, |s| resolve::energy_cost(&s));
    if cost > 0 && position.content.rules.prepared_pay == PreparedPay::OnUse {
        events.push(resolve::pay(owner, cost, &ability.name, "PR-77"));
    }
    let value = Datum::Int(i64::from(guard));
    let mut outcome = Outcome::done(events);
    let name = guarded(target.id());
    outcome.amended = amend(position.ctx, frame(step), |step| step.scratch.set(name, value));
    outcome
}
