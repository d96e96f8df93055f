//! The strip of levels to choose from.

use crate::theme;
use bevy_egui::egui::{self, Align2, FontId, Rect, Sense, Stroke, StrokeKind, vec2};

use super::model::MenuModel;
use super::parts::caption;
use super::thumbnails;

/// Size of a level in the strip, in points.
const TILE: egui::Vec2 = vec2(126.0, 92.0);
/// Height of its name, in points.
const NAME: f32 = 22.0;

/// Shows the levels; a click chooses one.
pub(super) fn show(ui: &mut egui::Ui, model: &mut MenuModel) {
    caption(ui, "LEVEL");
    if model.levels.is_empty() {
        ui.colored_label(theme::RUST, "No levels found.");
        ui.weak(
            "Levels belong in the folder `levels`, next to `assets`. If the game data is \
             elsewhere, start with `--data FOLDER`. The editor makes new levels.",
        );
        return;
    }
    let shown = egui::Id::new("level shown in the strip");
    let before = ui.data(|data| data.get_temp::<usize>(shown));
    let mut clicked = None;
    egui::ScrollArea::horizontal().id_salt("levels").auto_shrink([false, false]).show(ui, |ui| {
        ui.horizontal(|ui| {
            for place in 0..model.levels.len() {
                let tile = tile(ui, model, place);
                if place == model.level && before != Some(place) {
                    tile.scroll_to_me(None);
                }
                if tile.clicked() {
                    clicked = Some(place);
                }
            }
        });
    });
    ui.data_mut(|data| data.insert_temp(shown, model.level));
    if let Some(level) = clicked {
        model.level = level;
        model.problem = None;
    }
}

/// A level with its picture and name.
fn tile(ui: &mut egui::Ui, model: &MenuModel, place: usize) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(TILE, Sense::click());
    let Some(level) = model.levels.get(place) else { return response };
    let chosen = place == model.level;
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect_filled(rect, 6.0, theme::WELL);
    let picture = rect.with_max_y(rect.max.y - NAME).shrink(3.0);
    if let Some(raster) = model.thumbnails.get(&place).and_then(Option::as_ref) {
        thumbnails::paint(ui, place, raster, picture);
    }
    let ink = match (&level.problem, chosen) {
        (Some(_), _) => theme::RUST,
        (None, true) => theme::BRASS,
        (None, false) => theme::PARCHMENT,
    };
    let font = FontId::proportional(13.0);
    let mut job = egui::text::LayoutJob::simple_singleline(level.name.clone(), font, ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width(rect.width() - 10.0);
    let name = painter.layout_job(job);
    let foot = Rect::from_min_max(rect.left_bottom() - vec2(0.0, NAME), rect.max);
    let at = Align2::CENTER_CENTER.align_size_within_rect(name.size(), foot);
    painter.galley(at.min, name, ink);
    let edge = match (chosen, response.hovered()) {
        (true, _) => Stroke::new(2.0, theme::BRASS),
        (false, true) => Stroke::new(1.0, theme::PARCHMENT),
        (false, false) => Stroke::new(1.0, theme::GRAIN),
    };
    painter.rect_stroke(rect, 6.0, edge, StrokeKind::Inside);
    theme::named(response, &level.name).on_hover_text(&level.text)
}
