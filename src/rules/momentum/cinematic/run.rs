//! Resolving a feat: cost, allies who join, checks and result (MO-137, MO-140, MO-143, MO-150 to
//! MO-155).

use crate::step::{Feat as FeatStep, FeatPhase, Outcome, Ran, Step};
use grid::UnitId;
use rules::Key;
use rules::command::Target;
use rules::event::{Degree, Event};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::state::{Posture, Unit};

use super::super::budget::{self, Budget};
use super::super::check;
use super::super::data::{CinematicFailure, Content, FeatEffect, Skill};
use super::super::decider;
use super::super::position::Position;
use super::price::{Kind, price};
use super::{Feat, JOIN, effect};

/// Runs a feat: pay, join, check one by one, then apply the result.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn run(position: Position<'_>, step: &FeatStep, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let feat = Feat::of(content, step.feat.as_ref().map(Key::as_str));
    let (Some(unit), Some(feat)) = (ctx.unit(step.unit), feat) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let (events, phase) = match step.phase.clone() {
        FeatPhase::Pay => return Ok(pay(content, unit, feat, step)),
        FeatPhase::Join { asked, part } => match next_ally(position, unit, &asked) {
            Some(ally) => join(position, (unit, ally), feat, (asked, part), oracle)?,
            None => return Ok(set_out(content, unit, feat, step, part)),
        },
        FeatPhase::Check { part, checked, fails, crits } => {
            let Some(who) = part.get(checked).and_then(|id| ctx.unit(*id)) else {
                let next = step.to(FeatPhase::Effect { part, fails, crits });
                return Ok(Outcome::then(Vec::new(), next));
            };
            let (degree, events) = check_one(position, unit, feat, step, who, oracle)?;
            let fails = fails.saturating_add(u32::from(!degree.succeeded()));
            let crits = crits.saturating_add(u32::from(degree == Degree::Critical));
            (events, FeatPhase::Check { part, checked: checked + 1, fails, crits })
        }
        FeatPhase::Effect { part, fails, crits } => {
            let makes_good = if step.together { crits } else { 0 };
            if fails > makes_good {
                return Ok(Outcome::done(failure(content, unit, feat)));
            }
            let targets: &[Target] = &step.targets;
            match feat.effect() {
                Some(FeatEffect::StrikeAndPin) => {
                    (Vec::new(), effect::strike(position, unit, (targets, &part), oracle)?)
                }
                Some(FeatEffect::Bribe(_)) => {
                    return effect::bribe(position, unit, feat, targets, oracle);
                }
                _ => return Ok(Outcome::done(effect::events(position, unit, feat, targets))),
            }
        }
        FeatPhase::Strike { whom, dice, amount } => {
            let Some((first, left)) = whom.split_first() else {
                return Ok(Outcome::done(Vec::new()));
            };
            let (events, saves) = match ctx.unit(*first) {
                Some(foe) => {
                    effect::strike_one(position, (unit, foe), feat, (dice, amount), oracle)?
                }
                None => (Vec::new(), Vec::new()),
            };
            let next = step.to(FeatPhase::Strike { whom: left.to_vec(), dice, amount });
            return Ok(Outcome::after(events, saves, Some(next)));
        }
    };
    Ok(Outcome::then(events, step.to(phase)))
}

impl FeatStep {
    /// The same feat in another phase.
    fn to(&self, phase: FeatPhase) -> Step {
        Self { phase, ..self.clone() }.into()
    }
}

/// The phase of the first check.
const fn first_check(part: Vec<UnitId>) -> FeatPhase {
    FeatPhase::Check { part, checked: 0, fails: 0, crits: 0 }
}

/// Declares and pays. The cost of a feat with others is known only once they have answered.
fn pay(content: &Content, unit: &Unit, feat: Feat<'_>, step: &FeatStep) -> Outcome {
    let units = step.targets.iter().filter_map(Target::unit);
    let (act, rules) = ((feat.act(), feat.name()), [feat.rule(), "MO-137"]);
    let mut events = vec![events::declared(unit, act, units.collect(), &rules)];
    let part = vec![unit.id()];
    if step.together {
        let join = FeatPhase::Join { asked: Vec::new(), part };
        return Outcome::then(events, step.to(join));
    }
    let Ok(price) = price(content, unit, Kind::Action) else { return Outcome::done(Vec::new()) };
    events.extend(price.pay(content, unit, feat.name()));
    Outcome::then(events, step.to(first_check(part)))
}

/// The next visible ally that could join and has not been asked (MO-150, MO-362).
fn next_ally<'a>(position: Position<'a>, unit: &Unit, asked: &[UnitId]) -> Option<&'a Unit> {
    let order = decider::by_initiative(position.ctx.state).into_iter();
    order.filter_map(|id| position.ctx.unit(id)).find(|ally| {
        ally.id() != unit.id()
            && ally.side() == unit.side()
            && !asked.contains(&ally.id())
            && position.sees(ally.id(), unit.id())
            && price(position.content, ally, Kind::Joiner).is_ok()
    })
}

/// Asks an ally whether it joins (MO-150, MO-151).
fn join(
    position: Position<'_>,
    (unit, ally): (&Unit, &Unit),
    feat: Feat<'_>,
    (mut asked, mut part): (Vec<UnitId>, Vec<UnitId>),
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<Event>, FeatPhase), Pause> {
    let Position { content, ctx } = position;
    let text = format!(
        "{} attempts {}. Join with {}?",
        unit.identity.name,
        feat.name(),
        ally.identity.name
    );
    let side = decider::of(ctx.state, ally);
    let prompt = Prompt::yes_no(JOIN, side, Some(ally.id()), text, false, "MO-150");
    let joins = oracle.ask(prompt.about(Key::of(JOIN)))? == Answer::YES;
    asked.push(ally.id());
    if !joins {
        return Ok((Vec::new(), FeatPhase::Join { asked, part }));
    }
    part.push(ally.id());
    let paid = price(content, ally, Kind::Joiner);
    let events = paid.map_or_else(|_| Vec::new(), |p| p.pay(content, ally, feat.name()));
    Ok((events, FeatPhase::Join { asked, part }))
}

/// All allies have answered: the starter pays its share. If no ally joins, it acts alone, at that
/// price and without advantage, or not at all (MO-150 to MO-152).
fn set_out(
    content: &Content,
    unit: &Unit,
    feat: Feat<'_>,
    step: &FeatStep,
    part: Vec<UnitId>,
) -> Outcome {
    let together = part.len() > 1;
    let kind = if together { Kind::Starter } else { Kind::Action };
    let next = FeatStep { together, ..step.clone() }.to(first_check(part));
    match price(content, unit, kind) {
        Ok(price) => Outcome::then(price.pay(content, unit, feat.name()), next),
        // In older states the starter paid before the others were asked.
        Err(_) if together => Outcome::then(Vec::new(), next),
        Err(refusal) => {
            let why = format!("no ally joins; alone it {}", refusal.text);
            Outcome::done(vec![events::cancelled(unit, &feat.act(), why, "MO-150")])
        }
    }
}

/// The check of one participant (MO-140, MO-152, MO-154).
fn check_one(
    position: Position<'_>,
    unit: &Unit,
    feat: Feat<'_>,
    step: &FeatStep,
    who: &Unit,
    oracle: &mut Oracle<'_>,
) -> Result<(Degree, Vec<Event>), Pause> {
    let skill = if who.id() == unit.id() {
        step.skill
    } else {
        let skills = feat.check(position, unit).map(|(skills, _)| skills).unwrap_or_default();
        check::best_skill(position, who, &skills).unwrap_or(Skill::Athletics)
    };
    let help = step.together.then_some(("together", "MO-152"));
    check::helped(position, who, skill, (feat.name(), step.number), help, oracle)
}

/// The consequences of a failed feat besides its cost (MO-143).
fn failure(content: &Content, unit: &Unit, feat: Feat<'_>) -> Vec<Event> {
    let text = format!("{} fails", feat.name());
    let mut events = vec![events::note(unit, text, "MO-143")];
    match content.rules.cinematic_failure {
        CinematicFailure::Nothing => {}
        CinematicFailure::ProneSelf => {
            events.push(events::stance(unit, Posture::Prone, "MO-143"));
        }
        CinematicFailure::LoseFreeMove => {
            let budget = Budget::of(content, unit);
            let metres = budget.map_or(0, |b| b.metres());
            events.push(budget::moved(unit, metres));
        }
    }
    events
}
