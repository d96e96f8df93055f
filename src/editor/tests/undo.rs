//! Property tests: random edits can be undone, saved and loaded.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use proptest::prelude::*;

use crate::{
    Clipboard, Draft, Edit, EditError, Fact, GridTransform, Layer, LayerSet, Marks, Patch,
    Symmetry, UnitAt, ZoneUse, shift,
};
use grid::{
    Atmosphere, Cell, Climb, Dir, Edge, EdgeAt, EdgeKind, Finish, Haze, Hm, Lamp, LampSetting,
    Light, Prop, Rough, SideId, Terrain, ThingKind, Tile, Weather, WeatherKind,
};
use level::{
    Build, Conduct, Daylight, DeckItem, ELEVATIONS, Goal, GoalKind, Item, Label, Level, LevelEvent,
    Role, SideColour, Underlay, Unit, When,
};
use rules::Key;

const NAMES: [&str; 4] = ["west", "yard \"x\"", "Ada", "Bo"];

fn cell() -> impl Strategy<Value = Cell> {
    // Some are off the board.
    (-2i16..14, -2i16..14).prop_map(|(x, y)| Cell::new(x, y))
}

fn name() -> impl Strategy<Value = String> {
    prop::sample::select(NAMES.to_vec()).prop_map(str::to_owned)
}

fn tile() -> impl Strategy<Value = Tile> {
    let terrain = prop::sample::select(Terrain::ALL.to_vec());
    (terrain, -120i32..220).prop_map(|(t, e)| Tile { elevation: Hm(e), ..t.tile() })
}

fn patch() -> impl Strategy<Value = Patch> {
    prop_oneof![
        tile().prop_map(Patch::tile),
        tile().prop_map(Patch::terrain),
        (-120i32..220).prop_map(|e| Patch::height(Hm(e))),
        (0i32..9).prop_map(|d| Patch { depth: Some(Hm(d)), ..Patch::default() }),
        (0i32..9)
            .prop_map(|d| Patch { ceiling: Some((d > 0).then_some(Hm(d))), ..Patch::default() }),
        Just(Patch { light: Some(Light::Dim), ..Patch::default() }),
        (0usize..5, any::<bool>()).prop_map(|(n, on)| {
            let marks = Marks {
                rough: on.then_some(Rough::Heavy),
                climb: Some(Climb::ALL[n]),
                haze: Haze::ALL.get(n).copied(),
                rough_water: Some(on),
                airless: (!on).then_some(true),
            };
            Patch { marks, ..Patch::default() }
        }),
    ]
}

fn item() -> impl Strategy<Value = Item> {
    let kind = prop::sample::select(ThingKind::ALL.to_vec());
    (kind, 1i32..9, 0u8..4, 0usize..4).prop_map(|(kind, h, turn, own)| {
        let material = kind.materials().get(own).copied();
        let scale = if kind.scales() { [100, 60, 150, 75][own] } else { 100 };
        let light = if own == 2 { LampSetting::Own(Lamp::CRYSTAL) } else { LampSetting::Usual };
        let finish = Finish { material, scale, light }.for_kind(kind);
        let usual = match kind {
            // Several props share names, as after pasting from other levels.
            ThingKind::Well | ThingKind::Altar => {
                let height = if kind == ThingKind::Well { Hm(2) } else { Hm(own as i32 + 1) };
                Item::custom(Arc::new(Prop { height, ..Prop::plain("stall") }))
            }
            _ => Item { finish, ..Item::new(kind) },
        };
        Item { height: Hm(h), turn, ..usual }
    })
}

fn edge() -> impl Strategy<Value = Edge> {
    let kind = prop::sample::select(EdgeKind::ALL.to_vec());
    (kind, any::<bool>()).prop_map(|(kind, open)| Edge { open, ..Edge::new(kind) })
}

fn conduct() -> impl Strategy<Value = Conduct> {
    prop_oneof![
        Just(Conduct::Free),
        Just(Conduct::Hold),
        name().prop_map(|region| Conduct::Guard { region }),
        prop::collection::vec(cell(), 1..4).prop_map(|stops| Conduct::Patrol { stops }),
    ]
}

fn unit() -> impl Strategy<Value = Unit> {
    let role = prop::sample::select(Role::ALL.to_vec());
    let facing = prop::sample::select(Dir::ALL.to_vec());
    (role, cell(), facing, 0i32..9, prop::option::of(name()), conduct()).prop_map(
        |(role, at, facing, altitude, name, conduct)| {
            let values = BTreeMap::from([(Key::of("health"), i64::from(altitude))]);
            let overrides = BTreeMap::from([(Key::of("precision"), values)]);
            Unit {
                role,
                at,
                facing,
                altitude: Hm(altitude),
                name,
                overrides,
                start: Default::default(),
                conduct,
                conditions: Default::default(),
                gear: Default::default(),
            }
        },
    )
}

fn goal() -> impl Strategy<Value = Goal> {
    let kind = prop_oneof![
        Just(GoalKind::LastSideStanding),
        (name(), 0u8..9).prop_map(|(region, rounds)| GoalKind::Hold { region, rounds }),
        (name(), 0u8..9).prop_map(|(region, units)| GoalKind::Reach { region, units }),
        name().prop_map(|unit| GoalKind::Defeat { unit }),
        Just(GoalKind::Defeat { unit: "Knight 2".to_owned() }),
        (1u8..9).prop_map(|rounds| GoalKind::Survive { rounds }),
    ];
    (prop::option::of(0u8..3), kind).prop_map(|(side, kind)| Goal { side: side.map(SideId), kind })
}

fn labels() -> impl Strategy<Value = Edit> {
    let label = (name(), "[ -~\n]{0,20}", any::<(bool, bool)>());
    let label = label.prop_map(|(text, note, (pin, private))| Label { text, note, pin, private });
    prop::collection::vec((cell(), prop::option::weighted(0.7, label)), 0..4).prop_map(Edit::Labels)
}

fn when() -> impl Strategy<Value = When> {
    let side = || (0u8..3).prop_map(SideId);
    prop_oneof![
        (0u16..1_001).prop_map(|number| When::Round { number }),
        (name(), prop::option::of(side())).prop_map(|(region, side)| When::Enters { region, side }),
        name().prop_map(|unit| When::UnitFalls { unit }),
        (side(), 0u8..=255).prop_map(|(side, units)| When::SideFalls { side, units }),
        name().prop_map(|region| When::Opens { region }),
        (name(), 0u8..120).prop_map(|(event, rounds)| When::After { event, rounds }),
    ]
}

fn event() -> impl Strategy<Value = LevelEvent> {
    let names = (prop::option::of(name()), prop::option::of(name()), prop::option::of(name()));
    let causes = prop::collection::vec(when(), 0..4);
    let rest = (any::<bool>(), prop::collection::vec(name(), 0..2), "[ -~\n]{0,20}");
    (causes, names, rest, prop::collection::vec(goal(), 0..2), prop::option::of(0u8..3)).prop_map(
        |(when, (name, at, open), (all, arrive, tell), goals, to)| LevelEvent {
            name: name.unwrap_or_default(),
            all: all && when.len() > 1,
            when,
            tell,
            to: to.map(SideId),
            arrive,
            at,
            open,
            close: None,
            weather: all.then(|| Weather::new(WeatherKind::Rain, Haze::Heavy)),
            light: (!all).then_some(Daylight::Night),
            goals,
        },
    )
}

fn fact() -> impl Strategy<Value = Fact> {
    let underlay = (-9_000i32..9_000, 1i32..90_000, 0u8..4, any::<(bool, bool)>()).prop_map(
        |(at, size, turn, (mirrored, in_play))| Underlay {
            file: "maps/a b.png".to_owned(),
            at: (at, -at),
            size: (size, 90_001 - size),
            turn,
            mirrored,
            in_play,
        },
    );
    prop_oneof![
        "[ -~\n]{0,20}".prop_map(Fact::Name),
        "[ -~\n]{0,20}".prop_map(Fact::Notes),
        "[ -~]{0,20}".prop_map(Fact::Author),
        "[ -~]{0,20}".prop_map(Fact::Description),
        prop::sample::select(Daylight::ALL.to_vec()).prop_map(Fact::Light),
        (0usize..4, any::<bool>(), 0u8..30).prop_map(|(n, airless, miasma)| {
            let weather = Weather::new(WeatherKind::ALL[n], Haze::ALL[n]);
            Fact::Atmosphere(Atmosphere { weather, airless, miasma })
        }),
        any::<bool>().prop_map(Fact::HiddenInformation),
        prop::option::of(underlay).prop_map(Fact::Underlay),
    ]
}

fn transform() -> impl Strategy<Value = GridTransform> {
    prop::sample::select(GridTransform::ALL.to_vec())
}

fn cells() -> impl Strategy<Value = Vec<Cell>> {
    prop::collection::vec(cell(), 0..12)
}

/// Actions that depend on the level, such as copying parts of it.
#[derive(Clone, Debug)]
enum Act {
    Edit(Edit),
    CopyPaste(Vec<Cell>, Cell, GridTransform),
    Shift(Vec<Cell>, (i16, i16), GridTransform),
}

fn ground() -> impl Strategy<Value = Edit> {
    prop::collection::vec((cell(), patch()), 0..12).prop_map(Edit::Ground)
}

fn things() -> impl Strategy<Value = Edit> {
    prop::collection::vec((cell(), prop::option::of(item())), 0..6).prop_map(Edit::Things)
}

fn edges() -> impl Strategy<Value = Edit> {
    let side = prop::sample::select(Dir::ALL.to_vec());
    let floor = prop_oneof![2 => Just(None), 1 => (-9i32..40).prop_map(|floor| Some(Hm(floor)))];
    let at = (cell(), side, floor).prop_map(|(cell, side, floor)| EdgeAt { cell, side, floor });
    prop::collection::vec((at, prop::option::of(edge())), 0..6).prop_map(Edit::Edges)
}

fn decks() -> impl Strategy<Value = Edit> {
    let deck = || {
        (0usize..3, 0usize..5).prop_map(|(material, climb)| DeckItem {
            material: DeckItem::MATERIALS[material],
            climb: Climb::ALL[climb],
        })
    };
    let place = || (cell(), prop::sample::select(vec![-90, 2, 6, 12, 190, 230]).prop_map(Hm));
    prop::collection::vec((place(), prop::option::weighted(0.8, deck())), 0..6)
        .prop_map(Edit::Decks)
}

fn zone_cells() -> impl Strategy<Value = Edit> {
    (name(), cells(), any::<bool>()).prop_map(|(zone, cells, inside)| Edit::ZoneCells {
        zone,
        cells,
        inside,
    })
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = || (0usize..3, 0usize..3).prop_map(|(side, unit)| UnitAt { side, unit });
    let what = prop_oneof![
        (0usize..3).prop_map(ZoneUse::Start),
        (0usize..3).prop_map(ZoneUse::Hidden),
        Just(ZoneUse::Exit)
    ];
    let colour = || prop::sample::select(SideColour::ALL.to_vec());
    let grow = || -4i16..5;
    prop_oneof![
        6 => ground(),
        4 => things(),
        4 => decks(),
        4 => edges(),
        3 => name().prop_map(Edit::AddZone),
        1 => (name(), name()).prop_map(|(from, to)| Edit::RenameZone { from, to }),
        1 => name().prop_map(Edit::RemoveZone),
        3 => zone_cells(),
        2 => (name(), what, any::<bool>()).prop_map(|(zone, what, on)| Edit::UseZone { zone, what, on }),
        1 => (name(), colour()).prop_map(|(name, colour)| Edit::AddSide { name, colour }),
        1 => (0usize..3, name(), colour(), any::<bool>()).prop_map(|(side, name, colour, ambush)| {
            Edit::ChangeSide { side, name, colour, ambush }
        }),
        1 => (0usize..4).prop_map(Edit::RemoveSide),
        6 => (0usize..3, unit()).prop_map(|(side, unit)| Edit::AddUnit { side, unit }),
        2 => (at(), unit()).prop_map(|(at, unit)| Edit::ChangeUnit { at, unit }),
        1 => (at(), 0usize..3).prop_map(|(at, side)| Edit::GiveUnit { at, side }),
        1 => prop::collection::vec(at(), 0..3).prop_map(Edit::RemoveUnits),
        2 => goal().prop_map(Edit::AddGoal),
        1 => (0usize..3, goal()).prop_map(|(n, goal)| Edit::ChangeGoal(n, goal)),
        1 => (0usize..3).prop_map(Edit::RemoveGoal),
        3 => labels(),
        2 => event().prop_map(|event| Edit::AddEvent(Box::new(event))),
        1 => (0usize..3, event()).prop_map(|(n, event)| Edit::ChangeEvent(n, Box::new(event))),
        1 => (0usize..3).prop_map(Edit::RemoveEvent),
        1 => (0usize..3, 0usize..3).prop_map(|(from, to)| Edit::MoveEvent { from, to }),
        2 => fact().prop_map(Edit::Fact),
        1 => Just(Edit::TidyPalette),
        1 => (grow(), grow(), grow(), grow(), tile()).prop_map(|(west, north, east, south, fill)| {
            Edit::Resize { west, north, east, south, fill }
        }),
        2 => transform().prop_map(Edit::Turn),
        2 => (cells(), prop::option::of(tile())).prop_map(|(cells, fill)| {
            Edit::Clear { cells, layers: LayerSet::ALL, fill }
        }),
        1 => Just(Edit::Import(Box::new(Level::blank("Other", 9, 5, Terrain::Sand)))),
    ]
}

fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        8 => edit().prop_map(Act::Edit),
        1 => (cells(), cell(), transform()).prop_map(|(c, at, transform)| Act::CopyPaste(c, at, transform)),
        1 => (cells(), (-5i16..6, -5i16..6), transform()).prop_map(|(c, by, transform)| Act::Shift(c, by, transform)),
    ]
}

fn edits_of(act: Act, level: &Level) -> Vec<Edit> {
    let set = |cells: Vec<Cell>| cells.into_iter().collect::<BTreeSet<_>>();
    match act {
        Act::Edit(edit) => vec![edit],
        Act::CopyPaste(cells, at, transform) => {
            let clip = Clipboard::copy(level, &set(cells), LayerSet::ALL);
            clip.map(|clip| Edit::Paste { clip: clip.turned(transform), at }).into_iter().collect()
        }
        Act::Shift(cells, by, transform) => {
            shift(level, &set(cells), LayerSet::ALL, (by, transform), Terrain::Mud.tile())
        }
    }
}

fn blank() -> Draft {
    Draft::new(Level::blank("Test", 12, 10, Terrain::Grass))
}

fn reread(text: &str) -> Option<Level> {
    Level::check("level", text, Build::usual).level
}

#[test]
fn resizing_refuses_ground_out_of_range() {
    let mut draft = blank();
    let before = draft.level().clone();
    let high = Tile { elevation: ELEVATIONS.1 + Hm(1), ..Terrain::Grass.tile() };
    // A palette entry that reaches the height only when raised.
    let base = Patch::height(ELEVATIONS.1 - Hm(24));
    draft.apply(Edit::Ground(vec![(Cell::new(0, 0), base)])).expect("a height");
    let grown = Edit::Resize { west: 0, north: 0, east: 0, south: 1, fill: high };
    assert!(matches!(draft.apply(grown), Err(EditError::Range { .. })));
    draft.undo();
    assert_eq!(draft.level(), &before);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..Default::default() })]

    #[test]
    fn everything_is_undone_and_redone(acts in prop::collection::vec(act(), 1..30)) {
        let mut draft = blank();
        let mut texts = vec![draft.level().to_text()];
        for act in acts {
            let before = draft.level().clone();
            let edits = edits_of(act, &before);
            let done = draft.history().done();
            match draft.apply_all("act", edits) {
                Err(_) => prop_assert_eq!(draft.level(), &before),
                Ok(changed) => prop_assert_eq!(changed.is_empty(), draft.history().done() == done),
            }
            let text = draft.level().to_text();
            let read = reread(&text);
            prop_assert_eq!(read.as_ref(), Some(draft.level()), "{}", text);
            prop_assert!(draft.board() == &draft.level().board());
            if draft.history().done() > done {
                texts.push(text);
            }
        }
        for text in texts.iter().rev().skip(1) {
            prop_assert!(draft.undo().is_some());
            prop_assert_eq!(&draft.level().to_text(), text);
            prop_assert!(draft.board() == &draft.level().board());
        }
        prop_assert!(draft.undo().is_none() && !draft.is_changed());
        for text in texts.iter().skip(1) {
            prop_assert!(draft.redo().is_some());
            prop_assert_eq!(&draft.level().to_text(), text);
        }
        prop_assert!(draft.redo().is_none());
        draft.go_to(0);
        prop_assert_eq!(&draft.level().to_text(), &texts[0]);
    }

    #[test]
    fn mirroring_twice_or_turning_four_times_changes_nothing(
        edits in prop::collection::vec(edit(), 1..25),
        part in cells(),
    ) {
        let mut draft = blank();
        for edit in edits {
            let _ = draft.apply(edit);
        }
        let before = draft.level().clone();
        for (transform, times) in [
            (GridTransform::WEST_EAST, 2), (GridTransform::NORTH_SOUTH, 2), (GridTransform::DIAGONAL, 2),
            (GridTransform::ANTIDIAGONAL, 2), (GridTransform::HALF, 2), (GridTransform::CLOCKWISE, 4), (GridTransform::COUNTER, 4),
        ] {
            let clip = Clipboard::copy(&before, &part.iter().copied().collect(), LayerSet::ALL);
            let mut turned = clip.clone();
            for _ in 0..times {
                // The picture must not be turned out of range.
                prop_assert!(draft.apply(Edit::Turn(transform)).is_ok());
                turned = turned.map(|clip| clip.turned(transform));
            }
            prop_assert_eq!(draft.level(), &before, "{:?}", transform);
            prop_assert_eq!(turned, clip);
        }
    }

    #[test]
    fn locked_layers_never_change(
        acts in prop::collection::vec(act(), 1..20),
        more in prop::collection::vec(act(), 1..20),
        locked in prop::sample::select(Layer::ALL.to_vec()),
    ) {
        let mut draft = blank();
        for act in acts {
            let edits = edits_of(act, &draft.level().clone());
            let _ = draft.apply_all("act", edits);
        }
        draft.layers.locked = LayerSet::of([locked]);
        let before = content(draft.level(), locked);
        for act in more {
            let edits = edits_of(act, &draft.level().clone());
            let _ = draft.apply_all("act", edits);
            prop_assert_eq!(content(draft.level(), locked), before.clone());
        }
    }

    #[test]
    fn symmetrical_painting_gives_a_symmetrical_level(
        edits in prop::collection::vec(prop_oneof![ground(), things(), edges(), zone_cells()], 1..20),
        square in any::<bool>(),
        flags in any::<[bool; 6]>(),
    ) {
        let height = if square { 12 } else { 10 };
        let mut draft = Draft::new(Level::blank("Test", 12, height, Terrain::Grass));
        draft.apply(Edit::AddZone("west".to_owned())).unwrap();
        let [west_east, north_south, diagonal, antidiagonal, half, quarter] = flags;
        let symmetry = Symmetry {
            west_east, north_south, diagonal, antidiagonal, half, quarter, other_sides: false,
        };
        let size = (12, height as i16);
        for edit in edits {
            for edit in symmetry.spread(edit, size, 2) {
                let _ = draft.apply(edit);
            }
        }
        let before = draft.level().clone();
        for transform in symmetry.transforms(size) {
            let mut other = draft.clone();
            other.apply(Edit::Turn(transform)).unwrap();
            let (turned, ground) = (other.level(), &other.level().ground);
            prop_assert!(ground.cells().all(|c| ground.tile(c) == before.ground.tile(c)));
            // A thing that is its own image keeps one direction.
            let looks = |level: &Level| -> Vec<_> {
                level.things.iter().map(|(c, item)| (*c, item.kind, item.height)).collect()
            };
            prop_assert_eq!(looks(turned), looks(&before));
            prop_assert_eq!(&turned.edges, &before.edges);
            prop_assert_eq!(&turned.regions, &before.regions);
        }
    }
}

/// The content of a layer, as text.
fn content(level: &Level, layer: Layer) -> String {
    let tiles = || level.ground.cells().filter_map(|c| level.ground.tile(c));
    match layer {
        Layer::Terrain => {
            let flat = |t: Tile| Tile { elevation: Hm::ZERO, ..t };
            format!("{:?}", tiles().map(flat).collect::<Vec<_>>())
        }
        Layer::Heights => format!("{:?}", tiles().map(|t| t.elevation).collect::<Vec<_>>()),
        Layer::Things => format!("{:?}", level.things),
        Layer::Decks => format!("{:?}", level.decks),
        Layer::Edges => format!("{:?}", level.edges),
        Layer::Zones => format!("{:?} {:?}", level.regions, level.exits),
        Layer::Units => {
            let units: Vec<_> = level.sides.iter().flat_map(|side| &side.units).collect();
            format!("{units:?}")
        }
        Layer::Picture => format!("{:?}", level.underlay),
    }
}

#[test]
fn goals_follow_renamed_units() {
    let mut draft = blank();
    let knight = |x, name: Option<&str>| Unit {
        role: Role::Knight,
        at: Cell::new(x, 1),
        facing: Dir::E,
        altitude: Hm::ZERO,
        name: name.map(str::to_owned),
        overrides: BTreeMap::new(),
        start: Default::default(),
        conduct: Default::default(),
        conditions: Default::default(),
        gear: Default::default(),
    };
    let defeat = |name: &str| Goal { side: None, kind: GoalKind::Defeat { unit: name.to_owned() } };
    let add = |side, unit| Edit::AddUnit { side, unit };
    draft.apply(add(0, knight(1, None))).unwrap();
    draft.apply(Edit::ChangeGoal(0, defeat("Knight"))).unwrap();
    // Units with the same role are numbered.
    draft.apply(add(0, knight(2, None))).unwrap();
    assert_eq!(draft.level().goals, [defeat("Knight 1")]);
    let at = UnitAt { side: 0, unit: 0 };
    draft.apply(Edit::ChangeUnit { at, unit: knight(1, Some("Ada")) }).unwrap();
    assert_eq!(draft.level().goals, [defeat("Ada")]);
    draft.apply(Edit::GiveUnit { at, side: 1 }).unwrap();
    assert_eq!(draft.level().goals, [defeat("Ada")]);
    // Moving a unit with its ground keeps its name and goal.
    let edits = shift(
        draft.level(),
        &[Cell::new(1, 1)].into(),
        LayerSet::ALL,
        ((3, 3), GridTransform::NONE),
        Terrain::Grass.tile(),
    );
    draft.apply_all("Move", edits).unwrap();
    assert_eq!(draft.level().sides[1].units[0].at, Cell::new(4, 4));
    assert_eq!(draft.level().goals, [defeat("Ada")]);
    draft.apply(Edit::RemoveUnits(vec![UnitAt { side: 1, unit: 0 }])).unwrap();
    assert_eq!(draft.level().goals, []);
    draft.undo();
    assert_eq!(draft.level().goals, [defeat("Ada")]);
}

#[test]
fn large_units_and_pictures_are_turned_with_the_level() {
    let mut draft = blank();
    let unit = Unit {
        role: Role::Beast,
        at: Cell::new(0, 0),
        facing: Dir::E,
        altitude: Hm::ZERO,
        name: None,
        overrides: BTreeMap::new(),
        start: Default::default(),
        conduct: Default::default(),
        conditions: Default::default(),
        gear: Default::default(),
    };
    draft.apply(Edit::AddUnit { side: 0, unit }).unwrap();
    let picture = Underlay {
        file: "a.png".to_owned(),
        at: (1_000, 0),
        size: (4_000, 2_000),
        turn: 0,
        mirrored: false,
        in_play: true,
    };
    draft.apply(Edit::Fact(Fact::Underlay(Some(picture)))).unwrap();
    draft.apply(Edit::Turn(GridTransform::CLOCKWISE)).unwrap();
    let unit = &draft.level().sides[0].units[0];
    assert_eq!((unit.at, unit.facing), (Cell::new(8, 0), Dir::S));
    let picture = draft.level().underlay.as_ref().unwrap();
    assert_eq!((picture.at, picture.size, picture.turn), ((8_000, 1_000), (2_000, 4_000), 1));
}

#[test]
fn the_saved_state_survives_undo() {
    let mut draft = blank();
    let dusk = Edit::Fact(Fact::Light(Daylight::Dusk));
    draft.apply(dusk.clone()).unwrap();
    draft.mark_saved();
    assert!(!draft.is_changed());
    draft.undo();
    assert!(draft.is_changed());
    draft.redo();
    assert!(!draft.is_changed());
    draft.undo();
    draft.apply(Edit::Fact(Fact::Light(Daylight::Night))).unwrap();
    draft.undo();
    // The saved state can no longer be reached.
    assert!(draft.is_changed());
    let labels: Vec<_> = draft.history().labels().collect();
    assert_eq!(labels, ["Change light"]);
}
