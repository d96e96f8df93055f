//! `abilities.ron`: Abilities and Maneuvers, as data (MO-352 to MO-359).

use serde::{Deserialize, Serialize};

use super::dice::DiceSum;
use super::gear::{Reach, TypedDice};
use super::status::Affliction;
use super::words::Stat;
use rules::Key;

/// Which creatures an Ability may choose or affect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Who {
    /// Anyone, the user included.
    Any,
    /// Anyone but the user.
    Other,
    /// Enemies.
    Foe,
    /// The user's own side, the user included (MO-26).
    Ally,
}

/// How an Ability is aimed; distances in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Aim {
    /// At the user.
    #[default]
    Own,
    /// At one creature.
    One {
        /// Which creatures.
        who: Who,
        /// Range, metres.
        range: u16,
    },
    /// At a dead creature.
    Fallen {
        /// Range, metres.
        range: u16,
        /// Maximum number of rounds since its death.
        rounds: u32,
    },
    /// At a square area, by its centre cell.
    Square {
        /// Edge length, an odd number of cells.
        side: u16,
        /// Maximum range of the centre, metres.
        range: u16,
    },
    /// Along a line from the user.
    Line(u16),
    /// In a cone from the user.
    Cone(u16),
    /// At everyone around the user.
    Around {
        /// Which creatures.
        who: Who,
        /// Radius, metres.
        range: u16,
    },
    /// At a cell that a unit will stand in.
    Spot(u16),
}

/// What decides whether an Ability takes effect (MO-352).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// An attack roll against Evasion (MO-168).
    Attack(Reach),
    /// A Defense Roll of each target (MO-215).
    Defense {
        /// Of which Stat.
        stat: Stat,
        /// Whether a success halves the damage; otherwise it prevents it (MO-228).
        half: bool,
    },
    /// Nothing: it always takes effect.
    Automatic,
    /// Added to a weapon attack; takes effect if that hits (MO-356).
    Maneuver {
        /// True if only melee attacks can use it.
        melee: bool,
    },
}

/// A duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lasts {
    /// Rounds, by the user's slot (MO-43).
    Rounds(u16),
    /// Until the end of the target's next turn (MO-44).
    NextTurn,
    /// Until the user's next turn (MO-41).
    UsersTurn,
    /// Until the order of the next round is fixed.
    NextOrder,
    /// Until something ends it.
    Battle,
}

/// One effect of an Ability on each affected creature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Effect {
    /// A Status Effect, Buff or Debuff.
    Afflict {
        /// Its kind.
        what: Affliction,
        /// For how long.
        lasts: Lasts,
        /// A Defense Roll against it, in addition to the test of the Ability itself.
        #[serde(default)]
        unless: Option<Stat>,
    },
    /// Pushes straight away from the user.
    Push {
        /// Distance, metres.
        metres: u16,
        /// A Defense Roll against it, like for conditions.
        #[serde(default)]
        unless: Option<Stat>,
    },
    /// Teleports to a cell of the user's choice, within this distance in metres.
    Displace(u16),
    /// One held item goes to the user's free hand, else to the ground.
    Snatch,
    /// The user regains half of the Vitality lost to it.
    Drain,
    /// Vitality regained: the dice and the user's Primary Stat Bonus.
    Heal(DiceSum),
    /// Temporary Vitality (MO-214).
    Shield(i32),
    /// Ends this number of Status Effects.
    Cleanse(u8),
    /// A dead creature returns to life with 1 Vitality plus the dice (MO-256).
    Revive(DiceSum),
    /// Resistance to some types of damage, chosen on use, for some rounds.
    Ward {
        /// Types.
        types: u8,
        /// Rounds.
        rounds: u16,
    },
    /// A condition ends.
    Relieve(Affliction),
    /// The user is at the chosen cell.
    Travel,
    /// Summons this creature of the roster at the chosen cell.
    Summon(Key),
    /// The area stays for this number of rounds and affects units that start their turn inside.
    Linger(u16),
    /// The attack ignores this much Armor (MO-207).
    Pierce(i32),
}

/// The effect of each step of upcasting (MO-354).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Upcast {
    /// It cannot be upcast.
    #[default]
    Never,
    /// One more die of damage, healing or Temporary Vitality.
    Die,
    /// Additional damage.
    Damage(TypedDice),
    /// Metres added to the area of a square, otherwise to the range.
    Reach(u16),
    /// Metres pushed or teleported.
    Metres(u16),
    /// Targets.
    Target,
    /// Rounds.
    Rounds(u16),
    /// Temporary Vitality.
    Shield(i32),
    /// Status Effects ended, or damage types warded against.
    Choice,
    /// From the first step on, the target also acts last in the next round.
    ActsLast,
}

/// An Ability (MO-352).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// Name in files and commands.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Tier, 1 to 3.
    pub tier: u8,
    /// Price in AP. None for Maneuvers: their attack is paid for.
    #[serde(default)]
    pub ap: i32,
    /// Price in WP.
    pub wp: i32,
    /// What decides whether it takes effect.
    pub kind: Kind,
    /// How it is aimed. Attacks use their reach, Maneuvers their weapon.
    #[serde(default)]
    pub aim: Aim,
    /// True if it is spoken: the target need not be seen.
    #[serde(default)]
    pub voice: bool,
    /// Damage by type.
    #[serde(default)]
    pub damage: Vec<TypedDice>,
    /// Damage of the weapon's type, for Maneuvers.
    #[serde(default)]
    pub weapon_damage: Option<DiceSum>,
    /// Its effects other than damage, in order.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// The effect of each step of upcasting.
    #[serde(default)]
    pub upcast: Upcast,
}

impl Ability {
    /// True for Maneuvers, which are added to weapon attacks.
    pub const fn is_maneuver(&self) -> bool {
        matches!(self.kind, Kind::Maneuver { .. })
    }

    /// True if it harms its targets.
    pub fn is_harmful(&self) -> bool {
        !matches!(self.kind, Kind::Automatic)
    }

    /// True if it deals damage.
    pub fn is_damaging(&self) -> bool {
        !self.damage.is_empty() || self.weapon_damage.is_some()
    }

    /// True if it summons a creature.
    pub fn summons(&self) -> Option<&Key> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Summon(role) => Some(role),
            _ => None,
        })
    }
}
