//! Units are placed before a battle in the whole game, without a window: by keys, by clicks, and
//! with a cover between players where something is hidden.

use std::fs;
use std::path::{Path, PathBuf};

use bevy::app::{App, Plugin};

use highground::app::{Begin, Options, headless};
use highground::battle::ai::SimpleAi;
use highground::battle::deployment::Spot;
use highground::battle::replay::replay;
use highground::battle::{BattleState, Controller, Record, Skill};
use highground::grid::{Cell, Dir};
use highground::registry::RulesetId;
use highground::script::{Outcome, Script, ScriptPlugin};
use highground::settings::{Settings, Speed};

/// Most frames of a script.
const FRAMES: usize = 8_000;

fn keep() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/keep.ron")
}

/// Plays a script in a battle with these players and returns the game as it is then.
fn play(level: &Path, ruleset: RulesetId, seats: [Controller; 2], script: &str) -> App {
    let options = Options {
        levels: vec![level.to_owned()],
        rulesets: vec![(ruleset, ruleset.built_in())],
        begin: Begin::Battle(level.to_owned()),
        ruleset: Some(ruleset),
        seats: seats.to_vec(),
        seed: Some(1),
        deploy: true,
        ..Options::default()
    };
    let mut app = headless(&options, |_| Box::new(SimpleAi::new())).unwrap();
    let outcome = Outcome::default();
    let script = Script::parse(script).unwrap();
    let plugin = ScriptPlugin { script, pictures: PathBuf::new(), outcome: outcome.clone() };
    plugin.build(&mut app);
    let settings = Settings { speed: Speed::Instant, ..Settings::default() };
    app.insert_resource(settings.motion()).insert_resource(settings);
    for _ in 0..FRAMES {
        app.update();
        if let Some(result) = outcome.get() {
            result.unwrap_or_else(|error| panic!("{error}"));
            return app;
        }
    }
    panic!("the script does not end");
}

fn spot(x: i16, y: i16, facing: Dir) -> Spot {
    Spot { at: Cell::new(x, y), facing, floor: None }
}

#[test]
fn both_sides_are_placed_by_keys_and_the_battle_is_replayed() {
    for ruleset in RulesetId::ALL {
        let script = "wait idle
            expect screen deployment
            expect text \"Wardens: place your units\"
            key Tab
            expect text \"Captain 1: choose a cell of the marked zone.\"
            key Up
            key Enter
            key PageUp
            key Tab
            key Up
            key Up
            key Up
            key Enter
            expect text \"is outside the start zone\"
            key Escape
            key Space
            expect text \"Reavers: place your units\"
            key Shift+Tab
            key Up
            key Enter
            key Space
            wait idle
            expect screen battle
            quit";
        let app = play(&keep(), ruleset, [Controller::Human; 2], script);
        let record = app.world().resource::<Record>();
        let placed: Vec<(&str, Spot)> =
            record.deployed.iter().map(|(name, spot)| (name.as_str(), *spot)).collect();
        let expected = [("Captain 1", spot(8, 23, Dir::NE)), ("Healer", spot(24, 3, Dir::W))];
        assert_eq!(placed, expected, "{ruleset:?}");
        let again = Record::parse("record", &record.to_text().unwrap()).unwrap();
        let replayed = replay(&again, ruleset.built_in()).unwrap();
        let state = &app.world().resource::<BattleState>().0;
        assert_eq!(replayed.state.hash(), state.hash(), "{ruleset:?}");
    }
}

#[test]
fn units_are_clicked_dragged_and_exchanged() {
    let script = "wait idle
        click cell 8 24
        click cell 3 23
        drag cell 10 24 to cell 6 24
        click widget \"Scout\"
        click widget \"Turn right\"
        expect text \"Scout: choose a cell of the marked zone.\"
        right-click cell 11 22
        click widget \"Ready\"
        wait idle
        expect screen battle
        quit";
    let app = play(
        &keep(),
        RulesetId::Precision,
        [Controller::Human, Controller::Computer(Skill::Soldier)],
        script,
    );
    let deployed = &app.world().resource::<Record>().deployed;
    assert_eq!(deployed["Captain 1"], spot(3, 23, Dir::N));
    assert_eq!((deployed["Knight"].at, deployed["Mage"].at), (Cell::new(6, 24), Cell::new(10, 24)));
    assert_eq!(deployed["Scout"], spot(5, 23, Dir::NE));
    // The computer has placed its own units too.
    assert!(deployed.contains_key("Archer") || deployed.contains_key("Brute"), "{deployed:?}");
}

#[test]
fn resetting_brings_back_the_level_and_the_menu_is_left_alone() {
    let script = "wait idle
        key Tab
        key Left
        key Enter
        click widget \"Reset\"
        click widget \"Ready\"
        click widget \"Ready\"
        wait idle
        expect screen battle
        quit";
    let app = play(&keep(), RulesetId::Vigor, [Controller::Human; 2], script);
    assert!(app.world().resource::<Record>().deployed.is_empty());
    let script = "wait idle
        click widget \"Menu\"
        click widget \"Main menu\"
        wait idle
        expect screen menu
        click widget \"Start\"
        wait idle
        expect screen deployment
        quit";
    let app = play(&keep(), RulesetId::Vigor, [Controller::Human; 2], script);
    assert!(!app.world().contains_resource::<Record>());
}

#[test]
fn a_cover_hides_what_the_other_side_must_not_see() {
    let text = fs::read_to_string(keep()).unwrap();
    let hidden = text.replace("    goals: [", "    hidden_information: true,\n    goals: [");
    let folder = std::env::temp_dir().join(format!("highground-placing-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let level = folder.join("keep.ron");
    fs::write(&level, hidden).unwrap();
    let script = "wait idle
        expect screen deployment
        expect text \"Place your units before the battle.\"
        expect no text \"Captain\"
        key Enter
        wait 4
        expect text \"Wardens: place your units\"
        key Space
        wait 4
        expect text \"Other players, please look away.\"
        expect no text \"Wardens\"
        click widget \"I'm ready\"
        wait 4
        expect text \"Reavers: place your units\"
        hover cell 8 24
        wait 4
        quit";
    let app = play(&level, RulesetId::Precision, [Controller::Human; 2], script);
    let state = &app.world().resource::<BattleState>().0;
    assert!(state.units.iter().all(|unit| unit.side().0 == 1), "only the own units are there");
    fs::remove_dir_all(folder).unwrap();
}
