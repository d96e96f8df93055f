//! The first half of an order: the rules resolve it on a copy of the state.

use bevy::ecs::prelude::*;

use rules::engine::{self, CommandError};
use rules::oracle::Play;
use rules::state::State;
use rules::{Command, Refusal};

use super::resources::{BattleState, Inbox, Order, Refused, Resolution, Resolved, Rules};

/// Queues new orders behind the waiting ones.
pub(super) fn take_orders(mut orders: MessageReader<Order>, mut inbox: ResMut<Inbox>) {
    for Order(command) in orders.read() {
        inbox.0.push_back(command.clone());
    }
}

/// Resolves one order and leaves the outcome in [`Resolution`]; the battle itself does not change
/// here. An impossible order is sent back as [`Refused`].
pub(super) fn resolve(world: &mut World) {
    let Some(command) = world.get_resource_mut::<Inbox>().and_then(|mut i| i.0.pop_front()) else {
        return;
    };
    let refusal = match resolve_on_copy(world, &command) {
        Ok(resolved) => {
            if let Some(mut resolution) = world.get_resource_mut::<Resolution>() {
                resolution.0 = Some(resolved);
            }
            return;
        }
        Err(refusal) => refusal,
    };
    world.write_message(Refused { command, refusal });
}

fn resolve_on_copy(world: &World, command: &Command) -> Result<Resolved, Refusal> {
    let nothing = || Refusal::new("no_battle", "there is no battle under way", "HG-1");
    let rules = world.get_resource::<Rules>().ok_or_else(nothing)?;
    // A copy shares everything that does not change.
    let mut state = State::clone(&world.get_resource::<BattleState>().ok_or_else(nothing)?.0);
    match engine::submit(&*rules.0, &mut state, command, &mut Play) {
        Ok((events, rest)) => Ok(Resolved { command: Some(command.clone()), events, state, rest }),
        Err(CommandError::Refused(refusal)) => Err(refusal),
        // The copy is discarded; the battle itself is unchanged.
        Err(CommandError::Fault(fault)) => {
            Err(Refusal::new("fault", format!("the ruleset failed: {fault}"), "HG-5"))
        }
    }
}
