//! Losing and regaining Vitality, Bleeding, loss of consciousness and death (MO-214, MO-245 to
//! MO-257).

use crate::step::{DropOut, Outcome, Step, Wake};
use grid::UnitId;
use rules::Key;
use rules::event::{Event, EventKind};
use rules::kit::events;
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Posture, Status, Unit};

use super::armed;
use super::damage::{Blow, Wound, resolve};
use super::data::{Affliction, Content, Trait};
use super::gear;
use super::marks::{RP_GIVEN, THE_PIN};
use super::numbers::Numbers;
use super::party;
use super::sheet::{AP, Creature, DIED, MAIN, NM, OFF, RP, TEMPORARY, VITALITY};

/// A change of a track.
pub fn track(unit: &Unit, id: &'static str, to: i32, why: &str, rule: &'static str) -> Event {
    let from = unit.tracks.0.value(id);
    let (unit, id, why) = (unit.id(), Key::of(id), why.to_owned());
    Event::new(EventKind::Track { unit, id, from, to, why }, &[rule])
}

/// A change of a pool. Empty if the value stays the same.
pub fn pool(unit: &Unit, id: &'static str, to: i32, why: &str, rule: &'static str) -> Vec<Event> {
    let most = unit.pools.0.get(id).map_or(0, |meter| meter.max);
    fill(unit, id, to.min(most), why, rule)
}

/// Sets a pool to a value that may exceed its usual maximum.
pub fn fill(unit: &Unit, id: &'static str, to: i32, why: &str, rule: &'static str) -> Vec<Event> {
    events::pool(unit, id, to, why, rule).into_iter().collect()
}

/// A condition begins; one with the same name stays if it lasts longer (MO-263).
pub fn afflict(
    unit: &Unit,
    which: Affliction,
    source: Option<UnitId>,
    expiry: Expiry,
    rule: &'static str,
) -> Vec<Event> {
    afflict_with(unit, which, 0, source, expiry, rule)
}

/// Like [`afflict`], for conditions with a number.
pub fn afflict_with(
    unit: &Unit,
    which: Affliction,
    size: i32,
    source: Option<UnitId>,
    expiry: Expiry,
    rule: &'static str,
) -> Vec<Event> {
    // Most Status Effects pass objects by (MO-260).
    let thing = unit.form.sheet.get::<Creature>().is_some_and(|c| c.is(Trait::Object));
    if thing && !which.affects_objects() {
        return Vec::new();
    }
    let id = which.key();
    let kept = |expiry: &Expiry| *expiry == Expiry::Until(Key::of(THE_PIN));
    // Wards against different types coexist, and so do conditions that a unit keeps up: each may
    // end before those of other sources.
    let known = unit.conditions.0.iter().position(|c| {
        let alike = match (kept(&c.expiry), kept(&expiry)) {
            (true, true) => c.source == source,
            (old, new) => old == new && (c.source == source || !which.names_its_source()),
        };
        c.id == id && c.size == size && alike
    });
    if let Some(old) = known.and_then(|i| unit.conditions.0.get(i))
        && lasts(&old.expiry) >= lasts(&expiry)
    {
        return Vec::new();
    }
    let condition = Condition::new(id, size, source, expiry);
    vec![events::afflicted(unit, condition, known, rule)]
}

/// A unit falls Prone, if it is standing; things never do (MO-260).
pub fn fall_prone(unit: &Unit, rule: &'static str) -> Option<Event> {
    let thing = unit.form.sheet.get::<Creature>().is_some_and(|c| c.is(Trait::Object));
    let falls = !thing && unit.placement.posture == Posture::Standing;
    falls.then(|| events::stance(unit, Posture::Prone, rule))
}

/// Remaining duration, for comparison.
const fn lasts(expiry: &Expiry) -> u32 {
    match expiry {
        Expiry::Battle | Expiry::Until(_) => u32::MAX,
        Expiry::Rounds(n) | Expiry::Hits(n) => 2 * *n as u32,
        Expiry::Slots { left, .. } => 2 * *left as u32,
        Expiry::TurnEnds { left, .. } => 2 * *left as u32 + 1,
    }
}

/// The expiry of an effect that lasts until the end of a unit's next turn: the current turn does
/// not count (MO-44).
pub fn until_end_of_next_turn(ctx: Ctx<'_>, unit: &Unit) -> Expiry {
    let acts = ctx.state.scene.clock.active.contains(&unit.id());
    Expiry::TurnEnds { of: unit.id(), left: 1 + u16::from(acts) }
}

/// The effects of a hit on a target, from its defences to Bleeding (steps 5 to 10 of MO-212).
pub fn strike(
    content: &Content,
    target: &Unit,
    blow: &Blow,
    act: &Key,
    by: Option<UnitId>,
    rules: &[&'static str],
) -> Vec<Event> {
    let Some(numbers) = Numbers::of(content, target) else { return Vec::new() };
    let wound = resolve(content, blow, &numbers);
    let mut events = vec![Event::new(
        EventKind::Hit {
            act: act.clone(),
            by,
            target: target.id(),
            packets: wound.packets.clone(),
            total: wound.total,
        },
        rules,
    )];
    events.extend(lose(content, target, &wound, act.as_str()));
    events
}

/// Vitality lost to a wound: Temporary Vitality first, then Vitality; then Bleeding or death.
fn lose(content: &Content, unit: &Unit, wound: &Wound, why: &str) -> Vec<Event> {
    let mut events = Vec::new();
    let (now, spare) = (unit.tracks.0.value(VITALITY), unit.tracks.0.value(TEMPORARY));
    let shielded = wound.total.min(spare);
    if shielded > 0 {
        events.push(track(unit, TEMPORARY, spare - shielded, why, "MO-214"));
    }
    let lost = wound.total - shielded;
    if lost <= 0 {
        return events;
    }
    let dies_at = Numbers::of(content, unit).map_or(0, |n| n.dies_at());
    let mut after = now - lost;
    if !wound.lethal {
        // Non-lethal damage stops one point short of death, and never heals (MO-184).
        after = after.max((dies_at + 1).min(now));
    }
    if after == now {
        return events;
    }
    events.push(track(unit, VITALITY, after, why, "MO-245"));
    let bleeds = Numbers::of(content, unit)
        .is_some_and(|n| !n.creature().is(Trait::NoBleed) && !n.creature().is(Trait::Object));
    if after < 1 && after > dies_at && wound.lethal && bleeds {
        events.extend(afflict(unit, Affliction::Bleeding, None, Expiry::Battle, "MO-246"));
    }
    events
}

/// Vitality lost to Bleeding, which is not damage (MO-248).
pub fn bleed(content: &Content, unit: &Unit) -> Vec<Event> {
    let after = unit.tracks.0.value(VITALITY) - content.rules.bleed_per_turn;
    vec![track(unit, VITALITY, after, "bleeding", "MO-248")]
}

/// Vitality regained, up to the maximum (MO-252).
pub fn heal(unit: &Unit, amount: i32, why: &str, rule: &'static str) -> Vec<Event> {
    let Some(meter) = unit.tracks.0.get(VITALITY) else { return Vec::new() };
    let to = (meter.value + amount).min(meter.max);
    if to <= meter.value {
        return Vec::new();
    }
    vec![track(unit, VITALITY, to, why, rule)]
}

/// Vitality lost by a unit in these events.
pub fn lost(events: &[Event], of: UnitId) -> i32 {
    let each = events.iter().map(|event| match &event.what {
        EventKind::Track { unit, id, from, to, .. } if *unit == of && *id == *VITALITY => from - to,
        _ => 0,
    });
    each.sum::<i32>().max(0)
}

/// Units whose status no longer matches their Vitality.
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let mut steps = Vec::new();
    for unit in &ctx.state.units {
        let Some(numbers) = Numbers::of(content, unit) else { continue };
        let vitality = unit.tracks.0.value(VITALITY);
        match unit.status {
            Status::Active if vitality < 1 => steps.push(DropOut { unit: unit.id() }.into()),
            Status::Down if vitality <= numbers.dies_at() => {
                steps.push(DropOut { unit: unit.id() }.into());
            }
            Status::Down if vitality >= 1 => steps.push(Wake { unit: unit.id() }.into()),
            _ => {}
        }
    }
    steps
}

/// A unit falls unconscious, dies, is destroyed or vanishes (MO-247, MO-249, MO-250, MO-360).
pub fn drop_out(content: &Content, ctx: Ctx<'_>, step: &DropOut) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let Some(numbers) = Numbers::of(content, unit) else { return Outcome::done(Vec::new()) };
    let vitality = unit.tracks.0.value(VITALITY);
    let creature = numbers.creature();
    let (to, why, rule) = if creature.is(Trait::Summon) && vitality < 1 {
        (Status::Gone, "vanishes", "MO-360")
    } else if creature.is(Trait::Object) && vitality < 1 {
        (Status::Dead, "destroyed", "MO-250")
    } else if vitality <= numbers.dies_at() {
        (Status::Dead, "its wounds are too deep", "MO-249")
    } else {
        (Status::Down, "unconscious", "MO-247")
    };
    let mut events = vec![events::status(unit, to, why, rule)];
    for armed in ctx.state.scene.armed.iter().filter(|a| a.owner == unit.id()) {
        events.push(armed::over(ctx.state, armed, why, "MO-380"));
    }
    if unit.status == Status::Active && vitality < 1 {
        events.extend(stirred(content, ctx, unit));
    }
    if to == Status::Gone {
        return Outcome::done(events);
    }
    if to == Status::Dead {
        let round = i64::from(ctx.state.scene.clock.round);
        events.extend(events::flag(unit, DIED, round, "MO-249"));
    }
    if unit.placement.posture != Posture::Prone {
        events.push(events::stance(unit, Posture::Prone, "MO-247"));
    }
    for slot in [MAIN, OFF] {
        events.extend(gear::lay_down(unit, slot, "MO-247"));
    }
    for points in [AP, RP] {
        events.extend(pool(unit, points, 0, why, "MO-247"));
    }
    // RP lost with consciousness are not used.
    let used = unit.flags.get(RP_GIVEN) - i64::from(unit.pools.0.value(RP));
    events.extend(events::flag(unit, RP_GIVEN, used.max(0), "MO-158"));
    Outcome::done(events)
}

/// Narrative Momentum for allies that see a unit drop (MO-136).
fn stirred(content: &Content, ctx: Ctx<'_>, fallen: &Unit) -> Vec<Event> {
    // Civilians and things are no allies in the fight (MO-23, MO-26).
    if !party::fights(fallen) {
        return Vec::new();
    }
    let position = super::position::Position { content, ctx };
    let friends =
        ctx.state.of_side(fallen.side()).filter(|u| u.is_active() && u.id() != fallen.id());
    let gain = |unit: &Unit| {
        let to = unit.pools.0.value(NM) + content.rules.momentum.ally_drops;
        pool(unit, NM, to, "an ally drops", "MO-136")
    };
    friends.filter(|u| position.sees(u.id(), fallen.id())).flat_map(gain).collect()
}

/// A unit wakes: conscious, still prone, and no longer Bleeding (MO-252).
pub fn wake(ctx: Ctx<'_>, step: &Wake) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let mut events = vec![events::status(unit, Status::Active, "it wakes", "MO-252")];
    let bleeding = Affliction::Bleeding.key();
    let over = unit.conditions.0.iter().filter(|c| c.id == bleeding);
    events.extend(over.map(|c| events::relieved_of(unit, c, "it wakes", "MO-252")));
    Outcome::done(events)
}
