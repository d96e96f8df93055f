//! Placing units before the battle.

use super::*;
use crate::deployment::{DeployError, Deployed, Deployment, Spot};
use grid::{Edge, EdgeKind, FloorAt, Obstacle, SideId, SupportKind, ThingKind};
use level::{DeckItem, Item};
use proptest::prelude::*;
use registry::RulesetId;
use rules::state::Unit;

const BLUE: SideId = SideId(0);
const RED: SideId = SideId(1);

/// Two knights and an archer of blue, who start in columns 0 to 2, against a beast of 2 x 2 cells
/// and a knight of red, who start in columns 5 to 7.
fn field() -> Level {
    let mut level = yard(
        vec![man(Role::Knight, 0, 0), man(Role::Knight, 0, 1), man(Role::Archer, 0, 2)],
        vec![man(Role::Beast, 6, 0), man(Role::Knight, 7, 4)],
    );
    let columns = |from: i16, to: i16| {
        (from..=to).flat_map(|x| (0..8).map(move |y| Cell::new(x, y))).collect()
    };
    level.regions.insert("west".to_owned(), columns(0, 2));
    level.regions.insert("east".to_owned(), columns(5, 7));
    level.sides[0].start = Some("west".to_owned());
    level.sides[1].start = Some("east".to_owned());
    level
}

fn deployment(level: &Level) -> Deployment {
    Deployment::of(&set_up(level, 1), level).unwrap()
}

fn at(deployment: &Deployment, unit: u32) -> Cell {
    deployment.unit(UnitId(unit)).unwrap().placement.at.cell().unwrap()
}

fn again(level: &Level, deployed: Deployed) -> Result<Setup, Vec<SetupError>> {
    let choices = Choices { seed: 1, deployed, ..Choices::default() };
    Setup::from_level(level, Key::of("duel"), rules(), choices)
}

#[test]
fn units_move_and_change_places_within_their_zone() {
    let level = field();
    let mut units = deployment(&level);
    assert_eq!(units.sides(), [BLUE, RED]);
    assert_eq!(units.deployed(), Deployed::new());
    units.put(UnitId(0), Cell::new(2, 5)).unwrap();
    assert_eq!(at(&units, 0), Cell::new(2, 5));
    units.put(UnitId(0), Cell::new(0, 2)).unwrap();
    assert_eq!((at(&units, 0), at(&units, 2)), (Cell::new(0, 2), Cell::new(2, 5)));
    units.face(UnitId(0), Dir::E);
    let deployed = units.deployed();
    let spot = |x, y, facing| Spot { at: Cell::new(x, y), facing, floor: None };
    assert_eq!(deployed["Knight 1"], spot(0, 2, Dir::E));
    assert_eq!(deployed["Archer"], spot(2, 5, Dir::N));
    assert_eq!(deployed.len(), 2);
    // The battle begins there.
    let setup = again(&level, deployed).unwrap();
    let knight = &setup.units[0].placement;
    assert_eq!((knight.at.cell(), knight.facing), (Some(Cell::new(0, 2)), Dir::E));
    units.reset(BLUE);
    assert_eq!(units.deployed(), Deployed::new());
}

#[test]
fn refusals_say_why_and_change_nothing() {
    let mut level = field();
    level.things.insert(Cell::new(1, 7), Item::new(ThingKind::Pillar));
    level.edges.insert((Cell::new(6, 5), Dir::W).into(), Edge::new(EdgeKind::Wall));
    let mut units = deployment(&level);
    let why = |units: &mut Deployment, unit, x, y| units.put(UnitId(unit), Cell::new(x, y)).err();
    let outside = DeployError::Outside { cell: Cell::new(3, 0), zone: "west".to_owned() };
    assert_eq!(why(&mut units, 0, 3, 0), Some(outside));
    // The beast's eastern cells would be off the board, and so off the zone.
    let outside = DeployError::Outside { cell: Cell::new(8, 0), zone: "east".to_owned() };
    assert_eq!(why(&mut units, 3, 7, 0), Some(outside));
    let wall = why(&mut units, 3, 5, 5);
    assert!(matches!(wall, Some(DeployError::NoRoom(_))), "{wall:?}");
    let pillar = why(&mut units, 0, 1, 7);
    assert!(matches!(pillar, Some(DeployError::NoRoom(_))), "{pillar:?}");
    // The beast has no room where the knight stands, at the edge of the board.
    let swap = why(&mut units, 4, 6, 0);
    assert_eq!(swap, Some(DeployError::NoSwap { name: "Beast".to_owned() }));
    assert_eq!(why(&mut units, 9, 0, 0), Some(DeployError::NoUnit));
    assert_eq!(units.deployed(), Deployed::new());
}

#[test]
fn a_side_without_a_zone_stays_where_the_level_puts_it() {
    let mut level = field();
    level.sides[1].start = None;
    let mut units = deployment(&level);
    assert_eq!(units.sides(), [BLUE]);
    assert_eq!(units.put(UnitId(4), Cell::new(5, 5)), Err(DeployError::NoZone));
    // No other unit starts there either, not even in a zone of its own side.
    level.sides[0].start = Some("east".to_owned());
    let mut units = deployment(&level);
    assert_eq!(units.put(UnitId(0), Cell::new(7, 1)), Err(DeployError::Taken(Cell::new(7, 1))));
    units.put(UnitId(0), Cell::new(5, 7)).unwrap();
    // Back to the level's own place, although it is outside.
    units.put(UnitId(0), Cell::new(0, 0)).unwrap();
    assert_eq!(units.deployed(), Deployed::new());
    level.sides[0].start = None;
    assert!(Deployment::of(&set_up(&level, 1), &level).is_none());
}

#[test]
fn hidden_information_hides_the_units_of_others() {
    let mut level = field();
    assert_eq!(deployment(&level).state(Some(BLUE)).units.len(), 5);
    level.hidden_information = true;
    let units = deployment(&level);
    assert!(units.is_hidden());
    let sides = |viewer| {
        let state = units.state(viewer);
        state.units.iter().map(|unit| unit.side()).collect::<Vec<_>>()
    };
    assert_eq!(sides(Some(BLUE)), [BLUE; 3]);
    assert_eq!(sides(Some(RED)), [RED; 2]);
}

/// Two knights and an archer of blue against two knights of red, under a ruleset with bows.
fn archery(hidden: bool) -> Level {
    let mut level = field();
    level.hidden_information = hidden;
    level.sides[1].units = vec![man(Role::Knight, 6, 0), man(Role::Knight, 7, 4)];
    level
}

fn with_bows(level: &Level) -> Deployment {
    let (id, choices) = (RulesetId::Precision, Choices { seed: 1, ..Choices::default() });
    let setup = Setup::from_level(level, Key::new(id.name()), id.built_in(), choices).unwrap();
    Deployment::of(&setup, level).unwrap()
}

#[test]
fn the_computer_puts_fighters_in_front_and_shooters_on_high_ground() {
    let mut level = archery(false);
    for y in 3..5 {
        let mut tile = level.ground.tile(Cell::new(0, y)).unwrap();
        tile.elevation = Hm::metres(2);
        assert!(level.ground.paint(Cell::new(0, y), tile));
    }
    let mut units = with_bows(&level);
    units.propose(BLUE);
    assert_eq!((at(&units, 0).x, at(&units, 1).x), (2, 2), "knights stand in front");
    assert_eq!(at(&units, 2), Cell::new(0, 3), "the archer stands on the rise behind them");
    let archer = units.unit(UnitId(2)).unwrap();
    assert!(matches!(archer.placement.facing, Dir::E | Dir::NE | Dir::SE), "{archer:?}");
    assert_eq!(archer.placement.feet, Hm::metres(2));
    // Equal situations give equal places.
    let mut same = with_bows(&level);
    same.propose(BLUE);
    assert_eq!(same.deployed(), units.deployed());
    assert!(again(&level, units.deployed()).is_ok());
}

#[test]
fn what_is_hidden_does_not_change_the_computers_places() {
    let level = archery(true);
    let mut units = with_bows(&level);
    units.propose(BLUE);
    let mut others = with_bows(&level);
    others.put(UnitId(4), Cell::new(5, 7)).unwrap();
    others.put(UnitId(3), Cell::new(5, 4)).unwrap();
    others.propose(BLUE);
    let own = |units: &Deployment| (0..3).map(|id| at(units, id)).collect::<Vec<_>>();
    assert_eq!(own(&units), own(&others));
}

/// Begins a battle with chosen places and ends a turn. Its record and its save keep the places, and
/// a replay of the record leads to the same state, which is returned.
fn replayed(level: &Level, units: &Deployment) -> State {
    let setup = again(level, units.deployed()).unwrap();
    let mut app = App::new();
    app.add_plugins((BattlePlugin, FactsPlugin));
    begin(app.world_mut(), setup).unwrap();
    app.update();
    let active = state(&app).units.iter().next().unwrap().id();
    assert_eq!(order(&mut app, end(active.0)), None);
    let save = Save::of(app.world()).unwrap();
    let record = Record::parse("record", &save.record.to_text().unwrap()).unwrap();
    assert_eq!(record.deployed, units.deployed());
    let replayed = crate::replay::replay(&record, rules()).unwrap();
    assert_eq!(replayed.state.hash(), state(&app).hash());
    let bytes = save.to_bytes("a".as_ref(), &SaveSummary::default()).unwrap();
    assert_eq!(Save::from_bytes("a", &bytes).unwrap().record.deployed, units.deployed());
    replayed.state
}

#[test]
fn a_battle_with_chosen_places_is_replayed_and_saved() {
    let level = field();
    let mut units = deployment(&level);
    units.propose(BLUE);
    units.put(UnitId(4), Cell::new(5, 6)).unwrap();
    replayed(&level, &units);
    // The record of a battle with the level's places does not mention them.
    let plain = set_up(&level, 1).record.to_text().unwrap();
    assert!(!plain.contains("deployed"), "{plain}");
}

#[test]
fn a_record_with_impossible_places_is_refused() {
    let level = field();
    let spot = |x, y| Spot { at: Cell::new(x, y), facing: Dir::N, floor: None };
    let refused = |name: &str, spot| {
        let errors = again(&level, Deployed::from([(name.to_owned(), spot)])).err().unwrap();
        errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let outside = refused("Archer", spot(4, 4));
    assert!(outside.starts_with("Archer cannot begin at "), "{outside}");
    assert!(outside.contains("outside the start zone \"west\""), "{outside}");
    assert!(refused("Stranger", spot(0, 4)).contains("there is no such unit"));
    let met = refused("Archer", spot(0, 0));
    assert!(met.contains("is in the way"), "{met}");
    let extreme = refused("Archer", spot(i16::MAX, i16::MIN));
    assert!(extreme.contains("outside the start zone"), "{extreme}");
    let floor = refused("Archer", Spot { floor: Some(WALK), ..spot(2, 4) });
    assert!(floor.contains("has no floor at that height"), "{floor}");
}

/// The height of the wall walk.
const WALK: Hm = Hm::metres(3);

/// The field with a wall walk over its western column, on which the archer starts. The second
/// knight flies over it.
fn with_wall_walk() -> Level {
    let mut level = field();
    for y in 0..8 {
        level.decks.insert((Cell::new(0, y), WALK), DeckItem::USUAL);
    }
    level.sides[0].units[2].altitude = WALK;
    level.sides[0].units[1].altitude = Hm::metres(4);
    level
}

/// The height of a unit's feet, and what supports them.
fn feet(unit: &Unit) -> (Hm, SupportKind) {
    (unit.placement.feet, unit.placement.support)
}

const ON_GROUND: (Hm, SupportKind) = (Hm::ZERO, SupportKind::Ground);
const ON_WALK: (Hm, SupportKind) = (WALK, SupportKind::Ground);

/// The feet of a unit in the deployment, which are the same in the battle that begins from it.
fn feet_there(level: &Level, units: &Deployment, unit: u32) -> (Hm, SupportKind) {
    let now = feet(units.unit(UnitId(unit)).unwrap());
    let setup = again(level, units.deployed()).unwrap();
    let begun = setup.units.iter().find(|begun| begun.id() == UnitId(unit)).unwrap();
    assert_eq!(feet(begun), now, "the battle begins differently");
    let mut app = App::new();
    app.add_plugins((BattlePlugin, FactsPlugin));
    begin(app.world_mut(), setup).unwrap();
    app.update();
    assert_eq!(feet(state(&app).unit(UnitId(unit)).unwrap()), now, "it moves at once");
    now
}

#[test]
fn a_unit_from_a_wall_walk_stands_on_the_ground_of_the_yard() {
    let level = with_wall_walk();
    let mut units = deployment(&level);
    let archer = UnitId(2);
    assert_eq!(feet_there(&level, &units, 2), ON_WALK);
    // Along the walk nothing needs to be named.
    units.put(archer, Cell::new(0, 6)).unwrap();
    assert_eq!(feet_there(&level, &units, 2), ON_WALK);
    assert_eq!(units.deployed()["Archer"].floor, None);
    units.put(archer, Cell::new(2, 5)).unwrap();
    assert_eq!(feet_there(&level, &units, 2), ON_GROUND);
    assert_eq!(units.deployed()["Archer"].floor, Some(Hm::ZERO));
    // From there the ground is nearer.
    units.put(archer, Cell::new(0, 6)).unwrap();
    assert_eq!(feet_there(&level, &units, 2), ON_GROUND);
    // The level's own place is on the walk.
    units.put(archer, Cell::new(0, 2)).unwrap();
    assert_eq!(feet_there(&level, &units, 2), ON_WALK);
    assert_eq!(units.deployed(), Deployed::new());
    units.put(archer, Cell::new(2, 5)).unwrap();
    units.reset(BLUE);
    assert_eq!(feet_there(&level, &units, 2), ON_WALK);
    assert_eq!(units.deployed(), Deployed::new());
}

#[test]
fn a_unit_is_put_on_the_named_floor_and_changes_places_there() {
    let level = with_wall_walk();
    let mut units = deployment(&level);
    let (knight, archer) = (UnitId(0), UnitId(2));
    let (below, above) = (units.floor(Cell::new(0, 2), None), FloorAt::new(Cell::new(0, 2), WALK));
    assert_eq!(below, FloorAt::new(Cell::new(0, 2), Hm::ZERO));
    units.put(knight, FloorAt::new(Cell::new(0, 5), WALK)).unwrap();
    assert_eq!(feet_there(&level, &units, 0), ON_WALK);
    assert_eq!(units.deployed()["Knight 1"].floor, Some(WALK));
    // Two may stand above each other.
    units.put(knight, below).unwrap();
    assert_eq!(feet_there(&level, &units, 0), ON_GROUND);
    assert_eq!(units.unit_at(BLUE, below), Some(knight));
    assert_eq!(units.unit_at(BLUE, above), Some(archer));
    units.put(knight, Cell::new(1, 7)).unwrap();
    assert_eq!(units.unit_at(BLUE, below), None);
    // They change places, floors included.
    units.put(knight, above).unwrap();
    assert_eq!((at(&units, 0), at(&units, 2)), (Cell::new(0, 2), Cell::new(1, 7)));
    assert_eq!(feet_there(&level, &units, 0), ON_WALK);
    assert_eq!(feet_there(&level, &units, 2), ON_GROUND);
    units.put(archer, above).unwrap();
    assert_eq!(feet_there(&level, &units, 0), ON_GROUND);
    assert_eq!(feet_there(&level, &units, 2), ON_WALK);
    // The yard has no such floor.
    let before = units.deployed();
    let nowhere = Cell::new(2, 5);
    let why = units.put(knight, FloorAt::new(nowhere, WALK)).err();
    assert_eq!(why, Some(DeployError::NoRoom(Obstacle::NoFloor(nowhere))));
    assert_eq!(units.deployed(), before);
}

#[test]
fn a_flyer_keeps_its_altitude() {
    let level = with_wall_walk();
    let mut units = deployment(&level);
    let aloft = (Hm::metres(4), SupportKind::Flight);
    let over_walk = FloorAt::new(Cell::new(0, 6), WALK);
    let under_walk = units.floor(Cell::new(0, 4), None);
    for to in [FloorAt::from(Cell::new(2, 5)), over_walk, under_walk] {
        units.put(UnitId(1), to).unwrap();
        assert_eq!(feet(units.unit(UnitId(1)).unwrap()), aloft, "{to}");
        assert_eq!(units.deployed()["Knight 2"].floor, None);
        let setup = again(&level, units.deployed()).unwrap();
        assert_eq!(feet(&setup.units[1]), aloft, "{to}");
    }
}

#[test]
fn the_computers_units_do_not_hover() {
    let mut level = with_wall_walk();
    level.sides[0].units[1].altitude = Hm::ZERO;
    let mut units = deployment(&level);
    units.propose(BLUE);
    for unit in 0..3 {
        let feet = feet_there(&level, &units, unit);
        assert!(feet == ON_GROUND || feet == ON_WALK && at(&units, unit).x == 0, "{feet:?}");
    }
}

#[test]
fn a_battle_with_chosen_floors_is_replayed() {
    let mut level = with_wall_walk();
    level.sides[0].units[1].altitude = Hm::ZERO;
    let mut units = deployment(&level);
    units.put(UnitId(2), Cell::new(2, 5)).unwrap();
    units.put(UnitId(0), FloorAt::new(Cell::new(0, 5), WALK)).unwrap();
    let after = replayed(&level, &units);
    assert_eq!(feet(after.unit(UnitId(0)).unwrap()), ON_WALK);
    assert_eq!(feet(after.unit(UnitId(2)).unwrap()), ON_GROUND);
    // Where the level's altitude leads there, a record names no floor.
    let mut units = deployment(&level);
    units.put(UnitId(2), Cell::new(0, 6)).unwrap();
    let text = again(&level, units.deployed()).unwrap().record.to_text().unwrap();
    assert!(text.contains("deployed") && !text.contains("floor"), "{text}");
}

proptest! {
    #[test]
    fn whatever_is_put_somewhere_makes_a_battle(
        puts in prop::collection::vec((0u32..6, -1i16..9, -1i16..9, 0usize..8), 0..40),
        walk in any::<bool>()
    ) {
        let level = if walk { with_wall_walk() } else { field() };
        let mut units = deployment(&level);
        for (unit, x, y, height) in puts {
            let before = units.deployed();
            let floor = [None, Some(Hm::ZERO), Some(WALK)].get(height).copied().flatten();
            let to = FloorAt { cell: Cell::new(x, y), floor };
            if units.put(UnitId(unit), to).is_err() {
                prop_assert_eq!(units.deployed(), before);
            }
        }
        let setup = again(&level, units.deployed());
        prop_assert!(setup.is_ok(), "{:?}", setup.err());
        for begun in setup.unwrap().units {
            let now = units.unit(begun.id()).map(feet);
            prop_assert_eq!(now, Some(feet(&begun)));
        }
    }
}
