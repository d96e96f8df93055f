//! Previews of moves, pushes and areas in small battles under precision and momentum,
//! and how the panel shows them. Expected values come from the rule catalogues.

use crate::board::Tone;
use grid::{Board, Cell, Hazard, Hm, Rough, SideId, UnitId};
use registry::RulesetId;
use rules::path_preview::PathIcon;
use rules::policy::Policy;
use rules::state::{Armed, Expiry, Posture, Slot};
use rules::{Key, Target, Waypoint};

use super::fight::{BLUE, Fight, RED, fight};
use super::*;

fn east(from: i16, to: i16) -> Vec<Waypoint> {
    (from..=to).map(|x| Waypoint::from(Cell::new(x, 0))).collect()
}

fn costs(way: &RouteModel) -> Vec<(u32, u32, u32, u8)> {
    let row = |step: &RouteStep| {
        let pace = &step.pace;
        (pace.cost, pace.left, pace.beyond, pace.tier)
    };
    way.steps.iter().map(row).collect()
}

fn hints(way: &RouteModel) -> Vec<(i16, PathIcon, &str, &str)> {
    let all = way.steps.iter().flat_map(|step| {
        let x = step.pace.room.cell.x;
        step.pace
            .hints
            .iter()
            .map(move |hint| (x, hint.sign, hint.remark.text.as_str(), hint.remark.rule.as_str()))
    });
    all.collect()
}

fn tag_texts(tags: &[crate::board::Tag], x: i16) -> Vec<String> {
    let here = tags.iter().filter(|tag| tag.at.cell.x == x);
    here.flat_map(|tag| tag.lines.iter().map(|(_, text)| text.clone())).collect()
}

/// PR-104: open, sand, quicksand, open costs 1 + 2 + 3 + 1 = 7. With an
/// archer's speed of 6 the last step makes it a run, which has 12 (PR-62).
#[test]
fn a_path_counts_cost_and_what_is_left_per_cell() {
    let mut board = Board::new(6, 1);
    board.tile_mut(Cell::new(2, 0)).unwrap().rough = Rough::Light;
    board.tile_mut(Cell::new(3, 0)).unwrap().rough = Rough::Heavy;
    let fight = fight(RulesetId::Precision, board, &[("archer", BLUE, 0, 0)]);
    let way = fight.way(&east(1, 4), &[]);
    assert_eq!(costs(&way), [(1, 5, 6, 0), (3, 3, 6, 0), (6, 0, 6, 0), (7, 5, 0, 1)]);
    assert_eq!(way.cost().unwrap(), "Cost 7 for 4 steps, 5 left");
    assert_eq!(tag_texts(&way.tags(), 2), ["3/6"]);
    assert_eq!(tag_texts(&way.tags(), 4), ["7, 5 left"]);
}

/// MO-32, MO-92 and MO-94: 3 m are free, a Move adds 3 m, a Sprint makes 15 m of the turn. MO-290:
/// difficult ground costs 2 m. After one Move 2 AP are left for an Attack, after two none.
#[test]
fn a_path_counts_metres_and_their_turn_cost() {
    let mut board = Board::new(8, 1);
    board.tile_mut(Cell::new(2, 0)).unwrap().rough = Rough::Heavy;
    let fight = fight(RulesetId::Momentum, board, &[("knight", BLUE, 0, 0)]);
    let way = fight.way(&east(1, 6), &[]);
    let expected =
        [(1, 2, 12, 0), (3, 0, 12, 0), (4, 2, 9, 0), (5, 1, 9, 0), (6, 0, 9, 0), (7, 2, 6, 1)];
    assert_eq!(costs(&way), expected);
}

/// Long paths show costs where they change and at the end; short paths show them everywhere.
#[test]
fn long_paths_are_not_crowded_with_numbers() {
    let mut board = Board::new(12, 1);
    board.tile_mut(Cell::new(5, 0)).unwrap().rough = Rough::Light;
    let fight = fight(RulesetId::Precision, board, &[("archer", BLUE, 0, 0)]);
    let long = fight.way(&east(1, 9), &[]).tags();
    let told: Vec<i16> = long.iter().map(|tag| tag.at.cell.x).collect();
    // Costlier at 5, cheap again and a run at 6, the end at 9.
    assert_eq!(told, [5, 6, 9]);
    let short = fight.way(&east(1, 4), &[]).tags();
    assert_eq!(short.len(), 4);
}

/// PR-109: a ledge of 1.5 m is climbed; PR-112: a 2 m drop is jumped; PR-137: damaging
/// ground; PR-136: slippery ground is safe at a walk and asks for a roll at a run.
#[test]
fn hazards_of_a_path_are_named_with_heights_and_rules() {
    let mut board = Board::new(14, 1);
    board.tile_mut(Cell::new(2, 0)).unwrap().elevation = Hm(3);
    board.tile_mut(Cell::new(3, 0)).unwrap().elevation = Hm(-1);
    for x in 4..14 {
        board.tile_mut(Cell::new(x, 0)).unwrap().elevation = Hm(-1);
    }
    let people = [("knight", BLUE, 0, 0)];
    let fight1 = fight(RulesetId::Precision, board, &people);
    let way = fight1.way(&east(1, 3), &[]);
    assert_eq!(
        hints(&way),
        [
            (2, PathIcon::Climb, "climb up 1.5 m", "PR-109"),
            (3, PathIcon::Drop, "jump down 2 m", "PR-112")
        ]
    );
    // PR-109: 6 for the ledge and 1 for the square.
    assert_eq!(way.steps[1].price, 7);

    let mut board = Board::new(14, 1);
    let hot = board.tile_mut(Cell::new(1, 0)).unwrap();
    hot.damaging = Some(Hazard { amount: 4, height: None });
    board.tile_mut(Cell::new(2, 0)).unwrap().slippery = 6;
    board.tile_mut(Cell::new(9, 0)).unwrap().slippery = 6;
    let fight2 = fight(RulesetId::Precision, board, &people);
    let way = fight2.way(&east(1, 9), &[]);
    assert_eq!(
        hints(&way),
        [
            (1, PathIcon::Harm, "4 damage", "PR-137"),
            (2, PathIcon::Slippery, "slippery, safe at a walk", "PR-136"),
            (9, PathIcon::Slippery, "slippery: roll 6 or fall", "PR-136")
        ]
    );
    let lines: Vec<String> = way.lines().into_iter().map(|line| line.text).collect();
    assert!(lines.contains(&"4 damage, step 1 [PR-137]".to_owned()), "{lines:?}");
}

/// MO-302: a 1 m step is difficult and no climb; MO-306: damaging ground;
/// MO-295: a check gets the mover past an enemy, MO-296: at double cost.
#[test]
fn hazards_of_a_path_follow_the_ruleset() {
    let mut board = Board::new(6, 1);
    for x in 1..6 {
        board.tile_mut(Cell::new(x, 0)).unwrap().elevation = Hm(2);
    }
    let hot = board.tile_mut(Cell::new(2, 0)).unwrap();
    hot.damaging = Some(Hazard { amount: 6, height: None });
    let people = [("knight", BLUE, 0, 0), ("brute", RED, 3, 0)];
    let fight = fight(RulesetId::Momentum, board, &people);
    let way = fight.way(&east(1, 4), &[]);
    assert_eq!(
        hints(&way),
        [
            (2, PathIcon::Harm, "6 damage", "MO-306"),
            (3, PathIcon::Passing, "past brute 1: a check", "MO-295")
        ]
    );
    let prices: Vec<u32> = way.steps.iter().map(|step| step.price).collect();
    assert_eq!(prices, [2, 1, 2, 1]);
}

/// PR-107: water deeper than 1 m is swum, at the cost of heavy rough (PR-99).
#[test]
fn a_swim_is_one_line_for_all_its_cells() {
    let mut board = Board::new(5, 1);
    for x in 1..4 {
        board.tile_mut(Cell::new(x, 0)).unwrap().elevation = Hm(-4);
        board.tile_mut(Cell::new(x, 0)).unwrap().depth = Hm(4);
    }
    let fight = fight(RulesetId::Precision, board, &[("knight", BLUE, 0, 0)]);
    let way = fight.way(&east(1, 3), &[]);
    let swims = way.lines().into_iter().filter(|line| line.text.starts_with("swim"));
    let swims: Vec<String> = swims.map(|line| line.text).collect();
    assert_eq!(swims, ["swim, 2 m deep, steps 1 to 3 [PR-99]"]);
    assert_eq!(costs(&way).last().map(|cost| cost.0), Some(9));
}

/// PR-72, PR-356: a Guard Strike triggers when an enemy has moved into its
/// reach of 1. MO-361: a Snap Strike triggers when an enemy leaves the reach.
#[test]
fn strikers_are_named_at_the_step_that_triggers_them() {
    let people = [("knight", BLUE, 0, 0), ("knight", RED, 5, 1)];
    let mut guarded = fight(RulesetId::Precision, Board::new(9, 3), &people);
    guarded.state.scene.armed.push(Armed::new(
        1,
        UnitId(1),
        Key::of("guard_strike"),
        Key::of("moves"),
        Expiry::Rounds(1),
    ));
    let way = guarded.way(&east(1, 6), &[]);
    assert_eq!(way.perils(), [Cell::new(4, 0)], "once, at the first step into reach");
    let struck = &way.steps[3].struck[0];
    // A knight's Slash: 9 + 4 - 6 (PR-146), die 7 or more against Parry 11.
    assert_eq!((struck.chance, struck.harm), (400, 7));
    let line = way.lines().into_iter().find(|line| line.bad).unwrap();
    assert_eq!(line.text, "knight 1: Guard Strike at step 4, 40 %, 7 [PR-68]");

    let people = [("knight", BLUE, 1, 0), ("archer", RED, 0, 0)];
    let mut gear = fight(RulesetId::Momentum, Board::new(9, 3), &people);
    let dagger = [(Key::of("main"), Key::of("dagger"))].into();
    gear.state.unit_mut(UnitId(1)).unwrap().gear.0 = dagger;
    let way = gear.way(&east(2, 4), &[]);
    assert_eq!(way.perils(), [Cell::new(2, 0)]);
    let struck = &way.steps[0].struck[0];
    assert_eq!((struck.what.text.as_str(), struck.what.rule.as_str()), ("Snap Strike", "MO-378"));
    // The dagger's +5 against Evasion 14 (MO-164).
    assert_eq!(struck.chance, 600);
}

fn cliff(metres: i32) -> Board {
    let mut board = Board::new(6, 3);
    for cell in board.cells().collect::<Vec<_>>() {
        if cell.x < 4 {
            board.tile_mut(cell).unwrap().elevation = Hm::metres(metres);
        }
    }
    board
}

/// PR-271: falls up to 5 m do no harm; MO-303: up to 2 m.
#[test]
fn an_edge_shows_the_depth_of_the_fall() {
    let people = [("knight", BLUE, 0, 0)];
    let last = |ruleset, metres| {
        let fight = fight(ruleset, cliff(metres), &people);
        let way = fight.way(&east(1, 3), &[]);
        let line = way.lines().into_iter().next_back().map(|line| (line.text, line.bad));
        (line, tag_texts(&way.tags(), 3).pop())
    };
    let (line, tag) = last(RulesetId::Precision, 6);
    assert_eq!(line, Some(("edge at step 3: 6 m down to the east".to_owned(), true)));
    assert!(tag.is_some_and(|tag| tag.ends_with("6 m")));
    let (line, _) = last(RulesetId::Precision, 4);
    assert_eq!(line, Some(("edge at step 3: 4 m down to the east, harmless".to_owned(), false)));
    let (line, _) = last(RulesetId::Momentum, 4);
    assert_eq!(line, Some(("edge at step 3: 4 m down to the east".to_owned(), true)));
}

/// PR-359: a knight's Shove at an archer needs a 4: 7/10. PR-272: 6.5 m.
#[test]
fn a_push_over_an_edge_shows_the_depth_of_the_fall() {
    let mut board = Board::new(6, 3);
    for cell in board.cells().collect::<Vec<_>>() {
        if cell.x < 4 {
            board.tile_mut(cell).unwrap().elevation = Hm(13);
        }
    }
    let people = [("knight", BLUE, 2, 1), ("archer", RED, 3, 1)];
    let over = fight(RulesetId::Precision, board.clone(), &people);
    let model = over.preview("shove", Target::Unit(UnitId(1)));
    assert_eq!(model.refused, None);
    let target = &model.targets[0];
    assert_eq!((target.chance.as_deref(), target.falls), (Some("70 %"), Some(Hm(13))));
    assert_eq!(target.notes, ["may fall 6.5 m"]);
    assert_eq!(tag_texts(&model.tags(), 3).len(), 2);
    // Away from the edge: no fall, but the edge is noted.
    let people = [("knight", BLUE, 3, 1), ("archer", RED, 3, 2)];
    let mut along = Board::new(6, 5);
    for cell in along.cells().collect::<Vec<_>>() {
        if cell.x < 4 {
            along.tile_mut(cell).unwrap().elevation = Hm(13);
        }
    }
    let alongside = fight(RulesetId::Precision, along, &people);
    let target = alongside.preview("shove", Target::Unit(UnitId(1))).targets.remove(0);
    assert_eq!(target.falls, None);
    assert_eq!(target.notes, ["next to an edge: 6.5 m down to the north-east"]);
}

/// PR-152: a Cinder Burst centred one square away, with two
/// enemies, an ally and the caster inside, rolls four times.
#[test]
fn an_area_lists_all_units_inside_enemies_first() {
    let people = [
        ("mage", BLUE, 2, 2),
        ("knight", BLUE, 3, 3),
        ("knight", RED, 4, 2),
        ("archer", RED, 3, 1),
        ("archer", RED, 9, 2),
    ];
    let fight = fight(RulesetId::Precision, Board::new(11, 6), &people);
    let model = fight.preview("cinder_burst", Target::Place(Cell::new(3, 2).into()));
    assert_eq!(model.refused, None);
    let parties: Vec<(UnitId, Party)> = model.targets.iter().map(|t| (t.unit, t.party)).collect();
    let foes: Vec<UnitId> = parties.iter().take(2).map(|(id, _)| *id).collect();
    assert!(parties.iter().take(2).all(|(_, party)| *party == Party::Foe), "{parties:?}");
    assert!(foes.contains(&UnitId(2)) && foes.contains(&UnitId(3)));
    assert_eq!(parties.len(), 4);
    assert!(parties.contains(&(UnitId(0), Party::Own)));
    assert!(parties.contains(&(UnitId(1), Party::Friend)));
    assert!(model.targets.iter().all(|target| target.chance.is_some()));
    let friend = fight.names().unit(UnitId(1));
    assert_eq!(model.warnings, [format!("This can hurt {friend}, a friend.")]);
    assert_eq!(model.tags().len(), 4);
    let tones: Vec<Tone> = model.tags().iter().map(|tag| tag.lines[0].0).collect();
    assert_eq!(tones[..2], [Tone::Good, Tone::Good]);
    assert_eq!(tones[2..], [Tone::Bad, Tone::Bad]);
}

/// A knight in plate has a speed of 5.
#[test]
fn the_panel_of_a_path_shows_costs_hazards_and_foes() {
    let mut board = cliff(6);
    board.tile_mut(Cell::new(2, 0)).unwrap().rough = Rough::Light;
    let people = [("knight", BLUE, 0, 0), ("knight", RED, 3, 1)];
    let fight = fight(RulesetId::Precision, board, &people);
    let model = PreviewModel {
        title: "Move".to_owned(),
        way: Some(fight.way(&east(1, 3), &[2])),
        spot: Some(fight.spot(3, 0)),
        ..PreviewModel::default()
    };
    assert_eq!(model.way.as_ref().unwrap().waypoints(), [Cell::new(2, 0)]);
    let harness = panel(move |ui| {
        show_preview(ui, &model);
        Vec::new()
    });
    assert!(
        harness
            .query_by_label("Cost 4 for 3 steps via 1 waypoint, 1 left, 5 more with a longer move")
            .is_some()
    );
    assert!(harness.query_by_label_contains("edge at step 3: 6 m down to the east").is_some());
    assert!(harness.query_by_label("knight 1").is_some());
    assert_eq!(harness.query_all_by_label_contains("30 % for 13: Power Strike").count(), 2);
}

/// MO-434: brute +8 against a knight of 14, who could parry: 75 %, and damage with it.
#[test]
fn the_chance_stands_beside_that_against_a_parry() {
    let people = [("brute", RED, 1, 1), ("knight", BLUE, 2, 1)];
    let mut fight = fight(RulesetId::Momentum, Board::new(6, 3), &people);
    let target = |fight: &Fight| fight.preview("maul", Target::Unit(UnitId(1))).targets.remove(0);
    let shown = target(&fight);
    assert_eq!(shown.hit.as_deref(), Some("hit 75 % (65 % if parried)"));
    assert_eq!(shown.chance.as_deref(), Some("75 %"));
    let none = shown.losses.iter().find(|outcome| outcome.text.starts_with("no "));
    assert_eq!(none.map(|outcome| outcome.chance.as_str()), Some("25 %"));
    // Standing orders of the other side change nothing.
    for policy in [Policy::Never, Policy::Always] {
        fight.state.scene.policies.set(SideId(BLUE), Key::of("parry"), policy);
        assert_eq!(target(&fight), shown);
    }
    // Nothing is held to parry with, and no shield: 14 - 2.
    fight.state.unit_mut(UnitId(1)).unwrap().gear.0.retain(|slot, _| *slot == *"worn");
    assert_eq!(target(&fight).hit.as_deref(), Some("hit 85 %"));
}

/// MO-434: the chance is that against the scout, ACC 4 against DOD 5; the brute, with the lower DOD,
/// may step in (TU-209), whatever its side has ordered.
#[test]
fn reactions_of_the_other_side_are_named_beside_the_chance() {
    let people = [("knight", BLUE, 0, 1), ("scout", RED, 1, 1), ("brute", RED, 2, 1)];
    let mut fight = fight(RulesetId::Turnside, Board::new(5, 3), &people);
    fight.state.scene.clock.slots = (0..3).map(|id| Slot::turn(vec![UnitId(id)], 1)).collect();
    let struck = |fight: &Fight| {
        let model = fight.preview("longsword", Target::Unit(UnitId(1)));
        assert_eq!((model.refused, model.targets.len()), (None, 1));
        model.targets.into_iter().next().unwrap()
    };
    let shown = struck(&fight);
    assert_eq!((shown.unit, shown.chance.as_deref()), (UnitId(1), Some("90 %")));
    let away = "scout 1 may use Blink";
    assert_eq!(shown.responses, [away, "brute 2 may take the blow: 100 % for 6 damage"]);
    fight.state.scene.policies.set(SideId(RED), Key::of("shield"), Policy::Always);
    assert_eq!(struck(&fight), shown);
    // Without its Reaction it has to stay back (TU-184).
    let brute = fight.state.unit_mut(UnitId(2)).unwrap();
    brute.pools.0.get_mut("reaction").unwrap().value = 0;
    assert_eq!(struck(&fight).responses, [away]);
}

/// A roll that the target makes shows the chance that it fails: 13 of 20 with +1 against 15.
#[test]
fn the_targets_own_roll_is_told_from_the_attackers() {
    let people = [("mage", BLUE, 0, 1), ("scout", RED, 5, 1)];
    let fight = fight(RulesetId::Momentum, Board::new(9, 3), &people);
    let model = fight.preview("ember_burst", Target::Place(Cell::new(5, 1).into()));
    assert_eq!(model.refused, None);
    let shown = &model.targets[0];
    assert_eq!(shown.hit.as_deref(), Some("fails to resist 65 %, needs 14 or more on d20"));
    assert_eq!(shown.chance.as_deref(), Some("65 %"));
}

/// PR-404: nothing is rolled and nothing is lost, so the panel says what the act does.
#[test]
fn an_act_without_roll_or_loss_is_described() {
    let people = [("captain", BLUE, 0, 0), ("knight", BLUE, 1, 0), ("knight", RED, 5, 2)];
    let fight = fight(RulesetId::Precision, Board::new(6, 3), &people);
    let model = fight.preview("press_on", Target::Unit(UnitId(1)));
    assert_eq!(model.refused, None);
    assert_eq!(model.notes, ["An ally who hears you immediately moves up to three squares."]);
    let harness = panel(move |ui| {
        show_preview(ui, &model);
        Vec::new()
    });
    assert!(harness.query_by_label("Arithmetic").is_none());
    assert!(harness.query_by_label_contains("lost").is_none());
}

/// PR-360: a knight's Trip at an archer needs a 4. MO-131: Athletics +3 against Nimbleness +3.
#[test]
fn conditions_that_an_act_may_cause_are_named_with_their_chance() {
    let people = [("knight", BLUE, 1, 1), ("archer", RED, 2, 1)];
    for (ruleset, chance) in [(RulesetId::Precision, "70 %"), (RulesetId::Momentum, "48 %")] {
        let mut fight = fight(ruleset, Board::new(5, 3), &people);
        let model = fight.preview("trip", Target::Unit(UnitId(1)));
        assert_eq!((model.refused.clone(), model.targets.len()), (None, 1));
        let told = |model: &PreviewModel| -> Vec<(String, String)> {
            let lines = model.targets[0].conditions.iter();
            lines.map(|line| (line.text.clone(), line.chance.clone())).collect()
        };
        assert_eq!(told(&model), [("prone".to_owned(), chance.to_owned())]);
        let harness = panel(move |ui| {
            show_preview(ui, &model);
            Vec::new()
        });
        let line = format!("prone: {chance}");
        assert!(harness.query_by_label(&line).is_some());
        // What it has already, it does not gain.
        fight.state.unit_mut(UnitId(1)).unwrap().placement.posture = Posture::Prone;
        let prone = fight.preview("trip", Target::Unit(UnitId(1)));
        assert!(prone.targets.first().is_none_or(|target| target.conditions.is_empty()));
    }
}

/// PR-258: a prone knight is easier to hit in melee.
#[test]
fn what_changes_the_defence_stands_beside_it() {
    let people = [("knight", BLUE, 1, 1), ("knight", RED, 2, 1)];
    let mut fight = fight(RulesetId::Precision, Board::new(6, 3), &people);
    let changes = |fight: &Fight| {
        let model = fight.preview("slash", Target::Unit(UnitId(1)));
        assert_eq!(model.refused, None);
        model.targets[0].changes.clone()
    };
    assert!(changes(&fight).is_empty());
    fight.state.unit_mut(UnitId(1)).unwrap().placement.posture = Posture::Prone;
    assert_eq!(changes(&fight), [(true, "-2 prone, within melee range".to_owned())]);
}
