//! Small signs for what is unusual about a slot of the turn order; their words are shown on hover.

use egui_phosphor::regular as icon;

use crate::names::capital;
use rules::state::SlotKind;

use super::slot::SlotModel;

/// A sign on a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sign {
    glyph: &'static str,
    /// A number beside it; may be empty.
    count: String,
    /// What it means, in a sentence.
    pub words: String,
}

impl Sign {
    /// The sign as text.
    pub fn text(&self) -> String {
        format!("{}{}", self.glyph, self.count)
    }
}

/// The signs of a slot.
pub(super) fn of(slot: &SlotModel) -> Vec<Sign> {
    let plain = |glyph, words| Sign { glyph, count: String::new(), words };
    let again = slot.again.then(|| plain(icon::PLUS_CIRCLE, again()));
    let remarks = slot.remarks.iter().map(|remark| {
        plain(of_remark(remark.rule.as_str()), format!("{}.", capital(&remark.to_string())))
    });
    let progress = slot.chips.iter().flat_map(|chip| &chip.progress).map(|progress| Sign {
        glyph: icon::HOURGLASS_MEDIUM,
        count: progress.count.clone(),
        words: format!("{}.", progress.words),
    });
    again.into_iter().chain(remarks).chain(progress).collect()
}

/// The sign of a remark, by its rule.
fn of_remark(rule: &str) -> &'static str {
    match rule {
        // Ambush and surprise.
        "PR-49" | "PR-303" | "MO-76" | "VG-48" => icon::WARNING_CIRCLE,
        "VG-49" => icon::DETECTIVE,
        // Later, earlier or elsewhere in the order.
        "PR-33" | "MO-50" => icon::LIST_NUMBERS,
        "MO-53" => icon::ARROW_LINE_DOWN,
        "MO-52" => icon::ARROW_LINE_UP,
        "MO-54" => icon::HAND_PALM,
        "MO-55" | "PR-39" => icon::SWAP,
        "MO-68" => icon::HANDSHAKE,
        "MO-43" => icon::HOURGLASS_MEDIUM,
        // What is the matter with the unit.
        "PR-34" | "VG-242" => icon::BED,
        "PR-313" => icon::SPARKLE,
        "VG-178" => icon::WIND,
        _ => icon::INFO,
    }
}

fn again() -> String {
    "Already had a turn this round.".to_owned()
}

/// The name of a slot's extra act, and the unit that passed it on.
pub(super) fn extra_word(slot: &SlotModel) -> String {
    match &slot.extra {
        None => "extra action".to_owned(),
        Some((name, None)) => name.clone(),
        Some((name, Some(from))) => format!("{name} from {from}"),
    }
}

/// Everything unusual about a slot, in sentences.
pub(super) fn explained(slot: &SlotModel) -> Vec<String> {
    let act = (slot.kind == SlotKind::Act)
        .then(|| format!("{}: a single action between turns.", capital(&extra_word(slot))));
    act.into_iter().chain(of(slot).into_iter().map(|sign| sign.words)).collect()
}
