//! Draws the preview panel.

use egui_phosphor::regular as icon;

use super::{AttackOption, Outcome, Party, PreviewModel, RouteModel, SpotModel, TargetPreview};
use crate::attack_options::per_mille;
use crate::hud::profile;
use crate::names::capital;
use crate::theme;
use bevy_egui::egui;
use rules::display::{Ladder, Price, Shade};

/// Size of the chance, in points.
const CHANCE: f32 = 34.0;

/// Shows the preview.
pub fn show(ui: &mut egui::Ui, model: &PreviewModel) {
    theme::keep_off_scroll_bar(ui);
    let open = show_title(ui, model);
    if let Some(way) = &model.way {
        show_way(ui, way);
    }
    for note in &model.notes {
        ui.label(note);
    }
    if let Some(why) = &model.refused {
        ui.colored_label(theme::RUST, why);
    }
    for warning in &model.warnings {
        ui.colored_label(theme::BRASS, capital(warning));
    }
    for price in &model.prices {
        show_price(ui, price);
    }
    if let Some(spot) = &model.spot {
        show_spot(ui, spot);
    }
    for target in &model.targets {
        ui.separator();
        show_target(ui, target, open);
    }
    if !model.spared.is_empty() {
        ui.separator();
        ui.label(theme::faded("In the area, but unaffected:"));
        for (party, name) in &model.spared {
            ui.label(theme::faded(format!("{} {name} ({})", party.icon(), party.word())));
        }
    }
    if let Some(left_out) = &model.left_out {
        ui.label(theme::faded(left_out).size(12.0));
    }
}

/// Shows the cost and hazards of a path.
fn show_way(ui: &mut egui::Ui, way: &RouteModel) {
    if let Some(cost) = way.cost() {
        ui.label(cost);
    }
    for line in way.lines() {
        let colour = if line.bad { theme::RUST } else { theme::PARCHMENT };
        ui.colored_label(colour, format!("{} {}", line.icon, line.text));
    }
}

/// Shows the enemies at the end of a path, in brief.
fn show_spot(ui: &mut egui::Ui, spot: &SpotModel) {
    if spot.foes.is_empty() {
        ui.label(theme::faded("No known foe in reach there."));
        return;
    }
    ui.separator();
    ui.label(theme::faded("Attacks from there, and on this unit in the foe's next turn:"));
    for foe in &spot.foes {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = theme::GAP;
            ui.strong(&foe.name);
            ui.label(theme::faded(format!("{} away", foe.squares)));
        });
        let blows = [
            (icon::SWORD, theme::MOSS, &foe.to, "no attack"),
            (icon::SHIELD, theme::RUST, &foe.from, "cannot attack back"),
        ];
        for (sign, colour, blow, none) in blows {
            match blow {
                Some(blow) => ui.colored_label(colour, format!("{sign} {}", blow_words(blow))),
                None => ui.label(theme::faded(format!("{sign} {none}"))),
            };
        }
        for remark in foe.remarks() {
            ui.label(theme::faded(format!("   {remark}")));
        }
    }
    if spot.more > 0 {
        ui.label(theme::faded(format!("and {} more", spot.more)));
    }
}

fn blow_words(blow: &AttackOption) -> String {
    let harm = if blow.harm > 0 { format!(" for {}", blow.harm) } else { String::new() };
    format!("{}{harm}: {}", per_mille(blow.chance), blow.name)
}

fn show_target(ui: &mut egui::Ui, target: &TargetPreview, arithmetic: bool) {
    ui.horizontal_wrapped(|ui| {
        ui.strong(&target.name);
        let colour = match target.party {
            Party::Friend | Party::Own if !target.hurt => theme::MOSS,
            Party::Foe | Party::Friend | Party::Own => theme::RUST,
        };
        ui.colored_label(colour, format!("{} {}", target.party.icon(), target.party.word()));
    });
    match (&target.hit, &target.needs) {
        (Some(hit), _) => show_chance(ui, hit, target.chance.as_deref(), target.hundredths),
        (None, Some(needs)) => {
            ui.label(needs);
        }
        (None, None) => {
            ui.label(theme::faded("No roll needed."));
        }
    }
    for line in &target.summary {
        ui.label(line);
    }
    if target.is_quiet() {
        for gain in &target.losses {
            show_outcome(ui, gain);
        }
    }
    if target.hit.is_some() && target.summary.is_empty() && target.fates.is_empty() {
        ui.label(theme::faded("No loss."));
    }
    for note in &target.notes {
        ui.colored_label(theme::BRASS, format!("{} {note}", icon::ARROW_LINE_DOWN));
    }
    for response in &target.responses {
        ui.colored_label(theme::BRASS, format!("{} {response}", icon::SHIELD));
    }
    for outcome in target.fates.iter().chain(&target.conditions) {
        show_outcome(ui, outcome);
    }
    if let Some(ladder) = &target.ladder {
        show_ladder(ui, ladder);
    }
    show_chips(ui, target);
    if arithmetic && has_arithmetic(target) {
        show_arithmetic(ui, target);
    }
}

/// The chance as a large number with a bar.
fn show_chance(ui: &mut egui::Ui, hit: &str, chance: Option<&str>, hundredths: Option<u16>) {
    let text = egui::RichText::new(chance.unwrap_or(hit)).size(CHANCE).color(theme::BRASS);
    let number = ui.add(egui::Label::new(text.strong()).truncate());
    number.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, hit));
    let size = egui::vec2(ui.available_width().max(60.0), 6.0);
    let (rect, _) = ui.allocate_exact_size(size, egui::Sense::hover());
    ui.painter().rect_filled(rect, 3.0, theme::WELL);
    let mut part = rect;
    part.set_width(rect.width() * f32::from(hundredths.unwrap_or_default().min(100)) / 100.0);
    ui.painter().rect_filled(part, 3.0, theme::BRASS);
    // The bare number leaves out the chance if the target reacts.
    if chance.is_some_and(|chance| hit != format!("hit {chance}")) {
        ui.label(theme::faded(hit));
    }
}

/// A cost of the command: name, amount, and consequence.
pub(in crate::hud) fn show_price(ui: &mut egui::Ui, price: &Price) {
    let colour = profile::colour(price.shade);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = theme::GAP;
        let glyph = if price.shade == Shade::Bad { icon::WARNING } else { icon::COINS };
        ui.colored_label(colour, format!("{glyph} {}: {}", price.name, price.value));
        let text = theme::faded(&price.remark.text).size(12.0);
        ui.label(text).on_hover_text(price.remark.to_string());
    });
}

/// The ladder as a row of dice with the current one highlighted, and below it the reasons for each
/// step.
fn show_ladder(ui: &mut egui::Ui, ladder: &Ladder) {
    let count = if ladder.count == 1 { String::new() } else { format!(" ({})", ladder.count) };
    let last = ladder.rungs.get(ladder.at).map_or("", String::as_str);
    let text = format!("{}{count}: {last}", ladder.name);
    ui.label(theme::faded(&text));
    let high = 18.0;
    let size = egui::vec2(ui.available_width().max(120.0), high);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let painter = ui.painter();
    let wide = rect.width() / ladder.rungs.len().max(1) as f32;
    for (place, rung) in ladder.rungs.iter().enumerate() {
        let min = rect.min + egui::vec2(wide * place as f32, 0.0);
        let cell = egui::Rect::from_min_size(min, egui::vec2(wide - 2.0, high));
        let (fill, ink) = if place == ladder.at {
            (theme::BRASS, theme::WELL)
        } else {
            (theme::WELL, theme::faint(ui))
        };
        let edge = if place == ladder.usual { theme::PARCHMENT } else { theme::edge(ui) };
        let stroke = egui::Stroke::new(1.0, edge);
        painter.rect(cell, 4.0, fill, stroke, egui::StrokeKind::Inside);
        let font = egui::FontId::proportional(12.0);
        painter.text(cell.center(), egui::Align2::CENTER_CENTER, rung, font, ink);
    }
    response.on_hover_text("The usual die has a pale edge.");
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        for step in &ladder.moves {
            let (glyph, colour) = match step.rungs {
                1.. => (icon::ARROW_UP, theme::MOSS),
                0 => (icon::DOT, theme::faint(ui)),
                ..0 => (icon::ARROW_DOWN, theme::RUST),
            };
            show_chip(ui, format!("{glyph} {}", step.remark.text), colour);
        }
    });
}

/// The modifiers of the roll as chips with a sign, the number to beat, and what changes it.
fn show_chips(ui: &mut egui::Ui, target: &TargetPreview) {
    let modifiers = target.bonus.chips.iter().filter(|(value, _)| *value != 0);
    let modifiers: Vec<&(i32, String)> = modifiers.collect();
    if modifiers.is_empty() && target.against.chips.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 4.0);
        for (value, label) in modifiers {
            let colour = if *value > 0 { theme::MOSS } else { theme::RUST };
            show_chip(ui, format!("{value:+} {label}"), colour);
        }
        if !target.against.chips.is_empty() {
            // The total contains what changes it.
            let with = if target.changes.is_empty() { "" } else { ", with" };
            let text = format!("{} {}{with}", target.against.label, target.against.total);
            show_chip(ui, text, theme::faint(ui));
        }
        for (helps, text) in &target.changes {
            let colour = if *helps { theme::MOSS } else { theme::RUST };
            show_chip(ui, text.clone(), colour);
        }
    });
}

fn show_chip(ui: &mut egui::Ui, text: String, colour: egui::Color32) {
    let text = egui::RichText::new(text).size(12.0).color(colour);
    let chip = egui::Button::new(text).fill(theme::WELL).stroke(egui::Stroke::new(1.0, colour));
    ui.add(chip.corner_radius(9).sense(egui::Sense::hover()).min_size(egui::vec2(0.0, 18.0)));
}

/// True if there is arithmetic to show for a target.
fn has_arithmetic(target: &TargetPreview) -> bool {
    let shares = [&target.bonus, &target.against, &target.theirs];
    let listed = !target.grades.is_empty() || !target.losses.is_empty() || target.needs.is_some();
    !target.is_quiet() && (listed || shares.iter().any(|share| !share.terms.is_empty()))
}

/// The title, and beside it, at a fixed place, the button that opens the arithmetic. True if it is
/// open.
fn show_title(ui: &mut egui::Ui, model: &PreviewModel) -> bool {
    // One setting for all targets: a player who opens it wants to see it for the next act too.
    let id = egui::Id::new("arithmetic of the preview");
    let mut open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    let offered = model.targets.iter().any(has_arithmetic);
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if offered {
                let mark = if open { icon::CARET_DOWN } else { icon::CARET_RIGHT };
                let text = theme::faded(format!("{mark} Arithmetic")).size(12.0);
                let button = ui.add(egui::Button::new(text).frame(false));
                if theme::named(button, "Arithmetic").clicked() {
                    open = !open;
                    ui.data_mut(|data| data.insert_temp(id, open));
                }
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let title = egui::RichText::new(&model.title).heading();
                ui.add(egui::Label::new(title).truncate());
            });
        });
    });
    open
}

/// The terms with their rules and all outcomes.
fn show_arithmetic(ui: &mut egui::Ui, target: &TargetPreview) {
    if let Some(needs) = &target.needs {
        ui.label(needs);
    }
    let shares = [&target.bonus, &target.against, &target.theirs];
    for share in shares.into_iter().filter(|share| !share.terms.is_empty()) {
        ui.label(format!("{}: {}", share.label, share.total));
        for term in &share.terms {
            ui.label(theme::faded(format!("   {term}")));
        }
    }
    for outcome in target.grades.iter().chain(&target.losses) {
        show_outcome(ui, outcome);
    }
}

fn show_outcome(ui: &mut egui::Ui, outcome: &Outcome) {
    let text = format!("{}: {}", outcome.text, outcome.chance);
    let size = egui::vec2(ui.available_width().max(60.0), theme::BODY + 4.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, 2.0, theme::WELL);
    let mut part = rect;
    part.set_width(rect.width() * f32::from(outcome.hundredths) / 100.0);
    painter.rect_filled(part, 2.0, theme::PLANK_LIT);
    painter.text(
        rect.left_center() + egui::vec2(theme::GAP, 0.0),
        egui::Align2::LEFT_CENTER,
        &text,
        egui::TextStyle::Body.resolve(ui.style()),
        theme::PARCHMENT,
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, &text));
}
