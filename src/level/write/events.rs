//! Writes the events.

use grid::{Haze, SideId};

use super::quoted::quoted;
use crate::Level;
use crate::events::{LevelEvent, When};

/// An event on one line.
pub(super) fn event_text(level: &Level, event: &LevelEvent) -> String {
    let mut parts = Vec::new();
    if !event.name.is_empty() {
        parts.push(format!("name: {}", quoted(&event.name)));
    }
    let causes: Vec<String> = event.when.iter().map(|when| when_text(level, when)).collect();
    parts.push(match causes.as_slice() {
        [one] => format!("when: {one}"),
        _ => format!("when: {}({})", if event.all { "all" } else { "any" }, causes.join(", ")),
    });
    if !event.tell.is_empty() {
        parts.push(format!("tell: {}", quoted(&event.tell)));
    }
    parts.extend(event.to.and_then(|to| side_name(level, to)).map(|name| format!("to: {name}")));
    if !event.arrive.is_empty() {
        let names: Vec<String> = event.arrive.iter().map(|name| quoted(name)).collect();
        parts.push(format!("arrive: [{}]", names.join(", ")));
    }
    let regions = [("at", &event.at), ("open", &event.open), ("close", &event.close)];
    for (field, region) in regions {
        parts.extend(region.as_ref().map(|region| format!("{field}: {}", quoted(region))));
    }
    if let Some(weather) = event.weather {
        let (kind, rank) = (weather.kind().name(), weather.rank());
        parts.push(match rank {
            Haze::Light => format!("weather: {kind}"),
            _ => format!("weather: (kind: {kind}, rank: {})", rank.name()),
        });
    }
    if let Some(light) = event.light {
        parts.push(format!("light: {}", light.name()));
    }
    if !event.goals.is_empty() {
        let goals: Vec<String> = event.goals.iter().map(|goal| level.goal_text(goal)).collect();
        parts.push(format!("goals: [{}]", goals.join(", ")));
    }
    format!("({})", parts.join(", "))
}

fn side_name(level: &Level, side: SideId) -> Option<String> {
    level.sides.get(usize::from(side.0)).map(|side| quoted(&side.name))
}

fn when_text(level: &Level, when: &When) -> String {
    let side = |side: SideId| side_name(level, side).unwrap_or_else(|| quoted(""));
    match when {
        When::Round { number } => format!("round(number: {number})"),
        When::Enters { region, side: None } => format!("enters(region: {})", quoted(region)),
        When::Enters { region, side: Some(of) } => {
            format!("enters(region: {}, side: {})", quoted(region), side(*of))
        }
        When::UnitFalls { unit } => format!("falls(unit: {})", quoted(unit)),
        When::SideFalls { side: of, units } => {
            format!("falls(side: {}, units: {units})", side(*of))
        }
        When::Opens { region } => format!("opens(region: {})", quoted(region)),
        When::After { event, rounds: 0 } => format!("after(event: {})", quoted(event)),
        When::After { event, rounds } => {
            format!("after(event: {}, rounds: {rounds})", quoted(event))
        }
    }
}
