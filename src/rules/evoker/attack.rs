//! What an attack is rolled against: the two tests, with everything that makes them easier or harder
//! (EV-124 to EV-130, EV-220 to EV-249).

use crate::grid::{
    Body, Cell, Diagonals, Eye, Hm, Light, Material, UnitId, distance, hidden, hidden_shares, sees,
};
use crate::rules::dice::Throw;
use crate::rules::event::Rolled;
use crate::rules::kit::area;
use crate::rules::roll::{Contest, Settle, Test, Winner};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Posture, Status, Unit};
use crate::rules::{Refusal, Sum};

use super::data::{Content, Kind};
use super::numbers::{Arm, Numbers, RUNNING, STAGGERED};

/// Feet farther apart than a metre for each metre of reach are out of reach (EV-58); in half metres.
const BESIDE: Hm = Hm(3);
/// Ballistic attacks within this distance, in metres, are at point blank (EV-233).
const POINT_BLANK: u32 = 3;

/// Two tests before their dice fall.
pub struct Clash<'a> {
    /// Who is attacked.
    pub target: Numbers<'a>,
    /// That of the attacker.
    pub own: Test,
    /// That of the target, if it may oppose (EV-11).
    pub theirs: Option<Test>,
    /// How they are settled.
    pub settle: Settle,
}

impl Clash<'_> {
    /// The contest of the two, if the target may oppose.
    pub fn contest(&self) -> Option<Contest<'_>> {
        let (active, settle) = (&self.own, self.settle);
        self.theirs.as_ref().map(|passive| Contest { active, passive, settle })
    }

    /// Both throws in one, told apart also at these counts of the attacker.
    pub fn throw(&self, apart: &[i32]) -> Throw {
        self.contest().map_or_else(|| self.own.throw_cut(apart), |contest| contest.throw(apart))
    }

    /// The margin of an attack that shows this against what the target shows (EV-12), nothing if it
    /// does not win; and the rolls as they are told.
    pub fn settled(&self, by: UnitId, face: u16, answer: &[u16]) -> (Option<i32>, Vec<Rolled>) {
        let target = Some(self.target.unit.id());
        let mut struck = Rolled { who: Some(by), target, ..self.own.rolled("attack", vec![face]) };
        let Some(theirs) = self.theirs.as_ref().filter(|_| !answer.is_empty()) else {
            let own = self.own.score(&[face]);
            return (own.passed().then_some(own.degrees), vec![struck]);
        };
        let mut evaded = Rolled { who: target, ..theirs.rolled("evade", answer.to_vec()) };
        let winner = Rolled::oppose(&mut struck, &mut evaded, self.settle);
        let margin = struck.opposed.as_ref().and_then(|opposed| opposed.margin);
        (margin.filter(|_| winner == Winner::Active), vec![struck, evaded])
    }
}

/// The two tests of an attack on a unit, made from a place, with a number of Disadvantages from the
/// act; `None` if one of the two is not on the board.
pub fn clash<'a>(
    content: &'a Content,
    ctx: Ctx<'_>,
    (actor, arm): (&Unit, Arm<'_>),
    (target, eye, off): (&'a Unit, Option<Eye<'_>>, i32),
) -> Option<Clash<'a>> {
    let (me, them) = (Numbers::of(content, actor)?, Numbers::of(content, target)?);
    let (a, b) = ctx.field.body(actor.id()).zip(ctx.field.body(target.id()))?;
    let kind = arm.attack.kind;
    let mut mark = me.mark(ctx, kind.skill(), arm.slot);
    mark.add("all weapons", -10 * off, "EV-173");
    act_rows(content, ctx, (a, b), target, kind == Kind::Melee, &mut mark);
    attack_rows(content, ctx, (a, b), (target, eye.unwrap_or(Eye::Body(a))), arm, &mut mark);
    let own = me.test("to hit", mark).within(0, content.rules.fumble - 1);
    let may_oppose = target.is_active() && !target.conditions.has(STAGGERED);
    let evasions = kind.evaded_by().iter().map(|skill| {
        let mut mark = them.mark(ctx, skill, (*skill == "parry").then_some("main"));
        act_rows(content, ctx, (b, a), actor, kind == Kind::Melee, &mut mark);
        mark
    });
    // The best of those that are allowed, the first of equals (EV-22).
    let best = evasions.rev().max_by_key(Sum::total).filter(|_| may_oppose);
    let theirs = best.map(|mark| them.test("to evade", mark));
    Some(Clash { target: them, own, theirs, settle: content.rules.settle() })
}

/// Rows that count for attacks and for evading those of the other (EV-220).
fn act_rows(
    content: &Content,
    ctx: Ctx<'_>,
    (me, them): (&Body, &Body),
    foe: &Unit,
    melee: bool,
    mark: &mut Sum,
) {
    let rules = &content.rules;
    let mut row = |label: &str, holds: bool, tens: i32, rule| {
        mark.add(label, if holds { 10 * tens } else { 0 }, rule);
    };
    row("staggered foe", foe.conditions.has(STAGGERED), 1, "EV-222");
    row("high ground", me.feet - them.feet >= rules.high_ground, 1, "EV-228");
    row("prone foe", melee && foe.placement.posture == Posture::Prone, 1, "EV-231");
    let light = them.anchor().map_or(Light::Bright, |cell| ctx.field.board().light(cell));
    row("low light", light != Light::Bright, -1, "EV-241");
    row("darkness", light == Light::Dark, 1 - rules.dark_total, "EV-242");
    let soft = hidden_shares(ctx.field.board(), me, them).1;
    row("behind leaves", soft.at_least_percent(50), -1, "EV-238");
}

/// Rows that count for attacks alone.
fn attack_rows(
    content: &Content,
    ctx: Ctx<'_>,
    (me, them): (&Body, &Body),
    (target, eye): (&Unit, Eye<'_>),
    arm: Arm<'_>,
    mark: &mut Sum,
) {
    let kind = arm.attack.kind;
    let mut row = |label: &str, holds: bool, tens: i32, rule| {
        mark.add(label, if holds { 10 * tens } else { 0 }, rule);
    };
    let cover = cover(ctx, eye, them);
    row("light cover", cover > 0, -1, "EV-239");
    row("heavy cover", cover > 1, 1 - content.rules.cover_heavy_total, "EV-240");
    let runs = target.conditions.get(RUNNING).map_or(0, |c| c.size);
    let beside = ctx.field.neighbours(them, |_, _| BESIDE);
    let of =
        |own: bool| beside.iter().filter(|b| b.threatens && (b.side == them.side) == own).count();
    let (foes, friends) = (of(false), of(true) + 1);
    if kind == Kind::Melee {
        row("outnumbered", foes >= 2 * friends, 1, "EV-229");
        row("three to one", foes >= 3 * friends, 1, "EV-230");
        row("runs", runs > 0, runs, "EV-208");
    }
    if kind.is_ballistic() {
        let metres = distance(me, them, Diagonals::One).unwrap_or(u32::MAX);
        let engaged = beside.iter().any(|b| b.id == me.id);
        let point_blank = metres <= POINT_BLANK && !engaged;
        let prone = target.placement.posture == Posture::Prone;
        row("close", metres.saturating_mul(2) <= arm.attack.range.into(), 1, "EV-232");
        row("point blank", point_blank, 1, "EV-233");
        row("runs", runs > 0, -runs, "EV-244");
        row("lies low", prone && !point_blank, -1, "EV-245");
        row("into a melee", foes > 0, -1, "EV-246");
    }
}

/// 0 without cover, 1 in light, 2 in heavy cover (EV-414).
fn cover(ctx: Ctx<'_>, eye: Eye<'_>, them: &Body) -> i32 {
    let board = ctx.field.board();
    let (hard, _) = hidden_shares(board, eye, them);
    let sturdy = || {
        let by = hidden(board, eye, them).blockers.into_iter();
        let stone = by.filter(|b| matches!(b.material, Some(Material::Stone | Material::Metal)));
        100 * stone.map(|b| b.share.part).sum::<u32>() >= 60 * hard.whole
    };
    let heavy = hard.at_least_percent(75) || hard.at_least_percent(60) && sturdy();
    i32::from(hard.at_least_percent(25)) + i32::from(heavy)
}

/// Whether a unit can be attacked with a weapon or Power from where both are (EV-124 to EV-126).
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
    let bodies = ctx.field.body(actor.id()).zip(ctx.field.body(target.id()));
    let (me, them) = bodies.ok_or_else(no_target)?;
    let metres = distance(me, them, Diagonals::One).unwrap_or(u32::MAX);
    let seen = sees(ctx.field.board(), me, them);
    let reached = match (arm.attack.kind, arm.attack.range) {
        (Kind::Melee, 1) => ctx.field.adjacent(me, them, BESIDE),
        (_, range) => metres <= range.into(),
    };
    if !reached {
        return Err(Refusal::new("out_of_range", "it is out of range", "EV-125"));
    }
    if !seen && arm.attack.range > 1 {
        return Err(Refusal::new("no_sight", "it is not in view", "EV-126"));
    }
    Ok(target)
}

/// Whether an area can be laid there.
///
/// # Errors
/// Why not.
pub fn check_area(ctx: Ctx<'_>, actor: &Unit, arm: Arm<'_>, cell: Cell) -> Result<(), Refusal> {
    let (metres, seen) = area::away(ctx, actor.id(), cell).unwrap_or((u32::MAX, false));
    if metres > arm.attack.range.into() {
        return Err(Refusal::new("out_of_range", "it is out of range", "EV-125"));
    }
    if !seen {
        return Err(Refusal::new("no_sight", "it is not in view", "EV-126"));
    }
    Ok(())
}

/// The two tests of everybody in an area.
pub fn clashes<'a>(
    content: &'a Content,
    ctx: Ctx<'a>,
    (actor, arm): (&'a Unit, Arm<'a>),
    cell: Cell,
) -> impl Iterator<Item = Clash<'a>> {
    let from = area::middle(ctx, cell);
    let caught = area::caught(ctx, cell, arm.attack.blast.unwrap_or(0).into()).into_iter();
    let targets = caught.filter_map(move |id| ctx.unit(id));
    targets.filter_map(move |target| clash(content, ctx, (actor, arm), (target, from, 0)))
}
