//! Acts of hands and body other than attacks: drawing, dropping, picking up and reloading weapons,
//! doors, draughts and charges, stabilising the dying, holds, lying down, giving up (VG-84, VG-92
//! to VG-94, VG-166, VG-237).

use grid::{Body, Cell, Diagonals, FloorAt, Hm, Room, SupportKind, UnitId};
use rules::command::Target;
use rules::dice::{Die, Read, Throw};
use rules::event::{BoardChange, Event, EventKind};
use rules::fixture;
use rules::kit::{events, objects};
use rules::object::{Object, stand_in};
use rules::oracle::{Oracle, Pause};
use rules::roll::Test;
use rules::ruleset::{Ctx, Entry};
use rules::state::{ActRecord, Carrier, Condition, Lying, Posture, Status, Unit};
use rules::{Key, Sum};

use super::conditions;
use super::contact;
use super::data::{Ability, Content, Moment};
use super::long_acts;
use super::names::{
    DRAUGHTS, DURABILITY, LIE_DOWN, LOADED, MAIN, MOVE, OFF, PINNED, SIDE, SURRENDER,
};
use super::numbers::{Numbers, is_helpless};
use super::placed_charges;
use super::resist;
use super::rulings;
use super::sheet::Creature;
use super::step::{Handle, Handling, Outcome};
use super::wounds;

/// Maximum distance between a lever and its gates, in squares.
pub const LEVER_RANGE: u32 = 30;
/// The dice of a draught.
const DRAUGHT_DICE: [Die; 2] = [Die::d(8), Die::d(8)];

/// These acts, as shown to players.
pub fn entries() -> Vec<Entry> {
    Handling::ALL.map(|what| Entry::of(what.id(), what.name(), what.text())).to_vec()
}

impl Handling {
    /// All of them, in action bar order.
    pub const ALL: [Self; 12] = [
        Self::BreakFree,
        Self::Reload,
        Self::Draw,
        Self::Stabilise,
        Self::Drink,
        Self::Place,
        Self::Detonate,
        Self::Move,
        Self::PickUp,
        Self::Drop,
        Self::LieDown,
        Self::Surrender,
    ];

    /// Its name in commands.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Reload => "reload",
            Self::Stabilise => "stabilise",
            Self::BreakFree => "break_free",
            Self::Draw => "draw",
            Self::Drop => "drop",
            Self::PickUp => "pick_up",
            Self::Move => "handle",
            Self::Drink => "drink",
            Self::Place => "place_charge",
            Self::Detonate => "detonate",
            Self::LieDown => LIE_DOWN,
            Self::Surrender => SURRENDER,
        }
    }

    /// Its name for players.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reload => "Reload",
            Self::Stabilise => "Stabilise",
            Self::BreakFree => "Break Free",
            Self::Draw => "Draw",
            Self::Drop => "Drop",
            Self::PickUp => "Pick Up",
            Self::Move => "Open or Close",
            Self::Drink => "Drink a Draught",
            Self::Place => "Place a Charge",
            Self::Detonate => "Detonate",
            Self::LieDown => "Lie Down",
            Self::Surrender => "Surrender",
        }
    }

    /// Its description, in one sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Reload => "Reloads a weapon.",
            Self::Stabilise => "Medicine against 20: an adjacent unit in Shock is no longer dying.",
            Self::BreakFree => "Strength against the roll that pinned it, once per turn.",
            Self::Draw => "Swaps the weapon in hand for the one at the belt.",
            Self::Drop => "Drops the weapon in hand.",
            Self::PickUp => "Picks up a weapon or a shield with a free hand.",
            Self::Move => "Opens or closes a door or a window, or moves a lever.",
            Self::Drink => "Restores 2d8 Durability.",
            Self::Place => "Places a charge beside it, to be set off from afar.",
            Self::Detonate => {
                "Sets off all charges of its side: 3d8 thermal within 2 squares, half if Speed \
                 resists."
            }
            Self::LieDown => "Lies down; free as part of a Move.",
            Self::Surrender => "Surrenders.",
        }
    }

    /// The rule behind it.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Reload => "VG-93",
            Self::Stabilise => "VG-237",
            Self::BreakFree => "VG-56",
            Self::Draw | Self::Drop | Self::PickUp | Self::Move => "VG-92",
            Self::Drink | Self::Place | Self::Detonate => "VG-84",
            Self::LieDown => "VG-166",
            Self::Surrender => "VG-94",
        }
    }

    /// Its cost in actions; lying down is part of a Move in progress.
    pub fn actions(self, unit: &Unit) -> i32 {
        let moves = unit.turn.acts.last().is_some_and(|record| record.class == *MOVE);
        match self {
            Self::Drop | Self::Surrender => 0,
            Self::LieDown if moves => 0,
            _ => 1,
        }
    }
}

/// Whether this cell is one of a combatant's own or beside them.
pub fn is_near(ctx: Ctx<'_>, unit: &Unit, cell: Cell) -> bool {
    let floor = ctx.field.board().tile(cell).map(|tile| tile.elevation);
    let body = ctx.field.body(unit.id());
    body.zip(floor).is_some_and(|(body, floor)| {
        let level = (body.feet - floor).abs() < Hm::metres(2);
        let room = body.room().map(|room| room.distance(&Room::point(cell, floor), Diagonals::One));
        level && room.is_some_and(|n| n <= 1)
    })
}

/// Whether this floor is under a combatant or beside it, with nothing in between.
pub fn is_in_reach(ctx: Ctx<'_>, unit: &Unit, at: impl Into<FloorAt>) -> bool {
    let at = at.into();
    let board = ctx.field.board();
    let floor = match at.floor {
        Some(_) => at.point(board).map(|room| room.feet),
        None => board.tile(at.cell).map(|tile| tile.elevation),
    };
    ctx.field.body(unit.id()).zip(floor).is_some_and(|(me, feet)| {
        let level = (me.feet - feet).abs() < Hm::metres(2);
        let under = me.cells().any(|cell| cell == at.cell);
        let it = stand_in(board, at.cell, Hm::ZERO, feet).map(|it| Body { feet, ..it });
        under && level || it.is_some_and(|it| ctx.field.adjacent(me, &it, Hm::metres(2)))
    })
}

/// Whether a combatant can reach an object with its hands.
pub fn is_at_hand(ctx: Ctx<'_>, unit: &Unit, target: Target) -> bool {
    Object::of(target).is_some_and(|object| objects::is_at_hand(ctx, unit, object))
}

/// The slot for an item picked up from the ground, if a hand is free for it.
pub fn free_slot(content: &Content, unit: &Unit, item: &Key) -> Option<&'static str> {
    let free = |slot: &&'static str| !unit.gear.0.contains_key(*slot);
    if content.weapons.contains(item.as_str()) {
        return [MAIN, SIDE].into_iter().find(free);
    }
    let shield = content.armour.get(item.as_str()).is_some_and(|armour| armour.shield);
    let has_shield = Numbers::of(content, unit).is_some_and(|me| me.has_shield());
    Some(OFF).filter(|_| shield && !has_shield)
}

/// The item on this floor that a combatant can pick up.
pub fn liftable<'a>(
    content: &Content,
    ctx: Ctx<'a>,
    unit: &Unit,
    at: FloorAt,
) -> Option<&'a Lying> {
    let mut here = ctx.state.scene.lying.iter().filter(|lying| lying.at() == at);
    here.find(|lying| free_slot(content, unit, &lying.item).is_some())
}

/// The roll behind an act, if it has one.
pub fn test(ctx: Ctx<'_>, me: &Numbers<'_>, (what, target): (Handling, UnitId)) -> Option<Test> {
    let ruled = |other| rulings::circumstance(ctx.state, me.unit.id(), other);
    let mut tally = me.on_actions();
    match what {
        Handling::Stabilise => {
            let ruled = ruled(target);
            tally.ruled(ruled.charges);
            let mut mark = Sum::new();
            mark.push("treatment", me.content.rules.aid_vs, "VG-237");
            mark.add("circumstances", ruled.number, "VG-336");
            Some(me.check("treatment", mark, &tally, me.medicine()))
        }
        Handling::BreakFree => {
            // Several holds are broken together, against the strongest.
            let hold = holds(me.unit).max_by_key(|hold| hold.size)?;
            let ruled = hold.source.map(ruled).unwrap_or_default();
            // It is an action of its own, so a Charge may apply.
            tally.ruled(ruled.charges);
            let mut number = resist::number(hold.size);
            number.add("circumstances", ruled.number, "VG-336");
            Some(resist::test_with(me, (Ability::Strength, number), &tally))
        }
        _ => None,
    }
}

/// Carries out such an act: pays for it and rolls if needed.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(moment: Moment<'_>, step: &Handle, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
    let Moment { content, ctx } = moment;
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(unit) = ctx.unit(step.unit).filter(|unit| unit.is_active()) else { return nothing };
    let Some(me) = Numbers::of(content, unit) else { return nothing };
    let (what, rule) = (step.what, step.what.rule());
    if !step.paid {
        let act = (Key::of(what.id()), what.name());
        let targets = if step.target == step.unit { Vec::new() } else { vec![step.target] };
        let mut all = vec![events::declared(unit, act, targets, rule)];
        let actions = what.actions(unit);
        if actions > 0 {
            let record = ActRecord { class: Key::of("hands"), act: Key::of(what.id()), amount: 0 };
            all.extend(long_acts::pay(unit, actions, what.name(), rule));
            all.push(events::act_recorded(unit, record, None, rule));
        }
        return Ok(Outcome::then(all, Handle { paid: true, ..step.clone() }.into()));
    }
    if let Some(test) = test(ctx, &me, (what, step.target)) {
        let (faces, score) = test.roll(oracle)?;
        let target = (step.target != step.unit).then_some(step.target);
        let mut all = vec![events::tested(&test, (what.id(), unit, target), faces, rule)];
        all.extend(conditions::end_action_bonuses(unit, false));
        if score.passed() {
            all.extend(on_success(ctx, unit, step));
        }
        return Ok(Outcome::done(all));
    }
    if what == Handling::Drink {
        return drink(unit, oracle).map(Outcome::done);
    }
    if what == Handling::Detonate {
        return Ok(placed_charges::detonate(ctx, unit));
    }
    Ok(Outcome::done(without_roll(content, ctx, &me, step)))
}

/// The effect of a successful roll.
fn on_success(ctx: Ctx<'_>, unit: &Unit, step: &Handle) -> Vec<Event> {
    match step.what {
        Handling::Stabilise => ctx.unit(step.target).map_or_else(Vec::new, wounds::stabilise),
        Handling::BreakFree => {
            let free = |hold| events::relieved_of(unit, hold, "it struggles free", "VG-56");
            holds(unit).map(free).collect()
        }
        _ => Vec::new(),
    }
}

/// Drinks a draught, restoring the sum of plain dice (VG-84).
fn drink(unit: &Unit, oracle: &mut Oracle<'_>) -> Result<Vec<Event>, Pause> {
    let missing = unit.tracks.0.get(DURABILITY).map_or(0, |meter| meter.max - meter.value);
    let read = Read::Sum((3..=missing.clamp(2, 16)).collect());
    let faces = oracle.roll(Throw { dice: DRAUGHT_DICE.to_vec(), read })?;
    let amount = faces.iter().map(|face| i32::from(*face)).sum();
    let left = unit.pools.0.value(DRAUGHTS) - 1;
    let mut all: Vec<Event> = Vec::new();
    all.extend(events::pool(unit, DRAUGHTS, left, "a draught", "VG-84"));
    all.extend(wounds::restore_durability(unit, amount, "a draught", "VG-84"));
    Ok(all)
}

/// The acts that need no roll.
fn without_roll(content: &Content, ctx: Ctx<'_>, me: &Numbers<'_>, step: &Handle) -> Vec<Event> {
    let (unit, rule) = (me.unit, step.what.rule());
    let at = step.at.and_then(|target| target.floor());
    match step.what {
        Handling::Reload => {
            let item = me.unloaded().map(|slot| Carrier::Item(Key::of(slot)));
            let loaded =
                item.and_then(|item| EventKind::wear(unit, &item, LOADED, 1, "it is reloaded"));
            loaded.map(|what| Event::new(what, &[rule])).into_iter().collect()
        }
        Handling::Draw => draw(unit),
        Handling::Drop => drop_weapon(me, rule),
        Handling::PickUp => {
            let lying = at.and_then(|at| liftable(content, ctx, unit, at));
            let slot = lying.and_then(|lying| free_slot(content, unit, &lying.item));
            lying.zip(slot).map_or_else(Vec::new, |(lying, slot)| {
                let (item, meters) = (lying.item.clone(), lying.meters.clone());
                let held = EventKind::gear_with(unit, slot, &item, meters);
                let taken = events::board(BoardChange::Taken(lying.clone()), rule);
                vec![taken, Event::new(held, &[rule])]
            })
        }
        Handling::Move => {
            let reach = |_| Ok(());
            let target = step.at.unwrap_or(Target::Unit(unit.id()));
            let leaves =
                fixture::handled(ctx, target, (LEVER_RANGE, rule), reach).unwrap_or_default();
            fixture::turned(ctx.field.board(), leaves, rule)
        }
        Handling::Place => {
            at.map_or_else(Vec::new, |at| placed_charges::place(content, unit, at, rule))
        }
        Handling::LieDown => vec![events::stance(unit, Posture::Prone, rule)],
        Handling::Surrender => {
            vec![events::status(unit, Status::Surrendered, "it gives up", "VG-40")]
        }
        Handling::Stabilise | Handling::BreakFree | Handling::Drink | Handling::Detonate => {
            Vec::new()
        }
    }
}

/// Puts the item of one slot into another.
fn moved_item(unit: &Unit, slot: &str, from: &str) -> Event {
    let item = unit.gear.0.get(from).cloned().unwrap_or_default();
    let meters = unit.carriers.item(from).cloned().unwrap_or_default();
    Event::new(EventKind::gear_with(unit, slot, &item, meters), &["VG-92"])
}

/// Swaps the weapon in hand and the one at the belt.
fn draw(unit: &Unit) -> Vec<Event> {
    vec![moved_item(unit, MAIN, SIDE), moved_item(unit, SIDE, MAIN)]
}

/// Drops the weapon in hand. A second one in the other hand stays there, and is now the only one.
fn drop_weapon(me: &Numbers<'_>, rule: &'static str) -> Vec<Event> {
    let unit = me.unit;
    let item = unit.gear.0.get(MAIN).cloned().zip(unit.placement.drop_point());
    item.map_or_else(Vec::new, |(item, at)| {
        let meters = unit.carriers.item(MAIN).cloned().unwrap_or_default();
        let lying = Lying { meters, ..Lying::new(item, at) };
        let second = me.holds_second();
        let empty = if second { SIDE } else { MAIN };
        let stays = second.then(|| moved_item(unit, MAIN, SIDE));
        let empty = Event::new(EventKind::gear(unit, empty, &Key::default()), &[rule]);
        stays.into_iter().chain([empty, events::board(BoardChange::Laid(lying), rule)]).collect()
    })
}

/// Whether a combatant stands on something it could lie down on.
pub fn is_grounded(unit: &Unit) -> bool {
    !matches!(unit.placement.support, SupportKind::Flight | SupportKind::Grip)
}

/// The holds on a combatant, one for each holder (VG-56).
fn holds(unit: &Unit) -> impl Iterator<Item = &Condition> {
    unit.conditions.0.iter().filter(|condition| condition.id == *PINNED)
}

/// The first hold on a combatant that is over: its holder is out of the fight, helpless, or out of
/// reach (VG-56).
pub fn released_hold<'a>(ctx: Ctx<'a>, held: &'a Unit) -> Option<&'a Condition> {
    let is_over = |by: &Unit| {
        let bodies = ctx.field.body(by.id()).zip(ctx.field.body(held.id()));
        let near = bodies.is_some_and(|(a, b)| contact::squares_between(a, b) <= hold_range(by));
        !(by.is_active() && near && !is_helpless(by))
    };
    holds(held).find(|hold| hold.source.and_then(|id| ctx.unit(id)).is_some_and(is_over))
}

/// The range of a hold with the longest weapon that can hold, in squares.
const HOLD_RANGE: i32 = 2;

/// The range of a holder's hold, in squares: the huge reach further (VG-146).
fn hold_range(by: &Unit) -> i32 {
    let creature = by.form.sheet.get::<Creature>();
    creature.map_or(HOLD_RANGE, |creature| creature.0.size.reach().max(HOLD_RANGE))
}
