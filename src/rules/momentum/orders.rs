//! The steps that commands lead to (MO-32, MO-54, MO-84).

use grid::UnitId;
use rules::command::{Command, Refusal};
use rules::kit::acts::Use;
use rules::ruleset::Ctx;
use rules::state::Posture;

use super::data::Content;
use super::step::{Descent, HoldTurn, LeanBack, Plan, Step, TurnEnd, Walk};
use super::{acts, clock, hidden, instinct, lean, mind, summon, walk};

/// Checks a command and plans its steps.
///
/// # Errors
/// The reason why it is not allowed.
pub fn plan(content: &Content, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal> {
    let actor = |id: UnitId| {
        let unknown = || Refusal::new("no_such_unit", "there is no such combatant", "HG-3");
        ctx.unit(id).ok_or_else(unknown)
    };
    if let Some(unit) = command.unit().and_then(|id| ctx.unit(id)) {
        summon::check_control(content, ctx.state, unit)?;
    }
    let plan = |steps: Vec<Step>| Plan { steps, warnings: Vec::new() };
    match command {
        Command::Move { unit, path, manner } => {
            let unit = actor(*unit)?;
            let strides = walk::check(content, ctx, unit, path, manner.as_str())?;
            mind::check_way(content, ctx, unit, path)?;
            let mut plan = plan(Vec::new());
            if lean::ends_with_action(content, unit) {
                plan.steps.push(LeanBack { unit: unit.id() }.into());
            }
            walk::buy(unit, strides, &mut plan);
            plan.warnings.extend(walk::warnings(content, ctx, unit, path, manner.as_str()));
            let walk = Walk {
                descent: Descent::from_name(manner.as_str()),
                unknown: hidden::unknown(ctx, unit.side()),
                crawls: unit.placement.posture == Posture::Prone,
                ..Walk::new(unit.id(), path.clone())
            };
            plan.steps.push(walk.into());
            Ok(plan)
        }
        Command::Act { unit, act, targets, choice, with } => {
            let how = Use { targets, choice, with };
            acts::check(content, ctx, (actor(*unit)?, act), how)
        }
        Command::Hold { unit } => {
            clock::check_hold(ctx, *unit)?;
            Ok(plan(vec![HoldTurn { unit: *unit }.into()]))
        }
        Command::EndTurn { unit } => {
            let mut plan = plan(Vec::new());
            // Enraged units first move closer to the nearest enemy (MO-276).
            if let Some(unit) = ctx.unit(*unit).filter(|u| mind::is_drawn(content, ctx, u)) {
                plan.steps = instinct::approach(content, ctx, unit, walk::Far::Ordinary);
            }
            plan.steps.push(TurnEnd::new(*unit).into());
            Ok(plan)
        }
        Command::Answer(_) => {
            Err(Refusal::new("not_asked", "there is no question to answer", "HG-2"))
        }
        // The engine handles these before it calls the ruleset.
        Command::Face { .. } | Command::Policy { .. } | Command::Ruling(_) => {
            Err(Refusal::new("not_asked", "that is not an act of a combatant", "HG-2"))
        }
    }
}
