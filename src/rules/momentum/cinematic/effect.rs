//! Targets and effects of feats (MO-142 to MO-148, MO-155).

use crate::step::{FeatPhase, Outcome, Ran, Step};
use grid::{Edge, UnitId};
use rules::Refusal;
use rules::command::Target;
use rules::estimate::ActOutcome;
use rules::event::{BoardChange, Event};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::Aim;
use rules::state::{Status, Unit};

use super::super::check;
use super::super::damage::{Blow, Part, resolve};
use super::super::data::{Affliction, Content, DamageType, DiceSum, FeatEffect, Trait, TypedDice};
use super::super::health;
use super::super::hidden;
use super::super::numbers::{Numbers, UPCAST_BONUS};
use super::super::objects;
use super::super::party;
use super::super::position::Position;
use super::super::roll::{chance, damage_dice};
use super::super::sheet::{TEMPORARY, VITALITY, WP};
use super::save::{self, Saved, Threat};
use super::{Feat, pin};

/// Damage dice of a participant in a feat: those of a fully upcast Ability, plus two (MO-144).
pub fn strength(content: &Content, unit: &Unit) -> u8 {
    let limit = Numbers::of(content, unit).map_or(0, |n| n.upcast_limit());
    u8::try_from(limit).unwrap_or_default().saturating_add(content.cinematics.extra_dice)
}

/// The enemies struck together with the chosen one: adjacent to the actor and next to each other,
/// up to a maximum (MO-144, MO-155).
pub fn aimed_at(position: Position<'_>, unit: &Unit, first: UnitId, most: usize) -> Vec<UnitId> {
    let adjacent = |id: UnitId| {
        let foe = party::are_enemies(position.ctx.state, unit.id(), id);
        foe && position.is_target(id)
            && position.knows(unit.id(), id)
            && position.check_charm(unit.id(), id).is_ok()
            && position.is_at_hand(unit.id(), id)
    };
    let all: Vec<UnitId> =
        position.ctx.state.units.iter().map(Unit::id).filter(|id| adjacent(*id)).collect();
    let mut group = vec![first];
    while group.len() < most {
        let next = all.iter().find(|id| {
            !group.contains(id) && group.iter().any(|member| position.is_adjacent(*member, **id))
        });
        let Some(next) = next else { break };
        group.push(*next);
    }
    group
}

/// Possible targets of a feat.
pub fn candidates(position: Position<'_>, unit: &Unit, feat: Feat<'_>) -> Vec<Target> {
    match feat.aim() {
        Aim::Unit => position.ctx.state.units.iter().map(|u| Target::Unit(u.id())).collect(),
        Aim::Edge => {
            let edges = position.ctx.field.board().edges();
            let doors = edges.filter(|(_, edge)| edge.kind.spec().opens);
            doors.map(|(at, _)| Target::Edge(at)).collect()
        }
        Aim::Own => vec![Target::Unit(unit.id())],
        Aim::Cell | Aim::Direction | Aim::Part | Aim::Several(_) => Vec::new(),
    }
}

/// Whether a feat may be aimed at this target.
///
/// # Errors
/// Why not.
pub fn check_target(
    position: Position<'_>,
    unit: &Unit,
    feat: Feat<'_>,
    targets: &[Target],
) -> Result<(), Refusal> {
    let refuse = |code, text: String, rule| Err(Refusal::new(code, text, rule));
    let one = || match targets {
        [Target::Unit(id)] => position.ctx.unit(*id).filter(|u| {
            position.ctx.state.are_foes(unit.id(), u.id())
                && position.is_target(u.id())
                && position.knows(unit.id(), u.id())
                && hidden::is_known(position.ctx, unit.side(), u.id())
        }),
        _ => None,
    };
    match feat.effect() {
        Some(FeatEffect::StrikeAndPin) => match one() {
            None => refuse("no_target", "choose one enemy".into(), "MO-145"),
            Some(foe) if !position.is_at_hand(unit.id(), foe.id()) => {
                refuse("out_of_range", "it is not within 1 m".into(), "MO-134")
            }
            Some(foe) => position.check_charm(unit.id(), foe.id()),
        },
        Some(FeatEffect::Bribe(metres)) => match one() {
            None => refuse("no_target", "choose one enemy".into(), "MO-146"),
            Some(foe) if !foe.is_active() => {
                refuse("no_target", "the target is out of the fight".into(), "MO-146")
            }
            Some(foe) if is(position, foe, Trait::Leader) || is(position, foe, Trait::Object) => {
                refuse("leader", "the target cannot be won over".into(), "MO-146")
            }
            Some(foe) if position.distance(unit.id(), foe.id()) > u32::from(metres) => {
                refuse("out_of_range", format!("more than {metres} m away"), "MO-146")
            }
            Some(_) => Ok(()),
        },
        Some(FeatEffect::Door(metres)) => {
            let [Target::Edge(at)] = targets else {
                return refuse("no_target", "choose one door".into(), "MO-146");
            };
            match objects::door(position, unit.id(), *at) {
                None => refuse("no_target", "nothing there can be opened".into(), "MO-146"),
                Some((.., away)) if away > u32::from(metres) => {
                    refuse("out_of_range", format!("more than {metres} m away"), "MO-146")
                }
                Some(_) => Ok(()),
            }
        }
        Some(FeatEffect::Banish) if otherworldly(position, unit).next().is_none() => {
            refuse("no_target", "no visible enemy from another world".into(), "MO-148")
        }
        Some(FeatEffect::Save) => {
            refuse("reaction", "it is offered as a reaction".into(), "MO-149")
        }
        Some(FeatEffect::Surge(_) | FeatEffect::Banish) | None => Ok(()),
    }
}

fn is(position: Position<'_>, unit: &Unit, which: Trait) -> bool {
    position.numbers(unit.id()).is_some_and(|n| n.creature().is(which))
}

/// Visible enemies from another world (MO-148).
pub fn otherworldly<'a>(
    position: Position<'a>,
    unit: &Unit,
) -> impl Iterator<Item = &'a Unit> + use<'a> {
    let me = unit.id();
    let state = position.ctx.state;
    let all = state.units.iter().filter(move |u| state.are_foes(me, u.id()));
    let there = all.filter(move |u| position.is_target(u.id()) && position.sees(me, u.id()));
    there.filter(move |u| is(position, u, Trait::Otherworldly))
}

/// Rolls the damage of Strike and pin once for all, and finds whom it strikes (MO-144, MO-155).
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn strike(
    position: Position<'_>,
    unit: &Unit,
    (targets, participants): (&[Target], &[UnitId]),
    oracle: &mut Oracle<'_>,
) -> Result<FeatPhase, Pause> {
    let Position { content, ctx } = position;
    let own = |id: &UnitId| ctx.unit(*id).map_or(0, |u| strength(content, u));
    let count = participants.iter().map(own).fold(0, u8::saturating_add);
    let (_, amount) = damage_dice(dice(content, count), oracle)?;
    let more = participants.len().saturating_sub(1);
    let most = usize::from(content.cinematics.targets).saturating_add(more);
    let first = targets.iter().find_map(Target::unit);
    let whom = first.map_or_else(Vec::new, |first| aimed_at(position, unit, first, most));
    Ok(FeatPhase::Strike { whom, dice: count, amount })
}

/// The damage dice of Strike and pin.
const fn dice(content: &Content, count: u8) -> DiceSum {
    DiceSum { count, sides: content.cinematics.die }
}

/// Strikes and pins one enemy with the damage rolled, unless a Save undoes both. Also returns the
/// steps of the Save (MO-145, MO-149).
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn strike_one(
    position: Position<'_>,
    (unit, foe): (&Unit, &Unit),
    feat: Feat<'_>,
    (count, amount): (u8, i32),
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<Event>, Vec<Step>), Pause> {
    let Position { content, ctx } = position;
    let label = dice(content, count).to_string();
    let blow = Blow::plain(vec![Part::new(DamageType::Physical, label, amount, "MO-144")]);
    let Saved { mut events, undone, then } = save::offer(position, foe, &blow, oracle)?;
    if !undone {
        let by = Some(unit.id());
        events.extend(health::strike(content, foe, &blow, &feat.act(), by, &["MO-145"]));
        events.extend(pin::pin(ctx, unit, foe));
    }
    Ok((events, then))
}

/// Charms the bribed enemy, unless a Save undoes it (MO-146, MO-149).
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn bribe(
    position: Position<'_>,
    unit: &Unit,
    feat: Feat<'_>,
    targets: &[Target],
    oracle: &mut Oracle<'_>,
) -> Ran {
    let ctx = position.ctx;
    let target = targets.iter().find_map(Target::unit);
    let Some(foe) = target.and_then(|id| ctx.unit(id)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let peril = Threat { name: feat.name(), blow: None, binds: false };
    let Saved { mut events, undone, then } = save::offer_against(position, foe, peril, oracle)?;
    if !undone {
        let (by, expiry) = (Some(unit.id()), health::until_end_of_next_turn(ctx, foe));
        events.extend(health::afflict(foe, Affliction::Charmed, by, expiry, "MO-146"));
    }
    Ok(Outcome::after(events, then, None))
}

/// The effects of a successful feat that need no dice, without attack or Defense Rolls (MO-142).
pub fn events(
    position: Position<'_>,
    unit: &Unit,
    feat: Feat<'_>,
    targets: &[Target],
) -> Vec<Event> {
    let ctx = position.ctx;
    let mut events = Vec::new();
    match feat.effect() {
        Some(FeatEffect::Door(_)) => {
            let Some(Target::Edge(at)) = targets.first() else { return events };
            let Some((at, _)) = objects::door(position, unit.id(), *at) else { return events };
            let from = ctx.field.board().edge_at(at);
            let to = from.map(|edge| Edge { open: !edge.open, ..edge });
            events.push(events::board(BoardChange::edge(at, from, to), "MO-146"));
        }
        Some(FeatEffect::Surge(more)) => events.extend(surge(unit, more)),
        Some(FeatEffect::Banish) => {
            for foe in otherworldly(position, unit) {
                events.push(events::status(foe, Status::Gone, "banished", "MO-148"));
            }
        }
        Some(FeatEffect::StrikeAndPin | FeatEffect::Bribe(_) | FeatEffect::Save) => {}
        None => {
            let text = "as described; the referee decides the result".to_owned();
            events.push(events::note(unit, text, "MO-142"));
        }
    }
    events
}

/// Restores all Vitality, Temporary Vitality and WP (MO-147). Temporary Vitality returns to its
/// value at the start of the battle. A second Surge does not raise the upcast limit again (MO-433).
fn surge(unit: &Unit, more: i32) -> Vec<Event> {
    let mut events = Vec::new();
    let mut track = |id: &'static str, to: i32| {
        if to > unit.tracks.0.value(id) {
            events.push(health::track(unit, id, to, "Surge", "MO-147"));
        }
    };
    track(VITALITY, unit.tracks.0.get(VITALITY).map_or(0, |m| m.max));
    let began = unit.form.sheet.overrides.get("temporary_now").copied().unwrap_or_default();
    track(TEMPORARY, i32::try_from(began).unwrap_or_default());
    let most = unit.pools.0.get(WP).map_or(0, |m| m.max);
    events.extend(health::pool(unit, WP, most, "Surge", "MO-147"));
    let to = unit.flags.get(UPCAST_BONUS).max(i64::from(more));
    events.extend(events::flag(unit, UPCAST_BONUS, to, "MO-147"));
    events
}

/// Estimated effect of a feat on each combatant if the actor acts alone.
pub fn estimate(
    position: Position<'_>,
    unit: &Unit,
    feat: Feat<'_>,
    targets: &[Target],
) -> Vec<ActOutcome> {
    let content = position.content;
    let Ok((skills, number)) = feat.check(position, unit) else { return Vec::new() };
    let Some(skill) = check::best_skill(position, unit, &skills) else { return Vec::new() };
    let roll = check::build_roll(position, unit, skill, (feat.name(), number), None);
    let chance = chance(&roll);
    let of = |id: UnitId| ActOutcome { chance, ..ActOutcome::none(id) };
    let target = targets.iter().find_map(Target::unit);
    match (feat.effect(), target) {
        (Some(FeatEffect::StrikeAndPin), Some(first)) => {
            let dice = dice(content, strength(content, unit));
            let struck = aimed_at(position, unit, first, content.cinematics.targets.into());
            let typed = TypedDice { dice, of: DamageType::Physical };
            let blow = Blow::plain(vec![Part::usual(typed, "MO-144")]);
            let harm =
                |id: UnitId| position.numbers(id).map_or(0, |n| resolve(content, &blow, &n).total);
            struck
                .into_iter()
                .map(|id| ActOutcome { harm: harm(id), hinders: 1, ..of(id) })
                .collect()
        }
        (Some(FeatEffect::Bribe(_)), Some(foe)) => vec![ActOutcome { hinders: 2, ..of(foe) }],
        (Some(FeatEffect::Banish), _) => otherworldly(position, unit)
            .map(|foe| ActOutcome { harm: foe.tracks.0.value(VITALITY).max(0), ..of(foe.id()) })
            .collect(),
        (Some(FeatEffect::Surge(_)), _) => {
            let missing = unit.tracks.0.get(VITALITY).map_or(0, |m| m.max - m.value);
            vec![ActOutcome { mends: missing, ..of(unit.id()) }]
        }
        _ => Vec::new(),
    }
}
