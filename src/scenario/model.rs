//! What a scenario file may say. Every struct here is one level of the file; `docs/scenarios.md`
//! explains it to those who write one.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::grid::{
    Cell, Climb, Dir, EdgeKind, Haze, Light, Rough, Terrain, ThingKind, UnitId, WeatherKind,
};
use crate::rules::Key;
use crate::rules::policy::Policy;
use crate::rules::registry::RulesetId;
use crate::rules::start::Start;
use crate::rules::state::{Awareness, Expiry, LayerState, Status};

use super::expect::Expected;
use super::holds::Check;
use super::odds::OddsLine;
use super::orders::Question;
use super::ruling::RulingDraft;
use super::scalar::{Aim, Listed, Metres, Set, Spot};

/// One scenario as its file states it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Draft {
    /// What it shows, in a few words.
    pub title: String,
    /// The IDs of the rules it shows.
    pub rules: Vec<String>,
    /// The ruleset that is played.
    #[serde(default)]
    pub ruleset: RulesetId,
    /// Options of the ruleset's `rules.ron` that this scenario changes, as they are written there.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The board, one text for each row from the north.
    #[serde(default)]
    pub rows: Vec<String>,
    /// What characters of the rows mean beside their usual meaning.
    #[serde(default)]
    pub legend: BTreeMap<char, TileDraft>,
    /// Walls, doors and the like between cells.
    #[serde(default)]
    pub edges: Vec<EdgeDraft>,
    /// Brightness over the whole board.
    #[serde(default)]
    pub light: Light,
    /// The weather over the whole board: a kind, and a rank of haze.
    pub weather: Option<(WeatherKind, Haze)>,
    /// There is no air anywhere.
    #[serde(default)]
    pub airless: bool,
    /// The rate of growth of a miasma.
    #[serde(default)]
    pub miasma: u8,
    /// A level file in place of rows, relative to the folder of the file or one above it.
    pub level: Option<String>,
    /// The sides.
    #[serde(default = "two_sides")]
    pub sides: Vec<String>,
    /// The sides that mean to open the battle with an ambush.
    #[serde(default)]
    pub ambush: Vec<String>,
    /// Each side sees only what its combatants see.
    #[serde(default)]
    pub hidden: bool,
    /// A referee may rule.
    #[serde(default)]
    pub referee: bool,
    /// Small numbers of the ruleset that sides begin with, by side and name.
    #[serde(default)]
    pub side_flags: BTreeMap<String, BTreeMap<String, i64>>,
    /// The combatants. Their order is the order of placement.
    #[serde(default)]
    pub units: Listed<UnitDraft>,
    /// What combatants and sides know of others before the battle.
    #[serde(default)]
    pub knowledge: Vec<KnowledgeDraft>,
    /// The code with which the ruleset refuses to begin this battle; nothing is played then.
    pub refused: Option<String>,
    /// The rule behind that refusal.
    pub rule: Option<String>,
    /// What happens before the first command: dice for the order of the first round.
    #[serde(default)]
    pub opening: Opening,
    /// Whose turn it is at the first step; the turns before are ended at once.
    pub start: Option<String>,
    /// What is done and checked, in order.
    pub steps: Vec<StepDraft>,
    /// What comes once the battle is over, in order; the first step begins it. Without any it is not
    /// begun.
    #[serde(default)]
    pub aftermath: Vec<StepDraft>,
}

fn two_sides() -> Vec<String> {
    vec!["blue".to_owned(), "red".to_owned()]
}

/// What a character of the rows stands for. What is left out is as the terrain usually is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileDraft {
    /// The terrain.
    #[serde(default)]
    pub terrain: Terrain,
    /// Height of the floor.
    #[serde(default)]
    pub elevation: Metres,
    /// Depth of water over it.
    pub depth: Option<Metres>,
    /// How hard the ground is to cross.
    pub rough: Option<Rough>,
    /// The number a runner must reach here.
    pub slippery: Option<u8>,
    /// Harm to those who enter, and how high it reaches.
    pub damaging: Option<(u8, Metres)>,
    /// Its faces may be climbed whatever their height.
    #[serde(default)]
    pub climbable: bool,
    /// The grade of its faces, where it is not `climbable` alone.
    pub climb: Option<Climb>,
    /// Haze over it.
    #[serde(default)]
    pub haze: Haze,
    /// Its water is rough.
    #[serde(default)]
    pub rough_water: bool,
    /// There is no air in it.
    #[serde(default)]
    pub airless: bool,
    /// Combatants may leave from here.
    #[serde(default)]
    pub exit: bool,
    /// Brightness without lamps.
    pub light: Option<Light>,
    /// Clear height over the floor.
    pub ceiling: Option<Metres>,
    /// What stands there.
    pub thing: Option<ThingKind>,
    /// The height of that thing, where it is not the usual one.
    pub thing_height: Option<Metres>,
}

/// Matter on one side of a cell.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EdgeDraft {
    /// What it is.
    pub kind: EdgeKind,
    /// The cell.
    pub at: Cell,
    /// Its side: N, E, S or W.
    pub side: Dir,
    /// Whether its leaf stands open.
    #[serde(default)]
    pub open: bool,
}

/// One combatant.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitDraft {
    /// Its role.
    pub role: String,
    /// Its side.
    pub side: String,
    /// Where it stands, unless its letter stands in the rows.
    pub at: Option<Cell>,
    /// Height over what is below, for flyers.
    #[serde(default)]
    pub altitude: Metres,
    /// Where it faces.
    #[serde(default = "north")]
    pub facing: Dir,
    /// Lies on the ground.
    #[serde(default)]
    pub prone: bool,
    /// How it begins, as far as the ruleset reads it.
    #[serde(default)]
    pub start: Start,
    /// Numbers of its sheet that this scenario changes.
    #[serde(default)]
    pub numbers: BTreeMap<String, i64>,
    /// Gear by slot in place of the role's own; an empty text leaves the slot empty.
    #[serde(default)]
    pub gear: BTreeMap<String, String>,
    /// Where its tracks and pools stand, by name.
    #[serde(default)]
    pub now: BTreeMap<String, i32>,
    /// Where the meters of its items stand, by slot and name.
    #[serde(default)]
    pub items: BTreeMap<String, BTreeMap<String, i32>>,
    /// The layers over its body, by name.
    #[serde(default)]
    pub layers: BTreeMap<String, LayerDraft>,
    /// What it has begun and not yet finished, by act.
    #[serde(default)]
    pub progress: BTreeMap<String, ProgressDraft>,
    /// How it takes part.
    #[serde(default)]
    pub status: Status,
    /// Whose minion it is, called before the battle.
    pub summoner: Option<String>,
    /// What has befallen it.
    #[serde(default)]
    pub conditions: Vec<ConditionDraft>,
    /// The ruleset's small numbers.
    #[serde(default)]
    pub flags: BTreeMap<String, i64>,
}

const fn north() -> Dir {
    Dir::N
}

/// A layer at the start. One that its role brings along is changed; any other is laid on.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayerDraft {
    /// Where its meters stand, by name.
    #[serde(default)]
    pub now: BTreeMap<String, i32>,
    /// How it is.
    #[serde(default)]
    pub state: LayerState,
    /// How long one that is laid on lasts.
    #[serde(default)]
    pub lasts: Lasts,
}

/// A condition at the start.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ConditionDraft {
    /// Its name.
    pub id: String,
    /// Its number.
    #[serde(default)]
    pub size: i32,
    /// Who caused it; its sufferer if this is left out.
    pub by: Option<String>,
    /// How long it lasts; the whole battle if this is left out.
    #[serde(default)]
    pub lasts: Lasts,
    /// The part of the body that it is of.
    pub part: Option<String>,
    /// Small numbers of the ruleset.
    #[serde(default)]
    pub data: BTreeMap<String, i64>,
}

/// What somebody knows of a combatant before the battle.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KnowledgeDraft {
    /// Who knows: a combatant or a side.
    pub by: String,
    /// Of whom.
    pub of: String,
    /// How far it is aware of it.
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
    /// How much is done.
    pub done: i32,
    /// Of how much.
    pub of: i32,
    /// The way it is done.
    #[serde(default)]
    pub choice: String,
    /// The combatants or cells that it is aimed at.
    #[serde(default)]
    pub at: Vec<Aim>,
}

/// How long a condition lasts.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lasts {
    /// To the end of the battle.
    #[default]
    Battle,
    /// Until it has taken effect so many times.
    Hits(u16),
    /// Until the turn of the one who caused it has come so many times.
    Rounds(u16),
    /// Until the sufferer has ended so many turns.
    Turns(u16),
    /// Until something happens that the ruleset names.
    Until(String),
}

impl Lasts {
    /// When something ends that befalls `sufferer` and was caused by `source`.
    pub fn expiry(&self, sufferer: UnitId, source: UnitId) -> Expiry {
        match self {
            Self::Battle => Expiry::Battle,
            Self::Hits(n) => Expiry::Hits(*n),
            Self::Rounds(n) => Expiry::Slots { of: source, left: *n },
            Self::Turns(n) => Expiry::TurnEnds { of: sufferer, left: *n },
            Self::Until(what) => Expiry::Until(Key::new(what)),
        }
    }
}

/// What happens before the first command.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opening {
    /// What the dice show, in order.
    #[serde(default)]
    pub dice: Vec<u16>,
    /// Answers to what is asked, in order.
    #[serde(default)]
    pub answers: Vec<String>,
    /// What must happen, in this order; other things may happen in between.
    #[serde(default)]
    pub expect: Vec<Expected>,
    /// What must not happen.
    #[serde(default)]
    pub never: Vec<Expected>,
}

/// One step: a command with what comes of it, a question about one, or only checks.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StepDraft {
    /// The command.
    #[serde(rename = "do")]
    pub command: Option<Do>,
    /// A command that is only asked about: refusal and odds, nothing happens.
    pub preview: Option<Do>,
    /// What the parameters of its act are set to, by name.
    #[serde(default)]
    pub with: BTreeMap<String, Set>,
    /// What the dice show, in order.
    #[serde(default)]
    pub dice: Vec<u16>,
    /// Answers to what is asked meanwhile, by name, in order.
    #[serde(default)]
    pub answers: Vec<String>,
    /// The reason code with which the command is refused.
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
    /// The kind of question that is then open.
    pub asked: Option<String>,
    /// The question that is then open, with what it tells.
    pub question: Option<Question>,
    /// What holds afterwards.
    #[serde(default)]
    pub check: Vec<Check>,
}

/// A command in readable form.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Do {
    /// Go along these cells.
    Move(String, Vec<Spot>),
    /// Go along these cells, climbing down rather than jumping.
    Climb(String, Vec<Spot>),
    /// Go along these cells, jumping down however deep it is.
    Jump(String, Vec<Spot>),
    /// Go the cheapest way to a cell.
    Walk(String, Spot),
    /// Use an act on a combatant or cell.
    Act(String, String, Aim),
    /// Use an act on several, each as often as it is named.
    Acts(String, String, Vec<Aim>),
    /// Turn on the spot.
    Face(String, Dir),
    /// Use a variant of an act, by its name, on a combatant or cell.
    Variant(String, String, String, Aim),
    /// Use an act that has no target to choose.
    Use(String, String),
    /// Answer the open question by the name of a choice.
    Answer(String),
    /// Put the turn off.
    Hold(String),
    /// End the turn.
    End(String),
    /// End turns until this combatant's next one begins.
    Until(String),
    /// Give a standing order: the side, what about, and what it wants done.
    Policy(String, String, Policy),
    /// What the referee rules.
    Ruling(RulingDraft),
}

impl Do {
    /// The side that the command names.
    pub const fn side(&self) -> Option<&String> {
        match self {
            Self::Policy(side, ..) => Some(side),
            _ => None,
        }
    }
}
