//! The window with a question that interrupts a resolution.

use crate::grid::SideId;
use crate::rules::prompt::Prompt;
use crate::ui::intent::Intent;
use crate::ui::names::Names;
use crate::ui::theme;
use bevy_egui::egui;

/// Contents of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PromptModel {
    /// The side that must answer.
    pub side: SideId,
    /// The name of the side.
    pub side_name: String,
    /// The unit it is about.
    pub about: Option<String>,
    /// The question.
    pub text: String,
    /// The rule that asks.
    pub rule: String,
    /// The answers, in order.
    pub choices: Vec<String>,
    /// The default answer, as an index into `choices`.
    pub default: u16,
}

impl PromptModel {
    /// Formats a question.
    pub fn of(prompt: &Prompt, names: &Names) -> Self {
        Self {
            side: prompt.side,
            side_name: names.side(prompt.side),
            about: prompt.unit.map(|u| names.unit(u)),
            text: prompt.text.clone(),
            rule: prompt.rule.to_string(),
            choices: prompt.choices.iter().map(|c| c.label.clone()).collect(),
            default: prompt.default,
        }
    }
}

/// Shows the question with its answers as buttons.
pub fn show(ui: &mut egui::Ui, model: &PromptModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        theme::side_mark(ui, model.side, 20.0);
        let about = model.about.as_ref().map_or_else(String::new, |a| format!(": {a}"));
        ui.heading(format!("{}{about}", model.side_name));
    });
    ui.label(&model.text);
    ui.label(theme::faded(format!("Rule {}", model.rule)));
    for (i, choice) in (0u16..).zip(&model.choices) {
        let mut button = egui::Button::new(choice).min_size(egui::vec2(220.0, 0.0));
        if i < 9 {
            button = button.shortcut_text((i + 1).to_string());
        }
        let button = theme::named(ui.add(button.selected(i == model.default)), choice);
        let button = if i == model.default {
            button.on_hover_text("Press Enter for this answer.")
        } else {
            button
        };
        if button.clicked() {
            intents.push(Intent::Answer(i));
        }
    }
    intents
}
