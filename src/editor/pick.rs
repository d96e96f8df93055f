//! Queries of the level: the eyedropper, and the uses of zones.

use super::edit::{Edit, UnitAt, ZoneUse};
use super::transform::{EdgeAt, cells_of};
use grid::{Cell, Dir, Edge, Hm, Tile};
use level::{DeckItem, Item, Level, Unit, decks_over, edges_on};

/// Everything in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picked {
    /// The ground.
    pub tile: Tile,
    /// The thing in the cell.
    pub item: Option<Item>,
    /// The decks over it with the heights of their tops, from the bottom up.
    pub decks: Vec<(Hm, DeckItem)>,
    /// Walls and doors on its sides, on each side from the bottom up.
    pub edges: Vec<(EdgeAt, Edge)>,
    /// The zones that contain it.
    pub zones: Vec<String>,
    /// The unit in the cell; the last if there are several.
    pub unit: Option<UnitAt>,
}

/// Everything in a cell; `None` off the board.
pub fn pick(level: &Level, cell: Cell) -> Option<Picked> {
    let edges = Dir::SIDES.into_iter().flat_map(|side| edges_on(&level.edges, cell, side));
    let zones = level.regions.iter().filter(|(_, cells)| cells.contains(&cell));
    Some(Picked {
        tile: level.ground.tile(cell)?,
        item: level.things.get(&cell).cloned(),
        decks: decks_over(&level.decks, cell).collect(),
        edges: edges.collect(),
        zones: zones.map(|(name, _)| name.clone()).collect(),
        unit: unit_in(level, cell),
    })
}

/// The unit in a cell; if there are several, the last, which is drawn on top.
pub fn unit_in(level: &Level, cell: Cell) -> Option<UnitAt> {
    let units = level.sides.iter().enumerate().flat_map(|(side, list)| {
        let units = list.units.iter().enumerate();
        units.map(move |(unit, what)| (UnitAt { side, unit }, what))
    });
    units.filter(|(_, unit)| cells_of(unit).any(|c| c == cell)).map(|(at, _)| at).next_back()
}

/// The unit at an index.
pub fn unit_at(level: &Level, at: UnitAt) -> Option<&Unit> {
    level.sides.get(at.side)?.units.get(at.unit)
}

/// The edit that moves a unit; `None` if there is no such unit.
pub fn move_unit(level: &Level, at: UnitAt, to: Cell) -> Option<Edit> {
    let unit = Unit { at: to, ..unit_at(level, at)?.clone() };
    Some(Edit::ChangeUnit { at, unit })
}

/// The edit that turns a unit; `None` if there is no such unit.
pub fn face_unit(level: &Level, at: UnitAt, facing: Dir) -> Option<Edit> {
    let unit = Unit { facing, ..unit_at(level, at)?.clone() };
    Some(Edit::ChangeUnit { at, unit })
}

/// The edit that turns the thing in a cell clockwise by quarter turns; `None` without a thing.
pub fn turn_thing(level: &Level, cell: Cell, quarters: u8) -> Option<Edit> {
    let item = level.things.get(&cell)?;
    let turn = item.turn.wrapping_add(quarters) % 4;
    Some(Edit::Things(vec![(cell, Some(Item { turn, ..item.clone() }))]))
}

/// The uses of a zone, without goals.
pub fn uses_of(level: &Level, zone: &str) -> Vec<ZoneUse> {
    let exit = level.exits.iter().any(|name| name == zone).then_some(ZoneUse::Exit);
    let sides = level.sides.iter().enumerate().flat_map(|(n, side)| {
        let is = |named: &Option<String>| named.as_deref() == Some(zone);
        let start = is(&side.start).then_some(ZoneUse::Start(n));
        start.into_iter().chain(is(&side.hidden).then_some(ZoneUse::Hidden(n)))
    });
    sides.chain(exit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Draft;
    use grid::{EdgeKind, Terrain, ThingKind};
    use level::Role;

    fn draft() -> Draft {
        let mut draft = Draft::new(Level::blank("Pick", 8, 8, Terrain::Grass));
        let unit = Unit {
            role: Role::Beast,
            at: Cell::new(2, 2),
            facing: Dir::N,
            altitude: Hm::ZERO,
            name: None,
            overrides: Default::default(),
            start: Default::default(),
            conduct: Default::default(),
            conditions: Default::default(),
            gear: Default::default(),
        };
        let item = Item { turn: 3, ..Item::new(ThingKind::Crate) };
        for edit in [
            Edit::AddUnit { side: 1, unit },
            Edit::Things(vec![(Cell::new(3, 3), Some(item))]),
            Edit::Edges(vec![((Cell::new(3, 3), Dir::S).into(), Some(Edge::new(EdgeKind::Fence)))]),
            Edit::AddZone("camp".to_owned()),
            Edit::ZoneCells { zone: "camp".to_owned(), cells: vec![Cell::new(3, 3)], inside: true },
            Edit::UseZone { zone: "camp".to_owned(), what: ZoneUse::Hidden(1), on: true },
            Edit::UseZone { zone: "camp".to_owned(), what: ZoneUse::Exit, on: true },
        ] {
            draft.apply(edit).unwrap();
        }
        draft
    }

    #[test]
    fn pick_returns_everything_in_a_cell() {
        let draft = draft();
        let picked = pick(draft.level(), Cell::new(3, 3)).unwrap();
        let at = UnitAt { side: 1, unit: 0 };
        assert_eq!(picked.unit, Some(at));
        assert_eq!(picked.item.map(|i| i.kind), Some(ThingKind::Crate));
        let south = EdgeAt::ground(Cell::new(3, 4), Dir::N);
        assert_eq!(picked.edges, [(south, Edge::new(EdgeKind::Fence))]);
        assert_eq!(picked.zones, ["camp"]);
        assert_eq!(uses_of(draft.level(), "camp"), [ZoneUse::Hidden(1), ZoneUse::Exit]);
        assert!(draft.board().tile(Cell::new(3, 3)).is_some_and(|t| t.exit));
        assert_eq!(pick(draft.level(), Cell::new(8, 3)), None);
    }

    #[test]
    fn things_and_units_are_turned_and_moved() {
        let mut draft = draft();
        let at = UnitAt { side: 1, unit: 0 };
        let edits = [
            turn_thing(draft.level(), Cell::new(3, 3), 2),
            move_unit(draft.level(), at, Cell::new(5, 5)),
        ];
        for edit in edits {
            draft.apply(edit.unwrap()).unwrap();
        }
        draft.apply(face_unit(draft.level(), at, Dir::SW).unwrap()).unwrap();
        let unit = unit_at(draft.level(), at).unwrap();
        assert_eq!((unit.at, unit.facing), (Cell::new(5, 5), Dir::SW));
        assert_eq!(draft.level().things[&Cell::new(3, 3)].turn, 1);
        assert_eq!(turn_thing(draft.level(), Cell::new(0, 0), 1), None);
    }
}
