//! The lessons: what each teaches, and whether it is finished.

use std::collections::BTreeSet;

use egui_phosphor::regular as icon;

use crate::intent::{Go, Intent};
use crate::theme;
use bevy_egui::egui;
use lesson::Listed;

/// Shows the lessons, each with a button that starts it.
pub fn show(ui: &mut egui::Ui, lessons: &[Listed], finished: &BTreeSet<String>) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.heading("Learn by playing");
    ui.label(theme::faded("Each lesson is a small battle of about ten minutes, one per ruleset."));
    ui.add_space(theme::GAP);
    egui::ScrollArea::vertical().id_salt("lessons").auto_shrink([false, false]).show(ui, |ui| {
        theme::keep_off_scroll_bar(ui);
        // Room for the border of the first button.
        ui.add_space(2.0);
        for listed in lessons {
            match &listed.lesson {
                Ok(lesson) => {
                    let done = finished.contains(&listed.id);
                    ui.horizontal_top(|ui| {
                        let glyph = if done { icon::CHECK_CIRCLE } else { icon::CIRCLE };
                        let colour = if done { theme::MOSS } else { theme::faint(ui) };
                        let mark = ui.label(egui::RichText::new(glyph).heading().color(colour));
                        mark.on_hover_text(if done { "Finished." } else { "Not finished yet." });
                        let button = egui::Button::new(if done { "Play again" } else { "Start" });
                        let button = ui.add(button.min_size(egui::vec2(96.0, 0.0)));
                        let name = format!("Start {}", lesson.title);
                        if theme::named(button, &name).clicked() {
                            intents.push(Intent::Go(Go::Lesson(listed.id.clone())));
                        }
                        ui.vertical(|ui| {
                            ui.spacing_mut().item_spacing.y = 0.0;
                            ui.label(egui::RichText::new(&lesson.title).color(theme::BRASS));
                            ui.add(egui::Label::new(&lesson.summary).wrap());
                        });
                    });
                }
                Err(problem) => {
                    ui.colored_label(theme::RUST, problem.to_string());
                }
            }
        }
        if lessons.is_empty() {
            ui.colored_label(theme::RUST, "No lessons found.");
            ui.weak("Lessons belong in the folder `assets/lessons`.");
        }
    });
    intents
}
