//! Reactions to an act, between its announcement and its roll: the target and its allies are asked
//! in turn order, each knowing the earlier Reactions (TU-184 to TU-195).

use std::slice;

use grid::UnitId;
use rules::event::Event;
use rules::oracle::{Oracle, Pause};
use rules::ruleset::{Ctx, Response};
use rules::state::Unit;

use super::attack::{AttackSource, Roll};
use super::data::{Content, Mark};
use super::numbers::{GUARDING, Numbers, REACTION};
use super::step::{Shielded, Step};
use super::{reflex, shield, sight};

/// An act against one target, to which the target and its allies can react.
pub struct Threat<'a> {
    /// Its author.
    pub actor: &'a Unit,
    /// Its target.
    pub target: Numbers<'a>,
    /// The unit that the act was aimed at; another unit may have shielded it since.
    pub aimed_at: UnitId,
    /// The attack, if it is one.
    pub roll: Option<&'a Roll<'a>>,
    /// True if another unit can take it in place of the target (TU-205, TU-212).
    pub single: bool,
    /// True if it belongs to the use of an ability that is still in progress.
    pub cast: bool,
}

impl<'a> Threat<'a> {
    /// An attack to which no unit has reacted yet.
    pub fn of(roll: &'a Roll<'a>) -> Self {
        let (actor, target) = (roll.actor.unit, roll.target);
        let (aimed_at, single) = (target.unit.id(), roll.means.is_single());
        let cast = matches!(roll.means, AttackSource::Ability(_));
        Self { actor, target, aimed_at, roll: Some(roll), single, cast }
    }
}

/// The Reaction of a unit.
pub struct Reaction {
    /// Its events.
    pub events: Vec<Event>,
    /// The follow-up steps at the new positions.
    pub then: Vec<Step>,
    /// The unit.
    pub by: UnitId,
    /// True if it takes the act in place of the target.
    pub shields: bool,
}

/// Asks the units that could react to an act, in turn order, each for one of its targets after the
/// other (TU-194), and resolves the Reaction of the first that agrees. `answered` is the last unit
/// that has reacted; only units later in the order are asked.
///
/// # Errors
/// [`Pause`] while a decision or a die is missing.
pub fn offer(
    content: &Content,
    ctx: Ctx<'_>,
    (threats, answered): (&[Threat<'_>], Option<UnitId>),
    oracle: &mut Oracle<'_>,
) -> Result<Option<Reaction>, Pause> {
    for own in aware(content, ctx, threats, answered) {
        for threat in threats.iter().filter(|threat| may(content, ctx, &own, threat)) {
            if let Some(reaction) = ask(content, ctx, &own, threat, oracle)? {
                return Ok(Some(reaction));
            }
        }
    }
    Ok(None)
}

/// The units later in the turn order than the last one that has reacted, without those that the acts
/// surprise: a target of a surprise attack cannot react for its other targets either (TU-199).
fn aware<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    threats: &[Threat<'_>],
    answered: Option<UnitId>,
) -> Vec<Numbers<'a>> {
    let slots = &ctx.state.scene.clock.slots;
    let order: Vec<UnitId> = slots.iter().flat_map(|slot| slot.members.clone()).collect();
    let after = answered.and_then(|id| order.iter().position(|other| *other == id));
    let later = order.into_iter().skip(after.map_or(0, |at| at + 1));
    let units = later.filter_map(|id| Numbers::of(content, ctx.unit(id)?));
    let surprised = |own: &Numbers<'_>| {
        threats.iter().any(|threat| {
            threat.aimed_at == own.unit.id()
                && sight::surprises(content, ctx, threat.actor, own.unit)
        })
    };
    units.filter(|own| !surprised(own)).collect()
}

/// The Reactions of another side that an act may meet, in turn order, for previews.
pub fn responses(content: &Content, ctx: Ctx<'_>, threat: &Threat<'_>) -> Vec<Response> {
    if threat.actor.side() == threat.target.unit.side() {
        return Vec::new();
    }
    let mut all = Vec::new();
    for own in aware(content, ctx, slice::from_ref(threat), None) {
        if !may(content, ctx, &own, threat) {
            continue;
        }
        let by = own.unit.id();
        let shields = threat.roll.filter(|_| threat.single).and_then(|roll| {
            let then = shield::outlook(content, ctx, own.unit, (threat.actor, roll))?;
            Some(Response { by, words: "take the blow".to_owned(), then: Some(then) })
        });
        all.extend(shields);
        all.extend(reflex::able(content, ctx, &own, threat).into_iter().map(|ability| {
            let then = reflex::outlook(content, ctx, (&own, ability), threat);
            Response { by, words: format!("use {}", ability.name), then }
        }));
    }
    all
}

/// Asks a unit whether it reacts to an act against one target.
fn ask(
    content: &Content,
    ctx: Ctx<'_>,
    own: &Numbers<'_>,
    threat: &Threat<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Reaction>, Pause> {
    let by = own.unit.id();
    let shielded = match threat.roll.filter(|_| threat.single) {
        Some(roll) => shield::ask(content, ctx, own.unit, (threat.actor, roll), oracle)?,
        None => None,
    };
    if let Some((events, then)) = shielded {
        return Ok(Some(Reaction { events, then, by, shields: true }));
    }
    let reflex = reflex::ask(content, ctx, own, threat, oracle)?;
    Ok(reflex.map(|(events, then)| Reaction { events, then, by, shields: false }))
}

/// The unit that an act was aimed at: the shielded one, or the target.
pub fn aimed_at(shielded: Option<&Shielded>, target: UnitId) -> UnitId {
    shielded.map_or(target, |other| other.unit)
}

/// Whether a unit can react to an act at all: it must see the acting unit, hidden or not (TU-144,
/// TU-184, TU-193, TU-199).
fn may(content: &Content, ctx: Ctx<'_>, own: &Numbers<'_>, threat: &Threat<'_>) -> bool {
    let (unit, target) = (own.unit, threat.target.unit);
    let guards = content.rules.guard_blocks_reaction && unit.conditions.has(GUARDING);
    unit.is_active()
        && unit.side() == target.side()
        && unit.id() != threat.actor.id()
        && unit.pools.0.value(REACTION) > 0
        && !own.has_mark(Mark::Helpless)
        && !guards
        && sight::perceives(content, ctx, unit.id(), threat.actor.id())
}
