//! An act as one combatant has it at one moment, and what it takes to hold it for later (MO-60,
//! MO-65).

use crate::grid::{Cell, Place, UnitId};
use crate::rules::Refusal;
use crate::rules::command::Target;
use crate::rules::event::Event;
use crate::rules::kit::acts::Act;
use crate::rules::object::Object;
use crate::rules::oracle::Pause;
use crate::rules::ruleset::Aim;
use crate::rules::state::Unit;
use crate::rules::weigh::ActOutcome;

use super::budget::Budget;
use super::mind;
use super::position::Position;
use super::step::Step;
use super::way::Way;

/// What somebody could do at one moment.
#[derive(Clone, Copy)]
pub struct By<'a, T> {
    /// What.
    pub what: T,
    /// Who.
    pub unit: &'a Unit,
    /// The moment.
    pub position: Position<'a>,
}

impl<'a, T> By<'a, T> {
    /// As somebody could do it.
    pub const fn new(what: T, position: Position<'a>, unit: &'a Unit) -> Self {
        Self { what, unit, position }
    }

    /// The number of the one who could.
    pub const fn id(&self) -> UnitId {
        self.unit.id()
    }

    /// What the turn still has.
    ///
    /// # Errors
    /// When it has no sheet.
    pub fn budget(&self) -> Result<Budget<'a>, Refusal> {
        Budget::needed(self.position.content, self.unit)
    }

    /// The enraged come nearer to an enemy before they do anything else (MO-276).
    ///
    /// # Errors
    /// That it has not come near yet.
    pub fn check_drawn(&self) -> Result<(), Refusal> {
        mind::check_drawn(self.position.content, self.position.ctx, self.unit)
    }
}

/// Whom a held act is meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whom {
    /// An enemy.
    Foe,
    /// One of the own side.
    Friend,
    /// Whoever it is.
    Anybody,
    /// Oneself.
    Own,
    /// A place or thing that is named when it is made ready.
    Spot,
}

/// What a held act is carried out on.
pub struct Course<'a> {
    /// Who holds it.
    pub unit: UnitId,
    /// What it is aimed at.
    pub targets: Vec<Target>,
    /// The way in which it is held.
    pub way: &'a Way,
    /// Asks whether it is meant to hit (MO-61).
    pub in_earnest: &'a mut dyn FnMut() -> Result<bool, Pause>,
}

impl Course<'_> {
    /// The first thing that it is aimed at; its holder for what is aimed at nothing.
    pub fn aim(&self) -> Target {
        self.targets.first().copied().unwrap_or(Target::Unit(self.unit))
    }
}

/// What becomes of a held act whose moment has come.
pub enum Fate {
    /// It runs as this step.
    Runs(Step),
    /// It gives metres of movement, to go to a place (MO-92, MO-94).
    Gives(i32, Option<Cell>),
    /// It is lost.
    Lost(&'static str),
}

/// An act that can be held: every one with a price in AP but Cinematic Actions (MO-65).
pub trait Hold: Act<Step> {
    /// The part of the action bar in which it is held: there are too many for one.
    fn held_group(&self) -> &'static str;

    /// AP that it takes. What is free once a turn is not free when it is held.
    fn held_price(&self) -> i32;

    /// Whether it can be made ready now. Whom it is done to is found when its trigger comes.
    ///
    /// # Errors
    /// The first reason against it.
    fn check_held(&self) -> Result<(), Refusal> {
        self.check_use()
    }

    /// Whom it is meant for.
    fn whom(&self) -> Whom;

    /// How it is aimed when it is made ready.
    fn held_aim(&self) -> Aim {
        if self.whom() == Whom::Spot { Aim::Cell } else { Aim::Own }
    }

    /// The places that it can be made ready for; none for what is meant for somebody.
    fn spots(&self) -> Vec<Target> {
        Vec::new()
    }

    /// Whether the place or thing that was named when it was made ready still serves.
    fn serves(&self, _spot: Target) -> bool {
        false
    }

    /// What it is aimed at when it is meant for somebody; nothing when it cannot be.
    fn meant_for(&self, at: UnitId) -> Option<Vec<Target>>;

    /// Whether it may be made ready with these targets.
    fn takes(&self, own: UnitId, targets: &[Target]) -> bool {
        match (self.whom(), targets) {
            (Whom::Spot, [Target::Place(Place::Cell(_))]) => true,
            (Whom::Spot, [target]) => self.held_aim() == Aim::Edge && Object::of(*target).is_some(),
            (Whom::Spot, _) => false,
            (_, targets) => targets.is_empty() || *targets == [Target::Unit(own)],
        }
    }

    /// True for what nobody holds who has anything better.
    fn is_spare(&self) -> bool {
        false
    }

    /// What its turn remembers of it once it is made ready, beside its price.
    fn readied(&self) -> Vec<Event> {
        Vec::new()
    }

    /// What it would do to each foe that may come near, for those who think of holding it.
    fn awaits(&self) -> Vec<ActOutcome> {
        Vec::new()
    }

    /// What becomes of it at its moment.
    ///
    /// # Errors
    /// [`Pause`] while a decision is missing.
    fn carry_out(&self, course: Course<'_>) -> Result<Fate, Pause>;
}
