//! What everybody did in a battle: a table, bars, and luck in words.

use crate::battle::statistics::{Deeds, Statistics, luck_in_words};
use crate::grid::SideId;
use crate::rules::state::State;
use crate::ui::egui;
use crate::ui::intent::Intent;
use crate::ui::names::Names;
use crate::ui::theme;

/// The width of the longest bar, in points.
const BAR: f32 = 130.0;

/// A file that other programs read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Comma separated values.
    Csv,
    /// JSON.
    Json,
}

impl TableFormat {
    /// How its files end.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }
}

/// One line: a combatant or a whole side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatsRow {
    /// Its side.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// It stands for all of its side.
    pub whole_side: bool,
    /// What it did.
    pub deeds: Deeds,
    /// What its tracks lost, in words.
    pub lost: String,
}

/// What the table shows: each side, then its combatants.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatsModel {
    /// The lines.
    pub rows: Vec<StatsRow>,
}

impl StatsModel {
    /// The statistics of a battle, side by side.
    pub fn of(statistics: &Statistics, state: &State, names: &Names) -> Self {
        let mut rows = Vec::new();
        for (side, deeds) in &statistics.sides {
            let (side, deeds) = (*side, deeds.clone());
            let lost = deeds.lost_in_words(|track| names.content(track));
            rows.push(StatsRow { side, name: names.side(side), whole_side: true, deeds, lost });
            for (id, deeds) in &statistics.units {
                if state.unit(*id).is_some_and(|unit| unit.side() == side) {
                    let (name, deeds) = (names.unit(*id), deeds.clone());
                    let lost = deeds.lost_in_words(|track| names.content(track));
                    rows.push(StatsRow { side, name, whole_side: false, deeds, lost });
                }
            }
        }
        Self { rows }
    }
}

/// Shows the table and what it can be written to.
pub fn show(ui: &mut egui::Ui, model: &StatsModel) -> Vec<Intent> {
    let most = model.rows.iter().filter(|row| !row.whole_side);
    let most = most.map(|row| row.deeds.dealt.max(row.deeds.taken)).max().unwrap_or_default();
    egui::Grid::new("deeds").num_columns(9).striped(true).show(ui, |ui| {
        for (head, text) in [
            ("", ""),
            ("Name", ""),
            ("Dealt and taken", "The sums of the hits made and suffered."),
            ("", ""),
            ("Healed", "Given back to oneself and others."),
            ("Felled", "Put out of the fight."),
            ("Moved", "Metres gone by oneself."),
            (
                "Hits",
                "Rolls against others that succeeded, of all; then so many as the chances \
                      had to be expected.",
            ),
            (
                "Luck",
                "How far the hits are from what was to be expected, in standard deviations: \
                      two battles of three lie between -1 and 1, nineteen of twenty between -2 \
                      and 2.",
            ),
        ] {
            let head = ui.label(theme::faded(head));
            if !text.is_empty() {
                head.on_hover_text(text);
            }
        }
        ui.end_row();
        for row in &model.rows {
            line(ui, row, most);
            ui.end_row();
        }
    });
    ui.horizontal(|ui| {
        ui.label(theme::faded("Write it down as"));
        [TableFormat::Csv, TableFormat::Json]
            .into_iter()
            .filter(|format| ui.button(format.ending().to_uppercase()).clicked())
            .map(Intent::Export)
            .collect()
    })
    .inner
}

fn line(ui: &mut egui::Ui, row: &StatsRow, most: i64) {
    let deeds = &row.deeds;
    let text = |text: String| {
        let text = egui::RichText::new(text);
        if row.whole_side { text.strong() } else { text }
    };
    theme::side_mark(ui, row.side, 16.0);
    ui.label(text(row.name.clone()));
    if row.whole_side {
        ui.label(text(format!("{} dealt", deeds.dealt)));
        tell_losses(ui.label(text(format!("{} taken", deeds.taken))), row);
    } else {
        bar(ui, deeds.dealt, most, theme::MOSS);
        tell_losses(bar(ui, deeds.taken, most, theme::RUST), row);
    }
    ui.label(text(deeds.healed.to_string()));
    ui.label(text(deeds.felled.to_string()));
    ui.label(text(format!("{} m", deeds.moved)));
    let expected = deeds.expected as f64 / 1_000_000.0;
    ui.label(text(format!("{} of {}, {expected:.1} expected", deeds.hits, deeds.rolls)));
    match deeds.luck() {
        Some(luck) => {
            let sigma = luck as f64 / 100.0;
            ui.label(text(format!("{sigma:+.1}"))).on_hover_text(luck_in_words(luck));
        }
        None => {
            ui.label(theme::faded("-")).on_hover_text("Nothing uncertain was rolled.");
        }
    }
}

/// What was taken, track by track, under the pointer.
fn tell_losses(taken: egui::Response, row: &StatsRow) {
    if !row.lost.is_empty() {
        taken.on_hover_text(format!("Lost: {}", row.lost));
    }
}

/// A bar with its number beside it.
fn bar(ui: &mut egui::Ui, value: i64, most: i64, colour: egui::Color32) -> egui::Response {
    ui.horizontal(|ui| {
        let share = if most > 0 { value as f32 / most as f32 } else { 0.0 };
        let size = egui::vec2((BAR * share.clamp(0.0, 1.0)).max(1.0), ui.spacing().interact_size.y);
        let (place, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        ui.painter().rect_filled(place.shrink2(egui::vec2(0.0, 4.0)), 2.0, colour);
        ui.label(value.to_string())
    })
    .inner
}
