//! The main buttons of the menu.

use egui_phosphor::regular as icon;

use crate::intent::{Go, Intent, Page, PageAction};
use crate::theme;
use bevy_egui::egui;
use settings::Action;

use super::model::MenuModel;

/// Size of the title, in points.
const TITLE: f32 = 34.0;
/// Height of an entry, in points.
const ENTRY: f32 = 34.0;

/// Shows the title and the menu's main buttons.
pub(super) fn show(ui: &mut egui::Ui, model: &MenuModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.spacing_mut().item_spacing.y = 4.0;
    ui.label(egui::RichText::new("High\nGround").size(TITLE).strong().color(theme::BRASS));
    ui.label(theme::faded("Skirmishes on a battle map").size(12.0));
    ui.add_space(theme::GAP);
    egui::ScrollArea::vertical().id_salt("navigation").show(ui, |ui| {
        let kept = model.unfinished.as_ref().filter(|_| !model.can_continue);
        let goes_on = model.can_continue || matches!(kept, Some(Ok(_)));
        let hint = match kept {
            Some(Ok(left)) => left.clone(),
            Some(Err(lost)) => lost.to_string(),
            None if goes_on => "Continue the battle.".to_owned(),
            None => "No battle to continue.".to_owned(),
        };
        if entry(ui, (icon::PLAY, "Continue"), goes_on, &hint) {
            intents.push(Intent::Go(Go::Continue));
        }
        if entry(ui, (icon::GRADUATION_CAP, "Learn"), true, "A guided battle for each ruleset.") {
            intents.push(Intent::PageAction(PageAction::Open(Page::Learn)));
        }
        let hint = match model.unsaved {
            Some(true) => "The open level has unsaved changes.",
            Some(false) => "Continue with the open level.",
            None => "Make your own levels.",
        };
        if entry(ui, (icon::PENCIL_RULER, "Editor"), true, hint) {
            intents.push(Intent::Go(Go::Editor(None)));
        }
        for (glyph, name, page, action) in [
            (icon::FLOPPY_DISK, "Saved games", Page::Saves, Some(Action::Battles)),
            (icon::BOOK_OPEN, "Rules", Page::Rules, Some(Action::Rules)),
            (icon::KEYBOARD, "Controls", Page::Controls, Some(Action::Help)),
            (icon::GEAR, "Settings", Page::Settings, Some(Action::Settings)),
            (icon::INFO, "Credits", Page::Credits, None),
        ] {
            let key = action.map(|action| theme::key(ui, action)).unwrap_or_default();
            let hint = if key.is_empty() { String::new() } else { format!("Key: {key}") };
            if entry(ui, (glyph, name), true, &hint) {
                intents.push(Intent::PageAction(PageAction::Open(page)));
            }
        }
        if entry(ui, (icon::SIGN_OUT, "Quit"), true, "") {
            intents.push(Intent::Go(Go::Quit));
        }
    });
    intents
}

/// An entry with its icon; returns true if it was clicked.
fn entry(ui: &mut egui::Ui, (glyph, name): (&str, &str), enabled: bool, hint: &str) -> bool {
    let text = egui::RichText::new(format!("{glyph}  {name}")).size(16.0);
    let size = egui::vec2(ui.available_width(), ENTRY);
    let button = egui::Button::new(text).min_size(size).frame_when_inactive(false);
    let button = ui.add_enabled(enabled, button.right_text(""));
    let button = theme::named(button, name);
    let button = match hint {
        "" => button,
        hint => button.on_hover_text(hint).on_disabled_hover_text(hint),
    };
    button.clicked()
}
