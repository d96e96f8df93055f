//! Runs a script in the window, at most one mouse or keyboard input per frame.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bevy::app::{App, AppExit, Plugin, PreUpdate};
use bevy::camera::{Camera, Camera3d};
use bevy::ecs::prelude::*;
use bevy::input::keyboard::{Key, KeyCode};
use bevy::input::mouse::MouseButton;
use bevy::math::Vec2;
use bevy::mesh::Mesh3d;
use bevy::render::view::screenshot::{Screenshot, save_to_disk};
use bevy::state::state::State as InState;
use bevy::time::TimeUpdateStrategy;
use bevy::window::{PrimaryWindow, Window};
use bevy_egui::{EguiContext, EguiOutput};

use settings::{Settings, Speed};
use ui::board::{Busy, Floats, Rolling};
use ui::chords;
use ui::editor::state::EditorState;
use ui::egui::Pos2;
use ui::egui::accesskit::TreeUpdate;
use ui::interaction::TurnState;
use ui::menu::MenuModel;
use ui::watching::Watching;
use ui::{Panels, Screen, Selection};

use super::aim::Aim;
use super::error::{ScriptError, StepError};
use super::input::{self, Input};
use super::still::{self, Activity};
use super::widgets;
use super::{Script, Spot, Step};

/// Maximum number of frames to wait for something expected.
const PATIENCE: u32 = 120;
/// Maximum number of frames to wait for a player's turn.
const LONG_PATIENCE: u32 = 20_000;
/// Number of frames without a change that count as idle.
const QUIET: u32 = 4;
/// Number of consecutive frames without work that count as still.
const STILL: u32 = 8;
/// Number of frames drawn before a screenshot when frames are otherwise not drawn, so that changes
/// reach the graphics card.
const DRAWN_AHEAD: u32 = 4;

/// Result of a script, readable after the window has closed.
#[derive(Clone, Debug, Default)]
pub struct Outcome(Arc<Mutex<Option<Result<(), ScriptError>>>>);

impl Outcome {
    /// The result; `None` if the window was closed before the script ended.
    pub fn get(&self) -> Option<Result<(), ScriptError>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, result: Result<(), ScriptError>) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(result);
    }
}

/// Runs a script and closes the window at its end or at the first step that fails.
#[derive(Clone, Debug)]
pub struct ScriptPlugin {
    /// The script.
    pub script: Script,
    /// The folder for screenshots.
    pub pictures: PathBuf,
    /// Receives the result.
    pub outcome: Outcome,
}

/// Simulated time per frame while a script runs.
const FRAME: Duration = Duration::from_millis(30);

impl Plugin for ScriptPlugin {
    fn build(&self, app: &mut App) {
        let settings = app.world().get_resource::<Settings>().cloned().unwrap_or_default();
        app.insert_resource(Player {
            steps: self.script.steps.iter().cloned().collect(),
            line: 0,
            pictures: self.pictures.clone(),
            outcome: self.outcome.clone(),
            inputs: VecDeque::new(),
            repeat: None,
            waiting: None,
            release: None,
            frames: 0,
            draws: true,
        })
        // Each frame is the same moment on every machine, however long it takes to draw.
        .insert_resource(TimeUpdateStrategy::ManualDuration(FRAME))
        // Scripts skip animations unless they set a speed.
        .insert_resource(Settings { speed: Speed::Instant, ..settings })
        .add_systems(PreUpdate, play.before(chords::pass_on));
        still::watch(app);
    }
}

/// Runs another script in an app whose script has ended, for players that decide step by step.
/// Without a [`ScriptPlugin`] it has no effect.
pub fn go_on_with(world: &mut World, script: Script, outcome: Outcome) {
    let Some(mut player) = world.get_resource_mut::<Player>() else { return };
    player.steps = script.steps.into();
    player.outcome = outcome;
    player.inputs.clear();
    (player.repeat, player.waiting, player.release) = (None, None, None);
}

/// What the script is waiting for.
enum Waiting {
    /// A number of frames.
    Frames(u32),
    /// The battle to become idle; holds the number of consecutive idle frames.
    Idle(u32),
    /// A widget to appear and to be enabled.
    Widget(String, Vec<Input>),
    /// The pointer to reach a place on the board.
    Board(Aim),
    /// Frames to be drawn before a screenshot; holds the number left.
    Picture(u32, PathBuf),
    /// A screenshot to be written.
    Written(Entity, PathBuf),
    /// An expectation to be met.
    Expect(Step),
    /// Frames in which nothing changes; holds the number of consecutive ones.
    Still(u32),
}

/// A `repeat` block that is running.
struct RepeatBlock {
    /// Line of the `repeat`.
    line: usize,
    /// Steps left in this iteration.
    ahead: VecDeque<(usize, Step)>,
    steps: Vec<(usize, Step)>,
    /// Iterations left.
    left: u32,
    until: Option<String>,
}

#[derive(Resource)]
struct Player {
    steps: VecDeque<(usize, Step)>,
    line: usize,
    pictures: PathBuf,
    outcome: Outcome,
    inputs: VecDeque<Input>,
    repeat: Option<RepeatBlock>,
    waiting: Option<Waiting>,
    /// Where a held button will be released.
    release: Option<Spot>,
    frames: u32,
    /// Frames are drawn even without a screenshot.
    draws: bool,
}

fn play(world: &mut World) {
    for mut context in world.query::<&mut EguiContext>().iter_mut(world) {
        context.get_mut().enable_accesskit();
    }
    world.resource_scope(|world, mut player: Mut<Player>| {
        if player.outcome.get().is_some() {
            return;
        }
        match player.go_on(world) {
            Ok(false) => {}
            Ok(true) => {
                player.outcome.set(Ok(()));
                world.write_message(AppExit::Success);
            }
            Err(error) => {
                let fault = error.into();
                player.outcome.set(Err(ScriptError { line: player.line, fault }));
                world.write_message(AppExit::error());
            }
        }
    });
}

impl Player {
    /// Performs this frame's part of the script. True at the end of the script.
    fn go_on(&mut self, world: &mut World) -> Result<bool, StepError> {
        if let Some(next) = self.inputs.pop_front() {
            input::send(world, &next);
            return Ok(false);
        }
        if let Some(waiting) = self.waiting.take() {
            self.frames += 1;
            self.waiting = self.wait(world, waiting)?;
            return Ok(false);
        }
        if let Some(spot) = self.release.take() {
            self.frames = 0;
            self.point(spot, vec![Input::Button(MouseButton::Left, false), Input::Rest]);
            return Ok(false);
        }
        let Some((line, step)) = self.next(world)? else { return Ok(true) };
        self.line = line;
        self.frames = 0;
        if step == Step::Quit {
            return Ok(true);
        }
        self.begin(world, step);
        Ok(false)
    }

    /// The next step, from the running `repeat` block if there is one.
    fn next(&mut self, world: &World) -> Result<Option<(usize, Step)>, StepError> {
        let now = screen(world).name();
        while let Some(repeat) = &mut self.repeat {
            if repeat.until.as_deref() == Some(now) {
                self.repeat = None;
            } else if let Some(step) = repeat.ahead.pop_front() {
                return Ok(Some(step));
            } else if repeat.left > 0 {
                repeat.left -= 1;
                repeat.ahead.extend(repeat.steps.iter().cloned());
            } else if let Some(until) = &repeat.until {
                self.line = repeat.line;
                return Err(StepError::Screen { expected: until.clone(), found: now });
            } else {
                self.repeat = None;
            }
        }
        Ok(self.steps.pop_front())
    }

    fn begin(&mut self, world: &mut World, step: Step) {
        let click =
            |button| vec![Input::Button(button, true), Input::Button(button, false), Input::Rest];
        match step {
            Step::Wait(frames) => self.waiting = Some(Waiting::Frames(frames)),
            Step::WaitIdle => self.waiting = Some(Waiting::Idle(0)),
            Step::Key(stroke) => self.inputs.extend(input::stroke(&stroke)),
            Step::Wheel(lines) => {
                let line = Input::Wheel(if lines < 0 { -1.0 } else { 1.0 });
                let count = usize::try_from(lines.unsigned_abs()).unwrap_or_default();
                self.inputs.extend(std::iter::repeat_n(line, count));
            }
            Step::Type(text) => self.inputs.extend(input::typing(&text)),
            Step::Click(spot) => self.point(spot, click(MouseButton::Left)),
            Step::Drag(from, to) => {
                self.release = Some(to);
                self.point(from, vec![Input::Button(MouseButton::Left, true), Input::Rest]);
            }
            Step::TryClick(name) => {
                let found = tree(world).and_then(|tree| widgets::find(&tree, &name));
                if found.is_some_and(|widget| !widget.disabled) {
                    self.point(Spot::Widget(name), click(MouseButton::Left));
                }
            }
            Step::ShiftClick(spot) => {
                let shift = |down| Input::Key(KeyCode::ShiftLeft, Key::Shift, down);
                let held = std::iter::once(shift(true)).chain(click(MouseButton::Left));
                self.point(spot, held.chain([shift(false), Input::Rest]).collect());
            }
            Step::RightClick(spot) => self.point(spot, click(MouseButton::Right)),
            Step::Hover(spot) => self.point(spot, vec![Input::Rest]),
            Step::Screenshot(name) => {
                draw(world, true);
                let ahead = if self.draws { 0 } else { DRAWN_AHEAD };
                self.waiting = Some(Waiting::Picture(ahead, self.pictures.join(name)));
            }
            Step::SetSeed(seed) => {
                if let Some(mut menu) = world.get_resource_mut::<MenuModel>() {
                    menu.seed = seed.to_string();
                }
            }
            Step::SetSize(width, height) => {
                let mut windows = world.query_filtered::<&mut Window, With<PrimaryWindow>>();
                for mut window in windows.iter_mut(world) {
                    window.resolution.set_physical_resolution(width, height);
                }
                self.inputs.extend(std::iter::repeat_n(Input::Rest, 5));
            }
            Step::SetScale(percent) => {
                if let Some(mut settings) = world.get_resource_mut::<Settings>() {
                    settings.scale = percent;
                }
                self.inputs.extend(std::iter::repeat_n(Input::Rest, 5));
            }
            Step::SetSpeed(speed) => {
                if let Some(mut settings) = world.get_resource_mut::<Settings>() {
                    settings.speed = speed;
                }
            }
            Step::SetDraw(draws) => {
                self.draws = draws;
                draw(world, draws);
            }
            Step::ExpectStill => self.waiting = Some(Waiting::Still(0)),
            Step::Repeat(left, until, steps) => {
                let ahead = VecDeque::new();
                self.repeat = Some(RepeatBlock { line: self.line, ahead, steps, left, until });
            }
            step @ (Step::ExpectScreen(_)
            | Step::ExpectText(_)
            | Step::ExpectNoText(_)
            | Step::ExpectEntitiesBelow(_)) => {
                self.waiting = Some(Waiting::Expect(step));
            }
            Step::Quit => {}
        }
    }

    fn point(&mut self, spot: Spot, then: Vec<Input>) {
        self.waiting = Some(match spot {
            Spot::Widget(name) => Waiting::Widget(name, then),
            Spot::Cell(cell) => Waiting::Board(Aim::at_cell(cell, then)),
            Spot::Point(x, y) => Waiting::Board(Aim::at_point(x, y, then)),
        });
    }

    /// Checks whether the wait is over. Returns what to wait for otherwise.
    fn wait(&mut self, world: &mut World, waiting: Waiting) -> Result<Option<Waiting>, StepError> {
        let late = self.frames > PATIENCE;
        match waiting {
            Waiting::Frames(0 | 1) => Ok(None),
            Waiting::Frames(left) => Ok(Some(Waiting::Frames(left - 1))),
            Waiting::Idle(quiet) => match (is_quiet(world), quiet) {
                (true, QUIET..) => Ok(None),
                (true, quiet) => Ok(Some(Waiting::Idle(quiet + 1))),
                (false, _) if self.frames > LONG_PATIENCE => Err(StepError::NoTurn(LONG_PATIENCE)),
                (false, _) => Ok(Some(Waiting::Idle(0))),
            },
            Waiting::Widget(name, then) => {
                let found = tree(world).and_then(|tree| widgets::find(&tree, &name));
                match found {
                    // A disabled widget can be pointed at, to read why it is disabled.
                    Some(found) if !found.disabled || then == [Input::Rest] => {
                        let at = found.rect.center();
                        if !is_inside(world, at) {
                            return Err(StepError::WidgetOutside(name));
                        }
                        self.inputs.push_back(Input::Point(Vec2::new(at.x, at.y)));
                        self.inputs.extend(then);
                        Ok(None)
                    }
                    Some(_) if late => Err(StepError::WidgetDisabled(name)),
                    None if late => {
                        let names = tree(world).map(|tree| widgets::names(&tree));
                        Err(StepError::NoWidget { name, found: names.unwrap_or_default() })
                    }
                    _ => Ok(Some(Waiting::Widget(name, then))),
                }
            }
            Waiting::Still(STILL..) => Ok(None),
            Waiting::Still(quiet) => {
                let activity = world.get_resource::<Activity>().cloned().unwrap_or_default();
                match activity.is_none() {
                    true => Ok(Some(Waiting::Still(quiet + 1))),
                    false if late => Err(StepError::NotStill(activity.to_string())),
                    false => Ok(Some(Waiting::Still(0))),
                }
            }
            Waiting::Board(aim) => Ok(aim.go_on(world, &mut self.inputs)?.map(Waiting::Board)),
            Waiting::Picture(0, path) => {
                let shot = Screenshot::primary_window();
                let shot = world.spawn(shot).observe(save_to_disk(path.clone())).id();
                Ok(Some(Waiting::Written(shot, path)))
            }
            Waiting::Picture(ahead, path) => Ok(Some(Waiting::Picture(ahead - 1, path))),
            Waiting::Written(shot, path) => {
                // The entity is despawned once the screenshot has been written or has failed.
                match (world.get_entity(shot).is_ok(), path.is_file()) {
                    (false, true) => {
                        draw(world, self.draws);
                        Ok(None)
                    }
                    (false, false) => Err(StepError::NotWritten(path)),
                    (true, _) if late => Err(StepError::NoScreenshot),
                    (true, _) => Ok(Some(Waiting::Written(shot, path))),
                }
            }
            Waiting::Expect(step) => match unmet(world, &step) {
                None => Ok(None),
                Some(error) if late => Err(error),
                Some(_) => Ok(Some(Waiting::Expect(step))),
            },
        }
    }
}

/// Turns drawing of frames on or off.
fn draw(world: &mut World, drawn: bool) {
    for mut camera in world.query_filtered::<&mut Camera, With<Camera3d>>().iter_mut(world) {
        camera.is_active = drawn;
    }
}

fn tree(world: &mut World) -> Option<TreeUpdate> {
    let mut outputs = world.query::<&EguiOutput>();
    outputs.iter(world).find_map(|output| output.platform_output.accesskit_update.clone())
}

/// True for points inside the window.
fn is_inside(world: &mut World, at: Pos2) -> bool {
    let mut windows = world.query_filtered::<&Window, With<PrimaryWindow>>();
    windows.iter(world).any(|window| {
        (0.0..window.width()).contains(&at.x) && (0.0..window.height()).contains(&at.y)
    })
}

/// The screen that fills the window.
pub(super) fn screen(world: &World) -> Screen {
    world.get_resource::<InState<Screen>>().map(|s| *s.get()).unwrap_or_default()
}

/// True while a lens is being computed.
fn is_computing_lens(world: &World) -> bool {
    let lens = world.get_resource::<Panels>().and_then(|panels| panels.lens.as_ref());
    lens.is_some_and(|lens| !lens.is_ready())
}

fn is_quiet(world: &World) -> bool {
    let fading = world.get_resource::<Floats>().is_some_and(|f| !f.0.is_empty())
        || world.get_resource::<Rolling>().is_some_and(|r| r.0.is_some());
    let busy = fading || world.get_resource::<Busy>().is_some_and(|b| b.0);
    let stand = world.get_resource::<Selection>().map(|s| s.options.stand).unwrap_or_default();
    match screen(world) {
        Screen::Menu | Screen::Deployment => !busy,
        // The computer player may still have to answer.
        Screen::Result => !busy && stand != TurnState::Waiting,
        // The checks are those of the current level.
        Screen::Editor => world
            .get_resource::<EditorState>()
            .is_some_and(|editor| editor.checks.0 == editor.version() && !editor.is_pressed()),
        Screen::Battle if is_computing_lens(world) => false,
        Screen::Battle => match world.get_resource::<Watching>() {
            Some(watching) => !busy && !watching.is_playing(),
            None => !busy && !matches!(stand, TurnState::Waiting | TurnState::Over),
        },
    }
}

/// Why an expectation is not met; `None` if it is.
fn unmet(world: &mut World, step: &Step) -> Option<StepError> {
    let reads = |world: &mut World, text: &str| {
        let in_log = world
            .get_resource::<Panels>()
            .is_some_and(|panels| panels.log.lines.iter().any(|line| line.headline.contains(text)));
        in_log || tree(world).is_some_and(|tree| widgets::reads(&tree, text))
    };
    match step {
        Step::ExpectScreen(name) => {
            let now = screen(world).name();
            (now != name).then(|| StepError::Screen { expected: name.clone(), found: now })
        }
        Step::ExpectText(text) => (!reads(world, text)).then(|| StepError::NoText(text.clone())),
        Step::ExpectNoText(text) => reads(world, text).then(|| StepError::StillText(text.clone())),
        Step::ExpectEntitiesBelow(most) => {
            let drawn = world.query_filtered::<(), With<Mesh3d>>().iter(world).count();
            (drawn >= *most).then_some(StepError::Entities { limit: *most, found: drawn })
        }
        _ => None,
    }
}
