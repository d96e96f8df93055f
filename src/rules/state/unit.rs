//! One combatant's battle state, as the handful of plain structs that are also its components.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::grid::{Dir, Hm, Place, SideId, SupportKind, UnitId};
use crate::rules::Key;

use super::carriers::Carriers;
use super::clock::Expiry;
use super::undertakings::Undertakings;

/// Who a combatant is. Does not change in a battle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Identity {
    /// Its stable number.
    pub id: UnitId,
    /// The side it fights for.
    pub side: SideId,
    /// The role it was placed with: `knight`, `archer`, ...
    pub role: Key,
    /// What players call it.
    pub name: String,
    /// The combatant that called it into the battle, if any.
    pub maker: Option<UnitId>,
}

/// Whether a combatant stands or lies.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Posture {
    /// On its feet, or in the air.
    #[default]
    Standing,
    /// Lying.
    Prone,
}

/// Where a combatant is and how it holds itself there.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Placement {
    /// The place; on a square board the north-west cell of the footprint.
    pub at: Place,
    /// Absolute height of the feet.
    pub feet: Hm,
    /// What carries it.
    pub support: SupportKind,
    /// Standing or lying.
    pub posture: Posture,
    /// Where it faces.
    pub facing: Dir,
}

/// How a combatant takes part.
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
    /// Dead; the body lies on the board.
    Dead,
    /// No longer on the board: fled, dismissed, vanished.
    Gone,
    /// On the board, but out of the fight by its own will.
    Surrendered,
}

impl Status {
    /// On the board in some state.
    pub const fn is_present(self) -> bool {
        !matches!(self, Self::Gone)
    }
}

/// The ruleset's typed numbers of a combatant, and what they were made from.
///
/// Only the recipe (`kind` and `overrides`) is saved and compared; the typed sheet is made from it
/// by the ruleset, when the unit is set up and again when a save is read.
#[derive(Clone, Serialize, Deserialize)]
pub struct Sheet {
    /// The entry of the ruleset's roster or list of forms.
    pub kind: Key,
    /// Numbers that the level or scenario changed.
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

    /// The typed numbers, if they are of this type and were made.
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

/// The shape a combatant has at the moment: its sheet and its measures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Form {
    /// The numbers in force.
    pub sheet: Sheet,
    /// Edge length of the footprint in cells.
    pub size: u8,
    /// Height upright, in centimetres.
    pub height_cm: u16,
    /// Forms laid aside, the own one first, with the tracks they had.
    pub stored: Vec<StoredForm>,
}

/// A form laid aside while another is in force.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredForm {
    /// Its numbers.
    pub sheet: Sheet,
    /// Its footprint.
    pub size: u8,
    /// Its height upright, in centimetres.
    pub height_cm: u16,
    /// Its tracks when it was laid aside.
    pub tracks: Meters,
}

/// A number that moves between bounds: health, energy, action points.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Meter {
    /// Its name in the ruleset.
    pub id: Key,
    /// Where it stands. Tracks may go below 0, pools may not.
    pub value: i32,
    /// Where it stops.
    pub max: i32,
    /// The maximum without anything that raises it.
    pub base: i32,
}

/// Meters by name, in the ruleset's order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Meters(Vec<Meter>);

impl Meters {
    /// Full meters of these names and maxima.
    pub fn full(list: impl IntoIterator<Item = (Key, i32)>) -> Self {
        Self(list.into_iter().map(|(id, max)| Meter { id, value: max, max, base: max }).collect())
    }

    /// The meter of that name.
    pub fn get(&self, id: &str) -> Option<&Meter> {
        self.0.iter().find(|m| m.id == *id)
    }

    /// The meter of that name, to change it.
    pub fn get_mut(&mut self, id: &str) -> Option<&mut Meter> {
        self.0.iter_mut().find(|m| m.id == *id)
    }

    /// Where the meter stands; 0 if there is none of that name.
    pub fn value(&self, id: &str) -> i32 {
        self.get(id).map_or(0, |m| m.value)
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// All of them, in the ruleset's order.
    pub fn iter(&self) -> impl Iterator<Item = &Meter> {
        self.0.iter()
    }
}

/// What a combatant loses when it is harmed: health, wounds, durability.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tracks(pub Meters);

/// What a combatant spends: energy, action points, vigor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pools(pub Meters);

/// Something that has befallen a combatant for a while.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Condition {
    /// Its name in the ruleset.
    pub id: Key,
    /// Its number, 0 where it has none.
    pub size: i32,
    /// Who caused it.
    pub source: Option<UnitId>,
    /// When it ends.
    pub expiry: Expiry,
    /// The part of the body that it is of, one of the ruleset's (EV-292, TU-255); none for the
    /// whole of it.
    #[serde(default)]
    pub part: Option<Key>,
    /// Small numbers that the ruleset keeps with it.
    #[serde(default)]
    pub data: Flags,
}

impl Condition {
    /// A condition of the whole body.
    pub fn new(id: Key, size: i32, source: Option<UnitId>, expiry: Expiry) -> Self {
        Self { id, size, source, expiry, part: None, data: Flags::default() }
    }

    /// The same condition of a part of the body.
    #[must_use]
    pub fn of_part(mut self, part: Key) -> Self {
        self.part = Some(part);
        self
    }

    /// The same condition with a number kept.
    #[must_use]
    pub fn with(mut self, name: Key, value: i64) -> Self {
        self.data.set(name, value);
        self
    }
}

/// The conditions on a combatant, in the order gained.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Conditions(pub Vec<Condition>);

impl Conditions {
    /// The first condition of that name.
    pub fn get(&self, id: &str) -> Option<&Condition> {
        self.0.iter().find(|c| c.id == *id)
    }

    /// The first condition of that name on that part of the body.
    pub fn on(&self, id: &str, part: &str) -> Option<&Condition> {
        self.0.iter().find(|c| c.id == *id && c.part.as_ref().is_some_and(|p| *p == *part))
    }

    /// True if there is one of that name.
    pub fn has(&self, id: &str) -> bool {
        self.get(id).is_some()
    }
}

/// One thing done in a turn.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Deed {
    /// The class of the deed as the ruleset counts it: `move`, `action`, `rapid` ...
    pub class: Key,
    /// The act itself.
    pub act: Key,
    /// A number the ruleset keeps with it: points spent, attacks left.
    pub amount: i32,
}

/// What a combatant did since its turn began, in order. Legality is read from it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TurnLog {
    /// How many turns it has begun in this battle.
    pub number: u32,
    /// The round of its last turn, 0 before the first.
    pub round: u32,
    /// The deeds of the last turn begun.
    pub deeds: Vec<Deed>,
}

/// Small numbers a ruleset keeps with a unit, a side, the scene, a condition or an armed act. Zero is the same as absent.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Flags(BTreeMap<Key, i64>);

impl Flags {
    /// The number of that name, 0 if there is none.
    pub fn get(&self, id: &str) -> i64 {
        self.0.get(id).copied().unwrap_or_default()
    }

    /// Sets the number of that name; 0 removes it.
    pub fn set(&mut self, id: Key, value: i64) {
        if value == 0 {
            self.0.remove(&id);
        } else {
            self.0.insert(id, value);
        }
    }

    /// All numbers that are not 0, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&Key, i64)> {
        self.0.iter().map(|(k, v)| (k, *v))
    }
}

/// What a combatant holds and carries, by slot: `main`, `off`, `stowed`, `worn`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Gear(pub BTreeMap<Key, Key>);

/// A tie between two combatants.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Link {
    /// What kind of tie: `hold`, `ride`, `drag`, ...
    pub kind: Key,
    /// Whom it ties to.
    pub to: UnitId,
    /// A number the ruleset keeps with it.
    pub data: i64,
}

/// A combatant's ties, each stored with the one that made it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Links(pub Vec<Link>);

/// Everything about one combatant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unit {
    /// Who it is.
    pub identity: Identity,
    /// Where it is.
    pub placement: Placement,
    /// How it takes part.
    pub status: Status,
    /// Its shape and sheet.
    pub form: Form,
    /// What it loses when harmed.
    pub tracks: Tracks,
    /// What it spends.
    pub pools: Pools,
    /// What has befallen it.
    pub conditions: Conditions,
    /// What it did this turn.
    pub turn: TurnLog,
    /// What it holds.
    pub gear: Gear,
    /// Its ties to others.
    pub links: Links,
    /// The ruleset's small numbers.
    pub flags: Flags,
    /// What bears harm beside its body.
    #[serde(default)]
    pub carriers: Carriers,
    /// What it has begun and not yet finished.
    #[serde(default)]
    pub undertakings: Undertakings,
}

impl Unit {
    /// Its stable number.
    pub const fn id(&self) -> UnitId {
        self.identity.id
    }

    /// Its side.
    pub const fn side(&self) -> SideId {
        self.identity.side
    }

    /// Upright height in half metres, rounded up.
    pub fn upright(&self) -> Hm {
        Hm::from_cm_ceil(i32::from(self.form.height_cm)).max(Hm(1))
    }

    /// Height as it is now: at most 1 m while it lies.
    pub fn height_now(&self) -> Hm {
        match self.placement.posture {
            Posture::Standing => self.upright(),
            Posture::Prone => self.upright().min(Hm::metres(1)),
        }
    }

    /// True while it is in the fight.
    pub fn is_active(&self) -> bool {
        self.status == Status::Active
    }
}
