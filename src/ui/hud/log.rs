//! The log of the battle: every event in words; each line opens to its arithmetic.

use egui_phosphor::regular as icon;

use crate::ui::egui;
use crate::ui::intent::Intent;
use crate::ui::log_text::{LogLine, Tone, Weight};
use crate::ui::theme;

/// So many lines are laid out at most; earlier ones stay in the record.
const SHOWN: usize = 400;

/// What the log shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogModel {
    /// The lines, the newest last.
    pub lines: Vec<LogLine>,
    /// Show lines that only keep the books too.
    pub bookkeeping: bool,
}

/// Shows the log, scrolled to its end unless the player scrolled back. A click opens a line, a
/// right click shows whom it is about.
pub fn show(ui: &mut egui::Ui, model: &LogModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        ui.heading("Log");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let mut all = model.bookkeeping;
            if ui.checkbox(&mut all, "All").on_hover_text("Show the bookkeeping too.").changed() {
                intents.push(Intent::ToggleBookkeeping);
            }
        });
    });
    let worth = |line: &&LogLine| model.bookkeeping || line.weight > Weight::Bookkeeping;
    let total = model.lines.iter().filter(worth).count();
    let skipped = total.saturating_sub(SHOWN);
    let area = egui::ScrollArea::vertical().stick_to_bottom(true).auto_shrink([false, false]);
    area.show(ui, |ui| {
        if skipped > 0 {
            ui.label(theme::faded(format!("{skipped} earlier lines are not shown.")));
        }
        for (i, line) in model.lines.iter().filter(worth).enumerate().skip(skipped) {
            if show_line(ui, i, line)
                && let Some(unit) = line.about
            {
                intents.push(Intent::Look(unit));
            }
        }
    });
    intents
}

/// Shows one line; true if the player asks to see whom it is about (right click).
fn show_line(ui: &mut egui::Ui, place: usize, line: &LogLine) -> bool {
    let colour = match (line.weight, line.tone) {
        (Weight::Heading, _) => theme::BRASS,
        (_, Tone::Good) => theme::MOSS,
        (_, Tone::Bad) => theme::RUST,
        (Weight::Main, Tone::Plain) => theme::PARCHMENT,
        (_, Tone::Plain) => theme::FADED,
    };
    let id = ui.make_persistent_id(("log", place));
    let mut open = ui.data(|d| d.get_temp::<bool>(id).unwrap_or(false));
    let has_details = !line.details.is_empty();
    let mark = match (has_details, open) {
        (false, _) => icon::DOT_OUTLINE,
        (true, false) => icon::CARET_RIGHT,
        (true, true) => icon::CARET_DOWN,
    };
    let text = egui::RichText::new(format!("{mark} {}", line.headline)).color(colour);
    let label = ui.add(egui::Label::new(text).wrap().sense(egui::Sense::click()));
    label.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::CollapsingHeader, true, &line.headline)
    });
    if label.clicked() && has_details {
        open = !open;
        ui.data_mut(|d| d.insert_temp(id, open));
    }
    if open {
        for detail in &line.details {
            ui.add(egui::Label::new(theme::faded(format!("     {detail}"))).wrap());
        }
    }
    label.secondary_clicked()
}
