//! What a ruleset is: one pure object that prices facts and answers with events.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::grid::{Body, Cell, Feature, Field, Hazard, Hm, Place, Room, SideId, UnitId};

use super::command::{Command, Refusal, Target, Waypoint};
use super::event::Event;
use super::fitness::{self, Fitness, Life};
use super::fog;
use super::look::Look;
use super::modifier::Term;
use super::object::Object;
use super::oracle::{Oracle, Pause};
use super::parameter::Parameter;
use super::path_preview::{Pace, Relation, Remark};
use super::policy::Policy;
use super::reach::ReachMap;
use super::start::Start;
use super::state::{Slot, State, Unit, Verdict};
use super::step::{FrameId, Outcome, Step, StepData, StepError};
use super::weigh::{ActOutcome, ActSummary, Breach, Watch};
use super::{Key, RuleId};

pub use super::aim::{Aim, Each, Several};
pub use super::description::{
    Aftermath, Description, Entry, Fate, Listing, MeterSpec, PairAnswer, PairFact, ReferenceRow,
    RoleSpec, SideFact,
};
pub use super::forecast::{Forecast, Opposition};

/// What a rule may read: the battle and the geometry of its present moment.
#[derive(Clone, Copy)]
pub struct Ctx<'a> {
    /// The battle.
    pub state: &'a State,
    /// The facts of the board with everybody where they are.
    pub field: &'a Field<'a>,
    /// The number of the step that runs; of no step while nothing runs.
    pub frame: FrameId,
}

impl<'a> Ctx<'a> {
    /// The combatant of that number.
    pub fn unit(&self, id: UnitId) -> Option<&'a Unit> {
        self.state.unit(id)
    }
}

/// A combatant as a level places it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// Its number.
    pub id: UnitId,
    /// Its side.
    pub side: SideId,
    /// Its role.
    pub role: Key,
    /// What players call it.
    pub name: String,
    /// Where it starts.
    pub at: Place,
    /// Height over the ground it starts at, for flyers.
    pub altitude: Hm,
    /// Where it faces.
    pub facing: crate::grid::Dir,
    /// Lies on the ground at the start.
    pub prone: bool,
    /// Numbers changed by the level or scenario, by the ruleset's own names.
    pub overrides: BTreeMap<Key, i64>,
    /// Gear by slot that replaces the role's own.
    pub gear: BTreeMap<Key, Key>,
    /// How it begins, as far as [`Description::starts`] says that it is read.
    pub start: Start,
}

/// Why a combatant cannot be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetUpError {
    /// The ruleset has no such role.
    #[error("the ruleset has no role `{role}`; it has {allowed}")]
    UnknownRole {
        /// What was asked for.
        role: Key,
        /// What there is.
        allowed: String,
    },
    /// The ruleset's sheets have no such number.
    #[error("`{name}` cannot be overridden; these can: {allowed}")]
    UnknownOverride {
        /// What was asked for.
        name: Key,
        /// What there is.
        allowed: String,
    },
    /// A number is out of its range.
    #[error("`{name}` is {value}, allowed is {allowed}")]
    OutOfRange {
        /// Which.
        name: Key,
        /// What was found.
        value: i64,
        /// What is allowed.
        allowed: String,
    },
    /// The ruleset has no such gear.
    #[error("the ruleset has no gear `{item}` for the slot `{slot}`; it has {allowed}")]
    UnknownGear {
        /// The slot.
        slot: Key,
        /// What was asked for.
        item: Key,
        /// What there is.
        allowed: String,
    },
}

/// What comes next when nothing is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next<S = Step> {
    /// The ruleset goes on by itself with this step.
    Run(S),
    /// One of these combatants may act.
    Await(Vec<UnitId>),
    /// The battle is over.
    Over(Verdict),
}

/// What a command leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<S = Step> {
    /// The steps, in order.
    pub steps: Vec<S>,
    /// What the player should know before: "this makes it a run".
    pub warnings: Vec<Warning>,
}

impl<S: StepData> Next<S> {
    /// The same for the core, which knows no type of steps.
    pub fn erased(self) -> Next {
        match self {
            Self::Run(step) => Next::Run(Step::new(step)),
            Self::Await(units) => Next::Await(units),
            Self::Over(verdict) => Next::Over(verdict),
        }
    }
}

impl<S: StepData> Plan<S> {
    /// One step, and nothing to warn of.
    pub fn of(step: impl Into<S>) -> Self {
        Self { steps: vec![step.into()], warnings: Vec::new() }
    }

    /// The same for the core, which knows no type of steps.
    pub fn erased(self) -> Plan {
        Plan { steps: self.steps.into_iter().map(Step::new).collect(), warnings: self.warnings }
    }
}

/// A consequence worth a second thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// As a player reads it.
    pub text: String,
    /// The rule behind it.
    pub rule: RuleId,
}

/// Something a combatant could do, possible at the moment or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its name in commands.
    pub act: Key,
    /// Its name as players read it.
    pub name: String,
    /// One sentence on what it does.
    pub text: String,
    /// What it uses up: "action, 2 energy".
    pub cost: String,
    /// How it is aimed.
    pub aim: Aim,
    /// Which part of the turn it belongs to, for grouping.
    pub group: Key,
    /// Why it is not possible at the moment, if it is not.
    pub refused: Option<Refusal>,
    /// Other ways to do it than the plain one, possible at the moment or not.
    pub variants: Vec<Variant>,
    /// What it leaves open beside that.
    pub parameters: Vec<Parameter>,
}

/// Another way to do an act than the plain one: with more force, sparing the target, later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name in commands: the `choice` of [`Command::Act`].
    pub choice: Key,
    /// Its name as players read it.
    pub name: String,
    /// What it uses up in all.
    pub cost: String,
    /// Why it is not possible at the moment, if it is not.
    pub refused: Option<Refusal>,
}

/// A line that explains a number to a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is.
    pub label: String,
    /// What it comes to.
    pub value: String,
    /// The parts, if it is a sum.
    pub terms: Vec<Term>,
}

/// One tabletop ruleset. Pure: it reads facts and sheets and answers with events; it knows no
/// screen, no clock, no global chance, and changes nothing.
pub trait Ruleset: Send + Sync {
    /// What it has, for lists, panels and help.
    fn describe(&self) -> &Description;

    /// A number that changes whenever its data change, for records.
    fn data_hash(&self) -> u64;

    /// A combatant as a level places it. Its feet are set by the engine from the board.
    ///
    /// # Errors
    /// When the role, an override or a piece of gear is unknown or out of range.
    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError>;

    /// Makes the typed sheets again after a state was read from a file.
    ///
    /// # Errors
    /// When the state names content that the ruleset does not have.
    fn revive(&self, unit: &mut Unit) -> Result<(), SetUpError>;

    /// Makes the ruleset's own step of one that was read from a file: [`Step::read`].
    ///
    /// # Errors
    /// When the ruleset has no such step.
    fn revive_step(&self, step: &mut Step) -> Result<(), StepError>;

    /// The footprint of a role in cells, for levels.
    fn footprint(&self, role: &str) -> Option<u8>;

    /// What is left of a combatant in points of life, over all that can be taken from it. By this
    /// opponents and odds compare before and after. The usual answer is what
    /// [`Self::describe`] says of its tracks.
    fn life(&self, unit: &Unit) -> Life {
        fitness::life(self.describe(), unit)
    }

    /// How a combatant is, as a whole and part by part, for everything that is shown.
    fn fitness(&self, unit: &Unit) -> Fitness {
        fitness::of(self.describe(), unit, self.life(unit))
    }

    /// A combatant as geometry sees it now.
    fn body(&self, unit: &Unit) -> Body;

    /// How high ground that hurts reaches where the board does not say.
    fn hazard_height(&self) -> Hm {
        Hazard::USUAL_HEIGHT
    }

    /// Whether it has rules for something that a board may have. What it has none for changes
    /// nothing under it, which levels are told.
    fn heeds(&self, _feature: Feature) -> bool {
        false
    }

    /// Whether there is a battle to fight with these combatants as they are placed. Asked once,
    /// before the first round; where there is a referee, that one decides instead.
    ///
    /// # Errors
    /// Why no battle begins.
    fn check_battle(&self, _ctx: Ctx<'_>) -> Result<(), Refusal> {
        Ok(())
    }

    /// True if a side knows where a combatant is. What is unknown to it is shown to it nowhere, and
    /// nothing that is worked out for it counts on it.
    fn is_known(&self, ctx: Ctx<'_>, side: SideId, unit: UnitId) -> bool {
        ctx.unit(unit).is_none_or(|unit| ctx.state.sees(side, unit))
    }

    /// Takes out of a copy of the battle what a side has not learned about others
    /// ([`State::has_learned`]), and puts there what it would suppose: for the odds and cards that
    /// are shown to it, and for an opponent that plays it.
    fn conceal(&self, _known: &mut State, _side: SideId) {}

    /// True if one combatant perceives another at the moment, by eye or because it stands beside it:
    /// what counts in battles with hidden information.
    fn perceives(&self, ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
        fog::in_line(ctx, viewer, target)
    }

    /// True if a combatant sees what is in a cell at the moment: a line to it, and light enough.
    fn sees_cell(&self, ctx: Ctx<'_>, viewer: UnitId, cell: Cell) -> bool {
        fog::cell_in_line(ctx, viewer, cell)
    }

    /// What comes next when nothing is under way.
    fn next(&self, ctx: Ctx<'_>) -> Next;

    /// What a combatant could do, in the order of the action bar.
    fn offers(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Offer>;

    /// The targets at which an act is allowed at the moment.
    fn targets(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key) -> Vec<Target>;

    /// The places that an act would affect if aimed there.
    fn area(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key, target: Option<Target>) -> Vec<Place>;

    /// Where a combatant can go in this turn and what that costs.
    fn reach(&self, ctx: Ctx<'_>, unit: UnitId) -> ReachMap;

    /// As [`Self::reach`] for those who need only ordinary moves, the stops of tier 0. Others may
    /// be among them; a ruleset that finds the ordinary ones more quickly leaves them out.
    fn reach_walking(&self, ctx: Ctx<'_>, unit: UnitId) -> ReachMap {
        self.reach(ctx, unit)
    }

    /// Where it can go in this turn after it has gone a path that [`Self::check`] allows; costs are
    /// counted from the end of that path. Nowhere if the path is not possible.
    fn reach_after(&self, _ctx: Ctx<'_>, _unit: UnitId, _path: &[Waypoint]) -> ReachMap {
        ReachMap::empty()
    }

    /// The steps of a path as [`Self::check`] follows it, as far as it can be gone.
    fn path_preview(
        &self,
        _ctx: Ctx<'_>,
        _unit: UnitId,
        _path: &[Waypoint],
        _manner: &Key,
    ) -> Vec<Pace> {
        Vec::new()
    }

    /// Falls of no more than this do no harm.
    fn harmless_fall(&self) -> Hm {
        Hm::ZERO
    }

    /// How one combatant stands to another where both are.
    fn relation(&self, ctx: Ctx<'_>, from: UnitId, to: UnitId) -> Relation {
        Relation { sees: fog::in_line(ctx, from, to), ..Relation::default() }
    }

    /// Why a place stands where it does in the turn order, or what is out of the ordinary about it.
    fn order_remarks(&self, _ctx: Ctx<'_>, _slot: &Slot) -> Vec<Remark> {
        Vec::new()
    }

    /// A combatant as it will be when its next turn begins, as far as that can be told now: for
    /// overviews of what foes could do.
    fn refreshed(&self, unit: &Unit) -> Unit {
        let mut unit = unit.clone();
        unit.turn.deeds.clear();
        unit
    }

    /// How the rolls of an act would stand, one per target that is rolled against.
    fn forecast(&self, ctx: Ctx<'_>, command: &Command) -> Vec<Forecast>;

    /// The acts of a combatant, sized up. `None` from a ruleset that has no quick answer; then
    /// [`super::weigh::means_by_offers`] has one.
    fn means(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Option<Vec<ActSummary>> {
        None
    }

    /// As [`Self::means`] for those who look at a foe: what it could do to one of them. They need not
    /// know what is possible for it at the moment: [`ActSummary::open`] says nothing there. A ruleset that
    /// is quicker without leaves it and acts with other aims out.
    fn means_of_foe(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Vec<ActSummary>> {
        self.means(ctx, unit)
    }

    /// What acts would do to each combatant they affect, whether they are allowed at the moment or
    /// not; one list for each command. `None` from a ruleset that has no quick answer; then
    /// [`super::weigh::weigh_by_odds`] has one.
    fn weigh(&self, _ctx: Ctx<'_>, _commands: &[&Command]) -> Option<Vec<Vec<ActOutcome>>> {
        None
    }

    /// How a combatant that stands beside something of the board would break it down, if it can; what
    /// that takes out of its pools and hands is not worth it. Whether it may at the moment is not
    /// asked.
    fn breach(&self, _ctx: Ctx<'_>, _unit: UnitId, _object: Object) -> Option<Breach> {
        None
    }

    /// Where a move of a combatant would set off what its foes have made ready, as far as its own
    /// side can know. What is secret from it is left out.
    fn watches(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Vec<Watch> {
        Vec::new()
    }

    /// What one step of a combatant, from where it is to there, would set off, as far as its own
    /// side can know.
    fn set_off(&self, ctx: Ctx<'_>, unit: UnitId, to: Room) -> Vec<Watch> {
        let Some(from) = ctx.field.body(unit).and_then(Body::room) else { return Vec::new() };
        let mut met = self.watches(ctx, unit);
        met.retain(|watch| watch.is_met(from, to));
        met
    }

    /// Whether a combatant may turn on the spot now ([`Command::Face`]). Where it may, [`Self::check`]
    /// plans that command.
    ///
    /// # Errors
    /// Why not. Rulesets in which nothing hangs on where somebody faces leave this as it is.
    fn may_face(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Result<(), Refusal> {
        let text = "in these rules nothing hangs on where somebody faces";
        Err(Refusal::new("no_facing", text, "HG-11"))
    }

    /// The numbers worth showing on a combatant's card.
    fn card(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Fact>;

    /// Whether a command is allowed, and what it leads to. `Answer` commands never come here.
    ///
    /// # Errors
    /// Why it is not allowed.
    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal>;

    /// What opens before a step is run for the first time: reactions to its announcement.
    fn before(&self, _ctx: Ctx<'_>, _step: &Step) -> Vec<Step> {
        Vec::new()
    }

    /// Runs one phase of a step.
    ///
    /// # Errors
    /// [`Pause`] when dice or a decision are missing; nothing has happened then.
    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause>;

    /// What follows by itself from the state as it is: falls, deaths, minions that vanish. Called
    /// until nothing follows any more, and again once something has happened or another step is
    /// under way. A step is left out while one of the same kind and act for the same combatant is
    /// under way, so the state alone has to be looked at, not the queue.
    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step>;

    /// The same, where nothing followed before and only steps have begun or ended since: nothing
    /// has happened. Rulesets look here at what waits for the end of steps, and at nothing else.
    fn settle_between_steps(&self, ctx: Ctx<'_>) -> Vec<Step> {
        self.settle(ctx)
    }

    /// What opens after a phase of a step whose events have been applied: reactions to them.
    fn window(&self, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step>;

    /// What is done once the battle is over, in order: rest, healing, lasting injuries, what is kept.
    /// Asked once, when the verdict is in. These steps throw dice and ask like all others; what they
    /// do is told, recorded and saved. Nothing else follows or reacts any more: neither
    /// [`Self::settle`] nor [`Self::before`] and [`Self::window`] are asked.
    fn aftermath_steps(&self, _ctx: Ctx<'_>) -> Vec<Step> {
        Vec::new()
    }

    /// What becomes of everybody if the battle ends as it stands, by number. Empty from a ruleset
    /// that says nothing of it.
    fn aftermath(&self, _ctx: Ctx<'_>) -> Vec<Aftermath> {
        Vec::new()
    }

    /// What a side can give standing orders about in this battle: its acts that are asked about
    /// when their moment comes, and kinds of choices. The names are those of
    /// [`Prompt::about`](super::prompt::Prompt::about).
    fn askable(&self, _ctx: Ctx<'_>, _side: SideId) -> Vec<Entry> {
        Vec::new()
    }

    /// What a side wants done about a question as long as it has given no order. Where that is not
    /// [`Policy::Ask`] the ruleset keeps to it itself, and raises the question for those who have
    /// ordered otherwise.
    fn usual_policy(&self, _about: &Key) -> Policy {
        Policy::Ask
    }

    /// How an act of that name looks when this combatant carries it out. Decides nothing.
    fn look(&self, _unit: &Unit, _act: &Key) -> Look {
        Look::default()
    }

    /// The policy of one who does not want to be asked. The default answers as the prompt suggests.
    fn policy(&self, _ctx: Ctx<'_>, prompt: &super::prompt::Prompt) -> super::prompt::Answer {
        super::prompt::Answer(prompt.default)
    }
}

/// A ruleset shared between the battle, the window and background work.
pub type SharedRuleset = Arc<dyn Ruleset>;
