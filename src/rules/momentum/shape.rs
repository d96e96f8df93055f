//! Body size in another shape: small while the shape lasts (MO-280).

use crate::step::{Outcome, Reshape, Step};
use grid::{Body, Hm};
use rules::event::{Event, EventKind, FormChange, MoveKind};
use rules::ruleset::Ctx;
use rules::state::Unit;

use super::attachments;
use super::data::{Content, Size, StatusEffect};
use super::numbers::Numbers;

/// Search radius in squares for a free place when a body grows.
const SEARCH: u16 = 8;

fn is_small(content: &Content, unit: &Unit) -> bool {
    let numbers = Numbers::of(content, unit);
    numbers.is_some_and(|n| n.has(|e| matches!(e, StatusEffect::Tiny)))
}

/// The steps for units whose body does not match their shape.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let wrong =
        |u: &&Unit| u.status.is_present() && is_small(content, u) == u.form.stored.is_empty();
    ctx.state.units.iter().filter(wrong).map(|u| Reshape { unit: u.id() }.into()).collect()
}

/// Shrinks a body or restores it: in place, or at the nearest free placement.
pub fn run(content: &Content, ctx: Ctx<'_>, step: &Reshape) -> Outcome {
    let nothing = Outcome::done(Vec::new());
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let (size, height_cm, change) = match unit.form.stored.last() {
        Some(own) => (own.size, own.height_cm, FormChange::Restore),
        None => {
            let Some(tiny) = content.size(Size::Tiny) else { return nothing };
            let height = u16::try_from(tiny.height.cm()).unwrap_or(unit.form.height_cm);
            (tiny.footprint, height, FormChange::Store)
        }
    };
    let what = EventKind::Form {
        unit: unit.id(),
        sheet: unit.form.sheet.clone(),
        size,
        height_cm,
        change,
        tracks: unit.tracks.0.clone(),
    };
    let mut events = vec![Event::new(what, &["MO-280"])];
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    if let Some(room) = room {
        let height = Hm::from_cm_ceil(i32::from(height_cm)).max(Hm(1));
        // A growing body may lack room; a swimmer floats higher the smaller it is.
        let changed = grid::Room { size, height, ..room };
        if ctx.field.fits(changed, unit.id()).is_err() {
            let free = ctx.field.free_placements(room, size, height, unit.id(), SEARCH);
            let support = |to| ctx.field.support(to, unit.id());
            let free = free.first().copied();
            events.extend(free.map(|to| {
                attachments::moved(unit, room, to, support(to), MoveKind::Placed, "MO-280")
            }));
        }
    }
    Outcome::done(events)
}
