//! Acts with the hands: drawing weapons, loading, using items, tipping furniture (EV-163, EV-214 to
//! EV-218).

use grid::{Body, Diagonals, FloorAt, Hm, Place, ThingKind};
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::{BoardChange, Event, EventKind};
use rules::kit::acts::{Act, Label, Use, one_floor, one_target, one_unit};
use rules::kit::objects::is_on_storey;
use rules::kit::{area, events};
use rules::object::{Object, stand_in};
use rules::oracle::{Oracle, Pause};
use rules::parameter::{Parameter, Setting};
use rules::ruleset::{Aim, Ctx, Forecast};
use rules::state::{Carrier, Condition, Expiry, Lying, Meters, Undertaking, Unit};
use rules::{Key, Refusal};

use super::budget::{self, PLAIN, Price, too_few};
use super::conditions::unfocus;
use super::data::{Attack, Boost, Consumable, Content, Keyword, Lasting};
use super::names::{AMMO, AP, BLEEDING, BURSTING, CARRIED, EDGED, FLURRY, HELD, SPIRIT, WOUNDS};
use super::numbers::{Arm, Numbers};
use super::rolling::{self, Rolls};
use super::smoke::smoke;
use super::step::{Handle, Outcome, Plan, Step};
use super::{fixtures, hands, harm, life, locks, objects, plain, skill_use};

/// Parameter: the item taken in hand.
const ITEM: &str = "item";
/// Parameter: loading in haste.
const HASTE: &str = "hurry";
/// Value of loading while there are shots left, in thousandths of a helper.
const TOPPED_UP: i32 = 42;
/// Parameter: the weapon to load.
const WEAPON: &str = "weapon";

/// The acts with the hands.
pub enum HandlingAct<'a> {
    /// Using an item up (EV-214).
    Consume(&'a Consumable),
    /// Taking an item in hand (EV-218).
    Equip,
    /// Loading one of these weapons (EV-216).
    Load(Vec<Arm<'a>>),
    /// Tipping furniture (EV-163).
    Tip,
}

/// One of these acts of a combatant.
pub struct Handling<'a> {
    /// The battle.
    pub ctx: Ctx<'a>,
    /// Its owner.
    pub me: Numbers<'a>,
    /// Its kind.
    pub what: HandlingAct<'a>,
}

/// The acts that a unit can do with its hands now.
pub fn available<'a>(ctx: Ctx<'a>, me: Numbers<'a>) -> Vec<HandlingAct<'a>> {
    let items = me.content.consumables.iter();
    let items = items.filter(|item| me.unit.pools.0.value(item.id.as_str()) > 0);
    let mut all: Vec<HandlingAct<'a>> = items.map(HandlingAct::Consume).collect();
    let equips = Handling { ctx, me, what: HandlingAct::Equip };
    if !equips.within_reach().is_empty() {
        all.push(HandlingAct::Equip);
    }
    let lacks = |arm: &Arm<'_>| {
        let full = me.ammo(*arm).is_some_and(|left| left < arm.attack.ammo);
        full && arm.attack.reload > 0
    };
    let mut empty: Vec<Arm<'a>> = me.arms().into_iter().filter(lacks).collect();
    empty.sort_by_key(|arm| me.ammo(*arm));
    if !empty.is_empty() {
        all.push(HandlingAct::Load(empty));
    }
    let tips = Handling { ctx, me, what: HandlingAct::Tip };
    if tips.furniture().next().is_some() {
        all.push(HandlingAct::Tip);
    }
    all
}

/// The hand that an item with this number of hands goes into.
pub fn hand_for(me: Numbers<'_>, hands: i32) -> Option<&'static str> {
    let able = |hand: &&'static str| !me.suffers(Lasting::Useless, Some(*hand));
    let mut all = HELD.into_iter().take(2);
    if hands > 1 { all.all(|hand| able(&hand)).then_some(HELD[0]) } else { all.find(able) }
}

/// Whether this floor is in a unit's own cells or next to them, on its storey and with nothing in
/// between.
fn is_within_reach(ctx: Ctx<'_>, body: &Body, at: FloorAt) -> bool {
    let board = ctx.field.board();
    let own = body.cells().any(|cell| cell == at.cell);
    let beside = || area::distance(ctx, body.id, at).is_some_and(|metres| metres <= 1);
    let open = || {
        let there = stand_in(board, at.cell, Hm::ZERO, body.feet).zip(at.point(board));
        let there = there.map(|(it, floor)| Body { feet: floor.feet, ..it });
        there.is_some_and(|it| ctx.field.adjacent(body, &it, Hm::metres(2)))
    };
    is_on_storey(board, body, at) && (own || beside() && open())
}

impl<'a> Handling<'a> {
    /// Weapons that it carries, and those in its own or an adjacent cell.
    fn within_reach(&self) -> Vec<&'a Attack> {
        let (content, unit) = (self.me.content, self.me.unit);
        let carried = CARRIED.iter().filter_map(|slot| unit.gear.0.get(*slot));
        let body = self.ctx.field.body(unit.id());
        let near =
            |lying: &&Lying| body.is_some_and(|body| is_within_reach(self.ctx, body, lying.at()));
        let lying = self.ctx.state.scene.lying.iter().filter(near).map(|lying| &lying.item);
        let mut found: Vec<&'a Attack> = Vec::new();
        for id in carried.chain(lying) {
            let known = |weapon: &Attack| found.iter().any(|known| known.id == weapon.id);
            let weapon = content.weapons.get(id.as_str()).filter(|weapon| !known(weapon));
            found.extend(weapon);
        }
        found
    }

    fn price(&self) -> Price {
        match &self.what {
            HandlingAct::Consume(item) => Price::of(1, Some(item.keyword)),
            HandlingAct::Equip => Price::of(0, None),
            HandlingAct::Load(_) | HandlingAct::Tip => PLAIN,
        }
    }

    fn setting(weapon: &Attack) -> Setting {
        let name = match weapon.hands {
            2 => format!("{} (1 AP)", weapon.name),
            _ => weapon.name.clone(),
        };
        Setting { id: weapon.id.clone(), name, refused: None }
    }

    fn item(&self, how: Use<'_>) -> Result<&'a Attack, Refusal> {
        let all = self.within_reach();
        let named = how.with.name(ITEM);
        let found = all.iter().find(|weapon| named.is_none_or(|id| weapon.id == *id));
        found.copied().ok_or_else(|| Refusal::new("no_item", "it is not at hand", "EV-218"))
    }

    /// Adjacent tables and the like.
    fn furniture(&self) -> impl Iterator<Item = Object> {
        let (board, id) = (self.ctx.field.board(), self.me.unit.id());
        let moment = self.me.content.at(self.ctx);
        let fists = self.me.arms().into_iter().last();
        let things = board.things().filter(|(_, thing)| thing.kind == ThingKind::Table);
        let near = move |(_, thing): &(_, &grid::Thing)| {
            area::distance(self.ctx, id, thing.cell).is_some_and(|metres| metres <= 1)
        };
        let unit = self.me.unit;
        things.filter(near).map(|(id, _)| Object::Thing(id)).filter(move |object| {
            fists.is_some_and(|arm| objects::check(moment, unit, arm, *object).is_ok())
        })
    }

    fn friend(&self, targets: &[Target], item: &Consumable) -> Result<&'a Unit, Refusal> {
        let id = one_unit(targets, "EV-214")?;
        let none = || Refusal::new("no_target", "there is no such friend", "EV-214");
        let unit = self.ctx.unit(id).filter(|u| life::lives(u)).ok_or_else(none)?;
        let own = self.me.unit;
        if self.ctx.state.are_foes(own.id(), id) {
            return Err(none());
        }
        if id == own.id() {
            return Ok(unit);
        }
        budget::check_helper(self.me)?;
        let metres = self.ctx.field.distance(own.id(), id, Diagonals::One);
        if metres.is_none_or(|metres| metres > item.range.into()) {
            return Err(Refusal::new("out_of_range", "it is out of range", "EV-214"));
        }
        Ok(unit)
    }
}

impl Act<Step> for Handling<'_> {
    fn key(&self) -> Key {
        match &self.what {
            HandlingAct::Consume(item) => item.id.clone(),
            HandlingAct::Equip => Key::of("equip"),
            HandlingAct::Load(_) => Key::of("reload"),
            HandlingAct::Tip => Key::of("tip"),
        }
    }

    fn label(&self) -> Label {
        let cost = self.price().words();
        let (name, text, cost) = match &self.what {
            HandlingAct::Consume(item) => (item.name.clone(), item.text.clone(), cost),
            HandlingAct::Equip => (
                "Equip".to_owned(),
                "Swaps a held item for a carried one.".to_owned(),
                "free; 1 AP for two hands".to_owned(),
            ),
            HandlingAct::Load(arms) => {
                let ap = arms.first().map_or(1, |arm| arm.attack.reload);
                let text = "Reloads a weapon; may take several turns.".to_owned();
                ("Reload".to_owned(), text, format!("{ap} AP"))
            }
            HandlingAct::Tip => (
                "Tip furniture".to_owned(),
                "Tips a table on its side into a square beside it, with a Strength test."
                    .to_owned(),
                cost,
            ),
        };
        Label { name, text, cost, group: "action" }
    }

    fn aim(&self) -> Aim {
        match &self.what {
            HandlingAct::Consume(item) if matches!(item.effect, Boost::Smoke(..)) => Aim::Cell,
            HandlingAct::Consume(_) => Aim::Unit,
            HandlingAct::Equip | HandlingAct::Load(_) => Aim::Own,
            HandlingAct::Tip => Aim::Cell,
        }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        budget::check(self.ctx, self.me, &self.price())?;
        budget::check_calm(self.me)
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        let cell = self.me.unit.placement.at.cell()?;
        match &self.what {
            HandlingAct::Consume(item) if self.aim() == Aim::Cell => {
                let cells = area::cells(self.ctx, cell, item.range.into());
                Some(area::with_floors(self.ctx.field.board(), cells))
            }
            HandlingAct::Tip => Some(self.furniture().map(Object::target).collect()),
            _ => None,
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        match &self.what {
            HandlingAct::Equip => {
                let settings = self.within_reach().into_iter().map(Self::setting).collect();
                plain::one_of(ITEM, "Item", settings).into_iter().collect()
            }
            HandlingAct::Load(arms) => {
                let setting = |arm: &Arm<'_>| Setting {
                    id: arm.attack.id.clone(),
                    name: arm.attack.name.clone(),
                    refused: None,
                };
                let weapon = plain::one_of(WEAPON, "Weapon", arms.iter().map(setting).collect());
                let haste = Parameter::number(HASTE, "In haste, by a test", 0, 1);
                let haste = haste.told("Passing a test loads it faster.");
                weapon.into_iter().chain([haste]).collect()
            }
            _ => Vec::new(),
        }
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let unit = self.me.unit.id();
        match &self.what {
            HandlingAct::Consume(item) => {
                let id = item.id.clone();
                if self.aim() == Aim::Cell {
                    let at = one_floor(how.targets, "EV-214")?;
                    let floor = area::meant(self.ctx, unit, at);
                    let away = floor.and_then(|floor| area::away(self.ctx, unit, floor));
                    let (metres, seen) = away.unwrap_or((u32::MAX, false));
                    if metres > item.range.into() || !seen {
                        return Err(Refusal::new("out_of_range", "it is out of range", "EV-214"));
                    }
                    return Ok(Plan::of(Handle::Throw { unit, item: id, at }));
                }
                let friend = self.friend(how.targets, item)?;
                check_need(self.me.content, friend, item)?;
                Ok(Plan::of(Handle::Consume { unit, item: id, on: friend.id() }))
            }
            HandlingAct::Equip => {
                let item = self.item(how)?;
                let paid = item.hands > 1;
                if hand_for(self.me, item.hands).is_none() {
                    return Err(Refusal::new("no_hand", "it has no hand for it", "EV-307"));
                }
                if paid && self.me.unit.pools.0.value(AP) < 1 {
                    return Err(too_few("action_points", "EV-218"));
                }
                Ok(Plan::of(Handle::Equip { unit, item: item.id.clone(), paid }))
            }
            HandlingAct::Load(arms) => {
                let named = how.with.name(WEAPON);
                let arm = arms.iter().find(|arm| named.is_none_or(|id| arm.attack.id == *id));
                let arm = arm.ok_or_else(|| too_few("weapons", "EV-216"))?;
                let hurries = how.with.number(HASTE, 0) > 0;
                if hurries && begun(self.me.unit, &arm.key()).is_some() {
                    let text = "it is loading already";
                    return Err(Refusal::new("begun", text, "EV-217"));
                }
                Ok(Plan::of(Handle::Load { unit, arm: arm.key(), hurries }))
            }
            HandlingAct::Tip => {
                let object = one_target(how.targets, "EV-163")?;
                let known = self.furniture().any(|thing| thing.target() == object);
                let none = || Refusal::new("wrong_target", "there is nothing to tip", "EV-163");
                if known { Ok(Plan::of(Handle::Tip { unit, object })) } else { Err(none()) }
            }
        }
    }

    fn forecast(&self, _: Use<'_>) -> Vec<Forecast> {
        let id = self.me.unit.id();
        match &self.what {
            HandlingAct::Tip => {
                let test = self.me.test("to tip it", self.me.mark(self.ctx, "strength", None));
                vec![Forecast::new(id, test)]
            }
            _ => Vec::new(),
        }
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let span = match &self.what {
            HandlingAct::Consume(item) if self.aim() == Aim::Unit => item.range.into(),
            HandlingAct::Load(_) => 0,
            _ => return Vec::new(),
        };
        let plain = ActSummary::plain(self.key(), self.aim(), span, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let own = self.me.unit.id();
        let HandlingAct::Consume(item) = &self.what else {
            // A weapon with shots left can wait.
            let empty = match &self.what {
                HandlingAct::Load(arms) => arms.iter().any(|arm| self.me.ammo(*arm) == Some(0)),
                _ => true,
            };
            let (helps, adds) = if empty { (1, 0) } else { (0, TOPPED_UP) };
            return vec![ActOutcome { helps, adds, ..ActOutcome::none(own) }];
        };
        let Ok(friend) = self.friend(how.targets, item) else { return Vec::new() };
        if check_need(self.me.content, friend, item).is_err() {
            return Vec::new();
        }
        let none = ActOutcome::none(friend.id());
        vec![match item.effect {
            Boost::Wounds(n) => ActOutcome { mends: 10 * n, ..none },
            Boost::Edge(_) if friend.conditions.has(EDGED) => none,
            Boost::Staunch | Boost::Cure(_) => ActOutcome { helps: 2, ..none },
            _ => ActOutcome { helps: 1, ..none },
        }]
    }
}

/// The use of an item by a controlled unit on a unit of its controller's choice; `None` if it could
/// not heal or augment it (EV-374).
pub fn forced(ctx: Ctx<'_>, me: Numbers<'_>, item: &Consumable, on: &Unit) -> Option<Step> {
    let (own, id) = (me.unit, on.id());
    let helps = matches!(item.keyword, Keyword::Restoration | Keyword::Augment);
    let metres = ctx.field.distance(own.id(), id, Diagonals::One);
    let near = id == own.id() || metres.is_some_and(|metres| metres <= item.range.into());
    let able = id == own.id() || budget::check_helper(me).is_ok();
    let there = own.pools.0.value(item.id.as_str()) > 0 && own.pools.0.value(AP) > 0;
    let needed = helps && near && able && there && check_need(me.content, on, item).is_ok();
    needed.then(|| Handle::Consume { unit: own.id(), item: item.id.clone(), on: id }.into())
}

/// Checks whether an item would have any effect.
fn check_need(content: &Content, friend: &Unit, item: &Consumable) -> Result<(), Refusal> {
    let lacks = |meters: &Meters, id| meters.get(id).is_some_and(|m| m.value < m.max);
    let numbers = Numbers::of(content, friend);
    let needs = match item.effect {
        Boost::Wounds(_) => {
            let layer = numbers.map(|n| harm::bearer(n).1);
            layer.is_some_and(|own| lacks(own, WOUNDS[0])) || lacks(&friend.tracks.0, WOUNDS[0])
        }
        Boost::Spirit(_) => lacks(&friend.pools.0, SPIRIT),
        Boost::Cure(category) => {
            numbers.is_some_and(|n| n.ailments().any(|(a, _)| a.category == category))
        }
        Boost::Staunch => friend.conditions.has(BLEEDING),
        Boost::Edge(_) | Boost::Smoke(..) => true,
    };
    let none = || Refusal::new("no_need", "it would have no effect", "EV-214");
    if needs { Ok(()) } else { Err(none()) }
}

/// A unit's progress in loading a weapon.
fn begun<'a>(unit: &'a Unit, arm: &Key) -> Option<&'a Undertaking> {
    unit.undertakings.0.iter().find(|task| task.act == *"reload" && task.choice == *arm)
}

/// Carries out an act with the hands.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn handle(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Handle,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let (Handle::Consume { unit, .. }
    | Handle::Throw { unit, .. }
    | Handle::Equip { unit, .. }
    | Handle::Load { unit, .. }
    | Handle::Tip { unit, .. }
    | Handle::Skill { unit, .. }
    | Handle::Pick { unit, .. }
    | Handle::Open { unit, .. }) = step;
    let Some(me) = ctx.unit(*unit).and_then(|unit| Numbers::of(content, unit)) else {
        return nothing;
    };
    match step {
        Handle::Consume { item, on, .. } => {
            let items = content.consumables.get(item.as_str()).zip(ctx.unit(*on));
            let Some((item, friend)) = items else { return nothing };
            let mut events = used(ctx, me.unit, item, (vec![*on], None));
            events.extend(helped(ctx, me, friend, item));
            Ok(Outcome::done(events))
        }
        Handle::Throw { item, at, .. } => {
            let Some(item) = content.consumables.get(item.as_str()) else { return nothing };
            let mut events = used(ctx, me.unit, item, (Vec::new(), Some(at.cell.into())));
            events.extend(smoke(ctx, me.unit, item, *at));
            Ok(Outcome::done(events))
        }
        Handle::Equip { item, paid, .. } => Ok(Outcome::done(equip(ctx, me, item, *paid))),
        Handle::Load { arm, hurries, .. } => {
            let hand = me.arm(arm).and_then(|arm| arm.hand());
            let events = load(ctx, me, (arm, *hurries), oracle)?;
            Ok(Outcome::after(events, hands::use_costs(me, hand, false), None))
        }
        Handle::Tip { object, .. } => tip(ctx, me, *object, oracle),
        Handle::Skill { skill, .. } => skill_use::roll(ctx, me, skill, oracle),
        Handle::Pick { object, .. } => locks::pick(ctx, me, *object, oracle),
        Handle::Open { object, .. } => Ok(fixtures::open(ctx, me, *object)),
    }
}

/// Uses up an item.
fn used(
    ctx: Ctx<'_>,
    unit: &Unit,
    item: &Consumable,
    at: (Vec<grid::UnitId>, Option<Place>),
) -> Vec<Event> {
    let act = (item.id.clone(), item.name.as_str());
    let price = Price::of(1, Some(item.keyword));
    let mut events = budget::declare(ctx, unit, act, &price, at, "EV-214");
    let left = unit.pools.0.value(item.id.as_str()) - 1;
    events.extend(events::pool(unit, item.id.as_str(), left, "it is used up", "EV-214"));
    events
}

/// An item's effect on a friend.
fn helped(ctx: Ctx<'_>, by: Numbers<'_>, friend: &Unit, item: &Consumable) -> Vec<Event> {
    let Some(numbers) = Numbers::of(by.content, friend) else { return Vec::new() };
    let ends = |condition| vec![events::relieved_of(friend, condition, &item.name, "EV-214")];
    match item.effect {
        // The Baton Pass bonus to tests also applies to restored wounds (EV-338).
        Boost::Wounds(n) => super::spells::mended(numbers, &Key::of(WOUNDS[0]), n + by.baton(ctx)),
        Boost::Spirit(n) => {
            let spirit = friend.pools.0.get(SPIRIT);
            let to = spirit.map_or(0, |meter| meter.value.saturating_add(n).min(meter.max));
            events::pool(friend, SPIRIT, to, &item.name, "EV-214").into_iter().collect()
        }
        Boost::Cure(category) => {
            let cured = numbers.ailments().find(|(ailment, _)| ailment.category == category);
            cured.map_or_else(Vec::new, |(_, condition)| ends(condition))
        }
        Boost::Staunch => friend.conditions.get(BLEEDING).map_or_else(Vec::new, ends),
        Boost::Edge(n) => {
            let condition = Condition::new(Key::of(EDGED), n, Some(by.unit.id()), Expiry::Battle);
            vec![events::gained(friend, condition, "EV-215")]
        }
        Boost::Smoke(..) => Vec::new(),
    }
}

/// Takes an item in a hand and puts away what the hand held (EV-218).
fn equip(ctx: Ctx<'_>, me: Numbers<'_>, item: &Key, paid: bool) -> Vec<Event> {
    let unit = me.unit;
    let Some(weapon) = me.content.weapons.get(item.as_str()) else { return Vec::new() };
    let Some(hand) = hand_for(me, weapon.hands) else { return Vec::new() };
    // An attack with all weapons and a Burst are over (EV-29).
    let unfinished = [FLURRY, BURSTING].into_iter();
    let over = |id| events::relieved(unit, id, "it changes its weapons", "EV-29");
    let mut events: Vec<Event> = unfinished.filter_map(over).collect();
    if paid {
        let ap = unit.pools.0.value(AP) - 1;
        events.extend(events::pool(unit, AP, ap, "Equip", "EV-218"));
    }
    let gear = |slot: &str, to: &Key, meters: Meters| {
        Event::new(EventKind::gear_with(unit, slot, to, meters), &["EV-218"])
    };
    let meters = |slot: &str| unit.carriers.item(slot).cloned().unwrap_or_default();
    let from = CARRIED.iter().find(|slot| unit.gear.0.get(**slot) == Some(item));
    let new = match from {
        Some(slot) => {
            events.push(gear(slot, &Key::default(), Meters::default()));
            meters(slot)
        }
        None => {
            let near = |lying: &&Lying| {
                let body = ctx.field.body(unit.id());
                lying.item == *item
                    && body.is_some_and(|body| is_within_reach(ctx, body, lying.at()))
            };
            let Some(lying) = ctx.state.scene.lying.iter().find(near) else { return events };
            events.push(events::board(BoardChange::Taken(lying.clone()), "EV-306"));
            lying.meters.clone()
        }
    };
    // A two-handed weapon needs both hands cleared; replacing one frees both hands.
    let both = weapon.hands > 1;
    let holds_both = |slot: &str| {
        let held = unit.gear.0.get(slot).and_then(|id| me.content.weapons.get(id.as_str()));
        held.is_some_and(|held| held.hands > 1)
    };
    let cleared = HELD.iter().take(2).filter(|slot| both || **slot == hand || holds_both(slot));
    let mut room: Vec<&str> = CARRIED.to_vec();
    room.retain(|slot| !unit.gear.0.contains_key(*slot) || from == Some(slot));
    for slot in cleared {
        let Some(old) = unit.gear.0.get(*slot).filter(|id| !id.as_str().is_empty()) else {
            continue;
        };
        events.push(gear(slot, &Key::default(), Meters::default()));
        match room.first().copied() {
            Some(free) => {
                room.remove(0);
                events.push(gear(free, old, meters(slot)));
            }
            None => {
                let at = unit.placement.drop_point().unwrap_or_default();
                let lying = Lying { meters: meters(slot), ..Lying::new(old.clone(), at) };
                events.push(events::board(BoardChange::Laid(lying), "EV-218"));
            }
        }
    }
    events.push(gear(hand, item, new));
    events
}

/// Loads a weapon as far as action points allow (EV-216, EV-217).
fn load(
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    (key, hurries): (&Key, bool),
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let unit = me.unit;
    let Some(arm) = me.arm(key) else { return Ok(Vec::new()) };
    let mut events = Vec::new();
    let known = begun(unit, key);
    let mut of = known.map_or(arm.attack.reload, |task| task.of);
    if hurries && known.is_none() {
        let mut test = me.test("to hurry", me.best(ctx, &["ballistics", "equipment"]));
        let Rolls { faces, score, events: before, .. } = rolling::roll(ctx, me, &mut test, oracle)?;
        events.extend(before);
        events.push(events::tested(&test, ("reload", unit, None), faces, "EV-217"));
        events.extend(unfocus(unit));
        if score.passed() {
            of = (of - 1 - score.degrees / 2).max(1);
        }
    }
    let done = known.map_or(0, |task| task.done);
    let ap = unit.pools.0.value(AP);
    let spent = (of - done).min(ap).max(0);
    events.extend(events::pool(unit, AP, ap - spent, "Reload", "EV-216"));
    let task = Undertaking {
        act: Key::of("reload"),
        choice: key.clone(),
        targets: Vec::new(),
        done: done + spent,
        of,
    };
    let over = task.is_done();
    if known.is_some() || !over {
        let progress = EventKind::Progress { unit: unit.id(), what: task };
        events.push(Event::new(progress, &["EV-216"]));
    }
    if over {
        let on = Carrier::Item(key.clone());
        let full = EventKind::wear(unit, &on, AMMO, arm.attack.ammo, "it is loaded");
        events.extend(full.map(|what| Event::new(what, &["EV-216"])));
    }
    Ok(events)
}

/// Tips a table: with a test of Strength it becomes cover in the square beyond (EV-163).
fn tip(
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    target: Target,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let board = ctx.field.board();
    let Some(Object::Thing(id)) = Object::of(target) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let test = me.test("to tip it", me.mark(ctx, "strength", None));
    let how = ("tip", "Tip furniture", "EV-163");
    let (mut events, passed) = plain::tried(ctx, me, how, test, oracle)?;
    if let (true, Some(thing)) = (passed, board.thing(id)) {
        let kind = ThingKind::Barricade;
        let tipped = grid::Thing { kind, height: Hm::metres(1), ..thing.clone() };
        events.push(events::board(BoardChange::ThingMoved { id, thing: tipped }, "EV-163"));
    }
    Ok(Outcome::done(events))
}
