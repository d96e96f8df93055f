//! A battle that is loaded in the middle of a turn goes on as it would have.

use super::plans::DEPTH;
use super::*;
use crate::ai::{Memory, Planner, Tuning};
use crate::autoplay::Decider;
use rules::oracle::Play;

/// Plays two rounds with the same deciders, and asks a new one at each command that remembers only
/// what the last one wrote down.
fn goes_on_alike(make: &dyn Fn() -> Box<dyn Decider>, id: RulesetId) {
    let units: &[(char, u8, &str, &[(&str, i64)])] = &[
        ('A', 0, "knight", &[]),
        ('B', 0, "brute", &[]),
        ('C', 1, "brute", &[]),
        ('D', 1, "knight", &[]),
    ];
    let drawing = "
        ...............
        .A.........C...
        .......o.......
        .B.........D...
        ...............";
    let (rules, mut state) = drawn_by(id, drawing, units);
    let mut minds = [make(), make()];
    let mut written = [const { None::<String> }; 2];
    let mut events = Vec::new();
    let mut status =
        engine::advance(&*rules, &mut state, &mut Play, &mut events).expect("no fault");
    while state.scene.clock.round <= 2 {
        let command = match &status {
            BattleStatus::Await(units) => {
                let side = usize::from(state.unit(units[0]).expect("on the board").side().0);
                let command = minds[side].command(&*rules, &state, units);
                let mut loaded = make();
                if let Some(text) = &written[side] {
                    loaded.remember(&ron::from_str::<Memory>(text).expect("written before"));
                }
                assert_eq!(loaded.command(&*rules, &state, units), command, "{}", id.name());
                let memory = minds[side].memory().expect("it remembers");
                assert_eq!(loaded.memory().as_ref(), Some(&memory));
                written[side] = Some(ron::to_string(&memory).expect("plain data"));
                command
            }
            BattleStatus::Asked(prompt) => {
                Command::Answer(engine::policy_answer(&*rules, &state, prompt))
            }
            BattleStatus::Over(_) | BattleStatus::Idle | BattleStatus::Dice(_) => break,
        };
        status = engine::submit(&*rules, &mut state, &command, &mut Play).expect("allowed").1;
    }
}

#[test]
fn a_loaded_battle_goes_on_alike() {
    for id in RulesetId::ALL {
        goes_on_alike(&|| Box::new(SimpleAi::new()), id);
        goes_on_alike(&|| Box::new(Planner::new(DEPTH, Tuning::built_in())), id);
    }
}
