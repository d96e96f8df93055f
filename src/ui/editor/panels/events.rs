//! The Events page: what happens during the battle.

use egui_phosphor::regular as icon;

use crate::editor::action::EditorAction;
use crate::names::capital;
use crate::{egui, theme};
use editor::{Edit, UnitAt, Where};
use grid::{Haze, SideId, Weather, WeatherKind};
use level::{Daylight, Goal, GoalKind, Level, LevelEvent, MAX_CAUSES, MAX_EVENTS, MAX_GOALS, When};

use super::parts::{button, choice, field, glyph, heading, list_named, stepper, words};
use super::sides::{goal_fields, pick_name, side_id};
use super::view::View;

/// The kinds of causes, each with its label.
const CAUSES: [(&str, &str); 6] = [
    ("round", "A round begins"),
    ("enters", "A unit enters a zone"),
    ("unit", "A unit falls"),
    ("side", "Units of a side fall"),
    ("opens", "A door opens"),
    ("after", "After another event"),
];

/// Room for the arrow before a title, in points.
const INDENT: f32 = 28.0;
/// Room for a button beside a list, and for the margins of the list, in points.
const BUTTON: f32 = 58.0;

/// Shows the page.
pub fn show(ui: &mut egui::Ui, view: &View<'_>) -> Vec<EditorAction> {
    let mut actions = Vec::new();
    let level = view.editor.level();
    heading(ui, "Events (each happens once)");
    let last = level.events.len();
    for (n, event) in level.events.iter().enumerate() {
        ui.push_id(("event", n), |ui| {
            let title = format!("{}. {}", n + 1, in_words(level, event));
            let shown = cut_to(ui, &title, ui.available_width() - INDENT);
            let folded = egui::CollapsingHeader::new(shown).id_salt("event");
            let shown = folded.default_open(n + 1 == last).show(ui, |ui| {
                actions.extend(show_event(ui, level, n, event));
            });
            shown.header_response.on_hover_text(title);
        });
        ui.separator();
    }
    if level.events.len() < MAX_EVENTS
        && button(ui, (icon::PLUS, "Add an event"), false, "Add an event at the start of a round.")
    {
        let event = LevelEvent::new(When::Round { number: 2 });
        actions.push(edit(Edit::AddEvent(Box::new(event))));
    }
    actions
}

/// A text on one line, cut off at a width in points.
fn cut_to(ui: &egui::Ui, text: &str, wide: f32) -> String {
    let font = egui::TextStyle::Button.resolve(ui.style());
    let ink = ui.visuals().text_color();
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, ink);
    job.wrap = egui::text::TextWrapping::truncate_at_width(wide);
    let galley = ui.painter().layout_job(job);
    galley.rows.first().map_or_else(String::new, |row| row.text())
}

/// The event with which a unit arrives, by its index.
pub(super) fn arrival(level: &Level, at: UnitAt) -> Option<usize> {
    let own = level.units().into_iter().filter(|unit| usize::from(unit.side.0) == at.side);
    let name = own.map(|unit| unit.name).nth(at.unit)?;
    level.events.iter().position(|event| event.arrive.contains(&name))
}

fn edit(edit: Edit) -> EditorAction {
    EditorAction::Edit(Box::new(edit))
}

/// When an event happens, in a few words.
fn in_words(level: &Level, event: &LevelEvent) -> String {
    let joined = if event.all { " and " } else { " or " };
    let causes: Vec<String> = event.when.iter().map(|when| cause(level, when)).collect();
    let when = causes.join(joined);
    match event.name.as_str() {
        "" => capital(&when),
        name => format!("{name}: {when}"),
    }
}

fn cause(level: &Level, when: &When) -> String {
    match when {
        When::Round { number } => format!("round {number}"),
        When::Enters { region, side: None } => format!("a unit enters {region}"),
        When::Enters { region, side: Some(side) } => {
            format!("a unit of {} enters {region}", side_name(level, Some(*side)))
        }
        When::UnitFalls { unit } => format!("{unit} falls"),
        When::SideFalls { side, units } => {
            let verb = if *units == 1 { "unit falls" } else { "units fall" };
            format!("{units} {verb}: {}", side_name(level, Some(*side)))
        }
        When::Opens { region } => format!("a door opens at {region}"),
        When::After { event, rounds: 0 } => format!("after {event}"),
        When::After { event, rounds: 1 } => format!("1 round after {event}"),
        When::After { event, rounds } => format!("{rounds} rounds after {event}"),
    }
}

fn side_name(level: &Level, side: Option<SideId>) -> &str {
    let Some(side) = side else { return "Every side" };
    level.sides.get(usize::from(side.0)).map_or("none", |side| side.name.as_str())
}

fn show_event(ui: &mut egui::Ui, level: &Level, n: usize, event: &LevelEvent) -> Vec<EditorAction> {
    let mut wanted = event.clone();
    let mut actions = Vec::new();
    ui.horizontal(|ui| {
        let number = n + 1;
        if n > 0 && glyph(ui, icon::ARROW_UP, &format!("Event {number} earlier"), "Move it up.") {
            actions.push(edit(Edit::MoveEvent { from: n, to: n - 1 }));
        }
        if number < level.events.len()
            && glyph(ui, icon::ARROW_DOWN, &format!("Event {number} later"), "Move it down.")
        {
            actions.push(edit(Edit::MoveEvent { from: n, to: number }));
        }
        let zone = event.regions().next();
        if let Some(zone) = zone
            && glyph(ui, icon::EYE, &format!("Show event {number}"), "Show its zone.")
        {
            actions.push(EditorAction::Look(Where::Zone(zone.clone())));
        }
        if glyph(ui, icon::TRASH, &format!("Remove event {number}"), "Remove this event.") {
            actions.push(edit(Edit::RemoveEvent(n)));
        }
    });
    ui.add(egui::Label::new(theme::faded("Name, for events that follow it")).wrap());
    if let Some(name) = field(ui, "Event name", &event.name, 1) {
        wanted.name = name.trim().to_owned();
    }
    causes(ui, level, &mut wanted);
    ui.label(theme::faded("Message"));
    if let Some(text) = field(ui, "Message", &event.tell, 2) {
        wanted.tell = text;
    }
    side_choice(ui, level, "told", "Told to", &mut wanted.to);
    arrivals(ui, level, &mut wanted);
    zone_choice(ui, level, "Open doors at", &mut wanted.open);
    zone_choice(ui, level, "Close doors at", &mut wanted.close);
    sky(ui, &mut wanted);
    goals(ui, level, &mut wanted);
    if wanted != *event {
        actions.push(edit(Edit::ChangeEvent(n, Box::new(wanted))));
    }
    actions
}

/// The causes of an event, and whether all of them are needed.
fn causes(ui: &mut egui::Ui, level: &Level, event: &mut LevelEvent) {
    let several = event.when.len() > 1;
    let mut gone = None;
    for (n, when) in event.when.iter_mut().enumerate() {
        ui.push_id(("cause", n), |ui| {
            ui.horizontal(|ui| {
                cause_kind(ui, level, &event.name, when);
                let name = format!("Remove cause {}", n + 1);
                if several && glyph(ui, icon::TRASH, &name, "Remove this cause.") {
                    gone = Some(n);
                }
            });
            cause_fields(ui, level, &event.name, when);
        });
    }
    if let Some(n) = gone {
        event.when.remove(n);
    }
    if event.when.len() > 1 {
        let name = |all: bool| (if all { "All of them" } else { "Any of them" }).to_owned();
        if let Some(all) = choice(ui, event.all, &[false, true], name) {
            event.all = all;
        }
    } else {
        event.all = false;
    }
    if event.when.len() < MAX_CAUSES
        && button(ui, (icon::PLUS, "Add a cause"), false, "Add another cause.")
    {
        event.when.push(When::Round { number: 2 });
    }
}

/// The kind of a cause, as in [`CAUSES`].
fn kind_of(when: &When) -> &'static str {
    match when {
        When::UnitFalls { .. } => "unit",
        When::SideFalls { .. } => "side",
        other => other.name(),
    }
}

fn cause_kind(ui: &mut egui::Ui, level: &Level, own: &str, when: &mut When) {
    let now = kind_of(when);
    let label = |kind: &str| CAUSES.iter().find(|(name, _)| *name == kind).map_or("", |c| c.1);
    let wide = (ui.available_width() - BUTTON).clamp(80.0, 180.0);
    let kinds = egui::ComboBox::from_id_salt("kind").width(wide).truncate();
    let list = kinds.selected_text(label(now)).show_ui(ui, |ui| {
        for (kind, words) in CAUSES {
            let other = cause_of(level, own, kind);
            let needs = match kind {
                "after" => "Needs another event with a name.",
                "unit" | "side" => "Needs a unit.",
                _ => "Needs a zone.",
            };
            let row = egui::Button::selectable(now == kind, words);
            let row = ui.add_enabled(other.is_some(), row).on_disabled_hover_text(needs);
            if row.clicked() && now != kind {
                *when = other.unwrap_or(When::Round { number: 2 });
            }
        }
    });
    list_named(&list.response, "When", label(now));
}

/// A cause of another kind, filled from the level; `None` if the level lacks what it needs.
fn cause_of(level: &Level, own: &str, kind: &str) -> Option<When> {
    let region = || level.regions.keys().next().cloned();
    match kind {
        "round" => Some(When::Round { number: 2 }),
        "enters" => Some(When::Enters { region: region()?, side: None }),
        "unit" => Some(When::UnitFalls { unit: units(level).next()? }),
        "side" => units(level).next().map(|_| When::SideFalls { side: side_id(0), units: 1 }),
        "opens" => Some(When::Opens { region: region()? }),
        "after" => Some(When::After { event: named(level, own).next()?.clone(), rounds: 0 }),
        _ => None,
    }
}

/// The names of all units, including generated ones.
fn units(level: &Level) -> impl Iterator<Item = String> {
    level.units().into_iter().map(|placement| placement.name)
}

/// The names of the other events.
fn named<'a>(level: &'a Level, own: &'a str) -> impl Iterator<Item = &'a String> {
    let names = level.events.iter().map(|event| &event.name);
    names.filter(move |name| !name.is_empty() && *name != own)
}

fn cause_fields(ui: &mut egui::Ui, level: &Level, own: &str, when: &mut When) {
    match when {
        When::Round { number } => {
            let by = stepper(ui, "Round", &number.to_string());
            let wanted = i32::from(*number).saturating_add(by).clamp(1, level::MAX_ROUND as i32);
            *number = u16::try_from(wanted).unwrap_or(*number);
        }
        When::Enters { region, side } => {
            pick_name(ui, "zone", region, level.regions.keys());
            side_choice(ui, level, "side", "Side", side);
        }
        When::UnitFalls { unit } => {
            let names: Vec<String> = units(level).collect();
            pick_name(ui, "unit", unit, names.iter());
        }
        When::SideFalls { side, units } => {
            let mut of = Some(*side);
            side_choice(ui, level, "side", "Side", &mut of);
            *side = of.unwrap_or(*side);
            number(ui, "Units", units, (1, 200));
        }
        When::Opens { region } => pick_name(ui, "zone", region, level.regions.keys()),
        When::After { event, rounds } => {
            pick_name(ui, "event", event, named(level, own));
            number(ui, "Rounds later", rounds, (0, 99));
        }
    }
}

fn number(ui: &mut egui::Ui, name: &str, value: &mut u8, (least, most): (u8, u8)) {
    let by = stepper(ui, name, &value.to_string());
    let wanted = i32::from(*value).saturating_add(by).clamp(least.into(), most.into());
    *value = u8::try_from(wanted).unwrap_or(*value);
}

/// A side, or all of them.
fn side_choice(ui: &mut egui::Ui, level: &Level, id: &str, name: &str, side: &mut Option<SideId>) {
    ui.horizontal(|ui| {
        ui.label(theme::faded(name));
        let now = side_name(level, *side);
        let list = egui::ComboBox::from_id_salt(id).selected_text(now).show_ui(ui, |ui| {
            for other in
                std::iter::once(None).chain((0..level.sides.len()).map(|n| Some(side_id(n))))
            {
                ui.selectable_value(side, other, side_name(level, other));
            }
        });
        list_named(&list.response, name, now);
    });
}

/// A zone, or none.
fn zone_choice(ui: &mut egui::Ui, level: &Level, name: &str, zone: &mut Option<String>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(theme::faded(name));
        let now = zone.clone().unwrap_or_else(|| "nowhere".to_owned());
        let list = egui::ComboBox::from_id_salt(name).selected_text(&now).show_ui(ui, |ui| {
            ui.selectable_value(zone, None, "nowhere");
            for other in level.regions.keys() {
                ui.selectable_value(zone, Some(other.clone()), other);
            }
        });
        list_named(&list.response, name, &now);
    });
}

/// The units that arrive, and where.
fn arrivals(ui: &mut egui::Ui, level: &Level, event: &mut LevelEvent) {
    let mut gone = None;
    for (n, name) in event.arrive.iter().enumerate() {
        ui.horizontal(|ui| {
            ui.label(format!("{} {name} arrives", icon::FLAG));
            let tip = "On the board from the beginning.";
            if glyph(ui, icon::TRASH, &format!("{name} does not arrive"), tip) {
                gone = Some(n);
            }
        });
    }
    if let Some(n) = gone {
        event.arrive.remove(n);
    }
    let taken = level.recruits();
    let free: Vec<String> = units(level).filter(|name| !taken.contains(name.as_str())).collect();
    let adds = egui::ComboBox::from_id_salt("arrive").selected_text("Add a unit that arrives");
    adds.width((ui.available_width() - 24.0).clamp(80.0, 200.0)).show_ui(ui, |ui| {
        for name in &free {
            if ui.selectable_label(false, name).clicked() {
                event.arrive.push(name.clone());
            }
        }
    });
    if !event.arrive.is_empty() || event.at.is_some() {
        zone_choice(ui, level, "Or at", &mut event.at);
        let text = theme::faded("At its own place; if that is taken, in this zone.");
        ui.add(egui::Label::new(text).wrap());
    }
}

/// Weather and light.
fn sky(ui: &mut egui::Ui, event: &mut LevelEvent) {
    ui.horizontal_wrapped(|ui| {
        ui.label(theme::faded("Weather"));
        let now = event.weather.map(Weather::kind);
        let name = |kind: Option<WeatherKind>| kind.map_or("stays".to_owned(), |k| words(k.name()));
        let mut kind = now;
        let list = egui::ComboBox::from_id_salt("weather").selected_text(name(now));
        let list = list.show_ui(ui, |ui| {
            for other in std::iter::once(None).chain(WeatherKind::ALL.map(Some)) {
                ui.selectable_value(&mut kind, other, name(other));
            }
        });
        list_named(&list.response, "Weather from then on", &name(now));
        let mut rank = event.weather.map_or(Haze::Light, Weather::rank);
        if kind.is_some_and(|kind| kind != WeatherKind::Clear) {
            egui::ComboBox::from_id_salt("rank").selected_text(words(rank.name())).show_ui(
                ui,
                |ui| {
                    for other in Haze::RANKS {
                        ui.selectable_value(&mut rank, other, words(other.name()));
                    }
                },
            );
        }
        event.weather = kind.map(|kind| Weather::new(kind, rank));
    });
    ui.horizontal(|ui| {
        ui.label(theme::faded("Light"));
        let name = |light: Option<Daylight>| light.map_or("stays".to_owned(), |l| words(l.name()));
        let now = name(event.light);
        let list = egui::ComboBox::from_id_salt("light").selected_text(&now).show_ui(ui, |ui| {
            for other in std::iter::once(None).chain(Daylight::ALL.map(Some)) {
                ui.selectable_value(&mut event.light, other, name(other));
            }
        });
        list_named(&list.response, "Light from then on", &now);
    });
}

/// The goals that replace the earlier ones.
fn goals(ui: &mut egui::Ui, level: &Level, event: &mut LevelEvent) {
    let mut gone = None;
    for (n, goal) in event.goals.iter_mut().enumerate() {
        ui.push_id(("goal", n), |ui| {
            if goal_fields(ui, level, &format!("Remove new goal {}", n + 1), goal) {
                gone = Some(n);
            }
        });
    }
    if let Some(n) = gone {
        event.goals.remove(n);
    }
    let tip = "A new goal from then on; it replaces all earlier goals.";
    if event.goals.len() < MAX_GOALS && button(ui, (icon::PLUS, "Add a new goal"), false, tip) {
        event.goals.push(Goal { side: None, kind: GoalKind::LastSideStanding });
    }
}
