//! Everything that the ruleset reads from its files or derives from them.

use super::ability::{Ability, Origin};
use super::check::check;
use super::condition::{Affliction, Condition};
use super::gear::{Armour, ObjectStats, Weapon};
use super::guide::{self, Guide};
use super::house::HouseRules;
use super::sheet::{Form, Sheet};
use files::Problem;
use rules::content::{Shelf, Source, Words, content};

content! {
    /// All of PRECISION's content, read, checked and indexed.
    "precision" {
        /// Numbers and options.
        pub rules: HouseRules = "rules",
        /// Weapons, shields, natural weapons.
        pub weapons: Shelf<Weapon> = "weapons",
        /// Armour.
        pub armour: Shelf<Armour> = "armour",
        /// Health and armor of objects and edges.
        pub objects: Shelf<ObjectStats> = "objects",
        /// One for each condition, in the order of [`Affliction::ALL`].
        pub(super) conditions: Vec<Condition> = "conditions",
        /// Techniques.
        pub abilities: Shelf<Ability> = "abilities",
        /// Special actions.
        pub special_actions: Shelf<Ability> = "special_actions",
        /// Forms.
        pub forms: Shelf<Form> = "forms",
        /// Creatures by role, including minions.
        pub roster: Shelf<Sheet> = "roster",
    }
    worked_out {
        /// Weapon attacks as abilities, with the weapon's damage.
        pub weapon_attacks: Shelf<Ability>,
    }
}

impl Content {
    /// The technique or special action with this ID.
    pub fn ability(&self, id: &str) -> Option<&Ability> {
        self.abilities.get(id).or_else(|| self.special_actions.get(id))
    }

    /// The numbers and texts of a condition.
    pub fn condition(&self, which: Affliction) -> &Condition {
        // Sorted; validation guarantees one entry each.
        &self.conditions[which as usize]
    }

    /// All conditions in the order of [`Affliction::ALL`].
    pub fn conditions(&self) -> &[Condition] {
        &self.conditions
    }
}

/// Fills in what the files omit: numbers of creatures that follow from level and gear, and weapon
/// attacks.
fn complete(content: &mut Content, files: &Files, problems: &mut Vec<Problem>) {
    problems.extend(stated_twice(content.roster.iter(), &files.roster));
    content.conditions.sort_by_key(|c| c.id);
    for ability in content.special_actions.iter_mut() {
        ability.origin = Origin::Special;
    }
    let Content { rules, weapons, armour, forms, roster, .. } = content;
    let guide = Guide { rules, weapons, armour };
    forms.iter_mut().for_each(|form| guide.complete_form(form));
    roster.iter_mut().for_each(|sheet| guide.complete(sheet));
    let attacks = content.weapons.iter().flat_map(|weapon| {
        weapon.attacks.iter().map(|attack| Ability::of_weapon(weapon, attack, attack.damage))
    });
    content.weapon_attacks = Shelf::new(attacks.collect());
}

/// Reports roster numbers given both in full and in part.
fn stated_twice<'a>(
    sheets: impl Iterator<Item = &'a Sheet>,
    source: &'a Source,
) -> impl Iterator<Item = Problem> {
    let words = Words::new(&source.text);
    sheets.filter_map(move |sheet| {
        let field = guide::stated_twice(sheet)?;
        let text = format!("`{}`: `{field}` is stated in full and in `own`", sheet.id);
        let mut problem = Problem::new(&source.name, text);
        problem.at = words.find(sheet.id.as_str(), field);
        Some(problem.help("state only one of them"))
    })
}
