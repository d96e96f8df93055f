//! Whether a command other than a ruling is allowed: first the checks for every ruleset, then the
//! ruleset itself.

use std::borrow::Cow;

use grid::UnitId;

use super::Key;
use super::command::Command;
use super::ctx::Ctx;
use super::parameter::{self, Values};
use super::refusal::Refusal;
use super::ruleset::{Plan, Ruleset};
use super::standing_orders;
use super::target::Target;

/// Checks whether a command is allowed now; returns the steps it leads to. Refuses rulings, which
/// the referee checks.
///
/// # Errors
/// Why it is not allowed.
pub(super) fn command(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    command: &Command,
) -> Result<Plan, Refusal> {
    let state = ctx.state;
    command.check_bounds()?;
    if matches!(command, Command::Ruling(_)) {
        return Err(Refusal::new("ruling", "a ruling is not an act", "HG-9"));
    }
    let answering = matches!(command, Command::Answer(_));
    // Only the aftermath can still ask questions.
    if state.scene.verdict.is_some() && !(answering && state.queue.waiting.is_some()) {
        return Err(Refusal::new("over", "the battle is over", "HG-1"));
    }
    match (&state.queue.waiting, answering) {
        // The side that is asked may settle later questions of the same kind.
        (Some(prompt), false) if command.is_order_of(prompt.side) => {}
        (Some(prompt), false) => {
            // The question itself is visible only to the side that is asked.
            let side = state.scene.sides.get(usize::from(prompt.side.0));
            let name = side.map_or_else(String::new, |s| s.name.clone());
            let text = format!("{name} must answer a question first");
            return Err(Refusal::new("asked", text, "HG-2"));
        }
        (None, true) => {
            return Err(Refusal::new("not_asked", "there is no question to answer", "HG-2"));
        }
        (Some(prompt), true) => {
            let Command::Answer(answer) = command else {
                return Ok(Plan { steps: Vec::new(), warnings: Vec::new() });
            };
            if usize::from(answer.0) >= prompt.choices.len() {
                let n = prompt.choices.len();
                let text = format!("there is no choice {} among {n}", answer.0);
                return Err(Refusal::new("no_such_choice", text, "HG-2"));
            }
            return Ok(Plan { steps: Vec::new(), warnings: Vec::new() });
        }
        (None, false) => {}
    }
    let command = &*current(rules, command);
    if let Command::Policy { side, about, .. } = command {
        standing_orders::check(rules, ctx, *side, about)?;
        return Ok(Plan { steps: Vec::new(), warnings: Vec::new() });
    }
    let unit = command.unit().unwrap_or_default();
    let Some(actor) = state.unit(unit) else {
        let text = format!("there is no combatant {unit}");
        return Err(Refusal::new("no_such_unit", text, "HG-3"));
    };
    if !state.scene.clock.active.contains(&unit) {
        let text = format!("it is not {}'s turn", actor.identity.name);
        return Err(Refusal::new("not_your_turn", text, "HG-3"));
    }
    match command {
        Command::Face { .. } if !rules.describe().facing => {
            let text = "these rules do not use facing";
            return Err(Refusal::new("no_facing", text, "HG-11"));
        }
        Command::Face { facing, .. } if actor.placement.facing == *facing => {
            let text = format!("{} already faces {}", actor.identity.name, facing.word());
            return Err(Refusal::new("faces_there", text, "HG-11"));
        }
        Command::Act { act, targets, with, .. } => {
            check_declared(rules, ctx, command, (unit, act, targets, with))?
        }
        _ => {}
    }
    rules.check(ctx, command)
}

/// The command with the current name of its act. Values set by the command take precedence over
/// those implied by an old name.
fn current<'a>(rules: &dyn Ruleset, command: &'a Command) -> Cow<'a, Command> {
    let Command::Act { unit, act, targets, choice, with } = command else {
        return Cow::Borrowed(command);
    };
    let Some((act, named)) = rules.named(act) else { return Cow::Borrowed(command) };
    Cow::Owned(Command::Act {
        unit: *unit,
        act,
        targets: targets.clone(),
        choice: choice.clone(),
        with: with.clone().or(named),
    })
}

/// Checks a command's parameters, directions and body parts against the declarations of the act's
/// offer.
fn check_declared(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    command: &Command,
    (unit, act, targets, with): (UnitId, &Key, &[Target], &Values),
) -> Result<(), Refusal> {
    let declared = |target: &Target| matches!(target, Target::Direction(_) | Target::Part(..));
    let aims = targets.iter().any(declared);
    if with.is_empty() && !aims {
        return Ok(());
    }
    let Some(offer) = rules.offer(ctx, unit, act, with) else {
        // The ruleset may give a better reason.
        let text = || format!("`{act}` is not available now");
        let unavailable = || Refusal::new("no_such_act", text(), "HG-10");
        return Err(rules.check(ctx, command).err().unwrap_or_else(unavailable));
    };
    parameter::check(&offer.parameters, with)?;
    if aims { offer.aim.check(targets) } else { Ok(()) }
}
