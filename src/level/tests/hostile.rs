//! Damaged and malicious files cause errors, never a panic, and cost little.

use crate::Level;

/// A small generator, so that a failing case can be repeated.
struct Rng(u64);

impl Rng {
    fn below(&mut self, n: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n.max(1) as u64) as usize
    }
}

const LEVEL: &str = r##"Level(
    format: 1,
    name: "Small", // comment
    light: dusk,
    palette: { '.': (terrain: grass), '~': (terrain: water, elevation: -2.5, depth: 2.0), },
    rows: ["......", "..~~..", "..~~..", "......", ],
    heights: ["1.....", "......", "......", ".....2", ],
    things: [(kind: bridge, at: [rect((2, 1), (3, 1))], height: 2.5), (kind: lamp, at: (0, 3))],
    decks: [(at: [(5, 0), rect((4, 1), (5, 1))], top: 3.0, material: stone, climbable: hard)],
    walls: [(kind: wall, line: [(1, 0), (1, 2), (2, 2)])],
    doors: [(kind: door, at: (1, 1), side: S, open: true)],
    regions: { "camp": [(0, 0), rect((4, 2), (5, 3))] },
    exits: ["camp"],
    sides: [
        (name: "A", units: [(role: knight, at: (0, 0), name: r#"Sir "K""#)]),
        (name: "B", start: "camp", units: [(role: beast, at: (4, 2), facing: NW, altitude: 2.5,
            overrides: { "precision": { "health": 40 } })]),
    ],
    goals: [last_side_standing, hold(region: "camp", rounds: 3), defeat(unit: "Beast", side: "A")],
)"##;

const PIECES: [&str; 24] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "'",
    "\\",
    "/*",
    "*/",
    "//",
    "-",
    "rect(",
    "99999999999999999999",
    "-32769",
    "65536",
    "0.25",
    "r#\"",
    "\u{0}",
    "é",
    "knight",
];

#[test]
fn the_undamaged_level_is_valid() {
    assert!(Level::parse("level", LEVEL).is_ok(), "{:#?}", Level::parse("level", LEVEL));
}

#[test]
fn damaged_levels_never_panic() {
    let mut rng = Rng(7);
    let mut refused = 0;
    for _ in 0..6_000 {
        let mut bytes = LEVEL.as_bytes().to_vec();
        for _ in 0..=rng.below(4) {
            let at = rng.below(bytes.len());
            match rng.below(5) {
                0 => bytes[at] ^= 1 << rng.below(8),
                1 => bytes.truncate(at + 1),
                2 => {
                    let end = (at + rng.below(40)).min(bytes.len());
                    bytes.drain(at..end);
                }
                3 => {
                    let end = (at + rng.below(60)).min(bytes.len());
                    let copy = bytes[at..end].to_vec();
                    let to = rng.below(bytes.len());
                    bytes.splice(to..to, copy);
                }
                _ => {
                    let piece = PIECES[rng.below(PIECES.len())];
                    bytes.splice(at..at, piece.bytes());
                }
            }
            if bytes.is_empty() {
                break;
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        match Level::parse("level", &text) {
            Ok(level) => {
                let again = Level::parse("level", &level.to_text());
                assert_eq!(again, Ok(level), "{text}");
            }
            Err(problems) => {
                refused += 1;
                assert!(!problems.is_empty() && problems.len() <= 50, "{text}");
                assert!(problems.iter().all(|p| p.at.is_some()), "{problems:?}");
                assert!(problems.is_sorted_by_key(|p| p.at), "{problems:?}");
            }
        }
    }
    // Most damage is detected; some of it only affects comments, names and numbers.
    assert!(refused > 3_000, "{refused}");
}

#[test]
fn deep_nesting_is_refused() {
    for bracket in ["(", "[", "{'a':", "(a:", "a("] {
        let problems = Level::parse("level", &bracket.repeat(200_000)).unwrap_err();
        assert!(problems[0].message.contains("deep"), "{problems:?}");
    }
}

#[test]
fn greedy_lists_are_refused() {
    // 50,000 rectangles, each covering the whole board.
    let rects = "rect((0, 0), (5, 3)), ".repeat(50_000);
    let text = LEVEL.replace("[(0, 0), rect((4, 2), (5, 3))]", &format!("[{rects}]"));
    let problems = Level::parse("level", &text).unwrap_err();
    assert!(problems[0].message.contains("cells are named"), "{problems:?}");
}

#[test]
fn many_faults_are_cut_short() {
    let rows = "\"??????\", ".repeat(200);
    let text = LEVEL.replace("rows: [", &format!("rows: [{rows}"));
    assert_eq!(Level::parse("level", &text).unwrap_err().len(), 50);
}
