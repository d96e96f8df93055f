//! What commands lead to.

use crate::rules::command::{Command, Refusal, Target};
use crate::rules::ruleset::{Ctx, Warning};
use crate::rules::state::{Posture, Unit};
use crate::rules::{Key, RuleId, fog};

use super::abilities;
use super::budget::Budget;
use super::data::{Content, Timing};
use super::free;
use super::position::Position;
use super::posture;
use super::repertoire;
use super::step::{
    ChangePosture, Down, Free, FreeAct, Plan, Prepare, Step, TurnEnd, TurnEnds, Walk,
};
use super::walk;

/// The steps that a command leads to.
///
/// # Errors
/// Why it is not allowed.
pub fn plan(content: &Content, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal> {
    let unknown = || Refusal::new("no_such_unit", "there is no such combatant", "HG-3");
    match command {
        Command::Move { unit, path, manner } => {
            let actor = ctx.unit(*unit).ok_or_else(unknown)?;
            let down = Down::of(manner);
            let state = fog::as_seen(ctx, actor.side(), |ctx| {
                walk::check(content, ctx, actor, path, down)
            })?;
            let (unit, path) = (*unit, path.clone());
            let crawls = actor.placement.posture == Posture::Prone;
            let walk = Walk { unit, path, down, crawls, grant: None, last: None };
            Ok(one(walk, state.running && !Budget::of(&actor.turn).is_running()))
        }
        Command::Act { unit, act, targets, .. } => {
            let actor = ctx.unit(*unit).ok_or_else(unknown)?;
            deed(Position { content, ctx }, actor, act, targets)
        }
        Command::Hold { .. } => Err(Refusal::new(
            "no_holding",
            "a turn cannot be put off; prepare an action instead",
            "PR-35",
        )),
        Command::EndTurn { unit } => Ok(one(TurnEnd { unit: *unit, why: TurnEnds::Done }, false)),
        Command::Face { .. } | Command::Answer(_) | Command::Policy { .. } | Command::Ruling(_) => {
            Err(Refusal::new("not_asked", "nobody is asked at the moment", "HG-2"))
        }
    }
}

/// A plan of one step, and whether it makes the turn a run.
fn one(step: impl Into<Step>, runs: bool) -> Plan {
    let text = "This makes it a run: no actions this turn.";
    let warning = Warning { text: text.into(), rule: RuleId::of("PR-62") };
    Plan { steps: vec![step.into()], warnings: runs.then_some(warning).into_iter().collect() }
}

/// The steps of an act.
fn deed(
    position: Position<'_>,
    actor: &Unit,
    act: &Key,
    targets: &[Target],
) -> Result<Plan, Refusal> {
    let unit = actor.id();
    if let Some(to) = posture::of(act) {
        posture::check(position, actor, to)?;
        return Ok(one(ChangePosture { unit, to }, posture::begins_run(position, actor, to)));
    }
    if let Some(act) = FreeAct::of(act) {
        free::check(position, actor, act)?;
        return Ok(one(Free { unit, act }, false));
    }
    let Some(ability) = repertoire::find(position.content, actor, act.as_str()) else {
        let text = format!("{} has no ability `{act}`", actor.identity.name);
        return Err(Refusal::new("no_such_act", text, "PR-324"));
    };
    abilities::check_use(position, actor, &ability)?;
    if ability.timing == Timing::Prepared {
        let setting = abilities::check_setting(position, actor, &ability, targets)?;
        return Ok(one(Prepare { unit, ability: ability.id.clone(), setting }, false));
    }
    let targets = abilities::check_aim(position, actor, &ability, targets)?;
    let runs = abilities::begins_run(position, actor, &ability, &targets);
    let wrong = || Refusal::new("wrong_target", "it is not aimed like that", "PR-139");
    let step = abilities::step(unit, &ability, targets).ok_or_else(wrong)?;
    let mut plan = one(step, runs);
    if ability.timing == Timing::FullTurn {
        // A full-turn action is the whole turn (PR-63).
        plan.steps.push(TurnEnd { unit, why: TurnEnds::Done }.into());
    }
    Ok(plan)
}
