//! The screen after a battle.

use std::collections::BTreeMap;

use crate::grid::{SideId, UnitId};
use crate::rules::Event;
use crate::rules::event::Happening;
use crate::rules::ruleset::{Aftermath, Description};
use crate::rules::state::{State, Status};
use crate::ui::egui;
use crate::ui::intent::Intent;
use crate::ui::names::Names;
use crate::ui::theme;

/// One combatant after the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: SideId,
    /// How it came out of it.
    pub status: &'static str,
    /// Where its main track stands, and where that stops.
    pub main: (i32, i32),
    /// The sum of the hits it made.
    pub dealt: i64,
    /// The sum of the hits it took.
    pub taken: i64,
    /// What becomes of it after the battle, and the rule behind it; none under rulesets that do
    /// not say.
    pub after: Option<(String, String)>,
}

/// What the screen shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultModel {
    /// The winner; none for a draw.
    pub winner: Option<(SideId, String)>,
    /// Why it is over.
    pub why: String,
    /// How many rounds it took.
    pub rounds: u32,
    /// The name of the main track.
    pub track: String,
    /// The combatants, by number.
    pub rows: Vec<ResultRow>,
}

impl ResultModel {
    /// The result of a battle, with what the ruleset says of those who were in it; none while it
    /// is not over.
    pub fn of(
        state: &State,
        events: &[Event],
        aftermath: &[Aftermath],
        description: &Description,
        names: &Names,
    ) -> Option<Self> {
        let verdict = state.scene.verdict.as_ref()?;
        let mut dealt: BTreeMap<UnitId, i64> = BTreeMap::new();
        let mut taken: BTreeMap<UnitId, i64> = BTreeMap::new();
        for event in events {
            if let Happening::Hit { by, target, total, .. } = &event.what {
                *taken.entry(*target).or_default() += i64::from(*total);
                if let Some(by) = by {
                    *dealt.entry(*by).or_default() += i64::from(*total);
                }
            }
        }
        let main = description.tracks.first();
        let rows = state.units.iter().map(|unit| {
            let meter = main.and_then(|m| unit.tracks.0.get(m.id.as_str()));
            ResultRow {
                name: unit.identity.name.clone(),
                side: unit.side(),
                status: match unit.status {
                    Status::Active => "in the fight",
                    Status::Down => "down",
                    Status::Dead => "dead",
                    Status::Gone => "off the board",
                    Status::Surrendered => "gave up",
                },
                main: meter.map_or((0, 0), |m| (m.value, m.max)),
                dealt: dealt.get(&unit.id()).copied().unwrap_or_default(),
                taken: taken.get(&unit.id()).copied().unwrap_or_default(),
                after: aftermath.iter().find(|a| a.unit == unit.id()).map(|a| after(a, names)),
            }
        });
        Some(Self {
            winner: verdict.winner.map(|side| (side, names.side(side))),
            why: verdict.why.clone(),
            rounds: state.scene.clock.round,
            track: main.map_or_else(String::new, |m| m.name.clone()),
            rows: rows.collect(),
        })
    }
}

/// "lives on, Health 52 of 52, Energy 16 of 16", and the rule.
fn after(aftermath: &Aftermath, names: &Names) -> (String, String) {
    let meters = aftermath.tracks.iter().chain(&aftermath.pools);
    let meters = meters.map(|(id, value, max)| format!(", {} {value} of {max}", names.content(id)));
    (
        format!("{}{}", aftermath.fate.words(), meters.collect::<String>()),
        aftermath.rule.to_string(),
    )
}

/// Shows the screen.
pub fn show(ui: &mut egui::Ui, model: &ResultModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| match &model.winner {
        Some((side, name)) => {
            theme::side_mark(ui, *side, 28.0);
            ui.heading(format!("{name} wins"));
        }
        None => {
            ui.heading("A draw");
        }
    });
    let rounds = if model.rounds == 1 { "round" } else { "rounds" };
    ui.label(format!("{} after {} {rounds}.", crate::ui::names::capital(&model.why), model.rounds));
    egui::ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
        egui::Grid::new("result").num_columns(7).striped(true).show(ui, |ui| {
            for head in ["", "Name", "", model.track.as_str(), "Dealt", "Taken", "Afterwards"] {
                ui.label(theme::faded(head));
            }
            ui.end_row();
            for row in &model.rows {
                theme::side_mark(ui, row.side, 16.0);
                ui.label(&row.name);
                ui.label(theme::faded(row.status));
                ui.label(format!("{} / {}", row.main.0, row.main.1));
                ui.label(row.dealt.to_string());
                ui.label(row.taken.to_string());
                match &row.after {
                    Some((text, rule)) => ui.label(text).on_hover_text(rule),
                    None => ui.label(""),
                };
                ui.end_row();
            }
        });
    });
    ui.horizontal(|ui| {
        if ui.button("Rematch").clicked() {
            intents.push(Intent::Rematch);
        }
        if ui.button("Main menu").clicked() {
            intents.push(Intent::ToMenu);
        }
    });
    intents
}
