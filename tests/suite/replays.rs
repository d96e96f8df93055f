//! Records: the same commands give the same battle, here and in a new process.

use highground::battle::autoplay::{Decider, Random, run_recorded};
use highground::battle::record::Record;
use highground::battle::replay::replay;
use highground::battle::{BattleState, Setup, agrees, begin};
use highground::registry::RulesetId;
use highground::rules::Command;
use rayon::prelude::*;

use super::shipped;

/// Battles to record and replay, for each ruleset.
const BATTLES: [(RulesetId, u64); 2] = [(RulesetId::Precision, 50), (RulesetId::Momentum, 20)];

/// Maximum number of rounds; enough for commands of every kind.
const ROUNDS: u32 = 6;

fn players(setup: &Setup, seed: u64) -> Vec<Box<dyn Decider>> {
    let sides = setup.scene.sides.len() as u64;
    (0..sides).map(|s| Box::new(Random::seeded(seed * 7 + s)) as Box<dyn Decider>).collect()
}

/// Rulesets with the seeds of their battles.
fn battles() -> Vec<(RulesetId, u64)> {
    BATTLES.into_iter().flat_map(|(id, most)| (0..most).map(move |seed| (id, seed))).collect()
}

fn played(id: RulesetId, seed: u64) -> (Record, u64) {
    let setup = shipped::setup(seed as usize, id, seed);
    let mut players = players(&setup, seed);
    let (report, record) = run_recorded(setup, &mut players, ROUNDS).unwrap();
    (record, report.hash)
}

#[test]
fn battles_replay_to_the_same_hashes() {
    let lengths = battles().into_par_iter().map(|(id, seed)| {
        let (record, hash) = played(id, seed);
        let name = format!("{} seed {seed}", id.name());
        let text = record.to_text().unwrap();
        let read = Record::parse("record", &text).unwrap();
        assert_eq!(read, record, "{name}: a record survives its file");
        let again = replay(&read, id.built_in()).unwrap();
        assert_eq!(again.state.hash(), hash, "{name}");
        record.commands.len()
    });
    // Now and then a side surrenders at once.
    let lengths: Vec<usize> = lengths.collect();
    let worth_the_name = lengths.iter().filter(|commands| **commands > 20).count();
    assert!(worth_the_name * 10 >= lengths.len() * 9, "{lengths:?}");
}

#[test]
fn a_changed_record_is_reported_with_its_command() {
    for id in RulesetId::ALL {
        let (mut record, _) = played(id, 3);
        let middle = record.commands.len() / 2;
        record.commands[middle].hash ^= 1;
        let error = replay(&record, id.built_in()).unwrap_err().to_string();
        assert!(error.contains(&(middle + 1).to_string()), "{error} names command {}", middle + 1);
        let (mut record, _) = played(id, 3);
        record.commands.remove(middle);
        let rest = &record.commands[middle - 1..];
        let removed = rest.iter().any(|e| !matches!(e.command, Command::EndTurn { .. }));
        assert!(removed && replay(&record, id.built_in()).is_err());
    }
}

#[test]
fn entities_mirror_the_state() {
    for id in RulesetId::ALL {
        let mut world = bevy::ecs::world::World::new();
        begin(&mut world, shipped::setup(1, id, 5)).unwrap();
        assert!(agrees(&world, &world.resource::<BattleState>().0));
    }
}

/// Battles of the computer against itself, each recorded by one process and replayed by another.
#[test]
fn a_new_process_replays_battles() {
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
    battles().into_par_iter().for_each(|(id, seed)| {
        let level = paths[seed as usize % paths.len()].display().to_string();
        let record = folder.join(format!("{}-{seed}.ron", id.name())).display().to_string();
        let seed = seed.to_string();
        let played = run(&[
            "simulate",
            &level,
            "--ruleset",
            id.name(),
            "--seed",
            &seed,
            "--rounds",
            "20",
            "--record",
            &record,
            "--json",
        ]);
        let again = run(&["replay", &record, "--verify", "--json"]);
        assert_eq!(played["fights"][0]["hash"], again["hash"], "{} seed {seed}", id.name());
        assert!(
            again["hash"].as_str().is_some_and(|h| !h.is_empty()),
            "{} seed {seed}: a hash is reported",
            id.name()
        );
    });
    std::fs::remove_dir_all(folder).unwrap();
}
