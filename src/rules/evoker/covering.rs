//! Covering Fire (EV-193, EV-194).

use grid::UnitId;
use rules::Key;
use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::Carrier;

use super::conditions::until_turn_of;
use super::names::{AMMO, COVERED};
use super::numbers::Numbers;

/// A shot that only suppresses (EV-193).
pub fn covers(ctx: Ctx<'_>, me: Numbers<'_>, friends: &[UnitId], key: &Key) -> Vec<Event> {
    let unit = me.unit;
    let mut events = Vec::new();
    let left = me.arm(key).and_then(|arm| me.ammo(arm));
    // Several friends need the whole Burst (EV-194).
    let shot = left.and_then(|n| {
        let to = if friends.len() > 1 { 0 } else { (n - 1).max(0) };
        EventKind::wear(unit, &Carrier::Item(key.clone()), AMMO, to, "Covering Fire")
    });
    events.extend(shot.map(|what| Event::new(what, &["EV-193"])));
    let covered = || until_turn_of(COVERED, 0, unit.id());
    let friends = friends.iter().filter_map(|id| ctx.unit(*id));
    events.extend(friends.map(|friend| events::gained_from(friend, covered(), "EV-193")));
    events
}
