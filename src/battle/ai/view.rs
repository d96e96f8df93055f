//! The battle as the acting combatant sees it.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

use grid::{Cell, Diagonals, Place, Room, SideId, UnitId};
use rules::command::{Command, Target};
use rules::engine;
use rules::estimate::{self, ActOutcome, ActSummary, Watch};
use rules::fitness::Life;
use rules::ruleset::{Aim, Ctx, Ruleset};
use rules::state::{Goal, State, Status, Unit};
use rules::{Key, Waypoint};

use super::duty::{self, Duty};
use super::side_plan::SidePlan;
use super::tuning::Tuning;
use super::{drag, luck};

/// Minimum range of a ranged act, in squares.
pub const AFAR: u16 = 4;

/// Distance that units keep from the foes if they keep back, in squares.
pub const KEEP_DISTANCE: u32 = 6;

/// More than any unit walks in a turn without running, in squares.
pub const LONG_WALK: u32 = 8;

/// Another combatant, reduced to what decisions need.
#[derive(Clone, Copy, Debug)]
pub struct Other {
    /// Its number.
    pub id: UnitId,
    /// Where it is.
    pub room: Room,
    /// On another side.
    pub foe: bool,
    /// In the fight; otherwise it lies helpless, or its side has given up.
    pub active: bool,
    /// Its remaining life.
    pub life: Life,
    /// Its fall decides the battle: for the acting unit's side if it is a foe, against it if it is a
    /// friend. Also true for a foe that the side has agreed on as its target.
    pub wanted: bool,
}

/// How an opponent plays below its ability.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handicap {
    /// Takes any act worth a good share of the best one.
    pub hasty: bool,
    /// Sees chances only in coarse steps.
    pub coarse: bool,
    /// Ignores cover, height and what the foes could do.
    pub careless: bool,
}

impl Handicap {
    /// The habits of a beginner.
    pub const BEGINNER: Self = Self { hasty: true, coarse: true, careless: true };
}

/// The battle from the view of one combatant.
pub struct View<'a> {
    /// The rules.
    pub rules: &'a dyn Ruleset,
    /// The battle as it is.
    pub ctx: Ctx<'a>,
    /// The acting unit.
    pub me: &'a Unit,
    /// Where it is.
    pub room: Room,
    /// The acting unit in the form of an `Other`.
    pub own: Other,
    /// All other units that are in the fight or helpless, by number.
    pub others: Vec<Other>,
    /// Its available acts.
    pub summaries: Vec<ActSummary>,
    /// It fights at range, or mainly supports its own side.
    pub keeps_back: bool,
    /// It mainly supports its own side.
    pub supports: bool,
    /// How the opponent plays.
    pub habits: Handicap,
    /// What its side has agreed on.
    pub plan: SidePlan,
    /// The opponent's weights.
    pub tuning: Arc<Tuning>,
    /// How many rounds the battle is behind schedule.
    pub behind: u32,
    /// What its conduct binds the acting unit to.
    pub duty: Duty<'a>,
    /// Where a goal wants the acting unit.
    pub zones: Vec<&'a [Place]>,
    threats: OnceCell<Vec<Threat>>,
    watches: OnceCell<Vec<Watch>>,
    /// What walks cost that begin with these steps, up to their last dangerous one.
    pub tolls: RefCell<HashMap<Vec<Waypoint>, i64>>,
    /// The last command that the rules allowed. The chosen command is usually checked twice.
    allowed: RefCell<Option<Command>>,
}

/// What a foe could do to the acting unit.
#[derive(Clone, Debug)]
pub struct Threat {
    /// Its usual attack.
    pub command: Command,
    /// Its melee acts that push the acting unit from its place.
    pub shoves: Vec<Command>,
    /// Where the foe is.
    pub from: Room,
    /// Range of its usual attack, in squares.
    pub span: u32,
}

impl Threat {
    /// True for ranged attacks.
    pub fn is_shot(&self) -> bool {
        self.span >= u32::from(AFAR)
    }
}

impl<'a> View<'a> {
    /// The view of a combatant; `None` if it is not on the board.
    pub fn new(rules: &'a dyn Ruleset, ctx: Ctx<'a>, unit: UnitId) -> Option<Self> {
        let me = ctx.unit(unit)?;
        let side = ctx.state.commander(unit)?;
        let other = |u: &Unit| {
            let room = ctx.field.body(u.id())?.room()?;
            Some(Other {
                id: u.id(),
                room,
                foe: u.side() != side,
                active: u.status == Status::Active && !rules.has_yielded(ctx, u.side()),
                life: rules.life(u),
                wanted: is_prize(ctx.state, u, side),
            })
        };
        let own = other(me)?;
        let counts =
            |u: &&Unit| u.id() != unit && matches!(u.status, Status::Active | Status::Down);
        let counts = |u: &&Unit| counts(u) && rules.is_known(ctx, me.side(), u.id());
        let others = ctx.state.units.iter().filter(counts).filter_map(other).collect();
        let summaries = rules
            .act_summaries(ctx, unit)
            .unwrap_or_else(|| estimate::summaries_by_offers(rules, ctx, unit));
        let (mut against, mut along) = (0, 0);
        for m in summaries.iter().filter(|m| m.cue.is_none()) {
            against += u32::from(m.against_foes);
            along += u32::from(m.for_friends);
        }
        let supports = along > against;
        // Rulesets list the usual attack first.
        let first =
            summaries.iter().find(|m| m.against_foes && m.aim == Aim::Unit && m.cue.is_none());
        let shoots = first.is_some_and(|m| m.span >= AFAR && m.span < u16::MAX);
        // A supporter without others to support fights, and so does one in an endless battle.
        let behind = drag::rounds_behind(rules, ctx.state, side);
        // Units of its own role would keep back as well.
        let fights = |u: &Unit| u.is_active() && u.identity.role != me.identity.role;
        let in_company = ctx.state.of_side(me.side()).any(fights);
        let stays_out = supports || own.wanted;
        let keeps_back = shoots || stays_out && in_company && behind < drag::OVERDUE;
        Some(Self {
            rules,
            ctx,
            me,
            room: own.room,
            own,
            others,
            summaries,
            keeps_back,
            supports,
            behind,
            duty: Duty::of(ctx.state, unit),
            zones: duty::zones(ctx.state, me),
            habits: Handicap::default(),
            plan: SidePlan::default(),
            tuning: Tuning::built_in(),
            threats: OnceCell::new(),
            watches: OnceCell::new(),
            tolls: RefCell::default(),
            allowed: RefCell::default(),
        })
    }

    /// Applies what the unit's side has agreed on. A side that only has to survive lets the foes
    /// come.
    pub fn agree_on(&mut self, plan: SidePlan) {
        self.plan = plan;
        self.plan.awaits |= duty::has_to_survive(self.ctx.state, self.me.side());
        for other in self.others.iter_mut().filter(|other| Some(other.id) == plan.focus) {
            other.wanted = true;
        }
    }

    /// The acting unit's ordinary move along a path.
    pub fn move_along(&self, path: Vec<Waypoint>) -> Command {
        Command::Move { unit: self.me.id(), path, manner: Key::default() }
    }

    /// True if the rules allow a command in the battle as it is.
    pub fn allows(&self, command: &Command) -> bool {
        if self.allowed.borrow().as_ref() == Some(command) {
            return true;
        }
        let allowed = engine::check_in(self.rules, self.ctx, command).is_ok();
        if allowed {
            self.found_allowed(command);
        }
        allowed
    }

    /// Remembers a command that the rules allow.
    pub fn found_allowed(&self, command: &Command) {
        *self.allowed.borrow_mut() = Some(command.clone());
    }

    /// A pseudo-random number that changes with the turn and with what is in view.
    pub fn whim(&self) -> u64 {
        let all = self.others.iter().chain([&self.own]);
        let seen = all.flat_map(|o| {
            let Cell { x, y } = o.room.cell;
            [
                u64::from(o.id.0),
                u64::from(x.unsigned_abs()),
                u64::from(y.unsigned_abs()),
                u64::from(o.life.left.unsigned_abs()),
            ]
        });
        let round = u64::from(self.ctx.state.scene.clock.round);
        let numbers: Vec<u64> = seen.chain([round]).collect();
        luck::mix(&numbers)
    }

    /// The current position as a place to act from.
    pub fn here(&self) -> Scene<'_> {
        Scene { ctx: self.ctx, room: self.room, moved: false }
    }

    /// Foes in the fight.
    pub fn foes(&self) -> impl Iterator<Item = &Other> {
        self.others.iter().filter(|o| o.foe && o.active)
    }

    /// What the foes could do. Computed on first use.
    pub fn threats(&self) -> &[Threat] {
        self.threats.get_or_init(|| self.foes().filter_map(|foe| self.threat(foe)).collect())
    }

    /// What the foes could do at range.
    pub fn shots(&self) -> impl Iterator<Item = &Threat> {
        self.threats().iter().filter(|threat| threat.is_shot())
    }

    fn threat(&self, foe: &Other) -> Option<Threat> {
        let summaries = self.rules.enemy_act_summaries(self.ctx, foe.id)?;
        let at_one = |m: &&ActSummary| m.against_foes && m.aim == Aim::Unit && m.cue.is_none();
        let usual = summaries.iter().find(at_one)?;
        let command = |m: &ActSummary| {
            let targets = vec![Target::Unit(self.me.id())];
            Command::Act {
                unit: foe.id,
                act: m.act.clone(),
                targets,
                choice: Key::default(),
                with: m.with.clone(),
            }
        };
        let left = self.ctx.unit(foe.id).and_then(|u| u.pools.0.iter().map(|m| m.value).max());
        let shoves = |m: &&ActSummary| at_one(m) && m.pushes && m.cost <= left.unwrap_or(0);
        Some(Threat {
            command: command(usual),
            shoves: summaries.iter().filter(shoves).map(command).collect(),
            from: foe.room,
            span: usual.span.into(),
        })
    }

    /// Where moving triggers readied acts of foes, as far as the unit can know.
    pub fn watches(&self) -> &[Watch] {
        self.watches.get_or_init(|| self.rules.watches(self.ctx, self.me.id()))
    }

    /// Squares to the nearest foe in the fight; a very large number if there is none.
    pub fn nearest_foe(&self, room: Room) -> u32 {
        self.foes().map(|foe| squares(room, foe.room)).min().unwrap_or(u32::MAX)
    }

    /// True if nothing is left to do against any foe this turn.
    pub fn has_acted(&self) -> bool {
        !self.summaries.iter().any(|m| m.open && m.against_foes && m.cue.is_none())
    }

    /// True if a unit that has acted may as well stay: in melee with a foe, or far enough away.
    pub fn is_well_placed(&self) -> bool {
        let nearest = self.nearest_foe(self.room);
        self.has_acted() && if self.keeps_back { nearest >= KEEP_DISTANCE } else { nearest <= 1 }
    }

    /// A visible unit, the acting unit included.
    pub fn other(&self, id: UnitId) -> Option<&Other> {
        if id == self.own.id {
            return Some(&self.own);
        }
        self.others.binary_search_by_key(&id, |o| o.id).ok().and_then(|i| self.others.get(i))
    }

    /// Estimated effects of commands on each target, from a given scene; one list per command.
    pub fn estimate(&self, ctx: Ctx<'_>, commands: &[&Command]) -> Vec<Vec<ActOutcome>> {
        let by_odds =
            |command: &&Command| estimate::estimate_by_odds(self.rules, ctx.state, command);
        let weighed = self.rules.estimate(ctx, commands);
        weighed.unwrap_or_else(|| commands.iter().map(by_odds).collect())
    }

    /// A copy of the state in which the acting unit can be moved.
    pub fn supposed(&self) -> State {
        self.ctx.state.clone()
    }
}

/// Where a unit would act from: the battle as it is, or as it would be after a move.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The battle there.
    pub ctx: Ctx<'a>,
    /// The position of the acting unit.
    pub room: Room,
    /// It moved to get there.
    pub moved: bool,
}

/// True for a foe whose fall wins the battle for a side, and for a unit of that side whose fall wins
/// it for another.
fn is_prize(state: &State, unit: &Unit, side: SideId) -> bool {
    let own = unit.side() == side;
    state.scene.goals.iter().any(|goal| match goal {
        Goal::Defeat { side: winner, unit: prize } => {
            *prize == unit.id() && (*winner == side) != own
        }
        _ => false,
    })
}

/// Distance between two positions in squares, height included.
pub fn squares(a: Room, b: Room) -> u32 {
    a.distance(&b, Diagonals::One)
}
