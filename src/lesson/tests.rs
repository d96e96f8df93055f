//! Reading lessons, and tracking a battle through one.

use std::path::PathBuf;

use rules::event::EventKind;
use rules::{Event, Key};

use super::*;

const LEVEL: &str = "Level(
    format: 1,
    name: \"Yard\",
    palette: {'.': (terrain: grass)},
    rows: [\"......\", \"......\", \"......\", \"......\"],
    sides: [
        (name: \"Blue\", units: [(role: knight, at: (1, 1), facing: E, name: \"Ada\")]),
        (name: \"Red\", units: [(role: brute, at: (4, 1), facing: W, name: \"Brute\")]),
    ],
)
";

/// A lesson with these steps, in a folder of its own with its level.
fn lesson(name: &str, steps: &str) -> Result<Lesson, Vec<Problem>> {
    let folder = format!("highground-lesson-{name}-{}", std::process::id());
    let folder: PathBuf = std::env::temp_dir().join(folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("yard.ron"), LEVEL).unwrap();
    let text = format!(
        "Lesson(\n    ruleset: precision, title: \"T\", summary: \"S\", level: \"yard.ron\",\n    \
         seed: 1, side: \"Blue\",\n    steps: [\n{steps}\n    ],\n)\n"
    );
    let read = Lesson::parse(&folder.join("first.ron"), &text);
    std::fs::remove_dir_all(folder).unwrap();
    read
}

fn messages(found: Result<Lesson, Vec<Problem>>) -> Vec<String> {
    let problems = found.err().unwrap_or_default();
    let place = |p: &Problem| p.at.map(|at| format!("{}:{}", at.line, at.column));
    problems.iter().map(|p| format!("{} {}", place(p).unwrap_or_default(), p.message)).collect()
}

#[test]
fn problems_have_their_positions() {
    let found = messages(lesson("names", "(say: \"A.\"),\n(say: \"B.\", mark: unit(\"Bert\")),"));
    assert_eq!(found, ["6:1 step 2: there is no combatant `Bert`"]);
    let far = messages(lesson("cells", "(say: \"A.\", until: stands(\"Ada\", [(9, 1)])),"));
    assert_eq!(far, ["5:1 step 1: (9,1) is not on the board"]);
    let long = "x".repeat(MAX_SENTENCE + 1);
    let long = messages(lesson("long", &format!("(say: \"{long}\"),")));
    assert!(long[0].contains("171 characters; 1 to 170 fit"), "{long:?}");
    assert!(messages(lesson("empty", ""))[0].contains("1 to 60 steps, not 0"));
    let unknown = messages(lesson("unknown", "(say: \"A.\", untill: next),"));
    assert!(unknown[0].starts_with("5:") && unknown[0].contains("untill"), "{unknown:?}");
    let idle = messages(lesson("idle", "(say: \"A.\", until: wins, again: true),"));
    assert_eq!(idle, ["5:1 step 1: `again` needs commands in `do`"]);
}

#[test]
fn a_rehearsal_says_which_step_cannot_be_met() {
    let rules = RulesetId::Precision.built_in();
    let fails = |name: &str, steps: &str| {
        let lesson = lesson(name, steps).unwrap();
        rehearse(&lesson, &rules).err().unwrap_or_default()[0].to_string()
    };
    let none = fails("none", "(say: \"A.\"),\n(say: \"B.\", until: moves(\"Ada\")),");
    assert!(none.contains("first.ron:6:1: step 2: it has no commands"), "{none}");
    let refused = "(say: \"A.\", until: wins, do: [act(\"Ada\", \"slash\", \"Brute\")]),";
    let refused = fails("refused", refused);
    assert!(refused.contains("step 1: `do` 1: "), "{refused}");
    let act = fails("act", "(say: \"A.\", until: aims(\"slsh\")),");
    assert!(act.contains("no combatant that may act now has an act `slsh`"), "{act}");
}

#[test]
fn a_lesson_is_played_to_its_end() {
    let steps = "(say: \"Read.\"),
        (say: \"Look.\", mark: unit(\"Brute\"), until: points(\"Brute\")),
        (say: \"Go.\", until: stands(\"Ada\", [(2, 1)]), do: [walk(\"Ada\", (2, 1))]),
        (say: \"End.\", until: ends(\"Ada\"), do: [end(\"Ada\")]),
        (say: \"Wait.\", until: begins(\"Ada\"), foes: [walk(\"Brute\", (3, 1))]),
        (say: \"Win.\", until: wins, again: true,
            do: [act(\"Ada\", \"slash\", \"Brute\"), end(\"Ada\")]),";
    let lesson = lesson("whole", steps).unwrap();
    let rehearsal = rehearse(&lesson, &RulesetId::Precision.built_in()).unwrap();
    let verdict = rehearsal.state.scene.verdict.clone();
    assert_eq!(verdict.and_then(|verdict| verdict.winner), Some(SideId(0)));
    assert!(rehearsal.commands >= 4, "{}", rehearsal.commands);
}

#[test]
fn an_event_meets_one_step_and_taking_back_returns_to_it() {
    let steps = "(say: \"A.\", until: ends(\"Ada\")),
        (say: \"B.\", until: ends(\"Ada\")),
        (say: \"C.\", until: upright(\"Ada\")),
        (say: \"D.\"),";
    let lesson = lesson("events", steps).unwrap();
    let setup = lesson.setup(RulesetId::Precision.built_in()).unwrap();
    let state = rules::state::State::new(setup.scene, setup.units, 1);
    let ada = lesson.names.unit_id("Ada").unwrap();
    let ended = [Event::new(EventKind::TurnEnded { unit: ada, why: None }, &[])];
    let mut progress = Progress::default();
    let seen = Seen { state: &state, news: &ended, glances: &[] };
    assert!(progress.take(&lesson, &seen, 3));
    assert_eq!(progress.at(), 1, "the event counts once");
    assert!(progress.take(&lesson, &seen, 7));
    assert_eq!(progress.at(), 3, "what holds already is passed over");
    let other = [ViewAction::View, ViewAction::Aim(Key::of("slash"))];
    assert!(!progress.take(&lesson, &Seen { news: &[], glances: &other, ..seen }, 7));
    assert!(!progress.clone().rewind(7) && progress.rewind(5));
    assert_eq!(progress.at(), 1);
    let mut done = Progress::default();
    for _ in 0..3 {
        done.take(&lesson, &Seen { glances: &[ViewAction::Next], ..seen }, 9);
    }
    assert!(done.is_done(&lesson));
}
