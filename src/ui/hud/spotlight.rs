//! A special moment of the battle: an extra turn and where it may go, a last stand.

use egui_phosphor::regular as icon;

use crate::names::{Names, capital};
use crate::theme;
use bevy_egui::egui;
use grid::{SideId, UnitId};
use rules::engine;
use rules::path_preview::Remark;
use rules::ruleset::Ruleset;
use rules::state::State;

/// What the panel shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpotlightModel {
    /// The title of the moment.
    pub title: String,
    /// The unit in the spotlight.
    pub name: String,
    /// Its side.
    pub side: SideId,
    /// Its causes and its consequences.
    pub lines: Vec<Remark>,
    /// The units that it has passed through.
    pub chain: Vec<String>,
    /// The units that it may be passed to, and what each would gain.
    pub next: Vec<(String, Remark)>,
}

impl SpotlightModel {
    /// The current special moment of the battle, as far as a viewer knows its units.
    pub fn of(
        rules: &dyn Ruleset,
        state: &State,
        names: &Names,
        is_seen: impl Fn(UnitId) -> bool,
    ) -> Option<Self> {
        if state.scene.verdict.is_some() {
            return None;
        }
        let spotlight = engine::with_ctx(rules, state, |ctx| rules.presentation().spotlight(ctx))?;
        let unit = state.unit(spotlight.unit).filter(|unit| is_seen(unit.id()))?;
        let chain = spotlight.chain.iter().filter(|id| is_seen(**id));
        let next = spotlight.next.into_iter().filter(|next| is_seen(next.unit));
        Some(Self {
            title: spotlight.title,
            name: unit.identity.name.clone(),
            side: unit.side(),
            lines: spotlight.lines,
            chain: chain.map(|id| names.unit(*id)).collect(),
            next: next.map(|next| (names.unit(next.unit), next.remark)).collect(),
        })
    }
}

/// Shows the moment.
pub fn show(ui: &mut egui::Ui, model: &SpotlightModel) {
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.horizontal(|ui| {
        let star = egui::RichText::new(icon::SPARKLE).size(20.0).color(theme::BRASS);
        ui.label(star);
        ui.label(egui::RichText::new(&model.title).heading().color(theme::BRASS));
        for name in &model.chain {
            ui.label(theme::faded(name));
            ui.label(theme::faded(icon::ARROW_RIGHT));
        }
        theme::side_mark(ui, model.side, 16.0);
        ui.strong(&model.name);
    });
    for line in &model.lines {
        let text = egui::RichText::new(capital(&line.text)).size(13.0);
        ui.label(text).on_hover_text(line.to_string());
    }
    if !model.next.is_empty() {
        ui.horizontal(|ui| {
            ui.label(theme::faded(format!("{} May pass to", icon::HANDSHAKE)));
            for (name, remark) in &model.next {
                ui.strong(name);
                let text = theme::faded(&remark.text).size(12.0);
                ui.label(text).on_hover_text(remark.to_string());
            }
        });
    }
}
