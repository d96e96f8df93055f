//! The battle log: every event in words. Each line opens to its arithmetic.

use std::collections::BTreeMap;
use std::ops::Range;

use egui::text::{CCursor, LayoutJob, TextFormat};
use egui_phosphor::regular as icon;

use crate::intent::{Fold, Intent, Panel, Watch};
use crate::interaction::Input;
use crate::log_text::{LogLine, Tone, Weight};
use crate::theme;
use crate::why::Reasons;
use bevy_egui::egui;
use grid::UnitId;
use settings::Action;

use super::log_focus::LogFocus;

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
    /// Why the computer decided as it did, by the index of a line.
    pub reasons: BTreeMap<usize, Reasons>,
    /// Number of events that have happened at the current point of a replay; the others come later.
    pub now: Option<usize>,
    /// The unit whose name is under the pointer or has keyboard focus.
    pub linked: Option<UnitId>,
    /// How often the player has asked to read the log with the keyboard.
    pub asked: u32,
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
            Kind::Rolls => line.details.iter().any(|detail| detail.contains(" shows ")),
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
fn show_filter(ui: &mut egui::Ui, focus: &mut LogFocus) -> Filter {
    let id = egui::Id::new("filter of the log");
    let mut filter = ui.data(|data| data.get_temp::<Filter>(id)).unwrap_or_default();
    ui.horizontal(|ui| {
        for (kind, name) in [(Kind::All, "All"), (Kind::Rolls, "Rolls"), (Kind::Bad, "Harm")] {
            let button = ui.selectable_value(&mut filter.kind, kind, name);
            let name = format!("Log: {name}");
            focus.control(&theme::named(button, &name));
        }
        let field = egui::TextEdit::singleline(&mut filter.words);
        let field = field.hint_text("Search").desired_width(ui.available_width() - 8.0);
        let field = ui.add(field);
        focus.control(&field);
        field.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Search the log")
        });
    });
    ui.data_mut(|data| data.insert_temp(id, filter.clone()));
    filter
}

/// Shows the log, scrolled to the end unless the player has scrolled back. Click opens a line, or
/// shows the unit whose name was clicked; right click shows the unit that the line is about. Keys:
/// up and down for lines, left and right to close and open, Tab for the names.
pub fn show(ui: &mut egui::Ui, model: &LogModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let mut focus = LogFocus::begin(ui);
    ui.horizontal(|ui| {
        ui.heading("Log");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let mut all = model.bookkeeping;
            let text = "Show every step, down to the bookkeeping.";
            let details = ui.checkbox(&mut all, "Details").on_hover_text(text);
            focus.control(&details);
            if details.changed() {
                intents.push(Intent::Panel(Panel::Bookkeeping));
            }
        });
    });
    let filter = show_filter(ui, &mut focus);
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
    let mut links = Links::default();
    area.show(ui, |ui| {
        theme::keep_off_scroll_bar(ui);
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
            let why = model.reasons.get(i).map_or(&[][..], Vec::as_slice);
            let (asked, named) = show_line(ui, (*i, n), (line, why), later, &mut focus);
            links.add(named);
            if asked.secondary_clicked()
                && let Some(unit) = line.about
            {
                intents.push(Intent::Input(Input::Look(unit)));
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
    intents.extend(links.intents(model));
    focus.end(ui, model.asked);
    intents
}

/// Number of lines shown while the log is folded.
const LAST: usize = 3;

/// Shows the last lines of the log; a click shows all of it.
pub fn show_last_lines(ui: &mut egui::Ui, model: &LogModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    ui.spacing_mut().item_spacing.y = 2.0;
    let end = model.present().map_or(model.lines.len(), |present| present + 1);
    // The current turn is shown below the round.
    let lines = model.lines.iter().take(end).filter(|line| line.weight == Weight::Main);
    let mut last: Vec<&LogLine> = lines.rev().take(LAST).collect();
    last.reverse();
    let area = egui::ScrollArea::vertical().id_salt("last lines").stick_to_bottom(true);
    let mut links = Links::default();
    area.auto_shrink([false, false]).show(ui, |ui| {
        theme::keep_off_scroll_bar(ui);
        if last.is_empty() {
            ui.label(theme::faded("Events will appear here."));
        }
        for line in last {
            let font = egui::FontId::proportional(13.0);
            let (label, named) = headline(ui, "", line, (font, colour(line)), None);
            links.add(named);
            let key = theme::key(ui, Action::Log);
            if label.on_hover_text(format!("Show the whole log ({key}).")).clicked() {
                intents.push(Intent::Panel(Panel::Fold(Fold::Log)));
            }
        }
    });
    intents.extend(links.intents(model));
    intents
}

/// The unit names in the log under the pointer and under a click.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Links {
    hovered: Option<UnitId>,
    clicked: Option<UnitId>,
}

impl Links {
    /// Adds those of another line.
    fn add(&mut self, other: Self) {
        self.hovered = self.hovered.or(other.hovered);
        self.clicked = self.clicked.or(other.clicked);
    }

    /// The intents that follow if another name is under the pointer now or one was clicked.
    fn intents(self, model: &LogModel) -> Vec<Intent> {
        let point =
            (self.hovered != model.linked).then_some(Intent::Panel(Panel::Point(self.hovered)));
        point.into_iter().chain(self.clicked.map(|unit| Intent::Input(Input::Look(unit)))).collect()
    }
}

/// Shows a headline behind a mark, with its names as links. `focus` is for lines that the keyboard
/// can reach, with their index.
fn headline(
    ui: &mut egui::Ui,
    mark: &str,
    line: &LogLine,
    (font, colour): (egui::FontId, egui::Color32),
    mut focus: Option<(&mut LogFocus, usize)>,
) -> (egui::Response, Links) {
    let mut job = LayoutJob::default();
    let plain = TextFormat::simple(font, colour);
    let underline = egui::Stroke::new(1.0, colour.gamma_multiply(0.6));
    let link = TextFormat { underline, ..plain.clone() };
    job.append(mark, 0.0, plain.clone());
    let text = |range: Range<usize>| line.headline.get(range).unwrap_or_default();
    let mut from = 0;
    for (place, _) in &line.links {
        job.append(text(from..place.start), 0.0, plain.clone());
        job.append(text(place.clone()), 0.0, link.clone());
        from = place.end;
    }
    job.append(text(from..line.headline.len()), 0.0, plain);
    let label = egui::Label::new(job).wrap().sense(egui::Sense::click());
    let (at, galley, response) = label.layout_in_ui(ui);
    let mut links = Links::default();
    let has_keyboard = focus.as_mut().is_some_and(|(focus, place)| focus.stop(&response, *place));
    if !ui.is_rect_visible(response.rect) {
        return (response, links);
    }
    if has_keyboard {
        let ring = egui::Stroke::new(1.5, theme::BRASS);
        let around = response.rect.expand(1.0);
        ui.painter().rect_stroke(around, 3.0, ring, egui::StrokeKind::Outside);
    }
    let before = mark.chars().count();
    for (n, (place, unit)) in line.links.iter().enumerate() {
        let start = before + text(0..place.start).chars().count();
        let end = start + text(place.clone()).chars().count();
        for rect in rows(&galley, start..end) {
            let rect = rect.translate(at.to_vec2());
            let id = response.id.with((n, rect.top() as i32));
            let name = ui.interact(rect, id, egui::Sense::click());
            let words = format!("Show {}", text(place.clone()));
            name.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Link, true, &words));
            let name = name.on_hover_cursor(egui::CursorIcon::PointingHand);
            let has_keyboard =
                focus.as_mut().is_some_and(|(focus, place)| focus.stop(&name, *place));
            if name.hovered() || has_keyboard {
                links.hovered = Some(*unit);
                ui.painter().rect_filled(rect.expand(1.0), 2.0, theme::PLANK_LIT);
            }
            if name.clicked() {
                links.clicked = Some(*unit);
            }
        }
    }
    ui.painter().galley(at, galley, colour);
    (response, links)
}

/// The rectangles of a range of letters, one for each row of text.
fn rows(galley: &egui::Galley, letters: Range<usize>) -> Vec<egui::Rect> {
    let mut rows: Vec<egui::Rect> = Vec::new();
    for letter in letters {
        let [from, to] = [letter, letter + 1].map(|i| galley.pos_from_cursor(CCursor::new(i)));
        if (from.top() - to.top()).abs() > 1.0 {
            continue;
        }
        let rect = from.union(to);
        match rows.last_mut().filter(|row| (row.top() - rect.top()).abs() < 1.0) {
            Some(row) => *row = row.union(rect),
            None => rows.push(rect),
        }
    }
    rows
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

/// Shows one line with the reasons for it, faint if it is still to come.
fn show_line(
    ui: &mut egui::Ui,
    (place, shown): (usize, usize),
    (line, why): (&LogLine, &[Vec<String>]),
    later: bool,
    focus: &mut LogFocus,
) -> (egui::Response, Links) {
    let colour = colour(line);
    let colour = if later { colour.gamma_multiply(0.45) } else { colour };
    let id = ui.make_persistent_id(("log", place));
    let mut open = ui.data(|d| d.get_temp::<bool>(id).unwrap_or(false));
    let has_details = !line.details.is_empty() || !why.is_empty();
    let mark = match (has_details, open) {
        (false, _) => icon::DOT_OUTLINE,
        (true, false) => icon::CARET_RIGHT,
        (true, true) => icon::CARET_DOWN,
    };
    let font = egui::TextStyle::Body.resolve(ui.style());
    let reading = Some((focus, shown));
    let asks = if why.is_empty() { "" } else { icon::QUESTION };
    let (label, links) = headline(ui, &format!("{mark}{asks} "), line, (font, colour), reading);
    label.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::CollapsingHeader, true, &line.headline)
    });
    let has_keyboard = ui.memory(|memory| memory.has_focus(label.id));
    let pressed = |key| has_keyboard && ui.input(|input| input.key_pressed(key));
    let wanted = match open {
        true => !label.clicked() && !pressed(egui::Key::ArrowLeft),
        false => label.clicked() || pressed(egui::Key::ArrowRight),
    };
    if wanted != open && has_details {
        open = wanted;
        ui.data_mut(|d| d.insert_temp(id, open));
    }
    if open {
        for detail in &line.details {
            ui.add(egui::Label::new(theme::faded(format!("     {detail}"))).wrap());
        }
        why.iter().for_each(|plans| show_why(ui, plans));
    }
    (label, links)
}

/// Shows the plans behind a decision of the computer.
fn show_why(ui: &mut egui::Ui, plans: &[String]) {
    let Some((chosen, others)) = plans.split_first() else { return };
    let mut say = |text: String, colour| {
        ui.add(egui::Label::new(egui::RichText::new(text).color(colour)).wrap());
    };
    say(format!("     Why? {chosen}"), theme::PARCHMENT);
    for other in others {
        say(format!("     Instead of: {other}"), theme::FADED);
    }
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
            links: Vec::new(),
            event: 0,
        };
        let roll = line("Scout rolls precision against Knight: 15.", "d20 shows 12", Tone::Good);
        let harm = line("Knight loses 4 health.", "physical armor 2 (PR-163)", Tone::Bad);
        let wants = |kind, words: &str, line| Filter { words: words.to_owned(), kind }.wants(line);
        assert!(wants(Kind::All, "", &roll) && wants(Kind::All, "", &harm));
        assert!(wants(Kind::Rolls, "", &roll) && !wants(Kind::Rolls, "", &harm));
        assert!(!wants(Kind::Bad, "", &roll) && wants(Kind::Bad, "", &harm));
        assert!(wants(Kind::All, "KNIGHT pr-163", &harm), "the arithmetic is searched too");
        assert!(!wants(Kind::All, "knight scout", &harm));
    }
}
