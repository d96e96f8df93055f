//! Entering and leaving the deployment screen, and carrying out input there.

use bevy::ecs::prelude::*;

use battle::Rules;
use battle::deployment::Deployment;
use rules::engine::Fault;
use view::SidePalette;

use crate::intent::Deploy;
use crate::names::Names;
use crate::notices::refuse;
use crate::pages::{Pause, set_pause};
use crate::saving;
use crate::screen::{Screen, go_to};
use crate::seat::sit_down;
use crate::seating::{Seating, Seats};

use super::model::{Deploying, Outcome, Plan};

/// Lets the players place their units, or begins the battle if there is nothing to place. Puts an
/// unfinished current battle aside.
///
/// # Errors
/// When the ruleset fails.
pub(crate) fn enter(world: &mut World, plan: Plan, units: Deployment) -> Result<(), Fault> {
    saving::put_aside(world);
    match Deploying::new(plan, units) {
        Ok(deploying) => {
            battle::leave(world);
            let colours = deploying.plan.level.side_colours();
            world.insert_resource(SidePalette(colours));
            world.insert_resource(deploying.plan.picture.clone());
            sit_down(world, deploying.seating.clone());
            go_to(world, Screen::Deployment);
            world.insert_resource(deploying);
            lay_out(world);
            Ok(())
        }
        Err(ready) => begin(world, &ready.0, &ready.1),
    }
}

/// Cancels the deployment: the battle does not begin. False on other screens.
pub(crate) fn leave(world: &mut World) -> bool {
    if world.remove_resource::<Deploying>().is_none() {
        return false;
    }
    battle::leave(world);
    true
}

/// Carries out an input.
pub(crate) fn carry_out(world: &mut World, input: Deploy) {
    let Some(mut deploying) = world.get_resource_mut::<Deploying>() else { return };
    match deploying.handle(input) {
        Outcome::Marks => {}
        Outcome::Units => lay_out(world),
        Outcome::Pause => set_pause(world, Pause::Paused),
        Outcome::Done => {
            let Some(done) = world.remove_resource::<Deploying>() else { return };
            if let Err(fault) = begin(world, &done.plan, &done.units) {
                battle::leave(world);
                go_to(world, Screen::Menu);
                refuse(world, format!("The ruleset failed: {fault}"));
            }
        }
    }
}

/// Begins the battle with the units as placed.
fn begin(world: &mut World, plan: &Plan, units: &Deployment) -> Result<(), Fault> {
    // Every placement has already been checked.
    let setup = match plan.setup(units) {
        Ok(setup) => setup,
        Err(problems) => {
            let text = problems.first().map(ToString::to_string).unwrap_or_default();
            battle::leave(world);
            go_to(world, Screen::Menu);
            refuse(world, text);
            return Ok(());
        }
    };
    let picture = plan.picture.clone();
    let seating = Seating::new(setup.record.controllers.clone());
    battle::begin(world, setup)?;
    sit_down(world, seating);
    world.insert_resource(picture);
    Ok(())
}

/// Shows the units where they stand now, to the player at the table.
fn lay_out(world: &mut World) {
    let Some(deploying) = world.get_resource::<Deploying>() else { return };
    let (rules, seating) = (deploying.plan.rules.clone(), deploying.seating.clone());
    let state = deploying.units.state(deploying.side());
    let names = Names::of(&state, &*rules);
    battle::lay_out(world, Rules(rules), state);
    world.insert_resource(names);
    world.insert_resource(Seats { seating, ..Seats::default() });
}
