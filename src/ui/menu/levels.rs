//! The strip of levels to choose from.

use crate::intent::{Go, Intent};
use crate::{ago, raster, saving, theme};
use egui_phosphor::regular as icon;

use bevy_egui::egui::{self, Align2, FontId, Rect, Sense, Stroke, StrokeKind, vec2};

use super::entry::LevelEntry;
use super::model::MenuModel;
use super::parts::caption;

/// Size of a level in the strip, in points.
const TILE: egui::Vec2 = vec2(126.0, 88.0);
/// Height of its name, in points.
const NAME: f32 = 22.0;
/// Room for the scroll bar below the levels, in points.
const BAR: f32 = 7.0;

/// Shows the levels; a click chooses one. The button above them opens a file.
pub(super) fn show(ui: &mut egui::Ui, model: &mut MenuModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        caption(ui, "LEVEL");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let open = ui.small_button(format!("{} Open file…", icon::FOLDER_OPEN));
            let open = open.on_hover_text("Play a level from any folder.");
            if theme::named(open, "Open file").clicked() {
                intents.push(Intent::Go(Go::OpenLevel));
            }
        });
    });
    if model.levels.is_empty() {
        ui.colored_label(theme::RUST, "No levels found.");
        ui.weak(
            "Levels belong in the folder `levels`, next to `assets`. If the game data is \
             elsewhere, start with `--data FOLDER`. The editor makes new levels.",
        );
        return intents;
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
    intents
}

/// The author of a level, and when an own level was saved: "by Ada · your level, saved 2 days ago".
pub(super) fn origin(level: &LevelEntry) -> Option<String> {
    let by = Some(format!("by {}", level.author)).filter(|_| !level.author.is_empty());
    let age = level.written.zip(saving::now()).map(|(then, now)| ago::words(then, now));
    let own = age.map_or_else(|| "your level".to_owned(), |age| format!("your level, saved {age}"));
    let parts: Vec<String> = by.into_iter().chain(Some(own).filter(|_| level.own)).collect();
    Some(parts.join(" · ")).filter(|words| !words.is_empty())
}

/// A level with its picture and name.
fn tile(ui: &mut egui::Ui, model: &MenuModel, place: usize) -> egui::Response {
    let (whole, response) = ui.allocate_exact_size(TILE + vec2(0.0, BAR), Sense::click());
    let rect = whole.with_max_y(whole.max.y - BAR);
    let Some(level) = model.levels.get(place) else { return response };
    let chosen = place == model.level;
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    painter.rect_filled(rect, 6.0, theme::WELL);
    let picture = rect.with_max_y(rect.max.y - NAME).shrink(3.0);
    if let Some(thumbnail) = model.thumbnails.get(&place).and_then(Option::as_ref) {
        raster::paint(ui, ("level", place), thumbnail, picture);
    }
    if level.problem.is_some() {
        let font = FontId::proportional(26.0);
        let at = picture.center();
        painter.text(at, Align2::CENTER_CENTER, icon::WARNING, font, theme::RUST);
    }
    if level.own {
        let corner = picture.right_top() + vec2(-4.0, 4.0);
        let font = FontId::proportional(15.0);
        painter.text(corner, Align2::RIGHT_TOP, icon::USER, font, theme::BRASS);
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
        (false, false) => Stroke::new(1.0, theme::edge(ui)),
    };
    painter.rect_stroke(rect, 6.0, edge, StrokeKind::Inside);
    let mut words = vec![level.text.clone()];
    words.extend(origin(level));
    words.retain(|line| !line.is_empty());
    theme::named(response, &level.name).on_hover_text(words.join("\n"))
}
