//! Reaction variations: a defensive ability used against one act, between its announcement and its
//! roll (TU-186 to TU-193). It costs twice the RP, and charges of the next Turn.

use crate::grid::{Cell, Place};
use crate::rules::event::{Event, EventKind};
use crate::rules::kit::events;
use crate::rules::oracle::{Oracle, Pause};
use crate::rules::prompt::{Choice, Prompt};
use crate::rules::ruleset::Ctx;
use crate::rules::state::{Deed, Unit};
use crate::rules::{Key, RuleId, Sum};

use super::attack::Roll;
use super::budget;
use super::cast;
use super::data::{Ability, Content, Delivery, Mark, by_rank};
use super::harm::{self, Wound};
use super::numbers::{HP, Numbers, REACTION, RP};
use super::step::{Step, Wane};

/// The key of these Reactions in standing orders, and the mark of their conditions.
pub const REFLEX: &str = "reflex";
/// Flag: charges taken from the next Turn. Also the class of their deed in that Turn (TU-190).
pub const ADVANCE: &str = "advance";
/// Most cells offered for a step out of the way.
const MOST_CELLS: usize = 24;

/// Asks the target of an act whether it reacts with one of its defensive abilities, and carries
/// that out. `None` if it does not react.
///
/// # Errors
/// [`Pause`] while a decision or a die is missing.
pub fn offer(
    content: &Content,
    ctx: Ctx<'_>,
    roll: &Roll<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<Vec<Event>>, Pause> {
    let own = roll.target;
    let unit = own.unit;
    if !may(ctx, &own, roll.actor.unit) || !is_asked(content, ctx, roll) {
        return Ok(None);
    }
    let able: Vec<&Ability> =
        own.abilities().filter(|ability| helps(content, ctx, (&own, ability), roll)).collect();
    if able.is_empty() {
        return Ok(None);
    }
    let side = ctx.state.commander(unit.id()).unwrap_or(unit.side());
    let with = |ability: &&Ability| Choice {
        id: ability.id.clone(),
        label: ability.name.clone(),
        place: None,
        unit: None,
    };
    let no = Choice::new("no", "Do not react");
    let choices: Vec<Choice> = able.iter().map(with).chain([no]).collect();
    let answer = oracle.ask(Prompt {
        kind: Key::of("react"),
        about: Key::of(REFLEX),
        side,
        unit: Some(unit.id()),
        text: format!("{} is about to be struck. Does it react?", unit.identity.name),
        choices,
        default: 0,
        rule: RuleId::of("TU-188"),
    })?;
    let Some(ability) = able.get(usize::from(answer.0)) else { return Ok(None) };
    let effect = match ability.delivery {
        Delivery::Blink => {
            let cells = cells(ctx, unit, ability);
            let cell = |cell: &Cell| Choice {
                id: Key::new(&format!("{}_{}", cell.x, cell.y)),
                label: cell.to_string(),
                place: Some(Place::Cell(*cell)),
                unit: None,
            };
            let chosen = oracle.ask(Prompt {
                kind: Key::of("place"),
                about: Key::default(),
                side,
                unit: Some(unit.id()),
                text: format!("Where does {} go?", unit.identity.name),
                choices: cells.iter().map(cell).collect(),
                default: 0,
                rule: RuleId::of("TU-187"),
            })?;
            cast::blink(ctx, unit, cells.get(usize::from(chosen.0)).copied())
        }
        _ => given(content, (&own, ability), roll).into_iter().collect(),
    };
    let mut all = paid(content, ctx, (&own, ability), oracle)?;
    all.extend(effect);
    Ok(Some(all))
}

/// Whether a unit can react to an act of another at all (TU-184, TU-193, TU-199).
fn may(ctx: Ctx<'_>, own: &Numbers<'_>, actor: &Unit) -> bool {
    let unit = own.unit;
    unit.is_active()
        && unit.id() != actor.id()
        && unit.pools.0.value(REACTION) > 0
        && !own.has_mark(Mark::Helpless)
        && !super::ailments::is_hidden(own.content, actor)
        && ctx.state.are_foes(unit.id(), actor.id())
}

/// Whether it is asked: if the act could cost a quarter of its HP or the last of them, or if its
/// side has a standing order.
fn is_asked(content: &Content, ctx: Ctx<'_>, roll: &Roll<'_>) -> bool {
    let unit = roll.target.unit;
    let side = ctx.state.commander(unit.id()).unwrap_or(unit.side());
    let ordered = ctx.state.scene.policies.given(side, REFLEX).is_some();
    let (left, most) = unit.tracks.0.get(HP).map_or((0, 0), |hp| (hp.value, hp.max));
    let loss = roll.damage(content, false).total();
    ordered || loss * 4 >= most || loss >= left
}

/// Whether an ability can be used as a Reaction to this act (TU-188 to TU-190).
fn helps(
    content: &Content,
    ctx: Ctx<'_>,
    (own, ability): (&Numbers<'_>, &Ability),
    roll: &Roll<'_>,
) -> bool {
    let (unit, rules) = (own.unit, &own.content.rules);
    let cost = rules.reflex_rp_factor * by_rank(&rules.rp_cost, ability.rank);
    if !ability.defensive
        || unit.pools.0.value(RP) < cost
        || own.check_heat(ability).is_err()
        || by_rank(&rules.ability_rank_score, ability.rank) > own.key().value().max(1)
    {
        return false;
    }
    match (&ability.gives, ability.delivery) {
        (_, Delivery::Blink) => !cells(ctx, unit, ability).is_empty(),
        (Some(gives), Delivery::Own | Delivery::Ally) => {
            let known = unit.conditions.has(gives.id.as_str());
            let tuned = !ability.attuned || roll.means.element().is_some();
            !known && tuned && lessens(content, (own, ability), roll)
        }
        _ => false,
    }
}

/// Whether the condition that an ability gives takes anything from a hit.
fn lessens(content: &Content, (own, ability): (&Numbers<'_>, &Ability), roll: &Roll<'_>) -> bool {
    let Some(Event { what: EventKind::Afflicted { condition, .. }, .. }) =
        given(content, (own, ability), roll)
    else {
        return false;
    };
    let ailment = content.ailments.get(condition.id.as_str());
    if ailment.is_some_and(|ailment| ailment.marks.contains(&Mark::Ward)) {
        return true;
    }
    let mut unit = own.unit.clone();
    unit.conditions.0.push(condition);
    let Some(target) = Numbers::of(content, &unit) else { return false };
    let plain = roll.damage(content, false);
    let less = roll.against(target).damage(content, false);
    less.total() < plain.total() || less.healed > plain.healed
}

/// The free cells in view that a step through the air can lead to, near ones first.
fn cells(ctx: Ctx<'_>, unit: &Unit, ability: &Ability) -> Vec<Cell> {
    let Some(room) = ctx.field.body(unit.id()).and_then(crate::grid::Body::room) else {
        return Vec::new();
    };
    let away = |cell: &Cell| {
        let (dx, dy) = (i32::from(cell.x - room.cell.x), i32::from(cell.y - room.cell.y));
        dx * dx + dy * dy
    };
    let fits = |cell: &Cell| {
        let there = ctx.field.fits_standing(*cell, room.size, room.height, unit.id());
        *cell != room.cell && cast::check_centre(ctx, unit, ability, *cell).is_ok() && there.is_ok()
    };
    let mut all: Vec<Cell> = ctx.field.board().cells().filter(fits).collect();
    all.sort_by_key(|cell| (away(cell), *cell));
    // The nearest on all sides, and the farthest to get out of areas.
    if all.len() > MOST_CELLS {
        let far = all.split_off(all.len() - MOST_CELLS / 2);
        all.truncate(MOST_CELLS / 2);
        all.extend(far);
    }
    all
}

/// The condition, for this act only (TU-191).
fn given(
    content: &Content,
    (own, ability): (&Numbers<'_>, &Ability),
    roll: &Roll<'_>,
) -> Option<Event> {
    let mut event = cast::gives(content, (own, ability), own, roll.means.element())?;
    if let EventKind::Afflicted { condition, .. } = &mut event.what {
        condition.data.set(Key::of(REFLEX), 1);
    }
    event.rules.push(RuleId::of("TU-191"));
    Some(event)
}

/// Pays for a Reaction variation: the Reaction, twice the RP, charges of the next Turn, and
/// feedback for what exceeds them; then its Overheat begins (TU-189, TU-190, TU-192).
fn paid(
    content: &Content,
    ctx: Ctx<'_>,
    (own, ability): (&Numbers<'_>, &Ability),
    oracle: &mut Oracle<'_>,
) -> Result<Vec<Event>, Pause> {
    let (unit, rules, name) = (own.unit, &content.rules, ability.name.as_str());
    let act = (ability.id.clone(), name);
    let mut all = vec![events::declared(unit, act, vec![unit.id()], "TU-188")];
    let left = unit.pools.0.value(REACTION) - 1;
    all.extend(events::pool(unit, REACTION, left, name, "TU-185"));
    let cost = rules.reflex_rp_factor * by_rank(&rules.rp_cost, ability.rank);
    all.extend(events::pool(unit, RP, unit.pools.0.value(RP) - cost, name, "TU-189"));
    let charges = own.charges(ability) + rules.reflex_charges;
    let before = unit.flags.get(ADVANCE);
    let after = before + i64::from(charges);
    all.extend(events::flag(unit, ADVANCE, after, "TU-190"));
    let limit = i64::from(own.charge_limit());
    let over = |taken: i64| i32::try_from((taken - limit).max(0)).unwrap_or(i32::MAX);
    let most = unit.tracks.0.get(HP).map_or(0, |hp| hp.max);
    let share = |over: i32| (most * rules.feedback_share * over + 99) / 100;
    let hp = share(over(after)) - share(over(before));
    if hp > 0 {
        let mut main = Sum::new();
        main.push("charges over the limit of the next Turn", hp, "TU-190");
        let act = Key::of(budget::OVER);
        let wound = Wound { bare: true, ..Wound::plain(&act, main) };
        all.extend(harm::deal(content, own, wound, oracle)?);
    }
    let round = ctx.state.scene.clock.round;
    let acting = ctx.state.scene.clock.active.contains(&unit.id());
    all.extend(budget::overheats(own, ability, (round, acting)));
    Ok(all)
}

/// The charges taken in advance count from the beginning of the Turn (TU-190).
pub fn begins(own: &Numbers<'_>) -> Vec<Event> {
    let taken = own.unit.flags.get(ADVANCE);
    if taken == 0 {
        return Vec::new();
    }
    let amount = i32::try_from(taken).unwrap_or(i32::MAX).min(own.charge_limit());
    let deed = Deed { class: Key::of(ADVANCE), act: Key::of(REFLEX), amount };
    let flag = events::flag(own.unit, ADVANCE, 0, "TU-190");
    [events::deed(own.unit, deed, None, "TU-190")].into_iter().chain(flag).collect()
}

/// Units whose reaction has outlasted the act that it answered (TU-191).
pub fn settle(ctx: Ctx<'_>) -> Vec<Step> {
    let acts = |step: &Step| matches!(step, Step::Strike(_) | Step::Attempt(_) | Step::Cast(_));
    if ctx.state.queue.frames.iter().filter_map(|frame| frame.step.get()).any(acts) {
        return Vec::new();
    }
    let lasting = |unit: &&Unit| unit.conditions.0.iter().any(|c| c.data.get(REFLEX) != 0);
    ctx.state.units.iter().filter(lasting).map(|u| Wane { unit: u.id() }.into()).collect()
}

/// Ends what a unit reacted with (TU-191).
pub fn wane(unit: &Unit) -> Vec<Event> {
    let own = unit.conditions.0.iter().filter(|c| c.data.get(REFLEX) != 0);
    own.map(|c| events::relieved_of(unit, c, "the act is over", "TU-191")).collect()
}
