//! Rough estimates of what acts are worth, for AI that compares many options in little time.
//!
//! A ruleset that implements [`Ruleset::means`] and [`Ruleset::weigh`] takes the numbers from the
//! resolving code itself, so that estimates and results cannot disagree. For other rulesets,
//! [`means_by_offers`] and [`weigh_by_odds`] derive them from outside, more slowly.

use crate::grid::{Cell, Room, UnitId};

use super::command::Command;
use super::odds;
use super::path_preview::Remark;
use super::ruleset::{Aim, Ctx, Ruleset};
use super::state::{State, Status, Unit};
use super::{Key, Values};

/// Summary of an available act, for AI scoring.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActSummary {
    /// Its name in commands.
    pub act: Key,
    /// The variant, as the `choice` of the command; empty for the plain act.
    pub choice: Key,
    /// The parameter values it is meant with; the others keep their defaults.
    pub with: Values,
    /// Its kind of target.
    pub aim: Aim,
    /// Range in squares; for acts around the actor, their radius. `u16::MAX` if the ruleset does
    /// not say.
    pub span: u16,
    /// Cost in points of the actor's pools.
    pub cost: i32,
    /// True if it takes the whole turn: nothing may come before it.
    pub whole_turn: bool,
    /// True if it affects several targets at once.
    pub area: bool,
    /// True if it may be useful against enemies.
    pub against_foes: bool,
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
            aim,
            span,
            cost: 0,
            whole_turn: false,
            area: false,
            against_foes: true,
            for_friends: false,
            cue: None,
            pushes: false,
            brings: false,
            leaps: false,
            tows: false,
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
    /// A blow on the actor.
    Blow,
    /// An attack on the targeted ally.
    Attack,
    /// An enemy uses something extraordinary, such as magic.
    Feat,
}

/// Cells where moving triggers something, as far as the mover's side can know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// The watching combatant.
    pub owner: UnitId,
    /// What it would do, as shown to players, with its rule.
    pub what: Remark,
    /// The cells, sorted.
    pub cells: Vec<Cell>,
    /// True if a step out of a cell counts too; otherwise only steps in from outside do.
    pub leaving: bool,
    /// What it would do to the mover.
    pub prospect: ActOutcome,
}

impl Watch {
    /// Returns true if a step from one place to another triggers it.
    pub fn is_met(&self, from: Room, to: Room) -> bool {
        let inside = |room: Room| room.cells().any(|cell| self.cells.binary_search(&cell).is_ok());
        if self.leaving { inside(from) || inside(to) } else { inside(to) && !inside(from) }
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

/// What an act would do to one combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActOutcome {
    /// The affected combatant.
    pub target: UnitId,
    /// The chance that it takes effect, in thousandths.
    pub chance: i32,
    /// Harm to the target's life if it takes effect, in points of [`Ruleset::life`] over all
    /// tracks, including resulting falls.
    pub harm: i32,
    /// Healing if it takes effect, in the same points.
    pub mends: i32,
    /// Number of disadvantages it imposes in addition.
    pub hinders: i32,
    /// Number of advantages it gives in addition.
    pub helps: i32,
    /// What it adds to the target's side, in thousandths of the target's own strength: a new ally,
    /// or a stronger body.
    pub adds: i32,
}

impl ActOutcome {
    /// Certain to have no effect.
    pub const fn none(target: UnitId) -> Self {
        Self { target, chance: 1000, harm: 0, mends: 0, hinders: 0, helps: 0, adds: 0 }
    }
}

/// Act summaries for rulesets without [`Ruleset::means`].
pub fn means_by_offers(rules: &dyn Ruleset, ctx: Ctx<'_>, unit: UnitId) -> Vec<ActSummary> {
    let offers = rules.offers(ctx, unit).into_iter();
    offers
        .map(|offer| {
            let area = matches!(offer.aim, Aim::Cell);
            let plain = ActSummary::plain(offer.act, offer.aim, u16::MAX, offer.refused.is_none());
            ActSummary { area, for_friends: true, ..plain }
        })
        .collect()
}

/// The outcomes of a command for rulesets without [`Ruleset::weigh`], from its exact odds. Empty if
/// it is refused or has no odds.
pub fn weigh_by_odds(rules: &dyn Ruleset, state: &State, command: &Command) -> Vec<ActOutcome> {
    let Ok(courses) = odds::courses(rules, state, command, ()) else { return Vec::new() };
    let actor = command.unit();
    let mut prospects = Vec::new();
    for before in &state.units {
        let (mut touched, mut harm, mut mends) = (0_i64, 0_i64, 0_i64);
        let life = i64::from(rules.life(before).left);
        let (mut hinders, mut helps) = (0_i64, 0_i64);
        for course in courses.iter() {
            let Some(after) = course.state.unit(before.id()) else { continue };
            let share = course.chance.thousandths();
            let change = i64::from(rules.life(after).left) - life;
            let gained = gained(before, after);
            if change == 0 && gained == 0 && after.status == before.status {
                continue;
            }
            touched += share;
            harm += share * (-change).max(0);
            mends += share * change.max(0);
            // Conditions from a hostile act are bad; conditions without harm for the own side are
            // good.
            let friendly = actor.is_some_and(|a| !state.are_foes(a, before.id()));
            if friendly && change >= 0 {
                helps += share * gained;
            } else {
                hinders += share * gained;
            }
        }
        if touched > 0 {
            let mean = |sum: i64| i32::try_from(sum / touched).unwrap_or(i32::MAX);
            prospects.push(ActOutcome {
                target: before.id(),
                chance: i32::try_from(touched).unwrap_or(1000).min(1000),
                harm: mean(harm),
                mends: mean(mends),
                hinders: mean(hinders),
                helps: mean(helps),
                adds: 0,
            });
        }
    }
    prospects
}

/// Number of conditions gained; changes of posture and dropping out of the fight count too.
fn gained(before: &Unit, after: &Unit) -> i64 {
    let more = after.conditions.0.len().saturating_sub(before.conditions.0.len());
    let lies = before.placement.posture != after.placement.posture;
    let out = before.status == Status::Active && after.status != Status::Active;
    i64::try_from(more).unwrap_or(0) + i64::from(lies) + i64::from(out)
}
