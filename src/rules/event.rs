//! Events: complete enough to apply, show, log and undo without consulting rules or dice again.

use serde::{Deserialize, Serialize};

use super::policy::Policy;
use super::state::{
    ActRecord, Armed, Awareness, Carrier, Condition, Expiry, Goal, Link, Meters, Observer, Posture,
    Sheet, Sighting, Slot, Status, Undertaking, Unit, Verdict,
};
use super::step::FrameId;
use super::target::Target;
use super::{Key, RuleId};
use grid::{Dir, Hm, Place, SideId, SupportKind, UnitId};

mod details;
mod made;
mod parties;
mod rolled;

pub use super::roll::Degree;
pub use details::{
    BoardChange, FormChange, LayerChange, MoveKind, Packet, RulingChange, Sight, SlotChange,
    Ticking,
};
pub use rolled::{Against, Degrees, Opposed, Reroll, Rolled, Shift};

/// One event of a battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its sequence number in the battle, from 0; set when it is applied.
    pub number: u64,
    /// The step that caused it; set when it is applied.
    pub cause: Option<FrameId>,
    /// The rules behind it.
    pub rules: Vec<RuleId>,
    /// The sides that may know of it; `None` means all.
    pub seen_by: Option<Vec<SideId>>,
    /// What happened.
    pub what: EventKind,
}

impl Event {
    /// An event visible to everyone. Number and cause are set when it is applied.
    pub fn new(what: EventKind, rules: &[&'static str]) -> Self {
        Self {
            number: 0,
            cause: None,
            rules: rules.iter().map(|r| RuleId::of(r)).collect(),
            seen_by: None,
            what,
        }
    }

    /// Returns true if the viewer may know of it. A spectator (`None`) may know of everything.
    pub fn is_seen_by(&self, viewer: Option<SideId>) -> bool {
        match (&self.seen_by, viewer) {
            (None, _) | (Some(_), None) => true,
            (Some(sides), Some(viewer)) => sides.contains(&viewer),
        }
    }
}

/// The kinds of events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventKind {
    /// A phase of a round begins. Round 1 begins with its first phase.
    Phase {
        /// The round, from 1.
        round: u32,
        /// The phase, named by the ruleset.
        name: Key,
    },
    /// The turn order of the round is set.
    Slots(Vec<Slot>),
    /// The turn order changes.
    Slot(SlotChange),
    /// A turn begins.
    TurnBegan {
        /// The combatant whose turn it is.
        unit: UnitId,
        /// The round.
        round: u32,
    },
    /// A turn ends.
    TurnEnded {
        /// The combatant whose turn it was.
        unit: UnitId,
        /// The reason, unless the combatant ended it voluntarily.
        why: Option<String>,
    },
    /// An act is added to the turn's history, or replaces one that continues.
    #[serde(rename = "Deed")]
    ActRecorded {
        /// The combatant whose turn it is.
        unit: UnitId,
        /// The act.
        #[serde(rename = "deed")]
        record: ActRecord,
        /// Index in the history of the act it replaces.
        replaces: Option<usize>,
    },
    /// Something is granted: an extra act, a move.
    Grant {
        /// The combatant that gets it.
        unit: UnitId,
        /// What is granted.
        what: Key,
        /// The amount.
        amount: i32,
    },
    /// An act is declared.
    Declared {
        /// The act.
        act: Key,
        /// Its display name.
        name: String,
        /// The actor.
        unit: UnitId,
        /// The targeted combatants.
        targets: Vec<UnitId>,
        /// The targeted place.
        place: Option<Place>,
    },
    /// An act is readied for later.
    Armed(Armed),
    /// A readied act was used once, or expired.
    Disarmed {
        /// The ID of the readied act.
        id: u32,
        /// True if it is gone, false if it has uses left.
        gone: bool,
        /// The reason shown to players.
        why: String,
    },
    /// The remaining time of a readied act, a zone or a condition decreases.
    Ticked {
        /// What it is.
        what: Ticking,
        /// The new expiry.
        expiry: Expiry,
    },
    /// An act over several turns makes progress or is completed.
    Progress {
        /// The actor.
        unit: UnitId,
        /// The act and its progress.
        what: Undertaking,
    },
    /// An act over several turns is abandoned; its progress is lost.
    Abandoned {
        /// The actor.
        unit: UnitId,
        /// The act.
        act: Key,
        /// The variant of the act.
        choice: Key,
        /// The reason shown to players.
        why: String,
    },
    /// An act is redirected from its target to another.
    Redirected {
        /// The act.
        act: Key,
        /// The intended target.
        from: UnitId,
        /// The actual target.
        to: UnitId,
    },
    /// An act is cancelled.
    Cancelled {
        /// The actor.
        unit: UnitId,
        /// The act.
        act: Key,
        /// The reason shown to players.
        why: String,
    },
    /// Dice were rolled.
    Rolled(Rolled),
    /// A player or a policy answered a question.
    Chose {
        /// The side.
        side: SideId,
        /// The combatant it is about.
        unit: Option<UnitId>,
        /// The kind of question.
        prompt: Key,
        /// The choice.
        answer: Key,
    },
    /// A side set a standing order.
    Policy {
        /// The side.
        side: SideId,
        /// Its subject.
        about: Key,
        /// The order.
        policy: Policy,
    },
    /// A standing order answered a question.
    Ordered {
        /// The side.
        side: SideId,
        /// The combatant it is about.
        unit: Option<UnitId>,
        /// The subject of the standing order.
        about: Key,
        /// The choice.
        answer: Key,
    },
    /// A pool changed.
    Pool {
        /// The combatant.
        unit: UnitId,
        /// The pool.
        id: Key,
        /// Before.
        from: i32,
        /// After.
        to: i32,
        /// The reason shown to players.
        why: String,
    },
    /// A track changed.
    Track {
        /// The combatant.
        unit: UnitId,
        /// The track.
        id: Key,
        /// Before.
        from: i32,
        /// After.
        to: i32,
        /// The reason shown to players.
        why: String,
    },
    /// A meter of an item or a layer changed. Harm to the body itself appears as track changes.
    Wear {
        /// The owner.
        unit: UnitId,
        /// The item or layer.
        on: Carrier,
        /// The meter.
        id: Key,
        /// Before.
        from: i32,
        /// After.
        to: i32,
        /// The reason shown to players.
        why: String,
    },
    /// A layer over a body changes.
    Layer {
        /// The owner.
        unit: UnitId,
        /// The layer.
        id: Key,
        /// The change.
        change: LayerChange,
        /// The reason shown to players.
        why: String,
    },
    /// A hit with its damage calculation. The tracks it lowers have their own events.
    Hit {
        /// The act.
        act: Key,
        /// The attacker.
        by: Option<UnitId>,
        /// The target.
        target: UnitId,
        /// The parts of the damage.
        packets: Vec<Packet>,
        /// The total damage.
        total: i32,
    },
    /// An object or edge is hit. Its stored damage and its destruction have their own events.
    Struck {
        /// The act.
        act: Key,
        /// The attacker.
        by: UnitId,
        /// The target: an object or an edge.
        what: Target,
        /// Its display name.
        name: String,
        /// The parts of the damage.
        packets: Vec<Packet>,
        /// The total damage.
        total: i32,
        /// Its remaining health, 0 or less if it is destroyed.
        left: i32,
    },
    /// A condition begins, or replaces the one with the same name and source key.
    Afflicted {
        /// The combatant.
        unit: UnitId,
        /// The condition with its new values.
        condition: Condition,
        /// Index in the unit's list of the condition it replaces.
        replaces: Option<usize>,
    },
    /// A condition ends.
    Relieved {
        /// The combatant.
        unit: UnitId,
        /// The condition as it was.
        condition: Condition,
        /// The reason.
        why: String,
    },
    /// A condition of an object or edge begins, or replaces an earlier one.
    ObjectAfflicted {
        /// The object or edge, under its canonical name.
        what: Target,
        /// Its display name.
        name: String,
        /// The condition with its new values.
        condition: Condition,
        /// Index in the list of object conditions of the one it replaces.
        replaces: Option<usize>,
    },
    /// A condition of an object or edge ends.
    ObjectRelieved {
        /// The object or edge, under its canonical name.
        what: Target,
        /// Its display name.
        name: String,
        /// The condition as it was.
        condition: Condition,
        /// The reason.
        why: String,
    },
    /// A flag of a unit or of the scene changed.
    Flag {
        /// The unit; `None` for the scene.
        unit: Option<UnitId>,
        /// The flag.
        id: Key,
        /// Before.
        from: i64,
        /// After.
        to: i64,
    },
    /// A flag of a side changed.
    SideFlag {
        /// The side.
        side: SideId,
        /// The flag.
        id: Key,
        /// Before.
        from: i64,
        /// After.
        to: i64,
    },
    /// A body moved by one step.
    Moved {
        /// The mover.
        unit: UnitId,
        /// Its previous place.
        from: Place,
        /// Its new place.
        to: Place,
        /// Height of the feet before.
        from_feet: Hm,
        /// Height of the feet after.
        to_feet: Hm,
        /// What supports it after the step.
        support: SupportKind,
        /// The kind of movement.
        manner: MoveKind,
        /// The cost, in the ruleset's movement points.
        cost: i32,
    },
    /// A body changes posture, facing or support.
    Stance {
        /// The combatant.
        unit: UnitId,
        /// Standing or prone.
        posture: Posture,
        /// Its facing.
        facing: Dir,
        /// What supports it.
        support: SupportKind,
    },
    /// A combatant's status changes: it falls unconscious, dies, leaves or wakes up.
    Status {
        /// The combatant.
        unit: UnitId,
        /// Before.
        from: Status,
        /// After.
        to: Status,
        /// The reason.
        why: String,
    },
    /// A link between two combatants begins.
    Linked {
        /// The combatant that holds it.
        unit: UnitId,
        /// The link.
        link: Link,
    },
    /// A link ends.
    Unlinked {
        /// The combatant that held it.
        unit: UnitId,
        /// The link.
        link: Link,
    },
    /// A combatant changes form, and its tracks with it.
    Form {
        /// The combatant.
        unit: UnitId,
        /// The new sheet.
        sheet: Sheet,
        /// The new footprint, as edge length in cells.
        size: u8,
        /// The new standing height, in centimetres.
        height_cm: u16,
        /// Whether the old form is stored with its tracks, or a stored form is restored.
        change: FormChange,
        /// The tracks in the new form.
        tracks: Meters,
    },
    /// A combatant enters the battle.
    Spawned(Box<Unit>),
    /// An item in the hands or on the body changed.
    Gear {
        /// The owner.
        unit: UnitId,
        /// The slot.
        slot: Key,
        /// Before; empty for nothing.
        from: Key,
        /// After; empty for nothing.
        to: Key,
        /// The meters of the new item: wear moves with an item.
        #[serde(default)]
        meters: Meters,
    },
    /// With hidden information: what a side sees of a combatant changes.
    Sighted {
        /// What the side sees now, or saw last.
        sighting: Sighting,
        /// The kind of change.
        change: Sight,
    },
    /// An observer's knowledge of a combatant changes.
    Learned {
        /// The observer.
        by: Observer,
        /// The observed combatant.
        of: UnitId,
        /// Its awareness before.
        from: Awareness,
        /// Its awareness after.
        to: Awareness,
        /// Newly learned facts, in addition to those known before.
        facts: Vec<Key>,
    },
    /// The board changed.
    Board(BoardChange),
    /// The referee made a ruling. Values that it sets have their own events.
    Ruling {
        /// The text shown to players.
        text: String,
        /// The changes that have no event of their own.
        change: RulingChange,
    },
    /// A log line without effect on the state.
    Note {
        /// The combatant it is about.
        unit: Option<UnitId>,
        /// The text shown to players.
        text: String,
    },
    /// A level event happens.
    Story {
        /// Its index in the level.
        chapter: usize,
        /// The text shown to players; may be empty.
        text: String,
    },
    /// The goals of the battle change.
    Goals(Vec<Goal>),
    /// A patrolling unit heads for another stop, or a unit is called to the fight.
    Conduct {
        /// The unit.
        unit: UnitId,
        /// The index of the stop; `None` once it seeks the fight.
        next: Option<u32>,
    },
    /// The battle is over.
    Over(Verdict),
    /// The aftermath begins: rest, healing, losses.
    Aftermath,
}
