//! A battle that is saved and loaded before every command continues exactly like an uninterrupted
//! battle.

use std::collections::BTreeSet;
use std::path::Path;

use bevy::app::App;
use bevy::ecs::message::Messages;
use ciborium::Value;
use highground::battle::{
    BattlePlugin, BattleSchedule, BattleState, CurrentStatus, Order, Refused, Rules, Save,
    SaveSummary, begin, resume,
};
use highground::registry::RulesetId;
use highground::rules::Command;
use highground::rules::engine::BattleStatus;
use highground::rules::revive::revive;
use highground::rules::state::State;

use super::battles::{self, Players};
use super::{all_hold, seeds, tell};

/// Maximum number of rounds.
const ROUNDS: u32 = 6;

#[test]
fn a_battle_saved_and_loaded_at_every_command_is_unchanged() {
    let seeds = seeds(4, 50);
    // With only a few battles, this number of commands is enough.
    let most = if seeds.clone().count() < 10 { 60 } else { 400 };
    let held = all_hold("saved at every command", seeds, |seed| battle(seed, most));
    let loads: usize = held.iter().sum();
    tell(&format!("saved at every command: {loads} times loaded"));
    assert!(loads > 30);
}

/// Number of times the battle of this seed was saved and loaded; stops after `most` commands.
fn battle(seed: u64, most: usize) -> Result<usize, String> {
    let setup = battles::setup(seed);
    let (mut through, mut broken) = (app(), app());
    for app in [&mut through, &mut broken] {
        begin(app.world_mut(), setup.clone()).map_err(|e| e.to_string())?;
    }
    let mut players = Players::seeded(seed);
    let mut loads = 0;
    while loads < most && state(&through).scene.clock.round <= ROUNDS {
        let rest = rest(&through)?;
        let rules = through.world().resource::<Rules>().0.clone();
        let Some(command) = players.order(&*rules, state(&through), &rest) else { break };
        broken = loaded(&broken).map_err(|e| format!("before command {loads}: {e}"))?;
        let at = |e: String| format!("command {loads} ({command:?}): {e}");
        for app in [&mut through, &mut broken] {
            order(app, &command).map_err(at)?;
        }
        if state(&through).hash() != state(&broken).hash() {
            return Err(at("has another outcome after loading".to_owned()));
        }
        if self::rest(&broken)? != self::rest(&through)? {
            return Err(at("the loaded battle waits for something else".to_owned()));
        }
        loads += 1;
    }
    // State, record and log must be equal.
    if Save::of(through.world()) != Save::of(broken.world()) {
        return Err("record or log differ at the end".to_owned());
    }
    Ok(loads)
}

fn app() -> App {
    let mut app = App::new();
    app.add_plugins(BattlePlugin);
    app
}

fn state(app: &App) -> &State {
    &app.world().resource::<BattleState>().0
}

fn rest(app: &App) -> Result<BattleStatus, String> {
    app.world().resource::<CurrentStatus>().0.clone().ok_or_else(|| "it stands nowhere".to_owned())
}

/// Writes the battle of a world to the bytes of a file and loads them into a new world.
fn loaded(app: &App) -> Result<App, String> {
    let save = Save::of(app.world()).ok_or("there is nothing to save")?;
    let path = Path::new("battle.save");
    let bytes =
        save.to_bytes(path, &SaveSummary::of(&save, "battle", None)).map_err(|e| e.to_string())?;
    let read = Save::from_bytes("battle.save", &bytes).map_err(|e| e.to_string())?;
    let rules = app.world().resource::<Rules>().0.clone();
    let mut revived = read.clone();
    revive(&*rules, &mut revived.state).map_err(|e| e.to_string())?;
    if revived != save {
        return Err("what was read is not what was written".to_owned());
    }
    let mut fresh = self::app();
    let rest = resume(fresh.world_mut(), rules, read).map_err(|e| e.to_string())?;
    if rest != self::rest(app)? {
        return Err("the loaded battle waits for something else".to_owned());
    }
    Ok(fresh)
}

fn order(app: &mut App, command: &Command) -> Result<(), String> {
    let world = app.world_mut();
    world.write_message(Order(command.clone()));
    world.run_schedule(BattleSchedule);
    world.resource_mut::<Messages<Order>>().clear();
    let mut refused = world.resource_mut::<Messages<Refused>>();
    refused.drain().next().map_or(Ok(()), |r| Err(format!("refused: {}", r.refusal)))
}

/// Renames the pending steps of a state.
fn misname(value: &mut Value) {
    match value {
        Value::Map(entries) => {
            for (key, value) in entries {
                match value {
                    Value::Map(step) if key.as_text() == Some("step") && step.len() == 1 => {
                        step[0].0 = Value::Text("Waltz".to_owned());
                    }
                    other => misname(other),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(misname),
        _ => {}
    }
}

#[test]
fn a_pending_step_that_the_ruleset_does_not_know_is_told() {
    let mut asked = BTreeSet::new();
    for seed in 0..200 {
        let setup = battles::setup(seed);
        let id = setup.record.ruleset.to_string();
        if asked.contains(&id) {
            continue;
        }
        let mut app = app();
        begin(app.world_mut(), setup).unwrap();
        let rules = app.world().resource::<Rules>().0.clone();
        let mut players = Players::seeded(seed);
        for _ in 0..200 {
            let rest = rest(&app).unwrap();
            if matches!(rest, BattleStatus::Asked(_)) && !state(&app).queue.is_empty() {
                let mut value = Value::serialized(state(&app)).unwrap();
                let mut same: State = value.deserialized().unwrap();
                revive(&*rules, &mut same).unwrap();
                misname(&mut value);
                let mut strange: State = value.deserialized().unwrap();
                let told = revive(&*rules, &mut strange).unwrap_err().to_string();
                assert!(told.contains("pending step") && told.contains("Waltz"), "{id}: {told}");
                asked.insert(id);
                break;
            }
            let Some(command) = players.order(&*rules, state(&app), &rest) else { break };
            order(&mut app, &command).unwrap();
        }
    }
    assert_eq!(asked.len(), RulesetId::ALL.len(), "{asked:?}");
}
