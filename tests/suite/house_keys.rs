//! Every number and option in a ruleset's `rules.ron` has an effect: changing it changes the
//! outcome of at least one scenario. A new key without such a scenario fails.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use highground::registry::RulesetId;
use highground::rules::house::RuleOption;
use highground::rules::ruleset::SharedRuleset;
use highground::scenario::{self, Options, Report, Scenario};
use rayon::prelude::*;

/// Facts about a ruleset's keys that the file does not contain.
struct Book {
    ruleset: RulesetId,
    /// Alternative values of keys with named values.
    named: &'static [(&'static str, &'static [&'static str])],
    /// Options that are equivalent by design.
    alike: &'static [&'static str],
    /// Keys that do not affect play.
    words: &'static [&'static str],
    /// Values that no scenario shows yet.
    unshown: &'static [&'static str],
    /// Keys that every turn of every combatant depends on, so that no scenario is without them.
    everywhere: &'static [&'static str],
    /// Minimum number of keys.
    least: usize,
}

/// Rounding a half gives the same hits (PR-6), so `half_rounding` changes nothing.
const PRECISION: Book = Book {
    ruleset: RulesetId::Precision,
    named: &PRECISION_NAMED,
    alike: &["half_rounding"],
    words: &["resistances"],
    unshown: &[],
    everywhere: &[],
    least: 70,
};

const MOMENTUM: Book = Book {
    ruleset: RulesetId::Momentum,
    named: &MOMENTUM_NAMED,
    alike: &[],
    // Sheets are checked against the cap when they are read: see
    // `skill_levels_are_capped_by_level`.
    words: &["quiet_acts", "skill_cap"],
    unshown: &[],
    everywhere: &["ap", "rp"],
    least: 85,
};

const VIGOR: Book = Book {
    ruleset: RulesetId::Vigor,
    named: &VIGOR_NAMED,
    alike: &[],
    words: &[],
    unshown: &[],
    everywhere: &[],
    least: 60,
};

const VIGOR_NAMED: [(&str, &[&str]); 15] = [
    ("check_success", &["AtLeast"]),
    ("burst", &["Once", "None"]),
    ("charge_on_effect", &["LeftoverOnly"]),
    ("chances", &["Off"]),
    ("round_effects_end", &["RoundEnd"]),
    ("initiative_ability", &["Agility", "Speed", "Reason"]),
    ("overwatch_bonus", &["FirstRoundOnly"]),
    ("incapacitated_hit", &["Normal"]),
    ("creature_cover", &["Partial"]),
    ("immunity_applies_to", &["Weapons"]),
    ("overflow", &["Stop"]),
    ("wounded_until", &["HealthFull"]),
    ("knockdown_over", &["Never"]),
    // Out of range of the scenarios.
    ("escape_metres", &["10", "30"]),
    ("seconds_per_round", &["6"]),
];

const TURNSIDE: Book = Book {
    ruleset: RulesetId::Turnside,
    named: &TURNSIDE_NAMED,
    alike: &[],
    words: &[],
    unshown: &[],
    everywhere: &[],
    least: 100,
};

const TURNSIDE_NAMED: [(&str, &[&str]); 19] = [
    ("initiative", &["Fixed", "Referee"]),
    ("crit_threshold", &["ExactPercent"]),
    ("contest_tie", &["Attacker", "Defender", "Reroll"]),
    ("mixed_min_rank", &["E"]),
    ("duration_end", &["TurnEnd"]),
    ("reaction_window", &["AfterHit"]),
    ("injury_cap_scope", &["Round"]),
    ("injury_overflow", &["Downgrade"]),
    ("injury_basis", &["HpLost"]),
    ("negative_hp", &["Never", "Always"]),
    ("overheat", &["Block"]),
    ("heal_wakes", &["Any", "Never"]),
    ("secondary_stage", &["AfterDefences"]),
    ("shield_dod", &["Target", "Shielder"]),
    ("guard_ends", &["RoundEnd"]),
    ("over_rank_item", &["Use"]),
    ("surprise_spotter", &["AsRolled"]),
    ("injury_band_order", &["LightestFirst"]),
    ("rest_hours", &["3", "5"]),
];

const EVOKER: Book = Book {
    ruleset: RulesetId::Evoker,
    named: &EVOKER_NAMED,
    alike: &[],
    words: &[],
    unshown: &[],
    everywhere: &["turn_ap", "degree_step"],
    least: 45,
};

const EVOKER_NAMED: [(&str, &[&str]); 16] = [
    ("opposed_tie", &["active", "higher_mark"]),
    ("both_fail", &["lesser_failure"]),
    ("surprise_until", &["own_turn"]),
    ("single_persona", &["persona"]),
    ("injury_disadvantage", &["per_row"]),
    ("same_category", &["keep"]),
    ("margin_failed_evasion", &["zero"]),
    ("burst_extra", &["own_dos"]),
    ("grapple_provokes", &["always"]),
    ("grapple_advantage", &["melee"]),
    ("grapple_escape", &["on_attempt"]),
    ("condemned", &["reroll_misses"]),
    // Out of range of the scenarios.
    ("trick_max_size_diff", &["1"]),
    ("cover_light", &["60"]),
    ("cover_heavy", &["30"]),
    ("cover_heavy_stone", &["30"]),
];

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
    /// The heading above it.
    section: String,
    /// Rules named by its comment.
    rules: Vec<String>,
}

/// Keys of the file. A group opened on a line of its own contributes its keys separately.
fn keys(book: &Book) -> Vec<Line> {
    let options = book.ruleset.built_in().house_rules().options.clone();
    let line = |option: RuleOption| Line {
        key: option.name,
        value: option.value,
        section: option.section,
        rules: option.rules.iter().map(|rule| rule.as_str().to_owned()).collect(),
    };
    let mut found: Vec<Line> = options.into_iter().map(line).collect();
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
    // A list, or named numbers: each in turn.
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

/// The ruleset with some keys changed, in addition to a scenario's own changes.
struct Changed {
    changes: Options,
    /// Without scenario changes; made once, since most scenarios change nothing.
    alone: SharedRuleset,
}

impl Changed {
    /// `None` when the keys cannot have these values.
    fn new(book: &Book, changes: &[(&str, &str)]) -> Option<Self> {
        let text = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let changes: Options = changes.iter().map(text).collect();
        let alone = scenario::built_in(book.ruleset, &changes).ok()?;
        Some(Self { changes, alone })
    }

    fn run(&self, scenario: &Scenario) -> Report {
        scenario::run(scenario, &|id, own| {
            if own.is_empty() {
                return Ok(Arc::clone(&self.alone));
            }
            let mut options = self.changes.clone();
            // A scenario may leave out the group of an option.
            options.retain(|key, _| {
                let bare = key.rsplit('.').next().unwrap_or(key);
                !own.contains_key(key) && !own.contains_key(bare)
            });
            options.extend(own.clone());
            scenario::built_in(id, &options)
        })
    }

    /// True if the outcome of a scenario changes.
    fn changes(&self, (scenario, before): &(Scenario, Report)) -> bool {
        let after = self.run(scenario);
        after.events != before.events || after.failures != before.failures
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

/// True for scenarios that name a rule of the key.
fn is_near(line: &Line, scenario: &Scenario) -> bool {
    line.rules.iter().any(|rule| scenario.rules().contains(rule))
}

fn makes_a_difference(book: &Book, all: &[(Scenario, Report)], line: &Line, value: &str) -> bool {
    let Some(changed) = Changed::new(book, &[(&line.key, value)]) else { return false };
    // Scenarios that name the key's rules most likely show it.
    let (first, then): (Vec<_>, Vec<_>) = all.iter().partition(|(s, _)| is_near(line, s));
    first.into_iter().chain(then).any(|tried| changed.changes(tried))
}

/// True if at least one scenario about the key's rules has the same outcome for every value.
fn has_a_limit(
    book: &Book,
    all: &[(Scenario, Report)],
    line: &Line,
    groups: &[Vec<String>],
) -> bool {
    let values = groups.iter().flatten();
    let changed: Vec<Changed> =
        values.filter_map(|value| Changed::new(book, &[(&line.key, value)])).collect();
    let mut near = all.iter().filter(|(scenario, _)| is_near(line, scenario));
    near.any(|tried| !changed.iter().any(|changed| changed.changes(tried)))
}

/// Every key has a limited effect: it must leave some scenario about its rules unchanged.
fn every_key_has_a_limit(book: &Book) {
    let all = scenarios(book);
    let wrong: Vec<String> = keys(book)
        .par_iter()
        .filter(|line| !book.everywhere.contains(&line.key.as_str()))
        .filter(|line| !has_a_limit(book, &all, line, &others(book, &line.key, &line.value)))
        .map(|line| format!("{} ({})", line.key, line.rules.join(", ")))
        .collect();
    assert!(wrong.is_empty(), "these change every scenario of their rules: {wrong:#?}");
}

/// The two keys nearest to a key under the same heading.
fn neighbours<'a>(lines: &'a [Line], line: &Line) -> impl Iterator<Item = &'a Line> {
    let section: Vec<&Line> = lines.iter().filter(|other| other.section == line.section).collect();
    let at = section.iter().position(|other| other.key == line.key).unwrap_or_default();
    let mut others: Vec<(usize, &Line)> = section.into_iter().enumerate().collect();
    others.retain(|(place, _)| *place != at);
    others.sort_by_key(|(place, _)| place.abs_diff(at));
    others.into_iter().take(2).map(|(_, line)| line)
}

/// A key changed together with each of its two neighbours: the scenarios of both run to their end,
/// and those that neither change affects have the same outcome.
fn keys_change_play_together(book: &Book) {
    let all = scenarios(book);
    let lines = keys(book);
    let first = |line: &Line| others(book, &line.key, &line.value).into_iter().flatten();
    let wrong: Vec<String> = lines
        .par_iter()
        .flat_map_iter(|line| neighbours(&lines, line).map(move |other| (line, other)))
        .filter_map(|(line, other)| {
            let values =
                |line: &Line| first(line).find(|v| Changed::new(book, &[(&line.key, v)]).is_some());
            let (a, b) = (values(line)?, values(other)?);
            let alone =
                [Changed::new(book, &[(&line.key, &a)])?, Changed::new(book, &[(&other.key, &b)])?];
            let Some(both) = Changed::new(book, &[(&line.key, &a), (&other.key, &b)]) else {
                return Some(format!("{} with {}: not allowed together", line.key, other.key));
            };
            let near = all.iter().filter(|(s, _)| is_near(line, s) || is_near(other, s));
            let leaks = near
                .filter(|tried| both.changes(tried))
                .find(|tried| !alone.iter().any(|changed| changed.changes(tried)));
            let (scenario, _) = leaks?;
            Some(format!("{} with {}: {}", line.key, other.key, scenario.title()))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
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
            let name = format!("{}: {}", line.key, group.join(" or "));
            let unshown = book.unshown.contains(&name.as_str());
            (differs == (alike || unshown)).then_some(name)
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
fn every_key_of_vigor_changes_play() {
    every_key_changes_play(&VIGOR);
}

#[test]
fn every_key_of_turnside_changes_play() {
    every_key_changes_play(&TURNSIDE);
}

#[test]
fn every_key_of_precision_has_a_scenario_that_it_leaves_alone() {
    every_key_has_a_limit(&PRECISION);
}

#[test]
fn every_key_of_momentum_has_a_scenario_that_it_leaves_alone() {
    every_key_has_a_limit(&MOMENTUM);
}

#[test]
fn every_key_of_turnside_has_a_scenario_that_it_leaves_alone() {
    every_key_has_a_limit(&TURNSIDE);
}

#[test]
fn every_key_of_vigor_has_a_scenario_that_it_leaves_alone() {
    every_key_has_a_limit(&VIGOR);
}

#[test]
fn neighbouring_keys_change_nothing_more_together() {
    keys_change_play_together(&PRECISION);
    keys_change_play_together(&MOMENTUM);
    keys_change_play_together(&VIGOR);
    keys_change_play_together(&EVOKER);
}

#[test]
fn neighbouring_keys_of_turnside_change_nothing_more_together() {
    keys_change_play_together(&TURNSIDE);
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

#[test]
fn every_key_of_evoker_changes_play() {
    every_key_changes_play(&EVOKER);
}

#[test]
fn every_key_of_evoker_has_a_scenario_that_it_leaves_alone() {
    every_key_has_a_limit(&EVOKER);
}
