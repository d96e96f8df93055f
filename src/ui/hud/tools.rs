//! The tool panels that a player opens and closes, and their buttons.

use egui_phosphor::regular as icon;

use crate::settings::Action;
use crate::ui::intent::{Intent, Tool};
use crate::ui::theme;
use bevy_egui::egui;

/// The tool panels, in button order.
const TOOLS: [Tool; 2] = [Tool::Orders, Tool::Referee];

/// A panel's name, icon, key action and purpose.
const fn words(tool: Tool) -> (&'static str, &'static str, Action, &'static str) {
    match tool {
        Tool::Referee => {
            ("Referee", icon::GAVEL, Action::Referee, "Set values and rule on doubtful cases.")
        }
        Tool::Orders => {
            ("Orders", icon::SCROLL, Action::Orders, "What your side does without asking.")
        }
    }
}

/// Which tool panels this battle has, and which is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToolsModel {
    /// True if the side at the table gets questions that standing orders can settle.
    pub orders: bool,
    /// True if the battle has a referee.
    pub referee: bool,
    /// The open panel.
    pub open: Option<Tool>,
}

impl ToolsModel {
    /// The panel to show.
    pub fn shown(&self) -> Option<Tool> {
        self.open.filter(|tool| self.has(*tool))
    }

    const fn has(&self, tool: Tool) -> bool {
        match tool {
            Tool::Orders => self.orders,
            Tool::Referee => self.referee,
        }
    }
}

/// Shows a button for each available panel.
pub fn show(ui: &mut egui::Ui, model: &ToolsModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    for tool in TOOLS.into_iter().filter(|tool| model.has(*tool)) {
        let (name, glyph, action, text) = words(tool);
        let key = theme::key(ui, action);
        let button = egui::Button::new(format!("{glyph} {name}"));
        let button = ui.add(button.selected(model.open == Some(tool)).shortcut_text(key));
        if theme::named(button, name).on_hover_text(text).clicked() {
            intents.push(Intent::Toggle(tool));
        }
    }
    intents
}
