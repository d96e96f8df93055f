//! Descriptors for panels and board, beyond meters, facts and odds.
//!
//! A ruleset fills them ([`Presentation`]) with the numbers that it resolves with; the panels draw
//! them without knowing the ruleset. No battle logic.

use grid::{SideId, UnitId};

use super::command::Command;
use super::ctx::Ctx;
use super::dice::Chance;
use super::path_preview::Remark;
use super::prompt::Prompt;

/// The colour of a descriptor, from the point of view of its combatant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shade {
    /// Neither good nor bad.
    #[default]
    Plain,
    /// Good for it.
    Good,
    /// Bad for it.
    Bad,
    /// Used up, or without effect.
    Faint,
}

/// An indicator for something that a turn may still allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indicator {
    /// Its name in a word or two.
    pub name: String,
    /// True while it is available.
    pub lit: bool,
    /// What it currently means.
    pub remark: Remark,
}

impl Indicator {
    /// An indicator with a rule ID known at compile time.
    pub fn new(
        name: impl Into<String>,
        lit: bool,
        text: impl Into<String>,
        rule: &'static str,
    ) -> Self {
        Self { name: name.into(), lit, remark: Remark::new(text, rule) }
    }
}

/// The mode of a combatant's turn and what it still allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurnGauge {
    /// The mode of the turn: "Mixed Turn"; empty if the ruleset has no modes.
    pub mode: String,
    /// What is still allowed.
    pub indicators: Vec<Indicator>,
    /// Facts about the turn that only its own side knows.
    pub secrets: Vec<Remark>,
}

/// A region of the body figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    /// The head.
    Head,
    /// Chest, belly and back.
    Torso,
    /// The left arm.
    LeftArm,
    /// The right arm.
    RightArm,
    /// The left leg.
    LeftLeg,
    /// The right leg.
    RightLeg,
    /// Beside the body: mind and spirit.
    Mind,
}

impl Region {
    /// All regions, in drawing order.
    pub const ALL: [Self; 7] = [
        Self::Head,
        Self::Torso,
        Self::LeftArm,
        Self::RightArm,
        Self::LeftLeg,
        Self::RightLeg,
        Self::Mind,
    ];
}

/// How badly a part of the body is hurt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Damage {
    /// Not at all.
    #[default]
    Whole,
    /// Lightly.
    Light,
    /// Badly.
    Heavy,
    /// Useless or gone.
    Lost,
}

/// A part of the body, with its protection and its injuries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BodyPart {
    /// Its name.
    pub name: String,
    /// Where it is on the figure.
    pub region: Region,
    /// The number that protects it, if that differs by part.
    pub armour: Option<i32>,
    /// How badly it is hurt.
    pub damage: Damage,
    /// Its injuries, each with its effect.
    pub injuries: Vec<Remark>,
}

impl BodyPart {
    /// A part without armour of its own and without injuries.
    pub fn whole(name: impl Into<String>, region: Region) -> Self {
        let (armour, damage, injuries) = (None, Damage::Whole, Vec::new());
        Self { name: name.into(), region, armour, damage, injuries }
    }

    /// Adds an injury; the worst one determines the part's state.
    pub fn hurt(&mut self, damage: Damage, injury: Remark) {
        self.damage = self.damage.max(damage);
        self.injuries.push(injury);
    }
}

/// The effect of one kind of harm on a combatant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Affinity {
    /// The kind of harm.
    pub name: String,
    /// The effect on the combatant; `None` if the viewing side has not found out.
    pub effect: Option<(Shade, Remark)>,
}

/// What is shown about one combatant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Profile {
    /// What its turn still allows.
    pub turn: Option<TurnGauge>,
    /// The parts of its body, if harm distinguishes them.
    pub body: Vec<BodyPart>,
    /// The effects of kinds of harm on it.
    pub affinities: Vec<Affinity>,
}

/// Something that raised or lowered a die on its ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LadderMove {
    /// Number of rungs, negative for lower dice; 0 if it affects another roll.
    pub rungs: i32,
    /// The reason.
    pub remark: Remark,
}

/// A die on a ladder of dice, as a roll against one combatant uses it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ladder {
    /// The combatant rolled against.
    pub target: UnitId,
    /// The name of the dice: "Bonus Dice".
    pub name: String,
    /// The dice from the lowest to the highest: "d4".
    pub rungs: Vec<String>,
    /// Index of the rung used when nothing moves it.
    pub usual: usize,
    /// The rung in use.
    pub at: usize,
    /// Number of such dice.
    pub count: usize,
    /// What moved it.
    pub moves: Vec<LadderMove>,
}

/// A cost of a command beyond its plain price, or of an answer, shown before it is given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Price {
    /// What is paid: "Charges".
    pub name: String,
    /// The amount, and what remains: "3, then 5 of 4".
    pub value: String,
    /// Whether that is a risk.
    pub shade: Shade,
    /// The explanation.
    pub remark: Remark,
}

/// What a command costs, and its dice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outlook {
    /// The ladder of each roll.
    pub ladders: Vec<Ladder>,
    /// The prices.
    pub prices: Vec<Price>,
}

/// The subject of a remark about a slot of the turn order; the turn strip draws an icon for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SlotSign {
    /// Its unit is surprised.
    Surprised,
    /// Its unit is an ambusher.
    InWait,
    /// Its place in the order is about to change.
    Moves,
    /// It comes first.
    First,
    /// It comes last.
    Last,
    /// It is held back.
    Held,
    /// It was exchanged with another.
    Swapped,
    /// Its units act together.
    Together,
    /// It is a time marker and not a turn.
    Time,
    /// Its unit can do nothing.
    Helpless,
    /// Its unit was called into the battle.
    Called,
    /// Its unit is out of breath.
    Breathless,
    /// Its unit fights on at 0 HP.
    Determined,
}

/// A remark about a slot of the turn order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlotRemark {
    /// What it is about.
    pub sign: SlotSign,
    /// Its words.
    pub remark: Remark,
}

impl SlotRemark {
    /// A remark with a rule ID known at compile time.
    pub fn new(sign: SlotSign, text: impl Into<String>, rule: &'static str) -> Self {
        Self { sign, remark: Remark::new(text, rule) }
    }
}

/// What one answer to a question costs and achieves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stake {
    /// The pool that pays.
    pub pool: String,
    /// How much it pays.
    pub cost: i32,
    /// The remaining amount.
    pub left: i32,
    /// The chance that the answer succeeds, if it needs a roll.
    pub chance: Option<Chance>,
}

/// The numbers behind a question about a roll that was already made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stakes {
    /// The name of the total.
    pub label: String,
    /// The total rolled.
    pub total: i32,
    /// The name of the number that it was compared with.
    pub against_label: String,
    /// That number.
    pub against: i32,
    /// The stake of each answer, in the order of the prompt's choices.
    pub answers: Vec<Option<Stake>>,
}

/// A combatant that may come next, and its benefit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor {
    /// The combatant.
    pub unit: UnitId,
    /// What it would gain.
    pub remark: Remark,
}

/// A dramatic moment of the battle, such as an extra turn or a last stand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spotlight {
    /// Its title.
    pub title: String,
    /// The combatant in focus.
    pub unit: UnitId,
    /// Its cause and its consequences.
    pub lines: Vec<Remark>,
    /// The combatants that it has passed through, in order.
    pub chain: Vec<UnitId>,
    /// The combatants that it may be passed to.
    pub next: Vec<Successor>,
}

/// Fills the descriptors of a ruleset. Every method has an empty default.
pub trait Presentation: Send + Sync {
    /// What to show about a combatant. `viewer` is the viewing side, `None` for a spectator: facts
    /// that only the combatant's side may know are hidden from others.
    fn profile(&self, _ctx: Ctx<'_>, _unit: UnitId, _viewer: Option<SideId>) -> Profile {
        Profile::default()
    }

    /// What a command costs, and its ladders.
    fn outlook(&self, _ctx: Ctx<'_>, _command: &Command) -> Outlook {
        Outlook::default()
    }

    /// What is at stake in a question.
    fn stakes(&self, _ctx: Ctx<'_>, _prompt: &Prompt) -> Option<Stakes> {
        None
    }

    /// What each answer to a question costs, in the order of the prompt's choices; empty if nothing.
    fn answer_prices(&self, _ctx: Ctx<'_>, _prompt: &Prompt) -> Vec<Vec<Price>> {
        Vec::new()
    }

    /// Button labels for a yes and a no to a question: "Dodge", "Take the hit". `None` if the
    /// answers have names of their own. Nothing is decided by them.
    fn answers(&self, _ctx: Ctx<'_>, _prompt: &Prompt) -> Option<[String; 2]> {
        None
    }

    /// The special moment that the battle is in, if any.
    fn spotlight(&self, _ctx: Ctx<'_>) -> Option<Spotlight> {
        None
    }
}

/// The label of each answer to a question: for a plain yes or no, its meaning.
pub fn answer_labels(
    presentation: &dyn Presentation,
    ctx: Ctx<'_>,
    prompt: &Prompt,
) -> Vec<String> {
    let meanings = presentation.answers(ctx, prompt);
    let labels = prompt.choices.iter().map(|choice| match (&meanings, choice.label.as_str()) {
        (Some([yes, _]), "Yes") => yes.clone(),
        (Some([_, no]), "No") => no.clone(),
        (_, plain) => plain.to_owned(),
    });
    labels.collect()
}

/// Two labels known at compile time, for [`Presentation::answers`].
pub fn labels(yes: &str, no: &str) -> Option<[String; 2]> {
    Some([yes.to_owned(), no.to_owned()])
}

/// A ruleset with nothing to show beyond meters, facts and odds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Plain;

impl Presentation for Plain {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_injury_decides_how_a_part_looks() {
        let mut arm = BodyPart::whole("Left arm", Region::LeftArm);
        assert_eq!(arm.damage, Damage::Whole);
        arm.hurt(Damage::Heavy, Remark::new("broken", "T-1"));
        arm.hurt(Damage::Light, Remark::new("bruised", "T-2"));
        assert_eq!((arm.damage, arm.injuries.len()), (Damage::Heavy, 2));
    }
}
