//! Files to mutate, and how the game uses each kind.

use std::cell::Cell;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bevy::app::App;
use ciborium::Value;
use highground::battle::autoplay::{Decider, Random};
use highground::battle::record::Record;
use highground::battle::replay::replay;
use highground::battle::save::format;
use highground::battle::setup::Choices;
use highground::battle::{BattlePlugin, Save, SaveSummary, Setup, resume};
use highground::level::Level;
use highground::registry::RulesetId;
use highground::rules::engine::{self, BattleStatus};
use highground::rules::oracle::Play;
use highground::rules::revive::revive;
use highground::rules::ruleset::Ruleset;
use highground::rules::state::State;
use highground::rules::{Command, Key};
use highground::scenario;

use super::super::super::shipped;
use super::super::battles::{self, Battle, Players};
use super::super::folder::{self, Folder};
use super::super::wild::Wild;
use super::change;

/// Number of commands for which a battle from a valid file continues.
const COMMANDS: usize = 8;

/// Kinds of files, in turn.
pub const KINDS: [&str; 5] = ["level", "ruleset", "save", "scenario", "replay"];

/// The original files, and a folder for mutated files.
pub struct Files {
    folder: Folder,
    levels: Vec<PathBuf>,
    scenarios: Vec<PathBuf>,
    saves: Vec<(SaveSummary, Value, Vec<u8>)>,
    records: Vec<String>,
    /// Time spent mutating files.
    changing: Cell<Duration>,
}

impl Files {
    pub fn new() -> Result<Self, String> {
        let folder = Folder::new("mutants");
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for id in RulesetId::ALL {
            let (from, to) = (rulesets(root, id), rulesets(&folder.0, id));
            fs::create_dir_all(&to).map_err(|e| e.to_string())?;
            for file in fs::read_dir(from).map_err(|e| e.to_string())?.flatten() {
                fs::copy(file.path(), to.join(file.file_name())).map_err(|e| e.to_string())?;
            }
        }
        let scenarios =
            scenario::files(&root.join("tests/scenarios")).map_err(|e| e.to_string())?;
        let (mut saves, mut records) = (Vec::new(), Vec::new());
        // The third battle of each has a referee.
        for seed in [0, 1, 2, 5] {
            let save = battles::saved(seed, 1)?;
            let card = SaveSummary::of(&save, "mutant", None);
            let bytes = save.to_bytes(Path::new("save"), &card).map_err(|e| e.to_string())?;
            saves.push((card, format::read(&bytes).map_err(|e| e.to_string())?, bytes));
            records.push(save.record.to_text().map_err(|e| e.to_string())?);
        }
        let (levels, changing) = (shipped::paths(), Cell::default());
        Ok(Self { folder, levels, scenarios, saves, records, changing })
    }

    /// Time spent mutating files since the last call: mutated files may be many times larger.
    pub fn time_of_changes(&self) -> Duration {
        self.changing.take()
    }

    /// Makes a mutated file and records the time.
    fn timed<T>(&self, change: impl FnOnce() -> T) -> T {
        let began = Instant::now();
        let changed = change();
        self.changing.set(self.changing.get() + began.elapsed());
        changed
    }

    /// Reads a mutated file as the game does, and continues with it if it is valid. Returns the
    /// message if it was refused.
    pub fn read(&self, seed: u64) -> Result<Option<String>, String> {
        let mut wild = Wild::seeded(seed);
        match KINDS[seed as usize % KINDS.len()] {
            "level" => self.level(&mut wild, seed),
            "ruleset" => self.ruleset(&mut wild, seed),
            "save" => self.save(&mut wild, seed),
            "scenario" => self.scenario(&mut wild),
            _ => self.replay(&mut wild),
        }
    }

    fn changed(&self, wild: &mut Wild, original: &[u8], name: &str) -> PathBuf {
        self.timed(|| self.folder.file(name, change::text(wild, original)))
    }

    fn level(&self, wild: &mut Wild, seed: u64) -> Result<Option<String>, String> {
        let original = fs::read(wild.pick(&self.levels)).map_err(|e| e.to_string())?;
        let level = match Level::load(&self.changed(wild, &original, "level.ron")) {
            Ok(level) => level,
            Err(problems) => return said(problems.first()),
        };
        match Level::parse("written", &level.to_text()) {
            Ok(again) if again == level => {}
            other => return Err(format!("written and read again: {other:?}")),
        }
        for id in RulesetId::ALL {
            go_on_with(&level, id, id.built_in(), seed)?;
        }
        Ok(None)
    }

    fn ruleset(&self, wild: &mut Wild, seed: u64) -> Result<Option<String>, String> {
        let id = wild.pick(&RulesetId::ALL);
        let folder = rulesets(&self.folder.0, id);
        let mut names = folder::names(&folder);
        // The reference is mostly text that any change leaves valid.
        names.retain(|name| name != "reference.ron" || wild.one_in(4));
        let path = folder.join(wild.pick(&names));
        let original = fs::read(&path).map_err(|e| e.to_string())?;
        self.timed(|| fs::write(&path, change::text(wild, &original)))
            .map_err(|e| e.to_string())?;
        let loaded = id.load(&self.folder.0.join("assets"));
        fs::write(&path, original).map_err(|e| e.to_string())?;
        match loaded {
            Err(problems) => said(problems.first()),
            Ok(rules) => {
                let level = Level::load(&wild.pick(&self.levels));
                let level = level.map_err(|e| format!("a shipped level: {e:?}"))?;
                go_on_with(&level, id, rules, seed)?;
                Ok(None)
            }
        }
    }

    fn save(&self, wild: &mut Wild, seed: u64) -> Result<Option<String>, String> {
        let (card, value, whole) = wild.pick(&self.saves);
        let path = self.timed(|| {
            let bytes = if wild.one_in(3) {
                change::text(wild, &whole)
            } else {
                // With a valid checksum: possible only on purpose.
                let mut value = value;
                change::value(wild, &mut value);
                format::write(&card, &value).map_err(|e| e.to_string())?
            };
            Ok::<_, String>(self.folder.file("changed.save", bytes))
        })?;
        let save = match Save::read(&path) {
            Ok(save) => save,
            Err(problem) => return said(Some(&problem)),
        };
        let Some(id) = RulesetId::from_name(save.record.ruleset.as_str()) else {
            return Ok(Some("no such ruleset".to_owned()));
        };
        let state = save.state.clone();
        let mut app = App::new();
        app.add_plugins(BattlePlugin);
        match resume(app.world_mut(), id.built_in(), save) {
            Err(e) => Ok(Some(e.to_string())),
            Ok(rest) => {
                go_on(&*id.built_in(), state, rest, seed);
                Ok(None)
            }
        }
    }

    fn scenario(&self, wild: &mut Wild) -> Result<Option<String>, String> {
        let original = fs::read(wild.pick(&self.scenarios)).map_err(|e| e.to_string())?;
        match scenario::load(&self.changed(wild, &original, "scenario.ron")) {
            Err(problems) => said(problems.first()),
            Ok(list) => {
                for one in list {
                    scenario::run(&one, &scenario::built_in);
                }
                Ok(None)
            }
        }
    }

    fn replay(&self, wild: &mut Wild) -> Result<Option<String>, String> {
        let original = wild.pick(&self.records);
        let record = match Record::load(&self.changed(wild, original.as_bytes(), "record.ron")) {
            Ok(record) => record,
            Err(problem) => return said(Some(&problem)),
        };
        let Some(id) = RulesetId::from_name(record.ruleset.as_str()) else {
            return Ok(Some("no such ruleset".to_owned()));
        };
        match replay(&record, id.built_in()) {
            Ok(_) => Ok(None),
            Err(e) => Ok(Some(e.to_string())),
        }
    }
}

fn rulesets(root: &Path, id: RulesetId) -> PathBuf {
    root.join("assets/rulesets").join(id.name())
}

/// Message of a refused file; fails if there is none.
fn said(problem: Option<&highground::files::Problem>) -> Result<Option<String>, String> {
    let text = problem.map(|p| p.message.clone()).filter(|text| !text.trim().is_empty());
    text.map(Some).ok_or_else(|| "refused without a message".to_owned())
}

/// Starts a battle with the loaded data.
fn go_on_with(
    level: &Level,
    id: RulesetId,
    rules: highground::rules::SharedRuleset,
    seed: u64,
) -> Result<(), String> {
    let choices = Choices { seed, ..Choices::default() };
    // A level that cannot be played is fine if there is a message.
    let Ok(setup) = Setup::from_level(level, Key::new(id.name()), rules, choices) else {
        return Ok(());
    };
    let Setup { rules, scene, units, seed, .. } = setup;
    let mut state = State::new(scene, units, seed);
    if let Ok(rest) = engine::advance(&*rules, &mut state, &mut Play, &mut Vec::new()) {
        let mut battle = Battle { rules, state, rest, commands: 0 };
        let mut players = Players::seeded(seed);
        while battle.commands < COMMANDS {
            let Some(command) = battle.order(&mut players)? else { break };
            battle.give(&command).map_err(|e| format!("{command:?}: {e}"))?;
        }
    }
    Ok(())
}

/// Continues a loaded battle for a while. Its outcome does not matter, only that nothing breaks.
fn go_on(rules: &dyn Ruleset, mut state: State, mut rest: BattleStatus, seed: u64) {
    if revive(rules, &mut state).is_err() {
        return;
    }
    let mut players = Random::seeded(seed);
    for _ in 0..COMMANDS {
        let command = match &rest {
            BattleStatus::Await(units) => players.command(rules, &state, units),
            BattleStatus::Asked(prompt) => Command::Answer(players.answer(rules, &state, prompt)),
            BattleStatus::Over(_) | BattleStatus::Dice(_) | BattleStatus::Idle => return,
        };
        match engine::submit(rules, &mut state, &command, &mut Play) {
            Ok((_, next)) => rest = next,
            Err(_) => return,
        }
    }
}
