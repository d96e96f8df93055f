//! Tests of the log by keys.

use egui::Key as Pressed;

use crate::log_text;
use rules::event::{Event, EventKind};

use super::fight::{BLUE, fight};
use super::*;

/// A log of two lines, which the player has asked to read with the keyboard.
fn read() -> LogModel {
    let hit = LogLine {
        links: vec![(0..3, UnitId(4)), (10..12, UnitId(5))],
        ..line("Ada marks Bo: hit, 9 against 8.", Weight::Main, &["d10 shows 5"])
    };
    let miss = line("Bo misses.", Weight::Main, &["d10 shows 1"]);
    LogModel { lines: vec![hit, miss], asked: 1, ..LogModel::default() }
}

fn press(harness: &mut Harness<'_, Vec<Intent>>, keys: &[Pressed]) {
    for key in keys {
        harness.key_press(*key);
        harness.run();
    }
}

#[test]
fn lines_of_the_log_open_and_close_by_keys() {
    let model = read();
    let mut harness = panel(move |ui| show_log(ui, &model));
    let opened = |harness: &Harness<'_, Vec<Intent>>, text: &str| {
        harness.query_by_label_contains(text).is_some()
    };
    press(&mut harness, &[Pressed::ArrowRight]);
    assert!(opened(&harness, "d10 shows 1"), "the last line has the keyboard first");
    press(&mut harness, &[Pressed::ArrowLeft, Pressed::ArrowUp, Pressed::Enter]);
    assert!(opened(&harness, "d10 shows 5") && !opened(&harness, "d10 shows 1"));
    press(&mut harness, &[Pressed::ArrowUp, Pressed::ArrowLeft]);
    assert!(!opened(&harness, "d10 shows 5"), "above the first line is none");
}

#[test]
fn names_in_the_log_are_shown_by_keys() {
    let model = read();
    let mut harness = panel(move |ui| show_log(ui, &model));
    press(&mut harness, &[Pressed::ArrowUp, Pressed::Tab]);
    assert_eq!(
        harness.state().last(),
        Some(&Intent::Panel(Panel::Point(Some(UnitId(4))))),
        "marked on the board"
    );
    press(&mut harness, &[Pressed::Tab, Pressed::Enter]);
    assert!(
        harness.state().contains(&Intent::Input(Input::Look(UnitId(5)))),
        "{:?}",
        harness.state()
    );
}

#[test]
fn the_keyboard_leaves_the_log_by_escape() {
    let model = read();
    let mut harness = panel(move |ui| show_log(ui, &model));
    let reads = |harness: &Harness<'_, Vec<Intent>>| {
        let focused = harness.ctx.memory(egui::Memory::focused);
        focused.is_some_and(|id| reads_log(&harness.ctx, id))
    };
    assert!(reads(&harness));
    press(&mut harness, &[Pressed::Escape]);
    assert!(!reads(&harness));
    press(&mut harness, &[Pressed::ArrowUp, Pressed::ArrowRight]);
    assert!(
        harness.query_by_label_contains("d10 shows").is_none(),
        "keys belong to the board again"
    );
}

/// More stress is bad news, more health is good news.
#[test]
fn more_of_a_burden_is_bad_news() {
    let fight = fight(RulesetId::Evoker, Board::new(5, 3), &[("knight", BLUE, 0, 1)]);
    let tone = |id, from, to| {
        let (unit, id, why) = (UnitId(0), Key::of(id), "wounds".to_owned());
        let event = Event::new(EventKind::Track { unit, id, from, to, why }, &[]);
        log_text::line(&event, &fight.names()).tone
    };
    assert_eq!(tone("stress", 0, 2), Tone::Bad);
    assert_eq!(tone("stress", 2, 0), Tone::Good);
    assert_eq!(tone("light_wounds", 3, 1), Tone::Bad);
}
