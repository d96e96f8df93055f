//! Frame times without rendering, and the number of entities to draw: a board of 128 x 128 cells
//! with 200 combatants, in the full game without a window. Also the lenses on a board of 64 x 64
//! with 16 combatants per side, and strokes of the widest brush in the editor on 256 x 256 cells.
//! Idle frames of the same run are the baseline.

use std::collections::BTreeSet;
use std::io::{Write, stdout};
use std::time::{Duration, Instant};

use bevy::app::App;
use bevy::asset::AssetId;
use bevy::ecs::prelude::World;
use bevy::mesh::{Mesh, Mesh3d};
use bevy::pbr::{MeshMaterial3d, StandardMaterial};
use highground::app::{Begin, Options, headless};
use highground::battle::ai::SimpleAi;
use highground::battle::{BattleState, Controller};
use highground::editor::{Brush, Spot};
use highground::grid::{Cell, Terrain};
use highground::registry::RulesetId;
use highground::ui::editor::state::EditorState;
use highground::ui::editor::tools::Kind;
use highground::ui::lens::{About, LENS_TIME, Lens, LensModel};
use highground::ui::{names::Names, point_at};

/// Number of frames measured of each kind.
const FRAMES: usize = 200;

fn main() -> std::io::Result<()> {
    for id in [RulesetId::Precision, RulesetId::Momentum] {
        frames(id)?;
        lenses(id)?;
    }
    strokes()
}

/// A level file with `side` cells each way and `each` combatants per side.
fn level(side: usize, each: usize) -> std::io::Result<std::path::PathBuf> {
    let height = |x: usize, y: usize| ["0", "1", "2", "4", "2", "1"][(x / 5 + y / 7) % 6];
    let row = |y: usize| (0..side).map(|x| height(x, y)).collect::<String>();
    let rows = |text: &dyn Fn(usize) -> String| {
        (0..side).map(|y| format!("\"{}\",", text(y))).collect::<Vec<_>>().join("\n")
    };
    let roles = ["knight", "archer", "mage", "healer", "scout", "brute", "captain"];
    let units = |from: usize| {
        let unit = |i: usize| {
            let (x, y) = (2 + 2 * (i % (side / 2 - 2)), from + 2 * (i / (side / 2 - 2)));
            format!("(role: {}, at: ({x}, {y})),", roles[i % roles.len()])
        };
        (0..each).map(unit).collect::<String>()
    };
    let trees =
        (0..side / 2).map(|i| format!("({}, {})", 2 * i, side / 2 + i % 5)).collect::<Vec<_>>();
    let text = format!(
        "Level(format: 1, name: \"Wide\", palette: {{'.': (terrain: grass)}}, rows: [{}], heights: [{}],
         things: [(kind: tree, at: [{}])],
         sides: [(name: \"A\", units: [{}]), (name: \"B\", units: [{}])])",
        rows(&|_| ".".repeat(side)),
        rows(&row),
        trees.join(", "),
        units(2),
        units(side - 12),
    );
    let path =
        std::env::temp_dir().join(format!("highground-bench-{}-{side}.ron", std::process::id()));
    std::fs::write(&path, text)?;
    Ok(path)
}

fn options(id: RulesetId, level: std::path::PathBuf) -> Options {
    Options {
        levels: vec![level.clone()],
        rulesets: vec![(id, id.built_in())],
        begin: Begin::Battle(level),
        seats: vec![Controller::Human, Controller::Human],
        seed: Some(1),
        ..Options::default()
    }
}

/// The game without its window, a few frames after opening.
fn opened(options: &Options) -> std::io::Result<App> {
    let mut app = headless(options, |_| Box::new(SimpleAi::new()))
        .map_err(|e| std::io::Error::other(e.to_string()))?;
    pass(&mut app, 20);
    Ok(app)
}

/// Runs some frames.
fn pass(app: &mut App, frames: usize) {
    for _ in 0..frames {
        app.update();
    }
}

/// Duration of a call.
fn time<T>(act: impl FnOnce() -> T) -> Duration {
    let began = Instant::now();
    std::hint::black_box(act());
    began.elapsed()
}

/// Frame times, including the given action before each frame.
fn measured(app: &mut App, mut act: impl FnMut(&mut World, usize)) -> Vec<Duration> {
    let frame = |i: usize| {
        time(|| {
            act(app.world_mut(), i);
            app.update();
        })
    };
    (0..FRAMES).map(frame).collect()
}

fn frames(id: RulesetId) -> std::io::Result<()> {
    let path = level(128, 100)?;
    let mut app = opened(&options(id, path.clone()))?;
    let idle = measured(&mut app, |_, _| {});
    let hover = measured(&mut app, |world, i| {
        let cell = Cell::new(2 + (i % 30) as i16, 2 + (i / 30) as i16);
        point_at(world, cell);
    });
    report(&format!("{} 128 x 128, 200 bodies, idle", id.name()), idle)?;
    report(&format!("{} 128 x 128, 200 bodies, pointer moves", id.name()), hover)?;
    let mut drawn = app.world_mut().query::<(&Mesh3d, Option<&MeshMaterial3d<StandardMaterial>>)>();
    type Batch = (AssetId<Mesh>, Option<AssetId<StandardMaterial>>);
    let batches: BTreeSet<Batch> = drawn
        .iter(app.world())
        .map(|(mesh, material)| (mesh.id(), material.map(|m| m.id())))
        .collect();
    let entities = drawn.iter(app.world()).count();
    writeln!(stdout(), "{entities} entities to draw in {} batches", batches.len())?;
    std::fs::remove_file(path)
}

fn lenses(id: RulesetId) -> std::io::Result<()> {
    let path = level(64, 16)?;
    let app = opened(&options(id, path.clone()))?;
    let state = app.world().resource::<BattleState>().0.clone();
    let rules = id.built_in();
    let names = Names::of(&state, &*rules);
    let own = state.units.iter().next();
    let foe = state.units.iter().find(|u| own.is_some_and(|own| u.side() != own.side()));
    let about = About {
        viewer: own.map(|u| u.side()),
        actor: own.map(|u| u.id()),
        foe: foe.map(|u| u.id()),
        focus: Some(Cell::new(30, 30)),
    };
    for lens in Lens::ALL {
        let times = (0..20).map(|_| {
            // The board's cache would make all runs but the first look fast.
            let mut fresh = (*state).clone();
            fresh.scene.board = std::sync::Arc::new((*fresh.scene.board).clone());
            time(|| LensModel::of(lens, &*rules, &fresh, &about, &names))
        });
        report(&format!("{} 64 x 64, 16 a side, lens {lens:?}", id.name()), times.collect())?;
        // The same in steps, as in frames.
        let mut frames = Vec::new();
        for _ in 0..5 {
            let mut fresh = (*state).clone();
            fresh.scene.board = std::sync::Arc::new((*fresh.scene.board).clone());
            let mut model = None;
            while model.as_ref().is_none_or(|model: &LensModel| !model.is_ready()) {
                frames.push(time(|| {
                    let begin = || {
                        let near = about.focus;
                        LensModel::begin((lens, None), &*rules, &fresh, &about, &names, near)
                    };
                    let model = model.get_or_insert_with(begin);
                    model.go_on(&*rules, &fresh, &about, &names, LENS_TIME);
                }));
            }
        }
        report(&format!("{} lens {lens:?}, per-frame share", id.name()), frames)?;
    }
    // Tooltip for one cell after another: first cells
    // between the sides, then cells among the enemies.
    let mut model = LensModel::of(Lens::Threat, &*rules, &state, &about, &names);
    let pointed = (0..FRAMES).map(|i| {
        let cell = Cell::new(2 + (i % 50) as i16, 40 + (i / 10) as i16);
        time(|| model.point_at(Some(cell), &*rules, &state, &about, &names))
    });
    report(&format!("{} lens Threat, tooltip of a cell", id.name()), pointed.collect())?;
    std::fs::remove_file(path)
}

/// Frames in which 9 x 9 cells are painted or raised, including all rebuilding.
fn strokes() -> std::io::Result<()> {
    let path = level(256, 4)?;
    let id = RulesetId::ALL[0];
    let begin = Begin::Editor(Some(path.clone()));
    let options = Options { begin, ..options(id, path.clone()) };
    let mut app = opened(&options)?;
    let idle = measured(&mut app, |_, _| {});
    report("editor 256 x 256, idle", idle)?;
    for kind in [Kind::Terrain, Kind::Raise] {
        let (mut strokes, mut shades) = (Vec::new(), Vec::new());
        for i in 0..FRAMES {
            let mut editor = app.world_mut().resource_mut::<EditorState>();
            editor.palette.kind = kind;
            *editor.palette.brush_mut() = Brush { size: 9, round: false };
            editor.palette.tile = if i % 2 == 0 { Terrain::Mud } else { Terrain::Snow }.tile();
            let cell = Cell::new(60 + (i % 90) as i16, 100 + (i / 90) as i16);
            strokes.push(time(|| {
                let mut editor = app.world_mut().resource_mut::<EditorState>();
                editor.press(Spot::middle_of(cell), false);
                editor.release();
                app.update();
            }));
            shades.push(time(|| app.update()));
            // The remaining shading is rebuilt before the next stroke.
            pass(&mut app, 3);
        }
        report(&format!("editor 256 x 256, {kind:?} 9 x 9"), strokes)?;
        report(&format!("editor 256 x 256, shade after {kind:?} 9 x 9"), shades)?;
    }
    std::fs::remove_file(path)
}

fn report(what: &str, mut times: Vec<Duration>) -> std::io::Result<()> {
    times.sort_unstable();
    let ms = |at: usize| times.get(at).map_or(0.0, Duration::as_secs_f64) * 1000.0;
    let (median, late) = (ms(times.len() / 2), ms(times.len() * 99 / 100));
    writeln!(stdout(), "{what}: median {median:.2} ms, 99th percentile {late:.2} ms")
}
