//! What EVOKER reads from its files.

mod arts;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::files::Problem;
use crate::grid::Hm;
use crate::rules::Key;
use crate::rules::content::{
    Shelf, check_all, check_ids, check_pieces, content, entries, metres, pieces,
};
use crate::rules::kit::moment;
use crate::rules::roll::{Scale, Settle, Tie};
use crate::rules::ruleset::Ctx;

use super::size;

pub use arts::{Ailment, Category, Effect, Keyword, Spell};

/// What harm is made of (EV-313).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the eleven elements")]
pub enum Element {
    Melee,
    Missile,
    Fire,
    Ice,
    Wind,
    Electricity,
    Nuclear,
    Psychic,
    Bless,
    Curse,
    Almighty,
}

/// The effect of an element on a unit, from the worst for the unit to the best (EV-314).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "EV-316 to EV-322 say what each does")]
pub enum Affinity {
    Weak,
    #[default]
    Normal,
    Resist,
    Block,
    Repel,
    Absorb,
}

/// How an attack reaches its target: what it is rolled with and evaded by follows (EV-127, EV-128).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Hand to hand.
    Melee,
    /// Thrown by hand.
    Thrown,
    /// Shot.
    Launched,
    /// A spell.
    Magic,
}

impl Kind {
    /// The skill it is rolled with.
    pub const fn skill(self) -> &'static str {
        match self {
            Self::Melee | Self::Thrown => "fighting",
            Self::Launched => "ballistics",
            Self::Magic => "magic",
        }
    }

    /// The skills it is evaded by.
    pub const fn evaded_by(self) -> &'static [&'static str] {
        match self {
            Self::Melee => &["parry", "dodge"],
            Self::Thrown | Self::Launched => &["dodge", "anticipate"],
            Self::Magic => &["parry", "dodge", "anticipate"],
        }
    }

    /// Ballistic in the modifier tables (EV-130).
    pub const fn is_ballistic(self) -> bool {
        matches!(self, Self::Thrown | Self::Launched)
    }
}

/// Numbers and options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "each is explained by its rule in `rules.ron`")]
pub struct HouseRules {
    pub degree_step: i32,
    pub degree_first: i32,
    pub opposed_tie: Tie,
    pub turn_ap: i32,
    pub fumble: i32,
    pub high_damage: i32,
    pub savage_wounds: i32,
    pub savage_over: i32,
    pub instant_kill_over: i32,
    pub cover_heavy_total: i32,
    pub dark_total: i32,
    #[serde(deserialize_with = "metres")]
    pub high_ground: Hm,
    #[serde(deserialize_with = "metres")]
    pub free_rise: Hm,
    #[serde(deserialize_with = "metres")]
    pub free_drop: Hm,
    #[serde(deserialize_with = "metres")]
    pub wading: Hm,
}

impl HouseRules {
    /// How degrees are counted (EV-5).
    pub const fn scale(&self) -> Scale {
        Scale { step: self.degree_step, first: self.degree_first }
    }

    /// How two tests are settled (EV-7 to EV-9, EV-12).
    pub const fn settle(&self) -> Settle {
        Settle { tie: self.opposed_tie, ..Settle::DEGREES }
    }
}

/// A score, or a skill that untrained units roll with another number (EV-17 to EV-21).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// Name in files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// What those without it roll; nothing for scores.
    #[serde(default)]
    pub without: Option<Key>,
}

/// A part of the body (EV-131).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Location {
    /// Name in files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// The highest roll that hits it.
    pub to: i32,
    /// Which part of armour covers it: 0 head, 1 body, 2 arms, 3 legs.
    pub covered: usize,
    /// A hit there takes one wound more (EV-264).
    #[serde(default)]
    pub weak_spot: bool,
    /// Tests that go back to these scores suffer from an injury there (EV-296 to EV-308).
    #[serde(default)]
    pub hinders: Vec<Key>,
    /// And those with what is in this hand.
    #[serde(default)]
    pub hand: Option<Key>,
    /// An injury that leaves no more Heavy Wounds than this hinders all movement (EV-310).
    #[serde(default)]
    pub lames: Option<i32>,
    /// What else an injury does that leaves this many Heavy Wounds or fewer (EV-293).
    #[serde(default)]
    pub effects: Vec<(i64, Lasting)>,
}

/// What an injury does beside making tests harder (EV-296 to EV-311).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lasting {
    /// Stuns at once.
    Stun,
    /// Confuses at once.
    Confuse,
    /// Starts Blood Loss at once.
    Bleed,
    /// Takes the sight.
    Blind,
    /// One wound more whenever wounds are taken.
    Bruise,
    /// The hand drops what it holds, at once.
    Drop,
    /// The arm can do nothing.
    Useless,
    /// Brings down, at once.
    Fell,
    /// It cannot stand.
    Cripple,
}

pieces! {
    /// A weapon or a power: something to attack with.
    pub struct Attack {
        /// How it reaches its target.
        pub kind: Kind,
        /// What its harm is made of.
        pub element: Element,
        /// How strong it is: what Absorb heals (EV-322).
        #[serde(default = "one")]
        pub tier: i32,
        /// Damage before anything is added (EV-132).
        pub damage: i32,
        /// The score whose Bonus is added (EV-133).
        #[serde(default)]
        pub adds: Option<Key>,
        /// Metres; 1 reaches adjacent units (EV-124, EV-125).
        pub range: u8,
        /// It strikes all units within this distance of a square, in metres (EV-137).
        #[serde(default)]
        pub blast: Option<u8>,
        /// It lands elsewhere when it misses (EV-155).
        #[serde(default)]
        pub scatters: bool,
        /// The highest roll that is a critical hit when it wins (EV-156).
        #[serde(default = "ten")]
        pub keen: i32,
        /// Shots before it has to be loaded again; 0 for what needs none.
        #[serde(default)]
        pub ammo: i32,
        /// What loading takes, AP (EV-216); 0 for what is gone when it is used up.
        #[serde(default)]
        pub reload: i32,
        /// What it costs, Spirit.
        #[serde(default)]
        pub spirit: i32,
        /// It reaches from band to band up to the highest (EV-118).
        #[serde(default)]
        pub long_shot: bool,
        /// It may be shot hand to hand without giving an opening (EV-252).
        #[serde(default)]
        pub pistol: bool,
        /// A critical hit with it that wounds starts Blood Loss (EV-389).
        #[serde(default)]
        pub bleeds: bool,
    }
}

fn one() -> i32 {
    1
}

fn ten() -> i32 {
    10
}

fn normal() -> u8 {
    size::NORMAL
}

pieces! {
    /// Armour.
    pub struct Armour {
        /// Its points for head, body, arms and legs (EV-134).
        pub points: [i32; 4],
        /// How much it hampers climbing, swimming, leaping, balance and falls (EV-85).
        #[serde(default)]
        pub clumsy: i32,
    }
}

pieces! {
    /// A being that shields the unit that evokes it (EV-281 to EV-290).
    pub struct Persona {
        /// What its wounds follow from (EV-282).
        pub toughness: i32,
        /// Affinities other than Normal.
        pub affinities: BTreeMap<Element, Affinity>,
        /// Its powers.
        pub powers: Vec<Key>,
    }
}

pieces! {
    /// A creature of the roster. Its ID is the role it fills.
    pub struct Sheet {
        /// Roles of levels that it fills until they have sheets of their own.
        #[serde(default)]
        pub stands_in_for: Vec<Key>,
        /// Scores and learned skills.
        pub numbers: BTreeMap<Key, i32>,
        /// Added to its initiative by talents (EV-35).
        #[serde(default)]
        pub quick: i32,
        /// What it holds, the main hand first.
        pub held: Vec<Key>,
        /// What else it has at hand.
        #[serde(default)]
        pub carried: Vec<Key>,
        /// Weapons that grow on it: they are never dropped and always count as arms (EV-236).
        #[serde(default)]
        pub natural: Vec<Key>,
        /// The armour it wears.
        pub worn: Key,
        /// Its size, 1 to 7; Normal is 3 (EV-420).
        #[serde(default = "normal")]
        pub size: u8,
        /// Added to the Bonus of a score (EV-15).
        #[serde(default)]
        pub unnatural: BTreeMap<Key, i32>,
        /// No part of it is a weak spot (EV-264).
        #[serde(default)]
        pub no_weak_spot: bool,
        /// Talents that open acts (EV-164).
        #[serde(default)]
        pub talents: Vec<Key>,
        /// Its Personas; the first is equipped.
        #[serde(default)]
        pub personas: Vec<Key>,
        /// Social Links by role, either way (EV-334).
        #[serde(default)]
        pub links: BTreeMap<Key, i32>,
    }
}

entries!(Skill, Location);

content! {
    /// Everything that EVOKER has, as far as it is made.
    "evoker" {
        /// Numbers and options.
        pub rules: HouseRules = "rules",
        /// Scores and skills.
        pub skills: Shelf<Skill> = "skills",
        /// Parts of the body, in the order of the table.
        pub locations: Shelf<Location> = "locations",
        /// Weapons.
        pub weapons: Shelf<Attack> = "weapons",
        /// Powers of Personas that do damage.
        pub powers: Shelf<Attack> = "powers",
        /// Powers of Personas that do not.
        pub spells: Shelf<Spell> = "spells",
        /// Ailments.
        pub ailments: Shelf<Ailment> = "ailments",
        /// Armour.
        pub armour: Shelf<Armour> = "armour",
        /// Personas.
        pub personas: Shelf<Persona> = "personas",
        /// Creatures by role.
        pub roles: Shelf<Sheet> = "roles",
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
        let for_it =
            |sheet: &&Sheet| sheet.id == *role || sheet.stands_in_for.contains(&Key::new(role));
        self.roles.get(role).or_else(|| self.roles.iter().find(for_it))
    }
}

fn check(content: &Content, files: &Files) -> Vec<Problem> {
    let attacks = |r: &mut crate::rules::content::Reporter<'_>, shelf: &Shelf<Attack>| {
        check_pieces(r, shelf, |r, attack| {
            r.range(&attack.id, "damage", attack.damage, 0..=99);
            r.range(&attack.id, "range", attack.range.into(), 1..=200);
            r.range(&attack.id, "tier", attack.tier, 1..=4);
            r.range(&attack.id, "keen", attack.keen, 0..=95);
            r.range(&attack.id, "ammo", attack.ammo, 0..=99);
            r.range(&attack.id, "reload", attack.reload, 0..=content.rules.turn_ap);
            r.range(&attack.id, "spirit", attack.spirit, 0..=99);
            r.range(&attack.id, "blast", attack.blast.unwrap_or(0).into(), 0..=20);
            r.names(&attack.id, "score", &attack.adds, || content.skills.ids());
        });
    };
    check_all(&[
        (&files.rules, &|r| {
            let rules = &content.rules;
            r.options([
                ("degree_step", rules.degree_step, 1..=100),
                ("degree_first", rules.degree_first, 0..=1),
                ("opposed_tie", i32::from(rules.opposed_tie == Tie::Again), 0..=0),
                ("turn_ap", rules.turn_ap, 1..=9),
                ("fumble", rules.fumble, 2..=101),
                ("high_damage", rules.high_damage, 1..=99),
                ("savage_wounds", rules.savage_wounds, 1..=99),
                ("savage_over", rules.savage_over, 1..=99),
                ("instant_kill_over", rules.instant_kill_over, 1..=999),
                ("cover_heavy_total", rules.cover_heavy_total, 1..=9),
                ("dark_total", rules.dark_total, 1..=9),
            ]);
            r.heights([
                ("high_ground", rules.high_ground, 1..=20),
                ("free_rise", rules.free_rise, 0..=20),
                ("free_drop", rules.free_drop, 0..=20),
                ("wading", rules.wading, 1..=20),
            ]);
        }),
        (&files.skills, &|r| {
            check_ids(r, content.skills.ids());
            for skill in &content.skills {
                r.names(&skill.id, "skill", &skill.without, || content.skills.ids());
            }
        }),
        (&files.locations, &|r| {
            check_ids(r, content.locations.ids());
            let mut from = 1;
            for location in &content.locations {
                r.range(&location.id, "to", location.to, from..=100);
                r.range(&location.id, "covered", location.covered.try_into().unwrap_or(-1), 0..=3);
                r.names(&location.id, "score", &location.hinders, || content.skills.ids());
                from = location.to + 1;
            }
        }),
        (&files.weapons, &|r| attacks(r, &content.weapons)),
        (&files.powers, &|r| attacks(r, &content.powers)),
        (&files.spells, &|r| arts::check_spells(r, content)),
        (&files.ailments, &|r| arts::check_ailments(r, &content.ailments)),
        (&files.armour, &|r| {
            check_pieces(r, &content.armour, |r, armour| {
                armour.points.iter().for_each(|n| r.range(&armour.id, "points", *n, 0..=99));
                r.range(&armour.id, "clumsy", armour.clumsy, 0..=9);
            });
        }),
        (&files.personas, &|r| {
            check_pieces(r, &content.personas, |r, persona| {
                r.range(&persona.id, "toughness", persona.toughness, 10..=150);
                r.names(&persona.id, "power", &persona.powers, || {
                    content.powers.ids().chain(content.spells.ids())
                });
            });
        }),
        (&files.roles, &|r| {
            check_pieces(r, &content.roles, |r, sheet| {
                for number in sheet.numbers.values() {
                    r.range(&sheet.id, "numbers", *number, 1..=150);
                }
                r.names(&sheet.id, "skill", sheet.numbers.keys(), || content.skills.ids());
                r.range(&sheet.id, "size", sheet.size.into(), 1..=7);
                for more in sheet.unnatural.values() {
                    r.range(&sheet.id, "unnatural", *more, 1..=9);
                }
                r.names(&sheet.id, "score", sheet.unnatural.keys(), || content.skills.ids());
                let weapons = sheet.held.iter().chain(&sheet.carried).chain(&sheet.natural);
                r.names(&sheet.id, "weapon", weapons, || content.weapons.ids());
                r.names(&sheet.id, "armour", [&sheet.worn], || content.armour.ids());
                r.names(&sheet.id, "Persona", &sheet.personas, || content.personas.ids());
            });
        }),
    ])
}
