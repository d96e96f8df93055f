//! Tests of the battle under a ruleset small enough to reason about.

mod deployment;
mod duel;
mod facts;
mod momentum;
mod orders;
mod play;
mod playback;
mod referee;
mod setting_up;
mod shipped;
mod statistics;

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::app::App;
use bevy::ecs::message::Messages;

use super::*;
use crate::facts::FactsPlugin;
use duel::Duel;
use grid::{Cell, Dir, Hm, Terrain, UnitId};
use level::{self, Level, Role};
use rules::state::State;
use rules::{Command, Key, SharedRuleset, Target};
use setup::Choices;

fn rules() -> SharedRuleset {
    Arc::new(Duel::default())
}

fn man(role: Role, x: i16, y: i16) -> level::Unit {
    level::Unit {
        role,
        at: Cell::new(x, y),
        facing: Dir::N,
        altitude: Hm::ZERO,
        name: None,
        overrides: BTreeMap::new(),
        start: Default::default(),
        conduct: Default::default(),
        conditions: Default::default(),
        gear: Default::default(),
    }
}

/// A field of 8 x 8 cells with these units of the first and the second side.
fn yard(blue: Vec<level::Unit>, red: Vec<level::Unit>) -> Level {
    let mut level = Level::blank("Yard", 8, 8, Terrain::Grass);
    level.sides[0].units = blue;
    level.sides[1].units = red;
    level
}

/// One knight of each side, #0 and #1.
fn two_knights() -> Level {
    yard(vec![man(Role::Knight, 1, 1)], vec![man(Role::Knight, 3, 1)])
}

fn set_up(level: &Level, seed: u64) -> Setup {
    let choices = Choices { seed, ..Choices::default() };
    Setup::from_level(level, Key::of("duel"), rules(), choices).unwrap()
}

/// An app in which the battle of a level has begun.
fn app(level: &Level, seed: u64) -> App {
    let mut app = App::new();
    app.add_plugins((BattlePlugin, FactsPlugin));
    begin(app.world_mut(), set_up(level, seed)).unwrap();
    app.update();
    app
}

/// Gives an order and returns the code of its refusal, if it was refused.
fn order(app: &mut App, command: Command) -> Option<Key> {
    app.world_mut().write_message(Order(command));
    app.update();
    let mut refused = app.world_mut().resource_mut::<Messages<Refused>>();
    refused.drain().next().map(|r| r.refusal.code)
}

fn state(app: &App) -> State {
    State::clone(&app.world().resource::<BattleState>().0)
}

fn step(unit: u32, x: i16, y: i16) -> Command {
    let path = vec![Cell::new(x, y).into()];
    Command::Move { unit: UnitId(unit), path, manner: Key::default() }
}

fn strike(unit: u32, at: u32) -> Command {
    Command::Act {
        unit: UnitId(unit),
        act: Key::of("strike"),
        targets: vec![Target::Unit(UnitId(at))],
        choice: Key::default(),
        with: Default::default(),
    }
}

fn end(unit: u32) -> Command {
    Command::EndTurn { unit: UnitId(unit) }
}
