//! The content of a scenario file. Every struct here is one level of the file; `docs/scenarios.md`
//! explains them to authors.

use std::collections::BTreeMap;

use serde::Deserialize;

use grid::{Cell, Climb, Dir, EdgeKind, Haze, Light, Rough, Terrain, ThingKind, WeatherKind};
use registry::RulesetId;
use rules::policy::Policy;
use rules::start::Start;
use rules::state::{Awareness, LayerState, Status};

use super::conditions::{ConditionDraft, Lasts};
use super::expect::Expected;
use super::holds::Check;
use super::odds::OddsLine;
use super::orders::Question;
use super::ruling::RulingDraft;
use super::scalar::{Aim, Metres, OrderedMap, Set, Spot};

/// A scenario as written in its file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile {
    /// What it shows, in a few words.
    pub title: String,
    /// The IDs of the rules it shows.
    pub rules: Vec<String>,
    /// The ruleset it uses.
    #[serde(default)]
    pub ruleset: RulesetId,
    /// Options of the ruleset's `rules.ron` that this scenario changes, written as they are there.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// Fields of entries in the ruleset's other files that this scenario changes: file, entry,
    /// field and value as written there.
    #[serde(default)]
    pub data: BTreeMap<String, BTreeMap<String, BTreeMap<String, String>>>,
    /// The board, one text per row from the north.
    #[serde(default)]
    pub rows: Vec<String>,
    /// Meanings of characters in the rows, in addition to the default ones.
    #[serde(default)]
    pub legend: BTreeMap<char, TileDraft>,
    /// Walls, doors and other edges between cells.
    #[serde(default)]
    pub edges: Vec<EdgeDraft>,
    /// Brightness of the whole board.
    #[serde(default)]
    pub light: Light,
    /// The weather on the whole board: a kind, and a rank of haze.
    pub weather: Option<(WeatherKind, Haze)>,
    /// No air anywhere.
    #[serde(default)]
    pub airless: bool,
    /// The rate of growth of a miasma.
    #[serde(default)]
    pub miasma: u8,
    /// A level file instead of rows, relative to the folder of the file or one above it.
    pub level: Option<String>,
    /// The sides.
    #[serde(default = "two_sides")]
    pub sides: Vec<String>,
    /// The sides that try to open the battle with an ambush.
    #[serde(default)]
    pub ambush: Vec<String>,
    /// Each side sees only what its combatants see.
    #[serde(default)]
    pub hidden: bool,
    /// A referee may make rulings.
    #[serde(default)]
    pub referee: bool,
    /// Initial flags of sides, by side and name.
    #[serde(default)]
    pub side_flags: BTreeMap<String, BTreeMap<String, i64>>,
    /// The combatants, in order of placement.
    #[serde(default)]
    pub units: OrderedMap<UnitDraft>,
    /// What combatants and sides know about others before the battle.
    #[serde(default)]
    pub knowledge: Vec<KnowledgeDraft>,
    /// The code with which the ruleset refuses to begin this battle; nothing is played then.
    pub refused: Option<String>,
    /// The rule behind that refusal.
    pub rule: Option<String>,
    /// What happens before the first command: dice for the turn order of the first round.
    #[serde(default)]
    pub opening: Opening,
    /// Whose turn it is at the first step; earlier turns are ended at once.
    pub start: Option<String>,
    /// Commands and checks, in order.
    pub steps: Vec<StepDraft>,
    /// Steps after the end of the battle, in order; the first one begins the aftermath. Without
    /// steps it is not begun.
    #[serde(default)]
    pub aftermath: Vec<StepDraft>,
}

fn two_sides() -> Vec<String> {
    vec!["blue".to_owned(), "red".to_owned()]
}

/// What a character of the rows stands for. Omitted values are the terrain's defaults.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileDraft {
    /// The terrain.
    #[serde(default)]
    pub terrain: Terrain,
    /// Height of the floor.
    #[serde(default)]
    pub elevation: Metres,
    /// Depth of water over the floor.
    pub depth: Option<Metres>,
    /// How hard the ground is to cross.
    pub rough: Option<Rough>,
    /// The number a runner must reach here.
    pub slippery: Option<u8>,
    /// Damage to units that enter, and how high it reaches.
    pub damaging: Option<(u8, Metres)>,
    /// Its faces can be climbed regardless of their height.
    #[serde(default)]
    pub climbable: bool,
    /// The climbing grade of its faces, if not given by `climbable`.
    pub climb: Option<Climb>,
    /// Haze in the cell.
    #[serde(default)]
    pub haze: Haze,
    /// Its water is rough.
    #[serde(default)]
    pub rough_water: bool,
    /// No air in the cell.
    #[serde(default)]
    pub airless: bool,
    /// Combatants may leave from here.
    #[serde(default)]
    pub exit: bool,
    /// Brightness without lamps.
    pub light: Option<Light>,
    /// Clear height above the floor.
    pub ceiling: Option<Metres>,
    /// Height of the top of a deck over the cell.
    pub deck: Option<Metres>,
    /// The object that stands there.
    pub thing: Option<ThingKind>,
    /// The height of that object, if not the default.
    pub thing_height: Option<Metres>,
}

/// The edge on one side of a cell.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeDraft {
    /// The kind of edge.
    pub kind: EdgeKind,
    /// The cell.
    pub at: Cell,
    /// Its side: N, E, S or W; left out for a hatch.
    #[serde(default = "no_side")]
    pub side: Dir,
    /// The absolute height of the floor on which it stands; left out for the ground.
    #[serde(default)]
    pub floor: Option<Metres>,
    /// Whether it is open.
    #[serde(default)]
    pub open: bool,
    /// Whether it is locked.
    #[serde(default)]
    pub locked: bool,
}

/// The value of `side` for edges without one: no edge lies there.
const fn no_side() -> Dir {
    Dir::NW
}

/// One combatant.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitDraft {
    /// Its role.
    pub role: String,
    /// Its side.
    pub side: String,
    /// Its cell, unless its letter is in the rows.
    pub at: Option<Cell>,
    /// Height above what is below, for flyers.
    #[serde(default)]
    pub altitude: Metres,
    /// Its facing.
    #[serde(default = "north")]
    pub facing: Dir,
    /// It lies on the ground.
    #[serde(default)]
    pub prone: bool,
    /// Its starting state, as far as the ruleset uses it.
    #[serde(default)]
    pub start: Start,
    /// Sheet numbers that this scenario changes.
    #[serde(default)]
    pub numbers: BTreeMap<String, i64>,
    /// Gear by slot, replacing the role's own; an empty text leaves the slot empty.
    #[serde(default)]
    pub gear: BTreeMap<String, String>,
    /// Values of its tracks and pools, by name.
    #[serde(default)]
    pub now: BTreeMap<String, i32>,
    /// Values of its items' meters, by slot and name.
    #[serde(default)]
    pub items: BTreeMap<String, BTreeMap<String, i32>>,
    /// The layers over its body, by name.
    #[serde(default)]
    pub layers: BTreeMap<String, LayerDraft>,
    /// Acts that it has begun but not finished.
    #[serde(default)]
    pub progress: BTreeMap<String, ProgressDraft>,
    /// Its status.
    #[serde(default)]
    pub status: Status,
    /// The combatant that summoned it before the battle.
    pub summoner: Option<String>,
    /// Its conditions.
    #[serde(default)]
    pub conditions: Vec<ConditionDraft>,
    /// The ruleset's flags.
    #[serde(default)]
    pub flags: BTreeMap<String, i64>,
}

const fn north() -> Dir {
    Dir::N
}

/// A layer at the start. A layer of the role is changed; any other is added.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayerDraft {
    /// Values of its meters, by name.
    #[serde(default)]
    pub now: BTreeMap<String, i32>,
    /// Its state.
    #[serde(default)]
    pub state: LayerState,
    /// How long an added layer lasts.
    #[serde(default)]
    pub lasts: Lasts,
}

/// What a combatant or a side knows about a combatant before the battle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnowledgeDraft {
    /// The combatant or side that knows.
    pub by: String,
    /// The combatant it is about.
    pub of: String,
    /// How aware it is of it.
    #[serde(default)]
    pub awareness: Awareness,
    /// What it has learned about it.
    #[serde(default)]
    pub facts: Vec<String>,
}

/// An act begun before the battle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProgressDraft {
    /// Progress made.
    pub done: i32,
    /// Progress needed.
    pub of: i32,
    /// The variant of the act.
    #[serde(default)]
    pub choice: String,
    /// The combatants or cells that it targets.
    #[serde(default)]
    pub at: Vec<Aim>,
}

/// What happens before the first command.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// The scripted dice, in order.
    #[serde(default)]
    pub dice: Vec<u16>,
    /// Answers to prompts, in order.
    #[serde(default)]
    pub answers: Vec<String>,
    /// Exact odds of everything up to the first decision.
    #[serde(default)]
    pub odds: Vec<OddsLine>,
    /// What must happen, in this order; other things may happen in between.
    #[serde(default)]
    pub expect: Vec<Expected>,
    /// What must not happen.
    #[serde(default)]
    pub never: Vec<Expected>,
}

/// One step: a command with its outcome, a question about a command, or only checks.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepDraft {
    /// The command.
    #[serde(rename = "do")]
    pub command: Option<Do>,
    /// A command that is only checked: refusal and odds, nothing happens.
    pub preview: Option<Do>,
    /// Commands that follow it, for the odds only; one that is refused in a course changes nothing.
    #[serde(default)]
    pub then: Vec<Do>,
    /// The parameters of its act, by name.
    #[serde(default)]
    pub with: BTreeMap<String, Set>,
    /// The scripted dice, in order.
    #[serde(default)]
    pub dice: Vec<u16>,
    /// Answers to prompts during the command, by name, in order.
    #[serde(default)]
    pub answers: Vec<String>,
    /// The code with which the command is refused.
    pub refused: Option<String>,
    /// The rule behind the refusal or the warning.
    pub rule: Option<String>,
    /// The command is allowed with a warning.
    #[serde(default)]
    pub warned: bool,
    /// Exact odds of the command.
    #[serde(default)]
    pub odds: Vec<OddsLine>,
    /// What must happen, in this order; other things may happen in between.
    #[serde(default)]
    pub expect: Vec<Expected>,
    /// What must not happen.
    #[serde(default)]
    pub never: Vec<Expected>,
    /// The kind of prompt that is then open.
    pub asked: Option<String>,
    /// The prompt that is then open, in detail.
    pub question: Option<Question>,
    /// What holds afterwards.
    #[serde(default)]
    pub check: Vec<Check>,
}

/// A command in readable form.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Do {
    /// Move along these cells.
    Move(String, Vec<Spot>),
    /// Move along these cells, climbing down rather than jumping.
    Climb(String, Vec<Spot>),
    /// Move along these cells, jumping down from any height.
    Jump(String, Vec<Spot>),
    /// Move to a cell by the cheapest path.
    Walk(String, Spot),
    /// Use an act on a combatant or cell.
    Act(String, String, Aim),
    /// Use an act on several targets, each as often as it is listed.
    Acts(String, String, Vec<Aim>),
    /// Turn on the spot.
    Face(String, Dir),
    /// Use a variant of an act, by its name, on a combatant or cell.
    Variant(String, String, String, Aim),
    /// Use an act that needs no target.
    Use(String, String),
    /// Answer the open prompt with the name of a choice.
    Answer(String),
    /// Delay the turn.
    Hold(String),
    /// End the turn.
    End(String),
    /// End turns until this combatant's next one begins.
    Until(String),
    /// Give a standing order: the side, the subject and the policy.
    Policy(String, String, Policy),
    /// A ruling by the referee.
    Ruling(RulingDraft),
}

impl Do {
    /// The side that the command refers to.
    pub const fn side(&self) -> Option<&String> {
        match self {
            Self::Policy(side, ..) => Some(side),
            _ => None,
        }
    }
}
