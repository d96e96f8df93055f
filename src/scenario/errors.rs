//! What is wrong with the content of a scenario, and why a check or a step of it fails.

use files::nearest;
use grid::{Cell, Obstacle};
use rules::engine::{CommandError, Fault};
use rules::ruleset::SetUpError;

/// Largest value, up or down, of a meter at the start, as for health in levels.
pub const MAX_METER: i32 = 1_000;

/// A name or value in a scenario that its battle or its ruleset does not allow.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ContentError {
    /// No combatant has that name.
    #[error("there is no combatant `{0}`")]
    NoCombatant(String),
    /// No combatant whose turn could be waited for has that name.
    #[error("there is no `{0}`")]
    NoTurnOf(String),
    /// No combatant that could be a summoner has that name.
    #[error("there is no combatant `{0}` to be its summoner")]
    NoSummoner(String),
    /// A combatant is said to have summoned itself.
    #[error("it cannot be its own summoner")]
    OwnSummoner,
    /// A track, pool or other meter has a value that none can have.
    #[error("`{meter}` is {value}; allowed: {low} to {high}", low = -MAX_METER, high = MAX_METER)]
    MeterValue {
        /// The meter.
        meter: String,
        /// The value.
        value: i32,
    },
    /// No side has that name.
    #[error("there is no side `{0}`")]
    NoSide(String),
    /// No side that could give an order has that name.
    #[error("there is no such side")]
    NoSideForOrder,
    /// Neither a combatant nor a side has that name.
    #[error("there is no combatant or side `{0}`")]
    NoObserver(String),
    /// There is no object in that cell.
    #[error("there is no object at {0}")]
    NoObject(Cell),
    /// A combatant in the battle has no such track or pool.
    #[error("{unit} has no track or pool `{meter}`")]
    NoMeter {
        /// The combatant.
        unit: String,
        /// The track or pool.
        meter: String,
    },
    /// A combatant at the start has no such track or pool.
    #[error("it has no track or pool `{meter}`; it has {}", listed(.allowed))]
    NoMeterToSet {
        /// The track or pool.
        meter: String,
        /// Its tracks and pools.
        allowed: Vec<String>,
    },
    /// No item with meters is in that slot.
    #[error("no item in the slot `{slot}` has meters; slots that do: {}", listed(.allowed))]
    NoItem {
        /// The slot.
        slot: String,
        /// The slots with such items.
        allowed: Vec<String>,
    },
    /// The item in a slot has no such meter.
    #[error("the item in `{slot}` has no meter `{meter}`; it has {}", listed(.allowed))]
    NoItemMeter {
        /// The slot.
        slot: String,
        /// The meter.
        meter: String,
        /// The meters of the item.
        allowed: Vec<String>,
    },
    /// The ruleset has no such layer.
    #[error("there is no layer `{layer}`; {}", advice(.layer, .allowed))]
    NoLayer {
        /// The layer.
        layer: String,
        /// The ruleset's layers.
        allowed: Vec<String>,
    },
    /// A layer has no such meter.
    #[error("the layer `{layer}` has no meter `{meter}`; it has {}", listed(.allowed))]
    NoLayerMeter {
        /// The layer.
        layer: String,
        /// The meter.
        meter: String,
        /// The meters of the layer.
        allowed: Vec<String>,
    },
    /// The ruleset has no such condition.
    #[error("there is no condition `{condition}`; {}", advice(.condition, .allowed))]
    NoCondition {
        /// The condition.
        condition: String,
        /// The ruleset's conditions.
        allowed: Vec<String>,
    },
    /// The combatant that caused a condition does not exist.
    #[error("`{condition}` is by `{by}`, which does not exist")]
    NoSource {
        /// The condition.
        condition: String,
        /// The combatant.
        by: String,
    },
    /// The ruleset knows no such part of a body.
    #[error("there is no part `{part}` of a body; {}", advice(.part, .allowed))]
    NoPart {
        /// The part.
        part: String,
        /// The ruleset's parts.
        allowed: Vec<String>,
    },
    /// The ruleset has no such act.
    #[error("there is no act `{act}`; {}", advice(.act, .allowed))]
    NoAct {
        /// The act.
        act: String,
        /// The ruleset's acts.
        allowed: Vec<String>,
    },
    /// Progress that is negative, or not below what the act needs.
    #[error("`{act}` is at {done} of {of}; progress must be less than what is needed")]
    Progress {
        /// The act.
        act: String,
        /// Progress made.
        done: i32,
        /// Progress needed.
        of: i32,
    },
    /// The target of an act begun before the battle does not exist.
    #[error("`{act}` is at `{target}`, which does not exist")]
    NoTarget {
        /// The act.
        act: String,
        /// The combatant.
        target: String,
    },
    /// An act begun before the battle cannot target an object.
    #[error("`{act}` cannot begin at the object at {cell}")]
    ObjectAsTarget {
        /// The act.
        act: String,
        /// The cell of the object.
        cell: Cell,
    },
    /// The ruleset has no such fact to be learned.
    #[error("`{fact}` cannot be learned; {}", advice(.fact, .allowed))]
    NoFact {
        /// The fact.
        fact: String,
        /// The ruleset's facts.
        allowed: Vec<String>,
    },
    /// A question has no such answer.
    #[error("the question `{question}` has no answer `{answer}`; it has {}", joined(.allowed))]
    NoAnswer {
        /// The kind of question.
        question: String,
        /// The answer.
        answer: String,
        /// Its answers.
        allowed: Vec<String>,
    },
    /// No path leads a combatant to that cell.
    #[error("there is no path for {unit} to {cell} within this turn")]
    NoPath {
        /// The combatant.
        unit: String,
        /// The cell.
        cell: Cell,
    },
    /// Waiting for this combatant's turn is not a command of the rules.
    #[error("`until` {0} has no odds and cannot be asked about")]
    NotACommand(String),
    /// The ruleset cannot create the combatant.
    #[error(transparent)]
    SetUp(#[from] SetUpError),
    /// The combatant has no room at its place.
    #[error("it cannot stand there: {0}")]
    Obstacle(#[from] Obstacle),
}

impl ContentError {
    pub(super) fn no_combatant(name: &str) -> Self {
        Self::NoCombatant(name.to_owned())
    }

    pub(super) fn no_side(name: &str) -> Self {
        Self::NoSide(name.to_owned())
    }
}

/// Why a check does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckError {
    /// The check names something that does not exist.
    #[error(transparent)]
    Content(#[from] ContentError),
    /// A value differs from the expected one.
    #[error("{what}: expected {expected}, got {found}")]
    Differs {
        /// The value.
        what: String,
        /// The value stated in the file.
        expected: String,
        /// The value in the battle.
        found: String,
    },
    /// A card has no such number.
    #[error("no number `{label}`; the numbers are {}", joined(.allowed))]
    NoNumber {
        /// The label.
        label: String,
        /// The labels on the card.
        allowed: Vec<String>,
    },
    /// An act has no such parameter.
    #[error("{act} of {unit} has no parameter `{parameter}`")]
    NoParameter {
        /// The combatant.
        unit: String,
        /// The act.
        act: String,
        /// The parameter.
        parameter: String,
    },
    /// A combatant has no slot in the turn order.
    #[error("{0} has no slot")]
    NoSlot(String),
    /// A combatant lacks a condition.
    #[error("{unit} has no condition `{condition}`{}", of_part(.part.as_deref()))]
    NoCondition {
        /// The combatant.
        unit: String,
        /// The condition.
        condition: String,
        /// The part of the body that the check names.
        part: Option<String>,
    },
    /// Neither an item nor a layer of a combatant has such a meter.
    #[error("{unit} has no meter `{meter}` on `{carrier}`")]
    NoMeterOn {
        /// The combatant.
        unit: String,
        /// The slot of the item, or the layer.
        carrier: String,
        /// The meter.
        meter: String,
    },
    /// The battle is over, with the given reason.
    #[error("the battle is over: {0}")]
    Over(String),
    /// The battle is not over.
    #[error("the battle goes on")]
    GoesOn,
    /// The ruleset has no aftermath for a combatant.
    #[error("the ruleset has no aftermath for {0}")]
    NoAftermath(String),
    /// An act makes no roll against the target.
    #[error("{act} of {by} makes no roll against {on}")]
    NoRoll {
        /// The act.
        act: String,
        /// The combatant that would roll.
        by: String,
        /// The target.
        on: String,
    },
    /// A roll whose chance cannot be stated exactly.
    #[error("there is no exact chance for that roll")]
    NoChance,
    /// A result of a roll is missing, or has another chance.
    #[error("{grade}: expected {expected}; there is {found}")]
    Grade {
        /// The result.
        grade: String,
        /// The chance stated in the file.
        expected: String,
        /// All results with their chances.
        found: String,
    },
    /// A rule that must not contribute to a roll does.
    #[error("{rule} must not contribute to the roll: {roll}")]
    Contributes {
        /// The rule.
        rule: String,
        /// The roll in words.
        roll: String,
    },
    /// A roll differs from the expected one.
    #[error("{what}: expected {expected}; got {found}")]
    Roll {
        /// The roll.
        what: String,
        /// Its numbers stated in the file.
        expected: String,
        /// Its numbers in the battle.
        found: String,
    },
}

/// Scripted dice or answers that do not fit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptedSourceError {
    /// Dice that nothing rolled.
    #[error("dice left over: {0:?}")]
    DiceLeft(Vec<u16>),
    /// Answers without a question.
    #[error("answers left over: {0:?}")]
    AnswersLeft(Vec<String>),
    /// Faces that the dice of a throw do not have.
    #[error("{dice} cannot show the scripted {faces:?}")]
    Faces {
        /// The dice of the throw.
        dice: String,
        /// The scripted faces.
        faces: Vec<u16>,
    },
    /// More dice are rolled than scripted.
    #[error("no scripted dice left for {0}")]
    NoDice(String),
    /// An answer that the question does not have.
    #[error(transparent)]
    Answer(#[from] ContentError),
}

/// Why a scenario cannot continue.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// A step names something that does not exist.
    #[error(transparent)]
    Content(#[from] ContentError),
    /// The scripted dice or answers do not fit.
    #[error(transparent)]
    Script(#[from] ScriptedSourceError),
    /// The end of a turn is refused, or the ruleset failed.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// The ruleset failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// A combatant's turn does not come.
    #[error("{0} gets no turn")]
    NoTurn(String),
    /// The battle ends before a combatant's turn.
    #[error("{0} gets no turn: the battle is over")]
    OverBeforeTurn(String),
}

/// `did you mean` for a name that is not among the allowed ones.
pub fn suggestion<'a>(
    found: &str,
    allowed: impl IntoIterator<Item = &'a str> + Clone,
) -> Option<String> {
    match nearest(found, allowed.clone()) {
        Some(name) => Some(format!("did you mean `{name}`?")),
        None => {
            let all: Vec<&str> = allowed.into_iter().take(60).collect();
            (!all.is_empty()).then(|| format!("allowed: {}", all.join(", ")))
        }
    }
}

fn advice(found: &str, allowed: &[String]) -> String {
    suggestion(found, allowed.iter().map(String::as_str)).unwrap_or_default()
}

fn joined(names: &[String]) -> String {
    names.join(", ")
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { joined(names) }
}

fn of_part(part: Option<&str>) -> String {
    part.map_or_else(String::new, |part| format!(" of part `{part}`"))
}
