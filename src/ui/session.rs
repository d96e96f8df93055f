//! Beginning battles and leaving them for the menu.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use crate::battle::save::shelf::SaveFolder;
use crate::battle::setup::{Choices, Setup};
use crate::battle::{self, BattleStatusRes, Record};
use crate::crash;
use crate::level::Level;
use crate::rules::Key;
use crate::rules::engine::BattleStatus;
use crate::rules::registry::RulesetId;

use super::board::GroundPicture;
use super::library::Library;
use super::menu::{MenuModel, SetUp};
use super::notices::with_table;
use super::saving;
use super::screen::{Screen, go_to};
use super::seat::sit_down;
use super::seating::Seating;

/// Goes to the menu. A battle under way can be continued from there.
pub(super) fn to_menu(world: &mut World) {
    let standing = world.get_resource::<BattleStatusRes>().and_then(|s| s.0.as_ref());
    let unfinished = standing.is_some_and(|rest| !matches!(rest, BattleStatus::Over(_)));
    let kept = world.get_resource::<SaveFolder>().and_then(saving::unfinished);
    if let Some(mut menu) = world.get_resource_mut::<MenuModel>() {
        menu.can_continue = unfinished;
        menu.unfinished = kept;
    }
    with_table(world, |table| table.paused = false);
    // A crash from here on has nothing to do with the battle.
    crash::keep(None);
    go_to(world, Screen::Menu);
}

/// Starts the current battle again with a new seed.
pub(super) fn rematch(world: &mut World) -> Result<(), String> {
    let record = world.get_resource::<Record>().cloned().ok_or("There is no battle.")?;
    let rules = world.get_resource::<battle::Rules>().map(|rules| rules.0.clone());
    let rules = rules.ok_or("There is no battle.")?;
    let record = Record { seed: fresh_seed(), ..record };
    let setup = record.setup(rules).map_err(|e| e.to_string())?;
    begin(world, setup)
}

/// Starts a battle. Puts the current one aside if it is not over.
fn begin(world: &mut World, setup: Setup) -> Result<(), String> {
    let seats = setup.record.controllers.clone();
    saving::put_aside(world);
    battle::begin(world, setup).map_err(|fault| format!("The ruleset failed: {fault}"))?;
    sit_down(world, Seating::new(seats));
    Ok(())
}

/// Starts a battle. If it cannot start, the menu says why.
pub fn start_with(world: &mut World, set_up: SetUp) {
    let library = world.get_resource::<Library>().cloned().unwrap_or_default();
    let begun = prepare(&library, &set_up).and_then(|(setup, picture)| {
        begin(world, setup)?;
        world.insert_resource(picture);
        Ok(())
    });
    if let Err(problem) = begun {
        if let Some(mut menu) = world.get_resource_mut::<MenuModel>() {
            menu.problem = Some(problem);
        }
        go_to(world, Screen::Menu);
    }
}

/// Reads the level and sets up the battle. Also returns the level's ground image.
fn prepare(library: &Library, set_up: &SetUp) -> Result<(Setup, GroundPicture), String> {
    let level = Level::load(&set_up.level).map_err(|problems| lines(&problems))?;
    let rules = RulesetId::from_name(&set_up.ruleset).and_then(|id| library.0.get(&id));
    let rules = rules.ok_or_else(|| format!("There is no ruleset `{}`.", set_up.ruleset))?;
    let choices = Choices {
        seed: set_up.seed,
        controllers: set_up.seats.clone(),
        referee: set_up.referee,
        ..Choices::default()
    };
    let picture = GroundPicture::of(&level, Some(&set_up.level));
    Setup::from_level(&level, Key::new(&set_up.ruleset), Arc::clone(rules), choices)
        .map(|setup| (setup, picture))
        .map_err(|errors| lines(&errors))
}

/// At most five problems, one per line.
fn lines<T: ToString>(problems: &[T]) -> String {
    let shown: Vec<String> = problems.iter().take(5).map(ToString::to_string).collect();
    match problems.len().saturating_sub(shown.len()) {
        0 => shown.join("\n"),
        more => format!("{}\nand {more} more", shown.join("\n")),
    }
}

/// A random seed, short enough to write down.
pub fn fresh_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |t| (t.as_micros() % 1_000_000) as u64)
}
