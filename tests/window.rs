//! The real window, driven by a script under a virtual display. `./check` runs these tests; by hand
//! use `xvfb-run -a -s "-screen 0 1280x720x24" cargo test --test window -- --ignored`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use highground::grid::{Cell, EdgeKind, Hm, Terrain, ThingKind};
use highground::level::{Level, Severity};
use image::RgbImage;

/// Screenshots that the script takes.
const PICTURES: [&str; 7] = ["menu", "begin", "preview", "moved", "aiming", "later", "help"];

/// Plays a script in the window: from the menu, or directly in a level of this folder.
fn play(script: &str, level: &[&str]) -> PathBuf {
    let out = folder(script);
    run(script, &out, &[&["play"], level].concat());
    out
}

/// A folder for a script's screenshots.
fn folder(script: &str) -> PathBuf {
    let name = format!("highground-window-{}-{script}", std::process::id());
    let out = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&out).unwrap();
    out
}

/// Plays a script in the window opened with these arguments.
fn run(script: &str, out: &Path, arguments: &[&str]) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let run = Command::new(env!("CARGO_BIN_EXE_highground"))
        .current_dir(root.join("tests/window"))
        .args(arguments)
        .arg("--script")
        .arg(root.join("tests/window").join(script))
        .arg("--out")
        .arg(out)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{said}");
    assert!(!said.contains("panicked"), "{said}");
}

fn picture(folder: &Path, name: &str) -> RgbImage {
    image::open(folder.join(format!("{name}.png"))).unwrap().into_rgb8()
}

/// The part of a screenshot that shows the board.
fn board(picture: &RgbImage) -> impl Iterator<Item = [u8; 3]> + '_ {
    let (w, h) = picture.dimensions();
    let inside =
        move |x: u32, y: u32| (w / 4..w * 3 / 4).contains(&x) && (h / 6..h * 3 / 4).contains(&y);
    picture.enumerate_pixels().filter(move |(x, y, _)| inside(*x, *y)).map(|(_, _, p)| p.0)
}

/// Share of the board's pixels for which `test` holds, in percent.
fn percent(picture: &RgbImage, test: impl Fn([u8; 3]) -> bool) -> usize {
    let all = board(picture).count();
    100 * board(picture).filter(|p| test(*p)).count() / all.max(1)
}

fn is_grass([r, g, b]: [u8; 3]) -> bool {
    g > 60 && g > r.saturating_add(10) && g > b.saturating_add(30)
}

fn is_water([r, g, b]: [u8; 3]) -> bool {
    b > 60 && b > r.saturating_add(30) && g > r
}

fn differ(a: &RgbImage, b: &RgbImage) -> bool {
    let changed = a.pixels().zip(b.pixels()).filter(|(a, b)| a != b).count();
    a.dimensions() != b.dimensions() || changed > 500
}

#[test]
#[ignore = "needs a display; ./check runs it under a virtual one"]
fn a_skirmish_is_played_from_the_menu() {
    let out = play("skirmish.txt", &[]);
    let shots: Vec<RgbImage> = PICTURES.iter().map(|name| picture(&out, name)).collect();
    for (name, shot) in PICTURES.iter().zip(&shots) {
        let colours: BTreeSet<[u8; 3]> = shot.pixels().map(|p| p.0).collect();
        assert!(colours.len() > 40, "{name} shows only {} colours", colours.len());
    }
    let [menu, begin, preview, moved, aiming, later, help] = &shots[..] else {
        panic!("a screenshot is missing");
    };
    assert!(percent(menu, is_grass) > 3, "the chosen level stands behind the menu");
    for (name, shot) in [("begin", begin), ("moved", moved), ("later", later)] {
        assert!(percent(shot, is_grass) >= 10, "{name}: grassy banks are visible");
        assert!(percent(shot, is_water) >= 5, "{name}: the river is visible");
    }
    assert!(differ(begin, preview), "the path is marked before the move");
    assert!(differ(begin, moved), "the archer has moved");
    assert!(differ(moved, aiming), "a target is marked");
    assert!(differ(aiming, later), "the turn has moved on");
    assert!(differ(later, help), "the help covers the board");
    std::fs::remove_dir_all(out).unwrap();
}

#[test]
#[ignore = "needs a display; ./check runs it under a virtual one"]
fn a_duel_is_played_to_its_result_by_mouse() {
    let out = play("by_mouse.txt", &["duel.ron", "--hot-seat", "--seed", "1"]);
    std::fs::remove_dir_all(out).unwrap();
}

#[test]
#[ignore = "needs a display; ./check runs it under a virtual one"]
fn a_duel_is_played_to_its_result_by_keyboard() {
    let out = play("by_keyboard.txt", &["duel.ron", "--seed", "1"]);
    std::fs::remove_dir_all(out).unwrap();
}

#[test]
#[ignore = "needs a display; ./check runs it under a virtual one"]
fn a_duel_is_played_to_its_result_under_momentum() {
    let out = play("by_keyboard.txt", &["duel.ron", "--seed", "1", "--ruleset", "momentum"]);
    std::fs::remove_dir_all(out).unwrap();
}

#[test]
#[ignore = "needs a display; ./check runs it under a virtual one"]
fn lenses_are_laid_over_the_board() {
    let out = play("lenses.txt", &["duel.ron", "--seed", "1"]);
    let none = picture(&out, "none");
    for lens in ["heights", "ground", "cover", "sight", "sound", "threat"] {
        assert!(differ(&none, &picture(&out, lens)), "{lens}");
    }
    std::fs::remove_dir_all(out).unwrap();
}

#[test]
#[ignore = "needs a display; ./check runs it under a virtual one"]
fn pages_cover_menu_and_board() {
    let out = play("pages.txt", &[]);
    let shots = ["settings", "rules", "controls", "battle"].map(|name| picture(&out, name));
    for (n, shot) in shots.iter().enumerate() {
        assert!(shots[..n].iter().all(|other| differ(shot, other)), "screenshot {n}");
    }
    std::fs::remove_dir_all(out).unwrap();
}

/// At normal speed: playback between two states is visible, and a key skips it.
#[test]
#[ignore = "needs a display; ./check runs it under a virtual one"]
fn events_are_played_and_can_be_skipped() {
    let out = play("motion.txt", &["duel.ron", "--hot-seat", "--seed", "3"]);
    let names = ["before", "rolling", "struck", "there"];
    let shots: Vec<RgbImage> = names.iter().map(|name| picture(&out, name)).collect();
    for (pair, names) in shots.windows(2).zip(names.windows(2)) {
        assert!(differ(&pair[0], &pair[1]), "{names:?}");
    }
    std::fs::remove_dir_all(out).unwrap();
}

#[test]
#[ignore = "needs a display; ./check runs it under a virtual one"]
fn commands_are_previewed() {
    let out = play("previews.txt", &["ridge.ron", "--hot-seat", "--seed", "1"]);
    let names = ["none", "way", "waypoints", "push", "area"];
    let shots: Vec<RgbImage> = names.iter().map(|name| picture(&out, name)).collect();
    for (n, shot) in shots.iter().enumerate() {
        assert!(shots[..n].iter().all(|other| differ(shot, other)), "{}", names[n]);
    }
    std::fs::remove_dir_all(out).unwrap();
}

#[test]
#[ignore = "needs a display; ./check runs it under a virtual one"]
fn sides_see_different_things_at_night() {
    let out = play("night.txt", &["night_watch", "--hot-seat", "--seed", "2"]);
    let [covered, first, recap] = ["covered", "first", "recap"].map(|name| picture(&out, name));
    assert!(differ(&covered, &first) && differ(&first, &recap));
    std::fs::remove_dir_all(out).unwrap();
}

/// The first steps of a lesson by mouse and keyboard: the panel follows, the target of each step is
/// marked, and the lesson can be left.
#[test]
#[ignore = "needs a display; ./check runs it under a virtual one"]
fn a_lesson_is_begun_from_the_menu_and_left() {
    let out = play("lesson.txt", &[]);
    let names = ["list", "welcome", "order", "aim", "shown", "left"];
    let shots: Vec<RgbImage> = names.iter().map(|name| picture(&out, name)).collect();
    for (n, shot) in shots.iter().enumerate() {
        assert!(shots[..n].iter().all(|other| differ(shot, other)), "{}", names[n]);
    }
    // The marks are brighter than anything else on screen.
    let is_bright = |[r, g, b]: [u8; 3]| r > 0xf8 && g.abs_diff(0xe4) < 6 && b.abs_diff(0x6b) < 10;
    let glows = |shot: &RgbImage| shot.pixels().filter(|p| is_bright(p.0)).count();
    for (name, shot) in names.iter().zip(&shots) {
        let marked = ["welcome", "order", "aim", "shown"].contains(name);
        assert_eq!(glows(shot) > 100, marked, "{name}: {} bright pixels", glows(shot));
    }
    std::fs::remove_dir_all(out).unwrap();
}

/// Each lesson can be finished with the buttons of its panel alone.
#[test]
#[ignore = "needs a display; ./check runs it under a virtual one"]
fn a_lesson_is_played_with_the_buttons_of_its_panel() {
    // The other lessons are tested without a window: `tests/suite/lessons.rs`.
    let out = folder("whole-lesson");
    run("whole_lesson.txt", &out, &["play", "--lesson", "precision"]);
    assert!(differ(&picture(&out, "first"), &picture(&out, "last")));
    std::fs::remove_dir_all(out).unwrap();
}

/// Built with mouse and keyboard from a blank level, played for two turns, saved, and reopened
/// unchanged.
#[test]
#[ignore = "needs a display; ./check runs it under a virtual one"]
fn a_level_is_built_played_and_saved() {
    let out = folder("editor.txt");
    let file = out.join("small_river.ron");
    let name = file.display().to_string();
    run("editor.txt", &out, &["edit", &name]);
    let [built, battle, back] = ["built", "battle", "back"].map(|name| picture(&out, name));
    assert!(differ(&built, &battle), "the test battle is visible");
    // Apart from panels and pointer, the editor shows the same view as before.
    let same = board(&built).zip(board(&back)).filter(|(a, b)| a == b).count();
    assert!(same * 100 > board(&built).count() * 95, "the view is unchanged");
    let level = Level::load(&file).unwrap();
    assert_eq!(level.name, "Small river");
    assert!(level.ground.tile(Cell::new(14, 3)).is_some_and(|t| t.terrain == Terrain::Water));
    assert!(level.ground.tile(Cell::new(22, 4)).is_some_and(|t| t.elevation == Hm(3)));
    assert!(level.things.values().any(|thing| thing.kind == ThingKind::Bridge));
    let doors = level.edges.values().filter(|edge| edge.kind == EdgeKind::Door).count();
    assert_eq!((level.edges.len(), doors), (14, 1));
    assert_eq!(level.validate().iter().filter(|f| f.severity == Severity::Error).count(), 0);
    let before = std::fs::read(&file).unwrap();
    run("editor_again.txt", &out, &["edit", &name]);
    assert_eq!(std::fs::read(&file).unwrap(), before, "saved again without changes");
    std::fs::remove_dir_all(out).unwrap();
}

/// Number of entities for 64 x 64 cells, and the work in an idle window.
#[test]
#[ignore = "needs a display; ./check runs it under a virtual one"]
fn a_large_map_is_drawn_by_few_entities_and_rests() {
    let out = play("valley.txt", &["valley.ron", "--seed", "1"]);
    std::fs::remove_dir_all(out).unwrap();
}

/// Commands are undone; the battle is saved, replayed and continued.
#[test]
#[ignore = "needs a display; ./check runs it under a virtual one"]
fn battles_are_saved_and_replayed() {
    let saves = std::env::temp_dir().join(format!("highground-saves-{}", std::process::id()));
    let folder = saves.display().to_string();
    let out = play("records.txt", &["duel.ron", "--seed", "1", "--saves", &folder]);
    let names = ["kept", "deeds", "beginning", "end", "middle"];
    let shots: Vec<RgbImage> = names.iter().map(|name| picture(&out, name)).collect();
    for (n, shot) in shots.iter().enumerate() {
        assert!(shots[..n].iter().all(|other| differ(shot, other)), "{}", names[n]);
    }
    std::fs::remove_dir_all(saves).unwrap();
    std::fs::remove_dir_all(out).unwrap();
}
