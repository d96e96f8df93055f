//! Reading the files of the ruleset: from a folder, or as they were when the program was built.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use serde::Serialize;

use super::ability::Ability;
use super::check::check;
use super::cinematics::CinematicsFile;
use super::gear::{Armour, ArmourFile, Shield, Weapon};
use super::house::HouseRules;
use super::items::Item;
use super::objects::{Feature, ObjectStats};
use super::sheet::Sheet;
use super::status::{Affliction, Status};
use super::tables::{Archetype, SizeRow, SkillText};
use super::words::{Size, Skill};
use crate::files::Problem;
use crate::rules::content::{
    Reference, Section, Shelf, change_options, content_files, fingerprint, read_one,
};

content_files!(
    "momentum": rules, archetypes, skills, sizes, weapons, armour, items, statuses, features,
    objects, roster, abilities, cinematics, reference,
);

/// What the files hold before they are checked against each other.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) rules: HouseRules,
    pub(super) archetypes: Shelf<Archetype>,
    pub(super) skills: Vec<SkillText>,
    pub(super) sizes: Vec<SizeRow>,
    pub(super) weapons: Shelf<Weapon>,
    pub(super) armour: Shelf<Armour>,
    pub(super) shields: Shelf<Shield>,
    pub(super) items: Shelf<Item>,
    pub(super) statuses: Vec<Status>,
    pub(super) features: Shelf<Feature>,
    pub(super) abilities: Shelf<Ability>,
    pub(super) objects: Shelf<ObjectStats>,
    pub(super) roster: Shelf<Sheet>,
    pub(super) cinematics: CinematicsFile,
    pub(super) reference: Reference,
}

/// Everything that MOMENTUM has: all of it read, checked and ready to look up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Numbers and options.
    pub rules: HouseRules,
    /// Archetypes.
    pub archetypes: Shelf<Archetype>,
    /// Weapons, natural ones too.
    pub weapons: Shelf<Weapon>,
    /// Armour and clothes.
    pub armour: Shelf<Armour>,
    /// Shields.
    pub shields: Shelf<Shield>,
    /// What is used up.
    pub items: Shelf<Item>,
    /// Features.
    pub features: Shelf<Feature>,
    /// Abilities and Maneuvers.
    pub abilities: Shelf<Ability>,
    /// What things and edges withstand.
    pub objects: Shelf<ObjectStats>,
    /// Creatures by role.
    pub roster: Shelf<Sheet>,
    /// Great feats.
    pub cinematics: CinematicsFile,
    /// The rules in words.
    pub reference: Reference,
    /// In the order of [`Skill::ALL`].
    skills: Vec<SkillText>,
    /// In the order of sizes.
    sizes: Vec<SizeRow>,
    /// In the order of [`Affliction::ALL`].
    statuses: [Status; Affliction::COUNT],
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

    /// The numbers and texts of a condition.
    pub fn status(&self, which: Affliction) -> &Status {
        // One for each condition, in this order: `assemble` builds the array so.
        &self.statuses[which as usize]
    }

    /// All conditions in the order of [`Affliction::ALL`].
    pub fn statuses(&self) -> &[Status] {
        &self.statuses
    }

    /// The name of a weapon or shield as players read it.
    pub fn item_name<'a>(&'a self, id: &'a str) -> &'a str {
        let weapon = self.weapons.get(id).map(|w| w.name.as_str());
        weapon.or_else(|| self.shields.get(id).map(|s| s.name.as_str())).unwrap_or(id)
    }

    /// What is written about a skill.
    pub fn skill(&self, which: Skill) -> Option<&SkillText> {
        self.skills.iter().find(|s| s.id == which)
    }

    /// A size in numbers.
    pub fn size(&self, which: Size) -> Option<&SizeRow> {
        self.sizes.iter().find(|s| s.id == which)
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
    let mut statuses = draft.statuses;
    statuses.sort_by_key(|c| c.id);
    let statuses: [Status; Affliction::COUNT] = statuses.try_into().map_err(|_| {
        vec![Problem::new(&files.statuses.name, "every condition must be listed once")]
    })?;
    let mut content = Content {
        rules: draft.rules,
        archetypes: draft.archetypes,
        weapons: draft.weapons,
        armour: draft.armour,
        shields: draft.shields,
        items: draft.items,
        features: draft.features,
        abilities: draft.abilities,
        objects: draft.objects,
        roster: draft.roster,
        cinematics: draft.cinematics,
        reference: draft.reference,
        skills: draft.skills,
        sizes: draft.sizes,
        statuses,
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
    let archetypes = read_one(&files.archetypes, &mut problems);
    let skills = read_one(&files.skills, &mut problems);
    let sizes = read_one(&files.sizes, &mut problems);
    let weapons = read_one(&files.weapons, &mut problems);
    let armour = read_one::<ArmourFile>(&files.armour, &mut problems);
    let items = read_one(&files.items, &mut problems);
    let statuses = read_one(&files.statuses, &mut problems);
    let features = read_one(&files.features, &mut problems);
    let abilities = read_one(&files.abilities, &mut problems);
    let objects = read_one(&files.objects, &mut problems);
    let roster = read_one(&files.roster, &mut problems);
    let cinematics = read_one(&files.cinematics, &mut problems);
    let reference = read_one::<Vec<Section>>(&files.reference, &mut problems);
    let draft = || {
        let ArmourFile { armour, shields } = armour?;
        Some(Draft {
            rules: rules?,
            archetypes: Shelf::new(archetypes?),
            skills: skills?,
            sizes: sizes?,
            weapons: Shelf::new(weapons?),
            armour: Shelf::new(armour),
            shields: Shelf::new(shields),
            items: Shelf::new(items?),
            statuses: statuses?,
            features: Shelf::new(features?),
            abilities: Shelf::new(abilities?),
            objects: Shelf::new(objects?),
            roster: Shelf::new(roster?),
            cinematics: cinematics?,
            reference: Reference::new(reference?),
        })
    };
    draft().ok_or(problems)
}

/// What the fingerprint depends on: all but the reference.
fn hashed(content: &Content) -> impl Serialize {
    (
        &content.rules,
        &content.archetypes,
        (&content.skills, &content.sizes),
        &content.weapons,
        (&content.armour, &content.shields, &content.items),
        content.statuses.as_slice(),
        (&content.features, &content.abilities),
        &content.objects,
        &content.roster,
        &content.cinematics,
    )
}
