//! Losing support and falling: which combatants fall, and where they land. What keeps a combatant
//! in the air and what a landing costs is up to the ruleset.

use serde::{Deserialize, Serialize};

use crate::event::{Event, MoveKind};
use crate::ruleset::Ctx;
use crate::state::Unit;
use crate::step::Task;
use grid::{Body, Hm, Room, SupportKind, UnitId, footprint};

use super::events;

/// The step of a fall and its landing, for a ruleset's step type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fall {
    /// The falling combatant.
    pub unit: UnitId,
    /// True if it has landed; the impact is still to come.
    pub landed: bool,
}

impl Task for Fall {
    fn unit(&self) -> Option<UnitId> {
        Some(self.unit)
    }
}

/// Radius, in cells, of the search for another landing place if the first is occupied.
const LANDING_SEARCH: u16 = 8;

/// The combatants without support. `holds` tells whether a flying or clinging combatant keeps its
/// place.
pub fn falling<'a>(
    ctx: Ctx<'a>,
    holds: impl Fn(&Unit, SupportKind) -> bool + 'a,
) -> impl Iterator<Item = UnitId> + 'a {
    falling_off(ctx, move |unit, support| support == SupportKind::Body || holds(unit, support))
}

/// Like [`falling`], but combatants riding on others can lose their hold as well.
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
            // Checked as if upright, so that lying down in shallow water is not a fall.
            let (height, feet) = (unit.upright(), unit.placement.feet);
            // Fast path: the cell supports the unit.
            let carries = |cell| ctx.field.board().footing(cell, height).is_some_and(|f| f >= feet);
            let floats = !ctx.field.sinks(unit.id());
            if floats && footprint(unit.placement.at.cell(), unit.form.size).any(carries) {
                return true;
            }
            let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return true };
            let room = Room { height, ..room };
            ctx.field.landing(room, unit.id()).map_or(true, |site| site.feet >= room.feet)
        }
    }
}

/// False for a combatant that fell and got wedged in, until there is room below.
fn comes_down(ctx: Ctx<'_>, unit: &Unit) -> bool {
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return true };
    let landing = landing(ctx, unit, Room { height: unit.upright(), ..room });
    (landing.room.cell, landing.room.feet, landing.support)
        != (room.cell, room.feet, unit.placement.support)
}

/// The end of a fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Landing {
    /// The room where it ends.
    pub room: Room,
    /// What supports the body there.
    pub support: SupportKind,
}

/// The landing of a combatant that falls from a room, checked as if upright: straight below or, if
/// a creature or an unclimbable object is there, on the nearest free cell. Cells no higher than the
/// blocked one are preferred, so that a ledge next to the path does not catch the faller. Without
/// room nearby it stays where it is, wedged in.
pub fn landing(ctx: Ctx<'_>, unit: &Unit, room: Room) -> Landing {
    landing_clear(ctx, unit, room, |_| true)
}

/// Like [`landing`], but only in places for which `clear` is true.
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

/// The result of a fall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Descent {
    /// Height of the fall.
    pub drop: Hm,
    /// What supports it now.
    pub support: SupportKind,
    /// The events of its movement and support.
    pub events: Vec<Event>,
}

/// Moves an unsupported combatant down; the consequences are up to the ruleset. `None` if it is not
/// on a square board.
pub fn descend(ctx: Ctx<'_>, unit: &Unit, rule: &'static str) -> Option<Descent> {
    let room = ctx.field.body(unit.id()).and_then(Body::room)?;
    let Landing { room: to, support } = landing(ctx, unit, Room { height: unit.upright(), ..room });
    let fell = events::moved(unit, (room, to), support, (MoveKind::Fall, 0), &[rule]);
    let lies = events::posture(unit, unit.placement.posture, support, rule);
    let drop = (room.feet - to.feet).max(Hm::ZERO);
    Some(Descent { drop, support, events: vec![fell, lies] })
}
