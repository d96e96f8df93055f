//! Saved games: continue, watch, delete.

use std::path::PathBuf;

use egui_phosphor::regular as icon;

use crate::intent::{Intent, Saves};
use crate::{ago, theme};
use battle::save::shelf::SaveEntry;
use battle::save::{SaveSummary, shelf};
use bevy_egui::egui;
use editor::underlay;

/// Edge length of a save's thumbnail, in points.
const SHOWN: f32 = 64.0;

/// The saved games as last listed.
#[derive(Clone, Debug, Default)]
pub struct SavesModel {
    /// The saves, newest first.
    pub kept: Vec<SaveEntry>,
    /// When they were listed, in seconds since 1970; `None` if the clock is wrong.
    pub now: Option<u64>,
    /// True if saves can be stored.
    pub has_place: bool,
}

/// Text and pending confirmation on the page.
#[derive(Clone, Debug, Default)]
struct Typed {
    name: String,
    /// The save to delete once the player confirms.
    doomed: Option<PathBuf>,
}

/// Shows the page, with a name field if there is a battle to save.
pub(super) fn show(ui: &mut egui::Ui, model: &SavesModel, can_save: bool) -> Vec<Intent> {
    let mut intents = Vec::new();
    let id = egui::Id::new("page of kept battles");
    let mut typed = ui.data(|data| data.get_temp::<Typed>(id)).unwrap_or_default();
    if !model.has_place {
        ui.colored_label(theme::RUST, "No folder for saved games found.");
    }
    if can_save {
        ui.horizontal(|ui| {
            let field = egui::TextEdit::singleline(&mut typed.name).hint_text("Name of the save");
            let field = ui.add(field.desired_width(280.0).char_limit(60));
            field.widget_info(|| {
                egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Name of the save")
            });
            let named = typed.name.chars().any(char::is_alphanumeric);
            let button = ui.add_enabled(named && model.has_place, egui::Button::new("Save"));
            if theme::named(button, "Save under this name").clicked() {
                intents.push(Intent::Saves(Saves::Save(typed.name.trim().to_owned())));
            }
        });
        ui.label(theme::faded("Saving under the same name keeps the previous save as a backup."));
    }
    egui::ScrollArea::vertical().id_salt("saves").auto_shrink([false, false]).show(ui, |ui| {
        theme::keep_off_scroll_bar(ui);
        if model.kept.is_empty() {
            ui.label(theme::faded("No saved games yet."));
        }
        for kept in &model.kept {
            ui.separator();
            ui.horizontal_top(|ui| {
                picture(ui, kept);
                ui.vertical(|ui| row(ui, kept, model.now, &mut typed, &mut intents));
            });
        }
    });
    ui.data_mut(|data| data.insert_temp(id, typed));
    intents
}

fn row(
    ui: &mut egui::Ui,
    kept: &SaveEntry,
    now: Option<u64>,
    typed: &mut Typed,
    intents: &mut Vec<Intent>,
) {
    let file = kept.path.file_stem().map(|name| name.to_string_lossy().into_owned());
    let file = file.unwrap_or_default();
    let title = match &kept.card {
        Ok(card) => title(card),
        Err(_) => file,
    };
    ui.label(egui::RichText::new(&title).strong());
    match &kept.card {
        Ok(card) => {
            let when = card.written.zip(now).map(|(then, now)| ago::words(then, now));
            let when = when.map_or_else(String::new, |when| format!(" · {when}"));
            let over = if card.over { " · over" } else { "" };
            let ruleset = crate::names::capital(&card.ruleset);
            let text = format!("{} · {ruleset} · round {}{over}{when}", card.level, card.round);
            ui.label(theme::faded(text));
        }
        Err(problem) => {
            ui.colored_label(theme::RUST, problem.to_string());
        }
    }
    ui.horizontal(|ui| {
        let mut button = |ui: &mut egui::Ui, text: &str, intent: Intent| {
            if theme::named(ui.button(text), &format!("{text}: {title}")).clicked() {
                intents.push(intent);
            }
        };
        if let Ok(card) = &kept.card {
            let on = if card.over { "View result" } else { "Continue" };
            button(ui, on, Intent::Saves(Saves::Load(kept.path.clone())));
            button(ui, "Watch", Intent::WatchFromStart(Some(kept.path.clone())));
        }
        if let Some(old) = &kept.old {
            button(ui, "Load backup", Intent::Saves(Saves::Load(old.clone())));
        }
        let doomed = typed.doomed.as_ref() == Some(&kept.path);
        let text = if doomed { "Really delete?" } else { "Delete" };
        let delete = ui.button(format!("{} {text}", icon::TRASH));
        if theme::named(delete, &format!("{text}: {title}")).clicked() {
            if doomed {
                intents.push(Intent::Saves(Saves::Forget(kept.path.clone())));
            }
            typed.doomed = Some(kept.path.clone()).filter(|_| !doomed);
        }
    });
}

/// The name of a save in the list.
fn title(card: &SaveSummary) -> String {
    match card.name.as_str() {
        shelf::AUTOMATIC => "Autosave".to_owned(),
        shelf::QUICK => "Quick save".to_owned(),
        shelf::LEFT => "Unfinished battle".to_owned(),
        shelf::LAST => "Last battle".to_owned(),
        name => name.to_owned(),
    }
}

/// The save's thumbnail, if it has one.
fn picture(ui: &mut egui::Ui, kept: &SaveEntry) {
    let (square, _) = ui.allocate_exact_size(egui::Vec2::splat(SHOWN), egui::Sense::hover());
    let Ok(card) = &kept.card else { return };
    let id = egui::Id::new(("picture of a save", &kept.path, card.written, card.picture.len()));
    let known = ui.data(|data| data.get_temp::<Option<egui::TextureHandle>>(id));
    let texture = known.unwrap_or_else(|| {
        let decoded = underlay::decode(&card.picture).ok();
        let texture = decoded.map(|picture| {
            let side = |pixels: u32| usize::try_from(pixels).unwrap_or_default();
            let size = [side(picture.width), side(picture.height)];
            let image = egui::ColorImage::from_rgba_unmultiplied(size, &picture.rgba);
            ui.ctx().load_texture("save", image, egui::TextureOptions::LINEAR)
        });
        ui.data_mut(|data| data.insert_temp(id, texture.clone()));
        texture
    });
    if let Some(texture) = texture {
        let size = texture.size_vec2();
        let size = size * (SHOWN / size.max_elem().max(1.0));
        let at = egui::Rect::from_center_size(square.center(), size);
        egui::Image::new(&texture).corner_radius(3.0).paint_at(ui, at);
    }
}
