//! Evoker: a Burst whose wounds are allotted one at a time with movement in between, and a Baton
//! Pass (EV-26 to EV-34, EV-140 to EV-147, EV-325 to EV-339).

use super::*;
use highground::rules::dice::Die;
use highground::rules::event::MoveKind;
use highground::rules::state::{ActRecord, Condition, Expiry, Link, SlotKind};

/// Metres per Move, action points per turn, and the X of Burst.
const METRES: i32 = 8;
const AP: i32 = 2;
const BURST: i32 = 3;
/// Attack and evasion of all units.
const ATTACK: i32 = 80;
const EVADE: i32 = 30;

/// Units 1, 3 and 5 fight 2 and 4. All are Weak to every attack, so each hit Staggers.
struct Evoker;

/// Degrees of success of a test; `None` if it failed (EV-5).
fn degrees(target: i32, roll: i32) -> Option<i32> {
    (roll <= target).then(|| (target - roll).div_euclid(10))
}

fn test(who: UnitId, purpose: &'static str, target: i32, roll: i32) -> Event {
    event(EventKind::Rolled(Rolled {
        dice: vec![Die::d(100)],
        faces: vec![u16::try_from(roll).unwrap_or_default()],
        total: roll,
        degree: if roll <= target { Degree::Success } else { Degree::Failure },
        ..blank_roll(Some(who), Key::of(purpose), target)
    }))
}

fn record(unit: &Unit, class: &'static str, act: &'static str, amount: i32) -> Event {
    let replaces = unit.turn.acts.iter().position(|d| d.class == *class && d.act == *act);
    let record = ActRecord { class: Key::of(class), act: Key::of(act), amount };
    event(EventKind::ActRecorded { unit: unit.id(), record, replaces })
}

/// The recorded amount of a class of acts in this turn; 0 without a record.
fn done(unit: &Unit, class: &str) -> i32 {
    unit.turn.acts.iter().find(|d| d.class == *class).map_or(0, |d| d.amount)
}

/// True during an extra act between turns.
fn is_extra(ctx: Ctx<'_>) -> bool {
    let clock = &ctx.state.scene.clock;
    clock.running().and_then(|at| clock.slots.get(at)).is_some_and(|s| s.kind == SlotKind::Act)
}

impl Evoker {
    /// Target's evasion against degrees already rolled: the margin of a hit (EV-7, EV-12).
    fn evade(
        target: UnitId,
        attack: i32,
        events: &mut Vec<Event>,
        oracle: &mut Oracle<'_>,
    ) -> Result<Option<i32>, Pause> {
        let roll = oracle.roll_one(Throw::face(100))?;
        events.push(test(target, "evade", EVADE, roll));
        Ok(match degrees(EVADE, roll) {
            Some(evaded) if evaded >= attack => None,
            Some(evaded) => Some(attack - evaded),
            None => Some(attack),
        })
    }

    /// A hit: one wound. The first Stagger of an act earns a One More (EV-325, EV-327, EV-330).
    fn hit(ctx: Ctx<'_>, by: UnitId, target: UnitId, events: &mut Vec<Event>) {
        let Some(victim) = ctx.unit(target) else { return };
        events.push(track(ctx, target, "health", victim.tracks.0.value("health") - 1));
        if victim.conditions.has("staggered") {
            return;
        }
        let expiry = Expiry::Slots { of: target, left: 1 };
        let condition = Condition::new(Key::of("staggered"), 0, Some(by), expiry);
        events.push(event(EventKind::Afflicted { unit: target, condition, replaces: None }));
        if ctx.unit(by).is_some_and(|u| u.flags.get("one_more") == 0) {
            events.push(event(EventKind::Grant { unit: by, what: Key::of("one_more"), amount: 1 }));
            events.push(flag(ctx, by, "one_more", 1));
        }
    }

    fn attack(ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Vec<Event>, Pause> {
        let (Some(by), Some(target)) = (step.unit, step.target_unit()) else {
            return Ok(Vec::new());
        };
        let Some(who) = ctx.unit(by) else { return Ok(Vec::new()) };
        let burst = step.act == "burst";
        // EV-141: a Burst is 20 harder. EV-337: a pass at rank 1 to 3 gives 10.
        let bonus = if is_extra(ctx) { 10 } else { 0 };
        let number = ATTACK + bonus - if burst { 20 } else { 0 };
        let roll = oracle.roll_one(Throw::face(100))?;
        let mut events = vec![test(by, "attack", number, roll)];
        if is_extra(ctx) {
            events.push(flag(ctx, by, "extra_used", 1));
        } else {
            let cost = if burst { AP } else { 1 };
            events.push(record(who, "ap", "spent", done(who, "ap") + cost));
        }
        let Some(attack) = degrees(number, roll) else { return Ok(events) };
        let Some(margin) = Self::evade(target, attack, &mut events, oracle)? else {
            return Ok(events);
        };
        Self::hit(ctx, by, target, &mut events);
        if burst {
            // EV-142: wounds not yet allotted stay open in the turn, with the roll to compare.
            events.push(record(who, "open", "burst", margin.min(BURST)));
            events.push(flag(ctx, by, "burst_degrees", i64::from(attack)));
            events.push(flag(ctx, target, "burst_hit", 1));
        }
        Ok(events)
    }

    /// One extra wound. Another target may first evade the same roll (EV-143, EV-144).
    fn allot(ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Vec<Event>, Pause> {
        let (Some(by), Some(target)) = (step.unit, step.target_unit()) else {
            return Ok(Vec::new());
        };
        let (Some(who), Some(victim)) = (ctx.unit(by), ctx.unit(target)) else {
            return Ok(Vec::new());
        };
        let mut events = vec![record(who, "open", "burst", done(who, "open") - 1)];
        if victim.flags.get("burst_hit") > 0 {
            events.push(track(ctx, target, "health", victim.tracks.0.value("health") - 1));
            return Ok(events);
        }
        let attack = i32::try_from(who.flags.get("burst_degrees")).unwrap_or_default();
        if Self::evade(target, attack, &mut events, oracle)?.is_some() {
            Self::hit(ctx, by, target, &mut events);
            events.push(flag(ctx, target, "burst_hit", 1));
        }
        Ok(events)
    }

    fn walk(ctx: Ctx<'_>, step: &Step) -> Outcome {
        let (Some(unit), Some(next)) = (step.unit, step.path.first()) else {
            return Outcome::done(Vec::new());
        };
        let Some(who) = ctx.unit(unit) else { return Outcome::done(Vec::new()) };
        let moved = event(EventKind::Moved {
            unit,
            from: who.placement.at,
            to: next.at,
            from_feet: Hm::ZERO,
            to_feet: Hm::ZERO,
            support: SupportKind::Ground,
            manner: MoveKind::Walk,
            cost: 1,
        });
        let mut rest = step.clone();
        rest.path.remove(0);
        Outcome::then(vec![moved, record(who, "move", "walk", done(who, "move") + 1)], rest)
    }

    /// Ends a turn or extra act; with `to`, the One More passes to an ally (EV-334, EV-335).
    fn end(ctx: Ctx<'_>, unit: UnitId, to: Option<UnitId>) -> Vec<Event> {
        let clock = &ctx.state.scene.clock;
        let at = clock.running().unwrap_or_default();
        let mut events = Vec::new();
        let mut clear = |id, name| {
            if ctx.unit(id).is_some_and(|u| u.flags.get(name) != 0) {
                events.push(flag(ctx, id, name, 0));
            }
        };
        for name in ["one_more", "extra_used", "burst_degrees"] {
            clear(unit, name);
        }
        for other in &ctx.state.units {
            clear(other.id(), "burst_hit");
            if to.is_none() {
                // EV-339: the chain is over.
                clear(other.id(), "in_chain");
            }
        }
        if let Some(to) = to {
            for id in [unit, to] {
                if ctx.unit(id).is_some_and(|u| u.flags.get("in_chain") == 0) {
                    events.push(flag(ctx, id, "in_chain", 1));
                }
            }
            let value = clock.slots.get(at).map_or(0, |s| s.value);
            let inserted = Slot { kind: SlotKind::Act, ..slot(value, [to.0]) };
            events.push(event(EventKind::Slot(SlotChange::Insert(at + 1, inserted))));
        }
        if !is_extra(ctx) {
            events.push(event(EventKind::TurnEnded { unit, why: None }));
        }
        events.push(event(EventKind::Slot(SlotChange::State(at, SlotState::Done))));
        events.push(event(EventKind::Slot(SlotChange::Active(Vec::new()))));
        events
    }

    /// A turn begins with its slot, an extra act does not.
    fn slot_comes_up(ctx: Ctx<'_>, at: usize) -> Vec<Event> {
        let Some(slot) = ctx.state.scene.clock.slots.get(at) else { return Vec::new() };
        let mut events = vec![
            event(EventKind::Slot(SlotChange::State(at, SlotState::Running))),
            event(EventKind::Slot(SlotChange::Active(slot.members.clone()))),
        ];
        if slot.kind == SlotKind::Turn {
            let began = |unit: &UnitId| event(EventKind::TurnBegan { unit: *unit, round: 1 });
            events.extend(slot.members.iter().map(began));
        }
        events
    }
}

impl Stub for Evoker {
    fn next(&self, ctx: Ctx<'_>) -> Next {
        let clock = &ctx.state.scene.clock;
        match clock.next_waiting() {
            _ if !clock.active.is_empty() => Next::Await(clock.active.clone()),
            Some(at) => Next::Run(Step::new("slot").with("at", at as i64)),
            None => Next::Await(Vec::new()),
        }
    }

    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        let Some(who) = command.unit().and_then(|id| ctx.unit(id)) else {
            return refusal("unknown");
        };
        let unit = who.id();
        let spent = if is_extra(ctx) { who.flags.get("extra_used") > 0 } else { false };
        match command {
            Command::EndTurn { .. } => Ok(vec![Step::new("end").of(unit)]),
            Command::Move { path, .. } => {
                let metres = done(who, "move") + i32::try_from(path.len()).unwrap_or(METRES);
                if metres > METRES || spent {
                    return refusal("no_metres");
                }
                let mut step = Step::new("walk").of(unit);
                step.path.clone_from(path);
                Ok(vec![step])
            }
            Command::Act { act, targets, .. } => {
                let mut step = Step::new("attack").of(unit).act(act.clone());
                step.targets.clone_from(targets);
                let ap = if is_extra(ctx) { i32::from(!spent) } else { AP - done(who, "ap") };
                match (act.as_str(), step.target_unit()) {
                    ("burst", Some(_)) if ap >= AP => Ok(vec![step]),
                    ("strike", Some(_)) if ap >= 1 => Ok(vec![step]),
                    ("burst" | "strike", Some(_)) => refusal("no_ap"),
                    ("allot", Some(_)) if done(who, "open") == 0 => refusal("nothing_open"),
                    ("allot", Some(_)) => {
                        step.kind = Key::of("allot");
                        Ok(vec![step])
                    }
                    ("pass", Some(to)) => {
                        let ranked = |l: &Link| l.kind == "confidant" && l.to == to && l.data >= 1;
                        let taken = ctx.unit(to).is_some_and(|u| u.flags.get("in_chain") > 0);
                        if who.flags.get("one_more") == 0 {
                            refusal("no_one_more")
                        } else if !who.links.0.iter().any(ranked) {
                            refusal("no_confidant")
                        } else if taken {
                            refusal("in_chain")
                        } else {
                            step.kind = Key::of("end");
                            Ok(vec![step])
                        }
                    }
                    _ => refusal("unknown"),
                }
            }
            _ => refusal("unknown"),
        }
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let at = usize::try_from(step.scratch.int("at")).unwrap_or_default();
        Ok(match step.kind.as_str() {
            "slot" => Outcome::done(Self::slot_comes_up(ctx, at)),
            "attack" => Outcome::done(Self::attack(ctx, step, oracle)?),
            "allot" => Outcome::done(Self::allot(ctx, step, oracle)?),
            "walk" => Self::walk(ctx, step),
            _ => {
                let unit = step.unit.unwrap_or_default();
                Outcome::done(Self::end(ctx, unit, step.target_unit()))
            }
        })
    }
}

/// Order 1, 2, 3, 5, 4. Confidants: 1 has 3; 3 has 1 and 5; 5 has none.
fn game() -> Game<Evoker> {
    let mut units: Vec<_> = (1..=5).map(|id| unit(id, "one")).collect();
    for (from, to) in [(0, 3), (2, 1), (2, 5)] {
        let link = Link { kind: Key::of("confidant"), to: UnitId(to), data: 1 };
        units[from].links.0.push(link);
    }
    let slots = [(6, 1), (5, 2), (4, 3), (3, 5), (2, 4)];
    let slots = slots.into_iter().map(|(value, id)| slot(value, [id])).collect();
    let mut game = Game::new(Evoker, units).with_slots(slots);
    let (events, _) = game.go([]);
    assert_eq!(events, ["slot 0 Running", "active [#1]", "#1 begins"]);
    game
}

fn walk<const N: usize>(unit: u32, cells: [(i16, i16); N]) -> Command {
    let path = cells.into_iter().map(|c| Cell::from(c).into()).collect();
    Command::Move { unit: UnitId(unit), path, manner: Key::default() }
}

#[test]
fn a_burst_allows_movement_between_its_wounds() {
    let mut game = game();
    game.play(&walk(1, [(1, 4), (1, 5), (1, 6), (1, 7), (1, 8)]), []);
    // 60: a 12 has 4 degrees and the evasion fails, so margin 4 and at most 3 extra wounds.
    let (events, _) = game.play(&act(1, "burst", [2]), [12, 90]);
    assert_eq!(
        events,
        [
            "rolled attack 12 against 60: Success",
            "#1 deed ap/spent 2",
            "rolled evade 90 against 30: Failure",
            "#2 health 20 -> 19",
            "#2 is staggered",
            "#1 granted 1 one_more",
            "#1 one_more 0 -> 1",
            "#1 deed open/burst 3",
            "#1 burst_degrees 0 -> 4",
            "#2 burst_hit 0 -> 1",
        ]
    );
    let (events, _) = game.play(&act(1, "allot", [2]), []);
    assert_eq!(events, ["#1 deed open/burst 2", "#2 health 19 -> 18"]);
    // EV-146: 3 m of 8 are left and may be walked now; a fourth metre is refused.
    assert_eq!(game.refused(&walk(1, [(2, 8), (3, 8), (4, 8), (5, 8)])), "no_metres");
    let (events, _) = game.play(&walk(1, [(2, 8), (3, 8), (4, 8)]), []);
    assert_eq!(events.last().map(String::as_str), Some("#1 deed move/walk 8"));
    // No other act is possible: the act is open and no points are left.
    assert_eq!(game.refused(&act(1, "strike", [2])), "no_ap");
    // The open act is part of the state, so the battle can be saved in between.
    let mut game = game.reloaded();
    // EV-144: another target evades the same 4 degrees; a 20 has only one degree.
    let (events, _) = game.play(&act(1, "allot", [4]), [20]);
    assert_eq!(
        events,
        [
            "#1 deed open/burst 1",
            "rolled evade 20 against 30: Success",
            "#4 health 20 -> 19",
            "#4 is staggered",
            "#4 burst_hit 0 -> 1",
        ]
    );
    // EV-327: no second One More for the same act. Another wound on this target costs 1, without a
    // roll.
    let (events, _) = game.play(&act(1, "allot", [4]), []);
    assert_eq!(events, ["#1 deed open/burst 0", "#4 health 19 -> 18"]);
    assert_eq!(game.refused(&act(1, "allot", [4])), "nothing_open");
    assert_eq!(game.unit(1).flags.get("one_more"), 1);
}

#[test]
fn an_evaded_wound_is_lost() {
    let mut game = game();
    game.play(&act(1, "burst", [2]), [32, 90]);
    // 60 - 32 gives 2 degrees, and 5 evades with 2 as well: a tie is no hit (EV-8).
    let (events, _) = game.play(&act(1, "allot", [4]), [5]);
    assert_eq!(events, ["#1 deed open/burst 1", "rolled evade 5 against 30: Success"]);
}

#[test]
fn a_baton_pass_acts_before_the_next_in_the_order() {
    let mut game = game();
    game.play(&act(1, "burst", [2]), [12, 90]);
    assert_eq!(game.refused(&act(1, "pass", [5])), "no_confidant");
    let (events, rest) = game.play(&act(1, "pass", [3]), []);
    assert_eq!(
        events,
        [
            "#1 one_more 1 -> 0",
            "#1 burst_degrees 4 -> 0",
            "#2 burst_hit 1 -> 0",
            "#1 in_chain 0 -> 1",
            "#3 in_chain 0 -> 1",
            "slot 1 inserted Act #3",
            "#1 ends",
            "slot 0 Done",
            "active []",
            "slot 1 Running",
            "active [#3]",
        ]
    );
    assert_eq!(rest, BattleStatus::Await(vec![UnitId(3)]));
    let order: Vec<_> =
        game.state.scene.clock.slots.iter().map(|s| (s.value, s.members[0].0)).collect();
    assert_eq!(order, [(6, 1), (6, 3), (5, 2), (4, 3), (3, 5), (2, 4)]);

    // EV-337: 80 + 10. EV-336: it may earn another act.
    let (events, _) = game.play(&act(3, "strike", [4]), [90, 90]);
    assert_eq!(
        events,
        [
            "rolled attack 90 against 90: Success",
            "#3 extra_used 0 -> 1",
            "rolled evade 90 against 30: Failure",
            "#4 health 20 -> 19",
            "#4 is staggered",
            "#3 granted 1 one_more",
            "#3 one_more 0 -> 1",
        ]
    );
    assert_eq!(game.refused(&act(3, "strike", [4])), "no_ap");
    // EV-339: not back to the giver, but to a third unit.
    assert_eq!(game.refused(&act(3, "pass", [1])), "in_chain");
    let (events, rest) = game.play(&act(3, "pass", [5]), []);
    assert!(events.contains(&"slot 2 inserted Act #5".to_owned()), "{events:?}");
    assert_eq!(rest, BattleStatus::Await(vec![UnitId(5)]));

    // The chain ends unused. Unit 2 is next in the order, and 3 still has its own turn.
    let (events, _) = game.play(&Command::EndTurn { unit: UnitId(5) }, []);
    assert_eq!(
        events,
        [
            "#1 in_chain 1 -> 0",
            "#3 in_chain 1 -> 0",
            "#5 in_chain 1 -> 0",
            "slot 2 Done",
            "active []",
            "slot 3 Running",
            "active [#2]",
            "#2 begins",
        ]
    );
    let (events, _) = game.play(&Command::EndTurn { unit: UnitId(2) }, []);
    assert_eq!(events.last().map(String::as_str), Some("#3 begins"));
    let (events, _) = game.play(&act(3, "burst", [4]), [61]);
    assert_eq!(events, ["rolled attack 61 against 60: Failure", "#3 deed ap/spent 2"]);
}
