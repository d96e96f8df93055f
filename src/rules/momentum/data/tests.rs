//! The shipped content against the rule catalogue, and the loader against broken files.

use super::load::{Files, assemble};
use super::*;

#[test]
fn everything_that_is_shipped_loads() {
    let content = assemble(&Files::built_in()).unwrap();
    assert_eq!(content.roster.len(), 12);
    assert_eq!(content.archetypes.len(), 7);
    assert_eq!(content.weapons.len(), 16);
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
    assert!(problems.iter().any(|p| p.message.contains("`ap` is 99") && p.at.is_some()));
}

/// MO-10: the error for a sheet without a Stat names the field.
#[test]
fn a_missing_stat_is_named() {
    let mut files = Files::built_in();
    files.roster.text = files.roster.text.replacen(", will: 11)", ")", 1);
    let problems = assemble(&files).unwrap_err();
    assert!(problems.iter().any(|p| p.message.contains("will")), "{problems:?}");
}

/// MO-262: an element with two Status Effects is an error.
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

/// MO-12: a Skill Level is at most 2 more than the Level.
#[test]
fn skill_levels_are_capped_by_level() {
    let mut files = Files::built_in();
    files.roster.text = files.roster.text.replacen("raw_force: 3", "raw_force: 6", 1);
    let problems = assemble(&files).unwrap_err();
    assert!(problems.iter().any(|p| p.message.contains("raw_force")), "{problems:?}");
    files.roster.text = files.roster.text.replacen("raw_force: 6", "raw_force: 5", 1);
    assert!(assemble(&files).is_ok());
}

/// MO-231: eleven types in four categories: 1 + 5 + 3 + 2.
#[test]
fn there_are_eleven_damage_types() {
    let of = |category| DamageType::ALL.iter().filter(|t| t.category() == category).count();
    let all = [Category::Physical, Category::Elemental, Category::Mystic, Category::Other];
    assert_eq!(all.map(of), [1, 5, 3, 2]);
}

/// MO-233 to MO-238: each elemental type causes its own status, the others cause none.
#[test]
fn elements_leave_their_own_status() {
    let content = assemble(&Files::built_in()).unwrap();
    let left = |kind| content.statuses().iter().find(|s| s.element == Some(kind)).map(|s| s.id);
    assert_eq!(left(DamageType::Chemical), Some(Affliction::Corroded));
    assert_eq!(left(DamageType::Cold), Some(Affliction::Chilled));
    assert_eq!(left(DamageType::Heat), Some(Affliction::Burning));
    assert_eq!(left(DamageType::Poison), Some(Affliction::Poisoned));
    assert_eq!(left(DamageType::Shock), Some(Affliction::Jolted));
    assert_eq!(left(DamageType::Curse), None);
    assert_eq!(left(DamageType::Spirit), None);
}

/// MO-232, MO-244: no unit resists Physical or Reality damage; bare hands and bodies deal Physical.
#[test]
fn no_unit_resists_physical_or_reality_damage() {
    let content = assemble(&Files::built_in()).unwrap();
    let plain = [DamageType::Physical, DamageType::Reality];
    for sheet in content.roster.iter() {
        let modified = |m: &TypeModifier| plain.iter().any(|kind| m.against.covers(*kind));
        assert!(!sheet.modifiers.iter().any(modified), "{}", sheet.id);
    }
    let unarmed = content.weapons.get("unarmed").unwrap();
    assert_eq!(unarmed.damage[0].of, DamageType::Physical);
}
