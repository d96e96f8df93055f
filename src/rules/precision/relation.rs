//! Relations between two combatants and remarks on turn order slots, for display.

use grid::UnitId;
use rules::display::{SlotRemark, SlotSign};
use rules::path_preview::{Relation, Remark};
use rules::state::{Slot, SlotState, Status};

use super::data::CoverDegree;
use super::flags::{ALLY_ORDER, AMBUSH_COMING};
use super::position::Position;
use super::strike::cover_words;
use super::summon;

/// Advantages between two combatants: sight, cover, flanking, height.
pub fn relation(position: Position<'_>, from: UnitId, to: UnitId) -> Relation {
    let cover = match position.cover(from, to) {
        (CoverDegree::None, _) => None,
        (degree, why) => {
            let (label, rule) = cover_words(degree, why);
            let text = if why == "cover" { label.to_owned() } else { format!("{label}: {why}") };
            Some(Remark::new(text, rule))
        }
    };
    let flanks = position.is_flanked(to) && position.flankers(to).any(|id| id == from);
    let height = match position.high_ground(from, to).0 {
        1 => Some(Remark::new("high ground", "PR-217")),
        -1 => Some(Remark::new("low ground", "PR-217")),
        _ => None,
    };
    Relation {
        sees: position.sees(from, to),
        cover,
        flanks: flanks.then(|| Remark::new("flanks", "PR-208")),
        more: height.into_iter().collect(),
    }
}

/// Remarks on a slot of the round's order.
pub fn order(position: Position<'_>, slot: &Slot) -> Vec<SlotRemark> {
    let state = position.ctx.state;
    let mut remarks = Vec::new();
    for unit in slot.members.iter().filter_map(|id| state.unit(*id)) {
        let Some(numbers) = position.numbers(unit.id()) else { continue };
        let side = state.scene.sides.get(usize::from(unit.side().0));
        let ambushed = summon::is_ambushed(state, unit);
        // After the unit's turn, the penalty has no effect any more.
        if ambushed && slot.state != SlotState::Done {
            remarks.push(SlotRemark::new(SlotSign::Surprised, "ambushed: placed 2 lower", "PR-49"));
        }
        if side.is_some_and(|side| side.flags.get(AMBUSH_COMING) != 0) {
            remarks.push(SlotRemark::new(SlotSign::Surprised, "ambushed next round", "PR-303"));
        }
        if unit.status == Status::Down {
            remarks.push(SlotRemark::new(
                SlotSign::Helpless,
                "unconscious: no choice in its turn",
                "PR-34",
            ));
        }
        if unit.identity.maker.is_some() {
            remarks.push(SlotRemark::new(SlotSign::Called, "summoned", "PR-313"));
        }
        if unit.flags.get(ALLY_ORDER) != 0 {
            remarks.push(SlotRemark::new(
                SlotSign::Swapped,
                "in an order agreed with allies",
                "PR-39",
            ));
        }
        // Ambush penalties end with the round; coming ones are already shown.
        let value = numbers.initiative(ambushed);
        if value != slot.value {
            remarks.push(SlotRemark::new(
                SlotSign::Moves,
                format!("at {value} from next round on"),
                "PR-33",
            ));
        }
    }
    remarks
}
