//! Keywords of actions, ailments, and spells that deal no damage.

use serde::{Deserialize, Serialize};

use rules::Key;
use rules::content::{Reporter, Shelf, check_pieces, pieces};

use super::{Content, Element};

/// A kind of action that can be used only once a turn (EV-30).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the six keywords")]
pub enum Keyword {
    Attack,
    Hex,
    Trick,
    Restoration,
    Augment,
    Defensive,
}

impl Keyword {
    /// The class of such acts in the turn's history, and the refusal code for a second one.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Attack => "attack",
            Self::Hex => "hex",
            Self::Trick => "trick",
            Self::Restoration => "restoration",
            Self::Augment => "augment",
            Self::Defensive => "defensive",
        }
    }

    /// The code and the text of that refusal.
    pub const fn refusal(self) -> (&'static str, &'static str) {
        match self {
            Self::Attack => ("attacked", "it has attacked in this turn"),
            Self::Hex => ("hexed", "it has used a hex in this turn"),
            Self::Trick => ("tricked", "it has used a trick in this turn"),
            Self::Restoration => ("restored", "it has used a restoration in this turn"),
            Self::Augment => ("augmented", "it has used an augment in this turn"),
            Self::Defensive => ("defended", "it has used a defensive action in this turn"),
        }
    }
}

/// The kinds of ailments; a unit has at most one of each (EV-356).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the four categories")]
pub enum Category {
    Staggered,
    Physical,
    Mental,
    Spiritual,
}

impl Category {
    /// The score that resists such ailments (EV-167).
    pub const fn resisted_by(self) -> &'static str {
        match self {
            Self::Staggered | Self::Physical => "injury",
            Self::Mental | Self::Spiritual => "courage",
        }
    }
}

pieces! {
    /// An ailment (EV-356 to EV-388).
    pub struct Ailment {
        /// Its kind.
        pub category: Category,
        /// Hits of these elements are Technical Hits (EV-359).
        #[serde(default)]
        pub technical: Vec<Element>,
        /// Units that block, repel or absorb this element are immune to it (EV-324).
        #[serde(default)]
        pub element: Option<Element>,
        /// Whether it prevents acting (EV-360).
        #[serde(default)]
        pub stills: bool,
        /// Its duration in the unit's own turns; `None` if it does not expire.
        #[serde(default)]
        pub turns: Option<u16>,
    }
}

/// The effect of a spell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Effect {
    /// An ailment, unless it is resisted (EV-167).
    Ailment(Key),
    /// A condition of this size for a number of the target's turns (EV-174, EV-196).
    Condition {
        /// Its name.
        id: Key,
        /// Its size.
        size: i32,
        /// Turns.
        turns: u16,
    },
    /// Holds the target unless it resists (EV-410).
    Bind,
    /// Wounds of this track are restored (EV-195, EV-279).
    Mend {
        /// The track.
        track: Key,
        /// The number of wounds.
        wounds: i32,
    },
    /// One ailment ends.
    Cleanse,
    /// A creature of this role appears on a free square for a number of rounds; its caster can have
    /// one at a time.
    Summon {
        /// Its role.
        role: Key,
        /// Rounds.
        rounds: u32,
    },
}

pieces! {
    /// An item that is used up (EV-214, EV-215).
    pub struct Consumable {
        /// Its keyword.
        pub keyword: Keyword,
        /// Metres.
        pub range: u8,
        /// Its effect.
        pub effect: Boost,
    }
}

/// The effect of a consumable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Boost {
    /// Restores Light Wounds.
    Wounds(i32),
    /// Restores Spirit.
    Spirit(i32),
    /// An ailment of this category ends.
    Cure(Category),
    /// Blood Loss ends.
    Staunch,
    /// The next attack test gains this number of Advantages.
    Edge(i32),
    /// Haze around a square: radius in metres, duration in rounds.
    Smoke(u8, u32),
}

pieces! {
    /// A spell that deals no damage.
    pub struct Spell {
        /// Its keyword.
        pub keyword: Keyword,
        /// Action points.
        #[serde(default = "one")]
        pub ap: i32,
        /// Its element, if it has one.
        #[serde(default)]
        pub element: Option<Element>,
        /// Metres.
        pub range: u8,
        /// Its cost in Spirit.
        pub spirit: i32,
        /// What it does.
        pub effect: Effect,
    }
}

impl Spell {
    /// Whether it is cast at enemies.
    pub const fn is_hostile(&self) -> bool {
        matches!(self.keyword, Keyword::Attack | Keyword::Hex | Keyword::Trick)
    }
}

fn one() -> i32 {
    1
}

/// Checks the ailments.
pub fn check_ailments(r: &mut Reporter<'_>, shelf: &Shelf<Ailment>) {
    check_pieces(r, shelf, |r, ailment| {
        r.range(&ailment.id, "turns", ailment.turns.unwrap_or(1).into(), 1..=99);
    });
}

/// Checks the spells.
pub fn check_spells(r: &mut Reporter<'_>, content: &Content) {
    check_pieces(r, &content.spells, |r, spell| {
        r.range(&spell.id, "ap", spell.ap, 1..=content.rules.most_ap());
        r.range(&spell.id, "range", spell.range.into(), 1..=200);
        r.range(&spell.id, "spirit", spell.spirit, 0..=99);
        match &spell.effect {
            Effect::Ailment(id) => r.names(&spell.id, "ailment", [id], || content.ailments.ids()),
            Effect::Condition { size, turns, .. } => {
                r.range(&spell.id, "size", *size, 1..=99);
                r.range(&spell.id, "turns", (*turns).into(), 1..=99);
            }
            Effect::Mend { track, wounds } => {
                r.name(&spell.id, "track", track.as_str(), ["light", "heavy"].into_iter());
                r.range(&spell.id, "wounds", *wounds, 1..=99);
            }
            Effect::Summon { role, rounds } => {
                r.names(&spell.id, "role", [role], || content.roles.ids());
                let rounds = i32::try_from(*rounds).unwrap_or(i32::MAX);
                r.range(&spell.id, "rounds", rounds, 1..=99);
            }
            Effect::Bind | Effect::Cleanse => {}
        }
    });
}

/// Checks the consumables.
pub fn check_consumables(r: &mut Reporter<'_>, content: &Content) {
    check_pieces(r, &content.consumables, |r, item| {
        r.range(&item.id, "range", item.range.into(), 0..=200);
        let n = match item.effect {
            Boost::Wounds(n) | Boost::Spirit(n) | Boost::Edge(n) => n,
            Boost::Smoke(metres, rounds) => {
                let rounds = i32::try_from(rounds).unwrap_or(i32::MAX);
                r.range(&item.id, "rounds", rounds, 1..=99);
                i32::from(metres)
            }
            Boost::Cure(_) | Boost::Staunch => 1,
        };
        r.range(&item.id, "effect", n, 0..=99);
    });
}
