//! How the turn order shows unusual slots.

use grid::Board;
use registry::RulesetId;
use rules::display::{SlotRemark, SlotSign};
use rules::state::{Extra, Slot};

use super::fight::{BLUE, RED, fight};
use super::*;

/// PR-49: ambushed units are placed two lower. PR-33: a changed
/// initiative counts from the next round on.
#[test]
fn the_order_says_what_an_ambush_does_to_it() {
    let people = [("knight", BLUE, 0, 0), ("archer", RED, 5, 0)];
    let mut fight = fight(RulesetId::Precision, Board::new(9, 3), &people);
    let slot = |id, value| Slot::turn(vec![UnitId(id)], value);
    // Archer 12, the knight 8 - 2 (PR-298).
    fight.state.scene.clock.slots = vec![slot(1, 12), slot(0, 6)];
    fight.state.scene.sides[0].flags.set(Key::of("ambushed"), 1);
    let order = fight.order();
    assert_eq!(order.slots[0].remarks, []);
    let said: Vec<String> = order.slots[1].remarks.iter().map(|r| r.remark.to_string()).collect();
    assert_eq!(said, ["ambushed: placed 2 lower [PR-49]"]);
    fight.state.scene.clock.slots[1].state = SlotState::Done;
    assert_eq!(fight.order().slots[1].remarks, [], "what is over is not said any more");
    fight.state.scene.clock.slots[0].value = 14;
    let said: Vec<String> =
        fight.order().slots[0].remarks.iter().map(|r| r.remark.to_string()).collect();
    assert_eq!(said, ["at 12 from next round on [PR-33]"]);
}

/// PR-306: a minion called in the round of an ambush does not share it.
#[test]
fn the_order_spares_a_called_minion_the_ambush() {
    let people = [("knight", BLUE, 0, 0), ("mage", BLUE, 1, 0), ("archer", RED, 5, 0)];
    let mut fight = fight(RulesetId::Precision, Board::new(9, 3), &people);
    let round = i64::from(fight.state.scene.clock.round);
    let called = fight.state.unit_mut(UnitId(0)).unwrap();
    called.identity.maker = Some(UnitId(1));
    called.flags.set(Key::of("called_in_round"), round);
    fight.state.scene.clock.slots = vec![Slot::turn(vec![UnitId(0)], 8)];
    fight.state.scene.sides[0].flags.set(Key::of("ambushed"), 1);
    let order = fight.order();
    let said: Vec<String> = order.slots[0].remarks.iter().map(|r| r.remark.to_string()).collect();
    assert_eq!(said, ["summoned [PR-313]"]);
}

/// MO-54: a held turn. MO-68: a union has one turn, and a unit that joined one acts
/// with it from the next round on. MO-43: the slot of a dead unit is a marker.
#[test]
fn the_order_shows_held_turns_and_unions() {
    let people =
        [("knight", BLUE, 0, 0), ("archer", BLUE, 1, 0), ("brute", RED, 5, 0), ("mage", RED, 6, 0)];
    let mut fight = fight(RulesetId::Momentum, Board::new(9, 3), &people);
    let slot = |members: &[u32], kind, value, state| Slot {
        members: members.iter().map(|id| UnitId(*id)).collect(),
        kind,
        value,
        state,
        extra: None,
    };
    let (turn, mark) = (SlotKind::Turn, SlotKind::Mark);
    // Initiative: mage 31, knight 26, archer 35, brute 24 (MO-46).
    fight.state.scene.clock.slots = vec![
        slot(&[1, 0], turn, 30, SlotState::Waiting),
        slot(&[2], turn, 24, SlotState::Held),
        slot(&[3], mark, 31, SlotState::Waiting),
    ];
    for id in [0, 1] {
        fight.state.unit_mut(UnitId(id)).unwrap().flags.set(Key::of("union"), 1);
    }
    fight.state.scene.clock.slots[0].members = vec![UnitId(0), UnitId(1)];
    let order = fight.order();
    let said = |n: usize| -> Vec<String> {
        order.slots[n].remarks.iter().map(|r| r.remark.to_string()).collect()
    };
    assert!(said(0)[0].ends_with("[MO-68]"), "{:?}", said(0));
    assert_eq!(said(1), ["holds its turn [MO-54]"]);
    assert_eq!(said(2), ["time marker only [MO-43]"]);
    // On the strip they are signs, whose words appear on hover.
    let mut harness = panel(move |ui| show_order(ui, &order));
    harness.get_by_label("Holds its turn [MO-54].").hover();
    harness.run_steps(30);
    assert!(harness.query_all_by_label("Holds its turn [MO-54].").count() > 1, "words on hover");
    assert!(harness.query_all_by_label_contains("[MO-68]").count() > 0);
}

/// A unit with a second slot in the round has an extra turn, whatever the rules.
#[test]
fn the_order_shows_extra_turns() {
    let people = [("knight", BLUE, 0, 0), ("archer", RED, 5, 0)];
    let mut fight = fight(RulesetId::Precision, Board::new(9, 3), &people);
    let slot = |id, value| Slot::turn(vec![UnitId(id)], value);
    fight.state.scene.clock.slots = vec![slot(1, 12), slot(0, 8), slot(1, 12)];
    let again: Vec<bool> = fight.order().slots.iter().map(|slot| slot.again).collect();
    assert_eq!(again, [false, false, true]);
}

/// The slot of the archer with that number.
fn archer(n: u32, acting: bool) -> SlotModel {
    let name = format!("Archer {n}");
    let state = if acting { SlotState::Running } else { SlotState::Waiting };
    let (id, side, status) = (UnitId(n), SideId(BLUE), Status::Active);
    SlotModel {
        chips: vec![Chip {
            id,
            name,
            figure: "guard".to_owned(),
            side,
            status,
            acting,
            health: None,
            conditions: Vec::new(),
            progress: Vec::new(),
        }],
        kind: SlotKind::Turn,
        state,
        value: 1,
        extra: None,
        blank: false,
        again: false,
        remarks: Vec::new(),
    }
}

/// Text that does not fit is scrolled to, not wrapped: the strip keeps its height.
#[test]
fn text_at_the_end_of_the_order_stays_on_one_line() {
    for n in 2..12 {
        let place = |i| SlotModel {
            remarks: vec![SlotRemark::new(
                SlotSign::Moves,
                "tied with foes: sides roll for it",
                "PR-28",
            )],
            ..archer(i, i == 0)
        };
        let slots = (0..n).map(place).collect();
        let order = OrderModel { round: 1, slots, ..OrderModel::default() };
        let mut harness = panel(move |ui| show_order(ui, &order));
        harness.run_steps(4);
        let lines = harness.query_all_by_label_contains("Tied with foes");
        let heights: Vec<f32> = lines.map(|line| line.rect().height()).collect();
        assert!(!heights.is_empty() && heights.iter().all(|h| *h < 24.0), "{n}: {heights:?}");
    }
}

/// True if the order has buttons at its ends.
fn ends(harness: &Harness<'_, Vec<Intent>>) -> bool {
    harness.query_by_label("Later in the order").is_some()
}

/// Portraits without names fit where names do not; all units are shown.
#[test]
fn a_long_order_has_portraits_instead_of_names() {
    let slots = (0..14).map(|n| archer(n, n == 0)).collect();
    let order = OrderModel { round: 1, slots, ..OrderModel::default() };
    let mut harness = panel(move |ui| show_order(ui, &order));
    harness.run_steps(4);
    assert!(!ends(&harness), "nothing is cut off");
    let last = harness.get_by_label("Archer 13").rect();
    assert!(last.right() < 1000.0, "{last:?}");
}

/// Slots that do not fit at all are reached by buttons at the ends.
#[test]
fn a_very_long_order_is_scrolled_by_buttons() {
    let slots = (0..60).map(|n| archer(n, n == 0)).collect();
    let order = OrderModel { round: 1, slots, ..OrderModel::default() };
    let mut harness = panel(move |ui| show_order(ui, &order));
    harness.run_steps(4);
    assert!(ends(&harness) && harness.query_by_label("Archer 25").is_none());
    harness.get_by_label("Later in the order").click();
    harness.run_steps(4);
    assert!(harness.query_by_label("Archer 25").is_some());
    harness.get_by_label("Earlier in the order").click();
    harness.run_steps(4);
    assert!(harness.query_by_label("Archer 1").is_some());
}

/// In a large battle only visible slots are laid out, and the acting unit is scrolled into view.
#[test]
fn the_order_shows_the_acting_unit_among_hundreds() {
    let slots = (0..200).map(|n| archer(n, n == 150)).collect();
    let order = OrderModel { round: 1, slots, ..OrderModel::default() };
    let mut harness = panel(move |ui| show_order(ui, &order));
    harness.run_steps(4);
    assert!(harness.query_by_label("Archer 150").is_some());
    assert!(harness.query_by_label("Archer 3").is_none());
    assert!(harness.query_by_label("Archer 199").is_none());
}

/// EV-335: a single act between two turns, earned or passed on, is distinguished from turns.
#[test]
fn the_order_names_acts_between_turns() {
    let people = [("knight", BLUE, 0, 0), ("archer", BLUE, 1, 0), ("brute", RED, 5, 0)];
    let mut fight = fight(RulesetId::Precision, Board::new(9, 3), &people);
    let earned = Extra::earned(Key::of("one_more"));
    let passed = Extra { chain: vec![UnitId(0)], ..earned.clone() };
    fight.state.scene.clock.slots = vec![
        Slot { state: SlotState::Done, ..Slot::turn(vec![UnitId(0)], 12) },
        Slot::act(UnitId(0), 12, earned),
        Slot { state: SlotState::Running, ..Slot::act(UnitId(1), 12, passed) },
        Slot::turn(vec![UnitId(2)], 8),
    ];
    fight.state.scene.clock.active = vec![UnitId(1)];
    let order = fight.order();
    let extra: Vec<Option<String>> =
        order.slots.iter().map(|s| s.extra.as_ref().map(|(name, _)| name.clone())).collect();
    let one_more = || Some("one more".to_owned());
    assert_eq!(extra, [None, one_more(), one_more(), None]);
    let giver = fight.names().unit(UnitId(0));
    assert_eq!(
        order.slots[2].extra.as_ref().and_then(|(_, from)| from.clone()),
        Some(giver.clone())
    );
    assert_eq!(order.waits_for, format!("{}: one more", fight.names().unit(UnitId(1))));
    assert!(!order.slots[1].again, "a single act is not a second turn");
    let harness = panel(move |ui| show_order(ui, &order));
    assert!(harness.query_by_label("one more").is_some());
    assert!(harness.query_by_label(&format!("one more from {giver}")).is_some());
}

/// TU-27: a hidden turn shows nothing but its progress.
#[test]
fn a_hidden_turn_reveals_no_unit() {
    let blank = SlotModel { chips: Vec::new(), blank: true, ..archer(1, false) };
    let order =
        OrderModel { round: 1, slots: vec![archer(0, true), blank], ..OrderModel::default() };
    let harness = panel(move |ui| show_order(ui, &order));
    assert!(harness.query_by_label_contains("Unseen").is_some());
    assert!(harness.query_by_label("Archer 1").is_none());
}
