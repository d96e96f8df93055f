//! Effects on units outside of acts: Blood Loss, despair, confusion, fire, ice, grips, fainting
//! (EV-362 to EV-378, EV-390 to EV-397, EV-408).

use grid::{Diagonals, UnitId, distance};
use rules::dice::Throw;
use rules::event::Event;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Answer, Prompt};
use rules::roll::{Score, Test, Winner};
use rules::ruleset::Ctx;
use rules::state::{Condition, Expiry, Status, Unit};
use rules::{Key, Sum};

use super::attack_events::shot;
use super::conditions::{afflict, calmed, unfocus};
use super::data::{Content, Escape, Kind};
use super::names::{
    AP, BLEEDING, BOUND, BRAINWASHED, BURNING, CONFUSED, DECAYED, DEGREES, DESPAIRED, ENRAGED,
    FLEEING, FROZEN, GRAPPLED, HELD, INSPIRED, METRES, PANICKED, SHOCKED, STEM, SURPRISED,
};
use super::numbers::Numbers;
use super::rolling::{self, Rolls};
use super::step::{Compulsion, Drive, EffectMoment, Land, Outcome, Step, Suffer};
use super::{
    aftershocks, allowance, attack, authority, closing, compulsion, hands, harm, hiding, life,
    losses, stress, wounds,
};

/// The bonus of stemming (EV-391).
const STEMMED: i32 = 30;
/// Stress at the start of each turn in despair (EV-378).
const DESPAIR: i32 = 5;
/// The roll of a blow that cannot fail, so that nothing jams (EV-377).
const SURE: u16 = 1;
/// Stress from each use of broken fingers (EV-305).
const ACHE: i32 = 5;

/// A unit that suffers an effect.
struct Sufferer<'a, 'o, 'd> {
    content: &'a Content,
    ctx: Ctx<'a>,
    me: Numbers<'a>,
    oracle: &'o mut Oracle<'d>,
    events: Vec<Event>,
    then: Vec<Step>,
}

impl EffectMoment {
    /// Whether the effect still applies to a unit of this status when its moment comes: dead units
    /// suffer nothing more; unconscious units bleed and burn, but neither despair nor try to end
    /// effects (EV-378, EV-413, EV-X32).
    const fn concerns(self, status: Status) -> bool {
        match (self, status) {
            (Self::Frees | Self::Closes, _) | (_, Status::Active) => true,
            (_, Status::Down) => !matches!(
                self,
                Self::Despairs
                    | Self::Rallies
                    | Self::Wonders
                    | Self::Struggles
                    | Self::Strains
                    | Self::Thaws
                    | Self::Douses
            ),
            _ => false,
        }
    }
}

/// A unit suffers an effect, or tries to end it.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn suffer(
    content: &Content,
    ctx: Ctx<'_>,
    step: &Suffer,
    oracle: &mut Oracle<'_>,
) -> Result<Outcome, Pause> {
    let me = ctx.unit(step.unit).filter(|unit| step.moment.concerns(unit.status));
    let Some(me) = me.and_then(|unit| Numbers::of(content, unit)) else {
        return Ok(Outcome::done(Vec::new()));
    };
    let mut own = Sufferer { content, ctx, me, oracle, events: Vec::new(), then: Vec::new() };
    match step.moment {
        EffectMoment::Bleeds => {
            own.bleeds()?;
            own.comes_round();
        }
        EffectMoment::Despairs => own.gains_stress(DESPAIR, "despair", "EV-378"),
        EffectMoment::Rallies => own.rallies()?,
        EffectMoment::Thaws => {
            let mark = me.best(ctx, &["toughness", "strength"]);
            let _: bool = own.tries(("thaw", mark, "EV-369"), FROZEN)?;
        }
        EffectMoment::Douses => {
            let mut mark = me.mark(ctx, "agility", None);
            mark.push("fire", -20, "EV-365");
            let _: bool = own.tries(("douse", mark, "EV-365"), BURNING)?;
        }
        EffectMoment::Staunches(helper) => own.staunched(helper)?,
        EffectMoment::Wonders => own.wonders()?,
        EffectMoment::Struggles => own.struggles()?,
        EffectMoment::Strains => own.strains()?,
        EffectMoment::Frees => own.relieved(GRAPPLED, "the grip is loose", "EV-172"),
        EffectMoment::Burns => own.burns()?,
        EffectMoment::Wastes if wastes(me) => {
            let more = losses::body_wound(content, ctx, me, (1, "EV-393", &[]), own.oracle)?;
            own.events.extend(more);
        }
        EffectMoment::Cracks(n) => own.gains_stress(n, "its cracked ribs", "EV-302"),
        EffectMoment::Aches => own.gains_stress(ACHE, "broken fingers", "EV-305"),
        EffectMoment::LetsGo(main) => {
            let hand = if main { HELD[0] } else { HELD[1] };
            own.events.extend(hands::drop_from(content, me.unit, hand, "EV-306"));
        }
        EffectMoment::Reopens if !me.has(BLEEDING) => {
            let bleeds = Condition::new(Key::of(BLEEDING), 0, None, Expiry::Battle);
            own.events.push(events::gained(me.unit, bleeds, "EV-303"));
        }
        EffectMoment::Reopens | EffectMoment::Wastes => {}
        EffectMoment::Closes => own.events.extend(closing::closes(content, ctx, me.unit)),
        EffectMoment::Panics => {
            let source = me.unit.conditions.get(PANICKED).and_then(|c| c.source);
            let flees = Condition::new(Key::of(FLEEING), 0, source, Expiry::Battle);
            own.events.push(events::gained(me.unit, flees, "EV-383"));
        }
        EffectMoment::Faints => own.faints()?,
        EffectMoment::Sparks => own.sparks()?,
    }
    let Sufferer { events, then, .. } = own;
    let faints = stress::faints(me, &events).filter(|_| step.moment != EffectMoment::Faints);
    let mut then: Vec<Step> = faints.into_iter().chain(then).collect();
    Ok(match then.pop() {
        None => Outcome::done(events),
        Some(last) => Outcome::after(events, then, Some(last)),
    })
}

impl Sufferer<'_, '_, '_> {
    /// A plain test of the unit (EV-24).
    fn test(
        &mut self,
        (purpose, mark, rule): (&'static str, Sum, &'static str),
    ) -> Result<Score, Pause> {
        let mut test = self.me.test("to pass", mark);
        let rolls = rolling::roll(self.ctx, self.me, &mut test, self.oracle)?;
        let Rolls { faces, score, events: before, .. } = rolls;
        self.events.extend(before);
        self.events.push(events::tested(&test, (purpose, self.me.unit, None), faces, rule));
        self.events.extend(unfocus(self.me.unit));
        Ok(score)
    }

    fn relieved(&mut self, id: &str, why: &str, rule: &'static str) {
        self.events.extend(events::relieved(self.me.unit, id, why, rule));
    }

    /// A test that ends a condition if passed.
    fn tries(
        &mut self,
        test: (&'static str, Sum, &'static str),
        id: &'static str,
    ) -> Result<bool, Pause> {
        let rule = test.2;
        let passed = self.test(test)?.passed();
        if passed {
            self.relieved(id, "it has passed its test", rule);
        }
        Ok(passed)
    }

    fn gains_stress(&mut self, n: i32, why: &str, rule: &'static str) {
        let unit = self.me.unit;
        self.events.extend(stress::gained(unit, n, why, rule));
    }

    /// Its turn is spent.
    fn idles(&mut self, rule: &'static str) {
        for pool in [AP, METRES] {
            self.events.extend(events::pool(self.me.unit, pool, 0, "its turn is spent", rule));
        }
    }

    /// A test of Toughness or Endurance prevents a wound; without Light Wounds Toughness decays
    /// (EV-390 to EV-392).
    fn bleeds(&mut self) -> Result<(), Pause> {
        let (me, unit) = (self.me, self.me.unit);
        let mut mark = me.best(self.ctx, &["injury", "toughness"]);
        let ap = unit.pools.0.value(AP);
        // In despair, the one action is used to shake the despair off (EV-378).
        if ap > 0 && unit.is_active() && !me.has(DESPAIRED) {
            let side = rolling::side_of(self.ctx, unit);
            let text =
                format!("{} is bleeding. It can stem the blood for 1 AP.", unit.identity.name);
            let prompt = Prompt::yes_no("spend", side, Some(unit.id()), text, true, "EV-391");
            if self.oracle.ask(prompt.about(Key::of(STEM)))? == Answer::YES {
                mark.push("stems the blood", STEMMED, "EV-391");
                self.events.extend(events::pool(unit, AP, ap - 1, "it stems its blood", "EV-391"));
            }
        }
        let score = self.test(("bleeding", mark, "EV-390"))?;
        if score.passed() {
            return Ok(());
        }
        let blocks = self.content.rules.persona_blocks_bleeding && harm::bearer(me).0.is_some();
        if blocks || unit.tracks.0.value("light") > 0 {
            let wound = (0, "EV-390", self.events.as_slice());
            let more = losses::body_wound(self.content, self.ctx, me, wound, self.oracle)?;
            self.events.extend(more);
        } else {
            let lost = (1 - score.degrees).min(me.score("toughness").max(0));
            let size = me.size(DECAYED) + lost;
            let decayed = Condition::new(Key::of(DECAYED), size, None, Expiry::Battle);
            self.events.push(events::gained(unit, decayed, "EV-392"));
        }
        Ok(())
    }

    /// A wound that thaws or wakes it as its turn begins leaves it the turn, with what compels it
    /// (EV-50, EV-368, EV-371).
    fn comes_round(&mut self) {
        let how = ("it is hurt", "EV-368");
        let turn = allowance::regained(self.ctx, self.me, &self.events, how);
        if !turn.is_empty() && !self.me.has(DESPAIRED) {
            self.then.extend(urges(self.me));
        }
        self.events.extend(turn);
    }

    /// A test against despair; passed, it leaves the rest of the turn (EV-351, EV-378).
    fn rallies(&mut self) -> Result<(), Pause> {
        let (me, ctx) = (self.me, self.ctx);
        let mut mark = me.mark(ctx, "willpower", None);
        mark.push("despair", -10, "EV-378");
        mark.add("inspired", 10 * me.count(INSPIRED), "EV-198");
        if self.tries(("rally", mark, "EV-378"), DESPAIRED)? {
            let how = ("it takes heart", "EV-378");
            let turn = allowance::regained(ctx, me, &self.events, how);
            self.events.extend(turn);
        } else {
            self.events.extend(authority::falters(ctx, me.unit));
        }
        Ok(())
    }

    /// Another unit's Medical test stops the bleeding (EV-394).
    fn staunched(&mut self, helper: UnitId) -> Result<(), Pause> {
        let helper = self.ctx.unit(helper).and_then(|unit| Numbers::of(self.content, unit));
        let Some(helper) = helper else { return Ok(()) };
        let mut test = helper.test("to staunch", helper.mark(self.ctx, "medical", None));
        let rolls = rolling::roll(self.ctx, helper, &mut test, self.oracle)?;
        let Rolls { faces, score, events: before, .. } = rolls;
        self.events.extend(before);
        let context = ("staunch", helper.unit, Some(self.me.unit.id()));
        self.events.push(events::tested(&test, context, faces, "EV-394"));
        self.events.extend(unfocus(helper.unit));
        if score.passed() {
            self.relieved(BLEEDING, "it is staunched", "EV-394");
        }
        Ok(())
    }

    /// Confused units test their Intelligence to have a turn (EV-375 to EV-377).
    fn wonders(&mut self) -> Result<(), Pause> {
        let me = self.me;
        let score = self.test(("confusion", me.mark(self.ctx, "intelligence", None), "EV-375"))?;
        if score.passed() {
            return Ok(());
        }
        self.idles("EV-376");
        match -score.degrees {
            0 | 1 => {}
            // Odd: the left hand; even: the right.
            n @ (2 | 3) => {
                let hand = if n == 3 { HELD[1] } else { HELD[0] };
                self.events.extend(hands::drop_from(self.content, me.unit, hand, "EV-376"));
            }
            4 => {
                let nearest = self.nearest()?;
                self.then.extend(nearest);
            }
            _ => self.strikes_itself(),
        }
        Ok(())
    }

    /// A sure hit on itself, at the usual cost of a shot and of using the hand (EV-125, EV-305,
    /// EV-377).
    fn strikes_itself(&mut self) {
        let me = self.me;
        let Some(arm) = compulsion::ready_arm(me) else { return };
        self.events.extend(shot(self.content, me, arm, (SURE, false)));
        let (unit, key) = (me.unit.id(), arm.key());
        let (critical, part) = (false, None);
        let land = Land { unit, by: unit, arm: key, margin: 0, critical, part, extra: 0 };
        self.then.push(land.into());
        self.then.extend(hands::use_costs(me, arm.hand(), false));
    }

    /// The nearest unit is attacked, friend or foe; chance decides between several (EV-376,
    /// EV-377).
    fn nearest(&mut self) -> Result<Option<Step>, Pause> {
        let unit = self.me.unit;
        let Some(own) = self.ctx.field.body(unit.id()) else { return Ok(None) };
        let others = self.ctx.state.units.iter().filter(|u| u.is_active() && u.id() != unit.id());
        let others = others.filter(|u| hiding::check_seen(self.ctx, unit, u).is_ok());
        let metres = |id| {
            let body = self.ctx.field.body(id)?;
            distance(own, body, Diagonals::One)
        };
        let mut all: Vec<(u32, UnitId)> =
            others.filter_map(|other| Some((metres(other.id())?, other.id()))).collect();
        all.sort_unstable();
        let least = all.first().map(|(metres, _)| *metres);
        all.retain(|(metres, _)| Some(*metres) == least);
        let sides = u16::try_from(all.len()).unwrap_or(u16::MAX);
        let at = if all.len() > 1 {
            let face = self.oracle.roll_one(Throw::face(sides))?;
            usize::try_from(face).unwrap_or(1).saturating_sub(1)
        } else {
            0
        };
        let chosen = all.get(at).map(|(_, id)| *id);
        let drive = |id| {
            Drive { unit: unit.id(), compulsion: Compulsion::Nearest(id), moved: false }.into()
        };
        Ok(chosen.map(drive))
    }

    /// Held units try to break free, or lose their turn (EV-408).
    fn struggles(&mut self) -> Result<(), Pause> {
        let (me, ctx) = (self.me, self.ctx);
        let grip = me.unit.conditions.get(GRAPPLED).and_then(|c| c.source);
        let holder = grip.and_then(|id| ctx.unit(id));
        let Some(holder) = holder.and_then(|unit| Numbers::of(self.content, unit)) else {
            return Ok(());
        };
        // By option, both sides roll only when the unit wants to move or attack (EV-409).
        let later = self.content.rules.grapple_escape == Escape::OnAttempt;
        let last = if later { "injury" } else { "bracing" };
        let own = me.best(ctx, &["natural", "contortion", last]);
        let mut own = me.test("to break free", own);
        let rolls = rolling::roll(self.ctx, me, &mut own, self.oracle)?;
        let Rolls { faces, score, events: before, .. } = rolls;
        self.events.extend(before);
        self.events.push(events::tested(&own, ("struggle", me.unit, grip), faces, "EV-408"));
        self.events.extend(unfocus(me.unit));
        let mut free = score.passed();
        // The source of its panic opposes even a failure, by option all do (EV-9, EV-383).
        let fears = me.unit.conditions.get(PANICKED).is_some_and(|c| c.source == grip);
        let opposes = free || fears || self.content.rules.opposes_failures();
        if opposes && holder.stilled().is_none() {
            let theirs = holder.best(ctx, &["natural", last]);
            let mut theirs = holder.test("to hold on", theirs);
            let settle = self.content.rules.settle();
            let holds = |other: &Score| settle.winner(&score, other) != Winner::Active;
            // The other unit's own result is recorded as well, so each one matters.
            let how = (&mut theirs, Test::throw);
            let rolls = rolling::roll_against(ctx, holder, how, &holds, self.oracle)?;
            self.events.extend(rolls.events);
            let (faces, answer) = (rolls.faces, rolls.score);
            free = !holds(&answer);
            let (own, other) = (me.unit.id(), holder.unit.id());
            self.then.extend(aftershocks::routed(me, &score, other, &answer));
            self.then.extend(aftershocks::routed(holder, &answer, own, &score));
            self.events.extend(calmed((me.unit, holder.unit), free, answer.passed()));
            let context = ("hold", holder.unit, Some(me.unit.id()));
            self.events.push(events::tested(&theirs, context, faces, "EV-408"));
            self.events.extend(unfocus(holder.unit));
        }
        if free {
            self.relieved(GRAPPLED, "it has broken free", "EV-408");
        } else if !later {
            self.idles("EV-408");
        }
        Ok(())
    }

    /// Breaking bonds requires more degrees than their caster had; each failure makes the next
    /// attempt easier (EV-410, EV-411).
    fn strains(&mut self) -> Result<(), Pause> {
        let me = self.me;
        let Some(bonds) = me.unit.conditions.get(BOUND) else { return Ok(()) };
        let mut mark = me.best(self.ctx, &["natural", "contortion", "injury"]);
        mark.add("tries before", 10 * bonds.size, "EV-411");
        let score = self.test(("strain", mark, "EV-410"))?;
        if score.passed() && i64::from(score.degrees) > bonds.data.get(DEGREES) {
            self.relieved(BOUND, "it has broken free", "EV-410");
        } else {
            let worn = Condition { size: bonds.size + 1, ..bonds.clone() };
            self.events.push(events::gained(me.unit, worn, "EV-411"));
        }
        Ok(())
    }

    /// Fire at the end of a round: exactly one wound if it exceeds the Toughness Bonus; then it
    /// grows (EV-362, EV-363).
    fn burns(&mut self) -> Result<(), Pause> {
        let Some(fire) = self.me.unit.conditions.get(BURNING) else { return Ok(()) };
        let grown = Condition { size: fire.size + 1, ..fire.clone() };
        self.events.push(events::gained(self.me.unit, grown, "EV-363"));
        let burnt = losses::burn(self.content, self.ctx, self.me, fire.size, self.oracle)?;
        self.events.extend(burnt);
        Ok(())
    }

    /// Stress overcomes exhausted units (EV-397).
    fn faints(&mut self) -> Result<(), Pause> {
        let (me, ctx) = (self.me, self.ctx);
        if me.unit.status != Status::Active {
            return Ok(());
        }
        let score = self.test(("faint", me.mark(ctx, "toughness", None), "EV-397"))?;
        if !score.passed() {
            let why = "overcome by Stress";
            self.events.extend(wounds::drops_out(ctx, me.unit, Status::Down, why, "EV-397"));
        }
        Ok(())
    }

    /// A unit that strikes a shocked one in melee makes an Agility test (EV-370).
    fn sparks(&mut self) -> Result<(), Pause> {
        let me = self.me;
        let Some(shocked) = self.content.ailments.get(SHOCKED) else { return Ok(()) };
        if !me.unit.is_active() || me.is_immune(shocked.element) {
            return Ok(());
        }
        if !self.test(("spark", me.mark(self.ctx, "agility", None), "EV-370"))?.passed() {
            self.events.extend(afflict(self.content, me, shocked, None));
        }
        Ok(())
    }
}

/// The effects on a unit when its turn begins, in order (EV-50).
pub fn at_turn_start(me: Numbers<'_>) -> Vec<Step> {
    let harms = [(BLEEDING, EffectMoment::Bleeds), (DESPAIRED, EffectMoment::Despairs)];
    let harms = harms.into_iter().filter(|(id, _)| me.has(id));
    let mut all: Vec<Step> =
        harms.map(|(_, moment)| Suffer { unit: me.unit.id(), moment }.into()).collect();
    // A unit that cannot act neither struggles nor acts under a compulsion (EV-X23).
    if me.stilled().is_none() && !me.has(SURPRISED) {
        all.extend(urges(me));
    }
    all
}

/// What compels a unit that can act when its turn begins, in order (EV-50).
fn urges(me: Numbers<'_>) -> Vec<Step> {
    let unit = me.unit.id();
    let suffer = |moment| Suffer { unit, moment }.into();
    let drive = |compulsion| Drive { unit, compulsion, moved: false }.into();
    let thrall = me.has(BRAINWASHED);
    let at_once = me.content.rules.grapple_escape == Escape::StartOfTurn;
    let all: [(bool, Step); 5] = [
        (thrall, drive(Compulsion::Thrall)),
        (me.has(CONFUSED), suffer(EffectMoment::Wonders)),
        // A controlled unit struggles as part of its orders (EV-X24).
        (me.has(GRAPPLED) && !thrall && at_once, suffer(EffectMoment::Struggles)),
        (me.has(FLEEING), drive(Compulsion::Flight)),
        (me.has(ENRAGED), drive(Compulsion::Rage)),
    ];
    all.into_iter().filter(|(there, _)| *there).map(|(_, step)| step).collect()
}

/// The effects on units at the end of a round (EV-52).
pub fn at_round_end(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let of = |moment: EffectMoment, holds: &dyn Fn(Numbers<'_>) -> bool| {
        let units = ctx.state.units.iter().filter(|u| life::lives(u));
        let all = units.filter_map(|unit| Numbers::of(content, unit)).filter(|me| holds(*me));
        all.map(|me| Suffer { unit: me.unit.id(), moment }.into()).collect::<Vec<Step>>()
    };
    let mut all = of(EffectMoment::Burns, &|me| me.has(BURNING));
    all.extend(of(EffectMoment::Bleeds, &bleeds_asleep));
    // Bleeding may take the last of its Toughness first (EV-52, EV-393).
    all.extend(of(EffectMoment::Wastes, &|me| wastes(me) || bleeds_asleep(me)));
    all
}

/// Whether it bleeds while it is down: it has no turn start, so it does so at the end of a round
/// (EV-X32).
fn bleeds_asleep(me: Numbers<'_>) -> bool {
    me.unit.status == Status::Down && me.has(BLEEDING)
}

/// Whether Blood Loss has taken all of its Toughness (EV-393).
fn wastes(me: Numbers<'_>) -> bool {
    me.has(DECAYED) && me.score("toughness") <= 0
}

/// Grips that have come loose: the two are no longer adjacent, or the holder can no longer act
/// (EV-172).
pub fn loose_grips(content: &Content, ctx: Ctx<'_>) -> Vec<Step> {
    let held = ctx.state.units.iter().filter(|unit| unit.conditions.has(GRAPPLED));
    let loose = |unit: &&Unit| {
        let holder = unit.conditions.get(GRAPPLED).and_then(|c| c.source);
        let holder = holder.and_then(|id| ctx.unit(id)).and_then(|u| Numbers::of(content, u));
        let holds = holder.is_some_and(|n| n.unit.is_active() && n.stilled().is_none());
        let near = || {
            let how = (Kind::Melee, 1);
            holder.is_some_and(|n| attack::reaches(ctx, n.unit, how, unit).is_ok())
        };
        !(holds && unit.status.is_present() && near())
    };
    held.filter(loose)
        .map(|u| Suffer { unit: u.id(), moment: EffectMoment::Frees }.into())
        .collect()
}
