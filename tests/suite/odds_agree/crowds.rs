//! The most expensive acts: their odds are known within one in a million, and samples agree.

use std::collections::BTreeMap;

use highground::grid::UnitId;
use highground::rules::dice::{Chance, Dice, Likelihood};
use highground::rules::engine::{self, Until};
use highground::rules::odds::{self, Odds, Spread};
use highground::rules::oracle::Play;
use highground::rules::state::{State, Status};
use highground::rules::{Command, Key};

use super::crowd::{Case, Crowd, cases};
use super::{RARE, SIGMAS};

/// Samples per act.
const SAMPLES: u32 = 5_000;

fn spreads(case: &Case) -> Vec<Spread> {
    let odds = Odds::of(&Crowd::default(), &case.state, &case.command, ()).expect("allowed");
    odds.spreads(&case.state)
}

/// All chances reported for a unit.
fn told(spread: &Spread) -> Vec<Likelihood> {
    let tracks = spread.tracks.iter().flat_map(|losses| losses.each().map(|(_, chance)| chance));
    tracks.chain(spread.after.values().copied()).chain([spread.hit]).collect()
}

#[test]
fn the_hardest_acts_are_known_within_one_in_a_million() {
    for case in cases() {
        let all = spreads(&case);
        assert_eq!(all.len(), case.state.units.len());
        for chance in all.iter().flat_map(told) {
            let width = chance.high() - chance.low();
            assert!(width < Chance::new(1, 1_000_000), "{}: {chance}", case.name);
        }
        // Acts with ordinary dice only are exact.
        let exact = all.iter().flat_map(told).all(|chance| chance.exact().is_some());
        assert!(exact || matches!(case.name, "sweep" | "breath"), "{}", case.name);
    }
}

#[test]
fn all_targets_of_an_act_have_the_same_odds() {
    // All targets have the same numbers, and neither their order nor the other targets matter.
    for case in cases() {
        let foes: Vec<Spread> =
            spreads(&case).into_iter().filter(|s| is_foe(&case.state, s.unit)).collect();
        for pair in foes.windows(2) {
            let (one, other) = (told(&pair[0]), told(&pair[1]));
            let same = one.iter().zip(&other).all(|(a, b)| a.agrees(*b));
            assert!(same && one.len() == other.len(), "{}: {one:?} {other:?}", case.name);
        }
    }
}

fn is_foe(state: &State, unit: UnitId) -> bool {
    state.are_foes(UnitId(0), unit)
}

/// VG-134: the rolls of the other targets make no difference.
#[test]
fn a_breath_burns_each_target_as_if_it_were_alone() {
    let case = cases().into_iter().find(|case| case.name == "breath").expect("a case");
    let among_six = spreads(&case);
    let mut alone = case.state.clone();
    for unit in alone.units.iter_mut().filter(|unit| unit.id().0 > 1) {
        unit.status = Status::Gone;
    }
    let Command::Act { unit, act, targets, choice, with } = case.command else {
        panic!("an act");
    };
    let targets = targets.into_iter().take(1).collect();
    let command = Command::Act { unit, act, targets, choice, with };
    let case = Case { name: "one in the breath", state: alone, command };
    let by_itself = spreads(&case);
    let (one, other) = (told(&among_six[1]), told(&by_itself[1]));
    assert!(one.len() > 30 && one.len() == other.len());
    assert!(one.iter().zip(&other).all(|(a, b)| a.agrees(*b)), "{one:?} {other:?}");
}

/// EV-13: 70 against 40 hits with 60 of 100, so four weapons all miss with 0.4 to the fourth.
#[test]
fn four_weapons_miss_as_often_as_each_of_them() {
    let case = cases().into_iter().find(|case| case.name == "volley").expect("a case");
    let spread = spreads(&case).into_iter().nth(1).expect("a target");
    assert_eq!(spread.roll, Some(Likelihood::of(6, 10)));
    assert_eq!(spread.hit, Likelihood::of(256, 10_000).complement());
}

/// VG-106: 0.483123 for each dodging target.
#[test]
fn a_sweep_hits_each_dodger_like_a_single_blow() {
    let case = cases().into_iter().next().expect("a case");
    for spread in spreads(&case).iter().filter(|s| is_foe(&case.state, s.unit)) {
        let unhurt = spread.of_track("armour").and_then(|a| a.each().next()).map(|(_, c)| c);
        let hit = unhurt.expect("armour").complement();
        let millionths = |end: Chance| (end * Chance::from_integer(1_000_000)).round().to_integer();
        assert_eq!((millionths(hit.low()), millionths(hit.high())), (483_123, 483_123), "{hit}");
    }
}

/// The sample for readers that cannot wait for all courses is close to the odds.
#[test]
fn a_sample_of_few_steps_is_near_the_odds() {
    let float = |chance: Likelihood| *chance.low().numer() as f64 / *chance.low().denom() as f64;
    for case in cases() {
        let drawn = odds::sample(&Crowd::default(), &case.state, &case.command, 4_000);
        let drawn = drawn.expect("allowed");
        let all: f64 = drawn.iter().map(|course| float(course.chance)).sum();
        assert!((0.9..1.001).contains(&all), "{}: {all}", case.name);
        for spread in spreads(&case) {
            for losses in &spread.tracks {
                let loss = |state: &State| {
                    let unit = state.unit(spread.unit).expect("no unit is removed");
                    f64::from(losses.from - unit.tracks.0.value(losses.track.as_str()))
                };
                let exact: f64 =
                    losses.each().map(|(n, chance)| f64::from(n) * float(chance)).sum();
                let found: f64 = drawn.iter().map(|c| float(c.chance) * loss(&c.state)).sum();
                let off = (found - exact).abs();
                assert!(off < exact / 4.0 + 0.5, "{}: {exact}, off by {off}", case.name);
            }
        }
    }
}

/// Final tracks and status of a unit.
type End = (Vec<(Key, i32)>, Status);

fn end(state: &State, unit: UnitId) -> End {
    let unit = state.unit(unit).expect("no unit is removed");
    let tracks = unit.tracks.0.iter().map(|meter| (meter.id.clone(), meter.value));
    (tracks.collect(), unit.status)
}

#[test]
fn samples_of_the_hardest_acts_agree_with_their_odds() {
    for case in cases() {
        let mut counts: BTreeMap<UnitId, Vec<End>> = BTreeMap::new();
        for seed in 0..SAMPLES {
            let mut state = case.state.clone();
            state.dice = Dice::seeded(seed.into());
            let rules = Crowd::default();
            engine::submit_until(&rules, &mut state, &case.command, &mut Play, Until::Idle)
                .expect("allowed");
            for unit in state.units.iter().map(|u| u.id()) {
                counts.entry(unit).or_default().push(end(&state, unit));
            }
        }
        for spread in spreads(&case) {
            let ends = counts.get(&spread.unit).expect("sampled");
            for losses in &spread.tracks {
                let left = |end: &End| end.0.iter().find(|t| t.0 == losses.track).map(|t| t.1);
                for (loss, chance) in losses.each() {
                    let is = |end: &&End| left(end) == Some(losses.from - loss);
                    agrees(&case, chance, ends.iter().filter(is).count());
                }
                let known = |end: &End| {
                    losses.each().any(|(loss, _)| left(end) == Some(losses.from - loss))
                };
                let other = ends.iter().find(|end| !known(end));
                assert!(other.is_none(), "{}: {other:?} has no odds: {spread:?}", case.name);
            }
            for (status, chance) in &spread.after {
                let is = |end: &&End| end.1 == *status;
                agrees(&case, *chance, ends.iter().filter(is).count());
            }
        }
    }
}

/// Checks that a count agrees with its chance; rare results are left to the sum of the others.
fn agrees(case: &Case, chance: Likelihood, count: usize) {
    let n = f64::from(SAMPLES);
    let float = |end: Chance| *end.numer() as f64 / *end.denom() as f64;
    let (low, high) = (float(chance.low()), float(chance.high()));
    if n * high < RARE {
        return;
    }
    let off = SIGMAS * (n * high * (1.0 - low).max(0.0)).sqrt() + 0.5;
    let count = count as f64;
    assert!(count > n * low - off && count < n * high + off, "{}: {chance}: {count}", case.name);
}
