//! Passes input to the interaction's state machine, and carries out what follows from it.

use bevy::ecs::prelude::*;

use battle::{self, BattleState, CurrentStatus, EventLog, Order};
use grid::UnitId;
use rules::engine;
use rules::fog;
use rules::{Command, Event, EventKind};

use crate::available_actions;
use crate::board::Show;
use crate::hud::RecapModel;
use crate::intent::{Guide, Intent, Panel};
use crate::interaction::{Effect, Input, Mode};
use crate::learn;
use crate::names::Names;
use crate::notice::Notice;
use crate::notices::{change, mark_stale, notify};
use crate::pages::{Pause, set_pause};
use crate::panels::Panels;
use crate::seating::Seats;
use crate::selection::Selection;

/// Passes input to the state machine and carries out the result.
pub(super) fn give(world: &mut World, input: Input) {
    let hover = input.is_hover();
    mark_stale(world);
    if !hover {
        notify(world, None);
        // A player who acts has seen whose turn it is.
        change(world, |panels: &mut Panels| panels.banner = None);
    }
    let mode = world.get_resource::<Selection>().map(|selection| &selection.hand.mode);
    let recapped = world.get_resource::<Panels>().zip(mode);
    let recapped = recapped.and_then(|(panels, mode)| panels.for_recap(&input, mode));
    if let Some(Intent::Panel(Panel::Recap(step))) = recapped {
        return recap(world, step);
    }
    if learn::goes_on(world, &input) {
        return learn::carry_out(world, Guide::Next);
    }
    let Some(mut selection) = world.get_resource_mut::<Selection>() else { return };
    let selection = &mut *selection;
    let effects = selection.hand.handle(input, &selection.options);
    for effect in effects {
        match effect {
            Effect::Order(command) => {
                world.write_message(Order(command));
            }
            Effect::Explain(command) => explain(world, &command),
            Effect::Notice(text) => notify(world, Some(Notice::told(text))),
            Effect::Centre(unit) => centre(world, unit),
            Effect::TakeSeat => take_seat(world),
            Effect::Pause => set_pause(world, Pause::Paused),
        }
    }
}

/// Centres the view on a unit, unless its position is secret. A target is shown together with the
/// unit that aims at it.
fn centre(world: &mut World, unit: UnitId) {
    let Some(selection) = world.get_resource::<Selection>() else { return };
    if !selection.shows(unit) {
        return;
    }
    let aims = matches!(selection.hand.mode, Mode::Aiming { .. });
    let actor = selection.options.actor.filter(|actor| aims && *actor != unit);
    world.write_message(actor.map_or(Show::Unit(unit), |actor| Show::Both(actor, unit)));
}

/// Shows a step of the recap, or closes the panel.
pub(super) fn recap(world: &mut World, step: Option<usize>) {
    let mut about = None;
    change(world, |panels: &mut Panels| match (step, &mut panels.recap) {
        (Some(step), Some(recap)) => {
            recap.at = step;
            about = recap.about();
        }
        _ => panels.recap = None,
    });
    if let Some(unit) = about {
        centre(world, unit);
    }
}

/// Tells the player why the rules refuse a command.
fn explain(world: &mut World, command: &Command) {
    let rules = world.get_resource::<battle::Rules>().map(|r| r.0.clone());
    let state = world.get_resource::<BattleState>().map(|s| s.0.clone());
    let (Some(rules), Some(state)) = (rules, state) else { return };
    let text = match engine::check(&*rules, &state, command) {
        Err(refusal) => refusal.to_string(),
        // The target list was narrower than the rules: the command is allowed after all, and
        // previewed like any other.
        Ok(_) => {
            let Command::Act { targets, .. } = command else { return };
            let last = targets.last().copied();
            change(world, |selection: &mut Selection| {
                if let Mode::Aiming { target, .. } = &mut selection.hand.mode {
                    *target = last;
                }
            });
            mark_stale(world);
            return;
        }
    };
    notify(world, Some(Notice::refusal(text)));
}

fn take_seat(world: &mut World) {
    let state = world.get_resource::<BattleState>().map(|s| s.0.clone());
    let rest = world.get_resource::<CurrentStatus>().and_then(|s| s.0.clone());
    let (Some(state), Some(rest)) = (state, rest) else { return };
    let Some(side) = available_actions::side_to_decide(&rest, &state) else { return };
    let events = world.get_resource::<EventLog>().map(|c| c.0.clone()).unwrap_or_default();
    let names = world.get_resource::<Names>().cloned().unwrap_or_default();
    let mut since = None;
    change(world, |seats: &mut Seats| {
        if let Some(before) = seats.seating.seated() {
            seats.left.insert(before, events.len());
        }
        since = seats.left.get(&side).copied();
        seats.seating.sit(side);
    });
    let rules = world.get_resource::<battle::Rules>().map(|rules| rules.0.clone());
    // A player who sits down for the first time is told about the earlier turns of others.
    let first = || events.iter().position(|e| matches!(e.what, EventKind::TurnBegan { .. }));
    let recap = since.or_else(first).zip(rules).map(|(since, rules)| {
        let unseen = available_actions::unseen(&*rules, &state, Some(side));
        let blank = rules.describe().blank_turns;
        let told = |event| fog::as_told(event, Some(side), |id| unseen.contains(&id), blank);
        let fresh = events.get(since..).unwrap_or_default();
        let seen: Vec<Event> = fresh.iter().filter_map(told).collect();
        let own = |id| state.unit(id).is_some_and(|unit| unit.side() == side);
        RecapModel::of(&seen, &names, own)
    });
    // If there is nothing to tell, a line is enough: a panel would cover the board.
    let (told, empty) = match recap {
        Some(recap) if recap.steps.is_empty() => (None, since.is_some()),
        recap => (recap, false),
    };
    change(world, |panels: &mut Panels| panels.recap = told);
    if empty {
        notify(world, Some(Notice::told("Your side saw nothing since your last turn.")));
    }
}
