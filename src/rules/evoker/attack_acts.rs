//! Attacks as acts: with one weapon, with everything held, on areas (EV-137, EV-140, EV-148,
//! EV-165, EV-173, EV-192).

use std::borrow::Cow;

use num_traits::ToPrimitive;

use grid::{Place, UnitId};
use rules::command::Target;
use rules::dice::Chance;
use rules::estimate::{ActOutcome, ActSummary};
use rules::kit::acts::{Act, Label, Use, one_target, one_unit};
use rules::kit::area;
use rules::object::Object;
use rules::parameter::Parameter;
use rules::ruleset::{Aim, Ctx, Each, Forecast, Several, Variant, Warning};
use rules::state::Unit;
use rules::{Key, Refusal};

use super::attack::{self, OpposedTests};
use super::budget::{self, Price, too_few};
use super::data::{Area, Content, Keyword, Kind, Location};
use super::names::{
    ALL_WEAPONS, AMNESIAC, AP, BURST, BURSTING, EXERTION, FLURRY, FROM, HELD, PROTECTED, SPIRIT,
    STAGGERED,
};
use super::numbers::{Arm, Numbers};
use super::step::{Assault, AttackMode, Batter, Blast, BlastStage, Handle, Plan, Spot, Step};
use super::{areas, attack_events, chance, handling, harm, hiding, objects, volley};

/// The parameter for aiming an attack past a protector (EV-192).
const PAST: &str = "past";
/// The parameter for the number of extra wounds of a Burst for a foe (EV-144).
const WOUNDS: &str = "wounds";

/// The attacks of a combatant: one with each weapon or Power, and one with everything it holds.
pub fn all<'a>(content: &'a Content, ctx: Ctx<'a>, me: Numbers<'a>) -> Vec<AttackAct<'a>> {
    let of = |arms| AttackAct { content, ctx, me, arms };
    let mut singles: Vec<Arm<'a>> = Vec::new();
    for arm in me.arms() {
        if !singles.iter().any(|known| known.attack.id == arm.attack.id) {
            singles.push(arm);
        }
    }
    let all = me.equipped();
    let several = (all.len() > 1).then(|| of(all));
    singles.into_iter().map(|arm| of(vec![arm])).chain(several).collect()
}

/// Whether it is a carried weapon that needs both hands.
fn draws_for_two(arm: Arm<'_>) -> bool {
    arm.attack.hands > 1 && arm.is_carried()
}

/// The rest of an attack with everything, or of a Burst (EV-29, EV-146).
pub fn follow_ups<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    me: Numbers<'a>,
) -> impl Iterator<Item = FollowUp<'a>> {
    let flurry = me.unit.conditions.get(FLURRY).and_then(|c| {
        let from = usize::try_from(c.data.get(FROM)).ok()?;
        Some((false, *me.equipped().get(from)?))
    });
    let burst = me.unit.conditions.get(BURSTING).and_then(|c| {
        // Any other action ends it (EV-146).
        if c.data.get(AP) != i64::from(me.unit.pools.0.value(AP)) {
            return None;
        }
        let at = usize::try_from(c.data.get(FROM)).ok()?;
        Some((true, *me.arms().get(at)?))
    });
    [flurry, burst].into_iter().flatten().map(move |(burst, arm)| FollowUp {
        content,
        ctx,
        me,
        arm,
        burst,
    })
}

/// An attack with one weapon or Power, or with everything held (EV-165, EV-173).
pub struct AttackAct<'a> {
    content: &'a Content,
    ctx: Ctx<'a>,
    me: Numbers<'a>,
    arms: Vec<Arm<'a>>,
}

impl<'a> AttackAct<'a> {
    fn several(&self) -> bool {
        self.arms.len() > 1
    }

    /// Whether it is a Power that the unit does not remember (EV-373).
    fn forgets(&self, arm: Arm<'_>) -> bool {
        self.me.has(AMNESIAC) && arm.is_power()
    }

    /// What its player should know beforehand (EV-373).
    fn warnings(&self) -> Vec<Warning> {
        let forgets = self.arms.iter().any(|arm| self.forgets(*arm));
        forgets.then(attack_events::wasted).into_iter().collect()
    }

    fn area(&self) -> Option<Area> {
        self.arms.first().and_then(|arm| arm.attack.area)
    }

    fn price(&self) -> Price {
        let first = self.arms.first().map(|arm| arm.attack);
        let (spirit, exertion) = first.map_or((0, 0), |first| (first.spirit, first.exertion));
        let ap = if self.several() { 2 } else { first.map_or(1, |first| first.ap) };
        // A two-handed weapon must be taken in hand first (EV-218).
        let ap = ap + i32::from(!self.several() && self.arms.iter().any(|arm| draws_for_two(*arm)));
        Price { ap, spirit, exertion, keyword: Some(Keyword::Attack) }
    }

    /// Whether it is a Standard Attack, which may be aimed or a Burst (EV-139).
    fn is_standard(&self) -> bool {
        self.arms.iter().all(|arm| arm.attack.ap < 2 && !arm.attack.swing)
    }

    /// The mode of the attack.
    fn mode(&self, how: Use<'_>) -> Result<AttackMode, Refusal> {
        let choice = how.choice.as_str();
        if choice.is_empty() {
            return Ok(AttackMode::Plain);
        }
        if self.aim() != Aim::Unit || !self.is_standard() {
            let text = "this attack is neither aimed nor a Burst";
            return Err(Refusal::new("no_part", text, "EV-139"));
        }
        if choice == BURST {
            let has = self.arms.first().is_some_and(|arm| arm.attack.burst > 0);
            let none = || Refusal::new("no_burst", "it has no Burst", "EV-140");
            return if has { Ok(AttackMode::Burst) } else { Err(none()) };
        }
        if !self.content.locations.contains(choice) {
            return Err(Refusal::new("no_part", "it cannot be aimed at that", "EV-148"));
        }
        let past = how.with.number(PAST, 0) > 0;
        Ok(AttackMode::Called { part: how.choice.clone(), past })
    }

    /// The place of its area.
    fn spot(&self, targets: &[Target]) -> Result<Spot, Refusal> {
        let wrong = || Refusal::new("wrong_target", "it cannot be placed there", "EV-137");
        Ok(match (self.area(), targets) {
            (Some(Area::Aura(_)), []) => Spot::Around,
            (Some(Area::Wave), [Target::Direction(dir)]) => Spot::Towards(*dir),
            (Some(Area::Blast(_)), [target]) => Spot::Cell(target.floor().ok_or_else(wrong)?),
            (Some(Area::Line), [Target::Place(Place::Cell(cell))]) => Spot::Cell((*cell).into()),
            (Some(Area::Arc(_)), [_, ..]) => {
                let ids = targets.iter().map(Target::unit).collect::<Option<Vec<UnitId>>>();
                Spot::Chain(ids.ok_or_else(wrong)?)
            }
            _ => return Err(wrong()),
        })
    }

    /// The two tests for each target, with the weapon or Power used on it.
    fn clashes(&self, how: Use<'_>) -> Vec<(OpposedTests<'a>, Arm<'a>)> {
        let Some(first) = self.arms.first() else { return Vec::new() };
        let attacker = self.attacker();
        let unit: &Unit = &attacker;
        let Some(now) = Numbers::of(self.content, unit) else { return Vec::new() };
        let used = |arm: Arm<'a>| now.arm(&self.used(arm)).unwrap_or(arm);
        if self.area().is_some() {
            let Ok(spot) = self.spot(how.targets) else { return Vec::new() };
            let clashes = areas::clashes(self.content, self.ctx, (unit, used(*first)), &spot);
            return clashes.into_iter().map(|clash| (clash, *first)).collect();
        }
        let Ok(chosen) = self.mode(how) else { return Vec::new() };
        let each = how.targets.iter().zip(&self.arms).filter_map(|(target, arm)| {
            let target = self.ctx.unit(target.unit()?)?;
            let off = arm.slot.is_some_and(|slot| slot != HELD[0]);
            let way = if self.several() { AttackMode::All { off } } else { chosen.clone() };
            let actor = (unit, used(*arm));
            let clash = attack::clash(self.content, self.ctx, actor, (target, None, &way))?;
            Some((clash, *arm))
        });
        each.collect()
    }

    /// The hand that a carried weapon would be drawn into; `None` for other attacks (EV-218).
    fn hand(&self, arm: Arm<'_>) -> Option<&'static str> {
        handling::hand_for(self.me, arm.attack.hands).filter(|_| arm.is_carried())
    }

    /// Its weapon or Power as it is used: in hand (EV-218).
    fn used(&self, arm: Arm<'_>) -> Key {
        self.hand(arm).map_or_else(|| arm.key(), Key::of)
    }

    /// The unit as it attacks: with its weapon in hand, and without help by stealth of an earlier
    /// act (EV-81, EV-218).
    fn attacker(&self) -> Cow<'a, Unit> {
        let mut unit = hiding::acting(self.me.unit);
        for arm in &self.arms {
            if let Some(hand) = self.hand(*arm) {
                unit.to_mut().gear.0.insert(Key::of(hand), arm.attack.id.clone());
            }
        }
        unit
    }

    /// The slot of a carried weapon once it is in hand (EV-218).
    fn drawn(&self, arm: Arm<'a>) -> Result<(Option<Step>, Key), Refusal> {
        if !arm.is_carried() {
            return Ok((None, arm.key()));
        }
        let (unit, item) = (self.me.unit.id(), arm.attack.id.clone());
        let none = || Refusal::new("no_hand", "it has no hand for it", "EV-307");
        let hand = self.hand(arm).ok_or_else(none)?;
        let draw = Handle::Equip { unit, item, paid: draws_for_two(arm) };
        Ok((Some(draw.into()), Key::of(hand)))
    }

    fn plan_area(&self, arm: Arm<'a>, how: Use<'_>) -> Result<Plan, Refusal> {
        let unit = self.me.unit.id();
        self.mode(how)?;
        let spot = self.spot(how.targets)?;
        areas::check(self.ctx, self.me.unit, arm, &spot)?;
        let (draw, arm) = self.drawn(arm)?;
        let blast = Blast { unit, arm, spot, stage: BlastStage::Declare };
        let steps = draw.into_iter().chain([blast.into()]).collect();
        Ok(Plan { steps, warnings: self.warnings() })
    }
}

impl Act<Step> for AttackAct<'_> {
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
        match self.area() {
            Some(Area::Blast(_) | Area::Line) => Aim::Cell,
            Some(Area::Wave) => Aim::Direction,
            Some(Area::Aura(_)) => Aim::Own,
            Some(Area::Arc(n)) => {
                let most = n.saturating_add(1);
                Aim::Several(Several { of: Each::Unit, least: 1, most, each: 1 })
            }
            None if n > 1 => Aim::Several(Several { of: Each::Unit, least: 1, most: n, each: n }),
            None => Aim::Unit,
        }
    }

    fn check_use(&self) -> Result<(), Refusal> {
        let forgets = self.arms.iter().any(|arm| self.forgets(*arm));
        let price = self.price();
        let price = if forgets { Price { spirit: 0, exertion: 0, ..price } } else { price };
        budget::check(self.ctx, self.me, &price)?;
        let far = self.arms.iter().any(|arm| arm.attack.kind != Kind::Melee || arm.is_power());
        if far {
            budget::check_calm(self.me)?;
        }
        if self.arms.iter().any(|arm| self.me.is_unfit(*arm)) {
            return Err(Refusal::new("injured", "an injury prevents that", "EV-293"));
        }
        if self.arms.iter().any(|arm| self.me.ammo(*arm) == Some(0)) {
            return Err(Refusal::new("empty", "it has to be loaded first", "EV-125"));
        }
        Ok(())
    }

    fn variants(&self) -> Vec<Variant> {
        if self.aim() != Aim::Unit || !self.is_standard() {
            return Vec::new();
        }
        let cost = self.price().words();
        let of = |place: &Location| Variant {
            choice: place.id.clone(),
            name: place.name.clone(),
            cost: cost.clone(),
            refused: None,
        };
        let bursts = self.arms.first().is_some_and(|arm| arm.attack.burst > 0);
        let burst = bursts.then(|| Variant {
            choice: Key::of(BURST),
            name: "Burst".to_owned(),
            cost: cost.clone(),
            refused: budget::check_calm(self.me).err(),
        });
        self.content.locations.iter().map(of).chain(burst).collect()
    }

    fn parameters(&self) -> Vec<Parameter> {
        let guarded = self.ctx.state.units.iter().any(|unit| unit.conditions.has(PROTECTED));
        let past = guarded && self.aim() == Aim::Unit;
        let parameter = || Parameter::number(PAST, "Past a protector", 0, 1);
        let hint = "A Called Shot past the unit that protects the target.";
        past.then(|| parameter().told(hint)).into_iter().collect()
    }

    fn candidates(&self) -> Option<Vec<Target>> {
        let arm = self.arms.first()?;
        match self.aim() {
            Aim::Cell => {
                // Any place that it reaches.
                let cell = self.me.unit.placement.at.cell()?;
                let cells = area::cells(self.ctx, cell, arm.range().into());
                let cells = cells.into_iter().map(|cell| Target::Place(cell.into()));
                let blast = matches!(self.area(), Some(Area::Blast(_)));
                let range = if blast { arm.range().into() } else { 0 };
                let above = area::upper_floors(self.ctx, self.me.unit.id(), range);
                Some(cells.chain(above.into_iter().filter(|_| blast)).collect())
            }
            Aim::Direction => Some(grid::Dir::ALL.map(Target::Direction).to_vec()),
            Aim::Unit => {
                let units = self.ctx.state.units.iter().map(|unit| Target::Unit(unit.id()));
                let things = objects::candidates(self.content.at(self.ctx), self.me.unit, *arm);
                Some(units.chain(things).collect())
            }
            _ => None,
        }
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let unit = self.me.unit.id();
        let [arm, ..] = self.arms.as_slice() else { return Err(too_few("weapons", "EV-165")) };
        if let (Aim::Unit, Ok(target)) = (self.aim(), one_target(how.targets, "EV-165"))
            && let Some(object) = Object::of(target)
        {
            budget::check_calm(self.me)?;
            let way = self.mode(how)?;
            if way.part().is_some() {
                let text = "an object has no parts to aim at";
                return Err(Refusal::new("no_part", text, "EV-280"));
            }
            objects::check(self.content.at(self.ctx), self.me.unit, *arm, object)?;
            let (draw, arm) = self.drawn(*arm)?;
            let batter = Batter { unit, object: target, arm, way, paid: false };
            let steps = draw.into_iter().chain([batter.into()]).collect();
            return Ok(Plan { steps, warnings: self.warnings() });
        }
        self.aim().check(how.targets)?;
        if self.area().is_some() {
            return self.plan_area(*arm, how);
        }
        let way = self.mode(how)?;
        if way.bursts() {
            budget::check_calm(self.me)?;
        }
        let mut left = Vec::new();
        for (target, arm) in how.targets.iter().zip(&self.arms) {
            let target = one_unit(std::slice::from_ref(target), "EV-165")?;
            attack::check(self.ctx, self.me.unit, *arm, target)?;
            left.push((arm.key(), target));
        }
        if self.several() {
            let way = AttackMode::All { off: false };
            return Ok(Plan::of(Assault { unit, left, way, staggerable: None }));
        }
        let (draw, key) = self.drawn(*arm)?;
        left.iter_mut().for_each(|(arm, _)| arm.clone_from(&key));
        let steps = draw.into_iter().chain([Assault { unit, left, way, staggerable: None }.into()]);
        Ok(Plan { steps: steps.collect(), warnings: self.warnings() })
    }

    fn area(&self, target: Option<Target>) -> Vec<Place> {
        let targets: Vec<Target> = target.into_iter().collect();
        let (Some(arm), Ok(spot)) = (self.arms.first(), self.spot(&targets)) else {
            return Vec::new();
        };
        let cells = areas::cells(self.ctx, self.me.unit, *arm, &spot);
        cells.into_iter().map(Place::Cell).collect()
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        self.clashes(how).into_iter().map(|(clash, _)| clash.forecast()).collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        // Ignores weapons that cannot be reloaded.
        let unit = self.me.unit;
        let spent = |arm: &Arm<'_>| {
            let gone = arm.attack.reload == 0 && self.me.ammo(*arm) == Some(0);
            let lacks = unit.pools.0.value(SPIRIT) < arm.attack.spirit
                || unit.pools.0.value(EXERTION) < arm.attack.exertion;
            gone || lacks || self.forgets(*arm)
        };
        if self.arms.iter().any(spent) {
            return Vec::new();
        }
        let spans = self.arms.iter().map(|arm| u16::from(arm.range()));
        let span = spans.min().unwrap_or(0);
        let plain = ActSummary::plain(self.key(), self.aim(), span, self.check_use().is_ok());
        let cost = self.arms.first().map_or(0, |arm| arm.attack.spirit + arm.attack.exertion);
        let area = self.area().is_some_and(|area| !matches!(area, Area::Arc(_)));
        let plain = ActSummary { cost, area, ..plain };
        let bursts = self.arms.first().is_some_and(|arm| arm.attack.burst > 0);
        let burst = bursts && !self.several();
        let burst = burst.then(|| ActSummary { choice: Key::of(BURST), ..plain.clone() });
        std::iter::once(plain).chain(burst).collect()
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let burst = how.choice.as_str() == BURST;
        let clashes = self.clashes(how);
        let each = clashes.iter().map(|(clash, arm)| {
            let most = if burst { arm.attack.burst } else { 0 };
            outcome(self.content, self.me, (clash, *arm), most)
        });
        let mut all: Vec<ActOutcome> = each.collect();
        if self.arms.iter().any(Arm::gives_opening) {
            let unit = self.me.unit;
            let foes = attack::engaged(self.ctx, unit).into_iter();
            all.extend(
                foes.filter_map(|id| chance::risk(self.content, self.ctx, (id, unit), false)),
            );
        }
        all
    }
}

/// The rough effect of an attack with these two tests.
pub fn outcome(
    content: &Content,
    me: Numbers<'_>,
    (clash, arm): (&OpposedTests<'_>, Arm<'_>),
    burst: i32,
) -> ActOutcome {
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
    let wounds = harm::usual(content, me, clash.target, arm, usual);
    let extra = if wounds > 0 { 10 * usual.min(burst) } else { 0 };
    let (harm, mends) = ((wounds + extra).max(0), (-wounds).max(0));
    // A staggered unit no longer evades, and its attacker earns a One More (EV-325).
    let target = clash.target;
    let staggers = harm::Harm::of(me, arm, usual, false).staggers(target);
    let hinders = if staggers && !target.has(STAGGERED) { 2 } else { 0 };
    ActOutcome { chance, harm, mends, hinders, ..ActOutcome::none(target.unit.id()) }
}

/// The next blow of an attack with everything, or the next extra wound of a Burst.
pub struct FollowUp<'a> {
    content: &'a Content,
    ctx: Ctx<'a>,
    me: Numbers<'a>,
    arm: Arm<'a>,
    burst: bool,
}

impl<'a> FollowUp<'a> {
    fn mode(&self) -> AttackMode {
        if self.burst {
            AttackMode::Burst
        } else {
            AttackMode::All { off: self.arm.slot.is_some_and(|slot| slot != HELD[0]) }
        }
    }

    fn clash(&self, targets: &[Target]) -> Option<OpposedTests<'a>> {
        let target = self.ctx.unit(one_unit(targets, "EV-29").ok()?)?;
        let actor = (self.me.unit, self.arm);
        attack::clash(self.content, self.ctx, actor, (target, None, &self.mode()))
    }
}

impl Act<Step> for FollowUp<'_> {
    fn key(&self) -> Key {
        Key::of(if self.burst { "spread" } else { "follow_up" })
    }

    fn label(&self) -> Label {
        let (name, text) = if self.burst {
            ("Spread the Burst", "Extra wounds go to this foe, which evades once.")
        } else {
            ("Follow up", "The next weapon strikes.")
        };
        Label { name: name.into(), text: text.into(), cost: "free".into(), group: "attack" }
    }

    fn aim(&self) -> Aim {
        Aim::Unit
    }

    fn check_use(&self) -> Result<(), Refusal> {
        let price = Price { ap: 0, spirit: 0, exertion: 0, keyword: None };
        budget::check(self.ctx, self.me, &price)
    }

    fn parameters(&self) -> Vec<Parameter> {
        let left = self.me.unit.conditions.get(BURSTING).filter(|_| self.burst);
        let left = left.map(|c| c.size.max(1));
        let wounds = left.map(|most| Parameter::number(WOUNDS, "Extra wounds", 1, most));
        let hint = "Wounds of the Burst that the target takes.";
        wounds.map(|wounds| wounds.told(hint)).into_iter().collect()
    }

    fn plan(&self, how: Use<'_>) -> Result<Plan, Refusal> {
        let target = one_unit(how.targets, "EV-29")?;
        attack::check(self.ctx, self.me.unit, self.arm, target)?;
        let unit: &Unit = self.me.unit;
        if self.burst {
            let to = (target, how.with.number(WOUNDS, 1));
            return volley::spread(self.content, self.ctx, (unit, self.arm), to);
        }
        let left = vec![(self.arm.key(), target)];
        Ok(Plan::of(Assault { unit: unit.id(), left, way: self.mode(), staggerable: None }))
    }

    fn forecast(&self, how: Use<'_>) -> Vec<Forecast> {
        if self.burst {
            let actor = (self.me.unit, self.arm);
            let target = one_unit(how.targets, "EV-144").ok();
            let of = |id| volley::forecast(self.content, self.ctx, actor, id);
            return target.and_then(of).into_iter().collect();
        }
        self.clash(how.targets).map(OpposedTests::forecast).into_iter().collect()
    }

    fn act_summaries(&self) -> Vec<ActSummary> {
        let open = self.check_use().is_ok();
        vec![ActSummary::plain(self.key(), Aim::Unit, self.arm.range().into(), open)]
    }

    fn estimate(&self, how: Use<'_>) -> Vec<ActOutcome> {
        let clash = self.clash(how.targets);
        let of = |clash: OpposedTests<'_>| outcome(self.content, self.me, (&clash, self.arm), 0);
        clash.map(of).into_iter().collect()
    }
}
