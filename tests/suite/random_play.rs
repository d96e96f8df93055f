//! Random legal play: whatever is done, nothing breaks.

use std::collections::BTreeMap;

use highground::battle::autoplay::{Decider, Random};
use highground::grid::{Cell, Dir, UnitId};
use highground::rules::engine::{self, CommandError, Rest};
use highground::rules::oracle::Play;
use highground::rules::prompt::Answer;
use highground::rules::registry::RulesetId;
use highground::rules::ruleset::Ruleset;
use highground::rules::state::{Posture, State, Status};
use highground::rules::{Command, Key, Target, odds};
use rayon::prelude::*;

use super::shipped;

/// Battles in all, under one ruleset after the other; their seeds are their numbers.
const BATTLES: u64 = 200;

/// Random players seldom come to an end; so many rounds show enough.
const ROUNDS: u32 = 12;

/// Every how many commands the expensive checks are made.
const THOROUGH: usize = 7;

#[test]
fn nothing_breaks_in_200_random_battles() {
    let results: Vec<Result<usize, String>> = (0..BATTLES)
        .into_par_iter()
        .map(|seed| {
            let id = RulesetId::ALL[seed as usize % RulesetId::ALL.len()];
            battle(seed, id).map_err(|e| format!("{} seed {seed}: {e}", id.name()))
        })
        .collect();
    let failures: Vec<&String> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    assert!(failures.is_empty(), "{failures:#?}");
    let commands: usize = results.iter().filter_map(|r| r.as_ref().ok()).sum();
    assert!(commands > 10_000, "only {commands} commands were played");
}

fn battle(seed: u64, ruleset: RulesetId) -> Result<usize, String> {
    // Every level under every ruleset.
    let setup = shipped::setup(seed as usize / RulesetId::ALL.len(), ruleset, seed);
    let rules = &*setup.rules;
    let mut state = State::new(setup.scene, setup.units, seed);
    let mut players = Random::seeded(seed);
    let mut events = Vec::new();
    let mut rest =
        engine::advance(rules, &mut state, &mut Play, &mut events).map_err(|e| e.to_string())?;
    let mut commands = 0;
    while state.scene.clock.round <= ROUNDS {
        let command = match &rest {
            Rest::Over(_) => break,
            Rest::Await(units) => players.command(rules, &state, units),
            Rest::Asked(prompt) => Command::Answer(players.answer(rules, &state, prompt)),
            Rest::Dice(_) | Rest::Idle => return Err("waits for dice".into()),
        };
        let at = |e: String| format!("command {commands} ({command:?}): {e}");
        if commands % THOROUGH == 0 {
            previews_change_nothing(rules, &state, &command).map_err(at)?;
            illegal_commands_are_refused(rules, &mut state).map_err(at)?;
        }
        let number = state.queue.next_event;
        let (fresh, next) = engine::submit(rules, &mut state, &command, &mut Play)
            .map_err(|e| at(format!("refused: {e}")))?;
        for (i, event) in fresh.iter().enumerate() {
            if event.number != number + i as u64 {
                return Err(at(format!("event {} comes as number {}", i, event.number)));
            }
        }
        invariants(rules, &state).map_err(at)?;
        rest = next;
        commands += 1;
    }
    Ok(commands)
}

/// What holds between any two commands.
fn invariants(rules: &dyn Ruleset, state: &State) -> Result<(), String> {
    let mut cells: BTreeMap<Cell, UnitId> = BTreeMap::new();
    for unit in &state.units {
        let name = &unit.identity.name;
        for pool in unit.pools.0.iter() {
            if !(0..=pool.max).contains(&pool.value) {
                return Err(format!("{name}: pool {} is {} of {}", pool.id, pool.value, pool.max));
            }
        }
        for track in unit.tracks.0.iter() {
            if track.value > track.max {
                return Err(format!("{name}: track {} is over its maximum", track.id));
            }
        }
        if unit.status == Status::Down && unit.placement.posture != Posture::Prone {
            return Err(format!("{name} is down and stands"));
        }
        if !unit.status.is_present() {
            continue;
        }
        let body = rules.body(unit);
        let Some(anchor) = body.anchor() else { return Err(format!("{name} is nowhere")) };
        let room = body.room().ok_or_else(|| format!("{name} has no room"))?;
        if !state.scene.board.contains(room.cell) || !state.scene.board.contains(room.far()) {
            return Err(format!("{name} left the board at {anchor}"));
        }
        let ground = engine::with_ctx(rules, state, |ctx| ctx.field.ground(room, unit.id()));
        if let Err(obstacle) = ground {
            return Err(format!("{name} is inside matter at {anchor}: {obstacle}"));
        }
        // In the middle of a step one may be passing through the square of an ally.
        if body.blocking && unit.status == Status::Active && state.queue.is_empty() {
            for cell in body.cells() {
                if let Some(other) = cells.insert(cell, unit.id()) {
                    let apart = state.unit(other).is_some_and(|o| {
                        let other = rules.body(o);
                        let passes = other.feet >= body.top() || body.feet >= other.top();
                        passes || other.makes_room_for(&body)
                    });
                    if !apart {
                        return Err(format!("{name} and {other} share {cell}"));
                    }
                }
            }
        }
    }
    for id in &state.scene.clock.active {
        if state.unit(*id).is_none_or(|u| u.status != Status::Active) {
            return Err(format!("{id} may act and cannot"));
        }
    }
    Ok(())
}

/// Offers, reach, forecasts and odds leave the battle as it is, and do not touch its dice.
fn previews_change_nothing(
    rules: &dyn Ruleset,
    state: &State,
    command: &Command,
) -> Result<(), String> {
    let before = state.hash();
    engine::with_ctx(rules, state, |ctx| {
        for unit in &state.scene.clock.active {
            rules.offers(ctx, *unit);
            rules.card(ctx, *unit);
        }
        rules.forecast(ctx, command);
    });
    if matches!(command, Command::Act { .. }) {
        let courses = odds::courses(rules, state, command).map_err(|e| e.to_string())?;
        let sum: highground::rules::dice::Chance = courses.iter().map(|c| c.chance).sum();
        if sum != highground::rules::dice::Chance::new(1, 1) {
            return Err(format!("the chances sum to {sum}"));
        }
    }
    if state.hash() == before { Ok(()) } else { Err("a preview changed the battle".into()) }
}

/// Nonsense is refused with a reason and leaves the battle as it is.
fn illegal_commands_are_refused(rules: &dyn Ruleset, state: &mut State) -> Result<(), String> {
    let acting = state.scene.clock.active.first().copied().unwrap_or_default();
    let idle = state.units.iter().map(|u| u.id()).find(|id| !state.scene.clock.active.contains(id));
    let far = Cell::new(30_000, -30_000);
    let act = |unit, act: &str, targets| Command::Act {
        unit,
        act: Key::new(act),
        targets,
        choice: Key::default(),
    };
    let mut nonsense = vec![
        Command::EndTurn { unit: UnitId(9999) },
        Command::Answer(Answer(u16::MAX)),
        Command::Move { unit: acting, path: vec![far.into()], manner: Key::default() },
        Command::Move { unit: acting, path: Vec::new(), manner: Key::new("backwards") },
        act(acting, "no such act", Vec::new()),
        act(acting, "", vec![Target::Edge(far, Dir::NE)]),
        act(acting, "slash", vec![Target::Unit(UnitId(9999))]),
        act(acting, "slash", vec![Target::Place(far.into()); 500]),
    ];
    if let Some(idle) = idle {
        nonsense.push(Command::EndTurn { unit: idle });
        nonsense.push(act(idle, "slash", vec![Target::Unit(acting)]));
    }
    let before = state.hash();
    for command in nonsense {
        match engine::submit(rules, state, &command, &mut Play) {
            Err(CommandError::Refused(refusal)) if !refusal.text.is_empty() => {}
            other => return Err(format!("{command:?} gave {other:?}")),
        }
        if state.hash() != before {
            return Err(format!("{command:?} changed the battle"));
        }
    }
    Ok(())
}
