//! Rulings that set values: their events, or why they are refused.

use crate::Key;
use crate::ctx::Ctx;
use crate::event::{Event, EventKind, MoveKind, RulingChange};
use crate::refusal::Refusal;
use crate::ruleset::{PairFact, Ruleset};
use crate::ruling::{Lasts, MAX_ALTITUDE, MOST, Ruling};
use crate::stand::stand;
use crate::state::{Judgement, Permit, Posture, State, Status, Unit, Until};
use grid::{Hm, Place, Room, UnitId};

use super::common::{WHY, all, event, meter, refuse, said, set, unchanged, unit_of};
use super::{beside, conditions, course};

/// The events of a ruling: first its announcement, then the changes. Not for rulings about the last
/// act.
///
/// # Errors
/// Why it is not possible.
pub fn events(rules: &dyn Ruleset, ctx: Ctx<'_>, ruling: &Ruling) -> Result<Vec<Event>, Refusal> {
    let state = ctx.state;
    match ruling {
        Ruling::Track { unit, id, to } => track(rules, unit_of(state, *unit)?, id, *to),
        Ruling::Pool { unit, id, to } => pool(rules, unit_of(state, *unit)?, id, *to),
        Ruling::Wear { unit, on, id, to } => {
            beside::wear(rules, unit_of(state, *unit)?, on, id, *to)
        }
        Ruling::Awareness { by, of, to } => beside::awareness(state, *by, *of, *to),
        Ruling::Progress { unit, act, done } => {
            beside::progress(rules, unit_of(state, *unit)?, act, *done)
        }
        Ruling::Layer { unit, id, to } => beside::layer(rules, unit_of(state, *unit)?, id, *to),
        Ruling::Afflict { unit, condition } => {
            conditions::afflict(rules, state, unit_of(state, *unit)?, condition)
        }
        Ruling::Relieve { unit, condition, part } => {
            conditions::relieve(rules, unit_of(state, *unit)?, condition, part.as_ref())
        }
        Ruling::Status { unit, to } => status(rules, ctx, unit_of(state, *unit)?, *to),
        Ruling::Place { unit, at, altitude } => place(ctx, unit_of(state, *unit)?, *at, *altitude),
        Ruling::Posture { unit, to } => posture(ctx, unit_of(state, *unit)?, *to),
        Ruling::Facing { unit, to } => {
            let unit = unit_of(state, *unit)?;
            if unit.placement.facing == *to {
                return Err(unchanged());
            }
            let text = format!("{} faces {to:?}.", unit.identity.name);
            Ok(vec![said(text, RulingChange::Values), stance(unit, unit.placement.posture, *to)])
        }
        Ruling::Judge { fact, from, to, says, lasts } => {
            judge(rules, state, fact, (*from, *to), says, *lasts)
        }
        Ruling::Revoke { fact, from, to } => revoke(rules, state, fact, *from, *to),
        Ruling::Permit { unit, act, check, lasts } => {
            permit(rules, state, unit_of(state, *unit)?, act, check.as_ref(), *lasts)
        }
        Ruling::End { winner, why } => course::end(state, *winner, why),
        Ruling::Extend { rounds } => course::extend(state, *rounds),
        Ruling::Atmosphere { to } => course::atmosphere(state, *to),
        Ruling::Side { side, fact, on } => course::side(rules, state, *side, fact, *on),
        Ruling::Cancel | Ruling::Force { .. } => Ok(Vec::new()),
    }
}

fn track(rules: &dyn Ruleset, unit: &Unit, id: &Key, to: i32) -> Result<Vec<Event>, Refusal> {
    let from = meter(&unit.tracks.0, id, to, |m| -m.max.max(0))?.value;
    let known = rules.describe().tracks.iter().find(|m| m.id == *id);
    let name = known.map_or_else(|| id.to_string(), |m| m.name.clone());
    let what = EventKind::Track { unit: unit.id(), id: id.clone(), from, to, why: WHY.to_owned() };
    Ok(vec![set(unit, &name, from, to), event(what)])
}

fn pool(rules: &dyn Ruleset, unit: &Unit, id: &Key, to: i32) -> Result<Vec<Event>, Refusal> {
    let from = meter(&unit.pools.0, id, to, |_| 0)?.value;
    let known = rules.describe().pools.iter().find(|m| m.id == *id);
    let name = known.map_or_else(|| id.to_string(), |m| m.name.clone());
    let what = EventKind::Pool { unit: unit.id(), id: id.clone(), from, to, why: WHY.to_owned() };
    Ok(vec![set(unit, &name, from, to), event(what)])
}

fn status(
    rules: &dyn Ruleset,
    ctx: Ctx<'_>,
    unit: &Unit,
    to: Status,
) -> Result<Vec<Event>, Refusal> {
    if unit.status == to {
        return Err(unchanged());
    }
    // Another unit may have moved onto the body.
    let rises = || {
        let risen = Unit { status: to, ..unit.clone() };
        unit.status == Status::Dead && rules.body(&risen).blocking
    };
    if !unit.status.is_present() || rises() {
        fits(ctx, unit, unit.placement.posture)?;
    }
    let name = &unit.identity.name;
    let text = match to {
        Status::Active => format!("{name} is in the fight."),
        Status::Down => format!("{name} is down."),
        Status::Dead => format!("{name} is dead."),
        Status::Gone => format!("{name} leaves the battle."),
        Status::Surrendered => format!("{name} surrenders."),
    };
    let (id, from, why) = (unit.id(), unit.status, WHY.to_owned());
    let mut events = vec![said(text, RulingChange::Values)];
    events.push(event(EventKind::Status { unit: id, from, to, why }));
    if matches!(to, Status::Down | Status::Dead) && unit.placement.posture == Posture::Standing {
        events.push(stance(unit, Posture::Prone, unit.placement.facing));
    }
    Ok(events)
}

fn stance(unit: &Unit, posture: Posture, facing: grid::Dir) -> Event {
    let support = unit.placement.support;
    event(EventKind::Stance { unit: unit.id(), posture, facing, support })
}

/// Checks that a combatant has enough room where it is.
fn fits(ctx: Ctx<'_>, unit: &Unit, posture: Posture) -> Result<(), Refusal> {
    let mut there = unit.clone();
    there.placement.posture = posture;
    let room = there.placement.at.cell().map(|cell| Room {
        cell,
        size: unit.form.size.max(1),
        feet: there.placement.feet,
        height: there.height_now(),
    });
    match room.map(|room| ctx.field.fits(room, unit.id())) {
        None | Some(Ok(_)) => Ok(()),
        Some(Err(obstacle)) => Err(no_room(unit, &obstacle)),
    }
}

fn no_room(unit: &Unit, obstacle: &grid::Obstacle) -> Refusal {
    let text = format!("no room for {} there: {obstacle}", unit.identity.name);
    refuse("no_room", text)
}

fn place(ctx: Ctx<'_>, unit: &Unit, at: Place, altitude: Hm) -> Result<Vec<Event>, Refusal> {
    if !unit.status.is_present() {
        let text = format!("{} is not on the board", unit.identity.name);
        return Err(refuse("not_there", text));
    }
    if !(Hm::ZERO..=MAX_ALTITUDE).contains(&altitude) {
        let text = format!("the altitude must be 0 to {MAX_ALTITUDE}, not {altitude}");
        return Err(refuse("out_of_range", text));
    }
    let mut there = unit.clone();
    there.placement.at = at;
    stand(ctx.field, &mut there, altitude).map_err(|obstacle| no_room(unit, &obstacle))?;
    let (from, to) = (&unit.placement, &there.placement);
    if (from.at, from.feet, from.support) == (to.at, to.feet, to.support) {
        return Err(unchanged());
    }
    let text = match altitude {
        Hm::ZERO => format!("{} is at {at}.", unit.identity.name),
        _ => format!("{} is at {at}, {altitude} up.", unit.identity.name),
    };
    let moved = EventKind::Moved {
        unit: unit.id(),
        from: from.at,
        to: at,
        from_feet: from.feet,
        to_feet: to.feet,
        support: to.support,
        manner: MoveKind::Placed,
        cost: 0,
    };
    let mut facing = unit.clone();
    facing.placement.support = to.support;
    // A move turns the mover; a combatant placed by the referee keeps its facing.
    let events = vec![
        said(text, RulingChange::Values),
        event(moved),
        stance(&facing, from.posture, from.facing),
    ];
    Ok(events)
}

fn posture(ctx: Ctx<'_>, unit: &Unit, to: Posture) -> Result<Vec<Event>, Refusal> {
    if unit.placement.posture == to {
        return Err(unchanged());
    }
    let name = &unit.identity.name;
    if to == Posture::Standing {
        if matches!(unit.status, Status::Down | Status::Dead) {
            return Err(refuse("down", format!("{name} is unable to stand")));
        }
        fits(ctx, unit, to)?;
    }
    let text = match to {
        Posture::Standing => format!("{name} stands up."),
        Posture::Prone => format!("{name} is prone."),
    };
    Ok(vec![said(text, RulingChange::Values), stance(unit, to, unit.placement.facing)])
}

/// The fact with this name.
fn fact_of<'a>(rules: &'a dyn Ruleset, fact: &Key) -> Result<&'a PairFact, Refusal> {
    let known = &rules.describe().pair_facts;
    known.iter().find(|f| f.id == *fact).ok_or_else(|| {
        let text = format!(
            "the referee cannot rule on `{fact}`; available: {}",
            all(known.iter().map(|f| &f.id))
        );
        refuse("no_such_fact", text)
    })
}

/// The subject of a judgement: "High ground, Bow against Knight".
fn about(state: &State, fact: &PairFact, from: UnitId, to: UnitId) -> Result<String, Refusal> {
    let (a, b) = (unit_of(state, from)?, unit_of(state, to)?);
    let link = if fact.mutual { "and" } else { "against" };
    Ok(format!("{}, {} {link} {}", fact.name, a.identity.name, b.identity.name))
}

fn judge(
    rules: &dyn Ruleset,
    state: &State,
    fact: &Key,
    (from, to): (UnitId, UnitId),
    says: &Key,
    lasts: Lasts,
) -> Result<Vec<Event>, Refusal> {
    let fact = fact_of(rules, fact)?;
    let Some(answer) = fact.answers.iter().find(|a| a.id == *says) else {
        let text = format!(
            "`{says}` is not a possible ruling; available: {}",
            all(fact.answers.iter().map(|a| &a.id))
        );
        return Err(refuse("no_such_answer", text));
    };
    let about = about(state, fact, from, to)?;
    if from == to {
        return Err(refuse("one_unit", "choose two different combatants"));
    }
    let (until, how_long) = until(state, lasts)?;
    let judgement = Judgement {
        fact: fact.id.clone(),
        from,
        to,
        says: says.clone(),
        mutual: fact.mutual,
        until,
    };
    if state.scene.referee.judgements.contains(&judgement) {
        return Err(unchanged());
    }
    let text = format!("{about}: {} {how_long}.", answer.name);
    Ok(vec![said(text, RulingChange::Judged(judgement))])
}

/// The expiry of a ruling made now, also in words.
fn until(state: &State, lasts: Lasts) -> Result<(Until, &'static str), Refusal> {
    let clock = &state.scene.clock;
    Ok(match lasts {
        Lasts::Turn => {
            let Some(active) = clock.active.first() else {
                return Err(refuse("no_turn", "no turn is running"));
            };
            (Until::TurnOf(*active), "for this turn")
        }
        Lasts::Round => (Until::Round(clock.round), "for this round"),
        Lasts::Battle => (Until::Battle, "for the battle"),
    })
}

fn permit(
    rules: &dyn Ruleset,
    state: &State,
    unit: &Unit,
    act: &Key,
    check: Option<&(Key, i32)>,
    lasts: Lasts,
) -> Result<Vec<Event>, Refusal> {
    let description = rules.describe();
    let Some(feat) = description.feats.iter().find(|f| f.id == *act) else {
        let known = all(description.feats.iter().map(|f| &f.id));
        return Err(refuse(
            "no_such_act",
            format!("the referee cannot rule on `{act}`; available: {known}"),
        ));
    };
    let (until, how_long) = until(state, lasts)?;
    let name = &unit.identity.name;
    let text = match check {
        None => format!("{name}, {}: not possible {how_long}.", feat.name),
        Some((skill, number)) => {
            let Some(known) = description.skills.iter().find(|s| s.id == *skill) else {
                let skills = all(description.skills.iter().map(|s| &s.id));
                let text = format!("there is no skill `{skill}`; available: {skills}");
                return Err(refuse("no_such_skill", text));
            };
            if !(1..=i32::from(MOST)).contains(number) {
                let text = format!("the target number must be 1 to {MOST}, not {number}");
                return Err(refuse("out_of_range", text));
            }
            format!("{name}, {}: {} against {number} {how_long}.", feat.name, known.name)
        }
    };
    let permit = Permit { unit: unit.id(), act: act.clone(), check: check.cloned(), until };
    if state.scene.referee.permits.contains(&permit) {
        return Err(unchanged());
    }
    Ok(vec![said(text, RulingChange::Permitted(permit))])
}

fn revoke(
    rules: &dyn Ruleset,
    state: &State,
    fact: &Key,
    from: UnitId,
    to: UnitId,
) -> Result<Vec<Event>, Refusal> {
    let fact = fact_of(rules, fact)?;
    let about = about(state, fact, from, to)?;
    if state.scene.referee.judged(fact.id.as_str(), from, to).is_none() {
        return Err(refuse("nothing_ruled", format!("{about}: there is no ruling")));
    }
    let text = format!("{about}: decided by the board.");
    let (fact, mutual) = (fact.id.clone(), fact.mutual);
    Ok(vec![said(text, RulingChange::Revoked { fact, from, to, mutual })])
}
