//! What a combatant can do beside moving.

use num_traits::ToPrimitive;

use crate::grid::{Body, Cell, Place};
use crate::rules::command::Target;
use crate::rules::dice::Chance;
use crate::rules::event::{Event, EventKind, LayerChange};
use crate::rules::kit::acts::{Act, Acts, Label, Repertoire, Use, one_cell, one_unit};
use crate::rules::kit::{area, events, turns};
use crate::rules::parameter::{Parameter, Range, Setting};
use crate::rules::ruleset::{Aim, Ctx, Each, Forecast, Several};
use crate::rules::state::{self, Carrier, Condition, Expiry, Layer, LayerState, Posture, Unit};
use crate::rules::weigh::{ActOutcome, ActSummary};
use crate::rules::{Key, Refusal, Value};

use super::attack::{self, Clash};
use super::data::Content;
use super::harm;
use super::numbers::{AMMO, AP, Arm, FOCUSED, HELD, Numbers, ONE_MORE, SPIRIT};
use super::step::{Assault, Blast, Burst, Deed, Doing, Outcome, Plan, Step};
use super::strike::{ALL_WEAPONS, ATTACK};

/// The class of a change of Personas in the history of a turn.
const SWAP: &str = "swap_persona";

impl Repertoire for Content {
    type Step = Step;
    const UNKNOWN: &'static str = "EV-163";

    fn acts<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step> {
        let mut all: Acts<'a, Step> = Vec::new();
        let Some(me) = Numbers::of(self, unit) else { return all };
        all.extend(hits(self, ctx, me).into_iter().map(|hit| Box::new(hit) as Box<dyn Act<Step>>));
        let prone = unit.placement.posture == Posture::Prone;
        let plain = [(prone, Plainly::Rise), (true, Plainly::Focus)];
        let reload = me.arms().into_iter().find(|a| a.attack.reload > 0 && me.ammo(*a) == Some(0));
        let swap = unit.carriers.layers().count() > 1;
        let passes = ctx.state.scene.clock.extra_of(unit.id()).is_some_and(|e| e.name == *ONE_MORE);
        let more = [(swap, Plainly::Swap), (passes, Plainly::Pass)];
        let reload = reload.map(|arm| (true, Plainly::Reload(arm)));
        let there = plain.into_iter().chain(reload).chain(more).filter(|(there, _)| *there);
        all.extend(there.map(|(_, what)| Box::new(Plain { ctx, me, what }) as Box<dyn Act<Step>>));
        all
    }
}

/// The attacks of a combatant: one with each thing that it has, and one with all that it holds.
fn hits<'a>(content: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>) -> Vec<Hit<'a>> {
    let of = |arms| Hit { content, ctx, me, arms };
    let mut singles: Vec<Arm<'a>> = Vec::new();
    for arm in me.arms() {
        if !singles.iter().any(|known| known.attack.id == arm.attack.id) {
            singles.push(arm);
        }
    }
    let held = me.arms().into_iter().filter(|arm| arm.slot.is_some_and(|s| HELD.contains(&s)));
    let all: Vec<Arm<'a>> = held.collect();
    let several = (all.len() > 1).then(|| of(all));
    singles.into_iter().map(|arm| of(vec![arm])).chain(several).collect()
}

fn too_few(what: &'static str, rule: &'static str) -> Refusal {
    Refusal::new(what, format!("too few {} are left", what.replace('_', " ")), rule)
}

/// An attack with one thing, or with everything that is held (EV-165, EV-173).
struct Hit<'a> {
    content: &'a Content,
    ctx: Ctx<'a>,
    me: Numbers<'a>,
    arms: Vec<Arm<'a>>,
}

impl<'a> Hit<'a> {
    fn all(&self) -> bool {
        self.arms.len() > 1
    }

    /// The two tests at each target, with what each is attacked with.
    fn clashes(&self, targets: &[Target]) -> Vec<(Clash<'a>, Arm<'a>)> {
        let (actor, Some(first)) = (self.me.unit, self.arms.first()) else { return Vec::new() };
        if first.attack.blast.is_some() {
            let Ok(cell) = one_cell(targets, "EV-137") else { return Vec::new() };
            let clashes = attack::clashes(self.content, self.ctx, (actor, *first), cell);
            return clashes.map(|clash| (clash, *first)).collect();
        }
        let each = targets.iter().zip(&self.arms).filter_map(|(target, arm)| {
            let target = self.ctx.unit(target.unit()?)?;
            let off = i32::from(self.all()) * (1 + i32::from(arm.slot != Some("main")));
            let clash = attack::clash(self.content, self.ctx, (actor, *arm), (target, None, off))?;
            Some((clash, *arm))
        });
        each.collect()
    }
}

impl Act<Step> for Hit<'_> {
    fn key(&self) -> Key {
        match self.arms.as_slice() {
            [one] => one.attack.id.clone(),
            _ => Key::of(ALL_WEAPONS),
        }
    }

    fn label(&self) -> Label {
        let (name, text) = match self.arms.as_slice() {
            [one] => (one.attack.name.clone(), one.attack.text.clone()),
            _ => ("All weapons".to_owned(), "One attack with each weapon held.".to_owned()),
        };
        let spirit = self.arms.first().map_or(0, |arm| arm.attack.spirit);
        let ap = 1 + i32::from(self.all());
        let cost =
            if spirit > 0 { format!("{ap} AP, {spirit} Spirit") } else { format!("{ap} AP") };
        Label { name, text, cost, group: "attack" }
    }

    fn aim(&self) -> Aim {
        let n = u8::try_from(self.arms.len()).unwrap_or(u8::MAX);
        match self.arms.as_slice() {
            [one] if one.attack.blast.is_some() => Aim::Cell,
            [_] => Aim::Unit,
            _ => Aim::Several(Several { of: Each::Unit, least: n, most: n, each: n }),
        }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        let unit = self.me.unit;
        let extra = self.ctx.state.scene.clock.extra_of(unit.id()).is_some();
        if !extra && unit.turn.deeds.iter().any(|deed| deed.class == *ATTACK) {
            return Err(Refusal::new("attacked", "it has attacked in this turn", "EV-30"));
        }
        if unit.pools.0.value(AP) < 1 + i32::from(self.all()) {
            return Err(too_few("action_points", "EV-28"));
        }
        if self.arms.iter().any(|arm| self.me.ammo(*arm) == Some(0)) {
            return Err(Refusal::new("empty", "it has to be loaded first", "EV-125"));
        }
        if self.arms.iter().any(|arm| unit.pools.0.value(SPIRIT) < arm.attack.spirit) {
            return Err(too_few("spirit", "EV-165"));
        }
        Ok(())
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        if self.aim() != Aim::Cell {
            return None;
        }
        // Wherever it reaches.
        let arm = self.arms.first()?;
        let cell = self.me.unit.placement.at.cell()?;
        let cells = area::cells(self.ctx, cell, arm.attack.range.into());
        Some(cells.into_iter().map(|cell| Target::Place(cell.into())).collect())
    }

    fn check_target(&self, target: Target) -> Result<(), Refusal> {
        match self.aim() {
            Aim::Several(_) => self.plan(Use::at(&vec![target; self.arms.len()])).map(drop),
            _ => self.plan(Use::at(&[target])).map(drop),
        }
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let unit = self.me.unit.id();
        self.aim().check(how.targets)?;
        let [arm, ..] = self.arms.as_slice() else { return Err(too_few("weapons", "EV-165")) };
        if self.aim() == Aim::Cell {
            let cell: Cell = one_cell(how.targets, "EV-137")?;
            attack::check_area(self.ctx, self.me.unit, *arm, cell)?;
            return Ok(Plan::of(Blast { unit, arm: arm.key(), cell, burst: Burst::Declare }));
        }
        let mut left = Vec::new();
        for (target, arm) in how.targets.iter().zip(&self.arms) {
            let target = one_unit(std::slice::from_ref(target), "EV-165")?;
            attack::check(self.ctx, self.me.unit, *arm, target)?;
            left.push((arm.key(), target));
        }
        Ok(Plan::of(Assault { unit, left, all: self.all(), fresh: None }))
    }

    fn area(&self, target: Option<Target>) -> Vec<Place> {
        let metres = self.arms.first().and_then(|arm| arm.attack.blast);
        let (Some(metres), Some(Target::Place(Place::Cell(cell)))) = (metres, target) else {
            return Vec::new();
        };
        area::cells(self.ctx, cell, metres.into()).into_iter().map(Place::Cell).collect()
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let of = |clash: Clash<'_>| {
            let (target, Clash { own, theirs, settle, .. }) = (clash.target.unit.id(), clash);
            match theirs {
                Some(theirs) => Forecast::opposed(target, own, theirs, settle),
                None => Forecast::new(target, own),
            }
        };
        self.clashes(how.targets).into_iter().map(|(clash, _)| of(clash)).collect()
    }

    fn means(&self) -> Vec<ActSummary> {
        // What has run out for good is no longer thought of.
        let unit = self.me.unit;
        let spent = |arm: &Arm<'_>| {
            let gone = arm.attack.reload == 0 && self.me.ammo(*arm) == Some(0);
            gone || unit.pools.0.value(SPIRIT) < arm.attack.spirit
        };
        if self.arms.iter().any(spent) {
            return Vec::new();
        }
        let spans = self.arms.iter().map(|arm| u16::from(arm.attack.range));
        let span = spans.min().unwrap_or(0);
        let plain = ActSummary::plain(self.key(), self.aim(), span, self.check_use().is_ok());
        let cost = self.arms.first().map_or(0, |arm| arm.attack.spirit);
        vec![ActSummary { cost, area: self.aim() == Aim::Cell, ..plain }]
    }

    fn weigh(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let clashes = self.clashes(how.targets);
        let each = clashes.iter().map(|(clash, arm)| {
            let margins = match clash.contest() {
                Some(contest) => contest.margins().unwrap_or_default(),
                None => [(Some(2), clash.own.chance())].into(),
            };
            let thousandths = |n: &Chance| (*n * 1000).to_integer().to_i32().unwrap_or(0);
            let wins = margins.iter().filter_map(|(m, chance)| Some(((*m)?, thousandths(chance))));
            let (mut chance, mut margin) = (0_i32, 0_i32);
            for (m, share) in wins {
                (chance, margin) = (chance + share, margin + m * share);
            }
            let usual = margin.checked_div(chance).unwrap_or(0);
            let wounds = harm::usual(self.content, self.me, clash.target, *arm, usual);
            let (harm, mends) = (wounds.max(0), (-wounds).max(0));
            let staggers = harm::Harm::of(self.me, *arm, usual, false).staggers(clash.target);
            let none = ActOutcome::none(clash.target.unit.id());
            ActOutcome { chance, harm, mends, hinders: i32::from(staggers), ..none }
        });
        each.collect()
    }
}

/// What nobody opposes.
enum Plainly<'a> {
    Rise,
    Focus,
    Reload(Arm<'a>),
    Swap,
    Pass,
}

struct Plain<'a> {
    ctx: Ctx<'a>,
    me: Numbers<'a>,
    what: Plainly<'a>,
}

impl Plain<'_> {
    /// Its name, what players read of it, what it costs, the rule.
    const fn told(&self) -> (&'static str, &'static str, &'static str, i32, &'static str) {
        match &self.what {
            Plainly::Rise => ("rise", "Rise", "Gets back on its feet.", 1, "EV-210"),
            Plainly::Focus => ("focus", "Focus", "The next test is easier by 10.", 1, "EV-202"),
            Plainly::Reload(arm) => {
                ("reload", "Reload", "Loads what is empty.", arm.attack.reload, "EV-216")
            }
            Plainly::Swap => (SWAP, "Swap Persona", "Another Persona comes forward.", 0, "EV-219"),
            Plainly::Pass => {
                ("baton_pass", "Baton Pass", "Gives the extra act to a friend.", 0, "EV-334")
            }
        }
    }

    /// Its Personas that could come forward.
    fn others(&self) -> impl Iterator<Item = &Layer> {
        let layers = self.me.unit.carriers.layers();
        layers.filter(|layer| layer.state == LayerState::Recalled)
    }
}

impl Act<Step> for Plain<'_> {
    fn key(&self) -> Key {
        Key::of(self.told().0)
    }

    fn label(&self) -> Label {
        let (_, name, text, ap, _) = self.told();
        let cost = if ap > 0 { format!("{ap} AP") } else { "free".to_owned() };
        Label { name: name.to_owned(), text: text.to_owned(), cost, group: "action" }
    }

    fn aim(&self) -> Aim {
        if matches!(self.what, Plainly::Pass) { Aim::Unit } else { Aim::Own }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        let (_, _, _, ap, rule) = self.told();
        let unit = self.me.unit;
        if unit.pools.0.value(AP) < ap.max(i32::from(matches!(self.what, Plainly::Pass))) {
            return Err(too_few("action_points", rule));
        }
        let swapped = || unit.turn.deeds.iter().any(|deed| deed.class == *SWAP);
        if matches!(self.what, Plainly::Swap) && (swapped() || self.others().next().is_none()) {
            return Err(Refusal::new("no_swap", "no other Persona can come forward now", rule));
        }
        Ok(())
    }

    fn parameters(&self) -> Vec<Parameter> {
        let names = self.others().map(|layer| layer.id.clone());
        let settings = names.map(|id| Setting { name: id.to_string(), id, refused: None });
        let settings: Vec<Setting> = settings.collect();
        let usual = settings.first().map(|first| Value::Name(first.id.clone()));
        let usual = usual.filter(|_| matches!(self.what, Plainly::Swap));
        let persona = |usual| Parameter {
            id: Key::of("persona"),
            name: "Persona".to_owned(),
            range: Range::OneOf(settings),
            usual,
        };
        usual.map(persona).into_iter().collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let unit = self.me.unit.id();
        let doing = match &self.what {
            Plainly::Rise => Doing::Rise,
            Plainly::Focus => Doing::Focus,
            Plainly::Reload(arm) => Doing::Reload(arm.key()),
            Plainly::Swap => {
                let first = || self.others().next().map(|layer| layer.id.clone());
                let named = how.with.name("persona").cloned();
                Doing::Swap(named.or_else(first).unwrap_or_default())
            }
            Plainly::Pass => {
                let to = one_unit(how.targets, "EV-334")?;
                let slot = self.ctx.state.scene.clock.slot_of_acting(unit);
                let friend = self.ctx.unit(to).filter(|u| u.is_active());
                let friend = friend.filter(|_| !self.ctx.state.are_foes(unit, to));
                if friend.is_none_or(|u| self.me.link(u) < 1) {
                    let text = "only to a friend with a Social Link";
                    return Err(Refusal::new("no_link", text, "EV-334"));
                }
                if slot.is_none_or(|slot| !slot.may_pass_to(to)) {
                    let text = "it has had this act already";
                    return Err(Refusal::new("had_it", text, "EV-339"));
                }
                Doing::Pass(to)
            }
        };
        Ok(Plan::of(Deed { unit, doing }))
    }

    fn means(&self) -> Vec<ActSummary> {
        if matches!(self.what, Plainly::Pass) {
            return Vec::new();
        }
        let plain = ActSummary::plain(self.key(), Aim::Own, 0, self.check_use().is_ok());
        vec![ActSummary { against_foes: false, for_friends: true, ..plain }]
    }

    fn weigh(&self, _: Use<'_>) -> Vec<ActOutcome> {
        // Somebody already focused, or behind a Persona, has nothing from it.
        let helps = match self.what {
            Plainly::Swap => 2 * i32::from(self.me.persona().is_none()),
            Plainly::Focus => i32::from(!self.me.unit.conditions.has(FOCUSED)),
            _ => 1,
        };
        vec![ActOutcome { helps, ..ActOutcome::none(self.me.unit.id()) }]
    }
}

/// Does what nobody opposes.
pub fn deed(content: &Content, ctx: Ctx<'_>, step: &Deed) -> Outcome {
    let Some(me) = ctx.unit(step.unit).and_then(|unit| Numbers::of(content, unit)) else {
        return Outcome::done(Vec::new());
    };
    let unit = me.unit;
    let spent = |ap, why, rule| events::pool(unit, AP, unit.pools.0.value(AP) - ap, why, rule);
    let layer = |id: &Key, to, why: &str| {
        let (id, change, why) = (id.clone(), LayerChange::State(to), why.to_owned());
        Event::new(EventKind::Layer { unit: unit.id(), id, change, why }, &["EV-219"])
    };
    let mut events: Vec<Event> = Vec::new();
    match &step.doing {
        Doing::Rise => {
            let room = ctx.field.body(unit.id()).and_then(Body::room);
            let support = room.map(|room| ctx.field.support(room, unit.id()));
            let support = support.unwrap_or(unit.placement.support);
            events.extend(spent(1, "Rise", "EV-210"));
            events.push(events::posture(unit, Posture::Standing, support, "EV-210"));
        }
        Doing::Focus => {
            let size = unit.conditions.get(FOCUSED).map_or(0, |c| c.size) + 1;
            let lasts = Expiry::Until(Key::of("next_test"));
            let condition = Condition::new(Key::of(FOCUSED), size, None, lasts);
            let condition = condition.with(Key::of("turn"), unit.turn.number.into());
            events.extend(spent(1, "Focus", "EV-202"));
            events.push(events::gained(unit, condition, "EV-202"));
        }
        Doing::Reload(key) => {
            let Some(arm) = me.arm(key) else { return Outcome::done(events) };
            let full = EventKind::wear(
                unit,
                &Carrier::Item(key.clone()),
                AMMO,
                arm.attack.ammo,
                "it is loaded",
            );
            events.extend(spent(arm.attack.reload, "Reload", "EV-216"));
            events.extend(full.map(|what| Event::new(what, &["EV-216"])));
        }
        Doing::Swap(to) => {
            let (class, act) = (Key::of(SWAP), Key::of(SWAP));
            events.push(events::deed(unit, state::Deed { class, act, amount: 0 }, None, "EV-219"));
            let standing = unit.carriers.standing().map(|l| &l.id);
            events.extend(standing.map(|id| layer(id, LayerState::Recalled, "it steps back")));
            events.push(layer(to, LayerState::On, "it comes forward"));
        }
        Doing::Pass(to) => events.extend(turns::pass(ctx, unit.id(), *to, "EV-334")),
    }
    Outcome::done(events)
}
