//! Readying as an act: what is readied, and its trigger (VG-78, VG-79).

use grid::{Dir, Place};
use rules::command::Target;
use rules::estimate::{ActOutcome, ActSummary, Cue};
use rules::kit::acts::{Act, Label, Use, one_floor, one_target};
use rules::kit::area;
use rules::parameter::{Parameter, Setting, Value, Values};
use rules::ruleset::{Aim, Ctx};
use rules::state::Unit;
use rules::{Key, Refusal};

use super::attack;
use super::data::{Content, Form, TechniqueEffect, Weapon};
use super::estimates;
use super::facing;
use super::names::{CHARGES, DEFEND, DRAUGHTS, MOVE, READY, VIGOR};
use super::numbers::{Numbers, check_able};
use super::powers::Power;
use super::ready;
use super::skills::SkillUse;
use super::step::{Arm, AttackOptions, Handling, Plan, Step, Trigger};

/// Parameter: the readied act.
const ACT: &str = "act";
/// Parameter: the trigger.
const TRIGGER: &str = "trigger";

/// Readying an act, with the choices made so far.
pub struct Readying<'a> {
    content: &'a Content,
    ctx: Ctx<'a>,
    me: Numbers<'a>,
    trigger: Trigger,
}

impl<'a> Readying<'a> {
    /// The act with these values set.
    pub fn new(content: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>, with: &Values) -> Self {
        let named = with.name(TRIGGER).and_then(|name| Trigger::named(name.as_str()));
        Self { content, ctx, me, trigger: named.unwrap_or(Trigger::Near) }
    }

    /// The acts that could be readied, or why not (VG-79, VG-177).
    fn acts(&self) -> Vec<Setting> {
        let me = &self.me;
        let setting = |id: &Key, name: &str, refused: Option<Refusal>| Setting {
            id: id.clone(),
            name: name.to_owned(),
            refused,
        };
        let strike = |weapon: &Weapon| {
            let empty = || Refusal::new("not_loaded", "it has to be reloaded first", "VG-93");
            setting(&weapon.id, &weapon.name, me.must_reload(weapon).then(empty))
        };
        let powers = me.sheet.techniques.iter().chain(&me.sheet.spells);
        let powers = powers.filter_map(|id| Power::of(self.content, id.as_str()));
        let power = |power: Power<'_>| {
            let (pool, name, amount) = power.cost();
            let long = || {
                let text = "only an act of one action can be readied";
                Refusal::new("too_long", text, "VG-79")
            };
            let dear = || Refusal::new("too_dear", format!("it takes {amount} {name}"), "VG-177");
            let is_long = (power.actions() > 1).then(long);
            let is_dear = || (me.unit.pools.0.value(pool) < amount).then(dear);
            let refused = is_long.or_else(is_dear).or_else(|| power.check_weapon(me).err());
            setting(power.id(), power.name(), refused)
        };
        let mut all: Vec<Setting> = me.usable_weapons().map(strike).collect();
        all.extend(powers.filter(|power| can_be_readied(*power)).map(power));
        all.push(setting(&Key::of(DEFEND), "Defend", None));
        all.push(setting(&Key::of(MOVE), "Move", None));
        let skill_uses = SkillUse::ALL.into_iter().filter(|skill_use| skill_use.targets_enemy());
        all.extend(
            skill_uses.map(|skill_use| setting(&Key::of(skill_use.id()), skill_use.name(), None)),
        );
        let items = [(Handling::Drink, DRAUGHTS), (Handling::Detonate, CHARGES)];
        let has = |(_, pool): &(Handling, &str)| me.unit.pools.0.get(pool).is_some();
        let items = items.into_iter().filter(has);
        all.extend(items.map(|(what, _)| setting(&Key::of(what.id()), what.name(), None)));
        let reloads = me.usable_weapons().any(|weapon| weapon.reloads);
        let others = [
            (Handling::Stabilise, me.medicine() > 0),
            (Handling::Reload, reloads),
            (Handling::LieDown, true),
        ];
        let others = others.into_iter().filter(|(_, able)| *able);
        all.extend(others.map(|(what, _)| setting(&Key::of(what.id()), what.name(), None)));
        all
    }

    /// The first act that can be readied now, or else the first of all.
    fn default_act(&self) -> Option<Key> {
        let acts = self.acts();
        let open = acts.iter().find(|act| act.refused.is_none()).or(acts.first());
        open.map(|act| act.id.clone())
    }
}

/// Whether a technique or spell can be a reaction; it cannot if a place must be chosen for it.
const fn can_be_readied(power: Power<'_>) -> bool {
    match power {
        Power::Technique(technique) => !matches!(technique.effect, TechniqueEffect::Steady),
        Power::Spell(spell) => match spell.form {
            Form::Area { range, .. } => range == 0,
            _ => true,
        },
    }
}

impl Act<Step> for Readying<'_> {
    fn key(&self) -> Key {
        Key::of(READY)
    }

    fn label(&self) -> Label {
        let text = "Readies an act of one action for when something happens.";
        let (name, text) = ("Ready".to_owned(), text.to_owned());
        Label { name, text, cost: "1 action".to_owned(), group: "action" }
    }

    /// A watched area is aimed at a square, a sector at a direction.
    fn aim(&self) -> Aim {
        match self.trigger {
            Trigger::Area => Aim::Cell,
            Trigger::Sector => Aim::Direction,
            _ => Aim::Own,
        }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        check_able(self.me.unit)
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        match self.aim() {
            Aim::Cell => Some(area::everywhere(self.ctx)),
            Aim::Direction => Some(Dir::ALL.into_iter().map(Target::Direction).collect()),
            _ => None,
        }
    }

    fn parameters(&self) -> Vec<Parameter> {
        let Some(default) = self.default_act() else { return Vec::new() };
        let triggers = Trigger::ALL.map(|trigger| Setting {
            id: Key::of(trigger.id()),
            name: trigger.name().to_owned(),
            refused: None,
        });
        let near = Value::Name(Key::of(Trigger::Near.id()));
        vec![
            Parameter::one_of(ACT, "Act", self.acts(), Value::Name(default)),
            Parameter::one_of(TRIGGER, "When", triggers.to_vec(), near),
        ]
    }

    fn area(&self, target: Option<Target>) -> Vec<Place> {
        match target {
            Some(Target::Direction(dir)) => ready::sector(self.ctx, self.me.unit, dir),
            Some(target) => target.cell().map(ready::around).unwrap_or_default(),
            None => Vec::new(),
        }
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let Some(act) = how.with.name(ACT).cloned().or_else(|| self.default_act()) else {
            return Err(Refusal::new("nothing_to_ready", "there is nothing to ready", "VG-78"));
        };
        let chosen = self.acts().into_iter().find(|known| known.id == act);
        if let Some(refusal) = chosen.and_then(|act| act.refused) {
            return Err(refusal);
        }
        let at = match self.trigger {
            Trigger::Area => {
                let at = one_floor(how.targets, "VG-78")?;
                let there = at.point(self.ctx.field.board()).is_some();
                let none = || Refusal::new("no_target", "there is no such place", "VG-78");
                there.then_some(()).ok_or_else(none)?;
                Some(at.into())
            }
            Trigger::Sector => match one_target(how.targets, "VG-52")? {
                target @ Target::Direction(_) => Some(target),
                _ => return Err(Refusal::new("one_target", "choose a direction", "VG-52")),
            },
            _ => None,
        };
        let (unit, trigger) = (self.me.unit.id(), self.trigger);
        Ok(Plan::of(Arm { unit, act, trigger, at }))
    }

    /// The AI readies its first attack for enemies that come within reach.
    fn act_summaries(&self) -> Vec<ActSummary> {
        let armed = &self.ctx.state.scene.armed;
        let ready = armed.iter().any(|armed| armed.owner == self.me.unit.id());
        let Some(weapon) = self.me.usable_weapons().next().filter(|_| !ready) else {
            return Vec::new();
        };
        let far = weapon.farthest(&self.content.rules).max(self.me.reach(weapon));
        let span = u16::try_from(far).unwrap_or_default();
        // Unless it can pay for the reaction, waiting is pointless (VG-80).
        let pays = self.me.unit.pools.0.value(VIGOR) >= self.content.rules.ready_vigor;
        let open = pays && self.check_use().is_ok() && !self.me.must_reload(weapon);
        let act = Value::Name(weapon.id.clone());
        let with = Values::none().with(ACT, act);
        let plain = ActSummary::plain(self.key(), Aim::Own, span, open);
        vec![ActSummary { with, cue: Some(Cue::Move), ..plain }]
    }

    /// The effect of the attack on each known enemy that cannot be attacked yet.
    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let (content, ctx, unit) = (self.content, self.ctx, self.me.unit);
        let act = how.with.name(ACT);
        let weapon =
            self.me.usable_weapons().find(|weapon| act.is_none_or(|act| weapon.id == *act));
        let Some(weapon) = weapon else { return Vec::new() };
        let foes = ctx.state.units.iter().filter(|foe| {
            foe.is_active()
                && ctx.state.are_foes(unit.id(), foe.id())
                && facing::is_aware(ctx, unit.id(), foe.id())
        });
        let of = |foe: &Unit| {
            let options = AttackOptions::default();
            let now = attack::prepare(content.at(ctx), unit, weapon, foe.id(), &options);
            let theirs = Numbers::of(content, foe).filter(|_| now.is_err())?;
            Some(estimates::later_attack(&self.me, weapon, &theirs))
        };
        foes.filter_map(of).collect()
    }
}
