//! What happened: complete enough to apply, show, log and undo without asking rules or dice again.

use serde::{Deserialize, Serialize};

use super::command::Target;
use super::policy::Policy;
use super::state::{
    Armed, Awareness, Carrier, Condition, Deed, Expiry, Link, Meters, Observer, Posture, Sheet,
    Sighting, Slot, Status, Undertaking, Unit, Verdict,
};
use super::step::FrameId;
use super::{Key, RuleId};
use crate::grid::{Dir, Hm, Place, SideId, SupportKind, UnitId};

mod details;
mod made;
mod parties;
mod rolled;

pub use details::{
    BoardChange, FormChange, LayerChange, Manner, Packet, RulingChange, Sight, SlotChange, Ticking,
};
pub use rolled::{Against, Degree, Degrees, Opposed, Reroll, Rolled, Shift};

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Event {
    /// Its number in the battle, counted from 0; set when it is applied.
    pub number: u64,
    /// The step it came from; set when it is applied.
    pub cause: Option<FrameId>,
    /// The rules behind it.
    pub rules: Vec<RuleId>,
    /// The sides that may know of it; none means all.
    pub seen_by: Option<Vec<SideId>>,
    /// What happened.
    pub what: EventKind,
}

impl Event {
    /// An event that everybody sees. Number and cause are set when it is applied.
    pub fn new(what: EventKind, rules: &[&'static str]) -> Self {
        Self {
            number: 0,
            cause: None,
            rules: rules.iter().map(|r| RuleId::of(r)).collect(),
            seen_by: None,
            what,
        }
    }

    /// True if that side may know of it. An onlooker who plays no side may know of everything.
    pub fn is_seen_by(&self, viewer: Option<SideId>) -> bool {
        match (&self.seen_by, viewer) {
            (None, _) | (Some(_), None) => true,
            (Some(sides), Some(viewer)) => sides.contains(&viewer),
        }
    }
}

/// The kinds of things that happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum EventKind {
    /// A part of a round begins. Round 1 begins with its first phase.
    Phase {
        /// The round.
        round: u32,
        /// The part, named by the ruleset.
        name: Key,
    },
    /// The order of the round is set.
    Slots(Vec<Slot>),
    /// The order changes.
    Slot(SlotChange),
    /// A turn begins.
    TurnBegan {
        /// Whose.
        unit: UnitId,
        /// The round.
        round: u32,
    },
    /// A turn ends.
    TurnEnded {
        /// Whose.
        unit: UnitId,
        /// Why, if not by its own will.
        why: Option<String>,
    },
    /// A deed is put into the turn's history, or takes the place of one that goes on.
    Deed {
        /// Whose turn.
        unit: UnitId,
        /// The deed.
        deed: Deed,
        /// What it replaces: the position in the history.
        replaces: Option<usize>,
    },
    /// Something is granted: an extra act, a move.
    Grant {
        /// To whom.
        unit: UnitId,
        /// What.
        what: Key,
        /// How much.
        amount: i32,
    },
    /// An act is declared.
    Declared {
        /// The act.
        act: Key,
        /// Its name as players read it.
        name: String,
        /// Who.
        unit: UnitId,
        /// At whom.
        targets: Vec<UnitId>,
        /// Where.
        place: Option<Place>,
    },
    /// An act is made ready for later.
    Armed(Armed),
    /// A readied act was used once, or lapsed.
    Disarmed {
        /// Its number.
        id: u32,
        /// True if it is gone, false if it has uses left.
        gone: bool,
        /// Why, as a player reads it.
        why: String,
    },
    /// What is made ready, lies on the board or has befallen somebody has less time left.
    Ticked {
        /// What.
        what: Ticking,
        /// When it ends now.
        expiry: Expiry,
    },
    /// An act over several turns went on, or is done.
    Progress {
        /// Who.
        unit: UnitId,
        /// What, and how far it is now.
        what: Undertaking,
    },
    /// An act over several turns is given up: what was done is lost.
    Abandoned {
        /// Who.
        unit: UnitId,
        /// The act.
        act: Key,
        /// The way it was done.
        choice: Key,
        /// Why, as a player reads it.
        why: String,
    },
    /// An act meets somebody else than it was aimed at.
    Redirected {
        /// The act.
        act: Key,
        /// Aimed at.
        from: UnitId,
        /// Meets.
        to: UnitId,
    },
    /// An act does not happen after all.
    Cancelled {
        /// Whose.
        unit: UnitId,
        /// The act.
        act: Key,
        /// Why.
        why: String,
    },
    /// Dice were rolled.
    Rolled(Rolled),
    /// Somebody decided.
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
    /// A side has given a standing order.
    Policy {
        /// The side.
        side: SideId,
        /// What about.
        about: Key,
        /// What it wants done.
        policy: Policy,
    },
    /// A question was answered by a standing order.
    Ordered {
        /// The side.
        side: SideId,
        /// The combatant it is about.
        unit: Option<UnitId>,
        /// What it is about.
        about: Key,
        /// The choice.
        answer: Key,
    },
    /// A pool changed.
    Pool {
        /// Whose.
        unit: UnitId,
        /// Which.
        id: Key,
        /// Before.
        from: i32,
        /// After.
        to: i32,
        /// Why, as a player reads it.
        why: String,
    },
    /// A track changed.
    Track {
        /// Whose.
        unit: UnitId,
        /// Which.
        id: Key,
        /// Before.
        from: i32,
        /// After.
        to: i32,
        /// Why, as a player reads it.
        why: String,
    },
    /// A meter of an item or of a layer changed. Harm to the body itself is told by its tracks.
    Wear {
        /// Whose.
        unit: UnitId,
        /// Of what.
        on: Carrier,
        /// Which meter.
        id: Key,
        /// Before.
        from: i32,
        /// After.
        to: i32,
        /// Why, as a player reads it.
        why: String,
    },
    /// A layer over a body changes.
    Layer {
        /// Whose.
        unit: UnitId,
        /// Which.
        id: Key,
        /// How.
        change: LayerChange,
        /// Why, as a player reads it.
        why: String,
    },
    /// A hit with its arithmetic. The tracks it lowers have events of their own.
    Hit {
        /// The act.
        act: Key,
        /// Who struck.
        by: Option<UnitId>,
        /// Who was struck.
        target: UnitId,
        /// Its parts.
        packets: Vec<Packet>,
        /// All parts together.
        total: i32,
    },
    /// A thing or an edge is struck. What it has suffered, and its end, have events of their own.
    Struck {
        /// The act.
        act: Key,
        /// Who struck.
        by: UnitId,
        /// What was struck: a thing or an edge.
        what: Target,
        /// What it is called.
        name: String,
        /// The parts of the damage.
        packets: Vec<Packet>,
        /// All parts together.
        total: i32,
        /// The health it has left, 0 or less when it is destroyed.
        left: i32,
    },
    /// A condition begins, or takes the place of one with the same name and source key.
    Afflicted {
        /// Who.
        unit: UnitId,
        /// The condition as it now is.
        condition: Condition,
        /// What it replaces: the position in the unit's list.
        replaces: Option<usize>,
    },
    /// A condition ends.
    Relieved {
        /// Who.
        unit: UnitId,
        /// The condition as it was.
        condition: Condition,
        /// Why.
        why: String,
    },
    /// A small number of a unit changed.
    Flag {
        /// Whose; none for the scene's.
        unit: Option<UnitId>,
        /// Which.
        id: Key,
        /// Before.
        from: i64,
        /// After.
        to: i64,
    },
    /// A small number of a side changed.
    SideFlag {
        /// Whose.
        side: SideId,
        /// Which.
        id: Key,
        /// Before.
        from: i64,
        /// After.
        to: i64,
    },
    /// A body moved by one step.
    Moved {
        /// Who.
        unit: UnitId,
        /// From where.
        from: Place,
        /// To where.
        to: Place,
        /// Height of the feet before.
        from_feet: Hm,
        /// Height of the feet after.
        to_feet: Hm,
        /// What carries it now.
        support: SupportKind,
        /// How it moved.
        manner: Manner,
        /// What it paid, in the ruleset's points.
        cost: i32,
    },
    /// A body holds itself differently.
    Stance {
        /// Who.
        unit: UnitId,
        /// Standing or lying.
        posture: Posture,
        /// Where it faces.
        facing: Dir,
        /// What carries it.
        support: SupportKind,
    },
    /// A combatant takes part differently: falls unconscious, dies, leaves, wakes.
    Status {
        /// Who.
        unit: UnitId,
        /// Before.
        from: Status,
        /// After.
        to: Status,
        /// Why.
        why: String,
    },
    /// A tie begins.
    Linked {
        /// Who holds it.
        unit: UnitId,
        /// The tie.
        link: Link,
    },
    /// A tie ends.
    Unlinked {
        /// Who held it.
        unit: UnitId,
        /// The tie.
        link: Link,
    },
    /// A combatant takes another form. Its tracks change with it.
    Form {
        /// Who.
        unit: UnitId,
        /// The new sheet.
        sheet: Sheet,
        /// The new footprint.
        size: u8,
        /// The new height upright, in centimetres.
        height_cm: u16,
        /// The form it leaves is laid aside with its tracks, or one laid aside is taken up again.
        change: FormChange,
        /// The tracks in the new form.
        tracks: Meters,
    },
    /// A combatant enters the battle.
    Spawned(Box<Unit>),
    /// What is in one of the hands or on the body changed.
    Gear {
        /// Whose.
        unit: UnitId,
        /// Which slot.
        slot: Key,
        /// Before; empty for nothing.
        from: Key,
        /// After; empty for nothing.
        to: Key,
        /// The meters of what is there now: wear comes along with an item.
        #[serde(default)]
        meters: Meters,
    },
    /// In a battle with hidden information: what a side sees of a combatant changes.
    Sighted {
        /// What it sees from now on, or saw last.
        sighting: Sighting,
        /// What is new about that.
        change: Sight,
    },
    /// What somebody knows of a combatant changes.
    Learned {
        /// Who knows.
        by: Observer,
        /// Of whom.
        of: UnitId,
        /// How far it was aware of it.
        from: Awareness,
        /// How far it is now.
        to: Awareness,
        /// What it learns about it, beside what it has learned before.
        facts: Vec<Key>,
    },
    /// The board changed.
    Board(BoardChange),
    /// The referee ruled. Values that it set have events of their own.
    Ruling {
        /// As a player reads it.
        text: String,
        /// What has no event of its own.
        change: RulingChange,
    },
    /// Something worth a line in the log that changes nothing.
    Note {
        /// Whom it is about.
        unit: Option<UnitId>,
        /// As a player reads it.
        text: String,
    },
    /// The battle is over.
    Over(Verdict),
    /// What comes after the battle begins: rest, healing, what is lost and kept.
    Aftermath,
}
