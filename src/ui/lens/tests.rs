//! What lenses say about small boards.

use std::collections::BTreeMap;

use crate::grid::{Board, Dir, Edge, EdgeKind, Thing, ThingKind};
use crate::rules::Key;
use crate::rules::registry::RulesetId;
use crate::rules::ruleset::{Placing, SharedRuleset};
use crate::rules::state::{Flags, Link, Scene, Side};

use super::*;

/// A battle under one ruleset with people in those places, the first of them on one side and the
/// others on the other.
fn battle(ruleset: RulesetId, board: Board, people: &[(&str, i16, i16)]) -> (SharedRuleset, State) {
    let rules = ruleset.built_in();
    let mut units = Vec::new();
    for (n, (role, x, y)) in people.iter().enumerate() {
        let cell = Cell::new(*x, *y);
        let placing = Placing {
            id: UnitId(n as u32),
            side: SideId(u8::from(n > 0)),
            role: Key::new(role),
            name: (*role).to_owned(),
            at: cell.into(),
            altitude: Hm::ZERO,
            facing: Dir::S,
            prone: false,
            overrides: BTreeMap::new(),
            gear: BTreeMap::new(),
        };
        let mut unit = rules.enlist(&placing).unwrap();
        unit.placement.feet = board.footing(cell, unit.upright()).unwrap();
        units.push(unit);
    }
    let side = |name: &str| Side { name: name.to_owned(), ambush: false, flags: Flags::default() };
    let scene = Scene::new(board, vec![side("Blue"), side("Red")], Vec::new());
    (rules, State::new(scene, units, 1))
}

fn shown(lens: Lens, (rules, state): &(SharedRuleset, State), about: About) -> LensModel {
    let names = Names::of(state, rules.describe());
    LensModel::of(lens, &**rules, state, &about, &names)
}

fn text(model: &LensModel, x: i16, y: i16) -> Option<(u8, &str)> {
    let found = model.cells.iter().find(|cell| cell.cell == Cell::new(x, y));
    found.map(|cell| (cell.shade, cell.text.as_str()))
}

#[test]
fn heights_are_metres_and_platforms_count() {
    let mut board = Board::new(4, 1);
    board.tile_mut(Cell::new(1, 0)).unwrap().elevation = Hm(3);
    board.tile_mut(Cell::new(2, 0)).unwrap().elevation = Hm(-4);
    let cell = Cell::new(3, 0);
    board.add_thing(Thing { kind: ThingKind::Bridge, cell, height: Hm(4), turn: 0, gone: false });
    let battle = battle(RulesetId::Precision, board, &[("knight", 0, 0)]);
    let model = shown(Lens::Heights, &battle, About::default());
    let all: Vec<_> = (0..4).map(|x| text(&model, x, 0)).collect();
    assert_eq!(all, [Some((2, "0")), Some((3, "1.5")), Some((0, "-2")), Some((4, "2"))]);
}

#[test]
fn ground_names_what_is_not_open() {
    let mut board = Board::new(3, 1);
    *board.tile_mut(Cell::new(1, 0)).unwrap() = crate::grid::Terrain::Ice.tile();
    *board.tile_mut(Cell::new(2, 0)).unwrap() = crate::grid::Terrain::Embers.tile();
    let battle = battle(RulesetId::Precision, board, &[("knight", 0, 0)]);
    let model = shown(Lens::Ground, &battle, About::default());
    assert_eq!(text(&model, 0, 0), None);
    assert_eq!(text(&model, 1, 0), Some((2, "slips 6")));
    assert_eq!(text(&model, 2, 0), Some((3, "harm 3")));
}

#[test]
fn a_wall_is_out_of_sight_gives_cover_and_dulls_sound() {
    let mut board = Board::new(7, 1);
    board.set_edge(Cell::new(3, 0), Dir::W, Some(Edge::new(EdgeKind::Wall)));
    let battle = battle(RulesetId::Precision, board, &[("knight", 0, 0), ("archer", 6, 0)]);
    let about = About {
        viewer: Some(SideId(0)),
        actor: Some(UnitId(0)),
        foe: None,
        focus: Some(Cell::new(0, 0)),
    };
    let sight = shown(Lens::Sight, &battle, about);
    assert_eq!(text(&sight, 2, 0), Some((0, "")));
    assert_eq!(text(&sight, 3, 0), Some((4, "")));
    let cover = shown(Lens::Cover, &battle, about);
    assert_eq!(cover.title, "Cover of knight from archer");
    assert_eq!(text(&cover, 2, 0), Some((4, "×")));
    assert_eq!(text(&cover, 4, 0), Some((0, "")));
    let sound = shown(Lens::Sound, &battle, about);
    assert_eq!(text(&sound, 2, 0), Some((0, "")));
    assert_eq!(text(&sound, 3, 0), Some((3, "30")), "a wall is 30 cm of stone");
}

#[test]
fn worked_out_part_by_part_it_is_the_same_as_at_once() {
    let mut board = Board::new(24, 18);
    let cells: Vec<Cell> = board.cells().collect();
    for cell in cells {
        let height = [0, 1, 2, 4, 2, 1][((cell.x / 5 + cell.y / 4) % 6) as usize];
        board.tile_mut(cell).unwrap().elevation = Hm(height);
    }
    for y in 2..12 {
        board.set_edge(Cell::new(9, y), Dir::W, Some(Edge::new(EdgeKind::Wall)));
    }
    let (rules, state) = battle(
        RulesetId::Precision,
        board,
        &[("knight", 3, 3), ("archer", 16, 9), ("archer", 20, 2)],
    );
    let names = Names::of(&state, rules.describe());
    let about = |foe: u32| About {
        viewer: Some(SideId(0)),
        actor: Some(UnitId(0)),
        foe: Some(UnitId(foe)),
        focus: Some(Cell::new(3, 3)),
    };
    for lens in Lens::ALL {
        let mut before = None;
        for foe in [1, 2] {
            let about = about(foe);
            let whole = LensModel::of(lens, &*rules, &state, &about, &names);
            let near = Some(Cell::new(20, 15));
            let begun = LensModel::begin((lens, before), &*rules, &state, &about, &names, near);
            let mut model = begun.clone();
            let mut parts = 0;
            while !model.is_ready() {
                model.go_on(&*rules, &state, &about, &names, Duration::ZERO);
                parts += 1;
                // What is near the pointer is right from the first.
                let at = |model: &LensModel| text(model, 20, 15).map(|(s, t)| (s, t.to_owned()));
                assert_eq!(at(&model), at(&whole), "{lens:?}");
                assert!(model.cells.len() >= begun.cells.len(), "{lens:?}");
            }
            assert_eq!(model, whole, "{lens:?}");
            assert_eq!(parts > 1, lens.is_from_a_cell() || lens == Lens::Cover, "{lens:?}");
            before = Some(model);
        }
    }
}

#[test]
fn threat_counts_who_could_strike_after_a_walk_or_from_afar() {
    for ruleset in RulesetId::ALL {
        let people = [("knight", 0, 0), ("knight", 20, 0), ("archer", 19, 0)];
        let battle = battle(ruleset, Board::new(40, 1), &people);
        let about = About { viewer: Some(SideId(0)), actor: Some(UnitId(0)), ..About::default() };
        let model = shown(Lens::Threat, &battle, about);
        assert_eq!(text(&model, 18, 0), Some((2, "2")), "{ruleset:?}: both");
    }
}

#[test]
fn threat_is_told_from_the_side_at_the_table() {
    let people = [("knight", 0, 0), ("knight", 3, 0)];
    let battle = battle(RulesetId::Precision, Board::new(8, 1), &people);
    let about = About { viewer: Some(SideId(1)), actor: None, ..About::default() };
    let model = shown(Lens::Threat, &battle, about);
    assert!(text(&model, 1, 0).is_some(), "the other side's knight");
    let onlooker = shown(Lens::Threat, &battle, About::default());
    assert_eq!(onlooker.cells, [], "an onlooker has no foes");
}

#[test]
fn those_who_hide_are_told_by_no_lens() {
    let people = [("knight", 0, 0), ("knight", 5, 0)];
    let (rules, mut state) = battle(RulesetId::Momentum, Board::new(8, 1), &people);
    let about = About { viewer: Some(SideId(0)), actor: Some(UnitId(0)), ..About::default() };
    let seen = (rules.clone(), state.clone());
    assert!(!shown(Lens::Threat, &seen, about).cells.is_empty());
    assert!(!shown(Lens::Cover, &seen, about).cells.is_empty());
    let foe = state.unit_mut(UnitId(1)).unwrap();
    foe.links.0.push(Link { kind: Key::new("hidden"), to: UnitId(0), data: 0 });
    let hidden = (rules, state);
    assert_eq!(shown(Lens::Threat, &hidden, about).cells, []);
    assert_eq!(shown(Lens::Cover, &hidden, about).title, "Cover: no foe is known");
}
