//! The shipped content against the rule catalogue, and the loader against broken files.

use super::load::{Files, assemble};
use super::*;

#[test]
fn everything_that_is_shipped_loads() {
    let content = assemble(&Files::built_in()).unwrap();
    assert_eq!(content.roster.len(), 10);
    assert_eq!(content.archetypes.len(), 7);
    assert_eq!(content.weapons.len(), 15);
    assert_eq!(content.features.len(), 10);
    assert_eq!(content.abilities.len(), 38);
    for affliction in Affliction::ALL {
        assert_eq!(content.status(*affliction).id, *affliction);
        assert_eq!(Affliction::from_key(affliction.key().as_str()), Some(*affliction));
    }
}

#[test]
fn wrong_names_and_numbers_are_reported_with_their_place() {
    let mut files = Files::built_in();
    files.roster.text = files.roster.text.replacen("\"longsword\"", "\"longswort\"", 1);
    files.rules.text = files.rules.text.replacen("ap: 3,", "ap: 99,", 1);
    let problems = assemble(&files).unwrap_err();
    let sword = problems.iter().find(|p| p.message.contains("longswort")).unwrap();
    assert!(sword.at.is_some());
    assert_eq!(sword.help.as_deref(), Some("did you mean `longsword`?"));
    assert!(problems.iter().any(|p| p.message.contains("ap is 99") && p.at.is_some()));
}

/// MO-10: a sheet that lacks a Stat names the field.
#[test]
fn a_missing_stat_is_named() {
    let mut files = Files::built_in();
    files.roster.text = files.roster.text.replacen(", will: 11)", ")", 1);
    let problems = assemble(&files).unwrap_err();
    assert!(problems.iter().any(|p| p.message.contains("will")), "{problems:?}");
}

/// MO-262: a second Status Effect for an element is refused.
#[test]
fn an_element_has_one_status() {
    let mut files = Files::built_in();
    files.statuses.text = files.statuses.text.replacen("element: Cold", "element: Heat", 1);
    let problems = assemble(&files).unwrap_err();
    assert!(problems.iter().any(|p| p.message.contains("MO-262")), "{problems:?}");
}

#[test]
fn broken_files_never_panic() {
    let whole = Files::built_in();
    for file in 0..whole.clone().all_mut().len() {
        for cut in [0, 1, 57, 200] {
            let mut files = whole.clone();
            let mut all = files.all_mut();
            let text = &mut all[file].text;
            let end = text.char_indices().map(|(i, _)| i).nth(cut).unwrap_or(0);
            text.truncate(end);
            assert!(assemble(&files).is_err(), "file {file} cut at {cut}");
        }
    }
}
