//! What a scenario expects to happen.
//!
//! An event is put into words as a [`Line`]: a kind and named values. An expectation is a kind and
//! those of its values that the file states; what it leaves out may be anything.

use serde::Deserialize;

use crate::grid::Cell;

use super::line::{Line, words};
use super::scalar::Metres;
use super::value::Value;

/// Declares the kinds of expectations with their values, all of them optional.
macro_rules! expected {
    ($($(#[$doc:meta])* $variant:ident $kind:literal {
        $($(#[$field_doc:meta])* $field:ident: $type:ty,)*
    })*) => {
        /// Something that must happen, or must not. Values that are left out may be anything.
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

            /// The values that are stated.
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
        /// By whom.
        by: String,
        /// Which.
        act: String,
        /// At whom, in order.
        on: Vec<String>,
        /// At which cell.
        at: Cell,
    }
    /// A prepared act is set.
    Armed "armed" {
        /// By whom.
        by: String,
        /// Which.
        act: String,
        /// For whom.
        on: String,
        /// How often it can be carried out.
        uses: i32,
        /// How many places it watches.
        places: i32,
        /// How long it lasts, as in `gained`.
        lasts: String,
        /// The way to do it; empty for the plain one.
        choice: String,
        /// What it will be aimed at, in order.
        at: Vec<String>,
        /// The sides that learn of it.
        seen_by: Vec<String>,
    }
    /// A prepared act is used up or lost.
    Disarmed "disarmed" {
        /// Why.
        why: String,
        /// Whether nothing is left of it.
        gone: bool,
        /// The sides that learn of it; all if this is empty.
        seen_by: Vec<String>,
    }
    /// An act does not happen after all.
    Cancelled "cancelled" {
        /// Whose.
        by: String,
        /// Which.
        act: String,
    }
    /// Somebody has decided.
    Chose "chose" {
        /// The side.
        side: String,
        /// About whom.
        of: String,
        /// The kind of question.
        question: String,
        /// The answer.
        answer: String,
    }
    /// A side gives a standing order.
    Policy "policy" {
        /// Which side.
        side: String,
        /// What about.
        about: String,
        /// `ask`, `always` or `never`.
        order: String,
        /// The sides that learn of it.
        seen_by: Vec<String>,
    }
    /// A standing order answers a question.
    Ordered "ordered" {
        /// Whose order.
        side: String,
        /// About whom.
        of: String,
        /// What about.
        about: String,
        /// The answer.
        answer: String,
        /// The sides that learn of it.
        seen_by: Vec<String>,
    }
    /// Dice are rolled.
    Rolled "rolled" {
        /// By whom.
        by: String,
        /// By which side.
        side: String,
        /// Against whom.
        on: String,
        /// What for.
        purpose: String,
        /// What the dice show.
        dice: Vec<i64>,
        /// Dice and everything added.
        total: i32,
        /// The number it is compared with.
        against: i32,
        /// The smallest count of the dice that succeeds.
        needs: i32,
        /// The largest count of the dice that succeeds, where low rolls do.
        at_most: i32,
        /// Whether it succeeds.
        success: bool,
        /// Its degrees, negative for failures.
        degrees: i32,
        /// The band that it falls into.
        band: String,
        /// Whose roll it is compared with.
        opposed: String,
        /// By how much the winner of an opposed roll has it.
        margin: i32,
        /// How often dice burst.
        bursts: i32,
        /// What dice showed that were thrown again.
        before: Vec<i64>,
        /// Rules that have a part in either sum.
        because: Vec<String>,
    }
    /// Damage is dealt.
    Hit "hit" {
        /// To whom.
        on: String,
        /// By whom.
        by: String,
        /// With what.
        act: String,
        /// All of it.
        total: i32,
        /// Packet by packet.
        parts: Vec<i64>,
        /// Rules that have a part in a packet.
        because: Vec<String>,
    }
    /// A track changes: health.
    Track "track" {
        /// Whose.
        of: String,
        /// Which.
        id: String,
        /// Before.
        from: i32,
        /// After.
        to: i32,
    }
    /// A pool changes: energy.
    Pool "pool" {
        /// Whose.
        of: String,
        /// Which.
        id: String,
        /// Before.
        from: i32,
        /// After.
        to: i32,
    }
    /// What somebody knows of a combatant changes.
    Learned "learned" {
        /// Who knows: a combatant or a side.
        by: String,
        /// Of whom.
        of: String,
        /// How far it is aware of it now.
        awareness: String,
        /// What it learns.
        facts: Vec<String>,
        /// The sides that learn of it; all if this is empty.
        seen_by: Vec<String>,
    }
    /// An act over several turns goes on, or is done.
    Progress "progress" {
        /// Who.
        who: String,
        /// Which act.
        act: String,
        /// How much is done.
        done: i32,
        /// Of how much.
        of: i32,
    }
    /// An act over several turns is given up.
    Abandoned "abandoned" {
        /// Who.
        who: String,
        /// Which act.
        act: String,
    }
    /// A meter of an item or a layer changes.
    Wear "wear" {
        /// Whose.
        of: String,
        /// The slot of the item, or the name of the layer.
        on: String,
        /// Which meter.
        id: String,
        /// Before.
        from: i32,
        /// After.
        to: i32,
    }
    /// A layer over a body changes.
    Layer "layer" {
        /// Whose.
        of: String,
        /// Which.
        id: String,
        /// How: `laid`, `on`, `recalled`, `broken` or `gone`.
        change: String,
    }
    /// A body moves by one step.
    Moved "moved" {
        /// Who.
        who: String,
        /// From which cell.
        from: Cell,
        /// To which cell.
        to: Cell,
        /// Height of the feet afterwards.
        feet: Metres,
        /// What it paid.
        cost: i32,
        /// How: walk, fly, forced, fall.
        manner: String,
    }
    /// A body lies down, gets up, or is carried differently.
    Stance "stance" {
        /// Who.
        who: String,
        /// standing or prone.
        posture: String,
        /// What carries it.
        support: String,
        /// Where it faces: N, NE, ...
        facing: String,
    }
    /// A combatant takes part differently.
    Status "status" {
        /// Who.
        of: String,
        /// Before.
        from: String,
        /// After.
        to: String,
    }
    /// A condition begins, or goes on with another number.
    Gained "gained" {
        /// Who.
        who: String,
        /// Which.
        condition: String,
        /// Its number.
        size: i32,
        /// How long it lasts: "hits 2", "rounds 1 of A", "battle".
        lasts: String,
        /// The part of the body; empty for the whole.
        part: String,
    }
    /// A condition ends.
    Lost "lost" {
        /// Who.
        who: String,
        /// Which.
        condition: String,
        /// The part of the body; empty for the whole.
        part: String,
    }
    /// A turn begins.
    Turn "turn" {
        /// Whose.
        of: String,
        /// In which round.
        round: u32,
    }
    /// A turn ends.
    TurnOver "turn_over" {
        /// Whose.
        of: String,
    }
    /// A part of a round begins.
    Phase "phase" {
        /// Which.
        name: String,
        /// Of which round.
        round: u32,
    }
    /// The order of a round is set.
    Order "order" {
        /// Who, from first to last.
        is: Vec<String>,
    }
    /// A place in the order of the round is added, removed, moved or passed on.
    Slot "slot" {
        /// `added`, `removed`, `moved` or `passed`.
        change: String,
        /// Who acts in it now.
        who: Vec<String>,
        /// What its act is called, in a place of one act.
        act: String,
        /// Its place, counted from 1.
        at: i32,
        /// Who passed it on.
        from: String,
    }
    /// A door or wall changes.
    Edge "edge" {
        /// The cell.
        at: Cell,
        /// Its side.
        side: String,
        /// Whether its leaf now stands open.
        open: bool,
        /// Whether it is destroyed.
        gone: bool,
    }
    /// A thing or an edge is struck.
    Struck "struck" {
        /// What it is called.
        what: String,
        /// By whom.
        by: String,
        /// With what.
        act: String,
        /// All the damage.
        total: i32,
        /// The health it has left.
        left: i32,
    }
    /// A thing on the board is destroyed.
    Broken "broken" {}
    /// A thing on the board is moved or turned.
    Thing "thing" {
        /// What kind of thing.
        kind: String,
        /// Where it is now.
        at: Cell,
    }
    /// Something falls to the ground.
    Laid "laid" {
        /// What.
        item: String,
        /// Where.
        at: Cell,
    }
    /// Something is taken up from the ground.
    Taken "taken" {
        /// What.
        item: String,
        /// Where.
        at: Cell,
    }
    /// A tie between two begins: one drags another.
    Linked "linked" {
        /// Whose.
        who: String,
        /// To whom.
        to: String,
        /// Which: drag.
        tie: String,
    }
    /// A tie between two ends.
    Unlinked "unlinked" {
        /// Whose.
        who: String,
        /// To whom.
        to: String,
        /// Which.
        tie: String,
    }
    /// With hidden information: what a side sees of a combatant changes.
    Sighted "sighted" {
        /// The side.
        side: String,
        /// Whom.
        who: String,
        /// `appears`, `moves` or `vanishes`.
        change: String,
    }
    /// Murk, silence or burning ground appears.
    Zone "zone" {
        /// What it is called.
        name: String,
    }
    /// Murk, silence or burning ground ends.
    ZoneOver "zone_over" {}
    /// Weather and what else fills the air becomes another.
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
        /// Whose.
        of: String,
        /// Which.
        slot: String,
        /// What is there now.
        to: String,
    }
    /// A small number of a combatant or the battle changes.
    Flag "flag" {
        /// Whose.
        of: String,
        /// Which.
        id: String,
        /// After.
        to: i64,
    }
    /// A small number of a side changes.
    SideFlag "side_flag" {
        /// Whose.
        side: String,
        /// Which.
        id: String,
        /// After.
        to: i64,
    }
    /// The referee rules.
    Ruled "ruled" {
        /// The line in the log.
        says: String,
    }
    /// A combatant enters the battle.
    Spawned "spawned" {
        /// Who: its number, such as `#3`.
        who: String,
        /// Its role.
        role: String,
        /// For which side.
        side: String,
        /// Who called it.
        by: String,
        /// Where.
        at: Cell,
    }
    /// A combatant takes another form, or its own again.
    Form "form" {
        /// Who.
        of: String,
        /// Which.
        is: String,
        /// What becomes of the one it leaves: store, replace, restore.
        change: String,
    }
    /// A line in the log.
    Note "note" {
        /// About whom.
        of: String,
        /// The line.
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
    /// The expectation as the file would state it.
    pub fn in_words(&self) -> String {
        words(self.kind(), &self.values())
    }

    /// A place that is added to the order of a round also counts as a change of the order.
    fn is_kind_of(&self, line: &Line) -> bool {
        let added = || line.kind == "slot" && has(line, "change", &Value::from("added"));
        self.kind() == line.kind || self.kind() == "order" && added()
    }

    /// True if the event has all the values stated. `because` asks for at least these rules.
    pub fn fits(&self, line: &Line) -> bool {
        self.is_kind_of(line) && self.values().iter().all(|(n, v)| has(line, n, v))
    }

    /// How many of the stated values the event has, if it is of this kind.
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
