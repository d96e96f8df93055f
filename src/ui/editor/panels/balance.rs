//! The Balance page: win rates from quick battles.

use egui_phosphor::regular as icon;

use crate::editor::action::EditorAction;
use crate::editor::balance::Progress;
use crate::{egui, theme};
use editor::Estimate;
use grid::SideId;

use super::parts::{button, heading};
use super::view::View;

/// Selectable numbers of battles.
const BATTLES: [u32; 3] = [20, 100, 400];

/// Where egui stores the selected number.
const ASKED: &str = "battles of the estimate";

/// Shows the page.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    heading(ui, "Win rates");
    let text = "Runs battles between computer players in the background.";
    ui.add(egui::Label::new(theme::faded(text)).wrap());
    let id = egui::Id::new(ASKED);
    let mut asked = ui.data(|data| data.get_temp::<u32>(id)).unwrap_or(BATTLES[0]);
    ui.horizontal(|ui| {
        for count in BATTLES {
            ui.selectable_value(&mut asked, count, count.to_string());
        }
        ui.label("battles");
    });
    ui.data_mut(|data| data.insert_temp(id, asked));
    if view.balance.is_running() {
        if button(ui, (icon::STOP, "Stop"), false, "Stop after the current battles.") {
            actions.push(EditorAction::StopEstimate);
        }
    } else {
        for (ruleset, rules) in view.library.iter() {
            let name = format!("Run: {}", rules.describe().name);
            if button(ui, (icon::PLAY, &name), false, "Run the battles with these rules.") {
                actions.push(EditorAction::Estimate(ruleset, asked));
            }
        }
    }
    let Some((progress, version, ruleset)) = &view.balance.progress else {
        if view.balance.is_running() {
            ui.add(egui::ProgressBar::new(0.0).text("Running…"));
        }
        return actions;
    };
    ui.separator();
    let rules = view.library.0.get(ruleset).map(|rules| rules.describe().name.clone());
    ui.label(rules.unwrap_or_default());
    match progress {
        Progress::Failed(text) => {
            ui.add(egui::Label::new(egui::RichText::new(text).color(theme::RUST)).wrap());
        }
        Progress::Fought(estimate) => shares(ui, view, estimate),
    }
    if *version != view.editor.version() {
        ui.label(theme::faded("The level has changed since then."));
    }
    actions
}

fn shares(ui: &mut egui::Ui, view: &View<'_>, estimate: &Estimate) {
    let fought = estimate.shares.battles();
    let done = fought as f32 / estimate.asked.max(1) as f32;
    let text = format!("{fought} of {} battles", estimate.asked);
    ui.add(egui::ProgressBar::new(done).text(text));
    for (n, side) in view.editor.level().sides.iter().enumerate() {
        let Some(wins) = estimate.shares.wins.get(n) else { continue };
        let (low, high) = estimate.shares.interval(n);
        let percent = |share: f64| (share * 100.0).round();
        ui.horizontal(|ui| {
            theme::side_mark(ui, SideId(u8::try_from(n).unwrap_or(u8::MAX)), 16.0);
            ui.label(format!("{}: {wins}", side.name));
        });
        let text = format!("{} to {} % wins", percent(low), percent(high));
        ui.label(theme::faded(text)).on_hover_text("95 % confidence interval");
    }
    if estimate.shares.draws > 0 {
        ui.label(theme::faded(format!("Draws: {}", estimate.shares.draws)));
    }
    if estimate.shares.is_often_drawn() {
        let text =
            "Many battles end without a winner: the sides hardly harm each other, or never meet.";
        ui.add(egui::Label::new(egui::RichText::new(text).color(theme::RUST)).wrap());
    }
    let verdict = match estimate.shares.stronger() {
        Some(side) => {
            let side = view.editor.level().sides.get(side);
            let name = side.map_or("One side", |side| side.name.as_str());
            format!("{name} is clearly stronger.")
        }
        None => "No side is clearly stronger.".to_owned(),
    };
    ui.colored_label(theme::BRASS, verdict);
}
