//! Mounts: mounting, riding, falling with the mount (EV-212, EV-X35).

use grid::{Body, Hm, Room, SupportKind, UnitId};
use rules::event::{Event, MoveKind};
use rules::kit::acts::{Act, Label, Use, one_unit};
use rules::kit::{self, events};
use rules::ruleset::{Aim, Ctx};
use rules::state::{Link, Posture, Unit};
use rules::{Key, Refusal};

use super::budget::{self, Price};
use super::names::{AP, BESIDE, BOUND, GRAPPLED, MOUNT};
use super::numbers::Numbers;
use super::step::{Outcome, Plan, Ride, Step};

/// Kind of the link from a rider to its mount.
const RIDE: &str = "ride";
/// Height of a rider's seat above the feet of its mount.
const SEAT: Hm = Hm::metres(1);

fn tie(unit: &Unit) -> Option<&Link> {
    unit.links.0.iter().find(|link| link.kind == *RIDE)
}

/// The unit rides another.
pub fn rides(unit: &Unit) -> bool {
    tie(unit).is_some()
}

/// The event that ends a rider's link to its mount; `None` if it does not ride.
pub fn dismounted(unit: &Unit, rule: &'static str) -> Option<Event> {
    tie(unit).map(|link| events::unlinked(unit, link, rule))
}

/// The body of a rider, which does not block others.
pub fn body(unit: &Unit) -> Body {
    let body = kit::book::body(unit);
    Body { blocking: body.blocking && !rides(unit), ..body }
}

/// The room of a rider on its mount.
fn seat(ctx: Ctx<'_>, rider: &Unit, mount: UnitId) -> Option<Room> {
    let under = ctx.field.body(mount).and_then(Body::room)?;
    let own = ctx.field.body(rider.id()).and_then(Body::room)?;
    Some(own.at(under.cell, under.feet + SEAT))
}

/// Checks whether a unit could mount another: an adjacent friend that carries riders, at least one
/// size larger.
fn check_mount<'a>(ctx: Ctx<'a>, me: Numbers<'_>, target: UnitId) -> Result<&'a Unit, Refusal> {
    let refuse = |code, text: &str| Refusal::new(code, text, "EV-212");
    let friend = ctx
        .unit(target)
        .filter(|unit| unit.is_active() && target != me.unit.id() && unit.side() == me.unit.side());
    let unit = friend.ok_or_else(|| refuse("no_mount", "it cannot be ridden"))?;
    let mount = Numbers::of(me.content, unit).filter(|mount| mount.can(MOUNT));
    let mount = mount.ok_or_else(|| refuse("no_mount", "it cannot be ridden"))?;
    if mount.sheet.size <= me.sheet.size {
        return Err(refuse("too_small", "it is not larger than its rider"));
    }
    if ctx.state.units.iter().any(|u| tie(u).is_some_and(|link| link.to == target)) {
        return Err(refuse("ridden", "it has a rider"));
    }
    let bodies = ctx.field.body(me.unit.id()).zip(ctx.field.body(target));
    if bodies.is_none_or(|(own, its)| !ctx.field.adjacent(own, its, BESIDE)) {
        return Err(refuse("out_of_range", "it is not beside it"));
    }
    Ok(unit)
}

/// Mounting, or dismounting.
pub struct Riding<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
}

impl Riding<'_> {
    fn down(&self) -> bool {
        rides(self.me.unit)
    }
}

/// The price of mounting.
const PRICE: Price = Price::of(1, None);

/// Whether a unit can mount or dismount here.
pub fn is_available(ctx: Ctx<'_>, me: Numbers<'_>) -> bool {
    let bears = |unit: &Unit| Numbers::of(me.content, unit).is_some_and(|n| n.can(MOUNT));
    let friends = || ctx.state.units.iter().filter(|u| u.side() == me.unit.side());
    rides(me.unit) || !me.can(MOUNT) && friends().any(bears)
}

impl Act<Step> for Riding<'_> {
    fn key(&self) -> Key {
        Key::of(if self.down() { "dismount" } else { "mount" })
    }

    fn label(&self) -> Label {
        let (name, text) = if self.down() {
            ("Dismount", "Gets down beside its mount.")
        } else {
            ("Mount", "Gets on a willing mount beside it, which then carries it.")
        };
        Label { name: name.into(), text: text.into(), cost: PRICE.words(), group: "action" }
    }

    fn aim(&self) -> Aim {
        if self.down() { Aim::Own } else { Aim::Unit }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        budget::check(self.ctx, self.me, &PRICE)?;
        budget::check_calm(self.me)?;
        if self.me.has(GRAPPLED) {
            return Err(Refusal::new("grappled", "it is held", "EV-408"));
        }
        // Bonds must be broken before it moves (EV-409).
        if self.me.has(BOUND) {
            return Err(Refusal::new("bound", "it is bound", "EV-410"));
        }
        Ok(())
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let unit = self.me.unit.id();
        if self.down() {
            return Ok(Plan::of(Ride { unit, to: None, paid: true }));
        }
        let to = one_unit(how.targets, "EV-212")?;
        check_mount(self.ctx, self.me, to)?;
        Ok(Plan::of(Ride { unit, to: Some(to), paid: true }))
    }
}

/// Riders that are no longer at their mount's place, or whose mount can no longer carry them.
pub fn unseated(ctx: Ctx<'_>) -> Vec<Step> {
    let riders = ctx.state.units.iter().filter_map(|unit| Some((unit, tie(unit)?.to)));
    let astray = riders.filter(|(unit, mount)| {
        let bears = ctx.unit(*mount).is_some_and(Unit::is_active) && unit.is_active();
        let here = ctx.field.body(unit.id()).and_then(Body::room);
        !bears || here != seat(ctx, unit, *mount)
    });
    astray.map(|(unit, to)| Ride { unit: unit.id(), to: Some(to), paid: false }.into()).collect()
}

/// A unit mounts, dismounts, is carried, or loses its mount (EV-212, EV-X35).
pub fn ride(ctx: Ctx<'_>, step: &Ride) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let Some(from) = ctx.field.body(unit.id()).and_then(Body::room) else {
        // A unit that has left the board is no longer a rider.
        return Outcome::done(dismounted(unit, "EV-212").into_iter().collect());
    };
    let mut events: Vec<Event> = Vec::new();
    if step.paid {
        let ap = unit.pools.0.value(AP) - PRICE.ap;
        events.extend(events::pool(unit, AP, ap, "Mount", "EV-212"));
    }
    let unties = || tie(unit).map(|link| events::unlinked(unit, link, "EV-212"));
    let Some(mount) = step.to else {
        events.extend(unties());
        let under = tie(unit).and_then(|link| ctx.field.body(link.to)).and_then(Body::room);
        let about = Room { feet: under.map_or(from.feet, |room| room.feet), ..from };
        let free = ctx.field.free_placements(about, from.size, from.height, unit.id(), 4);
        if let Some(to) = free.into_iter().next() {
            let support = ctx.field.support(to, unit.id());
            let by = (MoveKind::Walk, 0);
            events.push(events::moved(unit, (from, to), support, by, "EV-212"));
        }
        return Outcome::done(events);
    };
    let bears = ctx.unit(mount).is_some_and(Unit::is_active) && unit.is_active();
    let Some(to) = seat(ctx, unit, mount).filter(|_| bears) else {
        // Its mount is gone (EV-X35).
        events.extend(unties());
        let (posture, support) = (unit.placement.posture, SupportKind::Nothing);
        events.push(events::posture(unit, posture, support, "EV-X35"));
        return Outcome::done(events);
    };
    if !rides(unit) {
        let link = Link { kind: Key::of(RIDE), to: mount, data: 0 };
        events.push(events::linked(unit, link, "EV-212"));
        if unit.placement.posture == Posture::Prone {
            events.push(events::posture(unit, Posture::Standing, SupportKind::Body, "EV-212"));
        }
    }
    let by = (MoveKind::Carried, 0);
    events.push(events::moved(unit, (from, to), SupportKind::Body, by, "EV-212"));
    Outcome::done(events)
}
