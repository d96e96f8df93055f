//! Manual actions: doors, levers, picking up and handing over items, drawing and sheathing weapons
//! (MO-83, MO-90, MO-91, MO-99 to MO-101).

mod fixtures;

use crate::step::{Handle, Land, Outcome, Ran};
use grid::{FloorAt, UnitId};
use rules::command::Target;
use rules::event::{BoardChange, Event};
use rules::fixture;
use rules::kit::events;
use rules::oracle::Oracle;
use rules::ruleset::{Aim, Ctx, Warning};
use rules::state::{Lying, Unit};
use rules::{Key, Refusal};

use super::budget::{self, Budget};
use super::data::{Content, WeaponTag};
use super::gear;
use super::items;
use super::movable_objects;
use super::position::Position;
use super::sheet::{BELT, MAIN, OFF, STOWED};
use super::swap;

use fixtures::{Handling, candidates, handling};

pub use super::names::ManualAction;

/// A change of the items in the gear slots.
struct Change {
    slots: Vec<(&'static str, Key)>,
    /// True if drawing displaces no held item (MO-100).
    free: bool,
}

impl Change {
    /// The hand that it changes, if it is only one.
    fn hand(&self) -> Option<&'static str> {
        let slots = self.slots.iter().map(|(slot, _)| *slot);
        let mut hands = slots.filter(|slot| [MAIN, OFF].contains(slot));
        hands.next().filter(|_| hands.next().is_none())
    }
}

impl ManualAction {
    /// All manual actions that could be available to the combatant, in action bar order.
    pub fn all(content: &Content, unit: &Unit) -> Vec<Self> {
        let own = |slot: &&str| unit.gear.0.get(*slot).cloned();
        let falls = |item: &Key| gear::can_fall(content, item);
        let held: Vec<Key> = [MAIN, OFF].iter().filter_map(own).filter(falls).collect();
        let belt: Vec<Key> = BELT.iter().filter_map(own).collect();
        let mut all = vec![Self::Interact, Self::SwitchPlaces];
        all.extend(STOWED.iter().filter_map(own).map(Self::Draw));
        all.extend(held.iter().cloned().map(Self::Sheathe));
        let carried = held.iter().chain(&belt).cloned();
        let usable = carried.clone().filter(|item| content.items.contains(item.as_str()));
        all.extend(usable.map(Self::Use));
        all.extend(carried.map(Self::Give));
        let mut seen: Vec<Self> = Vec::new();
        all.retain(|work| {
            let new = !seen.contains(work);
            seen.push(work.clone());
            new
        });
        all
    }

    /// The action with this name and item, if it could be available. Without an item, the first one
    /// possible now.
    pub fn find(content: &Content, unit: &Unit, act: &str, item: Option<&Key>) -> Option<Self> {
        let named = Self::all(content, unit).into_iter().filter(|work| work.act() == *act);
        if item.is_some() {
            return named.into_iter().find(|work| work.item() == item);
        }
        let named: Vec<Self> = named.collect();
        let possible = named.iter().find(|work| work.is_possible(content, unit));
        possible.or(named.first()).cloned()
    }

    /// One manual action per name, in action bar order, each with the item that [`Self::find`]
    /// would use.
    pub fn listed(content: &Content, unit: &Unit) -> Vec<Self> {
        let mut acts: Vec<Key> = Vec::new();
        for work in Self::all(content, unit) {
            if !acts.contains(&work.act()) {
                acts.push(work.act());
            }
        }
        acts.iter().filter_map(|act| Self::find(content, unit, act.as_str(), None)).collect()
    }

    /// The items that the same action could be taken with.
    pub fn items(&self, content: &Content, unit: &Unit) -> Vec<Key> {
        let all = Self::all(content, unit).into_iter();
        let alike = all.filter(|work| work.act() == self.act());
        alike.filter_map(|work| work.item().cloned()).collect()
    }

    /// False for items that cannot be drawn or put away at the moment.
    fn is_possible(&self, content: &Content, unit: &Unit) -> bool {
        match self {
            Self::Draw(_) | Self::Sheathe(_) => self.change(content, unit).is_ok(),
            _ => true,
        }
    }

    /// The display name without the item.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Interact => "Interact",
            Self::SwitchPlaces => "Switch Places",
            Self::Give(_) => "Hand over",
            Self::Draw(_) => "Draw",
            Self::Sheathe(_) => "Put away",
            Self::Use(_) => "Use",
        }
    }

    /// The display name.
    pub fn name(&self, content: &Content) -> String {
        match self.item() {
            Some(item) => format!("{} {}", self.kind(), gear::name(content, item).to_lowercase()),
            None => self.kind().to_owned(),
        }
    }

    /// What it does, in one sentence for players.
    pub fn text(&self, content: &Content) -> String {
        match self {
            Self::Interact => "Open, close, pull, flip or pick up something within 1 m.".to_owned(),
            Self::SwitchPlaces => {
                "Trade places with an ally next to you, which costs it 1 RP.".to_owned()
            }
            Self::Give(_) => "An ally within 1 m takes it in a free hand.".to_owned(),
            Self::Draw(_) => "Changes what you hold.".to_owned(),
            Self::Sheathe(_) => "Empties the hand.".to_owned(),
            Self::Use(item) => {
                content.items.get(item.as_str()).map_or_else(String::new, |i| i.text.clone())
            }
        }
    }

    /// Its kind of target.
    pub fn aim(&self, content: &Content) -> Aim {
        match self {
            Self::Interact => Aim::Edge,
            Self::Give(_) | Self::SwitchPlaces => Aim::Unit,
            Self::Draw(_) | Self::Sheathe(_) => Aim::Own,
            Self::Use(item) => items::aim(content, item),
        }
    }

    const fn rule(&self) -> &'static str {
        match self {
            Self::Interact | Self::Give(_) => "MO-90",
            Self::SwitchPlaces => "MO-96",
            Self::Draw(_) => "MO-99",
            Self::Sheathe(_) => "MO-100",
            Self::Use(_) => "MO-106",
        }
    }

    /// AP cost when it is not free.
    pub const fn full_price(&self, content: &Content) -> i32 {
        let prices = &content.rules.prices;
        match self {
            Self::Interact | Self::Give(_) => prices.interact,
            Self::SwitchPlaces => prices.switch_places,
            Self::Draw(_) | Self::Sheathe(_) => prices.switch_weapons,
            Self::Use(_) => prices.use_item,
        }
    }

    /// AP cost right now (MO-91, MO-100, MO-101).
    pub fn price(&self, content: &Content, unit: &Unit) -> i32 {
        let unused = Budget::of(content, unit).is_some_and(|b| b.has_free_interaction());
        let free = match self {
            Self::Interact | Self::Give(_) => unused,
            Self::Draw(_) | Self::Sheathe(_) => {
                let free = self.change(content, unit).is_ok_and(|change| change.free);
                self.second_half(content, unit).map_or(free && unused, |paid| paid || free)
            }
            Self::SwitchPlaces | Self::Use(_) => false,
        };
        if free { 0 } else { self.full_price(content) }
    }

    /// The only hand that drawing or putting away an item changes. Items for two hands change both.
    fn hand(&self, content: &Content, unit: &Unit) -> Option<&'static str> {
        match self {
            Self::Draw(item) | Self::Sheathe(item) if gear::hands(content, item) < 2 => {
                self.change(content, unit).ok()?.hand()
            }
            _ => None,
        }
    }

    /// Whether the Switch Weapons action that it completes was paid for. One action may change both
    /// hands (MO-99).
    fn second_half(&self, content: &Content, unit: &Unit) -> Option<bool> {
        Budget::of(content, unit)?.switched_other(self.hand(content, unit)?)
    }

    /// The record of a Switch Weapons action that changes one hand, or the other one as well
    /// (MO-99).
    fn switched(&self, content: &Content, unit: &Unit) -> Option<Event> {
        let hand = self.hand(content, unit)?;
        if self.second_half(content, unit).is_some() {
            return Some(budget::switched_both(unit, hand));
        }
        let spent = Budget::of(content, unit)?.spent();
        Some(budget::switched(unit, hand, (self.price(content, unit) > 0, spent)))
    }

    /// Whether the combatant can take this action now, whatever the target.
    ///
    /// # Errors
    /// The first reason why not.
    pub fn check_use(&self, position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
        let content = position.content;
        let budget = Budget::needed(content, unit)?;
        budget.check_ap(self.price(content, unit), self.rule())?;
        match self {
            Self::Draw(_) | Self::Sheathe(_) => self.change(content, unit).map(|_| ()),
            _ => Ok(()),
        }
    }

    /// Possible targets, not all of them allowed.
    pub fn candidates(&self, position: Position<'_>, unit: &Unit) -> Vec<Target> {
        match self {
            Self::Interact => candidates(position, unit),
            Self::Give(_) | Self::SwitchPlaces => {
                position.ctx.state.units.iter().map(|u| Target::Unit(u.id())).collect()
            }
            Self::Use(item) => items::candidates(position, unit, item),
            Self::Draw(_) | Self::Sheathe(_) => vec![Target::Unit(unit.id())],
        }
    }

    /// The allowed targets.
    pub fn targets(&self, position: Position<'_>, unit: &Unit) -> Vec<Target> {
        let mut all = self.candidates(position, unit);
        all.retain(|target| self.check_target(position, unit, *target).is_ok());
        all
    }

    /// Whether this target is allowed.
    ///
    /// # Errors
    /// Why not.
    pub fn check_target(
        &self,
        position: Position<'_>,
        unit: &Unit,
        target: Target,
    ) -> Result<(), Refusal> {
        match (self, target) {
            (Self::Interact, _) => handling(position, unit, target).map(|_| ()),
            (Self::Give(item), Target::Unit(id)) => check_gift(position, unit, item, id),
            (Self::SwitchPlaces, Target::Unit(id)) => swap::check(position, unit, id),
            (Self::Use(item), _) => items::check(position, unit, item, target),
            (Self::Draw(_) | Self::Sheathe(_), Target::Unit(id)) if id == unit.id() => Ok(()),
            _ => Err(Refusal::new("wrong_target", "wrong kind of target", self.rule())),
        }
    }

    /// Warnings to show before the player confirms.
    pub fn warnings(&self, position: Position<'_>, targets: &[Target]) -> Vec<Warning> {
        let (Self::SwitchPlaces, [Target::Unit(id)]) = (self, targets) else { return Vec::new() };
        swap::warning(position, *id).into_iter().collect()
    }

    /// The slot changes it makes.
    fn change(&self, content: &Content, unit: &Unit) -> Result<Change, Refusal> {
        match self {
            Self::Draw(item) => draw(content, unit, item),
            Self::Sheathe(item) => sheathe(unit, item),
            _ => Err(Refusal::new("wrong_target", "no item is drawn or put away", self.rule())),
        }
    }
}

fn full() -> Refusal {
    Refusal::new("no_room", "no free slot to put it away", "MO-99")
}

fn free_stows(unit: &Unit) -> impl Iterator<Item = &'static str> {
    STOWED.into_iter().filter(|slot| !unit.gear.0.contains_key(*slot))
}

fn sheathe(unit: &Unit, item: &Key) -> Result<Change, Refusal> {
    let hand = [MAIN, OFF].into_iter().find(|slot| unit.gear.0.get(*slot) == Some(item));
    let hand =
        hand.ok_or_else(|| Refusal::new("empty_hands", "it is not holding that item", "MO-100"))?;
    let stow = free_stows(unit).next().ok_or_else(full)?;
    Ok(Change { slots: vec![(hand, Key::default()), (stow, item.clone())], free: true })
}

/// Draws a stowed item. Items in the way, in both hands if necessary, go into the slot that it
/// leaves (MO-99).
fn draw(content: &Content, unit: &Unit, item: &Key) -> Result<Change, Refusal> {
    let gone = || Refusal::new("no_such_item", "it does not carry that item", "MO-99");
    let at = |slot: &str| unit.gear.0.get(slot);
    let from = STOWED.into_iter().find(|slot| at(slot) == Some(item)).ok_or_else(gone)?;
    let (main, off) = (at(MAIN), at(OFF));
    let both = main.is_some_and(|m| gear::hands(content, m) > 1);
    let light = content.weapons.get(item.as_str()).is_some_and(|w| w.is(WeaponTag::Light));
    let (hand, leaves): (&'static str, Vec<(&'static str, &Key)>) =
        if gear::hands(content, item) > 1 {
            (MAIN, main.map(|m| (MAIN, m)).into_iter().chain(off.map(|o| (OFF, o))).collect())
        } else if gear::is_shield(content, item) {
            let main = main.filter(|_| both).map(|m| (MAIN, m));
            (OFF, off.map(|o| (OFF, o)).into_iter().chain(main).collect())
        } else if main.is_some() && !both && off.is_none() && light {
            (OFF, Vec::new())
        } else {
            (MAIN, main.map(|m| (MAIN, m)).into_iter().collect())
        };
    // A hand that grabs a creature holds nothing else (MO-273).
    let grabs = unit.links.0.iter().filter(|l| l.kind == *super::marks::GRAB_LINK).count();
    let stays = [(MAIN, main), (OFF, off)]
        .into_iter()
        .filter_map(|(slot, held)| held.filter(|_| leaves.iter().all(|(left, _)| *left != slot)));
    let taken: usize = stays.map(|held| usize::from(gear::hands(content, held).max(1))).sum();
    if taken + grabs + usize::from(gear::hands(content, item).max(1)) > 2 {
        return Err(Refusal::new("no_hand", "no free hand", "MO-83"));
    }
    let mut slots = vec![(from, Key::default()), (hand, item.clone())];
    let mut stows = std::iter::once(from).chain(free_stows(unit));
    let free = leaves.is_empty();
    for (left, old) in leaves {
        let stow = stows.next().ok_or_else(full)?;
        if left != hand {
            slots.push((left, Key::default()));
        }
        slots.retain(|(slot, _)| *slot != stow);
        slots.push((stow, old.clone()));
    }
    Ok(Change { slots, free })
}

fn check_gift(position: Position<'_>, unit: &Unit, item: &Key, to: UnitId) -> Result<(), Refusal> {
    let refuse = |code, text: &str| Err(Refusal::new(code, text, "MO-90"));
    let Some(ally) = position.ctx.unit(to).filter(|u| u.is_active() && to != unit.id()) else {
        return refuse("no_target", "no one there to take it");
    };
    if position.ctx.state.are_foes(unit.id(), to) {
        return refuse("no_target", "items cannot be handed to enemies");
    }
    if !position.is_at_hand(unit.id(), to) {
        return refuse("out_of_range", "it is not within 1 m");
    }
    match gear::hand_for(position, ally, item) {
        Some(_) => Ok(()),
        None => refuse("no_hand", "the ally has no free hand"),
    }
}

/// Carries out the action.
///
/// # Errors
/// [`Pause`](rules::oracle::Pause) while a decision is missing.
pub fn run(position: Position<'_>, step: &Handle, oracle: &mut Oracle<'_>) -> Ran {
    let Position { content, ctx } = position;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit) else { return nothing };
    let (work, act) = (&step.work, step.work.act());
    if !ManualAction::all(content, unit).contains(work) {
        return nothing;
    }
    let target = match step.at {
        Target::Unit(id) => Some(id),
        _ => None,
    };
    let name = work.name(content);
    let (declared, targets) = ((act.clone(), name.as_str()), target.into_iter().collect());
    let mut events = vec![events::declared(unit, declared, targets, &[work.rule()])];
    match work.price(content, unit) {
        // A held act was already paid for.
        _ if step.free => {}
        0 if work.second_half(content, unit).is_some() => {}
        0 => events.push(budget::used_free(unit, &act)),
        price => events.extend(budget::pay(unit, price, &name, work.rule())),
    }
    if !step.free {
        events.extend(work.switched(content, unit));
    }
    match (work, step.at) {
        (ManualAction::Interact, target) => match handling(position, unit, target) {
            Ok(Handling::Leaves(leaves)) => {
                events.extend(fixture::turned(ctx.field.board(), leaves, "MO-90"));
            }
            Ok(Handling::Take(lying, slot)) => {
                events.push(gear::change(unit, slot, &lying.item, "MO-90"));
                events.push(events::board(BoardChange::Taken(lying), "MO-90"));
            }
            Ok(Handling::Flip(id)) => events.extend(movable_objects::flip(position, unit, id)),
            Err(_) => {}
        },
        (ManualAction::Give(item), Target::Unit(id)) => {
            events.extend(give(position, unit, item, id));
        }
        (ManualAction::SwitchPlaces, Target::Unit(id)) => {
            let (swapped, harm) = swap::run(position, unit, id, oracle)?;
            events.extend(swapped);
            return Ok(Outcome::after(events, harm, None));
        }
        (ManualAction::Use(item), target) => {
            events.extend(items::run(position, unit, item, target));
        }
        _ => {
            if let Ok(change) = work.change(content, unit) {
                let slots = change.slots.iter();
                events.extend(slots.map(|(slot, to)| gear::change(unit, slot, to, "MO-99")));
            }
        }
    }
    Ok(Outcome::done(events))
}

fn give(position: Position<'_>, unit: &Unit, item: &Key, to: UnitId) -> Vec<Event> {
    let Some(ally) = position.ctx.unit(to) else { return Vec::new() };
    let hand = gear::hand_for(position, ally, item);
    match (gear::slot_of(unit, item), hand) {
        (Some(slot), Some(hand)) => vec![
            gear::change(unit, slot, &Key::default(), "MO-90"),
            gear::change(ally, hand, item, "MO-90"),
        ],
        _ => Vec::new(),
    }
}

/// Places a thrown weapon on the ground where it was thrown.
pub fn land(ctx: Ctx<'_>, step: &Land) -> Outcome {
    let at = match step.at {
        Target::Unit(id) => ctx.unit(id).and_then(|u| u.placement.drop_point()),
        Target::Place(_) | Target::Floor(_) => step.at.floor(),
        Target::Edge(at) => Some(FloorAt { cell: at.cell, floor: at.floor }),
        Target::Thing(id) => ctx.field.board().thing(id).map(|thing| thing.cell.into()),
        Target::Direction(_) | Target::Part(..) => None,
    };
    let (Some(unit), Some(at)) = (ctx.unit(step.unit), at) else {
        return Outcome::done(Vec::new());
    };
    let item = step.item.clone();
    let Some(slot) = [MAIN, OFF].into_iter().find(|s| unit.gear.0.get(*s) == Some(&item)) else {
        return Outcome::done(Vec::new());
    };
    let laid = events::board(BoardChange::Laid(Lying::new(item, at)), "MO-99");
    Outcome::done(vec![gear::change(unit, slot, &Key::default(), "MO-99"), laid])
}
