//! Areas on upper floors.

use super::knowledge::rebuilt;
use super::*;
use grid::{Climb, Deck, FloorAt, Material};
use rules::command::Target;

const DECK: Hm = Hm::metres(3);

/// Foes stand close together on a deck, and a friend below it: the area is aimed at the deck by its
/// height, and the friend comes to no harm.
#[test]
fn an_area_is_aimed_at_the_floor_of_the_foes() {
    let drawing = "
        ............
        ......BE....
        A.....CD....
        ............";
    for (id, role) in [(RulesetId::Precision, "mage"), (RulesetId::Momentum, "mage")] {
        let units: &[(char, u8, &str, &[(&str, i64)])] = &[
            ('A', 0, role, &[]),
            ('B', 1, "brute", &[]),
            ('C', 1, "brute", &[]),
            ('D', 1, "brute", &[]),
            ('E', 0, "knight", &[]),
        ];
        let (rules, state) = drawn_by(id, drawing, units);
        let mut state = rebuilt(state, |board| {
            let plank = Deck { top: DECK, material: Material::Wood, climb: Climb::Unmarked };
            for (x, y) in [(6, 1), (7, 1), (6, 2), (7, 2)] {
                assert!(board.add_deck(Cell::new(x, y), plank));
            }
        });
        for unit in 1..=3 {
            state.units.of_mut(UnitId(unit)).expect("there").placement.feet = DECK;
        }
        // The foes wait for it.
        let before = play_waiting(&*rules, state, UnitId(0));
        let turn = turn_of(&*rules, before.clone(), UnitId(0));
        let at = |target: &Target| match target {
            Target::Floor(FloorAt { floor: Some(floor), .. }) => *floor == DECK,
            _ => false,
        };
        let aimed = turn.iter().find(|command| match command {
            Command::Act { targets, .. } => targets.iter().any(at),
            _ => false,
        });
        let aimed = aimed.unwrap_or_else(|| panic!("{id:?}: {turn:?}"));
        let mut state = before;
        for command in turn.iter().take_while(|command| *command != aimed).chain([aimed]) {
            let life = |state: &State, unit| {
                state.unit(UnitId(unit)).map(|unit| rules.life(unit).left).unwrap_or_default()
            };
            let own = life(&state, 4);
            engine::submit(&*rules, &mut state, command, &mut PlayByDefault).expect("allowed");
            assert_eq!(life(&state, 4), own, "{id:?}: the friend below");
        }
    }
}

/// The battle at the first turn of a unit, with all others waiting.
fn play_waiting(rules: &dyn Ruleset, mut state: State, unit: UnitId) -> State {
    let source = &mut PlayByDefault;
    let mut status = engine::advance(rules, &mut state, source, &mut Vec::new()).expect("no fault");
    for _ in 0..40 {
        let command = match &status {
            BattleStatus::Await(units) if units.contains(&unit) => return state,
            BattleStatus::Await(units) => Command::EndTurn { unit: units[0] },
            BattleStatus::Asked(prompt) => {
                Command::Answer(engine::policy_answer(rules, &state, prompt))
            }
            other => panic!("{other:?}"),
        };
        status = engine::submit(rules, &mut state, &command, source).expect("allowed").1;
    }
    panic!("it has no turn");
}
