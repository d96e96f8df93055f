//! Standing orders: for each recurring question to a side, whether to ask it.

use crate::intent::{Intent, Panel, Tool};
use crate::names::Names;
use crate::theme;
use bevy_egui::egui;
use grid::SideId;
use rules::policy::Policy;
use rules::standing_orders::{Askable, askable};
use rules::state::State;
use rules::{Command, Ruleset, engine};
use settings::Action;

/// The three policies and their texts.
const POLICIES: [(Policy, &str, &str); 3] = [
    (Policy::Ask, "Ask", "Ask every time."),
    (Policy::Always, "Always", "Always do it, without asking."),
    (Policy::Never, "Never", "Never do it, without asking."),
];

/// Contents of the panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrdersModel {
    /// The side.
    pub side: SideId,
    /// The name of the side.
    pub side_name: String,
    /// The recurring questions with their policies, in the ruleset's order.
    pub rows: Vec<Askable>,
    /// Why no order can be given now, with the rule.
    pub refused: Option<String>,
}

impl OrdersModel {
    /// The standing orders of a side; `None` if it is never asked a question that orders can
    /// settle.
    pub fn of(rules: &dyn Ruleset, state: &State, side: SideId, names: &Names) -> Option<Self> {
        let rows = askable(rules, state, side);
        let first = rows.first()?;
        let order = Command::Policy { side, about: first.about.clone(), policy: first.policy };
        let refused = engine::check(rules, state, &order).err().map(|refusal| refusal.to_string());
        Some(Self { side, side_name: names.side(side), rows, refused })
    }
}

/// Shows the panel.
pub fn show(ui: &mut egui::Ui, model: &OrdersModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        theme::side_mark(ui, model.side, 20.0);
        ui.heading(format!("Standing orders: {}", model.side_name));
    });
    match &model.refused {
        Some(why) => ui.colored_label(theme::BRASS, why),
        None => ui.label(theme::faded("Hidden from other players.")),
    };
    let height = (ui.ctx().content_rect().height() * 0.8 - 120.0).max(120.0);
    egui::ScrollArea::vertical().max_height(height).show(ui, |ui| {
        egui::Grid::new("orders").num_columns(4).striped(true).show(ui, |ui| {
            for row in &model.rows {
                ui.label(&row.name).on_hover_text(&row.text);
                for (policy, name, text) in POLICIES {
                    let chosen = row.policy == policy;
                    let button = egui::Button::selectable(chosen, name);
                    let button = ui.add_enabled(model.refused.is_none(), button);
                    let button = theme::named(button, &format!("{}: {name}", row.name));
                    let button = button.on_hover_text(format!("{}\n{text}", row.text));
                    let button = match &model.refused {
                        Some(why) => button.on_disabled_hover_text(why),
                        None => button,
                    };
                    if button.clicked() && !chosen {
                        let (side, about) = (model.side, row.about.clone());
                        intents.push(Intent::Order(Command::Policy { side, about, policy }));
                    }
                }
                ui.end_row();
            }
        });
    });
    let close = ui.add(egui::Button::new("Close").shortcut_text(theme::key(ui, Action::Orders)));
    if theme::named(close, "Close").clicked() {
        intents.push(Intent::Panel(Panel::Toggle(Tool::Orders)));
    }
    intents
}
