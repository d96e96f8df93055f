//! Exact odds against samples: many generated situations are each resolved many times with seeded
//! dice, and results must be as frequent as their exact chances.
//!
//! `HIGHGROUND_ODDS=SITUATIONSxSAMPLES` sets the size and `HIGHGROUND_ODDS_SEED` the first seed;
//! see `docs/testing.md`.

mod by_hand;
mod crowd;
mod crowds;
mod deck;
mod every_act;
mod sampling;
mod situations;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;

use highground::grid::UnitId;
use highground::registry::RulesetId;
use highground::rules::Command;
use highground::rules::dice::{Chance, Dice, Likelihood};
use highground::rules::engine::CommandError;
use highground::rules::odds::{self, Courses, Odds, Struck};
use highground::rules::ruleset::Ruleset;
use highground::rules::state::State;
use highground::rules::state::Status;
use rayon::prelude::*;

use deck::Deck;
use sampling::{Fate, Fates, Rolls, Sampler, Shown, fates, straight};
use situations::{Situation, situation};

/// Default number of situations, and of samples of each.
const SIZE: (u64, u64) = (400, 10_000);

/// The same for rulesets with many results of each throw.
const SIZE_OF_VIGOR: (u64, u64) = (100, 2_000);
const SIZE_OF_TURNSIDE: (u64, u64) = (150, 8_000);
const SIZE_OF_EVOKER: (u64, u64) = (100, 4_000);

/// Number of samples of each situation that are also resolved from beginning to end.
const STRAIGHT: u64 = 10;

/// Largest allowed deviation, in standard deviations.
const SIGMAS: f64 = 4.5;

/// Results expected less often than this are counted together, because the bound of a normal
/// distribution does not hold for rare results.
const RARE: f64 = 100.0;

/// Among tens of thousands of results a few exceed the bound by chance. These are sampled again
/// with other dice and this many times as often: a real error in the odds still exceeds the bound.
const TIMES: u64 = 8;

/// The largest probability that the odds may leave out.
const VAGUE: f64 = 0.001;

/// Added to the dice seed for the second sampling.
const AGAIN: u64 = 1 << 32;

/// Rules that the situations must cover, so that they are not all simple sword fights.
const SHOWN_BY_PRECISION: [&str; 19] = [
    "PR-9", "PR-13", "PR-14", "PR-24", "PR-160", "PR-165", "PR-166", "PR-167", "PR-174", "PR-212",
    "PR-218", "PR-219", "PR-228", "PR-229", "PR-257", "PR-258", "PR-299", "PR-300", "PR-364",
];

/// The same for the Momentum rules.
const SHOWN_BY_MOMENTUM: [&str; 3] = ["MO-167", "MO-188", "MO-213"];

fn setting<T>(name: &str, read: impl Fn(&str) -> Option<T>) -> Option<T> {
    let text = std::env::var(name).ok()?;
    Some(read(&text).unwrap_or_else(|| panic!("{name}={text} cannot be read")))
}

/// The same for the Vigor rules: bursting dice, Chances, reactions, armour, wounds.
const SHOWN_BY_VIGOR: [&str; 7] =
    ["VG-25", "VG-101", "VG-127", "VG-134", "VG-169", "VG-205", "VG-225"];

/// PR-7 and PR-18: results of an act match the displayed odds.
#[test]
fn exact_odds_agree_with_samples_in_generated_situations() {
    let seen = all_agree(RulesetId::Precision, SIZE);
    if seen.situations >= SIZE.0 as usize {
        seen.has_shown(&SHOWN_BY_PRECISION);
        assert!(seen.acts.len() >= 30, "only {:?}", seen.acts);
        assert!(seen.reactions > 0 && seen.walks > 0 && seen.areas > 0, "{seen}");
    }
}

/// The same under the Momentum rules (MO-3, MO-7).
#[test]
fn exact_odds_agree_with_samples_under_momentum() {
    let seen = all_agree(RulesetId::Momentum, SIZE);
    if seen.situations >= SIZE.0 as usize {
        seen.has_shown(&SHOWN_BY_MOMENTUM);
        assert!(seen.acts.len() >= 12, "only {:?}", seen.acts);
    }
}

/// The same under the Vigor rules (VG-23, VG-105).
#[test]
fn exact_odds_agree_with_samples_under_vigor() {
    let seen = all_agree(RulesetId::Vigor, SIZE_OF_VIGOR);
    if seen.situations >= SIZE_OF_VIGOR.0 as usize {
        seen.has_shown(&SHOWN_BY_VIGOR);
        assert!(seen.acts.len() >= 12, "only {:?}", seen.acts);
        assert!(seen.areas > 0 && seen.apart > 0, "{seen}");
    }
}

/// The same under the Turnside rules (TU-46, TU-215).
#[test]
fn exact_odds_agree_with_samples_under_turnside() {
    let seen = all_agree(RulesetId::Turnside, SIZE_OF_TURNSIDE);
    if seen.situations >= SIZE_OF_TURNSIDE.0 as usize {
        assert!(seen.acts.len() >= 20, "only {:?}", seen.acts);
        assert!(seen.areas > 4 && seen.rules.len() >= 60, "{seen}");
    }
}

/// The same under the Evoker rules (EV-7 to EV-13).
#[test]
fn exact_odds_agree_with_samples_under_evoker() {
    let seen = all_agree(RulesetId::Evoker, SIZE_OF_EVOKER);
    if seen.situations >= SIZE_OF_EVOKER.0 as usize {
        assert!(seen.acts.len() >= 12, "only {:?}", seen.acts);
        assert!(seen.areas > 0 && seen.walks > 0 && seen.rules.len() >= 50, "{seen}");
    }
}

/// Compares all situations of a ruleset and returns what they covered.
fn all_agree(id: RulesetId, size: (u64, u64)) -> Seen {
    let wanted = setting("HIGHGROUND_ODDS", |text| {
        let (situations, samples) = text.split_once('x')?;
        Some((situations.parse().ok()?, samples.parse().ok()?))
    });
    let (situations, samples) = wanted.unwrap_or(size);
    let first = setting("HIGHGROUND_ODDS_SEED", |text| text.parse().ok()).unwrap_or(1);
    let (rules, deck) = (id.built_in(), Deck::of(id));
    let seeds: Vec<u64> = (first..first + situations).collect();
    let results: Vec<Result<Seen, String>> = seeds
        .par_iter()
        .map(|seed| agree(&*rules, &deck, *seed, samples).map_err(|e| format!("seed {seed}: {e}")))
        .collect();
    let failures: Vec<&String> = results.iter().filter_map(|r| r.as_ref().err()).collect();
    assert!(failures.is_empty(), "{failures:#?}");
    let mut seen = Seen::default();
    results.into_iter().flatten().for_each(|one| seen.join(one));
    // The real stdout, because the harness hides the output of passing tests.
    let name = id.name();
    let _ =
        writeln!(std::io::stdout(), "odds of {name}: seeds {first} on, {samples} samples, {seen}");
    seen
}

/// Results of a command with their chances, for all units together.
type Ends = Vec<(Fates, Likelihood)>;

/// What the situations covered.
#[derive(Default)]
struct Seen {
    situations: usize,
    results: usize,
    rules: BTreeSet<String>,
    acts: BTreeSet<String>,
    areas: usize,
    walks: usize,
    reactions: usize,
    /// Number of situations sampled a second time.
    again: usize,
    /// Number of situations in which each unit is followed separately.
    apart: usize,
}

impl Seen {
    fn has_shown(&self, rules: &[&str]) {
        let missing: Vec<_> = rules.iter().filter(|r| !self.rules.contains(**r)).collect();
        assert!(missing.is_empty(), "never seen: {missing:?}");
    }

    fn join(&mut self, other: Self) {
        self.situations += other.situations;
        self.results += other.results;
        self.rules.extend(other.rules);
        self.acts.extend(other.acts);
        self.areas += other.areas;
        self.walks += other.walks;
        self.reactions += other.reactions;
        self.again += other.again;
        self.apart += other.apart;
    }

    fn of(command: &Command, shown: &Shown) -> Self {
        let rules = shown.rules.iter().map(ToString::to_string).collect();
        let mut seen = Self { situations: 1, rules, ..Self::default() };
        match command {
            Command::Act { act, .. } => {
                seen.acts.insert(act.to_string());
            }
            _ => seen.walks += 1,
        }
        let others = shown.rolled.iter().filter(|id| Some(**id) != command.unit());
        seen.areas += usize::from(others.count() > 1);
        seen.reactions += usize::from(shown.reacted);
        seen
    }
}

impl std::fmt::Display for Seen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (acts, rules) = (self.acts.len(), self.rules.len());
        write!(f, "{} situations ({} areas, ", self.situations, self.areas)?;
        write!(f, "{} walks, {} with readied acts, ", self.walks, self.reactions)?;
        write!(f, "{} followed unit by unit), ", self.apart)?;
        write!(f, "{acts} acts, {rules} rules, {} results compared, ", self.results)?;
        write!(f, "{} situations sampled again", self.again)
    }
}

/// The odds of a command.
fn odds_of(
    rules: &dyn Ruleset,
    deck: &Deck,
    state: &State,
    command: &Command,
) -> Result<Odds<Rolls>, CommandError> {
    if deck.all_courses {
        let fold = (Struck::default(), Rolls::default());
        return Ok(Odds::Joint(odds::courses(rules, state, command, fold)?));
    }
    Odds::of(rules, state, command, Rolls::default())
}

/// Compares a situation; an error describes the differences.
fn agree(rules: &dyn Ruleset, deck: &Deck, seed: u64, samples: u64) -> Result<Seen, String> {
    let Situation { state, command } = situation(rules, deck, seed);
    let odds = odds_of(rules, deck, &state, &command).map_err(|e| e.to_string())?;
    for spread in odds.spreads(&state) {
        let losses = spread.tracks.iter().map(|t| t.each().map(|(_, chance)| chance).sum());
        let after = spread.after.values().copied().sum();
        let sums: Vec<Likelihood> = losses.chain([after]).collect();
        if !sums.iter().all(|sum| sum.agrees(Likelihood::ONE)) {
            return Err(format!("{command:?}: {}: {sums:?} are not all 1", spread.unit));
        }
    }
    if as_float(odds.missing()).1 > VAGUE {
        return Err(format!("{command:?}: {} is left out", odds.missing()));
    }
    let mut sampler = Sampler::new(rules, &state, &command);
    let mut seen = Seen::default();
    let mut wrong = disagreements(&mut sampler, &state, &odds, (seed, samples), &mut seen);
    if !wrong.is_empty() {
        seen.again = 1;
        let more = (seed + AGAIN, samples * TIMES);
        wrong = disagreements(&mut sampler, &state, &odds, more, &mut seen);
    }
    for number in 0..STRAIGHT {
        let kept = sampler.sample(&mut Dice::seeded(number));
        let (sampled, played) = (sampler.end(kept), straight(rules, &state, &command, number));
        if let Some((unit, fate)) = played.iter().find(|(id, fate)| sampled.get(*id) != Some(*fate))
        {
            let other = sampled.get(unit);
            return Err(format!("{command:?}: dice {number}: {unit} is {fate:?}, not {other:?}"));
        }
    }
    if !wrong.is_empty() {
        let nodes = sampler.count();
        return Err(format!("{command:?} ({nodes} nodes): {}", wrong.join("; ")));
    }
    seen.apart = usize::from(matches!(odds, Odds::Apart(_)));
    seen.join(Seen::of(&command, &sampler.shown));
    Ok(seen)
}

/// Draws samples with seeded dice and compares them with the exact chances, of the whole outcome
/// and of each unit. Returns the deviations that exceed the bound.
fn disagreements(
    sampler: &mut Sampler<'_>,
    state: &State,
    odds: &Odds<Rolls>,
    (seed, samples): (u64, u64),
    seen: &mut Seen,
) -> Vec<String> {
    let mut dice = Dice::seeded(seed);
    let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
    for _ in 0..samples {
        *counts.entry(sampler.sample(&mut dice)).or_default() += 1;
    }
    let sampled: Vec<(&Fates, u64)> =
        counts.iter().map(|(end, count)| (sampler.end(*end), *count)).collect();
    let mut wrong = Vec::new();
    let ends = |courses: &Courses<(Struck, Rolls)>| -> (Ends, Likelihood) {
        let each = courses.iter().map(|c| (fates(&c.state, &c.fold.1), c.chance));
        (each.collect(), courses.missing())
    };
    let mut joint = None;
    let mut results = 0;
    if let Odds::Joint(courses) = odds {
        let all = ends(courses);
        let sampled = (sampled.as_slice(), samples);
        results += compare(&all, sampled, |fates| fates.clone(), &mut wrong);
        joint = Some(all);
    }
    for unit in state.units.iter().map(|u| u.id()) {
        let sampled = (sampled.as_slice(), samples);
        let of = |fates: &Fates| fates.get(&unit).cloned();
        match &joint {
            Some(all) => {
                results += compare(all, sampled, of, &mut wrong);
                results += compare(all, sampled, |f| health(f, unit), &mut wrong);
            }
            // If units are followed separately, only their own results are compared.
            None => {
                let own = ends(odds.courses_of(unit));
                results += compare(&own, sampled, |f| health(f, unit), &mut wrong);
            }
        }
    }
    seen.results = results;
    wrong
}

/// The tracks and the status of a unit, and the results of rolls against it.
type Health = (Vec<i32>, Status);

fn health(fates: &Fates, unit: UnitId) -> Option<Health> {
    let of = |fate: &Fate| (fate.tracks.clone(), fate.status);
    fates.get(&unit).map(of)
}

/// The bounds of a chance as the nearest floating-point numbers.
fn as_float(chance: Likelihood) -> (f64, f64) {
    let float = |end: Chance| *end.numer() as f64 / *end.denom() as f64;
    (float(chance.low()), float(chance.high()))
}

/// Results compared together: their names, the bounds of their probability, and their count.
struct Cell {
    name: String,
    low: f64,
    high: f64,
    count: u64,
}

/// Compares exact chances with counts of the results that `key` distinguishes. The probability that
/// the odds leave out may belong to any result, also to an unknown one. Returns the number of
/// results compared.
fn compare<K: Ord + Clone + std::fmt::Debug>(
    (ends, missing): &(Ends, Likelihood),
    (sampled, samples): (&[(&Fates, u64)], u64),
    key: impl Fn(&Fates) -> K,
    wrong: &mut Vec<String>,
) -> usize {
    let mut exact: BTreeMap<K, (Likelihood, u64)> = BTreeMap::new();
    for (fates, chance) in ends {
        exact.entry(key(fates)).or_insert((Likelihood::ZERO, 0)).0 += *chance;
    }
    let missing = as_float(*missing).1;
    let mut unknown = 0;
    for (fates, count) in sampled {
        match exact.get_mut(&key(fates)) {
            Some((_, counted)) => *counted += count,
            None if missing > 0.0 => unknown += count,
            None => wrong.push(format!("{:?} came {count} times but is impossible", key(fates))),
        }
    }
    let n = samples as f64;
    let cell = |(key, (chance, count)): (K, (Likelihood, u64))| {
        let (low, high) = as_float(chance);
        Cell { name: format!("{key:?}"), low, high, count }
    };
    let mut cells: Vec<Cell> = exact.into_iter().map(cell).collect();
    // Merges small counts, from the rarest on, until they are large enough to judge.
    cells.sort_by(|a, b| a.low.total_cmp(&b.low));
    let mut judged: Vec<Cell> = Vec::new();
    for cell in cells {
        match judged.last_mut().filter(|last| last.low * n < RARE) {
            Some(last) => {
                last.name = format!("{} or {}", last.name, cell.name);
                last.low += cell.low;
                last.high += cell.high;
                last.count += cell.count;
            }
            None => judged.push(cell),
        }
    }
    let name = "what is left out".to_owned();
    judged.push(Cell { name, low: 0.0, high: 0.0, count: unknown });
    for Cell { name, low, high, count } in &judged {
        let (low, high) = (*low, (high + missing).min(1.0));
        let allowed = |chance: f64| SIGMAS * (n * chance * (1.0 - chance).max(0.0)).sqrt();
        // A slack of half a case for certain results, where the bound is 0 and floats are not
        // exact.
        let slack = allowed(low).max(allowed(high)).max(0.5);
        let count = *count as f64;
        if count < n * low - slack || count > n * high + slack {
            wrong.push(format!("{name}: {count} of {samples}, chance {low} to {high}"));
        }
    }
    judged.len()
}
