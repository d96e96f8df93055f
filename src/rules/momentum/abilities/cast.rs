//! Using an Ability that needs no attack roll: its targets, their Defense Rolls, its damage and
//! effects (MO-215, MO-228, MO-229, MO-353).

use crate::step::{Cast as CastStep, CastCourse, CastPhase, Outcome, Ran, Step, Teleport};
use grid::UnitId;
use rules::command::Target;
use rules::event::{Degree, Event};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Choice, Prompt};
use rules::state::{Status, Unit};
use rules::{Key, RuleId, Sum};

use super::super::budget;
use super::super::choices;
use super::super::cinematic::{self, Saved, Threat};
use super::super::damage::{Blow, Part};
use super::super::data::{Aim, Effect, Kind, StatusEffect};
use super::super::numbers::half;
use super::super::position::Position;
use super::super::roll::damage_dice;
use super::super::{decider, defense, health, hidden, mind, objects, summon};
use super::ability::{Cast, damage, pay_power};
use super::area::affected;
use super::{aim, area, linger};

/// Runs one phase of an Ability.
///
/// # Errors
/// [`Pause`] while dice or decisions are missing.
pub fn run(position: Position<'_>, step: &CastStep, oracle: &mut Oracle<'_>) -> Ran {
    let Some(cast) = Cast::find(position, step.unit, step.ability.as_str(), step.steps) else {
        return Ok(Outcome::done(Vec::new()));
    };
    match &step.phase {
        CastPhase::Declare => declare(&cast, step, oracle),
        CastPhase::Choose => choose(&cast, step, oracle),
        CastPhase::Dice { whom } => {
            // Rolled once for all targets (MO-229).
            let mut thrown = Vec::new();
            for typed in damage(cast.ability, cast.steps, None) {
                thrown.push(damage_dice(typed.dice, oracle)?.1);
            }
            let course = CastCourse { whom: whom.clone(), thrown, index: 0 };
            Ok(Outcome::then(Vec::new(), step.to(CastPhase::Each(course)).into()))
        }
        CastPhase::Each(course) => each(&cast, step, course, oracle),
        CastPhase::Effects { course, effect, lost } => {
            let next = cast.ability.effects.get(*effect);
            let (Some(next), Some(target)) = (next, current(&cast, course)) else {
                return Ok(Outcome::then(Vec::new(), next_target(step, course)));
            };
            let events = cast.touch().effect(next, target.id(), *lost, oracle)?;
            let events = as_told(&cast, target, events, false);
            let (course, effect, lost) = (course.clone(), effect + 1, *lost);
            let phase = CastPhase::Effects { course, effect, lost };
            Ok(Outcome::then(events, step.to(phase).into()))
        }
        CastPhase::End { thrown } => Ok(end(&cast, step, thrown)),
    }
}

fn declare(cast: &Cast<'_>, step: &CastStep, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let (unit, ability) = (cast.unit(), cast.ability);
    let mut next = step.to(CastPhase::Choose);
    let mut events = Vec::new();
    if let Aim::One { .. } = ability.aim {
        let mut whom: Vec<UnitId> = Vec::new();
        for target in step.targets.iter().filter_map(Target::unit) {
            let (drawn, notes) = by_chance(cast, target, &whom, oracle)?;
            events.extend(notes);
            whom.push(drawn);
        }
        next.targets = whom.into_iter().map(Target::Unit).collect();
    }
    let place = next.targets.iter().find_map(|t| match t {
        Target::Place(place) => Some(*place),
        Target::Floor(at) => Some(at.cell.into()),
        _ => None,
    });
    let (act, at) = ((&ability.id, ability.name.as_str()), (aimed(cast, &next), place));
    events.push(events::declared_at(unit, act, at, "MO-352"));
    if !step.free {
        events.extend(budget::pay(unit, ability.ap, &ability.name, "MO-352"));
    }
    events.extend(pay_power(unit, ability, cast.steps));
    Ok(Outcome::then(events, next.into()))
}

/// The given target, or a random one that is not targeted yet (MO-279).
fn by_chance(
    cast: &Cast<'_>,
    target: UnitId,
    known: &[UnitId],
    oracle: &mut Oracle<'_>,
) -> Result<(UnitId, Vec<Event>), Pause> {
    let open = || {
        let all = aim::targets(cast).into_iter().filter_map(|target| target.unit());
        all.filter(|id| !known.contains(id)).collect()
    };
    let (drawn, notes) = mind::by_chance(cast.position, cast.unit(), Some(target), open, oracle)?;
    Ok((drawn.unwrap_or(target), notes))
}

/// The creatures it is aimed at, or those in its area.
fn aimed(cast: &Cast<'_>, step: &CastStep) -> Vec<UnitId> {
    match cast.ability.aim {
        Aim::Own => vec![cast.unit().id()],
        Aim::Spot(_) => Vec::new(),
        Aim::One { .. } | Aim::Fallen { .. } => {
            step.targets.iter().filter_map(Target::unit).collect()
        }
        _ => affected(cast, step.targets.first().copied()),
    }
}

/// Chooses its targets. An upcast Ability asks for further targets one at a time (MO-354).
fn choose(cast: &Cast<'_>, step: &CastStep, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let mut whom = aimed(cast, step);
    let mut events = Vec::new();
    if let Aim::One { .. } = cast.ability.aim {
        let open = aim::targets(cast);
        while whom.len() < cast.most_targets() {
            let left = open.iter().filter_map(Target::unit);
            let left: Vec<UnitId> = left.filter(|id| !whom.contains(id)).collect();
            let Some(more) = further(cast, &left, oracle)? else { break };
            let (drawn, notes) = by_chance(cast, more, &whom, oracle)?;
            events.extend(notes);
            whom.push(drawn);
        }
    }
    Ok(Outcome::then(events, step.to(CastPhase::Dice { whom }).into()))
}

fn further(
    cast: &Cast<'_>,
    left: &[UnitId],
    oracle: &mut Oracle<'_>,
) -> Result<Option<UnitId>, Pause> {
    if left.is_empty() {
        return Ok(None);
    }
    let (state, unit) = (cast.position.ctx.state, cast.unit());
    let own = |id: &UnitId| !state.are_foes(unit.id(), *id);
    let choices = left.iter().map(|id| Choice {
        id: Key::new(&format!("unit_{}", id.0)),
        label: state.unit(*id).map_or_else(String::new, |u| u.identity.name.clone()),
        place: None,
        unit: Some(*id),
    });
    let mut choices: Vec<Choice> = choices.collect();
    choices.push(Choice::new("nobody", "No one else"));
    // Enemies for harmful Abilities, allies for helpful ones.
    let wanted = left.iter().position(|id| own(id) != cast.ability.is_harmful());
    let answer = oracle.ask(Prompt {
        kind: Key::of("target"),
        about: Key::default(),
        side: decider::of(state, unit),
        unit: Some(unit.id()),
        text: format!("{}: another target?", cast.ability.name),
        default: u16::try_from(wanted.unwrap_or(left.len())).unwrap_or_default(),
        choices,
        rule: RuleId::of("MO-354"),
    })?;
    Ok(left.get(usize::from(answer.0)).copied())
}

fn current<'a>(cast: &Cast<'a>, course: &CastCourse) -> Option<&'a Unit> {
    cast.position.ctx.unit(*course.whom.get(course.index)?)
}

fn next_target(step: &CastStep, course: &CastCourse) -> Step {
    let next = CastCourse { index: course.index + 1, ..course.clone() };
    step.to(CastPhase::Each(next)).into()
}

/// Resolves one target: its Defense Roll, damage and movement.
fn each(
    cast: &Cast<'_>,
    step: &CastStep,
    course: &CastCourse,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let Some(target) = current(cast, course) else {
        let end = CastPhase::End { thrown: course.thrown.clone() };
        return Ok(Outcome::then(Vec::new(), step.to(end).into()));
    };
    if !target.status.is_present()
        || (target.status == Status::Dead && !matches!(cast.ability.aim, Aim::Fallen { .. }))
    {
        return Ok(Outcome::then(Vec::new(), next_target(step, course)));
    }
    let mut events = Vec::new();
    let saved = resists(cast, step, target, &mut events, oracle)?;
    let half_damage = matches!(cast.ability.kind, Kind::Defense { half: true, .. });
    let blow = (!saved || half_damage).then(|| blow(cast, &course.thrown, saved)).flatten();
    let blow = match blow {
        Some(blow) => {
            let by = cast.unit().id();
            Some(choices::lowered(cast.position, by, target, blow, oracle)?)
        }
        None => None,
    };
    let harms = !saved && cast.ability.is_harmful();
    if blow.is_some() || harms {
        let binds = harms && disables(cast);
        let peril = Threat { name: &cast.ability.name, blow: blow.as_ref(), binds };
        let Saved { events: saves, undone, then } =
            cinematic::offer_against(cast.position, target, peril, oracle)?;
        events.extend(saves);
        if undone {
            let events = as_told(cast, target, events, false);
            return Ok(Outcome::after(events, then, Some(next_target(step, course))));
        }
    }
    if let Some(blow) = blow {
        let (act, by) = (&cast.ability.id, Some(cast.unit().id()));
        let content = cast.position.content;
        events.extend(health::strike(content, target, &blow, act, by, &["MO-228"]));
    }
    if saved {
        let events = as_told(cast, target, events, false);
        return Ok(Outcome::then(events, next_target(step, course)));
    }
    let lost = health::lost(&events, target.id());
    let effects = CastPhase::Effects { course: course.clone(), effect: 0, lost };
    let next = Step::from(step.to(effects));
    let (rolls, steps) = cast.touch().moves(target.id(), oracle)?;
    events.extend(rolls);
    let events = as_told(cast, target, events, !steps.is_empty());
    if steps.is_empty() {
        return Ok(Outcome::then(events, next));
    }
    Ok(Outcome::after(events, steps, Some(next)))
}

/// The events at one target, limited to the sides that learn of them. A creature unknown to the
/// user's side is found if it loses Vitality or is moved; otherwise only the sides that know of it
/// learn what happens to it (MO-431).
fn as_told(cast: &Cast<'_>, target: &Unit, mut events: Vec<Event>, moved: bool) -> Vec<Event> {
    let (ctx, user) = (cast.position.ctx, cast.unit());
    let side = decider::of(ctx.state, user);
    if hidden::is_known(ctx, side, target.id()) {
        return events;
    }
    if moved || health::lost(&events, target.id()) > 0 {
        events.extend(hidden::found(target, "MO-431"));
    } else {
        let witnesses = hidden::witnesses(ctx, target);
        events.iter_mut().for_each(|event| event.seen_by.clone_from(&witnesses));
    }
    events
}

/// True if the Ability leaves its target unable to act (MO-149).
fn disables(cast: &Cast<'_>) -> bool {
    let takes = |effect: &StatusEffect| {
        matches!(effect, StatusEffect::ObeysSource | StatusEffect::NoWeapons)
            || matches!(effect, StatusEffect::MaxAp(0))
    };
    cast.ability.effects.iter().any(|effect| match effect {
        Effect::Afflict { what, unless: None, .. } => {
            cast.position.content.status(*what).effects.iter().any(takes)
        }
        _ => false,
    })
}

/// True if Confusion chooses whom a harmful Ability meets (MO-279).
fn strikes_by_chance(cast: &Cast<'_>) -> bool {
    let confused = cast.numbers.has(|e| matches!(e, StatusEffect::StrikesByChance));
    confused && cast.ability.is_harmful()
}

/// Whether a target's Defense Roll succeeds. Its own side may let the effect happen (MO-217).
fn resists(
    cast: &Cast<'_>,
    step: &CastStep,
    target: &Unit,
    events: &mut Vec<Event>,
    oracle: &mut Oracle<'_>,
) -> Result<bool, Pause> {
    let Kind::Defense { stat, .. } = cast.ability.kind else { return Ok(false) };
    let user = cast.unit();
    let state = cast.position.ctx.state;
    let power = ("DR Power", cast.numbers.power());
    let from = area::origin(cast, step.targets.first().copied());
    let willing = !cast.ability.is_damaging() && !state.are_foes(user.id(), target.id());
    if willing {
        let text = format!("{}: accept {}?", target.identity.name, cast.ability.name);
        let side = decider::of(state, target);
        let agrees = side == decider::of(state, user) && !strikes_by_chance(cast);
        let prompt =
            Prompt::yes_no(defense::WILLING, side, Some(target.id()), text, agrees, "MO-217");
        if oracle.ask(prompt.about(Key::of(defense::WILLING)))? == Answer::YES {
            let (answer, rules) = ((defense::WILLING, "yes"), &["MO-217", "MO-258"]);
            events.push(events::chose(side, Some(target.id()), answer, rules));
            return Ok(false);
        }
    }
    let (degree, rolls) = match willing {
        true => defense::roll_unasked(cast.position, target, (stat, power), from, None, oracle)?,
        false => defense::roll(cast.position, target, stat, power, from, oracle)?,
    };
    events.extend(rolls);
    Ok(degree == Degree::Success)
}

/// The damage to one target, halved if its Defense Roll succeeds (MO-228).
fn blow(cast: &Cast<'_>, thrown: &[i32], saved: bool) -> Option<Blow> {
    let dice = damage(cast.ability, cast.steps, None);
    if dice.is_empty() {
        return None;
    }
    let parts = dice.iter().zip(thrown);
    let parts = parts.map(|(typed, n)| part(typed.dice.to_string(), *n, typed.of, saved));
    Some(Blow::plain(parts.collect()))
}

/// Damage of one type, halved or not.
pub(super) fn part(
    label: String,
    amount: i32,
    kind: super::super::data::DamageType,
    saved: bool,
) -> Part {
    let mut sum = Sum::new();
    sum.push(label, amount, "MO-352");
    if saved {
        sum.add("halved by Defense Roll", half(amount) - amount, "MO-228");
    }
    Part { kind, sum }
}

/// Damage and conditions that an area deals to objects in it, which fail every Defense Roll
/// (MO-218, MO-444).
fn things(cast: &Cast<'_>, aim: Option<Target>, thrown: &[i32]) -> Vec<Event> {
    let position = cast.position;
    let blow = blow(cast, thrown, false);
    let (act, by) = (&cast.ability.id, cast.unit().id());
    let mut events = Vec::new();
    for object in area::objects(cast, aim) {
        let harm = blow.iter().flat_map(|b| objects::suffer(position, object, b, act, by));
        let harm: Vec<Event> = harm.collect();
        let marks =
            if objects::breaks(&harm) { Vec::new() } else { cast.touch().on_object(object) };
        events.extend(harm.into_iter().chain(marks));
    }
    events
}

/// Effects on the board: the user moves, a summon appears, an area lingers.
fn end(cast: &Cast<'_>, step: &CastStep, thrown: &[i32]) -> Outcome {
    let aim = step.targets.first().copied();
    let at = step.targets.iter().find_map(Target::floor);
    let mut events = things(cast, aim, thrown);
    let Some(at) = at else { return Outcome::done(events) };
    let mut steps = Vec::new();
    for effect in &cast.ability.effects {
        match effect {
            Effect::Travel => {
                let unit = cast.unit().id();
                steps.push(Teleport { unit, to: at, by: None }.into());
            }
            Effect::Summon(role) => {
                events.extend(summon::call(cast.position, cast.unit(), role, at));
            }
            Effect::Linger(rounds) => events.extend(linger::begin(cast, aim, *rounds)),
            _ => {}
        }
    }
    Outcome::after(events, steps, None)
}
