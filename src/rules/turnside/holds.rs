//! Holds: holder and held, and how a hold begins and ends (TU-131, TU-134).

use grid::UnitId;
use rules::Key;
use rules::event::Event;
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Link, Unit};

use super::numbers::HOLD;

/// The condition of a held combatant.
pub const GRAPPLED: &str = "grappled";
/// The condition that accompanies it (TU-131).
const RESTRAINED: &str = "restrained";

/// The combatant that a combatant holds.
pub fn held_by(unit: &Unit) -> Option<UnitId> {
    unit.links.0.iter().find(|link| link.kind == *HOLD).map(|link| link.to)
}

/// The holder of a combatant.
pub fn holder_of<'a>(ctx: Ctx<'a>, unit: &Unit) -> Option<&'a Unit> {
    ctx.state.units.iter().find(|other| held_by(other) == Some(unit.id()))
}

/// The hold begins (TU-131).
pub fn hold(holder: &Unit, held: &Unit) -> Vec<Event> {
    let lasts = || Expiry::Until(Key::of(HOLD));
    let by = Some(holder.id());
    let link = Link { kind: Key::of(HOLD), to: held.id(), data: 0 };
    let mut all = vec![events::linked(holder, link, "TU-131")];
    for id in [GRAPPLED, RESTRAINED] {
        let condition = Condition::new(Key::of(id), 0, by, lasts());
        all.push(events::afflicted(held, condition, None, "TU-131"));
    }
    all
}

/// True for a condition that lasts as long as a hold (TU-134).
pub fn is_of_hold(condition: &Condition) -> bool {
    matches!(&condition.expiry, Expiry::Until(what) if *what == *HOLD)
}

/// The hold ends. A unit that is restrained by other means as well stays so (TU-135).
pub fn free(holder: &Unit, held: &Unit, why: &str) -> Vec<Event> {
    let links = holder.links.0.iter().filter(|link| link.kind == *HOLD && link.to == held.id());
    let mut all: Vec<Event> = links.map(|l| events::unlinked(holder, l, "TU-134")).collect();
    let by = |c: &&Condition| {
        let held = [GRAPPLED, RESTRAINED].iter().any(|id| c.id == **id) && is_of_hold(c);
        held && c.source == Some(holder.id())
    };
    let own = held.conditions.0.iter().filter(by);
    all.extend(own.map(|c| events::relieved_of(held, c, why, "TU-134")));
    all
}

/// The holds that end when a unit teleports: its own, and those of others on it (TU-134).
pub fn torn(ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    let own = held_by(unit).and_then(|held| ctx.unit(held)).map(|held| (unit, held));
    let other = holder_of(ctx, unit).map(|holder| (holder, unit));
    let all = own.into_iter().chain(other);
    all.flat_map(|(holder, held)| free(holder, held, "it is elsewhere")).collect()
}
