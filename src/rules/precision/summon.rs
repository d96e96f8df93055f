//! Minions: called by an ability, with turns of their own, and removed together with their summoner
//! (PR-309 to PR-324).

use crate::step::{Outcome, Step, Vanish};
use grid::{FloorAt, Hm, Room, Site, UnitId};
use rules::event::{Event, EventKind, SlotChange};
use rules::fog;
use rules::kit::book::Rulebook;
use rules::kit::events;
use rules::kit::spawn;
use rules::kit::turns::TURNS;
use rules::ruleset::Ctx;
use rules::state::{Clock, Slot, SlotState, State, Status, Unit};
use rules::{Key, Refusal};

use super::data::{Ability, Effect, Sheet};
use super::flags::{AMBUSHED, CALLED};
use super::numbers::Numbers;
use super::position::Position;

/// The sheet of the minion an ability calls; `None` for abilities that call none.
pub fn calls<'a>(position: Position<'a>, ability: &Ability) -> Option<&'a Sheet> {
    ability.effects.iter().find_map(|effect| match effect {
        Effect::Summon(id) => position.content.roster.get(id.as_str()),
        _ => None,
    })
}

/// A summoner's minions that are still in the battle.
pub fn minions(state: &State, summoner: UnitId) -> impl Iterator<Item = &Unit> {
    state.units.iter().filter(move |u| u.identity.maker == Some(summoner) && u.status.is_present())
}

/// True for minions called in the current round.
fn is_called_this_round(state: &State, unit: &Unit) -> bool {
    unit.flags.get(CALLED) == i64::from(state.scene.clock.round) && unit.identity.maker.is_some()
}

/// True if a unit counts as ambushed. Minions called during that round do not (PR-306).
pub fn is_ambushed(state: &State, unit: &Unit) -> bool {
    let side = state.scene.sides.get(usize::from(unit.side().0));
    side.is_some_and(|s| s.flags.get(AMBUSHED) != 0) && !is_called_this_round(state, unit)
}

/// Checks that another minion may be called (PR-322).
///
/// # Errors
/// When the maximum is reached.
pub fn check_count(position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
    let most = usize::from(position.content.rules.max_minions);
    let there = minions(position.ctx.state, unit.id()).count();
    if there >= most {
        let text = format!("{there} minions are in play, the maximum is {most}");
        return Err(Refusal::new("too_many_minions", text, "PR-322"));
    }
    Ok(())
}

/// The room of a minion with its north-west square here: of several floors, on the one nearest to
/// its summoner's feet.
///
/// # Errors
/// When it does not fit (PR-321).
fn site(
    position: Position<'_>,
    summoner: UnitId,
    sheet: &Sheet,
    at: FloorAt,
) -> Result<Site, Refusal> {
    let (field, no_unit) = (position.ctx.field, UnitId(u32::MAX));
    let height = Hm::from_cm_ceil(i32::from(sheet.stats.height_cm)).max(Hm(1));
    let feet = position.body(summoner).map_or(Hm::ZERO, |own| own.feet);
    let room = Room { cell: at.cell, size: sheet.stats.footprint.max(1), feet, height };
    let fits = field.site_on(room, at.floor, no_unit).and_then(|site| {
        let blocker = field.blocker(room.at(at.cell, site.feet), no_unit);
        blocker.map_or(Ok(site), Err)
    });
    fits.map_err(|obstacle| Refusal::new("no_room", obstacle.to_string(), "PR-321"))
}

/// Checks a place for a minion's north-west square: free, and within range (PR-321).
///
/// # Errors
/// The first reason it is not valid.
pub fn check_cell(
    position: Position<'_>,
    unit: &Unit,
    sheet: &Sheet,
    at: FloorAt,
    range: u8,
) -> Result<(), Refusal> {
    let site = fog::as_seen(position.ctx, unit.side(), |ctx| {
        site(Position { ctx, ..position }, unit.id(), sheet, at)
    })?;
    let height = Hm::from_cm_ceil(i32::from(sheet.stats.height_cm)).max(Hm(1));
    let size = sheet.stats.footprint.max(1);
    let room = Room { cell: at.cell, size, feet: site.feet, height };
    let distance = position.distance_to(unit.id(), room).unwrap_or(u32::MAX);
    if distance > u32::from(range) {
        let text = format!("{distance} squares away, range is {range}");
        return Err(Refusal::new("out_of_range", text, "PR-321"));
    }
    Ok(())
}

/// The events of a minion appearing and taking its place in the order. It fails to appear where a
/// unit stands that the summoner's side could not see.
pub fn call(position: Position<'_>, summoner: &Unit, sheet: &Sheet, at: FloorAt) -> Vec<Event> {
    let state = position.ctx.state;
    let failed = |why: String| vec![events::cancelled(summoner, &sheet.id, why, "PR-321")];
    let site = match site(position, summoner.id(), sheet, at) {
        Ok(site) => site,
        Err(refusal) => return failed(refusal.text),
    };
    let placing = spawn::called(state, summoner, (&sheet.id, &sheet.name), at.cell);
    let mut minion = match position.content.enlist(&placing) {
        Ok(minion) => minion,
        Err(error) => return failed(error.to_string()),
    };
    spawn::put_down(&mut minion, summoner.id(), &site);
    let clock = &state.scene.clock;
    minion.flags.set(Key::of(CALLED), i64::from(clock.round));
    let value = Numbers::of(position.content, &minion).map_or(0, |n| n.initiative(false));
    let called = |id: UnitId| {
        state.unit(id).is_some_and(|u| {
            u.identity.maker == Some(summoner.id()) && is_called_this_round(state, u)
        })
    };
    let place = place(clock, summoner.id(), &called, value);
    let id = minion.id();
    let mut events = vec![Event::new(EventKind::Spawned(Box::new(minion)), &["PR-321"])];
    if let Some((at, rule)) = place {
        let slot = Slot::turn(vec![id], value);
        events.push(events::slot(SlotChange::Insert(at, slot), &["PR-312", rule]));
    }
    events
}

/// Where a minion with this initiative enters the round's order, and the rule: right after its
/// summoner if it is no slower and called in the summoner's turn (PR-313, PR-315, PR-316);
/// otherwise after units with its value, if that place is still ahead (PR-314, PR-317). `None` if
/// it has no turn this round.
fn place(
    clock: &Clock,
    summoner: UnitId,
    called: &dyn Fn(UnitId) -> bool,
    value: i32,
) -> Option<(usize, &'static str)> {
    if clock.phase != *TURNS {
        return None;
    }
    let slots = &clock.slots;
    let running = clock.running();
    let own = running.filter(|i| {
        clock.active.contains(&summoner)
            && slots.get(*i).is_some_and(|s| s.members.contains(&summoner))
    });
    let value_at = |i: usize| slots.get(i).map(|s| s.value);
    if let Some((i, own_value)) = own.and_then(|i| value_at(i).map(|v| (i, v)))
        && value >= own_value
    {
        let before = slots.iter().skip(i + 1).take_while(|s| {
            let minion = s.members.iter().any(|m| called(*m));
            minion && s.state == SlotState::Waiting && s.value >= value.max(own_value)
        });
        let rule = if value == own_value { "PR-315" } else { "PR-313" };
        return Some((i + 1 + before.count(), rule));
    }
    let last = running.or_else(|| slots.iter().rposition(|s| s.state == SlotState::Done));
    let missed = last.and_then(value_at).is_some_and(|count| value > count);
    if own.is_none() && missed {
        return None;
    }
    let from = last.map_or(0, |i| i + 1);
    let before = slots.iter().skip(from).take_while(|s| s.value >= value).count();
    Some((from + before, if own.is_some() { "PR-314" } else { "PR-317" }))
}

/// Minions whose summoner is dead or has left (PR-310, PR-379).
pub fn settle(ctx: Ctx<'_>) -> Vec<Step> {
    let orphaned = |unit: &&Unit| {
        let summoner = unit.identity.maker.map(|id| ctx.unit(id).map(|u| u.status));
        unit.status.is_present()
            && summoner.is_some_and(|s| matches!(s, None | Some(Status::Dead | Status::Gone)))
    };
    ctx.state.units.iter().filter(orphaned).map(|u| Vanish { unit: u.id() }.into()).collect()
}

/// A minion disappears with its summoner.
pub fn vanish(ctx: Ctx<'_>, step: &Vanish) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else {
        return Outcome::done(Vec::new());
    };
    let summoner = unit.identity.maker.and_then(|id| ctx.unit(id));
    let left = summoner.is_some_and(|u| u.status == Status::Gone);
    let (why, rule) =
        if left { ("its summoner has left", "PR-379") } else { ("its summoner is dead", "PR-310") };
    Outcome::done(vec![events::status(unit, Status::Gone, why, rule)])
}

/// The event of dismissing a minion (PR-374).
pub fn dismissed(unit: &Unit) -> Event {
    events::status(unit, Status::Gone, "sent away", "PR-374")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::Content;
    use crate::strike::Strike;
    use crate::{Precision, abilities, energy};
    use grid::{Board, Cell, Dir, SideId};
    use rules::engine;
    use rules::ruleset::Placing;
    use rules::state::{Flags, Scene, Side};

    const MAGE: UnitId = UnitId(1);
    const BRUTE: UnitId = UnitId(2);

    /// A round in which all slots before the running one are done.
    fn clock(values: &[(UnitId, i32)], running: usize) -> Clock {
        let slots = values.iter().enumerate().map(|(i, (unit, value))| Slot {
            state: match i.cmp(&running) {
                std::cmp::Ordering::Less => SlotState::Done,
                std::cmp::Ordering::Equal => SlotState::Running,
                std::cmp::Ordering::Greater => SlotState::Waiting,
            },
            ..Slot::turn(vec![*unit], *value)
        });
        let active = values.get(running).map(|(unit, _)| *unit).into_iter().collect();
        Clock { round: 1, phase: Key::of(TURNS), slots: slots.collect(), active }
    }

    fn at(clock: &Clock, value: i32) -> Option<usize> {
        place(clock, MAGE, &|id| id.0 >= 100, value).map(|(at, _)| at)
    }

    /// PR-313 to PR-316: mage 10, healer 9, brute 6.
    #[test]
    fn minions_of_the_own_turn() {
        let round = clock(&[(MAGE, 10), (UnitId(3), 9), (BRUTE, 6)], 0);
        assert_eq!(at(&round, 13), Some(1));
        assert_eq!(at(&round, 10), Some(1));
        assert_eq!(at(&round, 9), Some(2));
        assert_eq!(at(&round, 6), Some(3));
        assert_eq!(at(&round, 4), Some(3));
        // 13 then 11, in either order of calling.
        let second = clock(&[(MAGE, 10), (UnitId(100), 13), (BRUTE, 6)], 0);
        assert_eq!(at(&second, 11), Some(2));
        let second = clock(&[(MAGE, 10), (UnitId(100), 11), (BRUTE, 6)], 0);
        assert_eq!(at(&second, 13), Some(1));
    }

    /// PR-317: called at count 6, a minion with 4 acts at 4, one with 13 in the next round.
    #[test]
    fn minions_called_out_of_turn() {
        let round = clock(&[(MAGE, 10), (BRUTE, 6), (UnitId(3), 5), (UnitId(4), 3)], 1);
        assert_eq!(at(&round, 4), Some(3));
        assert_eq!(at(&round, 13), None);
        assert_eq!(at(&round, 5), Some(3));
        let ended = Clock { phase: Key::of("end"), ..round };
        assert_eq!(at(&ended, 4), None);
    }

    /// PR-319, PR-320: Scorch is free for a hound; if minions pay for it, it costs 3, which a hound
    /// without a pool does not have.
    #[test]
    fn minions_pay_only_for_what_says_so() {
        let content = Content::built_in();
        let placing = Placing {
            id: UnitId(0),
            side: SideId(0),
            role: Key::of("wisp_hound"),
            name: "Hound".into(),
            at: Cell::new(1, 1).into(),
            altitude: Hm::ZERO,
            facing: Dir::N,
            prone: false,
            overrides: Default::default(),
            gear: Default::default(),
            start: Default::default(),
        };
        let hound = content.enlist(&placing).unwrap();
        let side = Side { name: "blue".into(), ambush: false, flags: Flags::default() };
        let scene = Scene::new(Board::new(3, 3), vec![side], Vec::new());
        let state = State::new(scene, vec![hound], 1);
        engine::with_ctx(&Precision::built_in(), &state, |ctx| {
            let position = Position { content, ctx };
            let hound = ctx.unit(UnitId(0)).unwrap();
            let cost = |ability: &Ability| {
                let strike = Strike::new(position, UnitId(0), ability).unwrap();
                energy::cost(&strike)
            };
            let mut scorch = content.ability("scorch").unwrap().clone();
            assert_eq!((scorch.energy, cost(&scorch)), (3, 0));
            let check_use = |ability: &Ability| {
                let strike = Strike::new(position, UnitId(0), ability).unwrap();
                abilities::check_use(&strike, hound)
            };
            assert!(check_use(&scorch).is_ok());
            scorch.minion_pays = true;
            assert_eq!(cost(&scorch), 3);
            let refusal = check_use(&scorch).unwrap_err();
            assert_eq!(refusal.code, "no_energy");
        });
    }
}
