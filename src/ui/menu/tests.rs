//! Tests of the menu.

use std::path::{Path, PathBuf};

use egui_kittest::{Harness, kittest::Queryable};

use super::entry::OptionEntry;
use super::*;
use crate::autosave::AutosaveError;
use battle::Controller;
use files::Problem;
use rules::house::{Allowed, Changes, RuleOption};

fn model() -> MenuModel {
    let level = |name: &str, problem: Option<&str>| LevelEntry {
        starts: false,
        path: PathBuf::from(format!("{name}.ron")),
        name: name.to_owned(),
        author: "Ada".to_owned(),
        text: "A place.".to_owned(),
        sides: vec!["Wardens".to_owned(), "Raiders".to_owned()],
        goals: vec!["Put all foes out of the fight".to_owned()],
        sky: "Night, light fog".to_owned(),
        units: vec![4, 4],
        size: (20, 20),
        written: None,
        own: false,
        problem: problem.map(str::to_owned),
    };
    let option = |name: &str, value: &str, allowed| OptionEntry {
        option: RuleOption {
            name: name.to_owned(),
            section: "Attacks".to_owned(),
            value: value.to_owned(),
            allowed,
            note: String::new(),
            rules: Vec::new(),
        },
        rules: String::new(),
    };
    let flanking = option("flank_bonus", "1", Allowed::Number);
    let half = option("natural_one_fails", "false", Allowed::Switch);
    let rules = RulesetEntry {
        id: "precision".to_owned(),
        name: "Precision".to_owned(),
        text: "One die.".to_owned(),
        options: vec![flanking, half],
    };
    let vigor = RulesetEntry {
        id: "vigor".to_owned(),
        name: "Vigor".to_owned(),
        text: "Bursting dice.".to_owned(),
        options: Vec::new(),
    };
    MenuModel {
        levels: vec![level("Bridge", None), level("Broken", Some("line 3: what is `hil`?"))],
        rulesets: vec![rules, vigor],
        seed: "7".to_owned(),
        ..MenuModel::default()
    }
}

type Run = (MenuModel, Vec<Intent>);

fn harness() -> Harness<'static, Run> {
    let mut harness = Harness::builder().with_size([1280.0, 720.0]).build_ui_state(
        |ui, (model, intents): &mut Run| intents.extend(show(ui, model)),
        (model(), Vec::new()),
    );
    harness.run();
    harness
}

#[test]
fn start_begins_the_chosen_battle() {
    let mut harness = harness();
    harness.get_by_label("Raiders: Human").click();
    harness.run();
    harness.get_by_label("Start").click();
    harness.run();
    let start = SetUp {
        level: PathBuf::from("Bridge.ron"),
        ruleset: "precision".to_owned(),
        seats: vec![Controller::Human, Controller::Human],
        seed: 7,
        referee: false,
        unaided: false,
        deploy: false,
        house_rules: Changes::new(),
    };
    assert_eq!(harness.state().1, [Intent::Go(Go::Start(start))]);
}

#[test]
fn a_battle_starts_under_the_chosen_ruleset() {
    let mut harness = harness();
    harness.get_by_role_and_label(egui::accesskit::Role::Button, "Vigor").click();
    harness.run();
    harness.get_by_label("Start").click();
    harness.run();
    let asked = &harness.state().1;
    assert!(
        matches!(asked.as_slice(), [Intent::Go(Go::Start(set_up))] if set_up.ruleset == "vigor")
    );
}

#[test]
fn continue_says_why_it_is_disabled() {
    let lost = "Cannot load the autosave: autosave.save: it is damaged. See Saved games for \
                other saves.";
    let mut harness = harness();
    let click = |harness: &mut Harness<'static, Run>| {
        harness.get_by_label("Continue").click();
        harness.run();
        std::mem::take(&mut harness.state_mut().1)
    };
    assert_eq!(click(&mut harness), []);
    harness.state_mut().0.unfinished =
        Some(Err(AutosaveError(Problem::new("autosave.save", "it is damaged"))));
    harness.run();
    assert!(harness.query_by_label(lost).is_some());
    assert_eq!(click(&mut harness), []);
    harness.state_mut().0.unfinished = Some(Ok("Bridge, round 2".to_owned()));
    harness.run();
    assert!(harness.query_by_label(lost).is_none());
    assert_eq!(click(&mut harness), [Intent::Go(Go::Continue)]);
}

#[test]
fn the_referee_option_reaches_the_set_up() {
    let mut harness = harness();
    harness.get_by_label("More options").click();
    harness.run();
    harness.get_by_label("Referee").click();
    harness.run();
    harness.get_by_label("Start").click();
    harness.run();
    let asked = &harness.state().1;
    assert!(matches!(asked.as_slice(), [Intent::Go(Go::Start(set_up))] if set_up.referee));
}

#[test]
fn house_rules_reach_the_set_up_until_they_are_reset() {
    let mut harness = harness();
    let changes = |harness: &mut Harness<'static, Run>| {
        harness.get_by_label("Start").click();
        harness.run();
        match std::mem::take(&mut harness.state_mut().1).pop() {
            Some(Intent::Go(Go::Start(set_up))) => set_up.house_rules,
            other => panic!("{other:?}"),
        }
    };
    harness.get_by_label("More options").click();
    harness.run();
    harness.get_by_label("House rules").click();
    harness.run();
    harness.get_by_label("Attacks").click();
    harness.run();
    harness.get_by_label("Natural one fails").click();
    harness.run();
    let changed = [("natural_one_fails".to_owned(), "true".to_owned())];
    assert_eq!(changes(&mut harness), changed.into());
    assert!(harness.query_by_label("House rules: 1 changed").is_some());
    harness.get_by_label("Reset Natural one fails").click();
    harness.run();
    assert_eq!(changes(&mut harness), Changes::new());
}

#[test]
fn arrow_keys_and_enter_work_too() {
    let mut harness = harness();
    harness.key_press(egui::Key::ArrowDown);
    harness.run();
    assert_eq!(harness.state().0.level, 1);
    harness.key_press(egui::Key::ArrowDown);
    harness.key_press(egui::Key::ArrowUp);
    harness.run();
    assert_eq!(harness.state().0.level, 0, "the list ends");
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert!(matches!(harness.state().1.as_slice(), [Intent::Go(Go::Start(_))]));
}

#[test]
fn a_bad_level_shows_its_problem_and_does_not_start() {
    let mut harness = harness();
    harness.get_by_label("Broken").click();
    harness.run();
    assert!(harness.query_by_label("line 3: what is `hil`?").is_some());
    harness.get_by_label("Start").click();
    harness.key_press(egui::Key::Enter);
    harness.run();
    assert_eq!(harness.state().1, []);
    assert!(harness.query_by_label_contains("cannot be played").is_some());
}

#[test]
fn a_seed_that_is_not_a_number_is_refused() {
    let mut menu = model();
    menu.seed = "seven".to_owned();
    let message = "The seed must be a whole number up to 18446744073709551615, not \"seven\".";
    assert_eq!(menu.set_up().map_err(|error| error.to_string()), Err(message.to_owned()));
    menu.seed = " 18446744073709551615 ".to_owned();
    assert_eq!(menu.set_up().map(|s| s.seed), Ok(u64::MAX));
}

#[test]
fn own_levels_follow_their_folder_and_others_keep_what_is_known() {
    let folder = std::env::temp_dir().join(format!("highground-menu-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = |name: &str| folder.join(name);
    let text =
        level::Level::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/bridge.ron"))
            .unwrap()
            .to_text();
    for name in ["a.ron", "b.ron"] {
        std::fs::write(file(name), &text).unwrap();
    }
    let mut menu = model();
    let shipped = menu.levels.clone();
    menu.thumbnails.insert(1, None);
    menu.list_own(&[file("a.ron"), file("b.ron")]);
    assert_eq!(menu.levels[2..], shipped);
    assert!(menu.levels[..2].iter().all(|level| level.own && level.problem.is_none()));
    assert_eq!(menu.level, 2, "the chosen level stays chosen");
    assert_eq!(menu.thumbnails.keys().copied().collect::<Vec<_>>(), [3]);
    menu.level = 1;
    menu.thumbnails.extend([(0, None), (1, None)]);
    menu.list_own(&[file("b.ron")]);
    assert_eq!((menu.levels.len(), menu.level), (shipped.len() + 1, 0));
    assert_eq!(menu.levels[0].path, file("b.ron"));
    assert_eq!(menu.thumbnails.keys().copied().collect::<Vec<_>>(), [0, 2]);
    std::fs::remove_dir_all(&folder).unwrap();
}
