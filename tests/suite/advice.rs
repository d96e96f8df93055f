//! What the computer says about its decisions, and its hints, in the whole game without a window.

use std::path::Path;
use std::time::Duration;

use bevy::app::App;
use bevy::ecs::entity::Entity;
use bevy::ecs::query::With;
use bevy::input::ButtonState;
use bevy::input::keyboard::KeyboardInput;
use bevy::window::PrimaryWindow;
use highground::app::{Begin, Options, headless};
use highground::battle::{Controller, Record, Save, SaveSummary};
use highground::keyboard::Stroke;
use highground::registry::RulesetId;
use highground::settings::{Settings, Speed};
use highground::ui::board::PointedSpots;
use highground::ui::interaction::TurnState;
use highground::ui::{CurrentNotice, Panels, Selection};

use super::sizes::window;

/// A battle on the bridge between these sides.
fn battle(seats: [Controller; 2]) -> App {
    let level = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/bridge.ron");
    let ruleset = RulesetId::Precision;
    let options = Options {
        levels: vec![level.clone()],
        rulesets: vec![(ruleset, ruleset.built_in())],
        begin: Begin::Battle(level),
        seats: seats.to_vec(),
        seed: Some(1),
        ..Options::default()
    };
    let mut app = headless(&options, |skill| skill.decider()).unwrap();
    let settings = Settings { speed: Speed::Instant, ..Settings::default() };
    app.insert_resource(settings.motion()).insert_resource(settings);
    app.update();
    app
}

/// Runs frames until something is true.
fn wait(app: &mut App, until: impl Fn(&App) -> bool) {
    for _ in 0..6_000 {
        if until(app) {
            return;
        }
        std::thread::sleep(Duration::from_millis(5));
        app.update();
    }
    panic!("it never happens");
}

fn press(app: &mut App, name: &str) {
    let world = app.world_mut();
    let window = world.query_filtered::<Entity, With<PrimaryWindow>>().single(world).unwrap();
    let stroke = Stroke::parse(name).unwrap();
    for state in [ButtonState::Pressed, ButtonState::Released] {
        let (key_code, logical_key) = (stroke.code, stroke.logical.clone());
        let (text, repeat) = (None, false);
        let key = KeyboardInput { key_code, logical_key, state, text, repeat, window };
        app.world_mut().write_message(key);
        app.update();
    }
}

fn notice(app: &App) -> String {
    let notice = app.world().resource::<CurrentNotice>().0.as_ref();
    notice.map(|notice| notice.text.clone()).unwrap_or_default()
}

fn acts(app: &App) -> bool {
    app.world().resource::<Selection>().options.stand == TurnState::Acting
}

#[test]
fn a_hint_names_a_command_and_leaves_it_to_the_player() {
    let mut app = battle([Controller::Human; 2]);
    wait(&mut app, acts);
    press(&mut app, "Y");
    // Asked again, it hurries.
    press(&mut app, "Y");
    wait(&mut app, |app| notice(app).starts_with("Hint: "));
    app.update();
    assert!(!app.world().resource::<PointedSpots>().hint.is_empty(), "marked on the board");
    assert!(app.world().resource::<Record>().commands.is_empty(), "no command was given");
    press(&mut app, "Esc");
    app.update();
    assert!(app.world().resource::<PointedSpots>().hint.is_empty(), "it goes with its words");
}

#[test]
fn every_decision_of_the_computer_can_be_asked_about() {
    let computer = Controller::COMPUTER;
    let mut app = battle([computer, computer]);
    let given = |app: &App| app.world().resource::<Record>().commands.len();
    wait(&mut app, |app| given(app) >= 12);
    let record = app.world().resource::<Record>().clone();
    let known = record.commands.iter().filter(|entry| entry.command.unit().is_some());
    for entry in known {
        let why = entry.why.as_ref().unwrap_or_else(|| panic!("{:?} has no reason", entry.command));
        assert_eq!(why.plans[0].command, entry.command);
        assert!(why.plans.len() <= 3 && why.events.0 < why.events.1, "{why:?}");
    }
    let reasons = &app.world().resource::<Panels>().log.reasons;
    assert!(reasons.len() >= 6, "{reasons:?}");
    // Records and saves keep them.
    let text = record.to_text().unwrap();
    assert_eq!(Record::parse("record", &text).unwrap(), record);
    let save = Save::of(app.world()).unwrap();
    let bytes = save.to_bytes(Path::new("save"), &SaveSummary::of(&save, "a", None));
    assert_eq!(Save::from_bytes("save", &bytes.unwrap()).unwrap().record, record);
}

/// The set-up turns hints off: the bulb is dark and says why, and so does the key.
#[test]
fn a_battle_without_hints_has_none_and_says_so() {
    let options = window::options(RulesetId::Precision, Begin::Menu);
    let play = |set_up: &str, then: &str| {
        let script = format!(
            "wait 40\nclick widget \"More options\"\nwait 8\n{set_up}
            click widget \"Start\"\nwait idle\nwait 10
            hover widget \"Hint\"\nwait 20\n{then}\nquit"
        );
        window::play(&options, &script, |_, _| {});
    };
    let off = "This battle is played without hints.";
    play(
        "click widget \"Hints\"\nwait 4",
        &format!(
            "expect text \"{off}\"\nhover widget \"Log\"\nwait 20\nexpect no text \"{off}\"
            try click widget \"Hint\"\nwait 60\nexpect no text \"Hint: \"
            key Y\nwait 10\nexpect text \"{off}\"\nwait 60\nexpect no text \"Hint: \""
        ),
    );
    play("", &format!("expect no text \"{off}\"\nexpect text \"in your place\""));
}
