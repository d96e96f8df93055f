//! Writing a level and reading it back gives the same level.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;

use crate::{
    Build, Daylight, DeckItem, Goal, GoalKind, Item, Level, LevelEvent, Role, Severity, SideColour,
    Underlay, Unit, When,
};
use grid::{
    Atmosphere, Cell, Climb, Dir, Edge, EdgeAt, EdgeKind, Finish, Hazard, Haze, Hm, Lamp,
    LampSetting, Light, MAX_MIASMA, Material, Prop, PropBox, PropPaint, Rgb, Rough, SideId,
    Terrain, ThingKind, Weather, WeatherKind,
};
use rules::Key;
use rules::start::Start;

const TEXT: &str = "[a-zA-Zé\"'\\\\{}()/*~ü0-9 ]{0,18}[a-z]";

/// Changes that keep a level free of errors.
#[derive(Clone, Debug)]
enum Change {
    Paint(Cell, Terrain, i32, u8),
    Place(Cell, ThingKind, i32, u8),
    Deck(Cell, i32, usize),
    Edge(Cell, bool, Option<i32>, EdgeKind, bool),
    Region(String, Vec<Cell>),
    Unit(bool, Cell, Role, Dir, Option<String>),
}

fn cell() -> impl Strategy<Value = Cell> {
    (0i16..12, 0i16..9).prop_map(|(x, y)| Cell::new(x, y))
}

fn change() -> impl Strategy<Value = Change> {
    let terrain = prop::sample::select(Terrain::ALL.to_vec());
    let thing = prop::sample::select(ThingKind::ALL.to_vec());
    let edge = prop::sample::select(EdgeKind::ALL.to_vec());
    let role = prop::sample::select(Role::ALL.to_vec());
    let dir = prop::sample::select(Dir::ALL.to_vec());
    prop_oneof![
        8 => (cell(), terrain, -9i32..60, 0u8..12)
            .prop_map(|(c, t, e, v)| Change::Paint(c, t, e, v)),
        4 => (cell(), thing, 1i32..12, 0u8..4).prop_map(|(c, k, h, t)| Change::Place(c, k, h, t)),
        4 => (cell(), 1i32..40, 0usize..15).prop_map(|(c, t, v)| Change::Deck(c, t, v)),
        8 => (cell(), any::<bool>(), prop::option::of(61i32..90), edge, any::<bool>())
            .prop_map(|(c, n, f, k, o)| Change::Edge(c, n, f, k, o)),
        1 => (TEXT, prop::collection::vec(cell(), 1..20))
            .prop_map(|(n, c)| Change::Region(n, c)),
        2 => (any::<bool>(), cell(), role, dir, prop::option::of(TEXT))
            .prop_map(|(s, c, r, d, n)| Change::Unit(s, c, r, d, n)),
    ]
}

fn underlay() -> impl Strategy<Value = Underlay> {
    let lengths = (-1_000_000i32..=1_000_000, 1i32..=2_000_000);
    ("[a-z é]{1,5}/[a-z\"']{1,5}\\.(png|jpg)", lengths, 0u8..4, any::<(bool, bool)>()).prop_map(
        |(file, (at, size), turn, (mirrored, in_play))| {
            let file = format!("a{file}");
            Underlay { file, at: (at, -at), size: (size, 1), turn, mirrored, in_play }
        },
    )
}

/// One of two props.
fn prop(n: usize) -> Prop {
    let second =
        PropBox { from: [-75, -5, 3], to: [0, 75, 1_000], paint: PropPaint::Colour(Rgb(9, 8, 7)) };
    match n {
        0 => Prop { cover_cm: 0, material: Material::Glass, ..Prop::plain("a \"cart\"") },
        _ => Prop { boxes: vec![second; 3], height: Hm(5), ..Prop::plain("b") },
    }
}

fn apply(level: &mut Level, change: Change) {
    match change {
        Change::Paint(cell, terrain, elevation, variant) => {
            let mut tile = terrain.tile();
            tile.elevation = Hm(elevation);
            match variant {
                1 => tile.depth = Hm(3),
                2 => tile.rough = Rough::Heavy,
                3 => tile.slippery = 4,
                4 => tile.damaging = Some(Hazard { amount: 2, height: Some(Hm(3)) }),
                5 => tile.climb = Climb::ALL[elevation.unsigned_abs() as usize % 5],
                6 => tile.light = Light::Dim,
                7 => {
                    tile.ceiling = Some(Hm(7));
                    tile.damaging = None;
                }
                8 => tile.haze = Haze::Heavy,
                9 => tile.airless = true,
                10 => (tile.rough_water, tile.haze) = (true, Haze::Blinding),
                _ => {}
            }
            level.ground.paint(cell, tile);
        }
        Change::Place(cell, kind, height, turn) => {
            let own = usize::from(turn);
            let light = [
                LampSetting::Usual,
                LampSetting::Out,
                LampSetting::Own(Lamp { colour: Rgb(1, 2, 250), ..Lamp::FIRE }),
                LampSetting::Own(Lamp { bright: 0, ..Lamp::CRYSTAL }),
            ][own];
            let scale = if kind.scales() { [100, 50, 105, 150][own] } else { 100 };
            let finish = Finish { material: kind.materials().get(own).copied(), scale, light };
            let finish = finish.for_kind(kind);
            let usual = match (kind, own) {
                (ThingKind::Well, 0..2) => Item::custom(Arc::new(prop(own))),
                _ => Item::new(kind),
            };
            let finish = if usual.prop.is_some() { Finish::USUAL } else { finish };
            level.things.insert(cell, Item { height: Hm(height), turn, finish, ..usual });
        }
        Change::Deck(cell, top, variant) => {
            let material = DeckItem::MATERIALS[variant % 3];
            let climb = Climb::ALL[variant / 3];
            level.decks.insert((cell, Hm(top)), DeckItem { material, climb });
        }
        Change::Edge(cell, north, floor, kind, open) => {
            let open = open && kind.spec().opens;
            let (side, floor) = (if north { Dir::N } else { Dir::W }, floor.map(Hm));
            level.edges.insert(EdgeAt { cell, side, floor }, Edge { open, ..Edge::new(kind) });
        }
        Change::Region(name, cells) => {
            level.regions.insert(name, cells.into_iter().collect());
        }
        Change::Unit(second, at, role, facing, name) => {
            let values = BTreeMap::from([(Key::of("health"), -3), (Key::of("level"), 12)]);
            let overrides =
                if second { [(Key::of("precision"), values)].into() } else { [].into() };
            let altitude = if role == Role::Beast { Hm(7) } else { Hm::ZERO };
            let start =
                Start { initiative: altitude.0, hidden: altitude.0 > 2, ..Start::default() };
            let unit = Unit {
                role,
                at,
                facing,
                altitude,
                name,
                overrides,
                start,
                conduct: Default::default(),
                conditions: Default::default(),
                gear: Default::default(),
            };
            level.sides[usize::from(second)].units.push(unit);
        }
    }
}

fn free_of_errors(level: &Level) -> bool {
    level.validate().iter().all(|f| f.severity != Severity::Error)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..Default::default() })]

    #[test]
    fn levels_are_read_back_as_written(
        changes in prop::collection::vec(change(), 0..60),
        name in TEXT,
        notes in "(?s)[ -~\n]{0,60}",
        light in prop::sample::select(Daylight::ALL.to_vec()),
        air in (0usize..4, 0usize..4, any::<bool>(), 0u8..=MAX_MIASMA),
        underlay in prop::option::of(underlay()),
        flags in any::<(bool, bool)>(),
    ) {
        let mut level = Level::blank(&name, 12, 9, Terrain::Grass);
        level.notes = notes;
        level.light = light;
        let (kind, rank, airless, miasma) = air;
        let weather = Weather::new(WeatherKind::ALL[kind], Haze::ALL[rank]);
        level.atmosphere = Atmosphere { weather, airless, miasma };
        level.underlay = underlay;
        level.hidden_information = flags.0;
        level.sides[0].ambush = flags.1;
        // Changes that would cause an error are skipped, so nearly all of them count.
        for change in changes {
            let before = level.clone();
            apply(&mut level, change);
            if !free_of_errors(&level) {
                level = before;
            }
        }
        if let Some(region) = level.regions.keys().next().cloned() {
            level.exits.push(region.clone());
            level.sides[1].start = Some(region.clone());
            level.sides[0].hidden = Some(region.clone());
            level.goals.push(Goal {
                side: Some(SideId(1)),
                kind: GoalKind::Hold { region: region.clone(), rounds: 3 },
            });
            level.goals.push(Goal { side: None, kind: GoalKind::Reach { region, units: 2 } });
        }
        let text = level.to_text();
        let read = Level::parse("level", &text);
        prop_assert_eq!(read.as_ref(), Ok(&level), "{}", text);
        prop_assert_eq!(text, level.to_text());
    }
}

/// A level with everything that the random levels may lack.
fn rich() -> Level {
    let mut level = Level::blank("Rich \"quoted\" \\ level", 8, 6, Terrain::Stone);
    level.author = "A. Nyone".to_owned();
    level.description = "Two\nlines.".to_owned();
    level.regions.insert("yard".to_owned(), [Cell::new(1, 1), Cell::new(2, 1)].into());
    level.exits.push("yard".to_owned());
    let unit = |role, at, name: Option<&str>| Unit {
        role,
        at,
        facing: Dir::SW,
        altitude: Hm::ZERO,
        name: name.map(str::to_owned),
        overrides: BTreeMap::new(),
        start: Default::default(),
        conduct: Default::default(),
        conditions: Default::default(),
        gear: Default::default(),
    };
    level.sides[0].units.push(unit(Role::Knight, Cell::new(1, 1), Some("Ada")));
    level.sides[0].units[0].start = Start {
        watch: Some(Dir::NE),
        act: Key::of("over_watch"),
        surprised: true,
        initiative: -2,
        joins: 3,
        hidden: true,
        together: 2,
    };
    level.sides[1].units.push(unit(Role::Beast, Cell::new(4, 3), None));
    level.sides[1].colour = SideColour::White;
    let goal = |side, kind| Goal { side: Some(SideId(side)), kind };
    level.goals.push(goal(0, GoalKind::LastSideStanding));
    level.goals.push(goal(1, GoalKind::Defeat { unit: "Ada".to_owned() }));
    level.goals.push(goal(0, GoalKind::Defeat { unit: "Beast".to_owned() }));
    level.goals.push(goal(0, GoalKind::Survive { rounds: 8 }));
    let yard = || "yard".to_owned();
    let late = unit(Role::Scout, Cell::new(3, 1), Some("Late \"one\""));
    level.sides[0].units.push(late);
    let event = LevelEvent {
        name: "first, or \"one\"".to_owned(),
        tell: "Two\nlines \"quoted\".".to_owned(),
        to: Some(SideId(1)),
        arrive: vec!["Late \"one\"".to_owned()],
        at: Some("yard".to_owned()),
        open: Some("yard".to_owned()),
        weather: Some(Weather::new(WeatherKind::Snow, Haze::Heavy)),
        light: Some(Daylight::Dusk),
        goals: vec![
            goal(1, GoalKind::Hold { region: yard(), rounds: 2 }),
            Goal { side: None, kind: GoalKind::LastSideStanding },
        ],
        ..LevelEvent::new(When::Round { number: 3 })
    };
    level.events.push(event);
    let first = || "first, or \"one\"".to_owned();
    let causes = [
        When::Enters { region: yard(), side: None },
        When::Enters { region: yard(), side: Some(SideId(0)) },
        When::UnitFalls { unit: "Ada".to_owned() },
        When::SideFalls { side: SideId(1), units: 1 },
        When::Opens { region: yard() },
        When::After { event: first(), rounds: 0 },
        When::After { event: first(), rounds: 99 },
    ];
    for all in [false, true] {
        let event = LevelEvent { all, ..LevelEvent::new(When::Round { number: 9 }) };
        level.events.push(LevelEvent { when: causes.to_vec(), ..event });
    }
    let weather = Some(Weather::new(WeatherKind::Rain, Haze::Light));
    level.events.extend(causes.map(|when| LevelEvent {
        close: Some(yard()),
        weather,
        ..LevelEvent::new(when)
    }));
    level
}

#[test]
fn every_goal_and_text_round_trips() {
    let level = rich();
    assert_eq!(Level::parse("level", &level.to_text()), Ok(level));
}

#[test]
fn levels_round_trip_inside_records() {
    let level = rich();
    let bytes = postcard::to_stdvec(&level).unwrap();
    assert_eq!(postcard::from_bytes::<Level>(&bytes).unwrap(), level);
    let broken = postcard::to_stdvec("Level(format: 1)").unwrap();
    assert!(postcard::from_bytes::<Level>(&broken).is_err());
}

#[test]
fn default_unit_names_are_unique() {
    let mut level = Level::blank("Names", 8, 6, Terrain::Grass);
    for (i, (role, name)) in [
        (Role::Knight, None),
        (Role::Knight, None),
        (Role::Mage, None),
        (Role::Scout, Some("Knight 1")),
    ]
    .into_iter()
    .enumerate()
    {
        let at = Cell::new(i as i16, 0);
        let name: Option<&str> = name;
        level.sides[i % 2].units.push(Unit {
            role,
            at,
            facing: Dir::S,
            altitude: Hm::ZERO,
            name: name.map(str::to_owned),
            overrides: BTreeMap::new(),
            start: Default::default(),
            conduct: Default::default(),
            conditions: Default::default(),
            gear: Default::default(),
        });
    }
    let names: Vec<_> = level.units().into_iter().map(|u| (u.side.0, u.name)).collect();
    let expected = [(0, "Knight 2"), (0, "Mage"), (1, "Knight 3"), (1, "Knight 1")]
        .map(|(s, n)| (s, n.into()));
    assert_eq!(names, expected);
}

#[test]
fn a_byte_order_mark_is_ignored() {
    let level = rich();
    assert_eq!(Level::parse("level", &format!("\u{feff}{}", level.to_text())), Ok(level));
}

#[test]
fn the_default_build_of_beasts_is_large() {
    assert_eq!(Build::usual(Role::Beast).size, 2);
    assert_eq!(Build::usual(Role::Scout).size, 1);
}
