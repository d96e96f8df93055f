//! `abilities.ron` and `special_actions.ron`: everything a creature can do apart from moving and
//! weapon attacks, as data.

use serde::{Deserialize, Serialize};

use super::aim::{Aim, Shape, Span, Who};
use super::common::{Counts, Delivery, Factor, Resistance, WeaponType};
use super::effect::{Effect, Movement};
use super::gear::{Weapon, WeaponAttack};
use grid::Hm;
use rules::Key;
use rules::content::{metres, metres_or_none};

/// Which part of a turn an ability takes (PR-50).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Timing {
    /// The regular action (PR-52).
    Action,
    /// The rapid action (PR-53).
    Rapid,
    /// The prepared action, carried out outside its owner's turn (PR-54, PR-68).
    Prepared,
    /// The whole turn (PR-63).
    FullTurn,
    /// Movement points within a move (PR-133, PR-138).
    InMovement,
}

/// Where an ability comes from. Not stored in the files, but derived from the file it is in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Origin {
    /// A technique of the sheet.
    #[default]
    Technique,
    /// A special action, available to every character (PR-355).
    Special,
    /// An attack granted by a weapon (PR-145).
    WeaponAttack,
}

/// Properties that other rules check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Tag {
    /// Magical; Counterword can answer it.
    Magic,
    /// Units of the user's side are willing without being asked (PR-16, PR-17).
    Helpful,
    /// Counts as the user's basic weapon attack, so it is usable while prone (PR-81).
    Basic,
}

/// What the roll is against (PR-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Against {
    /// Parry.
    Parry,
    /// Evasion.
    Evasion,
    /// Fortitude.
    Fortitude,
    /// Will.
    Will,
    /// Parry for a melee attack, Evasion for a missile.
    AsWeapon,
    /// No roll; affects only willing creatures (PR-15).
    Willing,
    /// No roll; there is nothing to resist.
    Nobody,
}

impl Against {
    /// The resistance rolled against for this delivery; `None` without a roll.
    pub const fn resistance(self, delivery: Delivery) -> Option<Resistance> {
        match self {
            Self::Parry => Some(Resistance::Parry),
            Self::Evasion => Some(Resistance::Evasion),
            Self::Fortitude => Some(Resistance::Fortitude),
            Self::Will => Some(Resistance::Will),
            Self::AsWeapon => match delivery {
                Delivery::Projectile => Some(Resistance::Evasion),
                Delivery::Melee | Delivery::AsWeapon | Delivery::Direct => Some(Resistance::Parry),
            },
            Self::Willing | Self::Nobody => None,
        }
    }
}

/// Perception required beyond the usual sight of a target (PR-153).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sense {
    /// The actor must see the point or target; a remote eye counts (PR-237).
    CasterSees,
    /// Only creatures that see the point are affected.
    TargetSees,
    /// Only creatures that hear the actor are affected.
    TargetHears,
}

/// The base damage of a packet (PR-148).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Base {
    /// Damage of the weapon in the main hand.
    Weapon,
    /// Damage of the weapon in the off hand.
    OffHand,
    /// A fixed number of points.
    Fixed(i32),
}

/// One packet of damage; the first is the main one, the rest are extra (PR-169).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Packet {
    /// Action damage.
    pub base: Base,
    /// Bonus damage (PR-171).
    #[serde(default)]
    pub bonus: i32,
    /// The armor that reduces it.
    pub armor: Counts,
    /// The potency added.
    pub potency: Counts,
    /// How much of the potency counts (PR-173).
    #[serde(default)]
    pub factor: Factor,
    /// Added to the potency before the factor applies (PR-162).
    #[serde(default)]
    pub potency_bonus: i32,
}

/// Healing (PR-176).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Healing {
    /// Health points.
    pub base: i32,
    /// The potency added.
    pub potency: Counts,
}

/// Trigger of a prepared action (PR-68).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trigger {
    /// A unit that fits the aim enters, leaves or moves within these squares (PR-72, PR-74).
    MovesIntoOutWithin(Shape),
    /// A unit that fits the aim enters these squares.
    MovesInto(Shape),
    /// An ally that fits the aim becomes the target of an attack.
    AllyTargeted,
    /// A damaging melee ability used on the owner resolves, hit or miss.
    ResolvedOnMe,
    /// A unit that fits the aim uses a magical technique.
    UsesTechnique,
}

/// The reaction of a prepared action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prepared {
    /// Its trigger.
    pub trigger: Trigger,
    /// Number of times it can be used (PR-75).
    #[serde(default = "one")]
    pub uses: u8,
    /// 1: until the end of the round in which it was set (PR-70). More: until the start of that
    /// many further turns of the owner (PR-71).
    #[serde(default = "one")]
    pub lasts_rounds: u8,
}

const fn one() -> u8 {
    1
}

/// A requirement for using an ability.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Need {
    /// A melee weapon in the main hand.
    MeleeWeapon,
    /// Any weapon in the main hand.
    Weapon,
    /// A weapon in the main hand that shoots or can be thrown, loaded if it needs loading.
    ProjectileWeapon,
    /// A weapon of one of these types in the main hand.
    WeaponTypes(Vec<WeaponType>),
    /// A shield in the off hand.
    Shield,
    /// A weapon in each hand, both able to attack.
    TwoWeapons,
    /// A hand that holds nothing.
    FreeHand,
    /// Hands, whatever they hold.
    Hands,
    /// The actor stands on the ground (PR-436).
    OnGround,
    /// The actor flies at this height or higher.
    AltitudeAtLeast(#[serde(deserialize_with = "metres")] Hm),
    /// The actor is a beast.
    Beast,
    /// The actor has this sheet.
    Sheet(Key),
    /// The actor is not Held.
    NotHeld,
    /// The actor is Held.
    Held,
    /// The actor is in a form other than its own body.
    Transformed,
    /// The actor carries a draught.
    Draught,
    /// The actor carries a flask to throw.
    Flask,
    /// The weapon in the main hand is unloaded.
    Unloaded,
    /// The target flies.
    TargetFlying,
    /// The target is prone.
    TargetProne,
    /// The target is unconscious.
    TargetUnconscious,
    /// The target is unconscious or willing.
    TargetHelplessOrWilling,
    /// The target is in the fight: neither unconscious nor surrendered (PR-383).
    TargetFighting,
    /// The target is at most this many sizes larger than the actor.
    TargetLargerAtMost(i32),
}

/// An ability of a creature.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ability {
    /// Name in commands and files.
    pub id: Key,
    /// Display name.
    pub name: String,
    /// One plain sentence.
    pub text: String,
    /// Rules it refers to, such as `PR-355`.
    #[serde(default)]
    pub rules: Vec<Key>,
    /// Where it comes from; set from the file that holds it.
    #[serde(skip_deserializing)]
    pub origin: Origin,
    /// The part of the turn it takes.
    pub timing: Timing,
    /// Energy cost, points (PR-347); minions pay none (PR-319).
    #[serde(default)]
    pub energy: i32,
    /// True if minions pay too (PR-320).
    #[serde(default)]
    pub minion_pays: bool,
    /// Melee, missile or neither.
    #[serde(default)]
    pub delivery: Delivery,
    /// Properties that other rules check.
    #[serde(default)]
    pub tags: Vec<Tag>,
    /// Height that effects on the ground reach (PR-129). 0 affects only feet on the ground.
    #[serde(default, deserialize_with = "metres_or_none")]
    pub ground_height: Option<Hm>,
    /// What the user chooses.
    pub aim: Aim,
    /// Perception required.
    #[serde(default)]
    pub sense: Option<Sense>,
    /// What the roll is against.
    pub against: Against,
    /// Its own precision bonus (PR-13).
    #[serde(default)]
    pub precision: i32,
    /// Damage packets, the main one first.
    #[serde(default)]
    pub damage: Vec<Packet>,
    /// Healing.
    #[serde(default)]
    pub healing: Option<Healing>,
    /// Further effects on success, in order.
    #[serde(default)]
    pub effects: Vec<Effect>,
    /// How the actor moves as part of it.
    #[serde(default)]
    pub movement: Option<Movement>,
    /// The reaction; present for prepared actions only.
    #[serde(default)]
    pub prepared: Option<Prepared>,
    /// Requirements.
    #[serde(default)]
    pub needs: Vec<Need>,
}

impl Ability {
    /// True if it has the tag.
    pub fn is(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }

    /// True if any of its effects matches.
    pub fn has(&self, kind: impl Fn(&Effect) -> bool) -> bool {
        self.effects.iter().any(kind)
    }

    /// True if it has an action damage value, whatever health it costs (PR-148).
    pub const fn is_damaging(&self) -> bool {
        !self.damage.is_empty()
    }

    /// True if it affects an area.
    pub const fn is_area(&self) -> bool {
        matches!(self.aim, Aim::Area { .. })
    }

    /// True if it is a weapon attack: its damage starts from a weapon (PR-146).
    pub fn is_weapon_attack(&self) -> bool {
        self.origin == Origin::WeaponAttack
            || self.damage.iter().any(|p| matches!(p.base, Base::Weapon | Base::OffHand))
    }

    /// The attack of a weapon as an ability: an action that costs 0 energy (PR-145). `damage` is
    /// the weapon's, or the wielder's own for natural weapons whose sheet overrides it.
    pub fn of_weapon(weapon: &Weapon, attack: &WeaponAttack, damage: i32) -> Self {
        let span = match attack.delivery {
            Delivery::Projectile => Span::Range(attack.span),
            Delivery::Melee | Delivery::AsWeapon | Delivery::Direct => Span::Reach(attack.span),
        };
        Self {
            id: attack.id.clone(),
            name: attack.name.clone(),
            text: weapon.text.clone(),
            rules: vec![Key::of("PR-145")],
            origin: Origin::WeaponAttack,
            timing: Timing::Action,
            energy: 0,
            minion_pays: false,
            delivery: attack.delivery,
            tags: vec![Tag::Basic],
            ground_height: None,
            aim: Aim::One { who: Who::Other, span },
            sense: None,
            against: Against::AsWeapon,
            precision: 0,
            damage: vec![Packet {
                base: Base::Fixed(damage),
                bonus: 0,
                armor: attack.armor,
                potency: attack.potency,
                factor: Factor::Full,
                potency_bonus: 0,
            }],
            healing: None,
            effects: Vec::new(),
            movement: None,
            prepared: None,
            needs: Vec::new(),
        }
    }
}
