//! Tests of the loader with broken files.

use proptest::prelude::*;

use crate::data::load::{Files, assemble};
use files::{At, Problem};
use rules::content::Source;

/// Problems after replacing `from` (which must be there) with `to` in one file.
fn broken(pick: fn(&mut Files) -> &mut Source, from: &str, to: &str) -> (Vec<Problem>, String) {
    let mut files = Files::built_in();
    let source = pick(&mut files);
    assert!(source.text.contains(from), "{from}");
    source.text = source.text.replacen(from, to, 1);
    let text = source.text.clone();
    (assemble(&files).unwrap_err(), text)
}

/// The first line that contains `needle`.
fn line(text: &str, needle: &str) -> usize {
    text.lines().position(|l| l.contains(needle)).unwrap() + 1
}

fn only(problems: &[Problem]) -> &Problem {
    assert_eq!(problems.len(), 1, "{problems:?}");
    &problems[0]
}

#[test]
fn a_wrong_key_is_named_with_its_line_and_the_right_one() {
    let (problems, text) = broken(|f| &mut f.rules, "flank_bonus:", "flank_bonsu:");
    let problem = only(&problems);
    assert_eq!(problem.at.map(|at| at.line), Some(line(&text, "flank_bonsu")));
    assert_eq!(problem.help.as_deref(), Some("did you mean `flank_bonus`?"));
    assert!(problem.file.ends_with("rules.ron"));
}

#[test]
fn a_wrong_weapon_is_named_with_its_line_and_the_right_one() {
    let (problems, text) = broken(|f| &mut f.roster, "main: \"maul\"", "main: \"mual\"");
    let problem = only(&problems);
    assert_eq!(problem.at.map(|at| at.line), Some(line(&text, "mual")));
    assert_eq!(problem.help.as_deref(), Some("did you mean `maul`?"));
}

#[test]
fn a_wrong_type_is_named_with_its_line() {
    let (problems, text) = broken(|f| &mut f.roster, "level: 5", "level: \"five\"");
    let problem = only(&problems);
    assert_eq!(problem.at.map(|at| at.line), Some(line(&text, "\"five\"")));
}

#[test]
fn names_that_lead_nowhere_are_found_in_every_file() {
    type Case = (fn(&mut Files) -> &mut Source, &'static str, &'static str, &'static str);
    let cases: [Case; 7] = [
        (|f| &mut f.roster, "\"shield_bash\"", "\"sheild_bash\"", "did you mean `shield_bash`?"),
        (|f| &mut f.roster, "armour: \"plate\"", "armour: \"plat\"", "did you mean `plate`?"),
        (|f| &mut f.forms, "weapon: \"claws\"", "weapon: \"claw\"", "did you mean `claws`?"),
        (|f| &mut f.abilities, "form: \"bear\"", "form: \"baer\"", "did you mean `bear`?"),
        (|f| &mut f.abilities, "id: Slowed", "id: Slowd", "did you mean `Slowed`?"),
        (
            |f| &mut f.abilities,
            "Summon(\"wisp_hound\")",
            "Summon(\"wisp_hond\")",
            "did you mean `wisp_hound`?",
        ),
        (|f| &mut f.objects, "id: \"barrel\"", "id: \"barel\"", "did you mean `barrel`?"),
    ];
    for (pick, from, to, help) in cases {
        let (problems, text) = broken(pick, from, to);
        let problem = &problems[0];
        assert_eq!(problem.help.as_deref(), Some(help));
        assert_eq!(problem.at.map(|at| at.line), Some(line(&text, to)), "{to}");
    }
}

#[test]
fn numbers_out_of_range_and_misfits_are_refused() {
    type Case = (fn(&mut Files) -> &mut Source, &'static str, &'static str);
    let cases: [Case; 9] = [
        (|f| &mut f.forms, "health: 60", "health: 0"),
        (|f| &mut f.weapons, "damage: 9", "damage: 900"),
        (|f| &mut f.rules, "high_ground: 2.0", "high_ground: 0.0"),
        (|f| &mut f.rules, "high_ground: 2.0", "high_ground: 1.7"),
        (|f| &mut f.rules, "high_ground: 2.0", "high_ground: 1e300"),
        (|f| &mut f.rules, "[3, 5, 7, 9]", "[]"),
        (|f| &mut f.abilities, "lasts: Hits(2)", "lasts: Battle"),
        (|f| &mut f.abilities, "id: Slowed, n: 2", "id: Slowed"),
        (|f| &mut f.roster, "off: \"shield\"", "off: \"maul\""),
    ];
    for (pick, from, to) in cases {
        let (problems, text) = broken(pick, from, to);
        assert!(only(&problems).at.is_some_and(|at| at.line <= text.lines().count()), "{to}");
    }
}

#[test]
fn names_and_texts_are_short_and_on_one_line() {
    let long = "x".repeat(100_000);
    let cases = [
        ("name: \"Dagger\"", format!("name: \"{long}\""), "100000 characters; allowed: 1 to 60"),
        ("name: \"Dagger\"", "name: \"Dag\\nger\"".to_owned(), "a control character"),
        ("name: \"Jab\"", format!("name: \"{long}\""), "`jab`: the name has 100000"),
    ];
    for (from, to, told) in cases {
        let problems = broken(|f| &mut f.weapons, from, &to).0;
        let problem = only(&problems);
        assert!(problem.message.contains(told) && problem.at.is_some(), "{problem}");
    }
}

/// Line and column of a word, counting from 1.
fn place(text: &str, word: &str) -> At {
    let line = line(text, word);
    let column = text.lines().nth(line - 1).and_then(|l| l.find(word)).unwrap() + 1;
    At { line, column }
}

/// Problems name file, line and column: an unknown key, a wrong type, a number out of range, an
/// unknown name, a value that is none of the choices.
#[test]
fn problems_point_at_the_word() {
    type Case =
        (fn(&mut Files) -> &mut Source, &'static str, &'static str, &'static str, &'static str);
    let cases: [Case; 9] = [
        (|f| &mut f.rules, "high_ground:", "high_gruond:", "high_gruond", "`high_ground`"),
        (|f| &mut f.rules, "flank_bonus: 1", "flank_bonus: -200", "flank_bonus", "-99 to 99"),
        (|f| &mut f.rules, "must_move: false", "must_move: no", "must_move: no", "bool"),
        (|f| &mut f.rules, "tie_roll: PerRound", "tie_roll: PerRuond", "PerRuond", "`PerRound`"),
        (|f| &mut f.rules, "max_minions: 2", "max_minions: 99", "max_minions", "0 to 20"),
        (|f| &mut f.roster, "main: \"maul\"", "main: \"mual\"", "\"mual\"", "`maul`"),
        (|f| &mut f.weapons, "damage: 9", "damage: 900", "damage: 900", "1 to 99"),
        (|f| &mut f.abilities, "n: 4", "n: \"four\"", "\"four\"", ""),
        (|f| &mut f.conditions, "id: Burning", "id: Burnign", "Burnign", "`Burning`"),
    ];
    for (pick, from, to, word, said) in cases {
        let (problems, text) = broken(pick, from, to);
        let problem = &problems[0];
        let (found, wanted) = (problem.at.unwrap(), place(&text, word));
        assert_eq!(found.line, wanted.line, "{to}: {problem}");
        // The RON reader stops at the word or just after it.
        let end = wanted.column + word.len();
        assert!((wanted.column..=end).contains(&found.column), "{to}: {problem} {found:?}");
        assert!(problem.to_string().contains(said), "{to}: {problem}");
        assert!(problem.file.ends_with(".ron"));
    }
}

/// PR-22, PR-349, PR-352: numbers derived from level and gear are stated once; a creature without
/// modifiers of its own must state them in full.
#[test]
fn numbers_are_stated_once() {
    let (problems, text) =
        broken(|f| &mut f.roster, "level: 4, init", "level: 4, health: 52, init");
    let problem = only(&problems);
    assert_eq!(
        problem.at,
        Some(place(&text, "health: 6")),
        "the first one of the entry: {problem}"
    );
    assert!(problem.message.contains("`health` is stated in full and in `own`"), "{problem}");
    let own = "own: (health: 6, energy: 0, parry: 1, evasion: -1, fortitude: 2, will: 1),";
    let (problems, text) = broken(|f| &mut f.roster, own, "");
    assert_eq!(problems.len(), 5, "{problems:?}");
    assert!(problems.iter().all(|p| p.message.contains("is missing")), "{problems:?}");
    assert_eq!(problems[0].at, Some(place(&text, "\"knight\"")));
    let (problems, _) = broken(|f| &mut f.forms, "health: 60,", "");
    assert!(only(&problems).message.contains("`health` is missing"));
}

#[test]
fn a_name_used_twice_is_refused_at_the_second() {
    let (problems, text) = broken(|f| &mut f.forms, "id: \"hawk\"", "id: \"bear\"");
    let second = text.lines().enumerate().filter(|(_, l)| l.contains("id: \"bear\"")).nth(1);
    // The hawk's ability is missing as well; both are reported.
    let twice = problems.iter().find(|p| p.message.contains("defined twice")).unwrap();
    assert_eq!(twice.at.map(|at| at.line), second.map(|(i, _)| i + 1));
}

#[test]
fn several_broken_files_are_all_reported() {
    let mut files = Files::built_in();
    files.rules.text.push(')');
    files.forms.text = "[(".to_owned();
    let problems = assemble(&files).unwrap_err();
    assert_eq!(problems.len(), 2);
    assert!(problems.iter().all(|p| p.at.is_some_and(|At { line, .. }| line > 0)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Cutting, repeating or overwriting parts of any file gives content or problems, never a
    /// panic.
    #[test]
    fn mutated_files_never_panic(
        file in 0_usize..10,
        at in 0.0_f64..1.0,
        length in 0_usize..40,
        insert in prop::sample::select(vec![
            "", "(", ")", "[", "]", "\"", "-", "0", "999999999999", "id: \"knight\"", "/*", "é",
            "None", "Reach(255)", "-1", ",", "1e308",
        ]),
    ) {
        let mut files = Files::built_in();
        let mut all = files.all_mut();
        let source = &mut all[file];
        let chars: Vec<char> = source.text.chars().collect();
        let start = ((chars.len() as f64) * at) as usize;
        let end = (start + length).min(chars.len());
        let head = chars[..start].iter().collect::<String>();
        let tail = chars[end..].iter().collect::<String>();
        source.text = format!("{head}{insert}{tail}");
        let name = source.name.clone();
        if let Err(problems) = assemble(&files) {
            prop_assert!(!problems.is_empty());
            prop_assert!(problems.iter().any(|p| !p.file.is_empty() && !p.message.is_empty()), "{name}");
        }
    }
}
