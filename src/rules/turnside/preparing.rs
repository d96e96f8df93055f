//! Preparing an action as an act: the action and its trigger (TU-173, TU-176, TU-177).

use grid::FloorAt;
use rules::Target;
use rules::estimate::{ActOutcome, ActSummary, Cue};
use rules::kit::acts::{Act, Label, Use, one_floor};
use rules::kit::area;
use rules::parameter::{Parameter, Setting, Value, Values};
use rules::ruleset::{Aim, Ctx};
use rules::state::Unit;
use rules::{Key, Refusal};

use super::attack::{self, AttackSource};
use super::blows::expected;
use super::budget::check_mode;
use super::data::Weapon;
use super::numbers::{ATTACKS, GUARDING, Numbers, PREPARE};
use super::prepared::{self, SKILLS};
use super::sight;
use super::step::{Manoeuvre, Plan, Prepare, Step, Trigger};
use super::strike;
use super::wrestling::check_arms;

/// Parameter: the prepared action.
const ACT: &str = "act";
/// Parameter: the trigger.
const TRIGGER: &str = "trigger";

/// Preparing an action, with the trigger chosen so far.
pub struct Preparing<'a> {
    ctx: Ctx<'a>,
    numbers: Numbers<'a>,
    trigger: Trigger,
}

impl<'a> Preparing<'a> {
    /// The act with these values set.
    pub fn new(ctx: Ctx<'a>, numbers: Numbers<'a>, with: &Values) -> Self {
        let named = with.name(TRIGGER).and_then(|name| Trigger::named(name.as_str()));
        Self { ctx, numbers, trigger: named.unwrap_or(Trigger::View) }
    }

    /// The actions that could be prepared, or why not (TU-173).
    fn actions(&self) -> Vec<Setting> {
        let attacks = self.numbers.unit.pools.0.value(ATTACKS);
        let open = self.check_use();
        let attack = || match attacks {
            _ if open.is_err() => open.clone(),
            ..=0 => Err(Refusal::new("no_attacks", "no Attack is left", "TU-36")),
            _ => Ok(()),
        };
        let setting = |id: &Key, name: &str, refused: Result<(), Refusal>| Setting {
            id: id.clone(),
            name: name.to_owned(),
            refused: refused.err(),
        };
        let strikes = self.numbers.weapons().map(|held| {
            let open = attack().and_then(|()| strike::check_weapon(&self.numbers, held));
            setting(&held.1.id, &held.1.name, open)
        });
        let manoeuvres = [Manoeuvre::Grapple, Manoeuvre::Shove];
        let manoeuvres = manoeuvres.into_iter().map(|what| {
            let open = attack().and_then(|()| check_arms(&self.numbers));
            setting(&Key::of(what.id()), what.name(), open)
        });
        let skills = SKILLS.map(|(id, name)| setting(&Key::of(id), name, attack()));
        let abilities = self.numbers.abilities().map(|ability| {
            let open = open.clone().and_then(|()| prepared::check_ability(&self.numbers, ability));
            setting(&ability.id, &ability.name, open)
        });
        strikes.chain(manoeuvres).chain(skills).chain(abilities).collect()
    }

    fn check_floor(&self, at: FloorAt) -> Result<(), Refusal> {
        let board = self.ctx.field.board();
        let open = board.tile(at.cell).is_some_and(|tile| !tile.is_solid());
        let there = open && at.point(board).is_some();
        let none = || Refusal::new("no_target", "there is no such cell", "TU-173");
        if there { Ok(()) } else { Err(none()) }
    }
}

impl Act<Step> for Preparing<'_> {
    fn key(&self) -> Key {
        Key::of(PREPARE)
    }

    fn label(&self) -> Label {
        let text = "Prepares an action that an enemy's act triggers.";
        let (name, text, cost) = ("Prepare", text.to_owned(), "all Attacks".to_owned());
        Label { name: name.to_owned(), text, cost, group: "guard" }
    }

    /// A marked area is aimed at a cell.
    fn aim(&self) -> Aim {
        if self.trigger == Trigger::Area { Aim::Cell } else { Aim::Own }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        if self.numbers.has_acted() {
            return Err(Refusal::new("has_struck", "it has acted in this Turn", "TU-173"));
        }
        if self.numbers.unit.conditions.has(GUARDING) {
            return Err(Refusal::new("guards", "it guards in this Turn", "TU-347"));
        }
        check_mode(&self.numbers)
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        (self.aim() == Aim::Cell).then(|| area::everywhere(self.ctx))
    }

    fn check_target(&self, target: Target) -> Result<(), Refusal> {
        target.floor().map_or(Ok(()), |at| self.check_floor(at))
    }

    fn parameters(&self) -> Vec<Parameter> {
        let actions = self.actions();
        let open = actions.iter().find(|action| action.refused.is_none()).or(actions.first());
        let Some(usual) = open.map(|action| Value::Name(action.id.clone())) else {
            return Vec::new();
        };
        let alone = || {
            let judged = "this battle has no referee";
            Refusal::new("no_referee", judged, "TU-173")
        };
        let watched = self.ctx.state.scene.referee.on;
        let triggers = Trigger::ALL.map(|trigger| Setting {
            id: Key::of(trigger.id()),
            name: trigger.name().to_owned(),
            refused: (trigger == Trigger::Judged && !watched).then(alone),
        });
        let first = Value::Name(Key::of(Trigger::View.id()));
        vec![
            Parameter::one_of(ACT, "Action", actions, usual),
            Parameter::one_of(TRIGGER, "When an enemy", triggers.to_vec(), first),
        ]
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let usual = self.parameters().into_iter().next().map(|parameter| parameter.usual);
        let usual = match usual {
            Some(Value::Name(name)) => Some(name),
            _ => None,
        };
        let Some(act) = how.with.name(ACT).cloned().or(usual) else {
            return Err(Refusal::new("no_act", "there is nothing to prepare", "TU-173"));
        };
        let chosen = self.actions().into_iter().find(|action| action.id == act);
        if let Some(refusal) = chosen.and_then(|action| action.refused) {
            return Err(refusal);
        }
        let at = match self.trigger {
            Trigger::Area => Some(one_floor(how.targets, "TU-173")?),
            _ => None,
        };
        at.map(|at| self.check_floor(at)).transpose()?;
        let (unit, trigger) = (self.numbers.unit.id(), self.trigger);
        let centre = at.map(|at| at.cell);
        let floor = at.and_then(|at| area::watched_floor(self.ctx, unit, at));
        Ok(Plan::of(Prepare { unit, act, trigger, centre, floor }))
    }

    /// A blow with the weapon in hand against an enemy that comes near, or a shot at one that comes
    /// into view.
    fn act_summaries(&self) -> Vec<ActSummary> {
        let held = self.numbers.weapons().next();
        let open = self.check_use().is_ok() && self.numbers.unit.pools.0.value(ATTACKS) > 0;
        let ready = |(_, weapon): (&str, &Weapon)| {
            let act = Value::Name(weapon.id.clone());
            let (trigger, span) = match weapon.reach {
                0 => (Trigger::View, weapon.range),
                reach => (Trigger::Reach, reach),
            };
            let trigger = Value::Name(Key::of(trigger.id()));
            let with = Values::none().with(ACT, act).with(TRIGGER, trigger);
            let able = open && self.numbers.can_hold(weapon).is_ok();
            let plain = ActSummary::plain(self.key(), Aim::Own, span.into(), able);
            ActSummary { with, cue: Some(Cue::Move), ..plain }
        };
        held.map(ready).into_iter().collect()
    }

    /// The effect of the prepared blow on each enemy that its side knows. Enemies already in view
    /// do not come into view.
    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let (content, unit) = (self.numbers.content, self.numbers.unit);
        let named = how.with.name(ACT).and_then(|name| self.numbers.weapon(name.as_str()));
        let Some((_, weapon)) = named else { return Vec::new() };
        let foes = self.ctx.state.units.iter().filter(|other| {
            other.is_active()
                && other.side() != unit.side()
                && self.ctx.state.sees(unit.side(), other)
                && !sight::hides_from(content, self.ctx, other, unit.side())
        });
        let by = (unit, AttackSource::Weapon(weapon));
        let waits = how.with.name(TRIGGER).is_none_or(|name| *name == *Trigger::View.id());
        let seen =
            |foe: &&Unit| waits && attack::prepare(content, self.ctx, by, foe.id(), false).is_ok();
        let foes = foes.filter(|foe| !seen(foe));
        let rolls = foes.filter_map(|foe| attack::suppose(content, self.ctx, by, foe.id(), false));
        rolls.map(|roll| expected(content, &roll)).collect()
    }
}
