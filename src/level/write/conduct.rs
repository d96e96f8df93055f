//! Writes the conduct, the gear and the starting conditions of units.

use super::at::At;
use super::quoted::quoted;
use crate::Unit;
use crate::conduct::{Conduct, StartCondition};

/// Adds the fields of a unit that differ from the defaults.
pub(super) fn add_to(parts: &mut Vec<String>, unit: &Unit) {
    match &unit.conduct {
        Conduct::Free => {}
        Conduct::Hold => parts.push("conduct: hold".to_owned()),
        Conduct::Guard { region } => {
            parts.push(format!("conduct: guard(region: {})", quoted(region)));
        }
        Conduct::Patrol { stops } => {
            let stops: Vec<String> = stops.iter().map(|stop| At(*stop).to_string()).collect();
            parts.push(format!("conduct: patrol([{}])", stops.join(", ")));
        }
    }
    let conditions = unit.conditions.iter().map(|(ruleset, list)| {
        let list: Vec<String> = list.iter().map(condition_text).collect();
        format!("{}: [{}]", quoted(ruleset.as_str()), list.join(", "))
    });
    add_map(parts, "conditions", conditions.collect());
    let gear = unit.gear.iter().map(|(ruleset, slots)| {
        let slots = slots
            .iter()
            .map(|(slot, item)| format!("{}: {}", quoted(slot.as_str()), quoted(item.as_str())));
        let slots: Vec<String> = slots.collect();
        format!("{}: {{ {} }}", quoted(ruleset.as_str()), slots.join(", "))
    });
    add_map(parts, "gear", gear.collect());
}

fn add_map(parts: &mut Vec<String>, name: &str, entries: Vec<String>) {
    if !entries.is_empty() {
        parts.push(format!("{name}: {{ {} }}", entries.join(", ")));
    }
}

fn condition_text(condition: &StartCondition) -> String {
    let name = quoted(condition.name.as_str());
    if (condition.size, condition.rounds) == (0, 0) {
        return name;
    }
    let mut text = format!("(name: {name}");
    for (field, n) in [("size", condition.size), ("rounds", condition.rounds)] {
        if n > 0 {
            text += &format!(", {field}: {n}");
        }
    }
    text + ")"
}
