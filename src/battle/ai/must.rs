//! What precedes any choice: acts that the rules require, acts begun earlier, getting up.

use grid::UnitId;
use rules::command::Target;
use rules::engine;
use rules::ruleset::{Aim, Ctx, Ruleset};
use rules::state::{Posture, State};
use rules::{Command, Values, odds};

use super::acts::{self, OUTCOME_STEPS};
use super::view::View;

/// The act required before the turn may end, if the rules require one (PR-463). Acts on oneself
/// come first, then those on foes.
pub fn due(rules: &dyn Ruleset, ctx: Ctx<'_>, unit: UnitId) -> Option<Command> {
    let end = Command::EndTurn { unit };
    if engine::check_in(rules, ctx, &end).is_ok() {
        return None;
    }
    let mut uses: Vec<(u8, Command)> = Vec::new();
    for offer in rules.offers(ctx, unit).into_iter().filter(|offer| offer.refused.is_none()) {
        if offer.aim == Aim::Own {
            uses.push((0, acts::act(unit, offer.act.clone(), Vec::new())));
            continue;
        }
        for target in rules.targets(ctx, unit, &offer.act, &Values::none()) {
            let foe = matches!(target, Target::Unit(id) if ctx.state.are_foes(unit, id));
            let order = if foe { 1 } else { 2 };
            uses.push((order, acts::act(unit, offer.act.clone(), vec![target])));
        }
    }
    uses.sort_by_key(|(order, _)| *order);
    let done = |state: &State| {
        let (clock, waiting) = (&state.scene.clock, &state.queue.waiting);
        !clock.active.contains(&unit)
            || waiting.is_some()
            || engine::check(rules, state, &end).is_ok()
    };
    let ends = |command: &Command| {
        let courses = odds::sample(rules, ctx.state, command, OUTCOME_STEPS);
        courses.is_ok_and(|all| all.iter().all(|course| done(&course.state)))
    };
    let mut uses = uses.into_iter().map(|(_, command)| command);
    uses.find(|command| engine::check_in(rules, ctx, command).is_ok() && ends(command))
}

/// The command that continues an act begun in an earlier turn, if it is still worth doing.
pub fn go_on(view: &View<'_>) -> Option<Command> {
    let begun = view.me.undertakings.0.iter().map(|begun| Command::Act {
        unit: view.me.id(),
        act: begun.act.clone(),
        targets: begun.targets.clone(),
        choice: begun.choice.clone(),
        with: Values::none(),
    });
    begun
        .filter(|command| view.allows(command))
        .find(|c| acts::value(view, c) >= view.tuning.acts.least)
}

/// A command that gets a prone unit up.
pub fn stand_up(view: &View<'_>) -> Option<Command> {
    let (rules, id) = (view.rules, view.me.id());
    let own = rules.offers(view.ctx, id).into_iter();
    own.filter(|offer| offer.aim == Aim::Own && offer.refused.is_none())
        .map(|offer| acts::act(id, offer.act, Vec::new()))
        .find(|command| {
            let courses =
                odds::sample(rules, view.ctx.state, command, OUTCOME_STEPS).unwrap_or_default();
            let stands = |state: &State| {
                state.unit(id).is_some_and(|u| u.placement.posture == Posture::Standing)
            };
            courses.iter().any(|course| stands(&course.state))
        })
}
