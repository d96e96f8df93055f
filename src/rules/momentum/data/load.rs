//! Loads the ruleset's files and derives lookup tables from them.

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
use files::Problem;
use rules::content::{Shelf, content};

content! {
    /// All content of MOMENTUM, loaded and validated.
    "momentum" {
        /// Numbers and options.
        pub rules: HouseRules = "rules",
        /// Archetypes.
        pub archetypes: Shelf<Archetype> = "archetypes",
        /// Skills, one entry each.
        pub(super) skills: Vec<SkillText> = "skills",
        /// Sizes, one entry for each size in use.
        pub(super) sizes: Vec<SizeRow> = "sizes",
        /// Weapons, including natural weapons.
        pub weapons: Shelf<Weapon> = "weapons",
        /// Armour and shields, as in the file.
        armoury: ArmourFile = "armour",
        /// Consumable items.
        pub items: Shelf<Item> = "items",
        /// Conditions, in the order of [`Affliction::ALL`].
        pub(super) statuses: Vec<Status> = "statuses",
        /// Features.
        pub features: Shelf<Feature> = "features",
        /// Abilities and Maneuvers.
        pub abilities: Shelf<Ability> = "abilities",
        /// Hit points and Armor of objects and edges.
        pub objects: Shelf<ObjectStats> = "objects",
        /// Creatures by role.
        pub roster: Shelf<Sheet> = "roster",
        /// Cinematic feats.
        pub cinematics: CinematicsFile = "cinematics",
    }
    worked_out {
        /// Armour and clothing.
        pub armour: Shelf<Armour>,
        /// Shields.
        pub shields: Shelf<Shield>,
    }
}

impl Content {
    /// The entry of a condition.
    pub fn status(&self, which: Affliction) -> &Status {
        // Sorted; validation guarantees one entry each.
        &self.statuses[which as usize]
    }

    /// All conditions, in the order of [`Affliction::ALL`].
    pub fn statuses(&self) -> &[Status] {
        &self.statuses
    }

    /// Display name of a weapon or shield.
    pub fn item_name<'a>(&'a self, id: &'a str) -> &'a str {
        let weapon = self.weapons.get(id).map(|w| w.name.as_str());
        weapon.or_else(|| self.shields.get(id).map(|s| s.name.as_str())).unwrap_or(id)
    }

    /// The entry of a skill.
    pub fn skill(&self, which: Skill) -> Option<&SkillText> {
        self.skills.iter().find(|s| s.id == which)
    }

    /// The entry of a size.
    pub fn size(&self, which: Size) -> Option<&SizeRow> {
        self.sizes.iter().find(|s| s.id == which)
    }
}

/// Splits armour and shields, which share a file.
fn complete(content: &mut Content, _files: &Files, _problems: &mut Vec<Problem>) {
    content.statuses.sort_by_key(|status| status.id);
    let ArmourFile { armour, shields } = std::mem::take(&mut content.armoury);
    content.armour = Shelf::new(armour);
    content.shields = Shelf::new(shields);
}
