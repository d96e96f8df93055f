//! Grapple, Shove, breaking free and letting go, in play (TU-129 to TU-140, TU-325, TU-330, TU-331,
//! TU-358).

use crate::grid::{Diagonals, UnitId};
use crate::rules::Key;
use crate::rules::event::Event;
use crate::rules::kit::events;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::prompt::{Choice, Prompt};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Condition, Expiry, Link, Posture, Unit};

use super::ailments;
use super::data::{Content, Mark, Skill};
use super::numbers::{MANOEUVRE, Numbers};
use super::skills;
use super::step::{Grip, Manoeuvre, Outcome, Pushed, Release, Step, Wrestle};

/// The link from a holder to the one it holds.
pub const HOLD: &str = "hold";
/// The condition of the held.
pub const GRAPPLED: &str = "grappled";
/// The condition that comes with it (TU-131).
const RESTRAINED: &str = "restrained";
/// The subject of standing orders about the skill of a defender.
pub const RESIST: &str = "resist";

/// The one that a combatant holds.
pub fn held_by(unit: &Unit) -> Option<UnitId> {
    unit.links.0.iter().find(|link| link.kind == *HOLD).map(|link| link.to)
}

/// The one that holds a combatant.
pub fn holder_of<'a>(ctx: Ctx<'a>, unit: &Unit) -> Option<&'a Unit> {
    ctx.state.units.iter().find(|other| held_by(other) == Some(unit.id()))
}

/// Runs one stage of a manoeuvre.
///
/// # Errors
/// [`Pause`] while dice or a decision are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Wrestle,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let over = || Ok(Outcome::done(Vec::new()));
    let units = ctx.unit(step.unit).zip(ctx.unit(step.target));
    let numbers = units.and_then(|(a, b)| Numbers::of(content, a).zip(Numbers::of(content, b)));
    let Some((actor, target)) = numbers else { return over() };
    let next = |grip| Wrestle { grip, ..step.clone() }.into();
    match step.grip {
        Grip::Declare => {
            let name = step.what.name();
            let act = (Key::of(step.what.id()), name);
            let rule = step.what.rule();
            let mut all = vec![events::declared(actor.unit, act, vec![step.target], rule)];
            if !step.prepared {
                all.extend(skills::pay(&actor, MANOEUVRE, Key::of(step.what.id()), step.split));
            }
            all.extend(ailments::reopened(actor.unit, name));
            Ok(Outcome::then(all, next(Grip::Resist)))
        }
        Grip::Resist => {
            let theirs = match step.what {
                Manoeuvre::Grapple => resist(ctx, &target, actor.unit, oracle)?,
                Manoeuvre::Shove | Manoeuvre::BreakFree => Skill::Athletics,
            };
            Ok(Outcome::then(Vec::new(), next(Grip::Roll { theirs })))
        }
        Grip::Roll { theirs } => {
            let own = match step.what {
                Manoeuvre::BreakFree => actor.best_grip(),
                Manoeuvre::Grapple | Manoeuvre::Shove => Skill::Athletics,
            };
            let (active, passive) = (actor.contest(own), target.contest(theirs));
            let rule = step.what.rule();
            let sides = ((actor.unit, &active), (target.unit, &passive));
            let (wins, mut all) = skills::oppose(sides.0, sides.1, rule, oracle)?;
            if !wins {
                return Ok(Outcome::done(all));
            }
            match step.what {
                Manoeuvre::Grapple => all.extend(hold(actor.unit, target.unit)),
                Manoeuvre::BreakFree => all.extend(free(target.unit, actor.unit, "it breaks free")),
                Manoeuvre::Shove => return Ok(Outcome::then(all, next(Grip::Push))),
            }
            Ok(Outcome::done(all))
        }
        Grip::Push => shoved(ctx, (&actor, &target), oracle),
    }
}

/// The skill with which the defender resists a grapple (TU-130).
fn resist(
    ctx: Ctx<'_>,
    target: &Numbers<'_>,
    actor: &Unit,
    oracle: &mut Oracle<'_>,
) -> Result<Skill, Pause> {
    let best = target.best_grip();
    // A unit that cannot act does not choose.
    if !target.unit.is_active() || target.skill(Skill::Athletics) == target.skill(Skill::Acrobatics)
    {
        return Ok(best);
    }
    let unit = target.unit;
    let side = ctx.state.commander(unit.id()).unwrap_or(unit.side());
    let choice =
        |skill: Skill| Choice::new(skill.id(), format!("{} {}", skill.name(), target.skill(skill)));
    let answer = oracle.ask(Prompt {
        kind: Key::of(RESIST),
        side,
        unit: Some(unit.id()),
        about: Key::of(RESIST),
        text: format!("{} grapples {}. Resist with?", actor.identity.name, unit.identity.name),
        choices: vec![choice(Skill::Athletics), choice(Skill::Acrobatics)],
        default: u16::from(best == Skill::Acrobatics),
        rule: crate::rules::RuleId::of("TU-130"),
    })?;
    Ok(if answer.0 == 0 { Skill::Athletics } else { Skill::Acrobatics })
}

/// The shover chooses between Prone and a push up to its STR in metres (TU-137, TU-138).
fn shoved(
    ctx: Ctx<'_>,
    (actor, target): (&Numbers<'_>, &Numbers<'_>),
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let (unit, strength) = (target.unit, actor.sheet.str.value());
    let down = || Ok(Outcome::done(vec![events::stance(unit, Posture::Prone, "TU-137")]));
    let most = u16::try_from(strength).unwrap_or_default();
    if most == 0 {
        return down();
    }
    let push = |metres: u16| Choice {
        id: Key::new(&format!("push_{metres}")),
        ..Choice::new("push", format!("Push {metres} m"))
    };
    let choices = [Choice::new("prone", "Prone")].into_iter().chain((1..=most).map(push));
    let side = ctx.state.commander(actor.unit.id()).unwrap_or(actor.unit.side());
    let answer = oracle.ask(Prompt {
        kind: Key::of("shove"),
        side,
        unit: Some(actor.unit.id()),
        about: Key::default(),
        text: format!("{} gives way. Prone, or pushed how far?", unit.identity.name),
        choices: choices.collect(),
        default: 0,
        rule: crate::rules::RuleId::of("TU-137"),
    })?;
    if answer.0 == 0 {
        return down();
    }
    let metres = answer.0.min(most);
    let pushed = Pushed { unit: unit.id(), from: actor.unit.id(), metres };
    Ok(Outcome::after(Vec::new(), vec![pushed.into()], None))
}

/// The hold begins (TU-131).
fn hold(holder: &Unit, held: &Unit) -> Vec<Event> {
    let lasts = || Expiry::Until(Key::of(HOLD));
    let by = Some(holder.id());
    let link = Link { kind: Key::of(HOLD), to: held.id(), data: 0 };
    let mut all = vec![events::linked(holder, link, "TU-131")];
    for id in [GRAPPLED, RESTRAINED] {
        let condition = Condition::new(Key::of(id), 0, by, lasts());
        all.push(events::afflicted(held, condition, None, "TU-131"));
    }
    all
}

/// The hold ends.
pub fn free(holder: &Unit, held: &Unit, why: &str) -> Vec<Event> {
    let links = holder.links.0.iter().filter(|link| link.kind == *HOLD && link.to == held.id());
    let mut all: Vec<Event> = links.map(|l| events::unlinked(holder, l, "TU-134")).collect();
    let by = |c: &&Condition| {
        [GRAPPLED, RESTRAINED].iter().any(|id| c.id == **id) && c.source == Some(holder.id())
    };
    let own = held.conditions.0.iter().filter(by);
    all.extend(own.map(|c| events::relieved_of(held, c, why, "TU-134")));
    all
}

/// Ends a hold.
pub fn release(ctx: Ctx<'_>, step: &Release) -> Outcome {
    let units = ctx.unit(step.unit).zip(ctx.unit(step.held));
    let freed = units.map(|(holder, held)| free(holder, held, "the hold is over"));
    Outcome::done(freed.unwrap_or_default())
}

/// Holds that have ended: either is out of reach or gone, or the holder can no longer hold (TU-134,
/// TU-330, TU-358).
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let mut ended = Vec::new();
    for unit in &ctx.state.units {
        let Some(held) = held_by(unit) else { continue };
        let apart = ctx.field.distance(unit.id(), held, Diagonals::One);
        let reach = apart.is_some_and(|metres| metres <= 1);
        let stunned = Numbers::of(content, unit).is_none_or(|n| n.has_mark(Mark::Helpless));
        let there = ctx.unit(held).is_some_and(|other| {
            !matches!(
                other.status,
                crate::rules::state::Status::Dead | crate::rules::state::Status::Gone
            )
        });
        if !reach || stunned || !there || !unit.is_active() {
            ended.push(Release { unit: unit.id(), held }.into());
        }
    }
    ended
}
