//! Relations between two combatants and remarks on turn order slots, for display.

use grid::UnitId;
use rules::display::{SlotRemark, SlotSign};
use rules::path_preview::{Relation, Remark};
use rules::state::{Slot, SlotKind, SlotState, Unit};

use super::cover::{Cover, rule_of};
use super::data::StatusEffect;
use super::marks::STEPPED_IN;
use super::position::Position;
use super::{surprise, union};

/// Sight, cover and threat of one combatant against another. These rules have no flanking.
pub fn relation(position: Position<'_>, from: UnitId, to: UnitId) -> Relation {
    let cover = match position.cover(from, to) {
        Cover::None => None,
        Cover::Half("half cover") => Some(Remark::new("half cover", rule_of("half cover"))),
        Cover::Half(why) => Some(Remark::new(format!("half cover: {why}"), rule_of(why))),
        Cover::Full => Some(Remark::new("full cover", "MO-320")),
    };
    let spoils = position.spoiler(from).is_some_and(|unit| unit.id() == to);
    Relation {
        sees: position.sees(from, to),
        cover,
        flanks: None,
        more: spoils
            .then(|| Remark::new("spoils shots within its reach", "MO-173"))
            .into_iter()
            .collect(),
    }
}

/// Remarks on a slot in the turn order of a round.
pub fn order(position: Position<'_>, slot: &Slot) -> Vec<SlotRemark> {
    let state = position.ctx.state;
    let mut remarks = Vec::new();
    match slot.state {
        SlotState::Held => remarks.push(SlotRemark::new(SlotSign::Held, "holds its turn", "MO-54")),
        _ if slot.kind == SlotKind::Mark => {
            remarks.push(SlotRemark::new(SlotSign::Time, "time marker only", "MO-43"));
        }
        _ => {}
    }
    let members: Vec<&Unit> = slot.members.iter().filter_map(|id| state.unit(*id)).collect();
    if members.len() > 1 {
        remarks.push(SlotRemark::new(SlotSign::Together, "act together", "MO-68"));
    }
    let next = union::all(state);
    for unit in &members {
        let Some(numbers) = position.numbers(unit.id()) else { continue };
        // Remarks about a unit's place in the order end with its turn.
        let is_over = slot.state == SlotState::Done;
        if !is_over && surprise::is_surprised(unit) {
            remarks.push(SlotRemark::new(
                SlotSign::Surprised,
                "surprised: acts last in the first round",
                "MO-76",
            ));
        }
        if numbers.has(|e| matches!(e, StatusEffect::ActsLast)) {
            remarks.push(SlotRemark::new(SlotSign::Last, "acts last in the next round", "MO-53"));
        }
        if numbers.has(|e| matches!(e, StatusEffect::ActsFirst)) {
            remarks.push(SlotRemark::new(SlotSign::First, "acts first in the next round", "MO-52"));
        }
        let round = i64::from(state.scene.clock.round);
        if !is_over && round > 0 && unit.flags.get(STEPPED_IN) == round {
            remarks.push(SlotRemark::new(SlotSign::Swapped, "took a held turn", "MO-55"));
        }
        let joins = next.iter().find(|union| union.contains(&unit.id()));
        if joins.is_some_and(|union| *union != slot.members) {
            remarks.push(SlotRemark::new(SlotSign::Together, "joins a union next round", "MO-68"));
        }
        if joins.is_none() && members.len() > 1 {
            remarks.push(SlotRemark::new(
                SlotSign::Together,
                "leaves its union next round",
                "MO-68",
            ));
        }
        let value = numbers.initiative().total();
        if members.len() == 1 && joins.is_none() && value != slot.value {
            remarks.push(SlotRemark::new(
                SlotSign::Moves,
                format!("Initiative {value} from next round"),
                "MO-50",
            ));
        }
    }
    remarks.dedup();
    remarks
}
