//! Advanced actions against an adjacent unit, decided by opposed checks (MO-107 to MO-115, MO-119
//! to MO-121, MO-129, MO-131, MO-271 to MO-273).

mod list;

use crate::step::{AdvancedAct, Outcome, Ran, Release, Step};
use grid::{Dir, UnitId};
use rules::event::Event;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Link, Posture, Unit};
use rules::{Key, Refusal};

use super::attachments::{self, holds};
use super::budget::{self, no_sheet};
use super::cinematic::{self, Saved, Threat};
use super::data::{Affliction, Content, FeatureEffect, StatusEffect, Trait};
use super::decider;
use super::defense::WILLING;
use super::disarm;
use super::fall;
use super::health;
use super::lean;
use super::marks::GRAB_LINK;
use super::names::{Hand, compass};
use super::numbers::Numbers;
use super::position::Position;
use super::shove;

pub use list::{Advanced, contest};
use list::{BLIND, CLIMB, DISARM, GRAB, SHOVE, TRIP};

impl Advanced {
    /// True if it belongs in a combatant's action bar.
    pub fn is_listed(self, ctx: Ctx<'_>, unit: &Unit) -> bool {
        match self {
            Self::ShakeOff => attachments::riders(ctx, unit.id()).next().is_some(),
            Self::BreakFree => unit.conditions.has(Affliction::Grabbed.key().as_str()),
            Self::LetGo => unit.links.0.iter().any(|l| l.kind == *GRAB_LINK),
            _ => true,
        }
    }

    /// Whether a combatant can do it, whatever the target and the cost.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_able(self, position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
        let numbers = position.numbers(unit.id()).ok_or_else(no_sheet)?;
        if !self.is_listed(position.ctx, unit) {
            return Err(match self {
                Self::ShakeOff => Refusal::new("no_rider", "no one is riding it", "MO-113"),
                _ => Refusal::new("no_grab", "there is no grab to end", "MO-271"),
            });
        }
        if self == Self::Climb {
            return check_climber(&numbers, unit);
        }
        if self == Self::Grab && !numbers.has_free_hand() {
            return Err(Refusal::new("no_hand", "it needs a free hand", "MO-121"));
        }
        Ok(())
    }

    /// Whether it may be aimed at a combatant.
    ///
    /// # Errors
    /// Why not.
    pub fn check_target(
        self,
        position: Position<'_>,
        unit: &Unit,
        target: UnitId,
    ) -> Result<(), Refusal> {
        let refuse = |code, text, rule| Err(Refusal::new(code, text, rule));
        let me = unit.id();
        let Some(them) = position.ctx.unit(target).filter(|_| position.is_target(target)) else {
            return refuse("no_target", "no one there", self.rule());
        };
        match self {
            Self::LetGo if holds(unit, target) => return Ok(()),
            Self::LetGo => return refuse("no_grab", "it is not holding the target", "MO-271"),
            Self::BreakFree if holds(them, me) => return Ok(()),
            Self::BreakFree => return refuse("no_grab", "the target is not holding it", "MO-271"),
            Self::ShakeOff if attachments::mount(them) == Some(me) => return Ok(()),
            Self::ShakeOff => return refuse("no_rider", "the target is not riding it", "MO-113"),
            _ => {}
        }
        if target == me {
            return refuse("no_target", "it cannot target itself", self.rule());
        }
        position.check_charm(me, target)?;
        if !position.knows(me, target) {
            return refuse("no_target", "no one there", self.rule());
        }
        // A unit that leans out acts as if it stood in that cell (MO-322).
        if !position.is_at_hand(me, target) {
            return refuse("out_of_range", "it is not within 1 m", "MO-134");
        }
        let above = position.size(target).above(position.size(me));
        match self {
            Self::Climb if above < 1 => {
                return refuse("too_small", "the target must be larger", "MO-108");
            }
            Self::Climb => {
                if let Some(seat) = attachments::seat(position.ctx, unit, them) {
                    position.check_fear(me, seat)?;
                }
            }
            Self::Disarm => {}
            _ if above > 1 => {
                return refuse("too_large", "the target is more than one size larger", "MO-17");
            }
            _ => {}
        }
        match self {
            Self::Disarm if disarm::items(position, them).is_empty() => {
                refuse("empty_hands", "the target holds nothing to drop", "MO-119")
            }
            Self::Grab if holds(unit, target) => {
                refuse("held_already", "it is already holding the target", "MO-271")
            }
            Self::Trip if them.placement.posture == Posture::Prone => {
                refuse("posture", "the target is already prone", "MO-131")
            }
            _ => Ok(()),
        }
    }
}

impl Advanced {
    /// The variant named `choice`: a direction or a hand. The choice may be empty.
    ///
    /// # Errors
    /// If there is no such variant against this target.
    pub fn variant(
        self,
        position: Position<'_>,
        unit: &Unit,
        target: UnitId,
        choice: &str,
    ) -> Result<(Option<Dir>, Option<Hand>), Refusal> {
        let Some(them) = position.ctx.unit(target).filter(|_| !choice.is_empty()) else {
            return Ok((None, None));
        };
        let dir = || {
            let mut ways = shove::ways(position, unit, them).into_iter();
            ways.find(|way| compass(way.dir) == choice).map(|way| way.dir)
        };
        let hand = || {
            let items = disarm::items(position, them);
            items.iter().map(|(hand, _)| *hand).find(|hand| hand.slot() == choice)
        };
        let text = || format!("{} has no variant `{choice}` here", self.name());
        match self {
            Self::Shove => dir().map(|dir| (Some(dir), None)),
            Self::Disarm => hand().map(|hand| (None, Some(hand))),
            _ => None,
        }
        .ok_or_else(|| Refusal::new("no_such_variant", text(), self.rule()))
    }
}

/// Whether a combatant can climb onto others: standing, not already climbing, and with a free hand
/// unless it needs none (MO-109).
fn check_climber(numbers: &Numbers<'_>, unit: &Unit) -> Result<(), Refusal> {
    let creature = numbers.creature();
    let handless = creature.is(Trait::HandlessClimb) || creature.has(FeatureEffect::SureGrip);
    if !handless && !numbers.has_free_hand() {
        return Err(Refusal::new("no_hand", "it needs a free hand", "MO-109"));
    }
    if unit.placement.posture != Posture::Standing || attachments::mount(unit).is_some() {
        return Err(Refusal::new("posture", "it must stand on its own feet", "MO-108"));
    }
    if numbers.has(|e| matches!(e, StatusEffect::NoMovement)) {
        return Err(Refusal::new("no_movement", "it cannot move", "MO-108"));
    }
    Ok(())
}

/// Carries out an advanced action.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(position: Position<'_>, step: &AdvancedAct, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let (Some(unit), Some(target)) = (ctx.unit(step.unit), ctx.unit(step.target)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let act = step.act;
    let targets = vec![target.id()];
    let mut events = vec![events::declared(unit, (act.act(), act.name()), targets, &[act.rule()])];
    if !step.free {
        events.extend(budget::pay(unit, act.price(content), act.name(), act.rule()));
    }
    let contest = match act {
        Advanced::Blind => BLIND,
        Advanced::Grab => GRAB,
        Advanced::Trip => TRIP,
        Advanced::Shove => SHOVE,
        Advanced::Disarm => DISARM,
        Advanced::Climb => CLIMB,
        Advanced::ShakeOff => {
            // The climber rolls again and falls off unless it wins (MO-113).
            let (stays, rolls) = CLIMB.make(position, target, unit, oracle)?;
            events.extend(rolls);
            if stays {
                return Ok(Outcome::done(events));
            }
            events.extend(attachments::dismount(target));
            return Ok(Outcome::after(events, vec![fall::off(target.id(), unit.id())], None));
        }
        Advanced::BreakFree => {
            // The grabber rolls again and loses its hold unless it wins (MO-271).
            let (held, rolls) = GRAB.make(position, target, unit, oracle)?;
            events.extend(rolls);
            if !held {
                events.extend(let_go(position, target, unit, "breaks free"));
            }
            return Ok(Outcome::done(events));
        }
        Advanced::LetGo => {
            events.extend(let_go(position, unit, target, "let go"));
            return Ok(Outcome::done(events));
        }
    };
    let willing = is_willing(ctx, act, (unit, target), oracle)?;
    let (won, rolls) = match willing {
        true => (true, vec![not_resisting(target)]),
        false => contest.make(position, unit, target, oracle)?,
    };
    events.extend(rolls);
    if !won {
        return Ok(Outcome::done(events));
    }
    let saved = offer_save(position, act, (unit, target), oracle)?;
    events.extend(saved.events);
    if saved.undone {
        return Ok(Outcome::after(events, saved.then, None));
    }
    match act {
        Advanced::Shove => {
            let power = position.numbers(unit.id()).map_or(0, |n| n.power());
            let push = shove::choose(position, (unit, target), step.dir, power, oracle)?;
            Ok(Outcome::after(events, push.into_iter().map(Into::into).collect(), None))
        }
        Advanced::Disarm => {
            events.extend(disarm::run(position, (unit, target), step.hand, oracle)?);
            Ok(Outcome::done(events))
        }
        Advanced::Climb => {
            events.extend(attachments::get_on(ctx, unit, target));
            Ok(Outcome::done(events))
        }
        _ => {
            events.extend(effect(ctx, act, unit, target));
            Ok(Outcome::done(events))
        }
    }
}

/// A Save may undo what an enemy has won (MO-149).
fn offer_save(
    position: Position<'_>,
    act: Advanced,
    (unit, target): (&Unit, &Unit),
    oracle: &mut Oracle<'_>,
) -> Result<Saved, Pause> {
    let harms = act != Advanced::Climb && position.ctx.state.are_foes(unit.id(), target.id());
    if !harms {
        return Ok(Saved::default());
    }
    let peril = Threat { name: act.name(), blow: None, binds: false };
    cinematic::offer_against(position, target, peril, oracle)
}

/// An ally may lose the check on purpose; then there is no roll (MO-110, MO-406).
fn is_willing(
    ctx: Ctx<'_>,
    act: Advanced,
    (unit, target): (&Unit, &Unit),
    oracle: &mut Oracle<'_>,
) -> Result<bool, Pause> {
    use Advanced::{Climb, Grab, Shove, Trip};
    let may = matches!(act, Shove | Grab | Trip | Climb);
    if !may || ctx.state.are_foes(unit.id(), target.id()) || !target.is_active() {
        return Ok(false);
    }
    let (name, ally) = (&unit.identity.name, &target.identity.name);
    let text = format!("{}: does {ally} let {name} do it?", act.name());
    let side = decider::of(ctx.state, target);
    let friendly = side == decider::of(ctx.state, unit);
    let prompt = Prompt::yes_no(WILLING, side, Some(target.id()), text, friendly, "MO-406");
    Ok(oracle.ask(prompt.about(Key::of(WILLING)))? == Answer::YES)
}

fn not_resisting(target: &Unit) -> Event {
    events::note(target, format!("{} does not resist", target.identity.name), "MO-406")
}

fn effect(ctx: Ctx<'_>, act: Advanced, unit: &Unit, target: &Unit) -> Vec<Event> {
    let by = Some(unit.id());
    match act {
        Advanced::Blind => {
            let expiry = health::until_end_of_next_turn(ctx, target);
            health::afflict(target, Affliction::Blinded, by, expiry, "MO-107")
        }
        Advanced::Trip => health::fall_prone(target, "MO-131").into_iter().collect(),
        Advanced::Grab => {
            let link = Link { kind: Key::of(GRAB_LINK), to: target.id(), data: 0 };
            let mut events = vec![events::linked(unit, link, "MO-271")];
            events.extend(health::afflict(
                target,
                Affliction::Grabbed,
                by,
                Expiry::Battle,
                "MO-271",
            ));
            events
        }
        _ => Vec::new(),
    }
}

/// Ends one grab. Grabs do not add up (MO-263): any other holder keeps the victim Grabbed.
fn let_go(position: Position<'_>, holder: &Unit, victim: &Unit, why: &str) -> Vec<Event> {
    let links = holder.links.0.iter().filter(|l| l.kind == *GRAB_LINK && l.to == victim.id());
    let mut events: Vec<Event> =
        links.map(|link| events::unlinked(holder, link, "MO-271")).collect();
    let others = position.ctx.state.units.iter();
    let other = others
        .filter(|u| u.id() != holder.id() && holds(u, victim.id()))
        .find(|u| keeps_hold(position, u, victim.id()));
    let grabbed = Affliction::Grabbed.key();
    let mine = victim.conditions.0.iter().enumerate();
    let mine = mine.filter(|(_, c)| c.id == grabbed && c.source == Some(holder.id()));
    events.extend(mine.map(|(i, c)| match other {
        Some(other) => {
            let condition = Condition { source: Some(other.id()), ..c.clone() };
            events::afflicted(victim, condition, Some(i), &["MO-271", "MO-263"])
        }
        None => events::relieved_of(victim, c, why, "MO-271"),
    }));
    events
}

/// True while a unit can keep up its grab: adjacent, able to hold, and the victim still Grabbed.
/// Objects are never Grabbed (MO-271, MO-260).
fn keeps_hold(position: Position<'_>, holder: &Unit, victim: UnitId) -> bool {
    let able = holder.is_active()
        && position
            .numbers(holder.id())
            .is_some_and(|n| !n.has(|e| matches!(e, StatusEffect::NoThreat)));
    let thing = position.numbers(victim).is_some_and(|n| n.creature().is(Trait::Object));
    let grabbed = Affliction::Grabbed.key();
    let there = position
        .ctx
        .unit(victim)
        .is_some_and(|u| u.status.is_present() && (thing || u.conditions.has(grabbed.as_str())));
    able && there && lean::is_within_hold(position, holder, victim)
}

/// Grabs that must end: the two units are no longer adjacent, the holder cannot hold, or the victim
/// was freed (MO-271, MO-408).
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let position = Position { content, ctx };
    let mut steps = Vec::new();
    for unit in &ctx.state.units {
        let held = unit.links.0.iter().filter(|l| l.kind == *GRAB_LINK);
        for link in held {
            if !keeps_hold(position, unit, link.to) {
                steps.push(Release { unit: unit.id(), victim: link.to }.into());
            }
        }
    }
    steps
}

/// Ends the grab found by [`settle`].
pub fn release(content: &Content, ctx: Ctx<'_>, step: &Release) -> Outcome {
    let position = Position { content, ctx };
    Outcome::done(match (ctx.unit(step.unit), ctx.unit(step.victim)) {
        (Some(holder), Some(victim)) => let_go(position, holder, victim, "the grab ends"),
        _ => Vec::new(),
    })
}
