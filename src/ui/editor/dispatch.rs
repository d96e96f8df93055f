//! Carries out what the map builder asks for.

use bevy::ecs::prelude::*;
use bevy::window::RequestRedraw;

use crate::editor::{UnitAt, Where, unit_at};
use crate::grid::Cell;
use crate::level::Level;
use crate::ui::action::UiAction;
use crate::ui::board::Show;
use crate::ui::hud::Page;
use crate::ui::intent::Intent;
use crate::ui::library::Library;
use crate::ui::screen::Screen;
use crate::ui::screen::go_to;

use super::EditorActions;
use super::action::EditorAction;
use super::files::{self, Asking, Then, with_desk, with_papers};
use super::keeping::keep_now;
use super::pointer::Pointing;
use super::state::EditorState;
use super::{balance, picture, play};

/// Carries out all errands.
pub(super) fn obey(world: &mut World) {
    let actions = world.get_resource_mut::<EditorActions>().map(|mut e| std::mem::take(&mut e.0));
    let actions = actions.unwrap_or_default();
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
        EditorAction::Tool(kind) => with_desk(world, |desk| {
            desk.end_stroke();
            desk.floating = false;
            desk.notice = None;
            desk.palette.kind = kind;
        }),
        EditorAction::Palette(palette) => with_desk(world, |desk| desk.palette = *palette),
        EditorAction::Edit(edit) => with_desk(world, |desk| {
            desk.notice = None;
            desk.apply(*edit);
        }),
        EditorAction::Refuse(text) => with_desk(world, |desk| desk.refuse(text)),
        EditorAction::Undo => with_desk(world, EditorState::undo),
        EditorAction::Redo => with_desk(world, EditorState::redo),
        EditorAction::GoTo(done) => with_desk(world, |desk| desk.go_to(done)),
        EditorAction::Layers(layers) => with_desk(world, |desk| {
            desk.end_stroke();
            desk.draft.layers = layers;
            desk.show_all();
        }),
        EditorAction::Symmetry(symmetry) => with_desk(world, |desk| desk.symmetry = symmetry),
        EditorAction::Copy => with_desk(world, |desk| {
            desk.copy();
        }),
        EditorAction::Cut => with_desk(world, EditorState::cut),
        EditorAction::Paste => with_desk(world, EditorState::paste),
        EditorAction::Delete => with_desk(world, EditorState::delete),
        EditorAction::SelectAll => with_desk(world, |desk| {
            desk.selection = desk.level().ground.cells().collect();
        }),
        EditorAction::GridTransform(spin) => with_desk(world, |desk| desk.spin(spin)),
        EditorAction::Turn => with_desk(world, |desk| desk.turn(under)),
        EditorAction::Pick => with_desk(world, |desk| {
            if let Some(cell) = under {
                desk.pick(cell);
            }
        }),
        EditorAction::Cancel => with_desk(world, EditorState::cancel),
        EditorAction::Tab(tab) => with_desk(world, |desk| desk.tab = tab),
        EditorAction::Look(place) => look(world, place),
        EditorAction::Choose(unit) => with_desk(world, |desk| desk.chosen = unit),
        EditorAction::Numbers => with_desk(world, |desk| desk.numbers = !desk.numbers),
        EditorAction::LowWalls => with_desk(world, |desk| desk.low_walls = !desk.low_walls),
        EditorAction::Help => with_papers(world, |papers| papers.asking = Some(Asking::Help)),
        EditorAction::New => with_papers(world, |papers| {
            papers.asking = Some(Asking::New(files::usual_recipe()));
        }),
        EditorAction::Create(recipe) => {
            with_papers(world, |papers| papers.asking = None);
            files::guard(world, Then::Create(recipe));
        }
        EditorAction::Open(Some(file)) => files::guard(world, Then::Open(file)),
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
        EditorAction::Dismiss => with_papers(world, |papers| {
            papers.asking = None;
            papers.dialog = None;
            papers.then = None;
        }),
        EditorAction::ChoosePicture => files::ask_picture(world),
        EditorAction::Fit(metres) => with_desk(world, |desk| picture::fit(desk, metres)),
        EditorAction::TestPlay => {
            let library = world.get_resource::<Library>().cloned().unwrap_or_default();
            let mut whole = library.whole();
            match (whole.next(), whole.next()) {
                (Some((only, _)), None) => play::begin(world, only),
                _ => with_papers(world, |papers| papers.asking = Some(Asking::Ruleset)),
            }
        }
        EditorAction::Play(ruleset) => {
            with_papers(world, |papers| papers.asking = None);
            play::begin(world, ruleset);
        }
        EditorAction::Estimate(ruleset, battles) => balance::begin(world, ruleset, battles),
        EditorAction::StopEstimate => {
            if let Some(mut balance) = world.get_resource_mut::<balance::Balance>() {
                balance.stop();
            }
        }
        EditorAction::Settings => wish(world, Intent::Open(Page::Settings)),
        EditorAction::Leave => {
            with_desk(world, EditorState::end_stroke);
            keep_now(world);
            go_to(world, Screen::Menu);
        }
        EditorAction::Quit => wish(world, Intent::Quit),
    }
}

fn wish(world: &mut World, intent: Intent) {
    world.write_message(UiAction::Ask(intent));
}

/// Brings a place into view and marks it.
fn look(world: &mut World, place: Where) {
    let Some(desk) = world.get_resource::<EditorState>() else { return };
    let cell = cell_of(desk.level(), &place);
    let unit = match &place {
        Where::Unit(at) => Some(*at),
        _ => None,
    };
    with_desk(world, |desk| {
        if let Where::Zone(name) = &place {
            desk.palette.zone = Some(name.clone());
        }
        desk.chosen = unit.or(desk.chosen);
        desk.mark = Some(place);
    });
    if let Some(cell) = cell {
        world.write_message(Show::Cell(cell));
    }
}

/// The cell in the middle of a place.
pub(super) fn cell_of(level: &Level, place: &Where) -> Option<Cell> {
    match place {
        Where::Cell(cell) | Where::Edge((cell, _)) => Some(*cell),
        Where::Unit(UnitAt { side, unit }) => {
            unit_at(level, UnitAt { side: *side, unit: *unit }).map(|unit| unit.at)
        }
        Where::Zone(name) => {
            let cells = level.regions.get(name)?;
            cells.iter().nth(cells.len() / 2).copied()
        }
    }
}
