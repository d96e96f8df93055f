//! Acts, each defined in one place: its name and cost, its targets, its requirements, the steps it
//! runs, its AI summary. Offers, targets and refusals follow from it.

use crate::command::{Command, Target};
use crate::effort;
use crate::estimate::{ActOutcome, ActSummary};
use crate::parameter::{Parameter, Values};
use crate::ruleset::{Aim, Ctx, Forecast, Offer, Plan, Variant};
use crate::state::Unit;
use crate::{Key, Refusal};
use grid::{Cell, FloorAt, Place, UnitId};

/// The texts of an act for players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// What it does, in one sentence.
    pub text: String,
    /// Its cost: "1 action".
    pub cost: String,
    /// The part of the turn it belongs to.
    pub group: &'static str,
}

/// One use of an act.
#[derive(Clone, Copy, Debug)]
pub struct Use<'a> {
    /// Its targets.
    pub targets: &'a [Target],
    /// Its variant; empty for the plain act.
    pub choice: &'a Key,
    /// The values of its parameters.
    pub with: &'a Values,
}

impl<'a> Use<'a> {
    /// Use of the plain act, without parameters, on these targets.
    pub fn at(targets: &'a [Target]) -> Self {
        static CHOICE: Key = Key::of("");
        static WITH: Values = Values::none();
        Self { targets, choice: &CHOICE, with: &WITH }
    }
}

/// An act of one combatant at one moment. `S` is the ruleset's step type.
pub trait Act<S> {
    /// Its name in commands.
    fn key(&self) -> Key;

    /// Its texts for players.
    fn label(&self) -> Label;

    /// Its kind of target.
    fn aim(&self) -> Aim;

    /// Checks whether the combatant may use it at this point of its turn, regardless of what the
    /// act itself needs. Commands are checked for this first; the AI ignores it.
    ///
    /// # Errors
    /// What has to be done first.
    fn check_moment(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Checks whether it can be used at all right now, whatever the target: its cost and its
    /// requirements.
    ///
    /// # Errors
    /// The first reason against it.
    fn check_use(&self) -> Result<(), Refusal>;

    /// Checks whether there is any target at all. Used for offers only; a command is told what is
    /// wrong with its target instead.
    ///
    /// # Errors
    /// If there is none.
    fn check_occasion(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Checks a target. Called only if the act can be used at all.
    ///
    /// # Errors
    /// Why not.
    fn check_target(&self, target: Target) -> Result<(), Refusal> {
        let targets = [target];
        let own = self.aim() == Aim::Own;
        self.plan(Use::at(if own { &[] } else { &targets })).map(drop)
    }

    /// Possible targets, to be filtered by [`Self::check_target`]. `None` to derive them from its
    /// aim: the actor itself, or all combatants.
    fn candidates(&self) -> Option<Vec<Target>> {
        None
    }

    /// Its variants.
    fn variants(&self) -> Vec<Variant> {
        Vec::new()
    }

    /// Its parameters besides the targets.
    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    /// The places it would affect with this target.
    fn area(&self, _target: Option<Target>) -> Vec<Place> {
        Vec::new()
    }

    /// The steps it leads to. Called only if the act can be used at all.
    ///
    /// # Errors
    /// Why it cannot be used in this way.
    fn plan(&self, how: Use<'_>) -> Result<Plan<S>, Refusal>;

    /// Forecasts of its rolls, one for each target rolled against.
    fn forecast(&self, _how: Use<'_>) -> Vec<Forecast> {
        Vec::new()
    }

    /// AI summaries, one per variant; empty for acts that the AI never uses.
    fn act_summaries(&self) -> Vec<ActSummary> {
        Vec::new()
    }

    /// Rough effect on each target. Availability is not checked.
    fn estimate(&self, _how: Use<'_>) -> Vec<ActOutcome> {
        Vec::new()
    }
}

/// The acts of a combatant, in action bar order.
pub type Acts<'a, S> = Vec<Box<dyn Act<S> + 'a>>;

/// A provider of the acts of combatants.
pub trait Repertoire {
    /// The ruleset's step type.
    type Step;

    /// The rule cited when a combatant does not have an act.
    const UNKNOWN: &'static str;

    /// The acts of a combatant, in action bar order.
    fn acts<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Self::Step>;

    /// AI summaries of a combatant's acts. A ruleset overrides this if it can summarise them
    /// without building all acts.
    fn summaries(&self, ctx: Ctx<'_>, unit: &Unit) -> Vec<ActSummary> {
        self.acts(ctx, unit).iter().flat_map(|act| act.act_summaries()).collect()
    }

    /// The act with this ID and these parameter values. A ruleset overrides this if building all
    /// acts is slow, or if parameters change more of an act than its plan. Values are not validated
    /// here but checked against [`Act::parameters`] of the returned act.
    fn act<'a>(
        &'a self,
        ctx: Ctx<'a>,
        unit: &'a Unit,
        name: &str,
        _with: &Values,
    ) -> Option<Box<dyn Act<Self::Step> + 'a>> {
        self.acts(ctx, unit).into_iter().find(|act| act.key() == *name)
    }
}

/// The offers of a combatant for the action bar.
pub fn offers(from: &impl Repertoire, ctx: Ctx<'_>, unit: UnitId) -> Vec<Offer> {
    let Some(unit) = ctx.unit(unit) else { return Vec::new() };
    from.acts(ctx, unit).iter().map(|act| offer(&**act)).collect()
}

/// The offer of a combatant's act with its parameters set.
pub fn offer_of(
    from: &impl Repertoire,
    ctx: Ctx<'_>,
    (unit, act): (UnitId, &Key),
    with: &Values,
) -> Option<Offer> {
    let act = from.act(ctx, ctx.unit(unit)?, act.as_str(), with)?;
    Some(offer(&*act))
}

/// The offer of one act.
pub fn offer<S>(act: &dyn Act<S>) -> Offer {
    let Label { name, text, cost, group } = act.label();
    let refused = act.check_use().and_then(|()| act.check_occasion());
    Offer {
        act: act.key(),
        name,
        text,
        cost,
        aim: act.aim(),
        group: Key::of(group),
        refused: refused.and_then(|()| act.check_moment()).err(),
        variants: act.variants(),
        parameters: act.parameters(),
    }
}

/// The currently allowed targets of a combatant's act with its parameters set.
pub fn targets(
    from: &impl Repertoire,
    ctx: Ctx<'_>,
    (unit, act): (UnitId, &Key),
    with: &Values,
) -> Vec<Target> {
    let Some(own) = ctx.unit(unit) else { return Vec::new() };
    let Some(act) = from.act(ctx, own, act.as_str(), with) else { return Vec::new() };
    if act.check_use().is_err() {
        return Vec::new();
    }
    let usual = || match act.aim() {
        Aim::Own => vec![Target::Unit(unit)],
        _ => ctx.state.units.iter().map(|u| Target::Unit(u.id())).collect(),
    };
    let mut all = act.candidates().unwrap_or_else(usual);
    all.retain(|target| act.check_target(*target).is_ok());
    all
}

/// Checks whether a command to act is allowed; returns the steps it leads to.
///
/// # Errors
/// Why it is not.
pub fn check<R: Repertoire>(
    from: &R,
    ctx: Ctx<'_>,
    (unit, act): (UnitId, &Key),
    how: Use<'_>,
) -> Result<Plan<R::Step>, Refusal> {
    let unknown = || Refusal::new("no_such_unit", "there is no such combatant", "HG-3");
    let unit = ctx.unit(unit).ok_or_else(unknown)?;
    let Some(found) = from.act(ctx, unit, act.as_str(), how.with) else {
        let text = format!("{} cannot do `{act}`", unit.identity.name);
        return Err(Refusal::new("no_such_act", text, R::UNKNOWN));
    };
    found.check_moment()?;
    found.check_use()?;
    found.plan(how)
}

/// The places that an act with these parameter values would affect, aimed at this target.
pub fn area(
    from: &impl Repertoire,
    ctx: Ctx<'_>,
    (unit, act): (UnitId, &Key),
    with: &Values,
    target: Option<Target>,
) -> Vec<Place> {
    let found = ctx.unit(unit).and_then(|unit| from.act(ctx, unit, act.as_str(), with));
    found.map_or_else(Vec::new, |found| found.area(target))
}

/// Forecasts of the rolls of a command; empty if it is not an act.
pub fn forecast(from: &impl Repertoire, ctx: Ctx<'_>, command: &Command) -> Vec<Forecast> {
    let Command::Act { unit, act, targets, choice, with } = command else { return Vec::new() };
    let act = ctx.unit(*unit).and_then(|unit| from.act(ctx, unit, act.as_str(), with));
    act.map_or_else(Vec::new, |act| act.forecast(Use { targets, choice, with }))
}

/// The AI summaries of a combatant's acts.
pub fn act_summaries(from: &impl Repertoire, ctx: Ctx<'_>, unit: UnitId) -> Vec<ActSummary> {
    ctx.unit(unit).map_or_else(Vec::new, |unit| from.summaries(ctx, unit))
}

/// Rough effect of a command on each target; empty if it is not an act.
pub fn estimate(from: &impl Repertoire, ctx: Ctx<'_>, command: &Command) -> Vec<ActOutcome> {
    let Command::Act { unit, act, targets, choice, with } = command else { return Vec::new() };
    let act = ctx.unit(*unit).and_then(|unit| from.act(ctx, unit, act.as_str(), with));
    act.map_or_else(Vec::new, |act| act.estimate(Use { targets, choice, with }))
}

/// Estimated effects of several commands, one list each; empty for commands that are not acts.
/// `find` looks up an act of a combatant by name and parameter values, once for consecutive
/// commands with the same act and values.
pub fn weigh_all<'a, S>(
    ctx: Ctx<'a>,
    commands: &[&Command],
    find: impl Fn(&'a Unit, &str, &Values) -> Option<Box<dyn Act<S> + 'a>>,
) -> Vec<Vec<ActOutcome>> {
    let mut last = None;
    let mut all = Vec::with_capacity(commands.len());
    for command in commands {
        effort::add(effort::ESTIMATE);
        let Command::Act { unit, act, targets, choice, with } = command else {
            all.push(Vec::new());
            continue;
        };
        if last.as_ref().is_none_or(|(known, _)| *known != (*unit, act, with)) {
            let found = ctx.unit(*unit).and_then(|unit| find(unit, act.as_str(), with));
            last = Some(((*unit, act, with), found));
        }
        let found = last.as_ref().and_then(|(_, found)| found.as_deref());
        all.push(found.map_or_else(Vec::new, |act| act.estimate(Use { targets, choice, with })));
    }
    all
}

/// The single target of an act, of any kind.
///
/// # Errors
/// If there is no target or more than one; the rule is the ruleset's.
pub fn one_target(targets: &[Target], rule: &'static str) -> Result<Target, Refusal> {
    match targets {
        [target] => Ok(*target),
        _ => Err(Refusal::new("one_target", "choose one target", rule)),
    }
}

/// The single combatant that an act targets.
///
/// # Errors
/// If the target is anything else; the rule is the ruleset's.
#[inline]
pub fn one_unit(targets: &[Target], rule: &'static str) -> Result<UnitId, Refusal> {
    match targets {
        [Target::Unit(id)] => Ok(*id),
        _ => Err(Refusal::new("one_target", "choose one combatant", rule)),
    }
}

/// The single cell that an act targets, on the ground or on a floor above it.
///
/// # Errors
/// If the target is anything else; the rule is the ruleset's.
pub fn one_floor(targets: &[Target], rule: &'static str) -> Result<FloorAt, Refusal> {
    let floor = match targets {
        [target] => target.floor(),
        _ => None,
    };
    floor.ok_or_else(|| Refusal::new("one_target", "choose one cell", rule))
}

/// The single cell that an act targets.
///
/// # Errors
/// If the target is anything else; the rule is the ruleset's.
pub fn one_cell(targets: &[Target], rule: &'static str) -> Result<Cell, Refusal> {
    match targets {
        [Target::Place(Place::Cell(cell))] => Ok(*cell),
        _ => Err(Refusal::new("one_target", "choose one cell", rule)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_use_has_no_variant_and_no_parameters() {
        let how = Use::at(&[]);
        assert!(how.choice.as_str().is_empty() && how.with.is_empty());
    }
}
