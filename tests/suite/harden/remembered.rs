//! What a board remembers, and shortcuts through what sides know, change no answer.

use std::sync::Arc;

use highground::grid::{Board, SideId, UnitId};
use highground::rules::event::EventKind;
use highground::rules::reach::ReachMap;
use highground::rules::ruleset::Ruleset;
use highground::rules::state::State;
use highground::rules::{engine, fog};

use super::battles::{Battle, Players};
use super::{all_hold, seeds};

/// Number of commands between checks.
const OFTEN: usize = 3;
/// About the number of paths compared for each unit.
const PATHS: usize = 16;

#[test]
fn what_is_remembered_is_what_would_be_found() {
    let learned = all_hold("remembered answers", seeds(40, 400), battle);
    let states: usize = learned.iter().sum();
    assert!(states > 0, "no side learned anything in full view");
}

/// Plays a battle and returns in how many states something was learned without hidden information.
fn battle(seed: u64) -> Result<usize, String> {
    let (mut battle, mut players) = (Battle::begin(seed)?, Players::seeded(seed));
    let mut learned = 0;
    while let Some(command) = battle.order(&mut players)? {
        if battle.commands % OFTEN == 0 {
            let state = &battle.state;
            learned += usize::from(!state.scene.fog.on && !state.scene.knowledge.is_empty());
            ways_are_the_same(&*battle.rules, state)?;
            witnesses_are_the_same(state)?;
        }
        battle.give(&command)?;
    }
    Ok(learned)
}

/// Compares the ways of units that may act with those on a copy of the board that remembers nothing.
fn ways_are_the_same(rules: &dyn Ruleset, state: &State) -> Result<(), String> {
    let mut fresh = state.clone();
    fresh.scene.board = Arc::new(Board::clone(&state.scene.board));
    let ways = |state: &State, unit: UnitId| -> [ReachMap; 2] {
        engine::with_ctx(rules, state, |ctx| {
            [rules.reach(ctx, unit), rules.reach_walking(ctx, unit)]
        })
    };
    for unit in &state.scene.clock.active {
        let found = ways(&fresh, *unit);
        for known in [ways(state, *unit), ways(state, *unit)] {
            for (known, found) in known.iter().zip(&found) {
                if known.stops() != found.stops() {
                    return Err(format!("{unit} is remembered to reach other places"));
                }
                let few = found.stops().len() / PATHS + 1;
                for stop in found.stops().iter().step_by(few) {
                    if known.way_to(*stop) != found.way_to(*stop) {
                        return Err(format!(
                            "{unit} is remembered to take another way to {stop:?}"
                        ));
                    }
                }
            }
        }
    }
    Ok(())
}

/// Compares who is told of a unit with who sees it.
fn witnesses_are_the_same(state: &State) -> Result<(), String> {
    let sides = || (0..).map(SideId).take(state.scene.sides.len());
    for unit in &state.units {
        let what = EventKind::Note { unit: Some(unit.id()), text: String::new() };
        let told = fog::witnesses(state, &what);
        let sees = |side: &SideId| state.sees(*side, unit);
        let expected: Vec<SideId> = sides().filter(sees).collect();
        let told = told.unwrap_or_else(|| sides().collect());
        if told != expected {
            return Err(format!("{told:?} are told of {}, {expected:?} see it", unit.id()));
        }
    }
    Ok(())
}
