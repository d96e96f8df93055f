//! Expected events.
//!
//! Every event is described as a [`Line`]: a kind and named values. An expectation is a kind with
//! some of its values; a value that the file leaves out may be anything.

use serde::Deserialize;

use grid::Cell;

use super::line::{Line, words};
use super::scalar::Metres;
use super::value::Value;

/// Declares the kinds of expectations with their values, all optional.
macro_rules! expected {
    ($($(#[$doc:meta])* $variant:ident $kind:literal {
        $($(#[$field_doc:meta])* $field:ident: $type:ty,)*
    })*) => {
        /// An event that must happen, or must not. Values that are left out may be anything.
        #[derive(Clone, Debug, Deserialize)]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        pub enum Expected {
            $($(#[$doc])* $variant {
                $($(#[$field_doc])* $field: Option<$type>,)*
            },)*
        }

        impl Expected {
            /// The kind of event.
            pub const fn kind(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => $kind,)*
                }
            }

            /// The values that are given.
            pub fn values(&self) -> Vec<(&'static str, Value)> {
                match self {
                    $(Self::$variant { $($field,)* } => {
                        let list: Vec<Option<(&'static str, Value)>> = vec![
                            $($field.as_ref().map(|value| {
                                (stringify!($field), Value::from(value.clone()))
                            }),)*
                        ];
                        list.into_iter().flatten().collect()
                    })*
                }
            }
        }
    };
}

expected! {
    /// An act is declared.
    Declared "declared" {
        /// The actor.
        by: String,
        /// The act.
        act: String,
        /// The targets, in order.
        on: Vec<String>,
        /// The target cell.
        at: Cell,
    }
    /// An act is prepared.
    Armed "armed" {
        /// The actor.
        by: String,
        /// The act.
        act: String,
        /// The unit it is for.
        on: String,
        /// How often it can trigger.
        uses: i32,
        /// Number of places that it watches.
        places: i32,
        /// Its duration, as in `gained`.
        lasts: String,
        /// The variant of the act; empty for the default.
        choice: String,
        /// Its targets, in order.
        at: Vec<String>,
        /// The sides that learn about it.
        seen_by: Vec<String>,
    }
    /// A prepared act is used up or lost.
    Disarmed "disarmed" {
        /// Why.
        why: String,
        /// Whether it is gone completely.
        gone: bool,
        /// The sides that learn about it; all if empty.
        seen_by: Vec<String>,
    }
    /// A declared act is cancelled.
    Cancelled "cancelled" {
        /// The actor.
        by: String,
        /// The act.
        act: String,
    }
    /// A prompt is answered.
    Chose "chose" {
        /// The side.
        side: String,
        /// The combatant that the prompt is about.
        of: String,
        /// The kind of prompt.
        question: String,
        /// The answer.
        answer: String,
    }
    /// A side gives a standing order.
    Policy "policy" {
        /// The side.
        side: String,
        /// The subject of the order.
        about: String,
        /// `ask`, `always` or `never`.
        order: String,
        /// The sides that learn about it.
        seen_by: Vec<String>,
    }
    /// A standing order answers a prompt.
    Ordered "ordered" {
        /// The side that gave the order.
        side: String,
        /// The combatant that the prompt is about.
        of: String,
        /// The subject of the order.
        about: String,
        /// The answer.
        answer: String,
        /// The sides that learn about it.
        seen_by: Vec<String>,
    }
    /// Dice are rolled.
    Rolled "rolled" {
        /// The combatant that rolls.
        by: String,
        /// The side that rolls.
        side: String,
        /// The target.
        on: String,
        /// The purpose of the roll.
        purpose: String,
        /// The faces shown.
        dice: Vec<i64>,
        /// The sum of dice and modifiers.
        total: i32,
        /// The target number.
        against: i32,
        /// The smallest dice result that succeeds.
        needs: i32,
        /// The largest dice result that succeeds, if low rolls do.
        at_most: i32,
        /// Whether it succeeds.
        success: bool,
        /// Degrees of success, negative for failures.
        degrees: i32,
        /// The result band.
        band: String,
        /// The opponent of an opposed roll.
        opposed: String,
        /// The winning margin of an opposed roll.
        margin: i32,
        /// Number of bursts.
        bursts: i32,
        /// The faces of rerolled dice.
        before: Vec<i64>,
        /// Rules that contribute to either sum.
        because: Vec<String>,
        /// The sides that see it, if not all do.
        seen_by: Vec<String>,
    }
    /// Damage is dealt.
    Hit "hit" {
        /// The target.
        on: String,
        /// The attacker.
        by: String,
        /// The act.
        act: String,
        /// Total damage.
        total: i32,
        /// Damage by packet.
        parts: Vec<i64>,
        /// Rules that contribute to a packet.
        because: Vec<String>,
        /// The sides that see it, if not all do.
        seen_by: Vec<String>,
    }
    /// A track, such as health, changes.
    Track "track" {
        /// The combatant.
        of: String,
        /// The track.
        id: String,
        /// Value before.
        from: i32,
        /// Value after.
        to: i32,
    }
    /// A pool, such as energy, changes.
    Pool "pool" {
        /// The combatant.
        of: String,
        /// The pool.
        id: String,
        /// Value before.
        from: i32,
        /// Value after.
        to: i32,
    }
    /// A combatant's or side's knowledge about a combatant changes.
    Learned "learned" {
        /// The combatant or side that learns.
        by: String,
        /// The combatant that it learns about.
        of: String,
        /// Its new awareness.
        awareness: String,
        /// What it learns.
        facts: Vec<String>,
        /// The sides that learn about it; all if empty.
        seen_by: Vec<String>,
    }
    /// An act over several turns advances or is completed.
    Progress "progress" {
        /// The combatant.
        who: String,
        /// The act.
        act: String,
        /// Progress made.
        done: i32,
        /// Progress needed.
        of: i32,
    }
    /// An act over several turns is abandoned.
    Abandoned "abandoned" {
        /// The combatant.
        who: String,
        /// The act.
        act: String,
    }
    /// A meter of an item or a layer changes.
    Wear "wear" {
        /// The combatant.
        of: String,
        /// The slot of the item, or the name of the layer.
        on: String,
        /// The meter.
        id: String,
        /// Value before.
        from: i32,
        /// Value after.
        to: i32,
    }
    /// A layer over a body changes.
    Layer "layer" {
        /// The combatant.
        of: String,
        /// The layer.
        id: String,
        /// How: `laid`, `on`, `recalled`, `broken` or `gone`.
        change: String,
    }
    /// A body moves by one step.
    Moved "moved" {
        /// The combatant.
        who: String,
        /// The cell before.
        from: Cell,
        /// The cell after.
        to: Cell,
        /// Height of the feet afterwards.
        feet: Metres,
        /// Movement cost.
        cost: i32,
        /// How: walk, fly, forced, fall.
        manner: String,
    }
    /// A body lies down, gets up, turns or changes its support.
    Stance "stance" {
        /// The combatant.
        who: String,
        /// `standing` or `prone`.
        posture: String,
        /// What supports it.
        support: String,
        /// Its facing: N, NE, ...
        facing: String,
    }
    /// A combatant's status in the battle changes.
    Status "status" {
        /// The combatant.
        of: String,
        /// Status before.
        from: String,
        /// Status after.
        to: String,
    }
    /// A condition begins, or its size changes.
    Gained "gained" {
        /// The combatant.
        who: String,
        /// In place of the combatant: the name of an object or edge.
        what: String,
        /// The condition.
        condition: String,
        /// Its size.
        size: i32,
        /// Its duration: "hits 2", "rounds 1 of A", "battle".
        lasts: String,
        /// The part of the body; empty for the whole body.
        part: String,
    }
    /// A condition ends.
    Lost "lost" {
        /// The combatant.
        who: String,
        /// In place of the combatant: the name of an object or edge.
        what: String,
        /// The condition.
        condition: String,
        /// The part of the body; empty for the whole body.
        part: String,
    }
    /// A turn begins.
    Turn "turn" {
        /// The combatant.
        of: String,
        /// The round.
        round: u32,
    }
    /// A turn ends.
    TurnOver "turn_over" {
        /// The combatant.
        of: String,
    }
    /// A phase of a round begins.
    Phase "phase" {
        /// The phase.
        name: String,
        /// The round.
        round: u32,
    }
    /// The turn order of a round is set.
    Order "order" {
        /// The combatants, from first to last.
        is: Vec<String>,
    }
    /// A slot in the turn order is added, removed, moved or passed on.
    Slot "slot" {
        /// `added`, `removed`, `moved` or `passed`.
        change: String,
        /// The combatants that now act in it.
        who: Vec<String>,
        /// The name of the act, for a slot of one act.
        act: String,
        /// Its position, counted from 1.
        at: i32,
        /// The combatant that passed it on.
        from: String,
    }
    /// A door or wall changes.
    Edge "edge" {
        /// The cell.
        at: Cell,
        /// Its side.
        side: String,
        /// The height of its floor, above the ground only.
        floor: Metres,
        /// Whether it is now open.
        open: bool,
        /// Whether it is destroyed.
        gone: bool,
    }
    /// An object or edge is struck.
    Struck "struck" {
        /// Its name.
        what: String,
        /// The attacker.
        by: String,
        /// The act.
        act: String,
        /// Total damage.
        total: i32,
        /// Health left.
        left: i32,
    }
    /// An object on the board is destroyed.
    Broken "broken" {}
    /// An object on the board is moved or turned.
    Thing "thing" {
        /// The kind of object.
        kind: String,
        /// Its new cell.
        at: Cell,
    }
    /// An item falls to the ground or onto a floor above it.
    Laid "laid" {
        /// The item.
        item: String,
        /// The cell.
        at: Cell,
        /// The height of its floor, above the ground only.
        floor: Metres,
    }
    /// An item is picked up.
    Taken "taken" {
        /// The item.
        item: String,
        /// The cell.
        at: Cell,
        /// The height of its floor, above the ground only.
        floor: Metres,
    }
    /// A tie between two combatants begins: one drags the other.
    Linked "linked" {
        /// The combatant that has the tie.
        who: String,
        /// The combatant tied to it.
        to: String,
        /// The kind of tie: drag.
        tie: String,
    }
    /// A tie between two combatants ends.
    Unlinked "unlinked" {
        /// The combatant that has the tie.
        who: String,
        /// The combatant tied to it.
        to: String,
        /// The kind of tie.
        tie: String,
    }
    /// With hidden information: what a side sees of a combatant changes.
    Sighted "sighted" {
        /// The side.
        side: String,
        /// The combatant.
        who: String,
        /// `appears`, `moves` or `vanishes`.
        change: String,
    }
    /// Murk, silence or burning ground appears.
    Zone "zone" {
        /// The name of the zone.
        name: String,
    }
    /// Murk, silence or burning ground ends.
    ZoneOver "zone_over" {}
    /// The weather or the air changes.
    Air "air" {
        /// The kind of weather.
        weather: String,
        /// Its rank.
        rank: String,
        /// There is no air.
        airless: bool,
        /// The rate of growth of a miasma.
        miasma: i32,
    }
    /// A hand or slot changes.
    Gear "gear" {
        /// The combatant.
        of: String,
        /// The hand or slot.
        slot: String,
        /// The new content.
        to: String,
    }
    /// A flag of a combatant or the battle changes.
    Flag "flag" {
        /// The combatant.
        of: String,
        /// The flag.
        id: String,
        /// Value after.
        to: i64,
    }
    /// A flag of a side changes.
    SideFlag "side_flag" {
        /// The side.
        side: String,
        /// The flag.
        id: String,
        /// Value after.
        to: i64,
    }
    /// The referee makes a ruling.
    Ruled "ruled" {
        /// The line in the log.
        says: String,
    }
    /// A combatant enters the battle.
    Spawned "spawned" {
        /// The combatant's number, such as `#3`.
        who: String,
        /// Its role.
        role: String,
        /// Its side.
        side: String,
        /// The combatant that summoned it.
        by: String,
        /// Its cell.
        at: Cell,
    }
    /// A combatant takes another form, or its own again.
    Form "form" {
        /// The combatant.
        of: String,
        /// The new form.
        is: String,
        /// What happens to the form that it leaves: `store`, `replace`, `restore`.
        change: String,
    }
    /// A line in the log.
    Note "note" {
        /// The combatant.
        of: String,
        /// The text.
        says: String,
    }
    /// The aftermath begins.
    Aftermath "aftermath" {}
    /// The battle is over.
    Over "over" {
        /// The side that won; empty for a draw.
        winner: String,
    }
}

impl Expected {
    /// The expectation as a file would write it.
    pub fn in_words(&self) -> String {
        words(self.kind(), &self.values())
    }

    /// Adding a slot to the turn order also counts as a change of the order.
    fn is_kind_of(&self, line: &Line) -> bool {
        let added = || line.kind == "slot" && has(line, "change", &Value::from("added"));
        self.kind() == line.kind || self.kind() == "order" && added()
    }

    /// True if the event has all the given values. `because` requires at least these rules.
    pub fn fits(&self, line: &Line) -> bool {
        self.is_kind_of(line) && self.values().iter().all(|(n, v)| has(line, n, v))
    }

    /// Number of the given values that the event has, if it is of this kind.
    pub(super) fn likeness(&self, line: &Line) -> Option<usize> {
        let values = self.values();
        self.is_kind_of(line).then(|| values.iter().filter(|(n, v)| has(line, n, v)).count())
    }
}

fn has(line: &Line, name: &str, value: &Value) -> bool {
    match (name, value, line.get(name)) {
        ("because", Value::List(rules), Some(Value::List(all))) => {
            rules.iter().all(|r| all.contains(r))
        }
        (_, _, found) => found == Some(value),
    }
}
