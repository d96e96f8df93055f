//! What a command would do, before it is given: odds, modifiers, warnings.

use num_traits::Zero;

use crate::grid::UnitId;
use crate::rules::dice::Chance;
use crate::rules::engine;
use crate::rules::odds::{self, Odds, Spread};
use crate::rules::ruleset::{Forecast, Ruleset};
use crate::rules::state::{State, Status};
use crate::rules::{Command, Target};
use crate::ui::egui;
use crate::ui::names::Names;
use crate::ui::theme;

/// One possible result with its chance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What it is: "5 damage", "down".
    pub text: String,
    /// Its chance in words: "35 %".
    pub chance: String,
    /// Its chance in hundredths, rounded, for the bar.
    pub hundredths: u16,
}

/// How a number comes about: a label, its total and its terms in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// What it is.
    pub label: String,
    /// Its total.
    pub total: i32,
    /// Its terms, each with its rule.
    pub terms: Vec<String>,
}

/// What would happen to one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TargetPreview {
    /// Its name.
    pub name: String,
    /// The chance that the roll against it succeeds: "hit 65 %". None when nothing is rolled.
    pub hit: Option<String>,
    /// What the die must show: "7 or more on d10".
    pub needs: Option<String>,
    /// What is added to the die.
    pub bonus: Share,
    /// What it is compared with.
    pub against: Share,
    /// The losses in short, and the chance of being put out of the fight.
    pub summary: Vec<String>,
    /// The losses on its main track with their chances, from low to high.
    pub losses: Vec<Outcome>,
    /// What else may befall it.
    pub fates: Vec<Outcome>,
}

/// What the preview shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreviewModel {
    /// What is previewed: "Sword", "Move to (3,4)".
    pub title: String,
    /// Lines of its own: the cost of a way.
    pub notes: Vec<String>,
    /// Why the command is not allowed, if it is not.
    pub refused: Option<String>,
    /// What is worth a second thought.
    pub warnings: Vec<String>,
    /// The targets.
    pub targets: Vec<TargetPreview>,
}

impl PreviewModel {
    /// What a command would do in this state, from the same lines of code that carry it out.
    /// `notes` are added as they are.
    pub fn of(
        rules: &dyn Ruleset,
        state: &State,
        command: &Command,
        names: &Names,
        notes: Vec<String>,
    ) -> Self {
        let title = match command {
            Command::Move { path, .. } => match path.last() {
                Some(end) => format!("Move to {}", end.at),
                None => "Move".to_owned(),
            },
            Command::Act { act, .. } => names.content(act),
            Command::Answer(_) => "Answer".to_owned(),
            Command::Hold { .. } => "Put the turn off".to_owned(),
            Command::EndTurn { .. } => "End the turn".to_owned(),
            Command::Policy { about, .. } => format!("Standing order: {}", names.content(about)),
            Command::Ruling(_) => "Ruling of the referee".to_owned(),
        };
        let mut model = Self { title, notes, ..Self::default() };
        match engine::check(rules, state, command) {
            Err(refusal) => {
                model.refused = Some(refusal.to_string());
                return model;
            }
            Ok(plan) => {
                model.warnings =
                    plan.warnings.iter().map(|w| format!("{} [{}]", w.text, w.rule)).collect();
            }
        }
        let forecasts = engine::with_ctx(rules, state, |ctx| rules.forecast(ctx, command));
        let mut order: Vec<UnitId> = forecasts.iter().map(|f| f.target).collect();
        if let Command::Act { targets, .. } = command {
            for target in targets {
                match target {
                    Target::Unit(id) if !order.contains(id) => order.push(*id),
                    _ => {}
                }
            }
        }
        // Moves have no target whose odds would be shown.
        let odds = match command.unit().and_then(|id| state.unit(id)) {
            Some(actor) if matches!(command, Command::Act { .. }) => {
                let known = odds::as_known_by(rules, state, actor.side());
                Odds::of(rules, &known, command).map(Some)
            }
            _ => Ok(None),
        };
        let spreads = match odds {
            Ok(odds) => odds.map_or_else(Vec::new, |odds| odds.spreads(state)),
            Err(error) => {
                model.notes.push(format!("No exact odds: {error}."));
                Vec::new()
            }
        };
        // Those whom an area heals or hurts without a roll, too.
        for spread in spreads.iter().filter(|s| s.changes()) {
            if !order.contains(&spread.unit) {
                order.push(spread.unit);
            }
        }
        model.targets = order
            .into_iter()
            .map(|id| {
                let forecast = forecasts.iter().find(|f| f.target == id);
                let spread = spreads.iter().find(|s| s.unit == id);
                target_preview(rules, names.unit(id), forecast, spread)
            })
            .collect();
        model
    }
}

fn target_preview(
    rules: &dyn Ruleset,
    name: String,
    forecast: Option<&Forecast>,
    spread: Option<&Spread>,
) -> TargetPreview {
    let share = |label: &str, terms: &[crate::rules::Term]| Share {
        label: label.to_owned(),
        total: terms.iter().fold(0, |sum, t| sum.saturating_add(t.value)),
        terms: terms.iter().map(ToString::to_string).collect(),
    };
    let main = rules.describe().tracks.first();
    let noun = main.map_or_else(|| "loss".to_owned(), |m| m.name.to_lowercase());
    let losses = spread.into_iter().flat_map(|s| &s.losses).map(|(loss, chance)| {
        let text = match *loss {
            0 => format!("no {noun} lost"),
            n if n < 0 => format!("gains {} {noun}", n.unsigned_abs()),
            n => format!("loses {n} {noun}"),
        };
        outcome(text, chance)
    });
    let fates = spread.into_iter().flat_map(|s| s.after.iter().map(|after| (s.before, after)));
    let fates =
        fates.filter(|(before, (after, _))| *after != before).map(|(_, (after, chance))| {
            let text = match after {
                Status::Active => "back in the fight",
                Status::Down => "down",
                Status::Dead => "dead",
                Status::Gone => "off the board",
                Status::Surrendered => "gives up",
            };
            outcome(text.to_owned(), chance)
        });
    let needs = forecast.and_then(|f| Some(format!("{} or more on d{}", f.needs?, f.die)));
    // Without exact odds of the whole, the roll by itself still has its chance.
    let hit = match spread {
        Some(spread) => spread.roll,
        None => forecast.and_then(roll_chance),
    };
    TargetPreview {
        name,
        hit: hit.map(|chance| format!("hit {}", percent(&chance))),
        needs,
        bonus: forecast.map_or_else(Share::default, |f| share("Added to the die", &f.bonus)),
        against: forecast.map_or_else(Share::default, |f| share(&f.against_label, &f.against)),
        summary: spread.map_or_else(Vec::new, |s| summary(s, &noun)),
        losses: losses.collect(),
        fates: fates.collect(),
    }
}

/// The losses in one line, and the chance of being put out of the fight, where there are any.
fn summary(spread: &Spread, noun: &str) -> Vec<String> {
    let (least, most) = (spread.least(), spread.most());
    let mut lines = Vec::new();
    if most > 0 {
        let mean = spread.mean().map(odds::one_decimal);
        let mean = mean.map_or_else(String::new, |mean| format!(", {mean} on average"));
        lines.push(format!("loses {least} to {most} {noun}{mean}"));
    }
    let out = spread.knocked_out();
    if most > 0 || !out.is_zero() {
        let what = if spread.before == Status::Active { "out of the fight" } else { "dead" };
        lines.push(format!("{what}: {}", percent(&out)));
    }
    lines
}

/// The chance that one die shows what is needed.
fn roll_chance(forecast: &Forecast) -> Option<Chance> {
    let needs = forecast.needs?.max(1);
    let sides = i32::from(forecast.die).max(1);
    let faces = u128::try_from((sides + 1 - needs).max(0)).ok()?;
    Some(Chance::new(faces, u128::try_from(sides).ok()?))
}

fn outcome(text: String, chance: &Chance) -> Outcome {
    Outcome { text, chance: percent(chance), hundredths: hundredths(chance) }
}

/// A chance in hundredths, rounded to the nearest.
fn hundredths(chance: &Chance) -> u16 {
    let percent = (chance * Chance::from_integer(100)).round().to_integer();
    u16::try_from(percent).unwrap_or(100).min(100)
}

/// A chance in words. Rounded, but never to 0 or 100 when it is not exactly that: "65 %",
/// "under 1 %", "over 99 %".
pub fn percent(chance: &Chance) -> String {
    let exact = chance * Chance::from_integer(100);
    match hundredths(chance) {
        0 if !exact.is_zero() => "under 1 %".to_owned(),
        100 if exact != Chance::from_integer(100) => "over 99 %".to_owned(),
        n => format!("{n} %"),
    }
}

/// Shows the preview.
pub fn show(ui: &mut egui::Ui, model: &PreviewModel) {
    ui.heading(&model.title);
    for note in &model.notes {
        ui.label(note);
    }
    if let Some(why) = &model.refused {
        ui.colored_label(theme::RUST, why);
    }
    for warning in &model.warnings {
        ui.colored_label(theme::BRASS, warning);
    }
    for target in &model.targets {
        ui.separator();
        ui.strong(&target.name);
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
                ui.label(theme::faded("No roll is needed."));
            }
        }
        for share in [&target.bonus, &target.against] {
            if share.terms.is_empty() {
                continue;
            }
            ui.label(format!("{}: {}", share.label, share.total));
            for term in &share.terms {
                ui.label(theme::faded(format!("   {term}")));
            }
        }
        for line in &target.summary {
            ui.label(line);
        }
        for outcome in target.losses.iter().chain(&target.fates) {
            show_outcome(ui, outcome);
        }
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
