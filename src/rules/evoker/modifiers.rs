//! Modifiers of attacks and of evading them (EV-220 to EV-249).

use grid::{Body, Eye, Haze, Hm, Light, Material, UnitId, haze_path, hidden, hidden_shares};
use rules::Sum;
use rules::fog;
use rules::path_preview::{Relation, Remark};
use rules::ruleset::Ctx;
use rules::state::{Posture, Unit};

use super::data::{Content, HeldBy, HouseRules, Kind, Lasting};
use super::names::{
    BESIDE, DIZZY, EDGED, ENRAGED, GRAPPLED, HIDDEN, LURKING, RUNNING, SCARED, STUNNED, TAUNTED,
    WEAKENED,
};
use super::numbers::Numbers;
use super::{bands, size};

/// Ballistic attacks within this distance, in metres, are at point blank (EV-233).
const POINT_BLANK: u32 = 3;

/// The modifiers of the attacker's own state that apply against any target.
pub fn own_state_modifiers(me: Numbers<'_>, melee: bool, mark: &mut Sum) {
    mark.add("weakened", -10 * me.size(WEAKENED), "EV-174");
    mark.add("enraged", if melee && me.has(ENRAGED) { 10 } else { 0 }, "EV-379");
    let lurks = me.has(HIDDEN) || me.has(LURKING);
    let hiding = me.content.rules.stealth_attack;
    mark.add("from hiding", if lurks { 10 * hiding } else { 0 }, "EV-81");
    mark.add("ironbrew", 10 * me.size(EDGED), "EV-215");
}

/// The modifiers of the attacker's own state that apply against this target.
pub fn target_state_modifiers(
    ctx: Ctx<'_>,
    me: Numbers<'_>,
    target: &Unit,
    melee: bool,
    mark: &mut Sum,
) {
    for taunt in me.each(TAUNTED) {
        let at_it = taunt.source == Some(target.id());
        mark.add("taunted", if at_it { 10 } else { -10 * taunt.size }, "EV-185");
    }
    for source in me.each(SCARED).filter_map(|c| c.source) {
        let bodies = ctx.field.body(source).zip(ctx.field.body(target.id()));
        let beside = || bodies.is_some_and(|(a, b)| ctx.field.adjacent(a, b, BESIDE));
        let friends = !ctx.state.are_foes(source, target.id());
        let near = source == target.id() || friends && beside();
        mark.add("scared", if near { -10 } else { 0 }, "EV-187");
    }
    let held = melee || me.content.rules.grapple_advantage == HeldBy::All;
    let held = held && target.conditions.has(GRAPPLED);
    mark.add("held foe", if held { 10 } else { 0 }, "EV-227");
}

/// Modifiers that apply both to attacks and to evading attacks of the other unit (EV-220).
pub fn act_modifiers(
    content: &Content,
    ctx: Ctx<'_>,
    (me, them): (&Body, &Body),
    (own, foe): (Numbers<'_>, Numbers<'_>),
    melee: bool,
    mark: &mut Sum,
) {
    let rules = &content.rules;
    let mut row = |label: &str, holds: bool, tens: i32, rule| {
        mark.add(label, if holds { 10 * tens } else { 0 }, rule);
    };
    let ailing = i32::try_from(foe.ailments().count()).unwrap_or(0);
    row("ailing foe", ailing > 0, ailing, "EV-222");
    row("stunned foe", foe.has(STUNNED), 1, "EV-372");
    row("high ground", is_above(rules, me, them), 1, "EV-228");
    row("prone foe", melee && foe.unit.placement.posture == Posture::Prone, 1, "EV-231");
    // For blinded units all enemies are in darkness (EV-299).
    let blind = own.suffers(Lasting::Blind, None);
    let light = them.anchor().map_or(Light::Bright, |cell| ctx.field.board().light(cell));
    row("blinded", blind, -rules.dark_total, "EV-299");
    row("low light", !blind && light != Light::Bright, -1, "EV-241");
    row("darkness", !blind && light == Light::Dark, 1 - rules.dark_total, "EV-242");
    row("unarmed foe", melee && own.is_armed() && !foe.is_armed(), 1, "EV-236");
    let board = ctx.field.board();
    let soft = hidden_shares(board, me, them).1;
    // Both hide units inside them, not units in front of or behind them.
    let weather = them.cells().any(|cell| board.weather_in(cell).rank() > Haze::None);
    let smoke = {
        let around = |cell| board.haze_around(cell, them.feet, them.top());
        them.cells().any(|cell| around(cell) > Haze::None)
    };
    let thick = || haze_path(board, me, them).is_some_and(|air| air.haze() > Haze::None);
    row("bad weather", weather, -1, "EV-237");
    row("haze", smoke && thick() || soft.at_least_percent(50), -1, "EV-238");
}

/// Whether a body has high ground over another (EV-228).
fn is_above(rules: &HouseRules, me: &Body, them: &Body) -> bool {
    let above = me.feet - them.feet;
    let most = rules.high_ground_most;
    above >= rules.high_ground && (most <= Hm::ZERO || above <= most)
}

/// Modifiers that apply only to attacks.
pub fn attack_modifiers(
    content: &Content,
    ctx: Ctx<'_>,
    (me, them): (&Body, &Body),
    (target, eye): (Numbers<'_>, Eye<'_>),
    (kind, range): (Kind, u8),
    mark: &mut Sum,
) {
    let mut row = |label: &str, holds: bool, tens: i32, rule| {
        mark.add(label, if holds { 10 * tens } else { 0 }, rule);
    };
    let rules = &content.rules;
    let cover = cover(rules, ctx, eye, them);
    row("light cover", cover > 0, -1, "EV-239");
    row("heavy cover", cover > 1, 1 - rules.cover_heavy_total, "EV-240");
    let beyond = size::beyond(target.sheet.size);
    row("larger", beyond > 0, beyond, "EV-235");
    row("smaller", beyond < 0, beyond, "EV-247");
    let runs = target.size(RUNNING);
    // Friends cannot count dizzy units; those count themselves (EV-367).
    let counts = |id| {
        let numbers = ctx.unit(id).and_then(|unit| Numbers::of(content, unit));
        numbers.is_some_and(|n| (id == me.id || !n.has(DIZZY)) && n.stilled().is_none())
    };
    let beside = ctx.field.neighbours(them, |_, _| BESIDE);
    let of = |own: bool| {
        let all = beside.iter().filter(|b| b.threatens && (b.side == them.side) == own);
        all.filter(|b| counts(b.id)).count()
    };
    let engaged_foes = beside.iter().any(|b| b.threatens && b.side != them.side);
    let (foes, friends) = (of(false), of(true) + 1);
    if kind == Kind::Melee {
        row("outnumbered", foes >= 2 * friends, 1, "EV-229");
        row("three to one", foes >= 3 * friends, 1, "EV-230");
        row("runs", runs > 0, runs, "EV-208");
        row("running target", rules.running_rows_stack && runs > 0, 1, "EV-234");
    }
    let thrown = kind != Kind::Thrown || rules.thrown_is_ballistic;
    if kind.is_ballistic() && thrown {
        let units = ctx.unit(me.id).zip(ctx.unit(them.id));
        let metres = units.and_then(|(a, b)| bands::metres(ctx, a, b)).unwrap_or(u32::MAX);
        let engaged = beside.iter().any(|b| b.id == me.id);
        let point_blank = metres <= POINT_BLANK && !engaged;
        let prone = target.unit.placement.posture == Posture::Prone;
        row("close", metres.saturating_mul(2) <= range.into(), 1, "EV-232");
        row("point blank", point_blank, 1, "EV-233");
        row("runs", runs > 0, -runs, "EV-244");
        row("running target", rules.running_rows_stack && runs > 0, -1, "EV-244");
        row("lies low", prone && !point_blank, -1, "EV-245");
        let acts = target.unit.is_active() && target.stilled().is_none();
        row("into a melee", engaged_foes && acts, -1, "EV-246");
    }
}

/// 0 without cover, 1 in light, 2 in heavy cover (EV-414).
pub fn cover(rules: &HouseRules, ctx: Ctx<'_>, eye: Eye<'_>, them: &Body) -> i32 {
    let board = ctx.field.board();
    let (hard, _) = hidden_shares(board, eye, them);
    let sturdy = || {
        let by = hidden(board, eye, them).blockers.into_iter();
        let stone = by.filter(|b| matches!(b.material, Some(Material::Stone | Material::Metal)));
        100 * stone.map(|b| b.share.part).sum::<u32>() >= rules.cover_heavy_stone * hard.whole
    };
    let heavy = hard.at_least_percent(rules.cover_heavy)
        || hard.at_least_percent(rules.cover_heavy_stone) && sturdy();
    i32::from(heavy || hard.at_least_percent(rules.cover_light)) + i32::from(heavy)
}

/// The sight of one unit of another, the other's cover from it, and its height over the other.
pub fn relation(rules: &HouseRules, ctx: Ctx<'_>, from: UnitId, to: UnitId) -> Relation {
    let bodies = ctx.field.body(from).zip(ctx.field.body(to));
    let Some((me, them)) = bodies.filter(|_| from != to && fog::in_line(ctx, from, to)) else {
        return Relation::default();
    };
    let cover = match cover(rules, ctx, me.into(), them) {
        0 => None,
        1 => Some(Remark::new("light cover", "EV-239")),
        _ => Some(Remark::new("heavy cover", "EV-240")),
    };
    let height = is_above(rules, me, them).then(|| Remark::new("high ground", "EV-228"));
    Relation { sees: true, cover, flanks: None, more: height.into_iter().collect() }
}
