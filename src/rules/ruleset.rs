//! The interface of a ruleset: a pure object that evaluates facts and returns events.

use std::collections::BTreeMap;
use std::sync::Arc;

use grid::{Body, Cell, Diagonals, EdgeKind, Feature, Hazard, Hm, Place, Room, SideId, UnitId};

use super::command::Command;
use super::display::{Plain, Presentation, SlotRemark};
use super::estimate::{ActOutcome, ActSummary, Breach, Watch};
use super::event::Event;
use super::fitness::{self, Fitness, Life};
use super::fog;
use super::house::{Changes, HouseRules};
use super::look::Look;
use super::modifier::Term;
use super::object::Object;
use super::oracle::{Oracle, Pause};
use super::outcome::Outcome;
use super::parameter::{Parameter, Values};
use super::path_preview::{PathStep, Relation, Remark};
use super::policy::Policy;
use super::reach::ReachMap;
use super::refusal::Refusal;
use super::start::Start;
use super::state::{Armed, Slot, State, Unit, Verdict};
use super::step::{Step, StepData, StepError};
use super::target::{Target, Waypoint};
use super::{Key, RuleId};
use files::Problem;

pub use super::aim::{Aim, Each, Several};
pub use super::ctx::Ctx;
pub use super::description::{
    Aftermath, Description, Entry, Fate, Listing, MeterSpec, PairAnswer, PairFact, ReferenceRow,
    RoleSpec, SheetNumber, SideFact, WornMeter,
};
pub use super::forecast::{Forecast, Opposition, Reacted, Response};

/// A combatant as placed by a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    /// Its number.
    pub id: UnitId,
    /// Its side.
    pub side: SideId,
    /// Its role.
    pub role: Key,
    /// Its display name.
    pub name: String,
    /// Its starting place.
    pub at: Place,
    /// Starting height above the ground, for flyers.
    pub altitude: Hm,
    /// Its facing.
    pub facing: grid::Dir,
    /// True if it starts prone.
    pub prone: bool,
    /// Numbers overridden by the level or scenario, by the ruleset's names.
    pub overrides: BTreeMap<Key, i64>,
    /// Items that replace the role's own, by slot.
    pub gear: BTreeMap<Key, Key>,
    /// Its starting state, limited to the facts in [`Description::starts`].
    pub start: Start,
}

/// Why a combatant cannot be created.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetUpError {
    /// The ruleset has no such role.
    #[error("the ruleset has no role `{role}`; it has {allowed}")]
    UnknownRole {
        /// The requested role.
        role: Key,
        /// The available roles.
        allowed: String,
    },
    /// The ruleset's sheets have no such number.
    #[error("`{name}` cannot be overridden; these can: {allowed}")]
    UnknownOverride {
        /// The requested name.
        name: Key,
        /// The available names.
        allowed: String,
    },
    /// A number is out of range.
    #[error("`{name}` is {value}; allowed: {allowed}")]
    OutOfRange {
        /// The name.
        name: Key,
        /// The value found.
        value: i64,
        /// The allowed values.
        allowed: String,
    },
    /// The ruleset has no such condition, or it follows from something else.
    #[error("the ruleset has no condition `{name}` to start with; it has {allowed}")]
    UnknownCondition {
        /// The requested name.
        name: Key,
        /// The available names.
        allowed: String,
    },
    /// The combatant has nothing in a slot that should be emptied.
    #[error("the slot `{slot}` has no item to leave out; these have one: {allowed}")]
    EmptySlot {
        /// The slot.
        slot: Key,
        /// The slots with items.
        allowed: String,
    },
    /// The combatant cannot watch with such an act from the start.
    #[error("it cannot watch with `{act}` from the start; it can with {allowed}")]
    UnknownWatch {
        /// The requested act.
        act: Key,
        /// The acts that it can watch with.
        allowed: String,
    },
    /// The ruleset has no such gear.
    #[error("the ruleset has no gear `{item}` for the slot `{slot}`; it has {allowed}")]
    UnknownGear {
        /// The slot.
        slot: Key,
        /// The requested item.
        item: Key,
        /// The available items.
        allowed: String,
    },
}

/// What comes next when nothing is pending.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next<S = Step> {
    /// The ruleset continues automatically with this step.
    Run(S),
    /// One of these combatants may act.
    Await(Vec<UnitId>),
    /// The battle is over.
    Over(Verdict),
}

/// The steps that a command leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan<S = Step> {
    /// The steps, in order.
    pub steps: Vec<S>,
    /// What the player should know in advance: "this makes it a run".
    pub warnings: Vec<Warning>,
}

impl<S: StepData> Next<S> {
    /// The same for the core, which does not know the ruleset's step type.
    pub fn erased(self) -> Next {
        match self {
            Self::Run(step) => Next::Run(Step::new(step)),
            Self::Await(units) => Next::Await(units),
            Self::Over(verdict) => Next::Over(verdict),
        }
    }
}

impl<S: StepData> Plan<S> {
    /// A single step without warnings.
    pub fn of(step: impl Into<S>) -> Self {
        Self { steps: vec![step.into()], warnings: Vec::new() }
    }

    /// The same for the core, which does not know the ruleset's step type.
    pub fn erased(self) -> Plan {
        Plan { steps: self.steps.into_iter().map(Step::new).collect(), warnings: self.warnings }
    }
}

/// A consequence that players are warned about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The text shown to players.
    pub text: String,
    /// The rule behind it.
    pub rule: RuleId,
}

/// An act of a combatant, available at the moment or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// Its name in commands.
    pub act: Key,
    /// Its display name.
    pub name: String,
    /// What it does, in one sentence.
    pub text: String,
    /// Its cost: "action, 2 energy".
    pub cost: String,
    /// Its kind of target.
    pub aim: Aim,
    /// The part of the turn it belongs to, one of
    /// [`Description::turn_parts`](super::description::Description::turn_parts).
    pub group: Key,
    /// Why it is not available at the moment; `None` if it is.
    pub refused: Option<Refusal>,
    /// Variants of the act, available at the moment or not.
    pub variants: Vec<Variant>,
    /// Its other parameters.
    pub parameters: Vec<Parameter>,
}

/// A variant of an act: with more effect, sparing the target, later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name in commands: the `choice` of [`Command::Act`].
    pub choice: Key,
    /// Its display name.
    pub name: String,
    /// Its total cost.
    pub cost: String,
    /// Why it is not available at the moment; `None` if it is.
    pub refused: Option<Refusal>,
}

/// A line on a card that explains a number to players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The label.
    pub label: String,
    /// The value as text.
    pub value: String,
    /// The terms, if it is a sum.
    pub terms: Vec<Term>,
}

/// A tabletop ruleset. Pure: it reads facts and sheets and returns events. It uses no display,
/// clock or global randomness, and changes nothing.
pub trait Ruleset: Send + Sync {
    /// The content of the ruleset, for lists, panels and help.
    fn describe(&self) -> &Description;

    /// Its descriptors beyond meters, facts and odds.
    fn presentation(&self) -> &dyn Presentation {
        &Plain
    }

    /// A hash of its data, for saved battles and replays.
    fn data_hash(&self) -> u64;

    /// Its options, and those that were changed.
    fn house_rules(&self) -> &HouseRules {
        const { &HouseRules::NONE }
    }

    /// The same ruleset with some options changed, on top of those changed before.
    ///
    /// # Errors
    /// If an option does not exist or cannot have that value. By default there are no options.
    fn with_house_rules(&self, _changes: &Changes) -> Result<SharedRuleset, Vec<Problem>> {
        Err(vec![Problem::new("house rules", "this ruleset has no options")])
    }

    /// Creates a combatant placed by a level. The engine sets its feet from the board.
    ///
    /// # Errors
    /// If the role, an override or an item is unknown or out of range.
    fn enlist(&self, placing: &Placing) -> Result<Unit, SetUpError>;

    /// Restores the typed sheet after a state was read from a file.
    ///
    /// # Errors
    /// If the state refers to content that the ruleset does not have.
    fn revive(&self, unit: &mut Unit) -> Result<(), SetUpError>;

    /// Converts a step read from a file into the ruleset's own type: [`Step::read`].
    ///
    /// # Errors
    /// If the ruleset has no such step.
    fn revive_step(&self, step: &mut Step) -> Result<(), StepError>;

    /// The footprint of a role, as edge length in cells, for levels.
    fn footprint(&self, role: &str) -> Option<u8>;

    /// The numbers of a role's sheet that levels can change; empty for unknown roles.
    fn sheet_numbers(&self, _role: &str) -> Vec<SheetNumber> {
        Vec::new()
    }

    /// Remaining life of a combatant, over everything that harm can take. Compared before and after
    /// by AI and odds. By default derived from the tracks in [`Self::describe`].
    #[inline]
    fn life(&self, unit: &Unit) -> Life {
        fitness::life(self.describe(), unit)
    }

    /// The fitness of a combatant, as a whole and part by part, for display.
    fn fitness(&self, unit: &Unit) -> Fitness {
        fitness::of(self.describe(), unit, self.life(unit))
    }

    /// The current body of a combatant, as used by the geometry.
    fn body(&self, unit: &Unit) -> Body;

    /// Height of harmful ground if the board does not set one.
    #[inline]
    fn hazard_height(&self) -> Hm {
        Hazard::USUAL_HEIGHT
    }

    /// Whether it has rules for a feature of boards. Other features have no effect, and levels that
    /// use them report it.
    fn supports(&self, _feature: Feature) -> bool {
        false
    }

    /// The effect of a supported feature on units in it, in a few words, with the rule.
    fn feature_remark(&self, _feature: Feature) -> Option<Remark> {
        None
    }

    /// Checks whether there is a battle to fight with these combatants in place. Called once,
    /// before the first round; with a referee, the referee decides instead.
    ///
    /// # Errors
    /// Why no battle begins.
    fn check_battle(&self, _ctx: Ctx<'_>) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether a side knows where a combatant is. Unknown combatants are not shown to it, and
    /// nothing computed for it takes them into account.
    fn is_known(&self, ctx: Ctx<'_>, side: SideId, unit: UnitId) -> bool {
        ctx.unit(unit).is_none_or(|unit| ctx.state.sees(side, unit))
    }

    /// Whether sides must learn facts about other combatants, that is, whether [`Self::redact`]
    /// hides anything.
    fn redacts(&self) -> bool {
        false
    }

    /// In a copy of the battle, replaces facts that a side has not learned about others
    /// ([`State::has_learned`]) by what it would assume. For the odds and cards shown to the side,
    /// and for the AI playing it.
    fn redact(&self, _known: &mut State, _side: SideId) {}

    /// Whether one combatant perceives another at the moment, by sight or because it is adjacent.
    /// Used in battles with hidden information.
    fn perceives(&self, ctx: Ctx<'_>, viewer: UnitId, target: UnitId) -> bool {
        fog::in_line(ctx, viewer, target)
    }

    /// Whether a combatant sees the content of a cell at the moment: it needs a line of sight and
    /// enough light.
    fn sees_cell(&self, ctx: Ctx<'_>, viewer: UnitId, cell: Cell) -> bool {
        fog::cell_in_line(ctx, viewer, cell)
    }

    /// What comes next when nothing is pending.
    fn next(&self, ctx: Ctx<'_>) -> Next;

    /// The acts of a combatant, in action bar order.
    fn offers(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Offer>;

    /// The offer of one act with these parameter values, which may change its cost, its kind of
    /// target, its variants and its other parameters. `None` if the combatant does not have the
    /// act.
    fn offer(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key, _with: &Values) -> Option<Offer> {
        self.offers(ctx, unit).into_iter().find(|offer| offer.act == *act)
    }

    /// The act and parameter values of an old act name, as used in records, saves and scenarios of
    /// earlier versions. `None` for current names.
    fn named(&self, _act: &Key) -> Option<(Key, Values)> {
        None
    }

    /// The currently allowed targets of an act with these parameter values.
    fn targets(&self, ctx: Ctx<'_>, unit: UnitId, act: &Key, with: &Values) -> Vec<Target>;

    /// The places that an act with these parameter values would affect, aimed at this target.
    fn area(
        &self,
        ctx: Ctx<'_>,
        unit: UnitId,
        act: (&Key, &Values),
        target: Option<Target>,
    ) -> Vec<Place>;

    /// Where a combatant can move in this turn, with costs.
    fn reach(&self, ctx: Ctx<'_>, unit: UnitId) -> ReachMap;

    /// Like [`Self::reach`], for callers that need only ordinary moves, the stops of tier 0. May
    /// contain others; rulesets that find ordinary moves faster leave them out.
    fn reach_walking(&self, ctx: Ctx<'_>, unit: UnitId) -> ReachMap {
        self.reach(ctx, unit)
    }

    /// Where it can move this turn after a path that [`Self::check`] allows; costs count from the
    /// end of that path. Empty if the path is not possible.
    fn reach_after(&self, _ctx: Ctx<'_>, _unit: UnitId, _path: &[Waypoint]) -> ReachMap {
        ReachMap::empty()
    }

    /// The steps of a path, as far as [`Self::check`] can follow it.
    fn path_preview(
        &self,
        _ctx: Ctx<'_>,
        _unit: UnitId,
        _path: &[Waypoint],
        _manner: &Key,
    ) -> Vec<PathStep> {
        Vec::new()
    }

    /// True if walkers open closed leaves of this kind on their way.
    fn opens_walking(&self, _kind: EdgeKind) -> bool {
        true
    }

    /// True if a locked leaf stops a walker that would open it.
    fn has_locks(&self) -> bool {
        false
    }

    /// The greatest height that a combatant can climb up or down in one turn on foot. `None` if it
    /// flies, or if climbing costs no more of a turn than walking.
    fn longest_climb(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Option<Hm> {
        None
    }

    /// Maximum height of a fall without harm.
    fn harmless_fall(&self) -> Hm {
        Hm::ZERO
    }

    /// The distance between two combatants as ranges measure it, in metres (squares); `None` if
    /// either is off the board.
    fn distance(&self, ctx: Ctx<'_>, a: UnitId, b: UnitId) -> Option<u32> {
        ctx.field.distance(a, b, Diagonals::One)
    }

    /// The relation between two combatants at their positions.
    fn relation(&self, ctx: Ctx<'_>, from: UnitId, to: UnitId) -> Relation {
        Relation { sees: fog::in_line(ctx, from, to), ..Relation::default() }
    }

    /// Remarks on a slot of the turn order: why it is in this place, or anything unusual.
    fn order_remarks(&self, _ctx: Ctx<'_>, _slot: &Slot) -> Vec<SlotRemark> {
        Vec::new()
    }

    /// A combatant as it will be at the start of its next turn, as far as known, for displays of
    /// what enemies could do.
    fn refreshed(&self, unit: &Unit) -> Unit {
        let mut unit = unit.clone();
        unit.turn.acts.clear();
        unit
    }

    /// Forecasts of the rolls of an act, one per target rolled against.
    fn forecast(&self, ctx: Ctx<'_>, command: &Command) -> Vec<Forecast>;

    /// Summaries of a combatant's acts, for AI scoring. `None` if the ruleset has no fast answer;
    /// [`super::estimate::summaries_by_offers`] then computes one.
    #[inline]
    fn act_summaries(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Option<Vec<ActSummary>> {
        None
    }

    /// Like [`Self::act_summaries`], seen by an enemy that might be the target. Availability is not
    /// checked: [`ActSummary::open`] is meaningless. May leave out acts with other kinds of target
    /// if that is faster.
    fn enemy_act_summaries(&self, ctx: Ctx<'_>, unit: UnitId) -> Option<Vec<ActSummary>> {
        self.act_summaries(ctx, unit)
    }

    /// Estimated effects of acts on each combatant affected, one list per command. Availability is
    /// not checked. `None` if the ruleset has no fast answer; [`super::estimate::estimate_by_odds`]
    /// then computes one.
    #[inline]
    fn estimate(&self, _ctx: Ctx<'_>, _commands: &[&Command]) -> Option<Vec<Vec<ActOutcome>>> {
        None
    }

    /// How an adjacent combatant would break an object or edge, if it can do so at a reasonable
    /// cost to its pools and gear. Availability is not checked.
    fn breach(&self, _ctx: Ctx<'_>, _unit: UnitId, _object: Object) -> Option<Breach> {
        None
    }

    /// True for a readied act that everyone who sees its owner knows about.
    fn is_public(&self, _ctx: Ctx<'_>, _armed: &Armed) -> bool {
        false
    }

    /// Where a move of a combatant would trigger acts readied by enemies, as far as its own side
    /// can know. Secret triggers are left out.
    fn watches(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Vec<Watch> {
        Vec::new()
    }

    /// Acts that one step of a combatant from its current place would trigger, as far as its own
    /// side can know.
    fn set_off(&self, ctx: Ctx<'_>, unit: UnitId, to: Room) -> Vec<Watch> {
        let Some(from) = ctx.field.body(unit).and_then(Body::room) else { return Vec::new() };
        let mut met = self.watches(ctx, unit);
        met.retain(|watch| watch.is_met(from, to));
        met
    }

    /// Checks whether a combatant may turn in place now ([`Command::Face`]). If so, [`Self::check`]
    /// plans that command.
    ///
    /// # Errors
    /// Why not. Rulesets without facing keep this default.
    fn may_face(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Result<(), Refusal> {
        let text = "these rules do not use facing";
        Err(Refusal::new("no_facing", text, "HG-11"))
    }

    /// The facts shown on a combatant's card.
    fn card(&self, ctx: Ctx<'_>, unit: UnitId) -> Vec<Fact>;

    /// Checks whether a command is allowed; returns the steps it leads to. Never called with
    /// `Answer` commands.
    ///
    /// # Errors
    /// Why it is not allowed.
    fn check(&self, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal>;

    /// Steps inserted before a step runs for the first time: reactions to its announcement.
    fn before(&self, _ctx: Ctx<'_>, _step: &Step) -> Vec<Step> {
        Vec::new()
    }

    /// Runs one phase of a step.
    ///
    /// # Errors
    /// [`Pause`] if dice or a decision are missing; nothing has happened then.
    fn run(&self, ctx: Ctx<'_>, step: &Step, oracle: &mut Oracle<'_>) -> Result<Outcome, Pause>;

    /// Consequences that follow automatically from the current state: falls, deaths, vanishing
    /// minions. Called until nothing follows, and again after every event and change of the pending
    /// steps. The engine drops a step while one of the same kind and act is pending for the same
    /// combatant, so implementations read only the state, not the queue.
    fn settle(&self, ctx: Ctx<'_>) -> Vec<Step>;

    /// Like [`Self::settle`], if nothing followed before and since then steps have only begun or
    /// ended. Implementations need to check only consequences that wait for the end of steps.
    fn settle_between_steps(&self, ctx: Ctx<'_>) -> Vec<Step> {
        self.settle(ctx)
    }

    /// Steps inserted after a phase of a step whose events have been applied: reactions to them.
    fn window(&self, ctx: Ctx<'_>, step: &Step, events: &[Event]) -> Vec<Step>;

    /// The steps after the end of the battle, in order: rest, healing, lasting injuries. Called
    /// once, when the verdict is in. These steps roll dice and ask questions like any other; their
    /// events are shown, recorded and saved. No consequences or reactions follow: [`Self::settle`],
    /// [`Self::before`] and [`Self::window`] are not called.
    fn aftermath_steps(&self, _ctx: Ctx<'_>) -> Vec<Step> {
        Vec::new()
    }

    /// The fate of each combatant if the battle ended now, sorted by ID. Empty if the ruleset has
    /// no such rules.
    fn aftermath(&self, _ctx: Ctx<'_>) -> Vec<Aftermath> {
        Vec::new()
    }

    /// The subjects for standing orders of a side in this battle: acts it is asked about when their
    /// trigger occurs, and kinds of choices. The names are those of
    /// [`Prompt::about`](super::prompt::Prompt::about).
    fn askable(&self, _ctx: Ctx<'_>, _side: SideId) -> Vec<Entry> {
        Vec::new()
    }

    /// The default policy for a question. If it is not [`Policy::Ask`], the ruleset applies it
    /// itself and raises the question only for sides with another standing order.
    fn usual_policy(&self, _about: &Key) -> Policy {
        Policy::Ask
    }

    /// Questions that human players are asked from the start, although the usual policy answers
    /// them for the AI.
    fn for_people(&self) -> Vec<Key> {
        Vec::new()
    }

    /// Questions that the usual policy answers with no, but that the AI wants to be asked: it sets
    /// standing orders in its first turn, and by default gives the usual answer.
    fn for_computers(&self) -> Vec<Key> {
        Vec::new()
    }

    /// The standing orders about reactions. Previews show a roll without reactions, so they leave
    /// out those of other sides (MO-434).
    fn reactions(&self) -> Vec<Key> {
        Vec::new()
    }

    /// True for acts by which a combatant or its side gives up for good: surrender, leaving the
    /// battle. The UI asks for confirmation first.
    fn gives_up(&self, _act: &Key) -> bool {
        false
    }

    /// What a computer's combatant does about a fight that its side cannot win any more, as far as
    /// that side knows. `None` while there is hope, and in rulesets without surrender or exits.
    fn concession(&self, _ctx: Ctx<'_>, _unit: UnitId) -> Option<Concession> {
        None
    }

    /// True for a side that has declared that it gives up, once the round is over.
    fn has_yielded(&self, _ctx: Ctx<'_>, _side: SideId) -> bool {
        false
    }

    /// The look of an act carried out by this combatant. Presentation only.
    fn look(&self, _unit: &Unit, _act: &Key) -> Look {
        Look::default()
    }

    /// The answer for a player who does not want to be asked. By default that of the prompt.
    fn policy(&self, _ctx: Ctx<'_>, prompt: &super::prompt::Prompt) -> super::prompt::Answer {
        super::prompt::Answer(prompt.default)
    }
}

/// What a combatant does about a fight that its side cannot win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Concession {
    /// It makes for the exits, and uses the first possible one of these acts, which end the fight
    /// for it or its side.
    Ending(Vec<Key>),
    /// Its side has given up already: it does nothing more.
    Over,
}

/// A ruleset shared between the battle, the UI and background tasks.
pub type SharedRuleset = Arc<dyn Ruleset>;
