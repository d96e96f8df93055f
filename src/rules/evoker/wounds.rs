//! Hits that take effect: wounds on the tracks of Persona or body, Stress, injuries, and the end of a
//! unit (EV-134, EV-135, EV-258 to EV-323).

use grid::UnitId;
use rules::dice::{Die, Read, Throw};
use rules::event::{Event, EventKind, LayerChange, Packet};
use rules::kit::{events, turns};
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::roll::Table;
use rules::ruleset::Ctx;
use rules::state::{
    Carrier, Condition, Expiry, LayerState, Meter, Observer, Posture, Status, Unit,
};
use rules::{Key, RuleId};

use super::conditions::{afflict, in_turn};
use super::data::{Affinity, Ailment, Content, Element, Lasting, Location, LonePersona};
use super::effects::{bleeds, critical_effect, ended, injured};
use super::harm::{Harm, Hurt, bearer, left};
use super::names::{
    BLEEDING, DESPAIRED, DROWSED, FATE, FROZEN, INJURED, NUMBED, ROW, STAGGERED, TECHNICAL, WOUNDS,
};
use super::numbers::{Arm, Numbers};
use super::rolling::asked;
use super::step::{Land, Outcome, Shove, Step};
use super::tracks::{next_track, takes_all};
use super::{bands, fate_moments, hands, stress};

/// The Stress of a wound, by its track (EV-259 to EV-261).
const STRESS_OF: [i32; 3] = [1, 5, 10];
/// The Stress caused by a defeated Persona (EV-285).
const DEFEATED: i32 = 10;

/// A hit takes effect.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn land(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Land,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let of = |id| ctx.unit(id).and_then(|unit| Numbers::of(content, unit));
    let Some((by, target)) = of(step.by).zip(of(step.unit)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let Some(arm) = by.arm(&step.arm).filter(|_| target.unit.status != Status::Dead) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let learned = learns(ctx, by.unit, target, [arm.attack.element]);
    if let Some((mut events, rebound)) = deflected(content, step, (by, target), arm) {
        events.extend(learned);
        return Ok(match rebound {
            Some(land) => Outcome::then(events, land.into()),
            None => Outcome::done(events),
        });
    }
    let mut harm = Harm::of(by, arm, step.margin, step.critical);
    harm = harm.with(step.extra, step.part.as_ref());
    harm.used = opening(ctx, by.unit, &harm.openings(target), oracle)?;
    let (mut events, wounded) = struck(content, ctx, target, &harm, oracle)?;
    let faints = stress::faints(target, &events);
    events.extend(learned);
    let stays = !events.iter().any(|event| matches!(event.what, EventKind::Status { .. }));
    if !stays {
        return Ok(Outcome::done(events));
    }
    let over = ended(&harm, target, &events);
    events.extend(over);
    let mut children: Vec<Step> = Vec::new();
    if harm.staggers(target) && !target.has(STAGGERED) {
        let staggered = content.ailments.get(STAGGERED);
        events.extend(staggered.into_iter().flat_map(|a| afflict(content, target, a, harm.by)));
    }
    if harm.critical {
        if arm.bleeds() && wounded && !target.has(BLEEDING) {
            events.push(bleeds(target.unit, Some(step.by), "EV-389"));
        }
        events.extend(critical_effect(content, target, &harm));
        if harm.element == Some(Element::Wind) {
            let (unit, by) = (step.unit, step.by);
            children.push(Shove { unit, by, metres: WIND, left: None }.into());
        }
    }
    let events = in_turn(content, target.unit, events);
    children.extend(bands::shaken(ctx, target.unit, &events));
    children.extend(faints);
    Ok(match children.pop() {
        None => Outcome::done(events),
        Some(last) => Outcome::after(events, children, Some(last)),
    })
}

/// The events of an attack whose element does not harm its target, and the hit on its attacker if it
/// is repelled; `None` if it takes effect (EV-319 to EV-322).
fn deflected(
    content: &Content,
    step: &Land,
    (by, target): (Numbers<'_>, Numbers<'_>),
    arm: Arm<'_>,
) -> Option<(Vec<Event>, Option<Land>)> {
    let pierces = content.rules.technical_pierces
        && Harm::of(by, arm, step.margin, step.critical).technical(target).is_some();
    let name = &target.unit.identity.name;
    let note = |what, rule| events::note(target.unit, format!("{name} {what}."), rule);
    match target.affinity(arm.attack.element) {
        _ if pierces => None,
        Affinity::Weak | Affinity::Normal | Affinity::Resist => None,
        Affinity::Repel if step.unit != step.by => {
            let (act, from, to) = (arm.attack.id.clone(), step.unit, step.by);
            let back = Event::new(EventKind::Redirected { act, from, to }, &["EV-320"]);
            Some((vec![back], Some(Land { unit: step.by, part: None, ..step.clone() })))
        }
        Affinity::Block | Affinity::Repel => Some((vec![note("blocks it", "EV-319")], None)),
        Affinity::Absorb => {
            let mut events = vec![note("absorbs it", "EV-322")];
            let (layer, meters) = bearer(target);
            let full = |meter: &Meter| (meter.value + arm.attack.tier).min(meter.max);
            let light = meters.get(WOUNDS[0]).map_or(0, full);
            events.extend(meter(target.unit, layer, WOUNDS[0], light, "EV-322"));
            Some((events, None))
        }
    }
}

/// The ailment that an attack exploits, chosen by its side if it wants to (EV-162).
fn opening(
    ctx: Ctx<'_>,
    by: &Unit,
    openings: &[&Ailment],
    oracle: &mut Oracle<'_>,
) -> Result<Option<Key>, Pause> {
    let Some(side) = asked(ctx, by, TECHNICAL).filter(|_| openings.len() > 1) else {
        return Ok(None);
    };
    let choice = |ailment: &&Ailment| Choice {
        id: ailment.id.clone(),
        label: ailment.name.clone(),
        place: None,
        unit: None,
    };
    let text = "Which ailment does the hit make use of?";
    let prompt = Prompt::yes_no("technical", side, Some(by.id()), text, true, "EV-162");
    let choices = openings.iter().map(choice).collect();
    let answer = oracle.ask(Prompt { choices, ..prompt }.about(Key::of(TECHNICAL)))?;
    Ok(openings.get(usize::from(answer.0)).map(|ailment| ailment.id.clone()))
}

/// A unit's side learns the effect of these elements on another unit (EV-200).
pub fn learns(
    ctx: Ctx<'_>,
    by: &Unit,
    of: Numbers<'_>,
    elements: impl IntoIterator<Item = Element>,
) -> Option<Event> {
    let side = by.side();
    let facts = elements.into_iter().filter_map(|element| of.fact(element));
    let what = EventKind::learned(ctx.state, Observer::Side(side), of.unit.id(), facts);
    let what = what.filter(|_| ctx.state.are_foes(by.id(), of.unit.id()))?;
    Some(Event { seen_by: Some(vec![side]), ..Event::new(what, &["EV-200"]) })
}

/// Distance that a critical hit by wind pushes, in metres (EV-159).
const WIND: u16 = 2;

/// A unit leaves the fight and lies prone (EV-262, EV-413).
pub fn drops_out(
    ctx: Ctx<'_>,
    unit: &Unit,
    to: Status,
    why: &str,
    rule: &'static str,
) -> Vec<Event> {
    let mut events = vec![events::status(unit, to, why, rule)];
    events.push(events::posture(unit, Posture::Prone, unit.placement.support, rule));
    events.extend(hands::drop_all(unit, rule));
    // Unconscious units no longer despair (EV-378).
    if to == Status::Down {
        events.extend(events::relieved(unit, DESPAIRED, "it is unconscious", "EV-378"));
    }
    events.extend(turns::leave(ctx, unit.id(), "EV-262"));
    events
}

/// Applies harm at a location: the location, the hit, and its effects. Also returns whether it
/// wounds.
pub fn struck(
    content: &Content,
    ctx: Ctx<'_>,
    target: Numbers<'_>,
    harm: &Harm,
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<Event>, bool), Pause> {
    let places: Vec<&Location> = content.locations.iter().collect();
    let Some(last) = places.last() else { return Ok((Vec::new(), false)) };
    let widths = places.iter().scan(0, |to, place| {
        let width = place.to - *to;
        *to = place.to;
        Some((width, *place))
    });
    let table = Table::stacked(100, widths, *last);
    // Only locations with different effects are distinguished.
    let shielded = bearer(target).0.is_some();
    let comes = |place: &Location| {
        let hurt = harm.roughly_at(content, target, place);
        let (lost, kills) = (hurt.lost(left(bearer(target).1)), hurt.kills);
        let injured = (!shielded && lost[1] > 0 && !kills).then(|| place.id.clone());
        (lost, kills, injured)
    };
    let rows = table.rows().iter().map(|row| (comes(row.entry), row.from));
    let rows: Vec<_> = rows.collect();
    let cuts = rows.windows(2).filter_map(|pair| match pair {
        [(a, _), (b, from)] if a != b => Some(*from),
        _ => None,
    });
    let read = Read::Sum(cuts.collect());
    let aimed = harm.part.as_ref().and_then(|part| content.locations.get(part.as_str()));
    let (place, rolled) = if let Some(place) = aimed {
        (place, None)
    } else {
        let faces = oracle.roll(Throw { dice: vec![Die::d(100)], read })?;
        let place = table.row(&faces).map_or(*last, |row| row.entry);
        let words = |place: &&Location| (place.name.to_lowercase(), RuleId::of("EV-131"));
        let rolled = events::drawn(&table, ("location", target.unit), faces, words, "EV-131");
        (place, Some(rolled))
    };
    let (unit, hurt) = (target.unit, harm.at(content, target, place));
    let amount = hurt.over.max(0);
    let packet = Packet { label: "main".into(), terms: hurt.sum.terms().to_vec(), amount };
    let (act, packets) = (harm.act.clone(), vec![packet]);
    let hit = EventKind::Hit { act, by: harm.by, target: unit.id(), packets, total: amount };
    let mut events: Vec<Event> = rolled.into_iter().collect();
    events.push(Event::new(hit, &["EV-134"]));
    events.extend(suffers(content, ctx, target, &hurt, (harm.by, place), oracle)?);
    let wounds = hurt.kills || events.iter().any(is_wound);
    Ok((events, wounds))
}

/// Whether an event is a wound of the body or a Persona; wounds blocked by Fate are not (EV-352).
fn is_wound(event: &Event) -> bool {
    match &event.what {
        EventKind::Track { id, from, to, .. } | EventKind::Wear { id, from, to, .. } => {
            WOUNDS.contains(&id.as_str()) && to < from
        }
        _ => false,
    }
}

/// Sets a wound meter of a Persona or the body.
pub fn meter(
    unit: &Unit,
    layer: Option<&Key>,
    id: &str,
    to: i32,
    rule: &'static str,
) -> Option<Event> {
    let own = layer.and_then(|id| unit.carriers.layer(id.as_str()));
    let now = own.map_or(&unit.tracks.0, |layer| &layer.meters).value(id);
    let why = if to < now { "damage" } else { "healing" };
    let Some(layer) = layer else { return events::track(unit, id, to, why, rule) };
    let on = Carrier::Layer(layer.clone());
    EventKind::wear(unit, &on, id, to, why).map(|what| Event::new(what, &[rule]))
}

/// The consequences for a unit: wounds, Stress, an injury, and the end of the unit or its Persona.
pub fn suffers(
    content: &Content,
    ctx: Ctx<'_>,
    target: Numbers<'_>,
    hurt: &Hurt,
    (by, place): (Option<UnitId>, &Location),
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    wounded(content, ctx, target, hurt, (by, place), bearer(target).0, oracle)
}

/// The losses of the body or one of its Personas, with all consequences.
pub fn wounded(
    content: &Content,
    ctx: Ctx<'_>,
    target: Numbers<'_>,
    hurt: &Hurt,
    (by, place): (Option<UnitId>, &Location),
    layer: Option<&Key>,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let unit = target.unit;
    let shield = layer.and_then(|id| unit.carriers.layer(id.as_str()));
    let has = left(shield.map_or(&unit.tracks.0, |layer| &layer.meters));
    let layer = layer.filter(|_| !hurt.kills || loses_only_persona(content, unit));
    let (lost, mut events) = lost_wounds(ctx, target, hurt, (has, layer.is_some()), oracle)?;
    // A Persona that is destroyed immediately has nothing left (EV-278, EV-353).
    let gone = if hurt.kills && layer.is_some() { has } else { lost };
    let rules = ["EV-259", "EV-260", "EV-261"];
    for ((id, rule), (has, gone)) in WOUNDS.into_iter().zip(rules).zip(has.into_iter().zip(gone)) {
        events.extend(meter(unit, layer, id, has - gone, rule));
    }
    let ends = hurt.kills || has[2] - lost[2] <= 0;
    let mut stress = lost.into_iter().zip(STRESS_OF).map(|(lost, each)| lost * each).sum::<i32>();
    if let Some(layer) = layer.filter(|_| ends) {
        stress += DEFEATED;
        events.push(defeated(unit, layer));
    } else if hurt.kills {
        stress += STRESS_OF[2];
    }
    events.extend(stress::gained(unit, stress, "wounds", "EV-259"));
    // Any wound wakes and thaws a unit, and so does the loss of a Persona (EV-368, EV-371).
    if hurt.kills || lost.iter().any(|n| *n > 0) {
        let ends = [FROZEN, DROWSED].into_iter();
        events.extend(ends.filter_map(|id| events::relieved(unit, id, "it is hurt", "EV-368")));
    }
    if layer.is_none() && lost[1] > 0 {
        let row = i64::from(has[1] - lost[1]);
        events.extend(new_injury(unit, (by, place), row));
        if !ends {
            events.extend(injured(content, target, (by, place), row));
        }
    }
    if layer.is_none() && ends {
        let why = if hurt.kills { "destroyed at once" } else { "its Deadly Wound" };
        let rule = if hurt.kills { "EV-276" } else { "EV-261" };
        events.extend(drops_out(ctx, unit, Status::Dead, why, rule));
    }
    Ok(events)
}

/// Whether an Instant Kill destroys only the active Persona: the unit has another one, or by option
/// (EV-276 to EV-278).
fn loses_only_persona(content: &Content, unit: &Unit) -> bool {
    let living = unit.carriers.layers().filter(|l| l.state != LayerState::Broken).count();
    living > 1 || content.rules.single_persona == LonePersona::Persona
}

/// The wounds that harm takes from each track, without the Heavy Wounds that Fate blocks, and the
/// events of the Fate spent. An Instant Kill takes no wounds (EV-268 to EV-272, EV-276, EV-352).
fn lost_wounds(
    ctx: Ctx<'_>,
    target: Numbers<'_>,
    hurt: &Hurt,
    (has, shielded): ([i32; 3], bool),
    oracle: &mut Oracle<'_>,
) -> Result<([i32; 3], Vec<Event>), Pause> {
    let unit = target.unit;
    let (mut lost, mut events) = ([0; 3], Vec::new());
    let mut fate = unit.pools.0.value(FATE) - hurt.spent;
    let wounds: Vec<usize> = hurt.tracks(has).filter(|_| !hurt.kills).collect();
    let bruised = !shielded && target.suffers(Lasting::Bruise, None);
    for (at, from) in wounds.iter().enumerate() {
        // A bruised rib adds nothing to wounds that Fate has blocked (EV-301, EV-352).
        let last = at > 0 && at + 1 == wounds.len();
        if bruised && last && hurt.savage == 0 && lost == [0; 3] {
            break;
        }
        let Some(track) = next_track(has, lost, *from) else { break };
        let left = wounds.get(at..).unwrap_or_default();
        // If all its Fate cannot save it, the question is pointless.
        let may = track == 1 && fate > 0 && !takes_all(has, lost, left, fate);
        let wise = takes_all(has, lost, left, 0) || !shielded && fate > 1;
        if may && fate_moments::blocks(ctx, unit, wise, oracle)? {
            fate -= 1;
            events.extend(events::pool(unit, FATE, fate, "no Heavy Wound", "EV-352"));
        } else if let Some(lost) = lost.get_mut(track) {
            *lost += 1;
        }
    }
    Ok((lost, events))
}

/// A Persona is defeated (EV-285, EV-286).
fn defeated(unit: &Unit, layer: &Key) -> Event {
    let change = LayerChange::State(LayerState::Broken);
    let (id, why) = (layer.clone(), "it is defeated".to_owned());
    Event::new(EventKind::Layer { unit: unit.id(), id, change, why }, &["EV-285", "EV-286"])
}

/// An injury, which replaces the one at this location (EV-291, EV-292).
fn new_injury(unit: &Unit, (by, place): (Option<UnitId>, &Location), row: i64) -> Vec<Event> {
    let injury = Condition::new(Key::of(INJURED), 0, by, Expiry::Battle);
    let injury = injury.of_part(place.id.clone()).with(Key::of(ROW), row);
    // Fate has ignored the injury that this one replaces (EV-292, EV-355).
    let ignored = unit.conditions.on(NUMBED, place.id.as_str());
    let why = "there is a newer injury";
    let ended = ignored.map(|c| events::relieved_of(unit, c, why, "EV-292"));
    ended.into_iter().chain([events::gained(unit, injury, "EV-291")]).collect()
}
