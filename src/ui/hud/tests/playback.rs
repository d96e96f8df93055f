//! Tests of the replay controls and of the log of a replay.

use super::*;

fn controls(model: PlaybackModel) -> Harness<'static, Vec<Intent>> {
    panel(move |ui| show_playback(ui, &model))
}

/// In the middle of a battle of two rounds.
fn middle() -> PlaybackModel {
    PlaybackModel {
        at: 4,
        len: 9,
        round: 1,
        rounds: vec![(1, 0), (2, 6)],
        sides: vec![(SideId(0), "Wardens".to_owned()), (SideId(1), "Raiders".to_owned())],
        ..PlaybackModel::default()
    }
}

#[test]
fn every_button_returns_its_intent() {
    let mut harness = controls(middle());
    assert!(harness.query_by_label("4 of 9").is_some());
    let ways = [
        ("To the start", Watch::To(0)),
        ("Previous round", Watch::Round { on: false }),
        ("Step back", Watch::Step(-1)),
        ("Play", Watch::Play),
        ("Step forward", Watch::Step(1)),
        ("Next round", Watch::Round { on: true }),
        ("To the end", Watch::To(9)),
        ("View: Raiders", Watch::As(Some(SideId(1)))),
        ("View: all", Watch::As(None)),
        ("Play on from here", Watch::PlayOn),
        ("Close the replay", Watch::Close),
    ];
    for (name, _) in ways {
        harness.get_by_label(name).click();
        harness.run();
    }
    let asked: Vec<Intent> = ways.into_iter().map(|(_, watch)| Intent::Watch(watch)).collect();
    assert_eq!(*harness.state(), asked);
}

#[test]
fn the_end_shows_the_winner_or_why_the_replay_stops() {
    let end = PlaybackModel { at: 9, over: Some("Winner: Wardens.".to_owned()), ..middle() };
    let mut harness = controls(end);
    assert!(harness.query_by_label("Winner: Wardens.").is_some());
    harness.get_by_label("Play on from here").click();
    harness.run();
    assert_eq!(*harness.state(), [], "a finished battle cannot be played on");
    let differs = Some("command 10 is refused now".to_owned());
    let harness = controls(PlaybackModel { at: 9, differs, ..middle() });
    assert!(harness.query_by_label_contains("command 10 is refused now").is_some());
}

#[test]
fn the_log_marks_how_far_undo_reaches() {
    let lines = || -> Vec<LogLine> {
        let line = |event: usize| LogLine { event, ..line("Ada moves.", Weight::Main, &[]) };
        (0..4).map(line).collect()
    };
    let log = |undo_from, now| {
        let model = LogModel { lines: lines(), undo_from, now, ..LogModel::default() };
        panel(move |ui| show_log(ui, &model))
    };
    let mark = "reaches back to here";
    assert!(log(Some(2), None).query_by_label_contains(mark).is_some());
    assert!(log(None, None).query_by_label_contains(mark).is_none());
    assert!(log(Some(4), None).query_by_label_contains(mark).is_none(), "nothing happened since");
    let watched = log(Some(2), Some(3));
    assert!(watched.query_by_label_contains(mark).is_none(), "a replay has no undo");
    assert!(watched.query_by_label_contains("Double-click").is_some());
}

#[test]
fn a_name_in_the_log_shows_its_figure() {
    let links = vec![(0..5, UnitId(4))];
    let named = LogLine { links, ..line("Scout moves.", Weight::Main, &["5 metres"]) };
    let model = LogModel { lines: vec![named], ..LogModel::default() };
    let mut harness = panel(move |ui| show_log(ui, &model));
    harness.get_by_label("Show Scout").click();
    harness.run();
    let asked = harness.state();
    assert!(asked.contains(&Intent::Panel(Panel::Point(Some(UnitId(4))))), "{asked:?}");
    assert!(asked.contains(&Intent::Input(Input::Look(UnitId(4)))), "{asked:?}");
    assert!(harness.query_by_label_contains("5 metres").is_none(), "the line stays closed");
}
