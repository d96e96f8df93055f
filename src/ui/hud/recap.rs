//! Recap of what happened while others were at the table, as far as the player's side could see it.

use crate::intent::{Intent, Panel};
use crate::log_text::{self, Weight};
use crate::names::Names;
use crate::theme;
use bevy_egui::egui;
use grid::UnitId;
use rules::Event;
use settings::Action;

/// Contents of the panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecapModel {
    /// What happened, in order, and the unit it is about.
    pub steps: Vec<(String, Option<UnitId>)>,
    /// Index of the current step.
    pub at: usize,
}

impl RecapModel {
    /// Describes the notable events that a side may know of, in the words of the log. `is_own`
    /// identifies its units.
    pub fn of(events: &[Event], names: &Names, is_own: impl Fn(UnitId) -> bool) -> Self {
        let mut lines = log_text::lines(events, &mut names.clone());
        log_text::summarise(&mut lines, events, names, is_own);
        let told = lines.into_iter().filter(|line| line.weight == Weight::Main);
        Self { steps: told.map(|line| (line.headline, line.about)).collect(), at: 0 }
    }

    /// The unit that the current step is about.
    pub fn about(&self) -> Option<UnitId> {
        self.steps.get(self.at).and_then(|(_, about)| *about)
    }

    /// The next step; `None` after the last.
    pub fn next(&self) -> Option<usize> {
        Some(self.at + 1).filter(|next| *next < self.steps.len())
    }
}

/// Shows the panel.
pub fn show(ui: &mut egui::Ui, model: &RecapModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.heading("Since your last turn");
    let height = ui.ctx().content_rect().height() * 0.4;
    egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
        ui.set_min_width(320.0);
        for (i, (text, _)) in model.steps.iter().enumerate() {
            let line = ui.selectable_label(i == model.at, text);
            if i == model.at {
                line.scroll_to_me(None);
            }
            if line.clicked() {
                intents.push(Intent::Panel(Panel::Recap(Some(i))));
            }
        }
    });
    ui.horizontal(|ui| {
        let next = egui::Button::new("Next").shortcut_text(theme::key(ui, Action::Confirm));
        let next = ui.add_enabled(model.next().is_some(), next);
        if theme::named(next, "Next step").clicked() {
            intents.push(Intent::Panel(Panel::Recap(model.next())));
        }
        let close = egui::Button::new("Close").shortcut_text(theme::key(ui, Action::Cancel));
        if theme::named(ui.add(close), "Close the recap").clicked() {
            intents.push(Intent::Panel(Panel::Recap(None)));
        }
    });
    intents
}
