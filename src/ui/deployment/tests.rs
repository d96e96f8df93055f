//! Placing units by keys and clicks, without a window.

use battle::deployment::Deployment;
use battle::setup::{Choices, Setup};
use battle::{Controller, Skill};
use grid::{Cell, Dir, FloorAt, Hm, SideId, Terrain, UnitId};
use level::{DeckItem, Level, Role};
use registry::RulesetId;

use super::model::{Deploying, Outcome, Plan};
use crate::board::GroundPicture;
use crate::intent::Deploy;

const BLUE: SideId = SideId(0);
const RED: SideId = SideId(1);

fn field(hidden: bool) -> Level {
    let mut level = Level::blank("Field", 8, 4, Terrain::Grass);
    level.hidden_information = hidden;
    for (side, x) in [(0, 0), (1, 7)] {
        let name = ["west", "east"][side].to_owned();
        let columns = if side == 0 { 0..3 } else { 5..8 };
        let cells = columns.flat_map(|x| (0..4).map(move |y| Cell::new(x, y)));
        level.regions.insert(name.clone(), cells.collect());
        level.sides[side].start = Some(name);
        level.sides[side].units = (0..2)
            .map(|y| level::Unit {
                role: if y == 0 { Role::Knight } else { Role::Archer },
                at: Cell::new(x, y),
                facing: Dir::E,
                altitude: grid::Hm::ZERO,
                name: None,
                overrides: Default::default(),
                start: Default::default(),
                conduct: Default::default(),
                conditions: Default::default(),
                gear: Default::default(),
            })
            .collect();
    }
    level
}

fn deploying(hidden: bool, controllers: [Controller; 2]) -> Deploying {
    deploying_in(field(hidden), controllers)
}

fn deploying_in(level: Level, controllers: [Controller; 2]) -> Deploying {
    let id = RulesetId::Precision;
    let (ruleset, rules) = (rules::Key::new(id.name()), id.built_in());
    let choices = Choices { seed: 1, controllers: controllers.to_vec(), ..Choices::default() };
    let setup = Setup::from_level(&level, ruleset.clone(), rules.clone(), choices.clone()).unwrap();
    let units = Deployment::of(&setup, &level).unwrap();
    let plan = Plan { level, ruleset, rules, choices, picture: GroundPicture::default() };
    Deploying::new(plan, units).ok().unwrap()
}

fn at(deploying: &Deploying, unit: u32) -> Option<Cell> {
    deploying.units.unit(UnitId(unit))?.placement.at.cell()
}

#[test]
fn a_unit_is_placed_by_keys() {
    let mut all = deploying(false, [Controller::Human; 2]);
    assert_eq!(all.side(), Some(BLUE));
    all.handle(Deploy::Next);
    assert_eq!((all.held(), all.focus), (Some(UnitId(0)), Some(Cell::new(0, 0))));
    all.handle(Deploy::Cursor(1, 0));
    all.handle(Deploy::Cursor(0, 1));
    all.handle(Deploy::Confirm);
    assert_eq!((at(&all, 0), all.held()), (Some(Cell::new(1, 1)), None));
    // It can still be turned.
    all.handle(Deploy::Turn { clockwise: true });
    assert_eq!(all.units.unit(UnitId(0)).unwrap().placement.facing, Dir::SE);
    // The cursor stays on the board.
    all.handle(Deploy::Previous);
    for _ in 0..9 {
        all.handle(Deploy::Cursor(0, -1));
    }
    assert_eq!(all.focus, Some(Cell::new(0, 0)));
    all.handle(Deploy::Reset);
    assert_eq!(at(&all, 0), Some(Cell::new(0, 0)));
    assert_eq!(all.handle(Deploy::Ready), Outcome::Units);
    assert_eq!((all.side(), all.covered), (Some(RED), false), "nothing is hidden");
    assert_eq!(all.handle(Deploy::Ready), Outcome::Done);
}

#[test]
fn clicks_pick_up_put_down_and_change_places() {
    let mut all = deploying(false, [Controller::Human, Controller::Computer(Skill::Soldier)]);
    all.handle(Deploy::Click(Cell::new(7, 0)));
    assert_eq!(all.held(), None, "units of others cannot be picked up");
    all.handle(Deploy::Click(Cell::new(0, 0)));
    all.handle(Deploy::Click(Cell::new(0, 1)));
    assert_eq!((at(&all, 0), at(&all, 1)), (Some(Cell::new(0, 1)), Some(Cell::new(0, 0))));
    all.handle(Deploy::Choose(UnitId(1)));
    all.handle(Deploy::Drop(Cell::new(4, 0)));
    let refusal = all.refusal.clone().unwrap_or_default();
    assert!(refusal.starts_with("Archer 1: ") && refusal.contains("\"west\""), "{refusal}");
    assert_eq!((at(&all, 1), all.held()), (Some(Cell::new(0, 0)), Some(UnitId(1))));
    all.handle(Deploy::Cancel);
    assert_eq!((all.held(), all.refusal.clone()), (None, None));
    assert_eq!(all.handle(Deploy::Cancel), Outcome::Pause);
}

#[test]
fn the_pointer_names_the_floor() {
    let (cell, walk) = (Cell::new(1, 2), Hm::metres(3));
    let mut level = field(false);
    level.decks.insert((cell, walk), DeckItem::USUAL);
    let mut all = deploying_in(level, [Controller::Human; 2]);
    let feet = |all: &Deploying| all.units.unit(UnitId(0)).unwrap().placement.feet;
    let (above, below) = (FloorAt::new(cell, walk), all.units.floor(cell, None));
    all.handle(Deploy::Choose(UnitId(0)));
    all.floor = Some(above);
    all.handle(Deploy::Click(cell));
    assert_eq!((at(&all, 0), feet(&all), all.held()), (Some(cell), walk, None));
    // The ground below it is empty.
    all.floor = Some(below);
    all.handle(Deploy::Click(cell));
    assert_eq!(all.held(), None);
    all.floor = Some(above);
    all.handle(Deploy::Click(cell));
    assert_eq!(all.held(), Some(UnitId(0)));
    all.floor = Some(below);
    all.handle(Deploy::Click(cell));
    assert_eq!((feet(&all), all.held()), (Hm::ZERO, None));
    // The keyboard names none: the nearest in height counts.
    all.handle(Deploy::Choose(UnitId(0)));
    all.handle(Deploy::Cursor(1, 0));
    assert_eq!(all.aim(), Some(FloorAt::from(Cell::new(2, 2))));
    all.handle(Deploy::Confirm);
    all.floor = Some(above);
    all.handle(Deploy::Choose(UnitId(0)));
    all.handle(Deploy::Cursor(-1, 0));
    assert_eq!(all.aim(), Some(FloorAt::from(cell)));
    all.handle(Deploy::Confirm);
    assert_eq!((at(&all, 0), feet(&all)), (Some(cell), Hm::ZERO));
}

#[test]
fn hidden_places_are_covered_between_players() {
    let mut all = deploying(true, [Controller::Human; 2]);
    assert!(all.covered, "the first player is called too");
    all.handle(Deploy::Next);
    assert_eq!(all.chosen, None, "nothing happens behind the cover");
    all.handle(Deploy::Confirm);
    assert!(!all.covered);
    all.handle(Deploy::Next);
    assert_eq!(all.handle(Deploy::Ready), Outcome::Units);
    assert!(all.covered);
    assert_eq!((all.side(), all.chosen, all.focus), (Some(RED), None, None));
    all.handle(Deploy::Confirm);
    assert_eq!(all.seating.viewer(), Some(RED));
}

#[test]
fn a_single_player_needs_no_cover_and_computers_place_at_once() {
    let mut one = deploying(true, [Controller::Computer(Skill::Soldier), Controller::Human]);
    assert_eq!((one.side(), one.covered), (Some(RED), false));
    assert_eq!(at(&one, 0).map(|cell| cell.x), Some(2), "the computer's knight stands in front");
    assert_eq!(at(&one, 2), Some(Cell::new(7, 0)));
    assert_eq!(one.handle(Deploy::Ready), Outcome::Done);
}
