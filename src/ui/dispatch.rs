//! Carries out the player's UI actions: passes input to the
//! interaction's state machine, and starts and leaves battles.

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::ecs::prelude::*;
use bevy::state::state::{NextState, State as InState};
use bevy::window::RequestRedraw;

use crate::battle::save::shelf::Shelf;
use crate::battle::setup::{Choices, Setup};
use crate::battle::{self, BattleStatusRes, EventLog, Order, Record, Snapshot};
use crate::crash;
use crate::files::Problem;
use crate::grid::UnitId;
use crate::level::Level;
use crate::rules::engine::{self, BattleStatus};
use crate::rules::registry::RulesetId;
use crate::rules::{Command, Key, SharedRuleset};
use crate::settings::{Settings, SettingsFile};

use super::Screen;
use super::available_actions;
use super::board::{Busy, GroundPicture, Show, Skip};
use super::editor;
use super::hud::{Page, RecapModel, Seating};
use super::intent::Intent;
use super::interaction::{Effect, Input};
use super::menu::{MenuModel, SetUp};
use super::saving;
use super::table::{BattleUiState, Notice};
use super::take_back;
use super::watching::{self, Watching};

/// A UI action of the player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum UiAction {
    /// Input for the interaction with the board.
    Hand(Input),
    /// Anything else.
    Ask(Intent),
}

/// UI actions not carried out yet.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct UiActions(pub Vec<UiAction>);

/// The rulesets that were loaded when the game started.
#[derive(Resource, Clone, Default)]
pub struct Library(pub BTreeMap<RulesetId, SharedRuleset>);

impl Library {
    /// The finished rulesets, in menu order.
    pub(super) fn whole(&self) -> impl Iterator<Item = (RulesetId, &SharedRuleset)> {
        self.0.iter().map(|(id, rules)| (*id, rules)).filter(|(id, _)| id.is_whole())
    }
}

impl UiAction {
    /// True for actions that advance the battle.
    const fn plays(&self) -> bool {
        match self {
            Self::Hand(input) => !matches!(input, Input::Hover(_)),
            Self::Ask(intent) => matches!(
                intent,
                Intent::Act(_)
                    | Intent::Group(_)
                    | Intent::Way(_)
                    | Intent::Adjust(..)
                    | Intent::Part(_)
                    | Intent::Face
                    | Intent::Move
                    | Intent::Confirm
                    | Intent::Cancel
                    | Intent::Hold
                    | Intent::EndTurn
                    | Intent::Answer(_)
                    | Intent::TakeSeat
                    | Intent::Policy { .. }
                    | Intent::Rule(_)
            ),
        }
    }
}

/// Carries out all UI actions. An action that advances the battle skips
/// the running animation and waits until the panels are up to date.
pub(super) fn obey(world: &mut World, mut was_busy: Local<bool>) {
    let busy = world.get_resource::<Busy>().is_some_and(|busy| busy.0);
    let behind = std::mem::replace(&mut *was_busy, busy) || busy;
    let Some(mut waiting) = world.get_resource_mut::<UiActions>() else { return };
    let (later, wishes): (Vec<UiAction>, Vec<UiAction>) =
        std::mem::take(&mut waiting.0).into_iter().partition(|wish| behind && wish.plays());
    if busy && !later.is_empty() {
        world.write_message(Skip);
    }
    if !later.is_empty() {
        world.write_message(RequestRedraw);
        if let Some(mut waiting) = world.get_resource_mut::<UiActions>() {
            waiting.0 = later;
        }
    }
    if !wishes.is_empty() {
        world.write_message(RequestRedraw);
    }
    for wish in wishes {
        match wish {
            UiAction::Hand(input) => hand(world, input),
            UiAction::Ask(intent) => ask(world, intent),
        }
    }
}

fn ask(world: &mut World, intent: Intent) {
    match intent {
        Intent::Act(act) => hand(world, Input::Act(act)),
        Intent::Group(group) => hand(world, Input::Group(group)),
        Intent::Way(way) => hand(world, Input::Way(way)),
        Intent::Adjust(id, value) => hand(world, Input::Set(id, value)),
        Intent::Part(part) => hand(world, Input::Part(part)),
        Intent::Face => hand(world, Input::Face),
        Intent::Move => hand(world, Input::Move),
        Intent::Confirm => hand(world, Input::Confirm),
        Intent::Cancel => hand(world, Input::Cancel),
        Intent::Hold => hand(world, Input::Hold),
        Intent::EndTurn => hand(world, Input::EndTurn),
        Intent::Answer(n) => hand(world, Input::Answer(n)),
        Intent::Look(unit) => hand(world, Input::Look(unit)),
        Intent::TakeSeat => hand(world, Input::Confirm),
        Intent::Recap(step) => recap(world, step),
        Intent::Toggle(tool) => with_table(world, |table| {
            table.notice = None;
            table.open = Some(tool).filter(|_| table.open != Some(tool));
        }),
        Intent::Policy { side, about, policy } => {
            with_table(world, |table| table.notice = None);
            world.write_message(Order(Command::Policy { side, about, policy }));
        }
        Intent::Rule(ruling) => {
            with_table(world, |table| table.notice = None);
            world.write_message(Order(Command::Ruling(ruling)));
        }
        Intent::Lens(lens) => with_table(world, |table| {
            table.lens = Some(lens).filter(|_| table.lens != Some(lens));
        }),
        Intent::Open(page) => {
            if page == Page::Saves {
                saving::list(world);
            }
            with_table(world, |table| {
                (table.paused, table.page, table.binding) = (true, page, None);
            });
        }
        Intent::ClosePages => with_table(world, |table| {
            (table.paused, table.binding) = (false, None);
        }),
        Intent::Set(settings) => set(world, *settings),
        Intent::AwaitKey(action) => with_table(world, |table| table.binding = action),
        Intent::Bind(action, chord) => {
            with_table(world, |table| table.binding = None);
            let settings = settings(world);
            let mut keys = settings.key_map();
            keys.bind(action, chord);
            set(world, Settings { keys: keys.changes(), ..settings });
        }
        Intent::ToggleBookkeeping => {
            with_table(world, |t| t.panels.log.bookkeeping = !t.panels.log.bookkeeping);
        }
        Intent::Speed => {
            let mut settings = settings(world);
            settings.speed = settings.speed.next();
            let text = settings.speed.words();
            set(world, settings);
            tell(world, text);
        }
        Intent::Calm => {
            let mut settings = settings(world);
            settings.reduced_motion = !settings.reduced_motion;
            let text =
                if settings.reduced_motion { "Reduced motion on." } else { "Reduced motion off." };
            set(world, settings);
            tell(world, text);
        }
        Intent::Mute => {
            let mut settings = settings(world);
            settings.sound.muted = !settings.sound.muted;
            let text = if settings.sound.muted { "Sound off." } else { "Sound on." };
            set(world, settings);
            tell(world, text);
        }
        Intent::Start(set_up) => start_with(world, set_up),
        Intent::Rematch if editor::play_again(world) => {}
        Intent::Rematch => attempt(world, rematch),
        Intent::TakeBack => attempt(world, |world| {
            take_back::take_back(world).map_err(|e| format!("Cannot undo: {e}."))
        }),
        Intent::SaveAs(name) => {
            attempt(world, |world| saving::save_as(world, &name));
            saving::list(world);
        }
        Intent::Load(path) => attempt(world, |world| saving::load(world, &path)),
        Intent::Forget(path) => attempt(world, |world| saving::forget(world, &path)),
        Intent::WatchKept(path) => attempt(world, |world| watching::begin_kept(world, &path)),
        Intent::WatchThis => attempt(world, |world| {
            let record = world.get_resource::<Record>().cloned();
            watching::begin(world, record.ok_or("There is no battle to watch.")?)
        }),
        Intent::Watch(watch) => attempt(world, |world| watching::obey(world, watch)),
        Intent::Export(format) => match saving::export(world, format) {
            Ok(text) => tell(world, &text),
            Err(problem) => refuse(world, problem),
        },
        Intent::Continue => {
            let here = world.get_resource::<MenuModel>().is_some_and(|menu| menu.can_continue);
            if here {
                with_table(world, |table| table.paused = false);
                saving::keep_for_report(world);
                go_to(world, Screen::Battle);
            } else if let Err(problem) = saving::load_automatic(world)
                && let Some(mut menu) = world.get_resource_mut::<MenuModel>()
            {
                menu.problem = Some(problem);
                menu.unfinished = None;
            }
        }
        Intent::QuickSave => attempt(world, saving::quick),
        Intent::QuickLoad => attempt(world, saving::load_quick),
        Intent::ToMenu if editor::come_back(world) => {
            world.remove_resource::<Watching>();
            with_table(world, |table| table.paused = false);
        }
        Intent::ToMenu => {
            watching::leave(world);
            to_menu(world);
        }
        Intent::Editor(level) => {
            with_table(world, |table| table.notice = None);
            editor::enter(world, level.as_deref());
        }
        Intent::Quit => editor::quit(world),
    }
}

/// Applies and saves the settings. Tells the player if saving fails.
fn set(world: &mut World, settings: Settings) {
    let settings = settings.bounded();
    let file = world.get_resource::<SettingsFile>().cloned().unwrap_or_default();
    let saved = file.save(&settings);
    let bookkeeping = settings.bookkeeping;
    world.insert_resource(settings.key_map());
    world.insert_resource(settings);
    with_table(world, |table| {
        table.panels.log.bookkeeping = bookkeeping;
        let notice = |problem: Problem| Notice { text: problem.to_string(), refusal: true };
        table.notice = saved.err().map(notice);
    });
}

/// Goes to the menu. A battle under way can be continued from there.
pub(super) fn to_menu(world: &mut World) {
    let standing = world.get_resource::<BattleStatusRes>().and_then(|s| s.0.as_ref());
    let unfinished = standing.is_some_and(|rest| !matches!(rest, BattleStatus::Over(_)));
    let kept = world.get_resource::<Shelf>().and_then(saving::unfinished);
    if let Some(mut menu) = world.get_resource_mut::<MenuModel>() {
        menu.can_continue = unfinished;
        menu.unfinished = kept;
    }
    with_table(world, |table| table.paused = false);
    // A crash from here on has nothing to do with the battle.
    crash::keep(None);
    go_to(world, Screen::Menu);
}

/// Does something; tells the player if it fails.
fn attempt(world: &mut World, act: impl FnOnce(&mut World) -> Result<(), String>) {
    if let Err(problem) = act(world) {
        refuse(world, problem);
    }
}

/// Starts the current battle again with a new seed.
fn rematch(world: &mut World) -> Result<(), String> {
    let record = world.get_resource::<Record>().cloned().ok_or("There is no battle.")?;
    let rules = world.get_resource::<battle::Rules>().map(|rules| rules.0.clone());
    let rules = rules.ok_or("There is no battle.")?;
    let record = Record { seed: fresh_seed(), ..record };
    let setup = record.setup(rules).map_err(|e| e.to_string())?;
    begin(world, setup)
}

/// Starts a battle. Puts the current one aside if it is not over.
fn begin(world: &mut World, setup: Setup) -> Result<(), String> {
    let seats = setup.record.controllers.clone();
    world.remove_resource::<Watching>();
    saving::put_aside(world);
    battle::begin(world, setup).map_err(|fault| format!("The ruleset failed: {fault}"))?;
    sit_down(world, Seating::new(seats));
    Ok(())
}

/// Shows on the current screen why something cannot be done.
fn refuse(world: &mut World, text: String) {
    let in_menu = world.get_resource::<InState<Screen>>().is_some_and(|s| *s.get() == Screen::Menu);
    if let Some(mut menu) = world.get_resource_mut::<MenuModel>().filter(|_| in_menu) {
        menu.problem = Some(text.clone());
    }
    with_table(world, |table| table.notice = Some(Notice { text, refusal: true }));
}

/// The current settings.
fn settings(world: &World) -> Settings {
    world.get_resource::<Settings>().cloned().unwrap_or_default()
}

/// Shows a notice, unless an error was shown just now.
fn tell(world: &mut World, text: &str) {
    with_table(world, |table| {
        let told = Notice { text: text.to_owned(), refusal: false };
        table.notice.get_or_insert(told);
    });
}

fn with_table(world: &mut World, change: impl FnOnce(&mut BattleUiState)) {
    if let Some(mut table) = world.get_resource_mut::<BattleUiState>() {
        table.stale = true;
        change(&mut table);
    }
}

/// Switches to another screen.
pub(super) fn go_to(world: &mut World, screen: Screen) {
    let there = world.get_resource::<InState<Screen>>().is_some_and(|s| *s.get() == screen);
    if let Some(mut next) = world.get_resource_mut::<NextState<Screen>>().filter(|_| !there) {
        next.set(screen);
    }
}

/// Passes input to the state machine and carries out what follows.
fn hand(world: &mut World, input: Input) {
    let hover = matches!(input, Input::Hover(_));
    let Some(mut table) = world.get_resource_mut::<BattleUiState>() else { return };
    let table = &mut *table;
    table.stale = true;
    if !hover {
        table.notice = None;
    }
    if let Some(Intent::Recap(step)) = table.for_recap(&input) {
        return recap(world, step);
    }
    let effects = table.hand.handle(input, &table.options);
    for effect in effects {
        match effect {
            Effect::Order(command) => {
                world.write_message(Order(command));
            }
            Effect::Explain(command) => explain(world, &command),
            Effect::Notice(text) => {
                with_table(world, |t| t.notice = Some(Notice { text, refusal: false }));
            }
            Effect::Centre(unit) => centre(world, unit),
            Effect::TakeSeat => take_seat(world),
            Effect::Pause => with_table(world, |table| table.paused = true),
        }
    }
}

/// Centres the view on a unit, unless its position is secret.
fn centre(world: &mut World, unit: UnitId) {
    if world.get_resource::<BattleUiState>().is_some_and(|table| table.shows(unit)) {
        world.write_message(Show::Unit(unit));
    }
}

/// Shows a step of the recap, or closes the panel.
fn recap(world: &mut World, step: Option<usize>) {
    let mut about = None;
    with_table(world, |table| match (step, &mut table.panels.recap) {
        (Some(step), Some(recap)) => {
            recap.at = step;
            about = recap.about();
        }
        _ => table.panels.recap = None,
    });
    if let Some(unit) = about {
        centre(world, unit);
    }
}

/// Tells the player why the rules refuse a command.
fn explain(world: &mut World, command: &Command) {
    let rules = world.get_resource::<battle::Rules>().map(|r| r.0.clone());
    let state = world.get_resource::<Snapshot>().map(|s| s.0.clone());
    let (Some(rules), Some(state)) = (rules, state) else { return };
    let text = match engine::check(&*rules, &state, command) {
        Err(refusal) => refusal.to_string(),
        // The target list was narrower than the rules: the command is possible after all.
        Ok(_) => {
            world.write_message(Order(command.clone()));
            return;
        }
    };
    with_table(world, |table| table.notice = Some(Notice { text, refusal: true }));
}

fn take_seat(world: &mut World) {
    let state = world.get_resource::<Snapshot>().map(|s| s.0.clone());
    let rest = world.get_resource::<BattleStatusRes>().and_then(|s| s.0.clone());
    let (Some(state), Some(rest)) = (state, rest) else { return };
    let Some(side) = available_actions::side_to_decide(&rest, &state) else { return };
    let events = world.get_resource::<EventLog>().map(|c| c.0.clone()).unwrap_or_default();
    with_table(world, |table| {
        if let Some(before) = table.seating.viewer() {
            table.left.insert(before, events.len());
        }
        table.panels.recap = table.left.get(&side).map(|since| {
            let fresh = events.get(*since..).unwrap_or_default();
            let seen = fresh.iter().filter(|e| e.is_seen_by(Some(side)));
            RecapModel::of(&seen.cloned().collect::<Vec<_>>(), &table.names)
        });
        table.seating.sit(side);
    });
}

/// Starts a battle. If it cannot start, the menu says why.
pub fn start_with(world: &mut World, set_up: SetUp) {
    let library = world.get_resource::<Library>().cloned().unwrap_or_default();
    let begun = prepare(&library, &set_up).and_then(|(setup, picture)| {
        begin(world, setup)?;
        world.insert_resource(picture);
        Ok(())
    });
    if let Err(problem) = begun {
        if let Some(mut menu) = world.get_resource_mut::<MenuModel>() {
            menu.problem = Some(problem);
        }
        go_to(world, Screen::Menu);
    }
}

/// Resets the UI state for the battle in the world.
pub(super) fn sit_down(world: &mut World, seating: Seating) {
    let mut table = BattleUiState { seating, stale: true, ..BattleUiState::default() };
    table.panels.log.bookkeeping =
        world.get_resource::<Settings>().is_some_and(|settings| settings.bookkeeping);
    world.insert_resource(table);
    go_to(world, Screen::Battle);
}

/// Reads the level and sets up the battle. Also returns the level's ground image.
fn prepare(library: &Library, set_up: &SetUp) -> Result<(Setup, GroundPicture), String> {
    let level = Level::load(&set_up.level).map_err(|problems| lines(&problems))?;
    let rules = RulesetId::from_name(&set_up.ruleset).and_then(|id| library.0.get(&id));
    let rules = rules.ok_or_else(|| format!("There is no ruleset `{}`.", set_up.ruleset))?;
    let choices = Choices {
        seed: set_up.seed,
        controllers: set_up.seats.clone(),
        referee: set_up.referee,
        ..Choices::default()
    };
    let picture = GroundPicture::of(&level, Some(&set_up.level));
    Setup::from_level(&level, Key::new(&set_up.ruleset), Arc::clone(rules), choices)
        .map(|setup| (setup, picture))
        .map_err(|errors| lines(&errors))
}

/// At most five problems, one per line.
fn lines<T: ToString>(problems: &[T]) -> String {
    let shown: Vec<String> = problems.iter().take(5).map(ToString::to_string).collect();
    match problems.len().saturating_sub(shown.len()) {
        0 => shown.join("\n"),
        more => format!("{}\nand {more} more", shown.join("\n")),
    }
}

/// A random seed, short enough to write down.
pub fn fresh_seed() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(1, |t| (t.as_micros() % 1_000_000) as u64)
}
