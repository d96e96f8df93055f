//! Path previews: a path step by step, with the ruleset's costs and hints; and the relation between
//! two combatants, for the same displays.

use grid::{Hm, Passage, Room, StepFacts, StepMode, SupportKind};

use super::RuleId;

/// A short text for players, with the rule behind it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Remark {
    /// The text shown to players.
    pub text: String,
    /// The rule.
    pub rule: RuleId,
}

impl Remark {
    /// A remark with a rule ID known at compile time.
    pub fn new(text: impl Into<String>, rule: &'static str) -> Self {
        Self { text: text.into(), rule: RuleId::of(rule) }
    }
}

impl std::fmt::Display for Remark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}]", self.text, self.rule)
    }
}

/// What a step encounters, for the icon on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PathIcon {
    /// Harmful ground.
    Harm,
    /// Slippery ground.
    Slippery,
    /// Water to swim in.
    Water,
    /// Climbing up or down.
    Climb,
    /// Jumping down from an edge.
    Drop,
    /// Something must be opened.
    Door,
    /// Moving past a combatant.
    Passing,
}

/// A hint about a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Its kind.
    pub sign: PathIcon,
    /// The text, with heights and depths in metres, and the rule.
    pub remark: Remark,
}

impl Hint {
    /// A hint with a rule ID known at compile time.
    pub fn new(sign: PathIcon, text: impl Into<String>, rule: &'static str) -> Self {
        Self { sign, remark: Remark::new(text, rule) }
    }
}

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathStep {
    /// Where it leads; for a jump down, the landing place.
    pub room: Room,
    /// What supports the body there.
    pub support: SupportKind,
    /// Cost of the path up to here, in the ruleset's movement points.
    pub cost: u32,
    /// Points left after it in the current tier.
    pub left: u32,
    /// Points available beyond those in a higher tier.
    pub beyond: u32,
    /// 0 for an ordinary move, 1 from the step on that takes more out of the turn.
    pub tier: u8,
    /// What it encounters.
    pub hints: Vec<Hint>,
}

/// The rule IDs of a ruleset for hints about steps.
#[derive(Clone, Copy, Debug)]
pub struct SignRules {
    /// Ground that hurts.
    pub harm: &'static str,
    /// Swimming.
    pub water: &'static str,
    /// Climbing.
    pub climb: &'static str,
    /// Jumping down.
    pub drop: &'static str,
    /// Opening something on the way.
    pub door: &'static str,
}

/// The hints for a step, from the facts of the board. The ruleset decides whether the step `climbs`
/// or `jumps` over an edge.
pub fn hints(facts: &StepFacts<'_, '_>, climbs: bool, jumps: bool, rules: &SignRules) -> Vec<Hint> {
    let mut found = Vec::new();
    let rise = facts.rise();
    if jumps {
        found.push(Hint::new(PathIcon::Drop, format!("jump down {}", rise.abs()), rules.drop));
    } else if climbs {
        let way = if rise > Hm::ZERO { "up" } else { "down" };
        found.push(Hint::new(PathIcon::Climb, format!("climb {way} {}", rise.abs()), rules.climb));
    }
    let ground = &facts.entered;
    if ground.harm > 0 {
        found.push(Hint::new(PathIcon::Harm, format!("{} damage", ground.harm), rules.harm));
    }
    if ground.support == SupportKind::Water {
        let text = format!("swim, {} deep", ground.depth);
        found.push(Hint::new(PathIcon::Water, text, rules.water));
    }
    if facts.passage == Passage::Shut {
        found.push(Hint::new(PathIcon::Door, "open", rules.door));
    }
    found
}

/// What supports a body right after a step; nothing after a step over an edge.
pub fn support_after(facts: &StepFacts<'_, '_>, jumps: bool) -> SupportKind {
    match (facts.manner, facts.entered.support) {
        _ if jumps => SupportKind::Nothing,
        (StepMode::Fly, SupportKind::Nothing) => SupportKind::Flight,
        (StepMode::Climb, SupportKind::Nothing) => SupportKind::Grip,
        (_, support) => support,
    }
}

/// The relation between two combatants at their positions, where it matters for attacks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    /// Whether it sees the other.
    pub sees: bool,
    /// The cover that the other has from it, if any.
    pub cover: Option<Remark>,
    /// Set if it flanks the other.
    pub flanks: Option<Remark>,
    /// Other factors, such as high ground.
    pub more: Vec<Remark>,
}
