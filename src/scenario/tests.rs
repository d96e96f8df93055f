use super::*;

/// A small scenario with some of its lines replaced.
fn text(changes: &[(&str, &str)]) -> String {
    let mut text = r#"(
    title: "Test",
    rules: ["PR-1"],
    rows: ["AB..", "...."],
    units: {
        "A": (role: "knight", side: "blue"),
        "B": (role: "brute", side: "red"),
    },
    start: "A",
    steps: [
        (
            do: act("A", "slash", "B"), dice: [5],
            odds: [(of: hit("B"), is: "8/10")],
            expect: [hit(on: "B", total: 9)],
            check: [health("B", 55)],
        ),
    ],
)"#
    .to_owned();
    for (from, to) in changes {
        assert!(text.contains(from), "{from}");
        text = text.replace(from, to);
    }
    text
}

fn problems(changes: &[(&str, &str)]) -> Vec<String> {
    let problems = parse("t.ron", &text(changes)).err().unwrap_or_default();
    problems.iter().map(ToString::to_string).collect()
}

fn failures(changes: &[(&str, &str)]) -> Vec<String> {
    let scenarios = parse("t.ron", &text(changes)).unwrap();
    let report = run(&scenarios[0], &built_in);
    assert_eq!(report.passed, report.failures.is_empty());
    report.failures.iter().map(ToString::to_string).collect()
}

/// Expects a single problem or failure with this beginning and containing these words.
fn one(found: &[String], begins: &str, contains: &str) {
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with(begins) && found[0].contains(contains), "{found:?}");
}

#[test]
fn the_scenario_itself_passes() {
    assert!(failures(&[]).is_empty());
}

#[test]
fn wrong_files_are_named_with_their_place() {
    one(&problems(&[("title:", "titel:")]), "t.ron:2:", "did you mean `title`?");
    one(&problems(&[("\"knight\"", "\"knigth\"")]), "t.ron:6:9:", "no role `knigth`");
    one(&problems(&[("side: \"red\"", "side: \"rad\"")]), "t.ron:7:9:", "did you mean `red`?");
    one(&problems(&[("AB..", "AB.C")]), "t.ron:4:5:", "letter C");
    one(&problems(&[("AB..", "AB.")]), "t.ron:4:5:", "row 2");
    one(&problems(&[("AB..", "A...")]), "t.ron:7:9:", "has no position");
    one(&problems(&[("PR-1\"", "PR-999\"")]), "t.ron:3:5:", "no rule `PR-999`");
    one(&problems(&[("start: \"A\"", "start: \"Z\"")]), "t.ron:9:5:", "no combatant `Z`");
    one(&problems(&[("\"slash\"", "\"slosh\"")]), "t.ron:11:9:", "did you mean `slash`?");
    one(&problems(&[("on: \"B\"", "on: \"C\"")]), "t.ron:11:9:", "no combatant `C`");
    one(&problems(&[("health(\"B\"", "health(\"X\"")]), "t.ron:11:9:", "no combatant `X`");
    one(&problems(&[("\"8/10\"", "\"8/0\"")]), "t.ron:13:", "not a chance");
    let option = ("rows:", "options: { \"flank_bonos\": \"2\" }, rows:");
    one(&problems(&[option]), "t.ron:4:5:", "did you mean `flank_bonus`?");
    let option = ("rows:", "options: { \"flank_bonus\": \"many\" }, rows:");
    assert_eq!(problems(&[option]).len(), 1);
    let numbers = ("\"brute\",", "\"brute\", numbers: { \"parri\": 1 },");
    one(&problems(&[numbers]), "t.ron:7:9:", "`parri` cannot be overridden");
    let on_top = ("role: \"brute\",", "role: \"brute\", at: (0, 0),");
    one(&problems(&[on_top]), "t.ron:7:9:", "cannot stand there");
}

#[test]
fn nonsense_is_refused_with_its_place() {
    let empty = parse("t.ron", "// none yet\n[]").unwrap_err();
    assert_eq!(empty[0].to_string(), "t.ron: the list is empty; needed: at least one scenario");
    let sides = |list: &str| problems(&[("rows:", &format!("sides: [{list}], rows:"))]);
    let twice = r#""blue", "red", "blue""#;
    one(&sides(twice), "t.ron:4:5:", "the side `blue` is listed twice");
    let six = r#""blue", "red", "c", "d", "e", "f""#;
    one(&sides(six), "t.ron:4:5:", "there are 6 sides; allowed: 2 to 4");
    let brute = |field: &str| problems(&[("\"brute\",", &format!("\"brute\", {field},"))]);
    one(&brute("summoner: \"B\""), "t.ron:7:9:", "its own summoner");
    let health = brute("now: { \"health\": 99999999 }");
    one(&health, "t.ron:7:9:", "`health` is 99999999; allowed: -1000 to 1000");
    let edge = |edge: &str| problems(&[("rows:", &format!("edges: [({edge})], rows:"))]);
    one(&edge("kind: hatch, at: (2, 0), floor: 3"), "t.ron:4:5:", "no deck with its top at 3 m");
    one(&edge("kind: hatch, at: (2, 0)"), "t.ron:4:5:", "needs the `floor` of its deck");
    one(&edge("kind: door, at: (2, 0)"), "t.ron:4:5:", "needs a `side`; allowed: N, E, S or W");
}

#[test]
fn rows_beyond_every_board_are_refused() {
    let found = problems(&[("AB..", &".".repeat(40_000))]);
    assert!(found.iter().any(|p| p.starts_with("t.ron:4:5:")), "{found:?}");
}

#[test]
fn differences_are_reported() {
    one(&failures(&[("total: 9", "total: 7")]), "11:9: step 1: ", "got hit(on: B, act: slash");
    one(&failures(&[("\"B\", 55", "\"B\", 54")]), "11:9: step 1: ", "expected 54, got 55");
    one(&failures(&[("8/10", "3/5")]), "11:9: step 1: ", "expected 3/5, got 4/5");
}

#[test]
fn dice_must_fit_exactly() {
    let left = failures(&[("dice: [5]", "dice: [5, 6]")]);
    one(&left, "11:9: step 1: ", "dice left over: [6]");
    let none = failures(&[("dice: [5],", "")]);
    assert!(none[0].contains("no scripted dice left for d10"), "{none:?}");
    let odd = failures(&[("dice: [5]", "dice: [11]")]);
    assert!(odd[0].contains("d10 cannot show the scripted [11]"), "{odd:?}");
}

#[test]
fn refusals_are_compared_by_code_and_rule() {
    let refused = ("dice: [5],", "refused: \"out_of_reach\", rule: \"PR-142\",");
    let far = ("AB..", "A.B.");
    let rest = [
        ("odds: [(of: hit(\"B\"), is: \"8/10\")],", ""),
        ("expect: [hit(on: \"B\", total: 9)],", ""),
        ("health(\"B\", 55)", "health(\"B\", 64)"),
    ];
    let all = |first: (&'static str, &'static str), second| {
        let mut list = vec![first, second];
        list.extend(rest);
        failures(&list)
    };
    assert!(all(refused, far).is_empty());
    one(&all(refused, ("AB..", "AB..")), "11:9: step 1: ", "allowed, expected the refusal");
    let code = ("dice: [5],", "refused: \"no_energy\",");
    one(&all(code, far), "11:9: step 1: ", "refused as out_of_reach");
    let rule = ("dice: [5],", "refused: \"out_of_reach\", rule: \"PR-1\",");
    one(&all(rule, far), "11:9: step 1: ", "refused by PR-142");
}

#[test]
fn a_file_may_contain_several() {
    let two = format!("// both\n[{}, {}]", text(&[]), text(&[("\"Test\"", "\"Other\"")]));
    let scenarios = parse("t.ron", &two).unwrap();
    let titles: Vec<&str> = scenarios.iter().map(Scenario::title).collect();
    assert_eq!(titles, ["Test", "Other"]);
    assert!(scenarios.iter().all(|s| run(s, &built_in).passed));
}

#[test]
fn odds_of_the_first_command_name_every_part() {
    let scenarios = parse("t.ron", &text(&[])).unwrap();
    let report = odds_of_first_command(&scenarios[0], &built_in).unwrap();
    assert_eq!(report.command, "A uses slash on B");
    assert_eq!(report.targets.len(), 1);
    let target = &report.targets[0];
    // +4 against Parry 7: 3 or more. 9 + 4 - 4 = 9 damage.
    assert_eq!((target.unit.as_str(), target.hit.to_string().as_str()), ("B", "4/5"));
    assert!(target.out.is_zero() && report.left_out.is_none());
    let damage: Vec<(i32, String)> =
        target.main.damage.iter().map(|d| (d.amount, d.chance.to_string())).collect();
    assert_eq!(damage, [(0, "1/5".to_owned()), (9, "4/5".to_owned())]);
    assert_eq!((target.main.least, target.main.most, target.main.mean.as_str()), (0, 9, "36/5"));
    assert_eq!((target.main.track.as_str(), target.main.mean_rounded.as_str()), ("health", "7.2"));
    assert!(target.others.is_empty() && target.marks.is_empty() && target.conditions.is_empty());
    let roll = target.roll.as_ref().unwrap();
    assert_eq!((roll.bonus_total, roll.against_total, roll.needs), (4, 7, Some(3)));
    let rules: Vec<&str> = roll.bonus.iter().map(|t| t.rule.as_str()).collect();
    assert_eq!(rules, ["PR-5", "PR-9"]);
}

/// A ruleset, a rule of it, the dice of its opening, an act of a role on an archer, and a condition
/// with its chance.
const CAUSES: [(&str, &str, &str, [&str; 2], (&str, &str)); 5] = [
    ("precision", "PR-1", "", ["knight", "trip"], ("Prone", "7/10")),
    ("momentum", "MO-1", "", ["knight", "trip"], ("Prone", "19/40")),
    ("vigor", "VG-1", "20, 1", ["captain", "menace"], ("Menaced", "0.407133719 to 0.407133751")),
    ("turnside", "TU-1", "10, 1", ["knight", "grapple"], ("Grappled", "16/25")),
    ("evoker", "EV-1", "", ["knight", "knockdown"], ("Prone", "207/500")),
];

#[test]
fn odds_tell_the_conditions_that_a_command_may_cause() {
    for (ruleset, rule, dice, [role, act], (condition, chance)) in CAUSES {
        let text = format!(
            r#"(
                title: "{act}", ruleset: {ruleset}, rules: ["{rule}"],
                rows: [".....", ".AB..", "....."],
                units: {{
                    "A": (role: "{role}", side: "blue"),
                    "B": (role: "archer", side: "red"),
                }},
                opening: (dice: [{dice}]),
                start: "A",
                steps: [(preview: act("A", "{act}", "B"))],
            )"#
        );
        let scenarios = parse("t.ron", &text).unwrap();
        let report = odds_of_first_command(&scenarios[0], &built_in).unwrap();
        let target = report.targets.iter().find(|target| target.unit == "B").unwrap();
        let told = target.conditions.iter();
        let told: Vec<(&str, String)> =
            told.map(|gained| (gained.condition.as_str(), gained.chance.to_string())).collect();
        assert!(told.contains(&(condition, chance.to_owned())), "{ruleset}: {told:?}");
        let likely: Vec<_> = target.conditions.iter().map(|gained| gained.chance.low()).collect();
        assert!(likely.is_sorted_by(|a, b| a >= b), "{ruleset}: {told:?}");
    }
}

#[test]
fn levels_are_found_above_the_file_only() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let file = folder.join("tests/scenarios/precision/x.ron").display().to_string();
    let with = |level: &str| {
        let text = format!("(title: \"L\", rules: [\"PR-1\"], level: \"{level}\", steps: [])");
        parse(&file, &text).err().unwrap_or_default()
    };
    for level in ["../keep.ron", "/etc/passwd", "levels/none.ron"] {
        assert_eq!(with(level).len(), 1, "{level}");
    }
}

#[test]
fn damaged_files_never_panic() {
    let whole = text(&[]);
    for cut in (0..whole.len()).step_by(7) {
        let _ = parse("t.ron", whole.get(..cut).unwrap_or_default());
        let mut without = whole.clone();
        without.replace_range(cut..(cut + 3).min(whole.len()), "");
        if let Ok(scenarios) = parse("t.ron", &without) {
            for scenario in scenarios {
                let _ = run(&scenario, &built_in);
            }
        }
    }
    for text in ["", "[]", "(", "[(", "42", "()", "[[[[", "(steps: [(do: end(\"A\"))])"] {
        let _ = parse("t.ron", text);
    }
}

#[test]
fn progress_and_knowledge_are_set_and_checked() {
    let begun = "role: \"brute\", side: \"red\", progress: {\"slash\": (done: 1, of: 3)}";
    let knowledge = "start: \"A\", knowledge: [(by: \"red\", of: \"A\", awareness: notices)],";
    let checks = "check: [health(\"B\", 55), progress(\"B\", \"slash\", 1), \
                  knows(\"B\", \"A\", \"notices\"), knows(\"A\", \"B\", \"sees\")]";
    let changes = [
        ("role: \"brute\", side: \"red\"", begun),
        ("start: \"A\",", knowledge),
        ("check: [health(\"B\", 55)]", checks),
    ];
    assert_eq!(failures(&changes), [""; 0]);
    let wrong = checks.replace("\"slash\", 1", "\"slash\", 2");
    let changes = [changes[0], changes[1], (changes[2].0, wrong.as_str())];
    one(&failures(&changes), "11:9: step 1:", "slash of B: expected 2, got 1");
}

#[test]
fn items_layers_and_facts_unknown_to_the_ruleset_are_refused() {
    let brute = "role: \"brute\", side: \"red\"";
    let with = |field: &str| {
        let changed = format!("{brute}, {field}");
        problems(&[(brute, &changed)])
    };
    let place = "t.ron:7:9:";
    one(&with("items: {\"worn\": {\"durability\": 3}}"), place, "no item in the slot `worn`");
    one(&with("layers: {\"ward\": ()}"), place, "no layer `ward`");
    one(&with("progress: {\"sla\": (done: 1, of: 3)}"), place, "no act `sla`");
    one(&with("progress: {\"slash\": (done: 3, of: 3)}"), place, "progress must be less");
    let condition = "conditions: [(id: \"slowed\", size: 1, part: \"tail\")]";
    one(&with(condition), place, "no part `tail`");
    let knowledge = "start: \"A\", knowledge: [(by: \"red\", of: \"A\", facts: [\"age\"])],";
    one(&problems(&[("start: \"A\",", knowledge)]), "t.ron:", "`age` cannot be learned");
}

#[test]
fn fitness_is_over_all_tracks_in_thousandths() {
    // 55 of 64 health.
    let fitness = |n: i32| [("health(\"B\", 55)", format!("fitness(\"B\", {n})"))];
    let wrong = |n| failures(&fitness(n).each_ref().map(|(from, to)| (*from, to.as_str())));
    assert_eq!(wrong(859), [""; 0]);
    assert!(wrong(860)[0].contains("859"));
}

#[test]
fn the_first_preview_comes_after_the_steps_before_it() {
    let preview = "],\n        ),\n        (preview: act(\"A\", \"slash\", \"B\")),\n    ],";
    let scenarios = parse("t.ron", &text(&[("],\n        ),\n    ],", preview)])).unwrap();
    let (_, state, command) = first_preview(&scenarios[0], &built_in).unwrap();
    // The blow before it took 9 of 64.
    let health = state.units.iter().filter_map(|unit| unit.tracks.0.get("health"));
    assert!(health.into_iter().any(|meter| meter.value == 55));
    assert!(matches!(command, rules::Command::Act { act, .. } if act == *"slash"));
    let none = first_preview(&parse("t.ron", &text(&[])).unwrap()[0], &built_in).map(drop);
    assert!(matches!(none, Err(OddsError::NoCommand)));
    let wrong = text(&[("is: \"8/10\"", "is: \"7/10\"")]);
    let stopped = first_preview(&parse("t.ron", &wrong).unwrap()[0], &built_in).map(drop);
    assert!(stopped.is_err());
}

/// A check of each kind that does not hold at the start of the scenario, except `goes_on`.
const UNMET: &[&str] = &[
    "health(\"B\", 1)",
    "energy(\"B\", 99)",
    "meter(\"B\", \"health\", 1)",
    "wear(\"B\", \"main\", \"durability\", 3)",
    "knows(\"A\", \"B\", \"unaware\")",
    "learned(\"A\", \"B\", [\"age\"])",
    "progress(\"B\", \"slash\", 1)",
    "layer(\"B\", \"ward\", \"on\")",
    "fitness(\"B\", 1)",
    "at(\"B\", (3, 1))",
    "feet(\"B\", 5)",
    "altitude(\"B\", 5)",
    "posture(\"B\", \"prone\")",
    "support(\"B\", \"water\")",
    "status(\"B\", \"dead\")",
    "conditions(\"B\", [\"slowed\"])",
    "condition(of: \"B\", is: \"slowed\")",
    "order([\"B\"])",
    "slots([turn(\"B\")])",
    "order_for(\"blue\", [\"B\"])",
    "extra(\"B\", \"surge\", [])",
    "round(9)",
    "active(\"B\")",
    "spent(\"A\", 9)",
    "number(\"B\", \"Parry\", 99)",
    "card(\"B\", \"Parry\", \"99\")",
    "form(\"B\", \"knight\")",
    "offers(\"A\", [])",
    "ways(\"A\", \"slash\", [\"twice\"])",
    "cells(\"A\", \"slash\", [(3, 1)])",
    "directions(\"A\", \"slash\", [N])",
    "parts(\"A\", \"slash\", \"B\", [\"head\"])",
    "settings(\"A\", \"slash\", \"times\", [\"1\"])",
    "faces(\"B\", S)",
    "cost(\"A\", (0, 1), 99)",
    "run(\"A\", (0, 1), 99)",
    "no_way(\"A\", (0, 1))",
    "distance(\"A\", \"B\", 9)",
    "can(\"A\", \"dance\")",
    "cannot(\"A\", \"slash\", \"asleep\")",
    "lacks(\"A\", \"slash\")",
    "targets(\"A\", \"slash\", [\"A\"])",
    "rolls(\"A\", \"slash\", \"B\", [\"A\"])",
    "shown(\"A\", \"slash\", \"B\", \"1/7\")",
    "roll((by: \"A\", act: \"slash\", on: \"B\", bonus: 99))",
    "holds(\"A\", \"main\", \"spoon\")",
    "flag(\"A\", \"tired\", 9)",
    "after(of: \"A\", fate: \"vanished\")",
    "known(\"green\", \"A\")",
    "unknown(\"blue\", \"A\")",
    "slot(\"A\", -99)",
    "pending(\"A\", [\"slash\"])",
    "policy(\"blue\", \"dance\", never)",
    "askable(\"blue\", [\"dance\"])",
    "judged(\"cover\", \"A\", \"B\", \"none\")",
    "won(\"blue\")",
];

#[test]
fn checks_of_every_kind_can_fail() {
    let unknown = ron::from_str::<holds::Check>("nothing(1)").unwrap_err().code;
    let ron::Error::NoSuchEnumVariant { expected: kinds, .. } = unknown else { panic!() };
    for kind in kinds.iter().filter(|kind| **kind != "goes_on") {
        let of_kind = UNMET.iter().filter(|check| check.split('(').next() == Some(*kind));
        assert_eq!(of_kind.count(), 1, "{kind}");
    }
    let steps = format!("steps: [(check: [{}]),", UNMET.join(", "));
    let found = failures(&[("steps: [", steps.as_str())]);
    assert_eq!(found.len(), UNMET.len(), "{found:#?}");
    let over = r#"(
        title: "Over",
        rules: ["PR-31"],
        rows: ["AB"],
        units: {
            "A": (role: "knight", side: "blue"),
            "B": (role: "wisp_hound", side: "red", numbers: {"initiative": 2}, now: {"health": 3}),
        },
        steps: [
            (do: act("A", "slash", "B"), dice: [9], check: [goes_on()]),
            (do: end("A"), check: [goes_on()]),
        ],
    )"#;
    let report = run(&parse("t.ron", over).unwrap()[0], &built_in);
    let found: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    one(&found, "11:13: step 2: ", "the battle is over");
}
