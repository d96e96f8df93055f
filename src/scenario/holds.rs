//! What must hold at a point of a scenario: values of combatants, the turn order, what is possible.

use std::collections::BTreeMap;

use serde::Deserialize;

use grid::{Cell, Dir};
use rules::policy::Policy;

use super::errors::CheckError;
use super::roll::RollCheck;
use super::scalar::{Aim, Metres};
use super::slots::{self, SlotDraft};
use super::view::{View, same};
use super::{choices, orders, sides, units};

/// A condition that must hold.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Check {
    /// A combatant's track or pool `health`.
    Health(String, i32),
    /// A combatant's track or pool `energy`.
    Energy(String, i32),
    /// Any track or pool of a combatant: combatant, name, value.
    Meter(String, String, i32),
    /// A meter of the item in a slot of a combatant, or of a layer over it: combatant, slot or
    /// layer, meter, value.
    Wear(String, String, String, i32),
    /// How aware a combatant or a side is of a combatant: `unaware`, `suspects`, `notices`, `sees`.
    Knows(String, String, String),
    /// Everything that a combatant or a side has learned about a combatant, in the ruleset's order.
    Learned(String, String, Vec<String>),
    /// Progress of an act over several turns; 0 if it has not begun.
    Progress(String, String, i32),
    /// The state of a layer over a combatant: `on`, `recalled` or `broken`; an empty text if there
    /// is none.
    Layer(String, String, String),
    /// Fitness over all tracks, in thousandths; 0 if out of the fight.
    Fitness(String, i32),
    /// A combatant's cell: the north-west one of its footprint.
    At(String, Cell),
    /// Absolute height of its feet.
    Feet(String, Metres),
    /// Height of its feet above the floor or water below.
    Altitude(String, Metres),
    /// `standing` or `prone`.
    Posture(String, String),
    /// What supports it: `ground`, `thing`, `body`, `grip`, `water`, `flight`, `nothing`.
    Support(String, String),
    /// Its status: `active`, `down`, `dead`, `gone`, `surrendered`.
    Status(String, String),
    /// All its conditions, in the order they began.
    Conditions(String, Vec<String>),
    /// One of its conditions.
    Condition {
        /// The combatant.
        of: String,
        /// The condition.
        is: String,
        /// Its size.
        size: Option<i32>,
        /// Its duration, as in `gained`.
        lasts: Option<String>,
        /// The part of the body that it affects.
        part: Option<String>,
        /// Values stored with it.
        #[serde(default)]
        data: BTreeMap<String, i64>,
    },
    /// The turn order of the round, including those that have acted.
    Order(Vec<String>),
    /// The slots of the turn order.
    Slots(Vec<SlotDraft>),
    /// The turn order as a side knows it; an empty text for a blank turn.
    OrderFor(String, Vec<String>),
    /// The acts that a combatant's current extra act allows, by the ruleset's own names.
    Extra(String, String, Vec<String>),
    /// The round.
    Round(u32),
    /// Whose turn it is; an empty text for no turn.
    Active(String),
    /// Movement spent in its turn.
    Spent(String, i32),
    /// A number on its card, by label, such as `Parry`.
    Number(String, String, i64),
    /// A line of its card, by label, word for word.
    Card(String, String, String),
    /// Its current sheet: its role's, or a form's.
    Form(String, String),
    /// All acts that it is offered, possible or not, in the order of the action bar.
    Offers(String, Vec<String>),
    /// The other variants of an act that are possible now, in order.
    Ways(String, String, Vec<String>),
    /// The cells that an act can be aimed at, in any order.
    Cells(String, String, Vec<Cell>),
    /// The directions that an act can be aimed in, clockwise from north.
    Directions(String, String, Vec<Dir>),
    /// The parts of a combatant that an act can be aimed at, in the ruleset's order.
    Parts(String, String, String, Vec<String>),
    /// The range of an act's parameter: its lowest and highest number, or its possible names.
    Settings(String, String, String, Vec<String>),
    /// Where a combatant faces.
    Faces(String, Dir),
    /// The cost of moving to a cell from here.
    Cost(String, Cell, u32),
    /// The cost of moving to a cell from here when that takes the whole turn (running).
    Run(String, Cell, u32),
    /// No path leads to a cell.
    NoWay(String, Cell),
    /// The distance between two combatants as ranges measure it: metres, that is, squares.
    Distance(String, String, u32),
    /// The act is possible now.
    Can(String, String),
    /// The act is offered, but refused with this code.
    Cannot(String, String, String),
    /// The act is not even listed.
    Lacks(String, String),
    /// All targets that the act can be aimed at.
    Targets(String, String, Vec<String>),
    /// All units in the area of an act aimed there that would be rolled against, in order.
    Rolls(String, String, Aim, Vec<String>),
    /// The chance shown for an act aimed there: "3/4", or "3/4; 13/20 if parried".
    Shown(String, String, Aim, String),
    /// A roll as it would be made now.
    Roll(RollCheck),
    /// The content of a gear slot; an empty text if it is empty.
    Holds(String, String, String),
    /// A flag of a combatant.
    Flag(String, String, i64),
    /// What happens to a combatant if the battle ends now.
    After {
        /// The combatant.
        of: String,
        /// `rested`, `left`, `dead` or `vanished`.
        fate: String,
        /// Its tracks and pools then, by name.
        #[serde(default)]
        now: BTreeMap<String, i32>,
        /// All its effects that have not run out, by name: `36 s`, or `no limit`.
        lasting: Option<BTreeMap<String, String>>,
    },
    /// A side knows where a combatant is.
    Known(String, String),
    /// A side does not know where a combatant is.
    Unknown(String, String),
    /// The number that determines a combatant's slot in the turn order.
    Slot(String, i32),
    /// The prepared acts of a combatant that are still pending.
    Pending(String, Vec<String>),
    /// The standing order of a side on a subject.
    Policy(String, String, Policy),
    /// Every subject on which a side can give standing orders, in order.
    Askable(String, Vec<String>),
    /// The referee's ruling on a fact between two combatants; an empty text for none.
    Judged(String, String, String, String),
    /// The battle is not over.
    GoesOn(),
    /// The battle is over and this side has won; an empty text for a draw.
    Won(String),
}

impl Check {
    /// Whether it holds.
    ///
    /// # Errors
    /// The expected and the actual value.
    pub fn holds(&self, view: View<'_>) -> Result<(), CheckError> {
        match self {
            Self::Health(who, n) => units::meter(view, who, "health", *n),
            Self::Energy(who, n) => units::meter(view, who, "energy", *n),
            Self::Meter(who, id, n) => units::meter(view, who, id, *n),
            Self::Wear(who, on, id, n) => units::wear(view, who, on, id, *n),
            Self::Knows(by, of, awareness) => sides::knows(view, by, of, awareness),
            Self::Learned(by, of, facts) => sides::learned(view, by, of, facts),
            Self::Progress(who, act, n) => units::progress(view, who, act, *n),
            Self::Layer(who, id, state) => units::layer(view, who, id, state),
            Self::Fitness(who, n) => units::fitness(view, who, *n),
            Self::At(who, cell) => units::at(view, who, *cell),
            Self::Feet(who, height) => units::feet(view, who, *height),
            Self::Altitude(who, height) => units::altitude(view, who, *height),
            Self::Posture(who, posture) => units::posture(view, who, posture),
            Self::Support(who, support) => units::support(view, who, support),
            Self::Status(who, status) => units::status(view, who, status),
            Self::Conditions(who, all) => units::conditions(view, who, all),
            Self::Condition { of, is, size, lasts, part, data } => {
                let limits = (*size, lasts.as_deref(), data);
                units::condition(view, of, (is.as_str(), part.as_deref()), limits)
            }
            Self::Order(all) => slots::order(view, all),
            Self::Slots(all) => slots::same_slots(view, all),
            Self::OrderFor(side, all) => slots::order_for(view, side, all),
            Self::Extra(who, name, allows) => slots::extra(view, who, name, allows),
            Self::Round(n) => same("round", *n, view.state.scene.clock.round),
            Self::Active(who) => slots::active(view, who),
            Self::Spent(who, n) => choices::spent(view, who, *n),
            Self::Number(who, label, n) => choices::number(view, who, label, *n),
            Self::Card(who, label, text) => choices::card_line(view, who, label, text),
            Self::Form(who, kind) => units::form(view, who, kind),
            Self::Offers(who, acts) => choices::all_offers(view, who, acts),
            Self::Ways(who, act, all) => choices::variants(view, who, act, all),
            Self::Cells(who, act, all) => choices::target_cells(view, who, act, all),
            Self::Directions(who, act, all) => choices::directions(view, who, act, all),
            Self::Parts(who, act, on, all) => choices::parts(view, who, act, on, all),
            Self::Settings(who, act, id, all) => choices::settings(view, who, act, id, all),
            Self::Faces(who, dir) => units::faces(view, who, *dir),
            Self::Cost(who, cell, n) => choices::path(view, who, *cell, n.to_string()),
            Self::Run(who, cell, n) => choices::path(view, who, *cell, format!("{n}, running")),
            Self::NoWay(who, cell) => choices::path(view, who, *cell, "no path".to_owned()),
            Self::Distance(from, to, n) => units::distance(view, from, to, *n),
            Self::Can(who, act) => choices::offered(view, who, act, "possible"),
            Self::Cannot(who, act, code) => choices::offered(view, who, act, code),
            Self::Lacks(who, act) => choices::offered(view, who, act, "not listed"),
            Self::Targets(who, act, all) => choices::target_units(view, who, act, all),
            Self::Rolls(by, act, aim, all) => choices::rolls(view, by, act, aim, all),
            Self::Shown(by, act, aim, chance) => choices::shown(view, by, act, aim, chance),
            Self::Roll(check) => check.holds(view),
            Self::Holds(who, slot, item) => units::holds(view, who, slot, item),
            Self::Flag(who, id, n) => units::flag(view, who, id, *n),
            Self::After { of, fate, now, lasting } => {
                units::after(view, of, fate, now, lasting.as_ref())
            }
            Self::Known(side, who) => sides::known(view, side, who, true),
            Self::Unknown(side, who) => sides::known(view, side, who, false),
            Self::Slot(who, n) => slots::slot(view, who, *n),
            Self::Pending(who, acts) => orders::pending(view, who, acts),
            Self::Policy(side, about, policy) => orders::policy(view, side, about, *policy),
            Self::Askable(side, all) => orders::askable(view, side, all),
            Self::Judged(fact, from, to, says) => {
                sides::judged(view, fact, (from.as_str(), to.as_str()), says)
            }
            Self::GoesOn() => sides::goes_on(view),
            Self::Won(side) => sides::won(view, side),
        }
    }

    /// The combatants that the check refers to.
    pub fn names(&self) -> Vec<&str> {
        match self {
            Self::Order(all) => all.iter().map(String::as_str).collect(),
            Self::Slots(all) => all.iter().flat_map(SlotDraft::names).collect(),
            Self::OrderFor(_, all) => {
                all.iter().map(String::as_str).filter(|name| !name.is_empty()).collect()
            }
            Self::Extra(who, ..) => vec![who],
            Self::Parts(who, _, on, _) => vec![who, on],
            Self::Shown(who, ..) => vec![who],
            Self::Targets(who, _, all) | Self::Rolls(who, _, _, all) => {
                std::iter::once(who).chain(all).map(String::as_str).collect()
            }
            Self::Active(who) if who.is_empty() => Vec::new(),
            Self::Judged(_, from, to, _) | Self::Distance(from, to, _) => vec![from, to],
            Self::Round(_)
            | Self::GoesOn()
            | Self::Won(_)
            | Self::Policy(..)
            | Self::Askable(..) => Vec::new(),
            Self::Roll(check) => vec![&check.by, &check.on],
            Self::Health(who, _)
            | Self::Energy(who, _)
            | Self::Meter(who, ..)
            | Self::Wear(who, ..)
            | Self::Layer(who, ..)
            | Self::Progress(who, ..)
            | Self::Knows(_, who, _)
            | Self::Learned(_, who, _)
            | Self::Fitness(who, _)
            | Self::At(who, _)
            | Self::Feet(who, _)
            | Self::Altitude(who, _)
            | Self::Posture(who, _)
            | Self::Support(who, _)
            | Self::Status(who, _)
            | Self::Conditions(who, _)
            | Self::Condition { of: who, .. }
            | Self::Active(who)
            | Self::Spent(who, _)
            | Self::Number(who, ..)
            | Self::Card(who, ..)
            | Self::Form(who, _)
            | Self::Offers(who, _)
            | Self::Ways(who, ..)
            | Self::Cells(who, ..)
            | Self::Directions(who, ..)
            | Self::Settings(who, ..)
            | Self::Faces(who, _)
            | Self::Cost(who, ..)
            | Self::Run(who, ..)
            | Self::NoWay(who, _)
            | Self::Can(who, _)
            | Self::Cannot(who, ..)
            | Self::Lacks(who, _)
            | Self::Pending(who, _)
            | Self::Known(_, who)
            | Self::Unknown(_, who)
            | Self::Slot(who, _)
            | Self::Holds(who, ..)
            | Self::Flag(who, ..)
            | Self::After { of: who, .. } => vec![who],
        }
    }
}
