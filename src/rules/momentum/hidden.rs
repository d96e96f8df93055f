//! Which units are hidden from which observers, and whose positions a side knows (MO-77, MO-81,
//! MO-125).
//!
//! Stored per observer, as links of the hidden unit.

use grid::{Field, SideId, UnitId};
use rules::Key;
use rules::event::Event;
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Link, Unit};

use super::party;

/// Link kind: from a hidden unit to an observer that does not know where it is.
const HIDDEN: &str = "hidden";

/// Why a unit is hidden from an observer, which decides when that ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cause {
    /// True if it is hidden because of surprise (MO-81).
    pub surprise: bool,
    /// True if it ends with the current turn or act (MO-127).
    pub exposed: bool,
}

impl Cause {
    /// All causes, by the number stored in a link.
    const ALL: [Self; 4] = [
        Self { surprise: false, exposed: false },
        Self { surprise: true, exposed: false },
        Self { surprise: false, exposed: true },
        Self { surprise: true, exposed: true },
    ];

    /// The cause stored in a link. `None` for links of other kinds.
    fn of(link: &Link) -> Option<Self> {
        let number = usize::try_from(link.data).ok()?;
        Self::ALL.get(number).copied().filter(|_| link.kind == *HIDDEN)
    }

    /// The link to an observer that does not know where the unit is.
    fn tie(self, observer: UnitId) -> Link {
        let number = (0..).zip(Self::ALL).find(|(_, cause)| *cause == self);
        let data = number.map_or(0, |(number, _)| number);
        Link { kind: Key::of(HIDDEN), to: observer, data }
    }
}

/// The links of a hidden unit to its observers.
pub fn links(unit: &Unit) -> impl Iterator<Item = (&Link, Cause)> {
    unit.links.0.iter().filter_map(|link| Some((link, Cause::of(link)?)))
}

/// The observer that a link hides its unit from. `None` for links of other kinds.
pub fn hid_from(link: &Link) -> Option<UnitId> {
    Cause::of(link).map(|_| link.to)
}

/// True if a unit is hidden from an observer.
pub fn is_hidden(unit: &Unit, observer: UnitId) -> bool {
    links(unit).any(|(link, _)| link.to == observer)
}

/// True if a unit is hidden from any observer.
pub fn hides(unit: &Unit) -> bool {
    links(unit).next().is_some()
}

/// Stops hiding a unit from an observer.
pub fn untie(unit: &Unit, link: &Link, rule: &'static str) -> Event {
    events::unlinked(unit, link, rule)
}

/// Starts hiding a unit from an observer.
pub fn hide_from(unit: &Unit, observer: UnitId, cause: Cause, rule: &'static str) -> Event {
    let link = cause.tie(observer);
    events::linked(unit, link, rule)
}

/// Ends all hiding of a combatant, for example when an attack finds it or a walker runs into it
/// (MO-391).
pub fn found(unit: &Unit, rule: &'static str) -> Vec<Event> {
    links(unit).map(|(link, _)| untie(unit, link, rule)).collect()
}

/// The enemies that could notice a combatant.
pub fn watchers<'a>(ctx: Ctx<'a>, unit: &Unit) -> impl Iterator<Item = &'a Unit> + use<'a> {
    let side = unit.side();
    let all = ctx.state.units.iter().filter(|u| u.is_active() && party::fights(u));
    all.filter(move |u| u.side() != side)
}

/// True if any unit of a side knows where a combatant is.
pub fn is_known(ctx: Ctx<'_>, side: SideId, unit: UnitId) -> bool {
    let Some(unit) = ctx.unit(unit) else { return false };
    if unit.side() == side {
        return true;
    }
    if !ctx.state.scene.fog.shows(side, unit.id()) {
        return false;
    }
    if !hides(unit) {
        return true;
    }
    let mut eyes = ctx.state.of_side(side).filter(|u| u.is_active() && party::fights(u));
    eyes.any(|u| !is_hidden(unit, u.id()))
}

/// The units whose positions a side does not know, sorted by ID.
pub fn unknown(ctx: Ctx<'_>, side: SideId) -> Vec<UnitId> {
    let fog = ctx.state.scene.fog.on;
    let all = ctx.state.units.iter().filter(|u| fog || hides(u)).map(Unit::id);
    all.filter(|id| !is_known(ctx, side, *id)).collect()
}

/// Evaluates `read` on the board as a side knows it: without the bodies of units whose positions it
/// does not know, so that the result does not reveal them (MO-125).
pub fn as_known<R>(ctx: Ctx<'_>, side: SideId, read: impl FnOnce(Ctx<'_>) -> R) -> R {
    let mut field: Option<Field<'_>> = None;
    for id in unknown(ctx, side) {
        field = Some(field.as_ref().unwrap_or(ctx.field).without(id));
    }
    match &field {
        Some(field) => read(Ctx { field, ..ctx }),
        None => read(ctx),
    }
}

/// The sides that learn what a combatant does. `None` means all sides.
pub fn witnesses(ctx: Ctx<'_>, unit: &Unit) -> Option<Vec<SideId>> {
    if !hides(unit) {
        return None;
    }
    let all = (0u8..).map(SideId).take(ctx.state.scene.sides.len());
    Some(all.filter(|side| is_known(ctx, *side, unit.id())).collect())
}
