//! Reading the files of the ruleset: from a folder, or as they were when the program was built.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use serde::Serialize;

use super::ability::{Ability, Origin};
use super::check::check;
use super::condition::{Affliction, Condition};
use super::gear::{Armour, ObjectStats, Weapon};
use super::guide::{self, Guide};
use super::house::HouseRules;
use super::sheet::{Form, Sheet};
use crate::files::Problem;
use crate::rules::content::{
    Reference, Section, Shelf, Source, Words, change_options, content_files, fingerprint, read_one,
};

content_files!(
    "precision": rules, weapons, armour, objects, conditions, abilities, special_actions, forms,
    roster, reference,
);

/// What the files hold before they are checked against each other.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) rules: HouseRules,
    pub(super) weapons: Shelf<Weapon>,
    pub(super) armour: Shelf<Armour>,
    pub(super) objects: Shelf<ObjectStats>,
    pub(super) conditions: Vec<Condition>,
    pub(super) abilities: Shelf<Ability>,
    pub(super) special_actions: Shelf<Ability>,
    pub(super) forms: Shelf<Form>,
    pub(super) roster: Shelf<Sheet>,
    pub(super) reference: Reference,
}

/// Everything that PRECISION has: all of it read, checked and ready to look up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Numbers and options.
    pub rules: HouseRules,
    /// Weapons, shields, natural weapons.
    pub weapons: Shelf<Weapon>,
    /// Armour.
    pub armour: Shelf<Armour>,
    /// What things and edges withstand.
    pub objects: Shelf<ObjectStats>,
    /// Techniques.
    pub abilities: Shelf<Ability>,
    /// Special actions.
    pub special_actions: Shelf<Ability>,
    /// The attacks of the weapons as abilities, with the damage of the weapons.
    pub weapon_attacks: Shelf<Ability>,
    /// Forms.
    pub forms: Shelf<Form>,
    /// Creatures by role, minions too.
    pub roster: Shelf<Sheet>,
    /// The rules in words.
    pub reference: Reference,
    /// In the order of [`Affliction::ALL`].
    conditions: [Condition; Affliction::ALL.len()],
    fingerprint: u64,
}

static BUILT_IN: LazyLock<Content> = LazyLock::new(|| match assemble(&Files::built_in()) {
    Ok(content) => content,
    // Not input: the files are part of the program, and a test reads them.
    Err(problems) => unreachable!("built-in content: {problems:?}"),
});

impl Content {
    /// The content that the program was built with.
    pub fn built_in() -> &'static Self {
        &BUILT_IN
    }

    /// The content that the program was built with, with some options of `rules.ron` changed, each
    /// to a value as it is written there.
    ///
    /// # Errors
    /// When there is no such option or it cannot have that value.
    pub fn with_options(options: &BTreeMap<String, String>) -> Result<Self, Vec<Problem>> {
        let mut files = Files::built_in();
        change_options(&mut files.rules, options)?;
        assemble(&files)
    }

    /// Reads the files of a folder.
    ///
    /// # Errors
    /// Every problem found: files that are missing, text that is not RON or has other fields, and,
    /// when all files can be read, names that lead nowhere and numbers out of range.
    pub fn load(folder: &Path) -> Result<Self, Vec<Problem>> {
        assemble(&Files::read(folder)?)
    }

    /// The technique or special action of that name.
    pub fn ability(&self, id: &str) -> Option<&Ability> {
        self.abilities.get(id).or_else(|| self.special_actions.get(id))
    }

    /// The numbers and texts of a condition.
    pub fn condition(&self, which: Affliction) -> &Condition {
        // One for each condition, in this order: `assemble` builds the array so.
        &self.conditions[which as usize]
    }

    /// All conditions in the order of [`Affliction::ALL`].
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// A number that changes when anything in the content changes that a battle can depend on or a
    /// player can read, the reference aside. Records carry it.
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

/// Reads and checks the texts of all files.
pub(super) fn assemble(files: &Files) -> Result<Content, Vec<Problem>> {
    let draft = parse(files)?;
    let problems = check(&draft, files);
    if !problems.is_empty() {
        return Err(problems);
    }
    let mut conditions = draft.conditions;
    conditions.sort_by_key(|c| c.id);
    let conditions: [Condition; Affliction::ALL.len()] = conditions.try_into().map_err(|_| {
        vec![Problem::new(&files.conditions.name, "every condition must be listed once")]
    })?;
    let attacks = draft.weapons.iter().flat_map(|weapon| {
        weapon.attacks.iter().map(|attack| Ability::of_weapon(weapon, attack, attack.damage))
    });
    let weapon_attacks = Shelf::new(attacks.collect());
    let mut content = Content {
        rules: draft.rules,
        weapon_attacks,
        weapons: draft.weapons,
        armour: draft.armour,
        objects: draft.objects,
        abilities: draft.abilities,
        special_actions: draft.special_actions,
        forms: draft.forms,
        roster: draft.roster,
        reference: draft.reference,
        conditions,
        fingerprint: 0,
    };
    let number = fingerprint(&hashed(&content), &files.rules)?;
    content.fingerprint = number;
    Ok(content)
}

/// Reads the texts of all files; every file that cannot be read gives its own problem.
fn parse(files: &Files) -> Result<Draft, Vec<Problem>> {
    let mut problems = Vec::new();
    let rules = read_one(&files.rules, &mut problems);
    let weapons = read_one(&files.weapons, &mut problems);
    let armour = read_one(&files.armour, &mut problems);
    let objects = read_one(&files.objects, &mut problems);
    let conditions = read_one(&files.conditions, &mut problems);
    let abilities = read_one(&files.abilities, &mut problems);
    let special = read_one::<Vec<Ability>>(&files.special_actions, &mut problems);
    let forms = read_one::<Vec<Form>>(&files.forms, &mut problems);
    let roster = read_one::<Vec<Sheet>>(&files.roster, &mut problems);
    let reference = read_one::<Vec<Section>>(&files.reference, &mut problems);
    problems.extend(stated_twice(roster.iter().flatten(), &files.roster));
    if !problems.is_empty() {
        return Err(problems);
    }
    let draft = || {
        let mut special = special?;
        for ability in &mut special {
            ability.origin = Origin::Special;
        }
        let (rules, weapons, armour) = (rules?, Shelf::new(weapons?), Shelf::new(armour?));
        let guide = Guide { rules: &rules, weapons: &weapons, armour: &armour };
        let forms = forms?.into_iter().map(|f| guide.complete_form(f)).collect();
        let roster = roster?.into_iter().map(|s| guide.complete(s)).collect();
        Some(Draft {
            rules,
            weapons,
            armour,
            objects: Shelf::new(objects?),
            conditions: conditions?,
            abilities: Shelf::new(abilities?),
            special_actions: Shelf::new(special),
            forms: Shelf::new(forms),
            roster: Shelf::new(roster),
            reference: Reference::new(reference?),
        })
    };
    draft().ok_or(problems)
}

/// Numbers of the roster that are stated as a whole and in part.
fn stated_twice<'a>(
    sheets: impl Iterator<Item = &'a Sheet>,
    source: &'a Source,
) -> impl Iterator<Item = Problem> {
    let words = Words::new(&source.text);
    sheets.filter_map(move |sheet| {
        let field = guide::stated_twice(sheet)?;
        let text = format!("`{}`: `{field}` is stated as a whole and in `own`", sheet.id);
        let mut problem = Problem::new(&source.name, text);
        problem.at = words.find(sheet.id.as_str(), field);
        Some(problem.help("state one of them"))
    })
}

/// What the fingerprint depends on: all but the reference.
fn hashed(content: &Content) -> impl Serialize {
    (
        &content.rules,
        &content.weapons,
        &content.armour,
        &content.objects,
        content.conditions.as_slice(),
        &content.abilities,
        &content.special_actions,
        &content.forms,
        &content.roster,
    )
}
