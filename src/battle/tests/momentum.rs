//! The computer opponent under the Momentum rules, in small situations.

use crate::ai::SimpleAi;
use grid::{Edge, EdgeKind, Place, SideId, Sketch};
use registry::RulesetId;
use rules::engine::{self, BattleStatus};
use rules::oracle::PlayByDefault;
use rules::ruleset::Placing;
use rules::state::{Condition, Expiry, Flags, Goal, Scene, Side, Unit};

use super::*;

/// A combatant's mark on the drawing, its side and its role.
type Man = (char, u8, &'static str);

/// A battle on a drawing, adjusted by `change`. The first combatant acts first.
fn drawn(drawing: &str, men: &[Man], change: impl FnOnce(&mut Sketch, &mut [Unit])) -> State {
    let rules = RulesetId::Momentum.built_in();
    let mut sketch = Sketch::new(drawing).expect("a drawing");
    let mut units: Vec<Unit> = (0..)
        .zip(men)
        .map(|(id, (mark, side, role))| {
            let placing = Placing {
                id: UnitId(id),
                side: SideId(*side),
                role: Key::new(role),
                name: mark.to_string(),
                at: sketch.marks[mark].into(),
                altitude: Hm::ZERO,
                facing: Dir::S,
                prone: false,
                overrides: BTreeMap::from([(Key::of("initiative"), 90 - i64::from(id))]),
                gear: BTreeMap::new(),
                start: Default::default(),
            };
            let mut unit = rules.enlist(&placing).expect("a known role");
            let feet = sketch.board.footing(sketch.marks[mark], unit.upright());
            unit.placement.feet = feet.expect("a place to stand");
            unit
        })
        .collect();
    change(&mut sketch, &mut units);
    let side = |name: &str| Side { name: name.into(), ambush: false, flags: Flags::default() };
    let sides = vec![side("Blue"), side("Red")];
    let scene = Scene::new(sketch.board, sides, vec![Goal::LastStanding]);
    State::new(scene, units, 1)
}

/// The acts in the first combatant's first turn, each with its variant or its item.
fn acts(mut state: State) -> (Vec<String>, State) {
    let rules = RulesetId::Momentum.built_in();
    let mut opponent = SimpleAi::new();
    let mut status = engine::advance(&*rules, &mut state, &mut PlayByDefault, &mut Vec::new())
        .expect("no fault");
    let mut acts = Vec::new();
    while status == BattleStatus::Await(vec![UnitId(0)]) && state.scene.clock.round == 1 {
        let command = opponent.choose(&*rules, &state, UnitId(0));
        if let Command::Act { act, choice, with, .. } = &command {
            let item = with.name("item").map_or("", Key::as_str);
            acts.push(format!("{act} {choice}{item}").trim().to_owned());
        }
        status =
            engine::submit(&*rules, &mut state, &command, &mut PlayByDefault).expect("allowed").1;
    }
    (acts, state)
}

fn track(unit: &mut Unit, value: i32) {
    unit.tracks.0.get_mut("vitality").expect("Vitality").value = value;
}

/// MO-106: a badly hurt unit with no foe in reach drinks a remedy that it carries.
#[test]
fn a_wounded_unit_uses_a_remedy() {
    let state = drawn("A........B", &[('A', 0, "knight"), ('B', 1, "knight")], |_, units| {
        track(&mut units[0], 5);
        // A Surge would do more.
        units[0].pools.0.get_mut("nm").expect("NM").value = 0;
        units[0].gear.0.insert(Key::of("belt"), Key::of("stimulant"));
    });
    assert_eq!(acts(state).0, ["use stimulant"]);
}

/// MO-106: smelling salts wake a friend who does not bleed.
#[test]
fn salts_wake_a_friend() {
    use rules::state::{Posture, Status};
    let men = [('A', 0, "healer"), ('B', 1, "knight"), ('C', 0, "knight")];
    let state = drawn("CA........B", &men, |_, units| {
        track(&mut units[2], -1);
        units[2].status = Status::Down;
        units[2].placement.posture = Posture::Prone;
        // No other help available.
        units[0].pools.0.get_mut("wp").expect("WP").value = 0;
    });
    let (acts, after) = acts(state);
    assert_eq!(acts, ["use smelling_salts"]);
    assert!(after.unit(UnitId(2)).is_some_and(Unit::is_active));
}

/// MO-283: a burning unit puts itself out.
#[test]
fn a_burning_unit_puts_itself_out() {
    let state = drawn("A..........B", &[('A', 0, "healer"), ('B', 1, "knight")], |_, units| {
        units[0].pools.0.get_mut("wp").expect("WP").value = 0;
        let condition = Condition::new(Key::of("burning"), 0, None, Expiry::Battle);
        units[0].conditions.0.push(condition);
    });
    let (acts, after) = acts(state);
    assert!(acts.contains(&"put_out".to_owned()), "{acts:?}");
    assert!(after.unit(UnitId(0)).is_some_and(|u| !u.conditions.has("burning")));
}

/// MO-102: an archer behind a low wall shoots and then takes cover from the archer that shoots
/// back.
#[test]
fn an_archer_takes_cover_after_its_shot() {
    let men = [('A', 0, "archer"), ('B', 1, "archer")];
    let state = drawn(".......\nA.....B\n.......", &men, |sketch, _| {
        let low_wall = Some(Edge::new(EdgeKind::LowWall));
        sketch.board.set_edge(sketch.marks[&'A'], Dir::E, low_wall);
    });
    let (acts, _) = acts(state);
    assert!(acts.first().is_some_and(|a| a.starts_with("longbow")), "{acts:?}");
    assert_eq!(acts.last().map(String::as_str), Some("take_cover"), "{acts:?}");
}

/// MO-322: an archer that cannot leave its corner leans out to shoot, and is back behind it
/// afterwards.
#[test]
fn an_archer_leans_out_to_shoot() {
    let men = [('A', 0, "archer"), ('B', 1, "archer")];
    let state = drawn("........\n.A.....B\n........", &men, |sketch, units| {
        let wall = Some(Edge::new(EdgeKind::Wall));
        sketch.board.set_edge(sketch.marks[&'A'], Dir::E, wall);
        let condition = Condition::new(Key::of("grabbed"), 0, None, Expiry::Battle);
        units[0].conditions.0.push(condition);
    });
    let (acts, after) = acts(state);
    assert!(acts.iter().any(|a| a.starts_with("longbow lean_")), "{acts:?}");
    let archer = after.unit(UnitId(0)).expect("the archer");
    assert!(!archer.conditions.has("leaning"));
    assert_eq!(archer.placement.at, Place::Cell(Cell::new(1, 1)));
}

/// MO-349: a hard-pressed mage blinks away.
#[test]
fn a_weak_mage_blinks_away() {
    let men = [('A', 0, "mage"), ('B', 1, "brute"), ('C', 1, "brute")];
    let state = drawn("..........\n..BAC.....\n..........", &men, |_, units| {
        track(&mut units[0], 6);
    });
    let (acts, after) = acts(state);
    assert!(acts.contains(&"blink away".to_owned()), "{acts:?}");
    let mage = after.unit(UnitId(0)).and_then(|u| u.placement.at.cell()).expect("on the board");
    assert!(mage.chebyshev(Cell::new(4, 1)) > 1, "{mage} {acts:?}");
}
