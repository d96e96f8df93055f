//! Single decisions about costs: answers with a price, and consumables.

use super::choices::act_name;
use super::*;
use crate::ai::Promise;
use rules::command::Target;
use rules::dice::{Dice, Throw};
use rules::oracle::Source;
use rules::prompt::{Answer, Prompt};

/// The faces of the first throw; questions stay open.
struct Arrow([u16; 3]);

impl Source for Arrow {
    fn faces(&mut self, _: &Throw, _: &mut Dice) -> Option<Vec<u16>> {
        Some(self.0.to_vec())
    }

    fn answer(&mut self, _: &Prompt) -> Option<Answer> {
        None
    }
}

/// The promises of the answer to an arrow with this d20 and 9 on both Bonus Dice, aimed at a knight,
/// and its name.
fn answer_to_an_arrow(d20: u16) -> (Vec<Promise>, String) {
    let units: &[(char, u8, &str, &[(&str, i64)])] =
        &[('A', 0, "archer", &[]), ('B', 1, "knight", &[])];
    let (rules, state) = drawn_by(RulesetId::Vigor, "A....B", units);
    let mut state = play(&*rules, state, CAP, Some(UnitId(0))).state;
    state.units.of_mut(UnitId(1)).unwrap().placement.at = Cell::new(4, 0).into();
    let targets = vec![Target::Unit(UnitId(1))];
    let (choice, with) = Default::default();
    let shot = Command::Act { unit: UnitId(0), act: Key::of("bow"), targets, choice, with };
    let mut arrow = Arrow([d20, 9, 9]);
    let (_, status) = engine::submit(&*rules, &mut state, &shot, &mut arrow).expect("allowed");
    let BattleStatus::Asked(prompt) = status else { panic!("{status:?}") };
    let mut ai = SimpleAi::new();
    let answer = ai.answer(&*rules, &state, &prompt);
    let promises = ai.reasons(&*rules, &state, &Command::Answer(answer));
    (promises, prompt.choices[usize::from(answer.0)].id.to_string())
}

/// Against 38 no defense is worth its cost; against 22 a Block with two dice is, rather than a
/// Dodge with one (VG-101, VG-112).
#[test]
fn a_defense_is_bought_only_if_it_may_help() {
    assert_eq!(answer_to_an_arrow(20).1, "no");
    assert_eq!(answer_to_an_arrow(4).1, "block");
}

/// The answer comes first, then others, each with its words and what it would cost the knight.
#[test]
fn an_answer_has_reasons() {
    for (d20, first) in [(20, "no"), (4, "block")] {
        let (promises, given) = answer_to_an_arrow(d20);
        assert_eq!(given, first);
        assert!((2..=3).contains(&promises.len()), "{promises:?}");
        let words: Vec<&str> =
            promises.iter().filter_map(|p| Some(p.reply.as_ref()?.label.as_str())).collect();
        assert_eq!(words.len(), promises.len(), "{promises:?}");
        let hit = promises[0].effects.iter().find(|e| e.target == UnitId(1));
        assert!(hit.is_some_and(|e| e.harm > 0 && e.mends == 0), "{promises:?}");
        let others = promises.iter().skip(1);
        assert!(others.clone().all(|p| p.command != promises[0].command), "{promises:?}");
    }
}

/// VG-84: a charge among three enemies, set off in the same turn.
#[test]
fn a_charge_is_placed_among_enemies_and_set_off() {
    let bomber: &[(&str, i64)] =
        &[("charges", 1), ("mana_now", 0), ("actions", 3), ("stamina", 90), ("strength", 5)];
    let units: &[(char, u8, &str, &[(&str, i64)])] = &[
        ('A', 0, "healer", bomber),
        ('B', 1, "knight", &[]),
        ('C', 1, "knight", &[]),
        ('D', 1, "knight", &[]),
    ];
    let (rules, state) = drawn_by(RulesetId::Vigor, ".......\n..BCD..\n...A...\n.......", units);
    let turn = first_turn(&*rules, state, UnitId(0));
    let acts: Vec<&str> = turn.iter().map(act_name).filter(|name| !name.is_empty()).collect();
    assert!(acts.contains(&"place_charge") && acts.contains(&"detonate"), "{turn:?}");
}
