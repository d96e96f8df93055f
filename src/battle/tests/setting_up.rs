//! From levels to battles, and the messages for levels that cannot be played.

use super::*;
use grid::{EdgeKind, Obstacle, SideId, SupportKind, ThingKind};
use level::{Goal as LevelGoal, GoalKind, Item};
use registry::RulesetId;
use rules::policy::Policy;
use rules::ruleset::SetUpError;
use rules::state::Goal;

fn try_set_up(level: &Level, choices: Choices) -> Result<Setup, Vec<SetupError>> {
    Setup::from_level(level, Key::of("duel"), rules(), choices)
}

fn errors(level: &Level) -> Vec<SetupError> {
    try_set_up(level, Choices::default()).err().unwrap_or_default()
}

#[test]
fn feet_stand_on_what_the_board_has() {
    let mut level = two_knights();
    let platform = Item::new(ThingKind::Crate);
    level.things.insert(Cell::new(1, 1), platform);
    level.sides[1].units[0].altitude = Hm::metres(4);
    let setup = set_up(&level, 1);
    let [on_crate, flyer] = setup.units.as_slice() else { panic!("two units") };
    assert_eq!(on_crate.placement.feet, Hm::metres(1));
    assert_eq!(on_crate.placement.support, SupportKind::Thing);
    assert_eq!(flyer.placement.feet, Hm::metres(4));
    assert_eq!(flyer.placement.support, SupportKind::Flight);
    assert_eq!(setup.record.level, level.to_text());
}

#[test]
fn roles_and_numbers_that_the_ruleset_lacks_are_named() {
    let level = yard(vec![man(Role::Mage, 1, 1)], vec![man(Role::Knight, 3, 1)]);
    let errors = errors(&level);
    let [SetupError::Sheet { name, cell, source, .. }] = errors.as_slice() else {
        panic!("{errors:?}")
    };
    assert_eq!((name.as_str(), *cell), ("Mage", Cell::new(1, 1)));
    let SetUpError::UnknownRole { allowed, .. } = source else { panic!("{source:?}") };
    assert_eq!(allowed, "knight, archer, beast");
}

#[test]
fn bodies_need_their_own_room() {
    // The beast of 2 x 2 cells covers the second knight's cell.
    let level = yard(
        vec![man(Role::Knight, 0, 0), man(Role::Knight, 6, 6)],
        vec![man(Role::Beast, 5, 5), man(Role::Beast, 7, 0)],
    );
    let errors = errors(&level);
    let sources: Vec<&Obstacle> = errors
        .iter()
        .filter_map(|e| match e {
            SetupError::NoRoom { source, .. } => Some(source),
            _ => None,
        })
        .collect();
    assert!(
        matches!(sources.as_slice(), [Obstacle::Occupied(_, UnitId(1)), Obstacle::OffBoard(_)]),
        "{errors:?}"
    );
}

#[test]
fn bodies_are_not_cut_in_two_by_walls() {
    let mut level = yard(vec![man(Role::Knight, 0, 0)], vec![man(Role::Beast, 4, 4)]);
    let wall = grid::Edge::new(EdgeKind::Wall);
    level.edges.insert((Cell::new(5, 4), Dir::W).into(), wall);
    assert!(matches!(errors(&level).as_slice(), [SetupError::NoRoom { .. }]));
}

#[test]
fn choices_override_the_numbers_of_the_level() {
    let mut level = two_knights();
    let health = |n| BTreeMap::from([(Key::of("health"), n)]);
    level.sides[0].units[0].overrides = BTreeMap::from([
        (Key::of("duel"), health(5)),
        (Key::of("another"), BTreeMap::from([(Key::of("luck"), 1)])),
    ]);
    let value = |setup: &Setup, i: usize| setup.units[i].tracks.0.value("health");
    let setup = set_up(&level, 1);
    assert_eq!((value(&setup, 0), value(&setup, 1)), (5, 10));
    let choices = |name: &str, n| Choices {
        overrides: BTreeMap::from([(name.to_owned(), health(n))]),
        ..Choices::default()
    };
    assert_eq!(value(&try_set_up(&level, choices("Knight 1", 8)).unwrap(), 0), 8);
    let errors = try_set_up(&level, choices("Stranger", 8)).err().unwrap();
    assert!(matches!(errors.as_slice(), [SetupError::UnknownName { .. }]));
    let errors = try_set_up(&level, choices("Knight 2", 100)).err().unwrap();
    assert!(errors[0].to_string().contains("1 to 99"), "{}", errors[0]);
}

#[test]
fn goals_are_translated_into_goals_of_the_battle() {
    let mut level = two_knights();
    level.sides[1].units[0].name = Some("Wolf".to_owned());
    level.regions.insert("hill".to_owned(), [Cell::new(4, 4)].into());
    let goal = |side: Option<u8>, kind| LevelGoal { side: side.map(SideId), kind };
    let hold = GoalKind::Hold { region: "hill".to_owned(), rounds: 3 };
    level.goals = vec![
        goal(None, GoalKind::LastSideStanding),
        goal(None, hold),
        goal(None, GoalKind::Defeat { unit: "Wolf".to_owned() }),
        goal(Some(1), GoalKind::Survive { rounds: 9 }),
    ];
    let places = vec![Cell::new(4, 4).into()];
    let (blue, red) = (SideId(0), SideId(1));
    assert_eq!(
        set_up(&level, 1).scene.goals,
        [
            Goal::LastStanding,
            Goal::Hold { side: blue, places: places.clone(), rounds: 3 },
            Goal::Hold { side: red, places, rounds: 3 },
            Goal::Defeat { side: blue, unit: UnitId(1) },
            Goal::Survive { side: red, rounds: 9 },
        ]
    );
    level.goals = vec![goal(None, GoalKind::Defeat { unit: "Bear".to_owned() })];
    assert!(errors(&level)[0].to_string().contains("`Bear`"));
}

#[test]
fn goals_may_name_units_that_arrive_later() {
    let red = vec![man(Role::Knight, 3, 1), man(Role::Knight, 5, 5)];
    let mut level = yard(vec![man(Role::Knight, 1, 1)], red);
    let late = &mut level.sides[1].units[1];
    late.name = Some("Wolf".to_owned());
    late.start.joins = 2;
    let kind = GoalKind::Defeat { unit: "Wolf".to_owned() };
    level.goals = vec![LevelGoal { side: None, kind }];
    let rules = RulesetId::Evoker.built_in();
    let setup = Setup::from_level(&level, Key::of("evoker"), rules, Choices::default()).unwrap();
    let arrivals: Vec<UnitId> = setup.scene.arrivals.iter().map(|late| late.unit.id()).collect();
    assert_eq!(arrivals, [UnitId(2)]);
    assert_eq!(setup.scene.goals, [Goal::Defeat { side: SideId(0), unit: UnitId(2) }]);
}

#[test]
fn every_side_has_a_controller() {
    let choices = Choices { controllers: vec![Controller::COMPUTER], ..Choices::default() };
    let errors = try_set_up(&two_knights(), choices).err().unwrap();
    assert_eq!(errors, [SetupError::Controllers { found: 1, sides: 2 }]);
    assert_eq!(set_up(&two_knights(), 1).record.controllers, [Controller::Human; 2]);
}

/// EV-349: people are asked about Fate from the start, computers only by standing order.
#[test]
fn people_are_asked_what_computers_are_not() {
    let rules = RulesetId::Evoker.built_in();
    let controllers = vec![Controller::Human, Controller::COMPUTER];
    let of = |asks_people| {
        let controllers = controllers.clone();
        let choices = Choices { controllers, asks_people, ..Choices::default() };
        Setup::from_level(&two_knights(), Key::of("evoker"), rules.clone(), choices).unwrap()
    };
    let given = |setup: &Setup, side| setup.scene.policies.given(SideId(side), "fate_reroll");
    let setup = of(true);
    assert_eq!([given(&setup, 0), given(&setup, 1)], [Some(Policy::Ask), None]);
    let again = setup.record.setup(rules.clone()).unwrap();
    assert_eq!(again.scene.policies, setup.scene.policies);
    assert_eq!(given(&of(false), 0), None);
}

/// Records from before the levels of play know `human` and `computer` only.
#[test]
fn a_record_keeps_the_level_of_play_and_old_ones_mean_the_usual_one() {
    let controllers = vec![Controller::Human, Controller::Computer(Skill::Veteran)];
    let choices = Choices { controllers: controllers.clone(), ..Choices::default() };
    let record = try_set_up(&two_knights(), choices).unwrap().record;
    let text = record.to_text().unwrap();
    assert!(text.contains("veteran"), "{text}");
    assert_eq!(Record::parse("record", &text).unwrap(), record);
    let old = Record::parse("record", &text.replace("veteran", "computer")).unwrap();
    assert_eq!(old.controllers, [Controller::Human, Controller::Computer(Skill::Soldier)]);
    assert!(old.to_text().unwrap().contains("computer") && Skill::Soldier == Skill::default());
    for skill in Skill::ALL {
        let players = Record { controllers: vec![Controller::Computer(skill)], ..record.clone() };
        let again = Record::parse("record", &players.to_text().unwrap()).unwrap();
        assert_eq!(again.controllers, players.controllers, "{skill:?}");
        assert_eq!(Skill::from_name(skill.name()), Some(skill));
    }
}
