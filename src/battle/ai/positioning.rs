//! Where to go: positions to act from, and positions to wait at when there is nothing to do.

use std::cmp::Reverse;

use grid::{Cell, Dir, Hm, Place, Room, SupportKind};
use rules::Waypoint;
use rules::command::Command;
use rules::engine;
use rules::estimate::{ActSummary, Cue};
use rules::reach::ReachStop;
use rules::ruleset::Ctx;
use rules::state::State;

use super::acts::{self, Candidate};
use super::detour;
use super::distance_field::{DistanceField, Distances, UNREACHED};
use super::duty;
use super::hatches::{self, Hatches};
use super::position_value::position_value;
use super::risk::{self, Walks};
use super::search;
use super::shortlist::Shortlist;
use super::toll;
use super::view::{KEEP_DISTANCE, LONG_WALK, Other, Scene, View, squares};
use super::walk::{self, Walk};

/// Number of top positions rated by the rules per pass.
const FINALISTS: usize = 2;
/// Maximum number of passes while no safe position has been found.
const MAX_PASSES: usize = 3;
/// Number of acts rated from each of these positions.
const ACTS_PER_POSITION: usize = 2;

/// The most that a position can add to the value of an act in the quick estimate.
const MAX_EXTRA: i64 = 30;

/// Height above the target at which the quick estimate gives the full bonus for shooting down. A
/// target this much higher or lower is out of melee.
const HIGH_GROUND: Hm = Hm::metres(2);

/// Number of waiting positions tried if the path to the best one is harmful.
const MAX_ROUTES: usize = 8;
/// Number tried if all of those are harmful.
const MAX_MORE_ROUTES: usize = 40;

/// Distance from the foes beyond which more is no better, in squares.
const SAFE: u32 = 2 * LONG_WALK;

/// Maximum length of a march, in cells.
const MAX_MARCH: usize = 24;

/// A walk, and the act to use at its end.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The walk.
    pub walk: Walk,
    /// The act at its end.
    pub act: Command,
    /// What the act and the position are worth, in thousandths of a life.
    gain: i64,
}

impl Plan {
    /// What it is worth, less the loss on the way.
    pub fn value(&self) -> i64 {
        self.gain - self.walk.loss
    }
}

/// The best position to act from within walking range. `can_stay` means that an act is possible
/// from here.
pub fn plan_act(
    view: &View<'_>,
    walks: &Walks,
    ideas: &[Candidate],
    can_stay: bool,
) -> Option<Plan> {
    let plans = plans(view, walks, ideas, can_stay).into_iter();
    let all = plans.map(|Plan { walk, act, gain }| (gain, walk, act)).collect();
    walk::most_gainful(view, all).map(|(gain, walk, act)| Plan { walk, act, gain })
}

/// The best positions to act from within walking range, nearest first; a few of them.
pub fn plans(view: &View<'_>, walks: &Walks, ideas: &[Candidate], can_stay: bool) -> Vec<Plan> {
    let aimed = |idea: &&Candidate| {
        let summary = view.summaries.get(idea.summary);
        // A run-up from here ends beside the target as well.
        let stays = |m: &ActSummary| m.whole_turn || m.runs_up && idea.is_within(view.room);
        idea.at.is_some() && summary.is_some_and(|m| !stays(m))
    };
    let ideas: Vec<&Candidate> = ideas.iter().filter(aimed).collect();
    if ideas.is_empty() {
        return Vec::new();
    }
    let here = (view.room.cell, view.room.feet);
    let stops = walks.stops().iter().filter(|s| s.tier == 0 && (s.cell, s.feet) != here);
    let mut scores: Vec<RoughScore> = Vec::with_capacity(ideas.len());
    for score in ideas.iter().filter_map(|idea| RoughScore::of(view, idea)) {
        // They are sorted, best first.
        if !scores.iter().any(|better| better.covers(&score)) {
            scores.push(score);
        }
    }
    // If an act is possible from here, positions with no better estimate are skipped.
    let bar = if can_stay { best_promise(&scores, view.room) } else { None };
    let bar = bar.map(|promise| promise + position_value(view, view.room));
    let promising = stops.filter_map(|stop| {
        let promise = best_promise(&scores, view.room.at(stop.cell, stop.feet))?;
        Some((promise - effort(stop), *stop))
    });
    let rated = Shortlist::best(view, FINALISTS * MAX_PASSES, bar, promising.collect());
    if rated.list.is_empty() {
        return Vec::new();
    }
    let mut supposed = view.supposed();
    let mut plans: Vec<(ReachStop, Plan)> = Vec::new();
    for pass in rated.list.chunks(FINALISTS) {
        let mut is_safe = false;
        for (_, stop) in pass {
            let looked = evaluate_position(view, &mut supposed, *stop, &ideas);
            let Some((value, act)) = looked else { continue };
            let Some(walk) = Walk::to(view, walks, *stop) else { continue };
            is_safe |= walk.loss == 0;
            // A path that costs more than it gains is no plan.
            if walk::is_worth(view, value, walk.loss) {
                plans.push((*stop, Plan { walk, act, gain: value }));
            }
        }
        if is_safe {
            break;
        }
    }
    plans.sort_by_key(|(stop, _)| *stop);
    plans.into_iter().map(|(_, plan)| plan).collect()
}

/// A move away from the foes.
pub fn retreat(view: &View<'_>, walks: &Walks) -> Option<Command> {
    let here = view.nearest_foe(view.room);
    let away = |stop: &ReachStop| view.nearest_foe(view.room.at(stop.cell, stop.feet));
    let stops = walks.stops().iter().filter(|s| s.tier == 0);
    let stops = stops.map(|stop| (away(stop).min(SAFE), *stop)).filter(|(away, _)| *away > here);
    let mut stops: Vec<(u32, ReachStop)> = stops.collect();
    stops.sort_by_key(|(away, stop)| (Reverse(*away), stop.cost, *stop));
    stops.truncate(MAX_ROUTES);
    stops.sort_by_cached_key(|(away, stop)| {
        let room = view.room.at(stop.cell, stop.feet);
        Reverse(20 * i64::from(*away) + position_value(view, room) - effort(stop))
    });
    stops.into_iter().find_map(|(_, stop)| {
        let walk = Walk::to(view, walks, stop)?;
        (walk.loss == 0).then(|| walk.command(view))
    })
}

/// The highest estimate of any idea from a position. The ideas come best first.
fn best_promise(ideas: &[RoughScore], room: Room) -> Option<i64> {
    let mut best = None;
    for idea in ideas {
        if best.is_some_and(|best| idea.value + MAX_EXTRA <= best) {
            break;
        }
        best = best.max(idea.promise(room));
    }
    best
}

/// The parts of an idea that the quick estimate needs.
#[derive(Clone, Copy)]
struct RoughScore {
    at: Room,
    span: u32,
    value: i64,
    /// Bonus for friends next to the target.
    company: i64,
}

impl RoughScore {
    /// The quick estimate of an idea that has a target.
    fn of(view: &View<'_>, idea: &Candidate) -> Option<Self> {
        let at = idea.at?;
        let adjacent = |o: &&Other| o.active && !o.foe && squares(o.room, at) <= 1;
        let company = view.others.iter().filter(adjacent).take(2).count();
        let company = 15 * i64::try_from(company).unwrap_or(0);
        Some(Self { at, span: idea.span, value: idea.value, company })
    }

    /// True if another idea is worth no more and is possible only where this one is.
    fn covers(&self, other: &Self) -> bool {
        self.at == other.at
            && (self.span > 1) == (other.span > 1)
            && self.span >= other.span
            && self.value >= other.value
    }

    /// Its estimated value from a position.
    fn promise(&self, room: Room) -> Option<i64> {
        let Self { at, span, value, company } = *self;
        if squares(room, at) > span {
            return None;
        }
        if span > 1 {
            let higher = (room.feet - at.feet).0 * 20 / HIGH_GROUND.0;
            return Some(value + i64::from(higher.clamp(-20, 20)));
        }
        if (room.feet - at.feet).abs() >= HIGH_GROUND {
            return None;
        }
        Some(value + company)
    }
}

/// The value of acting from a position by the rules, and the act; `None` if no act is possible.
fn evaluate_position(
    view: &View<'_>,
    supposed: &mut State,
    stop: ReachStop,
    ideas: &[&Candidate],
) -> Option<(i64, Command)> {
    let room = view.room.at(stop.cell, stop.feet);
    let body = view.ctx.field.body(view.me.id())?.moved(stop.cell, stop.feet);
    let unit = supposed.unit_mut(view.me.id())?;
    unit.placement.at = stop.cell.into();
    unit.placement.feet = stop.feet;
    let field = view.ctx.field.with_body(body);
    let ctx = Ctx { state: supposed, field: &field, frame: view.ctx.frame };
    let scene = Scene { ctx, room, moved: true };
    let mut best: Vec<(i64, &Candidate)> = ideas
        .iter()
        .filter_map(|idea| Some((RoughScore::of(view, idea)?.promise(room)?, *idea)))
        .collect();
    best.sort_by_key(|(value, _)| Reverse(*value));
    let best: Vec<&Candidate> =
        best.into_iter().take(ACTS_PER_POSITION).map(|(_, idea)| idea).collect();
    let act = acts::best(view, scene, &acts::rerate(view, scene, &best))?;
    let place = position_value(view, room) - effort(&stop) - risk::exposure(view, ctx, room);
    Some((act.value + place, act.command))
}

/// The value of an act from here, position included.
pub fn value_here(view: &View<'_>, act: i64) -> i64 {
    act + position_value(view, view.room) - risk::exposure(view, view.ctx, view.room)
}

/// The way to the fight: its distances, and a door or hatch to open at once.
pub struct Way<'r> {
    /// Distances to the foes and to the cells where a goal wants the unit's side.
    pub distances: Distances<'r>,
    /// Opens a door or hatch within reach on that way.
    pub opens: Option<Command>,
}

/// The way to the foes and to the cells where a goal wants the unit's side; `None` if there are
/// neither. On foot, or past obstacles where walking leads nowhere.
pub fn way_to_fight<'r>(
    view: &View<'_>,
    on_foot: &'r mut DistanceField,
    hatches: &'r mut Hatches,
    detours: &'r mut DistanceField,
) -> Option<Way<'r>> {
    // A zone with a foe in it is not held yet; being inside is not enough.
    let here = |places: &&[Place]| !duty::is_inside(view.room, places);
    let free = |places: &&[Place]| !view.foes().any(|foe| duty::is_inside(foe.room, places));
    let zones = view.zones.iter().copied().filter(|places| here(places) || free(places));
    let zone_cells = zones.flatten().filter_map(|place| Some((place.cell()?, None)));
    let zone_cells: Vec<(Cell, Option<Hm>)> = zone_cells.collect();
    let to_foes = |wanted: bool| {
        let foes = view.foes().filter(move |foe| foe.wanted || !wanted);
        foes.flat_map(|foe| where_to_fight(view, foe)).chain(zone_cells.iter().copied())
    };
    let from = (view.room.cell, view.room.feet);
    let board = &view.ctx.state.scene.board;
    // What wins the battle comes first, if there is a way to it.
    let runs = duty::has_to_arrive(view.ctx.state, view.me, view.room) && !zone_cells.is_empty();
    let hunts = view.foes().any(|foe| foe.wanted);
    let mut ends: Vec<(Cell, Option<Hm>)> = match (runs, hunts) {
        (true, _) => zone_cells.clone(),
        (false, hunts) => to_foes(hunts).collect(),
    };
    if (runs || hunts)
        && on_foot.to(board, None, ends.iter().copied(), from).from_at(from.0, from.1) == UNREACHED
    {
        ends = to_foes(false).collect();
    }
    if ends.is_empty() {
        ends = search::places(view).into_iter().map(|cell| (cell, None)).collect();
    }
    if ends.is_empty() {
        return None;
    }
    let on_foot = on_foot.to(board, None, ends.iter().copied(), from);
    let walk = on_foot.from_at(from.0, from.1);
    let opens = hatches::door(view);
    if let Some((distances, hatch)) = hatches.way(view, &ends, walk) {
        return Some(Way { distances, opens: opens.or(hatch) });
    }
    let past = detour::distances(view, detours, &ends, walk);
    Some(Way { distances: past.unwrap_or(on_foot), opens })
}

/// Where a foe can be fought on foot: on the floor below it or, if it climbs too high above that
/// floor, on the floors beside it at its height.
fn where_to_fight(view: &View<'_>, foe: &Other) -> Vec<(Cell, Option<Hm>)> {
    let (board, room) = (view.ctx.field.board(), foe.room);
    let at_its_height = |cell: Cell| {
        let floor = board.footing_near(cell, view.room.height, room.feet);
        floor.filter(|floor| (*floor - room.feet).abs() < HIGH_GROUND)
    };
    let climbs = view.ctx.unit(foe.id).is_some_and(|u| u.placement.support == SupportKind::Grip);
    if climbs && at_its_height(room.cell).is_none() {
        let beside = Dir::ALL.into_iter().map(|dir| room.cell.step(dir));
        let beside = beside.filter_map(|cell| Some((cell, Some(at_its_height(cell)?))));
        let beside: Vec<(Cell, Option<Hm>)> = beside.collect();
        if !beside.is_empty() {
            return beside;
        }
    }
    vec![(room.cell, Some(room.feet))]
}

/// Marches to the fight by the shortest path, as far as the rules allow in one turn. For units on
/// foot that are far away; others choose their position with more care.
pub fn march(view: &View<'_>, distances: &Distances<'_>) -> Option<Command> {
    let from = view.room.cell;
    if distances.is_on_deck(from, view.room.feet) {
        return None;
    }
    let away = u32::from(distances.from(from));
    let near = KEEP_DISTANCE + if view.keeps_back { KEEP_DISTANCE } else { 0 };
    if view.has_acted() || view.room.size > 1 || away <= near || away >= u32::from(UNREACHED) {
        return None;
    }
    // A unit that can lie in wait lets the foes come the rest of the way.
    let waits = can_wait(view) && away <= 2 * LONG_WALK;
    let free = |cell: Cell| view.ctx.field.bodies_in(cell).next().is_none();
    let mut way = distances.descend(from, MAX_MARCH, free);
    let mut at = from;
    let walked = way.iter().take_while(|to| {
        let step = std::mem::replace(&mut at, **to);
        detour::feat(view, step, at).is_none()
    });
    let walked = walked.count();
    way.truncate(walked);
    // The longest legal prefix of the path, by binary search.
    let mut longest = None;
    let (mut good, mut bad) = (0, way.len() + 1);
    while bad - good > 1 {
        let length = if bad > way.len() { way.len() } else { good.midpoint(bad) };
        let path: Vec<Waypoint> =
            way.iter().take(length).map(|cell| Waypoint::from(*cell)).collect();
        let end = way.get(length.saturating_sub(1)).map_or(from, |cell| *cell);
        let end = view.room.at(end, view.room.feet);
        let command = view.move_along(path.clone());
        let is_safe = toll::of(view, &path) == 0;
        // A move that uses up more of the turn has a warning. Never arrive next to foes with
        // nothing left.
        let allowed = engine::check_in(view.rules, view.ctx, &command)
            .is_ok_and(|plan| plan.warnings.is_empty() || (!waits && !is_met(view, end)));
        if is_safe && allowed {
            good = length;
            view.found_allowed(&command);
            longest = Some(command);
        } else {
            bad = length;
        }
    }
    longest
}

/// A move for a unit with nothing to do: towards the foes, or away from them.
pub fn waiting_move(view: &View<'_>, walks: &Walks, distances: &Distances<'_>) -> Option<Command> {
    if walks.stops().len() < 2 {
        return None;
    }
    let company = view.others.iter().any(|o| !o.foe && o.active);
    let (shoots, acted) = (view.keeps_back && !view.supports, view.has_acted());
    let arrival =
        if can_wait(view) { view.tuning.places.hasty_arrival } else { view.tuning.places.arrival };
    // In addition to the value of the ground there.
    let rate = |cell: Cell, feet: Hm, tier: u8, price: i64| {
        let room = view.room.at(cell, feet);
        let away = match distances.from_at(cell, feet) {
            UNREACHED => 1000 + i64::from(view.nearest_foe(room)),
            away => i64::from(away) + i64::from(too_high(view, room)),
        };
        let off = if (view.supports || view.own.wanted) && company {
            (away - i64::from(KEEP_DISTANCE)).abs()
        } else if shoots && acted {
            (i64::from(KEEP_DISTANCE) - away).max(0)
        } else {
            away
        };
        let met = if tier > 0 && is_met(view, room) { arrival } else { 0 };
        -20 * off - price * i64::from(tier) - met
    };
    let here = rate(view.room.cell, view.room.feet, 0, 0) + position_value(view, view.room);
    let rated = |price: i64, most: usize| {
        let stops = walks.stops().iter();
        let value = |s: &ReachStop| rate(s.cell, s.feet, s.tier, price) - effort(s);
        let stops = stops.map(|stop| (value(stop), *stop)).collect();
        Shortlist::best(view, most, Some(here), stops).list
    };
    let mut price = view.tuning.places.whole_turn;
    let mut better = rated(price, MAX_ROUTES);
    if better.is_empty() {
        // A unit that advances only by walking all turn does so.
        price = 0;
        better = rated(price, MAX_ROUTES);
    }
    let (loss, command) = least_harmful(view, walks, (here, better))?;
    let safe =
        (loss > 0).then(|| least_harmful(view, walks, (here, rated(price, MAX_MORE_ROUTES))));
    Some(safe.flatten().map_or(command, |(_, command)| command))
}

/// How far a unit in the air or on a wall is above both its floor and its foes, in squares; one more
/// where they are too far below for melee.
fn too_high(view: &View<'_>, room: Room) -> u32 {
    let board = view.ctx.field.board();
    let Some(floor) = board.footing_near(room.cell, room.height, room.feet) else { return 0 };
    if floor >= room.feet {
        return 0;
    }
    let above = |feet: Hm| {
        let below = room.at(room.cell, feet.min(room.feet));
        squares(room, below) + u32::from(room.feet - below.feet >= HIGH_GROUND)
    };
    let foes = view.foes().map(|foe| above(foe.room.feet));
    foes.min().unwrap_or(0).min(above(floor))
}

/// The best of the walks that are better than staying, with its loss on the way; harmful only if
/// all of them are.
fn least_harmful(
    view: &View<'_>,
    walks: &Walks,
    (here, list): (i64, Vec<(Reverse<i64>, ReachStop)>),
) -> Option<(i64, Command)> {
    let mut harmful: Vec<(i64, Walk, ())> = Vec::new();
    for (Reverse(value), stop) in list {
        let Some(walk) = Walk::to(view, walks, stop) else { continue };
        if walk.loss == 0 {
            return Some((0, walk.command(view)));
        }
        if walk::is_worth(view, value - here, walk.loss) {
            harmful.push((value - here, walk, ()));
        }
    }
    walk::most_gainful(view, harmful).map(|(_, walk, ())| (walk.loss, walk.command(view)))
}

/// True if it can ready an act for foes that come near.
fn can_wait(view: &View<'_>) -> bool {
    view.summaries.iter().any(|m| m.open && m.cue == Some(Cue::Move))
}

/// True if a foe can attack in melee there in its next turn.
fn is_met(view: &View<'_>, room: Room) -> bool {
    view.nearest_foe(room) <= LONG_WALK
}

/// A small penalty for walking, so that the nearer of two equal positions is better.
fn effort(stop: &ReachStop) -> i64 {
    i64::from(stop.cost) / 2
}
