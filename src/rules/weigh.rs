//! What acts are worth, in rough numbers: for opponents that choose among many possibilities in
//! little time.
//!
//! A ruleset that answers [`Ruleset::means`] and [`Ruleset::weigh`] takes the numbers from the code
//! that resolves, so that an opponent's expectations and the results cannot disagree. For one that
//! does not, [`means_by_offers`] and [`weigh_by_odds`] find them out from outside, more slowly.

use crate::grid::{Cell, Room, UnitId};

use super::Key;
use super::command::Command;
use super::odds;
use super::path_preview::Remark;
use super::ruleset::{Aim, Ctx, Ruleset};
use super::state::{State, Status, Unit};

/// An act that a combatant has, as one sizes it up who has to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActSummary {
    /// Its name in commands.
    pub act: Key,
    /// The way in which it is done, as the choice of the command; empty for the plain one.
    pub choice: Key,
    /// How it is aimed.
    pub aim: Aim,
    /// How far off it can be aimed, in squares; for acts around the actor, how far they reach.
    /// `u16::MAX` when the ruleset does not say.
    pub span: u16,
    /// What it takes from the actor's pools, points.
    pub cost: i32,
    /// It takes the whole turn: nothing may come before it.
    pub whole_turn: bool,
    /// It affects several at once.
    pub area: bool,
    /// It may be of use against foes.
    pub against_foes: bool,
    /// It may be of use to the own side.
    pub for_friends: bool,
    /// What it waits for, if it is made ready now and done later.
    pub cue: Option<Cue>,
    /// It moves those whom it affects from their place.
    pub pushes: bool,
    /// It brings a newcomer to the place that it is aimed at.
    pub brings: bool,
    /// It takes the actor itself to the place that it is aimed at, in a straight line over what lies
    /// between.
    pub leaps: bool,
    /// From then on the one it is aimed at comes along wherever the actor goes.
    pub tows: bool,
    /// What it is done with leaves the actor's hands.
    pub throws: bool,
    /// Possible at the moment, as far as the actor is concerned.
    pub open: bool,
}

impl ActSummary {
    /// An act against foes, in the plain way, that costs and does nothing out of the ordinary.
    pub fn plain(act: Key, aim: Aim, span: u16, open: bool) -> Self {
        Self {
            act,
            choice: Key::default(),
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

/// What an act that is made ready now and done later waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cue {
    /// A foe that moves near the actor, or in the cells that are watched.
    Move,
    /// A blow on the actor.
    Blow,
    /// An attack on the friend that it is aimed at.
    Attack,
    /// A foe that uses something out of the ordinary, such as magic.
    Feat,
}

/// Where moving would set something off, as far as the mover's side can know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// Who watches.
    pub owner: UnitId,
    /// What it would do, as players read it, and the rule by which it does.
    pub what: Remark,
    /// The cells, sorted.
    pub cells: Vec<Cell>,
    /// A step out of one of them counts too; otherwise only steps into them from outside do.
    pub leaving: bool,
    /// What it would do to the mover.
    pub prospect: ActOutcome,
}

impl Watch {
    /// True when a step from one place to another sets it off.
    pub fn is_met(&self, from: Room, to: Room) -> bool {
        let inside = |room: Room| room.cells().any(|cell| self.cells.binary_search(&cell).is_ok());
        if self.leaving { inside(from) || inside(to) } else { inside(to) && !inside(from) }
    }
}

/// How a combatant gets something of the board out of its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// The act that does it soonest, aimed at the object.
    pub act: Key,
    /// How often it has to be used, as things stand; at least once.
    pub uses: u16,
}

impl Breach {
    /// An act that takes so many of so many points; nothing if it takes none.
    pub fn by(act: Key, taken: i32, left: i32) -> Option<Self> {
        let uses = (left.max(1) + taken - 1).checked_div(taken).filter(|_| taken > 0)?;
        Some(Self { act, uses: u16::try_from(uses).unwrap_or(u16::MAX) })
    }
}

/// What an act would do to one combatant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActOutcome {
    /// Whom.
    pub target: UnitId,
    /// The chance that it takes effect, in thousandths.
    pub chance: i32,
    /// What it takes of the target's life if it does, in points as [`Ruleset::life`] counts them
    /// over all tracks; falls that it leads to included.
    pub harm: i32,
    /// What it gives back of it if it does, in the same points.
    pub mends: i32,
    /// How many disadvantages it gives beside that.
    pub hinders: i32,
    /// How many advantages it gives beside that.
    pub helps: i32,
    /// What it adds to the target's side, in thousandths of the target's own strength: a helper
    /// who joins it, or a stronger body.
    pub adds: i32,
}

impl ActOutcome {
    /// No effect on somebody, for sure.
    pub const fn none(target: UnitId) -> Self {
        Self { target, chance: 1000, harm: 0, mends: 0, hinders: 0, helps: 0, adds: 0 }
    }
}

/// The acts of a combatant for rulesets without [`Ruleset::means`].
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

/// The prospects of a command for rulesets without [`Ruleset::weigh`], from its exact odds. Empty
/// when it is refused or has no odds.
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
            // What an act lays on others by force is bad for them; what it gives along with no
            // harm to the own side is good.
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

/// How many conditions a combatant has more than before; falling and waking count too.
fn gained(before: &Unit, after: &Unit) -> i64 {
    let more = after.conditions.0.len().saturating_sub(before.conditions.0.len());
    let lies = before.placement.posture != after.placement.posture;
    let out = before.status == Status::Active && after.status != Status::Active;
    i64::try_from(more).unwrap_or(0) + i64::from(lies) + i64::from(out)
}
