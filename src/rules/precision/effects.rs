//! Effects of abilities apart from damage, once the ability succeeds.

use std::borrow::Cow;

use grid::{
    Body, Cell, Dir, Hazard, Hm, Lean, Push, PushEnd, Room, SupportKind, UnitId, Volume, VolumeId,
};
use rules::event::{BoardChange, Event, EventKind, MoveKind};
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::roll::Test;
use rules::state::{Condition, Expiry, Posture, Status, Unit};
use rules::{Key, RuleId, Sum};

use super::conditions;
use super::data::{Ability, Affliction, Blocks, Effect};
use super::energy;
use super::fall;
use super::flags::{FREE_STANDING, SAVE_PASSED, UNLOADED};
use super::ground;
use super::health;
use super::numbers::Numbers;
use super::position::Position;
use super::sheet::{MAIN, OFF, STOWED};

/// The events of one effect on one target.
///
/// # Errors
/// [`Pause`] while a die or one of the actor's choices is missing.
pub fn on_target(
    position: Position<'_>,
    actor: &Unit,
    target: &Unit,
    effect: &Effect,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let content = position.content;
    Ok(match effect {
        Effect::Condition { id, n, lasts } => {
            let mut events = Vec::new();
            if *id == Affliction::Marked {
                events.extend(lift_mark(position, actor.id()));
            }
            events.push(conditions::gain(content, target, *id, *n, *lasts, actor.id()));
            events
        }
        Effect::End(list) => target
            .conditions
            .0
            .iter()
            .filter(|c| list.iter().any(|a| a.key() == c.id))
            .map(|c| conditions::end(target, c, "cured"))
            .collect(),
        Effect::Push(squares) => push(position, target, room_of(position, actor.id()), *squares),
        Effect::Throw(squares) => {
            let (here, there) = (room_of(position, actor.id()), room_of(position, target.id()));
            let ((ax, ay), (bx, by)) = (here.middle2(), there.middle2());
            let away = Dir::towards(bx - ax, by - ay).unwrap_or(Dir::N);
            let dir = ask_direction(actor, target, away, oracle)?;
            let behind = there.at(there.cell.step(dir.opposite()), there.feet);
            push(position, target, behind, *squares)
        }
        Effect::Prone if target.placement.posture == Posture::Standing => {
            vec![events::stance(target, Posture::Prone, "PR-256")]
        }
        Effect::FreeStanding => events::flag(target, FREE_STANDING, 1, &[]).into_iter().collect(),
        Effect::PassNextSave(needed) => first_aid(position, actor, target, *needed, oracle)?,
        Effect::RegainEnergy(n) => energy::regain(actor, *n, "PR-351").into_iter().collect(),
        Effect::BreakFree => {
            // Only from the holder whose Fortitude was rolled against (PR-362).
            let by = |c: &&Condition| c.source == Some(target.id());
            let held = actor.conditions.0.iter().filter(|c| c.id == Affliction::Held.key());
            held.filter(by).map(|c| conditions::end(actor, c, "broke free")).collect()
        }
        Effect::SwapHands => swap_hands(position, actor),
        Effect::Reload => events::flag(actor, UNLOADED, 0, &[]).into_iter().collect(),
        Effect::Dismiss => vec![super::summon::dismissed(target)],
        Effect::Revert => super::form::given_up(actor),
        _ => Vec::new(),
    })
}

/// The events of an ability that changes a place rather than the units in it: these cells, on the
/// deck at that height or on the ground.
pub fn on_place(
    actor: &Unit,
    ability: &Ability,
    (cells, floor): (&[Cell], Option<Hm>),
    number: u32,
) -> Vec<Event> {
    let mut events = Vec::new();
    for effect in &ability.effects {
        let (height, rounds, hazard, blocks) = match effect {
            Effect::BurningGround { amount, height, rounds } => {
                (*height, *rounds, u8::try_from(*amount).ok(), None)
            }
            Effect::Zone { blocks, height, rounds } => (*height, *rounds, None, Some(*blocks)),
            _ => continue,
        };
        let (id, name) = (VolumeId(number), ability.name.clone());
        let volume = Volume {
            blocks_sight: blocks == Some(Blocks::Sight),
            blocks_sound: blocks == Some(Blocks::Sound),
            damaging: hazard.map(|amount| Hazard { amount, height: Some(height) }),
            floor,
            ..Volume::plain(id, name, cells.to_vec(), height)
        };
        let expiry = Expiry::Slots { of: actor.id(), left: u16::from(rounds) };
        let owner = Some(actor.id());
        let act = ability.id.clone();
        let change = BoardChange::VolumeAdded { volume, owner, act, expiry };
        events.push(events::board(change, "PR-286"));
    }
    events
}

/// Removes the owner's previous mark: each owner has one at a time.
fn lift_mark(position: Position<'_>, owner: UnitId) -> Vec<Event> {
    let marked = Affliction::Marked.key();
    let mut events = Vec::new();
    for unit in &position.ctx.state.units {
        for condition in &unit.conditions.0 {
            if condition.id == marked && condition.source == Some(owner) {
                events.push(conditions::end(unit, condition, "another target is marked"));
            }
        }
    }
    events
}

/// The room of a combatant; the north-west corner if it is off the board.
pub fn room_of(position: Position<'_>, id: UnitId) -> Room {
    let room = position.body(id).and_then(Body::room);
    room.unwrap_or(Room::point(Cell::new(0, 0), Hm::ZERO))
}

fn ask_direction(
    actor: &Unit,
    target: &Unit,
    away: Dir,
    oracle: &mut Oracle<'_>,
) -> Result<Dir, Pause> {
    const NAMES: [(&str, &str); 8] = [
        ("n", "North"),
        ("ne", "North-east"),
        ("e", "East"),
        ("se", "South-east"),
        ("s", "South"),
        ("sw", "South-west"),
        ("w", "West"),
        ("nw", "North-west"),
    ];
    let prompt = Prompt {
        kind: Key::of("direction"),
        side: actor.side(),
        unit: Some(actor.id()),
        about: Key::default(),
        text: format!("Throw {} in which direction?", target.identity.name),
        choices: NAMES.iter().map(|(id, label)| Choice::new(id, *label)).collect(),
        default: away as u16,
        rule: RuleId::of("PR-116"),
    };
    let answer = oracle.ask(prompt)?;
    Ok(Dir::ALL.get(usize::from(answer.0)).copied().unwrap_or(away))
}

/// Pushes a body away from a room, square by square. This costs no movement, stops at walls and
/// creatures, and may cross an edge, where it turns into a fall unless the body can fly (PR-116,
/// PR-117, PR-281).
pub fn push(position: Position<'_>, target: &Unit, away_from: Room, squares: u8) -> Vec<Event> {
    let house = &position.content.rules;
    let Some(body) = position.body(target.id()) else { return Vec::new() };
    let Some(mut room) = body.room() else { return Vec::new() };
    let flies = fall::can_fly(position.content, target);
    let push = Push {
        metres: u16::from(squares),
        step_up: house.free_step,
        step_down: house.free_drop,
        flies,
        past_corner: false,
        lean: Lean::Clockwise,
    };
    let Some(track) = position.ctx.field.push_track(body, away_from, push) else {
        return Vec::new();
    };
    let over_edge = matches!(track.end, PushEnd::Drop(_));
    let last = track.rooms.len().saturating_sub(1);
    let mut events = Vec::new();
    for (i, next) in track.rooms.into_iter().enumerate() {
        let support = match position.ctx.field.support(next, target.id()) {
            SupportKind::Nothing if flies => SupportKind::Flight,
            _ if over_edge && i == last => SupportKind::Nothing,
            carried => carried,
        };
        let pushed = (MoveKind::Forced, 0);
        events.push(events::moved(target, (room, next), support, pushed, "PR-116"));
        // Damaging ground also affects units moved against their will (PR-137).
        if let Ok(ground) = position.ctx.field.ground(next, target.id()) {
            let harm = ground::hazard(&as_hurt(target, &events), &ground);
            events.extend(harm);
        }
        room = next;
    }
    if matches!(track.end, PushEnd::Wall(_) | PushEnd::Thing(_) | PushEnd::Rise(_)) {
        let harm = collision(&as_hurt(target, &events), house.collision_damage);
        events.extend(harm);
    }
    events
}

/// Damage from being pushed against something solid: none by default. It ignores armor (PR-117).
fn collision(target: &Unit, amount: i32) -> Vec<Event> {
    if amount <= 0 {
        return Vec::new();
    }
    let mut sum = Sum::new();
    sum.push("collision", amount, "PR-117");
    health::unarmored(target, ("collision", "collision"), sum, "collision", ("PR-117", "PR-167"))
}

/// A copy of the target with the health left after the events so far.
pub fn as_hurt<'a>(target: &'a Unit, events: &[Event]) -> Cow<'a, Unit> {
    let mut hurt = Cow::Borrowed(target);
    for event in events {
        match &event.what {
            EventKind::Track { unit, id, to, .. } if *unit == target.id() => {
                if let Some(meter) = hurt.to_mut().tracks.0.get_mut(id.as_str()) {
                    meter.value = *to;
                }
            }
            EventKind::Flag { unit: Some(unit), id, to, .. } if *unit == target.id() => {
                hurt.to_mut().flags.set(id.clone(), *to);
            }
            _ => {}
        }
    }
    hurt
}

/// The roll of first aid: 1d10 + half the helper's level must reach `needed` (PR-364).
pub fn first_aid_test(helper: &Numbers<'_>, needed: i32) -> Test {
    let mut bonus = Sum::new();
    bonus.push("half level", helper.half_level(), "PR-364");
    let mut against = Sum::new();
    against.push("first aid", needed, "PR-364");
    Test::of(10, bonus, "the threshold", against)
}

/// First aid: if the roll succeeds, the target passes its next death save (PR-364).
fn first_aid(
    position: Position<'_>,
    actor: &Unit,
    target: &Unit,
    needed: i32,
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let Some(helper) = Numbers::of(position.content, actor) else { return Ok(Vec::new()) };
    let test = first_aid_test(&helper, needed);
    let (faces, score) = test.roll(oracle)?;
    let aid = ("first_aid", actor, Some(target.id()));
    let mut events = vec![events::tested(&test, aid, faces, "PR-364")];
    let passed = score.passed();
    if passed && target.status == Status::Down {
        events.extend(events::flag(target, SAVE_PASSED, 1, &[]));
    }
    Ok(events)
}

/// Swaps the main-hand weapon with the stowed one (PR-365). A two-handed weapon makes the unit drop
/// what its off hand holds.
fn swap_hands(position: Position<'_>, unit: &Unit) -> Vec<Event> {
    let item = |slot: &str| unit.gear.0.get(slot).cloned().unwrap_or_default();
    let (main, stowed, off) = (item(MAIN), item(STOWED), item(OFF));
    let two_handed = position
        .content
        .weapons
        .get(stowed.as_str())
        .is_some_and(|w| w.grip == super::data::Grip::TwoHanded);
    let change = |slot: &'static str, from: &Key, to: &Key| {
        (from != to).then(|| Event::new(EventKind::gear(unit, slot, to), &["PR-365"]))
    };
    let mut events: Vec<Event> = Vec::new();
    if stowed.as_str().is_empty() {
        events.extend(change(MAIN, &main, &off));
        events.extend(change(OFF, &off, &main));
        return events;
    }
    events.extend(change(MAIN, &main, &stowed));
    events.extend(change(STOWED, &stowed, &main));
    if two_handed {
        let at = unit.placement.drop_point().unwrap_or_default();
        events.extend(super::interact::lay_down(unit, OFF, at));
    }
    events
}

/// Height of a combatant's feet above the ground: 0 when standing (PR-129, PR-436).
pub fn altitude(position: Position<'_>, id: UnitId) -> Hm {
    let Some(room) = position.body(id).and_then(Body::room) else { return Hm::ZERO };
    position.ctx.field.drop_under(room, id).unwrap_or(Hm::ZERO)
}

/// Height of a combatant's feet above the ground, for effects on the ground: for swimmers the
/// ground is the bed of the water (PR-129, PR-435).
pub fn over_ground(position: Position<'_>, id: UnitId) -> Hm {
    let swims = position.ctx.unit(id).is_some_and(|u| u.placement.support == SupportKind::Water);
    let over_bed = |body: &Body| {
        let board = position.ctx.field.board();
        let beds = body.cells().filter_map(|cell| board.tile(cell).map(|tile| tile.elevation));
        beds.max().map(|bed| body.feet - bed)
    };
    let swimmer = position.body(id).filter(|_| swims);
    swimmer.and_then(over_bed).unwrap_or_else(|| altitude(position, id))
}
