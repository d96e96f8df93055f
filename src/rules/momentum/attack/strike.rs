//! Making an attack, phase by phase: declared, rolled, decided, passed on, and what a hit does
//! (MO-86, MO-164, MO-175, MO-180, MO-186, MO-316).

use crate::grid::UnitId;
use crate::rules::RuleId;
use crate::rules::command::Target;
use crate::rules::event::{Degree, Event, Happening, Rolled};
use crate::rules::momentum::step::{Outcome, Step};
use crate::rules::object::Object;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::prompt::{Answer, Prompt};
use crate::rules::ruleset::Ctx;
use crate::rules::state::Status;

use super::super::abilities;
use super::super::budget;
use super::super::cinematic;
use super::super::data::{Content, FeatureEffect, RedirectRoll, Trait};
use super::super::forced;
use super::super::health;
use super::super::hiding;
use super::super::manner::{self, Manner};
use super::super::mind;
use super::super::numbers::Numbers;
use super::super::objects;
use super::super::position::Position;
use super::super::react;
use super::super::sheet::{NM, OFF};
use super::{Attack, Tool, guess};

/// The step of one attack.
pub const STRIKE: &str = "strike";
/// The mark of an attack that is paid for already, outside the own turn.
pub const FREE: &str = "free";

const DECLARE: u16 = 0;
/// The phase before the roll.
pub const ROLL: u16 = 1;
/// The phase in which the roll is known.
pub const DECIDE: u16 = 2;
const MOVE: u16 = 3;
const DAMAGE: u16 = 4;
const AFTER: u16 = 5;

/// The mark of a miss that meets another (MO-316).
const PASSED_ON: &str = "passed_on";

/// The number of a step that was aimed by guess.
pub(super) const GUESS: &str = "guess";

/// Runs one phase of an attack (MO-186).
///
/// # Errors
/// [`Pause`] while dice or decisions are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let position = Position { content, ctx };
    let Some(actor) = step.unit.and_then(|id| ctx.unit(id)) else { return nothing };
    let attack = Attack::find(position, actor.id(), step.act.as_str());
    let Some(attack) = attack else { return nothing };
    let attack = attack.made(Manner::of(content, step));
    let attack = Attack { guessed: step.scratch.flag(GUESS), ..attack };
    let object = step.targets.first().and_then(|t| Object::of(*t));
    let Some(target) = step.target_unit() else {
        return match (step.phase, object) {
            (DECLARE, Some(_)) => declare(&attack, None, step, oracle),
            (DECLARE, None) => guess::run(&attack, step, oracle),
            (_, Some(object)) if actor.status == Status::Active => {
                // No attack roll, so no critical hit or miss (MO-165).
                let blow = attack.blow(None, false, oracle)?;
                let (act, by) = (attack.act(), actor.id());
                Ok(Outcome::done(objects::suffer(position, object, &blow, &act, by)))
            }
            _ => nothing,
        };
    };
    let target = if step.phase == ROLL { react::guard_of(step).unwrap_or(target) } else { target };
    let thing = position.numbers(target).is_some_and(|n| n.creature().is(Trait::Object));
    match step.phase {
        DECLARE => declare(&attack, Some(target), step, oracle),
        AFTER => after(&attack, target, step, oracle),
        _ if actor.status != Status::Active || !position.is_target(target) => nothing,
        // Things are hit without a roll (MO-165).
        ROLL if thing => Ok(Outcome::then(Vec::new(), step.clone().phase(DAMAGE))),
        ROLL => {
            let mut step = step.clone();
            step.targets = vec![Target::Unit(target)];
            roll(&attack, target, &step, oracle)
        }
        DECIDE => decide(&attack, target, step, oracle),
        MOVE => move_away(&attack, target, step, oracle),
        DAMAGE => {
            let blow = attack.blow(Some(target), step.scratch.flag("critical"), oracle)?;
            let Some(target) = ctx.unit(target) else { return nothing };
            let by = Some(actor.id());
            let rules = ["MO-212"];
            let (blow, apart) = forced::join(position, target, blow, step);
            let cinematic::Saved { mut events, undone, mut then } =
                cinematic::offer(position, target, &blow, oracle)?;
            let mut next = None;
            if !undone {
                if !position.knows(actor.id(), target.id()) {
                    events.extend(hiding::found(target, "MO-391"));
                }
                let act = attack.act();
                let hits = health::strike(content, target, &blow, &act, by, &rules);
                let lost = health::lost(&hits, target.id());
                events.extend(hits);
                then.extend(apart);
                next = attack.power().map(|_| step.clone().phase(AFTER).with("lost", lost.into()));
            }
            Ok(Outcome::after(events, then, next))
        }
        _ => nothing,
    }
}

pub(super) fn declare(
    attack: &Attack<'_>,
    target: Option<UnitId>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let (unit, act) = (attack.unit(), attack.act());
    let (name, price) = (attack.name(), attack.price());
    let candidates = || attack.targets();
    let (target, mut events) = match target {
        Some(target) => {
            let (drawn, events) =
                mind::by_chance(attack.position, unit, target, candidates, oracle)?;
            (Some(drawn), events)
        }
        None => (None, Vec::new()),
    };
    let what = Happening::Declared {
        act: act.clone(),
        name: name.clone(),
        unit: unit.id(),
        targets: target.into_iter().collect(),
        place: None,
    };
    events.push(Event::new(what, &["MO-164"]));
    if !step.scratch.flag(FREE) {
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
        events.extend(abilities::pay_power(unit, ability, attack.manner.steps));
    }
    let mut next = step.clone().phase(ROLL);
    if let Some(target) = target {
        next.targets = vec![Target::Unit(target)];
    }
    Ok(Outcome::then(events, next))
}

/// Movement that a hit leads to comes before its damage (MO-186).
fn move_away(
    attack: &Attack<'_>,
    target: UnitId,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let next = step.clone().phase(DAMAGE);
    let Some(touch) = attack.touch() else { return Ok(Outcome::then(Vec::new(), next)) };
    let (events, children) = touch.moves(target, oracle)?;
    if children.is_empty() {
        return Ok(Outcome::then(events, next));
    }
    let frame = attack.position.ctx.frame;
    let joins = |step: Step| match step.kind.as_str() {
        forced::PUSH => forced::joined_to(step, frame),
        _ => step,
    };
    let children = children.into_iter().map(joins).collect();
    Ok(Outcome::after(events, children, Some(next)))
}

/// What a hit leaves beside damage, one thing after the other (MO-186).
fn after(
    attack: &Attack<'_>,
    target: UnitId,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let over = Ok(Outcome::done(Vec::new()));
    let Some(touch) = attack.touch() else { return over };
    let index = step.scratch.int("effect");
    let effect = usize::try_from(index).ok().and_then(|i| touch.ability.effects.get(i));
    let Some(effect) = effect else { return over };
    let lost = i32::try_from(step.scratch.int("lost")).unwrap_or_default();
    let events = touch.effect(effect, target, lost, oracle)?;
    Ok(Outcome::then(events, step.clone().with("effect", index + 1)))
}

/// How many attacks one Attack action gives a combatant: a second one with the light weapon in
/// its other hand (MO-86).
pub fn attacks_bought(numbers: &Numbers<'_>) -> i32 {
    use super::super::data::WeaponTag::Light;
    let twin = numbers.creature().has(FeatureEffect::TwinGrip)
        && numbers.held(OFF).is_some_and(|w| w.is(Light));
    1 + i32::from(twin)
}

fn roll(
    attack: &Attack<'_>,
    target: UnitId,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let rules = &attack.position.content.rules;
    let actor = attack.unit();
    let roll = attack.roll(target);
    let needs = roll.needs();
    let mut cuts = vec![2, 20];
    // A hit that is parried is another result than one that is not.
    cuts.extend(react::parry_bonus(attack.position, target).map(|more| needs + more));
    if let Some(other) = attack.behind(target) {
        let needs = attack.evasion(other).total() - roll.bonus.total();
        cuts.push(needs);
        cuts.extend(react::parry_bonus(attack.position, other).map(|more| needs + more));
    }
    let (faces, face) = roll.throw(&cuts, oracle)?;
    let degree = degree(rules.nat20_always_hits, face, face >= needs);
    let total = face + roll.bonus.total();
    // A 1 always misses, a 20 may always hit (MO-175).
    let least = Some(needs.clamp(2, if rules.nat20_always_hits { 20 } else { 21 }));
    let rolled = roll.rolled("attack", actor.id(), Some(target), (faces, face), degree);
    let rolled = Rolled { needs: least, ..rolled };
    let mut events = vec![Event::new(Happening::Rolled(rolled), &["MO-164"])];
    if face == 20 {
        let gain = rules.momentum.natural_20;
        let to = actor.pools.0.value(NM) + gain;
        events.extend(health::pool(actor, NM, to, "a natural 20", "MO-136"));
    }
    let next = step.clone().phase(DECIDE).with("face", face.into()).with("total", total.into());
    Ok(Outcome::then(events, next))
}

/// How an attack roll goes (MO-175, MO-180).
const fn degree(twenty_hits: bool, face: i32, reaches: bool) -> Degree {
    match face {
        1 => Degree::Fumble,
        20 if twenty_hits || reaches => Degree::Critical,
        _ if reaches => Degree::Success,
        _ => Degree::Failure,
    }
}

/// Asks one who wanted to see the roll first whether it is to hit; a miss that is chosen then is
/// passed on to nobody (MO-166).
fn means_it(attack: &Attack<'_>, target: UnitId, oracle: &mut Oracle<'_>) -> Result<bool, Pause> {
    if !attack.manner.chooses {
        return Ok(true);
    }
    let (state, unit) = (attack.position.ctx.state, attack.unit());
    let name = state.unit(target).map_or("", |u| u.identity.name.as_str());
    let text = format!("{} hits {name} with {}. Hit it?", unit.identity.name, attack.name());
    let side = state.commander(unit.id()).unwrap_or(unit.side());
    let hits = state.are_foes(unit.id(), target);
    let prompt = Prompt::yes_no(manner::CHOOSE, side, Some(unit.id()), text, hits, "MO-166");
    Ok(oracle.ask(prompt)? == Answer::YES)
}

/// Hit or miss; a ranged miss behind a creature meets that creature (MO-316 to MO-318).
fn decide(
    attack: &Attack<'_>,
    target: UnitId,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let rules = &attack.position.content.rules;
    let face = i32::try_from(step.scratch.int("face")).unwrap_or_default();
    let total = i32::try_from(step.scratch.int("total")).unwrap_or_default();
    let evasion = attack.evasion(target).total() + react::parried(step);
    let once = step.scratch.flag(PASSED_ON);
    let degree = match degree(rules.nat20_always_hits && !once, face, total >= evasion) {
        // What is passed on is no critical hit (MO-318).
        Degree::Critical if once => Degree::Success,
        degree => degree,
    };
    let chosen = attack.manner.miss || step.scratch.flag(manner::MISS);
    if degree.succeeded() && !chosen {
        if !means_it(attack, target, oracle)? {
            return Ok(Outcome::done(Vec::new()));
        }
        let critical = degree == Degree::Critical;
        let next = step.clone().phase(MOVE).with("critical", critical.into());
        return Ok(Outcome::then(Vec::new(), next));
    }
    let over = Ok(Outcome::done(Vec::new()));
    let passed_on = face == 1 || chosen || once;
    let Some(other) = attack.behind(target).filter(|_| !passed_on) else { return over };
    let climbed = attack.climbed(target).is_some();
    let rule = if climbed { "MO-114" } else { "MO-316" };
    let redirected = Happening::Redirected { act: attack.act(), from: target, to: other };
    let mut events = vec![Event::new(redirected, &[rule])];
    let mut roll = attack.roll(other);
    // On the back of another it is always the same roll (MO-114).
    let again = if climbed { RedirectRoll::Same } else { rules.redirect_roll };
    let (faces, face) = match again {
        RedirectRoll::New => {
            let mut cuts = vec![2, 20];
            let parry = react::parry_bonus(attack.position, other);
            cuts.extend(parry.map(|more| roll.needs() + more));
            roll.throw(&cuts, oracle)?
        }
        RedirectRoll::Same => {
            // The roll counts as it was made: what leaned it then still does (MO-392).
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
        rolled.shift(Degree::Success, 0, "passed on", RuleId::of("MO-318"));
    }
    events.push(Event::new(Happening::Rolled(rolled), &[rule]));
    if !hits {
        return Ok(Outcome::done(events));
    }
    // Decided like any hit: it may be parried, or not be meant.
    let total = face + roll.bonus.total();
    let next = react::unparried(step.clone()).phase(DECIDE).with(PASSED_ON, 1);
    let mut next = next.with("face", face.into()).with("total", total.into());
    next.targets = vec![Target::Unit(other)];
    Ok(Outcome::then(events, next))
}
