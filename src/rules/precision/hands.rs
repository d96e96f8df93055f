//! What hands do: doors, windows and gates, levers, things picked up (PR-134, PR-367), and weapons
//! that leave the hand when they are thrown.

use crate::grid::{
    Cell, Diagonals, Dir, Edge, EdgeKind, Hm, Manner as Going, Place, Pricing, Room, ThingId,
    ThingKind,
};
use crate::rules::command::Target;
use crate::rules::event::{BoardChange, Event, Happening};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Lying, Unit};
use crate::rules::step::{Outcome, Step};
use crate::rules::{Key, Refusal};

use super::budget::{self, Budget};
use super::data::{Ability, Content, Effect, Grip, Timing};
use super::objects::{is_at_hand, is_edge_at_hand};
use super::position::Position;
use super::sheet::{MAIN, OFF};
use super::strike::Strike;
use super::walk::{MoveState, Prices};

/// The step of handling something.
pub const HANDLE: &str = "handle";

/// True for abilities that handle a fixture or an item.
pub fn is_handling(ability: &Ability) -> bool {
    ability.has(|e| matches!(e, Effect::Interact))
}

/// What handling something does.
enum Handling {
    /// Leaves that open or close.
    Leaves(Vec<(Cell, Dir, Edge)>),
    /// Something taken up into a hand.
    Take(Lying, &'static str),
}

/// Whether something can be handled now; gives what it costs of the move, if it is done in one.
///
/// # Errors
/// Why not.
pub fn check(
    position: Position<'_>,
    unit: &Unit,
    ability: &Ability,
    target: Target,
) -> Result<(), Refusal> {
    handling(position, unit, target)?;
    price(position, unit, ability).map(|_| ())
}

/// In a move it costs a point (PR-134); as a rapid action none.
fn price(
    position: Position<'_>,
    unit: &Unit,
    ability: &Ability,
) -> Result<Option<(MoveState, MoveState)>, Refusal> {
    if ability.timing != Timing::InMovement {
        return Ok(None);
    }
    Budget::of(&unit.turn).check_move()?;
    let prices = Prices::new(position.content, position.ctx, unit, "")
        .ok_or_else(|| Refusal::new("no_sheet", "it has no sheet", "PR-139"))?;
    let before = prices.start();
    let after = prices.pay(&before, position.content.rules.door_cost, Going::Walk)?;
    Ok(Some((before, after)))
}

/// True if doing it now makes the move a run (PR-62).
pub fn begins_run(position: Position<'_>, unit: &Unit, ability: &Ability) -> bool {
    let price = price(position, unit, ability);
    matches!(price, Ok(Some((before, after))) if after.running && !before.running)
}

fn handling(position: Position<'_>, unit: &Unit, target: Target) -> Result<Handling, Refusal> {
    let refuse = |code, text: &str| Err(Refusal::new(code, text, "PR-367"));
    let board = position.ctx.field.board();
    match target {
        Target::Edge(cell, side) => {
            let Some(edge) = board.edge(cell, side).filter(|e| e.kind.spec().opens) else {
                return refuse("wrong_target", "there is nothing to open or close");
            };
            if !is_edge_at_hand(position, unit.id(), cell, side) {
                return refuse("out_of_reach", "it is out of reach");
            }
            turn(position, vec![(cell, side, edge)], !edge.open)
        }
        Target::Thing(id) => pull(position, unit, id),
        Target::Place(Place::Cell(cell)) => {
            let Some(lying) = position.ctx.state.scene.lying.iter().find(|l| l.cell == cell) else {
                return refuse("wrong_target", "nothing lies there");
            };
            if !is_at_hand(position, unit.id(), cell, Hm(1)) {
                return refuse("out_of_reach", "it is out of reach");
            }
            match free_hand(position, unit, &lying.item) {
                Some(slot) => Ok(Handling::Take(lying.clone(), slot)),
                None => refuse("no_free_hand", "no hand is free for it"),
            }
        }
        _ => refuse("wrong_target", "it is not handled like that"),
    }
}

/// Opens or closes leaves; nobody may stand where one closes.
fn turn(
    position: Position<'_>,
    leaves: Vec<(Cell, Dir, Edge)>,
    open: bool,
) -> Result<Handling, Refusal> {
    let astride = |cell: Cell, side: Dir| {
        position.ctx.field.bodies().iter().any(|body| {
            let covers = |c: Cell| body.cells().any(|own| own == c);
            covers(cell) && covers(cell.step(side))
        })
    };
    if !open && leaves.iter().any(|(cell, side, _)| astride(*cell, *side)) {
        return Err(Refusal::new("blocked", "somebody stands in it", "PR-367"));
    }
    let turned = leaves.into_iter().filter(|(.., edge)| edge.open != open);
    Ok(Handling::Leaves(turned.collect()))
}

/// A lever opens the gates around it, or closes them when all stand open.
fn pull(position: Position<'_>, unit: &Unit, id: ThingId) -> Result<Handling, Refusal> {
    let refuse = |code, text: &str| Err(Refusal::new(code, text, "PR-367"));
    let board = position.ctx.field.board();
    let lever = board.thing(id).filter(|t| t.kind == ThingKind::Lever);
    let Some(lever) = lever else { return refuse("wrong_target", "it cannot be handled") };
    if !is_at_hand(position, unit.id(), lever.cell, lever.height) {
        return refuse("out_of_reach", "it is out of reach");
    }
    let here = Room::point(lever.cell, Hm::ZERO);
    let range = u32::from(position.content.rules.lever_range);
    let gates: Vec<(Cell, Dir, Edge)> = board
        .edges()
        .filter(|(cell, side, edge)| {
            // A gate is as near as the nearer of the two squares that it parts.
            let near = |cell| here.distance(&Room::point(cell, Hm::ZERO), Diagonals::One) <= range;
            edge.kind == EdgeKind::Gate && (near(*cell) || near(cell.step(*side)))
        })
        .collect();
    if gates.is_empty() {
        return refuse("no_gate", "no gate near enough hangs on this lever");
    }
    let open = gates.iter().any(|(.., edge)| !edge.open);
    turn(position, gates, open)
}

/// The hand that can take an item up: the main one first, the off hand for shields; both must be
/// free for what needs both.
fn free_hand(position: Position<'_>, unit: &Unit, item: &Key) -> Option<&'static str> {
    let held = |slot: &str| {
        unit.gear.0.get(slot).and_then(|item| position.content.weapons.get(item.as_str()))
    };
    let (main, off) = (held(MAIN), held(OFF));
    let grip = position.content.weapons.get(item.as_str())?.grip;
    let both = main.is_some_and(|w| w.grip == Grip::TwoHanded);
    match grip {
        Grip::Natural => None,
        Grip::TwoHanded => (main.is_none() && off.is_none()).then_some(MAIN),
        Grip::OffHand => (off.is_none() && !both).then_some(OFF),
        Grip::OneHanded if main.is_none() => Some(MAIN),
        Grip::OneHanded => (off.is_none() && !both).then_some(OFF),
    }
}

/// What may come into question as a target: the leaves at the own cells, levers and things that
/// lie around.
pub fn candidates(position: Position<'_>, unit: &Unit) -> Vec<Target> {
    let Some(body) = position.body(unit.id()) else { return Vec::new() };
    let board = position.ctx.field.board();
    let mut found: Vec<Target> = Vec::new();
    for cell in body.cells() {
        for side in Dir::SIDES {
            if board.edge(cell, side).is_some_and(|e| e.kind.spec().opens) {
                found.push(Target::Edge(cell, side));
            }
        }
    }
    let levers = board.things().filter(|(_, t)| t.kind == ThingKind::Lever);
    found.extend(levers.map(|(id, _)| Target::Thing(id)));
    let mut cells: Vec<Cell> = position.ctx.state.scene.lying.iter().map(|l| l.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    found.extend(cells.into_iter().map(|c| Target::Place(c.into())));
    found
}

/// Handles something.
pub fn run(content: &Content, ctx: Ctx<'_>, step: &Step, ability: &Ability) -> Outcome {
    let nothing = Outcome::done(Vec::new());
    let position = Position { content, ctx };
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else { return nothing };
    let Some(target) = step.targets.first() else { return nothing };
    let Ok(handling) = handling(position, unit, *target) else { return nothing };
    let Ok(price) = price(position, unit, ability) else { return nothing };
    let mut events = vec![Event::new(
        Happening::Declared {
            act: ability.id.clone(),
            name: ability.name.clone(),
            unit: unit.id(),
            targets: Vec::new(),
            place: None,
        },
        &["PR-367"],
    )];
    match price {
        None => events.push(budget::acted(unit, ability.timing, &ability.id)),
        Some((before, after)) => {
            if after.running && !before.running {
                events.push(budget::runs(unit));
            }
            events.push(budget::moved(unit, after.spent, "PR-134"));
        }
    }
    match handling {
        Handling::Leaves(leaves) => events.extend(leaves.into_iter().map(|(cell, side, edge)| {
            let to = Some(Edge { open: !edge.open, ..edge });
            let change = BoardChange::Edge { cell, side, from: Some(edge), to };
            Event::new(Happening::Board(change), &["PR-367"])
        })),
        Handling::Take(lying, slot) => {
            events.push(gear(unit, slot, &lying.item));
            events.push(Event::new(Happening::Board(BoardChange::Taken(lying)), &["PR-367"]));
        }
    }
    Outcome::done(events)
}

/// The event of another item in a slot; an empty name for nothing.
fn gear(unit: &Unit, slot: &'static str, to: &Key) -> Event {
    let from = unit.gear.0.get(slot).cloned().unwrap_or_default();
    let what = Happening::Gear { unit: unit.id(), slot: Key::of(slot), from, to: to.clone() };
    Event::new(what, &["PR-65"])
}

/// The events of letting an item fall into a cell.
pub fn lay_down(unit: &Unit, slot: &'static str, cell: Cell) -> Vec<Event> {
    let Some(item) = unit.gear.0.get(slot).cloned() else { return Vec::new() };
    let down = gear(unit, slot, &Key::default());
    let lying = Lying { item, cell };
    vec![down, Event::new(Happening::Board(BoardChange::Laid(lying)), &["PR-65"])]
}

/// A thrown weapon lies where it was thrown at.
pub fn after_throw(strike: &Strike<'_>, actor: &Unit, targets: &[Target]) -> Vec<Event> {
    let thrown = strike.ability.is_weapon_attack()
        && strike.weapon_attack().is_some_and(|attack| attack.thrown);
    if !thrown {
        return Vec::new();
    }
    let board = strike.position.ctx.field.board();
    let cell = targets.iter().find_map(|target| match target {
        Target::Unit(id) => strike.position.body(*id).and_then(crate::grid::Body::anchor),
        Target::Place(place) => place.cell(),
        Target::Edge(cell, _) => Some(*cell),
        Target::Thing(id) => board.thing(*id).map(|t| t.cell),
    });
    let own = actor.placement.at.cell();
    cell.or(own).map_or_else(Vec::new, |cell| lay_down(actor, MAIN, cell))
}
