//! Where to go: positions to act from, and positions to wait at when there is nothing to do.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use grid::{Cell, Dir, Hm, Place, Room};
use rules::command::Command;
use rules::engine;
use rules::estimate::Cue;
use rules::reach::ReachStop;
use rules::ruleset::Ctx;
use rules::state::{Goal, State};
use rules::{Key, Waypoint};

use super::acts::{self, Candidate};
use super::detour;
use super::distance_field::{DistanceField, Distances, UNREACHED};
use super::risk::{self, Walks};
use super::search;
use super::view::{AFAR, KEEP_DISTANCE, LONG_WALK, Other, Scene, Threat, View, squares};

/// Number of top positions examined closely per pass, and maximum number of passes while nothing
/// has been found.
const FINALISTS: usize = 2;
const GOES: usize = 3;
/// Number of acts examined closely from such a position.
const CLOSER: usize = 2;

/// The most that a position can add to the value of an act, in the quick estimate.
const MAX_EXTRA: i64 = 30;

/// Height above the target that is assumed to help shooting, without asking the rules.
const HIGH: Hm = Hm::metres(2);

/// Number of waiting positions tried if the path to the best one hurts.
const ROUTES: usize = 8;

/// Further away from the foes than this is no better, in squares.
const SAFE: u32 = 2 * LONG_WALK;

/// Maximum length of a path tried in one go, in cells.
const MARCH: usize = 24;

/// A move, and the act to use at its end.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The move.
    pub command: Command,
    /// The act at its end.
    pub act: Command,
    /// What the act and the position are worth, in thousandths of a life.
    pub value: i64,
}

/// The best position to act from within walking range. `can_stay` means that an act is possible
/// from here.
pub fn plan_act(
    view: &View<'_>,
    walks: &Walks,
    ideas: &[Candidate],
    can_stay: bool,
) -> Option<Plan> {
    let plans = plans(view, walks, ideas, can_stay);
    // Of equal ones the first.
    plans.into_iter().rev().max_by_key(|plan| plan.value)
}

/// The best positions to act from within walking range, nearest first; a few of them.
pub fn plans(view: &View<'_>, walks: &Walks, ideas: &[Candidate], can_stay: bool) -> Vec<Plan> {
    let aimed = |idea: &&Candidate| {
        let means = view.means.get(idea.means);
        idea.at.is_some() && means.is_some_and(|m| !m.whole_turn)
    };
    let ideas: Vec<&Candidate> = ideas.iter().filter(aimed).collect();
    if ideas.is_empty() {
        return Vec::new();
    }
    let here = (view.room.cell, view.room.feet);
    let stops = walks.stops().iter().filter(|s| s.tier == 0 && (s.cell, s.feet) != here);
    let mut aims: Vec<RoughScore> = Vec::with_capacity(ideas.len());
    for glance in ideas.iter().filter_map(|idea| RoughScore::of(view, idea)) {
        // They are sorted, best first.
        if !aims.iter().any(|better| better.covers(&glance)) {
            aims.push(glance);
        }
    }
    // If an act is possible from here, positions with no better estimate are skipped.
    let bar = if can_stay { best_promise(&aims, view.room) } else { None };
    let bar = bar.map(|promise| promise + footing(view, view.room));
    let promising = stops.filter_map(|stop| {
        let promise = best_promise(&aims, view.room.at(stop.cell, stop.feet))?;
        Some((promise - effort(stop), *stop))
    });
    let rated = Shortlist::best(view, FINALISTS * GOES, bar, promising.collect());
    if rated.list.is_empty() {
        return Vec::new();
    }
    let mut supposed = view.supposed();
    for go in rated.list.chunks(FINALISTS) {
        let plans = go.iter().filter_map(|(_, stop)| {
            let (value, act) = look_closely(view, &mut supposed, *stop, &ideas)?;
            let (command, loss) = go_to(view, walks, *stop)?;
            let value = value - loss;
            Some((*stop, Plan { command, act, value }))
        });
        let mut plans: Vec<(ReachStop, Plan)> = plans.collect();
        if !plans.is_empty() {
            plans.sort_by_key(|(stop, _)| *stop);
            return plans.into_iter().map(|(_, plan)| plan).collect();
        }
    }
    Vec::new()
}

/// A move away from the foes.
pub fn retreat(view: &View<'_>, walks: &Walks) -> Option<Command> {
    let here = view.nearest_foe(view.room);
    let away = |stop: &ReachStop| view.nearest_foe(view.room.at(stop.cell, stop.feet));
    let stops = walks.stops().iter().filter(|s| s.tier == 0);
    let stops = stops.map(|stop| (away(stop).min(SAFE), *stop)).filter(|(away, _)| *away > here);
    let mut stops: Vec<(u32, ReachStop)> = stops.collect();
    stops.sort_by_key(|(away, stop)| (Reverse(*away), stop.cost, *stop));
    stops.truncate(ROUTES);
    stops.sort_by_cached_key(|(away, stop)| {
        let room = view.room.at(stop.cell, stop.feet);
        Reverse(20 * i64::from(*away) + footing(view, room) - effort(stop))
    });
    stops.into_iter().find_map(|(_, stop)| {
        let (command, loss) = go_to(view, walks, stop)?;
        (loss == 0).then_some(command)
    })
}

/// The best few of many stops; ties go to the first.
struct Shortlist {
    most: usize,
    bar: Option<i64>,
    list: Vec<(Reverse<i64>, ReachStop)>,
}

impl Shortlist {
    /// An empty list with room for `most` stops. With `bar`, only stops worth more than it are
    /// kept.
    const fn new(most: usize, bar: Option<i64>) -> Self {
        Self { most, bar, list: Vec::new() }
    }

    /// False if a stop of this value would not be kept.
    fn takes(&self, value: i64) -> bool {
        let full = self.list.len() >= self.most;
        let least = self.list.last().filter(|_| full);
        self.bar.is_none_or(|bar| value > bar)
            && least.is_none_or(|(Reverse(least), _)| value >= *least)
    }

    /// The best by estimated value and the ground they are on.
    fn best(view: &View<'_>, most: usize, bar: Option<i64>, stops: Vec<(i64, ReachStop)>) -> Self {
        // Rating the ground is expensive: take the most promising stops first, and stop once no
        // ground could lift the rest among the best.
        let mut stops: BinaryHeap<(i64, Reverse<ReachStop>)> =
            stops.into_iter().map(|(value, stop)| (value, Reverse(stop))).collect();
        let best_footing = best_footing(view);
        let mut best = Self::new(most, bar);
        while let Some((value, Reverse(stop))) = stops.pop() {
            if !best.takes(value + best_footing) {
                break;
            }
            best.put(value + footing(view, view.room.at(stop.cell, stop.feet)), stop);
        }
        best
    }

    /// Inserts a stop if it is good enough.
    fn put(&mut self, value: i64, stop: ReachStop) {
        if self.takes(value) {
            let entry = (Reverse(value), stop);
            let at = self.list.partition_point(|known| *known < entry);
            self.list.insert(at, entry);
            self.list.truncate(self.most);
        }
    }
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
            let higher = (room.feet - at.feet).0 * 20 / HIGH.0;
            return Some(value + i64::from(higher.clamp(-20, 20)));
        }
        if (room.feet - at.feet).abs() >= HIGH {
            return None;
        }
        Some(value + company)
    }
}

/// The value of acting from a position by the rules, and the act; `None` if no act is possible.
fn look_closely(
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
    let best: Vec<&Candidate> = best.into_iter().take(CLOSER).map(|(_, idea)| idea).collect();
    let act = acts::best(view, scene, &acts::rerate(view, scene, &best))?;
    let place = footing(view, room) - effort(&stop) - risk::exposure(view, ctx, room);
    Some((act.value + place, act.command))
}

/// The value of an act from here, position included.
pub fn value_here(view: &View<'_>, act: i64) -> i64 {
    act + footing(view, view.room) - risk::exposure(view, view.ctx, view.room)
}

/// How good a position is, whatever is done there.
pub fn footing(view: &View<'_>, room: Room) -> i64 {
    if view.habits.careless {
        return zone(view, room);
    }
    let board = view.ctx.field.board();
    let mut value = 0;
    let mut adjacent = 0;
    for foe in view.foes() {
        let away = squares(room, foe.room);
        adjacent += i64::from(away <= 1);
        if view.keeps_back {
            value -= 12 * (4 - i64::from(away.min(4)));
        }
    }
    if view.keeps_back {
        let sheltered = |shot: &&Threat| {
            let away = squares(room, shot.from);
            away >= u32::from(AFAR) && away <= shot.span && shelters(view, room, shot.from)
        };
        value += view.tuning.places.sheltered
            * i64::try_from(view.shots().filter(sheltered).count()).unwrap_or(0);
    }
    value -= if view.keeps_back { 40 * adjacent } else { 10 * (adjacent - 1).max(0) };
    for cell in room.cells() {
        value -= 1500 * risk::hazard(board, cell) / i64::from(view.own.life.left.max(1));
        value -= board.tile(cell).map_or(0, |tile| i64::from(tile.depth.0) * 4);
    }
    if adjacent > 0 && risk::is_at_edge(board, room) && risk::can_be_pushed(view, room) {
        value -= view.tuning.places.edge;
    }
    value + zone(view, room)
}

/// Upper bound of [`footing`].
fn best_footing(view: &View<'_>) -> i64 {
    let shots = if view.keeps_back { view.shots().count() } else { 0 };
    let zone = if zones(view).next().is_some() { view.tuning.places.zone } else { 0 };
    view.tuning.places.sheltered * i64::try_from(shots).unwrap_or(0) + zone
}

/// True if something waist-high or higher stands on the side facing a foe.
fn shelters(view: &View<'_>, room: Room, foe: Room) -> bool {
    let board = view.ctx.field.board();
    let (dx, dy) = (foe.cell.x - room.cell.x, foe.cell.y - room.cell.y);
    let side = match (dx.abs() >= dy.abs(), dx > 0, dy > 0) {
        (true, true, _) => Dir::E,
        (true, false, _) => Dir::W,
        (false, _, true) => Dir::S,
        (false, _, false) => Dir::N,
    };
    let next = room.cell.step(side);
    let waist = room.feet + Hm::metres(1);
    let edge = board.edges_before(room.cell, side, (room.feet, room.top())).next().is_some();
    let thing = board.thing_in(next).map_or(Hm::ZERO, |(_, t)| t.height);
    edge || board.tile(next).is_some_and(|t| t.elevation + thing >= waist)
}

/// The value of standing where a goal wants the own side.
fn zone(view: &View<'_>, room: Room) -> i64 {
    let inside = |places: &[Place]| room.cells().any(|c| places.contains(&c.into()));
    if zones(view).any(inside) { view.tuning.places.zone } else { 0 }
}

/// Cells where a goal wants the own side.
fn zones<'a>(view: &'a View<'_>) -> impl Iterator<Item = &'a [Place]> {
    let side = view.me.side();
    view.ctx.state.scene.goals.iter().filter_map(move |goal| match goal {
        Goal::Hold { side: whose, places, .. } | Goal::Reach { side: whose, places, .. } => {
            (*whose == side).then_some(places.as_slice())
        }
        _ => None,
    })
}

/// Distances to the foes and to the cells where a goal wants the own side; `None` if there are
/// neither. On foot, or past obstacles where walking leads nowhere.
pub fn distances_to_fight<'r>(
    view: &View<'_>,
    on_foot: &'r mut DistanceField,
    detours: &'r mut DistanceField,
) -> Option<Distances<'r>> {
    let foes = view.foes().map(|foe| (foe.room.cell, Some(foe.room.feet)));
    let zone_cells = zones(view).flatten().filter_map(|place| Some((place.cell()?, None)));
    let mut ends: Vec<(Cell, Option<Hm>)> = foes.chain(zone_cells).collect();
    if ends.is_empty() {
        ends = search::places(view).into_iter().map(|cell| (cell, None)).collect();
    }
    if ends.is_empty() {
        return None;
    }
    let from = (view.room.cell, view.room.feet);
    let on_foot = on_foot.to(&view.ctx.state.scene.board, None, ends.iter().copied(), from);
    let past = detour::distances(view, detours, &ends, on_foot.from_at(from.0, from.1));
    Some(past.unwrap_or(on_foot))
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
    let mut way = distances.descend(from, MARCH, free);
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
        let bearable = risk::is_bearable(view, &path) && risk::set_off(view, &path) == 0;
        let command = going(view, path);
        // A move that costs more of the turn has a warning. Never arrive next to foes with nothing
        // left.
        let allowed = engine::check_in(view.rules, view.ctx, &command)
            .is_ok_and(|plan| plan.warnings.is_empty() || (!waits && !is_met(view, end)));
        if bearable && allowed {
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
            away => i64::from(away),
        };
        let off = if view.supports && company {
            (away - i64::from(KEEP_DISTANCE)).abs()
        } else if shoots && acted {
            (i64::from(KEEP_DISTANCE) - away).max(0)
        } else {
            away
        };
        let met = if tier > 0 && is_met(view, room) { arrival } else { 0 };
        -20 * off - price * i64::from(tier) - met
    };
    let here = rate(view.room.cell, view.room.feet, 0, 0) + footing(view, view.room);
    let rated = |price: i64| {
        let stops = walks.stops().iter();
        let value = |s: &ReachStop| rate(s.cell, s.feet, s.tier, price) - effort(s);
        Shortlist::best(view, ROUTES, Some(here), stops.map(|stop| (value(stop), *stop)).collect())
    };
    let mut better = rated(view.tuning.places.whole_turn);
    if better.list.is_empty() {
        // A unit that gets ahead only by walking all turn does so.
        better = rated(0);
    }
    let mut best: Option<(i64, Command)> = None;
    for (Reverse(value), stop) in better.list {
        if best.as_ref().is_some_and(|(known, _)| *known >= value) {
            break;
        }
        let Some((command, loss)) = go_to(view, walks, stop) else { continue };
        if value - loss > here && best.as_ref().is_none_or(|(known, _)| *known < value - loss) {
            best = Some((value - loss, command));
        }
    }
    best.map(|(_, command)| command)
}

/// True if it can ready an act for foes that come near.
fn can_wait(view: &View<'_>) -> bool {
    view.means.iter().any(|m| m.open && m.cue == Some(Cue::Move))
}

/// True if a foe can attack in melee there in its next turn.
fn is_met(view: &View<'_>, room: Room) -> bool {
    view.nearest_foe(room) <= LONG_WALK
}

/// A small penalty for walking, so that of two equal positions the nearer one is better.
fn effort(stop: &ReachStop) -> i64 {
    i64::from(stop.cost) / 2
}

/// The move to a stop, and the loss on the way; `None` if its ground hurts too much. Where foes
/// wait along the path, a safer one is taken if there is one.
pub fn go_to(view: &View<'_>, walks: &Walks, stop: ReachStop) -> Option<(Command, i64)> {
    let path: Vec<Waypoint> = walks.reach.way_to(stop).filter(|path| !path.is_empty())?;
    let loss = risk::set_off(view, &path);
    if loss > 0
        && let Some(path) = walks.way_round(view, stop)
    {
        let round = going(view, path);
        if view.allows(&round) {
            return Some((round, 0));
        }
    }
    risk::is_bearable(view, &path).then(|| (going(view, path), loss))
}

fn going(view: &View<'_>, path: Vec<Waypoint>) -> Command {
    Command::Move { unit: view.me.id(), path, manner: Key::default() }
}
