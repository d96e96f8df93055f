//! What a combatant can do beside moving.

use num_traits::ToPrimitive;

use crate::grid::{Cell, Place};
use crate::rules::command::Target;
use crate::rules::dice::Chance;
use crate::rules::kit::acts::{Act, Acts, Label, Repertoire, Use, one_cell, one_unit};
use crate::rules::kit::area;
use crate::rules::ruleset::{Aim, Ctx, Each, Forecast, Several};
use crate::rules::state::{Posture, Unit};
use crate::rules::weigh::{ActOutcome, ActSummary};
use crate::rules::{Key, Refusal};

use super::attack::{self, Clash};
use super::data::Content;
use super::deeds::{Plain, Plainly, too_few};
use super::harm;
use super::numbers::{AP, Arm, HELD, Numbers, ONE_MORE, SPIRIT};
use super::step::{Assault, Blast, Burst, Plan, Step};
use super::strike::{ALL_WEAPONS, ATTACK};

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
