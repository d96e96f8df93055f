//! Holding another act for later, as an act with parameters: which act, and on which trigger
//! (MO-60, MO-65, MO-67).

use crate::acting::{By, Hold, TargetKind};
use crate::step::{Arm, Plan, Step};
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary, Cue};
use rules::kit::acts::{Act, Label, Use};
use rules::parameter::{Parameter, Setting, Value, Values};
use rules::ruleset::{Aim, Variant};
use rules::state::Unit;
use rules::{Key, Refusal};

use super::super::held::find::find;
use super::super::hidden;
use super::super::names::{HELD_ACT, HOLD, ITEM, TRIGGER};
use super::super::position::Position;
use super::super::trigger::{PLAIN, Trigger};
use super::super::variant_spec::VariantSpec;
use super::list::all_but_hold;

/// An act to be held.
pub struct Held<'a>(Box<dyn Hold + 'a>);

/// Holding the act named by the parameters, or by default the first that can be held now. `None` if
/// the named act cannot be held at all.
pub fn held<'a>(position: Position<'a>, unit: &'a Unit, with: &Values) -> Option<By<'a, Held<'a>>> {
    let Some(act) = with.name(HELD_ACT) else { return usual(position, unit) };
    let way = VariantSpec::chosen("", with).ok()?;
    let what = find(position, unit.id(), act.as_str(), (with.name(ITEM), &way))?;
    Some(By::new(Held(what), position, unit))
}

/// Holding the first act that can be held now.
pub fn usual<'a>(position: Position<'a>, unit: &'a Unit) -> Option<By<'a, Held<'a>>> {
    let mut all = listed(position, unit);
    let first = all.iter().position(|what| what.check_held().is_ok()).unwrap_or_default();
    let what = (first < all.len()).then(|| all.swap_remove(first))?;
    Some(By::new(Held(what), position, unit))
}

/// Holding an act that can be held.
pub fn holding<'a>(
    position: Position<'a>,
    unit: &'a Unit,
    what: impl Hold + 'a,
) -> By<'a, Held<'a>> {
    By::new(Held(Box::new(what)), position, unit)
}

/// The acts that the action bar offers to hold, in its order.
fn listed<'a>(position: Position<'a>, unit: &'a Unit) -> Vec<Box<dyn Hold + 'a>> {
    let acts = all_but_hold(position, unit);
    let plain = VariantSpec::default();
    let all =
        acts.iter().filter_map(|act| find(position, unit.id(), act.key().as_str(), (None, &plain)));
    all.filter(|what| !what.is_spare()).collect()
}

/// Checks that the act to be held is one that can be held.
///
/// # Errors
/// If it is not.
pub fn check(position: Position<'_>, unit: &Unit, act: &Key, with: &Values) -> Result<(), Refusal> {
    let known = *act != *HOLD.act || held(position, unit, with).is_some();
    if known { Ok(()) } else { Err(unknown()) }
}

fn unknown() -> Refusal {
    Refusal::new("no_such_act", "that act cannot be held", "MO-65")
}

impl By<'_, Held<'_>> {
    fn cost(&self) -> String {
        match self.what.0.label() {
            Label { cost, group: "attack" | "ability", .. } => cost,
            _ => format!("{} AP", self.what.0.held_price()),
        }
    }

    /// The acts to choose from. Acts outside the action bar may be chosen as well.
    fn acts(&self) -> Parameter {
        let key = self.what.0.key();
        let setting = |what: &dyn Hold| Setting {
            id: what.key(),
            name: what.label().name,
            refused: what.check_held().err(),
        };
        let all = listed(self.position, self.unit);
        let mut settings: Vec<Setting> = all.iter().map(|what| setting(&**what)).collect();
        if settings.iter().all(|known| known.id != key) {
            settings.push(setting(&*self.what.0));
        }
        Parameter::one_of(HELD_ACT, "Action", settings, Value::Name(key))
    }

    /// The triggers to choose from.
    fn triggers(&self) -> Parameter {
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
        let setting =
            |(trigger, name): (Trigger, String)| Setting { id: trigger.key(), name, refused: None };
        let settings = plain.chain(turns).map(setting).collect();
        Parameter::one_of(TRIGGER, "Trigger", settings, Value::Name(Trigger::Enters.key()))
    }
}

impl Act<Step> for By<'_, Held<'_>> {
    fn key(&self) -> Key {
        HOLD.key()
    }

    fn label(&self) -> Label {
        HOLD.label(self.cost(), "hold")
    }

    fn aim(&self) -> Aim {
        self.what.0.held_aim()
    }

    fn check_moment(&self) -> Result<(), Refusal> {
        self.check_drawn()
    }

    fn check_use(&self) -> Result<(), Refusal> {
        self.what.0.check_held()
    }

    /// The cells that a held movement can lead to from here; for other acts, the holder.
    fn candidates(&self) -> Option<Vec<Target>> {
        Some(match self.what.0.whom() {
            TargetKind::Spot => self.what.0.spots(),
            _ => vec![Target::Unit(self.id())],
        })
    }

    fn check_target(&self, target: Target) -> Result<(), Refusal> {
        if self.what.0.takes(self.id(), &[target]) {
            return Ok(());
        }
        Err(Refusal::new("wrong_target", "wrong kind of target", "MO-60"))
    }

    /// The variants of the act that can be held.
    fn variants(&self) -> Vec<Variant> {
        let act = self.what.0.key();
        let can_be_held = |variant: &Variant| {
            let way = VariantSpec::parse(variant.choice.as_str()).ok();
            let found = |way| find(self.position, self.id(), act.as_str(), (None, &way));
            way.and_then(found).is_some()
        };
        self.what.0.variants().into_iter().filter(can_be_held).collect()
    }

    fn parameters(&self) -> Vec<Parameter> {
        let own = self.what.0.parameters();
        [self.acts(), self.triggers()].into_iter().chain(own).collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let (trigger, way) = match how.with.name(TRIGGER) {
            Some(name) => {
                (Trigger::from_name(name.as_str()).ok_or_else(unknown)?, how.choice.as_str())
            }
            // Older commands put the trigger name before the variant.
            None => Trigger::split(how.choice.as_str()),
        };
        let way = VariantSpec::chosen(way, how.with).map_err(|_| unknown())?;
        let (unit, act) = (self.id(), self.what.0.key());
        // Without an item, the item shown in the offer.
        let item = self.what.0.parameters().into_iter().find(|p| p.id == *ITEM);
        let item = how.with.name(ITEM).cloned().or_else(|| match item.map(|p| p.usual) {
            Some(Value::Name(item)) => Some(item),
            _ => None,
        });
        let found = find(self.position, unit, act.as_str(), (item.as_ref(), &way));
        let found = found.ok_or_else(unknown)?;
        found.check_held()?;
        if !found.takes(unit, how.targets) {
            return Err(Refusal::new("wrong_target", "wrong kind of target", "MO-60"));
        }
        Ok(Plan::of(Arm { unit, act, item, trigger, way, targets: how.targets.to_vec() }))
    }

    /// Attacks are held against enemies that come near.
    fn act_summaries(&self) -> Vec<ActSummary> {
        let held = self.what.0.act_summaries().into_iter().next();
        let held = held.filter(|plain| plain.open && !self.what.0.is_spare());
        let ready = |plain: ActSummary| ActSummary {
            act: HOLD.key(),
            with: plain.with.clone().with(HELD_ACT, Value::Name(self.what.0.key())),
            aim: Aim::Own,
            cue: Some(Cue::Move),
            ..plain
        };
        held.map(ready).into_iter().collect()
    }

    fn estimate(&self, _: Use<'_>) -> Vec<ActOutcome> {
        self.what.0.awaits()
    }
}
