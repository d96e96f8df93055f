//! Carries out what the map builder asks for.

use bevy::ecs::prelude::*;
use bevy::window::RequestRedraw;

use crate::editor::{UnitAt, Where, unit_at};
use crate::grid::Cell;
use crate::level::Level;
use crate::ui::Screen;
use crate::ui::board::Show;
use crate::ui::hud::Page;
use crate::ui::intent::Intent;
use crate::ui::obey::{Library, Wish, Wishes, go_to};

use super::Errands;
use super::desk::Desk;
use super::errand::Errand;
use super::files::{self, Asking, Then, with_desk, with_papers};
use super::keeping::keep_now;
use super::pointer::Pointing;
use super::{balance, picture, play};

/// Carries out all errands.
pub(super) fn obey(world: &mut World) {
    let errands = world.get_resource_mut::<Errands>().map(|mut e| std::mem::take(&mut e.0));
    let errands = errands.unwrap_or_default();
    if !errands.is_empty() {
        world.write_message(RequestRedraw);
    }
    for errand in errands {
        run(world, errand);
    }
}

fn run(world: &mut World, errand: Errand) {
    let under = world.get_resource::<Pointing>().and_then(|p| p.0).map(|spot| spot.cell());
    match errand {
        Errand::Tool(kind) => with_desk(world, |desk| {
            desk.end_stroke();
            desk.floating = false;
            desk.notice = None;
            desk.palette.kind = kind;
        }),
        Errand::Palette(palette) => with_desk(world, |desk| desk.palette = *palette),
        Errand::Edit(edit) => with_desk(world, |desk| {
            desk.notice = None;
            desk.apply(*edit);
        }),
        Errand::Refuse(text) => with_desk(world, |desk| desk.refuse(text)),
        Errand::Undo => with_desk(world, Desk::undo),
        Errand::Redo => with_desk(world, Desk::redo),
        Errand::GoTo(done) => with_desk(world, |desk| desk.go_to(done)),
        Errand::Layers(layers) => with_desk(world, |desk| {
            desk.end_stroke();
            desk.draft.layers = layers;
            desk.show_all();
        }),
        Errand::Symmetry(symmetry) => with_desk(world, |desk| desk.symmetry = symmetry),
        Errand::Copy => with_desk(world, |desk| {
            desk.copy();
        }),
        Errand::Cut => with_desk(world, Desk::cut),
        Errand::Paste => with_desk(world, Desk::paste),
        Errand::Delete => with_desk(world, Desk::delete),
        Errand::SelectAll => with_desk(world, |desk| {
            desk.selection = desk.level().ground.cells().collect();
        }),
        Errand::Spin(spin) => with_desk(world, |desk| desk.spin(spin)),
        Errand::Turn => with_desk(world, |desk| desk.turn(under)),
        Errand::Pick => with_desk(world, |desk| {
            if let Some(cell) = under {
                desk.pick(cell);
            }
        }),
        Errand::Cancel => with_desk(world, Desk::cancel),
        Errand::Tab(tab) => with_desk(world, |desk| desk.tab = tab),
        Errand::Look(place) => look(world, place),
        Errand::Choose(unit) => with_desk(world, |desk| desk.chosen = unit),
        Errand::Numbers => with_desk(world, |desk| desk.numbers = !desk.numbers),
        Errand::LowWalls => with_desk(world, |desk| desk.low_walls = !desk.low_walls),
        Errand::Help => with_papers(world, |papers| papers.asking = Some(Asking::Help)),
        Errand::New => with_papers(world, |papers| {
            papers.asking = Some(Asking::New(files::usual_recipe()));
        }),
        Errand::Create(recipe) => {
            with_papers(world, |papers| papers.asking = None);
            files::guard(world, Then::Create(recipe));
        }
        Errand::Open(Some(file)) => files::guard(world, Then::Open(file)),
        Errand::Open(None) => files::ask_open(world),
        Errand::Recover { kept, of } => {
            with_papers(world, |papers| papers.asking = None);
            files::guard(world, Then::Recover(kept, of));
        }
        Errand::Discard { kept } => files::discard(world, &kept),
        Errand::Save => files::save(world),
        Errand::SaveAs => files::save_as(world),
        Errand::SaveFirst => files::save_first(world),
        Errand::DropChanges => files::drop_changes(world),
        Errand::Dismiss => with_papers(world, |papers| {
            papers.asking = None;
            papers.dialog = None;
            papers.then = None;
        }),
        Errand::ChoosePicture => files::ask_picture(world),
        Errand::Fit(metres) => with_desk(world, |desk| picture::fit(desk, metres)),
        Errand::TestPlay => {
            let library = world.get_resource::<Library>().cloned().unwrap_or_default();
            let mut whole = library.whole();
            match (whole.next(), whole.next()) {
                (Some((only, _)), None) => play::begin(world, only),
                _ => with_papers(world, |papers| papers.asking = Some(Asking::Ruleset)),
            }
        }
        Errand::Play(ruleset) => {
            with_papers(world, |papers| papers.asking = None);
            play::begin(world, ruleset);
        }
        Errand::Estimate(ruleset, battles) => balance::begin(world, ruleset, battles),
        Errand::StopEstimate => {
            if let Some(mut balance) = world.get_resource_mut::<balance::Balance>() {
                balance.stop();
            }
        }
        Errand::Settings => wish(world, Intent::Open(Page::Settings)),
        Errand::Leave => {
            with_desk(world, Desk::end_stroke);
            keep_now(world);
            go_to(world, Screen::Menu);
        }
        Errand::Quit => wish(world, Intent::Quit),
    }
}

fn wish(world: &mut World, intent: Intent) {
    if let Some(mut wishes) = world.get_resource_mut::<Wishes>() {
        wishes.0.push(Wish::Ask(intent));
    }
}

/// Brings a place into view and marks it.
fn look(world: &mut World, place: Where) {
    let Some(desk) = world.get_resource::<Desk>() else { return };
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
