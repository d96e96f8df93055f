//! Every number and option in a ruleset's `rules.ron` has an effect: changing it changes the
//! outcome of at least one scenario. A new key without such a scenario fails here.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use highground::rules::registry::RulesetId;
use highground::rules::ruleset::SharedRuleset;
use highground::scenario::{self, Options, Report, Scenario};
use rayon::prelude::*;

/// What the test knows about a ruleset's keys besides the file.
struct Book {
    ruleset: RulesetId,
    /// Prefix of its rule IDs.
    prefix: &'static str,
    /// Alternative values of keys with named values.
    named: &'static [(&'static str, &'static [&'static str])],
    /// Options that are equivalent by design.
    alike: &'static [&'static str],
    /// Keys that do not affect play.
    words: &'static [&'static str],
    /// Minimum number of keys.
    least: usize,
}

/// Rounding a half gives the same hits (PR-6), so `half_rounding` changes nothing.
const PRECISION: Book = Book {
    ruleset: RulesetId::Precision,
    prefix: "PR-",
    named: &PRECISION_NAMED,
    alike: &["half_rounding"],
    words: &["resistances"],
    least: 70,
};

const MOMENTUM: Book = Book {
    ruleset: RulesetId::Momentum,
    prefix: "MO-",
    named: &MOMENTUM_NAMED,
    alike: &[],
    // Sheets are checked against the cap when they are read: see
    // `skill_levels_are_capped_by_level`.
    words: &["quiet_acts", "skill_cap"],
    least: 85,
};

const MOMENTUM_NAMED: [(&str, &[&str]); 19] = [
    ("dr_naturals", &["Nat20And1"]),
    ("joiners_act", &["OwnSlot"]),
    ("advantage_mode", &["NetCount"]),
    ("rp_refresh", &["OwnTurnStart"]),
    ("tie_break", &["RollOff", "AskReferee"]),
    ("cinematic_failure", &["ProneSelf", "LoseFreeMove"]),
    ("surprise_test", &["Scenario", "Off"]),
    ("hide_needs", &["PerObserver"]),
    ("threat", &["Adjacent"]),
    ("damage_order", &["ArmorThenType"]),
    ("death_at", &["NegativeHalfMax", "Zero"]),
    ("taking_cover_scope", &["Always", "AnyHalfCover"]),
    ("foliage_cover", &["None"]),
    ("redirect_roll", &["New"]),
    ("lean_until", &["NextTurn"]),
    ("pass_fail_cost", &["Nothing", "TurnMovement"]),
    ("hazard_type", &["Cold"]),
    // Out of range of the scenarios.
    ("teleport_cap", &["2"]),
    ("lever_range", &["0"]),
];

const PRECISION_NAMED: [(&str, &[&str]); 17] = [
    ("prone_cost_rounding", &["Floor"]),
    ("tie_roll", &["PerPlace"]),
    ("prepared_pay", &["OnUse"]),
    ("diagonals", &["Alternating"]),
    ("rough_stacking", &["Sum"]),
    ("half_damage", &["BeforeArmor"]),
    ("unconscious_at", &["AtZero"]),
    ("instant_death", &["BattleTotal", "SingleBlow"]),
    ("fifth_round_death", &["StartPhase"]),
    ("bars_cover", &["None", "Half", "Full"]),
    ("creature_cover", &["None", "Quarter", "Full"]),
    ("prone_cover", &["None", "Quarter", "Full"]),
    ("fall_prone", &["Always", "Never"]),
    ("water_fall_factor", &["Half", "Zero"]),
    ("stacking", &["Newest"]),
    ("return_fit", &["Wait"]),
    ("half_rounding", &["Exact"]),
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// A key of the file.
#[derive(Debug)]
struct Line {
    key: String,
    /// Its value as written.
    value: String,
    /// Rules named by its comment.
    rules: Vec<String>,
}

/// Keys of the file. A group opened on a line of its own contributes its keys separately.
fn keys(book: &Book) -> Vec<Line> {
    let path = folder("assets/rulesets").join(book.ruleset.name()).join("rules.ron");
    let text = std::fs::read_to_string(path).unwrap();
    let mut in_group = false;
    let mut found = Vec::new();
    for line in text.lines() {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        let indent = code.len() - code.trim_start().len();
        if indent == 4 {
            in_group = code.trim_end().ends_with(": (");
        }
        let depth = if in_group { 8 } else { 4 };
        let Some((key, value)) = code.split_once(':').filter(|_| indent == depth) else { continue };
        let rules = comment.split([' ', ',', ':']).filter(|w| w.starts_with(book.prefix));
        found.push(Line {
            key: key.trim().to_owned(),
            value: value.trim().trim_end_matches(',').to_owned(),
            rules: rules.map(str::to_owned).collect(),
        });
    }
    found.retain(|line| !book.words.contains(&line.key.as_str()));
    found
}

/// Other values for a key, in groups: at least one of each group must make a difference. A number
/// is its own group, and so is each number of a list.
fn others(book: &Book, key: &str, value: &str) -> Vec<Vec<String>> {
    if let Some((_, names)) = book.named.iter().find(|(name, _)| *name == key) {
        return names.iter().map(|n| vec![(*n).to_owned()]).collect();
    }
    let plain = |value: &str| -> Option<Vec<String>> {
        match value {
            "true" => return Some(vec!["false".to_owned()]),
            "false" => return Some(vec!["true".to_owned()]),
            _ => {}
        }
        if let Ok(n) = value.parse::<i32>() {
            return Some([1, -1, 2, -2, 5, 20].map(|d| (n + d).to_string()).into());
        }
        let n = value.parse::<f64>().ok()?;
        let heights = [0.5, -0.5, 1.0, -1.0, 2.0, 5.0].map(|d| n + d);
        Some(heights.into_iter().filter(|h| *h >= 0.0).map(|h| format!("{h:.1}")).collect())
    };
    if let Some(values) = plain(value) {
        return vec![values];
    }
    // A list, or named numbers: one after the other.
    let inner = value.trim_start_matches(['[', '(']).trim_end_matches([']', ')']);
    let parts: Vec<&str> = inner.split(',').map(str::trim).collect();
    let groups = parts.iter().enumerate().map(|(i, part)| {
        let (name, number) = part.rsplit_once(' ').map_or(("", *part), |(n, v)| (n, v));
        let values = plain(number);
        let values = values.unwrap_or_else(|| panic!("`{key}`: say what {value} may be instead"));
        let changed = values.into_iter().map(|number| {
            let mut parts: Vec<String> = parts.iter().map(|p| (*p).to_owned()).collect();
            parts[i] = format!("{name} {number}").trim().to_owned();
            value.replace(inner, &parts.join(", "))
        });
        changed.collect()
    });
    groups.collect()
}

/// The ruleset with one key changed, in addition to a scenario's own changes.
struct Changed<'a> {
    key: &'a str,
    value: &'a str,
    /// Without scenario changes; made once, since most scenarios change nothing.
    alone: SharedRuleset,
}

impl<'a> Changed<'a> {
    /// `None` when the key cannot have this value.
    fn new(book: &Book, key: &'a str, value: &'a str) -> Option<Self> {
        let options = Options::from([(key.to_owned(), value.to_owned())]);
        let alone = scenario::built_in(book.ruleset, &options).ok()?;
        Some(Self { key, value, alone })
    }

    fn run(&self, scenario: &Scenario) -> Report {
        scenario::run(scenario, &|id, own| {
            if own.is_empty() {
                return Ok(Arc::clone(&self.alone));
            }
            let mut options = own.clone();
            options.entry(self.key.to_owned()).or_insert_with(|| self.value.to_owned());
            scenario::built_in(id, &options)
        })
    }
}

fn scenarios(book: &Book) -> Vec<(Scenario, Report)> {
    let path = folder("tests/scenarios").join(book.ruleset.name());
    let files = scenario::files(&path).unwrap();
    let all: Vec<Scenario> = files.iter().flat_map(|f| scenario::load(f).unwrap()).collect();
    let run = |s: Scenario| {
        let report = scenario::run(&s, &scenario::built_in);
        (s, report)
    };
    all.into_par_iter().map(run).collect()
}

fn makes_a_difference(book: &Book, all: &[(Scenario, Report)], line: &Line, value: &str) -> bool {
    let Some(changed) = Changed::new(book, &line.key, value) else { return false };
    // Scenarios that name the key's rules most likely show it.
    let near = |s: &Scenario| line.rules.iter().any(|r| s.rules().contains(r));
    let (first, then): (Vec<_>, Vec<_>) = all.iter().partition(|(s, _)| near(s));
    first.into_iter().chain(then).any(|(scenario, before)| {
        let after = changed.run(scenario);
        after.events != before.events || after.failures != before.failures
    })
}

fn every_key_changes_play(book: &Book) {
    let all = scenarios(book);
    let keys = keys(book);
    assert!(keys.len() >= book.least, "{keys:?}");
    assert!(keys.iter().all(|line| !line.rules.is_empty()), "each line names its rule: {keys:?}");
    let groups: Vec<(&Line, Vec<String>)> = keys
        .iter()
        .flat_map(|line| {
            let groups = others(book, &line.key, &line.value).into_iter();
            groups.map(move |group| (line, group))
        })
        .collect();
    let wrong: Vec<String> = groups
        .par_iter()
        .filter_map(|(line, group)| {
            let differs = group.iter().any(|value| makes_a_difference(book, &all, line, value));
            let alike = book.alike.contains(&line.key.as_str());
            (differs == alike).then(|| format!("{}: {}", line.key, group.join(" or ")))
        })
        .collect();
    assert!(wrong.is_empty(), "no scenario shows these: {wrong:#?}");
}

#[test]
fn every_key_of_the_house_rules_changes_play() {
    every_key_changes_play(&PRECISION);
}

#[test]
fn every_key_of_momentum_changes_play() {
    every_key_changes_play(&MOMENTUM);
}

#[test]
fn values_are_changed_one_at_a_time() {
    let others = |key, value| others(&PRECISION, key, value);
    assert_eq!(others("rapid_needs_action", "false"), [["true"]]);
    assert_eq!(others("fall_free", "0.0"), [["0.5", "1.0", "2.0", "5.0"]]);
    let cover = others("cover_bonuses", "(quarter: 1, half: 2)");
    assert_eq!(cover.len(), 2);
    assert_eq!(cover[0][0], "(quarter: 2, half: 2)");
    assert_eq!(cover[1][1], "(quarter: 1, half: 1)");
    assert_eq!(others("death_thresholds", "[3, 5]")[1][0], "[3, 6]");
}
