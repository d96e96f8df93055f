//! The two tests of an attack, with all their modifiers (EV-124 to EV-130, EV-220 to EV-249).

use num_traits::ToPrimitive;

use grid::{Body, Eye, UnitId, sees};
use rules::dice::Throw;
use rules::event::Rolled;
use rules::oracle::{Oracle, Pause};
use rules::roll::{Contest, Count, Score, Settle, Test, Winner};
use rules::ruleset::{Ctx, Forecast};
use rules::state::{Status, Unit};
use rules::{Refusal, Sum};

use super::data::{BurstExtra, Condemned, Content, FailedEvasion, Kind, Lasting};
use super::modifiers::{
    act_modifiers, attack_modifiers, own_state_modifiers, target_state_modifiers,
};
use super::names::{
    BESIDE, BRAINWASHED, CONDEMNED, COVERED, DAMNED, DEFENDING, DISTRACTED, ENRAGED, INCITED,
    PROTECTED, STAGGERED, SURPRISED, TAUNTED,
};
use super::numbers::{Arm, Numbers, twice};
use super::step::AttackMode;
use super::{bands, hiding};

/// Two opposed tests before they are rolled.
pub struct OpposedTests<'a> {
    /// The target.
    pub target: Numbers<'a>,
    /// The attacker's test.
    pub own: Test,
    /// The target's test, if it may oppose (EV-11).
    pub theirs: Option<Test>,
    /// How they are settled.
    pub settle: Settle,
    /// The ways in which the target may oppose it, best first (EV-22).
    pub ways: Vec<OpposingSkill>,
    /// The hand with which the target parries.
    pub parries: Option<&'static str>,
    /// True if a miss is rerolled because the target is condemned (EV-385).
    pub again: bool,
    /// True if a hit would have no effect on the target, as far as its own side knows (EV-319).
    pub idle: bool,
}

/// A way of opposing a test.
pub struct OpposingSkill {
    /// The skill.
    pub skill: &'static str,
    /// The hand with which it parries.
    pub hand: Option<&'static str>,
    /// The number to roll under.
    pub mark: Sum,
}

impl OpposedTests<'_> {
    /// Makes the target oppose it in the way at this index (EV-22).
    pub fn opposed_by(&mut self, at: usize) {
        let Some((way, theirs)) = self.ways.get(at).zip(self.theirs.as_mut()) else { return };
        theirs.against.clone_from(&way.mark);
        self.parries = way.hand;
    }

    /// Makes the target's own test easier or harder, in whatever way it opposes.
    pub fn opposed_with(&mut self, label: &str, tens: i32) {
        let ways = self.ways.iter_mut().map(|way| &mut way.mark);
        let marks = ways.chain(self.theirs.as_mut().map(|test| &mut test.against));
        marks.for_each(|mark| mark.add(label, tens, "EV-202"));
    }

    /// Whether the target passes its own test with these dice.
    pub fn target_passes(&self, answer: &[u16]) -> bool {
        let theirs = self.theirs.as_ref().filter(|_| !answer.is_empty());
        theirs.is_some_and(|test| test.score(answer).passed())
    }

    /// The contest of both tests, if the target may oppose.
    pub fn contest(&self) -> Option<Contest<'_>> {
        let (active, settle) = (&self.own, self.settle);
        self.theirs.as_ref().map(|passive| Contest { active, passive, settle })
    }

    /// The forecast before the dice are rolled.
    pub fn forecast(self) -> Forecast {
        let (target, Self { own, theirs, settle, .. }) = (self.target.unit.id(), self);
        match theirs {
            Some(theirs) => Forecast::opposed(target, own, theirs, settle),
            None => Forecast::new(target, own),
        }
    }

    /// The attacker's chance to win, in thousandths.
    pub fn thousandths(&self) -> i32 {
        let chance = self.contest().map_or_else(|| Some(self.own.chance()), |c| c.chance());
        chance.and_then(|n| (n * 1000).to_integer().to_i32()).unwrap_or(0)
    }

    /// The lowest roll with which the attacker fumbles, so that the target does not roll (EV-149).
    pub fn fumbles(&self) -> Option<u16> {
        let (_, most) = self.own.bounds.filter(|(_, most)| (1..100).contains(most))?;
        u16::try_from(most + 1).ok()
    }

    /// The attacker's rolls at which the results differ: these, and the lowest fumble.
    pub fn apart(&self, more: &[i32]) -> Vec<i32> {
        let mut apart: Vec<i32> = more.to_vec();
        apart.extend(self.fumbles().map(i32::from));
        let helpless = self.target.is_helpless();
        apart.extend(helpless.then_some(self.target.content.rules.fumble));
        apart.sort_unstable();
        apart.dedup();
        apart
    }

    /// Whether the target's roll decides anything after this one of the attacker: after a success,
    /// by option also after a failure that is no fumble (EV-9, EV-149).
    pub fn is_contested(&self, own: &Score) -> bool {
        let fumbles = self.fumbles().is_some_and(|from| own.counted >= i32::from(from));
        own.passed() || self.target.content.rules.opposes_failures() && !fumbles
    }

    /// Both rolls in one throw; also distinguishes these rolls of the attacker.
    fn throw(&self, apart: &[i32]) -> Throw {
        let Some(contest) = self.contest() else { return self.own.throw_cut(apart) };
        let throw = contest.throw(apart);
        match self.fumbles() {
            Some(from) => throw.alone_from(from),
            None => throw,
        }
    }

    /// Rolls both: the attacker's dice, and the target's if it rolls. Throws of two dice are rolled
    /// one side after the other; the target then rolls only against a success, and never against a
    /// fumble.
    ///
    /// # Errors
    /// [`Pause`] while dice are missing.
    pub fn roll(
        &self,
        apart: &[i32],
        oracle: &mut Oracle<'_>,
    ) -> Result<(Vec<u16>, Vec<u16>), Pause> {
        let dice = self.own.dice.len();
        if dice == 1 && self.theirs.as_ref().is_none_or(|test| test.dice.len() == 1) {
            let mut own = oracle.roll(self.throw(apart))?;
            let theirs = own.split_off(dice.min(own.len()));
            return Ok((own, theirs));
        }
        let own = oracle.roll(self.own.throw_cut(apart))?;
        let score = self.own.score(&own);
        let contest = self.contest().filter(|_| score.passed());
        let theirs = contest.map(|contest| oracle.roll(contest.answer(&score))).transpose()?;
        Ok((own, theirs.unwrap_or_default()))
    }

    /// The attacker's degrees; none for what would be a fumble, had the target not been helpless
    /// (EV-151).
    pub fn degrees(&self, own: &[u16]) -> i32 {
        let spared = self.own.bounds.is_some() && self.target.is_helpless();
        let slips = spared && self.face(own) >= self.target.content.rules.fumble;
        if slips { 0 } else { self.own.score(own).degrees }
    }

    /// The number shown by the attacker's dice.
    pub fn face(&self, own: &[u16]) -> i32 {
        self.own.count.of(own)
    }

    /// The margin of an attack with these dice of both sides (EV-12), `None` if it does not win;
    /// and the recorded rolls.
    pub fn settled(
        &self,
        by: UnitId,
        (purpose, answers): (&'static str, &'static str),
        (faces, answer): (Vec<u16>, &[u16]),
    ) -> (Option<i32>, Vec<Rolled>) {
        let target = Some(self.target.unit.id());
        let own = self.own.score(&faces);
        let degrees = self.degrees(&faces);
        let mut struck = Rolled { who: Some(by), target, ..self.own.rolled(purpose, faces) };
        let Some(theirs) = self.theirs.as_ref().filter(|_| !answer.is_empty()) else {
            return (own.passed().then_some(degrees), vec![struck]);
        };
        let mut evaded = Rolled { who: target, ..theirs.rolled(answers, answer.to_vec()) };
        let winner = Rolled::oppose(&mut struck, &mut evaded, self.settle);
        let margin = struck.opposed.as_ref().and_then(|opposed| opposed.margin);
        let margin = margin.filter(|_| winner == Winner::Active);
        // A failure has no degrees to count; by option, a failed evasion leaves a bare hit (EV-12).
        let zero = self.target.content.rules.margin_failed_evasion == FailedEvasion::Zero;
        let bare = !own.passed() || zero && !theirs.score(answer).passed();
        let margin = margin.map(|n| if bare { 0 } else { n });
        (margin, vec![struck, evaded])
    }

    /// Whether more than the margin of the two rolls matters for the consequences, or two failures
    /// may have a winner.
    pub fn is_exact(&self) -> bool {
        let rules = &self.target.content.rules;
        rules.opposes_failures()
            || rules.margin_failed_evasion == FailedEvasion::Zero
            || rules.burst_extra == BurstExtra::OwnDos
            || self.again
    }
}

/// How the other side opposes an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It evades, if allowed to (EV-360, EV-361).
    Evades,
    /// It resists an ailment, which is always allowed (EV-43).
    Resists,
    /// It withstands another spell, which is always allowed (EV-43).
    Withstands,
    /// It sees through words, which is always allowed.
    Listens,
}

/// How a unit acts against another: what it rolls, and what opposes it.
pub struct Approach<'a> {
    /// The acting side rolls the best of these skills.
    pub skills: &'a [&'a str],
    /// The hand that it uses.
    pub hand: Option<&'static str>,
    /// The other side rolls the best of these skills.
    pub against: &'a [&'static str],
    /// How it reaches the other; `None` for words.
    pub kind: Option<Kind>,
    /// Whether modifiers of attacks apply (EV-220).
    pub attacks: bool,
    /// What the other side does.
    pub answer: Answer,
    /// Range, in metres.
    pub range: u8,
    /// Bonus to the other side's test: label, amount, rule.
    pub gift: (&'static str, i32, &'static str),
}

/// The two tests of an attack on a unit, from a place and in a given way; `None` if one of the two
/// is not on the board.
pub fn clash<'a>(
    content: &'a Content,
    ctx: Ctx<'_>,
    (actor, arm): (&Unit, Arm<'_>),
    (target, eye, way): (&'a Unit, Option<Eye<'_>>, &AttackMode),
) -> Option<OpposedTests<'a>> {
    let kind = arm.attack.kind;
    let approach = Approach {
        skills: &[arm.skill()],
        hand: arm.hand(),
        against: kind.evaded_by(),
        kind: Some(kind),
        attacks: true,
        answer: Answer::Evades,
        range: arm.range(),
        gift: ("", 0, ""),
    };
    let mut clash = clash_by(content, ctx, (actor, &approach), (target, eye))?;
    // If the target is protected, another unit takes the hit (EV-191).
    let immune = clash.target.is_immune(Some(arm.attack.element));
    clash.idle = immune && !target.conditions.has(PROTECTED);
    add_mode(actor, way, &mut clash.own.against);
    Some(clash)
}

/// The modifiers of an attack made in this way (EV-141, EV-148, EV-166, EV-173, EV-250).
pub fn add_mode(actor: &Unit, way: &AttackMode, mark: &mut Sum) {
    match way {
        AttackMode::Plain => {}
        AttackMode::All { off } => mark.add("all weapons", -10 - 10 * i32::from(*off), "EV-173"),
        AttackMode::Burst => mark.add("burst", -20, "EV-141"),
        AttackMode::Chance { flees, part, burst } => {
            mark.add("burst", if *burst { -20 } else { 0 }, "EV-141");
            mark.add("aimed at a part", if part.is_some() { -20 } else { 0 }, "EV-148");
            mark.add("it flees", if *flees { 10 } else { 0 }, "EV-64");
            let defends = actor.conditions.has(DEFENDING);
            mark.add("defending", if defends { 10 } else { 0 }, "EV-189");
        }
        AttackMode::Charge { burst } => {
            mark.add("charge", 10, "EV-166");
            mark.add("burst", if *burst { -20 } else { 0 }, "EV-141");
        }
        AttackMode::Called { past, .. } => {
            mark.add("aimed at a part", -20, "EV-148");
            mark.add("past a protector", if *past { -10 } else { 0 }, "EV-192");
        }
    }
}

/// The two tests of a unit's act against another.
pub fn clash_by<'a>(
    content: &'a Content,
    ctx: Ctx<'_>,
    (actor, approach): (&Unit, &Approach<'_>),
    (target, eye): (&'a Unit, Option<Eye<'_>>),
) -> Option<OpposedTests<'a>> {
    let (me, them) = (Numbers::of(content, actor)?, Numbers::of(content, target)?);
    let (a, b) = ctx.field.body(actor.id()).zip(ctx.field.body(target.id()))?;
    let mark = own_mark(ctx, approach, (me, them), (a, b), eye);
    let mut own = me.test(if approach.attacks { "to hit" } else { "to win" }, mark);
    let mut again = false;
    if approach.attacks {
        own = own.within(0, content.rules.fumble - 1);
        (own, again) = against_condemned(me, them, own);
        if them.is_helpless() {
            // Nothing misses (EV-151, EV-405).
            let most = if content.rules.fumble_helpless { content.rules.fumble - 1 } else { 100 };
            own = own.within(most, most);
        }
    }
    let ways = opposing_skills(ctx, approach, (me, them), (a, b));
    let parries = ways.first().and_then(|way| way.hand);
    let label = if approach.answer == Answer::Evades { "to evade" } else { "to resist" };
    let theirs = ways.first().map(|way| them.test(label, way.mark.clone()));
    let settle = content.rules.settle();
    Some(OpposedTests { target: them, own, theirs, settle, ways, parries, again, idle: false })
}

/// The number for the acting side's test: its best skill with all modifiers (EV-22, EV-220).
fn own_mark(
    ctx: Ctx<'_>,
    approach: &Approach<'_>,
    (me, them): (Numbers<'_>, Numbers<'_>),
    (a, b): (&Body, &Body),
    eye: Option<Eye<'_>>,
) -> Sum {
    let (content, id) = (me.content, me.unit.id());
    let melee = approach.kind == Some(Kind::Melee);
    let own = approach.skills.iter().rev().map(|skill| me.mark(ctx, skill, approach.hand));
    let mut mark = own.max_by_key(Sum::total).unwrap_or_default();
    act_modifiers(content, ctx, (a, b), (me, them), melee, &mut mark);
    if !approach.attacks {
        return mark;
    }
    let how = (approach.kind.unwrap_or(Kind::Magic), approach.range);
    attack_modifiers(content, ctx, (a, b), (them, eye.unwrap_or(Eye::Body(a))), how, &mut mark);
    own_state_modifiers(me, melee, &mut mark);
    target_state_modifiers(ctx, me, them.unit, melee, &mut mark);
    let friend = |other: UnitId| other != id && !ctx.state.are_foes(other, id);
    let furies = them.each(INCITED).filter(|c| c.source.is_some_and(friend)).count();
    mark.add("incited fury", i32::try_from(furies).map_or(0, |n| 10 * n), "EV-199");
    mark
}

/// The test of an attack on a unit that may be condemned, and whether a miss is rerolled (EV-385).
fn against_condemned(me: Numbers<'_>, them: Numbers<'_>, own: Test) -> (Test, bool) {
    if !them.has(CONDEMNED) {
        return (own, false);
    }
    // If it is damned as well, it rolls once (EV-387).
    if me.has(DAMNED) {
        return (Test { dice: own.dice.into_iter().take(1).collect(), ..own }, false);
    }
    match me.content.rules.condemned {
        Condemned::RerollMisses => (own, true),
        Condemned::KeepBetter => (twice(own, Count::Lowest), false),
    }
}

/// The skills with which a unit may oppose an act, best first; none if it may not oppose it.
fn opposing_skills(
    ctx: Ctx<'_>,
    approach: &Approach<'_>,
    (me, them): (Numbers<'_>, Numbers<'_>),
    (a, b): (&Body, &Body),
) -> Vec<OpposingSkill> {
    let evades = approach.answer == Answer::Evades;
    let master = them.unit.conditions.get(BRAINWASHED).and_then(|c| c.source);
    let serves = master.is_some_and(|id| !ctx.state.are_foes(id, me.unit.id()));
    let may = if evades { may_oppose(them) && !serves } else { them.unit.is_active() };
    if !may {
        return Vec::new();
    }
    // A useless arm cannot parry, and blinded units do not see attacks coming (EV-299, EV-307).
    let blind = them.suffers(Lasting::Blind, None);
    let able = |skill: &&&str| !(blind && **skill == "anticipate");
    let ways = approach.against.iter().filter(able).flat_map(|skill| {
        let parries = *skill == "parry";
        let hands = if parries { them.parrying_hands() } else { vec![None] };
        hands.into_iter().map(move |hand| (*skill, hand))
    });
    let melee = approach.kind == Some(Kind::Melee);
    let ways = ways.map(|(skill, hand)| {
        let mut mark = them.mark(ctx, skill, hand);
        if evades {
            act_modifiers(them.content, ctx, (b, a), (them, me), melee, &mut mark);
            mark.add("covering fire", 10 * them.count(COVERED), "EV-193");
            mark.add("distracted", -10 * them.size(DISTRACTED), "EV-184");
            let taunts = them.each(TAUNTED).any(|c| c.source == Some(me.unit.id()));
            mark.add("taunted by it", if taunts { 10 } else { 0 }, "EV-185");
        }
        let defends = matches!(approach.answer, Answer::Evades | Answer::Resists);
        mark.add("defending", if defends && them.has(DEFENDING) { 10 } else { 0 }, "EV-189");
        let (label, tens, rule) = approach.gift;
        mark.add(label, tens, rule);
        OpposingSkill { skill, hand, mark }
    });
    // Equal ones keep their order (EV-22).
    let mut ways: Vec<OpposingSkill> = ways.collect();
    ways.sort_by_key(|way| std::cmp::Reverse(way.mark.total()));
    ways
}

/// The rolls at which the degrees of a test change.
pub fn degrees_apart(test: &Test) -> Vec<i32> {
    let degrees = |n| test.score_of(n).degrees;
    (2..=100).filter(|n| degrees(*n) != degrees(*n - 1)).collect()
}

/// The test of an attack without the modifiers of any target: on an area, or on an object (EV-137,
/// EV-280).
pub fn own_test(content: &Content, ctx: Ctx<'_>, me: Numbers<'_>, arm: Arm<'_>) -> Test {
    let mut mark = me.mark(ctx, arm.skill(), arm.hand());
    own_state_modifiers(me, arm.attack.kind == Kind::Melee, &mut mark);
    me.test("to hit", mark).within(0, content.rules.fumble - 1)
}

/// Whether a unit may evade attacks at all (EV-43, EV-360, EV-361, EV-380).
pub fn may_oppose(them: Numbers<'_>) -> bool {
    let barred = [STAGGERED, SURPRISED, ENRAGED].iter().any(|id| them.has(id));
    let able = them.stilled().is_none() || them.content.rules.no_actions_evasion;
    them.unit.is_active() && !barred && able && !them.is_helpless()
}

/// Whether a unit can attack another with a weapon or Power from their current positions (EV-124 to
/// EV-126).
///
/// # Errors
/// Why not.
pub fn check<'a>(
    ctx: Ctx<'a>,
    actor: &Unit,
    arm: Arm<'_>,
    target: UnitId,
) -> Result<&'a Unit, Refusal> {
    let no_target = || Refusal::new("no_target", "there is no foe to attack", "EV-165");
    let foe = |unit: &&Unit| unit.status != Status::Dead && unit.status != Status::Gone;
    let target = ctx.unit(target).filter(foe).ok_or_else(no_target)?;
    if !ctx.state.are_foes(actor.id(), target.id()) {
        return Err(no_target());
    }
    bands::check_attack(ctx, actor, arm.attack, target)?;
    reaches(ctx, actor, (arm.attack.kind, arm.range()), target)?;
    Ok(target)
}

/// Whether a unit can reach another in this way (EV-124 to EV-126).
///
/// # Errors
/// Why not.
pub fn reaches(
    ctx: Ctx<'_>,
    actor: &Unit,
    (kind, range): (Kind, u8),
    target: &Unit,
) -> Result<(), Refusal> {
    hiding::check_seen(ctx, actor, target)?;
    let no_target = || Refusal::new("no_target", "it is not on the board", "EV-165");
    let bodies = ctx.field.body(actor.id()).zip(ctx.field.body(target.id()));
    let (me, them) = bodies.ok_or_else(no_target)?;
    let metres = bands::metres(ctx, actor, target).unwrap_or(u32::MAX);
    let seen = sees(ctx.field.board(), me, them);
    let reached = match (kind, range) {
        (Kind::Melee, 1) => ctx.field.adjacent(me, them, BESIDE),
        (_, range) => metres <= range.into(),
    };
    if !reached {
        let rule = if kind == Kind::Melee { "EV-124" } else { "EV-125" };
        return Err(Refusal::new("out_of_range", "it is out of range", rule));
    }
    if !seen && range > 1 {
        return Err(Refusal::new("no_sight", "it is not in view", "EV-126"));
    }
    Ok(())
}

/// The enemies that a unit is engaged with (EV-58).
pub fn engaged(ctx: Ctx<'_>, unit: &Unit) -> Vec<UnitId> {
    let Some(body) = ctx.field.body(unit.id()) else { return Vec::new() };
    let beside = ctx.field.neighbours(body, |_, _| BESIDE);
    let foes = beside.iter().filter(|b| b.threatens && ctx.state.are_foes(unit.id(), b.id));
    let mut foes: Vec<UnitId> = foes.map(|b| b.id).collect();
    foes.sort_unstable();
    foes
}
