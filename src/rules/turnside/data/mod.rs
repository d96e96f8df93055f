//! What Turnside reads from its files.

use serde::{Deserialize, Serialize};

use crate::files::Problem;
use crate::rules::Key;
use crate::rules::content::{
    Shelf, check_all, check_ids, check_reference, check_texts, content, entries, house_rules,
};

/// A rank, from the lowest to the highest (TU-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[allow(missing_docs, reason = "letters are all there is to them")]
pub enum Rank {
    F,
    E,
    D,
    C,
    B,
    A,
}

impl Rank {
    const ALL: [Self; 6] = [Self::F, Self::E, Self::D, Self::C, Self::B, Self::A];

    /// Its number: 0 for F to 5 for A (TU-1).
    pub const fn value(self) -> i32 {
        self as i32
    }

    /// The rank of that number, the lowest below all and the highest above (TU-2).
    pub fn of(value: i32) -> Self {
        let place = usize::try_from(value.max(0)).unwrap_or_default();
        Self::ALL.get(place).copied().unwrap_or(Self::A)
    }
}

/// What a table gives for each rank, from F to A.
pub type Table = [i32; 6];

/// What a table gives for a rank.
pub fn by_rank(table: &Table, rank: Rank) -> i32 {
    table.get(rank as usize).copied().unwrap_or_default()
}

/// How the order of turns is found (TU-25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Initiative {
    /// A d10 and Agility.
    Roll,
    /// Agility alone.
    Fixed,
}

/// Where criticals begin (TU-43).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CritThreshold {
    /// At 100 less the chance: one face more than the chance says.
    TextLiteral,
    /// Just as many faces as the chance says.
    ExactPercent,
}

/// The damage that counts for injuries (TU-219).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InjuryBasis {
    /// All of a hit.
    Hit,
    /// What it took of the HP.
    HpLost,
}

/// When damage goes below 0 HP (TU-271).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum NegativeHp {
    /// When it comes to one who is at 0 already.
    WhileDown,
    /// It does not.
    Never,
    /// Whenever there is so much of it.
    Always,
}

house_rules! {
    /// Numbers and options.
    HouseRules {
        numbers {
            fatigue_cap: 0..=10,
            miss_per_point: 0..=100,
            crit_per_point: 0..=100,
            min_after_natural: 0..=1,
            min_after_armour: 0..=1,
            run_factor: 1..=9,
            guard_bonus: 0..=99,
            prone_melee_dod: -99..=99,
            prone_ranged_dod: -99..=99,
            prone_acc: -99..=99,
            cover_half: 0..=99,
            cover_most: 0..=99,
            dim_acc: -99..=0,
            height_acc: 0..=99,
            flank_acc: 0..=99,
            rough_light: 1..=9,
            rough_heavy: 1..=9,
            wading: 1..=9,
            swimming: 1..=9,
            climb_per_metre: 0..=9,
            low_step: 0..=9,
            door_cost: 0..=9,
            crawl_factor: 1..=9,
            body_cost: 0..=9,
            fall_per_metre: 0..=99,
            injury_chance: 0..=100,
            death_share: 1..=100,
            bleed_out: 1..=99,
        }
        rows {
            attacks: [6] 1..=9,
            movement: [6] 1..=99,
            max_hp: [6] 1..=999,
            natural_damage: [6] 0..=99,
            natural_defence: [6] 0..=99,
            skill_score: [6] 0..=99,
            determination: [6] 0..=9,
            fatigue_resistance: [6] 0..=99,
            injury_per: [3] 1..=999,
        }
        heights {
            high_ground: 1..=40,
            free_step: 0..=20,
            step: 0..=20,
            fall_free: 0..=200,
        }
        choices {
            initiative: Initiative,
            crit_threshold: CritThreshold,
            guard_blocks_reaction: bool,
            position_mods: bool,
            injury_basis: InjuryBasis,
            negative_hp: NegativeHp,
        }
    }
}

/// A weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Name in files and commands.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// The rank that it takes to wield it (TU-22).
    pub rank: Rank,
    /// The hands that it takes; none for bare hands.
    pub hands: u8,
    /// How far it strikes, metres; 0 for those that only shoot (TU-38).
    #[serde(default)]
    pub reach: u8,
    /// How far it shoots, metres; 0 for those that do not (TU-38).
    #[serde(default)]
    pub range: u8,
    /// What it adds to natural damage (TU-53).
    pub damage: i32,
    /// Armour does not count against it (TU-115).
    #[serde(default)]
    pub bypasses_armour: bool,
}

/// Armour or a shield.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// Name in files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// The rank that it takes to have something of it (TU-22).
    pub rank: Rank,
    /// Further defence (TU-111).
    #[serde(default)]
    pub defence: i32,
    /// What it adds to DOD.
    #[serde(default)]
    pub dod: i32,
    /// What it adds to Movement, metres.
    #[serde(default)]
    pub movement: i32,
    /// It holds one down whose muscles are torn (TU-253).
    #[serde(default)]
    pub encases: bool,
}

/// A creature of the roster. Attributes are ranks (TU-5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the attributes are called what they are")]
pub struct Sheet {
    /// The role it fills.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Roles of levels that it fills until they have sheets of their own.
    pub stands_in_for: Vec<Key>,
    pub str: Rank,
    pub agi: Rank,
    pub end: Rank,
    pub wil: Rank,
    pub int: Rank,
    pub ego: Rank,
    /// The rank of the skill that keeps one on its feet (TU-153).
    pub acrobatics: Rank,
    /// How well it strikes (TU-11).
    pub acc: i32,
    /// How well it evades, without gear (TU-11).
    pub dod: i32,
    /// The weapon in hand.
    pub main: Key,
    /// A second weapon at hand.
    #[serde(default)]
    pub side: Option<Key>,
    /// A shield.
    #[serde(default)]
    pub off: Option<Key>,
    /// The armour it wears.
    pub worn: Key,
}

/// How bad an injury is (TU-214).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[allow(missing_docs, reason = "they are called what they are")]
pub enum Tier {
    Minor,
    Moderate,
    Massive,
}

/// A score that injuries lower.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Score {
    /// Striking.
    Acc,
    /// Evading.
    Dod,
    /// Metres a Turn.
    Movement,
    /// Natural damage, which blows with weapons have in them.
    Damage,
    /// Natural damage of bare hands.
    Unarmed,
    /// Natural defence.
    Defence,
    /// The rank of what it can wield.
    Wield,
    /// Fatigue Resistance.
    Fatigue,
    /// HP at each start of its Turn, from 0 down.
    Blood,
}

/// What an injury makes of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Change {
    /// So much less, for each time it was suffered.
    Less(i32),
    /// Half, rounded down.
    Halved,
    /// This, whatever it was.
    Becomes(i32),
}

/// What an injury does to one score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Effect {
    /// The score.
    pub on: Score,
    /// What becomes of it.
    pub is: Change,
    /// It lowers the score no further than this.
    #[serde(default)]
    pub least: i32,
}

/// What an injury does beside lowering scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trait {
    /// It lies and cannot stand (TU-252).
    Floored,
    /// It cannot use weapons (TU-253).
    Unarmed,
    /// It cannot move in armour (TU-253).
    Encumbered,
    /// It acts or moves in a Turn, not both (TU-254).
    OneThing,
    /// It is of one limb, by a d4 (TU-255).
    Limb,
    /// It ends in 0 HP when so many Turns have begun as a d3 says (TU-257).
    Gaping,
}

/// An injury. Those of a tier stand in the order of the d6 (TU-220).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Injury {
    /// Name in files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Its rule.
    pub rule: Key,
    /// How bad it is.
    pub tier: Tier,
    /// It adds up with itself (TU-224).
    #[serde(default)]
    pub stacks: bool,
    /// What it does to scores.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// What it does beside that.
    #[serde(default)]
    pub marks: Vec<Trait>,
}

/// A limb that can be lost; they stand in the order of the d4 (TU-255).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limb {
    /// Name in files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// An arm; otherwise a leg.
    #[serde(default)]
    pub arm: bool,
    /// What the loss does to scores.
    #[serde(default)]
    pub effects: Vec<Effect>,
}

entries!(Weapon, Armour, Sheet, Injury, Limb);

content! {
    /// Everything that Turnside has, as far as it is made.
    "turnside" {
        /// Numbers and options.
        pub rules: HouseRules = "rules",
        /// Weapons.
        pub weapons: Shelf<Weapon> = "weapons",
        /// Armour and shields.
        pub armour: Shelf<Armour> = "armour",
        /// Creatures by role.
        pub roster: Shelf<Sheet> = "roster",
        /// Injuries.
        pub injuries: Shelf<Injury> = "injuries",
        /// Limbs.
        pub limbs: Shelf<Limb> = "limbs",
    }
    worked_out {}
}

impl Content {
    /// The sheet of a role, or the one that stands in for it.
    pub fn sheet(&self, role: &str) -> Option<&Sheet> {
        let fills = |sheet: &&Sheet| sheet.stands_in_for.iter().any(|own| *own == *role);
        self.roster.get(role).or_else(|| self.roster.iter().find(fills))
    }
}

fn complete(_content: &mut Content, _files: &Files, _problems: &mut Vec<Problem>) {}

fn check(content: &Content, files: &Files) -> Vec<Problem> {
    check_all(&[
        (&files.rules, &|r| content.rules.check(r)),
        (&files.weapons, &|r| {
            check_ids(r, content.weapons.ids());
            for weapon in &content.weapons {
                check_texts(r, &weapon.id, &weapon.name, &weapon.text);
                r.range(&weapon.id, "damage", weapon.damage, 0..=99);
                r.range(&weapon.id, "hands", weapon.hands.into(), 0..=2);
                if weapon.reach == 0 && weapon.range == 0 {
                    r.at_entry(&weapon.id, "it reaches nobody");
                }
            }
        }),
        (&files.armour, &|r| {
            check_ids(r, content.armour.ids());
            for armour in &content.armour {
                check_texts(r, &armour.id, &armour.name, &armour.text);
                r.range(&armour.id, "defence", armour.defence, 0..=99);
                r.range(&armour.id, "dod", armour.dod, -9..=9);
                r.range(&armour.id, "movement", armour.movement, -9..=9);
            }
        }),
        (&files.roster, &|r| {
            check_ids(r, content.roster.ids());
            for sheet in &content.roster {
                check_texts(r, &sheet.id, &sheet.name, &sheet.text);
                r.range(&sheet.id, "acc", sheet.acc, 0..=99);
                r.range(&sheet.id, "dod", sheet.dod, 0..=99);
                let arms = [Some(&sheet.main), sheet.side.as_ref()].into_iter().flatten();
                r.names(&sheet.id, "weapon", arms, || content.weapons.ids());
                let worn = [Some(&sheet.worn), sheet.off.as_ref()].into_iter().flatten();
                r.names(&sheet.id, "armour", worn, || content.armour.ids());
            }
        }),
        (&files.injuries, &|r| {
            check_ids(r, content.injuries.ids());
            for injury in &content.injuries {
                check_texts(r, &injury.id, &injury.name, &injury.text);
                if content.injuries.iter().filter(|i| i.tier == injury.tier).count() != 6 {
                    r.at_entry(&injury.id, "its tier has to have six: one for each face");
                }
            }
        }),
        (&files.limbs, &|r| {
            check_ids(r, content.limbs.ids());
            for limb in &content.limbs {
                check_texts(r, &limb.id, &limb.name, &limb.text);
            }
            r.options([("limbs", content.limbs.len() as i32, 4..=4)]);
        }),
        (&files.reference, &|r| check_reference(r, &content.reference)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// TU-1, TU-2: C less 2 is E, E less 2 is F, and nothing is above A.
    #[test]
    fn ranks_stop_at_both_ends() {
        let less = |rank: Rank, n: i32| Rank::of(rank.value() - n);
        assert_eq!(
            (less(Rank::C, 2), less(Rank::E, 2), less(Rank::A, -1)),
            (Rank::E, Rank::F, Rank::A)
        );
    }

    #[test]
    fn faults_in_the_files_are_named() {
        let spoilt = |from: &str, to: &str| {
            let mut files = Files::built_in();
            for source in files.all_mut() {
                source.text = source.text.replace(from, to);
            }
            let problems = assemble(&files).unwrap_err();
            problems.iter().map(ToString::to_string).collect::<String>()
        };
        assert!(spoilt("main: \"maul\"", "main: \"mall\"").contains("there is no weapon `mall`"));
        let seven = spoilt("\"TU-229\", tier: Minor", "\"TU-229\", tier: Massive");
        assert!(seven.contains("damaged_pelvis"), "{seven}");
        assert!(spoilt("(4, 5, 6, 7, 8, 9)", "(0, 5, 6, 7, 8, 9)").contains("`movement` is 0"));
    }
}
