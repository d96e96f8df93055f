//! Random legal play: no command breaks the battle.

use highground::rules::dice::Likelihood;
use highground::rules::ruleset::Ruleset;
use highground::rules::state::State;
use highground::rules::{Command, engine, odds};

use super::battles::{Battle, Players};
use super::{all_hold, invariants, seeds, tell, with_kept};

/// Number of commands between expensive checks.
const THOROUGH: usize = 7;

/// Seeds that once failed: a unit in a tiny shape clinging to a swimmer (MO-111, MO-280).
const KEPT: [u64; 1] = [1317];

#[test]
fn nothing_breaks_in_random_battles() {
    let played = all_hold("random battles", with_kept(seeds(56, 2_000), &KEPT), battle);
    let commands: usize = played.iter().sum();
    tell(&format!("random battles: {} with {commands} commands", played.len()));
    assert!(commands > played.len() * 50, "only {commands} commands were played");
}

fn battle(seed: u64) -> Result<usize, String> {
    engine::watch_consequences();
    let (mut battle, mut players) = (Battle::begin(seed)?, Players::seeded(seed));
    while let Some(command) = battle.order(&mut players)? {
        let commands = battle.commands;
        let at = |e: String| format!("command {commands} ({command:?}): {e}");
        if commands % THOROUGH == 0 {
            previews_change_nothing(&*battle.rules, &battle.state, &command).map_err(at)?;
        }
        let number = battle.state.queue.next_event;
        let events = battle.give(&command).map_err(at)?;
        for (i, event) in events.iter().enumerate() {
            if event.number != number + i as u64 {
                return Err(at(format!("event {} comes as number {}", i, event.number)));
            }
        }
        invariants::hold(&*battle.rules, &battle.state).map_err(at)?;
    }
    Ok(battle.commands)
}

/// Offers, reach, forecasts and odds change neither the battle nor its dice.
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
        let courses = odds::courses(rules, state, command, ()).map_err(|e| e.to_string())?;
        let sum: Likelihood = courses.iter().map(|c| c.chance).sum();
        if !sum.widened(courses.missing()).agrees(Likelihood::ONE) {
            return Err(format!("the chances sum to {sum}"));
        }
    }
    if state.hash() == before { Ok(()) } else { Err("a preview changed the battle".into()) }
}
