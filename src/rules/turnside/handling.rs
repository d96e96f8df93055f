//! Items in hand and on the ground, and taking off armour (TU-35, TU-253).

use grid::{Cell, Dir, Edge, EdgeAt, FloorAt};
use rules::Target;
use rules::event::{BoardChange, Event, EventKind};
use rules::fixture;
use rules::kit::acts::{Act, Label, Use, one_target};
use rules::kit::events;
use rules::kit::objects::is_on_storey;
use rules::kit::walk::MovementRules;
use rules::object::Object;
use rules::parameter::{Parameter, Setting, Value};
use rules::ruleset::{Aim, Ctx, Entry};
use rules::state::{ActRecord, Lying, Unit};
use rules::{Key, Refusal};

use super::budget::check_mode;
use super::data::{Content, Mark, Weapon};
use super::movement::{metres, run_warning, went};
use super::numbers::{ATTACKS, DRAW, MAIN, Numbers, OFF, SIDE, SPARE, UNDRESS, WORN};
use super::step::{Handle, Handling, Outcome, Plan, Step};

/// The act of dropping an item in hand.
const DROP: &str = "drop";
/// The act of picking an item up.
const PICK_UP: &str = "pick_up";
/// The act of changing weapons.
const SWAP: &str = "swap";
/// The act of closing a door or window.
const CLOSE: &str = "close";
/// The act of opening a door or window.
pub const OPEN: &str = "open";
/// Parameter: the weapon to take in hand.
const WEAPON: &str = "weapon";
/// Parameter: the item to drop or pick up.
const ITEM: &str = "item";

/// An act with an item.
pub struct Handles<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// The unit.
    pub numbers: Numbers<'a>,
    /// What it does.
    pub what: Handling,
}

/// These acts, as shown to players.
pub fn entries() -> [Entry; 6] {
    [
        Entry::of(SWAP, "Change Weapons", "Takes another weapon in hand."),
        Entry::of(CLOSE, "Close", "Closes a door or window beside it."),
        Entry::of(OPEN, "Open", "Opens a door or window beside it."),
        Entry::of(DROP, "Drop", "Lets an item in hand fall."),
        Entry::of(PICK_UP, "Pick Up", "Takes an item from the ground into a free hand."),
        Entry::of(UNDRESS, "Take Off", "Takes its armour off, for the whole Turn."),
    ]
}

/// A unit's options for handling items now.
pub fn all<'a>(content: &'a Content, ctx: Ctx<'a>, numbers: Numbers<'a>) -> Vec<Handles<'a>> {
    let handles = |what| Handles { ctx, numbers, what };
    let mut all = Vec::new();
    if numbers.weapons().any(|(slot, _)| slot != MAIN) {
        all.push(handles(Handling::Swap(Key::default())));
    }
    if let Some(at) = leaves(ctx, numbers.unit, true).first() {
        all.push(handles(Handling::Close(*at)));
    }
    if let Some(at) = leaves(ctx, numbers.unit, false).first() {
        all.push(handles(Handling::Open(*at)));
    }
    if let Some((slot, _)) = in_hand(&numbers).into_iter().next() {
        all.push(handles(Handling::Drop(Key::of(slot))));
    }
    let found = findings(content, ctx, numbers.unit).into_iter().next();
    all.extend(found.map(|(item, at, slot)| handles(Handling::PickUp(item, at, slot))));
    if numbers.armour().is_some_and(|armour| armour.encases) {
        all.push(handles(Handling::TakeOff));
    }
    all
}

/// Doors and windows in the given state on the sides of a unit's own cells, on its storey, and
/// hatches near it.
fn leaves(ctx: Ctx<'_>, unit: &Unit, open: bool) -> Vec<EdgeAt> {
    let board = ctx.field.board();
    let Some(body) = ctx.field.body(unit.id()) else { return Vec::new() };
    let sides = body.cells().flat_map(|cell| Dir::SIDES.map(|side| (cell, side)));
    let outer = sides.filter(|(cell, side)| !body.covers(cell.step(*side)));
    let heights = (body.feet, body.top());
    let all = outer.flat_map(|(cell, side)| board.edges_before(cell, side, heights));
    let is_shut_in = |at: &EdgeAt| ctx.field.bodies().iter().any(|b| board.is_in_hatch(b, *at));
    let hatches = fixture::hatches(board, body).filter(|(at, _)| !is_shut_in(at));
    let all = all.chain(hatches);
    let found = all.filter(|(_, edge)| edge.open == open && edge.kind.spec().opens);
    found.map(|(at, _)| at).collect()
}

/// The items in its hands that a unit can drop, each with its slot, the weapon first.
fn in_hand(numbers: &Numbers<'_>) -> Vec<(&'static str, Key)> {
    let (content, gear) = (numbers.content, &numbers.unit.gear.0);
    let natural = |item: &Key| content.weapons.get(item.as_str()).is_some_and(|w| w.hands == 0);
    let held = [MAIN, OFF].into_iter().filter_map(|slot| Some((slot, gear.get(slot)?.clone())));
    held.filter(|(_, item)| !item.as_str().is_empty() && !natural(item)).collect()
}

/// The items within reach that fit a free slot, each kind once, with their place and that slot.
fn findings(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Vec<(Key, FloorAt, Key)> {
    let Some(body) = ctx.field.body(unit.id()) else { return Vec::new() };
    let near = |cell: Cell| {
        body.cells().any(|own| (own.x - cell.x).abs() <= 1 && (own.y - cell.y).abs() <= 1)
    };
    let free =
        |slot: &&&'static str| unit.gear.0.get(**slot).is_none_or(|item| item.as_str().is_empty());
    let slot_of = |lying: &Lying| {
        let item = lying.item.as_str();
        let slots: &[&'static str] = if content.weapons.contains(item) {
            &[MAIN, SIDE, SPARE]
        } else if content.armour.get(item).is_some_and(|armour| armour.dod > 0) {
            &[OFF]
        } else {
            &[]
        };
        slots.iter().find(free).copied()
    };
    let lying = ctx
        .state
        .scene
        .lying
        .iter()
        .filter(|lying| near(lying.cell) && is_on_storey(ctx.field.board(), body, lying.at()));
    let mut all: Vec<(Key, FloorAt, Key)> = Vec::new();
    for it in lying {
        let known = all.iter().any(|(item, ..)| *item == it.item);
        let slot = slot_of(it).filter(|_| !known);
        all.extend(slot.map(|slot| (it.item.clone(), it.at(), Key::of(slot))));
    }
    all
}

impl Handles<'_> {
    /// The weapons at the belt that it can take in hand.
    fn weapons(&self) -> Vec<Parameter> {
        let others = self.numbers.weapons().filter(|(slot, _)| *slot != MAIN);
        let setting = |weapon: &Weapon| Setting {
            id: weapon.id.clone(),
            name: weapon.name.clone(),
            refused: self.numbers.can_hold(weapon).err(),
        };
        let settings: Vec<Setting> = others.map(|(_, weapon)| setting(weapon)).collect();
        let usual = settings.first().map(|first| Value::Name(first.id.clone()));
        let weapon = |usual| Parameter::one_of(WEAPON, "Weapon", settings, usual);
        usual.map(weapon).into_iter().collect()
    }

    /// The choice of an item, if there are several.
    fn items(&self, items: &[Key]) -> Vec<Parameter> {
        let content = self.numbers.content;
        let name = |item: &Key| {
            let weapon = content.weapons.get(item.as_str()).map(|weapon| &weapon.name);
            let armour = || content.armour.get(item.as_str()).map(|armour| &armour.name);
            weapon.or_else(armour).cloned().unwrap_or_default()
        };
        let [first, _, ..] = items else { return Vec::new() };
        let setting = |id: &Key| Setting { id: id.clone(), name: name(id), refused: None };
        let settings = items.iter().map(setting).collect();
        vec![Parameter::one_of(ITEM, "Item", settings, Value::Name(first.clone()))]
    }

    /// Whether it opens or closes something; `None` for other acts.
    const fn opens(&self) -> Option<bool> {
        match self.what {
            Handling::Open(..) => Some(true),
            Handling::Close(..) => Some(false),
            _ => None,
        }
    }
}

impl Act<Step> for Handles<'_> {
    fn key(&self) -> Key {
        Key::of(match self.what {
            Handling::Swap(_) => SWAP,
            Handling::Close(..) => CLOSE,
            Handling::Open(..) => OPEN,
            Handling::Drop(_) => DROP,
            Handling::PickUp(..) => PICK_UP,
            Handling::TakeOff => UNDRESS,
        })
    }

    fn label(&self) -> Label {
        let [swap, close, open, drop, pick_up, take_off] = entries();
        let (entry, cost) = match self.what {
            Handling::Swap(_) => (swap, "nothing, once a Turn"),
            Handling::Close(..) => (close, "1 m"),
            Handling::Open(..) => (open, "1 m"),
            Handling::Drop(_) => (drop, "nothing"),
            Handling::PickUp(..) => (pick_up, "nothing, once a Turn"),
            Handling::TakeOff => (take_off, "the whole Turn"),
        };
        let (name, text, cost) = (entry.name, entry.text, cost.to_owned());
        Label { name, text, cost, group: "guard" }
    }

    fn aim(&self) -> Aim {
        if self.opens().is_some() { Aim::Edge } else { Aim::Own }
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        let edges = leaves(self.ctx, self.numbers.unit, !self.opens()?).into_iter();
        Some(edges.map(Target::Edge).collect())
    }

    fn parameters(&self) -> Vec<Parameter> {
        let Self { ctx, numbers, what } = self;
        match what {
            Handling::Swap(_) => self.weapons(),
            Handling::Drop(_) => {
                let held = in_hand(numbers).into_iter().map(|(_, item)| item);
                self.items(&held.collect::<Vec<Key>>())
            }
            Handling::PickUp(..) => {
                let found = findings(numbers.content, *ctx, numbers.unit).into_iter();
                self.items(&found.map(|(item, ..)| item).collect::<Vec<Key>>())
            }
            Handling::Close(_) | Handling::Open(_) | Handling::TakeOff => Vec::new(),
        }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        if self.numbers.has_mark(Mark::Helpless) {
            return Err(Refusal::new("stunned", "it is stunned", "TU-297"));
        }
        match self.what {
            Handling::Drop(_) => Ok(()),
            Handling::Close(..) | Handling::Open(..) => {
                self.numbers.content.at(self.ctx).may_move(self.numbers.unit)?;
                let door = self.numbers.content.rules.door_cost;
                let after = self.numbers.gone().saturating_add(door);
                if metres(self.numbers.content, &self.numbers).1 < after {
                    return Err(Refusal::new("too_far", "no Movement is left for it", "TU-35"));
                }
                Ok(())
            }
            Handling::Swap(_) | Handling::PickUp(..) => {
                let drawn = self.numbers.unit.turn.acts.iter().any(|record| record.class == *DRAW);
                let again =
                    || Refusal::new("drawn", "it has changed weapons in this Turn", "TU-35");
                if drawn { Err(again()) } else { Ok(()) }
            }
            Handling::TakeOff => {
                check_mode(&self.numbers)?;
                if self.numbers.has_acted() || self.numbers.gone() > 0 {
                    return Err(Refusal::new("has_acted", "it takes the whole Turn", "TU-253"));
                }
                Ok(())
            }
        }
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let mut what = self.what.clone();
        if let Handling::Swap(item) = &mut what {
            let first = self.numbers.weapons().find(|(slot, _)| *slot != MAIN);
            let usual = first.map(|(_, weapon)| weapon.id.clone());
            *item = how.with.name(WEAPON).cloned().or(usual).unwrap_or_default();
        }
        let named = how.with.name(ITEM);
        let is_meant = |item: &Key| named.is_none_or(|name| name == item);
        if let Handling::Drop(slot) = &mut what {
            let mut held = in_hand(&self.numbers).into_iter();
            let chosen = held.find(|(_, item)| is_meant(item));
            *slot = chosen.map_or_else(Key::default, |(own, _)| Key::of(own));
        }
        if let Handling::PickUp(item, at, slot) = &mut what {
            let mut found = findings(self.numbers.content, self.ctx, self.numbers.unit).into_iter();
            if let Some(chosen) = found.find(|(item, ..)| is_meant(item)) {
                (*item, *at, *slot) = chosen;
            }
        }
        let opens = self.opens();
        if let Handling::Close(at) | Handling::Open(at) = &mut what {
            let own = leaves(self.ctx, self.numbers.unit, opens != Some(true));
            let chosen = one_target(how.targets, "TU-35").ok().and_then(Object::of);
            let found = own.into_iter().find(|own| Object::of(Target::Edge(*own)) == chosen);
            let none = || Refusal::new("no_target", "no such door or window is there", "TU-35");
            *at = found.ok_or_else(none)?;
        }
        let door = self.numbers.content.rules.door_cost;
        let runs = opens.and_then(|_| run_warning(&self.numbers, door));
        let warnings = runs.into_iter().collect();
        Ok(Plan { warnings, ..Plan::of(Handle { unit: self.numbers.unit.id(), what }) })
    }
}

/// Carries out such an act.
pub fn handle(content: &Content, ctx: Ctx<'_>, step: &Handle) -> Outcome {
    let Some(numbers) = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit)) else {
        return Outcome::done(Vec::new());
    };
    let unit = numbers.unit;
    let none = Key::default();
    let record = |class| ActRecord { class: Key::of(class), act: Key::of(class), amount: 0 };
    let all: Vec<Event> = match &step.what {
        Handling::Swap(item) => {
            let Some((slot, weapon)) = numbers.weapon(item.as_str()) else {
                return Outcome::done(Vec::new());
            };
            let held = unit.gear.0.get(MAIN).cloned().unwrap_or_default();
            vec![
                Event::new(EventKind::gear(unit, MAIN, &weapon.id), &["TU-35"]),
                Event::new(EventKind::gear(unit, slot, &held), &["TU-35"]),
                events::act_recorded(unit, record(DRAW), None, "TU-35"),
            ]
        }
        Handling::Close(at) | Handling::Open(at) => {
            let from = ctx.field.board().edge_at(*at);
            let open = matches!(step.what, Handling::Open(..));
            let to = from.map(|edge| Edge { open, ..edge });
            let moved = BoardChange::edge(*at, from, to);
            let gone = numbers.gone().saturating_add(content.rules.door_cost);
            let mut all = went(&numbers, gone, "TU-35");
            all.push(events::board(moved, "TU-35"));
            all
        }
        Handling::Drop(slot) => {
            let item = unit.gear.0.get(slot.as_str()).cloned().unwrap_or_default();
            let gone = Event::new(EventKind::gear(unit, slot.as_str(), &none), &["TU-35"]);
            let laid = unit.placement.drop_point().map(|at| Lying::new(item, at));
            let laid = laid.map(|lying| events::board(BoardChange::Laid(lying), "TU-35"));
            [gone].into_iter().chain(laid).collect()
        }
        Handling::PickUp(item, at, slot) => {
            let slot =
                [MAIN, SIDE, SPARE, OFF].into_iter().find(|own| *slot == **own).unwrap_or(MAIN);
            let taken = BoardChange::Taken(Lying::new(item.clone(), *at));
            vec![
                events::board(taken, "TU-35"),
                Event::new(EventKind::gear(unit, slot, item), &["TU-35"]),
                events::act_recorded(unit, record(DRAW), None, "TU-35"),
            ]
        }
        Handling::TakeOff => {
            let spent = events::pool(unit, ATTACKS, 0, "Take Off", "TU-253");
            let off = Event::new(EventKind::gear(unit, WORN, &none), &["TU-253"]);
            [events::act_recorded(unit, record(UNDRESS), None, "TU-253"), off]
                .into_iter()
                .chain(spent)
                .collect()
        }
    };
    Outcome::done(all)
}
