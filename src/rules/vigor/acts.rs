//! What a combatant can do beside moving: attack with each of its weapons, stand up. Stated once;
//! offers, targets, checks and the opponent's view follow from it.

use num_traits::ToPrimitive;

use crate::grid::{Body, UnitId};
use crate::rules::command::{Command, Target};
use crate::rules::kit::tell;
use crate::rules::kit::walk::{self, Walk};
use crate::rules::ruleset::{Aim, Ctx, Offer};
use crate::rules::state::{Deed, Posture, Unit};
use crate::rules::weigh::{Means, Prospect};
use crate::rules::{Key, Refusal};

use super::attack;
use super::data::{Content, Weapon};
use super::gait::OnFoot;
use super::numbers::{ACTIONS, Numbers};
use super::step::{Attack, Blow, Outcome, Plan, Stand, Step, TurnEnd};

/// The act of standing up (VG-159).
pub const STAND: &str = "stand_up";

/// One of the acts of a combatant.
#[derive(Clone, Copy)]
pub enum Act<'a> {
    /// An attack with a weapon (VG-62).
    Attack(&'a Weapon),
    /// Standing up (VG-159).
    Stand,
}

impl<'a> Act<'a> {
    /// What somebody can do, in the order of the action bar.
    pub fn all(content: &'a Content, unit: &'a Unit) -> Vec<Self> {
        let weapons = Numbers::of(content, unit).into_iter().flat_map(|n| n.weapons());
        let lies = unit.placement.posture == Posture::Prone;
        weapons.map(Act::Attack).chain(lies.then_some(Act::Stand)).collect()
    }

    /// The act of that name.
    pub fn find(content: &'a Content, unit: &'a Unit, id: &str) -> Option<Self> {
        Self::all(content, unit).into_iter().find(|act| act.id() == *id)
    }

    /// Its name in commands.
    pub fn id(self) -> Key {
        match self {
            Self::Attack(weapon) => weapon.id.clone(),
            Self::Stand => Key::of(STAND),
        }
    }

    fn words(self) -> (&'a str, &'a str) {
        match self {
            Self::Attack(weapon) => (&weapon.name, &weapon.text),
            Self::Stand => ("Stand Up", "Gets back on its feet."),
        }
    }

    const fn aim(self) -> Aim {
        match self {
            Self::Attack(_) => Aim::Unit,
            Self::Stand => Aim::Own,
        }
    }

    fn span(self, content: &Content) -> u16 {
        match self {
            Self::Attack(weapon) => {
                let most = u16::try_from(content.rules.most_increments).unwrap_or(1);
                u16::from(weapon.reach).max(u16::from(weapon.increment) * most)
            }
            Self::Stand => 0,
        }
    }

    /// Whether its price can be paid at the moment (VG-60, VG-178).
    fn check_price(unit: &Unit) -> Result<(), Refusal> {
        if unit.pools.0.value(ACTIONS) > 0 {
            return Ok(());
        }
        Err(Refusal::new("no_actions", "no action is left", "VG-60"))
    }

    fn offer(self, unit: &Unit) -> Offer {
        let (name, text) = self.words();
        Offer {
            act: self.id(),
            name: name.to_owned(),
            text: text.to_owned(),
            cost: "1 action".to_owned(),
            aim: self.aim(),
            group: Key::of("action"),
            refused: Self::check_price(unit).err(),
            variants: Vec::new(),
            parameters: Vec::new(),
        }
    }

    fn means(self, content: &Content, unit: &Unit) -> Means {
        Means {
            act: self.id(),
            choice: Key::default(),
            aim: self.aim(),
            span: self.span(content),
            cost: 0,
            whole_turn: false,
            area: false,
            against_foes: matches!(self, Self::Attack(_)),
            for_friends: false,
            cue: None,
            pushes: false,
            brings: false,
            leaps: false,
            tows: false,
            throws: false,
            open: Self::check_price(unit).is_ok(),
        }
    }

    fn step(
        self,
        content: &'a Content,
        ctx: Ctx<'a>,
        unit: &'a Unit,
        targets: &[Target],
    ) -> Result<Step, Refusal> {
        Self::check_price(unit)?;
        match (self, targets) {
            (Self::Attack(weapon), [Target::Unit(target)]) => {
                attack::prepare(content, ctx, unit, weapon, *target)?;
                let (unit, target) = (unit.id(), *target);
                Ok(Attack { unit, target, weapon: weapon.id.clone(), blow: Blow::Declare }.into())
            }
            (Self::Attack(_), _) => {
                Err(Refusal::new("one_target", "it is aimed at one combatant", "VG-62"))
            }
            (Self::Stand, _) => Ok(Stand { unit: unit.id() }.into()),
        }
    }
}

/// The action bar.
pub fn offers(content: &Content, ctx: Ctx<'_>, unit: UnitId) -> Vec<Offer> {
    let Some(unit) = ctx.unit(unit) else { return Vec::new() };
    Act::all(content, unit).into_iter().map(|act| act.offer(unit)).collect()
}

/// The targets at which an act is allowed at the moment.
pub fn targets(content: &Content, ctx: Ctx<'_>, unit: UnitId, act: &Key) -> Vec<Target> {
    let Some(unit) = ctx.unit(unit) else { return Vec::new() };
    let Some(act) = Act::find(content, unit, act.as_str()) else { return Vec::new() };
    let fits = |target: &Target| act.step(content, ctx, unit, &[*target]).is_ok();
    match act.aim() {
        Aim::Unit => {
            let all = ctx.state.units.iter().map(|u| Target::Unit(u.id()));
            all.filter(fits).collect()
        }
        _ => vec![Target::Unit(unit.id())].into_iter().filter(fits).collect(),
    }
}

/// What somebody can do, for an opponent that chooses.
pub fn means(content: &Content, ctx: Ctx<'_>, unit: UnitId) -> Vec<Means> {
    let Some(unit) = ctx.unit(unit) else { return Vec::new() };
    Act::all(content, unit).into_iter().map(|act| act.means(content, unit)).collect()
}

/// What a command would do to whom, roughly.
pub fn weigh(content: &Content, ctx: Ctx<'_>, command: &Command) -> Vec<Prospect> {
    let Command::Act { unit, act, targets, .. } = command else { return Vec::new() };
    let Some(unit) = ctx.unit(*unit) else { return Vec::new() };
    match (Act::find(content, unit, act.as_str()), targets.as_slice()) {
        (Some(Act::Attack(weapon)), [Target::Unit(target)]) => {
            let Ok(roll) = attack::prepare(content, ctx, unit, weapon, *target) else {
                return Vec::new();
            };
            let stopped = Numbers::of(content, roll.target)
                .and_then(|n| n.armour())
                .map_or(0, |(armour, _)| armour.rank);
            let chance = (roll.test.chance() * 1000).to_integer().to_i32().unwrap_or(0);
            // A Dodge costs as dearly as it avoids; it is counted as a third of the hits.
            let chance = if roll.may_dodge(content, ctx) { chance * 2 / 3 } else { chance };
            let harm = (roll.usual_damage() - stopped).max(1);
            vec![Prospect { chance, harm, ..Prospect::none(*target) }]
        }
        (Some(Act::Stand), _) => vec![Prospect { helps: 1, ..Prospect::none(unit.id()) }],
        _ => Vec::new(),
    }
}

/// Whether a command is allowed, and what it leads to.
///
/// # Errors
/// Why it is not allowed.
pub fn check(content: &Content, ctx: Ctx<'_>, command: &Command) -> Result<Plan, Refusal> {
    let unknown = || Refusal::new("no_such_unit", "there is no such combatant", "HG-3");
    let actor = |id: &UnitId| ctx.unit(*id).ok_or_else(unknown);
    let step = match command {
        Command::Move { unit, path, manner } => {
            let unit = actor(unit)?;
            walk::check(&OnFoot { content, ctx }, ctx, unit, path, manner.as_str())?;
            Walk::new(unit, path, manner).into()
        }
        Command::Act { unit, act, targets, .. } => {
            let unit = actor(unit)?;
            let Some(found) = Act::find(content, unit, act.as_str()) else {
                let text = format!("{} cannot do `{act}`", unit.identity.name);
                return Err(Refusal::new("no_such_act", text, "VG-60"));
            };
            found.step(content, ctx, unit, targets)?
        }
        Command::EndTurn { unit } => TurnEnd { unit: *unit, forced: false }.into(),
        Command::Hold { .. } => {
            return Err(Refusal::new("no_holding", "a turn cannot be put off", "VG-43"));
        }
        _ => return Err(Refusal::new("not_asked", "nobody is asked at the moment", "HG-2")),
    };
    Ok(Plan { steps: vec![step], warnings: Vec::new() })
}

/// Stands up (VG-159).
pub fn stand(ctx: Ctx<'_>, step: &Stand) -> Outcome {
    let Some(unit) = ctx.unit(step.unit) else { return Outcome::done(Vec::new()) };
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    let support = room.map_or(unit.placement.support, |room| ctx.field.support(room, unit.id()));
    let deed = Deed { class: Key::of("stand"), act: Key::of(STAND), amount: 0 };
    let left = unit.pools.0.value(ACTIONS) - 1;
    let mut events = vec![tell::deed(unit, deed, None, "VG-159")];
    events.extend(tell::pool(unit, ACTIONS, left, "Stand Up", "VG-159"));
    events.push(tell::posture(unit, Posture::Standing, support, "VG-159"));
    Outcome::done(events)
}
