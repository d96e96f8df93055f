//! Chances computed by hand, compared with the engine's branches.

use std::collections::BTreeMap;

use highground::grid::{Board, Cell, Dir, Hm, SideId, UnitId};
use highground::registry::RulesetId;
use highground::rules::dice::Likelihood;
use highground::rules::engine::{self, BattleStatus, Until};
use highground::rules::oracle::{Branching, Given};
use highground::rules::ruleset::{Placing, Ruleset};
use highground::rules::state::{Flags, Goal, Posture, Scene, Side, State, Status, Unit};
use highground::rules::{Command, Key};

fn unit(rules: &dyn Ruleset, id: u32, side: u8, role: &str, numbers: &[(&str, i64)]) -> Unit {
    let placing = Placing {
        id: UnitId(id),
        side: SideId(side),
        role: Key::new(role),
        name: format!("{role} {id}"),
        at: Cell::new(3 * id as i16, 0).into(),
        altitude: Hm::ZERO,
        facing: Dir::S,
        prone: false,
        overrides: numbers.iter().map(|(name, n)| (Key::new(name), *n)).collect(),
        gear: BTreeMap::new(),
        start: Default::default(),
    };
    rules.enlist(&placing).expect("a known role")
}

fn battle(units: Vec<Unit>) -> State {
    let side = |name: &str| Side { name: name.into(), ambush: false, flags: Flags::default() };
    let sides = vec![side("Blue"), side("Red")];
    State::new(Scene::new(Board::new(12, 1), sides, vec![Goal::LastStanding]), units, 1)
}

/// A battle at some point of the resolution, with its probability.
type Branch = (Likelihood, State, BattleStatus);

/// Resolves one throw: every branch that waits for dice splits into one per result.
fn throw(rules: &dyn Ruleset, branches: Vec<Branch>) -> Vec<Branch> {
    let mut next = Vec::new();
    for (chance, state, rest) in branches {
        let BattleStatus::Dice(dice) = &rest else {
            next.push((chance, state, rest));
            continue;
        };
        for (share, faces) in dice.branches().ways {
            let mut state = state.clone();
            engine::give(&mut state, Given::Faces(faces));
            let (source, until) = (&mut Branching, Until::Wanted);
            let rest =
                engine::advance_until(rules, &mut state, source, &mut Vec::new(), until).unwrap();
            next.push((chance * share, state, rest));
        }
    }
    next
}

/// PR-46: of two sides with equal values, each goes first with 1/2. The first pair of rolls ties
/// with 1/20, and then both roll again with the same chances.
#[test]
fn a_tie_of_two_sides_is_fair() {
    let rules = RulesetId::Precision.built_in();
    let units = vec![
        unit(&*rules, 0, 0, "mage", &[("initiative", 10)]),
        unit(&*rules, 1, 1, "brute", &[("initiative", 10)]),
    ];
    let mut state = battle(units);
    let (source, until) = (&mut Branching, Until::Wanted);
    let rest = engine::advance_until(&*rules, &mut state, source, &mut Vec::new(), until).unwrap();
    let rolled = throw(&*rules, throw(&*rules, vec![(Likelihood::ONE, state, rest)]));
    let sum = |rest: &BattleStatus| -> Likelihood {
        rolled.iter().filter(|(_, _, r)| r == rest).map(|(chance, ..)| *chance).sum()
    };
    let first = |id| sum(&BattleStatus::Await(vec![UnitId(id)]));
    let drawn: Likelihood = rolled
        .iter()
        .filter(|(_, _, r)| matches!(r, BattleStatus::Dice(_)))
        .map(|(c, ..)| *c)
        .sum();
    assert_eq!((first(0), first(1)), (Likelihood::of(190, 400), Likelihood::of(190, 400)));
    assert_eq!(drawn, Likelihood::of(1, 20));
    // Ties do not change the ratio: 190/400 of the remaining probability is one half.
    assert_eq!(first(0), drawn.complement() * Likelihood::of(1, 2));
}

/// PR-194: level 4 survives four death saves with 1 x 0.8 x 0.6 x 0.4, and dies in the fifth round
/// whatever the dice (PR-192).
#[test]
fn chances_of_survival_multiply() {
    let rules = RulesetId::Precision.built_in();
    let mut units = vec![
        unit(&*rules, 0, 0, "knight", &[("initiative", 12)]),
        unit(&*rules, 1, 0, "knight", &[("level", 4), ("initiative", 10)]),
        unit(&*rules, 2, 1, "brute", &[("initiative", 8)]),
    ];
    if let Some(fallen) = units.get_mut(1) {
        fallen.status = Status::Down;
        fallen.placement.posture = Posture::Prone;
        fallen.tracks.0.get_mut("health").unwrap().value = -2;
    }
    let mut state = battle(units);
    let (source, until) = (&mut Branching, Until::Wanted);
    let rest = engine::advance_until(&*rules, &mut state, source, &mut Vec::new(), until).unwrap();
    let mut branches = vec![(Likelihood::ONE, state, rest)];
    let mut survival = Vec::new();
    for _ in 0..5 {
        // The turns of the two standing units, then the end phase.
        for who in [0, 2] {
            let unit = UnitId(who);
            for (_, state, rest) in &mut branches {
                assert_eq!(*rest, BattleStatus::Await(vec![unit]));
                let end = Command::EndTurn { unit };
                let (source, until) = (&mut Branching, Until::Wanted);
                *rest = engine::submit_until(&*rules, state, &end, source, until).unwrap().1;
            }
        }
        branches = throw(&*rules, branches);
        let lives = |state: &State| state.unit(UnitId(1)).is_some_and(|u| u.status == Status::Down);
        branches.retain(|(_, state, _)| lives(state));
        survival.push(branches.iter().map(|(chance, ..)| *chance).sum::<Likelihood>());
    }
    let tenths = Likelihood::of;
    let wanted = [tenths(1, 1), tenths(8, 10), tenths(48, 100), tenths(192, 1000), tenths(0, 1)];
    assert_eq!(survival, wanted);
}
