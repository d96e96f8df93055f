//! Beginning battles and leaving them for the menu.

use std::sync::Arc;

use bevy::ecs::prelude::*;

use battle::deployment::Deployment;
use battle::replay::ReplayError;
use battle::save::shelf::SaveFolder;
use battle::setup::{Choices, Setup, SetupError};
use battle::{self, CurrentStatus, Record};
use files::Problem;
use level::Level;
use registry::RulesetId;
use rules::Key;
use rules::engine::{BattleStatus, Fault};

use super::autosave::unfinished;
use super::board::GroundPicture;
use super::deployment::{self, Plan};
use super::library::Library;
use super::menu::{MenuModel, SetUp};
use super::pages::{Pause, set_pause};
use super::saving;
use super::screen::{Screen, go_to};
use super::seat::sit_down;
use super::seating::Seating;

/// Why a battle cannot start.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum StartError {
    /// There is no battle to start again.
    #[error("There is no battle.")]
    NoBattle,
    /// There is no such ruleset.
    #[error("There is no ruleset `{0}`.")]
    UnknownRuleset(String),
    /// The ruleset does not allow the house rules.
    #[error("House rules: {}", lines(.0))]
    HouseRules(Vec<Problem>),
    /// The ruleset failed.
    #[error("The ruleset failed: {0}")]
    Ruleset(#[from] Fault),
    /// The level cannot be read.
    #[error("{}", lines(.0))]
    Level(Vec<Problem>),
    /// The level cannot be played under the ruleset.
    #[error("{}", lines(.0))]
    Setup(Vec<SetupError>),
    /// The battle cannot be set up again.
    #[error(transparent)]
    Record(#[from] ReplayError),
}

/// Goes to the menu. A battle in progress can be continued from there.
pub(super) fn to_menu(world: &mut World) {
    let standing = world.get_resource::<CurrentStatus>().and_then(|s| s.0.as_ref());
    let under_way = standing.is_some_and(|rest| !matches!(rest, BattleStatus::Over(_)));
    let kept = world.get_resource::<SaveFolder>().and_then(unfinished);
    if let Some(mut menu) = world.get_resource_mut::<MenuModel>() {
        menu.can_continue = under_way;
        menu.unfinished = kept;
    }
    set_pause(world, Pause::Running);
    // From now on a crash does not concern the battle.
    crash::keep(None);
    go_to(world, Screen::Menu);
}

/// Starts the current battle again with a new seed.
pub(super) fn rematch(world: &mut World) -> Result<(), StartError> {
    let record = world.get_resource::<Record>().cloned().ok_or(StartError::NoBattle)?;
    let rules = world.get_resource::<battle::Rules>().map(|rules| rules.0.clone());
    let rules = rules.ok_or(StartError::NoBattle)?;
    let record = Record { seed: fresh_seed(), ..record };
    let setup = record.setup(rules)?;
    begin(world, setup)
}

/// Starts a battle. Puts the current one aside if it is not over.
fn begin(world: &mut World, setup: Setup) -> Result<(), StartError> {
    let seats = setup.record.controllers.clone();
    saving::put_aside(world);
    battle::begin(world, setup)?;
    sit_down(world, Seating::new(seats));
    Ok(())
}

/// Starts a battle. If it cannot start, the menu says why.
pub fn start_with(world: &mut World, set_up: SetUp) {
    let library = world.get_resource::<Library>().cloned().unwrap_or_default();
    let begun = prepare(&library, &set_up).and_then(|(setup, plan)| {
        let units = set_up.deploy.then(|| Deployment::of(&setup, &plan.level)).flatten();
        match units {
            Some(units) => deployment::enter(world, plan, units)?,
            None => {
                begin(world, setup)?;
                world.insert_resource(plan.picture);
            }
        }
        Ok(())
    });
    if let Err(problem) = begun {
        if let Some(mut menu) = world.get_resource_mut::<MenuModel>() {
            menu.problem = Some(problem.to_string());
        }
        go_to(world, Screen::Menu);
    }
}

/// Reads the level and sets up the battle. Also returns the settings used.
fn prepare(library: &Library, set_up: &SetUp) -> Result<(Setup, Plan), StartError> {
    let level = Level::load(&set_up.level).map_err(StartError::Level)?;
    let rules = RulesetId::from_name(&set_up.ruleset).and_then(|id| library.0.get(&id));
    let rules = rules.ok_or_else(|| StartError::UnknownRuleset(set_up.ruleset.clone()))?;
    let rules = match set_up.house_rules.is_empty() {
        true => Arc::clone(rules),
        false => rules.with_house_rules(&set_up.house_rules).map_err(StartError::HouseRules)?,
    };
    let choices = Choices {
        seed: set_up.seed,
        controllers: set_up.seats.clone(),
        referee: set_up.referee,
        unaided: set_up.unaided,
        asks_people: true,
        ..Choices::default()
    };
    let picture = GroundPicture::of(&level, Some(&set_up.level));
    let ruleset = Key::new(&set_up.ruleset);
    let setup = Setup::from_level(&level, ruleset.clone(), rules.clone(), choices.clone());
    let setup = setup.map_err(StartError::Setup)?;
    // The controllers that the set-up filled in apply.
    let choices = Choices { controllers: setup.record.controllers.clone(), ..choices };
    Ok((setup, Plan { level, ruleset, rules, choices, picture }))
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
