//! The lenses in a corner of the board.

use crate::ui::egui;
use crate::ui::intent::Intent;
use crate::ui::lens::{Lens, LensModel};
use crate::ui::theme;

/// Shows a button for each lens and, above them, what the one in use asks and means.
pub fn show(
    ui: &mut egui::Ui,
    chosen: Option<Lens>,
    model: Option<&LensModel>,
    too_small: bool,
) -> Vec<Intent> {
    let mut intents = Vec::new();
    theme::window_frame().inner_margin(6).show(ui, |ui| {
        if let Some(model) = model {
            ui.colored_label(theme::BRASS, &model.title);
            ui.add(egui::Label::new(theme::faded(&model.legend)).wrap());
            if too_small {
                ui.label(theme::faded("Zoom in for the numbers."));
            }
        }
        ui.horizontal_wrapped(|ui| {
            for lens in Lens::ALL {
                let button = egui::Button::new(lens.name()).small().selected(chosen == Some(lens));
                let button = ui.add(button.shortcut_text(theme::key(ui, lens.action())));
                let name = format!("Lens: {}", lens.name());
                if super::named(button, &name).on_hover_text(lens.action().words()).clicked() {
                    intents.push(Intent::Lens(lens));
                }
            }
        });
    });
    intents
}
