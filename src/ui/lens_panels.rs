//! The lens buttons over the board, and the legend and notes of the active lens.

use bevy_egui::egui::{self, Align2, Id, Pos2, Rect, Vec2, pos2, vec2};

use super::hud;
use super::intent::Intent;
use super::layout::Layout;
use super::lens::{Lens, LensModel};

/// Space between the buttons, the legend and other panels, in points.
const GAP: f32 = 4.0;
/// Distance that notes keep from the pointer, in points.
const BERTH: f32 = 24.0;

/// Shows the lens buttons at the left of the board, and the legend of the active lens where it
/// covers none of the `taken` rectangles. Without such a place, the legend is omitted.
pub(super) fn show(
    ctx: &egui::Context,
    (active, model): (Option<Lens>, Option<&LensModel>),
    layout: &Layout,
    mut taken: Vec<Rect>,
) -> Vec<Intent> {
    let shown = egui::Area::new(Id::new("lenses"))
        .order(egui::Order::Middle)
        .fixed_pos(layout.lenses)
        .show(ctx, |ui| hud::show_lenses(ui, active));
    let buttons = shown.response.rect;
    let Some(model) = model else { return shown.inner };
    let id = Id::new(("legend", model.lens));
    let size = last_size(ctx, id);
    let legend = places(size, buttons, layout).into_iter().find(|place| is_free(*place, &taken));
    if let Some(place) = legend {
        let wide = layout.menu.width() - 16.0;
        area(id).fixed_pos(place.min).show(ctx, |ui| hud::show_legend(ui, model, wide));
        taken.push(place);
    }
    if !model.notes.is_empty() {
        show_notes(ctx, model, layout, (buttons, legend), &taken);
    }
    shown.inner
}

/// An area that ignores the pointer.
fn area(id: Id) -> egui::Area {
    egui::Area::new(id).order(egui::Order::Middle).interactable(false)
}

/// The size of an area when it was last drawn.
fn last_size(ctx: &egui::Context, id: Id) -> Vec2 {
    ctx.memory(|memory| memory.area_rect(id)).map_or(Vec2::ZERO, |rect| rect.size())
}

fn is_free(place: Rect, taken: &[Rect]) -> bool {
    taken.iter().all(|other| !other.intersect(place).is_positive())
}

/// The places for a legend of this size, the best first: beside the buttons, below them, in the
/// lower left and upper right corner of the board, below the log.
fn places(size: Vec2, buttons: Rect, layout: &Layout) -> [Rect; 5] {
    let clear = layout.clear;
    let at = |corner: Align2, at: Pos2| corner.anchor_size(at, size);
    [
        at(Align2::LEFT_TOP, buttons.right_top() + vec2(GAP, 0.0)),
        at(Align2::LEFT_TOP, buttons.left_bottom() + vec2(0.0, GAP)),
        at(Align2::LEFT_BOTTOM, clear.left_bottom()),
        at(Align2::RIGHT_TOP, clear.right_top()),
        at(Align2::LEFT_TOP, pos2(layout.menu.min.x, layout.log.max.y + 2.0 * GAP)),
    ]
}

/// Shows a lens's notes on the cell under the pointer: below the buttons and the legend beside
/// them, or where they cover neither that cell nor a panel.
fn show_notes(
    ctx: &egui::Context,
    lens: &LensModel,
    layout: &Layout,
    (buttons, legend): (Rect, Option<Rect>),
    taken: &[Rect],
) {
    let id = Id::new("what a lens tells");
    let size = last_size(ctx, id);
    let beside = legend.filter(|legend| legend.min.y <= buttons.max.y);
    let above = beside.map_or(buttons, |legend| buttons.union(legend));
    let usual = Align2::LEFT_TOP.anchor_size(above.left_bottom() + vec2(0.0, GAP), size);
    let over_legend = legend.map_or(layout.clear.max.y, |legend| legend.min.y - GAP);
    let low = |bottom| Align2::LEFT_BOTTOM.anchor_size(pos2(layout.clear.min.x, bottom), size);
    let places = [usual, low(layout.clear.max.y), low(over_legend)];
    let at = ctx.input(|i| i.pointer.latest_pos());
    let covers = |place: Rect| at.is_some_and(|at| place.expand(BERTH).contains(at));
    let free = places.into_iter().find(|place| is_free(*place, taken) && !covers(*place));
    let place = free.unwrap_or(usual);
    area(id).fixed_pos(place.min).show(ctx, |ui| {
        ui.set_max_width(layout.clear.width());
        hud::show_lens_notes(ui, lens);
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn;
    use crate::panels::Folds;

    /// The lens buttons and a large legend, in points.
    const BUTTONS: Vec2 = vec2(68.0, 98.0);
    const LEGEND: Vec2 = vec2(222.0, 176.0);

    fn legend(window: (f32, f32), folds: Folds, lesson: bool) -> (Option<Rect>, Vec<Rect>) {
        let window = Rect::from_min_size(Pos2::ZERO, vec2(window.0, window.1));
        let mut layout = Layout::of(window, folds);
        let mut taken = vec![layout.round, layout.order, layout.log, layout.tiles];
        taken.extend([layout.sheet, layout.other]);
        if lesson {
            taken.push(learn::place(layout.clear));
            layout.clear.min.y += learn::HEIGHT;
        }
        let buttons = Rect::from_min_size(layout.lenses, BUTTONS);
        let mut places = places(LEGEND, buttons, &layout).into_iter();
        (places.find(|place| is_free(*place, &taken)), taken)
    }

    #[test]
    fn the_legend_gives_way_to_sheets_and_lessons() {
        for window in [(960.0, 540.0), (1024.0, 600.0), (1280.0, 720.0), (2560.0, 1440.0)] {
            for (sheet, lesson) in [(false, false), (false, true), (true, false), (true, true)] {
                let folds = Folds { sheet, ..Folds::default() };
                let (place, taken) = legend(window, folds, lesson);
                let place = place.unwrap_or_else(|| panic!("no place at {window:?}, {folds:?}"));
                let inside = Rect::from_min_size(Pos2::ZERO, vec2(window.0, window.1));
                assert!(inside.contains_rect(place), "{window:?}: {place:?}");
                assert!(is_free(place, &taken), "{window:?}: {place:?}");
            }
        }
    }
}
