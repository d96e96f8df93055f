//! The basic actions, which target the actor or an adjacent unit (MO-84 to MO-106).

use crate::step::{BasicAct, Outcome, Ran};
use grid::SupportKind;
use rules::Refusal;
use rules::command::Target;
use rules::event::Event;
use rules::kit::acts::one_unit;
use rules::kit::events;
use rules::object::Object;
use rules::oracle::Oracle;
use rules::ruleset::{Aim, Ctx};
use rules::state::{Expiry, Posture, Unit};

use super::afflict;
use super::attack;
use super::budget::{self, Budget, Strides, no_sheet};
use super::check;
use super::data::{Affliction, Content, Skill, StatusEffect};
use super::health;
use super::hidden;
use super::numbers::Numbers;
use super::objects;
use super::position::Position;
use super::summon;
use super::walk;

pub use super::names::Basic;

impl Basic {
    /// Its name, its description, its action bar group and its rule.
    const fn words(self) -> (&'static str, &'static str, &'static str, &'static str) {
        match self {
            Self::Attack => {
                let text = "Pay for an Attack now and make it at any later moment of this turn; \
                            unused, it is lost. To strike at once, choose the weapon instead.";
                ("Attack", text, "action", "MO-85")
            }
            Self::Defend => {
                let text = "Until your next turn attacks against you have disadvantage and your \
                            Defense Rolls advantage.";
                ("Defend", text, "action", "MO-88")
            }
            Self::Move => ("Extra Move", "Move your Basic Movement once more.", "move", "MO-92"),
            Self::Sprint => {
                ("Sprint", "Move four times your Basic Movement more.", "move", "MO-94")
            }
            Self::TakeCover => {
                let text = "Until your next turn half cover gives you 2 more Evasion and 1 more on \
                            Defense Rolls.";
                ("Take Cover", text, "action", "MO-102")
            }
            Self::Stabilize => {
                let text = "A First Aid Check stops the bleeding of a creature within 1 m.";
                ("Stabilize", text, "action", "MO-95")
            }
            Self::StandUp => ("Stand up", "Get up for 2 m of movement.", "move", "MO-269"),
            Self::Command => {
                ("Command", "Control all your summons until your next turn.", "action", "MO-116")
            }
            Self::PutOut => {
                let text = "End the Burning of yourself or of another within 1 m.";
                ("Put out", text, "action", "MO-283")
            }
        }
    }

    /// Its display name.
    pub const fn name(self) -> &'static str {
        self.words().0
    }

    /// Its name where it is offered. Attacks made at once, which have rolls of this kind too, are
    /// offered by weapon.
    pub const fn offered_as(self) -> &'static str {
        match self {
            Self::Attack => "Attack later",
            _ => self.name(),
        }
    }

    /// One sentence on what it does.
    pub const fn text(self) -> &'static str {
        self.words().1
    }

    /// Its group in the action bar.
    pub const fn group(self) -> &'static str {
        self.words().2
    }

    /// The rule that describes it.
    const fn rule(self) -> &'static str {
        self.words().3
    }

    /// How it is aimed.
    pub const fn aim(self) -> Aim {
        match self {
            Self::Stabilize | Self::PutOut => Aim::Unit,
            _ => Aim::Own,
        }
    }

    /// Its price in AP.
    pub const fn price(self, content: &Content) -> i32 {
        let prices = &content.rules.prices;
        match self {
            Self::Attack => prices.attack,
            Self::Defend => prices.defend,
            Self::Move => prices.stride,
            Self::Sprint => prices.sprint,
            Self::TakeCover => prices.take_cover,
            Self::Stabilize => prices.stabilize,
            Self::StandUp => 0,
            Self::Command => prices.command,
            Self::PutOut => prices.put_out,
        }
    }

    /// Its price in words.
    pub fn cost(self, content: &Content) -> String {
        match self {
            Self::StandUp => format!("{} m", content.rules.stand_up_cost),
            _ => format!("{} AP", self.price(content)),
        }
    }

    /// True if it is listed in a combatant's action bar.
    pub fn is_listed(self, ctx: Ctx<'_>, unit: &Unit) -> bool {
        let state = ctx.state;
        match self {
            Self::StandUp => unit.placement.posture == Posture::Prone,
            Self::Command => summon::of(state, unit.id()).next().is_some(),
            Self::PutOut => {
                let burning = Affliction::Burning.key();
                let things = &state.scene.object_conditions.0;
                let known = |u: &&Unit| hidden::is_known(ctx, unit.side(), u.id());
                things.iter().any(|own| own.condition.id == burning)
                    || state.units.iter().filter(known).any(|u| u.conditions.has(burning.as_str()))
            }
            _ => true,
        }
    }

    /// Whether a combatant can do it now.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_use(self, position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
        let budget = Budget::needed(position.content, unit)?;
        let numbers = position.numbers(unit.id()).ok_or_else(no_sheet)?;
        budget.check_ap(self.price(position.content), self.rule())?;
        match self {
            Self::Attack if numbers.weapons().is_empty() => {
                Err(Refusal::new("no_weapon", "it has nothing to attack with", "MO-280"))
            }
            Self::Move | Self::Sprint if budget.basic() == 0 => {
                Err(Refusal::new("no_movement", "its Basic Movement is 0", self.rule()))
            }
            Self::StandUp => standing_up(position, unit).map(|_| ()),
            Self::Defend | Self::TakeCover if numbers.has(|e| matches!(e, StatusEffect::Rages)) => {
                Err(Refusal::new("enraged", "enraged: it takes no care of itself", "MO-276"))
            }
            Self::Command if !self.is_listed(position.ctx, unit) => {
                Err(Refusal::new("no_target", "it has no summons", "MO-116"))
            }
            Self::Stabilize | Self::PutOut => {
                let suits = |at: &Target| self.check_target(position, unit, *at).is_ok();
                let text = match self {
                    Self::PutOut => "nothing burns within 1 m",
                    _ => "no one bleeds within 1 m",
                };
                let none = || Refusal::new("no_target", text, self.rule());
                if self.candidates(position).iter().any(suits) { Ok(()) } else { Err(none()) }
            }
            _ => Ok(()),
        }
    }

    /// Possible targets: combatants, and objects that burn (MO-444).
    pub fn candidates(self, position: Position<'_>) -> Vec<Target> {
        let state = position.ctx.state;
        let mut all: Vec<Target> = state.units.iter().map(|u| Target::Unit(u.id())).collect();
        if self == Self::PutOut {
            let things = state.scene.object_conditions.0.iter().map(|own| own.object);
            things.for_each(|object| {
                if !all.contains(&object) {
                    all.push(object)
                }
            });
        }
        all
    }

    /// Whether it may be aimed at a combatant or a thing.
    ///
    /// # Errors
    /// Why not.
    pub fn check_target(
        self,
        position: Position<'_>,
        unit: &Unit,
        target: Target,
    ) -> Result<(), Refusal> {
        let refuse = |code, text| Err(Refusal::new(code, text, self.rule()));
        if let (Self::PutOut, Some(object)) = (self, Object::of(target)) {
            let burning = Affliction::Burning.key();
            return match object.conditions(position.ctx.state).any(|c| c.id == burning) {
                true if objects::within_melee(position, unit.id(), object, 1) => Ok(()),
                true => refuse("out_of_range", "it is not within 1 m"),
                false => refuse("no_target", "it does not burn"),
            };
        }
        let target = one_unit(&[target], "MO-164")?;
        let (ends, none) = match self {
            Self::PutOut => (Affliction::Burning, "it does not burn"),
            _ => (Affliction::Bleeding, "it does not bleed"),
        };
        match position.ctx.unit(target) {
            // A creature in an unknown place is no target (MO-125).
            Some(them)
                if position.is_target(target)
                    && position.knows(unit.id(), target)
                    && them.conditions.has(ends.key().as_str()) =>
            {
                if target == unit.id() || position.is_at_hand(unit.id(), target) {
                    Ok(())
                } else {
                    refuse("out_of_range", "it is not within 1 m")
                }
            }
            _ => refuse("no_target", none),
        }
    }

    /// Movement that has to be bought first.
    pub fn movement(self, position: Position<'_>, unit: &Unit) -> Option<Strides> {
        match self {
            Self::StandUp => standing_up(position, unit).ok(),
            _ => None,
        }
    }
}

/// Carries out a basic action.
///
/// # Errors
/// [`Pause`](rules::oracle::Pause) while dice are missing.
pub fn run(position: Position<'_>, step: &BasicAct, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let Some(unit) = ctx.unit(step.unit) else { return Ok(Outcome::done(Vec::new())) };
    let basic = step.act;
    let target = step.target.unwrap_or(unit.id());
    let (act, targets) = ((basic.act(), basic.name()), step.target.into_iter().collect());
    let mut events = vec![events::declared(unit, act, targets, &[basic.rule()])];
    let gains = matches!(basic, Basic::Move | Basic::Sprint);
    if !gains && !step.free {
        events.extend(budget::pay(unit, basic.price(content), basic.name(), basic.rule()));
    }
    match basic {
        Basic::Attack => {
            let attacks = Numbers::of(content, unit).map_or(1, |n| attack::attacks_bought(&n));
            events.push(budget::bought(unit, &basic.act(), attacks));
        }
        Basic::Defend | Basic::TakeCover | Basic::Command => {
            let state = match basic {
                Basic::Defend => Affliction::Defending,
                Basic::TakeCover => Affliction::Covered,
                _ => Affliction::Commanding,
            };
            let expiry = Expiry::Slots { of: unit.id(), left: 1 };
            events.extend(health::afflict(unit, state, Some(unit.id()), expiry, basic.rule()));
        }
        Basic::Move | Basic::Sprint => {
            let sprint = basic == Basic::Sprint;
            let count = if sprint { content.rules.sprint_factor } else { 1 };
            let strides = Strides { count, ap: basic.price(content), sprint };
            let buys = vec![walk::stride_step(unit.id(), strides)];
            return Ok(Outcome::after(events, buys, None));
        }
        Basic::StandUp => {
            let spent = Budget::of(content, unit).map_or(0, |b| b.spent());
            events.push(budget::moved(unit, spent + content.rules.stand_up_cost));
            events.push(events::stance(unit, Posture::Standing, "MO-269"));
        }
        Basic::PutOut => {
            let object = step.object.and_then(Object::of);
            let position = Position { content, ctx };
            events.extend(match (object, ctx.unit(target)) {
                (Some(object), _) => objects::put_out(position, object, "put out"),
                (None, Some(target)) => afflict::quench(target, "put out"),
                (None, None) => Vec::new(),
            });
        }
        Basic::Stabilize => {
            let Some(target) = ctx.unit(target) else { return Ok(Outcome::done(events)) };
            let position = Position { content, ctx };
            let number = ("Stabilize", content.rules.stabilize_number);
            let (degree, rolled) = check::against(position, unit, Skill::FirstAid, number, oracle)?;
            events.extend(rolled);
            if degree.succeeded() {
                events.extend(stop_bleeding(target, "MO-95"));
            }
        }
    }
    Ok(Outcome::done(events))
}

/// Ends all Bleeding of a unit (MO-95, MO-366).
pub fn stop_bleeding(unit: &Unit, rule: &'static str) -> Vec<Event> {
    let bleeding = Affliction::Bleeding.key();
    let list = unit.conditions.0.iter().filter(|c| c.id == bleeding);
    list.map(|c| events::relieved_of(unit, c, "stabilized", rule)).collect()
}

/// Metres needed for standing up, and what has to be bought for it (MO-269).
fn standing_up(position: Position<'_>, unit: &Unit) -> Result<Strides, Refusal> {
    if unit.placement.posture == Posture::Standing {
        return Err(Refusal::new("posture", "it is already standing", "MO-269"));
    }
    if unit.placement.support == SupportKind::Flight {
        return Err(Refusal::new("in_the_air", "it is in the air", "MO-269"));
    }
    let room = position.body(unit.id()).and_then(grid::Body::room);
    let upright = room.map(|r| grid::Room { height: unit.upright(), ..r });
    if let Some(Err(obstacle)) = upright.map(|r| position.ctx.field.fits(r, unit.id())) {
        return Err(Refusal::new("no_room", obstacle.to_string(), "MO-269"));
    }
    let budget = Budget::needed(position.content, unit)?;
    let cost = position.content.rules.stand_up_cost;
    let missing = budget.missing(budget.spent() + cost);
    if missing > budget.most_strides() {
        let text = format!("{cost} m of movement are needed");
        return Err(Refusal::new("no_movement", text, "MO-269"));
    }
    Ok(budget.strides(missing))
}
