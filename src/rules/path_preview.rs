//! A way step by step as a ruleset prices it, and what its steps meet: for previews. How two
//! combatants stand to each other, for the same readers.

use crate::grid::{Hm, Manner, Passage, Room, StepFacts, SupportKind};

use super::RuleId;

/// A few words for a player, with the rule behind them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Remark {
    /// As a player reads it.
    pub text: String,
    /// The rule.
    pub rule: RuleId,
}

impl Remark {
    /// Words with the ID of a rule that is known when the program is built.
    pub fn new(text: impl Into<String>, rule: &'static str) -> Self {
        Self { text: text.into(), rule: RuleId::of(rule) }
    }
}

impl std::fmt::Display for Remark {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} [{}]", self.text, self.rule)
    }
}

/// What kind of thing a step meets, for the sign on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// Ground that hurts.
    Harm,
    /// Ground on which one may slip.
    Slippery,
    /// Water that carries the body.
    Water,
    /// Up or down a face.
    Climb,
    /// Down over an edge.
    Drop,
    /// Something has to be opened.
    Door,
    /// Somebody has to be got past.
    Passing,
}

/// Something a step meets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Its kind.
    pub sign: Sign,
    /// The words, heights and depths in metres among them, and the rule.
    pub remark: Remark,
}

impl Hint {
    /// A hint with the ID of a rule that is known when the program is built.
    pub fn new(sign: Sign, text: impl Into<String>, rule: &'static str) -> Self {
        Self { sign, remark: Remark::new(text, rule) }
    }
}

/// One step of a way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Where it leads; after a jump down where it lands.
    pub room: Room,
    /// What carries the body there.
    pub support: SupportKind,
    /// What the way costs up to here, in the ruleset's points.
    pub cost: u32,
    /// The points left after it without taking more out of the turn.
    pub left: u32,
    /// The points that there are beyond those if more is taken out of the turn.
    pub beyond: u32,
    /// 0 while it is an ordinary move, 1 from where it takes more out of the turn.
    pub tier: u8,
    /// What it meets.
    pub hints: Vec<Hint>,
}

/// The rules by which a ruleset has what steps meet.
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
    /// Opening on the way.
    pub door: &'static str,
}

/// What a step meets by the facts of the board. `climbs` and `jumps` are the ruleset's: whether the
/// step is climbed, and whether it leads over an edge.
pub fn hints(facts: &StepFacts<'_, '_>, climbs: bool, jumps: bool, rules: &SignRules) -> Vec<Hint> {
    let mut found = Vec::new();
    let rise = facts.rise();
    if jumps {
        found.push(Hint::new(Sign::Drop, format!("jump {} down", rise.abs()), rules.drop));
    } else if climbs {
        let way = if rise > Hm::ZERO { "up" } else { "down" };
        found.push(Hint::new(Sign::Climb, format!("climb {} {way}", rise.abs()), rules.climb));
    }
    let ground = &facts.entered;
    if ground.harm > 0 {
        found.push(Hint::new(Sign::Harm, format!("{} harm", ground.harm), rules.harm));
    }
    if ground.support == SupportKind::Water {
        let text = format!("swim, {} deep", ground.depth);
        found.push(Hint::new(Sign::Water, text, rules.water));
    }
    if facts.passage == Passage::Shut {
        found.push(Hint::new(Sign::Door, "open it", rules.door));
    }
    found
}

/// What carries a body right after a step; nothing after one over an edge.
pub fn support_after(facts: &StepFacts<'_, '_>, jumps: bool) -> SupportKind {
    match (facts.manner, facts.entered.support) {
        _ if jumps => SupportKind::Nothing,
        (Manner::Fly, SupportKind::Nothing) => SupportKind::Flight,
        (Manner::Climb, SupportKind::Nothing) => SupportKind::Grip,
        (_, support) => support,
    }
}

/// How one combatant stands to another where both are, as far as attacks on it go.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    /// It sees the other.
    pub sees: bool,
    /// How much of the other is covered from it, if anything is.
    pub cover: Option<Remark>,
    /// It is one of those who flank the other.
    pub flanks: Option<Remark>,
    /// What else tells: high ground.
    pub more: Vec<Remark>,
}
