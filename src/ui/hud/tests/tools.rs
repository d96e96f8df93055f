//! Tests of the panels that are opened and closed: their models of a real battle, and what a
//! click asks for.

use std::path::Path;

use crate::battle::Setup;
use crate::battle::setup::Choices;
use crate::level::Level;
use crate::rules::engine;
use crate::rules::oracle::Play;
use crate::rules::policy::{Askable, Policy};
use crate::rules::registry::RulesetId;
use crate::rules::state::State;
use crate::rules::{Command, SharedRuleset};
use crate::ui::names::Names;

use super::*;

/// A battle on the bridge in its first turn.
fn battle(referee: bool) -> (SharedRuleset, State) {
    let level = Path::new(env!("CARGO_MANIFEST_DIR")).join("levels/bridge.ron");
    let level = Level::load(&level).unwrap();
    let id = RulesetId::Precision;
    let choices = Choices { seed: 7, referee, ..Choices::default() };
    let setup = Setup::from_level(&level, Key::new(id.name()), id.built_in(), choices).unwrap();
    let mut state = State::new(setup.scene, setup.units, setup.seed);
    engine::advance(&*setup.rules, &mut state, &mut Play, &mut Vec::new()).unwrap();
    (setup.rules, state)
}

/// The side whose turn it is, and the other.
fn sides(state: &State) -> (SideId, SideId) {
    let active = state.scene.clock.active.first().and_then(|id| state.unit(*id)).unwrap();
    (active.side(), SideId(1 - active.side().0))
}

fn carry_out(rules: &SharedRuleset, state: &mut State, command: &Command) {
    engine::submit(&**rules, state, command, &mut Play).unwrap();
}

#[test]
fn orders_can_be_given_in_the_own_turn_only() {
    let (rules, mut state) = battle(false);
    let names = Names::of(&state, rules.describe());
    let (own, other) = sides(&state);
    let model = |state: &State, side| OrdersModel::of(&*rules, state, side, &names).unwrap();
    let first = model(&state, own);
    assert_eq!(first.refused, None);
    assert!(first.rows.iter().all(|row| row.policy == Policy::Ask));
    let reason = model(&state, other).refused.unwrap();
    assert!(reason.contains("in its own turns only"), "{reason}");
    let about = first.rows[0].about.clone();
    carry_out(&rules, &mut state, &Command::Policy { side: own, about, policy: Policy::Never });
    assert_eq!(model(&state, own).rows[0].policy, Policy::Never);
    assert_eq!(model(&state, other).rows[0].policy, Policy::Ask, "each side has its own");
}

fn orders(refused: Option<&str>) -> OrdersModel {
    OrdersModel {
        side: SideId(0),
        side_name: "Wardens".to_owned(),
        rows: vec![Askable {
            about: Key::of("riposte"),
            name: "Riposte".to_owned(),
            text: "Strike back.".to_owned(),
            policy: Policy::Always,
        }],
        refused: refused.map(str::to_owned),
    }
}

#[test]
fn one_of_three_orders_is_chosen() {
    let mut harness = panel(|ui| show_orders(ui, &orders(None)));
    harness.get_by_label("Riposte: Always").click();
    harness.run();
    assert_eq!(*harness.state(), [], "it is like that already");
    harness.get_by_label("Riposte: Never").click();
    harness.run();
    harness.get_by_label("Close").click();
    harness.run();
    let (side, about) = (SideId(0), Key::of("riposte"));
    let never = Intent::Policy { side, about, policy: Policy::Never };
    assert_eq!(*harness.state(), [never, Intent::Toggle(Tool::Orders)]);
}

#[test]
fn orders_out_of_turn_give_the_reason() {
    let mut harness = panel(|ui| show_orders(ui, &orders(Some("in its own turns only [HG-6]"))));
    assert!(harness.query_by_label("in its own turns only [HG-6]").is_some());
    harness.get_by_label("Riposte: Never").click();
    harness.run();
    assert_eq!(*harness.state(), []);
}

#[test]
fn the_bar_has_a_button_for_each_panel_there_is() {
    let tools = ToolsModel { orders: true, open: None };
    let mut harness = panel(move |ui| show_tools(ui, &tools));
    harness.get_by_label("Orders").click();
    harness.run();
    assert_eq!(*harness.state(), [Intent::Toggle(Tool::Orders)]);
    let harness = panel(|ui| show_tools(ui, &ToolsModel::default()));
    assert!(harness.query_by_label("Orders").is_none());
}
