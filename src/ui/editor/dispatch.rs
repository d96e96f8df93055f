//! Performs editor actions.

use bevy::ecs::message::Messages;
use bevy::ecs::prelude::*;
use bevy::window::RequestRedraw;

use crate::board::Show;
use crate::intent::{Go, Intent, Page, PageAction};
use crate::library::Library;
use crate::screen::Screen;
use crate::screen::go_to;
use editor::{UnitAt, Where, unit_at};
use grid::Cell;
use level::Level;

use super::action::EditorAction;
use super::dialogs::{Asking, Then, with_papers};
use super::files;
use super::keeping::keep_now;
use super::pointer::Pointing;
use super::state::{EditorState, with_editor};
use super::{balance, parts, picture, play};

/// Performs all pending actions.
pub(super) fn dispatch(world: &mut World) {
    let actions = world.get_resource_mut::<Messages<EditorAction>>();
    let actions: Vec<EditorAction> = actions.map(|mut a| a.drain().collect()).unwrap_or_default();
    if !actions.is_empty() {
        world.write_message(RequestRedraw);
    }
    for action in actions {
        run(world, action);
    }
}

fn run(world: &mut World, action: EditorAction) {
    let under = world.get_resource::<Pointing>().and_then(|p| p.0).map(|spot| spot.cell());
    match action {
        EditorAction::Tool(kind) => with_editor(world, |editor| {
            editor.end_stroke();
            editor.let_go();
            editor.routing = false;
            editor.notice = None;
            editor.palette.kind = kind;
        }),
        EditorAction::Palette(palette) => with_editor(world, |editor| editor.palette = *palette),
        EditorAction::Edit(edit) => with_editor(world, |editor| {
            editor.notice = None;
            editor.apply(*edit);
        }),
        EditorAction::Refuse(text) => with_editor(world, |editor| editor.refuse(text)),
        EditorAction::Undo => with_editor(world, EditorState::undo),
        EditorAction::Redo => with_editor(world, EditorState::redo),
        EditorAction::GoTo(done) => with_editor(world, |editor| editor.go_to(done)),
        EditorAction::Layers(layers) => with_editor(world, |editor| {
            editor.end_stroke();
            editor.draft.layers = layers;
            editor.show_all();
        }),
        EditorAction::Symmetry(symmetry) => with_editor(world, |editor| editor.symmetry = symmetry),
        of_parts @ (EditorAction::Copy
        | EditorAction::Cut
        | EditorAction::TakePart(_)
        | EditorAction::KeepPart
        | EditorAction::RemovePart(_)) => parts::perform(world, of_parts),
        EditorAction::Paste => with_editor(world, EditorState::paste),
        EditorAction::Delete => with_editor(world, EditorState::delete),
        EditorAction::SelectAll => with_editor(world, |editor| {
            editor.selection = editor.level().ground.cells().collect();
        }),
        EditorAction::GridTransform(transform) => {
            with_editor(world, |editor| editor.transform(transform))
        }
        EditorAction::Turn => with_editor(world, |editor| editor.turn(under)),
        EditorAction::Pick => with_editor(world, |editor| {
            under.into_iter().for_each(|cell| editor.pick(cell));
        }),
        EditorAction::Cancel => with_editor(world, EditorState::cancel),
        EditorAction::Tab(tab) => with_editor(world, |editor| editor.tab = tab),
        EditorAction::Look(place) => look(world, place),
        EditorAction::Choose(unit) => with_editor(world, |editor| {
            editor.chosen = unit;
            editor.routing = false;
        }),
        EditorAction::Route(on) => with_editor(world, |editor| editor.routing = on),
        EditorAction::Numbers => with_editor(world, |editor| editor.numbers = !editor.numbers),
        EditorAction::LowWalls => with_editor(world, |editor| editor.low_walls = !editor.low_walls),
        EditorAction::Roofs => with_editor(world, |editor| editor.roofs = !editor.roofs),
        EditorAction::Storey(by) => with_editor(world, |editor| editor.step_storey(by)),
        EditorAction::Help => with_papers(world, |papers| papers.asking = Some(Asking::Help)),
        EditorAction::New => with_papers(world, |papers| {
            papers.asking = Some(Asking::New(files::usual_recipe()));
        }),
        EditorAction::Create(recipe) => {
            with_papers(world, |papers| papers.asking = None);
            files::guard(world, Then::Create(recipe));
        }
        EditorAction::Open(Some(file)) => files::open_file(world, file),
        EditorAction::Open(None) => files::ask_open(world),
        EditorAction::Recover { kept, of } => {
            with_papers(world, |papers| papers.asking = None);
            files::guard(world, Then::Recover(kept, of));
        }
        EditorAction::Discard { kept } => files::discard(world, &kept),
        EditorAction::Save => files::save(world),
        EditorAction::SaveAs => files::save_as(world),
        EditorAction::SaveFirst => files::save_first(world),
        EditorAction::DropChanges => files::drop_changes(world),
        EditorAction::ReadAgain => files::read_again(world),
        EditorAction::KeepMine => files::keep_mine(world),
        EditorAction::Dismiss => with_papers(world, |papers| {
            papers.asking = None;
            papers.dialog = None;
            papers.then = None;
        }),
        EditorAction::ChoosePicture => files::ask_picture(world),
        EditorAction::Fit(metres) => with_editor(world, |editor| picture::fit(editor, metres)),
        EditorAction::TestPlay => test_play(world),
        EditorAction::Play(ruleset) => {
            with_papers(world, |papers| papers.asking = None);
            play::begin(world, ruleset);
        }
        EditorAction::Estimate(ruleset, battles) => balance::begin(world, ruleset, battles),
        EditorAction::StopEstimate => balance::stop(world),
        EditorAction::Settings => ask(world, Intent::PageAction(PageAction::Open(Page::Settings))),
        EditorAction::Leave => {
            with_editor(world, EditorState::end_stroke);
            keep_now(world);
            go_to(world, Screen::Menu);
        }
        EditorAction::Quit => ask(world, Intent::Go(Go::Quit)),
    }
}

/// Plays the level; asks for the ruleset if there are several.
fn test_play(world: &mut World) {
    let library = world.get_resource::<Library>().cloned().unwrap_or_default();
    let mut whole = library.iter();
    match (whole.next(), whole.next()) {
        (Some((only, _)), None) => play::begin(world, only),
        _ => with_papers(world, |papers| papers.asking = Some(Asking::Ruleset)),
    }
}

fn ask(world: &mut World, intent: Intent) {
    world.write_message(intent);
}

/// Shows a place on the map and marks it.
fn look(world: &mut World, place: Where) {
    let Some(editor) = world.get_resource::<EditorState>() else { return };
    let cell = cell_of(editor.level(), &place);
    let unit = match &place {
        Where::Unit(at) => Some(*at),
        _ => None,
    };
    with_editor(world, |editor| {
        if let Where::Zone(name) = &place {
            editor.palette.zone = Some(name.clone());
        }
        editor.chosen = unit.or(editor.chosen);
        editor.mark = Some(place);
    });
    if let Some(cell) = cell {
        world.write_message(Show::Cell(cell));
    }
}

/// The cell at the centre of a place.
pub(super) fn cell_of(level: &Level, place: &Where) -> Option<Cell> {
    match place {
        Where::Cell(cell) => Some(*cell),
        Where::Edge(at) => Some(at.cell),
        Where::Unit(UnitAt { side, unit }) => {
            unit_at(level, UnitAt { side: *side, unit: *unit }).map(|unit| unit.at)
        }
        Where::Zone(name) => {
            let cells = level.regions.get(name)?;
            cells.iter().nth(cells.len() / 2).copied()
        }
    }
}
