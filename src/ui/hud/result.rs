//! The result screen.

use crate::battle::statistics::Statistics;
use crate::grid::SideId;
use crate::rules::Event;
use crate::rules::house::RuleOption;
use crate::rules::ruleset::{Aftermath, Ruleset};
use crate::rules::state::{State, Status};
use crate::ui::intent::{Intent, Page};
use crate::ui::names::Names;
use crate::ui::theme;
use bevy_egui::egui;

use super::battle_stats::StatsModel;
use super::prompt::PromptModel;

/// Size of the result, in points.
const LARGE: f32 = 34.0;
/// Height of everything but the table, in points.
const REST: f32 = 300.0;

/// A unit after the battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultRow {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: SideId,
    /// Its final status.
    pub status: &'static str,
    /// Value and maximum of its tracks: "12 / 52". Each with its name if there are several.
    pub left: String,
    /// What becomes of it after the battle, and the rule; `None` under rulesets that do not say.
    pub after: Option<(String, String)>,
}

/// Contents of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResultModel {
    /// The winner; `None` for a draw.
    pub winner: Option<(SideId, String)>,
    /// Why it is over.
    pub why: String,
    /// How many rounds it took.
    pub rounds: u32,
    /// Column heading for the tracks: the name of the track if there is only one.
    pub track: String,
    /// The units, by number.
    pub rows: Vec<ResultRow>,
    /// The house rules of the battle: "Flank bonus: 2".
    pub house_rules: Vec<String>,
    /// The battle statistics.
    pub deeds: StatsModel,
}

impl ResultModel {
    /// The result of a battle, with the ruleset's aftermath; `None` until it is over.
    pub fn of(
        state: &State,
        events: &[Event],
        aftermath: &[Aftermath],
        rules: &dyn Ruleset,
        names: &Names,
    ) -> Option<Self> {
        let verdict = state.scene.verdict.as_ref()?;
        let description = rules.describe();
        let deeds = StatsModel::of(&Statistics::of(events, state, description), state, names);
        let mut bodies = description.tracks.iter().filter(|spec| spec.meaning.is_life());
        let (first, sole) = (bodies.next(), bodies.next().is_none());
        let rows = state.units.iter().map(|unit| {
            let fitness = rules.fitness(unit);
            let parts = fitness.told().filter(|part| part.meaning.is_life());
            let left = parts.map(|part| {
                let name = if sole { String::new() } else { format!("{} ", part.name) };
                format!("{name}{} / {}", part.value, part.max)
            });
            ResultRow {
                name: unit.identity.name.clone(),
                side: unit.side(),
                status: match unit.status {
                    Status::Active => "in the fight",
                    Status::Down => "down",
                    Status::Dead => "dead",
                    Status::Gone => "left the board",
                    Status::Surrendered => "surrendered",
                },
                left: left.collect::<Vec<_>>().join(", "),
                after: aftermath.iter().find(|a| a.unit == unit.id()).map(|a| after(a, names)),
            }
        });
        Some(Self {
            winner: verdict.winner.map(|side| (side, names.side(side))),
            why: verdict.why.clone(),
            rounds: state.scene.clock.round,
            track: match first {
                Some(spec) if sole => spec.name.clone(),
                Some(_) => "Left".to_owned(),
                None => String::new(),
            },
            rows: rows.collect(),
            house_rules: rules.house_rules().changes().map(RuleOption::words).collect(),
            deeds,
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

/// Shows the screen, with any pending question of the aftermath.
pub fn show(ui: &mut egui::Ui, model: &ResultModel, question: Option<&PromptModel>) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| match &model.winner {
        Some((side, name)) => {
            theme::side_mark(ui, *side, 36.0);
            ui.label(egui::RichText::new(format!("{name} wins")).size(LARGE).color(theme::BRASS));
        }
        None => {
            ui.label(egui::RichText::new("Draw").size(LARGE).color(theme::BRASS));
        }
    });
    let rounds = if model.rounds == 1 { "round" } else { "rounds" };
    ui.label(format!("{} after {} {rounds}.", crate::ui::names::capital(&model.why), model.rounds));
    if !model.house_rules.is_empty() {
        ui.label(theme::faded(format!("House rules: {}", model.house_rules.join("; "))));
    }
    let id = egui::Id::new("page of the result");
    let mut deeds = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    ui.horizontal(|ui| {
        for (page, name) in [(false, "Units"), (true, "Statistics")] {
            theme::named(ui.selectable_value(&mut deeds, page, name), name);
        }
    });
    ui.data_mut(|data| data.insert_temp(id, deeds));
    let room = ui.ctx().content_rect().size();
    let area = egui::ScrollArea::both().max_height((room.y - REST).max(120.0));
    let area = area.max_width(room.x * 0.7);
    area.show(ui, |ui| {
        if deeds {
            ui.set_min_width((ui.ctx().content_rect().width() * 0.6).min(720.0));
            intents.extend(super::battle_stats::show(ui, &model.deeds));
        } else {
            combatants(ui, model);
        }
    });
    if let Some(question) = question {
        ui.separator();
        intents.extend(super::prompt::show(ui, question));
        ui.separator();
    }
    ui.horizontal(|ui| {
        if ui.button("Rematch").clicked() {
            intents.push(Intent::Rematch);
        }
        if ui.button("Watch replay").clicked() {
            intents.push(Intent::WatchThis);
        }
        if theme::named(ui.button("Save"), "Save this battle").clicked() {
            intents.push(Intent::Open(Page::Saves));
        }
        if ui.button("Main menu").clicked() {
            intents.push(Intent::ToMenu);
        }
    });
    intents
}

fn combatants(ui: &mut egui::Ui, model: &ResultModel) {
    egui::Grid::new("result").num_columns(5).striped(true).show(ui, |ui| {
        for head in ["", "Name", "", model.track.as_str(), "Aftermath"] {
            ui.label(theme::faded(head));
        }
        ui.end_row();
        for row in &model.rows {
            theme::side_mark(ui, row.side, 16.0);
            ui.label(&row.name);
            ui.label(theme::faded(row.status));
            ui.label(&row.left);
            match &row.after {
                Some((text, rule)) => ui.label(text).on_hover_text(rule),
                None => ui.label(""),
            };
            ui.end_row();
        }
    });
}
