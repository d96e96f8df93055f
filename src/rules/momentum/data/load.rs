//! Everything that the ruleset reads from its files, and what it works out from them.

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
use crate::rules::content::{Shelf, content};

content! {
    /// Everything that MOMENTUM has: all of it read, checked and ready to look up.
    "momentum" {
        /// Numbers and options.
        pub rules: HouseRules = "rules",
        /// Archetypes.
        pub archetypes: Shelf<Archetype> = "archetypes",
        /// One for each skill.
        pub(super) skills: Vec<SkillText> = "skills",
        /// One for each size that is needed.
        pub(super) sizes: Vec<SizeRow> = "sizes",
        /// Weapons, natural ones too.
        pub weapons: Shelf<Weapon> = "weapons",
        /// Armour and shields as their file has them.
        armoury: ArmourFile = "armour",
        /// What is used up.
        pub items: Shelf<Item> = "items",
        /// One for each condition, in the order of [`Affliction::ALL`].
        pub(super) statuses: Vec<Status> = "statuses",
        /// Features.
        pub features: Shelf<Feature> = "features",
        /// Abilities and Maneuvers.
        pub abilities: Shelf<Ability> = "abilities",
        /// What things and edges withstand.
        pub objects: Shelf<ObjectStats> = "objects",
        /// Creatures by role.
        pub roster: Shelf<Sheet> = "roster",
        /// Great feats.
        pub cinematics: CinematicsFile = "cinematics",
    }
    worked_out {
        /// Armour and clothes.
        pub armour: Shelf<Armour>,
        /// Shields.
        pub shields: Shelf<Shield>,
    }
}

impl Content {
    /// The numbers and texts of a condition.
    pub fn status(&self, which: Affliction) -> &Status {
        // Sorted, and the check found one of each.
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
}

/// Takes armour and shields apart, which share a file.
fn complete(content: &mut Content, _files: &Files, _problems: &mut Vec<Problem>) {
    content.statuses.sort_by_key(|status| status.id);
    let ArmourFile { armour, shields } = std::mem::take(&mut content.armoury);
    content.armour = Shelf::new(armour);
    content.shields = Shelf::new(shields);
}
