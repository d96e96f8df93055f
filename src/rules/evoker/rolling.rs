//! Rolling tests, with what the sides may do about a roll: Fate makes a test easier or rerolls it,
//! a unit that has read an enemy makes it reroll, a target chooses how it opposes (EV-22, EV-188,
//! EV-348, EV-349).

use num_traits::{One, Zero};

use grid::SideId;
use rules::Key;
use rules::dice::{Chance, Throw};
use rules::event::Event;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::policy::Policy;
use rules::prompt::{Answer, Choice, Prompt};
use rules::roll::{Contest, Score, Test, Winner};
use rules::ruleset::Ctx;
use rules::state::{Condition, Unit};

use super::attack::{OpposedTests, OpposingSkill, degrees_apart};
use super::data::{FailedEvasion, Lasting};
use super::names::{EASIER, EVADE, FATE, FATED, HELD, PANICKED, READ, READING, REROLL};
use super::numbers::Numbers;

/// The side that decides for a unit.
pub fn side_of(ctx: Ctx<'_>, unit: &Unit) -> SideId {
    ctx.state.commander(unit.id()).unwrap_or(unit.side())
}

/// The side that decides for a unit, if it wants to be asked about this.
pub fn asked(ctx: Ctx<'_>, unit: &Unit, about: &str) -> Option<SideId> {
    let side = side_of(ctx, unit);
    let order = ctx.state.scene.policies.given(side, about);
    order.is_some_and(|policy| policy != Policy::Never).then_some(side)
}

/// What a unit's own side and its enemies may do about its roll.
struct Interventions<'a> {
    ctx: Ctx<'a>,
    me: Numbers<'a>,
    /// Its remaining Fate Points.
    fate: i32,
    /// True if its side wants to be asked about rerolling a lost test.
    asks_to_reroll: bool,
    /// The units that have read it, with what allows each to make it reroll once.
    readers: Vec<(&'a Condition, &'a Unit)>,
    /// What was spent.
    events: Vec<Event>,
    /// True if Fate has made it easier.
    eased: bool,
    /// True if only winning matters, not the degrees of a loss.
    only_winning_matters: bool,
    /// True if nothing depends on its roll.
    is_irrelevant: bool,
}

impl<'a> Interventions<'a> {
    fn of(ctx: Ctx<'a>, me: Numbers<'a>) -> Self {
        let fate = me.unit.pools.0.value(FATE);
        let asks_to_reroll = asked(ctx, me.unit, REROLL).is_some();
        let readers = me.each(READ).filter_map(|c| Some((c, ctx.unit(c.source?)?)));
        let readers = readers.filter(|(_, unit)| unit.is_active()).collect();
        Self {
            ctx,
            me,
            fate,
            asks_to_reroll,
            readers,
            events: Vec::new(),
            eased: false,
            only_winning_matters: false,
            is_irrelevant: false,
        }
    }

    /// One side of an opposed test; the degrees of a loss matter only to units that [`loss_matters`]
    /// covers.
    fn opposed(ctx: Ctx<'a>, me: Numbers<'a>) -> Self {
        Self { only_winning_matters: !loss_matters(me), ..Self::of(ctx, me) }
    }

    /// The target's side of an opposed test.
    fn target(ctx: Ctx<'a>, clash: &OpposedTests<'a>) -> Self {
        let opposed = Self::opposed(ctx, clash.target);
        Self { is_irrelevant: opposed.only_winning_matters && clash.idle, ..opposed }
    }

    const fn is_open(&self) -> bool {
        self.asks_to_reroll && self.fate > 0 || !self.readers.is_empty()
    }

    /// Whether it spends a Fate Point to make a test easier before it is rolled, if its side wants
    /// to choose (EV-348). The question shows both chances.
    fn offer_easier_test(
        &mut self,
        test: &mut Test,
        chance: &dyn Fn(&Test) -> Chance,
        oracle: &mut Oracle<'_>,
    ) -> Result<(), Pause> {
        let unit = self.me.unit;
        let side = asked(self.ctx, unit, EASIER);
        let Some(side) =
            side.filter(|_| self.fate > 0 && !self.is_irrelevant && !self.me.has(FATED))
        else {
            return Ok(());
        };
        let mut easier = test.clone();
        easier.against.push("fate", 20, "EV-348");
        let (now, then) = (chance(test), chance(&easier));
        if then <= now {
            return Ok(());
        }
        let (name, label) = (&unit.identity.name, &test.label);
        let (now, then) = (percent(now), percent(then));
        let text =
            format!("{name} is about to roll {label}: {now} in 100. Spend Fate for {then} in 100?");
        let prompt = Prompt::yes_no("spend", side, Some(unit.id()), text, false, "EV-348");
        if oracle.ask(prompt.about(Key::of(EASIER)))? == Answer::YES {
            self.fate -= 1;
            self.eased = true;
            self.events.extend(events::pool(unit, FATE, self.fate, "an easier test", "EV-348"));
            *test = easier;
        }
        Ok(())
    }

    /// After a lost roll: whether it spends a Fate Point to reroll. The question shows the chance
    /// of the new roll.
    fn offer_reroll(
        &mut self,
        shown: i32,
        chance: impl FnOnce() -> Chance,
        oracle: &mut Oracle<'_>,
    ) -> Result<bool, Pause> {
        if self.fate < 1 || !self.asks_to_reroll || self.is_irrelevant {
            return Ok(false);
        }
        let chance = chance();
        if self.only_winning_matters && chance.is_zero() {
            return Ok(false);
        }
        let unit = self.me.unit;
        let side = side_of(self.ctx, unit);
        let (name, percent) = (&unit.identity.name, percent(chance));
        let text = format!(
            "{name} has rolled {shown} and fails. Spend Fate to roll again? A new roll succeeds {percent} times in 100."
        );
        let prompt = Prompt::yes_no("spend", side, Some(unit.id()), text, false, "EV-349");
        if oracle.ask(prompt.about(Key::of(REROLL)))? != Answer::YES {
            return Ok(false);
        }
        self.fate -= 1;
        let why = format!("{shown} is rolled again");
        self.events.extend(events::pool(unit, FATE, self.fate, &why, "EV-349"));
        Ok(true)
    }

    /// After a won roll: whether a unit that has read it makes it reroll.
    fn is_forced_to_reroll(&mut self, shown: i32, oracle: &mut Oracle<'_>) -> Result<bool, Pause> {
        let unit = self.me.unit;
        let mut at = 0;
        while let Some((read, reader)) = self.readers.get(at).copied() {
            let side = side_of(self.ctx, reader);
            let text = format!("{} has rolled {shown}. Make it roll again?", unit.identity.name);
            let prompt = Prompt::yes_no("reread", side, Some(reader.id()), text, true, "EV-188");
            if oracle.ask(prompt.about(Key::of(READING)))? == Answer::YES {
                self.readers.remove(at);
                let why = format!("{shown} is rolled again");
                self.events.push(events::relieved_of(unit, read, &why, "EV-188"));
                return Ok(true);
            }
            at += 1;
        }
        Ok(false)
    }
}

/// A chance in whole percent, for display.
fn percent(chance: Chance) -> u128 {
    (chance * 100).to_integer()
}

/// The chance that a test's score meets this condition.
fn chance_of(test: &Test, wins: &dyn Fn(&Score) -> bool) -> Chance {
    let good = test.scores().into_iter().filter(|(_, score)| wins(score));
    good.fold(Chance::zero(), |sum, (chance, _)| sum + chance)
}

/// A roll, with earlier ones of the same test.
pub struct Rolls {
    /// The dice that count.
    pub faces: Vec<u16>,
    /// Their score.
    pub score: Score,
    /// The events of Fate Points spent on it and of rerolls.
    pub events: Vec<Event>,
    /// True if Fate made the test easier.
    pub eased: bool,
}

/// Rolls an unopposed test.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn roll(
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    test: &mut Test,
    oracle: &mut Oracle<'_>,
) -> Result<Rolls, Pause> {
    roll_against(ctx, me, (test, Test::throw), &|score| score.passed(), oracle)
}

/// Rolls a test with this condition for winning; `throw` is its throw, which Fate may make easier
/// first.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn roll_against(
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    (test, throw): (&mut Test, impl Fn(&Test) -> Throw),
    wins: &dyn Fn(&Score) -> bool,
    oracle: &mut Oracle<'_>,
) -> Result<Rolls, Pause> {
    rolled(Interventions::of(ctx, me), (test, throw), wins, oracle)
}

/// Rolls a test with what may still change it.
fn rolled(
    mut interventions: Interventions<'_>,
    (test, throw): (&mut Test, impl Fn(&Test) -> Throw),
    wins: &dyn Fn(&Score) -> bool,
    oracle: &mut Oracle<'_>,
) -> Result<Rolls, Pause> {
    interventions.offer_easier_test(test, &|test| chance_of(test, wins), oracle)?;
    let test = &*test;
    let throw = throw(test);
    let mut faces = oracle.roll(throw.clone())?;
    loop {
        let score = test.score(&faces);
        let shown = test.count.of(&faces);
        if wins(&score) {
            if !interventions.is_forced_to_reroll(shown, oracle)? {
                break;
            }
            // The worse of the two counts.
            let other = oracle.roll(throw.clone())?;
            if test.count.of(&other) > shown {
                faces = other;
            }
        } else if interventions.offer_reroll(shown, || chance_of(test, wins), oracle)? {
            faces = oracle.roll(throw.clone())?;
        } else {
            break;
        }
    }
    let score = test.score(&faces);
    Ok(Rolls { faces, score, events: interventions.events, eased: interventions.eased })
}

/// Whether a failed test matters to it beyond the loss: it has cracked ribs, a broken wrist may let
/// go, or it may be put to flight (EV-302, EV-306, EV-383).
fn loss_matters(me: Numbers<'_>) -> bool {
    me.has(PANICKED) || [Lasting::Crack, Lasting::Weak].iter().any(|what| me.suffers(*what, None))
}

/// Whether opposing a failed test changes anything for it: beyond [`loss_matters`], each parry hurts
/// broken fingers, and the test uses up what makes it easier (EV-202, EV-305).
fn must_oppose_failures(me: Numbers<'_>) -> bool {
    loss_matters(me) || me.suffers(Lasting::Strain, None) || me.eased() != 0
}

/// The throw with which a unit opposes this result.
pub fn answer(them: Numbers<'_>, contest: &Contest<'_>, score: &Score) -> Throw {
    let rules = &them.content.rules;
    let exact = rules.margin_failed_evasion == FailedEvasion::Zero;
    if exact || loss_matters(them) { contest.passive.throw() } else { contest.answer(score) }
}

/// The target opposes in the best way, unless its side wants to choose (EV-22). The question shows
/// the chance of each way.
fn choose_opposing_skill(
    ctx: Ctx<'_>,
    clash: &mut OpposedTests<'_>,
    chance: &dyn Fn(&Test) -> Chance,
    oracle: &mut Oracle<'_>,
) -> Result<(), Pause> {
    let unit = clash.target.unit;
    let Some(side) = asked(ctx, unit, EVADE).filter(|_| clash.ways.len() > 1) else {
        return Ok(());
    };
    let skills = &clash.target.content.skills;
    let holds = |way: &OpposingSkill| {
        let theirs = clash.theirs.as_ref();
        let theirs = theirs.map(|test| Test { against: way.mark.clone(), ..test.clone() });
        percent(theirs.map_or_else(Chance::zero, |test| chance(&test)))
    };
    let choice = |way: &OpposingSkill| {
        let name = skills.get(way.skill).map_or(way.skill, |skill| skill.name.as_str());
        let off = way.hand == Some(HELD[1]);
        Choice {
            id: Key::new(&format!("{}{}", way.skill, if off { "_off" } else { "" })),
            label: format!("{name} {}: holds in {} of 100", way.mark.total(), holds(way)),
            place: None,
            unit: None,
        }
    };
    let text = format!("How does {} oppose this?", unit.identity.name);
    let prompt = Prompt::yes_no("evade", side, Some(unit.id()), text, true, "EV-22");
    let choices = clash.ways.iter().map(choice).collect();
    let answer = oracle.ask(Prompt { choices, ..prompt }.about(Key::of(EVADE)))?;
    clash.opposed_by(answer.0.into());
    Ok(())
}

/// The target opposes a roll that has been made, a failed one only if its own roll matters all the
/// same; returns its dice and the events of what it spent.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn evaded(
    ctx: Ctx<'_>,
    clash: &mut OpposedTests<'_>,
    own: &Score,
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<u16>, Vec<Event>), Pause> {
    let settle = clash.settle;
    let holds = |score: &Score| settle.winner(own, score) != Winner::Active;
    // A fumble needs no evasion (EV-149).
    let fumbles = clash.fumbles().is_some_and(|from| own.counted >= i32::from(from));
    let heeded = !fumbles && must_oppose_failures(clash.target);
    if clash.theirs.is_none() || !clash.is_contested(own) && !heeded {
        return Ok((Vec::new(), Vec::new()));
    }
    choose_opposing_skill(ctx, clash, &|theirs| chance_of(theirs, &holds), oracle)?;
    let interventions = Interventions::target(ctx, clash);
    let (target, active) = (clash.target, &clash.own);
    let Some(theirs) = clash.theirs.as_mut() else { return Ok((Vec::new(), Vec::new())) };
    let throw = |passive: &Test| answer(target, &Contest { active, passive, settle }, own);
    let rolls = rolled(interventions, (theirs, throw), &holds, oracle)?;
    Ok((rolls.faces, rolls.events))
}

/// Lets both sides make their tests easier with Fate, and lets the target choose how it opposes.
fn prepare(
    (own, other): (&mut Interventions<'_>, &mut Interventions<'_>),
    clash: &mut OpposedTests<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<(), Pause> {
    let (theirs, settle) = (clash.theirs.clone(), clash.settle);
    let wins = |active: &Test| match &theirs {
        Some(passive) => Contest { active, passive, settle }.chance().unwrap_or_else(Chance::zero),
        None => active.chance(),
    };
    own.offer_easier_test(&mut clash.own, &wins, oracle)?;
    let known = Test::clone(&clash.own);
    let holds = |passive: &Test| {
        let contest = Contest { active: &known, passive, settle };
        Chance::one() - contest.chance().unwrap_or_else(Chance::zero)
    };
    choose_opposing_skill(other.ctx, clash, &holds, oracle)?;
    match clash.theirs.as_mut() {
        Some(theirs) => other.offer_easier_test(theirs, &holds, oracle),
        None => Ok(()),
    }
}

/// The chance that a new roll of the attacker wins against the target's roll, made or still to be
/// made.
fn reroll_chance(clash: &OpposedTests<'_>, answer: &[u16]) -> Chance {
    match (&clash.theirs, clash.contest()) {
        (Some(theirs), _) if !answer.is_empty() => {
            let other = theirs.score(answer);
            let wins = |own: &Score| {
                clash.is_contested(own) && clash.settle.winner(own, &other) == Winner::Active
            };
            chance_of(&clash.own, &wins)
        }
        (_, Some(contest)) => contest.chance().unwrap_or_else(Chance::zero),
        _ => clash.own.chance(),
    }
}

/// The dice of both sides of an opposed test, and what was spent. With several dice per side, the
/// target rolls against a failed test only if its own roll matters all the same.
///
/// # Errors
/// [`Pause`] while dice or answers are missing.
pub fn clash(
    ctx: Ctx<'_>,
    actor: Numbers<'_>,
    clash: &mut OpposedTests<'_>,
    apart: &[i32],
    oracle: &mut Oracle<'_>,
) -> Result<(Vec<u16>, Vec<u16>, Vec<Event>), Pause> {
    let mut own = Interventions::opposed(ctx, actor);
    let mut other = Interventions::target(ctx, clash);
    prepare((&mut own, &mut other), clash, oracle)?;
    let clash = &*clash;
    let mut apart = clash.apart(apart);
    if own.eased {
        // Its degrees have changed.
        apart.extend(degrees_apart(&clash.own));
        apart.sort_unstable();
        apart.dedup();
    }
    let opposed = clash.theirs.is_some();
    let has_one_die = |test: &Test| test.dice.len() == 1;
    let one_die_each = has_one_die(&clash.own) && clash.theirs.as_ref().is_none_or(has_one_die);
    let heeded = opposed && !one_die_each && must_oppose_failures(clash.target);
    let delicate = loss_matters(actor) || opposed && loss_matters(clash.target) || heeded;
    let open = own.is_open() || delicate || clash.is_exact() || opposed && other.is_open();
    if !open {
        let (faces, answer) = clash.roll(&apart, oracle)?;
        let mut events = own.events;
        events.extend(other.events);
        return Ok((faces, answer, events));
    }
    let throw = clash.own.throw_cut(&apart);
    let open = OpenClash::begin(clash, (own, other), throw, one_die_each || heeded, oracle)?;
    open.resolve(oracle)
}

/// An opposed test in which the sides roll separately, because they may reroll or because more than
/// the margin matters.
struct OpenClash<'a> {
    clash: &'a OpposedTests<'a>,
    own: Interventions<'a>,
    other: Interventions<'a>,
    /// The attacker's throw.
    throw: Throw,
    /// The attacker's dice that count.
    faces: Vec<u16>,
    /// The target's dice that count; empty if it has not rolled.
    answer: Vec<u16>,
    /// True if the target has rolled whatever the attacker's result.
    answers_always: bool,
    /// True if the next miss is rerolled because the target is condemned (EV-385).
    again: bool,
}

impl<'a> OpenClash<'a> {
    /// The first roll of the attacker, and that of the target if it opposes failures too.
    fn begin(
        clash: &'a OpposedTests<'a>,
        (own, other): (Interventions<'a>, Interventions<'a>),
        throw: Throw,
        opposes_failures: bool,
        oracle: &mut Oracle<'_>,
    ) -> Result<Self, Pause> {
        let faces = oracle.roll(throw.clone())?;
        // A fumble needs no evasion (EV-149).
        let fumbles = clash.fumbles().is_some_and(|from| clash.face(&faces) >= i32::from(from));
        let theirs = clash.theirs.as_ref().filter(|_| !fumbles && opposes_failures);
        let answer = theirs.map_or(Ok(Vec::new()), |test| oracle.roll(test.throw()))?;
        let (answers_always, again) = (theirs.is_some(), clash.again);
        Ok(Self { clash, own, other, throw, faces, answer, answers_always, again })
    }

    /// Rerolls until neither side intervenes any more.
    fn resolve(
        mut self,
        oracle: &mut Oracle<'_>,
    ) -> Result<(Vec<u16>, Vec<u16>, Vec<Event>), Pause> {
        let clash = self.clash;
        loop {
            let contest = self.contest();
            if let (Some(contest), true) = (&contest, self.answer.is_empty()) {
                self.answer = oracle.roll(contest.passive.throw())?;
            }
            let rerolled = if self.is_won() {
                self.rerolls_after_win(oracle)?
            } else {
                self.rerolls_after_loss(oracle)?
            };
            if !rerolled {
                break;
            }
        }
        // By option two failures have a winner: a fumble stays unopposed even after a reroll (EV-9).
        let drops = !self.answers_always || clash.target.content.rules.opposes_failures();
        if drops && !clash.is_contested(&clash.own.score(&self.faces)) {
            self.answer.clear();
        }
        let mut events = self.own.events;
        events.extend(self.other.events);
        Ok((self.faces, self.answer, events))
    }

    /// The contest, if the target's roll decides anything after the attacker's current one.
    fn contest(&self) -> Option<Contest<'a>> {
        let clash = self.clash;
        let score = clash.own.score(&self.faces);
        clash.contest().filter(|_| clash.is_contested(&score))
    }

    /// Whether the attacker wins with the current dice.
    fn is_won(&self) -> bool {
        let score = self.clash.own.score(&self.faces);
        match self.contest() {
            Some(Contest { passive, settle, .. }) => {
                settle.winner(&score, &passive.score(&self.answer)) == Winner::Active
            }
            None => score.passed(),
        }
    }

    /// After a win: a unit that has read the attacker may make it reroll, and the target may reroll
    /// its own test. Returns whether a side has rerolled.
    fn rerolls_after_win(&mut self, oracle: &mut Oracle<'_>) -> Result<bool, Pause> {
        let active = &self.clash.own;
        let shown = active.count.of(&self.faces);
        if self.own.is_forced_to_reroll(shown, oracle)? {
            let again = oracle.roll(self.throw.clone())?;
            if active.count.of(&again) > shown {
                self.faces = again;
            }
            return Ok(true);
        }
        let Some(Contest { passive, settle, .. }) = self.contest() else { return Ok(false) };
        let score = active.score(&self.faces);
        let holds = |answer: &Score| settle.winner(&score, answer) != Winner::Active;
        let shown = passive.count.of(&self.answer);
        let rerolls = self.other.offer_reroll(shown, || chance_of(passive, &holds), oracle)?;
        if rerolls {
            self.answer = oracle.roll(passive.throw())?;
        }
        Ok(rerolls)
    }

    /// After a loss: the attacker may reroll, and a unit that has read the target may make it
    /// reroll. Returns whether a side has rerolled.
    fn rerolls_after_loss(&mut self, oracle: &mut Oracle<'_>) -> Result<bool, Pause> {
        let clash = self.clash;
        let shown = clash.own.count.of(&self.faces);
        // A miss against a condemned unit is rerolled once (EV-385).
        if std::mem::take(&mut self.again)
            || self.own.offer_reroll(shown, || reroll_chance(clash, &self.answer), oracle)?
        {
            self.faces = oracle.roll(self.throw.clone())?;
            return Ok(true);
        }
        let Some(Contest { passive, .. }) = self.contest() else { return Ok(false) };
        let shown = passive.count.of(&self.answer);
        let rerolls = self.other.is_forced_to_reroll(shown, oracle)?;
        if rerolls {
            let again = oracle.roll(passive.throw())?;
            if passive.count.of(&again) > shown {
                self.answer = again;
            }
        }
        Ok(rerolls)
    }
}
