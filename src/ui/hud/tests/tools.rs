//! Tests of the tool panels: their models of a real battle, and the intents that clicks return.

use std::path::Path;

use crate::hud::referee::MeterOf;
use crate::names::Names;
use battle::Setup;
use battle::setup::Choices;
use grid::{Cell, Dir, Hm, Place};
use level::Level;
use registry::RulesetId;
use rules::engine;
use rules::oracle::Play;
use rules::policy::Policy;
use rules::referee::{Lasts, Ruling};
use rules::ruleset::{PairAnswer, PairFact};
use rules::standing_orders::Askable;
use rules::state::{Condition, Expiry, Posture, State};
use rules::{Command, SharedRuleset};

use super::*;

/// A battle on the bridge in its first turn.
fn battle(referee: bool) -> (SharedRuleset, State) {
    let level = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/bridge.ron");
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
fn orders_can_be_given_only_in_the_own_turn() {
    let (rules, mut state) = battle(false);
    let names = Names::of(&state, &*rules);
    let (own, other) = sides(&state);
    let model = |state: &State, side| OrdersModel::of(&*rules, state, side, &names).unwrap();
    let first = model(&state, own);
    assert_eq!(first.refused, None);
    assert!(first.rows.iter().all(|row| row.policy == Policy::Ask));
    let reason = model(&state, other).refused.unwrap();
    assert!(reason.contains("only in its own turns"), "{reason}");
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
fn a_click_chooses_a_policy() {
    let mut harness = panel(|ui| show_orders(ui, &orders(None)));
    harness.get_by_label("Riposte: Always").click();
    harness.run();
    assert_eq!(*harness.state(), [], "it is set already");
    harness.get_by_label("Riposte: Never").click();
    harness.run();
    harness.get_by_label("Close").click();
    harness.run();
    let (side, about) = (SideId(0), Key::of("riposte"));
    let never = Intent::Order(Command::Policy { side, about, policy: Policy::Never });
    assert_eq!(*harness.state(), [never, Intent::Panel(Panel::Toggle(Tool::Orders))]);
}

#[test]
fn orders_out_of_turn_give_the_reason() {
    let mut harness = panel(|ui| show_orders(ui, &orders(Some("in its own turns only [HG-8]"))));
    assert!(harness.query_by_label("in its own turns only [HG-8]").is_some());
    harness.get_by_label("Riposte: Never").click();
    harness.run();
    assert_eq!(*harness.state(), []);
}

#[test]
fn the_bar_has_a_button_for_each_available_panel() {
    let tools = ToolsModel { orders: true, ..ToolsModel::default() };
    let mut harness = panel(move |ui| show_tools(ui, &tools, false));
    harness.get_by_label("Orders").click();
    harness.run();
    harness.get_by_label("From above").click();
    harness.run();
    assert_eq!(
        *harness.state(),
        [Intent::Panel(Panel::Toggle(Tool::Orders)), Intent::Panel(Panel::FromAbove)]
    );
    let harness = panel(|ui| show_tools(ui, &ToolsModel::default(), false));
    assert!(harness.query_by_label("Orders").is_none());
}

#[test]
fn only_a_battle_with_a_referee_has_the_panel() {
    let (rules, state) = battle(false);
    let names = Names::of(&state, &*rules);
    assert_eq!(RefereeModel::of(&state, rules.describe(), &names), None);
    let open = ToolsModel { open: Some(Tool::Referee), ..ToolsModel::default() };
    assert_eq!(open.shown(), None);
    assert_eq!(ToolsModel { referee: true, ..open }.shown(), Some(Tool::Referee));
}

fn referee(rules: &SharedRuleset, state: &State) -> RefereeModel {
    let names = Names::of(state, &**rules);
    RefereeModel::of(state, rules.describe(), &names).unwrap()
}

#[test]
fn the_referee_sees_values_rulings_and_the_last_act() {
    let (rules, mut state) = battle(true);
    let before = referee(&rules, &state);
    assert_eq!(before.bodies.len(), state.units.len());
    assert_eq!((&before.last, before.over), (&None, false));
    let (one, other) = (before.bodies[0].id, before.bodies[1].id);
    let health = before.bodies[0].values[0].clone();
    assert!(health.of == MeterOf::Track && health.lowest == -health.highest);
    let fact = before.facts[0].clone();
    let (fact, says) = (fact.id, fact.answers[0].id.clone());
    let lasts = Lasts::Battle;
    for ruling in [
        Ruling::Track { unit: one, id: health.id, to: 1 },
        Ruling::Posture { unit: one, to: Posture::Prone },
        Ruling::Judge { fact: fact.clone(), from: one, to: other, says, lasts },
    ] {
        carry_out(&rules, &mut state, &Command::Ruling(ruling));
    }
    let now = referee(&rules, &state);
    assert_eq!(now.bodies[0].values[0].value, 1);
    assert_eq!(now.bodies[0].posture, Posture::Prone);
    assert_eq!(now.ruled.len(), 1);
    let ruled = &now.ruled[0];
    assert_eq!((&ruled.fact, ruled.from, ruled.to), (&fact, one, other));
    assert!(ruled.text.ends_with("for the battle."), "{}", ruled.text);

    let active = state.scene.clock.active[0];
    carry_out(&rules, &mut state, &Command::EndTurn { unit: active });
    let text = referee(&rules, &state).last.unwrap().text;
    let name = &state.unit(active).unwrap().identity.name;
    assert_eq!(text, format!("End of turn of {name}"));
    let winner = Some(SideId(1));
    let why = "dusk".to_owned();
    carry_out(&rules, &mut state, &Command::Ruling(Ruling::End { winner, why }));
    assert!(referee(&rules, &state).over);
}

/// A referee's panel with two units, the second one prone, after an act with one roll.
fn referee_model() -> RefereeModel {
    let body = |n: u32, name: &str, posture| BodyModel {
        id: UnitId(n),
        name: name.to_owned(),
        side: SideId(0),
        values: vec![ValueModel {
            id: Key::of("health"),
            name: "Health".to_owned(),
            value: 12,
            lowest: -40,
            highest: 40,
            of: MeterOf::Track,
        }],
        layers: Vec::new(),
        begun: Vec::new(),
        conditions: vec![(Key::of("slowed"), None, "Slowed".to_owned())],
        status: Status::Active,
        posture,
        facing: Dir::N,
        cell: Some(Cell { x: 3, y: 4 }),
    };
    let answer = |id| PairAnswer { id: Key::of(id), name: id.to_owned() };
    RefereeModel {
        bodies: vec![body(1, "Ada", Posture::Standing), body(2, "Bo", Posture::Prone)],
        conditions: vec![(Key::of("feared"), "Feared".to_owned())],
        facts: vec![PairFact {
            id: Key::of("cover"),
            name: "Cover".to_owned(),
            mutual: false,
            answers: vec![answer("none"), answer("half")],
        }],
        sides: vec![(SideId(0), "Wardens".to_owned()), (SideId(1), "Raiders".to_owned())],
        side_facts: vec![SideFactModel {
            side: SideId(1),
            fact: Key::of("ambush_coming"),
            text: "Raiders: ambushed".to_owned(),
            on: false,
        }],
        last: Some(LastModel { text: "Sword of Ada".to_owned(), throws: vec![vec![5, 3]] }),
        ..RefereeModel::default()
    }
}

/// The rulings that clicks on these widgets return.
fn rulings(clicks: &[&str]) -> Vec<Intent> {
    let mut harness = panel(|ui| show_referee(ui, &referee_model()));
    for label in clicks {
        harness.get_by_label(label).click();
        harness.run();
    }
    harness.state().clone()
}

#[test]
fn the_referee_s_panel_opens_for_the_unit_that_is_meant() {
    let model = RefereeModel { meant: Some(UnitId(2)), ..referee_model() };
    let mut harness = panel(move |ui| show_referee(ui, &model));
    harness.get_by_label("End Slowed").click();
    harness.run();
    let (unit, condition) = (UnitId(2), Key::of("slowed"));
    let relieve = Intent::Order(Command::Ruling(Ruling::Relieve { unit, condition, part: None }));
    assert_eq!(*harness.state(), [relieve]);
}

#[test]
fn values_conditions_and_stance_are_ruled_by_clicks() {
    let unit = UnitId(1);
    assert_eq!(rulings(&["Set Health"]), [], "no other value was entered");
    let id = Key::of("health");
    let set = Intent::Order(Command::Ruling(Ruling::Track { unit, id, to: 14 }));
    assert_eq!(rulings(&["Health: more", "Health: more", "Set Health"]), [set]);
    let condition = Key::of("slowed");
    let relieve = Intent::Order(Command::Ruling(Ruling::Relieve { unit, condition, part: None }));
    assert_eq!(rulings(&["End Slowed"]), [relieve]);
    let expiry = Expiry::Battle;
    let condition = Condition::new(Key::of("feared"), 1, None, expiry);
    let afflict = Intent::Order(Command::Ruling(Ruling::Afflict { unit, condition }));
    assert_eq!(rulings(&["Number: more", "Add condition"]), [afflict]);
    let prone = Intent::Order(Command::Ruling(Ruling::Posture { unit, to: Posture::Prone }));
    assert_eq!(rulings(&["Standing", "Prone"]), [prone], "a standing unit need not stand up");
    let facing = Intent::Order(Command::Ruling(Ruling::Facing { unit, to: Dir::SW }));
    assert_eq!(rulings(&["SW"]), [facing]);
    let (at, altitude) = (Place::Cell(Cell { x: 4, y: 3 }), Hm::metres(1));
    let place = Intent::Order(Command::Ruling(Ruling::Place { unit, at, altitude }));
    let clicks = ["Column: more", "Row: less", "Metres above ground: more", "Place"];
    assert_eq!(rulings(&clicks), [place]);
}

#[test]
fn pairs_the_last_act_and_the_end_are_ruled_by_clicks() {
    assert_eq!(rulings(&["Rule"]), [], "no ruling about a unit and itself");
    let (from, to) = (UnitId(1), UnitId(2));
    let (fact, says) = (Key::of("cover"), Key::of("half"));
    let lasts = Lasts::Round;
    let judge = Intent::Order(Command::Ruling(Ruling::Judge { fact, from, to, says, lasts }));
    let clicks = ["Other combatant", "Bo", "Answer", "half", "How long", "this round", "Rule"];
    assert_eq!(rulings(&clicks), [judge]);
    assert_eq!(
        rulings(&["Undo the last action"]),
        [Intent::Order(Command::Ruling(Ruling::Cancel))]
    );
    assert_eq!(rulings(&["Force the dice"]), [], "the dice already show that");
    let force = Intent::Order(Command::Ruling(Ruling::Force { roll: 0, faces: vec![6, 3] }));
    assert_eq!(rulings(&["Die 1: more", "Force the dice"]), [force]);
    let end = |winner| Intent::Order(Command::Ruling(Ruling::End { winner, why: String::new() }));
    assert_eq!(rulings(&["End the battle"]), [end(None)]);
    let won = rulings(&["Result", "winner: Raiders", "End the battle"]);
    assert_eq!(won, [end(Some(SideId(1)))]);
    let more = rulings(&["Extra rounds: more", "Continue battle"]);
    assert_eq!(more, [Intent::Order(Command::Ruling(Ruling::Extend { rounds: 1 }))]);
    let sprung = Ruling::Side { side: SideId(1), fact: Key::of("ambush_coming"), on: true };
    assert_eq!(rulings(&["Raiders: ambushed"]), [Intent::Order(Command::Ruling(sprung))]);
    assert_eq!(rulings(&["Close"]), [Intent::Panel(Panel::Toggle(Tool::Referee))]);
}
