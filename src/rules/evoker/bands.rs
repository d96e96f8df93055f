//! Bands of altitude and their effects (EV-114 to EV-120).

use grid::{AltitudeBand, Body, Diagonals, SupportKind};
use rules::Refusal;
use rules::event::{Event, EventKind};
use rules::ruleset::Ctx;
use rules::state::Unit;

use super::data::{Attack, Kind};
use super::names::{FALLING, WOUNDS};
use super::step::{Aloft, Step};

/// The altitude band of a unit; Ground if it does not fly (EV-114).
pub fn band(ctx: Ctx<'_>, unit: &Unit) -> AltitudeBand {
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    let aloft = room.filter(|_| unit.placement.support == SupportKind::Flight);
    aloft.map_or(AltitudeBand::Ground, |room| AltitudeBand::of(ctx.field.altitude(room)))
}

/// Metres between two units for ranges: at least 10 between Ground and Low (EV-117).
pub fn metres(ctx: Ctx<'_>, a: &Unit, b: &Unit) -> Option<u32> {
    let far = ctx.field.distance(a.id(), b.id(), Diagonals::One)?;
    let bands = [band(ctx, a), band(ctx, b)];
    let apart = bands.contains(&AltitudeBand::Ground) && bands.contains(&AltitudeBand::Low);
    Some(if apart { far.max(LOW) } else { far })
}

/// The height difference of Low for ranges, in metres (EV-114).
const LOW: u32 = 10;

/// Whether it is in the air above the ground band.
pub fn is_aloft(ctx: Ctx<'_>, unit: &Unit) -> bool {
    band(ctx, unit) != AltitudeBand::Ground
}

/// Whether the bands of two units allow an attack of this kind (EV-115 to EV-118).
///
/// # Errors
/// If they do not.
pub fn check_bands(
    ctx: Ctx<'_>,
    actor: &Unit,
    (kind, long): (Kind, bool),
    target: &Unit,
) -> Result<(), Refusal> {
    let (own, other) = (band(ctx, actor), band(ctx, target));
    let high = |band| band == AltitudeBand::High;
    if kind == Kind::Melee && own != other {
        return Err(Refusal::new("other_band", "it flies at another height", "EV-115"));
    }
    if high(own) != high(other) && !long {
        return Err(Refusal::new("too_high", "it flies out of reach", "EV-118"));
    }
    Ok(())
}

/// Whether the bands of attacker and target allow an attack with this weapon or Power.
///
/// # Errors
/// Why not.
pub fn check_attack(
    ctx: Ctx<'_>,
    actor: &Unit,
    attack: &Attack,
    target: &Unit,
) -> Result<(), Refusal> {
    check_bands(ctx, actor, (attack.kind, attack.long_shot), target)
}

/// The test that keeps a flyer up after a hit that cost its body a Heavy Wound (EV-120).
pub fn shaken<'e>(
    ctx: Ctx<'_>,
    unit: &Unit,
    events: impl IntoIterator<Item = &'e Event>,
) -> Option<Step> {
    let [_, heavy, _] = WOUNDS;
    let lost = events.into_iter().any(|event| {
        matches!(&event.what, EventKind::Track { id, from, to, .. } if *id == *heavy && to < from)
    });
    let asks = lost && is_aloft(ctx, unit) && !unit.conditions.has(FALLING);
    asks.then(|| Aloft::Test(unit.id()).into())
}
