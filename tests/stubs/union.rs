//! Momentum: two units share a turn, hold it, and take it later (MO-39 to MO-44, MO-54 to MO-58,
//! MO-68 to MO-74).

use super::*;
use highground::rules::prompt::Choice;
use highground::rules::state::{Condition, Expiry, Link};

/// Action Points per turn (MO-31).
const AP: i32 = 3;

/// Initiative of each unit: knight 1, horse 3, wolf 4, brute 2, scout 6.
const INITIATIVE: [(u32, i32); 5] = [(4, 30), (3, 32), (1, 26), (2, 24), (6, 10)];

struct Momentum;

impl Momentum {
    /// Order of a round: members of a union share a slot at their average (MO-69).
    fn order(ctx: Ctx<'_>) -> Vec<Slot> {
        let value = |id: u32| INITIATIVE.iter().find(|(i, _)| *i == id).map_or(0, |(_, v)| *v);
        let mut slots = Vec::new();
        for unit in &ctx.state.units {
            let (id, is_mate) = (unit.id().0, |l: &Link| l.kind == "union");
            let mate = unit.links.0.iter().find(|l| is_mate(l)).map(|l| l.to.0);
            let led = |other: &Unit| other.links.0.iter().any(|l| is_mate(l) && l.to.0 == id);
            if ctx.state.units.iter().any(led) {
                continue;
            }
            match mate {
                Some(mate) => slots.push(slot((value(id) + value(mate)).div_euclid(2), [id, mate])),
                None => slots.push(slot(value(id), [id])),
            }
        }
        slots.sort_by_key(|s| std::cmp::Reverse(s.value));
        slots
    }

    /// Ends every condition whose clock `ends` reports as expired.
    fn expire(ctx: Ctx<'_>, ends: impl Fn(&Expiry) -> bool) -> Vec<Event> {
        let mut events = Vec::new();
        for unit in &ctx.state.units {
            for condition in unit.conditions.0.iter().filter(|c| ends(&c.expiry)) {
                let (unit, condition, why) = (unit.id(), condition.clone(), String::new());
                events.push(event(EventKind::Relieved { unit, condition, why }));
            }
        }
        events
    }

    /// Effects "until the next turn" end for the members when their slot comes up (MO-41, MO-74).
    fn slot_comes_up(ctx: Ctx<'_>, at: usize) -> Vec<Event> {
        let members = members(ctx, at);
        let mut events = Self::expire(
            ctx,
            |e| matches!(e, Expiry::Slots { of, left: 1 } if members.contains(of)),
        );
        events.extend(start(at, members));
        events
    }

    /// Ends a member's turn, voluntarily or not.
    fn turn_ends(ctx: Ctx<'_>, unit: UnitId, why: Option<&str>) -> Vec<Event> {
        let why = why.map(str::to_owned);
        let mut events = vec![event(EventKind::TurnEnded { unit, why })];
        events.extend(Self::expire(
            ctx,
            |e| matches!(e, Expiry::TurnEnds { of, left: 1 } if *of == unit),
        ));
        events
    }

    /// MO-70: the shared turn is over when all members have ended theirs. Then holding units may
    /// take their turns (MO-54).
    fn end(ctx: Ctx<'_>, unit: UnitId) -> Outcome {
        let clock = &ctx.state.scene.clock;
        let mut events = Self::turn_ends(ctx, unit, None);
        let left: Vec<_> = clock.active.iter().copied().filter(|id| *id != unit).collect();
        let over = left.is_empty();
        if let (true, Some(at)) = (over, clock.running()) {
            events.push(event(EventKind::Slot(SlotChange::State(at, SlotState::Done))));
        }
        events.push(event(EventKind::Slot(SlotChange::Active(left))));
        let holders = clock.slots.iter().enumerate().filter(|(_, s)| s.state == SlotState::Held);
        let children = if over && clock.next_waiting().is_some() {
            holders.map(|(at, _)| Step::new("step_in").with("at", at as i64)).collect()
        } else {
            Vec::new()
        };
        Outcome::after(events, children, None)
    }

    /// Offers a held turn; `last` means the end of the round, where declining loses it.
    fn offer(
        ctx: Ctx<'_>,
        at: usize,
        last: bool,
        oracle: &mut Oracle<'_>,
    ) -> Result<Outcome, Pause> {
        if !ctx.state.scene.clock.active.is_empty() {
            return Ok(Outcome::done(Vec::new()));
        }
        let members = members(ctx, at);
        let other = if last { ("refuse", "Lose the turn") } else { ("wait", "Wait") };
        let unit = members.first().copied();
        let choice = oracle.ask(Prompt {
            kind: Key::of("step_in"),
            side: unit.and_then(|id| ctx.unit(id)).map_or(SideId(0), Unit::side),
            unit,
            about: Key::default(),
            text: "Take the held turn now?".to_owned(),
            choices: vec![Choice::new("act", "Act"), Choice::new(other.0, other.1)],
            default: u16::from(!last),
            rule: highground::rules::RuleId::of("MO-54"),
        })?;
        if choice == Answer(0) {
            return Ok(Outcome::done(start(at, members)));
        }
        if !last {
            return Ok(Outcome::done(Vec::new()));
        }
        // MO-58: the turn is lost, which counts as its end.
        let lose = |id| Self::turn_ends(ctx, id, Some("refused"));
        let mut events: Vec<_> = members.into_iter().flat_map(lose).collect();
        events.push(event(EventKind::Slot(SlotChange::State(at, SlotState::Done))));
        Ok(Outcome::done(events))
    }

    fn act(ctx: Ctx<'_>, step: &Step) -> Vec<Event> {
        let unit = step.unit.unwrap_or_default();
        let ap = ctx.unit(unit).map_or(0, |u| u.pools.0.value("ap"));
        let mut events = vec![pool(ctx, unit, "ap", ap - 1)];
        let (victim, id, expiry) = match (step.act.as_str(), step.target_unit()) {
            ("defend", _) => (unit, "defending", Expiry::Slots { of: unit, left: 1 }),
            (_, Some(foe)) => (foe, "blinded", Expiry::TurnEnds { of: foe, left: 1 }),
            (_, None) => return events,
        };
        let condition = Condition::new(Key::of(id), 0, Some(unit), expiry);
        events.push(event(EventKind::Afflicted { unit: victim, condition, replaces: None }));
        events
    }
}

fn members(ctx: Ctx<'_>, at: usize) -> Vec<UnitId> {
    ctx.state.scene.clock.slots.get(at).map_or_else(Vec::new, |s| s.members.clone())
}

fn start(at: usize, members: Vec<UnitId>) -> Vec<Event> {
    vec![
        event(EventKind::Slot(SlotChange::State(at, SlotState::Running))),
        event(EventKind::Slot(SlotChange::Active(members))),
    ]
}

impl Stub for Momentum {
    fn next(&self, ctx: Ctx<'_>) -> Next {
        let clock = &ctx.state.scene.clock;
        let held = || clock.slots.iter().position(|s| s.state == SlotState::Held);
        if !clock.active.is_empty() {
            Next::Await(clock.active.clone())
        } else if let Some(at) = clock.next_waiting() {
            Next::Run(Step::new("slot").with("at", at as i64))
        } else if let Some(at) = held() {
            Next::Run(Step::new("last_call").with("at", at as i64))
        } else {
            Next::Run(Step::new("round"))
        }
    }

    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<Vec<Step>, Refusal> {
        let Some(unit) = command.unit().and_then(|id| ctx.unit(id)) else {
            return refusal("unknown");
        };
        let begun = unit.turn.round == ctx.state.scene.clock.round;
        // MO-55: a held turn begins when it is taken, not when its slot comes up.
        let mut steps = if begun { Vec::new() } else { vec![Step::new("begin")] };
        match command {
            Command::Hold { .. } if begun => return refusal("already_acting"),
            Command::Hold { .. } => return Ok(vec![Step::new("hold")]),
            Command::EndTurn { unit } => steps.push(Step::new("end").of(*unit)),
            Command::Act { act, targets, .. } => {
                if begun && unit.pools.0.value("ap") == 0 {
                    return refusal("no_ap");
                }
                let mut step = Step::new("act").of(unit.id()).act(act.clone());
                step.targets.clone_from(targets);
                steps.push(step);
            }
            _ => return refusal("unknown"),
        }
        Ok(steps)
    }

    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause> {
        let clock = &ctx.state.scene.clock;
        let at = usize::try_from(step.scratch.int("at")).unwrap_or_default();
        let running = clock.running().unwrap_or_default();
        Ok(Outcome::done(match step.kind.as_str() {
            "round" => vec![
                event(EventKind::Phase { round: clock.round + 1, name: Key::of("turns") }),
                event(EventKind::Slots(Self::order(ctx))),
            ],
            "slot" => Self::slot_comes_up(ctx, at),
            "begin" => members(ctx, running)
                .into_iter()
                .flat_map(|unit| {
                    let began = EventKind::TurnBegan { unit, round: clock.round };
                    [event(began), pool(ctx, unit, "ap", AP)]
                })
                .collect(),
            "hold" => vec![
                event(EventKind::Slot(SlotChange::State(running, SlotState::Held))),
                event(EventKind::Slot(SlotChange::Active(Vec::new()))),
            ],
            "act" => Self::act(ctx, step),
            "step_in" => return Self::offer(ctx, at, false, oracle),
            "last_call" => return Self::offer(ctx, at, true, oracle),
            _ => return Ok(Self::end(ctx, step.unit.unwrap_or_default())),
        }))
    }
}

fn game() -> Game<Momentum> {
    let names = [(1, "knight"), (2, "brute"), (3, "horse"), (4, "wolf"), (6, "scout")];
    let mut units: Vec<_> = names.into_iter().map(|(id, name)| unit(id, name)).collect();
    for unit in &mut units {
        unit.pools = Pools(Meters::full([(Key::of("ap"), AP)]));
    }
    units[0].links.0.push(Link { kind: Key::of("union"), to: UnitId(3), data: 0 });
    Game::new(Momentum, units).with_slots(Vec::new())
}

fn end(unit: u32) -> Command {
    Command::EndTurn { unit: UnitId(unit) }
}

fn hold(unit: u32) -> Command {
    Command::Hold { unit: UnitId(unit) }
}

/// Round 1: the knight defends; round 2 until the union's slot.
fn second_round() -> (Game<Momentum>, Vec<String>) {
    let mut game = game();
    let (events, rest) = game.go([]);
    assert_eq!(
        events,
        ["round 1 turns", "order 30:#4, 29:#1 #3, 24:#2, 10:#6", "slot 0 Running", "active [#4]"]
    );
    assert_eq!(rest, BattleStatus::Await(vec![UnitId(4)]));
    let (_, rest) = game.play(&end(4), []);
    assert_eq!(rest, BattleStatus::Await(vec![UnitId(1), UnitId(3)]));
    game.play(&act(1, "defend", []), []);
    for unit in [1, 3, 2, 6] {
        assert!(game.unit(1).conditions.has("defending"), "before the end of {unit}");
        game.play(&end(unit), []);
    }
    // The last end of a turn has started round 2 and the wolf's slot.
    assert!(game.unit(1).conditions.has("defending"));
    let (events, _) = game.play(&end(4), []);
    (game, events)
}

#[test]
fn members_act_in_any_order_in_one_slot() {
    let mut game = game();
    game.go([]);
    game.play(&end(4), []);
    assert_eq!(game.refused(&act(2, "defend", [])), "not_your_turn");
    // Both turns begin with the first act of either.
    let (events, _) = game.play(&act(3, "kick", []), []);
    assert_eq!(events, ["#1 begins", "#1 ap 3 -> 3", "#3 begins", "#3 ap 3 -> 3", "#3 ap 3 -> 2"]);
    assert_eq!(game.play(&act(1, "kick", []), []).0, ["#1 ap 3 -> 2"]);
    assert_eq!(game.play(&act(3, "kick", []), []).0, ["#3 ap 2 -> 1"]);
    assert_eq!(game.refused(&hold(1)), "already_acting");
    assert_eq!(game.play(&end(3), []).0, ["#3 ends", "active [#1]"]);
    assert_eq!(game.refused(&act(3, "kick", [])), "not_your_turn");
    let (events, _) = game.play(&end(1), []);
    assert_eq!(events, ["#1 ends", "slot 1 Done", "active []", "slot 2 Running", "active [#2]"]);
}

#[test]
fn effects_until_the_next_turn_end_at_a_held_slot() {
    let (mut game, events) = second_round();
    // MO-74: the Defend of Initiative 26 ends when the union's slot at 29 comes up.
    assert_eq!(
        events,
        [
            "#4 begins",
            "#4 ap 3 -> 3",
            "#4 ends",
            "slot 0 Done",
            "active []",
            "#1 no more defending",
            "slot 1 Running",
            "active [#1 #3]",
        ]
    );
    // One member holds the shared turn for both (MO-73).
    let (events, _) = game.play(&hold(3), []);
    assert_eq!(events, ["slot 1 Held", "active []", "slot 2 Running", "active [#2]"]);
    assert!(!game.unit(1).conditions.has("defending"));
}

#[test]
fn a_held_union_steps_in_after_another_turn() {
    let (mut game, _) = second_round();
    game.play(&hold(1), []);
    game.play(&act(2, "blind", [1]), []);
    let (events, rest) = game.play(&end(2), []);
    assert_eq!(events, ["#2 ends", "slot 2 Done", "active []"]);
    let prompt = asked(&rest).clone();
    assert_eq!((prompt.kind.as_str(), prompt.side), ("step_in", SideId(0)));
    // Saving at the prompt does not change the timeline.
    let mut game = game.reloaded();
    let (events, rest) = game.play(&answer(&prompt, "act"), []);
    assert_eq!(events, ["slot 1 Running", "active [#1 #3]"]);
    assert_eq!(rest, BattleStatus::Await(vec![UnitId(1), UnitId(3)]));
    // MO-42: blinded until the turn actually ends.
    game.play(&act(1, "kick", []), []);
    assert!(game.unit(1).conditions.has("blinded"));
    let (events, _) = game.play(&end(1), []);
    assert_eq!(events, ["#1 ends", "#1 no more blinded", "active [#3]"]);
    let (events, _) = game.play(&end(3), []);
    assert_eq!(events, ["#3 ends", "slot 1 Done", "active []", "slot 3 Running", "active [#6]"]);
    // MO-56: the ordinary slot in the next round.
    let (events, _) = game.play(&end(6), []);
    assert!(events.contains(&"order 30:#4, 29:#1 #3, 24:#2, 10:#6".to_owned()), "{events:?}");
}

#[test]
fn refusing_until_the_end_loses_the_turn() {
    let (mut game, _) = second_round();
    game.play(&hold(1), []);
    game.play(&act(2, "blind", [1]), []);
    let (_, rest) = game.play(&end(2), []);
    let (events, _) = game.play(&answer(asked(&rest), "wait"), []);
    assert_eq!(events, ["slot 3 Running", "active [#6]"]);
    let (_, rest) = game.play(&end(6), []);
    let (events, _) = game.play(&answer(asked(&rest), "refuse"), []);
    assert_eq!(
        events,
        [
            "#1 ends: refused",
            "#1 no more blinded",
            "#3 ends: refused",
            "slot 1 Done",
            "round 3 turns",
            "order 30:#4, 29:#1 #3, 24:#2, 10:#6",
            "slot 0 Running",
            "active [#4]",
        ]
    );
    assert_eq!(game.unit(1).turn.number, 1);
}
