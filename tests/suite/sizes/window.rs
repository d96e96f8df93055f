//! The whole game without a window, played by scripts, and the output of its panels in each frame.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use bevy::app::{App, Plugin, PostUpdate};
use bevy::ecs::prelude::*;
use bevy::state::state::State as InState;
use bevy::window::{PrimaryWindow, Window, WindowResized};
use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::epaint::ClippedShape;
use bevy_egui::egui::{self, Rect, Shape};
use bevy_egui::{EguiContext, EguiFullOutput, EguiOutput, EguiPostUpdateSet};
use highground::app::{Begin, Options, headless};
use highground::battle::ai::SimpleAi;
use highground::battle::{Controller, Record};
use highground::registry::RulesetId;
use highground::script::{Outcome, Script, ScriptPlugin};
use highground::settings::{Settings, Speed};
use highground::ui::editor::dialogs::EditorDialogs;
use highground::ui::editor::state::EditorState;
use highground::ui::menu::MenuModel;
use highground::ui::{Panels, Pause, Screen, Selection};

/// Most frames of a script.
const FRAMES: usize = 60_000;

/// A folder of the game.
pub fn here(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The levels in the order of the menu.
fn levels() -> Vec<PathBuf> {
    let names = ["bridge", "cliff", "keep", "night_watch", "proving_ground", "quarry"];
    names.iter().map(|name| here("levels").join(format!("{name}.ron"))).collect()
}

/// The game at one of its screens; people play both sides.
pub fn options(ruleset: RulesetId, begin: Begin) -> Options {
    Options {
        levels: levels(),
        lessons: RulesetId::ALL
            .map(|id| here("assets/lessons").join(format!("{}.ron", id.name())))
            .to_vec(),
        rulesets: RulesetId::ALL.map(|id| (id, id.built_in())).to_vec(),
        begin,
        ruleset: Some(ruleset),
        seats: vec![Controller::Human, Controller::Human],
        seed: Some(1),
        ..Options::default()
    }
}

/// A text on screen.
#[derive(Clone, Debug, PartialEq)]
pub struct Words {
    /// What it says.
    pub text: String,
    /// Where it lies.
    pub rect: Rect,
    /// The part of the window that it may cover.
    pub clip: Rect,
}

/// A widget that reacts to the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Widget {
    /// Its name for screen readers and scripts; may be empty.
    pub name: String,
    /// Its layer.
    pub layer: egui::LayerId,
    /// Where it lies.
    pub rect: Rect,
    /// What of it is in view.
    pub shown: Rect,
    /// True if it reacts now.
    pub enabled: bool,
    /// The uppermost layer at its centre.
    pub above: Option<egui::LayerId>,
}

/// The bar of a scroll area: as long as the visible part.
#[derive(Clone, Debug, PartialEq)]
pub struct ScrollBar {
    /// Its layer.
    pub layer: egui::LayerId,
    /// Where it lies.
    pub rect: Rect,
}

/// The output of the panels in a frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The window in points.
    pub window: Rect,
    /// All texts.
    pub words: Vec<Words>,
    /// All widgets that react to the pointer.
    pub widgets: Vec<Widget>,
    /// All scroll bars.
    pub bars: Vec<ScrollBar>,
    /// Pixels for a point.
    pub scale: f32,
    /// The current decision: nothing may move while it stays the same.
    pub decision: String,
}

/// The texts of the last frame.
#[derive(Resource, Default)]
struct Drawn(Vec<Words>);

fn collect(shape: &Shape, clip: Rect, words: &mut Vec<Words>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| collect(shape, clip, words)),
        Shape::Text(text) => {
            // Row by row: the first may begin where other widgets end.
            for row in &text.galley.rows {
                let rect = row.rect_without_leading_space().translate(text.pos.to_vec2());
                let text = row.text();
                if !text.trim().is_empty() {
                    words.push(Words { text, rect, clip });
                }
            }
        }
        _ => {}
    }
}

fn keep(outputs: Query<&EguiFullOutput>, mut drawn: ResMut<Drawn>) {
    let Some(output) = outputs.iter().find_map(|output| output.0.as_ref()) else { return };
    drawn.0.clear();
    for ClippedShape { clip_rect, shape } in &output.shapes {
        collect(shape, *clip_rect, &mut drawn.0);
    }
}

/// Plays a script and passes each frame with its number to `look`.
pub fn play(options: &Options, script: &str, mut look: impl FnMut(usize, &Frame)) {
    play_in(options, script, |number, frame, _| look(number, frame));
}

/// As [`play`], with the world of each frame.
pub fn play_in(options: &Options, script: &str, mut look: impl FnMut(usize, &Frame, &World)) {
    let mut app = headless(options, |_| Box::new(SimpleAi::new())).unwrap();
    let outcome = Outcome::default();
    let script = Script::parse(script).unwrap();
    let plugin = ScriptPlugin { script, pictures: PathBuf::new(), outcome: outcome.clone() };
    plugin.build(&mut app);
    app.init_resource::<Drawn>().add_systems(
        PostUpdate,
        keep.after(EguiPostUpdateSet::EndPass).before(EguiPostUpdateSet::ProcessOutput),
    );
    let settings = Settings { speed: Speed::Instant, ..Settings::default() };
    app.insert_resource(settings.motion()).insert_resource(settings);
    let mut size = None;
    for number in 0..FRAMES {
        app.update();
        resize(&mut app, &mut size);
        if let Some(frame) = frame(&mut app) {
            look(number, &frame, app.world());
        }
        if let Some(result) = outcome.get() {
            return result.unwrap_or_else(|error| panic!("{error}"));
        }
    }
    panic!("the script does not end");
}

/// Without a window system the test itself must report a new size of the window.
fn resize(app: &mut App, size: &mut Option<(f32, f32)>) {
    let world = app.world_mut();
    let mut windows = world.query_filtered::<(Entity, &Window), With<PrimaryWindow>>();
    let Ok((entity, window)) = windows.single(world) else { return };
    let now = (window.width(), window.height());
    if size.replace(now) != Some(now) {
        world.write_message(WindowResized { window: entity, width: now.0, height: now.1 });
    }
}

/// The output of the panels in the last frame.
fn frame(app: &mut App) -> Option<Frame> {
    let world = app.world_mut();
    let words = world.resource::<Drawn>().0.clone();
    let decision = decision(world);
    let mut outputs = world.query::<&EguiOutput>();
    let tree = outputs.iter(world).find_map(|o| o.platform_output.accesskit_update.clone())?;
    let mut contexts = world.query::<&mut EguiContext>();
    let ctx = contexts.iter_mut(world).next()?.get_mut().clone();
    let nodes = &tree.nodes;
    let names: HashMap<u64, String> = nodes
        .iter()
        .filter_map(|(id, node)| Some((id.0, node.label().or_else(|| node.value())?.to_owned())))
        .collect();
    let bars: HashSet<u64> = nodes
        .iter()
        .filter(|(_, node)| node.role() == Role::ScrollBar)
        .map(|(id, _)| id.0)
        .collect();
    let all = ctx.viewport(|viewport| viewport.prev_pass.widgets.clone());
    let (mut widgets, mut scroll_bars) = (Vec::new(), Vec::new());
    for widget in all.layers().flat_map(|(_, widgets)| widgets) {
        let (layer, rect, shown) = (widget.layer_id, widget.rect, widget.interact_rect);
        if bars.contains(&widget.id.value()) {
            scroll_bars.push(ScrollBar { layer, rect });
            continue;
        }
        let name = names.get(&widget.id.value()).filter(|_| widget.sense.senses_click());
        if let Some(name) = name.cloned() {
            let above = ctx.layer_id_at(shown.center());
            widgets.push(Widget { name, layer, rect, shown, enabled: widget.enabled, above });
        }
    }
    // Layers are not in order.
    let place =
        |widget: &Widget| (widget.rect.min.y.round() as i64, widget.rect.min.x.round() as i64);
    widgets.sort_by(|a, b| a.name.cmp(&b.name).then(place(a).cmp(&place(b))));
    let window = ctx.viewport_rect();
    let scale = ctx.pixels_per_point();
    Some(Frame { window, words, widgets, bars: scroll_bars, scale, decision })
}

/// The current decision, as far as it may affect the layout.
fn decision(world: &World) -> String {
    let screen = world.resource::<InState<Screen>>().get();
    let pause = world.resource::<InState<Pause>>().get();
    let stand = world.get_resource::<Selection>().map(|s| s.options.stand);
    let commands = world.get_resource::<Record>().map(|record| record.commands.len());
    let folds = world.get_resource::<Panels>().map(|panels| panels.folds);
    let level = world.get_resource::<MenuModel>().map(|menu| (menu.level, menu.ruleset));
    let tool = world.get_resource::<EditorState>().map(|e| (e.tab, e.palette.kind));
    let dialog = world.get_resource::<EditorDialogs>().and_then(|d| d.asking.as_ref());
    let dialog = dialog.map(std::mem::discriminant);
    let chosen = format!("{folds:?} {level:?} {tool:?} {dialog:?}");
    format!("{screen:?} {pause:?} {stand:?} {commands:?} {chosen}")
}
