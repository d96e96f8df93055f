//! Opponents that play their plans out.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::*;
use crate::ai::options;
use crate::ai::side_plan::SidePlan;
use crate::ai::view::View;
use crate::ai::{Depth, Planner, Tuning};
use crate::autoplay::Decider;
use rules::Target;
use rules::dice::Dice;
use rules::oracle::Play;

/// Little work, so that tests are quick.
pub(super) const DEPTH: Depth = Depth {
    rounds: 1,
    work: 40_000,
    answers: 0,
    crowd: 100,
    others: 4,
    ideas: 3,
    plans: 6,
    trial: 2,
    samples: 16,
    margin: 0,
    doubt: 1,
};

/// A planner with the usual numbers.
fn planner(depth: Depth) -> Planner {
    Planner::new(depth, Tuning::built_in())
}

/// Two against two.
const UNITS: &[(char, u8, &str, &[(&str, i64)])] = &[
    ('A', 0, "knight", &[]),
    ('B', 0, "archer", &[]),
    ('C', 1, "brute", &[]),
    ('D', 1, "mage", &[]),
];
const GROUND: &str = "
    .........
    .A....C..
    ....o....
    .B....D..
    .........";

/// The commands of planners on both sides in the first round.
fn planned(rules: &dyn Ruleset, mut state: State, depth: Depth) -> Vec<Command> {
    let mut planning = planner(depth);
    let mut events = Vec::new();
    let mut commands = Vec::new();
    let mut status = engine::advance(rules, &mut state, &mut Play, &mut events).expect("no fault");
    while state.scene.clock.round <= 1 {
        let command = match &status {
            BattleStatus::Await(units) => planning.command(rules, &state, units),
            BattleStatus::Asked(prompt) => Command::Answer(planning.answer(rules, &state, prompt)),
            BattleStatus::Over(_) | BattleStatus::Idle | BattleStatus::Dice(_) => break,
        };
        let next = engine::submit(rules, &mut state, &command, &mut Play);
        status = next.unwrap_or_else(|e| panic!("{command:?}: {e}")).1;
        commands.push(command);
    }
    commands
}

/// Every command is legal, and the same battle yields the same commands again; so do answers that are
/// played out.
#[test]
fn plans_are_allowed_and_repeatable() {
    let mut answers = 0;
    for id in RulesetId::ALL {
        let (rules, state) = drawn_by(id, GROUND, &[UNITS[0], UNITS[2]]);
        let depth = Depth { answers: 10_000, ..DEPTH };
        let commands = planned(&*rules, state.clone(), depth);
        assert!(commands.len() >= 2, "{commands:?}");
        assert_eq!(planned(&*rules, state, depth), commands, "{}", id.name());
        answers += commands.iter().filter(|c| matches!(c, Command::Answer(_))).count();
    }
    assert!(answers > 0, "nothing was asked");
}

/// Two battles that differ only in future rolls get the same command, with the same promises.
#[test]
fn no_plan_foresees_the_dice_of_the_battle() {
    let (rules, state) = drawn_by(RulesetId::Precision, GROUND, UNITS);
    let state = play(&*rules, state, CAP, Some(UnitId(0))).state;
    let plan = |seed: u64| {
        let mut state = state.clone();
        state.dice = Dice::seeded(seed);
        let mut planning = planner(DEPTH);
        let command = planning.command(&*rules, &state, &[UnitId(0)]);
        let reasons = planning.reasons(&*rules, &state, &command);
        (command, reasons)
    };
    let (command, promises) = plan(1);
    assert!(promises.len() > 1 && promises[0].command == command, "{promises:?}");
    for seed in 2..6 {
        assert_eq!(plan(seed), (command.clone(), promises.clone()), "seed {seed}");
    }
}

/// A hurried planner stops after the trial, in which no plan can prove better than the usual one.
#[test]
fn a_hurried_planner_plays_as_usual() {
    let (rules, state) = drawn_by(RulesetId::Precision, GROUND, UNITS);
    let state = play(&*rules, state, CAP, Some(UnitId(0))).state;
    let mut hurried = planner(Depth { work: u32::MAX, samples: u32::MAX, ..DEPTH });
    hurried.hurried_by(Arc::new(AtomicBool::new(true)));
    let mut brief = planner(Depth { samples: 2, ..DEPTH });
    let usual = SimpleAi::new().choose(&*rules, &state, UnitId(0));
    let of = |planner: &mut Planner| planner.command(&*rules, &state, &[UnitId(0)]);
    assert_eq!((of(&mut hurried), of(&mut brief)), (usual.clone(), usual));
}

/// One of four, with a crowd of one, is allowed a sixteenth.
#[test]
fn a_planner_thinks_less_in_a_crowd() {
    let (rules, state) = drawn_by(RulesetId::Precision, GROUND, UNITS);
    let state = play(&*rules, state, CAP, Some(UnitId(0))).state;
    let thought = |depth: Depth| {
        let mut planner = planner(depth);
        let command = planner.command(&*rules, &state, &[UnitId(0)]);
        (command, planner.memory().map(|memory| memory.spent))
    };
    let crowded = thought(Depth { crowd: 1, ..DEPTH });
    assert_eq!(crowded, thought(Depth { work: DEPTH.work / 16, ..DEPTH }));
    assert!(crowded.1 < thought(DEPTH).1, "{crowded:?}");
}

/// What the usual opponent does first with the first unit, if its side follows a plan.
fn first_command(
    ground: &str,
    units: &[(char, u8, &str, &[(&str, i64)])],
    plan: SidePlan,
) -> Command {
    let (rules, state) = drawn_by(RulesetId::Precision, ground, units);
    let state = play(&*rules, state, CAP, Some(UnitId(0))).state;
    let mut ai = SimpleAi { plan, ..SimpleAi::new() };
    ai.choose(&*rules, &state, UnitId(0))
}

#[test]
fn a_side_that_lets_its_foes_come_does_not_go_to_meet_them() {
    let ground = "A...................C";
    let units = [UNITS[0], UNITS[2]];
    let usual = first_command(ground, &units, SidePlan::default());
    assert!(matches!(usual, Command::Move { .. }), "{usual:?}");
    let waits = SidePlan { awaits: true, ..SidePlan::default() };
    let stays = first_command(ground, &units, waits);
    assert!(!matches!(stays, Command::Move { .. }), "{stays:?}");
}

#[test]
fn a_side_strikes_its_first_target_first() {
    let ground = "CAD";
    let units = [UNITS[0], UNITS[2], ('D', 1, "brute", &[] as &[_])];
    for focus in [UnitId(1), UnitId(2)] {
        let plan = SidePlan { focus: Some(focus), ..SidePlan::default() };
        let strike = first_command(ground, &units, plan);
        let aims =
            matches!(&strike, Command::Act { targets, .. } if targets[..] == [Target::Unit(focus)]);
        assert!(aims, "{focus:?}: {strike:?}");
    }
}

/// A drake in the air and two swordsmen below it waited for each other until the battle was a draw.
#[test]
fn no_unit_that_can_act_waits_in_an_endless_battle() {
    let (rules, state) = drawn_by(RulesetId::Precision, GROUND, UNITS);
    let mut state = play(&*rules, state, CAP, Some(UnitId(0))).state;
    let may_wait = |state: &State| {
        let usual = SimpleAi::new().choose(&*rules, state, UnitId(0));
        let ways = engine::with_ctx(&*rules, state, |ctx| {
            let view = View::new(&*rules, ctx, UnitId(0)).expect("a unit on the board");
            options::ways(&view, &usual, false, 3)
        });
        let waits = |c: &Command| matches!(c, Command::EndTurn { .. } | Command::Hold { .. });
        assert!(!waits(&usual), "{usual:?}");
        ways.iter().any(|way| waits(&way.command))
    };
    assert!(may_wait(&state));
    state.scene.clock.round = 40;
    assert!(!may_wait(&state));
}
