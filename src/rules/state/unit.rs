//! The battle state of one combatant, as a few plain structs that are also its components.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Key;
use grid::{Dir, FloorAt, Hm, Place, SideId, SupportKind, UnitId};

use super::carriers::Carriers;
use super::clock::Expiry;
use super::meters::Meters;
use super::undertakings::Undertakings;

/// The identity of a combatant. Constant during a battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Identity {
    /// Its stable ID.
    pub id: UnitId,
    /// The side it fights for.
    pub side: SideId,
    /// The role it was placed with: `knight`, `archer`, ...
    pub role: Key,
    /// Its display name.
    pub name: String,
    /// The combatant that summoned it, if any.
    pub maker: Option<UnitId>,
}

/// The posture of a combatant.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    /// Standing or in the air.
    #[default]
    Standing,
    /// Lying down.
    Prone,
}

/// The position of a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Placement {
    /// The place; on a square board the north-west cell of the footprint.
    pub at: Place,
    /// Absolute height of the feet.
    pub feet: Hm,
    /// What supports it.
    pub support: SupportKind,
    /// Its posture.
    pub posture: Posture,
    /// Its facing.
    pub facing: Dir,
}

impl Placement {
    /// Its cell and the height of its feet, where dropped items start to fall; `None` off a square
    /// board.
    pub fn drop_point(&self) -> Option<FloorAt> {
        self.at.cell().map(|cell| FloorAt::new(cell, self.feet))
    }
}

/// The status of a combatant.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// In the fight.
    #[default]
    Active,
    /// Unconscious, incapacitated, out: still on the board.
    Down,
    /// Dead; the body is still on the board.
    Dead,
    /// No longer on the board: fled, dismissed, vanished.
    Gone,
    /// On the board, but out of the fight voluntarily.
    Surrendered,
}

impl Status {
    /// True if it is on the board.
    pub const fn is_present(self) -> bool {
        !matches!(self, Self::Gone)
    }
}

/// A combatant's typed numbers under the ruleset, and what they were made from.
///
/// Only the recipe (`kind` and `overrides`) is saved and compared; the ruleset makes the typed
/// sheet from it when the unit is set up, and again when a save is loaded.
#[derive(Clone, Serialize, Deserialize)]
pub struct Sheet {
    /// The entry in the ruleset's roster or list of forms.
    pub kind: Key,
    /// Numbers overridden by the level or scenario.
    #[serde(default)]
    pub overrides: BTreeMap<Key, i64>,
    #[serde(skip)]
    typed: Option<Arc<dyn Any + Send + Sync>>,
}

impl Sheet {
    /// A sheet with its typed numbers.
    pub fn new<T: Any + Send + Sync>(
        kind: Key,
        overrides: BTreeMap<Key, i64>,
        typed: Arc<T>,
    ) -> Self {
        Self { kind, overrides, typed: Some(typed) }
    }

    /// The typed numbers, if they exist and have this type.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.typed.as_ref().and_then(|t| t.downcast_ref())
    }
}

impl PartialEq for Sheet {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind && self.overrides == other.overrides
    }
}

impl Eq for Sheet {}

impl fmt::Debug for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sheet")
            .field("kind", &self.kind)
            .field("overrides", &self.overrides)
            .finish_non_exhaustive()
    }
}

/// The current form of a combatant: its sheet and its size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// The sheet in use.
    pub sheet: Sheet,
    /// Edge length of the footprint in cells.
    pub size: u8,
    /// Standing height, in centimetres.
    pub height_cm: u16,
    /// Stored forms with their tracks, the original form first.
    pub stored: Vec<StoredForm>,
}

impl Form {
    /// The figure shown for a combatant of this role: another form has its own figure.
    pub fn figure<'a>(&'a self, role: &'a Key) -> &'a Key {
        if self.stored.is_empty() { role } else { &self.sheet.kind }
    }
}

/// A form stored while another is in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredForm {
    /// Its numbers.
    pub sheet: Sheet,
    /// Its footprint.
    pub size: u8,
    /// Standing height, in centimetres.
    pub height_cm: u16,
    /// Its tracks when it was stored.
    pub tracks: Meters,
}

/// What harm takes from a combatant: health, wounds, durability.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tracks(pub Meters);

/// What a combatant spends: energy, action points, vigor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pools(pub Meters);

/// A temporary condition of a combatant.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Condition {
    /// Its name in the ruleset.
    pub id: Key,
    /// Its magnitude; 0 if it has none.
    pub size: i32,
    /// The combatant that caused it.
    pub source: Option<UnitId>,
    /// When it ends.
    pub expiry: Expiry,
    /// The affected body part, one of the ruleset's (EV-292, TU-255); `None` for the whole body.
    #[serde(default)]
    pub part: Option<Key>,
    /// The ruleset's flags for it.
    #[serde(default)]
    pub data: Flags,
}

impl Condition {
    /// A condition of the whole body.
    pub fn new(id: Key, size: i32, source: Option<UnitId>, expiry: Expiry) -> Self {
        Self { id, size, source, expiry, part: None, data: Flags::default() }
    }

    /// The same condition on one body part.
    #[must_use]
    pub fn of_part(mut self, part: Key) -> Self {
        self.part = Some(part);
        self
    }

    /// The same condition with one flag set.
    #[must_use]
    pub fn with(mut self, name: Key, value: i64) -> Self {
        self.data.set(name, value);
        self
    }
}

/// The conditions of a combatant, in the order gained.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Conditions(pub Vec<Condition>);

impl Conditions {
    /// The first condition with this name.
    #[inline]
    pub fn get(&self, id: &str) -> Option<&Condition> {
        self.0.iter().find(|c| c.id == *id)
    }

    /// The first condition with this name on this body part.
    pub fn on(&self, id: &str, part: &str) -> Option<&Condition> {
        self.0.iter().find(|c| c.id == *id && c.part.as_ref().is_some_and(|p| *p == *part))
    }

    /// True if there is a condition with this name.
    #[inline]
    pub fn has(&self, id: &str) -> bool {
        self.get(id).is_some()
    }
}

/// One act recorded in a turn's history.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ActRecord {
    /// The class of the act in the ruleset: `move`, `action`, `rapid` ...
    pub class: Key,
    /// The act itself.
    pub act: Key,
    /// A number used by the ruleset: points spent, attacks left.
    pub amount: i32,
}

/// The acts of a combatant since its turn began, in order. Rules derive from it what is still
/// allowed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnLog {
    /// Number of turns begun in this battle.
    pub number: u32,
    /// The round of its last turn, 0 before the first.
    pub round: u32,
    /// The acts of the current or latest turn, in order.
    #[serde(rename = "deeds")]
    pub acts: Vec<ActRecord>,
}

/// Named integers that a ruleset stores with a unit, a side, the scene, a condition or a readied
/// act. Zero is the same as absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Flags(BTreeMap<Key, i64>);

impl Flags {
    /// The flag with this name, 0 if absent.
    #[inline]
    pub fn get(&self, id: &str) -> i64 {
        self.0.get(id).copied().unwrap_or_default()
    }

    /// Sets a flag; 0 removes it.
    pub fn set(&mut self, id: Key, value: i64) {
        if value == 0 {
            self.0.remove(&id);
        } else {
            self.0.insert(id, value);
        }
    }

    /// All flags other than 0, sorted by name.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = (&Key, i64)> {
        self.0.iter().map(|(k, v)| (k, *v))
    }
}

/// The items of a combatant, by slot: `main`, `off`, `stowed`, `worn`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Gear(pub BTreeMap<Key, Key>);

/// A link between two combatants.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Link {
    /// Its kind: `hold`, `ride`, `drag`, ...
    pub kind: Key,
    /// The other combatant.
    pub to: UnitId,
    /// A number used by the ruleset.
    pub data: i64,
}

/// The links of a combatant, each stored with the combatant that made it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Links(pub Vec<Link>);

/// All state of one combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Its identity.
    pub identity: Identity,
    /// Its position.
    pub placement: Placement,
    /// Its status.
    pub status: Status,
    /// Its form and sheet.
    pub form: Form,
    /// What harm takes from it.
    pub tracks: Tracks,
    /// What it spends.
    pub pools: Pools,
    /// Its conditions.
    pub conditions: Conditions,
    /// Its acts this turn.
    pub turn: TurnLog,
    /// Its items.
    pub gear: Gear,
    /// Its links to others.
    pub links: Links,
    /// The ruleset's flags.
    pub flags: Flags,
    /// Its carriers of harm besides the body.
    #[serde(default)]
    pub carriers: Carriers,
    /// Its uncompleted acts.
    #[serde(default)]
    pub undertakings: Undertakings,
}

impl Unit {
    /// Its stable ID.
    #[inline]
    pub const fn id(&self) -> UnitId {
        self.identity.id
    }

    /// Its side.
    #[inline]
    pub const fn side(&self) -> SideId {
        self.identity.side
    }

    /// Standing height in half metres, rounded up.
    #[inline]
    pub fn upright(&self) -> Hm {
        Hm::from_cm_ceil(i32::from(self.form.height_cm)).max(Hm(1))
    }

    /// Current height: at most 1 m while prone.
    #[inline]
    pub fn height_now(&self) -> Hm {
        match self.placement.posture {
            Posture::Standing => self.upright(),
            Posture::Prone => self.upright().min(Hm::metres(1)),
        }
    }

    /// True if it is in the fight.
    #[inline]
    pub fn is_active(&self) -> bool {
        self.status == Status::Active
    }
}
