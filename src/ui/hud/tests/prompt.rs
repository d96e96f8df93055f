//! Tests of questions: the consequences of each answer.

use grid::{Board, SideId, UnitId};
use registry::RulesetId;
use rules::engine::{self, BattleStatus};
use rules::oracle::Play;
use rules::policy::Policy;
use rules::prompt::Answer;
use rules::state::Slot;
use rules::{Command, Key, Target};

use super::fight::{BLUE, Fight, RED, fight};
use super::*;

/// A knight strikes an archer, and another knight may take the blow for it (TU-205).
fn blow_to_shield() -> Fight {
    let people = [("knight", BLUE, 0, 1), ("archer", RED, 1, 1), ("knight", RED, 2, 1)];
    let mut fight = fight(RulesetId::Turnside, Board::new(5, 3), &people);
    fight.state.scene.clock.slots =
        (0..3).map(|id| Slot::turn(vec![UnitId(id)], 30 - i32::try_from(id).unwrap())).collect();
    fight
}

/// The question that the strike raises, as the panel shows it.
fn asked(fight: &mut Fight) -> PromptModel {
    asked_about(fight, "longsword")
}

/// The question that an act against the second unit raises.
fn asked_about(fight: &mut Fight, act: &str) -> PromptModel {
    let command = Command::Act {
        unit: UnitId(0),
        act: Key::new(act),
        targets: vec![Target::Unit(UnitId(1))],
        choice: Key::default(),
        with: Default::default(),
    };
    let (_, status) = engine::submit(&*fight.rules, &mut fight.state, &command, &mut Play).unwrap();
    let BattleStatus::Asked(prompt) = status else { panic!("not asked: {status:?}") };
    PromptModel::of(&*fight.rules, &fight.state, &prompt, &fight.names())
}

#[test]
fn each_answer_shows_whom_it_hurts() {
    let model = asked(&mut blow_to_shield());
    let effects = |n: usize| model.choices[n].effects.join("; ");
    // Taken: the knight is rolled against, and the archer cannot lose anything.
    assert!(effects(0).contains("knight 2: hit"), "{}", effects(0));
    assert!(effects(0).contains("archer 1: no loss"), "{}", effects(0));
    // Declined: the other way round.
    assert!(effects(1).contains("archer 1: hit"), "{}", effects(1));
    assert!(effects(1).contains("knight 2: no loss"), "{}", effects(1));
    // The attacker is the same either way, so it is not mentioned.
    assert!(!effects(0).contains("knight 0") && !effects(1).contains("knight 0"));
}

/// TU-185, TU-189, TU-190: a Reaction, twice the RP, and charges of the next Turn.
#[test]
fn answers_show_what_they_cost() {
    let mut fight = blow_to_shield();
    let prices = |model: &PromptModel, n: usize| -> Vec<String> {
        model.choices[n].prices.iter().map(|p| format!("{}: {}", p.name, p.value)).collect()
    };
    let model = asked(&mut fight);
    assert_eq!(prices(&model, 0), ["Reaction: 1, then 0"]);
    assert!(model.choices[1].prices.is_empty());
    // Then the knight is asked whether it uses an ability instead.
    let no = Command::Answer(Answer::NO);
    let (_, status) = engine::submit(&*fight.rules, &mut fight.state, &no, &mut Play).unwrap();
    let BattleStatus::Asked(prompt) = status else { panic!("not asked: {status:?}") };
    let model = PromptModel::of(&*fight.rules, &fight.state, &prompt, &fight.names());
    let paid = ["Reaction: 1, then 0", "RP: 12, then 33", "Charges: 3"];
    assert_eq!(prices(&model, 0), paid);
    // 14 less 4, and less 3 with Stone Skin (TU-307).
    let effects = |n: usize| model.choices[n].effects.join("; ");
    assert!(effects(0).contains("7 HP") && effects(1).contains("10 HP"), "{model:?}");
}

/// What an answer does is shown as if no friend stepped in, unless its side has ordered that.
#[test]
fn answers_are_compared_without_other_reactions() {
    let people = [("knight", BLUE, 0, 1), ("healer", RED, 1, 1), ("knight", RED, 2, 1)];
    let mut fight = fight(RulesetId::Turnside, Board::new(5, 3), &people);
    fight.state.scene.clock.slots = (0..3).map(|id| Slot::turn(vec![UnitId(id)], 1)).collect();
    let lines = |model: &PromptModel| -> Vec<String> {
        model.choices.iter().flat_map(|choice| choice.effects.clone()).collect()
    };
    let alone = lines(&asked(&mut fight));
    assert!(
        alone.len() > 1 && alone.iter().all(|line| line.starts_with("healer 1: hit")),
        "{alone:?}"
    );
    fight.state.scene.policies.set(SideId(RED), Key::of("shield"), Policy::Always);
    let prompt = fight.state.queue.waiting.clone().unwrap();
    let model = PromptModel::of(&*fight.rules, &fight.state, &prompt, &fight.names());
    // The knight takes the blow, so it makes no difference what the healer does.
    assert!(lines(&model).is_empty(), "{model:?}");
}

/// Odds about a unit that the side does not know would reveal it.
#[test]
fn effects_of_an_unknown_attacker_are_not_shown() {
    let mut fight = blow_to_shield();
    let known = asked(&mut fight);
    assert!(known.choices.iter().all(|choice| !choice.effects.is_empty()));
    fight.state.scene.fog.on = true;
    let prompt = fight.state.queue.waiting.clone().unwrap();
    let model = PromptModel::of(&*fight.rules, &fight.state, &prompt, &fight.names());
    assert!(model.choices.iter().all(|choice| choice.effects.is_empty()), "{model:?}");
}

/// TU-130: a contest takes nothing, but the answers differ in its chance.
#[test]
fn rolls_without_losses_are_compared_too() {
    let people = [("brute", BLUE, 0, 1), ("scout", RED, 1, 1)];
    let mut fight = fight(RulesetId::Turnside, Board::new(3, 3), &people);
    // Without a Reaction the scout cannot step away first.
    let scout = fight.state.unit_mut(UnitId(1)).unwrap();
    scout.pools.0.get_mut("reaction").unwrap().value = 0;
    let model = asked_about(&mut fight, "grapple");
    assert_eq!(model.choices.len(), 2);
    let effects: Vec<&[String]> = model.choices.iter().map(|c| c.effects.as_slice()).collect();
    assert!(effects.iter().all(|effects| effects[0].starts_with("scout 1: hit")), "{model:?}");
    assert_ne!(effects[0], effects[1]);
}
