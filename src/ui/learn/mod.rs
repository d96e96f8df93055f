//! Lessons: starts and leaves them, tracks what the player does, and marks the subject of a step.

mod panel;

use std::sync::Arc;

use bevy::app::{App, Update};
use bevy::ecs::prelude::*;
use bevy::window::RequestRedraw;

use battle::save::shelf::SaveFolder;
use battle::{self, BattleState, CurrentStatus, EventLog, Order, Rules};
use lesson::{Awaits, Lesson, Mark, Opened, Seen, ViewAction};
use rules::Event;
use rules::engine;
use rules::engine::BattleStatus;
use rules::state::State;
use scenario::{View, command_of};
use settings::Settings;
use view::CameraRig;

use super::autosave::unfinished;
use super::available_actions::side_to_decide;
use super::board::{Busy, GroundPicture, PointedSpot, PointedSpots};
use super::intent::{Fold, Guide, Intent, Panel, Tool};
use super::interaction::{Input, Mode};
use super::learning::{Learning, Lessons};
use super::lens::Lens;
use super::library::Library;
use super::menu::MenuModel;
use super::notices::{change, mark_stale, tell};
use super::pages::{Pause, set_pause};
use super::panels::Panels;
use super::preferences;
use super::refresh;
use super::screen::{Screen, UiSet, go_to};
use super::seat::sit_down;
use super::seating::Seating;
use super::selection::Selection;
use super::session;

pub(super) use panel::{
    GuideModel, HEIGHT, brought_into_view, mark, outline, place, place_of, show,
};

/// Adds lessons.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Lessons>().add_systems(
        Update,
        (follow.run_if(resource_exists::<Learning>), forget.run_if(resource_removed::<Learning>))
            .in_set(UiSet::Dispatch)
            .after(refresh::think),
    );
}

/// Starts a lesson of the list. If it cannot start, the menu says why.
pub(super) fn start_listed(world: &mut World, id: &str) {
    let listed = world.get_resource::<Lessons>().and_then(|lessons| {
        let found = lessons.0.iter().find(|listed| listed.id == id)?;
        Some(found.lesson.clone())
    });
    match listed {
        Some(Ok(lesson)) => start(world, lesson),
        Some(Err(problem)) => refuse(world, problem.to_string()),
        None => refuse(world, format!("There is no lesson `{id}`.")),
    }
}

/// Starts a lesson. If it cannot start, the menu says why.
pub fn start(world: &mut World, lesson: Arc<Lesson>) {
    let rules = world.get_resource::<Library>().and_then(|l| l.0.get(&lesson.ruleset).cloned());
    let Some(rules) = rules else {
        let name = lesson.ruleset.name();
        return refuse(world, format!("There is no ruleset `{name}`."));
    };
    let setup = match lesson.setup(rules) {
        Ok(setup) => setup,
        Err(problems) => {
            let first = problems.first().map(ToString::to_string).unwrap_or_default();
            return refuse(world, first);
        }
    };
    let seats = setup.record.controllers.clone();
    if let Err(fault) = battle::begin(world, setup) {
        return refuse(world, format!("The ruleset failed: {fault}"));
    }
    sit_down(world, Seating::new(seats));
    world.insert_resource(GroundPicture::of(&lesson.level, None));
    world.insert_resource(Learning::new(lesson));
    keep_other_battle(world);
}

fn refuse(world: &mut World, text: String) {
    if let Some(mut menu) = world.get_resource_mut::<MenuModel>() {
        menu.problem = Some(text);
    }
    set_pause(world, Pause::Running);
    go_to(world, Screen::Menu);
}

/// Keeps the unfinished battle only in its file.
fn keep_other_battle(world: &mut World) {
    let left = world.get_resource::<SaveFolder>().and_then(unfinished);
    if let Some(mut menu) = world.get_resource_mut::<MenuModel>() {
        (menu.can_continue, menu.unfinished) = (false, left);
    }
}

/// Leaves the lesson for the menu. False if the battle is not a lesson.
pub(super) fn leave(world: &mut World) -> bool {
    if world.remove_resource::<Learning>().is_none() {
        return false;
    }
    session::to_menu(world);
    keep_other_battle(world);
    crash::keep(None);
    true
}

/// Restarts the lesson. False if the battle is not a lesson.
pub(super) fn again(world: &mut World) -> bool {
    let Some(lesson) = world.get_resource::<Learning>().map(|l| Arc::clone(&l.lesson)) else {
        return false;
    };
    start(world, lesson);
    true
}

/// Carries out the player's request to the lesson.
pub(super) fn carry_out(world: &mut World, guide: Guide) {
    match guide {
        Guide::Next => change(world, |learning: &mut Learning| {
            let at = learning.progress.at();
            match learning.review {
                Some(place) => learning.review = Some(place + 1).filter(|place| *place < at),
                None => learning.next = true,
            }
        }),
        Guide::Back => change(world, |learning: &mut Learning| {
            learning.review = learning.place().checked_sub(1);
        }),
        Guide::Show => show_me(world),
    }
    world.write_message(RequestRedraw);
}

/// True if the confirm key continues the lesson, because there is nothing else to confirm.
pub(super) fn goes_on(world: &World, input: &Input) -> bool {
    let Some(learning) = world.get_resource::<Learning>() else { return false };
    let reads =
        learning.review.is_some() || learning.step().is_some_and(|step| step.until == Awaits::Next);
    let idle = world.get_resource::<Selection>().is_some_and(|selection| {
        selection.hand.mode == Mode::Idle && selection.hand.cursor.is_none()
    });
    *input == Input::Confirm && reads && idle
}

/// Does what the current step waits for: a window action, or the next of its commands that is
/// allowed.
fn show_me(world: &mut World) {
    let learning = world.get_resource::<Learning>();
    let glance = learning.and_then(|learning| {
        let step = learning.lesson.steps.get(learning.progress.at())?;
        step.until.glance(&learning.lesson.names)
    });
    match glance {
        Some(glance) => show_glance(world, glance),
        None => show_command(world),
    }
}

/// Performs a window action.
fn show_glance(world: &mut World, glance: ViewAction) {
    let action = match glance {
        ViewAction::View => {
            if let Some(mut rig) = world.get_resource_mut::<CameraRig>() {
                *rig = rig.stepped(1.0);
            }
            return;
        }
        ViewAction::Unit(unit) => Intent::Input(Input::Look(unit)),
        ViewAction::Aim(act) => Intent::Input(Input::Act(act)),
        ViewAction::Open(Opened::Log) => Intent::Panel(Panel::Fold(Fold::Log)),
        ViewAction::Open(Opened::Sheet) => Intent::Panel(Panel::Fold(Fold::Sheet)),
        ViewAction::Open(Opened::More) => Intent::Input(Input::More),
        ViewAction::Open(Opened::Lens) => Intent::Panel(Panel::Lens(Lens::Heights)),
        ViewAction::Open(Opened::Orders) => Intent::Panel(Panel::Toggle(Tool::Orders)),
        ViewAction::Next | ViewAction::Answer => return,
    };
    world.write_message(action);
}

/// Gives the next command that the current step shows and that is allowed.
fn show_command(world: &mut World) {
    let battle = world.get_resource::<Rules>().zip(world.get_resource::<BattleState>());
    let battle = battle.map(|(rules, state)| (Arc::clone(&rules.0), Arc::clone(&state.0)));
    let rest = world.get_resource::<CurrentStatus>().and_then(|status| status.0.clone());
    let Some(((rules, state), rest)) = battle.zip(rest) else { return };
    let Some(learning) = world.get_resource::<Learning>().cloned() else { return };
    let Some(step) = learning.lesson.steps.get(learning.progress.at()) else { return };
    if side_to_decide(&rest, &state) != Some(learning.lesson.side) {
        return tell(world, "The other side's turn comes first.");
    }
    let view = View { rules: &*rules, state: &state, names: &learning.lesson.names };
    let count = step.acts.len();
    for tried in 0..count {
        let first = if step.again { 0 } else { learning.shown };
        let place = (first + tried) % count;
        let wanted = step.acts.get(place);
        let command = wanted.and_then(|wanted| command_of(view, wanted, &step.with).ok());
        let allowed = command.filter(|c| engine::check(&*rules, &state, c).is_ok());
        if let Some(command) = allowed {
            change(world, |learning: &mut Learning| learning.shown = place + 1);
            world.write_message(Order(command));
            return;
        }
    }
    tell(world, "Not possible from here. End the turn, or start the lesson again.");
}

/// Processes what has happened and what the player does, once the board has shown it.
fn follow(world: &mut World) {
    if world.get_resource::<Busy>().is_some_and(|busy| busy.0) {
        return lay(world, Vec::new());
    }
    let Some(state) = world.get_resource::<BattleState>().map(|s| Arc::clone(&s.0)) else { return };
    world.resource_scope(|world, mut learning: Mut<Learning>| {
        let learning = &mut *learning;
        if take(world, learning, &state) {
            learning.begin_step();
            mark_stale(world);
            world.write_message(RequestRedraw);
        }
        if learning.is_finished() && !learning.noted {
            learning.noted = true;
            note(world, &learning.lesson.id);
        }
        lay(world, meant(learning, &state));
    });
}

/// Removes the marks of a lesson that has ended.
fn forget(mut marks: ResMut<PointedSpots>) {
    marks.lesson.clear();
}

/// Processes an observation. True if another step is current.
fn take(world: &mut World, learning: &mut Learning, state: &State) -> bool {
    let side = Some(learning.lesson.side);
    let Some(log) = world.get_resource::<EventLog>() else { return false };
    let count = log.0.len();
    let fresh = log.0.get(learning.heard..).unwrap_or_default();
    let news: Vec<Event> = fresh.iter().filter(|e| e.is_seen_by(side)).cloned().collect();
    let back = count < learning.heard && learning.progress.rewind(count);
    let asked = state.queue.waiting.as_ref().is_some_and(|prompt| Some(prompt.side) == side);
    let answered = learning.asked && (count > learning.heard || !asked);
    (learning.heard, learning.asked) = (count, asked);
    let mut glances = glances(world, learning);
    if answered {
        glances.push(ViewAction::Answer);
    }
    let seen = Seen { state, news: &news, glances: &glances };
    let lesson = Arc::clone(&learning.lesson);
    learning.progress.take(&lesson, &seen, count) || back
}

/// The player's current window actions.
fn glances(world: &World, learning: &mut Learning) -> Vec<ViewAction> {
    let mut found = Vec::new();
    if std::mem::take(&mut learning.next) {
        found.push(ViewAction::Next);
    }
    if let Some(rig) = world.get_resource::<CameraRig>() {
        let before = *learning.view.get_or_insert(*rig);
        if is_turned(before, *rig) {
            found.push(ViewAction::View);
        }
    }
    if let Some(selection) = world.get_resource::<Selection>() {
        let hand = &selection.hand;
        let under = selection.pointed_body();
        found.extend(under.into_iter().chain(hand.looked_at).map(ViewAction::Unit));
        if let Mode::Aiming { act, .. } = &hand.mode {
            found.push(ViewAction::Aim(act.clone()));
        }
        let open = [
            (selection.lens.is_some(), Opened::Lens),
            (selection.open == Some(Tool::Orders), Opened::Orders),
            (hand.open_group(&selection.options).is_some(), Opened::More),
        ];
        found
            .extend(open.into_iter().filter(|(is, _)| *is).map(|(_, what)| ViewAction::Open(what)));
    }
    if let Some(panels) = world.get_resource::<Panels>() {
        let open = [(panels.folds.log, Opened::Log), (panels.folds.sheet, Opened::Sheet)];
        found
            .extend(open.into_iter().filter(|(is, _)| *is).map(|(_, what)| ViewAction::Open(what)));
    }
    found
}

/// True if the player has turned, tilted or zoomed the view. Moving it does not count: the game
/// moves it too.
fn is_turned(before: CameraRig, now: CameraRig) -> bool {
    !before.is_near(CameraRig { focus: before.focus, ..now })
}

/// Records in the settings that a lesson is finished.
fn note(world: &mut World, id: &str) {
    let mut settings = world.get_resource::<Settings>().cloned().unwrap_or_default();
    if settings.lessons.insert(id.to_owned()) {
        preferences::set(world, settings);
    }
}

/// Marks the subjects of a lesson on the board.
fn lay(world: &mut World, lesson: Vec<PointedSpot>) {
    if let Some(mut marks) = world.get_resource_mut::<PointedSpots>() {
        let found = PointedSpots { lesson, ..marks.clone() };
        marks.set_if_neq(found);
    }
}

/// The places on the board that the player's current step refers to.
fn meant(learning: &Learning, state: &State) -> Vec<PointedSpot> {
    let mark = learning.step().and_then(|step| step.mark.as_ref());
    match mark {
        Some(Mark::Cells(cells)) => cells.iter().copied().map(PointedSpot::from).collect(),
        Some(Mark::Unit(name)) => {
            let unit = learning.lesson.names.unit_id(name).and_then(|id| state.unit(id));
            unit.and_then(PointedSpot::of).into_iter().collect()
        }
        Some(Mark::Act(_) | Mark::Button(_) | Mark::Panel(_)) | None => Vec::new(),
    }
}

/// True if the battle is over, as far as the window shows it.
pub(super) fn is_over(status: Option<&CurrentStatus>) -> bool {
    matches!(status.and_then(|status| status.0.as_ref()), Some(BattleStatus::Over(_)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turning_and_zooming_count_as_looking_round_but_moving_does_not() {
        let rig = CameraRig::default();
        assert!(is_turned(rig, rig.turned(0.3)));
        assert!(is_turned(rig, rig.tilted(0.2)));
        assert!(is_turned(rig, CameraRig { distance: rig.distance + 3.0, ..rig }));
        assert!(!is_turned(rig, rig.panned(4.0, 1.0)));
    }
}
