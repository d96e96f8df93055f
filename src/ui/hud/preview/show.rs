//! Draws the preview panel.

use egui_phosphor::regular as icon;

use super::{AttackOption, Outcome, Party, PreviewModel, RouteModel, SpotModel, TargetPreview};
use crate::ui::attack_options::per_mille;
use crate::ui::theme;
use bevy_egui::egui;

/// Shows the preview.
pub fn show(ui: &mut egui::Ui, model: &PreviewModel) {
    ui.heading(&model.title);
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
        ui.colored_label(theme::BRASS, warning);
    }
    if let Some(spot) = &model.spot {
        show_spot(ui, spot);
    }
    for target in &model.targets {
        ui.separator();
        show_target(ui, target);
    }
    if !model.spared.is_empty() {
        ui.separator();
        ui.label(theme::faded("In the area, but unaffected:"));
        for (party, name) in &model.spared {
            ui.label(theme::faded(format!("{} {name} ({})", party.icon(), party.word())));
        }
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

fn show_target(ui: &mut egui::Ui, target: &TargetPreview) {
    ui.horizontal_wrapped(|ui| {
        ui.strong(&target.name);
        let colour = match target.party {
            Party::Foe => theme::RUST,
            Party::Friend | Party::Own => theme::MOSS,
        };
        ui.colored_label(colour, format!("{} {}", target.party.icon(), target.party.word()));
    });
    match (&target.hit, &target.needs) {
        (Some(hit), Some(needs)) => {
            ui.label(egui::RichText::new(hit).heading().color(theme::BRASS));
            ui.label(needs);
        }
        (Some(hit), None) => {
            ui.label(egui::RichText::new(hit).heading().color(theme::BRASS));
        }
        (None, Some(needs)) => {
            ui.label(needs);
        }
        (None, None) => {
            ui.label(theme::faded("No roll needed."));
        }
    }
    for note in &target.notes {
        ui.colored_label(theme::BRASS, format!("{} {note}", icon::ARROW_LINE_DOWN));
    }
    for share in [&target.bonus, &target.against, &target.theirs] {
        if share.terms.is_empty() {
            continue;
        }
        ui.label(format!("{}: {}", share.label, share.total));
        for term in &share.terms {
            ui.label(theme::faded(format!("   {term}")));
        }
    }
    for outcome in &target.grades {
        show_outcome(ui, outcome);
    }
    for line in &target.summary {
        ui.label(line);
    }
    for outcome in target.losses.iter().chain(&target.fates) {
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
