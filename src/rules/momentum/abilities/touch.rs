//! The effects of an Ability on a target besides damage.

use crate::step::{Displace, Push, PushPhase, Step};
use grid::UnitId;
use rules::event::{BoardChange, Degree, Event, EventKind};
use rules::kit::events;
use rules::object::Object;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::state::{Expiry, Lying, Posture, Status, Unit};
use rules::{Key, RuleId};

use super::super::afflict::{self, Cause};
use super::super::cover::Origin;
use super::super::data::{
    Ability, Affliction, DamageType, DiceSum, Effect, Kind, Lasts, Stat, Upcast,
};
use super::super::decider;
use super::super::health;
use super::super::marks::ORDER;
use super::super::numbers::{Numbers, half};
use super::super::position::Position;
use super::super::roll::damage_dice;
use super::super::sheet::{MAIN, OFF, TEMPORARY};
use super::super::{defense, objects, revive};

/// Prompt kind: which of several things an Ability takes or gives.
pub const CHOOSE: &str = "choose";

/// An Ability taking effect, as part of an attack or not.
#[derive(Clone, Copy)]
pub struct Touch<'a> {
    /// The current position.
    pub position: Position<'a>,
    /// The user.
    pub numbers: Numbers<'a>,
    /// The Ability.
    pub ability: &'a Ability,
    /// Steps of upcasting.
    pub steps: u8,
}

impl<'a> Touch<'a> {
    const fn user(&self) -> &'a Unit {
        self.numbers.unit()
    }

    fn more(&self, n: u16) -> u16 {
        n * u16::from(self.steps)
    }

    /// The dice it heals or grants, upcasting included.
    pub fn dice(&self, dice: DiceSum) -> DiceSum {
        if self.ability.upcast == Upcast::Die { dice.more(self.steps) } else { dice }
    }

    /// Whether an effect's own Defense Roll prevents it.
    fn is_prevented(
        &self,
        stat: Option<Stat>,
        target: &Unit,
        oracle: &mut Oracle<'_>,
    ) -> Result<(bool, Vec<Event>), Pause> {
        let Some(stat) = stat else { return Ok((false, Vec::new())) };
        let power = ("DR Power", self.numbers.power());
        let from = Some(Origin::Unit(self.user().id()));
        let (degree, events) = defense::roll(self.position, target, stat, power, from, oracle)?;
        Ok((degree == Degree::Success, events))
    }

    /// The Defense Roll that may end a condition later: the same one that would have prevented it
    /// (MO-265).
    fn repeats(&self, unless: Option<Stat>) -> Option<Stat> {
        unless.or(match self.ability.kind {
            Kind::Defense { stat, .. } => Some(stat),
            _ => None,
        })
    }

    /// Rounds gained by upcasting.
    fn more_rounds(&self) -> u16 {
        match self.ability.upcast {
            Upcast::Rounds(more) => self.more(more),
            _ => 0,
        }
    }

    fn expiry(&self, lasts: Lasts, target: &Unit) -> Expiry {
        let of = self.user().id();
        match lasts {
            Lasts::Rounds(n) => Expiry::Slots { of, left: n + self.more_rounds() },
            Lasts::NextTurn => health::until_end_of_next_turn(self.position.ctx, target),
            Lasts::UsersTurn => Expiry::Slots { of, left: 1 },
            Lasts::NextOrder => Expiry::Until(Key::of(ORDER)),
            Lasts::Battle => Expiry::Battle,
        }
    }

    /// The movement it causes: rolls, and the steps that carry it out.
    ///
    /// # Errors
    /// [`Pause`] while dice or decisions are missing.
    pub fn moves(
        &self,
        target: UnitId,
        oracle: &mut Oracle<'_>,
    ) -> Result<(Vec<Event>, Vec<Step>), Pause> {
        let (mut events, mut steps) = (Vec::new(), Vec::new());
        let Some(target) = self.position.ctx.unit(target) else { return Ok((events, steps)) };
        for effect in &self.ability.effects {
            match effect {
                Effect::Push { metres, unless } => {
                    let (kept, rolls) = self.is_prevented(*unless, target, oracle)?;
                    events.extend(rolls);
                    let more = match self.ability.upcast {
                        Upcast::Metres(n) => self.more(n),
                        _ => 0,
                    };
                    if !kept {
                        let push = Push {
                            unit: target.id(),
                            by: self.user().id(),
                            metres: metres + more,
                            power: self.numbers.power(),
                            dir: None,
                            joins: None,
                            phase: PushPhase::Move,
                        };
                        steps.push(push.into());
                    }
                }
                Effect::Displace(metres) => {
                    let (unit, target) = (self.user().id(), target.id());
                    steps.push(Displace { unit, target, metres: *metres }.into());
                }
                _ => {}
            }
        }
        Ok((events, steps))
    }

    /// Applies one of its effects to a target. `lost` is the Vitality the target has lost to it.
    ///
    /// # Errors
    /// [`Pause`] while dice or decisions are missing.
    pub fn effect(
        &self,
        effect: &Effect,
        target: UnitId,
        lost: i32,
        oracle: &mut Oracle<'_>,
    ) -> Result<Vec<Event>, Pause> {
        let Some(target) = self.position.ctx.unit(target) else { return Ok(Vec::new()) };
        Ok(match effect {
            Effect::Afflict { what, lasts, unless } => {
                let (kept, mut events) = self.is_prevented(*unless, target, oracle)?;
                if !kept {
                    let repeat = matches!(lasts, Lasts::Rounds(_)).then(|| self.repeats(*unless));
                    let cause = Cause {
                        by: Some(self.user().id()),
                        repeat: repeat.flatten().map(|stat| (stat, self.numbers.power())),
                        expiry: self.expiry(*lasts, target),
                    };
                    let content = self.position.content;
                    events.extend(afflict::apply(
                        content,
                        self.position.ctx,
                        target,
                        *what,
                        &cause,
                    ));
                    if self.ability.upcast == Upcast::ActsLast && self.steps > 0 {
                        let expiry = self.expiry(Lasts::NextOrder, target);
                        let cause = Cause { expiry, repeat: None, ..cause };
                        let late = Affliction::Delayed;
                        events.extend(afflict::apply(
                            content,
                            self.position.ctx,
                            target,
                            late,
                            &cause,
                        ));
                    }
                }
                events
            }
            Effect::Snatch => self.take_item(target, oracle)?,
            Effect::Drain => {
                let user = self.user();
                health::heal(user, half(lost), &self.ability.name, "MO-353")
            }
            Effect::Heal(dice) => {
                let (_, amount) = damage_dice(self.dice(*dice), oracle)?;
                let amount = amount + self.numbers.bonus(self.numbers.creature().primary);
                health::heal(target, amount.max(0), &self.ability.name, "MO-252")
            }
            Effect::Shield(amount) => {
                let more = match self.ability.upcast {
                    Upcast::Shield(n) => n * i32::from(self.steps),
                    _ => 0,
                };
                self.grant_temporary(target, amount + more)
            }
            Effect::Cleanse(count) => self.cleanse(target, *count, oracle)?,
            Effect::Revive(dice) => {
                let (_, amount) = damage_dice(self.dice(*dice), oracle)?;
                revive::events(self.position, target, 1 + amount)
            }
            Effect::Ward { types, rounds } => {
                self.grant_resistance(target, *types, *rounds, oracle)?
            }
            Effect::Relieve(what) => {
                let list = target.conditions.0.iter().filter(|c| c.id == what.key());
                list.map(|c| events::relieved_of(target, c, &self.ability.name, "MO-359")).collect()
            }
            Effect::Push { .. }
            | Effect::Displace(_)
            | Effect::Travel
            | Effect::Summon(_)
            | Effect::Linger(_)
            | Effect::Pierce(_) => Vec::new(),
        })
    }

    /// The conditions that it puts on an object, which fails every Defense Roll (MO-218, MO-444).
    pub fn on_object(&self, object: Object) -> Vec<Event> {
        let of = self.user().id();
        let left = |effect: &Effect| {
            let Effect::Afflict { what, lasts, .. } = effect else { return None };
            let expiry = match lasts {
                Lasts::Rounds(n) => Expiry::Slots { of, left: n + self.more_rounds() },
                Lasts::NextTurn | Lasts::UsersTurn => Expiry::Slots { of, left: 1 },
                Lasts::NextOrder => Expiry::Until(Key::of(ORDER)),
                Lasts::Battle => Expiry::Battle,
            };
            objects::afflict(self.position, object, *what, (of, expiry))
        };
        self.ability.effects.iter().filter_map(left).collect()
    }

    /// Grants Temporary Vitality. Amounts do not add up; the higher one stays (MO-214).
    fn grant_temporary(&self, target: &Unit, amount: i32) -> Vec<Event> {
        let now = target.tracks.0.value(TEMPORARY);
        let most = target.tracks.0.get(TEMPORARY).map_or(0, |m| m.max);
        let to = amount.min(most);
        if to <= now {
            return Vec::new();
        }
        vec![health::track(target, TEMPORARY, to, &self.ability.name, "MO-214")]
    }

    /// Takes one held item into the user's hand, or drops it.
    fn take_item(&self, target: &Unit, oracle: &mut Oracle<'_>) -> Result<Vec<Event>, Pause> {
        let held: Vec<&'static str> =
            [MAIN, OFF].into_iter().filter(|slot| target.gear.0.contains_key(*slot)).collect();
        let choices = held.iter().filter_map(|slot| {
            let item = target.gear.0.get(*slot)?;
            let name = self.position.content.item_name(item.as_str());
            Some(Choice::new(slot, name))
        });
        let slot = self.choose("Take which item?", choices.collect(), oracle)?;
        let Some((slot, item)) = held.get(slot).and_then(|s| Some((*s, target.gear.0.get(*s)?)))
        else {
            return Ok(Vec::new());
        };
        let gear = |unit: &Unit, slot: &str, to: &Key| {
            Event::new(EventKind::gear(unit, slot, to), &["MO-225"])
        };
        let mut events = vec![gear(target, slot, &Key::default())];
        let user = self.user();
        let hands = self.position.content.weapons.get(item.as_str()).map_or(1, |w| w.hands);
        let slots = [MAIN, OFF].into_iter().find(|s| !user.gear.0.contains_key(*s));
        let fits = self.numbers.free_hands() >= hands && self.numbers.has_free_hand();
        let handless = self.numbers.creature().is(super::super::data::Trait::Handless);
        match slots.filter(|_| fits && !handless) {
            Some(free) => events.push(gear(user, free, item)),
            None => {
                if let Some(at) = target.placement.drop_point() {
                    let laid = BoardChange::Laid(Lying::new(item.clone(), at));
                    events.push(events::board(laid, "MO-225"));
                }
            }
        }
        Ok(events)
    }

    /// Ends Status Effects. The user picks if there are more than `count` (MO-261, MO-274).
    fn cleanse(
        &self,
        target: &Unit,
        count: u8,
        oracle: &mut Oracle<'_>,
    ) -> Result<Vec<Event>, Pause> {
        let content = self.position.content;
        let more = if self.ability.upcast == Upcast::Choice { self.steps } else { 0 };
        let mut left: Vec<Affliction> = Vec::new();
        if target.placement.posture == Posture::Prone && target.status == Status::Active {
            left.push(Affliction::Prone);
        }
        for condition in &target.conditions.0 {
            let which = Affliction::from_key(condition.id.as_str());
            let new = |w: &Affliction| content.status(*w).kind.is_status() && !left.contains(w);
            left.extend(which.filter(new));
        }
        let mut events = Vec::new();
        for _ in 0..count + more {
            let choices = left.iter().map(|which| {
                let name = content.status(*which).name.clone();
                Choice { id: which.key(), label: name, place: None, unit: None }
            });
            let picked = self.choose("End which status?", choices.collect(), oracle)?;
            if picked >= left.len() {
                break;
            }
            let which = left.remove(picked);
            if which == Affliction::Prone {
                events.push(events::stance(target, Posture::Standing, "MO-261"));
            }
            // The same status from several sources counts as one (MO-263).
            let list = target.conditions.0.iter().filter(|c| c.id == which.key());
            let name = &self.ability.name;
            events.extend(list.map(|c| events::relieved_of(target, c, name, "MO-261")));
        }
        Ok(events)
    }

    /// Grants Resistance to damage types picked by the user (MO-208).
    fn grant_resistance(
        &self,
        target: &Unit,
        types: u8,
        rounds: u16,
        oracle: &mut Oracle<'_>,
    ) -> Result<Vec<Event>, Pause> {
        let more = if self.ability.upcast == Upcast::Choice { self.steps } else { 0 };
        let mut left: Vec<(i32, DamageType)> = (0..).zip(DamageType::ALL).collect();
        let mut events = Vec::new();
        for _ in 0..types + more {
            let choices = left.iter().map(|(_, kind)| Choice {
                id: Key::new(&kind.label().to_lowercase()),
                label: kind.label().to_owned(),
                place: None,
                unit: None,
            });
            let picked =
                self.choose("Resistance to which damage type?", choices.collect(), oracle)?;
            if picked >= left.len() {
                break;
            }
            let (number, _) = left.remove(picked);
            let expiry = Expiry::Slots { of: self.user().id(), left: rounds };
            let cause = Cause { by: Some(self.user().id()), repeat: None, expiry };
            let Position { content, ctx } = self.position;
            let ward = (Affliction::Warded, number);
            events.extend(afflict::apply_with(content, ctx, target, ward, &cause));
        }
        Ok(events)
    }

    /// Asks the user's side to pick. With fewer than two choices there is no question.
    fn choose(
        &self,
        text: &str,
        choices: Vec<Choice>,
        oracle: &mut Oracle<'_>,
    ) -> Result<usize, Pause> {
        if choices.len() < 2 {
            return Ok(0);
        }
        let user = self.user();
        let side = decider::of(self.position.ctx.state, user);
        let answer = oracle.ask(Prompt {
            kind: Key::of(CHOOSE),
            about: Key::default(),
            side,
            unit: Some(user.id()),
            text: format!("{}: {text}", self.ability.name),
            choices,
            default: 0,
            rule: RuleId::of("MO-352"),
        })?;
        Ok(usize::from(answer.0))
    }
}
