//! Advanced actions against one who is near, decided by opposed checks (MO-107, MO-121, MO-131,
//! MO-271 to MO-273).

use crate::grid::UnitId;
use crate::rules::event::{Event, Happening};
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Expiry, Link, Posture, Unit};
use crate::rules::step::{Outcome, Step};
use crate::rules::{Key, Refusal};

use super::budget::{self, Budget};
use super::check::Contest;
use super::data::{Affliction, Content, Skill, StatusEffect};
use super::health;
use super::position::Position;

/// The step of an advanced action.
pub const ADVANCED: &str = "advanced";
/// The step of a grab that ends.
pub const RELEASE: &str = "release";

/// The tie of one who grabs to whom it holds (MO-271).
pub const HOLD: &str = "hold";

/// An advanced action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advanced {
    /// MO-107.
    Blind,
    /// MO-121.
    Grab,
    /// MO-131.
    Trip,
    /// MO-271: out of a grab.
    BreakFree,
    /// MO-271: ends a grab of one's own.
    LetGo,
}

const BLIND: Contest = Contest {
    own: &[Skill::QuickFingers, Skill::Nimbleness],
    theirs: &[Skill::Improvisation, Skill::Endurance],
    size_tells: true,
};
const GRAB: Contest = Contest {
    own: &[Skill::Athletics, Skill::RawForce],
    theirs: &[Skill::Athletics, Skill::RawForce, Skill::Nimbleness],
    size_tells: true,
};
const TRIP: Contest = Contest {
    own: &[Skill::Athletics, Skill::RawForce],
    theirs: &[Skill::Athletics, Skill::Nimbleness],
    size_tells: true,
};

impl Advanced {
    /// All of them, in the order of the action bar.
    pub const ALL: &'static [Self] =
        &[Self::Blind, Self::Grab, Self::Trip, Self::BreakFree, Self::LetGo];

    /// The one of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|a| a.act() == *name)
    }

    /// Its name in commands.
    pub const fn act(self) -> Key {
        Key::of(match self {
            Self::Blind => "blind",
            Self::Grab => "grab",
            Self::Trip => "trip",
            Self::BreakFree => "break_free",
            Self::LetGo => "let_go",
        })
    }

    /// Its name as players read it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blind => "Blind",
            Self::Grab => "Grab",
            Self::Trip => "Trip",
            Self::BreakFree => "Break free",
            Self::LetGo => "Let go",
        }
    }

    /// What it does, in a sentence.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Blind => "Sand in the eyes: blind until the end of its next turn.",
            Self::Grab => "Hold somebody within 1 m with a free hand.",
            Self::Trip => "Knock somebody within 1 m off its feet.",
            Self::BreakFree => "Try to get out of a grab.",
            Self::LetGo => "Let go of one you hold.",
        }
    }

    /// The rule that describes it.
    const fn rule(self) -> &'static str {
        match self {
            Self::Blind => "MO-107",
            Self::Grab => "MO-121",
            Self::Trip => "MO-131",
            Self::BreakFree | Self::LetGo => "MO-271",
        }
    }

    /// AP that it costs.
    pub const fn price(self, content: &Content) -> i32 {
        let prices = &content.rules.prices;
        match self {
            Self::Blind => prices.blind,
            Self::Grab => prices.grab,
            Self::Trip => prices.trip,
            Self::BreakFree => prices.break_free,
            Self::LetGo => 0,
        }
    }

    /// True if it is worth a place in the action bar of a combatant.
    pub fn is_listed(self, unit: &Unit) -> bool {
        match self {
            Self::BreakFree => unit.conditions.has(Affliction::Grabbed.key().as_str()),
            Self::LetGo => unit.links.0.iter().any(|l| l.kind == *HOLD),
            _ => true,
        }
    }

    /// Whether a combatant can do it at all at the moment, whoever is near.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_ready(self, position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
        let off = || Refusal::new("no_sheet", "it has no sheet", "MO-10");
        let budget = Budget::of(position.content, unit).ok_or_else(off)?;
        let numbers = position.numbers(unit.id()).ok_or_else(off)?;
        budget.check_ap(self.price(position.content), self.rule())?;
        if !self.is_listed(unit) {
            return Err(Refusal::new("no_grab", "there is no such grab", "MO-271"));
        }
        if self == Self::Grab && !numbers.has_free_hand() {
            return Err(Refusal::new("no_hand", "it takes a free hand", "MO-121"));
        }
        Ok(())
    }

    /// Whether a combatant can do it to anybody at the moment.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_use(self, position: Position<'_>, unit: &Unit) -> Result<(), Refusal> {
        self.check_ready(position, unit)?;
        let all = position.ctx.state.units.iter();
        let mut all = all.map(|u| self.check_target(position, unit, u.id()));
        if all.any(|answer| answer.is_ok()) {
            return Ok(());
        }
        Err(Refusal::new("no_target", "nobody within 1 m to do that to", self.rule()))
    }

    /// Whether it may be aimed at a combatant.
    ///
    /// # Errors
    /// Why not.
    pub fn check_target(
        self,
        position: Position<'_>,
        unit: &Unit,
        target: UnitId,
    ) -> Result<(), Refusal> {
        let refuse = |code, text, rule| Err(Refusal::new(code, text, rule));
        let me = unit.id();
        let Some(them) = position.ctx.unit(target).filter(|_| position.is_target(target)) else {
            return refuse("no_target", "nobody there", self.rule());
        };
        match self {
            Self::LetGo if holds(unit, target) => return Ok(()),
            Self::LetGo => return refuse("no_grab", "it does not hold that one", "MO-271"),
            Self::BreakFree if holds(them, me) => return Ok(()),
            Self::BreakFree => return refuse("no_grab", "that one does not hold it", "MO-271"),
            _ => {}
        }
        if !position.knows(me, target) {
            return refuse("no_target", "nobody there", self.rule());
        }
        if !position.beside(me, target) {
            return refuse("out_of_range", "it is not within 1 m", "MO-134");
        }
        if position.size(target).above(position.size(me)) > 1 {
            return refuse("too_large", "more than one size larger", "MO-17");
        }
        match self {
            Self::Grab if holds(unit, target) => {
                refuse("held_already", "it holds that one already", "MO-271")
            }
            Self::Trip if them.placement.posture == Posture::Prone => {
                refuse("posture", "it lies already", "MO-131")
            }
            _ => Ok(()),
        }
    }
}

/// True if one holds another (MO-271).
pub fn holds(unit: &Unit, other: UnitId) -> bool {
    unit.links.0.iter().any(|l| l.kind == *HOLD && l.to == other)
}

/// Carries out an advanced action.
///
/// # Errors
/// [`Pause`] while dice are missing.
pub fn run(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Step,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let nothing = Ok(Outcome::done(Vec::new()));
    let Some(unit) = step.unit.and_then(|id| ctx.unit(id)) else { return nothing };
    let Some(act) = Advanced::from_name(step.act.as_str()) else { return nothing };
    let Some(target) = step.target_unit().and_then(|id| ctx.unit(id)) else { return nothing };
    let position = Position { content, ctx };
    let what = Happening::Declared {
        act: act.act(),
        name: act.name().to_owned(),
        unit: unit.id(),
        targets: vec![target.id()],
        place: None,
    };
    let mut events = vec![Event::new(what, &[act.rule()])];
    events.extend(budget::pay(unit, act.price(content), act.name(), act.rule()));
    let contest = match act {
        Advanced::Blind => BLIND,
        Advanced::Grab => GRAB,
        Advanced::Trip => TRIP,
        Advanced::BreakFree => {
            // The grabber's checks again: free unless it wins (MO-271).
            let (held, rolls) = GRAB.make(position, target, unit, oracle)?;
            events.extend(rolls);
            if !held {
                events.extend(let_go(target, unit, "gets free"));
            }
            return Ok(Outcome::done(events));
        }
        Advanced::LetGo => {
            events.extend(let_go(unit, target, "let go"));
            return Ok(Outcome::done(events));
        }
    };
    let (won, rolls) = contest.make(position, unit, target, oracle)?;
    events.extend(rolls);
    if won {
        events.extend(effect(ctx, act, unit, target));
    }
    Ok(Outcome::done(events))
}

fn effect(ctx: Ctx<'_>, act: Advanced, unit: &Unit, target: &Unit) -> Vec<Event> {
    let by = Some(unit.id());
    match act {
        Advanced::Blind => {
            let expiry = until_end_of_next_turn(ctx, target);
            health::afflict(target, Affliction::Blinded, by, expiry, "MO-107")
        }
        Advanced::Trip => vec![health::stance(target, Posture::Prone, "MO-131")],
        Advanced::Grab => {
            let link = Link { kind: Key::of(HOLD), to: target.id(), data: 0 };
            let what = Happening::Linked { unit: unit.id(), link };
            let mut events = vec![Event::new(what, &["MO-271"])];
            events.extend(health::afflict(
                target,
                Affliction::Grabbed,
                by,
                Expiry::Battle,
                "MO-271",
            ));
            events
        }
        Advanced::BreakFree | Advanced::LetGo => Vec::new(),
    }
}

/// When something ends that lasts until the end of somebody's next turn: a turn under way does not
/// count (MO-44).
pub fn until_end_of_next_turn(ctx: Ctx<'_>, unit: &Unit) -> Expiry {
    let acts = ctx.state.scene.clock.active.contains(&unit.id());
    Expiry::TurnEnds { of: unit.id(), left: 1 + u16::from(acts) }
}

/// One grab ends.
fn let_go(holder: &Unit, victim: &Unit, why: &str) -> Vec<Event> {
    let links = holder.links.0.iter().filter(|l| l.kind == *HOLD && l.to == victim.id());
    let mut events: Vec<Event> = links
        .map(|link| {
            let what = Happening::Unlinked { unit: holder.id(), link: link.clone() };
            Event::new(what, &["MO-271"])
        })
        .collect();
    let grabbed = Affliction::Grabbed.key();
    let mine = victim.conditions.0.iter();
    let mine = mine.filter(|c| c.id == grabbed && c.source == Some(holder.id()));
    events.extend(mine.map(|c| health::relieve(victim, c, why, "MO-271")));
    events
}

/// Grabs that can no longer be kept up: apart, or the holder cannot hold (MO-271, MO-408).
pub fn settle(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let position = Position { content, ctx };
    let mut steps = Vec::new();
    for unit in &ctx.state.units {
        let held = unit.links.0.iter().filter(|l| l.kind == *HOLD);
        for link in held {
            let able = unit.is_active()
                && position
                    .numbers(unit.id())
                    .is_some_and(|n| !n.has(|e| matches!(e, StatusEffect::NoThreat)));
            let there = ctx.unit(link.to).is_some_and(|u| u.status.is_present());
            if !able || !there || !position.beside(unit.id(), link.to) {
                let step = Step::new(RELEASE).of(unit.id());
                steps.push(step.at(crate::rules::Target::Unit(link.to)));
            }
        }
    }
    steps
}

/// Ends the grab that [`settle`] found.
pub fn release(ctx: Ctx<'_>, step: &Step) -> Outcome {
    let holder = step.unit.and_then(|id| ctx.unit(id));
    let victim = step.target_unit().and_then(|id| ctx.unit(id));
    Outcome::done(match (holder, victim) {
        (Some(holder), Some(victim)) => let_go(holder, victim, "the grab ends"),
        _ => Vec::new(),
    })
}
