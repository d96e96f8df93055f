//! Standing up and lying down (TU-155, TU-156).

use grid::Body;
use rules::estimate::{ActOutcome, ActSummary};
use rules::event::{Event, EventKind};
use rules::kit::acts::{Act, Label, Use};
use rules::kit::events;
use rules::ruleset::{Aim, Ctx};
use rules::state::{Placement, Posture, Status, Unit};
use rules::{Key, Refusal};

use super::data::{Content, Mark, Trait};
use super::movement;
use super::numbers::{GUARDING, Numbers};
use super::step::{Outcome, Plan, Pose, Step, Turn};

/// The act of standing up (TU-156).
pub const STAND: &str = "stand_up";
/// The act of lying down (TU-156).
pub const LIE: &str = "lie_down";

/// Standing up and lying down (TU-156).
pub struct Posing<'a> {
    /// The content.
    pub content: &'a Content,
    /// The unit.
    pub numbers: Numbers<'a>,
}

impl Posing<'_> {
    /// Cost in metres: standing up takes half of Movement, rounded up; lying down is free.
    fn price(&self) -> i32 {
        if self.numbers.lies() { (self.numbers.movement() + 1) / 2 } else { 0 }
    }
}

impl Act<Step> for Posing<'_> {
    fn key(&self) -> Key {
        Key::of(if self.numbers.lies() { STAND } else { LIE })
    }

    fn label(&self) -> Label {
        let (name, text) = match self.numbers.lies() {
            true => ("Stand Up", "Gets back on its feet."),
            false => ("Lie Down", "Harder to shoot, easier to strike."),
        };
        let cost = match self.price() {
            0 => "nothing".to_owned(),
            metres => format!("{metres} m"),
        };
        Label { name: name.to_owned(), text: text.to_owned(), cost, group: "move" }
    }

    fn aim(&self) -> Aim {
        Aim::Own
    }

    fn check_use(&self) -> Result<(), Refusal> {
        if self.numbers.has_mark(Mark::Helpless) {
            return Err(Refusal::new("stunned", "it is stunned", "TU-297"));
        }
        if !self.numbers.lies() {
            return Ok(());
        }
        movement::check_whole_turn(self.numbers.unit)?;
        if self.numbers.is_floored() {
            return Err(Refusal::new("floored", "its injuries keep it down", "TU-252"));
        }
        let acted = self.numbers.has_acted() || self.numbers.unit.conditions.has(GUARDING);
        if acted && self.numbers.suffers(Trait::OneThing) {
            return Err(Refusal::new("one_thing", "it has acted in this Turn", "TU-254"));
        }
        let (ordinary, most) = movement::metres(self.content, &self.numbers);
        if ordinary <= 0 || self.numbers.gone() + self.price() > most {
            return Err(Refusal::new("too_far", "no Movement is left for it", "TU-156"));
        }
        Ok(())
    }

    fn plan(&self, _: Use<'_>) -> Result<Plan, Refusal> {
        let to = if self.numbers.lies() { Posture::Standing } else { Posture::Prone };
        let warnings = movement::run_warning(&self.numbers, self.price()).into_iter().collect();
        Ok(Plan { warnings, ..Plan::of(Pose { unit: self.numbers.unit.id(), to }) })
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        let up = self.numbers.lies();
        let means = up.then_some(ActSummary { against_foes: false, ..plain });
        means.into_iter().collect()
    }

    fn estimate(&self, _: Use<'_>) -> Vec<ActOutcome> {
        vec![ActOutcome { helps: 3, ..ActOutcome::none(self.numbers.unit.id()) }]
    }
}

/// Stands up or lies down (TU-156).
pub fn pose(content: &Content, ctx: Ctx<'_>, step: &Pose) -> Outcome {
    let unit = ctx.unit(step.unit);
    let Some(numbers) = unit.and_then(|u| Numbers::of(content, u)) else {
        return Outcome::done(Vec::new());
    };
    let room = ctx.field.body(step.unit).and_then(Body::room);
    let carried = numbers.unit.placement.support;
    let support = room.map_or(carried, |room| ctx.field.support(room, step.unit));
    let poses = events::posture(numbers.unit, step.to, support, "TU-156");
    let price = Posing { content, numbers }.price();
    let gone = numbers.gone().saturating_add(price);
    let mut all = Vec::new();
    if price > 0 {
        all.extend(movement::went(&numbers, gone, "TU-156"));
    }
    all.push(poses);
    Outcome::done(all)
}

/// Units whose injuries prevent them from standing (TU-252, TU-255).
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let floored = |unit: &&Unit| {
        let numbers = Numbers::of(content, unit).filter(|n| !n.lies() && n.is_floored());
        matches!(unit.status, Status::Active | Status::Down) && numbers.is_some()
    };
    let floored = ctx.state.units.iter().filter(floored);
    floored.map(|unit| Pose { unit: unit.id(), to: Posture::Prone }.into()).collect()
}

/// Turns on the spot, at no cost (TU-171).
pub fn turn(ctx: Ctx<'_>, step: &Turn) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let Placement { posture, support, .. } = unit.placement;
    let what = EventKind::Stance { unit: unit.id(), posture, facing: step.facing, support };
    Outcome::done(vec![Event::new(what, &["TU-171"])])
}
