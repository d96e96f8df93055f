//! The lenses in a corner of the board.

use egui_phosphor::regular as icon;

use crate::intent::{Intent, Panel};
use crate::lens::{Lens, LensModel};
use crate::theme;
use bevy_egui::egui;

/// Number of lens buttons in a row.
const IN_A_ROW: usize = 2;
/// Size of a colour in the legend, in points.
const SWATCH: egui::Vec2 = egui::vec2(18.0, 13.0);
/// Greatest width of the legend, in points.
const LEGEND_WIDTH: f32 = 240.0;

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

/// Shows a small button for each lens.
pub fn show(ui: &mut egui::Ui, chosen: Option<Lens>) -> Vec<Intent> {
    let mut intents = Vec::new();
    theme::plate_frame(ui.style()).inner_margin(4).show(ui, |ui| {
        ui.spacing_mut().item_spacing = egui::Vec2::splat(2.0);
        for row in Lens::ALL.chunks(IN_A_ROW) {
            ui.horizontal(|ui| {
                for lens in row {
                    show_button(ui, *lens, chosen == Some(*lens), &mut intents);
                }
            });
        }
    });
    intents
}

/// Shows the legend of a lens, at most this wide in points.
pub fn show_legend(ui: &mut egui::Ui, model: &LensModel, wide: f32) {
    theme::plate_frame(ui.style()).inner_margin(6).show(ui, |ui| {
        ui.set_max_width(wide.min(LEGEND_WIDTH));
        ui.colored_label(theme::BRASS, &model.title);
        if !model.legend.is_empty() {
            ui.label(theme::faded(&model.legend));
        }
        ui.spacing_mut().item_spacing.y = 2.0;
        for swatch in &model.swatches {
            show_swatch(ui, model.lens.ramp().colour(swatch.shade), &swatch.text);
        }
    });
}

/// Shows a colour with its meaning.
fn show_swatch(ui: &mut egui::Ui, colour: u32, text: &str) {
    ui.spacing_mut().interact_size.y = SWATCH.y;
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(SWATCH, egui::Sense::hover());
        let [_, r, g, b] = colour.to_be_bytes();
        let fill = egui::Color32::from_rgb(r, g, b);
        let edge = egui::Stroke::new(1.0, theme::edge(ui));
        ui.painter().rect(rect, 2.0, fill, edge, egui::StrokeKind::Inside);
        ui.add(egui::Label::new(text).wrap());
    });
}

fn show_button(ui: &mut egui::Ui, lens: Lens, chosen: bool, intents: &mut Vec<Intent>) {
    let button = egui::Button::new(glyph(lens)).selected(chosen).min_size(egui::vec2(28.0, 26.0));
    let button = theme::named(ui.add(button), &format!("Lens: {}", lens.name()));
    let (words, key) = (lens.action().words(), theme::key(ui, lens.action()));
    if button.on_hover_text(format!("{words} ({key})")).clicked() {
        intents.push(Intent::Panel(Panel::Lens(lens)));
    }
}

/// Shows a lens's notes on the cell under the pointer.
pub fn show_notes(ui: &mut egui::Ui, model: &LensModel) {
    theme::window_frame(ui.style()).inner_margin(4).show(ui, |ui| {
        for note in &model.notes {
            ui.label(note);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lens_has_an_icon_of_its_own_and_a_sentence() {
        for (place, lens) in Lens::ALL.into_iter().enumerate() {
            assert!(Lens::ALL[..place].iter().all(|other| glyph(*other) != glyph(lens)));
            assert!(lens.action().words().split_whitespace().count() > 1, "{}", lens.name());
        }
    }
}
