//! An inn of two storeys, built in the editor by a script: the whole game runs without a window and
//! receives only the script's clicks and keys.

use std::path::{Path, PathBuf};

use bevy::app::Plugin;
use highground::app::{Begin, Options, headless};
use highground::battle::ai::SimpleAi;
use highground::grid::{Cell, EdgeAt, EdgeKind, Hm, ThingKind};
use highground::keyboard::Stroke;
use highground::level::{Level, Severity, When};
use highground::registry::RulesetId;
use highground::script::{Outcome, Script, ScriptPlugin, Step};

/// Most strokes that building may take.
const STROKES: usize = 120;

/// Most frames of a script.
const FRAMES: usize = 60_000;

/// The script, from the first stroke to the first save or whole. There is no screen to take pictures
/// of.
fn script(name: &str) -> Script {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/window").join(name);
    let mut script = Script::load(&path).unwrap_or_else(|problem| panic!("{problem:?}"));
    script.steps.retain(|(_, step)| !matches!(step, Step::Screenshot(_)));
    script
}

/// The number of clicks, drags, keys and texts of some steps.
fn strokes(steps: &[(usize, Step)]) -> usize {
    let of = |step: &Step| match step {
        Step::Repeat(times, _, steps) => *times as usize * strokes(steps),
        Step::Key(_) | Step::Type(_) | Step::Click(_) | Step::Drag(..) => 1,
        Step::TryClick(_) | Step::ShiftClick(_) | Step::RightClick(_) | Step::Wheel(_) => 1,
        _ => 0,
    };
    steps.iter().map(|(_, step)| of(step)).sum()
}

/// Plays a script in the editor on a level file.
fn play(script: Script, level: &Path) {
    let options = Options {
        rulesets: RulesetId::ALL.into_iter().map(|id| (id, id.built_in())).collect(),
        begin: Begin::Editor(Some(level.to_owned())),
        seed: Some(1),
        ..Options::default()
    };
    let mut app = headless(&options, |_| Box::new(SimpleAi::new())).unwrap();
    let outcome = Outcome::default();
    ScriptPlugin { script, pictures: PathBuf::new(), outcome: outcome.clone() }.build(&mut app);
    for _ in 0..FRAMES {
        app.update();
        match outcome.get() {
            Some(Ok(())) => return,
            Some(Err(error)) => panic!("{error}"),
            None => {}
        }
    }
    panic!("the script never ends");
}

#[test]
fn an_inn_is_built_played_and_found_again() {
    let folder = std::env::temp_dir().join(format!("highground-inn-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("inn.ron");
    let whole = script("inn.txt");
    let save = Step::Key(Stroke::parse("Ctrl+S").unwrap());
    let is_save = |(_, step): &(usize, Step)| *step == save;
    let saves: Vec<usize> = (0..whole.steps.len()).filter(|n| is_save(&whole.steps[*n])).collect();
    let [first, _] = saves[..] else { panic!("the script saves twice") };
    let taken = strokes(&whole.steps[..first]);
    assert!(taken < STROKES, "{taken} strokes");
    // Built and saved; then played, undone, done again and saved again: the same bytes.
    play(
        Script {
            steps: whole.steps[..=first].iter().cloned().chain([(0, Step::WaitIdle)]).collect(),
        },
        &file,
    );
    let built = std::fs::read(&file).unwrap();
    inspect(&Level::load(&file).unwrap_or_else(|problems| panic!("{problems:?}")));
    std::fs::remove_file(&file).unwrap();
    play(whole, &file);
    assert!(std::fs::read(&file).unwrap() == built, "undone and done again");
    // Opened and saved: the same bytes.
    play(script("editor_again.txt"), &file);
    assert!(std::fs::read(&file).unwrap() == built, "opened and saved");
    std::fs::remove_dir_all(folder).unwrap();
}

/// Everything that the inn is to have.
fn inspect(level: &Level) {
    let findings = level.validate();
    let errors: Vec<_> = findings.iter().filter(|f| f.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let board = level.board();
    let elevation = |x, y| board.tile(Cell::new(x, y)).map(|tile| tile.elevation);
    assert_eq!(elevation(16, 5), Some(Hm::metres(-3)), "the cellar");
    assert_eq!(
        [8, 9, 10, 11, 12].map(|y| elevation(13, y)),
        [-5, -4, -3, -2, -1].map(|h| Some(Hm(h)))
    );
    assert_eq!([7, 8, 9, 10, 11].map(|y| elevation(9, y)), [5, 4, 3, 2, 1].map(|h| Some(Hm(h))));
    let floors = board.floors();
    assert_eq!(floors, [Hm::ZERO, Hm::metres(3), Hm::metres(6)].into(), "floors and the roof");
    let count = |kind, floor| {
        board.edges().filter(|(at, edge)| edge.kind == kind && at.floor == floor).count()
    };
    assert_eq!(count(EdgeKind::Battlement, Some(Hm::metres(6))), 40);
    assert_eq!(count(EdgeKind::Hatch, Some(Hm::ZERO)), 1);
    assert!(
        count(EdgeKind::Window, Some(Hm::metres(3))) >= 3 && count(EdgeKind::Window, None) >= 2
    );
    let secret = board.edge_at(EdgeAt::ground(Cell::new(19, 5), highground::grid::Dir::W));
    assert!(secret.is_some_and(|edge| edge.kind == EdgeKind::Door && edge.secret));
    let (in_play, _) = level.board_in_play();
    let shown = in_play.edge_at(EdgeAt::ground(Cell::new(19, 5), highground::grid::Dir::W));
    assert!(shown.is_some_and(|edge| edge.kind == EdgeKind::Wall));
    assert_eq!(board.things().filter(|(_, thing)| thing.kind == ThingKind::Lamp).count(), 4);
    let [event] = &level.events[..] else { panic!("{:?}", level.events) };
    assert_eq!(event.when, [When::Round { number: 2 }]);
    assert_eq!((event.arrive.len(), event.open.as_deref()), (1, Some("zone 1")));
}
