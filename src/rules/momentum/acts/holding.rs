//! Holding another act for later, as an act of its own (MO-60, MO-65, MO-67).

use crate::rules::command::Target;
use crate::rules::kit::acts::{Act, Label, Use};
use crate::rules::momentum::acting::{By, Hold, Whom};
use crate::rules::momentum::step::{Arm, Plan, Step};
use crate::rules::ruleset::{Aim, Variant};
use crate::rules::state::Unit;
use crate::rules::weigh::{ActOutcome, ActSummary, Cue};
use crate::rules::{Key, Refusal};

use super::super::held::find::find;
use super::super::hidden;
use super::super::names::{inner, name_of};
use super::super::position::Position;
use super::super::trigger::{PLAIN, Trigger};
use super::super::way::Way;

/// A held act.
pub struct Held<'a> {
    act: Key,
    what: Box<dyn Hold + 'a>,
}

/// The held form of an act, if the name is one.
pub fn held<'a>(position: Position<'a>, unit: &'a Unit, act: &str) -> Option<By<'a, Held<'a>>> {
    of(position, unit, &Key::new(inner(act)?))
}

/// The held form of an act, if it can be held.
pub fn of<'a>(position: Position<'a>, unit: &'a Unit, act: &Key) -> Option<By<'a, Held<'a>>> {
    let what = find(position, unit.id(), act.as_str(), &Way::default())?;
    Some(By::new(Held { act: act.clone(), what }, position, unit))
}

/// The held form of an act that can be held.
pub fn holding<'a>(
    position: Position<'a>,
    unit: &'a Unit,
    what: impl Hold + 'a,
) -> By<'a, Held<'a>> {
    By::new(Held { act: what.key(), what: Box::new(what) }, position, unit)
}

/// Checks that the act can be held, if the name is that of a held act.
///
/// # Errors
/// If it cannot be held.
pub fn check_name(position: Position<'_>, unit: &Unit, act: &str) -> Result<(), Refusal> {
    let held = inner(act).map(|held| find(position, unit.id(), held, &Way::default()));
    if matches!(held, Some(None)) { Err(unknown()) } else { Ok(()) }
}

fn unknown() -> Refusal {
    Refusal::new("no_such_act", "that act cannot be held", "MO-65")
}

impl By<'_, Held<'_>> {
    /// True if it belongs in the action bar.
    pub fn is_listed(&self) -> bool {
        !self.what.what.is_spare()
    }

    fn cost(&self) -> String {
        match self.what.what.label() {
            Label { cost, group: "attack" | "ability", .. } => cost,
            _ => format!("{} AP", self.what.what.held_price()),
        }
    }
}

impl Act<Step> for By<'_, Held<'_>> {
    fn key(&self) -> Key {
        name_of(&self.what.act)
    }

    fn label(&self) -> Label {
        let name = format!("Hold {}", self.what.what.label().name);
        let text = "Pay now. It happens automatically on its trigger, even during another turn.";
        let (text, group) = (text.to_owned(), self.what.what.held_group());
        Label { name, text, cost: self.cost(), group }
    }

    fn aim(&self) -> Aim {
        self.what.what.held_aim()
    }

    fn check_moment(&self) -> Result<(), Refusal> {
        self.check_drawn()
    }

    fn check_use(&self) -> Result<(), Refusal> {
        self.what.what.check_held()
    }

    /// Where a held movement can lead from here; otherwise the holder.
    fn candidates(&self) -> Option<Vec<Target>> {
        Some(match self.what.what.whom() {
            Whom::Spot => self.what.what.spots(),
            _ => vec![Target::Unit(self.id())],
        })
    }

    fn check_target(&self, target: Target) -> Result<(), Refusal> {
        if self.what.what.takes(self.id(), &[target]) {
            return Ok(());
        }
        Err(Refusal::new("wrong_target", "wrong kind of target", "MO-60"))
    }

    /// One per trigger.
    fn variants(&self) -> Vec<Variant> {
        let (ctx, unit) = (self.position.ctx, self.unit);
        let plain = PLAIN.iter().map(|(trigger, _, text)| (*trigger, (*text).to_owned()));
        let referee = ctx.state.scene.referee.on;
        let plain = plain.filter(|(trigger, _)| referee || *trigger != Trigger::Call);
        // A side cannot wait for the turn of a unit whose position it does not know.
        let known = |u: &&Unit| {
            u.is_active() && u.id() != unit.id() && hidden::is_known(ctx, unit.side(), u.id())
        };
        let turns = ctx.state.units.iter().filter(known).flat_map(|other| {
            let (id, name) = (other.id(), &other.identity.name);
            [
                (Trigger::Starts(id), format!("when {name}'s turn starts")),
                (Trigger::Ends(id), format!("when {name}'s turn ends")),
            ]
        });
        let cost = self.cost();
        let variant = |(trigger, name): (Trigger, String)| Variant {
            choice: trigger.key(),
            name,
            cost: cost.clone(),
            refused: None,
        };
        plain.chain(turns).map(variant).collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let (trigger, way) = Trigger::split(how.choice.as_str());
        let way = Way::parse(way).map_err(|_| unknown())?;
        let (unit, act) = (self.id(), self.what.act.clone());
        let found = find(self.position, unit, act.as_str(), &way).ok_or_else(unknown)?;
        found.check_held()?;
        if !found.takes(unit, how.targets) {
            return Err(Refusal::new("wrong_target", "wrong kind of target", "MO-60"));
        }
        Ok(Plan::of(Arm { unit, act, trigger, way, targets: how.targets.to_vec() }))
    }

    /// Attacks are held against enemies that come near.
    fn means(&self) -> Vec<ActSummary> {
        let held = self.what.what.means().into_iter().next();
        let held = held.filter(|plain| plain.open && self.is_listed());
        let ready =
            |plain| ActSummary { act: self.key(), aim: Aim::Own, cue: Some(Cue::Move), ..plain };
        held.map(ready).into_iter().collect()
    }

    fn weigh(&self, _: Use<'_>) -> Vec<ActOutcome> {
        self.what.what.awaits()
    }
}
