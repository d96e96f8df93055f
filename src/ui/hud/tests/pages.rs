//! Tests of the pages over the board: what they show, and the intents that clicks return.

use std::collections::{BTreeMap, BTreeSet};

use battle::save::SaveSummary;
use battle::save::shelf::SaveEntry;
use files::Problem;
use lesson::Listed;
use registry::RulesetId;
use settings::{Action, KeyMap, Settings};
use view::Colours;

use super::*;
use crate::intent::Preference;

/// A harness for one page.
fn page(page: Page, settings: Settings, binding: Option<Action>) -> Harness<'static, Vec<Intent>> {
    let keys = settings.key_map();
    let library: BTreeMap<_, _> =
        [(RulesetId::Precision, RulesetId::Precision.built_in())].into_iter().collect();
    let saves = saves();
    let lessons = lessons();
    panel(move |ui| {
        let model = PagesModel {
            page,
            behind: if page == Page::Learn { Behind::Menu } else { Behind::Battle },
            can_save: true,
            saves: &saves,
            lessons: &lessons,
            settings: &settings,
            keys: &keys,
            binding,
            library: &library,
            ruleset: Some(RulesetId::Precision),
        };
        show_pages(ui, &model)
    })
}

/// Two lessons: one intact, one that cannot be read.
fn lessons() -> Vec<Listed> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/lessons");
    ["precision", "missing"].map(|name| Listed::read(&folder.join(format!("{name}.ron")))).into()
}

/// Two saves: one intact, one damaged with a backup.
fn saves() -> SavesModel {
    let card = SaveSummary {
        name: "At the ford".to_owned(),
        level: "The Bridge".to_owned(),
        ruleset: "precision".to_owned(),
        round: 3,
        written: Some(100),
        ..SaveSummary::default()
    };
    let damaged = Problem::new("b.save", "this save is damaged");
    SavesModel {
        kept: vec![
            SaveEntry { path: "a.save".into(), card: Ok(card), old: None },
            SaveEntry { path: "b.save".into(), card: Err(damaged), old: Some("b.save.old".into()) },
        ],
        now: Some(400),
        has_place: true,
    }
}

#[test]
fn saved_games_are_continued_watched_and_deleted() {
    let page = || page(Page::Saves, Settings::default(), None);
    let harness = page();
    let told = "The Bridge · Precision · round 3 · 5 minutes ago";
    assert!(harness.query_by_label(told).is_some());
    assert!(harness.query_by_label_contains("this save is damaged").is_some());
    let a = || std::path::PathBuf::from("a.save");
    assert_eq!(clicked(harness, "Continue: At the ford"), [Intent::Saves(Saves::Load(a()))]);
    assert_eq!(clicked(page(), "Watch: At the ford"), [Intent::WatchFromStart(Some(a()))]);
    assert_eq!(
        clicked(page(), "Load backup: b"),
        [Intent::Saves(Saves::Load("b.save.old".into()))]
    );
    let mut harness = page();
    harness.get_by_label("Delete: At the ford").click();
    harness.run();
    assert!(harness.state().is_empty(), "deleting needs a confirmation");
    assert_eq!(
        clicked(harness, "Really delete?: At the ford"),
        [Intent::Saves(Saves::Forget(a()))]
    );
}

#[test]
fn lessons_are_listed_with_what_is_finished_and_started() {
    let harness = page(Page::Learn, Settings::default(), None);
    assert!(harness.query_by_label_contains("missing.ron: no such file").is_some());
    let start = "Start Precision: the first hill";
    assert_eq!(clicked(harness, start), [Intent::Go(Go::Lesson("precision".to_owned()))]);
    // In a battle there is no tab for lessons: the battle comes first.
    let harness = page(Page::Credits, Settings::default(), None);
    assert!(harness.query_by_label("Learn").is_none());
}

#[test]
fn a_battle_is_saved_under_a_name() {
    let mut harness = page(Page::Saves, Settings::default(), None);
    harness.get_by_label("Name of the save").focus();
    harness.run();
    harness.get_by_label("Name of the save").type_text("Before the charge");
    harness.run();
    let asked = [Intent::Saves(Saves::Save("Before the charge".to_owned()))];
    assert_eq!(clicked(harness, "Save under this name"), asked);
}

fn clicked(mut harness: Harness<'_, Vec<Intent>>, label: &str) -> Vec<Intent> {
    harness.get_by_label(label).scroll_to_me();
    harness.run();
    harness.get_by_label(label).click();
    harness.run();
    harness.state().clone()
}

#[test]
fn the_controls_list_every_action_once() {
    let words: BTreeSet<&str> = Action::all().map(Action::words).collect();
    assert_eq!(words.len(), Action::all().count());
    let harness = page(Page::Controls, Settings::default(), None);
    for action in Action::all().filter(|action| !matches!(action, Action::Slot(_))) {
        assert!(harness.query_all_by_label(action.words()).next().is_some(), "{action:?}");
    }
    for tiles in ["1 to 9", "Tiles 1 to 9, or answers 1 to 9", "Shift+1 to Shift+9", "Panels"] {
        assert!(harness.query_all_by_label(tiles).next().is_some(), "{tiles}");
    }
    assert_eq!(clicked(harness, "Back to the battle"), [Intent::PageAction(PageAction::Close)]);
}

#[test]
fn one_page_leads_to_the_next() {
    let harness = page(Page::Credits, Settings::default(), None);
    assert_eq!(
        clicked(harness, "Settings"),
        [Intent::PageAction(PageAction::Open(Page::Settings))]
    );
}

#[test]
fn a_rule_is_found_by_its_number() {
    let mut harness = page(Page::Rules, Settings::default(), None);
    harness.get_by_label("Search").focus();
    harness.run();
    harness.get_by_label("Search").type_text("PR-263");
    harness.run();
    assert!(harness.query_by_label("PR-263").is_some());
    assert!(harness.query_by_label("PR-1").is_none());
}

#[test]
fn a_click_changes_a_setting() {
    let harness = page(Page::Settings, Settings::default(), None);
    let wanted = Settings { colours: Colours::Contrast, ..Settings::default() };
    assert_eq!(
        clicked(harness, "High contrast"),
        [Intent::Preference(Preference::Set(Box::new(wanted)))]
    );
    let harness = page(Page::Settings, Settings::default(), None);
    let wanted = Settings { scale: 125, ..Settings::default() };
    assert_eq!(clicked(harness, "Larger"), [Intent::Preference(Preference::Set(Box::new(wanted)))]);
    let harness = page(Page::Settings, Settings { scale: 200, ..Settings::default() }, None);
    assert_eq!(clicked(harness, "Larger"), [], "it is at the maximum");
}

#[test]
fn keys_are_bound_and_conflicts_are_shown() {
    let harness = page(Page::Settings, Settings::default(), None);
    let asked = clicked(harness, "Key for move");
    assert_eq!(asked, [Intent::PageAction(PageAction::AwaitKey(Some(Action::Move)))]);
    let mut keys = KeyMap::default();
    keys.bind(Action::Move, keys.keys(Action::EndTurn)[0]);
    let settings = Settings { keys: keys.changes(), ..Settings::default() };
    let harness = page(Page::Settings, settings, Some(Action::Move));
    assert!(harness.query_by_label_contains("Space is bound twice").is_some());
    assert_eq!(
        clicked(harness, "Reset all"),
        [Intent::Preference(Preference::Set(Box::default()))]
    );
}

#[test]
fn the_credits_name_the_libraries() {
    let harness = page(Page::Credits, Settings::default(), None);
    assert!(harness.query_by_label("bevy_egui").is_some());
}
