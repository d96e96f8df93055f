//! Wounds without an attack: Blood Loss, wasting, fire (EV-289, EV-362, EV-390).

use rules::event::Event;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Ctx;
use rules::{Key, Sum};

use super::data::{Content, Lasting};
use super::fate_moments;
use super::harm::{Hurt, bearer};
use super::numbers::Numbers;
use super::wounds::{suffers, wounded};

/// A wound, plus one for a bruised rib if the body bears it (EV-301).
fn hurt(target: Numbers<'_>, sum: Sum, (wounds, from): (i32, usize), bears: bool) -> Hurt {
    let over = sum.total().max(0);
    let more = i32::from(wounds > 0 && bears && target.suffers(Lasting::Bruise, None));
    Hurt { over, sum, wounds: wounds + more, from, savage: 0, kills: false, spent: 0 }
}

/// The body loses a wound of a track, or of the next one, regardless of its protection (EV-289),
/// after these events of the same test.
///
/// # Errors
/// [`Pause`] while an answer is missing.
pub fn body_wound(
    content: &Content,
    ctx: Ctx<'_>,
    target: Numbers<'_>,
    (track, rule, before): (usize, &'static str, &[Event]),
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let unit = target.unit;
    let layer = bearer(target).0.filter(|_| content.rules.persona_blocks_bleeding);
    let spent = fate_moments::spent(unit, before);
    let hurt = Hurt { spent, ..hurt(target, Sum::new(), (1, track), layer.is_none()) };
    let trunk = content.locations.get("body").or_else(|| content.locations.iter().next());
    let mut events =
        vec![events::note(unit, format!("{} loses a wound.", unit.identity.name), rule)];
    if let Some(place) = trunk {
        events.extend(wounded(content, ctx, target, &hurt, (None, place), layer, oracle)?);
    }
    Ok(events)
}

/// Fire at the end of a round: exactly one wound if the fire exceeds the Toughness Bonus (EV-362).
///
/// # Errors
/// [`Pause`] while an answer is missing.
pub fn burn(
    content: &Content,
    ctx: Ctx<'_>,
    target: Numbers<'_>,
    damage: i32,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let mut sum = Sum::new();
    sum.push("fire", damage, "EV-362");
    sum.add("toughness", -target.bonus("toughness"), "EV-134");
    let over = sum.total().max(0);
    let packet = events::packet("main", &sum, over);
    let bears = bearer(target).0.is_none();
    let hurt = hurt(target, sum, (i32::from(over > 0), 0), bears);
    let mut events =
        vec![events::hit(target.unit, &Key::of("burning"), None, vec![packet], "EV-362")];
    let trunk = content.locations.get("body").or_else(|| content.locations.iter().next());
    if let Some(place) = trunk {
        events.extend(suffers(content, ctx, target, &hurt, (None, place), oracle)?);
    }
    Ok(events)
}
