//! Carries out the player's UI actions: passes input to the
//! interaction's state machine, and starts and leaves battles.

use bevy::ecs::message::Messages;
use bevy::ecs::prelude::*;
use bevy::window::RequestRedraw;

use battle::{self, BattleState, CurrentStatus, EventLog, Order};
use grid::UnitId;
use rules::engine;
use rules::fog;
use rules::{Command, Event, EventKind};

use super::action::UiAction;
use super::available_actions;
use super::board::{Busy, Show, Skip};
use super::deployment::{self, Deploying};
use super::editor::{ask_level, come_back, enter, play_again, quit};
use super::hints;
use super::hud::RecapModel;
use super::intent::{Deploy, Guide, Intent, Page};
use super::interaction::{Effect, Input, Mode};
use super::learn;
use super::links;
use super::menu::MenuModel;
use super::names::Names;
use super::notice::Notice;
use super::notices::{attempt, change, mark_stale, notify, refuse, tell};
use super::pages::{Pages, Pause, set_pause};
use super::panels::Panels;
use super::preferences;
use super::saving;
use super::screen::{Screen, go_to};
use super::seating::Seats;
use super::selection::Selection;
use super::session;
use super::take_back;
use super::tips;
use super::watching::{self, Replay, set_replay};

/// Carries out all UI actions. An action that advances the battle skips the running animation and
/// waits until the panels are up to date.
pub(super) fn obey(
    world: &mut World,
    mut was_busy: Local<bool>,
    mut waiting: Local<Vec<UiAction>>,
) {
    let busy = world.get_resource::<Busy>().is_some_and(|busy| busy.0);
    let behind = std::mem::replace(&mut *was_busy, busy) || busy;
    let mut actions = std::mem::take(&mut *waiting);
    if let Some(mut fresh) = world.get_resource_mut::<Messages<UiAction>>() {
        actions.extend(fresh.drain());
    }
    let (later, now): (Vec<UiAction>, Vec<UiAction>) =
        actions.into_iter().partition(|action| behind && action.plays());
    if busy && !later.is_empty() {
        world.write_message(Skip);
    }
    if !later.is_empty() || !now.is_empty() {
        world.write_message(RequestRedraw);
    }
    *waiting = later;
    for action in now {
        match action {
            UiAction::Input(input) => give_input(world, input),
            UiAction::Ask(intent) => ask(world, intent),
        }
    }
}

fn ask(world: &mut World, intent: Intent) {
    match intent {
        Intent::Act(act) => give_input(world, Input::Act(act)),
        Intent::Group(group) => give_input(world, Input::Group(group)),
        Intent::More => give_input(world, Input::More),
        Intent::PathOption(way) => give_input(world, Input::PathOption(way)),
        Intent::Adjust(id, value) => give_input(world, Input::Set(id, value)),
        Intent::Part(part) => give_input(world, Input::Part(part)),
        Intent::Face => give_input(world, Input::Face),
        Intent::Move => give_input(world, Input::Move),
        Intent::Confirm => give_input(world, Input::Confirm),
        Intent::Cancel => give_input(world, Input::Cancel),
        Intent::Hold => give_input(world, Input::Hold),
        Intent::EndTurn => give_input(world, Input::EndTurn),
        Intent::Answer(n) => give_input(world, Input::Answer(n)),
        Intent::Look(unit) => give_input(world, Input::Look(unit)),
        Intent::FromAbove => {
            world.write_message(Show::FromAbove);
        }
        Intent::TakeSeat if is_deploying(world) => deployment::obey(world, Deploy::Confirm),
        Intent::TakeSeat => give_input(world, Input::Confirm),
        Intent::Deploy(input) => deployment::obey(world, input),
        Intent::Recap(step) => recap(world, step),
        Intent::Toggle(tool) => {
            notify(world, None);
            change(world, |selection: &mut Selection| {
                selection.open = Some(tool).filter(|_| selection.open != Some(tool));
            });
        }
        Intent::ReadLog => change(world, |panels: &mut Panels| {
            (panels.folds.log, panels.folds.all) = (true, false);
            panels.log.asked = panels.log.asked.wrapping_add(1);
        }),
        Intent::Fold(fold) => change(world, |panels: &mut Panels| panels.folds.turn(fold)),
        Intent::Policy { side, about, policy } => {
            order(world, Command::Policy { side, about, policy });
        }
        Intent::Rule(ruling) => order(world, Command::Ruling(ruling)),
        Intent::Lens(lens) => change(world, |selection: &mut Selection| {
            selection.lens = Some(lens).filter(|_| selection.lens != Some(lens));
        }),
        Intent::Open(page) => open(world, page),
        Intent::ClosePages => {
            set_pause(world, Pause::Running);
            change(world, |pages: &mut Pages| pages.binding = None);
        }
        Intent::Set(settings) => preferences::set(world, *settings),
        Intent::AwaitKey(action) => change(world, |pages: &mut Pages| pages.binding = action),
        Intent::Bind(action, chord) => preferences::bind(world, action, chord),
        Intent::ToggleBookkeeping => {
            change(world, |panels: &mut Panels| panels.log.bookkeeping ^= true);
        }
        Intent::Speed => preferences::next_speed(world),
        Intent::Calm => preferences::toggle_motion(world),
        Intent::Mute => preferences::toggle_sound(world),
        Intent::Start(set_up) => {
            set_replay(world, Replay::Off);
            session::start_with(world, set_up);
        }
        Intent::Learn(id) => {
            set_replay(world, Replay::Off);
            learn::start_listed(world, &id);
        }
        Intent::Lessons => {
            to_menu(world);
            open(world, Page::Learn);
        }
        Intent::Guide(guide) => learn::obey(world, guide),
        Intent::CloseTip { read } => tips::close(world, read),
        Intent::Point(unit) => links::point(world, unit),
        Intent::Rematch if play_again(world) || learn::again(world) => {}
        Intent::Rematch => attempt(world, |world| {
            set_replay(world, Replay::Off);
            session::rematch(world)
        }),
        Intent::TakeBack => attempt(world, take_back::take_back),
        Intent::Hint => attempt(world, hints::ask),
        Intent::SaveAs(name) => {
            attempt(world, |world| saving::save_as(world, &name));
            saving::list(world);
        }
        Intent::Load(path) => attempt(world, |world| saving::load(world, &path)),
        Intent::Forget(path) => attempt(world, |world| saving::forget(world, &path)),
        Intent::WatchKept(path) => attempt(world, |world| watching::begin_kept(world, &path)),
        Intent::WatchThis => attempt(world, watching::begin_this),
        Intent::Watch(watch) => attempt(world, |world| watching::obey(world, watch)),
        Intent::Export(format) => match saving::export(world, format) {
            Ok(text) => tell(world, &text),
            Err(problem) => refuse(world, problem.to_string()),
        },
        Intent::Continue => go_on(world),
        Intent::QuickSave => attempt(world, saving::quick),
        Intent::QuickLoad => attempt(world, saving::load_quick),
        Intent::ToMenu => to_menu(world),
        Intent::OpenLevel => ask_level(world),
        Intent::Editor(level) => {
            notify(world, None);
            enter(world, level.as_deref());
        }
        Intent::Quit => quit(world),
    }
}

/// Back to the menu, or to where a test or a lesson was started from.
fn to_menu(world: &mut World) {
    if come_back(world) {
        set_replay(world, Replay::Off);
        set_pause(world, Pause::Running);
    } else if !learn::leave(world) {
        if !deployment::leave(world) {
            watching::leave(world);
        }
        session::to_menu(world);
    }
}

/// True while players place their units.
fn is_deploying(world: &World) -> bool {
    world.contains_resource::<Deploying>()
}

/// Gives a command that is not about one unit.
fn order(world: &mut World, command: Command) {
    notify(world, None);
    world.write_message(Order(command));
}

/// Opens a page over the board.
fn open(world: &mut World, page: Page) {
    if page == Page::Saves {
        saving::list(world);
    }
    change(world, |pages: &mut Pages| *pages = Pages { page, binding: None });
    set_pause(world, Pause::Paused);
}

/// Continues the battle in progress, or the autosaved one.
fn go_on(world: &mut World) {
    if world.get_resource::<MenuModel>().is_some_and(|menu| menu.can_continue) {
        set_pause(world, Pause::Running);
        saving::keep_for_report(world);
        go_to(world, Screen::Battle);
    } else if let Err(problem) = saving::load_automatic(world)
        && let Some(mut menu) = world.get_resource_mut::<MenuModel>()
    {
        menu.problem = Some(problem.to_string());
        menu.unfinished = None;
    }
}

/// Passes input to the state machine and carries out the result.
fn give_input(world: &mut World, input: Input) {
    let hover = matches!(input, Input::Hover(_) | Input::HoverFloor(_));
    mark_stale(world);
    if !hover {
        notify(world, None);
        // A player who acts has seen whose turn it is.
        change(world, |panels: &mut Panels| panels.banner = None);
    }
    let mode = world.get_resource::<Selection>().map(|selection| &selection.hand.mode);
    let recapped = world.get_resource::<Panels>().zip(mode);
    let recapped = recapped.and_then(|(panels, mode)| panels.for_recap(&input, mode));
    if let Some(Intent::Recap(step)) = recapped {
        return recap(world, step);
    }
    if learn::goes_on(world, &input) {
        return learn::obey(world, Guide::Next);
    }
    let Some(mut selection) = world.get_resource_mut::<Selection>() else { return };
    let selection = &mut *selection;
    let effects = selection.hand.handle(input, &selection.options);
    for effect in effects {
        match effect {
            Effect::Order(command) => {
                world.write_message(Order(command));
            }
            Effect::Explain(command) => explain(world, &command),
            Effect::Notice(text) => notify(world, Some(Notice::told(text))),
            Effect::Centre(unit) => centre(world, unit),
            Effect::TakeSeat => take_seat(world),
            Effect::Pause => set_pause(world, Pause::Paused),
        }
    }
}

/// Centres the view on a unit, unless its position is secret. A target is shown together with the
/// unit that aims at it.
fn centre(world: &mut World, unit: UnitId) {
    let Some(selection) = world.get_resource::<Selection>() else { return };
    if !selection.shows(unit) {
        return;
    }
    let aims = matches!(selection.hand.mode, Mode::Aiming { .. });
    let actor = selection.options.actor.filter(|actor| aims && *actor != unit);
    world.write_message(actor.map_or(Show::Unit(unit), |actor| Show::Both(actor, unit)));
}

/// Shows a step of the recap, or closes the panel.
fn recap(world: &mut World, step: Option<usize>) {
    let mut about = None;
    change(world, |panels: &mut Panels| match (step, &mut panels.recap) {
        (Some(step), Some(recap)) => {
            recap.at = step;
            about = recap.about();
        }
        _ => panels.recap = None,
    });
    if let Some(unit) = about {
        centre(world, unit);
    }
}

/// Tells the player why the rules refuse a command.
fn explain(world: &mut World, command: &Command) {
    let rules = world.get_resource::<battle::Rules>().map(|r| r.0.clone());
    let state = world.get_resource::<BattleState>().map(|s| s.0.clone());
    let (Some(rules), Some(state)) = (rules, state) else { return };
    let text = match engine::check(&*rules, &state, command) {
        Err(refusal) => refusal.to_string(),
        // The target list was narrower than the rules: the command is allowed after all, and
        // previewed like any other.
        Ok(_) => {
            let Command::Act { targets, .. } = command else { return };
            let last = targets.last().copied();
            change(world, |selection: &mut Selection| {
                if let Mode::Aiming { target, .. } = &mut selection.hand.mode {
                    *target = last;
                }
            });
            mark_stale(world);
            return;
        }
    };
    notify(world, Some(Notice::refusal(text)));
}

fn take_seat(world: &mut World) {
    let state = world.get_resource::<BattleState>().map(|s| s.0.clone());
    let rest = world.get_resource::<CurrentStatus>().and_then(|s| s.0.clone());
    let (Some(state), Some(rest)) = (state, rest) else { return };
    let Some(side) = available_actions::side_to_decide(&rest, &state) else { return };
    let events = world.get_resource::<EventLog>().map(|c| c.0.clone()).unwrap_or_default();
    let names = world.get_resource::<Names>().cloned().unwrap_or_default();
    let mut since = None;
    change(world, |seats: &mut Seats| {
        if let Some(before) = seats.seating.seated() {
            seats.left.insert(before, events.len());
        }
        since = seats.left.get(&side).copied();
        seats.seating.sit(side);
    });
    let rules = world.get_resource::<battle::Rules>().map(|rules| rules.0.clone());
    // Who sits down for the first time is told of the turns of others before.
    let first = || events.iter().position(|e| matches!(e.what, EventKind::TurnBegan { .. }));
    let recap = since.or_else(first).zip(rules).map(|(since, rules)| {
        let unseen = available_actions::unseen(&*rules, &state, Some(side));
        let blank = rules.describe().blank_turns;
        let told = |event| fog::as_told(event, Some(side), |id| unseen.contains(&id), blank);
        let fresh = events.get(since..).unwrap_or_default();
        let seen: Vec<Event> = fresh.iter().filter_map(told).collect();
        let own = |id| state.unit(id).is_some_and(|unit| unit.side() == side);
        RecapModel::of(&seen, &names, own)
    });
    // With nothing to tell, a line is enough: a panel would cover the board.
    let (told, empty) = match recap {
        Some(recap) if recap.steps.is_empty() => (None, since.is_some()),
        recap => (recap, false),
    };
    change(world, |panels: &mut Panels| panels.recap = told);
    if empty {
        notify(world, Some(Notice::told("Since your last turn, your side saw nothing.")));
    }
}
