//! An act bound to its actor at one moment, and the requirements for holding it (MO-60, MO-65).

use grid::{FloorAt, Place, UnitId};
use rules::Refusal;
use rules::command::Target;
use rules::estimate::ActOutcome;
use rules::event::Event;
use rules::kit::acts::Act;
use rules::object::Object;
use rules::oracle::Pause;
use rules::ruleset::Aim;
use rules::state::Unit;

use super::budget::Budget;
use super::mind;
use super::position::Position;
use super::step::Step;
use super::variant_spec::VariantSpec;

/// An act bound to its actor and the current position.
#[derive(Clone, Copy)]
pub struct By<'a, T> {
    /// The act.
    pub what: T,
    /// The actor.
    pub unit: &'a Unit,
    /// The current position.
    pub position: Position<'a>,
}

impl<'a, T> By<'a, T> {
    /// Binds an act to its actor.
    pub const fn new(what: T, position: Position<'a>, unit: &'a Unit) -> Self {
        Self { what, unit, position }
    }

    /// The actor's ID.
    pub const fn id(&self) -> UnitId {
        self.unit.id()
    }

    /// The rest of the turn.
    ///
    /// # Errors
    /// If the actor has no sheet.
    pub fn budget(&self) -> Result<Budget<'a>, Refusal> {
        Budget::needed(self.position.content, self.unit)
    }

    /// Whether an enraged actor may act: it must approach an enemy before doing anything else
    /// (MO-276).
    ///
    /// # Errors
    /// If it has not approached yet.
    pub fn check_drawn(&self) -> Result<(), Refusal> {
        mind::check_drawn(self.position.content, self.position.ctx, self.unit)
    }
}

/// The kind of target of a held act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    /// An enemy.
    Foe,
    /// An ally, or the holder.
    Friend,
    /// Anyone.
    Anybody,
    /// The holder itself.
    Own,
    /// A place or object named when the act is readied.
    Spot,
}

/// How a held act is carried out.
pub struct HeldUse<'a> {
    /// The holder.
    pub unit: UnitId,
    /// Its targets.
    pub targets: Vec<Target>,
    /// The variant in which it was readied.
    pub variant: &'a VariantSpec,
    /// Asks whether it should try to hit (MO-61).
    pub wants_to_hit: &'a mut dyn FnMut() -> Result<bool, Pause>,
}

impl HeldUse<'_> {
    /// The first target, or the holder if there is none.
    pub fn aim(&self) -> Target {
        self.targets.first().copied().unwrap_or(Target::Unit(self.unit))
    }
}

/// The result of triggering a held act.
pub enum HeldResult {
    /// It runs as this step.
    Runs(Step),
    /// Movement in metres, and where to go (MO-92, MO-94).
    Gives(i32, Option<FloorAt>),
    /// Nothing, with the reason.
    Lost(&'static str),
}

/// An act that can be held: any act with a price in AP except Cinematic Actions (MO-65).
pub trait Hold: Act<Step> {
    /// Its price in AP. Acts that are free once a turn are not free when held.
    fn held_price(&self) -> i32;

    /// Whether it can be readied now. Its target is chosen when the trigger comes.
    ///
    /// # Errors
    /// The first reason against it.
    fn check_held(&self) -> Result<(), Refusal> {
        self.check_use()
    }

    /// Its kind of target.
    fn whom(&self) -> TargetKind;

    /// How it is aimed when readied.
    fn held_aim(&self) -> Aim {
        if self.whom() == TargetKind::Spot { Aim::Cell } else { Aim::Own }
    }

    /// The places and objects it can be readied for. Empty if it targets a combatant.
    fn spots(&self) -> Vec<Target> {
        Vec::new()
    }

    /// Whether the place or object named when it was readied is still valid.
    fn serves(&self, _spot: Target) -> bool {
        false
    }

    /// Its targets when aimed at this combatant, or `None` if that is not possible.
    fn meant_for(&self, at: UnitId) -> Option<Vec<Target>>;

    /// Whether it may be readied with these targets.
    fn takes(&self, own: UnitId, targets: &[Target]) -> bool {
        match (self.whom(), targets) {
            (TargetKind::Spot, [Target::Place(Place::Cell(_)) | Target::Floor(_)]) => true,
            (TargetKind::Spot, [target]) => {
                self.held_aim() == Aim::Edge && Object::of(*target).is_some()
            }
            (TargetKind::Spot, _) => false,
            (_, targets) => targets.is_empty() || *targets == [Target::Unit(own)],
        }
    }

    /// True for an act that is not worth holding because the unit has something better.
    fn is_spare(&self) -> bool {
        false
    }

    /// Extra entries in the turn's history when it is readied, besides its price.
    fn readied(&self) -> Vec<Event> {
        Vec::new()
    }

    /// What it would do to each enemy that may come near, for AI scoring.
    fn awaits(&self) -> Vec<ActOutcome> {
        Vec::new()
    }

    /// Resolves it when its trigger comes.
    ///
    /// # Errors
    /// [`Pause`] while a decision is missing.
    fn carry_out(&self, how: HeldUse<'_>) -> Result<HeldResult, Pause>;

    /// What follows once it has been carried out against this target.
    fn afterwards(&self, _at: Target) -> Option<Step> {
        None
    }
}
