//! The content of EVOKER, read from its files.

mod arts;
mod check;
mod options;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use rules::Key;
use rules::content::{Shelf, content, entries, pieces};
use rules::kit::moment::moment;

use super::size;
use check::check;

pub use arts::{Ailment, Boost, Category, Consumable, Effect, Keyword, Spell};
pub use options::{
    BurstExtra, Condemned, Disadvantage, Escape, FailedEvasion, HeldBy, HouseRules, LonePersona,
    Provokes, SameCategory, Until,
};

/// The element of harm (EV-313).
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

impl Element {
    /// All of them.
    pub const ALL: [Self; 11] = [
        Self::Melee,
        Self::Missile,
        Self::Fire,
        Self::Ice,
        Self::Wind,
        Self::Electricity,
        Self::Nuclear,
        Self::Psychic,
        Self::Bless,
        Self::Curse,
        Self::Almighty,
    ];

    /// The fact that a side learns when it finds out the affinity to this element (EV-200).
    pub const fn fact(self) -> &'static str {
        match self {
            Self::Melee => "melee",
            Self::Missile => "missile",
            Self::Fire => "fire",
            Self::Ice => "ice",
            Self::Wind => "wind",
            Self::Electricity => "electricity",
            Self::Nuclear => "nuclear",
            Self::Psychic => "psychic",
            Self::Bless => "bless",
            Self::Curse => "curse",
            Self::Almighty => "almighty",
        }
    }

    /// The flag of a unit as seen by a side that does not know its affinity (EV-200).
    pub const fn veil(self) -> &'static str {
        match self {
            Self::Melee => "veiled_melee",
            Self::Missile => "veiled_missile",
            Self::Fire => "veiled_fire",
            Self::Ice => "veiled_ice",
            Self::Wind => "veiled_wind",
            Self::Electricity => "veiled_electricity",
            Self::Nuclear => "veiled_nuclear",
            Self::Psychic => "veiled_psychic",
            Self::Bless => "veiled_bless",
            Self::Curse => "veiled_curse",
            Self::Almighty => "veiled_almighty",
        }
    }
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

/// How an attack reaches its target, which determines the skills for attack and evasion (EV-127,
/// EV-128).
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
    /// The skill for the attack.
    pub const fn skill(self) -> &'static str {
        match self {
            Self::Melee | Self::Thrown => "fighting",
            Self::Launched => "ballistics",
            Self::Magic => "magic",
        }
    }

    /// The skills for evading it.
    pub const fn evaded_by(self) -> &'static [&'static str] {
        match self {
            Self::Melee => &["parry", "dodge"],
            Self::Thrown | Self::Launched => &["dodge", "anticipate"],
            Self::Magic => &["parry", "dodge", "anticipate"],
        }
    }

    /// Whether it is ballistic in the modifier tables (EV-130).
    pub const fn is_ballistic(self) -> bool {
        matches!(self, Self::Thrown | Self::Launched)
    }
}

/// A score, or a skill with a fallback for untrained units (EV-17 to EV-21).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// Name in files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// The fallback for untrained units; `None` for scores.
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
    /// The part of armour that covers it: 0 head, 1 body, 2 arms, 3 legs.
    pub covered: usize,
    /// Whether a hit there causes an additional wound (EV-264).
    #[serde(default)]
    pub weak_spot: bool,
    /// Tests based on these scores suffer from an injury there (EV-296 to EV-308).
    #[serde(default)]
    pub hinders: Vec<Key>,
    /// Tests with an item in this hand suffer as well.
    #[serde(default)]
    pub hand: Option<Key>,
    /// An injury that leaves at most this many Heavy Wounds hinders movement (EV-310).
    #[serde(default)]
    pub lames: Option<i32>,
    /// Other effects of an injury that leaves at most this many Heavy Wounds (EV-293).
    #[serde(default)]
    pub effects: Vec<(i64, Lasting)>,
}

/// Effects of an injury besides making tests harder (EV-296 to EV-311).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lasting {
    /// Stuns at once.
    Stun,
    /// Confuses at once.
    Confuse,
    /// Starts Blood Loss immediately.
    Bleed,
    /// Takes the sight.
    Blind,
    /// An additional wound whenever wounds are taken.
    Bruise,
    /// The hand drops its item immediately.
    Drop,
    /// The arm is useless.
    Useless,
    /// Knocks the unit down immediately.
    Fell,
    /// It cannot stand.
    Cripple,
    /// Each use of the hand costs Stress.
    Strain,
    /// The hand drops its item when an attack or a parry with it fails.
    Weak,
    /// Failed tests cost Stress.
    Crack,
    /// Stress restarts Blood Loss.
    Puncture,
    /// Movement costs Stress.
    Limp,
}

/// The area of an attack (EV-137).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Area {
    /// All within this number of metres of a square.
    Blast(u8),
    /// All units within this number of metres of its user, except the user.
    Aura(u8),
    /// All on a straight line of its range.
    Line,
    /// All in a cone of its range.
    Wave,
    /// This number of additional targets, each within 10 m of the previous one.
    Arc(u8),
}

pieces! {
    /// A weapon, or a power that attacks.
    pub struct Attack {
        /// How it reaches its target.
        pub kind: Kind,
        /// The element of its damage.
        pub element: Element,
        /// Its tier, for healing by Absorb (EV-322).
        #[serde(default = "one")]
        pub tier: i32,
        /// Damage before bonuses (EV-132).
        pub damage: i32,
        /// The score whose Bonus is added (EV-133).
        #[serde(default)]
        pub adds: Option<Key>,
        /// Range in metres; 1 reaches adjacent units (EV-124, EV-125).
        pub range: u8,
        /// Its area; `None` for one unit (EV-137).
        #[serde(default)]
        pub area: Option<Area>,
        /// Its cost in AP (EV-165).
        #[serde(default = "one")]
        pub ap: i32,
        /// Number of hands it needs (EV-218).
        #[serde(default = "one")]
        pub hands: i32,
        /// Maximum number of extra wounds of a Burst; 0 without that quality (EV-140).
        #[serde(default)]
        pub burst: i32,
        /// Whether it is a blow with the weapon in hand, whose damage is added.
        #[serde(default)]
        pub swing: bool,
        /// Its cost in Exertion.
        #[serde(default)]
        pub exertion: i32,
        /// Whether a miss lands elsewhere (EV-155).
        #[serde(default)]
        pub scatters: bool,
        /// The highest roll that is a critical hit if it wins (EV-156).
        #[serde(default = "ten")]
        pub keen: i32,
        /// Shots before it must be reloaded; 0 if it needs no ammunition.
        #[serde(default)]
        pub ammo: i32,
        /// Cost of loading in AP (EV-216); 0 for weapons that are used up.
        #[serde(default)]
        pub reload: i32,
        /// Its cost in Spirit.
        #[serde(default)]
        pub spirit: i32,
        /// Whether it reaches from any band to any other (EV-118).
        #[serde(default)]
        pub long_shot: bool,
        /// Whether it can be shot in melee without giving an opening (EV-252).
        #[serde(default)]
        pub pistol: bool,
        /// Whether a wounding critical hit with it starts Blood Loss (EV-389).
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
        /// Its penalty to climbing, swimming, leaping, balance and falls (EV-85).
        #[serde(default)]
        pub clumsy: i32,
        /// The item that must be held for it, and the armour that counts otherwise.
        #[serde(default)]
        pub with: Option<(Key, Key)>,
    }
}

pieces! {
    /// A being that shields the unit that evokes it (EV-281 to EV-290).
    pub struct Persona {
        /// Its Toughness, which determines its wounds (EV-282).
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
        /// Roles of levels that it stands in for until they have sheets of their own.
        #[serde(default)]
        pub stands_in_for: Vec<Key>,
        /// Scores and learned skills.
        pub numbers: BTreeMap<Key, i32>,
        /// Bonus to initiative from talents (EV-35).
        #[serde(default)]
        pub quick: i32,
        /// Its held items, the main hand first.
        pub held: Vec<Key>,
        /// Other items at hand.
        #[serde(default)]
        pub carried: Vec<Key>,
        /// Natural weapons: they are never dropped and always count as arms (EV-236).
        #[serde(default)]
        pub natural: Vec<Key>,
        /// The armour it wears.
        pub worn: Key,
        /// Its size, 1 to 7; 3 is Normal (EV-420).
        #[serde(default = "normal")]
        pub size: u8,
        /// Bonus added to the Bonus of a score (EV-15).
        #[serde(default)]
        pub unnatural: BTreeMap<Key, i32>,
        /// Whether it has no weak spot (EV-264).
        #[serde(default)]
        pub no_weak_spot: bool,
        /// Talents that allow acts (EV-164).
        #[serde(default)]
        pub talents: Vec<Key>,
        /// The highest roll that is a critical hit with any attack (EV-156).
        #[serde(default)]
        pub keen: i32,
        /// Its own affinities other than Normal (EV-314).
        #[serde(default)]
        pub affinities: BTreeMap<Element, Affinity>,
        /// Powers of its own.
        #[serde(default)]
        pub powers: Vec<Key>,
        /// The rank of Evokers, for analyses (EV-200).
        #[serde(default)]
        pub rank: i32,
        /// The part of the body that is its weak spot, if it differs from that of humans (EV-264).
        #[serde(default)]
        pub weak_spot: Option<Key>,
        /// Its carried consumables (EV-214).
        #[serde(default)]
        pub items: BTreeMap<Key, i32>,
        /// Its Personas; the first is equipped.
        #[serde(default)]
        pub personas: Vec<Key>,
        /// Social Links by role, in either direction (EV-334).
        #[serde(default)]
        pub links: BTreeMap<Key, i32>,
    }
}

impl Persona {
    /// The fact that a side learns about an element's effect on it (EV-200).
    pub fn fact(&self, element: Element) -> Key {
        Key::new(&format!("{}_{}", self.id, element.fact()))
    }

    /// The flag of its owner as seen by a side that does not know its affinity (EV-200).
    pub fn veil(&self, element: Element) -> Key {
        Key::new(&format!("veiled_{}", self.fact(element)))
    }
}

/// A breakable object on the board or on an edge (EV-280).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thing {
    /// Its kind, as written in levels.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// Its Toughness Bonus: foliage 0, wood 4, stone 8, metal 10.
    pub toughness: i32,
    /// Its Light Wounds: a fifth of its hit points.
    pub wounds: i32,
}

entries!(Skill, Location, Thing);

content! {
    /// The content of EVOKER.
    "evoker" {
        /// Numbers and options.
        pub rules: HouseRules = "rules",
        /// Scores and skills.
        pub skills: Shelf<Skill> = "skills",
        /// Parts of the body, in the order of the table.
        pub locations: Shelf<Location> = "locations",
        /// Weapons.
        pub weapons: Shelf<Attack> = "weapons",
        /// Powers of Personas that deal damage.
        pub powers: Shelf<Attack> = "powers",
        /// Powers of Personas that deal no damage.
        pub spells: Shelf<Spell> = "spells",
        /// Ailments.
        pub ailments: Shelf<Ailment> = "ailments",
        /// Items that are used up.
        pub consumables: Shelf<Consumable> = "consumables",
        /// Breakable objects and edges.
        pub objects: Shelf<Thing> = "objects",
        /// Armour.
        pub armour: Shelf<Armour> = "armour",
        /// Personas.
        pub personas: Shelf<Persona> = "personas",
        /// Creatures by role.
        pub roles: Shelf<Sheet> = "roles",
    }
}

moment!(
    /// The content at one moment of a battle.
    Moment of Content
);

impl Content {
    /// The sheet for a role: its own, or the one that stands in for it.
    pub fn filling(&self, role: &str) -> Option<&Sheet> {
        self.roles.filling(role, |sheet| &sheet.stands_in_for)
    }
}
