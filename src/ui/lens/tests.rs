//! Lenses on small boards.

use std::collections::BTreeMap;

use crate::attack_options::per_mille;
use crate::hud::SpotModel;
use grid::{
    Atmosphere, Board, Climb, Dir, Edge, EdgeKind, FloorAt, Haze, Hm, SideId, SupportKind, Terrain,
    Thing, ThingKind, Tile, UnitId, Weather, WeatherKind,
};
use registry::RulesetId;
use rules::Key;
use rules::ruleset::{Placing, SharedRuleset};
use rules::state::{Flags, Link, Scene, Side};

use super::*;

/// A battle under one ruleset with units at given places. The
/// first unit is on one side, the others on the other.
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
            start: Default::default(),
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
    let names = Names::of(state, &**rules);
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
    board.add_thing(Thing { height: Hm(4), ..Thing::new(ThingKind::Bridge, cell) });
    let battle = battle(RulesetId::Precision, board, &[("knight", 0, 0)]);
    let model = shown(Lens::Heights, &battle, About::default());
    let all: Vec<_> = (0..4).map(|x| text(&model, x, 0)).collect();
    assert_eq!(all, [Some((3, "0")), Some((4, "1.5")), Some((1, "-2")), Some((5, "2"))]);
    let legend: Vec<(u8, &str)> =
        model.swatches.iter().map(|swatch| (swatch.shade, swatch.text.as_str())).collect();
    assert_eq!(legend, [(5, "2 m"), (4, "1.5 m"), (3, "0 m"), (1, "-2 m")]);
}

#[test]
fn the_ground_lens_names_special_ground() {
    let mut board = Board::new(3, 1);
    *board.tile_mut(Cell::new(1, 0)).unwrap() = grid::Terrain::Ice.tile();
    *board.tile_mut(Cell::new(2, 0)).unwrap() = grid::Terrain::Embers.tile();
    let battle = battle(RulesetId::Precision, board, &[("knight", 0, 0)]);
    let model = shown(Lens::Ground, &battle, About::default());
    assert_eq!(text(&model, 0, 0), None);
    assert_eq!(text(&model, 1, 0), Some((2, "slips 6")));
    assert_eq!(text(&model, 2, 0), Some((4, "harm 3")));
}

#[test]
fn a_bridge_over_deep_water_is_plain_ground() {
    let mut board = Board::new(2, 1);
    let cell = Cell::new(1, 0);
    *board.tile_mut(cell).unwrap() =
        Tile { elevation: Hm(-4), depth: Hm(4), ..Terrain::Water.tile() };
    board.add_thing(Thing { height: Hm(5), ..Thing::new(ThingKind::Bridge, cell) });
    let battle = battle(RulesetId::Precision, board, &[("knight", 0, 0)]);
    let model = shown(Lens::Ground, &battle, About::default());
    assert_eq!(text(&model, 1, 0), None);
    let (rules, state) = &battle;
    let names = Names::of(state, &**rules);
    let mut model = LensModel::of(Lens::Ground, &**rules, state, &PLAYED, &names);
    model.point_at(Some(cell), &**rules, state, &PLAYED, &names);
    let first = model.notes.first().map(String::as_str).unwrap_or_default();
    assert_eq!(first, "Bridge at 0.5 m; below: water 2 m deep");
}

#[test]
fn a_wall_blocks_sight_gives_cover_and_muffles_sound() {
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
    assert_eq!(text(&sight, 3, 0), Some((5, "")));
    let cover = shown(Lens::Cover, &battle, about);
    assert_eq!(cover.title, "Cover of knight from archer");
    assert_eq!(text(&cover, 2, 0), Some((5, "")));
    assert_eq!(text(&cover, 4, 0), Some((0, "")));
    let sound = shown(Lens::Sound, &battle, about);
    assert_eq!(text(&sound, 2, 0), Some((0, "")));
    assert_eq!(text(&sound, 3, 0), Some((3, "30")), "a wall is 30 cm of stone");
}

#[test]
fn evaluating_in_parts_gives_the_same_result_as_at_once() {
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
    let names = Names::of(&state, &*rules);
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
                // Cells near the pointer are evaluated first.
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
fn threat_counts_melee_after_moving_and_ranged_attacks() {
    for ruleset in RulesetId::ALL {
        let people = [("knight", 0, 0), ("knight", 20, 0), ("archer", 19, 0)];
        let battle = battle(ruleset, Board::new(40, 1), &people);
        let about = About { viewer: Some(SideId(0)), actor: Some(UnitId(0)), ..About::default() };
        let model = shown(Lens::Threat, &battle, about);
        assert_eq!(text(&model, 18, 0), Some((2, "2")), "{ruleset:?}: both");
    }
}

#[test]
fn threat_is_seen_from_the_side_at_the_table() {
    let people = [("knight", 0, 0), ("knight", 3, 0)];
    let battle = battle(RulesetId::Precision, Board::new(8, 1), &people);
    let about = About { viewer: Some(SideId(1)), actor: None, ..About::default() };
    let model = shown(Lens::Threat, &battle, about);
    assert!(text(&model, 1, 0).is_some(), "the other side's knight");
    let spectator = shown(Lens::Threat, &battle, About::default());
    assert_eq!(spectator.cells, [], "a spectator has no foes");
}

#[test]
fn hidden_units_appear_in_no_lens() {
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
    assert_eq!(shown(Lens::Cover, &hidden, about).title, "Cover: no known foe");
}

/// What the threat lens says about a cell, for the first unit unless no unit is active.
fn told((rules, state): &(SharedRuleset, State), about: About, cell: (i16, i16)) -> Vec<String> {
    let names = Names::of(state, &**rules);
    let mut model = LensModel::of(Lens::Threat, &**rules, state, &about, &names);
    model.point_at(Some(Cell::new(cell.0, cell.1)), &**rules, state, &about, &names);
    model.notes
}

const PLAYED: About =
    About { viewer: Some(SideId(0)), actor: Some(UnitId(0)), foe: None, focus: None };

/// PR-171: a knight's Power Strike at a knight does 13 with 3/10.
/// PR-369: a Charge over two or more squares does 10 with 4/10.
#[test]
fn threat_names_attack_and_chance_with_or_without_moving() {
    let people = [("knight", 0, 0), ("knight", 5, 0)];
    let battle = battle(RulesetId::Precision, Board::new(20, 3), &people);
    let at = |x: i16| told(&battle, PLAYED, (x, 0));
    let line = |x: i16, text: &str| vec![format!("({x},0), for knight:"), text.to_owned()];
    assert_eq!(at(4), line(4, "knight: Power Strike 30 %"));
    assert_eq!(at(3), line(3, "knight: Power Strike 30 %, after moving"));
    assert_eq!(at(2), line(2, "knight: Charge 40 %"), "from where it stands");
    assert_eq!(at(19), ["(19,0): no foe can attack here."], "it can only see the place");
}

/// The legend says that ranged attacks are made from where foes stand, even if they would be better
/// from elsewhere: here the archer could go around a crate.
#[test]
fn threat_moves_no_foe_for_a_ranged_attack() {
    for ruleset in RulesetId::ALL {
        let mut board = Board::new(12, 5);
        board.add_thing(Thing::new(ThingKind::Crate, Cell::new(5, 2)));
        let battle = battle(ruleset, board, &[("knight", 0, 2), ("archer", 7, 2)]);
        let lines = told(&battle, PLAYED, (4, 2));
        let names = Names::of(&battle.1, &*battle.0);
        let blows = rules::engine::with_ctx(&*battle.0, &battle.1, |ctx| {
            crate::attack_options::blows_of(&*battle.0, ctx, UnitId(1))
        });
        let shots = blows.iter().filter(|blow| u32::from(blow.span) >= threat::AFAR);
        let shots: Vec<String> = shots.map(|blow| names.content(&blow.act)).collect();
        let line = lines.last().unwrap();
        let shot = shots.iter().any(|shot| line.contains(&format!(": {shot} ")));
        assert!(!shot || !line.ends_with("after moving"), "{ruleset:?}: {line}");
    }
}

#[test]
fn threat_agrees_with_the_move_preview() {
    for ruleset in RulesetId::ALL {
        let (rules, state) =
            battle(ruleset, Board::new(12, 6), &[("mage", 0, 2), ("knight", 4, 2)]);
        let names = Names::of(&state, &*rules);
        let end = (Cell::new(3, 2), Hm::ZERO, SupportKind::Ground);
        let spot = SpotModel::of(&*rules, &state, UnitId(0), end, &names).unwrap();
        let blow = spot.foes[0].from.clone().unwrap();
        let line = format!("knight: {} {}", blow.name, per_mille(blow.chance));
        let lines = told(&(rules, state), PLAYED, (3, 2));
        assert_eq!(lines, ["(3,2), for mage:", line.as_str()], "{ruleset:?}");
    }
}

#[test]
fn threat_lists_the_most_dangerous_and_counts_the_rest() {
    let mut people = vec![("knight", 4, 4)];
    people.extend((0..9).map(|i| ("scout", i, 0)));
    people.push(("archer", 8, 8));
    for ruleset in RulesetId::ALL {
        let battle = battle(ruleset, Board::new(9, 9), &people);
        let model = shown(Lens::Threat, &battle, PLAYED);
        let count: usize = text(&model, 4, 3).unwrap().1.parse().unwrap();
        assert!(count > 7, "{count}");
        let lines = told(&battle, PLAYED, (4, 3));
        assert_eq!(lines.len(), 8, "{lines:?}");
        assert_eq!(lines[7], format!("and {} more", count - 6));
    }
}

#[test]
fn threat_works_without_an_active_unit_and_omits_hidden_units() {
    let people = [("knight", 0, 0), ("knight", 5, 0)];
    let (rules, mut state) = battle(RulesetId::Momentum, Board::new(8, 1), &people);
    let idle = About { actor: None, ..PLAYED };
    let lines = told(&(rules.clone(), state.clone()), idle, (4, 0));
    assert_eq!(lines, ["(4,0): no active unit, so no odds.", "knight"]);
    let foe = state.unit_mut(UnitId(1)).unwrap();
    foe.links.0.push(Link { kind: Key::new("hidden"), to: UnitId(0), data: 0 });
    assert_eq!(told(&(rules, state), PLAYED, (4, 0)), ["(4,0): no foe can attack here."]);
}

#[test]
fn notes_follow_the_pointer() {
    let (rules, state) = battle(RulesetId::Precision, Board::new(8, 1), &[("knight", 0, 0)]);
    let names = Names::of(&state, &*rules);
    for lens in Lens::ALL {
        let mut model = LensModel::of(lens, &*rules, &state, &PLAYED, &names);
        model.point_at(Some(Cell::new(1, 0)), &*rules, &state, &PLAYED, &names);
        let tells = matches!(lens, Lens::Threat | Lens::Ground | Lens::Heights);
        assert_eq!(!model.notes.is_empty(), tells, "{lens:?}: there is no foe to hide from");
        model.point_at(None, &*rules, &state, &PLAYED, &names);
        assert_eq!(model.notes, Vec::<String>::new());
    }
}

#[test]
fn the_ground_lens_names_the_air_and_features_without_effect() {
    let mut board = Board::new(8, 2);
    let weather = Weather::new(WeatherKind::Rain, Haze::Heavy);
    board.set_atmosphere(Atmosphere { weather, airless: false, miasma: 2 });
    let marked = Tile {
        climb: Climb::Hard,
        haze: Haze::Light,
        rough_water: true,
        ceiling: Some(Hm(8)),
        ..Terrain::Water.tile()
    };
    *board.tile_mut(Cell::new(3, 0)).unwrap() = marked;
    let (rules, state) = battle(RulesetId::Precision, board, &[("knight", 0, 0)]);
    let names = Names::of(&state, &*rules);
    let mut model = LensModel::of(Lens::Ground, &*rules, &state, &PLAYED, &names);
    let words = text(&model, 3, 0).map(|(_, words)| words.to_owned());
    assert_eq!(words.as_deref(), Some("water 2\nhard climb\nrough water\nlight haze"));
    assert_eq!(text(&model, 1, 0), None, "rain alone is not special ground");
    assert_eq!(model.legend, "Everywhere: heavy rain, miasma 2.");
    let mut told = |x: i16| {
        model.point_at(Some(Cell::new(x, 0)), &*rules, &state, &PLAYED, &names);
        model.notes.clone()
    };
    let none = format!("(no effect in {})", rules.describe().name);
    let line = |text: &str| format!("{text} {none}");
    let rain = [line("Out in heavy rain"), line("Miasma 2")];
    assert_eq!(told(1)[1..], rain);
    let water = told(3);
    assert_eq!(water[1..3], ["Water 2 m deep".to_owned(), line("Rough water")]);
    assert!(water.contains(&line("Sheltered from heavy rain")), "{water:?}");
}

#[test]
fn range_and_sight_of_an_act_are_told_for_each_floor() {
    let (mut board, material) = (Board::new(12, 5), grid::Material::Stone);
    let deck = grid::Deck { top: Hm(6), material, climb: Climb::Unmarked };
    // A deck near the archer, and one with a wall in front of it.
    for cell in [Cell::new(3, 2), Cell::new(6, 2), Cell::new(7, 2)] {
        assert!(board.add_deck(cell, deck));
    }
    for y in 0..5 {
        let tall = Edge::new(EdgeKind::Wall);
        assert!(board.set_edge(Cell::new(6, y), Dir::W, Some(tall)));
    }
    let (rules, state) =
        battle(RulesetId::Precision, board, &[("archer", 1, 2), ("knight", 11, 2)]);
    let beyond = beyond(&*rules, &state, UnitId(0), &Key::new("loose"));
    let is_beyond = |at: FloorAt| beyond.contains(&at);
    assert!(!is_beyond(Cell::new(3, 2).into()) && !is_beyond(FloorAt::new(Cell::new(3, 2), Hm(6))));
    // Behind the wall the ground is out of sight, and the deck over it is not.
    assert!(is_beyond(Cell::new(7, 2).into()), "{beyond:?}");
    assert!(!is_beyond(FloorAt::new(Cell::new(6, 2), Hm(6))), "{beyond:?}");
    // The unit's own place is never shaded.
    assert!(!is_beyond(Cell::new(1, 2).into()));
    // A blow reaches neither deck.
    let near = super::beyond(&*rules, &state, UnitId(1), &Key::new("slash"));
    assert!(near.contains(&FloorAt::new(Cell::new(6, 2), Hm(6))), "{near:?}");
}
