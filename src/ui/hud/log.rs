//! The battle log: every event in words. Each line opens to its arithmetic.

use egui_phosphor::regular as icon;

use crate::settings::Action;
use crate::ui::intent::{Fold, Intent, Watch};
use crate::ui::log_text::{LogLine, Tone, Weight};
use crate::ui::theme;
use bevy_egui::egui;

/// Maximum number of lines laid out; earlier lines stay in the record.
const SHOWN: usize = 400;

/// Contents of the log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LogModel {
    /// The lines, newest last.
    pub lines: Vec<LogLine>,
    /// True to show bookkeeping lines too.
    pub bookkeeping: bool,
    /// Events from this index on can be undone.
    pub undo_from: Option<usize>,
    /// Number of events that have happened at the current point of a replay; the others come later.
    pub now: Option<usize>,
}

impl LogModel {
    /// Index of the last line that has happened in a replay.
    fn present(&self) -> Option<usize> {
        let now = self.now?;
        self.lines.iter().rposition(|line| line.event < now)
    }
}

/// Which lines the player wants to see.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Filter {
    /// Words that must all occur in a line or its arithmetic.
    words: String,
    kind: Kind,
}

/// Kind of lines to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Kind {
    /// All lines.
    #[default]
    All,
    /// Outcomes of rolls.
    Rolls,
    /// Harm and failures.
    Bad,
}

impl Filter {
    fn wants(&self, line: &LogLine) -> bool {
        let kind = match self.kind {
            Kind::All => true,
            Kind::Rolls => line.headline.contains(" rolls "),
            Kind::Bad => line.tone == Tone::Bad,
        };
        let has = |word: &str| {
            let mut texts = std::iter::once(&line.headline).chain(&line.details);
            texts.any(|text| text.to_lowercase().contains(word))
        };
        kind && self.words.to_lowercase().split_whitespace().all(has)
    }
}

/// Shows the filter controls.
fn show_filter(ui: &mut egui::Ui) -> Filter {
    let id = egui::Id::new("filter of the log");
    let mut filter = ui.data(|data| data.get_temp::<Filter>(id)).unwrap_or_default();
    ui.horizontal(|ui| {
        for (kind, name) in [(Kind::All, "All"), (Kind::Rolls, "Rolls"), (Kind::Bad, "Harm")] {
            let button = ui.selectable_value(&mut filter.kind, kind, name);
            let name = format!("Log: {name}");
            theme::named(button, &name);
        }
        let field = egui::TextEdit::singleline(&mut filter.words);
        let field = field.hint_text("Search").desired_width(ui.available_width() - 8.0);
        let field = ui.add(field);
        field.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Search the log")
        });
    });
    ui.data_mut(|data| data.insert_temp(id, filter.clone()));
    filter
}

/// Shows the log, scrolled to the end unless the player has
/// scrolled back. Click opens a line, right click shows its unit.
pub fn show(ui: &mut egui::Ui, model: &LogModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.horizontal(|ui| {
        ui.heading("Log");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let mut all = model.bookkeeping;
            let text = "Show every step, down to the bookkeeping.";
            if ui.checkbox(&mut all, "Details").on_hover_text(text).changed() {
                intents.push(Intent::ToggleBookkeeping);
            }
        });
    });
    let filter = show_filter(ui);
    let worth = |(_, line): &(usize, &LogLine)| {
        let all = model.bookkeeping || filter.kind == Kind::Rolls;
        (all || line.weight > Weight::Bookkeeping) && filter.wants(line)
    };
    let picked: Vec<(usize, &LogLine)> = model.lines.iter().enumerate().filter(worth).collect();
    let present = model.present();
    // The last lines, or those around the current point of a replay.
    let end = present.map_or(picked.len(), |present| {
        let passed = picked.partition_point(|(i, _)| *i <= present);
        (passed + SHOWN / 2).min(picked.len())
    });
    let skipped = end.saturating_sub(SHOWN);
    let follows = present.is_none();
    let area = egui::ScrollArea::vertical().stick_to_bottom(follows).auto_shrink([false, false]);
    area.show(ui, |ui| {
        if skipped > 0 {
            ui.label(theme::faded(format!("{skipped} earlier lines hidden.")));
        }
        if picked.is_empty() && filter != Filter::default() {
            ui.label(theme::faded("No matching lines."));
        }
        let shown = picked.get(skipped..end).unwrap_or_default();
        let mut undo = model.undo_from.filter(|_| follows);
        for (n, (i, line)) in shown.iter().enumerate() {
            if undo.is_some_and(|from| line.event >= from) {
                undo = None;
                show_undo_mark(ui);
            }
            let later = model.now.is_some_and(|now| line.event >= now);
            let asked = show_line(ui, *i, line, later);
            if asked.secondary_clicked()
                && let Some(unit) = line.about
            {
                intents.push(Intent::Look(unit));
            }
            if model.now.is_some() && asked.double_clicked() {
                intents.push(Intent::Watch(Watch::Event(line.event)));
            }
            let next = shown.get(n + 1).map(|(next, _)| *next);
            let is_present = present.is_some_and(|p| *i <= p && next.is_none_or(|next| next > p));
            if is_present && is_news(ui, present) {
                asked.scroll_to_me(Some(egui::Align::Center));
            }
        }
    });
    if !follows {
        ui.label(theme::faded("Double-click a line to go there."));
    }
    intents
}

/// Number of lines shown while the log is folded.
const LAST: usize = 3;

/// Shows the last lines of the log; a click shows the whole.
pub fn show_last_lines(ui: &mut egui::Ui, model: &LogModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.spacing_mut().item_spacing.y = 2.0;
    let end = model.present().map_or(model.lines.len(), |present| present + 1);
    // Whose turn it is stands under the round.
    let lines = model.lines.iter().take(end).filter(|line| line.weight == Weight::Main);
    let mut last: Vec<&LogLine> = lines.rev().take(LAST).collect();
    last.reverse();
    let area = egui::ScrollArea::vertical().id_salt("last lines").stick_to_bottom(true);
    area.auto_shrink([false, false]).show(ui, |ui| {
        for line in last {
            let text = egui::RichText::new(&line.headline).size(13.0).color(colour(line));
            let label = ui.add(egui::Label::new(text).wrap().sense(egui::Sense::click()));
            let key = theme::key(ui, Action::Log);
            if label.on_hover_text(format!("Show the whole log ({key}).")).clicked() {
                intents.push(Intent::Fold(Fold::Log));
            }
        }
    });
    intents
}

/// The colour of a line.
const fn colour(line: &LogLine) -> egui::Color32 {
    match (line.weight, line.tone) {
        (Weight::Heading, _) => theme::BRASS,
        (_, Tone::Good) => theme::MOSS,
        (_, Tone::Bad) => theme::RUST,
        (Weight::Main, Tone::Plain) => theme::PARCHMENT,
        (_, Tone::Plain) => theme::FADED,
    }
}

/// True once for each new current line.
fn is_news(ui: &egui::Ui, present: Option<usize>) -> bool {
    let id = egui::Id::new("present of the log");
    let known = ui.data(|data| data.get_temp::<Option<usize>>(id));
    ui.data_mut(|data| data.insert_temp(id, present));
    known != Some(present)
}

/// Marks the point from which commands can be undone.
fn show_undo_mark(ui: &mut egui::Ui) {
    let key = theme::key(ui, Action::TakeBack);
    let text = format!("{} Undo ({key}) reaches back to here", icon::ARROW_U_UP_LEFT);
    ui.separator();
    ui.label(egui::RichText::new(text).small().color(theme::BRASS));
}

/// Shows one line, faint if it is still to come.
fn show_line(ui: &mut egui::Ui, place: usize, line: &LogLine, later: bool) -> egui::Response {
    let colour = colour(line);
    let colour = if later { colour.gamma_multiply(0.45) } else { colour };
    let id = ui.make_persistent_id(("log", place));
    let mut open = ui.data(|d| d.get_temp::<bool>(id).unwrap_or(false));
    let has_details = !line.details.is_empty();
    let mark = match (has_details, open) {
        (false, _) => icon::DOT_OUTLINE,
        (true, false) => icon::CARET_RIGHT,
        (true, true) => icon::CARET_DOWN,
    };
    let text = egui::RichText::new(format!("{mark} {}", line.headline)).color(colour);
    let label = ui.add(egui::Label::new(text).wrap().sense(egui::Sense::click()));
    label.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::CollapsingHeader, true, &line.headline)
    });
    if label.clicked() && has_details {
        open = !open;
        ui.data_mut(|d| d.insert_temp(id, open));
    }
    if open {
        for detail in &line.details {
            ui.add(egui::Label::new(theme::faded(format!("     {detail}"))).wrap());
        }
    }
    label
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_picked_by_kind_and_by_words() {
        let line = |headline: &str, detail: &str, tone| LogLine {
            headline: headline.to_owned(),
            details: vec![detail.to_owned()],
            weight: Weight::Main,
            tone,
            about: None,
            event: 0,
        };
        let roll = line("Scout rolls precision against Knight: 15.", "d20: 12", Tone::Good);
        let harm = line("Knight loses 4 health.", "physical armor 2 (PR-163)", Tone::Bad);
        let wants = |kind, words: &str, line| Filter { words: words.to_owned(), kind }.wants(line);
        assert!(wants(Kind::All, "", &roll) && wants(Kind::All, "", &harm));
        assert!(wants(Kind::Rolls, "", &roll) && !wants(Kind::Rolls, "", &harm));
        assert!(!wants(Kind::Bad, "", &roll) && wants(Kind::Bad, "", &harm));
        assert!(wants(Kind::All, "KNIGHT pr-163", &harm), "the arithmetic is searched too");
        assert!(!wants(Kind::All, "knight scout", &harm));
    }
}
