//! Rough estimates of the value of acts, for AI that compares many options in little time.
//!
//! A ruleset that implements [`act_summaries`](super::Ruleset::act_summaries) and
//! [`estimate`](super::Ruleset::estimate) takes the numbers from the resolving code itself, so that
//! estimates and results cannot disagree. For other rulesets, [`summaries_by_offers`] and
//! [`estimate_by_odds`] derive them from outside, more slowly.

mod derived;

use grid::{Cell, Room, UnitId};

use super::aim::Aim;
use super::path_preview::Remark;
use super::{Key, Values};

pub use derived::{estimate_by_odds, summaries_by_offers};

/// Summary of an available act, for AI scoring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActSummary {
    /// Its name in commands.
    pub act: Key,
    /// The variant, as the `choice` of the command; empty for the plain act.
    pub choice: Key,
    /// The parameter values that the summary assumes; the others keep their defaults.
    pub with: Values,
    /// True if another summary describes the same act with less effect and at a lower cost.
    pub is_variant: bool,
    /// Its kind of target.
    pub aim: Aim,
    /// Range in squares; for acts around the actor, their radius. `u16::MAX` if the ruleset does
    /// not set one.
    pub span: u16,
    /// Cost in points of the actor's pools.
    pub cost: i32,
    /// True if it takes the whole turn: nothing may come before it.
    pub whole_turn: bool,
    /// True if it affects several targets at once.
    pub area: bool,
    /// True if it may be useful against enemies.
    pub against_foes: bool,
    /// True if it only hampers enemies: no reason to stay out of the fight.
    pub hampers: bool,
    /// True if it may be useful for the own side.
    pub for_friends: bool,
    /// The trigger, if it is readied now and carried out later.
    pub cue: Option<Cue>,
    /// True if it moves its targets.
    pub pushes: bool,
    /// True if it brings a new combatant to the targeted place.
    pub brings: bool,
    /// True if it moves the actor to the targeted place, in a straight line over anything in
    /// between.
    pub leaps: bool,
    /// True if its target moves along with the actor afterwards.
    pub tows: bool,
    /// True if the actor runs up to its target first; `span` includes the way.
    pub runs_up: bool,
    /// True if the item used leaves the actor's hands.
    pub throws: bool,
    /// True if it is possible at the moment, as far as the actor is concerned.
    pub open: bool,
}

impl ActSummary {
    /// A plain act against enemies, without cost or side effects.
    pub fn plain(act: Key, aim: Aim, span: u16, open: bool) -> Self {
        Self {
            act,
            choice: Key::default(),
            with: Values::none(),
            is_variant: false,
            aim,
            span,
            cost: 0,
            whole_turn: false,
            area: false,
            against_foes: true,
            hampers: false,
            for_friends: false,
            cue: None,
            pushes: false,
            brings: false,
            leaps: false,
            tows: false,
            runs_up: false,
            throws: false,
            open,
        }
    }
}

/// The trigger of a readied act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
    /// An enemy moves near the actor, or in the watched cells.
    Move,
    /// An attack on the actor.
    Blow,
    /// An attack on the targeted ally.
    Attack,
    /// An enemy uses something extraordinary, such as magic.
    Feat,
}

/// Which steps a watch answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WatchedSteps {
    /// Steps into its cells from outside.
    In,
    /// Steps out of its cells.
    Out,
    /// Steps into its cells, out of them and between them.
    All,
}

/// Cells where moving triggers something, as far as the mover's side can know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// The watching combatant.
    pub owner: UnitId,
    /// Its effect as shown to players, with its rule.
    pub what: Remark,
    /// The cells, sorted.
    pub cells: Vec<Cell>,
    /// Which steps trigger it.
    pub steps: WatchedSteps,
    /// What it would do to the mover.
    pub expected: ActOutcome,
}

impl Watch {
    /// Returns true if a step from one place to another triggers it, as far as its cells tell.
    pub fn is_met(&self, from: Room, to: Room) -> bool {
        match self.steps {
            WatchedSteps::In => self.covers(to) && !self.covers(from),
            WatchedSteps::Out => self.covers(from) && !self.covers(to),
            WatchedSteps::All => self.covers(from) || self.covers(to),
        }
    }

    /// Returns true if a step from one place to another may trigger it. Walls and heights can end
    /// contact within its cells.
    pub fn may_be_met(&self, from: Room, to: Room) -> bool {
        match self.steps {
            WatchedSteps::In => self.is_met(from, to),
            WatchedSteps::Out | WatchedSteps::All => self.covers(from) || self.covers(to),
        }
    }

    /// True if any cell of a room is one of its cells.
    fn covers(&self, room: Room) -> bool {
        room.cells().any(|cell| self.cells.binary_search(&cell).is_ok())
    }
}

/// How a combatant removes an object or edge from its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The fastest act, aimed at the object.
    pub act: Key,
    /// Expected number of uses, at least 1.
    pub uses: u16,
}

impl Breach {
    /// An act that takes `taken` of the `left` points per use; `None` if it takes none.
    pub fn by(act: Key, taken: i32, left: i32) -> Option<Self> {
        let uses = (left.max(1) + taken - 1).checked_div(taken).filter(|_| taken > 0)?;
        Some(Self { act, uses: u16::try_from(uses).unwrap_or(u16::MAX) })
    }
}

/// The effect of an act on one combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActOutcome {
    /// The affected combatant.
    pub target: UnitId,
    /// The chance that it takes effect, in thousandths.
    pub chance: i32,
    /// Harm to the target's life if it takes effect, in points of [`life`](super::Ruleset::life)
    /// over all tracks, including resulting falls.
    pub harm: i32,
    /// The share of that in which the harm takes the target out of the fight, in thousandths;
    /// `None` to judge by the harm.
    pub fells: Option<i32>,
    /// Healing if it takes effect, in the same points.
    pub mends: i32,
    /// Number of disadvantages it imposes in addition.
    pub hinders: i32,
    /// Number of advantages it gives in addition.
    pub helps: i32,
    /// Value it adds to the target's side, in thousandths of the target's own strength: a new ally,
    /// or a stronger body.
    pub adds: i32,
}

impl ActOutcome {
    /// An outcome without any effect.
    #[inline]
    pub const fn none(target: UnitId) -> Self {
        Self { target, chance: 1000, harm: 0, fells: None, mends: 0, hinders: 0, helps: 0, adds: 0 }
    }
}
