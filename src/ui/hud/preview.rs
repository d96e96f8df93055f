//! What a command would do, before it is given: odds, modifiers, warnings.

use num_traits::Zero;

use crate::grid::UnitId;
use crate::rules::dice::Chance;
use crate::rules::engine;
use crate::rules::event::{Degree, Event, Happening};
use crate::rules::odds::{self, Course};
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
        // Without a target there is nothing whose odds would be shown.
        let courses =
            if order.is_empty() { Ok(Vec::new()) } else { odds::courses(rules, state, command) };
        let courses = match courses {
            Ok(courses) => courses,
            Err(error) => {
                model.notes.push(format!("No exact odds: {error}."));
                Vec::new()
            }
        };
        model.targets = order
            .into_iter()
            .map(|id| {
                let forecast = forecasts.iter().find(|f| f.target == id);
                target_preview(rules, state, id, forecast, &courses, names)
            })
            .collect();
        model
    }
}

fn target_preview(
    rules: &dyn Ruleset,
    state: &State,
    id: UnitId,
    forecast: Option<&Forecast>,
    courses: &[Course],
    names: &Names,
) -> TargetPreview {
    let share = |label: &str, terms: &[crate::rules::Term]| Share {
        label: label.to_owned(),
        total: terms.iter().fold(0, |sum, t| sum.saturating_add(t.value)),
        terms: terms.iter().map(ToString::to_string).collect(),
    };
    let main = rules.describe().tracks.first();
    let loss = |course: &Course| {
        let value = |s: &State| main.and_then(|m| Some(s.unit(id)?.tracks.0.value(m.id.as_str())));
        value(state).unwrap_or(0).saturating_sub(value(&course.state).unwrap_or(0))
    };
    let noun = main.map_or_else(|| "loss".to_owned(), |m| m.name.to_lowercase());
    let losses = spread(courses, loss, |loss| match loss {
        0 => format!("no {noun} lost"),
        n if *n < 0 => format!("gains {} {noun}", n.unsigned_abs()),
        n => format!("loses {n} {noun}"),
    });
    let before = state.unit(id).map(|u| u.status);
    let fate =
        |course: &Course| course.state.unit(id).map(|u| u.status).filter(|s| Some(*s) != before);
    let fates = spread(courses, fate, |status| match status {
        None => String::new(),
        Some(Status::Active) => "back in the fight".to_owned(),
        Some(Status::Down) => "down".to_owned(),
        Some(Status::Dead) => "dead".to_owned(),
        Some(Status::Gone) => "off the board".to_owned(),
        Some(Status::Surrendered) => "gives up".to_owned(),
    });
    let needs = forecast.and_then(|f| Some(format!("{} or more on d{}", f.needs?, f.die)));
    TargetPreview {
        name: names.unit(id),
        hit: hit_chance(courses, id).map(|chance| format!("hit {}", percent(&chance))),
        needs,
        bonus: forecast.map_or_else(Share::default, |f| share("Added to the die", &f.bonus)),
        against: forecast.map_or_else(Share::default, |f| share(&f.against_label, &f.against)),
        losses,
        fates: fates.into_iter().filter(|f| !f.text.is_empty()).collect(),
    }
}

/// The chance that the first roll against this target succeeds; none when none is made.
fn hit_chance(courses: &[Course], target: UnitId) -> Option<Chance> {
    let degree = |events: &[Event]| -> Option<Degree> {
        events.iter().find_map(|e| match &e.what {
            Happening::Rolled(roll) if roll.target == Some(target) => Some(roll.degree),
            _ => None,
        })
    };
    let mut rolled = false;
    let mut chance = Chance::zero();
    for course in courses {
        if let Some(degree) = degree(&course.events) {
            rolled = true;
            if degree.succeeded() {
                chance += course.chance;
            }
        }
    }
    rolled.then_some(chance)
}

fn spread<K: Ord>(
    courses: &[Course],
    key: impl Fn(&Course) -> K,
    text: impl Fn(&K) -> String,
) -> Vec<Outcome> {
    let mut chances: std::collections::BTreeMap<K, Chance> = std::collections::BTreeMap::new();
    for course in courses {
        *chances.entry(key(course)).or_insert_with(Chance::zero) += course.chance;
    }
    chances
        .iter()
        .map(|(key, chance)| Outcome {
            text: text(key),
            chance: percent(chance),
            hundredths: hundredths(chance),
        })
        .collect()
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
