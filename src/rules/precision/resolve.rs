//! Carrying out an ability: declared and paid, then one target after the other (PR-139).

use crate::grid::UnitId;
use crate::rules::Key;
use crate::rules::command::Target;
use crate::rules::event::{Event, Happening, Rolled};
use crate::rules::object::Object;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::precision::step::{FrameId, Outcome, Step, amend};
use crate::rules::prompt::{Answer, Prompt};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Status, Unit};

use super::abilities;
use super::budget;
use super::data::{Content, Delivery, Effect, Need, PreparedPay, SheetKind};
use super::effects;
use super::form;
use super::hands;
use super::health;
use super::objects;
use super::position::Position;
use super::react;
use super::rulings;
use super::sheet::ENERGY;
use super::sidestep;
use super::square;
use super::strike::{Roll, Strike};

/// The step of carrying out an ability.
pub const ACT: &str = "act";
/// The question whether a target lets it happen, and what standing orders about it go by.
pub const WILLING: &str = "willing";

/// The mark of an ability whose part of the turn and energy are paid already: the attack at the end
/// of a charge.
pub const PREPAID: &str = "prepaid";

/// Phase 0 declares and pays, phase 1 resolves one target a run, phase 2 changes the place.
const DECLARE: u16 = 0;
const TARGETS: u16 = 1;
const PLACE: u16 = 2;

/// Runs one phase of an ability.
///
/// # Errors
/// [`Pause`] while dice or decisions are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(actor) = step.unit.and_then(|id| ctx.unit(id)) else { return nothing };
    let Some(ability) = abilities::find(content, actor, step.act.as_str()) else { return nothing };
    let position = Position { content, ctx };
    let Some(strike) = Strike::new(position, actor.id(), &ability) else { return nothing };
    match step.phase {
        DECLARE => Ok(declare(&strike, actor, step)),
        TARGETS if step.scratch.flag(react::COUNTERED) => {
            let what = Happening::Cancelled {
                unit: actor.id(),
                act: ability.id.clone(),
                why: "countered".to_owned(),
            };
            Ok(Outcome::done(vec![Event::new(what, &["PR-444"])]))
        }
        TARGETS => {
            let index = step.scratch.int("next");
            let units: Vec<UnitId> = unit_targets(step);
            let target = usize::try_from(index).ok().and_then(|i| units.get(i));
            // One who is struck down strikes no more; a blast goes on without its caster, who may
            // stand in it himself (PR-152).
            let goes_on = actor.status == Status::Active || strike.delivery() != Delivery::Melee;
            let Some(target) = target.filter(|_| goes_on) else {
                return Ok(Outcome::then(Vec::new(), step.clone().phase(PLACE)));
            };
            let events = match ctx.unit(*target) {
                Some(target) => on_one(&strike, actor, target, step, oracle)?,
                None => Vec::new(),
            };
            let countered = succeeded(&events) && ability.has(|e| matches!(e, Effect::Counter));
            let willing = events.iter().all(|e| !matches!(e.what, Happening::Rolled(_)));
            let mut follows = if willing || succeeded(&events) {
                form::follows(&ability, actor, *target, !willing)
            } else {
                Vec::new()
            };
            follows.extend(ability.effects.iter().filter_map(|effect| match effect {
                Effect::Move(squares) => Some(sidestep::may_move(*target, *squares)),
                _ => None,
            }));
            let next = step.clone().with("next", index + 1);
            let mut outcome = Outcome::after(events, follows, Some(next));
            if countered {
                let to = FrameId(u64::try_from(step.scratch.int(react::FRAME)).unwrap_or_default());
                outcome.amended = amend(ctx, to, |step| step.scratch.set_int(react::COUNTERED, 1));
            }
            Ok(outcome)
        }
        _ => {
            let cells = abilities::cells(position, actor.id(), &ability, place_target(step));
            let number = ctx.state.scene.next_number;
            let mut events = effects::on_place(actor, &ability, &cells, number);
            events.extend(square::appear(position, actor, &ability, place_target(step)));
            if strike.weapon_attack().is_some_and(|a| a.reload) && ability.is_weapon_attack() {
                events.extend(health::flag(actor, effects::UNLOADED, 1));
            }
            let objects = step.targets.iter().filter_map(|t| Object::of(*t));
            for object in objects.filter(|_| actor.status == Status::Active) {
                events.extend(objects::strike(&strike, actor, object));
            }
            events.extend(hands::after_throw(&strike, actor, &step.targets));
            Ok(Outcome::done(events))
        }
    }
}

/// True if a roll among the events succeeded.
fn succeeded(events: &[Event]) -> bool {
    events.iter().any(|e| matches!(&e.what, Happening::Rolled(r) if r.degree.succeeded()))
}

fn unit_targets(step: &Step) -> Vec<UnitId> {
    let units = step.targets.iter().filter_map(|t| match t {
        Target::Unit(id) => Some(*id),
        _ => None,
    });
    units.collect()
}

fn place_target(step: &Step) -> Option<Target> {
    step.targets.iter().find(|t| matches!(t, Target::Place(_))).copied()
}

/// What an ability costs this user: minions pay nothing unless it says so (PR-319, PR-320).
pub fn energy_cost(strike: &Strike<'_>) -> i32 {
    let free = strike.numbers.creature().kind == SheetKind::Minion && !strike.ability.minion_pays;
    if free { 0 } else { strike.ability.energy }
}

/// The event of energy paid (PR-347).
pub fn pay(unit: &Unit, cost: i32, what: &str, rule: &'static str) -> Event {
    let from = unit.pools.0.value(ENERGY);
    let (id, why) = (Key::of(ENERGY), what.to_owned());
    Event::new(
        Happening::Pool { unit: unit.id(), id, from, to: from - cost, why },
        &["PR-347", rule],
    )
}

/// True if prepared actions were paid when they were set (PR-77).
fn house_pays_on_set(strike: &Strike<'_>) -> bool {
    strike.position.content.rules.prepared_pay == PreparedPay::OnSet
}

/// The user and the target of an ability whose roll has just been resolved, hit or miss.
pub fn just_resolved(step: &Step, events: &[Event]) -> Option<(UnitId, UnitId)> {
    if step.kind != *ACT || step.phase != TARGETS || events.is_empty() {
        return None;
    }
    let next = usize::try_from(step.scratch.int("next")).ok()?;
    Some((step.unit?, *unit_targets(step).get(next)?))
}

fn declare(strike: &Strike<'_>, actor: &Unit, step: &Step) -> Outcome {
    let ability = strike.ability;
    let mut events = vec![Event::new(
        Happening::Declared {
            act: ability.id.clone(),
            name: ability.name.clone(),
            unit: actor.id(),
            targets: unit_targets(step),
            place: place_target(step).and_then(|t| match t {
                Target::Place(place) => Some(place),
                _ => None,
            }),
        },
        &["PR-139"],
    )];
    let reaction = step.scratch.flag(react::AS_REACTION);
    let prepaid = step.scratch.flag(PREPAID);
    if !reaction && !prepaid {
        events.push(budget::acted(actor, ability.timing, &ability.id));
    }
    let paid = prepaid || reaction && house_pays_on_set(strike);
    let cost = energy_cost(strike);
    if cost > 0 && !paid {
        events.push(pay(actor, cost, &ability.name, "PR-150"));
    }
    if ability.needs.contains(&Need::Draught) {
        let left = actor.flags.get(effects::DRAUGHTS) - 1;
        events.extend(health::flag(actor, effects::DRAUGHTS, left));
    }
    Outcome::then(events, step.clone().phase(TARGETS))
}

/// One target: willing or rolled against, then damage, healing and effects.
fn on_one(
    strike: &Strike<'_>,
    actor: &Unit,
    target: &Unit,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    if !target.status.is_present() || target.status == Status::Dead {
        return Ok(Vec::new());
    }
    let mut events = Vec::new();
    let rolled = match strike.roll(target.id()) {
        Some(roll) if !is_willing(strike, actor, target, oracle)? => {
            let roll = shielded(roll, target, step);
            let (success, event) = roll_die(strike, actor, target, roll, oracle)?;
            events.push(event);
            success
        }
        _ => true,
    };
    if !rolled {
        return Ok(events);
    }
    let ability = strike.ability;
    if ability.is_damaging() {
        let packets = strike.damage(target.id());
        let total = packets.iter().map(|p| p.amount).sum();
        events.push(Event::new(
            Happening::Hit {
                act: ability.id.clone(),
                by: Some(actor.id()),
                target: target.id(),
                packets,
                total,
            },
            &["PR-158"],
        ));
        events.extend(health::lose(target, total, &ability.name.to_lowercase(), &["PR-157"]));
    }
    if let Some(healing) = &ability.healing {
        let potency = healing.potency.kind(None).map_or(0, |kind| strike.numbers.potency(kind));
        let amount = healing.base + potency;
        let why = match potency {
            0 => format!("{}, {amount}", ability.name.to_lowercase()),
            _ => {
                let name = ability.name.to_lowercase();
                format!("{name}, {} {potency:+} potency = {amount}", healing.base)
            }
        };
        events.extend(health::heal(target, amount, &why, &["PR-176"]));
    }
    for effect in &ability.effects {
        let hurt = effects::as_hurt(target, &events);
        let more = effects::on_target(strike.position, actor, &hurt, effect, oracle)?;
        events.extend(more);
    }
    Ok(events)
}

/// The roll against a target that somebody guards.
fn shielded(mut roll: Roll, target: &Unit, step: &Step) -> Roll {
    let by = step.scratch.int(react::guarded(target.id()).as_str());
    let by = i32::try_from(by).unwrap_or(0);
    if by != 0 {
        roll.against.push("guarded by an ally", by, "PR-68");
        // Guarding makes nothing easier: a face that fails without it fails with it (PR-4).
        let needs = roll.against.total() - roll.bonus.total();
        roll.needs = needs.clamp(1, 10).max(roll.needs);
    }
    roll
}

/// Whether the target lets it happen: helpful abilities on the own side without asking; other
/// harmless ones if its player says so (PR-15 to PR-17).
fn is_willing(
    strike: &Strike<'_>,
    actor: &Unit,
    target: &Unit,
    oracle: &mut Oracle<'_>,
) -> Result<bool, Pause> {
    if strike.is_willing(target.id()) {
        return Ok(true);
    }
    if rulings::willing(strike.position.ctx.state, actor.id(), target.id()).is_some() {
        return Ok(false);
    }
    let own_side = actor.side() == target.side();
    let can_say = target.status == Status::Active && !strike.ability.is_damaging();
    if !own_side || !can_say {
        return Ok(false);
    }
    let text = format!(
        "{} uses {} on {}. Is {} willing?",
        actor.identity.name, strike.ability.name, target.identity.name, target.identity.name
    );
    let prompt = Prompt::yes_no(WILLING, target.side(), Some(target.id()), text, false, "PR-16");
    Ok(oracle.ask(prompt.about(Key::of(WILLING)))? == Answer::YES)
}

fn roll_die(
    strike: &Strike<'_>,
    actor: &Unit,
    target: &Unit,
    roll: Roll,
    oracle: &mut Oracle<'_>,
) -> Result<(bool, Event), Pause> {
    let house = &strike.position.content.rules;
    let helpless = target.status == Status::Down && house.unconscious_auto_hit;
    let mut test = roll.test();
    if helpless {
        test.against.push("unconscious: hit without fail", 0, "PR-17");
        test = test.within(1, 1);
    }
    let (faces, score) = test.roll(oracle)?;
    let (who, whom) = (Some(actor.id()), Some(target.id()));
    let rolled = Rolled { who, target: whom, ..test.rolled("precision", faces) };
    let event = Event::new(Happening::Rolled(rolled), &["PR-1", "PR-2", "PR-3"]);
    Ok((score.passed(), event))
}
