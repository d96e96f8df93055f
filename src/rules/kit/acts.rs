//! Acts, each stated in one place: what it is called and costs, what it is aimed at, what it needs,
//! what runs, how an opponent sizes it up. What is offered, can be aimed at and is refused follows.

use crate::grid::{Cell, Place, UnitId};
use crate::rules::command::{Command, Target};
use crate::rules::parameter::{Parameter, Values};
use crate::rules::ruleset::{Aim, Ctx, Forecast, Offer, Plan, Variant};
use crate::rules::state::Unit;
use crate::rules::weigh::{ActOutcome, ActSummary};
use crate::rules::{Key, Refusal};

/// What players read of an act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// Its name.
    pub name: String,
    /// One sentence on what it does.
    pub text: String,
    /// What it uses up: "1 action".
    pub cost: String,
    /// Which part of the turn it belongs to.
    pub group: &'static str,
}

/// How an act is used.
#[derive(Clone, Copy, Debug)]
pub struct Use<'a> {
    /// At whom or what.
    pub targets: &'a [Target],
    /// Its variant; empty for the plain one.
    pub choice: &'a Key,
    /// What its parameters are set to.
    pub with: &'a Values,
}

impl<'a> Use<'a> {
    /// Plainly, at these targets.
    pub fn at(targets: &'a [Target]) -> Self {
        static CHOICE: Key = Key::of("");
        static WITH: Values = Values::none();
        Self { targets, choice: &CHOICE, with: &WITH }
    }
}

/// An act as one combatant has it at one moment. `S` is the ruleset's list of steps.
pub trait Act<S> {
    /// Its name in commands.
    fn key(&self) -> Key;

    /// What players read of it.
    fn label(&self) -> Label;

    /// How it is aimed.
    fn aim(&self) -> Aim;

    /// Whether its turn has come, or the combatant has to do something else first, whatever the act
    /// needs itself. Commands are told it before anything else; opponents look past it.
    ///
    /// # Errors
    /// What comes first.
    fn check_moment(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether it can be used at all at the moment, whatever the target: its price, what it needs.
    ///
    /// # Errors
    /// The first reason against it.
    fn check_use(&self) -> Result<(), Refusal>;

    /// Whether there is anything to do it to. Said where it is offered; a command is told what is
    /// wrong with its target.
    ///
    /// # Errors
    /// That there is nothing.
    fn check_occasion(&self) -> Result<(), Refusal> {
        Ok(())
    }

    /// Whether it can be aimed there. Asked only if it can be used at all.
    ///
    /// # Errors
    /// Why not.
    fn check_target(&self, target: Target) -> Result<(), Refusal> {
        let targets = [target];
        let own = self.aim() == Aim::Own;
        self.plan(Use::at(if own { &[] } else { &targets })).map(drop)
    }

    /// What may come into question as a target; [`Self::check_target`] chooses. `None` for what its
    /// aim says: the actor itself, or everybody.
    fn candidates(&self) -> Option<Vec<Target>> {
        None
    }

    /// Other ways to do it.
    fn variants(&self) -> Vec<Variant> {
        Vec::new()
    }

    /// What it leaves open beside its targets.
    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    /// The places that it would affect if aimed there.
    fn area(&self, _target: Option<Target>) -> Vec<Place> {
        Vec::new()
    }

    /// What it leads to. Asked only if it can be used at all.
    ///
    /// # Errors
    /// Why it cannot be used in that way.
    fn plan(&self, how: Use<'_>) -> Result<Plan<S>, Refusal>;

    /// How its rolls would stand, one for each target that is rolled against.
    fn forecast(&self, _how: Use<'_>) -> Vec<Forecast> {
        Vec::new()
    }

    /// How an opponent sizes it up, a line for each way to use it; none for acts that it leaves
    /// alone.
    fn means(&self) -> Vec<ActSummary> {
        Vec::new()
    }

    /// What it would do to whom, roughly, whether it is allowed at the moment or not.
    fn weigh(&self, _how: Use<'_>) -> Vec<ActOutcome> {
        Vec::new()
    }
}

/// The acts of a combatant, in the order of the action bar.
pub type Acts<'a, S> = Vec<Box<dyn Act<S> + 'a>>;

/// Where the acts of combatants come from.
pub trait Repertoire {
    /// The ruleset's list of steps.
    type Step;

    /// The rule by which somebody does not have an act.
    const UNKNOWN: &'static str;

    /// What a combatant can do, in the order of the action bar.
    fn acts<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Self::Step>;

    /// Those that an opponent thinks about; where it leaves some alone at all times, a ruleset says so.
    fn weighed<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Self::Step> {
        self.acts(ctx, unit)
    }

    /// The act of that name; where looking through all of them takes long, a ruleset says how to find
    /// it.
    fn act<'a>(
        &'a self,
        ctx: Ctx<'a>,
        unit: &'a Unit,
        name: &str,
    ) -> Option<Box<dyn Act<Self::Step> + 'a>> {
        self.acts(ctx, unit).into_iter().find(|act| act.key() == *name)
    }
}

/// How the acts of a combatant stand in the action bar.
pub fn offers(from: &impl Repertoire, ctx: Ctx<'_>, unit: UnitId) -> Vec<Offer> {
    let Some(unit) = ctx.unit(unit) else { return Vec::new() };
    from.acts(ctx, unit).iter().map(|act| offer(&**act)).collect()
}

/// How an act stands in the action bar.
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

/// The targets at which an act of a combatant is allowed at the moment.
pub fn targets(from: &impl Repertoire, ctx: Ctx<'_>, unit: UnitId, act: &Key) -> Vec<Target> {
    let Some(own) = ctx.unit(unit) else { return Vec::new() };
    let Some(act) = from.act(ctx, own, act.as_str()) else { return Vec::new() };
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

/// Whether a command to act is allowed, and what it leads to.
///
/// # Errors
/// Why it is not.
pub fn check<R: Repertoire>(
    from: &R,
    ctx: Ctx<'_>,
    (unit, act): (UnitId, &Key),
    how: Use<'_>,
) -> Result<Plan<R::Step>, Refusal> {
    let nobody = || Refusal::new("no_such_unit", "there is no such combatant", "HG-3");
    let unit = ctx.unit(unit).ok_or_else(nobody)?;
    let Some(found) = from.act(ctx, unit, act.as_str()) else {
        let text = format!("{} cannot do `{act}`", unit.identity.name);
        return Err(Refusal::new("no_such_act", text, R::UNKNOWN));
    };
    found.check_moment()?;
    found.check_use()?;
    found.plan(how)
}

/// The places that an act of a combatant would affect if aimed there.
pub fn area(
    from: &impl Repertoire,
    ctx: Ctx<'_>,
    (unit, act): (UnitId, &Key),
    target: Option<Target>,
) -> Vec<Place> {
    let found = ctx.unit(unit).and_then(|unit| from.act(ctx, unit, act.as_str()));
    found.map_or_else(Vec::new, |found| found.area(target))
}

/// How the rolls of a command would stand; nothing for those that are no acts.
pub fn forecast(from: &impl Repertoire, ctx: Ctx<'_>, command: &Command) -> Vec<Forecast> {
    let Command::Act { unit, act, targets, choice, with } = command else { return Vec::new() };
    let act = ctx.unit(*unit).and_then(|unit| from.act(ctx, unit, act.as_str()));
    act.map_or_else(Vec::new, |act| act.forecast(Use { targets, choice, with }))
}

/// The acts of a combatant as an opponent sizes them up.
pub fn means(from: &impl Repertoire, ctx: Ctx<'_>, unit: UnitId) -> Vec<ActSummary> {
    let Some(unit) = ctx.unit(unit) else { return Vec::new() };
    from.weighed(ctx, unit).iter().flat_map(|act| act.means()).collect()
}

/// Estimated effects of a command on each unit; empty for commands that are no acts.
pub fn weigh(from: &impl Repertoire, ctx: Ctx<'_>, command: &Command) -> Vec<ActOutcome> {
    let Command::Act { unit, act, targets, choice, with } = command else { return Vec::new() };
    let act = ctx.unit(*unit).and_then(|unit| from.act(ctx, unit, act.as_str()));
    act.map_or_else(Vec::new, |act| act.weigh(Use { targets, choice, with }))
}

/// Estimated effects of several commands, one list each; empty for commands that are no acts. `find`
/// looks up an act of a combatant by name, once for consecutive commands with the same act.
pub fn weigh_all<'a, S>(
    ctx: Ctx<'a>,
    commands: &[&Command],
    find: impl Fn(&'a Unit, &str) -> Option<Box<dyn Act<S> + 'a>>,
) -> Vec<Vec<ActOutcome>> {
    let mut last = None;
    let mut all = Vec::with_capacity(commands.len());
    for command in commands {
        let Command::Act { unit, act, targets, choice, with } = command else {
            all.push(Vec::new());
            continue;
        };
        if last.as_ref().is_none_or(|(known, _)| *known != (*unit, act)) {
            let found = ctx.unit(*unit).and_then(|unit| find(unit, act.as_str()));
            last = Some(((*unit, act), found));
        }
        let found = last.as_ref().and_then(|(_, found)| found.as_deref());
        all.push(found.map_or_else(Vec::new, |act| act.weigh(Use { targets, choice, with })));
    }
    all
}

/// The one thing that an act is aimed at, whatever it is.
///
/// # Errors
/// When it is aimed at nothing or at several; the rule is the ruleset's.
pub fn one_target(targets: &[Target], rule: &'static str) -> Result<Target, Refusal> {
    match targets {
        [target] => Ok(*target),
        _ => Err(Refusal::new("one_target", "aim it at one target", rule)),
    }
}

/// The one combatant that an act is aimed at.
///
/// # Errors
/// When it is aimed at anything else; the rule is the ruleset's.
pub fn one_unit(targets: &[Target], rule: &'static str) -> Result<UnitId, Refusal> {
    match targets {
        [Target::Unit(id)] => Ok(*id),
        _ => Err(Refusal::new("one_target", "aim it at one combatant", rule)),
    }
}

/// The one cell that an act is aimed at.
///
/// # Errors
/// When it is aimed at anything else; the rule is the ruleset's.
pub fn one_cell(targets: &[Target], rule: &'static str) -> Result<Cell, Refusal> {
    match targets {
        [Target::Place(Place::Cell(cell))] => Ok(*cell),
        _ => Err(Refusal::new("one_target", "aim it at one cell", rule)),
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
