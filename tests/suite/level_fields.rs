//! Every field of the level format has an effect: changing it changes the board, the picture, the
//! battle or the reports of the checks. The fields are those listed in the reader's own messages,
//! so a new field without an effect fails.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use highground::battle::Setup;
use highground::battle::setup::Choices;
use highground::level::{Build, Level};
use highground::picture::plan;
use highground::registry::RulesetId;
use highground::rules::Key;
use highground::rules::engine;
use highground::rules::oracle::Play;
use highground::rules::state::State;
use highground::ui::board::{BoardLabels, GroundPicture};

/// A level with every field except the goals other than the first three.
const LEVEL: &str = r#"Level(
    format: 1,
    name: "The Ford",
    author: "Ada",
    description: "A ford.",
    notes: "Draft.",
    light: day,
    weather: (kind: rain, rank: light),
    airless: false,
    miasma: 0,
    picture: (file: "ford.png", at: (0.0, 0.0), size: (8.0, 8.0), turn: 0, mirrored: false,
        in_play: true),
    hidden_information: false,
    palette: {
        '.': (terrain: grass),
        '-': (terrain: mud, elevation: 0.5, depth: 0.5, rough: light, slippery: 0,
            climbable: false, light: bright, ceiling: 3.0, haze: none, rough_water: false,
            airless: false, damaging: (amount: 2, height: 0.5)),
    },
    rows: [
        "........",
        "........",
        "........",
        "....-...",
        "........",
        "........",
        "........",
        "........",
    ],
    heights: [
        "........",
        "........",
        "........",
        "........",
        "......1.",
        "........",
        "........",
        "........",
    ],
    props: { "cart": (boxes: [(from: (-0.4, -0.3, 0.0), to: (0.4, 0.3, 0.8), material: stone),
        (from: (-0.2, -0.2, 0.8), to: (0.2, 0.2, 1.0), colour: red)], height: 1.0,
        footing: platform, material: metal, cover: 0.6) },
    things: [(kind: custom("cart"), at: (3, 6)), (kind: crate, at: (2, 2), height: 1.0, turn: 0, material: wood, scale: 1.0,
        light: (bright: 2, dim: 4, colour: warm, flicker: false))],
    decks: [(at: rect((5, 0), (6, 1)), top: 3.0, material: wood, climbable: false)],
    walls: [(kind: wall, line: [(1, 5), (1, 7)])],
    doors: [(kind: door, at: (1, 4), side: W, open: false, locked: false, secret: false)],
    regions: { "west": rect((0, 0), (1, 3)), "ford": (4, 4), "east": rect((6, 4), (7, 7)) },
    exits: ["west"],
    labels: [(at: (5, 5), text: "Mill", note: "Burnt.", pin: false, private: false)],
    sides: [
        (name: "Blue", colour: blue, ambush: false, start: "west", units: [
            (role: knight, at: (0, 2), facing: E, altitude: 0.0, name: "Hild",
                overrides: { "precision": { "health": 40 } },
                start: (watch: N, act: "sword", surprised: false, initiative: 0, joins: 1,
                    hidden: false, together: 0)),
            (role: archer, at: (0, 3), name: "Ulf", start: (together: 2)),
        ]),
        (name: "Red", units: [(role: knight, at: (7, 5), name: "Gorm"),
            (role: scout, at: (7, 6), name: "Sten", conduct: guard(region: "east"),
                conditions: { "momentum": [(name: "frightened", size: 0, rounds: 2)] },
                gear: { "precision": { "main": "bow" } })]),
    ],
    goals: [
        hold(side: "Blue", region: "ford", rounds: 3),
        reach(side: "Red", region: "west", units: 2),
        survive(side: "Red", rounds: 9),
    ],
    events: [
        (name: "horns", when: round(number: 2), tell: "Horns.", to: "Blue", arrive: ["Sten"],
            at: "east", open: "west", close: "ford", weather: fog, light: dusk,
            goals: [hold(side: "Blue", region: "east", rounds: 6)]),
        (when: after(event: "horns", rounds: 4), tell: "Silence."),
        (when: enters(region: "east", side: "Blue"), tell: "Steps."),
        (when: falls(side: "Red", units: 1), tell: "A cry."),
        (when: opens(region: "west"), tell: "A creak."),
    ],
)"#;

/// The goal of [`LEVEL`] that is replaced to test goals missing from it.
const GOAL: &str = r#"survive(side: "Red", rounds: 9)"#;

/// Text fields for people. They are preserved, and shown in the menu and the editor.
const WORDS: [&str; 4] = ["name", "author", "description", "notes"];

/// A kind of element in the format: its name in messages, its beginning in the level, and a change
/// of each field as the text before and after.
type Part = (&'static str, &'static str, &'static [(&'static str, &'static str, &'static str)]);

const PARTS: [Part; 28] = [
    (
        "the level",
        "Level(",
        &[
            ("format", "format: 1", "format: 2"),
            ("name", "\"The Ford\"", "\"The Weir\""),
            ("author", "\"Ada\"", "\"Bo\""),
            ("description", "\"A ford.\"", "\"A weir.\""),
            ("notes", "\"Draft.\"", "\"Done.\""),
            ("light", "light: day", "light: night"),
            ("weather", "(kind: rain, rank: light)", "clear"),
            ("airless", "    airless: false,\n    miasma", "    airless: true,\n    miasma"),
            ("miasma", "miasma: 0", "miasma: 4"),
            ("picture", "\"ford.png\"", "\"weir.png\""),
            ("hidden_information", "hidden_information: false", "hidden_information: true"),
            ("palette", "(terrain: grass)", "(terrain: sand)"),
            ("rows", "....-...", "...--..."),
            ("heights", "......1.", "......2."),
            ("props", "to: (0.4, 0.3, 0.8)", "to: (0.3, 0.3, 0.8)"),
            ("things", "at: (2, 2)", "at: (3, 2)"),
            ("decks", "rect((5, 0), (6, 1)), top", "rect((5, 0), (6, 2)), top"),
            ("walls", "[(1, 5), (1, 7)]", "[(1, 5), (1, 8)]"),
            ("doors", "at: (1, 4), side: W", "at: (2, 4), side: W"),
            ("regions", "\"ford\": (4, 4)", "\"ford\": (4, 5)"),
            ("exits", "exits: [\"west\"]", "exits: []"),
            ("labels", "at: (5, 5)", "at: (5, 6)"),
            ("sides", "name: \"Red\"", "name: \"Rust\""),
            ("goals", "rounds: 3", "rounds: 4"),
            ("events", "\"Horns.\"", "\"Drums.\""),
        ],
    ),
    (
        "the weather",
        "weather: (",
        &[("kind", "kind: rain", "kind: snow"), ("rank", "rank: light", "rank: blinding")],
    ),
    (
        "`picture`",
        "picture: (",
        &[
            ("file", "\"ford.png\"", "\"weir.png\""),
            ("at", "at: (0.0, 0.0)", "at: (1.0, 0.0)"),
            ("size", "size: (8.0, 8.0)", "size: (8.0, 4.0)"),
            ("turn", "size: (8.0, 8.0), turn: 0", "size: (8.0, 8.0), turn: 1"),
            ("mirrored", "mirrored: false", "mirrored: true"),
            ("in_play", "in_play: true", "in_play: false"),
        ],
    ),
    (
        "a kind of ground",
        "'-': (",
        &[
            ("terrain", "terrain: mud", "terrain: sand"),
            ("elevation", "elevation: 0.5", "elevation: 1.0"),
            ("depth", "depth: 0.5", "depth: 1.0"),
            ("rough", "rough: light", "rough: heavy"),
            ("slippery", "slippery: 0", "slippery: 5"),
            ("climbable", "climbable: false, light", "climbable: hard, light"),
            ("light", "light: bright", "light: dark"),
            ("ceiling", "ceiling: 3.0", "ceiling: none"),
            ("haze", "haze: none", "haze: heavy"),
            ("rough_water", "rough_water: false", "rough_water: true"),
            ("airless", "            airless: false", "            airless: true"),
            ("damaging", "(amount: 2, height: 0.5)", "none"),
        ],
    ),
    (
        "`damaging`",
        "damaging: (",
        &[
            ("amount", "amount: 2", "amount: 3"),
            ("height", "amount: 2, height: 0.5", "amount: 2, height: 1.0"),
        ],
    ),
    (
        "a prop",
        "\"cart\": (",
        &[
            ("boxes", "to: (0.2, 0.2, 1.0)", "to: (0.2, 0.3, 1.0)"),
            ("height", "height: 1.0,\n        footing", "height: 2.0,\n        footing"),
            ("footing", "footing: platform", "footing: through"),
            ("material", "material: metal", "material: glass"),
            ("cover", "cover: 0.6", "cover: none"),
        ],
    ),
    (
        "a box",
        "boxes: [(",
        &[
            ("from", "from: (-0.4, -0.3, 0.0)", "from: (-0.4, -0.2, 0.0)"),
            ("to", "to: (0.4, 0.3, 0.8)", "to: (0.4, 0.3, 0.9)"),
            ("colour", "colour: red", "colour: green"),
            ("material", "material: stone)", "material: wood)"),
        ],
    ),
    (
        "a thing",
        "things: [(",
        &[
            ("kind", "kind: crate", "kind: barrel"),
            ("at", "at: (2, 2)", "at: (3, 2)"),
            ("height", "height: 1.0, turn", "height: 1.5, turn"),
            ("turn", "height: 1.0, turn: 0", "height: 1.0, turn: 1"),
            ("material", "material: wood, scale", "material: stone, scale"),
            ("scale", "scale: 1.0", "scale: 0.75"),
            ("light", "light: (bright: 2, dim: 4, colour: warm, flicker: false)", "light: none"),
        ],
    ),
    (
        "the light of a thing",
        "light: (",
        &[
            ("bright", "bright: 2", "bright: 1"),
            ("dim", "dim: 4", "dim: 5"),
            ("colour", "colour: warm", "colour: violet"),
            ("flicker", "flicker: false", "flicker: true"),
        ],
    ),
    (
        "a deck",
        "decks: [(",
        &[
            ("at", "rect((5, 0), (6, 1)), top", "rect((5, 0), (6, 2)), top"),
            ("top", "top: 3.0", "top: 3.5"),
            ("material", "material: wood, climbable", "material: stone, climbable"),
            ("climbable", "wood, climbable: false", "wood, climbable: true"),
        ],
    ),
    (
        "a wall",
        "walls: [(",
        &[
            ("kind", "kind: wall", "kind: fence"),
            ("line", "[(1, 5), (1, 7)]", "[(1, 5), (1, 8)]"),
            ("floor", "[(1, 5), (1, 7)]", "[(1, 5), (1, 7)], floor: 3.0"),
        ],
    ),
    (
        "a door",
        "doors: [(",
        &[
            ("kind", "kind: door", "kind: gate"),
            ("at", "at: (1, 4), side: W", "at: (2, 4), side: W"),
            ("side", "side: W", "side: N"),
            ("floor", "side: W, open", "side: W, floor: 3.0, open"),
            ("open", "open: false", "open: true"),
            ("locked", "locked: false", "locked: true"),
            ("secret", "secret: false", "secret: true"),
        ],
    ),
    (
        "a label",
        "labels: [(",
        &[
            ("at", "at: (5, 5)", "at: (5, 6)"),
            ("text", "text: \"Mill\"", "text: \"Weir\""),
            ("note", "note: \"Burnt.\"", "note: \"Whole.\""),
            ("pin", "pin: false", "pin: true"),
            ("private", "private: false", "private: true"),
        ],
    ),
    (
        "a side",
        "sides: [\n        (",
        &[
            ("name", "name: \"Red\"", "name: \"Rust\""),
            ("colour", "colour: blue", "colour: green"),
            ("ambush", "ambush: false", "ambush: true"),
            ("start", "start: \"west\"", "start: \"east\""),
            ("hidden", "start: \"west\"", "start: \"west\", hidden: \"east\""),
            ("units", "(role: archer, at: (0, 3)", "(role: scout, at: (1, 3)"),
        ],
    ),
    (
        "a unit",
        "(role: knight",
        &[
            ("role", "(role: archer", "(role: mage"),
            ("at", "at: (0, 2)", "at: (1, 2)"),
            ("facing", "facing: E", "facing: S"),
            ("altitude", "altitude: 0.0", "altitude: 5.0"),
            ("name", "\"Hild\"", "\"Runa\""),
            ("overrides", "\"health\": 40", "\"health\": 41"),
            ("start", "start: (together: 2)", "start: (surprised: true)"),
            ("conduct", "conduct: guard(region: \"east\")", "conduct: hold"),
            ("conditions", "\"momentum\": [(name", "\"evoker\": [(name"),
            ("gear", "\"main\": \"bow\"", "\"off\": \"bow\""),
        ],
    ),
    (
        "`start`",
        "start: (watch",
        &[
            ("watch", "watch: N", "watch: S"),
            ("act", "act: \"sword\"", "act: \"\""),
            ("surprised", "surprised: false", "surprised: true"),
            ("initiative", "initiative: 0", "initiative: 7"),
            ("joins", "joins: 1", "joins: 3"),
            ("hidden", "hidden: false, together", "hidden: true, together"),
            ("together", "together: 0", "together: 2"),
        ],
    ),
    ("`guard`", "guard(", &[("region", "guard(region: \"east\")", "guard(region: \"ford\")")]),
    (
        "a condition",
        "\"momentum\": [(",
        &[
            ("name", "name: \"frightened\"", "name: \"bleeding\""),
            ("size", "size: 0", "size: 2"),
            ("rounds", "rounds: 2)]", "rounds: 3)]"),
        ],
    ),
    (
        "`hold`",
        "hold(",
        &[
            (
                "side",
                "hold(side: \"Blue\", region: \"ford\"",
                "hold(side: \"Red\", region: \"ford\"",
            ),
            ("region", "region: \"ford\"", "region: \"east\""),
            ("rounds", "rounds: 3", "rounds: 4"),
        ],
    ),
    (
        "`reach`",
        "reach(",
        &[
            ("side", "reach(side: \"Red\"", "reach(side: \"Blue\""),
            ("region", "region: \"west\", units", "region: \"ford\", units"),
            ("units", "units: 2", "units: 1"),
        ],
    ),
    (
        "`survive`",
        "survive(",
        &[
            ("side", "survive(side: \"Red\"", "survive(side: \"Blue\""),
            ("rounds", "rounds: 9", "rounds: 8"),
        ],
    ),
    (
        "`defeat`",
        "defeat(",
        &[
            ("side", "defeat(side: \"Red\"", "defeat(side: \"Blue\""),
            ("unit", "defeat(side: \"Red\", unit: \"Hild\"", "defeat(side: \"Red\", unit: \"Ulf\""),
        ],
    ),
    (
        "an event",
        "events: [\n        (",
        &[
            ("name", "name: \"horns\"", "name: \"drums\""),
            ("when", "round(number: 2)", "opens(region: \"ford\")"),
            ("tell", "\"Steps.\"", "\"A shout.\""),
            ("to", "to: \"Blue\"", "to: \"Red\""),
            ("arrive", "arrive: [\"Sten\"]", "arrive: []"),
            ("at", "at: \"east\"", "at: \"west\""),
            ("open", "open: \"west\"", "open: \"ford\""),
            ("close", "close: \"ford\"", "close: \"west\""),
            ("weather", "weather: fog", "weather: snow"),
            ("light", "light: dusk", "light: night"),
            ("goals", "rounds: 6", "rounds: 7"),
        ],
    ),
    (
        "`after`",
        "after(",
        &[
            ("event", "after(event: \"horns\"", "after(event: \"drums\""),
            ("rounds", "rounds: 4", "rounds: 5"),
        ],
    ),
    ("`round`", "round(", &[("number", "number: 2", "number: 3")]),
    (
        "`enters`",
        "enters(",
        &[
            ("region", "enters(region: \"east\"", "enters(region: \"ford\""),
            ("side", "side: \"Blue\"), tell", "side: \"Red\"), tell"),
        ],
    ),
    (
        "`falls`",
        "falls(",
        &[
            ("unit", "falls(side: \"Red\", units: 1)", "falls(unit: \"Gorm\")"),
            ("side", "falls(side: \"Red\"", "falls(side: \"Blue\""),
            ("units", "units: 1", "units: 3"),
        ],
    ),
    ("`opens`", "opens(", &[("region", "opens(region: \"west\"", "opens(region: \"ford\"")]),
];

/// The level that contains this kind of element.
fn level_with(part: &str) -> String {
    match part {
        "`defeat`" => LEVEL.replace(GOAL, r#"defeat(side: "Red", unit: "Hild")"#),
        _ => LEVEL.to_owned(),
    }
}

/// All results of a level, or the reason why it is refused.
fn effects(text: &str) -> BTreeMap<String, String> {
    let mut effects = BTreeMap::new();
    let mut add = |what: &str, value: String| effects.insert(what.to_owned(), value);
    let level = match Level::parse("ford.ron", text) {
        Ok(level) => level,
        Err(problems) => {
            add("refusal", format!("{problems:?}"));
            return effects;
        }
    };
    let board = level.board();
    add("board", format!("{board:?}"));
    add("ground", format!("{:?}", GroundPicture::of(&level, Some(Path::new("ford.ron"))).0));
    add("labels", format!("{:?}", BoardLabels::of(&level)));
    add("colours", format!("{:?}", level.side_colours()));
    add("advice", format!("{:?}", level.inspect(Build::usual)));
    for ruleset in RulesetId::ALL {
        let (name, rules) = (ruleset.name(), ruleset.built_in());
        add(&format!("{name} notes"), format!("{:?}", level.unheeded(name, |f| rules.supports(f))));
        let choices = Choices { seed: 5, ..Choices::default() };
        let setup = match Setup::from_level(&level, Key::new(name), rules, choices) {
            Ok(setup) => setup,
            Err(error) => {
                add(name, format!("{error:?}"));
                continue;
            }
        };
        let mut state = State::new(setup.scene, setup.units, setup.seed);
        if ruleset == RulesetId::Precision {
            let picture = plan(&state, level.side_colours(), &level.labels).unwrap();
            add("picture", format!("{picture:?}"));
        }
        let mut events = Vec::new();
        engine::advance(&*setup.rules, &mut state, &mut Play, &mut events).unwrap();
        add(name, format!("{state:?} {events:?}"));
    }
    effects
}

/// The fields that the reader allows in a part, from its own message.
fn allowed(part: &str, begins: &str) -> BTreeSet<String> {
    let level = level_with(part);
    let at =
        level.find(begins).unwrap_or_else(|| panic!("{part} is not in the level")) + begins.len();
    let at = if begins.ends_with('(') { at } else { level[..at].rfind('(').unwrap() + 1 };
    let text = format!("{}unheard_of: 1, {}", &level[..at], &level[at..]);
    let problems = Level::parse("ford.ron", &text).unwrap_err();
    let told = format!("{part} has no `unheard_of`; allowed: ");
    let list = problems.iter().find_map(|problem| problem.message.strip_prefix(&told));
    let list = list.unwrap_or_else(|| panic!("{part}: {problems:?}"));
    list.split(", ").map(|name| name.trim_matches('`').to_owned()).collect()
}

#[test]
fn the_level_with_every_field_can_be_played() {
    let effects = effects(LEVEL);
    assert!(!effects.contains_key("refusal"), "{effects:?}");
    for ruleset in RulesetId::ALL {
        let battle = effects.get(ruleset.name()).unwrap();
        assert!(battle.starts_with("State"), "{}: {battle}", ruleset.name());
    }
}

#[test]
fn every_field_of_the_format_is_changed_here() {
    for (part, begins, changes) in PARTS {
        let here: BTreeSet<String> = changes.iter().map(|(name, ..)| (*name).to_owned()).collect();
        assert_eq!(allowed(part, begins), here, "{part}");
    }
}

#[test]
fn changing_a_field_changes_the_board_the_picture_the_battle_or_the_advice() {
    let mut faults = Vec::new();
    for (part, _, changes) in PARTS {
        let level = level_with(part);
        let before = effects(&level);
        for (field, from, to) in changes {
            assert_eq!(level.matches(from).count(), 1, "{part}, {field}: {from}");
            let after = effects(&level.replace(from, to));
            let words = part == "the level" && WORDS.contains(field);
            if words != (before == after) {
                faults.push(format!("{field} of {part}"));
            }
        }
    }
    assert_eq!(faults, Vec::<String>::new(), "fields without an effect, or words with one");
}

#[test]
fn what_is_to_be_seen_is_in_the_picture() {
    // The light of the crate would outshine the cell's own.
    let level = LEVEL.replace("bright: 2, dim: 4", "bright: 0, dim: 1");
    let before = effects(&level);
    let seen = [
        ("light: day", "light: night"),
        ("light: day", "light: dusk"),
        ("kind: rain", "kind: snow"),
        ("kind: rain", "kind: fog"),
        ("rank: light", "rank: heavy"),
        ("rank: light", "rank: blinding"),
        ("light: bright", "light: dark"),
        ("ceiling: 3.0", "ceiling: none"),
        ("miasma: 0", "miasma: 4"),
        ("colour: blue", "colour: green"),
        ("text: \"Mill\"", "text: \"Weir\""),
        ("pin: false", "pin: true"),
        ("private: false", "private: true"),
    ];
    for (from, to) in seen {
        let after = effects(&level.replace(from, to));
        assert_ne!(before.get("picture"), after.get("picture"), "{from} to {to}");
    }
}

#[test]
fn words_are_kept_and_shown() {
    let level = Level::parse("ford.ron", LEVEL).unwrap();
    let folder = std::env::temp_dir().join(format!("level-fields-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("ford.ron");
    std::fs::write(&file, LEVEL).unwrap();
    let entry = highground::ui::menu::LevelEntry::read(&file);
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!((entry.name.as_str(), entry.author.as_str()), ("The Ford", "Ada"));
    assert_eq!(entry.text, "A ford.");
    assert_eq!(entry.sky, "Light rain");
    assert_eq!(level.notes, "Draft.");
}
