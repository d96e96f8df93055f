//! Small signs for unusual slots of the turn order; their text is shown on hover.

use egui_phosphor::regular as icon;

use crate::names::capital;
use rules::display::{SlotRemark, SlotSign};
use rules::state::SlotKind;

use super::slot::SlotModel;

/// A sign on a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sign {
    glyph: &'static str,
    /// A number beside it; may be empty.
    count: String,
    /// Its meaning, in a sentence.
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
    let remarks = slot.remarks.iter().map(|SlotRemark { sign, remark }| {
        plain(glyph(*sign), format!("{}.", capital(&remark.to_string())))
    });
    let progress = slot.chips.iter().flat_map(|chip| &chip.progress).map(|progress| Sign {
        glyph: icon::HOURGLASS_MEDIUM,
        count: progress.count.clone(),
        words: format!("{}.", progress.words),
    });
    again.into_iter().chain(remarks).chain(progress).collect()
}

const fn glyph(sign: SlotSign) -> &'static str {
    match sign {
        SlotSign::Surprised => icon::WARNING_CIRCLE,
        SlotSign::InWait => icon::DETECTIVE,
        SlotSign::Moves => icon::LIST_NUMBERS,
        SlotSign::First => icon::ARROW_LINE_UP,
        SlotSign::Last => icon::ARROW_LINE_DOWN,
        SlotSign::Held => icon::HAND_PALM,
        SlotSign::Swapped => icon::SWAP,
        SlotSign::Together => icon::HANDSHAKE,
        SlotSign::Time => icon::HOURGLASS_MEDIUM,
        SlotSign::Helpless => icon::BED,
        SlotSign::Called => icon::SPARKLE,
        SlotSign::Breathless => icon::WIND,
        SlotSign::Determined => icon::FLAME,
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
