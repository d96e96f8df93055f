//! Roles of combatants, and the space that they take up.

use grid::Hm;
use rules::Key;

/// A combatant's role. A ruleset turns it into a sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Armoured fighter that holds a line.
    Knight,
    /// Ranged fighter.
    Archer,
    /// Casts spells at groups.
    Mage,
    /// Keeps allies in the fight.
    Healer,
    /// Fast; climbs and hides.
    Scout,
    /// Hits hard without finesse.
    Brute,
    /// Leads and fights.
    Captain,
    /// A large creature, with wings in most rulesets.
    Beast,
    /// A large construct that ordinary weapons hardly harm.
    Golem,
    /// An undead fighter.
    Hollow,
    /// A small flying light.
    Wisp,
    /// A tiny creature.
    Rat,
    /// An enormous creature.
    Behemoth,
    /// A mount.
    Horse,
}

impl Role {
    /// Every role, in display order. Every ruleset knows the first eight.
    pub const ALL: [Self; 14] = [
        Self::Knight,
        Self::Archer,
        Self::Mage,
        Self::Healer,
        Self::Scout,
        Self::Brute,
        Self::Captain,
        Self::Beast,
        Self::Golem,
        Self::Hollow,
        Self::Wisp,
        Self::Rat,
        Self::Behemoth,
        Self::Horse,
    ];

    /// Name in files and messages.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Knight => "knight",
            Self::Archer => "archer",
            Self::Mage => "mage",
            Self::Healer => "healer",
            Self::Scout => "scout",
            Self::Brute => "brute",
            Self::Captain => "captain",
            Self::Beast => "beast",
            Self::Golem => "golem",
            Self::Hollow => "hollow",
            Self::Wisp => "wisp",
            Self::Rat => "rat",
            Self::Behemoth => "behemoth",
            Self::Horse => "horse",
        }
    }

    /// Capitalised name, shown on the board.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Knight => "Knight",
            Self::Archer => "Archer",
            Self::Mage => "Mage",
            Self::Healer => "Healer",
            Self::Scout => "Scout",
            Self::Brute => "Brute",
            Self::Captain => "Captain",
            Self::Beast => "Beast",
            Self::Golem => "Golem",
            Self::Hollow => "Hollow",
            Self::Wisp => "Wisp",
            Self::Rat => "Rat",
            Self::Behemoth => "Behemoth",
            Self::Horse => "Horse",
        }
    }

    /// The key by which rulesets look up the role.
    pub const fn key(self) -> Key {
        Key::of(self.name())
    }

    /// The role that stands in for this one under rulesets without a sheet for it. Every ruleset
    /// has sheets for those returned here.
    pub const fn stand_in(self) -> Self {
        match self {
            Self::Golem => Self::Brute,
            Self::Hollow => Self::Knight,
            Self::Wisp => Self::Mage,
            Self::Rat | Self::Horse => Self::Scout,
            Self::Behemoth => Self::Beast,
            own => own,
        }
    }

    /// This role if `has_sheet` is true for it, otherwise its stand-in.
    pub fn under(self, has_sheet: impl Fn(&str) -> bool) -> Self {
        if has_sheet(self.name()) { self } else { self.stand_in() }
    }

    /// True for roles that fly in most rulesets.
    pub const fn flies(self) -> bool {
        matches!(self, Self::Beast | Self::Wisp)
    }
}

/// The space that a role takes up under a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Build {
    /// Edge length of the square footprint in cells, 1 to 6.
    pub size: u8,
    /// Height when upright.
    pub height: Hm,
}

impl Build {
    /// The default for checking levels without a ruleset.
    pub const fn usual(role: Role) -> Self {
        match role {
            Role::Beast | Role::Golem | Role::Horse => Self { size: 2, height: Hm(5) },
            Role::Behemoth => Self { size: 5, height: Hm(12) },
            Role::Wisp => Self { size: 1, height: Hm(2) },
            Role::Rat => Self { size: 1, height: Hm(1) },
            _ => Self { size: 1, height: Hm(4) },
        }
    }
}
