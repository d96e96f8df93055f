//! What a combatant can do beside moving.

use num_traits::ToPrimitive;

use crate::grid::{Cell, Place};
use crate::rules::command::Target;
use crate::rules::dice::Chance;
use crate::rules::estimate::{ActOutcome, ActSummary};
use crate::rules::kit::acts::{Act, Acts, Label, Repertoire, Use, one_cell, one_unit};
use crate::rules::kit::area;
use crate::rules::ruleset::{Aim, Ctx, Each, Forecast, Several, Variant};
use crate::rules::state::Unit;
use crate::rules::{Key, Refusal};

use super::all_out::AllOutAct;
use super::attack::{self, Clash};
use super::budget::{self, Price, too_few};
use super::charging::Charging;
use super::cheering::{self, Cheering};
use super::conditions::AMNESIAC;
use super::data::{Content, Keyword, Kind, Lasting, Location};
use super::deeds::{self, Plain, Plainly};
use super::fate::{self, Fated};
use super::harm;
use super::hurrying::Hurry;
use super::leaping::Leaping;
use super::mounts::{self, Riding};
use super::numbers::{Arm, FATE, HELD, Numbers, ONE_MORE, SPIRIT};
use super::spells::Casting;
use super::stealth::{self, Sneaking};
use super::step::{Assault, AttackMode, Blast, Burst, Plan, Ruse, Step};
use super::strike::ALL_WEAPONS;
use super::tricks::{self, Tricky};

impl Repertoire for Content {
    type Step = Step;
    const UNKNOWN: &'static str = "EV-163";

    fn acts<'a>(&'a self, ctx: Ctx<'a>, unit: &'a Unit) -> Acts<'a, Step> {
        let mut all: Acts<'a, Step> = Vec::new();
        let Some(me) = Numbers::of(self, unit) else { return all };
        all.extend(hits(self, ctx, me).into_iter().map(|hit| Box::new(hit) as Box<dyn Act<Step>>));
        all.extend(me.spells().into_iter().map(|spell| {
            Box::new(Casting { content: self, ctx, me, spell }) as Box<dyn Act<Step>>
        }));
        let open = |ruse: &Ruse| ruse.talent().is_none_or(|talent| me.can(talent));
        all.extend(
            tricks::ALL.into_iter().filter(open).map(|ruse| {
                Box::new(Tricky { content: self, ctx, me, ruse }) as Box<dyn Act<Step>>
            }),
        );
        let fated = fate::ALL.into_iter().map(|boon| Fated { me, boon });
        let fated = fated.filter(|fated| fated.me.unit.pools.0.get(FATE).is_some());
        all.extend(fated.filter(Fated::is_of_use).map(|act| Box::new(act) as Box<dyn Act<Step>>));
        all.push(Box::new(Charging { content: self, ctx, me }));
        all.extend(
            cheering::there(me)
                .map(|fury| Box::new(Cheering { ctx, me, fury }) as Box<dyn Act<Step>>),
        );
        all.push(Box::new(Hurry { me }));
        if mounts::there(ctx, me) {
            all.push(Box::new(Riding { ctx, me }));
        }
        all.extend(
            stealth::there(ctx, me)
                .into_iter()
                .map(|what| Box::new(Sneaking { ctx, me, what }) as Box<dyn Act<Step>>),
        );
        all.extend(
            [false, true]
                .map(|up| Box::new(Leaping { content: self, ctx, me, up }) as Box<dyn Act<Step>>),
        );
        let reload = me.arms().into_iter().find(|a| a.attack.reload > 0 && me.ammo(*a) == Some(0));
        let passes = ctx.state.scene.clock.extra_of(unit.id()).is_some_and(|e| e.name == *ONE_MORE);
        if passes {
            all.push(Box::new(AllOutAct { content: self, ctx, me }));
        }
        let there = deeds::there(ctx, me, passes).into_iter();
        let there = there.chain(reload.map(Plainly::Reload));
        all.extend(there.map(|what| Box::new(Plain { ctx, me, what }) as Box<dyn Act<Step>>));
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

    /// A Power that it does not remember (EV-373).
    fn forgets(&self, arm: Arm<'_>) -> bool {
        self.me.has(AMNESIAC) && arm.attack.kind == Kind::Magic
    }

    fn price(&self) -> Price {
        let spirit = self.arms.first().map_or(0, |arm| arm.attack.spirit);
        Price { ap: 1 + i32::from(self.all()), spirit, keyword: Some(Keyword::Attack) }
    }

    /// The two tests at each target, with what each is attacked with.
    fn clashes(&self, targets: &[Target], part: Option<&Key>) -> Vec<(Clash<'a>, Arm<'a>)> {
        let (actor, Some(first)) = (self.me.unit, self.arms.first()) else { return Vec::new() };
        if first.attack.blast.is_some() {
            let Ok(cell) = one_cell(targets, "EV-137") else { return Vec::new() };
            let clashes = attack::clashes(self.content, self.ctx, (actor, *first), cell);
            return clashes.map(|clash| (clash, *first)).collect();
        }
        let each = targets.iter().zip(&self.arms).filter_map(|(target, arm)| {
            let target = self.ctx.unit(target.unit()?)?;
            let way = match part {
                _ if self.all() => AttackMode::All { off: arm.slot != Some("main") },
                Some(part) => AttackMode::Called(part.clone()),
                None => AttackMode::Plain,
            };
            let clash = attack::clash(self.content, self.ctx, (actor, *arm), (target, None, &way))?;
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
        let cost = self.price().words();
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
        budget::check(self.ctx, self.me, &self.price())?;
        let far = self.arms.iter().any(|arm| arm.attack.kind != Kind::Melee);
        if far {
            budget::check_calm(self.me)?;
        }
        // A useless arm, or no eyes to shoot with (EV-299, EV-307).
        let useless = |arm: &Arm<'_>| {
            let arm_lost = arm.slot.is_some_and(|slot| {
                HELD.contains(&slot) && self.me.suffers(Lasting::Useless, Some(slot))
            });
            let blind = self.me.suffers(Lasting::Blind, None);
            arm_lost || blind && arm.attack.kind.is_ballistic()
        };
        if self.arms.iter().any(useless) {
            return Err(Refusal::new("injured", "an injury keeps it from that", "EV-293"));
        }
        if self.arms.iter().any(|arm| self.me.ammo(*arm) == Some(0)) {
            return Err(Refusal::new("empty", "it has to be loaded first", "EV-125"));
        }
        Ok(())
    }

    fn variants(&self) -> Vec<Variant> {
        if self.aim() != Aim::Unit {
            return Vec::new();
        }
        let of = |place: &Location| Variant {
            choice: place.id.clone(),
            name: place.name.clone(),
            cost: self.price().words(),
            refused: None,
        };
        self.content.locations.iter().map(of).collect()
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
        let part = (!how.choice.as_str().is_empty()).then(|| how.choice.clone());
        let known = |part: &Key| self.content.locations.contains(part.as_str());
        let aims = self.aim() == Aim::Unit;
        if part.as_ref().is_some_and(|part| !aims || !known(part)) {
            return Err(Refusal::new("no_part", "it cannot be aimed at that", "EV-148"));
        }
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
        Ok(Plan::of(Assault { unit, left, all: self.all(), part, fresh: None }))
    }

    fn area(&self, target: Option<Target>) -> Vec<Place> {
        let metres = self.arms.first().and_then(|arm| arm.attack.blast);
        let (Some(metres), Some(Target::Place(Place::Cell(cell)))) = (metres, target) else {
            return Vec::new();
        };
        area::cells(self.ctx, cell, metres.into()).into_iter().map(Place::Cell).collect()
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        let part = Some(how.choice).filter(|part| !part.as_str().is_empty());
        let all = self.clashes(how.targets, part).into_iter();
        all.map(|(clash, _)| clash.forecast()).collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        // What has run out for good is no longer thought of.
        let unit = self.me.unit;
        let spent = |arm: &Arm<'_>| {
            let gone = arm.attack.reload == 0 && self.me.ammo(*arm) == Some(0);
            gone || unit.pools.0.value(SPIRIT) < arm.attack.spirit || self.forgets(*arm)
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

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let part = Some(how.choice).filter(|part| !part.as_str().is_empty());
        let clashes = self.clashes(how.targets, part);
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
