//! Reviving the dead (MO-255, MO-256, MO-427).

use rules::event::{Event, SlotChange};
use rules::kit::events;
use rules::state::{Slot, SlotKind, SlotState, Status, Unit};

use super::health::{pool, track};
use super::position::Position;
use super::sheet::{DIED, VITALITY};

/// The events of a revival with this much Vitality: the unit lies prone with empty hands, keeps the
/// Status Effects it died with, and acts in its slot if that has not passed.
pub fn events(position: Position<'_>, unit: &Unit, vitality: i32) -> Vec<Event> {
    let most = unit.tracks.0.get(VITALITY).map_or(1, |m| m.max);
    let mut events = vec![
        track(unit, VITALITY, vitality.clamp(1, most), "revived", "MO-256"),
        events::status(unit, Status::Active, "revived", &["MO-256", "MO-427"]),
    ];
    events.extend(events::flag(unit, DIED, 0, "MO-256"));
    events.extend(pool(unit, super::sheet::AP, 0, "revived", "MO-427"));
    let clock = &position.ctx.state.scene.clock;
    let mark = |s: &&Slot| s.kind == SlotKind::Mark && s.members.contains(&unit.id());
    let at = clock.slots.iter().position(|s| mark(&s) && s.state == SlotState::Waiting);
    if let Some((at, old)) = at.and_then(|at| clock.slots.get(at).map(|s| (at, s))) {
        // A turn slot replaces the time marker.
        let slot = Slot { kind: SlotKind::Turn, ..old.clone() };
        events.push(events::slot(SlotChange::Insert(at, slot), "MO-427"));
        events.push(events::slot(SlotChange::State(at + 1, SlotState::Done), "MO-427"));
    }
    events
}
