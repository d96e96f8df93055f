//! What VIGOR reads from its files.

mod people;

use crate::files::Problem;
use crate::rules::content::{Shelf, check_all, check_pieces, content, house_rules, pieces};
use crate::rules::kit::moment;
use crate::rules::ruleset::Ctx;

pub use people::{Sheet, Size, Skill, Talent};

house_rules! {
    /// Numbers and options.
    HouseRules {
        numbers {
            score_per_die: 1..=99,
            base_guard: 0..=99,
            dodge_cost: 0..=99,
            winded_threshold: 1..=99,
            stamina_per_vigor: 1..=99,
            helpless_guard: 0..=99,
            shock_rounds_per_stamina: 1..=9,
            prone_speed_divisor: 1..=9,
            cover_partial: 0..=99,
            cover_full: 0..=99,
            cover_light: 0..=99,
            most_increments: 1..=9,
            rough_light: 1..=9,
            rough_heavy: 1..=9,
            climb_per_metre: 0..=9,
            door_cost: 0..=9,
            fall_metres_per_die: 1..=99,
        }
        rows {}
        heights { free_step: 0..=20, }
        choices {}
    }
}

pieces! {
    /// A weapon.
    pub struct Weapon {
        /// Its damage dice (VG-190).
        pub dice: u8,
        /// The sides of each, by its quality (VG-191).
        pub die: u16,
        /// How far it strikes, squares; 0 for those that only shoot (VG-137).
        pub reach: u8,
        /// The squares that one range increment has; none for those that do not shoot (VG-136).
        #[serde(default)]
        pub increment: u8,
    }
}

pieces! {
    /// Armour.
    pub struct Armour {
        /// Armor Rank (VG-204).
        pub rank: i32,
        /// What it adds to Guard (VG-126).
        pub guard: i32,
        /// What it can take (VG-205).
        pub durability: i32,
    }
}

content! {
    /// Everything that VIGOR has, as far as it is made.
    "vigor" {
        /// Numbers and options.
        pub rules: HouseRules = "rules",
        /// Weapons.
        pub weapons: Shelf<Weapon> = "weapons",
        /// Armour.
        pub armour: Shelf<Armour> = "armour",
        /// Creatures by role.
        pub roster: Shelf<Sheet> = "roster",
    }
}

/// The content at one moment of a battle.
pub type Moment<'a> = moment::Moment<'a, Content>;

impl Content {
    /// The content at this moment.
    pub const fn at<'a>(&'a self, ctx: Ctx<'a>) -> Moment<'a> {
        Moment { content: self, ctx }
    }

    /// Who fills a role: its own sheet, or the one that stands in for it.
    pub fn filling(&self, role: &str) -> Option<&Sheet> {
        let stands_in = |sheet: &&Sheet| sheet.stands_in_for.iter().any(|r| *r == *role);
        self.roster.get(role).or_else(|| self.roster.iter().find(stands_in))
    }
}

fn check(content: &Content, files: &Files) -> Vec<Problem> {
    check_all(&[
        (&files.rules, &|r| content.rules.check(r)),
        (&files.weapons, &|r| {
            check_pieces(r, &content.weapons, |r, weapon| {
                r.range(&weapon.id, "dice", weapon.dice.into(), 1..=20);
                r.range(&weapon.id, "die", weapon.die.into(), 2..=20);
                r.range(&weapon.id, "reach", weapon.reach.into(), 0..=10);
                if weapon.reach == 0 && weapon.increment == 0 {
                    r.at_entry(&weapon.id, "neither a reach nor a range increment");
                }
            });
        }),
        (&files.armour, &|r| {
            check_pieces(r, &content.armour, |r, armour| {
                r.range(&armour.id, "rank", armour.rank, 0..=99);
                r.range(&armour.id, "guard", armour.guard, 0..=99);
                r.range(&armour.id, "durability", armour.durability, 1..=999);
            });
        }),
        (&files.roster, &|r| {
            check_pieces(r, &content.roster, |r, sheet| {
                let scores = [
                    ("strength", sheet.strength),
                    ("agility", sheet.agility),
                    ("speed", sheet.speed),
                    ("stamina", sheet.stamina),
                    ("reason", sheet.reason),
                    ("resolve", sheet.resolve),
                    ("soul", sheet.soul),
                ];
                for (name, score) in scores {
                    r.range(&sheet.id, name, score, 1..=100);
                }
                for dice in sheet.skills.values() {
                    r.range(&sheet.id, "skills", *dice, 1..=9);
                }
                r.range(&sheet.id, "guard", sheet.guard, 0..=99);
                r.range(&sheet.id, "actions", sheet.actions, 1..=9);
                let weapons = [Some(&sheet.main), sheet.side.as_ref()];
                r.names(&sheet.id, "weapon", weapons.into_iter().flatten(), || {
                    content.weapons.ids()
                });
                r.names(&sheet.id, "armour", [&sheet.worn], || content.armour.ids());
            });
        }),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_sound_and_faults_are_named() {
        assert!(Content::built_in().filling("brute").is_some_and(|s| s.id == *"knight"));
        let mut files = Files::built_in();
        files.roster.text = files.roster.text.replace("\"sword\"", "\"swrod\"");
        let problems = assemble(&files).unwrap_err();
        assert!(problems[0].to_string().contains("there is no weapon `swrod`"), "{problems:?}");
    }
}
