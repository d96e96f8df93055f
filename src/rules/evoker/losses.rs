//! Wounds that no attack deals: Blood Loss, wasting, fire (EV-289, EV-362, EV-390).

use crate::rules::event::Event;
use crate::rules::kit::events;
use crate::rules::ruleset::Ctx;
use crate::rules::{Key, Sum};

use super::data::Content;
use super::harm::{Hurt, bearer, left, suffers, taken, wounded};
use super::numbers::Numbers;

/// The body loses one wound of a track or the next one, whatever stands before it (EV-289).
pub fn body_wound(
    content: &Content,
    ctx: Ctx<'_>,
    target: Numbers<'_>,
    track: usize,
    rule: &'static str,
) -> Vec<Event> {
    let unit = target.unit;
    let has = left(&unit.tracks.0);
    let mut lost = [0; 3];
    let found = has.iter().zip(&mut lost).skip(track).find(|(has, _)| **has > 0);
    if let Some((_, lost)) = found {
        *lost = 1;
    }
    let hurt = Hurt { over: 0, sum: Sum::new(), lost, kills: false };
    let trunk = content.locations.get("body").or_else(|| content.locations.iter().next());
    let note = events::note(unit, format!("{} loses a wound.", unit.identity.name), rule);
    let lost = trunk.map(|place| wounded(content, ctx, target, &hurt, (None, place), None));
    [note].into_iter().chain(lost.into_iter().flatten()).collect()
}

/// Fire at the end of a round: exactly one wound if it is hotter than the Toughness Bonus (EV-362).
pub fn burn(content: &Content, ctx: Ctx<'_>, target: Numbers<'_>, damage: i32) -> Vec<Event> {
    let mut sum = Sum::new();
    sum.push("fire", damage, "EV-362");
    sum.add("toughness", -target.bonus("toughness"), "EV-134");
    let over = sum.total().max(0);
    let lost = taken(left(bearer(target).1), i32::from(over > 0), 0);
    let packet = events::packet("main", &sum, over);
    let hit = events::hit(target.unit, &Key::of("burning"), None, vec![packet], "EV-362");
    let hurt = Hurt { over, sum, lost, kills: false };
    let trunk = content.locations.get("body").or_else(|| content.locations.iter().next());
    let lost = trunk.map(|place| suffers(content, ctx, target, &hurt, (None, place)));
    [hit].into_iter().chain(lost.into_iter().flatten()).collect()
}
