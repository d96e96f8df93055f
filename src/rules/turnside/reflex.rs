//! Reaction variations: a defensive ability used against one act, between its announcement and its
//! roll (TU-186 to TU-193). It costs twice the RP, and charges from the next Turn.

use grid::{Body, Cell, Place, Room, shape};
use rules::dice::Likelihood;
use rules::event::{Event, EventKind};
use rules::kit::area;
use rules::kit::events;
use rules::oracle::{Oracle, Pause};
use rules::prompt::{Choice, Prompt};
use rules::ruleset::Ctx;
use rules::state::{ActRecord, Condition, Unit};
use rules::{Key, RuleId, Sum, fog};

use super::ailments;
use super::aiming;
use super::budget::{self, OVER};
use super::cast;
use super::data::{Ability, Content, Delivery, Element, Mark, Rank, Trait, by_ability};
use super::harm::{self, Wound};
use super::numbers::{ADVANCE, HP, Numbers, REACTION, RP};
use super::reactions::Threat;
use super::rulings;
use super::step::{ReactionEnds, Step};

/// The subject of standing orders about these Reactions, and the mark of their conditions.
pub const REFLEX: &str = "reflex";
/// AI estimate: a round of Overheat costs 1/`HEAT_SHARE` of a life.
const HEAT_SHARE: i32 = 10;
/// Flag: charges taken from the next Turn whose feedback is already paid.
const PAID: &str = "paid";
/// Flag: the value of the rank of a Reaction whose Overheat has not started yet.
const HEATS: &str = "heats";

/// Asks a unit whether it reacts with one of its defensive abilities, for itself or for the target,
/// and carries out the Reaction. `None` if it does not react.
///
/// # Errors
/// [`Pause`] while a decision or a die is missing.
pub fn ask(
    content: &Content,
    ctx: Ctx<'_>,
    own: &Numbers<'_>,
    threat: &Threat<'_>,
    oracle: &mut Oracle<'_>,
) -> Result<Option<(Vec<Event>, Vec<Step>)>, Pause> {
    let unit = own.unit;
    let able = able(content, ctx, own, threat);
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
    let last = u16::try_from(able.len()).unwrap_or_default();
    let wise = able.iter().position(|ability| is_wise(content, (own, ability), threat));
    let wise = wise.unwrap_or(able.len());
    let (name, struck) = (&unit.identity.name, &threat.target.unit.identity.name);
    let text = if unit.id() == threat.target.unit.id() {
        format!("{name} is about to be struck. Does it react?")
    } else {
        format!("{struck} is about to be struck. Does {name} react?")
    };
    let answer = oracle.ask(Prompt {
        kind: Key::of("react"),
        about: Key::of(REFLEX),
        side,
        unit: Some(unit.id()),
        text,
        choices,
        default: u16::try_from(wise).unwrap_or(last),
        rule: RuleId::of("TU-188"),
    })?;
    let Some(ability) = able.get(usize::from(answer.0)) else { return Ok(None) };
    let mut then = Vec::new();
    let effect: Vec<Event> = match ability.delivery {
        Delivery::Blink => {
            let cells = cells(ctx, unit, ability);
            let chosen = oracle.ask(where_to(side, unit, &cells))?;
            let cell = cells.get(usize::from(chosen.0)).copied();
            let room = ctx.field.body(unit.id()).and_then(Body::room);
            let to = cell.zip(room).and_then(|(cell, room)| {
                let near = room.at(cell, room.feet);
                let site = ctx.field.fits_standing_near(near, unit.id()).ok()?;
                Some(room.at(cell, site.feet))
            });
            then.extend(to.into_iter().flat_map(|to| harm::arrives(ctx, unit, to)));
            let moved = cast::blink(ctx, (unit, ability), cell.map(Into::into));
            ailments::restless(unit, REFLEX).into_iter().chain(moved).collect()
        }
        _ => given(content, ctx, (own, ability), threat).into_iter().collect(),
    };
    let mut all = paid(content, (own, ability), (threat, oracle))?;
    if own.suffers(Trait::Blocked) {
        let test = cast::blocked(content);
        let (faces, score) = test.roll(oracle)?;
        all.push(events::tested(&test, ("blocked", unit, None), faces, "TU-247"));
        if !score.passed() {
            return Ok(Some((all, Vec::new())));
        }
    }
    all.extend(effect);
    Ok(Some((all, then)))
}

/// The defensive abilities with which a unit can react to an act.
pub fn able<'a>(
    content: &Content,
    ctx: Ctx<'_>,
    own: &Numbers<'a>,
    threat: &Threat<'_>,
) -> Vec<&'a Ability> {
    own.abilities().filter(|ability| helps(content, ctx, (own, ability), threat)).collect()
}

/// What an attack does once a unit has reacted with an ability: the chance that it hits, and the
/// damage of an ordinary hit. `None` if that depends on where the unit goes.
pub fn outlook(
    content: &Content,
    ctx: Ctx<'_>,
    reaction: (&Numbers<'_>, &Ability),
    threat: &Threat<'_>,
) -> Option<(Likelihood, i32)> {
    let chance = threat.roll?.test(content, None).chance();
    let (damage, _) = reduced(content, ctx, reaction, threat)?;
    Some((chance.into(), damage.max(0)))
}

/// The question about a unit's destination.
pub fn where_to(side: grid::SideId, unit: &Unit, cells: &[Cell]) -> Prompt {
    let cell = |cell: &Cell| Choice {
        id: Key::new(&format!("{}_{}", cell.x, cell.y)),
        label: cell.to_string(),
        place: Some(Place::Cell(*cell)),
        unit: None,
    };
    Prompt {
        kind: Key::of("place"),
        about: Key::default(),
        side,
        unit: Some(unit.id()),
        text: format!("Where does {} go?", unit.identity.name),
        choices: cells.iter().map(cell).collect(),
        default: 0,
        rule: RuleId::of("TU-187"),
    }
}

/// Whether the AI reacts: the act could cost at least a quarter of the target's HP or its last HP,
/// and more than the Reaction costs.
fn is_wise(
    content: &Content,
    (own, ability): (&Numbers<'_>, &Ability),
    threat: &Threat<'_>,
) -> bool {
    let target = threat.target.unit;
    let (left, most) = target.tracks.0.get(HP).map_or((0, 0), |hp| (hp.value, hp.max));
    let Some(roll) = threat.roll else { return false };
    let loss = roll.damage(content, false).total();
    let feedback = advance(own, ability).hp;
    let rounds = by_ability(&content.rules.overheat_rounds, ability.rank);
    let heat = rounds.saturating_sub(own.heat_left()).max(0).saturating_mul(most) / HEAT_SHARE;
    let price = feedback.saturating_add(heat);
    loss >= left || loss.saturating_mul(4) >= most && loss > price
}

/// The RP that a Reaction with an ability costs (TU-189).
pub fn rp(own: &Numbers<'_>, ability: &Ability) -> i32 {
    let rules = &own.content.rules;
    rules.reflex_rp_factor.saturating_mul(by_ability(&rules.rp_cost, ability.rank))
}

/// What a Reaction takes from the next Turn (TU-190).
pub struct Advance {
    /// The charges of this Reaction.
    pub charges: i32,
    /// All charges taken from it so far.
    taken: i64,
    /// Those that were above its limit, and paid for at once.
    paid: i64,
    /// The HP that this Reaction costs for such charges.
    pub hp: i32,
}

/// What a Reaction with an ability takes from the next Turn.
pub fn advance(own: &Numbers<'_>, ability: &Ability) -> Advance {
    let flags = &own.unit.flags;
    let charges = own.charges_in_advance(ability) + own.content.rules.reflex_charges;
    let taken = flags.get(ADVANCE) + i64::from(charges);
    let over = (taken - i64::from(own.charge_limit())).clamp(0, i64::from(charges.max(0)));
    let before = flags.get(PAID);
    let paid = before + over;
    let share = |over: i64| own.feedback_share(i32::try_from(over).unwrap_or(i32::MAX));
    Advance { charges, taken, paid, hp: share(paid) - share(before) }
}

/// Whether an ability helps as a Reaction to this act (TU-187 to TU-190).
fn helps(
    content: &Content,
    ctx: Ctx<'_>,
    (own, ability): (&Numbers<'_>, &Ability),
    threat: &Threat<'_>,
) -> bool {
    let unit = own.unit;
    if !ability.defensive
        || unit.pools.0.value(RP) < rp(own, ability)
        || own.check_heat_in_advance(ability).is_err()
        || rulings::forbids(ctx, unit, ability)
    {
        return false;
    }
    let target = threat.target.unit;
    let reaches = match ability.delivery {
        Delivery::Ally => aiming::check_line(ctx, own, ability, target.id()).is_ok(),
        _ => unit.id() == target.id(),
    };
    match (&ability.gives, ability.delivery) {
        _ if !reaches => false,
        (_, Delivery::Blink) => has_cell(ctx, unit, ability),
        (Some(_), Delivery::Own | Delivery::Ally) => {
            let known = is_outdone(content, (own, ability), &threat.target);
            let tuned = !ability.attuned || element_of(threat).is_some();
            !known && tuned && lessens(content, ctx, (own, ability), threat)
        }
        _ => false,
    }
}

/// Whether the target of an act already has an ability's effect; for a ward, one of at least the
/// same remaining size.
fn is_outdone(
    content: &Content,
    (own, ability): (&Numbers<'_>, &Ability),
    target: &Numbers<'_>,
) -> bool {
    let Some(gives) = &ability.gives else { return false };
    let ailment = content.ailments.get(gives.id.as_str());
    match target.ward() {
        // A second element can be absorbed beside the first.
        _ if ability.attuned => false,
        _ if !target.unit.conditions.has(gives.id.as_str()) => false,
        Some(ward) if ailment.is_some_and(|ailment| ailment.marks.contains(&Mark::Ward)) => {
            ward.size >= own.healing(ability)
        }
        _ => true,
    }
}

/// The element of an act, or that of its additional damage (TU-113, TU-187).
fn element_of(threat: &Threat<'_>) -> Option<Element> {
    let means = threat.roll?.means;
    means.element().or_else(|| means.extra().map(|(_, element)| element))
}

/// Whether the condition of an ability reduces the effect of a hit.
fn lessens(
    content: &Content,
    ctx: Ctx<'_>,
    reaction: (&Numbers<'_>, &Ability),
    threat: &Threat<'_>,
) -> bool {
    let plain = threat.roll.map(|roll| roll.damage(content, false));
    let reduced = reduced(content, ctx, reaction, threat);
    plain
        .zip(reduced)
        .is_some_and(|(plain, (damage, healed))| damage < plain.total() || healed > plain.healed)
}

/// The damage of an ordinary hit on a target that has the condition of an ability, and the HP that
/// it restores instead. `None` if the ability gives no condition.
fn reduced(
    content: &Content,
    ctx: Ctx<'_>,
    reaction: (&Numbers<'_>, &Ability),
    threat: &Threat<'_>,
) -> Option<(i32, i32)> {
    let roll = threat.roll?;
    let EventKind::Afflicted { condition, .. } = given(content, ctx, reaction, threat)?.what else {
        return None;
    };
    let ailment = content.ailments.get(condition.id.as_str());
    if ailment.is_some_and(|ailment| ailment.marks.contains(&Mark::Ward)) {
        let plain = roll.damage(content, false);
        return Some(((plain.total() - condition.size).max(0), plain.healed));
    }
    let mut unit = threat.target.unit.clone();
    unit.conditions.0.push(condition);
    let less = roll.against(Numbers::of(content, &unit)?).damage(content, false);
    Some((less.total(), less.healed))
}

/// The cells in view that can be the destination of a teleport, near ones first: those that are
/// free as far as the unit's side knows (TU-301).
pub fn cells(ctx: Ctx<'_>, unit: &Unit, ability: &Ability) -> Vec<Cell> {
    fog::as_seen(ctx, unit.side(), |ctx| free_cells(ctx, unit, ability))
}

/// True if there is such a cell.
fn has_cell(ctx: Ctx<'_>, unit: &Unit, ability: &Ability) -> bool {
    fog::as_seen(ctx, unit.side(), |ctx| free(ctx, unit, ability).next().is_some())
}

fn free_cells(ctx: Ctx<'_>, unit: &Unit, ability: &Ability) -> Vec<Cell> {
    let Some(room) = ctx.field.body(unit.id()).and_then(Body::room) else { return Vec::new() };
    let away = |cell: &Cell| {
        let (dx, dy) = (i32::from(cell.x - room.cell.x), i32::from(cell.y - room.cell.y));
        dx * dx + dy * dy
    };
    let mut all: Vec<Cell> = free(ctx, unit, ability).collect();
    all.sort_by_key(|cell| (away(cell), *cell));
    all
}

/// The free cells within range and in view.
fn free<'a>(
    ctx: Ctx<'a>,
    unit: &'a Unit,
    ability: &'a Ability,
) -> impl Iterator<Item = Cell> + use<'a> {
    let room = ctx.field.body(unit.id()).and_then(Body::room);
    let near = |room| shape::radius(ctx.field.board(), room, ability.range.into());
    let cells = room.map(near).unwrap_or_default().into_iter();
    cells.filter(move |cell| {
        let fits = |room: Room| {
            *cell != room.cell
                && ctx.field.fits_standing_near(room.at(*cell, room.feet), unit.id()).is_ok()
        };
        let at = || area::nearest(ctx, unit.id(), *cell);
        room.is_some_and(fits) && aiming::check_centre(ctx, unit, ability, at()).is_ok()
    })
}

/// The condition given for this act only (TU-191).
fn given(
    content: &Content,
    ctx: Ctx<'_>,
    (own, ability): (&Numbers<'_>, &Ability),
    threat: &Threat<'_>,
) -> Option<Event> {
    let element = element_of(threat);
    // What is left of a smaller ward stays beside it.
    let mut bare = threat.target.unit.clone();
    bare.conditions.0.retain(|c| ability.gives.as_ref().is_none_or(|gives| c.id != gives.id));
    let on = Numbers::of(content, &bare)?;
    let mut event = cast::gives(content, ctx, (own, ability), &on, element)?;
    if let EventKind::Afflicted { condition, .. } = &mut event.what {
        // The use of the ability itself is pending while its attempts are made.
        let within = acts(ctx) - i64::from(threat.cast);
        condition.data.set(Key::of(REFLEX), within + 1);
    }
    event.rules.push(RuleId::of("TU-191"));
    Some(event)
}

/// Pays for a Reaction variation: the Reaction, twice the RP, charges from the next Turn, and
/// feedback for those above the limit; then its Overheat begins (TU-189, TU-190, TU-192).
fn paid(
    content: &Content,
    (own, ability): (&Numbers<'_>, &Ability),
    (threat, oracle): (&Threat<'_>, &mut Oracle<'_>),
) -> Result<Vec<Event>, Pause> {
    let (unit, name) = (own.unit, ability.name.as_str());
    let act = (ability.id.clone(), name);
    let on = if ability.delivery == Delivery::Ally { threat.target.unit.id() } else { unit.id() };
    let mut all = vec![events::declared(unit, act, vec![on], "TU-188")];
    let left = unit.pools.0.value(REACTION) - 1;
    all.extend(events::pool(unit, REACTION, left, name, "TU-185"));
    let rp_left = unit.pools.0.value(RP) - rp(own, ability);
    all.extend(events::pool(unit, RP, rp_left, name, "TU-189"));
    let Advance { taken, paid, hp, .. } = advance(own, ability);
    all.extend(ailments::strained(own, ability, hp > 0));
    all.extend(events::flag(unit, ADVANCE, taken, "TU-190"));
    all.extend(events::flag(unit, PAID, paid, "TU-190"));
    if hp > 0 {
        let mut main = Sum::new();
        main.push("charges over the limit of the next Turn", hp, "TU-190");
        let act = Key::of(budget::FEEDBACK);
        let wound = Wound { bare: true, ..Wound::plain(&act, main) };
        all.extend(harm::deal(content, own, wound, oracle)?);
    }
    // Its Overheat begins after the act; until then the unit keeps its full scores (TU-82, TU-192).
    all.extend(events::flag(unit, HEATS, ability.rank.value().into(), "TU-192"));
    Ok(all)
}

/// Charges used in advance count from the beginning of the Turn (TU-190).
pub fn begins(own: &Numbers<'_>) -> Vec<Event> {
    let taken = own.unit.flags.get(ADVANCE);
    if taken == 0 {
        return Vec::new();
    }
    let taken = i32::try_from(taken).unwrap_or(i32::MAX);
    let amount = taken.min(own.charge_limit());
    let record = ActRecord { class: Key::of(ADVANCE), act: Key::of(REFLEX), amount };
    let mut all = vec![events::act_recorded(own.unit, record, None, "TU-190")];
    // Feedback for charges above the limit at that time is already paid; the rest of the Turn pays
    // for any increase (TU-60, TU-354).
    let paid = i32::try_from(own.unit.flags.get(PAID)).unwrap_or(i32::MAX);
    if paid > 0 {
        let (class, act) = (Key::of(OVER), Key::of(REFLEX));
        let record = ActRecord { class, act, amount: paid };
        all.push(events::act_recorded(own.unit, record, None, "TU-60"));
    }
    all.extend(settled(own.unit));
    all
}

/// Nothing is taken in advance from later Turns any more (TU-190).
pub fn settled(unit: &Unit) -> impl Iterator<Item = Event> {
    let flags = [ADVANCE, PAID].into_iter();
    flags.filter_map(move |id| events::flag(unit, id, 0, "TU-190"))
}

/// The number of pending nested acts.
fn acts(ctx: Ctx<'_>) -> i64 {
    let act = |step: &&Step| matches!(step, Step::Strike(_) | Step::Cast(_) | Step::Wrestle(_));
    let frames = ctx.state.queue.frames.iter().filter_map(|frame| frame.step.get());
    i64::try_from(frames.filter(act).count()).unwrap_or(i64::MAX)
}

/// Whether a condition comes from a Reaction to an act that is over (TU-191).
fn is_over(condition: &Condition, pending: i64) -> bool {
    condition.data.get(REFLEX) > pending
}

/// Units whose Reaction is over because the act it answered is over (TU-191). Overheat begins when
/// no act is pending.
pub fn settle(ctx: Ctx<'_>) -> Vec<Step> {
    let pending = acts(ctx);
    let lasting = |unit: &&Unit| {
        let reacted = unit.conditions.0.iter().any(|c| is_over(c, pending));
        reacted || pending == 0 && unit.flags.get(HEATS) != 0
    };
    ctx.state.units.iter().filter(lasting).map(|u| ReactionEnds { unit: u.id() }.into()).collect()
}

/// Ends the effect of a unit's Reaction (TU-191), and starts its Overheat (TU-192).
pub fn wane(content: &Content, ctx: Ctx<'_>, unit: &Unit) -> Vec<Event> {
    let pending = acts(ctx);
    let heats = if pending == 0 { unit.flags.get(HEATS) } else { 0 };
    let rank = i32::try_from(heats).unwrap_or_default();
    let cooled = (heats > 0).then(|| events::flag(unit, HEATS, 0, "TU-192")).flatten();
    let mut all: Vec<Event> = cooled.into_iter().collect();
    if let Some(own) = Numbers::of(content, unit).filter(|_| rank > 0) {
        all.extend(budget::overheats(ctx, &own, Rank::of(rank)));
    }
    let own = unit.conditions.0.iter().filter(|c| is_over(c, pending));
    all.extend(own.map(|c| events::relieved_of(unit, c, "the act is over", "TU-191")));
    all
}
