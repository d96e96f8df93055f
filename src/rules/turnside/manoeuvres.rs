//! Carrying out Grapple, Shove, breaking free and letting go (TU-129 to TU-140, TU-325, TU-330,
//! TU-331, TU-358).

use std::slice;

use grid::Diagonals;
use rules::Key;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::roll::Winner;
use rules::ruleset::Ctx;
use rules::state::{Posture, Unit};

use super::ailments::{self, Strain};
use super::data::{Content, Mark, Skill};
use super::holds::{free, held_by, hold};
use super::numbers::{MANOEUVRE, Numbers};
use super::reactions::{self, Threat};
use super::skills;
use super::step::{Grip, Manoeuvre, Outcome, Pushed, Release, Step, Wrestle};
use super::wrestling;

/// The subject of standing orders about a defender's skill.
pub const RESIST: &str = "resist";

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
    let Some((actor, target)) = numbers.filter(|(actor, _)| actor.can_act()) else {
        return over();
    };
    let next = |grip| Wrestle { grip, ..step.clone() }.into();
    let breaks = step.what == Manoeuvre::BreakFree;
    match step.grip {
        Grip::Declare => {
            let name = step.what.name();
            let act = (Key::of(step.what.id()), name);
            let rule = step.what.rule();
            let mut all = vec![events::declared(actor.unit, act, vec![step.target], rule)];
            if !step.prepared {
                all.extend(skills::pay(&actor, MANOEUVRE, Key::of(step.what.id()), step.split));
            }
            if breaks {
                return Ok(Outcome::then(all, next(Grip::Resist)));
            }
            let shoves = step.what == Manoeuvre::Shove;
            let strain = if shoves { Strain::Shove } else { Strain::Grapple };
            all.extend(ailments::reopened(&actor, strain, name));
            Ok(Outcome::then(all, next(Grip::React)))
        }
        Grip::React => {
            let threat = Threat {
                actor: actor.unit,
                target,
                aimed_at: step.target,
                roll: None,
                single: false,
                cast: false,
            };
            let asked = (slice::from_ref(&threat), step.answered);
            let Some(reaction) = reactions::offer(content, ctx, asked, oracle)? else {
                let foes = ctx.state.are_foes(step.unit, step.target);
                let shown = foes.then(|| ailments::revealed(content, actor.unit));
                let shown = shown.unwrap_or_default();
                return Ok(Outcome::then(shown, next(Grip::Resist)));
            };
            let again = Wrestle { answered: Some(reaction.by), ..step.clone() };
            Ok(Outcome::after(reaction.events, reaction.then, Some(again.into())))
        }
        // A target that has got away is not affected (TU-195).
        _ if !breaks && wrestling::check_beside(ctx, actor.unit, step.target).is_err() => over(),
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
            let settle = skills::settled(content, step.what);
            let (winner, mut all) = skills::oppose(settle, sides.0, sides.1, rule, oracle)?;
            match winner {
                Winner::Active => {}
                Winner::Passive => return Ok(Outcome::done(all)),
                Winner::Again => return Ok(Outcome::then(all, step.clone().into())),
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

/// The skill that the defender uses to resist a grapple (TU-130).
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
        rule: rules::RuleId::of("TU-130"),
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
        rule: rules::RuleId::of("TU-137"),
    })?;
    if answer.0 == 0 {
        return down();
    }
    let metres = answer.0.min(most);
    let pushed = Pushed { unit: unit.id(), from: actor.unit.id(), metres, burnt: false };
    Ok(Outcome::after(Vec::new(), vec![pushed.into()], None))
}

/// Ends a hold.
pub fn release(ctx: Ctx<'_>, step: &Release) -> Outcome {
    let units = ctx.unit(step.unit).zip(ctx.unit(step.held));
    let freed = units.map(|(holder, held)| free(holder, held, "the hold is over"));
    Outcome::done(freed.unwrap_or_default())
}

/// Holds that have ended: either unit is out of reach or gone, or the holder can no longer hold
/// (TU-134, TU-330, TU-358).
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let mut ended = Vec::new();
    for unit in &ctx.state.units {
        let Some(held) = held_by(unit) else { continue };
        let apart = ctx.field.distance(unit.id(), held, Diagonals::One);
        let reach = apart.is_some_and(|metres| metres <= 1);
        let stunned = Numbers::of(content, unit).is_none_or(|n| n.has_mark(Mark::Helpless));
        let there = ctx.unit(held).is_some_and(|other| {
            !matches!(other.status, rules::state::Status::Dead | rules::state::Status::Gone)
        });
        if !reach || stunned || !there || !unit.is_active() {
            ended.push(Release { unit: unit.id(), held }.into());
        }
    }
    ended
}
