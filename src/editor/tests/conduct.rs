//! Conduct of units in the editor: it moves, turns and is copied with the board, and follows zones.

use crate::{Clipboard, Draft, Edit, EditError, GridTransform, LayerSet, UnitAt, cells_of, shift};
use grid::{Cell, Dir, Hm, Terrain, Tile};
use level::{Conduct, Level, Role, Unit};

const ELI: UnitAt = UnitAt { side: 0, unit: 0 };

fn unit(at: (i16, i16), conduct: Conduct) -> Unit {
    Unit {
        role: Role::Knight,
        at: Cell::new(at.0, at.1),
        facing: Dir::E,
        altitude: Hm::ZERO,
        name: Some("Eli".to_owned()),
        overrides: Default::default(),
        start: Default::default(),
        conduct,
        conditions: Default::default(),
        gear: Default::default(),
    }
}

fn patrol(stops: &[(i16, i16)]) -> Conduct {
    Conduct::Patrol { stops: stops.iter().map(|(x, y)| Cell::new(*x, *y)).collect() }
}

/// A field of 10 x 8 cells with a zone and one unit.
fn draft(conduct: Conduct) -> Draft {
    let mut draft = Draft::new(Level::blank("Conduct", 10, 8, Terrain::Grass));
    let zone = || "gate".to_owned();
    draft.apply(Edit::AddZone(zone())).unwrap();
    let cells = vec![Cell::new(1, 1)];
    draft.apply(Edit::ZoneCells { zone: zone(), cells, inside: true }).unwrap();
    draft.apply(Edit::AddUnit { side: 0, unit: unit((1, 1), conduct) }).unwrap();
    draft
}

fn conduct(draft: &Draft) -> &Conduct {
    &draft.level().sides[0].units[0].conduct
}

#[test]
fn a_patrol_is_turned_mirrored_and_resized_with_the_level() {
    let mut draft = draft(patrol(&[(1, 1), (4, 1)]));
    let before = draft.level().clone();
    draft.apply(Edit::Turn(GridTransform::CLOCKWISE)).unwrap();
    assert_eq!(*conduct(&draft), patrol(&[(6, 1), (6, 4)]));
    draft.apply(Edit::Turn(GridTransform::WEST_EAST)).unwrap();
    assert_eq!(*conduct(&draft), patrol(&[(1, 1), (1, 4)]));
    draft.undo();
    draft.undo();
    assert_eq!(*draft.level(), before);
}

#[test]
fn a_patrol_is_copied_and_pasted_with_its_unit() {
    let mut draft = draft(patrol(&[(1, 1), (4, 1)]));
    let cells = cells_of(&draft.level().sides[0].units[0]).collect();
    let clip = Clipboard::copy(draft.level(), &cells, LayerSet::ALL).unwrap();
    assert_eq!(clip.units[0].1.conduct, patrol(&[(0, 0), (3, 0)]));
    let turned = clip.turned(GridTransform::CLOCKWISE);
    assert_eq!(turned.units[0].1.conduct, patrol(&[(0, 0), (0, 3)]));
    draft.apply(Edit::Paste { clip: turned, at: Cell::new(8, 6) }).unwrap();
    let pasted = &draft.level().sides[0].units[1];
    assert_eq!(pasted.conduct, patrol(&[(8, 6)]), "without the cell off the board");
    let edits = shift(
        draft.level(),
        &cells,
        LayerSet::ALL,
        ((2, 3), GridTransform::NONE),
        Terrain::Grass.tile(),
    );
    draft.apply_all("Move", edits).unwrap();
    let moved = draft.level().sides[0].units.iter().find(|u| u.at == Cell::new(3, 4)).unwrap();
    assert_eq!(moved.conduct, patrol(&[(3, 4), (6, 4)]));
}

#[test]
fn a_guard_follows_its_zone() {
    let guard = |zone: &str| Conduct::Guard { region: zone.to_owned() };
    let mut draft = draft(guard("gate"));
    let rename = Edit::RenameZone { from: "gate".to_owned(), to: "door".to_owned() };
    draft.apply(rename).unwrap();
    assert_eq!(*conduct(&draft), guard("door"));
    draft.apply(Edit::RemoveZone("door".to_owned())).unwrap();
    assert_eq!(*conduct(&draft), Conduct::Free);
    draft.undo();
    draft.undo();
    assert_eq!(*conduct(&draft), guard("gate"));
}

#[test]
fn what_cannot_be_written_is_refused() {
    let mut draft = draft(Conduct::Free);
    let mut change = |conduct| {
        let unit = unit((1, 1), conduct);
        draft.apply(Edit::ChangeUnit { at: ELI, unit }).unwrap_err()
    };
    let off = EditError::OffBoard(Cell::new(10, 0));
    assert_eq!(change(patrol(&[(1, 1), (10, 0)])), off);
    let none = EditError::NoSuchZone("yard".to_owned());
    assert_eq!(change(Conduct::Guard { region: "yard".to_owned() }), none);
    let many = EditError::TooMany { what: "cells of a patrol", most: 32 };
    assert_eq!(change(patrol(&[(1, 1); 33])), many);
}

#[test]
fn a_watched_direction_turns_with_its_unit() {
    let mut draft = draft(Conduct::Hold);
    let mut unit = unit((1, 1), Conduct::Hold);
    unit.start.watch = Some(Dir::N);
    draft.apply(Edit::ChangeUnit { at: ELI, unit }).unwrap();
    draft.apply(Edit::Turn(GridTransform::CLOCKWISE)).unwrap();
    assert_eq!(draft.level().sides[0].units[0].start.watch, Some(Dir::E));
}

#[test]
fn a_patrol_leads_only_where_the_whole_unit_is_on_the_board() {
    let mut draft = draft(Conduct::Free);
    let beast = |stop| Unit { role: Role::Beast, name: None, ..unit((3, 3), patrol(&[stop])) };
    for (stop, fits) in [((8, 6), true), ((9, 3), false), ((3, 7), false)] {
        let done = draft.apply(Edit::AddUnit { side: 0, unit: beast(stop) });
        assert_eq!(done.is_ok(), fits, "{stop:?}");
    }
    // With one column less, the beast would overlap the edge.
    let narrower = Edit::Resize { west: 0, north: 0, east: -1, south: 0, fill: Tile::default() };
    draft.apply(narrower).unwrap();
    assert_eq!(draft.level().sides[0].units[1].conduct, Conduct::Free);
}
