//! Records: the same commands give the same battle, here and in a fresh process.

use highground::battle::autoplay::{Decider, Random, run_recorded};
use highground::battle::record::{Record, replay};
use highground::battle::{Setup, capture, restore};
use highground::rules::Command;
use highground::rules::registry::RulesetId;
use highground::rules::state::State;
use rayon::prelude::*;

use super::shipped;

/// Battles that are recorded and played again.
const BATTLES: u64 = 50;

/// Rounds a battle goes on at most; enough for orders of every kind.
const ROUNDS: u32 = 6;

fn players(setup: &Setup, seed: u64) -> Vec<Box<dyn Decider>> {
    let sides = setup.scene.sides.len() as u64;
    (0..sides).map(|s| Box::new(Random::seeded(seed * 7 + s)) as Box<dyn Decider>).collect()
}

fn played(seed: u64) -> (Record, u64) {
    let setup = shipped::setup(seed as usize, RulesetId::Precision, seed);
    let mut players = players(&setup, seed);
    let (report, record) = run_recorded(setup, &mut players, ROUNDS).unwrap();
    (record, report.hash)
}

#[test]
fn fifty_battles_replay_to_the_same_hashes() {
    (0..BATTLES).into_par_iter().for_each(|seed| {
        let (record, hash) = played(seed);
        assert!(record.commands.len() > 20, "seed {seed}: a battle worth the name");
        let text = record.to_text().unwrap();
        let read = Record::parse("record", &text).unwrap();
        assert_eq!(read, record, "seed {seed}: a record survives its file");
        let again = replay(&read, RulesetId::Precision.built_in()).unwrap();
        assert_eq!(again.state.hash(), hash, "seed {seed}");
    });
}

#[test]
fn a_changed_record_names_the_command() {
    let (mut record, _) = played(3);
    let middle = record.commands.len() / 2;
    record.commands[middle].hash ^= 1;
    let error = replay(&record, RulesetId::Precision.built_in()).unwrap_err().to_string();
    assert!(error.contains(&(middle + 1).to_string()), "{error} names command {}", middle + 1);
    let (mut record, _) = played(3);
    record.commands.remove(middle);
    let removed =
        record.commands[middle - 1..].iter().any(|e| !matches!(e.command, Command::EndTurn { .. }));
    assert!(removed && replay(&record, RulesetId::Precision.built_in()).is_err());
}

#[test]
fn the_components_are_the_state() {
    let setup = shipped::setup(1, RulesetId::Precision, 5);
    let state = State::new(setup.scene.clone(), setup.units.clone(), 5);
    let mut world = bevy::ecs::world::World::new();
    restore(&mut world, &state);
    assert_eq!(capture(&world).map(|s| s.hash()), Some(state.hash()));
}

/// Fifty battles of the computer against itself, each recorded by one process and played again by
/// another.
#[test]
fn a_fresh_process_replays_fifty_battles() {
    let folder = std::env::temp_dir().join(format!("highground-replays-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let run = |arguments: &[&str]| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_highground"))
            .args(arguments)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments:?}: {said}");
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    let paths = shipped::paths();
    (0..BATTLES).into_par_iter().for_each(|seed| {
        let level = paths[seed as usize % paths.len()].display().to_string();
        let record = folder.join(format!("{seed}.ron")).display().to_string();
        let seed = seed.to_string();
        let played = run(&[
            "simulate",
            &level,
            "--ruleset",
            "precision",
            "--seed",
            &seed,
            "--rounds",
            "20",
            "--record",
            &record,
            "--json",
        ]);
        let again = run(&["replay", &record, "--verify", "--json"]);
        assert_eq!(played["fights"][0]["hash"], again["hash"], "seed {seed}");
        assert!(
            again["hash"].as_str().is_some_and(|h| !h.is_empty()),
            "seed {seed}: a hash is told"
        );
    });
    std::fs::remove_dir_all(folder).unwrap();
}
