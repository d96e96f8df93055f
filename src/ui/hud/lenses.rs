//! The lenses in a corner of the board.

use egui_phosphor::regular as icon;

use crate::ui::intent::Intent;
use crate::ui::lens::{Lens, LensModel};
use crate::ui::theme;
use bevy_egui::egui;

/// Minimum board width for the legend, in points.
const ROOMY: f32 = 560.0;

const fn glyph(lens: Lens) -> &'static str {
    match lens {
        Lens::Heights => icon::MOUNTAINS,
        Lens::Ground => icon::WAVES,
        Lens::Cover => icon::SHIELD_CHEVRON,
        Lens::Sight => icon::EYE,
        Lens::Sound => icon::EAR,
        Lens::Threat => icon::CROSSHAIR,
    }
}

/// Shows a small button for each lens and, above them, the legend of the active lens.
/// Covers little of the board, so that what is under the pointer stays visible.
pub fn show(
    ui: &mut egui::Ui,
    chosen: Option<Lens>,
    model: Option<&LensModel>,
    too_small: bool,
) -> Vec<Intent> {
    let mut intents = Vec::new();
    let roomy = ui.available_width() >= ROOMY;
    theme::window_frame().inner_margin(4).show(ui, |ui| {
        if let Some(model) = model {
            let title = ui.colored_label(theme::BRASS, &model.title);
            title.on_hover_text(&model.legend);
            if roomy {
                ui.label(theme::faded(&model.legend));
            }
            if too_small {
                ui.label(theme::faded("Zoom in to see numbers."));
            }
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for lens in Lens::ALL {
                let button = egui::Button::new(glyph(lens)).small().selected(chosen == Some(lens));
                let button = theme::named(ui.add(button), &format!("Lens: {}", lens.name()));
                let (words, key) = (lens.action().words(), theme::key(ui, lens.action()));
                if button.on_hover_text(format!("{words} ({key})")).clicked() {
                    intents.push(Intent::Lens(lens));
                }
            }
        });
    });
    intents
}

/// Shows a lens's notes on the cell under the pointer.
pub fn show_notes(ui: &mut egui::Ui, model: &LensModel) {
    theme::window_frame().inner_margin(4).show(ui, |ui| {
        for note in &model.notes {
            ui.label(note);
        }
    });
}
