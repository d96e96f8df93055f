//! The tool panels that a player opens and closes, and their buttons.

use egui_phosphor::regular as icon;

use crate::intent::{Fold, Intent, Page, PageAction, Panel, Tool};
use crate::theme;
use bevy_egui::egui;
use settings::Action;

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

/// Whether the player may ask for a hint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum HintsModel {
    /// Not available here or now: lessons and replays have none.
    #[default]
    Absent,
    /// The players chose to play without hints.
    Off,
    /// In their own turns.
    On,
}

/// Which tool panels this battle has, and which is open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ToolsModel {
    /// True if the side at the table gets questions that standing orders can settle.
    pub orders: bool,
    /// True if the battle has a referee.
    pub referee: bool,
    /// Whether the player may ask for a hint now.
    pub hints: HintsModel,
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

/// Width of the panel from which on the buttons have their usual size, in points.
const ROOMY: f32 = 250.0;

/// Shows the buttons of the menu, the log, the sheet, the view from above, and of each available
/// panel.
pub fn show(ui: &mut egui::Ui, model: &ToolsModel, whole_log: bool) -> Vec<Intent> {
    let mut intents = Vec::new();
    if ui.available_width() < ROOMY {
        ui.spacing_mut().item_spacing.x = 3.0;
        ui.spacing_mut().button_padding.x = 5.0;
    }
    ui.horizontal(|ui| {
        let mut button = |ui: &mut egui::Ui, glyph: &str, name: &str, on, text: String, intent| {
            let button = ui.add(egui::Button::new(glyph).selected(on));
            if theme::named(button, name).on_hover_text(text).clicked() {
                intents.push(intent);
            }
        };
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let key = theme::key(ui, Action::Cancel);
            let text = format!("Saved games, settings, leave ({key}).");
            let menu = Intent::PageAction(PageAction::Open(Page::Controls));
            button(ui, icon::LIST, "Menu", false, text, menu);
            let text = format!("The whole log ({}).", theme::key(ui, Action::Log));
            button(
                ui,
                icon::LIST_BULLETS,
                "Log",
                whole_log,
                text,
                Intent::Panel(Panel::Fold(Fold::Log)),
            );
            let text = format!("The whole sheet ({}).", theme::key(ui, Action::Sheet));
            button(
                ui,
                icon::IDENTIFICATION_CARD,
                "Sheet",
                false,
                text,
                Intent::Panel(Panel::Fold(Fold::Sheet)),
            );
            let key = theme::key(ui, Action::FromAbove);
            let text = format!("The board from straight above, or at a slant again ({key}).");
            button(
                ui,
                icon::MAP_TRIFOLD,
                "From above",
                false,
                text,
                Intent::Panel(Panel::FromAbove),
            );
            match model.hints {
                HintsModel::Absent => {}
                HintsModel::Off => {
                    let off = egui::Button::new(icon::LIGHTBULB);
                    let off = theme::named(ui.add_enabled(false, off), "Hint");
                    off.on_disabled_hover_text("This battle is played without hints.");
                }
                HintsModel::On => {
                    let key = theme::key(ui, Action::Hint);
                    let text = format!("What the computer would do in your place ({key}).");
                    button(ui, icon::LIGHTBULB, "Hint", false, text, Intent::Hint);
                }
            }
            for tool in TOOLS.into_iter().filter(|tool| model.has(*tool)) {
                let (name, glyph, action, text) = words(tool);
                let text = format!("{name} ({}). {text}", theme::key(ui, action));
                button(
                    ui,
                    glyph,
                    name,
                    model.open == Some(tool),
                    text,
                    Intent::Panel(Panel::Toggle(tool)),
                );
            }
        });
    });
    intents
}
