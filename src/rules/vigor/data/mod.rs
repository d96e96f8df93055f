//! The content of VIGOR, read from its files.

mod armour;
mod people;
mod spell;
mod technique;
mod thing;
mod weapon;

use serde::{Deserialize, Serialize};

use files::Problem;

use rules::Key;
use rules::content::{Reporter, Shelf, check_all, check_pieces, content, house_rules};
use rules::kit::moment::moment;

pub use armour::{Armour, Hide, Life, Nature};
pub use people::{Sheet, Size, Skill, Talent};
pub use spell::{Form, Restores, Spell, TimedCondition};
pub use technique::{Technique, TechniqueEffect, WeaponRequirement};
pub use thing::{MaxCover, Thing};
pub use weapon::{Ability, BonusFrom, DamageType, Kinetic, Quality, Rider, Weapon, WeaponKind};

/// What happens to the part of a hit beyond Durability (VG-225).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Overflow {
    /// It goes to Health.
    Carry,
    /// It is lost.
    Stop,
}

/// When a creature stops being Wounded (VG-229).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WoundedUntil {
    /// While Durability is 0.
    DurabilityUp,
    /// From Durability 0 until Health is full.
    HealthFull,
}

/// The effect of a hit on an incapacitated unit (VG-58).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum IncapacitatedHit {
    /// The hit kills it.
    Kill,
    /// The same as on any other unit.
    Normal,
}

/// Which attacks superior Durability stops (VG-217, VG-219).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ImmunityAppliesTo {
    /// Weapons, spells and abilities.
    AllAttacks,
    /// Weapons only.
    Weapons,
}

/// What a hit must exceed to knock its target down (VG-156).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum KnockdownOver {
    /// The Strength score.
    Strength,
    /// Nothing: hits never knock down.
    Never,
}

/// Which Charges of an action apply to its effect (VG-18).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ChargeOnEffect {
    /// All of them, whatever Challenges the action had.
    OwnTally,
    /// Only Charges left over after the action's Challenges.
    LeftoverOnly,
}

/// How a non-attack check compares with its number (VG-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CheckSuccess {
    /// It must exceed the number.
    Greater,
    /// It must reach the number.
    AtLeast,
}

/// How often a Bonus Die bursts (VG-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Burst {
    /// Each time it shows its highest face.
    Unlimited,
    /// Once at most.
    Once,
    /// Never.
    None,
}

/// Whether Chances can be taken (VG-25).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Chances {
    /// They can.
    On,
    /// They cannot.
    Off,
}

/// When effects counted in rounds end (VG-31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RoundEffectsEnd {
    /// When their maker's turn begins.
    OwnerTurnStart,
    /// In the Recovery.
    RoundEnd,
}

/// The score whose Bonus Dice are added to initiative (VG-42).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum InitiativeAbility {
    /// None.
    None,
    /// Agility.
    Agility,
    /// Speed.
    Speed,
    /// Reason.
    Reason,
}

impl InitiativeAbility {
    /// The score, if any.
    pub const fn score(self) -> Option<Ability> {
        match self {
            Self::None => None,
            Self::Agility => Some(Ability::Agility),
            Self::Speed => Some(Ability::Speed),
            Self::Reason => Some(Ability::Reason),
        }
    }
}

/// How long the die for a watched direction counts (VG-53).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OverwatchBonus {
    /// The whole encounter.
    WholeEncounter,
    /// The first round.
    FirstRoundOnly,
}

/// The cover given by creatures on the line (VG-311).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CreatureCover {
    /// None.
    None,
    /// Partial cover.
    Partial,
}

house_rules! {
    /// Numbers and options.
    HouseRules {
        numbers {
            score_per_die: 1..=99,
            skill_number: 1..=99,
            resistance_vigor: 0..=99,
            seconds_per_round: 1..=999,
            offhand_cost: 0..=99,
            offhand_challenges: 0..=9,
            escape_metres: 1..=99,
            defense_cost: 0..=99,
            guardian_cost: 0..=99,
            defend_reduction: 0..=99,
            opening_cost: 0..=99,
            ready_vigor: 0..=99,
            block_rank: 0..=99,
            base_guard: 0..=99,
            helpless_guard: 0..=99,
            size_guard_step: 0..=20,
            range_increments: 1..=9,
            cover_light: 0..=99,
            cover_partial: 0..=99,
            cover_partial_rank: 0..=99,
            cover_full: 0..=99,
            cover_full_rank: 0..=99,
            sturdy_wood: 0..=999,
            point_blank: 0..=99,
            winded_threshold: 1..=99,
            vigor_per_stamina: 1..=99,
            deep_breath: 0..=99,
            regrowth: 0..=99,
            mana_spring: 0..=99,
            quality_gap: 1..=9,
            shock_rounds_per_stamina: 1..=9,
            aid_vs: 1..=99,
            aid_die: 2..=99,
            affinity_half: 1..=9,
            affinity_double: 1..=9,
            burning_die: 2..=99,
            burning_rounds: 1..=99,
            prone_speed_divisor: 1..=9,
            rough_light: 1..=9,
            rough_heavy: 1..=9,
            climb_per_metre: 0..=9,
            door_cost: 0..=9,
            fall_die_per_m: 1..=99,
            health_per_day: 0..=99,
        }
        rows {
            visibility_sight: [4] 0..=9999,
            visibility_limit: [3] 0..=9999,
            visibility_guard: [3] 0..=99,
        }
        heights { free_step: 0..=20, }
        choices {
            check_success: CheckSuccess,
            burst: Burst,
            charge_on_effect: ChargeOnEffect,
            chances: Chances,
            round_effects_end: RoundEffectsEnd,
            initiative_ability: InitiativeAbility,
            overwatch_bonus: OverwatchBonus,
            move_away_opens: bool,
            unaware_may_react: bool,
            incapacitated_hit: IncapacitatedHit,
            creature_cover: CreatureCover,
            shoot_through: bool,
            winded_blocks_reactions: bool,
            immunity_applies_to: ImmunityAppliesTo,
            overflow: Overflow,
            wounded_until: WoundedUntil,
            knockdown_over: KnockdownOver,
        }
    }
}

content! {
    /// The content of VIGOR.
    "vigor" {
        /// Numbers and options.
        pub rules: HouseRules = "rules",
        /// Weapons.
        pub weapons: Shelf<Weapon> = "weapons",
        /// Armour.
        pub armour: Shelf<Armour> = "armour",
        /// Techniques.
        pub techniques: Shelf<Technique> = "techniques",
        /// Spells.
        pub spells: Shelf<Spell> = "spells",
        /// Breakable objects and edges.
        pub objects: Shelf<Thing> = "objects",
        /// Creatures, by role.
        pub roster: Shelf<Sheet> = "roster",
    }
    worked_out {
        /// Derived weapons: aimed spells, and weapons as modified by techniques.
        pub derived_weapons: Shelf<Weapon>,
    }
}

/// Derives the weapons of spells and techniques.
fn complete(content: &mut Content, _: &Files, _: &mut Vec<Problem>) {
    let spells = content.spells.iter().filter_map(Spell::as_weapon);
    let techniques = content
        .techniques
        .iter()
        .flat_map(|technique| content.weapons.iter().filter_map(|weapon| technique.with(weapon)));
    content.derived_weapons = Shelf::new(spells.chain(techniques).collect());
}

moment!(
    /// The content at one moment of a battle.
    Moment of Content
);

impl Content {
    /// The sheet for a role: its own, or a stand-in's.
    pub fn filling(&self, role: &str) -> Option<&Sheet> {
        self.roster.filling(role, |sheet| &sheet.stands_in_for)
    }
}

/// All problems of the content, file by file.
fn check(content: &Content, files: &Files) -> Vec<Problem> {
    check_all(&[
        (&files.rules, &|r| content.rules.check(r)),
        (&files.weapons, &|r| check_pieces(r, &content.weapons, check_weapon)),
        (&files.armour, &|r| check_pieces(r, &content.armour, check_armour)),
        (&files.techniques, &|r| check_pieces(r, &content.techniques, check_technique)),
        (&files.spells, &|r| check_pieces(r, &content.spells, check_spell)),
        (&files.objects, &|r| {
            check_pieces(r, &content.objects, |r, thing| {
                r.range(&thing.id, "durability", thing.durability, 1..=999);
                r.range(&thing.id, "rank", thing.rank, 0..=99);
            });
        }),
        (&files.roster, &|r| {
            check_pieces(r, &content.roster, |r, sheet| check_sheet(r, content, sheet));
        }),
    ])
}

fn check_weapon(r: &mut Reporter<'_>, weapon: &Weapon) {
    r.range(&weapon.id, "dice", weapon.dice.into(), 1..=20);
    r.range(&weapon.id, "dice_in_two_hands", weapon.dice_in_two_hands.into(), 0..=20);
    r.range(&weapon.id, "hands", weapon.hands.into(), 0..=2);
    r.range(&weapon.id, "charges", weapon.charges, 0..=9);
    r.range(&weapon.id, "reach", weapon.reach.into(), 0..=10);
    if weapon.reach == 0 && weapon.increment == 0 {
        r.at_entry(&weapon.id, "neither a reach nor a range increment");
    }
    check_rider(r, &weapon.id, weapon.rider.as_ref());
}

fn check_rider(r: &mut Reporter<'_>, entry: &Key, rider: Option<&Rider>) {
    match rider {
        Some(Rider::KnockBack(squares)) => {
            r.range(entry, "knock_back", (*squares).into(), 1..=20);
        }
        Some(Rider::Slow { by, .. }) => r.range(entry, "by", *by, 1..=100),
        Some(Rider::Venom(_) | Rider::Topple(_) | Rider::Pin(_)) | None => {}
    }
}

fn check_armour(r: &mut Reporter<'_>, armour: &Armour) {
    r.range(&armour.id, "rank", armour.rank, 0..=99);
    r.range(&armour.id, "guard", armour.guard, 0..=99);
    r.range(&armour.id, "durability", armour.durability, 1..=999);
    r.range(&armour.id, "speed_penalty", armour.speed_penalty, 0..=99);
    for more in armour.against.values() {
        r.range(&armour.id, "against", *more, -99..=99);
    }
}

fn check_technique(r: &mut Reporter<'_>, technique: &Technique) {
    r.range(&technique.id, "actions", technique.actions.into(), 1..=9);
    r.range(&technique.id, "vigor", technique.vigor, 0..=99);
    r.range(&technique.id, "dice", technique.dice.into(), 0..=9);
    r.range(&technique.id, "charges", technique.charges, 0..=9);
    r.range(&technique.id, "reach", technique.reach.into(), 0..=9);
    if let TechniqueEffect::Sweep { against, .. } = technique.effect {
        r.range(&technique.id, "against", against, 1..=99);
    }
    check_rider(r, &technique.id, technique.rider.as_ref());
}

fn check_spell(r: &mut Reporter<'_>, spell: &Spell) {
    r.range(&spell.id, "actions", spell.actions.into(), 1..=9);
    r.range(&spell.id, "mana", spell.mana, 0..=99);
    r.range(&spell.id, "dice", spell.dice.into(), 0..=20);
    if let Some(condition) = &spell.condition {
        r.range(&spell.id, "size", condition.size, 0..=99);
        r.range(&spell.id, "rounds", condition.rounds.into(), 1..=99);
    }
    check_rider(r, &spell.id, spell.rider.as_ref());
}

fn check_sheet(r: &mut Reporter<'_>, content: &Content, sheet: &Sheet) {
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
    let at_hand = [sheet.main.as_ref(), sheet.side.as_ref()];
    let weapons = at_hand.into_iter().flatten().chain(&sheet.natural);
    r.names(&sheet.id, "weapon", weapons, || content.weapons.ids());
    let armour = sheet.worn.iter().chain(&sheet.shield);
    r.names(&sheet.id, "armour", armour, || content.armour.ids());
    r.names(&sheet.id, "technique", &sheet.techniques, || content.techniques.ids());
    r.names(&sheet.id, "spell", &sheet.spells, || content.spells.ids());
    let body = &sheet.body;
    let meters = [
        ("durability", body.durability),
        ("health", body.health),
        ("vigor", body.vigor),
        ("mana", body.mana),
    ];
    for (name, value) in meters {
        if let Some(value) = value {
            r.range(&sheet.id, name, value, 0..=9999);
        }
    }
    if let Some(hide) = &sheet.nature.hide {
        r.range(&sheet.id, "rank", hide.rank, 0..=99);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_files_are_valid_and_errors_name_the_wrong_word() {
        assert!(Content::built_in().filling("beast").is_some_and(|s| s.size == Size::Large));
        let mut files = Files::built_in();
        files.roster.text = files.roster.text.replace("\"sword\"", "\"swrod\"");
        let problems = assemble(&files).unwrap_err();
        assert!(problems[0].to_string().contains("there is no weapon `swrod`"), "{problems:?}");
    }

    #[test]
    fn sizes_of_conditions_are_bounded() {
        let mut files = Files::built_in();
        files.spells.text = files.spells.text.replace("size: 2", "size: 2000000000");
        let problems = assemble(&files).unwrap_err();
        assert!(problems[0].to_string().contains("size is 2000000000"), "{problems:?}");
    }
}
