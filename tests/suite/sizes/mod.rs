//! Panels at all sizes of window and interface: nothing is cut off, covered or outside the window,
//! and nothing moves while a player decides.

mod faults;
pub mod window;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use highground::app::{Begin, Options};
use highground::registry::RulesetId;

use window::{Frame, here, options, play};

/// Sizes of the window in pixels.
const WINDOWS: [(u32, u32); 4] = [(1024, 600), (1280, 720), (1920, 1080), (2560, 1440)];
/// Interface sizes in percent.
const SCALES: [u16; 4] = [75, 100, 150, 200];

/// Script steps that show the same frames at all sizes.
fn at_all_sizes() -> String {
    let mut steps = String::new();
    for (wide, tall) in WINDOWS {
        steps += &format!("set size {wide} {tall}\n");
        for scale in SCALES {
            steps += &format!("set scale {scale}\nwait 16\n");
        }
    }
    steps + "set size 1280 720\nset scale 100\nwait 16\n"
}

/// Plays a script in which `SIZES` stands for all sizes, and fails with all faults of frames that
/// do not change.
fn is_whole(ruleset: RulesetId, begin: Begin, script: &str) {
    are_whole(&options(ruleset, begin), script);
}

/// As [`is_whole`], with all options of the game.
fn are_whole(options: &Options, script: &str) {
    let script = script.replace("SIZES", &at_all_sizes());
    let mut wrong: BTreeMap<String, usize> = BTreeMap::new();
    let mut before: Option<Frame> = None;
    let mut seen: Option<Frame> = None;
    let mut sizes: BTreeSet<(i32, i32)> = BTreeSet::new();
    play(options, &script, |_, frame| {
        let still = before.as_ref() == Some(frame);
        if still && seen.as_ref() != Some(frame) {
            let size = frame.window.size();
            sizes.insert((size.x as i32, size.y as i32));
            let moved = seen.iter().flat_map(|seen| faults::moved(seen, frame));
            for fault in faults::of(frame).into_iter().chain(moved) {
                *wrong.entry(format!("{} x {}: {fault}", size.x, size.y)).or_default() += 1;
            }
            seen = Some(frame.clone());
        }
        before = Some(frame.clone());
    });
    let list: Vec<&str> = wrong.keys().map(String::as_str).collect();
    assert!(list.is_empty(), "{} faults:\n{}", list.len(), list.join("\n"));
    // Of nine sizes some may show no unchanging frame.
    assert!(sizes.len() >= 6, "only {sizes:?}");
}

#[test]
fn the_menu_is_whole() {
    let script = "wait 40\nSIZES
        click widget \"More options\"\nwait 8\nSIZES
        click widget \"The level\"\nwait 8\nkey Down\nkey Down\nwait 20\nSIZES
        quit";
    is_whole(RulesetId::Precision, Begin::Menu, script);
}

#[test]
fn the_pages_are_whole() {
    let mut script = "wait 10\nclick widget \"Learn\"\nwait 8\n".to_owned();
    for page in ["Learn", "Controls", "Rules", "Saved games", "Settings", "Credits"] {
        script += &format!("click widget \"{page}\"\nwait 8\nSIZES\n");
    }
    script += "click widget \"Back to the menu\"\nwait 8\nquit";
    is_whole(RulesetId::Precision, Begin::Menu, &script);
}

/// A player's turn: idle, choosing a path, aiming, with all acts, with the whole sheet and log.
fn a_turn(ruleset: RulesetId) {
    let script = "wait idle\nwait 20\nSIZES
        hover cell 6 14\nwait 20\nSIZES
        key 1\nwait 10\nkey Tab\nwait 40\nSIZES
        key Escape\nwait 8\nkey G\nwait 10\nSIZES
        key Escape\nwait 8\nkey I\nwait 10\nSIZES
        key I\nkey L\nwait 10\nSIZES
        key O\nwait 10\nSIZES
        quit";
    is_whole(ruleset, Begin::Battle(here("levels/keep.ron")), script);
}

#[test]
fn a_turn_of_precision_is_whole() {
    a_turn(RulesetId::Precision);
}

#[test]
fn a_turn_of_momentum_is_whole() {
    a_turn(RulesetId::Momentum);
}

#[test]
fn a_turn_of_vigor_is_whole() {
    a_turn(RulesetId::Vigor);
}

#[test]
fn a_turn_of_turnside_is_whole() {
    a_turn(RulesetId::Turnside);
}

#[test]
fn a_turn_of_evoker_is_whole() {
    a_turn(RulesetId::Evoker);
}

/// Nothing moves while a player looks round: with other cells, tiles and buttons under the pointer,
/// with arriving odds, and when aiming is begun and cancelled.
#[test]
fn nothing_moves_during_a_decision() {
    for ruleset in RulesetId::ALL {
        let mut script = "wait idle\nwait 10\n".to_owned();
        for (x, y) in [(2, 2), (5, 2), (4, 2), (3, 3), (1, 5), (6, 0)] {
            script += &format!("hover cell {x} {y}\nwait 12\n");
        }
        for tile in ["Move", "More", "End turn", "Lens: Cover", "Menu"] {
            script += &format!("hover widget \"{tile}\"\nwait 12\n");
        }
        for act in 1..=7 {
            script += &format!("key {act}\nwait 6\nkey Tab\nwait 20\nhover cell 4 2\nwait 12\n");
            script += "hover cell 4 3\nwait 12\nkey Escape\nkey Escape\nwait 6\n";
        }
        script += "quit";
        let (mut moved, mut decisions) = (Vec::new(), BTreeSet::new());
        let (mut before, mut seen): (Option<Frame>, Option<Frame>) = (None, None);
        let begin = Begin::Battle(here("tests/suite/sizes/duel.ron"));
        play(&options(ruleset, begin), &script, |_, frame| {
            if before.as_ref() == Some(frame) && seen.as_ref() != Some(frame) {
                moved.extend(seen.iter().flat_map(|seen| faults::moved(seen, frame)));
                decisions.insert(frame.decision.clone());
                seen = Some(frame.clone());
            }
            before = Some(frame.clone());
        });
        assert!(moved.is_empty(), "{ruleset:?}:\n{}", moved.join("\n"));
        assert!(!decisions.is_empty(), "no frame was looked at");
    }
}

#[test]
fn lenses_are_whole() {
    let mut script = "wait idle\nkey T\nwait 10\nhover cell 5 4\nwait 4\n".to_owned();
    for key in ["Z", "N", "X", "C", "J", "R"] {
        script += &format!("key {key}\nwait 30\nSIZES\n");
    }
    script += "quit";
    is_whole(RulesetId::Precision, Begin::Battle(here("levels/keep.ron")), &script);
}

#[test]
fn a_lesson_is_whole() {
    for ruleset in RulesetId::ALL {
        let lesson = here("assets/lessons").join(format!("{}.ron", ruleset.name()));
        let script = "wait idle\nSIZES
            repeat 6
              try click widget \"Next step\"
              wait 3
              try click widget \"Show me\"
              wait idle
              wait 10
            end
            SIZES
            set size 1024 600\nkey Z\nwait 30
            key I\nwait 16\nset size 1280 720\nset scale 150\nwait 16
            quit";
        is_whole(ruleset, Begin::Lesson(lesson), script);
    }
}

/// The button that asks once more is as large as before, and nothing moves.
#[test]
fn giving_up_is_whole() {
    let script = "wait idle
        key G\nwait 8\nclick widget \"Parley\"\nwait 8\nSIZES
        click widget \"Surrender\"\nwait 10\nSIZES
        key Enter\nwait 8\nexpect text \"Really do it\"\nSIZES
        quit";
    is_whole(RulesetId::Precision, Begin::Battle(here("tests/window/duel.ron")), script);
}

/// A strike in a duel that the target may answer; a player is asked.
fn a_question(ruleset: RulesetId, rule: &str) {
    let begin = Begin::Battle(here("tests/suite/sizes/duel.ron"));
    let options = Options { seed: Some(3), ..options(ruleset, begin) };
    let script = format!(
        "wait idle
        key 1\nkey Tab\nwait 10\nkey Enter\nwait idle
        try click widget \"I'm ready\"\nwait idle\nwait 4
        expect text \"Rule {rule}\"
        SIZES
        key I\nwait 10\nSIZES
        key I\nkey L\nwait 10\nSIZES
        expect text \"Rule {rule}\"
        quit"
    );
    are_whole(&options, &script);
}

#[test]
fn a_dodge_that_is_asked_for_is_whole() {
    a_question(RulesetId::Vigor, "VG-99");
}

#[test]
fn a_shield_that_is_asked_for_is_whole() {
    a_question(RulesetId::Turnside, "TU-205");
}

/// A test's own folder, with saved battles of all rulesets and a damaged one.
struct Saves(PathBuf);

impl Saves {
    fn new() -> Self {
        let name = format!("highground-sizes-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        for save in fs::read_dir(here("tests/saves")).unwrap().map(Result::unwrap) {
            fs::copy(save.path(), folder.join(save.file_name())).unwrap();
        }
        fs::write(folder.join("damaged.save"), "not a save").unwrap();
        Self(folder)
    }
}

impl Drop for Saves {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn saved_battles_are_whole() {
    let saves = Saves::new();
    let begin = Begin::Battle(here("tests/suite/sizes/duel.ron"));
    let options = Options { saves: Some(saves.0.clone()), ..options(RulesetId::Precision, begin) };
    let script = "wait idle
        key F6\nwait 10
        expect text \"Watch\"
        SIZES
        click widget \"Name of the save\"\ntype \"Before the bridge\"\nwait 4\nSIZES
        quit";
    are_whole(&options, script);
}

#[test]
fn the_dialogs_of_the_editor_are_whole() {
    let script = "wait idle
        key F1\nwait 8\nexpect text \"Editor controls\"\nSIZES
        click widget \"Close\"\nwait 8
        key F5\nwait 8\nexpect text \"Choose rules\"\nSIZES
        click widget \"Cancel\"\nwait 8
        key Ctrl+N\nwait 8\nexpect text \"New level\"\nSIZES
        click widget \"Generated land\"\nwait 8\nSIZES
        click widget \"Cancel\"\nwait 8
        key T\nwait 16\nclick widget \"Water\"\nclick cell 5 5\nwait 8
        key Ctrl+N\nwait 8\nclick widget \"Create\"\nwait 8\nexpect text \"Unsaved changes\"\nSIZES
        click widget \"Cancel\"\nwait 8
        quit";
    let begin = Begin::Editor(Some(here("levels/keep.ron")));
    is_whole(RulesetId::Precision, begin, script);
}

#[test]
fn the_editor_is_whole() {
    let script = "wait idle\nSIZES
        key T\nwait 10\nhover cell 5 5\nwait 4\nSIZES
        key H\nwait 8\nSIZES
        click widget \"Events\"\nwait 8\nclick widget \"Add an event\"\nwait 8\nSIZES
        quit";
    is_whole(RulesetId::Precision, Begin::Editor(Some(here("levels/keep.ron"))), script);
}

#[test]
fn placing_units_is_whole() {
    let script = "wait idle
        expect screen deployment\nSIZES
        key Tab\nwait 4\nSIZES
        key Up\nkey Up\nkey Up\nkey Enter\nwait 4
        expect text \"outside the start zone\"\nSIZES
        key Escape\nkey Escape\nwait 8\nSIZES
        quit";
    let begin = Begin::Battle(here("levels/keep.ron"));
    let options = Options { deploy: true, ..options(RulesetId::Precision, begin) };
    are_whole(&options, script);
}

#[test]
fn a_result_is_whole() {
    let script = "wait idle
        repeat 80 until screen result
          wait idle
          key 1
          key Tab
          key Enter
          wait idle
          try click widget \"I'm ready\"
          key Escape
          key Space
          key Space
          try click widget \"I'm ready\"
        end
        wait idle
        wait 10
        SIZES
        quit";
    is_whole(RulesetId::Precision, Begin::Battle(here("tests/window/duel.ron")), script);
}
