//! Battle statistics: a table with bars, and luck in words.

use crate::intent::{Intent, Saves, TableFormat};
use crate::names::Names;
use crate::theme;
use battle::statistics::{Statistics, UnitStats, luck_in_words};
use bevy_egui::egui;
use grid::SideId;
use rules::state::State;

/// Maximum width of a bar: in points, and as a fraction of the window.
const BAR: (f32, f32) = (130.0, 0.07);

/// A row: a unit or a whole side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatsRow {
    /// Its side.
    pub side: SideId,
    /// Its name.
    pub name: String,
    /// True for the row of a whole side.
    pub whole_side: bool,
    /// Its statistics.
    pub stats: UnitStats,
    /// What its tracks lost, as text.
    pub lost: String,
}

/// Contents of the table: each side, then its units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatsModel {
    /// The rows.
    pub rows: Vec<StatsRow>,
}

impl StatsModel {
    /// The statistics of a battle, grouped by side.
    pub fn of(statistics: &Statistics, state: &State, names: &Names) -> Self {
        let mut rows = Vec::new();
        for (side, stats) in &statistics.sides {
            let (side, stats) = (*side, stats.clone());
            let lost = stats.lost_in_words(|track| names.content(track));
            rows.push(StatsRow { side, name: names.side(side), whole_side: true, stats, lost });
            for (id, stats) in &statistics.units {
                if state.unit(*id).is_some_and(|unit| unit.side() == side) {
                    let (name, stats) = (names.unit(*id), stats.clone());
                    let lost = stats.lost_in_words(|track| names.content(track));
                    rows.push(StatsRow { side, name, whole_side: false, stats, lost });
                }
            }
        }
        Self { rows }
    }
}

/// Shows the table and the export buttons.
pub fn show(ui: &mut egui::Ui, model: &StatsModel) -> Vec<Intent> {
    let most = model.rows.iter().filter(|row| !row.whole_side);
    let most = most.map(|row| row.stats.dealt.max(row.stats.taken)).max().unwrap_or_default();
    egui::Grid::new("deeds").num_columns(9).striped(true).show(ui, |ui| {
        for (head, text) in [
            ("", ""),
            ("Name", ""),
            ("Damage", "Damage dealt and taken."),
            ("", ""),
            ("Healed", "Healing done, on itself and others."),
            ("Felled", "Enemies put out of the fight."),
            ("Moved", "Metres moved on its own."),
            (
                "Hits",
                "Successful rolls against others, of all such rolls; then the number of \
                      successes to expect.",
            ),
            (
                "Luck",
                "Hits above or below what was expected, in standard deviations. Two of \
                      three battles lie between -1 and 1, nineteen of twenty between -2 and \
                      2.",
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
        ui.label(theme::faded("Export as"));
        [TableFormat::Csv, TableFormat::Json]
            .into_iter()
            .filter(|format| ui.button(format.ending().to_uppercase()).clicked())
            .map(|format| Intent::Saves(Saves::Export(format)))
            .collect()
    })
    .inner
}

fn line(ui: &mut egui::Ui, row: &StatsRow, most: i64) {
    let stats = &row.stats;
    let text = |text: String| {
        let text = egui::RichText::new(text);
        if row.whole_side { text.strong() } else { text }
    };
    theme::side_mark(ui, row.side, 16.0);
    ui.label(text(row.name.clone()));
    if row.whole_side {
        ui.label(text(format!("{} dealt", stats.dealt)));
        tell_losses(ui.label(text(format!("{} taken", stats.taken))), row);
    } else {
        bar(ui, stats.dealt, most, theme::MOSS);
        tell_losses(bar(ui, stats.taken, most, theme::RUST), row);
    }
    ui.label(text(stats.healed.to_string()));
    ui.label(text(stats.felled.to_string()));
    ui.label(text(format!("{} m", stats.moved)));
    let expected = stats.expected as f64 / 1_000_000.0;
    ui.label(text(format!("{} of {}, {expected:.1} expected", stats.hits, stats.rolls)));
    match stats.luck() {
        Some(luck) => {
            let sigma = luck as f64 / 100.0;
            ui.label(text(format!("{sigma:+.1}"))).on_hover_text(luck_in_words(luck));
        }
        None => {
            ui.label(theme::faded("-")).on_hover_text("No uncertain rolls.");
        }
    }
}

/// Shows what was lost, track by track, on hover.
fn tell_losses(taken: egui::Response, row: &StatsRow) {
    if !row.lost.is_empty() {
        taken.on_hover_text(format!("Lost: {}", row.lost));
    }
}

/// A bar followed by its number.
fn bar(ui: &mut egui::Ui, value: i64, most: i64, colour: egui::Color32) -> egui::Response {
    ui.horizontal(|ui| {
        let share = if most > 0 { value as f32 / most as f32 } else { 0.0 };
        let longest = BAR.0.min(BAR.1 * ui.ctx().content_rect().width());
        let long = (longest * share.clamp(0.0, 1.0)).max(1.0);
        let size = egui::vec2(long, ui.spacing().interact_size.y);
        let (place, _) = ui.allocate_exact_size(size, egui::Sense::hover());
        ui.painter().rect_filled(place.shrink2(egui::vec2(0.0, 4.0)), 2.0, colour);
        ui.label(value.to_string())
    })
    .inner
}
