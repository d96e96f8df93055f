//! Summoned creatures: one at a time, on a free square, for a number of rounds.

use grid::{FloorAt, Hm};
use rules::event::{Event, EventKind};
use rules::kit::book::Rulebook;
use rules::kit::spawn;
use rules::kit::{area, events, turns};
use rules::ruleset::Ctx;
use rules::state::Unit;
use rules::{Key, Refusal};

use super::data::Content;
use super::numbers::Numbers;
use super::size;

/// The round at the end of which a summoned creature leaves.
const LEAVES: &str = "leaves";

/// Whether a unit can summon another creature now.
///
/// # Errors
/// If it already has one.
pub fn check(ctx: Ctx<'_>, me: Numbers<'_>) -> Result<(), Refusal> {
    let own = |u: &&Unit| u.identity.maker == Some(me.unit.id()) && u.is_active();
    if ctx.state.units.iter().any(|u| own(&u)) {
        let text = "what it summoned is still there";
        return Err(Refusal::new("one_at_a_time", text, "EV-196"));
    }
    Ok(())
}

/// Whether a creature can be summoned to a square.
///
/// # Errors
/// Why not.
pub fn check_cell(
    content: &Content,
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    (role, range): (&Key, u8),
    at: FloorAt,
) -> Result<(), Refusal> {
    let floor = area::meant(ctx, me.unit.id(), at);
    let away = floor.and_then(|floor| area::away(ctx, me.unit.id(), floor));
    let (metres, seen) = away.unwrap_or((u32::MAX, false));
    if metres > range.into() || !seen {
        return Err(Refusal::new("out_of_range", "it is out of range", "EV-196"));
    }
    let sheet = content.filling(role.as_str());
    let size = sheet.map_or(size::NORMAL, |sheet| sheet.size);
    let height = Hm::metres(i32::from(size::height_cm(size)) / 100).max(Hm(1));
    let fits = spawn::site(ctx, me.unit.id(), (at, size::footprint(size), height));
    let free = fits.is_ok_and(|site| !site.ground.occupied);
    if free { Ok(()) } else { Err(Refusal::new("occupied", "there is no room for it", "EV-196")) }
}

/// The events that add a summoned creature; it acts from the next round on (EV-36).
pub fn call(
    content: &Content,
    ctx: Ctx<'_>,
    owner: &Unit,
    (role, rounds): (&Key, u32),
    at: FloorAt,
) -> Vec<Event> {
    let state = ctx.state;
    let failed = |why: String| vec![events::cancelled(owner, role, why, "EV-196")];
    let name = content.filling(role.as_str()).map_or("", |sheet| sheet.name.as_str());
    let placing = spawn::called(state, owner, (role, name), at.cell);
    let mut summon = match content.enlist(&placing) {
        Ok(summon) => summon,
        Err(error) => return failed(error.to_string()),
    };
    let height = summon.height_now();
    let site = match spawn::site(ctx, owner.id(), (at, summon.form.size, height)) {
        Ok(site) => site,
        Err(obstacle) => return failed(obstacle.to_string()),
    };
    spawn::put_down(&mut summon, owner.id(), &site);
    let leaves = state.scene.clock.round.saturating_add(rounds);
    summon.flags.set(Key::of(LEAVES), leaves.into());
    vec![Event::new(EventKind::Spawned(Box::new(summon)), &["EV-196", "EV-36"])]
}

/// Removes creatures whose time is up at the end of the round.
pub fn at_round_end(ctx: Ctx<'_>) -> Vec<Event> {
    let round = i64::from(ctx.state.scene.clock.round);
    let over = ctx.state.units.iter().filter(|unit| {
        let leaves = unit.flags.get(LEAVES);
        unit.status.is_present() && leaves > 0 && round >= leaves
    });
    let gone = over.flat_map(|unit| {
        let to = rules::state::Status::Gone;
        let status = events::status(unit, to, "its time is over", "EV-196");
        std::iter::once(status).chain(turns::leave(ctx, unit.id(), "EV-262"))
    });
    gone.collect()
}
