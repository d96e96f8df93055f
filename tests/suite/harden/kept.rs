//! Saves from every released version, in `tests/saves/`: each is loaded and continued. These files
//! are never regenerated.

use std::fs;
use std::path::{Path, PathBuf};

use highground::battle::save::format;
use highground::battle::{Save, SaveSummary};
use highground::registry::RulesetId;
use highground::rules::engine::{self, BattleStatus};
use highground::rules::oracle::Play;
use highground::rules::revive::revive;

use super::battles::{Battle, Players};
use super::invariants;

/// Set to `add` to write missing saves of the current version.
const VARIABLE: &str = "HIGHGROUND_SAVES";

/// Number of commands for which a save is continued.
const COMMANDS: usize = 60;

/// Minimum number of commands: the save is taken at the first prompt after that.
const LONG: usize = 40;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/saves")
}

fn file(id: RulesetId) -> PathBuf {
    folder().join(format!("{}-{}.save", id.name(), format::VERSION))
}

#[test]
fn every_kept_save_is_loaded_and_played_on() {
    if std::env::var(VARIABLE).is_ok_and(|wish| wish == "add") {
        RulesetId::ALL.into_iter().filter(|id| !file(*id).exists()).for_each(add);
    }
    for id in RulesetId::ALL {
        assert!(file(id).exists(), "{}: {VARIABLE}=add makes it", file(id).display());
    }
    let mut played = 0;
    for path in fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.display();
        let save = Save::read(&path).unwrap_or_else(|e| panic!("{e}"));
        let id =
            RulesetId::from_name(save.record.ruleset.as_str()).expect("a ruleset that is kept");
        assert!(!save.record.commands.is_empty() && !save.events.is_empty(), "{name}");
        let mut battle = resumed(id, save).unwrap_or_else(|e| panic!("{name}: {e}"));
        let mut players = Players::seeded(1);
        while battle.commands < COMMANDS {
            let Some(command) = battle.order(&mut players).unwrap() else { break };
            battle.give(&command).unwrap_or_else(|e| panic!("{name}: {command:?}: {e}"));
            invariants::hold(&*battle.rules, &battle.state)
                .unwrap_or_else(|e| panic!("{name}: {command:?}: {e}"));
        }
        assert!(battle.commands > 0, "{name}: it is over");
        played += 1;
    }
    assert!(played >= RulesetId::ALL.len());
}

fn resumed(id: RulesetId, save: Save) -> Result<Battle, String> {
    let (rules, mut state) = (id.built_in(), save.state);
    revive(&*rules, &mut state).map_err(|e| e.to_string())?;
    let rest = engine::advance(&*rules, &mut state, &mut Play, &mut Vec::new());
    Ok(Battle { rules, state, rest: rest.map_err(|e| e.to_string())?, commands: 0 })
}

/// Writes a save of the current version: a battle with a referee in the middle of a prompt.
fn add(id: RulesetId) {
    let of_this = |seed: &u64| super::battles::ruleset(*seed) == id;
    for seed in (0..600).filter(|seed| seed % 3 == 2).filter(of_this) {
        let mut players = Players::seeded(seed);
        let setup = super::battles::setup(seed);
        let mut record = setup.record.clone();
        let mut state = highground::rules::state::State::new(setup.scene, setup.units, seed);
        let mut events = Vec::new();
        let rest = engine::advance(&*setup.rules, &mut state, &mut Play, &mut events).unwrap();
        record.start = state.hash();
        let mut battle = Battle { rules: setup.rules, state, rest, commands: 0 };
        while let Some(command) = battle.order(&mut players).unwrap() {
            if battle.commands > LONG && matches!(battle.rest, BattleStatus::Asked(_)) {
                let save = Save { record, state: battle.state, events };
                let card = SaveSummary::of(&save, "kept", None);
                fs::create_dir_all(folder()).unwrap();
                save.write(&file(id), &card).unwrap();
                return;
            }
            events.extend(battle.give(&command).unwrap());
            let hash = battle.state.hash();
            record.commands.push(highground::battle::record::RecordedCommand {
                command,
                hash,
                why: None,
            });
        }
    }
    panic!("{}: no prompt came up", id.name());
}
