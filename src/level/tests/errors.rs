//! Every error has line and column, what was found and what is allowed.

use crate::{Build, Level, Overrides, Role, Severity, Subject, Unit};
use files::{At, Problem};
use grid::{Dir, Hm, Terrain};
use rules::Key;

/// A valid level, one part per line. The tests use these line numbers.
const LINES: [&str; 26] = [
    "Level(",                                                       // 1
    "  format: 1,",                                                 // 2
    "  name: \"Test\",",                                            // 3
    "  light: day,",                                                // 4
    "  palette: {",                                                 // 5
    "    '.': (terrain: grass),",                                   // 6
    "    '#': (terrain: solid),",                                   // 7
    "    '!': (terrain: embers),",                                  // 8
    "  },",                                                         // 9
    "  rows: [",                                                    // 10
    "    \"......\",",                                              // 11
    "    \"..#.!.\",",                                              // 12
    "    \"......\",",                                              // 13
    "    \"......\",",                                              // 14
    "  ],",                                                         // 15
    "  heights: [\"......\", \"......\", \"......\", \"......\"],", // 16
    "  things: [(kind: crate, at: (3, 3))],",                       // 17
    "  walls: [(kind: wall, line: [(1, 0), (1, 1)])],",             // 18
    "  regions: { \"camp\": (5, 0) },",                             // 19
    "  sides: [",                                                   // 20
    "    (name: \"Blue\", units: [(role: knight, at: (0, 0))]),",   // 21
    "    (name: \"Red\", start: \"camp\", units: [",                // 22
    "      (role: archer, at: (5, 0), name: \"Ann\")]),",           // 23
    "  ],",                                                         // 24
    "  goals: [hold(region: \"camp\", rounds: 3)],",                // 25
    ")",                                                            // 26
];

/// The level with one line replaced.
fn with(line: usize, text: &str) -> String {
    let mut lines = LINES;
    lines[line - 1] = text;
    lines.join("\n")
}

fn errors(text: &str) -> Vec<Problem> {
    Level::parse("test.ron", text).expect_err("the level must be refused")
}

/// Replaces a line by `marked`, in which `@` stands before the error. Checks that this is the only
/// error, that it is reported at that position, and that its message contains all the parts.
#[track_caller]
fn refused(line: usize, marked: &str, parts: &[&str]) {
    let (text, place) = unmark(line, marked);
    let found = errors(&with(line, &text));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].at, Some(place), "{}", found[0]);
    for part in parts {
        assert!(found[0].to_string().contains(part), "{}", found[0]);
    }
}

/// The line without its mark, and the position of the mark.
#[track_caller]
fn unmark(line: usize, marked: &str) -> (String, At) {
    let (before, behind) = marked.split_once('@').expect("a mark is needed");
    (format!("{before}{behind}"), At { line, column: before.chars().count() + 1 })
}

#[test]
fn the_level_without_changes_is_valid() {
    let level = Level::parse("test.ron", &LINES.join("\n"));
    assert!(level.is_ok(), "{level:#?}");
}

#[test]
fn unknown_names_suggest_the_closest_one() {
    let blue = |unit: &str| format!("    (name: \"Blue\", units: [(role: {unit}, at: (0, 0))]),");
    refused(
        21,
        &blue("@kinght"),
        &["unknown role `kinght`; allowed: knight, archer, mage, healer"],
    );
    refused(21, &blue("@kinght"), &["test.ron:21:", "(did you mean `knight`?)"]);
    refused(21, &blue("@\"knight\""), &["found the text \"knight\" as role", "without quotes"]);
    refused(6, "    '.': (terrain: @gras),", &["unknown terrain", "did you mean `grass`?"]);
    refused(4, "  light: @dawn,", &["unknown light `dawn`; allowed: day, dusk, night"]);
    refused(17, "  things: [(kind: @carte, at: (3, 3))],", &["did you mean `crate`?"]);
    let door = "  walls: [(kind: @door, line: [(1, 0), (1, 1)])],";
    refused(18, door, &["allowed: wall, planks, low_wall, fence"]);
    refused(3, "  name: \"Test\", @nmae: 1,", &["no `nmae`", "did you mean `name`?"]);
    refused(3, "  name: \"Test\", @name: \"T\",", &["`name` is given twice"]);
    refused(21, "    (name: \"Blue\", units: [@(at: (0, 0))]),", &["a unit needs `role`"]);
}

#[test]
fn rows_are_checked_character_by_character() {
    refused(13, "    \"..@?...\",", &["the palette has no '?'", "!#."]);
    refused(13, "    \"......@.\",", &["row 3 has 7 characters; needed: 6"]);
    refused(13, "    \".....@\",", &["row 3 has 5 characters; needed: 6"]);
    refused(11, "    \".....@\",", &["row 1 has 5 characters; needed: 6"]);
    refused(13, "    \"\\u{2e}.@?...\",", &["the palette has no '?'"]);
    let heights = "  heights: [\"......\", \"..@,...\", \"......\", \"......\"],";
    refused(16, heights, &["found ',' as height", "1 to 9 and a to z"]);
    refused(16, "  heights: @[\"......\", \"......\"],", &["2 rows; needed: 4"]);
}

#[test]
fn absurd_sizes_are_refused() {
    let long = ".".repeat(300);
    let found = errors(&with(11, &format!("    \"{long}\",")));
    assert!(found[0].message.contains("row 1 has 300 characters; needed: 6"), "{found:?}");
    let found = errors(&with(11, "    \"......\",").replace("......", &long));
    assert!(found[0].message.contains("over 256 cells; allowed: 4 to 256"), "{found:?}");
    let tall = "\"......\",".repeat(300);
    let found = errors(&with(11, &tall));
    // The 257th row, after 256 rows of nine characters each.
    assert_eq!(found[0].at, Some(At { line: 11, column: 256 * 9 + 1 }));
    assert!(found[0].message.contains("allowed: 256"), "{found:?}");
}

#[test]
fn a_level_without_rows_is_refused() {
    let text = LINES.join("\n");
    let (before, rest) = text.split_once("rows: [").expect("the level has rows");
    let (_, after) = rest.split_once("\n  ],").expect("the rows end");
    let found = errors(&format!("{before}rows: [],{after}"));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].at, Some(At { line: 10, column: 9 }));
    assert!(found[0].message.contains("the level has 0 rows; allowed: 4 to 256"), "{found:?}");
}

#[test]
fn nothing_is_nowhere_and_nothing_lasts_for_no_time() {
    refused(17, "  things: [(kind: crate, at: @[])],", &["a thing needs at least one cell"]);
    refused(17, "  decks: [(at: @[], top: 3.0)],", &["a deck needs at least one cell"]);
    let blue =
        |more: &str| format!("    (name: \"Blue\", units: [(role: knight, at: (0, 0), {more})]),");
    refused(21, &blue("start: (joins: @0)"), &["whole numbers from 1 to 999"]);
    let bleeding = "conditions: { \"momentum\": [(name: \"bleeding\", rounds: @0)] }";
    refused(21, &blue(bleeding), &["found 0 as `rounds`", "whole numbers from 1 to 99"]);
}

#[test]
fn heights_are_multiples_of_half_a_metre() {
    let grass = |property: &str| format!("    '.': (terrain: grass, {property}),");
    let range = "multiples of 0.5 m from -50 m to 100 m";
    refused(6, &grass("elevation: @0.25"), &["found 0.25 as elevation", range]);
    refused(6, &grass("elevation: @100.5"), &["found 100.5", range]);
    refused(6, &grass("depth: @\"deep\""), &["the text \"deep\" as depth", "from 0 m to 50 m"]);
    // 99.5 m in the palette and 1 m in `heights`.
    let lines = with(6, &grass("elevation: 99.5"));
    let (heights, place) =
        unmark(16, "  heights: [\"......\", \"...@2..\", \"......\", \"......\"],");
    let found = errors(&lines.replace(LINES[15], &heights));
    assert_eq!(found[0].at, Some(place));
    assert!(found[0].message.contains("higher than 100 m"), "{found:?}");
}

#[test]
fn units_stand_where_they_can() {
    let at = |unit: &str| format!("    (name: \"Blue\", units: [({unit})]),");
    let knight = |place: &str| at(&format!("role: knight, at: @{place}"));
    let off = ["cell (6,0) is off the board", "x from 0 to 5, y from 0 to 3"];
    refused(21, &knight("(6, 0)"), &off);
    refused(21, &knight("(-1, 0)"), &["cell (-1,0) is off the board"]);
    refused(21, &knight("(2, 1)"), &["cannot stand at (2,1)", "cell (2,1) is solid"]);
    refused(21, &knight("[0]"), &["found a list as a unit; allowed: `(x, y)`"]);
    let beast = |place: &str| at(&format!("role: beast, at: @{place}"));
    refused(21, &beast("(0, 0)"), &["a wall runs along cell (0,0)", "takes up 2 x 2 cells"]);
    refused(21, &beast("(0, 3)"), &["cell (0,4) is off the board"]);
    let two = "      (role: archer, at: @(0, 0), name: \"Ann\")]),";
    refused(23, two, &["another unit stands in cell (0,0)"]);
    let (text, place) = unmark(21, &knight("(0, 0)"));
    let pillar = "  things: [(kind: pillar, at: [(3, 3), (0, 0)])],";
    let found = errors(&with(17, pillar).replace(LINES[20], &text));
    assert_eq!(found[0].at, Some(place));
    assert!(found[0].message.contains("a pillar fills cell (0,0)"), "{found:?}");
    let low = "    '.': (terrain: grass, ceiling: 1.5),";
    assert!(errors(&with(6, low))[0].message.contains("the ceiling over cell (0,0) is 1.5 m"));
}

#[test]
fn things_stand_where_they_can() {
    refused(17, "  things: [(kind: crate, at: [(3, 3), @(2, 1)])],", &["inside solid ground"]);
    refused(17, "  things: [(kind: crate, at: @(9, 9))],", &["cell (9,9) is off the board"]);
    refused(17, "  things: [(kind: bridge, at: @(3, 3))],", &["crosses nothing"]);
    let twice = "  things: [(kind: crate, at: [(3, 3), @rect((2, 3), (3, 3))])],";
    refused(17, twice, &["cell (3,3) already holds a crate"]);
}

#[test]
fn decks_lie_over_ground_with_air_below_them() {
    let refused = |marked: &str, parts: &[&str]| refused(17, marked, parts);
    refused("  decks: [(at: @(3, 3), top: 0.0)],", &["at least half a metre higher"]);
    refused("  decks: [(at: [(3, 3), @(2, 1)], top: 3.0)],", &["inside solid ground"]);
    refused("  decks: [(at: @(9, 9), top: 3.0)],", &["cell (9,9) is off the board"]);
    refused("  decks: [(at: (3, 3), top: @101.0)],", &["top of a deck", "100"]);
    refused("  decks: [@(at: (3, 3))],", &["`top`"]);
    refused("  decks: [(at: (3, 3), top: 3.0, material: @glass)],", &["wood", "stone", "metal"]);
    let twice = "  decks: [(at: [(3, 3), @rect((2, 3), (3, 3))], top: 3.0)],";
    refused(twice, &["cell (3,3) already has a deck at 3 m"]);
    // 0.5 to 4.5 m, each half a metre above the last, and one more than a cell can have.
    let tops = ["0.5", "1.0", "1.5", "2.0", "2.5", "3.0", "3.5", "4.0"];
    let lines = tops.map(|top| format!("(at: (3, 3), top: {top}), ")).concat();
    let many = format!("  decks: [{lines}(at: @(3, 3), top: 4.5)],");
    refused(&many, &["more than 8 decks"]);
}

#[test]
fn hatches_lie_in_decks() {
    let hatch = |rest: &str| {
        let deck = "decks: [(at: (3, 3), top: 3.0)],";
        format!("  {deck} doors: [{rest}],")
    };
    refused(17, &hatch("(kind: hatch, at: (3, 3), side: @N, floor: 3.0)"), &["no `side`"]);
    refused(17, &hatch("@(kind: hatch, at: (3, 3))"), &["`floor`"]);
    refused(17, &hatch("@(kind: hatch, at: (3, 3), floor: 2.5)"), &["in no deck"]);
    refused(
        17,
        &hatch("(kind: @trapdoor, at: (3, 3), side: N, floor: 3.0)"),
        &["door, window, gate, hatch"],
    );
    let text = with(17, &hatch("(kind: hatch, at: (3, 3), floor: 3.0, open: true)"));
    let level = Level::parse("hatch.ron", &text).unwrap();
    let board = level.board();
    let place = grid::EdgeAt::hatch(grid::Cell::new(3, 3), grid::Hm::metres(3));
    assert!(board.edge_at(place).is_some_and(|edge| edge.open));
    assert!(board.decks_in(place.cell).is_empty());
    assert_eq!(Level::parse("again.ron", &level.to_text()).unwrap(), level);
}

#[test]
fn decks_that_lead_nowhere_are_noticed() {
    let advice = |decks: &str| {
        let text = with(17, &format!("  decks: [{decks}],"));
        let report = Level::check("test.ron", &text, Build::usual);
        let about = |p: &&(Severity, Problem)| p.1.to_string().contains("deck");
        report.problems.iter().filter(about).map(|p| p.1.message.clone()).collect::<Vec<_>>()
    };
    let lost = "nothing leads up to this deck: no stairs, ladder or ground within 1 m";
    assert_eq!(advice("(at: rect((2, 2), (4, 2)), top: 3.0)"), [lost]);
    assert!(advice("(at: rect((2, 2), (4, 2)), top: 3.0, climbable: true)").is_empty());
    assert!(advice("(at: rect((2, 2), (4, 2)), top: 1.0)").is_empty());
    let low = "there is only 1.5 m of head room above this deck";
    let two = "(at: (2, 2), top: 1.0), (at: (2, 2), top: 3.0, climbable: true)";
    assert_eq!(advice(two), [low]);
}

#[test]
fn units_stand_on_decks_at_their_altitude() {
    let unit = |units: &str, deck: &str| {
        let text = with(21, &format!("    (name: \"Blue\", units: [{units}]),"));
        text.replace("  things: [(kind: crate, at: (3, 3))],", &format!("  decks: [{deck}],"))
    };
    let deck = "(at: (0, 0), top: 3.0, climbable: true)";
    let two = "(role: knight, at: (0, 0)), (role: archer, at: (0, 0), altitude: 3.0)";
    let report = Level::check("test.ron", &unit(two, deck), Build::usual);
    let worse = report.problems.iter().filter(|(s, _)| *s != Severity::Note);
    assert_eq!(worse.map(|(_, p)| p.to_string()).collect::<Vec<_>>(), Vec::<String>::new());
    let within = errors(&unit("(role: knight, at: (0, 0), altitude: 2.0)", deck));
    assert!(within[0].message.contains("the deck over cell (0,0) is at 3 m"), "{within:?}");
}

#[test]
fn walls_run_straight_and_doors_stand_once() {
    let crooked = "  walls: [(kind: wall, line: [(1, 0), @(2, 1)])],";
    refused(18, crooked, &["along a row or a column; (1,0) to (2,1) does not"]);
    refused(18, "  walls: [(kind: wall, line: @[(1, 0)])],", &["at least two corners"]);
    let outside = "  walls: [(kind: wall, line: [(1, 0), @(7, 0)])],";
    refused(18, outside, &["corner (7,0)", "x from 0 to 6, y from 0 to 4"]);
    let doors = "  doors: [(kind: door, at: (0, 2), side: E), @(kind: gate, at: (1, 2), side: W)],";
    refused(18, doors, &["another door already stands on this edge"]);
    let mixed =
        "  walls: [(kind: wall, line: [(0, 2), (2, 2)]), (kind: fence, line: [(1, 2), @(3, 2)])],";
    refused(18, mixed, &["a wall already stands on part of this line"]);
}

#[test]
fn names_exist_and_are_unique() {
    let goal = |text: &str| format!("  goals: [{text}],");
    refused(25, &goal("hold(region: @\"cmap\", rounds: 3)"), &["no region is called \"cmap\""]);
    refused(25, &goal("hold(region: @\"cmap\", rounds: 3)"), &["did you mean `camp`?"]);
    refused(25, &goal("hold(region: \"camp\", rounds: @0)"), &["whole numbers from 1 to 99"]);
    refused(25, &goal("defeat(unit: @\"Anne\")"), &["\"Ann\"", "did you mean `Ann`?"]);
    refused(25, &goal("defeat(unit: \"Ann\", side: @\"Rad\")"), &["did you mean `Red`?"]);
    refused(25, &goal("defeat(unit: @\"Ann\", side: \"Red\")"), &["to the same side"]);
    refused(25, &goal("@hodl(region: \"camp\")"), &["did you mean `hold`?"]);
    refused(25, &goal("@survive(rounds: 5)"), &["needs `side`"]);
    refused(25, "  goals: @[],", &["0 goals; allowed: 1 to 16"]);
    refused(22, "    (name: @\"Blue\", start: \"camp\", units: [", &["two sides are called"]);
    refused(22, "    (name: \"Red\", start: @\"cape\", units: [", &["did you mean `camp`?"]);
    refused(22, "    (name: \"Red\", colour: @blue, units: [", &["two sides are blue"]);
    refused(24, "  ], exits: [\"camp\", @\"camp\"],", &["the exit \"camp\" is listed twice"]);
    refused(24, "  ], exits: [@\"door\"],", &["no region is called \"door\"; allowed: \"camp\""]);
    let named = "    (name: \"Blue\", units: [(role: knight, at: (0, 0), name: \"Ann\")]),";
    let (_, place) = unmark(23, "      (role: archer, at: (5, 0), name: @\"Ann\")]),");
    let found = errors(&with(21, named));
    assert_eq!(found[0].at, Some(place));
    assert!(found[0].message.contains("two units are called \"Ann\""), "{found:?}");
    let twice = "  regions: { \"camp\": (5, 0), @\"camp\": (4, 0) },";
    refused(19, twice, &["two regions are named \"camp\""]);
    refused(7, "    '#': (terrain: solid), @'#': (terrain: rock),", &["in the palette twice"]);
}

#[test]
fn numbers_of_sides_and_units_are_bounded() {
    let found = errors(&with(21, ""));
    assert!(found[0].message.contains("1 sides; allowed: 2 to 4"), "{found:?}");
    let (_, place) = unmark(20, "  sides: @[");
    assert_eq!(found[0].at, Some(place));
    let long = format!("  name: @\"{}\",", "x".repeat(61));
    refused(3, &long, &["61 characters; allowed: 1 to 60"]);
}

#[test]
fn the_first_surplus_unit_is_reported() {
    let mut level = Level::blank("Crowd", 24, 20, Terrain::Grass);
    let units = level.ground.cells().take(201).map(|at| Unit {
        role: Role::Mage,
        at,
        facing: Dir::S,
        altitude: Hm::ZERO,
        name: None,
        overrides: Overrides::new(),
        start: Default::default(),
        conduct: Default::default(),
        conditions: Default::default(),
        gear: Default::default(),
    });
    level.sides[1].units = units.collect();
    let text = level.to_text();
    // The 201st cell in rows of 24 is (8, 8).
    let line = text.lines().position(|l| l.contains("at: (8, 8)")).map(|i| i + 1);
    let found = errors(&text);
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(found[0].at.map(|a| a.line), line);
    assert!(found[0].message.contains("201 entries, allowed: 200"), "{found:?}");
    let findings = level.validate();
    assert!(findings.iter().any(|f| f.message == "201 units in all; allowed: 200"));
}

#[test]
fn versions_are_checked_first() {
    refused(2, "  format: @2,", &["has format 2; this program reads formats up to 1"]);
    refused(2, "  format: @one,", &["allowed: whole numbers from 1 to 1"]);
    refused(1, "@Lvel(", &["begins with `Level(`"]);
    let found = errors(&with(2, ""));
    let expected = "test.ron:1:1: the level needs `format` (add `format: 1,` as the first line)";
    assert_eq!(found[0].to_string(), expected);
}

#[test]
fn syntax_errors_are_reported() {
    // The missing comma is reported where the next part begins.
    let found = errors(&with(4, "  light: day"));
    assert_eq!(found[0].to_string(), "test.ron:5:3: a comma is missing before this");
    let found = errors(&with(26, ""));
    assert_eq!(found[0].to_string(), "test.ron:1:6: this `(` is never closed");
    refused(26, ") @)", &["closes nothing"]);
}

#[test]
fn several_mistakes_are_reported_in_order() {
    let marked = [
        (6, "    '.': (terrain: @gras),"),
        (17, "  things: [(kind: crate, at: @(9, 9))],"),
        (21, "    (name: \"Blue\", units: [(role: @kinght, at: (2, 1))]),"),
        (23, "      (role: archer, at: @(2, 1), name: \"Ann\")]),"),
    ];
    let mut text = LINES.join("\n");
    let mut places = Vec::new();
    for (line, marked) in marked {
        let (unmarked, place) = unmark(line, marked);
        text = text.replace(LINES[line - 1], &unmarked);
        places.push(Some(place));
    }
    let found: Vec<_> = errors(&text).into_iter().map(|p| p.at).collect();
    assert_eq!(found, places);
}

#[test]
fn what_is_odd_but_playable_is_a_warning() {
    let warnings = |line: usize, marked: &str| {
        let (text, place) = unmark(line, marked);
        let report = Level::check("test.ron", &with(line, &text), Build::usual);
        assert!(!report.has_errors(), "{report:#?}");
        let warnings = report.problems.into_iter().filter(|(s, _)| *s == Severity::Warning);
        let all: Vec<_> = warnings.map(|(_, p)| p).collect();
        let here: Vec<_> =
            all.iter().filter(|p| p.at == Some(place)).map(|p| p.message.clone()).collect();
        (here, all.len())
    };
    let burnt = "    (name: \"Blue\", units: [(role: knight, at: @(4, 1))]),";
    let (here, all) = warnings(21, burnt);
    assert_eq!((here, all), (vec!["the knight starts on harmful ground".to_owned()], 1));
    let (here, all) = warnings(21, "    (name: @\"Blue\", units: []),");
    assert_eq!((here, all), (vec!["side \"Blue\" has no units".to_owned()], 1));
    let flying = "    (name: \"Blue\", units: [(role: knight, at: @(0, 0), altitude: 2)]),";
    assert!(warnings(21, flying).0[0].contains("cannot fly"));
    let outside = "      (role: archer, at: @(4, 0), name: \"Ann\")]),";
    assert_eq!(warnings(23, outside).0, ["the archer is outside the start of \"Red\""]);
    let later = "      (role: archer, at: @(4, 0), name: \"Ann\", start: (joins: 2))]),";
    assert_eq!(warnings(23, later).0, [""; 0]);
}

#[test]
fn blocked_paths_give_warnings() {
    let closed = with(18, "  walls: [(kind: wall, line: [(1, 0), (1, 4)])],");
    let report = Level::check("test.ron", &closed, Build::usual);
    let messages: Vec<_> = report.problems.iter().map(|(_, p)| p.message.as_str()).collect();
    let expected = [
        "the knight of \"Blue\" cannot walk to another side",
        "the archer of \"Red\" cannot walk to another side",
        "side \"Blue\" cannot walk to this region",
    ];
    assert_eq!(messages, expected);
    // A door lets them through, even if closed.
    let door = "  format: 1, doors: [(kind: door, at: (1, 2), side: W)],";
    let open = closed.replace(LINES[1], door);
    assert_eq!(Level::check("test.ron", &open, Build::usual).problems, []);
}

#[test]
fn bodies_follow_the_ruleset() {
    let small = |_| Build { size: 1, height: Hm(4) };
    let beast = with(21, "    (name: \"Blue\", units: [(role: beast, at: (0, 3))]),");
    assert!(!Level::check("test.ron", &beast, small).has_errors());
    assert!(Level::check("test.ron", &beast, Build::usual).has_errors());
    // Enough room for 2 x 2, but not for 3 x 3.
    let beast = with(21, "    (name: \"Blue\", units: [(role: beast, at: (0, 2))]),");
    let report = Level::check("test.ron", &beast, Build::usual);
    let notes: Vec<_> = report.problems.iter().filter(|(s, _)| *s == Severity::Note).collect();
    assert_eq!(notes.len(), 1, "{report:#?}");
    assert!(notes[0].1.message.contains("3 x 3"), "{notes:?}");
}

#[test]
fn atmosphere_and_ground_marks_are_checked() {
    let light = |air: &str| format!("  light: day, {air},");
    refused(4, &light("weather: (kind: rain, rank: @none)"), &["light, heavy, blinding"]);
    refused(4, &light("weather: @(rank: heavy)"), &["the weather needs `kind`"]);
    refused(4, &light("airless: @1"), &["true, false"]);
    refused(4, &light("miasma: @21"), &["whole numbers from 0 to 20"]);
    let grass = |property: &str| format!("    '.': (terrain: grass, {property}),");
    refused(6, &grass("climbable: @easy"), &["false, true, hard, harsh, sheer"]);
    refused(6, &grass("haze: @thick"), &["none, light, heavy, blinding"]);
    refused(6, &grass("rough_water: @yes"), &["true, false"]);
}

#[test]
fn features_without_rules_are_noted() {
    let rain = with(4, "  light: day, weather: rain,");
    let under = |heeds: bool| {
        let report = Level::check_under("test.ron", &rain, Build::usual, ("Dice", |_| heeds));
        let notes = report.problems.into_iter();
        notes.map(|(s, p)| (s, p.message, p.at)).collect::<Vec<_>>()
    };
    let at = Some(At { line: 4, column: 24 });
    assert_eq!(under(false), [(Severity::Note, "Dice has no rules for weather".to_owned(), at)]);
    assert_eq!(under(true), []);
}

#[test]
fn pictures_and_weather_are_checked() {
    let with_picture = |picture: &str| format!("  name: \"Test\", picture: {picture},");
    refused(4, "  light: day, weather: @drizzle,", &["unknown weather", "clear, rain, snow, fog"]);
    refused(
        3,
        &with_picture("(file: @\"../a.png\", size: (8.0, 4.0))"),
        &["in the level's folder"],
    );
    refused(3, &with_picture("(file: @\"a.gif\", size: (8.0, 4.0))"), &["PNG or JPEG"]);
    refused(
        3,
        &with_picture("(file: \"a.png\", size: (8.0, @4.0005))"),
        &["size of the picture", "at most three decimals from 0.001 to 2000"],
    );
    refused(3, &with_picture("(file: \"a.png\", size: @8.0)"), &["needs two lengths"]);
    refused(3, &with_picture("@(file: \"a.png\")"), &["`picture` needs `size`"]);
    let red = "    (name: \"Red\", start: \"camp\", hidden: @\"cmap\", units: [";
    refused(22, red, &["no region is called \"cmap\"", "did you mean `camp`?"]);
}

#[test]
fn advice_has_a_position_too() {
    for (marked, part) in [
        ("  doors: [@(kind: door, at: (4, 3), side: N)],", "stands alone"),
        ("  doors: [@(kind: door, at: (2, 0), side: S)],", "leads into solid ground"),
        (
            "  walls: [(kind: wall, line: [(5, 0), (5, 1), (6, 1)])],",
            "archer of \"Red\" cannot walk",
        ),
    ] {
        let (text, place) = match marked.contains('@') {
            true => unmark(18, marked),
            // The walled-in unit is in line 23.
            false => (marked.to_owned(), At { line: 23, column: 26 }),
        };
        let report = Level::check("test.ron", &with(18, &text), Build::usual);
        let found = report.problems.iter().find(|(_, p)| p.message.contains(part));
        let found = found.map(|(severity, problem)| (*severity, problem.at));
        assert_eq!(found, Some((Severity::Warning, Some(place))), "{report:#?}");
    }
}

#[test]
fn a_start_should_hold_the_units_of_its_side() {
    let narrow = |line: &str| {
        let text = with(22, line);
        assert!(Level::parse("test.ron", &text).is_ok(), "it can be played from its own places");
        let findings = Level::check("test.ron", &text, Build::usual).problems;
        let mut told = findings.into_iter().map(|(_, problem)| problem.to_string());
        told.any(|told| told.contains("has room for 1 of the 2 units of \"Red\""))
    };
    let line = "    (name: \"Red\", start: \"camp\", units: [(role: scout, at: (4, 0)),";
    assert!(narrow(line));
    // One that joins later needs no place yet.
    let late = "    (name: \"Red\", start: \"camp\", units: [\
                (role: scout, at: (4, 0), start: (joins: 2)),";
    assert!(!narrow(late));
}

#[test]
fn what_a_ruleset_may_refuse_has_a_place() {
    let key = Key::of("vigor");
    for (marked, subject) in [
        ("gear: { @\"vigor\": { \"main\": \"axe\" } }", Subject::Gear(0, 0, key.clone(), None)),
        (
            "gear: { \"vigor\": { @\"main\": \"axe\" } }",
            Subject::Gear(0, 0, key.clone(), Some(Key::of("main"))),
        ),
        (
            "conditions: { \"vigor\": [\"bound\", @\"shaken\"] }",
            Subject::Condition(0, 0, key.clone(), Some(Key::of("shaken"))),
        ),
        (
            "overrides: { \"vigor\": { @\"might\": 3 } }",
            Subject::Override(0, 0, key.clone(), Some(Key::of("might"))),
        ),
    ] {
        let unit = format!("    (name: \"Blue\", units: [(role: knight, at: (0, 0), {marked})]),");
        let (text, place) = unmark(21, &unit);
        let (_, places) = Level::parse_placed("test.ron", &with(21, &text)).unwrap();
        assert_eq!(places.get(&subject), Some(place), "{marked}");
    }
}

#[test]
fn events_are_checked() {
    let event = |marked: &str, part: &str| {
        refused(25, &format!("  events: [{marked}],"), &[part]);
    };
    event("@(tell: \"Hm.\")", "an event needs `when`");
    event("(when: @sunrise(number: 3))", "unknown cause `sunrise`; allowed: round, enters");
    event("(when: round(number: @0))", "1 to 999");
    event("(when: @falls(unit: \"Ann\", side: \"Red\"))", "`falls` takes `unit`, or `side`");
    event("(when: falls(side: \"Red\", units: @201))", "1 to 200");
    event("@(when: enters(region: \"cave\"), tell: \"x\")", "\"cave\"");
    event("(when: round(number: 2), tell: \"x\", to: @\"Green\")", "no side is called \"Green\"");
    event("@(when: round(number: 2), arrive: [\"Bob\"])", "no unit is called \"Bob\"");
    event("(when: @any(), tell: \"x\")", "`any` joins 0 causes; allowed: 1 to 8");
    event("(when: all(round(number: 2), first@: round(number: 3)))", "Expected comma");
    event("(when: all(round(number: 2), enters(region: @3)))", "a text in double quotes");
    event("(when: all(round(number: 2), @any(round(number: 3))))", "unknown cause `any`");
    event("@(when: after(event: \"storm\"), tell: \"x\")", "no event is called \"storm\"");
    event("@(name: \"a\", when: after(event: \"a\"), tell: \"x\")", "\"a\" waits for itself");
    event("(when: after(event: \"a\", rounds: @100))", "0 to 99");
    event("(when: round(number: 2), goals: [hold(region: @\"cave\", rounds: 2)])", "\"cave\"");
    event("(when: round(number: 2), goals: [@survive(rounds: 2)])", "`survive` needs `side`");
    event("(when: round(number: 2), @sing: 3)", "an event has no `sing`");
    let all = errors(&with(25, "  events: [(when: round(number: 2), arrive: [\"Ann\"])],"));
    let messages: Vec<&str> = all.iter().map(|problem| problem.message.as_str()).collect();
    assert_eq!(messages, ["all units of \"Red\" arrive later, so it has lost"]);
    let twice = "  events: [(when: round(number: 2), arrive: [\"Ann\", \"Ann\"])],";
    let found = errors(&with(25, twice));
    assert!(found.iter().any(|problem| problem.message == "\"Ann\" arrives twice"), "{found:#?}");
}
