//! Rule lookup by ID or words.

use std::collections::BTreeMap;

use crate::intent::Intent;
use crate::theme;
use bevy_egui::egui;
use registry::RulesetId;
use rules::SharedRuleset;
use rules::ruleset::ReferenceRow;

/// Maximum number of rules shown; a longer search finds fewer.
const SHOWN: usize = 80;

/// The rules that contain every search word; those whose ID matches come first.
pub fn found<'a>(rows: &'a [ReferenceRow], search: &str) -> Vec<&'a ReferenceRow> {
    let search = search.to_lowercase();
    let words: Vec<&str> = search.split_whitespace().collect();
    let fits = |row: &&ReferenceRow| {
        let text = format!("{} {} {}", row.id, row.title, row.text).to_lowercase();
        words.iter().all(|word| text.contains(word))
    };
    let mut found: Vec<&ReferenceRow> = rows.iter().filter(fits).collect();
    // A bare number matches the end of an ID.
    let named = |row: &&ReferenceRow| {
        let id = row.id.to_lowercase();
        let number = id.rsplit('-').next().unwrap_or_default();
        words.iter().any(|word| id == *word || number == *word)
    };
    found.sort_by_key(|row| !named(row));
    found
}

/// The search text, kept until the game closes.
#[derive(Clone, Default)]
struct Search {
    words: String,
    ruleset: Option<RulesetId>,
}

/// Shows a search field and the matching rules.
pub fn show(
    ui: &mut egui::Ui,
    library: &BTreeMap<RulesetId, SharedRuleset>,
    ruleset: Option<RulesetId>,
) -> Vec<Intent> {
    let id = egui::Id::new("rules looked for");
    let mut search = ui.data(|data| data.get_temp::<Search>(id)).unwrap_or_default();
    let first = library.keys().next().copied();
    let mut shown = search.ruleset.or(ruleset).or(first);
    let example = shown.and_then(|id| library.get(&id)?.describe().reference.first());
    let hint = example.map_or_else(|| "Words".to_owned(), |row| format!("{}, or words", row.id));
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(&mut search.words).hint_text(hint);
        let field = ui.add(field.desired_width(240.0));
        field.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, "Search"));
        for (id, rules) in library {
            let name = &rules.describe().name;
            if ui.selectable_label(shown == Some(*id), name).clicked() {
                search.ruleset = Some(*id);
                shown = Some(*id);
            }
        }
    });
    let rules = shown.and_then(|id| library.get(&id));
    let rows = rules.map_or(&[][..], |rules| &rules.describe().reference);
    let found = found(rows, &search.words);
    ui.label(theme::faded(match found.len() {
        0 => "No matching rules.".to_owned(),
        n if n > SHOWN => format!("{n} rules, first {SHOWN} shown"),
        1 => "1 rule".to_owned(),
        n => format!("{n} rules"),
    }));
    let more = found.len().saturating_sub(SHOWN);
    egui::ScrollArea::vertical().id_salt("rules").auto_shrink([false, false]).show(ui, |ui| {
        theme::keep_off_scroll_bar(ui);
        for row in found.into_iter().take(SHOWN) {
            ui.horizontal_wrapped(|ui| {
                ui.label(egui::RichText::new(&row.id).color(theme::BRASS));
                ui.label(egui::RichText::new(&row.title).strong());
            });
            ui.add(egui::Label::new(theme::faded(&row.text)).wrap());
            ui.add_space(theme::GAP);
        }
        if more > 0 {
            ui.label(theme::faded(format!("{more} more: type a word to search.")));
        }
    });
    ui.data_mut(|data| data.insert_temp(id, search));
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str, title: &str, text: &str) -> ReferenceRow {
        ReferenceRow { id: id.to_owned(), title: title.to_owned(), text: text.to_owned() }
    }

    #[test]
    fn every_word_must_match_and_ids_come_first() {
        let rows = [
            row("PR-12", "Cover", "A wall of 26 cm hides half."),
            row("PR-126", "Flanking", "Two foes on opposite sides."),
            row("PR-26", "Falling", "A fall of 4 m hurts."),
        ];
        let ids = |search: &str| -> Vec<&str> {
            found(&rows, search).into_iter().map(|row| row.id.as_str()).collect()
        };
        assert_eq!(ids(""), ["PR-12", "PR-126", "PR-26"]);
        assert_eq!(ids("26"), ["PR-26", "PR-12", "PR-126"]);
        assert_eq!(ids("pr-26"), ["PR-26"]);
        assert_eq!(ids("wall HIDES"), ["PR-12"]);
        assert_eq!(ids("wall falling"), [""; 0]);
    }
}
