//! Losing hold and falling: who comes down, and where. What holds somebody in the air and what a
//! landing costs is the ruleset's.

use serde::{Deserialize, Serialize};

use crate::grid::{Body, Hm, Room, SupportKind, UnitId, footprint};
use crate::rules::event::{Event, Manner};
use crate::rules::ruleset::Ctx;
use crate::rules::state::Unit;
use crate::rules::step::Task;

use super::events;

/// A fall, and then the ground it ends on, for a ruleset's list of steps.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fall {
    /// Who falls.
    pub unit: UnitId,
    /// It has come down; the ground is still to harm it.
    pub landed: bool,
}

impl Task for Fall {
    fn unit(&self) -> Option<UnitId> {
        Some(self.unit)
    }
}

/// How far around a taken landing place another is looked for, in cells.
const LANDING_SEARCH: u16 = 8;

/// The combatants that nothing holds up any more. `holds` says whether one that flies or clings
/// still can.
pub fn falling<'a>(
    ctx: Ctx<'a>,
    holds: impl Fn(&Unit, SupportKind) -> bool + 'a,
) -> impl Iterator<Item = UnitId> + 'a {
    falling_off(ctx, move |unit, support| support == SupportKind::Body || holds(unit, support))
}

/// As [`falling`], where those who are on another can lose their hold as well.
pub fn falling_off<'a>(
    ctx: Ctx<'a>,
    holds: impl Fn(&Unit, SupportKind) -> bool + 'a,
) -> impl Iterator<Item = UnitId> + 'a {
    let units = ctx.state.units.iter().filter(|u| u.status.is_present());
    let falls = move |u: &&Unit| !is_held_up(ctx, u, &holds) && comes_down(ctx, u);
    units.filter(falls).map(Unit::id)
}

fn is_held_up(ctx: Ctx<'_>, unit: &Unit, holds: impl Fn(&Unit, SupportKind) -> bool) -> bool {
    match unit.placement.support {
        support @ (SupportKind::Flight | SupportKind::Grip | SupportKind::Body) => {
            holds(unit, support)
        }
        SupportKind::Nothing => false,
        SupportKind::Ground | SupportKind::Thing | SupportKind::Water => {
            // Looked at upright, so that lying down in shallow water is no fall.
            let (height, feet) = (unit.upright(), unit.placement.feet);
            // The usual case, without a look at everything else that is there.
            let carries = |cell| ctx.field.board().footing(cell, height).is_some_and(|f| f >= feet);
            if footprint(unit.placement.at.cell(), unit.form.size).any(carries) {
                return true;
            }
            let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return true };
            let room = Room { height, ..room };
            ctx.field.landing(room, unit.id()).map_or(true, |site| site.feet >= room.feet)
        }
    }
}

/// False for one that has fallen and is wedged in where it is, until there is room.
fn comes_down(ctx: Ctx<'_>, unit: &Unit) -> bool {
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return true };
    let landing = landing(ctx, unit, Room { height: unit.upright(), ..room });
    (landing.room.cell, landing.room.feet, landing.support)
        != (room.cell, room.feet, unit.placement.support)
}

/// Where a fall ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The room it ends in.
    pub room: Room,
    /// What carries it there.
    pub support: SupportKind,
}

/// Where a faller comes down from a room, upright: below it, or where that is taken by a creature or
/// by something that nobody stands on, on the nearest free cell: one no higher than what it falls
/// onto, so that a ledge beside the way does not catch it, if there is one. With no room anywhere
/// near it stays where it is, wedged in.
pub fn landing(ctx: Ctx<'_>, unit: &Unit, room: Room) -> Landing {
    landing_clear(ctx, unit, room, |_| true)
}

/// As [`landing`], of the places that are clear of something.
pub fn landing_clear(
    ctx: Ctx<'_>,
    unit: &Unit,
    room: Room,
    clear: impl Fn(&Room) -> bool,
) -> Landing {
    let below = ctx.field.landing(room, unit.id()).ok();
    if let Some(site) = below {
        let landing = Room { feet: site.feet, ..room };
        if clear(&landing) && ctx.field.blocker(landing, unit.id()).is_none() {
            return Landing { room: landing, support: site.ground.support };
        }
    }
    let about = Room { feet: below.map_or(room.feet, |s| s.feet), ..room };
    let mut places =
        ctx.field.free_placements(about, room.size, room.height, unit.id(), LANDING_SEARCH);
    places.retain(clear);
    let beside = places.iter().find(|free| free.feet <= about.feet);
    let wedged = Landing { room, support: SupportKind::Thing };
    beside.or_else(|| places.iter().find(|free| free.feet <= room.feet)).map_or(wedged, |free| {
        Landing { room: *free, support: ctx.field.support(*free, unit.id()) }
    })
}

/// A body that has come down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Descent {
    /// How deep it fell.
    pub drop: Hm,
    /// What carries it now.
    pub support: SupportKind,
    /// That it moved, and what carries it.
    pub events: Vec<Event>,
}

/// A combatant that nothing holds up comes down; what that does to it is the ruleset's. None for one
/// that is not on a square board.
pub fn descend(ctx: Ctx<'_>, unit: &Unit, rule: &'static str) -> Option<Descent> {
    let room = ctx.field.body(unit.id()).and_then(Body::room)?;
    let Landing { room: to, support } = landing(ctx, unit, Room { height: unit.upright(), ..room });
    let fell = events::moved(unit, (room, to), support, (Manner::Fall, 0), &[rule]);
    let lies = events::posture(unit, unit.placement.posture, support, rule);
    let drop = (room.feet - to.feet).max(Hm::ZERO);
    Some(Descent { drop, support, events: vec![fell, lies] })
}
